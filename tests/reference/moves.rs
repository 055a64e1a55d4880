//! "Moves.", "Legality.", "Choices." and what making a move does.

use super::actions::Attempt;
use super::end::Outcome;
use super::position::{History, Key};
use super::{Position, Referee};
use ludogen::board::CellId;
use ludogen::game::rules::*;
use std::collections::BTreeSet;

/// A move in a form that says nothing about how anybody represents moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RefMove {
    /// The pass of `can-pass`, or a forced one.
    Pass,
    /// The second player changes sides.
    Swap,
    /// A move of a piece type.
    Make {
        /// Index of the type.
        piece: usize,
        /// Index of the first of its definitions with the same actions and effects.
        def: usize,
        /// Where it starts; drops and passes start nowhere.
        from: Option<CellId>,
        /// Where it ends; passes end nowhere.
        to: Option<CellId>,
        /// What was chosen, as [`slots`](super::effects::slots) number it.
        choice: u8,
    },
}

impl<'a> Referee<'a> {
    /// What the mover may do. "A player without a legal move … passes, which is then the only legal move."
    pub fn legal_moves(&self, p: &Position, history: &History) -> BTreeSet<RefMove> {
        let moves = self.free_moves(p, history);
        if moves.is_empty() { [RefMove::Pass].into() } else { moves }
    }

    /// The legal moves without a forced pass.
    pub fn free_moves(&self, p: &Position, history: &History) -> BTreeSet<RefMove> {
        let mut moves = self.restricted_moves(p, history);
        if self.rules.longest {
            self.keep_longest(p, history, &mut moves);
        }
        // "If `can-pass`, a pass is added (unless the turn continues)."
        if self.rules.can_pass && !p.continuing {
            moves.insert(RefMove::Pass);
        }
        // "`swap`: at the second move of the game the second player has one more move, changing sides."
        if self.rules.swap && p.moves == 1 && !p.moved[p.mover.index()] {
            moves.insert(RefMove::Swap);
        }
        moves
    }

    /// "Of all moves whose pre-condition holds: if one is mandatory, only mandatory ones count; of these only those with the
    /// smallest priority number (none = last) among all."
    fn urgent_moves(&self, p: &Position) -> BTreeSet<RefMove> {
        let mut possible = self.possible_moves(p);
        if possible.iter().any(|(def, _)| def.mandatory) {
            possible.retain(|(def, _)| def.mandatory);
        }
        let first = possible.iter().map(|(def, _)| def.priority).min();
        possible.retain(|(def, _)| Some(def.priority) == first);
        possible.into_iter().map(|(_, m)| m).collect()
    }

    /// "Moves that break the repetition rule or lead to what must never be are then taken out."
    fn restricted_moves(&self, p: &Position, history: &History) -> BTreeSet<RefMove> {
        let mut moves = self.urgent_moves(p);
        moves.retain(|m| !self.repeats(p, m, history));
        if self.rules.never.is_some() {
            moves.retain(|m| self.is_pass(m) || !self.must_not_be(p.mover, &self.after(p, m)));
        }
        moves
    }

    /// "`longest`: of these only those that begin a turn of the greatest number of moves, unless more than 4096 moves would
    /// have to be looked at, or a turn has more than 64."
    fn keep_longest(&self, p: &Position, history: &History, moves: &mut BTreeSet<RefMove>) {
        let mut budget = 4096;
        let lengths: Option<Vec<(RefMove, u32)>> =
            moves.iter().map(|m| Some((*m, self.turn_length(p, m, history, 1, &mut budget)?))).collect();
        if let (Some(lengths), 2..) = (lengths, moves.len()) {
            let most = lengths.iter().map(|(_, n)| *n).max();
            *moves = lengths.into_iter().filter(|(_, n)| Some(*n) == most).map(|(m, _)| m).collect();
        }
    }

    fn turn_length(&self, p: &Position, m: &RefMove, history: &History, depth: u32, budget: &mut u32) -> Option<u32> {
        *budget = budget.checked_sub(1)?;
        let after = self.after(p, m);
        if !after.continuing {
            return Some(1);
        }
        if depth == 64 {
            return None;
        }
        let mut history = history.clone();
        history.record(Key::of(self.rules, &after));
        let mut most = 0;
        for next in self.restricted_moves(&after, &history) {
            most = most.max(self.turn_length(&after, &next, &history, depth + 1, budget)?);
        }
        Some(1 + most)
    }

