//! Mutation: elements of a child are visited and added to, changed or removed, within the schema's categories and ranges
//! (Browne & Maire, V.A).

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::crossover::{MOST_LEVELS, MOST_NODES, clashes, stands};
use super::grow::{Grower, Guide, draw, pick};
use super::lineage::{self, Origin};
use super::naturalness::{self, Spot, Symbol, TreeModel};
use super::reference;
use super::site::{self, Site};
use super::steering::{Course, probability};
use super::trap;
use crate::language::definitions::plain;
use crate::language::resolve::{self, Names};
use crate::language::schema::{self, Accepts, Category, Count, Head, Id, Scope, word};
use crate::language::tree::{Kind, Tree};

/// What a mutation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operator {
    /// A number goes up or down by one, is drawn anew from its range, or comes next to a number of the same role elsewhere in the rules.
    Number,
    /// A word is exchanged for another of its category; its arguments stay.
    Swap,
    /// An element is copied, and the copy changed at once; of a piece there are two that may go separate ways.
    Duplicate,
    /// An element is removed, or replaced by the simplest that grows when there must be one.
    Delete,
    /// A condition is put inside `not`, or joined with a new one by `and` or `or`.
    Wrap,
    /// A win becomes a loss, or the other way round.
    Misere,
    /// A random element is added where there is room.
    Insert,
    /// A clause, owner or target changes to another player.
    Player,
    /// What a definition stands for changes, or something repeated gets a name.
    Define,
    /// A definition is written out where it is used.
    Inline,
}

/// All operators that change an element where it stands.
pub const OPERATORS: [Operator; 8] = [
    Operator::Number,
    Operator::Swap,
    Operator::Duplicate,
    Operator::Delete,
    Operator::Wrap,
    Operator::Misere,
    Operator::Insert,
    Operator::Player,
];

/// A change that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutation {
    /// Of which kind.
    pub operator: Operator,
    /// What was changed to what, in words.
    pub words: String,
}

/// Mutates a game: each element is visited with probability `rate` and undergoes a random operator among those that apply
/// to it. The last elements come first, so that a change never moves one still to be visited.
///
/// Only ludemes that the schema marks as evolvable are introduced, every number stays in its range, and a valid game stays
/// valid. Names, labels, the players and metadata are not touched. What comes out is in full; [`breed`](super::breed()) keeps definitions.
///
/// ```
/// use ludogen::language::{parse, print};
/// use ludogen::{streams, synthesis::mutate};
///
/// let tree = parse("(game Row (board (tiling square) (size 5 5)) (end (All win (in-a-row 4))))").unwrap();
/// let (child, mutations) = mutate(&tree, 0.5, &mut streams::generator(1));
/// assert!(child != tree && !mutations.is_empty());
/// assert!(parse(&print(&child)).is_ok(), "{mutations:?}");
/// ```
pub fn mutate<R: Rng + ?Sized>(tree: &Tree, rate: f64, rng: &mut R) -> (Tree, Vec<Mutation>) {
    let mut child = plain(tree).into_owned();
    let mut mutations = Vec::new();
    mutate_marked(&mut child, rate, None, &mut mutations, rng);
    lineage::take(&mut child);
    (child, mutations)
}

/// [`mutate`] for a child whose nodes carry their origin. On a course, what is new is what people would write there, and a change that makes
/// the rules stranger is less likely to stay; another is tried then. What was done is added to the mutations.
pub(super) fn mutate_marked<R: Rng + ?Sized>(
    child: &mut Tree,
    rate: f64,
    course: Option<Course<'_>>,
    mutations: &mut Vec<Mutation>,
    rng: &mut R,
) {
    let rate = probability(rate);
    let mut names = Names::of(child);
    let visited: Vec<Site> = site::sites(child, &names).into_iter().filter(|_| rng.random_bool(rate)).collect();
    for place in visited.iter().rev() {
        let origin = Origin::Mutation(mutations.len() as u32);
        let Some(mutation) = mutate_at(child, place, &names, origin, course, rng) else { continue };
        mutations.push(mutation);
        let before = std::mem::replace(&mut names, Names::of(child));
        if names != before {
            reference::rehome(child, &before);
            names = Names::of(child);
        }
    }
}

