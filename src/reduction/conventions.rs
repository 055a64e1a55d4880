//! What makes no other game: who says a goal for whom, whether losing comes first, leave to pass where nobody would. Rules are brought to one form of
//! these before they are compared.

use crate::board::{Board, CellId};
use crate::game::rules::{Cells, Clause, Condition, Node, Place, Player, Rules, Verdict, Who};
use crate::game::{facts, lower};
use crate::language::canonical;
use crate::language::resolve::Names;
use crate::language::tree::{self, Tree};
use crate::synthesis::{looks_ahead, site};
use std::collections::BTreeSet;

/// The rules as they are compared with others.
pub(super) fn comparable(tree: &Tree) -> Tree {
    let mut tree = permissive(losing_first(passless(swapless(for_both(canonical(tree))))));
    if tree.child("players").is_none()
        && let Some(items) = site::items_mut(&mut tree).filter(|items| items.len() > 2)
    {
        items.insert(2, Tree::element("players", ["White", "Black"].map(Tree::word)));
    }
    canonical(&named_start(canonical(&tree)))
}

/// The rules with the goals that are the same for both players given to all: word for word, or, where it matters where players face, as each sees them.
fn for_both(mut tree: Tree) -> Tree {
    let seen = seen_from_each(&tree);
    let Some(end) = site::child_mut(&mut tree, "end") else { return tree };
    let joined = seen.as_ref().and_then(said_once).or_else(|| said_once(end));
    match joined {
        Some(joined) => *end = joined,
        None => return tree,
    }
    canonical(&tree)
}

/// The end section with the sides that a player faces and turns the back to by the names that they have for the player, on a square board whose players face each
/// other. Where nothing else asks where they face, they may be turned, and sides stay sides.
fn seen_from_each(tree: &Tree) -> Option<Tree> {
    let names = Names::of(tree).players;
    let facings = facings(tree);
    let board = tree.child("board")?;
    let spec = |word: &str| board.child(word).and_then(|spec| spec.args().first()?.as_word());
    let square = spec("tiling") == Some("square") && spec("shape").is_none_or(|shape| shape == "square");
    let opposite = matches!(facings, ["n", "s"] | ["s", "n"] | ["e", "w"] | ["w", "e"]);
    if !square || board.child("without").is_some() || !opposite || !looks_ahead(tree) {
        return None;
    }
    let mut end = tree.child("end")?.clone();
    for clause in site::items_mut(&mut end).into_iter().flatten() {
        if let Some(player) = names.iter().position(|name| clause.is(name)) {
            seen_from(clause, facings[player], facings[1 - player]);
        }
    }
    Some(end)
}

/// Gives the sides that a player faces and turns the back to the names that they have for the player.
fn seen_from(tree: &mut Tree, ahead: &str, behind: &str) {
    let is = |side: &str| tree.is("side") && tree.args().first().and_then(Tree::as_word) == Some(side);
    if is(ahead) {
        *tree = Tree::word("away");
    } else if is(behind) {
        *tree = Tree::word("home");
    } else {
        site::items_mut(tree).into_iter().flatten().for_each(|item| seen_from(item, ahead, behind));
    }
}

/// The end section with what both players win, lose or draw by said of all, if there is such a thing.
pub(super) fn said_once(end: &Tree) -> Option<Tree> {
    let of_one = |clause: &Tree| clause.args().len() == 2 && !clause.is("All");
    let mut clauses = end.items().to_vec();
    let mut joined = false;
    let mut at = 1;
    while at < clauses.len() {
        let other = (at + 1..clauses.len()).find(|&other| {
            let (one, other) = (&clauses[at], &clauses[other]);
            of_one(one) && of_one(other) && one.head() != other.head() && one.args() == other.args()
        });
        if let Some(other) = other {
            clauses[at] = Tree::element("All", clauses[at].args().iter().cloned());
            clauses.remove(other);
            joined = true;
        }
        at += 1;
    }
    joined.then(|| Tree::element("end", clauses.into_iter().skip(1)))
}

