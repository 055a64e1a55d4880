//! How one kind of move is said.

use super::book::Book;
use super::frame::{Frame, provided};
use super::refusals::Refusal;
use super::telling::{Shape, Telling, conjuncts, uncapital};
use super::template::{Bound, Form, Mood, Scene, Teller};
use super::turning::{Fold, Ways, called, ways};
use super::words::{list, noun, number, plural, polish};
use crate::game::facts;
use crate::game::rules::{Action, Amount, Bool, Cmp, Coord, Int, MoveDef, PieceDef, Player, Who};
use crate::language::resolve::resolve;
use crate::language::schema::Category;
use crate::language::{Kind, Tree};

/// What is said of a move.
pub(super) struct Said {
    /// What is done.
    pub text: String,
    /// On what conditions.
    pub provided: String,
    /// By whom.
    pub after: String,
    /// What happens then.
    pub consequences: String,
}

/// Moves told as one.
pub(super) struct Several {
    pub fold: Fold,
    /// A word that stands for several, and what they are called.
    pub words: Option<(String, String)>,
}

fn shape(def: &MoveDef) -> Shape {
    let to_only = |action: &Action| matches!(action, Action::Push { cell: Coord::To, .. });
    match def.actions.as_slice() {
        _ if def.passes() => Shape::Pass,
        [Action::Push { cell: Coord::To, count: 1, trail: false, .. }] => Shape::Drop,
        [Action::Pop(Coord::From, _), push, ..] if to_only(push) => Shape::Step,
        [Action::Pop(Coord::From, _)] => Shape::Remove,
        _ => Shape::Other,
    }
}

/// What a move is called.
pub(super) fn label_of(tree: &Tree) -> Option<&str> {
    match &tree.child("label")?.args().first()?.kind {
        Kind::Text(label) => Some(label),
        _ => None,
    }
}

impl Book<'_> {
    /// The sentences about a move: what is done, on what conditions, by whom, and what happens then.
    pub(super) fn movement(&self, piece: &PieceDef, def: &MoveDef, several: &Several) -> Said {
        let names =
            several.fold.ways.first().map(|base| called(self.teller.scene.circle, base, several.fold.either_side));
        let bound = match (&names, &several.words) {
            (Some(names), _) => Bound::Way(names),
            (None, Some((word, called))) => Bound::Word(word, called),
            (None, None) => Bound::Free,
        };
        let scene = Scene { bound, numbered: several.fold.numbers.first().copied(), ..self.teller.scene };
        let teller = Teller { scene, ..self.teller };
        self.telling(piece, def, &several.fold.tree, teller, &|telling, frame, foreign| {
            let mut said = telling.sentences(frame, foreign);
            if names.is_some() {
                self.in_ways(&several.fold, &mut said);
            }
            said
        })
    }

    /// Says in which directions a move goes that goes alike in several.
    fn in_ways(&self, fold: &Fold, said: &mut Said) {
        let circle = self.teller.scene.circle;
        let names: Vec<String> =
            fold.ways.iter().map(|w| self.teller.tell(&Tree::word(*w), Category::Direction)).collect();
        let name = match ways(&fold.ways, circle) {
            Ways::All => "in any direction".to_string(),
            Ways::Orthogonal => "orthogonally".into(),
            Ways::Diagonal => "diagonally".into(),
            Ways::Some => list(&names, "or"),
        };
        let head = said.text.find(" that way").filter(|&at| !said.text[at..].starts_with(" that way from"));
        match head {
            Some(at) => said.text.replace_range(at + 1..at + " that way".len(), &name),
            None => said.text = format!("{}: {}", polish(&name), uncapital(&said.text)),
        }
        if !fold.numbers.is_empty() {
            let mut each: Vec<(i64, &String)> = fold.numbers.iter().copied().zip(&names).collect();
            each.sort();
            let each: Vec<String> = each.iter().map(|(n, way)| format!("{n} for {way}")).collect();
            said.after.push_str(&format!(" Here d is {}.", list(&each, "and")));
        }
    }

    /// What a move is called, and what is the case where a part of its condition does not hold.
    pub(super) fn refusal(&self, piece: &PieceDef, def: &MoveDef, tree: &Tree) -> Refusal {
        self.telling(piece, def, tree, self.teller, &|telling, frame, foreign| telling.refusal(frame, foreign))
    }

    fn telling<T>(
        &self,
        piece: &PieceDef,
        def: &MoveDef,
        tree: &Tree,
        teller: Teller<'_>,
        tell: &dyn Fn(&Telling, &Frame, bool) -> T,
    ) -> T {
        let dirn = tree
            .child("dirn")
            .map_or_else(String::new, |d| self.directions(&d.args().iter().collect::<Vec<_>>(), teller));
        let shape = shape(def);
        let scene = Scene {
            it: matches!(shape, Shape::Drop | Shape::Step | Shape::Remove) || stays(def, 0),
            drop: !def.pops(),
            remove: def.pops() && !def.actions.iter().any(facts::names_to),
            dirn: &dirn,
            effects: tree.child("post").map_or(&[][..], Tree::args),
            ..teller.scene
        };
        let teller = Teller { scene, ..self.teller };
        let mut telling = Telling { book: self, piece, def, tree, shape, teller, whose: "" };
        let frame = telling.frame();
        telling.whose = if frame.from == Some("enemy") { "enemy " } else { "" };
        let foreign = def.pops() && !facts::takes_own_only(piece, def) && piece.owner != Who::Neutral;
        telling.teller = teller.with(Scene { foreign, ..scene });
        tell(&telling, &frame, foreign)
    }

    /// Who may make a move, where that is not everybody who has the piece.
    pub(super) fn users(&self, piece: &PieceDef, def: &MoveDef) -> String {
        let having: Vec<Player> = Player::BOTH.into_iter().filter(|&p| facts::may_use(piece, p)).collect();
        let making: Vec<Player> = Player::BOTH.into_iter().filter(|&p| facts::may_make(piece, def, p)).collect();
        match making.as_slice() {
            [] => " Nobody may do this.".into(),
            _ if making == having => String::new(),
            [only, ..] => format!(" {} only.", self.player(only.index())),
        }
    }
}

