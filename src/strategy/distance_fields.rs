//! The advisor `connection` in searches: the distances of all cells from the regions, kept for the position before the last move.
//!
//! An own piece on a free cell *c* makes a way of *a*(*c*) + *b*(*c*) − 2 cells between regions from which *c* is *a*(*c*) and *b*(*c*)
//! cells away, *c* included; another's piece matters only where *a*(*c*) + *b*(*c*) − 1 is the distance of the regions. So most moves
//! are valued without looking for ways again, and with the same result.

use super::chance::{either, keep_best};
use super::network::{Distance, Network, UNREACHABLE, combined, worth_of};
use crate::board::{CellId, CellSet};
use crate::game::Game;

/// The distance of cells that cannot be reached; sums of two do not overflow.
const FAR: u16 = u16::MAX / 4;

/// Distances in the position without its last move.
pub(super) struct DistanceFields<const W: usize> {
    now: Distances<W>,
    /// The same without one move more, or as it is now: what other positions have in common with this one.
    before: Distances<W>,
    /// By pair of regions.
    pairs: Vec<Pair<W>>,
    /// The goals by the most that they can be worth, with that, and with the most after one own piece more.
    order: Vec<(usize, [f64; 2])>,
}

/// Distances from all regions.
struct Distances<const W: usize> {
    own: CellSet<W>,
    free: CellSet<W>,
    /// By region.
    fields: Vec<Field<W>>,
}

/// The cells by their distance from a region: how many free cells a chain from there to the cell takes, itself included.
struct Field<const W: usize> {
    /// By distance: free cells, and the own pieces that hang on to them.
    layers: Vec<CellSet<W>>,
    /// By free cell.
    distance: Vec<u16>,
}

/// What is known of a pair of regions.
struct Pair<const W: usize> {
    distance: u16,
    /// The cells that can be the last of a shortest chain from the first region to the second.
    last: CellSet<W>,
}

/// What stands on one cell more than in the position known.
#[derive(Clone, Copy)]
enum Added {
    Nothing,
    Own(CellId),
    Others(CellId),
}

impl<const W: usize> DistanceFields<W> {
    pub fn new() -> Self {
        // Nothing is worth anything on a board without own pieces and free cells, so that much is known.
        let none = || Distances { own: CellSet::EMPTY, free: CellSet::EMPTY, fields: Vec::new() };
        DistanceFields { now: none(), before: none(), pairs: Vec::new(), order: Vec::new() }
    }

