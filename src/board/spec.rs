//! What a rule file says of its board, and what can be wrong with it.

use super::cells::MAX_CELLS;
use super::graph::{Graph, GraphError};
use std::fmt;
use std::sync::Arc;

/// An enum whose variants are words of the rule language.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$variant_doc])* $variant),* }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The one that the word stands for in a rule file.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|v| v.word() == word)
            }

            /// Its word in a rule file.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

words! {
    /// The pattern of cells.
    Tiling {
        /// Equilateral triangles, pointing up and down by turns.
        Tri = "tri",
        /// Squares; the only tiling that may have several levels.
        Square = "square",
        /// Hexagons in horizontal rows.
        Hex = "hex",
        /// Octagons with small squares between them (4.8.8).
        TruncSquare = "trunc-square",
        /// Points of squares one inside the other, joined at the middles of their sides.
        Morris = "morris",
        /// Points of a square lattice, with diagonals through every second one.
        Alquerque = "alquerque",
        /// Pits in rows, with or without a store at either end.
        Pits = "pits",
        /// A centre and rings of points around it, on spokes.
        Wheel = "wheel",
        /// Rings of points around an empty middle, on spokes.
        Rings = "rings",
        /// The points and crossings of a star.
        Star = "star",
        /// Points and lines that the rules list one by one.
        Graph = "graph",
    }
}

words! {
    /// The outline of the board.
    Shape {
        /// A triangle standing on its base.
        Tri = "tri",
        /// A rectangle; of hexagons or triangles, rows of the same length.
        Square = "square",
        /// A regular hexagon.
        Hex = "hex",
        /// A parallelogram leaning to the right.
        Rhombus = "rhombus",
        /// A half hexagon standing on its long base.
        Trapezium = "trapezium",
        /// No outline: a window on the endless tiling, without sides or corners.
        Boardless = "boardless",
    }
}

words! {
    /// A point of the compass, clockwise from north (up the page).
    Compass {
        /// North.
        N = "n",
        /// North-east.
        Ne = "ne",
        /// East.
        E = "e",
        /// South-east.
        Se = "se",
        /// South.
        S = "s",
        /// South-west.
        Sw = "sw",
        /// West.
        W = "w",
        /// North-west.
        Nw = "nw",
    }
}

impl Compass {
    /// The point across.
    pub fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }
}

impl Tiling {
    /// The tilings of the plane, which come in shapes. The others are graphs: points on lines, each with an outline of its own.
    pub const LATTICES: &'static [Tiling] = &[Tiling::Tri, Tiling::Square, Tiling::Hex, Tiling::TruncSquare];

    /// Whether it is a tiling of the plane, and not points on lines.
    pub fn is_lattice(self) -> bool {
        Self::LATTICES.contains(&self)
    }

    /// The shapes that a board of this tiling may have.
    pub fn shapes(self) -> &'static [Shape] {
        match self {
            Tiling::Tri => &[Shape::Tri, Shape::Square, Shape::Hex, Shape::Rhombus, Shape::Trapezium],
            Tiling::Square => &[Shape::Square, Shape::Boardless],
            Tiling::Hex => Shape::ALL,
            _ => &[Shape::Square],
        }
    }
}

/// A board as a rule file describes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardSpec {
    /// The pattern of cells.
    pub tiling: Tiling,
    /// The outline.
    pub shape: Shape,
    /// The sizes, each at least 1.
    ///
    /// One size `n` serves every shape: a side of `n` cells, `n` cells by `n`, for `trunc-square` `n` octagons by `n`, for
    /// `trapezium` a short side of `n` and `n` rows. Shapes `square`, `rhombus` and `trapezium` may have two: cells in a
    /// row (in the shortest row of a trapezium) and rows; for rhombi of triangles, triangle sides. A square board of squares
    /// may have a third, the levels. A `boardless` board needs none.
    ///
    /// Graphs: `morris` has the number of squares; `alquerque` points in a row, and rows; `pits` pits in a row, rows, and 2 if there are
    /// stores; `wheel` spokes, and rings; `rings` rings, and spokes; `star` points; `graph` none.
    pub sizes: Vec<u32>,
    /// Indirect neighbours are adjacent too (`i-nbors`).
    pub indirect: bool,
    /// Direct neighbours are not adjacent (`no-d-nbors`).
    pub no_direct: bool,
    /// The cells are coloured by phase (`phase`). Phases exist on every board; this only shows them.
    pub coloured: bool,
    /// The points and lines, if the tiling is [`Tiling::Graph`].
    pub graph: Option<Arc<Graph>>,
    /// The labels of cells that are left out of the board, in capitals, in order.
    pub without: Vec<String>,
}