impl Telling<'_, '_> {
    /// The sentences about a move: what is done, on what conditions, by whom, and what happens then.
    fn sentences(&self, frame: &Frame, foreign: bool) -> Said {
        let post = self.tree.child("post").map_or(&[][..], Tree::args).iter();
        let rest: Vec<&Tree> = post.enumerate().filter(|(i, _)| !frame.told.contains(i)).map(|(_, e)| e).collect();
        let same = if frame.same { " A turn goes on with the same piece." } else { "" };
        let text = polish(&self.opening(frame, foreign && frame.from.is_none()));
        let trails = text.rsplit_once(", ").is_some_and(|(_, end)| {
            ["whatever", "dropping", "where"].contains(&end.split(' ').next().unwrap_or_default())
        });
        Said {
            provided: provided(&frame.others, trails || !frame.landing.is_empty()),
            text,
            after: format!("{same}{}", self.book.users(self.piece, self.def)),
            consequences: self.consequences(&rest),
        }
    }

    fn refusal(&self, frame: &Frame, foreign: bool) -> Refusal {
        let mut parts = Vec::new();
        if let Some(condition) = self.tree.child("pre").and_then(|p| p.args().first()) {
            conjuncts(condition, &|_| true, &mut parts);
        }
        let contrary = Mood { contrary: true, ..Mood::default() };
        let told = parts.iter().map(|part| uncapital(&polish(&self.teller.tell_in(part, Category::Bool, contrary))));
        Refusal {
            r#move: uncapital(&polish(&self.opening(frame, foreign && frame.from.is_none()))),
            parts: told.collect(),
        }
    }

