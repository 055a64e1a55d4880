//! The games of a population that others are compared with: those that the run began with, and those that it ended with.

use super::games::Games;
use crate::language::parse;
use crate::store::{Fate, GameId, Reader, StoreError};
use crate::synthesis::{Genome, distance};

/// The most members of a population that a game is compared with; of more, so many evenly spread ones.
const MOST: usize = 2_000;

/// The members of the first and the last population.
pub(super) struct Members {
    first: Vec<(GameId, Genome)>,
    bred: Vec<(GameId, Genome)>,
}

/// How far a game is from others on average, 0 to 1. Browne & Maire, the `ancestry` ludeme.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Distances {
    /// From the games that the run began with.
    pub initial: Option<f64>,
    /// From the games that are in the population at the end, those of the beginning included.
    pub last: Option<f64>,
}

impl Members {
    pub fn read(reader: &Reader, games: &Games) -> Result<Members, StoreError> {
        let of = |fate: Fate| -> Result<Vec<(GameId, Genome)>, StoreError> {
            let members: Vec<GameId> = games.rows.iter().filter(|row| row.fate == fate).map(|row| row.id).collect();
            let step = members.len().div_ceil(MOST).max(1);
            let mut read = Vec::new();
            for &id in members.iter().step_by(step) {
                if let Ok(tree) = parse(&reader.text(id)?) {
                    read.push((id, Genome::new(&tree)));
                }
            }
            Ok(read)
        };
        Ok(Members { first: of(Fate::Seed)?, bred: of(Fate::Admitted)? })
    }

    /// The distances of a game with these rules from all others.
    pub fn distances(&self, id: GameId, rules: &str) -> Distances {
        let Ok(tree) = parse(rules) else { return Distances::default() };
        let own = Genome::new(&tree);
        let average = |members: &[&[(GameId, Genome)]]| {
            let others = members.iter().copied().flatten().filter(|(other, _)| *other != id);
            let (sum, count) = others.fold((0.0, 0), |(sum, n), (_, other)| (sum + distance(&own, other), n + 1));
            (count > 0).then(|| sum / f64::from(count))
        };
        Distances { initial: average(&[&self.first]), last: average(&[&self.first, &self.bred]) }
    }
}
