//! Moves: what a player may do, as one expression for both players or one for each.

use super::terms::Place;
use super::writer::{Unsaid, Writer, unsaid};
use crate::game::facts;
use crate::game::rules::{Action, Amount, Bool, Coord, Dir, EffectKind, MoveDef, Node, PieceDef, Player, Who};

/// A move that is found: for each piece of a type that belongs to a role, or by itself.
enum Found {
    OfPiece(String, &'static str),
    Alone(String),
}

/// The most bytes that the moves of a player take.
const MOST_TEXT: usize = 2 << 20;

/// What a move puts on the board.
#[derive(Clone, Copy)]
pub(super) struct Put {
    pub kind: usize,
    pub owner: Option<Who>,
}

/// The parts of a condition that all have to hold.
pub(super) fn parts(condition: &Bool) -> Vec<Bool> {
    match condition {
        Bool::True => Vec::new(),
        Bool::And(all) => all.iter().flat_map(parts).collect(),
        one => vec![one.clone()],
    }
}

/// Whether a condition is about a cell of the move.
fn names_cells(condition: &Bool) -> bool {
    Node::Bool(condition).any(|node| match node {
        Node::Coord(cell) => *cell != Coord::Last && !matches!(cell, Coord::Label(_)),
        Node::Bool(condition) => matches!(
            condition,
            Bool::Connected(None, _) | Bool::Steps(_) | Bool::Captures(_) | Bool::FirstMove | Bool::Onward
        ),
        _ => false,
    })
}

/// Whether a condition speaks of whether the turn goes on.
fn asks_of_turn(condition: &Bool) -> bool {
    Node::Bool(condition).any(|node| matches!(node, Node::Bool(Bool::Continuing)))
}

impl Writer<'_> {
    /// All moves.
    pub fn play(&self) -> Result<String, Unsaid> {
        if facts::may_stack(self.rules) {
            return unsaid("push on a cell that may be occupied");
        }
        let [first, second] = [self.play_of(Player::White, false)?, self.play_of(Player::Black, false)?];
        let moves =
            if first == second { first } else { format!("(if (is Mover P1)\n      {first}\n      {second}\n    )") };
        match &self.rules.never {
            None => Ok(moves),
            Some(condition) => {
                let [a, b] = [self.after(condition, Player::White)?, self.after(condition, Player::Black)?];
                if a != b {
                    return unsaid("never");
                }
                // A pass is legal whatever holds after it.
                if facts::has_pass(self.rules) {
                    return unsaid("never beside a pass");
                }
                Ok(format!("(do {moves} ifAfterwards:(not {a}))"))
            }
        }
    }

    /// The moves of a player; those that a turn may go on with, if that is asked.
    fn play_of(&self, player: Player, going_on: bool) -> Result<String, Unsaid> {
        if self.rules.pieces.iter().all(|p| p.moves.is_empty()) {
            return unsaid("pieces without moves");
        }
        let ranks = facts::ranks(self.rules);
        let mut by_rank: Vec<Vec<String>> = Vec::new();
        let mut length = 0;
        for (kind, piece) in self.rules.pieces.iter().enumerate() {
            for (n, def) in piece.moves.iter().enumerate() {
                if !facts::may_make(piece, def, player) {
                    continue;
                }
                let text = match self.one(kind, def, player, going_on)? {
                    Some(Found::OfPiece(moves, role)) => {
                        format!("(forEach Piece \"{}\" {moves}{role})", self.names[kind])
                    }
                    Some(Found::Alone(moves)) => moves,
                    None => continue,
                };
                length += text.len();
                if length > MOST_TEXT {
                    return unsaid("moves of such a number");
                }
                let rank = ranks[kind][n].at(going_on).map_or(0, |rank| rank.index);
                by_rank.resize(by_rank.len().max(rank + 1), Vec::new());
                by_rank[rank].push(text);
            }
        }
        by_rank.retain(|moves| !moves.is_empty());
        let joined = |moves: &Vec<String>| match moves.as_slice() {
            [one] => one.clone(),
            several => format!("(or {{{}}})", several.join("\n      ")),
        };
        let mut texts: Vec<String> = by_rank.iter().map(joined).collect();
        let mut text = match texts.len() {
            0 => return unsaid("pieces without moves"),
            1 => texts.remove(0),
            _ => format!("(priority {{{}}})", texts.join("\n      ")),
        };
        if self.rules.can_pass && !going_on {
            text = format!("(or {text} (move Pass))");
        }
        Ok(text)
    }

