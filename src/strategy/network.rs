//! The advisor `connection`: how many cells are missing from a chain between regions.

use super::chance::{either, keep_best};
use crate::board::CellSet;
use crate::game::Game;
use crate::game::topology::Topology;

/// The distance of regions that cannot be joined.
pub(super) const UNREACHABLE: u32 = u32::MAX;
/// What a choice of the last cell is worth, in cells.
const CHOICE: f64 = 0.5;

/// Regions, and sets of them of which one must be joined.
pub(super) struct Network<const W: usize> {
    pub regions: Vec<CellSet<W>>,
    pub goals: Vec<RegionSet>,
    /// The pairs of regions whose distance matters; a region alone is a pair with itself.
    pub pairs: Vec<(usize, usize)>,
    /// By region: the others that need to be looked for from it.
    wanted: Vec<Vec<usize>>,
}

/// Regions that must all be joined.
pub(super) struct RegionSet {
    pub members: Vec<usize>,
    /// The pairs of members.
    pub pairs: Vec<usize>,
    /// Cells needed on the empty board.
    pub empty: u32,
}

/// Cells needed between two regions, and whether there is a choice of the last one.
pub(super) type Distance = (u32, bool);

impl<const W: usize> Network<W> {
    /// `goals` are the sets of regions of which one must be joined.
    pub fn new(topology: &Topology<W>, masks: &[CellSet<W>], goals: &[&[CellSet<W>]]) -> Self {
        let mut regions: Vec<CellSet<W>> = Vec::new();
        let mut index = |r: &CellSet<W>| match regions.iter().position(|known| known == r) {
            Some(i) => i,
            None => {
                regions.push(*r);
                regions.len() - 1
            }
        };
        let mut members: Vec<Vec<usize>> = goals.iter().map(|g| g.iter().map(&mut index).collect()).collect();
        for m in &mut members {
            m.sort_unstable();
            m.dedup();
        }
        let mut wanted: Vec<Vec<usize>> = vec![Vec::new(); regions.len()];
        for m in &members {
            // Pairs; a single region must be touched by one piece, which is the distance from itself to itself.
            for (i, &a) in m.iter().enumerate() {
                let others = if m.len() == 1 { &m[..] } else { &m[i + 1..] };
                for &b in others {
                    if !wanted[a].contains(&b) {
                        wanted[a].push(b);
                    }
                }
            }
        }
        let of = |(a, others): (usize, &Vec<usize>)| others.iter().map(move |&b| (a, b)).collect::<Vec<_>>();
        let pairs: Vec<(usize, usize)> = wanted.iter().enumerate().flat_map(of).collect();
        let mut network = Network { regions, goals: Vec::new(), pairs, wanted };
        let distances = network.distances(masks, CellSet::EMPTY, topology.all);
        let goals = members.into_iter().map(|members| {
            let (empty, _) = network.needed(&members, &distances);
            let index = |pair| network.pairs.iter().position(|p| *p == pair);
            let pairs = pairs_of(&members).filter_map(index).collect();
            RegionSet { members, pairs, empty }
        });
        network.goals = goals.collect();
        network
    }

    /// How near the best goal is: 1 if it is reached, ½ if as many cells are missing as on an empty board, 0 if it is out of reach.
    ///
    /// Of several goals the two best count as alternatives.
    pub fn worth(&self, game: &Game<W>, masks: &[CellSet<W>], own: CellSet<W>, free: CellSet<W>) -> f64 {
        let distances = self.distances(masks, own, free);
        let mut best = [0.0f64; 2];
        for goal in &self.goals {
            let (mut needed, choice) = self.needed(&goal.members, &distances);
            if needed == 0 && goal.members.len() > 2 && !self.joined(game, masks, own, &goal.members) {
                // Each two are joined, but not all by one chain.
                needed = 1;
            }
            if needed == 0 {
                return 1.0;
            }
            keep_best(&mut best, worth_of(goal.empty, (needed, choice)));
        }
        either(best)
    }

    /// Whether one chain joins all of some regions.
    pub fn joined(&self, game: &Game<W>, masks: &[CellSet<W>], own: CellSet<W>, members: &[usize]) -> bool {
        let mut seeds = own & self.regions[members[0]];
        while let Some(seed) = seeds.lowest() {
            let group = game.topology.flood(masks, CellSet::of(seed), own);
            if members.iter().all(|&r| self.regions[r].meets(&group)) {
                return true;
            }
            seeds = seeds.minus(&group);
        }
        false
    }

