//! What an entry of the schema consists of, and the short functions that the table is written with.

use super::facts::{About, Change, Facts, GoalFamily, Idle, Needs, Past, Scope, Spelling, Turning};
use super::words::{Category, Id, word};

/// What a parameter accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepts {
    /// An element or word of this category.
    Of(Category),
    /// An element or word of this category whose head is one of these words.
    Only(Category, &'static [&'static str]),
    /// A whole number in this range, both ends included.
    Range(i64, i64),
    /// Any number.
    Number,
    /// A quoted string.
    Text,
    /// A name that this very place declares.
    Declares(Name),
    /// A name declared elsewhere in the game.
    Uses(Name),
    /// Anything at all (support metadata).
    Anything,
}

/// The name spaces of user-chosen names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Name {
    Game,
    Player,
    Piece,
    Flag,
}

impl Name {
    /// Its name, which fingerprints are made of: it stays when the program changes.
    pub fn tag(self) -> &'static str {
        match self {
            Name::Game => "Game",
            Name::Player => "Player",
            Name::Piece => "Piece",
            Name::Flag => "Flag",
        }
    }
}

/// How often a parameter may occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Exactly once.
    One,
    /// At most once.
    Optional,
    /// Any number of times.
    Any,
    /// At least once.
    Some,
}

/// One parameter of a ludeme.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name in the reference and in the English template.
    pub name: &'static str,
    /// What it accepts: any one of these.
    pub accepts: &'static [Accepts],
    /// How often it occurs.
    pub count: Count,
    /// What is meant when it is left out, as source text; empty if nothing.
    pub default: &'static str,
    /// Whether the order of its arguments means something.
    pub ordered: bool,
    /// Whether its number counts turns to the right, which a reflection makes turns to the left.
    pub handed: bool,
    /// Whether no turned board has a word for an element in which it is given.
    pub unturnable: bool,
    /// Words that have the form, and are not meant: breeding does not put them here.
    pub refuses: &'static [&'static str],
}

/// How the head of an element is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// The ludeme's own word.
    Word,
    /// A user-chosen name which this element declares, as in `(Stone All …)`.
    Declares(Name),
    /// A name declared elsewhere, as in `(Stone White)`.
    Uses(Name),
    /// A player or player type, as in `(All win …)`.
    PlayerType,
    /// A cell label such as `A1`.
    Label,
}

/// How a ludeme is written when it has no arguments. Both forms are read; this one is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `word`
    Bare,
    /// `(word)`
    Bracketed,
}

/// Where a ludeme comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Browne & Maire, text or appendices.
    Paper,
    /// A keyword of the original known through later transcriptions.
    Derived,
    /// An addition of this project.
    Ours,
}

/// One entry of the language: a word in one category.
#[derive(Clone, Copy, Debug)]
pub struct Ludeme {
    /// Which entry it is; matches over the words of a category are exhaustive.
    pub id: Id,
    /// The keyword, or a description such as `NAME` when the head is a user-chosen name.
    pub word: &'static str,
    /// What the head is.
    pub head: Head,
    /// What the element is.
    pub category: Category,
    /// How it is printed without arguments.
    pub form: Form,
    /// Its parameters, in canonical order.
    pub params: &'static [Param],
    /// What it means, in one line.
    pub meaning: &'static str,
    /// How it reads in the English rules; the little language of these templates is that of
    /// `describe::template`.
    pub english: &'static str,
    /// A small example; empty where the mandatory arguments alone make a good one.
    pub example: &'static str,
    /// Whether mutation may introduce it where it was not.
    pub evolvable: bool,
    /// Where it comes from.
    pub origin: Origin,
    /// What else is known of it.
    pub facts: Facts,
}

/// A parameter of which nothing special is known.
const PARAM: Param = Param {
    name: "",
    accepts: &[],
    count: Count::One,
    default: "",
    ordered: false,
    handed: false,
    unturnable: false,
    refuses: &[],
};

pub(super) const fn one(name: &'static str, accepts: &'static [Accepts]) -> Param {
    Param { name, accepts, count: Count::One, default: "", ..PARAM }
}
pub(super) const fn opt(name: &'static str, accepts: &'static [Accepts], default: &'static str) -> Param {
    Param { name, accepts, count: Count::Optional, default, ..PARAM }
}
pub(super) const fn any(name: &'static str, accepts: &'static [Accepts]) -> Param {
    Param { name, accepts, count: Count::Any, default: "", ..PARAM }
}
pub(super) const fn some(name: &'static str, accepts: &'static [Accepts]) -> Param {
    Param { name, accepts, count: Count::Some, default: "", ..PARAM }
}

