//! What end clauses may come to: for both players at once, by winning and losing at once, always or only for the player to move.

use super::{any_end_condition, may_stack, moves, moves_alternate, takes_own_only};
use crate::game::rules::*;

/// Whether some part of an end clause is about all players having passed.
pub fn speaks_of_all_passed(rules: &Rules) -> bool {
    any_end_condition(rules, &|condition| *condition == Condition::AllPassed)
}

/// Whether the game always ends when a condition holds: some clause for each player asks for nothing else.
pub fn always_ends(rules: &Rules, condition: &Condition) -> bool {
    fn follows(of: &Condition, from: &Condition) -> bool {
        match of {
            Condition::Or(cs) => cs.iter().any(|c| follows(c, from)),
            of => of == from,
        }
    }
    let ends = |player: Player| {
        rules.end.iter().any(|c| c.who.means(Some(player), player) && follows(&c.condition, condition))
    };
    Player::BOTH.into_iter().all(ends)
}

/// Whether a clause may give a player a result.
fn may_get(rules: &Rules, player: Player, verdict: Verdict) -> bool {
    rules.end.iter().any(|c| c.verdict == verdict && c.who.means(Some(player), player))
}

/// Whether one player may both win and lose by one move, as far as the clauses tell.
pub fn may_win_and_lose(rules: &Rules) -> bool {
    Player::BOTH.into_iter().any(|p| may_get(rules, p, Verdict::Win) && may_get(rules, p, Verdict::Lose))
}

/// Whether a condition holds only for a player to move who has no legal move.
fn needs_no_move(condition: &Condition) -> bool {
    match condition {
        Condition::NoMove => true,
        Condition::And(cs) => cs.iter().any(needs_no_move),
        Condition::Or(cs) => cs.iter().all(needs_no_move),
        _ => false,
    }
}

/// Whether one move may make both players win, or both lose. `holds_at_start` says whether a clause that wins or loses holds before the first move; it is asked
/// where that matters.
///
/// Of two clauses one holds for the mover and the other for the next player. They do not where moves can give the next player nothing of what the clause asks
/// for, where only who is to move can get either result, or where what the one says of both players contradicts what the other says.
pub fn may_end_for_both(rules: &Rules, holds_at_start: impl Fn() -> bool) -> bool {
    let alternate = moves_alternate(rules);
    let of_verdict = |verdict: Verdict| rules.end.iter().filter(move |clause| clause.verdict == verdict);
    let of_both = |one: &Clause, other: &Clause| {
        Player::BOTH.into_iter().any(|p| one.who.means(Some(p), p) && other.who.means(Some(p.opponent()), p.opponent()))
    };
    // A win that has to stand a turn is the other player's after each move.
    let verdicts = [Verdict::Win, Verdict::Lose].into_iter().filter(|&v| v == Verdict::Lose || !rules.opp_turn);
    let mut movers = false;
    for verdict in verdicts {
        for one in of_verdict(verdict) {
            for other in of_verdict(verdict).filter(|other| of_both(one, other)) {
                let (one, other) = (&one.condition, &other.condition);
                let is_movers = is_movers(rules, other);
                let is_stuck = needs_no_move(one) && (alternate || needs_no_move(other));
                if !is_movers && !is_stuck && !contradict(one, other) {
                    return true;
                }
                movers |= is_movers;
            }
        }
    }
    // What no move gives to the next player may be there before the first.
    movers && holds_at_start()
}

