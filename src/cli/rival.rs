//! Who sits on the other side of the board, and whom one can ask.

use super::load;
use crate::game::{Game, Move, Position, Rules};
use crate::language::{Tree, print};
use crate::players::{AlphaBetaOptions, Arena, Player, PlayerKind, Recall, Rote, UctOptions};
use crate::solver::Value;
use crate::solver::encode::Refusal;
use crate::solver::solution::{Oracle, Saved};
use crate::strategy::{Book, Evaluator, Policy, SCALE, suits_alpha_beta};
use crate::streams::Generator;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use std::fs::File;
use std::io::{BufReader, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Alpha-beta or UCT, as suits the rules
    Auto,
    /// Any legal move
    Random,
    /// Searches ahead, goes by a policy
    AlphaBeta,
    /// Tree search by playouts
    Uct,
    /// Knows the value of every position (needs --solution)
    Solution,
}

impl Kind {
    /// The player of this kind for some rules, with one of these settings. A solution that does not know a position leaves
    /// it to alpha-beta.
    pub fn player(self, rules: &Rules, alpha_beta: AlphaBetaOptions, uct: UctOptions) -> PlayerKind {
        match self {
            Kind::Random => PlayerKind::Random,
            Kind::Uct => PlayerKind::Uct(uct),
            Kind::Auto if !suits_alpha_beta(rules) => PlayerKind::Uct(uct),
            Kind::Auto | Kind::AlphaBeta | Kind::Solution => PlayerKind::AlphaBeta(alpha_beta),
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
}

impl StrengthOptions {
    /// A player of this strength.
    fn of(self, kind: Kind, rules: &Rules) -> PlayerKind {
        let nodes = Some(self.nodes.into());
        let alpha_beta = AlphaBetaOptions { depth: self.depth, nodes, ..AlphaBetaOptions::default() };
        kind.player(rules, alpha_beta, UctOptions { playouts: self.nodes, ..UctOptions::default() })
    }
}

/// Positions learnt by heart.
#[derive(Clone, Debug, Default, Args)]
pub struct RoteOptions {
    /// Know the positions in this file by heart, and add to them; it is made if it is not there
    #[arg(long, value_name = "FILE")]
    rote: Option<PathBuf>,
    /// How many positions that file may hold
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u32).range(1..=crate::players::rote::MAX_POSITIONS as i64))]
    rote_positions: u32,
}

impl RoteOptions {
    /// The memory for a game, if there is to be one.
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

    /// Writes the memory back. What was there is replaced when all is written.
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
    if saved.rules != print(tree) {
        bail!("{file} is the solution of other rules, or of another board; `ludogen solve --save` makes one");
    }
    Ok(saved)
}

/// A player with all that it knows.
pub struct Rival<'a, const W: usize> {
    game: &'a Game<W>,
    mind: Player<Move, Recall<Evaluator<'a, W>, Rote>>,
    oracle: Option<Oracle<'a, W>>,
    /// Whether what is found is remembered.
    learns: bool,
    /// Whether it is UCT.
    playouts: bool,
}

/// A move with what its player thinks of it.
pub struct Advice {
    /// The move.
    pub m: Move,
    /// Why, in words.
    pub reason: String,
}

impl<'a, const W: usize> Rival<'a, W> {
    /// A player of this kind and strength. `Kind::Solution` goes by the solution, and searches where it has no value.
    ///
    /// # Errors
    /// As [`Oracle::of`].
    pub fn new(
        game: &'a Game<W>,
        kind: Kind,
        strength: StrengthOptions,
        policy: &Policy,
        memory: Option<Rote>,
        solution: Option<&'a Saved>,
    ) -> Result<Self, Refusal> {
        let learns = memory.is_some();
        let inner = Evaluator::new(game, policy);
        let evaluate = Recall { inner, memory: memory.unwrap_or_default() };
        let oracle = solution.filter(|_| kind == Kind::Solution).map(|saved| Oracle::of(game, saved)).transpose()?;
        let kind = strength.of(kind, game.rules());
        let playouts = matches!(kind, PlayerKind::Uct(_));
        Ok(Rival { game, mind: Player::new(&kind, evaluate), oracle, learns, playouts })
    }

    /// What it would play; `None` if the game is over.
    pub fn choose(&mut self, position: &Position<W>, rng: &mut Generator) -> Option<Advice> {
        if let Some(advice) = self.perfect(position) {
            return Some(advice);
        }
        let choice = self.mind.choose(self.game, position, rng)?;
        let reason = match choice.value {
            // UCT expects from 0 to 1, alpha-beta values are around 0.
            Some(value) if choice.exact => match value - if self.playouts { 0.5 } else { 0.0 } {
                0.0 => "a draw for certain".to_string(),
                v if v > 0.0 => "wins for certain".to_string(),
                _ => "loses against best play".to_string(),
            },
            Some(value) if self.playouts => {
                format!("{:.0} % of the points in {} playouts", 100.0 * value, choice.nodes)
            }
            Some(value) => format!("value {:+.2}, {} plies ahead", value / SCALE, choice.depth),
            None => "any move".to_string(),
        };
        if self.learns
            && let Some(found) = self.mind.recollection(self.game, &choice)
        {
            self.mind.evaluation().memory.learn(self.game.hash(position), found);
            self.mind.clear();
        }
        Some(Advice { m: choice.mv, reason })
    }

    /// A best move by the solution: a quick win, a draw, or a slow loss.
    fn perfect(&mut self, position: &Position<W>) -> Option<Advice> {
        if position.outcome().is_some() {
            return None;
        }
        let mover = self.game.mover(position);
        let rated = self.oracle.as_mut()?.moves(position);
        let known = rated.into_iter().filter_map(|r| Some((r.m, r.worth?)));
        let (m, worth) = known.max_by_key(|(_, worth)| worth.rank(mover))?;
        let wins = worth.value == Value::win(mover);
        let reason = match (worth.value, worth.plies) {
            (Value::Draw, _) => "a draw with best play".to_string(),
            (_, Some(plies)) if wins => format!("wins in {plies}"),
            (_, None) if wins => "wins with best play".to_string(),
            (_, Some(plies)) => format!("loses in {plies} at the latest"),
            (_, None) => "loses against best play".to_string(),
        };
        Some(Advice { m, reason })
    }

    /// What it remembers.
    pub fn memory(&mut self) -> &Rote {
        &self.mind.evaluation().memory
    }
}
