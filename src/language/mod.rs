//! The game description language: one [schema], and the reader, checker, printers and reference derived from it.

#[cfg(test)]
pub(crate) mod arbitrary;
pub mod check;
pub mod definitions;
pub mod diagnostic;
pub mod print;
pub mod reader;
pub mod reference;
pub mod resolve;
pub mod schema;
pub mod short;
mod suggest;
pub mod syntax;
pub mod tree;

pub use check::{check, parse, parse_with_warnings};
pub use diagnostic::Problem;
pub use print::{canonical, normal, print};
pub use reference::reference;
pub use resolve::{Element, Names};
pub use schema::{Category, Ludeme};
pub(crate) use suggest::distance;
pub use tree::{Kind, Span, Tree};
