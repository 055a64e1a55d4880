//! Rules with another number: the numbers that rules have, whose they are, and rules in which one is another and that are otherwise of the same kind.

use super::algebra;
use super::ground::Ground;
use crate::language::resolve::Names;
use crate::language::tree::Tree;
use crate::order;

/// How many numbers of a game are varied at most.
const MOST_NUMBERS: usize = 8;

/// The numbers in the rules, the board's and the start's aside.
pub(super) struct Numbers {
    /// Where those are that count once: what is about neither player alone, and, if both have the same numbers, what is about them, which changes for both
    /// at once; otherwise what is about either.
    places: Vec<Vec<Vec<usize>>>,
    /// The numbers that count once, in order of size.
    pub values: Vec<i64>,
    /// Whether what is about one player has the numbers of what is about the other.
    equal: bool,
}

/// A number with where it is and the player whom it is about, if it is about one alone.
struct Found {
    value: i64,
    path: Vec<usize>,
    whose: Option<usize>,
}

impl Numbers {
    /// Those of some rules.
    pub fn of(tree: &Tree) -> Numbers {
        let found = numbers(tree);
        let of = |whose: Option<usize>| {
            let mut list: Vec<&Found> = found.iter().filter(|found| found.whose == whose).collect();
            order::sort_by_key(&mut list, |found| found.value);
            list
        };
        let (shared, sides) = (of(None), [0, 1].map(|player| of(Some(player))));
        let equal = sides[0].iter().map(|found| found.value).eq(sides[1].iter().map(|found| found.value));
        let [first, second] = &sides;
        let mut groups: Vec<Vec<&Found>> = shared.into_iter().map(|one| vec![one]).collect();
        if equal {
            groups.extend(first.iter().zip(second).map(|(&one, &other)| vec![one, other]));
        } else {
            groups.extend(sides.iter().flatten().map(|&one| vec![one]));
        }
        let mut values: Vec<i64> = groups.iter().map(|group| group[0].value).collect();
        order::sort(&mut values);
        let places = groups.iter().map(|group| group.iter().map(|found| found.path.clone()).collect()).collect();
        Numbers { places, values, equal }
    }

    /// Whether these are others but for one, and sides that are equal in the one are so in the other.
    pub fn differ_in_one(&self, other: &Numbers) -> bool {
        self.equal == other.equal && differ_in_one(&self.values, &other.values)
    }

    /// The rules, of which these are the numbers, with one of them replaced by one of these values. Of a rule that would say nothing then, or
    /// contradict itself, the number stays, and sides that are equal stay equal, the others unequal.
    pub fn replaced<'a>(&'a self, tree: &'a Tree, values: &[i64]) -> impl Iterator<Item = Tree> + use<'a> {
        let mut values = values.to_vec();
        values.dedup();
        let many = self.places.len() > MOST_NUMBERS || values.len() > MOST_NUMBERS;
        let places = if many { &[][..] } else { &self.places[..] };
        let most = if places.is_empty() { 0 } else { idle(tree, None) };
        let changed = places.iter().flat_map(move |group| {
            let values = values.clone();
            values.into_iter().filter_map(move |value| {
                let mut changed = tree.clone();
                for place in group {
                    *changed.at_mut(place)? = Tree::int(value);
                }
                (changed != *tree).then_some(changed)
            })
        });
        changed.filter(move |changed| Numbers::of(changed).equal == self.equal && idle(changed, None) <= most)
    }
}

/// How much in some rules goes without saying.
pub(super) fn idle(tree: &Tree, ground: Option<&Ground>) -> usize {
    algebra::steps(tree, ground, &mut 0).count()
}

/// Whether two sorted lists are as long and differ in one number.
pub(super) fn differ_in_one(a: &[i64], b: &[i64]) -> bool {
    let mut left = a.to_vec();
    for n in b {
        if let Some(at) = left.iter().position(|m| m == n) {
            left.swap_remove(at);
        }
    }
    a.len() == b.len() && left.len() == 1
}

/// All numbers in the rules.
fn numbers(tree: &Tree) -> Vec<Found> {
    let names = Names::of(tree).players;
    let mut found = Vec::new();
    for (i, section) in tree.items().iter().enumerate() {
        if ["pieces", "play", "end", "win", "lose"].iter().any(|word| section.is(word)) {
            collect(section, None, &names, &mut vec![i], &mut found);
        }
    }
    found
}

fn collect(tree: &Tree, whose: Option<usize>, players: &[String], path: &mut Vec<usize>, out: &mut Vec<Found>) {
    if let Some(value) = tree.as_int() {
        out.push(Found { value, path: path.clone(), whose });
    }
    let whose = whose.or_else(|| owner(tree, players));
    for (i, item) in tree.items().iter().enumerate() {
        path.push(i);
        collect(item, whose, players, path, out);
        path.pop();
    }
}

/// The player whom an element is about alone: a goal, a piece or a move of theirs.
fn owner(tree: &Tree, players: &[String]) -> Option<usize> {
    let player = |name: &Tree| players.iter().position(|player| name.head() == Some(player));
    let first = || tree.args().first().filter(|arg| arg.as_word().is_some());
    let of_move = || tree.child("owner").filter(|_| tree.is("move"))?.args().first();
    let head = tree.items().first();
    head.and_then(player).or_else(|| first().and_then(player)).or_else(|| of_move().and_then(player))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::print::one_line;
    use crate::language::{canonical, parse};

    fn replaced(end: &str, values: &[i64]) -> Vec<String> {
        let rules = format!("(game A (players White Black) (board (tiling hex) (size 9)) (end {end}))");
        let tree = canonical(&parse(&rules).unwrap());
        let numbers = Numbers::of(&tree);
        numbers.replaced(&tree, values).map(|tree| one_line(tree.child("end").unwrap())).collect()
    }

    #[test]
    fn no_rule_dies_of_a_number() {
        let trap = "(All win (in-a-row 5)) (All lose (and (in-a-row 4) (not (in-a-row 5))))";
        assert_eq!(replaced(trap, &[5]), [""; 0]);
        assert_eq!(replaced(trap, &[3]).len(), 2, "a row of three is lost, or won, and not both");
        // Whoever would win by a longer row has lost by the shorter.
        assert_eq!(replaced("(All win (in-a-row 3)) (All lose (in-a-row 4))", &[5]).len(), 1);
    }

    #[test]
    fn numbers_of_both_players_change_together() {
        let reach = |white: u32, black: u32| {
            format!("(White win (reach {white} (side n))) (Black win (reach {black} (side s)))")
        };
        let [both] = &replaced(&reach(3, 3), &[4])[..] else { panic!() };
        assert_eq!(both.matches(" 4 ").count(), 2, "{both}");
        assert_eq!(replaced(&reach(3, 5), &[3, 5]), [""; 0]);
        assert_eq!(replaced(&reach(3, 5), &[4]).len(), 2);
    }
}
