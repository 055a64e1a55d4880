//! The little language of the English templates in the [schema](super::schema), and its interpreter.
//!
//! | in a template | reads |
//! |---|---|
//! | `{p}` | the arguments of parameter `p` in their own words: `a`, `a and b`, `a, b and c`; its default if it has none |
//! | `{p\|text}` | `text` if `p` has neither arguments nor default |
//! | `{p+ sep }` | the arguments joined with `sep`; `and`, `or` change places under a negation |
//! | `{p#}`, `{p##}` | a number in words, an ordinal number |
//! | `{p:plural}` `{p:same}` `{p:n=q}` | in the plural; in the number of the whole; in the number that `q` gives |
//! | `{p:adj}` `{p:of}` | a player as an adjective (`enemy`, `white`), or after `of` where there is no adjective |
//! | `{p:side}` | a direction as a side of the board |
//! | `{!p}` | the contrary of `p` |
//! | `{p?yes\|no}` `{p=word?yes\|no}` | `yes` if `p` is given, or has an argument `word` |
//! | `{head}`, `{heads}`, `{s}` | the head word; as a noun in the current number; a plural ending |
//! | `{a}`, `{b}`, `{c}` | the dimensions of the board |
//! | `[…]` | nothing if a parameter inside has nothing to say |
//! | `<yes\|no>` | `yes`, or `no` under a negation |
//! | `noun;adjective` | two forms of a player |
//! | `#things` | a count: “the number of things”, or “there are three things” in comparisons |
//!
//! `{drop?…}`, `{end?…}`, `{guard?…}` and `{step?…}` ask for the surroundings: a move that only places; an end clause; the
//! guard of an effect; a plain move that is not a drop.

use super::resolve::{Element, Names, choose, resolve};
use super::schema::{Accepts, Category, Param};
use super::tree::{Kind, Tree};

/// Where the words stand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scene<'a> {
    /// A move that only places a piece.
    pub drop: bool,
    /// An end clause.
    pub end: bool,
    /// The guard of an effect.
    pub guard: bool,
    /// The dimensions of the board.
    pub sizes: &'a [i64],
}

/// Which form of the words is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Form {
    /// As a noun or clause.
    #[default]
    Noun,
    /// A player as an adjective; empty if it has none.
    Adjective,
    /// A player to put after “of”; empty if it has an adjective.
    Of,
    /// A direction as a side of the board.
    Side,
}

/// How one element is told.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mood {
    pub form: Form,
    pub plural: bool,
    /// The contrary is told.
    pub contrary: bool,
    /// The word that joins the conditions around this one.
    pub joined_by: Option<&'static str>,
}

/// Tells elements in the words of the schema.
#[derive(Clone, Copy)]
pub(crate) struct Teller<'a> {
    pub names: &'a Names,
    pub scene: Scene<'a>,
}

/// The number in words up to twelve, in digits beyond.
pub(crate) fn number(value: i64) -> String {
    const WORDS: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    usize::try_from(value).ok().and_then(|i| WORDS.get(i)).map_or_else(|| value.to_string(), |w| w.to_string())
}

fn ordinal(value: i64) -> String {
    const WORDS: [&str; 10] =
        ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    if let Some(word) = usize::try_from(value).ok().and_then(|i| WORDS.get(i)) {
        return word.to_string();
    }
    let ending = match (value % 10, value % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{value}{ending}")
}

/// A piece's name as a common noun: `Stone` reads “stone”, `DVONN` stays.
pub(crate) fn noun(name: &str) -> String {
    if name.chars().count() > 1 && name.chars().all(|c| !c.is_lowercase()) { name.into() } else { name.to_lowercase() }
}

/// The plural of an English noun.
pub(crate) fn plural(noun: &str) -> String {
    let ends = |endings: &[&str]| endings.iter().any(|e| noun.ends_with(e));
    let stem = |n: usize| noun.chars().take(noun.chars().count().saturating_sub(n)).collect::<String>();
    match noun {
        "mouse" => "mice".into(),
        "goose" => "geese".into(),
        "ox" => "oxen".into(),
        "wolf" | "elf" | "dwarf" | "thief" => format!("{}ves", stem(1)),
        "sheep" | "fish" => noun.into(),
        _ if ends(&["man"]) => format!("{}en", stem(2)),
        _ if ends(&["ay", "ey", "oy", "uy"]) => format!("{noun}s"),
        _ if ends(&["y"]) => format!("{}ies", stem(1)),
        _ if ends(&["s", "x", "z", "ch", "sh"]) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// Joins parts as a list: `a, b and c`.
pub(crate) fn list(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// A player's name as an adjective, if it is a colour.
pub(crate) fn colour(player: &str) -> Option<String> {
    const COLOURS: [&str; 12] =
        ["white", "black", "red", "blue", "green", "yellow", "orange", "grey", "gray", "purple", "brown", "silver"];
    let lower = player.to_lowercase();
    COLOURS.contains(&lower.as_str()).then_some(lower)
}

/// Index of the character that closes the bracket at the start of `text`, counting all kinds of brackets alike.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (i, c) in text.char_indices() {
        match c {
            '{' | '[' | '<' => depth += 1,
            '}' | ']' | '>' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(i);
                }
            }
            _ => {}
        }
    }
    None
}

