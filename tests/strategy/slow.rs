//! Advisors on random positions: bounds, certainty at the end, symmetry, and the same numbers counted the slow way.

use crate::seed_game;
use ludogen::board::Board;
use ludogen::game::{Game, Move, NOWHERE, Outcome, Player, Position, State};
use ludogen::strategy::{Advisor, Evaluator, Policy};
use ludogen::with_game;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Visits the positions of a random game.
fn walk<const W: usize>(game: &Game<W>, seed: u64, plies: u32, mut visit: impl FnMut(&Position<W>)) {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut position = Position::new(game, Player::White);
    let mut moves = Vec::new();
    for _ in 0..plies {
        visit(&position);
        position.legal(game, &mut moves);
        if moves.is_empty() {
            return;
        }
        position.apply(game, moves[rng.random_range(0..moves.len() as u32) as usize]);
    }
    visit(&position);
}

const GAMES: [&str; 22] = [
    "tic-tac-toe",
    "hex",
    "yavalath",
    "breakthrough",
    "lines-of-action",
    "havannah",
    "isolation",
    "three-musketeers",
    "gonnect",
    "towers",
    "pente",
    "reversi",
    "english-draughts",
    "konane",
    "y",
    "jeson-mor",
    "race-to-twenty",
    "hex-towers",
    "order-and-chaos",
    "ard-ri",
    "ataxx",
    "elrostir",
];

#[test]
fn advice_is_a_chance_and_policies_add_it_up() {
    for name in GAMES {
        with_game!(&seed_game(name, None), g => {
            let policy = Policy::default_for(g.rules());
            let evaluator = Evaluator::new(g, &policy);
            for seed in 0..2 {
                walk(g, seed, 60, |position| {
                    for advisor in Advisor::ALL {
                        let says = evaluator.advise(advisor, position.state());
                        let least = if advisor.is_goal() { -1.0 } else { 0.0 };
                        assert!(says.iter().all(|s| (least..=1.0).contains(s)), "{name}: {advisor} says {says:?}");
                    }
                    let [white, black] = evaluator.value(position);
                    let lead = evaluator.lead(position.state());
                    assert!((white - black - lead).abs() < 1e-9, "{name}: {white} {black} {lead}");
                    assert!(lead.abs() < 4.0, "{name}");
                });
            }
        });
    }
}

#[test]
fn what_is_met_is_certain() {
    for (name, advisor) in [
        ("tic-tac-toe", Advisor::InARow),
        ("qubic", Advisor::InARow),
        ("hex", Advisor::Connection),
        ("y", Advisor::Connection),
        ("form-a-group-knights", Advisor::Group),
        ("breakthrough", Advisor::Reach),
        ("towers", Advisor::Stack),
        ("hexade", Advisor::Pattern),
    ] {
        let mut seen = 0;
        with_game!(&seed_game(name, None), g => {
            let evaluator = Evaluator::new(g, &Policy::default());
            for seed in 0..12 {
                walk(g, seed, 400, |position| {
                    let says = evaluator.advise(advisor, position.state());
                    match position.outcome() {
                        Some(Outcome::Win(p)) if says[p.index()] == 1.0 => seen += 1,
                        // Towers are also lost for want of moves.
                        Some(Outcome::Win(_)) => assert_eq!(name, "towers", "{says:?}"),
                        Some(Outcome::Draw) => {}
                        None => assert!(says.iter().all(|s| *s < 1.0), "{name}: {says:?} in an open game"),
                    }
                });
            }
        });
        assert!(seen > 0, "{name}: no game was won");
    }
}

/// Plays the same random moves with colours exchanged, each cell mapped by `map`.
fn exchanged<const W: usize>(game: &Game<W>, seed: u64, map: impl Fn(u16) -> u16) {
    let evaluator = Evaluator::new(game, &Policy::default_for(game.rules()));
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut here = Position::new(game, Player::White);
    let mut there = Position::new(game, Player::Black);
    let image = |c: u16| if c == NOWHERE { NOWHERE } else { map(c) };
    let (mut moves, mut answers) = (Vec::new(), Vec::new());
    for _ in 0..40 {
        for advisor in Advisor::ALL {
            let (a, b) = (evaluator.advise(advisor, here.state()), evaluator.advise(advisor, there.state()));
            assert!((a[0] - b[1]).abs() < 1e-9 && (a[1] - b[0]).abs() < 1e-9, "{advisor}: {a:?} {b:?}");
        }
        here.legal(game, &mut moves);
        if moves.is_empty() {
            return;
        }
        let m = moves[rng.random_range(0..moves.len() as u32) as usize];
        here.apply(game, m);
        there.legal(game, &mut answers);
        let answer = Move { from: image(m.from), to: image(m.to), ..m };
        assert!(answers.contains(&answer), "{m:?} has no image");
        there.apply(game, answer);
    }
}

