//! Boards that are points and lines: those that rule files list, and the families.

mod graph_boards;

use graph_boards::Points;
use ludogen::board::{Board, BoardSpec, CellId, Compass, Shape, Tiling, draw};
use ludogen::describe::describe;
use ludogen::game::{AnyGame, lower, perft};
use ludogen::language::{Tree, parse, print};
use ludogen::with_game;
use proptest::prelude::*;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeSet;

fn family(tiling: Tiling, sizes: &[u32]) -> Board {
    Board::new(&BoardSpec::new(tiling, Shape::Square, sizes)).unwrap_or_else(|e| panic!("{tiling} {sizes:?}: {e}"))
}

fn labels(board: &Board, cells: &[CellId]) -> Vec<String> {
    cells.iter().map(|&c| board.label(c)).collect()
}

/// The longest runs along the directions, each once, as labels in whichever order comes first.
fn runs(board: &Board) -> BTreeSet<Vec<String>> {
    let mut runs = BTreeSet::new();
    for d in 0..board.directions() {
        for c in board.cells() {
            if board.neighbour(c, board.opposite(d)).is_none() && board.neighbour(c, d).is_some() {
                let mut run: Vec<CellId> = std::iter::once(c).chain(board.ray(c, d)).collect();
                if run.first() > run.last() {
                    run.reverse();
                }
                runs.insert(labels(board, &run));
            }
        }
    }
    runs
}

/// Laws of every graph, from its own tables.
fn obeys_the_laws(board: &Board) {
    for d in 0..board.directions() {
        let mut reached = BTreeSet::new();
        assert_ne!(board.opposite(d), d);
        assert_eq!(board.opposite(board.opposite(d)), d);
        assert!(board.is_direct(d));
        for c in board.cells() {
            if let Some(to) = board.neighbour(c, d) {
                assert!(reached.insert(to));
                assert_eq!(board.neighbour(to, board.opposite(d)), Some(c));
                assert!(board.ray(c, d).count() < board.len(), "a ray comes to an end");
            }
        }
        assert_eq!((0..4).fold(d, |d, _| board.turn(d, 1)), d, "four quarter turns");
        assert_eq!((0..8).fold(d, |d, _| board.beside(d, true)), d);
    }
    for &compass in Compass::ALL {
        assert_eq!(board.direction_name(board.compass(compass).unwrap()), compass.word());
    }
    let lines = runs(board);
    for map in board.symmetries() {
        let kept = |run: &Vec<String>| {
            let mut image: Vec<CellId> = run.iter().map(|l| map[board.cell(l).unwrap() as usize]).collect();
            if image.first() > image.last() {
                image.reverse();
            }
            lines.contains(&labels(board, &image))
        };
        assert!(lines.iter().all(kept), "a symmetry keeps lines");
    }
    for c in board.cells() {
        assert_eq!(board.cell(&board.label(c)), Some(c));
        assert!(board.phase(c) < board.phases());
    }
    assert!(board.corners().iter().all(|c| board.edge().contains(c)));
    assert_eq!(board.sides().len(), 4);
}

#[test]
fn nine_mens_morris_has_24_points_and_16_mills() {
    let board = family(Tiling::Morris, &[3]);
    obeys_the_laws(&board);
    assert_eq!(board.len(), 24);
    let mills = "A1 D1 G1, B2 D2 F2, C3 D3 E3, A4 B4 C4, E4 F4 G4, C5 D5 E5, B6 D6 F6, A7 D7 G7, A1 A4 A7, B2 B4 B6, C3 C4 C5, D1 D2 D3, \
                 D5 D6 D7, E3 E4 E5, F2 F4 F6, G1 G4 G7";
    let mills: BTreeSet<Vec<String>> =
        mills.split(", ").map(|m| m.split_whitespace().map(String::from).collect()).collect();
    assert_eq!(runs(&board), mills);
    let degrees = |degree| board.cells().filter(|&c| board.adjacent(c).len() == degree).count();
    assert_eq!((degrees(2), degrees(3), degrees(4)), (12, 8, 4));
    let n = board.compass(Compass::N).unwrap();
    assert_eq!(board.neighbour(board.cell("D1").unwrap(), n), board.cell("D2"));
    assert_eq!(board.symmetries().len(), 8);
    assert_eq!(labels(&board, board.corners()), ["A1", "G1", "A7", "G7"]);
    assert_eq!(labels(&board, board.side(Compass::N).unwrap()), ["A7", "D7", "G7"]);
    assert_eq!(labels(&board, &board.home(Compass::N, 2)), ["B2", "D2", "F2"]);
    let twelve = Board::new(&BoardSpec::new(Tiling::Morris, Shape::Square, &[3]).with_indirect()).unwrap();
    assert_eq!((runs(&twelve).len(), twelve.len()), (20, 24));
    assert_eq!(family(Tiling::Morris, &[2]).len(), 16);
}

