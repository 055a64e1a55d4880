//! Repair of obvious errors: what no game could mean, not what makes a game bad.
//!
//! Rules are never simplified: conditions that cannot hold, moves that are never legal and other vestiges stay in the gene
//! pool on purpose (Browne & Maire, V.C).

use super::outline::{self, Outline};
use super::reference;
use super::site::{self, Site};
use crate::language::definitions::{is_plain, plain};
use crate::language::resolve::{self, Names};
use crate::language::schema::{self, Accepts, Category, Head, Id, LUDEMES, Needs, word};
use crate::language::tree::{Kind, Span, Tree};
use std::collections::HashSet;

/// How often the steps are taken at most; twice is enough for nearly all games.
const MOST_ROUNDS: usize = 4;

/// Corrects obvious errors of a game, and says in words what it did; a sound game comes back as it was.
///
/// - what may stand once stands once, and a pass goes with no other action;
/// - names that nothing declares point to a declared player, piece or flag; two pieces of one name are told apart;
/// - numbers are brought into their range;
/// - the board has a tiling, a shape that the tiling allows and a size of 4 to 400 cells; labels name cells of the board;
/// - regions referred to exist, and own regions are defined for the shape;
/// - lines asked for are no longer than the board;
/// - there is an end clause, a move has an action, and every piece can come into play.
///
/// Repairing twice changes nothing more. What is no game at all is not touched.
///
/// ```
/// use ludogen::language::{parse, print, reader};
/// use ludogen::synthesis::repair;
///
/// let (trees, _) = reader::read("(game Odd (board (tiling square) (size 4 4)) (end (All win (in-a-row 9))))");
/// let (sound, said) = repair(trees[0].clone());
/// assert!(parse(&print(&sound)).is_ok() && !said.is_empty(), "{said:?}");
/// ```
pub fn repair(tree: Tree) -> (Tree, Vec<String>) {
    // What is repaired is the game in full.
    let mut tree = if is_plain(&tree) { tree } else { plain(&tree).into_owned() };
    let mut log = Vec::new();
    // What a later step does may be an earlier step's business: a shape that regions ask for changes what sizes there are.
    for _ in 0..MOST_ROUNDS {
        let known = log.len();
        tree = once(tree, &mut log);
        if log.len() == known {
            break;
        }
    }
    (tree, log)
}

/// All steps, one after the other.
fn once(mut tree: Tree, log: &mut Vec<String>) -> Tree {
    if resolve::ludeme(&tree, Category::Game, &Names::default()).is_none() || tree.items().is_empty() {
        return tree;
    }
    sections(&mut tree, log);
    strangers(&mut tree, log);
    repeats(&mut tree, log);
    duplicates(&mut tree, log);
    actions(&mut tree, log);
    ranges(&mut tree, log);
    board(&mut tree, log);
    regions(&mut tree, log);
    lines_and_labels(&mut tree, log);
    reach(&mut tree, log);
    tree
}

fn element<const N: usize>(head: &str, items: [Tree; N]) -> Tree {
    Tree::element(head, items)
}

fn is_ending(section: &Tree) -> bool {
    matches!(section.head(), Some("end" | "win" | "lose"))
}

/// A game has a board, pieces that are pieces, and an end.
fn sections(tree: &mut Tree, log: &mut Vec<String>) {
    if tree.child("board").is_none() {
        log.push("there was no board".into());
        site::push_arg(tree, element("board", []));
    }
    let is_clause = |t: &Tree| matches!(t.kind, Kind::List(_)) && t.args().len() > 1;
    let empty_end = |s: &Tree| s.is("end") && !s.args().iter().any(is_clause);
    let others = tree.args().iter().filter(|s| is_ending(s) && !empty_end(s)).count();
    if others == 0 {
        let clause = || element("All", [Tree::word("lose"), element("no-move", [])]);
        log.push("the game did not end: a player without a move loses".into());
        match site::child_mut(tree, "end") {
            Some(end) => site::push_arg(end, clause()),
            None => site::push_arg(tree, element("end", [clause()])),
        }
    } else if let Some(items) = site::items_mut(tree) {
        // A game has a name in second place, so the head is no end section.
        items.retain(|s| !empty_end(s));
    }
    if tree.child("pieces").is_some_and(|p| !p.args().iter().any(|t| matches!(t.kind, Kind::List(_)))) {
        log.push("the pieces section declared none: the default piece is used".into());
        if let Some(items) = site::items_mut(tree) {
            items.retain(|s| !s.is("pieces"));
        }
    }
    if let Some(board) = site::child_mut(tree, "board")
        && let Some(items) = site::items_mut(board)
    {
        items.retain(|i| !(i.is("regions") && i.args().is_empty()));
    }
}

