//! Moves: what a player may do, as one expression for both players or one for each.

use super::terms::Place;
use super::{Unsaid, Writer, sites, unsaid};
use crate::board::Tiling;
use crate::game::facts;
use crate::game::rules::{
    Action, Amount, Bool, CaptureType, Cmp, Coord, Dir, Effect, EffectKind, Int, MoveDef, Player, Target, Turtle, Who,
};

/// A move that is found: for each piece of a type, or by itself.
enum Found {
    OfPiece(String),
    Alone(String),
}

/// How a step goes.
#[derive(Default)]
struct Gait {
    adjacent: bool,
    line: Option<Vec<Dir>>,
    slides: bool,
    paths: Vec<Vec<Turtle>>,
    over: Option<Bool>,
    away: Option<i32>,
}

/// The parts of a condition that all have to hold.
fn parts(condition: &Bool) -> Vec<Bool> {
    match condition {
        Bool::True => Vec::new(),
        Bool::And(all) => all.iter().flat_map(parts).collect(),
        one => vec![one.clone()],
    }
}

/// Whether a condition speaks of whether the turn goes on.
fn asks_of_turn(condition: &Bool) -> bool {
    match condition {
        Bool::And(all) | Bool::Or(all) => all.iter().any(asks_of_turn),
        Bool::Not(one) => asks_of_turn(one),
        Bool::Continuing => true,
        _ => false,
    }
}

