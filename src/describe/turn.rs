//! What a player does on a turn: the moves of each piece, those that are alike told together.

use super::book::Book;
use super::movement::{Said, Several};
use super::turning::{Fold, alternatives, fold};
use super::words::{colour, list, noun, ordinal};
use crate::game::facts::{self, Rank};
use crate::game::rules::{PieceDef, Player};
use crate::language::{Kind, Tree};

/// The most words of what is said again in full where the move before has the same.
const LONG: usize = 12;

/// A line of the text, and the moves that it is about, each by the number of its piece and its own.
pub(super) struct Line {
    pub text: String,
    pub moves: Vec<(usize, usize)>,
}

impl Line {
    /// A line that is about no move.
    pub fn plain(text: String) -> Self {
        Line { text, moves: Vec::new() }
    }
}

impl Book<'_> {
    /// What a player does on a turn, by piece.
    pub(super) fn turn(&self) -> Vec<Line> {
        let pieces: Vec<&Tree> = self.items("pieces").iter().filter(|t| matches!(t.kind, Kind::List(_))).collect();
        if pieces.is_empty() {
            let colours = self.names.players.iter().all(|p| colour(p).is_some());
            let of = if colours { "of their colour" } else { "of their own" };
            let text = format!("Players take turns placing a stone {of} on an empty cell. Stones never move.");
            return vec![Line { text, moves: vec![(0, 0)] }];
        }
        let ranks = facts::ranks(self.rules);
        let several = pieces.len() > 1;
        let (mut lines, mut before, mut kinds) = (Vec::new(), None, 0);
        for (kind, (tree, ranks)) in pieces.iter().zip(&ranks).enumerate() {
            let remarks = self.remarks(tree, &self.rules.pieces[kind], several);
            lines.extend((!remarks.is_empty()).then(|| Line::plain(remarks)));
            let moves = self.moves(kind, tree, ranks, &mut before);
            kinds += moves.len();
            lines.extend(moves);
        }
        // What is to be known of the only piece comes before what it does.
        let at = usize::from(!several && lines.first().is_some_and(|line| line.moves.is_empty()));
        let how = if kinds == 1 { "On a turn:" } else { "On a turn, one of these:" };
        lines.insert(at, Line::plain(how.into()));
        lines
    }

    /// The moves of a piece, a line for each kind of them, with the moves that it is about.
    fn moves(&self, kind: usize, tree: &Tree, ranks: &[Rank], before: &mut Option<Said>) -> Vec<Line> {
        let piece = &self.rules.pieces[kind];
        let trees: Vec<&Tree> = tree.args().iter().filter(|t| t.is("moves")).flat_map(Tree::args).collect();
        let mut lines = Vec::new();
        for several in self.together(&trees, piece, ranks) {
            let first = several.fold.members[0];
            let said = self.movement(piece, &piece.moves[first], &several);
            let again = |now: &str, then: &dyn Fn(&Said) -> &str| {
                now.split(' ').count() > LONG && before.as_ref().is_some_and(|b| then(b) == now)
            };
            let provided = match again(&said.provided, &|b| &b.provided) {
                true => ", on the same conditions",
                false => &said.provided,
            };
            let consequences = match again(&said.consequences, &|b| &b.consequences) {
                true => " Then the same.",
                false => &said.consequences,
            };
            let text = format!("- {}{provided}.{}{consequences}{}", said.text, said.after, priority(ranks[first]));
            lines.push(Line { text, moves: several.fold.members.iter().map(|&n| (kind, n)).collect() });
            *before = Some(said);
        }
        lines
    }

    /// Which moves of a piece are told together: those that are alike in several directions, or but for a piece that they name.
    fn together(&self, trees: &[&Tree], piece: &PieceDef, ranks: &[Rank]) -> Vec<Several> {
        let makers = |i: usize| Player::BOTH.map(|p| facts::may_make(piece, &piece.moves[i], p));
        let alike = |i: usize, j: usize| makers(i) == makers(j) && (ranks[i].index, ranks[i].of) == (ranks[j].index, ranks[j].of);
        let single = |i: usize| Fold::of(trees[i].clone(), i);
        let mut several: Vec<Several> = Vec::new();
        for fold in fold(trees, self.teller.scene.circle, true) {
            if fold.members.iter().all(|&i| alike(fold.members[0], i)) {
                several.push(Several { fold, words: None });
            } else {
                several.extend(fold.members.iter().map(|&i| Several { fold: single(i), words: None }));
            }
        }
        let mut kept: Vec<Several> = Vec::new();
        for one in several {
            let other = |k: &&mut Several| {
                k.fold.ways.is_empty() && one.fold.ways.is_empty() && alike(k.fold.members[0], one.fold.members[0])
            };
            let found = kept.iter_mut().filter(other).find_map(|k| {
                let (word, with) = alternatives(&k.fold.tree, &one.fold.tree, &self.names.pieces)?;
                let same = k.words.as_ref().is_none_or(|(w, _)| w == word);
                let with = noun(with);
                same.then(|| (word.to_string(), with)).map(|found| (k, found))
            });
            match found {
                Some((k, (word, with))) => {
                    let called = k.words.take().map_or_else(|| noun(&word), |(_, called)| called);
                    k.words = Some((word, format!("{called} or {with}")));
                    k.fold.members.extend(one.fold.members);
                }
                None => kept.push(one),
            }
        }
        for k in kept.iter_mut().filter(|k| k.words.is_some()) {
            if let Some((_, called)) = &mut k.words {
                *called = list(&called.split(" or ").map(String::from).collect::<Vec<_>>(), "or");
            }
            // Their labels name them apart.
            let items = k.fold.tree.args().iter().filter(|t| !t.is("label")).cloned();
            k.fold.tree = Tree::element("move", items);
        }
        kept
    }
}

/// When a move may be made, if others come first or last.
fn priority(rank: Rank) -> String {
    match (rank.index, rank.of) {
        (_, 0 | 1) => String::new(),
        (0, 2) => " This has priority.".into(),
        (_, 2) => String::new(),
        (0, _) => " This has the first priority.".into(),
        (i, _) => {
            let earlier: Vec<String> = (1..=i as i64).map(ordinal).collect();
            format!(
                " This has the {} priority, after the {}.",
                ordinal(i as i64 + 1),
                list(&earlier, "and")
            )
        }
    }
}
