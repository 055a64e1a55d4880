//! Random well-typed rules, grown from the schema.

use std::sync::OnceLock;

use rand::{Rng, RngExt};

use super::naturalness::{self, Spot, Symbol, TreeModel};
use super::site;
use crate::language::resolve::{self, Names};
use crate::language::schema::{self, Accepts, Category, Count, Head, LUDEMES, Ludeme, Name, Param, Scope};
use crate::language::tree::Tree;

/// Any one of the items; `None` of an empty slice.
pub(super) fn pick<'a, T, R: Rng + ?Sized>(items: &'a [T], rng: &mut R) -> Option<&'a T> {
    if items.is_empty() { None } else { Some(&items[rng.random_range(0..items.len())]) }
}

/// One of the items, each as often as its weight says; any one if no weight is above 0.
pub(super) fn pick_weighted<'a, T, R: Rng + ?Sized>(items: &'a [T], weights: &[f64], rng: &mut R) -> Option<&'a T> {
    items.get(draw(weights, rng)?)
}

/// The number of a weight, as often as it says; any one if none is above 0, `None` of none.
pub(super) fn draw<R: Rng + ?Sized>(weights: &[f64], rng: &mut R) -> Option<usize> {
    let last = weights.len().checked_sub(1)?;
    let sum: f64 = weights.iter().sum();
    if sum <= 0.0 {
        return Some(rng.random_range(0..=last));
    }
    let mut point = rng.random::<f64>() * sum;
    let below = |weight: &f64| {
        point -= weight;
        point < 0.0
    };
    Some(weights.iter().position(below).unwrap_or(last))
}

/// A random complete element of `category`, with at most `depth` levels of elements below it: only ludemes that mutation
/// may introduce, except for the parts that a move or a piece cannot do without.
///
/// `None` if nothing of the category can be grown so low or with the declared names.
///
/// ```
/// use ludogen::language::{Category, Names, parse, print::one_line};
/// use ludogen::{streams, synthesis::grow};
///
/// let mut rng = streams::generator(1);
/// for depth in 1..5 {
///     let goal = grow(Category::Condition, &Names::default(), depth, &mut rng).unwrap();
///     let rules = format!("(game Grown (board (tiling hex) (size 4)) (end (All win {})))", one_line(&goal));
///     assert!(parse(&rules).is_ok(), "{rules}");
/// }
/// assert!(grow(Category::Clause, &Names::default(), 0, &mut rng).is_none(), "a clause has parts");
/// ```
pub fn grow<R: Rng + ?Sized>(category: Category, names: &Names, depth: u32, rng: &mut R) -> Option<Tree> {
    let scope = match category {
        Category::Condition | Category::Clause | Category::EndFlag | Category::Result => Scope::End,
        Category::Section | Category::StartItem | Category::Piece | Category::Region => Scope::Setup,
        _ => Scope::Move,
    };
    Grower { names, unevolvable: false, scope, guide: None }.element(category, None, depth, rng)
}

/// How many frames there are for moves.
pub(super) const FRAMES: usize = 12;
/// How many of them, in front, enter a piece.
pub(super) const DROPS: usize = 3;

/// The most arguments of one parameter that are grown by a guide.
const MOST_GUIDED: i32 = 6;

/// `(head items…)`.
fn element<const N: usize>(head: &str, items: [Tree; N]) -> Tree {
    Tree::element(head, items)
}

/// How rules are grown.
#[derive(Clone, Copy)]
pub(super) struct Grower<'a> {
    /// The names that may be used.
    pub names: &'a Names,
    /// Whether ludemes are used that mutation may not introduce.
    pub unevolvable: bool,
    /// When the element is looked at.
    pub scope: Scope,
    /// The model by which choices are made; without, all that is possible is equally likely.
    pub guide: Option<Guide<'a>>,
}

