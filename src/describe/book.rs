//! The order of the sections, and who plays.

use super::line::Line;
use super::refusals::Refusals;
use super::template::{Scene, Teller};
use super::turning::circle;
use super::words::{list, verb};
use crate::board::{Board, Tiling};
use crate::game::rules::Rules;
use crate::game::{AnyGame, LowerError, UNLIMITED, facts, lower};
use crate::language::definitions::{expand, is_plain};
use crate::language::resolve::{Names, resolve};
use crate::language::schema::{About, Accepts, Category, Ludeme};
use crate::language::{Kind, Tree, canonical, normal};
use crate::with_game;

/// The rules of the game `tree` in English: players, board, pieces and their moves, start, special rules and end.
///
/// Two trees that have the same canonical form are told in the same words, but for the phrases of definitions.
///
/// ```
/// let tree = ludogen::language::parse("(game Four (board (tiling hex) (shape hex) (size 5)) (win (in-a-row 4)))").unwrap();
/// let text = ludogen::describe::describe(&tree).unwrap();
/// assert!(text.contains("A player wins with four or more in a row."));
/// ```
///
/// # Errors
/// If the rules have no meaning; those that have passed the checker have one but for a few, as [`lower`](crate::game::lower()) says.
pub fn describe(tree: &Tree) -> Result<String, LowerError> {
    told(tree).map(|told| told.text)
}

/// The rules in English, and what the sentences about moves are about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The text, as [`describe`] gives it.
    pub text: String,
    /// For each line about moves, in order, the moves that it tells: the number of the piece, and of the move among its moves. Such a line
    /// begins with a dash, or is the one that tells of stones where a game declares no pieces.
    pub moves: Vec<Vec<(usize, usize)>>,
}

/// The rules of the game `tree` in English, with the moves that its sentences are about.
///
/// # Errors
/// As [`describe`].
pub fn told(tree: &Tree) -> Result<Told, LowerError> {
    read(tree, &|book| book.told())
}

/// Why moves of the game `tree` are not legal, in words: what each part of the conditions of each move says where it does not hold.
///
/// ```
/// let tree = ludogen::language::parse("(game Four (board (tiling hex) (shape hex) (size 5)) (win (in-a-row 4)))").unwrap();
/// let told = ludogen::describe::refusals(&tree).unwrap();
/// assert_eq!(told.moves[0][0].parts, ["the target cell is not empty"]);
/// ```
///
/// # Errors
/// As [`describe`].
pub fn refusals(tree: &Tree) -> Result<Refusals, LowerError> {
    read(tree, &|book| book.refusals())
}

/// What is made of the book of a game.
fn read<T>(tree: &Tree, make: &dyn Fn(&Book) -> T) -> Result<T, LowerError> {
    let terms = (!is_plain(tree)).then(|| expand(tree).ok()).flatten();
    if terms.is_some() {
        // What is wrong is told of the source.
        lower(tree)?;
    }
    let tree = terms.as_ref().map_or_else(|| canonical(tree), |terms| normal(&terms.tree));
    let rules = lower(&tree)?;
    let names = Names::of(&tree);
    let sizes: Vec<i64> = rules.board.sizes.iter().map(|&n| n.into()).collect();
    let hands = facts::hands(&rules);
    let endless = |k: usize| facts::enters(&rules.pieces[k]) && hands.iter().any(|hand| hand.0[k] == UNLIMITED);
    let board = Board::new(&rules.board).ok();
    let scene = Scene {
        sizes: &sizes,
        endless: (0..rules.pieces.len()).any(endless),
        square: rules.board.tiling == Tiling::Square,
        adjacent: (!rules.board.no_direct, rules.board.indirect),
        shaded: matches!(rules.board.tiling, Tiling::Square | Tiling::Tri) && !counts_phases(&tree, &names),
        stacked: facts::leaves_stacks(&rules),
        circle: circle(rules.board.tiling),
        full_turn: board.as_ref().map_or(0, full_turn),
        board: board.as_ref(),
        ..Scene::default()
    };
    let game = AnyGame::new(rules.clone()).ok();
    Ok(make(&Book {
        tree: &tree,
        rules: &rules,
        names: &names,
        teller: Teller { names: &names, scene, terms: terms.as_ref() },
        board: board.as_ref(),
        may_repeat: game.is_none_or(|game| with_game!(&game, g => g.tracks_repetition())),
    }))
}

/// How many direct turns bring a direction of the board back to itself; 0 if it has no direct directions.
fn full_turn(board: &Board) -> u32 {
    let directions = board.directions();
    let direct = (0..directions).find(|&d| board.is_direct(d));
    direct.and_then(|d| (1..=8).find(|&k| board.turn(d, k) == d)).map_or(0, |k| k as u32)
}

/// Whether the phase of a cell is a number somewhere in the rules.
fn counts_phases(tree: &Tree, names: &Names) -> bool {
    let is_number = |l: &Ludeme| l.category == Category::Int && l.word == "phase";
    tree.args().iter().any(|section| uses(section, Category::Section, names, &is_number))
}

/// What is told of a game: its rules as a tree, for the words, and typed, for what holds.
pub(super) struct Book<'a> {
    pub tree: &'a Tree,
    pub rules: &'a Rules,
    pub names: &'a Names,
    pub teller: Teller<'a>,
    /// The board, if there is one of that shape and size.
    pub board: Option<&'a Board>,
    /// Whether a position may come again and the rules have something against it.
    pub may_repeat: bool,
}

