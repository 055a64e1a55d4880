//! Everything that a population knows of one game.

use super::ancestry::Ancestry;
use super::games::Games;
use super::leads::Leads;
use crate::criticism::{self, Criterion};
use crate::judgement::Judgement;
use crate::order;
use crate::store::{GameId, Measurement, Reader, RunInfo, Stage, StoreError, VerdictRow};
use serde::Serialize;

/// Adds a measurement of a criterion that has none: what a later evaluation did not measure is taken from an earlier one.
pub(super) fn add_new(all: &mut Vec<Measurement>, measurement: Measurement) {
    if all.iter().all(|m| m.criterion != measurement.criterion) {
        all.push(measurement);
    }
}

/// One criterion of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// Its number.
    pub criterion: u8,
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// The standard error of the value; 0 for what is computed from the rules alone.
    pub error: f64,
}

impl Measured {
    /// As the criteria have it; `None` if there is no such criterion.
    pub fn measurement(&self) -> Option<criticism::Measurement> {
        let criterion = Criterion::from_name(&self.name).ok()?;
        Some(criticism::Measurement { criterion, value: self.value, standard_error: self.error, samples: 0 })
    }
}

/// The origin of a stretch of the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mark {
    /// The first byte and the one after the last.
    pub span: [u32; 2],
    /// The number of its source.
    pub source: usize,
    /// Whether the game is the same without it; `None` when it was not examined.
    pub vestigial: Option<bool>,
}

/// Everything that a population knows of one game.
#[derive(Clone, Debug, Serialize)]
pub struct Dossier {
    /// The rules, reduced if they were.
    pub text: String,
    /// The rules as they were bred.
    pub bred: String,
    /// What is thought of it.
    pub judgement: Option<Judgement>,
    /// What the checks for flaws found.
    pub verdicts: Vec<VerdictRow>,
    /// How it was made.
    pub log: Vec<String>,
    /// The policy that played the trials, and who measured it.
    pub policy: Vec<(String, f64)>,
    /// How the trials ended: won by White, by Black, drawn, abandoned.
    pub endings: [usize; 4],
    /// Whether there are decided trials to plot.
    pub leads: bool,
    /// The moves of the decided trial of median length, separated by blanks; empty where there is none.
    pub typical: String,
    /// The known games it descends from, with their shares in it, the largest first.
    pub ancestors: Vec<(String, f64)>,
    /// Where elements of its rules come from, in words.
    pub sources: Vec<String>,
    /// The source of most elements.
    pub main: Option<usize>,
    /// The origin of each element of the rules as they were bred, outer ones first.
    pub marks: Vec<Mark>,
    /// What was measured.
    pub criteria: Vec<Measured>,
}

impl Dossier {
    /// That of a game, with what that heat of the last round found, if it was in it.
    ///
    /// # Errors
    /// If the population cannot be read.
    pub fn of(
        reader: &Reader,
        run: &RunInfo,
        games: &Games,
        id: GameId,
        heat: Option<u32>,
    ) -> Result<Dossier, StoreError> {
        let bred = reader.text(id)?;
        let evaluated_twice = games.game(id).is_some_and(|row| row.evaluated_twice);
        let stage = if evaluated_twice { Stage::Candidate } else { Stage::Child };
        let again = heat.map(|heat| reader.remeasured_in(id, heat)).transpose()?.flatten();
        let judgement = match again {
            Some(found) => Some(*found.judgement),
            None if evaluated_twice => reader.judgement(id)?,
            None => None,
        };
        let ancestry = Ancestry::of(games, reader, run, id, bred.trim_end())?;
        let leads = Leads::of(reader.trials(id, stage)?);
        let mark = |e: &super::ancestry::Element| Mark {
            span: [e.span.start, e.span.end],
            source: e.source,
            vestigial: e.vestigial,
        };
        Ok(Dossier {
            text: judgement.as_ref().map_or_else(|| bred.clone(), |j| j.reduced.clone()),
            verdicts: reader.verdicts(id)?,
            log: reader.log(id)?,
            policy: reader.policy(id, stage)?,
            endings: leads.endings,
            leads: leads.typical.is_some(),
            typical: leads.typical.map(|trial| trial.moves).unwrap_or_default(),
            ancestors: games.ancestors(id),
            sources: ancestry.sources.iter().map(|source| source.words(games)).collect(),
            main: ancestry.main(),
            marks: ancestry.elements.iter().map(mark).collect(),
            criteria: Dossier::criteria(reader, run, id, heat)?,
            judgement,
            bred,
        })
    }

    /// What was measured of a game: by that heat of the last round, by the second evaluation where there was one, else by the first.
    ///
    /// # Errors
    /// If the population cannot be read.
    pub fn criteria(
        reader: &Reader,
        run: &RunInfo,
        id: GameId,
        heat: Option<u32>,
    ) -> Result<Vec<Measured>, StoreError> {
        let again = heat.map(|heat| reader.remeasured_in(id, heat)).transpose()?.flatten();
        let mut all = again.map(|found| found.measurements).unwrap_or_default();
        for stage in [Stage::Candidate, Stage::Child] {
            for measurement in reader.measured(id, stage)? {
                add_new(&mut all, measurement);
            }
        }
        order::sort_by_key(&mut all, |m| m.criterion);
        let named = |m: Measurement| {
            let name = run.criteria.get(usize::from(m.criterion))?.clone();
            Some(Measured { criterion: m.criterion, name, value: m.value, error: m.standard_error })
        };
        Ok(all.into_iter().filter_map(named).collect())
    }
}
