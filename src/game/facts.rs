//! Facts about rules that follow from the rules alone, each worked out in one place: what may stack, whose pieces may be moved,
//! which moves come first, what is in hand at the start, when a player passes.
//!
//! They are plain functions of [`Rules`]. The compiler, the solver, the advisors and the English rules all ask here, so they
//! cannot disagree.

mod ends;

pub use ends::{always_ends, may_end_for_both, may_win_and_lose, speaks_of_all_passed};

use super::kind::{ByKind, Kind};
use super::owner::Owner;
use super::rules::*;
use super::state::UNLIMITED;
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

/// Whether a move takes pieces of the mover from `from` and no others.
pub fn takes_own_only(piece: &PieceDef, def: &MoveDef) -> bool {
    let never = |content| may_hold(&def.pre, &Coord::From, content) == Some(false);
    piece.owner != Who::Neutral
        && (!mentions_owner_of_from(&def.pre) || never(Content::Enemy) && never(Content::Neutral))
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

/// The place of a move among those that a player may make: of the moves that are possible, only those of the smallest index are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// From 0.
    pub index: usize,
    /// How many ranks there are.
    pub of: usize,
}

/// The ranks of a move: moves that begin a turn and moves that go on with one do not meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranks {
    /// Among the moves that begin a turn, if it may.
    pub begin: Option<Rank>,
    /// Among those that go on with one, if it may.
    pub go_on: Option<Rank>,
}

impl Ranks {
    /// That among the moves of the middle of a turn, or of its beginning.
    pub fn at(&self, continuing: bool) -> Option<Rank> {
        if continuing { self.go_on } else { self.begin }
    }

    /// Whether other moves come before or after it.
    pub fn matter(&self) -> bool {
        [self.begin, self.go_on].into_iter().flatten().any(|rank| rank.of > 1)
    }
}

/// Whether a move may be made while a turn goes on, or to begin one, as far as its conditions tell.
pub fn may_be_made(def: &MoveDef, continuing: bool) -> bool {
    while_continuing(&def.pre, continuing) != Some(false)
}

