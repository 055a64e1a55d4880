//! Exact values of games, by exhaustive methods; and what makes a game trivial.
//!
//! [`explicit`] enumerates the positions of any rule set and works backwards from the ends (retrograde analysis); [`proof`] answers for one
//! position by depth-first proof-number search; the methods of [`symbolic`] work on whole sets of positions of games that [`encode`] compiles.
//! [`auto`] runs the method that is asked for, or the first that can. A value is that of the *persons*: [`Value::First`] is the one who makes
//! the first move, also after the swap of sides.
//!
//! Play that never ends is drawn. So is, of necessity, play under `(repetition draw)`: who has a forced win has one
//! in which no position comes twice. Under a rule that forbids repetition a forced win remains one for the same
//! reason, but positions without one have no value of their own: it depends on what has been played before.
//!
//! A module uses only modules above it here:
//!
//! | module | what it holds |
//! |---|---|
//! | `wdl`, `ply_row`, `value`, `budget` | what all methods take and return |
//! | `wire` | numbers and bytes as files hold them |
//! | `code`, `graph` | positions as bytes, and how they hang together |
//! | [`dfa`] | sets of strings as automata, relations between them; knows no games |
//! | [`symbolic`] | games as sets and relations, and the methods that solve them so |
//! | [`encode`] | rules as such games |
//! | [`explicit`], [`proof`] | methods that take positions one by one |
//! | [`flaws`] | what makes a game trivial |
//! | [`on_sets`], [`solution`] | values in files, and what they say of a position |
//! | [`auto`] | which method, and what it finds in one form |

pub mod auto;
mod budget;
mod code;
pub mod dfa;
pub mod encode;
pub mod explicit;
pub mod flaws;
mod graph;
pub mod on_sets;
mod ply_row;
pub mod proof;
pub mod solution;
pub mod symbolic;
mod value;
mod wdl;
mod wire;

use crate::game::State;

pub use budget::{Budget, SolveError};
pub(crate) use code::Coder;
pub use explicit::{Solution, solve};
pub use ply_row::PlyRow;
pub use value::{Value, Worth};
pub use wdl::Wdl;

/// The person whose turn it is.
#[inline]
fn person<const W: usize>(state: &State<W>) -> usize {
    state.mover.index() ^ state.swapped as usize
}
