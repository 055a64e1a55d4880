//! The population that pieces are done with: a list of games that grows at its end, told in stretches and known by a hash over all of it.

use super::wire::{WireError, digest};
use crate::evolution::{Growing, Known, Member, View};
use crate::store::{Fate, GameId, MemberRow};
use crate::synthesis::Breeding;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;

/// So many games make a stretch that is sent by itself.
pub(super) const STRETCH: u64 = 16;

/// A population at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// How many games it has.
    pub games: u64,
    /// The hash over them, in order.
    pub hash: String,
}

/// A game as others need to know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Row {
    /// A rejected one: its name is taken.
    Named(String),
    /// One that may become a parent.
    Member {
        /// Its name.
        name: String,
        /// Its rules.
        text: String,
        /// The hash of its rules.
        fingerprint: u64,
        /// Its generation.
        generation: u32,
        /// What orders the population.
        score: f64,
        /// Half the width of the score's interval.
        spread: f64,
        /// Its niche.
        niche: String,
        /// Whether it is a known game that is viable, or a candidate.
        feasible: bool,
        /// Its policy.
        policy: Vec<(String, f64)>,
    },
}

impl Row {
    fn of(game: &Known) -> Row {
        match game {
            Known::Named(name) => Row::Named(name.to_string()),
            Known::Member(member) => Row::Member {
                name: member.name.clone(),
                text: member.text.clone(),
                fingerprint: member.fingerprint,
                generation: member.generation,
                score: member.score,
                spread: member.spread,
                niche: member.niche.clone(),
                feasible: member.feasible,
                policy: member.policy.clone(),
            },
        }
    }

    fn known(self, id: u64) -> Known {
        match self {
            Row::Named(name) => Known::Named(name.into()),
            Row::Member { name, text, fingerprint, generation, score, spread, niche, feasible, policy } => {
                let row = MemberRow {
                    id: GameId(id),
                    child: None,
                    name,
                    fate: Fate::Admitted,
                    text,
                    fingerprint,
                    generation,
                    score,
                    spread,
                    feasible,
                    niche,
                    policy,
                };
                Known::Member(Arc::new(Member::new(row)))
            }
        }
    }
}

/// Games that follow each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    /// How many games come before.
    pub after: u64,
    /// The games.
    pub rows: Vec<Row>,
}

/// The hash over a population with one game more.
fn link(before: &str, row: &Row) -> String {
    digest(&[before.as_bytes(), &serde_json::to_vec(row).unwrap_or_default()])
}

/// The coordinator's side: the hashes of the population as it grows.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    /// By the number of games, from 1.
    hashes: Vec<String>,
}

impl Ledger {
    /// The mark of a view; views come from one run.
    pub fn mark(&mut self, view: &View) -> Mark {
        for game in view.games(self.hashes.len() as u64) {
            let before = self.hashes.last().map_or("", String::as_str);
            self.hashes.push(link(before, &Row::of(&game)));
        }
        let games = view.last().0;
        let hash = (games as usize).checked_sub(1).and_then(|at| self.hashes.get(at)).cloned().unwrap_or_default();
        Mark { games, hash }
    }
}

/// The games of a view, but for the first `skip`, at most so many.
pub(super) fn stretch(view: &View, skip: u64, most: u64) -> Stretch {
    let games = view.games(skip);
    Stretch { after: skip, rows: games.iter().take(most as usize).map(Row::of).collect() }
}

/// The worker's side: the population as far as it was told, from which views of any moment are taken.
#[derive(Debug)]
pub(super) struct Replica {
    breeding: Breeding,
    games: Vec<Known>,
    /// The hashes, by the number of games from 1.
    hashes: Vec<String>,
    growing: Growing,
    /// The views after the last games; pieces come nearly in order.
    views: VecDeque<View>,
    /// How many of them are kept.
    most: usize,
}

impl Replica {
    /// An empty population of a run with that breeding and lag.
    pub fn new(breeding: &Breeding, lag: u32) -> Replica {
        let growing = Growing::new(breeding);
        let views = VecDeque::from([growing.view()]);
        let (games, hashes, most) = (Vec::new(), Vec::new(), lag as usize + STRETCH as usize);
        Replica { breeding: breeding.clone(), games, hashes, growing, views, most }
    }

