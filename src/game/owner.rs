//! Who owns a piece: a player or nobody.

use super::rules::Player;
use crate::board::{CellId, CellSet};
use std::ops::{Index, IndexMut};

/// The owner of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// The player listed first.
    White,
    /// The player listed second.
    Black,
    /// Neither: the piece is neutral.
    Nobody,
}

impl Owner {
    /// All owners.
    pub const ALL: [Owner; 3] = [Owner::White, Owner::Black, Owner::Nobody];

    /// The player, if it is one.
    #[inline]
    pub fn player(self) -> Option<Player> {
        match self {
            Owner::White => Some(Player::White),
            Owner::Black => Some(Player::Black),
            Owner::Nobody => None,
        }
    }

    /// The other player; nobody of nobody.
    #[inline]
    pub fn opponent(self) -> Owner {
        match self {
            Owner::White => Owner::Black,
            Owner::Black => Owner::White,
            Owner::Nobody => Owner::Nobody,
        }
    }

    /// The owner as one bit: 1 for White, 2 for Black, 4 for nobody.
    #[inline]
    pub fn bit(self) -> u8 {
        1 << self as u8
    }

    /// Whether the owner is among these, given as bits.
    #[inline]
    pub fn is_among(self, owners: u8) -> bool {
        owners & self.bit() != 0
    }

    /// The owners given as bits.
    #[inline]
    pub fn among(owners: u8) -> impl Iterator<Item = Owner> {
        Owner::ALL.into_iter().filter(move |o| o.is_among(owners))
    }
}

impl From<Player> for Owner {
    #[inline]
    fn from(player: Player) -> Owner {
        match player {
            Player::White => Owner::White,
            Player::Black => Owner::Black,
        }
    }
}

impl PartialEq<Player> for Owner {
    #[inline]
    fn eq(&self, player: &Player) -> bool {
        *self == Owner::from(*player)
    }
}

/// One of something for each owner, indexed by [`Owner`] or [`Player`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByOwner<T>(pub [T; 3]);

impl<T> ByOwner<T> {
    /// What `f` makes of each owner.
    #[inline]
    pub fn of(mut f: impl FnMut(Owner) -> T) -> Self {
        let [white, black, nobody] = Owner::ALL;
        ByOwner([f(white), f(black), f(nobody)])
    }

    /// White's, Black's, and nobody's.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// White's, Black's, and nobody's.
    #[inline]
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }
}

impl<const W: usize> ByOwner<CellSet<W>> {
    /// The cells of all owners.
    #[inline]
    pub fn union(&self) -> CellSet<W> {
        self.0[0] | self.0[1] | self.0[2]
    }

    /// The cells of some owners, given as bits.
    #[inline(always)]
    pub fn among(&self, owners: u8) -> CellSet<W> {
        let of = |owner: Owner| if owner.is_among(owners) { self[owner] } else { CellSet::EMPTY };
        of(Owner::White) | of(Owner::Black) | of(Owner::Nobody)
    }

    /// Who has a cell.
    #[inline]
    pub fn owner_of(&self, cell: CellId) -> Option<Owner> {
        let [white, black, nobody] = &self.0;
        match cell {
            _ if white.contains(cell) => Some(Owner::White),
            _ if black.contains(cell) => Some(Owner::Black),
            _ if nobody.contains(cell) => Some(Owner::Nobody),
            _ => None,
        }
    }
}

impl<T> Index<Owner> for ByOwner<T> {
    type Output = T;

    #[inline]
    fn index(&self, owner: Owner) -> &T {
        &self.0[owner as usize]
    }
}

impl<T> IndexMut<Owner> for ByOwner<T> {
    #[inline]
    fn index_mut(&mut self, owner: Owner) -> &mut T {
        &mut self.0[owner as usize]
    }
}

impl<T> Index<Player> for ByOwner<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        &self.0[player as usize]
    }
}

impl<T> IndexMut<Player> for ByOwner<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player as usize]
    }
}
