//! Captures by replacement of which nothing is asked but who stands on the two ends of the move and, for slides, between: whether there is
//! one is looked up from the victim.

use super::Game;
use super::definition::{Def, Kernel, PathGroup, Ray, Replacements, Steps, Victims, captured_kinds};
use super::rules::Player;
use super::state::{NOWHERE, State};
use super::topology::Topology;
use crate::board::CellSet;

/// The most kinds of attackers that are told apart.
const MOST_ATTACKERS: usize = 16;

impl<const W: usize> Replacements<W> {
    /// What can be told of the captures by these definitions.
    pub fn of(defs: &[Def<W>], topology: &Topology<W>) -> Self {
        let mut all = Replacements::default();
        for (number, def) in defs.iter().enumerate() {
            let kinds = captured_kinds(&def.post);
            if kinds != 0 && all.tell(def, kinds, topology).is_none() {
                all.others.push((number, kinds));
            }
        }
        all
    }

    /// Notes the captures of these types by a definition, if that can be told.
    fn tell(&mut self, def: &Def<W>, kinds: u16, topology: &Topology<W>) -> Option<()> {
        match def.kernel_in(false)? {
            Kernel::Paths(groups) => {
                let steps = groups.iter().map(|g| self.steps(def, g, kinds, topology)).collect::<Option<Vec<_>>>()?;
                steps.into_iter().for_each(|steps| self.add(steps));
                Some(())
            }
            Kernel::FromTo { on_from, on_to, slide: Some(slide), .. } if slide.stops_at_any() => {
                let ((from, begin), (to, end)) = (on_from.as_content(topology)?, on_to.as_content(topology)?);
                // Rays are told by direction alone.
                if begin != topology.all || end != topology.all {
                    return None;
                }
                let attackers = 1 << self.attacker(def, from)?;
                let victims = Victims { owners: to & 7, kinds };
                for back in slide.backwards(topology) {
                    match self.rays.iter_mut().find(|ray| ray.back == back && ray.victims == victims) {
                        Some(ray) => ray.attackers |= attackers,
                        None => self.rays.push(Ray { attackers, victims, back }),
                    }
                }
                Some(())
            }
            _ => None,
        }
    }

    fn steps(&mut self, def: &Def<W>, group: &PathGroup<W>, kinds: u16, topology: &Topology<W>) -> Option<Steps<W>> {
        let (from, begin) = group.on_from.as_content(topology)?;
        let (to, end) = group.on_to.as_content(topology)?;
        let mut origins = vec![CellSet::EMPTY; topology.cells];
        for way in &group.ways {
            let begin = way.on_path.fixed(topology)? & begin;
            for (from, &target) in (0..).zip(&way.map).filter(|(_, target)| **target != NOWHERE) {
                if begin.contains(from) && end.contains(target) {
                    origins[target as usize].insert(from);
                }
            }
        }
        Some(Steps { attacker: self.attacker(def, from)?, victims: Victims { owners: to & 7, kinds }, origins })
    }

    /// Adds captures to those of the same pieces by the same pieces.
    fn add(&mut self, steps: Steps<W>) {
        match self.steps.iter_mut().find(|s| s.attacker == steps.attacker && s.victims == steps.victims) {
            Some(known) => known.origins.iter_mut().zip(steps.origins).for_each(|(all, more)| *all |= more),
            None => self.steps.push(steps),
        }
    }

    /// The number of the pieces of a definition that have one of these owners.
    fn attacker(&mut self, def: &Def<W>, owners: u8) -> Option<usize> {
        let this = (def.kind, owners & 7);
        let known = self.attackers.iter().position(|known| *known == this);
        known.or_else(|| {
            self.attackers.push(this);
            (self.attackers.len() <= MOST_ATTACKERS).then_some(self.attackers.len() - 1)
        })
    }
}

impl<const W: usize> Game<W> {
    /// If one of the captures that are told takes a piece of these types from one of these cells of the opponent's: the cells to or from
    /// which another piece would have to go for that to change.
    pub(super) fn replaces(&self, state: &State<W>, by: Player, kinds: u16, cells: CellSet<W>) -> Option<CellSet<W>> {
        if cells.is_empty() {
            return None;
        }
        let Replacements { attackers, steps, rays, .. } = &self.sides[by].attacks.replacements;
        let takes = |victims: &Victims| victims.include(by.opponent(), kinds);
        // Most of what is near attacks nothing, so which pieces attack is looked up where that can matter.
        let owners = attackers.iter().fold(0, |all, (_, owners)| all | owners);
        let any = state.owned.among(owners);
        let among = |number: usize, set: CellSet<W>| {
            let (kind, owners) = attackers[number];
            self.of_kind(state, set & state.owned.among(owners), kind)
        };
        Self::spend_on_ways(steps.len() + rays.len());
        let occupied = state.occupied();
        cells.iter().find_map(|target| {
            let stepping = |steps: &Steps<W>| {
                let near = steps.origins[target as usize] & any;
                if near.is_empty() || !takes(&steps.victims) {
                    return None;
                }
                let from = among(steps.attacker, near);
                // Of two that step nothing is in both's way.
                (!from.is_empty()).then(|| if from.len() == 1 { from } else { CellSet::EMPTY })
            };
            let sliding = |ray: &Ray| {
                let first = self.topology.ray_through(target, ray.back, &occupied);
                let met = first & any;
                if met.is_empty() || !takes(&ray.victims) {
                    return None;
                }
                let attacks = |i: &usize| ray.attackers >> i & 1 != 0 && !among(*i, met).is_empty();
                (0..attackers.len()).any(|i| attacks(&i)).then_some(first)
            };
            steps.iter().find_map(stepping).or_else(|| rays.iter().find_map(sliding))
        })
    }

    /// The pieces that capture in the ways that are told, by the numbers of [`Replacements::attackers`].
    fn attackers(&self, state: &State<W>, by: Player) -> [CellSet<W>; MOST_ATTACKERS] {
        let mut sets = [CellSet::EMPTY; MOST_ATTACKERS];
        for (set, &(kind, owners)) in sets.iter_mut().zip(&self.sides[by].attacks.replacements.attackers) {
            *set = self.of_kind(state, state.owned.among(owners), kind);
        }
        sets
    }

    /// The pieces each of which alone keeps a slide that is told from taking a piece of these types from one of these cells of the opponent's.
    pub(super) fn shields(&self, state: &State<W>, by: Player, kinds: u16, cells: CellSet<W>) -> CellSet<W> {
        let rays = &self.sides[by].attacks.replacements.rays;
        let sets = self.attackers(state, by);
        let occupied = state.occupied();
        let mut shields = CellSet::EMPTY;
        for target in cells {
            for ray in rays.iter().filter(|ray| ray.victims.include(by.opponent(), kinds)) {
                let through = |stops: &CellSet<W>| self.topology.ray_through(target, ray.back, stops);
                let first = through(&occupied) & occupied;
                let beyond = through(&occupied.minus(&first));
                let met = |set: &CellSet<W>| !first.meets(set) && beyond.meets(set);
                if sets.iter().enumerate().any(|(i, set)| ray.attackers >> i & 1 != 0 && met(set)) {
                    shields |= first;
                }
            }
        }
        shields
    }
}

impl Victims {
    /// Whether pieces of a player of some of these types are among them.
    #[inline]
    fn include(&self, player: Player, kinds: u16) -> bool {
        self.owners & player.bit() != 0 && self.kinds & kinds != 0
    }
}
