//! The end: which condition decides first, and conditions on positions.

use super::rows::Row;
use super::terms::Place;
use super::writer::{Unsaid, Writer, sites, unsaid};
use crate::game::facts::{self, Ranks};
use crate::game::rules::{
    Action, Adjacency, Bool, Both, Cells, Condition, EffectKind, MoveDef, PieceRecord, Player, ReachCount, Verdict, Who,
};

impl Writer<'_> {
    /// The clauses, the deciding one first.
    pub fn end(&self) -> Result<String, Unsaid> {
        let rules = self.rules;
        let mut text = String::new();
        // For the mover and for the next player, each seen from the mover.
        let of = |verdict: Verdict, next: bool| -> Result<Vec<String>, Unsaid> {
            let mut texts: Vec<(Player, String)> = Vec::new();
            for mover in Player::BOTH {
                let player = if next { mover.opponent() } else { mover };
                for clause in rules.end.iter().filter(|c| c.verdict == verdict && c.who.means(Some(player), player)) {
                    if let Some(text) = self.holds(&clause.condition, mover, next, false)? {
                        texts.push((mover, self.named(text, mover)));
                    }
                }
            }
            let both = |text: &String| Player::BOTH.iter().all(|p| texts.iter().any(|(q, t)| q == p && t == text));
            let mut out: Vec<String> = Vec::new();
            for (mover, text) in &texts {
                let text =
                    if both(text) { text.clone() } else { format!("(and (is Mover P{}) {text})", mover.index() + 1) };
                if !out.contains(&text) {
                    out.push(text);
                }
            }
            Ok(out)
        };
        let (win, lose) = (Verdict::Win, Verdict::Lose);
        let any = |texts: &[String]| match texts {
            [one] => one.clone(),
            _ => format!("(or {{{}}})", texts.join(" ")),
        };
        let order = match (rules.both, rules.win_first) {
            (Both::MoverWins, false) => [(lose, true), (lose, false), (win, false), (win, true)],
            (Both::MoverWins, true) => [(win, false), (win, true), (lose, true), (lose, false)],
            (Both::MoverLoses, false) => [(lose, false), (lose, true), (win, true), (win, false)],
            (Both::MoverLoses, true) => [(win, true), (win, false), (lose, false), (lose, true)],
            (Both::Draw, false) => [(lose, true), (lose, false), (win, false), (win, true)],
            (Both::Draw, true) => [(win, false), (win, true), (lose, true), (lose, false)],
        };
        if rules.both == Both::Draw {
            for verdict in [win, lose] {
                let (mine, theirs) = (of(verdict, false)?, of(verdict, true)?);
                if !mine.is_empty() && !theirs.is_empty() {
                    text.push_str(&format!("      (if (and {} {}) (result Mover Draw))\n", any(&mine), any(&theirs)));
                }
            }
        }
        for (verdict, next) in order {
            let result = if (verdict == win) == next { "Loss" } else { "Win" };
            for condition in of(verdict, next)? {
                text.push_str(&format!("      (if {condition} (result Mover {result}))\n"));
            }
        }
        for next in [false, true] {
            for condition in of(Verdict::Draw, next)? {
                text.push_str(&format!("      (if {condition} (result Mover Draw))\n"));
            }
        }
        for condition in self.stops()? {
            text.push_str(&format!("      (if {condition} (result Mover Draw))\n"));
        }
        if text.is_empty() {
            return unsaid("end");
        }
        Ok(text)
    }

    /// Whether all that is captured is what stands where a piece goes.
    fn takes_by_moving_there(&self) -> bool {
        // Which moves come first is not asked there.
        if facts::ranks(self.rules).iter().flatten().any(Ranks::matter) {
            return false;
        }
        facts::moves(self.rules).all(|(_, def)| {
            let captures = def.post.iter().filter(|e| matches!(e.kind, EffectKind::Capture { .. })).count();
            captures == usize::from(facts::replaces(def))
        })
    }

    /// A condition with the other player by name where turns may go on: then the next to move is the mover.
    fn named(&self, text: String, mover: Player) -> String {
        let repeats = facts::moves(self.rules).any(|(_, def)| def.post.iter().any(|e| e.kind == EffectKind::Repeat));
        if !repeats {
            return text;
        }
        let other = format!("P{}", mover.opponent().index() + 1);
        let kept = text.replace("(no Moves Next)", "\u{1}").replace("Next", &other);
        kept.replace('\u{1}', "(no Moves Next)")
    }

    /// What stops a game that no clause decides.
    fn stops(&self) -> Result<Vec<String>, Unsaid> {
        let rules = self.rules;
        let passed = "(all Passed)".to_string();
        if facts::speaks_of_all_passed(rules) {
            return Ok(vec![passed]);
        }
        if facts::fills_up(rules) {
            return Ok(vec!["(is Full)".into()]);
        }
        let mut stops = Vec::new();
        if !facts::always_ends(rules, &Condition::NoMove) {
            let again = format!("(not (can Move {}))", self.play()?);
            stops.push(format!("(and (no Moves Next) {again})"));
        }
        if facts::has_pass(rules) || !stops.is_empty() {
            stops.push(passed);
        }
        Ok(stops)
    }

    /// A condition for the player who moved, after the move.
    pub fn after(&self, condition: &Condition, mover: Player) -> Result<String, Unsaid> {
        match self.holds(condition, mover, false, true)? {
            Some(text) => Ok(text),
            None => unsaid("never"),
        }
    }

    /// Whether pieces that are not the mover's may be where they were not before.
    pub fn moves_others(&self) -> bool {
        self.pushes_for_others()
            || facts::moves(self.rules).any(|(piece, def)| {
                piece.owner == Who::Neutral
                    || !facts::takes_own_only(piece, def) && def.pops()
                    || def.post.iter().any(|e| {
                        !matches!(
                            e.kind,
                            EffectKind::Capture { victim: Who::Opponent, .. }
                                | EffectKind::Repeat
                                | EffectKind::Score(_)
                                | EffectKind::SetPieceState(..)
                                | EffectKind::Convert { how: None, owner: Who::Mover, .. }
                        )
                    })
            })
    }

    /// Whether a piece that is put on the board may be another player's.
    fn pushes_for_others(&self) -> bool {
        let other = |a: &Action| matches!(a, Action::Push { owner: Some(who), .. } if *who != Who::Mover);
        facts::moves(self.rules).any(|(_, def)| def.actions.iter().any(other))
    }

    /// A condition for the mover or the next player; nothing if it cannot hold. A part of another may have held before.
    fn holds(&self, condition: &Condition, mover: Player, next: bool, nested: bool) -> Result<Option<String>, Unsaid> {
        let player = if next { mover.opponent() } else { mover };
        let (me, other) = if next { ("Next", "Mover") } else { ("Mover", "Next") };
        let place = Place::after(player, self.all_pop());
        let swap = |text: String| match next {
            // The terms are seen from the mover.
            true => text.replace("Mover", "\u{1}").replace("Next", "Mover").replace('\u{1}', "Next"),
            false => text,
        };
        let own = |pieces: &PieceRecord| -> Result<String, Unsaid> {
            let owner = pieces.owner.unwrap_or(Who::Mover);
            Ok(swap(self.occupied(&PieceRecord { owner: Some(owner), ..pieces.clone() }, place)?))
        };
        let some = |text: String| Ok(Some(text));
        match condition {
            Condition::And(all) => {
                let texts =
                    all.iter().map(|c| self.holds(c, mover, next, true)).collect::<Result<Option<Vec<_>>, _>>()?;
                Ok(texts.map(|texts| format!("(and {{{}}})", texts.join(" "))))
            }
            Condition::Or(all) => {
                let texts = all.iter().map(|c| self.holds(c, mover, next, nested)).collect::<Result<Vec<_>, _>>()?;
                Ok(either(texts.into_iter().flatten().collect()))
            }
            Condition::Not(one) => some(match self.holds(one, mover, next, true)? {
                Some(text) => format!("(not {text})"),
                None => "(= 0 0)".into(),
            }),
            Condition::Compare(cmp, a, b) => some(swap(self.compare(*cmp, a, b, place)?)),
            Condition::NoMove if next => some("(no Moves Next)".into()),
            // The player who moved is not to move.
            Condition::NoMove => Ok(None),
            Condition::Full => some("(is Full)".into()),
            Condition::AllPassed => some("(all Passed)".into()),
            Condition::InARow { length, exactly, pieces, adjacency, buried: false } => {
                let row = Row { length: *length, exactly: *exactly, pieces, adjacency: *adjacency };
                if simple(pieces) && !nested && self.only_adds() && self.straight {
                    return if next { Ok(None) } else { self.last_row(&row).map(Some) };
                }
                some(self.row(&row, me, &swap, place)?)
            }
            Condition::Pattern { path, pieces } => some(self.pattern(path, &own(pieces)?)?),
            Condition::Capture { count, pieces } => some(self.captured(*count, pieces, player.opponent(), other)?),
            Condition::State { state, cell: None, pieces } => {
                let wanted = PieceRecord { state: Some(*state), ..pieces.clone().unwrap_or_default() };
                some(format!("(> (count Sites in:{}) 0)", own(&wanted)?))
            }
            Condition::Connect { .. } | Condition::Cycle { .. } => self.closed(condition, player, next, nested),
            Condition::Group { size, exactly, pieces, adjacency: None, buried: false }
                if pieces.kind.is_none() && pieces.is_plain() =>
            {
                match pieces.owner {
                    None | Some(Who::Mover) => self.grouped(*size, *exactly, me),
                    Some(Who::Opponent) => self.grouped(*size, *exactly, other),
                    _ => unsaid("group"),
                }
            }
            Condition::Reach { goal, count, pieces, buried: false } => {
                self.reached(*count, goal, &own(pieces)?, player).map(Some)
            }
            Condition::Eliminate { player: who, pieces }
                if pieces.is_plain() && pieces.owner.is_none_or(|owner| owner == *who) =>
            {
                match who {
                    Who::Opponent => self.none_of(pieces, other, player.opponent()),
                    Who::Mover => self.none_of(pieces, me, player),
                    _ => unsaid("eliminate"),
                }
            }
            Condition::Score(Some(points)) => some(format!("(>= (score {me}) {points})")),
            Condition::Score(None) => some(format!("(> (score {me}) (score {other}))")),
            Condition::Threatened(pieces) if pieces.is_plain() && self.takes_by_moving_there() => match pieces.kind {
                Some(kind) => some(format!("(is Threatened (id \"{}\" {me}))", self.names[kind])),
                None => unsaid("threatened"),
            },
            other => unsaid(other.word()),
        }
    }

    /// A connection or a cycle. What is asked there is about the piece that moved last.
    fn closed(
        &self,
        condition: &Condition,
        player: Player,
        next: bool,
        nested: bool,
    ) -> Result<Option<String>, Unsaid> {
        if nested || self.pushes_for_others() {
            return unsaid("connect and cycle that another piece may close");
        }
        match condition {
            Condition::Connect { count, regions, pieces, adjacency: None, buried: false } if simple(pieces) => {
                if next {
                    return if self.moves_others() { unsaid("connect of the opponent") } else { Ok(None) };
                }
                self.connected(*count, regions, player)
            }
            Condition::Cycle { pieces, adjacency: None } if simple(pieces) && !next => {
                Ok(Some(format!("(is Loop {})", self.adjacent())))
            }
            Condition::Cycle { pieces, adjacency: None } if simple(pieces) && !self.moves_others() => Ok(None),
            other => unsaid(other.word()),
        }
    }

    /// That so many of a player's pieces, which are said already, stand on a goal.
    fn reached(&self, count: ReachCount, goal: &[Cells], own: &str, player: Player) -> Result<String, Unsaid> {
        let cells = self.rules.cells_of(self.board, goal, player);
        let there = format!("(count Sites in:(intersection {own} {}))", sites(&cells));
        Ok(match count {
            _ if cells.is_empty() => return unsaid("reach of no cells"),
            ReachCount::Count(n) => format!("(>= {there} {n})"),
            ReachCount::Fill => format!("(= {there} {})", cells.len()),
            ReachCount::AllPieces => format!("(and (> {there} 0) (= {there} (count Sites in:{own})))"),
        })
    }

    /// That the last move connects regions.
    fn connected(&self, count: Option<u32>, regions: &[Cells], player: Player) -> Result<Option<String>, Unsaid> {
        let ways = match count {
            Some(1) => return unsaid("connect"),
            None if !regions.contains(&Cells::OppositeSides) => self.regions(regions, player).into_iter().collect(),
            _ => self.rules.connections(self.board, count, regions, player),
        };
        let one = |sets: &Vec<Vec<u16>>| {
            let sets: Vec<String> = sets.iter().map(|cells| sites(cells)).collect();
            format!("(is Connected {} {{{}}})", self.adjacent(), sets.join(" "))
        };
        match either(ways.iter().map(one).collect()) {
            None => unsaid("connect"),
            some => Ok(some),
        }
    }

    /// That a player's pieces are one group, or that some group has a size.
    fn grouped(&self, size: Option<u32>, exactly: bool, whose: &str) -> Result<Option<String>, Unsaid> {
        let held = self.held(whose, None);
        Ok(Some(match size {
            None if exactly => return unsaid("group"),
            None => format!(
                "(and (> (count Sites in:{held}) 1) (= 1 (count Groups {} if:(is In (to) {held}))))",
                self.adjacent()
            ),
            Some(size) if exactly => format!("(is In {size} {})", self.groups(whose)),
            Some(size) => format!("(>= {} {size})", self.largest(whose)),
        }))
    }

    /// That a player has no such pieces, on the board or in a hand that is counted.
    fn none_of(&self, pieces: &PieceRecord, role: &str, player: Player) -> Result<Option<String>, Unsaid> {
        let kinds = facts::kinds_of(self.rules, pieces);
        let mut held = String::new();
        for kind in kinds {
            if !facts::enters(&self.rules.pieces[kind]) || !facts::may_use(&self.rules.pieces[kind], player) {
                continue;
            }
            if self.counted().contains(&kind) {
                held.push_str(&format!(" (= 0 {})", self.in_hand(role, kind)));
            }
        }
        let none = format!("(= 0 (count Sites in:{}))", self.held(role, pieces.kind));
        // Who has not moved yet has not lost any.
        Ok(Some(format!("(and {{{none}{held} (> (count Moves) 1)}})")))
    }

    /// Whether a position that ends a turn of several moves may come again: it is not among those remembered there.
    pub fn wanders(&self) -> bool {
        let repeats = |def: &MoveDef| def.post.iter().any(|e| e.kind == EffectKind::Repeat);
        let removes = |def: &MoveDef| {
            def.pops() && !def.pushes() || def.post.iter().any(|e| matches!(e.kind, EffectKind::Capture { .. }))
        };
        // Whoever goes on puts more on the board, which stays there.
        let grows = facts::moves(self.rules)
            .all(|(_, def)| !removes(def) && (only_begins(&def.pre) || def.pushes() && !def.pops()));
        facts::moves(self.rules).any(|(_, def)| repeats(def)) && !grows
    }

    /// The lines that rows lie on.
    pub fn ways(&self, adjacency: Option<Adjacency>) -> Result<&'static str, Unsaid> {
        let square = self.squares();
        Ok(match adjacency {
            None => self.adjacent(),
            Some(Adjacency::Direct) if square => "Orthogonal",
            Some(Adjacency::Indirect) if square => "Diagonal",
            Some(Adjacency::All) if square => "Adjacent",
            Some(Adjacency::Direct) if !self.rules.board.indirect => self.adjacent(),
            Some(_) => return unsaid("i-nbors on other tilings than squares"),
        })
    }

    /// The regions that are to be connected.
    fn regions(&self, regions: &[Cells], player: Player) -> Option<Vec<Vec<u16>>> {
        let own = || match self.rules.regions.is_empty() {
            true => self.board.own_sides(player.index()),
            false => {
                let mine = self.rules.regions.iter().filter(|r| r.owner.is_none_or(|p| p == player));
                Some(mine.map(|r| self.rules.cells_of(self.board, &r.cells, player)).collect())
            }
        };
        if regions.is_empty() || matches!(regions, [Cells::OwnRegions]) {
            return own().filter(|sets| sets.len() > 1);
        }
        if matches!(regions, [Cells::AllSides]) {
            return Some(self.board.sides().iter().map(|side| side.cells.clone()).collect());
        }
        let plain =
            |c: &Cells| !matches!(c, Cells::AllSides | Cells::OwnRegions | Cells::EnemyRegions | Cells::Phase(_));
        regions
            .iter()
            .all(plain)
            .then(|| regions.iter().map(|c| self.rules.cells_of(self.board, std::slice::from_ref(c), player)).collect())
    }
}

/// Whether a record means any piece of the player.
fn simple(pieces: &PieceRecord) -> bool {
    pieces.kind.is_none() && pieces.is_plain() && matches!(pieces.owner, None | Some(Who::Mover))
}

/// That one of some conditions holds; nothing if there is none.
fn either(texts: Vec<String>) -> Option<String> {
    match texts.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        _ => Some(format!("(or {{{}}})", texts.join(" "))),
    }
}

/// Whether a move can only begin a turn.
fn only_begins(pre: &Bool) -> bool {
    match pre {
        Bool::And(all) => all.iter().any(only_begins),
        Bool::Not(one) => **one == Bool::Continuing,
        _ => false,
    }
}
