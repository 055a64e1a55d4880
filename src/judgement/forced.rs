//! Wins by force on the game's own board: from the start and after openings of two plies.
//!
//! Trials begin with random plies that do not end the game, so they never see a win that lies about at the start. A search does:
//! alpha-beta for short wins, proof-number search for long forcing ones.

use crate::game::{AnyGame, Game, Move, Outcome, Player, Position};
use crate::players::value::plies_to_end;
use crate::players::variation::notated;
use crate::players::{AlphaBeta, AlphaBetaOptions};
use crate::solver::{self, Budget, Value};
use crate::strategy::{Evaluator, Policy};
use crate::streams::{self, Purpose};
use crate::with_game;
use rand::RngExt;
use serde::{Deserialize, Serialize};

/// What the search for forced wins may take. Amounts are work (nodes of the cheapest games, see [`Game::nodes_for`]), so that results do
/// not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ForcedSettings {
    /// The work of the search from the start (default 400,000).
    pub start: u64,
    /// The work of the search after an opening (default 30,000).
    pub opening: u64,
    /// How many openings of two plies are searched (default 24).
    pub openings: u32,
}

impl Default for ForcedSettings {
    fn default() -> Self {
        ForcedSettings { start: 400_000, opening: 30_000, openings: 24 }
    }
}

/// A result that one side can force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forced {
    /// Who wins, or that best play draws.
    pub value: Value,
    /// Plies to the end under best play, where the search that found it counts them.
    pub plies: Option<u32>,
    /// The principal variation as far as it is known, in notation.
    pub line: Vec<String>,
}

/// What search finds at the start of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// What can be forced from the start; `None`: not known within the budget.
    pub start: Option<Forced>,
    /// Openings of two plies searched.
    pub openings: u32,
    /// Those after which a win can be forced within [`FEW_PLIES`].
    pub quick: u32,
    /// One of these: the opening, and the win after it.
    pub example: Option<(Vec<String>, Forced)>,
    /// Nodes searched.
    pub nodes: u64,
}

/// A win in fewer plies is no game.
pub const FEW_PLIES: u32 = 10;

/// Searches a game for results that can be forced from the start and after openings of two plies drawn with the seed.
///
/// ```
/// use ludogen::game::AnyGame;
/// use ludogen::judgement::{ForcedSettings, opening};
/// use ludogen::language::parse;
/// use ludogen::solver::Value;
/// use ludogen::strategy::Policy;
///
/// let tree = parse("(game Two (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 2))))").unwrap();
/// let game = AnyGame::of(&tree).unwrap();
/// let settings = ForcedSettings { start: 10_000, opening: 1_000, openings: 2 };
/// let found = opening(&game, &Policy::default_for(game.rules()), &settings, 1).start.unwrap();
/// assert_eq!((found.value, found.plies), (Value::First, Some(3)));
/// ```
pub fn opening(game: &AnyGame, policy: &Policy, settings: &ForcedSettings, seed: u64) -> Opening {
    with_game!(game, g => search(g, policy, settings, seed))
}

fn search<const W: usize>(game: &Game<W>, policy: &Policy, settings: &ForcedSettings, seed: u64) -> Opening {
    let evaluator = Evaluator::new(game, policy);
    let mut found = Opening::default();
    let mut start = Position::new(game, Player::White);
    if start.outcome().is_some() {
        return found;
    }
    let mut search =
        AlphaBeta::new(AlphaBetaOptions { depth: DEEP, table_bits: 18, cache_bits: 14, ..AlphaBetaOptions::default() });
    let (forced, nodes) = forced(game, &evaluator, &mut search, &mut start, (DEEP, settings.start));
    found.start = forced.or_else(|| {
        let positions = game.nodes_for(settings.start) / A_PROOF_NODE;
        let budget = Budget { positions, bytes: 64 << 20 };
        let proof = solver::proof::value(game, start.state(), &budget).ok()?;
        Some(Forced { value: proof.value, plies: None, line: Vec::new() })
    });
    found.nodes += nodes;
    let mut legal = Vec::new();
    for number in 0..settings.openings {
        let mut rng = streams::stream(seed, Purpose::Openings, number.into());
        let mut position = Position::new(game, Player::White);
        let mut line = Vec::new();
        for _ in 0..2 {
            position.legal(game, &mut legal);
            let Some(last) = legal.len().checked_sub(1) else { break };
            let m = legal[rng.random_range(0..=last as u32) as usize];
            line.push(game.notation(position.state(), m, &legal));
            position.apply(game, m);
            if position.outcome().is_some() {
                break;
            }
        }
        found.openings += 1;
        if position.outcome().is_some() {
            // Two moves at random end it.
            found.quick += 1;
            continue;
        }
        if let Some(forced) = at_once(game, &mut position, &mut found.nodes) {
            found.quick += 1;
            found.example.get_or_insert((line, forced));
            continue;
        }
        let (forced, nodes) =
            self::forced(game, &evaluator, &mut search, &mut position, (FEW_PLIES - 1, settings.opening));
        found.nodes += nodes;
        if let Some(forced) = forced
            && forced.value != Value::Draw
            && forced.plies.is_some_and(|n| n < FEW_PLIES)
        {
            found.quick += 1;
            found.example.get_or_insert((line, forced));
        }
    }
    found
}

