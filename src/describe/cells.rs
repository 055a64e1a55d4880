//! Sets of cells in words.

use super::template::{Mood, Teller};
use super::words::list;
use crate::language::Tree;
use crate::language::resolve::choose;
use crate::language::schema::{Accepts, Category, Param};

impl Teller<'_> {
    /// Cells as one set: the union of those named, of the phases named.
    pub(super) fn cells(&self, cells: &[&Tree], last: &str) -> String {
        let tell = |cells: &[&&Tree]| -> Vec<String> {
            let told = cells.iter().map(|&&c| match c.head() {
                // As a union, not as regions of their own.
                Some("all-sides") => "the sides of the board".to_string(),
                _ => self.tell(c, Category::Cells),
            });
            told.filter(|part| !part.is_empty()).collect()
        };
        let (phases, rest): (Vec<&&Tree>, Vec<&&Tree>) = cells.iter().partition(|c| c.is("phase"));
        let everywhere = rest.is_empty() || rest.iter().any(|c| c.is("all"));
        match (phases.is_empty(), everywhere) {
            (true, _) => list(&tell(&rest), last),
            (false, true) => list(&tell(&phases), "and"),
            (false, false) => format!("{} in {}", list(&tell(&phases), "and"), list(&tell(&rest), "and")),
        }
    }

    /// The cells that a parameter names, some of them perhaps as directions.
    pub(super) fn cells_in(&self, args: &[Tree], param: &Param, mood: Mood, last: &str) -> String {
        let (cells, sides): (Vec<&Tree>, Vec<&Tree>) = args
            .iter()
            .partition(|a| matches!(choose(a, param.accepts, self.names), Some(Accepts::Of(Category::Cells))));
        let sides = sides.into_iter().map(|a| self.argument(a, param, mood));
        let parts = std::iter::once(self.cells(&cells, last)).chain(sides);
        list(&parts.filter(|p| !p.is_empty()).collect::<Vec<_>>(), last)
    }
}
