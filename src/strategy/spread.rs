//! The advisors `influence`, `territory`, `fight` and `centrality`: how the pieces lie on the board.

use crate::board::CellSet;
use crate::game::topology::Topology;
use crate::game::{ByOwner, Owner, Player, State};

/// For both players, the share of the empty cells that are nearer to their own pieces, walking over empty cells; ties are shared.
/// ½ each if no cell is empty.
pub(super) fn influence<const W: usize>(topology: &Topology<W>, state: &State<W>) -> [f64; 2] {
    let empty = topology.all.minus(&state.occupied());
    if empty.is_empty() {
        return [0.5; 2];
    }
    let mut fronts = Player::each(|p| state.owned[p]);
    let mut rest = empty;
    let mut gained = [0.0; 2];
    loop {
        let [a, b] = fronts.map(|front| topology.spread_adjacent(front) & rest);
        if a.is_empty() && b.is_empty() {
            break;
        }
        let both = (a & b).len() as f64;
        gained[0] += a.len() as f64 - both / 2.0;
        gained[1] += b.len() as f64 - both / 2.0;
        rest = rest.minus(&(a | b));
        fronts = [a, b];
    }
    gained.map(|g| g / empty.len() as f64)
}

/// For both players, the share of the empty cells that lie in regions bordered by their own pieces alone.
pub(super) fn territory<const W: usize>(state: &State<W>, beside: &ByOwner<CellSet<W>>, cells: usize) -> [f64; 2] {
    let empty = cells as f64 - f64::from(state.occupied().len());
    Player::each(|player| {
        let others = beside[player.opponent()] | beside[Owner::Nobody];
        f64::from(beside[player].minus(&others).len()) / empty.max(1.0)
    })
}

/// For both players, the mean closeness of their pieces to the nearest enemy: 1 − distance/diameter. 0 without pieces or enemies.
pub(super) fn fight<const W: usize>(topology: &Topology<W>, state: &State<W>, diameter: u32) -> [f64; 2] {
    let diameter = diameter.max(1) as f64;
    Player::each(|p| {
        let own = state.owned[p];
        let (mut reached, mut front) = (state.owned[p.opponent()], state.owned[p.opponent()]);
        let (mut sum, mut distance, mut rest) = (0.0, 0.0, own);
        while !rest.is_empty() && !front.is_empty() {
            front = topology.spread_adjacent(front).minus(&reached);
            reached |= front;
            distance += 1.0;
            let here = rest & front;
            sum += here.len() as f64 * (1.0 - distance / diameter).max(0.0);
            rest = rest.minus(&here);
        }
        sum / own.len().max(1) as f64
    })
}

/// For both players, the mean worth of their cells; 0 without pieces.
pub(super) fn mean_worth<const W: usize>(layers: &[(CellSet<W>, f64)], state: &State<W>) -> [f64; 2] {
    Player::each(|p| {
        let own = state.owned[p];
        let sum: f64 = layers.iter().map(|(cells, worth)| (own & *cells).len() as f64 * worth).sum();
        sum / own.len().max(1) as f64
    })
}

/// The cells by their distance to the centre, with 1 − distance/radius.
pub(super) fn centre_layers<const W: usize>(topology: &Topology<W>, centre: CellSet<W>) -> Vec<(CellSet<W>, f64)> {
    let mut rings = vec![centre];
    let mut reached = centre;
    loop {
        let next = topology.spread_adjacent(reached).minus(&reached);
        if next.is_empty() {
            break;
        }
        reached |= next;
        rings.push(next);
    }
    let radius = (rings.len() - 1).max(1) as f64;
    rings.into_iter().enumerate().map(|(d, cells)| (cells, 1.0 - d as f64 / radius)).collect()
}
