//! "Effects in order, each on the board as the ones before left it."

use super::actions::{Acted, Attempt};
use super::captures::Capture;
use super::cells::CellList;
use super::eval::View;
use super::{Piece, Position, Referee};
use ludogen::board::CellId;
use ludogen::game::rules::*;

/// Which choices a move offers for an effect: where its bits are in the number of the choice.
#[derive(Clone, Copy, Default)]
pub struct Slot {
    /// The bit that says whether an optional effect happens.
    pub optional: Option<u32>,
    /// The lowest of the three bits that say how far `(rotate any)` turns.
    pub turn: Option<u32>,
}

/// "An effect marked `optional`, or `(rotate any)`, makes one move of each choice." Bits are given out in the order of the
/// effects, lowest first: one for optional (1: it happens), three for the turns to the right. What does not fit into
/// eight bits is not offered: the effect happens, the piece does not turn.
pub fn slots(def: &MoveDef) -> Vec<Slot> {
    let mut next = 0;
    let mut take = |bits: u32| {
        let at = next;
        (at + bits <= 8).then(|| {
            next += bits;
            at
        })
    };
    let slot = |effect: &Effect| Slot {
        optional: if effect.optional { take(1) } else { None },
        turn: if effect.kind == EffectKind::Rotate(None) { take(3) } else { None },
    };
    def.post.iter().map(slot).collect()
}

impl<'a> Referee<'a> {
    /// A view of the board for a move by `mover`.
    pub fn view<'b>(
        &self,
        p: &'b Position,
        attempt: Attempt<'b>,
        mover: Player,
        current: Option<CellId>,
        heading: Option<usize>,
    ) -> View<'b>
    where
        'a: 'b,
    {
        let Attempt { kind, def, from, to } = attempt;
        View {
            referee: *self,
            p,
            mover,
            from,
            to,
            current,
            dirn: &def.directions,
            heading,
            kind: Some(kind),
            made: false,
        }
    }

    /// How many direct turns bring a direction back to itself.
    pub fn turns(&self) -> u8 {
        let Some(d) = (0..self.board.directions()).find(|&d| self.board.is_direct(d)) else { return 1 };
        (1..8).find(|&k| self.board.turn(d, k.into()) == d).unwrap_or(8)
    }

    /// Every choice that the effects of a move offer.
    pub fn choices(&self, def: &MoveDef) -> Vec<u8> {
        let mut choices = vec![0u8];
        for slot in slots(def) {
            choices = choices.iter().flat_map(|&choice| self.extend_choice(choice, slot)).collect();
        }
        choices
    }

    fn extend_choice(&self, choice: u8, slot: Slot) -> Vec<u8> {
        let turned = |choice: u8| match slot.turn {
            None => vec![choice],
            Some(shift) => (0..self.turns()).map(|k| choice | k << shift).collect(),
        };
        match slot.optional {
            None => turned(choice),
            Some(shift) => [choice].into_iter().chain(turned(choice | 1 << shift)).collect(),
        }
    }

    /// The board after the effects, and whether one of them was `repeat`.
    pub fn affect(&self, acted: Acted, attempt: Attempt, choice: u8) -> (Position, bool) {
        let Acted { p, below } = acted;
        let mut work = Effects { referee: *self, p, attempt, below, repeat: false };
        for (effect, slot) in attempt.def.post.iter().zip(slots(attempt.def)) {
            if slot.optional.is_some_and(|shift| choice >> shift & 1 == 0) {
                continue;
            }
            let turn = slot.turn.map_or(0, |shift| choice >> shift & 7);
            work.run(effect, turn.into());
        }
        (work.p, work.repeat)
    }
}

struct Effects<'a> {
    referee: Referee<'a>,
    p: Position,
    attempt: Attempt<'a>,
    below: usize,
    repeat: bool,
}

