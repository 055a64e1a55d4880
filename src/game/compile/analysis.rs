//! What the rules as a whole need of a state: stacks, states of cells, or nothing but owners.

use super::super::facts;
use super::super::kind::Kind;
use super::super::layout::Layout;
use super::super::owner::{ByOwner, Owner};
use super::super::rules::{Action, EffectKind, Rules, Who};
use super::super::state::Piece;
use crate::board::Board;

/// Sets of owners, as bits.
const PLAYERS: u8 = 3;
const NOBODY: u8 = 4;
const ANYBODY: u8 = 7;

/// What the rules as a whole need of a state.
pub(super) struct Analysis {
    pub layout: Layout,
    /// Whether all that ever happens is pieces being placed.
    pub drops_only: bool,
}

impl Analysis {
    pub fn of(rules: &Rules, board: &Board) -> Analysis {
        let defs = || rules.pieces.iter().flat_map(|p| &p.moves);
        let effects = || defs().flat_map(|m| &m.post);
        let cell_states =
            effects().any(|e| matches!(e.kind, EffectKind::SetCellState(..) | EffectKind::SetCellStates(_)));
        let stacks = facts::may_stack(rules);
        // The piece types that each owner may come to own.
        let mut kinds: ByOwner<Vec<usize>> = ByOwner::default();
        let changes_owner = effects().any(|e| matches!(e.kind, EffectKind::Convert { .. }))
            || defs().flat_map(|m| &m.actions).any(|a| matches!(a, Action::Push { owner: Some(_), .. }));
        for (k, piece) in rules.pieces.iter().enumerate() {
            let owners = match piece.owner {
                _ if changes_owner && rules.pieces.len() == 1 => ANYBODY,
                Who::Player(p) => p.bit(),
                Who::Neutral | Who::Nobody => NOBODY,
                Who::All | Who::Mover | Who::Opponent => PLAYERS,
            };
            Owner::among(owners).for_each(|o| kinds[o].push(k));
        }
        // Pieces may be placed for those who cannot own them later.
        for place in rules.places.iter().map(|p| &p.piece) {
            let owners = match place.owner {
                Some(Who::Neutral) => NOBODY,
                None | Some(Who::All | Who::Nobody) => 0,
                Some(Who::Player(_) | Who::Mover | Who::Opponent) => PLAYERS,
            };
            let named = place.kind.map_or(0..rules.pieces.len(), |k| k..k + 1);
            for (k, o) in named.flat_map(|k| Owner::among(owners).map(move |o| (k, o))) {
                if !kinds[o].contains(&k) {
                    kinds[o].push(k);
                }
            }
        }
        let same_kind = kinds.iter().all(|k| k.len() <= 1) && (rules.pieces.len() == 1 || !changes_owner);
        let stateful = effects().any(|e| match &e.kind {
            EffectKind::SetPieceState(..)
            | EffectKind::IncState { .. }
            | EffectKind::AddFlag(..)
            | EffectKind::RemoveFlag(..)
            | EffectKind::Rotate(_)
            | EffectKind::Face(_)
            | EffectKind::Sow { .. }
            | EffectKind::Swap => true,
            EffectKind::Capture { subsume, .. } => *subsume && rules.pieces.len() > 1,
            EffectKind::Convert { pieces, .. } => pieces.as_ref().is_some_and(|p| !p.is_plain()),
            _ => false,
        }) || rules.places.iter().any(|p| !p.piece.is_plain());
        let plain_piece = ByOwner::of(|o| match kinds[o].first() {
            Some(&k) => Piece::new(Kind::new(k), o, rules.pieces[k].state, rules.pieces[k].flags),
            None => Piece::NONE,
        });
        let drops_only = defs().all(|m| !m.pops() && m.post.is_empty());
        let plain = same_kind && !stateful && !stacks && !cell_states;
        let layout = Layout::new(board.len(), rules.pieces.len(), stacks, cell_states, plain, plain_piece);
        Analysis { layout, drops_only }
    }
}
