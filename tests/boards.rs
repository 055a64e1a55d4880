//! Boards against closed formulas, and the laws that every board obeys.

use ludogen::board::{Board, BoardError, BoardSpec, CellId, Compass, Shape, Tiling};
use std::collections::BTreeSet;

fn spec(tiling: Tiling, shape: Shape, sizes: &[u32]) -> BoardSpec {
    BoardSpec::new(tiling, shape, sizes)
}

fn board(tiling: Tiling, shape: Shape, sizes: &[u32]) -> Board {
    Board::new(&spec(tiling, shape, sizes)).unwrap()
}

fn diagonal(tiling: Tiling, shape: Shape, sizes: &[u32]) -> Board {
    Board::new(&spec(tiling, shape, sizes).with_indirect()).unwrap()
}

/// Boards of every tiling and shape, small and large, thin and square; direct adjacency.
fn zoo() -> Vec<Board> {
    let mut boards = Vec::new();
    for &tiling in Tiling::LATTICES {
        for &shape in tiling.shapes() {
            let most = if matches!(shape, Shape::Square | Shape::Rhombus | Shape::Trapezium) { 2 } else { 1 };
            for a in [1, 2, 3, 4, 5, 8] {
                boards.push(board(tiling, shape, &[a]));
                for b in [1, 2, 3, 5, 6] {
                    if most == 2 && b != a {
                        boards.push(board(tiling, shape, &[a, b]));
                    }
                }
            }
        }
    }
    boards.extend([[3, 3, 3], [2, 3, 4], [4, 1, 2], [1, 1, 3]].map(|s| board(Tiling::Square, Shape::Square, &s)));
    boards.push(board(Tiling::Hex, Shape::Boardless, &[]));
    boards.push(board(Tiling::Square, Shape::Boardless, &[]));
    boards
}

/// Pairs of cells, by the lists of neighbours.
fn pairs<'a>(board: &'a Board, near: impl Fn(&'a Board, CellId) -> &'a [CellId]) -> u32 {
    let ends: usize = board.cells().map(|c| near(board, c).len()).sum();
    assert_eq!(ends % 2, 0, "adjacency is mutual");
    ends as u32 / 2
}

fn edges(board: &Board) -> u32 {
    pairs(board, Board::direct)
}

#[test]
fn numbers_of_cells_and_of_shared_edges_follow_the_formulas() {
    use Shape::*;
    for a in 1..=12_u32 {
        let one = |tiling, shape| {
            let board = board(tiling, shape, &[a]);
            (board.len() as u32, edges(&board))
        };
        assert_eq!(one(Tiling::Hex, Hex), (3 * a * (a - 1) + 1, 3 * (a - 1) * (3 * a - 2)));
        assert_eq!(one(Tiling::Hex, Tri), (a * (a + 1) / 2, 3 * a * (a - 1) / 2));
        assert_eq!(one(Tiling::Tri, Tri), (a * a, 3 * a * (a - 1) / 2));
        assert_eq!(one(Tiling::Tri, Hex), (6 * a * a, 9 * a * a - 3 * a));
        for b in 1..=12_u32 {
            let two = |tiling, shape| {
                let board = board(tiling, shape, &[a, b]);
                (board.len() as u32, edges(&board))
            };
            let grid = a * (b - 1) + b * (a - 1);
            let crossings = (a - 1) * (b - 1);
            assert_eq!(two(Tiling::Square, Square), (a * b, grid));
            assert_eq!(two(Tiling::TruncSquare, Square), (a * b + crossings, grid + 4 * crossings));
            assert_eq!(two(Tiling::Hex, Rhombus), (a * b, grid + crossings));
            assert_eq!(two(Tiling::Hex, Square), (a * b, (a - 1) * b + (b - 1) * (2 * a - 1)));
            // Rows of a … a+b-1; each cell of a row touches two of the next longer one.
            let rows = || a..a + b;
            let across: u32 = rows().map(|len| len - 1).sum();
            let between: u32 = rows().take(b as usize - 1).map(|len| 2 * len).sum();
            assert_eq!(two(Tiling::Hex, Trapezium), (rows().sum(), across + between));
            // Triangles have three edges each; those on the outline are not shared.
            let cells = 2 * a * b;
            assert_eq!(two(Tiling::Tri, Rhombus), (cells, (3 * cells - 2 * (a + b)) / 2));
            let cells = 2 * a * b + b * b;
            assert_eq!(two(Tiling::Tri, Trapezium), (cells, (3 * cells - (2 * a + 3 * b)) / 2));
            // Of the a·(b-1) places where a triangle stands over another, every second one joins them by an edge.
            let over: u32 = (1..b).map(|y| if y % 2 == 0 { a.div_ceil(2) } else { a / 2 }).sum();
            assert_eq!(two(Tiling::Tri, Square), (a * b, (a - 1) * b + over));
        }
    }
    assert_eq!(board(Tiling::Hex, Trapezium, &[7, 7]).len(), 70, "the board of Pentalath");
    assert_eq!(board(Tiling::Hex, Boardless, &[]).len(), 91);
    assert_eq!(board(Tiling::Square, Boardless, &[]).len(), 81);
    let cube = board(Tiling::Square, Square, &[4, 4, 4]);
    assert_eq!((cube.len(), edges(&cube), cube.axes_of(true, true).len()), (64, 3 * 3 * 16, 13));
    assert_eq!(board(Tiling::Square, Square, &[32, 32]).len(), Board::MAX_CELLS);
}

