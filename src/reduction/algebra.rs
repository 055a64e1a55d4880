//! Normal forms: what can be left out of rules by looking at them alone, whatever the board.

use super::conventions::{is_for, said_once};
use super::ground::Ground;
use super::logic::{Fact, Logic, asks_owner_of_from};
use super::step::Step;
use super::unread::{attributes, pieces, regions, start_states, strangers};
use crate::language::check::MAX_NUMBER;
use crate::language::resolve::{self, Names};
use crate::language::schema::{About, Accepts, Category, Count, Id, Ludeme, word};
use crate::language::tree::{Kind, Tree};
use crate::synthesis::genome::is_default_piece;
use crate::synthesis::site;

/// The simplifications that a game in canonical form allows, outermost first. Each is true by itself; what is said beside another need not
/// hold after it. With `ground`, also what holds on this board under these rules. What the search took, in nodes looked at, is added to `looks`.
pub(super) fn steps<'t>(
    tree: &'t Tree,
    ground: Option<&Ground>,
    looks: &mut u64,
) -> impl Iterator<Item = Step> + use<'t> {
    let names = Names::of(tree);
    let logic = Logic::new(&names, ground);
    let mut finder = Finder { logic, steps: Vec::new() };
    finder.element(tree, Category::Game, &mut Vec::new(), &[]);
    doubled(tree, &finder.logic, &mut finder.steps);
    trails(tree, &mut finder.steps);
    attributes(tree, &mut finder.steps);
    start_states(tree, &mut finder.steps);
    regions(tree, &mut finder.steps);
    strangers(tree, &names, &mut finder.steps);
    let mut own = Vec::new();
    own_anyway(tree, &finder.logic, &mut own);
    *looks += finder.logic.looks() + tree.size() as u64;
    finder.steps.into_iter().filter(move |step| keeps_special_mentions(tree, step)).chain(own)
}

/// Moves that ask whether the piece on `from` is the mover's, and ask nothing else of its owner: without that they are for the mover's
/// pieces all the same.
fn own_anyway(tree: &Tree, logic: &Logic, steps: &mut Vec<Step>) {
    let own = Tree::element("owner", [Tree::word("from")]);
    let own = logic.key(&own, Category::Bool);
    for (path, piece) in pieces(tree) {
        if piece.args().first().is_none_or(|owner| owner.is("neutral") || owner.is("none")) {
            continue;
        }
        for (i, moves) in piece.items().iter().enumerate().filter(|(_, item)| item.is("moves")) {
            for (j, mv) in moves.items().iter().enumerate().skip(1) {
                let pops = mv.child("action").is_some_and(|action| action.child("pop").is_some());
                let Some(k) = mv.items().iter().position(|t| t.is("pre")).filter(|_| pops) else { continue };
                let Some(all) = mv.items()[k].args().first().filter(|pre| pre.is("and")) else { continue };
                let is_own = |part: &Tree| logic.key(part, Category::Bool) == own;
                let asked = all.args().iter().filter(|part| asks_owner_of_from(part)).count();
                if let Some(at) = all.args().iter().position(is_own)
                    && asked == 1
                    && !mv.args().iter().any(|item| !item.is("pre") && asks_owner_of_from(item))
                {
                    let path: Vec<usize> = path.iter().copied().chain([i, j, k, 1]).collect();
                    let why = "the piece is the mover's anyway";
                    match all.args() {
                        [a, b] => {
                            let put = Some(if at == 0 { b.clone() } else { a.clone() });
                            steps.push(Step { path, put, why });
                        }
                        _ => steps.push(Step { path: [path, vec![at + 1]].concat(), put: None, why }),
                    }
                }
            }
        }
    }
}

