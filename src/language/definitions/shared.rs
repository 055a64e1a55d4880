//! The definitions that all games share: what is said in many of them, in words that need not be written down.
//!
//! A name that a game gives to something of its own (a definition, a parameter, a loop, a player, a piece, a flag) means that there.

use std::sync::LazyLock;

use super::super::reader::read;
use super::super::resolve::Names;
use super::super::tree::{Kind, Span, Tree};
use super::collect::{Definition, definition};
use super::{EACH, is_cosmetic, is_definition};

/// As they are written.
const SOURCE: &str = include_str!("shared.ludi");

static SHARED: LazyLock<Vec<Definition>> = LazyLock::new(|| {
    let written = read(SOURCE).0;
    let definitions = written.iter().filter_map(|section| definition(section).ok());
    definitions.map(without_places).collect()
});

/// The definitions that all games share, in the order in which the reference lists them.
pub fn shared() -> &'static [Definition] {
    &SHARED
}

/// What the shared definition of that name is, in words; nothing if there is none.
pub fn meaning(name: &str) -> &'static str {
    // The comment before it.
    let lines: Vec<&str> = SOURCE.lines().collect();
    let head = format!("(define {name} ");
    let at = lines.iter().position(|line| line.starts_with(&head)).filter(|&at| at > 0);
    at.and_then(|at| lines[at - 1].strip_prefix("; ")).unwrap_or_default()
}

/// Their places are in no source that a reader of a game has.
fn without_places(mut definition: Definition) -> Definition {
    fn bare(tree: &mut Tree) {
        tree.span = Span::default();
        if let Kind::List(items) = &mut tree.kind {
            items.iter_mut().for_each(bare);
        }
    }
    definition.span = Span::default();
    definition.body.iter_mut().for_each(bare);
    definition
}

impl Definition {
    /// Whether it is one that all games share, so that no file needs to write it down.
    pub(crate) fn is_shared(&self) -> bool {
        let alike =
            |other: &Definition| other.name == self.name && other.params == self.params && other.body == self.body;
        self.phrase.is_none() && SHARED.iter().any(alike)
    }
}

/// The shared definitions that the game `tree` uses. Names of its own count where they are written: in a definition, a loop, or the sections of players
/// and pieces.
pub(crate) fn used(tree: &Tree) -> Vec<&'static Definition> {
    let mut found = Vec::new();
    let named = usize::from(tree.args().first().is_some_and(|name| name.as_word().is_some()));
    for section in tree.args().iter().skip(named).filter(|section| !is_cosmetic(section)) {
        mentioned(section, &mut found);
    }
    if !found.is_empty() {
        let own = Names::of(tree);
        let declared = [&own.players, &own.pieces, &own.flags];
        found.retain(|d| !declared.iter().any(|names| names.contains(&d.name)) && !is_given(tree, &d.name));
        crate::order::sort_by_key(&mut found, |d| SHARED.iter().position(|s| s.name == d.name));
    }
    found
}

fn mentioned(tree: &Tree, found: &mut Vec<&'static Definition>) {
    match &tree.kind {
        Kind::Word(word) if word.starts_with(|c: char| c.is_ascii_uppercase()) => {
            let one = SHARED.iter().find(|d| d.name == *word);
            found.extend(one.filter(|d| !found.iter().any(|f| f.name == d.name)));
        }
        Kind::List(items) => items.iter().for_each(|item| mentioned(item, found)),
        _ => {}
    }
}

