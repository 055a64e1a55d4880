//! Moves from cell to cell found as paths where the compiler could not: for a fresh turn and for one that goes on.
//!
//! With the game put together more conditions are conditions on where a path begins. Whether the turn goes on is known for all moves of a
//! position; what the board alone decides is worked out for each path; a captured neighbour is a cell at a fixed step; an end named by its
//! place relative to `from` is a path. Alternatives that share paths are kept apart, so that no move is found twice.

use super::Game;
use super::context::Context;
use super::definition::{Def, Kernel, Path, PathGroup, TurnKernel};
use super::line_counts::StraightPath;
use super::mask::{CellCondition, Mask, PathSubject, Settlement};
use super::predicate::{CellExpr, Pred, Variable};
use super::rules::{CaptureType, Player};
use super::state::NOWHERE;
use super::topology::{Shifts, Topology};
use crate::board::{CellId, CellSet};

/// The most alternatives and the most paths that a definition is split into.
const MAX_ALTERNATIVES: usize = 32;
const MAX_PATHS: usize = 64;

impl<const W: usize> Game<W> {
    /// The same game with faster ways of finding the moves of those definitions that have one.
    pub(super) fn with_turn_kernels(self) -> Self {
        if self.has_stacks() {
            return self;
        }
        let found = Player::each(|player| {
            let paths = Paths { game: &self, player };
            self.sides[player].defs.iter().map(|def| paths.by_turn(def)).collect::<Vec<_>>()
        });
        let mut sides = self.sides;
        for (side, found) in sides.iter_mut().zip(found) {
            side.defs.iter_mut().zip(found).for_each(|(def, kernels)| def.by_turn = kernels);
        }
        Game { sides, ..self }
    }
}

/// One way of meeting a condition: paths that lead from `from` to `to`, and all that must hold besides.
struct Alternative<'p, const W: usize> {
    maps: Vec<Vec<CellId>>,
    lead: &'p Pred<W>,
    rest: Vec<&'p Pred<W>>,
}

struct Paths<'g, const W: usize> {
    game: &'g Game<W>,
    player: Player,
}

