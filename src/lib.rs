//! ludogen breeds board games.
pub mod board;
pub mod game;
pub mod language;
pub mod players;
pub mod synthesis;
