//! The advisor `connection`: how many cells are missing from a chain between regions.

use super::chance::{either, keep_best};
use crate::board::CellSet;
use crate::game::Game;
use crate::game::topology::Topology;

/// The distance of regions that cannot be joined.
const UNREACHABLE: u32 = u32::MAX;
/// What a choice of the last cell is worth, in cells.
const CHOICE: f64 = 0.5;

/// Regions, and sets of them of which one must be joined.
pub(super) struct Network<const W: usize> {
    regions: Vec<CellSet<W>>,
    goals: Vec<RegionSet>,
    /// By region: the others that need to be looked for from it.
    wanted: Vec<Vec<usize>>,
}

/// Regions that must all be joined.
struct RegionSet {
    members: Vec<usize>,
    /// Cells needed on the empty board.
    empty: u32,
}

/// Cells needed between two regions, and whether there is a choice of the last one.
type Distance = (u32, bool);

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
        let mut network = Network { regions, goals: Vec::new(), wanted };
        let distances = network.distances(masks, CellSet::EMPTY, topology.all);
        let goals = members.into_iter().map(|members| {
            let (empty, _) = network.needed(&members, &distances);
            RegionSet { members, empty }
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
            let worth = match needed {
                0 => return 1.0,
                UNREACHABLE => continue,
                n => {
                    let missing = n as f64 - if choice { CHOICE } else { 0.0 };
                    (1.0 - missing / (2.0 * goal.empty as f64)).max(0.0)
                }
            };
            keep_best(&mut best, worth);
        }
        either(best)
    }

    fn joined(&self, game: &Game<W>, masks: &[CellSet<W>], own: CellSet<W>, members: &[usize]) -> bool {
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

    /// A lower bound of the cells needed to join regions: the longest distance between two of them and, for three, half the sum.
    fn needed(&self, members: &[usize], distances: &[Vec<Distance>]) -> Distance {
        let distance = |a: usize, b: usize| {
            self.wanted[a].iter().position(|&w| w == b).map_or((UNREACHABLE, false), |i| distances[a][i])
        };
        if let [only] = members {
            return distance(*only, *only);
        }
        let (mut most, mut choice, mut sum) = (0, true, 0u32);
        for (i, &a) in members.iter().enumerate() {
            for &b in &members[i + 1..] {
                let (needed, some) = distance(a, b);
                sum = sum.saturating_add(needed);
                match needed.cmp(&most) {
                    std::cmp::Ordering::Greater => (most, choice) = (needed, some),
                    std::cmp::Ordering::Equal => choice &= some,
                    std::cmp::Ordering::Less => {}
                }
            }
        }
        match most {
            UNREACHABLE => (UNREACHABLE, false),
            most if members.len() == 3 => (most.max(sum / 2), choice),
            most => (most, choice),
        }
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
