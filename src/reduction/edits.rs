//! The ways in which a rule tree can be made smaller by one node or more and stay of the same types: what delta debugging tries.

use crate::language::Tree;
use crate::language::resolve::{self, Names};
use crate::language::schema::{Accepts, Category, Count, Id, word};
use crate::order;
use crate::synthesis::site::{self, Site};

/// One attempt.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Edit {
    /// The node that it is about.
    pub path: Vec<usize>,
    pub kind: EditKind,
}

/// What becomes of the node.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum EditKind {
    /// It goes.
    Delete,
    /// What stands in it takes its place.
    Hoist(Tree),
    /// A constant takes its place.
    Constant(i64),
}

impl Edit {
    /// The tree after the edit; `None` if there is none of the kind.
    pub fn applied(&self, tree: &Tree) -> Option<Tree> {
        let mut after = tree.clone();
        let put = match &self.kind {
            EditKind::Hoist(inner) => inner.clone(),
            EditKind::Constant(n) => Tree { span: tree.at(&self.path)?.span, ..Tree::int(*n) },
            EditKind::Delete => {
                let (&last, above) = self.path.split_last()?;
                let parent = after.at_mut(above)?;
                let items = site::items_mut(parent)?;
                if last >= items.len() {
                    return None;
                }
                items.remove(last);
                if let ([head, only], false) = (&items[..], above.is_empty())
                    && (head.is("and") || head.is("or"))
                {
                    *parent = only.clone();
                }
                return Some(after);
            }
        };
        *after.at_mut(&self.path)? = put;
        (after.size() < tree.size()).then_some(after)
    }
}

/// All edits of a game, outer nodes before what is in them: whole sections, pieces, moves, clauses and effects first, then their parts.
pub(super) fn edits(tree: &Tree) -> Vec<Edit> {
    let names = Names::of(tree);
    let sites = site::sites(tree, &names);
    let mut edits = Vec::new();
    for one in &sites {
        let Some(node) = tree.at(&one.path) else { continue };
        if is_kept(one) {
            continue;
        }
        if may_go(tree, one, &names) {
            edits.push(Edit { path: one.path.clone(), kind: EditKind::Delete });
        }
        let Some(category) = one.category() else { continue };
        // The parts of a conjunction are left by leaving out the others.
        if !node.is("and") && !node.is("or") {
            let mut inner = Vec::new();
            nearest(node, category, category, &names, &mut inner);
            edits.extend(inner.into_iter().map(|t| Edit { path: one.path.clone(), kind: EditKind::Hoist(t) }));
        }
        if category == Category::Action {
            edits.extend(counts(node, one, &names));
        }
        if matches!(category, Category::Bool | Category::Condition) {
            numbers(node, category, &names, &mut one.path.clone(), &mut edits);
        }
    }
    // By depth, so that what is large goes first; among those, in the order of the text.
    order::sort_by_key(&mut edits, |edit| edit.path.len());
    edits
}

/// Whether a node is no rule by itself but a word of one, a part of the start or of the board, or drawing: it stays. A rule with fewer
/// arguments that happens to play the same is another rule, not a simpler one.
fn is_kept(one: &Site) -> bool {
    let Some(ludeme) = one.ludeme else { return true };
    match ludeme.id {
        Id::Section(word) => !matches!(word, word::Section::Play),
        Id::PieceItem(word) => !matches!(word, word::PieceItem::State | word::PieceItem::Flags),
        Id::MoveItem(word) => matches!(word, word::MoveItem::Label),
        Id::EffectFlag(word) => !matches!(word, word::EffectFlag::If | word::EffectFlag::Optional),
        Id::Piece(_)
        | Id::Move(_)
        | Id::Action(_)
        | Id::Effect(_)
        | Id::Bool(_)
        | Id::Condition(_)
        | Id::PlayItem(_)
        | Id::Clause(_)
        | Id::EndFlag(_) => false,
        _ => true,
    }
}

