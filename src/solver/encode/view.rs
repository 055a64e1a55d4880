//! A position of which only some characters are known, and what rules say of it.
//!
//! Every question is answered from the characters known so far, or with the layer that must be known first. Whoever
//! asks then tries every symbol there: so a move comes to look at exactly what its conditions need to see.

use super::alphabet::{Alphabet, Content, Man};
use super::order::Order;
use crate::board::{Board, CellId};
use crate::game::rules::*;
use crate::game::rules::{ByPlayer, Player};
use crate::game::turtle;
use std::collections::BTreeMap;

/// What stopped an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// This layer must be known.
    Need(usize),
    /// The rules ask for what no automaton here keeps.
    Unsupported(String),
}

pub(super) type Lookup<T> = Result<T, Stop>;

pub(super) fn unsupported<T>(what: impl Into<String>) -> Lookup<T> {
    Err(Stop::Unsupported(what.into()))
}

/// The numbers that a position may keep beside its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Extra {
    /// Pieces in hand, by player and type.
    Hand(Player, usize),
    /// Pieces captured, by player and type of captive; up to the most that is told apart.
    Captured(Player, usize),
    /// The number of moves, up to the most that is told apart.
    Moves,
    /// Whether the player has moved.
    Moved(Player),
    /// Where the last move ended: the cell plus one, or 0.
    Last,
    /// Passes made in succession, up to two.
    Passes,
}

/// What rules are read against.
pub(super) struct Setting<'a> {
    pub rules: &'a Rules,
    pub board: &'a Board,
    pub facing: ByPlayer<Option<usize>>,
    pub alphabet: &'a Alphabet,
    /// The numbers kept, in the order of their layers, each with the greatest value.
    pub extras: &'a [(Extra, u8)],
    /// Pieces that never run out, by player and type.
    pub unlimited: &'a ByPlayer<Vec<bool>>,
    /// Where cells are written.
    pub order: &'a Order,
    /// The states visited to tell where the game ends up to which that becomes sets.
    pub few: u64,
}

impl Setting<'_> {
    /// The layer of a number, if it is kept.
    pub fn layer_of(&self, extra: Extra) -> Option<usize> {
        self.extras.iter().position(|e| e.0 == extra).map(|i| self.board.len() + i)
    }

    /// How many symbols a layer has.
    pub fn symbols(&self, layer: usize) -> usize {
        match layer.checked_sub(self.board.len()) {
            None => self.alphabet.len(),
            Some(i) => self.extras[i].1 as usize + 1,
        }
    }

    /// Whether a character is a cell's, with one of these symbols.
    pub fn shows(&self, symbols: &[bool], layer: usize, symbol: u8) -> bool {
        layer < self.board.len() && symbols[symbol as usize]
    }

    pub fn layers(&self) -> usize {
        self.board.len() + self.extras.len()
    }

    /// The directions meant by someone facing that way, in order.
    pub fn directions(&self, dir: Dir, direction: Option<usize>) -> Vec<usize> {
        let all = 0..self.board.directions();
        match dir {
            Dir::Compass(c) => self.board.compass(c).into_iter().collect(),
            Dir::Up => self.board.direction_called("u").into_iter().collect(),
            Dir::Down => self.board.direction_called("d").into_iter().collect(),
            Dir::Turtle(t) => turtle(self.board, direction, t).into_iter().collect(),
            Dir::Direct => all.filter(|&d| self.board.is_direct(d)).collect(),
            Dir::Diagonal => all.filter(|&d| !self.board.is_direct(d)).collect(),
            Dir::All => self.board.adjacent_directions().to_vec(),
        }
    }

    /// The cell at the end of a path of steps, and those on the way, the first included.
    pub fn path(&self, from: CellId, direction: usize, steps: &[Turtle]) -> Option<Vec<CellId>> {
        let (mut at, mut direction) = (from, direction);
        let mut cells = vec![at];
        for &step in steps {
            let way = turtle(self.board, Some(direction), step)?;
            if matches!(step, Turtle::L | Turtle::R) {
                direction = way;
            } else {
                at = self.board.neighbour(at, way)?;
                cells.push(at);
            }
        }
        Some(cells)
    }

    /// The cells strictly between two cells, over all directions of the board.
    pub fn between(&self, from: CellId, to: CellId) -> Option<Vec<CellId>> {
        let (d, _) = self.board.line_any(from, to)?;
        Some(self.board.ray(from, d).take_while(|&c| c != to).collect())
    }

    /// The direction of the line from one cell to another, over all directions of the board.
    pub fn line(&self, from: CellId, to: CellId) -> Option<usize> {
        self.board.line_any(from, to).map(|(d, _)| d)
    }

    pub fn player_facing(&self, player: Player) -> Option<usize> {
        self.facing[player]
    }

    pub fn facing_of(&self, man: &Man, mover: Player) -> Option<usize> {
        man.facing.map(usize::from).or_else(|| self.player_facing(man.owner.unwrap_or(mover)))
    }

    /// The cells of a union of sets, filtered by the phases among them.
    pub fn union(&self, sets: &[Cells], player: Player) -> Vec<CellId> {
        self.rules.cells_of(self.board, sets, player)
    }
}

