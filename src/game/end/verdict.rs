//! What the clauses of both players come to after a move.

use super::super::Game;
use super::super::rules::{Both, ByPlayer, Player, Verdict};
use super::super::state::{Outcome, State};
use super::{Clauses, Seen, Test, Tree};
use crate::board::CellId;

/// What a move changed, as far as end conditions care.
#[derive(Clone, Copy)]
pub(in super::super) struct Change {
    /// Who moved.
    pub by: Player,
    /// The cell the mover gained, if that and a loss of pieces is all that happened to ownership.
    pub gained: Option<CellId>,
}

impl Change {
    /// One that may have touched anything.
    pub fn anything(by: Player) -> Change {
        Change { by, gained: None }
    }
}

impl<const W: usize> Game<W> {
    /// The outcome after a move, if a clause decides. `mobile` says whether the player to move has one, for a caller who knows.
    #[inline]
    pub(in super::super) fn decide(
        &self,
        state: &State<W>,
        past: &[u64],
        change: Change,
        mobile: &mut Option<bool>,
    ) -> Option<Outcome> {
        if let Some(fast) = &self.fast
            && let Some(outcome) = fast.decided(self, state, change)
        {
            return outcome;
        }
        let mut verdicts = ByPlayer([None; 2]);
        for player in Player::BOTH {
            let clauses = &self.sides[player].clauses;
            if clauses.clauses.is_empty()
                || (player != change.by && change.gained.is_some() && clauses.only_own_moves)
                || (clauses.after_passes && state.passes < 2)
            {
                continue;
            }
            verdicts[player] = self.verdict(clauses, state, past, player, change, mobile);
        }
        let ByPlayer([white, black]) = verdicts;
        self.weighed(white, black, change.by)
    }

    /// The outcome that the verdicts of both players' clauses come to, after a move of `by`.
    #[inline]
    pub(in super::super) fn weighed(
        &self,
        white: Option<Verdict>,
        black: Option<Verdict>,
        by: Player,
    ) -> Option<Outcome> {
        let win = |p: Player| Some(Outcome::Win(p));
        match (white, black) {
            (None, None) => None,
            (Some(Verdict::Win), Some(Verdict::Win)) | (Some(Verdict::Lose), Some(Verdict::Lose)) => {
                match self.rules.both {
                    Both::MoverWins => win(by),
                    Both::MoverLoses => win(by.opponent()),
                    Both::Draw => Some(Outcome::Draw),
                }
            }
            (Some(Verdict::Win), _) | (_, Some(Verdict::Lose)) => win(Player::White),
            (_, Some(Verdict::Win)) | (Some(Verdict::Lose), _) => win(Player::Black),
            _ => Some(Outcome::Draw),
        }
    }

    /// Whether a condition holds for a player before the first move. That a player cannot move is not asked then.
    pub(in super::super) fn test_holds_at_start(&self, test: &Test<W>, player: Player) -> bool {
        !matches!(test, Test::NoMove) && self.holds_now(test, &self.start, &[], player, &mut None)
    }

    /// Whether a clause by which a player wins or loses holds before the first move, where none is asked yet.
    pub fn holds_at_start(&self) -> bool {
        Player::BOTH.into_iter().any(|player| {
            let Clauses { atoms, clauses, .. } = &self.sides[player].clauses;
            let mut holds = |i: usize| self.test_holds_at_start(&atoms[i].test, player);
            clauses.iter().any(|(verdict, tree)| *verdict != Verdict::Draw && tree.holds(&mut holds))
        })
    }

    /// The verdict of a player's clauses, given the truth of their conditions as bits.
    pub(in super::super) fn verdict_of(&self, clauses: &Clauses<W>, truth: u64) -> Option<Verdict> {
        let (mut wins, mut loses, mut draws) = (false, false, false);
        for (verdict, tree) in &clauses.clauses {
            let holds = tree.holds(&mut |i| truth >> i & 1 != 0);
            match verdict {
                Verdict::Win => wins |= holds,
                Verdict::Lose => loses |= holds,
                Verdict::Draw => draws |= holds,
            }
        }
        self.strongest(wins, loses, draws)
    }

    #[inline]
    fn strongest(&self, wins: bool, loses: bool, draws: bool) -> Option<Verdict> {
        match (wins, loses) {
            (true, true) => Some(if self.rules.win_first { Verdict::Win } else { Verdict::Lose }),
            (true, false) => Some(Verdict::Win),
            (false, true) => Some(Verdict::Lose),
            (false, false) => draws.then_some(Verdict::Draw),
        }
    }

    fn verdict(
        &self,
        clauses: &Clauses<W>,
        state: &State<W>,
        past: &[u64],
        player: Player,
        change: Change,
        mobile: &mut Option<bool>,
    ) -> Option<Verdict> {
        // Most games end one way.
        if let ([(verdict, Tree::Atom(0))], [atom], Some(cell)) = (&*clauses.clauses, &*clauses.atoms, change.gained)
            && atom.fresh
            && atom.local
        {
            let holds = player == change.by && self.holds_around(&atom.test, state, player, cell, None);
            return holds.then_some(*verdict);
        }
        let mut known = 0u64;
        let mut truth = 0u64;
        let mut seen = Seen::default();
        let (mut wins, mut loses, mut draws) = (false, false, false);
        for (verdict, tree) in &clauses.clauses {
            if *verdict == Verdict::Win && self.rules.opp_turn && player == change.by {
                continue;
            }
            let holds = tree.holds(&mut |i| {
                // What is beyond the bits of a word is worked out every time.
                let bit = 1u64.checked_shl(i as u32).unwrap_or(0);
                if known & bit != 0 {
                    return truth & bit != 0;
                }
                let atom = &clauses.atoms[i];
                let value = match change.gained {
                    Some(cell) if atom.fresh && atom.local => {
                        player == change.by && self.holds_around(&atom.test, state, player, cell, Some(&mut seen))
                    }
                    _ => self.holds_now(&atom.test, state, past, player, mobile),
                };
                known |= bit;
                truth |= if value { bit } else { 0 };
                value
            });
            match verdict {
                Verdict::Win => wins |= holds,
                Verdict::Lose => loses |= holds,
                Verdict::Draw => draws |= holds,
            }
        }
        self.strongest(wins, loses, draws)
    }
}
