//! Move definitions: how their moves are found and made.

use super::super::Class;
use super::super::definition::{ActionStep, Def, EffectStep, Kernel, Parts, PathGroup, Plan, Side, Way};
use super::super::facts;
use super::super::mask::{CellCondition, Mask};
use super::super::predicate::{CellExpr, Filter, Num, Pred, Variable};
use super::super::rules::{Action, Amount, Dir, Effect, EffectKind, MoveDef, Player, Who};
use super::super::slide::Slide;
use super::super::state::{MAX_HEIGHT, NOWHERE};
use super::super::topology::Shifts;
use super::Result;
use super::analysis::Analysis;
use super::compiler::Compiler;
use crate::board::CellId;
use std::sync::Arc;

impl<const W: usize> Compiler<'_, W> {
    pub(super) fn side(&self, analysis: &Analysis, classes: &[Class], class_of: &[Vec<usize>]) -> Result<Side<W>> {
        // Definitions of one class and urgency share their conditions.
        let mut merged: Vec<(u16, usize, Vec<Pred<W>>)> = Vec::new();
        for (k, piece) in self.rules.pieces.iter().enumerate() {
            for (i, def) in piece.moves.iter().enumerate() {
                if !facts::may_make(piece, def, self.player) {
                    continue;
                }
                let urgency = facts::urgency(def);
                let this = Compiler { neutral: piece.owner == Who::Neutral, ..*self };
                let mut pre = this.pred(&def.pre, Some(def))?;
                if def.pops() && !facts::moves_anyones(piece, def) {
                    let own = Pred::Owned(CellExpr::From, 1 << self.player.index());
                    pre = match pre {
                        Pred::And(mut ps) => {
                            ps.insert(0, own);
                            Pred::And(ps)
                        }
                        p => Pred::And(vec![own, p]),
                    };
                }
                let class = class_of[k][i];
                match merged.iter_mut().find(|(u, c, _)| *u == urgency && *c == class) {
                    Some((_, _, pres)) => pres.push(pre),
                    None => merged.push((urgency, class, vec![pre])),
                }
            }
        }
        merged.sort_by_key(|(urgency, class, _)| (*urgency, *class));
        let mut defs = Vec::new();
        for (urgency, class, mut pres) in merged {
            let pre = if pres.len() == 1 { pres.remove(0) } else { Pred::Or(pres) };
            defs.push(self.def(analysis, classes[class], class, urgency, pre)?);
        }
        let one_urgency = defs.windows(2).all(|w: &[Def<W>]| w[0].urgency == w[1].urgency);
        Ok(Side { defs, one_urgency, clauses: self.clauses(analysis)?, never: self.never(analysis)? })
    }

    pub(super) fn def(
        &self,
        analysis: &Analysis,
        class: Class,
        id: usize,
        urgency: u16,
        pre: Pred<W>,
    ) -> Result<Def<W>> {
        let piece = &self.rules.pieces[class.piece];
        let def = &piece.moves[class.definition];
        let mut choices = vec![0u8];
        let mut post = Vec::new();
        let mut used = 0;
        // What does not fit into the bits of a choice is not left to the mover.
        let mut bits = |wanted: bool, count: u8| {
            let at = (wanted && used + count <= 8).then_some(used);
            used += if at.is_some() { count } else { 0 };
            at
        };
        for effect in &def.post {
            let optional = bits(effect.optional, 1);
            let turn = bits(effect.kind == EffectKind::Rotate(None), 3);
            let ways = |choice: u8| {
                let full = if turn.is_some() { self.full_turn() } else { 1 };
                (0..full).map(move |k| choice | turn.map_or(0, |bit| k << bit))
            };
            choices = match optional {
                None => choices.into_iter().flat_map(ways).collect(),
                Some(bit) => choices.into_iter().flat_map(|c| std::iter::once(c).chain(ways(c | 1 << bit))).collect(),
            };
            post.push(self.effect(effect, def, piece.owner == Who::Neutral, optional, turn)?);
        }
        let mut actions = Vec::new();
        for action in &def.actions {
            match action {
                Action::Pass => {}
                Action::Pop(cell, amount) => {
                    let count = match amount {
                        Amount::Count(n) => *n as usize,
                        Amount::All => MAX_HEIGHT,
                    };
                    actions.push(ActionStep::Pop(self.cell(cell)?, count));
                }
                Action::Push { cell, count, owner, trail } => actions.push(ActionStep::Push {
                    cell: self.cell(cell)?,
                    count: (*count as usize).min(MAX_HEIGHT + 1),
                    owner: owner.and_then(|w| self.new_owner(w)),
                    trail: *trail,
                }),
            }
        }
        let owner = if piece.owner == Who::Neutral { 2 } else { self.player.index() };
        let to_matters = |p: &CellExpr| p.depends_on(Variable::To);
        let aims_to = actions.iter().any(|a| match a {
            ActionStep::Push { cell, .. } => to_matters(cell),
            ActionStep::Pop(cell, _) => to_matters(cell),
        });
        let pushes: u32 = if def.pops() {
            0
        } else {
            def.actions.iter().map(|a| if let Action::Push { count, .. } = a { *count } else { 0 }).sum()
        };
        let lone_push = matches!(
            actions.as_slice(),
            [ActionStep::Push { cell: CellExpr::To, count: 1, owner: None, trail: false }]
        );
        let carry = matches!(
            actions.as_slice(),
            [
                ActionStep::Pop(CellExpr::From, 1),
                ActionStep::Push { cell: CellExpr::To, owner: None, trail: false, .. }
            ]
        );
        let replace = facts::replaces(def);
        let rest = if replace { &def.post[1..] } else { &def.post[..] };
        let plan = match () {
            _ if !analysis.layout.plain => Plan::General,
            _ if lone_push && def.post.is_empty() => Plan::Drop,
            _ if carry && rest.is_empty() && !def.post.first().is_some_and(|e| facts::returns_captives(&e.kind)) => {
                Plan::Step { replace }
            }
            _ => Plan::General,
        };
        let landings: Vec<&ActionStep> = actions.iter().filter(|a| matches!(a, ActionStep::Push { .. })).collect();
        let carries = !def.pops() || matches!(actions.first(), Some(ActionStep::Pop(CellExpr::From, 1..)));
        let lands = carries && matches!(landings[..], [ActionStep::Push { cell: CellExpr::To, trail: false, .. }]);
        let checked = !lands && !landings.is_empty();
        let kernel = if !def.pops() && !def.pushes() {
            Kernel::Pass(pre)
        } else if !def.pops() {
            Kernel::Drop(self.on(Variable::To, pre))
        } else if aims_to {
            self.kernel(pre, analysis)
        } else {
            Kernel::Remove(pre)
        };
        Ok(Def {
            class: id as u16,
            piece: class.piece,
            owner,
            urgency,
            kernel,
            plan,
            replace_first: replace && !analysis.layout.stacks(),
            lands,
            checked,
            pops: def.pops(),
            pushes: pushes.min(255) as u8,
            choices,
            actions,
            post,
        })
    }

    /// The fastest way of finding the moves of a piece that goes from cell to cell.
    pub(super) fn kernel(&self, pre: Pred<W>, analysis: &Analysis) -> Kernel<W> {
        if !analysis.layout.stacks() {
            let mut paths = Vec::new();
            if self.paths(&pre, &mut paths) {
                // Two paths that share a pair of cells would give the move twice.
                let clash = |a: &Way<W>, b: &Way<W>| a.map.iter().zip(&b.map).any(|(x, y)| *x != NOWHERE && x == y);
                let ways: Vec<&Way<W>> = paths.iter().flat_map(|g: &PathGroup<W>| &g.ways).collect();
                let distinct = (0..ways.len()).all(|i| (0..i).all(|j| !clash(ways[i], ways[j])));
                if distinct {
                    return Kernel::Paths(paths);
                }
            }
        }
        // What does not depend on `to` is tested once a `from`, what does not depend on `from` once altogether.
        let conjuncts = match pre {
            Pred::And(ps) => ps,
            p => vec![p],
        };
        let (mut on_from, mut on_to, mut on_both) = (Vec::new(), Vec::new(), Vec::new());
        for p in conjuncts {
            match (p.depends_on(Variable::From), p.depends_on(Variable::To)) {
                (_, false) => on_from.push(p),
                (false, true) => on_to.push(p),
                (true, true) => on_both.push(p),
            }
        }
        Kernel::FromTo {
            slide: Slide::of(&on_both.iter().collect::<Vec<_>>(), &CellExpr::From, self.topology),
            on_from: self.on(Variable::From, Pred::And(on_from)),
            on_to: self.on(Variable::To, Pred::And(on_to)),
            on_both: Pred::And(on_both),
        }
    }

    /// A condition on one cell of a move.
    pub(super) fn on(&self, variable: Variable, pred: Pred<W>) -> CellCondition<W> {
        CellCondition::new(pred, variable, self.topology)
    }

    /// Splits a condition into paths with conditions on `from` and on `to` alone, if it is of that form.
    pub(super) fn paths(&self, pre: &Pred<W>, out: &mut Vec<PathGroup<W>>) -> bool {
        let disjuncts = match dnf(pre) {
            Some(d) if d.len() <= 8 => d,
            _ => return false,
        };
        for conjuncts in disjuncts {
            let mut maps: Option<&Arc<Vec<Vec<CellId>>>> = None;
            let (mut on_from, mut on_to, mut on_path) = (Vec::new(), Vec::new(), Vec::new());
            for p in conjuncts {
                match p {
                    Pred::Reach(CellExpr::From, CellExpr::To, _, paths) if !paths.is_empty() && maps.is_none() => {
                        maps = Some(paths)
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
            let way = |map: &Vec<CellId>| {
                // A piece does not go where it stands.
                let moved = |(c, &to): (usize, &CellId)| if to == c as CellId { NOWHERE } else { to };
                let map: Vec<CellId> = map.iter().enumerate().map(moved).collect();
                // What the path leads over is, like its end, a matter of where it begins.
                let last = |(c, &to): (usize, &CellId)| match self.topology.line(c as CellId, to) {
                    Some((d, _)) => self.topology.next(to, self.topology.opposite[d]),
                    None => NOWHERE,
                };
                let over: Vec<CellId> = map.iter().enumerate().map(last).collect();
                let on_path = Mask::of_path(&on_path, &map, &over, self.topology)?;
                Some(Way { shifts: Shifts::of(&map), map, on_path })
            };
            let Some(ways) = maps.iter().map(way).collect() else { return false };
            out.push(PathGroup {
                on_from: self.on(Variable::From, Pred::And(on_from)),
                on_to: self.on(Variable::To, Pred::And(on_to)),
                ways,
            });
        }
        true
    }

    /// How many direct turns bring a direction back to itself.
    pub(super) fn full_turn(&self) -> u8 {
        let Some(d) = (0..self.topology.directions).find(|&d| self.board.is_direct(d)) else { return 1 };
        (1..8).find(|&k| self.board.turn(d, k.into()) == d).unwrap_or(8)
    }

    /// The owner that pieces get; `None` if they keep theirs.
    pub(super) fn new_owner(&self, who: Who) -> Option<usize> {
        match who {
            Who::All => None,
            Who::Neutral | Who::Nobody => Some(2),
            _ => who.player(self.player).map(Player::index),
        }
    }

    pub(super) fn effect(
        &self,
        effect: &Effect,
        def: &MoveDef,
        neutral: bool,
        optional: Option<u8>,
        turn: Option<u8>,
    ) -> Result<EffectStep<W>> {
        // What stands on `to` may be anybody's by then.
        let after = Compiler { turns: true, neutral, ..*self };
        let (track, reap) = match &effect.kind {
            EffectKind::Sow { track, reap } => {
                let reap = match reap {
                    None => None,
                    Some((b, spared)) => Some((after.pred(b, Some(def))?, after.cells(spared, self.player)?)),
                };
                (track.iter().map(|c| after.cell(c)).collect::<Result<_>>()?, reap)
            }
            _ => (Vec::new(), None),
        };
        Ok(EffectStep {
            kind: effect.kind.clone(),
            lowered: after.effect_parts(&effect.kind)?,
            guard: after.pred(&effect.guard, Some(def))?,
            track,
            reap,
            optional,
            turn,
        })
    }

    pub(super) fn effect_parts(&self, kind: &EffectKind) -> Result<Parts> {
        let none = Filter { kinds: 0, owners: 0, state: None, flags: 0, by_owner: false };
        let mut parts = Parts {
            filter: none,
            victims: 0,
            place: CellExpr::To,
            number: Num::Const(0),
            owner: None,
            directions: Vec::new(),
        };
        let by_facing = |dir: &Dir| {
            let mut tables = self.by_facing(&[*dir], |directions| directions.to_vec());
            tables.iter_mut().for_each(|t| t.sort_unstable());
            tables
        };
        match kind {
            EffectKind::Capture { pieces, victim, .. } => {
                parts.victims = self.owner_bits(*victim);
                parts.filter = self.filter(pieces, parts.victims);
                parts.filter.owners &= parts.victims;
            }
            EffectKind::Convert { pieces, owner, .. } => {
                parts.victims = self.owner_bits(Who::Opponent);
                parts.filter = Filter { kinds: u16::MAX, owners: parts.victims, by_owner: true, ..none };
                parts.owner = self.new_owner(pieces.as_ref().and_then(|p| p.owner).unwrap_or(*owner));
            }
            EffectKind::Face(dir) => parts.directions = by_facing(dir),
            EffectKind::Displace { direction, pieces, .. } => {
                parts.filter = self.filter(pieces, 7);
                parts.directions = by_facing(direction);
            }
            EffectKind::SetCellState(c, n) | EffectKind::SetPieceState(c, n) => {
                parts.place = self.cell(c)?;
                parts.number = self.num(n)?;
            }
            EffectKind::IncState { cell, .. } | EffectKind::AddFlag(cell, _) | EffectKind::RemoveFlag(cell, _) => {
                parts.place = self.cell(cell)?;
            }
            EffectKind::Score(n) | EffectKind::SetCellStates(n) => parts.number = self.num(n)?,
            EffectKind::Spin(cell, _) => parts.place = self.cell(cell)?,
            EffectKind::Rotate(_)
            | EffectKind::Repeat
            | EffectKind::Swap
            | EffectKind::Shift
            | EffectKind::Sow { .. } => {}
        }
        Ok(parts)
    }
}

/// Whether a condition says how to get from cell to cell.
fn leads<const W: usize>(pre: &Pred<W>) -> bool {
    match pre {
        Pred::And(ps) | Pred::Or(ps) => ps.iter().any(leads),
        Pred::Not(p) => leads(p),
        Pred::Reach(..) => true,
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
                all = all
                    .iter()
                    .flat_map(|a| alternatives.iter().map(move |b| a.iter().chain(b).copied().collect()))
                    .collect();
            }
            Some(all)
        }
        p => Some(vec![vec![p]]),
    }
}
