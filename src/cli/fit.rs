//! `ludogen fit`

use super::exit::Exit;
use super::inputs::{self, positive};
use super::options::{ChanceOptions, ThreadOptions};
use super::output;
use crate::criticism::Profile;
use crate::ranking::ratings::VOTE_DEVIATION;
use crate::ranking::sample::{Sample, Sources, read};
use crate::ranking::subset::SubsetSearch;
use crate::ranking::validation::Procedure;
use crate::ranking::{FitOptions, fit};
use crate::report;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Fit the weights of the score to a human ranking, with nested cross-validation
///
/// CRITERIA is what `ludogen measure --slow` prints. RANKINGS is CSV with the header game,strength or
/// game,average,num_ratings. Only games in both count; those left out are listed. The figure to trust is the nested one: it
/// is for games that neither the weights nor the choice of criteria have seen.
///
/// With --rules, the words of rules are learnt from too, by trees: what is expected of a game is then the mean of its score and of what its words say.
///
/// With --beside, games that other people rated on another scale are learnt from too: each source has a level and a scale of its own, what
/// criteria are worth is shared, and both weigh alike.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen fit criteria.csv rankings.csv --seed 1 -o mine.ron --report reports/mine")]
pub struct Fit {
    /// Criteria of games (CSV)
    criteria: PathBuf,
    /// Strengths or ratings of games (CSV)
    rankings: PathBuf,
    /// What the rankings call the games (CSV with the header game,ranked_as); games not listed are left out
    #[arg(long, value_name = "CSV")]
    names: Option<PathBuf>,
    /// Criteria and rankings of another source to learn from along with the first (two files; --method curves)
    #[arg(long, num_args = 2, value_names = ["CRITERIA", "RANKINGS"])]
    beside: Vec<PathBuf>,
    /// Rules of the games, reduced (CSV with the header game,rules): trees that say what readers think of their words become part of the profile
    #[arg(long, value_name = "CSV")]
    rules: Option<PathBuf>,
    /// Column of the rankings whose effect is taken out of the strengths first; `log:COLUMN` for its logarithm
    #[arg(long = "control", value_name = "COLUMN")]
    controls: Vec<String>,
    /// How the weights are found [default: ridge; with --beside curves]
    #[arg(long, value_enum)]
    method: Option<MethodName>,
    /// Fit to all criteria, also those whose values differ much when they are measured again (retest r below 0.8)
    #[arg(long)]
    unreliable: bool,
    /// Games there must be for each criterion of a subset
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(2..=1000))]
    games_each: u32,
    /// Restarts of the search for a subset
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    restarts: u32,
    /// Parts in which games are dealt for nested cross-validation
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(2..=1000))]
    folds: u32,
    /// Times that they are dealt
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeats: u32,
    /// Times that the strengths are shuffled, to estimate what the procedure finds by chance
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    permutations: u32,
    /// Standard deviation of single votes for a game, for ratings
    #[arg(long, value_name = "X", default_value_t = VOTE_DEVIATION, value_parser = positive)]
    vote_deviation: f64,
    /// Another profile to compare with the rankings, besides `ludi`
    #[arg(long, value_name = "RON")]
    compare: Vec<PathBuf>,
    /// Write the profile to this file (RON)
    #[arg(short, long, value_name = "RON")]
    output: Option<PathBuf>,
    /// Name of the profile [default: that of its file]
    #[arg(long)]
    name: Option<String>,
    /// Date of the profile, as text
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    date: String,
    /// The rankings are of new games alone: beside new games, place known ones by this shipped profile (`report --profile`)
    #[arg(long, value_name = "PROFILE", value_parser = PossibleValuesParser::new(Profile::names()))]
    known: Option<String>,
    /// Write tables and plots into this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Leave out other methods, sets of criteria and the importance of each criterion, which take most of the time
    #[arg(long, conflicts_with = "report")]
    brief: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    chance: ChanceOptions,
    #[command(flatten)]
    threads: ThreadOptions,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MethodName {
    /// Least squares on the criteria that a search chooses
    Subset,
    /// Ridge regression on all criteria and their squares, so that a criterion may have a best value
    Curves,
    /// Ridge regression on all criteria
    Ridge,
    /// Least squares on all criteria
    LeastSquares,
}

