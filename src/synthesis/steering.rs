//! Steering: how far breeding follows the way people write rules.

use super::naturalness::TreeModel;
use crate::language::canonical;
use crate::language::tree::Tree;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// A probability from untrusted settings.
pub(super) fn probability(rate: f64) -> f64 {
    if rate.is_finite() { rate.clamp(0.0, 1.0) } else { 0.0 }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::schema::{Category, LUDEMES, Scope};
    use crate::language::{Names, Problem, check};
    use crate::synthesis::breeding::{Breeding, breed, breed_like};
    use crate::synthesis::grow::{Grower, Guide};
    use crate::synthesis::naturalness::Spot;
    use crate::synthesis::tests::{assert_sound, text};
    use crate::synthesis::{random_game, reader, site};
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use std::collections::BTreeSet;

    #[test]
    fn steered_children_of_random_games_are_sound_and_the_same_again() {
        let model = TreeModel::fit(&reader::games());
        for seed in 0..400 {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let (a, b) = (random_game(&mut rng), random_game(&mut rng));
            let settings = Breeding { crossover: 0.2, mutation: 0.2, ..Breeding::default() };
            let again = rng.clone();
            let child = breed_like(&a, &b, Some(&model), &settings, &mut rng);
            assert_sound(&child.tree, &|| format!("{:#?}\n{}\n{}", child.log, text(&a), text(&b)));
            assert_eq!(child.lineage.len(), child.tree.size());
            assert_eq!(breed_like(&a, &b, Some(&model), &settings, &mut again.clone()), child);
            let off = Breeding { steering: Steering { on: false, ..Steering::default() }, ..settings };
            let free = breed_like(&a, &b, Some(&model), &off, &mut again.clone());
            assert_eq!(free, breed(&a, &b, &off, &mut again.clone()), "switched off, the model changes nothing");
        }
    }

    #[test]
    fn what_a_model_grows_is_valid_low_enough_and_like_its_games() {
        let games = reader::games();
        let model = TreeModel::fit(&games);
        let names = Names::of(&games[0]);
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        for category in LUDEMES.iter().map(|l| l.category).collect::<BTreeSet<_>>() {
            for depth in 0..4 {
                for _ in 0..60 {
                    let guide = Some(Guide { model: &model, spot: None });
                    let grower = Grower { names: &names, unevolvable: false, scope: Scope::Move, guide };
                    let Some(tree) = grower.element(category, None, depth, &mut rng) else { continue };
                    assert!(site::valid(&tree, category, &names), "{}", site::brief(&tree));
                }
            }
        }
        // Nobody wrote any condition but a row and its opposite under `and`, so that is what grows there nearly always.
        let row = |end: &str| reader::read(&format!("(game G (board (tiling square) (size 4 4)) (end {end}))"));
        let rows =
            [row("(All lose (and (in-a-row 3) (not (in-a-row 4))))"), row("(All win (and (in-a-row 4) (in-a-row 3)))")];
        let model = TreeModel::fit(&rows);
        let spot = Spot::at(&rows[0], &[3, 1, 2, 2], &names);
        let guide = Some(Guide { model: &model, spot });
        let grower = Grower { names: &names, unevolvable: false, scope: Scope::End, guide };
        let grown: Vec<Tree> =
            (0..300).filter_map(|_| grower.element(Category::Condition, None, 2, &mut rng)).collect();
        let alike = grown.iter().filter(|t| t.is("in-a-row") || t.is("not")).count();
        assert!(grown.len() == 300 && alike > 200 && alike < 300, "{alike}");
    }

    #[test]
    fn steered_children_are_written_more_like_known_games_and_new_all_the_same() {
        let games = reader::games();
        let model = TreeModel::fit(&games);
        let mean = |steering: Steering| {
            let settings = Breeding { steering, ..Breeding::default() };
            let (mut strangeness, mut valid, mut texts) = (0.0, 0, BTreeSet::new());
            for k in 0..300 {
                let mut rng = Pcg64Mcg::seed_from_u64(k);
                let (a, b) = (&games[k as usize % 12], &games[(k as usize * 5 + 1) % 12]);
                let child = breed_like(a, b, Some(&model), &settings, &mut rng);
                strangeness += model.surprise(&child.tree, &[]).mean / 300.0;
                valid += usize::from(!check(&child.tree).iter().any(Problem::is_error));
                texts.insert(text(&child.tree));
            }
            assert!(valid > 295, "{valid}");
            (strangeness, texts.len())
        };
        let (free, _) = mean(Steering { on: false, ..Steering::default() });
        let (steered, different) = mean(Steering::default());
        assert!(steered < 0.9 * free, "{steered} {free}");
        assert!(different > 270, "{different}");
    }

    #[test]
    fn a_change_stays_half_as_often_for_every_so_many_bits() {
        let model = TreeModel::fit(&reader::games());
        let settings = Steering { tolerance: 5.0, ..Steering::default() };
        let course = Course::new(Some(&model), &settings).unwrap();
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for (bits, expected) in [(-3.0, 4_000), (0.0, 4_000), (5.0, 2_000), (10.0, 1_000), (500.0, 0)] {
            let stays = (0..4_000).filter(|_| course.stays(bits, &mut rng)).count();
            assert!(stays.abs_diff(expected) < 130, "{bits} bits: {stays}");
        }
        assert!(Course::new(None, &settings).is_none());
        assert!(Course::new(Some(&TreeModel::default()), &settings).is_none());
    }
}
