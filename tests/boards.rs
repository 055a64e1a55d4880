//! Boards against closed formulas, and the laws that every board obeys.

#[path = "boards/distances.rs"]
mod distances;
#[path = "boards/regions.rs"]
mod regions;
#[path = "boards/symmetries.rs"]
mod symmetries;

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
