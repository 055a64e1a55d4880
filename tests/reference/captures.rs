//! The cells that each way of capturing gives.

use super::cells::CellList;
use super::{Position, Referee};
use ludogen::board::CellId;
use ludogen::game::rules::*;

/// A capture about to happen on this board.
#[derive(Clone, Copy)]
pub struct Capture<'a> {
    /// Rules and board.
    pub referee: Referee<'a>,
    /// The board.
    pub p: &'a Position,
    /// Who captures.
    pub mover: Player,
    /// Where the move started.
    pub from: Option<CellId>,
    /// Where it ended.
    pub to: CellId,
}

impl Capture<'_> {
    /// "The cells the type gives, whose top piece matches the record and the victim." `replace` is not about cells: it
    /// gives none here.
    pub fn cells(&self, how: CaptureType, victim: Who, record: &PieceRecord, size: Option<(u32, u32)>) -> CellList {
        let (board, to) = (self.referee.board, self.to);
        let matching = |c: CellId| {
            self.p
                .top(c)
                .is_some_and(|t| victim.means(t.owner, self.mover) && self.referee.matches(t, record, self.mover))
        };
        // "`size` keeps only runs (groups, for `surround`) of that size; for other types it is ignored."
        let sized =
            |cells: &CellList| size.is_none_or(|(least, most)| (least as usize..=most as usize).contains(&cells.len()));
        let run = |start: CellId, d: usize| -> CellList {
            self.referee.ray(start, d).into_iter().take_while(|&c| matching(c)).collect()
        };
        let found: CellList = match how {
            CaptureType::Replace => CellList::new(),
            CaptureType::Everywhere => self.referee.all_cells(),
            CaptureType::Direct => board.direct(to).iter().copied().collect(),
            CaptureType::Indirect => board.indirect(to).iter().copied().collect(),
            CaptureType::AllNeighbours => board.direct(to).iter().chain(board.indirect(to)).copied().collect(),
            // "`over`: cells strictly between."
            CaptureType::Over => {
                self.from.and_then(|from| self.referee.between(from, to)).unwrap_or_default().into_iter().collect()
            }
            // "`surround`: groups (by adjacency) of the victim next to `to`, without an empty adjacent cell."
            CaptureType::Surround => {
                let near = self.referee.adjacent(to).into_iter();
                let victims = near.filter(|&c| self.p.top(c).is_some_and(|t| victim.means(t.owner, self.mover)));
                let groups = victims.map(|c| self.referee.group(self.p, c));
                groups.filter(|g| sized(g) && self.referee.liberties(self.p, g).is_empty()).flatten().collect()
            }
            // "`line`: for each direction of the board (all that are adjacent under the tiling's flags) the run of matching
            // pieces starting next to `to`, if a piece of the mover follows it."
            CaptureType::Line => {
                let mut cells = CellList::new();
                for &d in board.adjacent_directions() {
                    let run = run(to, d);
                    let after = self.referee.ray(to, d).get(run.len()).copied();
                    let closed = after.is_some_and(|c| self.p.top(c).is_some_and(|t| t.owner == Some(self.mover)));
                    if closed && sized(&run) {
                        cells.extend(run);
                    }
                }
                cells
            }
            // "`approach`: the run starting beyond `to`, going on in the direction of the move; `withdraw`: the run starting
            // behind `from`, in the opposite direction; both along a line."
            CaptureType::Approach | CaptureType::Withdraw => {
                let Some(from) = self.from else { return CellList::new() };
                let Some(d) = self.referee.line(from, to) else { return CellList::new() };
                let run = if how == CaptureType::Approach { run(to, d) } else { run(from, board.opposite(d)) };
                if sized(&run) { run } else { CellList::new() }
            }
        };
        found.into_iter().filter(|&c| matching(c)).collect()
    }
}
