//! `ludogen serve`

use super::exit::{Exit, UsageError};
use super::inputs;
use super::options::ThreadOptions;
use crate::evolution;
use crate::files;
use crate::serve::{ServeError, ServeOptions, Server, Solutions, known_games};
use crate::store::{Reader, StoreError, Writer};
use anyhow::Context;
use clap::Args;
use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Show games, and a population as it grows, in a browser
///
/// Serves pages to play every game on, to judge and compare them, and to start, watch, stop and continue a run. Where there is no
/// population yet the known games are shown. Ctrl-C ends the server; a run that is going on stops where it can be continued.
/// The pages play with the engine of `ludogen share`, which cargo builds the first time.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen serve populations/night.db --open")]
pub struct Serve {
    /// The population; it need not be there yet
    #[arg(default_value = "populations/ludogen.db")]
    population: PathBuf,
    /// Folder of known games (*.ludi) [default: those of the program]
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// Folder of solutions (*.solution, from `ludogen solve --save`), by which games are played perfectly [default: that of --games]
    #[arg(long, value_name = "DIR")]
    solutions: Option<PathBuf>,
    /// Port to listen at; 0 for any that is free
    #[arg(long, default_value_t = 4173)]
    port: u16,
    /// Address to listen at; one that other machines can reach takes a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,
    /// Let nobody in who does not know this secret: 8 characters or more
    #[arg(long, value_name = "T")]
    token: Option<String>,
    /// Only ask which of two games is the more interesting: for a study with many subjects
    #[arg(long)]
    survey: bool,
    /// Open the pages in a browser
    #[arg(long)]
    open: bool,
    /// A WebAssembly module built before, instead of having cargo build it
    #[arg(long, value_name = "WASM")]
    engine: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadOptions,
}

impl Serve {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        self.threads.everywhere()?;
        if let Some(engine) = &self.engine {
            // Pages could not play without it, and nobody but a browser would be told.
            crate::web::engine::read(engine)?;
        }
        let known = match &self.games {
            Some(folder) => inputs::seed_games(folder)?,
            None => known_games(),
        };
        match Reader::open(&self.population) {
            // Brought up to date, as continuing its run would do.
            Err(StoreError::Older { .. }) => drop(Writer::open(&self.population)?),
            Err(StoreError::Missing { .. }) if self.survey => {
                let path = self.population.display();
                return Err(UsageError(format!(
                    "{path}: there is no population here; a survey keeps its answers in one"
                ))
                .into());
            }
            Ok(_) | Err(StoreError::Missing { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        let solutions = match self.solutions.as_ref().or(self.games.as_ref()) {
            Some(folder) => {
                let (solutions, skipped) = Solutions::of_folder(folder)
                    .with_context(|| format!("cannot read the folder {}", folder.display()))?;
                skipped.iter().for_each(|file| files::say(&file.to_string()));
                solutions
            }
            None => Solutions::default(),
        };
        let server = Server::bind(ServeOptions {
            solutions,
            host: self.host,
            port: self.port,
            token: self.token.clone(),
            survey: self.survey,
            engine: self.engine.clone(),
            threads: self.threads.count(),
            cache: evolution::Cache::usual(),
            stop: evolution::on_ctrl_c()?,
            ..ServeOptions::new(self.population.clone(), known)
        })
        .map_err(|error| match error {
            ServeError::Token | ServeError::Open(_) => anyhow::Error::from(UsageError(error.to_string())),
            error => error.into(),
        })?;
        let query = self.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
        let address = format!("http://{}/{query}", server.address()?);
        writeln!(out, "{address} (Ctrl-C ends)")?;
        out.flush()?;
        if self.open {
            open(&address);
        }
        server.run();
        Ok(Exit::Done)
    }
}

/// Opens an address in the browser of whoever runs the program; where there is none the address was printed.
fn open(address: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let _ = Command::new(program).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
