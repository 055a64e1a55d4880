//! A game in the language of Ludii.
//!
//! What is said of a player is written out for each of the two where it differs: cells as numbers, directions as points of the compass. So nothing
//! depends on what the other language takes for granted about sides, facing or regions.

mod captives;
mod effects;
mod ends;
mod moves;
mod rows;
mod steps;
mod tables;
mod terms;
mod writer;

use crate::board::{Board, BoardSpec, Shape};
use crate::game::rules::{Effect, EffectKind, PieceDef, Player, Repetition, StateId, Who};
use crate::game::{AnyGame, Owner, UNLIMITED, facts, lower};
use crate::language::{Span, Tree, canonical};
use crate::with_game;
pub use writer::Unsaid;
use writer::{Tables, Writer, unsaid};

/// The game `tree` in the language of Ludii 1.3. With `loose` a draw by repetition is left out, and positions may come
/// again where somebody had to pass; comments say so.
///
/// ```
/// use ludogen::export::to_ludii;
/// use ludogen::language::parse;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let ludii = to_ludii(&parse(rules).unwrap(), false).unwrap();
/// assert!(ludii.starts_with("(game \"Three\""), "{ludii}");
///
/// let rules = "(game Four (board (tiling square) (size 4 4)) (play longest) (end (All win (in-a-row 4))))";
/// let unsaid = to_ludii(&parse(rules).unwrap(), false).unwrap_err();
/// assert_eq!(unsaid.ludeme, "longest");
/// ```
///
/// # Errors
/// What cannot be said there.
pub fn to_ludii(tree: &Tree, loose: bool) -> Result<String, Unsaid> {
    // What holds by default is written nowhere: that is said of the section it would stand in, or of the game.
    let nearest =
        |ludeme: &str| place(tree, ludeme).or_else(|| place(tree, "play")).or(tree.args().first().map(|t| t.span));
    write(tree, loose).map_err(|e| Unsaid { span: nearest(&e.ludeme), ..e })
}

/// Where a ludeme stands first.
fn place(tree: &Tree, ludeme: &str) -> Option<Span> {
    let word = ludeme.split(' ').next()?;
    if tree.is(word) {
        return Some(tree.span);
    }
    tree.args().iter().find_map(|t| place(t, word))
}

fn write(tree: &Tree, loose: bool) -> Result<String, Unsaid> {
    let rules = match lower(&canonical(tree)) {
        Ok(rules) => rules,
        Err(e) => return unsaid(e.message),
    };
    let Ok(board) = Board::new(&rules.board) else { return unsaid("board") };
    let hands = facts::hands(&rules);
    let held = |k: usize| [Player::White, Player::Black].map(|p| hands[p][crate::game::Kind::new(k)]);
    let game = AnyGame::new(rules.clone()).ok();
    let writer = Writer {
        game: game.as_ref(),
        rules: &rules,
        straight: is_straight(&board),
        board: &board,
        names: names(&rules.pieces),
        tables: Tables::default(),
        going_on: Default::default(),
        hands: (0..rules.pieces.len()).map(held).collect(),
    };
    writer.game(loose)
}

/// Names without digits, hyphens and the like, none of them twice.
fn names(pieces: &[PieceDef]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for piece in pieces {
        let letters: String = piece.name.chars().filter(char::is_ascii_alphabetic).collect();
        // What is seen from the other player is said by putting one word for the other.
        let letters =
            if letters.contains("Mover") || letters.contains("Next") { letters.to_lowercase() } else { letters };
        let mut name = if letters.is_empty() { "Piece".into() } else { letters };
        while names.iter().any(|n| n.eq_ignore_ascii_case(&name)) {
            name.push('x');
        }
        names.push(name);
    }
    names
}

/// Whether all lines are straight, none ends where another goes on nearly straight, and the board has one level.
fn is_straight(board: &Board) -> bool {
    let bearing = |a: u16, b: u16| {
        let ((ax, ay), (bx, by)) = (board.centre_of(a), board.centre_of(b));
        (bx - ax).atan2(by - ay)
    };
    let turns = |a: f64, b: f64, least: f64| (a - b).cos() < least;
    let line = |c: u16, way: usize| -> Vec<u16> { std::iter::once(c).chain(board.ray(c, way)).collect() };
    let lines = board.adjacent_directions().iter().flat_map(|&way| board.cells().map(move |c| line(c, way)));
    let straight = |line: Vec<u16>| {
        let [.., before, last] = line[..] else { return true };
        let bends = line.windows(3).any(|p| turns(bearing(p[0], p[1]), bearing(p[1], p[2]), 0.999));
        let ends = |&c: &u16| c == before || turns(bearing(before, last), bearing(last, c), 0.9);
        !bends && board.adjacent(last).iter().all(ends)
    };
    board.levels() == 1 && lines.into_iter().all(straight)
}