/// What people would write where something is grown.
#[derive(Clone, Copy)]
pub(super) struct Guide<'a> {
    /// How people write.
    pub model: &'a TreeModel,
    /// Where it is grown, if that is known.
    pub spot: Option<Spot>,
}

impl Guide<'_> {
    /// The score of a symbol, if the place is known.
    fn score(&self, symbol: Symbol) -> Option<f64> {
        Some(self.model.score(&self.spot?, symbol))
    }

    /// The score of everything of a kind, if the place is known.
    fn score_of(&self, accepts: Accepts) -> Option<f64> {
        let spot = self.spot?;
        let words = |category: Category| {
            let all = schema::of(category).map(Symbol::of);
            let numbers = (category == Category::Int).then(|| naturalness::classes(-1, 99).map(|c| c.0));
            all.chain(numbers.into_iter().flatten()).collect::<Vec<_>>()
        };
        let symbols = match accepts {
            Accepts::Of(category) => words(category),
            Accepts::Only(category, list) => {
                list.iter().filter_map(|word| schema::find(word, category)).map(Symbol::of).collect()
            }
            Accepts::Range(low, high) => naturalness::classes(low, high).map(|c| c.0).collect(),
            Accepts::Uses(space) => vec![Symbol::Name(space as u8)],
            _ => return Some(0.0),
        };
        Some(symbols.into_iter().map(|symbol| self.model.score(&spot, symbol)).sum())
    }
}

/// For each ludeme, the fewest levels of elements below it.
fn least_depths() -> &'static [u32] {
    static DEPTHS: OnceLock<Vec<u32>> = OnceLock::new();
    DEPTHS.get_or_init(|| {
        const NEVER: u32 = 1000;
        let mut depths = vec![NEVER; LUDEMES.len()];
        // Each round settles one more level; the deepest chain of mandatory parts is far shorter than ten.
        for _ in 0..10 {
            for (i, ludeme) in LUDEMES.iter().enumerate() {
                let mandatory = ludeme.params.iter().filter(|p| matches!(p.count, Count::One | Count::Some));
                let below = mandatory.map(|p| {
                    let alternative = |a: &Accepts| match *a {
                        Accepts::Of(Category::Int) => 1,
                        Accepts::Of(c) => {
                            let least =
                                LUDEMES.iter().zip(&depths).filter(|(l, _)| l.category == c).map(|(_, d)| *d).min();
                            1 + least.unwrap_or(NEVER)
                        }
                        _ => 1,
                    };
                    p.accepts.iter().map(alternative).min().unwrap_or(NEVER)
                });
                depths[i] = below.max().unwrap_or(0).min(NEVER);
            }
        }
        depths
    })
}

impl<'a> Grower<'a> {
    /// A random element of `category` for the parameter `place`.
    pub fn element<R: Rng + ?Sized>(
        &self,
        category: Category,
        place: Option<&'static Param>,
        depth: u32,
        rng: &mut R,
    ) -> Option<Tree> {
        if category == Category::Int && (depth == 0 || rng.random_bool(self.share_of_numbers())) {
            return Some(Tree::int(self.number(-1, 99, rng)));
        }
        let mut candidates = Vec::new();
        for (ludeme, &least) in LUDEMES.iter().zip(least_depths()) {
            let allowed = ludeme.category == category && (self.unevolvable || ludeme.evolvable) && least <= depth;
            let wanted = match ludeme.head {
                Head::Word => place.is_none_or(|p| site::sensible(p, self.scope, category, ludeme.word)),
                Head::Uses(space) => !site::space_of(self.names, space).is_empty(),
                _ => true,
            };
            if allowed && wanted && (self.unevolvable || !site::frozen(ludeme)) {
                candidates.push(ludeme);
            }
        }
        let score = |l: &&'static Ludeme| self.guide.and_then(|guide| guide.score(Symbol::of(l)));
        let weights: Option<Vec<f64>> = candidates.iter().map(score).collect();
        for _ in 0..8 {
            let ludeme = match &weights {
                Some(weights) => pick_weighted(&candidates, weights, rng)?,
                None => pick(&candidates, rng)?,
            };
            if let Some(tree) = self.fill(ludeme, place, depth, rng)
                && site::valid(&tree, category, self.names)
            {
                return Some(tree);
            }
        }
        None
    }

