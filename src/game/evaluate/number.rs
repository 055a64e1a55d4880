//! Numbers, worked out with every coordinate fixed.

use super::super::context::Context;
use super::super::kind::Kind;
use super::super::predicate::{CellExpr, Num, TargetFilter};
use super::super::rules::Player;
use super::super::state::{NOWHERE, Piece, UNLIMITED};
use super::super::topology::territory;
use crate::board::{Board, CellId, CellSet};
use arrayvec::ArrayVec;

/// The distance between cells of which one cannot be reached from the other.
pub(super) const UNREACHED: i32 = 999;
/// What a hand counts that never runs out.
const ENDLESS: i32 = 999;

impl<const W: usize> Context<'_, W> {
    /// The value of a number with every coordinate fixed. Arithmetic saturates.
    pub fn int(&self, num: &Num) -> i32 {
        let topology = &self.game.topology;
        match num {
            Num::Const(n) => *n,
            Num::Sum(t) => t.iter().fold(0, |a, n| a.saturating_add(self.int(n))),
            Num::Difference(t) => match t.as_slice() {
                [one] => self.int(one).saturating_neg(),
                [first, rest @ ..] => rest.iter().fold(self.int(first), |a, n| a.saturating_sub(self.int(n))),
                [] => 0,
            },
            Num::Product(t) => t.iter().fold(1, |a, n| a.saturating_mul(self.int(n))),
            Num::Quotient(a, b) => self.int(a).checked_div(self.int(b)).unwrap_or(0),
            Num::Modulo(a, b) => self.int(a).checked_rem_euclid(self.int(b)).unwrap_or(0),
            Num::Min(t) => t.iter().map(|n| self.int(n)).min().unwrap_or(0),
            Num::Max(t) => t.iter().map(|n| self.int(n)).max().unwrap_or(0),
            Num::Abs(a) => self.int(a).saturating_abs(),
            Num::Between(filter, a, b) => self.between(filter, self.cell(a), self.cell(b)),
            Num::WholeLine(filter) => self.whole_line(filter),
            Num::Distance(a, b) => match (self.cell(a), self.cell(b)) {
                (NOWHERE, _) | (_, NOWHERE) => 0,
                (a, b) => self.game.board.distance(a, b).map_or(UNREACHED, |d| d as i32),
            },
            Num::Neighbours(p, filter) => self.at(p, |c| self.neighbours(c, filter)),
            Num::Height(p) => self.at(p, |c| self.game.height(self.state, c) as i32),
            Num::GroupSize(p) => self.at(p, |c| self.group_size(c)),
            Num::Phase(p) => self.at(p, |c| topology.phase[c as usize] as i32),
            Num::PieceState(p) => self.at(p, |c| i32::from(self.game.top(self.state, c).state().number())),
            Num::CellState(p) => self.at(p, |c| i32::from(self.game.cell_state(self.state, c).number())),
            Num::Value(p) => self.at(p, |c| match self.game.top(self.state, c) {
                Piece::NONE => 0,
                piece => self.game.rules.pieces[piece.kind().index()].value,
            }),
            Num::Liberties(p) => self.at(p, |c| self.liberties(c)),
            Num::LineLength(p, directions) => self.at(p, |c| self.line_length(c, directions)),
            #[cfg(test)]
            Num::RowCopy(p) => self.at(p, |c| topology.row[c as usize] as i32 + 1),
            Num::Row(p) => self.at(p, |c| topology.row[c as usize] as i32 + 1),
            Num::Col(p) => self.at(p, |c| topology.col[c as usize] as i32 + 1),
            Num::Pieces(filter) => self.targets(filter).len() as i32,
            Num::Groups(players) => Player::among(*players).map(|o| self.groups(o)).sum(),
            Num::LargestGroup(players, rank) => Player::among(*players).map(|o| self.group_of_rank(o, *rank)).sum(),
            Num::Territory(players) => territory(&topology.regions_beside(&self.state.owned), *players),
            Num::InHand(players, kind) => self.in_hand(*players, *kind),
            Num::Captured(players) => {
                Player::among(*players).map(|o| self.state.captured[o].0.iter().map(|&n| n as i32).sum::<i32>()).sum()
            }
            Num::Score(players) => Player::among(*players).map(|o| self.state.scores[o]).sum(),
            Num::MoveNumber => self.move_number.min(1_000_000) as i32,
        }
    }

    /// What `f` makes of a cell; 0 if it is not on the board.
    #[inline]
    fn at(&self, expr: &CellExpr, f: impl FnOnce(CellId) -> i32) -> i32 {
        match self.cell(expr) {
            NOWHERE => 0,
            cell => f(cell),
        }
    }

    /// How many neighbours of a cell match.
    fn neighbours(&self, cell: CellId, filter: &TargetFilter) -> i32 {
        let adjacent = self.game.topology.adjacent[cell as usize];
        if filter.is_of_sets() {
            return (adjacent & self.targets(filter)).len() as i32;
        }
        adjacent.iter().filter(|&n| self.is_target(filter, n)).count() as i32
    }

    /// The size of the group that a piece of the mover on a cell is part of, or would be.
    fn group_size(&self, cell: CellId) -> i32 {
        let topology = &self.game.topology;
        let mut seed = topology.adjacent[cell as usize];
        seed.insert(cell);
        topology.flood_adjacent(seed, self.state.owned[self.mover]).len() as i32
    }

    /// How many of the cells between two, if they are on a line, match.
    fn between(&self, filter: &TargetFilter, a: CellId, b: CellId) -> i32 {
        let topology = &self.game.topology;
        let Some((d, steps)) = topology.line(a, b) else { return 0 };
        if steps == 1 {
            return 0;
        }
        if topology.has_simple_rays()
            && filter.is_of_sets()
            && let (Some(ray), Some(rest)) = (topology.ray_set(a, d), topology.ray_set(b, d))
        {
            let mut between = ray.minus(rest);
            between.remove(b);
            return (between & self.targets(filter)).len() as i32;
        }
        topology.ray(a, d).take(steps as usize - 1).filter(|&c| self.is_target(filter, c)).count() as i32
    }

    /// How many cells of the whole line through the ends of the move match.
    fn whole_line(&self, filter: &TargetFilter) -> i32 {
        let topology = &self.game.topology;
        match topology.line(self.from, self.to) {
            Some((d, _)) => {
                let back = topology.ray(self.from, topology.opposite[d]);
                let line = back.chain(topology.ray(self.from, d)).chain(std::iter::once(self.from));
                line.filter(|&c| self.is_target(filter, c)).count() as i32
            }
            None => 0,
        }
    }

    /// The empty cells beside the group of a cell.
    fn liberties(&self, cell: CellId) -> i32 {
        let topology = &self.game.topology;
        let Some(owner) = self.state.owner_of(cell) else { return 0 };
        let group = topology.flood_adjacent(CellSet::of(cell), self.state.owned[owner]);
        topology.spread_adjacent(group).minus(&self.state.occupied()).len() as i32
    }

    /// The length of the longest line of one owner through a cell.
    fn line_length(&self, cell: CellId, directions: &[usize]) -> i32 {
        let topology = &self.game.topology;
        let Some(owner) = self.state.owner_of(cell) else { return 0 };
        let own = &self.state.owned[owner];
        let run = |d: usize| topology.ray(cell, d).take_while(|&n| own.contains(n)).count() as i32;
        directions.iter().map(|&d| 1 + run(d) + run(topology.opposite[d])).max().unwrap_or(1)
    }

    /// Shows the size of every group of a player.
    fn each_group(&self, player: Player, mut see: impl FnMut(i32)) {
        let topology = &self.game.topology;
        let mut rest = self.state.owned[player];
        while let Some(cell) = rest.lowest() {
            let group = topology.flood_adjacent(CellSet::of(cell), rest);
            rest = rest.minus(&group);
            see(group.len() as i32);
        }
    }

    fn groups(&self, player: Player) -> i32 {
        let mut count = 0;
        self.each_group(player, |_| count += 1);
        count
    }

    /// The size of the group of that rank by size, from 1; 0 if there are not so many.
    fn group_of_rank(&self, player: Player, rank: u32) -> i32 {
        if rank == 1 {
            let mut largest = 0;
            self.each_group(player, |size| largest = largest.max(size));
            return largest;
        }
        // Room for a group on every cell takes longer to hand over than to fill, so it stays where it is.
        let mut sizes: ArrayVec<i32, { Board::MAX_CELLS }> = ArrayVec::new_const();
        self.each_group(player, |size| sizes.push(size));
        of_rank(&mut sizes, rank)
    }

    fn in_hand(&self, players: u8, kind: Option<usize>) -> i32 {
        let mut total = 0;
        for player in Player::among(players) {
            let kinds = Kind::first(self.game.rules.pieces.len());
            for k in kinds.filter(|k| kind.is_none_or(|only| only == k.index())) {
                match self.state.hands[player][k] {
                    UNLIMITED => return ENDLESS,
                    n => total += n as i32,
                }
            }
        }
        total
    }
}

/// The number of that rank, from 1, the largest first; 0 if there are not so many. For sets of all sizes.
fn of_rank(numbers: &mut [i32], rank: u32) -> i32 {
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers.get(rank as usize - 1).copied().unwrap_or(0)
}
