//! Rules compiled to sets: the same values as by enumeration, position by position.

use crate::games::{of_text, random, seed, timed};
use ludogen::game::{AnyGame, Game, Move, Outcome, Player, Position, State, lower};
use ludogen::language::parse;
use ludogen::language::schema::{Category, LUDEMES, Ludeme};
use ludogen::language::syntax::example;
use ludogen::solver::dfa::{self, Limit, with_limit};
use ludogen::solver::encode::{Encoding, Refusal, encode, encode_with};
use ludogen::solver::solution::Oracle;
use ludogen::solver::symbolic::{Error, indexed, layered, retrograde};
use ludogen::solver::{Budget, Solution, SolveError, Value, Wdl, explicit, symbolic};
use ludogen::with_game;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Plies after which play is taken to be endless.
const MOST_PLIES: u32 = 80;

/// What a back end may use for one rule set. Strings that no play reaches can be far harder than those that play does.
const LIMIT: Limit = Limit { bytes: 1 << 29, states: 1_000_000 };

fn options(limit: Limit) -> layered::Options {
    // In halves, however small they are.
    layered::Options { most_plies: MOST_PLIES, limit, whole: 0, ..layered::Options::default() }
}

/// Every reachable state, without a past.
fn reachable<const W: usize>(game: &Game<W>) -> Vec<State<W>> {
    let start = Position::new(game, Player::White).state().clone();
    let mut seen = HashSet::from([key(game, &start)]);
    let mut all = vec![start];
    let mut head = 0;
    let mut moves: Vec<Move> = Vec::new();
    while let Some(state) = all.get(head).cloned() {
        head += 1;
        game.moves(&state, &[game.key(&state)], &mut moves);
        for &m in &moves {
            let mut after = state.clone();
            game.apply(&mut after, &mut Vec::new(), m);
            if seen.insert(key(game, &after)) {
                all.push(after);
            }
        }
    }
    all
}

fn key<const W: usize>(game: &Game<W>, state: &State<W>) -> (u64, Option<Outcome>) {
    (game.search_key(state), state.outcome)
}

/// What became of one rule set.
enum Came {
    Compared(Finished),
    TooLarge,
    Undecided,
    Refused(String),
}

/// Which back ends finished within their limit.
struct Finished {
    backwards: bool,
    through: bool,
    timed: bool,
    /// Every turn changes how many pieces there are.
    indexed: bool,
    /// Play can go on for longer than the way through allows.
    endless: bool,
}

/// The result, unless the limit was too little.
fn within_limit<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Err(Error::Sets(dfa::Error::States { .. } | dfa::Error::Memory { .. }) | Error::Positions { .. }) => Ok(None),
        other => other.map(Some),
    }
}

/// Compares one rule set; see [`encode_with`].
fn compare<const W: usize>(game: &Game<W>, few: u64, name: &str) -> Came {
    let solution = match explicit::solve(game, &Budget { positions: 3000, bytes: 1 << 28 }) {
        Ok((solution, _)) => solution,
        Err(SolveError::Budget { .. }) => return Came::TooLarge,
        Err(SolveError::History { .. }) => return Came::Undecided,
        Err(e) => panic!("{e}\n{name}"),
    };
    match with_limit(LIMIT, || encode_with(game, few)) {
        Err(Refusal::Ludeme { what, .. }) => Came::Refused(what),
        Err(Refusal::Size(dfa::Error::States { .. } | dfa::Error::Memory { .. })) => {
            Came::Compared(Finished { backwards: false, through: false, timed: false, indexed: false, endless: false })
        }
        Err(e) => panic!("{e}\n{name}"),
        Ok(encoding) => Came::Compared(every_position_agrees(game, &encoding, &solution, LIMIT, name)),
    }
}

