//! How one kind of move is said.

use super::book::Book;
use super::refusals::Refusal;
use super::template::{Form, Mood, Scene, Teller};
use super::words::{list, noun, number, plural, polish};
use crate::game::facts;
use crate::game::rules::{Action, Amount, Bool, Cmp, Coord, Int, MoveDef, PieceDef, Player, Who};
use crate::language::resolve::{Element, resolve};
use crate::language::schema::Category;
use crate::language::{Kind, Tree};

/// Where a move may come from and go to, and what else it asks.
#[derive(Default)]
struct Frame {
    from: Option<&'static str>,
    to: Option<&'static str>,
    adjacent: bool,
    /// A straight line, in the directions told if any.
    line: Option<String>,
    others: Vec<String>,
}

/// What the actions of a move come to.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// A new piece is placed on `to`.
    Drop,
    /// Pieces go from `from` to `to`.
    Step,
    /// Pieces are taken off `from`, and that is all.
    Remove,
    Pass,
    Other,
}

/// A move with what is needed to tell it.
struct Telling<'a, 'b> {
    book: &'b Book<'a>,
    piece: &'b PieceDef,
    def: &'b MoveDef,
    tree: &'b Tree,
    shape: Shape,
    teller: Teller<'b>,
    /// Whose pieces are taken from `from`: an adjective.
    whose: &'static str,
}

/// The parts of a condition that all have to hold.
fn conjuncts<'t>(tree: &'t Tree, out: &mut Vec<&'t Tree>) {
    if tree.is("and") {
        for arg in tree.args() {
            conjuncts(arg, out);
        }
    } else {
        out.push(tree);
    }
}

fn shape(def: &MoveDef) -> Shape {
    let to_only = |action: &Action| matches!(action, Action::Push { cell: Coord::To | Coord::Current, .. });
    match def.actions.as_slice() {
        _ if def.passes() => Shape::Pass,
        [Action::Push { cell: Coord::To | Coord::Current, count: 1, trail: false, .. }] => Shape::Drop,
        [Action::Pop(Coord::From, _), push, ..] if to_only(push) => Shape::Step,
        [Action::Pop(Coord::From, _)] => Shape::Remove,
        _ => Shape::Other,
    }
}

impl Book<'_> {
    /// The sentences about a move: what is done, on what conditions, by whom, and what happens then.
    pub(super) fn movement(&self, piece: &PieceDef, def: &MoveDef, tree: &Tree) -> String {
        self.telling(piece, def, tree, &|telling, frame, foreign| telling.sentences(frame, foreign))
    }

    /// What a move is called, and what is the case where a part of its condition does not hold.
    pub(super) fn refusal(&self, piece: &PieceDef, def: &MoveDef, tree: &Tree) -> Refusal {
        self.telling(piece, def, tree, &|telling, frame, foreign| telling.refusal(frame, foreign))
    }

    fn telling<T>(
        &self,
        piece: &PieceDef,
        def: &MoveDef,
        tree: &Tree,
        tell: &dyn Fn(&Telling, &Frame, bool) -> T,
    ) -> T {
        let dirn = tree.child("dirn").map_or_else(String::new, |d| {
            let told: Vec<String> = d.args().iter().map(|d| self.teller.tell(d, Category::Direction)).collect();
            list(&told, "or")
        });
        let shape = shape(def);
        let scene = Scene {
            drop: !def.pops(),
            remove: def.pops() && !def.actions.iter().any(facts::names_to),
            dirn: &dirn,
            ..self.teller.scene
        };
        let mut telling = Telling { book: self, piece, def, tree, shape, teller: self.teller.with(scene), whose: "" };
        let frame = telling.frame();
        telling.whose = if frame.from == Some("enemy") { "enemy " } else { "" };
        let foreign = def.pops() && !facts::takes_own_only(piece, def) && piece.owner != Who::Neutral;
        telling.teller = self.teller.with(Scene { foreign, ..scene });
        tell(&telling, &frame, foreign)
    }

    /// Who may make a move, where that is not everybody who has the piece.
    fn users(&self, piece: &PieceDef, def: &MoveDef) -> String {
        let having: Vec<Player> = Player::BOTH.into_iter().filter(|&p| facts::may_use(piece, p)).collect();
        let making: Vec<Player> = Player::BOTH.into_iter().filter(|&p| facts::may_make(piece, def, p)).collect();
        match making.as_slice() {
            [] => " Nobody may do this.".into(),
            _ if making == having => String::new(),
            [only, ..] => format!(" Only {} may do this.", self.player(only.index())),
        }
    }
}

