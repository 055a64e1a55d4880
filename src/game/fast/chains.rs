//! Watching for chains: which regions each joins and how large it is, by union and find. For games whose pieces stay.

use super::super::definition::Side;
use super::super::end::{Near, Test};
use super::super::rules::{ByPlayer, Player};
use super::super::topology::Topology;
use super::track::Workspace;
use super::watch::Watch;
use crate::board::{CellId, CellSet};

/// The most neighbours that a cell may have.
const MAX_NEIGHBOURS: usize = 8;

/// What a chain must have.
#[derive(Clone, Copy, Debug)]
struct Goal {
    /// Regions as bits.
    regions: u16,
    size: u16,
    atom: usize,
}

/// The surroundings of a cell.
#[derive(Clone, Debug)]
struct Around {
    neighbours: Vec<CellId>,
    /// Which of [`Chains::arcs`] says how the neighbours hang together.
    pattern: usize,
    /// By player: the cell's regions as bits.
    regions: ByPlayer<u16>,
}

/// By the neighbours that are a player's, as bits: into how many groups of adjacent ones they fall, and one of each. Those of
/// a group are in one chain already.
type Arcs = Vec<(u8, [u8; MAX_NEIGHBOURS / 2])>;

/// The neighbours of each cell, the regions it lies in and what chains are to be watched for.
#[derive(Clone, Debug)]
pub(super) struct Chains {
    around: Vec<Around>,
    arcs: Vec<Arcs>,
    goals: ByPlayer<Vec<Goal>>,
    /// Whether some goal is a size.
    sized: bool,
}

impl Chains {
    /// The watch for the conditions of both players that are given as bits, if all are of this kind.
    pub fn of<const W: usize>(
        sides: &ByPlayer<Side<W>>,
        topology: &Topology<W>,
        watched: ByPlayer<u64>,
    ) -> Option<Chains> {
        let mut by_near: Option<Near> = None;
        let mut goals: ByPlayer<Vec<Goal>> = ByPlayer::default();
        let mut regions = vec![ByPlayer([0u16; 2]); topology.cells];
        for player in Player::BOTH {
            let mut known = 0;
            for (atom, a) in sides[player].clauses.atoms.iter().enumerate() {
                if watched[player] >> atom & 1 == 0 {
                    continue;
                }
                let (near, goal) = match &a.test {
                    Test::Connect { regions: sets, near, .. } if known + sets.len() <= 16 && !sets.is_empty() => {
                        let mut goal = Goal { regions: 0, size: 0, atom };
                        for set in sets {
                            set.iter().for_each(|c| regions[c as usize][player] |= 1 << known);
                            goal.regions |= 1 << known;
                            known += 1;
                        }
                        (near, goal)
                    }
                    Test::Group { size: Some(size), exactly: false, near, .. } => {
                        (near, Goal { regions: 0, size: u16::try_from(*size).ok()?, atom })
                    }
                    _ => return None,
                };
                if by_near.is_some_and(|n| n != *near) {
                    return None;
                }
                by_near = Some(*near);
                goals[player].push(goal);
            }
        }
        let near = by_near?.masks(topology);
        let mut patterns: Vec<Vec<u8>> = Vec::new();
        let mut around = Vec::new();
        for (cell, regions) in regions.into_iter().enumerate() {
            let neighbours: Vec<CellId> = near[cell].iter().collect();
            if neighbours.len() > MAX_NEIGHBOURS {
                return None;
            }
            let beside = |c: &CellId| bits(&neighbours, &near[*c as usize]) as u8;
            let links: Vec<u8> = neighbours.iter().map(beside).collect();
            let pattern = patterns.iter().position(|p| *p == links).unwrap_or_else(|| {
                patterns.push(links);
                patterns.len() - 1
            });
            around.push(Around { neighbours, pattern, regions });
        }
        let arcs = patterns.iter().map(|links| arcs(links)).collect::<Option<_>>()?;
        let sized = goals.iter().any(|goals| goals.iter().any(|g| g.size > 0));
        Some(Chains { around, arcs, goals, sized })
    }

    #[inline]
    fn truth(&self, player: Player, (regions, size): (u16, u16)) -> u64 {
        self.goals[player].iter().fold(0, |truth, goal| {
            let reached = regions & goal.regions == goal.regions && size >= goal.size;
            truth | (reached as u64) << goal.atom
        })
    }
}

/// Which of the cells are in the set, as bits.
#[inline(always)]
fn bits<const W: usize>(cells: &[CellId], set: &CellSet<W>) -> usize {
    cells.iter().enumerate().fold(0, |bits, (i, &c)| bits | (set.contains(c) as usize) << i)
}

/// The arcs of every set of neighbours, given for each neighbour which others it is adjacent to; `None` if there are too many.
fn arcs(links: &[u8]) -> Option<Arcs> {
    let of = |own: usize| {
        let (mut rest, mut count, mut first) = (own as u8, 0, [0; MAX_NEIGHBOURS / 2]);
        while rest != 0 {
            let begin = rest.trailing_zeros() as u8;
            *first.get_mut(count as usize)? = begin;
            count += 1;
            let (mut arc, mut grown) = (0, 1u8 << begin);
            while arc != grown {
                arc = grown;
                for (i, linked) in links.iter().enumerate().filter(|(i, _)| arc >> i & 1 != 0) {
                    grown |= (linked & own as u8) | 1 << i;
                }
            }
            rest &= !arc;
        }
        Some((count, first))
    };
    (0..1 << links.len()).map(of).collect()
}

/// The root of a cell's chain; paths are halved on the way.
#[inline]
fn root(parent: &mut [CellId], mut cell: CellId) -> CellId {
    loop {
        let above = parent[cell as usize];
        if above == cell {
            return cell;
        }
        let next = parent[above as usize];
        parent[cell as usize] = next;
        cell = next;
    }
}

impl<const W: usize> Watch<W> for Chains {
    fn prepare(&self, memory: &mut Workspace<W>) {
        memory.parent.resize(self.around.len(), 0);
        memory.touched.resize(self.around.len(), (0, 0));
    }

    #[inline(always)]
    fn placed(&self, memory: &mut Workspace<W>, own: &CellSet<W>, player: Player, cell: CellId) -> u64 {
        let around = &self.around[cell as usize];
        let beside = bits(&around.neighbours, own);
        let (count, first) = self.arcs[around.pattern][beside];
        let regions = around.regions[player];
        let neighbour = |i: u8| around.neighbours[i as usize];
        if count == 0 {
            memory.parent[cell as usize] = cell;
            memory.touched[cell as usize] = (regions, 1);
            // Nothing grew that was there before; a chain of one is rarely enough.
            return self.truth(player, (regions, 1));
        }
        if count == 1 && regions == 0 && !self.sized {
            // The chain gains a cell and nothing else.
            memory.parent[cell as usize] = neighbour(first[0]);
            return 0;
        }
        let mut top = root(&mut memory.parent, neighbour(first[0]));
        let (mut joined, mut size) = memory.touched[top as usize];
        joined |= regions;
        size += 1;
        for &i in &first[1..count as usize] {
            let other = root(&mut memory.parent, neighbour(i));
            if other != top {
                let (r, s) = memory.touched[other as usize];
                joined |= r;
                size += s;
                memory.parent[top as usize] = other;
                top = other;
            }
        }
        memory.parent[cell as usize] = top;
        memory.touched[top as usize] = (joined, size);
        self.truth(player, (joined, size))
    }

    /// Pieces stay where they are.
    #[inline]
    fn removed(&self, _: &mut Workspace<W>, _: Player, _: CellId) {}
}
