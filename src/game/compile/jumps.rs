//! Moves that always take something that they pass over.

use super::super::definition::EffectStep;
use super::super::grid::Grid;
use super::super::predicate::{CellExpr, Filter, Num, Pred, TargetFilter};
use super::super::rules::{CaptureType, Cmp, EffectKind};
use super::super::state::NOWHERE;
use crate::board::CellId;

/// Whether a move from `from` to `to` always takes a piece that it passes over: its condition asks for one between its ends, and an effect
/// captures what is there.
pub(super) fn always_takes<const W: usize>(pre: &Pred<W>, post: &[EffectStep<W>], grid: &Grid) -> bool {
    let over = |kind: &EffectKind| {
        matches!(kind, EffectKind::Capture { how: CaptureType::Over, subsume: false, size: None, .. })
    };
    let always = |e: &&EffectStep<W>| over(&e.kind) && e.optional.is_none() && matches!(e.guard, Pred::True);
    post.iter().filter(always).any(|effect| Passed { victims: effect.lowered.filter, grid }.is_asked_for(pre))
}

/// The pieces that are taken if they stand between the ends of a move.
struct Passed<'a> {
    victims: Filter,
    grid: &'a Grid,
}

impl Passed<'_> {
    /// Whether the condition never holds without one of them.
    fn is_asked_for<const W: usize>(&self, pre: &Pred<W>) -> bool {
        match pre {
            Pred::Or(any) => any.iter().all(|p| self.is_asked_for(p)),
            Pred::And(all) => all.iter().any(|p| self.is_asked_for(p)) || self.stands_before_the_end(all),
            Pred::Compare(cmp, a, b) => self.is_counted(*cmp, a, b) || self.is_counted(cmp.turned(), b, a),
            _ => false,
        }
    }

    /// Whether a comparison never holds where the first number counts none of them.
    fn is_counted(&self, cmp: Cmp, count: &Num, other: &Num) -> bool {
        let fails = match other {
            Num::Const(n) => !cmp.holds(0, *n),
            // A move has two ends, which are a step from each other at least.
            Num::Distance(CellExpr::From, CellExpr::To) => matches!(cmp, Cmp::Eq | Cmp::Ge | Cmp::Gt),
            _ => false,
        };
        fails && self.counts(count)
    }

    /// Whether a number is 0 where none of them stands between the ends.
    fn counts(&self, number: &Num) -> bool {
        match number {
            Num::Between(TargetFilter::Pieces(filter), CellExpr::From, CellExpr::To) => self.has(filter),
            Num::Product(factors) => factors.iter().any(|factor| self.counts(factor)),
            _ => false,
        }
    }

    /// Whether conditions ask for one on the last cell before the end, which is not where the move begins.
    fn stands_before_the_end<const W: usize>(&self, all: &[Pred<W>]) -> bool {
        let one = |p: &Pred<W>| match p {
            Pred::Matches(CellExpr::Over, filter) => self.has(filter),
            Pred::Owned(CellExpr::Over, owners) => self.victims.by_owner && owners & !self.victims.owners == 0,
            _ => false,
        };
        all.iter().any(one) && all.iter().any(|p| self.leaps(p))
    }

    /// Whether a condition holds only where the ends are more than a step from each other.
    fn leaps<const W: usize>(&self, pred: &Pred<W>) -> bool {
        let long = |(from, &to): (CellId, &CellId)| {
            to == NOWHERE || self.grid.line(from, to).is_some_and(|(_, steps)| steps > 1)
        };
        match pred {
            Pred::Or(any) => any.iter().all(|p| self.leaps(p)),
            Pred::Reach(CellExpr::From, CellExpr::To, _, paths) => {
                !paths.is_empty() && paths.iter().all(|path| (0..).zip(path).all(long))
            }
            _ => false,
        }
    }

    /// Whether all pieces of a filter are among them.
    fn has(&self, filter: &Filter) -> bool {
        let Filter { kinds, owners, state, flags, by_owner } = self.victims;
        state.is_none() && flags == 0 && filter.owners & !owners == 0 && (by_owner || filter.kinds & !kinds == 0)
    }
}

#[cfg(test)]
mod tests {
    use crate::game::AnyGame;
    use crate::language::parse;
    use crate::with_game;

    /// Whether positions can come again where all that may be done is this.
    fn may_repeat(pre: &str, post: &str) -> bool {
        let rules = format!(
            "(game Jumps (board (tiling square) (size 6 6))
               (pieces (Man All (moves (move (pre {pre}) (action (pop) (push)) (post {post})))) (King All))
               (start (place (Man White) (phase 0)) (place (King Black) (phase 1)))
               (end (All lose (no-move))))"
        );
        let game = AnyGame::of(&parse(&rules).expect("rules")).expect("a game");
        with_game!(&game, game => game.tracks_repetition())
    }

    #[test]
    fn a_jump_takes_what_its_condition_asks_for() {
        for asked in [
            "(> (num-between enemy) 0)",
            "(= 1 (num-between enemy))",
            "(<= 2 (num-between enemy))",
            "(= (* 2 (num-between enemy)) (distance))",
            "(> (num-between (King enemy)) 0)",
            "(or (= (num-between enemy) 1) (= (num-between enemy) 2))",
        ] {
            assert!(!may_repeat(&format!("(and (line) (empty to) {asked})"), "(capture over)"), "{asked}");
        }
        assert!(!may_repeat("(and (empty to) (or (steps f f) (steps b b)) (enemy over))", "(capture over)"));
        assert!(!may_repeat(
            "(and (empty to) (or (steps f f) (steps b b)) (is-piece over (King enemy)))",
            "(capture over King)"
        ));
        let kings = "(and (line) (empty to) (> (num-between (King enemy)) 0))";
        assert!(!may_repeat(kings, "(capture over King)"));
    }

    #[test]
    fn a_jump_that_may_take_nothing_may_be_taken_back() {
        for asked in [
            "(>= (num-between enemy) 0)",
            "(> (num-between any) 0)",
            "(> (num-between King) 0)",
            "(> (num-between friend) 0)",
            "(= (* 2 (num-between enemy)) 0)",
            "(or (= (num-between enemy) 1) (= (num-between any) 0))",
            "(<= (* 2 (num-between enemy)) (distance))",
        ] {
            assert!(may_repeat(&format!("(and (line) (empty to) {asked})"), "(capture over)"), "{asked}");
        }
        let jump = "(and (line) (empty to) (> (num-between enemy) 0))";
        for post in [
            "(capture over Man)",
            "(capture over (if (in-region current centre)))",
            "(capture over optional)",
            "(capture d-nbors)",
        ] {
            assert!(may_repeat(jump, post), "{post}");
        }
        // What stands on the cell before the end is where the move begins.
        assert!(may_repeat(
            "(and (empty to) (or (steps f) (steps b)) (is-piece over (King enemy)))",
            "(capture over King)"
        ));
        assert!(may_repeat("(and (empty to) (or (steps f f) (steps b b)) (friend over))", "(capture over)"));
    }
}
