//! Watching for chains: which regions each joins, how large it is and whether it closes a ring, by union and find. For games whose pieces stay.

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
    /// Whether the player must have closed a ring.
    ring: bool,
    atom: usize,
}

/// What a chain has.
#[derive(Clone, Copy, Default)]
struct Reached {
    /// Regions as bits.
    regions: u16,
    size: u16,
    /// Whether it has just closed a ring.
    ring: bool,
}

/// The surroundings of a cell.
#[derive(Clone, Debug)]
struct Around {
    neighbours: Vec<CellId>,
    /// Which of [`Chains::arcs`] says how the neighbours hang together.
    pattern: usize,
    /// By player: the cell's regions as bits.
    regions: ByPlayer<u16>,
    /// Whether it lies on the edge of the board.
    edge: bool,
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
    /// Whether some goal is a ring.
    ringed: bool,
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
            let mut known: Vec<&CellSet<W>> = Vec::new();
            for (atom, a) in sides[player].clauses.atoms.iter().enumerate() {
                if watched[player] >> atom & 1 == 0 {
                    continue;
                }
                let (near, goal) = match &a.test {
                    Test::Connect { regions: sets, near, .. } if !sets.is_empty() => {
                        let mut goal = Goal { regions: 0, size: 0, ring: false, atom };
                        for set in sets {
                            let bit = known.iter().position(|other| *other == set).unwrap_or_else(|| {
                                known.push(set);
                                known.len() - 1
                            });
                            goal.regions |= 1u16.checked_shl(bit as u32)?;
                        }
                        (*near, goal)
                    }
                    Test::Group { size: Some(size), exactly: false, near, .. } => {
                        (*near, Goal { regions: 0, size: u16::try_from(*size).ok()?, ring: false, atom })
                    }
                    Test::Cycle { .. } if is_disc_of_triangles(topology) => {
                        (Near::Adjacent, Goal { regions: 0, size: 0, ring: true, atom })
                    }
                    _ => return None,
                };
                if by_near.is_some_and(|n| n != near) {
                    return None;
                }
                by_near = Some(near);
                goals[player].push(goal);
            }
            for (bit, set) in known.into_iter().enumerate() {
                set.iter().for_each(|c| regions[c as usize][player] |= 1 << bit);
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
            let edge = topology.edge.contains(cell as CellId);
            around.push(Around { neighbours, pattern, regions, edge });
        }
        let arcs = patterns.iter().map(|links| arcs(links)).collect::<Option<_>>()?;
        let asks = |what: fn(&Goal) -> bool| goals.iter().any(|goals| goals.iter().any(what));
        let (sized, ringed) = (asks(|goal| goal.size > 0), asks(|goal| goal.ring));
        Some(Chains { around, arcs, goals, sized, ringed })
    }

    #[inline]
    fn truth(&self, player: Player, has: Reached) -> u64 {
        self.goals[player].iter().fold(0, |truth, goal| {
            let reached = has.regions & goal.regions == goal.regions && has.size >= goal.size;
            truth | ((reached && (has.ring || !goal.ring)) as u64) << goal.atom
        })
    }

    /// Whether a cell, or one beside it, is surrounded by the player's own now that the cell is too.
    fn surrounds<const W: usize>(&self, own: &CellSet<W>, cell: CellId) -> bool {
        let own = *own | CellSet::of(cell);
        let inner = |c: CellId| {
            let around = &self.around[c as usize];
            own.contains(c) && !around.edge && around.neighbours.iter().all(|&n| own.contains(n))
        };
        inner(cell) || self.around[cell as usize].neighbours.iter().any(|&c| inner(c))
    }
}

