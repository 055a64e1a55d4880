//! The engine against the reference: the same rules, the same moves, the same positions, the same results.
//!
//! Random rule sets, the seed games and their children are played at random by both in lock-step. A difference is printed with
//! the rules and the moves that led to it. `LUDOGEN_REFERENCE_GAMES=20000 cargo test --release --test engine_reference` plays
//! more of them; `LUDOGEN_REFERENCE_FIRST=1234` starts at another seed.

mod graph_boards;
mod reference;

use ludogen::board::CellId;
use ludogen::game::{self, AnyGame, Game, Move, NOWHERE, Playout, Position as EnginePosition, State, UNLIMITED, rules};
use ludogen::language::{self, Tree};
use ludogen::{synthesis, with_game};
use rand::{Rng, RngExt, SeedableRng, TryRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use reference::position::{Key, Stack};
use reference::{Match, Outcome, Piece, Position, RefMove, snapshot};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What came of comparing the two on one rule set.
enum Comparison {
    /// They agreed on so many positions.
    Agreed(usize),
    /// Neither plays these rules, for that reason.
    Rejected(String),
    /// They differed; the whole story.
    Differs(String),
}

fn seed_games() -> Vec<(String, Tree)> {
    let mut games = Vec::new();
    for entry in std::fs::read_dir("seed-games").expect("the seed games") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|e| e == "ludi") {
            let text = std::fs::read_to_string(&path).expect("a file");
            games.push((path.display().to_string(), language::parse(&text).expect("a seed game is valid")));
        }
    }
    games.sort_by(|a, b| a.0.cmp(&b.0));
    games
}

/// The game on a random board of points and lines; regions stay.
fn on_graph(game: Tree, random: &mut Pcg64Mcg) -> Tree {
    let mut points = graph_boards::points(random);
    while !points.is_connected() {
        points = graph_boards::points(random);
    }
    let items = game.items().iter().map(|item| match item.is("board") {
        true => {
            let regions = item.args().iter().filter(|part| part.is("regions")).cloned();
            Tree::list(points.board().items().iter().cloned().chain(regions).collect())
        }
        false => item.clone(),
    });
    Tree::list(items.collect())
}

/// The rule set of a number: mostly random ones, some children of seed games.
fn rule_set(seed: u64, seeds: &[(String, Tree)]) -> (String, Tree) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    if seed % 5 != 4 {
        let game = synthesis::random_game(&mut random);
        return match seed % 7 {
            3 => (format!("random game {seed} on a graph"), on_graph(game, &mut random)),
            _ => (format!("random game {seed}"), game),
        };
    }
    let [a, b] = [0, 1].map(|_| random.random_range(0..seeds.len()));
    let settings = synthesis::Breeding { mutation: 0.2, crossover: 0.2, ..Default::default() };
    let child = synthesis::breed(&seeds[a].1, &seeds[b].1, &settings, &mut random);
    (format!("child {seed} of {} and {}", seeds[a].0, seeds[b].0), child.tree)
}

fn compare(name: &str, tree: &Tree, plies: usize, seed: u64) -> Comparison {
    let rules = match game::lower(tree) {
        Ok(rules) => rules,
        Err(e) => return Comparison::Rejected(e.to_string()),
    };
    let engine = match AnyGame::new(rules) {
        Ok(engine) => engine,
        Err(e) => return Comparison::Rejected(e.to_string()),
    };
    let mut made = Vec::new();
    let result = catch_unwind(AssertUnwindSafe(|| with_game!(&engine, g => lock_step(g, plies, seed, &mut made))));
    let difference = match result {
        Ok(Ok(positions)) => return Comparison::Agreed(positions),
        Ok(Err(difference)) => difference,
        Err(panic) => match panic.downcast_ref::<String>() {
            Some(text) => format!("panic: {text}"),
            None => format!("panic: {}", panic.downcast_ref::<&str>().unwrap_or(&"?")),
        },
    };
    let moves: Vec<String> = made.iter().map(|m| format!("  {m:?}")).collect();
    Comparison::Differs(format!("{name}\n{}\nafter\n{}\n{difference}", language::print(tree), moves.join("\n")))
}

fn cell(c: CellId) -> Option<CellId> {
    (c != NOWHERE).then_some(c)
}

fn in_common<const W: usize>(engine: &Game<W>, m: Move) -> RefMove {
    match m {
        Move::PASS => RefMove::Pass,
        Move::SWAP => RefMove::Swap,
        Move { class, from, to, choice } => {
            let class = engine.classes()[class as usize];
            RefMove::Make { piece: class.piece, def: class.definition, from: cell(from), to: cell(to), choice }
        }
    }
}