    /// One move of a player. Of moves that a turn may go on with, those that ask for a fresh turn are none.
    fn one(&self, kind: usize, def: &MoveDef, player: Player, going_on: bool) -> Result<Option<Found>, Unsaid> {
        let piece = &self.rules.pieces[kind];
        let role = if def.pops() { self.taken(piece, def)? } else { "" };
        let mut conditions = parts(&def.pre);
        let fresh = conditions.iter().position(|c| *c == Bool::Not(Box::new(Bool::Continuing)));
        let later = conditions.iter().position(|c| *c == Bool::Continuing);
        let mut turn = None;
        if let Some(i) = fresh.or(later) {
            if going_on && fresh.is_some() {
                return Ok(None);
            }
            conditions.remove(i);
            turn = (!going_on).then_some(if fresh.is_some() { "(not (is Prev Mover))" } else { "(is Prev Mover)" });
        }
        if going_on && conditions.iter().any(asks_of_turn) {
            // Where the turn goes on, what asks for a fresh one fails.
            conditions = conditions.iter().map(while_going_on).collect();
        }
        let found = match def.actions.as_slice() {
            _ if def.passes() => Found::Alone(self.pass(def, player, &conditions)?),
            [Action::Push { cell: Coord::To, count: 1, owner, trail: false }, more @ ..] if !def.pops() => {
                self.drop(Put { kind, owner: *owner }, more, def, player, &conditions)?
            }
            [
                Action::Pop(Coord::From, Amount::Count(1)),
                Action::Push { cell: Coord::To, count: 1, owner: None, trail: false },
            ] if role != " Next" => Found::OfPiece(self.step(def, player, conditions, role.is_empty())?, role),
            [Action::Pop(Coord::From, Amount::Count(1)), more @ ..] if !def.pushes() => {
                self.removal(kind, more, def, player, &conditions, role)?
            }
            [Action::Pop(..), Action::Push { .. }] if role == " Next" => return unsaid("enemy from"),
            _ => return unsaid("action"),
        };
        Ok(Some(match (turn, found) {
            (Some(turn), Found::OfPiece(text, role)) => Found::OfPiece(format!("(if {turn} {text})"), role),
            (Some(turn), Found::Alone(text)) => Found::Alone(format!("(if {turn} {text})")),
            (None, found) => found,
        }))
    }