    /// As [`Network::worth`].
    pub fn worth(
        &mut self,
        network: &Network<W>,
        (game, masks): (&Game<W>, &[CellSet<W>]),
        (own, free): (CellSet<W>, CellSet<W>),
        last: CellId,
    ) -> f64 {
        let on_board = (last as usize) < game.topology.cells && !free.contains(last);
        let (mut own_before, mut free_before) = (own, free);
        if on_board {
            own_before.remove(last);
            free_before.insert(last);
        }
        if !self.now.are_of(own_before, free_before) && !self.now.are_of(own, free) {
            self.look(network, masks, own_before, free_before);
        }
        let added = match () {
            () if self.now.are_of(own, free) => Added::Nothing,
            () if own.contains(last) => Added::Own(last),
            () => Added::Others(last),
        };
        let mut best = [0.0f64; 2];
        for &(i, [most_before, most_after]) in &self.order {
            let goal = &network.goals[i];
            let most = match added {
                Added::Own(_) if most_after <= best[1] => continue,
                Added::Own(c) => worth_of(goal.empty, self.bound(network, &goal.pairs, c)),
                // Nothing comes nearer by others' pieces, and the rest is worth no more.
                _ if most_before <= best[1] => break,
                _ => most_before,
            };
            if most <= best[1] {
                continue;
            }
            let distance = |&pair: &usize| self.distance(network, masks, pair, added);
            let (mut needed, choice) = combined(goal.pairs.iter().map(distance));
            if needed == 0 && goal.members.len() > 2 && !network.joined(game, masks, own, &goal.members) {
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

    /// The least distance of a goal after an own piece on a cell.
    fn bound(&self, network: &Network<W>, pairs: &[usize], cell: CellId) -> Distance {
        combined(pairs.iter().map(|&pair| {
            let (a, b) = network.pairs[pair];
            let each = |region: usize| self.now.fields[region].distance[cell as usize];
            let [ka, kb] = [each(a), each(b)];
            (whole(self.pairs[pair].distance.min((ka + kb).saturating_sub(2))), true)
        }))
    }

    /// Works out all distances of a position.
    fn look(&mut self, network: &Network<W>, masks: &[CellSet<W>], own: CellSet<W>, free: CellSet<W>) {
        let Distances { own: last_own, free: last_free, .. } = self.now;
        if self.before.one_less(own, free).is_none() {
            // Positions that a search looks at in succession have all but a move in common.
            self.before.look(network, masks, own & last_own, free | last_free);
            if self.before.one_less(own, free).is_none() {
                self.before.look(network, masks, own, free);
            }
        }
        self.now.advance(network, masks, &self.before, (own, free));
        let fields = &self.now.fields;
        self.pairs.clear();
        self.pairs.extend(network.pairs.iter().map(|&(a, b)| {
            let (from, to) = (&fields[a], &fields[b]);
            let arrival = to.first() & free;
            match from.layers.iter().position(|layer| layer.meets(&arrival)) {
                _ if from.layers[0].meets(&network.regions[b]) => Pair { distance: 0, last: CellSet::EMPTY },
                Some(k) => Pair { distance: k as u16, last: from.layers[k] & arrival },
                None => Pair { distance: FAR, last: CellSet::EMPTY },
            }
        }));
        self.order.clear();
        for (i, goal) in network.goals.iter().enumerate() {
            // One piece makes no two regions nearer by more than a cell: there was a way through its cell before.
            let each = |less| {
                let nearest = |&pair: &usize| (whole(self.pairs[pair].distance.saturating_sub(less)), true);
                worth_of(goal.empty, combined(goal.pairs.iter().map(nearest)))
            };
            let most = [each(0), each(1)];
            self.order.push((i, most));
        }
        most_first(&mut self.order);
    }

    /// The distance of a pair of regions.
    fn distance(&self, network: &Network<W>, masks: &[CellSet<W>], index: usize, added: Added) -> Distance {
        let (a, b) = network.pairs[index];
        let pair = &self.pairs[index];
        let known = (whole(pair.distance), pair.last.len() > 1);
        let (Added::Own(cell) | Added::Others(cell)) = added else { return known };
        let each = |region: usize| self.now.fields[region].distance[cell as usize];
        let [ka, kb] = [each(a), each(b)];
        if pair.distance == 0 || ka >= FAR || kb >= FAR {
            return known;
        }
        if a == b {
            return self.single(network.regions[a], added);
        }
        if let Added::Own(_) = added {
            let through = ka + kb - 2;
            if through > pair.distance {
                return known;
            }
            if through == 0 {
                return (0, false);
            }
            let also = if through == pair.distance { pair.last } else { CellSet::EMPTY };
            let last = also | self.last_through(masks, (&self.now.fields[a], ka), (&self.now.fields[b], kb), cell);
            return (whole(through), last.len() > 1);
        }
        let blocked = CellSet::of(cell);
        if ka + kb - 1 > pair.distance {
            return known;
        }
        if kb == 1 {
            let last = pair.last.minus(&blocked);
            if !last.is_empty() {
                return (known.0, last.len() > 1);
            }
        } else if self.passable(masks, (&self.now.fields[a], ka), (&self.now.fields[b], kb), cell) {
            return known;
        }
        self.search(network, masks, (a, ka), b, self.now.free.minus(&blocked))
    }

    /// A region that one piece must touch.
    fn single(&self, region: CellSet<W>, added: Added) -> Distance {
        match added {
            Added::Own(cell) if region.contains(cell) => (0, false),
            Added::Others(cell) => {
                let mut left = region & self.now.free;
                left.remove(cell);
                if left.is_empty() { (UNREACHABLE, false) } else { (1, left.len() > 1) }
            }
            _ => (1, (region & self.now.free).len() > 1),
        }
    }

    /// The last cells of the shortest chains through a cell that now has an own piece: towards the second region from layer to
    /// layer, or, at the cell itself, one layer back towards the first.
    fn last_through(
        &self,
        masks: &[CellSet<W>],
        (from, ka): (&Field<W>, u16),
        (to, kb): (&Field<W>, u16),
        cell: CellId,
    ) -> CellSet<W> {
        let here = CellSet::of(cell);
        if kb == 1 {
            return self.step(masks, here, from.layers[ka as usize - 1]);
        }
        (1..kb as usize).rev().fold(here, |cells, k| self.step(masks, cells, to.layers[k]))
    }

    /// The free cells of a layer that are next to some cells, or to chains of the layer that are.
    fn step(&self, masks: &[CellSet<W>], cells: CellSet<W>, layer: CellSet<W>) -> CellSet<W> {
        let mut near = around(masks, cells) & layer;
        let mut joined = near & self.now.own;
        while !joined.is_empty() {
            let more = (around(masks, joined) & layer).minus(&near);
            near |= more;
            joined = more & self.now.own;
        }
        near & self.now.free
    }

    /// Whether every next cell of a shortest chain through a cell can also be reached past it: then the distance stays and so do
    /// the last cells. Chains next to the cell are not followed.
    fn passable(
        &self,
        masks: &[CellSet<W>],
        (from, ka): (&Field<W>, u16),
        (to, kb): (&Field<W>, u16),
        cell: CellId,
    ) -> bool {
        let (near, layer) = (masks[cell as usize], from.layers[ka as usize]);
        if (near & layer).meets(&self.now.own) {
            return false;
        }
        let Some(next) = from.layers.get(ka as usize + 1) else { return false };
        let past = layer.minus(&CellSet::of(cell));
        let on_chain = |n: &CellId| to.distance[*n as usize] + 1 == kb;
        (near & *next & self.now.free).iter().filter(on_chain).all(|n| masks[n as usize].meets(&past))
    }

    /// The distance of regions where fewer cells are free than in the position known: layers are the same up to a distance.
    fn search(
        &self,
        network: &Network<W>,
        masks: &[CellSet<W>],
        (a, ka): (usize, u16),
        b: usize,
        free: CellSet<W>,
    ) -> Distance {
        let same = &self.now.fields[a].layers[..ka as usize];
        let arrival = self.now.fields[b].first() & free;
        let mut rest = same.iter().fold(self.now.own | free, |rest, layer| rest.minus(layer));
        let mut grown = same.last().map_or(CellSet::EMPTY, |layer| around(masks, *layer));
        if same.len() == 1 {
            grown |= network.regions[a];
        }
        for k in ka.into().. {
            let filled = grown & free & rest;
            if filled.is_empty() {
                break;
            }
            let last = filled & arrival;
            if !last.is_empty() {
                return (k, last.len() > 1);
            }
            grown = around(masks, filled);
            rest = rest.minus(&filled);
            hang_on(masks, self.now.own, &mut rest, &mut grown);
        }
        (UNREACHABLE, false)
    }
}

impl<const W: usize> Distances<W> {
    fn are_of(&self, own: CellSet<W>, free: CellSet<W>) -> bool {
        self.own == own && self.free == free
    }

    /// The cell that is free here, if that is all that makes the difference to a position, or nothing if there is none.
    fn one_less(&self, own: CellSet<W>, free: CellSet<W>) -> Option<CellSet<W>> {
        let cell = self.free.minus(&free);
        let only = free.is_subset(&self.free) && self.own == own.minus(&cell) && cell.len() <= 1;
        only.then_some(cell)
    }

    /// Works out the distances of a position.
    fn look(&mut self, network: &Network<W>, masks: &[CellSet<W>], own: CellSet<W>, free: CellSet<W>) {
        (self.own, self.free) = (own, free);
        self.make_room(network);
        for (field, start) in self.fields.iter_mut().zip(&network.regions) {
            field.spread(*start, masks, own, free);
        }
    }

    /// Works out the distances of a position that has one piece more than another.
    fn advance(
        &mut self,
        network: &Network<W>,
        masks: &[CellSet<W>],
        before: &Self,
        (own, free): (CellSet<W>, CellSet<W>),
    ) {
        (self.own, self.free) = (own, free);
        self.make_room(network);
        let cell = before.free.minus(&free).lowest();
        for ((field, old), start) in self.fields.iter_mut().zip(&before.fields).zip(&network.regions) {
            match cell {
                Some(cell) if old.distance[cell as usize] < FAR => {
                    // An own piece is reached a cell sooner, as part of a layer nearer.
                    let changed = old.distance[cell as usize] - own.contains(cell) as u16;
                    field.spread_from(old, before.own | before.free, changed, *start, masks, (own, free));
                }
                _ => field.clone_from(old),
            }
        }
    }

    fn make_room(&mut self, network: &Network<W>) {
        self.fields.resize_with(network.regions.len(), || Field { layers: Vec::new(), distance: Vec::new() });
    }
}

impl<const W: usize> Field<W> {
    /// The cells that touch the region, or pieces that do.
    fn first(&self) -> CellSet<W> {
        self.layers.get(1).copied().unwrap_or_default()
    }

    /// Works out the distances from a region by breadth-first search, a layer at a time.
    fn spread(&mut self, start: CellSet<W>, masks: &[CellSet<W>], own: CellSet<W>, free: CellSet<W>) {
        self.distance.clear();
        self.distance.resize(masks.len(), FAR);
        self.layers.clear();
        let mut rest = own | free;
        let mut grown = start;
        self.layers.push(hang_on(masks, own, &mut rest, &mut grown));
        while self.fill(masks, (own, free), &mut rest, &mut grown) {}
    }

    /// Adds the next layer: the free cells among those that have been reached, and what hangs on to them. False if there are none.
    #[inline(always)]
    fn fill(
        &mut self,
        masks: &[CellSet<W>],
        (own, free): (CellSet<W>, CellSet<W>),
        rest: &mut CellSet<W>,
        reached: &mut CellSet<W>,
    ) -> bool {
        let filled = *reached & free & *rest;
        if filled.is_empty() {
            return false;
        }
        let (k, distance) = (self.layers.len() as u16, &mut self.distance[..]);
        *rest = rest.minus(&filled);
        *reached = filled.iter().fold(CellSet::EMPTY, |near, cell| {
            distance[cell as usize] = k;
            near | masks[cell as usize]
        });
        self.layers.push(filled | hang_on(masks, own, rest, reached));
        true
    }

    /// The same from the distances of a position whose layers are the same up to a distance. Where, one layer on, the same cells are
    /// left to be reached, the other layers are the same too.
    fn spread_from(
        &mut self,
        old: &Self,
        all: CellSet<W>,
        changed: u16,
        start: CellSet<W>,
        masks: &[CellSet<W>],
        (own, free): (CellSet<W>, CellSet<W>),
    ) {
        let changed = changed as usize;
        if changed == 0 {
            return self.spread(start, masks, own, free);
        }
        self.distance.clone_from(&old.distance);
        self.layers.clear();
        self.layers.extend_from_slice(&old.layers[..changed]);
        let (mut rest, mut left) = (own | free, all);
        for layer in &self.layers {
            (rest, left) = (rest.minus(layer), left.minus(layer));
        }
        let mut grown = around(masks, old.layers[changed - 1]);
        if changed == 1 {
            grown |= start;
        }
        while self.fill(masks, (own, free), &mut rest, &mut grown) {
            let k = self.layers.len() - 1;
            left = old.layers.get(k).map_or(left, |layer| left.minus(layer));
            if k > changed && rest == left {
                return self.layers.extend_from_slice(old.layers.get(k + 1..).unwrap_or_default());
            }
        }
        for cell in rest & free {
            self.distance[cell as usize] = FAR;
        }
    }
}

impl<const W: usize> Clone for Field<W> {
    fn clone(&self) -> Self {
        Field { layers: self.layers.clone(), distance: self.distance.clone() }
    }

    /// Reuses the room that there is.
    fn clone_from(&mut self, other: &Self) {
        self.layers.clone_from(&other.layers);
        self.distance.clone_from(&other.distance);
    }
}

/// The chains that the cells reached touch; they leave the rest, and their neighbours are reached.
fn hang_on<const W: usize>(
    masks: &[CellSet<W>],
    own: CellSet<W>,
    rest: &mut CellSet<W>,
    reached: &mut CellSet<W>,
) -> CellSet<W> {
    let mut chains = CellSet::EMPTY;
    let mut joined = *reached & own & *rest;
    while !joined.is_empty() {
        chains |= joined;
        *rest = rest.minus(&joined);
        let near = around(masks, joined);
        *reached |= near;
        joined = near & own & *rest;
    }
    chains
}

/// The neighbours of cells.
fn around<const W: usize>(masks: &[CellSet<W>], cells: CellSet<W>) -> CellSet<W> {
    cells.iter().fold(CellSet::EMPTY, |near, cell| near | masks[cell as usize])
}

/// A distance as a network has it.
fn whole(distance: u16) -> u32 {
    if distance >= FAR { UNREACHABLE } else { distance.into() }
}

/// Sorts by the first worth, the greatest first. For boards of all sizes.
fn most_first(order: &mut [(usize, [f64; 2])]) {
    order.sort_unstable_by(|a, b| b.1[0].total_cmp(&a.1[0]));
}
