//! Naturalness: how rules are written by people, as an n-gram model of rule trees, and how surprising other rules are beside it.
//!
//! Rules are taken apart into [productions](Production): a node at its place. The place is the element around it, the parameter it fills,
//! what stands before it there, and the element around that. What stands in a place is as likely as it was there in the games of the model;
//! what never stood there is looked up in a wider place, and counts 0.4 times as much each time: stupid back-off (Brants, Popat, Xu, Och & Dean
//! 2007). The wider places are the same without the element around the element, without what stands before, and all places that take the
//! same things; after the last of them everything that may stand there is equally likely.
//!
//! Numbers are classes by magnitude and names are their kind, so a game may be on another board and call its pieces otherwise. A compound
//! element equal to one before it in the same place is not that element but a repetition, which people hardly ever write.
//!
//! The counts of single games can be left out, so a known game is as surprising as it would be if it were new.

use super::genome::is_default;
use super::site;
use crate::language::definitions::plain;
use crate::language::print::one_line;
use crate::language::resolve::{self, Names};
use crate::language::schema::{self, Accepts, Category, Count, Head, Ludeme, Param};
use crate::language::tree::Tree;
use crate::order;
use std::collections::HashMap;

/// What a wider place counts beside the narrower one.
pub const BACK_OFF: f64 = 0.4;

/// What stands in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Symbol {
    /// Nothing, or nothing more; before the first argument; around the whole game.
    Nothing,
    /// The same compound as one before it.
    Again,
    /// A number of that class of [`CLASSES`].
    Number(u8),
    /// A name that the game declares.
    Name(u8),
    /// An element: its place in the schema; for clauses, and one more than the place of the kind of player that heads it.
    Ludeme(u16, u16),
}

/// The first number of each class of numbers.
const CLASSES: [i64; 13] = [i64::MIN, 0, 1, 2, 3, 4, 5, 7, 10, 15, 25, 50, 100];

/// The class of a number.
fn class(number: i64) -> u8 {
    (CLASSES.partition_point(|&first| first <= number) - 1) as u8
}

/// The classes with numbers in a range, with their ends in it.
pub(super) fn classes(low: i64, high: i64) -> impl Iterator<Item = (Symbol, i64, i64)> {
    (0..CLASSES.len()).filter_map(move |i| {
        let next = CLASSES.get(i + 1).map_or(i64::MAX, |next| next - 1);
        let (first, last) = (CLASSES[i].max(low), next.min(high));
        (first <= last).then_some((Symbol::Number(i as u8), first, last))
    })
}

impl Symbol {
    pub(super) fn number(number: i64) -> Symbol {
        Symbol::Number(class(number))
    }

    /// That of an element without a head of its own.
    pub(super) fn of(ludeme: &'static Ludeme) -> Symbol {
        let plain = ludeme.facts.spelling.filter(|spelling| !spelling.swapped);
        let ludeme = plain.and_then(|spelling| schema::find(spelling.of, ludeme.category)).unwrap_or(ludeme);
        Symbol::Ludeme(schema::index(ludeme) as u16, 0)
    }

    /// That of an element in a tree.
    pub(super) fn of_element(tree: &Tree, ludeme: &'static Ludeme, names: &Names) -> Symbol {
        match (Symbol::of(ludeme), ludeme.head) {
            (Symbol::Ludeme(index, _), Head::PlayerType) => {
                let word = Tree::word(tree.head().unwrap_or_default());
                let player = resolve::ludeme(&word, Category::PlayerType, names).map(Symbol::of);
                Symbol::Ludeme(index, if let Some(Symbol::Ludeme(i, _)) = player { i + 1 } else { 0 })
            }
            (symbol, _) => symbol,
        }
    }
}

/// A place that something may stand in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// The element around it.
    pub parent: Symbol,
    /// The element around that.
    pub grandparent: Symbol,
    /// The parameter it fills.
    pub param: &'static Param,
    /// Which parameter of its element that is.
    pub slot: u8,
    /// What stands before it in the same parameter.
    pub before: Symbol,
}

/// A place, or a wider one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Context {
    /// Parent, slot, what stands before, grandparent.
    Narrow(Symbol, u8, Symbol, Symbol),
    /// Parent, slot, what stands before.
    Sibling(Symbol, u8, Symbol),
    /// Parent, slot.
    Slot(Symbol, u8),
    /// Wherever the same kind of thing may stand, as often.
    Kind(u16, bool),
}

