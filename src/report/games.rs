//! The games of a population, by number.

use crate::order;
use crate::store::{Fate, GameId, GameRow};
use std::collections::BTreeMap;

/// Every game of the population in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub struct Games {
    /// In the order of their numbers.
    pub rows: Vec<GameRow>,
    places: BTreeMap<GameId, usize>,
}

impl Games {
    /// Of these games, in the order of their numbers.
    pub fn new(rows: Vec<GameRow>) -> Games {
        let places = order::map(rows.iter().enumerate().map(|(place, game)| (game.id, place)));
        Games { rows, places }
    }

    /// The game of that number.
    pub fn game(&self, id: GameId) -> Option<&GameRow> {
        self.places.get(&id).map(|&place| &self.rows[place])
    }

    /// Puts a row in the place of that of the same number, which is returned.
    pub fn replace(&mut self, row: GameRow) -> Option<GameRow> {
        let place = *self.places.get(&row.id)?;
        Some(std::mem::replace(&mut self.rows[place], row))
    }

    /// The name of the game of that number; empty when there is none.
    pub fn name(&self, id: GameId) -> &str {
        self.game(id).map_or("", |game| &game.name)
    }

    /// Everything but the seed games.
    pub fn children(&self) -> impl Iterator<Item = &GameRow> {
        self.rows.iter().filter(|game| game.child.is_some())
    }

    /// The members among the seed games.
    pub fn seed_games(&self) -> impl Iterator<Item = &GameRow> {
        self.rows.iter().filter(|game| game.fate == Fate::Seed)
    }

    /// How much of a game stems from which seed game, each parent counting for half.
    pub fn ancestors(&self, id: GameId) -> Vec<(String, f64)> {
        let mut shares = order::map([(id, 1.0)].into_iter());
        let mut seeds: Vec<(String, f64)> = Vec::new();
        // Parents have lower numbers than their children, so the highest number has its whole share by now.
        while let Some((id, share)) = shares.pop_last() {
            let Some(game) = self.game(id) else { continue };
            match game.parents {
                Some(parents) => {
                    for parent in parents.into_iter().filter(|&parent| parent < id) {
                        *shares.entry(parent).or_insert(0.0) += share / 2.0;
                    }
                }
                None => seeds.push((game.name.clone(), share)),
            }
        }
        order::sort_by(&mut seeds, |a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        seeds
    }
}