#[test]
fn numbers_of_indirect_neighbours_follow_the_formulas() {
    for a in 1..=12_u32 {
        for b in 1..=12_u32 {
            let squares = board(Tiling::Square, Shape::Square, &[a, b]);
            assert_eq!(pairs(&squares, Board::indirect), 2 * (a - 1) * (b - 1));
            let rhombus = board(Tiling::Hex, Shape::Rhombus, &[a, b]);
            let skipping = |n: u32| n.saturating_sub(2);
            let diagonals = (a - 1) * (b - 1) + skipping(a) * (b - 1) + (a - 1) * skipping(b);
            assert_eq!(pairs(&rhombus, Board::indirect), diagonals);
            assert_eq!(pairs(&board(Tiling::TruncSquare, Shape::Square, &[a, b]), Board::indirect), 0);
        }
        // Each inner point joins the 6 triangles around it, 15 pairs; each point on a side 3 triangles, 3 pairs. Pairs that share
        // an edge meet in two points.
        let triangle = board(Tiling::Tri, Shape::Tri, &[a]);
        let inner = if a < 3 { 0 } else { (a - 1) * (a - 2) / 2 };
        let meetings = 15 * inner + 3 * 3 * (a - 1);
        assert_eq!(pairs(&triangle, Board::indirect), meetings - 2 * edges(&triangle));
    }
}

#[test]
fn degrees_in_the_middle_are_those_of_the_tiling() {
    let degrees = |board: Board| {
        let middle = board.centre()[0];
        (board.direct(middle).len(), board.indirect(middle).len())
    };
    assert_eq!(degrees(board(Tiling::Square, Shape::Square, &[5])), (4, 4));
    assert_eq!(degrees(board(Tiling::Hex, Shape::Hex, &[4])), (6, 6));
    assert_eq!(degrees(board(Tiling::Tri, Shape::Hex, &[4])), (3, 9));
    assert_eq!(degrees(board(Tiling::TruncSquare, Shape::Square, &[5])), (8, 0));
    assert_eq!(degrees(board(Tiling::TruncSquare, Shape::Square, &[4])), (4, 0));
    assert_eq!(degrees(board(Tiling::Square, Shape::Square, &[3, 3, 3])), (6, 20));
}

/// Corner points of a cell, rounded so that neighbours share them.
fn corner_points(board: &Board, c: CellId) -> BTreeSet<(i64, i64)> {
    let round = |x: f64| (x * 1000.0).round() as i64;
    // Half a unit off the grid of round numbers, so that equal points do not fall on two sides of a boundary.
    board.outline(c).into_iter().map(|(x, y)| (round(x + 0.000_2), round(y + 0.000_2))).collect()
}

#[test]
fn cells_are_neighbours_exactly_where_their_outlines_meet() {
    for board in zoo() {
        let points: Vec<_> = board.cells().map(|c| corner_points(&board, c)).collect();
        for a in board.cells() {
            for b in board.cells().filter(|&b| b != a && board.level(a) == board.level(b)) {
                let shared = points[a as usize].intersection(&points[b as usize]).count();
                assert_eq!(board.direct(a).contains(&b), shared == 2, "{:?} {a} {b}", board.spec());
                if board.spec().tiling != Tiling::Hex {
                    assert_eq!(board.indirect(a).contains(&b), shared == 1, "{:?} {a} {b}", board.spec());
                }
            }
        }
    }
}

#[test]
fn indirect_neighbours_on_hexagons_are_joined_by_an_edge() {
    let board = board(Tiling::Hex, Shape::Hex, &[5]);
    let length = |(x, y): (f64, f64)| x.hypot(y);
    for a in board.cells() {
        for b in board.cells() {
            let ((ax, ay), (bx, by)) = (board.centre_of(a), board.centre_of(b));
            let apart = length((bx - ax, by - ay));
            assert_eq!(board.direct(a).contains(&b), (apart - 1.0).abs() < 1e-9);
            assert_eq!(board.indirect(a).contains(&b), (apart - 3_f64.sqrt()).abs() < 1e-9);
        }
    }
}

#[test]
fn outlines_run_anticlockwise_around_the_middle() {
    for board in zoo() {
        for c in board.cells() {
            let (outline, (x, y)) = (board.outline(c), board.centre_of(c));
            let mut area = 0.0;
            for (i, &(ax, ay)) in outline.iter().enumerate() {
                let (bx, by) = outline[(i + 1) % outline.len()];
                let (cross, side) = ((ax - x) * (by - y) - (bx - x) * (ay - y), (bx - ax).hypot(by - ay));
                assert!(cross > 0.0);
                assert!(cross / side > board.inner_radius(c) - 1e-9);
                area += cross / 2.0;
            }
            assert!(area > 0.25);
        }
    }
}

#[test]
fn opposites_undo_each_other() {
    for board in zoo() {
        for d in 0..board.directions() {
            let back = board.opposite(d);
            assert_ne!(back, d);
            assert_eq!(board.opposite(back), d);
            assert_eq!(board.is_direct(back), board.is_direct(d));
            for c in board.cells() {
                if let Some(to) = board.neighbour(c, d) {
                    assert_eq!(board.neighbour(to, back), Some(c), "{:?} {}", board.spec(), board.direction_name(d));
                }
            }
        }
    }
}

#[test]
fn directions_run_clockwise_and_straight() {
    for board in [
        board(Tiling::Square, Shape::Square, &[7]),
        board(Tiling::Hex, Shape::Hex, &[6]),
        board(Tiling::Tri, Shape::Hex, &[5]),
        board(Tiling::TruncSquare, Shape::Square, &[6]),
    ] {
        let tri = board.spec().tiling == Tiling::Tri;
        // The bearing of two steps, or of one where there is no second, in degrees clockwise from north.
        let bearing = |d: usize| {
            board.cells().find_map(|c| {
                let along: Vec<CellId> = board.ray(c, d).collect();
                let far = along.get(1).or(along.first().filter(|_| !board.is_direct(d)))?;
                let ((ax, ay), (bx, by)) = (board.centre_of(c), board.centre_of(*far));
                Some((bx - ax).atan2(by - ay).to_degrees().rem_euclid(360.0))
            })
        };
        let bearings: Vec<f64> = (0..board.directions()).map(|d| bearing(d).unwrap()).collect();
        assert!(bearings[0].abs() < 1e-6 && bearings.is_sorted_by(|a, b| a <= &(b + 1e-6)), "{bearings:?}");
        let step = match board.spec().tiling {
            Tiling::Square => 90.0,
            Tiling::TruncSquare => 45.0,
            _ => 60.0,
        };
        for d in 0..board.directions() {
            for turns in -7..=7 {
                let turned = board.turn(d, turns);
                let difference = (bearings[turned] - bearings[d] - f64::from(turns) * step).rem_euclid(360.0);
                assert!(difference.min(360.0 - difference) < 1e-6);
                assert_eq!(board.is_direct(turned), board.is_direct(d));
            }
            assert_eq!(
                board.beside(board.beside(d, true), false) == d,
                board.is_direct(d) || step == 90.0 || step == 45.0
            );
        }
        for c in board.cells() {
            for d in (0..board.directions()).filter(|&d| !tri || !board.is_direct(d)) {
                let middles: Vec<_> = std::iter::once(c).chain(board.ray(c, d)).map(|c| board.centre_of(c)).collect();
                for w in middles.windows(3) {
                    assert!(
                        (w[0].0 + w[2].0 - 2.0 * w[1].0).abs() < 1e-9 && (w[0].1 + w[2].1 - 2.0 * w[1].1).abs() < 1e-9
                    );
                }
            }
        }
    }
}

