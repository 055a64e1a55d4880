//! What readers say of rules by the words that stand in them: the mean of many regression trees.
//!
//! Criteria are measured in play and say little of what a reader sees at once, such as arbitrary conditions. A tree asks how often a word, or a word right below another,
//! stands in the reduced rules, and ends in the mean rating of the games with such rules. [`ranking::forest`](crate::ranking::forest) grows the trees.

use crate::language::canonical;
use crate::language::resolve::is_keyword;
use crate::language::tree::{Kind, Tree};
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use thiserror::Error;

/// What often is: more of a word counts as so many.
pub const OFTEN: u8 = 3;

/// The most questions from the root of a tree to a leaf.
const DEEPEST: usize = 64;

/// How often each word and each pair of a word and the one above it (`above/word`) stand in rules, up to [`OFTEN`]. Words are those of the language, names of pieces are
/// `name`; numbers, texts and labels of cells are not counted.
///
/// ```
/// use ludogen::criticism::word_counts;
/// use ludogen::language::parse;
///
/// let rules = parse("(game Row (board (tiling hex) (size 5)) (end (All win (or (in-a-row 4) (in-a-row 5)))))").unwrap();
/// let counts = word_counts(&rules);
/// assert_eq!((counts["in-a-row"], counts["or/in-a-row"], counts["All/win"], counts["tiling/hex"]), (2, 2, 1, 1));
/// assert!(!counts.contains_key("Row") && !counts.contains_key("game/name"));
/// ```
pub fn word_counts(rules: &Tree) -> BTreeMap<String, u8> {
    let mut counts = BTreeMap::new();
    count(&canonical(rules), None, &mut counts);
    counts
}

fn count(tree: &Tree, above: Option<&str>, counts: &mut BTreeMap<String, u8>) {
    let mut seen = |word: String| {
        let times = counts.entry(word).or_insert(0);
        *times = OFTEN.min(*times + 1);
    };
    let own = match &tree.kind {
        Kind::Word(word) => word_of(word),
        Kind::List(items) => items.first().and_then(Tree::as_word).and_then(word_of),
        _ => None,
    };
    if let Some(own) = own
        && own != NAME
    {
        seen(own.to_string());
        if let Some(above) = above {
            seen(format!("{above}/{own}"));
        }
    }
    for item in tree.args() {
        count(item, own, counts);
    }
}

/// What stands for every name.
const NAME: &str = "name";

/// Whether something is a word or a pair of words that [`word_counts`] may have.
fn is_counted(text: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word_of(word) == Some(word);
    is_word(text) || text.match_indices('/').any(|(at, _)| is_word(&text[..at]) && is_word(&text[at + 1..]))
}

/// The word as it is counted; `None` for the label of a cell.
fn word_of(word: &str) -> Option<&str> {
    // Most words are told by their letters alone, without a look at the schema.
    let is_small = word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    match word {
        _ if is_small || is_keyword(word) => Some(word),
        _ if word.bytes().any(|b| b.is_ascii_digit()) => None,
        _ => Some(NAME),
    }
}

/// A part of a tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// The mean rating of games that come here.
    Leaf(f32),
    /// Whether a word stands in the rules so often at least; the part for less often follows, then that for as often.
    Ask {
        /// The word or pair of words.
        word: String,
        /// From 1 to [`OFTEN`].
        least: u8,
    },
}

/// Trees whose mean is what readers are expected to say of rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wording {
    /// The parts of each tree, each question before what it leads to.
    trees: Vec<Vec<Part>>,
}

/// Why something is no tree of words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WordingError {
    /// A part that is neither a question nor a leaf.
    #[error(
        "`{0}` is neither a number nor a question such as `cycle>=1`, in which a word stands {OFTEN} times at most"
    )]
    Part(String),
    /// Too few or too many parts.
    #[error("a tree ends before each question has two answers, or goes on after that")]
    Shape,
    /// Too many questions one after the other.
    #[error("a tree has more than {DEEPEST} questions one after the other")]
    Deep,
    /// No tree at all.
    #[error("there is no tree")]
    Empty,
}

impl Wording {
    /// Takes trees, each in pre-order.
    ///
    /// # Errors
    /// There is none, or one of them is no tree.
    pub fn new(trees: Vec<Vec<Part>>) -> Result<Wording, WordingError> {
        if trees.is_empty() {
            return Err(WordingError::Empty);
        }
        for parts in &trees {
            // How many questions lead to each part that is still to come.
            let mut open = vec![0];
            for part in parts {
                let depth = open.pop().ok_or(WordingError::Shape)?;
                match part {
                    Part::Leaf(value) if !value.is_finite() => return Err(WordingError::Part(value.to_string())),
                    Part::Leaf(_) => {}
                    Part::Ask { .. } if depth >= DEEPEST => return Err(WordingError::Deep),
                    Part::Ask { .. } => open.extend([depth + 1; 2]),
                }
            }
            if !open.is_empty() {
                return Err(WordingError::Shape);
            }
        }
        Ok(Wording { trees })
    }

