//! The end clauses of a player, and which of their conditions are fresh.

use super::super::rules::Verdict;
use super::Test;

/// Conditions combined; an atom is named by its index.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Not(Box<Tree>),
    Atom(usize),
}

impl Tree {
    /// The atoms of the leaves, from left to right.
    pub(crate) fn atoms(&self) -> Vec<usize> {
        match self {
            Tree::And(ts) | Tree::Or(ts) => ts.iter().flat_map(Tree::atoms).collect(),
            Tree::Not(t) => t.atoms(),
            Tree::Atom(i) => vec![*i],
        }
    }

    /// Whether some leaf for which `wanted` holds is under a negation.
    pub(crate) fn denies(&self, wanted: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Tree::And(ts) | Tree::Or(ts) => ts.iter().any(|t| t.denies(wanted)),
            Tree::Not(t) => t.atoms().into_iter().any(wanted),
            Tree::Atom(_) => false,
        }
    }

    /// Whether it cannot hold unless a leaf does for which `wanted` holds.
    fn needs(&self, wanted: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Tree::And(ts) => ts.iter().any(|t| t.needs(wanted)),
            Tree::Or(ts) => ts.iter().all(|t| t.needs(wanted)),
            Tree::Not(_) => false,
            Tree::Atom(i) => wanted(*i),
        }
    }

    /// Whether it holds as soon as that atom does, whatever the others say: enough that, if not all, which is seen from what it is made of.
    fn follows_from(&self, atom: usize) -> bool {
        match self {
            Tree::And(ts) => ts.iter().all(|t| t.follows_from(atom)),
            Tree::Or(ts) => ts.iter().any(|t| t.follows_from(atom)),
            Tree::Not(_) => false,
            Tree::Atom(i) => *i == atom,
        }
    }

    pub(crate) fn holds(&self, atom: &mut impl FnMut(usize) -> bool) -> bool {
        match self {
            Tree::And(ts) => ts.iter().all(|t| t.holds(atom)),
            Tree::Or(ts) => ts.iter().any(|t| t.holds(atom)),
            Tree::Not(t) => !t.holds(atom),
            Tree::Atom(i) => atom(*i),
        }
    }
}

/// A condition, and what is known of when it can become true.
#[derive(Clone, Debug)]
pub(crate) struct Atom<const W: usize> {
    pub test: Test<W>,
    /// False as long as the game goes on.
    pub fresh: bool,
    /// Can become true only through a cell that the player gained.
    pub local: bool,
}

/// The clauses of one player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clauses<const W: usize> {
    pub atoms: Vec<Atom<W>>,
    pub clauses: Vec<(Verdict, Tree)>,
    /// Whether some atom is `no-move`.
    pub uses_no_move: bool,
    /// Whether some atom is `all-passed`.
    pub uses_all_passed: bool,
    /// Whether a plain move of the opponent can change nothing here.
    pub only_own_moves: bool,
    /// Whether nothing holds before both players have passed.
    pub after_passes: bool,
}

impl<const W: usize> Clauses<W> {
    /// Marks the fresh atoms: those whose truth always ends the game. The end is not tested at the start, so what was `held`
    /// there, given by atom, is not fresh.
    pub fn mark_fresh(&mut self, opp_turn: bool, held: &[bool]) {
        let (n, clauses) = (self.atoms.len(), &self.clauses);
        let ends = |atom: usize| match n {
            // All that the atoms may say.
            0..=10 => (0u32..1 << n)
                .filter(|world| world >> atom & 1 != 0)
                .all(|world| clauses.iter().any(|(_, t)| t.holds(&mut |i| world >> i & 1 != 0))),
            _ => clauses.iter().any(|(_, t)| t.follows_from(atom)),
        };
        if !opp_turn {
            for (i, (atom, held)) in self.atoms.iter_mut().zip(held).enumerate() {
                atom.fresh = !held && ends(i);
            }
        }
        self.refresh();
    }

    /// Whether some clause asks that there be a move.
    pub fn denies_no_move(&self) -> bool {
        let no_move = |i: usize| matches!(self.atoms[i].test, Test::NoMove);
        self.clauses.iter().any(|(_, tree)| tree.denies(&no_move))
    }

    /// Recomputes what follows from the marks.
    fn refresh(&mut self) {
        // A clause that holds when no atom does is met by the first move of either player.
        let idle = self.clauses.iter().any(|(_, t)| t.holds(&mut |_| false));
        self.only_own_moves = !idle && self.atoms.iter().all(|a| a.fresh && a.local);
        let passed = |i: usize| matches!(self.atoms[i].test, Test::AllPassed);
        self.after_passes = self.clauses.iter().all(|(_, tree)| tree.needs(&passed));
    }
}
