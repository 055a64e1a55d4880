//! Moves from one cell to another: as the step, slide, leap or hop that they are, or by all that their cells must fulfil.

use super::terms::Place;
use super::writer::{Unsaid, Writer, unsaid};
use crate::game::facts;
use crate::game::rules::{
    Bool, CaptureType, Cmp, Coord, Dir, Effect, EffectKind, Int, MoveDef, Player, Target, Turtle, Who,
};

/// What happens on the target of a move that replaces what stands there.
const REPLACES: &str = " (apply (if (is Enemy (who at:(to))) (remove (to))))";

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

impl Writer<'_> {
    /// A piece goes from one cell to another.
    pub(super) fn step(
        &self,
        def: &MoveDef,
        player: Player,
        mut conditions: Vec<Bool>,
        own: bool,
    ) -> Result<String, Unsaid> {
        if own {
            conditions.retain(|c| !matches!(c, Bool::Owner(Coord::From, Who::Mover)));
        }
        if self.straight
            && let Ok(text) = self.gaited(def, player, conditions.clone())
        {
            return Ok(text);
        }
        self.by_cells(def, player, &conditions)
    }

    /// A piece goes from one cell to another, whatever lies between: by what the two cells must fulfil.
    fn by_cells(&self, def: &MoveDef, player: Player, conditions: &[Bool]) -> Result<String, Unsaid> {
        let at = Place::of_move(player, &def.directions);
        let replaces = facts::replaces(def);
        let mut rest = conditions.to_vec();
        let straight =
            |c: &Bool| matches!(c, Bool::Line(Coord::From, Coord::To, _) | Bool::Connected(None, Who::Mover));
        // Elsewhere a line may go where that language knows none.
        let lined = self.squares() || conditions.iter().any(straight);
        let mut cells = "(sites Board)".to_string();
        if conditions.iter().any(|c| matches!(c, Bool::Connected(None, Who::Mover))) {
            cells = format!("(sites Around (from) {})", self.adjacent());
        } else if self.squares()
            && let Some(i) = conditions.iter().position(|c| matches!(c, Bool::Line(Coord::From, Coord::To, _)))
            && let Bool::Line(_, _, dirs) = rest.remove(i)
        {
            let dirs = if dirs.is_empty() { &def.directions } else { &dirs };
            cells = format!("(sites Direction from:(from) {})", self.directions(dirs, player)?);
        }
        let mut texts: Vec<String> = rest.iter().map(|c| self.condition(c, at)).collect::<Result<_, _>>()?;
        if !lined && texts.iter().any(|t| t.contains("(sites Between")) {
            return unsaid("num-between");
        }
        let apart = |c: &Bool| matches!(c, Bool::Empty(Coord::To) | Bool::Owner(Coord::To, Who::Opponent));
        if cells == "(sites Board)" && !rest.iter().any(apart) {
            texts.push("(!= (from) (to))".into());
        }
        let condition = match texts.as_slice() {
            [] => String::new(),
            [one] => format!(" if:{one}"),
            _ => format!(" if:(and {{{}}})", texts.join(" ")),
        };
        let apply = if replaces { REPLACES } else { "" };
        let then = self.then(def, usize::from(replaces), player, Vec::new())?;
        if !lined && then.contains("(sites Between") {
            return unsaid("over");
        }
        Ok(format!("(move (from (from)) (to {cells}{condition}{apply}){then})"))
    }

    /// A piece goes from one cell to another as that language has moves for it.
    fn gaited(&self, def: &MoveDef, player: Player, mut conditions: Vec<Bool>) -> Result<String, Unsaid> {
        let gait = self.gait(def, &mut conditions)?;
        let replaces = facts::replaces(def);
        let mut at_target = Vec::new();
        let mut at_origin = Vec::new();
        for condition in conditions {
            let of_from = matches!(&condition, Bool::InRegion(Coord::From, _) | Bool::Same(Coord::From, Coord::Last))
                || matches!(&condition, Bool::Not(c) if matches!(**c, Bool::InRegion(Coord::From, _)));
            if of_from { at_origin.push(condition) } else { at_target.push(condition) }
        }
        let at = Place::of_move(player, &def.directions);
        let condition = self.all_of(&at_target, at)?.map_or_else(String::new, |c| format!(" if:{c}"));
        let apply = if replaces { REPLACES } else { "" };
        let over_captured = matches!(
            def.post.first(),
            Some(Effect { kind: EffectKind::Capture { how: CaptureType::Over, pieces, victim: Who::Opponent, recycle: false, subsume: false, size: None }, guard: Bool::True, optional: false })
                if pieces.is_plain() && pieces.kind.is_none()
        );
        let then = self.then(def, usize::from(replaces || over_captured), player, Vec::new())?;
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
                let between = between(over)?;
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
                let paths = paths.iter().map(|path| steps_of(path)).collect::<Result<Vec<_>, _>>()?;
                let forward = match def.directions.as_slice() {
                    [Dir::Direct] => "",
                    [Dir::All] if !self.rules.board.indirect => "",
                    _ => return unsaid("steps in other directions"),
                };
                if !self.squares() {
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
}

/// What is jumped over.
fn between(over: &Bool) -> Result<&'static str, Unsaid> {
    Ok(match over {
        Bool::Owner(_, Who::Opponent) => "(is Enemy (who at:(between)))",
        Bool::Owner(_, Who::Mover) => "(is Friend (who at:(between)))",
        Bool::Not(_) => "(is Occupied (between))",
        Bool::Empty(_) => "(is Empty (between))",
        _ => return unsaid("over"),
    })
}

/// A path of single steps, as that language has it.
fn steps_of(path: &[Turtle]) -> Result<String, Unsaid> {
    let step = |t: &Turtle| match t {
        Turtle::F => Ok("F"),
        Turtle::L => Ok("L"),
        Turtle::R => Ok("R"),
        _ => unsaid("steps"),
    };
    Ok(format!("{{{}}}", path.iter().map(step).collect::<Result<Vec<_>, _>>()?.join(" ")))
}
