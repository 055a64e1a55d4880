//! Strings numbered class by class, for sets as bits and values as arrays.
//!
//! A class holds the strings that have each symbol equally often. Within a class, strings are numbered in lexicographic order without
//! gaps, and those with one beginning follow one another; so where a relation leaves the rest of a string unchanged, it takes whole blocks of
//! numbers to blocks. [`Classes::pairs`] goes through the blocks of a relation, at the cost of a step for each beginning that matters
//! and each way that the relation may go on from there.
//!
//! Sets without structure, whose automata are nearly as large as they are, are best kept this way.

use std::collections::{BTreeSet, HashMap};

use super::relation::IDENTITY;
use super::set::{ALL, NONE};
use super::{Error, Relation, Set, Shape, Symbol};

/// How often a string has each symbol but 0 among its first characters, then each of its other characters.
pub type Class = Vec<u16>;

/// What makes two strings be of one class: the characters whose symbols are counted together, from the first on. Each of the others is
/// told by itself.
#[derive(Clone, Debug)]
pub struct Counting {
    shape: Shape,
    counted: usize,
    /// Symbols counted.
    kinds: usize,
}

/// The most classes, or states of a layer.
const MOST: usize = 1 << 15;
/// The most different changes of counts that a relation may make.
const MOST_GAINS: usize = 64;
/// Parts into which a class is cut for the threads, at least, if it is large enough.
const PARTS: u64 = 256;

impl Counting {
    /// Counts the symbols of the first `counted` characters together.
    ///
    /// # Errors
    /// [`Error::Cell`] if there are not so many.
    pub fn new(shape: &Shape, counted: usize) -> Result<Self, Error> {
        if counted > shape.len() {
            return Err(Error::Cell { cell: counted, layers: shape.len() });
        }
        let kinds = (0..counted).map(|layer| shape.symbols(layer) - 1).max().unwrap_or(0);
        Ok(Self { shape: shape.clone(), counted, kinds })
    }

    /// The class of a string.
    ///
    /// # Errors
    /// [`Error::Length`] or [`Error::Symbol`] if it does not fit the shape.
    pub fn class(&self, string: &[Symbol]) -> Result<Class, Error> {
        self.shape.check(string)?;
        let mut class = vec![0; self.counts()];
        for (layer, &symbol) in string.iter().enumerate() {
            if let Some((place, weight)) = self.weight(layer, symbol) {
                class[place] += weight;
            }
        }
        Ok(class)
    }

    /// The shape of its strings.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How many characters are counted together.
    pub fn counted(&self) -> usize {
        self.counted
    }

    /// Numbers in a class.
    pub fn counts(&self) -> usize {
        self.kinds + self.shape.len() - self.counted
    }

    /// Where a character adds to a class and how much, if it does.
    fn weight(&self, layer: usize, symbol: Symbol) -> Option<(usize, u16)> {
        match (layer.checked_sub(self.counted), symbol) {
            (_, 0) => None,
            (None, symbol) => Some((usize::from(symbol) - 1, 1)),
            (Some(other), symbol) => Some((self.kinds + other, symbol.into())),
        }
    }

    /// Whether any string is of a class.
    pub fn has(&self, class: &Class) -> bool {
        let (kinds, others) = class.split_at(self.kinds);
        kinds.iter().map(|&n| usize::from(n)).sum::<usize>() <= self.counted
            && others.iter().zip(self.counted..).all(|(&n, layer)| usize::from(n) < self.shape.symbols(layer))
    }

