//! Everything that a report contains, read from the population once.

use super::ancestry::Ancestry;
use super::dossier::add_new;
use super::files::Stems;
use super::games::Games;
use super::leads::{Leads, ladder};
use super::listing::{Listed, listed};
use super::members::{Distances, Members};
use super::order::{Order, Place};
use super::renderers::Renderers;
use super::svg::Svg;
use crate::criticism::{self, Criterion, Profile, Score, score_stored};
use crate::export::Form;
use crate::judgement::Judgement;
use crate::store::{GameId, GameRow, Measurement, Reader, RunInfo, Stage, StoreError, VerdictRow};
use std::collections::BTreeMap;

pub(super) struct Model {
    /// The run; its profile is the one by which the games are scored.
    pub(super) run: RunInfo,
    /// The profile that the games were bred with, if the scores are by another.
    pub(super) bred_with: Option<String>,
    /// There is a page to play the candidates on.
    pub(super) playable: bool,
    pub(super) games: Games,
    /// The measurements each game is judged by: those of the second evaluation where there was one.
    pub(super) measurements: BTreeMap<GameId, Vec<Measurement>>,
    /// The nodes that went into each game.
    pub(super) nodes: BTreeMap<GameId, u64>,
    /// The best first.
    pub(super) candidates: Vec<Candidate>,
    /// The viable games that are not ranked: variants, then those without a score, then flawed ones; of each the best first.
    pub(super) shelved: Vec<Shelved>,
    /// The candidates among the known games.
    pub(super) places: Vec<Listed>,
    /// The profile that known games are placed by, if it is another.
    pub(super) of_known: Option<String>,
}

/// A viable game that is not ranked.
pub(super) struct Shelved {
    pub(super) row: GameRow,
    /// The name of its files.
    pub(super) stem: String,
    /// The rules, reduced.
    pub(super) text: String,
    pub(super) judgement: Option<Judgement>,
    /// The ranked game that it is a variation of, by name.
    pub(super) variation_of: Option<String>,
}

pub(super) struct Candidate {
    pub(super) row: GameRow,
    pub(super) score: Score,
    /// The score less what speaks against it.
    pub(super) doubted: f64,
    /// From 1 on.
    pub(super) rank: usize,
    /// The number of the group of games that the data cannot tell from the best of the group; from 1 on.
    pub(super) tied: usize,
    /// How it was measured in the last round, if it was in it: the heat, and its work as a multiple of that of the run.
    pub(super) heat: Option<(u32, u32)>,
    /// The name of its files.
    pub(super) stem: String,
    /// The rules, reduced if they were.
    pub(super) text: String,
    /// The rules as they were bred.
    pub(super) bred: String,
    /// What is thought of it.
    pub(super) judgement: Option<Judgement>,
    pub(super) english: Option<String>,
    /// The rules for other programs, in the forms in which they can be said.
    pub(super) exports: Vec<(Form, String)>,
    pub(super) board: Option<String>,
    /// The verdicts on its flaws.
    pub(super) verdicts: Vec<VerdictRow>,
    /// Where its elements come from.
    pub(super) ancestry: Ancestry,
    pub(super) log: Vec<String>,
    pub(super) policy: Vec<(String, f64)>,
    /// What its trials tell.
    pub(super) leads: Leads,
    /// How far its rules are from those of others.
    pub(super) distances: Distances,
    /// The seed games it descends from, with their shares in it, the largest first.
    pub(super) ancestors: Vec<(String, f64)>,
}

impl Candidate {
    /// The plot of its ladder of skill, if it has been judged.
    pub fn ladder(&self) -> Option<Svg> {
        ladder(&self.judgement.as_ref()?.ladder)
    }
}

