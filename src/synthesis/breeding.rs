//! One child: crossover, mutation and repair, with the record of what was done.

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::crossover;
use super::form;
use super::in_full;
use super::lineage::{self, Origin};
use super::mutation::{self, Mutation};
use super::naturalness::TreeModel;
use super::parsimony::Parsimony;
use super::polish::{Polish, roomier};
use super::repair::repair;
use super::selection::Selection;
use super::site;
use super::steering::{Course, Steering};
use super::vocabulary;
use crate::language::schema::Category;
use crate::language::tree::Tree;
use crate::language::{Names, canonical, resolve};

/// How parents are drawn and children made (paper, section V.A).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Breeding {
    /// Among whom parents are looked for, `archive` or `rank` (the paper's), default `archive`.
    pub selection: Selection,
    /// Selection pressure *sp* of the linear ranking, 1 (none) to 2, default 1.8: the game of rank *i* of *N* weighs
    /// 1 + (*sp* − 1)·(1 − 2(*i* − 1)/(*N* − 1)).
    pub pressure: f64,
    /// The chance of each element of the template to be replaced from the donor, 0 to 1, default 0.1.
    pub crossover: f64,
    /// The chance of each element of the child to be mutated, 0 to 1, default 0.1.
    pub mutation: f64,
    /// The elements of the template that are replaced in the mean, and those of the child that are mutated, at most, 0.1 to 1,000, default 3. In long rules
    /// the chances of each element are smaller for it: where twenty elements change at once, nothing is left of what made a game.
    pub changes: f64,
    /// How often a child is made at most, from the same parents, while its rules cannot be played, or are too close to those of a member, or too long, or one side or nobody wins random games, 1 to 100,
    /// default 4. That takes milliseconds, where play takes seconds.
    pub attempts: u32,
    /// How far crossover and mutation follow the way the known games are written.
    pub steering: Steering,
    /// What is done for short rules.
    pub parsimony: Parsimony,
    /// Variations of the best: other boards, other numbers.
    pub polish: Polish,
    /// Whether a start that no rotation or reflection of the board keeps is put in order, sides that breeding has made unequal are made equal again, and children
    /// whose goals have no form are rejected before play, default true. The games of people have form.
    pub form: bool,
    /// Whether children that were judged are parents with their reduced rules, default false: with their rules as they were bred, since what has no effect in one
    /// game may have one in its children (the paper keeps such vestiges on purpose). What is shown is reduced either way.
    pub reduced: bool,
    /// The chance that an infeasible game (a known game that is not viable, a child that is no candidate) stays a parent when it is drawn, 0.001 to 1, default 0.25. Of 1,309 children of a
    /// night two such children had a candidate in 2 % of cases, two known games in 6 %; of known games that are not viable 2 % of the children are candidates, of viable ones 7 %.
    pub infeasible: f64,
    /// With selection from the archive, the chance of the template to be drawn from all viable known games instead, before infeasible and long games are drawn again, 0 to 1,
    /// default 0.5. Of 266 candidates of five nights readers rate those with such a template 3.9 of 10 in the mean, and the others 3.3 (`reports/readings`).
    pub known: f64,
    /// A child on a board of fewer cells gets the smallest of its tiling and shape that has as many, where it would be the same game there, 0 (never) to 400, default 45. Readers rate
    /// bred games on fewer than 30 cells 3.2 of 10 in the mean, on 30 to 90 cells 3.8, on more 4.2 (`reports/readings`): what is small is soon over, and the first player's.
    pub room: u32,
    /// With selection from the archive, how many children in a row may fall short of the best of their niche before the best of these takes its
    /// place among the parents, 0 to 1,000,000, default 50; with 0 the best stays. It stays in the list in any case.
    pub patience: u32,
}

impl Default for Breeding {
    fn default() -> Self {
        Breeding {
            selection: Selection::Archive,
            pressure: 1.8,
            crossover: 0.1,
            mutation: 0.1,
            changes: 3.0,
            attempts: 4,
            steering: Steering::default(),
            parsimony: Parsimony::default(),
            polish: Polish::default(),
            form: true,
            reduced: false,
            infeasible: 0.25,
            known: 0.5,
            room: 45,
            patience: 50,
        }
    }
}

impl Breeding {
    /// The chance of each element of rules to be changed, where `most` is that of short rules.
    fn chance(&self, most: f64, tree: &Tree) -> f64 {
        let elements = site::sites(tree, &Names::of(tree)).len();
        most.min(self.changes / elements.max(1) as f64)
    }
}

/// How the lines of a child's log begin that tell of its mutations, in the order in which [`Origin::Mutation`] counts them.
pub const MUTATION: &str = "mutation: ";

/// A child just made; it still bears its template's name.
#[derive(Clone, Debug, PartialEq)]
pub struct Child {
    /// Its rules in normal form.
    pub tree: Tree,
    /// What was crossed over, mutated and repaired, in words, in order.
    pub log: Vec<String>,
    /// The mutations that [`Origin::Mutation`] counts.
    pub mutations: Vec<Mutation>,
    /// The origin of every node of the tree in pre-order.
    pub lineage: Vec<Origin>,
}

/// How often a child is repaired and put into canonical form at most; twice is enough for nearly all.
const MOST_ROUNDS: usize = 4;

