//! Facts about rules that follow from the rules alone, each worked out in one place: what may stack, whose pieces may be moved,
//! which moves come first, what is in hand at the start, when a player passes.
//!
//! They are plain functions of [`Rules`]. The compiler, the solver, the advisors and the English rules all ask here, so they
//! cannot disagree.

use super::rules::*;
use super::state::{MAX_KINDS, UNLIMITED};
use super::three_valued::{all_hold, some_holds};

/// All move definitions, each with its piece type.
pub fn moves(rules: &Rules) -> impl Iterator<Item = (&PieceDef, &MoveDef)> {
    rules.pieces.iter().flat_map(|p| p.moves.iter().map(move |m| (p, m)))
}

// --- Whose pieces ---

/// Whether a player may make the moves of a piece type, and take its pieces from the hand: the types of both players and of
/// nobody are everyone's.
pub fn may_use(piece: &PieceDef, player: Player) -> bool {
    match piece.owner {
        Who::Player(p) => p == player,
        Who::Nobody => false,
        Who::All | Who::Mover | Who::Opponent | Who::Neutral => true,
    }
}

/// Whether a player may make a move of a piece type.
pub fn may_make(piece: &PieceDef, def: &MoveDef, player: Player) -> bool {
    may_use(piece, player) && def.owner.is_none_or(|w| w.means(Some(player), player))
}

/// Whether a move takes pieces of any owner, as far as its own conditions let it: the type is neutral, or the conditions speak of the owner
/// of `from`. Other moves take the mover's own pieces only.
pub fn moves_anyones(piece: &PieceDef, def: &MoveDef) -> bool {
    piece.owner == Who::Neutral || mentions_owner_of_from(&def.pre)
}

/// Whether the ownership of `from` is mentioned, so that it need not be the mover's.
pub fn mentions_owner_of_from(pre: &Bool) -> bool {
    let is_it = |node| matches!(node, Node::Bool(Bool::Owner(Coord::From, _) | Bool::IsPiece(Coord::From, _)));
    Node::Bool(pre).any(is_it)
}

/// Whether some piece may come to belong to nobody.
pub fn has_neutral(rules: &Rules) -> bool {
    let nobody = |who: Who| matches!(who, Who::Neutral | Who::Nobody);
    let pushed = |a: &Action| matches!(a, Action::Push { owner: Some(who), .. } if nobody(*who));
    let converted = |e: &Effect| match &e.kind {
        EffectKind::Convert { pieces, owner, .. } => nobody(pieces.as_ref().and_then(|p| p.owner).unwrap_or(*owner)),
        _ => false,
    };
    rules.pieces.iter().any(|p| nobody(p.owner))
        || rules.places.iter().any(|p| p.piece.owner.is_some_and(nobody))
        || moves(rules).flat_map(|(_, m)| &m.actions).any(pushed)
        || moves(rules).flat_map(|(_, m)| &m.post).any(converted)
}

// --- Which moves come first ---

/// The rank of a move: of all moves whose conditions hold, only those of the smallest rank are legal. Mandatory moves come first,
/// then moves by priority, those without one last.
pub fn urgency(def: &MoveDef) -> u16 {
    u16::from(!def.mandatory) << 8 | u16::from(def.priority)
}

// --- Stacks ---

/// Whether some move may leave two pieces on one cell.
pub fn may_stack(rules: &Rules) -> bool {
    let neutral = has_neutral(rules);
    moves(rules).any(|(_, def)| move_may_stack(def, neutral))
}

/// What may stand on a cell.
#[derive(Clone, Copy, PartialEq)]
enum Content {
    Empty,
    Friend,
    Enemy,
    Neutral,
}

/// Whether a move may leave two pieces on one cell, even for a moment other than a replacement at once.
fn move_may_stack(def: &MoveDef, neutral: bool) -> bool {
    let mut targets: Vec<&Coord> = Vec::new();
    for action in &def.actions {
        let Action::Push { cell, count, owner: _, trail } = action else { continue };
        // A second push lands beside the first only if it is some steps from it.
        if *count > 1
            || *trail
            || !targets.is_empty() && !matches!(cell, Coord::Step(inner, _, 1..) if **inner == Coord::To)
        {
            return true;
        }
        if targets.contains(&cell) {
            return true;
        }
        targets.push(cell);
        // A piece put back where it was taken finds the cell empty.
        if *cell == Coord::From && matches!(def.actions.first(), Some(Action::Pop(Coord::From, _))) {
            continue;
        }
        let possible = |content| may_hold(&def.pre, cell, content) != Some(false);
        let replaced = *cell == Coord::To && replaces(def);
        if possible(Content::Friend) || neutral && possible(Content::Neutral) || possible(Content::Enemy) && !replaced {
            return true;
        }
    }
    // Carrying more than one piece takes a stack to begin with, or pops from several cells before a push.
    let pops = |actions: &[Action]| actions.iter().filter(|a| matches!(a, Action::Pop(..))).count();
    let mut loads = def.actions.split_inclusive(|a| matches!(a, Action::Push { .. }));
    loads.any(|load| pops(load) > 1 && load.iter().any(|a| matches!(a, Action::Push { .. })))
        || def.post.iter().any(|e| matches!(e.kind, EffectKind::Swap | EffectKind::Shift))
}

