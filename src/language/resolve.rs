//! Which ludeme a node is, and which parameter each of its arguments fills.
//!
//! The same few functions serve the checker, the lowering to [`Rules`](crate::game::Rules), the printer of English and the
//! typing of crossover, so they cannot disagree.

use super::schema::{self, About, Accepts, Category, Count, Head, Ludeme, Name};
use super::tree::{Kind, Tree};

/// The most names of one kind that are remembered; far more than the checker allows.
const MAX_NAMES: usize = 256;

/// The names a game declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Player names in turn order; `White` and `Black` when the game names none.
    pub players: Vec<String>,
    /// Piece names in order of declaration; `Stone` when the game has no pieces section.
    pub pieces: Vec<String>,
    /// Flag names in order of first use.
    pub flags: Vec<String>,
}

impl Names {
    /// Collects the names that the game `tree` declares. Never fails; a malformed tree just declares less.
    pub fn of(tree: &Tree) -> Self {
        let mut names = Names::default();
        for section in tree.args() {
            match section.head() {
                Some("players") => names.players.extend(section.args().iter().filter_map(Tree::head).map(String::from)),
                Some("pieces") => {
                    let pieces = section.args().iter().filter(|t| matches!(t.kind, Kind::List(_)));
                    for piece in pieces {
                        names.pieces.extend(piece.head().map(String::from));
                        for item in piece.args().iter().filter(|t| t.is("flags")) {
                            names.flags.extend(item.args().iter().filter_map(Tree::as_word).map(String::from));
                        }
                        added_flags(piece, &mut names.flags);
                    }
                }
                _ => {}
            }
        }
        names.players.truncate(MAX_NAMES);
        names.pieces.truncate(MAX_NAMES);
        if names.players.is_empty() {
            names.players = vec!["White".into(), "Black".into()];
        }
        if names.pieces.is_empty() {
            names.pieces = vec!["Stone".into()];
        }
        let mut seen = std::collections::HashSet::new();
        names.flags.retain(|f| seen.insert(f.clone()));
        names.flags.truncate(MAX_NAMES);
        names
    }

    /// Whether `word` is declared in the name space.
    pub fn has(&self, space: Name, word: &str) -> bool {
        match space {
            Name::Game => false,
            Name::Player => self.players.iter().any(|n| n == word),
            Name::Piece => self.pieces.iter().any(|n| n == word),
            Name::Flag => self.flags.iter().any(|n| n == word),
        }
    }
}

/// Collects the flags that effects below `tree` give to pieces: a flag need not be there from the start.
fn added_flags(tree: &Tree, flags: &mut Vec<String>) {
    for item in tree.args() {
        if item.is("add-flags") {
            let is_cell = |w: &&str| schema::find(w, Category::Coord).is_some() || is_label(w);
            flags.extend(item.args().iter().filter_map(Tree::as_word).filter(|w| !is_cell(w)).map(String::from));
        } else {
            added_flags(item, flags);
        }
    }
}

/// Whether some ludeme of the language is spelt like this.
pub(crate) fn is_keyword(word: &str) -> bool {
    schema::LUDEMES.iter().any(|l| l.head == Head::Word && l.word == word)
}

/// Whether `word` has the form of a cell label: one or two letters, then a number from 1 (and optionally a level, as in `A1-2`).
pub fn is_label(word: &str) -> bool {
    let letters = word.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits =
        |s: &str| !s.is_empty() && s.len() <= 3 && s.bytes().all(|b| b.is_ascii_digit()) && !s.starts_with('0');
    (1..=2).contains(&letters)
        && match word[letters..].split_once('-') {
            Some((rank, level)) => digits(rank) && digits(level),
            None => digits(&word[letters..]),
        }
}

/// The ludeme that `tree` is when an element of `category` is expected, by its head alone.
pub fn ludeme(tree: &Tree, category: Category, names: &Names) -> Option<&'static Ludeme> {
    let head = tree.head()?;
    schema::find(head, category).or_else(|| {
        schema::of(category).find(|l| match l.head {
            Head::Word => false,
            Head::Declares(Name::Piece) => matches!(tree.kind, Kind::List(_)),
            Head::Declares(_) => true,
            Head::Uses(space) => names.has(space, head),
            Head::PlayerType => {
                matches!(tree.kind, Kind::List(_)) && ludeme(&Tree::word(head), Category::PlayerType, names).is_some()
            }
            Head::Label => is_label(head),
        })
    })
}

