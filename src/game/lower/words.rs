//! Players, pieces, directions, cells and what is counted.

use super::super::rules::*;
use super::lowering::{LowerError, Lowering, Result, fail};
use crate::board::Compass;
use crate::language::Tree;
use crate::language::schema::{self, Word, word};

impl Lowering {
    pub(super) fn who(&self, tree: &Tree) -> Result<Who> {
        use word::PlayerType as W;
        let head = tree.head().unwrap_or_default();
        if let Some(i) = self.names.players.iter().position(|n| n == head) {
            return Ok(Who::Player(Player::from_index(i)));
        }
        let known = schema::find(head, W::CATEGORY).and_then(|l| W::of(l.id));
        Ok(match known {
            Some(W::All | W::AllLower) => Who::All,
            Some(W::None) => Who::Nobody,
            Some(W::Neutral) => Who::Neutral,
            Some(W::Current | W::Friend) => Who::Mover,
            Some(W::Enemy) => Who::Opponent,
            Some(W::Player) | None => {
                return fail(tree, "a player is needed here: White, Black, All, current, enemy, neutral");
            }
        })
    }

    pub(super) fn record(&self, tree: &Tree) -> Result<PieceRecord> {
        let (_, e) = self.resolve::<word::PieceRecord>(tree)?;
        let kind = tree.head().and_then(|h| self.names.pieces.iter().position(|n| n == h));
        let owner = e.get("owner").map(|t| self.who(t)).transpose()?;
        let mut record = PieceRecord { kind, owner, state: None, flags: 0 };
        for item in e.all("items") {
            let (word, i) = self.resolve(item)?;
            match word {
                word::RecordItem::State => {
                    record.state = Some(self.state_id(i.get("state").unwrap_or(item))?);
                }
                word::RecordItem::Flags => record.flags |= self.flags(i.all("flags"))?,
            }
        }
        Ok(record)
    }

    pub(super) fn flag(&self, tree: &Tree) -> Result<u8> {
        let word = tree.as_word().unwrap_or_default();
        match self.names.flags.iter().position(|f| f == word) {
            Some(bit) if bit < 8 => Ok(1 << bit),
            _ => fail(tree, format!("no piece declares the flag `{word}`")),
        }
    }

    pub(super) fn flags(&self, trees: &[&Tree]) -> Result<u8> {
        trees.iter().try_fold(0, |bits, t| Ok(bits | self.flag(t)?))
    }

    pub(super) fn capture_type(&self, tree: &Tree) -> Result<CaptureType> {
        use word::CaptureType as W;
        Ok(match self.word(tree)? {
            W::Replace => CaptureType::Replace,
            W::Surround => CaptureType::Surround,
            W::DNbors => CaptureType::Direct,
            W::INbors => CaptureType::Indirect,
            W::AllNbors => CaptureType::AllNeighbours,
            W::Over => CaptureType::Over,
            W::Line => CaptureType::Line,
            W::Approach => CaptureType::Approach,
            W::Withdraw => CaptureType::Withdraw,
            W::Everywhere => CaptureType::Everywhere,
        })
    }

    pub(super) fn direction(&self, tree: &Tree) -> Result<Dir> {
        use word::Direction as W;
        Ok(match self.word(tree)? {
            W::N => Dir::Compass(Compass::N),
            W::S => Dir::Compass(Compass::S),
            W::E => Dir::Compass(Compass::E),
            W::W => Dir::Compass(Compass::W),
            W::Ne => Dir::Compass(Compass::Ne),
            W::Nw => Dir::Compass(Compass::Nw),
            W::Se => Dir::Compass(Compass::Se),
            W::Sw => Dir::Compass(Compass::Sw),
            W::U => Dir::Up,
            W::D => Dir::Down,
            W::F => Dir::Turtle(Turtle::F),
            W::B => Dir::Turtle(Turtle::B),
            W::L => Dir::Turtle(Turtle::L),
            W::R => Dir::Turtle(Turtle::R),
            W::Fl => Dir::Turtle(Turtle::Fl),
            W::Fr => Dir::Turtle(Turtle::Fr),
            W::Bl => Dir::Turtle(Turtle::Bl),
            W::Br => Dir::Turtle(Turtle::Br),
            W::Direct => Dir::Direct,
            W::Diagonal => Dir::Diagonal,
            W::All | W::Any => Dir::All,
        })
    }