/// Whether no move makes a condition true for the next player: it asks for own pieces, and moves add and take the mover's alone; or it never comes to hold by
/// losing pieces, and moves add the mover's alone; or it asks for what the next player has captured, or for the end of the mover's pieces, which moves leave alone.
fn is_movers(rules: &Rules, condition: &Condition) -> bool {
    fn holds_for_parts(condition: &Condition, holds: &impl Fn(&Condition) -> bool) -> bool {
        match condition {
            Condition::And(parts) | Condition::Or(parts) => parts.iter().all(|part| holds_for_parts(part, holds)),
            condition => holds(condition),
        }
    }
    let own = |record: &PieceRecord| matches!(record.owner, None | Some(Who::Mover));
    let captures_own = |e: &Effect| matches!(e.kind, EffectKind::Capture { victim, .. } if victim != Who::Opponent);
    let places = |def: &MoveDef| def.actions.iter().any(|action| matches!(action, Action::Push { .. }));
    let spares_own = moves(rules).all(|(_, def)| places(def) && !def.post.iter().any(captures_own));
    let of_own_pieces = |condition: &Condition| match condition {
        Condition::Connect { pieces, .. }
        | Condition::Group { pieces, .. }
        | Condition::InARow { pieces, .. }
        | Condition::Cycle { pieces, .. }
        | Condition::Pattern { pieces, .. }
        | Condition::Reach { pieces, .. } => own(pieces),
        _ => false,
    };
    let only_by_more = |condition: &Condition| match condition {
        Condition::Connect { pieces, .. } | Condition::Pattern { pieces, .. } => own(pieces),
        Condition::Group { pieces, size: Some(_), exactly: false, .. } => own(pieces),
        Condition::InARow { pieces, exactly: false, .. } => own(pieces),
        Condition::Reach { pieces, count: ReachCount::Count(_), .. } => own(pieces),
        Condition::Eliminate { player: Who::Opponent, pieces } => *pieces == PieceRecord::default() && spares_own,
        Condition::Capture { .. } => true,
        _ => false,
    };
    let adds_own = |action: &Action| match action {
        Action::Push { owner, .. } => matches!(owner, None | Some(Who::Mover)),
        Action::Pop(..) | Action::Pass => true,
    };
    let leaves_others = |piece: &PieceDef, def: &MoveDef| {
        let takes_own = |action: &Action| match action {
            Action::Pop(cell, _) => *cell == Coord::From && takes_own_only(piece, def),
            _ => true,
        };
        def.post.is_empty() && def.actions.iter().all(takes_own)
    };
    let takes = |effect: &Effect| match &effect.kind {
        EffectKind::Capture { subsume, .. } => !subsume,
        EffectKind::Convert { pieces, owner, .. } => pieces.is_none() && *owner == Who::Mover,
        EffectKind::Repeat | EffectKind::Score(_) => true,
        _ => false,
    };
    if may_stack(rules) {
        return false;
    }
    let may_not = |condition: &Condition| match condition {
        Condition::Not(part) => holds_for_parts(part, &of_own_pieces),
        condition => of_own_pieces(condition),
    };
    let each = |is: &dyn Fn(&PieceDef, &MoveDef) -> bool| {
        moves(rules)
            .all(|(piece, def)| piece.owner != Who::Neutral && def.actions.iter().all(adds_own) && is(piece, def))
    };
    each(&leaves_others) && holds_for_parts(condition, &may_not)
        || each(&|_, def| def.post.iter().all(takes)) && holds_for_parts(condition, &only_by_more)
}

/// Whether a condition cannot hold for one player while another holds for the opponent, because of the comparisons in them.
fn contradict(one: &Condition, other: &Condition) -> bool {
    match (one, other) {
        (Condition::And(parts), other) => parts.iter().any(|part| contradict(part, other)),
        (one, Condition::And(parts)) => parts.iter().any(|part| contradict(one, part)),
        (Condition::Or(parts), other) => parts.iter().all(|part| contradict(part, other)),
        (one, Condition::Or(parts)) => parts.iter().all(|part| contradict(one, part)),
        (Condition::Score(None), Condition::Score(None)) => true,
        (Condition::Compare(by, a, b), Condition::Compare(against, c, d)) => {
            let seen = |number: &Int| seen_by_opponent(number);
            let against = match (seen(c).as_ref() == Some(a), seen(d).as_ref() == Some(b)) {
                (true, true) => *against,
                _ if seen(c).as_ref() == Some(b) && seen(d).as_ref() == Some(a) => against.turned(),
                _ => return false,
            };
            [(0, 1), (0, 0), (1, 0)].into_iter().all(|(x, y)| !(by.holds(x, y) && against.holds(x, y)))
        }
        _ => false,
    }
}

/// The number that is for a player what this one is for the opponent, if it counts what a player has, or is a constant.
fn seen_by_opponent(number: &Int) -> Option<Int> {
    let other = |who: Who| match who {
        Who::Mover => Who::Opponent,
        Who::Opponent => Who::Mover,
        Who::All | Who::Neutral | Who::Nobody | Who::Player(_) => who,
    };
    Some(match number {
        Int::Const(n) => Int::Const(*n),
        Int::LargestGroup(who, rank) => Int::LargestGroup(other(*who), *rank),
        Int::Groups(who) => Int::Groups(other(*who)),
        Int::Territory(who) => Int::Territory(other(*who)),
        Int::Captured(who) => Int::Captured(other(*who)),
        Int::Score(who) => Int::Score(other(*who)),
        Int::InHand(who, kind) => Int::InHand(other(*who), *kind),
        Int::Pieces(Target::Pieces(record)) => {
            Int::Pieces(Target::Pieces(PieceRecord { owner: record.owner.map(other), ..*record }))
        }
        _ => return None,
    })
}