/// Words that stand where a name is wanted and are none.
fn strangers(tree: &mut Tree, log: &mut Vec<String>) {
    // Each round names one stranger; what it stands for may hide others below it.
    for _ in 0..2000 {
        let names = Names::of(tree);
        let Some(game) = resolve::ludeme(tree, Category::Game, &names) else { return };
        let Some((path, name)) = stranger(tree, game.category, &names, &mut Vec::new()) else { return };
        if let Some(node) = tree.at_mut(&path) {
            log.push(format!("{} is not declared: {name} instead", node.head().unwrap_or_default()));
            site::set_head(node, &name);
        }
    }
}

/// The first surplus argument that would fit if its head were a declared name, and that name.
fn stranger(tree: &Tree, category: Category, names: &Names, path: &mut Vec<usize>) -> Option<(Vec<usize>, String)> {
    let element = resolve::resolve(tree, category, names)?;
    if site::frozen(element.ludeme) {
        return None;
    }
    let roles = site::roles(tree, element.ludeme, names);
    for (i, arg) in tree.args().iter().enumerate() {
        path.push(i + 1);
        let found = match roles.get(i).copied().flatten() {
            Some((_, Accepts::Of(category))) => stranger(arg, category, names, path),
            Some(_) => None,
            None => {
                let head = arg.head().filter(|h| !resolve::is_keyword(h) && !resolve::is_label(h));
                let candidates = [names.pieces.first(), names.players.first(), names.flags.first()];
                head.and_then(|_| {
                    candidates.into_iter().flatten().find(|name| {
                        let mut other = tree.clone();
                        if let Some(node) = other.at_mut(&[i + 1]) {
                            site::set_head(node, name);
                        }
                        site::roles(&other, element.ludeme, names).get(i).copied().flatten().is_some()
                    })
                })
                .map(|name| (path.clone(), name.clone()))
            }
        };
        if found.is_some() {
            return found;
        }
        path.pop();
    }
    None
}

/// Two pieces of one name.
fn duplicates(tree: &mut Tree, log: &mut Vec<String>) {
    let Some(pieces) = site::child_mut(tree, "pieces") else { return };
    let all: Vec<String> = pieces.args().iter().filter_map(Tree::head).map(String::from).collect();
    let mut seen: Vec<String> = Vec::new();
    for piece in site::items_mut(pieces).into_iter().flatten().skip(1).filter(|t| matches!(t.kind, Kind::List(_))) {
        let Some(name) = piece.head().map(String::from) else { continue };
        if seen.contains(&name) {
            let new = site::fresh_piece(&name, |n| seen.iter().chain(&all).any(|s| s == n));
            log.push(format!("two pieces were called {name}: the second is {new} now"));
            site::set_head(piece, &new);
            seen.push(new);
        } else {
            seen.push(name);
        }
    }
    let known = Names::of(tree);
    log.extend(reference::rehome(tree, &known));
}

/// Every move of every piece, to be changed.
fn each_move(tree: &mut Tree, visit: &mut impl FnMut(&mut Tree)) {
    let Some(pieces) = site::child_mut(tree, "pieces") else { return };
    for piece in site::items_mut(pieces).into_iter().flatten().skip(1) {
        for moves in site::items_mut(piece).into_iter().flatten().skip(1).filter(|t| t.is("moves")) {
            site::items_mut(moves).into_iter().flatten().skip(1).filter(|t| t.is("move")).for_each(&mut *visit);
        }
    }
}

