//! The little language of the English templates in the [schema](crate::language::schema), and its interpreter.
//!
//! | in a template | reads |
//! |---|---|
//! | `{p}` | the arguments of parameter `p` in their own words: `a`, `a and b`, `a, b and c`; its default if it has none |
//! | `{p\|text}` | `text` if `p` has neither arguments nor default |
//! | `{p+ sep }` | the arguments joined with `sep`; `and`, `or` change places under a negation |
//! | `{p#}`, `{p##}` | a number in words, an ordinal number |
//! | `{p:plural}` `{p:same}` `{p:n=q}` | in the plural; in the number of the whole; in the number that `q` gives |
//! | `{p:adj}` `{p:of}` | a player as an adjective (`enemy`, `white`), or after `of` where there is no adjective |
//! | `{p:all}` | a player, “both players” for each |
//! | `{p:in}`, `{p:on}` | cells with the word that says where they are, “in” or “on” where nothing else goes with them |
//! | `{p:side}`, `{p:way}` | a direction as a side of the board, or as seen from a cell (“north of”) |
//! | `{p:it}`, `{p:there}`, `{p:piece}` | a cell that another is found from, one where a piece is placed, the piece on a cell: “it” where that is clear |
//! | `{p:lacks}` | that a cell is not empty; where it may be beyond the board, that there is no empty cell there |
//! | `{p:turns}` | a number of direct turns to the right, as “by 180 degrees to the right” |
//! | `{!p}` | the contrary of `p` |
//! | `{p?yes\|no}` `{p=word?yes\|no}` | `yes` if `p` is given, or has an argument `word` |
//! | `{head}`, `{heads}`, `{s}` | the head word; as a noun in the current number; a plural ending |
//! | `{a}`, `{b}`, `{c}` | the dimensions of the board |
//! | `[…]` | nothing if a parameter inside has nothing to say |
//! | `<yes\|no>` | `yes`, or `no` under a negation |
//! | `noun;adjective` | two forms of a player |
//! | `#things` | a count: “the number of things”, or “there are three things” in comparisons |
//!
//! Some tests ask for the surroundings: `{drop?…}` a move that only places, `{remove?…}` one that only takes off, `{end?…}` an end
//! clause, `{after?…}` what happens after a move, `{square?…}` a board of squares, `{orthogonal?…}` and `{oblique?…}` one whose cells are adjacent so alone, `{shaded?…}` one of dark and light cells, `{stacked?…}` rules by which pieces may lie on each other, `{mine?…}` a number of the mover, `{guard?…}` the guard of an effect on several cells, `{step?…}` a plain step of a move that is not a drop,
//! `{endless?…}` pieces in hand without limit, `{foreign?…}` a move that may take pieces of the opponent. Others ask
//! for the arguments: `{single?…}` one only, `{bare?…}` pieces of any kind, `{named?…}` pieces of an owner, `{groups?…}` captures of whole groups, `{sides?…}` pieces that change sides and nothing else, `{captured?…}` and `{converted?…}` what the move captures or converts later, `{owned?…}` pieces of an
//! owner other than the mover. `{dirn}` reads the directions of the move, `{runs}` what a capture is sized by, `{shape}` what the cells of a path look
//! like, `{straight}` how far a path goes that is straight.

use super::pattern::path_in_words;
use super::words::{
    choice_of_pairs, colour, contrast, elided, list, list_apart, number, ordinal, possessive, way, with_its_state,
};
use crate::board::Board;
use crate::language::definitions::Expansion;
use crate::language::resolve::{Element, Names, choose, resolve};
use crate::language::schema::{Accepts, Category, Head, Id, Param, Word, word};
use crate::language::tree::{Kind, Tree};