    fn needed(&self, members: &[usize], distances: &[Vec<Distance>]) -> Distance {
        combined(pairs_of(members).map(|(a, b)| {
            self.wanted[a].iter().position(|&w| w == b).map_or((UNREACHABLE, false), |i| distances[a][i])
        }))
    }

    /// The distances wanted from each region, by breadth-first search: an empty cell costs 1 and an own cell nothing.
    fn distances(&self, masks: &[CellSet<W>], own: CellSet<W>, free: CellSet<W>) -> Vec<Vec<Distance>> {
        (0..self.regions.len()).map(|a| self.distances_from(a, masks, own, free)).collect()
    }

    fn distances_from(&self, a: usize, masks: &[CellSet<W>], own: CellSet<W>, free: CellSet<W>) -> Vec<Distance> {
        let wanted = &self.wanted[a];
        let mut distances = vec![(UNREACHABLE, false); wanted.len()];
        let mut missing = wanted.len();
        let start = self.regions[a];
        let mut rest = own | free;
        // The cells of this layer: empty ones just filled, and own ones that hang on to them.
        let mut filled = CellSet::EMPTY;
        let mut layer = follow(masks, start & own, own);
        let mut needed = 0;
        while missing > 0 {
            rest = rest.minus(&layer);
            for (i, &b) in wanted.iter().enumerate() {
                let goal = self.regions[b];
                if distances[i].0 == UNREACHABLE && layer.meets(&goal) {
                    distances[i] = (needed, needed > 0 && has_choice(masks, goal, layer, filled));
                    missing -= 1;
                }
            }
            let mut next = if needed == 0 { start } else { CellSet::EMPTY };
            for cell in layer {
                next |= masks[cell as usize];
            }
            filled = next & free & rest;
            if filled.is_empty() {
                break;
            }
            let mut beside = CellSet::EMPTY;
            for cell in filled {
                beside |= masks[cell as usize];
            }
            layer = filled | follow(masks, beside & own & rest, own & rest);
            needed += 1;
        }
        distances
    }
}

/// Each two of some regions; one alone with itself.
fn pairs_of(members: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    let alone = if let [only] = members { Some((*only, *only)) } else { None };
    let each = members.iter().enumerate().flat_map(|(i, &a)| members[i + 1..].iter().map(move |&b| (a, b)));
    alone.into_iter().chain(each)
}

/// A lower bound of the cells needed to join regions, from the distances of each two: the longest and, for three regions, half the
/// sum. There is a choice if each of the longest has one.
pub(super) fn combined(distances: impl Iterator<Item = Distance>) -> Distance {
    let mut count = 0;
    let (mut most, mut choice, mut sum) = (0, true, 0u32);
    for (needed, some) in distances {
        count += 1;
        sum = sum.saturating_add(needed);
        match needed.cmp(&most) {
            std::cmp::Ordering::Greater => (most, choice) = (needed, some),
            std::cmp::Ordering::Equal => choice &= some,
            std::cmp::Ordering::Less => {}
        }
    }
    match most {
        UNREACHABLE => (UNREACHABLE, false),
        most if count == 3 => (most.max(sum / 2), choice),
        most => (most, choice),
    }
}

/// How near a goal is that takes so many cells on the empty board.
pub(super) fn worth_of(empty: u32, (needed, choice): Distance) -> f64 {
    if needed == UNREACHABLE {
        return 0.0;
    }
    let missing = needed as f64 - if choice { CHOICE } else { 0.0 };
    (1.0 - missing / (2.0 * empty as f64)).max(0.0)
}

/// Whether two cells or more of those just filled are each enough to arrive.
fn has_choice<const W: usize>(masks: &[CellSet<W>], goal: CellSet<W>, layer: CellSet<W>, filled: CellSet<W>) -> bool {
    let chain = layer.minus(&filled);
    let arriving = follow(masks, goal & chain, chain);
    let mut last = goal;
    for cell in arriving {
        last |= masks[cell as usize];
    }
    (last & filled).len() > 1
}

/// The cells of `within` connected to `seed`, which is part of it.
fn follow<const W: usize>(masks: &[CellSet<W>], seed: CellSet<W>, within: CellSet<W>) -> CellSet<W> {
    let mut all = seed;
    let mut frontier = seed;
    while !frontier.is_empty() {
        let mut grown = CellSet::EMPTY;
        for cell in frontier {
            grown |= masks[cell as usize];
        }
        frontier = (grown & within).minus(&all);
        all |= frontier;
    }
    all
}
