//! `ludogen like`

use super::exit::Exit;
use super::options::{ChanceOptions, OutputOptions, RuleOptions, ThreadOptions};
use super::{inputs, load, output};
use crate::language::{parse, print};
use crate::order;
use crate::parallel;
use crate::reduction::{Known, Near, Options, Relation, Trust, reduce};
use anyhow::{Context, anyhow};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Tell which known games a game is like, and whether it is one of them
///
/// The rules are taken as they are and reduced, and the nearer counts. They are the same game as another if they are equal up to names, colours and
/// symmetry, and a variant of it if that is so on another board or but for one
/// number, or if no difference is seen in games. Then the known games nearest in rules and in play (what
/// random games are like) are listed. Rules are 0 apart if they are the same, 1 if they have nothing in common; play is 1 apart where two
/// known games are on average.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen like seed-games/hex.ludi --nearest 3")]
pub struct Like {
    /// Rule file; `-` is standard input
    file: String,
    /// Folder of known games
    #[arg(long, value_name = "DIR", default_value = "seed-games")]
    games: PathBuf,
    /// How many of the nearest to list
    #[arg(long, value_name = "N", default_value_t = 5)]
    nearest: usize,
    /// Compare rules over so many positions of games at most when reducing them
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,
    /// Print one line of JSON: game, same_as, variant_of, nearest_rules, nearest_play, play
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    chance: ChanceOptions,
    #[command(flatten)]
    threads: ThreadOptions,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

#[derive(Serialize)]
struct ComparedGame<'a> {
    game: &'a str,
    same_as: Vec<&'a str>,
    variant_of: Vec<&'a Near>,
    nearest_rules: Vec<&'a Near>,
    nearest_play: Vec<&'a Near>,
    play: crate::reduction::PlayPrint,
}

impl Like {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let loaded = load::game(&self.file, &self.rules)?;
        let options = Options {
            positions: self.budget,
            proof: self.budget / 4,
            seed: self.chance.seed,
            trust: Trust::Games,
            ..Options::default()
        };
        self.threads.everywhere()?;
        let bar = output::progress("comparing", None);
        let reduced = reduce(&loaded.tree, &options).map_err(|e| anyhow!("{}: {e}", self.file))?;
        let game = Known::new(&reduced.tree).map_err(|e| anyhow!("{}: {e}", self.file))?;
        let seeds = inputs::seed_games(&self.games)?;
        // A game of the folder is compared with the others.
        let own = print(&loaded.tree);
        let seeds: Vec<_> = seeds.into_iter().filter(|seed| seed.text != own).collect();
        let one = |i: u32| -> anyhow::Result<Known> {
            let seed = &seeds[i as usize];
            let tree = parse(&seed.text).map_err(|_| anyhow!("{} holds no game", seed.name))?;
            Known::new(&tree).with_context(|| seed.name.clone())
        };
        let known: Vec<Known> =
            parallel::map(0..seeds.len() as u32, &one).into_iter().collect::<anyhow::Result<_>>()?;
        let near = game.among_with(&loaded.tree, &known);
        bar.finish_and_clear();
        let mut by_play: Vec<&Near> = near.iter().collect();
        order::sort_by(&mut by_play, |a, b| a.play.total_cmp(&b.play));
        let mut by_rules: Vec<&Near> = near.iter().collect();
        order::sort_by(&mut by_rules, |a, b| a.rules.total_cmp(&b.rules));
        let related =
            |same: bool| near.iter().filter(move |n| n.relation.is_some_and(|r| (r == Relation::Same) == same));
        let row = ComparedGame {
            game: &game.name,
            same_as: related(true).map(|n| n.game.as_str()).collect(),
            variant_of: related(false).collect(),
            nearest_rules: by_rules.into_iter().take(self.nearest).collect(),
            nearest_play: by_play.into_iter().take(self.nearest).collect(),
            play: *game.print(),
        };
        if self.json {
            output::json(out, &row)?;
        } else {
            tell(out, &row)?;
        }
        Ok(Exit::Done)
    }
}

fn tell(out: &mut dyn Write, row: &ComparedGame) -> std::io::Result<()> {
    for other in &row.same_as {
        writeln!(out, "{} {} {other}", row.game, Relation::Same.words())?;
    }
    for near in &row.variant_of {
        let words = near.relation.map_or("", Relation::words);
        writeln!(out, "{} {words} {}", row.game, near.game)?;
    }
    if row.same_as.is_empty() && row.variant_of.is_empty() {
        writeln!(out, "{} is none of the known games, nor a variant of one", row.game)?;
    }
    for (title, list) in [("nearest in rules", &row.nearest_rules), ("nearest in play", &row.nearest_play)] {
        writeln!(out, "\n{title:<26}  rules   play")?;
        for near in list {
            writeln!(out, "  {:<24}  {:>5.3}  {:>5.2}", near.game, near.rules, near.play)?;
        }
    }
    Ok(())
}