/// A keyword that is written in brackets.
pub(super) const fn list(
    word: &'static str,
    params: &'static [Param],
    meaning: &'static str,
    english: &'static str,
    origin: Origin,
) -> Ludeme {
    Ludeme {
        word,
        head: Head::Word,
        id: Id::Game(word::Game::Game),
        category: Category::Game,
        form: Form::Bracketed,
        params,
        meaning,
        english,
        example: "",
        evolvable: true,
        origin,
        facts: Facts::PLAIN,
    }
}

/// A keyword that stands alone.
pub(super) const fn bare(word: &'static str, meaning: &'static str, english: &'static str, origin: Origin) -> Ludeme {
    Ludeme {
        word,
        head: Head::Word,
        id: Id::Game(word::Game::Game),
        category: Category::Game,
        form: Form::Bare,
        params: &[],
        meaning,
        english,
        example: "",
        evolvable: true,
        origin,
        facts: Facts::PLAIN,
    }
}

impl Ludeme {
    /// Not to be introduced by mutation.
    pub(super) const fn not_evolvable(mut self) -> Self {
        self.evolvable = false;
        self
    }
    /// Printed without brackets when it has no arguments.
    pub(super) const fn plain(mut self) -> Self {
        self.form = Form::Bare;
        self
    }
    pub(super) const fn example(mut self, example: &'static str) -> Self {
        self.example = example;
        self
    }
    pub(super) const fn headed(mut self, head: Head) -> Self {
        self.head = head;
        self
    }
    /// Which entry of the table it is.
    pub(super) const fn at(mut self, id: Id, category: Category) -> Self {
        self.id = id;
        self.category = category;
        self
    }
    pub(super) const fn commutative(mut self) -> Self {
        self.facts.commutative = true;
        self
    }
    /// Another spelling of a word of the same category.
    pub(super) const fn spelling_of(mut self, of: &'static str) -> Self {
        self.facts.spelling = Some(Spelling { of, swapped: false });
        self
    }
    /// The same as another word with the arguments exchanged.
    pub(super) const fn converse_of(mut self, of: &'static str) -> Self {
        self.facts.spelling = Some(Spelling { of, swapped: true });
        self
    }
    pub(super) const fn cosmetic(mut self) -> Self {
        self.facts.cosmetic = true;
        self
    }
    pub(super) const fn fixed(mut self) -> Self {
        self.facts.fixed = true;
        self
    }
    pub(super) const fn bare_differs(mut self) -> Self {
        self.facts.bare_differs = true;
        self
    }
    pub(super) const fn idle(mut self, idle: Idle) -> Self {
        self.facts.idle = idle;
        self
    }
    pub(super) const fn scope(mut self, scope: Scope) -> Self {
        self.facts.scope = Some(scope);
        self
    }
    pub(super) const fn needs(mut self, needs: Needs) -> Self {
        self.facts.needs = needs;
        self
    }
    pub(super) const fn reads(mut self, past: Past) -> Self {
        self.facts.reads = past;
        self
    }
    pub(super) const fn turning(mut self, turning: Turning) -> Self {
        self.facts.turning = turning;
        self
    }
    pub(super) const fn about(mut self, about: &'static [About]) -> Self {
        self.facts.about = about;
        self
    }
    pub(super) const fn also(mut self, words: &'static [&'static str]) -> Self {
        self.facts.also = words;
        self
    }
}

impl Param {
    /// The order of the arguments means something.
    pub(super) const fn in_order(mut self) -> Self {
        self.ordered = true;
        self
    }
    /// The number counts turns to the right.
    pub(super) const fn handed(mut self) -> Self {
        self.handed = true;
        self
    }
    pub(super) const fn unturnable(mut self) -> Self {
        self.unturnable = true;
        self
    }
    pub(super) const fn refuses(mut self, words: &'static [&'static str]) -> Self {
        self.refuses = words;
        self
    }
}

/// An end condition, with the goal that it sets.
pub(super) const fn condition(
    word: &'static str,
    goal: Option<GoalFamily>,
    params: &'static [Param],
    meaning: &'static str,
    english: &'static str,
    origin: Origin,
) -> Ludeme {
    let mut ludeme = list(word, params, meaning, english, origin);
    ludeme.facts.goal = goal;
    ludeme
}

/// A number, with the goal that comparing it with a constant sets, and what must be known to compute it.
pub(super) const fn number(
    word: &'static str,
    goal: Option<GoalFamily>,
    needs: Needs,
    params: &'static [Param],
    meaning: &'static str,
    english: &'static str,
    origin: Origin,
) -> Ludeme {
    let mut ludeme = list(word, params, meaning, english, origin).needs(needs);
    ludeme.facts.goal = goal;
    ludeme
}

/// An effect, with what it changes.
pub(super) const fn effect(
    word: &'static str,
    change: Change,
    params: &'static [Param],
    meaning: &'static str,
    english: &'static str,
    origin: Origin,
) -> Ludeme {
    let mut ludeme = list(word, params, meaning, english, origin);
    ludeme.facts.change = change;
    ludeme
}
