//! `ludogen tune`

use super::exit::Exit;
use super::opponents::{RoteOptions, policy_for};
use super::options::{ChanceOptions, JsonOptions, OutputOptions, RuleOptions, ThreadOptions};
use super::{load, output};
use crate::criticism::contest_interval;
use crate::players::alpha_beta::MAX_DEPTH;
use crate::strategy::{Contest, Match, SamuelSettings, TuneSettings, Tuned, contest, learn, tune};
use crate::streams::{self, Purpose};
use crate::with_game;
use anyhow::Context;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::io::Write;

/// Improve a game's policy by self-play and print it as RON
///
/// With --json one object: game, policy, tried, accepted, trial.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen tune seed-games/yavalath.ludi --iterations 50 --seed 3")]
pub struct Tune {
    /// Rule file; `-` is standard input
    file: String,
    /// The method
    #[arg(long, value_enum, default_value_t = Method::Es)]
    method: Method,
    /// Challengers to try, or rounds of learning
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    iterations: u32,
    /// Games of each challenge, or of each round: half of these for learning, half to test what was learnt
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..=10_000))]
    games: u32,
    /// Depth of the players, in plies
    #[arg(long, value_name = "D", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=6))]
    depth: u32,
    /// Nodes that a player searches at most for a move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Strength as `measure` has it: the work that a move may take, in nodes of the cheapest games, however deep
    #[arg(long, value_name = "N", conflicts_with_all = ["nodes", "depth"], value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    work: Option<u64>,
    /// Play so many games against the first policy, and print the result
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    trial: u32,
    #[command(flatten)]
    rote: RoteOptions,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    chance: ChanceOptions,
    #[command(flatten)]
    threads: ThreadOptions,
    #[command(flatten)]
    json: JsonOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// A (1+1) evolution strategy: change weights at random, keep what wins
    Es,
    /// Samuel's learning by generalisation: move the weights towards backed-up values
    Samuel,
}

impl Tune {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let loaded = load::game(&self.file, &self.rules)?;
        let start = policy_for(None, loaded.game.rules(), &loaded.tree)?;
        let mut memory = self.rote.open(&loaded.tree, &start)?;
        let seed = self.chance.seed;
        let (depth, nodes) = match self.work {
            Some(work) => (MAX_DEPTH, with_game!(&loaded.game, game => game.nodes_for(work))),
            None => (self.depth, self.nodes),
        };
        let of = |games| Match { games, depth, nodes: Some(nodes), ..Match::default() };
        let pool = self.threads.pool()?;
        let tuned = pool.install(|| match self.method {
            Method::Es => {
                let settings =
                    TuneSettings { iterations: self.iterations, contest: of(self.games), ..TuneSettings::default() };
                tune(&loaded.game, &start, &settings, memory.as_mut(), seed)
            }
            Method::Samuel => {
                let games = self.games / 2;
                let contest = of(self.games - games);
                let settings = SamuelSettings { rounds: self.iterations, games, contest, ..SamuelSettings::default() };
                learn(&loaded.game, &start, &settings, memory.as_mut(), seed)
            }
        });
        if let Some(memory) = &memory {
            self.rote.keep(memory)?;
        }
        let trial = (self.trial > 0).then(|| {
            let seed = streams::seed(seed, Purpose::Trials, 0);
            let start = start.relevant_to(loaded.game.rules());
            pool.install(|| contest(&loaded.game, &tuned.policy, &start, &of(self.trial), seed))
        });
        let name = &loaded.game.rules().name;
        match self.json.json {
            true => output::json(out, &self.row(name, &tuned, trial.as_ref()))?,
            false => self.tell(out, name, &tuned, trial.as_ref())?,
        }
        Ok(Exit::Done)
    }

    fn row(&self, name: &str, tuned: &Tuned, trial: Option<&Contest>) -> Value {
        let trial = trial.map(|result| {
            let (low, high) = contest_interval(result);
            json!({ "games": result.games(), "won": result.wins, "lost": result.losses, "drawn": result.draws,
                "unfinished": result.unfinished, "score": result.score(), "score_low": low, "score_high": high })
        });
        json!({ "game": name, "tried": self.iterations, "accepted": tuned.accepted, "policy": tuned.policy, "trial": trial })
    }

    /// The policy as RON, with what became of it as comments.
    fn tell(&self, out: &mut dyn Write, name: &str, tuned: &Tuned, trial: Option<&Contest>) -> anyhow::Result<()> {
        let text = ron::ser::to_string_pretty(&tuned.policy, ron::ser::PrettyConfig::default().new_line("\n"))
            .context("cannot write the policy as RON")?;
        writeln!(out, "// {name}: {} of {} challengers took over", tuned.accepted, self.iterations)?;
        if let Some(result) = trial {
            let (low, high) = contest_interval(result);
            writeln!(
                out,
                "// {:.3} of the points ({low:.3} to {high:.3}) in {} games against the policy it began with: \
                 {} won, {} lost, {} drawn, {} unfinished",
                result.score(),
                result.games(),
                result.wins,
                result.losses,
                result.draws,
                result.unfinished
            )?;
        }
        Ok(writeln!(out, "{text}")?)
    }
}
