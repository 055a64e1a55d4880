//! The engine as a page asks it: one [`Desk`], requests and answers as JSON.
//!
//! A page holds one desk in a Web Worker (`web/worker.js`). A request is an object with a word in `do`; the answer is an object too, with
//! `error` where the request cannot be met. What a request may take is bounded, whatever it asks for: searches by [`MAX_NODES`],
//! a game by [`MAX_PLIES`], a text by [`MAX_SOURCE`](crate::language::reader::MAX_SOURCE). Nothing is kept of a game when the next is loaded.
//!
//! | file | what it holds |
//! |---|---|
//! | `request` | what can be asked |
//! | `desk` | reads requests, loads games, answers |
//! | `table` | one game being played |
//! | `scene` | board and position as JSON |
//! | `picture` | the board at the start, and the rules in English, by the rules alone |
//! | `solution` | solutions that come as text |
//! | `why` | why a move is not legal |
//! | `wasm` | the exports of the WebAssembly module |
//! | `engine`, `page` | the module built, and the page put together (feature `full`) |
//! | `texts` | the texts of a page's document, from the module that holds all texts of pages (feature `full`) |

mod desk;
#[cfg(feature = "full")]
pub mod engine;
#[cfg(feature = "full")]
pub mod page;
pub mod picture;
mod request;
mod scene;
mod solution;
mod table;
#[cfg(feature = "full")]
pub(crate) mod texts;
#[cfg(target_arch = "wasm32")]
mod wasm;
mod why;

pub use desk::Desk;
pub use solution::MAX_SOLUTION;

/// The most nodes or playouts that one search of a request may take.
pub const MAX_NODES: u32 = 5_000_000;
/// The most plies that a game in a page may have: its positions are all kept.
pub const MAX_PLIES: usize = 2_000;
