//! What makes no other game: who says a goal for whom, whether losing comes first, leave to pass where nobody would. Rules are brought to one form of
//! these before they are compared.

use super::logic::{Fact, Logic};
use super::regions::in_own_words;
use crate::board::{Board, CellId};
use crate::game::rules::{Cells, Clause, Condition, Node, Place, Player, Rules, Verdict, Who};
use crate::game::{facts, lower};
use crate::language::canonical;
use crate::language::print::one_line;
use crate::language::resolve::Names;
use crate::language::schema::Category;
use crate::language::tree::{self, Tree};
use crate::order;
use crate::synthesis::{looks_ahead, site};
use std::collections::BTreeSet;

/// The rules as they are compared with others.
pub(super) fn comparable(tree: &Tree) -> Tree {
    let mut tree = in_own_words(&canonical(tree));
    tree = winning_alone(permissive(losing_first(passless(swapless(for_both(canonical(&tree)))))));
    if tree.child("players").is_none()
        && let Some(items) = site::items_mut(&mut tree).filter(|items| items.len() > 2)
    {
        items.insert(2, Tree::element("players", ["White", "Black"].map(Tree::word)));
    }
    canonical(&in_one_order(placed_at_once(named_start(canonical(&tree)))))
}

/// Whether sides may be changed after the first move, which makes a game fairer, and no other game.
pub(super) fn has_swap(tree: &Tree) -> bool {
    let tree = canonical(tree);
    let mut play = tree.args().iter().filter(|section| section.is("play"));
    play.any(|play| play.args().iter().any(|item| item.is("swap")))
}

/// The rules with the goals that are the same for both players given to all, and moves that both may make to both.
fn for_both(mut tree: Tree) -> Tree {
    let names = Names::of(&tree);
    let logic = Logic::new(&names, None);
    if let Some(end) = site::child_mut(&mut tree, "end")
        && let Some(joined) = said_once(end, &logic)
    {
        *end = joined;
    }
    lists_of_moves(&mut tree).for_each(|moves| made_by_both(moves, &logic));
    canonical(&tree)
}

/// The moves of each piece.
fn lists_of_moves(tree: &mut Tree) -> impl Iterator<Item = &mut Vec<Tree>> {
    let pieces = site::child_mut(tree, "pieces").and_then(site::items_mut).into_iter().flatten();
    let items = pieces.filter_map(site::items_mut).flatten();
    items.filter(|item| item.is("moves")).filter_map(site::items_mut)
}

/// The rules with new pieces that are put down in one move in one order, where nothing tells one from another.
fn in_one_order(mut tree: Tree) -> Tree {
    let pushes = |action: &Tree| {
        let plain = |push: &Tree| push.is("push") && push.args().iter().all(names_cell);
        action.is("action") && action.args().len() > 1 && action.args().iter().all(plain)
    };
    for action in lists_of_moves(&mut tree).flatten().filter_map(|one| site::child_mut(one, "action")) {
        if let (true, Some(items)) = (pushes(action), site::items_mut(action)) {
            let mut sorted = items.split_off(1);
            order::sort_by_key(&mut sorted, one_line);
            items.append(&mut sorted);
        }
    }
    tree
}

/// Whether an argument of an action is the cell that it is about, and not whose the piece is, how many there are or how they are left.
fn names_cell(arg: &Tree) -> bool {
    arg.is("to") || arg.is("step")
}

/// Leaves out of two moves that differ only in who may make them the one, and of the other who may.
fn made_by_both(moves: &mut Vec<Tree>, logic: &Logic) {
    let bare = |one: &Tree| {
        let items = one.args().iter().filter(|item| !item.is("owner")).cloned();
        Tree::element(one.head().unwrap_or_default(), items)
    };
    // Who alone may make a move, and what it is besides.
    let told = |one: &Tree| {
        let owner = one.child("owner").and_then(|owner| owner.args().first()?.as_word())?;
        let player = logic.names.players.iter().position(|name| name == owner)?;
        Some((player, logic.key(&bare(one), Category::Move)))
    };
    let mut all: Vec<_> = moves.iter().map(told).collect();
    let mut at = 0;
    while at < moves.len() {
        let is_other = |other: &Option<(usize, String)>| {
            all[at].as_ref().zip(other.as_ref()).is_some_and(|((a, one), (b, other))| a != b && one == other)
        };
        if let Some(other) = (at + 1..moves.len()).find(|&i| is_other(&all[i])) {
            moves[at] = bare(&moves[at]);
            moves.remove(other);
            all.remove(other);
        }
        at += 1;
    }
}

/// Whether a clause of the end is for all whom another is for.
pub(super) fn is_for(clause: &Tree, other: &Tree) -> bool {
    let all = |clause: &Tree| clause.is("All") || clause.is("all");
    all(clause) || clause.head() == other.head()
}

