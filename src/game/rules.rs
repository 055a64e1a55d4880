//! The rules of a game, typed: what a checked rule tree means, before it is compiled to anything.
//!
//! Everything here is plain data. [`lower()`](super::lower()) makes it from a tree; compilation turns it into a
//! [`Game`](super::Game). The slow reference implementation in the tests reads the same data, and nothing else.

use crate::board::{BoardSpec, Compass};

/// One of the two players, in turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Player {
    /// The player listed first, who usually moves first.
    White,
    /// The player listed second.
    Black,
}

impl Player {
    /// Both players, in turn order.
    pub const BOTH: [Player; 2] = [Player::White, Player::Black];

    /// The other player.
    #[inline]
    pub fn opponent(self) -> Player {
        match self {
            Player::White => Player::Black,
            Player::Black => Player::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The player of that index; odd numbers are Black.
    #[inline]
    pub fn from_index(index: usize) -> Player {
        if index & 1 == 0 { Player::White } else { Player::Black }
    }
}

/// Whose: a player, or one in relation to the mover (in end conditions: to the player being tested).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// This player.
    Player(Player),
    /// Each player.
    All,
    /// The mover.
    Mover,
    /// The mover's opponent.
    Opponent,
    /// Belongs to nobody, but stands on the board.
    Neutral,
    /// Nobody.
    Nobody,
}

impl Who {
    /// Whether `owner` (`None` for a neutral piece) is meant, seen from `mover`.
    #[inline]
    pub fn means(self, owner: Option<Player>, mover: Player) -> bool {
        match self {
            Who::Player(p) => owner == Some(p),
            Who::All => owner.is_some(),
            Who::Mover => owner == Some(mover),
            Who::Opponent => owner == Some(mover.opponent()),
            Who::Neutral => owner.is_none(),
            Who::Nobody => false,
        }
    }

    /// The one player meant, seen from `mover`; `None` for everybody, nobody and neutral.
    #[inline]
    pub fn player(self, mover: Player) -> Option<Player> {
        match self {
            Who::Player(p) => Some(p),
            Who::Mover => Some(mover),
            Who::Opponent => Some(mover.opponent()),
            Who::All | Who::Neutral | Who::Nobody => None,
        }
    }
}

/// A direction relative to a piece's facing, or a turn in a path of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Turtle {
    F,
    B,
    L,
    R,
    Fl,
    Fr,
    Bl,
    Br,
}

/// A direction, or a set of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dir {
    /// An absolute direction.
    Compass(Compass),
    /// Relative to the facing of the piece, or of its owner. `L` and `R` are one direct turn from forwards.
    Turtle(Turtle),
    /// Every direct direction.
    Direct,
    /// Every indirect direction.
    Diagonal,
    /// Every adjacent direction.
    All,
}

/// A cell by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Coord {
    /// Where the moving piece starts.
    From,
    /// Where it goes.
    To,
    /// The cell a guard is about; elsewhere `to`.
    Current,
    /// The cell before `to` on the way from `from`.
    Over,
    /// Where the last move ended.
    Last,
    /// A cell by its label.
    Label(String),
    /// So many steps from a cell, in a direction.
    Step(Box<Coord>, Dir, u32),
}

/// A set of cells, or several, that depend on the board and on the player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Cells {
    Label(String),
    Home(u32),
    Away(u32),
    Side(Compass),
    Edge,
    AllSides,
    Corners,
    Centre,
    Phase(u8),
    Region(u32),
    Row(u32),
    Col(u32),
    All,
    OwnRegions,
    EnemyRegions,
}

/// Which pieces are meant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct PieceRecord {
    /// Index into [`Rules::pieces`]; any type if `None`.
    pub kind: Option<usize>,
    /// Whose; anybody's if `None`.
    pub owner: Option<Who>,
    /// In this state.
    pub state: Option<u8>,
    /// With all of these flags, as bits in the order of [`Rules::flags`].
    pub flags: u8,
}

impl PieceRecord {
    /// Whether the record names nothing but a type and an owner.
    pub fn is_plain(&self) -> bool {
        self.state.is_none() && self.flags == 0
    }
}

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Cells without a piece.
    Empty,
    /// Cells topped by such a piece.
    Pieces(PieceRecord),
}

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Cmp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Cmp {
    /// Whether the comparison holds.
    #[inline]
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Cmp::Eq => a == b,
            Cmp::Ne => a != b,
            Cmp::Lt => a < b,
            Cmp::Le => a <= b,
            Cmp::Gt => a > b,
            Cmp::Ge => a >= b,
        }
    }
}

/// How pieces are captured (or converted). See the schema for what each means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum CaptureType {
    Replace,
    Surround,
    Direct,
    Indirect,
    AllNeighbours,
    Over,
    Line,
    Approach,
    Withdraw,
    Everywhere,
}

