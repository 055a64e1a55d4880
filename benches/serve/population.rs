//! A population of bred games, written by the manager of runs through the store: real rules, real rows. What measuring a game would find
//! is drawn by chance, as playing ten thousand games takes a night.

use ludogen::criticism::{Profile, Score};
use ludogen::evolution::{EvolveOptions, Finalist, Life, Limits, Member, Recipe, View, evolve};
use ludogen::game::AnyGame;
use ludogen::language::{parse, print};
use ludogen::serve::known_games;
use ludogen::store::{CandidateRecord, ChildRecord, Measurement, Relative, Remeasured, Step, TrialRow};
use ludogen::streams::generator;
use ludogen::synthesis::{Breeding, breed, named};
use ludogen::trials::Ending;
use rand::RngExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How many criteria there are before the slow ones.
const CRITERIA: u8 = 50;
const BOARDS: [&str; 4] = ["square", "hex", "triangle", "other"];
const GOALS: [&str; 5] = ["line", "connect", "reach", "capture", "score"];
const LENGTHS: [&str; 4] = ["0-15", "15-30", "30-60", "60-"];

/// Children bred from the known games, measured by chance.
struct Bred {
    /// How long a child takes, in seconds.
    takes: f64,
}

/// Has the population grow to so many children, so many a second; 0 as fast as it goes.
pub fn grow(path: &Path, children: u64, a_second: f64, stop: &Arc<AtomicBool>) -> Result<(), String> {
    let profile = Profile::default();
    let options = EvolveOptions {
        population: path.into(),
        seeds: known_games(),
        recipe: Recipe::default(),
        recipe_source: String::new(),
        seed: 1,
        profile: profile.name,
        profile_version: profile.date,
        limits: Limits { children: Some(children), ..Limits::default() },
        threads: 1,
        stop: Arc::clone(stop),
    };
    let life = Bred { takes: if a_second > 0.0 { 1.0 / a_second } else { 0.0 } };
    evolve(&options, &life, &mut |_| {}).map(|_| ()).map_err(|e| e.to_string())
}

impl Bred {
    fn trials(&self, games: u64, seed: u64) -> Vec<TrialRow> {
        let mut random = generator(seed);
        let mut trial = |number: u64| {
            let plies = random.random_range(10..60u32);
            let mut lead = 0f32;
            let mut leads = vec![lead];
            for _ in 0..plies {
                lead = (lead + random.random_range(-0.25f32..0.25)).clamp(-1.0, 1.0);
                leads.push(lead);
            }
            let ending = if lead >= 0.0 { Ending::White } else { Ending::Black };
            let moves = (0..plies).map(|m| format!("{}{}", ['a', 'b', 'c', 'd'][m as usize % 4], m / 4 + 1));
            let moves = moves.collect::<Vec<_>>().join(" ");
            TrialRow { seed: number, first_mover: 0, ending, moves, leads }
        };
        (0..games).map(&mut trial).collect()
    }

    fn measure(&self, record: &mut ChildRecord, seed: u64, trials: u64) {
        let mut random = generator(seed);
        let mut word = |words: &[&'static str]| words[random.random_range(0..words.len() as u64) as usize];
        record.niche = format!("{}/{}/{}/10-30", word(&BOARDS), word(&GOALS), word(&LENGTHS));
        let measured = |criterion| Measurement {
            criterion,
            value: random.random(),
            standard_error: if criterion < 16 { 0.0 } else { random.random_range(0.0..0.1) },
            samples: if criterion < 16 { 0 } else { 100 },
        };
        record.measurements = (0..CRITERIA).map(measured).collect();
        let value = random.random_range(-0.2..0.6);
        record.score = Some(Score { value, low: value - 0.06, high: value + 0.05 });
        record.policy = vec![("mobility".into(), random.random()), ("centre".into(), random.random())];
        record.viable = Some(random.random_bool(0.05));
        if record.viable == Some(false) {
            record.viability_reasons = vec!["drawish: 0.81 of the trials".into()];
        }
        record.trials = self.trials(trials, seed);
    }
}

impl Life for Bred {
    fn criteria(&self) -> Vec<String> {
        ludogen::criticism::Criterion::ALL.iter().map(|c| c.name().to_owned()).collect()
    }

    fn seed(&self, name: &str, text: &str, seed: u64) -> ChildRecord {
        let mut record = ChildRecord::new(name, text);
        record.fingerprint = seed;
        self.measure(&mut record, seed, 10);
        record
    }

    fn bred(&self, population: &View, seed: u64) -> ChildRecord {
        self.child(0, population, seed)
    }

    fn child(&self, k: u64, population: &View, seed: u64) -> ChildRecord {
        if self.takes > 0.0 {
            std::thread::sleep(Duration::from_secs_f64(self.takes));
        }
        let mut random = generator(seed);
        let n = population.len() as u64;
        let mut parent = || population.by_rank(random.random_range(0..n) as usize).cloned();
        let (Some(mother), Some(father)) = (parent(), parent()) else { return ChildRecord::new("", "") };
        let mut record = ChildRecord::new("", "");
        let (Ok(template), Ok(donor)) = (parse(&mother.text), parse(&father.text)) else {
            record.reject(Step::Recombination, "a parent cannot be read");
            return record;
        };
        let child = breed(&template, &donor, &Breeding::default(), &mut random);
        let name = format!("Child-{k}");
        record = ChildRecord::new(&name, print(&named(child.tree, &name)));
        record.fingerprint = seed;
        record.parents = Some([mother.id, father.id]);
        record.generation = 1 + mother.generation.max(father.generation);
        record.log = child.log;
        record.lineage = child.lineage;
        record.parent_distances = Some([0.2, 0.4]);
        record.nearest = Some(Relative { game: mother.id, distance: 0.2 });
        if parse(&record.text).map_or(true, |tree| AnyGame::of(&tree).is_err()) {
            record.reject(Step::Validity, "the rules have no meaning");
        } else if random.random_bool(0.3) {
            record.reject(Step::Speed, "4 plies took 99 nodes");
        } else {
            self.measure(&mut record, seed, 10);
        }
        record
    }

    fn again(&self, _: &Finalist, _: &View, _: u64) -> Result<Remeasured, String> {
        Err("nothing is judged here".into())
    }

    fn candidate(&self, record: &ChildRecord, _: &View, seed: u64) -> CandidateRecord {
        let mut again = record.clone();
        self.measure(&mut again, seed, 40);
        let viable = generator(seed).random_bool(0.7);
        CandidateRecord {
            policy: again.policy,
            measurements: again.measurements,
            score: again.score.unwrap_or(Score { value: 0.0, low: 0.0, high: 0.0 }),
            viable,
            vestigial: Some(Vec::new()),
            judgement: None,
            verdicts: Vec::new(),
            viability_reasons: if viable { Vec::new() } else { vec!["drawish: 0.62 of the trials".into()] },
            trials: again.trials,
            costs: Vec::new(),
            guard_fired: false,
        }
    }

    fn too_close(&self, _: &ChildRecord, _: &Member) -> Option<String> {
        None
    }

    fn rename(&self, text: &str, name: &str) -> String {
        parse(text).map_or_else(|_| text.to_owned(), |tree| print(&named(tree, name)))
    }
}
