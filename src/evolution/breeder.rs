//! The life of a child, from its parents to its score: the steps of the paper's Fig. 9 on the real engine.

use super::life::Life;
use super::policy;
use super::recipe::Recipe;
use super::view::{Member, View};
use crate::criticism::verdict::{judge_by, settle};
use crate::criticism::{
    self, BoardFigures, Conventions, Criterion, Evidence, Limits, Measured, Profile, Tally, Verdict, measure_all,
};
use crate::game::{AnyGame, Game, Player, Playout, Position, lower};
use crate::language::{self, Tree, canonical, check, parse, print};
use crate::players::{AlphaBeta, AlphaBetaOptions};
use crate::store::{CandidateRecord, ChildRecord, Cost, Fate, Measurement, Relative, Score, Step, TrialRow};
use crate::strategy::{self, Evaluator, Policy};
use crate::synthesis::{self, Baptist, Breeding, Genome, breed, distance, select_parents, symmetric_fingerprint};
use crate::trials::{self, SlowSettings, Trial, TrialSettings, play_trials};
use crate::with_game;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
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

/// What is worked out once for a member: its tree and what distances need.
struct Kin {
    tree: Option<Tree>,
    genome: Option<Genome>,
    likeness: u128,
}

impl Kin {
    fn of(text: &str) -> Kin {
        match parse(text) {
            Ok(tree) => {
                Kin { genome: Some(Genome::new(&tree)), likeness: symmetric_fingerprint(&tree), tree: Some(tree) }
            }
            Err(_) => Kin { tree: None, genome: None, likeness: 0 },
        }
    }
}

/// A game ready to be played and measured.
struct Subject {
    tree: Tree,
    game: AnyGame,
}

/// Why a rule text cannot be played.
struct Refusal {
    step: Step,
    reason: String,
}

impl Subject {
    fn of(tree: Tree) -> Result<Subject, Refusal> {
        if let Some(problem) = check(&tree).into_iter().find(language::Problem::is_error) {
            return Err(Refusal { step: Step::Validity, reason: problem.message });
        }
        let rules = lower(&tree).map_err(|e| Refusal { step: Step::Safety, reason: e.message })?;
        let game = AnyGame::new(rules).map_err(|e| Refusal { step: Step::Safety, reason: e.message })?;
        Ok(Subject { tree, game })
    }
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

