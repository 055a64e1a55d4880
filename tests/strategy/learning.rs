//! Samuel's learning, memory between games, and opening books.

use crate::{game, seed_game};
use ludogen::game::{Game, Player as Colour, Position};
use ludogen::players::Rote;
use ludogen::players::value::plies_to_end;
use ludogen::solver::solution::Oracle;
use ludogen::solver::{Budget, Value, solve};
use ludogen::strategy::{
    Advisor, Book, BookError, BookSettings, Evaluator, Match, Policy, SamuelSettings, TuneSettings, Weights, contest,
    learn, tune,
};
use ludogen::with_game;

fn only(advisor: Advisor, weight: f64) -> Policy {
    let mut weights = Weights::default();
    weights.set(advisor, weight);
    Policy::both(weights)
}

fn threads<T: Send>(count: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(count).build().expect("threads").install(work)
}

const LINE: &str =
    "(game Line (players White Black) (board (tiling square i-nbors) (size 5 5)) (end (All win (in-a-row 4))))";

#[test]
fn learning_turns_a_bad_policy_round() {
    let game = game(LINE);
    let start = only(Advisor::InARow, -1.0);
    let settings = SamuelSettings {
        rounds: 8,
        games: 10,
        contest: Match { games: 10, depth: 2, ..Match::default() },
        ..SamuelSettings::default()
    };
    let learnt = threads(1, || learn(&game, &start, &settings, None, 3));
    assert_eq!(learnt, threads(3, || learn(&game, &start, &settings, None, 3)));
    learnt.policy.validate().expect("a policy");
    assert!(learnt.accepted > 0);
    assert!(learnt.policy.white.get(Advisor::InARow) > 0.0, "{learnt:?}");
    let result = contest(&game, &learnt.policy, &start, &Match { games: 40, ..Match::default() }, 4);
    println!("learnt against start: {result:?}");
    assert!(result.score() > 0.7, "{result:?}");
}

#[test]
fn players_with_different_ends_learn_different_weights() {
    let game = seed_game("fox-and-hounds", None);
    let settings = SamuelSettings {
        rounds: 2,
        games: 4,
        contest: Match { games: 4, depth: 1, ..Match::default() },
        ..SamuelSettings::default()
    };
    let start = Policy::default_for(game.rules());
    let learnt = learn(&game, &start, &settings, None, 1);
    learnt.policy.validate().expect("a policy");
    // Each player has weights of its own, and none that its rules have no use for.
    let useful = learnt.policy.relevant_to(game.rules());
    for (learnt, useful) in [(&learnt.policy.white, &useful.white), (&learnt.policy.black, &useful.black)] {
        assert!(learnt.0.iter().zip(useful.0).all(|(w, u)| (*w == 0.0) == (u == 0.0)), "{learnt:?}");
    }
    assert_ne!(learnt.policy.white, learnt.policy.black);
}

#[test]
fn what_tuning_makes_certain_is_remembered_and_true() {
    let game = seed_game("tic-tac-toe", None);
    let mut memory = Rote::new("tic-tac-toe", "", 10_000);
    let start = Policy::default_for(game.rules());
    let settings = TuneSettings {
        iterations: 3,
        contest: Match { games: 10, depth: 9, nodes: None, opening: 3, ..Match::default() },
        ..TuneSettings::default()
    };
    tune(&game, &start, &settings, Some(&mut memory), 5);
    assert!(memory.len() > 30, "{} positions", memory.len());
    let mut compared = 0;
    with_game!(&game, g => {
        let (solution, _) = solve(g, &Budget::default()).expect("small");
        let mut oracle = Oracle::new(g, &solution);
        walk(g, &mut Position::new(g, Colour::White), &mut |position| {
            let Some(known) = memory.recall(g.search_key(position.state())) else { return };
            assert!(known.exact);
            let worth = oracle.worth(position.state()).expect("reachable");
            let mover = Value::win(position.state().mover.index());
            let (wanted, plies) = match worth.value {
                Value::Draw => (0, None),
                value if value == mover => (1, worth.plies),
                _ => (-1, worth.plies),
            };
            assert_eq!(known.value.signum(), wanted);
            assert_eq!(plies_to_end(known.value), plies);
            compared += 1;
        });
    });
    assert!(compared > 30);
}

