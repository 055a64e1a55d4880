//! The advisors by name, and which of them a game has use for.

use super::mop_up::royal_types;
use super::parity::{Parity, always_same_moves, crowding_loses};
use crate::game::facts;
use crate::game::rules::{CaptureType, Condition, EffectKind, Int, Node, Player, Rules, Verdict};
use std::fmt;

/// One view of a position. The first eleven judge end conditions, the others the position as such.
///
/// Every advisor gives a number from 0 to 1 for each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Advisor {
    /// How near regions are to being joined.
    Connection,
    /// How large the best group is, and how close together the pieces.
    Group,
    /// Open lines.
    InARow,
    /// Open patterns and rings.
    Pattern,
    /// How near pieces are to a goal.
    Reach,
    /// How many of the pieces wanted are captured.
    Capture,
    /// How few pieces are left.
    Eliminate,
    /// The lead in points.
    Score,
    /// The highest stack.
    Stack,
    /// States and comparisons of numbers.
    State,
    /// How near a player is to having no move.
    Block,
    /// The share of the moves.
    Mobility,
    /// The share of the pieces, by value.
    Material,
    /// Enemy pieces that could be captured next.
    Attack,
    /// Own pieces that could not.
    Safety,
    /// The share of empty cells nearer to own pieces.
    Influence,
    /// The share of empty cells walled in by own pieces.
    Territory,
    /// How close own pieces are to enemies.
    Fight,
    /// How close own pieces are to the centre.
    Centrality,
    /// How high own stacks are.
    StackHeight,
    /// How far own pieces have come.
    Advance,
    /// How short the path of the nearest own piece is to the cells it must reach.
    Path,
    /// The share of the pieces in the corners.
    Corners,
    /// The share of the pieces on the edge, the corners aside.
    Edges,
    /// Whether the number of moves left suits a player.
    Parity,
    /// The share of the empty cells where own pieces do not lose.
    Room,
    /// How far a piece that must not be lost is driven by who is ahead.
    MopUp,
}

impl Advisor {
    /// How many there are: the twenty of the original, four that hand-made heuristics of other programs ask for, two for games in
    /// which both players move the same pieces or lose by crowding their own, and one for the endings of games like chess.
    pub const COUNT: usize = 27;

    /// All of them, in order.
    pub const ALL: [Advisor; Advisor::COUNT] = [
        Advisor::Connection,
        Advisor::Group,
        Advisor::InARow,
        Advisor::Pattern,
        Advisor::Reach,
        Advisor::Capture,
        Advisor::Eliminate,
        Advisor::Score,
        Advisor::Stack,
        Advisor::State,
        Advisor::Block,
        Advisor::Mobility,
        Advisor::Material,
        Advisor::Attack,
        Advisor::Safety,
        Advisor::Influence,
        Advisor::Territory,
        Advisor::Fight,
        Advisor::Centrality,
        Advisor::StackHeight,
        Advisor::Advance,
        Advisor::Path,
        Advisor::Corners,
        Advisor::Edges,
        Advisor::Parity,
        Advisor::Room,
        Advisor::MopUp,
    ];

