//! Whole random rule sets, for comparing engines on thousands of games that nobody thought of.

use rand::{Rng, RngExt};

use super::crossover::clashes;
use super::grow::{DROPS, FRAMES, Grower, pick};
use super::outline::Outline;
use super::repair::repair;
use super::site;
use crate::language::resolve::{self, Names};
use crate::language::schema::{self, Accepts, Category, Count, Head, Id, LUDEMES, Scope};
use crate::language::tree::Tree;

fn element<const N: usize>(head: &str, items: [Tree; N]) -> Tree {
    Tree::element(head, items)
}

fn word(text: &str) -> Tree {
    Tree::word(text)
}

/// A random complete game that is valid by the schema, mostly on a board of 25 cells or fewer.
///
/// Three in five are built from usual parts only (drops, steps, slides, hops; lines, groups, captures and so on) and mostly
/// play; the others have random rules sprinkled over them, so that every ludeme of the language occurs sooner or later.
///
/// ```
/// use ludogen::language::{parse, print};
/// use ludogen::{streams, synthesis::random_game};
///
/// let tree = random_game(&mut streams::generator(1));
/// assert!(parse(&print(&tree)).is_ok());
/// ```
pub fn random_game<R: Rng + ?Sized>(rng: &mut R) -> Tree {
    let board = random_board(rng);
    let head = if rng.random_bool(0.05) { "ludeme" } else { "game" };
    let mut tree = element(head, [word("Random")]);
    match rng.random_range(0..10) {
        0 | 1 => {}
        2 => site::push_arg(&mut tree, element("players", [element("Red", [word("n")]), element("Blue", [word("s")])])),
        3 => site::push_arg(
            &mut tree,
            element("players", [element("White", [word("e")]), element("Black", [word("w")])]),
        ),
        _ => site::push_arg(&mut tree, element("players", [word("White"), word("Black")])),
    }
    site::push_arg(&mut tree, board);
    let kind = rng.random_range(0..20);
    if kind > 1 {
        let pieces = random_pieces(kind, &tree, rng);
        site::push_arg(&mut tree, pieces);
    }
    let start = random_start(kind, &tree, rng);
    if let Some(start) = start {
        site::push_arg(&mut tree, start);
    }
    if rng.random_bool(0.25) {
        let item = match rng.random_range(0..4) {
            0 => element("repetition", [word(["forbid", "positional", "draw", "allow"][rng.random_range(0..4)])]),
            1 => word("swap"),
            _ => word("can-pass"),
        };
        site::push_arg(&mut tree, element("play", [item]));
    }
    let end = random_end(&tree, rng);
    site::push_arg(&mut tree, end);
    if rng.random_bool(0.4) {
        for _ in 0..rng.random_range(1..=6) {
            sprinkle(&mut tree, rng);
        }
    }
    repair(tree).0
}

fn random_board<R: Rng + ?Sized>(rng: &mut R) -> Tree {
    const BOARDS: [(&str, &str, &[i64]); 24] = [
        ("square", "square", &[3, 3]),
        ("square", "square", &[4, 4]),
        ("square", "square", &[4, 4]),
        ("square", "square", &[5, 5]),
        ("square", "square", &[5, 5]),
        ("square", "square", &[3, 4]),
        ("square", "square", &[5, 3]),
        ("square", "square", &[6]),
        ("square", "square", &[2, 2, 3]),
        ("square", "square", &[1, 9]),
        ("square", "boardless", &[4]),
        ("hex", "hex", &[2]),
        ("hex", "hex", &[3]),
        ("hex", "hex", &[3]),
        ("hex", "rhombus", &[4]),
        ("hex", "rhombus", &[3, 5]),
        ("hex", "tri", &[5]),
        ("hex", "square", &[4, 4]),
        ("hex", "trapezium", &[3, 4]),
        ("hex", "boardless", &[3]),
        ("tri", "tri", &[4]),
        ("tri", "hex", &[2]),
        ("tri", "rhombus", &[3]),
        ("trunc-square", "square", &[3]),
    ];
    let (tiling, shape, sizes) = match rng.random_range(0..=BOARDS.len()) {
        24 => ("tri", ["square", "trapezium"][rng.random_range(0..2)], &[3, 3][..]),
        i => BOARDS[i],
    };
    let mut tiled = element("tiling", [word(tiling)]);
    if rng.random_bool(0.35) {
        site::push_arg(&mut tiled, word("i-nbors"));
        if rng.random_bool(0.15) {
            site::push_arg(&mut tiled, word("no-d-nbors"));
        }
    }
    let mut board = element("board", [tiled]);
    if shape != "square" || rng.random_bool(0.2) {
        site::push_arg(&mut board, element("shape", [word(shape)]));
    }
    site::push_arg(&mut board, Tree::element("size", sizes.iter().map(|&s| Tree::int(s))));
    if rng.random_bool(0.1) {
        site::push_arg(&mut board, word("phase"));
    }
    if rng.random_bool(0.15) && shape != "boardless" {
        let region = |owner: &str, cells: &str| element("region", [word(owner), word(cells)]);
        let pair = match rng.random_range(0..3) {
            0 => [region("All", "corners"), element("region", [word("centre")])],
            1 => [region("All", "home"), region("All", "away")],
            _ => [region("All", "sides"), element("region", [element("row", [Tree::int(2)])])],
        };
        site::push_arg(&mut board, element("regions", pair));
    }
    board
}

