//! One game in many coats: numbers that are equal for rules that are equal up to names, colours, symmetry, and perhaps the board or a
//! number.

use super::conventions::{comparable, facings, is_stuck, own_regions};
use crate::board::Board;
use crate::game::rules::{Place, Player};
use crate::game::{Kind, UNLIMITED, facts, lower};
use crate::language::canonical;
use crate::language::resolve::Names;
use crate::language::tree::{self, Tree};
use crate::order;
use crate::synthesis::genome::Genome;
use crate::synthesis::{looks_ahead, site, symmetric_fingerprint, turnings};
use std::collections::{HashMap, HashSet};

/// A number that is equal for games equal up to the names of players, pieces and flags, which player has which colour, the order of
/// order-free arguments, written-out defaults and the symmetry of the board. Reduce the rules first: dead rules count.
///
/// ```
/// use ludogen::language::parse;
/// use ludogen::reduction::coatless;
///
/// let race = |rules: &str| coatless(&parse(rules).unwrap());
/// let north = "(game A (board (tiling square) (size 4 4)) (end (White win (reach (side n))) (Black win (in-a-row 3))))";
/// let south = "(game B (players Up Down) (board (tiling square) (size 4 4)) (end (Down win (reach (side s))) (Up win (in-a-row 3))))";
/// assert_eq!(race(north), race(south));
/// ```
pub fn coatless(tree: &Tree) -> u128 {
    let tree = &own_regions(tree.clone());
    let declared = Names::of(tree).players.len() == 2;
    let coats = match declared {
        false => vec![tree.clone()],
        // Every way to face that the board's symmetries lead to, where it does not matter which.
        true if !looks_ahead(tree) => {
            let facings = [["n", "s"], ["e", "w"], ["s", "n"], ["w", "e"]];
            facings.iter().flat_map(|faces| coats(tree, *faces)).collect()
        }
        true => coats(tree, facings(tree)).collect(),
    };
    coats.iter().map(symmetric_fingerprint).fold(u128::MAX, u128::min)
}

/// A number that is equal for games with the same rules on other boards, also if the one forbids what loses in the other. Reduce the rules first.
///
/// ```
/// use ludogen::language::parse;
/// use ludogen::reduction::board_form;
///
/// let row = |board: &str, length| {
///     board_form(&parse(&format!("(game Row (board {board}) (end (All win (in-a-row {length}))))")).unwrap())
/// };
/// assert_eq!(row("(tiling hex) (size 4)", 4), row("(tiling square) (size 6 6)", 4));
/// assert_ne!(row("(tiling hex) (size 4)", 4), row("(tiling hex) (size 4)", 3));
/// ```
pub fn board_form(tree: &Tree) -> u128 {
    boardless(&comparable(tree))
}

/// [`board_form`], and that with winning and losing exchanged; `None` if nothing is won or lost.
///
/// ```
/// use ludogen::language::parse;
/// use ludogen::reduction::{board_form, board_forms};
///
/// let row = |verdict| parse(&format!("(game G (board (tiling hex) (size 4)) (end (All {verdict} (in-a-row 4))))")).unwrap();
/// let (own, exchanged) = board_forms(&row("win"));
/// assert_eq!(own, board_form(&row("win")));
/// assert_eq!(exchanged, Some(board_form(&row("lose"))));
/// ```
pub fn board_forms(tree: &Tree) -> (u128, Option<u128>) {
    let tree = comparable(tree);
    (boardless(&tree), misere(&tree).map(|misere| boardless(&misere)))
}

/// [`coatless`] of the rules without their board: its tiling, shape and size, though not its regions.
pub(super) fn boardless(tree: &Tree) -> u128 {
    coatless(&without_board(tree))
}

/// [`boardless`] with all numbers taken for one.
pub(super) fn numberless(tree: &Tree) -> u128 {
    let mut blank = without_board(tree);
    if let Some(sections) = site::items_mut(&mut blank) {
        sections.iter_mut().for_each(|section| each_number(section, &mut |n| *n = 1));
    }
    coatless(&blank)
}