/// The rules where losing comes before winning, if one goal of both players wins and winning comes first: whoever loses then does not win.
fn losing_first(tree: Tree) -> Tree {
    let ended = |tree: &mut Tree| -> Option<()> {
        let items = site::items_mut(site::child_mut(tree, "end")?)?;
        let flag = items.iter().position(|item| item.as_word() == Some("win-first"))?;
        let result = |clause: &Tree| Some(clause.items().get(1)?.as_word()?.to_owned());
        let mut winning = items.iter().filter(|clause| result(clause).as_deref() == Some("win"));
        let (won, None) = (winning.next().filter(|clause| clause.is("All"))?.items().get(2)?.clone(), winning.next())
        else {
            return None;
        };
        for clause in items.iter_mut().filter(|clause| result(clause).as_deref() == Some("lose")) {
            let condition = clause.at_mut(&[2])?;
            *condition = Tree::element("and", [condition.clone(), Tree::element("not", [won.clone()])]);
        }
        items.remove(flag);
        Some(())
    };
    let mut changed = tree.clone();
    if ended(&mut changed).is_some() { canonical(&changed) } else { tree }
}

/// The rules with what stands turned or mirrored for the opponent named instead, where it stands on the cells of a phase or of a row from home: on other boards it would too.
fn named_start(mut tree: Tree) -> Tree {
    let Ok(rules) = lower(&tree) else { return tree };
    let Ok(board) = Board::new(&rules.board) else { return tree };
    let Some(items) = site::child_mut(&mut tree, "start").and_then(site::items_mut) else { return tree };
    let placing = items.iter().enumerate().filter(|(_, item)| item.is("place")).map(|(at, _)| at);
    let pairs: Vec<(usize, &Place)> = placing.zip(&rules.places).collect();
    for (at, place) in pairs.into_iter().rev() {
        if let Some(named) = named_for_both(&items[at], place, &rules, &board) {
            items.splice(at..=at, named);
        }
    }
    tree
}

/// What a clause of the start places for each player, the opponent's cells by a name.
fn named_for_both(item: &Tree, place: &Place, rules: &Rules, board: &Board) -> Option<[Tree; 2]> {
    let (record, cells) = item.args().split_first()?;
    let whole = matches!(place.piece.owner, None | Some(Who::All | Who::Player(_))) && record.args().len() < 2;
    if place.mirror == place.rotate || place.count.is_some() || place.cells.is_empty() || !whole {
        return None;
    }
    let first = if place.piece.owner == Some(Who::Player(Player::Black)) { Player::Black } else { Player::White };
    let own = rules.cells_of(board, &place.cells, first);
    let image = own.into_iter().map(|c| place.opposite(board, c)).collect::<Option<BTreeSet<CellId>>>()?;
    let is_image =
        |cells: Cells| rules.cells_of(board, &[cells], first.opponent()).into_iter().collect::<BTreeSet<_>>() == image;
    let number = |word: &str, n: i64| Tree::element(word, [Tree::int(n)]);
    let phase = (0..3).find(|&n| is_image(Cells::Phase(n))).map(|n| number("phase", n.into()));
    let name = phase.or_else(|| {
        let row = (1..3).find(|&n| is_image(Cells::Home(n)))?;
        Some(if row == 1 { Tree::word("home") } else { number("home", row.into()) })
    })?;
    let whose = |player: Player| {
        Tree::element(record.head().unwrap_or_default(), [Tree::word(&rules.players[player.index()].name)])
    };
    let flags = |cell: &&Tree| !matches!(cell.as_word(), Some("mirror" | "rotate"));
    let placed = cells.iter().filter(flags).cloned();
    Some([
        Tree::element("place", std::iter::once(whose(first)).chain(placed)),
        Tree::element("place", [whose(first.opponent()), name]),
    ])
}

/// The rules without the change of sides after the first move, which makes a game fairer, and no other game.
fn swapless(mut tree: Tree) -> Tree {
    let Some(sections) = site::items_mut(&mut tree) else { return tree };
    for play in sections.iter_mut().filter(|section| section.is("play")) {
        if let Some(items) = site::items_mut(play) {
            items.retain(|item| !item.is("swap"));
        }
    }
    without_empty_play(tree)
}