/// The state of the engine as the reference has it.
fn position_of<const W: usize>(engine: &Game<W>, state: &State<W>) -> Position {
    let kinds = engine.rules().pieces.len();
    let piece = |p: game::Piece| Piece {
        kind: p.kind().index(),
        owner: p.owner().player(),
        state: p.state().number(),
        flags: p.flags(),
        facing: p.facing(),
    };
    let cells = || 0..engine.board().len() as CellId;
    let pieces = |c| (0..engine.height(state, c)).map(move |level| engine.piece_at(state, c, level));
    let stack = |c| Stack::new(pieces(c).map(piece).collect());
    let held = |n: &u8| (*n != UNLIMITED).then_some((*n).into());
    Position {
        stacks: cells().map(stack).collect(),
        cell_states: cells().map(|c| engine.cell_state(state, c).number()).collect(),
        hands: state.hands.0.map(|h| h.0[..kinds].iter().map(held).collect()),
        scores: state.scores.0,
        captured: state.captured.0.map(|c| c.0[..kinds].iter().map(|&n| n.into()).collect()),
        mover: state.mover,
        moves: state.move_number,
        passes: state.passes.into(),
        last: (cell(state.last_from), cell(state.last_to)),
        continuing: state.continuing,
        swapped: state.swapped,
        moved: state.moved.0,
        supposed: false,
    }
}

fn the_same<T: PartialEq>(what: &str, engine: T, reference: T, show: impl Fn(&T) -> String) -> Result<(), String> {
    match engine == reference {
        true => Ok(()),
        false => Err(format!("{what}: the engine has\n{}\nthe reference has\n{}", show(&engine), show(&reference))),
    }
}

/// Plays one random game in both. Gives the number of positions looked at, or the difference; `made` gets the moves.
fn lock_step<const W: usize>(
    engine: &Game<W>,
    plies: usize,
    seed: u64,
    made: &mut Vec<RefMove>,
) -> Result<usize, String> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut ours = EnginePosition::new(engine, rules::Player::White);
    let mut theirs = Match::new(engine.rules(), engine.board());
    let (mut keys, mut positions) = (BTreeMap::new(), BTreeMap::new());
    let mut legal = Vec::new();
    for ply in 0.. {
        let state = ours.state();
        the_same("state", position_of(engine, state), theirs.position.clone(), snapshot)?;
        let outcome = state.outcome.map(|o| match o {
            game::Outcome::Win(player) => Outcome::Won(player),
            game::Outcome::Draw => Outcome::Draw,
        });
        the_same("outcome", outcome, theirs.outcome, |o| format!("{o:?}"))?;
        if let Some(fault) = engine.fault(state) {
            return Err(fault);
        }
        let (key, position) = (engine.key(state), format!("{:?}", Key::of(engine.rules(), &theirs.position)));
        if *keys.entry(key).or_insert_with(|| position.clone()) != position {
            return Err("two positions have the same key".into());
        }
        if *positions.entry(position).or_insert(key) != key {
            return Err("one position has two keys".into());
        }
        ours.legal(engine, &mut legal);
        let listed: BTreeSet<RefMove> = legal.iter().map(|&m| in_common(engine, m)).collect();
        if listed.len() != legal.len() {
            return Err(format!("the engine lists a move twice: {legal:?}"));
        }
        let expected = theirs.moves();
        if listed != expected {
            let only =
                |a: &BTreeSet<RefMove>, b: &BTreeSet<RefMove>| format!("{:?}", a.difference(b).collect::<Vec<_>>());
            let (ours, other) = (only(&listed, &expected), only(&expected, &listed));
            let position = snapshot(&theirs.position);
            return Err(format!("legal in the engine only: {ours}\nin the reference only: {other}\nin\n{position}"));
        }
        if legal.is_empty() || ply == plies {
            return Ok(ply + 1);
        }
        let chosen = legal[random.random_range(0..legal.len())];
        let before = (ours.state().clone(), ours.past().len());
        made.push(in_common(engine, chosen));
        ours.apply(engine, chosen);
        if ours.state().outcome.is_none() && random.random_bool(0.2) {
            ours.undo();
            if (ours.state(), ours.past().len()) != (&before.0, before.1) {
                return Err("a move taken back leaves traces".into());
            }
            ours.apply(engine, chosen);
        }
        theirs.play(&in_common(engine, chosen));
    }
    Ok(0)
}

