//! The sizes of boards by formula: how many cells, how long a line, which labels. Repair needs no more than this, and needs
//! it before there is a board that could be built.

use crate::board::{Board, BoardError, BoardSpec, Shape, Tiling};
use crate::language::resolve::is_label;
use crate::language::tree::Tree;

/// Fewest cells of a repaired board.
pub(super) const FEWEST_CELLS: i64 = 4;
/// Most cells of a repaired board.
pub(super) const MOST_CELLS: i64 = 400;

/// The outline of a board as its section describes it, with sizes made definite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outline<'a> {
    pub tiling: &'a str,
    pub shape: &'a str,
    /// Along a row (the shortest of a trapezium).
    pub a: i64,
    /// Rows.
    pub b: i64,
    /// Levels.
    pub c: i64,
    /// Whether lines run along direct neighbours.
    pub direct: bool,
    /// How many sizes are given.
    given: usize,
}

/// The shapes that a tiling may have, the one that repair falls back to first.
pub(super) fn shapes(tiling: &str) -> &'static [&'static str] {
    match tiling {
        "tri" => &["hex", "tri", "square", "rhombus", "trapezium"],
        "square" => &["square", "boardless"],
        "hex" => &["hex", "tri", "square", "rhombus", "trapezium", "boardless"],
        _ => &["square"],
    }
}

/// How many sizes a shape may have.
pub(super) fn most_sizes(tiling: &str, shape: &str) -> usize {
    match (tiling, shape) {
        ("morris" | "star", _) => 1,
        ("square", "square") | ("pits", _) => 3,
        (_, "square" | "rhombus" | "trapezium") => 2,
        _ => 1,
    }
}

/// Whether one size stands for two.
pub(super) fn is_squared(tiling: &str, shape: &str) -> bool {
    most_sizes(tiling, shape) > 1 && !matches!(tiling, "wheel" | "rings" | "pits")
}

/// The flags of a tiling.
pub(super) fn has_flag(tiling: &str, flag: &str) -> bool {
    match Tiling::from_word(tiling) {
        Some(Tiling::Morris | Tiling::Alquerque) => flag == "i-nbors",
        Some(tiling) => tiling.is_lattice(),
        None => true,
    }
}

/// The largest size that is looked at; each board of such a size is too large.
const LARGEST: i64 = 1000;

/// The sizes, made such that there is a board if it is not too large: spokes of a wheel are three at least, and so on.
pub(super) fn mended(tiling: &str, sizes: &[i64]) -> Vec<i64> {
    let sizes: Vec<i64> = sizes.iter().map(|&size| size.clamp(1, LARGEST)).collect();
    let size = |i: usize, least: i64| sizes.get(i).copied().unwrap_or(least).max(least);
    match tiling {
        "pits" => {
            let stores = (sizes.len() > 2).then_some(2);
            [size(0, 1), size(1, 1)].into_iter().chain(stores).collect()
        }
        "wheel" => std::iter::once(size(0, 3)).chain(sizes.get(1).copied()).collect(),
        "rings" => vec![size(0, 1), size(1, 3)],
        "star" => vec![size(0, 5)],
        _ => sizes,
    }
}

/// The sizes that the board of a game names, if it names any.
pub(super) fn sizes_of(tree: &Tree) -> Option<Vec<i64>> {
    Some(tree.child("board")?.child("size")?.args().iter().filter_map(Tree::as_int).collect())
}

impl<'a> Outline<'a> {
    /// The outline of the game `tree`; `None` without a board that names a tiling and a size.
    pub fn of(tree: &'a Tree) -> Option<Self> {
        let board = tree.child("board")?;
        let tiling = board.child("tiling")?;
        let shape = board.child("shape").and_then(|s| s.args().first()).and_then(Tree::as_word).unwrap_or("square");
        let sizes = sizes_of(tree)?;
        Some(Self::new(tiling.args().first()?.as_word()?, shape, &sizes, tiling.child("no-d-nbors").is_none()))
    }

    pub fn new(tiling: &'a str, shape: &'a str, sizes: &[i64], direct: bool) -> Self {
        let a = sizes.first().copied().unwrap_or(5).clamp(1, LARGEST);
        let two = most_sizes(tiling, shape) > 1;
        let other = if is_squared(tiling, shape) { a } else { 1 };
        let b = if two { sizes.get(1).copied().unwrap_or(other).clamp(1, LARGEST) } else { a };
        let c = if most_sizes(tiling, shape) > 2 { sizes.get(2).copied().unwrap_or(1).clamp(1, LARGEST) } else { 1 };
        Outline { tiling, shape, a, b, c, direct, given: sizes.len() }
    }