#[test]
fn the_turtle_turns_as_the_language_says() {
    let name = |board: &Board, d: usize| board.direction_name(d).to_owned();
    let find = |board: &Board, word| board.compass(Compass::from_word(word).unwrap()).unwrap();
    let squares = board(Tiling::Square, Shape::Square, &[5]);
    let n = find(&squares, "n");
    assert_eq!(name(&squares, squares.turn(n, 1)), "e");
    assert_eq!(name(&squares, squares.turn(n, -1)), "w");
    assert_eq!(name(&squares, squares.beside(n, true)), "ne");
    assert_eq!(name(&squares, squares.beside(n, false)), "nw");
    let hexagons = board(Tiling::Hex, Shape::Hex, &[3]);
    let e = find(&hexagons, "e");
    assert_eq!(name(&hexagons, hexagons.turn(e, 1)), "se");
    assert_eq!(name(&hexagons, hexagons.beside(e, true)), "se");
    assert_eq!(name(&hexagons, hexagons.beside(e, false)), "ne");
    assert_eq!(name(&hexagons, hexagons.beside(find(&hexagons, "n"), true)), "ne");
    assert_eq!(name(&hexagons, hexagons.beside(find(&hexagons, "n"), false)), "nw");
    let triangles = board(Tiling::Tri, Shape::Tri, &[3]);
    assert_eq!(name(&triangles, triangles.beside(find(&triangles, "e"), true)), "se");
    let levels = board(Tiling::Square, Shape::Square, &[3, 3, 3]);
    let named = |word: &str| (0..levels.directions()).find(|&d| levels.direction_name(d) == word).unwrap();
    assert_eq!(levels.turn(named("un"), 1), named("ue"));
    assert_eq!(levels.turn(named("dsw"), -1), named("dse"));
    assert_eq!(levels.turn(named("u"), 1), named("u"));
    assert_eq!(levels.opposite(named("une")), named("dsw"));
    let (a1, centre) = (levels.cell("A1-1").unwrap(), levels.cell("B2-2").unwrap());
    assert_eq!(levels.neighbour(a1, named("une")), Some(centre));
}

#[test]
fn neighbours_are_what_the_directions_reach() {
    for plain in zoo() {
        for (indirect, no_direct) in [(false, false), (true, false), (false, true), (true, true)] {
            let board = Board::new(&BoardSpec { indirect, no_direct, ..plain.spec().clone() }).unwrap();
            for c in board.cells() {
                let reach = |ways: &[usize]| -> Vec<CellId> {
                    let set: BTreeSet<_> = ways.iter().filter_map(|&d| board.neighbour(c, d)).collect();
                    set.into_iter().collect()
                };
                assert_eq!(board.adjacent(c), reach(board.adjacent_directions()));
                assert_eq!(board.direct(c), reach(&board.directions_of(true, false)));
                assert_eq!(board.indirect(c), reach(&board.directions_of(false, true)));
                assert!(board.direct(c).iter().all(|to| !board.indirect(c).contains(to) && *to != c));
            }
            let axes: BTreeSet<usize> = board.axes().iter().flat_map(|&d| [d, board.opposite(d)]).collect();
            assert_eq!(axes.len(), 2 * board.axes().len());
            assert!(axes.iter().eq(board.adjacent_directions()));
        }
    }
    let axes = |tiling, indirect: bool| {
        let board = board(tiling, Shape::Square, &[4]);
        board.axes_of(true, indirect).len()
    };
    assert_eq!((axes(Tiling::Square, false), axes(Tiling::Square, true)), (2, 4));
    assert_eq!((axes(Tiling::Hex, false), axes(Tiling::Hex, true)), (3, 6));
    assert_eq!((axes(Tiling::Tri, false), axes(Tiling::TruncSquare, true)), (3, 4));
}

#[test]
fn shifts_say_the_same_as_neighbours() {
    for board in zoo() {
        for d in 0..board.directions() {
            let mut by_shift = vec![None; board.len()];
            let plan = board.shifts(d);
            for (delta, sources) in &plan {
                assert!(!sources.is_empty());
                for &c in sources {
                    assert_eq!(by_shift[c as usize], None);
                    by_shift[c as usize] = Some((i32::from(c) + delta) as CellId);
                }
            }
            assert!(board.cells().all(|c| by_shift[c as usize] == board.neighbour(c, d)));
            assert!(plan.is_sorted_by(|a, b| a.0 < b.0));
        }
    }
    assert_eq!(board(Tiling::Square, Shape::Square, &[8]).shifts(0), vec![(8, (0..56).collect())]);
}

#[test]
fn cells_are_numbered_row_by_row_from_the_bottom_left() {
    for board in zoo() {
        let places: Vec<_> = board
            .cells()
            .map(|c| (board.level(c), board.row(c), (board.centre_of(c).0 * 1000.0).round() as i64))
            .collect();
        assert!(places.is_sorted_by(|a, b| a < b));
        assert_eq!(board.cells().map(|c| board.col(c)).max(), Some(board.cols() - 1));
        assert_eq!(board.cells().map(|c| board.row(c)).max(), Some(board.rows() - 1));
        assert_eq!(board.cells().map(|c| board.level(c)).max(), Some(board.levels() - 1));
        for row in 0..board.rows() {
            let cells: Vec<CellId> = board.cells().filter(|&c| board.row(c) == row && board.level(c) == 0).collect();
            assert!(board.row_cells(0, row).eq(cells));
        }
        assert!(board.row_cells(0, board.rows()).is_empty() && board.row_cells(board.levels(), 0).is_empty());
    }
}