    /// Whether, in a position only supposed, the player to move could capture a piece of these types. "`never`, the
    /// repetition rule and the end are not looked at."
    pub fn could_capture(&self, supposed: Position, kinds: &dyn Fn(usize) -> bool) -> bool {
        let supposed = Position { continuing: false, supposed: true, ..supposed };
        let taken = |p: &Position| -> u32 {
            p.captured[supposed.mover.index()].iter().enumerate().filter(|(k, _)| kinds(*k)).map(|(_, n)| n).sum()
        };
        self.urgent_moves(&supposed).iter().any(|m| taken(&self.after(&supposed, m)) > taken(&supposed))
    }

    /// All moves whose pre-condition holds and whose actions are possible, with their definitions.
    fn possible_moves(&self, p: &Position) -> Vec<(&'a MoveDef, RefMove)> {
        let mut moves = Vec::new();
        for (kind, piece) in self.rules.pieces.iter().enumerate() {
            for (i, def) in piece.moves.iter().enumerate() {
                if !self.may_make(kind, def, p.mover) {
                    continue;
                }
                for (from, to) in self.candidates(p, kind, def) {
                    let attempt = Attempt { kind, def, from, to };
                    let view = self.view(p, attempt, p.mover, to, attempt.heading(self, p));
                    if view.holds(&def.pre) && self.act(p, attempt).is_some() {
                        let def_class = first_alike(piece, i);
                        let make = |choice| RefMove::Make { piece: kind, def: def_class, from, to, choice };
                        moves.extend(self.choices(def).into_iter().map(|c| (def, make(c))));
                    }
                }
            }
        }
        moves
    }

    /// "A move definition of a piece type that the mover may own (owner `All`, the mover, or neutral) applies. `(owner P)`
    /// restricts it."
    fn may_make(&self, kind: usize, def: &MoveDef, mover: Player) -> bool {
        (self.is_neutral(kind) || self.may_own(kind, mover)) && def.owner.is_none_or(|w| w.means(Some(mover), mover))
    }

    /// Every `from` and `to` that the definition ranges over.
    fn candidates(&self, p: &Position, kind: usize, def: &MoveDef) -> Vec<(Option<CellId>, Option<CellId>)> {
        // "A pass has neither."
        if def.passes() {
            return vec![(None, None)];
        }
        // "A definition that only pushes ranges over every `to`."
        if !def.pops() {
            return p.cells().map(|to| (None, Some(to))).collect();
        }
        // "A definition with a `pop` ranges over every `from` whose top piece is of that type and — unless the pre-condition
        // anywhere mentions the ownership of `from`, or the type is neutral — is the mover's."
        let anyones = self.is_neutral(kind) || mentions_owner_of_from(&def.pre);
        let is_from = |c: &CellId| p.top(*c).is_some_and(|t| t.kind == kind && (anyones || t.owner == Some(p.mover)));
        // "And, if it also pushes to `to`, over every `to` other than `from`. One that only pops from `from` has
        // `to = from`."
        let mut candidates = Vec::new();
        for from in p.cells().filter(is_from) {
            if def.actions.iter().any(names_to) {
                candidates.extend(p.cells().filter(|&to| to != from).map(|to| (Some(from), Some(to))));
            } else {
                candidates.push((Some(from), Some(from)));
            }
        }
        candidates
    }

    /// "`forbid`: a move is illegal if the position after it, with the next player to move, has occurred before in the game.
    /// Passes are never illegal."
    fn repeats(&self, p: &Position, chosen: &RefMove, history: &History) -> bool {
        let forbidden = matches!(self.rules.repetition, Repetition::Forbid | Repetition::Positional);
        forbidden && !self.is_pass(chosen) && history.count(&Key::of(self.rules, &self.after(p, chosen))) > 0
    }

