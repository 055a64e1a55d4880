//! The rules of a candidate on the page, with the origin of every element.

use super::ancestry::Ancestry;
use super::model::{Candidate, Model};
use super::svg::escape;
use std::fmt::Write;

/// What is said of a stretch of text: its source, and whether the game is the same without it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Mark {
    source: usize,
    vestigial: bool,
}

/// The rules, marked, and what the marks mean. Numbers and marks are drawn, not written: copied text is a rule file.
pub(super) fn annotated(out: &mut String, model: &Model, candidate: &Candidate) {
    let text = candidate.bred.trim_end();
    let ancestry = &candidate.ancestry;
    let Some(main) = ancestry.main() else {
        let _ = writeln!(out, "<pre>{}</pre>", escape(text));
        return;
    };
    let marks = marks(text, ancestry, main);
    out.push_str("<pre>");
    for line in text.split_inclusive('\n') {
        // Lines are stretches of the same text, so they tell their own place in it.
        write_line(out, line, &marks[line.as_ptr() as usize - text.as_ptr() as usize..], main);
    }
    out.push_str("</pre>\n");
    legend(out, model, ancestry, main);
}

/// The mark of every byte: inner elements cover outer ones.
fn marks(text: &str, ancestry: &Ancestry, main: usize) -> Vec<Mark> {
    let mut marks = vec![Mark { source: main, vestigial: false }; text.len()];
    for element in &ancestry.elements {
        let mark = Mark { source: element.source, vestigial: element.vestigial == Some(true) };
        if let Some(covered) = marks.get_mut(element.span.start as usize..element.span.end as usize) {
            covered.fill(mark);
        }
    }
    marks
}

/// A line in stretches of the same mark, blanks at their ends left out.
fn write_line(out: &mut String, line: &str, marks: &[Mark], main: usize) {
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        let same = rest.char_indices().find(|(i, _)| marks[at + i] != marks[at]).map_or(rest.len(), |(i, _)| i);
        let stretch = &rest[..same];
        at += same;
        let Mark { source, vestigial } = marks[at - same];
        if source == main && !vestigial {
            out.push_str(&escape(stretch));
            continue;
        }
        let body = stretch.trim();
        let (before, after) = match stretch.find(body) {
            Some(start) => (&stretch[..start], &stretch[start + body.len()..]),
            None => (stretch, ""),
        };
        let class = match (source == main, vestigial) {
            (false, true) => "from idle",
            (false, false) => "from",
            (true, _) => "idle",
        };
        let number = if source == main { String::new() } else { format!(" data-n=\"{}\"", source + 1) };
        match body.is_empty() {
            true => out.push_str(stretch),
            false => {
                let _ = write!(out, "{before}<span class=\"{class}\"{number}>{}</span>{after}", escape(body));
            }
        }
    }
}

fn legend(out: &mut String, model: &Model, ancestry: &Ancestry, main: usize) {
    let _ = write!(out, "<p class=\"muted\">Unmarked: {}.", escape(&ancestry.sources[main].words(&model.games)));
    for (number, source) in ancestry.sources.iter().enumerate().filter(|(number, _)| *number != main) {
        let _ = write!(out, " <b>{}</b>: {}.", number + 1, escape(&source.words(&model.games)));
    }
    if ancestry.elements.iter().any(|e| e.vestigial == Some(true)) {
        out.push_str(" <span class=\"idle\">Struck through</span>: vestigial; without it the game plays the same.");
    }
    out.push_str("</p>\n");
}
