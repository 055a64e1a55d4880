//! What a position must keep beside its board.

use super::refusal::{Refusal, refuse};
use super::view::Extra;
use crate::game::rules::Condition;
use crate::game::{Game, Kind, MAX_KINDS, Player, State, UNLIMITED, facts};
use crate::solver::code::moves_compared;

/// Captives are counted so far at most.
const MOST_CAPTIVES: u32 = 60;

/// The numbers that a position must keep, each with the greatest value told apart.
pub(super) fn extras<const W: usize>(
    game: &Game<W>,
    start: &State<W>,
    counted: u8,
) -> Result<Vec<(Extra, u8)>, Refusal> {
    let rules = game.rules();
    let memory = game.memory();
    let mut extras = Vec::new();
    let kinds = rules.pieces.len().min(MAX_KINDS);
    let recycles = facts::recycles(rules);
    for (player, kind) in Player::BOTH.into_iter().flat_map(|p| (0..kinds).map(move |k| (p, k))) {
        let held = start.hands[player][Kind::new(kind)];
        if held == UNLIMITED || (held == 0 && !recycles) {
            continue;
        }
        // No more pieces than there are can come back.
        let on_board = start.occupied().len();
        let all: u32 =
            start.hands.iter().flat_map(|hand| &hand.0).filter(|&&n| n != UNLIMITED).map(|&n| u32::from(n)).sum();
        let most = if recycles { u32::from(held) + on_board + all } else { u32::from(held) };
        let Some(most) = u8::try_from(most).ok().filter(|&n| n < UNLIMITED - 1) else {
            return refuse("so many pieces in hand (`in-hand`)");
        };
        extras.push((Extra::Hand(player, kind), most));
    }
    if memory.captured {
        let most = rules.end.iter().map(|c| captives(&c.condition)).max().unwrap_or(0);
        if most == 0 || most > MOST_CAPTIVES {
            return refuse("`num-captured`, or so many captives (`capture`)");
        }
        let captured = |p| (0..kinds).map(move |k| (Extra::Captured(p, k), most as u8));
        extras.extend(Player::BOTH.into_iter().flat_map(captured));
    }
    match moves_compared(rules).max(counted.into()) {
        0 => {}
        n @ 1..=200 => extras.push((Extra::Moves, n as u8)),
        _ => return refuse("a number computed from the number of moves (`move-number`)"),
    }
    if memory.moved {
        extras.extend(Player::BOTH.map(|player| (Extra::Moved(player), 1)));
    }
    if memory.last {
        let Ok(cells) = u8::try_from(game.board().len()) else {
            return refuse("the last cell (`last`) of a large board");
        };
        extras.push((Extra::Last, cells));
    }
    if facts::has_pass(rules) || facts::speaks_of_all_passed(rules) {
        extras.push((Extra::Passes, 2));
    }
    Ok(extras)
}

/// The greatest number of captives that a condition asks for.
fn captives(condition: &Condition) -> u32 {
    let asked = |leaf: &Condition| if let Condition::Capture { count, .. } = leaf { *count } else { 0 };
    condition.leaves().into_iter().map(asked).max().unwrap_or(0)
}
