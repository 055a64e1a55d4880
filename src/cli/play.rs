//! `ludogen play`

use super::exit::{Exit, UsageError};
use super::load;
use super::opponents::{self, Kind, PolicyOptions, RoteOptions, StrengthOptions};
use super::options::{ChanceOptions, MoveOptions, RuleOptions};
use crate::describe::describe;
use crate::game::{Game, Move, NOWHERE, Position};
use crate::language::Tree;
use crate::players::Arena;
use crate::solver::solution::Saved;
use crate::solver::{Value, Wdl, Worth};
use crate::strategy::{Assessment, Book, Opponent, OpponentKind, Policy, Session};
use crate::streams;
use crate::with_game;
use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::PathBuf;

/// The longest line that is read; what is longer is cut.
const MAX_LINE: u64 = 1000;
/// The longest saved game that is read.
const MAX_SAVED: u64 = 1 << 20;

const HELP: &str = "\
Type a move (c3, b2-b3, b2xc3, pass), or
  moves    all moves that you can make
  hint     the board with the cells where you can move from, or place a piece, marked +
  hint C   the board with the cells where the piece on C can go
  ask P    what the player P would play: random, alpha-beta, uct or solution; `ask` alone asks your opponent
  book     what the opening book says of the position
  rules    the rules of the game
  undo     take your last move back, and the answer to it
  save F   write the moves so far to a new file F
  quit     stop
";

/// Play a game in the terminal
///
/// You type moves and commands, a line each; `help` lists them. A saved game goes on with --resume FILE. An opening book beside the
/// game (NAME.book.csv, see `ludogen book`) is used by the other player as long as it knows the position.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen play seed-games/breakthrough.ludi --side second --tutorial")]
pub struct Play {
    /// Rule file
    file: String,
    #[command(flatten)]
    moves: MoveOptions,
    /// Go on with a game that was saved here
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    resume: Option<String>,
    /// Which side you play
    #[arg(long, value_enum, default_value_t = Side::First)]
    side: Side,
    /// Who plays the other side
    #[arg(long, value_enum, default_value_t = Kind::Auto)]
    against: Kind,
    #[command(flatten)]
    strength: StrengthOptions,
    /// A solution of the game, which `ludogen solve --save` wrote
    #[arg(long, value_name = "FILE")]
    solution: Option<String>,
    /// An opening book [default: the one beside the game, if there is one]
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    book: Option<PathBuf>,
    /// Play without an opening book
    #[arg(long)]
    no_book: bool,
    #[command(flatten)]
    rote: RoteOptions,
    /// Always mark the cells where you can move from, or place a piece, with +
    #[arg(long)]
    tutorial: bool,
    #[command(flatten)]
    policy: PolicyOptions,
    #[command(flatten)]
    chance: ChanceOptions,
    #[command(flatten)]
    rules: RuleOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// You begin
    First,
    /// The other begins
    Second,
    /// You play both sides, or two people share the keyboard
    Both,
}

impl Side {
    /// By player in the order of moving, whether a person plays it.
    fn people(self) -> [bool; 2] {
        match self {
            Side::First => [true, false],
            Side::Second => [false, true],
            Side::Both => [true, true],
        }
    }
}

impl Play {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        if self.file == load::STDIN {
            return Err(UsageError("the moves are read from standard input, so the rules cannot be".into()).into());
        }
        if self.against == Kind::Solution && self.solution.is_none() {
            return Err(UsageError(
                "`--against solution` needs --solution FILE, from `ludogen solve --save FILE`".into(),
            )
            .into());
        }
        let loaded = load::game(&self.file, &self.rules)?;
        let solution = self.solution.as_ref().map(|file| opponents::read_solution(&loaded.tree, file)).transpose()?;
        with_game!(&loaded.game, game => {
            let policy = self.policy.policy(game.rules(), &loaded.tree)?;
            let remembered = self.rote.open(&loaded.tree, &policy)?;
            let learns = remembered.is_some();
            let (kind, strength) = (self.against.or_of(&loaded.tree), self.strength.into());
            let opponent = Opponent::new(game, kind, strength, &policy, remembered, solution.as_ref())?;
            let rng = streams::generator(self.chance.seed);
            let people = self.side.people();
            let mut terminal = Terminal {
                game,
                tree: &loaded.tree,
                session: Session::new(game, self.position(game)?, people, opponent, self.open_book(game)?, rng),
                strength: self.strength,
                policy,
                solution: solution.as_ref(),
                tutorial: self.tutorial,
                prompt: io::stdin().is_terminal(),
                saved: BTreeSet::new(),
                out,
            };
            terminal.run(&mut io::stdin().lock())?;
            if learns {
                self.rote.keep(terminal.session.opponent().remembered())?;
            }
        });
        Ok(Exit::Done)
    }

    fn position<const W: usize>(&self, game: &Game<W>) -> anyhow::Result<Position<W>> {
        let Some(file) = &self.resume else { return Ok(self.moves.position(game)?) };
        let mut moves = String::new();
        let open = File::open(file).with_context(|| format!("cannot read {file}"))?;
        open.take(MAX_SAVED).read_to_string(&mut moves).with_context(|| format!("cannot read {file}"))?;
        let saved = MoveOptions { moves };
        // The call was right; it is the file that is wrong.
        saved.position(game).map_err(|wrong| anyhow!("{file} is no saved game of {}: {wrong}", game.rules().name))
    }

    fn open_book<const W: usize>(&self, game: &Game<W>) -> anyhow::Result<Option<Book>> {
        let beside = opponents::book_beside(&self.file);
        let file = match &self.book {
            _ if self.no_book => return Ok(None),
            Some(file) => file,
            // The book beside the file is of the board in the file.
            None if self.rules.size.is_none() && beside.exists() => &beside,
            None => return Ok(None),
        };
        opponents::read_book(game, file).map(Some)
    }
}