#[test]
fn alquerque_has_the_diagonals_of_every_second_point() {
    for (w, h) in [(5, 5), (9, 5), (3, 3), (7, 4), (1, 3)] {
        let board = family(Tiling::Alquerque, &[w, h]);
        obeys_the_laws(&board);
        let place = |c: CellId| (i64::from(board.col(c)), i64::from(board.row(c)));
        assert_eq!(board.len() as u32, w * h);
        for a in board.cells() {
            for b in board.cells() {
                let ((ax, ay), (bx, by)) = (place(a), place(b));
                let near = (ax - bx).abs().max((ay - by).abs()) == 1;
                let joined = near && (ax == bx || ay == by || (ax + ay) % 2 == 0);
                assert_eq!(board.adjacent(a).contains(&b), joined, "{} {}", board.label(a), board.label(b));
            }
            assert_eq!(i64::from(board.phase(a)), (place(a).0 + place(a).1) % 2);
            assert_eq!(board.label(a), format!("{}{}", char::from(b'A' + board.col(a) as u8), board.row(a) + 1));
        }
        for way in [(1, 0, "e"), (1, 1, "ne"), (0, 1, "n"), (-1, 1, "nw")] {
            let d = board.compass(Compass::from_word(way.2).unwrap()).unwrap();
            for c in board.cells() {
                if let Some(to) = board.neighbour(c, d) {
                    assert_eq!((place(to).0 - place(c).0, place(to).1 - place(c).1), (way.0, way.1));
                }
            }
        }
        // Regions are those of a board of squares.
        let squares = Board::new(&BoardSpec::new(Tiling::Square, Shape::Square, &[w, h])).unwrap();
        assert_eq!(board.edge(), squares.edge());
        assert_eq!(board.corners(), squares.corners());
        assert_eq!(board.centre(), squares.centre());
        for &facing in Compass::ALL {
            assert_eq!(board.home(facing, 2), squares.home(facing, 2));
            assert_eq!(board.side(facing), squares.side(facing));
        }
        for c in board.cells() {
            assert_eq!(board.mirrored(c), squares.mirrored(c));
            // With an even and an odd side the diagonals come to lie across.
            assert_eq!(board.half_turn(c), squares.half_turn(c).filter(|_| (w + h).is_multiple_of(2)));
        }
    }
}