/// So many plies that the reference, which tries every pair of cells, does not take too long.
fn plies_for(tree: &Tree, most: usize) -> usize {
    let cells = game::lower(tree).ok().and_then(|r| ludogen::board::Board::new(&r.board).ok()).map_or(1, |b| b.len());
    match cells {
        0..=40 => most,
        41..=81 => most.min(6),
        82..=128 => most.min(3),
        _ => 1,
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(default)
}

/// Adds up what the comparisons gave; panics with the first difference.
fn judge(comparisons: Vec<Comparison>) -> (usize, usize, BTreeMap<String, usize>) {
    let (mut games, mut positions, mut rejected, mut stories) = (0, 0, BTreeMap::new(), Vec::new());
    for comparison in comparisons {
        match comparison {
            Comparison::Agreed(n) => (games, positions) = (games + 1, positions + n),
            Comparison::Rejected(why) => *rejected.entry(why).or_insert(0) += 1,
            Comparison::Differs(story) => stories.push(story),
        }
    }
    eprintln!("{games} rule sets and {positions} positions agree; {} differ; rejected: {rejected:?}", stories.len());
    let shown = number("LUDOGEN_REFERENCE_SHOW", 1) as usize;
    let told = stories.iter().take(shown).cloned().collect::<Vec<_>>().join("\n\n=====\n\n");
    assert!(stories.is_empty(), "{} rule sets differ; the first:\n\n{told}", stories.len());
    (games, positions, rejected)
}

#[test]
fn random_rules_and_children_of_seed_games_play_the_same() {
    let (first, count) = (number("LUDOGEN_REFERENCE_FIRST", 0), number("LUDOGEN_REFERENCE_GAMES", 2_000));
    let seeds = seed_games();
    let comparisons = (first..first + count).into_par_iter().map(|seed| {
        let (name, tree) = rule_set(seed, &seeds);
        compare(&name, &tree, plies_for(&tree, 30), seed)
    });
    let (games, positions, rejected) = judge(comparisons.collect());
    assert!(rejected.values().sum::<usize>() * 4 < count as usize, "too many rejected: {rejected:?}");
    assert!(count < 2_000 || games >= 1_500 && positions >= 15_000, "{games} games, {positions} positions");
}

#[test]
fn exact_sizes_play_the_same() {
    let game = |end: &str, pre: &str| {
        let source = format!(
            "(game G (players White Black) (board (tiling square i-nbors) (size 4 4)) (pieces (Man All (moves
               (move (pre (empty to)) (action (push))) (move (pre {pre}) (action (pop) (push)))))) (end (All win {end})))"
        );
        language::parse(&source).expect("rules without errors")
    };
    let mut comparisons = Vec::new();
    for (condition, pre) in [("(group 3", "(and (connected) (empty to))"), ("(stack 3", "(connected)")] {
        let [exactly, at_least] = [" exactly)", ")"].map(|rest| game(&format!("{condition}{rest}"), pre));
        let end = |tree: &Tree| game::lower(tree).expect("rules").end;
        assert_ne!(end(&exactly), end(&at_least));
        comparisons.extend((0..40).map(|seed| compare(condition, &exactly, 40, seed)));
    }
    let (games, positions, _) = judge(comparisons);
    assert!(games == 80 && positions > 300, "{games} games, {positions} positions");
}

#[test]
fn more_than_64_conditions_are_told_apart() {
    // Nothing is ever captured here, so the only clauses that are met are those about a piece on the board and a full board.
    let capture = |n: u32| format!("(capture {n})");
    let any_of_eight =
        |i: u32| format!("(All lose (or {}))\n", (8 * i + 1..=8 * i + 8).map(capture).collect::<String>());
    let captures: String = (0..8).map(any_of_eight).collect();
    let source = format!(
        "(game G (players White Black) (board (tiling square) (size 3 3)) (pieces (Man All (moves
           (move (pre (empty to)) (action (push)))))) (end {captures}
           (All win (and (group 1) (capture 65))) (All win (capture 1)) (All draw (full))))"
    );
    let tree = language::parse(&source).expect("rules without errors");
    let (games, positions, _) = judge((0..4).map(|seed| compare("many clauses", &tree, 20, seed)).collect());
    assert_eq!((games, positions), (4, 40));
}

