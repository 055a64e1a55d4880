//! Boards that are graphs, and whether there is such a board.

use super::lowering::{Lowering, Result, fail};
use crate::board::{Board, BoardError, BoardSpec, Graph, Node};
use crate::language::resolve::Element;
use crate::language::schema::word;
use crate::language::{Kind, Tree};
use std::collections::HashMap;

/// A number in thousandths; beyond all boards if it is too large.
fn thousandths(tree: &Tree) -> i32 {
    match tree.kind {
        Kind::Int(n) => i32::try_from(n.saturating_mul(1000)).unwrap_or(i32::MAX),
        // The conversion saturates.
        Kind::Real(x) => (x * 1000.0).round() as i32,
        _ => 0,
    }
}

impl Lowering {
    /// The points and lines of two items of a board.
    pub(super) fn graph(&self, nodes: &Tree, lines: &Tree) -> Result<Graph> {
        let mut graph = Graph::default();
        let mut places = HashMap::new();
        for node in nodes.args() {
            let (_, element) = self.resolve::<word::Node>(node)?;
            let label = node.head().unwrap_or_default().to_ascii_uppercase();
            let [x, y] = ["x", "y"].map(|name| element.get(name).map_or(0, thousandths));
            places.entry(label.clone()).or_insert(graph.nodes.len() as u16);
            graph.nodes.push(Node { label, x, y });
            if graph.nodes.len() > Board::MAX_CELLS {
                return fail(node, format!("too many points: a board has at most {}", Board::MAX_CELLS));
            }
        }
        for line in lines.args() {
            self.resolve::<word::Line>(line)?;
            let stop = |tree: &Tree| {
                let label = tree.head().unwrap_or_default().to_ascii_uppercase();
                let place = places.get(&label).copied();
                place.map_or_else(
                    || fail(tree, format!("the line goes through {label}, and there is no such point")),
                    Ok,
                )
            };
            graph.lines.push(line.items().iter().map(stop).collect::<Result<_>>()?);
        }
        match graph.check() {
            Ok(()) => Ok(graph.ordered()),
            Err(error) => {
                let of_node = error.node.and_then(|i| nodes.args().get(i));
                let of_line = error.line.and_then(|(i, place)| {
                    let line = lines.args().get(i)?;
                    Some(line.items().get(place).unwrap_or(line))
                });
                fail(of_node.or(of_line).unwrap_or(lines), error.to_string())
            }
        }
    }
}

/// Whether there is a board of a graph, or one with cells left out. Other boards are built later.
pub(super) fn there_is_a_board(section: &Element, spec: &BoardSpec) -> Result<()> {
    if spec.tiling.is_lattice() && spec.without.is_empty() || spec.sizes.is_empty() && spec.graph.is_none() {
        return Ok(());
    }
    let Err(error) = Board::new(spec) else { return Ok(()) };
    let item = |word: &str| section.all("items").iter().copied().find(|item| item.is(word));
    let place = match &error {
        BoardError::NoSuchCell { label } => item("without").map(|without| {
            let named = |t: &&Tree| t.head().is_some_and(|l| l.eq_ignore_ascii_case(label));
            without.args().iter().find(named).unwrap_or(without)
        }),
        BoardError::NothingLeft | BoardError::EndlessWithout | BoardError::Graph(_) => item("without"),
        BoardError::GraphShape { .. } | BoardError::Shape { .. } => item("shape"),
        BoardError::GraphFlag { .. } => item("tiling"),
        _ => item("size"),
    };
    fail(place.unwrap_or(section.tree), error.to_string())
}