    /// The board itself, or why there is none; `None` if it is no graph.
    fn board(&self) -> Option<Result<Board, BoardError>> {
        let tiling = self.graph_tiling()?;
        let sizes = [self.a as u32, self.b as u32, self.c as u32];
        let given = self.given.clamp(1, most_sizes(self.tiling, self.shape));
        Some(Board::new(&BoardSpec::new(tiling, Shape::Square, &sizes[..given])))
    }

    /// The board itself, if it is a graph and there is one.
    fn graph(&self) -> Option<Board> {
        self.board()?.ok()
    }

    /// The tiling if it is points on lines, and none of the plane.
    fn graph_tiling(&self) -> Option<Tiling> {
        Tiling::from_word(self.tiling).filter(|tiling| !tiling.is_lattice())
    }

    /// Whether it is points on lines.
    fn is_graph(&self) -> bool {
        self.graph_tiling().is_some()
    }

    /// The shape of the window on an endless board, or the shape itself.
    fn window(&self) -> &'a str {
        match (self.shape, self.tiling) {
            ("boardless", "hex") => "hex",
            ("boardless", _) => "square",
            (shape, _) => shape,
        }
    }

    /// How many cells the board has, or would have if there were any of its size; more than any if there is none for another reason, such as a point with too many
    /// neighbours.
    pub fn cells(&self) -> i64 {
        match self.board() {
            Some(Ok(board)) => return board.len() as i64,
            Some(Err(BoardError::TooManyCells { cells })) => return i64::try_from(cells).unwrap_or(i64::MAX),
            Some(Err(_)) => return i64::MAX,
            None => {}
        }
        let per_level: i64 = (0..self.rows()).map(|y| self.row(y).2).sum();
        per_level * self.c
    }

    /// How many rows it has.
    pub fn rows(&self) -> i64 {
        if self.is_graph() {
            return self.graph().map_or(1, |board| i64::from(board.rows()));
        }
        match (self.tiling, self.window()) {
            ("trunc-square", _) => 2 * self.b - 1,
            ("tri", "hex") => 2 * self.a,
            (_, "hex") => 2 * self.a - 1,
            (_, "tri") => self.a,
            _ => self.b,
        }
    }

    /// The file of the first cell of row `y` (from 0), the step from file to file, and how many cells there are.
    fn row(&self, y: i64) -> (i64, i64, i64) {
        let (a, b) = (self.a, self.b);
        match (self.tiling, self.window()) {
            ("trunc-square", _) => (y % 2, 2, a - y % 2),
            ("tri", "tri") => (0, 1, 2 * (a - y) - 1),
            ("tri", "hex") if y < a => (0, 1, 2 * (a + y) + 1),
            ("tri", "hex") => (2 * (y - a) + 1, 1, 6 * a - 2 * y - 1),
            ("tri", "rhombus") => (0, 1, 2 * a),
            ("tri", "trapezium") => (0, 1, 2 * (a + b - y) - 1),
            (_, "tri") => (0, 1, a - y),
            (_, "hex") if y < a => (0, 1, a + y),
            (_, "hex") => (y - a + 1, 1, 3 * a - 2 - y),
            (_, "trapezium") => (0, 1, a + b - 1 - y),
            _ => (0, 1, a),
        }
    }

    /// An upper bound for the cells of a straight line; exact for boards of squares and for hexagonal, rhombic, triangular
    /// and trapezoid boards of hexagons.
    pub fn longest_line(&self) -> i64 {
        if self.is_graph() {
            let board = self.graph();
            return board.map_or(1, |board| board.drawn_lines().iter().map(Vec::len).max().unwrap_or(1) as i64);
        }
        let (a, b) = (self.a, self.b);
        let direct = match (self.tiling, self.window()) {
            ("square", _) => a.max(b).max(self.c),
            ("trunc-square", _) => a.max(b).max(2 * a.min(b) - 1),
            ("tri", "tri") => 2 * a - 1,
            ("tri", "hex") => 4 * a - 1,
            ("tri", "rhombus") => 2 * a.max(b),
            ("tri", "trapezium") => 2 * (a + b) - 1,
            ("tri", _) => a.max(2 * a.min(b)),
            (_, "tri") => a,
            (_, "hex") => 2 * a - 1,
            (_, "trapezium") => a + b - 1,
            (_, "square") => a.max(b.min(2 * a)),
            _ => a.max(b),
        };
        match (self.direct, self.tiling) {
            (true, _) => direct,
            (false, "square") => [a.min(b), a.min(self.c), b.min(self.c)].into_iter().max().unwrap_or(1),
            (false, _) => (direct + 1) / 2,
        }
    }

    /// The label of the cell nearest to the one that `label` names: itself if it is on the board; `None` if it is no label.
    pub fn nearest(&self, label: &str) -> Option<String> {
        if !is_label(label) {
            return None;
        }
        if let Some(board) = self.graph() {
            // The letter and the number nearest to those of the label.
            let key = |label: &str| {
                let letters = label.bytes().take_while(u8::is_ascii_alphabetic).count();
                let file =
                    label[..letters].bytes().fold(0i64, |n, b| n * 26 + i64::from(b.to_ascii_uppercase() - b'A') + 1);
                let digits: String = label[letters..].chars().take_while(char::is_ascii_digit).collect();
                (file, digits.parse::<i64>().unwrap_or(1))
            };
            let (file, number) = key(label);
            let off = |other: &String| {
                let (f, n) = key(other);
                (f - file).abs() + (n - number).abs()
            };
            let name = board.cells().map(|c| board.label(c)).min_by_key(off)?;
            return Some(if name.eq_ignore_ascii_case(label) { label.to_string() } else { name });
        }
        let letters = label.bytes().take_while(u8::is_ascii_alphabetic).count();
        let file =
            label[..letters].bytes().fold(0i64, |n, b| n * 26 + i64::from(b.to_ascii_uppercase() - b'A') + 1) - 1;
        let (rank, level) = match label[letters..].split_once('-') {
            Some((rank, level)) => (rank, Some(level)),
            None => (&label[letters..], None),
        };
        let row = (rank.parse::<i64>().ok()? - 1).clamp(0, self.rows() - 1);
        // A single file of octagons has no small squares beside it.
        let row = if self.row(row).2 == 0 { row - 1 } else { row };
        let (first, step, len) = self.row(row);
        let place = ((file - first) / step).clamp(0, len - 1);
        let mut name = letters_of(first + step * place) + &(row + 1).to_string();
        if let Some(level) = level {
            name += &format!("-{}", level.parse::<i64>().ok()?.clamp(1, self.c));
        }
        Some(if name.eq_ignore_ascii_case(label) { label.to_string() } else { name })
    }
}

