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

/// How many moves of turns that go on are made before any turn has ended, and how many more with each that has.
const PATIENCE: u64 = 200_000;
const PATIENCE_A_TURN: u64 = 4_096;
/// Looking ahead that counts as such a move.
const LOOKING_A_MOVE: u64 = 1_000;

/// Watches over turns that go on and on: how many moves may still be made that end no turn.
struct Patience(u64);

impl Patience {
    /// A move that ends no turn, found with so much looking ahead; `None` if there have been too many.
    fn goes_on(&mut self, looking: u64) -> Option<()> {
        self.0 = self.0.checked_sub(1 + looking / LOOKING_A_MOVE)?;
        Some(())
    }

    fn ends(&mut self) {
        self.0 = self.0.saturating_add(PATIENCE_A_TURN);
    }
}

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
    // A patience without end does not run out.
    let _ = Count { game, per_action, lists: Vec::new(), patience: &mut Patience(u64::MAX) }.go_on(
        &mut position,
        0,
        0,
        &mut rows,
    );
    rows
}

/// Sequences looked at one by one.
struct Count<'c, const W: usize> {
    game: &'c Game<W>,
    per_action: bool,
    /// Moves, by ply.
    lists: Vec<Vec<Move>>,
    patience: &'c mut Patience,
}

impl<const W: usize> Count<'_, W> {
    /// Counts the sequences from a position on; `None` if turns go on for too long.
    fn go_on(&mut self, position: &mut Position<W>, turn: usize, ply: usize, rows: &mut [PerftRow]) -> Option<()> {
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
            let over = outcome(position.state());
            if self.per_action || over.is_some() || !position.state().continuing {
                self.patience.ends();
                // Sequences looked at one by one do not come to 2⁶⁴.
                rows[turn].add(over, 1);
                if over.is_none() {
                    self.go_on(position, turn + 1, ply + 1, rows)?;
                }
            } else if ply < MAX_PLIES {
                self.patience.goes_on(meter::total() - begun)?;
                self.go_on(position, turn, ply + 1, rows)?;
            }
            position.undo();
            begun = meter::total();
        }
        self.lists[ply] = moves;
        Some(())
    }
}

/// Counts as [`perft`] does, but looks only once at a position that many sequences lead to, so that far longer sequences can be
/// counted. Positions are told apart by keys of 64 bits. No more than `most` of them, at least one, are kept at a time; those
/// beyond are looked at as often as they come up. Rules that ask what came before leave nothing to merge.
///
/// `None` if the sequences of one length are 2⁶⁴ or more, or if turns go on and on: rules may have a single turn of more moves than can be counted.
pub fn perft_merged<const W: usize>(
    game: &Game<W>,
    depth: u32,
    per_action: bool,
    most: usize,
) -> Option<Vec<PerftRow>> {
    let mut rows = no_sequences(depth);
    let mut patience = Patience(PATIENCE);
    let one_by_one = |position: &mut Position<W>, rows: &mut [PerftRow], patience: &mut Patience| {
        Count { game, per_action, lists: Vec::new(), patience }.go_on(position, 0, 0, rows)
    };
    let mut position = Position::new(game, Player::White);
    if game.tracks_repetition() {
        one_by_one(&mut position, &mut rows, &mut patience)?;
        return Some(rows);
    }
    let mut turn = Wave::new(most);
    let start = position.state().clone();
    let mut after = start.clone();
    turn.add(game.search_key(&start), &start, 1)?;
    let (mut moves, mut past) = (Vec::new(), Vec::new());
    for first in 0..rows.len() {
        let rows = &mut rows[first..];
        let mut next = Wave::new(most);
        // A turn goes on for as many plies as the rules repeat.
        for _ in 0..=MAX_PLIES {
            let mut continuing = Wave::new(most);
            for (state, sequences) in &turn.positions {
                let mut begun = meter::total();
                game.moves(state, &past, &mut moves);
                for &m in &moves {
                    after.clone_from(state);
                    game.apply(&mut after, &mut past, m);
                    let over = outcome(&after);
                    let whole = per_action || over.is_some() || !after.continuing;
                    if whole {
                        patience.ends();
                        rows[0].add(over, *sequences)?;
                    } else {
                        patience.goes_on(meter::total() - begun)?;
                    }
                    begun = meter::total();
                    let wave = if whole { &mut next } else { &mut continuing };
                    let rest = &mut rows[whole as usize..];
                    if over.is_none() && !rest.is_empty() && wave.add(game.search_key(&after), &after, *sequences)? {
                        let mut counted = no_sequences(rest.len() as u32);
                        one_by_one(&mut Position::at(after.clone()), &mut counted, &mut patience)?;
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
    most: usize,
}

impl<const W: usize> Wave<W> {
    fn new(most: usize) -> Self {
        Wave { places: HashMap::new(), positions: Vec::new(), most: most.max(1) }
    }

    /// Adds sequences that lead to a position. True if it is new and there is no room for it; `None` if there are too many.
    fn add(&mut self, key: u64, state: &State<W>, sequences: u64) -> Option<bool> {
        let full = self.positions.len() >= self.most;
        match self.places.entry(key) {
            Entry::Occupied(place) => {
                let (_, known) = &mut self.positions[*place.get()];
                *known = known.checked_add(sequences)?;
            }
            Entry::Vacant(_) if full => return Some(true),
            Entry::Vacant(place) => {
                place.insert(self.positions.len());
                self.positions.push((state.clone(), sequences));
            }
        }
        Some(false)
    }
}
