//! How the moves of a definition are found.

use super::super::definition::{ActionStep, Kernel, Path, PathGroup};
use super::super::line_counts::{StraightPath, counts_between};
use super::super::mask::{CellCondition, Mask, PathSubject, places};
use super::super::predicate::{CellExpr, Pred, Variable};
use super::super::rules::MoveDef;
use super::super::slide::{self, Slide};
use super::super::state::NOWHERE;
use super::super::topology::Shifts;
use super::analysis::Analysis;
use super::compiler::Compiler;
use crate::board::{CellId, CellSet};
use std::borrow::Cow;

/// The most cells that may be looked at in all paths of a condition to count what they hold; beyond, each piece looks along its lines.
const MOST_COUNTED: usize = 256;

impl<const W: usize> Compiler<'_, W> {
    /// The fastest way of finding the moves of a definition.
    pub(super) fn kernel(&self, def: &MoveDef, actions: &[ActionStep], pre: Pred<W>, analysis: &Analysis) -> Kernel<W> {
        let aims_to = actions.iter().any(|a| match a {
            ActionStep::Push { cell, .. } | ActionStep::Pop(cell, _) => cell.depends_on(Variable::To),
        });
        match (def.pops(), def.pushes()) {
            (false, false) => Kernel::Pass(pre),
            (false, true) => Kernel::Drop(self.on(Variable::To, pre)),
            (true, _) if aims_to => self.cell_to_cell(pre, analysis),
            (true, _) => {
                let of_cell =
                    |p: &Pred<W>| [Variable::From, Variable::To, Variable::Current].iter().any(|&v| p.depends_on(v));
                let (on_cell, gate): (Vec<_>, Vec<_>) = pre.conjuncts().iter().cloned().partition(of_cell);
                let (gate, on_cell) = (Pred::all(&mut gate.into_iter()), Pred::all(&mut on_cell.into_iter()));
                let of_origin = !on_cell.depends_on(Variable::To) && !on_cell.depends_on(Variable::Current);
                Kernel::Remove { gate, on_cell, of_origin }
            }
        }
    }

    /// The fastest way of finding the moves of a piece that goes from cell to cell.
    fn cell_to_cell(&self, pre: Pred<W>, analysis: &Analysis) -> Kernel<W> {
        if !analysis.layout.stacks() {
            let mut paths = Vec::new();
            if self.paths(&pre, &mut paths) {
                // Two paths that share a pair of cells would give the move twice.
                let clash = |a: &Path<W>, b: &Path<W>| a.map.iter().zip(&b.map).any(|(x, y)| *x != NOWHERE && x == y);
                let mut ways: Vec<&Path<W>> = Vec::new();
                paths.iter().for_each(|g: &PathGroup<W>| ways.extend(&g.ways));
                let distinct = (0..ways.len()).all(|i| (0..i).all(|j| !clash(ways[i], ways[j])));
                if distinct {
                    return Kernel::Paths(paths);
                }
            }
        }
        Kernel::from_to(pre, self.topology)
    }

    /// A condition on one cell of a move.
    fn on(&self, variable: Variable, pred: Pred<W>) -> CellCondition<W> {
        CellCondition::new(pred, variable, self.topology)
    }

    /// Splits a condition into paths with conditions on `from` and on `to` alone, if it is of that form.
    fn paths(&self, pre: &Pred<W>, out: &mut Vec<PathGroup<W>>) -> bool {
        let disjuncts = match dnf(pre) {
            Some(d) if d.len() <= 8 => d,
            _ => return false,
        };
        for conjuncts in disjuncts {
            let mut maps: Option<Cow<[Vec<CellId>]>> = None;
            // Lines on which something is counted are looked along from all pieces at once; others from each piece as far as it sees.
            let counted = conjuncts.iter().any(|p| counts_between(p)) && !self.slides(&conjuncts);
            let (mut on_from, mut on_to, mut on_path) = (Vec::new(), Vec::new(), Vec::new());
            for p in conjuncts {
                match p {
                    Pred::Reach(CellExpr::From, CellExpr::To, _, paths) if !paths.is_empty() && maps.is_none() => {
                        maps = Some(Cow::Borrowed(paths))
                    }
                    Pred::Reach(CellExpr::From, CellExpr::To, tables, paths)
                        if counted && paths.is_empty() && tables.len() == 1 && maps.is_none() =>
                    {
                        match self.straight_maps(&tables[0]) {
                            Some(straight) => maps = Some(Cow::Owned(straight)),
                            None => return false,
                        }
                    }
                    Pred::Same(a, b) if maps.is_none() && self.lone_end(a, b).is_some() => {
                        maps = self.lone_end(a, b).map(|map| Cow::Owned(vec![map]))
                    }
                    p => match (p.depends_on(Variable::From), p.depends_on(Variable::To)) {
                        (true, true) => on_path.push(p.clone()),
                        (true, false) => on_from.push(p.clone()),
                        _ => on_to.push(p.clone()),
                    },
                }
            }
            let Some(maps) = maps else { return false };
            let on_path = Pred::And(on_path);
            let Some(ways) = maps.iter().map(|map| self.way(map, &on_path)).collect::<Option<Vec<_>>>() else {
                return false;
            };
            let (lengths, ways): (Vec<usize>, Vec<_>) =
                ways.into_iter().filter_map(|way| Some((way.on_path.counted()?, way))).unzip();
            if lengths.iter().sum::<usize>() > MOST_COUNTED {
                return false;
            }
            out.push(PathGroup {
                on_from: self.on(Variable::From, Pred::And(on_from)),
                on_to: self.on(Variable::To, Pred::And(on_to)),
                ways,
            });
        }
        true
    }

    /// Whether what conditions say of the two ends together is a slide.
    fn slides(&self, conditions: &[&Pred<W>]) -> bool {
        let both = |p: &&&Pred<W>| p.depends_on(Variable::From) && p.depends_on(Variable::To);
        let both: Vec<_> = conditions.iter().filter(both).copied().collect();
        Slide::of(&both, &CellExpr::From, self.topology).is_some()
    }

    /// The cells reached from each cell as straight paths, one for every direction and length, if they are whole rays.
    fn straight_maps(&self, reached: &[CellSet<W>]) -> Option<Vec<Vec<CellId>>> {
        let topology = self.topology;
        let directions = topology.has_simple_rays().then(|| slide::along(reached, topology)).flatten()?;
        let of_length = |d: usize, steps: usize| {
            (0..topology.cells as CellId).map(|c| topology.ray(c, d).nth(steps).unwrap_or(NOWHERE)).collect()
        };
        let each = directions.into_iter().flat_map(|d| (0..topology.longest).map(move |steps| (d, steps)));
        let maps =
            each.map(|(d, steps)| of_length(d, steps)).filter(|map: &Vec<_>| map.iter().any(|&to| to != NOWHERE));
        Some(maps.collect())
    }

    /// By cell `from` the only cell `to`, if two places that are the same say so: `to` is some steps from `from`.
    fn lone_end(&self, a: &CellExpr, b: &CellExpr) -> Option<Vec<CellId>> {
        match (a, b) {
            (CellExpr::To, place) | (place, CellExpr::To) => places(place, Variable::From, self.topology),
            _ => None,
        }
    }

    /// The path of a map; `None` if the condition on it has no form as a mask.
    fn way(&self, map: &[CellId], on_path: &Pred<W>) -> Option<Path<W>> {
        // A piece does not go where it stands.
        let moved = |(c, &to): (usize, &CellId)| if to == c as CellId { NOWHERE } else { to };
        let map: Vec<CellId> = map.iter().enumerate().map(moved).collect();
        // What the path leads over is, like its end, a matter of where it begins.
        let last = |(c, &to): (usize, &CellId)| match self.topology.line(c as CellId, to) {
            Some((d, _)) => self.topology.next(to, self.topology.opposite[d]),
            None => NOWHERE,
        };
        let over: Vec<CellId> = map.iter().enumerate().map(last).collect();
        let path = StraightPath::of(&map, self.board);
        let subject = PathSubject { path, over: &over, settled: &|_| None };
        let on_path = Mask::of_path(on_path, &subject, self.topology)?;
        Some(Path { shifts: Shifts::of(&map), map, on_path })
    }
}

/// Whether a condition says how to get from cell to cell.
fn leads<const W: usize>(pre: &Pred<W>) -> bool {
    match pre {
        Pred::And(ps) | Pred::Or(ps) => ps.iter().any(leads),
        Pred::Not(p) => leads(p),
        Pred::Reach(..) => true,
        Pred::Same(a, b) => [(a, b), (b, a)].iter().any(|(a, b)| a.is(Variable::To) && b.depends_on(Variable::From)),
        _ => false,
    }
}

/// A condition as alternatives of ways with conditions each, if there are few.
fn dnf<const W: usize>(pre: &Pred<W>) -> Option<Vec<Vec<&Pred<W>>>> {
    match pre {
        Pred::Or(ps) if leads(pre) => {
            let mut all = Vec::new();
            for p in ps {
                all.extend(dnf(p)?);
            }
            Some(all)
        }
        Pred::And(ps) => {
            let mut all: Vec<Vec<&Pred<W>>> = vec![Vec::new()];
            for p in ps {
                let alternatives = dnf(p)?;
                if all.len() * alternatives.len() > 16 {
                    return None;
                }
                all = Pred::products(&all, &alternatives);
            }
            Some(all)
        }
        p => Some(vec![vec![p]]),
    }
}
