//! Pictures of boards.

use ludogen::board::{Board, BoardSpec, Colour, Mark, Shape, SvgOptions, Tiling, draw};
use std::collections::BTreeSet;

fn board(tiling: Tiling, shape: Shape, sizes: &[u32]) -> Board {
    Board::new(&BoardSpec::new(tiling, shape, sizes)).unwrap()
}

fn zoo() -> Vec<Board> {
    let mut boards: Vec<Board> = Vec::new();
    for &tiling in Tiling::LATTICES {
        for &shape in tiling.shapes() {
            boards.extend([1, 2, 5].map(|n| board(tiling, shape, &[n])));
        }
    }
    boards.push(board(Tiling::Square, Shape::Square, &[3, 4, 2]));
    boards.push(board(Tiling::Square, Shape::Square, &[30, 11]));
    boards
}

/// The board with an X on the first and the last cell.
fn crossed(board: &Board) -> String {
    let last = board.len() - 1;
    draw::text(board, &|c| if c == 0 || usize::from(c) == last { "X" } else { "." }.to_owned())
}

#[test]
fn text_shows_squares_as_a_grid() {
    assert_eq!(
        crossed(&board(Tiling::Square, Shape::Square, &[4, 3])),
        "\
3  . . . X
2  . . . .
1  X . . .
   A B C D
"
    );
    let wide = draw::text(&board(Tiling::Square, Shape::Square, &[3, 2]), &|c| {
        if c == 4 { "wB2".to_owned() } else { ".".to_owned() }
    });
    assert_eq!(
        wide,
        "\
2  .   wB2 .
1  .   .   .
   A   B   C
"
    );
}

#[test]
fn text_indents_rows_of_hexagons() {
    let hexagon = ["  5  . . X", " 4  . . . .", "3  . . . . .", " 2  . . . . E", "  1  X . . D", "      A B C"];
    assert_eq!(crossed(&board(Tiling::Hex, Shape::Hex, &[3])).lines().collect::<Vec<_>>(), hexagon);
    let rhombus = [
        "  3  . . X", //
        " 2  . . .",
        "1  X . .",
        "  A B C",
    ];
    assert_eq!(crossed(&board(Tiling::Hex, Shape::Rhombus, &[3])).lines().collect::<Vec<_>>(), rhombus);
    assert_eq!(
        crossed(&board(Tiling::Hex, Shape::Square, &[3])),
        "\
3  . . X
2   . . .
1  X . .
   A B C
"
    );
}

#[test]
fn text_draws_triangles_between_slashes() {
    assert_eq!(
        crossed(&board(Tiling::Tri, Shape::Tri, &[3])),
        "
    3 /X\\
  2 /.\\./.\\
1 /X\\./.\\./.\\
   A B C D E
"[1..]
            .to_owned()
    );
    assert_eq!(
        crossed(&board(Tiling::Tri, Shape::Hex, &[1])),
        "
2 /.\\./X\\
1 \\X/.\\./D
     A B C
"[1..]
            .to_owned()
    );
}

#[test]
fn text_sets_small_squares_between_octagons() {
    assert_eq!(
        crossed(&board(Tiling::TruncSquare, Shape::Square, &[3, 2])),
        "\
3  .   .   X
2    .   .
1  X   .   .
   A B C D E
"
    );
}

#[test]
fn text_names_levels() {
    assert_eq!(
        crossed(&board(Tiling::Square, Shape::Square, &[2, 2, 2])),
        "\
level 2
2  . X
1  . .
   A B

level 1
2  . .
1  X .
   A B
"
    );
}

#[test]
fn text_shows_every_cell_row_and_file() {
    for board in zoo() {
        for width in 1..=3 {
            let text = draw::text(&board, &|_| "#".repeat(width));
            assert_eq!(text.matches('#').count(), width * board.len(), "{:?}\n{text}", board.spec());
            let words: Vec<&str> = text.split_whitespace().collect();
            for row in 1..=board.rows() {
                // Titles of levels count too.
                let titles = u32::from(board.levels() > 1 && row <= board.levels());
                assert_eq!(words.iter().filter(|w| **w == row.to_string()).count() as u32, board.levels() + titles);
            }
        }
    }
    assert!(!draw::text(&board(Tiling::Square, Shape::Square, &[2]), &|_| String::new()).is_empty());
}

/// Name, attributes, text up to the next tag.
type Tag = (String, Vec<(String, String)>, String);

/// The tags of a document in order. Fails unless every tag is closed in order.
fn tags(svg: &str) -> Vec<Tag> {
    let mut open: Vec<String> = Vec::new();
    let mut tags = Vec::new();
    assert!(svg.starts_with('<'));
    for part in svg[1..].split('<') {
        let (tag, text) = part.split_once('>').unwrap();
        assert!(!text.contains('>'));
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |t| (t, true));
        let (name, mut rest) = tag.split_once(' ').unwrap();
        let mut attributes = Vec::new();
        while let Some((key, after)) = rest.split_once("=\"") {
            let (value, after) = after.split_once('"').unwrap();
            attributes.push((key.trim().to_owned(), value.to_owned()));
            rest = after;
        }
        assert_eq!(rest, "");
        if !closed {
            open.push(name.to_owned());
        }
        tags.push((name.to_owned(), attributes, text.to_owned()));
    }
    assert!(open.is_empty());
    tags
}