fn letters_of(file: i64) -> String {
    let letter = |i: i64| char::from(b'A' + (i % 26) as u8);
    if file < 26 { letter(file).to_string() } else { [letter(file / 26 - 1), letter(file)].iter().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_add_up_to_the_closed_formulas() {
        for n in 1..9 {
            let cells = |tiling, shape| Outline::new(tiling, shape, &[n], true).cells();
            assert_eq!(cells("square", "square"), n * n);
            assert_eq!(cells("hex", "hex"), 3 * n * (n - 1) + 1);
            assert_eq!(cells("hex", "tri"), n * (n + 1) / 2);
            assert_eq!(cells("hex", "rhombus"), n * n);
            assert_eq!(cells("tri", "tri"), n * n);
            assert_eq!(cells("tri", "hex"), 6 * n * n);
            assert_eq!(cells("tri", "rhombus"), 2 * n * n);
            assert_eq!(cells("trunc-square", "square"), n * n + (n - 1) * (n - 1));
        }
        assert_eq!(Outline::new("hex", "trapezium", &[7, 7], true).cells(), 70);
        assert_eq!(Outline::new("square", "square", &[3, 3, 3], true).cells(), 27);
    }

    #[test]
    fn no_row_is_longer_than_the_longest_line() {
        for tiling in ["tri", "square", "hex", "trunc-square"] {
            for shape in shapes(tiling) {
                for (a, b) in [(1, 1), (2, 5), (5, 2), (4, 4)] {
                    let outline = Outline::new(tiling, shape, &[a, b], true);
                    let row = (0..outline.rows()).map(|y| outline.row(y).2).max().unwrap();
                    assert!(row <= outline.longest_line(), "{outline:?}");
                }
            }
        }
    }

    #[test]
    fn labels_off_the_board_move_to_the_nearest_cell() {
        let square = Outline::new("square", "square", &[4, 3], true);
        assert_eq!(square.nearest("B2").as_deref(), Some("B2"));
        assert_eq!(square.nearest("b2").as_deref(), Some("b2"));
        assert_eq!(square.nearest("Z9").as_deref(), Some("D3"));
        assert_eq!(square.nearest("home"), None);
        // The third row of a hexagon of side 2 starts at file B.
        let hex = Outline::new("hex", "hex", &[2], true);
        assert_eq!(hex.nearest("A3").as_deref(), Some("B3"));
        assert_eq!(hex.nearest("C1").as_deref(), Some("B1"));
        assert_eq!(Outline::new("trunc-square", "square", &[3], true).nearest("A2").as_deref(), Some("B2"));
        assert_eq!(Outline::new("trunc-square", "square", &[1, 3], true).nearest("B2").as_deref(), Some("A1"));
        assert_eq!(Outline::new("square", "square", &[30, 1], true).nearest("AB1").as_deref(), Some("AB1"));
    }
}