impl Telling<'_, '_> {
    /// The sentences about a move: what is done, on what conditions, by whom, and what happens then.
    fn sentences(&self, frame: &Frame, foreign: bool) -> String {
        let mut text = self.opening(frame, foreign && frame.from.is_none());
        if !frame.others.is_empty() {
            text.push_str(&format!(", provided that {}", list(&frame.others, "and")));
        }
        let mut text = polish(&text);
        text.push('.');
        text.push_str(&self.book.users(self.piece, self.def));
        let post = self.tree.child("post").map_or(&[][..], Tree::args).iter();
        let effects: Vec<String> = post.map(|e| self.teller.tell(e, Category::Effect)).collect();
        if !effects.is_empty() {
            text.push_str(&format!(" Then {}.", effects.join("; then ")));
        }
        text
    }

    fn refusal(&self, frame: &Frame, foreign: bool) -> Refusal {
        let mut parts = Vec::new();
        if let Some(condition) = self.tree.child("pre").and_then(|p| p.args().first()) {
            conjuncts(condition, &mut parts);
        }
        let contrary = Mood { contrary: true, ..Mood::default() };
        let told = parts.iter().map(|part| uncapital(&polish(&self.teller.tell_in(part, Category::Bool, contrary))));
        Refusal {
            r#move: uncapital(&polish(&self.opening(frame, foreign && frame.from.is_none()))),
            parts: told.collect(),
        }
    }

    /// Where the move comes from and goes to, and its other conditions.
    fn frame(&self) -> Frame {
        let mut frame = Frame::default();
        let mut parts = Vec::new();
        if let Some(condition) = self.tree.child("pre").and_then(|p| p.args().first()) {
            conjuncts(condition, &mut parts);
        }
        parts.retain(|part| !self.framed(part, &mut frame));
        // Among others, a list is marked as one.
        let mood = Mood { joined_by: (parts.len() > 1).then_some("and"), ..Mood::default() };
        frame.others = parts.iter().map(|part| self.teller.tell_in(part, Category::Bool, mood)).collect();
        frame
    }

    /// Takes a condition into the frame of the sentence, if it has a place there.
    fn framed(&self, part: &Tree, frame: &mut Frame) -> bool {
        if matches!(self.shape, Shape::Pass | Shape::Other) {
            return false;
        }
        let resolved =
            |t: &'_ Tree| resolve(t, Category::Bool, self.book.names).map(|e| (e.ludeme.word, cell(&e), mine(&e)));
        let negated = part.is("not");
        let subject = if negated { part.args().first() } else { Some(part) };
        let Some((word, cell, mine)) = subject.and_then(resolved) else { return false };
        let drop = self.shape == Shape::Drop;
        let target = match (negated, word) {
            (false, "empty") => Some("an empty cell"),
            (true, "empty") => Some("an occupied cell"),
            (false, "enemy") => Some("a cell that holds an enemy piece"),
            (true, "enemy") => Some("a cell that holds no enemy piece"),
            (false, "friend" | "owner") if mine => Some("a cell that holds a friendly piece"),
            (true, "friend" | "owner") if mine => Some("a cell that holds no friendly piece"),
            _ => None,
        };
        if let (Some(_), "to", None) = (target, &*cell, frame.to)
            && self.shape != Shape::Remove
        {
            frame.to = target;
            return true;
        }
        match (negated, word, &*cell) {
            (false, "owner" | "friend", "from") if mine && frame.from.is_none() && !drop => frame.from = Some("own"),
            (false, "enemy", "from") if frame.from.is_none() && !drop => frame.from = Some("enemy"),
            (false, "connected", _) if part.args().is_empty() && self.shape != Shape::Remove => frame.adjacent = true,
            (false, "line", _) if self.shape == Shape::Step && frame.line.is_none() => return self.line(part, frame),
            _ => return false,
        }
        true
    }

    /// A straight line from `from` to `to`, in the directions that it names or those of the move.
    fn line(&self, part: &Tree, frame: &mut Frame) -> bool {
        let Some(line) = resolve(part, Category::Bool, self.book.names) else { return false };
        let cells: Vec<&str> = line.all("cells").iter().filter_map(|c| c.head()).collect();
        if !matches!(cells[..], [] | ["from"] | ["from", "to"]) {
            return false;
        }
        let told: Vec<String> =
            line.all("directions").iter().map(|d| self.teller.tell(d, Category::Direction)).collect();
        frame.line = Some(if told.is_empty() { self.teller.scene.dirn.to_string() } else { list(&told, "or") });
        true
    }

