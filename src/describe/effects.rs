//! What happens after a move.

use super::frame::{BREATH, cell};
use super::telling::{Telling, conjuncts, uncapital, words};
use super::template::{Scene, Teller};
use super::turning::{among, called, fold, within};
use super::words::{list, number, polish};
use crate::game::facts;
use crate::language::Tree;
use crate::language::resolve::{Element, resolve};
use crate::language::schema::Category;

/// Whether the effect of that number marks a cell that the next marks with a number, whatever it was marked before.
fn overwritten(effects: &[&Tree], i: usize) -> bool {
    let marks = |t: &Tree| {
        t.is("cell-state") && t.args().iter().all(|a| a.is("to") || a.as_int().is_some() || a.args().is_empty())
    };
    let cell = |t: &Tree| {
        t.args().iter().find(|a| a.as_int().is_none()).map_or("to", |c| c.head().unwrap_or_default()).to_string()
    };
    let constant = |t: &Tree| t.args().iter().any(|a| a.as_int().is_some()) && t.args().len() <= 2;
    let Some(next) = effects.get(i + 1) else { return false };
    [effects[i], next].iter().all(|t| marks(t) && constant(t)) && cell(effects[i]) == cell(next)
}

/// What is done to all cells that are one cell, or to their pieces: to that cell, or any piece on it.
fn taken_on(effect: &Tree, teller: Teller<'_>) -> Option<String> {
    let guard = effect.args().iter().find(|a| a.is("if"))?.args().first()?;
    let mut parts = Vec::new();
    conjuncts(guard, &|t| teller.term(t, Category::Bool).is_none(), &mut parts);
    let at = parts.iter().position(|t| t.is("same") && t.args().iter().any(|a| a.is("current")))?;
    let cell = parts.remove(at).args().iter().find(|a| !a.is("current"))?;
    if effect.is("cell-states") && parts.is_empty() {
        let state = effect.args().iter().find(|a| !a.is("if"))?;
        return Some(teller.tell(&Tree::element("cell-state", [cell.clone(), state.clone()]), Category::Effect));
    }
    if !(effect.is("capture") || effect.is("convert")) {
        return None;
    }
    let how = effect.args().iter().find(|a| ["everywhere", "d-nbors", "i-nbors"].iter().any(|how| a.is(how)))?;
    let place = teller.tell(how, Category::CaptureType);
    // “on an orthogonally adjacent cell”
    let near = place.strip_prefix("on a").and_then(|p| p.trim_start_matches('n').trim_start().strip_suffix(" cell"));
    let near = near.map_or_else(String::new, |near| format!(" if that is {near}"));
    if !near.is_empty() && !parts.is_empty() {
        return None;
    }
    let guard = (!parts.is_empty()).then(|| Tree::element("if", [Tree::element("and", parts.into_iter().cloned())]));
    let rest = effect.args().iter().filter(|a| !a.is("if")).cloned().chain(guard);
    let text = teller.tell(&Tree::element(effect.head()?, rest), Category::Effect);
    let cell = teller.tell(cell, Category::Coord);
    text.contains(&place).then(|| text.replacen(" every ", " any ", 1).replacen(&place, &format!("on {cell}{near}"), 1))
}

impl Teller<'_> {
    /// The template of an effect whose number asks for words of its own: a state raised, set to another number or to one that is written, points
    /// for each of some things.
    pub(super) fn of_numbers(&self, element: &Element<'_>) -> Option<String> {
        if element.ludeme.word == "score" {
            let points = element.get("points")?;
            if let Some(n) = points.as_int() {
                return Some(format!("score {} {}[{{guard}}]", number(n), if n == 1 { "point" } else { "points" }));
            }
            let points = resolve(points, Category::Int, self.names)?;
            let things = points.ludeme.english.strip_prefix('#')?;
            let told = self.expand(things, &points, super::template::Mood::default()).0;
            return Some(format!("score one point for each {told}[{{guard}}]"));
        }
        if element.ludeme.word == "inc-state" {
            let [flag] = element.all("flags") else { return None };
            let by = flag.args().first().filter(|_| flag.is("amount")).and_then(Tree::as_int).filter(|n| *n < 0)?;
            return Some(format!("lower the state of {{cell:piece}} by {}", number(by.saturating_neg())));
        }
        let whose = match element.ludeme.word {
            "cell-state" => "the mark of {cell}",
            "piece-state" => "the state of {cell:piece}",
            _ => return None,
        };
        let state = element.get("state")?;
        if state.as_int().is_some() {
            return None;
        }
        let to = Tree::word("to");
        let of = element.get("cell").unwrap_or(&to);
        let same = |t: &Tree| {
            let default = if element.ludeme.word == "cell-state" { "to" } else { "from" };
            let default = Tree::word(default);
            let of_other = resolve(t, Category::Int, self.names).filter(|t| t.ludeme.word == element.ludeme.word);
            of_other.is_some_and(|t| t.get("cell").unwrap_or(&default) == of)
        };
        let terms = state.args();
        let change = match terms.iter().position(same) {
            Some(0) if state.is("-") && terms.len() == 2 => Some(("lower", terms[1].clone())),
            Some(at) if state.is("+") && terms.len() > 1 => {
                let others: Vec<Tree> = (0..terms.len()).filter(|i| *i != at).map(|i| terms[i].clone()).collect();
                let one = (others.len() == 1).then(|| others[0].clone());
                Some(("raise", one.unwrap_or_else(|| Tree::element("+", others))))
            }
            _ => None,
        };
        let told = |by: &Tree| self.tell(by, Category::Int);
        Some(match change {
            Some(("raise", by)) if by.as_int().is_some_and(|n| n < 0) => {
                format!("lower {whose} by {}[{{guard}}]", number(by.as_int()?.saturating_neg()))
            }
            Some((verb, by)) if by.as_int().is_none_or(|n| n > 0) => {
                format!("{verb} {whose} by {}[{{guard}}]", told(&by))
            }
            _ => format!("set {whose} to {{state}}[{{guard}}]"),
        })
    }
}