/// New pieces that are put down on a way: without a cell that a piece leaves there is none.
fn trails(tree: &Tree, steps: &mut Vec<Step>) {
    for (path, piece) in pieces(tree) {
        for (i, moves) in piece.items().iter().enumerate().filter(|(_, item)| item.is("moves")) {
            for (j, mv) in moves.items().iter().enumerate().skip(1) {
                let Some(k) = mv.items().iter().position(|t| t.is("action")) else { continue };
                let actions = mv.items()[k].items();
                if actions.iter().any(|action| action.is("pop")) {
                    continue;
                }
                for (a, push) in actions.iter().enumerate() {
                    if let Some(trail) = push.items().iter().position(|t| t.is("trail")) {
                        let path = path.iter().copied().chain([i, j, k, a, trail]).collect();
                        steps.push(Step { path, put: None, why: "new pieces have no way to be left on" });
                    }
                }
            }
        }
    }
}

/// Words whose mere presence has a meaning of its own: games that speak of them end otherwise.
const SPECIAL: [&str; 2] = ["no-move", "all-passed"];

/// Whether the same special words occur before and after: of the ends of games, and of the owner of `from` in each move.
fn keeps_special_mentions(tree: &Tree, step: &Step) -> bool {
    let Some(after) = step.applied(tree) else { return false };
    if SPECIAL.iter().any(|word| tree.mentions(word) != after.mentions(word)) {
        return false;
    }
    // Of the moves, only the one around the step can have changed.
    let moved = (1..step.path.len())
        .rev()
        .map(|n| &step.path[..n])
        .find(|path| tree.at(path).is_some_and(|node| node.is("move")));
    let asks = |tree: &Tree, path: &[usize]| tree.at(path).is_some_and(asks_owner_of_from);
    moved.is_none_or(|path| asks(tree, path) == asks(&after, path))
}

struct Finder<'n> {
    logic: Logic<'n>,
    steps: Vec<Step>,
}

