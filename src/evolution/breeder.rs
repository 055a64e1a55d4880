//! The life of a child, from its parents to its score: the steps of the paper's Fig. 9 on the real engine.

use super::cache::Cache;
use super::evaluation::Evaluation;
use super::life::{Finalist, Life};
use super::policy;
use super::policy_choice::choose_policy;
use super::recipe::Recipe;
use super::relatives::{Bounds, Own, Relatives, read};
use super::rows::cost;
use super::screening::{self, RandomGames, TooSlow};
use super::subject::{Rejection, Subject};
use super::view::{Member, View};
use crate::criticism::{Criterion, Profile};
use crate::game::within_means;
use crate::judgement::Knowledge;
use crate::language::{Tree, normal, parse, print};
use crate::order;
use crate::stopwatch::Stopwatch;
use crate::store::{CandidateRecord, ChildRecord, Fate, Remeasured, Step};
use crate::strategy::Policy;
use crate::streams::{self, Generator, Purpose};
use crate::synthesis::form::formless;
use crate::synthesis::parsimony::length;
use crate::synthesis::{self, Genome, Namer, TreeModel, breed_like, distance, named, polish};
use crate::trials::Chosen;
use rand::RngExt;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Breeds, plays and measures children by a recipe and a profile.
pub struct Breeder {
    recipe: Recipe,
    evaluation: Evaluation,
    names: Namer,
    /// The seed games, prepared for comparison when the first child is judged.
    knowledge: OnceLock<Knowledge>,
    cache: Option<Cache>,
    /// How the seed games are written, worked out when the first child is bred.
    writing: OnceLock<Writing>,
    /// The child that was last compared with members admitted meanwhile, by its rules.
    last: Mutex<Option<(String, Option<Own>)>>,
}

/// Whether a child is a variation of a candidate: both its parents are that one.
fn is_variation(record: &ChildRecord) -> bool {
    record.parents.is_some_and(|[a, b]| a == b)
}

/// How the known games are written.
struct Writing {
    model: TreeModel,
    /// The length up to which no child is rejected for it.
    limit: usize,
}

impl Breeder {
    /// A breeder that follows the recipe and scores by the profile.
    pub fn new(recipe: Recipe, profile: Profile) -> Self {
        let evaluation = Evaluation::new(recipe.clone(), profile);
        Breeder {
            recipe,
            evaluation,
            names: Namer::new(),
            knowledge: OnceLock::new(),
            writing: OnceLock::new(),
            last: Mutex::new(None),
            cache: None,
        }
    }

    /// The same breeder, which asks a cache, if there is one, for the measurements of seed games and keeps new ones there.
    pub fn with_cache(self, cache: Option<Cache>) -> Self {
        Breeder { cache, ..self }
    }

    /// Measures a seed game.
    fn measure(&self, name: &str, tree: Tree, seed: u64) -> ChildRecord {
        let mut record = ChildRecord::new(name, print(&tree));
        record.fate = Fate::Seed;
        record.fingerprint = Genome::new(&tree).fingerprint() as u64;
        let subject = match Subject::of(tree) {
            Ok(subject) => subject,
            Err(rejection) => {
                record.reject(rejection.step, rejection.reason);
                return record;
            }
        };
        let watch = Stopwatch::start();
        let chosen = match Chosen::of_game(&subject.tree) {
            Some(Ok(chosen)) => chosen,
            Some(Err(error)) => {
                record.reject(Step::Validity, error.to_string());
                return record;
            }
            None => self.evaluation.player(&subject, &Policy::default_for(subject.game.rules()), seed),
        };
        record.costs.push(cost(Step::Policy, chosen.nodes, watch));
        self.evaluation.first(&subject, &chosen, seed, &mut record);
        record
    }

    /// What is kept of a seed game in its normal form.
    fn kept(&self, name: &str, tree: &Tree, seed: u64) -> Option<ChildRecord> {
        let cache = self.cache.as_ref()?;
        cache.get(&self.key(cache, name, tree, seed))
    }

    /// Keeps what was measured of a seed game in its normal form.
    fn keep_measured(&self, name: &str, tree: &Tree, seed: u64, record: &ChildRecord) {
        // Where the guard of the clock has fired, the next time may be another.
        if let Some(cache) = self.cache.as_ref().filter(|_| !record.guard_fired) {
            // Without room for it the game is measured again the next time.
            let _ = cache.put(&self.key(cache, name, tree, seed), record);
        }
    }