/// Pieces of one to three types. Kinds below 12 are games of placement, the others of movement.
fn random_pieces<R: Rng + ?Sized>(kind: usize, tree: &Tree, rng: &mut R) -> Tree {
    let count = [1, 1, 1, 2, 2, 3][rng.random_range(0..6)];
    let mut names = Names::of(tree);
    names.pieces = ["Stone", "Man", "King"][..count].iter().map(|n| n.to_string()).collect();
    let flagged = rng.random_bool(0.15);
    if flagged {
        names.flags = vec!["Royal".into(), "Spent".into()];
    }
    let grower = Grower { names: &names, unevolvable: false, scope: Scope::Move, guide: None };
    let mut pieces = Vec::new();
    for (i, name) in names.pieces.iter().enumerate() {
        let placing = kind < 12 && (i == 0 || rng.random_bool(0.5));
        let mut moves = Vec::new();
        let frames = if placing { 0..DROPS - 1 } else { DROPS..FRAMES - 1 };
        moves.extend(grower.framed(rng.random_range(frames), 0, rng));
        for _ in 0..[0, 0, 1, 1, 2][rng.random_range(0..5)] {
            let depth = if rng.random_bool(0.3) { 2 } else { 0 };
            moves.extend(grower.framed(rng.random_range(0..FRAMES), depth, rng));
        }
        let owner = match rng.random_range(0..20) {
            0 if i > 0 => names.players.first().cloned().unwrap_or_default(),
            1 if i > 0 => "neutral".to_string(),
            _ => "All".to_string(),
        };
        let mut piece = element(name, [word(&owner)]);
        if rng.random_bool(0.1) {
            site::push_arg(&mut piece, element("value", [Tree::int(rng.random_range(1..6))]));
        }
        if rng.random_bool(0.1) {
            site::push_arg(&mut piece, element("state", [Tree::int(rng.random_range(0..3))]));
        }
        if flagged && i == 0 {
            site::push_arg(&mut piece, element("flags", [word("Royal"), word("Spent")]));
        }
        site::push_arg(&mut piece, Tree::element("moves", moves));
        pieces.push(piece);
    }
    Tree::element("pieces", pieces)
}

fn random_start<R: Rng + ?Sized>(kind: usize, tree: &Tree, rng: &mut R) -> Option<Tree> {
    let names = Names::of(tree);
    let rows = Outline::of(tree).map_or(5, |o| o.rows());
    let piece = &names.pieces[rng.random_range(0..names.pieces.len())];
    let record = |owner: &str| element(piece, [word(owner)]);
    let (first, second) = (names.players.first()?.clone(), names.players.get(1)?.clone());
    let mut clauses = Vec::new();
    if kind < 12 {
        match rng.random_range(0..6) {
            0 => clauses.push(element(
                "in-hand",
                [element(names.pieces.first()?, [word("All")]), Tree::int(rng.random_range(3..=9))],
            )),
            1 => {
                clauses.push(element("place", [record(&first), word("A1")]));
                clauses.push(element("place", [record(&second), word("B2")]));
            }
            _ => return None,
        }
    } else {
        for name in &names.pieces {
            let piece = element(name, [word("All")]);
            match rng.random_range(0..6) {
                0 if rows > 4 => clauses.push(element("place", [piece, word("home"), element("home", [Tree::int(2)])])),
                1 => clauses.push(element(
                    "place",
                    [piece, word("home"), element("phase", [Tree::int(rng.random_range(0..2))])],
                )),
                2 => {
                    clauses.push(element(
                        "place",
                        [element(name, [word(&first)]), word("A1"), word("B1"), word("rotate")],
                    ));
                }
                3 => clauses.push(element("place", [piece, Tree::int(2), word("home"), word("mirror")])),
                4 => {
                    let phases = [(&first, 0), (&second, 1)];
                    for (owner, phase) in phases {
                        clauses.push(element(
                            "place",
                            [element(name, [word(owner)]), word("all"), element("phase", [Tree::int(phase)])],
                        ));
                    }
                    break;
                }
                _ => clauses.push(element("place", [piece, word("home")])),
            }
        }
    }
    Some(Tree::element("start", clauses))
}

