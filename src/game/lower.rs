//! Rule tree → [`Rules`]: one arm per ludeme, nothing else.
//!
//! The tree is expected to have passed the checker; whatever is still wrong is a [`LowerError`] with its place in the source.

mod conditions;
mod lowering;
mod pieces;
mod points;
mod words;

use super::rules::*;
use crate::board::{BoardSpec, Compass, Shape, Tiling};
use crate::language::resolve::Element;
use crate::language::schema::word;
use crate::language::{Names, Tree, definitions};

pub use lowering::LowerError;
use lowering::{Lowering, Result, fail};

/// Gives a checked rule tree its meaning.
///
/// ```
/// use ludogen::game::lower;
/// use ludogen::language::{parse, reader};
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let rules = lower(&parse(rules).unwrap()).unwrap();
/// assert_eq!((rules.name.as_str(), &rules.board.sizes[..]), ("Three", &[3, 3][..]));
/// assert_eq!(rules.pieces[0].name, "Stone", "what both place where nothing else is said");
///
/// // A tree that was not checked.
/// let source = "(game Three (board (tiling square) (size 3 3)) (end (All win (in-a-row))))";
/// let error = lower(&reader::read(source).0[0]).unwrap_err();
/// assert_eq!(&source[error.span.start as usize..error.span.end as usize], "(in-a-row)");
/// ```
///
/// # Errors
/// The first ludeme that has none: an unknown head, a missing argument, a number out of range. In a definition it is the use that
/// has none.
pub fn lower(tree: &Tree) -> Result<Rules> {
    let plainly = |tree: &Tree| Lowering::new(Names::of(tree)).game(tree);
    if definitions::is_plain(tree) {
        return plainly(tree);
    }
    let expansion = definitions::expand(tree).map_err(|p| LowerError { message: p.message, span: p.span })?;
    plainly(&expansion.tree).map_err(|error| match expansion.place(error.span) {
        (span, Some((_, definition))) => {
            LowerError { message: format!("{}, in the definition of `{}`", error.message, definition.name), span }
        }
        (span, None) => LowerError { message: error.message, span },
    })
}