/// The moves that are tried at most to find a win of three plies.
const MOST_TRIED: u64 = 60_000;

/// How many moves that are only made and undone take as long as a node of a search.
const TRIED_A_NODE: u64 = 4;

/// A win of the player to move in one ply or in three: where there are a hundred moves, alpha-beta does not get there within the work for an opening, but one reply
/// shows of most moves that they threaten nothing. Adds what it took to `nodes`.
fn at_once<const W: usize>(game: &Game<W>, position: &mut Position<W>, nodes: &mut u64) -> Option<Forced> {
    let mover = position.state().mover;
    let mut tries = Tries { made: 0, legal: Vec::new() };
    let mut legal = Vec::new();
    position.legal(game, &mut legal);
    let at_once = tries.win(game, position, mover, &[]).map(|m| vec![m]);
    let found = at_once.or_else(|| {
        legal.iter().find_map(|&m| {
            let next = tries.make(game, position, m).filter(|next| *next != mover);
            let rest = next.and_then(|_| tries.wins_after_all(game, position, mover));
            position.undo();
            rest.map(|rest| [vec![m], rest].concat())
        })
    });
    *nodes += tries.made / TRIED_A_NODE;
    let found = found?;
    let line = notated(game, &mut position.clone(), &found);
    let index = mover.index() ^ usize::from(position.state().swapped);
    Some(Forced { value: Value::win(index), plies: Some(found.len() as u32), line })
}

/// Moves tried.
struct Tries {
    made: u64,
    legal: Vec<Move>,
}

impl Tries {
    /// Makes a move. Returns whose turn it is then, if the game goes on.
    fn make<const W: usize>(&mut self, game: &Game<W>, position: &mut Position<W>, m: Move) -> Option<Player> {
        self.made += 1;
        position.apply(game, m);
        position.outcome().is_none().then_some(position.state().mover)
    }

    /// A reply and the win after it, if a player wins with the next move after every reply; `None` if not, or if it takes too long to find out.
    fn wins_after_all<const W: usize>(
        &mut self,
        game: &Game<W>,
        position: &mut Position<W>,
        player: Player,
    ) -> Option<Vec<Move>> {
        let mut replies = Vec::new();
        position.legal(game, &mut replies);
        let (mut wins, mut line): (Vec<Move>, Option<Vec<Move>>) = (Vec::new(), None);
        for &reply in &replies {
            let next = self.make(game, position, reply).filter(|next| *next == player);
            let win = next.and_then(|_| self.win(game, position, player, &wins));
            position.undo();
            // One after which there is none will do.
            let win = win?;
            if !wins.contains(&win) {
                wins.push(win);
            }
            line.get_or_insert_with(|| vec![reply, win]);
        }
        line
    }

    /// A move by which a player wins at once, those first that won before.
    fn win<const W: usize>(
        &mut self,
        game: &Game<W>,
        position: &mut Position<W>,
        player: Player,
        before: &[Move],
    ) -> Option<Move> {
        let mut legal = std::mem::take(&mut self.legal);
        position.legal(game, &mut legal);
        legal.sort_by_key(|m| !before.contains(m));
        let win = legal.iter().copied().find(|&m| {
            if self.made >= MOST_TRIED {
                return false;
            }
            self.make(game, position, m);
            let won = position.outcome() == Some(Outcome::Win(player));
            position.undo();
            won
        });
        self.legal = legal;
        win
    }
}

