//! Games that are the same but for the way the board is turned.

use super::genome::{Genome, default_facing};
use super::lineage;
use super::outline::Outline;
use super::site;
use crate::language::resolve::{self, Names};
use crate::language::schema::{Category, Head};
use crate::language::tree::{Kind, Tree};

const COMPASS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/// A symmetry of the square: first perhaps reflected left to right, then turned clockwise by quarters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    reflected: bool,
    quarters: usize,
}

/// The fingerprint of a game that is equal also for games on turned or reflected boards of squares: sizes swapped, compass
/// words, labels and rows carried along. Other tilings have only their plain fingerprint.
///
/// A game that says something which no turned board can say (pieces placed by count or mirrored top to bottom on a
/// quarter turn, coordinates computed with) is compared in the positions that it can be turned to.
pub fn symmetric_fingerprint(tree: &Tree) -> u128 {
    let own = Genome::new(tree).fingerprint();
    let turns =
        [false, true].into_iter().flat_map(|reflected| (0..4).map(move |quarters| Turn { reflected, quarters }));
    let turned = turns.skip(1).filter_map(|turn| turned(tree, turn)).map(|t| Genome::new(&t).fingerprint());
    turned.fold(own, u128::min)
}

/// Whether two games are the same up to names, the order of order-free arguments and the symmetry of the board.
pub fn same_up_to_symmetry(a: &Tree, b: &Tree) -> bool {
    symmetric_fingerprint(a) == symmetric_fingerprint(b)
}

/// The game on the turned board; `None` if the board has no such symmetry or the language no words for it.
fn turned(tree: &Tree, turn: Turn) -> Option<Tree> {
    let names = Names::of(tree);
    let outline = Outline::of(tree).filter(|o| o.tiling == "square" && o.c == 1)?;
    let board = Board { width: outline.a, height: outline.b, turn };
    let sizes = tree.child("board")?.child("size")?.args().len();
    let mut tree = tree.clone();
    lineage::each(&mut tree, &mut |node| node.span = Default::default());
    let crosswise = turn.quarters % 2 == 1;

    // Facings and, on a quarter turn, own regions go without saying only on an unturned board.
    let regions = tree.child("board")?.child("regions").is_some();
    for found in site::sites(&tree, &names) {
        let node = site::at(&tree, &found.path)?;
        let Some(ludeme) = found.ludeme else { continue };
        let own = match (ludeme.category, ludeme.word) {
            (Category::Cells, "own-regions" | "enemy-regions") => true,
            (Category::Condition, "connect") => {
                resolve::resolve(node, Category::Condition, &names)?.all("regions").is_empty()
            }
            _ => false,
        };
        if own && !regions && crosswise {
            return None;
        }
    }
    let places = site::sites(&tree, &names);
    for found in places.iter().rev() {
        let Some(ludeme) = found.ludeme else { continue };
        let node = site::at_mut(&mut tree, &found.path)?;
        match (ludeme.category, ludeme.word) {
            (Category::Direction, word) => {
                if let Some(at) = COMPASS.iter().position(|c| *c == word) {
                    site::set_head(node, COMPASS[board.compass(at)]);
                } else if turn.reflected {
                    site::set_head(node, other_hand(word));
                }
            }
            (Category::Turtle, word) if turn.reflected => site::set_head(node, other_hand(word)),
            (Category::Effect, "rotate") if turn.reflected => {
                for arg in site::items_mut(node)?.iter_mut().skip(1) {
                    if let Kind::Int(by) = &mut arg.kind {
                        *by = -*by;
                    }
                }
            }
            (Category::PlaceFlag, "mirror") if crosswise => return None,
            (Category::StartItem, "place") => {
                let element = resolve::resolve(node, Category::StartItem, &names)?;
                if element.get("count").is_some() {
                    return None;
                }
            }
            (Category::Int, "row" | "col" | "phase") => return None,
            (Category::Cells, "phase") if board.swaps_phases() => {
                let phase = site::items_mut(node)?.get_mut(1)?;
                if let Kind::Int(colour @ 0..=1) = &mut phase.kind {
                    *colour = 1 - *colour;
                }
            }
            (Category::Cells, "row" | "col") => {
                let is_row = ludeme.word == "row";
                let number = node.args().first()?.as_int()?;
                // A row is known by its first cell and turns into the row or column that holds the turned cells.
                let (from, to) = if is_row { ((1, number), (2, number)) } else { ((number, 1), (number, 2)) };
                let (a, b) = (board.cell(from), board.cell(to));
                *node = if a.1 == b.1 {
                    Tree::element("row", [Tree::int(a.1)])
                } else {
                    Tree::element("col", [Tree::int(a.0)])
                };
            }
            (Category::Cells | Category::Coord, _) if ludeme.head == Head::Label => {
                let label = node.head()?.to_ascii_uppercase();
                if label.contains('-') {
                    return None;
                }
                let letters = label.bytes().take_while(u8::is_ascii_uppercase).count();
                let file = label[..letters].bytes().fold(0i64, |n, b| n * 26 + i64::from(b - b'A') + 1);
                let (x, y) = board.cell((file, label[letters..].parse().ok()?));
                if !(1..=26).contains(&x) || y < 1 {
                    return None;
                }
                site::set_head(node, &format!("{}{y}", char::from(b'A' + (x - 1) as u8)));
            }
            _ => {}
        }
    }
    // The players' facings are no site of breeding, so they are turned by hand.
    let mut players = match tree.child("players") {
        Some(players) => players.clone(),
        None => Tree::element("players", names.players.iter().map(Tree::word)),
    };
    for (i, player) in site::items_mut(&mut players)?.iter_mut().skip(1).enumerate() {
        let facing = player.args().first().and_then(Tree::head).unwrap_or(default_facing(i));
        let at = COMPASS.iter().position(|c| *c == facing)?;
        *player = Tree::element(player.head()?, [Tree::word(COMPASS[board.compass(at)])]);
    }
    match site::child_mut(&mut tree, "players") {
        Some(old) => *old = players,
        None => site::items_mut(&mut tree)?.insert(2, players),
    }
    if crosswise && sizes > 1 {
        let size = site::child_mut(site::child_mut(&mut tree, "board")?, "size")?;
        site::items_mut(size)?[1..].reverse();
    }
    Some(tree)
}

