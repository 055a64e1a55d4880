//! Where a move may come from and go to: the conditions that have a place in the sentence, and those that are left.

use super::telling::{Shape, Telling, conjuncts, uncapital};
use super::template::{Mood, Scene, Teller};
use super::turning::{among, called, fold, within};
use super::words::{list, number, polish};
use crate::game::facts;
use crate::game::rules::{Bool, Coord, Int};
use crate::language::Tree;
use crate::language::resolve::{Element, resolve};
use crate::language::schema::Category;

/// The most words that conditions have which are told in one breath.
const BREATH: usize = 18;

/// Where a move may come from and go to, and what else it asks.
#[derive(Default)]
pub(super) struct Frame {
    pub from: Option<&'static str>,
    pub to: Option<&'static str>,
    pub adjacent: bool,
    /// A straight line, in the directions told if any.
    pub line: Option<String>,
    /// Nothing is in between.
    slides: bool,
    /// So many cells straight ahead.
    straight: Option<i64>,
    /// Which piece is captured by moving onto it.
    onto: Option<String>,
    /// What is jumped over.
    over: Option<String>,
    /// A leap so far one way and so far the other.
    leap: Option<(i32, i32)>,
    /// So many steps away.
    away: Option<i64>,
    /// Where the target lies, or does not.
    regions: Vec<String>,
    /// Where the move starts.
    starts: Vec<String>,
    /// Whether the turn goes on, if that is asked.
    pub goes_on: Option<bool>,
    /// Only the piece moved last goes on.
    pub same: bool,
    /// What the move does to a piece on its target.
    pub landing: &'static str,
    /// The effects that the sentence tells already.
    pub told: Vec<usize>,
    pub others: Vec<String>,
}

impl Frame {
    /// Where the target lies.
    pub fn place(&self) -> String {
        self.regions.iter().map(|r| format!(" {r}")).collect()
    }

    /// Where the move starts.
    pub fn start(&self) -> String {
        self.starts.iter().map(|r| format!(" from {r}")).collect()
    }

    pub fn verb(&self) -> &'static str {
        match () {
            _ if self.over.is_some() => "jump",
            _ if self.slides => "slide",
            _ => "move",
        }
    }
}

/// The conditions of a sentence, in one breath or as a list.
pub(super) fn provided(others: &[String], capturing: bool) -> String {
    match others {
        [_] if capturing => format!(", provided that {}", others[0]),
        [_, _, ..] if capturing && words(others) <= BREATH => format!(", provided that {}", list(others, "and")),
        [] => String::new(),
        [_] => format!(" if {}", others[0]),
        _ if words(others) <= BREATH => format!(" if {}", list(others, "and")),
        _ => format!(", provided that: {}", others.join("; ")),
    }
}

/// The numbers that a comparison for equality is about: what is counted, and how many.
fn equals(tree: &Tree) -> Option<(&Tree, i64)> {
    let [a, b] = tree.args() else { return None };
    match (tree.is("="), a.as_int(), b.as_int()) {
        (true, None, Some(n)) => Some((a, n)),
        (true, Some(n), None) => Some((b, n)),
        _ => None,
    }
}

/// Whether a condition says that nothing is in between.
fn nothing_between(tree: &Tree) -> bool {
    equals(tree)
        .is_some_and(|(what, n)| n == 0 && what.is("num-between") && matches!(what.args(), [any] if any.is("any")))
}

/// Whether a condition says that if the turn goes on, it does so from where the last move ended.
fn with_the_same(tree: &Tree) -> bool {
    let fresh = |t: &Tree| t.is("not") && t.args().iter().all(|t| t.is("continuing"));
    let same = |t: &Tree| t.is("same") && t.args().len() == 2 && t.args().iter().all(|t| t.is("from") || t.is("last"));
    tree.is("or")
        && matches!(tree.args(), [a, b] if fresh(a) && same(b) && b.args()[0] != b.args()[1] || fresh(b) && same(a) && a.args()[0] != a.args()[1])
}

