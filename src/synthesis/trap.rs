//! Goals with opposite results beside each other: four in a row win, three lose.

use super::lineage::{self, Origin};
use super::site;
use crate::language::tree::{Kind, Tree};

/// What wins with the result turned, or what loses; `None` for what does neither.
pub(super) fn turned(clause: &Tree) -> Option<Tree> {
    let mut clause = clause.clone();
    let result = site::items_mut(&mut clause)?.get_mut(1)?;
    let other = site::opposite(result.as_word()?)?;
    site::set_head(result, other);
    Some(clause)
}

/// Of two clauses of an end, where one wins and the other loses with smaller numbers: that which loses gives way to that which wins, as losing comes before winning and most goals imply
/// the same with a smaller number. With three in a row a player loses, unless they have four. Whether it was so.
pub(super) fn give_way(end: &mut Tree, clauses: [usize; 2], origin: Origin) -> bool {
    let Some(items) = site::items_mut(end) else { return false };
    let of = |result: &str| {
        let is_so = |&at: &usize| items.get(at).and_then(|c| c.items().get(1)?.as_word()) == Some(result);
        clauses.into_iter().find(is_so).and_then(|at| Some((at, items[at].items().get(2)?.clone())))
    };
    let (Some((_, winning)), Some((at, losing))) = (of("win"), of("lose")) else { return false };
    if numbers(&losing) >= numbers(&winning) {
        return false;
    }
    let unless = lineage::stamp(Tree::element("not", [winning]), origin);
    let mut joined = Tree::element("and", [losing, unless]);
    joined.span = origin.span();
    lineage::stamp_head(&mut joined, origin);
    let Some(condition) = items[at].at_mut(&[2]) else { return false };
    *condition = joined;
    true
}

/// The numbers below an element, in order.
fn numbers(tree: &Tree) -> Vec<i64> {
    match &tree.kind {
        Kind::Int(n) => vec![*n],
        _ => tree.items().iter().flat_map(numbers).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;
    use crate::language::print::one_line;

    #[test]
    fn what_loses_gives_way_where_it_would_always_come_first() {
        let given = |clauses: &str| {
            let game = parse(&format!("(game G (board (tiling hex) (size 5)) (end {clauses}))")).unwrap();
            let mut end = game.child("end").unwrap().clone();
            give_way(&mut end, [1, 2], Origin::Mutation(0)).then(|| one_line(&end))
        };
        let yavalath = "(end (All win (in-a-row 4)) (All lose (and (in-a-row 3) (not (in-a-row 4)))))";
        assert_eq!(given("(All win (in-a-row 4)) (All lose (in-a-row 3))").as_deref(), Some(yavalath));
        let other = "(end (All lose (and (group 3) (not (in-a-row 4)))) (All win (in-a-row 4)))";
        assert_eq!(given("(All lose (group 3)) (All win (in-a-row 4))").as_deref(), Some(other));
        assert_eq!(given("(All win (in-a-row 4)) (All lose (in-a-row 5))"), None);
        assert_eq!(given("(All win (in-a-row 4)) (All win (in-a-row 3))"), None);
        assert_eq!(given("(All win (in-a-row 4)) (All draw (in-a-row 3))"), None);
    }
}