/// Whether `tree` has the form that `accepts` asks for. A number out of range has the form; the checker reports the range.
pub fn fits(tree: &Tree, accepts: Accepts, names: &Names) -> bool {
    match accepts {
        Accepts::Of(Category::Int) if tree.as_int().is_some() => true,
        Accepts::Of(category) => ludeme(tree, category, names).is_some(),
        Accepts::Only(category, words) => {
            tree.head().is_some_and(|h| words.contains(&h)) && ludeme(tree, category, names).is_some()
        }
        Accepts::Range(..) => tree.as_int().is_some(),
        Accepts::Number => matches!(tree.kind, Kind::Int(_) | Kind::Real(_)),
        Accepts::Text => matches!(tree.kind, Kind::Text(_)),
        Accepts::Declares(_) => tree.as_word().is_some(),
        Accepts::Uses(space) => tree.as_word().is_some_and(|w| names.has(space, w)),
        Accepts::Anything => true,
    }
}

/// Which of the things that a parameter accepts `tree` is, if any.
///
/// Where a word is both a plain one and the head of an element, as in `any` and `(any White)`, the arguments decide.
pub fn choose(tree: &Tree, accepts: &[Accepts], names: &Names) -> Option<Accepts> {
    let takes_arguments = |a: Accepts| match a {
        Accepts::Of(category) | Accepts::Only(category, _) => {
            ludeme(tree, category, names).is_none_or(|l| !l.params.is_empty())
        }
        _ => true,
    };
    let mut fitting = accepts.iter().copied().filter(|&a| fits(tree, a, names));
    let first = fitting.next()?;
    if tree.args().is_empty() || takes_arguments(first) {
        return Some(first);
    }
    fitting.find(|&a| takes_arguments(a)).or(Some(first))
}

/// An element with its arguments sorted into the parameters of its ludeme.
#[derive(Clone, Debug)]
pub struct Element<'a> {
    /// The node.
    pub tree: &'a Tree,
    /// What it is.
    pub ludeme: &'static Ludeme,
    /// For every parameter of the ludeme, the arguments that fill it.
    pub slots: Vec<Vec<&'a Tree>>,
    /// Arguments that no parameter has room for.
    pub surplus: Vec<&'a Tree>,
}

impl<'a> Element<'a> {
    /// The arguments of the parameter called `name`; empty if there are none or no such parameter.
    pub fn all(&self, name: &str) -> &[&'a Tree] {
        match self.ludeme.params.iter().position(|p| p.name == name) {
            Some(i) => &self.slots[i],
            None => &[],
        }
    }

    /// The first argument of the parameter called `name`.
    pub fn get(&self, name: &str) -> Option<&'a Tree> {
        self.all(name).first().copied()
    }

    /// The mandatory parameters that nothing fills.
    pub fn missing(&self) -> impl Iterator<Item = &'static schema::Param> + '_ {
        let params = self.ludeme.params.iter().zip(&self.slots);
        params.filter(|(p, s)| matches!(p.count, Count::One | Count::Some) && s.is_empty()).map(|(p, _)| p)
    }
}

/// Whether a word that is about something stands anywhere in a tree, in whatever category.
pub fn speaks_of(tree: &Tree, about: About) -> bool {
    schema::words_about(about).any(|word| tree.mentions(word))
}

/// Resolves `tree` as an element of `category`: `None` if its head is no ludeme of that category.
pub fn resolve<'a>(tree: &'a Tree, category: Category, names: &Names) -> Option<Element<'a>> {
    let ludeme = ludeme(tree, category, names)?;
    let mut element = Element { tree, ludeme, slots: vec![Vec::new(); ludeme.params.len()], surplus: Vec::new() };
    for arg in tree.args() {
        let free = ludeme.params.iter().zip(&element.slots).position(|(p, slot)| {
            let room = slot.is_empty() || matches!(p.count, Count::Any | Count::Some);
            room && p.accepts.iter().any(|&a| fits(arg, a, names))
        });
        match free {
            Some(i) => element.slots[i].push(arg),
            None => element.surplus.push(arg),
        }
    }
    Some(element)
}
