//! What one game may be to another.

use serde::{Deserialize, Serialize};

/// Declares the relations, nearest first, each with another that has the same words and more: that sides may be changed in one of the games alone.
macro_rules! relations {
    ($($(#[$meta:meta])* $plain:ident $swapped:ident: $words:literal;)*) => {
        /// What one game is to another: all in which they differ. The nearest comes first.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Relation {
            $(
                $(#[$meta])*
                $plain,
                /// The same, but that sides may be changed after the first move in one of the games alone.
                $swapped,
            )*
        }

        impl Relation {
            /// In words, after the name of a game: `is the same game as Hex`.
            pub fn words(self) -> &'static str {
                match self {
                    $(
                        Relation::$plain => $words,
                        Relation::$swapped => concat!("but for the swap ", $words),
                    )*
                }
            }

            /// The same with sides that may be changed in one of the games alone.
            pub(super) fn but_for_swap(self) -> Relation {
                match self {
                    $(Relation::$plain | Relation::$swapped => Relation::$swapped,)*
                }
            }
        }
    };
}

relations! {
    /// The same rules up to names, colours and symmetry.
    Same SameButForSwap: "is the same game as";
    /// Other rules on the same board, and no difference in the games played: other words for the same, or a rule that hardly ever matters.
    Play PlayButForSwap: "plays like";
    /// The same rules on a board of another size, shape or tiling.
    Board BoardButForSwap: "on another board is";
    /// The same rules but for one number.
    Number NumberButForSwap: "with another number is";
    /// The same rules but for one number and the size or shape of the board; the tiling is the same.
    BoardAndNumber BoardAndNumberButForSwap: "on another board and with another number is";
    /// The same rules but for a few stones at the start, or for where the pieces stand if all stand there then.
    Start StartButForSwap: "with other stones at the start is";
    /// The same on another board.
    BoardAndStart BoardAndStartButForSwap: "on another board and with other stones at the start is";
    /// The same rules but for a condition on moves that the other has besides.
    Freer FreerButForSwap: "with one more condition on its moves is";
    /// The same on another board.
    BoardAndFreer BoardAndFreerButForSwap: "on another board and with one more condition on its moves is";
    /// The same rules, where whoever would win loses, and the other way round.
    Misere MisereButForSwap: "with winning and losing exchanged is";
    /// The same on another board.
    BoardAndMisere BoardAndMisereButForSwap: "on another board and with winning and losing exchanged is";
    /// The same but for one number.
    NumberAndMisere NumberAndMisereButForSwap: "with another number and with winning and losing exchanged is";
    /// The same but for one number, on another board.
    BoardNumberAndMisere BoardNumberAndMisereButForSwap:
        "on another board, with another number and with winning and losing exchanged is";
}