/// Whether some element below `tree`, as the schema sorts it, is such a ludeme.
pub(super) fn uses(tree: &Tree, category: Category, names: &Names, is: &dyn Fn(&Ludeme) -> bool) -> bool {
    let Some(element) = resolve(tree, category, names) else { return false };
    is(element.ludeme)
        || element.ludeme.params.iter().zip(&element.slots).any(|(param, slot)| {
            slot.iter().any(|arg| match crate::language::resolve::choose(arg, param.accepts, names) {
                Some(Accepts::Of(category) | Accepts::Only(category, _)) => uses(arg, category, names, is),
                _ => false,
            })
        })
}

impl Book<'_> {
    /// The whole text.
    fn told(&self) -> Told {
        let plain = |lines: Vec<String>| lines.into_iter().map(Line::plain).collect();
        let mut told = Told { text: format!("{}\n", self.rules.name), moves: Vec::new() };
        let sections: [(&str, Vec<Line>); 7] = [
            ("", plain(self.aim())),
            ("Players", plain(self.players())),
            ("Board", plain(self.board())),
            ("Start", plain(self.start())),
            ("Terms", plain(self.terms())),
            ("Play", self.play()),
            ("End", plain(self.end())),
        ];
        for (title, lines) in sections.into_iter().filter(|(_, lines)| !lines.is_empty()) {
            told.text.push('\n');
            if !title.is_empty() {
                told.text.push_str(title);
                told.text.push('\n');
            }
            for line in lines {
                // What is said there is the author's own.
                let own = title.is_empty();
                told.text.push_str(&if own { line.text.clone() } else { self.in_points(&line.text) });
                told.text.push('\n');
                told.moves.extend((!line.moves.is_empty()).then_some(line.moves));
            }
        }
        told
    }

    pub fn section(&self, word: &str) -> Option<&Tree> {
        self.tree.args().iter().find(|t| t.is(word))
    }

    pub fn items(&self, section: &str) -> &[Tree] {
        self.section(section).map_or(&[], Tree::args)
    }

    /// Whether the rules of board, pieces, start, play and end use such a ludeme.
    pub fn uses(&self, is: &dyn Fn(&Ludeme) -> bool) -> bool {
        self.uses_beside_start(is) || self.section("start").is_some_and(|t| uses(t, Category::Section, self.names, is))
    }

    /// Whether the rules of all but the start do.
    fn uses_beside_start(&self, is: &dyn Fn(&Ludeme) -> bool) -> bool {
        let of_rules = |t: &&Tree| matches!(t.head(), Some("board" | "pieces" | "play" | "end"));
        self.tree.args().iter().filter(of_rules).any(|t| uses(t, Category::Section, self.names, is))
    }

    /// Whether the rules use a word of a category.
    pub fn uses_word(&self, category: Category, word: &str) -> bool {
        self.uses(&|l| l.category == category && l.word == word)
    }

    fn aim(&self) -> Vec<String> {
        let texts = |word: &str| -> Vec<String> {
            self.tree
                .sections()
                .filter(|t| t.is(word))
                .flat_map(|t| t.args())
                .filter_map(|t| match &t.kind {
                    Kind::Text(text) => Some(text.clone()),
                    _ => None,
                })
                .collect()
        };
        let mut lines = texts("description");
        lines.extend(texts("aim").into_iter().map(|aim| format!("Aim: {aim}")));
        lines
    }

    /// The players, and which way they play where that matters.
    fn players(&self) -> Vec<String> {
        let [first, second] = &self.rules.players;
        let moves = verb(&first.name, "moves", "move");
        let mut text = match [first, second].map(|player| player.name.as_str()) {
            ["White", "Black"] => "White moves first.".to_string(),
            [first, second] => format!("{first} {moves} first, then {second}."),
        };
        let plays = verb(&first.name, "plays", "play");
        let facing = |l: &Ludeme| l.facts.about.contains(&About::Facing);
        let faces =
            |l: &Ludeme| facing(l) && matches!(l.category, Category::Direction | Category::Bool | Category::Effect);
        // Where pieces start on the home row each player knows which it is.
        let edges = |l: &Ludeme| facing(l) && l.category == Category::Cells;
        if self.uses(&faces) || self.uses_beside_start(&edges) {
            let [a, b] = [first, second].map(|p| self.teller.tell(&Tree::word(p.facing.word()), Category::Direction));
            text.push_str(&format!(" {} {plays} {a}, {} {b}.", first.name, second.name));
        }
        vec![text]
    }

    /// All the directions in which cells are adjacent.
    pub fn any_way(&self) -> &'static str {
        let board = &self.rules.board;
        match (board.tiling, board.indirect, board.no_direct) {
            (tiling, ..) if !tiling.is_lattice() => "along a line",
            (_, true, false) | (Tiling::Hex, false, false) => "in any direction",
            (Tiling::Square, false, false) => "orthogonally",
            (Tiling::Square, true, true) => "diagonally",
            _ => "straight",
        }
    }

    /// The name of the player of that index.
    pub fn player(&self, index: usize) -> &str {
        &self.rules.players[index & 1].name
    }

    /// The names of some players as one subject, “each player” for both.
    pub fn subject(&self, players: &[usize]) -> String {
        match players {
            [0, 1] => "Each player".into(),
            _ => list(&players.iter().map(|&p| self.player(p).to_string()).collect::<Vec<_>>(), "and"),
        }
    }
}
