//! Games in full for breeding, with what their definitions stand for in them.

use super::lineage;
use super::reference;
use crate::describe::speaks_of;
use crate::language::definitions::{Definition, expand, fold, is_plain};
use crate::language::normal;
use crate::language::resolve::Names;
use crate::language::tree::{Kind, Tree};

/// The game in full, and what its definitions stand for in it. For a donor the names are those of its host, and no move has a label.
pub(super) fn taken(tree: &Tree, host: Option<&Names>) -> (Tree, Vec<Definition>) {
    let adopt = |tree: &mut Tree| {
        if let Some(host) = host {
            strip_labels(tree);
            reference::translate(tree, host);
        }
    };
    let mut game = tree.clone();
    if is_plain(tree) {
        adopt(&mut game);
        return (game, Vec::new());
    }
    let Ok(expansion) = expand(tree) else { return (game, Vec::new()) };
    game = normal(&expansion.tree);
    let own = Names::of(&game);
    adopt(&mut game);
    let mut found = fold::patterns(&expansion, &game);
    expansion.settle(&mut game);
    // What all games share is not called so where a part, such as a label, has been taken away.
    let shared = |name: &str| expansion.definitions.iter().any(|d| d.name == name && d.is_shared());
    found.retain(|definition| definition.is_shared() || !shared(&definition.name));
    let renamed = renamed(&own, &Names::of(&game));
    for definition in &mut found {
        // What is called otherwise here is not what the phrase, or what it stands for, speaks of.
        let told = |name: &&String| {
            let of_phrase = definition.phrase.as_ref().is_some_and(|phrase| speaks_of(phrase, name));
            of_phrase
                || expansion
                    .definitions
                    .iter()
                    .any(|d| d.name == definition.name && d.body.iter().any(|t| t.mentions(name)))
        };
        if renamed.iter().any(|name| told(&name)) {
            definition.phrase = None;
        }
    }
    (game, found)
}

/// The names of players, pieces and flags that are others in `new`.
fn renamed(own: &Names, new: &Names) -> Vec<String> {
    let spaces = [(&own.players, &new.players), (&own.pieces, &new.pieces), (&own.flags, &new.flags)];
    let others = spaces.into_iter().flat_map(|(own, new)| {
        own.iter().enumerate().filter(|(i, name)| new.get(*i) != Some(name)).map(|(_, name)| name.clone())
    });
    others.collect()
}

/// Whether an element is the label of a piece or a move.
pub(super) fn is_label(tree: &Tree) -> bool {
    tree.is("label") && matches!(tree.kind, Kind::List(_))
}

/// Takes the labels of pieces and moves off a donor, except where they are names.
fn strip_labels(tree: &mut Tree) {
    lineage::each(tree, &mut |node| {
        if let Kind::List(items) = &mut node.kind {
            let mut first = true;
            items.retain(|item| std::mem::take(&mut first) || !is_label(item));
        }
    });
}