/// The rules without leave to pass, where pieces are put on any empty cell and stay, and nothing is lost: one more piece of one's own does no harm where it is
/// about what players have, so nobody passes.
fn passless(mut tree: Tree) -> Tree {
    if !tree.child("play").is_some_and(|play| play.mentions("can-pass")) {
        return tree;
    }
    let Ok(rules) = lower(&tree) else { return tree };
    let decides = |clause: &Clause| match clause.verdict {
        Verdict::Win => !Node::Condition(&clause.condition).any(minds_pieces),
        Verdict::Lose => false,
        Verdict::Draw => true,
    };
    let idle = rules.can_pass && facts::fills_up_unless_passed(&rules) && rules.end.iter().all(decides);
    for play in site::items_mut(&mut tree).into_iter().flatten().filter(|section| idle && section.is("play")) {
        if let Some(items) = site::items_mut(play) {
            items.retain(|item| !item.is("can-pass"));
        }
    }
    without_empty_play(tree)
}

/// Whether a condition may be true of fewer pieces and false of more, or asks for passes.
fn minds_pieces(node: Node) -> bool {
    let grows = |condition: &Condition| {
        matches!(
            condition,
            Condition::And(_)
                | Condition::Or(_)
                | Condition::Connect { .. }
                | Condition::Cycle { .. }
                | Condition::InARow { exactly: false, .. }
        )
    };
    matches!(node, Node::Condition(condition) if !grows(condition))
}

/// The rules with what is forbidden lost instead, where who cannot move loses: whoever has no move but such loses either way. (That a full board is
/// lost too, in which nothing forbidden has come about, is passed over.)
fn permissive(mut tree: Tree) -> Tree {
    let forbidden = tree.child("play").and_then(|play| play.child("never")).and_then(|never| never.args().first());
    let Some(condition) = forbidden.cloned() else { return tree };
    if !tree.child("end").is_some_and(|end| end.args().iter().any(is_stuck)) {
        return tree;
    }
    for section in site::items_mut(&mut tree).into_iter().flatten() {
        let (play, end) = (section.is("play"), section.is("end"));
        let Some(items) = site::items_mut(section) else { continue };
        if play {
            items.retain(|item| !item.is("never"));
        }
        if end {
            items.retain(|clause| !is_stuck(clause));
            items.push(Tree::element("All", [Tree::word("lose"), condition.clone()]));
        }
    }
    without_empty_play(tree)
}

/// Whether a clause is that whoever cannot move loses.
fn is_stuck(clause: &Tree) -> bool {
    let [who, verdict, condition] = clause.items() else { return false };
    [who, verdict].map(|word| word.as_word().unwrap_or_default()) == ["All", "lose"]
        && condition.is("no-move")
        && condition.args().is_empty()
}

fn without_empty_play(mut tree: Tree) -> Tree {
    if let Some(sections) = site::items_mut(&mut tree) {
        sections.retain(|section| !section.is("play") || !section.args().is_empty());
    }
    tree
}

/// The rules with the regions of each player given to the other, where those of the opponent alone count: whoever joins the opponent's sides joins what might as
/// well be called their own.
pub(super) fn own_regions(mut tree: Tree) -> Tree {
    fn exchange(tree: &mut Tree) {
        if tree.as_word() == Some("enemy-regions") {
            *tree = Tree { span: tree.span, ..Tree::word("own-regions") };
        } else if let tree::Kind::List(items) = &mut tree.kind {
            items.iter_mut().for_each(exchange);
        }
    }
    fn bare(tree: &Tree) -> bool {
        let says = |arg: &Tree| !matches!(arg.as_word(), Some("any" | "stack" | "d-nbors" | "i-nbors" | "all-nbors"));
        let tree::Kind::List(items) = &tree.kind else { return false };
        tree.is("connect") && !tree.args().iter().any(says) || items.iter().any(bare)
    }
    let declared = tree.child("board").is_some_and(|board| board.mentions("regions"));
    let own = tree.mentions("own-regions") || bare(&tree);
    if tree.mentions("enemy-regions") && !own && !declared && !looks_ahead(&tree) {
        exchange(&mut tree);
    }
    tree
}

/// Where the first and the second player face.
pub(super) fn facings(tree: &Tree) -> [&str; 2] {
    let given = |index: usize, default| {
        let player = tree.child("players").and_then(|players| players.args().get(index));
        player.and_then(|p| p.args().first()).and_then(Tree::head).unwrap_or(default)
    };
    [given(0, "n"), given(1, "s")]
}