impl Telling<'_, '_> {
    /// Where two effects together take all pieces that stood on the target in hand: those of the opponent change sides, and go there as one's own.
    fn takes_in_hand(&self, effects: &[&Tree]) -> Option<usize> {
        let converts = |t: &Tree| t.is("convert") && matches!(t.args(), [how] if how.is("replace"));
        let recycles = |t: &Tree| {
            let known = |a: &Tree| a.is("replace") || a.is("friend") || a.is("recycle");
            t.is("capture")
                && t.args().len() >= 2
                && t.args().iter().all(known)
                && ["friend", "recycle"].iter().all(|w| t.args().iter().any(|a| a.is(w)))
        };
        let at = effects.windows(2).position(|pair| converts(pair[0]) && recycles(pair[1]))?;
        (!facts::has_neutral(self.book.rules)).then_some(at)
    }

    /// What happens then: a sentence for what always does, and one for each condition.
    pub(super) fn consequences(&self, effects: &[&Tree]) -> String {
        let effects: Vec<&Tree> =
            (0..effects.len()).filter(|&i| !overwritten(effects, i)).map(|i| effects[i]).collect();
        if let Some(i) = self.takes_in_hand(&effects) {
            let told = |effects: &[&Tree]| if effects.is_empty() { String::new() } else { self.consequences(effects) };
            let taken = " Then capture any piece that stood there and take it in hand.";
            return format!("{}{taken}{}", told(&effects[..i]), told(&effects[i + 2..]));
        }
        let scene = Scene { after: true, ..self.teller.scene };
        let mut told: Vec<(String, Vec<String>)> = Vec::new();
        for fold in fold(&effects, scene.circle, false) {
            let names = fold.ways.first().map(|base| called(scene.circle, base, fold.either_side));
            let teller = self.teller.with(scene);
            let (head, text) = match &names {
                None => self.consequence(&fold.tree, teller),
                Some(names) => {
                    let teller = Teller { scene: within(scene, names), ..teller };
                    let (head, text) = self.consequence(&fold.tree, teller);
                    let ways: Vec<String> =
                        fold.ways.iter().map(|w| self.teller.tell(&Tree::word(*w), Category::Direction)).collect();
                    let among = polish(&among(&fold.ways, scene.circle, "each", &ways));
                    (if head.is_empty() { among } else { format!("{among}, {}", uncapital(&head)) }, text)
                }
            };
            match told.last_mut() {
                Some((last, texts)) if *last == head && words(texts) + text.split(' ').count() <= BREATH => {
                    texts.push(text)
                }
                _ => told.push((head, vec![text])),
            }
        }
        let sentence = |(head, texts): &(String, Vec<String>)| match head.as_str() {
            "" => format!(" Then {}.", list(texts, "and")),
            head => format!(" {head}, {}.", list(texts, "and")),
        };
        told.iter().map(sentence).collect()
    }

    /// When an effect happens, if that is asked, and what it is.
    fn consequence(&self, effect: &Tree, teller: Teller<'_>) -> (String, String) {
        let how = |t: &Tree| resolve(t, Category::CaptureType, self.book.names).map(|e| e.ludeme.word != "replace");
        fn names_current(tree: &Tree) -> bool {
            tree.is("current") || tree.args().iter().any(names_current)
        }
        let wide = match effect.head() {
            Some("capture" | "convert") => effect.args().iter().any(|a| how(a) == Some(true)),
            Some("displace" | "cell-states" | "sow") => true,
            _ => false,
        };
        // What does not look at the cells that are touched holds for all of them or for none.
        let wide = wide && effect.args().iter().filter(|a| a.is("if")).any(names_current);
        let guard = effect.args().iter().find(|a| a.is("if")).filter(|_| !wide);
        let rest = effect.args().iter().filter(|a| guard.is_none() || !a.is("if")).cloned();
        let bare = Tree::element(effect.head().unwrap_or_default(), rest);
        let text = taken_on(&bare, teller).unwrap_or_else(|| teller.tell(&bare, Category::Effect));
        let head = guard.and_then(|g| g.args().first()).map(|condition| self.when(condition, teller));
        (head.unwrap_or_default(), text)
    }

    /// A condition of an effect, at the head of its sentence.
    fn when(&self, condition: &Tree, teller: Teller<'_>) -> String {
        let negated = condition.is("not");
        let subject = if negated { condition.args().first() } else { Some(condition) };
        let region = subject.filter(|t| t.is("in-region")).and_then(|t| resolve(t, Category::Bool, self.book.names));
        match region.filter(|e| matches!(&*cell(e), "to")) {
            Some(element) => {
                let cells = teller.cells(element.all("cells"), if negated { "or" } else { "and" });
                format!("{} {cells}", if negated { "Outside" } else { "In" })
            }
            None => polish(&format!("if {}", teller.tell(condition, Category::Bool))),
        }
    }
}
