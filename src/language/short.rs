//! Short forms: what rule files leave out because it goes without saying.
//!
//! | short | in full |
//! |---|---|
//! | `(board (hex rhombus 11 11 i-nbors))` | `(board (tiling hex i-nbors) (shape rhombus) (size 11 11))` |
//! | `(Man (value 3) (move …) (move …))` | `(Man All (value 3) (moves (move …) (move …)))` |
//! | `(pre A B)` | `(pre (and A B))` |
//! | `(win A)`, `(lose A)` | `(end (All win A) (All lose A))` |
//!
//! They are a matter of reading and printing alone: [`lengthen`] is done as soon as a file is read, so that the checker, definitions, breeding and the
//! typed rules see full forms, and [`shorten`] as the last thing before a file is written.

use super::definitions;
use super::schema::{self, Category};
use super::tree::{Kind, Span, Tree};
use std::cell::Cell;

/// The game `tree` with all short forms written in full. What is no short form stays as it is, so that the checker tells what is wrong with it.
///
/// ```
/// use ludogen::language::{reader, short};
///
/// let [short, full] = [
///     "(game Row (board (hex 5)) (win (in-a-row 4)))",
///     "(game Row (board (tiling hex) (size 5)) (end (All win (in-a-row 4))))",
/// ]
/// .map(|text| reader::read(text).0.remove(0));
/// assert_eq!(short::lengthen(&short), full);
/// assert_eq!(short::shorten(&full), short);
/// ```
pub fn lengthen(tree: &Tree) -> Tree {
    let names = Names::of(tree);
    let mut tree = of_sections(tree, &|section| {
        let section = full_conditions(section, &names);
        match section.head() {
            Some("board") => of_items(&section, &|items| items.iter().flat_map(full_board_item).collect()),
            Some("pieces") => of_items(&section, &|items| items.iter().map(|item| full_piece(item, &names)).collect()),
            _ => section,
        }
    });
    if let Kind::List(items) = &mut tree.kind {
        full_end(items, &names.defined);
    }
    tree
}

/// The game `tree` with short forms where there are any: [`lengthen`] gives its [normal](super::normal()) form back.
pub fn shorten(tree: &Tree) -> Tree {
    let names = Names::of(tree);
    let tree = of_sections(tree, &|section| {
        let section = short_conditions(section, &names);
        match section.head() {
            Some("board") => of_items(&section, &short_board),
            Some("pieces") => of_items(&section, &|items| items.iter().map(|item| short_piece(item, &names)).collect()),
            _ => section,
        }
    });
    of_items(&tree, &|sections| sections.iter().flat_map(short_end).collect())
}

/// The game with its sections changed, those without effect on play aside, which may hold words of any kind.
fn of_sections(tree: &Tree, change: &dyn Fn(&Tree) -> Tree) -> Tree {
    of_items(tree, &|sections| {
        let changed =
            |section: &Tree| if definitions::is_cosmetic(section) { section.clone() } else { change(section) };
        sections.iter().map(changed).collect()
    })
}

/// An element with its arguments changed.
fn of_items(tree: &Tree, change: &dyn Fn(&[Tree]) -> Vec<Tree>) -> Tree {
    match &tree.kind {
        Kind::List(items) if !items.is_empty() => {
            let args = change(&items[1..]);
            Tree { kind: Kind::List(std::iter::once(items[0].clone()).chain(args).collect()), span: tree.span }
        }
        _ => tree.clone(),
    }
}

/// An element that stands where others were written.
fn standing_for(head: Tree, args: Vec<Tree>) -> Tree {
    let end = args.last().map_or(head.span.end, |last| last.span.end);
    let span = Span { start: head.span.start, end };
    Tree { kind: Kind::List(std::iter::once(head).chain(args).collect()), span }
}

/// Elements of which other category may stand among those of one, for short: the board's tiling with its size, and the moves of a piece.
pub(super) fn stands_in(category: Category) -> Option<Category> {
    match category {
        Category::BoardItem => Some(Category::Tiling),
        Category::PieceItem => Some(Category::Move),
        _ => None,
    }
}

