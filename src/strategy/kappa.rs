//! The scale of a policy's values in a game.

use super::evaluator::Evaluator;
use crate::game::{Ahead, Player, Position};
use crate::streams;
use rand::RngExt;

/// How many random games are looked at.
const PLAYOUTS: u64 = 40;
/// How many plies of each.
const PLIES: u32 = 150;
/// What rules may ask to be looked ahead for in these games, in positions looked at: half a second. Ten known games take more.
const MOST: u64 = 500_000;
/// The least scale.
const LEAST: f64 = 1e-6;

impl<const W: usize> Evaluator<'_, W> {
    /// The interquartile range of White's value less Black's over the unfinished positions of random games, at least 10⁻⁶: the unit
    /// in which a lead is large or small, for squashing values to chances. Depends on the game, the policy and the seed alone.
    pub fn kappa(&self, seed: u64) -> f64 {
        let game = self.game();
        let mut rng = streams::generator(seed);
        let mut leads = Vec::new();
        let mut moves = Vec::new();
        let begun = Ahead::now();
        'games: for i in 0..PLAYOUTS {
            let mut position = Position::new(game, Player::from_index(i as usize));
            for _ in 0..PLIES {
                position.legal(game, &mut moves);
                if begun.taken() > MOST {
                    break 'games;
                }
                if moves.is_empty() {
                    break;
                }
                leads.push(self.lead(position.state()));
                position.apply(game, moves[rng.random_range(0..moves.len() as u32) as usize]);
            }
        }
        leads.sort_unstable_by(f64::total_cmp);
        match (quantile(&leads, 0.25), quantile(&leads, 0.75)) {
            (Some(low), Some(high)) => (high - low).max(LEAST),
            _ => LEAST,
        }
    }
}

/// A quantile of sorted numbers, between two of them where it falls so.
fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let place = q * sorted.len().checked_sub(1)? as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some(below + (above - below) * place.fract())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::AnyGame;
    use crate::language::parse;
    use crate::strategy::Policy;
    use crate::with_game;

    #[test]
    fn random_games_end_where_rules_ask_too_much() {
        // Slither forbids moves for what they lead to: forty games of it take ten seconds.
        let game = AnyGame::of(&parse(include_str!("../../seed-games/slither.ludi")).unwrap()).unwrap();
        let begun = Ahead::now();
        let kappa = with_game!(&game, g => Evaluator::new(g, &Policy::default_for(game.rules())).kappa(1));
        let taken = begun.taken();
        assert!((MOST..2 * MOST).contains(&taken) && kappa > LEAST, "{taken}: {kappa}");
    }

    #[test]
    fn quantiles_fall_between_numbers() {
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0], 0.25), Some(1.75));
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.75), Some(4.0));
        assert_eq!(quantile(&[7.0], 0.25), Some(7.0));
        assert_eq!(quantile(&[], 0.25), None);
    }
}
