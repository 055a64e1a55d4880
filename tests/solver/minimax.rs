//! The solvers against looking ahead move by move, on rule sets that nobody thought of.

use crate::games::random;
use ludogen::game::{Game, Move, Player, Position, State, rules::Repetition};
use ludogen::solver::solution::Oracle;
use ludogen::solver::{Budget, SolveError, Value, proof};
use ludogen::solver::{Worth, explicit};
use ludogen::with_game;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::HashMap;

fn person<const W: usize>(state: &State<W>) -> usize {
    state.mover.index() ^ state.swapped as usize
}

fn result<const W: usize>(state: &State<W>) -> Option<Value> {
    state.outcome.map(|outcome| match outcome {
        ludogen::game::Outcome::Win(p) if p.index() ^ state.swapped as usize == 0 => Value::First,
        ludogen::game::Outcome::Win(_) => Value::Second,
        ludogen::game::Outcome::Draw => Value::Draw,
    })
}

/// Looks ahead over positions without a past.
struct Minimax<'g, const W: usize> {
    game: &'g Game<W>,
    known: HashMap<(u64, u32), Option<Value>>,
}

impl<const W: usize> Minimax<'_, W> {
    /// Who can force a win within so many moves.
    fn forced(&mut self, state: &State<W>, plies: u32) -> Option<Value> {
        if let Some(value) = result(state) {
            return (value != Value::Draw).then_some(value);
        }
        if plies == 0 {
            return None;
        }
        let key = (self.game.search_key(state), plies);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut moves = Vec::new();
        self.game.moves(state, &[self.game.key(state)], &mut moves);
        let follow = |m: Move| {
            let mut after = state.clone();
            self.game.apply(&mut after, &mut Vec::new(), m);
            after
        };
        let after: Vec<State<W>> = moves.into_iter().map(follow).collect();
        let values: Vec<_> = after.iter().map(|s| self.forced(s, plies - 1)).collect();
        let value = best(person(state), &values);
        self.known.insert(key, value);
        value
    }
}

/// What the mover makes of the values of its moves.
fn best(mover: usize, values: &[Option<Value>]) -> Option<Value> {
    let (own, other) = (Value::win(mover), Value::win(1 - mover));
    if values.contains(&Some(own)) {
        Some(own)
    } else if values.iter().all(|v| *v == Some(other)) {
        Some(other)
    } else {
        None
    }
}

/// The same with everything that came before, the repetition rule included; `None` inside if it takes too long.
fn forced_with_past<const W: usize>(
    game: &Game<W>,
    position: &mut Position<W>,
    plies: u32,
    nodes: &mut u32,
) -> Option<Option<Value>> {
    if let Some(value) = result(position.state()) {
        return Some((value != Value::Draw).then_some(value));
    }
    *nodes = nodes.checked_sub(1)?;
    if plies == 0 {
        return Some(None);
    }
    let mut moves = Vec::new();
    position.legal(game, &mut moves);
    let mover = person(position.state());
    let mut values = Vec::new();
    for m in moves {
        position.apply(game, m);
        let value = forced_with_past(game, position, plies - 1, nodes);
        position.undo();
        values.push(value?);
    }
    Some(best(mover, &values))
}

/// The worth of a position, by looking ahead.
fn agrees<const W: usize>(minimax: &mut Minimax<W>, state: &State<W>, worth: Worth, name: &str) {
    match worth.plies {
        Some(plies) if plies > 24 => {}
        Some(plies) => {
            assert_eq!(minimax.forced(state, plies), Some(worth.value), "in {plies} plies: {name}");
            if plies > 0 {
                assert_eq!(minimax.forced(state, plies - 1), None, "before {plies} plies: {name}");
            }
        }
        None => assert_eq!(minimax.forced(state, 12), None, "drawn: {name}"),
    }
}