    /// An element of this very ludeme with random arguments.
    pub fn fill<R: Rng + ?Sized>(
        &self,
        ludeme: &'static Ludeme,
        place: Option<&'static Param>,
        depth: u32,
        rng: &mut R,
    ) -> Option<Tree> {
        let grower = Grower { scope: site::scope_of(ludeme, self.scope), ..*self };
        let head = match ludeme.head {
            Head::Word => ludeme.word.to_string(),
            Head::Uses(space) => pick(site::space_of(self.names, space), rng)?.clone(),
            Head::PlayerType => {
                let player = self.element(Category::PlayerType, place, 0, rng)?;
                let head = player.head()?;
                let sense = |p| site::sensible(p, Scope::End, ludeme.category, head);
                if place.is_some_and(|p| !sense(p)) || matches!(head, "neutral" | "none") {
                    "All".to_string()
                } else {
                    head.to_string()
                }
            }
            Head::Declares(Name::Piece) => site::fresh("Piece", |n| self.names.has(Name::Piece, n)),
            Head::Declares(_) => return None,
            Head::Label => label(rng),
        };
        match ludeme.category {
            Category::Move => return grower.a_move(depth, rng),
            Category::Piece => {
                let owner = Tree::word(if rng.random_bool(0.9) {
                    "All".into()
                } else {
                    pick(&self.names.players, rng)?.clone()
                });
                let moves =
                    (0..rng.random_range(1..=2)).filter_map(|_| grower.a_move(depth.min(2), rng)).collect::<Vec<_>>();
                return Some(Tree::element(&head, [owner, Tree::element("moves", moves)]));
            }
            _ => {}
        }
        let own = Symbol::of_element(&Tree::element(&head, []), ludeme, self.names);
        let mut args: Vec<(&Param, Tree)> = Vec::new();
        for param in ludeme.params {
            let mut grower = grower.at(ludeme, own, param);
            let most = match (param.count, grower.guide) {
                (Count::One, _) => 1,
                (Count::Optional, Some(_)) => 1,
                (_, Some(_)) => MOST_GUIDED,
                (Count::Optional, None) => i32::from(rng.random_bool(0.3)),
                (Count::Some, None) => 1 + i32::from(rng.random_bool(0.5)) + i32::from(rng.random_bool(0.1)),
                (Count::Any, None) => i32::from(rng.random_bool(0.5)) + i32::from(rng.random_bool(0.15)),
            };
            let mandatory = matches!(param.count, Count::One | Count::Some);
            for i in 0..most {
                if !(mandatory && i == 0) && grower.is_enough(rng) {
                    break;
                }
                match grower.argument(param, depth, rng) {
                    // The same flag twice says nothing.
                    Some(arg) if param.count == Count::Any && args.iter().any(|(_, a)| *a == arg) => {}
                    Some(arg) => {
                        grower.stands_before(&arg, param);
                        args.push((param, arg));
                    }
                    None if mandatory && i == 0 => return None,
                    None => break,
                }
            }
        }
        let (params, args): (Vec<&Param>, Vec<Tree>) = args.into_iter().unzip();
        let bare = args.is_empty() && ludeme.form == schema::Form::Bare;
        let tree = if bare { Tree::word(head) } else { Tree::element(&head, args) };
        // Some words belong to several categories: `(region all)` has an owner and no cells.
        let roles = site::roles(&tree, ludeme, self.names);
        let as_meant =
            |(role, meant): (&Option<(&Param, Accepts)>, &&Param)| role.is_some_and(|r| r.0.name == meant.name);
        roles.iter().zip(&params).all(as_meant).then_some(tree)
    }