    fn limits(&self) -> Limits {
        let v = &self.recipe.viability;
        Limits {
            completion: v.completion,
            balance: v.balance,
            advantage: v.advantage,
            timeouts: v.timeouts,
            shortest: v.shortest,
            longest: v.longest,
            confidence: v.confidence,
        }
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
            let mut rng = Pcg64Mcg::seed_from_u64(seed ^ u64::from(i) << 32);
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
            let mut rng = Pcg64Mcg::seed_from_u64(seed ^ u64::from(i) << 32);
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
            for depth in 1..=settings.depth {
                let options = AlphaBetaOptions { depth, nodes: Some(budget + 1), ..AlphaBetaOptions::default() };
                let Some(found) = AlphaBeta::new(options).search(game, &evaluator, &mut position) else { break };
                total += found.nodes;
                if found.nodes > budget {
                    return Err(format!("a move takes more than {budget} nodes at {depth} plies"));
                }
                if start.elapsed().as_secs_f64() > settings.seconds * settings.guard {
                    record.guard_fired = true;
                    return Err(format!("a move takes too long at {depth} plies"));
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
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        for (a, b) in pairs {
            let result = strategy::contest(&subject.game, &distinct[a], &distinct[b], &matches, rng.next_u64());
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

    /// Plays trials in rounds until `most` are played, or until `enough` says so.
    fn trials(
        &self,
        game: &AnyGame,
        policy: &Policy,
        settings: TrialSettings,
        most: u32,
        seed: u64,
        mut enough: impl FnMut(&[Trial], &Verdict) -> bool,
    ) -> Findings {
        let limits = self.limits();
        let mut findings = Findings { trials: Vec::new(), verdict: Verdict::Undecided(Vec::new()), nodes: 0 };
        let mut tally = Tally::default();
        let kappa = strategy::kappa(game, policy, seed);
        while (findings.trials.len() as u32) < most {
            let start = findings.trials.len() as u32;
            let end = (start + STRIDE).min(most);
            for (trial, nodes) in play_trials(game, policy, settings, seed, start..end, kappa) {
                tally.add(&trial);
                findings.nodes += nodes;
                findings.trials.push(trial);
            }
            let spent = findings.nodes >= self.recipe.trials.nodes;
            if !end.is_multiple_of(ROUND) && end < most && !spent {
                continue;
            }
            findings.verdict = judge_by(&tally, &limits);
            if spent || enough(&findings.trials, &findings.verdict) {
                break;
            }
        }
        if matches!(findings.verdict, Verdict::Undecided(_)) {
            findings.verdict = settle(&tally, &limits);
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
        let findings =
            self.trials(&subject.game, policy, self.trial_settings(), self.recipe.trials.games, seed, |_, v| {
                matches!(v, Verdict::NotViable(_))
            });
        let figures = BoardFigures::of(subject.game.board());
        let evidence = Evidence { rules: Some((&subject.tree, figures)), trials: &findings.trials, slow: None };
        let measured = measure_all(&evidence, &self.conventions, seed);
        record.policy = policy::write(policy);
        record.measurements = rows(&measured);
        record.score = Some(score_of(&self.profile, &measured));
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
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let started = Instant::now();
        if population.len() < 2 {
            record.reject(Step::Parents, "the population has fewer than two games");
            return None;
        }
        let (a, b) = select_parents(population.len(), self.recipe.breeding.pressure, &mut rng);
        let (template, donor) = (population.by_rank(a)?, population.by_rank(b)?);
        record.parents = Some([template.id, donor.id]);
        record.generation = 1 + template.generation.max(donor.generation);
        let (mother, father) = (self.kin(template)?, self.kin(donor)?);
        let (Some(mother_tree), Some(father_tree)) = (&mother.tree, &father.tree) else {
            record.reject(Step::Parents, "a parent's rules cannot be read");
            return None;
        };
        let settings = Breeding {
            crossover_rate: self.recipe.breeding.crossover,
            mutation_rate: self.recipe.breeding.mutation,
            pressure: self.recipe.breeding.pressure,
        };
        let bred = breed(mother_tree, father_tree, &settings, &mut rng);
        record.log = bred.log;
        let name = self.baptise(population, &mut rng);
        let tree = canonical(&named(bred.tree, &name));
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
        match self.safety(&subject.game, rng.next_u64()) {
            Ok(plies) => record.costs.push(cost(Step::Safety, plies, started)),
            Err(reason) => {
                record.reject(Step::Safety, reason);
                return None;
            }
        }
        let started = Instant::now();
        let own = Policy::default_for(subject.game.rules());
        match self.speed(&subject.game, &own, rng.next_u64(), record) {
            Ok(nodes) => record.costs.push(cost(Step::Speed, nodes, started)),
            Err(reason) => {
                record.reject(Step::Speed, reason);
                return None;
            }
        }
        let started = Instant::now();
        let policy = self.choose_policy(&subject, [template, donor], rng.next_u64());
        record.costs.push(cost(Step::Policy, 0, started));
        let policy = match policy {
            Ok(policy) => policy,
            Err(reason) => {
                record.reject(Step::Policy, reason);
                return None;
            }
        };
        self.measure(&subject, &policy, rng.next_u64(), record);
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

    fn baptise(&self, population: &View, rng: &mut Pcg64Mcg) -> String {
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
            score: record.score.unwrap_or(Score { value: 0.0, low: 0.0, high: 0.0 }),
            viable: false,
            viability_reasons: Vec::new(),
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
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let settings = &self.recipe.candidates;
        let policy = policy::read(&record.policy);

        // The stronger players first: most games that fail, fail here, and then need nothing more.
        let started = Instant::now();
        let deeper =
            TrialSettings { depth: self.recipe.viability.depth.min(6), pass_values: false, ..self.trial_settings() };
        let strong =
            self.trials(&subject.game, &policy, deeper, self.recipe.viability.trials, rng.next_u64(), |_, v| {
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
        let tuned = strategy::tune(&subject.game, &policy, &tuning, rng.next_u64()).policy;
        found.policy = policy::write(&tuned);

        let full = TrialSettings { pass_values: true, foul_up_every: 5, ..self.trial_settings() };
        let slow = settings.slow.then(|| {
            let slow = SlowSettings {
                opening: self.recipe.trials.opening,
                plies: self.recipe.policy.plies,
                ..SlowSettings::default()
            };
            trials::slow(&subject.game, &tuned, &slow, rng.next_u64())
        });
        let evidence_seed = rng.next_u64();
        let figures = BoardFigures::of(subject.game.board());
        let measured = |trials: &[Trial]| {
            let evidence = Evidence { rules: Some((&subject.tree, figures)), trials, slow: slow.as_ref() };
            measure_all(&evidence, &self.conventions, evidence_seed)
        };
        let findings = self.trials(&subject.game, &tuned, full, settings.most_trials, rng.next_u64(), |trials, v| {
            matches!(v, Verdict::NotViable(_))
                || trials.len() as u32 >= settings.trials && {
                    let score = score_of(&self.profile, &measured(trials));
                    score.high - score.low <= settings.interval
                }
        });
        let measured = measured(&findings.trials);
        found.measurements = rows(&measured);
        found.score = score_of(&self.profile, &measured);
        match &findings.verdict {
            Verdict::NotViable(reasons) => found.viability_reasons = reasons.iter().map(|r| r.to_string()).collect(),
            Verdict::Viable | Verdict::Undecided(_) => found.viable = true,
        }
        found.trials = findings.trials.iter().map(row).collect();
        found.costs.push(cost(Step::Candidate, findings.nodes, started));
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

fn score_of(profile: &Profile, measured: &Measured) -> Score {
    let s = criticism::score(profile, measured);
    Score { value: s.value, low: s.low, high: s.high }
}

fn rows(measured: &Measured) -> Vec<Measurement> {
    let row = |m: &criticism::Measurement| Measurement {
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
        ending: match trial.ending {
            trials::Ending::Win(0) => crate::store::Ending::White,
            trials::Ending::Win(_) => crate::store::Ending::Black,
            trials::Ending::Draw => crate::store::Ending::Draw,
            trials::Ending::Timeout => crate::store::Ending::Timeout,
        },
        moves: trial.moves.join(" "),
        leads: leads.map(|l| l as f32).collect(),
    }
}

fn cost(step: Step, nodes: u64, started: Instant) -> Cost {
    Cost { step, nodes, milliseconds: started.elapsed().as_secs_f64() * 1e3 }
}