/// Positions along random games.
fn along<const W: usize>(game: &Game<W>, count: usize, rng: &mut Pcg64Mcg) -> Vec<Position<W>> {
    let start = Position::new(game, Player::White);
    let (mut all, mut position, mut moves) = (vec![start.clone()], start.clone(), Vec::new());
    while all.len() < count {
        position.legal(game, &mut moves);
        if moves.is_empty() || position.made().len() > 30 {
            if position.made().is_empty() {
                break;
            }
            position = start.clone();
            continue;
        }
        let m = moves[rng.random_range(0..moves.len() as u32) as usize];
        position.apply(game, m);
        all.push(position.clone());
    }
    all
}

/// What came of one rule set.
#[derive(Default)]
struct Tally {
    solved: u32,
    won: u32,
    cyclic: u32,
    history: u32,
    too_large: u32,
    /// Draws by repetition, of which a search in depth may go through many lines.
    unproved: u32,
}

fn compare<const W: usize>(game: &Game<W>, name: &str, seed: u64, tally: &mut Tally) {
    let budget = Budget { positions: 4000, bytes: 1 << 28 };
    let solution = match explicit::solve(game, &budget) {
        Ok((solution, _)) => solution,
        Err(SolveError::Budget { .. }) => return tally.too_large += 1,
        Err(SolveError::History { .. }) => return tally.history += 1,
        Err(e) => panic!("{e}\n{name}"),
    };
    tally.solved += 1;
    tally.won += (solution.start().value != Value::Draw) as u32;
    let forbids = matches!(game.rules().repetition, Repetition::Forbid | Repetition::Positional);
    let past_matters = game.tracks_repetition() && forbids;
    tally.cyclic += past_matters as u32;
    let mut minimax = Minimax { game, known: HashMap::new() };
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut oracle = Oracle::new(game, &solution);
    for position in along(game, 25, &mut rng) {
        let state = position.state();
        // A third occurrence ends a game, but is no position of its own.
        if result(state) == Some(Value::Draw) {
            continue;
        }
        let Some(worth) = oracle.worth(state) else {
            assert!(past_matters, "a position that play reaches is unknown: {name}");
            continue;
        };
        agrees(&mut minimax, state, worth, name);
        if game.tracks_repetition() && game.rules().repetition != Repetition::Allow {
            continue;
        }
        let rated = oracle.moves(&position);
        let values: Vec<Option<Value>> =
            rated.iter().map(|r| r.worth.expect("known").value).map(|v| (v != Value::Draw).then_some(v)).collect();
        if state.outcome.is_none() {
            assert_eq!(best(person(state), &values).unwrap_or(Value::Draw), worth.value, "{name}");
        }
    }
    // From the start the past is known, so the repetition rule can be taken at its word.
    let start = solution.start();
    let mut position = Position::new(game, Player::White);
    let plies = start.plies.unwrap_or(6);
    if plies <= 8
        && let Some(value) = forced_with_past(game, &mut position, plies, &mut 200_000)
    {
        assert_eq!(value.unwrap_or(Value::Draw), start.value, "with the past, in {plies}: {name}");
    }
    if !past_matters {
        match proof::value(game, position.state(), &Budget { positions: 3_000_000, bytes: 1 << 26 }) {
            Err(SolveError::Budget { .. }) => tally.unproved += 1,
            found => assert_eq!(found.map(|f| f.value), Ok(start.value), "by proof: {name}"),
        }
    }
}

#[test]
fn enumeration_proof_and_looking_ahead_agree_on_generated_games() {
    let count: u64 = std::env::var("LUDOGEN_SOLVER_GAMES").ok().and_then(|s| s.parse().ok()).unwrap_or(500);
    let mut tally = Tally::default();
    for seed in 0..count {
        if let Some((name, game)) = random(seed) {
            with_game!(&game, game => compare(game, &name, seed, &mut tally));
        }
    }
    let Tally { solved, won, cyclic, history, too_large, unproved } = tally;
    println!(
        "{solved} solved, {won} won, {cyclic} with superko, {history} undecided by it, {too_large} too large, {unproved} not proved"
    );
    assert!(unproved * 50 <= solved, "{unproved} of {solved} not proved within the budget");
    assert!(
        solved as u64 * 5 > count * 2 && won > solved / 5 && cyclic > 10,
        "{solved} {won} {cyclic} {history} {too_large}"
    );
}
