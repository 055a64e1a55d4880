//! Counting move sequences, to compare engines.

use super::Game;
use super::position::Position;
use super::rules::Player;
use super::state::{Move, Outcome};

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

/// Plies at which a sequence is given up: a turn of `repeat`s need not end.
const MAX_PLIES: usize = 1_000;

/// Counts the move sequences up to `depth`, without merging positions. One unit of depth is a turn, or with `per_action`
/// every move of a turn of several.
pub fn perft<const W: usize>(game: &Game<W>, depth: u32, per_action: bool) -> Vec<PerftRow> {
    let mut rows: Vec<PerftRow> = (1..=depth).map(|depth| PerftRow { depth, ..PerftRow::default() }).collect();
    let mut position = Position::new(game, Player::White);
    let mut lists = vec![Vec::new()];
    count(game, &mut position, per_action, 0, 0, &mut lists, &mut rows);
    rows
}

fn count<const W: usize>(
    game: &Game<W>,
    position: &mut Position<W>,
    per_action: bool,
    turn: usize,
    ply: usize,
    lists: &mut Vec<Vec<Move>>,
    rows: &mut [PerftRow],
) {
    if turn >= rows.len() {
        return;
    }
    if lists.len() <= ply {
        lists.push(Vec::new());
    }
    let mut moves = std::mem::take(&mut lists[ply]);
    position.legal(game, &mut moves);
    for &m in &moves {
        position.apply(game, m);
        // Wins belong to persons, who may have changed sides.
        let over = match position.outcome() {
            Some(Outcome::Win(colour)) if position.state().swapped => Some(Outcome::Win(colour.opponent())),
            other => other,
        };
        if per_action || over.is_some() || !position.state().continuing {
            let row = &mut rows[turn];
            row.nodes += 1;
            match over {
                Some(Outcome::Win(Player::White)) => row.first_wins += 1,
                Some(Outcome::Win(Player::Black)) => row.second_wins += 1,
                Some(Outcome::Draw) => row.draws += 1,
                None => count(game, position, per_action, turn + 1, ply + 1, lists, rows),
            }
        } else if ply < MAX_PLIES {
            count(game, position, per_action, turn, ply + 1, lists, rows);
        }
        position.undo();
    }
    lists[ply] = moves;
}