#[test]
fn exchanging_colours_exchanges_advice() {
    for name in ["tic-tac-toe", "yavalath", "havannah", "gomoku", "y", "race-to-twenty"] {
        with_game!(&seed_game(name, None), g => (0..3).for_each(|seed| exchanged(g, seed, |c| c)));
    }
    for name in ["breakthrough", "knightthrough", "towers"] {
        with_game!(&seed_game(name, None), g => {
            (0..3).for_each(|seed| exchanged(g, seed, |c| g.board().mirrored(c)))
        });
    }
}

/// Windows one by one.
fn windows<const W: usize>(board: &Board, state: &State<W>, player: Player, length: usize) -> f64 {
    let mut doubt = 1.0;
    for &d in board.axes() {
        for start in board.cells() {
            let cells: Vec<u16> = std::iter::once(start).chain(board.ray(start, d)).take(length).collect();
            let own = cells.iter().filter(|&&c| state.owned[player].contains(c)).count();
            let free = cells.iter().filter(|&&c| state.owner_of(c).is_none()).count();
            if cells.len() < length || own == 0 || own + free < length {
                continue;
            }
            let ends = [board.neighbour(start, board.opposite(d)), board.neighbour(cells[length - 1], d)];
            let closed = ends.iter().flatten().filter(|&&c| state.owned[player.opponent()].contains(c)).count();
            let worth = 0.25f64.powi((length - own) as i32) / 2f64.powi(closed as i32);
            doubt *= 1.0 - if own == length { 1.0 } else { worth };
        }
    }
    1.0 - doubt
}

#[test]
fn open_lines_are_those_found_one_by_one() {
    for (name, length) in [("tic-tac-toe", 3), ("qubic", 4), ("gomoku-free-style", 5), ("connect6", 6)] {
        with_game!(&seed_game(name, None), g => {
            let evaluator = Evaluator::new(g, &Policy::default());
            walk(g, 7, 60, |position| {
                let says = evaluator.advise(Advisor::InARow, position.state());
                for (player, fast) in Player::BOTH.into_iter().zip(says) {
                    let slow = windows(g.board(), position.state(), player, length);
                    assert!((slow - fast).abs() < 1e-9, "{name}: {fast} should be {slow}");
                }
            });
        });
    }
}

/// The least number of empty cells on a way between two sets, by relaxing until nothing changes.
fn missing<const W: usize>(board: &Board, state: &State<W>, player: Player, ends: [&[u16]; 2]) -> Option<u32> {
    let cost = |c: u16| match state.owner_of(c) {
        None => Some(1),
        Some(o) if o == player => Some(0),
        _ => None,
    };
    let mut best: Vec<Option<u32>> = vec![None; board.len()];
    ends[0].iter().for_each(|&c| best[c as usize] = cost(c));
    loop {
        let mut changed = false;
        for c in board.cells() {
            for &n in board.adjacent(c) {
                if let (Some(here), Some(step)) = (best[c as usize], cost(n))
                    && best[n as usize].is_none_or(|b| b > here + step)
                {
                    best[n as usize] = Some(here + step);
                    changed = true;
                }
            }
        }
        if !changed {
            return ends[1].iter().filter_map(|&c| best[c as usize]).min();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn connections_lack_what_a_slow_search_says(seed in any::<u64>()) {
        for (name, size) in [("hex", "6 7"), ("hex", "11 11"), ("crossway", "8 8")] {
            with_game!(&seed_game(name, Some(size)), g => {
                let evaluator = Evaluator::new(g, &Policy::default());
                let empty = g.initial(Player::White);
                walk(g, seed, 100, |position| {
                    let says = evaluator.advise(Advisor::Connection, position.state());
                    for (player, fast) in Player::BOTH.into_iter().zip(says) {
                        let sides = g.board().own_sides(player.index()).expect("sides");
                        let ends = [&sides[0][..], &sides[1][..]];
                        let whole = missing(g.board(), &empty, player, ends).expect("a way") as f64;
                        let Some(left) = missing(g.board(), position.state(), player, ends) else {
                            assert_eq!(fast, 0.0);
                            continue;
                        };
                        // Perhaps with half a cell less, for a choice.
                        let worth = |missing: f64| (1.0 - missing / (2.0 * whole)).max(0.0);
                        let (plain, choice) = (worth(left as f64), worth(left as f64 - 0.5));
                        let fits = (fast - plain).abs() < 1e-9 || (left > 0 && (fast - choice).abs() < 1e-9);
                        assert!(fits, "{fast}: {left} of {whole}");
                    }
                });
            });
        }
    }
}
