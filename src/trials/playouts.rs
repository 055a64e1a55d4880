//! Many uniformly random games at once, counted.

use crate::game::{AnyGame, Game, Outcome, Player, Playout};
use crate::parallel;
use crate::streams::{self, Purpose};
use crate::with_game;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Games played by one thread between two reports of progress.
const CHUNK: u64 = 64;

/// How many games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// So many. The results depend on the seed alone.
    Games(u64),
    /// As many as are finished in this time, and those begun; one at least.
    Time(Duration),
}

/// The results of random games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Moves made in all of them, passes included.
    pub plies: u64,
    /// Games won by the player who began and by the other, wherever a swap put them.
    pub wins: [u64; 2],
    /// Games drawn by the rules.
    pub draws: u64,
    /// Games abandoned for their length.
    pub abandoned: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.games += other.games;
        self.plies += other.plies;
        self.wins[0] += other.wins[0];
        self.wins[1] += other.wins[1];
        self.draws += other.draws;
        self.abandoned += other.abandoned;
    }
}

/// Plays random games on the threads of the current pool, White to begin, each with a generator of its own. A game that lasts
/// longer than `max_plies` is abandoned. `progress` is told of games as they are finished, from any thread.
/// ```
/// use ludogen::game::{AnyGame, lower};
/// use ludogen::language::parse;
/// use ludogen::trials::{Amount, random_games};
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
/// let tally = random_games(&game, Amount::Games(100), 1, 1000, &|_| {});
/// assert_eq!(tally.games, 100);
/// ```
pub fn random_games(
    game: &AnyGame,
    amount: Amount,
    seed: u64,
    max_plies: u32,
    progress: &(dyn Fn(u64) + Sync),
) -> Tally {
    with_game!(game, game => many(game, amount, seed, max_plies, progress))
}

fn many<const W: usize>(
    game: &Game<W>,
    amount: Amount,
    seed: u64,
    max_plies: u32,
    progress: &(dyn Fn(u64) + Sync),
) -> Tally {
    let (begun, next) = (Instant::now(), AtomicU64::new(0));
    let parts = parallel::on_each_thread(&|| {
        let (mut playout, mut tally) = (Playout::new(game), Tally::default());
        let mut play = |from: u64, to: u64| {
            let before = tally.games;
            for number in from..to {
                tally += one(&mut playout, seed, number, max_plies);
            }
            progress(tally.games - before);
        };
        match amount {
            Amount::Games(games) => loop {
                let from = next.fetch_add(CHUNK, Ordering::Relaxed);
                if from >= games {
                    break;
                }
                play(from, games.min(from + CHUNK));
            },
            Amount::Time(time) => loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                play(number, number + 1);
                if begun.elapsed() >= time {
                    break;
                }
            },
        }
        tally
    });
    let mut total = Tally::default();
    parts.into_iter().for_each(|part| total += part);
    total
}

fn one<const W: usize>(playout: &mut Playout<W>, seed: u64, number: u64, max_plies: u32) -> Tally {
    let mut rng = streams::stream(seed, Purpose::Playout, number);
    playout.restart(Player::White);
    let (outcome, plies) = playout.run(&mut rng, max_plies);
    let mut tally = Tally { games: 1, plies: plies.into(), ..Tally::default() };
    match outcome {
        Some(Outcome::Win(colour)) => tally.wins[colour.index() ^ playout.swapped() as usize] += 1,
        Some(Outcome::Draw) => tally.draws += 1,
        None => tally.abandoned += 1,
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{game::lower, language::parse};

    fn game(source: &str) -> AnyGame {
        AnyGame::new(lower(&parse(source).expect("a game")).expect("rules")).expect("a board")
    }

    fn play(source: &str, amount: Amount, seed: u64, max_plies: u32) -> Tally {
        random_games(&game(source), amount, seed, max_plies, &|_| ())
    }

    const TIC_TAC_TOE: &str = include_str!("../../seed-games/tic-tac-toe.ludi");

    #[test]
    fn random_tic_tac_toe_comes_out_as_it_must() {
        let n = 40_000;
        let tally = play(TIC_TAC_TOE, Amount::Games(n), 1, 1000);
        assert_eq!((tally.games, tally.abandoned), (n, 0));
        // Exact, from the tree of the game; within four standard errors.
        for (count, share) in [(tally.wins[0], 0.58492), (tally.wins[1], 0.28810), (tally.draws, 0.12698)] {
            let error = (share * (1.0 - share) / n as f64).sqrt();
            assert!((count as f64 / n as f64 - share).abs() < 4.0 * error, "{count} of {n}, not {share}");
        }
    }

    #[test]
    fn threads_and_chunks_change_nothing_and_seeds_do() {
        let with = |threads: usize, games, seed| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| play(TIC_TAC_TOE, Amount::Games(games), seed, 1000))
        };
        for games in [0, 1, CHUNK - 1, CHUNK, 1000] {
            assert_eq!(with(1, games, 7), with(3, games, 7));
            assert_eq!(with(2, games, 7).games, games);
        }
        assert_ne!(with(1, 1000, 7), with(1, 1000, 8));
        // The first games of a longer run are those of the shorter.
        let (short, long) = (with(1, 10, 7), with(1, 11, 7));
        assert!(long.plies >= short.plies + 5 && long.plies <= short.plies + 9);
    }

    #[test]
    fn what_does_not_end_is_abandoned_and_time_runs_out() {
        let tally = play(TIC_TAC_TOE, Amount::Games(20), 1, 4);
        assert_eq!(tally, Tally { games: 20, plies: 80, abandoned: 20, ..Tally::default() });
        let tally = play(TIC_TAC_TOE, Amount::Time(Duration::ZERO), 1, 1000);
        assert!(tally.games >= 1);
    }

    #[test]
    fn a_swap_gives_the_win_to_who_holds_the_colour() {
        // One move wins, and it is Black's after the swap: the person who began.
        let source = "(game Quick (board (tiling square) (size 1 2)) (play swap) (end (Black win (full))))";
        let tally = play(source, Amount::Games(4000), 1, 1000);
        assert_eq!(tally.wins[0] + tally.wins[1], 4000, "{tally:?}");
        // At its first move the second player swaps once in two: one stone or the swap.
        assert!(tally.wins[0].abs_diff(2000) < 150, "{tally:?}");
    }
}
