//! Opening books: what to play at the start of a game, from self-play or from a solution.
//!
//! A book is a CSV file with one move a row: the line of moves that leads to the position, the move, in how many games it was played
//! and which share of the points it won, and who wins after it, where that is known.

use super::tune::{Match, searcher};
use crate::game::{Game, Move, Player as Colour, Position};
use crate::order;
use crate::parallel;
use crate::players::variation::notated;
use crate::players::{AlphaBeta, Arena, Evaluate, Outcome, Player, PlayerKind, RootValue};
use crate::solver::solution::{Oracle, Rated};
use crate::solver::{Value, Worth};
use crate::streams::{self, Purpose};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::{Read, Write};

/// The most moves that a book holds.
const MAX_MOVES: usize = 100_000;
/// The most moves of a line.
const MAX_LINE: usize = 200;
/// Games between which the book does not change, so that they can be played at the same time.
const BATCH: u32 = 8;
/// The exploration constant of the upper confidence bound.
const EXPLORATION: f64 = 0.7;

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove {
    /// The move.
    pub m: Move,
    /// In how many games it was played.
    pub games: u32,
    /// The points that its player won in them: 1 for a win, ½ for a draw.
    pub points: f64,
    /// Who wins after it, and how many plies that takes, this one included; if known.
    pub worth: Option<Worth>,
}

impl BookMove {
    /// The share of the points that the player won, ½ without games.
    pub fn score(&self) -> f64 {
        if self.games == 0 { 0.5 } else { self.points / f64::from(self.games) }
    }
}

/// Moves to play in the first positions of a game.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// By position: the line that led there first, and the moves in the order of their worth.
    pages: HashMap<u64, Page>,
}

#[derive(Clone, Debug, Default)]
struct Page {
    line: Vec<Move>,
    moves: Vec<BookMove>,
    /// Moves that have not been played yet, the best by search last.
    untried: Vec<Move>,
}

/// How a book is made by self-play.
#[derive(Clone, Debug, PartialEq)]
pub struct BookSettings {
    /// How many games are played.
    pub games: u32,
    /// How many plies of each go into the book.
    pub plies: u32,
    /// How the players search.
    pub contest: Match,
}

impl Default for BookSettings {
    fn default() -> Self {
        BookSettings { games: 200, plies: 8, contest: Match { opening: 0, depth: 4, ..Match::default() } }
    }
}

/// Why a file is no book of a game.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// It cannot be read as CSV with these columns.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// A row is not a move of the game, or holds a value out of range.
    #[error("line {line}: {reason}")]
    Row {
        /// The line of the file, from 1.
        line: u64,
        /// What is wrong.
        reason: String,
    },
    /// It is too long.
    #[error("the book has more than {MAX_MOVES} moves")]
    Long,
}

/// A row of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BookRow {
    line: String,
    #[serde(rename = "move")]
    notation: String,
    games: u32,
    score: Option<f64>,
    value: Option<Value>,
    plies: Option<u32>,
}

impl Book {
    /// The moves that the book knows in a position, the best first: those that win, quickest first; then by the number of
    /// games, and by their score; those that lose last.
    pub fn moves<const W: usize>(&self, game: &Game<W>, position: &Position<W>) -> Vec<BookMove> {
        let Some(page) = self.pages.get(&game.search_key(position.state())) else { return Vec::new() };
        // A repetition rule can forbid a move here that was legal when the book met the position along another path.
        let mut legal = Vec::new();
        position.legal(game, &mut legal);
        let mut moves: Vec<BookMove> = page.moves.iter().copied().filter(|b| legal.contains(&b.m)).collect();
        let rank = |b: &BookMove| b.worth.unwrap_or(Worth::DRAW).rank(game.mover(position));
        best_first(&mut moves, &rank);
        moves
    }

    /// How many positions have a page.
    pub fn positions(&self) -> usize {
        self.pages.len()
    }