/// The turtle's words of a path.
fn path(tree: &Tree) -> Option<Vec<&str>> {
    tree.is("steps").then(|| tree.args().iter().filter_map(Tree::as_word).collect())
}

/// How far a path on squares leads: forwards and to the right.
fn displacement(path: &[&str]) -> Option<(i32, i32)> {
    let (mut x, mut y, mut heading) = (0, 0, (0, 1));
    for step in path {
        let right = (heading.1, -heading.0);
        let (ahead, aside) = match *step {
            "f" => (1, 0),
            "b" => (-1, 0),
            "fl" => (1, -1),
            "fr" => (1, 1),
            "bl" => (-1, -1),
            "br" => (-1, 1),
            "r" => {
                heading = right;
                continue;
            }
            "l" => {
                heading = (-right.0, -right.1);
                continue;
            }
            _ => return None,
        };
        x += ahead * heading.0 + aside * right.0;
        y += ahead * heading.1 + aside * right.1;
    }
    Some((x, y))
}

impl Telling<'_, '_> {
    /// Where the move comes from and goes to, and its other conditions.
    pub(super) fn frame(&self) -> Frame {
        let mut frame = Frame::default();
        let mut parts = Vec::new();
        if let Some(condition) = self.tree.child("pre").and_then(|p| p.args().first()) {
            conjuncts(condition, &|t| self.teller.term(t, Category::Bool).is_none(), &mut parts);
        }
        // What has a phrase is told by it, whatever it asks.
        let (phrased, mut parts): (Vec<&Tree>, Vec<&Tree>) =
            parts.into_iter().partition(|part| self.teller.term(part, Category::Bool).is_some());
        parts.retain(|part| !self.of_turn(part, &mut frame));
        if self.shape == Shape::Step {
            self.gait(&mut parts, &mut frame);
        }
        parts.retain(|part| !self.framed(part, &mut frame));
        self.capture(&mut frame);
        parts.extend(phrased);
        // Among others, a list is marked as one.
        let mood = Mood { joined_by: (parts.len() > 1).then_some("and"), ..Mood::default() };
        frame.others = parts.iter().map(|part| self.asked(part, mood)).collect();
        if words(&frame.others) > BREATH {
            // In a list with semicolons they are told apart anyway.
            frame.others = parts.iter().map(|part| self.asked(part, Mood::default())).collect();
        }
        frame
    }

    /// A condition in words; what an effect tells of in full is told in short.
    fn asked(&self, part: &Tree, mood: Mood) -> String {
        let post = self.tree.child("post").map_or(&[][..], Tree::args);
        let follows = |word: &str| {
            let how = part.args().first();
            part.is("captures") && post.iter().any(|e| e.is(word) && how.is_some_and(|how| e.args().contains(how)))
        };
        match () {
            _ if follows("capture") => "this captures a piece".into(),
            _ if follows("convert") => "this turns a piece".into(),
            _ => self.teller.tell_in(part, Category::Bool, mood),
        }
    }

    /// Takes a condition about the turn.
    fn of_turn(&self, part: &Tree, frame: &mut Frame) -> bool {
        if with_the_same(part) {
            frame.same = true;
            return true;
        }
        let negated = part.is("not");
        let subject = if negated { part.args().first() } else { Some(part) };
        let asks = subject.is_some_and(|t| t.is("continuing")) && frame.goes_on.is_none();
        if asks {
            frame.goes_on = Some(!negated);
        }
        asks
    }

