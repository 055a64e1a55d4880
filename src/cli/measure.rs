//! `ludogen measure`

use super::exit::Exit;
use super::options::{ChanceOptions, JsonOptions, OutputOptions, RuleOptions, ThreadOptions};
use super::{inputs, load, output};
use crate::criticism::verdict::settle;
use crate::criticism::{
    BoardFigures, Conventions, Criterion, Evidence, Limits, Measured, Measurement, Profile, Score, Tally, Verdict,
    measure_all, score,
};
use crate::game::AnyGame;
use crate::strategy::Policy;
use crate::streams::{self, Purpose};
use crate::trials::{ChoiceSettings, Chosen, SlowSettings, Trial, TrialSettings, choose_player, play_trials, slow};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// Measure the aesthetic criteria of games by self-play, with the score and its interval
///
/// Prints CSV, a row a game, or with --json an object a game. Criteria that were not measured stay empty: the slow ones need --slow. The last columns say who played the trials,
/// and the share of the points that it won against the candidate that came nearest, and its work a move.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen measure seed-games/yavalath.ludi seed-games/hex.ludi --size 5 --trials 100")]
pub struct Measure {
    /// Rule files; `-` is standard input
    #[arg(required = true)]
    files: Vec<String>,
    /// Profile that turns criteria into the score: a file (RON), `readers-2026`, `human-2026`, `human-2024` or `ludi` [default: human-2026]
    #[arg(long, value_name = "RON")]
    profile: Option<PathBuf>,
    /// Self-play trials a game
    #[arg(long, value_name = "G", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    trials: u32,
    /// Who plays the trials
    #[arg(long, value_enum, default_value_t = Who::Auto)]
    player: Who,
    /// Strength of the players: the work that a move may take, in nodes of the cheapest games
    #[arg(long, value_name = "N", default_value_t = 3_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    work: u64,
    /// Deepest search of the players, in plies; 2 or 3 with a very large --work is the paper's way to set their strength
    #[arg(long, value_name = "D", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=255))]
    depth: u32,
    /// Measure the slow criteria too
    #[arg(long)]
    slow: bool,
    /// Print the standard error of every criterion too: in columns named like it with _se behind, or as `errors`
    #[arg(long)]
    errors: bool,
    /// Write the lead histories of all trials to this file (CSV)
    #[arg(long, value_name = "CSV")]
    leads: Option<PathBuf>,
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

/// Who plays the trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Who {
    /// Alpha-beta by the policy of the rule file; without one, the best of alpha-beta by the derived policy, alpha-beta by policies learnt from
    /// play, and UCT, by matches
    Auto,
    /// Alpha-beta by the policy of the rule file, or else by the derived one
    Policy,
    /// UCT
    Uct,
}

impl Who {
    /// The player of a game, of which the rule file may name one.
    fn choose(self, game: &AnyGame, in_file: Option<Chosen>, seed: u64) -> Chosen {
        let policy = in_file.map_or_else(|| Policy::default_for(game.rules()), |chosen| chosen.player.policy);
        match (self, in_file) {
            (Who::Auto, None) => {
                choose_player(game, &policy, &ChoiceSettings::default(), streams::seed(seed, Purpose::Choice, 0))
            }
            (Who::Auto, Some(chosen)) => chosen,
            (Who::Policy, _) => Chosen::given(&policy),
            (Who::Uct, _) => Chosen::uct(&policy),
        }
    }
}

