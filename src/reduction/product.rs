//! All reachable positions of two sets of rules side by side: a proof that they play the same, where there are few enough.

use super::view::{Legal, View};
use crate::game::{AnyGame, Game, Player, Position, State};
use crate::solver::Coder;
use crate::with_game;
use std::collections::{HashMap, HashSet, VecDeque};

/// What a comparison of all positions found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// The same in all of so many pairs of positions.
    Same(u64),
    /// Some position has other moves or another result.
    Different,
    /// There are more than were to be looked at, or what was played before matters otherwise in the one than in the other.
    Open,
}

/// Compares two games, given the names of the piece types of the first, in all positions reachable from the start with either player to
/// begin for whom the rules have first moves, if there are no more than `most` pairs of positions.
///
/// Where positions may not be repeated, legality depends on those before. Pairs are compared as if nothing had come before them, and the
/// answer counts if what the repetition rule compares corresponds one to one: then the same moves are forbidden after the same moves.
pub(super) fn compare(a: &AnyGame, b: &AnyGame, names: &[String], most: u64) -> Proof {
    match (a, b) {
        (AnyGame::W1(a), AnyGame::W1(b)) => pairs(a, b, names, most),
        (AnyGame::W2(a), AnyGame::W2(b)) => pairs(a, b, names, most),
        (AnyGame::W4(a), AnyGame::W4(b)) => pairs(a, b, names, most),
        (AnyGame::W6(a), AnyGame::W6(b)) => pairs(a, b, names, most),
        (AnyGame::W16(a), AnyGame::W16(b)) => pairs(a, b, names, most),
        _ => Proof::Different,
    }
}

/// Whether a game has no more than so many positions: what a comparison with itself comes to.
pub(super) fn is_small(game: &AnyGame, names: &[String], most: u64) -> bool {
    with_game!(game, g => matches!(pairs(g, g, names, most), Proof::Same(_)))
}

/// Numbers for codes, and which number of the other game each belongs to.
#[derive(Default)]
struct Codes {
    numbers: HashMap<Vec<u8>, u32>,
}

impl Codes {
    fn number(&mut self, code: &[u8]) -> u32 {
        if let Some(&number) = self.numbers.get(code) {
            return number;
        }
        let next = self.numbers.len() as u32;
        self.numbers.insert(code.to_vec(), next);
        next
    }
}

/// A correspondence that must be one to one.
#[derive(Default)]
struct OneToOne {
    there: HashMap<u32, u32>,
    back: HashMap<u32, u32>,
}

impl OneToOne {
    fn holds(&mut self, a: u32, b: u32) -> bool {
        *self.there.entry(a).or_insert(b) == b && *self.back.entry(b).or_insert(a) == a
    }
}

