//! The specialised programs of the playout benchmark play the same games as the general engine: move by move, sequence by
//! sequence, and in the long run.

#[path = "../benches/rivals/mod.rs"]
mod rivals;

use ludogen::game::{AnyGame, Game, Move, Outcome, Player, Playout, Position, lower, perft};
use ludogen::with_game;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rivals::search::{self, General, Searcher};
use rivals::{
    Amazons, Breakthrough, Chess, ConnectFour, EnglishDraughts, Go, Gomoku, Havannah, Hex, InternationalDraughts,
    Konane, LinesOfAction, Reversi, Rival, TicTacToe, Yavalath,
};
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

/// Only chess has longer games.
const MAX_PLIES: u32 = 1000;

fn seed_game(name: &str) -> AnyGame {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("seed-games/{name}.ludi"));
    let source = std::fs::read_to_string(path).expect("a seed game");
    let tree = ludogen::language::parse(&source).expect("rules without errors");
    AnyGame::new(lower(&tree).expect("rules")).expect("a game")
}

/// Plays the same random games on both sides; all legal moves and every outcome must agree.
fn agrees_move_by_move<G: Rival>(games: u64) {
    fn play<G: Rival, const W: usize>(game: &Game<W>, seed: u64) {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut position = Position::new(game, Player::White);
        let mut rival = G::default();
        let mut legal: Vec<Move> = Vec::new();
        loop {
            position.legal(game, &mut legal);
            let theirs: Vec<String> = legal.iter().map(|&m| game.notation(position.state(), m, &legal)).collect();
            let ours: Vec<String> = (0..rivals::count(&rival)).map(|i| rival.name(i)).collect();
            let sorted = |names: &[String]| {
                let mut names = names.to_vec();
                names.sort_unstable();
                names
            };
            let made = position.made().len();
            assert_eq!(sorted(&ours), sorted(&theirs), "{} after {made} moves, seed {seed}", G::GAME);
            let index = (rng.next_u32() as usize) % ours.len();
            let twin = theirs.iter().position(|name| *name == ours[index]).expect("the same move");
            let outcome = rival.step(|_| index as u32);
            position.apply(game, legal[twin]);
            assert_eq!(outcome, position.outcome(), "{} after {}, seed {seed}", G::GAME, ours[index]);
            if outcome.is_some() {
                return;
            }
        }
    }
    with_game!(&seed_game(G::GAME), game => (0..games).for_each(|seed| play::<G, _>(game, seed)));
}

fn agrees_in_perft<G: Rival>(depth: u32) {
    with_game!(&seed_game(G::GAME), game => assert_eq!(rivals::perft::<G>(depth), perft(game, depth, true), "{}", G::GAME));
}

/// Alpha-beta looks at the same nodes on both sides and finds the same.
fn agrees_in_search<G: Searcher>(depth: u32) {
    with_game!(&seed_game(G::GAME), game => {
        let mut searcher = General::new(game);
        for depth in 1..=depth {
            assert_eq!(searcher.search(depth), search::specialised::<G>(depth), "{} to depth {depth}", G::GAME);
        }
    });
}

/// Lengths and outcomes of many games.
struct Sample {
    lengths: Vec<f64>,
    /// White's wins, Black's wins, draws, games that are too long.
    outcomes: [f64; 4],
}

fn sample(games: u32, mut play: impl FnMut() -> (Option<Outcome>, u32)) -> Sample {
    let mut sample = Sample { lengths: Vec::new(), outcomes: [0.0; 4] };
    for _ in 0..games {
        let (outcome, plies) = play();
        sample.lengths.push(plies as f64);
        let class = match outcome {
            Some(Outcome::Win(winner)) => winner.index(),
            Some(Outcome::Draw) => 2,
            None => 3,
        };
        sample.outcomes[class] += 1.0;
    }
    sample
}

fn of_rival<G: Rival>(games: u32, seed: u64) -> Sample {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    sample(games, || rivals::playout::<G>(&mut rng, MAX_PLIES))
}