    /// The main clause.
    fn opening(&self, frame: &Frame, of_either: bool) -> String {
        let mut text = String::new();
        if let Some(Kind::Text(label)) = self.tree.child("label").and_then(|l| l.args().first()).map(|t| &t.kind) {
            text.push_str(&format!("{label}: "));
        }
        let actions = self.tree.child("action").map_or(&[][..], Tree::args);
        let either = match (of_either, facts::has_neutral(self.book.rules)) {
            (false, _) => "",
            (true, false) => " of either player",
            (true, true) => " of any owner",
        };
        match self.shape {
            Shape::Pass => text.push_str("pass"),
            Shape::Drop => {
                let to = frame.to.unwrap_or("a cell, empty or not");
                let next = if frame.adjacent { " next to a friendly piece" } else { "" };
                text.push_str(&format!("place a {} on {to}{next}", self.new_piece(actions, false)));
            }
            Shape::Remove => text.push_str(&format!("take {}{either} off the board", self.taken(&self.def.actions[0]))),
            Shape::Step => {
                text.push_str(&format!("move {}{either}{}", self.taken(&self.def.actions[0]), self.way(frame)));
                text.push_str(&self.landing(&actions[1]));
                for more in self.handling(&actions[2..], 2) {
                    text.push_str(&format!(", then {more}"));
                }
            }
            Shape::Other => {
                let told = self.handling(actions, 0);
                let of_from = |a: &Action| matches!(a, Action::Pop(Coord::From, _));
                if self.def.pops() && !self.def.actions.iter().any(of_from) {
                    text.push_str(&format!("with a {}{}{either}: ", self.whose, noun(&self.piece.name)));
                }
                text.push_str(&if told.is_empty() { "do nothing".into() } else { list(&told, "and then") });
            }
        }
        text
    }

    /// What is taken from `from`.
    fn taken(&self, pop: &Action) -> String {
        let piece = format!("a {}{}", self.whose, noun(&self.piece.name));
        match pop {
            Action::Pop(_, Amount::All) if facts::may_stack(self.book.rules) => {
                format!("a whole stack with {piece} on top")
            }
            Action::Pop(_, Amount::Count(n @ 2..)) => {
                let fewer = if holds_so_many(&self.def.pre, *n) { "" } else { " (or all if there are fewer)" };
                format!("the top {} pieces{fewer} of a stack with {piece} on top", number((*n).into()))
            }
            _ => piece,
        }
    }

    /// How a step goes, and where to.
    fn way(&self, frame: &Frame) -> String {
        let mut text = String::new();
        let dirn = self.teller.scene.dirn;
        match &frame.line {
            Some(directions) => {
                text.push_str(" in a straight line");
                if !directions.is_empty() {
                    text.push_str(&format!(" ({directions})"));
                }
                if frame.adjacent && !dirn.is_empty() && directions != dirn {
                    text.push_str(&format!(" {dirn}"));
                }
            }
            None if frame.adjacent && !dirn.is_empty() => text.push_str(&format!(" {dirn}")),
            None => {}
        }
        let adjacent = if frame.adjacent { "adjacent " } else { "" };
        let to = frame.to.unwrap_or("a cell, empty or not");
        match to.strip_prefix("a ").or(to.strip_prefix("an ")) {
            Some(rest) => text.push_str(&format!(" to a {adjacent}{rest}")),
            None => text.push_str(&format!(" to {to}")),
        }
        if frame.line.is_some() && !frame.adjacent && !looks_between(&self.def.pre) {
            text.push_str(", whatever is in between");
        }
        text
    }

    /// What becomes of pieces that are put down.
    fn landing(&self, push: &Tree) -> String {
        let Some(push) = resolve(push, Category::Action, self.book.names) else { return String::new() };
        let mut text = String::new();
        if let Some(owner) = push.get("owner").filter(|o| !super::template::is_everyone(o)) {
            let adjective = self.owner(owner, Form::Adjective);
            text.push_str(&match adjective.is_empty() {
                true => format!(", where it becomes a piece of {}", self.teller.tell(owner, Category::PlayerType)),
                false => format!(", where it becomes a {adjective} piece"),
            });
        }
        if push.get("trail").is_some() {
            text.push_str(", leaving one piece on every cell of the way");
        }
        text
    }

    fn owner(&self, owner: &Tree, form: Form) -> String {
        self.teller.tell_in(owner, Category::PlayerType, Mood { form, ..Mood::default() })
    }

