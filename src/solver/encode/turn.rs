//! Moves on a partly known position: which there are, and what they do.

use super::alphabet::{Content, Man};
use super::eval::{MoveInstance, View};
use super::view::{Extra, Lookup, Partial, Setting, all, any, matches, unsupported};
use crate::board::CellId;
use crate::game::StateId;
use crate::game::rules::*;
use crate::game::{MAX_HEIGHT, facts};
use crate::order;

/// One way to use a move definition: the cells, and which of the optional effects happen (bits in their order).
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    pub instance: MoveInstance<'a>,
    pub choice: u8,
    /// Steps of a greater number are legal only if none of a smaller is.
    pub urgency: u16,
}

/// Every step that a player might make on some position.
pub(super) fn steps<'a>(setting: &Setting<'a>, mover: Player) -> Vec<Step<'a>> {
    let board = setting.board;
    let mut steps = Vec::new();
    for (kind, piece) in setting.rules.pieces.iter().enumerate() {
        for def in &piece.moves {
            if !facts::may_make(piece, def, mover) {
                continue;
            }
            let mut ends: Vec<(Option<CellId>, Option<CellId>)> = Vec::new();
            if def.passes() {
                ends.push((None, None));
            } else if !def.pops() {
                ends.extend(board.cells().map(|to| (None, Some(to))));
            } else if def.actions.iter().any(facts::names_to) {
                for from in board.cells() {
                    ends.extend(board.cells().filter(|&to| to != from).map(|to| (Some(from), Some(to))));
                }
            } else {
                ends.extend(board.cells().map(|c| (Some(c), Some(c))));
            }
            let optional = def.post.iter().filter(|e| e.optional).count().min(8);
            let urgency = facts::urgency(def);
            for (from, to) in ends {
                let instance = MoveInstance { kind, def, from, to };
                steps.extend((0..1u16 << optional).map(|choice| Step { instance, choice: choice as u8, urgency }));
            }
        }
    }
    order::sort_by_key(&mut steps, |s| s.urgency);
    steps
}

/// The owner meant by that of a push or a conversion; `None` if that leaves things as they are.
fn new_owner(who: Who, mover: Player) -> Option<Option<Player>> {
    match who {
        Who::All => None,
        Who::Neutral | Who::Nobody => Some(None),
        _ => Some(who.player(mover)),
    }
}

/// Gives a piece to another owner; it then faces as that owner does.
fn give(man: &mut Man, owner: Option<Player>) {
    if man.owner != owner {
        man.owner = owner;
        man.facing = None;
    }
}

/// A position before an effect, with the move that has it.
struct Before<'b, 'a> {
    was: &'b Partial<'a>,
    instance: MoveInstance<'b>,
    direction: Option<usize>,
    guard: &'b Bool,
}

impl Before<'_, '_> {
    /// What can be read about a cell.
    fn view(&self, current: Option<CellId>) -> View<'_> {
        let Self { was, instance, direction, .. } = *self;
        View { p: was, instance, current, direction, made: true, continuing: was.continuing }
    }

    /// Whether the effect happens on a cell.
    fn allows(&self, cell: Option<CellId>) -> Lookup<bool> {
        self.view(cell).holds(self.guard)
    }
}

impl<'a> Partial<'a> {
    fn view<'v>(&'v self, instance: MoveInstance<'v>, current: Option<CellId>, direction: Option<usize>) -> View<'v>
    where
        'a: 'v,
    {
        View { p: self, instance, current, direction, made: false, continuing: self.continuing }
    }

    fn direction(&self, from: Option<CellId>) -> Lookup<Option<usize>> {
        let man = match from {
            Some(from) => self.top(from)?.copied(),
            None => None,
        };
        Ok(man.map_or(self.setting.player_facing(self.mover), |m| self.setting.facing_of(&m, self.mover)))
    }

