//! Games played by one set of rules, kept as what a player sees of them; other rules are played along them in lock-step.

use super::players::Chooser;
use super::view::{Action, Legal, View};
use crate::game::{Ahead, AnyGame, Game, Outcome, Player, Position};
use crate::order;
use crate::streams::{self, Purpose, mix};
use crate::with_game;
use std::collections::HashSet;

/// A position in so many has all its moves tried, not only the one that is made.
const PROBED: usize = 8;
/// So many moves that are tried count as a position.
const TRIED_A_POSITION: u64 = 64;
/// What one game may take, in positions; then it is left.
const A_GAME: u64 = 50_000;

/// Games of one set of rules, played as they are needed.
pub(super) struct Corpus<'g> {
    game: &'g AnyGame,
    names: Vec<String>,
    seed: u64,
    /// Whether the rules have first moves for each of the players.
    both_begin: bool,
    plies: usize,
    games: Vec<Record>,
    /// What playing them has taken so far, in positions.
    pub work: u64,
}

/// One game.
struct Record {
    first: Player,
    plies: Vec<Seen>,
    outcome: Option<Outcome>,
    /// What trying moves takes along it, and what playing it took, in positions.
    tried: u64,
    work: u64,
    /// What was used in it, as [`Used`] counts.
    used: Vec<Used>,
}

/// What is seen of a position and of the move made in it.
struct Seen {
    /// The set of actions.
    legal: u64,
    /// The set of actions with what each leads to, if that was looked at.
    successors: Option<u64>,
    /// How many moves there were, variants of one action among them.
    moves: u32,
    action: Action,
    variant: u16,
    variants: u16,
    after: u64,
}

/// A part of the rules that was in use: a move definition by its class, or a piece type that could move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Used {
    /// A move of this piece (by number) and first such definition (by number among the moves of the piece) was made.
    Move(u16, u16),
    /// A piece of this number was on the board, or entered.
    Piece(u16),
}

/// What a comparison along games took and found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Along {
    pub games: u64,
    pub positions: u64,
    /// Positions, and what looking ahead for legal moves took, in positions.
    pub work: u64,
    pub same: bool,
}