impl Spot {
    /// The spot of an argument of the tree, by its path.
    pub fn at(tree: &Tree, path: &[usize], names: &Names) -> Option<Spot> {
        let (mut node, mut above) = (tree, Symbol::Nothing);
        let mut ludeme = resolve::ludeme(tree, Category::Game, names)?;
        let mut own = Symbol::of_element(tree, ludeme, names);
        for (level, &index) in path.iter().enumerate() {
            let roles = site::roles(node, ludeme, names);
            let (param, accepts) = roles.get(index.checked_sub(1)?).copied().flatten()?;
            if level + 1 == path.len() {
                let mut spot = Spot::of(above, own, ludeme, param)?;
                let earlier = (0..index - 1).rev().find(|&i| roles[i].is_some_and(|(p, _)| p.name == param.name));
                let before = earlier.and_then(|i| symbol_of(&node.args()[i], param, names));
                spot.before = before.map_or(Symbol::Nothing, |(symbol, _)| symbol);
                return Some(spot);
            }
            let (Accepts::Of(category) | Accepts::Only(category, _)) = accepts else { return None };
            node = node.items().get(index)?;
            ludeme = resolve::ludeme(node, category, names)?;
            above = std::mem::replace(&mut own, Symbol::of_element(node, ludeme, names));
        }
        None
    }

    /// The spot of a parameter of the element `parent`; `None` if it has no such parameter.
    pub fn of(grandparent: Symbol, parent: Symbol, ludeme: &Ludeme, param: &'static Param) -> Option<Spot> {
        let slot = ludeme.params.iter().position(|p| p.name == param.name)? as u8;
        Some(Spot { parent, grandparent, param, slot, before: Symbol::Nothing })
    }

    /// The spot of the first parameter of an element that stands in another.
    pub fn within(parent: (&str, Category), grandparent: (&str, Category)) -> Option<Spot> {
        let ludeme = schema::find(parent.0, parent.1)?;
        let above = schema::find(grandparent.0, grandparent.1)?;
        Spot::of(Symbol::of(above), Symbol::of(ludeme), ludeme, ludeme.params.first()?)
    }

    /// From the narrowest to the widest.
    fn contexts(&self) -> [Context; 4] {
        let kind = match self.param.accepts.first() {
            Some(Accepts::Of(category) | Accepts::Only(category, _)) => *category as u16,
            Some(Accepts::Range(..)) => 1_000,
            Some(Accepts::Uses(name) | Accepts::Declares(name)) => 1_001 + *name as u16,
            _ => 1_010,
        };
        [
            Context::Narrow(self.parent, self.slot, self.before, self.grandparent),
            Context::Sibling(self.parent, self.slot, self.before),
            Context::Slot(self.parent, self.slot),
            Context::Kind(kind, self.param.count == Count::One),
        ]
    }

    /// How many things may stand there, nothing and a repetition included.
    fn alternatives(&self) -> f64 {
        let ways = self.param.accepts.iter().map(|accepts| match *accepts {
            Accepts::Of(Category::Int) => CLASSES.len() + schema::of(Category::Int).count(),
            Accepts::Of(category) => schema::of(category).count(),
            Accepts::Only(_, words) => words.len(),
            Accepts::Range(..) => CLASSES.len(),
            _ => 1,
        });
        (2 + ways.sum::<usize>()) as f64
    }
}

/// One node of a game, or the end of a list of arguments, at its place.
#[derive(Clone, Debug)]
struct Node<'a> {
    spot: Spot,
    symbol: Symbol,
    /// The node; at the end of a list, the element around it.
    tree: &'a Tree,
    /// The words of the elements around it, outermost first.
    place: Vec<&'a str>,
}

/// How often what stood in a place, and how often anything did.
#[derive(Clone, Debug, Default, PartialEq)]
struct Counts {
    all: u32,
    each: HashMap<Symbol, u32>,
}

/// Only ever looked up in, so its order does not matter.
type Table = HashMap<Context, Counts>;