#[test]
fn seed_games_play_the_same() {
    let seeds = seed_games();
    let comparisons = seeds.par_iter().enumerate().map(|(i, (name, tree))| {
        let plies = plies_for(tree, 40);
        compare(name, tree, plies, i as u64)
    });
    let (_, _, rejected) = judge(comparisons.collect());
    assert!(rejected.is_empty(), "{rejected:?}");
}

/// Rules are playable if there is a first move and random play ends within 200 plies.
#[test]
fn most_random_rules_can_be_played() {
    let count = 500;
    let playable = |seed: &u64| {
        let tree = synthesis::random_game(&mut Pcg64Mcg::seed_from_u64(*seed));
        let Some(game) = game::lower(&tree).ok().and_then(|r| AnyGame::new(r).ok()) else { return false };
        with_game!(&game, g => {
            let mut playout = Playout::new(g);
            playout.restart(rules::Player::White);
            let start = g.initial(rules::Player::White);
            g.has_move(&start, &[g.key(&start)])
                && playout.run(&mut Pcg64Mcg::seed_from_u64(*seed), 200).0.is_some()
        })
    };
    let good = (0..count).into_par_iter().filter(playable).count();
    eprintln!("{good} of {count} random rule sets are playable");
    assert!(good * 2 > count as usize, "{good} of {count}");
}

/// Random games by the fast way, where there is one, are games by the general one: the same moves are found, and they end the
/// same way. A random game cut off after any number of moves is the beginning of the same game, so that every move can be seen.
fn fast_play_agrees<const W: usize>(engine: &Game<W>, seed: u64, plies: u32) -> Result<u32, String> {
    let first = rules::Player::from_index(seed as usize % 2);
    let mut slow = EnginePosition::new(engine, first);
    let mut fast = Playout::new(engine);
    let mut chained = Playout::new(engine);
    let mut legal = Vec::new();
    for ply in 1..=plies {
        if slow.outcome().is_some() {
            return Ok(ply - 1);
        }
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        fast.restart(first);
        let (outcome, made) = fast.run(&mut random, ply);
        let state = fast.state();
        let (from, to) = (state.last_from, state.last_to);
        slow.legal(engine, &mut legal);
        let same = |m: &&Move| (m.from, m.to) == (from, to);
        let mut candidates = legal.iter().filter(same).map(|&m| {
            let mut after = slow.clone();
            after.apply(engine, m);
            after
        });
        let Some(after) = candidates.find(|after| after.state() == state) else {
            return Err(format!("no legal move leads to\n{state:?}\nfrom\n{:?}", slow.state()));
        };
        if made != ply || outcome != after.outcome() {
            return Err(format!("after {made} moves {outcome:?} instead of {:?}", after.outcome()));
        }
        // The same from where the game stands.
        chained.place(slow.state(), slow.past());
        chained.run(&mut Pcg64Mcg::seed_from_u64(seed ^ ply as u64), 1);
        let state = chained.state();
        let reached = |m: &Move| {
            let mut after = slow.clone();
            after.apply(engine, *m);
            after.state() == state
        };
        if !legal.iter().any(reached) {
            return Err(format!("no legal move leads to\n{state:?}\nfrom\n{:?}", slow.state()));
        }
        if ply % 16 == 5 && legal.len() <= 64 {
            draws_evenly(engine, &slow, seed)?;
        }
        slow = after;
    }
    Ok(plies)
}

/// Where the engine keeps no keys of positions, as none could come again, none does.
#[test]
fn what_is_not_kept_never_comes_again() {
    let seeds = seed_games();
    let trees = (0..2_000).map(|seed| (seed, rule_set(seed, &seeds)));
    let named = seeds.iter().flat_map(|seed| (0..20).map(move |i| (i, seed.clone())));
    let played = named.chain(trees).collect::<Vec<_>>().into_par_iter().filter(|(seed, (name, tree))| {
        let Some(game) = game::lower(tree).ok().and_then(|r| AnyGame::new(r).ok()) else { return false };
        with_game!(&game, g => {
            if g.tracks_repetition() || g.rules().repetition == rules::Repetition::Allow {
                return false;
            }
            let mut rng = Pcg64Mcg::seed_from_u64(*seed);
            let mut position = EnginePosition::new(g, rules::Player::White);
            let (mut legal, mut seen) = (Vec::new(), BTreeSet::from([g.key(position.state())]));
            for ply in 0..300 {
                position.legal(g, &mut legal);
                let Some(&m) = legal.get(rng.random_range(0..legal.len().max(1) as u32) as usize) else { break };
                position.apply(g, m);
                let new = seen.insert(g.key(position.state()));
                // A pass may lead back.
                assert!(new || m.to == NOWHERE, "{name}, seed {seed}: a position comes again after {ply} plies");
            }
        });
        true
    });
    let count = played.count();
    eprintln!("{count} random games in which no position can come again");
    assert!(count > 1_000, "{count}");
}

