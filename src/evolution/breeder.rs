//! The life of a child, from its parents to its score: the steps of the paper's Fig. 9 on the real engine.

use super::ablation::vestigial;
use super::life::Life;
use super::niche::niche;
use super::policy;
use super::recipe::{Candidates, Recipe};
use super::subject::{Kin, Subject};
use super::view::{Member, View};
use crate::criticism::verdict::{judge_by, settle};
use crate::criticism::{
    BoardFigures, Conventions, Criterion, Evidence, Measured, Profile, Tally, Verdict, measure_all, score,
};
use crate::game::{AnyGame, Game, Player, Playout, Position, counting_looks};
use crate::language::{Tree, canonical, parse, print};
use crate::players::{AlphaBeta, AlphaBetaOptions};
use crate::solver::flaws::{Check, Limits, examine};
use crate::store::{CandidateRecord, ChildRecord, Cost, Fate, Measurement, Relative, Step, TrialRow, VerdictRow};
use crate::strategy::{self, Evaluator, Policy};
use crate::streams::{self, Generator, Purpose};
use crate::synthesis::{self, Baptist, Genome, breed, distance, symmetric_fingerprint};
use crate::trials::{self, Series, SlowSettings, Trial, TrialSettings};
use crate::with_game;
use rand::RngExt;
use serde_json::json;
use std::collections::HashSet;
use std::time::Instant;

/// Trials are played in rounds of so many, and after each round it is asked whether more are needed.
const ROUND: u32 = 20;

/// Within a round, so many are played before it is asked whether the nodes have run out.
const STRIDE: u32 = 5;

/// Breeds, plays and measures children by a recipe and a profile.
pub struct Breeder {
    recipe: Recipe,
    profile: Profile,
    conventions: Conventions,
    baptist: Baptist,
    pass_values: bool,
}

/// How many trials a game may have.
struct Allowance {
    /// The most.
    most: u32,
    /// Those it gets whatever they take.
    least: u32,
    /// The nodes after which it gets no more.
    nodes: u64,
}

/// What the trials of a game showed.
struct Findings {
    trials: Vec<Trial>,
    verdict: Verdict,
    nodes: u64,
}

impl Breeder {
    /// A breeder that follows the recipe and scores by the profile.
    pub fn new(recipe: Recipe, profile: Profile) -> Self {
        let conventions = Conventions { preferred_plies: recipe.trials.preferred_length, ..Conventions::default() };
        let pass_values = profile.weighed().any(|c| c == Criterion::Coolness);
        Breeder { recipe, profile, conventions, baptist: Baptist::new(), pass_values }
    }

