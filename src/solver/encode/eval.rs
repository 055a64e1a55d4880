//! Conditions and numbers, read against a partly known position. `game/semantics.md` says what they mean.

use super::view::{Extra, Lookup, Partial, Stop, all, any, matches, unsupported};
use crate::board::CellId;
use crate::game::rules::*;

/// A move that is being considered or made.
#[derive(Clone, Copy)]
pub(super) struct MoveInstance<'a> {
    pub kind: usize,
    pub def: &'a MoveDef,
    pub from: Option<CellId>,
    pub to: Option<CellId>,
}

/// The least and the greatest value, and a layer to look at if these differ.
type Range = ((i32, i32), Option<usize>);

/// A position with a move and the cell under consideration.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub p: &'a Partial<'a>,
    pub instance: MoveInstance<'a>,
    pub current: Option<CellId>,
    /// The facing of the piece on `from`, or of the mover for a drop.
    pub direction: Option<usize>,
    /// Whether the move is on the board already.
    pub made: bool,
    pub continuing: bool,
}

impl View<'_> {
    fn cell(&self, coord: &Coord) -> Lookup<Option<CellId>> {
        let setting = self.p.setting;
        Ok(match coord {
            Coord::From => self.instance.from,
            Coord::To => self.instance.to,
            Coord::Current => self.current,
            Coord::Over => self.instance.from.zip(self.instance.to).and_then(|(from, to)| {
                let between = setting.between(from, to)?;
                Some(between.last().copied().unwrap_or(from))
            }),
            Coord::Middle => self.instance.from.zip(self.instance.to).and_then(|(from, to)| {
                let between = setting.between(from, to)?;
                (between.len() % 2 == 1).then(|| between[between.len() / 2])
            }),
            Coord::Ahead(base, count) => {
                let ends = self.instance.from.zip(self.instance.to);
                let Some(d) = ends.and_then(|(from, to)| setting.line(from, to)) else { return Ok(None) };
                let Some(start) = self.cell(base)? else { return Ok(None) };
                (0..*count).try_fold(start, |at, _| setting.board.neighbour(at, d))
            }
            Coord::Last => self.p.last_cell()?,
            Coord::Label(label) => setting.board.cell(label),
            Coord::Step(base, dir, count) => {
                let Some(start) = self.cell(base)? else { return Ok(None) };
                let Some(d) = setting.directions(*dir, self.direction).into_iter().min() else { return Ok(None) };
                (0..*count).try_fold(start, |at, _| setting.board.neighbour(at, d))
            }
        })
    }

    /// The cell that an action or effect is about.
    pub fn place(&self, coord: &Coord) -> Lookup<Option<CellId>> {
        self.cell(coord)
    }

    pub fn holds(&self, condition: &Bool) -> Lookup<bool> {
        let (p, setting) = (self.p, self.p.setting);
        let on = |coord: &Coord, test: &dyn Fn(CellId) -> Lookup<bool>| match self.cell(coord)? {
            Some(cell) => test(cell),
            None => Ok(false),
        };
        let both = |a: &Coord, b: &Coord, test: &dyn Fn(CellId, CellId) -> bool| -> Lookup<bool> {
            Ok(self.cell(a)?.zip(self.cell(b)?).is_some_and(|(a, b)| test(a, b)))
        };
        match condition {
            Bool::True => Ok(true),
            Bool::And(cs) => all(cs.iter().map(|c| self.holds(c))),
            Bool::Or(cs) => any(cs.iter().map(|c| self.holds(c))),
            Bool::Not(c) => Ok(!self.holds(c)?),
            Bool::Compare(cmp, a, b) => self.compare(*cmp, a, b),
            Bool::Empty(c) => on(c, &|c| p.is_empty(c)),
            Bool::Owner(c, who) => on(c, &|c| self.is_of(c, *who)),
            Bool::Line(a, b, own) => {
                let dirs: &[Dir] = match (&own[..], &self.instance.def.directions[..]) {
                    ([], []) => &[Dir::All],
                    ([], moved) => moved,
                    (own, _) => own,
                };
                both(a, b, &|a, b| {
                    let mut ways = dirs.iter().flat_map(|d| setting.directions(*d, self.direction));
                    ways.any(|d| setting.board.ray(a, d).any(|c| c == b))
                })
            }
            Bool::Connected(None, who) => match (self.instance.from, self.instance.to) {
                (_, None) => Ok(false),
                (Some(from), Some(to)) => {
                    let dirs = &self.instance.def.directions;
                    let mut ways = dirs.iter().flat_map(|d| setting.directions(*d, self.direction));
                    let along = dirs.is_empty() || ways.any(|d| setting.board.neighbour(from, d) == Some(to));
                    Ok(along && setting.board.adjacent(from).contains(&to))
                }
                (None, Some(to)) => self.is_beside(to, *who),
            },
            Bool::Connected(Some(c), who) => on(c, &|c| self.is_beside(c, *who)),
            Bool::Adjacent(a, b) => both(a, b, &|a, b| setting.board.adjacent(a).contains(&b)),
            #[cfg(test)]
            Bool::Abutting(a, b) => both(a, b, &|a, b| setting.board.adjacent(a).contains(&b)),
            Bool::Steps(steps) => {
                let (Some(from), Some(to)) = (self.instance.from, self.instance.to) else { return Ok(false) };
                let dirs = &self.instance.def.directions;
                let headings: Vec<usize> = match dirs.is_empty() {
                    true => self.direction.into_iter().collect(),
                    false => dirs.iter().flat_map(|d| setting.directions(*d, self.direction)).collect(),
                };
                let end = |h: usize| setting.path(from, h, steps).and_then(|p| p.last().copied());
                Ok(headings.into_iter().any(|h| end(h) == Some(to)))
            }
            Bool::Same(a, b) => both(a, b, &|a, b| a == b),
            Bool::OnBoard(c) => on(c, &|_| Ok(true)),
            Bool::InRegion(c, cells) => on(c, &|c| Ok(setting.union(cells, p.mover).contains(&c))),
            Bool::IsPiece(c, record) => on(c, &|c| Ok(p.top(c)?.is_some_and(|m| matches(m, record, p.mover)))),
            Bool::Flagged(c, flag) => on(c, &|c| Ok(p.top(c)?.is_some_and(|m| m.flags & flag == *flag))),
            Bool::Captures(how) => self.captures(*how),
            Bool::FirstMove => match p.number_at(Extra::Moved(p.mover))? {
                Some(moved) => Ok(moved == 0),
                None => unsupported("`first-move`"),
            },
            Bool::Continuing => Ok(self.continuing),
            other => unsupported(format!("`{}`", other.word())),
        }
    }

    fn is_of(&self, cell: CellId, who: Who) -> Lookup<bool> {
        Ok(self.p.top(cell)?.is_some_and(|m| who.means(m.owner, self.p.mover)))
    }

    fn is_beside(&self, cell: CellId, who: Who) -> Lookup<bool> {
        let beside = self.p.setting.board.adjacent(cell).iter();
        any(beside.filter(|&&c| Some(c) != self.instance.from).map(|&c| self.is_of(c, who)))
    }

    fn captures(&self, how: CaptureType) -> Lookup<bool> {
        let Some(to) = self.instance.to else { return Ok(false) };
        if how == CaptureType::Replace {
            let enemy = Some(self.p.mover.opponent());
            return Ok(self.p.content(to)?.men.iter().any(|m| m.owner == enemy));
        }
        let mut after = self.p.clone();
        let man = match self.instance.from {
            _ if self.made => None,
            Some(from) => {
                let mut content = after.content(from)?.clone();
                let man = content.men.pop();
                after.cells.insert(from, content);
                man
            }
            None => Some(after.new_man(self.instance.kind)),
        };
        if let Some(man) = man {
            let mut content = after.content(to)?.clone();
            content.men.push(man);
            after.cells.insert(to, content);
        }
        let taken = after.captured(self.instance.from, to, how, Who::Opponent, &PieceRecord::default(), None)?;
        Ok(!taken.is_empty())
    }

    /// Compares numbers. Sums of counted cells are settled as soon as the cells known leave no doubt.
    fn compare(&self, cmp: Cmp, a: &Int, b: &Int) -> Lookup<bool> {
        let ((a_low, a_high), a_stop) = self.range(a)?;
        let ((b_low, b_high), b_stop) = self.range(b)?;
        let (always, never) = match cmp {
            Cmp::Eq => (a_low == a_high && b_low == b_high && a_low == b_low, a_high < b_low || b_high < a_low),
            Cmp::Ne => (a_high < b_low || b_high < a_low, a_low == a_high && b_low == b_high && a_low == b_low),
            Cmp::Lt => (a_high < b_low, a_low >= b_high),
            Cmp::Le => (a_high <= b_low, a_low > b_high),
            Cmp::Gt => (a_low > b_high, a_high <= b_low),
            Cmp::Ge => (a_low >= b_high, a_high < b_low),
        };
        match (always, never, a_stop.or(b_stop)) {
            (true, ..) => Ok(true),
            (_, true, _) => Ok(false),
            (.., Some(layer)) => Err(Stop::Need(layer)),
            // Both are known.
            _ => Ok(cmp.holds(a_low, b_low)),
        }
    }

    /// The least and the greatest that a number may be, and a layer to look at if these differ.
    fn range(&self, number: &Int) -> Lookup<Range> {
        let counted = |cells: Vec<CellId>, target: &Target| -> Lookup<Range> {
            let (mut low, mut high, mut stop) = (0, 0, None);
            for cell in cells {
                match self.is_target(cell, target) {
                    Ok(yes) => {
                        low += yes as i32;
                        high += yes as i32;
                    }
                    Err(Stop::Need(layer)) => {
                        high += 1;
                        stop.get_or_insert(layer);
                    }
                    Err(s) => return Err(s),
                }
            }
            Ok(((low, high), stop))
        };
        let setting = self.p.setting;
        match number {
            Int::Between(target, a, b) => {
                let ends = self.cell(a)?.zip(self.cell(b)?);
                counted(ends.and_then(|(a, b)| setting.between(a, b)).unwrap_or_default(), target)
            }
            Int::WholeLine(target) => {
                let ends = self.instance.from.zip(self.instance.to);
                let line = ends.and_then(|(a, b)| Some((a, setting.board.line_any(a, b)?.0)));
                let cells = line.map(|(a, d)| {
                    let back = setting.board.ray(a, setting.board.opposite(d));
                    back.chain([a]).chain(setting.board.ray(a, d)).collect()
                });
                counted(cells.unwrap_or_default(), target)
            }
            Int::Neighbours(c, target) => {
                counted(self.cell(c)?.map_or(Vec::new(), |c| setting.board.adjacent(c).to_vec()), target)
            }
            Int::Pieces(target) => counted(setting.board.cells().collect(), target),
            Int::Product(terms) if terms.len() == 2 && matches!(terms[0], Int::Const(0..)) => {
                let ((low, high), stop) = self.range(&terms[1])?;
                let Int::Const(n) = terms[0] else { return unsupported("a product") };
                Ok(((low.saturating_mul(n), high.saturating_mul(n)), stop))
            }
            _ => {
                let n = self.number(number)?;
                Ok(((n, n), None))
            }
        }
    }

    fn is_target(&self, cell: CellId, target: &Target) -> Lookup<bool> {
        match target {
            Target::Empty => self.p.is_empty(cell),
            Target::Pieces(record) => Ok(self.p.top(cell)?.is_some_and(|m| matches(m, record, self.p.mover))),
        }
    }

    pub fn number(&self, number: &Int) -> Lookup<i32> {
        let (p, setting) = (self.p, self.p.setting);
        let board = setting.board;
        let at = |coord: &Coord, f: &dyn Fn(CellId) -> Lookup<i32>| match self.cell(coord)? {
            Some(cell) => f(cell),
            None => Ok(0),
        };
        Ok(match number {
            Int::Const(n) => *n,
            Int::Sum(..) | Int::Product(..) | Int::Difference(..) | Int::Quotient(..) => self.computed(number)?,
            Int::Modulo(..) | Int::Min(..) | Int::Max(..) | Int::Abs(..) => self.computed(number)?,
            Int::Between(..) | Int::WholeLine(_) | Int::Neighbours(..) | Int::Pieces(_) => {
                let ((n, _), stop) = self.range(number)?;
                match stop {
                    Some(layer) => return Err(Stop::Need(layer)),
                    None => n,
                }
            }
            Int::Height(c) => at(c, &|c| Ok(p.content(c)?.men.len() as i32))?,
            Int::GroupSize(c) => at(c, &|c| self.group_size(c))?,
            Int::Phase(c) => at(c, &|c| Ok(board.phase(c).into()))?,
            Int::Distance(a, b) => match self.cell(a)?.zip(self.cell(b)?) {
                Some((a, b)) => board.distance(a, b).map_or(999, |n| n as i32),
                None => 0,
            },
            Int::PieceState(c) => at(c, &|c| Ok(p.top(c)?.map_or(0, |m| m.state.number().into())))?,
            Int::CellState(c) => at(c, &|c| Ok(p.content(c)?.state.number().into()))?,
            Int::Value(c) => at(c, &|c| Ok(p.top(c)?.map_or(0, |m| setting.rules.pieces[m.kind as usize].value)))?,
            Int::Liberties(c) => at(c, &|c| self.liberties(c))?,
            #[cfg(test)]
            Int::RowCopy(c) => at(c, &|c| Ok(board.row(c) as i32 + 1))?,
            Int::Row(c) => at(c, &|c| Ok(board.row(c) as i32 + 1))?,
            Int::Col(c) => at(c, &|c| Ok(board.col(c) as i32 + 1))?,
            Int::Groups(who) => self.groups(*who)?,
            Int::InHand(who, kind) => self.in_hand(*who, *kind)?,
            // A move is counted only after its effects.
            Int::MoveNumber => match self.p.number_at(Extra::Moves)? {
                Some(n) => n.into(),
                None => return unsupported("`move-number`"),
            },
            other => return unsupported(format!("`{}`", other.word())),
        })
    }

    /// A number computed from others.
    fn computed(&self, number: &Int) -> Lookup<i32> {
        let values = |terms: &[Int]| terms.iter().map(|t| self.number(t)).collect::<Lookup<Vec<i32>>>();
        Ok(match number {
            Int::Sum(terms) => values(terms)?.into_iter().fold(0, i32::saturating_add),
            Int::Product(terms) => values(terms)?.into_iter().fold(1, i32::saturating_mul),
            Int::Difference(terms) => match values(terms)?[..] {
                [] => 0,
                [only] => 0i32.saturating_sub(only),
                [first, ref rest @ ..] => rest.iter().copied().fold(first, i32::saturating_sub),
            },
            Int::Quotient(a, b) => match self.number(b)? {
                0 => 0,
                b => self.number(a)?.saturating_div(b),
            },
            Int::Modulo(a, b) => match self.number(b)? {
                0 => 0,
                b => self.number(a)?.wrapping_rem_euclid(b),
            },
            Int::Min(terms) => values(terms)?.into_iter().min().unwrap_or(0),
            Int::Max(terms) => values(terms)?.into_iter().max().unwrap_or(0),
            Int::Abs(n) => self.number(n)?.saturating_abs(),
            _ => return unsupported("a number that is not computed"),
        })
    }

    /// The cells of the mover's groups on a cell and beside it.
    fn group_size(&self, cell: CellId) -> Lookup<i32> {
        let mut cells: Vec<CellId> = Vec::new();
        for near in std::iter::once(cell).chain(self.p.setting.board.adjacent(cell).iter().copied()) {
            if self.is_of(near, Who::Mover)? && !cells.contains(&near) {
                cells.extend(self.p.group(near)?);
            }
        }
        cells.sort_unstable();
        cells.dedup();
        Ok(cells.len() as i32)
    }

    /// The empty cells beside the group of a cell.
    fn liberties(&self, cell: CellId) -> Lookup<i32> {
        let mut empty = Vec::new();
        for c in self.p.group(cell)? {
            for &n in self.p.setting.board.adjacent(c) {
                if !empty.contains(&n) && self.p.is_empty(n)? {
                    empty.push(n);
                }
            }
        }
        Ok(empty.len() as i32)
    }

    /// The groups that somebody's pieces form.
    fn groups(&self, who: Who) -> Lookup<i32> {
        let mut seen: Vec<CellId> = Vec::new();
        let mut groups = 0;
        for cell in self.p.setting.board.cells() {
            if !seen.contains(&cell) && self.is_of(cell, who)? {
                seen.extend(self.p.group(cell)?);
                groups += 1;
            }
        }
        Ok(groups)
    }

    /// The pieces, of one kind or all, that somebody holds; 999 where they never run out.
    fn in_hand(&self, who: Who, kind: Option<usize>) -> Lookup<i32> {
        let (p, kinds) = (self.p, self.p.setting.rules.pieces.len());
        let mut sum = 0;
        for player in Player::BOTH.into_iter().filter(|&player| who.means(Some(player), p.mover)) {
            for k in (0..kinds).filter(|k| kind.is_none_or(|kind| kind == *k)) {
                match p.hand(player, k)? {
                    Some(n) => sum += i32::from(n),
                    None => return Ok(999),
                }
            }
        }
        Ok(sum)
    }
}