impl Model {
    /// Reads the population; `None` when its run has not begun. With a profile all scores are by that.
    pub(super) fn read(
        reader: &Reader,
        renderers: &Renderers<'_>,
        profile: Option<&Profile>,
    ) -> Result<Option<Model>, StoreError> {
        let Some(run) = reader.run()? else { return Ok(None) };
        let games = Games::new(reader.games()?);
        let mut measurements: BTreeMap<GameId, Vec<Measurement>> = BTreeMap::new();
        // What the second evaluation did not measure is taken from the first.
        for stage in [Stage::Candidate, Stage::Child] {
            for (game, measurement) in reader.measurements(stage)? {
                add_new(measurements.entry(game).or_default(), measurement);
            }
        }
        let members = Members::read(reader, &games)?;
        let mut model = Model {
            run,
            bred_with: None,
            playable: false,
            games,
            measurements,
            nodes: reader.nodes()?.into_iter().collect(),
            candidates: Vec::new(),
            shelved: Vec::new(),
            places: Vec::new(),
            of_known: None,
        };
        if let Some(profile) = profile {
            model.rescore(profile);
        }
        let order = Order::of(reader, &model.games.rows, &model.run.profile, profile)?;
        order.again().for_each(|row| drop(model.games.replace(row.clone())));
        let Order { ranked, shelved, measured, mut variation_of, .. } = order;
        for (id, again) in measured {
            // What the last round did not measure stays as it was.
            let measured = model.measurements.entry(id).or_default();
            measured.retain(|m| again.iter().all(|a| a.criterion != m.criterion));
            measured.extend(again);
            measured.sort_by_key(|m| m.criterion);
        }
        let mut stems = Stems::default();
        for (row, place) in ranked {
            let candidate = model.candidate(reader, &members, renderers, row, place, &mut stems)?;
            model.candidates.push(candidate);
        }
        for (row, judgement) in shelved {
            let text = judgement.as_ref().map(|j| j.reduced.clone());
            let text = text.map_or_else(|| reader.text(row.id), Ok)?;
            let variation_of = variation_of.remove(&row.id);
            model.shelved.push(Shelved { stem: stems.of(&row.name, row.id.0), text, judgement, variation_of, row });
        }
        let shipped = if profile.is_none() { Profile::shipped(&model.run.profile) } else { None };
        let candidates = model.candidates.iter().map(|c| Listed::candidate(c.row.id, c.row.name.clone(), c.doubted));
        let profile = profile.or(shipped.as_ref());
        model.places = listed(&model.games, candidates, profile, |game| model.measured(game));
        model.of_known = profile.and_then(Profile::of_known_games).map(|profile| profile.name);
        Ok(Some(model))
    }

    /// What was measured of a game.
    fn measured(&self, game: GameId) -> Vec<criticism::Measurement> {
        let named = |m: &Measurement| {
            let criterion = Criterion::from_name(self.run.criteria.get(usize::from(m.criterion))?).ok()?;
            let Measurement { value, standard_error, samples, .. } = *m;
            Some(criticism::Measurement { criterion, value, standard_error, samples })
        };
        self.measurements.get(&game).into_iter().flatten().filter_map(named).collect()
    }

    /// Scores every measured game by another profile, from its stored measurements.
    fn rescore(&mut self, profile: &Profile) {
        let scored = |game: &GameRow| score_stored(profile, &self.measured(game.id));
        let scores: Vec<_> =
            self.games.rows.iter().map(|game| self.measurements.contains_key(&game.id).then(|| scored(game))).collect();
        for (game, score) in self.games.rows.iter_mut().zip(scores) {
            game.score = score.or(game.score);
        }
        self.bred_with = Some(self.run.profile.clone());
        self.run.profile = profile.name.clone();
        self.run.profile_version = profile.date.clone();
    }

    fn candidate(
        &self,
        reader: &Reader,
        members: &Members,
        renderers: &Renderers<'_>,
        row: GameRow,
        Place { score, doubted, rank, tied, verdicts, judgement, heat }: Place,
        stems: &mut Stems,
    ) -> Result<Candidate, StoreError> {
        let id = row.id;
        let bred = reader.text(id)?;
        let text = judgement.as_ref().map_or_else(|| bred.clone(), |j| j.reduced.clone());
        let leads = Leads::of(reader.trials(id, Stage::Candidate)?);
        Ok(Candidate {
            score,
            doubted,
            rank,
            tied,
            heat: heat.map(|heat| (heat.number, heat.times)),
            verdicts,
            stem: stems.of(&row.name, id.0),
            exports: Form::ALL.into_iter().filter_map(|form| Some((form, form.write(&text).ok()?))).collect(),
            english: renderers.english.and_then(|render| render(&text)),
            board: renderers.board.and_then(|render| render(&text)),
            ancestry: Ancestry::of(&self.games, reader, &self.run, id, bred.trim_end())?,
            distances: members.distances(id, &bred),
            text,
            bred,
            judgement,
            log: reader.log(id)?,
            policy: reader.policy(id, Stage::Candidate)?,
            leads,
            ancestors: self.games.ancestors(id),
            row,
        })
    }
}
