//! The board: shape, tiling, phases, regions and the sides that players own.

use super::book::Book;
use super::words::{in_words, list, number, polish, verb};
use crate::board::{Board, Compass, Shape, Tiling};
use crate::language::resolve::resolve;
use crate::language::schema::{Category, Ludeme};
use crate::language::{Tree, tree::Kind};

/// Which points are adjacent on a board of points and lines.
const NEIGHBOURS: &str = "Neighbours on a line are adjacent.";

/// The most lines of a board that are told one by one.
const MOST_LINES: usize = 40;

/// The text of a board on which nothing stands: “an empty 8 by 8 board”.
fn emptied(text: &str) -> String {
    let articles = [("a ", "an"), ("A ", "An"), ("The points of a ", "The points of an")];
    let told = articles.iter().find_map(|(article, an)| Some(format!("{an} empty {}", text.strip_prefix(article)?)));
    told.unwrap_or_else(|| format!("{text} The board starts empty."))
}

impl Book<'_> {
    pub(super) fn board(&self) -> Vec<String> {
        let Some(board) = self.section("board") else { return Vec::new() };
        let mut lines = vec![polish(&self.ground(board))];
        lines.extend(self.regions(board));
        lines
    }

    /// Shape, cells and neighbours.
    fn ground(&self, board: &Tree) -> String {
        let mut text = match self.rules.board.tiling.is_lattice() {
            true => self.tiled(board),
            false => self.drawn(),
        };
        if self.starts_empty() {
            text = emptied(&text);
        }
        if let Some(without) = board.child("without") {
            let cells: Vec<String> = without.args().iter().filter_map(Tree::as_word).map(String::from).collect();
            text.push_str(&format!(
                " {} {} left out.",
                list(&cells, "and"),
                if cells.len() > 1 { "are" } else { "is" }
            ));
        }
        let has_phases = |l: &Ludeme| matches!(l.category, Category::Cells | Category::Int) && l.word == "phase";
        if self.uses(&has_phases) {
            let shaded = self.teller.scene.shaded;
            let first = self.board.map_or_else(String::new, |b| match b.phase(0) {
                0 if shaded => format!("; {} is dark", b.label(0)),
                _ if shaded => format!("; {} is light", b.label(0)),
                phase => format!("; {} is of phase {phase}", b.label(0)),
            });
            match self.board.filter(|b| b.phases() > 2) {
                Some(board) => text.push_str(&format!(
                    " Cells have {} colours: {}.",
                    number(board.phases().into()),
                    first_of_phases(board)
                )),
                None => text.push_str(&format!(" Cells alternate in colour{first}.")),
            }
        }
        text
    }

    /// A graph: what it looks like, and how many points it has.
    fn drawn(&self) -> String {
        let spec = &self.rules.board;
        let size = |i: usize, default: u32| i64::from(spec.sizes.get(i).copied().unwrap_or(default));
        let (a, b) = (size(0, 1), size(1, spec.sizes.first().copied().unwrap_or(1)));
        let points = number(self.board.as_ref().map_or(0, |board| board.len() as i64));
        let count = |n: i64, one: &str, many: &str| format!("{} {}", number(n), if n == 1 { one } else { many });
        match spec.tiling {
            Tiling::Morris => {
                let joined = match (a, spec.indirect) {
                    (1, _) => "one square".to_string(),
                    (_, false) => {
                        format!("{} squares one inside the other, joined at the middles of their sides", number(a))
                    }
                    (_, true) => {
                        format!(
                            "{} squares one inside the other, joined at the corners and the middles of their sides",
                            number(a)
                        )
                    }
                };
                format!("A morris board: {joined}, {points} points. {NEIGHBOURS}")
            }
            Tiling::Alquerque => {
                let ne =
                    |board: &Board, c: u16| board.compass(Compass::Ne).is_some_and(|d| board.neighbour(c, d).is_some());
                let crossed = self.board.as_ref().and_then(|b| b.cells().find(|&c| ne(b, c)).map(|c| b.label(c)));
                let lines = match crossed {
                    _ if spec.indirect => "all diagonals".to_string(),
                    Some(label) => format!("the diagonals of every second point, {label} among them"),
                    None => "diagonals".to_string(),
                };
                format!(
                    "The points of a {a} by {b} alquerque board, joined along rows, columns and {lines}. {NEIGHBOURS}"
                )
            }
            Tiling::Pits => {
                let rows = count(size(1, 1), "row", "rows");
                let stores = if spec.sizes.len() > 2 { ", with a store at either end" } else { "" };
                format!("A board of {rows} of {} pits{stores}.", number(a))
            }
            Tiling::Wheel => {
                let rings = match size(1, 1) {
                    1 => format!("a ring of {} points around it", number(a)),
                    n => format!("{} rings of {} points around it", number(n), number(a)),
                };
                format!("A wheel: a centre and {rings}, on straight spokes, {points} points in all. {NEIGHBOURS}")
            }
            Tiling::Rings => {
                let rings = count(a, "ring", "rings");
                format!("{rings} of {} points, joined by straight spokes. {NEIGHBOURS}", number(b))
            }
            Tiling::Star => {
                let lines = "each line through two points and two crossings";
                format!("A star of {} points and as many crossings, {lines}. {NEIGHBOURS}", number(a))
            }
            _ => self.listed(points),
        }
    }

    /// Points and lines that the rules list: the lines are told, but for so many that nobody would read them.
    fn listed(&self, points: String) -> String {
        let Some(board) = &self.board else { return "Points and lines.".into() };
        let lines = board.drawn_lines();
        if lines.len() > MOST_LINES {
            return format!("{points} points, joined by {} lines. {NEIGHBOURS}", lines.len());
        }
        let told = |line: &Vec<u16>| line.iter().map(|&c| board.label(c)).collect::<Vec<_>>().join("–");
        let lines: Vec<String> = lines.iter().map(told).collect();
        format!("{points} points, joined by the lines {}. {NEIGHBOURS}", list(&lines, "and"))
    }

    /// The text in the words of the board: points and pits are no cells.
    pub(super) fn in_points(&self, text: &str) -> String {
        match self.rules.board.tiling {
            Tiling::Pits => in_words(text, "pit"),
            tiling if tiling.is_lattice() => text.to_string(),
            _ => in_words(text, "point"),
        }
    }

    /// Cells of a tiling of the plane.
    fn tiled(&self, board: &Tree) -> String {
        let arg = |word: &str| board.child(word).and_then(|t| t.args().first());
        let default_shape = Tree::word("square");
        let shape_text = self.teller.tell(arg("shape").unwrap_or(&default_shape), Category::Shape);
        let of = arg("tiling").map_or_else(String::new, |t| format!("{} ", self.teller.tell(t, Category::Tiling)));
        let (shape, measures) = shape_text.split_at(shape_text.find(',').unwrap_or(shape_text.len()));
        let spec = &self.rules.board;
        let flag = |word: &str| self.teller.tell(&Tree::word(word), Category::TilingFlag);
        let adjacent = match (spec.indirect, spec.no_direct) {
            (false, false) if spec.tiling == Tiling::Hex => String::new(),
            (false, false) if spec.tiling == Tiling::Square => "adjacent orthogonally".into(),
            (false, false) => "adjacent by sides".into(),
            (true, false) => flag("i-nbors"),
            (true, true) => "adjacent diagonally only".into(),
            (false, true) => flag("no-d-nbors"),
        };
        let adjacent = if adjacent.is_empty() { adjacent } else { format!(", {adjacent}") };
        let staggered =
            if (spec.tiling, spec.shape) == (Tiling::Hex, Shape::Square) { " in staggered rows" } else { "" };
        // “A hexagonal board of hexagonal cells, five to a side”
        format!("a {shape} of {of}cells{staggered}{measures}{adjacent}.")
    }

    fn regions(&self, board: &Tree) -> Vec<String> {
        let matters = self
            .uses(&|l| l.category == Category::Cells && matches!(l.word, "own-regions" | "enemy-regions"))
            || self.connects_by_default();
        let declared = board.child("regions").map_or(&[][..], Tree::args);
        if declared.is_empty() && matters {
            return self.board.as_ref().map(|b| self.own_sides(b)).into_iter().collect();
        }
        let mut lines = Vec::new();
        for (i, region) in declared.iter().enumerate() {
            let Some(element) = resolve(region, Category::Region, self.names) else { continue };
            let owner = match self.rules.regions.get(i).and_then(|r| r.owner) {
                Some(player) => format!(", owned by {}", self.player(player.index())),
                None if matters => ", owned by both players".into(),
                None => String::new(),
            };
            let what = self.teller.cells(element.all("cells"), "and");
            lines.push(format!("Region {}: {}{owner}.", i + 1, if what.is_empty() { "no cells" } else { &what }));
        }
        lines
    }

    /// The sides that belong to the players where no regions are declared.
    fn own_sides(&self, board: &Board) -> String {
        let sides = |player: usize| -> Vec<String> {
            let own = board.own_sides(player).unwrap_or_default();
            let named = board.sides().iter().filter(|s| own.contains(&s.cells));
            named.map(|s| self.teller.tell(&Tree::word(s.name.word()), Category::Direction)).collect()
        };
        let [first, second] = [0, 1].map(sides);
        match (first.is_empty(), first == second) {
            (true, _) => "The board has no sides that belong to a player.".into(),
            (_, true) => "All sides of the board belong to both players.".into(),
            _ => format!(
                "{} {} the {} sides, {} the {}.",
                self.player(0),
                verb(self.player(0), "owns", "own"),
                list(&first, "and"),
                self.player(1),
                list(&second, "and")
            ),
        }
    }

    /// Whether some end condition connects regions that it does not name.
    fn connects_by_default(&self) -> bool {
        fn search(tree: &Tree, names: &crate::language::Names) -> bool {
            let bare = tree.is("connect")
                && resolve(tree, Category::Condition, names).is_some_and(|e| e.all("regions").is_empty());
            bare || tree.args().iter().filter(|t| matches!(t.kind, Kind::List(_))).any(|t| search(t, names))
        }
        [self.section("end"), self.section("play")].into_iter().flatten().any(|s| search(s, self.names))
    }
}

/// The first cell of each phase: “A1 is of phase 0, B1 of phase 1 and C1 of phase 2”.
fn first_of_phases(board: &Board) -> String {
    let first = |phase| board.cells().find(|&c| board.phase(c) == phase);
    let told = (0..board.phases()).filter_map(|phase| Some((board.label(first(phase)?), phase)));
    let told: Vec<String> = told
        .enumerate()
        .map(|(i, (label, phase))| format!("{label} {}of phase {phase}", if i == 0 { "is " } else { "" }))
        .collect();
    list(&told, "and")
}
