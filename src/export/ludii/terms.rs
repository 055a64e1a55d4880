//! Cells, directions, numbers and conditions.

use super::{Unsaid, Writer, sites, unsaid};
use crate::board::{Compass, Tiling};
use crate::game::rules::{Bool, CaptureType, Cmp, Coord, Dir, Int, PieceRecord, Player, Target, Turtle, Who};

/// Where the terms stand: whose move it is, and what the cells of the move are called.
#[derive(Clone, Copy)]
pub(in crate::export) struct Place {
    pub player: Player,
    pub from: &'static str,
    pub to: &'static str,
}

impl Place {
    /// In the conditions of a move.
    pub fn of_move(player: Player) -> Self {
        Place { player, from: "(from)", to: "(to)" }
    }

    /// After a move.
    pub fn after(player: Player) -> Self {
        Place { player, from: "(last From)", to: "(last To)" }
    }
}

impl Writer<'_> {
    /// The directions in which cells are adjacent.
    pub fn adjacent(&self) -> &'static str {
        let spec = &self.rules.board;
        match (spec.tiling, spec.indirect, spec.no_direct) {
            (Tiling::Square, false, false) => "Orthogonal",
            (Tiling::Square, true, true) => "Diagonal",
            _ => "Adjacent",
        }
    }

    /// A direction as a player sees it.
    pub fn direction(&self, dir: Dir, player: Player) -> Result<String, Unsaid> {
        let square = self.rules.board.tiling == Tiling::Square;
        Ok(match dir {
            Dir::Direct if square => "Orthogonal".into(),
            Dir::Diagonal if square => "Diagonal".into(),
            Dir::Direct | Dir::All => self.adjacent().into(),
            Dir::Diagonal => return unsaid("diagonal on other tilings than squares"),
            Dir::Compass(compass) if square => compass.word().to_uppercase(),
            Dir::Turtle(turtle) if square => self.turtle(turtle, player).word().to_uppercase(),
            Dir::Compass(compass) => return unsaid(format!("{} on other tilings than squares", compass.word())),
            Dir::Up | Dir::Down => return unsaid("u and d"),
            Dir::Turtle(_) => return unsaid("dirn on other tilings than squares"),
        })
    }

    /// A direction relative to a player's facing, on squares.
    fn turtle(&self, turtle: Turtle, player: Player) -> Compass {
        let facing = self.rules.players[player.index()].facing as usize;
        let turns = match turtle {
            Turtle::F => 0,
            Turtle::Fr => 1,
            Turtle::R => 2,
            Turtle::Br => 3,
            Turtle::B => 4,
            Turtle::Bl => 5,
            Turtle::L => 6,
            Turtle::Fl => 7,
        };
        Compass::ALL[(facing + turns) % 8]
    }

    /// Several directions, or those of adjacency.
    pub fn directions(&self, dirs: &[Dir], player: Player) -> Result<String, Unsaid> {
        let words: Result<Vec<String>, Unsaid> = dirs.iter().map(|d| self.direction(*d, player)).collect();
        Ok(match words?.as_slice() {
            [] => self.adjacent().to_string(),
            [one] => one.clone(),
            several => format!("(directions {{{}}})", several.join(" ")),
        })
    }

    /// A cell by name.
    pub fn cell(&self, cell: &Coord, at: Place) -> Result<String, Unsaid> {
        Ok(match cell {
            Coord::From => at.from.into(),
            Coord::To => at.to.into(),
            Coord::Last => "(last To)".into(),
            Coord::Label(label) => match self.board.cell(label) {
                Some(c) => c.to_string(),
                None => return unsaid(label.as_str()),
            },
            Coord::Current => return unsaid("current"),
            Coord::Over => return unsaid("over"),
            Coord::Middle => return unsaid("middle"),
            Coord::Ahead(..) => return unsaid("ahead"),
            Coord::Step(..) => return unsaid("step"),
        })
    }

    /// Whose pieces: a role, seen from the mover.
    pub fn role(&self, who: Who, at: Place) -> Result<&'static str, Unsaid> {
        Ok(match who {
            Who::Mover => "Mover",
            Who::Opponent => "Next",
            Who::Player(player) if player == at.player => "Mover",
            Who::Player(_) => "Next",
            Who::All => "All",
            Who::Neutral | Who::Nobody => return unsaid("neutral"),
        })
    }

    /// The cells that hold such pieces.
    pub fn occupied(&self, pieces: &PieceRecord, at: Place) -> Result<String, Unsaid> {
        if !pieces.is_plain() {
            return unsaid(if pieces.state.is_some() { "state" } else { "flags" });
        }
        let of = |role: &str| match pieces.kind {
            Some(kind) => format!("(sites Occupied by:{role} component:\"{}\")", self.names[kind]),
            None => format!("(sites Occupied by:{role})"),
        };
        Ok(match pieces.owner.unwrap_or(Who::All) {
            Who::All if pieces.kind.is_none() => "(difference (sites Board) (sites Empty))".into(),
            Who::All => format!("(union {} {})", of("Mover"), of("Next")),
            who => of(self.role(who, at)?),
        })
    }

    /// The cells that are counted.
    fn target(&self, target: &Target, at: Place) -> Result<String, Unsaid> {
        match target {
            Target::Empty => Ok("(sites Empty)".into()),
            Target::Pieces(pieces) => self.occupied(pieces, at),
        }
    }

    pub fn number(&self, number: &Int, at: Place) -> Result<String, Unsaid> {
        let all = |numbers: &[Int]| -> Result<String, Unsaid> {
            Ok(numbers.iter().map(|n| self.number(n, at)).collect::<Result<Vec<_>, _>>()?.join(" "))
        };
        Ok(match number {
            Int::Const(n) => n.to_string(),
            Int::Sum(numbers) => format!("(+ {{{}}})", all(numbers)?),
            Int::Product(numbers) => format!("(* {{{}}})", all(numbers)?),
            Int::Difference(numbers) if numbers.len() == 2 => format!("(- {})", all(numbers)?),
            Int::Modulo(a, b) => format!("(% {} {})", self.number(a, at)?, self.number(b, at)?),
            Int::Min(numbers) if numbers.len() == 2 => format!("(min {})", all(numbers)?),
            Int::Max(numbers) if numbers.len() == 2 => format!("(max {})", all(numbers)?),
            Int::Abs(n) => format!("(abs {})", self.number(n, at)?),
            Int::Neighbours(cell, target) => format!(
                "(count Sites in:(intersection (sites Around {} {}) {}))",
                self.cell(cell, at)?,
                self.adjacent(),
                self.target(target, at)?
            ),
            Int::Pieces(target) => format!("(count Sites in:{})", self.target(target, at)?),
            Int::InHand(who, kind) => {
                let counted = self.counted();
                let slot = match (kind, counted.as_slice()) {
                    (Some(kind), _) if counted.contains(kind) => *kind,
                    (None, [only]) => *only,
                    _ => return unsaid("num-in-hand"),
                };
                format!("(count at:(handSite {} {slot}))", self.role(*who, at)?)
            }
            Int::MoveNumber => "(count Moves)".into(),
            Int::Score(who) => format!("(score {})", self.role(*who, at)?),
            Int::Row(cell) => format!("(+ 1 (row of:{}))", self.cell(cell, at)?),
            Int::Col(cell) => format!("(+ 1 (column of:{}))", self.cell(cell, at)?),
            Int::Difference(_) => return unsaid("- of other than two numbers"),
            Int::Min(_) | Int::Max(_) => return unsaid("min and max of other than two numbers"),
            Int::Quotient(..) => return unsaid("/"),
            Int::Between(..) => return unsaid("num-between"),
            Int::WholeLine(_) => return unsaid("num-line"),
            Int::Height(_) => return unsaid("height"),
            Int::GroupSize(_) => return unsaid("group-size"),
            Int::Phase(_) => return unsaid("phase"),
            Int::Distance(..) => return unsaid("distance"),
            Int::PieceState(_) => return unsaid("piece-state"),
            Int::CellState(_) => return unsaid("cell-state"),
            Int::Value(_) => return unsaid("value"),
            Int::Liberties(_) => return unsaid("liberties"),
            Int::LineLength(..) => return unsaid("line-length"),
            Int::Groups(_) => return unsaid("num-groups"),
            Int::LargestGroup(..) => return unsaid("largest-group"),
            Int::Territory(_) => return unsaid("territory"),
            Int::Captured(_) => return unsaid("num-captured"),
            #[cfg(test)]
            _ => return unsaid("a number of tests"),
        })
    }

    pub fn compare(&self, cmp: Cmp, a: &Int, b: &Int, at: Place) -> Result<String, Unsaid> {
        let sign = match cmp {
            Cmp::Eq => "=",
            Cmp::Ne => "!=",
            Cmp::Lt => "<",
            Cmp::Le => "<=",
            Cmp::Gt => ">",
            Cmp::Ge => ">=",
        };
        Ok(format!("({sign} {} {})", self.number(a, at)?, self.number(b, at)?))
    }

    /// A condition of a move.
    pub fn condition(&self, condition: &Bool, at: Place) -> Result<String, Unsaid> {
        let all = |word: &str, parts: &[Bool]| -> Result<String, Unsaid> {
            let parts = parts.iter().map(|p| self.condition(p, at)).collect::<Result<Vec<_>, _>>()?;
            Ok(match parts.as_slice() {
                [one] => one.clone(),
                _ => format!("({word} {{{}}})", parts.join(" ")),
            })
        };
        Ok(match condition {
            Bool::True => "(= 0 0)".into(),
            Bool::And(parts) => all("and", parts)?,
            Bool::Or(parts) => all("or", parts)?,
            Bool::Not(part) => format!("(not {})", self.condition(part, at)?),
            Bool::Compare(cmp @ (Cmp::Eq | Cmp::Ne), Int::Phase(cell), Int::Const(phase)) => {
                let cells: Vec<u16> =
                    self.board.cells().filter(|&c| i32::from(self.board.phase(c)) == *phase).collect();
                let is = format!("(is In {} {})", self.cell(cell, at)?, sites(&cells));
                if *cmp == Cmp::Eq { is } else { format!("(not {is})") }
            }
            // Of a cell some steps away: the cells from which that cell holds what is asked.
            Bool::Empty(Coord::Step(near, dir, steps)) => {
                self.beside(near, *dir, *steps, "(sites Empty)".into(), at)?
            }
            Bool::Owner(Coord::Step(near, dir, steps), who) => {
                self.beside(near, *dir, *steps, format!("(sites Occupied by:{})", self.role(*who, at)?), at)?
            }
            Bool::OnBoard(Coord::Step(near, dir, steps)) => {
                self.beside(near, *dir, *steps, "(sites Board)".into(), at)?
            }
            Bool::Same(a, Coord::Step(near, dir, steps)) | Bool::Same(Coord::Step(near, dir, steps), a) => {
                let set = format!("(sites {{{}}})", self.cell(a, at)?);
                self.beside(near, *dir, *steps, set, at)?
            }
            Bool::Compare(cmp, a, b) => self.compare(*cmp, a, b, at)?,
            Bool::Empty(cell) => format!("(is Empty {})", self.cell(cell, at)?),
            Bool::Owner(cell, who) => {
                format!("(is In {} (sites Occupied by:{}))", self.cell(cell, at)?, self.role(*who, at)?)
            }
            Bool::Same(a, b) => format!("(= {} {})", self.cell(a, at)?, self.cell(b, at)?),
            Bool::InRegion(cell, cells) => format!(
                "(is In {} {})",
                self.cell(cell, at)?,
                sites(&self.rules.cells_of(self.board, cells, at.player))
            ),
            Bool::IsPiece(cell, pieces) => format!("(is In {} {})", self.cell(cell, at)?, self.occupied(pieces, at)?),
            Bool::Connected(cell, who) => {
                let cell = self.cell(cell.as_ref().unwrap_or(&Coord::To), at)?;
                let own = self.role(*who, at)?;
                format!(
                    "(> (count Sites in:(intersection (sites Around {cell} {}) (sites Occupied by:{own}))) 0)",
                    self.adjacent()
                )
            }
            Bool::Line(Coord::From, Coord::To, dirs) => {
                format!("(is In {} (sites Direction from:{} {}))", at.to, at.from, self.directions(dirs, at.player)?)
            }
            Bool::Continuing => "(is Prev Mover)".into(),
            Bool::Captures(how) => self.would_capture(*how, at)?,
            Bool::Line(..) => return unsaid("line between other cells"),
            Bool::Adjacent(..) => return unsaid("adjacent"),
            Bool::Steps(_) => return unsaid("steps"),
            Bool::OnBoard(_) => return unsaid("on-board"),
            Bool::Flagged(..) => return unsaid("flagged"),
            Bool::Attacked(_) => return unsaid("attacked"),
            Bool::FirstMove => return unsaid("first-move"),
            Bool::Onward => return unsaid("onward"),
        })
    }

    /// Whether the cell so many steps from another is one of a set; if there is no such cell, it is none.
    fn beside(&self, near: &Coord, dir: Dir, steps: u32, set: String, at: Place) -> Result<String, Unsaid> {
        let direction = self.direction(dir, at.player)?;
        if matches!(near, Coord::Step(..)) {
            return unsaid("step from a step");
        }
        let word = match dir {
            Dir::Compass(compass) => compass,
            Dir::Turtle(turtle) => self.turtle(turtle, at.player),
            _ => return unsaid("step in several directions"),
        };
        let Some(d) = self.board.compass(word) else { return unsaid("step") };
        let near = self.cell(near, at)?;
        let whole: Vec<u16> =
            self.board.cells().filter(|&c| self.board.ray(c, d).nth(steps as usize - 1).is_some()).collect();
        Ok(format!("(and (is In {near} {}) (is In (ahead {near} steps:{steps} {direction}) {set}))", sites(&whole)))
    }

    /// Whether a piece placed on `to` would capture.
    fn would_capture(&self, how: CaptureType, at: Place) -> Result<String, Unsaid> {
        match how {
            CaptureType::Line => {
                Ok(format!("(can Move {})", self.custodial(at.to, "(apply (remove (between)))", None)))
            }
            CaptureType::Surround => Ok(format!(
                "(can Move (enclose (from {}) {} (between if:(is Enemy (who at:(between))) (apply (remove (between))))))",
                at.to,
                self.adjacent()
            )),
            _ => unsaid("captures"),
        }
    }

    /// Runs of enemies between a cell and another piece of the mover.
    pub fn custodial(&self, from: &str, apply: &str, size: Option<(u32, u32)>) -> String {
        let range = match size {
            None => "(max 99) ".to_string(),
            Some((1, most)) => format!("(max {most}) "),
            Some((least, most)) if least == most => format!("(exact {most}) "),
            Some((least, most)) => format!("(range {least} {most}) "),
        };
        format!(
            "(custodial (from {from}) {} (between {range}if:(is Enemy (who at:(between))) {apply}) (to if:(is Friend (who at:(to)))))",
            self.adjacent()
        )
    }
}
