//! Rows and patterns.

use super::terms::Place;
use super::writer::{Unsaid, Writer, sites, unsaid};
use crate::game::facts;
use crate::game::rules::{Adjacency, PieceRecord, Turtle, Who};

/// The most sets of cells that are listed.
const MOST_SETS: usize = 240;

/// A row that an end condition asks for.
pub(in crate::export) struct Row<'a> {
    pub length: u32,
    pub exactly: bool,
    pub pieces: &'a PieceRecord,
    pub adjacency: Option<Adjacency>,
}

impl Writer<'_> {
    /// Whether all that ever happens is that players put pieces of their own on an empty board, and it is never taken away or changed.
    pub fn only_adds(&self) -> bool {
        self.rules.places.is_empty() && facts::moves(self.rules).all(|(_, def)| !def.pops()) && !self.moves_others()
    }

    /// That the last move makes a row.
    pub fn last_row(&self, row: &Row) -> Result<String, Unsaid> {
        let exact = if row.exactly { " exact:True" } else { "" };
        Ok(format!("(is Line {} {}{exact})", row.length, self.ways(row.adjacency)?))
    }

    /// That some row of pieces is there, wherever the last move was; `role` is whose, if the record does not say.
    pub fn row(&self, row: &Row, role: &str, swap: &dyn Fn(String) -> String, at: Place) -> Result<String, Unsaid> {
        let owner = row.pieces.owner.unwrap_or(Who::Mover);
        let record = PieceRecord { owner: Some(owner), ..row.pieces.clone() };
        let cells = swap(self.occupied(&record, at)?);
        let elsewhere = row.adjacency.is_some() && !self.squares() && self.rules.board.indirect;
        if !self.straight || elsewhere || row.pieces.state.is_some() {
            if row.exactly {
                return unsaid("in-a-row exactly");
            }
            return self.listed(&self.windows(row), &cells);
        }
        if owner == Who::All {
            return unsaid("in-a-row");
        }
        let whose = match owner {
            Who::Mover => role.to_string(),
            who => swap(self.role(who, at)?.to_string()),
        };
        let which = match row.pieces.kind {
            Some(kind) => format!("what:(id \"{}\" {whose})", self.names[kind]),
            None if owner == Who::Neutral => return unsaid("in-a-row"),
            None => whose,
        };
        let exact = if row.exactly { " exact:True" } else { "" };
        Ok(format!("(is Line {} {} throughAny:{cells} {which}{exact})", row.length, self.ways(row.adjacency)?))
    }

    /// All rows of the length.
    fn windows(&self, row: &Row) -> Vec<Vec<u16>> {
        let axes = match row.adjacency {
            None => self.board.axes().to_vec(),
            Some(Adjacency::Direct) => self.board.axes_of(true, false),
            Some(Adjacency::Indirect) => self.board.axes_of(false, true),
            Some(Adjacency::All) => self.board.axes_of(true, true),
        };
        let length = row.length as usize;
        let from = |c: u16| {
            let along =
                |&way: &usize| -> Vec<u16> { std::iter::once(c).chain(self.board.ray(c, way)).take(length).collect() };
            axes.iter().map(along).filter(|cells| cells.len() == length).collect::<Vec<_>>()
        };
        self.board.cells().flat_map(from).collect()
    }

    /// That one of some sets of cells is filled.
    fn listed(&self, sets: &[Vec<u16>], cells: &str) -> Result<String, Unsaid> {
        if sets.is_empty() || sets.len() > MOST_SETS {
            return unsaid("in-a-row");
        }
        let one = |set: &Vec<u16>| format!("(= {} (count Sites in:(intersection {cells} {})))", set.len(), sites(set));
        let all: Vec<String> = sets.iter().map(one).collect();
        Ok(match all.as_slice() {
            [one] => one.clone(),
            _ => format!("(or {{{}}})", all.join(" ")),
        })
    }

    /// That a path leads over pieces, from any of them in any direct direction.
    pub fn pattern(&self, path: &[Turtle], cells: &str) -> Result<String, Unsaid> {
        let mut sets: Vec<Vec<u16>> = Vec::new();
        for base in self.board.directions_of(true, false) {
            for start in self.board.cells() {
                let Some(mut passed) = self.walked(start, base, path) else { continue };
                passed.sort_unstable();
                passed.dedup();
                if !sets.contains(&passed) {
                    sets.push(passed);
                }
            }
        }
        self.listed(&sets, cells).or_else(|_| unsaid("pattern"))
    }
}
