//! Labels name cells of the board: on another board than they were written for they might not.

use super::super::CompileError;
use super::super::rules::{Cells, Coord, Node, Rules};
use crate::board::Board;

/// Fails on the first label that names no cell of the board. Without this a condition about the cell would silently never hold.
pub(super) fn check(rules: &Rules, board: &Board) -> Result<(), CompileError> {
    let mut missing = None;
    let mut look = |label: &String| {
        if missing.is_none() && board.cell(label).is_none() {
            missing = Some(label.clone());
        }
    };
    for node in rules.moves().map(Node::Move).chain(rules.end_conditions().map(Node::Condition)) {
        node.for_each(|node| {
            if let Node::Coord(Coord::Label(label)) | Node::Cells(Cells::Label(label)) = node {
                look(label);
            }
        });
    }
    let regions = rules.regions.iter().flat_map(|r| &r.cells);
    for cells in regions.chain(rules.places.iter().flat_map(|p| &p.cells)) {
        if let Cells::Label(label) = cells {
            look(label);
        }
    }
    let Some(label) = missing else { return Ok(()) };
    let cells = board.len();
    let last = board.cells().last().map_or_else(String::new, |cell| format!(" (the last is `{}`)", board.label(cell)));
    let message = format!(
        "this board of {cells} cells has no cell `{label}`{last}: name another, or say what it stands for, as `corners`, `sides`, `home` or `centre`"
    );
    Err(CompileError { message, word: Some(label) })
}
