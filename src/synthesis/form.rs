//! Form: goals and starts that people can keep in mind go over into themselves when the board is turned or reflected.

use super::repair::repair;
use super::site;
use crate::board::{CellId, CellSet, Tiling};
use crate::game::rules::{Cells, Condition, Node};
use crate::game::{AnyGame, Game, Player, facts, lower, shape};
use crate::language::{Names, Tree, canonical};
use crate::with_game;
use std::collections::BTreeSet;

/// Whoever lists more regions than that has laid another board out on this one, and means its symmetries; a single region has a form of its own.
const MOST_REGIONS: usize = 24;

/// Why nobody can keep the goals of a game in mind, in words: no known game has regions as its goals that no symmetry of the board takes to each other, nor a
/// pattern of five pieces or more that is not symmetrical.
pub fn formless(game: &AnyGame) -> Option<String> {
    let regions = lopsided(game)
        .map(|named| format!("its goals have no form: no symmetry of the board keeps their {named} regions"));
    let pattern = || {
        lopsided_pattern(game)
            .map(|cells| format!("its goals have no form: no symmetry keeps their pattern of {cells} pieces"))
    };
    regions.or_else(pattern)
}

/// Why nobody can set up a game without its rules at hand, in words: the pieces stand scattered. People place pieces in rows, corners and patterns, so that a
/// rotation or reflection of the board takes each side to the other, or each to itself.
pub fn scattered(game: &AnyGame) -> Option<String> {
    let pieces = with_game!(game, g => scattered_pieces(g))?;
    Some(format!("its start has no form: no symmetry of the board keeps its {pieces} pieces"))
}

/// Rules whose scattered start is put in order, and what was done, in words: the pieces of one side stand as they did, those of the other as these do after the board is mirrored
/// or turned, in canonical form. `None` if the start has form, or is not to be put in order so.
pub(super) fn ordered(tree: &Tree) -> Option<(Tree, String)> {
    let start = tree.items().iter().position(|section| section.is("start"))?;
    let named: usize =
        tree.items()[start].args().iter().filter(|item| item.is("place")).map(|item| item.args().len()).sum();
    if named < 2 || scattered(&compiled(tree)?).is_none() {
        return None;
    }
    let names = Names::of(tree);
    let ways = names.players.iter().flat_map(|player| [(player, "rotate"), (player, "mirror")]);
    ways.into_iter().find_map(|(player, way)| {
        let other = shared(tree, &names, player, &[PLACES], Some(way))?;
        // All pieces come into play yet.
        let sound = scattered(&compiled(&other)?).is_none() && repair(other.clone()).1.is_empty();
        sound.then(|| {
            let words = if way == "rotate" { "turned by half a turn" } else { "mirrored" };
            (other, format!("the start had no form: the pieces of {player} stand {words} for the opponent"))
        })
    })
}

/// What belongs to a player in the rules: a section, the kinds of its entries, all if none is named, and where an entry says whose it is.
struct Part {
    section: &'static str,
    kinds: &'static [&'static str],
    owner: &'static [usize],
}

const PLACES: Part = Part { section: "start", kinds: &["place"], owner: &[1, 1] };
const START: Part = Part { kinds: &["place", "in-hand"], ..PLACES };
const GOALS: Part = Part { section: "end", kinds: &[], owner: &[0] };
const PIECES: Part = Part { section: "pieces", kinds: &[], owner: &[1] };

/// Gives what a player has of a part to both, in place of what the other has. Returns whether the player has any.
fn share(tree: &mut Tree, names: &Names, player: &str, part: &Part) -> bool {
    let section = tree.items().iter().position(|section| section.is(part.section));
    let section = section.and_then(|section| tree.at_mut(&[section]));
    let Some(items) = section.and_then(site::items_mut) else { return false };
    let owner = |item: &Tree| {
        let is_part = part.kinds.is_empty() || part.kinds.iter().any(|kind| item.is(kind));
        item.at(part.owner).filter(|_| is_part)?.as_word().map(str::to_owned)
    };
    items.retain(|item| owner(item).is_none_or(|word| word == player || !names.players.contains(&word)));
    let mut shared = false;
    for item in items.iter_mut().filter(|item| owner(item).is_some_and(|word| word == player)) {
        shared |= item.at_mut(part.owner).map(|whose| *whose = Tree::word("All")).is_some();
    }
    shared
}

