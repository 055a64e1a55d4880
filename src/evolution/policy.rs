//! Policies as the population keeps them: names and weights.

use crate::game::Player;
use crate::strategy::{Advisor, Policy, Weights};

/// The advisors and weights of a policy. Where the players' weights differ, the name says whose: `white:mobility`.
pub(super) fn write(policy: &Policy) -> Vec<(String, f64)> {
    let rows = |player: Player, prefix: &'static str| -> Vec<(String, f64)> {
        policy.of(player).iter().filter(|(_, w)| *w != 0.0).map(|(a, w)| (format!("{prefix}{}", a.name()), w)).collect()
    };
    if policy.of(Player::White) == policy.of(Player::Black) {
        return rows(Player::White, "");
    }
    let mut all = rows(Player::White, "white:");
    all.extend(rows(Player::Black, "black:"));
    all
}

/// The policy that was written; unknown names and weights that are no numbers count for nothing.
pub(super) fn read(rows: &[(String, f64)]) -> Policy {
    let mut weights = [Weights::default(), Weights::default()];
    for (name, weight) in rows.iter().filter(|(_, w)| w.is_finite()) {
        let (players, name): (&[usize], &str) = match name.split_once(':') {
            Some(("white", name)) => (&[0], name),
            Some(("black", name)) => (&[1], name),
            _ => (&[0, 1], name),
        };
        if let Some(advisor) = Advisor::from_name(name) {
            players.iter().for_each(|&p| weights[p].set(advisor, *weight));
        }
    }
    let [white, black] = weights;
    Policy { white, black }
}

/// Whether no advisor has a weight for some player.
pub(super) fn is_blank(policy: &Policy) -> bool {
    Player::BOTH.iter().any(|&p| policy.of(p).iter().all(|(_, w)| w == 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_survives_being_kept() {
        let mut white = Weights::default();
        white.set(Advisor::ALL[2], 0.25);
        let mut black = white;
        for policy in [Policy { white, black: white }, {
            black.set(Advisor::ALL[11], -0.5);
            Policy { white, black }
        }] {
            assert_eq!(read(&write(&policy)), policy);
        }
        assert!(is_blank(&read(&[("no such advisor".into(), 1.0), (Advisor::ALL[0].name().into(), f64::NAN)])));
    }
}
