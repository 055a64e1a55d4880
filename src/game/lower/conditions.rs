//! Conditions of moves, numbers, and conditions that end the game.

use super::super::rules::*;
use super::lowering::{LowerError, Lowering, Result, fail};
use crate::language::resolve::Element;
use crate::language::schema::{self, Word, word};
use crate::language::{Kind, Tree};

impl Lowering {
    pub(super) fn bool(&self, tree: &Tree) -> Result<Bool> {
        use word::Bool as W;
        let (word, e) = self.resolve(tree)?;
        let compare = |cmp| self.sides(&e, tree).map(|(a, b)| Bool::Compare(cmp, a, b));
        let cell = |default| self.coord_or(e.get("cell"), default);
        let who = || e.get("player").map_or(Ok(Who::Mover), |t| self.who(t));
        Ok(match word {
            W::And => Bool::And(self.list(e.all("conditions"), Self::bool)?),
            W::Or => Bool::Or(self.list(e.all("conditions"), Self::bool)?),
            W::Not => Bool::Not(Box::new(self.bool(e.get("condition").unwrap_or(tree))?)),
            W::Empty => Bool::Empty(cell(Coord::To)?),
            W::Owner => Bool::Owner(cell(Coord::To)?, who()?),
            W::Friend => Bool::Owner(cell(Coord::To)?, Who::Mover),
            W::Enemy => Bool::Owner(cell(Coord::To)?, Who::Opponent),
            W::Neutral => Bool::Owner(cell(Coord::To)?, Who::Neutral),
            W::Line => {
                let (a, b) = self.pair(e.all("cells"))?;
                Bool::Line(a, b, self.list(e.all("directions"), Self::direction)?)
            }
            W::Connected => Bool::Connected(e.get("cell").map(|t| self.coord(t)).transpose()?, who()?),
            W::Adjacent => Bool::Adjacent(
                self.coord(e.get("first").unwrap_or(tree))?,
                self.coord(e.get("second").unwrap_or(tree))?,
            ),
            #[cfg(test)]
            W::Abutting => Bool::Abutting(
                self.coord(e.get("first").unwrap_or(tree))?,
                self.coord(e.get("second").unwrap_or(tree))?,
            ),
            W::Steps => Bool::Steps(self.list(e.all("path"), Self::turtle)?),
            W::Same => {
                Bool::Same(self.coord(e.get("first").unwrap_or(tree))?, self.coord(e.get("second").unwrap_or(tree))?)
            }
            W::OnBoard => Bool::OnBoard(cell(Coord::To)?),
            W::InRegion => Bool::InRegion(cell(Coord::To)?, self.cells(e.all("cells"))?),
            W::IsPiece => Bool::IsPiece(cell(Coord::From)?, self.record(e.get("piece").unwrap_or(tree))?),
            W::Flagged => Bool::Flagged(cell(Coord::From)?, self.flag(e.get("flag").unwrap_or(tree))?),
            W::Captures => Bool::Captures(self.capture_type(e.get("type").unwrap_or(tree))?),
            W::Attacked => Bool::Attacked(cell(Coord::To)?),
            W::FirstMove => Bool::FirstMove,
            W::Onward => Bool::Onward,
            W::Continuing => Bool::Continuing,
            W::Eq => compare(Cmp::Eq)?,
            W::Ne => compare(Cmp::Ne)?,
            W::Lt => compare(Cmp::Lt)?,
            W::Le => compare(Cmp::Le)?,
            W::Gt => compare(Cmp::Gt)?,
            W::Ge => compare(Cmp::Ge)?,
        })
    }

    pub(super) fn sides(&self, e: &Element, tree: &Tree) -> Result<(Int, Int)> {
        Ok((self.int(e.get("left").unwrap_or(tree))?, self.int(e.get("right").unwrap_or(tree))?))
    }

