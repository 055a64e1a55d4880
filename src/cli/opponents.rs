//! Options of commands with players, and the files that these need: policies, solutions, books, remembered positions.

use super::load;
use crate::game::{Game, Rules};
use crate::language::{Tree, print};
use crate::players::Rote;
use crate::solver::solution::Saved;
use crate::strategy::{Book, Evaluator, OpponentKind, Policy, Strength, player_of_game};
use anyhow::{Context, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::fs::File;
use std::io::{BufReader, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A kind of player, as options name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Alpha-beta or UCT, as suits the rules
    Auto,
    /// Any legal move
    Random,
    /// Alpha-beta search with a policy
    AlphaBeta,
    /// Tree search by playouts
    Uct,
    /// Plays by a solution (needs --solution)
    Solution,
}

impl Kind {
    /// Reads a kind of player other than a solution, of which a match has none.
    pub fn of_matches() -> impl TypedValueParser<Value = Kind> {
        let kinds = Kind::value_variants().iter().filter(|kind| **kind != Kind::Solution);
        PossibleValuesParser::new(kinds.filter_map(ValueEnum::to_possible_value))
            .try_map(|name| Kind::from_str(&name, false))
    }
}

impl From<Kind> for OpponentKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Auto => OpponentKind::Auto,
            Kind::Random => OpponentKind::Random,
            Kind::AlphaBeta => OpponentKind::AlphaBeta,
            Kind::Uct => OpponentKind::Uct,
            Kind::Solution => OpponentKind::Solution,
        }
    }
}

/// How strong players are.
#[derive(Clone, Copy, Debug, Args)]
pub struct StrengthOptions {
    /// How deep alpha-beta searches
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=255))]
    pub depth: u32,
    /// How many nodes alpha-beta searches, or playouts UCT makes, at most for a move
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..))]
    pub nodes: u32,
    /// Strength as `measure` has it: the work that a move may take, in nodes of the cheapest games, however deep
    #[arg(long, value_name = "N", conflicts_with_all = ["nodes", "depth"], value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub work: Option<u64>,
}

impl From<StrengthOptions> for Strength {
    fn from(options: StrengthOptions) -> Self {
        Strength { depth: options.depth, nodes: options.nodes, work: options.work }
    }
}

/// What alpha-beta evaluates with.
#[derive(Clone, Debug, Default, Args)]
pub struct PolicyOptions {
    /// A policy, as RON, for alpha-beta to evaluate with [default: that in the rule file, or one derived from the rules]
    #[arg(long, value_name = "FILE")]
    pub policy: Option<String>,
}

impl PolicyOptions {
    /// The evaluation of a game by the policy.
    ///
    /// # Errors
    /// If the file cannot be read or holds no policy.
    pub fn evaluator<'g, const W: usize>(&self, game: &'g Game<W>, tree: &Tree) -> anyhow::Result<Evaluator<'g, W>> {
        Ok(Evaluator::new(game, &self.policy(game.rules(), tree)?))
    }

    /// The policy for some rules, of which the file may say one.
    ///
    /// # Errors
    /// If the file cannot be read or holds no policy.
    pub fn policy(&self, rules: &Rules, tree: &Tree) -> anyhow::Result<Policy> {
        policy_for(self.policy.as_deref(), rules, tree)
    }
}

/// The policy in a file, or else that of the rule file, or one derived from the rules.
///
/// # Errors
/// If the file cannot be read or holds no policy, or the rule file says none that there is.
pub fn policy_for(file: Option<&str>, rules: &Rules, tree: &Tree) -> anyhow::Result<Policy> {
    match file {
        Some(file) => load::policy(file),
        None => Ok(Policy::of_game(tree).transpose()?.unwrap_or_else(|| Policy::default_for(rules))),
    }
}

impl Kind {
    /// The kind; where the rule file is to say it and says one, that.
    pub fn or_of(self, tree: &Tree) -> OpponentKind {
        match self {
            Kind::Auto => player_of_game(tree).unwrap_or(OpponentKind::Auto),
            kind => kind.into(),
        }
    }
}

/// Rote learning.
#[derive(Clone, Debug, Default, Args)]
pub struct RoteOptions {
    /// Use the values of the positions remembered in this file, and add to them; it is made if it is not there
    #[arg(long, value_name = "FILE")]
    rote: Option<PathBuf>,
    /// How many positions that file may hold
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u32).range(1..=crate::players::rote::MAX_POSITIONS as i64))]
    rote_positions: u32,
}

impl RoteOptions {
    /// The remembered positions of a game, if a file is given for them.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is of other rules.
    pub fn open(&self, tree: &Tree, policy: &Policy) -> anyhow::Result<Option<Rote>> {
        let Some(file) = &self.rote else { return Ok(None) };
        let (rules, policy) = (print(tree), ron::to_string(policy)?);
        let capacity = self.rote_positions as usize;
        match File::open(file) {
            Ok(input) => {
                let memory = Rote::read(&mut BufReader::new(input), &rules, &policy, capacity);
                Ok(Some(memory.with_context(|| file.display().to_string())?))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Some(Rote::new(&rules, &policy, capacity))),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
        }
    }

    /// Writes the positions back. The old file is replaced when the new one is complete.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&self, memory: &Rote) -> anyhow::Result<()> {
        let Some(file) = &self.rote else { return Ok(()) };
        let unfinished = file.with_extension("part");
        let write = || {
            let mut out = BufWriter::new(File::create(&unfinished)?);
            memory.write(&mut out)?;
            out.flush()?;
            std::fs::rename(&unfinished, file)
        };
        write().with_context(|| format!("cannot write {}", file.display()))
    }
}

/// Where the opening book of a rule file is, if it has one.
pub fn book_beside(file: &str) -> PathBuf {
    Path::new(file).with_extension("book.csv")
}

/// Reads a book.
///
/// # Errors
/// If the file cannot be read or holds no book of the game.
pub fn read_book<const W: usize>(game: &Game<W>, file: &Path) -> anyhow::Result<Book> {
    let mut input = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    Book::read(game, &mut input).with_context(|| format!("{} is no book of {}", file.display(), game.rules().name))
}

/// Reads the solution of a game.
///
/// # Errors
/// If the file cannot be read, holds no solution, or holds one of other rules.
pub fn read_solution(tree: &Tree, file: &str) -> anyhow::Result<Saved> {
    let saved = load::solution(file)?;
    if !saved.is_of(tree) {
        bail!("{file} is the solution of other rules, or of another board; `ludogen solve --save` makes one");
    }
    Ok(saved)
}