    /// A new piece as the first push of these makes it.
    fn new_piece(&self, actions: &[Tree], many: bool) -> String {
        let name = noun(&self.piece.name);
        let name = if many { plural(&name) } else { name };
        let push = actions.first().and_then(|a| resolve(a, Category::Action, self.book.names));
        let Some(owner) = push.as_ref().and_then(|p| p.get("owner")).filter(|o| !super::template::is_everyone(o))
        else {
            return name;
        };
        let (adjective, of) = (self.owner(owner, Form::Adjective), self.owner(owner, Form::Of));
        match (adjective.is_empty(), of.is_empty()) {
            (false, _) => format!("{adjective} {name}"),
            (true, false) => format!("{name} of {of}"),
            (true, true) => name,
        }
    }

    /// Actions one by one, from the one of that index on. A push puts down all that is carried; one that has nothing to carry in a move that takes
    /// pieces does nothing.
    fn handling(&self, actions: &[Tree], from: usize) -> Vec<String> {
        let stacks = facts::may_stack(self.book.rules);
        let mut told = Vec::new();
        let mut carried: Vec<String> = Vec::new();
        for (tree, action) in actions.iter().zip(&self.def.actions[from..]) {
            let Some(element) = resolve(tree, Category::Action, self.book.names) else { continue };
            let to = Tree::word("to");
            let cell = self.teller.tell(element.get("cell").unwrap_or(&to), Category::Coord);
            match action {
                Action::Pass => {}
                Action::Pop(Coord::From, _) => carried.push(self.taken(action)),
                Action::Pop(_, Amount::All) => carried.push(format!("every piece on {cell}")),
                Action::Pop(_, Amount::Count(n @ 2..)) => {
                    carried
                        .push(format!("the top {} pieces on {cell} (or all if there are fewer)", number((*n).into())));
                }
                Action::Pop(..) => carried.push(format!("the {}piece on {cell}", if stacks { "top " } else { "" })),
                Action::Push { .. } if self.def.pops() => {
                    if !carried.is_empty() {
                        // What is taken later lies on top of what was taken before.
                        let (load, landing) = (carried.join(" and then "), self.landing(tree));
                        let back = element.get("cell").is_some_and(|c| c.is("from"));
                        told.push(match back {
                            true if landing.is_empty() && carried.len() == 1 && self.whole(from) => {
                                format!("choose {load}")
                            }
                            true => format!("put {load} back on {cell}{landing}"),
                            false => format!("move {load} to {cell}{landing}"),
                        });
                        carried.clear();
                    }
                }
                Action::Push { count, .. } => {
                    let piece = self.new_piece(std::slice::from_ref(tree), *count > 1);
                    let how_many = if *count == 1 { "a".into() } else { number((*count).into()) };
                    told.push(format!("place {how_many} {piece} on {cell}"));
                }
            }
        }
        if !carried.is_empty() {
            told.push(format!("take {} off the board", list(&carried, "and")));
        }
        told
    }
}

impl Telling<'_, '_> {
    /// Whether the actions from that index on put what they take off `from` back there, and do nothing else.
    fn whole(&self, from: usize) -> bool {
        matches!(
            self.def.actions[from..],
            [Action::Pop(Coord::From, _), Action::Push { cell: Coord::From, owner: None, trail: false, .. }]
        )
    }
}

/// The cell that a condition is about, by its word.
fn cell(element: &Element<'_>) -> String {
    element.get("cell").map_or_else(|| "to".to_string(), |c| c.head().unwrap_or("").to_string())
}

/// Whether the player that a condition names, if any, is the mover.
fn mine(element: &Element<'_>) -> bool {
    element.ludeme.word != "owner" || element.get("player").is_none_or(|p| p.is("current") || p.is("friend"))
}

/// Whether a condition makes sure that `from` holds at least so many pieces.
fn holds_so_many(pre: &Bool, least: u32) -> bool {
    match pre {
        Bool::And(ps) => ps.iter().any(|p| holds_so_many(p, least)),
        Bool::Compare(cmp, Int::Height(Coord::From), Int::Const(n)) => match cmp {
            Cmp::Ge | Cmp::Eq => i64::from(*n) >= i64::from(least),
            Cmp::Gt => i64::from(*n) + 1 >= i64::from(least),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a condition looks at what is between two cells.
fn looks_between(pre: &Bool) -> bool {
    match pre {
        Bool::And(ps) | Bool::Or(ps) => ps.iter().any(looks_between),
        Bool::Not(p) => looks_between(p),
        Bool::Compare(_, a, b) => [a, b].iter().any(|n| matches!(n, Int::Between(..) | Int::WholeLine(_))),
        Bool::Empty(Coord::Over) | Bool::Owner(Coord::Over, _) | Bool::IsPiece(Coord::Over, _) | Bool::Captures(_) => {
            true
        }
        _ => false,
    }
}

/// A text without the capital that a sentence begins with.
fn uncapital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}
