//! Solving a game by the method asked for, or by the first that can.
//!
//! [`solve()`] runs a [`Method`], or chooses one, and returns what it found as [`Solved`], whichever method it was; [`reach()`] counts what can be
//! reached. A call goes down from here: rules are compiled by [`encode`](super::encode), the problem is solved by a method of
//! [`symbolic`](super::symbolic), whose sets are those of [`dfa`](super::dfa).

mod choice;
mod failure;
mod method;
mod methods;
mod options;
mod progress;
mod solved;

pub use choice::{reach, solve};
pub use failure::Failure;
pub use method::Method;
pub use options::Options;
pub use progress::{Direction, Progress};
pub use solved::Solved;
