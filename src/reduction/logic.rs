//! What follows from what among conditions: the part of reduction that looks at rules and plays nothing.
//!
//! Everything here is true on every board and in every position: a cell that is empty holds no piece, a count is not negative, a row of
//! five holds a row of four. What is not known is not claimed.

mod cell;
mod numbers;
mod relation;

use self::relation::Relation;
use super::ground::Ground;
use crate::language::Tree;
use crate::language::resolve::{self, Element, Names};
use crate::language::schema::{Accepts, Category, Id, word};
use crate::order;
use crate::synthesis::genome::is_default;
use std::cell::Cell;

/// How deep conditions are looked into for what follows from them.
const DEEPEST: u32 = 6;

/// How many conditions are taken for granted at once.
const MOST_FACTS: usize = 24;

/// How many nodes of conditions are looked at before nothing more is claimed of a game. Of the known games none takes a tenth of that.
const MOST_LOOKS: u64 = 1 << 20;

/// The greatest number that the rules compute with.
const GREATEST: i64 = i32::MAX as i64;

/// A condition known to hold, or not to.
#[derive(Clone, Debug)]
pub(super) struct Fact<'t> {
    pub condition: &'t Tree,
    pub holds: bool,
}

/// Reasons about the conditions of one game.
pub(super) struct Logic<'n> {
    pub names: &'n Names,
    /// What the board and the rules leave possible; without it only what holds on every board is known.
    pub ground: Option<&'n Ground>,
    /// The move looked at has no start.
    pub no_from: Cell<bool>,
    /// How many nodes may still be looked at.
    left: Cell<u64>,
}

/// What stands on top of a cell, seen by the mover.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Occupant {
    Nothing,
    Own,
    Enemy,
    Neutral,
    /// Some piece.
    Piece,
    /// Nothing or some piece: the cell exists.
    Cell,
}

