//! ludogen breeds board games: text → rules → play → measurements → score → next generation.
//!
//! A module imports only from modules above it in this table, closer to the ground.
//!
//! | module | what it holds | knows nothing of |
//! |---|---|---|
//! | [`board`] | tilings, shapes, topology, labels, sets of cells, pictures | games |
//! | [`language`] | the schema, rule trees, reader, checker, printers, English, reference | play |
//! | [`game`] | rules compiled to a game; states, legal moves, outcome, repetition | search |
//! | [`players`] | random player, alpha-beta, UCT | what advisors mean |
//! | [`strategy`] | the advisors, policies, evaluation, tuning | criteria |
//! | [`trials`] | self-play; what a trial leaves behind | scores |
//! | [`criticism`] | the criteria, profiles, the aesthetic score, viability | evolution |
//! | [`synthesis`] | parent selection, crossover, mutation, repair, names, distance | storage |
//! | [`cli`] | one file per subcommand; argument parsing, progress, exit codes | |

pub mod board;
pub mod cli;
pub mod criticism;
pub mod game;
pub mod language;
pub mod players;
pub mod strategy;
pub mod synthesis;
pub mod trials;
