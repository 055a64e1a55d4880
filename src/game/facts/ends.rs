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

/// Whether one player may both win and lose by one move, as far as the clauses tell: some clause that wins and one that loses do not rule each other out.
pub fn may_win_and_lose(rules: &Rules) -> bool {
    let of = |player: Player, verdict: Verdict| {
        rules.end.iter().filter(move |c| c.verdict == verdict && c.who.means(Some(player), player))
    };
    Player::BOTH.into_iter().any(|p| {
        of(p, Verdict::Win).any(|win| of(p, Verdict::Lose).any(|loss| !exclude(&win.condition, &loss.condition)))
    })
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
/// losing pieces, and moves add the mover's alone; or it asks for what the next player has captured or scored, or for the end of the mover's pieces, which moves leave alone.
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
    let of_own_score = |condition: &Condition| match condition {
        Condition::Score(goal) => goal.is_some(),
        Condition::Compare(_, Int::Score(Who::Mover), Int::Const(_)) => true,
        _ => false,
    };
    if holds_for_parts(condition, &of_own_score) {
        return true;
    }
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

/// Whether two conditions cannot both hold for one player, because the one denies the other or their comparisons do.
fn exclude(one: &Condition, other: &Condition) -> bool {
    each_part(one, other, &|one, other| match (one, other) {
        (Condition::Not(denied), holds) | (holds, Condition::Not(denied)) => **denied == *holds,
        (Condition::Compare(by, a, b), Condition::Compare(against, c, d)) => never_both((*by, a, b), (*against, c, d)),
        _ => false,
    })
}

/// Whether two comparisons of the same two numbers cannot both hold.
fn never_both((by, a, b): (Cmp, &Int, &Int), (against, c, d): (Cmp, &Int, &Int)) -> bool {
    let against = match () {
        _ if (a, b) == (c, d) => against,
        _ if (a, b) == (d, c) => against.turned(),
        _ => return false,
    };
    [(0, 1), (0, 0), (1, 0)].into_iter().all(|(x, y)| !(by.holds(x, y) && against.holds(x, y)))
}

/// Whether two conditions rule each other out, where `excludes` says so of any two, `and` and `or` aside.
fn each_part(one: &Condition, other: &Condition, excludes: &impl Fn(&Condition, &Condition) -> bool) -> bool {
    let by_parts = || match (one, other) {
        (Condition::And(parts), rest) | (rest, Condition::And(parts)) => {
            parts.iter().any(|part| each_part(part, rest, excludes))
        }
        (Condition::Or(parts), rest) | (rest, Condition::Or(parts)) => {
            parts.iter().all(|part| each_part(part, rest, excludes))
        }
        _ => false,
    };
    excludes(one, other) || by_parts()
}

/// Whether a condition cannot hold for one player while another holds for the opponent, because of the comparisons in them.
fn contradict(one: &Condition, other: &Condition) -> bool {
    each_part(one, other, &|one, other| match (one, other) {
        (Condition::Score(None), Condition::Score(None)) => true,
        (Condition::Compare(by, a, b), Condition::Compare(against, c, d)) => {
            let seen = seen_by_opponent(c).zip(seen_by_opponent(d));
            seen.is_some_and(|(c, d)| never_both((*by, a, b), (*against, &c, &d)))
        }
        _ => false,
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::lower;
    use crate::language::parse;

    fn rules(end: &str) -> Rules {
        lower(&parse(&format!("(game G (players White Black) (board (tiling hex) (size 5)) (end {end}))")).unwrap())
            .unwrap()
    }

    #[test]
    fn one_player_does_not_win_and_lose_by_what_the_other_clause_denies() {
        let may = |end: &str| may_win_and_lose(&rules(end));
        assert!(may("(All win (in-a-row 4)) (All lose (in-a-row 3))"));
        assert!(!may("(All win (in-a-row 4)) (All lose (and (in-a-row 3) (not (in-a-row 4))))"));
        assert!(may(
            "(All win (or (in-a-row 4) (connect all-sides))) (All lose (and (in-a-row 3) (not (in-a-row 4))))"
        ));
        assert!(!may("(All win (or (in-a-row 5) (group 9))) (All lose (not (or (in-a-row 5) (group 9))))"));
        assert!(!may("(White win (in-a-row 4)) (Black lose (in-a-row 3))"));
        let more = "(> (largest-group) (largest-group enemy))";
        assert!(!may(&format!("(All win {more}) (All lose (< (largest-group) (largest-group enemy)))")));
        assert!(may(&format!("(All win {more}) (All lose (> (largest-group enemy) 3))")));
    }

    #[test]
    fn both_cannot_have_more_than_the_other() {
        let both = |condition: &str| may_end_for_both(&rules(&format!("(All win (and (full) {condition}))")), || true);
        let more = "(> (largest-group) (largest-group enemy))";
        assert!(!both(more) && both("(>= (largest-group) (largest-group enemy))"));
        // A move scores for the mover alone; at the start nobody has scored.
        let scored = |condition: &str| may_end_for_both(&rules(&format!("(All win {condition})")), || false);
        assert!(!scored("(score 20)") && !scored("(>= (score) 20)") && scored("(>= (score) (score enemy))"));
        // That of two rows of numbers one alone is the greater is not seen.
        let next = more.replace("group)", "group current 2)").replace("enemy", "enemy 2");
        let equal = more.replace('>', "=");
        assert!(both(&format!("(or {more} (and {equal} {next}))")));
    }
}