    fn kin<'m>(&self, member: &'m Member) -> Option<&'m Kin> {
        member.derived(|m| Kin::of(&m.text))
    }

    /// Random playouts with the invariants checked: the hash, the owners, the end.
    fn safety(&self, game: &AnyGame, seed: u64) -> Result<u64, String> {
        with_game!(game, g => self.play_safely(g, seed))
    }

    fn play_safely<const W: usize>(&self, game: &Game<W>, seed: u64) -> Result<u64, String> {
        let settings = &self.recipe.safety;
        if Position::new(game, Player::White).outcome().is_some() {
            return Err("nobody can move at the start".into());
        }
        let mut playout = Playout::general(game);
        let mut plies = 0u64;
        for i in 0..settings.playouts {
            let mut rng = streams::stream(seed, Purpose::Safety, i.into());
            playout.restart(Player::from_index(i as usize));
            let (outcome, made) = playout.run(&mut rng, settings.plies);
            plies += u64::from(made);
            if let Some(fault) = game.fault(playout.state()) {
                return Err(format!("the engine lost track of the position: {fault}"));
            }
            // Random play that never ends says little of good play; a few such games are enough of it.
            if outcome.is_none() && i >= 4 && plies >= u64::from(settings.plies) * u64::from(i + 1) {
                break;
            }
        }
        Ok(plies)
    }

    /// How many nodes a move takes at rising depth; an error if it is more than the recipe allows.
    fn speed(&self, game: &AnyGame, policy: &Policy, seed: u64, record: &mut ChildRecord) -> Result<u64, String> {
        with_game!(game, g => self.search_in_time(g, policy, seed, record))
    }

    fn search_in_time<const W: usize>(
        &self,
        game: &Game<W>,
        policy: &Policy,
        seed: u64,
        record: &mut ChildRecord,
    ) -> Result<u64, String> {
        let settings = &self.recipe.speed;
        let budget = settings.budget() / game.cost_class();
        let evaluator = Evaluator::new(game, policy);
        let start = Instant::now();
        let mut total = 0;
        for i in 0..settings.positions {
            let mut rng = streams::stream(seed, Purpose::Speed, i.into());
            let mut position = Position::new(game, Player::White);
            let mut legal = Vec::new();
            for _ in 0..rng.random_range(0..=12u32) {
                let mut next = position.clone();
                next.legal(game, &mut legal);
                if legal.is_empty() {
                    break;
                }
                next.apply(game, legal[rng.random_range(0..legal.len() as u32) as usize]);
                if next.outcome().is_some() {
                    break;
                }
                position = next;
            }
            // Nodes of this position, and with what the rules ask to be tried.
            let (mut bare, mut whole) = (1u64, 1u64);
            for depth in 1..=settings.depth {
                let nodes = (u128::from(budget) * u128::from(bare) / u128::from(whole)) as u64;
                let options = AlphaBetaOptions { depth, nodes: Some(nodes + 1), ..AlphaBetaOptions::default() };
                let (found, looks) = counting_looks(|| AlphaBeta::new(options).search(game, &evaluator, &mut position));
                let Some(found) = found else { break };
                bare += found.nodes;
                whole += found.nodes + looks;
                total += found.nodes + looks;
                if found.nodes > nodes || found.nodes + looks > budget {
                    return Err(format!("a move takes more than {budget} nodes at {depth} plies"));
                }
                if start.elapsed().as_secs_f64() > settings.seconds * settings.guard {
                    record.guard_fired = true;
                    // Nothing that depends on the clock beyond that: another run may get further.
                    return Err("a move takes too long".into());
                }
            }
        }
        Ok(total)
    }

    /// The best of the child's default policy, its parents' policies and their hybrids, by a round robin.
    fn choose_policy(&self, subject: &Subject, parents: [&Member; 2], seed: u64) -> Result<Policy, String> {
        let rules = subject.game.rules();
        let own = Policy::default_for(rules);
        let [first, second] = parents.map(|m| policy::read(&m.policy).relevant_to(rules));
        let both = strategy::hybrid(&first, &second, rules);
        let policies = [
            own,
            first,
            second,
            strategy::hybrid(&own, &first, rules),
            strategy::hybrid(&own, &second, rules),
            both,
            strategy::hybrid(&own, &both, rules),
        ];
        let mut distinct: Vec<Policy> = Vec::new();
        for p in policies {
            // Parents of another kind of game may know nothing that matters here.
            if !distinct.contains(&p) && !policy::is_blank(&p) {
                distinct.push(p);
            }
        }
        if distinct.is_empty() {
            distinct.push(own);
        }
        let settings = &self.recipe.policy;
        let pairs: Vec<(usize, usize)> =
            (0..distinct.len()).flat_map(|a| (a + 1..distinct.len()).map(move |b| (a, b))).collect();
        // With one policy to choose from, a match against itself still tells whether games end.
        let pairs = if pairs.is_empty() { vec![(0, 0)] } else { pairs };
        let matches = strategy::Match {
            games: settings.games,
            depth: settings.depth,
            nodes: Some(settings.nodes),
            opening: self.recipe.trials.opening,
            max_plies: settings.plies,
        };
        let mut points = vec![0.0; distinct.len()];
        let (mut games, mut decided) = (0, 0);
        let planned = pairs.len() as f64 * f64::from(settings.games);
        for (number, (a, b)) in pairs.into_iter().enumerate() {
            let seed = streams::seed(seed, Purpose::Match, number as u64);
            let result = strategy::contest(&subject.game, &distinct[a], &distinct[b], &matches, seed);
            games += result.games();
            decided += result.wins + result.losses;
            points[a] += result.score();
            points[b] += 1.0 - result.score();
            // Settled early: the share stays too low even if all games to come are decided.
            if f64::from(games - decided) > (1.0 - settings.decided) * planned {
                break;
            }
        }
        if f64::from(decided) < settings.decided * f64::from(games) {
            return Err(format!("{decided} of {games} matches between policies had a winner"));
        }
        let best = (0..distinct.len()).max_by(|&a, &b| points[a].total_cmp(&points[b]).then(b.cmp(&a))).unwrap_or(0);
        Ok(distinct.swap_remove(best))
    }

    /// Plays trials in rounds until `enough` says so or they have taken what they may.
    fn trials(
        &self,
        game: &AnyGame,
        policy: &Policy,
        settings: TrialSettings,
        allowance: Allowance,
        seed: u64,
        enough: impl FnMut(&[Trial], &Verdict) -> bool,
    ) -> Findings {
        with_game!(game, g => self.rounds(&Series::new(g, policy, settings, seed), allowance, enough))
    }

    fn rounds<const W: usize>(
        &self,
        series: &Series<W>,
        allowance: Allowance,
        mut enough: impl FnMut(&[Trial], &Verdict) -> bool,
    ) -> Findings {
        let limits = &self.recipe.viability.limits;
        let mut findings = Findings { trials: Vec::new(), verdict: Verdict::Undecided(Vec::new()), nodes: 0 };
        let mut tally = Tally::default();
        loop {
            let start = findings.trials.len() as u32;
            let end = (start + STRIDE).min(allowance.most);
            for (trial, nodes) in series.play(start..end) {
                tally.add(&trial);
                findings.nodes += nodes;
                findings.trials.push(trial);
            }
            let spent = end == allowance.most || end >= allowance.least && findings.nodes >= allowance.nodes;
            if !end.is_multiple_of(ROUND) && !spent {
                continue;
            }
            findings.verdict = judge_by(&tally, limits);
            if spent || enough(&findings.trials, &findings.verdict) {
                break;
            }
        }
        if matches!(findings.verdict, Verdict::Undecided(_)) {
            findings.verdict = settle(&tally, limits);
        }
        findings
    }

    fn trial_settings(&self) -> TrialSettings {
        let t = &self.recipe.trials;
        TrialSettings {
            opening: t.opening,
            depth: t.depth.min(6),
            preferred_length: t.preferred_length,
            pass_values: self.pass_values,
            ..TrialSettings::default()
        }
    }

    /// Trials, criteria, score and viability at the standard strength.
    fn measure(&self, subject: &Subject, policy: &Policy, seed: u64, record: &mut ChildRecord) {
        let start = Instant::now();
        // A game that certainly fails needs no exact score: it orders the gene pool and nothing else.
        let t = &self.recipe.trials;
        let allowance = Allowance { most: t.games, least: t.least, nodes: t.nodes };
        let trials_seed = streams::seed(seed, Purpose::Trials, 0);
        let findings = self.trials(&subject.game, policy, self.trial_settings(), allowance, trials_seed, |_, v| {
            matches!(v, Verdict::NotViable(_))
        });
        let figures = BoardFigures::of(subject.game.board());
        let evidence = Evidence { rules: Some((&subject.tree, figures)), trials: &findings.trials, slow: None };
        let measured = measure_all(&evidence, &self.conventions, streams::seed(seed, Purpose::Criteria, 0));
        record.policy = policy::write(policy);
        record.measurements = rows(&measured);
        record.score = Some(score(&self.profile, &measured));
        record.niche = niche(subject.game.board(), &measured, &findings.trials);
        (record.viable, record.viability_reasons) = match &findings.verdict {
            Verdict::Viable | Verdict::Undecided(_) => (Some(true), Vec::new()),
            Verdict::NotViable(reasons) => (Some(false), reasons.iter().map(|r| r.to_string()).collect()),
        };
        // A sample shows what went wrong; only viable games keep all their trials.
        let kept = if record.viable == Some(true) { findings.trials.len() } else { 4 };
        record.trials = findings.trials.iter().take(kept).map(row).collect();
        record.costs.push(cost(Step::Measurement, findings.nodes, start));
    }

    /// The steps of a child up to its measurement; the record of a rejected one says where it stopped.
    fn live(&self, record: &mut ChildRecord, population: &View, seed: u64) -> Option<()> {
        let mut rng = streams::stream(seed, Purpose::Breeding, 0);
        let started = Instant::now();
        let Some([template, donor]) = population.parents(&self.recipe.breeding, &mut rng) else {
            record.reject(Step::Parents, "the population has fewer than two games");
            return None;
        };
        record.parents = Some([template.id, donor.id]);
        record.generation = 1 + template.generation.max(donor.generation);
        let (mother, father) = (self.kin(template)?, self.kin(donor)?);
        let (Some(mother_tree), Some(father_tree)) = (&mother.tree, &father.tree) else {
            record.reject(Step::Parents, "a parent's rules cannot be read");
            return None;
        };
        let bred = breed(mother_tree, father_tree, &self.recipe.breeding, &mut rng);
        record.log = bred.log;
        record.lineage = bred.lineage;
        let name = self.baptise(population, &mut rng);
        let tree = named(bred.tree, &name);
        record.name = name;
        record.text = print(&tree);
        let genome = Genome::new(&tree);
        record.fingerprint = genome.fingerprint() as u64;
        if let (Some(a), Some(b)) = (&mother.genome, &father.genome) {
            record.parent_distances = Some([distance(&genome, a), distance(&genome, b)]);
        }
        record.costs.push(cost(Step::Mutation, 0, started));

        let started = Instant::now();
        let subject = match Subject::of(tree) {
            Ok(subject) => subject,
            Err(refusal) => {
                record.reject(refusal.step, refusal.reason);
                return None;
            }
        };
        record.costs.push(cost(Step::Validity, 0, started));

        // Distances cost microseconds where play costs seconds, so they come before it.
        let started = Instant::now();
        let likeness = symmetric_fingerprint(&subject.tree);
        let threshold = self.recipe.inbreeding.threshold;
        for member in population.members() {
            let Some(kin) = self.kin(member) else { continue };
            if let Some(reason) = too_close(&genome, likeness, kin, member, threshold) {
                record.reject(Step::Inbreeding, reason);
                return None;
            }
        }
        record.costs.push(cost(Step::Inbreeding, 0, started));

        let started = Instant::now();
        match self.safety(&subject.game, seed) {
            Ok(plies) => record.costs.push(cost(Step::Safety, plies, started)),
            Err(reason) => {
                record.reject(Step::Safety, reason);
                return None;
            }
        }
        let started = Instant::now();
        let own = Policy::default_for(subject.game.rules());
        match self.speed(&subject.game, &own, seed, record) {
            Ok(nodes) => record.costs.push(cost(Step::Speed, nodes, started)),
            Err(reason) => {
                record.reject(Step::Speed, reason);
                return None;
            }
        }
        let started = Instant::now();
        let policy = self.choose_policy(&subject, [template, donor], seed);
        record.costs.push(cost(Step::Policy, 0, started));
        let policy = match policy {
            Ok(policy) => policy,
            Err(reason) => {
                record.reject(Step::Policy, reason);
                return None;
            }
        };
        self.measure(&subject, &policy, seed, record);
        record.nearest = self.nearest(&genome, population);
        record.fate = Fate::Admitted;
        Some(())
    }

    fn nearest(&self, genome: &Genome, population: &View) -> Option<Relative> {
        let mut nearest: Option<Relative> = None;
        for member in population.members() {
            let Some(Kin { genome: Some(other), .. }) = self.kin(member) else { continue };
            let bound = nearest.as_ref().map_or(1.0 + f64::EPSILON, |r| r.distance);
            if let Some(d) = synthesis::distance_below(genome, other, bound) {
                nearest = Some(Relative { game: member.id, distance: d });
            }
        }
        nearest
    }

    fn baptise(&self, population: &View, rng: &mut Generator) -> String {
        let mut taken = HashSet::new();
        loop {
            let name = self.baptist.name(&taken, rng);
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
        let mut record = ChildRecord::new(name, text);
        record.fate = Fate::Seed;
        let tree = match parse(text) {
            Ok(tree) => canonical(&tree),
            Err(problems) => {
                let reason = problems.first().map(|p| p.message.clone()).unwrap_or_default();
                record.reject(Step::Validity, reason);
                return record;
            }
        };
        record.text = print(&tree);
        record.fingerprint = Genome::new(&tree).fingerprint() as u64;
        let subject = match Subject::of(tree) {
            Ok(subject) => subject,
            Err(refusal) => {
                record.reject(refusal.step, refusal.reason);
                return record;
            }
        };
        let policy = match Policy::of_game(&subject.tree) {
            Some(Ok(policy)) => policy,
            _ => Policy::default_for(subject.game.rules()),
        };
        self.measure(&subject, &policy, seed, &mut record);
        record
    }

    fn child(&self, _k: u64, population: &View, seed: u64) -> ChildRecord {
        let mut record = ChildRecord::new("", "");
        let _ = self.live(&mut record, population, seed);
        record
    }

    fn candidate(&self, record: &ChildRecord, _population: &View, seed: u64) -> CandidateRecord {
        let mut found = CandidateRecord {
            policy: record.policy.clone(),
            measurements: record.measurements.clone(),
            score: record.score.unwrap_or_default(),
            viable: false,
            viability_reasons: Vec::new(),
            vestigial: None,
            verdicts: Vec::new(),
            trials: Vec::new(),
            costs: Vec::new(),
            guard_fired: false,
        };
        let subject = match parse(&record.text).ok().map(Subject::of) {
            Some(Ok(subject)) => subject,
            _ => {
                found.viability_reasons.push("the rules cannot be read".into());
                return found;
            }
        };
        let stream = |purpose| streams::seed(seed, purpose, 0);
        let settings = &self.recipe.candidates;
        let policy = policy::read(&record.policy);

        // The stronger players first: most games that fail, fail here, and then need nothing more.
        let started = Instant::now();
        let v = &self.recipe.viability;
        let deeper = TrialSettings { depth: v.depth.min(6), pass_values: false, ..self.trial_settings() };
        let allowance = Allowance { most: v.trials, least: v.least, nodes: v.nodes };
        let strong = self.trials(&subject.game, &policy, deeper, allowance, stream(Purpose::Strength), |_, v| {
            !matches!(v, Verdict::Undecided(_))
        });
        found.costs.push(cost(Step::Viability, strong.nodes, started));
        if let Verdict::NotViable(reasons) = &strong.verdict {
            let depth = deeper.depth;
            found.viability_reasons = reasons.iter().map(|r| format!("at {depth} plies: {r}")).collect();
            found.trials = strong.trials.iter().take(4).map(row).collect();
            return found;
        }

        let started = Instant::now();
        let tuning = strategy::TuneSettings {
            iterations: settings.tuning,
            contest: strategy::Match {
                games: settings.tuning_games,
                depth: self.recipe.policy.depth,
                nodes: Some(self.recipe.policy.nodes),
                opening: self.recipe.trials.opening,
                max_plies: self.recipe.policy.plies,
            },
            ..strategy::TuneSettings::default()
        };
        let tuned = strategy::tune(&subject.game, &policy, &tuning, None, stream(Purpose::Tuning)).policy;
        found.policy = policy::write(&tuned);

        let full = TrialSettings { pass_values: true, foul_up_every: 5, ..self.trial_settings() };
        let slow = settings.slow.then(|| {
            let slow = SlowSettings {
                opening: self.recipe.trials.opening,
                plies: self.recipe.policy.plies,
                ..SlowSettings::default()
            };
            trials::slow(&subject.game, &tuned, &slow, stream(Purpose::Slow))
        });
        let figures = BoardFigures::of(subject.game.board());
        let measured = |trials: &[Trial]| {
            let evidence = Evidence { rules: Some((&subject.tree, figures)), trials, slow: slow.as_ref() };
            measure_all(&evidence, &self.conventions, stream(Purpose::Criteria))
        };
        let allowance = Allowance { most: settings.most_trials, least: settings.least, nodes: settings.nodes };
        let mut next_look = settings.trials as usize;
        let findings = self.trials(&subject.game, &tuned, full, allowance, stream(Purpose::Trials), |trials, v| {
            if matches!(v, Verdict::NotViable(_)) {
                return true;
            }
            if trials.len() < next_look {
                return false;
            }
            // The interval narrows with the root of the number of trials, which tells when it is worth looking again.
            let ratio = score(&self.profile, &measured(trials)).width() / settings.interval;
            next_look = (trials.len() as f64 * ratio * ratio) as usize;
            ratio <= 1.0
        });
        let measured = measured(&findings.trials);
        found.measurements = rows(&measured);
        found.score = score(&self.profile, &measured);
        match &findings.verdict {
            Verdict::NotViable(reasons) => found.viability_reasons = reasons.iter().map(|r| r.to_string()).collect(),
            Verdict::Viable | Verdict::Undecided(_) => found.viable = true,
        }
        found.trials = findings.trials.iter().map(row).collect();
        found.costs.push(cost(Step::Candidate, findings.nodes, started));
        if found.viable {
            let started = Instant::now();
            found.vestigial = Some(vestigial(&subject.tree, &subject.game, &findings.trials, seed));
            found.costs.push(cost(Step::Ablation, 0, started));
            found.verdicts = verdicts(&subject.tree, settings);
        }
        found
    }

    fn too_close(&self, record: &ChildRecord, member: &Member) -> Option<String> {
        let child = Kin::of(&record.text);
        let kin = self.kin(member)?;
        too_close(child.genome.as_ref()?, child.likeness, kin, member, self.recipe.inbreeding.threshold)
    }

    fn rename(&self, text: &str, name: &str) -> String {
        match parse(text) {
            Ok(tree) => print(&named(tree, name)),
            Err(_) => text.to_string(),
        }
    }
}

