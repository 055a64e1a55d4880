//! Games that are the same but for the way the board is turned.

use super::genome::{Genome, default_facing};
use super::lineage;
use super::site;
use crate::board::{Board, CellId, Compass, Tiling};
use crate::language::resolve::{self, Names};
use crate::language::schema::{About, Id, Ludeme, Param, Turning, word};
use crate::language::tree::{Kind, Tree};

/// The fingerprint of a game that is equal also for games on turned or reflected boards, of squares with sizes swapped: compass
/// words, labels and rows carried along. Boards of levels have only their plain fingerprint.
///
/// A game that says something which no turned board can say (pieces placed by count or mirrored top to bottom on a
/// quarter turn, coordinates computed with) is compared in the positions that it can be turned to.
///
/// ```
/// use ludogen::language::parse;
/// use ludogen::synthesis::{fingerprint, symmetric_fingerprint};
///
/// let bridge = |size, sides| {
///     let rules = format!("(game Bridge (board (tiling square) (size {size})) (end (All win (connect {sides}))))");
///     parse(&rules).unwrap()
/// };
/// let (along, turned) = (bridge("3 5", "(side n) (side s)"), bridge("5 3", "(side e) (side w)"));
/// assert_ne!(fingerprint(&along), fingerprint(&turned));
/// assert_eq!(symmetric_fingerprint(&along), symmetric_fingerprint(&turned));
/// ```
pub fn symmetric_fingerprint(tree: &Tree) -> u128 {
    let tree = &*crate::language::definitions::plain(tree);
    let own = Genome::new(tree).fingerprint();
    let Some(board) = board_of(tree) else { return own };
    let turned = images(&board).into_iter().filter_map(|image| turned(tree, &image));
    turned.map(|t| Genome::new(&t).fingerprint()).fold(own, u128::min)
}

/// Whether two games are the same up to names, the order of order-free arguments and the symmetry of the board.
///
/// ```
/// use ludogen::language::parse;
/// use ludogen::synthesis::same_up_to_symmetry;
///
/// let bridge = |size, sides| {
///     let rules = format!("(game Bridge (board (tiling square) (size {size})) (end (All win (connect {sides}))))");
///     parse(&rules).unwrap()
/// };
/// let along = bridge("3 5", "(side n) (side s)");
/// assert!(same_up_to_symmetry(&along, &bridge("5 3", "(side e) (side w)")));
/// assert!(!same_up_to_symmetry(&along, &bridge("3 5", "(side e) (side w)")));
/// ```
pub fn same_up_to_symmetry(a: &Tree, b: &Tree) -> bool {
    symmetric_fingerprint(a) == symmetric_fingerprint(b)
}

/// Whether some symmetry of the board keeps the rest of a game, and not what is added to it.
pub(crate) fn breaks_symmetry(whole: &Tree, rest: &Tree) -> bool {
    let Some(board) = board_of(whole) else { return false };
    let kept = |tree: &Tree, image: &Image| {
        turned(tree, image).map(|turned| Genome::new(&turned).fingerprint() == Genome::new(tree).fingerprint())
    };
    let same_board = |image: &Image| image.source.spec().sizes == image.target.spec().sizes;
    let images = images(&board).into_iter().filter(same_board);
    images.into_iter().any(|image| kept(rest, &image) == Some(true) && kept(whole, &image) == Some(false))
}

/// Whether it matters which way players face.
pub(crate) fn looks_ahead(tree: &Tree) -> bool {
    let mut rules = tree.args().iter().skip(1).filter(|section| !section.is("players"));
    rules.any(|section| resolve::speaks_of(section, About::Facing))
}

/// The board that a game is played on, if it is a whole one of one level on a tiling of the plane.
fn board_of(tree: &Tree) -> Option<Board> {
    let board = Board::new(&crate::game::lower(tree).ok()?.board).ok()?;
    let spec = board.spec();
    let whole = spec.tiling.is_lattice() && spec.without.is_empty() && board.levels() == 1;
    whole.then_some(board)
}

/// The game on every turned and reflected board that has words for it.
pub(crate) fn turnings(tree: &Tree) -> Vec<Tree> {
    let Some(board) = board_of(tree) else { return Vec::new() };
    images(&board).iter().filter_map(|image| turned(tree, image)).collect()
}

