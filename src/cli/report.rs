//! `ludogen report`

use super::exit::Exit;
use super::options::JsonOptions;
use super::{inputs, output};
use crate::report::{self, Playable, Renderers};
use crate::web::engine;
use crate::web::page::{SharedGame, page};
use crate::web::picture;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Write tables, plots and pages about a population
///
/// Works at any moment, while a run is going on too. Writes candidates.csv, children.csv, criteria.csv, ancestry.csv, niches.csv, the rules of every
/// candidate and index.html, which needs no network.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen report populations/night.db -o reports/night")]
pub struct Report {
    /// The population
    population: PathBuf,
    /// Folder to write to
    #[arg(short, long, value_name = "DIR", default_value = "reports/out")]
    output: PathBuf,
    /// Score and rank by this profile instead of the run's, from what was measured: a file (RON), `readers-2026`, `human-2026`, `human-2024` or `ludi`
    #[arg(long, value_name = "RON")]
    profile: Option<PathBuf>,
    /// Also write the lead histories of one game's trials as CSV
    #[arg(long, value_name = "GAME")]
    leads: Option<String>,
    /// Also write play.html, a page to play every candidate on, to which the report links; see `ludogen share`. The first time cargo builds the engine
    /// of the page, which takes minutes
    #[arg(long)]
    play: bool,
    #[command(flatten)]
    json: JsonOptions,
}

impl Report {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let engine = self.play.then(engine::module).transpose()?;
        let play = |games: &[Playable]| {
            let moves = |trial: &String| trial.split_whitespace().map(str::to_owned).collect();
            let game = |game: &Playable| SharedGame {
                trials: game.trials.iter().map(moves).collect(),
                ..SharedGame::new(&game.name, &game.rules)
            };
            page(&games.iter().map(game).collect::<Vec<_>>(), engine.as_deref()?).ok()
        };
        let renderers = Renderers { english: Some(&picture::english), board: Some(&picture::board), play: Some(&play) };
        let profile = self.profile.as_deref().map(inputs::named).transpose()?;
        let summary = report::rescored_report(&self.population, &self.output, &renderers, profile.as_ref())?;
        if let Some(game) = &self.leads {
            let path = self.output.join(format!("{game}-leads.csv"));
            report::export_leads(&self.population, game, &mut std::fs::File::create(path)?)?;
        }
        if self.json.json {
            let page = summary.page.display().to_string();
            let told = json!({ "candidates": summary.candidates, "children": summary.children, "page": page });
            output::json(out, &told)?;
            return Ok(Exit::Done);
        }
        writeln!(
            out,
            "{} candidate{} among {} children: {}",
            summary.candidates,
            if summary.candidates == 1 { "" } else { "s" },
            summary.children,
            summary.page.display()
        )?;
        Ok(Exit::Done)
    }
}
