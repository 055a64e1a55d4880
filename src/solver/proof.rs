//! Depth-first proof-number search: who wins one position, without enumerating all.
//!
//! Nagai's df-pn on the question whether one person can force a win; a draw, and play without end, is a failure. Proof numbers
//! are combined by their maximum plus the number of other open successors rather than by their sum (weak proof numbers, Ueda
//! et al. 2008), which does not count a position twice that is reached in two ways.
//!
//! **Cycles.** A successor that is on the path already counts as a failure. A proof of a win never rests on that: its leaves are
//! finished games, so it holds however the position was reached. A refutation may rest on it, and then holds only where the
//! repeated positions lie on the path (the graph-history interaction). Each refutation therefore carries the depths of the
//! first and the last position on the path that it needs; it is forgotten when the last is left, and enters the table only once
//! it needs none. Depths in between are taken to be needed too.

use super::code::Coder;
use super::graph::{hash, mix};
use super::{Budget, SolveError, Value, person};
use crate::game::rules::Repetition;
use crate::game::{Ahead, Game, Move, State};
use std::collections::HashMap;

/// A proof number that cannot be reached: the opposite is certain.
const INFINITE: u32 = u32::MAX;
/// So much looking ahead takes as long as a node, whose moves are all made.
const AHEAD_A_NODE: u64 = 64;
/// Slots of one bucket of the table.
const BUCKET: usize = 4;
/// Bytes of a slot.
const SLOT: u64 = size_of::<Slot>() as u64;

/// 128 bits of hash of a code.
type Key = (u64, u64);

/// Which positions of the path a refutation rests on: the depths of the first and the last.
type Needs = (u32, u32);

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Who wins.
    pub value: Value,
    /// Positions expanded, each as often as it was.
    pub nodes: u64,
    /// Memory of the table and the path, in bytes.
    pub peak_bytes: u64,
}

/// Finds out who wins a position.
///
/// # Errors
/// If the budget does not suffice, or a rule that forbids repetition can matter.
///
/// ```
/// use ludogen::game::{AnyGame, Player, Position, lower};
/// use ludogen::language::parse;
/// use ludogen::solver::{Budget, Value, proof};
/// use ludogen::with_game;
///
/// let rules = "(game Hex (board (tiling hex) (shape rhombus) (size 3 3)) (end (All win (connect own-regions))))";
/// let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
/// let budget = Budget { positions: 100_000, bytes: 1 << 24 };
/// let found = with_game!(&game, game => proof::value(game, Position::new(game, Player::White).state(), &budget));
/// assert_eq!(found.unwrap().value, Value::First);
/// ```
pub fn value<const W: usize>(game: &Game<W>, state: &State<W>, budget: &Budget) -> Result<Proof, SolveError> {
    let rule = game.rules().repetition;
    if game.tracks_repetition() && matches!(rule, Repetition::Forbid | Repetition::Positional) {
        return Err(SolveError::Limit(
            "proof search does not see which positions came before, and the repetition rule may forbid them; \
             the method `explicit` can"
                .into(),
        ));
    }
    if let Some(outcome) = state.outcome {
        return Ok(Proof { value: Value::of_outcome(outcome, state.swapped), nodes: 0, peak_bytes: 0 });
    }
    let mut nodes = 0;
    let mut peak_bytes = 0;
    for attacker in [person(state), 1 - person(state)] {
        let left = Budget { positions: budget.positions.saturating_sub(nodes), ..*budget };
        let mut search = Search::new(game, attacker, &left);
        let proven = search.run(state);
        nodes += search.nodes;
        peak_bytes = search.peak.max(peak_bytes);
        match proven {
            Some(true) => return Ok(Proof { value: Value::win(attacker), nodes, peak_bytes }),
            Some(false) => {}
            None => {
                return Err(SolveError::Budget { positions: budget.positions, bytes: budget.bytes, reached: nodes });
            }
        }
    }
    Ok(Proof { value: Value::Draw, nodes, peak_bytes })
}

/// The rest of the key; the numbers of proof and disproof; the nodes spent below, plus one, or 0 for a free slot.
type Slot = [u64; 3];

/// A table of fixed size that gives up the cheapest of a bucket.
struct TranspositionTable {
    slots: Vec<Slot>,
}

impl TranspositionTable {
    fn new(bytes: u64) -> TranspositionTable {
        let slots = (bytes / SLOT).clamp(BUCKET as u64, 1 << 30);
        // Memory that is not written to takes none.
        TranspositionTable { slots: bytemuck::zeroed_vec(1 << slots.ilog2()) }
    }

    fn bucket(&self, key: Key) -> usize {
        key.0 as usize & (self.slots.len() - BUCKET)
    }

    fn get(&self, key: Key) -> Option<(u32, u32)> {
        let bucket = &self.slots[self.bucket(key)..][..BUCKET];
        let found = bucket.iter().find(|[check, _, work]| *work > 0 && *check == key.1);
        found.map(|[_, numbers, _]| ((numbers >> 32) as u32, *numbers as u32))
    }