#[test]
fn labels_lead_back_to_their_cells() {
    for board in zoo() {
        let labels: BTreeSet<String> = board.cells().map(|c| board.label(c)).collect();
        assert_eq!(labels.len(), board.len());
        assert!(board.label(0) == "A1" || board.label(0) == "A1-1");
        for c in board.cells() {
            assert_eq!(board.cell(&board.label(c)), Some(c));
            assert_eq!(board.cell(&board.label(c).to_lowercase()), Some(c));
        }
    }
    let squares = board(Tiling::Square, Shape::Square, &[30, 2]);
    assert_eq!(squares.label(25), "Z1");
    assert_eq!(squares.label(26), "AA1");
    assert_eq!(squares.label(59), "AD2");
    for nonsense in
        ["", "A", "1", "A0", "A3", "AE1", "A01", "A+1", "A-1", "A1-1", "1A", "Ä1", "A1 ", "ZZZZZZZZZ1", "A99999999999"]
    {
        assert_eq!(squares.cell(nonsense), None, "{nonsense}");
    }
    let levels = board(Tiling::Square, Shape::Square, &[3, 3, 3]);
    assert_eq!(levels.cell("a1-2"), Some(9));
    for nonsense in ["A1", "A1-0", "A1-4", "A1-", "A1-2-1"] {
        assert_eq!(levels.cell(nonsense), None, "{nonsense}");
    }
    let hexagons = board(Tiling::Hex, Shape::Hex, &[5]);
    let row = |row: u32| hexagons.row_cells(0, row).map(|c| hexagons.label(c)).collect::<Vec<_>>().join(" ");
    assert_eq!(row(0), "A1 B1 C1 D1 E1");
    assert_eq!(row(4), "A5 B5 C5 D5 E5 F5 G5 H5 I5");
    assert_eq!(row(8), "E9 F9 G9 H9 I9");
    let octagons = board(Tiling::TruncSquare, Shape::Square, &[3]);
    let row = |row: u32| octagons.row_cells(0, row).map(|c| octagons.label(c)).collect::<Vec<_>>().join(" ");
    assert_eq!((row(0), row(1)), ("A1 C1 E1".to_owned(), "B2 D2".to_owned()));
}

/// Distances by relaxing every pair over and over: slow and plain.
fn slow_distances(board: &Board) -> Vec<Vec<Option<u32>>> {
    let n = board.len();
    let mut table = vec![vec![None; n]; n];
    for a in board.cells() {
        table[a as usize][a as usize] = Some(0);
        for &b in board.adjacent(a) {
            table[a as usize][b as usize] = Some(1);
        }
    }
    for over in 0..n {
        for a in 0..n {
            for b in 0..n {
                let via = table[a][over].zip(table[over][b]).map(|(first, second)| first + second);
                table[a][b] = table[a][b].into_iter().chain(via).min();
            }
        }
    }
    table
}

#[test]
fn distances_agree_with_the_slow_way() {
    for plain in zoo().into_iter().filter(|b| b.len() <= 80) {
        for (indirect, no_direct) in [(false, false), (true, false), (false, true), (true, true)] {
            let board = Board::new(&BoardSpec { indirect, no_direct, ..plain.spec().clone() }).unwrap();
            let slow = slow_distances(&board);
            for a in board.cells() {
                for b in board.cells() {
                    assert_eq!(board.distance(a, b), slow[a as usize][b as usize]);
                }
            }
            let farthest = |c: CellId| slow[c as usize].iter().copied().flatten().max().unwrap();
            assert_eq!(board.diameter(), board.cells().map(farthest).max().unwrap());
            assert_eq!(board.radius(), board.cells().map(farthest).min().unwrap());
        }
    }
}

#[test]
fn distances_follow_the_formulas() {
    // Every tiling has coordinates in which distance is a norm; they are taken from the drawing, not from the board's own.
    let coordinates = |board: &Board, c: CellId| board.centre_of(c);
    let near = |x: f64| {
        assert!((x - x.round()).abs() < 1e-6, "{x}");
        x.round() as i64
    };
    let height = 3_f64.sqrt() / 2.0;
    for n in 1..=12_u32 {
        for (squares, chess) in [
            (board(Tiling::Square, Shape::Square, &[n, 4]), false),
            (diagonal(Tiling::Square, Shape::Square, &[n, 4]), true),
        ] {
            for a in squares.cells() {
                for b in squares.cells() {
                    let ((ax, ay), (bx, by)) = (coordinates(&squares, a), coordinates(&squares, b));
                    let (dx, dy) = (near(bx - ax).abs(), near(by - ay).abs());
                    let expected = if chess { dx.max(dy) } else { dx + dy };
                    assert_eq!(squares.distance(a, b).map(i64::from), Some(expected));
                }
            }
        }
        for shape in [Shape::Hex, Shape::Tri, Shape::Rhombus, Shape::Trapezium, Shape::Square] {
            let board = board(Tiling::Hex, shape, &[n]);
            for a in board.cells() {
                for b in board.cells() {
                    let ((ax, ay), (bx, by)) = (coordinates(&board, a), coordinates(&board, b));
                    let dy = near((by - ay) / height);
                    let dx = near(2.0 * (bx - ax));
                    let expected = dy.abs().max((dx + dy).abs() / 2).max((dx - dy).abs() / 2);
                    assert_eq!(board.distance(a, b).map(i64::from), Some(expected), "{shape}");
                }
            }
        }
        for shape in [Shape::Hex, Shape::Tri, Shape::Rhombus, Shape::Trapezium] {
            let board = board(Tiling::Tri, shape, &[n.min(9)]);
            let origin = board.outline(0)[0];
            // The strip in each of three directions; crossing an edge changes strip in exactly one.
            let strips = |c: CellId| {
                let ((x, y), (ox, oy)) = (coordinates(&board, c), origin);
                [(0.0, 1.0), (height, 0.5), (height, -0.5)]
                    .map(|(ux, uy)| (((x - ox) * ux + (y - oy) * uy) / 1.5).floor() as i64)
            };
            for a in board.cells() {
                for b in board.cells() {
                    let expected: i64 = strips(a).iter().zip(strips(b)).map(|(p, q)| (p - q).abs()).sum();
                    assert_eq!(board.distance(a, b).map(i64::from), Some(expected), "{shape} {n} {a} {b}");
                }
            }
        }
        let octagons = board(Tiling::TruncSquare, Shape::Square, &[n, 3]);
        let big: Vec<CellId> = octagons.cells().filter(|&c| octagons.phase(c) != 0).collect();
        for &a in &big {
            for &b in &big {
                let steps = (octagons.col(a).abs_diff(octagons.col(b)) + octagons.row(a).abs_diff(octagons.row(b))) / 2;
                assert_eq!(octagons.distance(a, b), Some(steps));
            }
        }
        assert_eq!(board(Tiling::Hex, Shape::Hex, &[n]).diameter(), 2 * (n - 1));
        assert_eq!(board(Tiling::Hex, Shape::Hex, &[n]).radius(), n - 1);
        assert_eq!(board(Tiling::Tri, Shape::Hex, &[n]).diameter(), 4 * n - 1);
        assert_eq!(board(Tiling::Tri, Shape::Tri, &[n]).diameter(), 2 * (n - 1));
    }
}

