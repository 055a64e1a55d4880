//! Where a move may come from and go to: the conditions that have a place in the sentence, and those that are left.

use super::telling::{Shape, Telling, conjuncts, equals, words};
use super::template::{Mood, distinct};
use super::turning::merged;
use super::words::{list, number};
use crate::game::facts;
use crate::game::rules::{Bool, Coord, Int};
use crate::language::Tree;
use crate::language::resolve::{Element, resolve};
use crate::language::schema::word::Bool as Is;
use crate::language::schema::{Category, Word};

/// The most words that conditions have which are told in one breath.
pub(super) const BREATH: usize = 18;

/// Where a move may come from and go to, and what else it asks.
#[derive(Default)]
pub(super) struct Frame {
    pub from: Option<&'static str>,
    pub to: Option<&'static str>,
    pub adjacent: bool,
    /// A straight line, in the directions told if any.
    pub line: Option<String>,
    /// Nothing is in between.
    pub slides: bool,
    /// How far a slide has to go, if not as far as the player likes.
    pub as_far: Option<&'static str>,
    /// So many cells straight ahead.
    pub straight: Option<i64>,
    /// Which piece is captured by moving onto it.
    onto: Option<String>,
    /// What is jumped over, in the middle of two steps.
    pub over: Option<String>,
    /// What alone is in between, at any distance.
    pub single: Option<&'static str>,
    /// The target comes right behind what is jumped over.
    pub just_beyond: bool,
    /// A leap to one side, such as a chess knight's.
    pub leap: Option<String>,
    /// The piece may be of either player.
    pub either: bool,
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
            _ if self.over_empty() && self.to == Some("an empty cell") => "slide",
            _ if self.over_empty() => "move",
            _ if self.over.is_some() || self.single.is_some() => "jump",
            _ if self.slides => "slide",
            _ => "move",
        }
    }

    /// What is jumped over is nothing.
    fn over_empty(&self) -> bool {
        self.over.as_deref() == Some("an empty cell")
    }
}

/// The conditions of a sentence, in one breath or as a list; `apart` from what the sentence ends with, which says more of the move.
pub(super) fn provided(others: &[String], apart: bool) -> String {
    match others {
        [_] if apart => format!(", provided that {}", others[0]),
        [_, _, ..] if apart && words(others) <= BREATH => format!(", provided that {}", list(others, "and")),
        [] => String::new(),
        [_] => format!(" if {}", others[0]),
        _ if words(others) <= BREATH => format!(" if {}", list(others, "and")),
        _ => format!(", provided that: {}", others.join("; ")),
    }
}

/// Whether a condition says that if the turn goes on, it does so from where the last move ended.
fn with_the_same(tree: &Tree) -> bool {
    let fresh = |t: &Tree| t.is("not") && t.args().iter().all(|t| t.is("continuing"));
    let same = |t: &Tree| t.is("same") && t.args().len() == 2 && t.args().iter().all(|t| t.is("from") || t.is("last"));
    tree.is("or")
        && matches!(tree.args(), [a, b] if fresh(a) && same(b) && b.args()[0] != b.args()[1] || fresh(b) && same(a) && a.args()[0] != a.args()[1])
}

impl Telling<'_, '_> {
    /// Where the move comes from and goes to, and its other conditions.
    pub(super) fn frame(&self) -> Frame {
        let mut frame = Frame::default();
        let mut parts = Vec::new();
        if let Some(condition) = self.tree.child("pre").and_then(|p| p.args().first()) {
            conjuncts(condition, &|t| self.teller.term(t, Category::Bool).is_none(), &mut parts);
        }
        let parts = parts.iter().enumerate().filter(|(i, part)| !parts[..*i].contains(part)).map(|(_, part)| *part);
        // What has a phrase is told by it, whatever it asks.
        let (phrased, mut parts): (Vec<&Tree>, Vec<&Tree>) =
            parts.partition(|part| self.teller.term(part, Category::Bool).is_some());
        parts.retain(|part| !self.of_turn(part, &mut frame) && !self.of_either(part, &mut frame));
        if self.shape == Shape::Step {
            self.gait(&mut parts, &mut frame);
        }
        parts.retain(|part| !self.framed(part, &mut frame));
        self.capture(&mut frame);
        parts.extend(phrased);
        // Among others, a list is marked as one.
        let mood = Mood { joined_by: (parts.len() > 1).then_some("and"), ..Mood::default() };
        let told = |mood: Mood| -> Vec<String> {
            let texts = parts.iter().map(|part| {
                self.of_group(part, &frame, mood).unwrap_or_else(|| self.teller.tell_in(part, Category::Bool, mood))
            });
            gathered(distinct(texts.collect()))
        };
        let others = told(mood);
        // In a list with semicolons they are told apart anyway.
        frame.others = if words(&others) > BREATH { told(Mood::default()) } else { others };
        frame
    }

