//! One board, enumerated and examined from every side.

use super::super::explicit::{Decided, Solution, decide};
use super::super::graph::{Codes, Graph, Id, Status, mix};
use super::super::proof;
use super::super::solution::Oracle;
use super::super::{Budget, SolveError, Value, person};
use super::limits::Limits;
use super::verdict::Verdict;
use crate::game::rules::Repetition;
use crate::game::{Game, Player, Position, State};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use serde_json::{Value as Json, json};

/// Random games whose positions are tried for zugzwang.
const GAMES: usize = 20;
/// Positions tried of one game.
const TRIED: usize = 40;
/// Moves of a line that is shown.
const LINE: usize = 60;

/// A first move.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Opening {
    /// The move.
    pub notation: String,
    /// Who wins after it.
    pub value: Value,
}

/// One ply of best play.
#[derive(Clone, Copy, Debug, Serialize)]
struct Best {
    ply: u32,
    /// Positions first reached there.
    positions: u64,
    /// Those whose result is the same however play goes on.
    settled: u64,
}

/// What is to be known of one board.
pub(super) struct Study {
    pub value: Value,
    pub plies: Option<u32>,
    /// Best play from the start.
    pub line: Vec<String>,
    pub openings: Vec<Opening>,
    pub positions: u64,
    /// Stands for the positions and their values.
    pub digest: u64,
    best: Vec<Best>,
    pass: Passes,
}

/// How often a pass would be better than any move.
#[derive(Default)]
struct Passes {
    tried: u32,
    better: u32,
    unknown: u32,
    example: Option<Vec<String>>,
}

impl Study {
    /// Enumerates a game and examines it.
    pub fn of<const W: usize>(game: &Game<W>, limits: &Limits) -> Result<Study, SolveError> {
        let (graph, solution) = solved(game, &limits.budget())?;
        let best = best_play(&graph, &solution.worth);
        let digest = digest(&graph, &solution, game.board().len());
        // What the codes say is in the solution; the rest of the graph has been used.
        let solution = Solution { codes: graph.codes, symbols: graph.symbols, ..solution };
        let start = solution.start();
        let mut oracle = Oracle::new(game, &solution);
        let line = line(game, &mut oracle);
        let openings = openings(game, &mut oracle);
        let pass = passes(game, &mut oracle, limits);
        let positions = solution.positions();
        Ok(Study { value: start.value, plies: start.plies, line, openings, positions, digest, best, pass })
    }

    /// The share of positions in which passing would be better.
    pub fn zugzwang(&self) -> (Verdict, Json) {
        let Passes { tried, better, unknown, example } = &self.pass;
        let verdict = match tried - unknown {
            0 => Verdict::Open,
            known => Verdict::flawed_if(better * 2 > known),
        };
        (verdict, json!({"positions": tried, "better_to_pass": better, "unknown": unknown, "example": example}))
    }

    /// Where best play is decided.
    pub fn decided(&self) -> (Verdict, Json) {
        let last = self.best.last().map_or(0, |b| b.ply);
        let settled = self.best.iter().find(|b| b.settled * 2 >= b.positions).map_or(last, |b| b.ply);
        let verdict = Verdict::flawed_if(settled * 2 < last);
        (verdict, json!({"settled_at_ply": settled, "last_ply": last, "plies": self.best}))
    }
}

/// The graph of a game and the worth of its positions; the codes stay with the graph.
fn solved<const W: usize>(game: &Game<W>, budget: &Budget) -> Result<(Graph, Solution), SolveError> {
    let graph = Graph::explore(game, budget)?;
    let Decided { worth, open_draws, .. } = decide(&graph, game.rules().repetition, game.tracks_repetition())?;
    Ok((graph, Solution { codes: Codes::default(), symbols: Vec::new(), worth, open_draws }))
}

/// Stands for the positions and values of a game: equal games have equal digests.
pub(super) fn digest_of<const W: usize>(game: &Game<W>, budget: &Budget) -> Result<u64, SolveError> {
    let (graph, solution) = solved(game, budget)?;
    Ok(digest(&graph, &solution, game.board().len()))
}

/// The lost positions of the player to move, as strings; and the number of positions.
pub(super) fn lost_of<const W: usize>(game: &Game<W>, budget: &Budget) -> Result<(Vec<Vec<u8>>, u64), SolveError> {
    let (graph, solution) = solved(game, budget)?;
    Ok((lost(game, &graph, &solution), graph.len() as u64))
}

fn digest(graph: &Graph, solution: &Solution, cells: usize) -> u64 {
    let sum = (0..graph.len() as Id).fold(0u64, |sum, id| {
        let worth = solution.worth[id as usize];
        sum.wrapping_add(mix(graph.fingerprint(id, cells) ^ u64::from(worth)))
    });
    mix(sum ^ graph.edges.len() as u64)
}

/// The positions that are lost for the player to move, that being White: the contents of the cells and whatever else belongs
/// to a position.
fn lost<const W: usize>(game: &Game<W>, graph: &Graph, solution: &Solution) -> Vec<Vec<u8>> {
    let cells = game.board().len();
    let planes = cells.div_ceil(8);
    let mut strings = Vec::new();
    for id in 0..graph.len() as Id {
        let worth = solution.worth_of(id);
        let Status::Open(mover) = graph.status(id) else { continue };
        if worth.value != Value::win(1 - mover) {
            continue;
        }
        let code = graph.codes.get(id);
        let code = &code[..graph.compared[id as usize] as usize];
        let Some((&whose, position)) = code.split_last() else { continue };
        if whose != 0 {
            continue;
        }
        strings.push(if game.owners_say_all() {
            let bit = |plane: usize, cell: usize| position[plane * planes + cell / 8] >> (cell % 8) & 1;
            let contents = (0..cells).map(|cell| bit(0, cell) | bit(1, cell) << 1);
            contents.chain(position[2 * planes..].iter().copied()).collect()
        } else {
            position.to_vec()
        });
    }
    strings
}