/// Splits at the first `|` outside brackets; the second part is empty if there is none.
fn alternatives(text: &str) -> (&str, &str) {
    let mut depth = 0i32;
    for (i, c) in text.char_indices() {
        match c {
            '{' | '[' | '<' => depth += 1,
            '}' | ']' | '>' => depth -= 1,
            '|' if depth == 0 => return (&text[..i], &text[i + 1..]),
            _ => {}
        }
    }
    (text, "")
}

impl<'a> Teller<'a> {
    /// The same in other surroundings.
    pub(crate) fn with(self, scene: Scene<'a>) -> Self {
        Teller { scene, ..self }
    }

    /// `tree` as an element of `category`, in a neutral mood.
    pub(crate) fn tell(&self, tree: &Tree, category: Category) -> String {
        self.tell_in(tree, category, Mood::default())
    }

    /// `tree` as an element of `category`. What the schema does not know reads as it is written.
    pub(crate) fn tell_in(&self, tree: &Tree, category: Category, mood: Mood) -> String {
        if let Kind::Int(value) = tree.kind {
            return number(value);
        }
        let Some(element) = resolve(tree, category, self.names) else { return super::print::one_line(tree) };
        if matches!(category, Category::Bool | Category::Condition)
            && let Some(text) = self.count_comparison(&element, mood)
        {
            return text;
        }
        let teller = match (category, element.ludeme.word) {
            (Category::EffectFlag, "if" | "reap") => self.with(Scene { guard: true, ..self.scene }),
            _ => *self,
        };
        let template = element.ludeme.english;
        if let Some(things) = template.strip_prefix('#') {
            return format!("the number of {}", teller.expand(things, &element, Mood { plural: true, ..mood }).0);
        }
        let (first, second) = match category {
            Category::PlayerType => template.split_once(';').unwrap_or((template, "")),
            _ => (template, ""),
        };
        let template = match (category, mood.form) {
            (Category::PlayerType, Form::Adjective | Form::Of) => {
                let named = element.ludeme.head != super::schema::Head::Word;
                let head = tree.head().unwrap_or_default();
                return match (named, mood.form) {
                    (true, Form::Adjective) => colour(head).unwrap_or_default(),
                    (true, _) if colour(head).is_none() => head.to_string(),
                    (false, Form::Adjective) => teller.expand(second, &element, mood).0,
                    _ => String::new(),
                };
            }
            _ => first,
        };
        let text = teller.expand(template, &element, mood).0;
        match mood.form {
            Form::Side if category == Category::Direction => format!("the {text} side"),
            _ => text,
        }
    }

