//! `ludogen match`

use super::exit::Exit;
use super::opponents::{Kind, policy_for};
use super::options::{ChanceOptions, JsonOptions, OutputOptions, RuleOptions, ThreadOptions};
use super::{load, output};
use crate::criticism::contest_interval;
use crate::game::AnyGame;
use crate::players::{AlphaBetaOptions, PlayerKind, UctOptions};
use crate::strategy::{Contender, Match as Settings, OpponentKind, duel};
use crate::with_game;
use clap::Args;
use serde::Serialize;
use std::io::Write;

/// Two players against each other, many times
///
/// Every opening of random moves is played twice, with sides changed. Prints CSV: the results of the first player, its share of the
/// points (½ for a draw or a game broken off) and the 95 % interval of that; with --json a line for each rule file.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: ludogen match seed-games/hex.ludi --first alpha-beta --second uct --nodes 10000 --games 100"
)]
pub struct Match {
    /// Rule files
    #[arg(required = true)]
    files: Vec<String>,
    /// The first player
    #[arg(long, value_parser = Kind::of_matches(), default_value = "alpha-beta")]
    first: Kind,
    /// The second player
    #[arg(long, value_parser = Kind::of_matches(), default_value = "alpha-beta")]
    second: Kind,
    /// A policy, as RON, for the first player [default: that in the rule file, or one derived from the rules]
    #[arg(long, value_name = "FILE")]
    first_policy: Option<String>,
    /// A policy, as RON, for the second player [default: that in the rule file, or one derived from the rules]
    #[arg(long, value_name = "FILE")]
    second_policy: Option<String>,
    /// Nodes of either for a move, that is, moves made in the tree and in playouts
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Strength as `measure` has it: the work that a move of either may take, in nodes of the cheapest games
    #[arg(long, value_name = "N", conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    work: Option<u64>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Random moves before the players take over
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=100))]
    opening: u32,
    /// A game of more moves is broken off
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_plies: u32,
    #[command(flatten)]
    json: JsonOptions,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    chance: ChanceOptions,
    #[command(flatten)]
    threads: ThreadOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

#[derive(Serialize)]
struct MatchRow {
    game: String,
    games: u32,
    won: u32,
    lost: u32,
    drawn: u32,
    unfinished: u32,
    score: f64,
    score_low: f64,
    score_high: f64,
}

impl Match {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let pool = self.threads.pool()?;
        let mut rows = Vec::new();
        for file in &self.files {
            let loaded = load::game(file, &self.rules)?;
            let rules = loaded.game.rules();
            let contender = |kind: Kind, policy: &Option<String>| -> anyhow::Result<Contender> {
                let policy = policy_for(policy.as_deref(), rules, &loaded.tree)?.relevant_to(rules);
                Ok(Contender { kind: self.player(kind.or_of(&loaded.tree), &loaded.game), policy })
            };
            let first = contender(self.first, &self.first_policy)?;
            let second = contender(self.second, &self.second_policy)?;
            let settings =
                Settings { games: self.games, opening: self.opening, max_plies: self.max_plies, ..Settings::default() };
            let result = pool.install(|| duel(&loaded.game, [&first, &second], &settings, self.chance.seed));
            let (low, high) = contest_interval(&result);
            let round = |x: f64| (x * 1e4).round() / 1e4;
            rows.push(MatchRow {
                game: rules.name.clone(),
                games: result.games(),
                won: result.wins,
                lost: result.losses,
                drawn: result.draws,
                unfinished: result.unfinished,
                score: round(result.score()),
                score_low: round(low),
                score_high: round(high),
            });
        }
        match self.json.json {
            true => rows.iter().try_for_each(|row| output::json(out, row))?,
            false => output::csv(out, &rows)?,
        }
        Ok(Exit::Done)
    }

    fn player(&self, kind: OpponentKind, game: &AnyGame) -> PlayerKind {
        let nodes = Some(self.work.map_or(self.nodes, |work| with_game!(game, game => game.nodes_for(work))));
        let alpha_beta = AlphaBetaOptions { depth: u32::MAX, nodes, ..AlphaBetaOptions::default() };
        kind.player(game.rules(), alpha_beta, UctOptions { playouts: u32::MAX, nodes, ..UctOptions::default() })
    }
}
