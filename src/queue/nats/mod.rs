//! Pieces and outcomes through a NATS broker with JetStream: a disposable work queue, of which the database is the only truth.
//!
//! | stream | subject | holds |
//! |---|---|---|
//! | `LUDOGEN_RUN` | `ludogen.run.RUN` | what defines each run that is going on |
//! | `LUDOGEN_GAMES` | `ludogen.games.RUN.N` | its games, sixteen at a time, fetched once by every worker |
//! | `LUDOGEN_WORK` | `ludogen.work.RUN` | pieces that nobody has done; a consumer for each run, which its workers share |
//! | `LUDOGEN_DONE` | `ludogen.done.RUN` | outcomes that are not stored yet, in parts where they are large |
//! | `LUDOGEN_MEASURED` | `ludogen.measured.KEY` | what was found of known games, by all that it depends on, for other coordinators |
//!
//! A piece is acknowledged when its outcome has been published, and an outcome when it has been committed to the database. So whoever dies when,
//! nothing is lost: the broker delivers again what is not acknowledged in time, the coordinator publishes again what it misses, and what is done twice is
//! counted once, because an outcome is a function of its piece. What is pending needs no record of its own: it is what follows the last child in the
//! database. Should the broker lose everything, the coordinator publishes it again.
//!
//! | file | what it holds |
//! |---|---|
//! | `link` | the connection, streams, messages |
//! | `parts` | large outcomes in parts, and put together |
//! | `coordinator` | the hands of `evolve --queue` |
//! | `worker` | `ludogen worker` |

mod coordinator;
mod link;
mod parts;
mod worker;

pub use coordinator::{QueueHands, QueueSettings};
pub use link::{BrokerOptions, QueueError};
pub use worker::{WorkerEvent, WorkerOptions, work};
