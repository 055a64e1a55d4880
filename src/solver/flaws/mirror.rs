//! Strategies of answering every move with its image.

use super::super::code::Coder;
use super::super::graph::Codes;
use super::super::{Value, person};
use super::limits::Limits;
use super::verdict::Verdict;
use crate::board::{Board, CellId};
use crate::game::rules::Repetition;
use crate::game::{Ahead, Game, Move, NOWHERE, Owner, Player, Position, State};
use crate::order;
use crate::streams::{self, Purpose};
use rand::seq::IndexedRandom;
use serde_json::{Map, Value as Json, json};
use std::cell::Cell;

/// Random games that a strategy must survive to be called unrefuted, and the turns after which such a game is broken off.
const GAMES: u64 = 200;
const TURNS: usize = 500;

/// The most moves of one turn.
const TURN: usize = 16;

/// What a move changed: by cell, in order, the owner and the height of what stands there then.
type Trace = Vec<(CellId, Option<Owner>, usize)>;

/// What became of a strategy.
enum Trial {
    /// It never loses: the positions met, and how many ends are won and drawn.
    Holds { positions: u64, wins: u64, draws: u64 },
    /// It loses, or an image is no legal move.
    Fails,
    /// The budget does not suffice, or a repetition rule may forbid an answer.
    Unknown,
}

/// Looks for a mirror strategy: for the second player under every symmetry of the board, and for the first player after a
/// first move to a cell that the symmetry leaves where it is. One that cannot be enumerated is tried in random games; the first
/// that never fails there is told as unrefuted.
pub(super) fn strategy<const W: usize>(game: &Game<W>, limits: &Limits) -> (Verdict, Json) {
    let start = Position::new(game, Player::White);
    let (mut tried, mut unknown, mut unrefuted) = (0, 0, None);
    let (mut legal, moves) = (Vec::new(), Cell::new(0));
    start.legal(game, &mut legal);
    for map in game.board().symmetries() {
        let identity = map.iter().zip(0..).all(|(&to, cell)| to == cell);
        let fixed = |cell: CellId| cell == NOWHERE || map[cell as usize] == cell;
        let openings = legal.iter().filter(|m| m.to != NOWHERE && fixed(m.to) && fixed(m.from));
        for opening in std::iter::once(None).chain(openings.map(Some)) {
            // Answering on the very cell is no mirror strategy but where the rules make it one.
            if identity && opening.is_some() {
                continue;
            }
            let mut state = start.state().clone();
            if let Some(&m) = opening {
                game.apply(&mut state, &mut Vec::new(), m);
            }
            if state.outcome.is_some() || state.continuing {
                continue;
            }
            tried += 1;
            let mirror = Mirror { game, map, side: opening.is_none() as usize, limits, moves: &moves };
            let told = || {
                json!({
                    "player": Value::win(mirror.side),
                    "first_move": opening.map(|&m| game.notation(start.state(), m, &legal)),
                    "map": labelled(game.board(), map),
                })
            };
            match mirror.trial(state.clone()) {
                Trial::Fails => {}
                Trial::Unknown => {
                    unknown += 1;
                    if unrefuted.is_none() && mirror.survives(&state) {
                        let mut evidence = told();
                        evidence["games"] = GAMES.into();
                        unrefuted = Some(evidence);
                    }
                }
                Trial::Holds { positions, wins, draws } => {
                    let mut evidence = told();
                    evidence["positions"] = positions.into();
                    evidence["wins"] = wins.into();
                    evidence["draws"] = draws.into();
                    return (Verdict::Flawed, evidence);
                }
            }
        }
    }
    let verdict = if unknown > 0 { Verdict::Open } else { Verdict::Sound };
    let mut evidence = json!({"strategies": tried, "beyond_the_budget": unknown});
    if let Some(strategy) = unrefuted {
        evidence["unrefuted"] = strategy;
    }
    (verdict, evidence)
}

struct Mirror<'a, const W: usize> {
    game: &'a Game<W>,
    map: &'a [CellId],
    /// The person who answers.
    side: usize,
    limits: &'a Limits,
    /// How many moves were listed and tried, by the strategies before too.
    moves: &'a Cell<u64>,
}

/// The positions met so far, before moves of the other player.
struct Met<'g, const W: usize> {
    coder: Coder<'g, W>,
    codes: Codes,
    edges: Vec<(u32, u32)>,
    open: Vec<State<W>>,
    wins: u64,
    draws: u64,
    ends: u64,
}

