//! Slides: straight lines of which the rules say what must not stand on them or how far they go, and all their ends found at
//! once.

use super::owner::ByOwner;
use super::predicate::{CellExpr, Num, Pred, TargetFilter, Variable};
use super::rules::Cmp;
use super::topology::Topology;
use crate::board::{Board, CellId, CellSet};

/// The conditions on a line from a cell to the end of a move.
#[derive(Clone, Debug)]
pub(super) struct Slide {
    directions: Vec<usize>,
    /// The same directions, opposite ones as one: whether they also go against it.
    axes: Vec<(usize, bool)>,
    /// Whose pieces must not stand between, as bits.
    blockers: u8,
    /// Whose pieces on the whole line must be as many as the line is far, as bits, if any.
    counted: Option<u8>,
    /// Whose piece, one and nothing else, must stand between, as bits, if any must.
    hop: Option<u8>,
}

impl Slide {
    /// The slide from `origin` that the conditions describe, all of them together, if they do.
    pub fn of<const W: usize>(conditions: &[&Pred<W>], origin: &CellExpr, topology: &Topology<W>) -> Option<Slide> {
        if !topology.has_simple_rays() {
            return None;
        }
        let (mut directions, mut blockers, mut counted, mut ones) = (None, 0, None, Vec::new());
        let spans = |a: &CellExpr, b: &CellExpr| a == origin && b.is(Variable::To);
        for condition in conditions {
            match condition {
                Pred::Reach(a, b, tables, _) if spans(a, b) && tables.len() == 1 && directions.is_none() => {
                    directions = Some(along(&tables[0], topology)?);
                }
                Pred::Compare(cmp, Num::Between(TargetFilter::Pieces(filter), a, b), Num::Const(n))
                    if spans(a, b)
                        && filter.by_owner
                        && cmp.holds(0, *n)
                        && !cmp.holds(1, *n)
                        && !cmp.holds(i32::MAX, *n) =>
                {
                    blockers |= filter.owners;
                }
                Pred::Compare(Cmp::Eq, Num::Between(TargetFilter::Pieces(filter), a, b), Num::Const(1))
                    if spans(a, b) && filter.by_owner =>
                {
                    ones.push(filter.owners & 7);
                }
                Pred::Compare(Cmp::Eq, Num::Distance(a, b), Num::WholeLine(TargetFilter::Pieces(filter)))
                | Pred::Compare(Cmp::Eq, Num::WholeLine(TargetFilter::Pieces(filter)), Num::Distance(a, b))
                    if spans(a, b) && *origin == CellExpr::From && filter.by_owner && counted.is_none() =>
                {
                    counted = Some(filter.owners);
                }
                _ => return None,
            }
        }
        let hop = match ones.as_slice() {
            [] => None,
            // One piece of anybody, so it is the one that all others count.
            ones if ones.contains(&7) && counted.is_none() => {
                Some(ones.iter().fold(7, |all, owners| all & owners) & !blockers)
            }
            _ => return None,
        };
        let blockers = if hop.is_some() { 0 } else { blockers };
        let directions: Vec<usize> = directions?;
        let against = |d: usize| directions.contains(&topology.opposite[d]);
        let first = |d: &usize| !against(*d) || *d <= topology.opposite[*d];
        let axes = directions.iter().copied().filter(first).map(|d| (d, against(d))).collect();
        Some(Slide { directions, axes, blockers, counted, hop })
    }

    /// The cells from which a slide may end on a cell: all of them, and no others if nothing is counted.
    #[inline]
    pub fn sources<const W: usize>(
        &self,
        topology: &Topology<W>,
        owned: &ByOwner<CellSet<W>>,
        to: CellId,
    ) -> CellSet<W> {
        if let Some(hop) = self.hop {
            let reached = |all, &d: &usize| all | beyond(topology, owned, hop, to, topology.opposite[d]);
            return self.directions.iter().fold(CellSet::EMPTY, reached);
        }
        let stops = owned.among(self.blockers);
        let reached = |all, &d: &usize| all | topology.ray_through(to, topology.opposite[d], &stops);
        self.directions.iter().fold(CellSet::EMPTY, reached)
    }

    /// The pieces that alone keep one of the attackers from sliding to a cell, where every piece stops a slide.
    pub fn shields<const W: usize>(
        &self,
        topology: &Topology<W>,
        occupied: &CellSet<W>,
        attackers: &CellSet<W>,
        to: CellId,
    ) -> CellSet<W> {
        let shield = |all: CellSet<W>, &d: &usize| {
            let back = topology.opposite[d];
            let first = topology.ray_through(to, back, occupied) & *occupied;
            let beyond = topology.ray_through(to, back, &occupied.minus(&first));
            if first.meets(attackers) || !beyond.meets(attackers) { all } else { all | first }
        };
        self.directions.iter().fold(CellSet::EMPTY, shield)
    }

