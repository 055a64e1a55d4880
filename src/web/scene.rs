//! Boards and positions as JSON.

use crate::board::{Board, CellId};
use crate::game::facts;
use crate::game::{ByKind, Game, Move, NOWHERE, Outcome, Owner, Piece, Player, Position, Rules, State, UNLIMITED};
use crate::players::variation::notated;
use serde_json::{Value, json};

/// A number as pages draw it: to a thousandth of a cell.
fn rounded(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}

fn cell_or_none(cell: CellId) -> Option<CellId> {
    (cell != NOWHERE).then_some(cell)
}

/// What stays the same all along a game: names, pieces, and the board's cells with their outlines (`y` up) and neighbours.
pub(super) fn game(rules: &Rules, board: &Board) -> Value {
    let point = |(x, y): (f64, f64)| [rounded(x), rounded(y)];
    let cell = |c: CellId| {
        let next = |d: usize| board.neighbour(c, d);
        json!({
            "label": board.label(c).to_lowercase(), "row": board.row(c), "file": board.col(c), "level": board.level(c),
            "centre": point(board.centre_of(c)), "outline": board.outline(c).into_iter().map(point).collect::<Vec<_>>(),
            "radius": rounded(board.inner_radius(c)), "phase": board.phase(c),
            "next": (0..board.directions()).map(next).collect::<Vec<_>>(), "joined": board.adjacent(c),
        })
    };
    let piece = |def: &crate::game::rules::PieceDef| {
        let moves: Vec<Option<&str>> = def.moves.iter().map(|m| m.label.as_deref()).collect();
        let stays = def.moves.iter().all(|m| !m.pops());
        let owners = Owner::ALL
            .into_iter()
            .filter(|&owner| facts::may_own(def, owner))
            .map(|owner| owner as u8)
            .collect::<Vec<_>>();
        json!({ "name": def.name, "owners": owners, "label": def.label, "state": def.state.number(), "flags": def.flags, "moves": moves, "stays": stays })
    };
    json!({
        "name": rules.name,
        "players": rules.players.iter().map(|p| &p.name).collect::<Vec<_>>(),
        "pieces": rules.pieces.iter().map(piece).collect::<Vec<_>>(),
        "flags": rules.flags,
        "board": {
            "tiling": board.spec().tiling.word(), "shape": board.spec().shape.word(), "coloured": board.spec().coloured,
            "lines": if board.is_drawn_in_lines() { Some(board.drawn_segments()) } else { None },
            "levels": board.levels(), "phases": board.phases(),
            "directions": (0..board.directions()).map(|d| board.direction_name(d)).collect::<Vec<_>>(),
            "cells": board.cells().map(cell).collect::<Vec<_>>(),
        },
    })
}

/// Everything that a page shows of a position.
pub(super) fn position<const W: usize>(game: &Game<W>, start: &Position<W>, position: &Position<W>) -> Value {
    let state = position.state();
    let (rules, board) = (game.rules(), game.board());
    let piece = |p: Piece| {
        let kind = p.kind().index();
        json!([kind, p.owner() as u8, p.state().number(), p.flags(), p.facing()])
    };
    let stack = |c: CellId| (0..game.height(state, c)).map(|h| piece(game.piece_at(state, c, h))).collect::<Vec<_>>();
    let counted = |numbers: &ByKind<u8>| {
        let some = (0..rules.pieces.len()).filter(|&kind| numbers.0[kind] > 0);
        some.map(|kind| json!([kind, (numbers.0[kind] != UNLIMITED).then_some(numbers.0[kind])])).collect::<Vec<_>>()
    };
    let both = |of: &dyn Fn(Player) -> Value| Player::BOTH.map(of);
    let mut legal = Vec::new();
    position.legal(game, &mut legal);
    json!({
        "mover": state.mover.index(), "number": state.move_number, "continuing": state.continuing, "swapped": state.swapped,
        "status": game.status(state), "hash": format!("{:016x}", game.key(state)),
        "outcome": state.outcome.map(|outcome| match outcome {
            Outcome::Win(player) => json!({ "winner": player.index() }),
            Outcome::Draw => json!({ "winner": null }),
        }),
        "last": [cell_or_none(state.last_from), cell_or_none(state.last_to)],
        "cells": board.cells().map(stack).collect::<Vec<_>>(),
        "states": board.cells().map(|c| game.cell_state(state, c).number()).collect::<Vec<_>>(),
        "hands": both(&|p| counted(&state.hands[p]).into()),
        "captured": both(&|p| counted(&state.captured[p]).into()),
        "scores": both(&|p| state.scores[p].into()),
        "made": notated(game, &mut start.clone(), position.made()),
        "legal": listed(game, position, &legal),
    })
}

/// The legal moves. Those that are alike in their cells say what else they change, by cell.
fn listed<const W: usize>(game: &Game<W>, position: &Position<W>, legal: &[Move]) -> Vec<Value> {
    let state = position.state();
    let words = game.notations(state, legal);
    let class = |m: Move| game.classes().get(m.class as usize).copied();
    let taken = |m: Move, word: &str| m.from != NOWHERE && m.from == m.to && word.starts_with('-');
    legal
        .iter()
        .zip(words)
        .map(|(&m, word)| {
            let class = class(m);
            let label = class.and_then(|c| game.rules().pieces[c.piece].moves[c.definition].label.clone());
            let remove = taken(m, &word);
            let changes = word.contains('#').then(|| changes(game, position, m));
            json!({
                "m": word, "from": if remove { None } else { cell_or_none(m.from) }, "to": cell_or_none(m.to),
                "piece": class.map(|c| c.piece), "definition": class.map(|c| c.definition), "label": label, "removes": remove, "changes": changes,
            })
        })
        .collect()
}

/// What a move changes, in words: the cells other than its own whose pieces change, and what becomes of them.
fn changes<const W: usize>(game: &Game<W>, position: &Position<W>, m: Move) -> Vec<String> {
    let mut after = position.clone();
    after.apply(game, m);
    let (old, new) = (position.state(), after.state());
    let stack =
        |state: &State<W>, c| (0..game.height(state, c)).map(|h| game.piece_at(state, c, h)).collect::<Vec<_>>();
    let changed = game
        .board()
        .cells()
        .filter(|&c| stack(old, c) != stack(new, c) || game.cell_state(old, c) != game.cell_state(new, c));
    let told = changed.map(|c| {
        let label = game.board().label(c).to_lowercase();
        match stack(new, c).last() {
            None => format!("{label} is emptied"),
            Some(top) => format!("{label} holds {}", described(game, *top)),
        }
    });
    told.collect()
}

fn described<const W: usize>(game: &Game<W>, piece: Piece) -> String {
    let rules = game.rules();
    let name = &rules.pieces[piece.kind().index()].name;
    let whose = match piece.owner() as usize {
        owner @ 0..=1 => format!("{}'s ", rules.players[owner].name),
        _ => String::new(),
    };
    let facing = piece.facing().map_or(String::new(), |d| format!(" facing {}", game.board().direction_name(d)));
    format!("{whose}{name}{facing}")
}