    /// The same grower below an element, for one of its parameters.
    fn at(&self, ludeme: &'static Ludeme, own: Symbol, param: &'static Param) -> Self {
        let below = |guide: Guide<'a>| {
            let above = guide.spot.map_or(Symbol::Nothing, |spot| spot.parent);
            Guide { spot: Spot::of(above, own, ludeme, param), ..guide }
        };
        Grower { guide: self.guide.map(below), ..*self }
    }

    /// The same grower in the first parameter of an element that stands in another.
    fn within(&self, parent: (&str, Category), grandparent: (&str, Category)) -> Self {
        let guide = self.guide.map(|guide| Guide { spot: Spot::within(parent, grandparent), ..guide });
        Grower { guide, ..*self }
    }

    /// Whether people would write nothing more in this place; never without a guide.
    fn is_enough<R: Rng + ?Sized>(&self, rng: &mut R) -> bool {
        let nothing = self.guide.and_then(|guide| guide.score(Symbol::Nothing));
        nothing.is_some_and(|share| rng.random_bool(share.clamp(0.0, 1.0)))
    }

    /// What comes next in the parameter comes after this.
    fn stands_before(&mut self, arg: &Tree, param: &Param) {
        if let Some(spot) = self.guide.as_mut().and_then(|guide| guide.spot.as_mut())
            && let Some((symbol, _)) = naturalness::symbol_of(arg, param, self.names)
        {
            spot.before = symbol;
        }
    }

    /// How often a number stands where a number or an element that has a value may stand.
    fn share_of_numbers(&self) -> f64 {
        let shares = self.guide.and_then(|guide| {
            let all = guide.score_of(Accepts::Of(Category::Int))?;
            Some((guide.score_of(Accepts::Range(-1, 99))? / all).clamp(0.0, 1.0))
        });
        shares.unwrap_or(0.5)
    }

    /// A random argument for a parameter.
    pub fn argument<R: Rng + ?Sized>(&self, param: &'static Param, depth: u32, rng: &mut R) -> Option<Tree> {
        let scores: Option<Vec<f64>> =
            self.guide.and_then(|guide| param.accepts.iter().map(|a| guide.score_of(*a)).collect());
        let accepts = match (param.accepts.len() > 1).then_some(scores).flatten() {
            Some(scores) => *pick_weighted(param.accepts, &scores, rng)?,
            None => *pick(param.accepts, rng)?,
        };
        match accepts {
            Accepts::Of(category) => self.element(category, Some(param), depth.checked_sub(1)?, rng),
            Accepts::Only(category, words) => {
                let depth = depth.checked_sub(1)?;
                // Most of the category's words are asked for somewhere, so a few draws find one that is wanted here.
                (0..12).find_map(|_| {
                    let element = self.element(category, Some(param), depth, rng)?;
                    element.head().is_some_and(|h| words.contains(&h)).then_some(element)
                })
            }
            Accepts::Range(low, high) => Some(Tree::int(self.number(low, high, rng))),
            Accepts::Uses(space) => Some(Tree::word(pick(site::space_of(self.names, space), rng)?.clone())),
            Accepts::Text if self.unevolvable => Some(Tree::text("o")),
            Accepts::Number | Accepts::Anything if self.unevolvable => Some(Tree::int(self.number(0, 9, rng))),
            Accepts::Declares(Name::Flag) if self.unevolvable => {
                let flag = pick(&self.names.flags, rng).cloned();
                Some(Tree::word(flag.unwrap_or_else(|| "Marked".into())))
            }
            Accepts::Number | Accepts::Text | Accepts::Declares(_) | Accepts::Anything => None,
        }
    }

    /// A number of the range, small ones more often: its logarithm is about even.
    pub fn number<R: Rng + ?Sized>(&self, low: i64, high: i64, rng: &mut R) -> i64 {
        if high <= low {
            return low;
        }
        if let Some(guide) = self.guide {
            let classes: Vec<_> = naturalness::classes(low, high).collect();
            let scores: Option<Vec<f64>> = classes.iter().map(|class| guide.score(class.0)).collect();
            if let Some(&(_, first, last)) = scores.and_then(|scores| pick_weighted(&classes, &scores, rng)) {
                return rng.random_range(first..=last);
            }
        }
        let base = low.max(0);
        let width = (high - base + 1) as f64;
        let value = base + (width.powf(rng.random::<f64>()) - 1.0).floor() as i64;
        let value = if low < 0 && rng.random_bool(0.2) { -value } else { value };
        value.clamp(low, high)
    }

    /// A move on one of the usual frames, with a random condition, dressing and effects if there is depth for them.
    pub fn a_move<R: Rng + ?Sized>(&self, depth: u32, rng: &mut R) -> Option<Tree> {
        self.framed(rng.random_range(0..FRAMES), depth, rng)
    }

    /// A move on the frame of that number; those below [`DROPS`] enter a piece on an empty cell, the others move one.
    pub fn framed<R: Rng + ?Sized>(&self, frame: usize, depth: u32, rng: &mut R) -> Option<Tree> {
        let grower = Grower { scope: Scope::Move, ..*self };
        let word = |text: &str| Tree::word(text);
        let bare = |head: &str| element(head, []);
        let mut conditions = Vec::new();
        let mut effects = Vec::new();
        let mut items = Vec::new();
        let (mut pop, mut push) = (Vec::new(), Vec::new());
        let no_more_than =
            |count: i64, target: &str| element("=", [element("num-between", [word(target)]), Tree::int(count)]);
        match frame {
            0 | 1 => conditions.push(element("empty", [word("to")])),
            2 => conditions.extend([element("empty", [word("to")]), bare("connected")]),
            3 | 4 => conditions.extend([element("empty", [word("to")]), bare("connected")]),
            5 => conditions.extend([element("empty", [word("to")]), bare("line"), no_more_than(0, "any")]),
            6 => {
                conditions.extend([element("empty", [word("to")]), bare("line"), no_more_than(1, "enemy")]);
                conditions.push(element("=", [bare("distance"), Tree::int(2)]));
                effects.push(element("capture", [word("over")]));
            }
            7 => {
                conditions.extend([element("enemy", [word("to")]), bare("connected")]);
                effects.push(bare("capture"));
            }
            8 => {
                let path = if rng.random_bool(0.5) { ["f", "f", "r", "f"] } else { ["f", "f", "l", "f"] };
                conditions.push(element("steps", path.map(Tree::word)));
                conditions.push(element("not", [element("friend", [word("to")])]));
                effects.push(bare("capture"));
            }
            9 => {
                conditions.push(bare("connected"));
                conditions.push(element("not", [element("empty", [word("to")])]));
                pop.push(word("all"));
            }
            10 => {
                let step = ["f", "fl", "fr"][rng.random_range(0..3)];
                conditions.extend([element("empty", [word("to")]), element("steps", [word(step)])]);
            }
            _ => {
                conditions.extend([bare("line"), element("=", [bare("distance"), element("height", [word("from")])])]);
                pop.push(word("all"));
                push.push(word("trail"));
            }
        }
        let drop = frame < DROPS;
        if depth > 0 && rng.random_bool(0.25) {
            let grower = grower.within(("and", Category::Bool), ("pre", Category::MoveItem));
            conditions.extend(grower.element(Category::Bool, None, depth - 1, rng));
        }
        if drop && rng.random_bool(0.2) {
            let kind = ["surround", "line", "d-nbors", "all-nbors"][rng.random_range(0..4)];
            let effect = if rng.random_bool(0.7) { "capture" } else { "convert" };
            effects.push(element(effect, [word(kind)]));
        }
        if depth > 0 && rng.random_bool(0.2) {
            let grower = grower.within(("post", Category::MoveItem), ("move", Category::Move));
            effects.extend(grower.element(Category::Effect, None, depth.min(2), rng));
        }
        if rng.random_bool(0.08) {
            let dressing = schema::find("dirn", Category::MoveItem)?;
            items.extend(grower.fill(dressing, None, 1, rng));
        }
        if rng.random_bool(0.08) {
            items.push(element("priority", [Tree::int(rng.random_range(0..3))]));
        }
        if conditions.len() > 1 {
            conditions = vec![Tree::element("and", conditions)];
        }
        items.push(Tree::element("pre", conditions));
        let mut actions = Vec::new();
        if !drop {
            actions.push(Tree::element("pop", pop));
        }
        actions.push(Tree::element("push", push));
        items.push(Tree::element("action", actions));
        if !effects.is_empty() {
            items.push(Tree::element("post", effects));
        }
        let tree = Tree::element("move", items);
        resolve::ludeme(&tree, Category::Move, self.names)?;
        Some(tree)
    }
}