impl Finder<'_> {
    fn push(&mut self, path: &[usize], put: Option<Tree>, why: &'static str) {
        self.steps.push(Step { path: path.to_vec(), put, why });
    }

    /// Looks at an element and what is below it. `facts` are what is known of the position where the element is evaluated.
    fn element(&mut self, tree: &Tree, category: Category, path: &mut Vec<usize>, facts: &[Fact]) {
        if category == Category::Int {
            self.number(tree, path);
        }
        let Some(ludeme) = resolve::ludeme(tree, category, self.logic.names) else { return };
        if site::frozen(ludeme) {
            return;
        }
        let is_condition = matches!(category, Category::Bool | Category::Condition);
        if is_condition && self.connective(tree, category, path, facts) {
            return;
        }
        match ludeme.id {
            Id::Section(word::Section::Play | word::Section::Start) | Id::MoveItem(word::MoveItem::Post)
                if tree.args().is_empty() =>
            {
                self.push(path, None, "it says nothing");
            }
            Id::Section(word::Section::End) => self.clauses(tree, path),
            Id::PieceItem(word::PieceItem::Moves) => self.moves(tree, path),
            Id::MoveItem(word::MoveItem::Post) => self.effects(tree, path),
            Id::MoveItem(word::MoveItem::Action) => self.actions(tree, path),
            // By another name it would be another piece to those who compare games.
            Id::Section(word::Section::Pieces)
                if is_default_piece(tree) && tree.args().iter().all(|p| p.is("Stone")) =>
            {
                self.push(path, None, "it says what holds without it");
            }
            _ => {}
        }
        self.repeats(tree, ludeme, path);
        if ludeme.id == Id::Move(word::Move::Move) {
            self.logic.no_from.set(tree.child("action").is_none_or(|action| action.child("pop").is_none()));
        }
        if ludeme.id == Id::Condition(word::Condition::Connect) {
            self.connection(tree, path);
        }
        if category == Category::Condition {
            self.words(tree, ludeme, path);
        }
        let roles = site::roles(tree, ludeme, self.logic.names);
        for (i, role) in roles.into_iter().enumerate() {
            let Some((_, Accepts::Of(below) | Accepts::Only(below, _))) = role else { continue };
            let arg = &tree.args()[i];
            path.push(i + 1);
            let known = if is_condition && matches!(below, Category::Bool | Category::Condition) { facts } else { &[] };
            if !is_condition && matches!(below, Category::Bool | Category::Condition) {
                self.outermost(tree, ludeme, arg, below, path);
            }
            self.element(arg, below, path, known);
            path.pop();
        }
        if ludeme.id == Id::Move(word::Move::Move) {
            self.logic.no_from.set(false);
        }
    }

    /// A connection of as many of the player's regions as there are, which is all of them; and one of a region that another lies within.
    fn connection(&mut self, tree: &Tree, path: &[usize]) {
        let names = self.logic.names;
        let Some(ground) = self.logic.ground else { return };
        let Some(element) = resolve::resolve(tree, Category::Condition, names) else { return };
        let regions = element.all("regions");
        let place = |wanted: &Tree| tree.args().iter().position(|arg| std::ptr::eq(wanted, arg));
        if let (Some(count), Some(sides)) = (element.get("count"), ground.own_sides) {
            let own = regions.iter().all(|region| region.is("own-regions"));
            if let Some(i) = place(count).filter(|_| own && count.as_int() == Some(sides)) {
                self.push(&[path, &[i + 1]].concat(), None, "a player has no more regions");
            }
        }
        if element.get("count").is_some() {
            return;
        }
        for (n, region) in regions.iter().enumerate().rev() {
            let within = |(m, other): (usize, &&Tree)| {
                // Of two that are one the first stays.
                n != m && ground.lies_within(other, region) && (m < n || !ground.lies_within(region, other))
            };
            if let Some(i) = place(region).filter(|_| regions.iter().enumerate().any(within)) {
                self.push(&[path, &[i + 1]].concat(), None, "another region to be connected lies within it");
            }
        }
    }

    /// Words of a condition about the end that say what holds anyway.
    fn words(&mut self, tree: &Tree, ludeme: &'static Ludeme, path: &[usize]) {
        let roles = site::roles(tree, ludeme, self.logic.names);
        let only_piece = match self.logic.names.pieces.as_slice() {
            [piece] => Some(piece.as_str()),
            _ => None,
        };
        for (i, role) in roles.into_iter().enumerate() {
            let (Some((param, _)), arg) = (role, &tree.args()[i]) else { continue };
            let adjacent = |ground: &Ground| {
                let words = ["d-nbors", "i-nbors", "all-nbors"];
                words.iter().position(|word| arg.is(word)).is_some_and(|at| ground.adjacent[at])
            };
            let holds = |test: &dyn Fn(&Ground) -> bool| self.logic.ground.is_some_and(test);
            let why = match param.name {
                "piece" if param.count == Count::Optional && arg.as_word() == Some("any") => {
                    "pieces of any type are meant anyway"
                }
                "piece"
                    if param.count == Count::Optional
                        && only_piece.is_some_and(|piece| arg.as_word() == Some(piece)) =>
                {
                    "all pieces are of this type"
                }
                "flags" if arg.is("stack") && holds(&|ground| !ground.stacks) => "nothing is ever stacked",
                "adjacency" if holds(&adjacent) => "these are the neighbours anyway",
                _ => continue,
            };
            self.push(&[path, &[i + 1]].concat(), None, why);
        }
    }

    /// A condition that stands for itself: as what must hold before a move, as a guard, as what ends the game.
    fn outermost(
        &mut self,
        holder: &Tree,
        ludeme: &'static Ludeme,
        condition: &Tree,
        category: Category,
        path: &[usize],
    ) {
        let Some(holds) = self.logic.truth(condition, category, &[]) else { return };
        let above = |n: usize| &path[..path.len() - n];
        match (ludeme.id, holds) {
            (Id::MoveItem(word::MoveItem::Pre) | Id::EffectFlag(word::EffectFlag::If), true) => {
                self.push(above(1), None, "the condition always holds");
            }
            (Id::MoveItem(word::MoveItem::Pre), false) => self.push(above(2), None, "the move is never legal"),
            (Id::EffectFlag(word::EffectFlag::If), false) => self.push(above(2), None, "the effect never happens"),
            (Id::Clause(_), false) => self.push(above(1), None, "the condition never holds"),
            (Id::PlayItem(word::PlayItem::Never), false) => self.push(above(1), None, "the condition never holds"),
            _ => {}
        }
        debug_assert!(!holder.args().is_empty());
    }

    /// Conjunctions, disjunctions and negations; true if the walk has gone into the parts.
    fn connective(&mut self, tree: &Tree, category: Category, path: &mut Vec<usize>, facts: &[Fact]) -> bool {
        let parts = tree.args();
        if let (true, [inner]) = (tree.is("not"), parts)
            && let (true, [double]) = (inner.is("not"), inner.args())
        {
            self.push(path, Some(double.clone()), "a denial denied");
        }
        let and = tree.is("and");
        if !and && !tree.is("or") {
            return false;
        }
        if let [only] = parts {
            self.push(path, Some(only.clone()), "there is nothing to join");
        }
        let nested = |part: &Tree| part.head() == tree.head();
        if parts.iter().any(nested) {
            let flat =
                parts.iter().flat_map(|part| if nested(part) { part.args() } else { std::slice::from_ref(part) });
            let joined = Tree {
                kind: Kind::List(std::iter::once(&tree.items()[0]).chain(flat).cloned().collect()),
                span: tree.span,
            };
            self.push(path, Some(joined), "joined within the same");
        }
        if category == Category::Bool
            && let Some(put) = self.logic.single_test(tree)
        {
            self.push(path, Some(put), "together they say no more of the cell than one test of it");
        }
        // The last goes before the first, so that of two equal ones the first stays.
        for i in (0..parts.len()).rev() {
            let others = (0..parts.len()).filter(|&j| j != i).map(|j| Fact { condition: &parts[j], holds: and });
            let known: Vec<Fact> = others.chain(facts.iter().cloned()).collect();
            path.push(i + 1);
            if parts.len() > 1 && self.logic.truth(&parts[i], category, &known) == Some(and) {
                self.without_part(tree, i, path, and);
            }
            self.element(&parts[i], category, path, &known);
            path.pop();
        }
        true
    }

    /// Leaves one part out; of two the other takes the place of both.
    fn without_part(&mut self, tree: &Tree, part: usize, path: &[usize], and: bool) {
        let parts = tree.args();
        let settled = self.logic.truth(&parts[part], Category::Bool, &[]).is_some();
        let why = match (settled, and) {
            (true, true) => "it always holds",
            (true, false) => "it never holds",
            (false, true) => "it holds wherever the rest does",
            (false, false) => "it never holds where the rest does not",
        };
        match parts {
            [a, b] => {
                let other = if part == 0 { b } else { a };
                self.push(&path[..path.len() - 1], Some(other.clone()), why);
            }
            _ => self.push(path, None, why),
        }
    }

    /// Numbers that are computed from constants alone, and sums of one.
    fn number(&mut self, tree: &Tree, path: &[usize]) {
        if tree.as_int().is_some() {
            return;
        }
        let (low, high) = self.logic.range(tree);
        if low == high && low.abs() <= MAX_NUMBER {
            self.push(path, Some(Tree { kind: Kind::Int(low), span: tree.span }), "it is always this number");
        } else if let (Some("+" | "*" | "min" | "max"), [only]) = (tree.head(), tree.args()) {
            self.push(path, Some(only.clone()), "there is nothing to join");
        } else {
            self.terms(tree, path);
        }
    }

    /// Terms of a sum, a difference or a product that do not change it, and sums within sums.
    fn terms(&mut self, tree: &Tree, path: &[usize]) {
        let (first, neutral) = match tree.head() {
            Some("+") => (0, 0),
            Some("-") => (1, 0),
            Some("*") => (0, 1),
            _ => return,
        };
        let terms = tree.args();
        if let Some(i) = (first..terms.len()).rev().find(|&i| terms[i].as_int() == Some(neutral)) {
            match terms {
                [a, b] => {
                    self.push(path, Some(if i == 0 { b.clone() } else { a.clone() }), "the other changes nothing")
                }
                _ => self.push(&[path, &[i + 1]].concat(), None, "it changes nothing"),
            }
        }
        // Numbers end at a bound, where the order of a sum matters.
        let greatest = |term: &Tree| {
            let (low, high) = self.logic.range(term);
            low.abs().max(high.abs())
        };
        let within = |sum: &Tree| tree.args().iter().chain(sum.args()).map(greatest).sum::<i64>() <= MAX_NUMBER;
        if let Some(i) = (0..terms.len()).find(|&i| tree.is("+") && terms[i].is("+") && within(&terms[i])) {
            let mut items = tree.items().to_vec();
            items.splice(i + 1..=i + 1, terms[i].args().iter().cloned());
            self.push(path, Some(Tree { kind: Kind::List(items), span: tree.span }), "joined within the same");
        }
    }

    /// Clauses whose condition is covered by another with the same result.
    fn clauses(&mut self, end: &Tree, path: &mut Vec<usize>) {
        let clauses: Vec<(usize, &Tree)> =
            end.args().iter().enumerate().filter(|(_, c)| c.args().len() == 2).map(|(i, c)| (i + 1, c)).collect();
        for (n, (i, clause)) in clauses.iter().enumerate().rev() {
            let covered = clauses.iter().enumerate().any(|(m, (_, other))| {
                let result = |c: &Tree| c.args()[0].head().map(String::from);
                m != n
                    && is_for(other, clause)
                    && result(other) == result(clause)
                    && self.logic.implies(&clause.args()[1], &other.args()[1], Category::Condition)
            });
            if covered {
                path.push(*i);
                self.push(path, None, "another clause with the same result holds wherever it does");
                path.pop();
            }
        }
        if let Some(joined) = said_once(end, &self.logic) {
            self.push(path, Some(joined), "it is the same for both players");
        }
        self.void(end, path);
    }

    /// Clauses by which nobody wins, since whoever would loses as well, and losing comes first.
    fn void(&mut self, end: &Tree, path: &mut Vec<usize>) {
        if end.child("win-first").is_some() {
            return;
        }
        let says = |clause: &Tree, verdict: &str| clause.args()[0].head() == Some(verdict);
        let clauses = || end.items().iter().enumerate().skip(1).filter(|(_, clause)| clause.args().len() == 2);
        for (i, won) in clauses().filter(|(_, clause)| says(clause, "win")).collect::<Vec<_>>().into_iter().rev() {
            let beats = |lost: &Tree| {
                says(lost, "lose")
                    && is_for(lost, won)
                    && self.logic.implies(&won.args()[1], &lost.args()[1], Category::Condition)
            };
            if clauses().any(|(_, lost)| beats(lost)) {
                self.push(&[path.as_slice(), &[i]].concat(), None, "whoever would win by it loses all the same");
            }
        }
    }

    /// Moves that are allowed twice.
    fn moves(&mut self, moves: &Tree, path: &mut Vec<usize>) {
        let keys: Vec<String> = moves.args().iter().map(|m| self.logic.key(m, Category::Move)).collect();
        for i in (1..keys.len()).rev() {
            if keys[..i].contains(&keys[i]) {
                path.push(i + 1);
                self.push(path, None, "the same move is there already");
                path.pop();
            }
        }
    }

    /// Effects that happen twice in succession and change nothing the second time.
    fn effects(&mut self, post: &Tree, path: &mut Vec<usize>) {
        let args = post.args();
        for i in (1..args.len()).rev() {
            if self.is_idempotent(&args[i])
                && self.logic.key(&args[i], Category::Effect) == self.logic.key(&args[i - 1], Category::Effect)
            {
                path.push(i + 1);
                self.push(path, None, "it has just happened");
                path.pop();
            }
        }
    }

    fn is_idempotent(&self, effect: &Tree) -> bool {
        // A guard may see what the effect did; a choice is offered each time.
        if ["if", "optional", "subsume", "size"].iter().any(|flag| effect.child(flag).is_some()) {
            return false;
        }
        let constant = || effect.args().iter().any(|arg| arg.as_int().is_some());
        match effect.head() {
            Some("capture" | "add-flags" | "remove-flags" | "change-dirn" | "repeat") => true,
            Some("cell-state" | "piece-state" | "cell-states") => constant(),
            _ => false,
        }
    }

    /// Putting down what was taken when it has been put down.
    fn actions(&mut self, action: &Tree, path: &mut Vec<usize>) {
        let args = action.args();
        let pops = args.iter().any(|a| a.is("pop"));
        for i in (1..args.len()).rev() {
            let key = |a: &Tree| self.logic.key(a, Category::Action);
            if pops && args[i].is("push") && key(&args[i]) == key(&args[i - 1]) {
                path.push(i + 1);
                self.push(path, None, "nothing is left to put down");
                path.pop();
            }
        }
    }

    /// Cells and directions that are named twice.
    fn repeats(&mut self, tree: &Tree, ludeme: &'static Ludeme, path: &mut Vec<usize>) {
        let roles = site::roles(tree, ludeme, self.logic.names);
        let sets = |role: &Option<(&crate::language::schema::Param, Accepts)>| match role {
            Some((param, Accepts::Of(category @ (Category::Cells | Category::Direction))))
                if !param.ordered && matches!(param.count, Count::Any | Count::Some) =>
            {
                Some(*category)
            }
            _ => None,
        };
        let keys: Vec<Option<String>> = tree
            .args()
            .iter()
            .zip(&roles)
            .map(|(arg, role)| sets(role).map(|category| self.logic.key(arg, category)))
            .collect();
        for i in (1..keys.len()).rev() {
            if keys[i].is_some() && keys[..i].contains(&keys[i]) {
                path.push(i + 1);
                self.push(path, None, "it is named already");
                path.pop();
            }
        }
    }
}