impl<const W: usize> Paths<'_, W> {
    fn by_turn(&self, def: &Def<W>) -> Option<Box<[TurnKernel<W>; 2]>> {
        let kernels = [false, true].map(|continuing| self.in_turn(&def.kernel, continuing));
        (!matches!(kernels, [TurnKernel::Usual, TurnKernel::Usual])).then(|| Box::new(kernels))
    }

    /// How the moves of a definition are found in turns of one sort.
    fn in_turn(&self, kernel: &Kernel<W>, continuing: bool) -> TurnKernel<W> {
        let topology = &self.game.topology;
        match kernel {
            Kernel::Pass(pre) if pre.asks_for_turn() => match pre.in_turn(continuing) {
                Pred::False => TurnKernel::Never,
                pre => TurnKernel::Special(Kernel::Pass(pre)),
            },
            Kernel::FromTo { on_from, on_to, on_both, slide } => {
                let pre = Pred::all(&mut [&on_from.pred, &on_to.pred, on_both].into_iter().cloned());
                match &pre.in_turn(continuing) {
                    Pred::False => TurnKernel::Never,
                    in_turn => match slide.is_none().then(|| self.paths(in_turn)).flatten() {
                        Some(paths) => TurnKernel::Special(paths),
                        None if !pre.asks_for_turn() => TurnKernel::Usual,
                        None => TurnKernel::Special(Kernel::from_to(in_turn.clone(), topology)),
                    },
                }
            }
            Kernel::Paths(groups) if groups.iter().any(asks_for_turn) => {
                let groups: Vec<_> = groups.iter().filter_map(|g| group_in_turn(g, continuing, topology)).collect();
                if groups.is_empty() { TurnKernel::Never } else { TurnKernel::Special(Kernel::Paths(groups)) }
            }
            _ => TurnKernel::Usual,
        }
    }

    /// The moves that a condition allows, as paths.
    fn paths(&self, pre: &Pred<W>) -> Option<Kernel<W>> {
        let own = |p: &Pred<W>| matches!(p, Pred::Owned(CellExpr::From, o) if *o == self.player.bit());
        let own = pre.conjuncts().iter().any(own);
        let alternatives = match self.alternative(pre.conjuncts().iter().collect()) {
            Some(alternative) => vec![alternative],
            None => {
                let all = alternatives(pre)?.into_iter();
                all.map(|conditions| self.alternative(conditions)).collect::<Option<_>>()?
            }
        };
        if alternatives.iter().map(|a| a.maps.len()).sum::<usize>() > MAX_PATHS {
            return None;
        }
        let groups = (0..alternatives.len()).map(|i| self.group(&alternatives[i], &alternatives[..i], own));
        Some(Kernel::Paths(groups.collect::<Option<_>>()?))
    }

    /// Conditions as paths with conditions, if one of them says where `to` is seen from `from`.
    fn alternative<'p>(&self, conditions: Vec<&'p Pred<W>>) -> Option<Alternative<'p, W>> {
        let (i, maps) = conditions.iter().enumerate().find_map(|(i, p)| Some((i, self.maps(p)?)))?;
        let mut rest = conditions;
        let lead = rest.remove(i);
        let distinct = (0..maps.len()).all(|a| (0..a).all(|b| !clash(&maps[a], &maps[b])));
        distinct.then_some(Alternative { maps, lead, rest })
    }

    /// Where the paths of a condition lead, by cell.
    fn maps(&self, pred: &Pred<W>) -> Option<Vec<Vec<CellId>>> {
        match pred {
            Pred::Reach(CellExpr::From, CellExpr::To, _, paths) if !paths.is_empty() => {
                Some(paths.iter().map(|map| without_standing(map.iter().copied())).collect())
            }
            Pred::Same(CellExpr::To, place) | Pred::Same(place, CellExpr::To)
                if place.depends_on(Variable::From) && !place.depends_on(Variable::To) && place.is_static() =>
            {
                let context = Context::before(self.game, &self.game.start, self.player);
                let end = |from: CellId| Context { from, ..context }.cell(place);
                Some(vec![without_standing((0..self.game.topology.cells as CellId).map(end))])
            }
            _ => None,
        }
    }

    /// The paths of an alternative, but for moves that an earlier one has already.
    fn group(&self, this: &Alternative<W>, earlier: &[Alternative<W>], own: bool) -> Option<PathGroup<W>> {
        let (mut on_from, mut on_to, mut on_path) = (Vec::new(), Vec::new(), Vec::new());
        for &p in &this.rest {
            match (p.depends_on(Variable::From), p.depends_on(Variable::To)) {
                (true, true) => on_path.push(p.clone()),
                (true, false) => on_from.push(p.clone()),
                _ => on_to.push(p.clone()),
            }
        }
        let shared = |other: &&Alternative<W>| this.maps.iter().any(|a| other.maps.iter().any(|b| clash(a, b)));
        on_path.extend(earlier.iter().filter(shared).map(Alternative::excluded));
        let on_path = Pred::And(on_path);
        let topology = &self.game.topology;
        let ways = this.maps.iter().map(|map| {
            let over: Vec<CellId> = (0..).zip(map).map(|(from, &to)| self.over(from, to)).collect();
            let settled = |p: &Pred<W>| self.settled(p, map, own);
            let path = StraightPath::of(map, &self.game.board);
            let on_path = Mask::of_path(&on_path, &PathSubject { path, over: &over, settled: &settled }, topology)?;
            Some(Path { shifts: Shifts::of(map), map: map.clone(), on_path })
        });
        let ways = ways.collect::<Option<_>>()?;
        let on = |variable, conditions| CellCondition::new(Pred::And(conditions), variable, topology);
        Some(PathGroup { on_from: on(Variable::From, on_from), on_to: on(Variable::To, on_to), ways })
    }

    /// The last cell before `to` on the line from `from`.
    fn over(&self, from: CellId, to: CellId) -> CellId {
        let topology = &self.game.topology;
        topology.line(from, to).map_or(NOWHERE, |(d, _)| topology.next(to, topology.opposite[d]))
    }

    /// What a condition comes to on a path: where the board alone decides, and where a move captures one cell at a fixed step.
    fn settled(&self, pred: &Pred<W>, map: &[CellId], own: bool) -> Option<Settlement<W>> {
        let paths = (0..).zip(map).map(|(from, &to)| (from, to));
        match pred {
            Pred::Captures(how, _) if own && self.game.topology.has_simple_rays() => {
                let victims = paths.map(|(from, to)| self.victim(*how, from, to)).collect::<Option<_>>()?;
                Some(Settlement::Content(victims, self.player.opponent().bit()))
            }
            pred if pred.is_static() => {
                let context = Context::before(self.game, &self.game.start, self.player);
                let holds = |&(from, to): &(CellId, CellId)| {
                    to != NOWHERE && Context { from, to, current: to, ..context }.holds(pred)
                };
                Some(Settlement::From(paths.filter(holds).map(|(from, _)| from).collect::<CellSet<W>>()))
            }
            _ => None,
        }
    }

    /// The cell on which an enemy must stand for a move to capture; `None` if it is not one cell alone.
    fn victim(&self, how: CaptureType, from: CellId, to: CellId) -> Option<CellId> {
        let topology = &self.game.topology;
        let Some((d, steps)) = (if to == NOWHERE { None } else { topology.line(from, to) }) else {
            return Some(NOWHERE);
        };
        match (how, steps) {
            (CaptureType::Approach, _) => Some(topology.next(to, d)),
            (CaptureType::Withdraw, _) => Some(topology.next(from, topology.opposite[d])),
            (CaptureType::Over, 1) => Some(NOWHERE),
            (CaptureType::Over, 2) => Some(self.over(from, to)),
            _ => None,
        }
    }
}