fn random_end<R: Rng + ?Sized>(tree: &Tree, rng: &mut R) -> Tree {
    let names = Names::of(tree);
    let outline = Outline::of(tree);
    let longest = outline.map_or(3, |o| o.longest_line()).min(5);
    let bare = |head: &str| element(head, []);
    let number = Tree::int;
    let condition = |rng: &mut R| match rng.random_range(0..20) {
        0..=4 => element("in-a-row", [number(rng.random_range(3..=longest.max(3)))]),
        5 => bare("group"),
        6 => element("group", [number(rng.random_range(3..=6))]),
        7 => element("connect", [element("side", [word("n")]), element("side", [word("s")])]),
        8 => bare("connect"),
        9 => element("connect", [word("opposite-sides")]),
        10 => element("reach", [word("away")]),
        11 => element("eliminate", [word("enemy")]),
        12 => element("capture", [number(rng.random_range(1..=4))]),
        13 => element("stack", [number(rng.random_range(2..=4))]),
        14 => bare("cycle"),
        15 => Tree::element("pattern", ["f", "r", "f"].map(word)),
        16 => element("and", [bare("full"), element("score", [word("best")])]),
        17 => element("reach", [word("centre"), word("corners")]),
        _ => bare("no-move"),
    };
    let mut clauses = Vec::new();
    for _ in 0..[1, 1, 2, 2, 3][rng.random_range(0..5)] {
        let mut goal = condition(rng);
        match rng.random_range(0..12) {
            0 => goal = element("or", [goal, condition(rng)]),
            1 => goal = element("and", [goal, element("not", [condition(rng)])]),
            _ => {}
        }
        let head = if rng.random_bool(0.9) { "All" } else { names.players.first().map_or("All", |p| p.as_str()) };
        let result = ["win", "win", "win", "lose", "draw"][rng.random_range(0..5)];
        clauses.push(element(head, [word(result), goal]));
    }
    if rng.random_bool(0.6) {
        clauses.push(element("All", [word(if rng.random_bool(0.8) { "lose" } else { "win" }), bare("no-move")]));
    }
    if let [only] = &clauses[..]
        && only.is("All")
        && only.args()[0].is("win")
        && rng.random_bool(0.2)
    {
        return element("win", [only.args()[1].clone()]);
    }
    let mut end = Tree::element("end", clauses);
    if rng.random_bool(0.15) {
        site::push_arg(&mut end, word(["mover-wins", "mover-loses", "draw"][rng.random_range(0..3)]));
    }
    if rng.random_bool(0.05) {
        site::push_arg(&mut end, word(["opp-turn", "win-first"][rng.random_range(0..2)]));
    }
    end
}

/// Puts a random ludeme of the whole language somewhere it has a place, if that can be done.
fn sprinkle<R: Rng + ?Sized>(tree: &mut Tree, rng: &mut R) {
    let names = Names::of(tree);
    let Some(ludeme) = pick(LUDEMES, rng) else { return };
    let Some(game) = resolve::ludeme(tree, Category::Game, &names) else { return };
    let is_section = ludeme.category == Category::Section;
    // A definition says nothing by itself.
    if is_section && (tree.child(ludeme.word).is_some() || ludeme.id == Id::Section(schema::word::Section::Define)) {
        return;
    }
    let mut hosts = vec![(Vec::new(), game, Scope::Setup)];
    hosts.extend(site::sites(tree, &names).into_iter().filter_map(|s| Some((s.path, s.ludeme?, s.scope))));
    // A place inside something that was sprinkled before would do as well, so each try looks at the tree afresh.
    let mut places = Vec::new();
    for (path, host, scope) in &hosts {
        for param in host.params.iter().filter(|p| p.accepts.contains(&Accepts::Of(ludeme.category))) {
            if ludeme.head != Head::Word || site::sensible(param, *scope, ludeme.category, ludeme.word) {
                places.push((path, *host, param, *scope));
            }
        }
    }
    for _ in 0..6 {
        let Some((path, host, param, scope)) = pick(&places, rng) else { return };
        let grower = Grower { names: &names, unevolvable: true, scope: *scope, guide: None };
        let Some(new) = grower.fill(ludeme, Some(param), 3, rng) else { continue };
        let Some(old) = tree.at(path) else { return };
        let Some(at) = position(old, host, param, &names, rng) else { continue };
        let mut whole = old.clone();
        match at {
            Some(index) => {
                if let Some(items) = site::items_mut(&mut whole) {
                    items[index] = new;
                }
            }
            None => site::push_arg(&mut whole, new),
        }
        // Names may be declared by what was added.
        let mut candidate = tree.clone();
        let Some(place) = candidate.at_mut(path) else { return };
        *place = whole;
        let names = Names::of(&candidate);
        let sound = candidate
            .at(path)
            .is_some_and(|e| site::valid(e, host.category, &names) && !clashes(e, &names, host.category));
        if sound && site::valid(&candidate, Category::Game, &names) {
            *tree = candidate;
            return;
        }
    }
}

