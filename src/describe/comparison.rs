//! Comparisons in words: counts, parities, lengths of lines and states read otherwise than other numbers.

use super::template::{Form, Mood, Teller};
use super::words::{number, verb};
use crate::language::Tree;
use crate::language::resolve::{Element, resolve};
use crate::language::schema::Category;

/// A comparison, or its contrary.
fn contrary(word: &str) -> Option<&'static str> {
    Some(match word {
        "=" => "!=",
        "!=" => "=",
        "<" => ">=",
        ">=" => "<",
        ">" => "<=",
        "<=" => ">",
        _ => return None,
    })
}

/// What of `a` comes before the words that `b` ends with, too: “smalls” of “smalls in hand” and “mediums in hand”. All of it if that is nothing.
fn before_shared_end<'t>(a: &'t str, b: &str) -> &'t str {
    let shared: usize = a.rsplit(' ').zip(b.rsplit(' ')).take_while(|(x, y)| x == y).map(|(x, _)| x.len() + 1).sum();
    match a.len().checked_sub(shared) {
        None | Some(0) => a,
        Some(rest) => &a[..rest],
    }
}

impl Teller<'_> {
    /// A comparison of a number with a constant that reads otherwise than “… is at least …”.
    pub(super) fn comparison(&self, element: &Element<'_>, mood: Mood) -> Option<String> {
        let (left, right) = (element.get("left")?, element.get("right")?);
        let word = match mood.contrary {
            true => contrary(element.ludeme.word)?,
            false => contrary(element.ludeme.word).map(|_| element.ludeme.word)?,
        };
        if left.is("largest-group") && matches!(word, ">" | "<") {
            let how = if word == ">" { "larger" } else { "smaller" };
            let [left, right] = [left, right].map(|side| self.tell(side, Category::Int));
            return Some(format!("{left} is {how} than {right}"));
        }
        let Some(n) = right.as_int() else { return self.more_or_fewer(left, word, right) };
        self.special(left, word, n).or_else(|| self.count_comparison(left, word, n))
    }

    /// Two counts compared: “there are more enemy pieces than friendly pieces”.
    fn more_or_fewer(&self, left: &Tree, word: &str, right: &Tree) -> Option<String> {
        let of = |tree: &Tree| -> Option<(String, bool)> {
            let element = resolve(tree, Category::Int, self.names)?;
            let things = element.ludeme.english.strip_prefix('#')?;
            let own = element.ludeme.word == "num-pieces" && element.get("target").is_some_and(|t| t.is("friend"));
            let enemy = element.ludeme.word == "num-pieces" && element.get("target").is_some_and(|t| t.is("enemy"));
            let text = self.expand(things, &element, Mood { plural: true, ..Mood::default() }).0;
            Some(match (own, enemy, self.scene.end) {
                (true, _, true) => ("own".into(), true),
                (_, true, true) => ("enemy".into(), true),
                _ => (text, false),
            })
        };
        let ((a, a_whole), (b, b_whole)) = (of(left)?, of(right)?);
        let how = match word {
            ">" => "more",
            "<" => "fewer",
            "=" => "as many",
            "!=" => "not as many",
            ">=" => "at least as many",
            _ => "at most as many",
        };
        let pieces = if self.scene.stacked { "stacks" } else { "pieces" };
        let than = if matches!(word, ">" | "<") { "than" } else { "as" };
        Some(match (a_whole && b_whole, a == "own", b == "own") {
            (true, true, false) => format!("they have {how} {pieces} on the board {than} the opponent"),
            (true, false, true) => format!("the opponent has {how} {pieces} on the board {than} they"),
            _ => {
                let name = |whole: bool, text: String| match (whole, &*text) {
                    (true, "own") => format!("{pieces} of their own on the board"),
                    (true, _) => format!("enemy {pieces} on the board"),
                    _ => text,
                };
                let (a, b) = (name(a_whole, a), name(b_whole, b));
                format!("there are {how} {} {than} {b}", before_shared_end(&a, &b))
            }
        })
    }

    /// What has a phrase of its own.
    fn special(&self, left: &Tree, word: &str, n: i64) -> Option<String> {
        let number_of = resolve(left, Category::Int, self.names)?;
        if let Some(text) = self.all_pieces(left, word, n) {
            return Some(text);
        }
        let equal = word == "=";
        let cell = |form| {
            let to = Tree::word(if number_of.ludeme.word == "piece-state" { "from" } else { "to" });
            self.tell_in(number_of.get("cell").unwrap_or(&to), Category::Coord, Mood { form, ..Mood::default() })
        };
        let is = if equal { "is" } else { "is not" };
        match (number_of.ludeme.word, word, n) {
            ("mod", "=" | "!=", 0 | 1)
                if self.scene.in_turn.is_some()
                    && number_of.get("left")?.is("move-number")
                    && number_of.get("right")?.as_int() == Some(2) =>
            {
                let mover = self.scene.in_turn?[usize::from(equal != (n == 1))];
                Some(format!("{mover} {} just moved", verb(mover, "has", "have")))
            }
            ("mod", "=" | "!=", 0 | 1) if number_of.get("right")?.as_int() == Some(2) => {
                let of = self.parity_of(number_of.get("left")?);
                Some(format!("{of} is {}", if equal == (n == 1) { "odd" } else { "even" }))
            }
            ("cell-state", "=", 0) => Some(format!("{} is unmarked", cell(Form::Noun))),
            ("cell-state", "!=" | ">", 0) => Some(format!("{} is marked", cell(Form::Noun))),
            ("cell-state", "=" | "!=", n) => Some(format!("{} {is} marked {n}", cell(Form::Noun))),
            ("piece-state", "=" | "!=", n) => {
                Some(format!("{} {is} in state {}", cell(Form::Piece), self.amount(n, |n| n.to_string())))
            }
            ("phase", "=" | "!=", n) => Some(format!("{} {is} of phase {n}", cell(Form::Noun))),
            ("value", "<", 1..) if cell(Form::Piece) != "it" => {
                // An empty cell is worth nothing.
                let cell = cell(Form::Noun);
                let piece = if self.scene.stacked { "the top piece" } else { "any piece" };
                Some(format!("{piece} on {cell} is worth less than {}", number(n)))
            }
            ("move-number", "=", 0) | ("move-number", "<", 1) => Some("it is the first move".into()),
            ("move-number", "!=" | ">", 0) | ("move-number", ">=", 1) => Some("it is not the first move".into()),
            ("distance", "=" | "!=", n) if number_of.all("cells").is_empty() => {
                let cells = if n == 1 { "cell" } else { "cells" };
                Some(format!("the target {is} {} {cells} away", number(n)))
            }
            ("line-length", ">=" | "<", 2..) => {
                let is = if word == ">=" { "is" } else { "is not" };
                let ways: Vec<String> =
                    number_of.all("directions").iter().map(|d| self.tell(d, Category::Direction)).collect();
                let ways =
                    if ways.is_empty() { String::new() } else { format!(" ({})", super::words::list(&ways, "or")) };
                Some(format!("{} {is} in a line of {} or more of one side{ways}", cell(Form::Noun), number(n)))
            }
            _ => None,
        }
    }

    /// “they have at most two pieces on the board and in hand”.
    fn all_pieces(&self, left: &Tree, word: &str, n: i64) -> Option<String> {
        let own = |t: &Tree| t.is("num-pieces") && matches!(t.args(), [only] if only.is("friend"));
        let held = |t: &Tree| t.is("num-in-hand") && t.args().is_empty();
        let [a, b] = left.args() else { return None };
        if !left.is("+") || !(own(a) && held(b) || own(b) && held(a)) {
            return None;
        }
        let (how, n) = match word {
            "=" => ("exactly", n),
            ">=" => ("at least", n),
            ">" => ("at least", n.checked_add(1)?),
            "<=" => ("at most", n),
            "<" => ("at most", n - 1),
            _ => return None,
        };
        let who = if self.scene.end { "they have" } else { "the mover has" };
        Some(format!("{who} {how} {} {} on the board and in hand", number(n), if n == 1 { "piece" } else { "pieces" }))
    }

    /// What is odd or even: “row plus column of the cell” for the sum of both.
    fn parity_of(&self, tree: &Tree) -> String {
        if let [row, col] = tree.args()
            && tree.is("+")
            && row.is("row")
            && col.is("col")
            && row.args() == col.args()
        {
            let to = Tree::word("to");
            return format!("row plus column of {}", self.tell(row.args().first().unwrap_or(&to), Category::Coord));
        }
        self.tell(tree, Category::Int)
    }

    /// “there are three empty cells next to it” for a comparison of a count with a number.
    fn count_comparison(&self, left: &Tree, word: &str, n: i64) -> Option<String> {
        let left = resolve(left, Category::Int, self.names)?;
        let things = left.ludeme.english.strip_prefix('#')?;
        let counts = |whose: &str| {
            self.scene.end && left.ludeme.word == "num-pieces" && left.get("target").is_some_and(|t| t.is(whose))
        };
        if counts("friend") || counts("enemy") {
            let noun = if self.scene.stacked { "stack" } else { "piece" };
            let (who, has) = if counts("friend") { ("they", "have") } else { ("the opponent", "has") };
            let pieces = |how: &str, n: i64| {
                let plural = if n == 1 { "" } else { "s" };
                Some(format!("{who} {has} {how} {} {noun}{plural} on the board", number(n)))
            };
            return match (word, n) {
                ("=" | "<=", 0) | ("<", 1) => Some(format!("{who} {has} no {noun}s on the board")),
                ("=", 1..) => pieces("exactly", n),
                (">=", 1..) => pieces("at least", n),
                (">", 0..) => pieces("at least", n.checked_add(1)?),
                ("<=", 1..) => pieces("at most", n),
                ("<", 2..) => pieces("at most", n - 1),
                _ => None,
            };
        }
        let things = |plural| self.expand(things, &left, Mood { plural, ..Mood::default() }).0;
        let mover = if self.scene.end { "they have" } else { "the mover has" };
        // Who has it says whose it is: “the mover has two men in hand”.
        let of_player = |things: String| -> Result<(&str, String), String> {
            let owned = |ends: [&'static str; 3]| {
                let found = ends.iter().position(|end| things.ends_with(end))?;
                let who = if found == 2 { "the opponent has" } else { mover };
                Some((who, things.strip_suffix(ends[found])?.to_string()))
            };
            let found = match left.ludeme.word {
                "num-in-hand" => owned([" in the mover's hand", " in their hand", " in the hand of the opponent"])
                    .map(|(who, held)| (who, format!("{held} in hand"))),
                "num-groups" => owned([" of the mover", " of their own", " of the opponent"]),
                _ => None,
            };
            found.ok_or(things)
        };
        let counted = |how: &str, n: i64| {
            let (are, have) = if n == 1 { ("is", "has") } else { ("are", "have") };
            if left.ludeme.word == "move-number" {
                return format!("{how} {} {} {have} been made", number(n), if n == 1 { "move" } else { "moves" });
            }
            match of_player(things(n != 1)) {
                Ok((who, things)) => format!("{who} {how} {} {things}", number(n)),
                Err(things) => format!("there {are} {how} {} {things}", number(n)),
            }
        };
        let some = |there: &str, how: &str, plural| match of_player(things(plural)) {
            Ok((who, things)) => format!("{who} {how} {things}"),
            Err(things) => format!("there {there} {how} {things}"),
        };
        Some(match (word, n) {
            ("=" | "<=", 0) | ("<", 1) => some("are", "no", true),
            ("!=" | ">", 0) | (">=", 1) => some("is", "a", false),
            (_, ..=0) => return None,
            ("=", n) => counted("exactly", n),
            ("!=", n) => counted("not exactly", n),
            (">=", n) => counted("at least", n),
            ("<=", n) => counted("at most", n),
            (">", n) => counted("at least", n.checked_add(1)?),
            ("<", n) => counted("at most", n - 1),
            _ => return None,
        })
    }
}
