//! `ludogen reduce`

use super::exit::Exit;
use super::options::{ChanceOptions, OutputOptions, RuleOptions};
use super::{load, output};
use crate::language::diagnostic::position;
use crate::language::{Span, print};
use crate::reduction::{self, Evidence, Options, Reduced, Removal, Trust};
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;

/// Reduce rules to the simplest that play the same
///
/// Leaves out whatever makes no difference: the same moves stay legal, they lead to positions that look the same, and games end the
/// same. Prints the reduced rules, and for each thing removed where it stood, why it can go and how sure that is: true by algebra, proved
/// on this board by all reachable positions or by sets of them, or no difference in n games. The account is comments, so that all of it is a rule file.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen reduce seed-games/yavalath.ludi --budget 20000")]
pub struct Reduce {
    /// Rule file; `-` is standard input
    file: String,
    /// Compare rules over so many positions of games at most
    #[arg(long, value_name = "N", default_value_t = Options::default().positions, value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,
    /// Compare rules over so many games at most
    #[arg(long, value_name = "N", default_value_t = Options::default().games, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Print one line of JSON: game, rules, size_before, size_after, complete, evidence, positions, removed, suspects
    #[arg(long)]
    json: bool,
    /// What suffices to remove something: proof, or that no difference is seen in 300 games at least, or in all of --games if they are fewer
    #[arg(long, value_enum, default_value_t = Sufficient::Proof)]
    trust: Sufficient,
    #[command(flatten)]
    chance: ChanceOptions,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Sufficient {
    Proof,
    Games,
}

#[derive(Serialize)]
struct ReducedGame<'a> {
    game: &'a str,
    rules: String,
    size_before: usize,
    size_after: usize,
    complete: bool,
    evidence: Evidence,
    positions: u64,
    removed: Vec<Removed<'a>>,
    suspects: Vec<Removed<'a>>,
}

#[derive(Serialize)]
struct Removed<'a> {
    place: &'a str,
    line: Option<usize>,
    before: &'a str,
    after: &'a str,
    why: &'a str,
    evidence: Evidence,
}

impl Reduce {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let loaded = load::game(&self.file, &self.rules)?;
        let trust = match self.trust {
            Sufficient::Proof => Trust::Proof,
            Sufficient::Games => Trust::Games,
        };
        let options = Options {
            positions: self.budget,
            games: self.games,
            proof: self.budget / 4,
            sets: self.budget.saturating_mul(5) / 3,
            seed: self.chance.seed,
            trust,
        };
        let bar = output::progress("reducing", None);
        let reduced = reduction::reduce(&loaded.tree, &options);
        bar.finish_and_clear();
        let reduced = reduced.map_err(|e| anyhow!("{}: {e}", self.file))?;
        let rules = print(&reduced.tree);
        let line = |span: Span| (span != Span::default()).then(|| position(span, &loaded.source.text).0);
        if self.json {
            output::json(out, &row(&reduced, rules, line))?;
            return Ok(Exit::Done);
        }
        writeln!(out, "{rules}")?;
        account(out, &reduced, self.trust, line)?;
        Ok(Exit::Done)
    }
}

fn row(reduced: &Reduced, rules: String, line: impl Fn(Span) -> Option<usize>) -> ReducedGame<'_> {
    let told = |removals: &'_ [Removal]| -> Vec<(Option<usize>, Evidence)> {
        removals.iter().map(|r| (line(r.span), r.evidence)).collect()
    };
    ReducedGame {
        game: reduced.tree.args().first().and_then(|name| name.as_word()).unwrap_or_default(),
        rules,
        size_before: reduced.size[0],
        size_after: reduced.size[1],
        complete: reduced.complete,
        evidence: reduced.evidence(),
        positions: reduced.positions,
        removed: rows(&reduced.removed, &told(&reduced.removed)),
        suspects: rows(&reduced.suspects, &told(&reduced.suspects)),
    }
}

fn rows<'a>(removals: &'a [Removal], told: &[(Option<usize>, Evidence)]) -> Vec<Removed<'a>> {
    let row = |(r, &(line, evidence)): (&'a Removal, &(Option<usize>, Evidence))| Removed {
        place: &r.place,
        line,
        before: &r.before,
        after: &r.after,
        why: r.why,
        evidence,
    };
    removals.iter().zip(told).map(row).collect()
}

/// What was removed, as comments that may follow the rules in a file.
fn account(
    out: &mut dyn Write,
    reduced: &Reduced,
    trust: Sufficient,
    line: impl Fn(Span) -> Option<usize>,
) -> std::io::Result<()> {
    let [before, after] = reduced.size;
    if reduced.removed.is_empty() {
        writeln!(out, "; nothing can go: {before} elements")?;
    } else {
        writeln!(out, "; {before} elements before, {after} now; removed:")?;
    }
    tell(out, &reduced.removed, &line)?;
    if !reduced.suspects.is_empty() {
        let why = match trust {
            Sufficient::Proof => {
                "these made no difference in games and stay (--trust games removes what 300 games show):"
            }
            Sufficient::Games => "these made no difference in games too few to tell, and stay:",
        };
        writeln!(out, "; {why}")?;
        tell(out, &reduced.suspects, &line)?;
    }
    if !reduced.complete {
        writeln!(out, "; the budget ran out before everything had been tried")?;
    }
    Ok(())
}

/// Each removal in three lines.
fn tell(out: &mut dyn Write, removals: &[Removal], line: &impl Fn(Span) -> Option<usize>) -> std::io::Result<()> {
    for r in removals {
        let line = line(r.span).map_or(String::new(), |n| format!("line {n}: "));
        let change = if r.after.is_empty() { r.before.clone() } else { format!("{} → {}", r.before, r.after) };
        writeln!(out, "; {line}{}\n;   {change}\n;   {} ({})", r.place, r.why, r.evidence)?;
    }
    Ok(())
}
