//! Measures a game: the aesthetic criteria and the score that they add up to, from self-play.
//!
//! `cargo run --release --example measure`

use ludogen::criticism::{BoardFigures, Conventions, Evidence, Profile, measure_all, score};
use ludogen::game::{AnyGame, lower};
use ludogen::language;
use ludogen::strategy::Policy;
use ludogen::trials::{TrialSettings, play_trials};
use std::error::Error;

const HEX: &str = "
(game Hex
  (board (tiling hex) (shape rhombus) (size 5 5))
  (end (All win (connect own-regions))))";

/// Prints each criterion that trials can tell, with its standard error, and the score.
pub fn main() -> Result<(), Box<dyn Error>> {
    let tree = language::parse(HEX).map_err(|problems| format!("{problems:?}"))?;
    let game = AnyGame::new(lower(&tree)?)?;
    let policy = Policy::default_for(game.rules());
    // The same seed gives the same trials, on one thread or many.
    let seed = 1;
    let settings = TrialSettings { depth: 1, ..TrialSettings::default() };
    let trials = play_trials(&game, &policy, settings, seed, 20);
    // The slow criteria need more than trials; they are left out here.
    let figures = BoardFigures::of(game.board());
    let evidence = Evidence { rules: Some((&tree, figures)), trials: &trials, slow: None };
    let measured = measure_all(&evidence, &Conventions::default(), seed);
    for measurement in measured.measurements() {
        println!("{:<24} {:.3} ± {:.3}", measurement.criterion, measurement.value, measurement.standard_error);
    }
    let score = score(&Profile::default(), &measured);
    println!("score {:.3}, 95 % interval {:.3} to {:.3}", score.value, score.low, score.high);
    Ok(())
}
