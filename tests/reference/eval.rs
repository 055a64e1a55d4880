//! "Conditions." One `from`, one `to`, one `current` at a time.

use super::captures::Capture;
use super::cells::CellList;
use super::{Position, Referee};
use ludogen::board::CellId;
use ludogen::game::rules::*;
use std::collections::BTreeSet;

/// All that a condition or a number depends on.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// Rules and board.
    pub referee: Referee<'a>,
    /// The board as it is now: before the move in pre-conditions, as the effects before left it in guards.
    pub p: &'a Position,
    /// The mover; in end conditions the player being tested.
    pub mover: Player,
    /// Where the move starts.
    pub from: Option<CellId>,
    /// Where it ends.
    pub to: Option<CellId>,
    /// "The cell under consideration: in a guard, the cell that the effect is about to touch; elsewhere `to`."
    pub current: Option<CellId>,
    /// The directions named by `dirn`.
    pub dirn: &'a [Dir],
    /// "The facing of the piece on `from`, or of the mover for a drop."
    pub heading: Option<usize>,
    /// The type whose move this is.
    pub kind: Option<usize>,
    /// Whether the move is on the board already.
    pub made: bool,
}

impl<'a> View<'a> {
    /// The cell meant, if there is one.
    pub fn cell(&self, coord: &Coord) -> Option<CellId> {
        let board = self.referee.board;
        match coord {
            Coord::From => self.from,
            Coord::To => self.to,
            Coord::Current => self.current,
            // "`over` is the cell before `to` on the line from `from`."
            Coord::Over => {
                let (from, to) = (self.from?, self.to?);
                let between = self.referee.between(from, to)?;
                Some(between.last().copied().unwrap_or(from))
            }
            // "`middle` is the cell half way on that line, if there is one."
            Coord::Middle => {
                let between = self.referee.between(self.from?, self.to?)?;
                let half = between.len() / 2;
                (between.len() == 2 * half + 1).then(|| between[half])
            }
            // "`ahead` of a cell are those further on from it in the direction of that line."
            Coord::Ahead(base, count) => {
                let direction = self.referee.line(self.from?, self.to?)?;
                let ray = self.referee.ray(self.cell(base)?, direction);
                ray.get(*count as usize - 1).copied()
            }
            Coord::Last => self.p.last.1,
            Coord::Label(label) => board.cell(label),
            Coord::Step(base, dir, count) => {
                let mut at = self.cell(base)?;
                let direction = *self.referee.directions(dir, self.heading).first()?;
                for _ in 0..*count {
                    at = board.neighbour(at, direction)?;
                }
                Some(at)
            }
        }
    }

    /// "An absent cell satisfies no predicate; a negation of a predicate on it therefore holds."
    pub fn holds(&self, condition: &Bool) -> bool {
        let on = |coord: &Coord, test: &dyn Fn(CellId) -> bool| self.cell(coord).is_some_and(test);
        let both = |a: &Coord, b: &Coord, test: &dyn Fn(CellId, CellId) -> bool| {
            self.cell(a).is_some_and(|a| self.cell(b).is_some_and(|b| test(a, b)))
        };
        let referee = self.referee;
        match condition {
            Bool::True => true,
            Bool::And(all) => all.iter().all(|b| self.holds(b)),
            Bool::Or(any) => any.iter().any(|b| self.holds(b)),
            Bool::Not(b) => !self.holds(b),
            Bool::Compare(cmp, a, b) => cmp.holds(self.number(a), self.number(b)),
            Bool::Empty(c) => on(c, &|c| self.p.is_empty(c)),
            Bool::Owner(c, who) => on(c, &|c| self.is_of(c, *who)),
            Bool::Line(a, b, directions) => both(a, b, &|a, b| self.in_line(a, b, directions)),
            Bool::Connected(None, who) => self.connected(*who),
            Bool::Connected(Some(c), who) => on(c, &|c| self.is_beside(c, *who)),
            Bool::Adjacent(a, b) => both(a, b, &|a, b| referee.adjacent(a).contains(&b)),
            Bool::Steps(steps) => self.steps(steps),
            Bool::Same(a, b) => both(a, b, &|a, b| a == b),
            Bool::OnBoard(c) => on(c, &|_| true),
            Bool::InRegion(c, cells) => on(c, &|c| referee.union(cells, self.mover).contains(&c)),
            Bool::IsPiece(c, record) => on(c, &|c| self.is_piece(c, record)),
            Bool::Flagged(c, flag) => on(c, &|c| self.p.top(c).is_some_and(|t| t.flags & flag == *flag)),
            Bool::Captures(how) => self.captures(*how),
            Bool::Attacked(c) => on(c, &|c| self.attacked(c)),
            Bool::FirstMove => !self.p.moved[self.mover.index()],
            // "`onward`: the line from `from` to `to` goes in the direction of that of the last move."
            Bool::Onward => {
                let way = |from: Option<CellId>, to: Option<CellId>| referee.line(from?, to?);
                let now = way(self.from, self.to);
                now.is_some() && now == way(self.p.last.0, self.p.last.1)
            }
            Bool::Continuing => self.p.continuing,
        }
    }

