//! From rules to sets: any game whose moves look at few characters of a position, as a [`Problem`](crate::solver::symbolic::Problem).
//!
//! A position is written as one character for the contents of each cell, in an order in which moves change characters close
//! together, then one for each number that the rules keep beside the board: pieces in hand, captives, moves made, passes, the last cell. Whose turn it
//! is, is not written; a turn of several moves is one change.
//!
//! Moves are found by asking. Each move (a definition with its cells) is evaluated on a position of which nothing is known. The
//! evaluation names the character that it must see; every symbol is then tried there, and so on until it is known whether the
//! move is legal and what it changes. So a move becomes a few changes, each with exactly the conditions that it depends
//! on, whatever ludemes these come from; what would have to see too much of the board is refused. Conditions that end a game
//! become automata directly.
//!
//! What cannot be compiled is named by ludeme; the explicit solver takes such games.

mod alphabet;
mod assemble;
mod captures;
mod changes;
mod compile;
mod condition;
mod counts;
mod draft;
mod encoding;
mod end;
mod eval;
mod extras;
mod groups;
mod linear;
mod order;
mod pair;
mod refusal;
mod turn;
mod view;

pub use compile::{encode, encode_with};
pub use encoding::Encoding;
pub(crate) use pair::play_alike;
pub use refusal::Refusal;
