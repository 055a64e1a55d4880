//! Which cells a move captures, by type of capture.

use super::owner::{ByOwner, Owner};
use super::rules::{CaptureType, Player};
use super::state::NOWHERE;
use super::topology::Topology;
use crate::board::{CellId, CellSet};

/// The board around a move that may capture.
pub(super) struct Scene<const W: usize> {
    pub from: CellId,
    pub to: CellId,
    /// The cells that may be captured.
    pub victims: CellSet<W>,
    /// Whose groups may be surrounded, as bits.
    pub owners: u8,
    /// Whose move it is.
    pub mover: Player,
    /// The cells of each owner, with the moved piece on `to`.
    pub owned: ByOwner<CellSet<W>>,
}

impl<const W: usize> Scene<W> {
    /// The cells captured. `Replace` is not about cells but about what lies below `to`; it gives `to` itself if that is a victim.
    pub fn captured(&self, topology: &Topology<W>, how: CaptureType, size: Option<(u32, u32)>) -> CellSet<W> {
        let fits = |n: u32| fits(size, n);
        if how == CaptureType::Everywhere {
            return self.victims;
        }
        if self.to == NOWHERE {
            return CellSet::EMPTY;
        }
        let to = self.to as usize;
        match how {
            CaptureType::Everywhere => self.victims,
            CaptureType::Replace => self.victims & CellSet::of(self.to),
            CaptureType::Direct => self.victims & topology.direct[to],
            CaptureType::Indirect => self.victims & topology.indirect[to],
            CaptureType::AllNeighbours => self.victims & (topology.direct[to] | topology.indirect[to]),
            CaptureType::Over => match topology.line(self.from, self.to) {
                Some((d, steps)) => match (topology.ray_set(self.from, d), topology.ray_set(self.to, d)) {
                    (Some(ray), Some(beyond)) => {
                        let mut between = self.victims & ray.minus(beyond);
                        between.remove(self.to);
                        between
                    }
                    _ => self.victims & topology.ray(self.from, d).take(steps as usize - 1).collect(),
                },
                None => CellSet::EMPTY,
            },
            CaptureType::Line => lines(topology, self.to, &self.victims, &self.owned[self.mover], size),
            CaptureType::Surround => {
                let open = topology.beside(topology.all.minus(&self.owned.union()));
                let mut taken = CellSet::EMPTY;
                for owned in Owner::among(self.owners).map(|o| self.owned[o]) {
                    // What has an empty cell beside it is not taken, nor is what is connected to it.
                    let mut rest = (owned & topology.adjacent[to]).minus(&open);
                    while let Some(seed) = rest.lowest() {
                        // A group is of one owner, whatever its types.
                        let (mut group, mut frontier) = (CellSet::of(seed), CellSet::of(seed));
                        let surrounded = loop {
                            frontier = (topology.spread_adjacent(frontier) & owned).minus(&group);
                            if frontier.meets(&open) {
                                break false;
                            }
                            if frontier.is_empty() {
                                break true;
                            }
                            group |= frontier;
                        };
                        rest = rest.minus(&group);
                        if surrounded && fits(group.len()) {
                            taken |= group & self.victims;
                        }
                    }
                }
                taken
            }
            CaptureType::Approach | CaptureType::Withdraw => match topology.line(self.from, self.to) {
                Some((d, _)) => {
                    let (start, d) = match how {
                        CaptureType::Approach => (self.to, d),
                        _ => (self.from, topology.opposite[d]),
                    };
                    let run: CellSet<W> = topology.ray(start, d).take_while(|&c| self.victims.contains(c)).collect();
                    if fits(run.len()) { run } else { CellSet::EMPTY }
                }
                None => CellSet::EMPTY,
            },
        }
    }
}

/// Whether so many captives are as many as a capture takes.
#[inline]
pub(super) fn fits(size: Option<(u32, u32)>, n: u32) -> bool {
    size.is_none_or(|(least, most)| (least..=most).contains(&n))
}

// Within the loop of play this and the next function would take the registers of what stands around them.
/// The victims in unbroken lines between a cell and pieces of `own`.
#[inline(never)]
pub(super) fn lines<const W: usize>(
    topology: &Topology<W>,
    to: CellId,
    victims: &CellSet<W>,
    own: &CellSet<W>,
    size: Option<(u32, u32)>,
) -> CellSet<W> {
    let mut taken = CellSet::EMPTY;
    if topology.has_rays() {
        let others = topology.all.minus(victims);
        for &d in &topology.adjacent_directions {
            let next = topology.next(to, d);
            if next == NOWHERE || !victims.contains(next) {
                continue;
            }
            let run = topology.ray_through(to, d, &others);
            if own.meets(&run.minus(victims)) && (size.is_none() || fits(size, (run & *victims).len())) {
                taken |= run & *victims;
            }
        }
        return taken;
    }
    for &d in &topology.adjacent_directions {
        let run: CellSet<W> = topology.ray(to, d).take_while(|&c| victims.contains(c)).collect();
        let length = run.len();
        let ends = topology.ray(to, d).nth(length as usize).is_some_and(|c| own.contains(c));
        if length > 0 && ends && fits(size, length) {
            taken |= run;
        }
    }
    taken
}

/// The cells of `candidates`, all of them empty, on which a dropped piece would capture along a line: those from which some
/// direction leads over victims to an own piece.
#[inline(never)]
pub(super) fn drops_that_capture_lines<const W: usize>(
    topology: &Topology<W>,
    own: CellSet<W>,
    victims: CellSet<W>,
    candidates: CellSet<W>,
) -> CellSet<W> {
    let found = |all, &d: &usize| all | topology.before_run(d, &victims, own);
    candidates & topology.adjacent_directions.iter().fold(CellSet::EMPTY, found)
}

/// The victims that pieces dropped on cells of `ends`, all of them empty, would capture along lines, each piece by itself.
pub(super) fn taken_along_lines<const W: usize>(
    topology: &Topology<W>,
    own: CellSet<W>,
    victims: CellSet<W>,
    ends: CellSet<W>,
    size: Option<(u32, u32)>,
) -> CellSet<W> {
    let mut taken = CellSet::EMPTY;
    for &d in &topology.adjacent_directions {
        let shifts = &topology.shifts[d];
        // Where runs of so many victims begin that lead to an own piece.
        let (mut starts, mut length) = (shifts.preimage(own) & victims, 1);
        while !starts.is_empty() {
            let mut run = if fits(size, length) { starts & shifts.image(ends) } else { CellSet::EMPTY };
            for _ in 0..length {
                taken |= run;
                run = shifts.image(run);
            }
            starts = shifts.preimage(starts) & victims;
            length += 1;
        }
    }
    taken
}
