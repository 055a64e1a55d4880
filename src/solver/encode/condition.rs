//! Where a condition of the end section holds, as a set of strings.

use super::alphabet::{Content, Man};
use super::groups::{MOST_MEMORIES, Wanted, groups};
use super::linear::linear;
use super::refusal::{Result, refuse};
use super::view::{Extra, Setting, matches};
use crate::board::CellId;
use crate::game::rules::*;
use crate::solver::dfa::{Error, Reading, Set, Shape};

/// Cells for own symbols, and cells for others.
type Choice = (Vec<CellId>, Vec<CellId>);

/// The symbols that some layers may have.
pub(super) type Pattern = Vec<(usize, Vec<u8>)>;

/// What conditions are compiled with.
pub(super) struct Conditions<'a> {
    pub setting: &'a Setting<'a>,
    pub shape: &'a Shape,
    /// By player: the positions in which it could not move.
    pub stuck: [&'a Set; 2],
}

impl Conditions<'_> {
    /// The positions in which a condition holds for a player.
    pub fn holds(&self, condition: &Condition, player: Player, to_move: Player) -> Result<Set> {
        let board = self.setting.board;
        let empty = || Ok(Set::empty(self.shape));
        match condition {
            Condition::And(cs) => {
                let mut all = Set::full(self.shape);
                for c in cs {
                    all = all.intersection(&self.holds(c, player, to_move)?)?;
                }
                Ok(all)
            }
            Condition::Or(cs) => {
                let mut any = Set::empty(self.shape);
                for c in cs {
                    any = any.union(&self.holds(c, player, to_move)?)?;
                }
                Ok(any)
            }
            Condition::Not(c) => Ok(self.holds(c, player, to_move)?.complement()),
            Condition::Compare(cmp, a, b) => {
                let difference = linear(self.setting, a, player)?.minus(&linear(self.setting, b, player)?);
                let weight = |layer: usize, symbol: u8| difference.weight(layer, symbol);
                self.sums(weight, |sum| cmp.holds(sum + difference.constant, 0))
            }
            Condition::Connect { .. } => self.connected(condition, player),
            Condition::Group { size: Some(_), exactly: true, .. } => refuse("`group` of exactly a size"),
            Condition::Group { size, pieces, adjacency, buried, .. } => {
                let own = self.own(pieces, player, *buried);
                let wanted = size.map_or(Wanted::One, |n| Wanted::Size(n.min(250) as u8));
                groups(self.setting, self.shape, &own, *adjacency, |_| 0, wanted)
            }
            Condition::Cycle { pieces, .. } => self.cycle(pieces, player),
            Condition::InARow { .. } | Condition::Pattern { .. } => {
                self.having(&self.patterns_of(condition, player).unwrap_or_default())
            }
            Condition::Reach { goal, count, pieces, buried } => {
                self.reached(self.setting.union(goal, player), count, &self.own(pieces, player, *buried))
            }
            Condition::Capture { count, pieces } => self.captured(*count, pieces, player),
            Condition::Eliminate { .. } => self.eliminated(condition, player),
            Condition::Stack { .. } => self.stacked(condition, player),
            Condition::State { .. } => self.in_state(condition, player),
            Condition::NoMove if player == to_move => Ok(self.stuck[player.index()].clone()),
            Condition::NoMove => empty(),
            Condition::AllPassed => match self.setting.layer_of(Extra::Passes) {
                Some(layer) => Ok(Set::cube(self.shape, &[(layer, vec![2])])?),
                None => empty(),
            },
            Condition::Full => {
                let taken = self.symbols(|c| !c.men.is_empty());
                self.any_of([(board.cells().collect(), Vec::new())], &taken)
            }
            other => refuse(format!("`{}`", other.word())),
        }
    }

    /// The positions in which a `connect` holds.
    fn connected(&self, condition: &Condition, player: Player) -> Result<Set> {
        let Condition::Connect { count, regions, pieces, adjacency, buried } = condition else {
            return Ok(Set::empty(self.shape));
        };
        let (rules, board) = (self.setting.rules, self.setting.board);
        let own = self.own(pieces, player, *buried);
        let ways = match count {
            // So many of the regions are counted at once.
            Some(_) => {
                let (regions, least) = rules.to_connect(board, *count, regions, player);
                vec![(least, regions)]
            }
            None => {
                let with_number = |regions: Vec<_>| (regions.len(), regions);
                rules.connections(board, None, regions, player).into_iter().map(with_number).collect()
            }
        };
        let mut connected = Set::empty(self.shape);
        for (least, regions) in ways {
            if regions.is_empty() || least > regions.len() {
                continue;
            }
            if regions.len() > 16 {
                return refuse("`connect` of so many regions");
            }
            let touches = |c: CellId| {
                regions.iter().enumerate().filter(|(_, r)| r.contains(&c)).fold(0u16, |mask, (i, _)| mask | 1 << i)
            };
            let wanted = Wanted::Touching(least as u32);
            connected = connected.union(&groups(self.setting, self.shape, &own, *adjacency, touches, wanted)?)?;
        }
        Ok(connected)
    }

    /// The positions in which pieces enclose a cell, or fill it with all around it.
    fn cycle(&self, pieces: &PieceRecord, player: Player) -> Result<Set> {
        let board = self.setting.board;
        let own = self.own(pieces, player, false);
        let others: Vec<bool> = own.iter().map(|own| !own).collect();
        let edge = board.edge();
        let at_edge = |c: CellId| edge.contains(&c) as u16;
        let enclosed = groups(self.setting, self.shape, &others, Some(Adjacency::Direct), at_edge, Wanted::Enclosed)?;
        let inner = board.cells().filter(|c| !edge.contains(c));
        let filled = inner.map(|c| std::iter::once(c).chain(board.direct(c).iter().copied()).collect());
        Ok(enclosed.union(&self.any_of(filled.map(|cells| (cells, Vec::new())), &own)?)?)
    }

    /// The positions in which as many own pieces as asked for are on the cells of a goal.
    fn reached(&self, goal: Vec<CellId>, count: &ReachCount, own: &[bool]) -> Result<Set> {
        match count {
            ReachCount::Count(n) => {
                let on = |layer: usize, symbol: u8| {
                    let cell = self.setting.order.cell(layer);
                    (self.setting.shows(own, layer, symbol) && cell.is_some_and(|cell| goal.contains(&cell))) as i32
                };
                self.sums(on, |sum| sum >= *n as i32)
            }
            ReachCount::Fill if goal.is_empty() => Ok(Set::empty(self.shape)),
            ReachCount::Fill => self.any_of([(goal, Vec::new())], own),
            ReachCount::AllPieces => {
                let board = self.setting.board;
                let outside = board.cells().filter(|c| !goal.contains(c)).collect();
                let inside = self.any_of([(Vec::new(), outside)], own)?;
                let none = self.any_of([(Vec::new(), board.cells().collect())], own)?;
                Ok(inside.difference(&none)?)
            }
        }
    }

    /// The positions in which a player has captured so many pieces.
    fn captured(&self, count: u32, pieces: &PieceRecord, player: Player) -> Result<Set> {
        let (cells, extras) = (self.setting.board.len(), self.setting.extras);
        let captives = |layer: usize, symbol: u8| match layer.checked_sub(cells).map(|i| extras[i].0) {
            Some(Extra::Captured(p, k)) if p == player && pieces.kind.is_none_or(|kind| kind == k) => i32::from(symbol),
            _ => 0,
        };
        self.sums(captives, |sum| sum >= count as i32)
    }

    /// The positions in which a `stack` holds.
    fn stacked(&self, condition: &Condition, player: Player) -> Result<Set> {
        let Condition::Stack { height, exactly, pieces, own_only } = condition else {
            return Ok(Set::empty(self.shape));
        };
        let high = |c: &Content| {
            let Some(top) = c.men.last() else { return false };
            let counted = c.men.iter().filter(|m| !own_only || m.owner == top.owner).count();
            let height = *height as usize;
            counts(top, pieces, player) && if *exactly { counted == height } else { counted >= height }
        };
        self.any_of(self.setting.board.cells().map(|c| (vec![c], Vec::new())), &self.symbols(high))
    }

    /// The positions in which a `state` holds.
    fn in_state(&self, condition: &Condition, player: Player) -> Result<Set> {
        let board = self.setting.board;
        match condition {
            Condition::State { state, cell: Some(Coord::Label(label)), .. } => {
                let Some(cell) = board.cell(label) else { return Ok(Set::empty(self.shape)) };
                self.any_of([(vec![cell], Vec::new())], &self.symbols(|c| c.state == *state))
            }
            Condition::State { state, cell: None, pieces } => {
                let record = pieces.clone().unwrap_or_default();
                let there = |c: &Content| c.men.last().is_some_and(|m| counts(m, &record, player) && m.state == *state);
                self.any_of(board.cells().map(|c| (vec![c], Vec::new())), &self.symbols(there))
            }
            _ => refuse("the `state` of a cell of the last move"),
        }
    }

    /// What a condition asks for as patterns, if it is made of rows and patterns of pieces.
    pub fn patterns_of(&self, condition: &Condition, player: Player) -> Option<Vec<Pattern>> {
        let board = self.setting.board;
        match condition {
            Condition::Or(cs) => {
                let all: Option<Vec<_>> = cs.iter().map(|c| self.patterns_of(c, player)).collect();
                Some(all?.concat())
            }
            Condition::InARow { length, exactly, pieces, adjacency, buried } => {
                let axes = match adjacency {
                    None => board.axes().to_vec(),
                    Some(Adjacency::Direct) => board.axes_of(true, false),
                    Some(Adjacency::Indirect) => board.axes_of(false, true),
                    Some(Adjacency::All) => board.axes_of(true, true),
                };
                let mut lines = Vec::new();
                for (d, c) in axes.into_iter().flat_map(|d| board.cells().map(move |c| (d, c))) {
                    let line: Vec<CellId> = std::iter::once(c).chain(board.ray(c, d)).take(*length as usize).collect();
                    if line.len() < *length as usize {
                        continue;
                    }
                    let ends =
                        [board.neighbour(c, board.opposite(d)), line.last().and_then(|&e| board.neighbour(e, d))];
                    lines.push((line, if *exactly { ends.into_iter().flatten().collect() } else { Vec::new() }));
                }
                Some(self.conditions(lines, &self.own(pieces, player, *buried)))
            }
            Condition::Pattern { path, pieces } => {
                let directions = (0..board.directions()).filter(|&d| board.is_direct(d));
                let ways = directions.flat_map(|d| board.cells().map(move |c| (c, d)));
                let cells = ways.filter_map(|(c, d)| self.setting.path(c, d, path));
                Some(self.conditions(cells.map(|cells| (cells, Vec::new())), &self.own(pieces, player, false)))
            }
            _ => None,
        }
    }

    /// The positions in which an `eliminate` holds; however many moves were made, if these are not told.
    pub fn eliminated(&self, condition: &Condition, player: Player) -> Result<Set> {
        let Condition::Eliminate { player: who, pieces } = condition else { return Ok(Set::empty(self.shape)) };
        let who = pieces.owner.unwrap_or(*who);
        let record = PieceRecord { owner: Some(who), ..pieces.clone() };
        let there = |c: &Content| c.men.last().is_some_and(|m| counts(m, &record, player));
        let mut gone = self.any_of([(Vec::new(), self.setting.board.cells().collect())], &self.symbols(there))?;
        for (layer, extra) in (self.setting.board.len()..).zip(self.setting.extras) {
            if let Extra::Hand(p, k) = extra.0
                && pieces.kind.is_none_or(|kind| kind == k)
                && who.means(Some(p), player)
            {
                gone = gone.intersection(&Set::cube(self.shape, &[(layer, vec![0])])?)?;
            }
            if extra.0 == Extra::Moves && extra.1 >= 2 {
                gone = gone.difference(&Set::cube(self.shape, &[(layer, vec![0, 1])])?)?;
            }
        }
        Ok(gone)
    }

    /// By symbol: whether it shows a piece of the player that the record means.
    fn own(&self, record: &PieceRecord, player: Player, buried: bool) -> Vec<bool> {
        let depth = if buried { usize::MAX } else { 1 };
        let shows = |c: &Content| c.men.iter().rev().take(depth).any(|m| counts(m, record, player));
        self.symbols(shows)
    }

    /// By symbol: whether it is for contents of which this holds.
    fn symbols(&self, holds: impl Fn(&Content) -> bool) -> Vec<bool> {
        self.setting.alphabet.contents().map(|(_, c)| holds(c)).collect()
    }

    /// The strings with, for one of the choices, own symbols on all its first cells and others on all its second.
    fn any_of(&self, choices: impl IntoIterator<Item = Choice>, own: &[bool]) -> Result<Set> {
        self.having(&self.conditions(choices, own))
    }

    /// The strings that have one of some patterns.
    fn having(&self, patterns: &[Pattern]) -> Result<Set> {
        let cubes: std::result::Result<Vec<_>, Error> =
            patterns.iter().map(|pattern| Set::cube(self.shape, pattern)).collect();
        Ok(Set::union_of(self.shape, &cubes?.iter().collect::<Vec<_>>())?)
    }

    /// Each choice as the symbols that its cells may have, by layer.
    fn conditions(&self, choices: impl IntoIterator<Item = Choice>, own: &[bool]) -> Vec<Pattern> {
        let symbols =
            |wanted: bool| (0..).zip(own).filter(|(_, own)| **own == wanted).map(|(s, _)| s).collect::<Vec<u8>>();
        let (yes, no) = (symbols(true), symbols(false));
        let condition = |(own, others): Choice| {
            let all = |cells: Vec<CellId>, symbols: &Vec<u8>| {
                cells.into_iter().map(|c| (self.setting.order.layer(c), symbols.clone())).collect::<Vec<_>>()
            };
            [all(own, &yes), all(others, &no)].concat()
        };
        choices.into_iter().map(condition).collect()
    }

    /// The strings whose symbols have weights that add up to something fitting.
    fn sums(&self, weight: impl Fn(usize, u8) -> i32, fits: impl Fn(i32) -> bool) -> Result<Set> {
        let last = self.shape.len() - 1;
        let read = |layer: usize, sum: &i32, symbol: u8| {
            let sum = sum.saturating_add(weight(layer, symbol));
            match (layer == last, fits(sum)) {
                (false, _) => Reading::Open(sum),
                (true, true) => Reading::Accept,
                (true, false) => Reading::Reject,
            }
        };
        Ok(Set::recognised(self.shape, 0, MOST_MEMORIES, read)?)
    }
}

/// Whether a piece is one of the player's that a record means. A record that names an owner is about that owner's pieces.
fn counts(man: &Man, record: &PieceRecord, player: Player) -> bool {
    record.owner.unwrap_or(Who::Mover).means(man.owner, player) && matches(man, record, player)
}