fn add(table: &mut Table, spot: &Spot, symbol: Symbol) {
    for context in spot.contexts() {
        let counts = table.entry(context).or_default();
        counts.all += 1;
        *counts.each.entry(symbol).or_default() += 1;
    }
}

/// A node and how surprising it is at its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Production {
    /// Where it stands: the words of the elements around it, outermost first.
    pub place: String,
    /// What stands there; `nothing more in …` where a list ends surprisingly.
    pub text: String,
    /// How surprising that is, in bits.
    pub bits: f64,
}

/// How surprising the rules of a game are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surprise {
    /// Nodes: elements, numbers and names.
    pub nodes: usize,
    /// The bits of all nodes, and of the ends of lists of arguments.
    pub total: f64,
    /// Bits a node.
    pub mean: f64,
    /// How far single productions are beyond [`STRIKING`] bits, in all: a new idea or two add little to it, nonsense much.
    pub excess: f64,
    /// The most surprising productions, the most surprising first, at most [`MOST_WORST`].
    pub worst: Vec<Production>,
}

/// A production is striking from so many bits on: once in 32 times where it stands.
pub const STRIKING: f64 = 5.0;

/// Long games have more striking productions than short ones, so a game is compared with so many known ones of about its length.
const OF_A_LENGTH: usize = 50;

/// Where a game stands among the known ones, each of which is left out of the model when its own surprise is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The share of the known games with fewer bits a node.
    pub mean: f64,
    /// The share of the 50 known games nearest in number of nodes with a smaller excess.
    pub excess: f64,
}

/// How surprising a known game is beside the others.
#[derive(Clone, Copy, Debug)]
struct Alone {
    nodes: usize,
    mean: f64,
    excess: f64,
}

/// How many of the most surprising productions are told.
pub const MOST_WORST: usize = 5;

/// An n-gram model of the rule trees of some games.
///
/// ```
/// use ludogen::language::parse;
/// use ludogen::synthesis::TreeModel;
///
/// let game = |end: &str| parse(&format!("(game G (board (tiling square) (size 4 4)) (end {end}))")).unwrap();
/// let known = [game("(All win (in-a-row 3))"), game("(All win (in-a-row 4))"), game("(All lose (in-a-row 3))")];
/// let model = TreeModel::fit(&known);
/// let natural = model.surprise(&known[0], &[]);
/// let odd = model.surprise(&game("(All win (and (in-a-row 3) (in-a-row 3) (> -1 17)))"), &[]);
/// assert!(odd.mean > natural.mean);
/// // A known game surprises more if it is not among the known.
/// assert!(model.surprise(&known[2], &[2]).total > model.surprise(&known[2], &[]).total);
/// ```
#[derive(Clone, Debug, Default)]
pub struct TreeModel {
    table: Table,
    /// The productions of every game.
    games: Vec<Vec<(Spot, Symbol)>>,
    alone: Vec<Alone>,
    /// The bits a node of all of them together, none left out.
    usual: f64,
}

impl TreeModel {
    /// The model of these games. The order of the games does not matter but for their numbers.
    pub fn fit(games: &[Tree]) -> TreeModel {
        let mut model = TreeModel::default();
        for tree in games {
            let tree = &plain(tree);
            let names = Names::of(tree);
            let nodes: Vec<(Spot, Symbol)> = nodes(tree, &names).into_iter().map(|n| (n.spot, n.symbol)).collect();
            nodes.iter().for_each(|(spot, symbol)| add(&mut model.table, spot, *symbol));
            model.games.push(nodes);
        }
        for (i, nodes) in model.games.iter().enumerate() {
            let less = model.counts_of(&[i]);
            let bits: Vec<f64> = nodes.iter().map(|(spot, symbol)| model.bits_of(spot, *symbol, &less)).collect();
            let count = nodes.iter().filter(|(_, symbol)| *symbol != Symbol::Nothing).count();
            let mean = bits.iter().sum::<f64>() / count.max(1) as f64;
            model.alone.push(Alone { nodes: count, mean, excess: excess(&bits) });
        }
        let none = Table::new();
        let bits: f64 = model.games.iter().flatten().map(|(spot, symbol)| model.bits_of(spot, *symbol, &none)).sum();
        model.usual = bits / model.alone.iter().map(|a| a.nodes).sum::<usize>().max(1) as f64;
        model
    }

