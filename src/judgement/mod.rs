//! Is a game worth a morning? What reduction, comparison with known games, search, trials, the solver and the rules themselves say of it, put
//! together: a shelf, reasons in words, and a score that doubts.
//!
//! Junk looks like good games to the 57 criteria, which measure play. So a game is first reduced to what its rules come to ([`Case`]); a
//! known game in another coat is no candidate; a result that search finds from the start, or after most openings, leaves no game to play; and
//! each kind of sign that known games do not show takes from the score, as does that nobody wins by a goal ([`Judgement::doubted`]).
//!
//! | file | what it holds |
//! |---|---|
//! | `knowledge` | the known games, prepared for comparison, and how they are written |
//! | `forced` | wins by force from the start and after openings of two plies |
//! | `habits`, `lint`, `goals` | odd play; odd rules; odd goals and starts |
//! | `oddity` | the kinds of odd rules, and which are mistakes |
//! | `signs` | flags and fatal reasons, in words |
//! | `judge` | the case, the shelf, the judgement |
//! | `variety` | the order of candidates: what they ask for, and how many words that takes |
//! | `whole` | all of it for one rule file |

mod forced;
mod goals;
mod habits;
mod judge;
mod knowledge;
mod lint;
mod oddity;
mod signs;
mod variety;
mod whole;

pub use forced::{FEW_PLIES, Forced, ForcedSettings, Opening, opening};
pub use habits::Habits;
pub use judge::{Case, Checked, Examination, Judgement, Removed, Shelf, words};
pub use knowledge::{Knowledge, Nearest, Variant};
pub use lint::lint;
pub use oddity::{Oddity, OddityKind};
pub use signs::{Flag, Sign};
pub use variety::{Gist, placing, varied};
pub use whole::{JudgeSettings, judge, judge_case, judge_measured};