    /// The differences between the classes after and before that a relation may make; some may not come about.
    ///
    /// # Errors
    /// [`Error::Mismatch`] for a relation of another shape, [`Error::TooLarge`] if there are more than 64.
    pub fn gains(&self, relation: &Relation) -> Result<Vec<Vec<i32>>, Error> {
        if relation.shape() != &self.shape {
            return Err(Error::Mismatch);
        }
        if relation.is_empty() {
            return Ok(Vec::new());
        }
        let none: BTreeSet<_> = [vec![0; self.counts()]].into();
        // By node of the layer below, the identity first.
        let mut below = vec![none.clone()];
        for layer in (0..self.shape.len()).rev() {
            let of_node = |node: u32| {
                let mut gains = BTreeSet::new();
                for &(after, before, next) in relation.arcs(layer, node) {
                    for gain in below.get(next as usize).into_iter().flatten() {
                        let mut gain = gain.clone();
                        for (symbol, sign) in [(after, 1), (before, -1)] {
                            if let Some((place, weight)) = self.weight(layer, symbol) {
                                gain[place] += sign * i32::from(weight);
                            }
                        }
                        gains.insert(gain);
                    }
                }
                if gains.len() > MOST_GAINS { Err(Error::TooLarge { layer }) } else { Ok(gains) }
            };
            let here: Result<Vec<_>, _> = (1..relation.nodes_in(layer)).map(of_node).collect();
            below = [vec![none.clone()], here?].concat();
        }
        Ok(below.swap_remove(relation.root() as usize).into_iter().collect())
    }
}

/// Marks a symbol that no string of the class has after this beginning.
const NOWHERE: u32 = u32::MAX;

/// One way on: the state of the next layer, and how many strings have a lesser symbol here.
#[derive(Clone, Copy, Debug)]
struct Step {
    next: u32,
    before: u64,
}

/// The states of one layer: what the rest of a string has still to have.
#[derive(Clone, Debug)]
struct Layer {
    symbols: usize,
    /// For each state and symbol.
    steps: Vec<Step>,
    /// For each state, the ways to go on to the end.
    counts: Vec<u64>,
}

impl Layer {
    #[inline]
    fn step(&self, state: u32, symbol: Symbol) -> Step {
        self.steps[state as usize * self.symbols + usize::from(symbol)]
    }
}

/// The strings of some classes, each numbered within its class.
///
/// ```
/// use ludogen::solver::dfa::{Classes, Counting, Shape};
///
/// // All strings with two 0, a 1 and a 2.
/// let shape = Shape::uniform(4, 3).unwrap();
/// let counting = Counting::new(&shape, 4).unwrap();
/// let class = counting.class(&[0, 0, 1, 2]).unwrap();
/// assert_eq!(class, [1, 1]);
/// let classes = Classes::new(&counting, &[class]).unwrap();
/// assert_eq!(classes.count(0), 12);
/// assert_eq!(classes.place(&[0, 0, 1, 2]), Some((0, 0)));
/// assert_eq!(classes.place(&[2, 1, 0, 0]), Some((0, 11)));
/// assert_eq!(classes.place(&[0, 0, 1, 1]), None);
/// ```
#[derive(Clone, Debug)]
pub struct Classes {
    /// One for each character, and one for the end.
    layers: Vec<Layer>,
    numbers: HashMap<Class, u32>,
    counting: Counting,
}

impl Classes {
    /// Numbers the strings of some classes, all different, which are known by their place in the list from then on.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more than 2¹⁵ classes or states of a layer; [`Error::Count`] from 2⁶⁴ strings in a class.
    pub fn new(counting: &Counting, classes: &[Class]) -> Result<Self, Error> {
        let shape = &counting.shape;
        let mut layers: Vec<Layer> = Vec::with_capacity(shape.len() + 1);
        let mut here: Vec<Class> = classes.to_vec();
        for layer in 0..shape.len() {
            if here.len() > MOST {
                return Err(Error::TooLarge { layer });
            }
            let symbols = shape.symbols(layer);
            let mut numbers: HashMap<Class, u32> = HashMap::new();
            let mut below = Vec::new();
            let mut steps = Vec::with_capacity(here.len() * symbols);
            for left in &here {
                for symbol in 0..symbols {
                    let mut left = left.clone();
                    let mut next = NOWHERE;
                    let fits = counting.weight(layer, symbol as Symbol).is_none_or(|(place, weight)| {
                        left[place].checked_sub(weight).map(|fewer| left[place] = fewer).is_some()
                    });
                    if fits {
                        next = *numbers.entry(left).or_insert_with_key(|left| {
                            below.push(left.clone());
                            below.len() as u32 - 1
                        });
                    }
                    steps.push(Step { next, before: 0 });
                }
                // Else the states of a damaged file's classes could take any memory before they are counted.
                if below.len() > MOST && layer + 1 < shape.len() {
                    return Err(Error::TooLarge { layer: layer + 1 });
                }
            }
            layers.push(Layer { symbols, steps, counts: Vec::new() });
            here = below;
        }
        let done = |left: &Class| u64::from(left.iter().all(|&n| n == 0));
        layers.push(Layer { symbols: 0, steps: Vec::new(), counts: here.iter().map(done).collect() });
        for layer in (0..shape.len()).rev() {
            let [here, below] = &mut layers[layer..layer + 2] else { continue };
            for steps in here.steps.chunks_exact_mut(here.symbols) {
                let mut count = 0u64;
                for step in steps {
                    step.before = count;
                    match below.counts.get(step.next as usize) {
                        None | Some(0) => step.next = NOWHERE,
                        Some(&more) => count = count.checked_add(more).ok_or(Error::Count)?,
                    }
                }
                here.counts.push(count);
            }
        }
        let numbers = classes.iter().cloned().zip(0..).collect();
        Ok(Self { layers, numbers, counting: counting.clone() })
    }