/// A board as it lies after a rotation or reflection.
struct Image<'b> {
    source: &'b Board,
    target: Board,
    /// Where each cell goes.
    cells: Vec<CellId>,
    /// Where each point of the compass goes, if that has a name.
    compass: [Option<Compass>; 8],
    reflected: bool,
}

/// A symmetry of the square: first perhaps reflected left to right, then turned clockwise by quarters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    reflected: bool,
    quarters: usize,
}

impl Turn {
    /// Where a point of the compass goes.
    fn compass(self, point: usize) -> usize {
        let at = if self.reflected { (8 - point) % 8 } else { point };
        (at + 2 * self.quarters) % 8
    }

    /// Where a cell of a board of so many columns and rows goes: column and row from 0.
    fn cell(self, (width, height): (u32, u32), (x, y): (u32, u32)) -> (u32, u32) {
        let (mut x, mut y) = (if self.reflected { width - 1 - x } else { x }, y);
        let (mut width, mut height) = (width, height);
        for _ in 0..self.quarters {
            // Clockwise: north goes to east.
            (x, y) = (y, width - 1 - x);
            (width, height) = (height, width);
        }
        (x, y)
    }
}

impl<'b> Image<'b> {
    /// The image under a map of cells that takes straight lines to straight lines.
    fn of(source: &'b Board, target: Board, cells: Vec<CellId>) -> Option<Image<'b>> {
        let leads = |d: usize, to: usize| {
            let mut along = source.cells().filter_map(|c| Some((c, source.neighbour(c, d)?))).peekable();
            along.peek().is_some()
                && along.all(|(c, next)| target.neighbour(cells[usize::from(c)], to) == Some(cells[usize::from(next)]))
        };
        let image = |d: usize| (0..target.directions()).find(|&to| leads(d, to));
        let compass = Compass::ALL.iter().map(|&point| target.direction(image(source.compass(point)?)?).compass());
        let compass: Vec<Option<Compass>> = compass.collect();
        // What turns one way turns the other way in a mirror.
        let direct = (0..source.directions()).find(|&d| source.is_direct(d))?;
        let reflected = match (image(direct), image(source.turn(direct, 1))) {
            (Some(a), Some(b)) => target.turn(a, 1) != b,
            _ => false,
        };
        Some(Image { source, target, cells, compass: compass.try_into().ok()?, reflected })
    }

    fn square(source: &'b Board, turn: Turn) -> Option<Image<'b>> {
        let mut spec = source.spec().clone();
        if turn.quarters % 2 == 1 && spec.sizes.len() > 1 {
            spec.sizes.swap(0, 1);
        }
        let target = Board::new(&spec).ok()?;
        let size = (source.cols(), source.rows());
        let cell = |c: CellId| {
            let (x, y) = turn.cell(size, (source.col(c), source.row(c)));
            target.row_cells(0, y).start + x as CellId
        };
        let cells = source.cells().map(cell).collect();
        // Boards one cell wide have directions that lead nowhere.
        let compass = std::array::from_fn(|point| Some(Compass::ALL[turn.compass(point)]));
        Some(Image { source, target, cells, compass, reflected: turn.reflected })
    }
}

/// The images of a board but for itself.
fn images(board: &Board) -> Vec<Image<'_>> {
    if board.spec().tiling == Tiling::Square {
        let turns =
            [false, true].into_iter().flat_map(|reflected| (0..4).map(move |quarters| Turn { reflected, quarters }));
        return turns.skip(1).filter_map(|turn| Image::square(board, turn)).collect();
    }
    let turns = board.symmetries().iter().skip(1);
    turns.filter_map(|cells| Image::of(board, board.clone(), cells.clone())).collect()
}

/// The game on the turned board; `None` if the language has no words for it.
fn turned(tree: &Tree, image: &Image) -> Option<Tree> {
    let names = Names::of(tree);
    let mut tree = tree.clone();
    lineage::each(&mut tree, &mut |node| node.span = Default::default());
    if tree.child("board")?.child("regions").is_none() && uses_own_sides(&tree, &names) && !image.keeps_own_sides() {
        return None;
    }
    let places = site::sites(&tree, &names);
    for found in places.iter().rev() {
        let Some(ludeme) = found.ludeme else { continue };
        image.turn_element(tree.at_mut(&found.path)?, ludeme, &names)?;
    }
    turn_players(&mut tree, image, &names)?;
    let size = site::child_mut(site::child_mut(&mut tree, "board")?, "size")?;
    if image.source.spec().sizes != image.target.spec().sizes {
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

/// Turns the facings of the players, which are no site of breeding, where they matter.
fn turn_players(tree: &mut Tree, image: &Image, names: &Names) -> Option<()> {
    if !looks_ahead(tree) {
        return Some(());
    }
    let mut players = match tree.child("players") {
        Some(players) => players.clone(),
        None => Tree::element("players", names.players.iter().map(Tree::word)),
    };
    let facing = |(i, player): (usize, &Tree)| {
        let own = player.args().first().and_then(Tree::head).unwrap_or(default_facing(i));
        image.compass_word(own).filter(|turned| image.keeps_rows(own, turned))
    };
    let facings = players.args().iter().enumerate().map(facing).collect::<Option<Vec<_>>>()?;
    for (player, facing) in site::items_mut(&mut players)?.iter_mut().skip(1).zip(facings) {
        *player = Tree::element(player.head()?, [Tree::word(facing)]);
    }
    match site::child_mut(tree, "players") {
        Some(old) => *old = players,
        None => site::items_mut(tree)?.insert(2, players),
    }
    Some(())
}

impl Image<'_> {
    /// Whether up and down become left and right, or what lies between.
    fn crosswise(&self) -> bool {
        !matches!(self.compass[Compass::N as usize], Some(Compass::N | Compass::S))
    }

    /// Where a point of the compass goes.
    fn compass_word(&self, point: &str) -> Option<&'static str> {
        self.compass[Compass::from_word(point)? as usize].map(Compass::word)
    }

    /// Whether the rows of whoever faces one way become those of whoever faces another: on hexagons rows lie differently for some ways.
    fn keeps_rows(&self, facing: &str, turned: &str) -> bool {
        let (Some(facing), Some(turned)) = (Compass::from_word(facing), Compass::from_word(turned)) else {
            return false;
        };
        (1..)
            .map(|k| (self.source.home(facing, k), self.target.home(turned, k)))
            .take_while(|(own, _)| !own.is_empty())
            .all(|(own, other)| {
                let mut image: Vec<CellId> = own.into_iter().map(|c| self.cells[usize::from(c)]).collect();
                image.sort_unstable();
                image == other
            })
    }

    /// Whether the sides that a player owns by default become their own again.
    fn keeps_own_sides(&self) -> bool {
        let sorted = |mut sides: Vec<Vec<CellId>>| {
            sides.iter_mut().for_each(|side| side.sort_unstable());
            sides.sort_unstable();
            sides
        };
        let turned = |side: Vec<CellId>| side.into_iter().map(|c| self.cells[usize::from(c)]).collect::<Vec<_>>();
        (0..2).all(|player| {
            let own = self.source.own_sides(player).map(|sides| sorted(sides.into_iter().map(turned).collect()));
            own == self.target.own_sides(player).map(sorted)
        })
    }

    /// Turns one element, its arguments being turned by themselves; `None` if the language has no words for it.
    fn turn_element(&self, node: &mut Tree, ludeme: &'static Ludeme, names: &Names) -> Option<()> {
        let element = resolve::resolve(node, ludeme.category, names)?;
        let given = |(param, slot): (&Param, &Vec<&Tree>)| param.unturnable && !slot.is_empty();
        if ludeme.params.iter().zip(&element.slots).any(given) {
            return None;
        }
        if self.reflected && ludeme.params.iter().any(|p| p.handed) {
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
            Turning::Compass => site::set_head(node, self.compass_word(ludeme.word)?),
            Turning::Hand(other) if self.reflected => site::set_head(node, other),
            Turning::Hand(_) => {}
            Turning::NotCrosswise if self.crosswise() => return None,
            Turning::NotCrosswise => {}
            Turning::Never => return None,
            Turning::Phase => {
                if let Kind::Int(colour) = &mut site::items_mut(node)?.get_mut(1)?.kind {
                    *colour = self.phase(*colour)?;
                }
            }
            Turning::Row => {
                let number = u32::try_from(node.args().first()?.as_int()?).ok()?;
                *node = self.line(&|c| self.source.row(c) + 1 == number)?;
            }
            Turning::Column => {
                let number = u32::try_from(node.args().first()?.as_int()?).ok()?;
                *node = self.line(&|c| self.source.col(c) + 1 == number)?;
            }
            Turning::Label => {
                let cell = self.source.cell(node.head()?)?;
                site::set_head(node, &self.target.label(self.cells[usize::from(cell)]).to_ascii_uppercase());
            }
        }
        Some(())
    }

    /// The row or column that some cells become.
    fn line(&self, of_line: &dyn Fn(CellId) -> bool) -> Option<Tree> {
        let mut image: Vec<CellId> =
            self.source.cells().filter(|&c| of_line(c)).map(|c| self.cells[usize::from(c)]).collect();
        image.sort_unstable();
        let (row, col) = (self.target.row(*image.first()?), self.target.col(image[0]));
        let whole = |is: &dyn Fn(CellId) -> bool| self.target.cells().filter(|&c| is(c)).eq(image.iter().copied());
        if whole(&|c| self.target.row(c) == row) {
            return Some(Tree::element("row", [Tree::int(i64::from(row) + 1)]));
        }
        whole(&|c| self.target.col(c) == col).then(|| Tree::element("col", [Tree::int(i64::from(col) + 1)]))
    }

    /// The phase that the cells of one take; phases that the board does not have stay.
    fn phase(&self, phase: i64) -> Option<i64> {
        let of_phase = self.source.cells().filter(|&c| i64::from(self.source.phase(c)) == phase);
        let mut images = of_phase.map(|c| i64::from(self.target.phase(self.cells[usize::from(c)])));
        let Some(first) = images.next() else { return Some(phase) };
        images.all(|image| image == first).then_some(first)
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
            let square = |g: &Tree, turn| {
                let board = board_of(g).filter(|board| board.spec().tiling == Tiling::Square)?;
                turned(g, &Image::square(&board, turn)?)
            };
            let times = |turn, n| (0..n).try_fold(game.clone(), |g, _| square(&g, turn));
            for g in [times(quarter, 4), times(mirror, 2)].into_iter().flatten() {
                assert_eq!(Genome::new(&g).fingerprint(), own, "{}", crate::synthesis::tests::text(&g));
                assert_eq!(symmetric_fingerprint(&g), symmetric_fingerprint(&game));
            }
            if let Some(g) = times(mirror, 1) {
                assert!(same_up_to_symmetry(&g, &game), "{}", crate::synthesis::tests::text(&g));
            }
        }
        let turnable = games().iter().filter(|g| turnings(g).len() == 7).count();
        assert!(turnable >= 4, "{turnable}");
    }