/// Whether a definition, a parameter or a loop of the game has that name.
fn is_given(tree: &Tree, name: &str) -> bool {
    fn loops(tree: &Tree, name: &str) -> bool {
        let given = |t: &Tree| t.is(EACH) && t.args().first().is_some_and(|word| word.is(name));
        tree.items().iter().any(|t| given(t) || loops(t, name))
    }
    let written = |section: &Tree| match section.args() {
        [word, params, ..] => word.is(name) || params.items().iter().any(|param| param.is(name)),
        _ => false,
    };
    tree.args().iter().any(|section| is_definition(section) && written(section)) || loops(tree, name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::definitions::collect::definitions_of;
    use crate::language::definitions::expand::expand;
    use crate::language::definitions::plain;
    use crate::language::{canonical, check, normal, parse, print};

    /// A small game whose pieces move by the given words.
    fn game(piece: &str, moved: &str) -> Tree {
        let text = format!(
            "(game Small (board (tiling square) (size 5 5)) (pieces ({piece} All (moves (move {moved}))))
               (start (place {piece} home)) (end (All lose (no-move))))"
        );
        parse(&text).unwrap()
    }

    #[test]
    fn all_of_them_are_definitions_and_none_uses_another() {
        let written = read(SOURCE).0;
        assert_eq!(written.len(), shared().len());
        assert!(written.iter().all(|section| definition(section).is_ok()));
        for one in shared() {
            assert!(
                shared().iter().all(|other| !one.body.iter().any(|tree| tree.mentions(&other.name))),
                "{}",
                one.name
            );
            assert!(meaning(&one.name).ends_with('.'), "{}", one.name);
            assert!(one.is_shared() && one.name.starts_with(|c: char| c.is_ascii_uppercase()), "{}", one.name);
            assert!(shared().iter().filter(|other| other.name == one.name).count() == 1, "{}", one.name);
        }
        let section = Tree::element("game", std::iter::once(Tree::word("All")).chain(written));
        assert!(definitions_of(&section).is_ok());
    }

    #[test]
    fn what_they_stand_for_is_in_normal_form() {
        // Bred games are in normal form, and get the names back where exactly this stands.
        for one in shared() {
            let body: Vec<String> = one.body.iter().map(crate::language::print::one_line).collect();
            let mut body = body.join(" ");
            for param in &one.params {
                let given = match one.name.as_str() {
                    "Checkmate" => "King",
                    "Liberty" => "(n e s w)",
                    _ => "(friend from)",
                };
                body = body.replace(param.as_str(), given);
            }
            let (moves, end) = match one.body[0].head().unwrap() {
                "move" => (body, String::new()),
                "All" => (String::new(), body),
                "pre" | "action" | "priority" => (format!("(move {body})"), String::new()),
                _ if one.name == "Liberty" => {
                    (format!("(move (pre (and (empty to) (or {body}))) (action (push)))"), String::new())
                }
                _ => (format!("(move (pre (and (friend from) {body})) (action (pop) (push)))"), String::new()),
            };
            let text = format!(
                "(game Small (board (tiling square) (size 5 5)) (pieces (Man All (moves {moves})) (King All))
                   (start (place Man home)) (end (All win (full)) {end}))"
            );
            let tree = parse(&text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
            let tree = plain(&tree).into_owned();
            assert_eq!(normal(&tree), tree, "{}: {}", one.name, print(&tree));
        }
    }

    #[test]
    fn a_game_is_the_same_with_them_and_in_full() {
        let named = game("Man", "(dirn f) Step");
        let full = game("Man", "(dirn f) (pre (and (empty to) (connected))) (action (pop) (push))");
        assert_eq!(canonical(&named), canonical(&full));
        assert_eq!(expand(&named).unwrap().definitions, [used(&named)[0].clone()]);
        assert_eq!(expand(&named).unwrap().definitions[0].name, "Step");
        assert!(used(&full).is_empty());
    }

    #[test]
    fn a_name_of_the_game_itself_comes_first() {
        let piece = game("Step", "(pre (empty to)) (action (push))");
        assert!(used(&piece).is_empty() && check(&piece).is_empty());
        let own = "(game Own (define Step () (pre (empty to)) (action (push))) (board (tiling square) (size 5 5))
            (pieces (Man All (moves (move Step)))) (end (All win (in-a-row 3))))";
        let own = parse(own).unwrap();
        assert!(used(&own).is_empty());
        assert!(canonical(&own).mentions("push") && !canonical(&own).mentions("connected"));
        let each = "(game Loops (board (tiling square) (size 5 5)) (end (All win (or (each Go (3 4) (in-a-row Go))))))";
        assert!(used(&parse(each).unwrap()).is_empty());
        let given =
            "(game Given (define Row (Go) (in-a-row Go)) (board (tiling square) (size 5 5)) (end (All win (Row 4))))";
        assert!(used(&parse(given).unwrap()).is_empty());
    }

    #[test]
    fn misspelt_words_are_told_by_what_is_nearest() {
        let help = |moved: &str| {
            let text = format!(
                "(game Small (board (tiling square) (size 5 5)) (pieces (Man All (moves (move {moved}) (move (dirn f) Step))))
                   (start (place Man home)) (win (full)))"
            );
            let (trees, _) = read(&text);
            check(&trees[0]).into_iter().find_map(|problem| problem.help).unwrap_or_default()
        };
        assert!(help("Slied").contains("`Slide`, which all games know"), "{}", help("Slied"));
        assert!(help("(pre (setps f f)) Go").contains("`steps`"), "{}", help("(pre (setps f f)) Go"));
        assert!(help("Step Take").contains("`Take` stands for"), "{}", help("Step Take"));
    }

    #[test]
    fn what_has_no_effect_on_play_holds_any_words() {
        let text = "(game Step (board (tiling square) (size 3 3)) (end (All win (in-a-row 3))) (ancestry (parents Step Slide)))";
        let tree = parse(text).unwrap();
        assert!(used(&tree).is_empty());
        assert!(canonical(&tree).mentions("Slide"));
    }
}
