//! Directions, cells and sets of cells, as the rules name them.

use crate::board::Compass;

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
    /// The cell a guard is about; elsewhere `to`.
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