    /// Its name, as policies and rule files spell it.
    pub fn name(self) -> &'static str {
        match self {
            Advisor::Connection => "connection",
            Advisor::Group => "group",
            Advisor::InARow => "in-a-row",
            Advisor::Pattern => "pattern",
            Advisor::Reach => "reach",
            Advisor::Capture => "capture",
            Advisor::Eliminate => "eliminate",
            Advisor::Score => "score",
            Advisor::Stack => "stack",
            Advisor::State => "state",
            Advisor::Block => "block",
            Advisor::Mobility => "mobility",
            Advisor::Material => "material",
            Advisor::Attack => "attack",
            Advisor::Safety => "safety",
            Advisor::Influence => "influence",
            Advisor::Territory => "territory",
            Advisor::Fight => "fight",
            Advisor::Centrality => "centrality",
            Advisor::StackHeight => "stack-height",
            Advisor::Advance => "advance",
            Advisor::Path => "path",
            Advisor::Corners => "corners",
            Advisor::Edges => "edges",
            Advisor::Parity => "parity",
            Advisor::Room => "room",
            Advisor::MopUp => "mop-up",
        }
    }

    /// The advisor of that name.
    pub fn from_name(name: &str) -> Option<Advisor> {
        Advisor::ALL.into_iter().find(|a| a.name() == name)
    }

    /// Whether it judges end conditions.
    pub fn is_goal(self) -> bool {
        self <= Advisor::Block
    }

    /// The advisor that judges a condition without parts; `None` for one that no play works towards (the board filling up,
    /// passing, the count of moves) or that it is not known how to.
    pub fn of(condition: &Condition) -> Option<Advisor> {
        Some(match condition {
            Condition::Connect { .. } => Advisor::Connection,
            Condition::Group { .. } => Advisor::Group,
            Condition::InARow { .. } => Advisor::InARow,
            Condition::Pattern { .. } | Condition::Cycle { .. } => Advisor::Pattern,
            Condition::Reach { .. } => Advisor::Reach,
            Condition::Capture { .. } => Advisor::Capture,
            Condition::Eliminate { .. } => Advisor::Eliminate,
            Condition::Score(_) => Advisor::Score,
            Condition::Stack { .. } => Advisor::Stack,
            Condition::State { .. } => Advisor::State,
            Condition::NoMove | Condition::Threatened(_) => Advisor::Block,
            Condition::Path { .. } => Advisor::Connection,
            Condition::Compare(_, a, b) => {
                let mentions = |wanted: fn(&Int) -> bool| {
                    let is_it = |node: Node| matches!(node, Node::Int(n) if wanted(n));
                    Node::Int(a).any(is_it) || Node::Int(b).any(is_it)
                };
                if mentions(|n| matches!(n, Int::MoveNumber)) {
                    return None;
                } else if mentions(|n| matches!(n, Int::Score(_))) {
                    Advisor::Score
                } else if mentions(|n| matches!(n, Int::Captured(_))) {
                    Advisor::Capture
                } else if mentions(|n| matches!(n, Int::Height(_))) {
                    Advisor::Stack
                } else if mentions(|n| matches!(n, Int::Groups(_) | Int::GroupSize(_))) {
                    Advisor::Group
                } else {
                    Advisor::State
                }
            }
            _ => return None,
        })
    }

    /// Which advisors a player has use for, by index: those of its own end clauses (except `block` where both players always have
    /// the same moves), and those general ones that differ between positions of the game. A player without end clauses that can be worked towards has the general ones alone.
    pub fn relevant(rules: &Rules, player: Player) -> [bool; Advisor::COUNT] {
        let mut relevant = [false; Advisor::COUNT];
        for clause in &rules.end {
            if clause.who.means(Some(player), player) && clause.verdict != Verdict::Draw {
                for advisor in leaves(&clause.condition).into_iter().flatten() {
                    relevant[advisor as usize] = true;
                }
            }
        }
        let defs = || rules.pieces.iter().flat_map(|p| &p.moves);
        let captures = !capture_types(rules).is_empty();
        let moves_differ = !always_same_moves(rules);
        for (advisor, use_of) in [
            (Advisor::Block, relevant[Advisor::Block as usize] && moves_differ),
            (Advisor::Mobility, moves_differ),
            // Without captures both have what they had, or as many as they had turns.
            (Advisor::Material, captures || changes_owner(rules) || defs().any(|m| m.pops() && !m.pushes())),
            (Advisor::Attack, captures),
            (Advisor::Safety, captures),
            (Advisor::Influence, true),
            (Advisor::Territory, true),
            (Advisor::Fight, defs().any(|m| m.pops() && m.pushes())),
            (Advisor::Centrality, true),
            (Advisor::StackHeight, facts::may_stack(rules)),
            (Advisor::Advance, defs().any(|m| m.pops())),
            (Advisor::Path, relevant[Advisor::Reach as usize]),
            (Advisor::Corners, true),
            (Advisor::Edges, true),
            (Advisor::Parity, Parity::of(rules).is_some()),
            (Advisor::Room, crowding_loses(rules, player)),
            (Advisor::MopUp, captures && !royal_types(rules, player.opponent()).is_empty()),
        ] {
            relevant[advisor as usize] = use_of;
        }
        relevant
    }
}

impl fmt::Display for Advisor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The advisors of the conditions without parts, left to right: the order in which they are compiled.
pub(super) fn leaves(condition: &Condition) -> Vec<Option<Advisor>> {
    condition.leaves().into_iter().map(Advisor::of).collect()
}

/// The ways in which pieces are captured or converted.
fn capture_types(rules: &Rules) -> Vec<CaptureType> {
    let effects = rules.pieces.iter().flat_map(|p| &p.moves).flat_map(|m| &m.post);
    effects
        .filter_map(|e| match &e.kind {
            EffectKind::Capture { how, .. } | EffectKind::Convert { how: Some(how), .. } => Some(*how),
            _ => None,
        })
        .collect()
}

/// Whether what a player threatens to capture is found without making the moves.
pub(super) fn threats_are_quick(rules: &Rules) -> bool {
    capture_types(rules).iter().all(|how| {
        matches!(how, CaptureType::Replace | CaptureType::Over | CaptureType::Approach | CaptureType::Withdraw)
    })
}

/// Whether some move changes the owner of a piece.
pub(super) fn changes_owner(rules: &Rules) -> bool {
    let mut effects = rules.pieces.iter().flat_map(|p| &p.moves).flat_map(|m| &m.post);
    effects.any(|e| matches!(e.kind, EffectKind::Convert { .. }))
}