/// The end section with what both players win, lose or draw by said of all, if there is such a thing.
pub(super) fn said_once(end: &Tree, logic: &Logic) -> Option<Tree> {
    // The verdict and the condition of what is said of one player.
    let told = |clause: &Tree| match clause.args() {
        [verdict, condition] if !clause.is("All") && !clause.is("all") => {
            Some((verdict.clone(), logic.key(condition, Category::Condition)))
        }
        _ => None,
    };
    let mut clauses = end.items().to_vec();
    let mut all: Vec<_> = clauses.iter().map(told).collect();
    let mut joined = false;
    let mut at = 1;
    while at < clauses.len() {
        let is_other =
            |other: usize| all[at].is_some() && all[at] == all[other] && clauses[at].head() != clauses[other].head();
        if let Some(other) = (at + 1..clauses.len()).find(|&other| is_other(other)) {
            clauses[at] = Tree::element("All", clauses[at].args().iter().cloned());
            clauses.remove(other);
            all.remove(other);
            all[at] = None;
            joined = true;
        }
        at += 1;
    }
    joined.then(|| Tree::element("end", clauses.into_iter().skip(1)))
}

/// The rules where whoever would win and lose loses, with the goal put so that who reaches it does not lose: of several goals that come to the same.
fn winning_alone(mut tree: Tree) -> Tree {
    let names = Names::of(&tree);
    let logic = Logic::new(&names, None);
    let Some(end) = tree.child("end").filter(|end| end.child("win-first").is_none()) else { return tree };
    let says = |clause: &Tree, verdict: &str| clause.args().len() == 2 && clause.args()[0].head() == Some(verdict);
    let mut put = Vec::new();
    for (at, won) in end.items().iter().enumerate().filter(|(_, clause)| says(clause, "win")) {
        let lost = end.args().iter().filter(|clause| says(clause, "lose") && is_for(clause, won));
        let goal = lost.filter_map(|lost| unlost(&won.args()[1], &lost.args()[1], &logic)).next();
        put.extend(goal.map(|goal| (at, goal)));
    }
    for (at, goal) in put {
        if let Some(condition) = site::child_mut(&mut tree, "end").and_then(|end| end.at_mut(&[at, 2])) {
            *condition = goal;
        }
    }
    tree
}

/// A part of what loses that excludes it and is otherwise the same as what wins.
fn unlost(won: &Tree, lost: &Tree, logic: &Logic) -> Option<Tree> {
    let truth = |condition: &Tree, facts: &[Fact]| logic.truth(condition, Category::Condition, facts);
    let both = |one: &Tree| truth(lost, &[Fact { condition: one, holds: true }]) != Some(false);
    let mut parts = Vec::new();
    atoms(lost, &mut parts);
    let fits = |part: &&&Tree| {
        let known = [Fact { condition: won, holds: true }, Fact { condition: part, holds: false }];
        !both(part) && logic.implies(part, won, Category::Condition) && truth(lost, &known) == Some(true)
    };
    parts.iter().filter(|_| both(won)).find(fits).map(|&part| part.clone())
}

/// The conditions that a condition is put together from.
fn atoms<'t>(tree: &'t Tree, out: &mut Vec<&'t Tree>) {
    if ["and", "or", "not"].iter().any(|word| tree.is(word)) {
        tree.args().iter().for_each(|part| atoms(part, out));
    } else {
        out.push(tree);
    }
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

/// The rules with what is placed for either player, in clauses one after the other, on cells of the same names placed for both at once.
fn placed_at_once(mut tree: Tree) -> Tree {
    let players = Names::of(&tree).players;
    let whose = |item: &Tree| {
        let owner = item.args().first().filter(|_| item.is("place"))?.args().first()?.as_word()?;
        players.iter().position(|name| name == owner)
    };
    // All but whose they are.
    let rest = |item: &Tree| {
        let (record, cells) = item.args().split_first()?;
        let mut cells: Vec<String> = cells.iter().map(one_line).collect();
        order::sort(&mut cells);
        Some((record.head()?.to_string(), record.args()[1..].to_vec(), cells))
    };
    let Some(items) = site::child_mut(&mut tree, "start").and_then(site::items_mut) else { return tree };
    let mut at = 1;
    while at + 1 < items.len() {
        let (one, other) = (&items[at], &items[at + 1]);
        let two = whose(one).zip(whose(other)).is_some_and(|(one, other)| one != other);
        let turned = one.mentions("mirror") || one.mentions("rotate");
        if two && !turned && rest(one) == rest(other) {
            items.remove(at + 1);
            let record = items[at].at_mut(&[1]).and_then(site::items_mut);
            record.into_iter().for_each(|record| drop(record.remove(1)));
        }
        at += 1;
    }
    tree
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
pub(super) fn is_stuck(clause: &Tree) -> bool {
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