    /// A book from self-play: a tree of the first plies grown by upper confidence bounds, with every game played to its end by
    /// searching players. Moves come into the book in the order of their search values; the more games pass through a position, the
    /// more of its moves are tried (progressive widening).
    ///
    /// Depends on the arguments alone, not on the number of threads.
    pub fn of_self_play<const W: usize>(
        game: &Game<W>,
        evaluate: &(impl Evaluate<Game<W>> + Sync),
        settings: &BookSettings,
        seed: u64,
    ) -> Book {
        let mut book = Book::default();
        let kind = searcher(&settings.contest);
        for first in (0..settings.games).step_by(BATCH as usize) {
            let lines: Vec<Vec<Move>> = (first..settings.games.min(first + BATCH))
                .map(|_| book.choose_line(game, evaluate, settings))
                .collect();
            let outcomes = parallel::map(0..lines.len() as u32, &|i| {
                let mut rng = streams::stream(seed, Purpose::Book, (first + i).into());
                let mut position = Position::new(game, Colour::White);
                lines[i as usize].iter().for_each(|&m| position.apply(game, m));
                let mut player = Player::new(&kind, evaluate);
                while position.state().move_number < settings.contest.max_plies {
                    let Some(choice) = player.choose(game, &position, &mut rng) else { break };
                    position.apply(game, choice.mv);
                }
                game.outcome(&position)
            });
            for (line, outcome) in lines.iter().zip(outcomes) {
                book.record(game, line, outcome);
            }
        }
        book.drop_untried();
        book
    }

    /// Selection and expansion: follows the book, adds a page where it ends, and counts the game. Points are added when it is over.
    fn choose_line<const W: usize>(
        &mut self,
        game: &Game<W>,
        evaluate: &impl Evaluate<Game<W>>,
        settings: &BookSettings,
    ) -> Vec<Move> {
        let mut position = Position::new(game, Colour::White);
        let mut line = Vec::new();
        while line.len() < settings.plies as usize && position.outcome().is_none() {
            let key = game.search_key(position.state());
            let new = !self.pages.contains_key(&key);
            if new {
                if self.pages.len() == MAX_MOVES / 8 {
                    break;
                }
                let untried = ranked(game, evaluate, &position, &settings.contest);
                self.pages.insert(key, Page { line: line.clone(), moves: Vec::new(), untried });
            }
            let Some(page) = self.pages.get_mut(&key) else { break };
            let Some(m) = page.choose() else { break };
            position.apply(game, m);
            line.push(m);
            if new {
                break;
            }
        }
        line
    }

    fn record<const W: usize>(&mut self, game: &Game<W>, line: &[Move], outcome: Option<Outcome>) {
        let mut position = Position::new(game, Colour::White);
        for &m in line {
            let points = match outcome {
                Some(Outcome::Win(person)) => f64::from((person == game.mover(&position)) as u8),
                Some(Outcome::Draw) | None => 0.5,
            };
            if let Some(page) = self.pages.get_mut(&game.search_key(position.state()))
                && let Some(entry) = page.moves.iter_mut().find(|b| b.m == m)
            {
                entry.points += points;
            }
            position.apply(game, m);
        }
    }

    fn drop_untried(&mut self) {
        self.pages.values_mut().for_each(|page| page.untried.clear());
        self.pages.retain(|_, page| !page.moves.is_empty());
    }

