//! The line games of `reports/human-fun` are the games of its table: their moves and outcomes against a count on plain grids.
//!
//! The grids here are written from the table's words alone: `line`, `misere` and the others are told apart by what they mean, and no line is
//! remembered from one move to the next.

use ludogen::game::perft;
use ludogen::game::{AnyGame, Game, Outcome, Player, Position, lower};
use ludogen::language::parse;
use ludogen::with_game;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde::Deserialize;

/// A row of the table.
#[derive(Clone, Debug, Deserialize)]
struct Row {
    game: String,
    rows: Option<usize>,
    cols: Option<usize>,
    kind: String,
    first_needs: usize,
    second_needs: usize,
}

fn table() -> Vec<Row> {
    csv::Reader::from_path("reports/human-fun/games.csv").unwrap().deserialize().collect::<Result<_, _>>().unwrap()
}

/// A position as a grid of who stands where.
#[derive(Clone)]
struct Grid<'r> {
    row: &'r Row,
    width: usize,
    height: usize,
    stones: Vec<Option<usize>>,
    made: usize,
}

impl<'r> Grid<'r> {
    /// Boards without bounds are squares of side 19 here.
    fn new(row: &'r Row) -> Self {
        let (width, height) = (row.cols.unwrap_or(19), row.rows.unwrap_or(19));
        Grid { row, width, height, stones: vec![None; width * height], made: 0 }
    }

    /// Who makes the next move: 0 is White, who is first.
    fn mover(&self) -> usize {
        let turns = match self.row.kind.as_str() {
            "first-opens-with-two" if self.made > 0 => self.made - 1,
            "second-opens-with-two" if self.made > 1 => self.made - 1,
            _ => self.made,
        };
        turns % 2
    }

    /// Whether the player has a line that counts.
    fn has_line(&self, player: usize) -> bool {
        let needs = [self.row.first_needs, self.row.second_needs][player];
        let straight = [(1, 0), (0, 1)];
        let diagonal = [(1, 1), (1, -1)];
        let ways: Vec<(i32, i32)> = match (self.row.kind.as_str(), player) {
            ("no-diagonals", _) | ("first-not-by-diagonals", 0) => straight.into(),
            ("only-diagonals", _) | ("first-only-by-diagonals", 0) => diagonal.into(),
            _ => [straight, diagonal].concat(),
        };
        let own = |x: i32, y: i32| {
            (0..self.width as i32).contains(&x)
                && (0..self.height as i32).contains(&y)
                && self.stones[y as usize * self.width + x as usize] == Some(player)
        };
        (0..self.stones.len()).any(|cell| {
            let (x, y) = ((cell % self.width) as i32, (cell / self.width) as i32);
            ways.iter().any(|(dx, dy)| (0..needs as i32).all(|i| own(x + i * dx, y + i * dy)))
        })
    }

    /// The game's end after a move of this player.
    fn outcome(&self, moved: usize) -> Option<Outcome> {
        let players = [Player::White, Player::Black];
        match (self.has_line(moved), self.row.kind.as_str()) {
            (true, "misere") => Some(Outcome::Win(players[1 - moved])),
            (true, _) => Some(Outcome::Win(players[moved])),
            (false, _) => self.stones.iter().all(Option::is_some).then_some(Outcome::Draw),
        }
    }

    fn put(&mut self, cell: usize) -> Option<Outcome> {
        let mover = self.mover();
        assert_eq!(self.stones[cell].replace(mover), None);
        self.made += 1;
        self.outcome(mover)
    }

    fn empty(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.stones.len()).filter(|&cell| self.stones[cell].is_none())
    }

    /// The label of a cell: a letter for the column, a number for the row.
    fn label(&self, cell: usize) -> String {
        format!("{}{}", (b'A' + (cell % self.width) as u8) as char, cell / self.width + 1)
    }

    /// Sequences of each length, and those that end there won by White, won by Black, and drawn.
    fn count(&self, depth: usize, counts: &mut [[u64; 4]]) {
        if depth == 0 {
            return;
        }
        for cell in self.empty() {
            let mut after = self.clone();
            let end = after.put(cell);
            counts[0][0] += 1;
            match end {
                None => after.count(depth - 1, &mut counts[1..]),
                Some(Outcome::Win(Player::White)) => counts[0][1] += 1,
                Some(Outcome::Win(Player::Black)) => counts[0][2] += 1,
                Some(Outcome::Draw) => counts[0][3] += 1,
            }
        }
    }
}