/// How many elements the pieces, the play, the start and the end of some rules have.
pub(super) fn size_without_board(tree: &Tree) -> usize {
    let told = |section: &&Tree| ["pieces", "play", "start", "end"].iter().any(|word| section.is(word));
    tree.args().iter().filter(told).map(Tree::size).sum()
}

/// The most conditions that are left out of some rules.
const MOST_CONDITIONS: usize = 32;

/// The rules with one of the conditions left out that a move has besides others, for each such condition; and these without what becomes of who cannot move, which
/// may no longer come about.
pub(super) fn freer(tree: &Tree) -> impl Iterator<Item = Tree> + '_ {
    let mut paths = Vec::new();
    for (i, section) in tree.items().iter().enumerate().filter(|(_, section)| section.is("pieces")) {
        conditions(section, &mut vec![i], &mut paths);
    }
    paths.truncate(MOST_CONDITIONS);
    let freer = paths.into_iter().filter_map(|path| {
        let mut freer = tree.clone();
        let (&at, all) = path.split_last()?;
        let all = freer.at_mut(all)?;
        let left = site::items_mut(all)?;
        left.remove(at);
        if left.len() == 2 {
            *all = left.pop()?;
        }
        Some(freer)
    });
    freer.flat_map(|freer| {
        let mut unstuck = freer.clone();
        let end = site::child_mut(&mut unstuck, "end").and_then(site::items_mut);
        end.into_iter().for_each(|clauses| clauses.retain(|clause| !is_stuck(clause)));
        [canonical(&freer), canonical(&unstuck)]
    })
}

/// Where the conditions are that all have to hold for a move.
fn conditions(tree: &Tree, path: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
    for (i, item) in tree.items().iter().enumerate() {
        path.push(i);
        if tree.is("pre") && item.is("and") {
            out.extend((1..item.items().len()).map(|at| [&path[..], &[at]].concat()));
        } else {
            conditions(item, path, out);
        }
        path.pop();
    }
}

/// The rules with winning and losing exchanged in their end clauses; `None` if none wins or loses.
pub(super) fn misere(tree: &Tree) -> Option<Tree> {
    let mut tree = tree.clone();
    let mut exchanged = false;
    for section in site::items_mut(&mut tree).into_iter().flatten().filter(|section| section.is("end")) {
        for clause in site::items_mut(section).into_iter().flatten() {
            let Some(verdict) = clause.at_mut(&[1]) else { continue };
            let Some(other) = verdict.as_word().and_then(site::opposite) else { continue };
            *verdict = Tree::word(other);
            exchanged = true;
        }
    }
    exchanged.then(|| canonical(&tree))
}

/// The numbers in the start, in order of size and each once, as one may be said for either player: how many pieces are in hand, and which rows are filled.
pub(super) fn start_numbers(tree: &Tree) -> Vec<i64> {
    let mut start = tree.child("start").cloned().unwrap_or_else(|| Tree::list(Vec::new()));
    let mut numbers = Vec::new();
    each_number(&mut start, &mut |n| numbers.push(*n));
    order::sort(&mut numbers);
    numbers.dedup();
    numbers
}

fn each_number(tree: &mut Tree, visit: &mut dyn FnMut(&mut i64)) {
    match &mut tree.kind {
        tree::Kind::Int(n) => visit(n),
        tree::Kind::List(items) => items.iter_mut().for_each(|item| each_number(item, visit)),
        _ => {}
    }
}

/// A number that is equal for games that differ in no more than their board, their numbers and a few stones at the start, and in ways to write the same: what a
/// person who has one of them does not want as another. Reduce the rules first.
///
/// ```
/// use ludogen::language::parse;
/// use ludogen::reduction::family_form;
///
/// let form = |size: u32, goal: &str| {
///     family_form(&parse(&format!("(game G (board (tiling hex) (size {size})) (end (All win {goal})))")).unwrap())
/// };
/// assert_eq!(form(4, "(in-a-row 4)"), form(5, "(in-a-row 5)"));
/// assert_ne!(form(4, "(in-a-row 4)"), form(4, "(connect own-regions)"));
/// ```
pub fn family_form(tree: &Tree) -> u128 {
    let mut rules = emptied(&comparable(tree));
    plain_connections(&mut rules);
    numberless(&rules)
}

