//! Rules made by hand, for tests that do not want to depend on the reader of the language.

use super::{Match, Outcome, Piece, Position, RefMove, start};
use ludogen::board::{Board, BoardSpec, CellId, Compass, Shape, Tiling};
use ludogen::game::rules::*;

/// A game on a board without pieces, start or end.
pub fn game(board: BoardSpec) -> Rules {
    let player = |name: &str, facing| PlayerDef { name: name.into(), facing };
    Rules {
        name: "Test".into(),
        players: [player("White", Compass::N), player("Black", Compass::S)],
        board,
        regions: vec![],
        pieces: vec![],
        flags: vec![],
        places: vec![],
        in_hand: vec![],
        can_pass: false,
        swap: false,
        repetition: Repetition::Forbid,
        never: None,
        longest: false,
        end: vec![],
        both: Both::MoverWins,
        opp_turn: false,
        win_first: false,
    }
}

/// The board of the rules.
pub fn board_of(rules: &Rules) -> Board {
    Board::new(&rules.board).expect("a board")
}

/// A piece type.
pub fn piece(name: &str, owner: Who, moves: Vec<MoveDef>) -> PieceDef {
    PieceDef { name: name.into(), owner, label: None, value: 1, state: StateId::ZERO, flags: 0, moves }
}

/// A move without effects.
pub fn def(pre: Bool, actions: Vec<Action>) -> MoveDef {
    MoveDef {
        priority: u8::MAX,
        mandatory: false,
        label: None,
        directions: vec![],
        owner: None,
        pre,
        actions,
        post: vec![],
    }
}

/// `(push)`
pub fn push() -> Action {
    push_on(Coord::To)
}

/// `(push CELL)`
pub fn push_on(cell: Coord) -> Action {
    Action::Push { cell, count: 1, owner: None, trail: false }
}

/// `(pop)`
pub fn pop() -> Action {
    Action::Pop(Coord::From, Amount::Count(1))
}

/// `(move (pre (empty to)) (action (push)))`
pub fn drop_on_empty() -> MoveDef {
    def(Bool::Empty(Coord::To), vec![push()])
}

/// `(move (pre PRE) (action (pop) (push)))`
pub fn walk(pre: Bool) -> MoveDef {
    def(pre, vec![pop(), push()])
}

/// The move with these effects.
pub fn then(def: MoveDef, kinds: impl IntoIterator<Item = EffectKind>) -> MoveDef {
    let effect = |kind| Effect { kind, guard: Bool::True, optional: false };
    MoveDef { post: kinds.into_iter().map(effect).collect(), ..def }
}

/// `(capture HOW)`
pub fn capture(how: CaptureType) -> EffectKind {
    EffectKind::Capture {
        how,
        pieces: PieceRecord::default(),
        victim: Who::Opponent,
        subsume: false,
        recycle: false,
        size: None,
    }
}

/// `(and …)`
pub fn and(all: impl IntoIterator<Item = Bool>) -> Bool {
    Bool::And(all.into_iter().collect())
}

/// `(not …)`
pub fn not(b: Bool) -> Bool {
    Bool::Not(Box::new(b))
}

/// `(empty to)`
pub fn empty() -> Bool {
    Bool::Empty(Coord::To)
}

/// `(steps …)`
pub fn steps(path: &[Turtle]) -> Bool {
    Bool::Steps(path.to_vec())
}

/// `(All win …)`
pub fn wins(condition: Condition) -> Clause {
    Clause { who: Who::All, verdict: Verdict::Win, condition }
}

/// `(All lose …)`
pub fn loses(condition: Condition) -> Clause {
    Clause { who: Who::All, verdict: Verdict::Lose, condition }
}

/// `(in-a-row N)`
pub fn in_a_row(length: u32) -> Condition {
    Condition::InARow { length, exactly: false, pieces: PieceRecord::default(), adjacency: None, buried: false }
}

/// The record of a type.
pub fn of_kind(kind: usize) -> PieceRecord {
    PieceRecord { kind: Some(kind), ..PieceRecord::default() }
}

/// The record of anything of an owner.
pub fn of(owner: Who) -> PieceRecord {
    PieceRecord { owner: Some(owner), ..PieceRecord::default() }
}

/// `(place (KIND OWNER) CELLS…)`
pub fn place(kind: usize, owner: Option<Who>, cells: Vec<Cells>) -> Place {
    Place { piece: PieceRecord { owner, ..of_kind(kind) }, count: None, cells, mirror: false, rotate: false }
}

/// A square board.
pub fn square(width: u32, height: u32) -> BoardSpec {
    BoardSpec::new(Tiling::Square, Shape::Square, &[width, height])
}

/// A compass direction.
pub fn compass(c: Compass) -> Dir {
    Dir::Compass(c)
}

