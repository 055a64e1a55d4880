//! Everything that a report contains, read from the population once.

use super::ancestry::Ancestry;
use super::files::Stems;
use super::games::Games;
use super::renderers::Renderers;
use crate::criticism::{self, Criterion, Profile, Score, score_stored};
use crate::judgement::Judgement;
use crate::store::{Fate, GameId, GameRow, Measurement, Reader, RunInfo, Stage, StoreError, TrialRow, VerdictRow};
use crate::trials::Ending;
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
    /// The best first.
    pub(super) candidates: Vec<Candidate>,
    /// The viable games that are not ranked: variants, then those without a score, then flawed ones; of each the best first.
    pub(super) shelved: Vec<Shelved>,
}

/// A viable game that is not ranked.
pub(super) struct Shelved {
    pub(super) row: GameRow,
    /// The name of its files.
    pub(super) stem: String,
    /// The rules, reduced.
    pub(super) text: String,
    pub(super) judgement: Option<Judgement>,
}

pub(super) struct Candidate {
    pub(super) row: GameRow,
    pub(super) score: Score,
    /// From 1 on.
    pub(super) rank: usize,
    /// The number of the group of games that the data cannot tell from the best of the group; from 1 on.
    pub(super) tied: usize,
    /// The name of its files.
    pub(super) stem: String,
    /// The rules, reduced if they were.
    pub(super) text: String,
    /// The rules as they were bred.
    pub(super) bred: String,
    /// What is thought of it.
    pub(super) judgement: Option<Judgement>,
    pub(super) english: Option<String>,
    pub(super) board: Option<String>,
    /// The verdicts on its flaws.
    pub(super) verdicts: Vec<VerdictRow>,
    /// Where its elements come from.
    pub(super) ancestry: Ancestry,
    pub(super) log: Vec<String>,
    pub(super) policy: Vec<(String, f64)>,
    /// The leads of the winners of decided trials.
    pub(super) winners: Vec<Vec<f32>>,
    /// The decided trial of median length.
    pub(super) typical: Option<TrialRow>,
    /// How the trials ended, in the order of [`Ending::ALL`].
    pub(super) endings: [usize; 4],
    /// The seed games it descends from, with their shares in it, the largest first.
    pub(super) ancestors: Vec<(String, f64)>,
}

