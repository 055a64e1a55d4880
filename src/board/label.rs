//! Cell labels: a letter for the file, a number for the row.
//!
//! `A1` is the lower left cell of every board. The number is the row, from the bottom. The letter is the file, along lines of
//! cells as straight as the board allows:
//!
//! * square: columns;
//! * rhombus, triangle and trapezium: lines parallel to the left side, so that every row begins with `A`;
//! * hexagon: lines from the lower right to the upper left, so that the bottom rows begin with `A`, and from the longest row on
//!   (of triangles, from the row above the middle) each row begins further on;
//! * trunc-square: octagons on odd rows in files `A C E …`, the small squares on even rows in files `B D F …`.
//!
//! Points of graphs have the labels that are given to them; those of Morris, Alquerque and pits are files and rows, those of wheels, rings and
//! stars a letter for the ring, from the inside, and a number clockwise from the top.
//!
//! After `Z` come `AA`, `AB` and so on. Boards with levels add the level, from 1: `A1-2`.

use super::shape::Site;
use super::{Board, CellId};

impl Board {
    /// The label of a cell, in capitals.
    pub fn label(&self, c: CellId) -> String {
        match self.labels.get(c as usize) {
            Some(label) => label.clone(),
            None => of_site(&self.sites[c as usize], self.levels > 1),
        }
    }

    /// Whether every label says the row and the file of its cell.
    pub(super) fn is_gridded(&self) -> bool {
        self.cells()
            .all(|c| self.labels.is_empty() || self.labels[c as usize] == of_site(&self.sites[c as usize], false))
    }

    /// The cell with that label, in capitals or not; none if the text is no label or there is no such cell.
    pub fn cell(&self, label: &str) -> Option<CellId> {
        if !self.labels.is_empty() {
            return self.labels.iter().position(|l| l.eq_ignore_ascii_case(label)).map(|i| i as CellId);
        }
        let (place, level) = match label.split_once('-') {
            Some((place, level)) if self.levels > 1 => (place, number(level)?),
            None if self.levels == 1 => (label, 0),
            _ => return None,
        };
        let (file, row) = place.split_at(place.find(|c: char| !c.is_ascii_alphabetic())?);
        let (col, row) = (file_index(file)?, number(row)?);
        let run = self.row_cells(level, row);
        // Files ascend along a row.
        let sites = self.sites.get(run.start as usize..run.end as usize)?;
        sites.binary_search_by_key(&col, |s| s.col).ok().map(|i| run.start + i as CellId)
    }
}

/// The label of a cell by its place.
pub(super) fn of_site(site: &Site, with_level: bool) -> String {
    let label = format!("{}{}", letters(site.col), site.row + 1);
    if with_level { format!("{label}-{}", site.level() + 1) } else { label }
}

/// The letters of a file: A to Z, AA, AB, …
pub(super) fn letters(col: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = col + 1;
    while rest > 0 {
        letters.push((b'A' + ((rest - 1) % 26) as u8) as char);
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// The file of the letters; none if there are none, or more than any board needs.
fn file_index(letters: &str) -> Option<u32> {
    if letters.is_empty() || letters.len() > 4 {
        return None;
    }
    let digit = |b: u8| (b.to_ascii_uppercase() - b'A') as u32 + 1;
    Some(letters.bytes().fold(0, |n, b| 26 * n + digit(b)) - 1)
}

/// A number from 1 without sign or leading zeros, less 1.
fn number(digits: &str) -> Option<u32> {
    if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse::<u32>().ok()?.checked_sub(1)
}