    fn is_pass(&self, chosen: &RefMove) -> bool {
        match *chosen {
            RefMove::Pass => true,
            RefMove::Swap => false,
            RefMove::Make { piece, def, .. } => self.rules.pieces[piece].moves[def].passes(),
        }
    }

    /// The position after a move, `repeat` taken at its word: whether the turn really goes on is not looked at.
    pub fn after(&self, p: &Position, chosen: &RefMove) -> Position {
        let mut after = match *chosen {
            RefMove::Pass => p.clone(),
            // "Nothing on the board changes, and the same colour stays to move."
            RefMove::Swap => {
                return Position { swapped: !p.swapped, moves: p.moves + 1, passes: 0, ..p.clone() };
            }
            RefMove::Make { piece, def, from, to, choice } => {
                let attempt = Attempt { kind: piece, def: &self.rules.pieces[piece].moves[def], from, to };
                let acted = self.act(p, attempt).expect("only legal moves are made");
                let (mut after, repeat) = self.affect(acted, attempt, choice);
                after.continuing = repeat;
                after.last = (from, to);
                after
            }
        };
        if *chosen == RefMove::Pass {
            after.continuing = false;
            after.last = (None, None);
        }
        // "A pass that ends a continuing turn does not count."
        after.passes = if self.is_pass(chosen) && !p.continuing { p.passes + 1 } else { 0 };
        after.moves += 1;
        after.moved[p.mover.index()] = true;
        if !after.continuing {
            after.mover = p.mover.opponent();
        }
        after
    }

    /// Makes a move, notes the position, and says how the game ended if it did.
    pub fn play(&self, p: &Position, chosen: &RefMove, history: &mut History) -> (Position, Option<Outcome>) {
        let mut next = self.after(p, chosen);
        if *chosen == RefMove::Swap {
            return (next.clone(), self.outcome(p.mover, &next, history));
        }
        history.record(Key::of(self.rules, &next));
        // "A continuing turn without a legal move ends at once, without a pass."
        if next.continuing && self.free_moves(&next, history).is_empty() {
            next.continuing = false;
            next.mover = p.mover.opponent();
            history.record(Key::of(self.rules, &next));
        }
        let outcome = self.outcome(p.mover, &next, history);
        (next, outcome)
    }
}

/// "Two moves of one type with the same `from`, `to`, actions, effects and choices are one move." Directions are part of an
/// effect whose guard is about lines or steps.
fn first_alike(piece: &PieceDef, index: usize) -> usize {
    let def = &piece.moves[index];
    let directed = def.post.iter().any(|e| uses_dirn(&e.guard));
    let alike = |other: &MoveDef| {
        other.actions == def.actions && other.post == def.post && (!directed || other.directions == def.directions)
    };
    piece.moves.iter().position(alike).unwrap_or(index)
}

fn uses_dirn(guard: &Bool) -> bool {
    match guard {
        Bool::And(all) | Bool::Or(all) => all.iter().any(uses_dirn),
        Bool::Not(b) => uses_dirn(b),
        Bool::Line(_, _, own) => own.is_empty(),
        Bool::Steps(_) | Bool::Connected(None, _) => true,
        _ => false,
    }
}

/// "(`owner`, `enemy`, `friend`, `neutral`, `is-piece` of `from`)."
fn mentions_owner_of_from(pre: &Bool) -> bool {
    match pre {
        Bool::And(all) | Bool::Or(all) => all.iter().any(mentions_owner_of_from),
        Bool::Not(b) => mentions_owner_of_from(b),
        Bool::Owner(c, _) | Bool::IsPiece(c, _) => *c == Coord::From,
        _ => false,
    }
}

/// Whether an action is about `to`, or about a cell that is found from it.
fn names_to(action: &Action) -> bool {
    fn about_to(coord: &Coord) -> bool {
        match coord {
            Coord::To | Coord::Current | Coord::Over | Coord::Middle | Coord::Ahead(..) => true,
            Coord::Step(base, ..) => about_to(base),
            Coord::From | Coord::Last | Coord::Label(_) => false,
        }
    }
    match action {
        Action::Pass => false,
        Action::Pop(cell, _) | Action::Push { cell, .. } => about_to(cell),
    }
}