/// So many moves are listed and tried as answers in all strategies, for each position that may be met in one.
const MOVES_A_POSITION: u64 = 256;
/// Strategies are given moves for so many positions, also where fewer may be met.
const LEAST_POSITIONS: u64 = 8_000;
/// So many moves are listed in the time that trying one takes.
const LISTED_A_MOVE: u64 = 32;
/// So many moves, the most alike, are tried as an answer.
const TRIED: usize = 1_000;
/// What the positions that wait may take, in bytes.
const ROOM: usize = 64 << 20;

impl<'a, const W: usize> Mirror<'a, W> {
    fn nothing_met(&self) -> Met<'a, W> {
        Met {
            coder: Coder::new(self.game),
            codes: Codes::default(),
            edges: Vec::new(),
            open: Vec::new(),
            wins: 0,
            draws: 0,
            ends: 0,
        }
    }

    /// Whether the strategy never fails in [`GAMES`] games against random moves.
    fn survives(&self, start: &State<W>) -> bool {
        person(start) != self.side && (0..GAMES).all(|number| self.survives_one(start.clone(), number))
    }

    fn survives_one(&self, start: State<W>, number: u64) -> bool {
        let mut rng = streams::stream(0, Purpose::Playout, number);
        let mut met = self.nothing_met();
        let (mut made, mut legal) = (Vec::new(), Vec::new());
        let mut next = Some(start);
        for _ in 0..TURNS {
            // No position is open where the game has ended, or come back to where it was.
            let Some(mut state) = next else { return true };
            // What was not tried to its end is not told.
            if self.is_spent() {
                return false;
            }
            made.clear();
            while person(&state) != self.side {
                self.list(&state, &mut legal);
                let Some(&m) = legal.choose(&mut rng) else { return true };
                let mut after = state.clone();
                self.game.apply(&mut after, &mut Vec::new(), m);
                made.push((m, self.trace(&state, &after)));
                if after.outcome.is_some() {
                    return self.ends(&mut met, &after);
                }
                if made.len() > TURN {
                    return false;
                }
                state = after;
            }
            if !self.answer(&mut met, state, 0, &made) {
                return false;
            }
            next = met.open.pop();
        }
        true
    }

    fn trial(&self, start: State<W>) -> Trial {
        let mut met = self.nothing_met();
        if person(&start) == self.side {
            return Trial::Fails;
        }
        let Some(_) = self.meet(&mut met, start, None) else { return Trial::Fails };
        while let Some(state) = met.open.pop() {
            let Some(from) = self.id(&mut met, &state) else { return Trial::Fails };
            let holds = self.turn(&mut met, &state, from, &mut Vec::new());
            if self.is_beyond(&met) {
                return Trial::Unknown;
            }
            if !holds {
                return Trial::Fails;
            }
        }
        let forbids = matches!(self.game.rules().repetition, Repetition::Forbid | Repetition::Positional);
        if forbids && self.game.tracks_repetition() && has_cycle(met.codes.len(), &met.edges) {
            return Trial::Unknown;
        }
        Trial::Holds { positions: met.codes.len() as u64, wins: met.wins, draws: met.draws }
    }

    /// Whether more was met than may be.
    fn is_beyond(&self, met: &Met<W>) -> bool {
        let waiting = met.open.len() * met.open.last().map_or(0, State::bytes);
        met.codes.len() as u64 + met.ends > self.limits.positions || waiting > ROOM || self.is_spent()
    }

    /// Whether as many moves were listed and tried as may be.
    fn is_spent(&self) -> bool {
        self.moves.get() > self.limits.positions.max(LEAST_POSITIONS).saturating_mul(MOVES_A_POSITION)
    }

    fn id(&self, met: &mut Met<W>, state: &State<W>) -> Option<u32> {
        let mut code = Vec::new();
        met.coder.encode(state, &mut code)?;
        Some(met.codes.insert(&code).0)
    }

    /// Notes a position in which the other player is to move.
    fn meet(&self, met: &mut Met<W>, state: State<W>, from: Option<u32>) -> Option<()> {
        let mut code = Vec::new();
        met.coder.encode(&state, &mut code)?;
        let (id, new) = met.codes.insert(&code);
        if let Some(from) = from {
            met.edges.push((from, id));
        }
        if new {
            met.open.push(state);
        }
        Some(())
    }

    /// Every turn of the other player from a position, each with its answer. False if one of them beats the strategy or more is met than may be.
    fn turn(&self, met: &mut Met<W>, state: &State<W>, from: u32, made: &mut Vec<(Move, Trace)>) -> bool {
        let mut legal = Vec::new();
        self.list(state, &mut legal);
        legal.into_iter().all(|m| {
            if self.is_beyond(met) {
                return false;
            }
            let mut after = state.clone();
            self.game.apply(&mut after, &mut Vec::new(), m);
            made.push((m, self.trace(state, &after)));
            let fine = if after.outcome.is_some() {
                self.ends(met, &after)
            } else if person(&after) == self.side {
                self.answer(met, after, from, made)
            } else {
                made.len() < TURN && self.turn(met, &after, from, made)
            };
            made.pop();
            fine
        })
    }

    /// Lists the legal moves, which counts.
    fn list(&self, state: &State<W>, legal: &mut Vec<Move>) {
        let begun = Ahead::now();
        self.game.moves(state, &[self.game.key(state)], legal);
        self.moves.update(|moves| moves + legal.len() as u64 / LISTED_A_MOVE + begun.taken());
    }

    /// What a move changed on the board.
    fn trace(&self, before: &State<W>, after: &State<W>) -> Trace {
        let game = self.game;
        let changed = |c: &CellId| {
            game.top(before, *c) != game.top(after, *c) || game.height(before, *c) != game.height(after, *c)
        };
        let cells = game.board().cells().filter(changed);
        cells.map(|c| (c, after.owner_of(c), game.height(after, c))).collect()
    }

    /// Answers a turn with its image: move by move, the one that does to the image of each cell what was done to it, the
    /// players changing places.
    fn answer(&self, met: &mut Met<W>, mut state: State<W>, from: u32, made: &[(Move, Trace)]) -> bool {
        let mut legal = Vec::new();
        for (m, trace) in made {
            if person(&state) != self.side {
                return false;
            }
            let image = |cell: CellId| if cell == NOWHERE { cell } else { self.map[cell as usize] };
            let swapped = |owner: Option<Owner>| owner.map(Owner::opponent);
            let mut wanted: Trace =
                trace.iter().map(|&(c, owner, height)| (image(c), swapped(owner), height)).collect();
            wanted.sort_unstable();
            self.list(&state, &mut legal);
            // Of moves that do the same, the one that looks most like the image.
            most_alike_first(&mut legal, &Move { from: image(m.from), to: image(m.to), ..*m });
            let alike = |n: &Move| {
                let begun = Ahead::now();
                let mut after = state.clone();
                self.game.apply(&mut after, &mut Vec::new(), *n);
                self.moves.update(|moves| moves + 1 + begun.taken());
                (self.trace(&state, &after) == wanted).then_some(after)
            };
            let Some(after) = legal.iter().take(TRIED).find_map(alike) else { return false };
            state = after;
            if state.outcome.is_some() {
                return self.ends(met, &state);
            }
        }
        person(&state) != self.side && self.meet(met, state, Some(from)).is_some()
    }

    /// Counts an end; false if the strategy has lost.
    fn ends(&self, met: &mut Met<W>, state: &State<W>) -> bool {
        let Some(outcome) = state.outcome else { return true };
        met.ends += 1;
        match Value::of_outcome(outcome, state.swapped) {
            Value::Draw => met.draws += 1,
            value if value == Value::win(self.side) => met.wins += 1,
            _ => return false,
        }
        true
    }
}