/// A condition on a move. Coordinates default as the schema says; an absent cell satisfies nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Bool {
    True,
    And(Vec<Bool>),
    Or(Vec<Bool>),
    Not(Box<Bool>),
    Compare(Cmp, Int, Int),
    Empty(Coord),
    Owner(Coord, Who),
    /// From, to, directions (all adjacent ones if none, or the move's `dirn`).
    Line(Coord, Coord, Vec<Dir>),
    /// `None`: the default reading, which depends on whether the move has a `from`.
    Connected(Option<Coord>, Who),
    Adjacent(Coord, Coord),
    Steps(Vec<Turtle>),
    Same(Coord, Coord),
    OnBoard(Coord),
    InRegion(Coord, Vec<Cells>),
    IsPiece(Coord, PieceRecord),
    Flagged(Coord, u8),
    Captures(CaptureType),
    Attacked(Coord),
    FirstMove,
    Continuing,
}

/// A whole number computed from the state. Arithmetic saturates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Int {
    Const(i32),
    Sum(Vec<Int>),
    Difference(Vec<Int>),
    Product(Vec<Int>),
    Quotient(Box<Int>, Box<Int>),
    Modulo(Box<Int>, Box<Int>),
    Min(Vec<Int>),
    Max(Vec<Int>),
    Abs(Box<Int>),
    Between(Target, Coord, Coord),
    WholeLine(Target),
    Neighbours(Coord, Target),
    Height(Coord),
    GroupSize(Coord),
    Phase(Coord),
    Distance(Coord, Coord),
    PieceState(Coord),
    CellState(Coord),
    Value(Coord),
    Liberties(Coord),
    /// Of the longest line through a cell, in these directions (all adjacent ones if none).
    LineLength(Coord, Vec<Dir>),
    Row(Coord),
    Col(Coord),
    Pieces(Target),
    Groups(Who),
    /// Of the group of that rank by size.
    LargestGroup(Who, u32),
    Territory(Who),
    InHand(Who, Option<usize>),
    Captured(Who),
    Score(Who),
    MoveNumber,
}

/// How many pieces of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// So many, or as many as there are.
    Count(u32),
    /// The whole stack.
    All,
}

/// One part of what a move does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Nothing.
    Pass,
    /// Take pieces off a cell.
    Pop(Coord, Amount),
    /// Put what was taken, or new pieces, on a cell.
    Push {
        /// Where.
        cell: Coord,
        /// How many new pieces; what was taken is put down whole.
        count: u32,
        /// The owner that the pieces get; unchanged (or the mover) if `None`.
        owner: Option<Who>,
        /// Drop one on each cell of the way from `from` to the cell.
        trail: bool,
    },
}

/// What happens after a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum EffectKind {
    Capture {
        how: CaptureType,
        pieces: PieceRecord,
        victim: Who,
        subsume: bool,
        recycle: bool,
        size: Option<(u32, u32)>,
    },
    Convert {
        how: Option<CaptureType>,
        pieces: Option<PieceRecord>,
        owner: Who,
        size: Option<(u32, u32)>,
    },
    /// Direct turns to the right; `None`: the mover chooses.
    Rotate(Option<i32>),
    Face(Dir),
    Displace {
        direction: Dir,
        pieces: PieceRecord,
        count: u32,
    },
    SetCellState(Coord, Int),
    SetPieceState(Coord, Int),
    IncState {
        cell: Coord,
        amount: i32,
        modulus: Option<i32>,
    },
    AddFlag(Coord, u8),
    RemoveFlag(Coord, u8),
    Score(Int),
    Repeat,
    Swap,
    SetCellStates(Int),
    Shift,
    /// The neighbours of a cell, by so many direct turns to the right.
    Spin(Coord, i32),
    /// Along a track; and what is then taken, unless it would clear the cells.
    Sow {
        track: Vec<Coord>,
        reap: Option<(Bool, Vec<Cells>)>,
    },
}

/// An effect with its conditions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Effect {
    /// What happens.
    pub kind: EffectKind,
    /// Where, or whether, it happens.
    pub guard: Bool,
    /// Whether the mover may do without.
    pub optional: bool,
}

/// One kind of move of a piece type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveDef {
    /// Smaller numbers come first; `u8::MAX` if none is given.
    pub priority: u8,
    /// Whether it must be made if it can be.
    pub mandatory: bool,
    /// Its name.
    pub label: Option<String>,
    /// The directions of `line` and `steps`; empty for the defaults.
    pub directions: Vec<Dir>,
    /// Who may make it; the piece's owner if `None`.
    pub owner: Option<Who>,
    /// What must hold before.
    pub pre: Bool,
    /// What is done, in order.
    pub actions: Vec<Action>,
    /// What happens after, in order.
    pub post: Vec<Effect>,
}

impl MoveDef {
    /// Whether the move takes a piece from a cell (it then has a `from`).
    pub fn pops(&self) -> bool {
        self.actions.iter().any(|a| matches!(a, Action::Pop(..)))
    }

    /// Whether the move puts a piece on a cell.
    pub fn pushes(&self) -> bool {
        self.actions.iter().any(|a| matches!(a, Action::Push { .. }))
    }

    /// Whether the move is a pass.
    pub fn passes(&self) -> bool {
        self.actions.iter().all(|a| matches!(a, Action::Pass))
    }
}

