//! Two sets of rules compared on sets of positions: a proof that they play the same on boards of any size.

use crate::game::{AnyGame, Game};
use crate::solver::dfa::{Limit, with_limit};
use crate::solver::encode::play_alike;

/// The memory that sets may take, in bytes.
const ROOM: usize = 256 << 20;

/// Whether the solver's sets prove that two games have the same moves and results in all positions, where each step visits no more than so many
/// states of automata, and a quarter as many partly known positions are tried for moves. `false` says that it is not known.
pub(super) fn are_the_same(a: &AnyGame, b: &AnyGame, most: u64) -> bool {
    with_alike!((a, b) => shown(a, b, most), else false)
}

fn shown<const W: usize>(a: &Game<W>, b: &Game<W>, most: u64) -> bool {
    with_limit(Limit { bytes: ROOM, ..Limit::NONE }, || play_alike(a, b, most / 4, most)).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::super::corpus::Corpus;
    use super::super::edits::edits;
    use super::super::product::{self, Proof};
    use super::*;
    use crate::game::lower;
    use crate::language::{Tree, canonical, parse};
    use rand::SeedableRng;
    use std::path::Path;

    /// What sets may visit in these tests.
    const MOST: u64 = 100_000;

    fn game(tree: &Tree) -> Option<AnyGame> {
        AnyGame::new(lower(tree).ok()?).ok()
    }

    fn of(rules: &str) -> AnyGame {
        game(&parse(rules).expect("rules")).expect("a game")
    }

    fn seed_game(name: &str) -> Tree {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("seed-games").join(format!("{name}.ludi"));
        parse(&std::fs::read_to_string(path).expect("a seed game")).expect("rules")
    }

    #[test]
    fn rules_on_large_boards_are_proved_the_same_where_what_differs_never_comes() {
        let rules = |pre: &str, end: &str| {
            of(&format!(
                "(game A (board (tiling square) (size 9 9))
                  (pieces (Man All (moves (move (dirn f) (pre (and (connected) (empty to){pre})) (action (pop) (push))))))
                  (start (place (Man White) A1 C1) (place (Man Black) B9 I9))
                  (end (All win (reach away)){end}))"
            ))
        };
        let plain = rules("", "");
        assert!(are_the_same(&plain, &plain, MOST));
        assert!(are_the_same(&plain, &rules(" (or (empty to) (friend to))", ""), MOST));
        // Men stay on their files.
        assert!(are_the_same(&plain, &rules(" (!= (col to) 5)", ""), MOST));
        assert!(!are_the_same(&plain, &rules(" (!= (col to) 3)", ""), MOST));
        assert!(are_the_same(&plain, &rules("", " (All win (reach (col 5)))"), MOST));
        assert!(!are_the_same(&plain, &rules("", " (All lose (no-move))"), MOST));
        // No two men of a side come to stand side by side, but that takes more than knowing what can stand where.
        assert!(!are_the_same(&plain, &rules("", " (All win (in-a-row 2))"), MOST));
    }

    #[test]
    fn ends_that_others_hold_in_are_proved_to_add_nothing() {
        let rules = |end: &str| {
            of(&format!("(game A (board (tiling square i-nbors) (size 9 9)) (end (All win (in-a-row 4)){end}))"))
        };
        let plain = rules("");
        assert!(are_the_same(&plain, &rules(" (All win (in-a-row 5))"), MOST));
        assert!(!are_the_same(&plain, &rules(" (All win (in-a-row 3))"), MOST));
        assert!(!are_the_same(&plain, &rules(" (All lose (in-a-row 3))"), MOST));
    }

    /// What sets show, all positions and games bear out: over the edits of bred and of known games.
    #[test]
    fn what_sets_prove_is_so() {
        let bred = (0..60).map(|seed| crate::synthesis::random_game(&mut rand_pcg::Pcg64Mcg::seed_from_u64(seed)));
        let known =
            ["breakthrough", "yavalath", "dara", "clobber", "tapatan", "three-mens-morris", "konane", "reversi"];
        let (mut proved, mut compared, mut agreed, mut all) = (0, 0, 0, 0);
        for tree in bred.chain(known.map(seed_game)) {
            let tree = canonical(&crate::language::definitions::plain(&tree));
            let Some(base) = game(&tree) else { continue };
            if !are_the_same(&base, &base, MOST) {
                continue;
            }
            compared += 1;
            let mut corpus = Corpus::new(&base, 1, 200);
            for edit in edits(&tree).iter().take(60) {
                let Some(other) = edit.applied(&tree).as_ref().and_then(game) else { continue };
                all += 1;
                if !are_the_same(&base, &other, MOST) {
                    continue;
                }
                proved += 1;
                assert!(corpus.compare(&other, 60, 6_000).same, "{tree:?}\n{edit:?}");
                match product::compare(&base, &other, corpus.names(), 3_000) {
                    Proof::Different => panic!("{tree:?}\n{edit:?}"),
                    Proof::Same(_) => agreed += 1,
                    Proof::Open => {}
                }
            }
        }
        assert!(proved >= 20 && agreed >= 2, "{compared} games, {all} edits, {proved} proved, {agreed} agreed");
    }
}
