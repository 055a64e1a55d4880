//! Regions in the words of the player whom they are about: the top row is far away for White. What can be said so is brought to one form before games
//! are compared; `home` and `away` are on other boards too.

use crate::board::{Board, CellId, Compass};
use crate::game::lower;
use crate::game::rules::{Cells, Player, Rules};
use crate::language::resolve::Names;
use crate::language::tree::Tree;
use crate::synthesis::{looks_ahead, site};

/// The rules with regions told by the built-in words for them, where there are such.
pub(super) fn in_own_words(tree: &Tree) -> Tree {
    let absolute = ["side", "row", "col", "reach", "regions"].iter().any(|word| tree.mentions(word));
    let mut tree = tree.clone();
    if !absolute {
        return tree;
    }
    let board = |rules: &Rules| Board::new(&rules.board).ok();
    let Some((rules, board)) = lower(&tree).ok().and_then(|rules| board(&rules).map(|board| (rules, board))) else {
        return tree;
    };
    undeclared(&mut tree, &rules, &board);
    // Where nothing asks where players face, boards may be turned, and sides stay sides.
    if looks_ahead(&tree) {
        View::of(&rules, &board, Names::of(&tree).players).game(&mut tree);
    }
    tree
}

/// A game with its board.
struct View<'g> {
    rules: &'g Rules,
    board: &'g Board,
    /// What players are called.
    names: Vec<String>,
    /// The rows across the way that each player faces with the words for them; of two words for one row the first is meant.
    rows: [Vec<(Vec<CellId>, Tree)>; 2],
}

impl<'g> View<'g> {
    fn of(rules: &'g Rules, board: &'g Board, names: Vec<String>) -> View<'g> {
        let named = |player: Player, word: &str, k: u32, cells: Cells| {
            let word = if k == 1 { Tree::word(word) } else { Tree::element(word, [Tree::int(k.into())]) };
            (rules.cells_of(board, &[cells], player), word)
        };
        let both = |player, k| [named(player, "home", k, Cells::Home(k)), named(player, "away", k, Cells::Away(k))];
        let most = board.rows().max(board.cols());
        let rows = Player::BOTH.map(|player| (1..=most).flat_map(|k| both(player, k)).collect());
        View { rules, board, names, rows }
    }

    /// The player of that name.
    fn player(&self, name: &Tree) -> Option<Player> {
        let place = self.names.iter().position(|player| name.head() == Some(player))?;
        Player::BOTH.get(place).copied()
    }

    /// Puts the player's own words for regions into all that belongs to one player.
    fn game(&self, tree: &mut Tree) {
        for section in site::items_mut(tree).into_iter().flatten() {
            let (pieces, start, end) = (section.is("pieces"), section.is("start"), section.is("end"));
            for item in site::items_mut(section).into_iter().flatten() {
                let whose = match item.args().first() {
                    Some(_) if end => self.player(&item.items()[0]),
                    Some(owner) if pieces => self.player(owner),
                    Some(record) if start && item.is("place") => record.args().first().and_then(|o| self.player(o)),
                    _ => None,
                };
                match whose {
                    Some(player) => self.put(item, player),
                    None if pieces => self.moves(item),
                    None => {}
                }
            }
        }
    }

    /// The same for the moves of a piece of both players that one of them alone may make.
    fn moves(&self, piece: &mut Tree) {
        let moves = site::items_mut(piece).into_iter().flatten().filter(|item| item.is("moves"));
        for one in moves.filter_map(site::items_mut).flatten() {
            let owner = one.child("owner").and_then(|owner| owner.args().first()).and_then(|name| self.player(name));
            if let Some(player) = owner {
                self.put(one, player);
            }
        }
    }

    /// Puts a player's own words for regions into an element.
    fn put(&self, tree: &mut Tree, player: Player) {
        let goal = tree.is("reach");
        for item in site::items_mut(tree).into_iter().flatten().skip(1) {
            let side = || item.as_word().filter(|_| goal).and_then(Compass::from_word).map(Cells::Side);
            match absolute(item).or_else(side).and_then(|cells| self.own_word(cells, player)) {
                Some(word) => *item = word,
                None => self.put(item, player),
            }
        }
    }

    /// What a player calls these cells, if they are a row across the way faced.
    fn own_word(&self, cells: Cells, player: Player) -> Option<Tree> {
        let wanted = self.rules.cells_of(self.board, &[cells], player);
        let mut rows = self.rows[player.index()].iter();
        rows.find(|(row, _)| !wanted.is_empty() && *row == wanted).map(|(_, word)| word.clone())
    }
}

/// A side, a row or a column.
fn absolute(tree: &Tree) -> Option<Cells> {
    let [arg] = tree.args() else { return None };
    let number = || arg.as_int().and_then(|n| u32::try_from(n).ok());
    match tree.head()? {
        "side" => arg.head().and_then(Compass::from_word).map(Cells::Side),
        "row" => number().map(Cells::Row),
        "col" => number().map(Cells::Col),
        _ => None,
    }
}

/// Takes declared regions away that have names of their own: a region by its number that is a side, a row or a column, and sides that players own anyway.
fn undeclared(tree: &mut Tree, rules: &Rules, board: &Board) {
    let Some(declared) = tree.child("board").and_then(|board| board.child("regions")) else { return };
    let simple = |region: &Tree| region.args().last().filter(|cells| absolute(cells).is_some()).cloned();
    let one = |region: &Tree| region.args().iter().filter(|arg| arg.as_word().is_none()).count() == 1;
    let cells: Vec<Option<Tree>> = declared.args().iter().map(|r| simple(r).filter(|_| one(r))).collect();
    for section in site::items_mut(tree).into_iter().flatten().filter(|section| !section.is("board")) {
        inline(section, &cells);
    }
    let rest = || tree.args().iter().filter(|section| !section.is("board"));
    let named = |words: &[&str]| rest().any(|section| words.iter().any(|word| section.mentions(word)));
    let idle = !named(&["region", "own-regions", "enemy-regions", "connect"]);
    if idle || !named(&["region"]) && owns_sides(tree, rules, board) {
        let items = site::child_mut(tree, "board").and_then(site::items_mut);
        items.into_iter().for_each(|items| items.retain(|item| !item.is("regions")));
    }
}

fn inline(tree: &mut Tree, regions: &[Option<Tree>]) {
    let number = tree.args().first().and_then(Tree::as_int).filter(|_| tree.is("region"));
    let cells = number.and_then(|n| usize::try_from(n - 1).ok()).and_then(|at| regions.get(at)?.clone());
    match cells {
        Some(cells) => *tree = cells,
        None => site::items_mut(tree).into_iter().flatten().for_each(|item| inline(item, regions)),
    }
}

/// Whether the regions that players own are the sides that they own anyway, or those that the opponent does where only one's own count and it is all one
/// who owns which.
fn owns_sides(tree: &Tree, rules: &Rules, board: &Board) -> bool {
    let sorted = |mut regions: Vec<Vec<CellId>>| {
        regions.iter_mut().for_each(|region| region.sort_unstable());
        regions.sort_unstable();
        regions
    };
    let own = Player::BOTH.map(|player| Some(sorted(rules.regions_of(board, &[Cells::OwnRegions], player))));
    let sides = [0, 1].map(|player| board.own_sides(player).map(sorted));
    let [first, second] = &sides;
    own == sides || own.iter().eq([second, first]) && !tree.mentions("enemy-regions") && !looks_ahead(tree)
}