    fn key(&self, cache: &Cache, name: &str, tree: &Tree, seed: u64) -> String {
        cache.key(&[name, &print(tree), &seed.to_string(), &self.evaluation.settings()])
    }

    /// The child's parents, and the child: of so many attempts the first that can be played, is like no other game, and of which not all random games are won by the same side; the last one
    /// whoever wins them, as better players may play otherwise.
    fn begotten<'v>(
        &self,
        record: &mut ChildRecord,
        population: &'v View,
        seed: u64,
    ) -> Result<([&'v Member; 2], Subject, Own), Rejection> {
        let mut rng = streams::stream(seed, Purpose::Breeding, 0);
        let Some(parents) = population.parents(&self.recipe.breeding, &mut rng) else {
            return Err(Rejection::new(Step::Parents, "the population has fewer than two games"));
        };
        let parents = parents.map(|member| &**member);
        let mut attempt = 0u32;
        loop {
            attempt += 1;
            let watch = Stopwatch::start();
            let polished = if attempt == 1 { self.polished(record, population, seed) } else { None };
            let made = polished.map_or_else(|| self.conceive(record, parents, population, &mut rng), Ok);
            record.costs.push(cost(Step::Mutation, 0, watch));
            let (tree, genome) = made?;
            let is_last = attempt >= self.recipe.breeding.attempts || is_variation(record);
            let (subject, own) = match self.born(record, tree, genome, population, seed) {
                Err(_) if !is_last => continue,
                born => born?,
            };
            let games = self.play_at_random(record, &subject, seed)?;
            if is_last || !games.are_hopeless() {
                return Ok((parents, subject, own));
            }
        }
    }

    /// The rules of a child, if they are not too long, can be played, and are no member's or nearly so. An error says at which step they are rejected, and why.
    fn born(
        &self,
        record: &mut ChildRecord,
        tree: Tree,
        genome: Genome,
        population: &View,
        seed: u64,
    ) -> Result<(Subject, Own), Rejection> {
        self.weigh(&tree, population, seed)?;
        let watch = Stopwatch::start();
        let subject = within_means(|| self.prepared(tree));
        record.costs.push(cost(Step::Validity, 0, watch));
        let subject = subject.map_err(|dear| Rejection::new(Step::Speed, dear.to_string()))??;

        // Distances cost microseconds where play costs seconds, so they come before it.
        let watch = Stopwatch::start();
        let own = Own::new(&subject.tree, genome);
        let bounds = self.bounds(record);
        let too_close = Relatives::of(population).and_then(|relatives| relatives.too_close(&own, population, bounds));
        record.costs.push(cost(Step::Inbreeding, 0, watch));
        match too_close {
            Some(reason) => Err(Rejection::new(Step::Inbreeding, reason)),
            None => Ok((subject, own)),
        }
    }

    /// The steps of a child up to its measurement. An error says at which step it is rejected, and why.
    fn live(&self, record: &mut ChildRecord, population: &View, seed: u64) -> Result<(), Rejection> {
        let (parents, subject, own) = self.begotten(record, population, seed)?;
        self.screen(&subject, record, seed)?;
        let watch = Stopwatch::start();
        let [first, second] = parents.map(|member| policy::read(&member.policy));
        let opening = self.recipe.trials.opening;
        let policy = choose_policy(&subject.game, [&first, &second], &self.recipe.policy, opening, seed);
        let chosen = policy.map(|policy| self.evaluation.player(&subject, &policy, seed));
        record.costs.push(cost(Step::Policy, chosen.as_ref().map_or(0, |chosen| chosen.nodes), watch));
        let chosen = chosen.map_err(|reason| Rejection::new(Step::Policy, reason))?;

        self.evaluation.first(&subject, &chosen, seed, record);
        self.outdo(record, &subject.tree, population)?;
        // A parent is that near.
        let within = record.parent_distances.map_or(1.0, |[a, b]| a.min(b));
        record.nearest = Relatives::of(population).and_then(|relatives| relatives.nearest(&own, population, within));
        record.fate = Fate::Admitted;
        Ok(())
    }

    /// Crossover, mutation, repair and a name: the child's rules, and what goes into its record with them.
    fn conceive(
        &self,
        record: &mut ChildRecord,
        [template, donor]: [&Member; 2],
        population: &View,
        rng: &mut Generator,
    ) -> Result<(Tree, Genome), Rejection> {
        record.parents = Some([template.id, donor.id]);
        record.generation = 1 + template.generation.max(donor.generation);
        let (Some((mother, mothers)), Some((father, fathers))) = (read(&template.text), read(&donor.text)) else {
            return Err(Rejection::new(Step::Parents, "a parent's rules cannot be read"));
        };
        let model = &self.writing(population).model;
        let bred = breed_like(&mother, &father, Some(model), &self.recipe.breeding, rng);
        record.log = bred.log;
        record.lineage = bred.lineage;
        let name = self.name(population, rng);
        let tree = named(bred.tree, &name);
        record.name = name;
        record.text = print(&tree);
        let genome = Genome::new(&tree);
        record.fingerprint = genome.fingerprint() as u64;
        record.parent_distances = Some([distance(&genome, &mothers), distance(&genome, &fathers)]);
        Ok((tree, genome))
    }

    /// Instead of a cross, for a share of the children: a bred candidate that is the best of its niche, with one thing changed as nobody in the population has been.
    /// `None` for the other children, and while there is no such candidate.
    fn polished(&self, record: &mut ChildRecord, population: &View, seed: u64) -> Option<(Tree, Genome)> {
        let mut rng = streams::stream(seed, Purpose::Polish, 0);
        if !rng.random_bool(self.recipe.breeding.polish.share.clamp(0.0, 1.0)) {
            return None;
        }
        let best: Vec<_> = population.elites().filter(|member| member.feasible && member.generation > 0).collect();
        let last = best.len().checked_sub(1)?;
        let parent = best[rng.random_range(0..=last as u32) as usize];
        let (tree, parents) = read(&parent.text)?;
        let relatives = Relatives::of(population)?;
        let mut left = polish::variations(&tree);
        while let Some(variation) = polish::drawn(&mut left, &mut rng) {
            let genome = Genome::new(&variation.tree);
            let fingerprint = genome.fingerprint() as u64;
            if relatives.has(fingerprint, population) {
                continue;
            }
            record.parents = Some([parent.id; 2]);
            record.generation = 1 + parent.generation;
            record.log = vec![format!("{}{}", synthesis::MUTATION, variation.words)];
            record.lineage = variation.lineage;
            let name = self.name(population, &mut rng);
            let tree = named(variation.tree, &name);
            record.name = name;
            record.text = print(&tree);
            record.fingerprint = fingerprint;
            record.parent_distances = Some([distance(&genome, &parents); 2]);
            return Some((tree, genome));
        }
        None
    }

    /// Rules prepared for play, if they mean something, have form, and can begin.
    fn prepared(&self, tree: Tree) -> Result<Subject, Rejection> {
        let subject = Subject::of(tree)?;
        let formless = if self.recipe.breeding.form { formless(&subject.game) } else { None };
        if let Some(reason) = formless {
            return Err(Rejection::new(Step::Form, reason));
        }
        screening::begins(&subject.game).map_err(|reason| Rejection::new(Step::Safety, reason))?;
        Ok(subject)
    }

    /// How close a child may be to a member: a variation of a candidate is meant to be close.
    fn bounds(&self, record: &ChildRecord) -> Bounds {
        match is_variation(record) {
            true => Bounds { distance: 0.0, boards: false },
            false => Bounds { distance: self.recipe.inbreeding.threshold, boards: self.recipe.inbreeding.boards },
        }
    }

    /// Rejects a variation that is no better than what it is a variation of, and no simpler and as good: a family is known by one game.
    fn outdo(&self, record: &ChildRecord, tree: &Tree, population: &View) -> Result<(), Rejection> {
        let Some([parent, _]) = record.parents.filter(|_| is_variation(record)) else { return Ok(()) };
        let (Some(parent), Some(score)) = (population.get(parent), record.score) else { return Ok(()) };
        let as_good =
            if length(tree) < parent.length { parent.score - self.evaluation.error() / 2.0 } else { parent.score };
        if record.viable == Some(true) && score.value < as_good {
            return Err(Rejection::new(
                Step::Measurement,
                format!("a variation of {}, which scores higher", parent.name),
            ));
        }
        Ok(())
    }

    /// What the seed games are: the same for every child of a run, since all are measured before the first is made.
    fn knowledge(&self, population: &View) -> &Knowledge {
        self.knowledge.get_or_init(|| {
            let seeds = population.members().filter(|member| member.generation == 0);
            Knowledge::of(&seeds.map(|member| member.text.clone()).collect::<Vec<_>>())
        })
    }

    /// How the seed games are written: the same for every child, like what they are.
    fn writing(&self, population: &View) -> &Writing {
        self.writing.get_or_init(|| {
            let mut seeds: Vec<&Arc<Member>> = population.members().filter(|member| member.generation == 0).collect();
            order::sort_by_key(&mut seeds, |member| member.id);
            let trees: Vec<Tree> = seeds.iter().filter_map(|member| parse(&member.text).ok()).collect();
            let limit = population.known_length(self.recipe.breeding.parsimony.share);
            Writing { model: TreeModel::fit(&trees), limit }
        })
    }

    /// Rejects long rules with a chance that grows with their length. How long a child may be is drawn once: its next attempts have to be as short.
    fn weigh(&self, tree: &Tree, population: &View, seed: u64) -> Result<(), Rejection> {
        let (length, limit) = (length(tree), self.writing(population).limit);
        let chance = self.recipe.breeding.parsimony.rejection(length, limit);
        if streams::stream(seed, Purpose::Parsimony, 0).random_bool(chance.clamp(0.0, 1.0)) {
            let share = (100.0 * self.recipe.breeding.parsimony.share).round();
            let reason = format!("rules of {length} nodes, where {share} % of the known games have {limit} or fewer");
            return Err(Rejection::new(Step::Parsimony, reason));
        }
        Ok(())
    }

    /// Random playouts, in which the engine must not fail.
    fn play_at_random(&self, record: &mut ChildRecord, subject: &Subject, seed: u64) -> Result<RandomGames, Rejection> {
        let watch = Stopwatch::start();
        let games = screening::safety(&subject.game, &self.recipe.safety, seed);
        record.costs.push(cost(Step::Safety, games.as_ref().map_or(0, |games| games.plies), watch));
        games.map_err(|reason| Rejection::new(Step::Safety, reason))
    }

    /// Search within the budget.
    fn screen(&self, subject: &Subject, record: &mut ChildRecord, seed: u64) -> Result<(), Rejection> {
        let watch = Stopwatch::start();
        let own = Policy::default_for(subject.game.rules());
        let nodes = screening::speed(&subject.game, &own, &self.recipe.speed, seed);
        record.costs.push(cost(Step::Speed, *nodes.as_ref().unwrap_or(&0), watch));
        nodes.map(drop).map_err(|slow| {
            record.guard_fired |= slow == TooSlow::Clock;
            Rejection::new(Step::Speed, slow.to_string())
        })
    }

    /// A name that no game of the population has.
    fn name(&self, population: &View, rng: &mut Generator) -> String {
        let mut taken = HashSet::new();
        loop {
            let name = self.names.name(&taken, rng);
            if !population.is_taken(&name) {
                return name;
            }
            taken.insert(name);
        }
    }
}

