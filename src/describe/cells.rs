//! Sets of cells in words.

use super::template::{Form, Mood, Teller, distinct};
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

    /// Cells with the word that says where they are: “in a corner”, “on the edge of the board”, or as usual. One of them is meant if `last` is
    /// “or”.
    pub(super) fn placed(&self, cells: &[&Tree], last: &str, usual: &str) -> String {
        let text = self.cells(cells, last);
        if text.is_empty() || cells.iter().any(|c| matches!(c.head(), Some("phase" | "all"))) {
            return if text.is_empty() { text } else { format!("{usual} {text}") };
        }
        let mut groups: Vec<(&str, Vec<&Tree>)> = Vec::new();
        for &cell in cells {
            let word = match cell.head() {
                Some("corners" | "centre") => "in",
                Some("side" | "sides" | "all-sides") => "on",
                _ => usual,
            };
            match groups.iter_mut().find(|(other, _)| *other == word) {
                Some((_, group)) => group.push(cell),
                None => groups.push((word, vec![cell])),
            }
        }
        let told = groups.iter().map(|(word, group)| {
            let text = self.cells(group, last);
            let text = if last == "or" { text.replace("the corners", "a corner") } else { text };
            format!("{word} {text}")
        });
        list(&told.collect::<Vec<_>>(), last)
    }

    /// The cells that a parameter names, some of them perhaps as directions.
    pub(super) fn cells_in(&self, args: &[Tree], param: &Param, mood: Mood, last: &str) -> String {
        let (cells, sides): (Vec<&Tree>, Vec<&Tree>) = args
            .iter()
            .partition(|a| matches!(choose(a, param.accepts, self.names), Some(Accepts::Of(Category::Cells))));
        let sides_as = |form| sides.iter().map(move |a| self.argument(a, param, Mood { form, ..mood }));
        let parts: Vec<String> = match mood.form {
            Form::In => std::iter::once(self.placed(&cells, last, "in")).collect(),
            Form::On => {
                let sides = distinct(sides_as(Form::Side).collect());
                let sides = if sides.is_empty() { String::new() } else { format!("on {}", list(&sides, last)) };
                [self.placed(&cells, last, "on"), sides].into()
            }
            form => distinct(std::iter::once(self.cells(&cells, last)).chain(sides_as(form)).collect()),
        };
        list(&parts.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>(), last)
    }
}
