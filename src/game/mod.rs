//! The rules engine: typed [`Rules`] compiled to a [`Game`] that plays them.
//!
//! A [`Game`] is immutable and shared between threads; a [`State`] is small and flat. Predicates of the rules are evaluated as
//! sets of cells, sized to the board (`W` words of 64 bits) at compile time; [`AnyGame`] hides the size where it does not matter.
#![doc = include_str!("semantics.md")]

mod apply;
mod arrange;
mod batch;
mod batches;
mod board_view;
mod capture;
mod compile;
mod compiled;
mod context;
mod definition;
mod draw;
mod early;
mod effects;
pub(crate) mod end;
mod evaluate;
mod facing;
pub mod facts;
mod fast;
mod grid;
mod keyed_cells;
mod keys;
mod kind;
mod layout;
mod line_counts;
mod longest;
pub mod lower;
mod mask;
pub(crate) mod memory;
mod meter;
mod moves;
mod never;
mod notation;
mod open;
mod owner;
mod perft;
mod picture;
mod places;
mod playout;
mod position;
pub(crate) mod predicate;
mod prospects;
mod quiet;
mod replacements;
pub mod rules;
mod set_up;
pub(crate) mod shape;
mod slide;
mod state;
mod tabulate;
mod threat;
mod three_valued;
pub(crate) mod topology;
mod turn_kernels;
pub(crate) mod view;
mod zobrist;

pub use compiled::{AnyGame, Class, CompileError, Game};
pub(crate) use facing::turtle;
pub use kind::{ByKind, Kind, MAX_KINDS};
pub use lower::{LowerError, lower};
pub(crate) use meter::Ahead;
pub(crate) use meter::quietly;
pub use meter::{TooDear, within_means};
pub use notation::MoveError;
pub use owner::{ByOwner, Owner};
pub use perft::{PerftRow, perft, perft_merged};
pub use playout::Playout;
pub use position::Position;
pub use rules::{ByPlayer, Player, Rules, StateId};
pub use set_up::{Placed, SetUp, SetUpError};
pub(crate) use state::{LOOKS_A_NODE, counting_looks, looks};
pub use state::{MAX_HEIGHT, Move, NOWHERE, Outcome, Piece, State, UNLIMITED};
