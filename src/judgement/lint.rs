//! Signs in the rules that nobody wrote them: comparisons of constants, the same condition twice, moves without a condition, goals of one
//! side alone. Known games have none, or hardly any.

use crate::game::{AnyGame, Player};
use crate::language::Tree;
use crate::language::print::one_line;
use crate::language::resolve::Names;
use crate::language::schema::{Change, Id, Ludeme, word};
use crate::synthesis::site;
use crate::with_game;
use std::collections::{BTreeMap, BTreeSet};

/// What is odd about the rules of a game, in words; in the order of the rules, each once.
pub fn lint(tree: &Tree, game: &AnyGame) -> Vec<String> {
    let names = Names::of(tree);
    let mut found: Vec<String> = Vec::new();
    for one in site::sites(tree, &names) {
        let (Some(node), Some(ludeme)) = (site::at(tree, &one.path), one.ludeme) else { continue };
        let args = node.args();
        match ludeme.id {
            Id::Bool(word) if is_comparison(word) => {
                if args.iter().all(|arg| arg.as_int().is_some()) {
                    found.push(format!("compares two constants: {}", one_line(node)));
                } else if args.iter().any(|arg| arg.as_int().is_some_and(|n| n < 0)) {
                    found.push(format!("compares with a negative number: {}", one_line(node)));
                }
            }
            Id::Bool(word::Bool::And | word::Bool::Or) | Id::Condition(word::Condition::And | word::Condition::Or)
                if args.len() < 2 =>
            {
                found.push(format!("joins nothing: {}", one_line(node)));
            }
            Id::Move(word::Move::Move) if node.child("pre").is_none_or(|pre| pre.args().is_empty()) => {
                found.push("a move without a condition".into());
            }
            _ => {}
        }
        let mut seen = BTreeSet::new();
        for arg in args.iter().filter(|arg| !arg.args().is_empty()) {
            let text = one_line(arg);
            if !seen.insert(text.clone()) {
                found.push(format!("says twice: {text}"));
            }
        }
    }
    if goals_are_one_sided(game) {
        found.push("the sides begin alike, but their goals are different in number".into());
    }
    let mut once = BTreeSet::new();
    found.retain(|text| once.insert(text.clone()));
    found
}

/// Why nobody can foresee what a move does, in words: more kinds of changes come after it than after any move of a known game.
pub fn unforeseeable(tree: &Tree) -> Option<String> {
    let names = Names::of(tree);
    let mut after: BTreeMap<Vec<usize>, BTreeSet<&str>> = BTreeMap::new();
    for one in site::sites(tree, &names) {
        // States are notes beside the pieces, and stand where they were put.
        let changes = |ludeme: &Ludeme| ludeme.facts.change != Change::Other && !ludeme.word.contains("-state");
        let Some(ludeme) = one.ludeme.filter(|ludeme| changes(ludeme)) else { continue };
        let [above @ .., _] = &one.path[..] else { continue };
        if site::at(tree, above).is_some_and(|node| node.is("post")) {
            after.entry(above.to_vec()).or_default().insert(ludeme.word);
        }
    }
    let most = after.into_values().max_by_key(BTreeSet::len).filter(|kinds| kinds.len() > KINDS_OF_CHANGE)?;
    let kinds: Vec<&str> = most.into_iter().collect();
    Some(format!("nobody can foresee a move: {} come after it", kinds.join(", ")))
}

/// No known game has more kinds of changes after a move: one captures, or turns, or converts, and draughts promote besides.
const KINDS_OF_CHANGE: usize = 2;

fn is_comparison(word: word::Bool) -> bool {
    use word::Bool::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(word, Eq | Ne | Lt | Le | Gt | Ge)
}

/// Whether the sides have as many pieces as each other and goals that are different in number.
fn goals_are_one_sided(game: &AnyGame) -> bool {
    with_game!(game, g => {
        let start = g.initial(Player::White);
        g.has_unequal_sides() && start.owned[Player::White].len() == start.owned[Player::Black].len()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;

    #[test]
    fn more_than_two_kinds_of_changes_after_a_move_are_more_than_known_games_have() {
        let rules = |post: &str| {
            let moves = format!("(moves (move (pre (empty to)) (action (push)) (post {post})))");
            let rules = format!(
                "(game G (board (tiling square) (size 4 4)) (pieces (Stone All {moves})) (end (All win (full))))"
            );
            parse(&rules).unwrap()
        };
        assert_eq!(unforeseeable(&rules("(spin to 1) (spin last 3) (displace diagonal)")), None);
        let three = unforeseeable(&rules("(spin to 1) (convert i-nbors) (displace diagonal)"));
        assert_eq!(three.unwrap(), "nobody can foresee a move: convert, displace, spin come after it");
        for entry in std::fs::read_dir("seed-games").unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "ludi") {
                let tree = parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
                assert_eq!(unforeseeable(&tree), None, "{}", path.display());
            }
        }
    }
}
