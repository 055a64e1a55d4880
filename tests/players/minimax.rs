//! Minimax as the textbook has it: no window, no memory, two players who maximise and minimise one value.

use ludogen::players::value::{WIN, WIN_BOUND};
use ludogen::players::{Arena, Evaluate, Outcome};

/// A value for player 0.
pub type Value = i32;

/// The value of a position for player 0 at a depth, `ply` plies below the root. With a beam, only that many moves are kept at
/// nodes with two plies or more to go.
pub fn minimax<A: Arena, E: Evaluate<A>>(
    arena: &A,
    evaluate: &E,
    position: &mut A::Position,
    depth: u32,
    ply: u32,
    beam: Option<usize>,
) -> Value {
    match arena.outcome(position) {
        Some(outcome) => return finished(outcome, ply),
        None if depth == 0 => return still(arena, evaluate, position),
        None => (),
    }
    let maximise = arena.mover(position) == 0;
    let mut moves = Vec::new();
    arena.moves(position, &mut moves);
    if let (Some(width), true) = (beam, depth >= 2) {
        let mut judged: Vec<(Value, A::Move)> = Vec::new();
        for &mv in &moves {
            arena.apply(position, mv);
            let value = match arena.outcome(position) {
                Some(outcome) => finished(outcome, 0),
                None => still(arena, evaluate, position),
            };
            arena.undo(position);
            judged.push((if maximise { -value } else { value }, mv));
        }
        judged.sort_by_key(|&(value, _)| value);
        judged.truncate(width);
        moves = judged.into_iter().map(|(_, mv)| mv).collect();
    }
    let mut best = None;
    for mv in moves {
        arena.apply(position, mv);
        let value = minimax(arena, evaluate, position, depth - 1, ply + 1, beam);
        arena.undo(position);
        best = Some(match best {
            None => value,
            Some(best) if maximise => value.max(best),
            Some(best) => value.min(best),
        });
    }
    best.expect("an unfinished game has moves")
}

fn finished(outcome: Outcome, ply: u32) -> Value {
    match outcome {
        Outcome::Win(0) => WIN - ply as i32,
        Outcome::Win(_) => ply as i32 - WIN,
        Outcome::Draw => 0,
    }
}

fn still<A: Arena, E: Evaluate<A>>(arena: &A, evaluate: &E, position: &A::Position) -> Value {
    let value = evaluate.evaluate(arena, position).clamp(1 - WIN_BOUND, WIN_BOUND - 1);
    for_first(arena, position, value)
}

/// Turns a value for the mover into one for player 0, and back.
pub fn for_first<A: Arena>(arena: &A, position: &A::Position, value: i32) -> Value {
    if arena.mover(position) == 0 { value } else { -value }
}
