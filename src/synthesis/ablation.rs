//! A game less one of its ludemes.

use super::site::{self, Site};
use crate::language::resolve::Names;
use crate::language::tree::{Kind, Tree};

/// A game that lacks a ludeme.
#[derive(Clone, Debug, PartialEq)]
pub struct Lacking {
    /// The number of what was left out, among the nodes of the whole game in pre-order (the root is 0).
    pub node: u32,
    /// Where it stood.
    pub path: Vec<usize>,
    /// How many nodes it has, itself included.
    pub size: u32,
    /// What is left. It need not be a valid game.
    pub rest: Tree,
}

/// The game without each of its ludemes in turn, in the order of their numbers. Names, labels, the players and metadata stay.
///
/// What leaves a condition with a single argument that needs two, such as `and`, leaves that argument in its place.
///
/// ```
/// use ludogen::language::{parse, print::one_line};
/// use ludogen::synthesis::lacking_each;
///
/// let tree = parse("(game Row (board (tiling hex) (size 4)) (end (All win (and (in-a-row 4) (full)))))").unwrap();
/// let left: Vec<String> = lacking_each(&tree).map(|lacking| one_line(&lacking.rest)).collect();
/// assert!(left.contains(&"(game Row (board (tiling hex) (size 4)) (end (All win (full))))".into()), "{left:?}");
/// assert!(left.iter().all(|rest| rest.starts_with("(game Row ")), "{left:?}");
/// ```
pub fn lacking_each(tree: &Tree) -> impl Iterator<Item = Lacking> {
    let sites = site::sites(tree, &Names::of(tree));
    sites.into_iter().filter_map(|site| {
        let node = number(tree, &site.path);
        let size = tree.at(&site.path)?.size() as u32;
        let rest = without(tree, &site)?;
        Some(Lacking { node, path: site.path, size, rest })
    })
}

fn without(tree: &Tree, site: &Site) -> Option<Tree> {
    let mut rest = tree.clone();
    let (&last, above) = site.path.split_last()?;
    let parent = rest.at_mut(above)?;
    let Kind::List(items) = &mut parent.kind else { return None };
    items.remove(last);
    if matches!(site.parent.word, "and" | "or" | "xor")
        && let [_, only] = &items[..]
    {
        *parent = only.clone();
    }
    Some(rest)
}

/// The number of the node at a path, counting in pre-order from the root, which is 0.
fn number(tree: &Tree, path: &[usize]) -> u32 {
    let mut number = 0;
    let mut node = tree;
    for &index in path {
        number += 1 + node.items()[..index].iter().map(Tree::size).sum::<usize>();
        node = &node.items()[index];
    }
    number as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;
    use crate::language::print::one_line;

    fn nodes(tree: &Tree) -> Vec<&Tree> {
        let mut all = vec![tree];
        tree.items().iter().for_each(|item| all.extend(nodes(item)));
        all
    }

    #[test]
    fn everything_that_may_be_bred_is_left_out_once() {
        let source = "(game G (players White Black) (board (tiling hex) (shape hex) (size 5))
            (end (All win (in-a-row 4)) (All lose (and (in-a-row 3) (not (in-a-row 4))))))";
        let tree = parse(source).unwrap();
        let all = nodes(&tree);
        let lacking: Vec<Lacking> = lacking_each(&tree).collect();
        for one in &lacking {
            assert_eq!(all[one.node as usize].size() as u32, one.size);
            // With one of its two conditions goes the `and` around them: its brackets and its word.
            let left = tree.size() - one.size as usize;
            assert!(one.rest.size() == left || one.rest.size() == left - 2, "{}", one_line(&one.rest));
        }
        let rest = |words: &str| {
            let one = lacking.iter().find(|one| one_line(all[one.node as usize]) == words).unwrap();
            one_line(&one.rest)
        };
        assert!(rest("(tiling hex)").contains("(board (shape hex) (size 5))"));
        assert!(rest("(not (in-a-row 4))").contains("(All lose (in-a-row 3))"));
        assert!(rest("(All win (in-a-row 4))").contains("(end (All lose (and"));
        assert!(lacking.iter().all(|one| !all[one.node as usize].is("players")));
    }
}
