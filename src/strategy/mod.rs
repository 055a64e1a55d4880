//! Strategy: advisors, policies, and how policies are found (section III.C of the paper).
//!
//! An [`Advisor`] is one feature of a position, from 0 to 1 for each player. A [`Policy`] weighs the advisors;
//! [`Policy::default_for`] derives one from the rules, [`tune()`] and [`learn`] improve it by self-play, [`hybrid`] averages two. An
//! [`Evaluator`] is a policy prepared for one game: the static evaluation of alpha-beta.
#![doc = include_str!("advisors.md")]

mod advisor;
mod book;
mod chance;
mod context;
mod evaluator;
mod goal;
mod journey;
mod kappa;
mod lines;
mod ludeme;
mod network;
mod opponent;
mod policy;
mod progress;
mod samuel;
mod session;
mod shapes;
mod spread;
mod tune;

pub use advisor::Advisor;
pub use book::{Book, BookError, BookMove, BookSettings};
pub use evaluator::{Evaluator, SCALE};
pub use opponent::{Advice, Assessment, Opponent, OpponentKind, Prospect, Strength};
pub use policy::{Policy, PolicyError, Weights, hybrid, suits_alpha_beta};
pub use samuel::{SamuelSettings, learn};
pub use session::{Reply, Session};
pub use tune::{Contender, Contest, Match, TuneSettings, Tuned, contest, duel, tune};
