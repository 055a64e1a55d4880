//! Random games straight from the schema, for tests: all that the language can say, sensible or not.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::resolve::{Names, choose, resolve};
use super::schema::{self, Accepts, Category, Count, Head, Ludeme, Name, Param};
use super::tree::{Kind, Tree};

/// Any game that the checker accepts.
pub(crate) fn games() -> impl Strategy<Value = Tree> {
    (any::<u64>(), 2usize..7).prop_map(|(seed, depth)| game(seed, depth))
}

/// An element of the ludeme, and the names that it may use.
pub(crate) fn element(ludeme: &'static Ludeme, seed: u64, depth: usize) -> (Tree, Names) {
    let mut maker = Maker::new(seed);
    (maker.of(ludeme, depth), maker.names)
}

/// The game of a seed; `depth` bounds how deep its elements nest.
pub(crate) fn game(seed: u64, depth: usize) -> Tree {
    Maker::new(seed).game(depth)
}

struct Maker {
    rng: Pcg64Mcg,
    names: Names,
}

impl Maker {
    fn new(seed: u64) -> Self {
        let words = |w: &[&str]| w.iter().map(|s| s.to_string()).collect();
        Maker {
            rng: Pcg64Mcg::seed_from_u64(seed),
            names: Names {
                players: words(&["White", "Alice"]),
                pieces: words(&["Stone", "Ox"]),
                flags: words(&["royal"]),
            },
        }
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.rng.random_range(0..100) < percent
    }

    fn game(&mut self, depth: usize) -> Tree {
        let parts = |items: Vec<Tree>, head: &str| Tree::element(head, items);
        let mut sections = vec![
            parts(vec![Tree::word("White"), parts(vec![Tree::word("n")], "Alice")], "players"),
            self.board(depth),
            self.pieces(depth),
            self.of(section("end"), depth),
        ];
        for word in [
            "start",
            "play",
            "lose",
            "support",
            "params",
            "advisors",
            "description",
            "aim",
            "ancestry",
            "ranking",
            "viable",
            "score",
        ] {
            if self.chance(40) {
                let made = self.of(section(word), depth);
                sections.push(made);
            }
        }
        if self.chance(30) {
            let made = self.of(section("win"), depth);
            sections.push(made);
        }
        // Sections may come in any order.
        for i in (1..sections.len()).rev() {
            let j = self.rng.random_range(0..=i);
            sections.swap(i, j);
        }
        let head = if self.chance(20) { "ludeme" } else { "game" };
        Tree::element(head, std::iter::once(Tree::word("Any-Game")).chain(sections))
    }

    fn board(&mut self, depth: usize) -> Tree {
        let mut items: Vec<Tree> =
            ["tiling", "size", "regions"].iter().map(|w| self.of(item(w, Category::BoardItem), depth)).collect();
        // The size takes at most three dimensions.
        if let Kind::List(sizes) = &mut items[1].kind {
            sizes.truncate(4);
        }
        for word in ["shape", "phase"] {
            if self.chance(50) {
                items.push(self.of(item(word, Category::BoardItem), depth));
            }
        }
        // Graphs come in sizes of their own, and have no shape.
        let family = items[0].args().first().and_then(Tree::head).and_then(graph_sizes);
        if let (Some(sizes), Kind::List(tiling)) = (family, &mut items[0].kind) {
            tiling.truncate(2);
            items[1] = Tree::element("size", sizes.iter().map(|&n| Tree::int(n)));
            items.retain(|item| !item.is("shape"));
        }
        Tree::element("board", items)
    }

    fn pieces(&mut self, depth: usize) -> Tree {
        let mut pieces = Vec::new();
        for name in ["Stone", "Ox"] {
            let owner = self.of_category(Category::PlayerType, 0);
            let moves: Vec<Tree> = (0..self.rng.random_range(1..4)).map(|_| self.a_move(depth)).collect();
            let mut items = vec![owner, Tree::element("moves", moves)];
            if name == "Stone" {
                items.push(Tree::element("flags", [Tree::word("royal")]));
            }
            for word in ["label", "value", "state"] {
                if self.chance(30) {
                    items.push(self.of(item(word, Category::PieceItem), depth));
                }
            }
            pieces.push(Tree::element(name, items));
        }
        Tree::element("pieces", pieces)
    }