/// A word that stands for what was written at a place.
fn word_at(word: &str, span: Span) -> Tree {
    Tree { kind: Kind::Word(word.to_string()), span }
}

/// `tree` with `change` done to each `(pre …)` in it, but where a definition or a loop lists words.
fn each_pre(tree: &Tree, change: &dyn Fn(&[Tree]) -> Vec<Tree>) -> Tree {
    let lists_words = definitions::is_definition(tree) || tree.is(definitions::EACH);
    let tree = of_items(tree, &|items| {
        let changed =
            |(i, item): (usize, &Tree)| if lists_words && i < 2 { item.clone() } else { each_pre(item, change) };
        items.iter().enumerate().map(changed).collect()
    });
    if tree.is("pre") { of_items(&tree, change) } else { tree }
}

/// Several conditions of a move are joined by `and`.
fn full_conditions(tree: &Tree, names: &Names<'_>) -> Tree {
    each_pre(tree, &|conditions| match conditions {
        [first, rest @ ..] if !rest.is_empty() || names.is_several(first) => {
            let start = Span { start: first.span.start, end: first.span.start };
            vec![standing_for(word_at("and", start), conditions.to_vec())]
        }
        _ => conditions.to_vec(),
    })
}

fn short_conditions(tree: &Tree, names: &Names<'_>) -> Tree {
    each_pre(tree, &|conditions| match conditions {
        [all] if all.is("and") => match all.args() {
            [] => conditions.to_vec(),
            [one] if !names.is_several(one) => conditions.to_vec(),
            parts => parts.to_vec(),
        },
        _ => conditions.to_vec(),
    })
}

fn is_of(tree: &Tree, category: Category) -> bool {
    tree.as_word().is_some_and(|word| schema::find(word, category).is_some())
}

/// `(hex rhombus 11 11 i-nbors)` is a tiling with its flags, a shape, and a size.
fn full_board_item(item: &Tree) -> Vec<Tree> {
    let Some(tiling) = item.items().first().filter(|head| is_of(head, Category::Tiling)) else {
        return vec![item.clone()];
    };
    let (shapes, rest): (Vec<Tree>, Vec<Tree>) =
        item.args().iter().cloned().partition(|arg| is_of(arg, Category::Shape));
    let (sizes, flags): (Vec<Tree>, Vec<Tree>) = rest.into_iter().partition(|arg| arg.as_int().is_some());
    let mut items =
        vec![standing_for(word_at("tiling", tiling.span), std::iter::once(tiling.clone()).chain(flags).collect())];
    for (word, args) in [("shape", shapes), ("size", sizes)] {
        if let Some(first) = args.first() {
            items.push(standing_for(word_at(word, first.span), args));
        }
    }
    items
}

fn short_board(items: &[Tree]) -> Vec<Tree> {
    let of = |word: &str| items.iter().find(|item| item.is(word));
    let args = |word: &str| of(word).map_or(&[][..], Tree::args);
    let plain = match args("tiling") {
        [tiling, flags @ ..] => {
            is_of(tiling, Category::Tiling) && flags.iter().all(|flag| is_of(flag, Category::TilingFlag))
        }
        [] => false,
    };
    let (shape, size) = (args("shape"), args("size"));
    let plain = plain && shape.len() <= 1 && shape.iter().all(|shape| is_of(shape, Category::Shape));
    if !plain || size.is_empty() || size.iter().any(|size| size.as_int().is_none()) {
        return items.to_vec();
    }
    let (tiling, flags) = args("tiling").split_at(1);
    let short = Tree::list([tiling, shape, size, flags].concat());
    let rest = items.iter().filter(|item| !item.is("shape") && !item.is("size"));
    rest.map(|item| if item.is("tiling") { short.clone() } else { item.clone() }).collect()
}