/// Whether a piece is one that the record means, seen from `mover`.
pub(super) fn matches(man: &Man, record: &PieceRecord, mover: Player) -> bool {
    record.kind.is_none_or(|k| k == man.kind as usize)
        && record.owner.is_none_or(|w| w.means(man.owner, mover))
        && record.state.is_none_or(|s| s == man.state)
        && man.flags & record.flags == record.flags
}

/// A partly known position on the way through a turn.
#[derive(Clone)]
pub(super) struct Partial<'a> {
    pub setting: &'a Setting<'a>,
    /// By layer: the symbol before the turn, if it is known.
    pub known: &'a [Option<u8>],
    /// What the turn has changed so far: contents of cells and values of numbers.
    pub cells: BTreeMap<CellId, Content>,
    pub numbers: BTreeMap<usize, u8>,
    pub mover: Player,
    pub continuing: bool,
    /// Where the last move of this turn ended, once there was one.
    pub last: Option<Option<CellId>>,
}

impl<'a> Partial<'a> {
    pub fn new(setting: &'a Setting<'a>, known: &'a [Option<u8>], mover: Player) -> Self {
        let (cells, numbers) = (BTreeMap::new(), BTreeMap::new());
        Partial { setting, known, cells, numbers, mover, continuing: false, last: None }
    }

    /// What stands on a cell.
    pub fn content(&self, cell: CellId) -> Lookup<&Content> {
        match self.cells.get(&cell) {
            Some(content) => Ok(content),
            None => match self.known[cell as usize] {
                Some(symbol) => Ok(self.setting.alphabet.content(symbol)),
                None => Err(Stop::Need(cell as usize)),
            },
        }
    }

    pub fn top(&self, cell: CellId) -> Lookup<Option<&Man>> {
        Ok(self.content(cell)?.men.last())
    }

    pub fn is_empty(&self, cell: CellId) -> Lookup<bool> {
        Ok(self.content(cell)?.men.is_empty())
    }

    /// The value of a number that is kept.
    pub fn number_at(&self, extra: Extra) -> Lookup<Option<u8>> {
        let Some(layer) = self.setting.layer_of(extra) else { return Ok(None) };
        match self.numbers.get(&layer).copied().or(self.known[layer]) {
            Some(n) => Ok(Some(n)),
            None => Err(Stop::Need(layer)),
        }
    }

    /// Sets a number that is kept.
    pub fn set_number(&mut self, extra: Extra, value: u8) {
        if let Some(layer) = self.setting.layer_of(extra) {
            self.numbers.insert(layer, value);
        }
    }

    /// Adds to a number that is kept, up to the greatest value told apart.
    pub fn add_number(&mut self, extra: Extra, more: u8) -> Lookup<()> {
        if let Some(layer) = self.setting.layer_of(extra)
            && let Some(n) = self.number_at(extra)?
        {
            let most = self.setting.symbols(layer) - 1;
            self.numbers.insert(layer, (n as usize + more as usize).min(most) as u8);
        }
        Ok(())
    }

    /// How many pieces a player holds; `None` without limit.
    pub fn hand(&self, player: Player, kind: usize) -> Lookup<Option<u8>> {
        if self.setting.unlimited[player][kind] {
            return Ok(None);
        }
        Ok(Some(self.number_at(Extra::Hand(player, kind))?.unwrap_or(0)))
    }

    /// Where the last move ended.
    pub fn last_cell(&self) -> Lookup<Option<CellId>> {
        match self.last {
            Some(last) => Ok(last),
            None => match self.number_at(Extra::Last)? {
                Some(n) => Ok((n as CellId).checked_sub(1)),
                None => unsupported("`last`"),
            },
        }
    }

    /// The group of the owner of a cell, by adjacency.
    pub fn group(&self, cell: CellId) -> Lookup<Vec<CellId>> {
        let Some(owner) = self.top(cell)?.map(|m| m.owner) else { return Ok(Vec::new()) };
        let mut group = vec![cell];
        let mut head = 0;
        while let Some(&c) = group.get(head) {
            head += 1;
            for &n in self.setting.board.adjacent(c) {
                if !group.contains(&n) && self.top(n)?.is_some_and(|m| m.owner == owner) {
                    group.push(n);
                }
            }
        }
        Ok(group)
    }

    /// Whether a group has an empty neighbour.
    pub fn has_liberty(&self, group: &[CellId]) -> Lookup<bool> {
        let beside = group.iter().flat_map(|&c| self.setting.board.adjacent(c));
        any(beside.map(|&c| self.is_empty(c)))
    }
}

/// Whether all hold. One that is known not to hold settles it, whatever the others need.
pub(super) fn all(asked: impl IntoIterator<Item = Lookup<bool>>) -> Lookup<bool> {
    let mut stop = None;
    for value in asked {
        match value {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(s) => _ = stop.get_or_insert(s),
        }
    }
    stop.map_or(Ok(true), Err)
}

/// Whether one holds. One that is known to hold settles it.
pub(super) fn any(asked: impl IntoIterator<Item = Lookup<bool>>) -> Lookup<bool> {
    all(asked.into_iter().map(|value| value.map(|b| !b))).map(|b| !b)
}