    fn put(&mut self, key: Key, proof: u32, disproof: u32, work: u64) {
        let work = work.saturating_add(1);
        let start = self.bucket(key);
        let bucket = &mut self.slots[start..][..BUCKET];
        let same = bucket.iter().position(|[check, _, work]| *work > 0 && *check == key.1);
        let cheapest = || (0..BUCKET).min_by_key(|&i| bucket[i][2]).unwrap_or(0);
        let at = same.unwrap_or_else(cheapest);
        let work = if same.is_some() { work.max(bucket[at][2]) } else { work };
        bucket[at] = [key.1, u64::from(proof) << 32 | u64::from(disproof), work];
    }
}

/// A successor.
struct Child {
    m: Move,
    key: Key,
    /// Whether the game ends there, and then whether the attacker wins it.
    ended: Option<bool>,
}

/// A position on the path.
struct Frame<const W: usize> {
    state: State<W>,
    key: Key,
    /// Whether the attacker moves.
    attacks: bool,
    children: Vec<Child>,
    proof_limit: u32,
    disproof_limit: u32,
    nodes_before: u64,
}

/// The numbers of a position or successor.
#[derive(Clone, Copy)]
struct Numbers {
    proof: u32,
    disproof: u32,
    needs: Option<Needs>,
}

struct Search<'g, const W: usize> {
    game: &'g Game<W>,
    coder: Coder<'g, W>,
    attacker: usize,
    table: TranspositionTable,
    path: HashMap<Key, u32>,
    /// Refutations that hold as long as the path up to some depth stays, and by that depth which.
    bound: HashMap<Key, Needs>,
    bound_at: Vec<Vec<Key>>,
    nodes: u64,
    /// What rules asked to be looked ahead for, which counts towards the limit.
    ahead: u64,
    limit: u64,
    bytes: u64,
    peak: u64,
    code: Vec<u8>,
}

impl<'g, const W: usize> Search<'g, W> {
    fn new(game: &'g Game<W>, attacker: usize, budget: &Budget) -> Self {
        // A table larger than what can be filled would only cost time.
        let table =
            TranspositionTable::new((budget.bytes / 2).min(budget.positions.saturating_mul(2 * SLOT)).min(1 << 34));
        Search {
            game,
            coder: Coder::new(game),
            attacker,
            peak: table.slots.len() as u64 * SLOT,
            table,
            path: HashMap::new(),
            bound: HashMap::new(),
            bound_at: Vec::new(),
            nodes: 0,
            ahead: 0,
            limit: budget.positions,
            bytes: budget.bytes,
            code: Vec::new(),
        }
    }

    /// Whether the attacker wins; `None` if the budget is used up.
    fn run(&mut self, start: &State<W>) -> Option<bool> {
        let key = self.key(start)?;
        let root = self.open(start.clone(), key, INFINITE, INFINITE)?;
        let mut frames = vec![root];
        loop {
            let depth = frames.len() - 1;
            let frame = &frames[depth];
            let (numbers, next) = self.judge(frame, depth as u32);
            let done = numbers.proof == 0 || numbers.disproof == 0;
            if !done
                && numbers.proof < frame.proof_limit
                && numbers.disproof < frame.disproof_limit
                && let Some((child, proof_limit, disproof_limit)) = next
            {
                let mut state = frame.state.clone();
                let (m, key) = (frame.children[child].m, frame.children[child].key);
                self.game.apply(&mut state, &mut Vec::new(), m);
                frames.push(self.open(state, key, proof_limit, disproof_limit)?);
                continue;
            }
            self.close(&frames[depth], depth as u32, numbers);
            frames.pop();
            if frames.is_empty() {
                return done.then_some(numbers.proof == 0);
            }
        }
    }

    fn key(&mut self, state: &State<W>) -> Option<Key> {
        self.coder.encode(state, &mut self.code)?;
        let first = hash(&self.code);
        self.code.push(0x5a);
        Some((first, mix(hash(&self.code) ^ first.rotate_left(32))))
    }

    /// Puts a position on the path; `None` if the budget is used up.
    fn open(&mut self, state: State<W>, key: Key, proof_limit: u32, disproof_limit: u32) -> Option<Frame<W>> {
        let depth = self.path.len();
        let held = self.table.slots.len() as u64 * SLOT
            + (self.bound.len() * 2 * size_of::<(Key, Needs)>()) as u64
            + depth as u64 * (state.memory() + 64 * size_of::<Child>() as u64);
        self.peak = self.peak.max(held);
        if self.nodes + self.ahead / AHEAD_A_NODE >= self.limit || held > self.bytes {
            return None;
        }
        let (nodes_before, begun) = (self.nodes, Ahead::now());
        self.nodes += 1;
        self.path.insert(key, depth as u32);
        let (mut moves, mut past) = (Vec::new(), vec![self.game.key(&state)]);
        self.game.moves(&state, &past, &mut moves);
        let mut children: Vec<Child> = Vec::with_capacity(moves.len());
        let mut after = state.clone();
        for m in moves {
            after.clone_from(&state);
            past.clear();
            self.game.apply(&mut after, &mut past, m);
            let key = self.key(&after)?;
            let won = |outcome| Value::of_outcome(outcome, after.swapped) == Value::win(self.attacker);
            if !children.iter().any(|c| c.key == key) {
                children.push(Child { m, key, ended: after.outcome.map(won) });
            }
        }
        self.ahead += begun.taken();
        let attacks = person(&state) == self.attacker;
        Some(Frame { state, key, attacks, children, proof_limit, disproof_limit, nodes_before })
    }

