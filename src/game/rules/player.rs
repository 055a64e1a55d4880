//! The players, and whom a rule means by its words for them.

use std::ops::{Index, IndexMut};

/// One of the two players, in turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Player {
    /// The player listed first, who usually moves first.
    White,
    /// The player listed second.
    Black,
}

impl Player {
    /// Both players, in turn order.
    pub const BOTH: [Player; 2] = [Player::White, Player::Black];

    /// What `f` makes of White, then of Black.
    #[inline]
    pub fn each<T>(mut f: impl FnMut(Player) -> T) -> [T; 2] {
        // Written out: `map` of an array is a dozen functions more to compile for each `f`, and draws large ones into its loop.
        [f(Player::White), f(Player::Black)]
    }

    /// The other player.
    #[inline]
    pub fn opponent(self) -> Player {
        match self {
            Player::White => Player::Black,
            Player::Black => Player::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The player as one bit: 1 for White, 2 for Black.
    #[inline]
    pub fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The players among owners given as bits.
    #[inline]
    pub fn among(owners: u8) -> impl Iterator<Item = Player> {
        Player::BOTH.into_iter().filter(move |player| owners & player.bit() != 0)
    }

    /// The player of that index; odd numbers are Black.
    #[inline]
    pub fn from_index(index: usize) -> Player {
        if index & 1 == 0 { Player::White } else { Player::Black }
    }
}

/// One of something for each player, indexed by [`Player`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByPlayer<T>(pub [T; 2]);

impl<T> ByPlayer<T> {
    /// What `f` makes of each player.
    #[inline]
    pub fn of(f: impl FnMut(Player) -> T) -> Self {
        ByPlayer(Player::each(f))
    }

    /// White's, then Black's.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// White's, then Black's.
    #[inline]
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        &self.0[player as usize]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player as usize]
    }
}

/// Whose: a player, or one in relation to the mover (in end conditions: to the player being tested).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// This player.
    Player(Player),
    /// Each player.
    All,
    /// The mover.
    Mover,
    /// The mover's opponent.
    Opponent,
    /// Belongs to nobody, but stands on the board.
    Neutral,
    /// Nobody.
    Nobody,
}

impl Who {
    /// Whether `owner` (`None` for a neutral piece) is meant, seen from `mover`.
    #[inline]
    pub fn means(self, owner: Option<Player>, mover: Player) -> bool {
        match self {
            Who::Player(p) => owner == Some(p),
            Who::All => owner.is_some(),
            Who::Mover => owner == Some(mover),
            Who::Opponent => owner == Some(mover.opponent()),
            Who::Neutral => owner.is_none(),
            Who::Nobody => false,
        }
    }

    /// The one player meant, seen from `mover`; `None` for everybody, nobody and neutral.
    #[inline]
    pub fn player(self, mover: Player) -> Option<Player> {
        match self {
            Who::Player(p) => Some(p),
            Who::Mover => Some(mover),
            Who::Opponent => Some(mover.opponent()),
            Who::All | Who::Neutral | Who::Nobody => None,
        }
    }
}
