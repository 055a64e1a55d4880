//! Which policy a child is measured with: the winner of a round robin.

use super::policy;
use super::recipe::PolicyChoice;
use crate::game::AnyGame;
use crate::strategy::{self, Policy};
use crate::streams::{self, Purpose};
use crate::with_game;

/// The best of a child's default policy, its parents' policies and their hybrids, by a round robin with openings of so many random
/// plies.
///
/// # Errors
/// Too few of the games have a winner.
pub(super) fn choose_policy(
    game: &AnyGame,
    parents: [&Policy; 2],
    settings: &PolicyChoice,
    opening: u32,
    seed: u64,
) -> Result<Policy, String> {
    let mut distinct = contenders(game, parents);
    let pairs: Vec<(usize, usize)> =
        (0..distinct.len()).flat_map(|a| (a + 1..distinct.len()).map(move |b| (a, b))).collect();
    // With one policy to choose from, a match against itself still tells whether games end.
    let pairs = if pairs.is_empty() { vec![(0, 0)] } else { pairs };
    let matches = strategy::Match {
        games: settings.games,
        depth: settings.depth,
        nodes: Some(with_game!(game, g => g.nodes_for(settings.nodes))),
        opening,
        max_plies: settings.plies,
    };
    let mut points = vec![0.0; distinct.len()];
    let (mut games, mut decided) = (0, 0);
    let planned = pairs.len() as f64 * f64::from(settings.games);
    for (number, (a, b)) in pairs.into_iter().enumerate() {
        let seed = streams::seed(seed, Purpose::Match, number as u64);
        let result = strategy::contest(game, &distinct[a], &distinct[b], &matches, seed);
        games += result.games();
        decided += result.wins + result.losses;
        points[a] += result.score();
        points[b] += 1.0 - result.score();
        // Settled early: the share stays too low even if all games to come are decided.
        if f64::from(games - decided) > (1.0 - settings.decided) * planned {
            break;
        }
    }
    if f64::from(decided) < settings.decided * f64::from(games) {
        return Err(format!("{decided} of {games} matches between policies had a winner"));
    }
    let best = (0..distinct.len()).max_by(|&a, &b| points[a].total_cmp(&points[b]).then(b.cmp(&a))).unwrap_or(0);
    Ok(distinct.swap_remove(best))
}

/// The policies that play, each once: at least one.
fn contenders(game: &AnyGame, parents: [&Policy; 2]) -> Vec<Policy> {
    let rules = game.rules();
    let own = Policy::default_for(rules);
    let [first, second] = parents.map(|parent| parent.relevant_to(rules));
    let both = strategy::hybrid(&first, &second, rules);
    let policies = [
        own,
        first,
        second,
        strategy::hybrid(&own, &first, rules),
        strategy::hybrid(&own, &second, rules),
        both,
        strategy::hybrid(&own, &both, rules),
    ];
    let mut distinct: Vec<Policy> = Vec::new();
    for p in policies {
        // No advisor of a parent may be relevant to the child, which leaves a blank policy.
        if !distinct.contains(&p) && !policy::is_blank(&p) {
            distinct.push(p);
        }
    }
    if distinct.is_empty() {
        distinct.push(own);
    }
    distinct
}