fn of_engine(name: &str, games: u32, seed: u64) -> Sample {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    with_game!(&seed_game(name), game => {
        let mut playout = Playout::new(game);
        sample(games, || {
            playout.restart(Player::White);
            playout.run(&mut rng, MAX_PLIES)
        })
    })
}

fn mean_and_variance(xs: &[f64]) -> (f64, f64) {
    let n = xs.len() as f64;
    let mean = xs.iter().sum::<f64>() / n;
    (mean, xs.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0))
}

/// The probability of means at least so far apart, were the true ones equal (Welch, for large samples).
fn p_of_means(a: &[f64], b: &[f64]) -> f64 {
    let ((ma, va), (mb, vb)) = (mean_and_variance(a), mean_and_variance(b));
    let error = (va / a.len() as f64 + vb / b.len() as f64).sqrt();
    2.0 * Normal::standard().sf((ma - mb).abs() / error)
}

/// The probability of counts at least so different, were both drawn from one distribution (chi-squared).
fn p_of_counts(a: &[f64], b: &[f64]) -> f64 {
    let (na, nb) = (a.iter().sum::<f64>(), b.iter().sum::<f64>());
    let classes: Vec<(f64, f64)> = a.iter().copied().zip(b.iter().copied()).filter(|(x, y)| x + y > 0.0).collect();
    let term = |&(x, y): &(f64, f64)| {
        let part = |n: f64, seen: f64| {
            let expected = (x + y) * n / (na + nb);
            (seen - expected).powi(2) / expected
        };
        part(na, x) + part(nb, y)
    };
    let chi: f64 = classes.iter().map(term).sum();
    ChiSquared::new(classes.len() as f64 - 1.0).map_or(1.0, |d| d.sf(chi))
}

/// Lengths counted in ten classes with about as many games each.
fn histograms(a: &[f64], b: &[f64]) -> [Vec<f64>; 2] {
    let mut all = [a, b].concat();
    all.sort_unstable_by(f64::total_cmp);
    let mut bounds: Vec<f64> = (1..10).map(|i| all[i * all.len() / 10]).collect();
    bounds.dedup();
    [a, b].map(|xs| {
        let mut counts = vec![0.0; bounds.len() + 1];
        xs.iter().for_each(|x| counts[bounds.partition_point(|bound| bound < x)] += 1.0);
        counts
    })
}

/// The least of the probabilities that both samples are of one game: by mean length, spread of lengths and outcomes.
fn likeness(a: &Sample, b: &Sample) -> f64 {
    let [ha, hb] = histograms(&a.lengths, &b.lengths);
    let by_length = p_of_means(&a.lengths, &b.lengths).min(p_of_counts(&ha, &hb));
    by_length.min(p_of_counts(&a.outcomes, &b.outcomes))
}

fn agrees_in_the_long_run<G: Rival>(games: u32) {
    let p = likeness(&of_rival::<G>(games, 1), &of_engine(G::GAME, games, 2));
    assert!(p > 0.003, "{}: p = {p}", G::GAME);
}

#[test]
fn bits_are_selected_in_order() {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    for _ in 0..300 {
        let (a, b) = (rng.next_u64(), rng.next_u64());
        assert!([a, a & b, a | b, a & b & (a >> 7)].into_iter().all(rivals::select_agrees));
    }
    assert!([0, 1, 1 << 63, u64::MAX].into_iter().all(rivals::select_agrees));
}

#[test]
fn tic_tac_toe_is_played_by_the_rules() {
    agrees_in_perft::<TicTacToe>(9);
    agrees_in_search::<TicTacToe>(9);
    agrees_move_by_move::<TicTacToe>(50);
    agrees_in_the_long_run::<TicTacToe>(20_000);
}

#[test]
fn breakthrough_is_played_by_the_rules() {
    agrees_in_perft::<Breakthrough>(3);
    agrees_in_search::<Breakthrough>(4);
    agrees_move_by_move::<Breakthrough>(60);
    agrees_in_the_long_run::<Breakthrough>(4000);
}