fn every_position_agrees<const W: usize>(
    game: &Game<W>,
    encoding: &Encoding,
    solution: &Solution,
    limit: Limit,
    name: &str,
) -> Finished {
    let mut finished = Finished { backwards: true, through: true, timed: true, indexed: true, endless: false };
    let backwards = within_limit(retrograde::solve(&encoding.problem, limit, None, |_, _| {}));
    let backwards = backwards.unwrap_or_else(|e| panic!("{e}\n{name}"));
    finished.backwards = backwards.is_some();
    let through = match within_limit(layered::solve(&encoding.problem, &options(limit), |_| {})) {
        Err(Error::Endless { .. }) => {
            finished.endless = true;
            None
        }
        through => through.unwrap_or_else(|e| panic!("{e}\n{name}")),
    };
    finished.through = through.is_some();
    let timed = through.as_ref().and_then(|through| {
        let timed = within_limit(timed(&encoding.problem, through, limit));
        let (start, timed) = timed.unwrap_or_else(|e| panic!("{e}\n{name}"))?;
        let string = encoding.problem.start().iter().next().unwrap_or_else(|| panic!("no start: {name}"));
        assert_eq!(timed.worth(Player::White, &string).map(|(_, plies)| plies), Some(start), "{name}");
        Some(timed)
    });
    finished.timed = timed.is_some();
    let through = through.map(|through| through.all().unwrap());
    let by_index = match within_limit(indexed::solve(&encoding.problem, encoding.cells(), limit, |_| {})) {
        Err(Error::Recurring | Error::Endless { .. } | Error::Sets(dfa::Error::TooLarge { .. })) => None,
        by_index => by_index.unwrap_or_else(|e| panic!("{e}\n{name}")),
    };
    finished.indexed = by_index.is_some();
    let mut oracle = Oracle::new(game, solution);
    let states = reachable(game);
    for state in states {
        if state.continuing {
            continue;
        }
        let Some(worth) = oracle.worth(&state) else { continue };
        let string = encoding.string(game, &state).unwrap_or_else(|| panic!("a position has no string: {name}"));
        let side = state.mover.index();
        let value = |won: bool, lost: bool| match (won, lost) {
            (true, false) => Value::win(side),
            (false, true) => Value::win(1 - side),
            (false, false) => Value::Draw,
            (true, true) => panic!("both won and lost: {name}"),
        };
        if let Some(backwards) = &backwards {
            let decided = &backwards.decided[side];
            let found = value(decided.won.contains(&string), decided.lost.contains(&string));
            assert_eq!(found, worth.value, "backwards: {string:?}, side {side}, over: {:?}\n{name}", state.outcome);
        }
        if let Some(through) = &through {
            let mut met = false;
            for ply in through.iter().skip(side).step_by(2).filter(|p| p.reached.contains(&string)) {
                met = true;
                let found = value(ply.won.contains(&string), ply.lost.contains(&string));
                assert_eq!(found, worth.value, "through: {string:?}, side {side}\n{name}");
            }
            assert!(met, "not reached: {string:?}, side {side}\n{name}");
        }
        if let Some(timed) = &timed {
            let (outcome, plies) =
                timed.worth(state.mover, &string).unwrap_or_else(|| panic!("not reached: {string:?}\n{name}"));
            let found = value(outcome == Wdl::Win, outcome == Wdl::Loss);
            assert_eq!(found, worth.value, "timed: {string:?}, side {side}\n{name}");
            assert_eq!(plies, worth.plies, "timed: {string:?}, side {side}\n{name}");
        }
        if let Some(by_index) = &by_index {
            let (outcome, plies) = by_index
                .values
                .worth(state.mover, &string)
                .unwrap_or_else(|| panic!("not reached: {string:?}\n{name}"));
            let found = value(outcome == Wdl::Win, outcome == Wdl::Loss);
            assert_eq!(found, worth.value, "by index: {string:?}, side {side}\n{name}");
            if let Some(timed) = &timed {
                assert_eq!(
                    timed.worth(state.mover, &string),
                    Some((outcome, plies)),
                    "timed: {string:?}, side {side}\n{name}"
                );
            }
        }
    }
    finished
}

/// What comes of each number, in order, worked out on two threads: on those of a pool, what one number may take would be on another's account.
fn side_by_side<T: Send>(of_number: impl Fn(u64) -> T + Sync) -> impl Iterator<Item = T> {
    const AT_ONCE: u64 = 64;
    (0..).step_by(AT_ONCE as usize).flat_map(move |first| {
        let next = AtomicU64::new(first);
        let take = || Some(next.fetch_add(1, Relaxed)).filter(|number| *number < first + AT_ONCE);
        let some = || std::iter::from_fn(take).map(|number| (number, of_number(number))).collect::<Vec<_>>();
        let done = std::thread::scope(|scope| {
            [scope.spawn(some), scope.spawn(some)].map(|thread| thread.join().expect("a thread that compares"))
        });
        done.into_iter().flatten().collect::<BTreeMap<u64, T>>().into_values()
    })
}

