//! The rules of a game, typed: what a checked rule tree means, before it is compiled to anything.
//!
//! Everything here is plain data. [`lower()`](super::lower()) makes it from a tree; compilation turns it into a
//! [`Game`](super::Game). The slow reference implementation in the tests reads the same data, and nothing else.

mod cells;
mod condition;
mod end;
mod moves;
mod number;
mod piece;
mod player;
mod record;
mod start;
mod state_id;
mod visit;

pub use cells::{Cells, Coord, Dir, Turtle};
pub use condition::{Bool, CaptureType};
pub use end::{Adjacency, Both, Clause, Condition, ReachCount, Verdict};
pub use moves::{Action, Amount, Effect, EffectKind, MoveDef};
pub use number::{Cmp, Int};
pub use piece::PieceDef;
pub use player::{ByPlayer, Player, Who};
pub use record::{PieceRecord, Target};
pub use start::{InHand, Place, Region};
pub use state_id::StateId;
pub use visit::{Node, Walk};

use crate::board::{BoardSpec, Compass};

/// What holds when a position comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// Situational superko: no move to a position seen before with the same player to move.
    Forbid,
    /// Positional superko: no move to a board seen before.
    Positional,
    /// The third occurrence draws.
    Draw,
    /// Nothing.
    Allow,
}

impl Repetition {
    /// Whether moves to positions seen before are illegal.
    pub fn forbids(self) -> bool {
        match self {
            Repetition::Forbid | Repetition::Positional => true,
            Repetition::Draw | Repetition::Allow => false,
        }
    }
}

/// A player's name and direction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerDef {
    /// The name.
    pub name: String,
    /// Which way the player's pieces face.
    pub facing: Compass,
}

/// The rules of a game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The game's name.
    pub name: String,
    /// The players in turn order.
    pub players: [PlayerDef; 2],
    /// The board.
    pub board: BoardSpec,
    /// Declared regions; `(region k)` is `regions[k - 1]`.
    pub regions: Vec<Region>,
    /// The piece types.
    pub pieces: Vec<PieceDef>,
    /// The names of the flags, in the order of their bits.
    pub flags: Vec<String>,
    /// Pieces on the board at the start.
    pub places: Vec<Place>,
    /// Pieces in hand at the start.
    pub in_hand: Vec<InHand>,
    /// Whether a player may always pass.
    pub can_pass: bool,
    /// Whether the second player may change sides at the second move.
    pub swap: bool,
    /// The repetition rule.
    pub repetition: Repetition,
    /// What must not hold for a player after the player's own move.
    pub never: Option<Condition>,
    /// Whether a turn must have as many moves as it can.
    pub longest: bool,
    /// The end clauses in order.
    pub end: Vec<Clause>,
    /// What decides when both players end the game at once.
    pub both: Both,
    /// A win counts only if it stands after the opponent's move.
    pub opp_turn: bool,
    /// Winning comes before losing when one player does both.
    pub win_first: bool,
}
