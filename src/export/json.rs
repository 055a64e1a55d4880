//! A game as JSON: rules, board and what is told of it.

use crate::board::{Board, CellId, Compass};
use crate::describe::describe;
use crate::game::rules::{Player, Rules};
use crate::game::{LowerError, lower};
use crate::language::definitions::{Definition, used, write_down};
use crate::language::print::print;
use crate::language::{Kind, Tree, canonical};
use serde_json::{Value, json};

/// The version of the form; it changes when something in it changes its meaning.
pub const FORMAT: u32 = 1;

/// The game `tree` as JSON, in the form that `reports/exchange/README.md` describes.
///
/// ```
/// use ludogen::export::to_json;
/// use ludogen::language::parse;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let json = to_json(&parse(rules).unwrap()).unwrap();
/// assert_eq!((&json["name"], &json["rules"][0]), (&"Three".into(), &"game".into()));
/// let cells = json["board"]["cells"].as_array().unwrap();
/// assert_eq!((cells.len(), &cells[0]["neighbours"]["n"]), (9, &"A2".into()));
/// ```
///
/// # Errors
/// If the rules have no meaning, as [`lower`](crate::game::lower()) says.
pub fn to_json(tree: &Tree) -> Result<Value, LowerError> {
    let plain = canonical(tree);
    let rules = lower(&plain)?;
    let english = describe(tree)?;
    let board = Board::new(&rules.board).ok();
    Ok(json!({
        "format": FORMAT,
        "name": rules.name,
        "players": rules.players.iter().map(|p| json!({ "name": p.name, "facing": p.facing.word() })).collect::<Vec<_>>(),
        "metadata": metadata(tree),
        "source": print(tree),
        "rules": value(&with_shared(tree)),
        "english": english,
        "board": board.map(|board| geometry(&board, &rules)),
    }))
}

/// The game with the shared definitions that it uses, for those who do not know them.
fn with_shared(tree: &Tree) -> Tree {
    let mut whole = tree.clone();
    write_down(&mut whole, used(tree).into_iter().map(Definition::section));
    whole
}

/// A tree: lists as arrays, words as strings, numbers as numbers, texts as objects.
fn value(tree: &Tree) -> Value {
    match &tree.kind {
        Kind::List(items) => items.iter().map(value).collect(),
        Kind::Text(text) => json!({ "text": text }),
        Kind::Int(n) => json!(n),
        Kind::Real(x) => json!(x),
        Kind::Word(word) => json!(word),
    }
}

/// What the file says of the game beside its rules: texts by the word they stand under.
fn metadata(tree: &Tree) -> Value {
    let mut all = serde_json::Map::new();
    // Phrases of definitions are part of the rules.
    for section in tree.sections().filter(|section| !section.is("define")) {
        let texts = section.args().iter().filter_map(|t| match &t.kind {
            Kind::Text(text) => Some(json!(text)),
            _ => None,
        });
        let texts: Vec<Value> = texts.collect();
        if let (Some(head), false) = (section.head(), texts.is_empty()) {
            all.insert(head.to_string(), Value::Array(texts));
        }
    }
    Value::Object(all)
}

/// The board, cell by cell, with its lines and regions.
fn geometry(board: &Board, rules: &Rules) -> Value {
    let label = |c: &CellId| board.label(*c);
    let labels = |cells: &[CellId]| cells.iter().map(label).collect::<Vec<_>>();
    let round = |x: f64| (x * 1e4).round() / 1e4;
    let point = |(x, y): (f64, f64)| json!([round(x), round(y)]);
    let directions: Vec<Value> = (0..board.directions())
        .map(|d| {
            json!({
                "name": board.direction_name(d),
                "opposite": board.direction_name(board.opposite(d)),
                "direct": board.is_direct(d),
                "adjacent": board.adjacent_directions().contains(&d),
            })
        })
        .collect();
    let cells: Vec<Value> = board
        .cells()
        .map(|c| {
            let next =
                |d: usize| Some((board.direction_name(d).to_string(), json!(board.label(board.neighbour(c, d)?))));
            json!({
                "label": board.label(c),
                "centre": point(board.centre_of(c)),
                "outline": board.outline(c).into_iter().map(point).collect::<Vec<_>>(),
                "row": board.row(c) + 1,
                "column": board.col(c) + 1,
                "level": board.level(c) + 1,
                "phase": board.phase(c),
                "adjacent": labels(board.adjacent(c)),
                "neighbours": (0..board.directions()).filter_map(next).collect::<serde_json::Map<_, _>>(),
            })
        })
        .collect();
    // Each line once: along the axes, from the cells that have none before them.
    let lines: Vec<Value> = board
        .axes()
        .iter()
        .flat_map(|&d| {
            let starts = board.cells().filter(move |&c| board.neighbour(c, board.opposite(d)).is_none());
            starts.map(move |c| (d, std::iter::once(c).chain(board.ray(c, d)).collect::<Vec<_>>()))
        })
        .filter(|(_, cells)| cells.len() > 1)
        .map(|(d, cells)| json!({ "direction": board.direction_name(d), "cells": labels(&cells) }))
        .collect();
    let sides = Compass::ALL.iter().filter_map(|c| Some((c.word().to_string(), json!(labels(board.side(*c)?)))));
    let regions: Vec<Value> = rules
        .regions
        .iter()
        .map(|region| {
            let of = |player| labels(&rules.cells_of(board, &region.cells, player));
            json!({
                "owner": region.owner.map(|p| rules.players[p.index()].name.clone()),
                "cells": Player::BOTH.map(of),
            })
        })
        .collect();
    json!({
        "tiling": rules.board.tiling.word(),
        // Boards of points and lines have none.
        "shape": rules.board.tiling.is_lattice().then(|| rules.board.shape.word()),
        "sizes": rules.board.sizes,
        "directions": directions,
        "cells": cells,
        "lines": lines,
        "sides": sides.collect::<serde_json::Map<_, _>>(),
        "edge": labels(&board.edge()),
        "corners": labels(board.corners()),
        "centre": labels(board.centre()),
        "regions": regions,
    })
}
