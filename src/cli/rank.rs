//! `ludogen rank`

use super::exit::Exit;
use super::inputs::positive;
use super::options::{ChanceOptions, OutputOptions, ThreadOptions};
use super::output;
use crate::ranking::bradley_terry::BradleyTerry;
use crate::ranking::cross_entropy::CrossEntropy;
use crate::ranking::rank::{Method, RankOptions, Ranking, rank_file};
use crate::ranking::ratings::VOTE_DEVIATION;
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::PathBuf;

/// Rank games by paired comparisons or by ratings, with intervals
///
/// Comparisons are CSV with the header subject,preferred,other and, if you like, a date; the word `draw` behind the two games
/// says that the subject could not decide. Ratings are CSV with the header game,average,num_ratings. Prints CSV,
/// strongest game first; how well the ranking predicts, what is wrong with the comparisons and which pairs to ask
/// about next is said on standard error, or with --json in one object.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen rank comparisons.csv --method cross-entropy --seed 3")]
pub struct Rank {
    /// Comparisons or ratings (CSV); `-` is standard input
    file: PathBuf,
    /// How comparisons become strengths
    #[arg(long, value_enum, default_value_t = MethodName::BradleyTerry)]
    method: MethodName,
    /// Parts in which comparisons are dealt for cross-validation
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(2..=1000))]
    folds: u32,
    /// Resamples of the comparisons for the intervals [default: 400 for bradley-terry, 100 for cross-entropy]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    resamples: Option<u32>,
    /// Restarts of the cross-entropy method
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    restarts: u32,
    /// Pairs to suggest for the next comparisons
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=1000))]
    next: u32,
    /// Standard deviation of single votes for a game, for ratings
    #[arg(long, value_name = "X", default_value_t = VOTE_DEVIATION, value_parser = positive)]
    vote_deviation: f64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    chance: ChanceOptions,
    #[command(flatten)]
    threads: ThreadOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MethodName {
    /// The most likely strengths of a model of choice
    BradleyTerry,
    /// The order that agrees with most comparisons
    CrossEntropy,
}

impl Rank {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let resamples = |default: usize| self.resamples.map_or(default, |n| n as usize);
        let method = match self.method {
            MethodName::BradleyTerry => {
                let method = BradleyTerry::default();
                Method::BradleyTerry(BradleyTerry { resamples: resamples(method.resamples), ..method })
            }
            MethodName::CrossEntropy => {
                let method = CrossEntropy::default();
                let (restarts, resamples) = (self.restarts as usize, resamples(method.resamples));
                Method::CrossEntropy(CrossEntropy { restarts, resamples, ..method })
            }
        };
        let options = RankOptions {
            method,
            folds: self.folds as usize,
            next: self.next as usize,
            vote_deviation: self.vote_deviation,
            seed: self.chance.seed,
        };
        let ranking = self.threads.pool()?.install(|| rank_file(&self.file, &options))?;
        if self.json {
            output::json(out, &ranking)?;
        } else {
            output::csv(out, &ranking.games)?;
            tell(&ranking, &mut io::stderr().lock());
        }
        Ok(Exit::Done)
    }
}

/// Prints what the table does not contain. An error of standard error itself cannot be reported anywhere.
fn tell(ranking: &Ranking, err: &mut dyn Write) {
    if let Some(c) = &ranking.classification {
        let rate = |rate: Option<f64>| rate.map_or("unknown".into(), |r| format!("{r:.4}"));
        let _ = writeln!(
            err,
            "classification rate: {} in sample, {} cross-validated ({} comparisons, {} of them draws)",
            rate(c.in_sample),
            rate(c.cross_validated),
            c.comparisons,
            c.draws
        );
    }
    for note in &ranking.notes {
        let _ = writeln!(err, "note: {note}");
    }
    for [a, b] in &ranking.next {
        let _ = writeln!(err, "ask next: {a} or {b}");
    }
}
