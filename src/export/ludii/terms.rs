//! Cells, directions, numbers and conditions.

use super::writer::{Unsaid, Writer, sites, unsaid};
use crate::game::facts;
use crate::game::rules::{Bool, CaptureType, Cmp, Coord, Dir, Int, PieceRecord, Player, Target, Who};

/// When terms are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::export) enum When {
    /// Before a move.
    Before,
    /// Right after it, where its effects follow.
    Then,
    /// When it has been made.
    After,
}

/// Where the terms stand: whose move it is, and what the cells of the move are called.
#[derive(Clone, Copy)]
pub(in crate::export) struct Place<'a> {
    pub player: Player,
    /// Nothing if the move has none.
    pub from: &'a str,
    pub to: &'a str,
    /// Nothing if there is none.
    pub current: &'a str,
    /// The directions of the move, if it names some.
    pub ways: &'a [Dir],
    pub when: When,
}

impl<'a> Place<'a> {
    /// In the conditions of a move from one cell to another.
    pub fn of_move(player: Player, ways: &'a [Dir]) -> Self {
        Place { player, from: "(from)", to: "(to)", current: "(to)", ways, when: When::Before }
    }

    /// In the conditions of a move that only ends.
    pub fn of_drop(player: Player, ways: &'a [Dir]) -> Self {
        Place { from: "", ..Place::of_move(player, ways) }
    }

    /// In the conditions of a move that stays on one cell.
    pub fn of_stay(player: Player, cell: &'a str) -> Self {
        Place { player, from: cell, to: cell, current: cell, ways: &[], when: When::Before }
    }

    /// In what follows a move, which may have no origin.
    pub fn then(player: Player, moves: bool) -> Self {
        let from = if moves { "(last From)" } else { "" };
        Place { player, from, to: "(last To)", current: "(last To)", ways: &[], when: When::Then }
    }

    /// After a move.
    pub fn after(player: Player, moves: bool) -> Self {
        Place { current: "", when: When::After, ..Place::then(player, moves) }
    }
}