/// The cell of that label.
#[track_caller]
pub fn at(board: &Board, label: &str) -> CellId {
    board.cell(label).expect("a cell of the board")
}

/// A new piece, as if it had been placed.
pub fn new_piece(rules: &Rules, kind: usize, owner: Option<Player>) -> Piece {
    let def = &rules.pieces[kind];
    Piece { kind, owner, state: def.state.number(), flags: def.flags, facing: None }
}

/// The start with these pieces instead: rows from the top, `W`, `B` and `N` for pieces of the first type, `w`, `b` and `n` for
/// those of the second. Square boards only.
pub fn diagram(rules: &Rules, board: &Board, rows: &[&str]) -> Position {
    let mut p = start(rules, board);
    for (row, text) in rows.iter().rev().enumerate() {
        for (col, letter) in text.chars().enumerate() {
            let owner = match letter.to_ascii_uppercase() {
                'W' => Some(Player::White),
                'B' => Some(Player::Black),
                'N' => None,
                _ => continue,
            };
            let kind = usize::from(letter.is_ascii_lowercase());
            let cell = p.cells().find(|&c| board.row(c) == row as u32 && board.col(c) == col as u32);
            p.stack_mut(cell.expect("a cell")).push(new_piece(rules, kind, owner));
        }
    }
    p
}

/// A game under way on a square board, and what is needed to look at it.
pub struct Scene<'a> {
    /// The game.
    pub game: Match<'a>,
}

impl<'a> Scene<'a> {
    /// White to move.
    pub fn new(rules: &'a Rules, board: &'a Board, rows: &[&str]) -> Self {
        Scene { game: Match::from(rules, board, diagram(rules, board, rows)) }
    }

    /// The same with Black to move.
    pub fn black(mut self) -> Self {
        self.game.position.mover = Player::Black;
        self
    }

    /// A stack put on a cell, lowest first, in the letters of [`diagram`].
    pub fn stack(mut self, label: &str, pieces: &str) -> Self {
        let referee = self.game.referee;
        for letter in pieces.chars() {
            let one = diagram(referee.rules, referee.board, &[&letter.to_string()]);
            let piece = one.stack(0).last().expect("a piece").clone();
            let cell = at(referee.board, label);
            self.game.position.stack_mut(cell).push(piece);
        }
        self
    }

    /// The legal moves from one label to another; `""` is nowhere.
    pub fn moves(&self, from: &str, to: &str) -> Vec<RefMove> {
        let cell = |label: &str| (!label.is_empty()).then(|| at(self.game.referee.board, label));
        let wanted = (cell(from), cell(to));
        let is_it = |m: &RefMove| matches!(*m, RefMove::Make { from, to, .. } if (from, to) == wanted);
        self.game.moves().into_iter().filter(is_it).collect()
    }

    /// Makes the only move from one label to another.
    #[track_caller]
    pub fn play(mut self, from: &str, to: &str) -> Self {
        let moves = self.moves(from, to);
        let [chosen] = moves[..] else { panic!("{from} to {to}: {moves:?}") };
        self.game.play(&chosen);
        self
    }

    /// Makes the move with that choice.
    #[track_caller]
    pub fn choose(mut self, from: &str, to: &str, wanted: u8) -> Self {
        let moves = self.moves(from, to);
        let chosen = moves.iter().find(|m| matches!(m, RefMove::Make { choice, .. } if *choice == wanted));
        self.game.play(chosen.expect("that choice"));
        self
    }

    /// Passes.
    #[track_caller]
    pub fn pass(mut self) -> Self {
        assert!(self.game.moves().contains(&RefMove::Pass), "a pass is legal");
        self.game.play(&RefMove::Pass);
        self
    }

    /// The stack of a cell in the letters of [`diagram`], lowest first.
    pub fn on(&self, label: &str) -> String {
        let cell = at(self.game.referee.board, label);
        self.game.position.stack(cell).iter().map(letter).collect()
    }

    /// The top pieces, rows from the top.
    pub fn rows(&self) -> Vec<String> {
        let (p, board) = (&self.game.position, self.game.referee.board);
        let mut rows = vec![String::new(); board.rows() as usize];
        for c in p.cells() {
            rows[board.rows() as usize - 1 - board.row(c) as usize].push(p.top(c).map_or('.', letter));
        }
        rows
    }

    /// The state of the game.
    pub fn position(&self) -> &Position {
        &self.game.position
    }

    /// How it ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome
    }
}

fn letter(piece: &Piece) -> char {
    let letter = match piece.owner {
        Some(Player::White) => 'W',
        Some(Player::Black) => 'B',
        None => 'N',
    };
    if piece.kind == 0 { letter } else { letter.to_ascii_lowercase() }
}
