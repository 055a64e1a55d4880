//! End conditions as sets of strings.

use super::extras::speaks_of_all_passed;
use super::groups::Wanted;
use super::view::{Extra, Setting, matches};
use super::{Content, Man, Refusal, refuse};
use crate::board::CellId;
use crate::game::rules::*;
use crate::solver::dfa::{Error, Limit, Reading, Root, Session, Set, Shape, with_limit};
use crate::solver::symbolic::{Region, Side};

/// Memories of one layer while a condition is compiled.
pub(super) const MOST_MEMORIES: usize = 400_000;

/// States of sets that are small.
const SMALL: usize = 1 << 10;

pub(super) type Result<T> = std::result::Result<T, Refusal>;

/// The positions at which a game is over, by what the player to move has got. One in several counts for the first of won, lost, drawn.
pub(super) struct Outcomes {
    pub won: Region,
    pub lost: Region,
    pub drawn: Region,
    /// Whether one both won and lost is lost.
    pub lost_first: bool,
}

/// Cells for own symbols, and cells for others.
type Choice = (Vec<CellId>, Vec<CellId>);

/// The symbols that some layers may have.
type Pattern = Vec<(usize, Vec<u8>)>;

/// The end section of a game.
pub(super) struct Ends<'a> {
    pub setting: &'a Setting<'a>,
    pub shape: &'a Shape,
    /// By player: the positions in which it could not move.
    stuck: [&'a Set; 2],
}

