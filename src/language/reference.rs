//! The language reference, written from the schema.

use std::fmt::Write;

use super::definitions;
use super::schema::{self, Accepts, Category, Count, Ludeme, Origin, Param};
use super::syntax::{self, capital};

/// The chapters: a title, what is in it, and a word of introduction.
const CHAPTERS: &[(&str, &[Category], &str)] = &[
    (
        "Games",
        &[Category::Game, Category::Section, Category::Player],
        "A game is its name and its sections. The board and the end are mandatory; without pieces, players place stones on \
         empty cells. Sections may come in any order and each occurs once.",
    ),
    (
        "Boards",
        &[
            Category::BoardItem,
            Category::Tiling,
            Category::TilingFlag,
            Category::Shape,
            Category::Node,
            Category::Line,
            Category::Stop,
            Category::Region,
        ],
        "A board has a tiling and a size, and may have a shape, cells left out, phase colours and regions. Or it is a graph: points, and lines through \
         them.",
    ),
    ("Sets of cells", &[Category::Cells], "Several of them side by side are their union."),
    (
        "Pieces and moves",
        &[Category::Piece, Category::PieceItem, Category::Move, Category::MoveItem, Category::Action],
        "A move is legal where its pre-condition holds; its action is then carried out, and its post-conditions after that.",
    ),
    ("Conditions of moves", &[Category::Bool], "They stand in `(pre …)` and in the guards `(if …)` of effects."),
    ("Whole numbers", &[Category::Int], "Wherever a whole number is wanted a plain number will do."),
    ("Cells by name", &[Category::Coord], "Single cells, as a move sees them."),
    ("What is counted", &[Category::Target], "The things that `num-…` functions count."),
    (
        "Players and pieces",
        &[Category::PlayerType, Category::PieceRecord, Category::RecordItem],
        "Players and pieces are named, or described by how they stand to the mover.",
    ),
    (
        "Effects",
        &[Category::Effect, Category::CaptureType, Category::EffectFlag],
        "They stand in `(post …)` and happen in order.",
    ),
    (
        "Directions",
        &[Category::Direction, Category::Turtle],
        "Compass points, directions relative to the player, and steps.",
    ),
    ("Start", &[Category::StartItem, Category::PlaceFlag], "The initial state."),
    ("Play", &[Category::PlayItem, Category::Repetition], "Constraints on play as a whole."),
    (
        "End",
        &[
            Category::Clause,
            Category::Result,
            Category::EndFlag,
            Category::Condition,
            Category::Adjacency,
            Category::ConditionFlag,
            Category::Goal,
        ],
        "Every clause is tried for every player it names, after every move.",
    ),
    (
        "Metadata",
        &[Category::Support],
        "It stands in `(support …)`, or directly in the game, and has no effect on play.",
    ),
];

/// What need not be written.
const SHORT_FORMS: &str = "
## Short forms

| may be written | for |
|---|---|
| `(board (hex rhombus 11 11 i-nbors))` | `(board (tiling hex i-nbors) (shape rhombus) (size 11 11))` |
| `(Man (value 3) (move …) (move …))` | `(Man All (value 3) (moves (move …) (move …)))`: a piece of both players, and moves that are written in it |
| `(pre A B)` | `(pre (and A B))` |
| `(win A)` and `(lose A)` | `(end (All win A) (All lose A))` |

Rules are printed so. Moves that definitions or loops stand for may stand in the piece, too, beside others or not; definitions that stand for a piece name its owner.
Without a shape the board is square: `(hex 5)` has five staggered rows of five, `(hex hex 5)` is the hexagon of five cells to a side.

What all games know by a name (below) is whole: `Step` is a condition and an action. To ask more, or to add an effect, write its parts: `(move (pre \
Empty-neighbour first-move) Go (post (repeat)))`.
";

/// What stands for other elements, which no category has for its own.
const NAMES_AND_LOOPS: &str = "
## Names, loops and choices

`(define Name (parameters…) \"phrase\" elements…)` among the sections of a game gives elements a name. Wherever `(Name …)` stands in the rules, these \
elements stand, with what is given for the parameters; without parameters a bare `Name` will do. Elements of any kind can have names: conditions, \
numbers, cells, regions, effects, moves, pieces, even several in a row, which then stand in a row. A parameter may be the head of an element, as in \
`(define Odd (axis) (= (mod (axis to) 2) 1))`, and what is given for it a word. Definitions may use each other in any order, but none itself.