#[test]
fn yavalath_is_played_by_the_rules() {
    agrees_in_perft::<Yavalath>(2);
    agrees_in_search::<Yavalath>(3);
    agrees_move_by_move::<Yavalath>(60);
    agrees_in_the_long_run::<Yavalath>(8000);
}

#[test]
fn hex_is_played_by_the_rules() {
    agrees_in_perft::<Hex>(2);
    agrees_in_search::<Hex>(3);
    agrees_move_by_move::<Hex>(60);
    agrees_in_the_long_run::<Hex>(3000);
}

#[test]
fn connect_four_is_played_by_the_rules() {
    agrees_in_perft::<ConnectFour>(6);
    agrees_in_search::<ConnectFour>(6);
    agrees_move_by_move::<ConnectFour>(60);
    agrees_in_the_long_run::<ConnectFour>(8000);
}

#[test]
fn gomoku_is_played_by_the_rules() {
    agrees_in_perft::<Gomoku>(2);
    agrees_in_search::<Gomoku>(3);
    agrees_move_by_move::<Gomoku>(20);
    agrees_in_the_long_run::<Gomoku>(3000);
}

#[test]
fn reversi_is_played_by_the_rules() {
    agrees_in_perft::<Reversi>(6);
    agrees_in_search::<Reversi>(5);
    agrees_move_by_move::<Reversi>(100);
    agrees_in_the_long_run::<Reversi>(4000);
}

#[test]
fn lines_of_action_is_played_by_the_rules() {
    agrees_in_perft::<LinesOfAction>(3);
    agrees_in_search::<LinesOfAction>(4);
    agrees_move_by_move::<LinesOfAction>(40);
    agrees_in_the_long_run::<LinesOfAction>(1000);
}

#[test]
fn amazons_is_played_by_the_rules() {
    agrees_in_perft::<Amazons>(2);
    agrees_in_search::<Amazons>(3);
    agrees_move_by_move::<Amazons>(20);
    agrees_in_the_long_run::<Amazons>(1000);
}

#[test]
fn english_draughts_is_played_by_the_rules() {
    agrees_in_perft::<EnglishDraughts>(6);
    agrees_in_search::<EnglishDraughts>(12);
    agrees_move_by_move::<EnglishDraughts>(100);
    agrees_in_the_long_run::<EnglishDraughts>(3000);
}

#[test]
fn konane_is_played_by_the_rules() {
    agrees_in_perft::<Konane>(6);
    agrees_move_by_move::<Konane>(100);
    agrees_in_the_long_run::<Konane>(3000);
}

#[test]
fn havannah_is_played_by_the_rules() {
    agrees_in_perft::<Havannah>(2);
    agrees_move_by_move::<Havannah>(40);
    agrees_in_the_long_run::<Havannah>(1000);
}

#[test]
fn go_is_played_by_the_rules() {
    agrees_in_perft::<Go>(2);
    agrees_move_by_move::<Go>(60);
    agrees_in_the_long_run::<Go>(1000);
}

#[test]
fn international_draughts_is_played_by_the_rules() {
    agrees_in_perft::<InternationalDraughts>(6);
    agrees_move_by_move::<InternationalDraughts>(60);
    agrees_in_the_long_run::<InternationalDraughts>(1000);
}

#[test]
fn chess_is_played_by_the_rules() {
    agrees_in_perft::<Chess>(4);
    agrees_move_by_move::<Chess>(10);
    agrees_in_the_long_run::<Chess>(300);
}

#[test]
fn the_statistics_tell_different_games_apart() {
    let yavalath = of_rival::<Yavalath>(4000, 1);
    let misere = of_engine("tic-tac-toe-misere", 4000, 2);
    assert!(likeness(&of_rival::<TicTacToe>(4000, 1), &misere) < 1e-6);
    // One move in thirty more or less shows.
    let longer = Sample { lengths: yavalath.lengths.iter().map(|x| x * 31.0 / 30.0).collect(), ..yavalath };
    assert!(p_of_means(&longer.lengths, &of_engine("yavalath", 4000, 2).lengths) < 1e-3);
}
