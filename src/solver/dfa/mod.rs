//! Sets of fixed-length strings as layered minimal automata, and relations between them.
//!
//! A [`Set`] is a deterministic acyclic automaton whose layer *i* reads character *i*; each layer has its own alphabet (a [`Shape`]).
//! Every layer has two uniform states that are not stored: [`NONE`] accepts nothing below, [`ALL`] accepts everything below. Automata are
//! minimal and numbered by first visit, so equal sets are equal automata, state for state, and [`Set::states`] is a property of the set,
//! its cell order and its alphabet. The same object is known as a quasi-reduced multi-valued decision diagram.
//!
//! A [`Relation`] is a layered diagram over pairs (before, after), built as a union of [`Event`]s, with a leaf that stands for "the rest of
//! the string is unchanged". [`image`] applies a whole relation to a set in one operation; the preimage is the image under
//! [`Relation::inverse`].
//!
//! Nothing here knows what a game is. The source is Considine, "Compressed Game Solving" (2024), section 4.3, for the representation;
//! the operations are our own.
//!
//! # How operations work
//!
//! Operations happen in a [`Session`], a throw-away store with one hash table of states per layer. The image walks down the layers collecting
//! the distinct (state, relation node) pairs, then up again making states; where several changes lead to one string, the union of their
//! states is asked for, and all unions a layer needs are answered together by a walk down and up the layers below. Each step goes through
//! one layer in parallel; its tables fit the cache and are filled by all threads at once. The numbering of states in a session depends on the
//! threads, that of an extracted result does not. Work that can be divided into jobs with sessions of their own is quicker still done so
//! ([`in_parallel`]): then no thread waits for what another writes.
//!
//! Three other designs were measured on Breakthrough and lost. Determinising sets of (state, relation node) pairs top down makes 8 (4×4) to 36
//! (4×5) times as many sets as the image has states. A store that lives from ply to ply would share only a sixth (5×4) to a half (3×7)
//! of its states, and would have to be cleaned.
//! Tables dealt out to the threads by hash, which exchange what they ask for in bulk, took as long on two threads as tables that both fill.

mod algebra;
mod apply;
mod buffers;
mod classes;
mod computed_table;
mod divide;
mod error;
mod event;
mod file;
mod hash_index;
mod image;
mod limit;
mod packed;
mod product;
mod recognise;
mod relation;
mod rounds;
mod session;
mod set;
mod shape;
mod store;
mod strings;
mod union;
mod unique_table;

pub use classes::{Class, Classes, Counting, Part};
pub use error::Error;
pub use event::Event;
pub use image::{Image, divide, image, image_within};
pub use limit::{Limit, in_parallel, with_limit, work};
pub use packed::{Bytes, Packed};
pub use recognise::Reading;
pub use relation::Relation;
pub use session::{Root, Session};
pub use set::{ALL, NONE, Set};
pub use shape::{Shape, Symbol};
pub use strings::{Ranked, Strings};
