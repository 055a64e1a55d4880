//! "The end." and the part of "Repetition." that ends games.

use super::cells::CellList;
use super::eval::View;
use super::position::{History, Key};
use super::{Piece, Position, Referee};
use ludogen::board::{CellId, Compass};
use ludogen::game::rules::*;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// This player won.
    Won(Player),
    /// Nobody did.
    Draw,
}

/// A position in which the clauses are tested.
struct Test<'a> {
    referee: Referee<'a>,
    p: &'a Position,
    /// Whether the player about to move has no legal move.
    stuck: bool,
    /// Whether all players have passed in succession.
    all_passed: bool,
}

impl<'a> Referee<'a> {
    /// The outcome after a move of `mover` that led to `p`, the last position of the history.
    pub fn outcome(&self, mover: Player, p: &Position, history: &History) -> Option<Outcome> {
        // "`no-move` holds for the player about to move, if it has no legal move (a pass allowed by `can-pass` is one; a
        // continuing turn is not tested)."
        let stuck = !p.continuing && self.free_moves(p, history).is_empty();
        let all_passed = p.passes >= 2;
        let test = Test { referee: *self, p, stuck, all_passed };
        if let Some(outcome) = test.verdict(mover) {
            return Some(outcome);
        }
        // "If no clause speaks of `all-passed` and neither player has a legal move (the turn not continuing), it is a draw at
        // once."
        if stuck && self.nobody_can_move(p, history) {
            return Some(Outcome::Draw);
        }
        // "If all players pass in succession (two passes) and no clause decides, it is a draw." "`draw`: the third occurrence
        // ends the game as a draw."
        let thrice = self.rules.repetition == Repetition::Draw && history.count(&Key::of(self.rules, p)) >= 3;
        (all_passed || thrice).then_some(Outcome::Draw)
    }

    /// "`never`: a move after which the condition holds for the mover is illegal." Passes are not.
    pub fn must_not_be(&self, mover: Player, p: &Position) -> bool {
        let test = Test { referee: *self, p, stuck: false, all_passed: false };
        self.rules.never.as_ref().is_some_and(|c| test.holds(c, mover))
    }

    /// Whether the game is drawn because neither player has a legal move, which no clause about passes concerns.
    pub fn nobody_can_move(&self, p: &Position, history: &History) -> bool {
        let other = Position { mover: p.mover.opponent(), ..p.clone() };
        !p.continuing
            && !self.rules.end.iter().any(|c| speaks_of_all_passed(&c.condition))
            && self.free_moves(p, history).is_empty()
            && self.free_moves(&other, history).is_empty()
    }
}

fn speaks_of_all_passed(condition: &Condition) -> bool {
    match condition {
        Condition::And(all) | Condition::Or(all) => all.iter().any(speaks_of_all_passed),
        Condition::Not(c) => speaks_of_all_passed(c),
        Condition::AllPassed => true,
        _ => false,
    }
}

/// "`reach`: at least so many of the player's matching pieces on the union of the goal." "`fill`: on every cell of it; `all`:
/// every piece of the player" ("one at least").
fn reach(cells: &CellList, goal: &CellList, count: ReachCount) -> bool {
    match count {
        ReachCount::Count(n) => cells.intersection(goal).count() >= n as usize,
        ReachCount::AllPieces => !cells.is_empty() && cells.is_subset(goal),
        ReachCount::Fill => !goal.is_empty() && goal.is_subset(cells),
    }
}

impl<'a> Test<'a> {
    /// "After every move all clauses are tested, for the mover and the opponent." `mover` made the last move.
    fn verdict(&self, mover: Player) -> Option<Outcome> {
        let rules = self.referee.rules;
        let gets = |player: Player, verdict: Verdict| {
            let mut clauses = rules.end.iter().filter(|c| c.verdict == verdict && c.who.means(Some(player), mover));
            clauses.any(|c| self.holds(&c.condition, player))
        };
        let result = |player: Player| {
            // "`opp-turn`: wins are only counted for the player who did not just move."
            let wins = gets(player, Verdict::Win) && !(rules.opp_turn && player == mover);
            // "If one player both wins and loses it loses (`win-first`: wins)."
            match (wins, gets(player, Verdict::Lose)) {
                (true, true) => Some(rules.win_first),
                (true, false) => Some(true),
                (false, true) => Some(false),
                (false, false) => None,
            }
        };
        // "If White's and Black's results agree (one wins, the other loses) that is the outcome; if both win or both lose, the
        // mover wins, loses, or it is a draw, as the end section says."
        let winner = match (result(Player::White), result(Player::Black)) {
            (Some(white), Some(black)) if white == black => match rules.both {
                Both::MoverWins => mover,
                Both::MoverLoses => mover.opponent(),
                Both::Draw => return Some(Outcome::Draw),
            },
            (Some(true), _) | (None, Some(false)) => Player::White,
            (Some(false), _) | (None, Some(true)) => Player::Black,
            // "A draw clause counts only if no one wins or loses."
            (None, None) => {
                return Player::BOTH.iter().any(|&p| gets(p, Verdict::Draw)).then_some(Outcome::Draw);
            }
        };
        Some(Outcome::Won(winner))
    }

