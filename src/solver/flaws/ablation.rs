//! Dead rules: what can be left out without changing the game.

use super::board::{Study, digest_of};
use super::limits::Limits;
use super::sizes::resized;
use super::verdict::Verdict;
use crate::game::lower;
use crate::language::definitions::plain;
use crate::language::print::one_line;
use crate::language::{Kind, Tree, check};
use crate::with_game;
use serde::Serialize;
use serde_json::{Value as Json, json};

/// What is no rule, though it stands among them.
const MARKS: [&str; 2] = ["label", "value"];
/// The most rules that are left out in turn.
const MOST: usize = 60;

/// A rule without effect.
#[derive(Serialize)]
struct Dead {
    /// The rule, as text.
    ludeme: String,
    /// The element it stands in.
    within: String,
}

/// Leaves out each rule in turn and looks whether that makes a difference on a board of these sizes.
pub(super) fn dead_rules(tree: &Tree, sizes: &[u32], study: &Study, limits: &Limits) -> (Verdict, Json) {
    let tree = &plain(tree);
    let mut places = Vec::new();
    for (i, section) in tree.items().iter().enumerate() {
        if ["pieces", "play", "end"].iter().any(|s| section.is(s)) {
            places_in(section, &mut vec![i], &mut places);
        }
    }
    let found = places.len();
    places.truncate(MOST);
    let Ok(original) = lower(tree) else { return (Verdict::Open, json!({})) };
    let own = format!("{original:?}");
    // A game with more positions is another game.
    let limits = Limits { positions: study.positions + 1, ..*limits };
    let (mut dead, mut tried) = (Vec::new(), 0);
    for path in &places {
        let Some((shorter, ludeme, within)) = without(tree, path) else { continue };
        if !check(&shorter).is_empty() {
            continue;
        }
        // What says the default says nothing.
        let Some(rules) = lower(&shorter).ok().filter(|r| format!("{r:?}") != own) else { continue };
        let Some(game) = resized(&rules, sizes) else { continue };
        tried += 1;
        let digest = with_game!(&game, game => digest_of(game, &limits.budget()));
        if digest == Ok(study.digest) {
            dead.push(Dead { ludeme: one_line(ludeme), within: one_line(within) });
        }
    }
    let verdict = match dead.is_empty() {
        false => Verdict::Flawed,
        true if found > MOST => Verdict::Open,
        true => Verdict::Sound,
    };
    (verdict, json!({"dead": dead, "tried": tried}))
}

/// The paths of everything that might be left out below a node.
fn places_in(node: &Tree, path: &mut Vec<usize>, places: &mut Vec<Vec<usize>>) {
    for (i, item) in node.items().iter().enumerate().skip(1) {
        if MARKS.iter().any(|m| item.is(m)) {
            continue;
        }
        path.push(i);
        places.push(path.clone());
        places_in(item, path, places);
        path.pop();
    }
}

/// The tree without the node at a path, that node, and the one it stood in.
fn without<'t>(tree: &'t Tree, path: &[usize]) -> Option<(Tree, &'t Tree, &'t Tree)> {
    let (&last, way) = path.split_last()?;
    let within = way.iter().try_fold(tree, |node, &i| node.items().get(i))?;
    let mut shorter = tree.clone();
    let parent = way.iter().try_fold(&mut shorter, |node, &i| match &mut node.kind {
        Kind::List(items) => items.get_mut(i),
        _ => None,
    })?;
    let Kind::List(items) = &mut parent.kind else { return None };
    items.remove(last);
    Some((shorter, within.items().get(last)?, within))
}
