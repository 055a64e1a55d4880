//! Facts about ludemes that other modules derive their behaviour from, instead of keeping lists of words of their own.
//!
//! | fact | who derives from it |
//! |---|---|
//! | [`Param::ordered`](super::Param::ordered), [`Facts::commutative`], [`Facts::spelling`], [`Facts::idle`], [`Facts::cosmetic`] | the canonical form behind fingerprints and distances |
//! | [`Facts::turning`], [`Param::handed`](super::Param::handed) | games on turned and reflected boards |
//! | [`Facts::scope`], [`Facts::needs`], [`Param::refuses`](super::Param::refuses) | what breeding may put where |
//! | [`Facts::goal`], [`Facts::change`] | the intrinsic criteria |
//! | [`Facts::reads`] | what of the past belongs into keys of positions; the solver's count of moves |
//! | [`Facts::needs`] | what repair takes for a move that has a start |
//! | [`Facts::also`] | advice on words of other languages |

/// What is known where an element is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Before play: there is no mover.
    Setup,
    /// While a move is made: `from`, `to` and the mover are known.
    Move,
    /// After a move: only the player under test and the last cell are known.
    End,
}

/// What an element needs to be known where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing: it means something everywhere.
    Nothing,
    /// A player in relation to whom it is meant: the mover, or the player under test.
    Mover,
    /// A move being made.
    Move,
    /// A move that has a start, `from`.
    From,
}

impl Needs {
    /// Whether the scope has what is needed.
    pub fn met_in(self, scope: Scope) -> bool {
        match self {
            Needs::Nothing => true,
            Needs::Mover => scope != Scope::Setup,
            Needs::Move | Needs::From => scope == Scope::Move,
        }
    }
}

/// What becomes of an element when the board is turned or reflected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// It stays as it is.
    Same,
    /// A point of the compass turns with the board.
    Compass,
    /// A reflection makes it this word: left is right.
    Hand(&'static str),
    /// A number of a row or a column becomes the number of the turned one.
    Row,
    /// As [`Turning::Row`], for columns.
    Column,
    /// A label becomes that of the turned cell.
    Label,
    /// A phase becomes the one that the turned cells have.
    Phase,
    /// Sides that players own by default, which a quarter turn exchanges unless regions are declared.
    OwnSides,
    /// A quarter turn has no word for it.
    NotCrosswise,
    /// No turned board has a word for it.
    Never,
}

/// When an element says what holds without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// Never.
    Never,
    /// Always.
    Always,
    /// When its argument is this word or number.
    With(&'static str),
    /// When it has no argument that says more.
    Empty,
}

/// The kind of goal that a condition sets, for criteria 2 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GoalFamily {
    /// Connections and rings.
    Connect,
    /// Rows and patterns.
    Row,
    /// Places to reach.
    Reach,
    /// Groups.
    Group,
    /// Stacks.
    Stack,
    /// Captures, threats and counts of what is left.
    Capture,
    /// Having no move.
    Block,
    /// Scores and states.
    Score,
}

/// What an effect does to the position, for criteria 13 and 14.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Pieces leave the board.
    Capture,
    /// Pieces or cells become others, or go elsewhere.
    Conversion,
    /// Neither.
    Other,
}

/// What of a game's past an element reads, beside the position: that belongs into the key of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Past {
    /// Nothing.
    Nothing,
    /// Where the last move ended.
    LastCell,
    /// Where it began and ended.
    LastMove,
    /// What was captured.
    Captures,
    /// Whether a player has moved yet.
    FirstMoves,
    /// How many moves were made.
    MoveNumber,
}

/// Another way to write what a second word of the category says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The word under which both are compared.
    pub of: &'static str,
    /// Whether the arguments change places.
    pub swapped: bool,
}

/// What rules have to do with that use a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Which way players and pieces face.
    Facing,
    /// Pieces in hand, or left to enter.
    Hands,
    /// The states of pieces: reading or changing them.
    States,
    /// Whose pieces, cells and regions are whose.
    Owners,
    /// How many pieces lie on a cell, or what becomes of each of them.
    Heights,
}

/// What is known of a ludeme beside its form and meaning.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Its two arguments may change places.
    pub commutative: bool,
    /// It is another spelling of this word.
    pub spelling: Option<Spelling>,
    /// It has no effect on play: drawing and metadata.
    pub cosmetic: bool,
    /// Breeding leaves it and what is below it alone.
    pub fixed: bool,
    /// Without arguments it means something else than with its defaults written out.
    pub bare_differs: bool,
    /// When it says what holds anyway.
    pub idle: Idle,
    /// What is known below it; `None` if that is what is known around it.
    pub scope: Option<Scope>,
    /// What must be known where it stands.
    pub needs: Needs,
    /// What becomes of it when the board is turned.
    pub turning: Turning,
    /// The goal that it sets as, or within, an end condition; of a number, when it is compared with a constant.
    pub goal: Option<GoalFamily>,
    /// What it changes, if it is an effect.
    pub change: Change,
    /// What of the past it reads.
    pub reads: Past,
    /// What rules that use it have to do with.
    pub about: &'static [About],
    /// What it is called in other languages or by habit, for advice.
    pub also: &'static [&'static str],
}

impl Facts {
    /// What holds of a ludeme of which nothing special is known.
    pub(super) const PLAIN: Facts = Facts {
        commutative: false,
        spelling: None,
        cosmetic: false,
        fixed: false,
        bare_differs: false,
        idle: Idle::Never,
        scope: None,
        needs: Needs::Nothing,
        turning: Turning::Same,
        goal: None,
        change: Change::Other,
        reads: Past::Nothing,
        about: &[],
        also: &[],
    };
}