/// One mutation of the element at a place, of a random kind among those that apply; `None` if none does.
pub(super) fn mutate_at<R: Rng + ?Sized>(
    child: &mut Tree,
    place: &Site,
    names: &Names,
    origin: Origin,
    course: Option<Course<'_>>,
    rng: &mut R,
) -> Option<Mutation> {
    let course = course.filter(|course| course.is_followed(rng));
    let before = course.map(|course| (course, child.clone(), course.strangeness(child)));
    let mut operators = OPERATORS.to_vec();
    while !operators.is_empty() {
        let operator = operators.swap_remove(rng.random_range(0..operators.len()));
        let model = course.map(|course| course.model);
        let mut change = Change { tree: child, place, names, origin, model };
        let Some(words) = change.apply(operator, rng) else { continue };
        if let Some((course, old, strangeness)) = &before
            && !course.stays(course.strangeness(child) - strangeness, rng)
        {
            child.clone_from(old);
            continue;
        }
        return Some(Mutation { operator, words });
    }
    None
}

/// The game with one random compound element exchanged for one grown at random in its place, as an example of rules that nobody wrote;
/// `None` if none of a hundred tries fits where it is put. What other elements need of the one that goes is not looked after, so the rules may not be valid.
///
/// ```
/// use ludogen::language::{parse, print};
/// use ludogen::{streams, synthesis::regrown};
///
/// let tree = parse("(game Row (board (tiling square) (size 5 5)) (end (All win (in-a-row 4))))").unwrap();
/// let others: Vec<_> = (0..5).filter_map(|seed| regrown(&tree, &mut streams::generator(seed))).collect();
/// assert!(!others.contains(&tree) && others.iter().all(|other| other.args()[0] == tree.args()[0]));
/// assert!(others.iter().any(|other| parse(&print(other)).is_ok()));
/// ```
pub fn regrown<R: Rng + ?Sized>(tree: &Tree, rng: &mut R) -> Option<Tree> {
    let tree = &plain(tree);
    let names = Names::of(tree);
    let compound = |site: &Site| tree.at(&site.path).is_some_and(|node| !node.args().is_empty());
    let places: Vec<Site> = site::sites(tree, &names).into_iter().filter(compound).collect();
    for _ in 0..100 {
        let place = pick(&places, rng)?;
        let mut other = Tree::clone(tree);
        let mut change = Change { tree: &mut other, place, names: &names, origin: Origin::Mutation(0), model: None };
        let grown = place.category().and_then(|c| change.grower().element(c, Some(place.param), 3, rng));
        if let Some(grown) = grown
            && change.put(grown).is_some()
        {
            return Some(other);
        }
    }
    None
}

/// One change at one place of a tree.
struct Change<'a> {
    tree: &'a mut Tree,
    place: &'a Site,
    names: &'a Names,
    origin: Origin,
    /// How people write, if that is to be followed.
    model: Option<&'a TreeModel>,
}