    pub(super) fn int(&self, tree: &Tree) -> Result<Int> {
        if let Some(n) = tree.as_int() {
            return match i32::try_from(n) {
                Ok(n) if n.abs() <= 1_000_000 => Ok(Int::Const(n)),
                _ => fail(tree, "numbers go from -1000000 to 1000000"),
            };
        }
        use word::Int as W;
        let (word, e) = self.resolve(tree)?;
        let cell = |default| self.coord_or(e.get("cell"), default);
        let who = || e.get("player").map_or(Ok(Who::Mover), |t| self.who(t));
        let target = || self.target(e.get("target").unwrap_or(tree));
        let terms = || self.list(e.all("terms"), Self::int);
        Ok(match word {
            W::Sum => Int::Sum(terms()?),
            W::Difference => Int::Difference(terms()?),
            W::Product => Int::Product(terms()?),
            W::Min => Int::Min(terms()?),
            W::Max => Int::Max(terms()?),
            W::Quotient => {
                let (a, b) = self.sides(&e, tree)?;
                Int::Quotient(Box::new(a), Box::new(b))
            }
            W::Mod => {
                let (a, b) = self.sides(&e, tree)?;
                Int::Modulo(Box::new(a), Box::new(b))
            }
            W::Abs => Int::Abs(Box::new(self.int(e.get("term").unwrap_or(tree))?)),
            W::NumBetween => {
                let (a, b) = self.pair(e.all("cells"))?;
                Int::Between(target()?, a, b)
            }
            W::NumLine => Int::WholeLine(target()?),
            W::NumNbors => Int::Neighbours(cell(Coord::To)?, target()?),
            W::Height => Int::Height(cell(Coord::To)?),
            W::GroupSize => Int::GroupSize(cell(Coord::To)?),
            W::Phase => Int::Phase(cell(Coord::To)?),
            W::Distance => {
                let (a, b) = self.pair(e.all("cells"))?;
                Int::Distance(a, b)
            }
            W::PieceState => Int::PieceState(cell(Coord::From)?),
            W::CellState => Int::CellState(cell(Coord::To)?),
            W::Value => Int::Value(cell(Coord::To)?),
            W::Liberties => Int::Liberties(cell(Coord::To)?),
            W::LineLength => Int::LineLength(cell(Coord::To)?, self.list(e.all("directions"), Self::direction)?),
            #[cfg(test)]
            W::RowCopy => Int::RowCopy(cell(Coord::To)?),
            W::Row => Int::Row(cell(Coord::To)?),
            W::Col => Int::Col(cell(Coord::To)?),
            W::NumPieces => Int::Pieces(target()?),
            W::NumGroups => Int::Groups(who()?),
            W::LargestGroup => Int::LargestGroup(who()?, self.uint(&e, "rank")?.unwrap_or(1)),
            W::Territory => Int::Territory(who()?),
            W::NumInHand => {
                let record = e.get("piece").map(|t| self.record(t)).transpose()?.unwrap_or_default();
                Int::InHand(who()?, record.kind)
            }
            W::NumCaptured => Int::Captured(who()?),
            W::Score => Int::Score(who()?),
            W::MoveNumber => Int::MoveNumber,
        })
    }

    pub(super) fn clause(&self, tree: &Tree) -> Result<Clause> {
        let (_, e) = self.resolve::<word::Clause>(tree)?;
        let head = Tree { kind: Kind::Word(tree.head().unwrap_or_default().into()), span: tree.span };
        let verdict = match self.word(e.get("result").unwrap_or(tree))? {
            word::Result::Win => Verdict::Win,
            word::Result::Lose => Verdict::Lose,
            word::Result::Draw => Verdict::Draw,
        };
        let who = match self.who(&head)? {
            who @ (Who::Player(_) | Who::All) => who,
            _ => return fail(tree, "a clause is about a player by name, or All"),
        };
        Ok(Clause { who, verdict, condition: self.condition(e.get("condition").unwrap_or(tree))? })
    }

