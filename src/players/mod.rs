//! Players: random, alpha-beta and UCT, over any game that is an [`Arena`].
//!
//! Every budget is a count of nodes, plies or playouts, never a time, and every choice follows from the position, the
//! settings, the generator and (alpha-beta only) the searches made before with the same [`Player`]. Players know nothing of
//! what an evaluation means; see [`Evaluate`].
//!
//! | module | what it holds |
//! |---|---|
//! | [`arena`] | what a player needs to know of a game |
//! | `game` | every game of rules as an [`Arena`] |
//! | [`value`] | the scale of search values |
//! | [`alpha_beta`] | principal variation search with a transposition table |
//! | `transposition` | the transposition table and the cache of static evaluations |
//! | [`uct`] | Monte Carlo tree search with proven values |
//! | [`rote`] | rote learning: values of positions kept between games |
//! | [`variation`] | sequences of moves in notation |
//! | [`player`] | one type for all of them, the random player among them |

pub mod alpha_beta;
pub mod arena;
mod game;
pub mod player;
pub mod rote;
mod transposition;
pub mod uct;
pub mod value;
pub mod variation;

pub use alpha_beta::{AlphaBeta, AlphaBetaOptions, RootValue, RootValues, SearchResult};
pub use arena::{Arena, Blind, Evaluate, Outcome, SIDE_WORK_A_NODE};
pub use player::{Choice, Player, PlayerKind};
pub use rote::{Recall, Recollection, Rote, RoteError};
pub use uct::{Uct, UctOptions, UctResult, UctRoot, UctValue};
