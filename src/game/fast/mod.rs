//! Random play of simple games: no states, no list of moves, no hash unless positions may repeat; only what the rules at hand
//! can ask about.
//!
//! A game qualifies if cells hold one piece of which owner and type say all, its moves are drops, steps, hops or slides under
//! conditions that are [masks](super::mask), and its end is about lines, chains or sets of cells. Then a move is a few
//! operations on sets, and the end is watched rather than tested: a watch says when a condition may have become true. What
//! happens then, and everything that is rare, is left to the general engine. The simplest movements, in which no position
//! comes again and no turn goes on, share one loop with the moves of each compiled into it ([`play`]); [`play_turns`] has all others.
//! [`compile`] reads off a game what it is played fast with ([`tables`]).
//!
//! The rule that makes it sound is that of [`end`](super::end): a *fresh* condition was false before, so it need only be
//! looked for where something changed.

mod chains;
mod compile;
mod lines;
mod movement;
mod play;
mod play_turns;
mod sets;
mod tabled;
mod tables;
mod track;
mod turns;
mod watch;

pub(super) use play::{Begun, Finish};
pub(super) use tables::Fast;
pub(super) use track::Track;