struct Board {
    width: i64,
    height: i64,
    turn: Turn,
}

impl Board {
    /// Where a point of the compass goes, by its number clockwise from north.
    fn compass(&self, at: usize) -> usize {
        let at = if self.turn.reflected { (8 - at) % 8 } else { at };
        (at + 2 * self.turn.quarters) % 8
    }

    /// Where a cell goes: column and row from 1.
    fn cell(&self, (x, y): (i64, i64)) -> (i64, i64) {
        let (mut x, mut y) = (if self.turn.reflected { self.width + 1 - x } else { x }, y);
        let (mut width, mut height) = (self.width, self.height);
        for _ in 0..self.turn.quarters {
            // Clockwise: north goes to east.
            (x, y) = (y, width + 1 - x);
            (width, height) = (height, width);
        }
        (x, y)
    }

    /// Whether the cells of one phase take the places of the other.
    fn swaps_phases(&self) -> bool {
        let (x, y) = self.cell((1, 1));
        (x + y) % 2 != 0
    }
}

/// Left for right.
fn other_hand(word: &str) -> &str {
    match word {
        "l" => "r",
        "r" => "l",
        "fl" => "fr",
        "fr" => "fl",
        "bl" => "br",
        "br" => "bl",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthesis::reader::{games, read};

    #[test]
    fn a_turned_game_is_the_same_game() {
        let a = read("(game A (board (tiling square) (size 3 4)) (pieces (Man All (moves (move (dirn n ne) (pre (and (empty to) (steps f l fr))) (action (pop) (push))))))
            (start (place (Man White) A1 (row 2)) (place (Man Black) C4)) (end (All win (reach away)) (White win (connect (side n) (side s)))))");
        // Turned clockwise by a quarter: north is east, A1 is A3, the second row the second column.
        let b = read("(game B (players (White e) (Black w)) (board (tiling square) (size 4 3)) (pieces (Man All (moves (move (dirn e se) (pre (and (empty to) (steps f l fr))) (action (pop) (push))))))
            (start (place (Man White) A3 (col 2)) (place (Man Black) D1)) (end (All win (reach away)) (White win (connect (side e) (side w)))))");
        assert!(same_up_to_symmetry(&a, &b));
        assert_ne!(Genome::new(&a).fingerprint(), Genome::new(&b).fingerprint());
        // Reflected left to right: steps change hands.
        let c = read("(game C (board (tiling square) (size 3 4)) (pieces (Man All (moves (move (dirn n nw) (pre (and (empty to) (steps f r fl))) (action (pop) (push))))))
            (start (place (Man White) C1 (row 2)) (place (Man Black) A4)) (end (All win (reach away)) (White win (connect (side n) (side s)))))");
        assert!(same_up_to_symmetry(&a, &c));
        for (from, to) in
            [("steps f r fl", "steps f l fr"), ("A4", "B4"), ("row 2", "row 3"), ("dirn n nw", "dirn n ne")]
        {
            let other = read(&crate::synthesis::tests::text(&c).replace(from, to));
            assert_ne!(other, c);
            assert!(!same_up_to_symmetry(&a, &other), "{from} {to}");
        }
    }

    #[test]
    fn four_quarters_and_two_reflections_are_nothing() {
        let quarter = Turn { reflected: false, quarters: 1 };
        let mirror = Turn { reflected: true, quarters: 0 };
        for game in games() {
            let own = Genome::new(&game).fingerprint();
            let times = |turn, n| (0..n).try_fold(game.clone(), |g, _| turned(&g, turn));
            for g in [times(quarter, 4), times(mirror, 2)].into_iter().flatten() {
                assert_eq!(Genome::new(&g).fingerprint(), own, "{}", crate::synthesis::tests::text(&g));
                assert_eq!(symmetric_fingerprint(&g), symmetric_fingerprint(&game));
            }
            if let Some(g) = times(mirror, 1) {
                assert!(same_up_to_symmetry(&g, &game), "{}", crate::synthesis::tests::text(&g));
            }
        }
        assert!(games().iter().filter(|g| turned(g, quarter).is_some()).count() >= 4);
    }

    #[test]
    fn phases_follow_their_cells() {
        let on = |size: &str, phase: i64, side: &str| {
            read(&format!(
                "(game A (board (tiling square) (size {size})) (pieces (Man All (moves))) (start (place (Man White) (side {side}) (phase {phase}))) (end (All win (full))))"
            ))
        };
        assert!(same_up_to_symmetry(&on("4 4", 0, "e"), &on("4 4", 1, "w")));
        assert!(!same_up_to_symmetry(&on("4 4", 0, "e"), &on("4 4", 0, "w")));
        assert!(same_up_to_symmetry(&on("5 5", 0, "e"), &on("5 5", 0, "w")));
    }
}
