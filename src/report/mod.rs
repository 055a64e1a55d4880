//! Reports on a run: tables, plots, rule files and a self-contained page.
//!
//! [`report`] reads a population, finished or still growing, and writes
//!
//! | file | what it holds |
//! |---|---|
//! | `candidates.csv` | the ranked candidates: score and interval, ties, relatives, mean distances from the first and the last population, every criterion, where the rules are; then the viable games on other shelves, then the known games |
//! | `children.csv` | every child, admitted or rejected, with its fate and the reason |
//! | `criteria.csv` | the criteria of every measured game, seed games included, and their standard errors |
//! | `ancestry.csv` | every element of every candidate's rules: its origin, and whether it is vestigial |
//! | `rules/NAME.ludi`, `rules/NAME.txt` | the rules of each candidate, and the same in English |
//! | `rules/NAME.json`, `rules/NAME.lud` | the same for other programs: as JSON, and for Ludii if it can be said there |
//! | `plots/*.svg` | the plots of the page, each a file of its own |
//! | `play.html` | a page to play the candidates on, if one is asked for |
//! | `index.html` | all of it on one page, with nothing outside it |
//!
//! The same population gives the same bytes: nothing here depends on the clock, the machine or the file's name.

mod ancestry;
mod beside;
mod card;
mod checks;
mod dossier;
mod error;
mod files;
pub mod fit;
pub mod fit_text;
mod games;
mod gist;
mod leads;
mod listing;
mod members;
mod model;
mod order;
mod page;
pub mod plot;
mod renderers;
mod rules;
pub mod run_plots;
pub mod svg;
mod tables;
mod tonight;
mod why;
mod words;
mod write;

pub use checks::{Finding, SMALLER, asked, findings};
pub use dossier::{Dossier, Measured};
pub use error::ReportError;
pub use games::Games;
pub use leads::Leads;
pub use listing::{Listed, listed};
pub use order::{Heat, Order, Place};
pub use renderers::{PageMaker, Playable, Renderer, Renderers};
pub use words::{about, things};
pub use write::{ReportSummary, export_leads, report, rescored_report};

#[cfg(test)]
mod tests;
