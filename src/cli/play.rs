//! `ludogen play`

use super::options::{ChanceOptions, MoveOptions, PolicyOptions, RuleOptions};
use super::{Exit, UsageError, load, notated};
use crate::game::{Game, Move, Position};
use crate::language::{self, Tree};
use crate::players::{AlphaBetaOptions, Arena, Player, PlayerKind, UctOptions};
use crate::strategy::Evaluator;
use crate::streams::{self, Generator};
use crate::with_game;
use clap::{Args, ValueEnum};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Read, Write};

/// The longest line that is read; what is longer is cut.
const MAX_LINE: u64 = 1000;

const HELP: &str = "\
Type a move (c3, b2-b3, b2xc3, pass), or
  moves    all moves that you can make
  hint     the board with the cells where you can move from, or place a piece, marked +
  hint C   the board with the cells where the piece on C can go
  rules    the rules of the game
  undo     take your last move back, and the answer to it
  save F   write the moves so far to a new file F
  quit     stop
";

/// Play a game in the terminal
///
/// You type moves and commands, a line each; `help` lists them. A saved game goes on with --moves "$(cat FILE)".
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen play seed-games/breakthrough.ludi --side second --tutorial")]
pub struct Play {
    /// Rule file
    file: String,
    #[command(flatten)]
    moves: MoveOptions,
    /// Which side you play
    #[arg(long, value_enum, default_value_t = Side::First)]
    side: Side,
    /// Who plays the other side
    #[arg(long, value_enum, default_value_t = Opponent::AlphaBeta)]
    against: Opponent,
    /// How deep alpha-beta searches
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=255))]
    depth: u32,
    /// How many nodes alpha-beta searches, or playouts UCT makes, at most for a move
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Opponent {
    /// Any legal move
    Random,
    /// Searches ahead, goes by a policy
    AlphaBeta,
    /// Tree search by playouts
    Uct,
}

impl Play {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        if self.file == load::STDIN {
            return Err(UsageError("the moves are read from standard input, so the rules cannot be".into()).into());
        }
        let loaded = load::game(&self.file, &self.rules)?;
        with_game!(&loaded.game, game => {
            let mut table = Table {
                game,
                tree: &loaded.tree,
                position: self.moves.position(game)?,
                side: self.side,
                opponent: Player::new(&self.opponent(), self.policy.evaluator(game)?),
                rng: streams::generator(self.chance.seed),
                tutorial: self.tutorial,
                prompt: io::stdin().is_terminal(),
                saved: BTreeSet::new(),
                out,
            };
            table.play(&mut io::stdin().lock())?;
        });
        Ok(Exit::Done)
    }

    fn opponent(&self) -> PlayerKind {
        match self.against {
            Opponent::Random => PlayerKind::Random,
            Opponent::AlphaBeta => PlayerKind::AlphaBeta(AlphaBetaOptions {
                depth: self.depth,
                nodes: Some(self.nodes.into()),
                ..AlphaBetaOptions::default()
            }),
            Opponent::Uct => PlayerKind::Uct(UctOptions { playouts: self.nodes, ..UctOptions::default() }),
        }
    }
}

/// The game, who sits at it, and what is said there.
struct Table<'a, const W: usize> {
    game: &'a Game<W>,
    tree: &'a Tree,
    position: Position<W>,
    side: Side,
    opponent: Player<Move, Evaluator<'a, W>>,
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
                ("rules", "") => write!(self.out, "{}", language::describe(self.tree))?,
                ("moves", "") => writeln!(self.out, "{}", self.moves())?,
                ("hint", "") => self.draw(&self.legal())?,
                ("hint", cell) => self.ways(cell)?,
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
            let Some(choice) = self.opponent.choose(self.game, &self.position, &mut self.rng) else { break };
            let state = self.position.state();
            let name = &self.game.rules().players[state.mover.index()].name;
            writeln!(self.out, "{name} plays {}.", self.game.notation(state, choice.mv, &self.legal()))?;
            self.out.flush()?;
            self.position.apply(self.game, choice.mv);
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
