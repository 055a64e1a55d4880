//! All positions that can be reached, and how they hang together.

use super::code::{Coder, Symbols};
use super::wire::take;
use super::{Budget, SolveError, Value, person};
use crate::game::{Ahead, Game, NOWHERE, Player, Position, State};

/// A position by number, in the order in which positions were found.
pub(super) type Id = u32;

/// A set of codes, numbered from 0 in the order of insertion.
#[derive(Clone, Debug, Default)]
pub(super) struct Codes {
    bytes: Vec<u8>,
    /// Where each code ends.
    ends: Vec<u64>,
    /// Open addressing: a number plus one below the upper half of a hash, 0 for a free slot. The length is a power of two.
    slots: Vec<u64>,
}

impl Codes {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn get(&self, id: Id) -> &[u8] {
        let begin = if id == 0 { 0 } else { self.ends[id as usize - 1] };
        &self.bytes[begin as usize..self.ends[id as usize] as usize]
    }

    /// The number of a code.
    pub fn find(&self, code: &[u8]) -> Option<Id> {
        number(self.slots[self.slot(code, hash(code))?])
    }

    /// The number of a code, and whether it is new.
    pub fn insert(&mut self, code: &[u8]) -> (Id, bool) {
        if (self.len() + 1) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        let hash = hash(code);
        let slot = self.slot(code, hash).unwrap_or(0);
        if let Some(id) = number(self.slots[slot]) {
            return (id, false);
        }
        let id = self.len() as Id;
        self.slots[slot] = filled(id, hash);
        self.bytes.extend_from_slice(code);
        self.ends.push(self.bytes.len() as u64);
        (id, true)
    }

    /// The memory in use.
    pub fn memory(&self) -> u64 {
        (self.bytes.capacity() + self.ends.capacity() * 8 + self.slots.capacity() * 8) as u64
    }

    /// The slot that holds the code of this hash, or would; `None` if there are no slots.
    fn slot(&self, code: &[u8], hash: u64) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        while let Some(id) = number(self.slots[at]) {
            // Codes lie far apart in memory, so hashes are compared first.
            if self.slots[at] >> 32 == hash >> 32 && self.get(id) == code {
                break;
            }
            at = (at + 1) & mask;
        }
        Some(at)
    }

    fn grow(&mut self) {
        self.slots = vec![0; (self.slots.len() * 2).max(1 << 10)];
        let mask = self.slots.len() - 1;
        for id in 0..self.len() as Id {
            let hash = hash(self.get(id));
            let mut at = hash as usize & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = filled(id, hash);
        }
    }
}

/// A slot that holds a code: its number and the upper half of its hash. Empty slots are 0.
fn filled(id: Id, hash: u64) -> u64 {
    hash >> 32 << 32 | u64::from(id + 1)
}

/// The number of the code in a slot.
fn number(slot: u64) -> Option<Id> {
    (slot as Id).checked_sub(1)
}

/// A hash of bytes, eight at a time.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let mut h = bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        h = mix(h ^ u64::from_le_bytes(word));
    }
    h
}

/// The finaliser of SplitMix64.
pub(super) fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Marks the status of a position that some move other than a pass leads to.
const BY_MOVE: u8 = 0x80;

/// So many moves are made, or looked ahead for, for each position of a budget.
const MADE_A_POSITION: u64 = 256;

/// What is known of a position before anything is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// This person is to move: 0 or 1.
    Open(usize),
    /// The game is over.
    Over(Value),
}

/// For every position those that lead to it.
pub(super) struct Predecessors {
    begins: Vec<u64>,
    all: Vec<Id>,
}

impl Predecessors {
    /// The positions that lead to one.
    pub fn of(&self, id: Id) -> &[Id] {
        &self.all[self.begins[id as usize] as usize..self.begins[id as usize + 1] as usize]
    }

    /// The memory in use.
    pub fn memory(&self) -> u64 {
        (self.all.capacity() * 4 + self.begins.capacity() * 8) as u64
    }
}

/// The reachable positions of a game, the start being number 0.
pub(super) struct Graph {
    pub codes: Codes,
    pub symbols: Symbols,
    /// By position; [`Graph::status`] reads it.
    status: Vec<u8>,
    /// By position: how much of its code the repetition rule compares.
    pub compared: Vec<u32>,
    /// By position: how many successors it has. Those of position 0 come first in `edges`, then those of 1, and so on.
    pub degrees: Vec<u32>,
    pub edges: Vec<Id>,
    /// The first position of each ply, and at the end the number of positions: a position belongs to the least ply at which
    /// it can be reached.
    pub plies: Vec<Id>,
    /// The most memory in use at any time, in bytes.
    pub peak: u64,
}

impl Graph {
    pub fn len(&self) -> usize {
        self.status.len()
    }

    pub fn status(&self, id: Id) -> Status {
        match self.status[id as usize] & !BY_MOVE {
            s @ (0 | 1) => Status::Open(s as usize),
            2 => Status::Over(Value::First),
            3 => Status::Over(Value::Second),
            _ => Status::Over(Value::Draw),
        }
    }

    /// Whether the game is over there and nothing but passes lead there.
    pub fn only_by_pass(&self, id: Id) -> bool {
        self.status[id as usize] & BY_MOVE == 0 && matches!(self.status(id), Status::Over(_))
    }