/// What may stand once in its element and stands there again.
fn repeats(tree: &mut Tree, log: &mut Vec<String>) {
    let names = Names::of(tree);
    let mut seen = HashSet::new();
    let mut again = Vec::new();
    for Site { path, param, accepts, ludeme, .. } in site::sites(tree, &names) {
        let (Accepts::Of(category) | Accepts::Only(category, _), [_], Some(ludeme)) = (accepts, param.accepts, ludeme)
        else {
            continue;
        };
        let Some((_, parent)) = path.split_last() else { continue };
        if category.is_record() && !seen.insert((parent.to_vec(), param.name, schema::index(ludeme))) {
            again.push((path, ludeme.word));
        }
    }
    // From the back, so that the places of those before stay.
    again.sort_unstable();
    for (path, word) in again.into_iter().rev() {
        let Some((&last, parent)) = path.split_last() else { continue };
        if let Some(items) = tree.at_mut(parent).and_then(site::items_mut) {
            items.remove(last);
            log.push(format!("{word} was given twice: the first is kept"));
        }
    }
}

/// A move does something, and passing goes with nothing else.
fn actions(tree: &mut Tree, log: &mut Vec<String>) {
    each_move(tree, &mut |mv| {
        if let Some(action) = site::child_mut(mv, "action")
            && action.args().len() > 1
            && action.args().iter().any(|a| a.is("pass"))
            && let Some(items) = site::items_mut(action)
        {
            let mut first = true;
            let does_more = items.iter().skip(1).any(|i| !i.is("pass"));
            items.retain(|i| !i.is("pass") || !does_more && std::mem::take(&mut first));
            log.push("a pass went with another action: the other is kept".into());
        }
        if mv.child("action").is_some_and(|a| !a.args().is_empty()) {
            return;
        }
        // It speaks of where it starts.
        let moving = LUDEMES.iter().any(|ludeme| ludeme.facts.needs == Needs::From && mv.mentions(ludeme.word));
        let mut parts = vec![element("push", [])];
        if moving {
            parts.insert(0, element("pop", []));
        }
        log.push(format!("a move had no action: it {} now", if moving { "pops and pushes" } else { "pushes" }));
        if let Some(items) = site::items_mut(mv) {
            let mut first = true;
            items.retain(|i| std::mem::take(&mut first) || !i.is("action"));
        }
        site::push_arg(mv, Tree::element("action", parts));
    });
}

/// Numbers out of range.
fn ranges(tree: &mut Tree, log: &mut Vec<String>) {
    let names = Names::of(tree);
    for Site { path, accepts, parent, .. } in site::sites(tree, &names) {
        let Accepts::Range(low, high) = accepts else { continue };
        if let Some(node) = tree.at_mut(&path)
            && let Kind::Int(value) = node.kind
            && !(low..=high).contains(&value)
        {
            node.kind = Kind::Int(value.clamp(low, high));
            // It is no parent's any more.
            node.span = Span::default();
            log.push(format!("{value} is out of range in ({} …): {} instead", parent.word, value.clamp(low, high)));
        }
    }
}