/// Whether a graph of so many nodes has a cycle.
fn has_cycle(nodes: usize, edges: &[(u32, u32)]) -> bool {
    let mut edges = edges.to_vec();
    edges.sort_unstable();
    let mut waiting = vec![0u32; nodes];
    edges.iter().for_each(|&(_, to)| waiting[to as usize] += 1);
    let mut free: Vec<u32> = (0..nodes as u32).filter(|&n| waiting[n as usize] == 0).collect();
    let mut done = 0;
    while let Some(node) = free.pop() {
        done += 1;
        let begin = edges.partition_point(|e| e.0 < node);
        for &(_, to) in edges[begin..].iter().take_while(|e| e.0 == node) {
            waiting[to as usize] -= 1;
            if waiting[to as usize] == 0 {
                free.push(to);
            }
        }
    }
    done < nodes
}
/// Sorts moves by how much they look like one: those between the same cells first, of these the ones of the same class.
fn most_alike_first(moves: &mut [Move], like: &Move) {
    order::sort_by_key(moves, |n| ((n.from, n.to) != (like.from, like.to), n.class != like.class, *n));
}

/// A map of cells, by their labels.
fn labelled(board: &Board, map: &[CellId]) -> Json {
    let label = |c: CellId| board.label(c).to_lowercase();
    let mut labels = Map::new();
    for (cell, &to) in (0..).zip(map) {
        labels.insert(label(cell), label(to).into());
    }
    labels.into()
}
