//! The rule tree: what a rule file says, with the place of every word in its source.
//!
//! A [`Tree`] is the genome of a game. It is never interpreted directly: the checker compares it with the
//! [schema](super::schema), and [`Rules`](crate::game::Rules) are lowered from it. Equality ignores source positions, so two
//! trees are equal exactly when they print the same.

use std::hash::{Hash, Hasher};

/// A byte range of the source text. Trees made by breeding have empty spans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` to `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start: start as u32, end: end as u32 }
    }
}

/// What a node is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A bare word: a keyword, a name or a cell label.
    Word(String),
    /// A whole number.
    Int(i64),
    /// A number with a fraction; only support metadata uses it.
    Real(f64),
    /// A quoted string.
    Text(String),
    /// A bracketed element; the first item is its head.
    List(Vec<Tree>),
}

/// One node of a rule tree with everything below it.
#[derive(Clone, Debug)]
pub struct Tree {
    /// What the node is.
    pub kind: Kind,
    /// Where it stands in the source.
    pub span: Span,
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (Kind::Word(a), Kind::Word(b)) | (Kind::Text(a), Kind::Text(b)) => a == b,
            (Kind::Int(a), Kind::Int(b)) => a == b,
            (Kind::Real(a), Kind::Real(b)) => a.to_bits() == b.to_bits(),
            (Kind::List(a), Kind::List(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Tree {}

impl Hash for Tree {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(&self.kind).hash(state);
        match &self.kind {
            Kind::Word(s) | Kind::Text(s) => s.hash(state),
            Kind::Int(i) => i.hash(state),
            Kind::Real(r) => r.to_bits().hash(state),
            Kind::List(items) => items.hash(state),
        }
    }
}

impl Tree {
    /// A bare word without a source position.
    pub fn word(text: impl Into<String>) -> Self {
        Tree { kind: Kind::Word(text.into()), span: Span::default() }
    }

    /// A whole number without a source position.
    pub fn int(value: i64) -> Self {
        Tree { kind: Kind::Int(value), span: Span::default() }
    }

    /// A quoted string without a source position.
    pub fn text(text: impl Into<String>) -> Self {
        Tree { kind: Kind::Text(text.into()), span: Span::default() }
    }

    /// A bracketed element without a source position.
    pub fn list(items: Vec<Tree>) -> Self {
        Tree { kind: Kind::List(items), span: Span::default() }
    }

    /// The bracketed element `(head items…)`.
    pub fn element(head: &str, items: impl IntoIterator<Item = Tree>) -> Self {
        Tree::list(std::iter::once(Tree::word(head)).chain(items).collect())
    }

    /// The items of a bracketed element, head first; empty for anything else.
    pub fn items(&self) -> &[Tree] {
        match &self.kind {
            Kind::List(items) => items,
            _ => &[],
        }
    }

    /// The word itself, or the head word of a bracketed element.
    pub fn head(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(w) => Some(w),
            Kind::List(items) => match items.first().map(|t| &t.kind) {
                Some(Kind::Word(w)) => Some(w),
                _ => None,
            },
            _ => None,
        }
    }

    /// What follows the head of a bracketed element; empty for anything else.
    pub fn args(&self) -> &[Tree] {
        match &self.kind {
            Kind::List(items) if !items.is_empty() => &items[1..],
            _ => &[],
        }
    }

    /// The node at a path: which item of the tree, which item of that, and so on.
    pub fn at(&self, path: &[usize]) -> Option<&Tree> {
        path.iter().try_fold(self, |tree, &i| tree.items().get(i))
    }

    /// The node at a path, to be changed.
    pub fn at_mut(&mut self, path: &[usize]) -> Option<&mut Tree> {
        path.iter().try_fold(self, |tree, &i| match &mut tree.kind {
            Kind::List(items) => items.get_mut(i),
            _ => None,
        })
    }

    /// Whether a word stands anywhere in the tree.
    pub fn mentions(&self, word: &str) -> bool {
        self.as_word() == Some(word) || self.items().iter().any(|item| item.mentions(word))
    }

    /// How often a word stands in the tree.
    pub fn count(&self, word: &str) -> usize {
        usize::from(self.as_word() == Some(word)) + self.items().iter().map(|item| item.count(word)).sum::<usize>()
    }

    /// The bare word, if the node is one.
    pub fn as_word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(w) => Some(w),
            _ => None,
        }
    }

    /// The whole number, if the node is one.
    pub fn as_int(&self) -> Option<i64> {
        match self.kind {
            Kind::Int(i) => Some(i),
            _ => None,
        }
    }

    /// Whether the node is the word `word` or a bracketed element headed by it.
    pub fn is(&self, word: &str) -> bool {
        self.head() == Some(word)
    }

    /// The first argument headed by `word`.
    pub fn child(&self, word: &str) -> Option<&Tree> {
        self.args().iter().find(|t| t.is(word))
    }

    /// The sections of a game, with those that stand within `support`.
    pub fn sections(&self) -> impl Iterator<Item = &Tree> {
        self.args().iter().flat_map(|t| if t.is("support") { t.args() } else { std::slice::from_ref(t) })
    }

    /// How many nodes the tree has, itself included.
    pub fn size(&self) -> usize {
        1 + self.items().iter().map(Tree::size).sum::<usize>()
    }
}