/// Whether the element around a node can do without it.
fn may_go(tree: &Tree, one: &Site, names: &Names) -> bool {
    let others = || {
        let (_, above) = one.path.split_last()?;
        let parent = tree.at(above)?;
        let same = site::roles(parent, one.parent, names).into_iter().flatten();
        Some(same.filter(|(param, _)| param.name == one.param.name).count())
    };
    match one.param.count {
        Count::One => false,
        Count::Some => others().is_some_and(|n| n > 1),
        Count::Optional | Count::Any => true,
    }
}

/// How many pieces an action takes or puts: one if that is not said.
fn counts(node: &Tree, one: &Site, names: &Names) -> Vec<Edit> {
    let Some(ludeme) = one.ludeme else { return Vec::new() };
    let roles = site::roles(node, ludeme, names).into_iter().enumerate();
    let counts = roles.filter(|(i, role)| {
        node.args()[*i].as_int().is_some() && role.is_some_and(|(param, _)| param.count == Count::Optional)
    });
    let at = |i: usize| one.path.iter().copied().chain([i + 1]).collect();
    counts.map(|(i, _)| Edit { path: at(i), kind: EditKind::Delete }).collect()
}

/// Computed numbers below a condition: each is tried as 0 and as 1.
fn numbers(tree: &Tree, category: Category, names: &Names, path: &mut Vec<usize>, out: &mut Vec<Edit>) {
    let Some(ludeme) = resolve::ludeme(tree, category, names) else { return };
    for (i, role) in site::roles(tree, ludeme, names).into_iter().enumerate() {
        let Some((_, Accepts::Of(Category::Int))) = role else { continue };
        if tree.args()[i].as_int().is_none() {
            path.push(i + 1);
            out.extend([0, 1].map(|n| Edit { path: path.clone(), kind: EditKind::Constant(n) }));
            numbers(&tree.args()[i], Category::Int, names, path, out);
            path.pop();
        }
    }
}

/// The outermost elements of a category below a node.
fn nearest(tree: &Tree, of: Category, wanted: Category, names: &Names, out: &mut Vec<Tree>) {
    let Some(ludeme) = resolve::ludeme(tree, of, names) else { return };
    for (i, role) in site::roles(tree, ludeme, names).into_iter().enumerate() {
        let Some((_, Accepts::Of(category) | Accepts::Only(category, _))) = role else { continue };
        let arg = &tree.args()[i];
        if category == wanted {
            if !out.contains(arg) {
                out.push(arg.clone());
            }
        } else {
            nearest(arg, category, wanted, names, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;
    use crate::language::print::one_line;

    #[test]
    fn every_edit_makes_the_rules_smaller_and_large_ones_come_first() {
        let tree = parse(
            "(game A (board (tiling square i-nbors) (size 4 4)) (pieces (Stone All (state 3) (moves (move
                (pre (and (empty to) (or (empty (step to e 2)) (> (+ 1 (height to)) 0)))) (action (push 2)) (post (capture surround))))))
                (play can-pass) (end (All win (in-a-row 3)) (All lose (and (full) (not (in-a-row 4))))))",
        )
        .unwrap();
        let edits = edits(&tree);
        let after: Vec<String> = edits.iter().map(|e| one_line(&e.applied(&tree).unwrap())).collect();
        assert!(edits.iter().all(|e| e.applied(&tree).unwrap().size() < tree.size()));
        assert!(edits.windows(2).all(|w| w[0].path.len() <= w[1].path.len()));
        for wanted in [
            "(pre (or (empty (step to e 2)) (> (+ 1 (height to)) 0)))",
            "(> 1 0)",
            "(end (All win (in-a-row 3))))",
            "(All lose (and (full) (in-a-row 4)))",
            "(action (push)) (post (capture surround))",
        ] {
            assert!(after.iter().any(|text| text.contains(wanted)), "{wanted}");
        }
        // The board stays, and every rule that stays has all its words.
        for text in after {
            assert!(text.contains("i-nbors) (size 4 4)"), "{text}");
            assert!(!text.contains("(or (empty to) (>") && !text.contains("(empty)"), "{text}");
            assert!(text.contains("(Stone All") || !text.contains("Stone"), "{text}");
            assert!(text.contains("(in-a-row 3)") || text.contains("(All lose"), "{text}");
        }
    }
}
