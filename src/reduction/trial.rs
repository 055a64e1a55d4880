//! One comparison: how it is known that smaller rules play the same.

use super::account::Evidence;
use super::by_sets;
use super::corpus::{Along, Corpus, Used};
use super::options::{Options, Trust};
use super::product::{self, Proof};
use super::subject::Subject;
use crate::game::{Player, facts};
use crate::language::Tree;
use crate::language::print::one_line;
use crate::with_game;
use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// Games that are compared before anything else is done: most attempts fail in the first.
const FIRST_GAMES: u64 = 12;

/// So many times the usual positions are looked at to come to as many games as must show no difference.
const LONGER: u64 = 3;

/// So many states of automata visited count as a position.
const STATES_A_POSITION: u64 = 20;

/// What is known of the rules that others are compared with.
pub(super) struct Trial<'b> {
    base: &'b Subject,
    /// Whether all positions can be looked at, once that has been asked.
    small: Option<bool>,
    /// Whether sets of positions can be compared, once that has been asked.
    in_sets: Option<bool>,
    /// What was never in use in the games, once that has been asked.
    unused: Option<Unused>,
    /// What has been compared before, or will not be.
    tried: HashSet<u64>,
}

/// Parts of rules that no game has shown.
struct Unused {
    /// Piece types that were never on the board and could not have entered.
    pieces: Vec<String>,
    /// Actions and effects of moves that were never made, by piece type.
    moves: Vec<(String, String)>,
}

impl<'b> Trial<'b> {
    /// Nothing is known yet of rules that others are compared with.
    pub fn new(base: &'b Subject) -> Self {
        Trial { base, small: None, in_sets: None, unused: None, tried: HashSet::new() }
    }

    /// Whether rules are asked about for the first time.
    pub fn is_first(&mut self, tree: &Tree) -> bool {
        self.tried.insert(BuildHasherDefault::<DefaultHasher>::default().hash_one(tree))
    }

    /// How it is known that other rules play the same; `None` if they do not or it is not known.
    pub fn judge(
        &mut self,
        other: &Subject,
        corpus: &mut Corpus,
        options: &Options,
        spent: &mut u64,
        (tree, path): (&Tree, &[usize]),
    ) -> Option<Evidence> {
        // What says nothing is not simpler than what says something.
        if compares_constants(&other.tree) && !compares_constants(&self.base.tree) {
            return None;
        }
        let mut along = corpus.compare(&other.game, FIRST_GAMES.min(options.games), options.positions);
        *spent += along.work;
        if !along.same {
            return None;
        }
        let small = *self.small.get_or_insert_with(|| {
            *spent += options.proof;
            product::is_small(&self.base.game, corpus.names(), options.proof)
        });
        if small {
            // The other rules may tell more positions apart, though not without end.
            match product::compare(&self.base.game, &other.game, corpus.names(), options.proof.saturating_mul(4)) {
                Proof::Same(positions) => {
                    *spent += positions;
                    return Some(Evidence::Proved { positions });
                }
                Proof::Different => return None,
                Proof::Open => *spent += options.proof,
            }
        }
        let in_sets = *self.in_sets.get_or_insert_with(|| {
            *spent += options.sets / STATES_A_POSITION;
            by_sets::are_the_same(&self.base.game, &self.base.game, options.sets)
        });
        if in_sets {
            *spent += options.sets / STATES_A_POSITION;
            if by_sets::are_the_same(&self.base.game, &other.game, options.sets) {
                return Some(Evidence::Sets);
            }
        }
        let begun = along.work;
        // What only makes the list need not be as sure.
        let share = if options.trust == Trust::Games { 1 } else { 4 };
        let (games, positions) = (options.games.div_ceil(share), options.positions.div_ceil(share));
        along = corpus.go_on(&other.game, along, games, positions);
        let enough = options.enough();
        let within_reach = along.games < enough && along.games * LONGER >= enough;
        if along.same && options.trust == Trust::Games && within_reach {
            along = corpus.go_on(&other.game, along, enough, options.positions.saturating_mul(LONGER));
        }
        *spent += along.work - begun;
        if !along.same {
            return None;
        }
        // What one side never came to do in games stays as long as the other has it: sides that are equal stay so.
        let unequal = |subject: &Subject| with_game!(&subject.game, g => g.has_unequal_sides());
        if unequal(other) && !unequal(self.base) {
            return None;
        }
        let unused = self.unused.get_or_insert_with(|| Unused::of(self.base, corpus, along));
        let shown = !unused.hides(tree, path);
        shown.then_some(Evidence::Games { games: along.games, positions: along.positions })
    }
}

/// Whether two numbers are compared somewhere.
fn compares_constants(tree: &Tree) -> bool {
    let compares = ["=", "!=", "<", "<=", ">", ">="].iter().any(|word| tree.is(word));
    compares && tree.args().iter().all(|arg| arg.as_int().is_some()) || tree.items().iter().any(compares_constants)
}

impl Unused {
    fn of(base: &Subject, corpus: &mut Corpus, along: Along) -> Unused {
        let used = corpus.used(along.games);
        let rules = base.game.rules();
        let hands = facts::hands(rules);
        let enters = |i: usize| {
            facts::enters(&rules.pieces[i])
                && Player::BOTH.iter().any(|&p| hands[p].iter().nth(i).is_some_and(|(_, &count)| count > 0))
        };
        let names: Vec<&String> = rules.pieces.iter().map(|p| &p.name).collect();
        let hidden = (0..names.len()).filter(|&i| !used.contains(&Used::Piece(i as u16)) && !enters(i));
        let pieces = hidden.map(|i| names[i].clone()).collect();
        let (mut made, mut all) = (HashSet::new(), Vec::new());
        for section in base.tree.args().iter().filter(|s| s.is("pieces")) {
            for piece in section.args() {
                let Some(i) = piece.head().and_then(|name| names.iter().position(|n| *n == name)) else { continue };
                let moves = piece.args().iter().filter(|item| item.is("moves")).flat_map(|m| m.args());
                for (number, definition) in moves.enumerate() {
                    let key = (names[i].clone(), doing(definition));
                    if used.contains(&Used::Move(i as u16, number as u16)) {
                        made.insert(key.clone());
                    }
                    all.push(key);
                }
            }
        }
        all.retain(|key| !made.contains(key));
        // A pass of the rules has no class of its own to be seen by.
        all.retain(|(_, doing)| !doing.contains("(action pass)"));
        debug_assert!(with_game!(&base.game, g => g.classes().len()) < usize::from(u16::MAX));
        Unused { pieces, moves: all }
    }

    /// Whether a node is part of what was never in use.
    fn hides(&self, tree: &Tree, path: &[usize]) -> bool {
        let at = |n: usize| path.get(..n).and_then(|p| tree.at(p));
        if at(1).is_none_or(|section| !section.is("pieces")) || path.len() < 2 {
            return false;
        }
        let name = at(2).and_then(Tree::head).unwrap_or_default();
        if self.pieces.iter().any(|p| p == name) {
            return true;
        }
        // pieces > Stone > moves > move > post > …
        let (Some(definition), Some(part)) = (at(4), at(5)) else { return false };
        (part.is("post") || part.is("action")) && self.moves.contains(&(name.to_string(), doing(definition)))
    }
}

/// What a move does, as text.
fn doing(definition: &Tree) -> String {
    let parts = ["action", "post"].map(|word| definition.child(word).map(one_line).unwrap_or_default());
    parts.join(" ")
}
