//! One thing that can be left out of rules or put more simply.

use crate::language::print::one_line;
use crate::language::tree::Tree;
use crate::synthesis::site;

/// One simplification: what becomes of the node at a path.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    /// Indices into [`Tree::items`] from the root.
    pub path: Vec<usize>,
    /// What takes its place; nothing if it goes.
    pub put: Option<Tree>,
    /// Why that changes nothing.
    pub why: &'static str,
}

impl Step {
    /// The tree after the step; `None` if the path leads nowhere.
    pub fn applied(&self, tree: &Tree) -> Option<Tree> {
        let mut after = tree.clone();
        let (&last, above) = self.path.split_last()?;
        let items = site::items_mut(after.at_mut(above)?)?;
        match &self.put {
            Some(put) => *items.get_mut(last)? = put.clone(),
            None if last < items.len() => drop(items.remove(last)),
            None => return None,
        }
        Some(after)
    }
}

/// The text of the node at a path.
pub(super) fn text_at(tree: &Tree, path: &[usize]) -> String {
    tree.at(path).map(one_line).unwrap_or_default()
}