/// The rank of a candidate, and what it follows from.
struct Place {
    score: Score,
    rank: usize,
    tied: usize,
    verdicts: Vec<VerdictRow>,
    judgement: Option<Judgement>,
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
                let all = measurements.entry(game).or_default();
                if all.iter().all(|m| m.criterion != measurement.criterion) {
                    all.push(measurement);
                }
            }
        }
        let mut model = Model {
            run,
            bred_with: None,
            playable: false,
            games,
            measurements,
            candidates: Vec::new(),
            shelved: Vec::new(),
        };
        if let Some(profile) = profile {
            model.rescore(profile);
        }
        let doubting = profile.map(Profile::error).or_else(|| Profile::shipped(&model.run.profile).map(|p| p.error()));
        let mut ranked: Vec<(GameRow, Score, Place)> = Vec::new();
        let mut shelved = Vec::new();
        for game in model.games.rows.iter().filter(|game| game.fate == Fate::Admitted && game.evaluated_twice) {
            let judgement = if game.shelf.is_some() { reader.judgement(game.id)? } else { None };
            let Some(score) = game.score.filter(|_| game.viable == Some(true) || judgement.is_some()) else { continue };
            if !game.is_candidate() {
                shelved.push((game.clone(), judgement));
                continue;
            }
            // Each kind of sign against a game takes from its score, whichever profile that is by.
            let less = judgement.as_ref().map_or(0.0, |j| j.doubt(doubting));
            let doubted = Score { value: score.value - less, low: score.low - less, high: score.high - less };
            let place = Place { score, rank: 0, tied: 0, verdicts: reader.verdicts(game.id)?, judgement };
            ranked.push((game.clone(), doubted, place));
        }
        // Games with a fatal flaw come after all others.
        let fatal = |place: &Place| place.verdicts.iter().any(VerdictRow::is_fatal);
        ranked.sort_by(|(a, x, v), (b, y, w)| {
            fatal(v).cmp(&fatal(w)).then(y.value.total_cmp(&x.value)).then(a.id.cmp(&b.id))
        });
        let worth = ranked.partition_point(|(_, _, place)| !fatal(place));
        let scores: Vec<Score> = ranked.iter().map(|(_, score, _)| *score).collect();
        let mut groups = ties(&scores[..worth]);
        let before = groups.last().copied().unwrap_or(0);
        groups.extend(ties(&scores[worth..]).into_iter().map(|group| before + group));
        let mut stems = Stems::default();
        for (i, ((row, _, place), tied)) in ranked.into_iter().zip(groups).enumerate() {
            let candidate =
                model.candidate(reader, renderers, row, Place { rank: i + 1, tied, ..place }, &mut stems)?;
            model.candidates.push(candidate);
        }
        let value = |row: &GameRow| row.score.map_or(f64::NEG_INFINITY, |score| score.value);
        shelved
            .sort_by(|(a, _), (b, _)| a.shelf.cmp(&b.shelf).then(value(b).total_cmp(&value(a))).then(a.id.cmp(&b.id)));
        for (row, judgement) in shelved {
            let text = judgement.as_ref().map(|j| j.reduced.clone());
            let text = text.map_or_else(|| reader.text(row.id), Ok)?;
            model.shelved.push(Shelved { stem: stems.of(&row.name, row.id.0), text, judgement, row });
        }
        Ok(Some(model))
    }

    /// Scores every measured game by another profile, from its stored measurements.
    fn rescore(&mut self, profile: &Profile) {
        let named = |m: &Measurement| {
            let criterion = Criterion::from_name(self.run.criteria.get(usize::from(m.criterion))?).ok()?;
            let Measurement { value, standard_error, samples, .. } = *m;
            Some(criticism::Measurement { criterion, value, standard_error, samples })
        };
        for game in &mut self.games.rows {
            if let Some(measured) = self.measurements.get(&game.id) {
                let measured: Vec<_> = measured.iter().filter_map(named).collect();
                game.score = Some(score_stored(profile, &measured));
            }
        }
        self.bred_with = Some(self.run.profile.clone());
        self.run.profile = profile.name.clone();
        self.run.profile_version = profile.date.clone();
    }

    fn candidate(
        &self,
        reader: &Reader,
        renderers: &Renderers<'_>,
        row: GameRow,
        Place { score, rank, tied, verdicts, judgement }: Place,
        stems: &mut Stems,
    ) -> Result<Candidate, StoreError> {
        let id = row.id;
        let bred = reader.text(id)?;
        let text = judgement.as_ref().map_or_else(|| bred.clone(), |j| j.reduced.clone());
        let mut trials = reader.trials(id, Stage::Candidate)?;
        let endings = Ending::ALL.map(|ending| trials.iter().filter(|trial| trial.ending == ending).count());
        trials.retain(|trial| matches!(trial.ending, Ending::White | Ending::Black));
        let sign = |ending| if ending == Ending::White { 1.0 } else { -1.0 };
        let winners =
            trials.iter().map(|trial| trial.leads.iter().map(|lead| lead * sign(trial.ending)).collect()).collect();
        trials.sort_by_key(|trial| trial.leads.len());
        let middle = trials.len() / 2;
        Ok(Candidate {
            score,
            rank,
            tied,
            verdicts,
            stem: stems.of(&row.name, id.0),
            english: renderers.english.and_then(|render| render(&text)),
            board: renderers.board.and_then(|render| render(&text)),
            ancestry: Ancestry::of(&self.games, reader, id, bred.trim_end())?,
            text,
            bred,
            judgement,
            log: reader.log(id)?,
            policy: reader.policy(id, Stage::Candidate)?,
            winners,
            typical: trials.into_iter().nth(middle),
            endings,
            ancestors: self.games.ancestors(id),
            row,
        })
    }
}

/// The groups of statistically tied games among scores in falling order.
///
/// A group is led by its best game and goes on as long as the data cannot tell the next one from it.
fn ties(scores: &[Score]) -> Vec<usize> {
    let mut groups = Vec::with_capacity(scores.len());
    let (mut group, mut leader) = (0, None);
    for score in scores {
        if leader.is_none_or(|leader: &Score| !leader.ties_with(score)) {
            group += 1;
            leader = Some(score);
        }
        groups.push(group);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_judged_by_the_interval_of_the_difference() {
        let score = |value: f64, half: f64| Score { value, low: value - half, high: value + half };
        // With equal half-widths h the difference of two is uncertain by h·√2: 0.14 for 0.1.
        let scores = [score(1.0, 0.1), score(0.9, 0.1), score(0.86, 0.1), score(0.85, 0.1), score(0.5, 0.0)];
        assert_eq!(ties(&scores), [1, 1, 1, 2, 3]);
        assert_eq!(ties(&[]), Vec::<usize>::new());
    }
}