/// Where the words stand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scene<'a> {
    /// A move that only places a piece.
    pub drop: bool,
    /// A move that only takes pieces off a cell.
    pub remove: bool,
    /// A move that may take pieces of the opponent.
    pub foreign: bool,
    /// An end clause.
    pub end: bool,
    /// The names of the players, first and second, where the number of moves made tells which of them has just moved.
    pub in_turn: Option<[&'a str; 2]>,
    /// What happens after a move.
    pub after: bool,
    /// One piece is moved or placed, which is what “it” says.
    pub it: bool,
    /// The board is of squares.
    pub square: bool,
    /// Cells are adjacent in direct directions, and in indirect ones.
    pub adjacent: (bool, bool),
    /// The cells of the board are dark or light, and nothing is counted by that.
    pub shaded: bool,
    /// Pieces may lie on each other, and what is counted is what lies on top.
    pub stacked: bool,
    /// A number that stands for several.
    pub numbered: Option<i64>,
    /// Words that stand for several.
    pub bound: Bound<'a>,
    /// The guard of an effect on several cells.
    pub guard: bool,
    /// An effect on several cells.
    pub wide: bool,
    /// What happens after the move, of which its conditions speak in short.
    pub effects: &'a [Tree],
    /// Some type that may be placed is in hand without limit.
    pub endless: bool,
    /// What a capture is sized by: “groups”, “runs” or nothing.
    pub runs: &'static str,
    /// The directions of the move in words, if it names some.
    pub dirn: &'a str,
    /// How many direct turns bring a direction back to itself; 0 if that is not known.
    pub full_turn: u32,
    /// The board, if there is one.
    pub board: Option<&'a Board>,
    /// The dimensions of the board.
    pub sizes: &'a [i64],
    /// The directions that turn into each other.
    pub circle: &'static [&'static str],
}

/// Words that stand for several at once, where what is told holds for each of them alike.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Bound<'a> {
    /// None.
    #[default]
    Free,
    /// A direction of the compass; the others of its circle, and what they are called.
    Way(&'a [(&'static str, String)]),
    /// A word, and what it is called.
    Word(&'a str, &'a str),
}

/// Which form of the words is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    /// As a noun or clause.
    #[default]
    Noun,
    /// A player as an adjective; empty if it has none.
    Adjective,
    /// A player to put after “of”; empty if it has an adjective.
    Of,
    /// A player, “both players” for each.
    All,
    /// A direction as a side of the board.
    Side,
    /// A direction as seen from a cell: “north of”.
    Way,
    /// A cell that another is found from: “it” where that is clear.
    It,
    /// A cell where a piece is placed: “it”, as the piece.
    There,
    /// The piece on a cell: “it” where that is clear.
    Piece,
    /// Cells after “in”, or the word that goes with them.
    In,
    /// Cells after “on”, or the word that goes with them.
    On,
}

impl Form {
    /// The form that a template names so.
    fn of(name: &str) -> Option<Form> {
        Some(match name {
            "adj" => Form::Adjective,
            "of" => Form::Of,
            "all" => Form::All,
            "side" => Form::Side,
            "way" => Form::Way,
            "it" => Form::It,
            "there" => Form::There,
            "piece" => Form::Piece,
            "in" => Form::In,
            "on" => Form::On,
            _ => return None,
        })
    }
}

/// How one element is told.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mood {
    pub form: Form,
    pub plural: bool,
    /// The contrary is told.
    pub contrary: bool,
    /// The word that joins the conditions around this one.
    pub joined_by: Option<&'static str>,
    /// The number is part of another.
    pub within: bool,
}

/// Tells elements in the words of the schema.
#[derive(Clone, Copy)]
pub(super) struct Teller<'a> {
    pub names: &'a Names,
    pub scene: Scene<'a>,
    /// What definitions put into the rules, if the game has some.
    pub terms: Option<&'a Expansion>,
}