impl Life for Breeder {
    fn criteria(&self) -> Vec<String> {
        Criterion::ALL.iter().map(|c| c.name().to_string()).collect()
    }

    fn seed(&self, name: &str, text: &str, seed: u64) -> ChildRecord {
        let tree = match parse(text) {
            Ok(tree) => normal(&tree),
            Err(problems) => {
                let mut record = ChildRecord::new(name, text);
                let reason = problems.first().map(|p| p.message.clone()).unwrap_or_default();
                record.reject(Step::Validity, reason);
                return record;
            }
        };
        if let Some(kept) = self.kept(name, &tree, seed) {
            return kept;
        }
        let record = self.measure(name, tree.clone(), seed);
        self.keep_measured(name, &tree, seed, &record);
        record
    }

    fn recall(&self, name: &str, text: &str, seed: u64) -> Option<ChildRecord> {
        self.cache.as_ref()?;
        self.kept(name, &normal(&parse(text).ok()?), seed)
    }

    fn kept_under(&self, name: &str, text: &str, seed: u64) -> Option<String> {
        Some(self.key(self.cache.as_ref()?, name, &normal(&parse(text).ok()?), seed))
    }

    fn keep(&self, name: &str, text: &str, seed: u64, found: &ChildRecord) {
        if let Some(tree) = parse(text).ok().filter(|_| self.cache.is_some()) {
            self.keep_measured(name, &normal(&tree), seed, found);
        }
    }

