//! What the rules say that does not depend on the size of sets of cells.

use super::super::definition::{ActionStep, Parts};
use super::super::facing::turtle;
use super::super::facts;
use super::super::grid::Grid;
use super::super::owner::Owner;
use super::super::predicate::{CellExpr, Direction, Filter, Num, TargetFilter};
use super::super::rules::{
    Action, Adjacency, Amount, Coord, Dir, EffectKind, Int, MoveDef, PieceRecord, Player, Rules, Target, Turtle, Who,
};
use super::super::shape;
use super::super::state::{MAX_HEIGHT, NOWHERE};
use crate::board::{Board, CellId};

/// Rules on their board, as one player sees them.
#[derive(Clone, Copy)]
pub(super) struct Terms<'a> {
    pub rules: &'a Rules,
    pub board: &'a Board,
    pub grid: &'a Grid,
    /// Whether pieces may come to face elsewhere than their owner.
    pub turns: bool,
    pub player: Player,
    /// Whether the move being compiled is that of a neutral piece.
    pub neutral: bool,
}

/// By facing and by cell: the cells that may be reached.
pub(super) type Reached = Vec<Vec<Vec<CellId>>>;
/// Where each of several ways leads from each cell, where that is the same for every facing; nothing if not.
pub(super) type Maps = Vec<Vec<CellId>>;

impl<'a> Terms<'a> {
    /// Rules on their board, as White sees them.
    pub fn new(rules: &'a Rules, board: &'a Board, grid: &'a Grid) -> Self {
        let turned = |m: &MoveDef| m.post.iter().any(|e| matches!(e.kind, EffectKind::Rotate(_) | EffectKind::Face(_)));
        // Only where pieces turn, or other than the mover's own are moved, is a piece on `from` looked at for its facing.
        let turns = rules.moves().any(|m| turned(m) || facts::mentions_owner_of_from(&m.pre))
            || rules.pieces.iter().any(|p| p.owner == Who::Neutral && p.moves.iter().any(MoveDef::pops));
        Terms { rules, board, grid, turns, player: Player::White, neutral: false }
    }

