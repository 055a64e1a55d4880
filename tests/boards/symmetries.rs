//! Symmetries, half turns and mirrors.

use super::{board, zoo};
use ludogen::board::{Board, CellId, Shape, Tiling};
use std::collections::BTreeSet;

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