    /// How many games it is fitted to.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether it knows no game.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// How surprising a game is. The games of these numbers, in the order in which they were given, are left out of the model.
    pub fn surprise(&self, tree: &Tree, without: &[usize]) -> Surprise {
        let less = self.counts_of(without);
        let tree = &plain(tree);
        let names = Names::of(tree);
        let nodes = nodes(tree, &names);
        let bits: Vec<f64> = nodes.iter().map(|n| self.bits_of(&n.spot, n.symbol, &less)).collect();
        let count = nodes.iter().filter(|n| n.symbol != Symbol::Nothing).count();
        let total: f64 = bits.iter().sum();
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        order::sort_by(&mut order, |&a, &b| bits[b].total_cmp(&bits[a]).then(a.cmp(&b)));
        let production = |i: usize| Production {
            place: nodes[i].place.join(" "),
            text: match nodes[i].symbol {
                Symbol::Nothing => format!("nothing more in {}", site::brief(nodes[i].tree)),
                Symbol::Again => format!("again {}", site::brief(nodes[i].tree)),
                _ => one_line(nodes[i].tree),
            },
            bits: bits[i],
        };
        Surprise {
            nodes: count,
            total,
            mean: total / count.max(1) as f64,
            excess: excess(&bits),
            worst: order.into_iter().take(MOST_WORST).map(production).collect(),
        }
    }

    /// The bits of a game beyond those that a known game of so many nodes has: what a change may be judged by, whether it adds or takes away.
    pub(super) fn strangeness(&self, tree: &Tree) -> f64 {
        let tree = &plain(tree);
        let names = Names::of(tree);
        let nodes = nodes(tree, &names);
        let less = Table::new();
        let bits: f64 = nodes.iter().map(|n| self.bits_of(&n.spot, n.symbol, &less)).sum();
        bits - self.usual * nodes.iter().filter(|n| n.symbol != Symbol::Nothing).count() as f64
    }

    /// Where a game of that surprise stands among the known ones but for those of these numbers; `None` if there are no others.
    pub fn standing(&self, surprise: &Surprise, without: &[usize]) -> Option<Standing> {
        let others = || (0..self.alone.len()).filter(|i| !without.contains(i)).map(|i| self.alone[i]);
        let share = |known: &[Alone], less: &dyn Fn(&Alone) -> bool| {
            known.iter().filter(|a| less(a)).count() as f64 / known.len().max(1) as f64
        };
        let mut known: Vec<Alone> = others().collect();
        let mean = share(&known, &|a| a.mean < surprise.mean);
        // How many times as long, whichever is the longer; equal ones in the order of the games.
        let length = |nodes: usize| (nodes.max(1) as f64).ln();
        let apart = |a: &Alone| (length(a.nodes) - length(surprise.nodes)).abs();
        order::sort_by(&mut known, |a, b| apart(a).total_cmp(&apart(b)));
        known.truncate(OF_A_LENGTH);
        (!known.is_empty()).then(|| Standing { mean, excess: share(&known, &|a| a.excess < surprise.excess) })
    }

    /// The score of what may stand in a place: a relative frequency, less for each wider place that it is taken from.
    pub(super) fn score(&self, spot: &Spot, symbol: Symbol) -> f64 {
        self.chance(spot, symbol, &Table::new())
    }

    fn bits_of(&self, spot: &Spot, symbol: Symbol, less: &Table) -> f64 {
        -self.chance(spot, symbol, less).log2()
    }

    fn chance(&self, spot: &Spot, symbol: Symbol, less: &Table) -> f64 {
        let mut factor = 1.0;
        for context in spot.contexts() {
            if let Some(counts) = self.table.get(&context) {
                let gone = less.get(&context);
                let own = counts.each.get(&symbol).copied().unwrap_or(0)
                    - gone.and_then(|g| g.each.get(&symbol).copied()).unwrap_or(0);
                if own > 0 {
                    return factor * f64::from(own) / f64::from(counts.all - gone.map_or(0, |g| g.all));
                }
            }
            factor *= BACK_OFF;
        }
        factor / spot.alternatives()
    }

