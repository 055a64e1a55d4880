//! What a game is played fast with: how moves are found, what is watched for, and what the end comes to.

use super::super::kind::Kind;
use super::super::rules::{ByPlayer, Verdict};
use super::chains::Chains;
use super::lines::Lines;
use super::movement::{Drops, Falls, Flips, FreeDrops, Steps};
use super::sets::SetWatch;
use super::tabled::Tabled;
use super::track::Track;
use super::turns::Turns;
use super::watch::{Unwatched, Watch};

/// No condition of either player.
pub(super) const NONE: ByPlayer<u64> = ByPlayer([0; 2]);

/// How moves are found.
#[derive(Clone, Debug)]
pub(super) enum AnyMovement<const W: usize> {
    Free(FreeDrops),
    Falls(Falls<W>),
    Drops(Drops<W>),
    Steps(Steps<W>),
    Flips(Flips<W>),
    Turns(Turns<W>),
}

/// What is watched for.
#[derive(Clone, Debug)]
pub(super) enum AnyWatch {
    Nothing(Unwatched),
    Tabled(Tabled),
    /// Lines along up to three, four and 13 axes.
    Lines3(Lines<3>),
    Lines4(Lines<4>),
    Lines13(Lines<13>),
    Chains(Chains),
}

/// Runs the same code on the watch inside an [`AnyWatch`].
macro_rules! with_watch {
    ($any:expr, $watch:ident => $body:expr) => {
        match $any {
            AnyWatch::Nothing($watch) => $body,
            AnyWatch::Tabled($watch) => $body,
            AnyWatch::Lines3($watch) => $body,
            AnyWatch::Lines4($watch) => $body,
            AnyWatch::Lines13($watch) => $body,
            AnyWatch::Chains($watch) => $body,
        }
    };
}

pub(super) use with_watch;

impl AnyWatch {
    /// The watch, if there is anything to watch for.
    pub(super) fn any<const W: usize>(&self) -> Option<&dyn Watch<W>> {
        match self {
            AnyWatch::Nothing(_) => None,
            watch => Some(with_watch!(watch, w => w)),
        }
    }
}

/// How a game is played fast.
#[derive(Debug)]
pub(in super::super) struct Fast<const W: usize> {
    pub(super) movement: AnyMovement<W>,
    pub(super) watch: AnyWatch,
    /// The conditions of each player that the watch is for, as bits.
    pub(super) watched: ByPlayer<u64>,
    /// By mover: what that player's moves may make true of the sets of cells.
    pub(super) sets: ByPlayer<Vec<SetWatch<W>>>,
    /// By player and by the truth of the conditions as bits: the verdict while both can move and nobody has passed. `None` if
    /// there are too many.
    pub(super) verdicts: Option<ByPlayer<Vec<Option<Verdict>>>>,
    /// Whether pieces that a player loses are captives.
    pub(super) captures: bool,
    /// The type of each player's pieces.
    pub(super) kinds: ByPlayer<Kind>,
    /// Who cannot move ends the game: nobody can.
    pub(super) stuck_is_drawn: bool,
    pub(super) start: Track<W>,
}

impl<const W: usize> Fast<W> {
    /// What moves and ends are found with, by name.
    pub fn parts(&self) -> Vec<&'static str> {
        let mut parts = match &self.movement {
            AnyMovement::Free(_) => vec!["free drops"],
            AnyMovement::Falls(_) => vec!["falls"],
            AnyMovement::Drops(_) => vec!["drops"],
            AnyMovement::Steps(_) => vec!["steps"],
            AnyMovement::Flips(_) => vec!["flips"],
            AnyMovement::Turns(turns) => turns.parts(),
        };
        parts.push(match &self.watch {
            AnyWatch::Nothing(_) => "sets alone",
            AnyWatch::Tabled(_) => "tabled sets",
            AnyWatch::Lines3(_) | AnyWatch::Lines4(_) | AnyWatch::Lines13(_) => "lines",
            AnyWatch::Chains(_) => "chains",
        });
        parts
    }

    /// Whether a move changes nothing but that the mover's piece comes to a cell, perhaps in place of another.
    pub fn lands_alone(&self) -> bool {
        !matches!(self.movement, AnyMovement::Flips(_) | AnyMovement::Turns(_))
    }
}
