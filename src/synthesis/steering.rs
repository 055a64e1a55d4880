//! Steering: how far breeding follows the way people write rules.

use super::crossover::probability;
use super::naturalness::TreeModel;
use crate::language::canonical;
use crate::language::tree::Tree;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// How far breeding follows the n-gram model of the known games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Steering {
    /// Whether it does at all, default true. Without, everything that the schema allows is as likely.
    pub on: bool,
    /// The share of crossovers and mutations, 0 to 1, default 0.2, that are free of it nevertheless, so that what nobody has written yet is
    /// possible.
    pub free: f64,
    /// How many bits stranger a mutation may make the rules to stay every other time, 0.1 to 1,000, default 6: it stays with the chance
    /// 2^(−*bits* / *tolerance*). The bits are those beyond what as many nodes of the known games have, so adding is no stranger than taking away.
    pub tolerance: f64,
}

impl Default for Steering {
    fn default() -> Self {
        Steering { on: true, free: 0.2, tolerance: 6.0 }
    }
}

/// A model that is followed, and how far.
#[derive(Clone, Copy)]
pub(super) struct Course<'a> {
    /// How people write.
    pub model: &'a TreeModel,
    settings: &'a Steering,
}

impl<'a> Course<'a> {
    /// The course by a model, if there is one and it is to be followed.
    pub fn new(model: Option<&'a TreeModel>, settings: &'a Steering) -> Option<Course<'a>> {
        model.filter(|model| settings.on && !model.is_empty()).map(|model| Course { model, settings })
    }

    /// Whether this change follows it.
    pub fn is_followed<R: Rng + ?Sized>(&self, rng: &mut R) -> bool {
        !rng.random_bool(probability(self.settings.free))
    }

    /// How strange rules are in the making.
    pub fn strangeness(&self, tree: &Tree) -> f64 {
        self.model.strangeness(&canonical(tree))
    }

    /// Whether a change that makes the rules so many bits stranger stays.
    pub fn stays<R: Rng + ?Sized>(&self, bits: f64, rng: &mut R) -> bool {
        bits <= 0.0 || rng.random_bool(probability((-bits / self.settings.tolerance.max(f64::MIN_POSITIVE)).exp2()))
    }
}