    /// How many games it has.
    pub fn len(&self) -> u64 {
        self.games.len() as u64
    }

    /// Adds games that follow those it has; what it has already is passed over.
    ///
    /// # Errors
    /// If games are missing before them, or they are others than it has.
    pub fn extend(&mut self, stretch: Stretch) -> Result<(), WireError> {
        let missing = WireError::Population { have: self.len(), wanted: stretch.after };
        let Some(skip) = self.len().checked_sub(stretch.after) else { return Err(missing) };
        for row in stretch.rows.into_iter().skip(skip as usize) {
            let hash = link(self.hashes.last().map_or("", String::as_str), &row);
            let game = row.known(self.len() + 1);
            self.hashes.push(hash);
            self.games.push(game.clone());
            self.growing.admit(game);
            self.views.push_back(self.growing.view());
            while self.views.len() > self.most {
                self.views.pop_front();
            }
        }
        Ok(())
    }

    /// The population at a moment.
    ///
    /// # Errors
    /// If it does not reach there, or is another one.
    pub fn view(&self, mark: &Mark) -> Result<View, WireError> {
        let other = WireError::Population { have: self.len(), wanted: mark.games };
        let hash = match mark.games.checked_sub(1) {
            None => "",
            Some(at) => match self.hashes.get(at as usize) {
                Some(hash) => hash,
                None => return Err(other),
            },
        };
        if hash != mark.hash {
            return Err(other);
        }
        let back = (self.len() - mark.games) as usize;
        if let Some(view) = self.views.len().checked_sub(back + 1).and_then(|at| self.views.get(at)) {
            return Ok(view.clone());
        }
        // An old piece that comes again.
        let mut growing = Growing::new(&self.breeding);
        for game in &self.games[..mark.games as usize] {
            growing.admit(game.clone());
        }
        Ok(growing.view())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: u64) -> MemberRow {
        MemberRow {
            id: GameId(id),
            child: None,
            name: format!("g{id}"),
            fate: if id.is_multiple_of(3) { Fate::Rejected(crate::store::Step::Safety) } else { Fate::Admitted },
            text: format!("(game g{id})"),
            fingerprint: id,
            generation: 0,
            score: (id * 7919 % 13) as f64 / 3.0,
            spread: 0.1,
            feasible: id.is_multiple_of(5),
            niche: format!("n{}", id % 4),
            policy: vec![("mobility".into(), 0.1 * id as f64)],
        }
    }

    #[test]
    fn a_replica_has_the_views_of_the_population_it_was_told() {
        let breeding = Breeding::default();
        let mut growing = Growing::new(&breeding);
        let mut views = vec![growing.view()];
        for id in 1..=100 {
            growing.add(row(id));
            views.push(growing.view());
        }
        let told = |view: &View| {
            let members: Vec<_> = view.members().map(|m| (m.id, m.score, m.policy.clone())).collect();
            let elites: Vec<_> = view.elites().map(|m| m.name.clone()).collect();
            let taken: Vec<_> = (0..=101).map(|id| view.is_taken(&format!("g{id}"))).collect();
            (members, elites, taken, view.last(), view.known_length(0.5))
        };
        let (mut ledger, mut replica) = (Ledger::default(), Replica::new(&breeding, 3));
        // Stretches overlap, and views of long ago are asked for again.
        for (to, after) in [(1, 0), (30, 0), (64, 16), (64, 32), (100, 60)] {
            replica.extend(stretch(&views[to], after, 1_000)).unwrap();
            for back in [to, 1, to / 2, 0] {
                let mark = ledger.mark(&views[back]);
                assert_eq!(told(&replica.view(&mark).unwrap()), told(&views[back]), "{back} of {to}");
            }
        }
        let missing = Stretch { after: 101, rows: Vec::new() };
        assert!(matches!(replica.extend(missing), Err(WireError::Population { .. })));
        let other = Mark { hash: ledger.mark(&views[50]).hash, games: 51 };
        assert!(matches!(replica.view(&other), Err(WireError::Population { .. })));
    }
}