    /// The counts of some games alone.
    fn counts_of(&self, games: &[usize]) -> Table {
        let mut table = Table::new();
        let mut seen = Vec::new();
        for &game in games {
            if !seen.contains(&game)
                && let Some(nodes) = self.games.get(game)
            {
                nodes.iter().for_each(|(spot, symbol)| add(&mut table, spot, *symbol));
                seen.push(game);
            }
        }
        table
    }
}

/// How far these bits go beyond [`STRIKING`], in all.
fn excess(bits: &[f64]) -> f64 {
    bits.iter().map(|b| (b - STRIKING).max(0.0)).sum()
}

/// The nodes of a game, in pre-order. What is frozen, drawn or said anyway is no part of it.
fn nodes<'a>(tree: &'a Tree, names: &Names) -> Vec<Node<'a>> {
    let mut walk = Walk { names, nodes: Vec::new(), place: Vec::new() };
    if let Some(game) = resolve::ludeme(tree, Category::Game, names) {
        walk.element(tree, game, Symbol::of(game), Symbol::Nothing);
    }
    walk.nodes
}

struct Walk<'a, 'n> {
    names: &'n Names,
    nodes: Vec<Node<'a>>,
    place: Vec<&'a str>,
}

impl<'a> Walk<'a, '_> {
    fn element(&mut self, tree: &'a Tree, ludeme: &'static Ludeme, own: Symbol, above: Symbol) {
        let Some(element) = resolve::resolve(tree, ludeme.category, self.names) else { return };
        self.place.push(tree.head().unwrap_or_default());
        for (slot, (param, args)) in ludeme.params.iter().zip(element.slots).enumerate() {
            if matches!(param.accepts, [Accepts::Declares(_) | Accepts::Text | Accepts::Anything | Accepts::Number, ..])
            {
                continue;
            }
            let mut spot = Spot { parent: own, grandparent: above, param, slot: slot as u8, before: Symbol::Nothing };
            let mut seen: Vec<&Tree> = Vec::new();
            for arg in args {
                if is_default(ludeme, param, arg, self.names) {
                    continue;
                }
                let Some((symbol, below)) = symbol_of(arg, param, self.names) else { continue };
                let again = !arg.args().is_empty() && seen.contains(&arg);
                self.push(&spot, if again { Symbol::Again } else { symbol }, arg);
                if let (false, Some(below)) = (again, below) {
                    self.element(arg, below, symbol, own);
                }
                seen.push(arg);
                spot.before = symbol;
            }
            if param.count != Count::One && !(spot.before != Symbol::Nothing && param.count == Count::Optional) {
                self.push(&spot, Symbol::Nothing, tree);
            }
        }
        self.place.pop();
    }

    fn push(&mut self, spot: &Spot, symbol: Symbol, tree: &'a Tree) {
        self.nodes.push(Node { spot: *spot, symbol, tree, place: self.place.clone() });
    }
}