/// Leaves out of all that is to be connected how much of it, and that it is the player's own.
fn plain_connections(tree: &mut Tree) {
    let connects = tree.is("connect");
    let Some(items) = site::items_mut(tree) else { return };
    if connects {
        items.retain(|item| item.as_int().is_none() && item.as_word() != Some("own-regions"));
    }
    items.iter_mut().for_each(plain_connections);
}

/// The most cells of a clause of the start that are a few, for each player.
const FEW: usize = 4;

/// The rules without the few stones that stand on the board at the start, where as many as one likes are placed in play.
pub(super) fn emptied(tree: &Tree) -> Tree {
    let mut empty = tree.clone();
    let Ok(rules) = lower(tree) else { return empty };
    let Ok(board) = Board::new(&rules.board) else { return empty };
    let hands = facts::hands(&rules);
    let is_few = |place: &Place| {
        let most = place.count.map_or(usize::MAX, |count| count as usize);
        let cells = |player| rules.cells_of(&board, &place.cells, player).len().min(most);
        let endless = |kind: usize| {
            facts::enters(&rules.pieces[kind]) && Player::BOTH.iter().all(|&p| hands[p][Kind::new(kind)] == UNLIMITED)
        };
        !place.cells.is_empty()
            && Player::BOTH.into_iter().all(|player| cells(player) <= FEW)
            && facts::kinds_of(&rules, &place.piece).all(endless)
    };
    let Some(sections) = site::items_mut(&mut empty) else { return empty };
    for start in sections.iter_mut().filter(|section| section.is("start")) {
        let mut places = rules.places.iter();
        let mut goes = |item: &Tree| item.is("place") && places.next().is_some_and(is_few);
        site::items_mut(start).into_iter().for_each(|items| items.retain(|item| !goes(item)));
    }
    sections.retain(|section| !section.is("start") || !section.args().is_empty());
    empty
}

/// The rules without the pieces of the start, where all pieces stand there and none comes into play later: `None` for other games.
pub(super) fn unplaced(tree: &Tree) -> Option<Tree> {
    let rules = lower(tree).ok()?;
    if rules.places.is_empty() || rules.pieces.iter().any(facts::enters) {
        return None;
    }
    let mut unplaced = tree.clone();
    site::items_mut(&mut unplaced)?.retain(|section| !section.is("start"));
    Some(unplaced)
}

/// The rules on a board of one size and tiling.
fn without_board(tree: &Tree) -> Tree {
    let mut rules = tree.clone();
    if let Some(items) = site::child_mut(&mut rules, "board").and_then(site::items_mut) {
        items.retain(|item| {
            !["tiling", "shape", "size", "phase", "nodes", "lines", "without"].iter().any(|word| item.is(word))
        });
        items.push(Tree::element("tiling", [Tree::word("hex")]));
        items.push(Tree::element("size", [Tree::int(4)]));
    }
    rules
}

/// The game of two players facing so, and the same with White and Black exchanged: each plays what the other did, facing as the
/// other did not.
fn coats(tree: &Tree, [first, second]: [&str; 2]) -> impl Iterator<Item = Tree> {
    let names = Names::of(tree).players;
    let player = |name: &String, faces: &str| Tree::element(name, [Tree::word(faces)]);
    let own = [player(&names[0], first), player(&names[1], second)];
    let exchanged = [player(&names[1], second), player(&names[0], first)];
    [own, exchanged].into_iter().filter_map(|players| {
        let players = Tree::element("players", players);
        let mut tree = tree.clone();
        match site::child_mut(&mut tree, "players") {
            Some(old) => *old = players,
            None => site::items_mut(&mut tree)?.insert(2, players),
        }
        Some(tree)
    })
}