/// New stones that are put on an empty cell several at a time, in games that nothing tells it in.
fn doubled(tree: &Tree, logic: &Logic, steps: &mut Vec<Step>) {
    let counted = || tree.child("end").is_some_and(|end| end.mentions("capture"));
    if resolve::speaks_of(tree, About::Heights) || counted() {
        return;
    }
    for (path, piece) in pieces(tree) {
        for (i, moves) in piece.items().iter().enumerate().filter(|(_, item)| item.is("moves")) {
            for (j, mv) in moves.items().iter().enumerate().skip(1) {
                let to = Tree::element("empty", [Tree::word("to")]);
                let pre = mv.child("pre").and_then(|pre| pre.args().first());
                let (Some(pre), Some(k)) = (pre, mv.items().iter().position(|t| t.is("action"))) else { continue };
                let pushes = mv.items()[k].args();
                let key = |t: &Tree| logic.key(t, Category::Action);
                let alike = pushes.len() > 1 && pushes.iter().all(|p| key(p) == key(&pushes[0]));
                if alike
                    && key(&pushes[0]) == key(&Tree::element("push", []))
                    && logic.implies(pre, &to, Category::Bool)
                {
                    let path = path.iter().copied().chain([i, j, k, 2]).collect();
                    steps.push(Step { path, put: None, why: "nothing tells a doubled stone from a single one" });
                }
            }
        }
    }
}
