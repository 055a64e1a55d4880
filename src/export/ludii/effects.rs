//! What follows a move.

use super::moves::parts;
use super::terms::Place;
use super::writer::{Unsaid, Writer, unsaid};
use crate::game::facts;
use crate::game::rules::{Bool, CaptureType, Cmp, Coord, Effect, EffectKind, Int, MoveDef, Player, StateId, Who};
use std::collections::BTreeMap;

/// What an effect does to a cell: a text for each name of the cell.
type Done<'f> = &'f dyn Fn(&str) -> String;

/// Pieces that an effect is about.
struct Touched {
    how: CaptureType,
    whose: Who,
    kind: Option<usize>,
    size: Option<(u32, u32)>,
}

impl Writer<'_> {
    /// What follows a move: what is said already, then its effects from one on, each on the board as the ones before left it.
    pub(super) fn then(
        &self,
        def: &MoveDef,
        from: usize,
        player: Player,
        mut said: Vec<String>,
    ) -> Result<String, Unsaid> {
        let at = Place::then(player, def.pops());
        let mut changes: Vec<bool> = said.iter().map(|text| !text.starts_with("(set Var")).collect();
        for effect in &def.post[from..] {
            if effect.optional {
                return unsaid("optional");
            }
            said.push(self.effect(effect, at)?);
            changes.push(!matches!(effect.kind, EffectKind::Repeat | EffectKind::Score(_)));
        }
        let mut text: Option<String> = None;
        for (one, change) in said.into_iter().zip(changes).rev() {
            text = Some(match text {
                None => one,
                // All parts of one `and` are looked at before the first is done.
                Some(rest) if change || rest.contains("(score") => {
                    format!("(and {{{one} (set Var -1 (then {rest}))}})")
                }
                Some(rest) => format!("(and {{{one} {rest}}})"),
            });
        }
        Ok(text.map_or_else(String::new, |text| format!(" (then {text})")))
    }

    fn effect(&self, effect: &Effect, at: Place) -> Result<String, Unsaid> {
        let guarded = |text: String| -> Result<String, Unsaid> {
            Ok(match &effect.guard {
                Bool::True => text,
                guard => format!("(if {} {text})", self.condition(guard, at)?),
            })
        };
        match &effect.kind {
            EffectKind::Capture { how, pieces, victim, subsume: false, recycle: false, size }
                if pieces.owner.is_none_or(|who| who == *victim) && pieces.is_plain() =>
            {
                let taken = Touched { how: *how, whose: *victim, kind: pieces.kind, size: *size };
                self.touched(&taken, &effect.guard, at, &|cell| format!("(remove {cell})"))
            }
            EffectKind::Convert { how: None, pieces: Some(pieces), owner: Who::Mover, .. }
                if pieces.is_plain() && pieces.owner.is_none_or(|who| who == Who::Mover) =>
            {
                match pieces.kind {
                    Some(kind) => guarded(format!("(promote (last To) (piece \"{}\") Mover)", self.names[kind])),
                    None => unsaid("convert"),
                }
            }
            EffectKind::Convert { how: Some(how), pieces: None, owner: Who::Mover, size }
                if self.rules.pieces.iter().filter(|p| p.owner != Who::Neutral).count() == 1 =>
            {
                let kind = self.rules.pieces.iter().position(|p| p.owner != Who::Neutral);
                let name = kind.map_or("", |kind| self.names[kind].as_str());
                let turn = |cell: &str| format!("(promote {cell} (piece \"{name}\") Mover)");
                let turned = Touched { how: *how, whose: Who::Opponent, kind: None, size: *size };
                self.touched(&turned, &effect.guard, at, &turn)
            }
            EffectKind::SetPieceState(cell, Int::Const(n)) if (0..=StateId::MAX.number().into()).contains(n) => {
                let cell = self.said(cell, at)?;
                let inner = Place { current: &cell.cell, ..at };
                let set = format!("(set State at:{} {n})", cell.cell);
                let mut all: Vec<String> = cell.there.clone().into_iter().collect();
                all.push(format!("(not (is Empty {}))", cell.cell));
                if effect.guard != Bool::True {
                    all.push(self.condition(&effect.guard, inner)?);
                }
                Ok(format!("(if (and {{{}}}) {set})", all.join(" ")))
            }
            EffectKind::SetCellState(cell, Int::Const(1)) if self.marks_cells() => {
                let cell = self.said(cell, at)?;
                let inner = Place { current: &cell.cell, ..at };
                let mut all: Vec<String> = cell.there.clone().into_iter().collect();
                if effect.guard != Bool::True {
                    all.push(self.condition(&effect.guard, inner)?);
                }
                let mark = format!("(remember Value \"Marked\" {} unique:True)", cell.cell);
                Ok(match all.as_slice() {
                    [] => mark,
                    _ => format!("(if (and {{{}}}) {mark})", all.join(" ")),
                })
            }
            EffectKind::Score(points) => guarded(format!("(addScore Mover {})", self.number(points, at)?)),
            EffectKind::Repeat => guarded(format!("(if (can Move {}) (moveAgain))", self.play_of_going_on(at.player)?)),
            other => unsaid(other.word()),
        }
    }

    /// What is done to the pieces that a way of capturing gives, where the guard holds of their cells.
    fn touched(&self, touched: &Touched, guard: &Bool, at: Place, done: Done) -> Result<String, Unsaid> {
        let Touched { how, whose, kind, size } = *touched;
        let enemy = whose == Who::Opponent;
        let on = |cell: &'static str| -> Result<String, Unsaid> {
            Ok(match guard {
                Bool::True => done(cell),
                guard => format!("(if {} {})", self.condition(guard, Place { current: cell, ..at })?, done(cell)),
            })
        };
        let enemies = self.held_by(whose, kind, at)?;
        let each = |region: String, cells: &str| -> Result<String, Unsaid> {
            let cells = if region.is_empty() { cells.to_string() } else { format!("(intersection {region} {cells})") };
            Ok(format!("(forEach Site {cells} {})", on("(site)")?))
        };
        let around = |ways: &str| each(format!("(sites Around (last To) {ways})"), &enemies);
        match how {
            CaptureType::Line if enemy && self.straight => {
                let run = match kind {
                    None => "(is Enemy (who at:(between)))".to_string(),
                    Some(_) => format!("(is In (between) {enemies})"),
                };
                if *guard != Bool::True && size == Some((1, 1)) {
                    // A run of one that is not captured is no run; a capture of none is a fault there.
                    let guard = self.condition(guard, Place { current: "(between)", ..at })?;
                    let run = format!("(and {run} {guard})");
                    return Ok(self.custodial("(last To)", &run, &format!("(apply {})", done("(between)")), size));
                }
                Ok(self.custodial("(last To)", &run, &format!("(apply {})", on("(between)")?), size))
            }
            CaptureType::Direct if self.squares() => around("Orthogonal"),
            CaptureType::Indirect if self.squares() => around("Diagonal"),
            CaptureType::AllNeighbours if self.squares() => around("Adjacent"),
            CaptureType::Direct | CaptureType::Indirect | CaptureType::AllNeighbours => {
                let near = self.is_near(how, "(last To)", "(site)")?;
                Ok(format!("(forEach Site {enemies} (if {near} {}))", on("(site)")?))
            }
            CaptureType::Surround if enemy && size.is_none() && kind.is_none() && *guard == Bool::True => Ok(format!(
                "(enclose (from (last To)) {} (between if:(is Enemy (who at:(between))) (apply {})))",
                self.adjacent(),
                done("(between)")
            )),
            CaptureType::Everywhere => each(String::new(), &enemies),
            CaptureType::Over if !at.from.is_empty() && self.straight => {
                each(format!("(sites Between from:{} to:{})", at.from, at.to), &enemies)
            }
            _ => unsaid("capture"),
        }
    }

    /// That one cell is among the neighbours of another that a way of capturing is about.
    fn is_near(&self, how: CaptureType, a: &str, b: &str) -> Result<String, Unsaid> {
        let (direct, indirect) = (how != CaptureType::Indirect, how != CaptureType::Direct);
        let mut near: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
        for c in self.board.cells() {
            let beside = near.entry(c).or_default();
            beside.extend(self.board.direct(c).iter().filter(|_| direct));
            beside.extend(self.board.indirect(c).iter().filter(|_| indirect));
        }
        self.is_pair(&format!("{how:?}"), &near, a, b)
    }

    /// Whether the states of cells are marks that stay: 0, or 1 once it is set.
    pub(super) fn marks_cells(&self) -> bool {
        let stays = |e: &Effect| match &e.kind {
            EffectKind::SetCellState(_, n) => *n == Int::Const(1),
            EffectKind::IncState { .. } | EffectKind::SetCellStates(_) => false,
            _ => true,
        };
        facts::moves(self.rules).all(|(_, def)| def.post.iter().all(stays))
    }

    /// Whether every move marks the cell it leaves, and none goes to one that is marked: then no position comes again.
    pub(super) fn burns_its_way(&self) -> bool {
        let unmarked = Bool::Compare(Cmp::Eq, Int::CellState(Coord::To), Int::Const(0));
        let mark = EffectKind::SetCellState(Coord::From, Int::Const(1));
        facts::moves(self.rules).all(|(_, def)| {
            def.pops()
                && parts(&def.pre).contains(&unmarked)
                && def.post.iter().any(|e| e.kind == mark && e.guard == Bool::True && !e.optional)
        })
    }

    /// Whether what follows a move asks for its origin although it has none.
    pub(super) fn all_pop(&self) -> bool {
        facts::moves(self.rules).all(|(_, def)| def.pops())
    }
}
