//! Games that are the same but for the way the board is turned.

use super::genome::{Genome, default_facing};
use super::lineage;
use super::outline::Outline;
use super::site;
use crate::language::resolve::{self, Names};
use crate::language::schema::{Id, Ludeme, Param, Turning, word};
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
    let tree = &*crate::language::definitions::plain(tree);
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

/// The game on every turned and reflected board that has words for it.
#[cfg(test)]
pub(super) fn turnings(tree: &Tree) -> Vec<Tree> {
    let turns =
        [false, true].into_iter().flat_map(|reflected| (0..4).map(move |quarters| Turn { reflected, quarters }));
    turns.skip(1).filter_map(|turn| turned(tree, turn)).collect()
}

/// The game on the turned board; `None` if the board has no such symmetry or the language no words for it.
fn turned(tree: &Tree, turn: Turn) -> Option<Tree> {
    let names = Names::of(tree);
    let outline = Outline::of(tree).filter(|o| o.tiling == "square" && o.c == 1)?;
    if tree.child("board")?.child("without").is_some() {
        return None;
    }
    let board = Board { width: outline.a, height: outline.b, turn };
    let mut tree = tree.clone();
    lineage::each(&mut tree, &mut |node| node.span = Default::default());
    if board.crosswise() && tree.child("board")?.child("regions").is_none() && uses_own_sides(&tree, &names) {
        return None;
    }
    let places = site::sites(&tree, &names);
    for found in places.iter().rev() {
        let Some(ludeme) = found.ludeme else { continue };
        board.turn_element(tree.at_mut(&found.path)?, ludeme, &names)?;
    }
    turn_players(&mut tree, &board, &names)?;
    let size = site::child_mut(site::child_mut(&mut tree, "board")?, "size")?;
    if board.crosswise() && size.args().len() > 1 {
        site::items_mut(size)?[1..].reverse();
    }
    Some(tree)
}

/// Whether the game speaks of the sides that players own by default: without declared regions they go without saying only on
/// an unturned board.
fn uses_own_sides(tree: &Tree, names: &Names) -> bool {
    site::sites(tree, names).iter().any(|found| {
        let (Some(ludeme), Some(node)) = (found.ludeme, tree.at(&found.path)) else { return false };
        ludeme.facts.turning == Turning::OwnSides
            || ludeme.id == Id::Condition(word::Condition::Connect)
                && resolve::resolve(node, ludeme.category, names).is_some_and(|e| e.all("regions").is_empty())
    })
}

/// Turns the facings of the players, which are no site of breeding.
fn turn_players(tree: &mut Tree, board: &Board, names: &Names) -> Option<()> {
    let mut players = match tree.child("players") {
        Some(players) => players.clone(),
        None => Tree::element("players", names.players.iter().map(Tree::word)),
    };
    for (i, player) in site::items_mut(&mut players)?.iter_mut().skip(1).enumerate() {
        let facing = player.args().first().and_then(Tree::head).unwrap_or(default_facing(i));
        *player = Tree::element(player.head()?, [Tree::word(board.compass(facing)?)]);
    }
    match site::child_mut(tree, "players") {
        Some(old) => *old = players,
        None => site::items_mut(tree)?.insert(2, players),
    }
    Some(())
}

struct Board {
    width: i64,
    height: i64,
    turn: Turn,
}

impl Board {
    /// Whether rows become columns.
    fn crosswise(&self) -> bool {
        self.turn.quarters % 2 == 1
    }

    /// Where a point of the compass goes.
    fn compass(&self, point: &str) -> Option<&'static str> {
        let at = COMPASS.iter().position(|c| *c == point)?;
        let at = if self.turn.reflected { (8 - at) % 8 } else { at };
        Some(COMPASS[(at + 2 * self.turn.quarters) % 8])
    }

    /// Turns one element, its arguments being turned by themselves; `None` if the language has no words for it.
    fn turn_element(&self, node: &mut Tree, ludeme: &'static Ludeme, names: &Names) -> Option<()> {
        let element = resolve::resolve(node, ludeme.category, names)?;
        let given = |(param, slot): (&Param, &Vec<&Tree>)| param.unturnable && !slot.is_empty();
        if ludeme.params.iter().zip(&element.slots).any(given) {
            return None;
        }
        if self.turn.reflected && ludeme.params.iter().any(|p| p.handed) {
            let roles = site::roles(node, ludeme, names);
            for (arg, role) in site::items_mut(node)?.iter_mut().skip(1).zip(roles) {
                if let Kind::Int(turns) = &mut arg.kind
                    && role.is_some_and(|(param, _)| param.handed)
                {
                    *turns = -*turns;
                }
            }
        }
        match ludeme.facts.turning {
            Turning::Same | Turning::OwnSides => {}
            Turning::Compass => site::set_head(node, self.compass(ludeme.word)?),
            Turning::Hand(other) if self.turn.reflected => site::set_head(node, other),
            Turning::Hand(_) => {}
            Turning::NotCrosswise if self.crosswise() => return None,
            Turning::NotCrosswise => {}
            Turning::Never => return None,
            Turning::Phase if self.swaps_phases() => {
                if let Kind::Int(colour @ 0..=1) = &mut site::items_mut(node)?.get_mut(1)?.kind {
                    *colour = 1 - *colour;
                }
            }
            Turning::Phase => {}
            Turning::Row => {
                let number = node.args().first()?.as_int().filter(|n| (1..=self.height).contains(n))?;
                *node = self.line((1, number), (2, number));
            }
            Turning::Column => {
                let number = node.args().first()?.as_int().filter(|n| (1..=self.width).contains(n))?;
                *node = self.line((number, 1), (number, 2));
            }
            Turning::Label => {
                let label = self.label(node.head()?)?;
                site::set_head(node, &label);
            }
        }
        Some(())
    }

    /// The row or column that two cells of one become, by its number.
    fn line(&self, first: (i64, i64), second: (i64, i64)) -> Tree {
        let (a, b) = (self.cell(first), self.cell(second));
        if a.1 == b.1 { Tree::element("row", [Tree::int(a.1)]) } else { Tree::element("col", [Tree::int(a.0)]) }
    }

    /// The label of the cell that a labelled cell becomes; `None` on boards of levels or beyond 26 files.
    fn label(&self, label: &str) -> Option<String> {
        let label = label.to_ascii_uppercase();
        if label.contains('-') {
            return None;
        }
        let letters = label.bytes().take_while(u8::is_ascii_uppercase).count();
        let file = label[..letters].bytes().fold(0i64, |n, b| n * 26 + i64::from(b - b'A') + 1);
        let (x, y) = self.cell((file, label[letters..].parse().ok()?));
        ((1..=26).contains(&x) && y >= 1).then(|| format!("{}{y}", char::from(b'A' + (x - 1) as u8)))
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