    fn holds(&self, condition: &Condition, player: Player) -> bool {
        let (p, referee) = (self.p, self.referee);
        match condition {
            Condition::And(all) => all.iter().all(|c| self.holds(c, player)),
            Condition::Or(any) => any.iter().any(|c| self.holds(c, player)),
            Condition::Not(c) => !self.holds(c, player),
            Condition::Compare(cmp, a, b) => {
                let view = self.view(player);
                cmp.holds(view.number(a), view.number(b))
            }
            Condition::Connect { count, regions, pieces, adjacency, buried } => {
                let cells = self.cells_of(pieces, player, *buried);
                let groups = self.groups(&cells, *adjacency);
                if count.is_none() && regions.contains(&Cells::OppositeSides) {
                    self.connect_opposite_sides(&groups, regions, player)
                } else {
                    self.connect(&groups, *count, regions, player)
                }
            }
            Condition::Cycle { pieces, .. } => self.cycle(&self.cells_of(pieces, player, false)),
            Condition::Group { size, exactly, pieces, adjacency, buried } => {
                self.group(&self.cells_of(pieces, player, *buried), *size, *exactly, *adjacency)
            }
            Condition::InARow { length, exactly, pieces, adjacency, buried } => {
                self.in_a_row(&self.cells_of(pieces, player, *buried), *length as usize, *exactly, *adjacency)
            }
            Condition::Pattern { path, pieces } => self.pattern(&self.cells_of(pieces, player, false), path),
            Condition::Reach { goal, count, pieces, buried } => {
                reach(&self.cells_of(pieces, player, *buried), &referee.union(goal, player), *count)
            }
            // "`capture`: so many matching types captured so far."
            Condition::Capture { count, pieces } => {
                let by_type = p.captured[player.index()].iter().enumerate();
                let matching = by_type.filter(|(kind, _)| pieces.kind.is_none_or(|k| k == *kind));
                matching.map(|(_, n)| n).sum::<u32>() >= *count
            }
            // "`threatened`: were it the opponent's turn, one of its moves would capture a piece of such a type."
            Condition::Threatened(record) => {
                let supposed = Position { mover: player.opponent(), ..p.clone() };
                referee.could_capture(supposed, &|kind| record.kind.is_none_or(|k| k == kind))
            }
            // "`path`: some matching piece could walk to the goal over adjacent cells without neutral pieces."
            Condition::Path { goal, pieces } => {
                let goal = referee.union(goal, player);
                let cells = self.cells_of(pieces, player, false);
                let open = |c: CellId| cells.contains(&c) || p.top(c).is_none_or(|t| t.owner.is_some());
                cells.iter().any(|&c| !referee.spread(c, |c| referee.adjacent(c), open).is_disjoint(&goal))
            }
            Condition::Eliminate { player: who, pieces } => self.eliminated(*who, pieces, player),
            // "The player's score is at least this; `best`: higher than the opponent's."
            Condition::Score(Some(score)) => p.scores[player.index()] >= *score,
            Condition::Score(None) => p.scores[player.index()] > p.scores[player.opponent().index()],
            // "`stack`: some cell topped by the player is at least so high"; "`owner`: counting the player's pieces only".
            Condition::Stack { height, exactly, pieces, own_only } => {
                let high = |&c: &CellId| {
                    let owner = p.top(c).map(|t| t.owner);
                    let counted = p.stack(c).iter().filter(|t| !own_only || Some(t.owner) == owner);
                    let (counted, height) = (counted.count(), *height as usize);
                    if *exactly { counted == height } else { counted >= height }
                };
                self.cells_of(pieces, player, false).iter().any(high)
            }
            // "`state`: that cell, or some top piece of the player matching the record, is in that state."
            Condition::State { state, cell: Some(cell), .. } => {
                self.view(player).cell(cell).is_some_and(|c| p.cell_states[c as usize] == state.number())
            }
            Condition::State { state, cell: None, pieces } => {
                let record = pieces.clone().unwrap_or_default();
                let cells = self.cells_of(&record, player, false);
                cells.iter().any(|&c| p.top(c).is_some_and(|t| t.state == state.number()))
            }
            Condition::NoMove => self.stuck && player == p.mover,
            Condition::AllPassed => self.all_passed,
            // "`full`: no cell is empty."
            Condition::Full => p.cells().all(|c| !p.is_empty(c)),
        }
    }