    /// Whose pieces a move takes: a role behind a space, or nothing for the mover's.
    fn taken(&self, piece: &PieceDef, def: &MoveDef) -> Result<&'static str, Unsaid> {
        if piece.owner == Who::Neutral {
            return Ok(" Neutral");
        }
        if facts::takes_own_only(piece, def) {
            return Ok("");
        }
        let of_enemy = |c: &Bool| match c {
            Bool::Owner(Coord::From, Who::Opponent) => true,
            Bool::IsPiece(Coord::From, pieces) => pieces.owner == Some(Who::Opponent),
            _ => false,
        };
        if parts(&def.pre).iter().any(of_enemy) { Ok(" Next") } else { unsaid("enemy from") }
    }

    /// A pass, under conditions that are about no cell of the move.
    fn pass(&self, def: &MoveDef, player: Player, conditions: &[Bool]) -> Result<String, Unsaid> {
        if !def.post.is_empty() {
            return unsaid("post of a pass");
        }
        if conditions.iter().any(names_cells) {
            return unsaid("cells of a pass");
        }
        Ok(match self.all_of(conditions, Place::of_drop(player, &def.directions))? {
            None => "(move Pass)".to_string(),
            Some(condition) => format!("(if {condition} (move Pass))"),
        })
    }

    pub(super) fn all_of(&self, conditions: &[Bool], at: Place) -> Result<Option<String>, Unsaid> {
        let texts = conditions.iter().map(|c| self.condition(c, at)).collect::<Result<Vec<_>, _>>()?;
        Ok(match texts.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            _ => Some(format!("(and {{{}}})", texts.join(" "))),
        })
    }

    /// A piece is taken off the board, and others with it.
    fn removal(
        &self,
        kind: usize,
        more: &[Action],
        def: &MoveDef,
        player: Player,
        conditions: &[Bool],
        role: &'static str,
    ) -> Result<Found, Unsaid> {
        // The other player's pieces are not walked through as the mover's are: that would make them the mover.
        let cell = if role == " Next" { "(site)" } else { "(from)" };
        let known = |c: &Bool| role == " Next" && *c == Bool::Owner(Coord::From, Who::Opponent);
        let rest: Vec<Bool> = conditions.iter().filter(|c| !known(c)).cloned().collect();
        let turns = |node| match node {
            Node::Coord(Coord::Step(_, dir, _)) => matches!(dir, Dir::Turtle(_)),
            _ => false,
        };
        if role == " Next" && Node::Move(def).any(turns) {
            return unsaid("directions of pieces of others");
        }
        let mut others = Vec::new();
        for action in more {
            let Action::Pop(other @ Coord::Step(..), Amount::Count(1)) = action else { return unsaid("action") };
            let other = self.said(other, Place::then(player, true))?;
            let text = format!("(remove {})", other.cell);
            others.push(other.there.map_or(text.clone(), |there| format!("(if {there} {text})")));
        }
        let off = format!("(move Remove {cell}{})", self.then(def, 0, player, others)?);
        let text = match self.all_of(&rest, Place::of_stay(player, cell))? {
            None => off,
            Some(condition) => format!("(if {condition} {off})"),
        };
        Ok(match role {
            " Next" => Found::Alone(format!("(forEach Site {} {text})", self.held("Enemy", Some(kind)))),
            role => Found::OfPiece(text, role),
        })
    }

    /// The piece that a move puts on the board.
    fn new_piece(&self, put: Put, player: Player) -> Result<String, Unsaid> {
        let neutral = self.rules.pieces[put.kind].owner == Who::Neutral;
        let name = &self.names[put.kind];
        let role = match put.owner {
            None | Some(Who::Neutral) if neutral => return Ok(format!("(piece \"{name}0\")")),
            None | Some(Who::Mover) if !neutral => "Mover",
            Some(who @ (Who::Opponent | Who::Player(_))) if self.rules.pieces[put.kind].owner == Who::All => {
                self.role(who, Place::of_drop(player, &[]))?
            }
            _ => return unsaid("push of another's piece"),
        };
        Ok(format!("(piece (id \"{name}\" {role}))"))
    }

    /// A new piece on a cell; more of them on others, if the move names more.
    fn drop(
        &self,
        put: Put,
        more: &[Action],
        def: &MoveDef,
        player: Player,
        conditions: &[Bool],
    ) -> Result<Found, Unsaid> {
        let empty = conditions.iter().position(|c| *c == Bool::Empty(Coord::To));
        let Some(empty) = empty else { return unsaid("push on a cell that may be occupied") };
        let counted = self.counted().contains(&put.kind);
        let piece = self.new_piece(put, player)?;
        let mine = piece.ends_with(" Mover))");
        let mut added = Vec::new();
        for action in more {
            let Action::Push { cell: cell @ Coord::Step(..), count: 1, owner, trail: false } = action else {
                return unsaid("action");
            };
            // Such cells are apart, or the rules might stack.
            if *owner != put.owner || counted || !conditions.contains(&Bool::Empty(cell.clone())) {
                return unsaid("action");
            }
            let cell = self.said(cell, Place::then(player, false))?.cell;
            added.push(format!("(add {piece} (to (sites {{{cell}}})))"));
        }
        let mut rest = conditions.to_vec();
        rest.remove(empty);
        let place = Place::of_drop(player, &def.directions);
        let condition = self.all_of(&rest, place)?.map_or_else(String::new, |c| format!(" if:{c}"));
        let to = format!("(to (sites Empty){condition})");
        if mine && !counted && self.counts_captives() {
            added.insert(0, self.enters_once_more(put.kind, player));
        }
        let then = self.then(def, 0, player, added)?;
        Ok(Found::Alone(match (counted, mine) {
            (true, true) => format!("(move (from (handSite Mover {})) {to}{then})", put.kind),
            (true, false) => return unsaid("in-hand of neutral pieces"),
            (false, _) => format!("(move Add {piece} {to}{then})"),
        }))
    }

    /// The moves that a turn goes on with, without what follows them.
    pub(super) fn play_of_going_on(&self, player: Player) -> Result<String, Unsaid> {
        let said = &self.going_on[player.index()];
        if let Some(moves) = said.get() {
            return Ok(moves.clone());
        }
        let moves = self.bare_play(player)?;
        Ok(said.get_or_init(|| moves).clone())
    }

    fn bare_play(&self, player: Player) -> Result<String, Unsaid> {
        let bare: Vec<PieceDef> = self
            .rules
            .pieces
            .iter()
            .map(|piece| {
                let moves = piece.moves.iter().map(|def| {
                    let replaces = usize::from(facts::replaces(def));
                    MoveDef { post: def.post[..replaces].to_vec(), ..def.clone() }
                });
                PieceDef { moves: moves.collect(), ..piece.clone() }
            })
            .collect();
        let rules = crate::game::rules::Rules { pieces: bare, ..self.rules.clone() };
        let writer = Writer {
            rules: &rules,
            board: self.board,
            straight: self.straight,
            names: self.names.clone(),
            hands: self.hands.clone(),
            tables: self.tables.clone(),
            going_on: Default::default(),
            game: None,
        };
        let moves = writer.play_of(player, true)?;
        match &self.rules.never {
            None => Ok(moves),
            Some(_) if self.effects_matter() => unsaid("never beside repeat"),
            Some(condition) => Ok(format!("(do {moves} ifAfterwards:(not {}))", self.after(condition, player)?)),
        }
    }

    /// Whether something follows a move beyond what it replaces, and that the turn goes on.
    fn effects_matter(&self) -> bool {
        facts::moves(self.rules)
            .any(|(_, def)| def.post[usize::from(facts::replaces(def))..].iter().any(|e| e.kind != EffectKind::Repeat))
    }
}

/// A condition where the turn goes on.
fn while_going_on(condition: &Bool) -> Bool {
    match condition {
        Bool::Continuing => Bool::True,
        Bool::And(all) => Bool::And(all.iter().map(while_going_on).collect()),
        Bool::Or(all) => {
            let fresh = Bool::Not(Box::new(Bool::Continuing));
            let rest: Vec<Bool> = all.iter().filter(|c| **c != fresh).map(while_going_on).collect();
            match rest.as_slice() {
                [one] => one.clone(),
                _ => Bool::Or(rest),
            }
        }
        other => other.clone(),
    }
}