impl Writer<'_> {
    /// The directions in which cells are adjacent. Points are adjacent over the ways between them.
    pub fn adjacent(&self) -> &'static str {
        let spec = &self.rules.board;
        match (self.squares(), spec.indirect, spec.no_direct) {
            (true, false, false) => "Orthogonal",
            (true, true, true) => "Diagonal",
            _ => "Adjacent",
        }
    }

    /// A direction as a player sees it.
    pub fn direction(&self, dir: Dir, player: Player) -> Result<String, Unsaid> {
        let square = self.squares();
        let direct_only = !self.rules.board.indirect;
        Ok(match dir {
            Dir::Direct if square => "Orthogonal".into(),
            Dir::Diagonal if square => "Diagonal".into(),
            Dir::All => self.adjacent().into(),
            Dir::Direct if direct_only => self.adjacent().into(),
            Dir::Compass(_) | Dir::Turtle(_) if square => match self.ways_of(&[dir], player)[..] {
                [way] => self.board.direction_name(way).to_uppercase(),
                _ => return unsaid("dirn"),
            },
            Dir::Direct | Dir::Diagonal => return unsaid("direct and diagonal on other tilings than squares"),
            Dir::Compass(compass) => return unsaid(format!("{} on other tilings than squares", compass.word())),
            Dir::Up | Dir::Down => return unsaid("u and d"),
            Dir::Turtle(_) => return unsaid("dirn on other tilings than squares"),
        })
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

    /// Whose pieces: a role, seen from the mover.
    pub fn role(&self, who: Who, at: Place) -> Result<&'static str, Unsaid> {
        Ok(match who {
            Who::Mover => "Mover",
            Who::Opponent => "Next",
            Who::Player(player) if player == at.player => "Mover",
            Who::Player(_) => "Next",
            Who::Neutral => "Neutral",
            Who::All | Who::Nobody => return unsaid("none"),
        })
    }

    /// The cells of the board that a role's pieces stand on, of one type if one is named.
    pub fn held(&self, role: &str, kind: Option<usize>) -> String {
        // Pieces in a hand are on no cell of the board.
        let (board, points) = match (self.counted().is_empty(), self.squares()) {
            (true, _) => ("", ""),
            (false, true) => (" container:0", ""),
            (false, false) => ("", " on:Vertex"),
        };
        let which = kind.map_or_else(String::new, |kind| format!(" component:\"{}\"", self.names[kind]));
        format!("(sites Occupied by:{role}{board}{which}{points})")
    }

    /// The cells that pieces of an owner stand on.
    pub fn held_by(&self, who: Who, kind: Option<usize>, at: Place) -> Result<String, Unsaid> {
        Ok(match who {
            Who::All => format!("(union {} {})", self.held("Mover", kind), self.held("Next", kind)),
            who => match self.role(who, at)? {
                // Whether something is threatened is looked up with another mover, but the same next player.
                "Next" if at.when == When::Before => self.held("Enemy", kind),
                role => self.held(role, kind),
            },
        })
    }

    /// The cells that hold such pieces.
    pub fn occupied(&self, pieces: &PieceRecord, at: Place) -> Result<String, Unsaid> {
        if pieces.flags != 0 {
            return unsaid("flags");
        }
        let cells = match (pieces.owner, pieces.kind) {
            (None, None) => "(difference (sites Board) (sites Empty))".into(),
            (None, Some(kind)) if self.rules.pieces[kind].owner == Who::Neutral => self.held("Neutral", Some(kind)),
            (owner, kind) => {
                if owner.is_none() && facts::has_neutral(self.rules) {
                    return unsaid("pieces that may be neutral");
                }
                self.held_by(owner.unwrap_or(Who::All), kind, at)?
            }
        };
        match pieces.state {
            None => Ok(cells),
            Some(state) => Ok(format!("(forEach {cells} if:(= (state at:(site)) {}))", state.number())),
        }
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
        let whole_squares = self.squares() && self.rules.board.without.is_empty();
        Ok(match number {
            Int::Const(n) => n.to_string(),
            Int::Sum(numbers) => format!("(+ {{{}}})", all(numbers)?),
            Int::Product(numbers) => format!("(* {{{}}})", all(numbers)?),
            Int::Difference(numbers) => match numbers.as_slice() {
                [] => return unsaid("-"),
                [first, rest @ ..] => {
                    let minus = |text: String, n: &Int| Ok(format!("(- {text} {})", self.number(n, at)?));
                    rest.iter().try_fold(self.number(first, at)?, minus)?
                }
            },
            Int::Modulo(a, b) if matches!(**b, Int::Const(1..)) && is_never_negative(a) => {
                format!("(% {} {})", self.number(a, at)?, self.number(b, at)?)
            }
            Int::Min(numbers) if numbers.len() == 2 => format!("(min {})", all(numbers)?),
            Int::Max(numbers) if numbers.len() == 2 => format!("(max {})", all(numbers)?),
            Int::Abs(n) => format!("(abs {})", self.number(n, at)?),
            Int::Neighbours(cell, target) => {
                let target = self.target(target, at)?;
                let around = |c: &str| {
                    format!("(count Sites in:(intersection (sites Around {c} {}) {target}))", self.adjacent())
                };
                self.said(cell, at)?.or_zero(around)
            }
            Int::Pieces(target) => format!("(count Sites in:{})", self.target(target, at)?),
            Int::InHand(who, kind) => {
                let counted = self.counted();
                let slot = match (kind, counted.as_slice()) {
                    (Some(kind), _) if counted.contains(kind) => *kind,
                    (None, [only]) => *only,
                    _ => return unsaid("num-in-hand"),
                };
                if *who == Who::Neutral {
                    return unsaid("num-in-hand");
                }
                self.in_hand(self.role(*who, at)?, slot)
            }
            Int::MoveNumber if at.when == When::Then => "(- (count Moves) 1)".into(),
            Int::MoveNumber => "(count Moves)".into(),
            Int::Score(Who::Neutral) => return unsaid("score"),
            Int::Score(who) => format!("(score {})", self.role(*who, at)?),
            Int::Row(cell) if whole_squares => self.said(cell, at)?.or_zero(|c| format!("(+ 1 (row of:{c}))")),
            Int::Col(cell) if whole_squares => self.said(cell, at)?.or_zero(|c| format!("(+ 1 (column of:{c}))")),
            Int::Height(cell) if !facts::may_stack(self.rules) => {
                self.said(cell, at)?.or_zero(|c| format!("(if (is Empty {c}) 0 1)"))
            }
            Int::Distance(a, b) => self.distance(a, b, at)?,
            Int::Between(target, a, b) => self.between_cells(target, a, b, at)?,
            Int::WholeLine(target) => self.whole_line(target, at)?,
            Int::PieceState(cell) => self.said(cell, at)?.or_zero(|c| format!("(if (is Empty {c}) 0 (state at:{c}))")),
            Int::Value(cell) => {
                let of = |(kind, piece): (usize, &crate::game::rules::PieceDef)| -> Result<String, Unsaid> {
                    let pieces = PieceRecord { kind: Some(kind), ..PieceRecord::default() };
                    let cells = self.occupied(&pieces, at)?;
                    Ok(self.said(cell, at)?.or_zero(|c| format!("(if (is In {c} {cells}) {} 0)", piece.value)))
                };
                let values = self.rules.pieces.iter().enumerate().map(of).collect::<Result<Vec<_>, _>>()?;
                format!("(+ {{{}}})", values.join(" "))
            }
            // Groups are of one owner here, and of one type there.
            Int::Liberties(cell) if self.rules.pieces.len() == 1 && !facts::has_neutral(self.rules) => {
                let adjacent = self.adjacent();
                self.said(cell, at)?.or_zero(|c| format!("(if (is Empty {c}) 0 (count Liberties at:{c} {adjacent}))"))
            }
            Int::Row(_) | Int::Col(_) => return unsaid("row and col on other tilings than squares"),
            Int::Modulo(..) => return unsaid("mod of what may be negative"),
            Int::Min(_) | Int::Max(_) => return unsaid("min and max of other than two numbers"),
            Int::CellState(cell) if self.marks_cells() => {
                self.said(cell, at)?.or_zero(|c| format!("(if (is In {c} (values Remembered \"Marked\")) 1 0)"))
            }
            Int::Groups(who) if !matches!(who, Who::All | Who::Neutral | Who::Nobody) => {
                format!("(size Array {})", self.groups(self.role(*who, at)?))
            }
            Int::LargestGroup(who, 1) if !matches!(who, Who::All | Who::Neutral | Who::Nobody) => {
                self.largest(self.role(*who, at)?)
            }
            other => return unsaid(other.word()),
        })
    }

    /// How many pieces are in a slot of a hand.
    pub fn in_hand(&self, role: &str, slot: usize) -> String {
        let cell = if self.squares() { "" } else { " Cell" };
        format!("(count{cell} at:(handSite {role} {slot}))")
    }

    /// The sizes of a player's groups.
    pub fn groups(&self, role: &str) -> String {
        format!("(sizes Group {} {role})", self.adjacent())
    }

    /// The size of a player's largest group.
    pub fn largest(&self, role: &str) -> String {
        format!("(max 0 (max {}))", self.groups(role))
    }

    /// How many steps it is from cell to cell.
    fn distance(&self, a: &Coord, b: &Coord, at: Place) -> Result<String, Unsaid> {
        let (a, b) = (self.said(a, at)?, self.said(b, at)?);
        if a.there.is_some() || b.there.is_some() || self.board.levels() > 1 {
            return unsaid("distance of cells that may not be there");
        }
        let connected = self.board.cells().all(|c| self.board.distance(0, c).is_some());
        let way = match (self.adjacent(), connected) {
            (_, false) => return unsaid("distance on a board in parts"),
            ("Orthogonal", _) => "Orthogonal",
            ("Diagonal", _) => return unsaid("distance over corners alone"),
            _ => "Adjacent",
        };
        Ok(format!("(count Steps (step {way} (to if:(= 0 0))) {} (sites {{{}}}))", a.cell, b.cell))
    }

    /// How many cells of a kind are strictly between two.
    fn between_cells(&self, target: &Target, a: &Coord, b: &Coord, at: Place) -> Result<String, Unsaid> {
        let target = self.target(target, at)?;
        let (a, b) = (self.said(a, at)?, self.said(b, at)?);
        if !self.straight {
            return unsaid("num-between");
        }
        let there: Vec<String> = a.there.into_iter().chain(b.there).collect();
        let (a, b) = (a.cell, b.cell);
        let count = format!("(count Sites in:(intersection (sites Between from:{a} to:{b}) {target}))");
        Ok(match there.as_slice() {
            [] => count,
            _ => format!("(if (and {{{}}}) {count} 0)", there.join(" ")),
        })
    }

    /// How many cells of a kind are on the whole line through `from` and `to`.
    fn whole_line(&self, target: &Target, at: Place) -> Result<String, Unsaid> {
        if !self.squares() || at.from.is_empty() {
            return unsaid("num-line");
        }
        let target = self.target(target, at)?;
        let axis = |ways: &str| {
            let line = format!("(sites Direction from:{} (directions {{{ways}}}))", at.from);
            format!(
                "(if (is In {} {line}) (count Sites in:(intersection (union {line} (sites {{{}}})) {target})) 0)",
                at.to, at.from
            )
        };
        Ok(format!("(+ {{{}}})", ["N S", "E W", "NE SW", "NW SE"].map(axis).join(" ")))
    }

    pub fn compare(&self, cmp: Cmp, a: &Int, b: &Int, at: Place) -> Result<String, Unsaid> {
        if let (Int::Phase(cell), Int::Const(phase)) = (a, b) {
            // A cell that is not there has the phase 0.
            let of_phase = |c: &u16| cmp.holds(self.board.phase(*c).into(), *phase);
            let cells: Vec<u16> = self.board.cells().filter(of_phase).collect();
            let cell = self.said(cell, at)?;
            if cell.there.is_some() {
                return unsaid("phase of a cell that may not be there");
            }
            return Ok(format!("(is In {} {})", cell.cell, sites(&cells)));
        }
        if let (Int::LineLength(cell, dirs), Int::Const(n)) = (a, b) {
            return self.line_length(cmp, cell, dirs, *n, at);
        }
        // Comparisons have the same signs there.
        Ok(format!("({} {} {})", cmp.word(), self.number(a, at)?, self.number(b, at)?))
    }

    /// How the longest row of one owner through a cell compares with a number.
    fn line_length(&self, cmp: Cmp, cell: &Coord, dirs: &[Dir], n: i32, at: Place) -> Result<String, Unsaid> {
        let ways = match dirs {
            [] | [Dir::All] => self.adjacent(),
            [Dir::Direct] if self.squares() => "Orthogonal",
            [Dir::Diagonal] if self.squares() => "Diagonal",
            _ => return unsaid("line-length in some directions"),
        };
        if self.rules.pieces.len() != 1 || facts::has_neutral(self.rules) || n < 1 || !self.straight {
            return unsaid("line-length");
        }
        // Of an empty cell the length is 0.
        let least = |n: i32| -> Result<String, Unsaid> {
            let line = |c: &str| match n {
                1 => format!("(not (is Empty {c}))"),
                _ => format!("(and (not (is Empty {c})) (is Line {n} {ways} through:{c}))"),
            };
            Ok(self.said(cell, at)?.and(line))
        };
        Ok(match cmp {
            Cmp::Ge => least(n)?,
            Cmp::Gt => least(n + 1)?,
            Cmp::Lt => format!("(not {})", least(n)?),
            Cmp::Le => format!("(not {})", least(n + 1)?),
            Cmp::Eq => format!("(and {} (not {}))", least(n)?, least(n + 1)?),
            Cmp::Ne => format!("(not (and {} (not {})))", least(n)?, least(n + 1)?),
        })
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
        let is_in = |cell: &Coord, cells: String| -> Result<String, Unsaid> {
            Ok(self.said(cell, at)?.and(|c| format!("(is In {c} {cells})")))
        };
        Ok(match condition {
            Bool::True => "(= 0 0)".into(),
            Bool::And(parts) => all("and", parts)?,
            Bool::Or(parts) => all("or", parts)?,
            Bool::Not(part) => format!("(not {})", self.condition(part, at)?),
            Bool::Compare(cmp, a, b) => self.compare(*cmp, a, b, at)?,
            Bool::Empty(cell) => self.said(cell, at)?.and(|c| format!("(is Empty {c})")),
            Bool::Owner(cell, who) => is_in(cell, self.held_by(*who, None, at)?)?,
            Bool::Same(a, b) => {
                let (a, b) = (self.said(a, at)?, self.said(b, at)?);
                let b_cell = b.cell.clone();
                let same = a.and(|a| format!("(= {a} {b_cell})"));
                b.and(|_| same)
            }
            Bool::InRegion(cell, cells) => is_in(cell, sites(&self.rules.cells_of(self.board, cells, at.player)))?,
            Bool::IsPiece(cell, pieces) => is_in(cell, self.occupied(pieces, at)?)?,
            Bool::OnBoard(cell) => self.said(cell, at)?.there.unwrap_or_else(|| "(= 0 0)".into()),
            Bool::Connected(None, Who::Mover) if !at.from.is_empty() && at.when == When::Before => {
                self.is_beside(at)?
            }
            Bool::Connected(cell, who) => {
                let cell = self.said(cell.as_ref().unwrap_or(&Coord::To), at)?;
                let mut own = self.held_by(*who, None, at)?;
                if !at.from.is_empty() {
                    own = format!("(difference {own} (sites {{{}}}))", at.from);
                }
                cell.and(|c| {
                    format!("(> (count Sites in:(intersection (sites Around {c} {}) {own})) 0)", self.adjacent())
                })
            }
            Bool::Line(a, b, dirs) => {
                let dirs = if dirs.is_empty() { at.ways } else { dirs };
                let (a, b) = (self.said(a, at)?, self.said(b, at)?);
                let line = self.on_line(&a.cell, &b.cell, dirs, at.player)?;
                let line = a.and(|_| line);
                b.and(|_| line)
            }
            Bool::Adjacent(a, b) => {
                let (a, b) = (self.said(a, at)?, self.said(b, at)?);
                let near = format!("(is In {} (sites Around {} {}))", b.cell, a.cell, self.adjacent());
                let near = a.and(|_| near);
                b.and(|_| near)
            }
            Bool::Steps(path) if !at.from.is_empty() => self.is_path(path, at)?,
            Bool::Continuing => "(is Prev Mover)".into(),
            Bool::Captures(how) if at.from.is_empty() => self.would_capture(*how, at)?,
            other => return unsaid(other.word()),
        })
    }

    /// Whether a piece placed on `to` would capture.
    fn would_capture(&self, how: CaptureType, at: Place) -> Result<String, Unsaid> {
        let enemy = "(is Enemy (who at:(between)))";
        match how {
            CaptureType::Line if self.straight => {
                Ok(format!("(can Move {})", self.custodial(at.to, enemy, "(apply (remove (between)))", None)))
            }
            // A group is taken if the cell is its last liberty. Groups are of one owner here, and of one type there.
            CaptureType::Surround if self.rules.pieces.len() == 1 && !facts::has_neutral(self.rules) => {
                let around = self.adjacent();
                Ok(format!(
                    "(> (count Sites in:(forEach (intersection (sites Around {} {around}) {}) if:(= 1 (count Liberties at:(site) {around})))) 0)",
                    at.to,
                    self.held("Enemy", None)
                ))
            }
            _ => unsaid("captures"),
        }
    }

    /// Runs of such cells between a cell and a piece of the mover.
    pub fn custodial(&self, from: &str, run: &str, apply: &str, size: Option<(u32, u32)>) -> String {
        let range = match size {
            None => "(max 99) ".to_string(),
            Some((1, most)) => format!("(max {most}) "),
            Some((least, most)) if least == most => format!("(exact {most}) "),
            Some((least, most)) => format!("(range {least} {most}) "),
        };
        format!(
            "(custodial (from {from}) {} (between {range}if:{run} {apply}) (to if:(is Friend (who at:(to)))))",
            self.adjacent()
        )
    }
}

/// Whether a number is 0 at least, whatever the position.
fn is_never_negative(number: &Int) -> bool {
    match number {
        Int::Const(n) => *n >= 0,
        Int::Sum(all) | Int::Product(all) | Int::Min(all) => all.iter().all(is_never_negative),
        Int::Max(all) => all.iter().any(is_never_negative),
        Int::Modulo(a, _) => is_never_negative(a),
        Int::Abs(_)
        | Int::MoveNumber
        | Int::InHand(..)
        | Int::Pieces(_)
        | Int::Neighbours(..)
        | Int::Between(..)
        | Int::WholeLine(_)
        | Int::Distance(..)
        | Int::Row(_)
        | Int::Col(_)
        | Int::Height(_)
        | Int::PieceState(_)
        | Int::CellState(_)
        | Int::Groups(_)
        | Int::LargestGroup(..) => true,
        _ => false,
    }
}