#[test]
fn boards_without_adjacency_have_no_distances() {
    let board = Board::new(&BoardSpec { no_direct: true, ..spec(Tiling::Square, Shape::Square, &[3]) }).unwrap();
    assert_eq!((board.distance(0, 0), board.distance(0, 1), board.line(0, 1)), (Some(0), None, None));
    assert_eq!(board.line_any(0, 4).map(|(d, n)| (board.direction_name(d), n)), Some(("ne", 1)));
    assert_eq!((board.diameter(), board.radius(), board.axes().len()), (0, 0, 0));
}

#[test]
fn lines_are_walks_in_one_direction() {
    for plain in zoo().into_iter().filter(|b| b.len() <= 120) {
        for indirect in [false, true] {
            let board = Board::new(&BoardSpec { indirect, ..plain.spec().clone() }).unwrap();
            for a in board.cells() {
                for b in board.cells() {
                    let walks: Vec<(usize, u32)> = (0..board.directions())
                        .filter_map(|d| board.ray(a, d).position(|c| c == b).map(|i| (d, i as u32 + 1)))
                        .collect();
                    let adjacent: Vec<_> =
                        walks.iter().copied().filter(|w| board.adjacent_directions().contains(&w.0)).collect();
                    for (line, walks) in [(board.line(a, b), adjacent), (board.line_any(a, b), walks)] {
                        assert_eq!(line.is_none(), walks.is_empty());
                        let Some(line) = line else { continue };
                        assert!(walks.contains(&line));
                        // A line is a shortest path, except where a direct line through triangles is preferred.
                        if board.spec().tiling != Tiling::Tri {
                            assert_eq!(walks.len(), 1);
                        } else if walks.iter().any(|w| board.is_direct(w.0)) {
                            assert!(board.is_direct(line.0));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn phases_colour_the_cells_properly() {
    for board in zoo() {
        for c in board.cells() {
            assert!(board.phase(c) < board.phases());
            assert!(board.direct(c).iter().all(|&to| board.phase(to) != board.phase(c)));
        }
        if board.spec().tiling == Tiling::Square {
            assert_eq!(board.phase(0), 0, "A1 has phase 0");
        }
    }
    let octagons = board(Tiling::TruncSquare, Shape::Square, &[5]);
    let count = |phase| octagons.cells().filter(|&c| octagons.phase(c) == phase).count();
    assert_eq!((count(0), count(1), count(2)), (16, 13, 12));
    let hexagons = board(Tiling::Hex, Shape::Hex, &[4]);
    let count = |phase| hexagons.cells().filter(|&c| hexagons.phase(c) == phase).count();
    assert_eq!(BTreeSet::from([count(0), count(1), count(2)]), BTreeSet::from([12, 13]));
}

#[test]
fn symmetries_are_those_of_the_shape() {
    let count = |tiling, shape, sizes: &[u32]| board(tiling, shape, sizes).symmetries().len();
    for n in 2..=8 {
        assert_eq!(count(Tiling::Square, Shape::Square, &[n]), 8);
        assert_eq!(count(Tiling::Square, Shape::Square, &[n, n + 1]), 4);
        assert_eq!(count(Tiling::TruncSquare, Shape::Square, &[n]), 8);
        assert_eq!(count(Tiling::TruncSquare, Shape::Square, &[n, n + 2]), 4);
        assert_eq!(count(Tiling::Hex, Shape::Hex, &[n]), 12);
        assert_eq!(count(Tiling::Hex, Shape::Tri, &[n]), 6);
        assert_eq!(count(Tiling::Hex, Shape::Rhombus, &[n]), 4);
        assert_eq!(count(Tiling::Hex, Shape::Rhombus, &[n, n + 1]), 2);
        assert_eq!(count(Tiling::Hex, Shape::Trapezium, &[n]), 2);
        assert_eq!(count(Tiling::Tri, Shape::Tri, &[n]), 6);
        assert_eq!(count(Tiling::Tri, Shape::Hex, &[n]), 12);
        assert_eq!(count(Tiling::Tri, Shape::Rhombus, &[n]), 4);
        assert_eq!(count(Tiling::Tri, Shape::Rhombus, &[n, n + 1]), 2);
        assert_eq!(count(Tiling::Tri, Shape::Trapezium, &[n]), 2);
        assert_eq!(count(Tiling::Hex, Shape::Square, &[n + 1, 4]), 2, "a half turn");
        assert_eq!(count(Tiling::Hex, Shape::Square, &[n + 1, 5]), 2, "upside down");
    }
    assert_eq!(count(Tiling::Square, Shape::Square, &[3, 3, 3]), 48);
    assert_eq!(count(Tiling::Square, Shape::Square, &[3, 3, 4]), 16);
    assert_eq!(count(Tiling::Square, Shape::Square, &[2, 3, 4]), 8);
    assert_eq!(count(Tiling::Square, Shape::Square, &[5, 1]), 2);
    assert_eq!(count(Tiling::Hex, Shape::Hex, &[1]), 1);
}

#[test]
fn symmetries_form_a_group_and_keep_adjacency() {
    for board in zoo().into_iter().filter(|b| b.len() <= 100) {
        let symmetries = board.symmetries();
        assert!(symmetries[0].iter().copied().eq(board.cells()));
        let all: BTreeSet<&Vec<CellId>> = symmetries.iter().collect();
        assert_eq!(all.len(), symmetries.len());
        for p in symmetries {
            for q in symmetries {
                let product: Vec<CellId> = p.iter().map(|&c| q[c as usize]).collect();
                assert!(all.contains(&product));
            }
            for c in board.cells() {
                for near in [Board::direct, Board::indirect] {
                    let moved: BTreeSet<CellId> = near(&board, c).iter().map(|&to| p[to as usize]).collect();
                    assert!(moved.iter().eq(near(&board, p[c as usize])));
                }
            }
            for &to in board.edge().iter().chain(board.corners()).chain(board.centre()) {
                let image = p[to as usize];
                assert_eq!(board.edge().contains(&to), board.edge().contains(&image));
                assert_eq!(board.corners().contains(&to), board.corners().contains(&image), "{:?}", board.spec());
                assert_eq!(board.centre().contains(&to), board.centre().contains(&image));
            }
        }
    }
}

#[test]
fn half_turns_are_symmetries_and_mirrors_swap_the_rows() {
    for board in zoo() {
        let turned: Option<Vec<CellId>> = board.cells().map(|c| board.half_turn(c)).collect();
        // A half turn sends each cell as far to the other side of the middle.
        let middle = |at: fn((f64, f64)) -> f64| {
            let level: Vec<f64> =
                board.cells().filter(|&c| board.level(c) == 0).map(|c| at(board.centre_of(c))).collect();
            level.iter().sum::<f64>() / level.len() as f64
        };
        let (x, y) = (middle(|p| p.0), middle(|p| p.1));
        let point_symmetric = board.symmetries().iter().find(|p| {
            board.cells().filter(|&c| board.level(c) == 0).all(|c| {
                let ((ax, ay), (bx, by)) = (board.centre_of(c), board.centre_of(p[c as usize]));
                (ax + bx - 2.0 * x).abs() < 1e-6 && (ay + by - 2.0 * y).abs() < 1e-6
            })
        });
        assert_eq!(turned.as_ref(), point_symmetric, "{:?}", board.spec());
        let uneven = matches!(board.spec().shape, Shape::Tri | Shape::Trapezium);
        for c in board.cells() {
            let mirrored = board.mirrored(c);
            assert_eq!(board.row(mirrored), board.rows() - 1 - board.row(c));
            assert_eq!(board.level(mirrored), board.level(c));
            assert!(uneven || board.mirrored(mirrored) == c);
        }
    }
    let squares = board(Tiling::Square, Shape::Square, &[4, 5]);
    assert_eq!(squares.label(squares.mirrored(squares.cell("B1").unwrap())), "B5");
    assert_eq!(squares.label(squares.half_turn(squares.cell("B1").unwrap()).unwrap()), "C5");
}

fn labels(board: &Board, cells: &[CellId]) -> String {
    cells.iter().map(|&c| board.label(c)).collect::<Vec<_>>().join(" ")
}

#[test]
fn sides_have_their_length_and_meet_in_corners() {
    let sides = |board: &Board| {
        board.sides().iter().map(|s| format!("{} {}", s.name, s.cells.len())).collect::<Vec<_>>().join(", ")
    };
    let on = |tiling, shape, sizes: &[u32]| sides(&board(tiling, shape, sizes));
    assert_eq!(on(Tiling::Square, Shape::Square, &[4, 6]), "n 4, e 6, s 4, w 6");
    assert_eq!(on(Tiling::Hex, Shape::Square, &[4, 6]), "n 4, e 6, s 4, w 6");
    assert_eq!(on(Tiling::Hex, Shape::Rhombus, &[4, 6]), "n 4, e 6, s 4, w 6");
    assert_eq!(on(Tiling::Tri, Shape::Rhombus, &[4, 6]), "n 4, e 6, s 4, w 6");
    assert_eq!(on(Tiling::TruncSquare, Shape::Square, &[4, 6]), "n 4, e 6, s 4, w 6");
    assert_eq!(on(Tiling::Hex, Shape::Trapezium, &[4, 6]), "n 4, e 6, s 9, w 6");
    assert_eq!(on(Tiling::Tri, Shape::Trapezium, &[4, 6]), "n 4, e 6, s 10, w 6");
    assert_eq!(on(Tiling::Hex, Shape::Hex, &[5]), "n 5, ne 5, se 5, s 5, sw 5, nw 5");
    assert_eq!(on(Tiling::Tri, Shape::Hex, &[5]), "n 5, ne 5, se 5, s 5, sw 5, nw 5");
    assert_eq!(on(Tiling::Hex, Shape::Tri, &[5]), "ne 5, s 5, nw 5");
    assert_eq!(on(Tiling::Tri, Shape::Tri, &[5]), "ne 5, s 5, nw 5");
    assert_eq!(on(Tiling::Square, Shape::Square, &[4, 5, 2]), "n 8, e 10, s 8, w 10");
    assert_eq!(on(Tiling::Hex, Shape::Boardless, &[]), "");

    let corners = |tiling, shape, sizes: &[u32]| {
        let board = board(tiling, shape, sizes);
        labels(&board, board.corners())
    };
    assert_eq!(corners(Tiling::Square, Shape::Square, &[3]), "A1 C1 A3 C3");
    assert_eq!(corners(Tiling::Hex, Shape::Hex, &[3]), "A1 C1 A3 E3 C5 E5");
    assert_eq!(corners(Tiling::Hex, Shape::Tri, &[3]), "A1 C1 A3");
    assert_eq!(corners(Tiling::Hex, Shape::Rhombus, &[3, 2]), "A1 C1 A2 C2");
    assert_eq!(corners(Tiling::Hex, Shape::Trapezium, &[2, 2]), "A1 C1 A2 B2");
    assert_eq!(corners(Tiling::Tri, Shape::Tri, &[2]), "A1 C1 A2");
    assert_eq!(corners(Tiling::Tri, Shape::Rhombus, &[2, 2]), "A1 C1 D1 A2 B2 D2");
    assert_eq!(corners(Tiling::Tri, Shape::Hex, &[2]).split(' ').count(), 12);
    assert_eq!(corners(Tiling::TruncSquare, Shape::Square, &[2]), "A1 C1 A3 C3");
    assert_eq!(corners(Tiling::Square, Shape::Square, &[2, 2, 3]).split(' ').count(), 8);
    assert_eq!(corners(Tiling::Square, Shape::Square, &[1]), "A1");

    for board in zoo().into_iter().filter(|b| b.levels() == 1) {
        let union: BTreeSet<CellId> = board.sides().iter().flat_map(|s| s.cells.clone()).collect();
        assert!(union.iter().eq(&board.edge()), "{:?}", board.spec());
        if board.spec().tiling != Tiling::Tri && board.sides().iter().all(|s| s.cells.len() > 1) {
            let meeting = |c: &CellId| board.sides().iter().filter(|s| s.cells.contains(c)).count() > 1;
            assert!(board.cells().filter(meeting).eq(board.corners().iter().copied()));
        }
    }
}

#[test]
fn sides_face_the_way_they_are_named() {
    for board in zoo().into_iter().filter(|b| b.levels() == 1 && b.len() > 20 && b.rows() > 2 && b.cols() > 2) {
        let mean = |cells: &[CellId]| {
            let (x, y) = cells.iter().map(|&c| board.centre_of(c)).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
            (x / cells.len() as f64, y / cells.len() as f64)
        };
        let middle = mean(&board.cells().collect::<Vec<_>>());
        for side in board.sides() {
            let (x, y) = mean(&side.cells);
            let word = side.name.word();
            assert!(!word.contains('n') || y > middle.1, "{:?} {word}", board.spec());
            assert!(!word.contains('s') || y < middle.1, "{:?} {word}", board.spec());
            assert!(!word.contains('e') || x > middle.0, "{:?} {word}", board.spec());
            assert!(!word.contains('w') || x < middle.0, "{:?} {word}", board.spec());
            assert_eq!(board.side(side.name), Some(&*side.cells));
        }
    }
    let rhombus = board(Tiling::Hex, Shape::Rhombus, &[4]);
    assert_eq!(rhombus.side(Compass::Se), rhombus.side(Compass::E));
    assert_eq!(rhombus.side(Compass::Ne), None);
    assert_eq!(board(Tiling::Hex, Shape::Hex, &[4]).side(Compass::E), None);
}

#[test]
fn home_rows_begin_at_the_side_behind() {
    for board in zoo().into_iter().filter(|b| b.spec().shape != Shape::Boardless) {
        for &facing in Compass::ALL {
            let mut seen = BTreeSet::new();
            let mut k = 1;
            loop {
                let row = board.home(facing, k);
                if row.is_empty() {
                    break;
                }
                assert!(row.is_sorted());
                assert!(row.iter().all(|&c| seen.insert(c)), "rows do not overlap");
                k += 1;
            }
            assert_eq!(seen.len(), board.len(), "rows cover the board");
            assert!(board.home(facing, 0).is_empty() && board.home(facing, u32::MAX).is_empty());
            // Of triangles and octagons the row holds the side, of others it is the side.
            let behind = facing.opposite();
            if let Some(side) = board.side(behind) {
                let exact = board.sides().iter().any(|s| s.name == behind);
                let home = board.home(facing, 1);
                if exact && !matches!(board.spec().tiling, Tiling::Tri) {
                    assert_eq!(side, home, "{:?} {facing}", board.spec());
                } else if exact {
                    assert!(side.iter().all(|c| home.contains(c)), "{:?} {facing}", board.spec());
                }
            }
        }
        // A single column of octagons has no rows of small squares.
        let second = if board.spec().tiling == Tiling::TruncSquare && board.cols() == 1 { 2 } else { 1 };
        assert!(board.home(Compass::N, 2).iter().all(|&c| board.row(c) == second));
        assert!(board.home(Compass::S, 1).iter().all(|&c| board.row(c) == board.rows() - 1));
    }
    let squares = board(Tiling::Square, Shape::Square, &[4]);
    let home = |facing, k| labels(&squares, &squares.home(facing, k));
    assert_eq!(home(Compass::N, 2), "A2 B2 C2 D2");
    assert_eq!(home(Compass::S, 1), "A4 B4 C4 D4");
    assert_eq!(home(Compass::E, 1), "A1 A2 A3 A4");
    assert_eq!(home(Compass::W, 2), "C1 C2 C3 C4");
    assert_eq!(home(Compass::Ne, 2), "B1 A2");
    assert_eq!(home(Compass::Nw, 1), "D1");
    let hexagons = board(Tiling::Hex, Shape::Hex, &[3]);
    assert_eq!(labels(&hexagons, &hexagons.home(Compass::Ne, 1)), "A1 A2 A3");
    assert_eq!(labels(&hexagons, &hexagons.home(Compass::E, 1)), "A3");
    assert_eq!(labels(&hexagons, &hexagons.home(Compass::E, 2)), "A2 B4");
    assert!(board(Tiling::Square, Shape::Boardless, &[]).home(Compass::N, 1).is_empty());
}

#[test]
fn centres_are_in_the_middle() {
    let centre = |tiling, shape, sizes: &[u32]| {
        let board = board(tiling, shape, sizes);
        labels(&board, board.centre())
    };
    assert_eq!(centre(Tiling::Square, Shape::Square, &[3]), "B2");
    assert_eq!(centre(Tiling::Square, Shape::Square, &[4]), "B2 C2 B3 C3");
    assert_eq!(centre(Tiling::Square, Shape::Square, &[4, 3]), "B2 C2");
    assert_eq!(centre(Tiling::Square, Shape::Square, &[3, 3, 3]), "B2-2");
    assert_eq!(centre(Tiling::Hex, Shape::Hex, &[3]), "C3");
    assert_eq!(centre(Tiling::Hex, Shape::Rhombus, &[3]), "B2");
    assert_eq!(centre(Tiling::Hex, Shape::Rhombus, &[2]), "B1 A2");
    assert_eq!(centre(Tiling::Hex, Shape::Tri, &[4]), "B2");
    assert_eq!(centre(Tiling::Hex, Shape::Tri, &[3]), "B1 A2 B2");
    assert_eq!(centre(Tiling::Tri, Shape::Tri, &[2]), "B1");
    assert_eq!(centre(Tiling::Tri, Shape::Hex, &[2]).split(' ').count(), 6);
    assert_eq!(centre(Tiling::TruncSquare, Shape::Square, &[3]), "C3");
    assert_eq!(centre(Tiling::TruncSquare, Shape::Square, &[2]), "B2");
}

#[test]
fn players_own_opposite_or_alternate_sides() {
    let names = |board: &Board, player| {
        let own = board.own_sides(player)?;
        let name = |cells: &Vec<CellId>| board.sides().iter().find(|s| &s.cells == cells).unwrap().name.word();
        Some(own.iter().map(name).collect::<Vec<_>>().join(" "))
    };
    let rhombus = board(Tiling::Hex, Shape::Rhombus, &[5]);
    assert_eq!(names(&rhombus, 0).as_deref(), Some("n s"));
    assert_eq!(names(&rhombus, 1).as_deref(), Some("e w"));
    assert_eq!(names(&rhombus, 2), None);
    let hexagon = board(Tiling::Hex, Shape::Hex, &[5]);
    assert_eq!(names(&hexagon, 0).as_deref(), Some("n se sw"));
    assert_eq!(names(&hexagon, 1).as_deref(), Some("ne s nw"));
    let triangle = board(Tiling::Hex, Shape::Tri, &[5]);
    assert_eq!(names(&triangle, 0).as_deref(), Some("ne s nw"));
    assert_eq!(names(&triangle, 1).as_deref(), Some("ne s nw"));
    assert_eq!(names(&board(Tiling::Hex, Shape::Boardless, &[]), 0), None);
}

#[test]
fn sides_that_face_each_other_are_opposite() {
    let pairs = |board: &Board| {
        let pairs = board.opposite_sides().into_iter();
        pairs.map(|[a, b]| format!("{}-{}", a.name, b.name)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(pairs(&board(Tiling::Square, Shape::Square, &[4])), "n-s e-w");
    assert_eq!(pairs(&board(Tiling::Hex, Shape::Rhombus, &[5])), "n-s e-w");
    assert_eq!(pairs(&board(Tiling::Hex, Shape::Hex, &[5])), "n-s ne-sw se-nw");
    assert_eq!(pairs(&board(Tiling::Hex, Shape::Tri, &[5])), "");
    assert_eq!(pairs(&board(Tiling::Hex, Shape::Boardless, &[])), "");
}

#[test]
fn impossible_boards_are_refused_with_reasons() {
    let error = |tiling, shape, sizes: &[u32]| Board::new(&spec(tiling, shape, sizes)).unwrap_err();
    assert_eq!(
        error(Tiling::Square, Shape::Hex, &[3]).to_string(),
        "no hex board of tiling square: its shapes are square, boardless"
    );
    assert_eq!(
        error(Tiling::TruncSquare, Shape::Rhombus, &[3]).to_string(),
        "no rhombus board of tiling trunc-square: its shapes are square"
    );
    assert_eq!(error(Tiling::Hex, Shape::Hex, &[3, 3]).to_string(), "a hex board of tiling hex takes one size, not 2");
    assert_eq!(
        error(Tiling::Square, Shape::Square, &[]).to_string(),
        "a square board of tiling square takes one to three sizes, not 0"
    );
    assert_eq!(
        error(Tiling::Hex, Shape::Rhombus, &[3, 3, 3]).to_string(),
        "a rhombus board of tiling hex takes one or two sizes, not 3"
    );
    assert_eq!(error(Tiling::Square, Shape::Square, &[3, 0]), BoardError::ZeroSize);
    assert_eq!(error(Tiling::Square, Shape::Square, &[33, 32]), BoardError::TooManyCells { cells: 1056 });
    assert_eq!(error(Tiling::Hex, Shape::Hex, &[19]).to_string(), "1027 cells are too many: a board has at most 1024");
    for &tiling in Tiling::LATTICES {
        for &shape in tiling.shapes() {
            let error = error(tiling, shape, &[u32::MAX]);
            assert!(matches!(error, BoardError::TooManyCells { cells } if cells > 1 << 60), "{tiling} {shape} {error}");
        }
    }
    assert_eq!(
        error(Tiling::Square, Shape::Square, &[u32::MAX, u32::MAX, u32::MAX]),
        BoardError::TooManyCells { cells: u64::MAX }
    );
}

#[test]
fn words_lead_back_to_their_values() {
    assert!(Tiling::ALL.iter().all(|&t| Tiling::from_word(t.word()) == Some(t)));
    assert!(Shape::ALL.iter().all(|&s| Shape::from_word(s.word()) == Some(s)));
    assert!(Compass::ALL.iter().all(|&c| Compass::from_word(c.word()) == Some(c)));
    assert!(Compass::ALL.iter().all(|&c| c.opposite().opposite() == c && c.opposite() != c));
    assert_eq!(Tiling::from_word("octagon"), None);
    for board in zoo() {
        for &c in Compass::ALL {
            let d = board.compass(c).unwrap();
            assert_eq!(board.direction_name(d), c.word());
            assert_eq!(board.compass(c.opposite()), Some(board.opposite(d)));
        }
    }
}