/// Lets the pieces of one side stand as those of the other do after the board is mirrored or turned.
fn turn_start(tree: &mut Tree, way: &str) {
    let sections = site::items_mut(tree).into_iter().flatten().filter(|section| section.is("start"));
    for item in sections.filter_map(site::items_mut).flatten().filter(|item| item.is("place")) {
        if !item.args().iter().any(|arg| arg.is("mirror") || arg.is("rotate")) {
            site::push_arg(item, Tree::word(way));
        }
    }
}

/// Rules in which both players have what one has of some parts, the one turned or mirrored to the other if a way is given, in canonical form; `None` if the player has nothing of a part.
fn shared(tree: &Tree, names: &Names, player: &str, parts: &[Part], way: Option<&str>) -> Option<Tree> {
    let mut other = tree.clone();
    if !parts.iter().all(|part| share(&mut other, names, player, part)) {
        return None;
    }
    if let Some(way) = way {
        turn_start(&mut other, way);
    }
    Some(canonical(&other))
}

/// The game of some rules, if they have a meaning.
fn compiled(tree: &Tree) -> Option<AnyGame> {
    AnyGame::new(lower(tree).ok()?).ok()
}

/// Rules whose sides are unequal although those of their template are equal, with equal sides again, and what was done, in words: what one player has of pieces, of goals or of the start,
/// both have, the least of these that makes them equal; in canonical form. `None` if the sides are equal, or the template's are not, or nothing makes them so.
pub(super) fn evened(template: &Tree, tree: &Tree) -> Option<(Tree, String)> {
    let is_uneven = |game: &AnyGame| with_game!(game, g => g.has_unequal_sides());
    if !is_uneven(&compiled(tree)?) || is_uneven(&compiled(template)?) {
        return None;
    }
    let names = Names::of(tree);
    let ways = [None, Some("rotate"), Some("mirror")];
    let each = CHOICES.iter().flat_map(|parts| ways.map(|way| (*parts, way)));
    let each = each.filter(|(parts, way)| way.is_none() || parts.iter().any(|part| part.section == START.section));
    each.into_iter().find_map(|(parts, way)| {
        names.players.iter().find_map(|player| {
            let other = shared(tree, &names, player, parts, way)?;
            let made = compiled(&other)?;
            let even = !is_uneven(&made) && !has_lopsided_goals(&made) && scattered(&made).is_none();
            (even && repair(other.clone()).1.is_empty())
                .then(|| (other, format!("the sides were unequal: both have what {player} has")))
        })
    })
}

/// What may be shared to make sides equal, the least first.
const CHOICES: [&[Part]; 7] =
    [&[START], &[GOALS], &[PIECES], &[START, GOALS], &[START, PIECES], &[GOALS, PIECES], &[START, GOALS, PIECES]];

/// How many pieces of the players stand on the board at the start, if no rotation or reflection of the board but the identity takes these to each other, with or
/// without a change of sides. What is nobody's is a stock to choose from, or the rim of a board.
fn scattered_pieces<const W: usize>(game: &Game<W>) -> Option<u32> {
    let owned = game.initial(Player::White).owned;
    let [white, black] = Player::BOTH.map(|player| owned[player]);
    let pieces = white.len() + black.len();
    let [_, turns @ ..] = game.board().symmetries() else { return None };
    if pieces < 2 || turns.is_empty() {
        return None;
    }
    let kept = turns.iter().any(|turn| {
        goes(white, white, turn) && goes(black, black, turn) || goes(white, black, turn) && goes(black, white, turn)
    });
    (!kept).then_some(pieces)
}

/// Whether a turn of the board takes some cells to others, all of them.
fn goes<const W: usize>(from: CellSet<W>, to: CellSet<W>, turn: &[CellId]) -> bool {
    from.len() == to.len() && from.iter().all(|cell| to.contains(turn[usize::from(cell)]))
}