    /// Whether the top piece is the player's.
    fn is_of(&self, cell: CellId, who: Who) -> bool {
        self.p.top(cell).is_some_and(|t| who.means(t.owner, self.mover))
    }

    fn is_piece(&self, cell: CellId, record: &PieceRecord) -> bool {
        self.p.top(cell).is_some_and(|t| self.referee.matches(t, record, self.mover))
    }

    fn is_target(&self, cell: CellId, target: &Target) -> bool {
        match target {
            Target::Empty => self.p.is_empty(cell),
            Target::Pieces(record) => self.is_piece(cell, record),
        }
    }

    fn count(&self, cells: impl IntoIterator<Item = CellId>, target: &Target) -> i32 {
        cells.into_iter().filter(|&c| self.is_target(c, target)).count() as i32
    }

    /// "By default go in the adjacent directions of the board, or in those of `dirn`; `(line from to)` does not look at what
    /// stands between."
    fn in_line(&self, a: CellId, b: CellId, directions: &[Dir]) -> bool {
        let directions = match (directions, self.dirn) {
            ([], []) => &[Dir::All],
            ([], dirn) => dirn,
            (own, _) => own,
        };
        let referee = self.referee;
        let mut ways = directions.iter().flat_map(|d| referee.directions(d, self.heading));
        ways.any(|d| referee.ray(a, d).contains(&b))
    }

    /// "`connected` without a cell: `to` adjacent to `from` for a move (in a direction of `dirn`, if there is one), `to` adjacent
    /// to a piece of the player for a drop."
    fn connected(&self, who: Who) -> bool {
        match (self.from, self.to) {
            (_, None) => false,
            (Some(from), Some(to)) => {
                let mut ways = self.dirn.iter().flat_map(|d| self.referee.directions(d, self.heading));
                let along = self.dirn.is_empty() || ways.any(|d| self.referee.board.neighbour(from, d) == Some(to));
                along && self.referee.adjacent(from).contains(&to)
            }
            (None, Some(to)) => self.is_beside(to, who),
        }
    }

    /// "With a cell: that cell is adjacent to a piece of the player (the piece on `from` does not count)."
    fn is_beside(&self, cell: CellId, who: Who) -> bool {
        self.referee.adjacent(cell).into_iter().any(|c| Some(c) != self.from && self.is_of(c, who))
    }

    /// "`steps` starts in each base direction: those of `dirn`, or the piece's facing." It "needs a `from`".
    fn steps(&self, steps: &[Turtle]) -> bool {
        let (Some(from), Some(to)) = (self.from, self.to) else { return false };
        let headings: Vec<usize> = match self.dirn {
            [] => self.heading.into_iter().collect(),
            dirn => dirn.iter().flat_map(|d| self.referee.directions(d, self.heading)).collect(),
        };
        headings.into_iter().any(|h| self.referee.path(from, h, steps).and_then(|p| p.last().copied()) == Some(to))
    }

    /// "`captures` looks at the board before the move as if the piece had left `from` and stood on `to`." "In guards, at the board
    /// as it is then."
    fn captures(&self, how: CaptureType) -> bool {
        let (Some(to), Some(kind)) = (self.to, self.kind) else { return false };
        let enemy = PieceRecord { owner: Some(Who::Opponent), ..PieceRecord::default() };
        if how == CaptureType::Replace {
            return self.p.stack(to).iter().any(|t| self.referee.matches(t, &enemy, self.mover));
        }
        let mut after = self.p.clone();
        let piece = match self.from {
            _ if self.made => None,
            Some(from) => after.stack_mut(from).pop(),
            None => Some(self.referee.new_piece(kind, None, self.mover)),
        };
        after.stack_mut(to).extend(piece);
        let capture = Capture { referee: self.referee, p: &after, mover: self.mover, from: self.from, to };
        !capture.cells(how, Who::Opponent, &PieceRecord::default(), None).is_empty()
    }

