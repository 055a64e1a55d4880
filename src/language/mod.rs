//! The game description language: one [schema], and the reader, checker, printers and reference derived from it.

pub mod resolve;
pub mod schema;
pub mod tree;

pub use resolve::{Element, Names};
pub use schema::{Category, Ludeme};
pub use tree::{Kind, Span, Tree};