/// The game on a terminal: reads commands, prints what comes of them.
struct Terminal<'a, const W: usize> {
    game: &'a Game<W>,
    tree: &'a Tree,
    session: Session<'a, W>,
    strength: StrengthOptions,
    policy: Policy,
    solution: Option<&'a Saved>,
    tutorial: bool,
    /// Whether to print a prompt: standard input is a terminal.
    prompt: bool,
    /// Files written, which may be written again.
    saved: BTreeSet<String>,
    out: &'a mut dyn Write,
}

impl<const W: usize> Terminal<'_, W> {
    fn run(&mut self, input: &mut dyn BufRead) -> io::Result<()> {
        writeln!(self.out, "{}. `help` lists what you can type.\n", self.game.rules().name)?;
        self.replies()?;
        self.draw(&[])?;
        loop {
            if self.prompt {
                write!(self.out, "> ")?;
            }
            self.out.flush()?;
            let Some(line) = read_line(input)? else { return Ok(()) };
            let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match (command, rest.trim()) {
                ("", _) => {}
                ("quit" | "exit", "") => return Ok(()),
                ("help" | "?", "") => write!(self.out, "{HELP}")?,
                ("rules", "") => write!(self.out, "{}", describe(self.tree).unwrap_or_else(|e| format!("{e}\n")))?,
                ("moves", "") => writeln!(self.out, "{}", self.moves())?,
                ("hint", "") => self.draw(&self.session.legal())?,
                ("hint", cell) => self.destinations(cell)?,
                ("ask", player) => self.ask(player)?,
                ("book", "") => self.show_book()?,
                ("undo", "") if self.session.undo() => self.draw(&[])?,
                ("undo", "") => writeln!(self.out, "There is nothing to take back.")?,
                ("save", file) => self.save(file)?,
                _ => self.turn(&line)?,
            }
        }
    }

    fn moves(&self) -> String {
        let legal = self.session.legal();
        let state = self.session.position().state();
        let words: Vec<String> = legal.iter().map(|&m| self.game.notation(state, m, &legal)).collect();
        if words.is_empty() { self.game.status(state) } else { words.join(" ") }
    }

    /// The board, with marks where `hints` say.
    fn draw(&mut self, hints: &[Move]) -> io::Result<()> {
        let hints = if self.tutorial && hints.is_empty() { &self.session.legal() } else { hints };
        write!(self.out, "{}", self.game.picture(self.session.position().state(), hints))
    }

    /// The board with marks where the piece on a cell can go.
    fn destinations(&mut self, label: &str) -> io::Result<()> {
        let Some(cell) = self.game.board().cell(label) else {
            return writeln!(self.out, "There is no cell {label}.");
        };
        let from = self.session.legal().into_iter().filter(|m| m.from == cell);
        // A picture marks the origin of a move, or the cell of a drop; as drops, the moves mark their destinations.
        let ends: Vec<Move> = from.map(|m| Move { from: NOWHERE, ..m }).collect();
        if ends.is_empty() {
            return writeln!(self.out, "Nothing can move from {label}.");
        }
        self.draw(&ends)
    }

    /// A person's move, and the opponent's replies.
    fn turn(&mut self, text: &str) -> io::Result<()> {
        let position = self.session.position();
        if position.outcome().is_some() {
            return writeln!(self.out, "{}", self.game.status(position.state()));
        }
        match self.game.read_move(position, text) {
            Ok(m) => {
                self.session.play(m);
                self.replies()?;
                self.draw(&[])
            }
            Err(error) => writeln!(self.out, "{error}"),
        }
    }

    /// The opponent's moves, until it is a person's turn.
    fn replies(&mut self) -> io::Result<()> {
        while let Some(reply) = self.session.reply() {
            let name = &self.game.rules().players[reply.colour.index()].name;
            let why = if reply.from_book { " (from the book)" } else { "" };
            writeln!(self.out, "{name} plays {}{why}.", reply.notation)?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// What a player would play here.
    fn ask(&mut self, player: &str) -> io::Result<()> {
        let kind = match (player, self.solution) {
            ("", _) => None,
            ("random", _) => Some(OpponentKind::Random),
            ("alpha-beta", _) => Some(OpponentKind::AlphaBeta),
            ("uct", _) => Some(OpponentKind::Uct),
            ("solution", Some(_)) => Some(OpponentKind::Solution),
            ("solution", None) => return writeln!(self.out, "There is no solution: give one with --solution FILE."),
            _ => return writeln!(self.out, "Ask random, alpha-beta, uct or solution."),
        };
        let advice = match kind {
            None => self.session.advice(),
            Some(kind) => {
                match Opponent::new(self.game, kind, self.strength.into(), &self.policy, None, self.solution) {
                    Ok(mut other) => self.session.advice_of(&mut other),
                    Err(refusal) => return writeln!(self.out, "The solution cannot be asked: {refusal}."),
                }
            }
        };
        let state = self.session.position().state();
        match advice {
            Some(advice) => {
                let m = self.game.notation(state, advice.m, &self.session.legal());
                writeln!(self.out, "{m} ({})", words(advice.assessment))
            }
            None => writeln!(self.out, "{}", self.game.status(state)),
        }
    }

    fn show_book(&mut self) -> io::Result<()> {
        let known = self.session.book_moves();
        if known.is_empty() {
            return writeln!(self.out, "The book does not know this position.");
        }
        let legal = self.session.legal();
        let position = self.session.position();
        for b in known {
            let m = self.game.notation(position.state(), b.m, &legal);
            let games = match b.games {
                0 => String::new(),
                n => format!(", {n} games, {:.0} % of the points", 100.0 * b.score()),
            };
            let worth = match b.worth {
                None => String::new(),
                Some(Worth { value: Value::Draw, .. }) => ", a draw".to_string(),
                Some(Worth { value, plies }) => {
                    let who = if value == Value::win(self.game.mover(position)) { "wins" } else { "loses" };
                    plies.map_or_else(|| format!(", {who}"), |n| format!(", {who} in {n}"))
                }
            };
            writeln!(self.out, "{m}{games}{worth}")?;
        }
        Ok(())
    }

    fn save(&mut self, file: &str) -> io::Result<()> {
        if file.is_empty() {
            return writeln!(self.out, "Save to which file?");
        }
        let mut text = self.session.transcript().join(" ");
        text.push('\n');
        let open = if self.saved.contains(file) { File::create(file) } else { File::create_new(file) };
        match open.and_then(|mut f| f.write_all(text.as_bytes())) {
            Ok(()) => {
                self.saved.insert(file.to_string());
                writeln!(self.out, "Saved to {file}.")
            }
            Err(error) => writeln!(self.out, "Cannot save to {file}: {error}"),
        }
    }
}

/// An assessment in words.
fn words(assessment: Assessment) -> String {
    match assessment {
        Assessment::None => "any move".into(),
        Assessment::Proven(Wdl::Draw) => "a draw for certain".into(),
        Assessment::Proven(Wdl::Win) => "wins for certain".into(),
        Assessment::Proven(Wdl::Loss) | Assessment::Solved(Wdl::Loss, None) => "loses against best play".into(),
        Assessment::Solved(Wdl::Draw, _) => "a draw with best play".into(),
        Assessment::Solved(Wdl::Win, None) => "wins with best play".into(),
        Assessment::Solved(Wdl::Win, Some(plies)) => format!("wins in {plies}"),
        Assessment::Solved(Wdl::Loss, Some(plies)) => format!("loses in {plies} at the latest"),
        Assessment::Expected { share, playouts } => {
            format!("{:.0} % of the points in {playouts} playouts", 100.0 * share)
        }
        Assessment::Value { value, depth } => format!("value {value:+.2}, {depth} plies ahead"),
    }
}

/// The next line without blanks around it, `None` at the end of the input.
fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_string()))
}