    /// "In integer functions of end conditions the mover is the tested player, and `from`, `to` and `last` are those of the
    /// last move."
    fn view(&self, player: Player) -> View<'_> {
        let (from, to) = self.p.last;
        let heading = self.referee.player_facing(player);
        View {
            referee: self.referee,
            p: self.p,
            mover: player,
            from,
            to,
            current: to,
            dirn: &[],
            heading,
            kind: None,
            made: true,
        }
    }

    /// Whether the piece is one of the player's that the record means. A record that names an owner is about the pieces of
    /// that owner instead.
    fn counts(&self, piece: &Piece, record: &PieceRecord, player: Player) -> bool {
        record.owner.unwrap_or(Who::Mover).means(piece.owner, player) && self.referee.matches(piece, record, player)
    }

    /// "Conditions look at the player's top pieces (with `stack`: at every cell holding a piece of the player at any
    /// height)."
    fn cells_of(&self, record: &PieceRecord, player: Player, buried: bool) -> CellList {
        let depth = if buried { usize::MAX } else { 1 };
        let seen = |c: &CellId| self.p.stack(*c).iter().rev().take(depth).any(|t| self.counts(t, record, player));
        self.p.cells().filter(seen).collect()
    }

    /// "Direct neighbours only", "direct and indirect neighbours"; by default, those that are adjacent.
    fn near(&self, cell: CellId, adjacency: Option<Adjacency>) -> Vec<CellId> {
        let board = self.referee.board;
        match adjacency {
            None => self.referee.adjacent(cell),
            Some(Adjacency::Direct) => board.direct(cell).to_vec(),
            Some(Adjacency::Indirect) => board.indirect(cell).to_vec(),
            Some(Adjacency::All) => board.direct(cell).iter().chain(board.indirect(cell)).copied().collect(),
        }
    }

    /// The groups that cells form, each once.
    fn groups(&self, cells: &CellList, adjacency: Option<Adjacency>) -> Vec<CellList> {
        let mut groups = Vec::new();
        let mut rest = cells.clone();
        while let Some(&cell) = rest.first() {
            let group = self.referee.spread(cell, |c| self.near(c, adjacency), |c| cells.contains(&c));
            rest = &rest - &group;
            groups.push(group);
        }
        groups
    }

    /// "A line of at least so many (with `exactly`, a maximal line of exactly so many) cells along one axis of the adjacent
    /// directions (`d-nbors`: direct axes; `i-nbors`: indirect; `all-nbors`: both)."
    fn in_a_row(&self, cells: &CellList, length: usize, exactly: bool, adjacency: Option<Adjacency>) -> bool {
        let board = self.referee.board;
        let axes = match adjacency {
            None => board.axes().to_vec(),
            Some(Adjacency::Direct) => board.axes_of(true, false),
            Some(Adjacency::Indirect) => board.axes_of(false, true),
            Some(Adjacency::All) => board.axes_of(true, true),
        };
        axes.iter().any(|&d| {
            let starts = cells
                .iter()
                .filter(|&&c| board.neighbour(c, board.opposite(d)).is_none_or(|before| !cells.contains(&before)));
            let mut lengths =
                starts.map(|&c| 1 + self.referee.ray(c, d).iter().take_while(|c| cells.contains(c)).count());
            lengths.any(|n| if exactly { n == length } else { n >= length })
        })
    }

    /// "`connect`: one group touches every region."
    /// "With a number, so many of them suffice: then `corners` are each corner and `sides` each side without its corners."
    fn connect(&self, groups: &[CellList], count: Option<u32>, regions: &[Cells], player: Player) -> bool {
        let (referee, board) = (self.referee, self.referee.board);
        let corners: CellList = board.corners().iter().copied().collect();
        let regions: Vec<CellList> = regions
            .iter()
            .flat_map(|r| match (count, r) {
                (Some(_), Cells::Corners) => corners.iter().map(|&c| CellList::from([c])).collect(),
                (Some(_), Cells::Edge) => {
                    let sides = board.sides().iter();
                    sides.map(|s| s.cells.iter().copied().filter(|c| !corners.contains(c)).collect()).collect()
                }
                _ => referee.sets(r, player),
            })
            .collect();
        let least = count.map_or(regions.len(), |n| n as usize);
        !regions.is_empty() && groups.iter().any(|g| regions.iter().filter(|r| !g.is_disjoint(r)).count() >= least)
    }

    /// "`opposite-sides`: two sides that face each other, any two of them unless regions are counted."
    fn connect_opposite_sides(&self, groups: &[CellList], regions: &[Cells], player: Player) -> bool {
        let (referee, board) = (self.referee, self.referee.board);
        let others: Vec<&Cells> = regions.iter().filter(|r| **r != Cells::OppositeSides).collect();
        Compass::ALL[..4].iter().any(|&side| {
            let facing = |s: Compass| board.sides().iter().find(|found| found.name == s);
            let (Some(a), Some(b)) = (facing(side), facing(side.opposite())) else { return false };
            let pair = [a, b].map(|s| s.cells.iter().copied().collect::<CellList>());
            let all: Vec<CellList> = others.iter().flat_map(|r| referee.sets(r, player)).chain(pair).collect();
            groups.iter().any(|g| all.iter().all(|r| !g.is_disjoint(r)))
        })
    }

    /// "`group` without a size: all the player's pieces, at least two, form one group."
    /// "`exactly`: no more than that."
    fn group(&self, cells: &CellList, size: Option<u32>, exactly: bool, adjacency: Option<Adjacency>) -> bool {
        let mut groups = self.groups(cells, adjacency).into_iter();
        match size {
            Some(size) if exactly => groups.any(|g| g.len() == size as usize),
            Some(size) => groups.any(|g| g.len() >= size as usize),
            None => cells.len() >= 2 && groups.all(|g| g == *cells),
        }
    }

    /// "`pattern`: path from any piece, in any direct direction; the first cell counts."
    fn pattern(&self, cells: &CellList, path: &[Turtle]) -> bool {
        let (referee, board) = (self.referee, self.referee.board);
        let directions: Vec<usize> = (0..board.directions()).filter(|&d| board.is_direct(d)).collect();
        let there =
            |c: CellId, d: usize| referee.path(c, d, path).is_some_and(|way| way.iter().all(|c| cells.contains(c)));
        cells.iter().any(|&c| directions.iter().any(|&d| there(c, d)))
    }

    /// "`cycle`: some cell that is not the player's (or is, with all its neighbours the player's) cannot reach the edge
    /// through cells that are not the player's, stepping over direct neighbours."
    fn cycle(&self, cells: &CellList) -> bool {
        let board = self.referee.board;
        let edge: CellList = board.edge().into_iter().collect();
        self.p.cells().filter(|c| !edge.contains(c)).any(|c| {
            if cells.contains(&c) {
                board.direct(c).iter().all(|n| cells.contains(n))
            } else {
                self.referee.spread(c, |c| board.direct(c).to_vec(), |c| !cells.contains(&c)).is_disjoint(&edge)
            }
        })
    }

    /// "`eliminate`: the player named has no matching piece on top of a cell, none left in a limited hand, and at least two
    /// moves have been made."
    fn eliminated(&self, who: Who, record: &PieceRecord, player: Player) -> bool {
        let record = PieceRecord { owner: record.owner.or(Some(who)), ..record.clone() };
        let who = record.owner.unwrap_or(who);
        let kinds = (0..self.referee.rules.pieces.len()).filter(|&k| record.kind.is_none_or(|kind| kind == k));
        let players = self.referee.players(who, player);
        let held = |kind: usize| players.iter().any(|p| self.p.hands[p.index()][kind].is_some_and(|n| n > 0));
        self.p.moves >= 2 && self.cells_of(&record, player, false).is_empty() && !kinds.into_iter().any(held)
    }
}