#[test]
fn wheels_rings_stars_and_pits_have_the_lines_they_should() {
    for spokes in 3..12 {
        for rings in 1..4 {
            let (n, r) = (spokes as usize, rings as usize);
            let wheel = family(Tiling::Wheel, &[spokes, rings]);
            obeys_the_laws(&wheel);
            let across = if n.is_multiple_of(2) { n / 2 } else { n };
            assert_eq!((wheel.len(), runs(&wheel).len()), (1 + n * r, across + n * r), "{spokes} {rings}");
            let centre = wheel.cell("A1").unwrap();
            assert_eq!((wheel.adjacent(centre).len(), wheel.centre()), (n, &[centre][..]));
            assert_eq!(wheel.eccentricity(centre), rings);
            // A wheel of four or six spokes may have those of its rings too, and no more.
            assert_eq!(wheel.symmetries().len(), 2 * n, "a wheel can be turned and mirrored");
            let ring = family(Tiling::Rings, &[rings, spokes]);
            obeys_the_laws(&ring);
            assert_eq!((ring.len(), runs(&ring).len()), (n * r, n * r + if r > 1 { n } else { 0 }));
        }
    }
    let wheel = family(Tiling::Wheel, &[8]);
    assert_eq!(wheel.symmetries().len(), 16);
    let through: Vec<Vec<String>> = runs(&wheel).into_iter().filter(|run| run.len() == 3).collect();
    assert_eq!(through.len(), 4);
    for points in 5..12 {
        let star = family(Tiling::Star, &[points]);
        obeys_the_laws(&star);
        let runs = runs(&star);
        assert!(runs.len() == points as usize && runs.iter().all(|run| run.len() == 4), "{runs:?}");
        assert_eq!(star.len(), 2 * points as usize);
    }
    let pits = family(Tiling::Pits, &[6, 2]);
    let squares = Board::new(&BoardSpec::new(Tiling::Square, Shape::Square, &[6, 2])).unwrap();
    for c in pits.cells() {
        assert_eq!((pits.label(c), pits.adjacent(c)), (squares.label(c), squares.direct(c)));
    }
    let stores = family(Tiling::Pits, &[6, 2, 2]);
    obeys_the_laws(&stores);
    assert_eq!(stores.len(), 14);
    let store = stores.cell("H1").unwrap();
    assert_eq!(labels(&stores, stores.adjacent(store)), ["G1", "G2"]);
}

#[test]
fn cells_can_be_left_out() {
    let gone = ["a1", "B1", "F1", "G1", "A2", "B2", "F2", "G2", "A6", "B6", "F6", "G6", "A7", "B7", "F7", "G7"];
    let whole = BoardSpec::new(Tiling::Square, Shape::Square, &[7]);
    let cross = Board::new(&whole.clone().with_cells_left_out(gone.map(String::from))).unwrap();
    assert_eq!((cross.len(), cross.cell("A1"), cross.symmetries().len()), (33, None, 8));
    let board = Board::new(&whole).unwrap();
    for c in cross.cells() {
        let there = board.cell(&cross.label(c)).unwrap();
        for d in 0..board.directions() {
            let to = board.neighbour(there, d).and_then(|to| cross.cell(&board.label(to)));
            assert_eq!(cross.neighbour(c, d), to);
        }
    }
    assert_eq!(labels(&cross, cross.side(Compass::N).unwrap()), ["C7", "D7", "E7"]);
    assert_eq!(labels(&cross, &cross.home(Compass::N, 1)), ["C1", "D1", "E1"]);
    assert!(cross.corners().is_empty());
    assert_eq!(cross.half_turn(cross.cell("C1").unwrap()), cross.cell("E7"));
    let lines =
        Board::new(&BoardSpec::new(Tiling::Alquerque, Shape::Square, &[3]).with_cells_left_out(["B2".into()])).unwrap();
    obeys_the_laws(&lines);
    assert_eq!((lines.len(), runs(&lines).len()), (8, 4));
}

/// The message and the text it is about.
fn fault(board: &str) -> (String, String) {
    let text = format!("(game G (board {board}) (end (All win (in-a-row 3))))");
    let place = |start: u32, end: u32| text[start as usize..end as usize].to_string();
    match parse(&text) {
        Err(problems) => (problems[0].message.clone(), place(problems[0].span.start, problems[0].span.end)),
        Ok(tree) => {
            let error = lower(&tree).expect_err(board);
            (error.message, place(error.span.start, error.span.end))
        }
    }
}