fn pairs<const W: usize>(a: &Game<W>, b: &Game<W>, names: &[String], most: u64) -> Proof {
    let (Some(view_a), Some(view_b)) = (View::of(a, names), View::of(b, names)) else { return Proof::Different };
    let tracks = a.tracks_repetition() || b.tracks_repetition();
    let (mut coder_a, mut coder_b) = (Coder::new(a), Coder::new(b));
    let (mut codes_a, mut codes_b, mut compared_a, mut compared_b) =
        (Codes::default(), Codes::default(), Codes::default(), Codes::default());
    let mut one_to_one = OneToOne::default();
    let (mut code_a, mut code_b) = (Vec::new(), Vec::new());
    let mut seen: HashSet<(u32, u32)> = HashSet::new();
    let mut queue: VecDeque<(State<W>, State<W>)> = VecDeque::new();
    for first in Player::BOTH {
        if a.may_begin(first) || b.may_begin(first) {
            queue.push_back((Position::new(a, first).state().clone(), Position::new(b, first).state().clone()));
        }
    }
    let (mut legal_a, mut legal_b) = (Legal::default(), Legal::default());
    // What is put into the queue is looked at there: whether it was seen before, whether it looks the same.
    while let Some((x, y)) = queue.pop_front() {
        if view_a.observe(a, &x) != view_b.observe(b, &y) {
            return Proof::Different;
        }
        let (Some(cut_a), Some(cut_b)) = (coder_a.encode(&x, &mut code_a), coder_b.encode(&y, &mut code_b)) else {
            return Proof::Open;
        };
        if !seen.insert((codes_a.number(&code_a), codes_b.number(&code_b))) {
            continue;
        }
        if seen.len() as u64 > most {
            return Proof::Open;
        }
        if tracks {
            // The last byte is whose turn it is, which both rules about repetition know or neither.
            let pair = (compared_a.number(&code_a[..cut_a]), compared_b.number(&code_b[..cut_b]));
            if !one_to_one.holds(pair.0, pair.1) || a.rules().repetition != b.rules().repetition {
                return Proof::Open;
            }
        }
        legal_a.list_state(&view_a, a, &x);
        legal_b.list_state(&view_b, b, &y);
        if legal_a.hash() != legal_b.hash() || legal_a.actions() != legal_b.actions() {
            return Proof::Different;
        }
        for action in 0..legal_a.actions() {
            let after = |game: &Game<W>, state: &State<W>, m| {
                let mut after = state.clone();
                game.apply(&mut after, &mut Vec::new(), m);
                after
            };
            let (m, n) = (legal_a.variants(action), legal_b.variants(action));
            if n.len() > m.len() {
                return Proof::Different;
            }
            if m.len() == n.len() {
                m.zip(n).for_each(|(m, n)| queue.push_back((after(a, &x, m), after(b, &y, n))));
                continue;
            }
            // Each variant of the one must be matched by one of the other that looks the same; all matches are followed.
            let xs: Vec<State<W>> = m.map(|m| after(a, &x, m)).collect();
            let ys: Vec<State<W>> = n.map(|n| after(b, &y, n)).collect();
            let look_a: Vec<u64> = xs.iter().map(|s| view_a.observe(a, s)).collect();
            let look_b: Vec<u64> = ys.iter().map(|s| view_b.observe(b, s)).collect();
            if !look_a.iter().all(|l| look_b.contains(l)) || !look_b.iter().all(|l| look_a.contains(l)) {
                return Proof::Different;
            }
            for (s, look) in xs.iter().zip(&look_a) {
                for (t, _) in ys.iter().zip(&look_b).filter(|(_, l)| *l == look) {
                    queue.push_back((s.clone(), t.clone()));
                }
            }
        }
        if queue.len() as u64 > most.saturating_mul(64) {
            return Proof::Open;
        }
    }
    Proof::Same(seen.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::lower;
    use crate::language::parse;

    fn game(source: &str) -> AnyGame {
        AnyGame::new(lower(&parse(source).unwrap()).unwrap()).unwrap()
    }

    #[test]
    fn tic_tac_toe_has_its_positions_and_is_no_other_game() {
        let rules =
            |end: &str| game(&format!("(game A (board (tiling square i-nbors) (size 3 3)) (end (All win {end})))"));
        let names = ["Stone".to_string()];
        let three = rules("(in-a-row 3)");
        // 5478 positions are reachable with one player to begin; with either, those with equal numbers of stones stand twice.
        let Proof::Same(positions) = compare(&three, &three, &names, 20_000) else { panic!() };
        assert_eq!(positions, 2 * 5478);
        assert_eq!(compare(&three, &three, &names, 1000), Proof::Open);
        assert!(is_small(&three, &names, 20_000) && !is_small(&three, &names, 1000));
        assert_eq!(compare(&three, &rules("(and (in-a-row 3) (not (full)))"), &names, 20_000), Proof::Different);
        let longer = rules("(or (in-a-row 3) (in-a-row 5))");
        assert_eq!(compare(&three, &longer, &names, 20_000), Proof::Same(positions));
    }

    #[test]
    fn where_positions_must_not_repeat_what_is_compared_must_correspond() {
        let rules = |post: &str| {
            game(&format!("(game A (board (tiling square) (size 2 2)) (pieces (Man All (moves (move (pre (and (empty to) (connected))) (action (pop) (push)) (post {post})))))
                (start (place (Man White) A1) (place (Man Black) B2)) (end (All lose (no-move))))"))
        };
        let names = ["Man".to_string()];
        assert!(matches!(compare(&rules(""), &rules(""), &names, 1000), Proof::Same(_)));
        // A score that grows makes every position a new one.
        assert_eq!(compare(&rules("(score 1)"), &rules(""), &names, 1000), Proof::Open);
    }
}