    /// The directions from where it begins to where it ends.
    pub fn directions(&self) -> impl Iterator<Item = usize> {
        self.directions.iter().copied()
    }

    /// The directions from where it ends to where it begins.
    pub fn backwards<const W: usize>(&self, topology: &Topology<W>) -> impl Iterator<Item = usize> {
        self.directions.iter().map(|&d| topology.opposite[d])
    }

    /// Whether it leads back from wherever another has come, as long as nothing but that has changed.
    pub fn leads_back<const W: usize>(&self, other: &Slide, topology: &Topology<W>) -> bool {
        let plain = self.is_until_stopped() && other.is_until_stopped();
        let back = |&d: &usize| self.directions.contains(&topology.opposite[d]);
        plain && self.blockers & !other.blockers == 0 && other.directions.iter().all(back)
    }

    /// Whether every piece stops it, and nothing else.
    pub fn stops_at_any(&self) -> bool {
        self.blockers & 7 == 7 && self.counted.is_none()
    }

    /// Whether it goes from a cell along its directions until something stops it, and nothing else decides how far.
    pub fn is_until_stopped(&self) -> bool {
        self.counted.is_none() && self.hop.is_none()
    }

    /// Whether a slide that is [until stopped](Slide::is_until_stopped) comes along a direction from one cell to another.
    #[inline]
    pub fn reaches<const W: usize>(
        &self,
        topology: &Topology<W>,
        owned: &ByOwner<CellSet<W>>,
        from: CellId,
        direction: usize,
        to: CellId,
    ) -> bool {
        topology.ray_through(from, direction, &owned.among(self.blockers)).contains(to)
    }

    /// Which of the candidates end a slide from a cell.
    #[inline]
    pub fn ends<const W: usize>(
        &self,
        board: &Board,
        topology: &Topology<W>,
        owned: &ByOwner<CellSet<W>>,
        from: CellId,
        candidates: CellSet<W>,
    ) -> CellSet<W> {
        if let Some(hop) = self.hop {
            let reached = |all, &d: &usize| all | beyond(topology, owned, hop, from, d);
            return candidates & self.directions.iter().fold(CellSet::EMPTY, reached);
        }
        let stops = owned.among(self.blockers);
        let Some(counted) = self.counted else {
            let reached = |all, &d: &usize| all | topology.ray_through(from, d, &stops);
            return candidates & self.directions.iter().fold(CellSet::EMPTY, reached);
        };
        let counted = owned.among(counted);
        let here = counted.contains(from) as u32;
        let mut found = CellSet::EMPTY;
        for &(d, both) in &self.axes {
            let back = topology.opposite[d];
            let (Some(ray), Some(rest)) = (topology.ray_set(from, d), topology.ray_set(from, back)) else { continue };
            let distance = ((*ray | *rest) & counted).len() + here;
            let mut reached = topology.ray_through(from, d, &stops);
            if both {
                reached |= topology.ray_through(from, back, &stops);
            }
            found |= reached & topology.ring(board, from, distance);
        }
        found & candidates
    }
}

/// The cells of a ray beyond the first piece on it, if that is of these owners, up to the next piece, and that piece's.
fn beyond<const W: usize>(
    topology: &Topology<W>,
    owned: &ByOwner<CellSet<W>>,
    owners: u8,
    cell: CellId,
    direction: usize,
) -> CellSet<W> {
    let occupied = owned.union();
    match topology.first_on_ray(cell, direction, &occupied) {
        Some((first, _)) if owned.among(owners).contains(first) => topology.ray_through(first, direction, &occupied),
        _ => CellSet::EMPTY,
    }
}

/// The directions along which the cells reached from each cell are whole rays, if they are.
pub(super) fn along<const W: usize>(reached: &[CellSet<W>], topology: &Topology<W>) -> Option<Vec<usize>> {
    let ray = |c: usize, d: usize| topology.ray_set(c as CellId, d).copied().unwrap_or_default();
    let whole = |&d: &usize| reached.iter().enumerate().all(|(c, set)| ray(c, d).is_subset(set));
    let directions: Vec<usize> = (0..topology.directions).filter(whole).collect();
    let together = |c: usize| directions.iter().fold(CellSet::EMPTY, |all, &d| all | ray(c, d));
    reached.iter().enumerate().all(|(c, set)| together(c) == *set).then_some(directions)
}
