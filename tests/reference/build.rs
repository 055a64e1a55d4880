//! Rules made by hand, for tests that do not want to depend on the reader of the language.

use ludogen::board::{Board, BoardSpec, Compass};
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
    PieceDef { name: name.into(), owner, label: None, value: 1, state: 0, flags: 0, moves }
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