    /// Enumerates the positions, breadth first.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn explore<const W: usize>(game: &Game<W>, budget: &Budget) -> Result<Graph, SolveError> {
        let mut coder = Coder::new(game);
        let mut graph = Graph {
            codes: Codes::default(),
            symbols: Vec::new(),
            status: Vec::new(),
            compared: Vec::new(),
            degrees: Vec::new(),
            edges: Vec::new(),
            plies: vec![0],
            peak: 0,
        };
        let mut code = Vec::new();
        let mut insert = |graph: &mut Graph, state: &State<W>| -> Result<(Id, bool), SolveError> {
            let Some(compared) = coder.encode(state, &mut code) else {
                return Err(SolveError::Limit("a cell holds something unknown".into()));
            };
            let (id, new) = graph.codes.insert(&code);
            if new {
                graph.status.push(match state.outcome {
                    None => person(state) as u8,
                    Some(outcome) => match Value::of_outcome(outcome, state.swapped) {
                        Value::First => 2,
                        Value::Second => 3,
                        Value::Draw => 4,
                    },
                });
                graph.compared.push(compared as u32);
            }
            Ok((id, new))
        };
        let start = Position::new(game, Player::White).state().clone();
        insert(&mut graph, &start)?;
        let (mut layer, mut next) = (vec![start], Vec::new());
        let (mut moves, mut past, mut targets) = (Vec::new(), Vec::new(), Vec::new());
        let mut child = layer[0].clone();
        let (mut made, begun) = (0u64, Ahead::now());
        let most_made = budget.positions.saturating_mul(MADE_A_POSITION);
        while !layer.is_empty() {
            graph.plies.push(graph.len() as Id);
            let size = layer[0].memory();
            let frontier = layer.capacity() as u64 * size;
            for state in layer.drain(..) {
                targets.clear();
                // The present position is all of the past that every way to it has in common.
                past.clear();
                past.push(game.key(&state));
                game.moves(&state, &past, &mut moves);
                made += moves.len() as u64;
                for &m in &moves {
                    child.clone_from(&state);
                    past.clear();
                    game.apply(&mut child, &mut past, m);
                    let (id, new) = insert(&mut graph, &child)?;
                    targets.push(id);
                    if m.to != NOWHERE {
                        graph.status[id as usize] |= BY_MOVE;
                    }
                    if new {
                        next.push(child.clone());
                    }
                }
                targets.sort_unstable();
                targets.dedup();
                graph.degrees.push(targets.len() as u32);
                graph.edges.extend_from_slice(&targets);
                let reached = graph.len() as u64;
                let held = graph.memory() + frontier + next.capacity() as u64 * size;
                graph.peak = graph.peak.max(held);
                // The edges are needed in both directions later, with a few words a position.
                let needed = held + graph.edges.len() as u64 * 4 + reached * 16;
                let is_overworked = made + begun.taken() > most_made;
                if is_overworked || reached > budget.positions || needed > budget.bytes || reached >= Id::MAX as u64 - 1
                {
                    let Budget { positions, bytes } = *budget;
                    return Err(SolveError::Budget { positions, bytes, reached });
                }
            }
            std::mem::swap(&mut layer, &mut next);
        }
        graph.symbols = coder.symbols();
        Ok(graph)
    }

    /// A hash of a position that does not depend on the order in which cell contents were met. `cells` is the number of cells.
    pub fn fingerprint(&self, id: Id, cells: usize) -> u64 {
        let code = self.codes.get(id);
        if self.symbols.is_empty() {
            return hash(code);
        }
        let (mut rest, mut h) = (code, 0);
        for _ in 0..cells {
            let Some(symbol) = take(&mut rest) else { break };
            h = self.symbols[symbol as usize].iter().fold(mix(h), |h, &piece| mix(h ^ u64::from(piece)));
        }
        mix(h ^ hash(rest))
    }

    /// Where the successors of each position begin in `edges`; at the end, their number.
    pub fn begins(&self) -> Vec<usize> {
        let ends = self.degrees.iter().scan(0, |end, &degree| {
            *end += degree as usize;
            Some(*end)
        });
        std::iter::once(0).chain(ends).collect()
    }

    /// The positions that lead to each position.
    pub fn predecessors(&self) -> Predecessors {
        let n = self.len();
        let mut begins = vec![0u64; n + 1];
        for &to in &self.edges {
            begins[to as usize + 1] += 1;
        }
        for i in 0..n {
            begins[i + 1] += begins[i];
        }
        let mut all = vec![0 as Id; self.edges.len()];
        let mut at = begins.clone();
        let mut edges = self.edges.iter();
        for (from, &degree) in self.degrees.iter().enumerate() {
            for &to in edges.by_ref().take(degree as usize) {
                all[at[to as usize] as usize] = from as Id;
                at[to as usize] += 1;
            }
        }
        Predecessors { begins, all }
    }

    /// The memory in use.
    pub fn memory(&self) -> u64 {
        let words = self.compared.capacity() + self.degrees.capacity() + self.edges.capacity();
        self.codes.memory() + (self.status.capacity() + words * 4) as u64
    }
}