fn walk<const W: usize>(game: &Game<W>, position: &mut Position<W>, f: &mut impl FnMut(&Position<W>)) {
    f(position);
    let mut moves = Vec::new();
    position.legal(game, &mut moves);
    for m in moves {
        position.apply(game, m);
        walk(game, position, f);
        position.undo();
    }
}

fn written<const W: usize>(book: &Book, game: &Game<W>) -> String {
    let mut bytes = Vec::new();
    book.write(game, &mut bytes).expect("memory");
    String::from_utf8(bytes).expect("text")
}

#[test]
fn a_book_of_self_play_follows_from_the_seed_and_comes_back_from_its_file() {
    let settings = BookSettings { games: 60, plies: 4, contest: Match { depth: 2, ..BookSettings::default().contest } };
    with_game!(&game(LINE), g => {
        let evaluator = Evaluator::new(g, &Policy::default_for(g.rules()));
        let book = threads(1, || Book::of_self_play(g, &evaluator, &settings, 7));
        let text = written(&book, g);
        assert_eq!(text, written(&threads(3, || Book::of_self_play(g, &evaluator, &settings, 7)), g));
        let start = Position::new(g, Colour::White);
        let first = book.moves(g, &start);
        // Every game but those that added the start begins with a move of the book.
        assert_eq!(first.iter().map(|b| b.games).sum::<u32>(), settings.games);
        assert!(first.len() > 1 && first[0].games >= first[1].games);
        let back = Book::read(g, &mut text.as_bytes()).expect("what was written");
        assert_eq!(written(&back, g), text);
    });
}

#[test]
fn a_book_of_a_solution_plays_perfectly() {
    // The second player wins: whatever the first does, the book has an answer, and the first loses.
    with_game!(&seed_game("breakthrough", Some("3 4")), g => {
        let (solution, _) = solve(g, &Budget::default()).expect("small");
        let mut oracle = Oracle::new(g, &solution);
        let book = Book::of_solution(g, &mut oracle, 4);
        let worth = oracle.worth(Position::new(g, Colour::White).state()).expect("the start");
        let mut moves = Vec::new();
        let mut position = Position::new(g, Colour::White);
        position.legal(g, &mut moves);
        assert!(!moves.is_empty());
        for m in moves {
            position.apply(g, m);
            for best in book.moves(g, &position) {
                position.apply(g, best.m);
                assert!(position.outcome().is_some() || oracle.worth(position.state()).is_some_and(|w| w.value == worth.value));
                position.undo();
            }
            position.undo();
        }
        let text = written(&book, g);
        assert_eq!(written(&Book::read(g, &mut text.as_bytes()).expect("what was written"), g), text);
    });
}

#[test]
fn a_wrong_book_is_refused_with_its_line() {
    with_game!(&seed_game("tic-tac-toe", None), g => {
        let read = |rows: &str| Book::read(g, &mut format!("line,move,games,score,value,plies\n{rows}").as_bytes());
        assert_eq!(read("a1,b2,3,0.5,,\n").expect("good").positions(), 1);
        for (rows, line, says) in [
            ("a1,b2,3,0.5,,\na1,a1,3,0.5,,\n", 3, "a1"),
            ("a1 a1,b2,3,0.5,,\n", 2, "the line"),
            (",b2,3,1.5,,\n", 2, "0 to 1"),
            (",b2,3,,,\n,b2,3,,,\n", 3, "twice"),
        ] {
            match read(rows) {
                Err(BookError::Row { line: found, reason }) => {
                    assert_eq!(found, line, "{rows}");
                    assert!(reason.contains(says), "{reason}");
                }
                other => panic!("{rows}: {other:?}"),
            }
        }
        assert!(matches!(read(",b2,three,,,\n"), Err(BookError::Csv(_))));
        assert!(matches!(read(",b2,3,,nobody,\n"), Err(BookError::Csv(_))));
        assert!(matches!(Book::read(g, &mut &b"a,b\n1,2\n"[..]), Err(BookError::Csv(_))));
    });
}
