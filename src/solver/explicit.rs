//! Backward induction over all reachable positions.
//!
//! From the ends of the game backwards, positions are decided in the order of their distance: a position whose mover has a
//! successor won for that person is won, one move further away; a position all of whose successors are won for the other
//! person is lost, one move further than the last of them. So a winner is as quick and a loser as slow as possible. What
//! remains undecided is drawn. Every move is looked at once, whatever cycles there are. (Retrograde analysis with out-degree
//! counters, as for the endgame tables of chess: Ströhlein 1970, Thompson 1986.)

use super::code::Symbols;
use super::graph::{Codes, Graph, Id, Status};
use super::{Budget, PlyRow, SolveError, Value, Worth};
use crate::game::rules::Repetition;
use crate::game::{Game, facts};
use std::collections::HashMap;

/// The value of every reachable position.
#[derive(Clone, Debug)]
pub struct Solution {
    pub(super) codes: Codes,
    pub(super) symbols: Symbols,
    /// By position, packed.
    pub(super) worth: Vec<u32>,
    /// A rule that forbids repetition can matter: undecided positions have no value of their own.
    pub(super) open_draws: bool,
}

impl Solution {
    /// The worth of the start.
    pub fn start(&self) -> Worth {
        self.worth_of(0)
    }

    /// How many positions can be reached.
    pub fn positions(&self) -> u64 {
        self.worth.len() as u64
    }

    pub(super) fn worth_of(&self, id: Id) -> Worth {
        Worth::unpack(self.worth[id as usize]).unwrap_or(Worth::DRAW)
    }
}

/// What it took to solve a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// The positions by ply.
    pub table: Vec<PlyRow>,
    /// Pairs of a position and a successor.
    pub edges: u64,
    /// The most memory in use at any time, in bytes.
    pub peak_bytes: u64,
}

/// Solves a game by enumerating its positions.
///
/// ```
/// use ludogen::game::{AnyGame, lower};
/// use ludogen::language::parse;
/// use ludogen::solver::{Budget, Value, solve};
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
/// let budget = Budget { positions: 10_000, bytes: 1 << 24 };
/// let (solution, _) = with_game!(&game, game => solve(game, &budget)).unwrap();
/// assert_eq!(solution.start().value, Value::Draw);
/// ```
///
/// # Errors
/// If the budget does not suffice, or nobody has a forced win and a rule that forbids repetition matters.
pub fn solve<const W: usize>(game: &Game<W>, budget: &Budget) -> Result<(Solution, Account), SolveError> {
    let graph = Graph::explore(game, budget)?;
    let rule = game.rules().repetition;
    let Decided { mut worth, open_draws, mut peak_bytes } = decide(&graph, rule, game.tracks_repetition())?;
    // Nearly everywhere a turn is a move.
    if !facts::moves_alternate(game.rules())
        && let Some(bytes) = count_turns(&graph, &mut worth)
    {
        peak_bytes = peak_bytes.max(graph.memory() + bytes);
    }
    let account = Account { table: table(&graph, &worth), edges: graph.edges.len() as u64, peak_bytes };
    Ok((Solution { codes: graph.codes, symbols: graph.symbols, worth, open_draws }, account))
}

/// The values of the positions of a graph.
pub(super) struct Decided {
    /// By position, packed.
    pub worth: Vec<u32>,
    /// See [`Solution`].
    pub open_draws: bool,
    /// The most memory in use at any time, in bytes.
    pub peak_bytes: u64,
}