fn too_close(genome: &Genome, likeness: u128, kin: &Kin, member: &Member, threshold: f64) -> Option<String> {
    let other = kin.genome.as_ref()?;
    if likeness == kin.likeness {
        return Some(format!("the same game as {}", member.name));
    }
    let d = synthesis::distance_below(genome, other, threshold)?;
    Some(format!("distance {d:.4} to {}, below {threshold}", member.name))
}

fn named(tree: Tree, name: &str) -> Tree {
    let mut items = tree.items().to_vec();
    if items.len() > 1 {
        items[1] = Tree::word(name);
    }
    Tree::list(items)
}

/// Whether a game is trivially solved.
fn verdicts(tree: &Tree, settings: &Candidates) -> Vec<VerdictRow> {
    if settings.flaw_positions == 0 {
        return Vec::new();
    }
    let limits = Limits { positions: settings.flaw_positions, nodes: settings.flaw_nodes };
    let row = |check: Check| VerdictRow {
        flaw: check.check.name().into(),
        verdict: if check.fatal { VerdictRow::FATAL } else { check.verdict.word() }.into(),
        evidence: json!({"board": check.board, "found": check.evidence}).to_string(),
        budget: json!(check.budget).to_string(),
    };
    // The rules were played all along, so they can be examined.
    examine(tree, &limits).unwrap_or_default().into_iter().map(row).collect()
}

fn rows(measured: &Measured) -> Vec<Measurement> {
    let row = |m: &crate::criticism::Measurement| Measurement {
        criterion: m.criterion.number() as u8,
        value: m.value,
        standard_error: m.standard_error,
        samples: m.samples,
    };
    measured.measurements().iter().map(row).collect()
}

fn row(trial: &Trial) -> TrialRow {
    let leads = std::iter::once(trial.opening_lead).chain(trial.plies.iter().map(|p| p.lead));
    TrialRow {
        seed: trial.seed,
        first_mover: trial.first_mover,
        ending: trial.ending,
        moves: trial.moves.join(" "),
        leads: leads.map(|l| l as f32).collect(),
    }
}

fn cost(step: Step, nodes: u64, started: Instant) -> Cost {
    Cost { step, nodes, milliseconds: started.elapsed().as_secs_f64() * 1e3 }
}