    /// A book from a solution: for every position that can arise in the first plies, the best moves. Positions are taken in
    /// the order of their distance from the start, up to a book of 100,000 moves.
    ///
    /// ```
    /// use ludogen::game::{AnyGame, Player, Position, lower};
    /// use ludogen::language::parse;
    /// use ludogen::solver::solution::Oracle;
    /// use ludogen::solver::{Budget, solve};
    /// use ludogen::strategy::Book;
    /// use ludogen::with_game;
    ///
    /// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
    /// let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
    /// with_game!(&game, game => {
    ///     let (solution, _) = solve(game, &Budget { positions: 10_000, bytes: 1 << 24 }).unwrap();
    ///     let book = Book::of_solution(game, &mut Oracle::new(game, &solution), 2);
    ///     // All nine first moves draw.
    ///     assert_eq!(book.moves(game, &Position::new(game, Player::White)).len(), 9);
    /// });
    /// ```
    pub fn of_solution<const W: usize>(game: &Game<W>, oracle: &mut Oracle<W>, plies: u32) -> Book {
        let mut book = Book::default();
        let mut front: Vec<Vec<Move>> = vec![Vec::new()];
        let mut count = 0;
        for _ in 0..plies {
            let mut next = Vec::new();
            for line in front {
                let mut position = Position::new(game, Colour::White);
                line.iter().for_each(|&m| position.apply(game, m));
                let key = game.search_key(position.state());
                if position.outcome().is_some() || book.pages.contains_key(&key) {
                    continue;
                }
                let rated = oracle.moves(&position);
                let mover = game.mover(&position);
                let rank = |r: &Rated| r.worth.map(|worth| worth.rank(mover));
                let Some(best) = rated.iter().filter_map(rank).max() else { continue };
                let moves: Vec<BookMove> = rated
                    .iter()
                    .filter(|r| rank(r) == Some(best))
                    .map(|r| BookMove { m: r.m, games: 0, points: 0.0, worth: r.worth })
                    .collect();
                count += moves.len();
                if count > MAX_MOVES {
                    return book;
                }
                next.extend(rated.iter().map(|r| line.iter().copied().chain([r.m]).collect::<Vec<Move>>()));
                book.pages.insert(key, Page { line, moves, untried: Vec::new() });
            }
            front = next;
        }
        book
    }

    /// Writes the book as CSV: `line,move,games,score,value,plies`.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write<const W: usize>(&self, game: &Game<W>, out: &mut dyn Write) -> Result<(), BookError> {
        let mut rows = BookRows(csv::Writer::from_writer(out));
        let mut legal = Vec::new();
        for page in self.in_order() {
            let mut position = Position::new(game, Colour::White);
            let words = notated(game, &mut position, &page.line);
            position.legal(game, &mut legal);
            for b in self.moves(game, &position) {
                rows.write(BookRow {
                    line: words.join(" "),
                    notation: game.notation(position.state(), b.m, &legal),
                    games: b.games,
                    score: (b.games > 0).then(|| (b.score() * 1e4).round() / 1e4),
                    value: b.worth.map(|w| w.value),
                    plies: b.worth.and_then(|w| w.plies),
                })?;
            }
        }
        rows.0.flush().map_err(csv::Error::from)?;
        Ok(())
    }

    /// The pages, so that lines that begin alike stand together; no two pages have the same line.
    fn in_order(&self) -> Vec<&Page> {
        let mut pages: Vec<&Page> = self.pages.values().collect();
        order::sort_by(&mut pages, |a, b| a.line.iter().map(order).cmp(b.line.iter().map(order)));
        pages
    }

    /// Reads a book, written by [`write`](Book::write) or by hand.
    ///
    /// # Errors
    /// If a row is malformed or its moves are not legal in this game.
    pub fn read<const W: usize>(game: &Game<W>, input: &mut dyn Read) -> Result<Book, BookError> {
        let mut book = Book::default();
        let mut position = Position::new(game, Colour::White);
        let mut played: Vec<String> = Vec::new();
        let mut rows = BookRows(csv::Reader::from_reader(input));
        let headers = rows.0.headers()?.clone();
        let mut count = 0;
        while let Some((line, row)) = rows.next(&headers)? {
            let wrong = |reason: String| BookError::Row { line, reason };
            let words: Vec<&str> = row.line.split_whitespace().collect();
            if words.len() > MAX_LINE {
                return Err(wrong(format!("a line of {} moves; {MAX_LINE} is the most", words.len())));
            }
            // Lines that begin alike stand together, so few moves have to be made again.
            let common = played.iter().zip(&words).take_while(|(a, b)| a == b).count();
            for _ in common..played.len() {
                position.undo();
            }
            played.truncate(common);
            for word in &words[common..] {
                let m = game.read_move(&position, word).map_err(|e| wrong(format!("the line: {e}")))?;
                position.apply(game, m);
                played.push((*word).to_string());
            }
            let m = game.read_move(&position, &row.notation).map_err(|e| wrong(e.to_string()))?;
            let score = row.score.unwrap_or(0.5);
            if !(0.0..=1.0).contains(&score) {
                return Err(wrong(format!("a score of {score}; scores are from 0 to 1")));
            }
            let points = score * f64::from(row.games);
            let worth = row.value.map(|value| Worth { value, plies: row.plies });
            count += 1;
            if count > MAX_MOVES {
                return Err(BookError::Long);
            }
            let key = game.search_key(position.state());
            let new = || Page { line: position.made().to_vec(), ..Page::default() };
            let page = book.pages.entry(key).or_insert_with(new);
            if page.moves.iter().any(|b| b.m == m) {
                return Err(wrong(format!("{} is there twice for this position", row.notation)));
            }
            page.moves.push(BookMove { m, games: row.games, points, worth });
        }
        Ok(book)
    }
}