fn attribute<'a>(tag: &'a Tag, key: &str) -> &'a str {
    tag.1.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str()).unwrap()
}

#[test]
fn svg_is_well_formed_and_keeps_within_its_frame() {
    for board in zoo() {
        for coordinates in [true, false] {
            let options = SvgOptions { cell_px: 30.0, coordinates };
            let svg = draw::svg(&board, &options, &|c| {
                let fill = [Colour::White, Colour::Black, Colour::Neutral][usize::from(c) % 3];
                let disc = Mark::Disc { fill };
                vec![Mark::Shade(c as u8), disc.clone(), disc.clone(), disc, Mark::Dot, Mark::Text("<&\">".to_owned())]
            });
            let tags = tags(&svg);
            let (width, height): (f64, f64) =
                (attribute(&tags[0], "width").parse().unwrap(), attribute(&tags[0], "height").parse().unwrap());
            let within = |x: &str, y: &str, by: f64| {
                let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
                assert!(x >= by && x <= width - by && y >= by && y <= height - by, "{:?} {x} {y}", board.spec());
            };
            let mut labels = BTreeSet::new();
            for tag in &tags {
                match tag.0.as_str() {
                    "polygon" => {
                        labels.insert(attribute(tag, "data-cell").to_owned());
                        attribute(tag, "points").split(' ').for_each(|p| {
                            let (x, y) = p.split_once(',').unwrap();
                            within(x, y, 1.0);
                        });
                    }
                    "circle" => {
                        within(attribute(tag, "cx"), attribute(tag, "cy"), attribute(tag, "r").parse().unwrap())
                    }
                    "text" => within(attribute(tag, "x"), attribute(tag, "y"), 3.0),
                    _ => {}
                }
            }
            assert_eq!(labels, board.cells().map(|c| board.label(c)).collect());
            let count = |name: &str| tags.iter().filter(|t| t.0 == name).count();
            assert_eq!((count("polygon"), count("circle")), (board.len(), 4 * board.len()));
            let files: BTreeSet<u32> = board.cells().map(|c| board.col(c)).collect();
            let rows: BTreeSet<u32> = board.cells().map(|c| board.row(c)).collect();
            let levels = board.levels() as usize;
            let captions =
                if coordinates { levels * (files.len() + rows.len()) + if levels > 1 { levels } else { 0 } } else { 0 };
            assert_eq!(count("text"), board.len() + captions);
        }
    }
}

#[test]
fn svg_borders_follow_the_outline() {
    let pieces = |board: &Board| {
        let svg = draw::svg(board, &SvgOptions::default(), &|_| Vec::new());
        tags(&svg).iter().filter(|t| t.0 == "path").map(|t| attribute(t, "d").matches('M').count()).sum::<usize>()
    };
    for n in 1..=6 {
        let k = n as usize;
        assert_eq!(pieces(&board(Tiling::Square, Shape::Square, &[n, 4])), 2 * (k + 4));
        assert_eq!(pieces(&board(Tiling::Hex, Shape::Hex, &[n])), 6 * (2 * k - 1));
        assert_eq!(pieces(&board(Tiling::Tri, Shape::Hex, &[n])), 6 * k);
        assert_eq!(pieces(&board(Tiling::TruncSquare, Shape::Square, &[n])), 12 * k - 4);
    }
    assert_eq!(pieces(&board(Tiling::Hex, Shape::Boardless, &[])), 0);
}

#[test]
fn svg_shades_cells_by_phase() {
    let fills = |coloured: bool, shade: bool| {
        let board = Board::new(&BoardSpec { coloured, ..BoardSpec::new(Tiling::Hex, Shape::Hex, &[3]) }).unwrap();
        let svg = draw::svg(&board, &SvgOptions::default(), &|c| {
            if shade { vec![Mark::Shade(board.phase(c))] } else { vec![] }
        });
        tags(&svg)
            .iter()
            .filter(|t| t.0 == "g" && t.1.len() > 2)
            .map(|t| attribute(t, "fill").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(fills(false, false).len(), 1);
    assert_eq!(fills(true, false).len(), 3);
    assert_eq!(fills(false, true), fills(true, false));
}

#[test]
fn svg_sizes_that_make_no_sense_are_replaced() {
    let board = board(Tiling::Square, Shape::Square, &[2]);
    for cell_px in [f64::NAN, f64::INFINITY, 0.0, -5.0, 1e300] {
        let svg =
            draw::svg(&board, &SvgOptions { cell_px, coordinates: true }, &|_| vec![Mark::Text("\u{1}ab\u{7}".into())]);
        let tags = tags(&svg);
        let width: f64 = attribute(&tags[0], "width").parse().unwrap();
        assert!(width > 5.0 && width < 2000.0);
        assert!(svg.contains(">ab<"));
    }
}
