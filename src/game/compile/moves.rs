//! Move definitions: how their moves are found and made.

use super::super::Class;
use super::super::definition::{ActionStep, Attacks, Def, EffectStep, Extent, Plan, Side};
use super::super::facts;
use super::super::kind::Kind;
use super::super::meter::{looks_of, weight_of, weight_of_test};
use super::super::owner::Owner;
use super::super::predicate::{CellExpr, Pred};
use super::super::rules::{Action, CaptureType, Effect, EffectKind, MoveDef, PieceDef, Who};
use super::analysis::Analysis;
use super::compiler::Compiler;
use super::jumps;
use super::terms::Terms;

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
                let this = self.with(Terms { neutral: piece.owner == Who::Neutral, ..self.terms });
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
        let mut order: Vec<(u16, usize, usize)> = (0..).zip(&merged).map(|(i, m)| (m.0, m.1, i)).collect();
        order.sort_unstable();
        let mut defs = Vec::new();
        for (urgency, class, i) in order {
            let mut pres = std::mem::take(&mut merged[i].2);
            let pre = if pres.len() == 1 { pres.remove(0) } else { Pred::Or(pres) };
            defs.push(self.def(analysis, classes[class], class, urgency, pre));
        }
        let never = self.never(analysis);
        let one_urgency = defs.windows(2).all(|w: &[Def<W>]| w[0].urgency == w[1].urgency);
        let mut by_class = vec![u16::MAX; classes.len()];
        for (place, def) in defs.iter().enumerate().rev() {
            by_class[usize::from(def.class)] = place as u16;
        }
        Side {
            by_class,
            defs,
            one_urgency,
            clauses: self.clauses(analysis),
            never_weight: never.iter().flat_map(|(atoms, _)| atoms).map(|atom| weight_of_test(&atom.test)).sum(),
            never,
            attacks: Attacks::default(),
            prospects: None,
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
        let comes = !def.pops() || matches!(actions.first(), Some(ActionStep::Pop(CellExpr::From, 1..)));
        let lands = comes && matches!(landings[..], [ActionStep::Push { cell: CellExpr::To, trail: false, .. }]);
        let checked = !lands && !landings.is_empty();
        Def {
            carries: !analysis.layout.stacks() && carries(&actions),
            jumps: !analysis.layout.stacks() && jumps::always_takes(&pre, &post, self.topology),
            class: id as u16,
            kind: Kind::new(class.piece),
            owner: if piece.owner == Who::Neutral { Owner::Nobody } else { self.player.into() },
            urgency,
            kernel: self.kernel(def, &actions, pre, analysis),
            by_turn: None,
            landings: None,
            touched: Vec::new(),
            quiet: None,
            gains: !analysis.layout.stacks() && gains(&actions, &post),
            repeats: post.iter().any(|effect| matches!(effect.kind, EffectKind::Repeat)),
            plan: plan(def, &actions, analysis),
            replace_first: facts::replaces(def) && !analysis.layout.stacks(),
            changes: if analysis.layout.stacks() { Extent::Anything } else { extent(&actions, &post) },
            lands,
            checked,
            pops: def.pops(),
            pushes: pushes.min(255) as u8,
            choices,
            looks: looks_of(&post, self.topology.cells),
            actions,
            weight: weight_of(&post),
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
            choices = self.with_choices(&choices, optional, turn);
            post.push(self.effect(effect, def, piece.owner == Who::Neutral, optional, turn));
        }
        (choices, post)
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
        let after = self.with(Terms { turns: true, neutral, ..self.terms });
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

/// Whether a move does no more to who owns what than to take pieces and to put one on `to`, where cells hold one piece.
fn gains<const W: usize>(actions: &[ActionStep], post: &[EffectStep<W>]) -> bool {
    let on_to = |a: &ActionStep| match a {
        ActionStep::Pop(..) => true,
        ActionStep::Push { cell, owner, trail, .. } => *cell == CellExpr::To && owner.is_none() && !trail,
    };
    let takes = |kind: &EffectKind| matches!(kind, EffectKind::Capture { subsume: false, .. } | EffectKind::Repeat);
    actions.iter().all(on_to) && post.iter().all(|effect| takes(&effect.kind))
}

/// Whether all that actions do is to carry a piece from `from` to `to`.
fn carries(actions: &[ActionStep]) -> bool {
    matches!(
        actions,
        [ActionStep::Pop(CellExpr::From, 1), ActionStep::Push { cell: CellExpr::To, owner: None, trail: false, .. }]
    )
}

/// How the moves of a definition are made.
fn plan(def: &MoveDef, actions: &[ActionStep], analysis: &Analysis) -> Plan {
    let lone_push = matches!(actions, [ActionStep::Push { cell: CellExpr::To, count: 1, owner: None, trail: false }]);
    let replace = facts::replaces(def);
    let rest = if replace { &def.post[1..] } else { &def.post[..] };
    let recycles = def.post.first().is_some_and(|e| facts::returns_captives(&e.kind));
    match () {
        _ if !analysis.layout.plain => Plan::General,
        _ if lone_push && def.post.is_empty() => Plan::Drop,
        _ if carries(actions) && rest.is_empty() && !recycles => Plan::Step { replace },
        _ => Plan::General,
    }
}