/// Why a start is hard to set up although one side's pieces stand as the other's do, in words: rows or other regions and some odd cells, or a long list of cells, on a board of four symmetries or
/// more, of which none but the identity takes the pieces of a side to themselves, and at most one other takes all pieces to themselves. Where people add cells to
/// rows, they add them so that the rows of a side are symmetrical, or all pieces together.
pub fn lopsided_formation(game: &AnyGame) -> Option<String> {
    let odd = |cells: &[Cells]| {
        let labels = cells.iter().filter(|cells| matches!(cells, Cells::Label(_))).count();
        0 < labels && labels < cells.len() || labels > MOST_LABELS
    };
    if !game.rules().places.iter().any(|place| odd(&place.cells)) {
        return None;
    }
    let pieces = with_game!(game, g => lopsided_pieces(g))?;
    Some(format!("its start has no form: hardly a symmetry of the board keeps the {pieces} pieces of a side"))
}

fn lopsided_pieces<const W: usize>(game: &Game<W>) -> Option<u32> {
    let owned = game.initial(Player::White).owned;
    let [white, black] = Player::BOTH.map(|player| owned[player]);
    let [_, turns @ ..] = game.board().symmetries() else { return None };
    if white.len() != black.len() || white.len() < 3 || turns.len() < 3 {
        return None;
    }
    let kept = |set: CellSet<W>| turns.iter().filter(|turn| goes(set, set, turn)).count();
    let formed = kept(white) > 0 || kept(black) > 0 || kept(white | black) > 1;
    (!formed).then_some(white.len())
}

/// As many cells as people list one by one for the pieces of a side, if these have no form.
const MOST_LABELS: usize = 5;

/// What is odd about a board, in words: people have boxes of equal sides, and wheels and rings of few rings.
pub fn odd_board(game: &AnyGame) -> Option<String> {
    let spec = game.board().spec();
    let size = |i: usize| spec.sizes.get(i).copied().unwrap_or(1);
    match spec.tiling {
        Tiling::Square if size(2) > 1 && (size(0) != size(1) || size(1) != size(2)) => {
            Some(format!("a box of {} by {} by {} cells", size(0), size(1), size(2)))
        }
        Tiling::Wheel if size(1) > MOST_RINGS => Some(format!("a wheel of {} rings", size(1))),
        Tiling::Rings if size(0) > MOST_RINGS => Some(format!("{} rings", size(0))),
        Tiling::Morris if size(0) > MOST_RINGS => Some(format!("{} squares around each other", size(0))),
        _ => None,
    }
    .map(|board| format!("a board that nobody has: {board}"))
}

/// As many rings as boards have that people play on.
const MOST_RINGS: u32 = 5;

/// Whether the sides have as many pieces as each other at the start, name as many regions as their goals, and no rotation or reflection of the board takes these
/// of one side to those of the other. In games that people make such sides are equal.
pub fn has_lopsided_goals(game: &AnyGame) -> bool {
    let alike = with_game!(game, g => {
        let start = g.initial(Player::White);
        start.owned[Player::White].len() == start.owned[Player::Black].len() && !g.has_unequal_sides()
    });
    let own = Player::BOTH.map(|player| aims(game, player));
    // Without turns, both have the same goals or none has.
    let turns = game.board().symmetries();
    alike
        && own.iter().any(|aims| !aims.is_empty())
        && !turns.iter().any(|turn| turned(&own[0], turn) == own[1] && turned(&own[1], turn) == own[0])
}

/// How many regions the goals of a game name, if no rotation or reflection of the board but the identity takes these to each other, with or without a
/// change of sides. People make the goals of a game of a piece: sides, corners, a centre.
fn lopsided(game: &AnyGame) -> Option<usize> {
    let own = Player::BOTH.map(|player| aims(game, player));
    let named: usize = own[0].iter().map(Vec::len).sum();
    let [_, turns @ ..] = game.board().symmetries() else { return None };
    if !(2..=MOST_REGIONS).contains(&named) || turns.is_empty() {
        return None;
    }
    let kept = turns.iter().any(|turn| keeps(turn, &own));
    (!kept).then_some(named)
}

