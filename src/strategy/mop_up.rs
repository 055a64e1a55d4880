//! The advisor `mop-up`: who is ahead drives the piece that must not be lost to the edge, and comes near it.

use super::spread::centre_layers;
use crate::game::rules::{Condition, PieceRecord, Player, Rules, Verdict};
use crate::game::{Game, Kind, State};

/// The types of pieces whose loss, or mate, decides against a player who has others besides.
pub(super) fn royal_types(rules: &Rules, player: Player) -> Vec<Kind> {
    let mut types = Vec::new();
    let others = |kind: usize| {
        let mut owned = rules.pieces.iter().enumerate().filter(|(_, piece)| piece.owner.means(Some(player), player));
        owned.any(|(other, _)| other != kind)
    };
    let mut add = |pieces: &PieceRecord| {
        if let Some(kind) = pieces.kind.filter(|&kind| others(kind)) {
            types.push(Kind::new(kind));
        }
    };
    for clause in &rules.end {
        let tested = match clause.verdict {
            Verdict::Win => player.opponent(),
            Verdict::Lose => player,
            Verdict::Draw => continue,
        };
        if !clause.who.means(Some(tested), tested) {
            continue;
        }
        for part in clause.condition.leaves() {
            match part {
                Condition::Threatened(pieces) if tested == player => add(pieces),
                Condition::Eliminate { player: who, pieces } if who.means(Some(player), tested) => add(pieces),
                Condition::Capture { count: 1, pieces } if tested != player => add(pieces),
                _ => {}
            }
        }
    }
    types.sort_unstable();
    types.dedup();
    types
}

/// What the advisor needs to know of a game.
pub(super) struct MopUp {
    /// By player.
    royal: [Vec<Kind>; 2],
    /// By cell: its distance from the centre, 1 for the farthest.
    eccentricity: Vec<f64>,
    diameter: f64,
}

impl MopUp {
    pub fn new<const W: usize>(game: &Game<W>) -> Self {
        let board = game.board();
        let mut eccentricity = vec![0.0; board.len()];
        for (cells, worth) in centre_layers(&game.topology, board.centre().iter().copied().collect()) {
            cells.iter().for_each(|cell| eccentricity[cell as usize] = 1.0 - worth);
        }
        MopUp {
            royal: Player::each(|p| royal_types(game.rules(), p)),
            eccentricity,
            diameter: f64::from(board.diameter().max(1)),
        }
    }

    /// For both players: how far the enemy's royal piece is from the centre and how near to one's own (to all of one's pieces, for who has
    /// none), each for half, as far as one is ahead in `material`.
    pub fn worth<const W: usize>(&self, game: &Game<W>, state: &State<W>, material: [f64; 2]) -> [f64; 2] {
        let all = material[0] + material[1];
        Player::each(|p| {
            let ahead = (material[p.index()] - material[p.opponent().index()]) / all;
            if ahead > 0.0 { ahead * self.driven(game, state, p) } else { 0.0 }
        })
    }

    /// How far the royal piece of a player's opponent has been driven, from 0 to 1.
    fn driven<const W: usize>(&self, game: &Game<W>, state: &State<W>, player: Player) -> f64 {
        let royal = |p: Player| {
            let own = state.owned[p];
            self.royal[p.index()].iter().fold(own.minus(&own), |all, &kind| all | game.of_kind(state, own, kind))
        };
        let (hunted, mut hunters) = (royal(player.opponent()), royal(player));
        if hunters.is_empty() {
            hunters = state.owned[player];
        }
        let near = |cell: u16| -> f64 {
            let steps = |hunter| f64::from(game.board().distance(hunter, cell).unwrap_or(u32::MAX)).min(self.diameter);
            let sum: f64 = hunters.iter().map(|hunter| 1.0 - steps(hunter) / self.diameter).sum();
            sum / f64::from(hunters.len().max(1))
        };
        let sum: f64 = hunted.iter().map(|cell| (self.eccentricity[cell as usize] + near(cell)) / 2.0).sum();
        sum / f64::from(hunted.len().max(1))
    }
}
