//! Directions, cells and sets of cells, as the rules name them.

use crate::board::Compass;
use crate::language::schema::{Ludeme, Word, word};

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

impl Turtle {
    /// All of them; forwards and the turns first.
    pub const ALL: [Turtle; 8] =
        [Turtle::F, Turtle::L, Turtle::R, Turtle::B, Turtle::Fl, Turtle::Fr, Turtle::Bl, Turtle::Br];

    /// Its word.
    pub fn word(self) -> &'static str {
        use word::Turtle as W;
        let word = match self {
            Turtle::F => W::F,
            Turtle::B => W::B,
            Turtle::L => W::L,
            Turtle::R => W::R,
            Turtle::Fl => W::Fl,
            Turtle::Fr => W::Fr,
            Turtle::Bl => W::Bl,
            Turtle::Br => W::Br,
        };
        word.text()
    }

    /// The one of that word.
    pub fn of(word: &str) -> Option<Turtle> {
        Turtle::ALL.into_iter().find(|turtle| turtle.word() == word)
    }
}

/// A direction, or a set of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dir {
    /// An absolute direction.
    Compass(Compass),
    /// To the same place one level higher; nowhere on a board of one level.
    Up,
    /// To the same place one level lower.
    Down,
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
    /// The cell that a guard is about. Elsewhere the word means `to`, and is lowered to it.
    Current,
    /// The cell before `to` on the way from `from`.
    Over,
    /// The cell half way from `from` to `to` on their line.
    Middle,
    /// So many steps from a cell, in the direction in which `to` lies from `from`.
    Ahead(Box<Coord>, u32),
    /// Where the last move ended.
    Last,
    /// A cell by its label.
    Label(String),
    /// So many steps from a cell, in a direction.
    Step(Box<Coord>, Dir, u32),
}

impl Coord {
    /// Its entry in the schema.
    pub fn ludeme(&self) -> &'static Ludeme {
        use word::Coord as W;
        let word = match self {
            Coord::From => W::From,
            Coord::To => W::To,
            Coord::Current => W::Current,
            Coord::Over => W::Over,
            Coord::Middle => W::Middle,
            Coord::Ahead(..) => W::Ahead,
            Coord::Last => W::Last,
            Coord::Label(_) => W::Label,
            Coord::Step(..) => W::Step,
        };
        word.ludeme()
    }
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
    OppositeSides,
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