impl<'a> Ends<'a> {
    pub fn new(setting: &'a Setting<'a>, shape: &'a Shape, stuck: [&'a Set; 2]) -> Result<Self> {
        let effects = || setting.rules.pieces.iter().flat_map(|p| &p.moves).flat_map(|m| &m.post);
        let several = effects().any(|e| e.kind == EffectKind::Repeat);
        if several && setting.rules.end.iter().any(|c| !matches!(c.condition, Condition::NoMove)) {
            return refuse("an end in the middle of a turn of several moves (`repeat`)");
        }
        Ok(Ends { setting, shape, stuck })
    }

    /// Who has got what where it is this player's turn.
    pub fn of(&self, to_move: Player) -> Result<Outcomes> {
        match with_limit(Limit { states: self.setting.few, ..Limit::NONE }, || self.as_sets(to_move)) {
            Err(Refusal::Size(Error::States { .. })) => {
                self.as_patterns(to_move)?.map_or_else(|| self.as_sets(to_move), Ok)
            }
            outcomes => outcomes,
        }
    }

    /// The same where the game ends with wins by patterns alone, for which no sets are made; `None` elsewhere.
    fn as_patterns(&self, to_move: Player) -> Result<Option<Outcomes>> {
        let rules = self.setting.rules;
        let plain = rules.both != Both::Draw && self.setting.layer_of(Extra::Moves).is_none();
        if !plain || rules.end.iter().any(|clause| clause.verdict != Verdict::Win) {
            return Ok(None);
        }
        let moved = to_move.opponent();
        let mut wins = [Vec::new(), Vec::new()];
        for (player, clause) in Player::BOTH.into_iter().flat_map(|player| rules.end.iter().map(move |c| (player, c))) {
            let counts = !(rules.opp_turn && player == moved) && clause.who.means(Some(player), moved);
            if !counts {
                continue;
            }
            let Some(patterns) = self.patterns_of(&clause.condition, player) else { return Ok(None) };
            wins[player.index()].extend(patterns);
        }
        let region = |player: Player| Region::patterns(self.shape, &wins[player.index()]);
        Ok(Some(Outcomes {
            won: region(to_move)?,
            lost: region(moved)?,
            drawn: region_of(self.drawn_without_moves()?),
            lost_first: rules.both == Both::MoverWins,
        }))
    }

    /// What a condition asks for as patterns, if it is made of rows and patterns of pieces.
    fn patterns_of(&self, condition: &Condition, player: Player) -> Option<Vec<Pattern>> {
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

    /// The positions drawn for want of moves, whatever else they are.
    fn drawn_without_moves(&self) -> Result<Set> {
        let mut drawn = Set::empty(self.shape);
        if let Some(layer) = self.setting.layer_of(Extra::Passes) {
            drawn = Set::cube(self.shape, &[(layer, vec![2])])?;
        }
        if !self.setting.rules.end.iter().any(|c| speaks_of_all_passed(&c.condition)) {
            drawn = drawn.union(&self.stuck[0].intersection(self.stuck[1])?)?;
        }
        Ok(drawn)
    }

    fn as_sets(&self, to_move: Player) -> Result<Outcomes> {
        let rules = self.setting.rules;
        let moved = to_move.opponent();
        let gets = |player: Player, verdict: Verdict| -> Result<Set> {
            let mut all = Set::empty(self.shape);
            for clause in &rules.end {
                if clause.verdict == verdict && clause.who.means(Some(player), moved) {
                    all = all.union(&self.condition(&clause.condition, player, to_move)?)?;
                }
            }
            Ok(all)
        };
        let mut results = Vec::new();
        for player in Player::BOTH {
            let counts = !(rules.opp_turn && player == moved);
            let wins = if counts { gets(player, Verdict::Win)? } else { Set::empty(self.shape) };
            let loses = gets(player, Verdict::Lose)?;
            results.push(match rules.win_first {
                true => (wins.clone(), loses.difference(&wins)?),
                false => (wins.difference(&loses)?, loses),
            });
        }
        let [(own_wins, own_loses), (other_wins, other_loses)] = [&results[to_move.index()], &results[moved.index()]];
        // No player both wins and loses, so what is in both of these has both winning or both losing.
        let mut won = own_wins.union(other_loses)?;
        let mut lost = other_wins.union(own_loses)?;
        let mut drawn = gets(Player::White, Verdict::Draw)?.union(&gets(Player::Black, Verdict::Draw)?)?;
        if rules.both == Both::Draw {
            let both = won.intersection(&lost)?;
            (won, lost, drawn) = (won.difference(&both)?, lost.difference(&both)?, drawn.union(&both)?);
        }
        // The start is not tested.
        if let Some(layer) = self.setting.layer_of(Extra::Moves) {
            let begun = Set::cube(self.shape, &[(layer, vec![0])])?.complement();
            (won, lost, drawn) = (won.intersection(&begun)?, lost.intersection(&begun)?, drawn.intersection(&begun)?);
        }
        drawn = drawn.union(&self.drawn_without_moves()?)?;
        // What counts for another may stay in; without it the set can be the smallest of all, or by far the largest.
        if won.states() + lost.states() <= SMALL {
            drawn = drawn.difference(&won)?.difference(&lost)?;
        }
        let [won, lost, drawn] = [won, lost, drawn].map(region_of);
        Ok(Outcomes { won, lost, drawn, lost_first: rules.both == Both::MoverWins })
    }

    fn condition(&self, condition: &Condition, player: Player, to_move: Player) -> Result<Set> {
        let board = self.setting.board;
        let empty = || Ok(Set::empty(self.shape));
        match condition {
            Condition::And(cs) => {
                let mut all = Set::full(self.shape);
                for c in cs {
                    all = all.intersection(&self.condition(c, player, to_move)?)?;
                }
                Ok(all)
            }
            Condition::Or(cs) => {
                let mut any = Set::empty(self.shape);
                for c in cs {
                    any = any.union(&self.condition(c, player, to_move)?)?;
                }
                Ok(any)
            }
            Condition::Not(c) => Ok(self.condition(c, player, to_move)?.complement()),
            Condition::Compare(cmp, a, b) => {
                let (a, b) = (self.linear(a, player)?, self.linear(b, player)?);
                let constant = a.constant - b.constant;
                let weight = |layer: usize, symbol: u8| a.weight(layer, symbol) - b.weight(layer, symbol);
                self.sums(weight, |sum| cmp.holds(sum + constant, 0))
            }
            Condition::Connect { regions, pieces, adjacency, buried } => {
                let regions = self.setting.rules.regions_of(board, regions, player);
                if regions.is_empty() || regions.len() > 16 {
                    return if regions.is_empty() { empty() } else { refuse("`connect` of so many regions") };
                }
                let touches = |c: CellId| {
                    regions.iter().enumerate().filter(|(_, r)| r.contains(&c)).fold(0u16, |mask, (i, _)| mask | 1 << i)
                };
                let all = ((1u32 << regions.len()) - 1) as u16;
                self.groups(&self.own(pieces, player, *buried), *adjacency, touches, Wanted::Touching(all))
            }
            Condition::Group { size: Some(_), exactly: true, .. } => refuse("`group` of exactly a size"),
            Condition::Group { size, pieces, adjacency, buried, .. } => {
                let own = self.own(pieces, player, *buried);
                let wanted = size.map_or(Wanted::One, |n| Wanted::Size(n.min(250) as u8));
                self.groups(&own, *adjacency, |_| 0, wanted)
            }
            Condition::Cycle { pieces, .. } => {
                let own = self.own(pieces, player, false);
                let others: Vec<bool> = own.iter().map(|own| !own).collect();
                let edge = board.edge();
                let at_edge = |c: CellId| edge.contains(&c) as u16;
                let mut cycle = self.groups(&others, Some(Adjacency::Direct), at_edge, Wanted::Enclosed)?;
                let inner = board.cells().filter(|c| !edge.contains(c));
                let filled = inner.map(|c| std::iter::once(c).chain(board.direct(c).iter().copied()).collect());
                cycle = cycle.union(&self.any_of(filled.map(|cells| (cells, Vec::new())), &own)?)?;
                Ok(cycle)
            }
            Condition::InARow { .. } | Condition::Pattern { .. } => {
                self.having(&self.patterns_of(condition, player).unwrap_or_default())
            }
            Condition::Reach { goal, count, pieces, buried } => {
                let goal = self.setting.union(goal, player);
                let own = self.own(pieces, player, *buried);
                match count {
                    ReachCount::Count(n) => {
                        let on = |layer: usize, symbol: u8| {
                            let cell = self.setting.order.cell(layer);
                            (self.has(&own, layer, symbol) && cell.is_some_and(|cell| goal.contains(&cell))) as i32
                        };
                        self.sums(on, |sum| sum >= *n as i32)
                    }
                    ReachCount::Fill if goal.is_empty() => empty(),
                    ReachCount::Fill => self.any_of([(goal, Vec::new())], &own),
                    ReachCount::AllPieces => {
                        let outside = board.cells().filter(|c| !goal.contains(c)).collect();
                        let inside = self.any_of([(Vec::new(), outside)], &own)?;
                        let none = self.any_of([(Vec::new(), board.cells().collect())], &own)?;
                        Ok(inside.difference(&none)?)
                    }
                }
            }
            Condition::Capture { count, pieces } => {
                let extras = self.setting.extras;
                let counts = |layer: usize, symbol: u8| match layer.checked_sub(board.len()).map(|i| extras[i].0) {
                    Some(Extra::Captured(p, k)) if p == player.index() && pieces.kind.is_none_or(|kind| kind == k) => {
                        i32::from(symbol)
                    }
                    _ => 0,
                };
                self.sums(counts, |sum| sum >= *count as i32)
            }
            Condition::Eliminate { .. } => self.eliminated(condition, player),
            Condition::Score(_) => refuse("`score`"),
            Condition::Threatened(_) => refuse("`threatened`"),
            Condition::Path { .. } => refuse("`path`"),
            Condition::Stack { height, exactly, pieces, own_only } => {
                let high = |c: &Content| {
                    let Some(top) = c.men.last() else { return false };
                    let counted = c.men.iter().filter(|m| !own_only || m.owner == top.owner).count();
                    let height = *height as usize;
                    counts(top, pieces, player) && if *exactly { counted == height } else { counted >= height }
                };
                let high: Vec<bool> = self.setting.alphabet.contents().map(|(_, c)| high(c)).collect();
                self.any_of(board.cells().map(|c| (vec![c], Vec::new())), &high)
            }
            Condition::State { state, cell: Some(Coord::Label(label)), .. } => {
                let Some(cell) = board.cell(label) else { return empty() };
                let there: Vec<bool> = self.setting.alphabet.contents().map(|(_, c)| c.state == *state).collect();
                self.any_of([(vec![cell], Vec::new())], &there)
            }
            Condition::State { cell: Some(_), .. } => refuse("the `state` of a cell of the last move"),
            Condition::State { state, cell: None, pieces } => {
                let record = pieces.clone().unwrap_or_default();
                let there = |c: &Content| c.men.last().is_some_and(|m| counts(m, &record, player) && m.state == *state);
                let there: Vec<bool> = self.setting.alphabet.contents().map(|(_, c)| there(c)).collect();
                self.any_of(board.cells().map(|c| (vec![c], Vec::new())), &there)
            }
            Condition::NoMove if player == to_move => Ok(self.stuck[player.index()].clone()),
            Condition::NoMove => empty(),
            Condition::AllPassed => match self.setting.layer_of(Extra::Passes) {
                Some(layer) => Ok(Set::cube(self.shape, &[(layer, vec![2])])?),
                None => empty(),
            },
            Condition::Full => {
                let taken: Vec<bool> = self.setting.alphabet.contents().map(|(_, c)| !c.men.is_empty()).collect();
                self.any_of([(board.cells().collect(), Vec::new())], &taken)
            }
        }
    }

    /// The positions in which an `eliminate` holds; however many moves were made, if these are not told.
    fn eliminated(&self, condition: &Condition, player: Player) -> Result<Set> {
        let Condition::Eliminate { player: who, pieces } = condition else { return Ok(Set::empty(self.shape)) };
        let who = pieces.owner.unwrap_or(*who);
        let record = PieceRecord { owner: Some(who), ..pieces.clone() };
        let there = |c: &Content| c.men.last().is_some_and(|m| counts(m, &record, player));
        let there: Vec<bool> = self.setting.alphabet.contents().map(|(_, c)| there(c)).collect();
        let mut gone = self.any_of([(Vec::new(), self.setting.board.cells().collect())], &there)?;
        for (layer, extra) in (self.setting.board.len()..).zip(self.setting.extras) {
            if let Extra::Hand(p, k) = extra.0
                && pieces.kind.is_none_or(|kind| kind == k)
                && who.means(Some(Player::from_index(p)), player)
            {
                gone = gone.intersection(&Set::cube(self.shape, &[(layer, vec![0])])?)?;
            }
            if extra.0 == Extra::Moves && extra.1 >= 2 {
                gone = gone.difference(&Set::cube(self.shape, &[(layer, vec![0, 1])])?)?;
            }
        }
        Ok(gone)
    }

    /// Whether nobody would be eliminated before the second move; `first` is the side that begins.
    pub fn spares_the_first_moves(&self, start: &[u8], first: &Side) -> Result<bool> {
        let leaves = self.setting.rules.end.iter().flat_map(|c| c.condition.leaves());
        let atoms: Vec<&Condition> = leaves.filter(|c| matches!(c, Condition::Eliminate { .. })).collect();
        if atoms.is_empty() {
            return Ok(true);
        }
        let mut session = Session::new(self.shape)?;
        let begun = session.load(&Set::single(self.shape, start)?)?;
        let after = first.after(&mut session, begun, Root::ALL)?;
        let after = session.extract(after);
        for (atom, player) in atoms.into_iter().flat_map(|a| Player::BOTH.map(|p| (a, p))) {
            let gone = self.eliminated(atom, player)?;
            if gone.contains(start) || !gone.intersection(&after)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// By symbol: whether it shows a piece of the player that the record means.
    fn own(&self, record: &PieceRecord, player: Player, buried: bool) -> Vec<bool> {
        let depth = if buried { usize::MAX } else { 1 };
        let shows = |c: &Content| c.men.iter().rev().take(depth).any(|m| counts(m, record, player));
        self.setting.alphabet.contents().map(|(_, c)| shows(c)).collect()
    }

    fn has(&self, own: &[bool], layer: usize, symbol: u8) -> bool {
        layer < self.setting.board.len() && own[symbol as usize]
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

    fn linear(&self, number: &Int, player: Player) -> Result<Linear> {
        let layers = self.setting.layers();
        let each = |weight: &dyn Fn(usize, u8) -> i32| Linear {
            constant: 0,
            weights: (0..layers)
                .map(|l| (0..self.setting.symbols(l) as u16).map(|s| weight(l, s as u8)).collect())
                .collect(),
        };
        Ok(match number {
            Int::Const(n) => Linear { constant: *n, ..each(&|_, _| 0) },
            Int::Sum(terms) => {
                let mut sum = each(&|_, _| 0);
                for t in terms {
                    sum.add(&self.linear(t, player)?, 1);
                }
                sum
            }
            Int::Difference(terms) => {
                let mut sum = each(&|_, _| 0);
                for (i, t) in terms.iter().enumerate() {
                    sum.add(&self.linear(t, player)?, if i == 0 && terms.len() > 1 { 1 } else { -1 });
                }
                sum
            }
            Int::Pieces(target) => {
                let meant = |c: &Content| match target {
                    Target::Empty => c.men.is_empty(),
                    Target::Pieces(record) => c.men.last().is_some_and(|m| matches(m, record, player)),
                };
                let meant: Vec<bool> = self.setting.alphabet.contents().map(|(_, c)| meant(c)).collect();
                each(&|layer, symbol| self.has(&meant, layer, symbol) as i32)
            }
            Int::InHand(who, kind) => {
                let kinds = 0..self.setting.rules.pieces.len();
                let meant = |p: usize, k: usize| {
                    who.means(Some(Player::from_index(p)), player) && kind.is_none_or(|kind| kind == k)
                };
                if kinds.clone().any(|k| (0..2).any(|p| meant(p, k) && self.setting.unlimited[p][k])) {
                    return Ok(Linear { constant: 999, ..each(&|_, _| 0) });
                }
                let cells = self.setting.board.len();
                each(&|layer, symbol| match layer.checked_sub(cells).map(|i| self.setting.extras[i].0) {
                    Some(Extra::Hand(p, k)) if meant(p, k) => symbol.into(),
                    _ => 0,
                })
            }
            Int::MoveNumber => match self.setting.layer_of(Extra::Moves) {
                Some(moves) => each(&|layer, symbol| if layer == moves { symbol.into() } else { 0 }),
                None => return refuse("`move-number`"),
            },
            _ => return refuse("such a number in an end condition"),
        })
    }
}

fn region_of(set: Set) -> Region {
    if set.is_empty() { Region::Nothing } else { Region::Set(set) }
}

/// Whether a piece is one of the player's that a record means. A record that names an owner is about that owner's pieces.
fn counts(man: &Man, record: &PieceRecord, player: Player) -> bool {
    record.owner.unwrap_or(Who::Mover).means(man.owner, player) && matches(man, record, player)
}

/// A sum of weights of symbols, and a constant.
struct Linear {
    constant: i32,
    weights: Vec<Vec<i32>>,
}

impl Linear {
    fn weight(&self, layer: usize, symbol: u8) -> i32 {
        self.weights[layer][symbol as usize]
    }

    fn add(&mut self, other: &Linear, sign: i32) {
        self.constant += sign * other.constant;
        for (own, other) in self.weights.iter_mut().flatten().zip(other.weights.iter().flatten()) {
            *own += sign * other;
        }
    }
}