    /// Whether a step is legal, other steps aside.
    pub fn is_possible(&self, step: &Step<'a>) -> Lookup<bool> {
        let instance = step.instance;
        let mut direction = self.setting.player_facing(self.mover);
        let mut stands = Ok(true);
        if let Some(from) = instance.from {
            let anyones = facts::moves_anyones(&self.setting.rules.pieces[instance.kind], instance.def);
            let owner = Some(self.mover);
            let is = |m: &Man| m.kind as usize == instance.kind && (anyones || m.owner == owner);
            stands = self.top(from).map(|man| man.is_some_and(is));
            if anyones && stands == Ok(true) {
                // Pieces do not turn here, so only another player's faces elsewhere.
                direction = self.direction(instance.from)?;
            } else if anyones {
                return stands;
            }
        }
        let new: u32 =
            instance.def.actions.iter().map(|a| if let Action::Push { count, .. } = a { *count } else { 0 }).sum();
        let supplied = if instance.def.pops() || new == 0 {
            Ok(true)
        } else {
            self.hand(self.mover, instance.kind).map(|held| held.is_none_or(|n| u32::from(n) >= new))
        };
        let view = self.view(instance, instance.to, direction);
        if !all([view.holds(&instance.def.pre), stands, supplied])? {
            return Ok(false);
        }
        Ok(self.clone().act(instance)?.is_some())
    }