/// The rules as they are on turned and reflected boards and with White and Black exchanged, those that are not the same in these words.
pub(super) fn other_coats(tree: &Tree) -> Vec<Tree> {
    if Names::of(tree).players.len() != 2 {
        return Vec::new();
    }
    let mut known = HashSet::from([Genome::new(tree).fingerprint()]);
    let turned = std::iter::once(tree.clone()).chain(turnings(tree));
    let coats = turned.flat_map(|tree| coats(&tree, facings(&tree)).map(|coat| canonical(&coat)).collect::<Vec<_>>());
    coats.filter(|coat| known.insert(Genome::new(coat).fingerprint())).collect()
}

/// The rules with players and pieces named as in another game, and on its board; `None` if it has other numbers of them.
pub(super) fn transplanted(tree: &Tree, to: &Tree) -> Option<Tree> {
    let mut tree = renamed(tree, to)?;
    *site::child_mut(&mut tree, "board")? = to.child("board")?.clone();
    Some(tree)
}

/// The rules with players and pieces named as in another game, in the order in which they are declared.
fn renamed(tree: &Tree, to: &Tree) -> Option<Tree> {
    let (own, other) = (Names::of(tree), Names::of(to));
    if own.players.len() != other.players.len() || own.pieces.len() != other.pieces.len() {
        return None;
    }
    let pairs = own.players.into_iter().zip(other.players).chain(own.pieces.into_iter().zip(other.pieces));
    let names: HashMap<String, String> = pairs.collect();
    let mut tree = tree.clone();
    // The first piece goes by the name of the default where there is no section of pieces.
    for section in site::items_mut(&mut tree)?.iter_mut().skip(2) {
        rename(section, &names);
    }
    if tree.child("players").is_none() && to.child("players").is_some() {
        let players = Names::of(to).players.into_iter().enumerate();
        let faced = players.map(|(i, name)| Tree::element(&name, [Tree::word(if i == 0 { "n" } else { "s" })]));
        let players = Tree::element("players", faced);
        site::items_mut(&mut tree)?.insert(2, players);
    }
    Some(tree)
}

fn rename(tree: &mut Tree, names: &HashMap<String, String>) {
    match &mut tree.kind {
        tree::Kind::Word(word) => {
            if let Some(name) = names.get(word) {
                word.clone_from(name);
            }
        }
        tree::Kind::List(items) => items.iter_mut().for_each(|item| rename(item, names)),
        _ => {}
    }
}

