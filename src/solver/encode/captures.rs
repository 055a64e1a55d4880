//! Which pieces a move captures, on a partly known position.

use super::alphabet::Man;
use super::view::{Lookup, Partial, matches, unsupported};
use crate::board::CellId;
use crate::game::rules::*;

/// Which pieces may be captured, and how many together.
struct Victims<'p, 'a> {
    position: &'p Partial<'a>,
    record: PieceRecord,
    /// The owner that is meant, whatever the record says of the piece.
    whose: Who,
    size: Option<(u32, u32)>,
}

impl Victims<'_, '_> {
    fn has(&self, cell: CellId) -> Lookup<bool> {
        let position = self.position;
        Ok(position.top(cell)?.is_some_and(|man| matches(man, &self.record, position.mover)))
    }

    /// Whether so many may be captured together.
    fn allows(&self, count: usize) -> bool {
        self.size.is_none_or(|(least, most)| (least as usize..=most as usize).contains(&count))
    }

    /// Those of some cells that have one.
    fn of(&self, cells: impl IntoIterator<Item = CellId>) -> Lookup<Vec<CellId>> {
        let mut taken = Vec::new();
        for cell in cells {
            if self.has(cell)? {
                taken.push(cell);
            }
        }
        Ok(taken)
    }

    /// Those at the beginning of a row that have one.
    fn run(&self, cells: impl IntoIterator<Item = CellId>) -> Lookup<Vec<CellId>> {
        let mut taken = Vec::new();
        for cell in cells {
            if !self.has(cell)? {
                break;
            }
            taken.push(cell);
        }
        Ok(taken)
    }

    /// Those in a row between a cell and a piece of the mover.
    fn in_lines_from(&self, to: CellId) -> Lookup<Vec<CellId>> {
        let Partial { setting, mover, .. } = *self.position;
        let mut taken = Vec::new();
        for &d in setting.board.adjacent_directions() {
            let cells = self.run(setting.board.ray(to, d))?;
            let end = setting.board.ray(to, d).nth(cells.len());
            if let (false, true, Some(end)) = (cells.is_empty(), self.allows(cells.len()), end)
                && self.position.top(end)?.is_some_and(|man| man.owner == Some(mover))
            {
                taken.extend(cells);
            }
        }
        Ok(taken)
    }

    /// Those of groups beside a cell that have no liberty.
    fn surrounded_at(&self, to: CellId) -> Lookup<Vec<CellId>> {
        let position = self.position;
        let mut taken = Vec::new();
        for &beside in position.setting.board.adjacent(to) {
            let Some(man) = position.top(beside)?.copied() else { continue };
            if taken.contains(&beside) || !self.whose.means(man.owner, position.mover) {
                continue;
            }
            let group = position.group(beside)?;
            if self.allows(group.len()) && !position.has_liberty(&group)? {
                taken.extend(self.of(group)?);
            }
        }
        Ok(taken)
    }

    /// Those in the row that a move goes towards or away from.
    fn in_line_of(&self, from: Option<CellId>, to: CellId, approached: bool) -> Lookup<Vec<CellId>> {
        let board = self.position.setting.board;
        let line = from.and_then(|from| Some((from, board.line_any(from, to)?.0)));
        let Some((from, d)) = line else { return Ok(Vec::new()) };
        let cells =
            if approached { self.run(board.ray(to, d))? } else { self.run(board.ray(from, board.opposite(d)))? };
        Ok(if self.allows(cells.len()) { cells } else { Vec::new() })
    }
}

impl Partial<'_> {
    /// A piece from the mover's hand.
    pub fn new_man(&self, kind: usize) -> Man {
        let def = &self.setting.rules.pieces[kind];
        let owner = (def.owner != Who::Neutral).then_some(self.mover);
        Man { kind: kind as u8, owner, state: def.state, flags: def.flags, facing: None }
    }

    /// The cells that a move to `to` captures, with the moved piece on `to`.
    pub fn captured(
        &self,
        from: Option<CellId>,
        to: CellId,
        how: CaptureType,
        victim: Who,
        pieces: &PieceRecord,
        size: Option<(u32, u32)>,
    ) -> Lookup<Vec<CellId>> {
        let board = self.setting.board;
        let record = PieceRecord { owner: pieces.owner.or(Some(victim)), ..pieces.clone() };
        let whose = record.owner.unwrap_or(victim);
        let victims = Victims { position: self, record, whose, size };
        let mut taken: Vec<CellId> = match how {
            CaptureType::Replace => victims.of([to])?,
            CaptureType::Direct => victims.of(board.direct(to).iter().copied())?,
            CaptureType::Indirect => victims.of(board.indirect(to).iter().copied())?,
            CaptureType::AllNeighbours => victims.of(board.direct(to).iter().chain(board.indirect(to)).copied())?,
            CaptureType::Over => {
                victims.of(from.and_then(|from| self.setting.between(from, to)).unwrap_or_default())?
            }
            CaptureType::Everywhere => return unsupported("`everywhere`"),
            CaptureType::Line => victims.in_lines_from(to)?,
            CaptureType::Surround => victims.surrounded_at(to)?,
            CaptureType::Approach => victims.in_line_of(from, to, true)?,
            CaptureType::Withdraw => victims.in_line_of(from, to, false)?,
        };
        taken.sort_unstable();
        taken.dedup();
        Ok(taken)
    }
}