    pub(super) fn turtle(&self, tree: &Tree) -> Result<Turtle> {
        use word::Turtle as W;
        Ok(match self.word(tree)? {
            W::F => Turtle::F,
            W::B => Turtle::B,
            W::L => Turtle::L,
            W::R => Turtle::R,
            W::Fl => Turtle::Fl,
            W::Fr => Turtle::Fr,
            W::Bl => Turtle::Bl,
            W::Br => Turtle::Br,
        })
    }

    pub(super) fn coord_or(&self, tree: Option<&Tree>, default: Coord) -> Result<Coord> {
        tree.map_or(Ok(default), |t| self.coord(t))
    }

    pub(super) fn coord(&self, tree: &Tree) -> Result<Coord> {
        use word::Coord as W;
        let (word, e) = self.resolve(tree)?;
        Ok(match word {
            W::From => Coord::From,
            W::To => Coord::To,
            W::Current => self.current(),
            W::Over => Coord::Over,
            W::Last => Coord::Last,
            W::Step => {
                let dir = self.direction(e.get("direction").unwrap_or(tree))?;
                if matches!(dir, Dir::Direct | Dir::Diagonal | Dir::All) {
                    return fail(tree, "`step` needs one direction");
                }
                let cell = self.coord(e.get("cell").unwrap_or(tree))?;
                Coord::Step(Box::new(cell), dir, self.uint(&e, "count")?.unwrap_or(1).clamp(1, 99))
            }
            W::Middle => Coord::Middle,
            W::Ahead => {
                let cell = self.coord(e.get("cell").unwrap_or(tree))?;
                Coord::Ahead(Box::new(cell), self.uint(&e, "count")?.unwrap_or(1).clamp(1, 99))
            }
            W::Label => Coord::Label(tree.head().unwrap_or_default().to_string()),
        })
    }

    pub(super) fn pair(&self, trees: &[&Tree]) -> Result<(Coord, Coord)> {
        match trees {
            [] => Ok((Coord::From, Coord::To)),
            [a] => Ok((self.coord(a)?, Coord::To)),
            [a, b] => Ok((self.coord(a)?, self.coord(b)?)),
            [_, _, extra, ..] => fail(extra, "two cells at most"),
        }
    }

    pub(super) fn cells(&self, trees: &[&Tree]) -> Result<Vec<Cells>> {
        self.list(trees, |s, t| {
            use word::Cells as W;
            let (word, e) = s.resolve(t)?;
            let number = |name: &str| Ok::<u32, LowerError>(s.uint(&e, name)?.unwrap_or(1));
            Ok(match word {
                W::Home => Cells::Home(number("row")?),
                W::Away => Cells::Away(number("row")?),
                W::Side => match s.direction(e.get("side").unwrap_or(t))? {
                    Dir::Compass(c) => Cells::Side(c),
                    _ => return fail(t, "a side is named by a compass direction"),
                },
                W::Sides => Cells::Edge,
                W::AllSides => Cells::AllSides,
                W::OppositeSides => Cells::OppositeSides,
                W::Corners => Cells::Corners,
                W::Centre => Cells::Centre,
                W::Phase => Cells::Phase(s.number(e.get("phase").unwrap_or(t), 0, 2)? as u8),
                W::Region => Cells::Region(number("number")?),
                W::Row => Cells::Row(number("number")?),
                W::Col => Cells::Col(number("number")?),
                W::All => Cells::All,
                W::OwnRegions => Cells::OwnRegions,
                W::EnemyRegions => Cells::EnemyRegions,
                W::Label => Cells::Label(t.head().unwrap_or_default().to_string()),
            })
        })
    }

    pub(super) fn target(&self, tree: &Tree) -> Result<Target> {
        use word::Target as W;
        let of = |owner| Target::Pieces(PieceRecord { owner: Some(owner), ..PieceRecord::default() });
        // With arguments, `any` is the head of a piece record.
        let head = tree.head().filter(|_| tree.args().is_empty());
        let plain = head.and_then(|head| W::of(schema::find(head, W::CATEGORY)?.id));
        Ok(match plain {
            Some(W::Empty) => Target::Empty,
            Some(W::Friend) => of(Who::Mover),
            Some(W::Enemy) => of(Who::Opponent),
            Some(W::Neutral) => of(Who::Neutral),
            Some(W::Any) => Target::Pieces(PieceRecord::default()),
            None => Target::Pieces(self.record(tree)?),
        })
    }
}
