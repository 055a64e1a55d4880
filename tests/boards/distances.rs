//! Distances against the slow way and closed formulas, and lines.

use super::{board, diagonal, spec, zoo};
use ludogen::board::{Board, BoardSpec, CellId, Shape, Tiling};

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
