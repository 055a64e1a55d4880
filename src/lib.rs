//! ludogen breeds board games.
pub mod board;
pub mod criticism;
pub mod game;
pub mod language;
pub mod trials;
