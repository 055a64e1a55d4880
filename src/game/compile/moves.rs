//! Move definitions: how their moves are found and made.

use super::super::Class;
use super::super::definition::{ActionStep, Attacks, Def, EffectStep, Extent, Parts, Plan, Side};
use super::super::facts;
use super::super::kind::Kind;
use super::super::owner::Owner;
use super::super::predicate::{CellExpr, Filter, Num, Pred};
use super::super::rules::{Action, Amount, CaptureType, Dir, Effect, EffectKind, MoveDef, PieceDef, Who};
use super::super::state::MAX_HEIGHT;
use super::analysis::Analysis;
use super::compiler::Compiler;

impl<const W: usize> Compiler<'_, W> {
    pub(super) fn side(&self, analysis: &Analysis, classes: &[Class], class_of: &[Vec<usize>]) -> Side<W> {
        // Definitions of one class and urgency share their conditions.
        let mut merged: Vec<(u16, usize, Vec<Pred<W>>)> = Vec::new();
        for (k, piece) in self.rules.pieces.iter().enumerate() {
            for (i, def) in piece.moves.iter().enumerate() {
                if !facts::may_make(piece, def, self.player) {
                    continue;
                }
                let urgency = facts::urgency(def);
                let this = Compiler { neutral: piece.owner == Who::Neutral, ..*self };
                let mut pre = this.pred(&def.pre, Some(def));
                if def.pops() && !facts::moves_anyones(piece, def) {
                    let own = Pred::Owned(CellExpr::From, self.player.bit());
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
            defs.push(self.def(analysis, classes[class], class, urgency, pre));
        }
        let one_urgency = defs.windows(2).all(|w: &[Def<W>]| w[0].urgency == w[1].urgency);
        Side {
            defs,
            one_urgency,
            clauses: self.clauses(analysis),
            never: self.never(analysis),
            attacks: Attacks::default(),
        }
    }

    fn def(&self, analysis: &Analysis, class: Class, id: usize, urgency: u16, pre: Pred<W>) -> Def<W> {
        let piece = &self.rules.pieces[class.piece];
        let def = &piece.moves[class.definition];
        let (choices, post) = self.effects(piece, def);
        let actions: Vec<ActionStep> = def.actions.iter().filter_map(|action| self.action(action)).collect();
        let pushed = |a: &Action| if let Action::Push { count, .. } = a { *count } else { 0 };
        let pushes: u32 = if def.pops() { 0 } else { def.actions.iter().map(pushed).sum() };
        let landings: Vec<&ActionStep> = actions.iter().filter(|a| matches!(a, ActionStep::Push { .. })).collect();
        let carries = !def.pops() || matches!(actions.first(), Some(ActionStep::Pop(CellExpr::From, 1..)));
        let lands = carries && matches!(landings[..], [ActionStep::Push { cell: CellExpr::To, trail: false, .. }]);
        let checked = !lands && !landings.is_empty();
        Def {
            class: id as u16,
            kind: Kind::new(class.piece),
            owner: if piece.owner == Who::Neutral { Owner::Nobody } else { self.player.into() },
            urgency,
            kernel: self.kernel(def, &actions, pre, analysis),
            by_turn: None,
            touched: Vec::new(),
            plan: plan(def, &actions, analysis),
            replace_first: facts::replaces(def) && !analysis.layout.stacks(),
            changes: if analysis.layout.stacks() { Extent::Anything } else { extent(&actions, &post) },
            lands,
            checked,
            pops: def.pops(),
            pushes: pushes.min(255) as u8,
            choices,
            actions,
            post,
        }
    }

    /// The choices that a definition leaves to the mover, and its effects. What does not fit into the bits of a choice is not
    /// left to the mover.
    fn effects(&self, piece: &PieceDef, def: &MoveDef) -> (Vec<u8>, Vec<EffectStep<W>>) {
        let mut choices = vec![0u8];
        let mut post = Vec::new();
        let mut used = 0;
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
            post.push(self.effect(effect, def, piece.owner == Who::Neutral, optional, turn));
        }
        (choices, post)
    }

    fn action(&self, action: &Action) -> Option<ActionStep> {
        Some(match action {
            Action::Pass => return None,
            Action::Pop(cell, Amount::Count(n)) => ActionStep::Pop(self.cell(cell), *n as usize),
            Action::Pop(cell, Amount::All) => ActionStep::Pop(self.cell(cell), MAX_HEIGHT),
            Action::Push { cell, count, owner, trail } => ActionStep::Push {
                cell: self.cell(cell),
                count: (*count as usize).min(MAX_HEIGHT + 1),
                owner: owner.and_then(|w| self.new_owner(w)),
                trail: *trail,
            },
        })
    }

    /// How many direct turns bring a direction back to itself.
    pub(super) fn full_turn(&self) -> u8 {
        let Some(d) = (0..self.topology.directions).find(|&d| self.board.is_direct(d)) else { return 1 };
        (1..8).find(|&k| self.board.turn(d, k.into()) == d).unwrap_or(8)
    }

    /// The owner that pieces get; `None` if they keep theirs.
    pub(super) fn new_owner(&self, who: Who) -> Option<Owner> {
        match who {
            Who::All => None,
            Who::Neutral | Who::Nobody => Some(Owner::Nobody),
            _ => who.player(self.player).map(Owner::from),
        }
    }

    pub(super) fn effect(
        &self,
        effect: &Effect,
        def: &MoveDef,
        neutral: bool,
        optional: Option<u8>,
        turn: Option<u8>,
    ) -> EffectStep<W> {
        // What stands on `to` may be anybody's by then.
        let after = Compiler { turns: true, neutral, ..*self };
        let (track, reap) = match &effect.kind {
            EffectKind::Sow { track, reap } => {
                let reap =
                    reap.as_ref().map(|(b, spared)| (after.pred(b, Some(def)), after.cells(spared, self.player)));
                (track.iter().map(|c| after.cell(c)).collect(), reap)
            }
            _ => (Vec::new(), None),
        };
        EffectStep {
            kind: effect.kind.clone(),
            lowered: after.effect_parts(&effect.kind),
            guard: after.pred(&effect.guard, Some(def)),
            track,
            reap,
            optional,
            turn,
        }
    }

    pub(super) fn effect_parts(&self, kind: &EffectKind) -> Parts {
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
                parts.place = self.cell(c);
                parts.number = self.num(n);
            }
            EffectKind::IncState { cell, .. } | EffectKind::AddFlag(cell, _) | EffectKind::RemoveFlag(cell, _) => {
                parts.place = self.cell(cell);
            }
            EffectKind::Score(n) | EffectKind::SetCellStates(n) => parts.number = self.num(n),
            EffectKind::Spin(cell, _) => parts.place = self.cell(cell),
            #[cfg(test)]
            EffectKind::Whirl(cell, _) => parts.place = self.cell(cell),
            EffectKind::Rotate(_)
            | EffectKind::Repeat
            | EffectKind::Swap
            | EffectKind::Shift
            | EffectKind::Sow { .. } => {}
        }
        parts
    }
}