/// Works out the value of every position of a graph. `tracks`: positions may repeat, and the rules care.
///
/// # Errors
/// If a rule that forbids repetition matters and nobody has a forced win.
pub(super) fn decide(graph: &Graph, rule: Repetition, tracks: bool) -> Result<Decided, SolveError> {
    let (mut worth, peak_bytes) = induce(graph);
    let forbids = tracks && matches!(rule, Repetition::Forbid | Repetition::Positional);
    let open_draws = forbids && may_recur(graph, rule);
    if open_draws && !agrees_with_history(graph, &worth, rule) {
        // What is forced here need not be where a position may not come twice.
        let open = |id: &usize| matches!(graph.status(*id as Id), Status::Open(_));
        (0..graph.len()).filter(open).for_each(|id| worth[id] = 0);
    }
    if open_draws && worth[0] == 0 {
        return Err(SolveError::History { rule: if rule == Repetition::Positional { "positional" } else { "forbid" } });
    }
    Ok(Decided { worth, open_draws, peak_bytes })
}

/// The packed worth of every position, and the most memory in use.
fn induce(graph: &Graph) -> (Vec<u32>, u64) {
    let n = graph.len();
    let before = graph.predecessors();
    let mut worth = vec![0u32; n];
    let mut undecided = graph.degrees.clone();
    let mut queue: Vec<Id> = Vec::new();
    for id in 0..n as Id {
        if let Status::Over(value @ (Value::First | Value::Second)) = graph.status(id) {
            worth[id as usize] = Worth { value, plies: Some(0) }.pack();
            queue.push(id);
        }
    }
    let mut head = 0;
    while let Some(&id) = queue.get(head) {
        head += 1;
        let (winner, plies) = (worth[id as usize] & 3, worth[id as usize] >> 2);
        for &p in before.of(id) {
            if worth[p as usize] != 0 {
                continue;
            }
            let Status::Open(mover) = graph.status(p) else { continue };
            undecided[p as usize] -= 1;
            if mover as u32 + 1 == winner || undecided[p as usize] == 0 {
                worth[p as usize] = (plies + 1) << 2 | winner;
                queue.push(p);
            }
        }
    }
    let words = worth.capacity() + undecided.capacity() + queue.capacity();
    let peak = graph.memory() + before.memory() + words as u64 * 4;
    (worth, peak.max(graph.peak))
}

/// Counts whole turns to the win where turns have several moves, as the methods on sets do: a position within a turn is as far away as its turn's end. Who wins is
/// decided before, in moves. Returns the memory in use; `None` if every turn is one move.
fn count_turns(graph: &Graph, worth: &mut [u32]) -> Option<u64> {
    let (n, begins) = (graph.len(), graph.begins());
    let mover = |id: Id| if let Status::Open(mover) = graph.status(id) { Some(mover) } else { None };
    let mut within = vec![false; n];
    for id in 0..n {
        for &to in &graph.edges[begins[id]..begins[id + 1]] {
            within[to as usize] |= mover(id as Id).is_some() && mover(to) == mover(id as Id);
        }
    }
    if !within.contains(&true) {
        return None;
    }
    let before = graph.predecessors();
    let mut waiting = graph.degrees.clone();
    let mut turns = vec![u32::MAX; n];
    let mut settled = vec![false; n];
    // Positions by how many turns they may be away.
    let mut levels: Vec<Vec<Id>> = vec![Vec::new()];
    for id in (0..n).filter(|&id| worth[id] != 0 && matches!(graph.status(id as Id), Status::Over(_))) {
        turns[id] = 0;
        levels[0].push(id as Id);
    }
    let mut level = 0;
    while level < levels.len() {
        let Some(id) = levels[level].pop() else {
            level += 1;
            continue;
        };
        if std::mem::replace(&mut settled[id as usize], true) {
            continue;
        }
        for &p in before.of(id) {
            let (at, away) = (p as usize, level + usize::from(!within[p as usize]));
            let winner = worth[at] & 3;
            if settled[at] || winner == 0 || winner != worth[id as usize] & 3 {
                continue;
            }
            waiting[at] -= 1;
            // The winner takes the first of the quickest ways, the loser waits for the slowest.
            let wins = mover(p).is_some_and(|mover| mover as u32 + 1 == winner);
            if wins && turns[at] <= away as u32 || !wins && waiting[at] > 0 {
                continue;
            }
            turns[at] = away as u32;
            if levels.len() <= away {
                levels.resize_with(away + 1, Vec::new);
            }
            levels[away].push(p);
        }
    }
    for (id, worth) in worth.iter_mut().enumerate().filter(|(id, worth)| **worth != 0 && settled[*id]) {
        *worth = turns[id] << 2 | *worth & 3;
    }
    let queued: usize = levels.iter().map(Vec::capacity).sum();
    Some(before.memory() + (4 * (waiting.len() + turns.len() + queued) + 2 * n) as u64)
}

