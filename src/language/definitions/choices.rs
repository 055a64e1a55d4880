//! Choices in a move: `(convert (any Queen Rook))` is a move to a queen and a move to a rook.

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
            spend(alternatives.len() * items[at].size(), &items[at])?;
            let moves: Vec<Tree> = alternatives.into_iter().map(|piece| with_piece(&items[at], &path, piece)).collect();
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