    /// What is known of a successor.
    fn known(&self, child: &Child) -> Numbers {
        let numbers = |proof, disproof, needs| Numbers { proof, disproof, needs };
        match child.ended {
            Some(true) => return numbers(0, INFINITE, None),
            Some(false) => return numbers(INFINITE, 0, None),
            None => {}
        }
        if let Some((proof @ (0 | INFINITE), disproof)) = self.table.get(child.key) {
            return numbers(proof, disproof, None);
        }
        if let Some(&depth) = self.path.get(&child.key) {
            return numbers(INFINITE, 0, Some((depth, depth)));
        }
        if let Some(&needs) = self.bound.get(&child.key) {
            return numbers(INFINITE, 0, Some(needs));
        }
        let (proof, disproof) = self.table.get(child.key).unwrap_or((1, 1));
        numbers(proof, disproof, None)
    }

    /// The numbers of a position, and the successor to look at next with its limits.
    fn judge(&self, frame: &Frame<W>, depth: u32) -> (Numbers, Option<(usize, u32, u32)>) {
        // The attacker's positions are proven by one successor and refuted by all, the others the other way round: `one` is the
        // number of which the least counts, `all` the other.
        let split = |n: Numbers| if frame.attacks { (n.proof, n.disproof) } else { (n.disproof, n.proof) };
        let (mut least, mut second, mut best) = (INFINITE, INFINITE, None);
        let (mut most, mut open) = (0, 0u32);
        let mut union: Option<Needs> = None;
        let mut least_needs: Option<Option<Needs>> = None;
        for (i, child) in frame.children.iter().enumerate() {
            let known = self.known(child);
            let (one, all) = split(known);
            if one < least {
                (second, least, best) = (least, one, Some(i));
            } else {
                second = second.min(one);
            }
            if all > 0 {
                open += 1;
                most = most.max(all);
            }
            if let Some((first, last)) = known.needs {
                union = Some(union.map_or((first, last), |(f, l)| (f.min(first), l.max(last))));
            }
            if one == 0 {
                least_needs = Some(match (least_needs, known.needs) {
                    (Some(None), _) | (_, None) => None,
                    (Some(Some(a)), Some(b)) if a.1 <= b.1 => Some(a),
                    (_, needs) => needs,
                });
            }
        }
        let others = open.saturating_sub(1);
        let all = match (least, most) {
            (0, _) | (_, INFINITE) => INFINITE,
            (_, 0) => 0,
            _ => most.saturating_add(others).min(INFINITE - 1),
        };
        let (proof, disproof) = if frame.attacks { (least, all) } else { (all, least) };
        let needs = if disproof != 0 {
            None
        } else {
            let needs = if frame.attacks { union } else { least_needs.flatten() };
            // What goes round to this very position needs nothing else.
            needs.filter(|&(first, _)| first < depth).map(|(first, last)| (first, last.min(depth - 1)))
        };
        let (one_limit, all_limit) = match frame.attacks {
            true => (frame.proof_limit, frame.disproof_limit),
            false => (frame.disproof_limit, frame.proof_limit),
        };
        let next = best.map(|child| {
            // Going on a little beyond the second best saves coming back for every bit.
            let one = one_limit.min(second.saturating_add(second / 4).saturating_add(1));
            let all = if all_limit == INFINITE { INFINITE } else { all_limit.saturating_sub(others) };
            if frame.attacks { (child, one, all) } else { (child, all, one) }
        });
        (Numbers { proof, disproof, needs }, next)
    }

    /// Takes a position off the path and stores what is known of it.
    fn close(&mut self, frame: &Frame<W>, depth: u32, numbers: Numbers) {
        self.path.remove(&frame.key);
        if let Some(keys) = self.bound_at.get_mut(depth as usize) {
            for key in keys.drain(..) {
                if self.bound.get(&key).is_some_and(|needs| needs.1 == depth) {
                    self.bound.remove(&key);
                }
            }
        }
        match numbers.needs {
            None => self.table.put(frame.key, numbers.proof, numbers.disproof, self.nodes - frame.nodes_before),
            Some(needs) => {
                self.bound.insert(frame.key, needs);
                let last = needs.1 as usize;
                if self.bound_at.len() <= last {
                    self.bound_at.resize(last + 1, Vec::new());
                }
                self.bound_at[last].push(frame.key);
            }
        }
    }
}
