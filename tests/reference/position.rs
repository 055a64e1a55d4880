//! "State."

use ludogen::board::CellId;
use ludogen::game::rules::{Player, Repetition, Rules};
use std::fmt::Write;
use std::rc::Rc;

/// "A piece is a type, an owner, a state 0–99, flags, and a facing (default: its owner's)."
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Index of the type.
    pub kind: usize,
    /// `None`: neutral.
    pub owner: Option<Player>,
    /// 0–99.
    pub state: u8,
    /// Bits, in the order of the names in the rules.
    pub flags: u8,
    /// A direction of the board; `None`: as its owner faces.
    pub facing: Option<usize>,
}

/// "At most 15."
pub const MAX_HEIGHT: usize = 15;

/// Pieces on a cell, the last on top. Positions that differ in few cells share the stacks of the others: rules are tried on copies.
pub type Stack = Rc<Vec<Piece>>;

/// Everything that the state has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// "For every cell a stack of pieces, the top one owning the cell." The last is the top one.
    pub stacks: Vec<Stack>,
    /// "For every cell a state 0–99."
    pub cell_states: Vec<u8>,
    /// "For both players and every type a number in hand (0–254, or unlimited)": `None`.
    pub hands: [Vec<Option<u32>>; 2],
    /// "A score."
    pub scores: [i32; 2],
    /// "A number of pieces captured, by type": by this player.
    pub captured: [Vec<u32>; 2],
    /// "The player to move."
    pub mover: Player,
    /// "The number of moves made."
    pub moves: u32,
    /// "How many passes were made in succession."
    pub passes: u32,
    /// "Where the last move started and ended."
    pub last: (Option<CellId>, Option<CellId>),
    /// "Whether the turn continues."
    pub continuing: bool,
    /// "Whether the sides were swapped."
    pub swapped: bool,
    /// Whether each player has moved yet, for `first-move`.
    pub moved: [bool; 2],
    /// Whether this is only supposed, to look one move ahead.
    pub supposed: bool,
}

impl Position {
    /// Nothing on the board, nothing in hand.
    pub fn empty(cells: usize, kinds: usize) -> Self {
        Position {
            stacks: vec![Stack::default(); cells],
            cell_states: vec![0; cells],
            hands: [vec![Some(0); kinds], vec![Some(0); kinds]],
            scores: [0; 2],
            captured: [vec![0; kinds], vec![0; kinds]],
            mover: Player::White,
            moves: 0,
            passes: 0,
            last: (None, None),
            continuing: false,
            swapped: false,
            moved: [false; 2],
            supposed: false,
        }
    }

    /// The stack of a cell.
    pub fn stack(&self, cell: CellId) -> &Vec<Piece> {
        &self.stacks[cell as usize]
    }

    /// The stack of a cell.
    pub fn stack_mut(&mut self, cell: CellId) -> &mut Vec<Piece> {
        Rc::make_mut(&mut self.stacks[cell as usize])
    }

    /// The piece that owns the cell.
    pub fn top(&self, cell: CellId) -> Option<&Piece> {
        self.stack(cell).last()
    }

    /// Whether there is no piece on the cell.
    pub fn is_empty(&self, cell: CellId) -> bool {
        self.stack(cell).is_empty()
    }

    /// All cells of the board.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + use<> {
        0..self.stacks.len() as CellId
    }

    /// How many pieces are on the board.
    pub fn on_board(&self) -> usize {
        self.stacks.iter().map(|stack| stack.len()).sum()
    }
}

/// "Two positions are the same when stacks, cell states, hands, scores, mover and “continuing” are the same."
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    stacks: Vec<Stack>,
    cell_states: Vec<u8>,
    hands: [Vec<Option<u32>>; 2],
    scores: [i32; 2],
    mover: Option<Player>,
    continuing: bool,
}

impl Key {
    /// "`positional` repetition ignores the mover."
    pub fn of(rules: &Rules, p: &Position) -> Self {
        let mover = (rules.repetition != Repetition::Positional).then_some(p.mover);
        Key {
            stacks: p.stacks.clone(),
            cell_states: p.cell_states.clone(),
            hands: p.hands.clone(),
            scores: p.scores,
            mover,
            continuing: p.continuing,
        }
    }
}

/// Every position that has occurred in the game, in order.
#[derive(Clone, Debug, Default)]
pub struct History(Vec<Key>);

impl History {
    /// A game that starts here.
    pub fn of(rules: &Rules, start: &Position) -> Self {
        History(vec![Key::of(rules, start)])
    }

    /// How often the position has occurred.
    pub fn count(&self, key: &Key) -> usize {
        self.0.iter().filter(|k| *k == key).count()
    }

    /// Notes that a position has occurred.
    pub fn record(&mut self, key: Key) {
        self.0.push(key);
    }
}

/// The position as text, the same for equal states and different for different ones.
///
/// Five lines about the game as a whole, then one for every cell with a piece or a state other than 0:
///
/// ```text
/// White to move, 3 made, 0 passes, last 4>5
/// hands 3 * | 0 *
/// scores 0 0
/// captured 0 1 | 0 0
/// 12: 0W 1Bs3f5d2 =7
/// ```
///
/// A piece is the index of its type, its owner (`W`, `B` or `N`), and, where these are not 0 or the owner's, `s` state, `f`
/// flags, `d` facing; the lowest comes first, the state of the cell after `=`. Hands and captives are by type; `*` is
/// unlimited. A cell that does not exist is `-`. ` continuing` and ` swapped` end the first line where they are true.
pub fn snapshot(p: &Position) -> String {
    let cell = |c: Option<CellId>| c.map_or("-".to_string(), |c| c.to_string());
    let mut text = format!(
        "{:?} to move, {} made, {} passes, last {}>{}",
        p.mover,
        p.moves,
        p.passes,
        cell(p.last.0),
        cell(p.last.1)
    );
    text += if p.continuing { " continuing" } else { "" };
    text += if p.swapped { " swapped\n" } else { "\n" };
    let row = |numbers: Vec<String>| numbers.join(" ");
    let hand = |h: &[Option<u32>]| row(h.iter().map(|n| n.map_or("*".into(), |n| n.to_string())).collect());
    let list = |h: &[u32]| row(h.iter().map(u32::to_string).collect());
    _ = writeln!(text, "hands {} | {}", hand(&p.hands[0]), hand(&p.hands[1]));
    _ = writeln!(text, "scores {} {}", p.scores[0], p.scores[1]);
    _ = writeln!(text, "captured {} | {}", list(&p.captured[0]), list(&p.captured[1]));
    for c in p.cells() {
        let state = p.cell_states[c as usize];
        if p.is_empty(c) && state == 0 {
            continue;
        }
        _ = write!(text, "{c}:");
        for piece in p.stack(c) {
            let owner = match piece.owner {
                Some(Player::White) => 'W',
                Some(Player::Black) => 'B',
                None => 'N',
            };
            _ = write!(text, " {}{owner}", piece.kind);
            if piece.state != 0 {
                _ = write!(text, "s{}", piece.state);
            }
            if piece.flags != 0 {
                _ = write!(text, "f{}", piece.flags);
            }
            if let Some(d) = piece.facing {
                _ = write!(text, "d{d}");
            }
        }
        if state != 0 {
            _ = write!(text, " ={state}");
        }
        text.push('\n');
    }
    text
}
