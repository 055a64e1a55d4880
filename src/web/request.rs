//! What a page can ask.

use crate::board::CellId;
use crate::game;
use crate::game::{ByPlayer, Owner};
use crate::strategy::OpponentKind;
use serde::Deserialize;

/// A request.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Request {
    /// Read rules, and begin a game by them.
    Load {
        /// The rule file's text.
        text: String,
    },
    /// The position.
    Position,
    /// Begin anew and make these moves.
    Go {
        /// In notation.
        moves: Vec<String>,
        /// The position they are made from; the start of the game without.
        from: Option<Box<SetUp>>,
    },
    /// Set up a position, and begin from there.
    SetUp {
        /// The position.
        from: Box<SetUp>,
    },
    /// Play by, and value moves by, a solution of this game.
    Solution {
        /// The file that `ludogen solve --save` wrote, in base 64.
        data: String,
    },
    /// A position with one right move, looked for along a game.
    Puzzle {
        /// The moves of the game; without any the engine plays one against itself.
        #[serde(default)]
        moves: Vec<String>,
        /// How many moves of it are passed over.
        #[serde(default)]
        after: usize,
        /// The most nodes of each search.
        nodes: u32,
        /// The seed of the game that the engine plays.
        #[serde(default)]
        seed: u64,
    },
    /// Make a move.
    Play {
        /// In notation.
        m: String,
    },
    /// Take the last move back.
    Undo,
    /// The move that a player would make here.
    Choose {
        /// Which player.
        player: Player,
        /// The most plies that alpha-beta looks ahead.
        #[serde(default = "deep")]
        depth: u32,
        /// The most nodes, or playouts.
        #[serde(default)]
        nodes: u32,
        /// The seed of its chance.
        #[serde(default)]
        seed: u64,
    },
    /// Why there is no move from one cell to another, or none that puts or takes off a piece.
    Why {
        /// The number of the cell that the move is to leave.
        from: Option<CellId>,
        /// The number of the cell that it is to go to.
        to: CellId,
    },
    /// What every legal move is worth, and the best line.
    Analyse {
        /// The most nodes.
        nodes: u32,
    },
}

/// A player, as requests name it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Player {
    Auto,
    Random,
    AlphaBeta,
    Uct,
    Solution,
}

impl From<Player> for OpponentKind {
    fn from(player: Player) -> Self {
        match player {
            Player::Auto => OpponentKind::Auto,
            Player::Random => OpponentKind::Random,
            Player::AlphaBeta => OpponentKind::AlphaBeta,
            Player::Uct => OpponentKind::Uct,
            Player::Solution => OpponentKind::Solution,
        }
    }
}

fn deep() -> u32 {
    crate::players::alpha_beta::MAX_DEPTH
}

/// A piece as positions have it: type, owner (2 is nobody), state, flags, facing.
type Piece = (usize, u8, u8, u8, Option<usize>);

/// A position set up by hand.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetUp {
    /// By cell: the pieces from the bottom up.
    cells: Vec<Vec<Piece>>,
    /// By cell: its own state.
    #[serde(default)]
    states: Vec<u8>,
    /// By player: type and number of the pieces in hand; `null` is a number that never runs out.
    #[serde(default)]
    hands: [Vec<(usize, Option<u8>)>; 2],
    /// Whose turn it is: 0 or 1.
    mover: usize,
}

impl SetUp {
    /// What the engine sets up.
    pub(super) fn wanted(&self) -> Result<game::SetUp, String> {
        let placed = |&(kind, owner, state, flags, facing): &Piece| {
            let owner = match owner {
                0 => Owner::White,
                1 => Owner::Black,
                2 => Owner::Nobody,
                other => return Err(format!("there is no owner {other}")),
            };
            Ok(game::Placed { kind, owner, state, flags, facing })
        };
        let cells = self.cells.iter().map(|stack| stack.iter().map(placed).collect());
        let hand = |n: usize| self.hands[n].iter().filter_map(|&(kind, count)| Some((kind, count?))).collect();
        Ok(game::SetUp {
            cells: cells.collect::<Result<_, String>>()?,
            states: self.states.clone(),
            hands: ByPlayer([hand(0), hand(1)]),
            mover: match self.mover {
                0 => game::Player::White,
                1 => game::Player::Black,
                other => return Err(format!("there is no player {other}")),
            },
        })
    }
}