/// How deep some two hundred thousand sequences go, at most nine plies.
fn affordable(cells: usize) -> usize {
    let mut sequences = 1;
    (1..=9).take_while(|ply| (sequences *= (cells + 1).saturating_sub(*ply).max(1), sequences < 200_000).1).count()
}

/// Plays a game on the board and on the grid side by side. Each player has a line of cells at heart, so that long lines come about; returns how
/// it ended.
fn side_by_side<const W: usize>(game: &Game<W>, row: &Row, rng: &mut Pcg64) -> Outcome {
    let mut grid = Grid::new(row);
    let mut position = Position::new(game, Player::White);
    let mut legal = Vec::new();
    let (width, height) = (grid.width as i32, grid.height as i32);
    let plans: Vec<Vec<usize>> = (0..2)
        .map(|_| {
            let (dx, dy) = [(1, 0), (0, 1), (1, 1), (1, -1)][rng.random_range(0..4usize)];
            let (x, y) = (rng.random_range(0..width), rng.random_range(0..height));
            let cell = |i: i32| (x + i * dx, y + i * dy);
            let there = |(x, y): &(i32, i32)| (0..width).contains(x) && (0..height).contains(y);
            (-20..20).map(cell).filter(there).map(|(x, y)| (y * width + x) as usize).collect()
        })
        .collect();
    let planned = rng.random_bool(0.7);
    loop {
        position.legal(game, &mut legal);
        let state = position.state();
        assert_eq!(state.mover, [Player::White, Player::Black][grid.mover()], "{}", row.game);
        let mut labels: Vec<String> = legal.iter().map(|m| game.board().label(m.to)).collect();
        let mut empty: Vec<String> = grid.empty().map(|cell| grid.label(cell)).collect();
        labels.sort();
        empty.sort();
        assert_eq!(labels, empty, "{}", row.game);
        let mut cells: Vec<usize> = grid.empty().collect();
        cells.shuffle(rng);
        let eager = planned && rng.random_bool(0.9);
        let plan = &plans[grid.mover()];
        let cell = *cells.iter().find(|cell| eager && plan.contains(cell)).unwrap_or(&cells[0]);
        let label = grid.label(cell);
        let chosen = *legal.iter().find(|m| game.board().label(m.to) == label).unwrap();
        position.apply(game, chosen);
        let ended = grid.put(cell);
        assert_eq!(position.state().outcome, ended, "{} after {} moves", row.game, grid.made);
        if let Some(outcome) = ended {
            return outcome;
        }
    }
}

#[test]
fn the_written_games_are_those_of_the_table() {
    let rows = table();
    assert_eq!(rows.len(), 83);
    let mut rng = Pcg64::seed_from_u64(1);
    let (mut won, mut lost, mut drawn) = (0, 0, 0);
    for row in &rows {
        let path = format!("reports/human-fun/games/{}.ludi", row.game.to_lowercase());
        let rules = lower(&parse(&std::fs::read_to_string(&path).unwrap()).unwrap()).unwrap();
        let game = AnyGame::new(rules).unwrap();
        let grid = Grid::new(row);
        let depth = affordable(grid.stones.len());
        let mut counts = vec![[0; 4]; depth];
        grid.count(depth, &mut counts);
        let counted = with_game!(&game, g => perft(g, depth as u32, true));
        for (row_of, [nodes, first, second, draws]) in counted.iter().zip(counts) {
            let found = [row_of.nodes, row_of.first_wins, row_of.second_wins, row_of.draws];
            assert_eq!(found, [nodes, first, second, draws], "{} to depth {}", row.game, row_of.depth);
        }
        for _ in 0..if grid.stones.len() > 100 { 6 } else { 30 } {
            match with_game!(&game, g => side_by_side(g, row, &mut rng)) {
                Outcome::Win(Player::White) => won += 1,
                Outcome::Win(Player::Black) => lost += 1,
                Outcome::Draw => drawn += 1,
            }
        }
    }
    // Games of every end were compared.
    assert!(won > 400 && lost > 200 && drawn > 200, "{won} {lost} {drawn}");
}

/// The games are those that `write` writes, no more and no fewer.
#[test]
fn every_file_has_its_row() {
    let mut files: Vec<String> = std::fs::read_dir("reports/human-fun/games")
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut named: Vec<String> = table().iter().map(|row| row.game.to_lowercase() + ".ludi").collect();
    files.sort();
    named.sort();
    assert_eq!(files, named);
}