/// A piece that names no owner is a piece of both players, and its moves may stand in it one by one.
fn full_piece(piece: &Tree, names: &Names<'_>) -> Tree {
    if definitions::stands_for_others(piece, &names.defined) {
        return piece.clone();
    }
    of_items(piece, &|items| {
        let mut full: Vec<Tree> = Vec::with_capacity(items.len() + 1);
        if names.are_of_both(items) {
            let at = piece.items().first().map_or(piece.span.start, |head| head.span.end);
            full.push(word_at("All", Span { start: at, end: at }));
        }
        let lists = items.iter().filter(|item| item.is("moves")).count();
        let is_loose = |item: &Tree| lists <= 1 && names.is_move(item);
        let Some(first) = items.iter().position(is_loose) else {
            full.extend_from_slice(items);
            return full;
        };
        let start = Span { start: items[first].span.start, end: items[first].span.start };
        let is_of_moves = |item: &&Tree| is_loose(item) || item.is("moves");
        let parts = items
            .iter()
            .filter(is_of_moves)
            .map(|item| if item.is("moves") { item.args() } else { std::slice::from_ref(item) });
        let mut moves = Some(standing_for(word_at("moves", start), parts.flatten().cloned().collect()));
        for item in items {
            match is_of_moves(&item) {
                true => full.extend(moves.take()),
                false => full.push(item.clone()),
            }
        }
        full
    })
}

fn short_piece(piece: &Tree, names: &Names<'_>) -> Tree {
    if definitions::stands_for_others(piece, &names.defined) {
        return piece.clone();
    }
    of_items(piece, &|items| {
        let lists = items.iter().filter(|item| item.is("moves")).count();
        let spreads = |item: &Tree| {
            lists == 1
                && item.is("moves")
                && !item.args().is_empty()
                && item.args().iter().all(|arg| names.is_move(arg))
        };
        let spread = items.iter().map(|item| if spreads(item) { item.args() } else { std::slice::from_ref(item) });
        let mut short: Vec<Tree> = spread.flatten().cloned().collect();
        if short.first().is_some_and(|owner| owner.as_word() == Some("All")) && names.are_of_both(&short[1..]) {
            short.remove(0);
        }
        short
    })
}

/// How many elements of a game are looked at to know which stand for moves, and how deep their definitions may use each other: they may use themselves by mistake.
const MOST_LOOKS: u32 = 100_000;
const MOST_DEPTH: u32 = 64;

/// The definitions of a game.
struct Names<'a> {
    tree: &'a Tree,
    /// What they are called.
    defined: Vec<String>,
    looks: Cell<u32>,
}

impl<'a> Names<'a> {
    fn of(tree: &'a Tree) -> Self {
        Names { tree, defined: definitions::names_of(tree), looks: Cell::new(0) }
    }

    /// The elements that a name stands for. A game may give a name of all games to something of its own.
    fn body(&self, name: &str) -> &'a [Tree] {
        let is_this = |section: &&Tree| {
            definitions::is_definition(section) && section.args().first().is_some_and(|own| own.as_word() == Some(name))
        };
        match self.tree.args().iter().find(is_this) {
            Some(own) => match own.args() {
                [_, _, Tree { kind: Kind::Text(_), .. }, body @ ..] | [_, _, body @ ..] => body,
                _ => &[],
            },
            None => definitions::shared().iter().find(|shared| shared.name == name).map_or(&[], |shared| &shared.body),
        }
    }

    /// Whether an element is a move, or stands for moves alone.
    fn is_move(&self, element: &Tree) -> bool {
        self.are_moves(std::slice::from_ref(element), MOST_DEPTH)
    }

    fn are_moves(&self, elements: &[Tree], depth: u32) -> bool {
        let is_move = |element: &Tree| {
            let looks = self.looks.replace(self.looks.get().saturating_add(1));
            let Some(head) = element.head().filter(|_| looks < MOST_LOOKS && depth > 0) else { return false };
            match matches!(element.kind, Kind::List(_)) {
                true if head == "move" => true,
                true if head == definitions::EACH => self.are_moves(element.args().get(2..).unwrap_or(&[]), depth - 1),
                _ => self.are_moves(self.body(head), depth - 1),
            }
        };
        !elements.is_empty() && elements.iter().all(is_move)
    }

    /// Whether an element stands for several in a row.
    fn is_several(&self, element: &Tree) -> bool {
        element.head().is_some_and(|head| self.body(head).len() > 1)
    }

    /// Whether what follows the name of a piece begins with what is no owner.
    fn are_of_both(&self, items: &[Tree]) -> bool {
        let is_item = |item: &Tree| {
            let known = item.head().is_some_and(|head| schema::find(head, Category::PieceItem).is_some());
            matches!(item.kind, Kind::List(_)) && known || self.is_move(item)
        };
        items.first().is_none_or(is_item)
    }
}