/// Index of the character that closes the bracket at the start of `text`, counting all kinds of brackets alike.
pub(super) fn closing(text: &str) -> Option<usize> {
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
pub(super) fn alternatives(text: &str) -> (&str, &str) {
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

/// Whether a parameter is one set of cells, which the phases among them filter. Regions to be connected are sets of their own.
fn filters_cells(param: &Param) -> bool {
    param.name != "regions" && param.accepts.contains(&Accepts::Of(Category::Cells))
}

/// Words for regions that are several, or as many as a player has.
pub(super) const SEVERAL_REGIONS: [&str; 4] = ["all-sides", "opposite-sides", "own-regions", "enemy-regions"];

impl<'a> Teller<'a> {
    /// The same in other surroundings.
    pub(super) fn with(self, scene: Scene<'a>) -> Self {
        Teller { scene, ..self }
    }

    /// `tree` as an element of `category`, in a neutral mood.
    pub(super) fn tell(&self, tree: &Tree, category: Category) -> String {
        self.tell_in(tree, category, Mood::default())
    }

    /// `tree` as an element of `category`. What the schema does not know reads as it is written.
    pub(super) fn tell_in(&self, tree: &Tree, category: Category, mood: Mood) -> String {
        if let Kind::Int(value) = tree.kind {
            return self.amount(value, number);
        }
        match self.term(tree, category) {
            Some(term) => self.phrase(&term, mood),
            None => self.spelt(tree, category, mood),
        }
    }

    /// `tree` without the phrase that it may have; its parts have theirs.
    pub(super) fn in_full(&self, tree: &Tree, category: Category) -> String {
        self.spelt(tree, category, Mood::default())
    }

    fn spelt(&self, tree: &Tree, category: Category, mood: Mood) -> String {
        let Some(element) = resolve(tree, category, self.names) else { return crate::language::print::one_line(tree) };
        if matches!(category, Category::Bool | Category::Condition)
            && !tree.args().iter().any(|arg| self.term(arg, Category::Int).is_some())
            && let Some(text) = self.comparison(&element, mood)
        {
            return text;
        }
        if let Some(text) = self.bound_word(tree, category, mood) {
            return text;
        }
        let teller = self.with(self.surroundings(&element));
        let own = (category == Category::Effect).then(|| teller.of_numbers(&element)).flatten();
        let template = own.as_deref().unwrap_or(element.ludeme.english);
        if let Some(things) = template.strip_prefix('#') {
            let things = teller.expand(things, &element, Mood { plural: true, ..mood }).0;
            return match things.split_once(" of their own") {
                Some((things, rest)) => format!("the number of their {things}{rest}"),
                None => format!("the number of {things}"),
            };
        }
        let (first, second) = match category {
            Category::PlayerType => template.split_once(';').unwrap_or((template, "")),
            _ => (template, ""),
        };
        let template = match (category, mood.form) {
            (Category::PlayerType, Form::Adjective | Form::Of) => {
                let named = element.ludeme.head != Head::Word;
                let head = tree.head().unwrap_or_default();
                return match (named, mood.form) {
                    (false, Form::Of) if is_everyone(tree) => first.to_string(),
                    (true, Form::Adjective) => colour(head).unwrap_or_default(),
                    (true, _) if colour(head).is_none() => head.to_string(),
                    (false, Form::Adjective) => teller.expand(second, &element, mood).0,
                    _ => String::new(),
                };
            }
            (Category::PlayerType, Form::All) if is_everyone(tree) => "both players",
            _ => first,
        };
        let text = teller.expand(template, &element, mood).0;
        let bracketed = mood.within && is_arithmetic(&element);
        match mood.form {
            _ if bracketed => format!("({text})"),
            Form::Side if category == Category::Direction => format!("the {text} side"),
            Form::Way if category == Category::Direction => way(tree, text),
            Form::It if category == Category::Coord && matches!(&*text, "its cell" | "the cell") => "it".into(),
            Form::There if category == Category::Coord && text == "the cell" => "it".into(),
            Form::Piece if category == Category::Coord => self.piece_on(tree, &text),
            _ if category == Category::Int => possessive(text),
            _ if category == Category::Effect => with_its_state(text),
            _ => text,
        }
    }

    /// A number, or the letter that stands for several.
    pub(super) fn amount(&self, value: i64, tell: impl Fn(i64) -> String) -> String {
        if self.scene.numbered == Some(value) { "d".into() } else { tell(value) }
    }

    /// What a word is called that stands for several.
    fn bound_word(&self, tree: &Tree, category: Category, mood: Mood) -> Option<String> {
        let word = tree.head()?;
        match (self.scene.bound, category) {
            (Bound::Way(ways), Category::Direction) => {
                let (_, called) = ways.iter().find(|(way, _)| *way == word)?;
                Some(match mood.form {
                    Form::Way if called.ends_with("way") => format!("{called} from"),
                    Form::Way => format!("{called} of"),
                    Form::Side => format!("the side {called}"),
                    _ => called.clone(),
                })
            }
            (Bound::Word(bound, called), Category::PieceRecord) if bound == word && tree.args().is_empty() => {
                Some(called.to_string())
            }
            _ => None,
        }
    }

    /// The piece on a cell, which reads `cell`.
    fn piece_on(&self, tree: &Tree, cell: &str) -> String {
        let scene = self.scene;
        let moved = match tree.head() {
            Some("from") => !scene.after && !scene.drop,
            Some("to") => scene.after || scene.remove,
            _ => false,
        };
        match cell {
            _ if scene.it && moved => "it".into(),
            "that cell" => "that piece".into(),
            _ => format!("the piece on {cell}"),
        }
    }

    /// What an element makes of the surroundings of its arguments.
    fn surroundings(&self, element: &Element<'_>) -> Scene<'a> {
        use word::{CaptureType as How, Effect, EffectFlag as Flag};
        let how = || {
            let how = element.get("type").and_then(|how| resolve(how, Category::CaptureType, self.names));
            how.and_then(|how| How::of(how.ludeme.id)).unwrap_or(How::Replace)
        };
        match element.ludeme.id {
            Id::Effect(Effect::Capture | Effect::Convert) => Scene {
                wide: how() != How::Replace,
                runs: match how() {
                    How::Surround => "groups",
                    How::Line | How::Approach | How::Withdraw => "runs",
                    _ => "",
                },
                ..self.scene
            },
            Id::Effect(word) => {
                Scene { wide: matches!(word, Effect::Displace | Effect::CellStates), runs: "", ..self.scene }
            }
            Id::EffectFlag(Flag::If) => Scene { guard: self.scene.wide, ..self.scene },
            Id::EffectFlag(Flag::Reap) => Scene { guard: true, ..self.scene },
            _ => self.scene,
        }
    }

    /// The template filled in, and whether nothing was missing.
    pub(super) fn expand(&self, template: &str, element: &Element<'_>, mood: Mood) -> (String, bool) {
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
        if let Some(chosen) = self.tested(name, rest, index, element) {
            return self.expand(chosen, element, mood);
        }
        let Some(index) = index else { return self.pseudo(name, rest, element, mood) };
        let param = &element.ludeme.params[index];
        let args = arguments(element, index);
        let mut mood_of_arg =
            Mood { contrary: contrary && !mood.contrary, within: is_arithmetic(element), ..Mood::default() };
        if contrary {
            // A contrary is about the whole element, so the word that joins its neighbours stays.
            mood_of_arg.joined_by = mood.joined_by;
        }
        let mut rest = rest;
        if let Some(form) = rest.strip_prefix(':') {
            let end = form.find(['|', '+']).unwrap_or(form.len());
            match (&form[..end], Form::of(&form[..end])) {
                (_, Some(form)) => mood_of_arg.form = form,
                ("plural", _) => mood_of_arg.plural = true,
                ("same", _) => mood_of_arg.plural = mood.plural,
                ("lacks", _) => return (args.first().map(|cell| self.lacks(cell, param)).unwrap_or_default(), true),
                ("turns", _) => return (args.first().and_then(|n| self.turns(n)).unwrap_or_default(), true),
                (other, _) => {
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
            let within = is_arithmetic(element);
            let mut args = args;
            if param.name == "flags" {
                // Which pieces are meant comes before what becomes of them.
                args.sort_by_key(|flag| !(flag.is("if") || flag.is("size")));
            }
            return self.joined(&args, param, separator, Mood { within, form: mood_of_arg.form, ..mood });
        }
        if let Some(alternative) = rest.strip_prefix('|')
            && args.is_empty()
        {
            return self.expand(alternative, element, mood);
        }
        let filters = filters_cells(param);
        if filters || matches!(mood_of_arg.form, Form::On | Form::In) {
            // A piece in a region is on one of its cells.
            let text = self.cells_in(&args, param, mood_of_arg, if filters { "and" } else { "or" });
            let complete = !text.is_empty();
            return (text, complete);
        }
        let parts: Vec<String> = args
            .iter()
            .map(|arg| match (arg.as_int(), rest) {
                (Some(value), "##") => ordinal(value),
                (Some(value), "#") => self.amount(value, number),
                (Some(value), _) => self.amount(value, |n| n.to_string()),
                _ => self.argument(arg, param, mood_of_arg),
            })
            .filter(|part| !part.is_empty())
            .collect();
        let complete = !parts.is_empty();
        // Regions to be connected are each for itself.
        (if param.name == "regions" { list_apart(&parts, "and") } else { list(&parts, "and") }, complete)
    }

    /// That a cell is not empty. What a step leads to, or lies straight on, may be beyond the board, where nothing is empty either.
    fn lacks(&self, cell: &Tree, param: &Param) -> String {
        let told = self.argument(cell, param, Mood::default());
        if !cell.is("step") && !cell.is("ahead") {
            return format!("{told} is not empty");
        }
        match told.strip_prefix("the cell ") {
            Some(where_it_is) => format!("there is no empty cell {where_it_is}"),
            None => format!("{told} is occupied or beyond the board"),
        }
    }

    fn joined(&self, args: &[Tree], param: &Param, separator: &str, mood: Mood) -> (String, bool) {
        if param.accepts == [Accepts::Of(Category::Turtle)] {
            let path: Vec<&str> = args.iter().filter_map(Tree::as_word).collect();
            let tell = |step: &str| self.tell(&Tree::word(step), Category::Turtle);
            let told = path_in_words(&path, self.scene.full_turn, tell);
            return (told.join(separator), !told.is_empty());
        }
        let word = match (separator.trim(), mood.contrary) {
            ("and", false) | ("or", true) => Some("and"),
            ("or", false) | ("and", true) => Some("or"),
            _ => None,
        };
        if let Some(word) = word.filter(|_| filters_cells(param)) {
            // “not in the corners or the centre”: the list of cells stays as it is under a negation.
            let word = if separator.trim() == "or" { "or" } else { word };
            let text = self.cells_in(args, param, Mood { form: mood.form, ..Mood::default() }, word);
            let complete = !text.is_empty();
            return (text, complete);
        }
        let contrary = mood.contrary && word.is_some();
        let inherit = Mood { contrary, joined_by: word, within: mood.within, ..Mood::default() };
        let parts = match word {
            Some(word) if matches!(param.accepts, [Accepts::Of(Category::Bool | Category::Condition)]) => {
                self.folded(args, param, word, inherit, mood.joined_by)
            }
            None if matches!(separator.trim(), "plus" | "times") && args.len() > 2 => {
                self.terms(args, param, separator.trim(), inherit)
            }
            _ => args.iter().map(|arg| self.argument(arg, param, inherit)).filter(|p| !p.is_empty()).collect(),
        };
        let complete = !parts.is_empty();
        // What reads the same is said once.
        let parts = if word.is_some() { distinct(parts) } else { parts };
        // “A, or B and C”
        let choice = (word == Some("or") && mood.joined_by.is_none()).then(|| choice_of_pairs(&parts)).flatten();
        if let Some(text) = choice {
            return (text, complete);
        }
        if let (Some("and"), Some(text)) = (word, contrast(&parts)) {
            return (text, complete);
        }
        let conditions = matches!(param.accepts, [Accepts::Of(Category::Bool | Category::Condition)]);
        // Among long alternatives the commas of a list would not tell that any of them will do.
        if conditions
            && word == Some("or")
            && mood.joined_by.is_none()
            && parts.len() > 2
            && parts.iter().any(|part| part.split(' ').count() >= LONG)
        {
            return (format!("either {}", parts.join(", or ")), complete);
        }
        let text = match word {
            Some(word) => list(&elided(parts.clone()), word),
            None => parts.join(separator),
        };
        // A list within a list of the other kind is marked, or nobody could tell which belongs to which.
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

    /// An argument of a counting number, one of it.
    pub(super) fn argument_of(&self, arg: &Tree) -> String {
        let target = resolve(arg, Category::Target, self.names).map(|_| Category::Target);
        self.tell(arg, target.unwrap_or(Category::PieceRecord))
    }

    pub(super) fn argument(&self, arg: &Tree, param: &Param, mood: Mood) -> String {
        match &arg.kind {
            Kind::Text(text) => return text.clone(),
            Kind::Int(value) => return number(*value),
            Kind::Real(value) => return value.to_string(),
            _ => {}
        }
        match choose(arg, param.accepts, self.names) {
            Some(Accepts::Of(category) | Accepts::Only(category, _)) => self.tell_in(arg, category, mood),
            _ => crate::language::print::one_line(arg),
        }
    }
}

/// How many words a condition has that readers take for more than an item of a list.
const LONG: usize = 12;

/// The parts without those that were there before.
pub(super) fn distinct(parts: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for part in parts {
        if !kept.contains(&part) {
            kept.push(part);
        }
    }
    kept
}

/// Whether a player type means each player.
pub(super) fn is_everyone(tree: &Tree) -> bool {
    tree.is("All") || tree.is("all")
}

/// Whether a number is computed from others: these are bracketed within each other.
fn is_arithmetic(element: &Element<'_>) -> bool {
    let params = element.ludeme.params;
    let of_numbers = |p: &Param| p.accepts == [Accepts::Of(Category::Int)];
    element.ludeme.category == Category::Int && !params.is_empty() && params.iter().all(of_numbers)
}

/// The arguments of a parameter, or what its default says.
pub(super) fn arguments(element: &Element<'_>, index: usize) -> Vec<Tree> {
    let slot = &element.slots[index];
    if !slot.is_empty() {
        // One cell of a pair is the first; the second is the target then.
        let param = &element.ludeme.params[index];
        let pair = param.name == "cells" && param.accepts == [Accepts::Of(Category::Coord)];
        let second = (pair && slot.len() == 1).then(|| Tree::word("to"));
        return slot.iter().map(|&t| t.clone()).chain(second).collect();
    }
    match element.ludeme.params[index].default {
        "" => Vec::new(),
        default => vec![default.parse().map_or_else(|_| Tree::word(default), Tree::int)],
    }
}