    fn a_move(&mut self, depth: usize) -> Tree {
        let mut items = vec![self.of(item("action", Category::MoveItem), depth)];
        if let Kind::List(actions) = &mut items[0].kind
            && actions.iter().any(|a| a.is("pass"))
        {
            *actions = vec![Tree::word("action"), Tree::word("pass")];
        }
        for word in ["pre", "post", "dirn", "priority", "mandatory", "label", "owner"] {
            if self.chance(40) {
                items.push(self.of(item(word, Category::MoveItem), depth));
            }
        }
        Tree::element("move", items)
    }

    fn of_category(&mut self, category: Category, depth: usize) -> Tree {
        let nests = |l: &&Ludeme| {
            let mandatory = l.params.iter().filter(|p| matches!(p.count, Count::One | Count::Some));
            mandatory.flat_map(|p| p.accepts).any(|a| matches!(a, Accepts::Of(_)))
        };
        let all: Vec<&'static Ludeme> = schema::of(category).collect();
        let flat: Vec<&'static Ludeme> = all.iter().copied().filter(|l| !nests(l)).collect();
        let choices = if depth == 0 && !flat.is_empty() { flat } else { all };
        let ludeme = choices[self.rng.random_range(0..choices.len())];
        self.of(ludeme, depth)
    }

    /// One way to write the ludeme; options are dropped if they would be taken for one another.
    fn of(&mut self, ludeme: &'static Ludeme, depth: usize) -> Tree {
        for options in [60, 30, 0, 0, 0, 0] {
            let tree = self.attempt(ludeme, depth, options);
            let sound = resolve(&tree, ludeme.category, &self.names).is_some_and(|e| {
                let records = e.ludeme.params.iter().zip(&e.slots).all(|(p, slot)| {
                    let heads: Vec<_> = slot.iter().map(|t| t.head()).collect();
                    let distinct = (1..heads.len()).all(|i| !heads[..i].contains(&heads[i]));
                    distinct || !matches!(p.accepts, [Accepts::Of(c) | Accepts::Only(c, _)] if c.is_record())
                });
                let ties = ["mover-wins", "mover-loses", "draw"];
                let flags = e.all("flags").iter().filter(|f| f.head().is_some_and(|h| ties.contains(&h))).count();
                std::ptr::eq(e.ludeme, ludeme)
                    && e.surplus.is_empty()
                    && e.missing().next().is_none()
                    && records
                    && flags <= 1
            });
            if sound {
                return tree;
            }
        }
        panic!("no way to write {} in {:?}", ludeme.word, ludeme.category);
    }

    fn attempt(&mut self, ludeme: &'static Ludeme, depth: usize, options: u32) -> Tree {
        let head = match ludeme.head {
            Head::Word => ludeme.word.to_string(),
            Head::Declares(Name::Player) | Head::Uses(Name::Player) => self.pick(&self.names.players.clone()),
            Head::Declares(_) | Head::Uses(_) => self.pick(&self.names.pieces.clone()),
            Head::PlayerType => if self.chance(70) { "All" } else { "Alice" }.to_string(),
            Head::Label => format!("{}{}", if self.chance(50) { "A" } else { "c" }, self.rng.random_range(1..20)),
        };
        let mut args = Vec::new();
        for param in ludeme.params {
            let count = match param.count {
                Count::One => 1,
                Count::Some => self.rng.random_range(1..4),
                Count::Optional => usize::from(self.chance(options)),
                // Lines and distances are about two cells.
                Count::Any if param.accepts == [Accepts::Of(Category::Coord)] => self.rng.random_range(0..3),
                Count::Any if self.chance(options) => self.rng.random_range(1..4),
                Count::Any => 0,
            };
            for _ in 0..count {
                args.push(self.argument(param, depth.saturating_sub(1)));
            }
        }
        if args.is_empty() && self.chance(50) { Tree::word(head) } else { Tree::element(&head, args) }
            .bracketed_if(matches!(ludeme.head, Head::PlayerType))
    }

    fn pick(&mut self, words: &[String]) -> String {
        words[self.rng.random_range(0..words.len())].clone()
    }

