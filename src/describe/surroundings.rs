//! Placeholders and tests of templates that name no parameter: they read the surroundings.

use super::pattern::shape;
use super::template::{Mood, SEVERAL_REGIONS, Teller, alternatives, arguments};
use super::words::{noun, number, plural};
use crate::language::resolve::{Element, resolve};
use crate::language::schema::Category;
use crate::language::tree::Tree;

impl Teller<'_> {
    /// Of a test for arguments, for a word among them or for the surroundings, the alternative that it chooses; `None` if this is no test.
    pub(super) fn tested<'t>(
        &self,
        name: &str,
        rest: &'t str,
        index: Option<usize>,
        element: &Element<'_>,
    ) -> Option<&'t str> {
        let (holds, tests) = if let Some(tests) = rest.strip_prefix('?') {
            (index.map_or_else(|| self.holds(name, element), |i| !element.slots[i].is_empty()), tests)
        } else {
            let (word, tests) = rest.strip_prefix('=')?.split_once('?')?;
            // A number that stands for several is none of them.
            let is_number = |v: i64| v.to_string() == word && self.scene.numbered != Some(v);
            let is_word = |t: &Tree| t.is(word) || t.as_int().is_some_and(is_number);
            (index.is_some_and(|i| arguments(element, i).iter().any(is_word)), tests)
        };
        let (yes, no) = alternatives(tests);
        Some(if holds { yes } else { no })
    }

    /// Placeholders that are no parameters.
    pub(super) fn pseudo(&self, name: &str, rest: &str, element: &Element<'_>, mood: Mood) -> (String, bool) {
        let head = element.tree.head().unwrap_or_default();
        let text = match name {
            "head" => head.to_string(),
            "heads" if mood.plural => plural(&noun(head)),
            "heads" => noun(head),
            "s" if mood.plural => "s".into(),
            "s" => return (String::new(), true),
            "dirn" => match rest.strip_prefix('|') {
                Some(alternative) if self.scene.dirn.is_empty() => return self.expand(alternative, element, mood),
                _ => return (self.scene.dirn.to_string(), !self.scene.dirn.is_empty()),
            },
            "runs" => return (self.scene.runs.to_string(), !self.scene.runs.is_empty()),
            "shape" | "straight" => {
                let path: Vec<&str> = element.all("path").iter().filter_map(|t| t.as_word()).collect();
                let told = match name {
                    "shape" => self.scene.board.and_then(|board| shape(&path, board)),
                    _ => straight(&path),
                };
                match (told, rest.strip_prefix('|')) {
                    (Some(told), _) => told,
                    (None, Some(alternative)) => return self.expand(alternative, element, mood),
                    (None, None) => return (String::new(), false),
                }
            }
            _ => match dimension(name).and_then(|i| self.scene.sizes.get(i)) {
                Some(&size) if rest.starts_with('#') => number(size),
                Some(size) => size.to_string(),
                None => match rest.trim_start_matches('#').strip_prefix('|') {
                    Some(alternative) => return self.expand(alternative, element, mood),
                    None => return (String::new(), false),
                },
            },
        };
        (text, true)
    }

    /// So many direct turns to the right, as an angle.
    pub(super) fn turns(&self, tree: &Tree) -> Option<String> {
        let all = self.scene.full_turn.max(1);
        // The short way round; a whole turn is told as it is.
        let n = match (tree.as_int()?, i64::from(all)) {
            (n, 1) => n,
            (n, all) if n % all == 0 => n,
            (n, all) if 2 * n.rem_euclid(all) > all => n.rem_euclid(all) - all,
            (n, all) => n.rem_euclid(all),
        };
        let side = if n < 0 { "left" } else { "right" };
        Some(match (360 / all, n.abs()) {
            (360, turns) => format!("by {} direct directions to the {side}", number(turns)),
            // The other side is the same.
            (angle, turns) if i64::from(angle) * turns == 180 => "by 180 degrees".into(),
            (angle, turns) => format!("by {} degrees to the {side}", i64::from(angle) * turns),
        })
    }

    /// Whether a test of a template holds that names no parameter.
    pub(super) fn holds(&self, name: &str, element: &Element<'_>) -> bool {
        let record = || resolve(element.get("piece")?, Category::PieceRecord, self.names);
        let owner = || record()?.get("owner");
        match name {
            "drop" => self.scene.drop,
            "remove" => self.scene.remove,
            "foreign" => self.scene.foreign,
            "end" => self.scene.end,
            "after" => self.scene.after,
            "it" => self.scene.it,
            "square" => self.scene.square,
            "orthogonal" => self.scene.square && self.scene.adjacent == (true, false),
            "oblique" => self.scene.square && self.scene.adjacent == (false, true),
            "shaded" => self.scene.shaded,
            "stacked" => self.scene.stacked,
            "mine" => element.get("player").is_none_or(|p| p.is("current") || p.is("friend")),
            "guard" => self.scene.guard,
            "endless" => self.scene.endless,
            "runs" => !self.scene.runs.is_empty(),
            "straight" => element.all("path").iter().all(|t| t.is("f")),
            "groups" => {
                element.get("type").is_some_and(|how| how.is("surround"))
                    && self.holds("bare", element)
                    && !element.all("flags").iter().any(|flag| flag.is("if"))
            }
            "sides" => {
                let changes = |name: &str| element.tree.args().iter().any(|arg| Some(arg) == element.get(name));
                changes("type") && !changes("piece") && !changes("player")
            }
            "captured" => self.follows("capture", element),
            "converted" => self.follows("convert", element),
            "step" => !self.scene.drop && element.get("cell").is_none(),
            "single" => element.tree.args().len() == 1,
            "lone" => element.get("count").is_none() && self.is_lone(element.all("regions")),
            "bare" => element.get("piece").is_none_or(|p| p.is("any") && p.args().is_empty()),
            "named" => owner().is_some(),
            "owned" => owner().is_some_and(|o| !o.is("current") && !o.is("friend")),
            _ => dimension(name).is_some_and(|i| i < self.scene.sizes.len()),
        }
    }

    /// Whether an effect of the move takes all pieces in the same way, which is told there in full.
    fn follows(&self, effect: &str, element: &Element<'_>) -> bool {
        let how = element.get("type");
        let takes_all = |e: &&Tree| e.child("size").is_none() && e.child("if").is_none();
        let mut effects = self.scene.effects.iter().filter(takes_all);
        effects.any(|e| e.is(effect) && how.is_some_and(|how| e.args().contains(how)))
    }

    /// Whether regions are a single one, which a chain connects by being there.
    fn is_lone(&self, regions: &[&Tree]) -> bool {
        let several = |tree: &Tree| {
            let region = resolve(tree, Category::Cells, self.names);
            region.is_none_or(|region| SEVERAL_REGIONS.contains(&region.ludeme.word))
        };
        matches!(regions, [only] if !several(only))
    }
}

/// How far a path goes, if straight ahead.
fn straight(path: &[&str]) -> Option<String> {
    let cells = if path.len() == 1 { "cell" } else { "cells" };
    path.iter().all(|step| *step == "f").then(|| format!("{} {cells}", number(path.len() as i64)))
}

fn dimension(name: &str) -> Option<usize> {
    ["a", "b", "c"].iter().position(|d| *d == name)
}