/// Tiling, shape and size belong together.
fn board(tree: &mut Tree, log: &mut Vec<String>) {
    let Some(board) = site::child_mut(tree, "board") else { return };
    let Some(items) = site::items_mut(board) else { return };
    let listed = ["nodes", "lines"].map(|word| items.iter().any(|i| i.is(word)));
    if listed == [true, true] {
        let before = items.len();
        items.retain(|i| !["tiling", "shape", "size"].iter().any(|word| i.is(word)));
        if items.len() < before {
            log.push("a board of points and lines has no tiling".into());
        }
        return;
    }
    if listed != [false, false] {
        log.push("points without lines are no board".into());
        items.retain(|i| !(i.is("nodes") || i.is("lines")));
    }
    for word in ["tiling", "shape", "size"] {
        let mut first = true;
        items.retain(|i| !i.is(word) || std::mem::take(&mut first));
        items.retain(|i| !(i.is(word) && i.args().is_empty()));
    }
    if !items.iter().any(|i| i.is("tiling")) {
        log.push("the board had no tiling: square".into());
        items.insert(1.min(items.len()), element("tiling", [Tree::word("square")]));
    }
    let word_of = |items: &[Tree], what: &str| {
        items.iter().find(|i| i.is(what)).and_then(|i| i.args().first()).and_then(Tree::as_word).map(String::from)
    };
    let tiling = word_of(items, "tiling").unwrap_or_else(|| "square".into());
    let declared = word_of(items, "shape");
    let shape = declared.clone().unwrap_or_else(|| "square".into());
    let allowed = outline::shapes(&tiling);
    let shape = if allowed.contains(&shape.as_str()) {
        shape
    } else {
        let fallback = allowed[0];
        log.push(format!("there is no {shape} board of tiling {tiling}: {fallback}"));
        match items.iter_mut().find(|i| i.is("shape")) {
            Some(old) => *old = element("shape", [Tree::word(fallback)]),
            None => items.push(element("shape", [Tree::word(fallback)])),
        }
        fallback.to_string()
    };
    if !items.iter().any(|i| i.is("size")) {
        log.push("the board had no size: 5".into());
        items.push(element("size", [Tree::int(5)]));
    }
    let Some(size) = items.iter_mut().find(|i| i.is("size")) else { return };
    let old: Vec<i64> = size.args().iter().filter_map(Tree::as_int).collect();
    let mut new = if old.is_empty() { vec![5] } else { old.clone() };
    new.truncate(outline::most_sizes(&tiling, &shape));
    new = outline::mended(&tiling, &new);
    let cells = |sizes: &[i64]| Outline::new(&tiling, &shape, sizes, true).cells();
    while cells(&new) > outline::MOST_CELLS && new.iter().any(|&size| size > 1) {
        if let Some(most) = new.iter_mut().max_by_key(|s| **s) {
            *most -= 1;
        }
    }
    while cells(&new) < outline::FEWEST_CELLS {
        if let Some(least) = new.iter_mut().min_by_key(|s| **s) {
            *least += 1;
        }
    }
    if new != old || size.args().len() != old.len() {
        log.push(format!("size {old:?} does not suit a {shape} board of tiling {tiling}: {new:?}"));
        *size = Tree::element("size", new.iter().copied().map(Tree::int));
    }
    let outline = Outline::new(&tiling, &shape, &new, true);
    flags_and_gaps(items, &outline, log);
}

/// The flags that the tiling has, and cells left out that are there.
fn flags_and_gaps(items: &mut Vec<Tree>, outline: &Outline<'_>, log: &mut Vec<String>) {
    for tiled in items.iter_mut().filter(|i| i.is("tiling")) {
        let Some(parts) = site::items_mut(tiled) else { continue };
        let before = parts.len();
        let mut place = 0;
        parts.retain(|part| {
            place += 1;
            place < 3 || part.head().is_none_or(|flag| outline::has_flag(outline.tiling, flag))
        });
        if parts.len() < before {
            log.push(format!("tiling {} has no such neighbours", outline.tiling));
        }
    }
    for gaps in items.iter_mut().filter(|i| i.is("without")) {
        let Some(parts) = site::items_mut(gaps) else { continue };
        let before = parts.len();
        let there = |label: &str| outline.shape != "boardless" && outline.nearest(label).as_deref() == Some(label);
        let mut head = true;
        parts.retain(|part| std::mem::take(&mut head) || part.head().is_some_and(there));
        if parts.len() < before {
            log.push("a cell that is not there cannot be left out".into());
        }
    }
    items.retain(|i| !(i.is("without") && i.args().is_empty()));
}