impl Measure {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let profile = inputs::profile(self.profile.as_deref(), Profile::default)?;
        let mut leads = match &self.leads {
            Some(path) => Some(csv::Writer::from_path(path)?),
            None => None,
        };
        if let Some(leads) = &mut leads {
            leads.write_record(["game", "trial", "ply", "lead"])?;
        }
        if !self.json.json {
            record(out, &self.head())?;
        }
        let pool = self.threads.pool()?;
        for file in &self.files {
            let loaded = load::game(file, &self.rules)?;
            let (row, trials) = self.measured(&loaded, &profile, &pool)?;
            match self.json.json {
                true => output::json(out, &self.object(&row))?,
                false => record(out, &self.cells(&row))?,
            }
            out.flush()?;
            if let Some(leads) = &mut leads {
                for (i, trial) in trials.iter().enumerate() {
                    let history = std::iter::once(trial.opening_lead).chain(trial.plies.iter().map(|p| p.lead));
                    for (ply, lead) in history.enumerate() {
                        leads.serialize((&row.game, i + 1, ply, lead))?;
                    }
                }
                leads.flush()?;
            }
        }
        Ok(Exit::Done)
    }

    /// Plays and measures a game.
    fn measured(
        &self,
        loaded: &load::Loaded,
        profile: &Profile,
        pool: &rayon::ThreadPool,
    ) -> anyhow::Result<(MeasuredGame, Vec<Trial>)> {
        let settings = TrialSettings { work: self.work, depth: self.depth, ..TrialSettings::default() };
        let in_file = Chosen::of_game(&loaded.tree).transpose()?;
        let seed = self.chance.seed;
        let (chosen, trials, slow_record) = pool.install(|| {
            let chosen = self.player.choose(&loaded.game, in_file, seed);
            let trials = play_trials(&loaded.game, chosen.player, settings, seed, self.trials);
            let slow_settings = SlowSettings::default();
            let slow_record = self.slow.then(|| slow(&loaded.game, &chosen.player.policy, &slow_settings, seed));
            (chosen, trials, slow_record)
        });
        let figures = BoardFigures::of(loaded.game.board());
        let evidence = Evidence { rules: Some((&loaded.tree, figures)), trials: &trials, slow: slow_record.as_ref() };
        let measured = measure_all(&evidence, &Conventions::default(), seed);
        let limits = Limits::default().of_game(&loaded.game);
        let row = MeasuredGame {
            game: loaded.game.rules().name.clone(),
            score: score(profile, &measured),
            viable: matches!(settle(&Tally::of(&trials), &limits), Verdict::Viable),
            measured,
            player: chosen.candidate.name(),
            margin: chosen.margin,
        };
        Ok((row, trials))
    }

    /// The names of the columns.
    fn head(&self) -> Vec<String> {
        let mut head: Vec<String> = ["game", "score", "score_low", "score_high", "viable"].map(String::from).into();
        head.extend(Criterion::ALL.iter().map(|c| c.name().to_owned()));
        if self.errors {
            head.extend(Criterion::ALL.iter().map(|c| format!("{c}_se")));
        }
        head.extend(["player", "margin", "work"].map(String::from));
        head
    }

    /// A row of the table.
    fn cells(&self, row: &MeasuredGame) -> Vec<String> {
        let Score { value, low, high } = row.score;
        let mut cells =
            vec![row.game.clone(), value.to_string(), low.to_string(), high.to_string(), row.viable.to_string()];
        let told = |of: fn(&Measurement) -> f64| {
            Criterion::ALL.map(|c| row.measured.get(c).map_or(String::new(), |m| of(m).to_string()))
        };
        cells.extend(told(|m| m.value));
        if self.errors {
            cells.extend(told(|m| m.standard_error));
        }
        cells.push(row.player.into());
        cells.push(row.margin.map_or(String::new(), |margin| format!("{margin:.3}")));
        cells.push(self.work.to_string());
        cells
    }

    /// The same as an object; what was not measured is not in it.
    fn object(&self, row: &MeasuredGame) -> Value {
        let told = |of: fn(&Measurement) -> f64| {
            let known =
                Criterion::ALL.into_iter().filter_map(|c| Some((c.name().to_owned(), of(row.measured.get(c)?))));
            known.map(|(name, value)| (name, json!(value))).collect::<serde_json::Map<_, _>>()
        };
        let mut object = json!({
            "game": row.game, "score": row.score.value, "score_low": row.score.low, "score_high": row.score.high, "viable": row.viable,
            "criteria": told(|m| m.value), "player": row.player, "margin": row.margin, "work": self.work,
        });
        if self.errors {
            object["errors"] = told(|m| m.standard_error).into();
        }
        object
    }
}

/// What is printed of a game.
struct MeasuredGame {
    game: String,
    score: Score,
    viable: bool,
    measured: Measured,
    player: &'static str,
    margin: Option<f64>,
}

/// A line of CSV.
fn record(out: &mut dyn Write, cells: &[String]) -> anyhow::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(cells)?;
    Ok(writer.flush()?)
}