    fn argument(&mut self, param: &Param, depth: usize) -> Tree {
        let accepts = param.accepts[self.rng.random_range(0..param.accepts.len())];
        match accepts {
            Accepts::Of(Category::Int) if self.chance(50) || depth == 0 => Tree::int(self.rng.random_range(-9..99)),
            Accepts::Of(category) => self.of_category(category, depth),
            Accepts::Only(category, words) => {
                let word = words[self.rng.random_range(0..words.len())];
                self.of(item(word, category), depth)
            }
            // The board declares one region at least.
            Accepts::Range(low, high) if param.name == "number" => Tree::int(1.clamp(low, high)),
            Accepts::Range(low, high) => Tree::int(self.rng.random_range(low..=high)),
            Accepts::Number => Tree { kind: Kind::Real(f64::from(self.rng.random::<f32>())), span: Default::default() },
            Accepts::Text => Tree::text(self.text()),
            Accepts::Declares(_) => Tree::word("royal"),
            Accepts::Uses(Name::Player) => Tree::word("White"),
            Accepts::Uses(Name::Flag) => Tree::word("royal"),
            Accepts::Uses(_) => Tree::word("Ox"),
            Accepts::Anything => match self.rng.random_range(0..4) {
                0 => Tree::int(self.rng.random()),
                1 => Tree::text(self.text()),
                2 => Tree { kind: Kind::Real(self.rng.random_range(-1e9..1e9)), span: Default::default() },
                _ => Tree::list(vec![Tree::list(vec![]), Tree::word("any-thing")]),
            },
        }
    }

    fn text(&mut self) -> String {
        let letters: Vec<char> = "ab \"\\\n(;é♟".chars().collect();
        (0..self.rng.random_range(0..12)).map(|_| letters[self.rng.random_range(0..letters.len())]).collect()
    }
}

impl Tree {
    /// Puts a lone word into brackets if that is how it must stand.
    fn bracketed_if(self, needed: bool) -> Tree {
        match self.kind {
            Kind::Word(_) if needed => Tree::list(vec![self]),
            _ => self,
        }
    }
}

fn section(word: &str) -> &'static Ludeme {
    item(word, Category::Section)
}

fn item(word: &str, category: Category) -> &'static Ludeme {
    schema::find(word, category).unwrap_or_else(|| panic!("no {word} in {category:?}"))
}

/// Marks the ludemes that occur in `tree`.
fn mark(tree: &Tree, category: Category, names: &Names, seen: &mut [bool]) {
    let Some(element) = resolve(tree, category, names) else { return };
    seen[schema::index(element.ludeme)] = true;
    for (param, slot) in element.ludeme.params.iter().zip(&element.slots) {
        for arg in slot {
            if let Some(Accepts::Of(category) | Accepts::Only(category, _)) = choose(arg, param.accepts, names) {
                mark(arg, category, names, seen);
            }
        }
    }
}

/// Sizes of a board that is a graph.
fn graph_sizes(tiling: &str) -> Option<&'static [i64]> {
    match tiling {
        "morris" => Some(&[3]),
        "alquerque" => Some(&[5, 4]),
        "pits" => Some(&[6, 2, 2]),
        "wheel" => Some(&[8]),
        "rings" => Some(&[2, 6]),
        "star" => Some(&[5]),
        _ => None,
    }
}

#[test]
fn random_games_use_the_whole_language() {
    let mut seen = vec![false; schema::LUDEMES.len()];
    for seed in 0..1_500 {
        let tree = game(seed, 5);
        mark(&tree, Category::Game, &Names::of(&tree), &mut seen);
    }
    // A definition is what it stands for, and has tests of its own.
    let define = schema::Id::Section(schema::word::Section::Define);
    // Points that hang together are not come by at random; `tests/graphs.rs` makes them.
    let listed = |ludeme: &schema::Ludeme| {
        matches!(ludeme.category, Category::Node | Category::Line | Category::Stop)
            || ludeme.category == Category::BoardItem && matches!(ludeme.word, "nodes" | "lines" | "without")
    };
    let expected = |ludeme: &schema::Ludeme| ludeme.id != define && !listed(ludeme);
    for (ludeme, seen) in schema::LUDEMES.iter().zip(seen).filter(|(ludeme, _)| expected(ludeme)) {
        assert!(seen, "{} in {:?}", ludeme.word, ludeme.category);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        rng_seed: proptest::test_runner::RngSeed::Fixed(20_080_909),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_game_of_the_schema_survives_printing(tree in games()) {
        use super::{canonical, check, parse, print};
        let errors: Vec<_> = check(&tree).into_iter().filter(|p| p.is_error()).collect();
        prop_assert!(errors.is_empty(), "{errors:?}\n{}", print(&tree));
        let text = print(&tree);
        let again = parse(&text);
        prop_assert!(again.is_ok(), "{again:?}\n{text}");
        let again = again.unwrap_or_else(|_| unreachable!());
        prop_assert_eq!(&again, &canonical(&tree), "{}", text);
        prop_assert_eq!(print(&again), text.clone());
        prop_assert_eq!(canonical(&again), again.clone());
    }
}