    /// “there are three empty cells next to it” for a comparison of a count with a number.
    fn count_comparison(&self, element: &Element<'_>, mood: Mood) -> Option<String> {
        let left = resolve(element.get("left")?, Category::Int, self.names)?;
        let n = element.get("right")?.as_int()?;
        let things = left.ludeme.english.strip_prefix('#')?;
        let things = |plural| self.expand(things, &left, Mood { plural, ..Mood::default() }).0;
        let word = match (element.ludeme.word, mood.contrary) {
            (word, false) => word,
            ("=", true) => "!=",
            ("!=", true) => "=",
            ("<", true) => ">=",
            (">=", true) => "<",
            (">", true) => "<=",
            ("<=", true) => ">",
            _ => return None,
        };
        let counted = |how: &str, n: i64| {
            let verb = if n == 1 { "is" } else { "are" };
            let gap = if how.is_empty() { "" } else { " " };
            format!("there {verb} {how}{gap}{} {}", number(n), things(n != 1))
        };
        Some(match (word, n) {
            ("=" | "<=", 0) | ("<", 1) => format!("there are no {}", things(true)),
            ("!=" | ">", 0) | (">=", 1) => counted("at least", 1),
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

    /// The template filled in, and whether nothing was missing.
    fn expand(&self, template: &str, element: &Element<'_>, mood: Mood) -> (String, bool) {
        let mut out = String::new();
        let mut complete = true;
        let mut rest = template;
        while let Some(c) = rest.chars().next() {
            if !matches!(c, '{' | '[' | '<') {
                out.push(c);
                rest = &rest[c.len_utf8()..];
                continue;
            }
            let Some(end) = closing(rest) else { break };
            let inner = &rest[1..end];
            rest = &rest[end + 1..];
            match c {
                '[' => {
                    let (text, full) = self.expand(inner, element, mood);
                    if full {
                        out.push_str(&text);
                    }
                }
                '<' => {
                    let (yes, no) = alternatives(inner);
                    let (text, full) = self.expand(if mood.contrary { no } else { yes }, element, mood);
                    out.push_str(&text);
                    complete &= full;
                }
                _ => {
                    let (text, full) = self.placeholder(inner, element, mood);
                    out.push_str(&text);
                    complete &= full;
                }
            }
        }
        (out, complete)
    }

    fn placeholder(&self, inner: &str, element: &Element<'_>, mood: Mood) -> (String, bool) {
        let contrary = inner.starts_with('!');
        let inner = inner.strip_prefix('!').unwrap_or(inner);
        let end = inner.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(inner.len());
        let (name, rest) = inner.split_at(end);
        let index = element.ludeme.params.iter().position(|p| p.name == name);
        if let Some(tests) = rest.strip_prefix('?') {
            let holds = match index {
                Some(i) => !element.slots[i].is_empty(),
                None => match name {
                    "drop" => self.scene.drop,
                    "end" => self.scene.end,
                    "guard" => self.scene.guard,
                    "step" => !self.scene.drop && element.tree.args().is_empty(),
                    _ => dimension(name).is_some_and(|i| i < self.scene.sizes.len()),
                },
            };
            let (yes, no) = alternatives(tests);
            return self.expand(if holds { yes } else { no }, element, mood);
        }
        if let Some(test) = rest.strip_prefix('=')
            && let Some((word, tests)) = test.split_once('?')
        {
            let is_word = |t: &Tree| t.is(word) || t.as_int().is_some_and(|v| v.to_string() == word);
            let holds = index.is_some_and(|i| arguments(element, i).iter().any(is_word));
            let (yes, no) = alternatives(tests);
            return self.expand(if holds { yes } else { no }, element, mood);
        }
        let Some(index) = index else { return self.pseudo(name, rest, element, mood) };
        let param = &element.ludeme.params[index];
        let args = arguments(element, index);
        let mut mood_of_arg = Mood { contrary: contrary && !mood.contrary, ..Mood::default() };
        if contrary {
            // A contrary is about the whole element, so the word that joins its neighbours stays.
            mood_of_arg.joined_by = mood.joined_by;
        }
        let mut rest = rest;
        if let Some(form) = rest.strip_prefix(':') {
            let end = form.find('|').unwrap_or(form.len());
            match &form[..end] {
                "plural" => mood_of_arg.plural = true,
                "same" => mood_of_arg.plural = mood.plural,
                "adj" => mood_of_arg.form = Form::Adjective,
                "of" => mood_of_arg.form = Form::Of,
                "side" => mood_of_arg.form = Form::Side,
                other => {
                    let counted = other.strip_prefix("n=").and_then(|q| {
                        let i = element.ludeme.params.iter().position(|p| p.name == q)?;
                        arguments(element, i).first().and_then(Tree::as_int)
                    });
                    mood_of_arg.plural = counted != Some(1);
                }
            }
            rest = &form[end..];
        }
        if let Some(separator) = rest.strip_prefix('+') {
            return self.joined(&args, param, separator, mood);
        }
        if let Some(alternative) = rest.strip_prefix('|')
            && args.is_empty()
        {
            return self.expand(alternative, element, mood);
        }
        let parts: Vec<String> = args
            .iter()
            .map(|arg| match (arg.as_int(), rest) {
                (Some(value), "##") => ordinal(value),
                (Some(value), "#") => number(value),
                (Some(value), _) => value.to_string(),
                _ => self.argument(arg, param, mood_of_arg),
            })
            .filter(|part| !part.is_empty())
            .collect();
        let complete = !parts.is_empty();
        (list(&parts, "and"), complete)
    }

    /// Placeholders that are no parameters.
    fn pseudo(&self, name: &str, rest: &str, element: &Element<'_>, mood: Mood) -> (String, bool) {
        let head = element.tree.head().unwrap_or_default();
        let text = match name {
            "head" => head.to_string(),
            "heads" if mood.plural => plural(&noun(head)),
            "heads" => noun(head),
            "s" if mood.plural => "s".into(),
            "s" => return (String::new(), true),
            _ => match dimension(name).and_then(|i| self.scene.sizes.get(i)) {
                Some(&size) if rest.starts_with('#') => number(size),
                Some(size) => size.to_string(),
                None => match rest.strip_prefix('|') {
                    Some(alternative) => return self.expand(alternative, element, mood),
                    None => return (String::new(), false),
                },
            },
        };
        (text, true)
    }

    fn joined(&self, args: &[Tree], param: &Param, separator: &str, mood: Mood) -> (String, bool) {
        let word = match (separator.trim(), mood.contrary) {
            ("and", false) | ("or", true) => Some("and"),
            ("or", false) | ("and", true) => Some("or"),
            _ => None,
        };
        let inherit = Mood { contrary: mood.contrary && word.is_some(), joined_by: word, ..Mood::default() };
        let parts: Vec<String> =
            args.iter().map(|arg| self.argument(arg, param, inherit)).filter(|p| !p.is_empty()).collect();
        let complete = !parts.is_empty();
        let text = match word {
            Some(word) => list(&parts, word),
            None => parts.join(separator),
        };
        // A list within a list of the other kind is marked, or nobody could tell which belongs to which.
        let conditions = matches!(param.accepts, [Accepts::Of(Category::Bool | Category::Condition)]);
        let mixed = conditions && mood.joined_by.is_some_and(|outer| Some(outer) != word);
        let nested = parts.iter().any(|p| ["both ", "either ", "("].iter().any(|mark| p.starts_with(mark)));
        let text = match (mixed && word.is_some(), parts.len(), word) {
            (true, 2, _) if nested => format!("({text})"),
            (true, 2, Some("and")) => format!("both {text}"),
            (true, 2, _) => format!("either {text}"),
            (true, 3.., _) => format!("({text})"),
            _ => text,
        };
        (text, complete)
    }

    fn argument(&self, arg: &Tree, param: &Param, mood: Mood) -> String {
        match &arg.kind {
            Kind::Text(text) => return text.clone(),
            Kind::Int(value) => return number(*value),
            Kind::Real(value) => return value.to_string(),
            _ => {}
        }
        match choose(arg, param.accepts, self.names) {
            Some(Accepts::Of(category) | Accepts::Only(category, _)) => self.tell_in(arg, category, mood),
            _ => super::print::one_line(arg),
        }
    }
}

fn dimension(name: &str) -> Option<usize> {
    ["a", "b", "c"].iter().position(|d| *d == name)
}

/// The arguments of a parameter, or what its default says.
fn arguments(element: &Element<'_>, index: usize) -> Vec<Tree> {
    let slot = &element.slots[index];
    if !slot.is_empty() {
        return slot.iter().map(|&t| t.clone()).collect();
    }
    match element.ludeme.params[index].default {
        "" => Vec::new(),
        default => vec![default.parse().map_or_else(|_| Tree::word(default), Tree::int)],
    }
}

/// Writes “an” for “a” before a vowel sound, and starts the text with a capital.
pub(crate) fn polish(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        out.push_str(word);
        if let Some(next) = words.peek() {
            if (word == "a" || word == "A" || word.ends_with("(a")) && vowel_sound(next) {
                out.push('n');
            }
            out.push(' ');
        }
    }
    let mut chars = out.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

fn vowel_sound(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '“', '"']).to_lowercase();
    let consonant = ["one", "uni", "use", "eu"].iter().any(|w| word.starts_with(w));
    let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
    if !digits.is_empty() {
        return digits.starts_with('8') || digits == "11" || digits == "18";
    }
    !consonant && word.starts_with(['a', 'e', 'i', 'o', 'u'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::reader::read;
    use crate::language::schema::LUDEMES;

    /// Every placeholder of a template, outermost first.
    fn placeholders<'t>(template: &'t str, out: &mut Vec<&'t str>) {
        let mut rest = template;
        while let Some(start) = rest.find(['{', '[', '<']) {
            let Some(end) = closing(&rest[start..]) else { panic!("unbalanced: {template}") };
            let inner = &rest[start + 1..start + end];
            if rest[start..].starts_with('{') {
                out.push(inner);
            }
            placeholders(inner, out);
            rest = &rest[start + end + 1..];
        }
        assert!(!rest.contains(['}', ']', '>']), "unbalanced: {template}");
    }

    #[test]
    fn templates_name_parameters_that_exist() {
        const PSEUDO: &[&str] = &["head", "heads", "s", "a", "b", "c", "drop", "end", "guard", "step"];
        for ludeme in LUDEMES {
            let mut all = Vec::new();
            placeholders(ludeme.english, &mut all);
            for inner in all {
                let name: String = inner.trim_start_matches('!').chars().take_while(char::is_ascii_lowercase).collect();
                let known = PSEUDO.contains(&name.as_str()) || ludeme.params.iter().any(|p| p.name == name);
                assert!(known, "{{{inner}}} in {} ({:?})", ludeme.word, ludeme.category);
                if let Some(count) = inner.strip_prefix(&format!("{name}:n=")) {
                    assert!(ludeme.params.iter().any(|p| p.name == count), "{{{inner}}} in {}", ludeme.word);
                }
            }
        }
    }

    fn tell(source: &str, category: Category, scene: Scene<'_>) -> String {
        let names = Names {
            players: vec!["White".into(), "Alice".into()],
            pieces: vec!["Stone".into(), "Ox".into()],
            flags: vec!["royal".into()],
        };
        let (trees, problems) = read(source);
        assert!(problems.is_empty());
        Teller { names: &names, scene }.tell(&trees[0], category)
    }

    #[test]
    fn negation_goes_inwards() {
        let end = Scene { end: true, ..Scene::default() };
        let tell = |source| tell(source, Category::Condition, end);
        assert_eq!(tell("(not (full))"), "the board is not full");
        assert_eq!(tell("(not (not (full)))"), "the board is full");
        assert_eq!(
            tell("(not (and (full) (no-move)))"),
            "the board is not full or they have a legal move or it is not their turn"
        );
        assert_eq!(
            tell("(not (or (full) (not (all-passed))))"),
            "the board is not full and both players have passed in succession"
        );
        assert_eq!(
            tell("(and (no-move) (not (and (full) (in-a-row 3))))"),
            "they have no legal move on their turn and either the board is not full or they do not have three or more of their pieces in a row"
        );
        assert_eq!(tell("(not (> (score) 3))"), "the score of the player is at most three");
    }

    #[test]
    fn counts_are_told_with_there() {
        let tell = |source| tell(source, Category::Bool, Scene::default());
        assert_eq!(tell("(= (num-between enemy) 1)"), "there is exactly one enemy piece in between");
        assert_eq!(tell("(not (> (num-between empty) 0))"), "there are no empty cells in between");
        assert_eq!(
            tell("(> (num-nbors to friend) 1)"),
            "there are at least two friendly pieces next to the target cell"
        );
        assert_eq!(
            tell("(< (num-nbors to friend) 3)"),
            "there are at most two friendly pieces next to the target cell"
        );
        assert_eq!(tell("(!= (num-pieces (Ox White)) 2)"), "there are not exactly two white oxen on the board");
        assert_eq!(
            tell("(= (height to) (num-nbors any))"),
            "the height of the stack on the target cell equals the number of pieces next to the target cell"
        );
    }

    #[test]
    fn players_and_pieces_are_told_with_their_owner() {
        let tell = |source| tell(source, Category::PieceRecord, Scene::default());
        assert_eq!(tell("Stone"), "stone");
        assert_eq!(tell("(Stone White)"), "white stone");
        assert_eq!(tell("(Ox Alice (state 2))"), "ox of Alice in state 2");
        assert_eq!(tell("(any enemy (flags royal))"), "enemy piece flagged royal");
    }

    #[test]
    fn words_are_english() {
        for (noun, many) in [
            ("stone", "stones"),
            ("man", "men"),
            ("fox", "foxes"),
            ("army", "armies"),
            ("key", "keys"),
            ("goose", "geese"),
            ("wolf", "wolves"),
        ] {
            assert_eq!(plural(noun), many);
        }
        assert_eq!(
            ["1", "2", "11", "21", "112"].map(|n| ordinal(n.parse().unwrap())),
            ["first", "second", "11th", "21st", "112th"]
        );
        assert_eq!(
            polish("a empty cell on a 8 by 8 board, a one-way street, a 11 by 11 (a open) board"),
            "An empty cell on an 8 by 8 board, a one-way street, an 11 by 11 (an open) board"
        );
        assert_eq!(list(&["x".into(), "y".into(), "z".into()], "or"), "x, y or z");
        assert_eq!((number(12), number(13), number(-1)), ("twelve".into(), "13".into(), "-1".into()));
    }
}