/// `(win C)` and `(lose C)`, each once, are clauses of the end.
pub(super) fn full_end(items: &mut Vec<Tree>, defined: &[String]) {
    let is_short = |t: &Tree| matches!(t.head(), Some("win" | "lose")) && t.args().len() == 1;
    let sections = |word: &str| items.iter().skip(2).filter(|t| t.is(word)).count();
    let Some(at) = items.iter().skip(2).position(is_short).map(|i| i + 2) else { return };
    if sections("win") > 1 || sections("lose") > 1 {
        return;
    }
    let (short, later): (Vec<Tree>, Vec<Tree>) = items.split_off(at).into_iter().partition(is_short);
    items.extend(later);
    let clauses = short.into_iter().filter_map(|t| {
        let (word, condition) = (t.items().first()?.clone(), t.args().first()?.clone());
        let all = word_at("All", word.span);
        Some(Tree { kind: Kind::List(vec![all, word, condition]), span: t.span })
    });
    // Flags come after the clauses.
    let is_clause = |t: &Tree| matches!(t.kind, Kind::List(_)) || definitions::stands_for_others(t, defined);
    match items.iter_mut().skip(2).find(|t| t.is("end") && !t.items().is_empty()) {
        Some(Tree { kind: Kind::List(items), .. }) => {
            let at = items.iter().rposition(is_clause).map_or(1, |i| i + 1);
            items.splice(at..at, clauses);
        }
        _ => items.insert(at, Tree::element("end", clauses)),
    }
}