/// Makes a child of two games: crossover, mutation, repair. What the template's metadata says of the template (policy,
/// description, ancestry, score) is not passed on.
///
/// ```
/// use ludogen::language::{parse, print};
/// use ludogen::streams::generator;
/// use ludogen::synthesis::{Breeding, breed};
///
/// let row = parse("(game Row (board (tiling square i-nbors) (size 4 4)) (end (All win (in-a-row 4))))").unwrap();
/// let hex = parse("(game Hex (board (tiling hex) (shape rhombus) (size 4 4)) (end (All win (connect own-regions))))").unwrap();
/// let child = breed(&row, &hex, &Breeding::default(), &mut generator(1));
/// assert_eq!(parse(&print(&child.tree)), Ok(child.tree));
/// ```
pub fn breed<R: Rng + ?Sized>(template: &Tree, donor: &Tree, settings: &Breeding, rng: &mut R) -> Child {
    breed_like(template, donor, None, settings, rng)
}

/// [`breed`] by the way people write rules: a model of the known games, followed as far as the settings say. Repair makes no choices, so there is
/// nothing in it to steer.
///
/// ```
/// use ludogen::language::{parse, print};
/// use ludogen::streams::generator;
/// use ludogen::synthesis::{Breeding, TreeModel, breed, breed_like};
///
/// let row = parse("(game Row (board (tiling square i-nbors) (size 4 4)) (end (All win (in-a-row 4))))").unwrap();
/// let hex = parse("(game Hex (board (tiling hex) (shape rhombus) (size 4 4)) (end (All win (connect own-regions))))").unwrap();
/// let (model, settings) = (TreeModel::fit(&[row.clone(), hex.clone()]), Breeding::default());
/// let child = breed_like(&row, &hex, Some(&model), &settings, &mut generator(1));
/// assert_eq!(parse(&print(&child.tree)), Ok(child.tree));
/// let free = breed_like(&row, &hex, None, &settings, &mut generator(1));
/// assert_eq!(free, breed(&row, &hex, &settings, &mut generator(1)));
/// ```
pub fn breed_like<R: Rng + ?Sized>(
    template: &Tree,
    donor: &Tree,
    model: Option<&TreeModel>,
    settings: &Breeding,
    rng: &mut R,
) -> Child {
    let course = Course::new(model, &settings.steering);
    let marked = |tree: &Tree, origin: fn(u32) -> Origin| {
        let mut tree = tree.clone();
        lineage::mark(&mut tree, origin);
        tree
    };
    let (mut tree, own) = in_full::taken(&marked(template, Origin::Template), None);
    strip_metadata(&mut tree);
    let (donor, others) = in_full::taken(&marked(donor, Origin::Donor), Some(&Names::of(&tree)));
    let template = tree.clone();
    let crossover = settings.chance(settings.crossover, &tree);
    let mut log = crossover::cross_marked(&mut tree, &donor, crossover, course, rng);
    let mut known = vocabulary::joined(own, others, &tree);
    let has_phrases = known.iter().any(|d| d.phrase.is_some());
    let said: Vec<vocabulary::Unsaid> = [&template, &donor]
        .into_iter()
        .filter(|_| has_phrases)
        .flat_map(|parent| [vocabulary::unsaid(parent, &known), vocabulary::unsaid(&canonical(parent), &known)])
        .flatten()
        .collect();
    let mut mutations = Vec::new();
    let mutation = settings.chance(settings.mutation, &tree);
    vocabulary::vary(&mut tree, &mut known, mutation, course, &mut mutations, rng);
    mutation::mutate_marked(&mut tree, mutation, course, &mut mutations, rng);
    let mut repairs_made = Vec::new();
    // The canonical form may show what was hidden, so it is looked at as well.
    for round in 0..MOST_ROUNDS {
        let (repaired, repairs) = repair(tree);
        tree = canonical(&repaired);
        if round > 0 && repairs.is_empty() {
            break;
        }
        repairs_made.extend(repairs.into_iter().map(|r| format!("repair: {r}")));
    }
    let in_order = || form::ordered(&tree).or_else(|| form::evened(&template, &tree));
    if let Some((in_order, words)) = settings.form.then(in_order).flatten() {
        tree = in_order;
        repairs_made.push(format!("repair: {words}"));
    }
    if let Some((roomier, words)) = roomier(&tree, settings.room) {
        tree = roomier;
        repairs_made.push(format!("repair: {words}"));
    }
    vocabulary::keep_true(&tree, &mut known, &said);
    vocabulary::invent(&tree, &mut known, mutation, &mut mutations, rng);
    log.extend(mutations.iter().map(|m| format!("{MUTATION}{}", m.words)));
    log.extend(repairs_made);
    let mut tree = vocabulary::named(tree, &known);
    let lineage = lineage::take(&mut tree);
    Child { tree, log, mutations, lineage }
}

/// Drops the sections that have no effect on play.
fn strip_metadata(tree: &mut Tree) {
    let names = Names::of(tree);
    let plays = |section: &Tree| {
        let ludeme = resolve::ludeme(section, Category::Section, &names);
        ludeme.is_none_or(|l| l.word == "players" || !site::frozen(l))
    };
    if let Some(items) = site::items_mut(tree) {
        let mut index = 0;
        items.retain(|item| {
            index += 1;
            index <= 2 || plays(item)
        });
    }
}