The phrase may be left out. With one, conditions, numbers and cells are told by it in English, and what it means once: `\"{point} <is|is not> in a mill\"` has \
the parameter `point`, and the words for when the condition holds and when it does not. The phrase of a move is told instead of the move, and what has \
a phrase within it is explained beside. A phrase that ends with a full stop says all: neither what it means nor what is within it is explained.

`(each name (values…) elements…)` stands for its elements once for each value, with the value for the name: \
`(or (each way (n e s w) (friend (step to way))))`. Its word stands for nothing else around it. Among the values, a name of several elements stands for all of them; and what a \
definition is given may be the values, `(each way ways …)` where it is given `(n e s w)`.

In what happens after a move, `(any A B …)` of several pieces is a choice: the move is written out once for each, with the name of the piece for a label if \
it has none, as in `(convert (any Queen Rook Bishop Knight))`. With a condition on where the move goes, `(convert (any Queen Rook) (if (in-region to \
away)))`, there are these moves where it holds, and elsewhere the move without the effect.

What many games say has a name in all of them (below), which need not be written down: `(move (dirn f) Step)`. A game may give such a name to something of \
its own: a definition, a parameter, a player, a piece or a flag, and then it means that.

A game with names, loops and choices is the same game as without: it has the same canonical form, and whatever is not about the text works on that. Written in full \
";

/// The whole language as Markdown: every ludeme with its syntax, parameters, meaning, origin, and an example.
///
/// ```
/// let reference = ludogen::language::reference();
/// assert!(reference.starts_with("# Language reference"));
/// assert!(reference.contains("(in-a-row "), "every ludeme has an entry with its syntax");
/// ```
pub fn reference() -> String {
    let mut text = String::from(
        "# Language reference\n\n\
         This page is written by `ludogen reference` from the table that the program itself uses.\n\n\
         A rule file is one bracketed element `(game Name …)`. An element begins with its word; its arguments follow in any \
         order that leaves no doubt which is which. Words without arguments may be written with or without brackets. `;` \
         begins a comment that runs to the end of the line. Strings stand in double quotation marks, with `\\\"` and `\\\\` \
         inside. Names of games, players, pieces and flags are single words.\n\n\
         In the syntax lines, `[x]` may be left out, `{x}` may be left out or repeated, and `x…` may be repeated. *Paper* marks what Browne and Maire \
         print, *derived* what later authors transcribed of the original, *ours* what this project adds. † marks ludemes that \
         mutation does not introduce by itself.\n",
    );
    text.push_str(SHORT_FORMS);
    text.push_str(NAMES_AND_LOOPS);
    let most = definitions::MAX_EXPANDED;
    let _ = writeln!(text, "a game has at most {},{:03} words and brackets.", most / 1000, most % 1000);
    text.push_str("\n| in all games | what it is | stands for |\n|---|---|---|\n");
    for definition in definitions::shared() {
        let _ = writeln!(
            text,
            "| `{}` | {} | `{}` |",
            definition.usage(),
            definitions::meaning(&definition.name),
            definition.text()
        );
    }
    for (title, categories, introduction) in CHAPTERS {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n## {title}\n\n{introduction}\n");
        for &category in *categories {
            let _ = write!(text, "\n### {}", capital(category.noun()));
            if !category.place().is_empty() {
                let _ = write!(text, " — `{}`", category.place());
            }
            text.push_str("\n\n");
            for ludeme in schema::of(category) {
                entry(&mut text, ludeme);
            }
        }
    }
    text
}

fn entry(text: &mut String, ludeme: &Ludeme) {
    let origin = match ludeme.origin {
        Origin::Paper => "paper",
        Origin::Derived => "derived",
        Origin::Ours => "ours",
    };
    let dagger = if ludeme.evolvable { "" } else { " †" };
    let _ = writeln!(text, "- **`{}`**{dagger} {} *({origin})*", syntax::usage(ludeme), ludeme.meaning);
    for param in ludeme.params {
        let _ = writeln!(text, "  - {}", parameter(param));
    }
    if !ludeme.params.is_empty() {
        let _ = writeln!(text, "  - Example: `{}`", syntax::example(ludeme));
    }
}