/// Why the regions that the goals name are hard to keep in mind, in words: three to eight, on a board of eight symmetries or more, of which at most one besides the identity
/// keeps them.
pub fn hardly_symmetric(game: &AnyGame) -> Option<String> {
    let own = Player::BOTH.map(|player| aims(game, player));
    let regions: BTreeSet<&Vec<CellId>> = own[0].iter().flatten().collect();
    let turns = game.board().symmetries();
    let kept = turns.iter().filter(|turn| keeps(turn, &own));
    ((3..=8).contains(&regions.len()) && turns.len() >= 8 && kept.count() < 3)
        .then(|| format!("its goals name {} regions that hardly a symmetry of the board keeps", regions.len()))
}

/// How many pieces a pattern among the goals has that is not symmetrical, if there is one.
fn lopsided_pattern(game: &AnyGame) -> Option<usize> {
    facts::patterns(game.rules()).into_iter().find_map(|path| shape::lopsided_cells(game.board(), path))
}

/// What regions a condition is about.
type Aim = Vec<Vec<CellId>>;

/// The regions that the goals of a player name, condition by condition, each once.
fn aims(game: &AnyGame, player: Player) -> Vec<Aim> {
    let (rules, board) = (game.rules(), game.board());
    let mut aims = Vec::new();
    for clause in rules.end.iter().filter(|clause| clause.who.means(Some(player), player)) {
        Node::Condition(&clause.condition).for_each(|node| {
            let mut regions = match node {
                Node::Condition(Condition::Connect { count, regions, .. }) => {
                    rules.to_connect(board, *count, regions, player).0
                }
                Node::Condition(Condition::Reach { goal, .. } | Condition::Path { goal, .. }) => {
                    vec![rules.cells_of(board, goal, player)]
                }
                _ => return,
            };
            regions.sort_unstable();
            aims.push(regions);
        });
    }
    aims.sort_unstable();
    aims.dedup();
    aims
}

/// Whether a turn of the board takes the aims of each side to themselves, or to those of the other.
fn keeps(turn: &[CellId], own: &[Vec<Aim>; 2]) -> bool {
    let [white, black] = [turned(&own[0], turn), turned(&own[1], turn)];
    white == own[0] && black == own[1] || white == own[1] && black == own[0]
}

