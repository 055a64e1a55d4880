//! The reference implementation itself, on positions small enough to work out by hand.

mod reference;

use ludogen::board::{BoardSpec, Shape, Tiling};
use ludogen::game::rules::*;
use reference::build::*;
use reference::*;

fn square(w: u32, h: u32) -> BoardSpec {
    BoardSpec::new(Tiling::Square, Shape::Square, &[w, h])
}

fn tic_tac_toe() -> Rules {
    let mut rules = game(square(3, 3).with_indirect());
    rules.pieces = vec![piece("Stone", Who::All, vec![drop_on_empty()])];
    rules.end = vec![wins(in_a_row(3))];
    rules
}

#[test]
fn tic_tac_toe_has_as_many_games_as_it_has() {
    let rules = tic_tac_toe();
    let counts = perft(&rules, &board_of(&rules), 6);
    assert_eq!(counts, [9, 72, 504, 3024, 15120, 54720]);
}
