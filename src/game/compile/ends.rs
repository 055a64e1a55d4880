//! End clauses, and what must never be after a move.

use super::super::end::{Atom, Clauses, Near, Selector, Test, Tree};
use super::super::rules::{Adjacency, Condition, PieceRecord, ReachCount, Turtle};
use super::analysis::Analysis;
use super::compiler::Compiler;
use super::terms::Terms;
use crate::board::{CellId, CellSet};

impl<const W: usize> Compiler<'_, W> {
    pub(super) fn clauses(&self, analysis: &Analysis) -> Clauses<W> {
        // Turtle directions are those of the player tested.
        let this = self.with(Terms { turns: false, ..self.terms });
        let mut clauses = Clauses { atoms: Vec::new(), ..Clauses::default() };
        for clause in &self.rules.end {
            if !clause.who.means(Some(self.player), self.player) {
                continue;
            }
            let tree = this.condition(&clause.condition, analysis, &mut clauses.atoms);
            clauses.clauses.push((clause.verdict, tree));
        }
        clauses.uses_no_move = clauses.atoms.iter().any(|a| matches!(a.test, Test::NoMove));
        clauses.uses_all_passed = clauses.atoms.iter().any(|a| matches!(a.test, Test::AllPassed));
        clauses
    }

    /// What must never hold after a move of the player.
    pub(super) fn never(&self, analysis: &Analysis) -> Option<(Vec<Atom<W>>, Tree)> {
        let Some(condition) = &self.rules.never else { return None };
        let mut atoms = Vec::new();
        let tree = self.with(Terms { turns: false, ..self.terms }).condition(condition, analysis, &mut atoms);
        Some((atoms, tree))
    }

    fn condition(&self, condition: &Condition, analysis: &Analysis, atoms: &mut Vec<Atom<W>>) -> Tree {
        let own = self.player.bit();
        let select = |record: &PieceRecord, buried: bool| Selector { filter: self.filter(record, own), buried };
        let test = match condition {
            Condition::And(cs) => {
                return Tree::And(cs.iter().map(|c| self.condition(c, analysis, atoms)).collect());
            }
            Condition::Or(cs) => {
                return Tree::Or(cs.iter().map(|c| self.condition(c, analysis, atoms)).collect());
            }
            Condition::Not(c) => return Tree::Not(Box::new(self.condition(c, analysis, atoms))),
            Condition::Compare(cmp, a, b) => Test::Compare(*cmp, self.num(a), self.num(b)),
            Condition::Connect { count, regions, pieces, adjacency, buried } => {
                // Whatever looks at conditions knows alternatives, so some of the regions are as many of these.
                let (pieces, near) = (select(pieces, *buried), near(*adjacency));
                let mut ways: Vec<Tree> = self
                    .regions(*count, regions)
                    .into_iter()
                    .map(|regions| self.atom(Test::Connect { regions, pieces, near }, analysis, atoms))
                    .collect();
                return if ways.len() == 1 { ways.remove(0) } else { Tree::Or(ways) };
            }
            Condition::Cycle { pieces, .. } => Test::Cycle { pieces: select(pieces, false) },
            Condition::Group { size, exactly, pieces, adjacency, buried } => {
                Test::Group { size: *size, exactly: *exactly, pieces: select(pieces, *buried), near: near(*adjacency) }
            }
            Condition::InARow { length, exactly, pieces, adjacency, buried } => Test::InARow {
                length: *length,
                exactly: *exactly,
                pieces: select(pieces, *buried),
                axes: self.axes(*adjacency),
            },
            Condition::Pattern { path, pieces } => {
                Test::Pattern { embeddings: self.embeddings(path), pieces: select(pieces, false) }
            }
            Condition::Reach { goal, count, pieces, buried } => {
                Test::Reach { goal: self.cells(goal, self.player), count: *count, pieces: select(pieces, *buried) }
            }
            Condition::Capture { count, pieces } => {
                Test::Capture { count: *count, kinds: self.filter(pieces, own).kinds }
            }
            Condition::Threatened(pieces) => Test::Threatened { kinds: self.filter(pieces, own).kinds },
            Condition::Path { goal, pieces } => {
                Test::Path { goal: self.cells(goal, self.player), pieces: select(pieces, false) }
            }
            Condition::Eliminate { player, pieces } => {
                Test::Eliminate { filter: self.filter(pieces, self.owner_bits(*player)) }
            }
            Condition::Score(n) => Test::Score(*n),
            Condition::Stack { height, exactly, pieces, own_only } => Test::Stack {
                height: *height,
                exactly: *exactly,
                filter: self.filter(pieces, own),
                own_only: *own_only,
            },
            #[cfg(test)]
            Condition::Heap { height, exactly, pieces, own_only } => {
                Test::Heap { height: *height, exactly: *exactly, filter: self.filter(pieces, own), own_only: *own_only }
            }
            Condition::State { state, cell: Some(cell), .. } => {
                Test::CellState { state: *state, cell: self.cell(cell) }
            }
            Condition::State { state, cell: None, pieces } => {
                let filter = self.filter(pieces.as_ref().unwrap_or(&PieceRecord::default()), own);
                Test::PieceState { state: *state, filter }
            }
            Condition::NoMove => Test::NoMove,
            Condition::AllPassed => Test::AllPassed,
            Condition::Full => Test::Full,
        };
        self.atom(test, analysis, atoms)
    }

    /// A condition without parts. The same one named twice is one: else it would not be seen to decide the game.
    fn atom(&self, test: Test<W>, analysis: &Analysis, atoms: &mut Vec<Atom<W>>) -> Tree {
        let known = atoms.iter().position(|a| a.test == test);
        Tree::Atom(known.unwrap_or_else(|| {
            let local = self.is_local(&test, analysis);
            atoms.push(Atom { test, fresh: false, local });
            atoms.len() - 1
        }))
    }

    /// Whether a condition can become true only through a cell that the player gains.
    fn is_local(&self, test: &Test<W>, analysis: &Analysis) -> bool {
        let own = self.player.bit();
        let plain = |s: &Selector| s.filter.by_owner && !s.buried && s.filter.owners == own;
        match test {
            Test::InARow { exactly, pieces, .. } => plain(pieces) && (!exactly || analysis.drops_only),
            Test::Connect { pieces, .. } | Test::Cycle { pieces, .. } => plain(pieces),
            Test::Group { size: Some(_), exactly, pieces, .. } => plain(pieces) && (!exactly || analysis.drops_only),
            Test::Reach { count: ReachCount::Count(_), pieces, .. } => plain(pieces),
            Test::Group { size: None, .. }
            | Test::Reach { count: ReachCount::AllPieces | ReachCount::Fill, .. }
            | Test::Compare(..)
            | Test::Pattern { .. }
            | Test::Capture { .. }
            | Test::Threatened { .. }
            | Test::Path { .. }
            | Test::Eliminate { .. }
            | Test::Score(_)
            | Test::Stack { .. }
            | Test::CellState { .. }
            | Test::PieceState { .. }
            | Test::NoMove
            | Test::AllPassed
            | Test::Full => false,
            #[cfg(test)]
            Test::Heap { .. } => false,
        }
    }

    /// As [`Terms::embeddings`](super::terms::Terms::embeddings), as sets.
    fn embeddings(&self, path: &[Turtle]) -> Vec<Vec<Option<CellSet<W>>>> {
        let set = |cells: Option<Vec<CellId>>| cells.map(|cells| cells.into_iter().collect());
        self.terms.embeddings(path).into_iter().map(|by_cell| by_cell.into_iter().map(set).collect()).collect()
    }
}

/// Which neighbours count.
fn near(adjacency: Option<Adjacency>) -> Near {
    match adjacency {
        None => Near::Adjacent,
        Some(Adjacency::Direct) => Near::Direct,
        Some(Adjacency::Indirect) => Near::Indirect,
        Some(Adjacency::All) => Near::All,
    }
}
