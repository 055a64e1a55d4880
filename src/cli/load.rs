//! Reads rule files, policies and solutions, with errors for users.

use super::exit::{BadRules, UsageError};
use super::options::RuleOptions;
use crate::game::{AnyGame, Player, Position};
use crate::language::diagnostic::{Problem, render};
use crate::language::reader::MAX_SOURCE;
use crate::language::{Kind, Span, Tree, parse_with_warnings};
use crate::solver::auto::Failure;
use crate::solver::solution::Saved;
use crate::strategy::Policy;
use crate::with_game;
use anyhow::{Context, bail};
use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Read};
use std::path::Path;

/// The path that means standard input.
pub const STDIN: &str = "-";

/// A rule file.
pub struct Source {
    /// Its name as given.
    pub file: String,
    /// Its text.
    pub text: String,
}

/// A rule file that holds a game.
pub struct Loaded {
    /// The rules as a tree, with the board size asked for.
    pub tree: Tree,
    /// The game.
    pub game: AnyGame,
    /// The file.
    pub source: Source,
}

impl Loaded {
    /// An error that is due to a place in the rules.
    pub fn error(&self, message: String, span: Span) -> anyhow::Error {
        self.refuse(Problem::error(message, span))
    }

    /// A problem of the rules as an error.
    pub fn refuse(&self, problem: Problem) -> anyhow::Error {
        bad(&self.source, &[problem]).into()
    }

    /// The error that a game is not solved, with the place of what cannot be compiled if that is a reason.
    pub fn not_solved(&self, failure: Failure) -> anyhow::Error {
        match failure.refusal().and_then(|refusal| refusal.span(&self.tree)) {
            Some(span) => self.error(failure.to_string(), span),
            None => failure.into(),
        }
    }
}

impl Source {
    /// Reads a file, or standard input.
    ///
    /// # Errors
    /// If it cannot be read, is larger than [`MAX_SOURCE`] or is no text.
    pub fn read(file: &str) -> anyhow::Result<Source> {
        let name = if file == STDIN { "standard input" } else { file };
        let mut bytes = Vec::new();
        let limit = MAX_SOURCE as u64 + 1;
        let read = if file == STDIN {
            io::stdin().lock().take(limit).read_to_end(&mut bytes)
        } else {
            File::open(file).and_then(|f| f.take(limit).read_to_end(&mut bytes))
        };
        read.with_context(|| format!("cannot read {name}"))?;
        if bytes.len() > MAX_SOURCE {
            bail!("{name} is larger than {} KiB", MAX_SOURCE >> 10);
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Source { file: file.to_string(), text }),
            Err(e) => bail!("{name} is not a text in UTF-8: byte {} is wrong", e.utf8_error().valid_up_to() + 1),
        }
    }

    /// The problems with carets, in colour if they go to a terminal.
    pub fn render(&self, problems: &[Problem], colour: bool) -> String {
        render(problems, &self.file, &self.text, colour)
    }

    /// The rule tree and the warnings.
    ///
    /// # Errors
    /// All problems of the text.
    fn parse(&self) -> Result<(Tree, Vec<Problem>), Vec<Problem>> {
        parse_with_warnings(&self.text)
    }

    /// Everything that is wrong with the file, up to whether its rules can be played on their board.
    pub fn problems(&self) -> Vec<Problem> {
        match self.parse() {
            Err(problems) => problems,
            Ok((tree, mut problems)) => {
                match AnyGame::of(&tree) {
                    Ok(game) => problems.extend(over_at_once(&game, &tree)),
                    Err(problem) => problems.push(problem),
                }
                problems.extend(fault_of_policy(&tree));
                problems
            }
        }
    }
}

/// A warning where the game is over before anybody moves.
fn over_at_once(game: &AnyGame, tree: &Tree) -> Option<Problem> {
    let is_over = with_game!(game, game => Position::new(game, Player::White).outcome().is_some());
    let name = tree.args().first().map_or(tree.span, |name| name.span);
    is_over.then(|| {
        Problem::warning("the game is over before the first move", name)
            .label("nobody plays this")
            .help("nobody has a move there: `ludogen show` draws it")
    })
}

/// What is wrong with the policy in a rule file.
fn fault_of_policy(tree: &Tree) -> Option<Problem> {
    Policy::fault_in(tree).map(|(span, error)| Problem::error(error.to_string(), span))
}

/// Whether text for this stream should be in colour.
pub fn colour(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

/// The rule tree of a file.
///
/// # Errors
/// If the file cannot be read or holds no game.
pub fn tree(file: &str, options: &RuleOptions) -> anyhow::Result<Tree> {
    let source = Source::read(file)?;
    let (mut tree, _) = source.parse().map_err(|problems| bad(&source, &problems))?;
    if let Some(size) = &options.size {
        resize(&mut tree, size);
    }
    Ok(tree)
}

/// The game of a file.
///
/// # Errors
/// If the file cannot be read or holds no game that can be played, or the game does not fit the board size asked for.
pub fn game(file: &str, options: &RuleOptions) -> anyhow::Result<Loaded> {
    let source = Source::read(file)?;
    let (mut tree, _) = source.parse().map_err(|problems| bad(&source, &problems))?;
    if let Some(problem) = fault_of_policy(&tree) {
        return Err(bad(&source, &[problem]).into());
    }
    if let Some(size) = &options.size {
        // Else a mistake in the file would be blamed on the size.
        AnyGame::of(&tree).map_err(|problem| bad(&source, &[problem]))?;
        resize(&mut tree, size);
        let words = size.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        let game = AnyGame::of(&tree)
            .map_err(|p| UsageError(format!("--size {words} does not suit {file}: {}", p.message)))?;
        return Ok(Loaded { tree, game, source });
    }
    let game = AnyGame::of(&tree).map_err(|problem| bad(&source, &[problem]))?;
    Ok(Loaded { tree, game, source })
}

/// The policy in a file.
///
/// # Errors
/// If the file cannot be read or holds no policy.
pub fn policy(file: &str) -> anyhow::Result<Policy> {
    let source = Source::read(file)?;
    let policy: Policy = ron::from_str(&source.text).with_context(|| format!("{file} holds no policy"))?;
    policy.validate().with_context(|| format!("{file} holds no good policy"))?;
    Ok(policy)
}

/// The solution in a file.
///
/// # Errors
/// If the file cannot be read or holds no solution.
pub fn solution(file: &str) -> anyhow::Result<Saved> {
    let input = File::open(file).with_context(|| format!("cannot read {file}"))?;
    // Only files can be mapped; what comes through a pipe is read.
    let saved = match input.metadata() {
        Ok(data) if data.is_file() => Saved::map(Path::new(file)),
        _ => Saved::read(&mut BufReader::new(input)),
    };
    saved.with_context(|| file.to_string())
}

fn bad(source: &Source, problems: &[Problem]) -> BadRules {
    BadRules(source.render(problems, colour(&io::stderr())))
}

/// Gives the board another size.
fn resize(tree: &mut Tree, sizes: &[u32]) {
    let size = Tree::element("size", sizes.iter().map(|&n| Tree::int(n.into())));
    let Kind::List(sections) = &mut tree.kind else { return };
    let Some(board) = sections.iter_mut().find(|section| section.head() == Some("board")) else { return };
    let Kind::List(items) = &mut board.kind else { return };
    match items.iter_mut().skip(1).find(|item| item.head() == Some("size")) {
        Some(old) => *old = Tree { span: old.span, ..size },
        None => items.push(size),
    }
}
