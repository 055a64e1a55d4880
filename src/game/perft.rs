//! Counting move sequences, to compare engines.

use super::Game;
use super::meter;
use super::position::Position;
use super::rules::Player;
use super::state::{Move, Outcome, State};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The sequences of one length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct PerftRow {
    /// The length.
    pub depth: u32,
    /// Sequences of exactly that length from the start; a finished game has no continuations.
    pub nodes: u64,
    /// Those that end there with a win of the player who moved first.
    pub first_wins: u64,
    /// Those that end there with a win of the other player.
    pub second_wins: u64,
    /// Those that end there drawn.
    pub draws: u64,
}

impl PerftRow {
    /// Counts so many sequences more that end with this outcome, or do not end there; `None` if there are too many.
    fn add(&mut self, over: Option<Outcome>, sequences: u64) -> Option<()> {
        let more = |count: &mut u64| count.checked_add(sequences).map(|sum| *count = sum);
        more(&mut self.nodes)?;
        match over {
            Some(Outcome::Win(Player::White)) => more(&mut self.first_wins),
            Some(Outcome::Win(Player::Black)) => more(&mut self.second_wins),
            Some(Outcome::Draw) => more(&mut self.draws),
            None => Some(()),
        }
    }

    /// Counts each of some sequences so many times.
    fn add_times(&mut self, other: &PerftRow, times: u64) -> Option<()> {
        let more = |count: &mut u64, other: u64| {
            *count = other.checked_mul(times).and_then(|product| count.checked_add(product))?;
            Some(())
        };
        more(&mut self.nodes, other.nodes)?;
        more(&mut self.first_wins, other.first_wins)?;
        more(&mut self.second_wins, other.second_wins)?;
        more(&mut self.draws, other.draws)
    }
}

/// No sequences of any length yet.
fn no_sequences(depth: u32) -> Vec<PerftRow> {
    (1..=depth).map(|depth| PerftRow { depth, ..PerftRow::default() }).collect()
}

/// How a game ended. Wins belong to persons, who may have changed sides.
fn outcome<const W: usize>(state: &State<W>) -> Option<Outcome> {
    match state.outcome {
        Some(Outcome::Win(colour)) if state.swapped => Some(Outcome::Win(colour.opponent())),
        other => other,
    }
}

/// Plies at which a sequence is given up: a turn of `repeat`s need not end.
const MAX_PLIES: usize = 1_000;

/// What may be done for one turn from one position, in the units of [`meter`], some seconds: turns of rules that repeat may go on and on, or be
/// too many to count. And what a move takes of it beside looking ahead.
const A_TURN: u64 = 500_000_000;
const A_MOVE: u64 = 32;

/// Counts the move sequences up to `depth`, without merging positions. One unit of depth is a turn, or with `per_action`
/// every move of a turn of several.
///
/// ```
/// use ludogen::game::{AnyGame, lower, perft};
/// use ludogen::language::parse;
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
/// let rows = with_game!(&game, game => perft(game, 3, false));
/// assert_eq!(rows.last().map(|row| row.nodes), Some(9 * 8 * 7));
/// ```
pub fn perft<const W: usize>(game: &Game<W>, depth: u32, per_action: bool) -> Vec<PerftRow> {
    let mut rows = no_sequences(depth);
    let mut position = Position::new(game, Player::White);
    // What is allowed without end does not run out.
    let mut left = u64::MAX;
    let _ =
        Count { game, per_action, lists: Vec::new(), allowance: left }.go_on(&mut position, 0, 0, &mut rows, &mut left);
    rows
}

/// Sequences looked at one by one.
struct Count<'c, const W: usize> {
    game: &'c Game<W>,
    per_action: bool,
    /// Moves, by ply.
    lists: Vec<Vec<Move>>,
    /// What may be done for a turn.
    allowance: u64,
}

impl<const W: usize> Count<'_, W> {
    /// Counts the sequences from a position on, with so much left to be done for its turn; `None` if that is not enough.
    fn go_on(
        &mut self,
        position: &mut Position<W>,
        turn: usize,
        ply: usize,
        rows: &mut [PerftRow],
        left: &mut u64,
    ) -> Option<()> {
        if turn >= rows.len() {
            return Some(());
        }
        if self.lists.len() <= ply {
            self.lists.push(Vec::new());
        }
        let mut moves = std::mem::take(&mut self.lists[ply]);
        let mut begun = meter::total();
        position.legal(self.game, &mut moves);
        for &m in &moves {
            position.apply(self.game, m);
            *left = left.checked_sub(A_MOVE + meter::total() - begun)?;
            let over = outcome(position.state());
            if self.per_action || over.is_some() || !position.state().continuing {
                // Sequences looked at one by one do not come to 2⁶⁴.
                rows[turn].add(over, 1);
                if over.is_none() {
                    let mut next = self.allowance;
                    self.go_on(position, turn + 1, ply + 1, rows, &mut next)?;
                }
            } else if ply < MAX_PLIES {
                self.go_on(position, turn, ply + 1, rows, left)?;
            }
            position.undo();
            begun = meter::total();
        }
        self.lists[ply] = moves;
        Some(())
    }
}