    /// Takes a condition that the piece on `from` or `to` is of one of the players.
    fn of_either(&self, part: &Tree, frame: &mut Frame) -> bool {
        let [a, b] = part.args() else { return false };
        let about = |t: &Tree| t.args().first().map_or("to", |c| c.head().unwrap_or_default()).to_string();
        let either = part.is("or") && (a.is("friend") && b.is("enemy") || a.is("enemy") && b.is("friend"));
        if !either || about(a) != about(b) {
            return false;
        }
        match (&*about(a), self.shape) {
            ("from", Shape::Step | Shape::Remove) => frame.either = true,
            ("to", Shape::Step) if frame.to.is_none() => frame.to = Some("a cell that holds a piece of either player"),
            _ => return false,
        }
        true
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

    /// Takes a condition into the frame of the sentence, if it has a place there.
    fn framed(&self, part: &Tree, frame: &mut Frame) -> bool {
        if matches!(self.shape, Shape::Pass | Shape::Other) {
            return false;
        }
        let negated = part.is("not");
        let subject = if negated { part.args().first() } else { Some(part) };
        let Some(element) = subject.and_then(|t| resolve(t, Category::Bool, self.book.names)) else { return false };
        let Some(word) = Is::of(element.ludeme.id) else { return false };
        let (cell, mine) = (cell(&element), mine(&element));
        let drop = self.shape == Shape::Drop;
        let target = match (negated, word) {
            (false, Is::Empty) => Some("an empty cell"),
            (true, Is::Empty) => Some("an occupied cell"),
            (false, Is::Enemy) => Some("a cell that holds an enemy piece"),
            (true, Is::Enemy) => Some("a cell that holds no enemy piece"),
            (false, Is::Friend | Is::Owner) if mine => Some("a cell that holds a friendly piece"),
            (true, Is::Friend | Is::Owner) if mine => Some("a cell that holds no friendly piece"),
            _ => None,
        };
        if let (Some(_), "to", None) = (target, &*cell, frame.to)
            && self.shape != Shape::Remove
        {
            frame.to = target;
            return true;
        }
        let regions = || self.teller.cells(element.all("cells"), "or");
        let placed = || self.teller.placed(element.all("cells"), "or", "in");
        match (negated, word, &*cell) {
            // The piece that moves is one of its kind.
            (false, Is::IsPiece, "from") if !drop => {
                let own = |p: &Tree| p.is(&self.piece.name) && p.args().is_empty();
                return element.get("piece").is_some_and(own);
            }
            (false, Is::IsPiece, "to") if facts::replaces(self.def) && frame.to.is_none() && frame.onto.is_none() => {
                let record = element.get("piece").and_then(|r| resolve(r, Category::PieceRecord, self.book.names));
                if !record.is_some_and(|r| r.get("owner").is_some_and(|o| o.is("enemy"))) {
                    return false;
                }
                frame.onto = element.get("piece").map(|p| self.teller.tell(p, Category::PieceRecord));
            }
            (false, Is::Owner | Is::Friend, "from") if mine && frame.from.is_none() && !drop => {
                frame.from = Some("own")
            }
            (false, Is::Enemy, "from") if frame.from.is_none() && !drop => frame.from = Some("enemy"),
            (false, Is::Connected, _) if part.args().is_empty() && self.shape != Shape::Remove => frame.adjacent = true,
            (false, Is::Connected, "to") if drop && mine && element.get("player").is_none_or(|p| p.is("current")) => {
                frame.adjacent = true;
            }
            (false, Is::InRegion, "to") if self.shape != Shape::Remove && frame.regions.is_empty() => {
                frame.regions.push(placed());
            }
            (true, Is::InRegion, "to") if self.shape != Shape::Remove && frame.regions.is_empty() => {
                frame.regions.push(format!("not {}", placed()));
            }
            (false, Is::InRegion, "from") if frame.starts.is_empty() && !drop => frame.starts.push(regions()),
            (false, Is::InRegion, "to") if self.shape == Shape::Remove && frame.starts.is_empty() => {
                frame.starts.push(regions());
            }
            (false, Is::Eq, _) if self.shape == Shape::Step && !frame.adjacent && frame.away.is_none() => {
                match equals(part) {
                    Some((what, n @ 1..)) if what.is("distance") && what.args().is_empty() => frame.away = Some(n),
                    _ => return false,
                }
            }
            _ => return false,
        }
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
        let jumped =
            frame.over.as_deref() == Some("an enemy piece") || frame.single.is_some_and(|s| s.contains("enemy"));
        if let (true, Some(i)) = (jumped, post.iter().position(over))
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
        match (&frame.line, frame.straight, &frame.leap) {
            (Some(directions), _, _) if frame.slides => {
                text.push_str(&format!(" {} over empty cells", ways(directions)));
                if let Some(as_far) = frame.as_far {
                    text.push_str(&format!(" {as_far}{}", if frame.regions.is_empty() { "" } else { "," }));
                }
            }
            (Some(directions), None, _) if frame.single.is_some() => {
                text.push_str(&format!(" {} any distance over {}", ways(directions), frame.single.unwrap_or_default()));
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
                    Some(_) if frame.over_empty() && frame.to == Some("an empty cell") => {
                        text.push_str(&format!(" {} {direction} over empty cells", cells(n)));
                    }
                    Some(_) if frame.over_empty() => {
                        text.push_str(&format!(" {} {direction} over an empty cell", cells(n)));
                    }
                    Some(over) => text.push_str(&format!(" {direction} over {over}")),
                    None => text.push_str(&format!(" {} {direction}", cells(n))),
                }
            }
            (_, _, Some(leap)) => text.push_str(leap),
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
            "an empty cell" if (frame.slides || frame.over_empty()) && place.is_empty() && away.is_empty() => {
                capturing.to_string()
            }
            "an empty cell" if frame.just_beyond => format!(" to the empty cell just beyond{place}{capturing}"),
            "an empty cell" if frame.over.is_some() && !frame.over_empty() => {
                format!(" to the empty cell beyond{place}{capturing}")
            }
            "a cell that holds an enemy piece" if facts::replaces(self.def) => {
                format!(" onto an {adjacent}enemy piece{away}{place}{capturing}")
            }
            "a cell that holds no friendly piece" if everybody_knows => match () {
                _ if frame.slides && place.is_empty() => ", capturing any enemy piece it ends on".into(),
                _ if (frame.over.is_none() || frame.over_empty())
                    && frame.straight.is_some() | frame.leap.is_some()
                    && place.is_empty() =>
                {
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
}

/// Texts of which some that follow each other are told in one: “A1 and B1 are empty”. Lists are left as they are.
fn gathered(texts: Vec<String>) -> Vec<String> {
    let list = |text: &String| text.contains([',', ';', '(']) || text.split(' ').any(|w| matches!(w, "and" | "or"));
    let simple = |text: &String| !text.starts_with("in ") && !list(text);
    let mut told = Vec::new();
    let mut rest = &texts[..];
    while let [first, others @ ..] = rest {
        let alike = rest.iter().take_while(|text| simple(text)).count();
        let most = (2..=alike).rev().find_map(|n| Some((merged(&rest[..n], "and", None)?, &rest[n..])));
        let (text, further) = most.unwrap_or_else(|| (first.clone(), others));
        told.push(text);
        rest = further;
    }
    told
}

/// So many cells.
fn cells(n: i64) -> String {
    format!("{} {}", number(n), if n == 1 { "cell" } else { "cells" })
}

/// The cell that a condition is about, by its word.
pub(super) fn cell(element: &Element<'_>) -> String {
    let default = element.ludeme.params.iter().find(|p| p.name == "cell").map_or("to", |p| p.default);
    element.get("cell").map_or(default, |c| c.head().unwrap_or("")).to_string()
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
