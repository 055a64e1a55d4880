//! What the parity of the moves left can say of a game, from its rules.

use crate::game::rules::{
    Bool, Both, Cells, Condition, Coord, Dir, MoveDef, Node, Player, ReachCount, Rules, Turtle, Verdict, Who,
};

/// What the parity of the moves left can say of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parity {
    /// Both players always have the same moves, and having none decides.
    Shared,
    /// All pieces only ever go forwards, and having no move decides: parity counts where both have as many moves.
    Forwards,
    /// Nobody's pieces make rows, which count for whoever completes them.
    Rows,
}

impl Parity {
    /// What parity says of a game; `None` if nothing.
    pub fn of(rules: &Rules) -> Option<Parity> {
        let deciding = || rules.end.iter().filter(|clause| clause.verdict != Verdict::Draw);
        let ends = || deciding().flat_map(|clause| clause.condition.leaves());
        let moves = || rules.pieces.iter().flat_map(|piece| &piece.moves);
        ends().next()?;
        if ends().all(|end| matches!(end, Condition::NoMove)) {
            let neutral = rules.pieces.iter().all(|piece| piece.owner == Who::Neutral || piece.moves.is_empty());
            if neutral || always_same_moves(rules) {
                return Some(Parity::Shared);
            }
            return moves().all(goes_forwards).then_some(Parity::Forwards);
        }
        let nobodys =
            |end: &Condition| matches!(end, Condition::InARow { pieces, .. } if pieces.owner == Some(Who::Neutral));
        let to_the_mover = rules.both == Both::MoverWins && deciding().all(|clause| clause.verdict == Verdict::Win);
        (to_the_mover && ends().all(nobodys)).then_some(Parity::Rows)
    }
}

fn goes_forwards(m: &MoveDef) -> bool {
    let forwards = |dir: &Dir| matches!(dir, Dir::Turtle(Turtle::F | Turtle::Fl | Turtle::Fr));
    m.pops() && m.pushes() && !m.directions.is_empty() && m.directions.iter().all(forwards)
}

/// Whether a player loses by having a number of pieces somewhere, in a game in which pieces are only placed.
pub(super) fn crowding_loses(rules: &Rules, player: Player) -> bool {
    let mut lost = rules.end.iter().filter(|c| c.verdict == Verdict::Lose && c.who.means(Some(player), player));
    let only_placed = rules.pieces.iter().flat_map(|piece| &piece.moves).all(|m| !m.pops());
    let crowds = |c: &Condition| matches!(c, Condition::Reach { count: ReachCount::Count(n), .. } if *n > 1);
    only_placed && lost.any(|clause| clause.condition.leaves().into_iter().any(crowds))
}

/// Whether both players always have the same moves: new pieces on cells told by their emptiness and place alone.
pub(super) fn always_same_moves(rules: &Rules) -> bool {
    let same = |m: &MoveDef| m.owner.is_none() && m.pushes() && !m.pops() && impartial(&m.pre);
    let may_own = |owner: Who| matches!(owner, Who::All | Who::Neutral);
    // What must never hold depends on a player's own pieces.
    let forbids = rules.never.is_some();
    !forbids && rules.in_hand.is_empty() && rules.pieces.iter().all(|p| may_own(p.owner) && p.moves.iter().all(same))
}

fn impartial(pre: &Bool) -> bool {
    let fixed = |coord: &Coord| {
        !Node::Coord(coord).any(|node| {
            let told = |c: &Coord| {
                matches!(c, Coord::To | Coord::Current | Coord::Label(_) | Coord::Step(_, Dir::Compass(_), _))
            };
            !matches!(node, Node::Coord(c) if told(c))
        })
    };
    pre.leaves().into_iter().all(|leaf| match leaf {
        Bool::True => true,
        Bool::Empty(c) | Bool::OnBoard(c) => fixed(c),
        Bool::InRegion(c, cells) => {
            let shared = |c: &Cells| {
                !matches!(
                    c,
                    Cells::Home(_) | Cells::Away(_) | Cells::OwnRegions | Cells::EnemyRegions | Cells::Region(_)
                )
            };
            fixed(c) && cells.iter().all(shared)
        }
        _ => false,
    })
}