/// A label of a small board.
fn label<R: Rng + ?Sized>(rng: &mut R) -> String {
    let file = char::from(b'A' + rng.random_range(0..5u8));
    format!("{file}{}", rng.random_range(1..=5))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use std::collections::BTreeSet;

    fn names() -> Names {
        Names {
            players: vec!["White".into(), "Black".into()],
            pieces: vec!["Stone".into(), "King".into()],
            flags: vec!["Royal".into()],
        }
    }

    #[test]
    fn what_is_grown_is_valid_low_enough_and_evolvable() {
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        let mut seen = BTreeSet::new();
        for category in LUDEMES.iter().map(|l| l.category).collect::<BTreeSet<_>>() {
            for depth in 0..4 {
                for _ in 0..300 {
                    let Some(tree) = grow(category, &names(), depth, &mut rng) else { continue };
                    assert!(site::valid(&tree, category, &names()), "{}", site::brief(&tree));
                    // The frames of moves and pieces have a depth of their own.
                    if !matches!(category, Category::Move | Category::Piece | Category::Section) {
                        assert!(
                            site::height(&tree) <= 2 * depth as usize + 1,
                            "{category:?} {depth} {}",
                            site::brief(&tree)
                        );
                    }
                    let own = resolve::ludeme(&tree, category, &names());
                    if let Some(ludeme) = own {
                        assert!(ludeme.evolvable, "{}", ludeme.word);
                        seen.insert((ludeme.category, ludeme.word));
                    }
                    for site in site::sites_below(&tree, category, Scope::Move, &names()) {
                        let Some(ludeme) = site.ludeme else { continue };
                        let frame = matches!(
                            (ludeme.category, ludeme.word),
                            (Category::MoveItem, "pre" | "action") | (Category::PieceItem, "moves")
                        );
                        assert!(ludeme.evolvable || frame, "{} in {}", ludeme.word, site::brief(&tree));
                    }
                }
            }
        }
        // Every evolvable ludeme can arise, except what is only a name or has parts that may not be introduced.
        for ludeme in LUDEMES.iter().filter(|l| l.evolvable) {
            assert!(
                seen.contains(&(ludeme.category, ludeme.word)),
                "never grown: {} {:?}",
                ludeme.word,
                ludeme.category
            );
        }
    }

    #[test]
    fn numbers_stay_in_their_range_and_small_ones_come_often() {
        let names = names();
        let grower = Grower { names: &names, unevolvable: false, scope: Scope::Move, guide: None };
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        let drawn: Vec<i64> = (0..5000).map(|_| grower.number(0, 999, &mut rng)).collect();
        assert!(drawn.iter().all(|n| (0..=999).contains(n)));
        let small = drawn.iter().filter(|n| **n < 31).count();
        assert!((2200..2800).contains(&small), "log-even: half of them below the square root, {small}");
        for (low, high) in [(-7, 7), (2, 25), (1, 99), (0, 2), (5, 5)] {
            assert!((0..500).all(|_| (low..=high).contains(&grower.number(low, high, &mut rng))));
        }
    }
}
