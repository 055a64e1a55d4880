//! All reachable positions of two sets of rules side by side: a proof that they play the same, where there are few enough.

use super::view::{Legal, View};
use crate::game::{Ahead, AnyGame, Game, Player, Position, State};
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
    with_alike!((a, b) => pairs(a, b, names, most), else Proof::Different)
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

/// What the pairs under comparison may take, in bytes: of large boards with high stacks fewer are looked at.
const ROOM: u64 = 128 << 20;

/// So many moves are made for each pair that is looked at, at most, with what looking ahead takes.
const STEPS_A_PAIR: u64 = 256;

/// The pairs of positions reached so far.
struct Reached<'g, const W: usize> {
    games: [&'g Game<W>; 2],
    views: [View; 2],
    coders: [Coder<'g, W>; 2],
    codes: [Codes; 2],
    code: Vec<u8>,
    pairs: HashSet<(u32, u32)>,
    /// Those whose moves were not looked at yet.
    queue: VecDeque<[State<W>; 2]>,
    /// How many pairs are looked at, and whether there are more.
    most: u64,
    beyond: bool,
    /// How many were reached, again and again those that were seen too.
    steps: u64,
}

impl<'g, const W: usize> Reached<'g, W> {
    fn of(games: [&'g Game<W>; 2], names: &[String], most: u64) -> Option<Reached<'g, W>> {
        let [a, b] = games.map(|game| View::of(game, names));
        let coders = games.map(Coder::new);
        let codes = [Codes::default(), Codes::default()];
        let (code, pairs, queue) = (Vec::new(), HashSet::new(), VecDeque::new());
        Some(Reached { games, views: [a?, b?], coders, codes, code, pairs, queue, most, beyond: false, steps: 0 })
    }

    /// Takes note of a pair; false if its positions do not look the same.
    fn reach(&mut self, pair: [&State<W>; 2]) -> bool {
        self.steps += 1;
        let [look_a, look_b] = [0, 1].map(|i| self.views[i].observe(self.games[i], pair[i]));
        if look_a != look_b || self.beyond {
            return look_a == look_b;
        }
        let [a, b] = [0, 1].map(|i| {
            self.coders[i].encode(pair[i], &mut self.code);
            self.codes[i].number(&self.code)
        });
        if self.pairs.len() as u64 >= self.most {
            self.beyond = !self.pairs.contains(&(a, b));
        } else if self.pairs.insert((a, b)) {
            self.queue.push_back(pair.map(State::clone));
        }
        true
    }
}

fn pairs<const W: usize>(a: &Game<W>, b: &Game<W>, names: &[String], most: u64) -> Proof {
    let starts = Player::BOTH.into_iter().filter(|&first| a.may_begin(first) || b.may_begin(first));
    let starts: Vec<[State<W>; 2]> =
        starts.map(|first| [a, b].map(|g| Position::new(g, first).state().clone())).collect();
    let bytes = starts.iter().flatten().map(|state| state.bytes() as u64).max().unwrap_or(1);
    let Some(mut reached) = Reached::of([a, b], names, most.min(ROOM / (4 * bytes)).max(1)) else {
        return Proof::Different;
    };
    if !starts.iter().all(|[x, y]| reached.reach([x, y])) {
        return Proof::Different;
    }
    let tracks = a.tracks_repetition() || b.tracks_repetition();
    let mut compared = [Codes::default(), Codes::default()];
    let mut one_to_one = OneToOne::default();
    let (mut legal_a, mut legal_b) = (Legal::default(), Legal::default());
    let (mut after_x, mut after_y) = (a.initial(Player::White), b.initial(Player::White));
    let make = |game: &Game<W>, state: &State<W>, m, after: &mut State<W>| {
        after.clone_from(state);
        game.apply(after, &mut Vec::new(), m);
    };
    let begun = Ahead::now();
    while let Some([x, y]) = reached.queue.pop_front() {
        if reached.steps + begun.taken() > most.saturating_mul(STEPS_A_PAIR) {
            return Proof::Open;
        }
        if tracks {
            // The last byte is whose turn it is, which both rules about repetition know or neither.
            let pair = [&x, &y];
            let numbers = [0, 1].map(|i| {
                let cut = reached.coders[i].encode(pair[i], &mut reached.code);
                cut.map(|cut| compared[i].number(&reached.code[..cut]))
            });
            let [Some(m), Some(n)] = numbers else { return Proof::Open };
            if !one_to_one.holds(m, n) || a.rules().repetition != b.rules().repetition {
                return Proof::Open;
            }
        }
        legal_a.list_state(&reached.views[0], a, &x);
        legal_b.list_state(&reached.views[1], b, &y);
        if legal_a.hash() != legal_b.hash() || legal_a.actions() != legal_b.actions() {
            return Proof::Different;
        }
        for action in 0..legal_a.actions() {
            let (m, n) = (legal_a.variants(action), legal_b.variants(action));
            if n.len() > m.len() {
                return Proof::Different;
            }
            if m.len() == n.len() {
                for (m, n) in m.zip(n) {
                    make(a, &x, m, &mut after_x);
                    make(b, &y, n, &mut after_y);
                    if !reached.reach([&after_x, &after_y]) {
                        return Proof::Different;
                    }
                }
                continue;
            }
            // Each variant of the one must be matched by one of the other that looks the same; all matches are followed.
            let look = |game: &Game<W>, view: &View, state: &State<W>, m, after: &mut State<W>| {
                make(game, state, m, after);
                view.observe(game, after)
            };
            let (ms, ns): (Vec<_>, Vec<_>) = (m.collect(), n.collect());
            let [view_a, view_b] = &reached.views;
            let looks_a: Vec<u64> = ms.iter().map(|&m| look(a, view_a, &x, m, &mut after_x)).collect();
            let looks_b: Vec<u64> = ns.iter().map(|&n| look(b, view_b, &y, n, &mut after_y)).collect();
            if !looks_a.iter().all(|l| looks_b.contains(l)) || !looks_b.iter().all(|l| looks_a.contains(l)) {
                return Proof::Different;
            }
            for (&m, look) in ms.iter().zip(&looks_a) {
                make(a, &x, m, &mut after_x);
                for (&n, _) in ns.iter().zip(&looks_b).filter(|(_, l)| *l == look) {
                    make(b, &y, n, &mut after_y);
                    reached.reach([&after_x, &after_y]);
                }
            }
        }
    }
    if reached.beyond { Proof::Open } else { Proof::Same(reached.pairs.len() as u64) }
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
