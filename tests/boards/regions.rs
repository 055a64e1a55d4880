//! Sides, corners, home rows and the middle, and which sides are whose.

use super::{board, zoo};
use ludogen::board::{Board, CellId, Compass, Shape, Tiling};
use std::collections::BTreeSet;

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
