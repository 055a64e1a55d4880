//! Choices in a move: `(convert (any Queen Rook))` is a move to a queen and a move to a rook. With a condition on where the move goes,
//! `(convert (any Queen Rook) (if (in-region to away)))`, there are these moves where it holds, and elsewhere the move without the effect.

use super::super::diagnostic::Problem;
use super::super::resolve::Names;
use super::super::tree::{Kind, Tree};

/// Whether an element is of the form `(any A B …)`.
pub(super) fn is_choice(tree: &Tree) -> bool {
    tree.is("any") && tree.args().len() > 1 && tree.args().iter().all(|arg| arg.as_word().is_some())
}

/// Writes a move with choices among pieces out as one move for each; the name of the piece is the label of a move that has none.
/// `spend` is told how many nodes are made.
pub(super) fn write_out(
    game: &mut Tree,
    spend: &mut dyn FnMut(usize, &Tree) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let pieces = Names::of(game).pieces;
    each_list(game, &mut |items| {
        let mut at = 1;
        while at < items.len() {
            let chosen = items[at].is("move").then(|| choice(&items[at], &pieces, false)).flatten();
            let Some(path) = chosen else {
                at += 1;
                continue;
            };
            let alternatives = items[at].at(&path).map_or(&[][..], Tree::args).to_vec();
            let (chosen, otherwise) = match by_condition(&items[at], &path) {
                Some([chosen, otherwise]) => (chosen, Some(otherwise)),
                None => (items[at].clone(), None),
            };
            spend((alternatives.len() + usize::from(otherwise.is_some())) * items[at].size(), &items[at])?;
            let mut moves: Vec<Tree> =
                alternatives.into_iter().map(|piece| with_piece(&chosen, &path, piece)).collect();
            moves.extend(otherwise);
            // What is still to be chosen in one of them is looked at next.
            items.splice(at..=at, moves);
        }
        Ok(())
    })
}

fn each_list(tree: &mut Tree, visit: &mut dyn FnMut(&mut Vec<Tree>) -> Result<(), Problem>) -> Result<(), Problem> {
    let is_moves = tree.is("moves");
    let Kind::List(items) = &mut tree.kind else { return Ok(()) };
    if is_moves {
        return visit(items);
    }
    items.iter_mut().try_for_each(|item| each_list(item, visit))
}

/// The path to the first choice in what happens after a move.
fn choice(tree: &Tree, pieces: &[String], after: bool) -> Option<Vec<usize>> {
    if after && is_choice(tree) && tree.args().iter().all(|arg| pieces.iter().any(|p| arg.is(p))) {
        return Some(Vec::new());
    }
    tree.items().iter().enumerate().find_map(|(i, item)| {
        let mut path = choice(item, pieces, after || tree.is("post"))?;
        path.insert(0, i);
        Some(path)
    })
}

/// The move where the condition of a choice holds, and the move elsewhere, if the choice is what the piece that moved becomes, and the condition is about
/// where it goes: that is known before the move. Other conditions are asked when the effect comes about, whatever was chosen.
fn by_condition(tree: &Tree, path: &[usize]) -> Option<[Tree; 2]> {
    let (_, effect) = path.split_last()?;
    let [head, choice, guard] = tree.at(effect)?.items() else { return None };
    let [condition] = guard.args() else { return None };
    if !head.is("convert") || !is_choice(choice) || !guard.is("if") || !tells_where(condition) {
        return None;
    }
    let (mut chosen, mut otherwise) = (tree.clone(), tree.clone());
    remove(&mut chosen, effect, 2);
    let (number, list) = effect.split_last()?;
    remove(&mut otherwise, list, *number);
    if let Some((last, parent)) = list.split_last()
        && otherwise.at(list).is_some_and(|list| list.args().is_empty())
    {
        remove(&mut otherwise, parent, *last);
    }
    ask(&mut chosen, condition.clone());
    ask(&mut otherwise, Tree { span: condition.span, ..Tree::element("not", [condition.clone()]) });
    Some([chosen, otherwise])
}

/// Whether a condition is about the place of the target alone.
fn tells_where(condition: &Tree) -> bool {
    match condition.head() {
        Some("and" | "or" | "not") => condition.args().iter().all(tells_where),
        Some("in-region") => condition.args().first().is_some_and(|cell| cell.is("to") && cell.args().is_empty()),
        _ => false,
    }
}

fn remove(tree: &mut Tree, list: &[usize], item: usize) {
    if let Some(Kind::List(items)) = tree.at_mut(list).map(|list| &mut list.kind) {
        items.remove(item);
    }
}

/// Adds a condition to those of a move.
fn ask(tree: &mut Tree, condition: Tree) {
    let parts = |tree: &Tree| match tree.is("and") {
        true => tree.args().to_vec(),
        false => vec![tree.clone()],
    };
    let Kind::List(items) = &mut tree.kind else { return };
    let asked = items.iter().position(|item| item.is("pre") && item.args().len() == 1);
    let all = match asked.map(|pre| items.remove(pre)) {
        Some(pre) => {
            let all = pre.args().iter().flat_map(parts).chain(parts(&condition));
            Tree { span: condition.span, ..Tree::element("and", all) }
        }
        None => condition,
    };
    // It is another condition than any definition stands for.
    items.insert(asked.unwrap_or(items.len()), Tree::element("pre", [all]));
}

fn with_piece(tree: &Tree, path: &[usize], piece: Tree) -> Tree {
    let label = piece.as_word().unwrap_or_default().to_lowercase();
    let mut chosen = tree.clone();
    if let Some(node) = chosen.at_mut(path) {
        node.clone_from(&piece);
    }
    let labelled = chosen.args().iter().any(|t| t.is("label"));
    if let Kind::List(items) = &mut chosen.kind
        && !labelled
    {
        let at = |kind| Tree { kind, span: piece.span };
        let text = at(Kind::Text(label));
        items.insert(1, at(Kind::List(vec![at(Kind::Word("label".into())), text])));
    }
    chosen
}
