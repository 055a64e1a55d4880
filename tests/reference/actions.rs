//! "Actions in order."

use super::position::MAX_HEIGHT;
use super::{Piece, Position, Referee};
use ludogen::board::{CellId, Shape};
use ludogen::game::rules::*;

/// Which move is being made.
#[derive(Clone, Copy)]
pub struct Attempt<'a> {
    /// Index of the type whose move it is.
    pub kind: usize,
    /// The definition.
    pub def: &'a MoveDef,
    /// Where it starts.
    pub from: Option<CellId>,
    /// Where it ends.
    pub to: Option<CellId>,
}

/// The board after the actions of a move.
pub struct Acted {
    /// It.
    pub p: Position,
    /// How many pieces of `to` were there before the move and still are, under those pushed.
    pub below: usize,
}

impl Referee<'_> {
    /// "New pieces with the type's state and flags, in the default facing, of the mover (of nobody, for neutral types), or of
    /// the owner named."
    pub fn new_piece(&self, kind: usize, owner: Option<Who>, mover: Player) -> Piece {
        let def = &self.rules.pieces[kind];
        let default = (!self.is_neutral(kind)).then_some(mover);
        let owner = owner.and_then(|w| self.new_owner(w, mover)).unwrap_or(default);
        Piece { kind, owner, state: def.state.number(), flags: def.flags, facing: None }
    }

    /// The board after the actions; `None` if one of them is not possible.
    pub fn act(&self, before: &Position, attempt: Attempt) -> Option<Acted> {
        let mover = before.mover;
        let mut p = before.clone();
        let mut carried: Vec<Piece> = Vec::new();
        let mut below = attempt.to.map_or(0, |to| p.stack(to).len());
        let cell_of = |p: &Position, coord: &Coord| {
            let heading = attempt.heading(self, before);
            self.view(p, attempt, mover, attempt.to, heading).cell(coord)
        };
        for action in &attempt.def.actions {
            match action {
                Action::Pass => {}
                // "`pop` takes pieces off (default one), keeping their order."
                Action::Pop(coord, amount) => {
                    let Some(cell) = cell_of(&p, coord) else { continue };
                    let stack = p.stack_mut(cell);
                    let count = match amount {
                        Amount::All => stack.len(),
                        Amount::Count(n) => stack.len().min(*n as usize),
                    };
                    carried.extend(stack.split_off(stack.len() - count));
                    if Some(cell) == attempt.to {
                        below = below.min(stack.len());
                    }
                }
                Action::Push { cell: coord, count, owner, trail } => {
                    // "`push` puts down everything carried, or if nothing was popped by this move, new pieces."
                    let mut pieces = std::mem::take(&mut carried);
                    if !attempt.def.pops() {
                        // "Taking a new piece for `push` needs one in hand."
                        if let Some(held) = &mut p.hands[mover.index()][attempt.kind] {
                            *held = held.checked_sub(*count)?;
                        }
                        pieces = vec![self.new_piece(attempt.kind, *owner, mover); *count as usize];
                    } else if let Some(owner) = owner.and_then(|w| self.new_owner(w, mover)) {
                        pieces.iter_mut().for_each(|piece| self.give(piece, owner));
                    }
                    if pieces.is_empty() {
                        continue;
                    }
                    let target = cell_of(&p, coord)?;
                    // "`trail` puts the carried pieces, lowest first, on the cells from the one after `from` to the target
                    // along their line, one each, the rest on the last; without a line all on the target."
                    let mut way = match attempt.from {
                        Some(from) if *trail => self.between(from, target).unwrap_or_default(),
                        _ => Vec::new(),
                    };
                    way.push(target);
                    for (i, piece) in pieces.into_iter().enumerate() {
                        let cell = way[i.min(way.len() - 1)];
                        // "A push onto a stack that would exceed 15 is illegal."
                        if p.stack(cell).len() == MAX_HEIGHT || !self.within_reach(before, cell) {
                            return None;
                        }
                        p.stack_mut(cell).push(piece);
                    }
                }
            }
        }
        Some(Acted { p, below })
    }

    /// "On a boardless board a push is legal only on cells within one step (direct or indirect) of some piece, or anywhere if
    /// there is none."
    fn within_reach(&self, before: &Position, cell: CellId) -> bool {
        if self.rules.board.shape != Shape::Boardless || before.on_board() == 0 {
            return true;
        }
        let near = self.board.direct(cell).iter().chain(self.board.indirect(cell)).copied();
        near.chain([cell]).any(|c| !before.is_empty(c))
    }
}

impl Attempt<'_> {
    /// "Turtle directions are relative to the facing of the piece on `from`, or of the mover for a drop."
    pub fn heading(&self, referee: &Referee, before: &Position) -> Option<usize> {
        match self.from.and_then(|from| before.top(from)) {
            Some(piece) => referee.facing(piece, before.mover),
            None => referee.player_facing(before.mover),
        }
    }
}