/// Where a new argument of a parameter goes: over an old one, or (`Some(None)`) behind all others.
fn position<R: Rng + ?Sized>(
    host: &Tree,
    ludeme: &'static crate::language::Ludeme,
    param: &crate::language::schema::Param,
    names: &Names,
    rng: &mut R,
) -> Option<Option<usize>> {
    let roles = site::roles(host, ludeme, names);
    let here = |r: &Option<(&crate::language::schema::Param, Accepts)>| r.is_some_and(|r| r.0.name == param.name);
    let old: Vec<usize> = (0..roles.len()).filter(|&i| here(&roles[i])).map(|i| i + 1).collect();
    match param.count {
        Count::One | Count::Optional if !old.is_empty() => Some(Some(old[0])),
        Count::Any | Count::Some if !old.is_empty() && rng.random_bool(0.2) && ludeme.category != Category::Game => {
            Some(Some(*pick(&old, rng)?))
        }
        _ => Some(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthesis::tests::{assert_sound, text};
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use std::collections::{BTreeMap, BTreeSet};

    fn census(tree: &Tree, category: Category, names: &Names, seen: &mut BTreeMap<(Category, &'static str), u32>) {
        let Some(element) = resolve::resolve(tree, category, names) else { return };
        *seen.entry((category, element.ludeme.word)).or_insert(0) += 1;
        for (param, slot) in element.ludeme.params.iter().zip(&element.slots) {
            for arg in slot {
                if let Some(Accepts::Of(c) | Accepts::Only(c, _)) = resolve::choose(arg, param.accepts, names) {
                    census(arg, c, names, seen);
                }
            }
        }
    }

    #[test]
    fn random_games_are_valid_various_and_use_the_whole_language() {
        let mut rng = Pcg64Mcg::seed_from_u64(31);
        let mut seen = BTreeMap::new();
        let mut different = BTreeSet::new();
        // Definitions are for what is said more than once; mutation makes them of that.
        // Points and lines that hang together are made by people.
        let made = |l: &(Category, &str)| {
            !matches!(l.0, Category::Node | Category::Line)
                && !matches!(*l, (Category::Section, "define") | (Category::BoardItem, "nodes" | "lines"))
        };
        let expected: Vec<_> = LUDEMES.iter().map(|l| (l.category, l.word)).filter(made).collect();
        let everything = |seen: &BTreeMap<_, _>| expected.iter().all(|l| seen.contains_key(l));
        let (mut small, mut count) = (0, 0);
        // Some ludemes are rare.
        while count < 6000 || count < 30_000 && !everything(&seen) {
            count += 1;
            let game = random_game(&mut rng);
            assert_sound(&game, &|| text(&game));
            assert_eq!(repair(game.clone()).0, game);
            census(&game, Category::Game, &Names::of(&game), &mut seen);
            small += usize::from(Outline::of(&game).is_none_or(|outline| outline.cells() <= 25));
            different.insert(crate::synthesis::fingerprint(&game));
        }
        assert!(small * 10 > count * 8, "{small} boards of 25 cells or fewer");
        assert!(different.len() * 100 > count * 90, "{} different", different.len());
        let missing: Vec<_> = expected.iter().filter(|l| !seen.contains_key(l)).collect();
        assert!(missing.is_empty(), "never used: {missing:?}");
    }

    #[test]
    fn the_same_generator_gives_the_same_game() {
        let draw = |seed| random_game(&mut Pcg64Mcg::seed_from_u64(seed));
        for seed in 0..50 {
            assert_eq!(draw(seed), draw(seed));
        }
    }
}
