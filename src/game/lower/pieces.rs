//! Pieces, their moves, and what these do.

use super::super::rules::*;
use super::lowering::{Lowering, Result, fail, text};
use crate::language::Tree;
use crate::language::resolve::Element;
use crate::language::schema::word;

/// The options of an effect.
struct Options<'a>(Vec<(word::EffectFlag, &'a Tree)>);

impl<'a> Options<'a> {
    fn all(&self, word: word::EffectFlag) -> Vec<&'a Tree> {
        self.0.iter().filter(|(w, _)| *w == word).map(|(_, t)| *t).collect()
    }

    fn first(&self, word: word::EffectFlag) -> Option<&'a Tree> {
        self.all(word).first().copied()
    }

    fn has(&self, word: word::EffectFlag) -> bool {
        self.first(word).is_some()
    }
}

impl Lowering {
    pub(super) fn piece(&self, tree: &Tree) -> Result<PieceDef> {
        let (_, e) = self.resolve::<word::Piece>(tree)?;
        let mut piece = PieceDef {
            name: tree.head().unwrap_or_default().to_string(),
            owner: e.get("owner").map_or(Ok(Who::All), |t| self.who(t))?,
            label: None,
            value: 1,
            state: StateId::ZERO,
            flags: 0,
            moves: Vec::new(),
        };
        for item in e.all("items") {
            let (word, i) = self.resolve(item)?;
            match word {
                word::PieceItem::Label => piece.label = text(i.get("text")),
                word::PieceItem::Value => piece.value = self.number(i.get("value").unwrap_or(item), -99, 99)?,
                word::PieceItem::State => piece.state = self.state_id(i.get("state").unwrap_or(item))?,
                word::PieceItem::Flags => piece.flags = self.flags(i.all("flags"))?,
                word::PieceItem::Moves => piece.moves.extend(self.list(i.all("moves"), Self::move_def)?),
            }
        }
        Ok(piece)
    }

    pub(super) fn move_def(&self, tree: &Tree) -> Result<MoveDef> {
        let (_, e) = self.resolve::<word::Move>(tree)?;
        let mut def = MoveDef {
            priority: u8::MAX,
            mandatory: false,
            label: None,
            directions: Vec::new(),
            owner: None,
            pre: Bool::True,
            actions: Vec::new(),
            post: Vec::new(),
        };
        let mut conditions = Vec::new();
        for item in e.all("items") {
            let (word, i) = self.resolve(item)?;
            match word {
                word::MoveItem::Priority => def.priority = self.number(i.get("priority").unwrap_or(item), 0, 9)? as u8,
                word::MoveItem::Mandatory => def.mandatory = true,
                word::MoveItem::Label => def.label = text(i.get("text")),
                word::MoveItem::Dirn => def.directions.extend(self.list(i.all("directions"), Self::direction)?),
                word::MoveItem::Owner => def.owner = i.get("player").map(|t| self.who(t)).transpose()?,
                word::MoveItem::Pre => conditions.extend(self.list(i.all("condition"), Self::bool)?),
                word::MoveItem::Action => def.actions.extend(self.list(i.all("actions"), Self::action)?),
                word::MoveItem::Post => def.post.extend(self.list(i.all("effects"), Self::effect)?),
            }
        }
        def.pre = match conditions.len() {
            0 => Bool::True,
            1 => conditions.remove(0),
            _ => Bool::And(conditions),
        };
        if def.actions.is_empty() {
            return fail(tree, "a move needs an action, as in `(action (push))`");
        }
        Ok(def)
    }

    pub(super) fn action(&self, tree: &Tree) -> Result<Action> {
        let (word, e) = self.resolve(tree)?;
        Ok(match word {
            word::Action::Pass => Action::Pass,
            word::Action::Pop => {
                let amount = match e.get("count") {
                    None => Amount::Count(1),
                    Some(t) if t.as_int().is_some() => Amount::Count(self.number(t, 1, 99)? as u32),
                    Some(t) if t.is("all") => Amount::All,
                    Some(t) => return fail(t, "`pop` takes a number or `all`"),
                };
                Action::Pop(self.coord_or(e.get("cell"), Coord::From)?, amount)
            }
            word::Action::Push => {
                let trail = match e.get("trail") {
                    None => false,
                    Some(t) if t.is("trail") => true,
                    Some(t) => return fail(t, "`push` takes a cell, a number, a player and `trail`"),
                };
                Action::Push {
                    cell: self.coord_or(e.get("cell"), Coord::To)?,
                    count: self.uint(&e, "count")?.unwrap_or(1),
                    owner: e.get("owner").map(|t| self.who(t)).transpose()?,
                    trail,
                }
            }
        })
    }