    /// Whether any of some steps is possible.
    pub fn any_possible(&self, steps: &[Step<'a>]) -> Lookup<bool> {
        any(steps.iter().map(|s| self.is_possible(s)))
    }

    fn height(&self, cell: Option<CellId>) -> Lookup<usize> {
        cell.map_or(Ok(0), |c| Ok(self.content(c)?.men.len()))
    }

    /// Carries out the actions of a move. `None` if something cannot be put where it should go. Otherwise how many of the
    /// pieces on `to` were just put there.
    fn act(&mut self, instance: MoveInstance<'a>) -> Lookup<Option<usize>> {
        let direction = self.direction(instance.from)?;
        let mut carried: Vec<Man> = Vec::new();
        let mut below = self.height(instance.to)?;
        for action in &instance.def.actions {
            let place = |p: &Self, cell: &Coord| -> Lookup<Option<CellId>> {
                p.view(instance, instance.to, direction).place(cell)
            };
            match action {
                Action::Pass => {}
                Action::Pop(cell, amount) => {
                    let Some(cell) = place(self, cell)? else { continue };
                    let mut content = self.content(cell)?.clone();
                    let count = match amount {
                        Amount::All => content.men.len(),
                        Amount::Count(n) => (*n as usize).min(content.men.len()),
                    };
                    carried.extend(content.men.split_off(content.men.len() - count));
                    if Some(cell) == instance.to {
                        below = below.min(content.men.len());
                    }
                    self.cells.insert(cell, content);
                }
                Action::Push { trail: true, .. } => return unsupported("`trail`"),
                Action::Push { cell, count, owner, .. } => {
                    let target = place(self, cell)?;
                    if !instance.def.pops() {
                        let new = self.new_man(instance.kind);
                        carried.extend(std::iter::repeat_n(new, *count as usize));
                        if let Some(held) = self.hand(self.mover, instance.kind)? {
                            let left = held.saturating_sub(*count as u8);
                            self.set_number(Extra::Hand(self.mover, instance.kind), left);
                        }
                    }
                    let load = std::mem::take(&mut carried);
                    if load.is_empty() {
                        continue;
                    }
                    let Some(target) = target else { return Ok(None) };
                    let mut content = self.content(target)?.clone();
                    for mut man in load {
                        if let Some(owner) = owner.and_then(|w| new_owner(w, self.mover)) {
                            give(&mut man, owner);
                        }
                        content.men.push(man);
                    }
                    if content.men.len() > MAX_HEIGHT {
                        return Ok(None);
                    }
                    self.cells.insert(target, content);
                }
            }
        }
        Ok(Some(self.height(instance.to)?.saturating_sub(below)))
    }

    /// Makes a possible step. `continuing` is then whether the turn goes on, if it can.
    pub fn make(&mut self, step: &Step<'a>) -> Lookup<()> {
        let Step { instance, choice, .. } = *step;
        let was_continuing = self.continuing;
        let Some(pushed) = self.act(instance)? else { return Ok(()) };
        let mut again = false;
        let mut bit = 0;
        for effect in &instance.def.post {
            if effect.optional {
                bit += 1;
                if bit <= 8 && choice >> (bit - 1) & 1 == 0 {
                    continue;
                }
            }
            again |= self.effect(instance, effect, pushed)?;
        }
        if instance.def.passes() && !was_continuing {
            self.add_number(Extra::Passes, 1)?;
        } else {
            self.set_number(Extra::Passes, 0);
        }
        self.finish(instance.to)?;
        self.continuing = again;
        Ok(())
    }

    /// A pass that the rules allow or force.
    pub fn pass(&mut self) -> Lookup<()> {
        self.add_number(Extra::Passes, 1)?;
        self.finish(None)
    }

    fn finish(&mut self, to: Option<CellId>) -> Lookup<()> {
        self.add_number(Extra::Moves, 1)?;
        self.set_number(Extra::Moved(self.mover), 1);
        // Where cells are too many for it, the last one is not kept.
        self.set_number(Extra::Last, to.map_or(0, |c| u8::try_from(c + 1).unwrap_or(u8::MAX)));
        self.last = Some(to);
        Ok(())
    }

    /// One effect. Returns whether it was a `repeat` that took effect.
    fn effect(&mut self, instance: MoveInstance<'a>, effect: &Effect, pushed: usize) -> Lookup<bool> {
        let was = self.clone();
        let direction = match instance.to {
            Some(to) => match was.top(to)? {
                Some(man) => self.setting.facing_of(man, self.mover),
                None => self.setting.player_facing(self.mover),
            },
            None => self.setting.player_facing(self.mover),
        };
        let before = Before { was: &was, instance, direction, guard: &effect.guard };
        match &effect.kind {
            EffectKind::Capture { subsume: true, .. } => unsupported("`subsume`"),
            EffectKind::Capture { how: CaptureType::Everywhere, .. }
            | EffectKind::Convert { how: Some(CaptureType::Everywhere), .. } => unsupported("`everywhere`"),
            EffectKind::Capture { how: CaptureType::Replace, .. } => self.replace(&before, &effect.kind, pushed),
            EffectKind::Capture { .. } => self.capture(&before, &effect.kind),
            EffectKind::Convert { how: Some(CaptureType::Replace), .. } => unsupported("`convert replace`"),
            EffectKind::Convert { .. } => self.convert(&before, &effect.kind),
            EffectKind::SetCellState(cell, number) => self.set_cell_state(&before, cell, number),
            EffectKind::SetPieceState(place, _)
            | EffectKind::IncState { cell: place, .. }
            | EffectKind::AddFlag(place, _)
            | EffectKind::RemoveFlag(place, _) => self.change_piece(&before, place, &effect.kind),
            EffectKind::Repeat => return before.allows(instance.to),
            other => unsupported(format!("`{}`", other.word())),
        }?;
        Ok(false)
    }

    /// Takes the pieces that the mover has stepped onto.
    fn replace(&mut self, before: &Before, effect: &EffectKind, pushed: usize) -> Lookup<()> {
        let EffectKind::Capture { pieces, victim, recycle, .. } = effect else { return Ok(()) };
        let Some(to) = before.instance.to else { return Ok(()) };
        if !before.allows(Some(to))? {
            return Ok(());
        }
        let mut content = self.content(to)?.clone();
        let below = content.men.len().saturating_sub(pushed);
        let record = PieceRecord { owner: pieces.owner.or(Some(*victim)), ..pieces.clone() };
        let mut kept = Vec::new();
        for (i, man) in content.men.drain(..).enumerate() {
            if i < below && matches(&man, &record, before.was.mover) {
                self.count(man, *recycle)?;
            } else {
                kept.push(man);
            }
        }
        content.men = kept;
        self.cells.insert(to, content);
        Ok(())
    }

    /// Takes pieces on other cells.
    fn capture(&mut self, before: &Before, effect: &EffectKind) -> Lookup<()> {
        let EffectKind::Capture { how, pieces, victim, recycle, size, .. } = effect else { return Ok(()) };
        let MoveInstance { from, to: Some(to), .. } = before.instance else { return Ok(()) };
        for cell in before.was.captured(from, to, *how, *victim, pieces, *size)? {
            if before.allows(Some(cell))? {
                let mut content = self.content(cell)?.clone();
                for man in std::mem::take(&mut content.men) {
                    self.count(man, *recycle)?;
                }
                self.cells.insert(cell, content);
            }
        }
        Ok(())
    }

    /// Gives pieces another owner, kind, state or flags.
    fn convert(&mut self, before: &Before, effect: &EffectKind) -> Lookup<()> {
        let EffectKind::Convert { how, pieces, owner, size } = effect else { return Ok(()) };
        let MoveInstance { from, to: Some(to), .. } = before.instance else { return Ok(()) };
        let owner = pieces.as_ref().and_then(|p| p.owner).unwrap_or(*owner);
        let cells = match how {
            Some(how) => before.was.captured(from, to, *how, Who::Opponent, &PieceRecord::default(), *size)?,
            None => vec![to],
        };
        for cell in cells {
            if before.allows(Some(cell))? {
                let mover = self.mover;
                self.change_top(cell, |man| {
                    if let Some(owner) = new_owner(owner, mover) {
                        give(man, owner);
                    }
                    if let Some(record) = pieces {
                        man.kind = record.kind.map_or(man.kind, |k| k as u8);
                        man.state = record.state.unwrap_or(man.state);
                        man.flags |= record.flags;
                    }
                })?;
            }
        }
        Ok(())
    }

    fn set_cell_state(&mut self, before: &Before, cell: &Coord, number: &Int) -> Lookup<()> {
        let view = before.view(before.instance.to);
        if let Some(cell) = view.place(cell)?
            && before.allows(Some(cell))?
        {
            let value = StateId::nearest(view.number(number)?);
            let mut content = self.content(cell)?.clone();
            content.state = value;
            self.cells.insert(cell, content);
        }
        Ok(())
    }

    /// Changes the state or the flags of a piece.
    fn change_piece(&mut self, before: &Before, place: &Coord, effect: &EffectKind) -> Lookup<()> {
        let view = before.view(before.instance.to);
        let Some(cell) = view.place(place)? else { return Ok(()) };
        if !before.allows(Some(cell))? {
            return Ok(());
        }
        let set = match effect {
            EffectKind::SetPieceState(_, n) => StateId::nearest(view.number(n)?),
            _ => StateId::ZERO,
        };
        self.change_top(cell, |man| match effect {
            EffectKind::IncState { amount, modulus, .. } => {
                let sum = i32::from(man.state.number()) + amount;
                let sum = modulus.map_or(sum, |n| sum.rem_euclid(n.max(1)));
                man.state = StateId::nearest(sum);
            }
            EffectKind::AddFlag(_, flag) => man.flags |= flag,
            EffectKind::RemoveFlag(_, flag) => man.flags &= !flag,
            _ => man.state = set,
        })
    }

    fn change_top(&mut self, cell: CellId, change: impl FnOnce(&mut Man)) -> Lookup<()> {
        let mut content: Content = self.content(cell)?.clone();
        if let Some(man) = content.men.last_mut() {
            change(man);
            self.cells.insert(cell, content);
        }
        Ok(())
    }

    /// Counts a captive of the mover.
    fn count(&mut self, man: Man, recycle: bool) -> Lookup<()> {
        let kind = man.kind as usize;
        self.add_number(Extra::Captured(self.mover, kind), 1)?;
        if recycle && let Some(owner) = man.owner {
            self.add_number(Extra::Hand(owner, kind), 1)?;
        }
        Ok(())
    }
}