    /// "Arithmetic saturates." Numbers about a cell that does not exist are 0.
    pub fn number(&self, number: &Int) -> i32 {
        let (referee, board, p) = (self.referee, self.referee.board, self.p);
        let at = |coord: &Coord, f: &dyn Fn(CellId) -> i32| self.cell(coord).map_or(0, f);
        let both = |a: &Coord, b: &Coord, f: &dyn Fn(CellId, CellId) -> i32| {
            self.cell(a).zip(self.cell(b)).map_or(0, |(a, b)| f(a, b))
        };
        let all = |terms: &[Int]| terms.iter().map(|t| self.number(t)).collect::<Vec<_>>();
        let players = |who: Who| referee.players(who, self.mover).into_iter().map(Player::index);
        match number {
            Int::Const(n) => *n,
            Int::Sum(terms) => all(terms).into_iter().fold(0, i32::saturating_add),
            Int::Product(terms) => all(terms).into_iter().fold(1, i32::saturating_mul),
            Int::Difference(terms) => match all(terms)[..] {
                [] => 0,
                [only] => 0i32.saturating_sub(only),
                [first, ref rest @ ..] => rest.iter().copied().fold(first, i32::saturating_sub),
            },
            // "Quotient towards zero; 0 when divided by 0."
            Int::Quotient(a, b) => match self.number(b) {
                0 => 0,
                b => self.number(a).saturating_div(b),
            },
            // "Remainder, never negative; 0 when divided by 0."
            Int::Modulo(a, b) => match self.number(b) {
                0 => 0,
                b => self.number(a).wrapping_rem_euclid(b),
            },
            Int::Min(terms) => all(terms).into_iter().min().unwrap_or(0),
            Int::Max(terms) => all(terms).into_iter().max().unwrap_or(0),
            Int::Abs(n) => self.number(n).saturating_abs(),
            // "`num-between` counts cells strictly between, on a line over all directions of the board."
            Int::Between(target, a, b) => {
                both(a, b, &|a, b| referee.between(a, b).map_or(0, |cells| self.count(cells, target)))
            }
            // "`num-line` the whole line including both ends, 0 if there is none."
            Int::WholeLine(target) => both(&Coord::From, &Coord::To, &|a, b| match referee.line(a, b) {
                None => 0,
                Some(d) => {
                    let back = referee.ray(a, board.opposite(d));
                    self.count(back.into_iter().chain([a]).chain(referee.ray(a, d)), target)
                }
            }),
            Int::Neighbours(c, target) => at(c, &|c| self.count(referee.adjacent(c), target)),
            Int::Height(c) => at(c, &|c| p.stack(c).len() as i32),
            Int::GroupSize(c) => at(c, &|c| self.group_size(c)),
            Int::Phase(c) => at(c, &|c| board.phase(c).into()),
            // "`distance` is board distance over adjacent cells, 999 if there is no way."
            Int::Distance(a, b) => both(a, b, &|a, b| board.distance(a, b).map_or(999, |n| n as i32)),
            Int::PieceState(c) => at(c, &|c| p.top(c).map_or(0, |t| t.state.into())),
            Int::CellState(c) => at(c, &|c| p.cell_states[c as usize].into()),
            // "`value` is the type's value."
            Int::Value(c) => at(c, &|c| p.top(c).map_or(0, |t| referee.rules.pieces[t.kind].value)),
            // "`liberties`: empty cells adjacent to the group of the cell's owner."
            Int::Liberties(c) => at(c, &|c| referee.liberties(p, &referee.group(p, c)).len() as i32),
            Int::LineLength(c, directions) => at(c, &|c| self.line_length(c, directions)),
            Int::Row(c) => at(c, &|c| board.row(c) as i32 + 1),
            Int::Col(c) => at(c, &|c| board.col(c) as i32 + 1),
            Int::Pieces(target) => self.count(p.cells(), target),
            Int::Groups(who) => self.groups(*who),
            // "How many pieces the player holds; 999 if without limit."
            Int::LargestGroup(who, rank) => {
                let sizes = |player: Player| {
                    let groups: BTreeSet<CellList> = p
                        .cells()
                        .filter(|&c| p.top(c).is_some_and(|t| t.owner == Some(player)))
                        .map(|c| referee.group(p, c))
                        .collect();
                    let mut sizes: Vec<i32> = groups.iter().map(|g| g.len() as i32).collect();
                    sizes.sort();
                    sizes.into_iter().rev().nth(*rank as usize - 1).unwrap_or(0)
                };
                referee.players(*who, self.mover).into_iter().map(sizes).sum()
            }
            // "`territory`: the empty cells of regions of empty cells that touch pieces of the player and of nobody else."
            Int::Territory(who) => {
                let owners = |c: CellId| -> BTreeSet<Option<Player>> {
                    let region = referee.spread(c, |c| referee.adjacent(c), |c| p.is_empty(c));
                    let around = region.iter().flat_map(|&c| referee.adjacent(c));
                    around.filter_map(|c| p.top(c)).map(|t| t.owner).collect()
                };
                let owned = |player: Player| {
                    p.cells().filter(|&c| p.is_empty(c) && owners(c) == [Some(player)].into()).count() as i32
                };
                referee.players(*who, self.mover).into_iter().map(owned).sum()
            }
            Int::InHand(who, kind) => {
                let kinds =
                    |i: usize| p.hands[i].iter().enumerate().filter(|(k, _)| kind.is_none_or(|kind| kind == *k));
                let held: Option<u32> = players(*who).flat_map(kinds).map(|(_, n)| *n).sum();
                held.map_or(999, |n| n as i32)
            }
            Int::Captured(who) => players(*who).map(|i| p.captured[i].iter().sum::<u32>() as i32).sum(),
            Int::Score(who) => players(*who).map(|i| p.scores[i]).fold(0, i32::saturating_add),
            Int::MoveNumber => p.moves as i32,
        }
    }