impl Change<'_> {
    /// Tries the operator; says what it did, or leaves everything as it was.
    fn apply<R: Rng + ?Sized>(&mut self, operator: Operator, rng: &mut R) -> Option<String> {
        match operator {
            Operator::Number => self.number(rng),
            Operator::Swap => self.swap(rng),
            Operator::Duplicate => self.duplicate(rng),
            Operator::Delete => self.delete(rng),
            Operator::Wrap => self.wrap(rng),
            Operator::Misere => self.misere(),
            Operator::Insert => self.insert(rng),
            Operator::Player => self.player(rng),
            // These are about the whole game.
            Operator::Define | Operator::Inline => None,
        }
    }

    fn node(&self) -> Option<&Tree> {
        self.tree.at(&self.place.path)
    }

    /// What grows in the place.
    fn grower(&self) -> Grower<'_> {
        let guide = self.model.map(|model| Guide { model, spot: self.spot() });
        Grower { names: self.names, unevolvable: false, scope: self.place.scope, guide }
    }

    fn spot(&self) -> Option<Spot> {
        Spot::at(self.tree, &self.place.path, self.names)
    }

    /// What grows as one more argument of the element in the place.
    fn grower_below(&self, param: &'static schema::Param, scope: Scope) -> Option<Grower<'_>> {
        let (node, ludeme) = (self.node()?, self.place.ludeme?);
        let own = Symbol::of_element(node, ludeme, self.names);
        let mut spot = Spot::of(self.spot().map_or(Symbol::Nothing, |spot| spot.parent), own, ludeme, param);
        if let Some(spot) = &mut spot {
            let element = resolve::resolve(node, ludeme.category, self.names)?;
            let last = element.all(param.name).last().and_then(|arg| naturalness::symbol_of(arg, param, self.names));
            spot.before = last.map_or(Symbol::Nothing, |(symbol, _)| symbol);
        }
        Some(Grower { scope, guide: self.model.map(|model| Guide { model, spot }), ..self.grower() })
    }

    /// Puts `new` in the place, if it differs and the element around it stays valid.
    fn put(&mut self, new: Tree) -> Option<()> {
        let fits = self.place.path.len() + site::height(&new) <= MOST_LEVELS
            && site::sensible_at(&new, self.place, self.names);
        let room = self.tree.size() + new.size() <= MOST_NODES + self.node()?.size();
        if !fits || !room || *self.node()? == new {
            return None;
        }
        let old = std::mem::replace(self.tree.at_mut(&self.place.path)?, new);
        if stands(self.tree, self.place, self.names) {
            return Some(());
        }
        *self.tree.at_mut(&self.place.path)? = old;
        None
    }

    /// The same with words about it.
    fn exchange(&mut self, new: Tree, what: &str) -> Option<String> {
        let words = format!("{what} {} to {}", site::brief(self.node()?), site::brief(&new));
        self.put(new)?;
        Some(words)
    }

    fn number<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<String> {
        let old = self.node()?.as_int()?;
        let (low, high) = match self.place.accepts {
            Accepts::Range(low, high) => (low, high),
            _ => (-99, 99),
        };
        let step = if rng.random_bool(0.5) { 1 } else { -1 };
        let others = self.numbers_beside();
        let new = match rng.random_range(0..20) {
            // Goals that belong together have numbers that belong together: four in a row win, three lose.
            0..5 if !others.is_empty() => pick(&others, rng)?.checked_add(step)?,
            0..14 => old.checked_add(step)?,
            _ => self.grower().number(low, high, rng),
        };
        self.exchange(lineage::stamp(Tree::int(new.clamp(low, high)), self.origin), "number")
    }

    /// The numbers that other elements of the same word have in the same role.
    fn numbers_beside(&self) -> Vec<i64> {
        let role = |site: &Site| site.parent.id == self.place.parent.id && site.param.name == self.place.param.name;
        let others = site::sites(self.tree, self.names).into_iter();
        others
            .filter(|site| role(site) && site.path != self.place.path)
            .filter_map(|site| self.tree.at(&site.path)?.as_int())
            .collect()
    }

    fn swap<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<String> {
        let ludeme = self.place.ludeme?;
        let category = self.place.category()?;
        if ludeme.head != Head::Word || matches!(category, Category::Section | Category::Move) {
            return self.rename(rng);
        }
        let mut others: Vec<_> = schema::of(category)
            .filter(|l| l.evolvable && l.head == Head::Word && l.word != ludeme.word)
            .filter(|l| site::sensible(self.place.param, self.place.scope, category, l.word))
            .collect();
        let spot = self.model.and_then(|model| Some((model, self.spot()?)));
        while !others.is_empty() {
            let chosen = match &spot {
                Some((model, spot)) => {
                    let scores: Vec<f64> = others.iter().map(|l| model.score(spot, Symbol::of(l))).collect();
                    draw(&scores, rng)?
                }
                None => rng.random_range(0..others.len()),
            };
            let other = others.swap_remove(chosen);
            let mut new = self.node()?.clone();
            site::set_head(&mut new, other.word);
            lineage::stamp_head(&mut new, self.origin);
            if site::valid(&new, category, self.names)
                && let Some(words) = self.exchange(new, "word")
            {
                return Some(words);
            }
        }
        None
    }

    /// Another piece, flag or cell in the place of a name or label.
    fn rename<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<String> {
        let node = self.node()?;
        let mut new = node.clone();
        let head = match site::reference(node, self.place.ludeme, self.place.accepts, self.names) {
            Some((space, _)) => pick(site::space_of(self.names, space), rng)?.clone(),
            None if self.place.ludeme?.head == Head::Label => {
                self.grower().fill(self.place.ludeme?, None, 0, rng)?.head()?.to_string()
            }
            None => return None,
        };
        site::set_head(&mut new, &head);
        lineage::stamp_head(&mut new, self.origin);
        self.exchange(new, "name")
    }

    fn duplicate<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<String> {
        let (&index, above) = self.place.path.split_last()?;
        let mut copy = lineage::stamp(self.node()?.clone(), self.origin);
        if !self.place.repeats()
            || self.place.category() == Some(Category::Section)
            || self.tree.size() + copy.size() > MOST_NODES
        {
            return None;
        }
        if self.place.category() == Some(Category::Piece) {
            let name = site::fresh_piece(copy.head()?, |n| self.names.has(schema::Name::Piece, n));
            site::set_head(&mut copy, &name);
        }
        let mut words = format!("twice {}", site::brief(&copy));
        let piece = self.place.category() == Some(Category::Piece);
        site::items_mut(self.tree.at_mut(above)?)?.insert(index + 1, copy);
        let changed = if piece { Some(String::new()) } else { self.diverge(index + 1, rng) };
        if let Some(changed) = changed
            && stands(self.tree, self.place, self.names)
        {
            words += &changed;
            return Some(words);
        }
        site::items_mut(self.tree.at_mut(above)?)?.remove(index + 1);
        None
    }

    /// Changes the copy at an index beside the place once or twice, since what is said again means nothing; `None` if nothing changes. Of two goals
    /// that differ in a number alone one implies the other, so half of the copies of a goal ask for the other result too, and what loses gives way where it would come first: a trap beside the goal.
    fn diverge<R: Rng + ?Sized>(&mut self, index: usize, rng: &mut R) -> Option<String> {
        use Operator as O;
        const APART: &[Operator] = &[O::Number, O::Number, O::Swap, O::Delete, O::Misere, O::Insert, O::Player];
        const TRAP: [&[Operator]; 2] = [&[O::Misere], &[O::Number, O::Number, O::Number, O::Swap]];
        let (_, above) = self.place.path.split_last()?;
        let path = [above, &[index]].concat();
        let mut words = String::new();
        let is_trap = self.place.category() == Some(Category::Clause) && rng.random_bool(0.5);
        let steps = if is_trap { &TRAP[..] } else { &[APART; 2][..rng.random_range(1..=2)] };
        for operators in steps {
            let inside: Vec<Site> =
                site::sites(self.tree, self.names).into_iter().filter(|site| site.path.starts_with(&path)).collect();
            // Fewer of the places have what a single operator needs.
            let tries = if is_trap { 40 } else { 10 };
            for _ in 0..tries {
                let place = pick(&inside, rng)?;
                let operator = *pick(operators, rng)?;
                // The copy itself is to stay.
                if place.path == path && operator == Operator::Delete {
                    continue;
                }
                let (names, origin, model) = (self.names, self.origin, self.model);
                if let Some(change) = (Change { tree: self.tree, place, names, origin, model }).apply(operator, rng) {
                    words += &format!(", {change}");
                    break;
                }
            }
        }
        if self.tree.at(&path)? == self.node()? {
            return None;
        }
        if is_trap && trap::give_way(self.tree.at_mut(above)?, [index - 1, index], self.origin) {
            words += ", which gives way";
        }
        Some(words)
    }

    fn delete<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<String> {
        let (&index, above) = self.place.path.split_last()?;
        use word::Section as S;
        let ends = matches!(self.place.ludeme.map(|l| l.id), Some(Id::Section(S::Board | S::End | S::Win | S::Lose)));
        if ends {
            return None;
        }
        let words = format!("removed {}", site::brief(self.node()?));
        let old = site::items_mut(self.tree.at_mut(above)?)?.remove(index);
        let parent = self.tree.at(above)?;
        if site::valid(parent, self.place.parent.category, self.names) {
            return Some(words);
        }
        site::items_mut(self.tree.at_mut(above)?)?.insert(index, old);
        let category = self.place.category()?;
        let new = self.grower().element(category, Some(self.place.param), 1, rng)?;
        self.exchange(lineage::stamp(new, self.origin), "anew:")
    }

    fn wrap<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<String> {
        let category = self.place.category().filter(|c| matches!(c, Category::Bool | Category::Condition))?;
        let old = self.node()?.clone();
        let mut new = match rng.random_range(0..3) {
            0 => Tree::element("not", [old.clone()]),
            n => {
                let head = if n == 1 { "and" } else { "or" };
                let grower = self.grower();
                let joined = schema::find(head, category)
                    .and_then(|joint| Spot::of(self.spot()?.parent, Symbol::of(joint), joint, joint.params.first()?));
                let guide = grower.guide.map(|guide| Guide { spot: joined, ..guide });
                let other = Grower { guide, ..grower }.element(category, None, 2, rng)?;
                let other = lineage::stamp(other, self.origin);
                Tree::element(head, if rng.random_bool(0.5) { [old.clone(), other] } else { [other, old.clone()] })
            }
        };
        // Only what is new is stamped: the old condition keeps its origins.
        new.span = self.origin.span();
        lineage::stamp_head(&mut new, self.origin);
        self.exchange(new, "wrapped")
    }

    fn misere(&mut self) -> Option<String> {
        self.place.ludeme.filter(|l| matches!(l.category, Category::Result | Category::Section))?;
        let other = site::opposite(self.node()?.head()?)?;
        let mut new = self.node()?.clone();
        site::set_head(&mut new, other);
        lineage::stamp_head(&mut new, self.origin);
        self.exchange(new, "turned")
    }

    fn insert<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<String> {
        let ludeme = self.place.ludeme?;
        let node = self.node()?;
        let element = resolve::resolve(node, ludeme.category, self.names)?;
        let room = |(param, slot): &(&schema::Param, &Vec<&Tree>)| {
            matches!(param.count, Count::Any | Count::Some) || slot.is_empty() && param.count == Count::Optional
        };
        let open: Vec<&'static schema::Param> =
            ludeme.params.iter().zip(&element.slots).filter(room).map(|(p, _)| p).collect();
        let param = *pick(&open, rng)?;
        let inner = self.grower_below(param, self.inner_scope())?;
        let new = lineage::stamp(inner.argument(param, 3, rng)?, self.origin);
        if new.head().is_some_and(|h| self.breaks_frame(ludeme.category, h))
            || self.tree.size() + new.size() > MOST_NODES
        {
            return None;
        }
        let words = format!("added {} to {}", site::brief(&new), site::brief(node));
        let mut whole = node.clone();
        if let Kind::Word(_) = whole.kind {
            site::push_arg(&mut whole, new);
        } else {
            let items = site::items_mut(&mut whole)?;
            let at = rng.random_range(1..=items.len());
            items.insert(at, new);
        }
        let category = self.place.category()?;
        if !site::valid(&whole, category, self.names) || clashes(&whole, self.names, category) {
            return None;
        }
        self.put(whole)?;
        Some(words)
    }

    fn inner_scope(&self) -> Scope {
        match self.place.ludeme.map(|l| l.category) {
            Some(Category::Move) => Scope::Move,
            _ => self.place.scope,
        }
    }

    /// A second tiling, size or shape is no addition to a board.
    fn breaks_frame(&self, category: Category, head: &str) -> bool {
        category == Category::Section
            && matches!(head, "tiling" | "size" | "shape" | "regions")
            && self.node().is_some_and(|n| n.child(head).is_some())
    }

    fn player<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<String> {
        let ludeme = self.place.ludeme?;
        let category = match ludeme.head {
            Head::PlayerType => Category::Clause,
            _ if ludeme.category == Category::PlayerType => Category::PlayerType,
            _ => return None,
        };
        let mut words: Vec<String> = self.names.players.clone();
        words.extend(
            schema::of(Category::PlayerType)
                .filter(|l| l.evolvable && l.head == Head::Word)
                .map(|l| l.word.to_string()),
        );
        words.retain(|w| site::sensible(self.place.param, self.place.scope, category, w));
        words.retain(|w| self.node().and_then(Tree::head) != Some(w));
        let word = pick(&words, rng)?;
        let mut new = self.node()?.clone();
        site::set_head(&mut new, word);
        lineage::stamp_head(&mut new, self.origin);
        self.exchange(new, "player")
    }
}