    fn bred(&self, population: &View, seed: u64) -> ChildRecord {
        let mut record = ChildRecord::new("", "");
        if let Err(rejection) = self.begotten(&mut record, population, seed) {
            record.reject(rejection.step, rejection.reason);
        }
        record
    }

    fn child(&self, _k: u64, population: &View, seed: u64) -> ChildRecord {
        let mut record = ChildRecord::new("", "");
        if let Err(rejection) = self.live(&mut record, population, seed) {
            record.reject(rejection.step, rejection.reason);
        }
        record
    }

    fn candidate(&self, record: &ChildRecord, population: &View, seed: u64) -> CandidateRecord {
        let knowledge = self.recipe.judgement.on.then(|| self.knowledge(population));
        self.evaluation.second(record, knowledge, seed)
    }

    fn again(&self, finalist: &Finalist, population: &View, seed: u64) -> Result<Remeasured, String> {
        self.evaluation.again(finalist, self.knowledge(population), seed)
    }

    fn too_close(&self, record: &ChildRecord, member: &Member) -> Option<String> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_none_or(|(text, _)| *text != record.text) {
            let own = read(&record.text).map(|(tree, genome)| Own::new(&tree, genome));
            *last = Some((record.text.clone(), own));
        }
        let (_, own) = last.as_ref()?;
        own.as_ref()?.too_close_to(member, self.bounds(record))
    }

    fn rename(&self, text: &str, name: &str) -> String {
        match parse(text) {
            Ok(tree) => print(&named(tree, name)),
            Err(_) => text.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolution::Growing;
    use crate::store::{GameId, MemberRow};
    use crate::synthesis::reader::games;

    #[test]
    fn a_child_that_cannot_be_played_or_that_one_side_wins_is_made_anew() {
        let mut growing = Growing::default();
        for (number, tree) in games().iter().take(60).enumerate() {
            growing.add(MemberRow {
                id: GameId(number as u64 + 1),
                child: None,
                name: format!("g{number}"),
                fate: Fate::Seed,
                text: print(tree),
                fingerprint: 0,
                generation: 0,
                score: 6.0,
                spread: 0.1,
                feasible: true,
                niche: number.to_string(),
                policy: Vec::new(),
            });
        }
        let view = growing.view();
        // The rules of a child, and whether it is refused or hopeless.
        let bred = |attempts: u32| -> Vec<(String, bool, bool)> {
            let mut recipe = Recipe::default();
            recipe.breeding.attempts = attempts;
            let safety = recipe.safety.clone();
            let breeder = Breeder::new(recipe, Profile::default());
            let child = |k| {
                let seed = streams::seed(1, Purpose::Child, k);
                let child = breeder.bred(&view, seed);
                let refused = !child.reason.is_empty();
                let random =
                    || screening::safety(&Subject::of(parse(&child.text).ok()?).ok()?.game, &safety, seed).ok();
                let hopeless = !refused && random().is_none_or(|games| games.are_hopeless());
                (child.text, refused, hopeless)
            };
            (0..100).map(child).collect()
        };
        let [once, often] = [bred(1), bred(6)];
        let count = |children: &[(String, bool, bool)]| {
            let of = |is: fn(&(String, bool, bool)) -> bool| children.iter().filter(|child| is(child)).count();
            [of(|child| child.1), of(|child| child.2)]
        };
        let [[refused, hopeless], [still_refused, still_hopeless]] = [count(&once), count(&often)];
        assert!(refused > 10 && still_refused * 3 < refused, "{refused} {still_refused}");
        assert!(hopeless > 10 && still_hopeless * 3 < hopeless, "{hopeless} {still_hopeless}");
        // What need not be made anew is the same child.
        assert!(once.iter().zip(&often).all(|(a, b)| a.1 || a.2 || a == b));
    }
}