    /// The main clause.
    fn opening(&self, frame: &Frame, of_either: bool) -> String {
        let mut text = String::new();
        let actions = self.tree.child("action").map_or(&[][..], Tree::args);
        let either = match (of_either && !frame.either, facts::has_neutral(self.book.rules)) {
            _ if frame.either => " of either player",
            (false, _) => "",
            (true, false) => " of either player",
            (true, true) => " of any owner",
        };
        let ends_turn = self.def.passes() && self.def.post.is_empty() && frame.goes_on == Some(true);
        text.push_str(match frame.goes_on {
            Some(true) if ends_turn => "",
            Some(true) => "to go on, ",
            Some(false) => "to begin, ",
            None => "",
        });
        match self.shape {
            Shape::Pass => text.push_str(if ends_turn { "end the turn" } else { "pass" }),
            Shape::Drop => {
                let to = frame.to.unwrap_or("any cell");
                let next = if frame.adjacent { " next to a friendly piece" } else { "" };
                text.push_str(&format!("place a {} on {to}{next}{}", self.new_piece(actions, false), frame.place()));
            }
            Shape::Remove => text.push_str(&format!(
                "take {} off the board{}",
                self.taken(&self.def.actions[0], either),
                frame.start()
            )),
            Shape::Step => {
                let what = self.taken(&self.def.actions[0], either);
                text.push_str(&format!("{} {what}{}", frame.verb(), self.way(frame)));
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
        match label_of(self.tree) {
            // What the move is called is the word that its sentence begins with.
            Some(label) if text.split([' ', ',']).next() == Some(&label.to_lowercase()) => text,
            Some(label) => format!("{label}: {text}"),
            None => text,
        }
    }

    /// What is taken from `from`, and of whom.
    pub(super) fn taken(&self, pop: &Action, of: &str) -> String {
        let piece = format!("a {}{}{of}", self.whose, noun(&self.piece.name));
        match pop {
            Action::Pop(_, Amount::All) if facts::may_stack(self.book.rules) => {
                format!("a whole stack topped by {piece}")
            }
            Action::Pop(_, Amount::Count(n @ 2..)) => {
                let fewer = if holds_so_many(&self.def.pre, *n) { "" } else { " (or all if there are fewer)" };
                format!("the top {} pieces{fewer} of a stack topped by {piece}", number((*n).into()))
            }
            _ => piece,
        }
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
            text.push_str(
                ", dropping one piece on each cell of the way (the lowest first) and any left over on the last",
            );
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
        // The mover's own needs no word.
        let own = |o: &Tree| (o.is("friend") || o.is("current")) && self.piece.owner != Who::Neutral;
        let Some(owner) =
            push.as_ref().and_then(|p| p.get("owner")).filter(|o| !super::template::is_everyone(o) && !own(o))
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
        let mut new: Vec<(String, String, i64, String)> = Vec::new();
        for (tree, action) in actions.iter().zip(&self.def.actions[from..]) {
            let Some(element) = resolve(tree, Category::Action, self.book.names) else { continue };
            let to = Tree::word("to");
            let cell = self.teller.tell(element.get("cell").unwrap_or(&to), Category::Coord);
            match action {
                Action::Pass => {}
                Action::Pop(Coord::From, _) => carried.push(self.taken(action, "")),
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
                    let piece = |many| self.new_piece(std::slice::from_ref(tree), many);
                    let count = i64::from(*count);
                    match new.iter_mut().find(|(one, _, _, other)| *one == piece(false) && *other == cell) {
                        Some((_, _, before, _)) => *before += count,
                        None => new.push((piece(false), piece(true), count, cell)),
                    }
                }
            }
        }
        told.extend(placing(&new));
        if !carried.is_empty() {
            told.push(format!("take {} off the board", list(&carried, "and")));
        }
        told
    }
}

impl Telling<'_, '_> {
    /// Whether the actions from that index on put what they take off `from` back there, and do nothing else.
    fn whole(&self, from: usize) -> bool {
        stays(self.def, from)
    }
}

/// New pieces that are placed, each as one, as many, how many and where: those that are alike in a sentence.
fn placing(new: &[(String, String, i64, String)]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let mut rest = new;
    while let [(one, many, count, _), others @ ..] = rest {
        let alike = others.iter().take_while(|(piece, _, n, _)| piece == one && *count == 1 && *n == 1).count();
        // The cell that the mover chooses is told of here first.
        let chosen = |i: usize, cell: &str| told.is_empty() && i == 0 && cell == "the cell";
        let named = |(i, cell): (usize, &String)| if chosen(i, cell) { "a cell".into() } else { cell.clone() };
        let cells: Vec<String> = rest[..=alike].iter().map(|(.., cell)| cell).enumerate().map(named).collect();
        let cell = &cells[0];
        told.push(match (alike, count) {
            (0, 1) => format!("place a {one} on {cell}"),
            (0, n) => format!("place {} {many} on {cell}", number(*n)),
            (1, _) => format!("place a {one} on {} and another on {}", cells[0], cells[1]),
            _ => format!("place {many} on {}", list(&cells, "and")),
        });
        rest = &others[alike..];
    }
    told
}

/// Whether the actions of a move from that index on put what they take off `from` back there, and do nothing else.
fn stays(def: &MoveDef, from: usize) -> bool {
    matches!(
        def.actions[from..],
        [Action::Pop(Coord::From, _), Action::Push { cell: Coord::From, owner: None, trail: false, .. }]
    )
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