impl<'n> Logic<'n> {
    /// Reasons about conditions with these names, on this ground if there is one.
    pub fn new(names: &'n Names, ground: Option<&'n Ground>) -> Logic<'n> {
        Logic { names, ground, no_from: Cell::new(false), left: Cell::new(MOST_LOOKS) }
    }

    /// How many nodes have been looked at.
    pub fn looks(&self) -> u64 {
        MOST_LOOKS - self.left.get()
    }

    /// Counts a look; false if there have been too many, so that nothing more is to be claimed.
    fn look(&self) -> bool {
        self.left.set(self.left.get().saturating_sub(1));
        self.left.get() > 0
    }

    fn element<'t>(&self, tree: &'t Tree, category: Category) -> Option<Element<'t>> {
        resolve::resolve(tree, category, self.names)
    }

    /// A text that is equal for elements that say the same by default, order or spelling.
    pub fn key(&self, tree: &Tree, category: Category) -> String {
        self.look();
        if let Some(number) = tree.as_int() {
            return number.to_string();
        }
        let Some(element) = self.element(tree, category) else { return crate::language::print::one_line(tree) };
        let spelling = element.ludeme.facts.spelling;
        let mut head = spelling.map_or(tree.head().unwrap_or_default(), |s| s.of).to_string();
        let mut slots: Vec<String> = Vec::new();
        for (param, slot) in element.ludeme.params.iter().zip(&element.slots) {
            let said = slot.iter().filter(|arg| !is_default(element.ludeme, param, arg, self.names));
            let mut texts: Vec<String> = said
                .map(|arg| match resolve::choose(arg, param.accepts, self.names) {
                    Some(Accepts::Of(c) | Accepts::Only(c, _)) => self.key(arg, c),
                    _ => crate::language::print::one_line(arg),
                })
                .collect();
            if !param.ordered {
                order::sort(&mut texts);
            }
            slots.push(texts.join(" "));
        }
        if spelling.is_some_and(|s| s.swapped) {
            slots.reverse();
        }
        if element.ludeme.facts.commutative {
            order::sort(&mut slots);
        }
        // Three words for one test of ownership.
        if category == Category::Bool
            && let Some(player) = match head.as_str() {
                "friend" => Some(""),
                "enemy" => Some("enemy"),
                "neutral" => Some("neutral"),
                _ => None,
            }
        {
            head = "owner".into();
            slots.push(player.into());
        }
        format!("({head}|{})", slots.join("|"))
    }

    /// Whether a condition always or never holds, given others; `None` if that is not known.
    pub fn truth(&self, tree: &Tree, category: Category, facts: &[Fact]) -> Option<bool> {
        self.truth_at(tree, category, facts, 0)
    }

    fn truth_at(&self, tree: &Tree, category: Category, facts: &[Fact], depth: u32) -> Option<bool> {
        if depth > DEEPEST || !self.look() {
            return None;
        }
        for fact in facts.iter().take(MOST_FACTS) {
            if fact.holds && self.implies(fact.condition, tree, category) {
                return Some(true);
            }
            if fact.holds && self.excludes(fact.condition, tree, category)
                || !fact.holds && self.implies(tree, fact.condition, category)
            {
                return Some(false);
            }
            if !fact.holds && self.covers(fact.condition, tree, category) {
                return Some(true);
            }
        }
        let parts = tree.args();
        match tree.head()? {
            "and" | "or" => {
                let and = tree.is("and");
                let of = |i: usize| {
                    let others =
                        (0..parts.len()).filter(|&j| j != i).map(|j| Fact { condition: &parts[j], holds: and });
                    let facts: Vec<Fact> = facts.iter().cloned().chain(others).collect();
                    self.truth_at(&parts[i], category, &facts, depth + 1)
                };
                // A part that cannot hold beside the others settles a conjunction; dually for a disjunction.
                if (0..parts.len()).any(|i| of(i) == Some(!and)) {
                    return Some(!and);
                }
                let alone = |part: &Tree| self.truth_at(part, category, facts, depth + 1) == Some(and);
                parts.iter().all(alone).then_some(and)
            }
            "not" => self.truth_at(parts.first()?, category, facts, depth + 1).map(|holds| !holds),
            _ if self.is_impossible(tree, category) => Some(false),
            _ => self.comparison(tree, category),
        }
    }

    /// Whether a condition without parts never holds: the board is too small for it, nothing ever brings it about, or it is about a cell
    /// that there is not.
    fn is_impossible(&self, tree: &Tree, category: Category) -> bool {
        let Some(element) = self.element(tree, category) else { return false };
        match element.ludeme.id {
            Id::Bool(word) => self.is_impossible_before(&element, word),
            Id::Condition(word) => self.is_impossible_after(&element, word),
            _ => false,
        }
    }

    fn is_impossible_before(&self, element: &Element, word: word::Bool) -> bool {
        let about_nothing = |default: &str| match element.get("cell") {
            Some(cell) => self.is_absent(cell),
            None => default == "from" && self.no_from.get(),
        };
        let ground = |test: &dyn Fn(&Ground) -> bool| self.ground.is_some_and(test);
        match word {
            word::Bool::Neutral => about_nothing("to") || ground(&|g| !g.neutral),
            word::Bool::Empty
            | word::Bool::Owner
            | word::Bool::Friend
            | word::Bool::Enemy
            | word::Bool::OnBoard
            | word::Bool::InRegion
            | word::Bool::Attacked => about_nothing("to"),
            word::Bool::IsPiece | word::Bool::Flagged => about_nothing("from"),
            word::Bool::Connected => element.get("cell").is_some_and(|cell| self.is_absent(cell)),
            word::Bool::Adjacent | word::Bool::Same => element.tree.args().iter().any(|cell| self.is_absent(cell)),
            word::Bool::Line => {
                element.all("cells").iter().any(|cell| self.is_absent(cell))
                    || element.all("cells").is_empty() && self.no_from.get()
            }
            word::Bool::Steps => self.no_from.get(),
            word::Bool::Continuing => ground(&|g| !g.repeats),
            _ => false,
        }
    }

    fn is_impossible_after(&self, element: &Element, word: word::Condition) -> bool {
        let Some(ground) = self.ground else { return false };
        let number = |name: &str, default: i64| element.get(name).map_or(Some(default), Tree::as_int);
        let over = |name: &str, default: i64, most: i64| number(name, default).is_some_and(|n| n > most);
        match word {
            word::Condition::InARow => over("length", 0, ground.line),
            word::Condition::Group => over("size", 0, ground.cells),
            word::Condition::Reach => over("count", 1, ground.cells),
            word::Condition::Capture => !ground.captures,
            word::Condition::Stack => over("height", 0, if ground.stacks { i64::MAX } else { 1 }),
            word::Condition::Score => !ground.scores,
            word::Condition::State => match (element.get("cell"), &ground.piece_states, number("state", 0)) {
                (Some(_), _, Some(n)) => !ground.cell_states && n != 0,
                (None, Some(states), Some(n)) => !states.contains(&n),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether there never is such a cell.
    fn is_absent(&self, cell: &Tree) -> bool {
        match cell.head() {
            Some("from" | "over") => self.no_from.get(),
            Some("step") => {
                let [base, direction, rest @ ..] = cell.args() else { return false };
                let steps = rest.first().map_or(Some(1), Tree::as_int).unwrap_or(1);
                self.is_absent(base)
                    || self.ground.is_some_and(|g| g.leads_off(direction.head().unwrap_or_default(), steps))
            }
            _ => false,
        }
    }

    /// Whether one condition holds wherever another does.
    pub fn implies(&self, a: &Tree, b: &Tree, category: Category) -> bool {
        if !self.look() {
            return false;
        }
        if self.key(a, category) == self.key(b, category) {
            return true;
        }
        if b.is("and") {
            return b.args().iter().all(|part| self.implies(a, part, category));
        }
        if a.is("or") {
            return a.args().iter().all(|part| self.implies(part, b, category));
        }
        if a.is("and") && a.args().iter().any(|part| self.implies(part, b, category)) {
            return true;
        }
        if b.is("or") && b.args().iter().any(|part| self.implies(a, part, category)) {
            return true;
        }
        if let (true, [inner]) = (b.is("not"), b.args()) {
            return self.excludes(a, inner, category);
        }
        if let (Some((x, low, high)), Some((y, least, most))) = (self.bounds(a, category), self.bounds(b, category)) {
            return x == y && least <= low && high <= most;
        }
        if let (Some((x, p)), Some((y, q))) = (self.occupant(a, category), self.occupant(b, category)) {
            return x == y
                && (p == q
                    || q == Occupant::Cell
                    || q == Occupant::Piece && p != Occupant::Nothing && p != Occupant::Cell);
        }
        self.is_longer(a, b, category)
    }

    /// Whether two conditions never hold together.
    fn excludes(&self, a: &Tree, b: &Tree, category: Category) -> bool {
        if !self.look() {
            return false;
        }
        let denies = |a: &Tree, b: &Tree| match (a.is("not"), a.args()) {
            (true, [inner]) => self.implies(b, inner, category),
            _ => false,
        };
        if denies(a, b) || denies(b, a) {
            return true;
        }
        if a.is("and") || b.is("and") {
            let (both, other) = if a.is("and") { (a, b) } else { (b, a) };
            return both.args().iter().any(|part| self.excludes(part, other, category));
        }
        if a.is("or") || b.is("or") {
            let (either, other) = if a.is("or") { (a, b) } else { (b, a) };
            return either.args().iter().all(|part| self.excludes(part, other, category));
        }
        if let (Some((x, low, high)), Some((y, least, most))) = (self.bounds(a, category), self.bounds(b, category)) {
            return x == y && (high < least || most < low);
        }
        if let (Some((x, p)), Some((y, q))) = (self.occupant(a, category), self.occupant(b, category)) {
            use Occupant::{Cell, Nothing, Piece};
            let vague = |o| o == Cell || o == Piece;
            return x == y && p != q && (!vague(p) && !vague(q) || [(p, q), (q, p)].contains(&(Nothing, Piece)));
        }
        false
    }

    /// Whether one of two conditions always holds.
    fn covers(&self, a: &Tree, b: &Tree, category: Category) -> bool {
        if let (true, [inner]) = (b.is("not"), b.args())
            && self.implies(inner, a, category)
        {
            return true;
        }
        if let (Some((x, low, high)), Some((y, least, most))) = (self.bounds(a, category), self.bounds(b, category)) {
            let (full_low, full_high) = (i64::MIN, i64::MAX);
            let joined = |l1: i64, h1: i64, l2: i64, h2: i64| l1 == full_low && h2 == full_high && h1 >= l2 - 1;
            return x == y && (joined(low, high, least, most) || joined(least, most, low, high));
        }
        false
    }

    /// A comparison with a constant: of what, and between which bounds it lies.
    fn bounds(&self, tree: &Tree, category: Category) -> Option<(String, i64, i64)> {
        let relation = self.relation(tree, category)?;
        let [a, b] = relation.sides;
        let constant = |t: &Tree| {
            let (low, high) = self.range(t);
            (low == high).then_some(low)
        };
        let (of, low, high) = match (constant(a), constant(b), relation.word) {
            (None, Some(n), Relation::Less) => (a, i64::MIN, n - 1),
            (None, Some(n), Relation::AtMost) => (a, i64::MIN, n),
            (Some(n), None, Relation::Less) => (b, n + 1, i64::MAX),
            (Some(n), None, Relation::AtMost) => (b, n, i64::MAX),
            (None, Some(n), Relation::Equal) => (a, n, n),
            (Some(n), None, Relation::Equal) => (b, n, n),
            _ => return None,
        };
        Some((self.key(of, Category::Int), low, high))
    }

    /// The cell that a condition of a move is about, and what it says stands there.
    fn occupant(&self, tree: &Tree, category: Category) -> Option<(String, Occupant)> {
        if category != Category::Bool {
            return None;
        }
        let element = self.element(tree, category)?;
        let Id::Bool(word) = element.ludeme.id else { return None };
        let (default, occupant) = match word {
            word::Bool::Empty => ("to", Occupant::Nothing),
            word::Bool::Friend => ("to", Occupant::Own),
            word::Bool::Enemy => ("to", Occupant::Enemy),
            word::Bool::Neutral => ("to", Occupant::Neutral),
            word::Bool::Owner => {
                let owner = match element.get("player").and_then(Tree::head).unwrap_or("current") {
                    "current" | "friend" => Occupant::Own,
                    "enemy" => Occupant::Enemy,
                    "neutral" => Occupant::Neutral,
                    "none" => return None,
                    _ => Occupant::Piece,
                };
                // Of pieces of a player by name, or of either, it is known only that they are pieces: not enough to be implied.
                if owner == Occupant::Piece {
                    return None;
                }
                ("to", owner)
            }
            word::Bool::OnBoard => ("to", Occupant::Cell),
            _ => return None,
        };
        let default = Tree::word(default);
        Some((self.key(element.get("cell").unwrap_or(&default), Category::Coord), occupant))
    }

    /// Whether one condition asks for a longer row, or a larger group, than another that is otherwise the same.
    fn is_longer(&self, a: &Tree, b: &Tree, category: Category) -> bool {
        if category != Category::Condition || a.head() != b.head() {
            return false;
        }
        let (Some(x), Some(y)) = (self.element(a, category), self.element(b, category)) else { return false };
        let Id::Condition(word) = x.ludeme.id else { return false };
        let (number, exact_is_at_least) = match word {
            word::Condition::InARow => ("length", true),
            word::Condition::Group => ("size", true),
            word::Condition::Capture | word::Condition::Reach => ("count", false),
            word::Condition::Stack => ("height", true),
            word::Condition::Score => ("score", false),
            _ => return false,
        };
        let value = |e: &Element| match e.get(number) {
            Some(n) => n.as_int(),
            None if number == "count" => Some(1),
            None => None,
        };
        let (Some(m), Some(n)) = (value(&x), value(&y)) else { return false };
        let flags = |e: &Element| -> Vec<String> {
            let mut flags: Vec<String> = e.all("flags").iter().filter_map(|f| f.head().map(String::from)).collect();
            order::sort(&mut flags);
            flags
        };
        // What is filled, or what all do, is not counted.
        let counted = |f: &[String]| !f.iter().any(|f| f == "all" || f == "fill");
        let (mut fx, fy) = (flags(&x), flags(&y));
        if exact_is_at_least && !fy.iter().any(|f| f == "exactly") {
            fx.retain(|f| f != "exactly");
        }
        let others = |e: &Element| -> Vec<String> {
            let params = e.ludeme.params.iter().zip(&e.slots).filter(|(p, _)| p.name != number && p.name != "flags");
            params
                .map(|(p, slot)| {
                    let said = slot.iter().filter(|arg| !is_default(e.ludeme, p, arg, self.names));
                    let mut texts: Vec<String> = said.map(|arg| crate::language::print::one_line(arg)).collect();
                    order::sort(&mut texts);
                    texts.join(" ")
                })
                .collect()
        };
        let exactly = fy.iter().any(|f| f == "exactly");
        fx == fy && counted(&fx) && others(&x) == others(&y) && (if exactly { m == n } else { m >= n })
    }
}

/// Whether a condition anywhere in a move asks who owns the piece on `from`: it then decides which pieces the move is for.
pub(super) fn asks_owner_of_from(tree: &Tree) -> bool {
    let own = match tree.head() {
        Some("owner" | "friend" | "enemy" | "neutral") => tree.child("from").is_some(),
        Some("is-piece") => {
            let cells = tree.args().iter().filter(|arg| {
                resolve::is_keyword(arg.head().unwrap_or_default()) || arg.head().is_some_and(resolve::is_label)
            });
            let mut cells = cells.filter(|arg| !arg.is("any"));
            cells.next().is_none_or(|cell| cell.is("from"))
        }
        _ => false,
    };
    own || tree.items().iter().any(asks_owner_of_from)
}

#[cfg(test)]
mod tests;
