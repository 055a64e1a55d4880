//! Signs in the rules that nobody wrote them: comparisons of constants, the same condition twice, moves without a condition, goals of one
//! side alone. Known games have none, or hardly any.

use crate::game::{AnyGame, Player};
use crate::language::Tree;
use crate::language::print::one_line;
use crate::language::resolve::Names;
use crate::language::schema::{Id, word};
use crate::synthesis::site;
use crate::with_game;
use std::collections::BTreeSet;

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
