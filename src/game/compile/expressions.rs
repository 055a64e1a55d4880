//! Conditions and numbers of the rules as predicates over sets.

use super::super::owner::Owner;
use super::super::predicate::{CellExpr, Direction, Filter, Num, Pred, Reach, TargetFilter};
use super::super::rules::{Bool, Cells, Coord, Dir, Int, MoveDef, PieceRecord, Player, Target, Turtle, Who};
use super::super::state::NOWHERE;
use super::compiler::Compiler;
use super::setup::Setup;
use crate::board::{CellId, CellSet};
use std::sync::Arc;

impl<const W: usize> Compiler<'_, W> {
    pub(super) fn owner_bits(&self, who: Who) -> u8 {
        match who {
            Who::Player(p) => p.bit(),
            Who::All => 3,
            Who::Mover => self.player.bit(),
            Who::Opponent => self.player.opponent().bit(),
            Who::Neutral => 4,
            Who::Nobody => 0,
        }
    }

    pub(super) fn filter(&self, record: &PieceRecord, default_owners: u8) -> Filter {
        let kinds = match record.kind {
            Some(k) => 1 << k,
            None => u16::MAX,
        };
        let by_owner = record.is_plain() && (record.kind.is_none() || self.rules.pieces.len() == 1);
        let owners = record.owner.map_or(default_owners, |w| self.owner_bits(w));
        Filter { kinds, owners, state: record.state, flags: record.flags, by_owner }
    }

    pub(super) fn target_filter(&self, target: &Target) -> TargetFilter {
        match target {
            Target::Empty => TargetFilter::Empty,
            Target::Pieces(record) => TargetFilter::Pieces(self.filter(record, 7)),
        }
    }

    pub(super) fn direction(&self, dir: Dir) -> Direction {
        match dir {
            Dir::Turtle(t) if self.turns => Direction::Facing(t),
            _ => match self.directions(&[dir], self.facing()).into_iter().min() {
                Some(d) => Direction::Is(d),
                None => Direction::Nowhere,
            },
        }
    }

    /// The directions of the board that are meant, for a piece facing this way.
    pub(super) fn directions(&self, dirs: &[Dir], facing: Option<usize>) -> Vec<usize> {
        let mut found = Vec::new();
        for dir in dirs {
            match dir {
                Dir::Compass(c) => found.extend(self.board.compass(*c)),
                Dir::Turtle(t) => found.extend(super::super::turtle(self.board, facing, *t)),
                Dir::Direct => found.extend((0..self.topology.directions).filter(|&d| self.board.is_direct(d))),
                Dir::Diagonal => found.extend((0..self.topology.directions).filter(|&d| !self.board.is_direct(d))),
                Dir::All => found.extend(&self.topology.adjacent_directions),
            }
        }
        let mut seen = vec![false; self.topology.directions];
        found.retain(|&d| !std::mem::replace(&mut seen[d], true));
        found
    }

    pub(super) fn cell(&self, coord: &Coord) -> CellExpr {
        match coord {
            Coord::From => CellExpr::From,
            Coord::To => CellExpr::To,
            Coord::Current => CellExpr::Current,
            Coord::Over => CellExpr::Over,
            Coord::Last => CellExpr::Last,
            // A label off the board names no cell, like a step off it: boards may be resized.
            Coord::Label(label) => CellExpr::Fixed(self.board.cell(label).unwrap_or(NOWHERE)),
            Coord::Step(inner, dir, count) => CellExpr::Step(Box::new(self.cell(inner)), self.direction(*dir), *count),
        }
    }

    /// The reach of straight lines, by facing and cell.
    pub(super) fn line_reach(&self, listed: &[Dir], moved: &[Dir]) -> (Reach<W>, Arc<Vec<Vec<CellId>>>) {
        let dirs = if !listed.is_empty() { listed } else { moved };
        let tables = self.by_facing(dirs, |directions| {
            let reach = |c: usize| directions.iter().flat_map(|&d| self.topology.ray(c as CellId, d)).collect();
            (0..self.topology.cells).map(reach).collect()
        });
        (Arc::new(tables), Arc::new(Vec::new()))
    }

    pub(super) fn by_facing<T>(&self, dirs: &[Dir], table: impl Fn(&[usize]) -> T) -> Vec<T> {
        let all = [Dir::All];
        let dirs = if dirs.is_empty() { &all[..] } else { dirs };
        let mut tables = vec![table(&self.directions(dirs, self.facing()))];
        if self.turns && dirs.iter().any(|d| matches!(d, Dir::Turtle(_))) {
            tables.extend((0..self.topology.directions).map(|d| table(&self.directions(dirs, Some(d)))));
        }
        tables
    }

    /// Where a path of steps leads from every cell, for one base direction.
    pub(super) fn walk(&self, path: &[Turtle], base: usize) -> Vec<CellId> {
        let end = |start: CellId| {
            let mut d = base;
            let mut cell = start;
            for step in path {
                let go = match step {
                    Turtle::L | Turtle::R => {
                        d = self.board.turn(d, if *step == Turtle::R { 1 } else { -1 });
                        continue;
                    }
                    _ => super::super::turtle(self.board, Some(d), *step),
                };
                cell = match go {
                    Some(go) if cell != NOWHERE => self.topology.next(cell, go),
                    _ => NOWHERE,
                };
            }
            cell
        };
        (0..self.topology.cells as CellId).map(end).collect()
    }

    pub(super) fn step_reach(&self, path: &[Turtle], moved: &[Dir]) -> (Reach<W>, Arc<Vec<Vec<CellId>>>) {
        let own = [Dir::Turtle(Turtle::F)];
        let dirs = if moved.is_empty() { &own[..] } else { moved };
        let maps =
            |directions: &[usize]| -> Vec<Vec<CellId>> { directions.iter().map(|&d| self.walk(path, d)).collect() };
        let merged = |maps: &[Vec<CellId>]| -> Vec<CellSet<W>> {
            (0..self.topology.cells).map(|c| maps.iter().map(|m| m[c]).filter(|&t| t != NOWHERE).collect()).collect()
        };
        let tables = self.by_facing(dirs, |directions| merged(&maps(directions)));
        let paths = if tables.len() == 1 { maps(&self.directions(dirs, self.facing())) } else { Vec::new() };
        (Arc::new(tables), Arc::new(paths))
    }

    pub(super) fn pred(&self, b: &Bool, def: Option<&MoveDef>) -> Pred<W> {
        let moved: &[Dir] = def.map_or(&[], |d| &d.directions);
        match b {
            Bool::True => Pred::True,
            Bool::And(ps) => Pred::all(ps.iter().map(|p| self.pred(p, def))),
            Bool::Or(ps) => Pred::any(ps.iter().map(|p| self.pred(p, def))),
            Bool::Not(p) => self.pred(p, def).negated(),
            Bool::Compare(cmp, a, b) => Pred::Compare(*cmp, self.num(a), self.num(b)),
            Bool::Empty(c) => Pred::Empty(self.cell(c)),
            Bool::Owner(c, who) => Pred::Owned(self.cell(c), self.owner_bits(*who)),
            Bool::Line(a, b, dirs) => {
                let (tables, paths) = self.line_reach(dirs, moved);
                Pred::Reach(self.cell(a), self.cell(b), tables, paths)
            }
            Bool::Steps(path) => {
                let (tables, paths) = self.step_reach(path, moved);
                Pred::Reach(CellExpr::From, CellExpr::To, tables, paths)
            }
            Bool::Connected(None, who) => match def.is_some_and(MoveDef::pops) {
                true => {
                    let (tables, paths) = self.adjacent_reach(moved);
                    Pred::Reach(CellExpr::From, CellExpr::To, tables, paths)
                }
                false => Pred::NextTo(CellExpr::To, self.owner_bits(*who)),
            },
            Bool::Connected(Some(c), who) => Pred::NextTo(self.cell(c), self.owner_bits(*who)),
            Bool::Adjacent(a, b) => Pred::Adjacent(self.cell(a), self.cell(b)),
            Bool::Same(a, b) => Pred::Same(self.cell(a), self.cell(b)),
            Bool::OnBoard(c) => Pred::OnBoard(self.cell(c)),
            Bool::InRegion(c, cells) => Pred::In(self.cell(c), self.cells(cells, self.player)),
            Bool::IsPiece(c, record) => Pred::Matches(self.cell(c), self.filter(record, 7)),
            Bool::Flagged(c, flag) => Pred::Flagged(self.cell(c), *flag),
            Bool::Captures(how) => Pred::Captures(*how, if self.neutral { Owner::Nobody } else { self.player.into() }),
            Bool::Attacked(c) => Pred::Attacked(self.cell(c)),
            Bool::FirstMove => Pred::FirstMove,
            Bool::Continuing => Pred::Continuing,
        }
    }

    /// One step in the adjacent directions, or those of the move.
    pub(super) fn adjacent_reach(&self, moved: &[Dir]) -> (Reach<W>, Arc<Vec<Vec<CellId>>>) {
        let one = |directions: &[usize]| -> Vec<Vec<CellId>> {
            let next = |c: usize, d: usize| {
                let next = self.topology.next(c as CellId, d);
                let adjacent = next != NOWHERE && self.topology.adjacent[c].contains(next);
                if adjacent { next } else { NOWHERE }
            };
            let map = |d: &usize| (0..self.topology.cells).map(|c| next(c, *d)).collect();
            directions.iter().map(map).collect()
        };
        let tables = self.by_facing(moved, |directions| {
            let maps = one(directions);
            (0..self.topology.cells).map(|c| maps.iter().map(|m| m[c]).filter(|&t| t != NOWHERE).collect()).collect()
        });
        let dirs = if moved.is_empty() { &[Dir::All][..] } else { moved };
        let paths = if tables.len() == 1 { one(&self.directions(dirs, self.facing())) } else { Vec::new() };
        (Arc::new(tables), Arc::new(paths))
    }

    pub(super) fn nums(&self, ns: &[Int]) -> Vec<Num> {
        ns.iter().map(|n| self.num(n)).collect()
    }

    pub(super) fn num(&self, n: &Int) -> Num {
        let players = |who: &Who| self.owner_bits(*who) & 3;
        match n {
            Int::Const(n) => Num::Const(*n),
            Int::Sum(t) => Num::Sum(self.nums(t)),
            Int::Difference(t) => Num::Difference(self.nums(t)),
            Int::Product(t) => Num::Product(self.nums(t)),
            Int::Quotient(a, b) => Num::Quotient(Box::new(self.num(a)), Box::new(self.num(b))),
            Int::Modulo(a, b) => Num::Modulo(Box::new(self.num(a)), Box::new(self.num(b))),
            Int::Min(t) => Num::Min(self.nums(t)),
            Int::Max(t) => Num::Max(self.nums(t)),
            Int::Abs(a) => Num::Abs(Box::new(self.num(a))),
            Int::Between(t, a, b) => Num::Between(self.target_filter(t), self.cell(a), self.cell(b)),
            Int::WholeLine(t) => Num::WholeLine(self.target_filter(t)),
            Int::Neighbours(c, t) => Num::Neighbours(self.cell(c), self.target_filter(t)),
            Int::Height(c) => Num::Height(self.cell(c)),
            Int::GroupSize(c) => Num::GroupSize(self.cell(c)),
            Int::Phase(c) => Num::Phase(self.cell(c)),
            Int::Distance(a, b) => Num::Distance(self.cell(a), self.cell(b)),
            Int::PieceState(c) => Num::PieceState(self.cell(c)),
            Int::CellState(c) => Num::CellState(self.cell(c)),
            Int::Value(c) => Num::Value(self.cell(c)),
            Int::Liberties(c) => Num::Liberties(self.cell(c)),
            Int::LineLength(c, dirs) => {
                let dirs = if dirs.is_empty() { &[Dir::All][..] } else { dirs };
                Num::LineLength(self.cell(c), self.directions(dirs, self.facing()))
            }
            #[cfg(test)]
            Int::RowCopy(c) => Num::RowCopy(self.cell(c)),
            Int::Row(c) => Num::Row(self.cell(c)),
            Int::Col(c) => Num::Col(self.cell(c)),
            Int::Pieces(t) => Num::Pieces(self.target_filter(t)),
            Int::Groups(who) => Num::Groups(self.owner_bits(*who)),
            Int::LargestGroup(who, rank) => Num::LargestGroup(players(who), *rank),
            Int::Territory(who) => Num::Territory(players(who)),
            Int::InHand(who, kind) => Num::InHand(players(who), *kind),
            Int::Captured(who) => Num::Captured(players(who)),
            Int::Score(who) => Num::Score(players(who)),
            Int::MoveNumber => Num::MoveNumber,
        }
    }

    /// The union of sets of cells, filtered by the phases among them.
    pub(super) fn cells(&self, cells: &[Cells], player: Player) -> CellSet<W> {
        let setup = Setup { rules: self.rules, board: self.board };
        setup.union(cells, player, 0).into_iter().collect()
    }

    /// Each set as a region of its own.
    pub(super) fn regions(&self, cells: &[Cells]) -> Vec<CellSet<W>> {
        self.rules.regions_of(self.board, cells, self.player).into_iter().map(|r| r.into_iter().collect()).collect()
    }
}
