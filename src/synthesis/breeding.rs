//! One child: crossover, mutation and repair, with the record of what was done.

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::crossover;
use super::lineage::{self, Origin};
use super::mutation::{self, Mutation};
use super::repair::repair;
use crate::language::Names;
use crate::language::resolve;
use crate::language::schema::Category;
use crate::language::tree::Tree;

/// How children are made. Part of a run's recipe; what is left out has its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Breeding {
    /// Probability that an element of the template is replaced from the donor, 0 to 1. Default 0.1.
    pub crossover_rate: f64,
    /// Probability that an element is visited by mutation, 0 to 1. Default 0.1.
    pub mutation_rate: f64,
    /// Selection pressure of linear ranking, 1 (none) to 2. Default 1.8.
    pub pressure: f64,
}

impl Default for Breeding {
    fn default() -> Self {
        Breeding { crossover_rate: 0.1, mutation_rate: 0.1, pressure: 1.8 }
    }
}

/// A setting that makes no sense.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{field} is {value}: it must lie between {low} and {high}")]
pub struct BreedingError {
    /// The field.
    pub field: &'static str,
    /// What it is.
    pub value: f64,
    /// The least it may be.
    pub low: f64,
    /// The most it may be.
    pub high: f64,
}

impl Breeding {
    /// Checks the ranges.
    ///
    /// # Errors
    /// Names the first field that is out of range or not a number.
    pub fn check(&self) -> Result<(), BreedingError> {
        let fields = [
            ("crossover_rate", self.crossover_rate, 0.0, 1.0),
            ("mutation_rate", self.mutation_rate, 0.0, 1.0),
            ("pressure", self.pressure, 1.0, 2.0),
        ];
        match fields.into_iter().find(|&(_, value, low, high)| !(low..=high).contains(&value)) {
            Some((field, value, low, high)) => Err(BreedingError { field, value, low, high }),
            None => Ok(()),
        }
    }
}

/// A child just made; it still bears its template's name.
#[derive(Clone, Debug, PartialEq)]
pub struct Child {
    /// Its rules.
    pub tree: Tree,
    /// What was crossed over, mutated and repaired, in words, in order.
    pub log: Vec<String>,
    /// The mutations that [`Origin::Mutation`] counts.
    pub mutations: Vec<Mutation>,
    /// The origin of every node of the tree in pre-order.
    pub lineage: Vec<Origin>,
}

/// Makes a child of two games: crossover, mutation, repair. What the template's metadata says of the template (policy,
/// description, ancestry, score) is not passed on.
pub fn breed<R: Rng + ?Sized>(template: &Tree, donor: &Tree, settings: &Breeding, rng: &mut R) -> Child {
    let mut tree = template.clone();
    lineage::mark(&mut tree, Origin::Template);
    strip_metadata(&mut tree);
    let mut log = crossover::cross_marked(&mut tree, donor, settings.crossover_rate, rng);
    let mutations = mutation::mutate_marked(&mut tree, settings.mutation_rate, rng);
    log.extend(mutations.iter().map(|m| format!("mutation: {}", m.words)));
    let (mut tree, repairs) = repair(tree);
    log.extend(repairs.into_iter().map(|r| format!("repair: {r}")));
    let lineage = lineage::take(&mut tree);
    Child { tree, log, mutations, lineage }
}

/// Drops the sections that have no effect on play.
fn strip_metadata(tree: &mut Tree) {
    let names = Names::of(tree);
    let plays = |section: &Tree| {
        let ludeme = resolve::ludeme(section, Category::Section, &names);
        ludeme.is_none_or(|l| l.word == "players" || !super::site::frozen(l))
    };
    if let Some(items) = super::site::items_mut(tree) {
        let mut index = 0;
        items.retain(|item| {
            index += 1;
            index <= 2 || plays(item)
        });
    }
}