    #[test]
    fn phases_follow_their_cells() {
        let on = |size: &str, phase: i64, side: &str| {
            read(&format!(
                "(game A (board (tiling square) (size {size})) (pieces (Man All (moves))) (start (place (Man White) (side {side}) (phase {phase}))) (end (All win (reach away))))"
            ))
        };
        assert!(same_up_to_symmetry(&on("4 4", 0, "e"), &on("4 4", 1, "w")));
        assert!(!same_up_to_symmetry(&on("4 4", 0, "e"), &on("4 4", 0, "w")));
        assert!(same_up_to_symmetry(&on("5 5", 0, "e"), &on("5 5", 0, "w")));
    }

    #[test]
    fn hexagons_are_turned_by_sixths() {
        let game = |way: &str, white: &str, black: &str| {
            read(&format!(
                "(game A (board (tiling hex) (shape hex) (size 3)) (pieces (Man All (moves (move (dirn {way}) (pre (and (empty to) (connected))) (action (pop) (push)))))) (start (place (Man White) {white}) (place (Man Black) {black})) (end (All win (in-a-row 3))))"
            ))
        };
        let a = game("ne", "A1", "E5");
        assert_eq!(turnings(&a).len(), 11);
        // A sixth clockwise: north-east becomes east, the lower left corner the one on the left, the upper right one that on the right.
        assert!(same_up_to_symmetry(&a, &game("e", "A3", "E3")));
        assert!(same_up_to_symmetry(&a, &game("nw", "C1", "C5")), "a reflection");
        assert!(!same_up_to_symmetry(&a, &game("e", "A1", "E5")));
    }
}
