//! Policies, and the players that go by them, as the population keeps them: names and weights.

use crate::game::Player;
use crate::language::Tree;
use crate::store::PLAYER;
use crate::strategy::{Advisor, OpponentKind, Policy, Weights};
use crate::trials::{Candidate, Chosen, Method, TrialPlayer};

/// The policy of a chosen player; then, if there was a choice, a row such as `player:uct` with its share of the points against the candidate
/// that came nearest.
pub(super) fn write_chosen(chosen: &Chosen) -> Vec<(String, f64)> {
    let mut rows = write(&chosen.player.policy);
    rows.extend(chosen.margin.map(|margin| (format!("{PLAYER}{}", chosen.candidate.name()), margin)));
    rows
}

/// The player that was written.
pub(super) fn read_player(rows: &[(String, f64)]) -> TrialPlayer {
    let chosen = |(name, _): &(String, f64)| Candidate::from_name(name.strip_prefix(PLAYER)?);
    let method = match rows.iter().find_map(chosen) {
        Some(Candidate::Uct) => Method::Uct,
        _ => Method::AlphaBeta,
    };
    TrialPlayer { method, policy: read(rows) }
}

/// The player that was written, as the `advisors` ludeme of a rule file; `None` if no policy was.
pub(crate) fn advisors(rows: &[(String, f64)]) -> Option<Tree> {
    let TrialPlayer { method, policy } = read_player(rows);
    let kind = if method == Method::Uct { OpponentKind::Uct } else { OpponentKind::AlphaBeta };
    (!rows.is_empty()).then(|| policy.to_tree_for(kind))
}

/// The row that says who was chosen.
pub(super) fn player_row(rows: &[(String, f64)]) -> Option<&(String, f64)> {
    rows.iter().find(|(name, _)| name.starts_with(PLAYER))
}

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
    fn a_chosen_player_survives_being_kept() {
        let mut weights = Weights::default();
        weights.set(Advisor::ALL[3], 1.0);
        let policy = Policy::both(weights);
        for candidate in Candidate::ALL {
            let method = if candidate == Candidate::Uct { Method::Uct } else { Method::AlphaBeta };
            let player = TrialPlayer { method, policy };
            let rows = write_chosen(&Chosen { player, candidate, margin: Some(0.75), nodes: 7 });
            assert_eq!(read_player(&rows), player);
            assert_eq!(read(&rows), policy, "the player is no advisor");
            assert_eq!(player_row(&rows), Some(&(format!("player:{}", candidate.name()), 0.75)));
        }
        let rows = write_chosen(&Chosen::given(&policy));
        assert_eq!((read_player(&rows), player_row(&rows)), ((&policy).into(), None));
    }

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