/// What an argument is, and the ludeme if it is an element. `None` for what is not bred.
pub(super) fn symbol_of(arg: &Tree, param: &Param, names: &Names) -> Option<(Symbol, Option<&'static Ludeme>)> {
    let below = match resolve::choose(arg, param.accepts, names)? {
        Accepts::Of(category) | Accepts::Only(category, _) => resolve::ludeme(arg, category, names),
        Accepts::Range(..) => None,
        Accepts::Uses(space) => return Some((Symbol::Name(space as u8), None)),
        Accepts::Declares(_) | Accepts::Text | Accepts::Anything | Accepts::Number => return None,
    };
    match below {
        Some(ludeme) if site::frozen(ludeme) => None,
        Some(ludeme) => Some((Symbol::of_element(arg, ludeme, names), Some(ludeme))),
        None => Some((Symbol::number(arg.as_int()?), None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;

    fn game(end: &str) -> Tree {
        parse(&format!("(game G (board (tiling square) (size 4 4)) (end {end}))")).unwrap()
    }

    #[test]
    fn numbers_fall_into_classes_of_growing_width() {
        let first: Vec<u8> = [-7, -1, 0, 1, 4, 5, 6, 7, 9, 10, 14, 99, 100, 999].map(class).to_vec();
        assert_eq!(first, [0, 0, 1, 2, 5, 6, 6, 7, 7, 8, 8, 11, 12, 12]);
    }

    #[test]
    fn bits_are_those_worked_out_by_hand() {
        let known = [game("(All win (in-a-row 3))"), game("(All win (in-a-row 4))"), game("(All lose (full))")];
        let model = TreeModel::fit(&known);
        // Of the three conditions of a clause for `All` two are rows: one of them of 3. `lose` is one result of three.
        let tree = game("(All lose (in-a-row 3))");
        let names = Names::of(&tree);
        let find = |text: &str| {
            let nodes = nodes(&tree, &names);
            let node = nodes.iter().find(|n| n.symbol != Symbol::Nothing && one_line(n.tree) == text).unwrap().clone();
            model.chance(&node.spot, node.symbol, &Table::new())
        };
        assert!((find("lose") - 1.0 / 3.0).abs() < 1e-12);
        assert!((find("(in-a-row 3)") - 2.0 / 3.0).abs() < 1e-12);
        assert!((find("3") - 1.0 / 2.0).abs() < 1e-12);
        // A row of 9 never stood in any place of the kind that a row's length does; three wider places and one of all that may stand there.
        let nine = game("(All win (in-a-row 9))");
        let surprise = model.surprise(&nine, &[]);
        let spots = nodes(&nine, &names);
        let length = spots.iter().find(|n| n.symbol == Symbol::number(9)).unwrap();
        let expected = BACK_OFF.powi(4) / length.spot.alternatives();
        assert!((surprise.worst[0].bits + expected.log2()).abs() < 1e-9, "{surprise:?}");
        assert_eq!((surprise.worst[0].text.as_str(), surprise.worst[0].place.as_str()), ("9", "game end All in-a-row"));
        // A win instead of a loss stood there, but not above `full`, which does not matter: its spot is that of the clause.
        let full = model.surprise(&game("(All win (full))"), &[]);
        let lost = model.surprise(&game("(All lose (full))"), &[]);
        assert!((lost.total - full.total - 1.0).abs() < 1e-9, "2 of 3 win, 1 of 3 loses: one bit");
    }

    #[test]
    fn what_is_said_twice_or_does_nothing_surprises_more() {
        let games = crate::synthesis::reader::games();
        let model = TreeModel::fit(&games);
        let plain = game("(All win (and (in-a-row 4) (full)))");
        let twice = game("(All win (and (in-a-row 4) (full) (full) (in-a-row 4) (in-a-row 4)))");
        let idle = game("(All win (and (in-a-row 4) (full) (not (> -1 17))))");
        let of = |tree: &Tree| model.surprise(tree, &[]);
        for odd in [&twice, &idle] {
            assert!(of(odd).mean > of(&plain).mean && of(odd).excess > of(&plain).excess, "{:?}", of(odd));
        }
        assert!(of(&twice).worst.iter().any(|p| p.text == "again (in-a-row 4)"), "{:?}", of(&twice));
    }

    #[test]
    fn a_game_stands_among_the_others() {
        let games = crate::synthesis::reader::games();
        let model = TreeModel::fit(&games);
        let means: Vec<f64> = (0..games.len()).map(|i| model.surprise(&games[i], &[i]).mean).collect();
        for (i, tree) in games.iter().enumerate() {
            let standing = model.standing(&model.surprise(tree, &[i]), &[i]).unwrap();
            let below = means.iter().filter(|m| **m < means[i]).count();
            assert!((standing.mean - below as f64 / (games.len() - 1) as f64).abs() < 1e-12);
        }
        assert_eq!(TreeModel::fit(&[]).standing(&Surprise::default(), &[]), None);
    }

    #[test]
    fn leaving_a_game_out_is_fitting_the_others() {
        let games = crate::synthesis::reader::games();
        let model = TreeModel::fit(&games);
        for (i, tree) in games.iter().enumerate() {
            let kin = [i, (i + 3) % games.len(), i];
            let others = |left: &[usize]| -> Vec<Tree> {
                (0..games.len()).filter(|j| !left.contains(j)).map(|j| games[j].clone()).collect()
            };
            assert_eq!(model.surprise(tree, &[i]), TreeModel::fit(&others(&[i])).surprise(tree, &[]));
            assert_eq!(model.surprise(tree, &kin), TreeModel::fit(&others(&kin)).surprise(tree, &[]));
        }
    }
}