#[test]
fn every_back_end_gives_every_position_of_generated_games_the_same_value() {
    let wanted: u32 = std::env::var("LUDOGEN_SOLVER_SETS").ok().and_then(|s| s.parse().ok()).unwrap_or(300);
    let (mut compared, mut backwards, mut through, mut timed) = (0, 0, 0, 0);
    let (mut by_index, mut endless, mut refused) = (0, 0, 0);
    let mut reasons: BTreeMap<String, u32> = BTreeMap::new();
    let of_number = |number: u64| {
        let (name, game) = random(number)?;
        // Every other with patterns where they can be.
        let few = if number.is_multiple_of(2) { u64::MAX } else { 0 };
        Some(with_game!(&game, game => compare(game, few, &name)))
    };
    for (number, came) in (0..).zip(side_by_side(of_number)) {
        match came {
            None => continue,
            Some(Came::Compared(finished)) => {
                compared += (finished.backwards || finished.through) as u32;
                backwards += finished.backwards as u32;
                through += finished.through as u32;
                timed += finished.timed as u32;
                by_index += finished.indexed as u32;
                endless += finished.endless as u32;
            }
            Some(Came::Refused(what)) => {
                refused += 1;
                *reasons.entry(what).or_default() += 1;
            }
            Some(Came::TooLarge | Came::Undecided) => {}
        }
        if compared >= wanted {
            break;
        }
        assert!(number < 20 * u64::from(wanted), "few rule sets compile: {compared}, {refused} refused: {reasons:#?}");
    }
    let summary = format!(
        "{compared} compared: {backwards} backwards, {through} through, {timed} of them with plies, {by_index} by index, {endless} endless; {refused} refused: {reasons:#?}"
    );
    println!("{summary}");
    assert!(2 * compared > refused && 10 * backwards > 9 * compared, "{summary}");
    assert!(
        10 * through > 9 * (compared - endless) && 10 * timed > 9 * through && 5 * by_index > compared,
        "{summary}"
    );
}

/// Amazons for a small board.
const AMAZONS: &str = "(game Amazons (players White Black) (board (tiling square i-nbors) (size 3 3))
    (pieces
        (Amazon All (moves (move (pre (and (not (continuing)) (empty to) (line) (= (num-between any) 0))) (action (pop) (push)) (post (repeat)))))
        (Arrow neutral (moves (move (pre (and (continuing) (empty to) (line last to) (= (num-between any last to) 0))) (action (push))))))
    (start (place (Amazon White) A1 B3) (place (Amazon Black) C1))
    (end (All lose (no-move))))";

#[test]
fn every_position_of_known_games_has_the_same_value() {
    let games = [
        ("breakthrough", "2 4"),
        ("breakthrough-one-row", "3 3"),
        ("tic-tac-toe", "3 3"),
        ("tic-tac-toe-misere", "3 3"),
        ("nim", "3 3"),
        ("nim-misere", "4 2"),
        ("konane", "3 3"),
        ("hex", "3 3"),
        ("hex-misere", "3 3"),
        ("clobber", "3 3"),
        ("dodgem", ""),
        ("three-mens-morris", ""),
        ("domineering", "3 3"),
        ("connect-three", "3 3"),
        ("y", "3"),
        ("yavalath", "2"),
        ("mu-torere", ""),
    ];
    let mut too_large = Vec::new();
    for (file, size) in games {
        let game = seed(&format!("{file}.ludi"), size, "");
        let budget = Budget { positions: 40_000, bytes: 1 << 29 };
        let name = format!("{file} {size}");
        with_game!(&game, game => match explicit::solve(game, &budget) {
            Ok((solution, _)) => {
                for few in [u64::MAX, 0] {
                    let encoding = encode_with(game, few).unwrap_or_else(|e| panic!("{name}: {e}"));
                    every_position_agrees(game, &encoding, &solution, Limit::NONE, &name);
                }
            }
            Err(e) => too_large.push(format!("{name}: {e}")),
        });
    }
    assert!(too_large.is_empty(), "{too_large:?}");
    let game = of_text(AMAZONS, "");
    with_game!(&game, game => {
        let (solution, _) = explicit::solve(game, &Budget::default()).unwrap();
        let encoding = encode(game).unwrap();
        every_position_agrees(game, &encoding, &solution, Limit::NONE, "amazons");
    });
}

