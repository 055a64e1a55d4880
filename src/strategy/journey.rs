//! The advisors `advance` and `path`: how far the pieces have come, and how far the nearest one has to go.

use crate::board::{CellId, CellSet};
use crate::game::end::{Selector, Test};
use crate::game::rules::{Player, Verdict};
use crate::game::view::Lone;
use crate::game::{Game, Kind, Owner, State};
use crate::order;
use std::collections::HashMap;

/// How many positions of a lone piece are enumerated for a type of piece; a type that has more has no journey.
const MAX_NODES: usize = 20_000;

/// The conditions with which a player can win.
fn wins<const W: usize>(game: &Game<W>, player: Player) -> impl Iterator<Item = &Test<W>> {
    let clauses = game.clauses(player);
    let wins = clauses.clauses.iter().filter(|(verdict, _)| *verdict == Verdict::Win);
    wins.flat_map(|(_, tree)| tree.atoms()).map(|i| &clauses.atoms[i].test)
}

/// The first goal that a player wins by reaching, and the pieces that count there.
fn reach<const W: usize>(game: &Game<W>, player: Player) -> Option<(CellSet<W>, Selector)> {
    wins(game, player).find_map(|test| match test {
        Test::Reach { goal, pieces, .. } => Some((*goal, *pieces)),
        _ => None,
    })
}

/// How near the pieces of a player are to their goal.
pub(super) struct Journey {
    /// By type, then by state, then by cell: how near to its goal a piece is, 0 to 1; 0 where it cannot get there.
    nearness: Vec<Vec<Vec<f64>>>,
    /// How many pieces the sum is divided by at least: those of the start, where pieces leave the board when they arrive.
    pieces: u32,
    /// What a piece that has left adds.
    leaving: f64,
}

impl Journey {
    /// Distances to the goal of a player's first end clause that has one: cells to reach, or, where a player must get rid of its own
    /// pieces, off the board. Distances are in moves of a lone piece. Without such a clause the goal is the far edge, in steps
    /// forwards.
    pub fn new<const W: usize>(game: &Game<W>, player: Player) -> Journey {
        let kinds = game.rules().pieces.len();
        let own = 1u8 << player.index();
        let leaves =
            wins(game, player).any(|test| matches!(test, Test::Eliminate { filter } if filter.owners & 3 == own));
        let mut journey = Journey { nearness: vec![Vec::new(); kinds], pieces: 0, leaving: 0.0 };
        if let Some((goal, pieces)) = reach(game, player) {
            for kind in (0..kinds).filter(|k| pieces.filter.kinds >> k & 1 != 0) {
                journey.nearness[kind] =
                    travel(game, player, kind, &|lone| lone.is_some_and(|l| goal.contains(l.cell)));
            }
        } else if leaves {
            for (kind, nearness) in journey.nearness.iter_mut().enumerate() {
                *nearness = travel(game, player, kind, &|lone| lone.is_none());
            }
            journey.pieces = game.initial(Player::White).owned[player].len();
            journey.leaving = 1.0;
        } else {
            let ranks = ranks(game, player);
            let farthest = ranks.iter().copied().max().unwrap_or(0).max(1) as f64;
            let near: Vec<f64> = ranks.iter().map(|&rank| 1.0 - rank as f64 / farthest).collect();
            for (nearness, piece) in journey.nearness.iter_mut().zip(&game.rules().pieces) {
                // A piece that never moves makes no advance.
                if piece.moves.iter().any(|m| m.pops()) {
                    *nearness = vec![near.clone(); usize::from(piece.state.number()) + 1];
                }
            }
        }
        journey
    }

    /// The mean nearness of the player's pieces, 0 to 1; 0 without pieces.
    pub fn worth<const W: usize>(&self, game: &Game<W>, state: &State<W>, player: Player) -> f64 {
        let own = state.owned[player];
        let near = |cell: CellId| {
            let piece = game.top(state, cell);
            let by_state = self.nearness.get(piece.kind().index());
            by_state
                .and_then(|n| n.get(usize::from(piece.state().number())))
                .map_or(0.0, |by_cell| by_cell[cell as usize])
        };
        let sum: f64 = own.iter().map(near).sum();
        let left = self.pieces.saturating_sub(own.len()) as f64;
        (sum + self.leaving * left) / (own.len().max(self.pieces).max(1)) as f64
    }
}

fn sort_by_distance(nodes: &mut [usize], distance: &[Option<u32>]) {
    order::sort_by_key(nodes, |&i| distance[i]);
}