/// A piece type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PieceDef {
    /// Its name.
    pub name: String,
    /// Who may own it.
    pub owner: Who,
    /// How it is drawn.
    pub label: Option<String>,
    /// Its worth.
    pub value: i32,
    /// The state of a new piece.
    pub state: u8,
    /// The flags of a new piece.
    pub flags: u8,
    /// What it may do.
    pub moves: Vec<MoveDef>,
}

/// Pieces on the board at the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Which piece; an owner of `None` or `All` means each player who may own it.
    pub piece: PieceRecord,
    /// How many, counted from the first cell; all cells if `None`.
    pub count: Option<u32>,
    /// Where: the union of these, filtered by phases.
    pub cells: Vec<Cells>,
    /// The opponent gets the cells mirrored top to bottom.
    pub mirror: bool,
    /// The opponent gets the cells after a half turn.
    pub rotate: bool,
}

/// Pieces in hand at the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InHand {
    /// Which piece; an owner of `None` or `All` means each player.
    pub piece: PieceRecord,
    /// How many.
    pub count: u32,
}

/// What holds when a position comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// Situational superko: no move to a position seen before with the same player to move.
    Forbid,
    /// Positional superko: no move to a board seen before.
    Positional,
    /// The third occurrence draws.
    Draw,
    /// Nothing.
    Allow,
}

/// What a clause gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Verdict {
    Win,
    Lose,
    Draw,
}

/// What decides when a move ends the game for both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Both {
    MoverWins,
    MoverLoses,
    Draw,
}

/// Which neighbours count in a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Adjacency {
    Direct,
    Indirect,
    All,
}

/// How many pieces must reach a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReachCount {
    /// At least so many.
    Count(u32),
    /// Every piece of the player (one at least).
    AllPieces,
    /// Every cell of the goal.
    Fill,
}

/// A condition on a position, tested for one player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Condition {
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Not(Box<Condition>),
    Compare(Cmp, Int, Int),
    Connect {
        regions: Vec<Cells>,
        pieces: PieceRecord,
        adjacency: Option<Adjacency>,
        buried: bool,
    },
    Cycle {
        pieces: PieceRecord,
        adjacency: Option<Adjacency>,
    },
    Group {
        size: Option<u32>,
        /// No larger than that.
        exactly: bool,
        pieces: PieceRecord,
        adjacency: Option<Adjacency>,
        buried: bool,
    },
    InARow {
        length: u32,
        exactly: bool,
        pieces: PieceRecord,
        adjacency: Option<Adjacency>,
        buried: bool,
    },
    Pattern {
        path: Vec<Turtle>,
        pieces: PieceRecord,
    },
    Reach {
        goal: Vec<Cells>,
        count: ReachCount,
        pieces: PieceRecord,
        buried: bool,
    },
    Capture {
        count: u32,
        pieces: PieceRecord,
    },
    /// Pieces of these types, by the opponent.
    Threatened(PieceRecord),
    Path {
        goal: Vec<Cells>,
        pieces: PieceRecord,
    },
    Eliminate {
        player: Who,
        pieces: PieceRecord,
    },
    /// `None`: more than the opponent.
    Score(Option<i32>),
    Stack {
        height: u32,
        /// No higher than that.
        exactly: bool,
        pieces: PieceRecord,
        own_only: bool,
    },
    State {
        state: u8,
        cell: Option<Coord>,
        pieces: Option<PieceRecord>,
    },
    NoMove,
    AllPassed,
    Full,
}

/// One clause of the end section.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// For whom it is tested.
    pub who: Who,
    /// What the player gets.
    pub verdict: Verdict,
    /// When.
    pub condition: Condition,
}

/// A declared region.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// Who owns it; each player if `None`.
    pub owner: Option<Player>,
    /// Its cells.
    pub cells: Vec<Cells>,
}

/// A player's name and direction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerDef {
    /// The name.
    pub name: String,
    /// Which way the player's pieces face.
    pub facing: Compass,
}

/// The rules of a game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The game's name.
    pub name: String,
    /// The players in turn order.
    pub players: [PlayerDef; 2],
    /// The board.
    pub board: BoardSpec,
    /// Declared regions; `(region k)` is `regions[k - 1]`.
    pub regions: Vec<Region>,
    /// The piece types.
    pub pieces: Vec<PieceDef>,
    /// The names of the flags, in the order of their bits.
    pub flags: Vec<String>,
    /// Pieces on the board at the start.
    pub places: Vec<Place>,
    /// Pieces in hand at the start.
    pub in_hand: Vec<InHand>,
    /// Whether a player may always pass.
    pub can_pass: bool,
    /// Whether the second player may change sides at the second move.
    pub swap: bool,
    /// The repetition rule.
    pub repetition: Repetition,
    /// What must not hold for a player after the player's own move.
    pub never: Option<Condition>,
    /// Whether a turn must have as many moves as it can.
    pub longest: bool,
    /// The end clauses in order.
    pub end: Vec<Clause>,
    /// What decides when both players end the game at once.
    pub both: Both,
    /// A win counts only if it stands after the opponent's move.
    pub opp_turn: bool,
    /// Winning comes before losing when one player does both.
    pub win_first: bool,
}