/// A node of a proof search makes every move and looks it up: it takes as long as so many of alpha-beta.
const A_PROOF_NODE: u64 = 8;

/// Deeper than any search within the budget.
const DEEP: u32 = 60;

/// What can be forced in a position, by alpha-beta within a depth and some work; and the nodes it took.
fn forced<const W: usize>(
    game: &Game<W>,
    evaluator: &Evaluator<W>,
    search: &mut AlphaBeta<Move>,
    position: &mut Position<W>,
    (depth, work): (u32, u64),
) -> (Option<Forced>, u64) {
    search.clear();
    search.limit(depth, Some(game.nodes_for(work)));
    let Some(result) = search.search(game, evaluator, position) else { return (None, 0) };
    let mover = position.state().mover.index() ^ usize::from(position.state().swapped);
    let value = match plies_to_end(result.value) {
        Some(_) if result.value > 0 => Value::win(mover),
        Some(_) => Value::win(1 - mover),
        None if result.exact => Value::Draw,
        None => return (None, result.nodes),
    };
    let mut line = Vec::new();
    let mut shown = position.clone();
    let mut legal = Vec::new();
    for m in result.principal_variation {
        shown.legal(game, &mut legal);
        if !legal.contains(&m) {
            break;
        }
        line.push(game.notation(shown.state(), m, &legal));
        shown.apply(game, m);
    }
    (Some(Forced { value, plies: plies_to_end(result.value), line }), result.nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;

    fn opened(rules: &str, moves: &[&str]) -> Option<Forced> {
        let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
        with_game!(&game, game => {
            let mut position = Position::new(game, Player::White);
            for text in moves {
                let m = game.read_move(&position, text).unwrap();
                position.apply(game, m);
            }
            at_once(game, &mut position, &mut 0)
        })
    }

    #[test]
    fn an_open_pair_wins_on_a_large_board() {
        let row = "(game Three (board (tiling square) (size 11)) (end (All win (in-a-row 3))))";
        let found = opened(row, &["f6", "a1"]).expect("a win in three plies");
        assert_eq!((found.value, found.plies, found.line.len()), (Value::First, Some(3), 3));
        // Whoever has a pair of their own wins sooner.
        assert_eq!(opened(row, &["f6", "a1", "f7"]), None);
        assert_eq!(opened(row, &["f6", "a1", "k11", "a2"]).and_then(|found| found.plies), None);
        assert_eq!(opened(row, &["f6", "a1", "f7", "a2"]).and_then(|found| found.plies), Some(1));
        let four = row.replace("in-a-row 3", "in-a-row 4");
        assert_eq!(opened(&four, &["f6", "a1"]), None);
    }

    /// On small boards alpha-beta finds the same wins of one and three plies, and no others.
    #[test]
    fn wins_at_once_are_those_of_alpha_beta() {
        let mut found = 0;
        for seed in 0..150 {
            let mut rng = streams::stream(seed, Purpose::Openings, 0);
            let Ok(rules) = crate::game::lower(&crate::synthesis::random_game(&mut rng)) else { continue };
            let Ok(game) = AnyGame::new(rules) else { continue };
            let policy = Policy::default_for(game.rules());
            with_game!(&game, game => {
                let mut position = Position::new(game, Player::White);
                let mut legal = Vec::new();
                position.legal(game, &mut legal);
                if game.rules().swap || legal.len() > 30 || position.outcome().is_some() {
                    continue;
                }
                let evaluator = Evaluator::new(game, &policy);
                let mut search = AlphaBeta::new(AlphaBetaOptions { depth: 3, ..AlphaBetaOptions::default() });
                search.limit(3, None);
                let known = search.search(game, &evaluator, &mut position);
                let known = known.filter(|result| result.value > 0).and_then(|result| plies_to_end(result.value));
                let own = at_once(game, &mut position, &mut 0).and_then(|forced| forced.plies);
                // Turns of several moves are alpha-beta's alone.
                assert!(own.is_none_or(|plies| known.is_some_and(|known| known <= plies)), "seed {seed}: {own:?}, {known:?}");
                if own.is_some() {
                    found += 1;
                }
            });
        }
        assert!(found >= 5, "{found} games");
    }
}