/// Whether a condition on paths asks if the turn continues.
fn asks_for_turn<const W: usize>(group: &PathGroup<W>) -> bool {
    let on_paths = group.ways.iter().any(|way| way.on_path.asks_for_turn());
    on_paths || [&group.on_from, &group.on_to].into_iter().any(|condition| condition.pred.asks_for_turn())
}

/// The paths of a group that lead anywhere in turns of one sort.
fn group_in_turn<const W: usize>(
    group: &PathGroup<W>,
    continuing: bool,
    topology: &Topology<W>,
) -> Option<PathGroup<W>> {
    let on = |condition: &CellCondition<W>, variable| match condition.pred.in_turn(continuing) {
        Pred::False => None,
        pred => Some(CellCondition::new(pred, variable, topology)),
    };
    let in_turn = |way: &Path<W>| {
        let on_path = way.on_path.clone().in_turn(continuing)?;
        Some(Path { map: way.map.clone(), shifts: way.shifts.clone(), on_path })
    };
    let ways: Vec<_> = group.ways.iter().filter_map(in_turn).collect();
    let (on_from, on_to) = (on(&group.on_from, Variable::From)?, on(&group.on_to, Variable::To)?);
    (!ways.is_empty()).then_some(PathGroup { on_from, on_to, ways })
}

impl<const W: usize> Alternative<'_, W> {
    /// That it is not met.
    fn excluded(&self) -> Pred<W> {
        let conditions = std::iter::once(&self.lead).chain(&self.rest);
        Pred::any(&mut conditions.map(|&p| p.clone().negated()))
    }
}

/// A map on which no piece stays where it is.
fn without_standing(map: impl Iterator<Item = CellId>) -> Vec<CellId> {
    (0..).zip(map).map(|(from, to)| if from == to { NOWHERE } else { to }).collect()
}

/// Whether two maps lead from some cell to the same one.
fn clash(a: &[CellId], b: &[CellId]) -> bool {
    a.iter().zip(b).any(|(x, y)| *x != NOWHERE && x == y)
}

/// Whether a condition says where `to` is.
fn leads<const W: usize>(pre: &Pred<W>) -> bool {
    match pre {
        Pred::And(ps) | Pred::Or(ps) => ps.iter().any(leads),
        Pred::Reach(..) | Pred::Same(CellExpr::To, _) | Pred::Same(_, CellExpr::To) => true,
        _ => false,
    }
}

/// A condition in disjunctive normal form, as far as it says where `to` is; `None` if that takes too many alternatives.
fn alternatives<const W: usize>(pre: &Pred<W>) -> Option<Vec<Vec<&Pred<W>>>> {
    match pre {
        Pred::Or(ps) if leads(pre) => {
            let mut all = Vec::new();
            for p in ps {
                all.extend(alternatives(p)?);
            }
            (all.len() <= MAX_ALTERNATIVES).then_some(all)
        }
        Pred::And(ps) => {
            let mut all: Vec<Vec<&Pred<W>>> = vec![Vec::new()];
            for p in ps {
                let more = alternatives(p)?;
                if all.len() * more.len() > MAX_ALTERNATIVES {
                    return None;
                }
                all = Pred::products(&all, &more);
            }
            Some(all)
        }
        p => Some(vec![vec![p]]),
    }
}
