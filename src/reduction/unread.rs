//! What nothing in the rules reads: regions, states, flags and values of pieces, types of pieces that never appear.

use super::step::Step;
use crate::language::resolve::{self, Names};
use crate::language::schema::About;
use crate::language::tree::{Kind, Tree};

/// Regions that nothing names: no cells are asked for by region, and nothing is connected.
pub(super) fn regions(tree: &Tree, steps: &mut Vec<Step>) {
    let sections = tree.items().iter().enumerate().skip(2).filter(|(_, section)| section.is("board"));
    let words = ["region", "own-regions", "enemy-regions", "connect"];
    let rest = || tree.args().iter().filter(|section| !section.is("board"));
    for (i, board) in sections {
        let items = board.items().iter().enumerate().skip(1);
        for (j, _) in items.filter(|(_, item)| item.is("regions")) {
            if !rest().any(|section| words.iter().any(|word| section.mentions(word))) {
                steps.push(Step { path: vec![i, j], put: None, why: "nothing names a region" });
            }
        }
    }
}

/// States that pieces start with, where nothing reads or changes any, and all pieces of that type and owner are in this state: then it tells none from another.
pub(super) fn start_states(tree: &Tree, steps: &mut Vec<Step>) {
    let section = tree.items().iter().enumerate().skip(2).find(|(_, section)| section.is("start"));
    let Some((i, start)) = section else { return };
    let changes = resolve::speaks_of(tree, About::States) || ["convert", "swap"].iter().any(|word| tree.mentions(word));
    if changes || tree.count("state") > count_in_pieces(tree, "state") + start.count("state") {
        return;
    }
    // New pieces, and what is put down as another player's, would not be in that state.
    let adds = |piece: &Tree| {
        enters(piece)
            || actions(piece).flat_map(Tree::args).any(|a| a.is("push") && a.args().iter().any(|cell| !cell.is("to")))
    };
    let whose = |record: &Tree| record.args().first().and_then(Tree::as_word).map(String::from);
    let items = start.items().iter().enumerate().filter(|(_, item)| item.is("place"));
    let records: Vec<(usize, &Tree)> = items.filter_map(|(j, item)| Some((j, item.args().first()?))).collect();
    for &(j, record) in &records {
        let (Some(name), Some(owner)) = (record.head(), whose(record)) else { continue };
        let may_share = |other: &Tree| {
            other.is(name) && whose(other).is_none_or(|other| other == owner || other == "All" || owner == "All")
        };
        let alone = records.iter().filter(|(_, other)| may_share(other)).count() == 1;
        let known = pieces(tree).any(|(_, piece)| piece.is(name));
        let still = known && !pieces(tree).any(|(_, piece)| piece.is(name) && adds(piece));
        if let Some(at) = record.items().iter().position(|item| item.is("state")).filter(|_| alone && still) {
            steps.push(Step { path: vec![i, j, 1, at], put: None, why: "nothing reads it" });
        }
    }
}

/// States, flags and values of pieces that nothing reads.
pub(super) fn attributes(tree: &Tree, steps: &mut Vec<Step>) {
    let reads_states = resolve::speaks_of(tree, About::States) || tree.count("state") > count_in_pieces(tree, "state");
    let types = pieces(tree).count();
    for (path, piece) in pieces(tree) {
        for (i, item) in piece.items().iter().enumerate().skip(1) {
            let unread = match item.head() {
                Some("state") => !reads_states,
                // Of one type alone it says nothing about what pieces are worth.
                Some("value") => types == 1 && tree.count("value") == 1,
                Some("flags") => item.args().iter().all(|flag| {
                    flag.as_word()
                        .is_some_and(|name| tree.count(name) == pieces(tree).filter(|(_, p)| declares(p, name)).count())
                }),
                _ => false,
            };
            if unread && matches!(item.kind, Kind::List(_)) {
                let path = path.iter().copied().chain([i]).collect();
                steps.push(Step { path, put: None, why: "nothing reads it" });
            }
        }
    }
}

fn declares(piece: &Tree, flag: &str) -> bool {
    piece.args().iter().any(|item| item.is("flags") && item.args().iter().any(|f| f.is(flag)))
}

/// Piece types that are named nowhere and cannot enter.
pub(super) fn strangers(tree: &Tree, names: &Names, steps: &mut Vec<Step>) {
    let any = |tree: &Tree| tree.child("start").is_some_and(|start| start.mentions("any"));
    if pieces(tree).count() < 2 || any(tree) {
        return;
    }
    for (path, piece) in pieces(tree) {
        let Some(name) = piece.head() else { continue };
        let named = tree.count(name) > piece.count(name) || names.pieces.iter().filter(|n| *n == name).count() > 1;
        // Words of the game's name or of texts do no harm; they only keep the piece.
        if !named && !enters(piece) {
            steps.push(Step { path, put: None, why: "such a piece never appears" });
        }
    }
}

/// What the moves of a piece type do.
pub(super) fn actions(piece: &Tree) -> impl Iterator<Item = &Tree> {
    let moves = piece.args().iter().filter(|item| item.is("moves")).flat_map(Tree::args);
    moves.filter_map(|m| m.child("action"))
}

/// Whether new pieces of a type may be put on the board.
pub(super) fn enters(piece: &Tree) -> bool {
    actions(piece).any(|action| action.child("push").is_some() && action.child("pop").is_none())
}

/// The piece types with their paths.
pub(super) fn pieces(tree: &Tree) -> impl Iterator<Item = (Vec<usize>, &Tree)> {
    let section = tree.items().iter().enumerate().skip(2).find(|(_, section)| section.is("pieces"));
    section.into_iter().flat_map(|(i, section)| {
        let lists = section.items().iter().enumerate().skip(1).filter(|(_, p)| matches!(p.kind, Kind::List(_)));
        lists.map(move |(j, piece)| (vec![i, j], piece))
    })
}

/// How often a word heads an item of a piece type.
pub(super) fn count_in_pieces(tree: &Tree, word: &str) -> usize {
    pieces(tree).map(|(_, piece)| piece.args().iter().filter(|item| item.is(word)).count()).sum()
}
