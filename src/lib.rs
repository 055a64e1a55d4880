//! ludogen breeds board games.
pub mod board;
pub mod evolution;
pub mod game;
pub mod language;
pub mod report;
pub mod store;
