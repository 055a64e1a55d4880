//! The run: a population of games breeds, child after child, until a limit is reached.
//!
//! The manager ([`evolve`]) schedules and admits; what a child's life is, it does not know ([`Life`]). Child *k* of a run
//! with seed *s* draws from the stream *(s, k)* and is made from the population as it stood after child *k − lag* was
//! admitted ([`View`]); children are admitted strictly in the order of their numbers. So the outcome is a function of the
//! seed games, the [`Recipe`], the seed and the profile alone, however many threads work on it and however often they are
//! interrupted.
//!
//! | files | what they hold |
//! |---|---|
//! | `options`, `recipe`, `events`, `progress`, `interrupt` | what a run is given, and what it reports |
//! | `manager`, `run_state`, `ordered`, `soundness` | scheduling, admission, and continuing a run |
//! | `task` | a piece of the work, as threads and workers elsewhere do it |
//! | `view`, `niche` | the population: snapshots, ranks, the archive |
//! | `life`, `breeder`, `subject` | the life of a child, and the games that it handles |
//! | `screening`, `policy`, `policy_choice` | the tests before self-play, and the policy for it |
//! | `evaluation`, `trial_rounds`, `ablation`, `rows` | the two evaluations by self-play, and what is stored of them |
//! | `last_round`, `heat` | the best candidates measured again, by halving |
//! | `cache` | measurements of known games, kept between runs |

mod ablation;
mod breeder;
mod cache;
mod evaluation;
mod events;
mod heat;
mod interrupt;
mod last_round;
mod life;
mod manager;
mod niche;
mod options;
mod ordered;
mod policy;
mod policy_choice;
mod progress;
mod recipe;
mod relatives;
mod rows;
mod run_state;
mod screening;
mod soundness;
mod subject;
mod task;
mod trial_rounds;
mod view;

pub use breeder::Breeder;
pub use cache::Cache;
pub use events::{Event, Stop};
pub use interrupt::on_ctrl_c;
pub use last_round::{Found, Played, Relative, Standing, families, head_of_family, last_round, played};
pub use life::{Finalist, Life};
pub(crate) use manager::pool;
pub use manager::{Crew, evolve, evolve_with, stored_run};
pub use options::{EvolveError, EvolveOptions, Limits, Summary};
pub use ordered::Hands;
pub(crate) use policy::advisors;
pub use progress::{Progress, Tally};
pub use recipe::{
    Candidates, Inbreeding, LastRound, PolicyChoice, Recipe, RecipeError, Safety, Speed, Trials, Viability,
};
pub(crate) use rows::read_measurements;
pub(crate) use task::seed_of;
pub use task::{Outcome, Task};
pub(crate) use view::Growing;
pub use view::{Known, Member, View};
