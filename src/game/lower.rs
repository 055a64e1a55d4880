//! Rule tree → [`Rules`]: one arm per ludeme, nothing else.
//!
//! The tree is expected to have passed the checker; whatever is still wrong is a [`LowerError`] with its place in the source.

use super::rules::*;
use crate::board::{BoardSpec, Compass, Shape, Tiling};
use crate::language::resolve::{self, Element};
use crate::language::{Category as C, Kind, Names, Span, Tree};

/// A rule that cannot be given a meaning.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LowerError {
    /// What is wrong and what would be accepted.
    pub message: String,
    /// Where.
    pub span: Span,
}

type Result<T> = std::result::Result<T, LowerError>;

fn fail<T>(tree: &Tree, message: impl Into<String>) -> Result<T> {
    Err(LowerError { message: message.into(), span: tree.span })
}

/// Gives a checked rule tree its meaning.
///
/// # Errors
/// The first ludeme that has none: an unknown head, a missing argument, a number out of range.
pub fn lower(tree: &Tree) -> Result<Rules> {
    Lowering { names: Names::of(tree) }.game(tree)
}

struct Lowering {
    names: Names,
}

impl Lowering {
    fn resolve<'a>(&self, tree: &'a Tree, category: C) -> Result<Element<'a>> {
        let Some(element) = resolve::resolve(tree, category, &self.names) else {
            return fail(tree, format!("`{}` is not a {category:?}", tree.head().unwrap_or("…")));
        };
        if let Some(extra) = element.surplus.first() {
            return fail(extra, format!("`{}` has no place for this", element.ludeme.word));
        }
        if let Some(missing) = element.missing().next() {
            return fail(tree, format!("`{}` needs its {}", element.ludeme.word, missing.name));
        }
        Ok(element)
    }

    fn list<T>(&self, trees: &[&Tree], f: impl Fn(&Self, &Tree) -> Result<T>) -> Result<Vec<T>> {
        trees.iter().map(|t| f(self, t)).collect()
    }

    fn uint(&self, e: &Element, name: &str) -> Result<Option<u32>> {
        e.get(name).map(|t| self.number(t, 0, 999).map(|n| n as u32)).transpose()
    }

    fn number(&self, tree: &Tree, least: i64, most: i64) -> Result<i32> {
        match tree.as_int() {
            Some(n) if (least..=most).contains(&n) => Ok(n as i32),
            _ => fail(tree, format!("a number from {least} to {most} is needed here")),
        }
    }

    // --- The sections ---

    fn game(&self, tree: &Tree) -> Result<Rules> {
        let e = self.resolve(tree, C::Game)?;
        let name = e.get("name").and_then(Tree::as_word).unwrap_or_default().to_string();
        let player = |i: usize, facing| PlayerDef { name: self.names.players[i].clone(), facing };
        if self.names.players.len() != 2 {
            return fail(tree, "a game has two players");
        }
        if self.names.flags.len() > 8 {
            return fail(tree, "a game has at most 8 flags");
        }
        let mut rules = Rules {
            name,
            players: [player(0, Compass::N), player(1, Compass::S)],
            board: BoardSpec {
                tiling: Tiling::Square,
                shape: Shape::Square,
                sizes: Vec::new(),
                indirect: false,
                no_direct: false,
                coloured: false,
            },
            regions: Vec::new(),
            pieces: Vec::new(),
            flags: self.names.flags.clone(),
            places: Vec::new(),
            in_hand: Vec::new(),
            can_pass: false,
            swap: false,
            repetition: Repetition::Forbid,
            never: None,
            longest: false,
            end: Vec::new(),
            both: Both::MoverWins,
            opp_turn: false,
            win_first: false,
        };
        for section in e.all("sections") {
            let s = self.resolve(section, C::Section)?;
            match s.ludeme.word {
                "players" => {
                    for (i, t) in s.all("players").iter().enumerate() {
                        let p = self.resolve(t, C::Player)?;
                        if let Some(d) = p.get("direction") {
                            match self.direction(d)? {
                                Dir::Compass(c) => rules.players[i].facing = c,
                                _ => return fail(d, "a player faces a compass direction: n s e w ne nw se sw"),
                            }
                        }
                    }
                }
                "board" => self.board(&s, &mut rules)?,
                "pieces" => rules.pieces = self.list(s.all("pieces"), Self::piece)?,
                "start" => {
                    for item in s.all("items") {
                        self.start_item(item, &mut rules)?;
                    }
                }
                "play" => {
                    for item in s.all("items") {
                        let p = self.resolve(item, C::PlayItem)?;
                        match p.ludeme.word {
                            "can-pass" => rules.can_pass = true,
                            "swap" => rules.swap = true,
                            "never" => {
                                rules.never = Some(self.condition(p.get("condition").unwrap_or(item))?);
                            }
                            "longest" => rules.longest = true,
                            "repetition" => {
                                rules.repetition = match p.get("rule").and_then(Tree::head) {
                                    Some("positional") => Repetition::Positional,
                                    Some("draw") => Repetition::Draw,
                                    Some("allow") => Repetition::Allow,
                                    _ => Repetition::Forbid,
                                }
                            }
                            _ => return fail(item, "unknown constraint on play"),
                        }
                    }
                }
                "end" => {
                    rules.end.extend(self.list(s.all("clauses"), Self::clause)?);
                    for flag in s.all("flags") {
                        match flag.head() {
                            Some("mover-wins") => rules.both = Both::MoverWins,
                            Some("mover-loses") => rules.both = Both::MoverLoses,
                            Some("draw") => rules.both = Both::Draw,
                            Some("opp-turn") => rules.opp_turn = true,
                            Some("win-first") => rules.win_first = true,
                            _ => return fail(flag, "unknown flag of the end section"),
                        }
                    }
                }
                word @ ("win" | "lose") => {
                    let condition = self.condition(s.get("condition").unwrap_or(section))?;
                    let verdict = if word == "win" { Verdict::Win } else { Verdict::Lose };
                    rules.end.push(Clause { who: Who::All, verdict, condition });
                }
                // Everything else is metadata.
                _ => {}
            }
        }
        if rules.board.sizes.is_empty() && rules.board.shape != Shape::Boardless {
            return fail(tree, "the board needs a size, as in `(board (tiling square) (size 3 3))`");
        }
        if rules.end.is_empty() {
            return fail(tree, "the game needs an end, as in `(end (All win (in-a-row 3)))`");
        }
        if rules.pieces.is_empty() {
            rules.pieces.push(stone());
        }
        Ok(rules)
    }

    fn board(&self, s: &Element, rules: &mut Rules) -> Result<()> {
        for item in s.all("items") {
            let b = self.resolve(item, C::BoardItem)?;
            match b.ludeme.word {
                "phase" => rules.board.coloured = true,
                "tiling" => {
                    let word = b.get("tiling").and_then(Tree::head).unwrap_or_default();
                    let Some(tiling) = Tiling::from_word(word) else { return fail(item, "unknown tiling") };
                    rules.board.tiling = tiling;
                    for flag in b.all("flags") {
                        match flag.head() {
                            Some("i-nbors") => rules.board.indirect = true,
                            _ => rules.board.no_direct = true,
                        }
                    }
                }
                "shape" => {
                    let word = b.get("shape").and_then(Tree::head).unwrap_or_default();
                    let Some(shape) = Shape::from_word(word) else { return fail(item, "unknown shape") };
                    rules.board.shape = shape;
                }
                "size" => {
                    rules.board.sizes = self.list(b.all("sizes"), |s, t| Ok(s.number(t, 1, 25)? as u32))?;
                }
                "regions" => {
                    rules.regions = self.list(b.all("regions"), |s, t| {
                        let r = s.resolve(t, C::Region)?;
                        let owner = r.get("owner").map(|t| s.who(t)).transpose()?;
                        let owner = match owner {
                            Some(Who::Player(p)) => Some(p),
                            None | Some(Who::All) => None,
                            Some(_) => return fail(t, "a region is owned by a player by name, or by All"),
                        };
                        Ok(Region { owner, cells: s.cells(r.all("cells"))? })
                    })?;
                }
                _ => return fail(item, "unknown part of a board"),
            }
        }
        Ok(())
    }

    fn start_item(&self, item: &Tree, rules: &mut Rules) -> Result<()> {
        let e = self.resolve(item, C::StartItem)?;
        let piece = match e.get("piece") {
            Some(t) => self.record(t)?,
            None => PieceRecord::default(),
        };
        match e.ludeme.word {
            "place" => {
                let symmetry = |word| e.all("symmetry").iter().any(|t| t.is(word));
                rules.places.push(Place {
                    piece,
                    count: self.uint(&e, "count")?,
                    cells: self.cells(e.all("cells"))?,
                    mirror: symmetry("mirror"),
                    rotate: symmetry("rotate"),
                });
            }
            _ => {
                let count = self.uint(&e, "count")?.unwrap_or(0).min(254);
                rules.in_hand.push(InHand { piece, count });
            }
        }
        Ok(())
    }

    // --- Pieces ---

    fn piece(&self, tree: &Tree) -> Result<PieceDef> {
        let e = self.resolve(tree, C::Piece)?;
        let mut piece = PieceDef {
            name: tree.head().unwrap_or_default().to_string(),
            owner: e.get("owner").map_or(Ok(Who::All), |t| self.who(t))?,
            label: None,
            value: 1,
            state: 0,
            flags: 0,
            moves: Vec::new(),
        };
        for item in e.all("items") {
            let i = self.resolve(item, C::PieceItem)?;
            match i.ludeme.word {
                "label" => piece.label = text(i.get("text")),
                "value" => piece.value = self.number(i.get("value").unwrap_or(item), -99, 99)?,
                "state" => piece.state = self.number(i.get("state").unwrap_or(item), 0, 99)? as u8,
                "flags" => piece.flags = self.flags(i.all("flags"))?,
                _ => piece.moves.extend(self.list(i.all("moves"), Self::move_def)?),
            }
        }
        Ok(piece)
    }

    fn move_def(&self, tree: &Tree) -> Result<MoveDef> {
        let e = self.resolve(tree, C::Move)?;
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
            let i = self.resolve(item, C::MoveItem)?;
            match i.ludeme.word {
                "priority" => def.priority = self.number(i.get("priority").unwrap_or(item), 0, 9)? as u8,
                "mandatory" => def.mandatory = true,
                "label" => def.label = text(i.get("text")),
                "dirn" => def.directions.extend(self.list(i.all("directions"), Self::direction)?),
                "owner" => def.owner = i.get("player").map(|t| self.who(t)).transpose()?,
                "pre" => conditions.extend(self.list(i.all("condition"), Self::bool)?),
                "action" => def.actions.extend(self.list(i.all("actions"), Self::action)?),
                _ => def.post.extend(self.list(i.all("effects"), Self::effect)?),
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

    fn action(&self, tree: &Tree) -> Result<Action> {
        let e = self.resolve(tree, C::Action)?;
        Ok(match e.ludeme.word {
            "pass" => Action::Pass,
            "pop" => {
                let amount = match e.get("count") {
                    None => Amount::Count(1),
                    Some(t) if t.as_int().is_some() => Amount::Count(self.number(t, 1, 99)? as u32),
                    Some(t) if t.is("all") => Amount::All,
                    Some(t) => return fail(t, "`pop` takes a number or `all`"),
                };
                Action::Pop(self.coord_or(e.get("cell"), Coord::From)?, amount)
            }
            _ => {
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

    fn effect(&self, tree: &Tree) -> Result<Effect> {
        let e = self.resolve(tree, C::Effect)?;
        let flags: Vec<&Tree> = e.all("flags").iter().chain(e.all("guard")).copied().collect();
        let flag = |word: &str| flags.iter().any(|t| t.is(word));
        let inner = |word: &str| flags.iter().copied().find(|t| t.is(word));
        let guards: Vec<&Tree> = flags.iter().copied().filter(|t| t.is("if")).collect();
        let mut guard = self.list(&guards, |s, t| match t.args().first() {
            Some(b) => s.bool(b),
            None => fail(t, "`if` needs a condition"),
        })?;
        let guard = match guard.len() {
            0 => Bool::True,
            1 => guard.remove(0),
            _ => Bool::And(guard),
        };
        let int_of = |word: &str| -> Result<Option<i32>> {
            let Some(t) = inner(word) else { return Ok(None) };
            let Some(n) = t.args().first() else { return fail(t, format!("`{word}` needs a number")) };
            self.number(n, if word == "mod" { 1 } else { -99 }, 99).map(Some)
        };
        let size = match inner("size") {
            None => None,
            Some(t) => {
                let s = self.resolve(t, C::EffectFlag)?;
                let size = self.uint(&s, "size")?.unwrap_or(1);
                Some((size, self.uint(&s, "most")?.unwrap_or(size)))
            }
        };
        let how = |name| e.get(name).map(|t| self.capture_type(t)).transpose();
        let record = |name| e.get(name).map(|t| self.record(t)).transpose();
        let cell = || self.coord_or(e.get("cell"), Coord::To);
        let int = |name| e.get(name).map_or(Ok(Int::Const(0)), |t| self.int(t));
        let bit = |name| e.get(name).map_or(Ok(0), |t| self.flag(t));
        let kind = match e.ludeme.word {
            "capture" => EffectKind::Capture {
                how: how("type")?.unwrap_or(CaptureType::Replace),
                pieces: record("piece")?.unwrap_or_default(),
                victim: e.get("player").map_or(Ok(Who::Opponent), |t| self.who(t))?,
                subsume: flag("subsume"),
                recycle: flag("recycle"),
                size,
            },
            "convert" => EffectKind::Convert {
                how: how("type")?,
                pieces: record("piece")?,
                owner: e.get("player").map_or(Ok(Who::Mover), |t| self.who(t))?,
                size,
            },
            "rotate" => match e.get("turn") {
                Some(t) if t.as_int().is_some() => EffectKind::Rotate(Some(self.number(t, -7, 7)?)),
                Some(t) if t.is("any") => EffectKind::Rotate(None),
                _ => return fail(tree, "`rotate` takes a number from -7 to 7, or `any`"),
            },
            "change-dirn" => EffectKind::Face(self.direction(e.get("direction").unwrap_or(tree))?),
            "displace" => EffectKind::Displace {
                direction: self.direction(e.get("direction").unwrap_or(tree))?,
                pieces: record("piece")?.unwrap_or_default(),
                count: self.uint(&e, "count")?.unwrap_or(1),
            },
            "cell-state" => EffectKind::SetCellState(cell()?, int("state")?),
            "piece-state" => EffectKind::SetPieceState(cell()?, int("state")?),
            "inc-state" => {
                EffectKind::IncState { cell: cell()?, amount: int_of("amount")?.unwrap_or(1), modulus: int_of("mod")? }
            }
            "add-flags" => EffectKind::AddFlag(cell()?, bit("flag")?),
            "remove-flags" => EffectKind::RemoveFlag(cell()?, bit("flag")?),
            "score" => EffectKind::Score(int("points")?),
            "repeat" => EffectKind::Repeat,
            "swap" => EffectKind::Swap,
            "cell-states" => EffectKind::SetCellStates(int("state")?),
            "shift" => EffectKind::Shift,
            "spin" => EffectKind::Spin(cell()?, self.number(e.get("turn").unwrap_or(tree), -7, 7)?),
            "sow" => EffectKind::Sow {
                track: self.list(e.all("track"), Self::coord)?,
                reap: match inner("reap") {
                    None => None,
                    Some(t) => {
                        let r = self.resolve(t, C::EffectFlag)?;
                        Some((self.bool(r.get("condition").unwrap_or(t))?, self.cells(r.all("spared"))?))
                    }
                },
            },
            _ => return fail(tree, "unknown effect"),
        };
        Ok(Effect { kind, guard, optional: flag("optional") })
    }

    // --- Small words ---

    fn who(&self, tree: &Tree) -> Result<Who> {
        let word = tree.head().unwrap_or_default();
        if let Some(i) = self.names.players.iter().position(|n| n == word) {
            return Ok(Who::Player(Player::from_index(i)));
        }
        Ok(match word {
            "All" | "all" => Who::All,
            "none" => Who::Nobody,
            "neutral" => Who::Neutral,
            "current" | "friend" => Who::Mover,
            "enemy" => Who::Opponent,
            _ => return fail(tree, "a player is needed here: White, Black, All, current, enemy, neutral"),
        })
    }

    fn record(&self, tree: &Tree) -> Result<PieceRecord> {
        let e = self.resolve(tree, C::PieceRecord)?;
        let kind = tree.head().and_then(|h| self.names.pieces.iter().position(|n| n == h));
        let owner = e.get("owner").map(|t| self.who(t)).transpose()?;
        let mut record = PieceRecord { kind, owner, state: None, flags: 0 };
        for item in e.all("items") {
            let i = self.resolve(item, C::RecordItem)?;
            match i.get("state") {
                Some(t) => record.state = Some(self.number(t, 0, 99)? as u8),
                None => record.flags |= self.flags(i.all("flags"))?,
            }
        }
        Ok(record)
    }

    fn flag(&self, tree: &Tree) -> Result<u8> {
        let word = tree.as_word().unwrap_or_default();
        match self.names.flags.iter().position(|f| f == word) {
            Some(bit) if bit < 8 => Ok(1 << bit),
            _ => fail(tree, format!("no piece declares the flag `{word}`")),
        }
    }

    fn flags(&self, trees: &[&Tree]) -> Result<u8> {
        trees.iter().try_fold(0, |bits, t| Ok(bits | self.flag(t)?))
    }

    fn capture_type(&self, tree: &Tree) -> Result<CaptureType> {
        Ok(match tree.head().unwrap_or_default() {
            "replace" => CaptureType::Replace,
            "surround" => CaptureType::Surround,
            "d-nbors" => CaptureType::Direct,
            "i-nbors" => CaptureType::Indirect,
            "all-nbors" => CaptureType::AllNeighbours,
            "over" => CaptureType::Over,
            "line" => CaptureType::Line,
            "approach" => CaptureType::Approach,
            "withdraw" => CaptureType::Withdraw,
            "everywhere" => CaptureType::Everywhere,
            _ => return fail(tree, "unknown way of capturing"),
        })
    }

    fn direction(&self, tree: &Tree) -> Result<Dir> {
        let word = tree.head().unwrap_or_default();
        if let Some(c) = compass(word) {
            return Ok(Dir::Compass(c));
        }
        if let Some(t) = turtle(word) {
            return Ok(Dir::Turtle(t));
        }
        Ok(match word {
            "direct" => Dir::Direct,
            "diagonal" => Dir::Diagonal,
            "all" | "any" => Dir::All,
            _ => return fail(tree, "unknown direction"),
        })
    }

    fn turtle(&self, tree: &Tree) -> Result<Turtle> {
        match turtle(tree.head().unwrap_or_default()) {
            Some(t) => Ok(t),
            None => fail(tree, "a step is one of f b l r fl fr bl br"),
        }
    }

    fn coord_or(&self, tree: Option<&Tree>, default: Coord) -> Result<Coord> {
        tree.map_or(Ok(default), |t| self.coord(t))
    }

    fn coord(&self, tree: &Tree) -> Result<Coord> {
        let e = self.resolve(tree, C::Coord)?;
        Ok(match e.ludeme.word {
            "from" => Coord::From,
            "to" => Coord::To,
            "current" => Coord::Current,
            "over" => Coord::Over,
            "last" => Coord::Last,
            "step" => {
                let dir = self.direction(e.get("direction").unwrap_or(tree))?;
                if matches!(dir, Dir::Direct | Dir::Diagonal | Dir::All) {
                    return fail(tree, "`step` needs one direction");
                }
                let cell = self.coord(e.get("cell").unwrap_or(tree))?;
                Coord::Step(Box::new(cell), dir, self.uint(&e, "count")?.unwrap_or(1).clamp(1, 99))
            }
            _ => Coord::Label(tree.head().unwrap_or_default().to_string()),
        })
    }

    fn pair(&self, trees: &[&Tree]) -> Result<(Coord, Coord)> {
        match trees {
            [] => Ok((Coord::From, Coord::To)),
            [a] => Ok((self.coord(a)?, Coord::To)),
            [a, b] => Ok((self.coord(a)?, self.coord(b)?)),
            [_, _, extra, ..] => fail(extra, "two cells at most"),
        }
    }

    fn cells(&self, trees: &[&Tree]) -> Result<Vec<Cells>> {
        self.list(trees, |s, t| {
            let e = s.resolve(t, C::Cells)?;
            let number = |name: &str| Ok::<u32, LowerError>(s.uint(&e, name)?.unwrap_or(1));
            Ok(match e.ludeme.word {
                "home" => Cells::Home(number("row")?),
                "away" => Cells::Away(number("row")?),
                "side" => match s.direction(e.get("side").unwrap_or(t))? {
                    Dir::Compass(c) => Cells::Side(c),
                    _ => return fail(t, "a side is named by a compass direction"),
                },
                "sides" => Cells::Edge,
                "all-sides" => Cells::AllSides,
                "corners" => Cells::Corners,
                "centre" => Cells::Centre,
                "phase" => Cells::Phase(s.number(e.get("phase").unwrap_or(t), 0, 2)? as u8),
                "region" => Cells::Region(number("number")?),
                "row" => Cells::Row(number("number")?),
                "col" => Cells::Col(number("number")?),
                "all" => Cells::All,
                "own-regions" => Cells::OwnRegions,
                "enemy-regions" => Cells::EnemyRegions,
                _ => Cells::Label(t.head().unwrap_or_default().to_string()),
            })
        })
    }

    fn target(&self, tree: &Tree) -> Result<Target> {
        let of = |owner| Target::Pieces(PieceRecord { owner: Some(owner), ..PieceRecord::default() });
        Ok(match tree.as_word() {
            Some("empty") => Target::Empty,
            Some("friend") => of(Who::Mover),
            Some("enemy") => of(Who::Opponent),
            Some("neutral") => of(Who::Neutral),
            Some("any") => Target::Pieces(PieceRecord::default()),
            _ => Target::Pieces(self.record(tree)?),
        })
    }

    // --- Conditions and numbers ---

    fn bool(&self, tree: &Tree) -> Result<Bool> {
        let e = self.resolve(tree, C::Bool)?;
        let cell = |default| self.coord_or(e.get("cell"), default);
        let who = || e.get("player").map_or(Ok(Who::Mover), |t| self.who(t));
        Ok(match e.ludeme.word {
            "and" => Bool::And(self.list(e.all("conditions"), Self::bool)?),
            "or" => Bool::Or(self.list(e.all("conditions"), Self::bool)?),
            "not" => Bool::Not(Box::new(self.bool(e.get("condition").unwrap_or(tree))?)),
            "empty" => Bool::Empty(cell(Coord::To)?),
            "owner" => Bool::Owner(cell(Coord::To)?, who()?),
            "friend" => Bool::Owner(cell(Coord::To)?, Who::Mover),
            "enemy" => Bool::Owner(cell(Coord::To)?, Who::Opponent),
            "neutral" => Bool::Owner(cell(Coord::To)?, Who::Neutral),
            "line" => {
                let (a, b) = self.pair(e.all("cells"))?;
                Bool::Line(a, b, self.list(e.all("directions"), Self::direction)?)
            }
            "connected" => Bool::Connected(e.get("cell").map(|t| self.coord(t)).transpose()?, who()?),
            "adjacent" => Bool::Adjacent(
                self.coord(e.get("first").unwrap_or(tree))?,
                self.coord(e.get("second").unwrap_or(tree))?,
            ),
            "steps" => Bool::Steps(self.list(e.all("path"), Self::turtle)?),
            "same" => {
                Bool::Same(self.coord(e.get("first").unwrap_or(tree))?, self.coord(e.get("second").unwrap_or(tree))?)
            }
            "on-board" => Bool::OnBoard(cell(Coord::To)?),
            "in-region" => Bool::InRegion(cell(Coord::To)?, self.cells(e.all("cells"))?),
            "is-piece" => Bool::IsPiece(cell(Coord::From)?, self.record(e.get("piece").unwrap_or(tree))?),
            "flagged" => Bool::Flagged(cell(Coord::From)?, self.flag(e.get("flag").unwrap_or(tree))?),
            "captures" => Bool::Captures(self.capture_type(e.get("type").unwrap_or(tree))?),
            "attacked" => Bool::Attacked(cell(Coord::To)?),
            "first-move" => Bool::FirstMove,
            "continuing" => Bool::Continuing,
            word => match compare(word) {
                Some(cmp) => {
                    let (a, b) = self.sides(&e, tree)?;
                    Bool::Compare(cmp, a, b)
                }
                None => return fail(tree, "unknown condition"),
            },
        })
    }

    fn sides(&self, e: &Element, tree: &Tree) -> Result<(Int, Int)> {
        Ok((self.int(e.get("left").unwrap_or(tree))?, self.int(e.get("right").unwrap_or(tree))?))
    }

    fn int(&self, tree: &Tree) -> Result<Int> {
        if let Some(n) = tree.as_int() {
            return match i32::try_from(n) {
                Ok(n) if n.abs() <= 1_000_000 => Ok(Int::Const(n)),
                _ => fail(tree, "numbers go from -1000000 to 1000000"),
            };
        }
        let e = self.resolve(tree, C::Int)?;
        let cell = |default| self.coord_or(e.get("cell"), default);
        let who = || e.get("player").map_or(Ok(Who::Mover), |t| self.who(t));
        let target = || self.target(e.get("target").unwrap_or(tree));
        let terms = || self.list(e.all("terms"), Self::int);
        Ok(match e.ludeme.word {
            "+" => Int::Sum(terms()?),
            "-" => Int::Difference(terms()?),
            "*" => Int::Product(terms()?),
            "min" => Int::Min(terms()?),
            "max" => Int::Max(terms()?),
            "/" => {
                let (a, b) = self.sides(&e, tree)?;
                Int::Quotient(Box::new(a), Box::new(b))
            }
            "mod" => {
                let (a, b) = self.sides(&e, tree)?;
                Int::Modulo(Box::new(a), Box::new(b))
            }
            "abs" => Int::Abs(Box::new(self.int(e.get("term").unwrap_or(tree))?)),
            "num-between" => {
                let (a, b) = self.pair(e.all("cells"))?;
                Int::Between(target()?, a, b)
            }
            "num-line" => Int::WholeLine(target()?),
            "num-nbors" => Int::Neighbours(cell(Coord::To)?, target()?),
            "height" => Int::Height(cell(Coord::To)?),
            "group-size" => Int::GroupSize(cell(Coord::To)?),
            "phase" => Int::Phase(cell(Coord::To)?),
            "distance" => {
                let (a, b) = self.pair(e.all("cells"))?;
                Int::Distance(a, b)
            }
            "piece-state" => Int::PieceState(cell(Coord::From)?),
            "cell-state" => Int::CellState(cell(Coord::To)?),
            "value" => Int::Value(cell(Coord::To)?),
            "liberties" => Int::Liberties(cell(Coord::To)?),
            "line-length" => Int::LineLength(cell(Coord::To)?, self.list(e.all("directions"), Self::direction)?),
            "row" => Int::Row(cell(Coord::To)?),
            "col" => Int::Col(cell(Coord::To)?),
            "num-pieces" => Int::Pieces(target()?),
            "num-groups" => Int::Groups(who()?),
            "largest-group" => Int::LargestGroup(who()?, self.uint(&e, "rank")?.unwrap_or(1)),
            "territory" => Int::Territory(who()?),
            "num-in-hand" => {
                let record = e.get("piece").map(|t| self.record(t)).transpose()?.unwrap_or_default();
                Int::InHand(who()?, record.kind)
            }
            "num-captured" => Int::Captured(who()?),
            "score" => Int::Score(who()?),
            "move-number" => Int::MoveNumber,
            _ => return fail(tree, "unknown number"),
        })
    }

    fn clause(&self, tree: &Tree) -> Result<Clause> {
        let e = self.resolve(tree, C::Clause)?;
        let head = Tree { kind: Kind::Word(tree.head().unwrap_or_default().into()), span: tree.span };
        let verdict = match e.get("result").and_then(Tree::head) {
            Some("win") => Verdict::Win,
            Some("lose") => Verdict::Lose,
            _ => Verdict::Draw,
        };
        let who = match self.who(&head)? {
            who @ (Who::Player(_) | Who::All) => who,
            _ => return fail(tree, "a clause is about a player by name, or All"),
        };
        Ok(Clause { who, verdict, condition: self.condition(e.get("condition").unwrap_or(tree))? })
    }

    fn condition(&self, tree: &Tree) -> Result<Condition> {
        let e = self.resolve(tree, C::Condition)?;
        let pieces = e.get("piece").map(|t| self.record(t)).transpose()?;
        let flag = |word| e.all("flags").iter().any(|t| t.is(word));
        let adjacency = match e.get("adjacency").and_then(Tree::head) {
            None => None,
            Some("d-nbors") => Some(Adjacency::Direct),
            Some("i-nbors") => Some(Adjacency::Indirect),
            Some(_) => Some(Adjacency::All),
        };
        let count = |name: &str| Ok::<u32, LowerError>(self.uint(&e, name)?.unwrap_or(1));
        let record = || pieces.clone().unwrap_or_default();
        Ok(match e.ludeme.word {
            "and" => Condition::And(self.list(e.all("conditions"), Self::condition)?),
            "or" => Condition::Or(self.list(e.all("conditions"), Self::condition)?),
            "not" => Condition::Not(Box::new(self.condition(e.get("condition").unwrap_or(tree))?)),
            "connect" => {
                let mut regions = self.cells(e.all("regions"))?;
                if regions.is_empty() {
                    regions.push(Cells::OwnRegions);
                }
                Condition::Connect { regions, pieces: record(), adjacency, buried: flag("stack") }
            }
            "cycle" => Condition::Cycle { pieces: record(), adjacency },
            "group" => Condition::Group {
                size: self.uint(&e, "size")?,
                exactly: flag("exactly"),
                pieces: record(),
                adjacency,
                buried: flag("stack"),
            },
            "in-a-row" => Condition::InARow {
                length: self.number(e.get("length").unwrap_or(tree), 2, 25)? as u32,
                exactly: flag("exactly"),
                pieces: record(),
                adjacency,
                buried: flag("stack"),
            },
            "pattern" => Condition::Pattern { path: self.list(e.all("path"), Self::turtle)?, pieces: record() },
            "reach" => {
                let mut goal = Vec::new();
                let mut all = flag("all");
                for t in e.all("goal") {
                    match t.as_word() {
                        Some("away") => goal.push(Cells::Away(1)),
                        // As a flag `all` means every piece; the goal "all cells" would be met at once.
                        Some("all") => all = true,
                        Some(w) if compass(w).is_some() => goal.extend(compass(w).map(Cells::Side)),
                        _ => goal.extend(self.cells(&[t])?),
                    }
                }
                let count = match (flag("fill"), all) {
                    (true, _) => ReachCount::Fill,
                    (_, true) => ReachCount::AllPieces,
                    _ => ReachCount::Count(count("count")?),
                };
                Condition::Reach { goal, count, pieces: record(), buried: flag("stack") }
            }
            "capture" => Condition::Capture { count: count("count")?, pieces: record() },
            "threatened" => Condition::Threatened(record()),
            "path" => Condition::Path { goal: self.cells(e.all("goal"))?, pieces: record() },
            "eliminate" => Condition::Eliminate {
                player: e.get("player").map_or(Ok(Who::Opponent), |t| self.who(t))?,
                pieces: record(),
            },
            "score" => Condition::Score(match e.get("score") {
                Some(t) if t.as_int().is_some() => Some(self.number(t, 1, 999)?),
                _ => None,
            }),
            "stack" => Condition::Stack {
                height: count("height")?,
                exactly: flag("exactly"),
                pieces: record(),
                own_only: flag("owner"),
            },
            "state" => Condition::State {
                state: self.number(e.get("state").unwrap_or(tree), 0, 99)? as u8,
                cell: e.get("cell").map(|t| self.coord(t)).transpose()?,
                pieces,
            },
            "no-move" => Condition::NoMove,
            "all-passed" => Condition::AllPassed,
            "full" => Condition::Full,
            word => match compare(word) {
                Some(cmp) => {
                    let (a, b) = self.sides(&e, tree)?;
                    Condition::Compare(cmp, a, b)
                }
                None => return fail(tree, "unknown end condition"),
            },
        })
    }
}

/// The piece of a game that declares none: placed on an empty cell, one a turn.
fn stone() -> PieceDef {
    let push = Action::Push { cell: Coord::To, count: 1, owner: None, trail: false };
    let drop = MoveDef {
        priority: u8::MAX,
        mandatory: false,
        label: None,
        directions: Vec::new(),
        owner: None,
        pre: Bool::Empty(Coord::To),
        actions: vec![push],
        post: Vec::new(),
    };
    PieceDef { name: "Stone".into(), owner: Who::All, label: None, value: 1, state: 0, flags: 0, moves: vec![drop] }
}

fn text(tree: Option<&Tree>) -> Option<String> {
    match tree.map(|t| &t.kind) {
        Some(Kind::Text(s)) => Some(s.clone()),
        _ => None,
    }
}

fn compare(word: &str) -> Option<Cmp> {
    Some(match word {
        "=" => Cmp::Eq,
        "!=" => Cmp::Ne,
        "<" => Cmp::Lt,
        "<=" => Cmp::Le,
        ">" => Cmp::Gt,
        ">=" => Cmp::Ge,
        _ => return None,
    })
}

fn compass(word: &str) -> Option<Compass> {
    Some(match word {
        "n" => Compass::N,
        "s" => Compass::S,
        "e" => Compass::E,
        "w" => Compass::W,
        "ne" => Compass::Ne,
        "nw" => Compass::Nw,
        "se" => Compass::Se,
        "sw" => Compass::Sw,
        _ => return None,
    })
}

fn turtle(word: &str) -> Option<Turtle> {
    Some(match word {
        "f" => Turtle::F,
        "b" => Turtle::B,
        "l" => Turtle::L,
        "r" => Turtle::R,
        "fl" => Turtle::Fl,
        "fr" => Turtle::Fr,
        "bl" => Turtle::Bl,
        "br" => Turtle::Br,
        _ => return None,
    })
}