/// The positions by ply. One belongs to the least number of moves that lead there.
fn table(graph: &Graph, worth: &[u32]) -> Vec<PlyRow> {
    let rows = graph.plies.windows(2).zip(0..).map(|(bounds, ply)| {
        let mut row = PlyRow { ply, ..PlyRow::default() };
        for id in bounds[0]..bounds[1] {
            row.positions += 1;
            match (worth[id as usize] & 3, graph.status(id)) {
                (0, _) => row.drawn += 1,
                (winner, Status::Open(mover)) if mover as u32 + 1 == winner => row.won += 1,
                _ => row.lost += 1,
            }
        }
        row
    });
    rows.collect()
}

/// What the repetition rule takes for the same position: its part of the code, without the mover if the rule is positional.
fn recurring(graph: &Graph, id: Id, rule: Repetition) -> &[u8] {
    let compared = graph.compared[id as usize] as usize - (rule == Repetition::Positional) as usize;
    &graph.codes.get(id)[..compared]
}

/// Whether play may lead to a position like an earlier one by a move that the rule could forbid.
fn may_recur(graph: &Graph, rule: Repetition) -> bool {
    // Positions that the rule takes for the same are taken together. If there is no cycle then, none comes again. Passes are
    // never forbidden, so an end that only a pass leads to does not matter.
    let mut codes = Codes::default();
    let class: Vec<Id> = (0..graph.len() as Id).map(|id| codes.insert(recurring(graph, id, rule)).0).collect();
    let classes = codes.len();
    drop(codes);
    let matters = |to: Id| !graph.only_by_pass(to);
    let mut waiting = vec![0u32; classes];
    for &to in graph.edges.iter().filter(|&&to| matters(to)) {
        waiting[class[to as usize] as usize] += 1;
    }
    // The members of each class side by side.
    let mut bounds = vec![0 as Id; classes + 1];
    class.iter().for_each(|&c| bounds[c as usize + 1] += 1);
    for c in 0..classes {
        bounds[c + 1] += bounds[c];
    }
    let mut members = vec![0 as Id; graph.len()];
    let mut at = bounds.clone();
    for (id, &c) in class.iter().enumerate() {
        members[at[c as usize] as usize] = id as Id;
        at[c as usize] += 1;
    }
    let begins = graph.begins();
    let mut free: Vec<Id> = (0..classes as Id).filter(|&c| waiting[c as usize] == 0).collect();
    let mut done = 0;
    while let Some(c) = free.pop() {
        done += 1;
        for &id in &members[bounds[c as usize] as usize..bounds[c as usize + 1] as usize] {
            for &to in graph.edges[begins[id as usize]..begins[id as usize + 1]].iter().filter(|&&to| matters(to)) {
                let next = class[to as usize];
                waiting[next as usize] -= 1;
                if waiting[next as usize] == 0 {
                    free.push(next);
                }
            }
        }
    }
    done < classes
}

/// Whether a forced win remains one where no position may come twice: the positions that the rule takes for the same are all
/// won in the same number of moves, so that on the way to a win, which gets shorter with every move, none comes again.
fn agrees_with_history(graph: &Graph, worth: &[u32], rule: Repetition) -> bool {
    let mut seen: HashMap<&[u8], u32> = HashMap::new();
    (0..graph.len() as Id).all(|id| {
        let own = worth[id as usize];
        own == 0 || graph.only_by_pass(id) || *seen.entry(recurring(graph, id, rule)).or_insert(own) == own
    })
}