#[test]
fn what_is_no_board_is_told_with_its_place() {
    let cases = [
        ("(nodes (A1 0 0) (A1 1 0)) (lines (A1 B1))", "the line goes through B1, and there is no such point", "B1"),
        ("(nodes (A1 0 0) (B1 1 0) (a1 2 0)) (lines (A1 B1))", "two points have the label A1", "(a1 2 0)"),
        (
            "(nodes (A1 0 0) (B1 1e300 0)) (lines (A1 B1))",
            "B1 lies too far out: coordinates go from -200 to 200",
            "(B1 1e300 0)",
        ),
        (
            "(nodes (A1 0 0) (B1 0.01 0)) (lines (A1 B1))",
            "A1 and B1 lie on one spot, or less than a tenth apart",
            "(B1 0.01 0)",
        ),
        ("(nodes (A1 0 0) (B1 1 0)) (lines (A1 B1 A1))", "a line goes through A1 twice", "A1"),
        ("(nodes (A1 0 0) (B1 1 0)) (lines (A1 A1))", "a line goes through A1 twice", "A1"),
        ("(nodes (A1 0 0) (B1 1 0)) (lines (A1 B1) (B1 A1))", "a line is given that is part of another", "B1"),
        (
            "(nodes (A1 0 0) (B1 1 0) (C1 2 0)) (lines (A1 B1))",
            "A1 and C1 are on no lines that join them: all points of a board hang together",
            "(C1 2 0)",
        ),
        ("(nodes (A1 0 0) (B1 1 0))", "the board has no lines", "board"),
        (
            "(tiling hex) (nodes (A1 0 0) (B1 1 0)) (lines (A1 B1))",
            "a board of points and lines has no tiling",
            "(tiling hex)",
        ),
        ("(tiling morris) (size 3 3)", "a morris board takes one size: the number of its squares", "(size 3 3)"),
        (
            "(tiling wheel) (size 2)",
            "a wheel board takes one or two sizes: three spokes or more, and the number of its rings",
            "(size 2)",
        ),
        (
            "(tiling morris) (shape hex) (size 3)",
            "a morris board has an outline of its own, and no shape hex",
            "(shape hex)",
        ),
        (
            "(tiling star i-nbors) (size 5)",
            "points of a star board are adjacent along its lines alone: `i-nbors` means nothing there",
            "(tiling star i-nbors)",
        ),
        ("(tiling square) (size 3 3) (without D1)", "there is no cell D1 to leave out", "D1"),
        ("(tiling square) (size 1 1) (without A1)", "a board needs a cell that is not left out", "(without A1)"),
        ("(tiling alquerque) (size 3 3) (without A2 B1 B2)", "A1 and", "(without A2 B1 B2)"),
    ];
    for (board, message, place) in cases {
        let (told, at) = fault(board);
        assert!(told.starts_with(message), "{board}: {told}");
        assert_eq!(at, place, "{board}: {told}");
    }
    for word in ["NaN", "x", "\"1\""] {
        let text =
            format!("(game G (board (nodes (A1 0 0) (B1 {word} 0)) (lines (A1 B1))) (end (All win (in-a-row 3))))");
        assert!(parse(&text).is_err(), "{word}");
    }
    // Far too many points and lines.
    let many: String =
        (0..1100).map(|i| format!("({}{} {} {})", ["A", "B"][i % 2], i / 2 + 1, i % 40, i / 40)).collect();
    assert!(parse(&format!("(game G (board (nodes {many}) (lines (A1 B1))) (end (All win (in-a-row 3))))")).is_err());
    let star: String = (1..30).map(|i| format!("(B{i} {} {})", i % 6 + 1, i / 6 + 1)).collect();
    let spokes: String = (1..30).map(|i| format!("(A1 B{i})")).collect();
    let (told, _) = fault(&format!("(nodes (A1 0 0) {star}) (lines {spokes})"));
    assert_eq!(told, "too many lines meet in A1: there are twelve directions and their opposites");
}