/// Aims as they are after the board is turned.
fn turned(aims: &[Aim], turn: &[CellId]) -> Vec<Aim> {
    let region = |cells: &Vec<CellId>| {
        let mut cells: Vec<CellId> = cells.iter().map(|&c| turn[usize::from(c)]).collect();
        cells.sort_unstable();
        cells
    };
    let aim = |regions: &Aim| {
        let mut regions: Vec<_> = regions.iter().map(region).collect();
        regions.sort_unstable();
        regions
    };
    let mut turned: Vec<_> = aims.iter().map(aim).collect();
    turned.sort_unstable();
    turned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::lower;
    use crate::language::parse;
    use crate::language::print::one_line;
    use crate::synthesis::reader::known_games;

    fn game(rules: &str) -> AnyGame {
        AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap()
    }

    #[test]
    fn goals_that_no_symmetry_keeps_have_no_form() {
        let odd = |end: &str| {
            let board = "(board (tiling hex) (shape hex) (size 4))";
            formless(&game(&format!("(game G (players White Black) {board} (end (All lose {end})))"))).is_some()
        };
        assert!(odd("(or (connect B2) (connect (side n) (side sw)) (connect (side nw) (side se)))"));
        assert!(odd("(or (reach (row 1)) (reach (row 3)) (reach 2 A3 B2))"));
        assert!(!odd("(connect (side n) (side s))") && !odd("(or (connect corners) (connect (side n) (side s)))"));
        assert!(!odd("(in-a-row 3)"));
        let hard = |end: &str| {
            let board = "(board (tiling hex) (shape hex) (size 5))";
            hardly_symmetric(&game(&format!("(game G (players White Black) {board} (end (All lose {end})))"))).is_some()
        };
        let pairs = ["(connect (side n) (side s))", "(connect (side ne) (side sw))", "(connect (side nw) (side se))"];
        assert!(hard(&format!("(or {} {} (connect (side s) (side sw)))", pairs[0], pairs[1])));
        assert!(!hard(&format!("(or {})", pairs.join(" "))) && !hard(pairs[0]));
        assert!(odd("(pattern f f f r f)") && !odd("(pattern f r f r f r f r f)"));
    }

    #[test]
    fn starts_that_no_symmetry_keeps_are_scattered() {
        let odd = |start: &str| {
            let board = "(board (tiling square) (size 5 5))";
            scattered(&game(&format!("(game G {board} (start {start}) (end (All win (in-a-row 3))))"))).is_some()
        };
        assert!(odd("(place (Stone White) A1 B3) (place (Stone Black) D4)"));
        assert!(odd("(place (Stone White) A1 C1 E1) (place (Stone Black) B5 C5 E5)"));
        assert!(!odd("(place (Stone White) A1 C1 E1) (place (Stone Black) A5 C5 E5)"), "from each other's side");
        assert!(!odd("(place (Stone White) A1 B1) (place (Stone Black) E5 D5)"), "by half a turn");
        assert!(!odd("(place (Stone White) C3) (place (Stone Black) A1 A5 E1 E5)"), "each to itself");
        assert!(!odd("(place (Stone White) B2)") && !odd("(place Stone home)"));
    }

    #[test]
    fn rows_and_odd_cells_are_no_formation() {
        let odd = |start: &str| {
            let board = "(board (tiling hex) (shape hex) (size 5))";
            let game = game(&format!("(game G {board} (start {start}) (end (All win (in-a-row 3))))"));
            assert_eq!(scattered(&game), None, "{start}");
            lopsided_formation(&game).is_some()
        };
        assert!(odd("(place (Stone All) (row 9) (row 2) C3 D3 mirror)") && odd("(place (Stone All) home A2 rotate)"));
        // Abalone's start.
        assert!(!odd("(place (Stone All) (row 1) (row 2) C3 D3 E3 mirror)"));
        assert!(!odd("(place (Stone All) (row 1) (row 2) mirror)"));
    }

    #[test]
    fn boxes_have_equal_sides_and_wheels_few_rings() {
        let odd = |board: &str| odd_board(&game(&format!("(game G (board {board}) (end (All win (in-a-row 3))))")));
        assert!(odd("(tiling square i-nbors) (size 4 5 4)").is_some_and(|odd| odd.contains("4 by 5 by 4")));
        assert_eq!(odd("(tiling square i-nbors) (size 4 4 4)"), None);
        assert_eq!(odd("(tiling square) (size 4 9)"), None);
        assert!(odd("(tiling wheel) (size 6 17)").is_some() && odd("(tiling wheel) (size 8 2)").is_none());
        assert!(odd("(tiling morris) (size 9)").is_some() && odd("(tiling morris) (size 3)").is_none());
    }

    #[test]
    fn a_scattered_start_is_put_in_order() {
        let after = |start: &str| {
            let board = "(board (tiling square) (size 5 5))";
            let tree = parse(&format!("(game G {board} (start {start}) (end (All win (in-a-row 3))))")).unwrap();
            ordered(&tree).map(|(tree, _)| one_line(tree.child("start").unwrap()))
        };
        assert_eq!(
            after("(place (Stone White) A1 B3) (place (Stone Black) D4)").unwrap(),
            "(start (place (Stone All) A1 B3 rotate))"
        );
        assert_eq!(after("(place (Stone White) A1 C1 E1) (place (Stone Black) A5 C5 E5)"), None);
        assert_eq!(after("(place Stone home)"), None);
        let tree = parse(
            "(game G (board (tiling square) (size 5 5)) (pieces (Man All (moves (move (pre (empty to)) (action (pop) (push))))))
                (start (place (Man Black) A1 B3 D4)) (end (All win (in-a-row 3))))",
        );
        let (tree, _) = ordered(&tree.unwrap()).unwrap();
        assert_eq!(one_line(tree.child("start").unwrap()), "(start (place (Man All) A1 B3 D4 rotate))");
        // White has no pieces that could stand for Black's.
        assert_eq!(after("(place (Stone Black) A1 B3 D4)").unwrap(), "(start (place (Stone All) A1 B3 D4 rotate))");
    }

    #[test]
    fn sides_that_breeding_made_unequal_are_made_equal() {
        let rules = |pieces: &str, start: &str, end: &str| {
            let moves = "(moves (move (pre (and (empty to) (connected))) (action (pop) (push))))";
            parse(&format!(
                "(game G (players White Black) (board (tiling square) (size 5 5)) (pieces (Man {pieces} {moves})) (start {start}) (end {end}))"
            ))
            .unwrap()
        };
        let template = rules("All", "(place (Man All) home)", "(All win (in-a-row 4))");
        let after = |pieces: &str, start: &str, end: &str| {
            let (tree, _) = evened(&template, &rules(pieces, start, end))?;
            Some(
                [tree.child("pieces").unwrap(), tree.child("start").unwrap(), tree.child("end").unwrap()].map(one_line),
            )
        };
        let (start, end) = ("(place (Man All) home)", "(All win (in-a-row 4))");
        assert_eq!(after("All", start, end), None, "they are equal");
        let made = after("All", "(place (Man White) (row 1))", end).unwrap();
        assert_eq!(made[1..], ["(start (place (Man All) (row 1) rotate))", "(end (All win (in-a-row 4)))"]);
        let made = after("All", "(place (Man White) A1 C1) (place (Man Black) B5)", end).unwrap();
        assert_eq!(made[1], "(start (place (Man All) A1 C1 rotate))");
        let made = after("All", start, "(White lose (no-move))").unwrap();
        assert_eq!(made[2], "(end (All lose (no-move)))");
        let made = after("White", "(place (Man White) home)", end).unwrap();
        assert!(made[0].starts_with("(pieces (Man All"), "what stands at home stands there for both: {made:?}");
        // One side against the other, as in Fox and Hounds.
        let hunt = rules(
            "All",
            "(place (Man White) C1) (place (Man Black) home)",
            "(White win (reach away)) (Black win (no-move))",
        );
        assert_eq!(evened(&hunt, &rules("All", "(place (Man White) C1)", end)), None);
    }

    #[test]
    fn goals_of_equal_sides_go_over_into_each_other() {
        let odd = |shape: &str, end: &str| {
            let board = format!("(board (tiling hex) (shape {shape}) (size 5))");
            has_lopsided_goals(&game(&format!("(game G {board} (end {end}))")))
        };
        assert!(!odd("rhombus", "(All win (connect own-regions))") && !odd("rhombus", "(All win (in-a-row 4))"));
        assert!(odd("rhombus", "(All win (connect own-regions)) (All win (connect (side n) (side s)))"));
        assert!(!odd("rhombus", "(All win (connect (side n) (side s)))"), "both have the same");
        // Rows of hexagons are not as wide as high.
        assert!(odd("square", "(All win (connect own-regions))"));
    }

    #[test]
    fn known_games_have_form() {
        let (mut odd, mut lopsided) = (Vec::new(), Vec::new());
        for (stem, tree) in known_games() {
            let game = AnyGame::new(lower(&tree).unwrap()).unwrap();
            let goals = (formless(&game), hardly_symmetric(&game), has_lopsided_goals(&game));
            assert_eq!(goals, (None, None, false), "{stem}");
            assert_eq!(odd_board(&game), None, "{stem}");
            if lopsided_formation(&game).is_some() {
                lopsided.push(stem.clone());
            }
            if scattered(&game).is_some() {
                odd.push(stem);
            }
        }
        // One side's pieces on dark squares, and starts that people put up as they like.
        assert_eq!(odd, ["billabong", "fox-and-hounds", "groups", "northcott"]);
        assert_eq!(lopsided, ["northcott"]);
    }
}