/// What a move may change on the board, where cells hold one piece.
fn extent<const W: usize>(actions: &[ActionStep], post: &[EffectStep<W>]) -> Extent {
    let carried = matches!(
        actions,
        [ActionStep::Pop(CellExpr::From, _), ActionStep::Push { cell: CellExpr::To, owner: None, trail: false, .. }]
    );
    let fixed = |a: &ActionStep| match a {
        ActionStep::Pop(cell, _) => cell.is_static(),
        ActionStep::Push { cell, trail, .. } => cell.is_static() && !trail,
    };
    let named = actions.iter().all(fixed);
    let start = match (carried, named) {
        (true, _) => Extent::OwnPiece,
        (_, true) => Extent::Named,
        _ => Extent::Anything,
    };
    let of_effect = |effect: &EffectStep<W>| match &effect.kind {
        _ if !effect.lowered.place.is_static() => Extent::Anything,
        EffectKind::Capture { how: CaptureType::Replace, subsume: false, recycle: false, .. }
        | EffectKind::SetPieceState(..)
        | EffectKind::IncState { .. }
        | EffectKind::AddFlag(..)
        | EffectKind::RemoveFlag(..)
        | EffectKind::Score(_) => Extent::OwnPiece,
        EffectKind::Convert { how: None, .. } => Extent::Named,
        _ => Extent::Anything,
    };
    post.iter().map(of_effect).fold(start, Extent::max)
}

/// How the moves of a definition are made.
fn plan(def: &MoveDef, actions: &[ActionStep], analysis: &Analysis) -> Plan {
    let lone_push = matches!(actions, [ActionStep::Push { cell: CellExpr::To, count: 1, owner: None, trail: false }]);
    let carry = matches!(
        actions,
        [ActionStep::Pop(CellExpr::From, 1), ActionStep::Push { cell: CellExpr::To, owner: None, trail: false, .. }]
    );
    let replace = facts::replaces(def);
    let rest = if replace { &def.post[1..] } else { &def.post[..] };
    let recycles = def.post.first().is_some_and(|e| facts::returns_captives(&e.kind));
    match () {
        _ if !analysis.layout.plain => Plan::General,
        _ if lone_push && def.post.is_empty() => Plan::Drop,
        _ if carry && rest.is_empty() && !recycles => Plan::Step { replace },
        _ => Plan::General,
    }
}
