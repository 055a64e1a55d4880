//! What came of a run, as tables, plots, rule files and a page that stands alone.
//!
//! [`report`] reads a population, finished or still growing, and writes
//!
//! | file | what it holds |
//! |---|---|
//! | `candidates.csv` | the ranked candidates: score and interval, ties, relatives, every criterion, where the rules are |
//! | `children.csv` | every child, admitted or rejected, with its fate and the reason |
//! | `criteria.csv` | the criteria of every measured game, seed games included, and their standard errors |
//! | `ancestry.csv` | every element of every candidate's rules: what it goes back to, and whether it does anything |
//! | `rules/NAME.ludi`, `rules/NAME.txt` | the rules of each candidate, and the same in English |
//! | `plots/*.svg` | the plots of the page, each a file of its own |
//! | `index.html` | all of it on one page, with nothing outside it |
//!
//! The same population gives the same bytes: nothing here depends on the clock, the machine or the file's name.

mod ancestry;
mod card;
mod files;
pub mod fit;
mod model;
mod page;
pub mod plot;
mod rules;
pub mod svg;
mod tables;
mod words;

use crate::criticism::Profile;
use crate::store::{GameId, Reader, Stage, StoreError};
use model::Model;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Something made of printed rules; `None` when it cannot be made.
pub type Teller<'a> = &'a dyn Fn(&str) -> Option<String>;

/// What the report gets told about rules, of which it knows nothing itself.
#[derive(Clone, Copy, Default)]
pub struct Tellers<'a> {
    /// The rules in plain English, as text.
    pub english: Option<Teller<'a>>,
    /// A picture of the board at the start as SVG. It goes into the page as it is, so it must be well-formed.
    pub board: Option<Teller<'a>>,
}

/// Why a report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The population cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The population has no run in it.
    #[error("{0}: nothing has been stored here yet")]
    Empty(PathBuf),
    /// A game asked for is not in the population.
    #[error("{path}: there is no game `{game}` here")]
    Unknown {
        /// The database.
        path: PathBuf,
        /// What was asked for.
        game: String,
    },
    /// A file of the report cannot be written.
    #[error("{path}: {error}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
}

/// What a report holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportSummary {
    /// The page to open.
    pub page: PathBuf,
    /// How many games are ranked.
    pub candidates: usize,
    /// How many children there are, the rejected ones included.
    pub children: usize,
}

/// As [`rescored_report`], by the scores of the run.
///
/// # Errors
/// See [`rescored_report`].
pub fn report(population: &Path, out: &Path, tellers: &Tellers<'_>) -> Result<ReportSummary, ReportError> {
    rescored_report(population, out, tellers, None)
}

/// Writes the report on the population at `population` into the folder `out`, which is made when it is not there.
///
/// Works while a run is going on; it then shows one moment of it. Each file is replaced in one go, and rules that an earlier
/// report in the same folder wrote of games no longer ranked are removed.
///
/// With a profile, scores and ranks are by that instead of the run's, from the stored measurements: nothing is played again. Which
/// games there are, and which were looked at closely, is what the run made of them.
///
/// # Errors
/// The population cannot be read or is empty, or a file cannot be written.
pub fn rescored_report(
    population: &Path,
    out: &Path,
    tellers: &Tellers<'_>,
    profile: Option<&Profile>,
) -> Result<ReportSummary, ReportError> {
    let reader = Reader::open(population)?;
    let model = Model::read(&reader, tellers, profile)?.ok_or_else(|| ReportError::Empty(population.into()))?;
    let folder = files::Folder::open(out, &["rules", "plots"])?;
    let stale = folder.listed_rules("candidates.csv");
    for candidate in &model.candidates {
        let rules = format!("{}\n", candidate.text.trim_end());
        folder.write(&format!("rules/{}.ludi", candidate.stem), rules.as_bytes())?;
        if let Some(english) = &candidate.english {
            let english = format!("{}\n", english.trim_end());
            folder.write(&format!("rules/{}.txt", candidate.stem), english.as_bytes())?;
        }
    }
    for (name, plot) in page::plots(&model) {
        folder.write(&format!("plots/{name}.svg"), plot.standalone().as_bytes())?;
    }
    folder.write("candidates.csv", &tables::candidates(&model))?;
    folder.write("children.csv", &tables::children(&model))?;
    folder.write("criteria.csv", &tables::criteria(&model))?;
    folder.write("ancestry.csv", &tables::ancestry(&model))?;
    folder.write("index.html", page::page(&model).as_bytes())?;
    folder.remove(stale.iter().filter(|stem| !model.candidates.iter().any(|c| &c.stem == *stem)));
    Ok(ReportSummary {
        page: out.join("index.html"),
        candidates: model.candidates.len(),
        children: model.children().count(),
    })
}

/// Writes the lead histories of a game as CSV: `stage,trial,first_mover,ending,ply,lead`, White's lead from ply 0 on.
pub fn export_leads(population: &Path, game: &str, out: &mut dyn Write) -> Result<(), ReportError> {
    let reader = Reader::open(population)?;
    let found = reader.games()?.into_iter().find(|row| row.name == game).map(|row| row.id);
    let id: GameId = found.ok_or_else(|| ReportError::Unknown { path: population.into(), game: game.into() })?;
    let mut table = String::from("stage,trial,first_mover,ending,ply,lead\n");
    for (stage, name) in [(Stage::Child, "child"), (Stage::Candidate, "candidate")] {
        for (trial, row) in reader.trials(id, stage)?.iter().enumerate() {
            let mover = if row.first_mover == 0 { "white" } else { "black" };
            for (ply, lead) in row.leads.iter().enumerate() {
                table.push_str(&format!("{name},{},{mover},{},{ply},{}\n", trial + 1, row.ending.name(), lead + 0.0));
            }
        }
    }
    out.write_all(table.as_bytes()).map_err(|error| ReportError::Write { path: "leads".into(), error })
}
