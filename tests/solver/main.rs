//! The solvers against published values, against each other, and against exhaustive play.

mod flaws;
mod games;
mod minimax;
mod saved;
mod sets;
mod values;
