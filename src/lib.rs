//! ludogen breeds board games: text → rules → play → measurements → score → next generation.
//!
//! A module imports only from modules above it in this table, closer to the ground.
//!
//! | module | what it holds | knows nothing of |
//! |---|---|---|
//! | [`streams`] | seeds and streams of random numbers | everything |
//! | [`version`] | which program this is | everything |
//! | `stopwatch` | what a piece of work takes of processors | everything |
//! | [`parallel`] | work on several threads, in order | everything |
//! | `files` | files that are replaced whole or not at all | everything |
//! | `packed` | documents with a checksum; digests | everything |
//! | [`order`] | sorting where time does not matter | everything |
//! | [`linear`] | systems of linear equations | everything |
//! | [`board`] | tilings, shapes, topology, labels, sets of cells, pictures | games |
//! | [`language`] | the schema, rule trees, reader, checker, printers, reference | play |
//! | [`game`] | rules compiled to a game; states, legal moves, outcome, repetition | search |
//! | [`describe`] | the rules in plain English | search |
//! | [`export`] | games for other programs: JSON, and the language of Ludii | search |
//! | [`solver`] | exact values of games; what makes a game trivial | chance, evaluations |
//! | [`players`] | random player, alpha-beta, UCT, rote learning | what advisors mean |
//! | [`strategy`] | the advisors, policies, their tuning; books, opponents | criteria |
//! | [`web`] | the engine as a page asks it: requests and answers as JSON | the page |
//! | [`trials`] | self-play and its records | scores |
//! | [`criticism`] | the criteria, profiles, the aesthetic score, viability | evolution |
//! | [`ranking`] | strengths from comparisons and ratings; weights fitted to them, and what they are worth | play |
//! | [`synthesis`] | parent selection, crossover, mutation, repair, names, distance | storage |
//! | [`reduction`] | rules reduced to the simplest that play the same; same games, variants, nearest games | storage |
//! | [`judgement`] | the shelf of a game, with the reasons: reduced rules, kin, forced wins, ladder of skill, signs against it | storage |
//! | [`store`] | the population database, its schema and migrations | how a child is made |
//! | [`evolution`] | the life of a child; the population manager: schedules, admits, resumes | where tasks run |
//! | [`queue`] | a run on many machines: pieces of work, outcomes, workers | how a child is made |
//! | [`report`] | CSV, plots, self-contained pages | |
//! | [`serve`] | the studio: a population played, judged and bred further in a browser | |
//! | [`cli`] | one file per subcommand | |
//!
//! The feature `core` has the modules up to [`web`]: they need no SQLite, threads or terminal, and build for WebAssembly. The default,
//! `full`, has all.
#![cfg_attr(
    not(feature = "full"),
    allow(dead_code, unused_imports, reason = "what only the upper modules ask of the lower ones")
)]

pub mod board;
#[cfg(feature = "full")]
pub mod cli;
#[cfg(feature = "full")]
pub mod criticism;
pub mod describe;
#[cfg(feature = "full")]
pub mod evolution;
pub mod export;
pub(crate) mod files;
pub mod game;
#[cfg(feature = "full")]
pub mod judgement;
pub mod language;
#[cfg(feature = "full")]
pub mod linear;
#[cfg(test)]
mod new_ludeme;
pub mod order;
#[cfg(feature = "full")]
pub(crate) mod packed;
pub mod parallel;
pub mod players;
#[cfg(feature = "full")]
pub mod queue;
#[cfg(feature = "full")]
pub mod ranking;
#[cfg(feature = "full")]
pub mod reduction;
#[cfg(feature = "full")]
pub mod report;
#[cfg(feature = "full")]
pub mod serve;
pub mod solver;
#[cfg(feature = "threads")]
pub mod stopwatch;
#[cfg(feature = "full")]
pub mod store;
pub mod strategy;
pub mod streams;
#[cfg(feature = "full")]
pub mod synthesis;
#[cfg(feature = "full")]
pub mod trials;
pub mod version;
pub mod web;