impl Writer<'_> {
    /// All moves.
    pub fn play(&self) -> Result<String, Unsaid> {
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
        for (kind, piece) in self.rules.pieces.iter().enumerate() {
            for (n, def) in piece.moves.iter().enumerate() {
                if !facts::may_make(piece, def, player) {
                    continue;
                }
                let text = match self.one(kind, def, player, going_on)? {
                    Some(Found::OfPiece(moves)) => format!("(forEach Piece \"{}\" {moves})", self.names[kind]),
                    Some(Found::Alone(moves)) => moves,
                    None => continue,
                };
                let rank = ranks[kind][n].index;
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
        if piece.owner == Who::Neutral && def.pops() {
            return unsaid("neutral pieces that move");
        }
        if facts::mentions_owner_of_from(&def.pre) && !facts::takes_own_only(piece, def) {
            return unsaid("enemy from");
        }
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
            _ if def.passes() => {
                let text = match self.all_of(&conditions, Place::of_move(player))? {
                    None => "(move Pass)".to_string(),
                    Some(condition) => format!("(if {condition} (move Pass))"),
                };
                if !def.post.is_empty() {
                    return unsaid("post of a pass");
                }
                Found::Alone(text)
            }
            [Action::Push { cell: Coord::To | Coord::Current, count: 1, owner, trail: false }] => {
                self.drop(kind, def, player, &conditions, *owner)?
            }
            [
                Action::Pop(Coord::From, Amount::Count(1)),
                Action::Push { cell: Coord::To | Coord::Current, count: 1, owner: None, trail: false },
            ] => Found::OfPiece(self.step(def, player, conditions)?),
            // Taking off has not been shown to mean the same.
            [Action::Pop(Coord::From, Amount::Count(1))] => return unsaid("pop alone"),
            _ => return unsaid("action"),
        };
        Ok(Some(match (turn, found) {
            (Some(turn), Found::OfPiece(text)) => Found::OfPiece(format!("(if {turn} {text})")),
            (Some(turn), Found::Alone(text)) => Found::Alone(format!("(if {turn} {text})")),
            (None, found) => found,
        }))
    }

    fn all_of(&self, conditions: &[Bool], at: Place) -> Result<Option<String>, Unsaid> {
        let texts = conditions.iter().map(|c| self.condition(c, at)).collect::<Result<Vec<_>, _>>()?;
        Ok(match texts.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            _ => Some(format!("(and {{{}}})", texts.join(" "))),
        })
    }

    /// A new piece on a cell.
    fn drop(
        &self,
        kind: usize,
        def: &MoveDef,
        player: Player,
        conditions: &[Bool],
        owner: Option<Who>,
    ) -> Result<Found, Unsaid> {
        let piece = &self.rules.pieces[kind];
        let mine = match (owner, piece.owner) {
            (None | Some(Who::Mover), Who::Neutral) => false,
            (None | Some(Who::Mover), _) => true,
            (Some(Who::Neutral), _) => false,
            _ => return unsaid("push of another's piece"),
        };
        let empty = conditions.iter().position(|c| *c == Bool::Empty(Coord::To));
        let Some(empty) = empty else { return unsaid("push on a cell that may be occupied") };
        let mut rest = conditions.to_vec();
        rest.remove(empty);
        let condition = self.all_of(&rest, Place::of_move(player))?.map_or_else(String::new, |c| format!(" if:{c}"));
        let to = format!("(to (sites Empty){condition})");
        let then = self.then(def, 0, player)?;
        Ok(Found::Alone(match (self.counted().contains(&kind), mine) {
            (true, true) => format!("(move (from (handSite Mover {kind})) {to}{then})"),
            (true, false) => return unsaid("in-hand of neutral pieces"),
            (false, true) => format!("(move Add (piece (id \"{}\" Mover)) {to}{then})", self.names[kind]),
            (false, false) => format!("(move Add (piece \"{}0\") {to}{then})", self.names[kind]),
        }))
    }

    /// A piece goes from one cell to another.
    fn step(&self, def: &MoveDef, player: Player, mut conditions: Vec<Bool>) -> Result<String, Unsaid> {
        conditions.retain(|c| !matches!(c, Bool::Owner(Coord::From, Who::Mover)));
        let gait = self.gait(def, &mut conditions)?;
        let replaces = facts::replaces(def);
        if !replaces && facts::may_stack(self.rules) {
            return unsaid("push on a cell that may be occupied");
        }
        let mut at_target = Vec::new();
        let mut at_origin = Vec::new();
        for condition in conditions {
            let of_from = matches!(&condition, Bool::InRegion(Coord::From, _) | Bool::Same(Coord::From, Coord::Last))
                || matches!(&condition, Bool::Not(c) if matches!(**c, Bool::InRegion(Coord::From, _)));
            if of_from { at_origin.push(condition) } else { at_target.push(condition) }
        }
        let at = Place::of_move(player);
        let condition = self.all_of(&at_target, at)?.map_or_else(String::new, |c| format!(" if:{c}"));
        let apply = if replaces { " (apply (if (is Enemy (who at:(to))) (remove (to))))" } else { "" };
        let over_captured = matches!(
            def.post.first(),
            Some(Effect { kind: EffectKind::Capture { how: CaptureType::Over, pieces, victim: Who::Opponent, recycle: false, subsume: false, size: None }, guard: Bool::True, optional: false })
                if pieces.is_plain() && pieces.kind.is_none()
        );
        let then = self.then(def, usize::from(replaces || over_captured), player)?;
        if over_captured && gait.over.is_none() {
            return unsaid("over");
        }
        let dirs = self.directions(&def.directions, player)?;
        let text = match &gait {
            Gait { adjacent: true, line, .. } => {
                let dirs = match line.as_deref() {
                    None => dirs,
                    Some(line) if def.directions.is_empty() => self.directions(line, player)?,
                    Some(_) => return unsaid("line beside connected"),
                };
                format!("(move Step {dirs} (to{condition}{apply}){then})")
            }
            Gait { line: Some(line), slides: true, .. } => {
                let dirs = if line.is_empty() { dirs } else { self.directions(line, player)? };
                match condition.as_str() {
                    " if:(is Empty (to))" => format!("(move Slide {dirs}{then})"),
                    // A slide stops on any empty cell there, so what else is asked of its end goes with the cells that it sees.
                    _ => format!(
                        "(move (from (from)) (to (sites Direction from:(from) {dirs} stop:(is Occupied (to)) stopIncluded:True){condition}{apply}){then})"
                    ),
                }
            }
            Gait { over: Some(over), .. } => {
                let between = self.between(over, player)?;
                let dirs = match &gait.line {
                    Some(line) if !line.is_empty() => self.directions(line, player)?,
                    Some(_) => dirs,
                    None if def.directions.is_empty() => self.direction(Dir::Turtle(Turtle::F), player)?,
                    None => dirs,
                };
                let jumped =
                    if over_captured { " (apply (if (is Enemy (who at:(between))) (remove (between))))" } else { "" };
                format!("(move Hop {dirs} (between if:{between}{jumped}) (to{condition}{apply}){then})")
            }
            Gait { paths, .. } if !paths.is_empty() => {
                let path = |path: &Vec<Turtle>| -> Result<String, Unsaid> {
                    let step = |t: &Turtle| match t {
                        Turtle::F => Ok("F"),
                        Turtle::L => Ok("L"),
                        Turtle::R => Ok("R"),
                        _ => unsaid("steps"),
                    };
                    Ok(format!("{{{}}}", path.iter().map(step).collect::<Result<Vec<_>, _>>()?.join(" ")))
                };
                let paths = paths.iter().map(path).collect::<Result<Vec<_>, _>>()?;
                let forward = match def.directions.as_slice() {
                    [Dir::Direct] => "",
                    [Dir::All] if !self.rules.board.indirect => "",
                    _ => return unsaid("steps in other directions"),
                };
                if self.rules.board.tiling != Tiling::Square {
                    return unsaid("steps on other tilings than squares");
                }
                format!("(move Leap {{{}}}{forward} (to{condition}{apply}){then})", paths.join(" "))
            }
            Gait { away: Some(n), .. } => {
                format!(
                    "(move (from (from)) (to (sites Distance {} from:(from) (exact {n})){condition}{apply}){then})",
                    self.adjacent()
                )
            }
            Gait { line: None, .. } => format!("(move (from (from)) (to (sites Board){condition}{apply}){then})"),
            Gait { .. } => return unsaid("line over pieces"),
        };
        Ok(match self.all_of(&at_origin, at)? {
            Some(condition) => format!("(if {condition} {text})"),
            None => text,
        })
    }

    /// Takes the conditions that say how a step goes.
    fn gait(&self, def: &MoveDef, conditions: &mut Vec<Bool>) -> Result<Gait, Unsaid> {
        let mut gait = Gait::default();
        let between = |c: &Bool| match c {
            Bool::Compare(Cmp::Eq, Int::Between(Target::Pieces(p), Coord::From, Coord::To), Int::Const(0)) => {
                *p == Default::default()
            }
            _ => false,
        };
        if let Some(i) = conditions.iter().position(|c| matches!(c, Bool::Connected(None, Who::Mover))) {
            conditions.remove(i);
            gait.adjacent = true;
        }
        if let Some(i) = conditions.iter().position(|c| matches!(c, Bool::Line(Coord::From, Coord::To, _)))
            && let Bool::Line(_, _, dirs) = conditions.remove(i)
        {
            gait.line = Some(if dirs.is_empty() { def.directions.clone() } else { dirs });
            if let Some(i) = conditions.iter().position(between) {
                conditions.remove(i);
                gait.slides = true;
            }
            let two = conditions
                .iter()
                .position(|c| *c == Bool::Compare(Cmp::Eq, Int::Distance(Coord::From, Coord::To), Int::Const(2)));
            let one = conditions.iter().position(|c| matches!(c, Bool::Compare(Cmp::Eq, Int::Between(Target::Pieces(p), Coord::From, Coord::To), Int::Const(1)) if p.is_plain() && p.kind.is_none()));
            if let (Some(_), Some(one)) = (two, one) {
                if let Bool::Compare(_, Int::Between(Target::Pieces(p), ..), _) = &conditions[one] {
                    gait.over = Some(match p.owner {
                        None | Some(Who::All) => Bool::Not(Box::new(Bool::Empty(Coord::Over))),
                        Some(who) => Bool::Owner(Coord::Over, who),
                    });
                }
                conditions.retain(|c| !matches!(c, Bool::Compare(Cmp::Eq, Int::Distance(..) | Int::Between(..), _)));
            }
        }
        let path = |c: &Bool| -> Option<Vec<Vec<Turtle>>> {
            match c {
                Bool::Steps(path) => Some(vec![path.clone()]),
                Bool::Or(all) => {
                    all.iter().map(|c| if let Bool::Steps(path) = c { Some(path.clone()) } else { None }).collect()
                }
                _ => None,
            }
        };
        if let Some((i, paths)) = conditions.iter().enumerate().find_map(|(i, c)| Some((i, path(c)?))) {
            conditions.remove(i);
            let straight = matches!(paths.as_slice(), [p] if *p == [Turtle::F, Turtle::F]);
            let of_over = |c: &Bool| match c {
                Bool::Owner(Coord::Over, _) | Bool::Empty(Coord::Over) => true,
                Bool::Not(c) => matches!(**c, Bool::Empty(Coord::Over)),
                _ => false,
            };
            if let (true, Some(i)) = (straight, conditions.iter().position(of_over)) {
                gait.over = Some(conditions.remove(i));
            }
            gait.paths = paths;
        }
        if let Some(i) = conditions
            .iter()
            .position(|c| matches!(c, Bool::Compare(Cmp::Eq, Int::Distance(Coord::From, Coord::To), Int::Const(_))))
            && let Bool::Compare(_, _, Int::Const(n)) = conditions.remove(i)
        {
            gait.away = Some(n);
        }
        Ok(gait)
    }

    /// What is jumped over.
    fn between(&self, over: &Bool, _player: Player) -> Result<String, Unsaid> {
        Ok(match over {
            Bool::Owner(_, Who::Opponent) => "(is Enemy (who at:(between)))".into(),
            Bool::Owner(_, Who::Mover) => "(is Friend (who at:(between)))".into(),
            Bool::Not(_) => "(is Occupied (between))".into(),
            Bool::Empty(_) => "(is Empty (between))".into(),
            _ => return unsaid("over"),
        })
    }

    /// What follows a move, from that effect on.
    fn then(&self, def: &MoveDef, from: usize, player: Player) -> Result<String, Unsaid> {
        let effects = def.post[from..].iter().map(|e| self.effect(e, player)).collect::<Result<Vec<_>, _>>()?;
        Ok(match effects.as_slice() {
            [] => String::new(),
            [one] => format!(" (then {one})"),
            _ => format!(" (then (and {{{}}}))", effects.join(" ")),
        })
    }

    fn effect(&self, effect: &Effect, player: Player) -> Result<String, Unsaid> {
        if effect.optional {
            return unsaid("optional");
        }
        let at = Place::after(player);
        let adjacent = self.adjacent();
        let square = self.rules.board.tiling == Tiling::Square;
        let text = match &effect.kind {
            EffectKind::Capture { how, pieces, victim: Who::Opponent, subsume: false, recycle: false, size }
                if pieces.is_plain() && pieces.kind.is_none() =>
            {
                let around = |dirs: &str| {
                    format!(
                        "(forEach Site (intersection (sites Around (last To) {dirs}) (sites Occupied by:Next)) (remove (site)))"
                    )
                };
                match how {
                    CaptureType::Line => self.custodial("(last To)", "(apply (remove (between)))", *size),
                    CaptureType::Direct if square => around("Orthogonal"),
                    CaptureType::Indirect if square => around("Diagonal"),
                    CaptureType::AllNeighbours => around(if square { "Adjacent" } else { adjacent }),
                    CaptureType::Surround if size.is_none() => format!(
                        "(enclose (from (last To)) {adjacent} (between if:(is Enemy (who at:(between))) (apply (remove (between)))))"
                    ),
                    CaptureType::Everywhere => "(forEach Site (sites Occupied by:Next) (remove (site)))".into(),
                    _ => return unsaid("capture"),
                }
            }
            EffectKind::Convert { how: None, pieces: Some(pieces), owner: Who::Mover, .. } if pieces.is_plain() => {
                match pieces.kind {
                    Some(kind) => format!("(promote (last To) (piece \"{}\") Mover)", self.names[kind]),
                    None => return unsaid("convert"),
                }
            }
            EffectKind::Convert { how: Some(CaptureType::Line), pieces: None, owner: Who::Mover, size }
                if self.rules.pieces.len() == 1 =>
            {
                self.custodial(
                    "(last To)",
                    &format!("(apply (promote (between) (piece \"{}\") Mover))", self.names[0]),
                    *size,
                )
            }
            EffectKind::Convert {
                how: Some(CaptureType::AllNeighbours),
                pieces: None,
                owner: Who::Mover,
                size: None,
            } if self.rules.pieces.len() == 1 => {
                format!(
                    "(forEach Site (intersection (sites Around (last To) {}) (sites Occupied by:Next)) (promote (site) (piece \"{}\") Mover))",
                    if square { "Adjacent" } else { adjacent },
                    self.names[0]
                )
            }
            EffectKind::Score(points) => format!("(addScore Mover {})", self.number(points, at)?),
            EffectKind::Repeat => format!("(if (can Move {}) (moveAgain))", self.play_of_going_on(player)?),
            EffectKind::Capture { .. } => return unsaid("capture"),
            EffectKind::Convert { .. } => return unsaid("convert"),
            EffectKind::Rotate(_) => return unsaid("rotate"),
            EffectKind::Face(_) => return unsaid("change-dirn"),
            EffectKind::Displace { .. } => return unsaid("displace"),
            EffectKind::SetCellState(..) => return unsaid("cell-state"),
            EffectKind::SetPieceState(..) => return unsaid("piece-state"),
            EffectKind::IncState { .. } => return unsaid("inc-state"),
            EffectKind::AddFlag(..) => return unsaid("add-flags"),
            EffectKind::RemoveFlag(..) => return unsaid("remove-flags"),
            EffectKind::Swap => return unsaid("swap"),
            EffectKind::SetCellStates(_) => return unsaid("cell-states"),
            EffectKind::Shift => return unsaid("shift"),
            EffectKind::Spin(..) => return unsaid("spin"),
            EffectKind::Sow { .. } => return unsaid("sow"),
            #[cfg(test)]
            _ => return unsaid("an effect of tests"),
        };
        Ok(match &effect.guard {
            Bool::True => text,
            Bool::InRegion(Coord::Current | Coord::To, cells) => {
                format!("(if (is In (last To) {}) {text})", sites(&self.rules.cells_of(self.board, cells, player)))
            }
            guard => format!("(if {} {text})", self.condition(guard, at)?),
        })
    }

    /// The moves that a turn goes on with, without what follows them.
    fn play_of_going_on(&self, player: Player) -> Result<String, Unsaid> {
        let bare: Vec<crate::game::rules::PieceDef> = self
            .rules
            .pieces
            .iter()
            .map(|piece| {
                let moves = piece.moves.iter().map(|def| {
                    let replaces = usize::from(facts::replaces(def));
                    MoveDef { post: def.post[..replaces].to_vec(), ..def.clone() }
                });
                crate::game::rules::PieceDef { moves: moves.collect(), ..piece.clone() }
            })
            .collect();
        let rules = crate::game::rules::Rules { pieces: bare, ..self.rules.clone() };
        let writer = Writer {
            rules: &rules,
            board: self.board,
            names: self.names.clone(),
            hands: self.hands.clone(),
            game: None,
        };
        writer.play_of(player, true)
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
