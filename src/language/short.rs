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
    let defined = definitions::names_of(tree);
    let mut tree = of_sections(tree, &|section| {
        let section = full_conditions(section);
        match section.head() {
            Some("board") => of_items(&section, &|items| items.iter().flat_map(full_board_item).collect()),
            Some("pieces") => {
                of_items(&section, &|items| items.iter().map(|item| full_piece(item, &defined)).collect())
            }
            _ => section,
        }
    });
    if let Kind::List(items) = &mut tree.kind {
        full_end(items, &defined);
    }
    tree
}

/// The game `tree` with short forms where there are any: [`lengthen`] gives its [normal](super::normal()) form back.
pub fn shorten(tree: &Tree) -> Tree {
    let defined = definitions::names_of(tree);
    let tree = of_sections(tree, &|section| {
        let section = short_conditions(section);
        match section.head() {
            Some("board") => of_items(&section, &short_board),
            Some("pieces") => {
                of_items(&section, &|items| items.iter().map(|item| short_piece(item, &defined)).collect())
            }
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
fn full_conditions(tree: &Tree) -> Tree {
    each_pre(tree, &|conditions| match conditions {
        [first, _, ..] => {
            let start = Span { start: first.span.start, end: first.span.start };
            vec![standing_for(word_at("and", start), conditions.to_vec())]
        }
        _ => conditions.to_vec(),
    })
}

fn short_conditions(tree: &Tree) -> Tree {
    each_pre(tree, &|conditions| match conditions {
        [all] if all.is("and") && all.args().len() > 1 => all.args().to_vec(),
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

/// A piece that names no owner is a piece of both players, and its moves stand in it one by one.
fn full_piece(piece: &Tree, defined: &[String]) -> Tree {
    if definitions::stands_for_others(piece, defined) {
        return piece.clone();
    }
    of_items(piece, &|items| {
        let mut full: Vec<Tree> = Vec::with_capacity(items.len() + 1);
        if is_of_both(items) {
            let at = piece.items().first().map_or(piece.span.start, |head| head.span.end);
            full.push(word_at("All", Span { start: at, end: at }));
        }
        let is_move = |item: &Tree| item.is("move") && !items.iter().any(|item| item.is("moves"));
        let moves: Vec<Tree> = items.iter().filter(|item| is_move(item)).cloned().collect();
        let mut moves = moves.first().map(|first| {
            let start = Span { start: first.span.start, end: first.span.start };
            standing_for(word_at("moves", start), moves.clone())
        });
        for item in items {
            match is_move(item) {
                true => full.extend(moves.take()),
                false => full.push(item.clone()),
            }
        }
        full
    })
}

/// Whether what follows the name of a piece begins with what is no owner.
fn is_of_both(items: &[Tree]) -> bool {
    let is_item = |head: &str| head == "move" || schema::find(head, Category::PieceItem).is_some();
    items.first().is_none_or(|first| matches!(first.kind, Kind::List(_)) && first.head().is_some_and(is_item))
}

fn short_piece(piece: &Tree, defined: &[String]) -> Tree {
    if definitions::stands_for_others(piece, defined) {
        return piece.clone();
    }
    of_items(piece, &|items| {
        let are_moves =
            |item: &Tree| item.is("moves") && !item.args().is_empty() && item.args().iter().all(|arg| arg.is("move"));
        let one = items.iter().filter(|item| item.is("moves")).count() == 1;
        let mut short: Vec<Tree> = Vec::new();
        for (i, item) in items.iter().enumerate() {
            match item {
                all if i == 0 && all.as_word() == Some("All") && is_of_both(&items[1..]) => {}
                moves if one && are_moves(moves) => short.extend(moves.args().iter().cloned()),
                other => short.push(other.clone()),
            }
        }
        short
    })
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
                "(define Near (cell) (pre (empty cell) (connected)))",
                "(define Near (cell) (pre (and (empty cell) (connected))))",
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
            "(pieces (Man White (moves) (move Go)))",
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
