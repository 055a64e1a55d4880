//! Rules reduced to the simplest that play the same game.
//!
//! [`reduce`] takes rules through normal forms that are true by algebra and then through typed, hierarchical delta debugging (Misherghi & Su
//! 2006; Sun et al. 2018, Perses): each node in turn is left out, replaced by what stands in it, or by a constant, outer nodes first, and the
//! smaller rules are kept if they still check, compile and play the same. *The same* is: the same actions are legal, they lead to positions
//! that look the same (whose pieces of which type stand on top of which cells, and whose turn it is), and games end the same. What cannot be
//! seen, such as states that nothing reads or stones that always lie double, is compared by what it leads to.
//!
//! The evidence is named for each removal: *algebra*; *proved* on this board by all reachable positions, or by sets that hold these; or *no difference in n games* of
//! random players and of players who search and have tastes of their own. A rule that was never in use in any of these games (a move never
//! made, a piece never on the board) is not thereby dead: what is in it goes by algebra or proof alone. Nor is one that matters once in a
//! thousand games; so by default what games alone show is listed and stays ([`Trust::Proof`]). Rules that nobody wrote, such as bred ones,
//! are reduced by what three hundred games show ([`Trust::Games`]).
//!
//! Leaving out what changes play and costs no score (ablation) needs the score, which is measured above this module: variations of the best games
//! ([`polish`](crate::synthesis::polish)) lack one of their parts, are measured as new games, and the shortest of those that are as good stands for the family.
//!
//! | file | what it holds |
//! |---|---|
//! | `view`, `players`, `corpus` | what a player sees; games, and rules played along them |
//! | `product`, `by_sets` | two games side by side: all reachable positions, and sets of positions |
//! | `ground`, `logic`, `algebra`, `unread` | what is possible at all; what follows from conditions; normal forms; what nothing reads |
//! | `step`, `edits`, `start` | one simplification; smaller trees; what of the start changes nothing |
//! | `options`, `subject`, `trial`, `search` | the budget; rules with their game; one comparison; the search for the smallest rules |
//! | `regions`, `conventions`, `numbers` | regions in the words of a player; what makes no other game; rules with another number |
//! | `same`, `play`, `relation`, `kin` | one game in many coats; a fingerprint of play; what a game may be to another; what it is to known games |
//! | `account` | what was removed and how sure that is |

/// Runs the same code on the games of one width inside two [`AnyGame`](crate::game::AnyGame)s, or other code if their widths differ.
macro_rules! with_alike {
    (($a:ident, $b:ident) => $body:expr, else $other:expr) => {
        match ($a, $b) {
            (crate::game::AnyGame::W1($a), crate::game::AnyGame::W1($b)) => $body,
            (crate::game::AnyGame::W2($a), crate::game::AnyGame::W2($b)) => $body,
            (crate::game::AnyGame::W4($a), crate::game::AnyGame::W4($b)) => $body,
            (crate::game::AnyGame::W6($a), crate::game::AnyGame::W6($b)) => $body,
            (crate::game::AnyGame::W16($a), crate::game::AnyGame::W16($b)) => $body,
            _ => $other,
        }
    };
}

mod account;
mod algebra;
mod by_sets;
mod conventions;
mod corpus;
mod edits;
mod ground;
mod kin;
mod logic;
mod numbers;
mod options;
mod play;
mod players;
mod product;
mod regions;
mod relation;
mod same;
mod search;
mod start;
mod step;
mod subject;
mod trial;
mod unread;
mod view;

pub use account::{Evidence, Removal};
pub use kin::{Known, Near};
pub use options::{Options, Trust};
pub use play::PlayPrint;
pub use relation::Relation;
pub use same::{board_form, board_forms, coatless, family_form};
pub use search::{Reduced, reduce};
pub use subject::NotPlayable;
