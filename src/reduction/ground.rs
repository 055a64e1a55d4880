//! What the board and the rules as a whole leave possible: how long a line there is, whether anything is ever captured, stacked or scored.

use crate::board::{Board, CellId, Compass};
use crate::game::rules::Condition;
use crate::game::{AnyGame, Player, facts, lower};
use crate::language::Tree;
use crate::language::print::one_line;
use crate::language::schema::{self, About};
use crate::synthesis::site;
use std::collections::{BTreeSet, HashMap};

/// Bounds that hold in every position of one game.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    /// The cells of the longest line.
    pub line: i64,
    pub cells: i64,
    /// The most neighbours of a cell, direct or not.
    pub neighbours: i64,
    pub rows: i64,
    pub cols: i64,
    /// Pieces may be captured.
    pub captures: bool,
    /// Cells may hold more than one piece.
    pub stacks: bool,
    /// Scores may change.
    pub scores: bool,
    /// The states that pieces may be in; `None` if moves change them.
    pub piece_states: Option<Vec<i64>>,
    /// States of cells may change.
    pub cell_states: bool,
    /// Turns may go on.
    pub repeats: bool,
    /// Pieces may belong to nobody.
    pub neutral: bool,
    /// How many sides each player owns, if the sides are what players own and both own as many.
    pub own_sides: Option<i64>,
    /// Of direct neighbours, indirect ones and both: whether they are the adjacent ones anyway.
    pub adjacent: [bool; 3],
    /// The cells of the regions that are to be connected, by what is written, for both players.
    joined: HashMap<String, [Regions; 2]>,
    /// The points of the compass that are directions of the board.
    compass: Vec<&'static str>,
}

/// Sets of cells.
type Regions = Vec<BTreeSet<CellId>>;

/// The points of the compass.
const POINTS: [&str; 8] = ["n", "s", "e", "w", "ne", "nw", "se", "sw"];

impl Ground {
    /// That of a game.
    pub fn of(tree: &Tree, game: &AnyGame) -> Ground {
        let board = game.board();
        let axes = board.axes_of(true, true);
        let run = |cell, d| 1 + board.ray(cell, d).count() as i64;
        let line = board.cells().flat_map(|cell| axes.iter().map(move |&d| run(cell, d))).max().unwrap_or(1);
        let backward = board.cells().flat_map(|cell| axes.iter().map(move |&d| run(cell, board.opposite(d)))).max();
        let neighbours = board.cells().map(|c| board.direct(c).len() + board.indirect(c).len()).max().unwrap_or(0);
        let effects: Vec<&Tree> = effects(tree).collect();
        let some = |words: &[&str]| effects.iter().any(|effect| words.iter().any(|word| effect.is(word)));
        let states = || {
            let mut states = vec![0];
            for section in tree.args().iter().filter(|s| s.is("pieces") || s.is("start")) {
                given_states(section, &mut states);
            }
            states
        };
        let of_states = || schema::words_about(About::States);
        let changed = effects.iter().any(|effect| of_states().any(|word| effect.is(word)))
            || effects.iter().any(|e| e.mentions("state"));
        let sides = |player| board.own_sides(player).map(|sides| sides.len() as i64);
        let declared = tree.child("board").is_some_and(|board| board.child("regions").is_some());
        Ground {
            own_sides: sides(0).filter(|_| !declared && sides(0) == sides(1)),
            line: line.max(backward.unwrap_or(1)),
            cells: board.len() as i64,
            neighbours: neighbours as i64,
            rows: board.rows().into(),
            cols: board.cols().into(),
            captures: some(&["capture"]),
            stacks: facts::may_stack(game.rules()),
            scores: some(&["score"]) || effects.iter().any(|e| e.mentions("reap")),
            piece_states: (!changed).then(states),
            cell_states: some(&["cell-state", "cell-states"]),
            repeats: some(&["repeat"]),
            neutral: facts::has_neutral(game.rules()),
            adjacent: [(true, false), (false, true), (true, true)].map(|(d, i)| is_adjacency(board, d, i)),
            joined: joined(tree, board),
            compass: POINTS
                .into_iter()
                .filter(|point| Compass::from_word(point).is_some_and(|c| board.compass(c).is_some()))
                .collect(),
        }
    }