    /// The classes, in the order in which they are known.
    pub fn list(&self) -> Vec<&Class> {
        let mut list: Vec<_> = self.numbers.iter().collect();
        list.sort_by_key(|&(_, &number)| number);
        list.into_iter().map(|(class, _)| class).collect()
    }

    /// What makes strings be of one class.
    pub fn counting(&self) -> &Counting {
        &self.counting
    }

    /// How many classes there are.
    #[allow(clippy::len_without_is_empty, reason = "there is no use for none")]
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Strings of a class.
    pub fn count(&self, class: usize) -> u64 {
        self.layers[0].counts[class]
    }

    /// The class of a string, and its number there; none if its class is not among these, or it does not fit the shape.
    pub fn place(&self, string: &[Symbol]) -> Option<(usize, u64)> {
        let class = *self.numbers.get(&self.counting.class(string).ok()?)?;
        let (mut state, mut number) = (class, 0);
        for (layer, &symbol) in self.layers.iter().zip(string) {
            let step = layer.step(state, symbol);
            state = step.next;
            number += step.before;
        }
        Some((class as usize, number))
    }

    /// Cuts a class by how its strings begin, in order. The parts are for threads to work on; there is more than one if there is enough to do.
    pub fn parts(&self, class: usize) -> Vec<Part> {
        let mut parts = vec![Part { beginning: Vec::new(), first: 0, count: self.count(class) }];
        let mut states = vec![class as u32];
        for (layer, below) in self.layers.iter().zip(&self.layers[1..]) {
            let many = parts.len() as u64;
            if many >= PARTS || self.count(class) < many * PARTS {
                break;
            }
            let longer = parts.iter().zip(&states).flat_map(|(Part { beginning, first, .. }, &state)| {
                (0..layer.symbols as Symbol).filter_map(move |symbol| {
                    let step = layer.step(state, symbol);
                    let count = *below.counts.get(step.next as usize)?;
                    let beginning = [&beginning[..], &[symbol]].concat();
                    Some((Part { beginning, first: first + step.before, count }, step.next))
                })
            });
            (parts, states) = longer.collect();
        }
        parts
    }

    /// Goes through all pairs of strings (before, after) of a relation with a string after from a part of the class `to`, and a string before
    /// from the class `from`: `each` is told the numbers of the first string after, of the first string before, and of how many pairs of strings that
    /// follow one another on both sides. Blocks of strings after, given by their first number and how many they are, are only looked at
    /// if there are `any` that matter. The same pair may come several times.
    pub fn pairs(
        &self,
        relation: &Relation,
        from: usize,
        (to, part): (usize, &Part),
        any: &impl Fn(u64, u64) -> bool,
        each: &mut impl FnMut(u64, u64, u64),
    ) {
        if relation.is_empty() || !any(part.first, part.count) {
            return;
        }
        let beginning = &part.beginning[..];
        let mut walk = Walk { layers: &self.layers, relation, beginning, any, each, paths: Vec::new() };
        let (to, from) = ((to as u32, 0), (from as u32, 0));
        match relation.root() {
            IDENTITY => walk.unchanged(0, to, from),
            root => {
                walk.paths.push((root, from));
                walk.go(0, to, 0);
            }
        }
    }

