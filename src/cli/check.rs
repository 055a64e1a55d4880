//! `ludogen check`

use super::exit::Exit;
use super::options::OutputOptions;
use super::{load, output};
use crate::language::Problem;
use crate::language::diagnostic::json_line;
use clap::Args;
use serde::Serialize;
use std::io::Write;

/// Check rule files: reads them, checks them, and sets up their boards
///
/// Prints every problem with the place it is about. Warnings do not fail the check. With --json every problem is a line: file,
/// line, column, severity, message, help.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen check seed-games/*.ludi")]
pub struct Check {
    /// Rule files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Print lines of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub output: OutputOptions,
}

/// A file that cannot be read, in the fields of a problem.
#[derive(Serialize)]
struct Unreadable<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    severity: &'a str,
    message: String,
    help: Option<&'a str>,
}

impl Check {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let mut exit = Exit::Done;
        for file in &self.files {
            let source = match load::Source::read(file) {
                Ok(source) => source,
                Err(error) => {
                    exit = Exit::Failed;
                    let message = format!("{error:#}");
                    if self.json {
                        output::json(
                            out,
                            &Unreadable { file, line: 1, column: 1, severity: "error", message, help: None },
                        )?;
                    } else {
                        writeln!(out, "error: {message}")?;
                    }
                    continue;
                }
            };
            let problems = source.problems();
            if problems.iter().any(Problem::is_error) {
                exit = Exit::Failed;
            }
            if self.json {
                for problem in &problems {
                    writeln!(out, "{}", json_line(problem, file, &source.text))?;
                }
            } else if problems.is_empty() {
                writeln!(out, "{file}: no problems")?;
            } else {
                write!(out, "{}", source.render(&problems, load::colour(&std::io::stdout())))?;
            }
        }
        Ok(exit)
    }
}