/// Positions that best play may reach, by ply, and how many are settled.
fn best_play(graph: &Graph, worth: &[u32]) -> Vec<Best> {
    let settled = settled(graph);
    let begins = graph.begins();
    let mut seen = vec![false; graph.len()];
    seen[0] = true;
    let (mut layer, mut next) = (vec![0 as Id], Vec::new());
    let mut rows = Vec::new();
    while !layer.is_empty() {
        let count = layer.iter().filter(|&&id| settled[id as usize]).count() as u64;
        rows.push(Best { ply: rows.len() as u32, positions: layer.len() as u64, settled: count });
        for id in layer.drain(..) {
            for &to in &graph.edges[begins[id as usize]..begins[id as usize + 1]] {
                // Whoever leaves the value as it is plays well.
                if worth[to as usize] & 3 == worth[id as usize] & 3 && !std::mem::replace(&mut seen[to as usize], true)
                {
                    next.push(to);
                }
            }
        }
        std::mem::swap(&mut layer, &mut next);
    }
    rows
}

/// The positions after which all play ends, and always with the same result.
fn settled(graph: &Graph) -> Vec<bool> {
    // 0: unknown; 1 to 3: this result; 4: several.
    let mut result = vec![0u8; graph.len()];
    let before = graph.predecessors();
    let mut left = graph.degrees.clone();
    let mut queue = Vec::new();
    for id in 0..graph.len() as Id {
        if let Status::Over(value) = graph.status(id) {
            result[id as usize] = 1 + value as u8;
            queue.push(id);
        }
    }
    let mut candidate = result.clone();
    while let Some(id) = queue.pop() {
        for &p in before.of(id) {
            let seen = &mut candidate[p as usize];
            *seen = if *seen == 0 || *seen == result[id as usize] { result[id as usize] } else { 4 };
            left[p as usize] -= 1;
            if left[p as usize] == 0 {
                result[p as usize] = candidate[p as usize];
                queue.push(p);
            }
        }
    }
    result.into_iter().map(|r| (1..=3).contains(&r)).collect()
}

/// Best play from the start: the winner as quick, the loser as slow as possible.
fn line<const W: usize>(game: &Game<W>, oracle: &mut Oracle<W>) -> Vec<String> {
    let mut position = Position::new(game, Player::White);
    let (mut line, mut legal) = (Vec::new(), Vec::new());
    while position.outcome().is_none() && line.len() < LINE {
        position.legal(game, &mut legal);
        let mover = person(position.state());
        let best = oracle.moves(&position).into_iter().min_by_key(|rated| match rated.worth {
            Some(w) if w.value == Value::win(mover) => (0, w.plies.unwrap_or(0)),
            Some(w) if w.value == Value::Draw => (1, 0),
            Some(w) => (3, u32::MAX - w.plies.unwrap_or(0)),
            None => (2, 0),
        });
        let Some(best) = best else { break };
        line.push(game.notation(position.state(), best.m, &legal));
        position.apply(game, best.m);
    }
    line
}

fn openings<const W: usize>(game: &Game<W>, oracle: &mut Oracle<W>) -> Vec<Opening> {
    let position = Position::new(game, Player::White);
    let mut legal = Vec::new();
    position.legal(game, &mut legal);
    let rated = oracle.moves(&position).into_iter();
    rated
        .filter_map(|r| Some(Opening { notation: game.notation(position.state(), r.m, &legal), value: r.worth?.value }))
        .collect()
}

/// Tries passing in positions of random games.
fn passes<const W: usize>(game: &Game<W>, oracle: &mut Oracle<W>, limits: &Limits) -> Passes {
    let mut found = Passes::default();
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let (mut legal, mut line) = (Vec::new(), Vec::new());
    for _ in 0..GAMES {
        let mut position = Position::new(game, Player::White);
        line.clear();
        while position.outcome().is_none() && line.len() < TRIED {
            position.legal(game, &mut legal);
            if !position.state().continuing {
                found.tried += 1;
                let mover = person(position.state());
                let now = oracle.worth(position.state()).map(|w| w.value);
                let later = position.passed(game).and_then(|p| worth_of(game, p.state(), oracle, limits));
                match now.zip(later) {
                    Some((now, later)) if good(later, mover) > good(now, mover) => {
                        found.better += 1;
                        found.example.get_or_insert_with(|| line.clone());
                    }
                    Some(_) => {}
                    None => found.unknown += 1,
                }
            }
            let m = legal[rng.random_range(0..legal.len() as u32) as usize];
            line.push(game.notation(position.state(), m, &legal));
            position.apply(game, m);
        }
    }
    found
}

/// How good a result is for a person.
fn good(value: Value, person: usize) -> u8 {
    match value {
        Value::Draw => 1,
        v if v == Value::win(person) => 2,
        _ => 0,
    }
}

/// The value of a position that need not be reachable.
fn worth_of<const W: usize>(
    game: &Game<W>,
    state: &State<W>,
    oracle: &mut Oracle<W>,
    limits: &Limits,
) -> Option<Value> {
    if let Some(worth) = oracle.worth(state) {
        return Some(worth.value);
    }
    if game.tracks_repetition() && matches!(game.rules().repetition, Repetition::Forbid | Repetition::Positional) {
        return None;
    }
    let budget = Budget { positions: limits.nodes, bytes: 64 << 20 };
    proof::value(game, state, &budget).ok().map(|p| p.value)
}
