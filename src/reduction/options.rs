//! What evidence reduction asks for, and what it may take.

use super::account::Evidence;

/// So many games must show no difference before what only games show is taken away: then under 1 % of games differ, at 95 % confidence.
const ENOUGH_GAMES: u64 = 300;

/// What evidence suffices to remove something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// That it is certain: algebra, the board, or all reachable positions. What games alone show is listed and stays: rules that matter once
    /// in a thousand games are rules.
    #[default]
    Proof,
    /// That no difference is seen in three hundred games, or in as many as are compared at all. What fewer games show is listed and stays.
    Games,
}

/// What reduction may take. All amounts are numbers of positions or games, so that results do not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Compare smaller rules over so many positions of games at most (default 60,000).
    pub positions: u64,
    /// Compare them over so many games at most (default 2,000).
    pub games: u64,
    /// Compare all positions of games that have no more than so many (default 15,000).
    pub proof: u64,
    /// Compare sets of positions where each step of that visits no more than so many states of automata (default 100,000).
    pub sets: u64,
    /// The seed of the games.
    pub seed: u64,
    /// What evidence suffices (default [`Trust::Proof`]).
    pub trust: Trust,
}

impl Default for Options {
    fn default() -> Self {
        Options { positions: 60_000, games: 2_000, proof: 15_000, sets: 100_000, seed: 1, trust: Trust::Proof }
    }
}

impl Options {
    /// How many games must show no difference before what only games show is taken away.
    pub(super) fn enough(self) -> u64 {
        ENOUGH_GAMES.min(self.games)
    }

    /// Whether something may be taken away on this evidence. A few long games show little: rules by which one in fifty is decided are rules.
    pub(super) fn suffices(self, evidence: Evidence) -> bool {
        match evidence {
            Evidence::Games { games, .. } => self.trust == Trust::Games && games >= self.enough(),
            _ => true,
        }
    }

    /// The most positions that a whole reduction looks at.
    pub(super) fn total(self) -> u64 {
        self.positions.saturating_add(self.proof).saturating_mul(100)
    }
}