/// Counts as [`perft`] does, but looks only once at a position that many sequences lead to, so that far longer sequences can be
/// counted. Positions are told apart by keys of 64 bits. As many are kept at a time as `memory` bytes hold, at least one; those
/// beyond are looked at as often as they come up. Rules that ask what came before leave nothing to merge.
///
/// `None` if the sequences of one length are 2⁶⁴ or more, or if turns go on and on: from one position there may be more turns than can be counted.
///
/// ```
/// use ludogen::game::{AnyGame, perft_merged};
/// use ludogen::language::parse;
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// let rows = with_game!(&game, game => perft_merged(game, 9, false, 1 << 20)).unwrap();
/// let finished = rows.iter().map(|row| row.first_wins + row.second_wins + row.draws);
/// assert_eq!(finished.sum::<u64>(), 255_168, "all games there are");
/// ```
pub fn perft_merged<const W: usize>(
    game: &Game<W>,
    depth: u32,
    per_action: bool,
    memory: usize,
) -> Option<Vec<PerftRow>> {
    let mut rows = no_sequences(depth);
    let one_by_one = |position: &mut Position<W>, rows: &mut [PerftRow]| {
        let mut left = A_TURN;
        Count { game, per_action, lists: Vec::new(), allowance: left }.go_on(position, 0, 0, rows, &mut left)
    };
    let mut position = Position::new(game, Player::White);
    if game.tracks_repetition() {
        one_by_one(&mut position, &mut rows)?;
        return Some(rows);
    }
    let room = memory / WAVES;
    let mut turn = Wave::new(room);
    let start = position.state().clone();
    let mut after = start.clone();
    turn.add(game.search_key(&start), &start, 1)?;
    let (mut moves, mut past) = (Vec::new(), Vec::new());
    for first in 0..rows.len() {
        let rows = &mut rows[first..];
        let mut next = Wave::new(room);
        let mut left = A_TURN.saturating_mul(turn.positions.len() as u64);
        // A turn goes on for as many plies as the rules repeat.
        for _ in 0..=MAX_PLIES {
            let mut continuing = Wave::new(room);
            for (state, sequences) in &turn.positions {
                let mut begun = meter::total();
                game.moves(state, &past, &mut moves);
                for &m in &moves {
                    after.clone_from(state);
                    game.apply(&mut after, &mut past, m);
                    left = left.checked_sub(A_MOVE + meter::total() - begun)?;
                    let over = outcome(&after);
                    let whole = per_action || over.is_some() || !after.continuing;
                    if whole {
                        rows[0].add(over, *sequences)?;
                    }
                    begun = meter::total();
                    let wave = if whole { &mut next } else { &mut continuing };
                    let rest = &mut rows[whole as usize..];
                    if over.is_none() && !rest.is_empty() && wave.add(game.search_key(&after), &after, *sequences)? {
                        let mut counted = no_sequences(rest.len() as u32);
                        one_by_one(&mut Position::at(after.clone()), &mut counted)?;
                        rest.iter_mut().zip(&counted).try_for_each(|(row, more)| row.add_times(more, *sequences))?;
                    }
                }
            }
            turn = continuing;
            if turn.positions.is_empty() {
                break;
            }
        }
        turn = next;
    }
    Some(rows)
}

/// Different positions, and how many sequences lead to each.
struct Wave<const W: usize> {
    places: HashMap<u64, usize>,
    positions: Vec<(State<W>, u64)>,
    /// Bytes that further positions may take.
    room: usize,
}

/// How many there are at a time: those at hand, those after whole turns, those that a turn goes on from.
const WAVES: usize = 3;
/// What a position takes beside its state: its place, and room in tables that are not full.
const OF_A_PLACE: usize = 64;

impl<const W: usize> Wave<W> {
    fn new(room: usize) -> Self {
        Wave { places: HashMap::new(), positions: Vec::new(), room }
    }

    /// Adds sequences that lead to a position. True if it is new and there is no room for it; `None` if there are too many.
    fn add(&mut self, key: u64, state: &State<W>, sequences: u64) -> Option<bool> {
        let bytes = state.bytes() + OF_A_PLACE;
        // One is always kept, so that there is something to go on with.
        let full = self.room < bytes && !self.positions.is_empty();
        match self.places.entry(key) {
            Entry::Occupied(place) => {
                let (_, known) = &mut self.positions[*place.get()];
                *known = known.checked_add(sequences)?;
            }
            Entry::Vacant(_) if full => return Some(true),
            Entry::Vacant(place) => {
                self.room = self.room.saturating_sub(bytes);
                place.insert(self.positions.len());
                self.positions.push((state.clone(), sequences));
            }
        }
        Some(false)
    }
}
