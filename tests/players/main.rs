//! The players, on synthetic graphs of positions and on tic-tac-toe, against plain minimax.

mod alpha_beta;
mod beam;
mod captures;
mod choice;
mod graph;
mod minimax;
mod rote;
mod side_work;
mod subtraction;
mod tic_tac_toe;
mod uct;
