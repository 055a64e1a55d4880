//! The advisor `mop-up`: who is ahead drives the piece that must not be lost to the edge, and comes near it.

use crate::board::{CellId, CellSet};
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

/// The types of pieces, by player, that the advisor is about.
pub(super) struct MopUp {
    royal: [Vec<Kind>; 2],
}

impl MopUp {
    pub fn new(rules: &Rules) -> Self {
        MopUp { royal: Player::each(|p| royal_types(rules, p)) }
    }

    /// For both players: how far the enemy's royal piece is from the centre, told by its layers, and how near to one's own (to all of one's
    /// pieces, for who has none), each for half, as far as one is ahead in `material`.
    pub fn worth<const W: usize>(
        &self,
        game: &Game<W>,
        state: &State<W>,
        material: [f64; 2],
        centre: &[(CellSet<W>, f64)],
        diameter: u32,
    ) -> [f64; 2] {
        let all = material[0] + material[1];
        Player::each(|p| {
            let ahead = (material[p.index()] - material[p.opponent().index()]) / all;
            let hunted = self.royal(game, state, p.opponent());
            if hunted.is_empty() || ahead.is_nan() || ahead <= 0.0 {
                return 0.0;
            }
            let mut hunters = self.royal(game, state, p);
            if hunters.is_empty() {
                hunters = state.owned[p];
            }
            let central: f64 = centre.iter().map(|(cells, worth)| f64::from((hunted & *cells).len()) * worth).sum();
            let far = 1.0 - central / f64::from(hunted.len());
            let near: f64 = hunted.iter().map(|cell| closeness(game, hunters, cell, diameter)).sum();
            ahead * (far + near / f64::from(hunted.len())) / 2.0
        })
    }

    fn royal<const W: usize>(&self, game: &Game<W>, state: &State<W>, player: Player) -> CellSet<W> {
        let own = state.owned[player];
        self.royal[player.index()].iter().fold(CellSet::EMPTY, |all, &kind| all | game.of_kind(state, own, kind))
    }
}

/// The mean closeness of pieces to a cell: 1 − distance/diameter.
fn closeness<const W: usize>(game: &Game<W>, pieces: CellSet<W>, cell: CellId, diameter: u32) -> f64 {
    let diameter = diameter.max(1);
    let steps = |piece| game.board().distance(piece, cell).map_or(diameter, |d| d.min(diameter));
    let sum: f64 = pieces.iter().map(|piece| 1.0 - f64::from(steps(piece)) / f64::from(diameter)).sum();
    sum / f64::from(pieces.len().max(1))
}