/// An end of a goal of both, a loss of both, or one after the other, is told without its section.
fn short_end(section: &Tree) -> Vec<Tree> {
    let clause = |clause: &Tree| match clause.items() {
        [all, result, condition]
            if all.as_word() == Some("All")
                && matches!(result.as_word(), Some("win" | "lose"))
                && matches!(clause.kind, Kind::List(_)) =>
        {
            Some(Tree { kind: Kind::List(vec![result.clone(), condition.clone()]), span: clause.span })
        }
        _ => None,
    };
    let clauses: Option<Vec<Tree>> = section.args().iter().map(clause).collect();
    match clauses {
        Some(clauses)
            if section.is("end")
                && !clauses.is_empty()
                && clauses.len() <= 2
                && clauses.first().map(Tree::head) != clauses.get(1).map(Tree::head) =>
        {
            clauses
        }
        _ => vec![section.clone()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{arbitrary, check, normal, parse, print, reader};
    use proptest::prelude::*;

    fn read(text: &str) -> Tree {
        reader::read(text).0.remove(0)
    }

    #[test]
    fn short_forms_are_their_full_forms() {
        let pairs = [
            ("(board (square 8 8))", "(board (tiling square) (size 8 8))"),
            (
                "(board phase (hex rhombus 11 i-nbors) (without A1))",
                "(board phase (tiling hex i-nbors) (shape rhombus) (size 11) (without A1))",
            ),
            ("(pieces (Man))", "(pieces (Man All))"),
            (
                "(pieces (Man (value 3) (move Go) (move Drop)) Man)",
                "(pieces (Man All (value 3) (moves (move Go) (move Drop))) Man)",
            ),
            (
                "(pieces (Man White (move (pre (empty to) (connected)) Go)))",
                "(pieces (Man White (moves (move (pre (and (empty to) (connected))) Go))))",
            ),
            ("(pieces (Man (moves Any (move Go))))", "(pieces (Man All (moves Any (move Go))))"),
            (
                "(define Far (way) (move (dirn way) Slide)) (define Both () \"both\" (each way (n s) (Far way)) Near) (define Near () (move Step)) (pieces (Man Both (move Drop)) (King White (each way (e w) (Far way)) Both))",
                "(define Far (way) (move (dirn way) Slide)) (define Both () \"both\" (each way (n s) (Far way)) Near) (define Near () (move Step)) (pieces (Man All (moves Both (move Drop))) (King White (moves (each way (e w) (Far way)) Both)))",
            ),
            (
                "(define Near (cell) (pre (empty cell) (connected)))",
                "(define Near (cell) (pre (and (empty cell) (connected))))",
            ),
            (
                "(define Two () (empty to) (connected)) (define One () (pre Two)) (pieces (Man (move (pre Empty-neighbour) Go)))",
                "(define Two () (empty to) (connected)) (define One () (pre (and Two))) (pieces (Man All (moves (move (pre (and Empty-neighbour)) Go))))",
            ),
            ("(win (full))", "(end (All win (full)))"),
        ];
        for (short, full) in pairs {
            let [short, full] = [short, full].map(|section| read(&format!("(game A {section})")));
            assert_eq!(lengthen(&short), full);
            assert_eq!(shorten(&full), short);
            assert_eq!(lengthen(&full), full);
        }
    }

    #[test]
    fn what_is_no_short_form_stays() {
        let same = [
            "(pieces (Man All Runs))",
            "(define Team (who) (Man who)) (pieces (Team White) (Team Black))",
            "(define Team (who) (Man who (moves (move Go))))",
            "(define Team (pre a b) (empty a))",
            "(define Loop () Loop Loop) (pieces (Man White Loop))",
            "(pieces (Man White (moves (move Go)) (moves Any) (move Drop)))",
            "(description \"pre\" (pre 1 2) (win 3))",
            "(board (sqare 8 8))",
            "(win (full)) (win (no-move))",
            "(end (All win (full)) (White lose (no-move)))",
            "(end (All win (full)) draw)",
            "(end (All win (full)) (All win (no-move)))",
        ];
        assert_eq!(
            lengthen(&read("(game A (pieces (Man Whit (moves))))")),
            read("(game A (pieces (Man Whit (moves))))")
        );
        for text in same {
            let tree = read(&format!("(game A {text})"));
            assert_eq!(lengthen(&tree), tree, "{text}");
            assert_eq!(shorten(&tree), tree, "{text}");
        }
    }

    /// Errors point at what was written.
    #[test]
    fn mistakes_in_short_forms_are_told_where_they_are() {
        let place = |source: &str| {
            let problem = parse(source).expect_err(source).remove(0);
            source[problem.span.start as usize..problem.span.end as usize].to_string()
        };
        assert_eq!(place("(game A (board (square 8 8 odd)) (win (full)))"), "odd");
        assert_eq!(place("(game A (board (sqare 8 8)) (win (full)))"), "sqare");
        assert_eq!(place("(game A (board (square)) (win (full)))"), "board");
        assert_eq!(place("(game A (board (square 99)) (win (full)))"), "99");
        assert_eq!(place("(game A (board (square 8) (size 8)) (win (full)))"), "size");
        assert_eq!(
            place("(game A (board (square 8)) (pieces (Man (move (pre (empty to) (emty to)) Go))) (win (full)))"),
            "emty"
        );
        assert_eq!(
            place("(game A (board (square 8)) (pieces (Man (move (pre (empty to) (empty from))))) (win (full)))"),
            "move"
        );
    }

    proptest! {
        #[test]
        fn shortening_loses_nothing(tree in arbitrary::games()) {
            let full = normal(&tree);
            let short = shorten(&full);
            prop_assert_eq!(lengthen(&short), full.clone());
            prop_assert!(short.size() <= full.size());
            prop_assert!(check(&full).iter().all(|problem| !problem.is_error()));
            prop_assert_eq!(parse(&print(&tree)), Ok(full));
        }
    }
}