/// The ranks of every move, by piece type and definition, among the moves that the same player may make at the same time. If it has different ranks
/// among those of each player, it has its rank among those of both.
pub fn ranks(rules: &Rules) -> Vec<Vec<Ranks>> {
    let made = |piece: &PieceDef, def: &MoveDef, (player, continuing): (Player, bool)| {
        may_make(piece, def, player) && may_be_made(def, continuing)
    };
    let among = |times: &[(Player, bool)]| -> Vec<u16> {
        let met = moves(rules).filter(|(p, m)| times.iter().any(|&time| made(p, m, time)));
        let mut all: Vec<u16> = met.map(|(_, m)| urgency(m)).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let rank =
        |all: &[u16], m: &MoveDef| Rank { index: all.iter().filter(|&&u| u < urgency(m)).count(), of: all.len() };
    let one = |p: &PieceDef, m: &MoveDef, continuing: bool| {
        let times = Player::each(|player| (player, continuing));
        let met = times.iter().filter(|&&time| made(p, m, time));
        let mut ranks: Vec<Rank> = met.map(|&time| rank(&among(&[time]), m)).collect();
        ranks.dedup();
        match ranks[..] {
            [] => None,
            [only] => Some(only),
            _ => Some(rank(&among(&times), m)),
        }
    };
    let of = |p: &PieceDef, m: &MoveDef| Ranks { begin: one(p, m, false), go_on: one(p, m, true) };
    rules.pieces.iter().map(|p| p.moves.iter().map(|m| of(p, m)).collect()).collect()
}

/// Whether a condition may hold while a turn goes on, or while none does; `None` if it depends on more.
fn while_continuing(pre: &Bool, continuing: bool) -> Option<bool> {
    match pre {
        Bool::True => Some(true),
        Bool::And(ps) => all_hold(ps.iter().map(|p| while_continuing(p, continuing))),
        Bool::Or(ps) => some_holds(ps.iter().map(|p| while_continuing(p, continuing))),
        Bool::Not(p) => while_continuing(p, continuing).map(|holds| !holds),
        Bool::Continuing => Some(continuing),
        _ => None,
    }
}

// --- Passing, and the end ---

/// Whether a player may pass, in the middle of a turn at least, although there are other moves.
pub fn has_pass(rules: &Rules) -> bool {
    rules.can_pass || moves(rules).any(|(_, m)| !m.pops() && !m.pushes())
}

/// Whether a player may pass a whole turn although there are other moves.
pub fn may_choose_to_pass(rules: &Rules) -> bool {
    let passes = |m: &MoveDef| !m.pops() && !m.pushes() && while_continuing(&m.pre, false) != Some(false);
    rules.can_pass || moves(rules).any(|(_, m)| passes(m))
}

/// Whether every turn puts a piece on an empty cell, any that the player likes, as long as there is one.
pub fn fills_up(rules: &Rules) -> bool {
    !rules.can_pass && fills_up_unless_passed(rules)
}

/// Whether every turn that is not passed puts a piece on an empty cell, any that the player likes, as long as there is one.
pub fn fills_up_unless_passed(rules: &Rules) -> bool {
    let drops = |m: &MoveDef| {
        m.post.is_empty() && matches!(m.actions[..], [Action::Push { cell: Coord::To, count: 1, trail: false, .. }])
    };
    let hands = hands(rules);
    let free = |player: Player| {
        let usable = |p: &PieceDef, k: usize| {
            let free = |m: &MoveDef| may_make(p, m, player) && m.pre == Bool::Empty(Coord::To);
            hands[player][Kind::new(k)] == UNLIMITED && p.moves.iter().any(free)
        };
        rules.pieces.iter().enumerate().any(|(k, p)| usable(p, k))
    };
    moves(rules).all(|(_, m)| drops(m))
        && !may_stack(rules)
        && rules.never.is_none()
        && rules.board.shape != crate::board::Shape::Boardless
        && Player::BOTH.into_iter().all(free)
}

/// Whether some part of an end clause is such a condition.
pub fn any_end_condition(rules: &Rules, is: &dyn Fn(&Condition) -> bool) -> bool {
    let wanted = |node| matches!(node, Node::Condition(condition) if is(condition));
    rules.end.iter().any(|clause| Node::Condition(&clause.condition).any(wanted))
}

/// The paths of the patterns that end clauses ask for.
pub(crate) fn patterns(rules: &Rules) -> Vec<&[Turtle]> {
    let mut paths: Vec<&[Turtle]> = Vec::new();
    for clause in &rules.end {
        Node::Condition(&clause.condition).for_each(|node| {
            if let Node::Condition(Condition::Pattern { path, .. }) = node {
                paths.push(path);
            }
        });
    }
    paths
}

/// Whether the players move in turn, one move each, from the first move on: the number of moves made tells who has just moved.
pub fn moves_alternate(rules: &Rules) -> bool {
    !rules.swap && !moves(rules).flat_map(|(_, m)| &m.post).any(|e| matches!(e.kind, EffectKind::Repeat))
}

// --- Stacks ---

/// Whether some move may leave two pieces on one cell.
pub fn may_stack(rules: &Rules) -> bool {
    let neutral = has_neutral(rules);
    moves(rules).any(|(_, def)| move_may_stack(def, neutral))
}

/// Whether pieces may stand on each other between moves: not where those that did are the mover's own at once, and go back to the hand,
/// or change places.
pub fn leaves_stacks(rules: &Rules) -> bool {
    let neutral = has_neutral(rules);
    moves(rules).any(|(_, def)| move_may_stack(def, neutral) && !takes_over(def) && !trades_places(def))
}

/// Whether an effect happens after every move.
fn happens(effect: &Effect) -> bool {
    effect.guard == Bool::True && !effect.optional
}

/// Whether what is done to the board is to carry one piece from one cell to the other, or less.
fn carries_one(def: &MoveDef) -> bool {
    def.actions.iter().all(|a| match a {
        Action::Pop(cell, count) => *cell == Coord::From && matches!(count, Amount::Count(1)),
        Action::Push { cell, count, .. } => *cell == Coord::To && *count == 1,
        Action::Pass => false,
    })
}

/// Whether a piece changes places with what stands on its target.
fn trades_places(def: &MoveDef) -> bool {
    let swaps = |e: &Effect| matches!(e.kind, EffectKind::Swap) && happens(e);
    carries_one(def) && def.pops() && def.post.first().is_some_and(swaps)
}

/// Whether a move makes what stood on its target the mover's own, and takes it into the hand.
fn takes_over(def: &MoveDef) -> bool {
    let [convert, capture, ..] = &def.post[..] else { return false };
    let converts = matches!(
        &convert.kind,
        EffectKind::Convert { how: Some(CaptureType::Replace), pieces: None, owner: Who::Mover, size: None }
    );
    let captures = matches!(&capture.kind, EffectKind::Capture { how: CaptureType::Replace, pieces, victim: Who::Mover, subsume: false, recycle: true, .. } if *pieces == PieceRecord::default());
    converts && captures && happens(convert) && happens(capture) && carries_one(def)
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
    for (i, action) in def.actions.iter().enumerate() {
        let Action::Push { cell, count, owner: _, trail } = action else { continue };
        if *count > 1 || *trail && def.pops() || targets.iter().any(|other| !apart(other, cell)) {
            return true;
        }
        targets.push(cell);
        // A piece put where one was taken finds the cell empty.
        if def.actions[..i].iter().any(|a| matches!(a, Action::Pop(popped, _) if popped == cell)) {
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

/// Whether two cells are never the same, if they exist.
fn apart(a: &Coord, b: &Coord) -> bool {
    let absolute = |dir: &Dir| matches!(dir, Dir::Compass(_) | Dir::Up | Dir::Down);
    match (a, b) {
        (Coord::To, Coord::Step(from, _, 1..) | Coord::Ahead(from, 1..))
        | (Coord::Step(from, _, 1..) | Coord::Ahead(from, 1..), Coord::To) => **from == Coord::To,
        (Coord::Step(from, way, n @ 1..), Coord::Step(other, other_way, m @ 1..)) if from == other => {
            match way == other_way {
                true => n != m,
                false => absolute(way) && absolute(other_way),
            }
        }
        (Coord::Ahead(from, n), Coord::Ahead(other, m)) => from == other && n != m,
        _ => false,
    }
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

/// Whether a move puts a piece on its target whatever stands there, and leaves that there.
pub fn ignores_target(def: &MoveDef) -> bool {
    let target = |cell: &Coord| *cell == Coord::To;
    let asks = |node: Node| match node {
        Node::Bool(Bool::Captures(_)) => true,
        Node::Bool(Bool::Same(a, b)) => target(a) || target(b),
        Node::Bool(Bool::Empty(c) | Bool::Owner(c, _) | Bool::IsPiece(c, _) | Bool::Flagged(c, _))
        | Node::Bool(Bool::Attacked(c))
        | Node::Int(Int::Height(c) | Int::GroupSize(c) | Int::PieceState(c) | Int::Value(c) | Int::Liberties(c)) => {
            target(c)
        }
        _ => false,
    };
    let on_target = |a: &Action| matches!(a, Action::Push { cell, .. } if target(cell));
    let takes_target = |a: &Action| matches!(a, Action::Pop(cell, _) if target(cell));
    def.actions.iter().any(on_target)
        && !def.actions.iter().any(takes_target)
        && !replaces(def)
        && !Node::Bool(&def.pre).any(asks)
}

/// Whether a condition may hold if `cell` has this content: three-valued, `None` for "it depends".
fn may_hold(pre: &Bool, cell: &Coord, content: Content) -> Option<bool> {
    let same = |c: &Coord| c == cell;
    match pre {
        Bool::True => Some(true),
        Bool::And(ps) => all_hold(ps.iter().map(|p| may_hold(p, cell, content))),
        Bool::Or(ps) => some_holds(ps.iter().map(|p| may_hold(p, cell, content))),
        Bool::Not(p) => may_hold(p, cell, content).map(|v| !v),
        // A cell off the board takes no piece, so only cells on it matter here.
        Bool::Empty(c) if same(c) => Some(content == Content::Empty),
        Bool::Owner(c, who) if same(c) => owned(*who, content),
        Bool::IsPiece(c, _) if same(c) && content == Content::Empty => Some(false),
        Bool::Compare(cmp, Int::Height(c), Int::Const(n)) if same(c) => height(*cmp, *n, content),
        // A piece of that owner may still be of another type.
        Bool::IsPiece(c, piece) if same(c) => piece.owner.and_then(|who| owned(who, content)).filter(|owned| !owned),
        _ => None,
    }
}

/// Whether the height of a cell with such content compares so.
fn height(cmp: Cmp, n: i32, content: Content) -> Option<bool> {
    // One piece, or a stack of any height.
    let (one, high) = (cmp.holds(1, n), cmp.holds(i32::MAX, n));
    match content {
        Content::Empty => Some(cmp.holds(0, n)),
        // In between an equation may hold all the same.
        _ if one == high && (n <= 1 || matches!(cmp, Cmp::Lt | Cmp::Le | Cmp::Gt | Cmp::Ge)) => Some(one),
        _ => None,
    }
}

/// Whether content is that of a cell which such an owner holds.
fn owned(who: Who, content: Content) -> Option<bool> {
    match who {
        Who::Mover => Some(content == Content::Friend),
        Who::Opponent => Some(content == Content::Enemy),
        Who::Neutral => Some(content == Content::Neutral),
        Who::All => Some(matches!(content, Content::Friend | Content::Enemy)),
        Who::Nobody => Some(false),
        Who::Player(_) => match content {
            Content::Empty | Content::Neutral => Some(false),
            _ => None,
        },
    }
}

// --- Actions ---

/// Whether an action is about `to`, or about a cell that is found from it.
pub(crate) fn names_to(action: &Action) -> bool {
    let found_from = |coord: &Coord| matches!(coord, Coord::To | Coord::Over | Coord::Middle | Coord::Ahead(..));
    Node::Action(action).any(|node| matches!(node, Node::Coord(coord) if found_from(coord)))
}

// --- Hands ---

/// The piece types that a record names.
pub(crate) fn kinds_of(rules: &Rules, record: &PieceRecord) -> std::ops::Range<usize> {
    record.kind.map_or(0..rules.pieces.len(), |k| k..k + 1)
}

/// Whether pieces of a type may be placed for an owner.
pub(crate) fn may_own(piece: &PieceDef, owner: Owner) -> bool {
    match piece.owner {
        Who::Player(p) => owner == p,
        Who::Neutral => owner == Owner::Nobody,
        Who::Nobody => false,
        Who::All | Who::Mover | Who::Opponent => owner != Owner::Nobody,
    }
}

/// For whom a record of the start section is that names a piece type: the owner it names, or all who may own the type.
pub(crate) fn owners_of(piece: &PieceDef, record: &PieceRecord) -> Vec<Owner> {
    match record.owner {
        Some(Who::Player(p)) => vec![p.into()],
        Some(Who::Neutral) => vec![Owner::Nobody],
        Some(Who::Nobody) => vec![],
        Some(Who::Mover) => vec![Owner::White],
        Some(Who::Opponent) => vec![Owner::Black],
        None | Some(Who::All) => Owner::ALL.into_iter().filter(|&o| may_own(piece, o)).collect(),
    }
}

/// How many pieces of each type each player has in hand at the start; [`UNLIMITED`] where there is no limit.
pub fn hands(rules: &Rules) -> ByPlayer<ByKind<u8>> {
    let mut hands: ByPlayer<ByKind<u8>> = ByPlayer::default();
    let started = !rules.places.is_empty() || !rules.in_hand.is_empty();
    for (k, piece) in rules.pieces.iter().enumerate() {
        for player in Player::BOTH {
            let hand = &mut hands[player][Kind::new(k)];
            let unlimited = !started || (rules.in_hand.is_empty() && enters(piece));
            *hand = if unlimited { UNLIMITED } else { 0 };
            for clause in rules.in_hand.iter().filter(|c| kinds_of(rules, &c.piece).contains(&k)) {
                let owners = owners_of(piece, &clause.piece);
                if owners.contains(&player.into()) || owners.contains(&Owner::Nobody) {
                    *hand = clause.count.min(254) as u8;
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

// --- The start ---

/// Whether a clause places pieces of an owner.
fn places_for(rules: &Rules, place: &Place, owner: Owner) -> bool {
    kinds_of(rules, &place.piece).any(|kind| {
        let piece = &rules.pieces[kind];
        let owners = owners_of(piece, &place.piece);
        let turned = (place.mirror || place.rotate)
            && matches!(owners[..], [Owner::White | Owner::Black])
            && may_own(piece, owner);
        owners.contains(&owner) || turned
    })
}

/// Whether some clause of the start places pieces of a player, be it by what the opponent has at home.
pub fn has_pieces_at_start(rules: &Rules, player: Player) -> bool {
    let counts = |p: &Place| kinds_of(rules, &p.piece).any(|k| counts_for_both(rules, p, k));
    rules.places.iter().any(|p| places_for(rules, p, player.into()) || counts(p))
}

/// Whether a clause that places pieces of a type for one player counts for the other too: both may own the type, all
/// clauses of the type place it at home, and no clause places anything for the other.
pub fn counts_for_both(rules: &Rules, place: &Place, kind: usize) -> bool {
    let at_home = |p: &Place| {
        p.cells.iter().all(|c| matches!(c, Cells::Home(_) | Cells::Phase(_)))
            && p.cells.iter().any(|c| matches!(c, Cells::Home(_)))
    };
    let piece = &rules.pieces[kind];
    let [owner @ (Owner::White | Owner::Black)] = owners_of(piece, &place.piece)[..] else { return false };
    piece.owner == Who::All
        && !(place.mirror || place.rotate)
        && rules.places.iter().all(|p| !kinds_of(rules, &p.piece).contains(&kind) || at_home(p))
        && !rules.places.iter().any(|p| places_for(rules, p, owner.opponent()))
}