    /// Reads trees as [`print`](Wording::print) writes them.
    ///
    /// # Errors
    /// As of [`new`](Wording::new), or a part cannot be read.
    pub fn parse<S: AsRef<str>>(lines: &[S]) -> Result<Wording, WordingError> {
        let part = |text: &str| {
            let wrong = || WordingError::Part(text.to_string());
            match text.rsplit_once(">=") {
                Some((word, least)) => {
                    let least = least.parse().ok().filter(|least| (1..=OFTEN).contains(least)).ok_or_else(wrong)?;
                    if is_counted(word) { Ok(Part::Ask { word: word.into(), least }) } else { Err(wrong()) }
                }
                None => text.parse().map(Part::Leaf).map_err(|_| wrong()),
            }
        };
        let tree = |line: &S| line.as_ref().split_whitespace().map(part).collect::<Result<Vec<_>, _>>();
        Wording::new(lines.iter().map(tree).collect::<Result<_, _>>()?)
    }

    /// A line for each tree: `connect>=1 3.4 4.3` is 3.4 without, and 4.3 with the word `connect`.
    pub fn print(&self) -> Vec<String> {
        self.trees.iter().map(|parts| parts.iter().map(Part::to_string).collect::<Vec<_>>().join(" ")).collect()
    }

    /// The rating that readers are expected to give to these rules, which should be reduced.
    ///
    /// ```
    /// use ludogen::criticism::Wording;
    /// use ludogen::language::parse;
    ///
    /// let wording = Wording::parse(&["connect>=1 3.4 4.3", "connect>=1 3.6 cycle>=1 4.1 4.5"]).unwrap();
    /// let rules = |end: &str| parse(&format!("(game G (board (tiling hex) (size 5)) (end (All win {end})))")).unwrap();
    /// assert_eq!(wording.rating(&rules("(in-a-row 4)")), 3.5);
    /// assert!((wording.rating(&rules("(connect opposite-sides)")) - 4.2).abs() < 1e-6);
    /// ```
    pub fn rating(&self, rules: &Tree) -> f64 {
        let counts = word_counts(rules);
        self.trees.iter().map(|parts| answer(parts, &counts)).sum::<f64>() / self.trees.len().max(1) as f64
    }
}

/// Where a tree ends for rules with such words.
fn answer(parts: &[Part], counts: &BTreeMap<String, u8>) -> f64 {
    let mut at = 0;
    loop {
        match parts.get(at) {
            Some(Part::Leaf(value)) => return (*value).into(),
            Some(Part::Ask { word, least }) => {
                at += 1;
                if counts.get(word).is_some_and(|times| times >= least) {
                    at = after(parts, at);
                }
            }
            // A tree has a leaf at the end of every way.
            None => return 0.0,
        }
    }
}

/// Where the part that begins at a place is over.
fn after(parts: &[Part], mut at: usize) -> usize {
    let mut open = 1;
    while open > 0 && at < parts.len() {
        open += if matches!(parts[at], Part::Ask { .. }) { 1 } else { -1 };
        at += 1;
    }
    at
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Leaf(value) => write!(f, "{value}"),
            Part::Ask { word, least } => {
                f.write_str(word)?;
                f.write_str(">=")?;
                f.write_char(char::from(b'0' + least))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;

    #[test]
    fn what_is_no_tree_is_refused() {
        let fault = |line: &str| Wording::parse(&[line]).unwrap_err();
        assert_eq!(fault(""), WordingError::Shape);
        assert_eq!(fault("3.5 4"), WordingError::Shape);
        assert_eq!(fault("cycle>=1 3.5"), WordingError::Shape);
        for part in ["cycle>=4", "cycle>=0", "cycle>1", ">=1", "Cyc le>=1", "/a>=1", "NaN", "inf", "three"] {
            assert!(matches!(fault(&format!("{part} 1 2")), WordingError::Part(_)), "{part}");
        }
        assert_eq!(Wording::parse::<&str>(&[]), Err(WordingError::Empty));
        let chain = |questions: usize| "cycle>=1 1 ".repeat(questions) + "2";
        assert_eq!(fault(&chain(65)), WordingError::Deep);
        assert!(Wording::parse(&[chain(64)]).is_ok());
    }

    #[test]
    fn trees_survive_printing() {
        let lines = ["All/win>=1 3.25 connect>=2 name/moves>=1 4.5 1 -0.5", "2.75", "and/>=>=2 1 >=/+>=1 1 2"];
        let wording = Wording::parse(&lines).unwrap();
        assert_eq!(wording.print(), lines);
        assert_eq!(Wording::parse(&wording.print()).unwrap(), wording);
    }

    #[test]
    fn questions_lead_where_the_words_say() {
        let wording = Wording::parse(&["All/win>=1 in-a-row>=3 1 2 in-a-row>=2 3 4"]).unwrap();
        let rating =
            |end: &str| wording.rating(&parse(&format!("(game G (board (tiling hex) (size 5)) (end {end}))")).unwrap());
        assert_eq!(rating("(All lose (in-a-row 4))"), 1.0);
        assert_eq!(rating("(All lose (or (in-a-row 4) (in-a-row 5) (in-a-row 6) (in-a-row 7)))"), 2.0);
        assert_eq!(rating("(All win (in-a-row 4))"), 3.0);
        assert_eq!(rating("(All win (or (in-a-row 4) (in-a-row 5)))"), 4.0);
    }
}