    /// Which way the player's pieces face that were not turned.
    pub fn facing(&self) -> Option<usize> {
        self.board.compass(self.rules.players[self.player.index()].facing)
    }

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
                Dir::Up => found.extend(self.board.direction_called("u")),
                Dir::Down => found.extend(self.board.direction_called("d")),
                Dir::Turtle(t) => found.extend(turtle(self.board, facing, *t)),
                Dir::Direct => found.extend((0..self.grid.directions).filter(|&d| self.board.is_direct(d))),
                Dir::Diagonal => found.extend((0..self.grid.directions).filter(|&d| !self.board.is_direct(d))),
                Dir::All => found.extend(&self.grid.adjacent_directions),
            }
        }
        let mut seen = vec![false; self.grid.directions];
        found.retain(|&d| !std::mem::replace(&mut seen[d], true));
        found
    }

    pub(super) fn cell(&self, coord: &Coord) -> CellExpr {
        match coord {
            Coord::From => CellExpr::From,
            Coord::To => CellExpr::To,
            Coord::Current => CellExpr::Current,
            Coord::Over => CellExpr::Over,
            Coord::Middle => CellExpr::Middle,
            Coord::Ahead(inner, count) => CellExpr::Ahead(Box::new(self.cell(inner)), *count),
            Coord::Last => CellExpr::Last,
            // A label off the board names no cell, like a step off it: boards may be resized.
            Coord::Label(label) => CellExpr::Fixed(self.board.cell(label).unwrap_or(NOWHERE)),
            Coord::Step(inner, dir, count) => CellExpr::Step(Box::new(self.cell(inner)), self.direction(*dir), *count),
        }
    }

    /// The reach of straight lines.
    pub(super) fn line_reach(&self, listed: &[Dir], moved: &[Dir]) -> Reached {
        let dirs = if !listed.is_empty() { listed } else { moved };
        self.by_facing(dirs, |directions| {
            let mut by_cell = vec![Vec::new(); self.grid.cells];
            for (cell, reached) in (0..).zip(&mut by_cell) {
                directions.iter().for_each(|&d| reached.extend(self.grid.ray(cell, d)));
            }
            by_cell
        })
    }

    pub(super) fn by_facing<T>(&self, dirs: &[Dir], table: impl Fn(&[usize]) -> T) -> Vec<T> {
        let all = [Dir::All];
        let dirs = if dirs.is_empty() { &all[..] } else { dirs };
        let mut tables = vec![table(&self.directions(dirs, self.facing()))];
        if self.turns && dirs.iter().any(|d| matches!(d, Dir::Turtle(_))) {
            tables.extend((0..self.grid.directions).map(|d| table(&self.directions(dirs, Some(d)))));
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
                    _ => turtle(self.board, Some(d), *step),
                };
                cell = match go {
                    Some(go) if cell != NOWHERE => self.grid.next(cell, go),
                    _ => NOWHERE,
                };
            }
            cell
        };
        (0..self.grid.cells as CellId).map(end).collect()
    }

    /// The reach of a path of steps.
    pub(super) fn step_reach(&self, path: &[Turtle], moved: &[Dir]) -> (Reached, Maps) {
        let dirs = if moved.is_empty() { &[Dir::Turtle(Turtle::F)][..] } else { moved };
        self.reach_of(dirs, &|direction| self.walk(path, direction))
    }

    /// The reach of steps to adjacent cells.
    pub(super) fn adjacent_reach(&self, moved: &[Dir]) -> (Reached, Maps) {
        let dirs = if moved.is_empty() { &[Dir::All][..] } else { moved };
        self.reach_of(dirs, &|direction| {
            let mut map = self.grid.along(direction);
            for (cell, next) in (0..).zip(&mut map) {
                if !self.board.adjacent(cell).contains(next) {
                    *next = NOWHERE;
                }
            }
            map
        })
    }

    /// The reach of ways that lead from each cell to one other for each direction.
    fn reach_of(&self, dirs: &[Dir], map: &dyn Fn(usize) -> Vec<CellId>) -> (Reached, Maps) {
        let maps = self.by_facing(dirs, |directions| directions.iter().map(|&d| map(d)).collect::<Maps>());
        let reached = |maps: &Maps| {
            let from = |c: usize| maps.iter().map(|map| map[c]).filter(|&to| to != NOWHERE).collect();
            (0..self.grid.cells).map(from).collect()
        };
        let tables = maps.iter().map(reached).collect();
        (tables, if let [maps] = &maps[..] { maps.clone() } else { Vec::new() })
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

    pub(super) fn action(&self, action: &Action) -> Option<ActionStep> {
        Some(match action {
            Action::Pass => return None,
            Action::Pop(cell, Amount::Count(n)) => ActionStep::Pop(self.cell(cell), *n as usize),
            Action::Pop(cell, Amount::All) => ActionStep::Pop(self.cell(cell), MAX_HEIGHT),
            Action::Push { cell, count, owner, trail } => ActionStep::Push {
                cell: self.cell(cell),
                count: (*count as usize).min(MAX_HEIGHT + 1),
                owner: owner.and_then(|w| self.new_owner(w)),
                trail: *trail,
            },
        })
    }

    /// How many direct turns bring a direction back to itself.
    pub(super) fn full_turn(&self) -> u8 {
        let Some(d) = (0..self.grid.directions).find(|&d| self.board.is_direct(d)) else { return 1 };
        (1..8).find(|&k| self.board.turn(d, k.into()) == d).unwrap_or(8)
    }

    /// The owner that pieces get; `None` if they keep theirs.
    pub(super) fn new_owner(&self, who: Who) -> Option<Owner> {
        match who {
            Who::All => None,
            Who::Neutral | Who::Nobody => Some(Owner::Nobody),
            _ => who.player(self.player).map(Owner::from),
        }
    }

    /// Choices, each with the ways in which an effect may be left out or turned, where it has bits to say so.
    pub(super) fn with_choices(&self, choices: &[u8], optional: Option<u8>, turn: Option<u8>) -> Vec<u8> {
        let full = if turn.is_some() { self.full_turn() } else { 1 };
        let mut all = Vec::new();
        for &choice in choices {
            if optional.is_some() {
                all.push(choice);
            }
            let made = choice | optional.map_or(0, |bit| 1 << bit);
            all.extend((0..full).map(|k| made | turn.map_or(0, |bit| k << bit)));
        }
        all
    }

    pub(super) fn effect_parts(&self, kind: &EffectKind) -> Parts {
        let none = Filter { kinds: 0, owners: 0, state: None, flags: 0, by_owner: false };
        let mut parts = Parts {
            filter: none,
            victims: 0,
            place: CellExpr::To,
            number: Num::Const(0),
            owner: None,
            directions: Vec::new(),
        };
        let by_facing = |dir: &Dir| {
            let mut tables = self.by_facing(&[*dir], |directions| directions.to_vec());
            tables.iter_mut().for_each(|t| t.sort_unstable());
            tables
        };
        match kind {
            EffectKind::Capture { pieces, victim, .. } => {
                parts.victims = self.owner_bits(*victim);
                parts.filter = self.filter(pieces, parts.victims);
                parts.filter.owners &= parts.victims;
            }
            EffectKind::Convert { pieces, owner, .. } => {
                parts.victims = self.owner_bits(Who::Opponent);
                parts.filter = Filter { kinds: u16::MAX, owners: parts.victims, by_owner: true, ..none };
                parts.owner = self.new_owner(pieces.as_ref().and_then(|p| p.owner).unwrap_or(*owner));
            }
            EffectKind::Face(dir) => parts.directions = by_facing(dir),
            EffectKind::Displace { direction, pieces, .. } => {
                parts.filter = self.filter(pieces, 7);
                parts.directions = by_facing(direction);
            }
            EffectKind::SetCellState(c, n) | EffectKind::SetPieceState(c, n) => {
                parts.place = self.cell(c);
                parts.number = self.num(n);
            }
            EffectKind::IncState { cell, .. } | EffectKind::AddFlag(cell, _) | EffectKind::RemoveFlag(cell, _) => {
                parts.place = self.cell(cell);
            }
            EffectKind::Score(n) | EffectKind::SetCellStates(n) => parts.number = self.num(n),
            EffectKind::Spin(cell, _) => parts.place = self.cell(cell),
            #[cfg(test)]
            EffectKind::Whirl(cell, _) => parts.place = self.cell(cell),
            EffectKind::Rotate(_)
            | EffectKind::Repeat
            | EffectKind::Swap
            | EffectKind::Shift
            | EffectKind::Sow { .. } => {}
        }
        parts
    }
    /// The axes of lines.
    pub(super) fn axes(&self, adjacency: Option<Adjacency>) -> Vec<usize> {
        match adjacency {
            None => self.board.axes().to_vec(),
            Some(Adjacency::Direct) => self.board.axes_of(true, false),
            Some(Adjacency::Indirect) => self.board.axes_of(false, true),
            Some(Adjacency::All) => self.board.axes_of(true, true),
        }
    }

    /// For each direct direction and each first cell: the cells of a pattern that begins there, if all are on the board.
    pub(super) fn embeddings(&self, path: &[Turtle]) -> Vec<Vec<Option<Vec<CellId>>>> {
        let embed = |base: usize| self.board.cells().map(|c| shape::covered(self.board, path, c, base)).collect();
        (0..self.grid.directions).filter(|&d| self.board.is_direct(d)).map(embed).collect()
    }
}
