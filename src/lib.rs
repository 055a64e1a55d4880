//! ludogen breeds board games.
pub mod board;
pub mod language;
pub mod game;
