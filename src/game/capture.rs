//! Which cells a move captures, by type of capture.

use super::predicate::Context;
use super::rules::CaptureType;
use super::state::NOWHERE;
use super::topology::Topology;
use crate::board::{CellId, CellSet};

/// The board around a move that may capture.
pub(super) struct Scene<const W: usize> {
    pub from: CellId,
    pub to: CellId,
    /// The cells that may be captured.
    pub victims: CellSet<W>,
    /// The mover's cells, with the moved piece on `to`.
    pub own: CellSet<W>,
    /// All pieces, with the moved piece on `to`.
    pub occupied: CellSet<W>,
}

impl<const W: usize> Scene<W> {
    /// The cells captured. `Replace` is not about cells but about what lies below `to`; it gives `to` itself if that is a victim.
    pub fn captured(&self, topology: &Topology<W>, how: CaptureType, size: Option<(u32, u32)>) -> CellSet<W> {
        let fits = |n: u32| size.is_none_or(|(least, most)| (least..=most).contains(&n));
        if self.to == NOWHERE {
            return CellSet::EMPTY;
        }
        let to = self.to as usize;
        match how {
            CaptureType::Replace => self.victims & CellSet::of(self.to),
            CaptureType::Direct => self.victims & topology.direct[to],
            CaptureType::Indirect => self.victims & topology.indirect[to],
            CaptureType::AllNeighbours => self.victims & (topology.direct[to] | topology.indirect[to]),
            CaptureType::Over => match topology.line(self.from, self.to) {
                Some((d, steps)) => {
                    let between: CellSet<W> = topology.ray(self.from, d).take(steps as usize - 1).collect();
                    self.victims & between
                }
                None => CellSet::EMPTY,
            },
            CaptureType::Line => {
                let mut taken = CellSet::EMPTY;
                for &d in &topology.adjacent_directions {
                    let mut run = CellSet::EMPTY;
                    let mut length = 0;
                    let mut cell = topology.next(self.to, d);
                    while cell != NOWHERE && self.victims.contains(cell) {
                        run.insert(cell);
                        length += 1;
                        cell = topology.next(cell, d);
                    }
                    if length > 0 && fits(length) && cell != NOWHERE && self.own.contains(cell) {
                        taken |= run;
                    }
                }
                taken
            }
            CaptureType::Surround => {
                let mut taken = CellSet::EMPTY;
                let mut rest = self.victims & topology.adjacent[to];
                while let Some(seed) = rest.lowest() {
                    let group = topology.flood(&topology.adjacent, CellSet::of(seed), self.victims);
                    rest = rest.minus(&group);
                    let around = topology.spread(&topology.adjacent, group).minus(&group);
                    if fits(group.len()) && around.is_subset(&self.occupied) {
                        taken |= group;
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

/// Whether the move of the context would capture an opponent's piece, as if its piece had left `from` and stood on `to`.
pub(super) fn would_capture<const W: usize>(context: &Context<W>, how: CaptureType) -> bool {
    if context.to == NOWHERE {
        return false;
    }
    let state = context.state;
    let mover = context.mover.index();
    let enemies = state.owned[1 - mover];
    let mut scene = Scene {
        from: context.from,
        to: context.to,
        victims: enemies,
        own: state.owned[mover],
        occupied: state.occupied(),
    };
    if context.from != NOWHERE {
        scene.own.remove(context.from);
        scene.victims.remove(context.from);
        scene.occupied.remove(context.from);
    }
    if how != CaptureType::Replace {
        scene.victims.remove(context.to);
    }
    scene.own.insert(context.to);
    scene.occupied.insert(context.to);
    !scene.captured(&context.game.topology, how, None).is_empty()
}