/// Regions referred to exist, and own regions mean something.
fn regions(tree: &mut Tree, log: &mut Vec<String>) {
    let names = Names::of(tree);
    for regions in
        site::child_mut(tree, "board").and_then(site::items_mut).into_iter().flatten().filter(|i| i.is("regions"))
    {
        for region in site::items_mut(regions).into_iter().flatten().filter(|r| r.is("region")) {
            if let Some(items) = site::items_mut(region) {
                let before = items.len();
                let mut head = true;
                let circular = |t: &Tree| matches!(t.head(), Some("region" | "own-regions" | "enemy-regions"));
                items.retain(|t| std::mem::take(&mut head) || !circular(t));
                if items.len() < before {
                    log.push("a region was defined by regions".into());
                }
            }
            let cells = resolve::resolve(region, Category::Region, &names).map_or(0, |e| e.all("cells").len());
            if cells == 0 {
                log.push("a region had no cells: the edge".into());
                site::push_arg(region, Tree::word("sides"));
            }
        }
    }
    let declared: Vec<Tree> = tree
        .child("board")
        .and_then(|b| b.child("regions"))
        .map(|r| r.args().iter().filter(|t| t.is("region")).cloned().collect())
        .unwrap_or_default();
    let count = declared.len() as i64;
    let owned_by = |player: &str| {
        declared.iter().any(|region| {
            let owner = resolve::resolve(region, Category::Region, &names)
                .and_then(|e| e.get("owner")?.head().map(String::from));
            owner.is_none_or(|o| o == player || o == "All" || o == "all")
        })
    };
    let shape = Outline::of(tree).map_or("square", |o| o.shape).to_string();
    let defined = if declared.is_empty() {
        matches!(shape.as_str(), "square" | "rhombus" | "hex")
    } else {
        names.players.iter().all(|p| owned_by(p))
    };
    for Site { path, ludeme, .. } in site::sites(tree, &names) {
        let Some(ludeme) = ludeme else { continue };
        let Some(node) = tree.at_mut(&path) else { continue };
        match ludeme.id {
            Id::Cells(word::Cells::Region) => {
                let number = node.args().first().and_then(Tree::as_int).unwrap_or(0);
                if count == 0 {
                    log.push(format!("there is no region {number}: the edge instead"));
                    *node = Tree::word("sides");
                } else if number > count {
                    log.push(format!("there is no region {number}: {count} instead"));
                    *node = element("region", [Tree::int(count)]);
                }
            }
            Id::Cells(word::Cells::OwnRegions | word::Cells::EnemyRegions) if !defined => {
                log.push(format!("{} are not defined on this board: all sides instead", ludeme.word));
                *node = Tree::word("all-sides");
            }
            Id::Cells(word::Cells::OppositeSides) if shape == "tri" => {
                log.push("no sides of a triangle are opposite: all sides instead".into());
                *node = Tree::word("all-sides");
            }
            Id::Condition(word::Condition::Connect) if shape == "boardless" && declared.is_empty() => {
                log.push("a board without edges has no sides to connect: a group instead".into());
                *node = element("group", []);
            }
            Id::Condition(word::Condition::Connect) if !defined => {
                let regions = resolve::resolve(node, Category::Condition, &names).map_or(0, |e| e.all("regions").len());
                if regions == 0 {
                    log.push("there are no own regions to connect: all sides instead".into());
                    site::push_arg(node, Tree::word("all-sides"));
                }
            }
            _ => {}
        }
    }
}

/// No line is asked for that the board has no room for; labels name cells of the board.
fn lines_and_labels(tree: &mut Tree, log: &mut Vec<String>) {
    let names = Names::of(tree);
    let copy = tree.clone();
    let Some(outline) = Outline::of(&copy) else { return };
    let longest = outline.longest_line().max(2);
    for Site { path, ludeme, .. } in site::sites(tree, &names) {
        let Some(ludeme) = ludeme else { continue };
        let Some(node) = tree.at_mut(&path) else { continue };
        if ludeme.id == Id::Condition(word::Condition::InARow) && outline.shape != "boardless" {
            for length in site::items_mut(node).into_iter().flatten().skip(1) {
                if let Kind::Int(asked) = length.kind
                    && asked > longest
                {
                    log.push(format!("no line of the board has {asked} cells: {longest}"));
                    length.kind = Kind::Int(longest);
                    // It is no parent's any more.
                    length.span = Span::default();
                    break;
                }
            }
        }
        if ludeme.head == Head::Label
            && let Some(label) = node.head().map(String::from)
            && let Some(nearest) = outline.nearest(&label)
            && nearest != label
        {
            log.push(format!("{label} is not on the board: {nearest}"));
            site::set_head(node, &nearest);
            node.span = Span::default();
        }
    }
}

