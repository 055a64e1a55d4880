//! A worker's side: the runs that it works for, each with its population, and pieces done.

use super::documents::{Done, Piece, Run, Work, is_game};
use super::population::{Replica, Stretch};
use super::wire::WireError;
use crate::evolution::{Breeder, Cache, Task};
use std::sync::{Mutex, PoisonError};

/// What a worker has of one run. Threads share it.
pub struct Desk {
    run: String,
    seed: u64,
    breeder: Breeder,
    /// Made anew where what was told turns out to be another population.
    replica: Mutex<Replica>,
    fresh: Box<dyn Fn() -> Replica + Send + Sync>,
}

impl Desk {
    /// That of a run; known games are looked up in the cache, if there is one.
    ///
    /// # Errors
    /// If the run is another program's, or its recipe or profile is no sound one.
    pub fn new(run: &Run, cache: Option<Cache>) -> Result<Desk, WireError> {
        run.is_ours()?;
        let (recipe, profile) = run.settings()?;
        let (breeding, lag) = (recipe.breeding.clone(), recipe.lag);
        let fresh = move || Replica::new(&breeding, lag);
        let breeder = Breeder::new(recipe, profile).with_cache(cache);
        Ok(Desk { run: run.id(), seed: run.seed, breeder, replica: Mutex::new(fresh()), fresh: Box::new(fresh) })
    }

    /// The run, by its [id](Run::id).
    pub fn run(&self) -> &str {
        &self.run
    }

    fn replica(&self) -> std::sync::MutexGuard<'_, Replica> {
        // A panic in parsing rules leaves the population as it was before that game.
        self.replica.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many games of the population are at hand.
    pub fn games(&self) -> u64 {
        self.replica().len()
    }

    /// Tells more of the population.
    ///
    /// # Errors
    /// If games are missing before these.
    pub fn tell(&self, stretch: Stretch) -> Result<(), WireError> {
        self.replica().extend(stretch)
    }

    /// Forgets the population, which has turned out to be another one.
    pub fn forget(&self) {
        *self.replica() = (self.fresh)();
    }

    /// The piece as a task.
    ///
    /// # Errors
    /// If it is of another run, or the games that it is made from are not at hand.
    pub fn task(&self, piece: &Piece) -> Result<Task, WireError> {
        if piece.run != self.run {
            return Err(WireError::OtherRun { what: "its name", theirs: piece.run.clone(), ours: self.run.clone() });
        }
        if let Some(tail) = &piece.tail {
            self.tell(tail.clone())?;
        }
        let view = || {
            let mark = piece.mark.as_ref();
            let mark = mark.ok_or_else(|| WireError::Malformed("a piece without its population".into()))?;
            self.replica().view(mark)
        };
        Ok(match &piece.work {
            Work::Seed { name, text } => Task::Seed { name: name.clone(), text: text.clone() },
            Work::Child(child) => Task::Child { child: *child, view: view()? },
            Work::Again { child, finalist } => {
                let (times, heat) = (finalist.times, finalist.heat);
                if !is_game(finalist.game) || !(1..=1_000).contains(&times) || !(1..=1_000).contains(&heat) {
                    return Err(WireError::Malformed(format!("a heat {heat} with {times} times the work")));
                }
                Task::Again { child: *child, finalist: finalist.clone(), view: view()? }
            }
        })
    }

    /// Does a piece of work, in this thread.
    ///
    /// # Errors
    /// Those of [`task`](Self::task).
    pub fn perform(&self, piece: &Piece) -> Result<Done, WireError> {
        let outcome = self.task(piece)?.perform(&self.breeder, self.seed);
        Ok(Done { piece: piece.id(), outcome })
    }

    /// The outcome of a piece that nobody survives.
    ///
    /// # Errors
    /// Those of [`task`](Self::task).
    pub fn give_up(&self, piece: &Piece, why: &str) -> Result<Done, WireError> {
        let outcome = self.task(piece)?.deadly(&self.breeder, self.seed, why);
        Ok(Done { piece: piece.id(), outcome })
    }
}
