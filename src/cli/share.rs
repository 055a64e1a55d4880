//! `ludogen share`

use super::exit::{Exit, UsageError};
use super::options::{JsonOptions, RuleOptions};
use super::{load, output};
use crate::language::print;
use crate::web::MAX_SOLUTION;
use crate::web::engine;
use crate::web::page::{SharedGame, packed, page};
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The most games in one page.
const MOST: usize = 1000;

/// Write a page to play games on, in one file that needs no network
///
/// The page holds the rules, the board, opponents and analysis; it opens from disk in any current browser and can be sent to a
/// friend. When a page is written for the first time cargo builds the engine for it, which takes a minute or two.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen share seed-games/yavalath.ludi seed-games/hex.ludi -o games.html")]
pub struct Share {
    /// Rule files
    #[arg(required = true)]
    files: Vec<String>,
    /// The page to write; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// A solution of one of the games, from `ludogen solve --save`, which is then played perfectly; may be given several times
    #[arg(long, value_name = "FILE")]
    solution: Vec<PathBuf>,
    /// A WebAssembly module built before, instead of having cargo build it
    #[arg(long, value_name = "WASM")]
    engine: Option<PathBuf>,
    #[command(flatten)]
    json: JsonOptions,
    #[command(flatten)]
    rules: RuleOptions,
}

/// By rules: the file of a solution, and what the page holds of it.
type Solutions = BTreeMap<String, (PathBuf, String)>;

impl Share {
    fn solutions(&self) -> anyhow::Result<Solutions> {
        let mut found = Solutions::new();
        for file in &self.solution {
            let saved = load::solution(&file.to_string_lossy())?;
            let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
            if bytes.len() > MAX_SOLUTION {
                bail!("{}: a page holds solutions of {} MiB at most", file.display(), MAX_SOLUTION >> 20);
            }
            found.insert(saved.printed(), (file.clone(), packed(&bytes)?));
        }
        Ok(found)
    }

    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        if self.files.len() > MOST {
            return Err(UsageError(format!("a page holds {MOST} games at most")).into());
        }
        let mut solutions = self.solutions()?;
        let mut games = Vec::new();
        for file in &self.files {
            let loaded = load::game(file, &self.rules)?;
            // As written, comments included, unless the board has another size.
            let rules = if self.rules.size.is_some() { print(&loaded.tree) } else { loaded.source.text };
            let solution = solutions.remove(&print(&loaded.tree)).map(|(_, packed)| packed);
            games.push(SharedGame { solution, ..SharedGame::new(&loaded.game.rules().name, rules) });
        }
        if let Some((file, _)) = solutions.values().next() {
            bail!("{} is the solution of none of these games, or of another board", file.display());
        }
        let engine = match &self.engine {
            Some(file) => engine::read(file)?.into(),
            None => engine::module()?,
        };
        let page = page(&games, &engine)?;
        if self.output == Path::new("-") {
            out.write_all(page.as_bytes())?;
            return Ok(Exit::Done);
        }
        std::fs::write(&self.output, &page).with_context(|| format!("cannot write {}", self.output.display()))?;
        let (path, count) = (self.output.display(), games.len());
        if self.json.json {
            output::json(out, &json!({ "page": path.to_string(), "games": count, "bytes": page.len() }))?;
        } else {
            let games = if count == 1 { "1 game".to_string() } else { format!("{count} games") };
            writeln!(out, "{path}: {games}, {} KiB", page.len().div_ceil(1024))?;
        }
        Ok(Exit::Done)
    }
}