    /// Takes the conditions that say how a piece goes: it slides, jumps, leaps or goes some cells straight ahead.
    fn gait(&self, parts: &mut Vec<&Tree>, frame: &mut Frame) {
        let adjacent = |parts: &[&Tree]| parts.iter().any(|p| p.is("connected") && p.args().is_empty());
        if let Some(i) = parts.iter().position(|p| p.is("line"))
            && self.line(parts[i], frame)
        {
            parts.remove(i);
            let between = parts.iter().position(|p| nothing_between(p));
            if let (Some(i), false) = (between, adjacent(parts)) {
                parts.remove(i);
                frame.slides = true;
                return;
            }
            let two = parts.iter().position(|p| {
                equals(p).is_some_and(|(what, n)| n == 2 && what.is("distance") && what.args().is_empty())
            });
            let over = |p: &&Tree| match equals(p) {
                Some((what, 1)) if what.is("num-between") => {
                    what.args().first().filter(|_| what.args().len() == 1).cloned()
                }
                _ => None,
            };
            if let (Some(_), Some((j, what))) = (two, parts.iter().enumerate().find_map(|(j, p)| Some((j, over(p)?)))) {
                frame.over = Some(polish_article(&self.teller.argument_of(&what)));
                frame.straight = Some(2);
                parts.remove(j);
                parts.retain(|p| !equals(p).is_some_and(|(what, n)| n == 2 && what.is("distance")));
            }
            return;
        }
        let straight = |p: &&Tree| path(p).filter(|p| p.iter().all(|step| *step == "f")).map(|p| p.len() as i64);
        if let Some((i, n)) = parts.iter().enumerate().find_map(|(i, p)| Some((i, straight(p)?))) {
            parts.remove(i);
            frame.straight = Some(n);
            let over = |p: &&Tree| self.over(p);
            if let (2, Some((j, what))) = (n, parts.iter().enumerate().find_map(|(j, p)| Some((j, over(p)?)))) {
                frame.over = Some(what);
                parts.remove(j);
            }
            return;
        }
        if let Some((i, leap)) = parts.iter().enumerate().find_map(|(i, p)| Some((i, self.leap(p)?))) {
            parts.remove(i);
            frame.leap = Some(leap);
        }
    }

    /// What is jumped over, if a condition says that.
    fn over(&self, part: &Tree) -> Option<String> {
        let of_over = |t: &Tree| t.args().first().is_some_and(|c| c.is("over"));
        match part.head()? {
            "enemy" if of_over(part) => Some("an enemy piece".into()),
            "friend" if of_over(part) => Some("a friendly piece".into()),
            "neutral" if of_over(part) => Some("a neutral piece".into()),
            "empty" if of_over(part) => Some("an empty cell".into()),
            "not" if part.args().first().is_some_and(|t| t.is("empty") && of_over(t)) => Some("any piece".into()),
            "is-piece" if of_over(part) => {
                let record = self.teller.tell(part.args().get(1)?, Category::PieceRecord);
                Some(polish_article(&record))
            }
            _ => None,
        }
    }

    /// The leap that a condition allows in all its turns and reflections.
    fn leap(&self, part: &Tree) -> Option<(i32, i32)> {
        let all = self.tree.child("dirn")?.args();
        let direct = |t: &Tree| t.is("direct") || t.is("all") && !self.book.rules.board.indirect;
        if !self.teller.scene.square || !all.iter().all(direct) {
            return None;
        }
        let paths: Vec<Vec<&str>> = match part.is("or") {
            true => part.args().iter().map(path).collect::<Option<_>>()?,
            false => vec![path(part)?],
        };
        let mut ends = std::collections::BTreeSet::new();
        for path in &paths {
            let (mut x, mut y) = displacement(path)?;
            for _ in 0..4 {
                ends.insert((x, y));
                (x, y) = (y, -x);
            }
        }
        let &(x, y) = ends.first()?;
        let (a, b) = (x.abs().min(y.abs()), x.abs().max(y.abs()));
        let of_size = |&(x, y): &(i32, i32)| (x.abs().min(y.abs()), x.abs().max(y.abs())) == (a, b);
        (a > 0 && a < b && ends.len() == 8 && ends.iter().all(of_size)).then_some((a, b))
    }