/// Whether the move puts a new piece on the board: it pushes and pops nothing.
fn is_drop(mv: &Tree) -> bool {
    mv.child("action").is_some_and(|a| a.child("push").is_some() && a.child("pop").is_none())
}

/// Every piece can come into play: it is placed, in hand with a move that enters it, unlimited, or made from another.
fn reach(tree: &mut Tree, log: &mut Vec<String>) {
    let names = Names::of(tree);
    let Some(pieces) = tree.child("pieces") else { return };
    let start = tree.child("start").cloned();
    let clauses =
        |word: &str| start.iter().flat_map(|s| s.args()).filter(move |t| t.is(word)).cloned().collect::<Vec<_>>();
    let (placed, in_hand) = (clauses("place"), clauses("in-hand"));
    let names_piece = |clause: &Tree, name: &str| clause.args().first().is_some_and(|r| r.is(name) || r.is("any"));
    let mut made = Vec::new();
    converted(pieces, &mut made);
    let mut lost = Vec::new();
    for piece in pieces.args().iter().filter(|t| matches!(t.kind, Kind::List(_))) {
        let Some(name) = piece.head() else { continue };
        let moves: Vec<&Tree> = piece.args().iter().filter(|t| t.is("moves")).flat_map(|m| m.args()).collect();
        let enters = moves.iter().any(|m| is_drop(m));
        let held = |c: &Tree| names_piece(c, name) && c.args().iter().any(|n| n.as_int().is_some_and(|i| i > 0));
        let on_board = |c: &Tree| names_piece(c, name) && c.args().iter().skip(1).all(|n| n.as_int() != Some(0));
        let reached = placed.iter().any(on_board)
            || enters && (in_hand.iter().any(held) || in_hand.is_empty())
            || made.iter().any(|m| m == name || m == "any");
        if !reached {
            lost.push((name.to_string(), enters));
        }
    }
    if lost.is_empty() {
        return;
    }
    let rows = Outline::of(tree).map_or(5, |o| o.rows());
    let used = |row: i64, placed: &[Tree]| {
        placed.iter().any(|c| {
            c.args().iter().any(|t| t.is("home") && t.args().first().and_then(Tree::as_int).unwrap_or(1) == row)
        })
    };
    let mut placed = placed;
    if tree.child("start").is_none() {
        site::push_arg(tree, element("start", []));
    }
    for (name, enters) in lost {
        let record = element(&name, [Tree::word("All")]);
        let clause = if enters {
            log.push(format!("{name} never came into play: five in hand"));
            element("in-hand", [record, Tree::int(5)])
        } else {
            let row = (1..=(rows / 2).max(1)).find(|&r| !used(r, &placed)).unwrap_or(1);
            log.push(format!("{name} never came into play: placed on home row {row}"));
            let cells = if row == 1 { Tree::word("home") } else { element("home", [Tree::int(row)]) };
            element("place", [record, cells])
        };
        if let Some(start) = site::child_mut(tree, "start") {
            // A count of no pieces would leave the piece out again.
            let zero = |c: &Tree| {
                names_piece(c, &name)
                    && c.is(clause.head().unwrap_or_default())
                    && c.args().iter().any(|n| n.as_int() == Some(0))
            };
            if let Some(items) = site::items_mut(start) {
                items.retain(|c| !zero(c));
            }
            site::push_arg(start, clause.clone());
        }
        placed.push(clause);
    }
    debug_assert_eq!(names, Names::of(tree));
}

/// The piece types that effects turn pieces into.
fn converted(tree: &Tree, out: &mut Vec<String>) {
    if tree.is("convert") {
        out.extend(tree.args().iter().filter_map(Tree::head).map(String::from));
    }
    if tree.is("subsume") {
        out.push("any".into());
    }
    tree.args().iter().for_each(|t| converted(t, out));
}

#[cfg(test)]
mod tests;
