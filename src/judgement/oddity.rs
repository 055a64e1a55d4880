//! What is odd about rules, by kinds: what nobody writes is a mistake, and what few write may be an idea.

/// The kinds of odd rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OddityKind {
    /// A comparison of two constants.
    Constants,
    /// A comparison with a negative number.
    Negative,
    /// An `and` or `or` of fewer than two parts.
    JoinsNothing,
    /// The same effect twice in a row.
    DoesTwice,
    /// A count compared or reckoned with the row or the column of a cell.
    CountsPlaces,
    /// A goal to join what chains of the opponent cannot keep apart.
    CrossingChains,
    /// Moves that must capture, in a way in which they capture nothing.
    CapturesNothing,
    /// A piece that is taken and put where it was.
    PutsBack,
    /// Pieces that go beside the cell that their move is to, and not to that.
    MissesTarget,
    /// The number of moves that have been made, reckoned with as nobody at a table does.
    ReckonsMoves,
    /// More steps than the board has cells.
    FarSteps,
    /// Two types of pieces that nothing tells apart.
    Twins,
    /// Scores that nothing asks for.
    IdleScores,
    /// Moves that ask about some of the directions that are alike on the board, or take what lies there.
    SomeDirections,
    /// Goals of sides that begin alike, which no symmetry of the board takes to each other.
    LopsidedGoals,
    /// A goal that both players reach at once.
    SharedGoal,
    /// A goal of both players that asks whose turn it was.
    GoalOfTurn,
    /// Cells that whoever goes there loses by.
    ShunnedCells,
    /// Colours of pieces that nothing depends on.
    IdleColours,
    /// Turns that go on to nothing but a pass.
    GoesOnToPass,
    /// Moves that the other may always take back.
    TakesBack,
    /// The same part twice beside itself.
    SaysTwice,
    /// A move without a condition.
    Unconditional,
    /// Pieces that go onto any piece where nothing comes of stacks.
    IdleStacks,
    /// Directions of moves that no symmetry of the board takes to each other.
    UnorderedDirections,
    /// Different numbers of goals of sides that begin alike.
    OneSidedGoals,
    /// Different numbers of pieces of sides that have the same goals.
    UnevenStart,
    /// A start without symmetry.
    FormlessStart,
    /// A box of unequal sides, or a board of many rings.
    Board,
    /// Regions of goals that hardly a symmetry keeps.
    HardlySymmetricGoals,
    /// A goal that asks for two kinds of shapes at once.
    JoinedGoals,
    /// A pattern of many pieces that has no name.
    NamelessPattern,
    /// A win that has to stand a turn, though nothing takes it away.
    SafeWins,
}

impl OddityKind {
    /// Whether no known game has it and nobody means it: it is fatal. Other kinds are in some known game, or may be what is new about this one.
    pub fn is_mistake(self) -> bool {
        use OddityKind::*;
        match self {
            Constants | Negative | JoinsNothing | DoesTwice | PutsBack | MissesTarget | ReckonsMoves | FarSteps
            | Twins | IdleScores | SomeDirections | LopsidedGoals | SharedGoal | GoalOfTurn | ShunnedCells
            | IdleColours | GoesOnToPass | TakesBack => true,
            CrossingChains | CountsPlaces | CapturesNothing | SaysTwice | Unconditional | IdleStacks
            | UnorderedDirections | OneSidedGoals | UnevenStart | FormlessStart | Board | HardlySymmetricGoals
            | JoinedGoals | NamelessPattern | SafeWins => false,
        }
    }
}

/// Something odd about the rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Oddity {
    /// What kind of thing it is.
    pub kind: OddityKind,
    /// What it is, in words.
    pub text: String,
}

impl Oddity {
    pub(super) fn new(kind: OddityKind, text: impl Into<String>) -> Oddity {
        Oddity { kind, text: text.into() }
    }

    /// For what is told in words if there is any.
    pub(super) fn of(kind: OddityKind) -> impl Fn(String) -> Oddity {
        move |text| Oddity { kind, text }
    }
}