#[test]
fn ends_told_by_patterns_are_the_same_sets_ply_by_ply() {
    for (file, size, end) in [
        ("connect-four", "4 4", ""),
        ("connect-four", "3 4", "(All win (or (in-a-row 3) (pattern f r f)))"),
        ("tic-tac-toe", "3 3", "(White win (in-a-row 3)) (Black win (in-a-row 2))"),
    ] {
        let game = seed(&format!("{file}.ludi"), size, end);
        let solve = |few| {
            let encoding = with_game!(&game, game => encode_with(game, few)).unwrap();
            let is_pattern = matches!(encoding.problem.side(Player::White).lost, symbolic::Region::Patterns(_));
            assert_eq!(is_pattern, few == 0, "{file} {size}");
            let all = layered::solve(&encoding.problem, &options(Limit::NONE), |_| {}).unwrap().all().unwrap();
            let sets = |ply: layered::Ply| [ply.reached, ply.won, ply.lost, ply.drawn];
            let back = retrograde::solve(&encoding.problem, Limit::NONE, None, |_, _| {}).unwrap();
            (all.into_iter().map(sets).collect::<Vec<_>>(), back.decided.map(|side| [side.won, side.lost]))
        };
        assert_eq!(solve(0), solve(u64::MAX), "{file} {size}");
    }
}

#[test]
fn cells_are_written_in_an_order_that_keeps_changes_close() {
    let changed = |file: &str, size: &str, moved: &str| {
        let game = seed(&format!("{file}.ludi"), size, "");
        with_game!(&game, game => {
            let encoding = encode(game).unwrap();
            let mut position = Position::new(game, Player::White);
            let before = encoding.string(game, position.state()).unwrap();
            let mut moves = Vec::new();
            position.legal(game, &mut moves);
            let found = moves.iter().copied().find(|&m| game.notation(position.state(), m, &moves) == moved);
            position.apply(game, found.unwrap_or_else(|| panic!("no {moved} in {file}")));
            let after = encoding.string(game, position.state()).unwrap();
            (0..before.len()).filter(|&layer| before[layer] != after[layer]).collect::<Vec<_>>()
        })
    };
    // Discs fall within a file; pawns go from row to row.
    assert_eq!(changed("connect-four", "4 5", "c1"), [10]);
    assert_eq!(changed("breakthrough", "4 5", "a2-a3"), [4, 8]);
    // One cell is as close as can be.
    assert_eq!(changed("hex", "4 4", "b3"), [9]);
}

/// Values that enumeration does not reach so fast.
#[test]
fn larger_boards_have_the_published_values() {
    for (file, size, end, expected) in [
        ("breakthrough.ludi", "3 4", "", Wdl::Loss),
        ("breakthrough.ludi", "2 6", "", Wdl::Win),
        ("connect-four.ludi", "4 4", "", Wdl::Draw),
        ("tic-tac-toe.ludi", "4 3", "", Wdl::Win),
        ("hex.ludi", "4 4", "", Wdl::Win),
        // Who has the shorter way to go wins, even as the second to move.
        ("hex.ludi", "5 4", "", Wdl::Win),
        ("hex.ludi", "4 5", "", Wdl::Loss),
        ("clobber.ludi", "4 3", "", Wdl::Loss),
        ("domineering.ludi", "4 4", "", Wdl::Win),
    ] {
        let game = seed(file, size, end);
        let encoding = with_game!(&game, game => encode(game)).unwrap_or_else(|e| panic!("{file} {size}: {e}"));
        let solved = layered::solve(&encoding.problem, &options(Limit::NONE), |_| {}).unwrap();
        assert_eq!(solved.value, expected, "{file} {size}");
    }
    // Four amazons each. The published program says so too.
    let amazons = AMAZONS
        .replace("(size 3 3)", "(size 4 4)")
        .replace("A1 B3", "A2 B1 C1 D2")
        .replace("(Amazon Black) C1", "(Amazon Black) A3 B4 C4 D3");
    let game = of_text(&amazons, "");
    let encoding = with_game!(&game, game => encode(game)).unwrap();
    let solved = layered::solve(&encoding.problem, &options(Limit::NONE), |_| {}).unwrap();
    assert_eq!(solved.value, Wdl::Loss, "Amazons 4 4");
}

