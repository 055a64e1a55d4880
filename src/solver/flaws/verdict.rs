//! What is looked for, and what comes of it.

use serde::{Deserialize, Serialize};

/// A forced win in so many moves or fewer is a flaw: the winner needs three moves of its own at most.
pub const FEW_PLIES: u32 = 5;

/// What a check looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flaw {
    /// Who wins; never a flaw by itself.
    Value,
    /// Somebody wins by force within [`FEW_PLIES`] moves.
    QuickWin,
    /// One player never loses by answering with the image of the opponent's move under a symmetry of the board.
    Mirror,
    /// The lost positions follow a short rule: the states of their minimal automaton grow no faster than the board.
    SimpleRule,
    /// Both players can avoid losing.
    ForcedDraw,
    /// In most positions the player to move would rather pass.
    Zugzwang,
    /// Under best play the result is inevitable before the game is half over.
    DecidedEarly,
    /// A rule could be left out and nothing would change.
    DeadRule,
}

impl Flaw {
    /// All of them, in order.
    pub const ALL: [Flaw; 8] = [
        Flaw::Value,
        Flaw::QuickWin,
        Flaw::Mirror,
        Flaw::SimpleRule,
        Flaw::ForcedDraw,
        Flaw::Zugzwang,
        Flaw::DecidedEarly,
        Flaw::DeadRule,
    ];

    /// Its name in every output.
    pub fn name(self) -> &'static str {
        match self {
            Flaw::Value => "value",
            Flaw::QuickWin => "quick-win",
            Flaw::Mirror => "mirror",
            Flaw::SimpleRule => "simple-rule",
            Flaw::ForcedDraw => "forced-draw",
            Flaw::Zugzwang => "zugzwang",
            Flaw::DecidedEarly => "decided-early",
            Flaw::DeadRule => "dead-rule",
        }
    }

    /// Whether a game with the flaw is not worth playing.
    pub fn is_fatal(self) -> bool {
        matches!(self, Flaw::QuickWin | Flaw::Mirror | Flaw::SimpleRule | Flaw::ForcedDraw)
    }
}

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The game has the flaw.
    Flawed,
    /// It has not, on the board examined.
    Sound,
    /// The budget did not suffice to tell.
    Open,
}

impl Verdict {
    /// Its word in every output.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Flawed => "flawed",
            Verdict::Sound => "sound",
            Verdict::Open => "open",
        }
    }

    /// The game has the flaw if this holds.
    pub(super) fn flawed_if(condition: bool) -> Verdict {
        if condition { Verdict::Flawed } else { Verdict::Sound }
    }
}
