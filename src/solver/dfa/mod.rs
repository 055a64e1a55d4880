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
//! An operation loads its operands into a throw-away store (`store`): one hash table of states per layer. The image (`product`) walks down
//! the layers collecting the distinct (state, relation state) pairs, then up again making states; where several moves lead to one string,
//! the union of their states is asked for, and all unions a layer needs are answered together (`union`) by a walk down and up the layers
//! below. Each step goes through one layer in parallel; the tables are shared by all threads. The numbering of states in the store depends
//! on the threads, that of the extracted result does not.
//!
//! Two designs were measured and lost on the boards of the paper: determinising (state, relation state) subsets top down makes 20 to 40
//! times as many subsets as the result has states; and a store that lives from ply to ply shares only a third of its states.

mod algebra;
mod difference;
mod error;
mod event;
mod image;
mod keys;
mod product;
mod recognise;
mod relation;
mod set;
mod shape;
mod store;
mod strings;
mod table;
mod union;

pub use error::Error;
pub use event::Event;
pub use image::{Image, divide, image, image_within};
pub use recognise::Reading;
pub use relation::Relation;
pub use set::{ALL, NONE, Set};
pub use shape::{Shape, Symbol};
pub use strings::{Ranked, Strings};