    /// Takes a condition into the frame of the sentence, if it has a place there.
    fn framed(&self, part: &Tree, frame: &mut Frame) -> bool {
        if matches!(self.shape, Shape::Pass | Shape::Other) {
            return false;
        }
        let negated = part.is("not");
        let subject = if negated { part.args().first() } else { Some(part) };
        let Some(element) = subject.and_then(|t| resolve(t, Category::Bool, self.book.names)) else { return false };
        let (word, cell, mine) = (element.ludeme.word, cell(&element), mine(&element));
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
        let regions = || self.teller.cells(element.all("cells"), "or");
        match (negated, word, &*cell) {
            (false, "is-piece", "to") if facts::replaces(self.def) && frame.to.is_none() && frame.onto.is_none() => {
                let record = element.get("piece").and_then(|r| resolve(r, Category::PieceRecord, self.book.names));
                if !record.is_some_and(|r| r.get("owner").is_some_and(|o| o.is("enemy"))) {
                    return false;
                }
                frame.onto = element.get("piece").map(|p| self.teller.tell(p, Category::PieceRecord));
            }
            (false, "owner" | "friend", "from") if mine && frame.from.is_none() && !drop => frame.from = Some("own"),
            (false, "enemy", "from") if frame.from.is_none() && !drop => frame.from = Some("enemy"),
            (false, "connected", _) if part.args().is_empty() && self.shape != Shape::Remove => frame.adjacent = true,
            (false, "connected", "to") if drop && mine && element.get("player").is_none_or(|p| p.is("current")) => {
                frame.adjacent = true;
            }
            (false, "in-region", "to") if self.shape != Shape::Remove && frame.regions.is_empty() => {
                frame.regions.push(format!("in {}", regions()));
            }
            (true, "in-region", "to") if self.shape != Shape::Remove && frame.regions.is_empty() => {
                frame.regions.push(format!("not in {}", regions()));
            }
            (false, "in-region", "from") if frame.starts.is_empty() && !drop => frame.starts.push(regions()),
            (false, "in-region", "to") if self.shape == Shape::Remove && frame.starts.is_empty() => {
                frame.starts.push(regions());
            }
            (false, "=", _) if self.shape == Shape::Step && !frame.adjacent && frame.away.is_none() => {
                match equals(part) {
                    Some((what, n @ 1..)) if what.is("distance") && what.args().is_empty() => frame.away = Some(n),
                    _ => return false,
                }
            }
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

    /// What the move captures where it lands, or jumps over, is told with it.
    fn capture(&self, frame: &mut Frame) {
        if self.shape != Shape::Step {
            return;
        }
        let post = self.tree.child("post").map_or(&[][..], Tree::args);
        if facts::replaces(self.def) {
            frame.told.push(0);
            frame.landing = match frame.to {
                Some("a cell that holds an enemy piece") => ", capturing it",
                _ if frame.onto.is_some() => ", capturing it",
                _ => ", capturing any enemy piece there",
            };
        }
        let over = |e: &Tree| e.is("capture") && matches!(e.args(), [how] if how.is("over"));
        if let (Some("an enemy piece"), Some(i)) = (frame.over.as_deref(), post.iter().position(over))
            && frame.landing.is_empty()
            && i == 0
        {
            frame.told.push(i);
            frame.landing = ", capturing it";
        }
    }

    /// How a step goes, and where to.
    pub(super) fn way(&self, frame: &Frame) -> String {
        let dirn = self.teller.scene.dirn;
        let mut text = frame.start();
        let ways = |given: &str| if given.is_empty() { self.book.any_way().to_string() } else { given.to_string() };
        match (&frame.line, frame.straight, frame.leap) {
            (Some(directions), _, _) if frame.slides => {
                text.push_str(&format!(" {} over empty cells", ways(directions)));
            }
            (Some(directions), None, _) if frame.adjacent => {
                text.push_str(&format!(" {}", ways(directions)));
                if !dirn.is_empty() && directions != dirn {
                    text.push_str(&format!(" {dirn}"));
                }
            }
            (Some(directions), None, _) if frame.away.is_some() => text.push_str(&format!(" {}", ways(directions))),
            (Some(directions), None, _) => text.push_str(&format!(" {} any distance", ways(directions))),
            (_, Some(n), _) => {
                let given = frame.line.as_deref().unwrap_or(dirn);
                let facing = if frame.line.is_some() { self.book.any_way() } else { "forwards" };
                let direction = if given.is_empty() { facing } else { given };
                match &frame.over {
                    Some(over) => text.push_str(&format!(" {direction} over {over}")),
                    None => text.push_str(&format!(" {} {direction}", cells(n))),
                }
            }
            (_, _, Some((1, 2))) => text.push_str(" by a chess knight's leap"),
            (_, _, Some((a, b))) => {
                text.push_str(&format!(" by a leap of {} cells and {}", number(b.into()), number(a.into())))
            }
            _ if frame.adjacent && !dirn.is_empty() => text.push_str(&format!(" {dirn}")),
            _ => {}
        }
        text.push_str(&self.goal(frame));
        if frame.line.is_some()
            && !frame.slides
            && frame.straight.is_none()
            && !frame.adjacent
            && !looks_between(&self.def.pre)
        {
            text.push_str(", whatever is in between");
        }
        text
    }

    /// Where a step goes, and what it captures there.
    fn goal(&self, frame: &Frame) -> String {
        let adjacent = if frame.adjacent { "adjacent " } else { "" };
        let place = frame.place();
        let away = frame.away.map_or_else(String::new, |n| format!(" {} away", cells(n)));
        let capturing = frame.landing;
        let everybody_knows =
            facts::replaces(self.def) && !facts::may_stack(self.book.rules) && !facts::has_neutral(self.book.rules);
        let to = frame.to.unwrap_or("any cell");
        if let Some(onto) = &frame.onto {
            return format!(" onto a {adjacent}{onto}{away}{place}{capturing}");
        }
        match to {
            "an empty cell" if frame.slides && place.is_empty() && away.is_empty() => capturing.to_string(),
            "an empty cell" if frame.over.is_some() => format!(" to the empty cell beyond{place}{capturing}"),
            "a cell that holds an enemy piece" if facts::replaces(self.def) => {
                format!(" onto an {adjacent}enemy piece{away}{place}{capturing}")
            }
            "a cell that holds no friendly piece" if everybody_knows => match () {
                _ if frame.slides && place.is_empty() => ", capturing any enemy piece it ends on".into(),
                _ if frame.over.is_none() && frame.straight.is_some() | frame.leap.is_some() && place.is_empty() => {
                    capturing.to_string()
                }
                _ => format!(" to a {adjacent}cell{away}{place}{capturing}"),
            },
            _ => match to.strip_prefix("a ").or(to.strip_prefix("an ")) {
                Some(rest) => format!(" to a {adjacent}{rest}{away}{place}{capturing}"),
                None => format!(" to any {adjacent}cell{away}{place}{capturing}"),
            },
        }
    }

    /// What happens then: a sentence for what always does, and one for each condition.
    pub(super) fn consequences(&self, effects: &[&Tree]) -> String {
        let scene = Scene { after: true, ..self.teller.scene };
        let mut told: Vec<(String, Vec<String>)> = Vec::new();
        for fold in fold(effects, scene.circle, false) {
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
        let text = teller.tell(&bare, Category::Effect);
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

fn words(texts: &[String]) -> usize {
    texts.iter().map(|t| t.split(' ').count()).sum()
}

/// So many cells.
fn cells(n: i64) -> String {
    format!("{} {}", number(n), if n == 1 { "cell" } else { "cells" })
}

/// A noun with its article.
fn polish_article(noun: &str) -> String {
    uncapital(&polish(&format!("a {noun}")))
}

/// The cell that a condition is about, by its word.
fn cell(element: &Element<'_>) -> String {
    element.get("cell").map_or_else(|| "to".to_string(), |c| c.head().unwrap_or("").to_string())
}

/// Whether the player that a condition names, if any, is the mover.
fn mine(element: &Element<'_>) -> bool {
    element.ludeme.word != "owner" || element.get("player").is_none_or(|p| p.is("current") || p.is("friend"))
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
