//! Alpha-beta under default policies against random play.

use crate::seed_game;
use ludogen::game::{Game, Player as Colour, Position};
use ludogen::players::{AlphaBetaOptions, Arena, Blind, Outcome, Player, PlayerKind};
use ludogen::strategy::{Evaluator, Policy};
use ludogen::with_game;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// The share of the points that alpha-beta wins, sides changing, and how many games it loses.
fn points<const W: usize>(game: &Game<W>, depth: u32, games: usize) -> (f64, u32) {
    let evaluator = Evaluator::new(game, &Policy::default_for(game.rules()));
    let kind = PlayerKind::AlphaBeta(AlphaBetaOptions { depth, table_bits: 12, cache_bits: 12, ..Default::default() });
    let (mut points, mut losses) = (0.0, 0);
    for number in 0..games {
        let mut rng = Pcg64Mcg::seed_from_u64(number as u64);
        let mut strong = Player::new(&kind, &evaluator);
        let mut random = Player::new(&PlayerKind::Random, Blind);
        let mut position = Position::new(game, Colour::White);
        while game.outcome(&position).is_none() && position.state().move_number < 300 {
            let choice = match game.mover(&position) == number % 2 {
                true => strong.choose(game, &position, &mut rng),
                false => random.choose(game, &position, &mut rng),
            };
            position.apply(game, choice.expect("a move").mv);
        }
        match game.outcome(&position) {
            Some(Outcome::Win(person)) if person == number % 2 => points += 1.0,
            Some(Outcome::Win(_)) => losses += 1,
            Some(Outcome::Draw) | None => points += 0.5,
        }
    }
    (points / games as f64, losses)
}

#[track_caller]
fn beats_random(name: &str, size: Option<&str>, depth: u32, games: usize) -> u32 {
    let (score, losses) = with_game!(&seed_game(name, size), g => points(g, depth, games));
    println!("{name}: {score}");
    assert!(score >= 0.9, "{name}: {score}");
    losses
}

#[test]
fn alpha_beta_beats_random_at_lines() {
    assert_eq!(beats_random("tic-tac-toe", None, 3, 20), 0);
    beats_random("yavalath", None, 2, 10);
}

#[test]
fn alpha_beta_beats_random_at_breakthrough() {
    beats_random("breakthrough", Some("6 6"), 2, 10);
}

#[test]
fn alpha_beta_beats_random_at_connection() {
    beats_random("hex", Some("7 7"), 2, 10);
}

#[test]
fn alpha_beta_beats_random_at_groups() {
    beats_random("lines-of-action", None, 2, 6);
}
