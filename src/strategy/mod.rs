//! Strategy: advisors, policies, and how policies are found (section III.C of the paper).
//!
//! An [`Advisor`] is a narrow but rational view of a position. A [`Policy`] weighs the advisors; [`Policy::default_for`] reads it off
//! the rules, [`tune()`] improves it by self-play, [`hybrid`] mixes two. An [`Evaluator`] is a policy made ready for one game.
#![doc = include_str!("advisors.md")]

mod advisor;
mod book;
mod cycle;
mod evaluator;
mod gauge;
mod goal;
mod journey;
mod kappa;
mod lines;
mod ludeme;
mod network;
mod policy;
mod samuel;
mod spread;
mod tune;

pub use advisor::Advisor;
pub use book::{Book, BookError, BookMove, BookSettings};
pub use evaluator::{Evaluator, SCALE};
pub use policy::{Policy, PolicyError, Weights, hybrid, suits_alpha_beta};
pub use samuel::{SamuelSettings, learn};
pub use tune::{Contender, Contest, Match, TuneSettings, Tuned, contest, duel, tune};