/// The rows of a book's file. Reading and writing them does not depend on the game, and so is compiled once.
struct BookRows<T>(T);

impl BookRows<csv::Writer<&mut dyn Write>> {
    fn write(&mut self, row: BookRow) -> Result<(), BookError> {
        Ok(self.0.serialize(row)?)
    }
}

impl BookRows<csv::Reader<&mut dyn Read>> {
    /// The next row and its line, if there is one.
    fn next(&mut self, headers: &csv::StringRecord) -> Result<Option<(u64, BookRow)>, BookError> {
        let mut record = csv::StringRecord::new();
        if !self.0.read_record(&mut record)? {
            return Ok(None);
        }
        let line = record.position().map_or(0, csv::Position::line);
        Ok(Some((line, record.deserialize(Some(headers))?)))
    }
}

impl Page {
    /// The move to try next: a new one while there are fewer than the square root of the games played here, else the one of the
    /// greatest upper confidence bound. It is counted as played.
    fn choose(&mut self) -> Option<Move> {
        let games: u32 = self.moves.iter().map(|b| b.games).sum();
        if (self.moves.len() as f64) < f64::from(games + 1).sqrt()
            && let Some(m) = self.untried.pop()
        {
            self.moves.push(BookMove { m, games: 1, points: 0.0, worth: None });
            return Some(m);
        }
        // A game under way counts as lost, so that those played at the same time differ.
        let bound = |b: &BookMove| b.score() + EXPLORATION * (f64::from(games).ln() / f64::from(b.games)).sqrt();
        let best = self.moves.iter_mut().reduce(|best, b| if bound(b) > bound(best) { b } else { best })?;
        best.games += 1;
        Some(best.m)
    }
}

/// The legal moves as a search ranks them, the best last.
fn ranked<const W: usize>(
    game: &Game<W>,
    evaluate: &impl Evaluate<Game<W>>,
    position: &Position<W>,
    contest: &Match,
) -> Vec<Move> {
    let PlayerKind::AlphaBeta(options) = searcher(contest) else { return Vec::new() };
    let depth = options.depth;
    let found = AlphaBeta::new(options).root_values(game, evaluate, &mut position.clone(), depth);
    let mut values = found.map_or_else(Vec::new, |found| found.values);
    // Stable: of equal moves the one listed first is tried first.
    values.reverse();
    sort_by_value(&mut values);
    values.into_iter().map(|v| v.mv).collect()
}

fn sort_by_value(values: &mut [RootValue<Move>]) {
    order::sort_by_key(values, |v| v.value);
}

/// Sorts moves by their rank, then by their games and scores, the best first.
fn best_first(moves: &mut [BookMove], rank: &dyn Fn(&BookMove) -> (u8, i64)) {
    order::sort_by(moves, |a, b| {
        let by_games = b.games.cmp(&a.games).then(b.score().total_cmp(&a.score()));
        rank(b).cmp(&rank(a)).then(by_games)
    });
}

fn order(m: &Move) -> (u16, u16, u16, u8) {
    (m.class, m.from, m.to, m.choice)
}