/// What a graph says by itself: who is next to whom, and the lines.
fn same_as_listed(points: &Points, board: &Board) {
    assert_eq!(board.len(), points.nodes.len());
    let cell = |i: usize| board.cell(&points.nodes[i].0).unwrap();
    let mut near = vec![BTreeSet::new(); board.len()];
    for pair in points.lines.iter().flat_map(|line| line.windows(2)) {
        near[cell(pair[0]) as usize].insert(cell(pair[1]));
        near[cell(pair[1]) as usize].insert(cell(pair[0]));
    }
    for c in board.cells() {
        assert_eq!(board.adjacent(c), near[c as usize].iter().copied().collect::<Vec<_>>());
    }
    let told = |line: &Vec<usize>| {
        let mut cells: Vec<CellId> = line.iter().map(|&i| cell(i)).collect();
        if cells.first() > cells.last() {
            cells.reverse();
        }
        labels(board, &cells)
    };
    assert_eq!(runs(board), points.lines.iter().map(told).collect());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_graph_is_printed_and_read_back_as_the_same_board(seed in any::<u64>()) {
        let points = graph_boards::points(&mut Pcg64Mcg::seed_from_u64(seed));
        let end = Tree::element("end", [Tree::list(vec![Tree::word("All"), Tree::word("win"), Tree::element("in-a-row", [Tree::int(3)])])]);
        let tree = Tree::element("game", [Tree::word("G"), points.board(), end]);
        if !points.is_connected() {
            prop_assert!(lower(&tree).is_err());
            return Ok(());
        }
        let rules = lower(&tree).unwrap();
        let again = lower(&parse(&print(&tree)).unwrap()).unwrap();
        prop_assert_eq!(&rules.board, &again.board);
        let board = Board::new(&again.board).unwrap();
        same_as_listed(&points, &board);
        obeys_the_laws(&board);
        // Pictures are made of every board, and English.
        let text = draw::text(&board, &|c| board.label(c));
        prop_assert!(board.cells().all(|c| text.contains(&board.label(c))));
        prop_assert!(draw::svg(&board, &Default::default(), &|_| Vec::new()).matches("<polygon").count() == board.len());
        prop_assert!(describe(&tree).unwrap().contains("joined by the line"));
        // The order in which points and lines are listed makes no difference.
        let mut turned = points.clone();
        turned.lines.reverse();
        turned.lines.iter_mut().for_each(|line| line.reverse());
        let other = Tree::element("game", [Tree::word("G"), turned.board(), tree.child("end").unwrap().clone()]);
        prop_assert_eq!(lower(&other).unwrap().board, rules.board);
    }
}

/// How many sequences of moves the known games had when their lines were conditions of moves on squares and cubes.
#[test]
fn games_on_their_own_boards_have_as_many_moves_as_on_squares() {
    let mut games = BTreeSet::new();
    for row in csv::Reader::from_path("tests/data/lines.csv").unwrap().deserialize() {
        let (file, depth, nodes): (String, u32, u64) = row.unwrap();
        let tree = parse(&std::fs::read_to_string(format!("seed-games/{file}")).unwrap()).unwrap();
        let game = AnyGame::new(lower(&tree).unwrap()).unwrap();
        let counted = with_game!(&game, g => perft(g, depth, false));
        assert_eq!(counted[depth as usize - 1].nodes, nodes, "{file} to depth {depth}");
        games.insert(file);
    }
    assert!(games.len() > 15, "{}", games.len());
}

/// A centre is what every symmetry of the board keeps, however the points are rounded.
#[test]
fn points_that_lie_alike_are_all_in_the_centre() {
    for (tiling, sizes) in
        (5..=11).map(|n| (Tiling::Star, vec![n])).chain((4..=12).map(|n| (Tiling::Rings, vec![2, n])))
    {
        let board = family(tiling, &sizes);
        let centre: BTreeSet<CellId> = board.centre().iter().copied().collect();
        assert!(!centre.is_empty());
        for symmetry in board.symmetries() {
            let moved: BTreeSet<CellId> = centre.iter().map(|&c| symmetry[usize::from(c)]).collect();
            assert_eq!(moved, centre, "{tiling} {sizes:?}");
        }
        // The symmetries turn the board by each of its spokes.
        assert_eq!(centre.len() as u32 % sizes[sizes.len() - 1], 0, "{tiling} {sizes:?}: {}", centre.len());
    }
}