impl BoardSpec {
    /// A board with direct adjacency only and plain cells.
    pub fn new(tiling: Tiling, shape: Shape, sizes: &[u32]) -> Self {
        BoardSpec {
            tiling,
            shape,
            sizes: sizes.to_vec(),
            indirect: false,
            no_direct: false,
            coloured: false,
            graph: None,
            without: Vec::new(),
        }
    }

    /// A board of points and lines.
    pub fn of_graph(graph: Graph) -> Self {
        BoardSpec { graph: Some(Arc::new(graph)), ..Self::new(Tiling::Graph, Shape::Square, &[]) }
    }

    /// The same board without the cells of these labels.
    pub fn with_cells_left_out(mut self, labels: impl IntoIterator<Item = String>) -> Self {
        self.without = labels.into_iter().map(|label| label.to_ascii_uppercase()).collect();
        self.without.sort_unstable();
        self.without.dedup();
        self
    }

    /// The same board with indirect neighbours adjacent too.
    pub fn with_indirect(mut self) -> Self {
        self.indirect = true;
        self
    }
}

/// Why there is no board for a [`BoardSpec`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The tiling has no board of the shape.
    #[error("no {shape} board of tiling {tiling}: its shapes are {}", list(tiling.shapes()))]
    Shape {
        /// The tiling asked for.
        tiling: Tiling,
        /// The shape asked for.
        shape: Shape,
    },
    /// Too few or too many sizes.
    #[error("a {shape} board of tiling {tiling} takes {wanted}, not {found}")]
    SizeCount {
        /// The tiling asked for.
        tiling: Tiling,
        /// The shape asked for.
        shape: Shape,
        /// The numbers of sizes it takes, in words.
        wanted: &'static str,
        /// How many were given.
        found: usize,
    },
    /// A size is 0.
    #[error("size 0: every size is at least 1")]
    ZeroSize,
    /// A size that a graph does not come in.
    #[error("a {tiling} board takes {wanted}")]
    GraphSize {
        /// The tiling asked for.
        tiling: Tiling,
        /// The sizes it takes, in words.
        wanted: &'static str,
    },
    /// A graph with a shape.
    #[error("a {tiling} board has an outline of its own, and no shape {shape}")]
    GraphShape {
        /// The tiling asked for.
        tiling: Tiling,
        /// The shape asked for.
        shape: Shape,
    },
    /// A flag that the tiling does not have.
    #[error("points of a {tiling} board are adjacent along its lines alone: `{flag}` means nothing there")]
    GraphFlag {
        /// The tiling asked for.
        tiling: Tiling,
        /// The flag.
        flag: &'static str,
    },
    /// Points and lines that make no board.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// A cell to be left out that is not there.
    #[error("there is no cell {label} to leave out")]
    NoSuchCell {
        /// Its label.
        label: String,
    },
    /// All cells are left out.
    #[error("a board needs a cell that is not left out")]
    NothingLeft,
    /// Cells are left out of a board without an outline.
    #[error("a boardless board is a window on an endless tiling: no cell can be left out")]
    EndlessWithout,
    /// More cells than a board may have.
    #[error("{cells} cells are too many: a board has at most {}", MAX_CELLS)]
    TooManyCells {
        /// How many cells the board would have (capped for absurd sizes).
        cells: u64,
    },
}

fn list(shapes: &[Shape]) -> String {
    shapes.iter().map(|s| s.word()).collect::<Vec<_>>().join(", ")
}