/// Whether the cells and their neighbours are a disc cut into triangles, as boards of hexagons without holes are. On such a board whoever closes a ring cuts a
/// cell off from the edge, or has one in it that is all surrounded, and nobody cuts off a cell otherwise.
fn is_disc_of_triangles<const W: usize>(topology: &Topology<W>) -> bool {
    let near = &topology.adjacent;
    if topology.direct != *near || topology.all.is_empty() {
        return false;
    }
    // Neighbours go once round a cell inside the board, and from one side to the other on its edge.
    let sound = topology.all.iter().all(|c| {
        let beside = near[c as usize];
        let links = beside.iter().map(|n| (near[n as usize] & beside).len());
        let (most, sum) = links.fold((0, 0), |(most, sum), n| (most.max(n), sum + n));
        let edge = topology.edge.contains(c);
        let joined = beside.lowest().is_none_or(|n| topology.flood(near, CellSet::of(n), beside) == beside);
        joined && most <= 2 && sum + if edge { 2 } else { 0 } == 2 * beside.len().max(1)
    });
    let count = |of: &dyn Fn(CellId) -> u32| topology.all.iter().map(of).sum::<u32>();
    let edges = count(&|c| near[c as usize].len()) / 2;
    let triangles = count(&|c| near[c as usize].iter().map(|n| (near[n as usize] & near[c as usize]).len()).sum()) / 6;
    let whole =
        topology.all.lowest().is_some_and(|c| topology.flood(near, CellSet::of(c), topology.all) == topology.all);
    // Euler's formula: a hole would make it less.
    sound && whole && topology.all.len() + triangles == edges + 1
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
            return self.truth(player, Reached { regions, size: 1, ring: false });
        }
        let mut ring = self.ringed && beside.count_ones() > 2 && self.surrounds(own, cell);
        if count == 1 && regions == 0 && !self.sized {
            // The chain gains a cell and nothing else.
            memory.parent[cell as usize] = neighbour(first[0]);
            return if ring { self.truth(player, Reached { ring, ..Reached::default() }) } else { 0 };
        }
        let mut top = root(&mut memory.parent, neighbour(first[0]));
        let (mut joined, mut size) = memory.touched[top as usize];
        joined |= regions;
        size += 1;
        for &i in &first[1..count as usize] {
            let other = root(&mut memory.parent, neighbour(i));
            ring |= other == top;
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
        self.truth(player, Reached { regions: joined, size, ring })
    }

    /// Pieces stay where they are.
    #[inline]
    fn removed(&self, _: &mut Workspace<W>, _: Player, _: CellId) {}
}

#[cfg(test)]
mod tests {
    use super::super::super::{AnyGame, Game, lower};
    use super::*;
    use crate::language::parse;
    use crate::streams;
    use crate::with_game;
    use rand::RngExt;

    fn game(board: &str) -> AnyGame {
        let tree = parse(&format!("(game A (board {board}) (end (All win (cycle))))")).unwrap();
        AnyGame::new(lower(&tree).unwrap()).unwrap()
    }

    #[test]
    fn boards_of_hexagons_without_holes_are_discs() {
        for (board, disc) in [
            ("(tiling hex) (shape hex) (size 4)", true),
            ("(tiling hex) (shape tri) (size 5)", true),
            ("(tiling hex) (size 2 2)", true),
            ("(tiling hex) (size 1 5)", false),
            ("(tiling hex) (size 6 5) (without A1 B1 F5)", true),
            ("(tiling hex) (size 6 5) (without C3)", false),
            ("(tiling hex) (size 6 5) (without C1 C2 C3 C4 C5)", false),
            ("(tiling square) (size 5 5)", false),
            ("(tiling square i-nbors) (size 5 5)", false),
            ("(tiling tri) (size 5)", false),
        ] {
            assert_eq!(with_game!(&game(board), game => is_disc_of_triangles(&game.topology)), disc, "{board}");
        }
    }

    /// Places the cells in random order, for either player; rings are found when they are closed. How many there were.
    fn rings<const W: usize>(game: &Game<W>, seed: u64) -> usize {
        let watch = Chains::of(&game.sides, &game.topology, ByPlayer([1; 2])).unwrap();
        let mut rng = streams::generator(seed);
        let mut memory = Workspace::default();
        watch.prepare(&mut memory);
        let mut own = ByPlayer([CellSet::EMPTY; 2]);
        let mut cells: Vec<CellId> = game.topology.all.iter().collect();
        while !cells.is_empty() {
            let cell = cells.swap_remove(rng.random_range(0..cells.len()));
            let player = Player::BOTH[usize::from(rng.random_bool(0.4))];
            let truth = watch.placed(&mut memory, &own[player], player, cell);
            own[player] |= CellSet::of(cell);
            assert_eq!(truth != 0, game.encloses(own[player]), "seed {seed}: {:?} then {cell}", own[player]);
            if truth != 0 {
                return 1;
            }
        }
        0
    }

    #[test]
    fn rings_are_closed_where_they_enclose_a_cell() {
        for board in [
            "(tiling hex) (shape hex) (size 4)",
            "(tiling hex) (shape hex) (size 7)",
            "(tiling hex) (shape tri) (size 8)",
            "(tiling hex) (size 7 9) (without A1 B1 G9 C1)",
        ] {
            let game = game(board);
            let found: usize = (0..400).map(|seed| with_game!(&game, game => rings(game, seed))).sum();
            assert!(found > 100, "{board}: {found} rings");
        }
    }
}