    pub(super) fn effect(&self, tree: &Tree) -> Result<Effect> {
        let (word, e) = self.resolve(tree)?;
        let flags: Vec<&Tree> = e.all("flags").iter().chain(e.all("guard")).copied().collect();
        let options = flags.iter().map(|t| Ok((self.word(t)?, *t))).collect::<Result<Vec<_>>>()?;
        let options = Options(options);
        let mut guards = self.list(&options.all(word::EffectFlag::If), |s, t| match t.args().first() {
            Some(b) => s.guard(|| s.bool(b)),
            None => fail(t, "`if` needs a condition"),
        })?;
        let guard = match guards.len() {
            0 => Bool::True,
            1 => guards.remove(0),
            _ => Bool::And(guards),
        };
        let kind = self.effect_kind(word, &e, &options, tree)?;
        Ok(Effect { kind, guard, optional: options.has(word::EffectFlag::Optional) })
    }

    fn effect_kind(&self, word: word::Effect, e: &Element, options: &Options, tree: &Tree) -> Result<EffectKind> {
        use word::Effect as W;
        use word::EffectFlag as F;
        let how = |name| e.get(name).map(|t| self.capture_type(t)).transpose();
        let record = |name| e.get(name).map(|t| self.record(t)).transpose();
        let cell = || self.coord_or(e.get("cell"), Coord::To);
        let int = |name| e.get(name).map_or(Ok(Int::Const(0)), |t| self.int(t));
        let bit = |name| e.get(name).map_or(Ok(0), |t| self.flag(t));
        Ok(match word {
            W::Capture => EffectKind::Capture {
                how: how("type")?.unwrap_or(CaptureType::Replace),
                pieces: record("piece")?.unwrap_or_default(),
                victim: e.get("player").map_or(Ok(Who::Opponent), |t| self.who(t))?,
                subsume: options.has(F::Subsume),
                recycle: options.has(F::Recycle),
                size: self.group_size(options)?,
            },
            W::Convert => EffectKind::Convert {
                how: how("type")?,
                pieces: record("piece")?,
                owner: e.get("player").map_or(Ok(Who::Mover), |t| self.who(t))?,
                size: self.group_size(options)?,
            },
            W::Rotate => match e.get("turn") {
                Some(t) if t.as_int().is_some() => EffectKind::Rotate(Some(self.number(t, -7, 7)?)),
                Some(t) if t.is("any") => EffectKind::Rotate(None),
                _ => return fail(tree, "`rotate` takes a number from -7 to 7, or `any`"),
            },
            W::ChangeDirn => EffectKind::Face(self.direction(e.get("direction").unwrap_or(tree))?),
            W::Displace => EffectKind::Displace {
                direction: self.direction(e.get("direction").unwrap_or(tree))?,
                pieces: record("piece")?.unwrap_or_default(),
                count: self.uint(e, "count")?.unwrap_or(1),
            },
            W::CellState => EffectKind::SetCellState(cell()?, int("state")?),
            W::PieceState => EffectKind::SetPieceState(cell()?, int("state")?),
            W::IncState => EffectKind::IncState {
                cell: cell()?,
                amount: self.option_number(options, F::Amount, -99)?.unwrap_or(1),
                modulus: self.option_number(options, F::Mod, 1)?,
            },
            W::AddFlags => EffectKind::AddFlag(cell()?, bit("flag")?),
            W::RemoveFlags => EffectKind::RemoveFlag(cell()?, bit("flag")?),
            W::Score => EffectKind::Score(int("points")?),
            W::Repeat => EffectKind::Repeat,
            W::Swap => EffectKind::Swap,
            W::CellStates => EffectKind::SetCellStates(int("state")?),
            W::Shift => EffectKind::Shift,
            W::Spin => EffectKind::Spin(cell()?, self.number(e.get("turn").unwrap_or(tree), -7, 7)?),
            #[cfg(test)]
            W::Whirl => EffectKind::Whirl(cell()?, self.number(e.get("turn").unwrap_or(tree), -7, 7)?),
            W::Sow => EffectKind::Sow {
                track: self.list(e.all("track"), Self::coord)?,
                reap: match options.first(F::Reap) {
                    None => None,
                    Some(t) => {
                        let (_, r) = self.resolve::<word::EffectFlag>(t)?;
                        let condition = self.guard(|| self.bool(r.get("condition").unwrap_or(t)))?;
                        Some((condition, self.cells(r.all("spared"))?))
                    }
                },
            },
        })
    }

    /// The number in an option such as `(amount 2)`, from `least` to 99.
    fn option_number(&self, options: &Options, word: word::EffectFlag, least: i64) -> Result<Option<i32>> {
        let Some(t) = options.first(word) else { return Ok(None) };
        let Some(n) = t.args().first() else {
            return fail(t, format!("`{}` needs a number", t.head().unwrap_or_default()));
        };
        self.number(n, least, 99).map(Some)
    }

    /// The least and the greatest number of pieces of `(size least most)`.
    fn group_size(&self, options: &Options) -> Result<Option<(u32, u32)>> {
        let Some(t) = options.first(word::EffectFlag::Size) else { return Ok(None) };
        let (_, s) = self.resolve::<word::EffectFlag>(t)?;
        let size = self.uint(&s, "size")?.unwrap_or(1);
        Ok(Some((size, self.uint(&s, "most")?.unwrap_or(size))))
    }
}
