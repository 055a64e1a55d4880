//! What a judge knows before it sees a game: the known games, prepared for comparison.

use crate::language::{Tree, canonical, parse, print};
use crate::order;
use crate::reduction::{Known, Near, Relation};
use crate::synthesis::{Standing, Surprise, TreeModel};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The known games beside which games are judged.
pub struct Knowledge {
    known: Vec<Known>,
    /// The number of every game by its rule text.
    numbers: HashMap<String, usize>,
    /// How their rules are written.
    model: TreeModel,
}

/// A known game that a game is or is a variant of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variant {
    /// The known game.
    pub game: String,
    /// What the judged game is to it.
    pub relation: Relation,
}

/// The known games nearest to a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Nearest {
    /// Nearest in rules first, with the distance, 0 to 1.
    pub rules: Vec<(String, f64)>,
    /// Nearest in play first, with the distance; 1 is how far apart two known games are on average.
    pub play: Vec<(String, f64)>,
}

/// How many of the nearest games are told.
const NEAREST: usize = 3;

impl Knowledge {
    /// Prepares the games of these rule texts; what cannot be played is left out.
    pub fn of(texts: &[String]) -> Knowledge {
        // One after the other: whoever waits for this must not be given other work by a pool of threads that asks for it too.
        let prepared = texts.iter().filter_map(|text| {
            let tree = parse(text).ok()?;
            Some((canonical(&tree), Known::new(&tree).ok()?))
        });
        let (trees, known): (Vec<Tree>, Vec<Known>) = prepared.unzip();
        let numbers = trees.iter().enumerate().map(|(i, tree)| (print(tree), i)).collect();
        Knowledge { known, numbers, model: TreeModel::fit(&trees) }
    }

    /// How many games are known.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no game is known.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The number of a known game.
    fn number(&self, tree: &Tree) -> Option<usize> {
        self.numbers.get(&print(&canonical(tree))).copied()
    }

    /// How surprising a game with these rules is when reduced, and where it stands among the known ones; `None` if none is known. A known game
    /// is compared with the others.
    pub(super) fn surprise(&self, tree: &Tree, reduced: &Tree) -> Option<(Surprise, Standing)> {
        let own: Vec<usize> = self.number(tree).into_iter().collect();
        let surprise = self.model.surprise(reduced, &own);
        let standing = self.model.standing(&surprise, &own)?;
        Some((surprise, standing))
    }

    /// What a game with these rules, and these when reduced, is to the known ones, and which are nearest to it. A known game is compared with
    /// the others.
    pub(super) fn place(&self, tree: &Tree, reduced: &Tree) -> (Vec<Variant>, Nearest) {
        let Ok(game) = Known::new(reduced) else { return Default::default() };
        let mut near = game.among_with(tree, &self.known);
        if let Some(own) = self.number(tree) {
            near.retain(|n| n.game != self.known[own].name);
        }
        let variants = near.iter().filter_map(|n| Some(Variant { game: n.game.clone(), relation: n.relation? }));
        let nearest = |by: fn(&Near) -> f64| {
            let mut order: Vec<&Near> = near.iter().collect();
            order::sort_by(&mut order, |a, b| by(a).total_cmp(&by(b)));
            order.into_iter().take(NEAREST).map(|n| (n.game.clone(), by(n))).collect()
        };
        (variants.collect(), Nearest { rules: nearest(|n| n.rules), play: nearest(|n| n.play) })
    }
}
