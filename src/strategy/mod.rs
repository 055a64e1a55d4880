//! Strategy: advisors, policies, and how policies are found (section III.C of the paper).
//!
//! An [`Advisor`] is one feature of a position, from 0 to 1 for each player. A [`Policy`] weighs the advisors;
//! [`Policy::default_for`] derives one from the rules, [`tune()`] and [`learn`] improve it by self-play, [`hybrid`] averages two. An
//! [`Evaluator`] is a policy prepared for one game: the static evaluation of alpha-beta.
//!
//! | files | what they hold |
//! |---|---|
//! | `advisor`, `policy`, `ludeme` | the advisors, their weights, and policies in rule files |
//! | `evaluator`, `context`, `goal`, `progress`, `chance` | the static evaluation: the weighted sum, and the progress of end conditions |
//! | `network`, `lines`, `shapes`, `journey`, `spread`, `tempo`, `parity`, `mop_up` | the features: connections, rows, patterns, distances, the lie of the pieces, moves to spare, endings |
//! | `search_memory`, `line_sums`, `distance_fields`, `shape_sums`, `fixed_point` | the same features in searches, carried from position to position |
//! | `kappa` | the scale of a policy's values in a game |
//! | `tune`, `samuel` | matches between policies; tuning and learning |
//! | `puzzle` | positions with one right move |
//! | `book`, `opponent`, `session` | opening books; opponents of people, and games against them |
#![doc = include_str!("advisors.md")]

mod advisor;
mod book;
mod chance;
mod context;
mod distance_fields;
mod evaluator;
mod fixed_point;
mod goal;
mod journey;
mod kappa;
mod line_sums;
mod lines;
mod ludeme;
mod mop_up;
mod network;
mod opponent;
mod parity;
mod policy;
mod progress;
mod puzzle;
mod samuel;
mod search_memory;
mod session;
mod shape_sums;
mod shapes;
mod spread;
mod tempo;
mod tune;

pub use advisor::Advisor;
pub use book::{Book, BookError, BookMove, BookSettings};
pub use evaluator::{Evaluator, SCALE};
pub use ludeme::player_of_game;
pub use opponent::{Advice, Assessment, Opponent, OpponentKind, Strength};
pub use policy::{Policy, PolicyError, Weights, hybrid, suits_alpha_beta};
pub use puzzle::{GAIN, Puzzle, Puzzler, Task};
pub use samuel::{SamuelSettings, learn};
pub use session::{Reply, Session};
pub use tune::{Contender, Contest, Match, TuneSettings, Tuned, contest, duel, tune};