/// Whether a move always replaces an enemy piece on `to`, before anything else happens.
pub fn replaces(def: &MoveDef) -> bool {
    matches!(
        def.post.first(),
        Some(Effect {
            kind: EffectKind::Capture { how: CaptureType::Replace, pieces, victim: Who::Opponent, subsume: false, .. },
            guard: Bool::True,
            optional: false,
        }) if *pieces == PieceRecord::default()
    ) && def.actions.iter().all(|a| !matches!(a, Action::Pop(cell, _) if *cell != Coord::From))
        && def.actions.iter().any(|a| matches!(a, Action::Push { cell: Coord::To, .. }))
}

/// Whether a condition may hold if `cell` has this content: three-valued, `None` for "it depends".
fn may_hold(pre: &Bool, cell: &Coord, content: Content) -> Option<bool> {
    let same = |c: &Coord| c == cell || (*c == Coord::Current && *cell == Coord::To);
    match pre {
        Bool::True => Some(true),
        Bool::And(ps) => all_hold(ps.iter().map(|p| may_hold(p, cell, content))),
        Bool::Or(ps) => some_holds(ps.iter().map(|p| may_hold(p, cell, content))),
        Bool::Not(p) => may_hold(p, cell, content).map(|v| !v),
        // A cell off the board takes no piece, so only cells on it matter here.
        Bool::Empty(c) if same(c) => Some(content == Content::Empty),
        Bool::Owner(c, who) if same(c) => match who {
            Who::Mover => Some(content == Content::Friend),
            Who::Opponent => Some(content == Content::Enemy),
            Who::Neutral => Some(content == Content::Neutral),
            Who::All => Some(matches!(content, Content::Friend | Content::Enemy)),
            Who::Nobody => Some(false),
            Who::Player(_) => match content {
                Content::Empty | Content::Neutral => Some(false),
                _ => None,
            },
        },
        Bool::IsPiece(c, _) if same(c) && content == Content::Empty => Some(false),
        _ => None,
    }
}

// --- Hands ---

/// The piece types that a record names.
pub(super) fn kinds_of(rules: &Rules, record: &PieceRecord) -> std::ops::Range<usize> {
    record.kind.map_or(0..rules.pieces.len(), |k| k..k + 1)
}

/// Whether pieces of a type may be placed for an owner: 0 for White, 1 for Black, 2 for nobody.
pub(super) fn may_own(piece: &PieceDef, owner: usize) -> bool {
    match piece.owner {
        Who::Player(p) => p.index() == owner,
        Who::Neutral => owner == 2,
        Who::Nobody => false,
        Who::All | Who::Mover | Who::Opponent => owner < 2,
    }
}

/// For whom a record of the start section is that names a piece type: the owner it names, or all who may own the type.
pub(super) fn owners_of(piece: &PieceDef, record: &PieceRecord) -> Vec<usize> {
    match record.owner {
        Some(Who::Player(p)) => vec![p.index()],
        Some(Who::Neutral) => vec![2],
        Some(Who::Nobody) => vec![],
        Some(Who::Mover) => vec![0],
        Some(Who::Opponent) => vec![1],
        None | Some(Who::All) => (0..3).filter(|&o| may_own(piece, o)).collect(),
    }
}

/// How many pieces of each type each player has in hand at the start; [`UNLIMITED`] where there is no limit.
pub fn hands(rules: &Rules) -> [[u8; MAX_KINDS]; 2] {
    let mut hands = [[0; MAX_KINDS]; 2];
    let started = !rules.places.is_empty() || !rules.in_hand.is_empty();
    for (k, piece) in rules.pieces.iter().enumerate() {
        for (o, hand) in hands.iter_mut().enumerate() {
            let unlimited = !started || (rules.in_hand.is_empty() && enters(piece));
            hand[k] = if unlimited { UNLIMITED } else { 0 };
            for clause in rules.in_hand.iter().filter(|c| kinds_of(rules, &c.piece).contains(&k)) {
                let owners = owners_of(piece, &clause.piece);
                if owners.contains(&o) || owners.contains(&2) {
                    hand[k] = clause.count.min(254) as u8;
                }
            }
        }
    }
    hands
}

/// Whether new pieces of a type may be put on the board: it has a move that pushes without popping.
pub fn enters(piece: &PieceDef) -> bool {
    piece.moves.iter().any(|m| m.pushes() && !m.pops())
}

/// Whether captured pieces may return to a hand.
pub fn recycles(rules: &Rules) -> bool {
    moves(rules).flat_map(|(_, m)| &m.post).any(|e| returns_captives(&e.kind))
}

/// Whether an effect returns the pieces it captures to the hands of their owners.
pub fn returns_captives(kind: &EffectKind) -> bool {
    matches!(kind, EffectKind::Capture { recycle: true, .. })
}