impl Writer<'_> {
    fn game(&self, loose: bool) -> Result<String, Unsaid> {
        let rules = self.rules;
        let (mut notes, mut meta) = self.repetition(loose)?;
        if rules.swap {
            let repeats = |e: &Effect| e.kind == EffectKind::Repeat;
            if facts::moves(rules).any(|(_, def)| def.post.iter().any(repeats)) {
                return unsaid("swap beside repeat");
            }
            meta.push("(swap)");
        }
        if rules.longest {
            return unsaid("longest");
        }
        if rules.opp_turn {
            return unsaid("opp-turn");
        }
        let meta = match meta.as_slice() {
            [] => String::new(),
            [one] => format!("(meta {one}) "),
            several => format!("(meta {{{}}}) ", several.join(" ")),
        };
        if meta.contains("Repeat") {
            notes.push_str(
                "// The positions at the start and after the first move are not among those that may not come again.\n",
            );
        }
        let name: String = rules.name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | ' ')).collect();
        let play = self.play()?;
        let end = self.end()?;
        let start = self.start()?;
        let start = if start.is_empty() { String::new() } else { format!("    (start {{ {start}}})\n") };
        Ok(format!(
            "{notes}(game \"{name}\"\n  (players 2)\n  (equipment {{\n    {}\n{}  }})\n  (rules\n    {meta}\n{start}    (play {play})\n    (end {{\n{end}    }})\n  )\n)\n",
            self.board_of()?,
            self.equipment()?,
        ))
    }

    /// What holds when a position comes again: comments, and rules there.
    fn repetition(&self, loose: bool) -> Result<(String, Vec<&'static str>), Unsaid> {
        let rules = self.rules;
        let mut notes = String::new();
        let mut meta = Vec::new();
        if !self.may_repeat() || self.burns_its_way() {
            return Ok((notes, meta));
        }
        let forbids = rules.repetition.forbids();
        match rules.repetition {
            // Marks are no part of a position there.
            _ if forbids && self.has_marks() => return unsaid("repetition beside cell-state"),
            _ if forbids && self.wanders() => return unsaid("repetition beside repeat"),
            // Passes in succession, and who has no move, are part of a position there.
            Repetition::Forbid if facts::has_pass(rules) => return unsaid("repetition beside a pass"),
            Repetition::Forbid if self.may_pass() && !loose => return unsaid("repetition beside a pass"),
            Repetition::Forbid => {
                meta.push("(no Repeat Situational)");
                if self.may_pass() {
                    notes.push_str(
                        "// Where a player has to pass, or has no move but to positions that were there, one that comes again may not be noticed.\n",
                    );
                }
            }
            Repetition::Positional => meta.push("(no Repeat Positional)"),
            Repetition::Draw if loose => {
                notes.push_str("// The draw when a position arises for the third time is left out.\n");
            }
            Repetition::Draw => return unsaid("repetition draw"),
            Repetition::Allow => {}
        }
        Ok((notes, meta))
    }

    fn may_repeat(&self) -> bool {
        self.game.is_some_and(|game| with_game!(game, g => g.tracks_repetition()))
    }

    /// The board: squares as such, other tilings as points and the ways between them.
    fn board_of(&self) -> Result<String, Unsaid> {
        let spec = &self.rules.board;
        let (board, sizes) = (self.board, &spec.sizes);
        if spec.shape == Shape::Boardless {
            return unsaid("boardless");
        }
        if self.squares() {
            let (columns, rows) = (sizes[0], *sizes.get(1).unwrap_or(&sizes[0]));
            let whole = format!("(rectangle {rows} {columns})");
            if spec.without.is_empty() {
                return Ok(format!("(board {whole})"));
            }
            let Ok(full) = Board::new(&BoardSpec { without: Vec::new(), ..spec.clone() }) else {
                return unsaid("without");
            };
            let out: Vec<String> =
                spec.without.iter().filter_map(|label| Some(full.cell(label)?.to_string())).collect();
            return Ok(format!("(board (remove {whole} cells:{{{}}}))", out.join(" ")));
        }
        // Levels lie side by side.
        let point = |c: u16| {
            let (x, y) = board.centre_of(c);
            let x = x + f64::from(board.level(c) * 2 * board.cols());
            format!("{{{x:.4} {y:.4}}}")
        };
        let vertices: Vec<String> = board.cells().map(point).collect();
        let edges = board
            .cells()
            .flat_map(|c| board.adjacent(c).iter().filter(move |&&d| d > c).map(move |&d| format!("{{{c} {d}}}")));
        let edges: Vec<String> = edges.collect();
        Ok(format!("(board (graph vertices:{{{}}} edges:{{{}}}) use:Vertex)", vertices.join(" "), edges.join(" ")))
    }

    /// The pieces, and hands where they are counted.
    fn equipment(&self) -> Result<String, Unsaid> {
        let mut text = String::new();
        for (piece, name) in self.rules.pieces.iter().zip(&self.names) {
            let owner = match piece.owner {
                Who::All | Who::Mover | Who::Opponent => "Each",
                Who::Player(Player::White) => "P1",
                Who::Player(Player::Black) => "P2",
                Who::Neutral | Who::Nobody => "Neutral",
            };
            if piece.state != StateId::ZERO {
                return unsaid("state of a piece");
            }
            if piece.flags != 0 {
                return unsaid("flags");
            }
            text.push_str(&format!("    (piece \"{name}\" {owner})\n"));
        }
        if let Some(most) = self.counted().last() {
            text.push_str(&format!("    (hand Each size:{})\n", most + 1));
        }
        text.push_str(&self.tables.text());
        Ok(text)
    }

    /// The types that come from a hand that is counted.
    pub(super) fn counted(&self) -> Vec<usize> {
        let enters = |k: &usize| facts::enters(&self.rules.pieces[*k]);
        let limited = |k: &usize| self.hands[*k].iter().any(|&n| n != UNLIMITED);
        (0..self.rules.pieces.len()).filter(enters).filter(limited).collect()
    }

    /// Whether pieces are in states.
    fn has_states(&self) -> bool {
        let sets = |e: &Effect| matches!(e.kind, EffectKind::SetPieceState(..));
        self.rules.places.iter().any(|place| place.piece.state.is_some_and(|s| s != StateId::ZERO))
            || facts::moves(self.rules).any(|(_, def)| def.post.iter().any(sets))
    }

    /// Whether cells are in states.
    fn has_marks(&self) -> bool {
        let sets = |e: &Effect| matches!(e.kind, EffectKind::SetCellState(..) | EffectKind::SetCellStates(_));
        facts::moves(self.rules).any(|(_, def)| def.post.iter().any(sets))
    }

    /// What stands on the board and is in hand at the start.
    fn start(&self) -> Result<String, Unsaid> {
        let Some(game) = self.game else { return unsaid("board") };
        let mut placed: Vec<(String, u8, Vec<u16>)> = Vec::new();
        let mut high = false;
        with_game!(game, g => {
            let state = g.initial(Player::White);
            for c in self.board.cells() {
                let height = g.height(&state, c);
                high |= height > 1;
                if height > 0 {
                    let top = g.top(&state, c);
                    let name = self.component(top.kind().index(), top.owner());
                    let number = top.state().number();
                    match placed.iter_mut().find(|(n, s, _)| *n == name && *s == number) {
                        Some((.., cells)) => cells.push(c),
                        None => placed.push((name, number, vec![c])),
                    }
                }
            }
        });
        if high {
            return unsaid("place of stacks");
        }
        let mut text = String::new();
        let stated = self.has_states();
        for (name, number, cells) in placed {
            let cells: Vec<String> = cells.iter().map(u16::to_string).collect();
            let state = if stated { format!(" state:{number}") } else { String::new() };
            text.push_str(&format!("(place \"{name}\" {{{}}}{state}) ", cells.join(" ")));
        }
        for k in self.counted() {
            for player in Player::BOTH {
                match self.hands[k][player.index()] {
                    0 => {}
                    UNLIMITED => return unsaid("in-hand of one player only"),
                    n => {
                        let name = self.component(k, if player == Player::White { Owner::White } else { Owner::Black });
                        text.push_str(&format!("(place \"{name}\" (handSite P{} {k}) count:{n}) ", player.index() + 1));
                    }
                }
            }
        }
        Ok(text)
    }

    /// A piece of an owner, by name.
    pub(super) fn component(&self, kind: usize, owner: Owner) -> String {
        let number = match owner {
            Owner::White => 1,
            Owner::Black => 2,
            Owner::Nobody => 0,
        };
        format!("{}{number}", self.names[kind])
    }
}
