//! Which player is chosen to measure each game, and how it does against every other candidate at equal cost.
//!
//! `cargo run --release --example candidates -- GAMES FILE…` plays so many games against each and prints CSV: who is chosen, with its share of the
//! points in the choice against the candidate that came nearest, then its shares in matches of other seeds. What choosing takes goes to
//! standard error, in seconds, then what of it learning takes.

use ludogen::game::{AnyGame, lower};
use ludogen::language::parse;
use ludogen::strategy::Policy;
use ludogen::trials::{Candidate, ChoiceSettings, candidates, choose_player, play_match};
use std::error::Error;
use std::time::Instant;

/// The seed of the choice, and another one for the matches after it.
const SEEDS: [u64; 2] = [1, 2];

/// Prints the table.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u32 = arguments.next().ok_or("how many games?")?.parse()?;
    println!("game,chosen,margin,{}", Candidate::ALL.map(|c| format!("against_{}", c.name())).join(","));
    let settings = ChoiceSettings::default();
    for file in arguments {
        let tree = parse(&std::fs::read_to_string(&file)?).map_err(|problems| format!("{file}: {problems:?}"))?;
        let game = AnyGame::new(lower(&tree)?)?;
        let start = Policy::default_for(game.rules());
        let started = Instant::now();
        let chosen = choose_player(&game, &start, &settings, SEEDS[0]);
        let choosing = started.elapsed().as_secs_f64();
        let started = Instant::now();
        let others = candidates(&game, &start, &settings, SEEDS[0]);
        eprintln!("{} {choosing:.2} {:.2}", game.rules().name, started.elapsed().as_secs_f64());
        let share = |candidate: Candidate| {
            if candidate == chosen.candidate {
                return String::new();
            }
            let other = others.iter().find(|(other, _)| *other == candidate);
            let result = other.and_then(|(_, player)| {
                play_match(&game, [&chosen.player, player], &settings, games, SEEDS[1]).score()
            });
            result.map_or(String::new(), |share| format!("{share:.3}"))
        };
        let margin = chosen.margin.map_or(String::new(), |margin| format!("{margin:.3}"));
        println!("{},{},{margin},{}", game.rules().name, chosen.candidate.name(), Candidate::ALL.map(share).join(","));
    }
    Ok(())
}