/// Random numbers of which the first is given.
struct Beginning {
    first: Option<u32>,
    rest: Pcg64Mcg,
}

impl TryRng for Beginning {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(self.first.take().unwrap_or_else(|| self.rest.next_u32()))
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(self.rest.next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        self.rest.fill_bytes(bytes);
        Ok(())
    }
}

/// Fast play draws every legal move equally often: the first number drawn is tried all over its range. Of each move there are
/// `SHARE` numbers, but for rounding; where what is drawn is no move, or breaks the repetition rule, it is drawn again, and
/// shares are equal on average.
fn draws_evenly<const W: usize>(engine: &Game<W>, position: &EnginePosition<W>, seed: u64) -> Result<(), String> {
    const SHARE: usize = 64;
    let mut legal = Vec::new();
    position.legal(engine, &mut legal);
    let mut reached: Vec<(State<W>, usize, usize)> = Vec::new();
    for &m in &legal {
        let mut after = position.clone();
        after.apply(engine, m);
        match reached.iter_mut().find(|(state, ..)| state == after.state()) {
            Some((_, moves, _)) => *moves += 1,
            None => reached.push((after.state().clone(), 1, 0)),
        }
    }
    let mut playout = Playout::new(engine);
    let mut strays = 0;
    for i in 0..SHARE * legal.len() {
        let first = Some(((i as u64) << 32).div_euclid((SHARE * legal.len()) as u64) as u32);
        playout.place(position.state(), position.past());
        playout.run(&mut Beginning { first, rest: Pcg64Mcg::seed_from_u64(seed ^ i as u64) }, 1);
        match reached.iter_mut().find(|(state, ..)| state == playout.state()) {
            Some((_, _, count)) => *count += 1,
            None => strays += 1,
        }
    }
    let certain = !engine.tracks_repetition() && !engine.fast_parts().iter().any(|part| part.ends_with("drawn early"));
    let fair = |(_, moves, count): &(State<W>, usize, usize)| {
        let off = count.abs_diff(SHARE * moves);
        off <= if certain { 2 * moves } else { SHARE * moves * 7 / 8 }
    };
    if strays > 0 || !reached.iter().all(fair) {
        let counts: Vec<_> = reached.iter().map(|(_, moves, count)| (moves, count)).collect();
        return Err(format!("unevenly drawn: {counts:?}, {strays} elsewhere, from\n{:?}", position.state()));
    }
    Ok(())
}

#[test]
fn fast_random_play_is_the_general_one() {
    let (first, count) = (number("LUDOGEN_REFERENCE_FIRST", 0), number("LUDOGEN_REFERENCE_GAMES", 2_000));
    let seeds = seed_games();
    let trees = (first..first + count).map(|seed| (seed, rule_set(seed, &seeds)));
    let named = seeds.iter().flat_map(|seed| (0..5).map(move |i| (i, seed.clone())));
    let played: Vec<(u32, Vec<&str>)> = named
        .chain(trees)
        .collect::<Vec<_>>()
        .into_par_iter()
        .filter_map(|(seed, (name, tree))| {
            let game = game::lower(&tree).ok().and_then(|r| AnyGame::new(r).ok())?;
            let plies = if game.board().len() > 150 { 60 } else { 150 };
            let parts = with_game!(&game, g => g.fast_parts());
            if parts.is_empty() {
                return None;
            }
            match with_game!(&game, g => fast_play_agrees(g, seed, plies)) {
                Ok(plies) => Some((plies, parts)),
                Err(difference) => panic!("{name}, seed {seed}\n{}\n{difference}", language::print(&tree)),
            }
        })
        .collect();
    let total: u32 = played.iter().map(|(plies, _)| plies).sum();
    let mut by_part: BTreeMap<&str, usize> = BTreeMap::new();
    played.iter().flat_map(|(_, parts)| parts).for_each(|part| *by_part.entry(part).or_default() += 1);
    eprintln!("fast play agrees on {} games, {total} moves: {by_part:?}", played.len());
    assert!(count < 2_000 || played.len() > 500 && total > 20_000, "{} games, {total} moves", played.len());
    assert!(count < 2_000 || by_part.len() > 12 && by_part.values().all(|n| *n >= 3), "{by_part:?}");
}
