//! `ludogen play`

use super::options::{ChanceOptions, MoveOptions, PolicyOptions, RuleOptions};
use super::rival::{self, Kind, Rival, RoteOptions, StrengthOptions};
use super::{Exit, UsageError, load, notated};
use crate::describe::describe;
use crate::game::{Game, Move, Position};
use crate::language::Tree;
use crate::players::Arena;
use crate::solver::solution::Saved;
use crate::solver::{Value, Worth};
use crate::strategy::{Book, BookMove, Policy};
use crate::streams::{self, Generator};
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
        let solution = self.solution.as_ref().map(|file| rival::read_solution(&loaded.tree, file)).transpose()?;
        with_game!(&loaded.game, game => {
            let policy = self.policy.policy(game.rules())?;
            let memory = self.rote.open(&loaded.tree, &policy)?;
            let learns = memory.is_some();
            let mut table = Table {
                game,
                tree: &loaded.tree,
                position: self.position(game)?,
                side: self.side,
                opponent: Rival::new(game, self.against, self.strength, &policy, memory, solution.as_ref())?,
                book: self.open_book(game)?,
                strength: self.strength,
                policy,
                solution: solution.as_ref(),
                rng: streams::generator(self.chance.seed),
                tutorial: self.tutorial,
                prompt: io::stdin().is_terminal(),
                saved: BTreeSet::new(),
                out,
            };
            table.play(&mut io::stdin().lock())?;
            if learns {
                self.rote.keep(table.opponent.memory())?;
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
        let beside = rival::book_beside(&self.file);
        let file = match &self.book {
            _ if self.no_book => return Ok(None),
            Some(file) => file,
            // The book beside the file is of the board in the file.
            None if self.rules.size.is_none() && beside.exists() => &beside,
            None => return Ok(None),
        };
        rival::read_book(game, file).map(Some)
    }
}

/// The game, who sits at it, and what is said there.
struct Table<'a, const W: usize> {
    game: &'a Game<W>,
    tree: &'a Tree,
    position: Position<W>,
    side: Side,
    opponent: Rival<'a, W>,
    book: Option<Book>,
    strength: StrengthOptions,
    policy: Policy,
    solution: Option<&'a Saved>,
    rng: Generator,
    tutorial: bool,
    /// Whether somebody is typing.
    prompt: bool,
    /// Files written, which may be written again.
    saved: BTreeSet<String>,
    out: &'a mut dyn Write,
}

