//! Where the nodes of an expanded game were written.
//!
//! A node that a definition put there has a span beyond every source, which is the number of its mark.

use super::super::tree::{Span, Tree};

/// Spans from here on are numbers of marks; no source is as long.
const BASE: u32 = 1 << 30;

/// What is known of a node that was not written where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// Where it was written, or the mark that it had before.
    pub span: Span,
    /// The use that put it there.
    pub of: usize,
    /// What it is in that use.
    pub role: Role,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// An element that the definition stands for.
    Root,
    /// A part of one.
    Inner,
    /// What was given for the parameter of this number.
    Argument(usize),
}

/// One use of a definition, or one round of a loop.
#[derive(Clone, Debug)]
pub(super) struct Use {
    /// The number of the definition; none for a loop.
    pub definition: Option<usize>,
    /// Where the use was written, or its mark if that is in a definition.
    pub span: Span,
    /// The use whose definition this one stands in.
    pub within: Option<usize>,
    /// What was given, expanded.
    pub args: Vec<Tree>,
}

/// All marks and uses of an expansion.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pub marks: Vec<Mark>,
    pub uses: Vec<Use>,
}

impl Marks {
    /// A span that stands for a new mark.
    pub fn add(&mut self, mark: Mark) -> Span {
        let start = BASE + self.marks.len() as u32;
        self.marks.push(mark);
        Span { start, end: start + 1 }
    }

    pub fn get(&self, span: Span) -> Option<&Mark> {
        self.marks.get(span.start.checked_sub(BASE)? as usize)
    }

    /// The marks of a node, the latest first.
    pub fn chain(&self, span: Span) -> impl Iterator<Item = &Mark> {
        std::iter::successors(self.get(span), |mark| self.get(mark.span))
    }

    /// Where the node was written; where the definition was used, if that has no place in the source.
    pub fn written(&self, span: Span) -> Span {
        match self.chain(span).last() {
            Some(mark) if mark.span == Span::default() => {
                self.uses.get(mark.of).map_or(mark.span, |found| self.written(found.span))
            }
            Some(mark) => mark.span,
            None => span,
        }
    }

    /// Where the use was written that is not part of a definition and led to the node.
    pub fn outermost(&self, mark: &Mark) -> Span {
        let uses = std::iter::successors(self.uses.get(mark.of), |u| self.uses.get(u.within?));
        uses.last().map_or(mark.span, |u| self.written(u.span))
    }
}
