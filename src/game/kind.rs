//! Which type a piece is of.

use crate::language::check::MAX_PIECES;
use std::ops::{Index, IndexMut};

/// The most piece types a game may have.
pub const MAX_KINDS: usize = MAX_PIECES;

/// The type of a piece, by its place in [`Rules::pieces`](super::Rules::pieces).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(u8);

impl Kind {
    /// The type of that number, from 0; there are [`MAX_KINDS`] at most.
    #[inline]
    pub const fn new(number: usize) -> Kind {
        Kind(number as u8)
    }

    /// Its number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The type as one bit; none for the type of no piece.
    #[inline]
    pub fn bit(self) -> u16 {
        1u16.checked_shl(self.0.into()).unwrap_or(0)
    }

    /// The first types, so many.
    #[inline]
    pub fn first(count: usize) -> impl Iterator<Item = Kind> {
        (0..count.min(MAX_KINDS)).map(Kind::new)
    }
}

/// One of something for each piece type, indexed by [`Kind`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByKind<T>(pub [T; MAX_KINDS]);

impl<T> ByKind<T> {
    /// Each with its type.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Kind, &T)> {
        Kind::first(MAX_KINDS).zip(&self.0)
    }
}

impl<T> Index<Kind> for ByKind<T> {
    type Output = T;

    #[inline]
    fn index(&self, kind: Kind) -> &T {
        &self.0[kind.index() % MAX_KINDS]
    }
}

impl<T> IndexMut<Kind> for ByKind<T> {
    #[inline]
    fn index_mut(&mut self, kind: Kind) -> &mut T {
        &mut self.0[kind.index() % MAX_KINDS]
    }
}