/// How near to its goal a lone piece of a type is, by cell and state: 1 less its distance by the greatest.
fn travel<const W: usize>(
    game: &Game<W>,
    player: Player,
    kind: usize,
    arrived: &dyn Fn(Option<Lone>) -> bool,
) -> Vec<Vec<f64>> {
    let state = game.rules().pieces[kind].state;
    let cells = 0..game.board().len() as CellId;
    let mut nodes: Vec<Lone> = cells.map(|cell| Lone { cell, state, continuing: false }).collect();
    let mut number: HashMap<Lone, usize> = nodes.iter().enumerate().map(|(i, &lone)| (lone, i)).collect();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    let mut distance: Vec<Option<u32>> = vec![None; nodes.len()];
    let mut at = 0;
    // Forwards: what leads where, and what is one move from the goal.
    let mut front = Vec::new();
    while at < nodes.len() {
        if nodes.len() > MAX_NODES {
            return Vec::new();
        }
        if arrived(Some(nodes[at])) {
            distance[at] = Some(0);
            front.push(at);
        } else {
            for next in game.lone_moves(player, Kind::new(kind), nodes[at]) {
                let Some(lone) = next else {
                    if arrived(None) && distance[at].is_none() {
                        distance[at] = Some(1);
                        front.push(at);
                    }
                    continue;
                };
                let to = *number.entry(lone).or_insert_with(|| {
                    nodes.push(lone);
                    before.push(Vec::new());
                    distance.push(None);
                    nodes.len() - 1
                });
                before[to].push(at);
            }
        }
        at += 1;
    }
    // Backwards, in the order of the distance: those at 0 come first, then those at 1.
    sort_by_distance(&mut front, &distance);
    let mut at = 0;
    while at < front.len() {
        let here = front[at];
        for &i in &before[here] {
            let through = distance[here].map(|d| d + 1);
            if distance[i].is_none() {
                distance[i] = through;
                front.push(i);
            }
        }
        at += 1;
    }
    let farthest = distance.iter().flatten().copied().max().unwrap_or(0).max(1) as f64;
    let states = nodes.iter().map(|lone| usize::from(lone.state.number()) + 1).max().unwrap_or(0);
    let mut near = vec![vec![0.0f64; game.board().len()]; states];
    for (lone, distance) in nodes.iter().zip(&distance) {
        if let Some(d) = distance {
            let worth = &mut near[usize::from(lone.state.number())][lone.cell as usize];
            *worth = worth.max(1.0 - *d as f64 / farthest);
        }
    }
    near
}

/// How many steps forwards each cell is from the edge that a player faces.
fn ranks<const W: usize>(game: &Game<W>, player: Player) -> Vec<u32> {
    let forwards = game.facing[player];
    let steps = |cell: usize| match forwards {
        Some(d) => game.topology.ray(cell as CellId, d).count() as u32,
        None => 0,
    };
    (0..game.board().len()).map(steps).collect()
}

/// The shortest path of a player's nearest piece to the cells that it must reach, over cells without neutral pieces.
pub(super) struct ShortestPath<const W: usize> {
    goal: CellSet<W>,
    pieces: Selector,
    /// The length at the start, 1 at least.
    first: f64,
}

impl<const W: usize> ShortestPath<W> {
    /// The path of a player who has cells to reach; `None` for others.
    pub fn new(game: &Game<W>, player: Player) -> Option<ShortestPath<W>> {
        let (goal, pieces) = reach(game, player)?;
        let mut path = ShortestPath { goal, pieces, first: 1.0 };
        path.first = path.length(game, &game.initial(Player::White)).unwrap_or(0).max(1) as f64;
        Some(path)
    }

    /// 1 − *d*/2*d*₀, at least 0: *d* steps are needed, *d*₀ at the start; 0 if there is no path.
    pub fn worth(&self, game: &Game<W>, state: &State<W>) -> f64 {
        self.length(game, state).map_or(0.0, |d| (1.0 - d as f64 / 2.0 / self.first).max(0.0))
    }

    fn length(&self, game: &Game<W>, state: &State<W>) -> Option<u32> {
        let topology = &game.topology;
        let mut reached = game.selected(state, &self.pieces);
        let open = topology.all.minus(&state.owned[Owner::Nobody]);
        let mut steps = 0;
        while !reached.meets(&self.goal) {
            let next = reached | (topology.spread_adjacent(reached) & open);
            if next == reached {
                return None;
            }
            reached = next;
            steps += 1;
        }
        Some(steps)
    }
}
