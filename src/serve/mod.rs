//! The studio: a population, played, judged and bred further in a browser.
//!
//! The server knows populations, surveys and runs, and plays nothing: the engine is in the page (`web/`), as in shared pages. Every view is the same
//! small document with modules of `web/studio`; what they show comes as JSON. A population is read only, but for the answers of a
//! survey and the run that a person starts.
//!
//! | file | what it holds |
//! |---|---|
//! | `options` | what a server is given |
//! | `listen` | the socket: connections, slow clients, an orderly end |
//! | `guard`, `pace` | who may ask: host, token, origin, rates; the headers of every answer |
//! | `routes` | which address is answered by whom |
//! | `answer` | work done aside, values and errors as JSON |
//! | `assets`, `bundle`, `module` | the files of the pages, the known games and the engine, all in the program |
//! | `catalogue` | snapshots of the population, with the shelves |
//! | `gallery` | games: lists, pages, figures |
//! | `night`, `run` | the run: started, stopped, continued |
//! | `feed` | what is told of the night as it goes on |
//! | `recipe` | the fields of a recipe, explained |
//! | `survey` | pairs of games, which is the more interesting, and what follows from the answers |
//! | `jobs`, `queue`, `words` | for the editor: a game judged or bred from; the words of the language |
//! | `pictures` | boards drawn before |
//! | `solutions` | solutions of games, in a folder |
//! | `studio` | what all of these share |

mod answer;
mod assets;
mod bundle;
mod catalogue;
mod feed;
mod gallery;
mod guard;
mod jobs;
mod listen;
mod module;
mod night;
mod options;
mod pace;
mod pictures;
mod queue;
mod recipe;
mod routes;
mod run;
mod solutions;
mod studio;
mod survey;
mod words;

pub use assets::known_games;
pub use listen::{ServeError, Server};
pub use options::ServeOptions;
pub use solutions::{Skipped, Solutions};
