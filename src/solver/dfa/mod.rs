//! Sets of fixed-length strings as layered minimal automata, and relations between them.
//!
//! A [`Set`] is a deterministic acyclic automaton whose layer *i* reads character *i*; each layer has its own alphabet (a [`Shape`]).
//! Every layer has two uniform states that are not stored: [`NONE`] accepts nothing below, [`ALL`] accepts everything below. Automata are
//! minimal and numbered by first visit, so equal sets are equal automata, state for state, and [`Set::states`] is a property of the set,
//! its cell order and its alphabet. The same object is known as a quasi-reduced multi-valued decision diagram, a state being a node.
//!
//! A [`Relation`] is a layered diagram over pairs (before, after), built as a union of [`Event`]s, with a leaf that stands for "the rest of
//! the string is unchanged". [`image`] applies a whole relation to a set in one operation (a relational product); the preimage is the
//! image under [`Relation::inverse`].
//!
//! ```
//! use ludogen::solver::dfa::{Error, Event, Relation, Set, Shape, image};
//!
//! # fn main() -> Result<(), Error> {
//! // Twelve cells that are empty or hold a frog, which may hop to the next cell if that is empty.
//! let shape = Shape::uniform(12, 2)?;
//! let hops: Vec<Event> = (0..11).map(|cell| Event::new().changing(cell, 1, 0).changing(cell + 1, 0, 1)).collect();
//! let hop = Relation::new(&shape, &hops)?;
//!
//! // What three frogs can reach from the left end: images, united until nothing is new.
//! let mut reached = Set::single(&shape, &[1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
//! loop {
//!     let more = reached.union(&image(&[(&reached, &hop)])?)?;
//!     if more == reached {
//!         break;
//!     }
//!     reached = more;
//! }
//! // All ways to put three frogs on twelve cells: a state for each number of frogs that may stand on the cells read so far.
//! assert_eq!((reached.count()?, reached.states()), (220, 39));
//!
//! // Where no frog can hop, they are at the right end: a preimage, and a difference.
//! let movable = image(&[(&Set::full(&shape), &hop.inverse())])?;
//! let stuck = reached.difference(&movable)?;
//! assert!(stuck.iter().eq([vec![0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]]));
//!
//! // A file gives back the same set.
//! let mut file = Vec::new();
//! reached.write(&mut file)?;
//! assert_eq!(Set::read(&file[..])?, reached);
//! # Ok(())
//! # }
//! ```
//!
//! Nothing here knows what a game is, and nothing is used from outside this folder. The source is Considine, "Compressed Game Solving" (2024),
//! section 4.3, for the representation; the operations are our own.
//!
//! | for | there are |
//! |---|---|
//! | sets | [`Set`]: union, intersection, difference, complement, counting, strings in order; [`Ranked`]: strings by rank, samples |
//! | automata given by what they remember | [`Set::recognised`] with [`Reading`] |
//! | changes | [`Event`], [`Relation`], [`image`], [`image_within`], [`divide`] |
//! | several operations without a set of each result | [`Session`], [`Root`] |
//! | limits of memory and work, and jobs in parallel | [`Limit`], [`with_limit`], [`in_parallel`], [`work`] |
//! | files | [`Set::save`], [`Set::load`]; [`Packed`]: sets that are asked where they lie, [`Bytes`] |
//! | strings numbered class by class, for sets without structure | [`Counting`], [`Classes`] |
//!
//! # How operations work
//!
//! Operations happen in a [`Session`], a throw-away store with a unique table of states per layer (hash consing). Each walks down the layers
//! collecting what it must know, in a computed table per layer, then up again making states (`apply`): the image (`product`) collects (state,
//! relation node) pairs; where several changes lead to one string, the union of their states is asked for, and all unions a layer needs are
//! answered together (`union`). Each step goes through one layer in parallel; its tables fit the cache and are filled by all threads at once.
//! The numbering of states in a session depends on the threads, that of an extracted result does not. Work that can be divided into
//! jobs with sessions of their own is quicker still done so ([`in_parallel`]): then no thread waits for what another writes.
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
mod division;
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
mod symbol;
mod threads;
mod union;
mod unique_table;

pub use classes::{Class, Classes, Counting, Part};
pub use division::Image;
pub use error::Error;
pub use event::Event;
pub use image::{divide, image, image_within};
pub use limit::{Limit, in_parallel, with_limit, work};
pub use packed::{Bytes, Packed};
pub use recognise::Reading;
pub use relation::Relation;
pub use session::{Root, Session};
pub use set::{ALL, NONE, Set};
pub use shape::Shape;
pub use strings::{Ranked, Strings};
pub use symbol::Symbol;