impl<const W: usize> Table<'_, W> {
    fn play(&mut self, input: &mut dyn BufRead) -> io::Result<()> {
        writeln!(self.out, "{}. `help` lists what you can type.\n", self.game.rules().name)?;
        self.answer()?;
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
                ("hint", "") => self.draw(&self.legal())?,
                ("hint", cell) => self.ways(cell)?,
                ("ask", player) => self.ask(player)?,
                ("book", "") => self.show_book()?,
                ("undo", "") => self.undo()?,
                ("save", file) => self.save(file)?,
                _ => self.turn(&line)?,
            }
        }
    }

    fn legal(&self) -> Vec<Move> {
        let mut legal = Vec::new();
        self.position.legal(self.game, &mut legal);
        legal
    }

    fn moves(&self) -> String {
        let legal = self.legal();
        let state = self.position.state();
        let words: Vec<String> = legal.iter().map(|&m| self.game.notation(state, m, &legal)).collect();
        if words.is_empty() { self.game.status(state) } else { words.join(" ") }
    }

    /// The board, with marks where `hints` say.
    fn draw(&mut self, hints: &[Move]) -> io::Result<()> {
        let hints = if self.tutorial && hints.is_empty() { &self.legal() } else { hints };
        write!(self.out, "{}", self.game.picture(self.position.state(), hints))
    }

    /// The board with marks where the piece on a cell can go.
    fn ways(&mut self, label: &str) -> io::Result<()> {
        let Some(cell) = self.game.board().cell(label) else {
            return writeln!(self.out, "There is no cell {label}.");
        };
        let from = self.legal().into_iter().filter(|m| m.from == cell);
        // A drop on the cell would mark it; so does the end of a move, seen as a drop.
        let ends: Vec<Move> = from.map(|m| Move { from: crate::game::NOWHERE, ..m }).collect();
        if ends.is_empty() {
            return writeln!(self.out, "Nothing can move from {label}.");
        }
        self.draw(&ends)
    }

    /// Whether the person at the keyboard is to move.
    fn mine(&self) -> bool {
        match self.side {
            Side::First => self.game.mover(&self.position) == 0,
            Side::Second => self.game.mover(&self.position) == 1,
            Side::Both => true,
        }
    }

    /// A move of the person, and what the other makes of it.
    fn turn(&mut self, text: &str) -> io::Result<()> {
        if self.position.outcome().is_some() {
            return writeln!(self.out, "{}", self.game.status(self.position.state()));
        }
        match self.game.read_move(&self.position, text) {
            Ok(m) => {
                self.position.apply(self.game, m);
                self.answer()?;
                self.draw(&[])
            }
            Err(error) => writeln!(self.out, "{error}"),
        }
    }

    /// Moves of the other, until it is the person's turn.
    fn answer(&mut self) -> io::Result<()> {
        while self.position.outcome().is_none() && !self.mine() {
            let (m, why) = match self.book_moves().first() {
                Some(first) => (first.m, " (from the book)"),
                None => match self.opponent.choose(&self.position, &mut self.rng) {
                    Some(choice) => (choice.m, ""),
                    None => break,
                },
            };
            let state = self.position.state();
            let name = &self.game.rules().players[state.mover.index()].name;
            writeln!(self.out, "{name} plays {}{why}.", self.game.notation(state, m, &self.legal()))?;
            self.out.flush()?;
            self.position.apply(self.game, m);
        }
        Ok(())
    }

    /// What a player would do here.
    fn ask(&mut self, player: &str) -> io::Result<()> {
        let kind = match (player, self.solution) {
            ("", _) => None,
            ("random", _) => Some(Kind::Random),
            ("alpha-beta", _) => Some(Kind::AlphaBeta),
            ("uct", _) => Some(Kind::Uct),
            ("solution", Some(_)) => Some(Kind::Solution),
            ("solution", None) => return writeln!(self.out, "There is no solution: give one with --solution FILE."),
            _ => return writeln!(self.out, "Ask random, alpha-beta, uct or solution."),
        };
        let advice = match kind {
            None => self.opponent.choose(&self.position, &mut self.rng),
            Some(kind) => match Rival::new(self.game, kind, self.strength, &self.policy, None, self.solution) {
                Ok(mut rival) => rival.choose(&self.position, &mut self.rng),
                Err(refusal) => return writeln!(self.out, "The solution cannot be asked: {refusal}."),
            },
        };
        let state = self.position.state();
        match advice {
            Some(advice) => {
                let m = self.game.notation(state, advice.m, &self.legal());
                writeln!(self.out, "{m} ({})", advice.reason)
            }
            None => writeln!(self.out, "{}", self.game.status(state)),
        }
    }

    /// What the book knows of the position, the best move first.
    fn book_moves(&self) -> Vec<BookMove> {
        self.book.as_ref().map_or_else(Vec::new, |book| book.moves(self.game, &self.position))
    }

    fn show_book(&mut self) -> io::Result<()> {
        let known = self.book_moves();
        if known.is_empty() {
            return writeln!(self.out, "The book does not know this position.");
        }
        let legal = self.legal();
        for b in known {
            let m = self.game.notation(self.position.state(), b.m, &legal);
            let games = match b.games {
                0 => String::new(),
                n => format!(", {n} games, {:.0} % of the points", 100.0 * b.score()),
            };
            let worth = match b.worth {
                None => String::new(),
                Some(Worth { value: Value::Draw, .. }) => ", a draw".to_string(),
                Some(Worth { value, plies }) => {
                    let who = if value == Value::win(self.game.mover(&self.position)) { "wins" } else { "loses" };
                    plies.map_or_else(|| format!(", {who}"), |n| format!(", {who} in {n}"))
                }
            };
            writeln!(self.out, "{m}{games}{worth}")?;
        }
        Ok(())
    }

    fn undo(&mut self) -> io::Result<()> {
        let before = self.position.clone();
        let mut undone = self.position.undo();
        while undone && !self.mine() {
            undone = self.position.undo();
        }
        if !undone {
            self.position = before;
            return writeln!(self.out, "There is nothing to take back.");
        }
        self.draw(&[])
    }

    fn save(&mut self, file: &str) -> io::Result<()> {
        if file.is_empty() {
            return writeln!(self.out, "Save to which file?");
        }
        let mut position = Position::new(self.game, crate::game::Player::White);
        let made = self.position.made().to_vec();
        let mut text = notated(self.game, &mut position, &made).join(" ");
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

/// The next line without blanks around it, `None` at the end of the input.
fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_string()))
}
