//! Names of players, pieces and flags when rules move from one game to another: they are mapped, not lost.

use super::lineage;
use super::site::{self, Site};
use crate::language::resolve::Names;
use crate::language::schema::Name;
use crate::language::tree::{Kind, Tree};

/// The names of both, those of `first` in front.
pub(super) fn union(first: &Names, second: &Names) -> Names {
    let join = |a: &[String], b: &[String]| {
        let mut all = a.to_vec();
        all.extend(b.iter().filter(|n| !a.contains(n)).cloned());
        all
    };
    Names {
        players: join(&first.players, &second.players),
        pieces: join(&first.pieces, &second.pieces),
        flags: join(&first.flags, &second.flags),
    }
}

/// Gives every declared and used name of the game `tree` its name among those of `host`: the first piece is called as the
/// host's first piece, and so on; what the host has no counterpart for keeps its name, or a fresh one if that is taken.
pub(super) fn translate(tree: &mut Tree, host: &Names) {
    let own = Names::of(tree);
    let table = |own: &[String], host: &[String]| {
        let mut new: Vec<String> = Vec::new();
        for (i, name) in own.iter().enumerate() {
            let taken = |n: &str| host.iter().chain(&new).any(|t| t == n);
            let name = host.get(i).cloned().unwrap_or_else(|| site::fresh(name, taken));
            new.push(name);
        }
        new
    };
    let players: Vec<String> =
        (0..own.players.len()).filter_map(|i| host.players.get(i % host.players.len().max(1)).cloned()).collect();
    let new = Names { players, pieces: table(&own.pieces, &host.pieces), flags: table(&own.flags, &host.flags) };
    let rename = |space: Name, name: &str| {
        let at = site::space_of(&own, space).iter().position(|n| n == name)?;
        site::space_of(&new, space).get(at).cloned()
    };
    for found in site::sites(tree, &own) {
        let Some(node) = tree.at_mut(&found.path) else { continue };
        if let Some(name) = site::reference(node, found.ludeme, found.accepts, &own).and_then(|(s, n)| rename(s, n)) {
            site::set_head(node, &name);
        }
    }
    // Effects that add flags declare them as much as pieces do.
    lineage::each(tree, &mut |node| {
        if node.is("add-flags") {
            for flag in site::items_mut(node).into_iter().flatten().skip(1) {
                if let Some(name) = flag.as_word().and_then(|n| rename(Name::Flag, n)) {
                    site::set_head(flag, &name);
                }
            }
        }
    });
    let sections = site::items_mut(tree).into_iter().flatten().skip(1);
    for section in sections {
        let space = match section.head() {
            Some("players") => Name::Player,
            Some("pieces") => Name::Piece,
            _ => continue,
        };
        for item in site::items_mut(section).into_iter().flatten().skip(1) {
            let declares = space == Name::Player || matches!(item.kind, Kind::List(_));
            if let Some(name) = item.head().filter(|_| declares).and_then(|n| rename(space, n)) {
                site::set_head(item, &name);
            }
            for flags in site::items_mut(item).into_iter().flatten().skip(1).filter(|t| t.is("flags")) {
                for flag in site::items_mut(flags).into_iter().flatten().skip(1) {
                    if let Some(name) = flag.as_word().and_then(|n| rename(Name::Flag, n)) {
                        site::set_head(flag, &name);
                    }
                }
            }
        }
    }
}

/// Lets every reference to a name that is known but no longer declared point to a declared one, by its number. When no flag
/// is declared at all, the first piece is given the flag. Returns what was done, in words.
pub(super) fn rehome(tree: &mut Tree, known: &Names) -> Vec<String> {
    let mut log = Vec::new();
    let declared = Names::of(tree);
    let all = union(&declared, known);
    for Site { path, ludeme, accepts, .. } in site::sites(tree, &all) {
        let Some(node) = tree.at_mut(&path) else { continue };
        let Some((space, name)) = site::reference(node, ludeme, accepts, &all) else { continue };
        if declared.has(space, name) {
            continue;
        }
        let host = site::space_of(&declared, space);
        let number = site::space_of(known, space).iter().position(|n| n == name).unwrap_or(0);
        if let Some(new) = host.get(number % host.len().max(1)) {
            log.push(format!("{name} is not declared: {new} instead"));
            let new = new.clone();
            site::set_head(node, &new);
        } else if space == Name::Flag {
            let name = name.to_string();
            if tree.child("pieces").is_none() {
                log.push("the default piece is written out".into());
                site::push_arg(tree, default_pieces());
            }
            let items = site::child_mut(tree, "pieces").and_then(site::items_mut);
            let first = items.and_then(|i| i.iter_mut().skip(1).find(|t| matches!(t.kind, Kind::List(_))));
            if let Some(piece) = first {
                log.push(format!(
                    "flag {name} is not declared: {} has it now",
                    piece.head().unwrap_or("the first piece")
                ));
                site::push_arg(piece, Tree::element("flags", [Tree::word(name)]));
                log.extend(rehome(tree, known));
                return log;
            }
        }
    }
    log
}

/// The pieces of a game that declares none.
fn default_pieces() -> Tree {
    let pre = Tree::element("pre", [Tree::element("empty", [Tree::word("to")])]);
    let action = Tree::element("action", [Tree::element("push", [])]);
    let moves = Tree::element("moves", [Tree::element("move", [pre, action])]);
    Tree::element("pieces", [Tree::element("Stone", [Tree::word("All"), moves])])
}
