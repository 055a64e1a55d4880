//! Breeds ten children of three known games and prints what became of each.
//!
//! `cargo run --release --example breed`

use ludogen::criticism::Profile;
use ludogen::evolution::{Breeder, EvolveOptions, Limits, Recipe, evolve};
use ludogen::language;
use ludogen::store::{Reader, SeedGame};
use std::error::Error;
use std::sync::Arc;

/// Less of everything than in an overnight run, so that it takes seconds. What is left out has its default.
const RECIPE: &str = "(
    safety: (playouts: 10, plies: 100), speed: (depth: 2, positions: 1),
    policy: (games: 2, depth: 1, plies: 60), trials: (games: 20, depth: 1),
    candidates: (trials: 20, most_trials: 20, tuning: 1, tuning_games: 2, slow: false, flaw_positions: 300),
)";

const GAMES: [&str; 3] = [
    "(game Row (board (tiling square i-nbors) (size 4 4)) (end (All win (in-a-row 4))))",
    "(game Avoid (board (tiling hex) (shape hex) (size 3)) (end (All lose (in-a-row 3))))",
    "(game Hex (board (tiling hex) (shape rhombus) (size 4 4)) (end (All win (connect own-regions))))",
];

/// Makes a population of its own, breeds, reads it back and removes it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("ludogen-breed-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let bred = breed(&folder.join("ten.db"));
    std::fs::remove_dir_all(&folder)?;
    bred
}

fn breed(population: &std::path::Path) -> Result<(), Box<dyn Error>> {
    let seed_game = |text: &str| -> Result<SeedGame, String> {
        let tree = language::parse(text).map_err(|problems| format!("{problems:?}"))?;
        let name = tree.args().first().and_then(|t| t.as_word()).ok_or("a game without a name")?.to_string();
        Ok(SeedGame { name, text: language::print(&tree) })
    };
    let (recipe, profile) = (Recipe::parse(RECIPE, "recipe")?, Profile::of_new_games());
    let options = EvolveOptions {
        population: population.into(),
        seeds: GAMES.iter().map(|text| seed_game(text)).collect::<Result<_, _>>()?,
        recipe: recipe.clone(),
        recipe_source: RECIPE.into(),
        seed: 1,
        profile: profile.name.clone(),
        profile_version: profile.date.clone(),
        limits: Limits { children: Some(10), ..Limits::default() },
        threads: 0,
        stop: Arc::default(),
    };
    let summary = evolve(&options, &Breeder::new(recipe, profile), &mut |_event| {})?;
    for game in Reader::open(population)?.games()? {
        println!("{:<14} {:?}", game.name, game.fate);
    }
    println!("{} children, {} admitted, {} candidates", summary.children, summary.admitted, summary.candidates);
    Ok(())
}
