//! What a page can ask.

use crate::board::CellId;
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
}

impl From<Player> for OpponentKind {
    fn from(player: Player) -> Self {
        match player {
            Player::Auto => OpponentKind::Auto,
            Player::Random => OpponentKind::Random,
            Player::AlphaBeta => OpponentKind::AlphaBeta,
            Player::Uct => OpponentKind::Uct,
        }
    }
}

fn deep() -> u32 {
    crate::players::alpha_beta::MAX_DEPTH
}
