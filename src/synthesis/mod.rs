//! How children are made: parent selection, crossover, mutation, repair, names, and the distance between rule trees.
//!
//! Everything here works on [rule trees](crate::language::tree); [`form`] and [`polish`] compile them to look at starts and goals. It plays nothing and
//! stores nothing, and it is a pure function of its arguments and the random generator.

pub mod ablation;
pub mod breeding;
pub mod crossover;
pub mod distance;
pub mod form;
pub mod genome;
pub mod grow;
mod in_full;
pub mod lineage;
pub mod mutation;
pub mod names;
pub mod naturalness;
mod outline;
pub mod parsimony;
pub mod polish;
pub mod random_game;
#[cfg(test)]
pub(crate) mod reader;
mod reference;
pub mod repair;
pub mod selection;
pub(crate) mod site;
pub mod steering;
pub mod symmetry;
mod trap;
mod vocabulary;

pub use ablation::{Lacking, lacking_each};
pub use breeding::{Breeding, Child, MUTATION, breed, breed_like};
pub use crossover::cross;
pub use distance::{distance, distance_below, fingerprint};
pub use genome::Genome;
pub use grow::grow;
pub use lineage::Origin;
pub use mutation::{Mutation, mutate, regrown};
pub use names::{Namer, named};
pub use naturalness::{Production, Standing, Surprise, TreeModel};
pub use parsimony::Parsimony;
pub use polish::Polish;
pub use random_game::random_game;
pub use repair::repair;
pub use selection::{Selection, select_parents};
pub use steering::Steering;
pub(crate) use symmetry::{breaks_symmetry, looks_ahead, turnings};
pub use symmetry::{same_up_to_symmetry, symmetric_fingerprint};

#[cfg(test)]
mod facts;
#[cfg(test)]
mod tests;