    /// Whether whatever touches one of these regions touches the other, whoever looks.
    pub fn lies_within(&self, inner: &Tree, outer: &Tree) -> bool {
        let (Some(inner), Some(outer)) = (self.joined.get(&one_line(inner)), self.joined.get(&one_line(outer))) else {
            return false;
        };
        inner.iter().zip(outer).all(|(inner, outer)| {
            outer.iter().all(|outer| inner.iter().any(|inner| !inner.is_empty() && inner.is_subset(outer)))
        })
    }

    /// Whether so many steps in a direction lead off the board from every cell.
    pub fn leads_off(&self, direction: &str, steps: i64) -> bool {
        steps >= self.line && steps >= self.rows && steps >= self.cols
            || POINTS.contains(&direction) && !self.compass.contains(&direction)
    }
}

/// Whether these neighbours are the adjacent ones, and lines along them those of the board.
fn is_adjacency(board: &Board, direct: bool, indirect: bool) -> bool {
    let near = |c: CellId| {
        let of = |wanted: bool, cells: &[CellId]| if wanted { cells.to_vec() } else { Vec::new() };
        [of(direct, board.direct(c)), of(indirect, board.indirect(c))].concat().into_iter().collect::<BTreeSet<_>>()
    };
    board.axes_of(direct, indirect) == board.axes() && board.cells().all(|c| near(c).iter().eq(board.adjacent(c)))
}

/// The cells of the regions of all connections that name several. Of opposite sides any two will do, so they are no regions by themselves.
fn joined(tree: &Tree, board: &Board) -> HashMap<String, [Regions; 2]> {
    fn named<'t>(tree: &'t Tree, out: &mut Vec<&'t Tree>) {
        if tree.is("connect") && tree.args().len() > 1 {
            out.extend(tree.args().iter().filter(|arg| arg.as_int().is_none() && !arg.is("opposite-sides")));
        }
        tree.items().iter().for_each(|item| named(item, out));
    }
    let mut regions = Vec::new();
    named(tree, &mut regions);
    let cells = |region: &Tree| {
        let goal = Tree::element("All", [Tree::word("win"), Tree::element("connect", [region.clone()])]);
        let mut asked = tree.clone();
        *site::child_mut(&mut asked, "end")? = Tree::element("end", [goal]);
        let rules = lower(&asked).ok()?;
        let Some(Condition::Connect { regions, .. }) = rules.end.first().map(|clause| &clause.condition) else {
            return None;
        };
        let of = |player| rules.to_connect(board, None, regions, player).0.into_iter().map(|r| r.into_iter().collect());
        Some([Player::White, Player::Black].map(|player| of(player).collect()))
    };
    regions.into_iter().filter_map(|region| Some((one_line(region), cells(region)?))).collect()
}

/// The states named anywhere in a section: those of new pieces and of pieces placed, and some that are only asked for.
fn given_states(tree: &Tree, out: &mut Vec<i64>) {
    out.extend(tree.args().first().filter(|_| tree.is("state")).and_then(Tree::as_int));
    tree.items().iter().for_each(|item| given_states(item, out));
}

/// The effects of all moves.
fn effects(tree: &Tree) -> impl Iterator<Item = &Tree> {
    let pieces = tree.args().iter().filter(|s| s.is("pieces")).flat_map(Tree::args);
    let moves = pieces.flat_map(Tree::args).filter(|item| item.is("moves")).flat_map(Tree::args);
    moves.flat_map(Tree::args).filter(|item| item.is("post")).flat_map(Tree::args)
}