    pub(super) fn condition(&self, tree: &Tree) -> Result<Condition> {
        use word::Condition as W;
        let (word, e) = self.resolve(tree)?;
        let compare = |cmp| self.sides(&e, tree).map(|(a, b)| Condition::Compare(cmp, a, b));
        let pieces = e.get("piece").map(|t| self.record(t)).transpose()?;
        let flags: Vec<word::ConditionFlag> = self.list(e.all("flags"), Self::word)?;
        let flag = |word| flags.contains(&word);
        let adjacency = e.get("adjacency").map(|t| self.adjacency(t)).transpose()?;
        let count = |name: &str| Ok::<u32, LowerError>(self.uint(&e, name)?.unwrap_or(1));
        let record = || pieces.clone().unwrap_or_default();
        Ok(match word {
            W::And => Condition::And(self.list(e.all("conditions"), Self::condition)?),
            W::Or => Condition::Or(self.list(e.all("conditions"), Self::condition)?),
            W::Not => Condition::Not(Box::new(self.condition(e.get("condition").unwrap_or(tree))?)),
            W::Connect => {
                let mut regions = self.cells(e.all("regions"))?;
                if regions.is_empty() {
                    regions.push(Cells::OwnRegions);
                }
                let count = self.uint(&e, "count")?;
                Condition::Connect {
                    count,
                    regions,
                    pieces: record(),
                    adjacency,
                    buried: flag(word::ConditionFlag::Stack),
                }
            }
            W::Cycle => Condition::Cycle { pieces: record(), adjacency },
            W::Group => Condition::Group {
                size: self.uint(&e, "size")?,
                exactly: flag(word::ConditionFlag::Exactly),
                pieces: record(),
                adjacency,
                buried: flag(word::ConditionFlag::Stack),
            },
            W::InARow => Condition::InARow {
                length: self.number(e.get("length").unwrap_or(tree), 2, 25)? as u32,
                exactly: flag(word::ConditionFlag::Exactly),
                pieces: record(),
                adjacency,
                buried: flag(word::ConditionFlag::Stack),
            },
            W::Pattern => Condition::Pattern { path: self.list(e.all("path"), Self::turtle)?, pieces: record() },
            W::Reach => self.reach(&e, &flags, record())?,
            W::Capture => Condition::Capture { count: count("count")?, pieces: record() },
            W::Threatened => Condition::Threatened(record()),
            W::Path => Condition::Path { goal: self.cells(e.all("goal"))?, pieces: record() },
            W::Eliminate => Condition::Eliminate {
                player: e.get("player").map_or(Ok(Who::Opponent), |t| self.who(t))?,
                pieces: record(),
            },
            W::Score => Condition::Score(match e.get("score") {
                Some(t) if t.as_int().is_some() => Some(self.number(t, 1, 999)?),
                _ => None,
            }),
            W::Stack => Condition::Stack {
                height: count("height")?,
                exactly: flag(word::ConditionFlag::Exactly),
                pieces: record(),
                own_only: flag(word::ConditionFlag::Owner),
            },
            #[cfg(test)]
            W::Heap => Condition::Heap {
                height: count("height")?,
                exactly: flag(word::ConditionFlag::Exactly),
                pieces: record(),
                own_only: flag(word::ConditionFlag::Owner),
            },
            W::State => Condition::State {
                state: self.state_id(e.get("state").unwrap_or(tree))?,
                cell: e.get("cell").map(|t| self.coord(t)).transpose()?,
                pieces,
            },
            W::NoMove => Condition::NoMove,
            W::AllPassed => Condition::AllPassed,
            W::Full => Condition::Full,
            W::Eq => compare(Cmp::Eq)?,
            W::Ne => compare(Cmp::Ne)?,
            W::Lt => compare(Cmp::Lt)?,
            W::Le => compare(Cmp::Le)?,
            W::Gt => compare(Cmp::Gt)?,
            W::Ge => compare(Cmp::Ge)?,
        })
    }

    pub(super) fn reach(&self, e: &Element, flags: &[word::ConditionFlag], pieces: PieceRecord) -> Result<Condition> {
        use word::ConditionFlag as F;
        let mut goal = Vec::new();
        let mut all = flags.contains(&F::All);
        for t in e.all("goal") {
            let head = t.head().filter(|_| t.args().is_empty());
            let side = head.and_then(|head| schema::find(head, word::Direction::CATEGORY));
            match head {
                Some("away") => goal.push(Cells::Away(1)),
                // As a flag `all` means every piece; the goal "all cells" would be met at once.
                Some("all") => all = true,
                _ if side.is_some() => match self.direction(t)? {
                    Dir::Compass(c) => goal.push(Cells::Side(c)),
                    _ => return fail(t, "a side is named by a compass direction"),
                },
                _ => goal.extend(self.cells(&[t])?),
            }
        }
        let count = match (flags.contains(&F::Fill), all) {
            (true, _) => ReachCount::Fill,
            (_, true) => ReachCount::AllPieces,
            _ => ReachCount::Count(self.uint(e, "count")?.unwrap_or(1)),
        };
        Ok(Condition::Reach { goal, count, pieces, buried: flags.contains(&F::Stack) })
    }

    pub(super) fn adjacency(&self, tree: &Tree) -> Result<Adjacency> {
        Ok(match self.word(tree)? {
            word::Adjacency::DNbors => Adjacency::Direct,
            word::Adjacency::INbors => Adjacency::Indirect,
            word::Adjacency::AllNbors => Adjacency::All,
        })
    }
}