/// How the rules are prepared for distances that leave the board out.
pub(super) fn genome_without_board(tree: &Tree) -> Genome {
    Genome::new(&without_board(tree))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;

    fn read(text: &str) -> Tree {
        parse(text).unwrap()
    }

    #[test]
    fn colours_may_be_exchanged_where_both_mean_the_same() {
        let rules = |white: &str, black: &str| {
            read(&format!(
                "(game A (board (tiling hex) (shape tri) (size 4)) (end (White win {white}) (Black win {black})))"
            ))
        };
        let (a, b) = ("(in-a-row 4)", "(group 7)");
        assert_eq!(coatless(&rules(a, b)), coatless(&rules(b, a)));
        assert_ne!(coatless(&rules(a, b)), coatless(&rules(a, "(group 6)")));
        // Who goes ahead goes towards a corner, the other towards a side.
        let ahead = |white: &str, black: &str| {
            read(&format!(
                "(game A (board (tiling hex) (shape tri) (size 4)) (end (White win {white}) (Black win {black})))"
            ))
        };
        let (home, row) = ("(reach away)", "(in-a-row 4)");
        assert_ne!(coatless(&ahead(home, row)), coatless(&ahead(row, home)));
    }

    #[test]
    fn a_start_is_the_same_however_it_is_written() {
        let game = |board: &str, start: &str| {
            let moves = "(moves (move (pre (and (enemy to) (connected))) (action (pop) (push)) (post (capture))))";
            let pieces = format!("(pieces (Man All {moves}))");
            board_form(&read(&format!("(game A (board {board}) {pieces} (start {start}) (end (All lose (no-move))))")))
        };
        let (squares, triangles) = ("phase (tiling square) (size 6 5)", "(tiling tri) (size 8 8)");
        let phases = "(place (Man White) (phase 1)) (place (Man Black) (phase 0))";
        assert_eq!(game(squares, phases), game(triangles, "(place (Man All) (phase 1) mirror)"));
        assert_eq!(game(squares, phases), game(triangles, "(place (Man Black) (phase 1) mirror)"));
        let homes = "(place (Man White) home) (place (Man Black) home)";
        assert_eq!(game(squares, homes), game("(tiling square) (size 4 4)", "(place (Man White) home rotate)"));
        assert_ne!(game(squares, phases), game(squares, homes));
        assert_ne!(game(squares, phases), game(squares, "(place (Man White) (phase 1) (row 1) rotate)"));
    }

    /// Games that a person takes for one: whoever joins two sides loses, or may not and loses without a move; on many boards.
    #[test]
    fn a_family_has_other_boards_and_numbers_and_other_ways_to_say_it() {
        let game = |board: &str, rules: &str| read(&format!("(game A (board {board}) {rules})"));
        let (hex, octagons) = ("(tiling hex) (shape rhombus) (size 8 8)", "(tiling trunc-square) (size 7 8)");
        let lost = family_form(&game(hex, "(end (All lose (connect own-regions)))"));
        for (board, rules) in [
            (octagons, "(end (All lose (connect)))"),
            (hex, "(play (never (connect 2))) (end (All lose (no-move)))"),
            (octagons, "(play swap (never (connect 2 own-regions))) (end (All lose (no-move)))"),
        ] {
            assert_eq!(family_form(&game(board, rules)), lost, "{rules}");
        }
        for rules in [
            "(end (All win (connect own-regions)))",
            "(end (All lose (connect opposite-sides)))",
            "(play (never (connect 2))) (end (All win (no-move)))",
            "(end (All lose (no-move)))",
        ] {
            assert_ne!(family_form(&game(hex, rules)), lost, "{rules}");
        }
        let row = |n: u32| family_form(&game(hex, &format!("(end (All win (in-a-row {n})))")));
        assert_eq!(row(4), row(5));
        let with = |start: &str| family_form(&game(hex, &format!("(start {start}) (end (All win (in-a-row 4)))")));
        for start in [
            "(place (Stone All) C1 rotate)",
            "(place (Stone White) B2 C3) (place (Stone Black) B3)",
            "(place (Stone White) centre (phase 1)) (place (Stone Black) centre (phase 0))",
        ] {
            assert_eq!(with(start), row(4), "{start}");
        }
        // Many stones, and as many as there are, make a game of their own.
        for start in ["(place (Stone All) A1 A2 A3 A4 A5)", "(place (Stone All) C1 rotate) (in-hand (Stone All) 8)"] {
            assert_ne!(with(start), row(4), "{start}");
        }
    }

    #[test]
    fn it_is_all_one_whether_winning_comes_first_or_who_wins_does_not_lose() {
        let form = |end: &str| {
            board_form(
                &parse(&format!("(game G (players White Black) (board (tiling hex) (size 5)) (end {end}))")).unwrap(),
            )
        };
        let yavalath = form("(All win (in-a-row 4)) (All lose (and (in-a-row 3) (not (in-a-row 4))))");
        assert_eq!(form("(All win (in-a-row 4)) (All lose (in-a-row 3)) win-first"), yavalath);
        assert_ne!(form("(All win (in-a-row 4)) (All lose (in-a-row 3))"), yavalath);
        // Who has three in a row and wins has four.
        assert_eq!(form("(All win (in-a-row 3)) (All lose (and (in-a-row 3) (not (in-a-row 4))))"), yavalath);
        assert_ne!(form("(All win (in-a-row 2)) (All lose (and (in-a-row 3) (not (in-a-row 4))))"), yavalath);
        let one_sided = "(White win (in-a-row 4)) (All lose (in-a-row 3))";
        assert_ne!(form(&format!("{one_sided} win-first")), form(one_sided));
    }

    #[test]
    fn goals_may_be_given_to_each_player_or_to_all() {
        let game = |players: &str, end: &str| {
            let rules = format!(
                "(game A {players} (board (tiling square) (size 6 6)) (pieces (Man All (moves (move (dirn f) (pre (and (empty to) (steps f))) (action (pop) (push))))))
                    (start (place (Man All) home)) (end {end}))"
            );
            board_form(&read(&rules))
        };
        let race = game("", "(All win (reach away)) (All lose (no-move))");
        for (players, end) in [
            ("", "(White win (reach away)) (All lose (no-move)) (Black win (reach away))"),
            ("", "(White win (reach (side n))) (Black win (reach (side s))) (All lose (no-move))"),
            ("(players (Up n) (Down s))", "(Up win (reach (side n))) (Down win (reach (side s))) (All lose (no-move))"),
        ] {
            assert_eq!(game(players, end), race, "{end}");
        }
        for end in [
            "(White win (reach (side s))) (Black win (reach (side n))) (All lose (no-move))",
            "(White win (reach (side n))) (Black win (reach (side n))) (All lose (no-move))",
            "(White win (reach away)) (Black lose (reach away)) (All lose (no-move))",
        ] {
            assert_ne!(game("", end), race, "{end}");
        }
        let across = "(Left win (reach (side n))) (Right win (reach (side e))) (All lose (no-move))";
        assert_ne!(game("(players (Left n) (Right e))", across), race);
        // Sides that nothing else has to do with stay sides: they may be turned, and other boards have them, too.
        let sides = |board: &str, white: &str, black: &str| {
            let end = format!("(end (White win (reach {white})) (Black win (reach {black})))");
            comparable(&read(&format!("(game A (board {board}) {end})")))
        };
        let (squares, hexagons) = ("(tiling square) (size 7 7)", "(tiling hex) (shape rhombus) (size 7 7)");
        let north = sides(squares, "(side n)", "(side s)");
        assert_eq!(coatless(&sides(squares, "(side e)", "(side w)")), coatless(&north));
        assert_eq!(boardless(&sides(hexagons, "(side n)", "(side s)")), boardless(&north));
    }

    #[test]
    fn leave_to_pass_makes_no_other_game_where_nobody_would() {
        let game = |play: &str, end: &str| {
            let rules = format!("(game A (board (tiling hex) (shape rhombus) (size 7 7)) {play} (end {end}))");
            boardless(&comparable(&read(&rules)))
        };
        let same = |end: &str| game("(play swap can-pass)", end) == game("", end);
        assert!(same("(All win (connect own-regions))"));
        assert!(same("(All win (or (in-a-row 4) (cycle)))"));
        assert!(!same("(All lose (connect own-regions))"));
        assert!(!same("(All win (and (in-a-row 4) (not (in-a-row 5))))"));
        assert!(!same("(All win (in-a-row 4 exactly))"));
    }

    #[test]
    fn boards_and_numbers_are_left_out_when_asked() {
        let rules = |board: &str, n: u32| read(&format!("(game A (board {board}) (end (All win (in-a-row {n}))))"));
        let (hex, square) = ("(tiling hex) (shape hex) (size 5)", "(tiling square i-nbors) (size 9 9)");
        assert_ne!(coatless(&rules(hex, 4)), coatless(&rules(square, 4)));
        assert_eq!(boardless(&rules(hex, 4)), boardless(&rules(square, 4)));
        assert_ne!(boardless(&rules(hex, 4)), boardless(&rules(hex, 5)));
        assert_eq!(numberless(&rules(hex, 4)), numberless(&rules(square, 5)));
    }

    #[test]
    fn rules_may_be_put_on_the_board_of_others() {
        let a = read(
            "(game A (board (tiling square) (size 3)) (pieces (Man All (moves (move (pre (empty to)) (action (push)))))) (end (White win (eliminate (Man Black)))))",
        );
        let b = read("(game B (players Red Blue) (board (tiling hex) (size 5)) (end (All win (full))))");
        let text = crate::language::print(&transplanted(&a, &b).unwrap());
        assert!(text.contains("(board (hex 5))") && text.contains("Red win (eliminate (Stone Blue))"), "{text}");
        assert!(parse(&text).is_ok());
    }
}