impl Lowering {
    fn game(&self, tree: &Tree) -> Result<Rules> {
        let (_, e) = self.resolve::<word::Game>(tree)?;
        let name = e.get("name").and_then(Tree::as_word).unwrap_or_default().to_string();
        if self.names.players.len() != 2 {
            return fail(tree, "a game has two players");
        }
        if self.names.flags.len() > 8 {
            return fail(tree, "a game has at most 8 flags");
        }
        let mut rules = self.plain(name);
        for section in e.all("sections") {
            self.section(section, &mut rules)?;
        }
        if rules.board.sizes.is_empty() && rules.board.shape != Shape::Boardless && rules.board.graph.is_none() {
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

    /// Rules in which every section says what holds without it.
    fn plain(&self, name: String) -> Rules {
        let player = |i: usize, facing| PlayerDef { name: self.names.players[i].clone(), facing };
        Rules {
            name,
            players: [player(0, Compass::N), player(1, Compass::S)],
            board: BoardSpec::new(Tiling::Square, Shape::Square, &[]),
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
        }
    }

    fn section(&self, section: &Tree, rules: &mut Rules) -> Result<()> {
        use word::Section as W;
        let (word, s) = self.resolve(section)?;
        match word {
            W::Players => self.players(&s, rules)?,
            W::Board => self.board(&s, rules)?,
            W::Pieces => rules.pieces = self.list(s.all("pieces"), Self::piece)?,
            W::Start => {
                for item in s.all("items") {
                    self.start_item(item, rules)?;
                }
            }
            W::Play => {
                for item in s.all("items") {
                    self.play_item(item, rules)?;
                }
            }
            W::End => self.end(&s, rules)?,
            W::Win | W::Lose => {
                let condition = self.condition(s.get("condition").unwrap_or(section))?;
                let verdict = if word == W::Win { Verdict::Win } else { Verdict::Lose };
                rules.end.push(Clause { who: Who::All, verdict, condition });
            }
            // Definitions have been written out before.
            W::Define
            | W::Params
            | W::Support
            | W::Advisors
            | W::Description
            | W::Aim
            | W::Ancestry
            | W::Ranking
            | W::Viable
            | W::Score => {}
        }
        Ok(())
    }

    fn players(&self, s: &Element, rules: &mut Rules) -> Result<()> {
        for (i, t) in s.all("players").iter().enumerate() {
            let (_, p) = self.resolve::<word::Player>(t)?;
            let Some(d) = p.get("direction") else { continue };
            match self.direction(d)? {
                Dir::Compass(c) => rules.players[i].facing = c,
                _ => return fail(d, "a player faces a compass direction: n s e w ne nw se sw"),
            }
        }
        Ok(())
    }

    fn play_item(&self, item: &Tree, rules: &mut Rules) -> Result<()> {
        use word::PlayItem as W;
        let (word, p) = self.resolve(item)?;
        match word {
            W::CanPass => rules.can_pass = true,
            W::Swap => rules.swap = true,
            W::Never => rules.never = Some(self.condition(p.get("condition").unwrap_or(item))?),
            W::Longest => rules.longest = true,
            W::Repetition => {
                rules.repetition = match self.word(p.get("rule").unwrap_or(item))? {
                    word::Repetition::Forbid => Repetition::Forbid,
                    word::Repetition::Positional => Repetition::Positional,
                    word::Repetition::Draw => Repetition::Draw,
                    word::Repetition::Allow => Repetition::Allow,
                }
            }
        }
        Ok(())
    }

    fn end(&self, s: &Element, rules: &mut Rules) -> Result<()> {
        use word::EndFlag as W;
        rules.end.extend(self.list(s.all("clauses"), Self::clause)?);
        for flag in s.all("flags") {
            match self.word(flag)? {
                W::MoverWins => rules.both = Both::MoverWins,
                W::MoverLoses => rules.both = Both::MoverLoses,
                W::Draw => rules.both = Both::Draw,
                W::OppTurn => rules.opp_turn = true,
                W::WinFirst => rules.win_first = true,
            }
        }
        Ok(())
    }

    fn board(&self, s: &Element, rules: &mut Rules) -> Result<()> {
        use word::BoardItem as W;
        let (mut nodes, mut lines, mut without) = (None, None, None);
        for item in s.all("items") {
            let (word, b) = self.resolve(item)?;
            match word {
                W::Phase => rules.board.coloured = true,
                W::Tiling => {
                    rules.board.tiling = match self.word(b.get("tiling").unwrap_or(item))? {
                        word::Tiling::Tri => Tiling::Tri,
                        word::Tiling::Square => Tiling::Square,
                        word::Tiling::Hex => Tiling::Hex,
                        word::Tiling::TruncSquare => Tiling::TruncSquare,
                        word::Tiling::Morris => Tiling::Morris,
                        word::Tiling::Alquerque => Tiling::Alquerque,
                        word::Tiling::Pits => Tiling::Pits,
                        word::Tiling::Wheel => Tiling::Wheel,
                        word::Tiling::Rings => Tiling::Rings,
                        word::Tiling::Star => Tiling::Star,
                    };
                    for flag in b.all("flags") {
                        match self.word(flag)? {
                            word::TilingFlag::INbors => rules.board.indirect = true,
                            word::TilingFlag::NoDNbors => rules.board.no_direct = true,
                        }
                    }
                }
                W::Shape => {
                    rules.board.shape = match self.word(b.get("shape").unwrap_or(item))? {
                        word::Shape::Tri => Shape::Tri,
                        word::Shape::Square => Shape::Square,
                        word::Shape::Hex => Shape::Hex,
                        word::Shape::Rhombus => Shape::Rhombus,
                        word::Shape::Trapezium => Shape::Trapezium,
                        word::Shape::Boardless => Shape::Boardless,
                    };
                }
                W::Size => {
                    rules.board.sizes = self.list(b.all("sizes"), |s, t| Ok(s.number(t, 1, 25)? as u32))?;
                }
                W::Nodes => nodes = Some(*item),
                W::Lines => lines = Some(*item),
                W::Without => without = Some(*item),
                W::Regions => {
                    rules.regions = self.list(b.all("regions"), |s, t| {
                        let (_, r) = s.resolve::<word::Region>(t)?;
                        let owner = r.get("owner").map(|t| s.who(t)).transpose()?;
                        let owner = match owner {
                            Some(Who::Player(p)) => Some(p),
                            None | Some(Who::All) => None,
                            Some(_) => return fail(t, "a region is owned by a player by name, or by All"),
                        };
                        Ok(Region { owner, cells: s.cells(r.all("cells"))? })
                    })?;
                }
            }
        }
        if let Some(item) = nodes.or(lines) {
            let (Some(nodes), Some(lines)) = (nodes, lines) else {
                return fail(item, "a board of points has `nodes` and `lines`");
            };
            let graph = self.graph(nodes, lines)?;
            rules.board = BoardSpec { coloured: rules.board.coloured, ..BoardSpec::of_graph(graph) };
        }
        if let Some(item) = without {
            let labels = item.args().iter().filter_map(Tree::as_word).map(String::from);
            rules.board = rules.board.clone().with_cells_left_out(labels);
        }
        points::there_is_a_board(s, &rules.board)
    }

    fn start_item(&self, item: &Tree, rules: &mut Rules) -> Result<()> {
        let (word, e) = self.resolve(item)?;
        let piece = match e.get("piece") {
            Some(t) => self.record(t)?,
            None => PieceRecord::default(),
        };
        match word {
            word::StartItem::Place => {
                let symmetries: Vec<word::PlaceFlag> = self.list(e.all("symmetry"), Self::word)?;
                rules.places.push(Place {
                    piece,
                    count: self.uint(&e, "count")?,
                    cells: self.cells(e.all("cells"))?,
                    mirror: symmetries.contains(&word::PlaceFlag::Mirror),
                    rotate: symmetries.contains(&word::PlaceFlag::Rotate),
                });
            }
            word::StartItem::InHand => {
                let count = self.uint(&e, "count")?.unwrap_or(0).min(254);
                rules.in_hand.push(InHand { piece, count });
            }
        }
        Ok(())
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
    PieceDef {
        name: "Stone".into(),
        owner: Who::All,
        label: None,
        value: 1,
        state: StateId::ZERO,
        flags: 0,
        moves: vec![drop],
    }
}