#[test]
fn what_cannot_be_compiled_is_named_with_its_place() {
    for (file, ludeme) in [("hex-swap", "swap"), ("bravalath", "boardless"), ("dots-and-boxes", "score")] {
        let text = std::fs::read_to_string(format!("seed-games/{file}.ludi")).unwrap();
        let tree = parse(&text).unwrap();
        let game = seed(&format!("{file}.ludi"), "", "");
        let refusal = with_game!(&game, game => encode(game).map(|_| ()).unwrap_err());
        assert!(refusal.to_string().contains(&format!("`{ludeme}`")), "{file}: {refusal}");
        let span = refusal.span(&tree).unwrap();
        let there = &text[span.start as usize..span.end as usize];
        assert!(there.trim_start_matches('(').starts_with(ludeme), "{file}: {refusal}: {there}");
    }
    // In the second move of a turn that begins with another.
    let text = AMAZONS.replace("(action (push))", "(action (push)) (post (score 1))");
    let game = of_text(&text, "");
    let refusal = with_game!(&game, game => encode(game).map(|_| ()).unwrap_err());
    let span = refusal.span(&parse(&text).unwrap()).unwrap();
    assert!(refusal.to_string().contains("`score`, in move 1 of `Amazon`"), "{refusal}");
    assert!(text[span.start as usize..].starts_with("(score"), "{}", &text[span.start as usize..]);
}

/// Small games with an example of a word: in what must hold before a move, in an effect, or at the end. Those that have a meaning are taken.
fn games_with(ludeme: &Ludeme) -> Vec<String> {
    let element = example(ludeme);
    let condition = match ludeme.category {
        Category::Int => format!("(>= {element} 1)"),
        _ => element.clone(),
    };
    // Where a word takes a piece, a state or a region, the game has such. Of stones and of soldiers, which have no start of a move, it may ask different things.
    let game = |[stone, soldier]: [&str; 2], post: &str, end: &str| {
        format!(
            "(game G (board (tiling square i-nbors) (size 2 3) (regions (region White A3) (region Black B1)))
              (pieces (Stone All (state 1) (moves (move (dirn f) (pre (and (connected) (empty to) {stone})) (action (pop) (push)) (post {post}))))
                (Soldier All (flags royal) (moves (move (pre (and (empty to) {soldier})) (action (push)) (post {post})))))
              (start (in-hand (Soldier All) 1) (place (Stone White) A1) (place (Stone Black) B3)) (play (repetition allow))
              (end (All win (or (in-a-row 3) {end})) (All lose (no-move))))"
        )
    };
    let any = "(on-board to)";
    match ludeme.category {
        Category::Effect => vec![game([any; 2], &element, "(full)")],
        Category::Condition => vec![game([any; 2], "", &element)],
        _ => {
            let denied = format!("(not {condition})");
            let (asked, denied) = (condition.as_str(), denied.as_str());
            [[asked, asked], [denied, denied], [asked, any]].map(|pre| game(pre, "", "(full)")).into()
        }
    }
}

#[test]
fn every_word_is_solved_as_by_enumeration_or_refused_by_its_name() {
    let categories = [Category::Int, Category::Bool, Category::Effect, Category::Condition];
    let (mut solved, mut refused, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for ludeme in LUDEMES.iter().filter(|ludeme| categories.contains(&ludeme.category)) {
        let meant = |text: &String| AnyGame::new(lower(&parse(text).ok()?).ok()?).ok();
        let games: Vec<(String, AnyGame)> =
            games_with(ludeme).into_iter().filter_map(|text| Some((text.clone(), meant(&text)?))).collect();
        let came = games.iter().map(|(text, game)| with_game!(game, game => compare(game, u64::MAX, text)));
        let (mut is_solved, mut is_refused) = (false, false);
        for came in came {
            match came {
                Came::Compared(finished) => is_solved |= finished.backwards || finished.through,
                Came::Refused(what) if what.contains(&format!("`{}`", ludeme.word)) => is_refused = true,
                Came::Refused(what) => others.push(format!("{}: refused for {what}", ludeme.word)),
                Came::TooLarge | Came::Undecided => {}
            }
        }
        match (is_refused, is_solved) {
            (true, _) => refused.push(ludeme.word),
            (false, true) => solved.push(ludeme.word),
            (false, false) => others.push(format!("{} of {:?}: {} games", ludeme.word, ludeme.category, games.len())),
        }
    }
    println!("{} solved, {} refused: {refused:?}", solved.len(), refused.len());
    assert!(others.is_empty(), "{others:#?}");
    assert!(solved.len() > 3 * refused.len(), "{solved:?} {refused:?}");
}
