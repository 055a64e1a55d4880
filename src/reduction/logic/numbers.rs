//! What numbers may be, and what comparisons of them come to, whatever the position.

use super::relation::{Compared, Relation};
use super::{GREATEST, Logic};
use crate::language::Tree;
use crate::language::resolve::Element;
use crate::language::schema::{Category, Id, word};

impl Logic<'_> {
    /// The truth of a comparison whatever the position.
    pub(super) fn comparison(&self, tree: &Tree, category: Category) -> Option<bool> {
        let relation = self.relation(tree, category)?;
        let [a, b] = relation.sides;
        if relation.same {
            return Some(relation.holds_of_equals());
        }
        let ((al, ah), (bl, bh)) = (self.range(a), self.range(b));
        match relation.word {
            Relation::Less if ah < bl => Some(true),
            Relation::Less if al >= bh => Some(false),
            Relation::AtMost if ah <= bl => Some(true),
            Relation::AtMost if al > bh => Some(false),
            Relation::Equal if ah < bl || bh < al => Some(false),
            Relation::Equal if al == ah && bl == bh && al == bl => Some(true),
            Relation::Unequal if ah < bl || bh < al => Some(true),
            Relation::Unequal if al == ah && bl == bh && al == bl => Some(false),
            _ => None,
        }
    }

    pub(super) fn relation<'t>(&self, tree: &'t Tree, category: Category) -> Option<Compared<'t>> {
        let [a, b] = tree.args() else { return None };
        let (word, sides) = match tree.head()? {
            "=" => (Relation::Equal, [a, b]),
            "!=" => (Relation::Unequal, [a, b]),
            "<" => (Relation::Less, [a, b]),
            "<=" => (Relation::AtMost, [a, b]),
            ">" => (Relation::Less, [b, a]),
            ">=" => (Relation::AtMost, [b, a]),
            _ => return None,
        };
        matches!(category, Category::Bool | Category::Condition).then(|| Compared {
            word,
            sides,
            same: self.key(a, Category::Int) == self.key(b, Category::Int),
        })
    }

    /// The least and the greatest value that a number may have.
    pub fn range(&self, tree: &Tree) -> (i64, i64) {
        const ANY: (i64, i64) = (-GREATEST - 1, GREATEST);
        self.look();
        if let Some(n) = tree.as_int() {
            return (n, n);
        }
        let clamp = |(a, b): (i64, i64)| (a.clamp(ANY.0, ANY.1), b.clamp(ANY.0, ANY.1));
        let Some(element) = self.element(tree, Category::Int) else { return ANY };
        let Id::Int(word) = element.ludeme.id else { return ANY };
        let terms: Vec<(i64, i64)> = match word {
            word::Int::Sum
            | word::Int::Difference
            | word::Int::Product
            | word::Int::Quotient
            | word::Int::Mod
            | word::Int::Min
            | word::Int::Max
            | word::Int::Abs => tree.args().iter().map(|term| self.range(term)).collect(),
            _ => Vec::new(),
        };
        let Some((&first, rest)) = terms.split_first() else {
            if let Some(range) = self.grounded(&element, word) {
                return range;
            }
            return match word {
                word::Int::NumBetween
                | word::Int::NumLine
                | word::Int::NumNbors
                | word::Int::Height
                | word::Int::GroupSize
                | word::Int::Phase
                | word::Int::Distance
                | word::Int::Liberties
                | word::Int::LineLength
                | word::Int::Row
                | word::Int::Col
                | word::Int::NumPieces
                | word::Int::NumGroups
                | word::Int::LargestGroup
                | word::Int::Territory
                | word::Int::NumInHand
                | word::Int::NumCaptured
                | word::Int::MoveNumber => (0, GREATEST),
                word::Int::PieceState | word::Int::CellState => (0, 99),
                word::Int::Value => (-99, 99),
                _ => ANY,
            };
        };
        let fixed = |(a, b): (i64, i64)| if a == b { Some(a) } else { None };
        match word {
            word::Int::Sum => rest.iter().fold(first, |s, t| clamp((s.0 + t.0, s.1 + t.1))),
            word::Int::Difference if rest.is_empty() => clamp((-first.1, -first.0)),
            word::Int::Difference => rest.iter().fold(first, |s, t| clamp((s.0 - t.1, s.1 - t.0))),
            word::Int::Product => rest.iter().fold(first, |s, t| {
                let all = [s.0 * t.0, s.0 * t.1, s.1 * t.0, s.1 * t.1];
                clamp((all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0)))
            }),
            word::Int::Min => rest.iter().fold(first, |s, t| (s.0.min(t.0), s.1.min(t.1))),
            word::Int::Max => rest.iter().fold(first, |s, t| (s.0.max(t.0), s.1.max(t.1))),
            word::Int::Abs => match fixed(first) {
                Some(n) => (n.abs().min(GREATEST), n.abs().min(GREATEST)),
                None => (0, first.0.abs().max(first.1.abs()).min(GREATEST)),
            },
            word::Int::Quotient => match (fixed(first), rest.first().copied().and_then(fixed)) {
                (_, Some(0)) => (0, 0),
                (Some(a), Some(b)) => clamp((a / b, a / b)),
                _ => ANY,
            },
            word::Int::Mod => match (fixed(first), rest.first().copied().and_then(fixed)) {
                (_, Some(0)) => (0, 0),
                (Some(a), Some(b)) if b > 0 => (a.rem_euclid(b), a.rem_euclid(b)),
                (None, Some(b)) if b > 0 => (0, b - 1),
                _ => ANY,
            },
            _ => ANY,
        }
    }

    /// The range of a number that the board or the rules bound.
    fn grounded(&self, element: &Element, word: word::Int) -> Option<(i64, i64)> {
        let default = match word {
            word::Int::PieceState => "from",
            _ => "to",
        };
        let about_cell = element.ludeme.params.iter().any(|p| p.name == "cell");
        let absent = about_cell
            && match element.get("cell") {
                Some(cell) => self.is_absent(cell),
                None => default == "from" && self.no_from.get(),
            };
        let between = matches!(word, word::Int::NumBetween | word::Int::Distance);
        let cells = element.all("cells");
        if absent
            || between && (cells.iter().any(|cell| self.is_absent(cell)) || cells.is_empty() && self.no_from.get())
            || word == word::Int::NumLine && self.no_from.get()
        {
            return Some((0, 0));
        }
        let ground = self.ground?;
        let most = match word {
            word::Int::NumNbors => ground.neighbours,
            word::Int::NumBetween => (ground.line - 2).max(0),
            word::Int::NumLine | word::Int::LineLength => ground.line,
            word::Int::Row => ground.rows,
            word::Int::Col => ground.cols,
            word::Int::GroupSize | word::Int::Liberties | word::Int::NumPieces => ground.cells,
            word::Int::NumGroups | word::Int::LargestGroup | word::Int::Territory => ground.cells,
            word::Int::NumCaptured if !ground.captures => 0,
            word::Int::Height if !ground.stacks => 1,
            word::Int::CellState if !ground.cell_states => 0,
            word::Int::Score if !ground.scores => 0,
            word::Int::PieceState => *ground.piece_states.as_ref()?.iter().max()?,
            _ => return None,
        };
        Some((0, most))
    }
}
