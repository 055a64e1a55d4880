//! The rules of a game in plain English, good enough to play from.
//!
//! The words come from the templates of the [schema](crate::language::schema), filled in by [`template`]. What is asserted about
//! the rules (which moves come first, whose pieces may be moved, what may stack, what is in hand, when positions may come again, who
//! passes) comes from the typed [`Rules`](crate::game::Rules) and the [facts](crate::game::facts) about them, so that English and the
//! engine cannot disagree.

mod board;
mod book;
mod cells;
mod comparison;
mod effects;
mod end;
mod frame;
mod gait;
mod groups;
mod line;
mod lists;
mod movement;
mod pattern;
mod play;
mod refusals;
mod refuse;
mod start;
mod surroundings;
mod telling;
pub mod template;
mod terms;
mod turn;
mod turning;
mod words;

#[cfg(test)]
mod template_tests;
#[cfg(test)]
mod tests;

pub use book::{Told, describe, refusals, told};
pub(crate) use pattern::has_name;
pub use refusals::{Refusal, Refusals};
pub(crate) use words::speaks_of;