fn parameter(param: &Param) -> String {
    let what = match param.accepts {
        [Accepts::Anything] => "anything".to_string(),
        _ => syntax::parameter(param),
    };
    let count = match (param.count, param.default) {
        (Count::One, _) => String::new(),
        (Count::Optional, "") => ", optional".to_string(),
        (Count::Optional, default) => format!(", by default `{default}`"),
        (Count::Any, _) => ", any number of them".to_string(),
        (Count::Some, _) => ", one or more".to_string(),
    };
    format!("`{}`: {what}{count}", param.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::check::check_element;
    use crate::language::reader::read;
    use crate::language::resolve::Names;
    use crate::language::schema::{Head, LUDEMES, Name};

    fn names() -> Names {
        let words = |w: &[&str]| w.iter().map(|s| s.to_string()).collect();
        Names { players: words(&["White", "Black"]), pieces: words(&["Stone", "King"]), flags: words(&["royal"]) }
    }

    #[test]
    fn every_category_has_its_chapter_and_every_ludeme_its_entry() {
        let text = reference();
        let listed: Vec<Category> = CHAPTERS.iter().flat_map(|(_, categories, _)| categories.iter().copied()).collect();
        for ludeme in LUDEMES {
            assert_eq!(listed.iter().filter(|&&c| c == ludeme.category).count(), 1, "{:?}", ludeme.category);
            assert!(text.contains(&format!("**`{}`**", syntax::usage(ludeme))), "{}", ludeme.word);
        }
    }

    #[test]
    fn every_example_is_correct() {
        for ludeme in LUDEMES {
            let example = syntax::example(ludeme);
            let (trees, problems) = read(&example);
            assert!(problems.is_empty() && trees.len() == 1, "{example}");
            let problems = check_element(&trees[0], ludeme.category, &names());
            assert!(problems.is_empty(), "{example} as {:?}: {problems:?}", ludeme.category);
            let found = crate::language::resolve::ludeme(&trees[0], ludeme.category, &names());
            assert_eq!(found.map(schema::index), Some(schema::index(ludeme)), "{example}");
        }
    }

    #[test]
    fn no_word_is_declared_twice_in_a_category() {
        for (i, a) in LUDEMES.iter().enumerate() {
            for b in &LUDEMES[..i] {
                assert!(a.category != b.category || a.word != b.word, "{} in {:?}", a.word, a.category);
            }
        }
    }

    #[test]
    fn every_category_can_be_reached_from_the_game() {
        let mut reached = vec![Category::Game];
        let mut at = 0;
        while let Some(&category) = reached.get(at) {
            at += 1;
            let params = schema::of(category).flat_map(|l| l.params).flat_map(|p| p.accepts);
            for accepts in params {
                if let Accepts::Of(c) | Accepts::Only(c, _) = accepts
                    && !reached.contains(c)
                {
                    reached.push(*c);
                }
            }
            if schema::of(category).any(|l| l.head == Head::PlayerType) && !reached.contains(&Category::PlayerType) {
                reached.push(Category::PlayerType);
            }
        }
        for ludeme in LUDEMES {
            assert!(reached.contains(&ludeme.category), "{:?}", ludeme.category);
        }
    }

    #[test]
    fn only_lists_words_that_exist_and_defaults_fit() {
        for ludeme in LUDEMES {
            for param in ludeme.params {
                for accepts in param.accepts {
                    if let Accepts::Only(category, words) = accepts {
                        for word in *words {
                            assert!(schema::find(word, *category).is_some(), "{word} in {}", ludeme.word);
                        }
                    }
                }
                if !param.default.is_empty() {
                    let (trees, _) = read(param.default);
                    let fits = param.accepts.iter().any(|&a| crate::language::resolve::fits(&trees[0], a, &names()));
                    assert!(fits, "default of {} in {}", param.name, ludeme.word);
                }
            }
        }
    }

    #[test]
    fn names_have_samples_that_are_declared() {
        assert!(
            names().has(Name::Piece, "Stone") && names().has(Name::Flag, "royal") && names().has(Name::Player, "White")
        );
    }
}