    /// "If the top piece of `from` stood alone on the cell, an opponent's move could capture a piece of its type there and
    /// then. False within such a look ahead."
    fn attacked(&self, cell: CellId) -> bool {
        let Some(from) = self.from.filter(|_| !self.p.supposed) else { return false };
        let mut supposed = self.p.clone();
        let Some(piece) = supposed.stack_mut(from).pop() else { return false };
        let kind = piece.kind;
        *supposed.stack_mut(cell) = vec![piece];
        supposed.mover = self.mover.opponent();
        self.referee.could_capture(supposed, &|k| k == kind)
    }

    /// "`line-length`: of the longest unbroken line of one owner's pieces through the cell, in one of the directions (seen by
    /// the mover) or against it."
    fn line_length(&self, cell: CellId, directions: &[Dir]) -> i32 {
        let Some(owner) = self.p.top(cell).map(|t| t.owner) else { return 0 };
        let heading = self.referee.player_facing(self.mover);
        let directions = if directions.is_empty() { &[Dir::All] } else { directions };
        let run = |d: usize| {
            let cells = self.referee.ray(cell, d).into_iter();
            cells.take_while(|&c| self.p.top(c).is_some_and(|t| t.owner == owner)).count() as i32
        };
        let ways = directions.iter().flat_map(|d| self.referee.directions(d, heading));
        ways.map(|d| 1 + run(d) + run(self.referee.board.opposite(d))).max().unwrap_or(1)
    }

    /// "`group-size`: the cells of the mover's groups (by adjacency) that contain the cell or a neighbour of it."
    fn group_size(&self, cell: CellId) -> i32 {
        let near = [cell].into_iter().chain(self.referee.adjacent(cell));
        let own = near.filter(|&c| self.is_of(c, Who::Mover));
        own.flat_map(|c| self.referee.group(self.p, c)).collect::<CellList>().len() as i32
    }

    /// "How many groups the player has": connected cells topped by pieces of one owner.
    fn groups(&self, who: Who) -> i32 {
        let mut seen = CellList::new();
        let mut groups = 0;
        for cell in self.p.cells().filter(|&c| self.is_of(c, who)) {
            if !seen.contains(&cell) {
                seen.extend(self.referee.group(self.p, cell));
                groups += 1;
            }
        }
        groups
    }
}