impl Fit {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let (criteria, rankings) = (read(&self.criteria)?, read(&self.rankings)?);
        let names = self.names.as_deref().map(read).transpose()?;
        let sample = Sample::parse(&Sources {
            criteria: (&criteria.0, &criteria.1),
            rankings: (&rankings.0, &rankings.1),
            names: names.as_ref().map(|(file, text)| (file.as_str(), text.as_str())),
            controls: &self.controls,
            vote_deviation: self.vote_deviation,
        })?;
        let mut sample = self.with_beside(sample)?;
        if let Some(path) = &self.rules {
            let (file, text) = read(path)?;
            sample = sample.with_rules((&file, &text))?;
        }
        let mut compare: Vec<Profile> = Profile::shipped("ludi").into_iter().collect();
        for path in &self.compare {
            compare.push(inputs::named(path)?);
        }
        let options = FitOptions {
            procedure: self.procedure(),
            folds: self.folds as usize,
            repeats: self.repeats as usize,
            permutations: self.permutations as usize,
            unreliable: self.unreliable,
            table: !self.brief,
            compare,
            seed: self.chance.seed,
        };
        let fitted = self.threads.pool()?.install(|| fit(&sample, &options))?;
        if let Some(path) = &self.output {
            let name = self.name.clone().unwrap_or_else(|| stem(path));
            let mut source = format!("ludogen fit: {} games of {} by {}", sample.games.len(), criteria.0, rankings.0);
            if let (Some(other), [criteria, rankings]) = (&sample.beside, self.beside.as_slice()) {
                source += &format!(", beside {} games of {} by {}", other.games.len(), base(criteria), base(rankings));
            }
            let known = self.known.clone().unwrap_or_default();
            Profile { known, ..fitted.profile(&name, &source, &self.date) }.save(path)?;
        }
        if let Some(folder) = &self.report {
            report::fit::write(&fitted, folder)?;
        }
        if self.json {
            output::json(out, &fitted.summary())?;
        } else {
            write!(out, "{}", report::fit_text::text(&fitted))?;
        }
        Ok(Exit::Done)
    }

    /// The sample with the other source beside it, if there is one.
    fn with_beside(&self, sample: Sample) -> anyhow::Result<Sample> {
        let [criteria, rankings] = self.beside.as_slice() else { return Ok(sample) };
        anyhow::ensure!(
            matches!(self.method(), MethodName::Curves),
            "--beside needs --method curves; the other methods learn from one source"
        );
        let (criteria, rankings) = (read(criteria)?, read(rankings)?);
        Ok(sample.with_beside(&Sources {
            criteria: (&criteria.0, &criteria.1),
            rankings: (&rankings.0, &rankings.1),
            names: None,
            controls: &[],
            vote_deviation: self.vote_deviation,
        })?)
    }

    /// The method that was asked for, or else the one that fits what is asked.
    fn method(&self) -> MethodName {
        let usual = if self.beside.is_empty() { MethodName::Ridge } else { MethodName::Curves };
        self.method.unwrap_or(usual)
    }

    fn procedure(&self) -> Procedure {
        match self.method() {
            MethodName::LeastSquares => Procedure::LeastSquares,
            MethodName::Ridge => Procedure::Ridge,
            MethodName::Curves => Procedure::Curves,
            MethodName::Subset => Procedure::Subset(SubsetSearch {
                games_each: self.games_each as usize,
                restarts: self.restarts as usize,
                ..SubsetSearch::default()
            }),
        }
    }
}

/// The name of a file without folder.
fn base(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The name of a file without folder and ending.
fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| "fitted".into(), |stem| stem.to_string_lossy().into_owned())
}