impl<'g> Corpus<'g> {
    /// Games of some rules, from a seed; each has so many plies at most.
    pub fn new(game: &'g AnyGame, seed: u64, plies: usize) -> Corpus<'g> {
        let names = game.rules().pieces.iter().map(|piece| piece.name.clone()).collect();
        let both_begin = with_game!(game, g => g.may_begin(Player::Black));
        Corpus { game, names, seed, both_begin, plies, games: Vec::new(), work: 0 }
    }

    /// The names by which piece types are known.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Plays other rules along these games, `games` of them or fewer if that takes more work, in positions. What a player takes for one move
    /// must not be written more often than here.
    pub fn compare(&mut self, other: &AnyGame, games: u64, work: u64) -> Along {
        self.go_on(other, Along::default(), games, work)
    }

    /// Goes on with a comparison that found no difference, to so many games and so much work in all.
    pub fn go_on(&mut self, other: &AnyGame, along: Along, games: u64, work: u64) -> Along {
        self.play_along(other, along, games, work, false)
    }

    /// As [`compare`](Corpus::compare), however often a move is written.
    pub fn compare_as_seen(&mut self, other: &AnyGame, games: u64, work: u64) -> Along {
        self.play_along(other, Along::default(), games, work, true)
    }

    fn play_along(&mut self, other: &AnyGame, mut along: Along, games: u64, work: u64, any_ways: bool) -> Along {
        along.same = false;
        for number in along.games..games {
            let record = self.record(number as usize);
            let length = record.plies.len() as u64 + 1;
            if number > 0 && along.work + length > work {
                break;
            }
            along.positions += length;
            along.games += 1;
            let record = &self.games[number as usize];
            let begun = Ahead::now();
            let fits = with_game!(other, g => fits(record, g, &self.names, any_ways));
            along.work += length + record.tried + begun.taken();
            if !fits {
                return along;
            }
        }
        along.same = true;
        along
    }

    /// What was in use in the first games.
    pub fn used(&mut self, games: u64) -> HashSet<Used> {
        let mut used = HashSet::new();
        for number in 0..games {
            used.extend(self.record(number as usize).used.iter().copied());
        }
        used
    }

    /// The game of that number; those before it are played too.
    fn record(&mut self, number: usize) -> &Record {
        while self.games.len() <= number {
            let next = self.games.len() as u64;
            let first = if self.both_begin && next / 4 % 2 == 1 { Player::Black } else { Player::White };
            let record = with_game!(self.game, g => play(g, &self.names, self.seed, next, first, self.plies));
            self.work += record.work;
            self.games.push(record);
        }
        &self.games[number]
    }
}

/// Plays a game and notes what is seen.
fn play<const W: usize>(
    game: &Game<W>,
    names: &[String],
    seed: u64,
    number: u64,
    first: Player,
    most: usize,
) -> Record {
    let mut rng = streams::stream(seed, Purpose::Reduction, number);
    let mut position = Position::new(game, first);
    let mut record = Record { first, plies: Vec::new(), outcome: None, tried: 0, work: 0, used: Vec::new() };
    let Some(view) = View::of(game, names) else { return record };
    let chooser = Chooser::of(&view, game, number, &mut rng);
    let mut legal = Legal::default();
    let mut used = HashSet::new();
    let begun = Ahead::now();
    // Moves tried for what they lead to, and by who chooses.
    let (mut tried, mut weighed) = (0, 0);
    while position.outcome().is_none() && record.plies.len() < most && record.work < A_GAME {
        legal.list(&view, game, &position);
        if legal.actions() == 0 {
            break;
        }
        let probed = (record.plies.len() + number as usize).is_multiple_of(PROBED);
        let look = probed || legal.has_variants();
        let successors = look.then(|| successors(&view, game, &mut position, &legal));
        let moves = legal.moves().len() as u64;
        tried += if look { moves } else { 0 };
        weighed += if chooser.looks_ahead() { moves } else { 0 };
        let (action, variant) = chooser.choose(&view, game, &mut position, &legal, &mut rng);
        let variants = legal.variants(action);
        let (count, m) = (variants.len(), legal.variants(action).nth(variant).unwrap_or(legal.moves()[0]));
        let hash = legal.hash();
        if let Some(class) = game.classes().get(usize::from(m.class)) {
            used.insert(Used::Move(class.piece as u16, class.definition as u16));
        }
        position.apply(game, m);
        let state = position.state();
        state.occupied().iter().for_each(|cell| {
            used.insert(Used::Piece(game.top(state, cell).kind().index() as u16));
        });
        record.plies.push(Seen {
            legal: hash,
            successors,
            moves: moves as u32,
            action: legal.action(action),
            variant: variant as u16,
            variants: count as u16,
            after: view.observe(game, state),
        });
        record.tried = tried / TRIED_A_POSITION;
        record.work = record.plies.len() as u64 + 1 + record.tried + weighed / TRIED_A_POSITION + begun.taken();
    }
    record.outcome = position.outcome();
    record.used = used.into_iter().collect();
    record
}

/// A number that stands for the actions with what each leads to, variants that lead to the same being one.
fn successors<const W: usize>(view: &View, game: &Game<W>, position: &mut Position<W>, legal: &Legal) -> u64 {
    let mut hash = 0;
    let mut seen = Vec::new();
    for number in 0..legal.actions() {
        seen.clear();
        for m in legal.variants(number) {
            position.apply(game, m);
            seen.push(view.observe(game, position.state()));
            position.undo();
        }
        order::sort(&mut seen);
        seen.dedup();
        hash = seen.iter().fold(mix(hash ^ number as u64), |hash, &after| mix(hash ^ after));
    }
    hash
}

/// Whether a game has the same legal moves, successors and result all along a game of other rules; with no more ways to write them, unless any are allowed.
fn fits<const W: usize>(record: &Record, game: &Game<W>, names: &[String], any_ways: bool) -> bool {
    let Some(view) = View::of(game, names) else { return false };
    let mut position = Position::new(game, record.first);
    let mut legal = Legal::default();
    for seen in &record.plies {
        if position.outcome().is_some() {
            return false;
        }
        legal.list(&view, game, &position);
        // Moves that were one to a player stay one; what was written as two may become one.
        if legal.hash() != seen.legal || !any_ways && legal.moves().len() > seen.moves as usize {
            return false;
        }
        if seen.successors.is_some_and(|expected| successors(&view, game, &mut position, &legal) != expected) {
            return false;
        }
        let Some(action) = legal.find(seen.action) else { return false };
        let variants = legal.variants(action);
        let same_count = variants.len() == usize::from(seen.variants);
        // Of variants that cannot be told by number the first that leads to what was seen is made.
        let order = if same_count { vec![usize::from(seen.variant)] } else { (0..variants.len()).collect() };
        let found = order.into_iter().filter_map(|i| legal.variants(action).nth(i)).find(|&m| {
            position.apply(game, m);
            let same = view.observe(game, position.state()) == seen.after;
            if !same {
                position.undo();
            }
            same
        });
        if found.is_none() {
            return false;
        }
    }
    position.outcome() == record.outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::lower;
    use crate::language::parse;

    fn game(source: &str) -> AnyGame {
        AnyGame::new(lower(&parse(source).unwrap()).unwrap()).unwrap()
    }

    fn along(a: &str, b: &str) -> Along {
        let (a, b) = (game(a), game(b));
        Corpus::new(&a, 1, 200).compare(&b, 400, 40_000)
    }

    #[test]
    fn a_game_fits_itself_and_not_one_with_another_rule() {
        let four = "(game A (board (tiling square i-nbors) (size 5 5)) (end (All win (in-a-row 4))))";
        assert!(along(four, four).same);
        for other in ["(in-a-row 3)", "(in-a-row 5)", "(or (in-a-row 4) (full))"] {
            let found = along(four, &four.replace("(in-a-row 4)", other));
            assert!(!found.same && found.games >= 1, "{other}");
        }
    }

    #[test]
    fn doubled_stones_and_moves_allowed_twice_make_no_difference() {
        let rules = |moves: &str| {
            format!(
                "(game A (board (tiling hex) (shape hex) (size 3)) (pieces (Stone All (moves {moves}))) (end (All win (connect sides))))"
            )
        };
        let plain = rules("(move (pre (empty to)) (action (push)))");
        let doubled = rules("(move (pre (empty to)) (action (push) (push)))");
        let twice = rules("(move (pre (empty to)) (action (push))) (move (pre (empty to)) (action (push) (push)))");
        for (a, b) in [(&plain, &doubled), (&doubled, &plain), (&twice, &plain)] {
            assert!(along(a, b).same);
        }
        assert!(!along(&plain, &twice).same);
        let (plain, twice) = (game(&plain), game(&twice));
        assert!(Corpus::new(&plain, 1, 200).compare_as_seen(&twice, 400, 40_000).same);
    }

    /// What looking ahead takes is counted by thread and rounded: what the thread did before must not matter.
    #[test]
    fn what_a_thread_did_before_changes_nothing() {
        let never = "(game A (board (tiling square) (size 4 4)) (pieces (Man All (moves (move (pre (and (connected) (empty to))) (action (pop) (push))))))
            (start (place (Man White) A1 B2 C1) (place (Man Black) D4 C3 B4)) (play (never (in-a-row 3))) (end (All win (reach (side n)))))";
        let [a, b] = [game(never), game(never)];
        let Along { work, games, .. } = along(never, never);
        assert!(work > games && games > 40);
        let (mut legal, mut compared) = (Vec::new(), HashSet::new());
        for _ in 0..64 {
            with_game!(&a, g => Position::new(g, Player::White).legal(g, &mut legal));
            compared.insert(format!("{:?}", Corpus::new(&a, 1, 200).compare(&b, 400, work / 2)));
        }
        assert_eq!(compared.len(), 1, "{compared:?}");
    }

    #[test]
    fn what_is_in_use_is_noted() {
        let source = "(game A (board (tiling square) (size 4 4)) (pieces (Man All (moves
            (move (dirn n s) (pre (and (line) (empty to))) (action (pop) (push))) (move (dirn e) (pre (and (line) (enemy to) (enemy from))) (action (pop) (push)))))
            (King White (moves))) (start (place (Man White) A1) (place (Man Black) D4)) (play (repetition draw)) (end (All win (full))))";
        let game = game(source);
        let used = Corpus::new(&game, 1, 50).used(10);
        assert!(used.contains(&Used::Move(0, 0)) && used.contains(&Used::Piece(0)));
        assert!(!used.contains(&Used::Move(0, 1)) && !used.contains(&Used::Piece(1)));
    }
}
