//! The one table that declares the rule language.
//!
//! Everything that knows a keyword knows it from [`LUDEMES`]: parse errors, validity checks, printing, mutation, crossover
//! typing, canonical forms, rule distance, the intrinsic criteria, the English rules and the language reference. What each entry
//! says is in [`Ludeme`] and its [`Facts`].
//!
//! The table declares an enumeration of words for every category, in [`word`]. Whoever gives words a meaning matches over one of
//! these without a wildcard, so a new entry does not compile until it has one; ARCHITECTURE.md lists the places.
//!
//! An element is `(head arguments…)`. Arguments are order-free where their categories tell them apart: each argument goes to
//! the first parameter that accepts it and still has room ([`resolve`](super::resolve)).
//!
//! Sources are marked as in the literature: `Paper` (Browne & Maire, text and Appendices I and II), `Derived` (keywords of the
//! original transcribed by later authors) and `Ours`.

mod facts;
mod ludeme;
#[macro_use]
mod table;
mod words;

pub use facts::{About, Change, Facts, GoalFamily, Idle, Needs, Past, Scope, Spelling, Turning};
pub use ludeme::{Accepts, Count, Form, Head, Ludeme, Name, Origin, Param};
pub use words::{Category, Id, word};

use Accepts::{Anything, Declares, Number, Of, Only, Range, Text, Uses};
use Category as C;
use Origin::{Derived, Ours, Paper};
use ludeme::{any, bare, condition, effect, list, number, one, opt, some};
use std::sync::LazyLock;

const BOOL: &[Accepts] = &[Of(C::Bool)];
const INT: &[Accepts] = &[Of(C::Int)];
const COORD: &[Accepts] = &[Of(C::Coord)];
const PLAYER: &[Accepts] = &[Of(C::PlayerType)];
const RECORD: &[Accepts] = &[Of(C::PieceRecord)];
const CELLS: &[Accepts] = &[Of(C::Cells)];
const DIRECTION: &[Accepts] = &[Of(C::Direction)];
const TURTLE: &[Accepts] = &[Of(C::Turtle)];
const TARGET: &[Accepts] = &[Of(C::Target), Of(C::PieceRecord)];
const FLAG: &[Accepts] = &[Uses(Name::Flag)];
const UINT: &[Accepts] = &[Range(0, 999)];
const COUNT: &[Accepts] = &[Range(1, 99)];
const ADJACENCY: &[Accepts] = &[Of(C::Adjacency)];

const TO: Param = opt("cell", COORD, "to");
const FROM: Param = opt("cell", COORD, "from");
const GUARD: Param = opt("guard", &[Only(C::EffectFlag, &["if"])], "");
const PIECES: Param = opt("piece", RECORD, "any");
const ADJ: Param = opt("adjacency", ADJACENCY, "");

/// Words for players that are nobody.
const NOBODY: &[&str] = &["none"];
/// Words for players that are meant in relation to a mover, or are none of the two.
const RELATIVE: &[&str] = &["none", "neutral", "current", "friend", "enemy"];
/// Words for several directions at once.
const SEVERAL: &[&str] = &["direct", "diagonal", "all", "any"];
/// Words for directions that are no points of the compass.
const NO_COMPASS: &[&str] = &["u", "d", "f", "b", "l", "r", "fl", "fr", "bl", "br", "direct", "diagonal", "all", "any"];

/// The words of one category.
pub trait Word: Copy + 'static {
    /// The category.
    const CATEGORY: Category;
    /// The word of an entry, if it is of this category.
    fn of(id: Id) -> Option<Self>;
    /// Which entry it is.
    fn id(self) -> Id;

    /// Its entry.
    fn ludeme(self) -> &'static Ludeme;

    /// The word as it is written.
    fn text(self) -> &'static str {
        self.ludeme().word
    }
}

/// Declares the entries of the table, each with its identity.
macro_rules! entries {
    ($($category:ident { $($(#[$attribute:meta])* $word:ident = $entry:expr,)+ })+) => {
        $(
            impl Word for word::$category {
                const CATEGORY: Category = Category::$category;

                fn of(id: Id) -> Option<Self> {
                    if let Id::$category(word) = id { Some(word) } else { None }
                }

                fn id(self) -> Id {
                    Id::$category(self)
                }

                fn ludeme(self) -> &'static Ludeme {
                    // In the order of the words, of which each is its place.
                    static ENTRIES: &[Ludeme] = &[
                        $($(#[$attribute])* $entry.at(Id::$category(word::$category::$word), Category::$category),)+
                    ];
                    &ENTRIES[self as usize]
                }
            }
        )+

        /// Every ludeme of the language, grouped as the language reference is.
        pub static LUDEMES: &[Ludeme] = &[
            $($($(#[$attribute])* $entry.at(Id::$category(word::$category::$word), Category::$category),)+)+
        ];
    };
}

ludemes!(entries);

/// The entry for `word` in `category`, if the language has one. Cell labels and user-chosen names have no entry by word.
pub fn find(word: &str, category: Category) -> Option<&'static Ludeme> {
    /// The first bytes of a word as a number, which tell most words apart.
    fn beginning(word: &str) -> u64 {
        word.bytes().take(8).fold(0, |sum, byte| sum << 8 | u64::from(byte))
    }
    /// All that are known by their word, in the order of their beginnings.
    static BY_WORD: LazyLock<Vec<(u64, &Ludeme)>> = LazyLock::new(|| {
        let words = LUDEMES.iter().filter(|l| l.head == Head::Word);
        let mut all: Vec<(u64, &Ludeme)> = words.map(|l| (beginning(l.word), l)).collect();
        all.sort_by_key(|(beginning, _)| *beginning);
        all
    });
    let wanted = beginning(word);
    let from = BY_WORD.partition_point(|(beginning, _)| *beginning < wanted);
    let alike = BY_WORD[from..].iter().take_while(|(beginning, _)| *beginning == wanted);
    alike.map(|(_, ludeme)| *ludeme).find(|l| l.word == word && l.category == category)
}

/// The place of an entry in [`LUDEMES`].
pub fn index(ludeme: &'static Ludeme) -> usize {
    LUDEMES.iter().position(|l| std::ptr::eq(l, ludeme)).unwrap_or(usize::MAX)
}

/// The words that are about something, in any category.
pub fn words_about(about: About) -> impl Iterator<Item = &'static str> {
    LUDEMES.iter().filter(move |l| l.facts.about.contains(&about)).map(|l| l.word)
}

/// All entries of a category.
pub fn of(category: Category) -> impl Iterator<Item = &'static Ludeme> {
    LUDEMES.iter().filter(move |l| l.category == category)
}

/// The entry of a whole game, the root of every rule tree.
pub fn game() -> &'static Ludeme {
    &LUDEMES[0]
}