    /// Goes through the strings of a part of a class that are in a set: `each` is told the number of the first and how many follow. Blocks
    /// are only looked at if there are `any` that matter, as in [`Classes::pairs`].
    pub fn within(
        &self,
        set: &Set,
        (class, part): (usize, &Part),
        any: &impl Fn(u64, u64) -> bool,
        each: &mut impl FnMut(u64, u64),
    ) {
        let (mut state, mut member) = (class as u32, set.root());
        for (layer, &symbol) in part.beginning.iter().enumerate() {
            (state, member) = (self.layers[layer].step(state, symbol).next, set.step(layer, member, symbol.into()));
        }
        self.blocks(set, part.beginning.len(), (state, part.first), member, any, each);
    }

    fn blocks(
        &self,
        set: &Set,
        layer: usize,
        (state, first): At,
        member: u32,
        any: &impl Fn(u64, u64) -> bool,
        each: &mut impl FnMut(u64, u64),
    ) {
        let Some(here) = self.layers.get(layer) else { return };
        let count = here.counts[state as usize];
        match member {
            NONE => {}
            _ if !any(first, count) => {}
            ALL => each(first, count),
            _ => {
                for symbol in 0..here.symbols {
                    let step = here.step(state, symbol as Symbol);
                    if step.next != NOWHERE {
                        let member = set.step(layer, member, symbol);
                        self.blocks(set, layer + 1, (step.next, first + step.before), member, any, each);
                    }
                }
            }
        }
    }
}

/// The strings of a class that begin alike.
#[derive(Clone, Debug)]
pub struct Part {
    beginning: Vec<Symbol>,
    /// The number of the first.
    pub first: u64,
    /// How many there are.
    pub count: u64,
}

/// A state, and the number of the first string with the beginning read so far.
type At = (u32, u64);

/// A walk over the pairs of a relation with a string after that begins as given.
struct Walk<'a, A, F> {
    layers: &'a [Layer],
    relation: &'a Relation,
    beginning: &'a [Symbol],
    any: &'a A,
    each: &'a mut F,
    /// A stack of the paths through the relation: a node, and the strings before.
    paths: Vec<(u32, At)>,
}

impl<A: Fn(u64, u64) -> bool, F: FnMut(u64, u64, u64)> Walk<'_, A, F> {
    /// Goes on from a beginning of strings after, whose paths through the relation so far are those on the stack from `begin` on.
    fn go(&mut self, layer: usize, to: At, begin: usize) {
        let [here, below, ..] = &self.layers[layer..] else { return };
        let end = self.paths.len();
        let forced = self.beginning.get(layer);
        for after in forced.map_or(0..here.symbols as u16, |&symbol| symbol.into()..u16::from(symbol) + 1) {
            let after = after as Symbol;
            let on = here.step(to.0, after);
            if on.next == NOWHERE {
                continue;
            }
            let on_to = (on.next, to.1 + on.before);
            if forced.is_none() && !(self.any)(on_to.1, below.counts[on.next as usize]) {
                continue;
            }
            for path in begin..end {
                let (node, from) = self.paths[path];
                for &(_, before, node) in self.relation.arcs(layer, node).iter().filter(|arc| arc.0 == after) {
                    let back = here.step(from.0, before);
                    if back.next != NOWHERE {
                        let from = (back.next, from.1 + back.before);
                        match node {
                            IDENTITY => self.unchanged(layer + 1, on_to, from),
                            _ => self.paths.push((node, from)),
                        }
                    }
                }
            }
            if self.paths.len() > end {
                self.go(layer + 1, on_to, end);
                self.paths.truncate(end);
            }
        }
    }

    fn unchanged(&mut self, layer: usize, (mut state, mut to): At, (other, mut from): At) {
        if state != other {
            // The counts do not come out.
            return;
        }
        for (here, &symbol) in self.layers.iter().zip(self.beginning).skip(layer) {
            let step = here.step(state, symbol);
            if step.next == NOWHERE {
                return;
            }
            (state, to, from) = (step.next, to + step.before, from + step.before);
        }
        (self.each)(to, from, self.layers[layer.max(self.beginning.len())].counts[state as usize]);
    }
}
