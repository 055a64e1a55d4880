//! "Hands." and "Placing."

use super::cells::CellList;
use super::{Piece, Position, Referee};
use ludogen::game::rules::*;

impl Referee<'_> {
    /// The initial state.
    pub fn start(&self) -> Position {
        let mut p = Position::empty(self.board.len(), self.rules.pieces.len());
        self.fill_hands(&mut p);
        for place in &self.rules.places {
            self.place(&mut p, place);
        }
        p
    }

    fn fill_hands(&self, p: &mut Position) {
        let rules = self.rules;
        for player in Player::BOTH {
            for (kind, piece) in rules.pieces.iter().enumerate() {
                p.hands[player.index()][kind] = if rules.in_hand.is_empty() {
                    // "Without a `start` section everything is unlimited." "With a `start` section but no in-hand clause at
                    // all, types that have a move that pushes without popping are unlimited, others have none."
                    let drops = piece.moves.iter().any(|m| m.pushes() && !m.pops());
                    if rules.places.is_empty() || drops { None } else { Some(0) }
                } else {
                    // "With `in-hand` clauses the types and owners named have so many"; "a type and owner not named has none".
                    let named = rules.in_hand.iter().rev().find(|h| self.is_for(h, kind, player));
                    Some(named.map_or(0, |h| h.count.min(254)))
                };
            }
        }
    }

    fn is_for(&self, clause: &InHand, kind: usize, player: Player) -> bool {
        // "A record without an owner, or with `All`, is for each player who may own the type; neutral types are in both hands."
        let owner = match clause.piece.owner {
            None | Some(Who::All) => self.is_neutral(kind) || self.may_own(kind, player),
            Some(Who::Neutral) => true,
            Some(who) => who.player(Player::White) == Some(player),
        };
        owner && clause.piece.kind.is_none_or(|k| k == kind)
    }

    fn place(&self, p: &mut Position, place: &Place) {
        let kinds = match place.piece.kind {
            Some(k) => k..k + 1,
            None => 0..self.rules.pieces.len(),
        };
        for kind in kinds {
            for owner in self.owners(place, kind) {
                let mut cells = self.place_cells(place, owner.unwrap_or(Player::White));
                // "A count takes the first so many cells."
                if let Some(count) = place.count {
                    cells = cells.into_iter().take(count as usize).collect();
                }
                self.put_at_start(p, place, kind, owner, &cells);
                let Some(other) = owner.map(Player::opponent) else { continue };
                if (place.mirror || place.rotate) && self.names_one(place, kind) && self.may_own(kind, other) {
                    self.put_at_start(p, place, kind, Some(other), &self.turned(place, &cells));
                }
            }
        }
    }

    /// "A record without an owner, or with `All`, is placed for each player who may own the type (for neutral types:
    /// neutral)."
    fn owners(&self, place: &Place, kind: usize) -> Vec<Option<Player>> {
        match place.piece.owner {
            Some(Who::Nobody) => vec![],
            Some(Who::Neutral) => vec![None],
            Some(who) if who != Who::All => {
                let named = who.player(Player::White);
                let mut owners = vec![named];
                if self.shared_home(place, kind) {
                    owners.push(named.map(Player::opponent));
                }
                owners
            }
            _ if self.is_neutral(kind) => vec![None],
            _ => {
                let mut owners: Vec<_> =
                    Player::BOTH.into_iter().filter(|&p| self.may_own(kind, p)).map(Some).collect();
                // Mirrored or turned, the first player's cells decide where the other's are.
                if place.mirror || place.rotate {
                    owners.truncate(1);
                }
                owners
            }
        }
    }

    fn names_one(&self, place: &Place, kind: usize) -> bool {
        self.owners(place, kind).len() == 1
    }

    /// "If only one player's pieces of an `All` type are placed, at `home` cells only, and the opponent has no place clause at
    /// all, the opponent gets the same, seen from its own side."
    fn shared_home(&self, place: &Place, kind: usize) -> bool {
        let Some(player) = place.piece.owner.and_then(|w| w.player(Player::White)) else { return false };
        let opponent_has_none = self.rules.places.iter().all(|other| {
            let symmetric = other.mirror || other.rotate;
            match other.piece.owner {
                None | Some(Who::All) => {
                    let kinds = other.piece.kind.map_or(0..self.rules.pieces.len(), |k| k..k + 1);
                    kinds.into_iter().all(|k| !self.may_own(k, player.opponent()))
                }
                Some(Who::Neutral | Who::Nobody) => true,
                Some(who) => who.player(Player::White) == Some(player) && !symmetric,
            }
        });
        let of_type = |other: &&Place| other.piece.kind.is_none_or(|k| k == kind);
        let home_only = self.rules.places.iter().filter(of_type).all(|other| {
            other.cells.iter().any(|c| matches!(c, Cells::Home(_)))
                && other.cells.iter().all(|c| matches!(c, Cells::Home(_) | Cells::Phase(_)))
        });
        self.rules.pieces[kind].owner == Who::All && opponent_has_none && home_only
    }

    fn place_cells(&self, place: &Place, player: Player) -> CellList {
        if place.cells.is_empty() { self.all_cells() } else { self.union(&place.cells, player) }
    }

    /// "`mirror`: The opponent's pieces on the cells mirrored top to bottom. `rotate`: turned by a half turn."
    fn turned(&self, place: &Place, cells: &CellList) -> CellList {
        let mut cells = cells.clone();
        if place.mirror {
            cells = cells.into_iter().map(|c| self.board.mirrored(c)).collect();
        }
        if place.rotate {
            cells = cells.into_iter().filter_map(|c| self.board.half_turn(c)).collect();
        }
        cells
    }

    /// "A cell already taken is skipped."
    fn put_at_start(&self, p: &mut Position, place: &Place, kind: usize, owner: Option<Player>, cells: &CellList) {
        let def = &self.rules.pieces[kind];
        let state = place.piece.state.unwrap_or(def.state).number();
        for &cell in cells {
            if p.is_empty(cell) {
                let flags = def.flags | place.piece.flags;
                p.stack_mut(cell).push(Piece { kind, owner, state, flags, facing: None });
            }
        }
    }
}
