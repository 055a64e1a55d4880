//! The skeleton of every operation that makes states: one walk down the layers, and one up.
//!
//! An operation is a question about a few states of some layer, such as their union. It is answered by questions about states of the layer
//! below, one for each symbol, and these in turn; questions that are equal are asked once, as a computed table per layer remembers them.
//! Decision diagram packages call this *apply* and go depth first; here it is done breadth first (Ochi, Yasuoka and Yajima 1993), because all
//! questions of a layer can be asked by many threads at once, and a table for one layer fits the cache.
//!
//! [`descend`] collects the questions of each layer, [`ascend`] answers them from the last layer up, each by one state of the unique table. An
//! operation says how a question leads to others and how their answers make its own.

use super::Error;
use super::rounds::{CHUNK, in_chunks, rounds};
use super::store::Store;
use super::unique_table::UniqueTable;

/// An operation on states. Questions of a layer are numbers, which its table gives out.
pub(super) trait Apply: Sync {
    /// What a task remembers of its questions for the way up.
    type Kept: Send + Sync;

    /// Makes room in the next layer for what these questions of a layer lead to, with so many left to look at, these included.
    fn reserve_below(&mut self, store: &Store, layer: usize, questions: &[u32], left: usize) -> Result<(), Error>;

    /// Looks at questions of a layer and asks those of the next to which they lead; returns the ones asked for the first time, too.
    fn expand(&self, store: &Store, layer: usize, questions: &[u32]) -> (Self::Kept, Vec<u32>);

    /// Takes note of questions of a layer asked for the first time.
    fn note(&mut self, layer: usize, fresh: usize);

    /// No question of a layer is asked after this.
    fn close(&mut self, _layer: usize) {}

    /// Works on all questions of a layer once those of the layers below are answered.
    fn prepare(&mut self, _store: &mut Store, _layer: usize, _wave: &mut Wave<Self::Kept>) -> Result<(), Error> {
        Ok(())
    }

    /// States that answer a question.
    fn answers(&self) -> usize {
        1
    }

    /// Answers the questions of a task by states of their layer, for which there is room.
    fn build(&self, states: &UniqueTable, layer: usize, questions: &[u32], kept: &Self::Kept);

    /// All questions of a layer are answered, and what was asked below it is not needed any more.
    fn finish(&mut self, _layer: usize) {}
}

/// The questions of one layer, in the order in which they were asked.
pub(super) struct Wave<K> {
    pub questions: Vec<u32>,
    /// By task.
    pub kept: Vec<K>,
}

impl<K> Wave<K> {
    /// What is remembered of the questions of a chunk, given by its beginning.
    #[inline]
    pub fn kept_of(&self, begin: usize) -> &K {
        &self.kept[begin / CHUNK]
    }
}

/// Collects all that must be asked to answer some questions of a layer, layer by layer.
pub(super) fn descend<O: Apply>(
    operation: &mut O,
    store: &Store,
    top: usize,
    questions: Vec<u32>,
) -> Result<Vec<Wave<O::Kept>>, Error> {
    let mut waves = Vec::new();
    let mut questions = questions;
    while !questions.is_empty() {
        let layer = top + waves.len();
        let (mut all_kept, mut all_fresh) = (Vec::new(), Vec::new());
        for (round, left) in rounds(questions.len()) {
            operation.reserve_below(store, layer, &questions[round.clone()], left)?;
            let asking = &*operation;
            for (kept, fresh) in in_chunks(round, |chunk| asking.expand(store, layer, &questions[chunk])) {
                operation.note(layer + 1, fresh.len());
                all_kept.push(kept);
                all_fresh.extend(fresh);
            }
        }
        operation.close(layer + 1);
        waves.push(Wave { questions, kept: all_kept });
        questions = all_fresh;
    }
    Ok(waves)
}

/// Answers what [`descend`] has collected, the last layer first.
pub(super) fn ascend<O: Apply>(
    operation: &mut O,
    store: &mut Store,
    top: usize,
    mut waves: Vec<Wave<O::Kept>>,
) -> Result<(), Error> {
    while let Some(mut wave) = waves.pop() {
        let layer = top + waves.len();
        operation.prepare(store, layer, &mut wave)?;
        for (round, left) in rounds(wave.questions.len()) {
            let states = &mut store.tables[layer];
            states.reserve(layer, round.len() * operation.answers(), left)?;
            let (states, answering) = (&*states, &*operation);
            in_chunks(round, |chunk| {
                answering.build(states, layer, &wave.questions[chunk.clone()], wave.kept_of(chunk.start));
            });
        }
        operation.finish(layer);
    }
    Ok(())
}
