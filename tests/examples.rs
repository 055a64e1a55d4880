//! The examples of the library run, and end well.

#[path = "../examples/breed.rs"]
mod breed;
#[path = "../examples/measure.rs"]
mod measure;
#[path = "../examples/play.rs"]
mod play;
#[path = "../examples/sets.rs"]
mod sets;
#[path = "../examples/solve.rs"]
mod solve;

#[test]
fn a_game_is_played() {
    play::main().unwrap();
}

#[test]
fn a_game_is_solved() {
    solve::main().unwrap();
}

#[test]
fn sets_of_strings_are_combined() {
    sets::main().unwrap();
}

#[test]
fn a_game_is_measured() {
    measure::main().unwrap();
}

#[test]
fn ten_children_are_bred() {
    breed::main().unwrap();
}