impl Effects<'_> {
    fn mover(&self) -> Player {
        self.p.mover
    }

    /// In effects the piece that moved is on `to`: what it faces then is what turtle directions are relative to.
    fn heading(&self) -> Option<usize> {
        match self.attempt.to.and_then(|to| self.p.top(to)) {
            Some(piece) => self.referee.facing(piece, self.mover()),
            None => self.referee.player_facing(self.mover()),
        }
    }

    /// "In guards and in numbers within effects, `from` and `to` are the move's, the mover is still the mover, `move-number`
    /// is the number before the move, `continuing` is whether this move was one."
    fn view(&self, current: Option<CellId>) -> View<'_> {
        let view = self.referee.view(&self.p, self.attempt, self.mover(), current, self.heading());
        View { made: true, ..view }
    }

    fn cell(&self, coord: &Coord) -> Option<CellId> {
        self.view(self.attempt.to).cell(coord)
    }

    /// "A guard is evaluated for every cell the effect would touch (`current`)."
    fn guarded(&self, cells: CellList, guard: &Bool) -> CellList {
        cells.into_iter().filter(|&c| self.view(Some(c)).holds(guard)).collect()
    }

    /// "Effects that touch no cell are guarded once, with `current` = `to`."
    fn guarded_once(&self, guard: &Bool) -> bool {
        self.view(self.attempt.to).holds(guard)
    }

    fn run(&mut self, effect: &Effect, turn: i32) {
        let guard = &effect.guard;
        match &effect.kind {
            EffectKind::Capture { how, pieces, victim, subsume, recycle, size } => {
                let last = if *how == CaptureType::Replace {
                    self.capture_below(pieces, *victim, *recycle, guard)
                } else {
                    self.capture_cells(*how, pieces, *victim, *size, *recycle, guard)
                };
                // "`subsume`: the capturing piece becomes the type last captured."
                if let (true, Some(kind)) = (*subsume, last) {
                    self.change(self.attempt.to, |_, piece| piece.kind = kind);
                }
            }
            EffectKind::Convert { how, pieces, owner, size } => {
                self.convert(*how, pieces.as_ref(), *owner, *size, guard)
            }
            EffectKind::Rotate(fixed) => self.turn(fixed.unwrap_or(turn), guard),
            EffectKind::Face(dir) => {
                let direction = self.referee.directions(dir, self.heading()).first().copied();
                if let (true, Some(direction)) = (self.guarded_once(guard), direction) {
                    self.change(self.attempt.to, |referee, piece| referee.face(piece, direction));
                }
            }
            EffectKind::Displace { direction, pieces, count } => self.displace(direction, pieces, *count, guard),
            EffectKind::SetCellState(coord, int) => {
                if let Some(cell) = self.touched(coord, guard) {
                    let state = self.view(self.attempt.to).number(int);
                    self.p.cell_states[cell as usize] = in_range(state);
                }
            }
            EffectKind::SetPieceState(coord, int) => {
                if let Some(cell) = self.touched(coord, guard) {
                    let state = self.view(self.attempt.to).number(int);
                    self.change(Some(cell), |_, piece| piece.state = in_range(state));
                }
            }
            // "States are kept within 0–99 (`mod` first)."
            EffectKind::IncState { cell, amount, modulus } => {
                let cell = self.touched(cell, guard);
                self.change(cell, |_, piece| {
                    let sum = i32::from(piece.state) + amount;
                    piece.state = in_range(modulus.map_or(sum, |m| sum.rem_euclid(m)));
                });
            }
            EffectKind::AddFlag(coord, flag) => {
                let cell = self.touched(coord, guard);
                self.change(cell, |_, piece| piece.flags |= flag);
            }
            EffectKind::RemoveFlag(coord, flag) => {
                let cell = self.touched(coord, guard);
                self.change(cell, |_, piece| piece.flags &= !flag);
            }
            EffectKind::Score(int) => {
                if self.guarded_once(guard) {
                    let points = self.view(self.attempt.to).number(int);
                    let score = &mut self.p.scores[self.p.mover.index()];
                    *score = score.saturating_add(points).clamp(-1_000_000, 1_000_000);
                }
            }
            // "`repeat` makes the turn continue."
            EffectKind::Repeat => self.repeat |= self.guarded_once(guard),
            EffectKind::Swap => self.swap(guard),
            EffectKind::SetCellStates(int) => {
                let state = in_range(self.view(self.attempt.to).number(int));
                for cell in self.guarded(self.p.cells().collect(), guard) {
                    self.p.cell_states[cell as usize] = state;
                }
            }
            EffectKind::Shift => self.shift(guard),
            EffectKind::Spin(coord, turn) => {
                if let Some(centre) = self.touched(coord, guard) {
                    self.spin(centre, *turn);
                }
            }
            EffectKind::Sow { track, reap } => {
                if let Some(to) = self.attempt.to.filter(|_| self.guarded_once(guard)) {
                    self.sow(to, track, reap.as_ref());
                }
            }
        }
    }

    /// The cell of an effect on one cell, if it exists and the guard holds there.
    fn touched(&self, coord: &Coord, guard: &Bool) -> Option<CellId> {
        self.cell(coord).filter(|&c| self.view(Some(c)).holds(guard))
    }

    /// Changes the top piece of a cell, if there is one.
    fn change(&mut self, cell: Option<CellId>, f: impl FnOnce(&Referee, &mut Piece)) {
        let referee = self.referee;
        if let Some(piece) = cell.and_then(|c| self.p.stack_mut(c).last_mut()) {
            f(&referee, piece);
        }
    }

    fn is_victim(&self, piece: &Piece, victim: Who, record: &PieceRecord) -> bool {
        victim.means(piece.owner, self.mover()) && self.referee.matches(piece, record, self.mover())
    }

    fn capture_type(&self, how: CaptureType, victim: Who, record: &PieceRecord, size: Option<(u32, u32)>) -> CellList {
        let to = match self.attempt.to {
            Some(to) => to,
            // "`everywhere` needs no `to`."
            None if how == CaptureType::Everywhere => 0,
            None => return CellList::new(),
        };
        let capture = Capture { referee: self.referee, p: &self.p, mover: self.mover(), from: self.attempt.from, to };
        capture.cells(how, victim, record, size)
    }

    /// "The pieces (whole stacks) of the cells the type gives; they count as captured by the mover, one each." Gives the
    /// type last captured: cells are emptied in board order, each from the bottom.
    fn capture_cells(
        &mut self,
        how: CaptureType,
        record: &PieceRecord,
        victim: Who,
        size: Option<(u32, u32)>,
        recycle: bool,
        guard: &Bool,
    ) -> Option<usize> {
        let mut last = None;
        for cell in self.guarded(self.capture_type(how, victim, record, size), guard) {
            for piece in std::mem::take(self.p.stack_mut(cell)) {
                last = Some(piece.kind);
                self.take(piece, recycle);
            }
            if Some(cell) == self.attempt.to {
                self.below = 0;
            }
        }
        last
    }

    /// "`replace`: the pieces of `to` below those just pushed, one by one if they match."
    fn capture_below(&mut self, record: &PieceRecord, victim: Who, recycle: bool, guard: &Bool) -> Option<usize> {
        let to = self.attempt.to?;
        if !self.guarded_once(guard) {
            return None;
        }
        let mut last = None;
        let below = self.below.min(self.p.stack(to).len());
        let above = self.p.stack_mut(to).split_off(below);
        for piece in std::mem::take(self.p.stack_mut(to)) {
            if self.is_victim(&piece, victim, record) {
                last = Some(piece.kind);
                self.take(piece, recycle);
            } else {
                self.p.stack_mut(to).push(piece);
            }
        }
        self.below = self.p.stack(to).len();
        self.p.stack_mut(to).extend(above);
        last
    }

    /// "`recycle`: captured pieces return to their owner's hand (unless unlimited)."
    fn take(&mut self, piece: Piece, recycle: bool) {
        let captured = &mut self.p.captured[self.p.mover.index()][piece.kind];
        *captured = (*captured + 1).min(255);
        if let (true, Some(owner)) = (recycle, piece.owner)
            && let Some(held) = &mut self.p.hands[owner.index()][piece.kind]
        {
            *held = (*held + 1).min(254);
        }
    }

    /// "`convert` with a type: these top pieces change owner (and type, if a record names one); without: the top piece of
    /// `to` does."
    fn convert(
        &mut self,
        how: Option<CaptureType>,
        record: Option<&PieceRecord>,
        owner: Who,
        size: Option<(u32, u32)>,
        guard: &Bool,
    ) {
        let mover = self.mover();
        let owner = self.referee.new_owner(record.and_then(|r| r.owner).unwrap_or(owner), mover);
        let change = |referee: &Referee, piece: &mut Piece| {
            if let Some(owner) = owner {
                referee.give(piece, owner);
            }
            if let Some(record) = record {
                piece.kind = record.kind.unwrap_or(piece.kind);
                piece.state = record.state.map_or(piece.state, StateId::number);
                piece.flags |= record.flags;
            }
        };
        match how {
            None => {
                if self.guarded_once(guard) {
                    self.change(self.attempt.to, change);
                }
            }
            Some(CaptureType::Replace) => {
                let Some(to) = self.attempt.to.filter(|_| self.guarded_once(guard)) else { return };
                let referee = self.referee;
                let below = &mut self.p.stack_mut(to)[..];
                let below = below.iter_mut().take(self.below);
                below.filter(|t| t.owner == Some(mover.opponent())).for_each(|piece| change(&referee, piece));
            }
            Some(how) => {
                let victims = self.capture_type(how, Who::Opponent, &PieceRecord::default(), size);
                for cell in self.guarded(victims, guard) {
                    self.change(Some(cell), change);
                }
            }
        }
    }

    /// "The moved piece turns by so many direct directions to the right."
    fn turn(&mut self, turns: i32, guard: &Bool) {
        let mover = self.mover();
        if self.guarded_once(guard) {
            self.change(self.attempt.to, |referee, piece| {
                if let Some(d) = referee.facing(piece, mover) {
                    referee.face(piece, referee.board.turn(d, turns));
                }
            });
        }
    }

    /// "For each of the directions, the matching top piece adjacent to `to` moves up to so many cells further in that
    /// direction, while the next cell is empty."
    fn displace(&mut self, dir: &Dir, record: &PieceRecord, count: u32, guard: &Bool) {
        let Some(to) = self.attempt.to else { return };
        let board = self.referee.board;
        let pushed = |d: &usize| {
            let cell = board.neighbour(to, *d)?;
            let piece = self.p.top(cell)?;
            let meant = self.referee.matches(piece, record, self.mover()) && self.view(Some(cell)).holds(guard);
            meant.then_some((cell, *d))
        };
        let moving: Vec<_> = self.referee.directions(dir, self.heading()).iter().filter_map(pushed).collect();
        for (cell, d) in moving {
            let mut end = cell;
            for _ in 0..count {
                match board.neighbour(end, d) {
                    Some(next) if self.p.is_empty(next) => end = next,
                    _ => break,
                }
            }
            let piece = self.p.stack_mut(cell).pop();
            self.p.stack_mut(end).extend(piece);
        }
    }

    /// "`swap`: what stood on `to` before the move (now below the pieces pushed) goes to `from` if that is empty."
    fn swap(&mut self, guard: &Bool) {
        let (Some(from), Some(to)) = (self.attempt.from, self.attempt.to) else { return };
        if self.guarded_once(guard) && self.p.is_empty(from) {
            let below = self.below.min(self.p.stack(to).len());
            let above = self.p.stack_mut(to).split_off(below);
            let below = std::mem::replace(self.p.stack_mut(to), above);
            *self.p.stack_mut(from) = below;
            self.below = 0;
        }
    }

    /// "`shift`: if `from` is empty, everything on the line of the move, of `to` what is below the pieces pushed, moves one
    /// cell back towards `from`."
    fn shift(&mut self, guard: &Bool) {
        let (Some(from), Some(to)) = (self.attempt.from, self.attempt.to) else { return };
        let Some(mut way) = self.referee.between(from, to) else { return };
        if !self.guarded_once(guard) || !self.p.is_empty(from) {
            return;
        }
        way.push(to);
        let mut free = from;
        for cell in way {
            let below = if cell == to { self.below.min(self.p.stack(to).len()) } else { self.p.stack(cell).len() };
            let stays = self.p.stack_mut(cell).split_off(below);
            let goes = std::mem::replace(self.p.stack_mut(cell), stays);
            *self.p.stack_mut(free) = goes;
            free = cell;
        }
        self.below = 0;
    }

    /// "`spin`: what stands on the neighbours of the cell, in all directions, turns about it; not if a neighbour is missing or
    /// reached twice."
    fn spin(&mut self, centre: CellId, turn: i32) {
        let board = self.referee.board;
        let around: Vec<CellId> = (0..board.directions()).filter_map(|d| board.neighbour(centre, d)).collect();
        let distinct: CellList = around.iter().copied().collect();
        if distinct.len() < board.directions() {
            return;
        }
        let pushed = self.attempt.to.map_or(0, |to| self.p.stack(to).len().saturating_sub(self.below));
        let before = self.p.clone();
        for d in 0..board.directions() {
            *self.p.stack_mut(around[board.turn(d, turn)]) = before.stack(around[d]).clone();
        }
        self.below = self.attempt.to.map_or(0, |to| self.p.stack(to).len().saturating_sub(pushed));
    }

    /// "`sow`: the state of the top piece of `to` becomes 0, and the pieces after it on the track get one each, round and
    /// round, until as many are dealt."
    fn sow(&mut self, to: CellId, track: &[Coord], reap: Option<&(Bool, Vec<Cells>)>) {
        let mut cells: Vec<CellId> = Vec::new();
        for cell in track.iter().filter_map(|c| self.cell(c)) {
            if !cells.contains(&cell) && !self.p.is_empty(cell) {
                cells.push(cell);
            }
        }
        let Some(start) = cells.iter().position(|&c| c == to) else { return };
        if cells.len() < 2 {
            return;
        }
        let state = |p: &Position, c: CellId| p.top(c).map_or(0, |t| t.state);
        let seeds = state(&self.p, to);
        self.change(Some(to), |_, piece| piece.state = 0);
        let mut at = start;
        let mut sown = None;
        for _ in 0..seeds {
            at = (at + 1) % cells.len();
            if at == start {
                at = (at + 1) % cells.len();
            }
            self.change(Some(cells[at]), |_, piece| piece.state = in_range(i32::from(piece.state) + 1));
            sown = Some(at);
        }
        // "`reap`: from the last cell sown backwards along the track, `to` left out, as long as the condition holds."
        let (Some((condition, spared)), Some(last)) = (reap, sown) else { return };
        let backwards = (0..cells.len()).map(|i| cells[(last + cells.len() - i) % cells.len()]).filter(|&c| c != to);
        let taken: Vec<CellId> = backwards.take_while(|&c| self.view(Some(c)).holds(condition)).collect();
        // "Not if that would leave no state on the spared cells."
        let spared = self.referee.union(spared, self.mover());
        let rest: u32 = spared.iter().filter(|c| !taken.contains(c)).map(|&c| u32::from(state(&self.p, c))).sum();
        if !spared.is_empty() && rest == 0 {
            return;
        }
        let points: i32 = taken.iter().map(|&c| i32::from(state(&self.p, c))).sum();
        for cell in taken {
            self.change(Some(cell), |_, piece| piece.state = 0);
        }
        let score = &mut self.p.scores[self.p.mover.index()];
        *score = score.saturating_add(points).clamp(-1_000_000, 1_000_000);
    }
}

fn in_range(state: i32) -> u8 {
    state.clamp(0, 99) as u8
}
