//! A life made of hashes: no rules, no play, but everything that makes a population manager sweat. Names collide, twins are
//! born at the same time, lives differ in length, some panic, some return what is not a number.

#![allow(dead_code)] // Each test file uses its own part.

use ludogen::criticism::Score;
use ludogen::evolution::{EvolveOptions, Finalist, Life, Limits, Member, Recipe, View};
use ludogen::store::{
    CandidateRecord, ChildRecord, Cost, GameId, Measurement, Relative, Remeasured, SeedGame, Step, TrialRow,
};
use ludogen::trials::Ending;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub struct Synthetic {
    /// How much pointless work a child is, about; each takes between nothing and twice that.
    pub toil: u64,
    /// How many different genomes there are: the fewer, the more twins.
    pub genomes: u64,
    /// How long the lead histories are.
    pub trials: usize,
}

impl Default for Synthetic {
    fn default() -> Self {
        Synthetic { toil: 2_000, genomes: 4_000, trials: 2 }
    }
}

const FIRST: [&str; 12] = ["Or", "Gal", "Eth", "Kem", "Val", "Ber", "Mor", "Yav", "Nd", "Tei", "El", "Gor"];
const LAST: [&str; 12] =
    ["oth", "dal", "erond", "eneth", "indor", "ed", "rai", "alath", "engrod", "glith", "rostir", "odrui"];

fn genome_of(text: &str) -> u64 {
    text.split_whitespace().last().and_then(|word| word.trim_end_matches(')').parse().ok()).unwrap_or(0)
}

impl Synthetic {
    fn print(name: &str, genome: u64) -> String {
        format!("(game {name}\n  (genome {genome}))")
    }

    fn toil(&self, rng: &mut Pcg64Mcg) -> u64 {
        (0..rng.random_range(0..=2 * self.toil)).fold(rng.random(), |x: u64, i| x.rotate_left(7).wrapping_mul(i | 1))
    }

    fn trials(&self, rng: &mut Pcg64Mcg, scale: usize) -> Vec<TrialRow> {
        let trial = |i: usize, rng: &mut Pcg64Mcg| {
            let plies = rng.random_range(4..60);
            let mut lead = 0f32;
            let mut leads = vec![lead];
            for _ in 0..plies {
                lead = (lead + rng.random_range(-0.25f32..0.25)).clamp(-1.0, 1.0);
                leads.push(lead);
            }
            let ending = match rng.random_range(0..10) {
                0 => Ending::Draw,
                1 => Ending::Timeout,
                _ if lead >= 0.0 => Ending::White,
                _ => Ending::Black,
            };
            let moves = (0..plies).map(|m| format!("a{}", m + 1)).collect::<Vec<_>>().join(" ");
            TrialRow { seed: rng.random(), first_mover: (i % 2) as u8, ending, moves, leads }
        };
        (0..self.trials * scale).map(|i| trial(i, rng)).collect()
    }

    fn measure(&self, record: &mut ChildRecord, genome: u64, rng: &mut Pcg64Mcg) {
        record.fingerprint = genome;
        record.niche = format!("kind-{}", genome % 7);
        record.measurements = (0..50u8)
            .map(|criterion| Measurement {
                criterion,
                value: rng.random(),
                standard_error: if criterion < 16 { 0.0 } else { rng.random_range(0.0..0.1) },
                samples: if criterion < 16 { 0 } else { 100 },
            })
            .collect();
        let value = rng.random_range(-0.3..0.3) + (genome % 1000) as f64 / 1500.0;
        record.score = Some(Score { value, low: value - 0.06, high: value + 0.05 });
        record.policy = vec![("mobility".into(), rng.random()), ("in-a-row, \"long\"".into(), -rng.random::<f64>())];
        record.viable = Some(rng.random_bool(0.05));
        if record.viable == Some(false) {
            record.viability_reasons = vec!["drawish: 0.81 of the trials".into()];
        }
        record.trials = self.trials(rng, 1);
    }
}

impl Life for Synthetic {
    fn criteria(&self) -> Vec<String> {
        (0..57).map(|number| format!("criterion_{number}")).collect()
    }

    fn seed(&self, name: &str, text: &str, seed: u64) -> ChildRecord {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut record = ChildRecord::new("whatever", text);
        if name == "broken" {
            record.reject(Step::Validity, "this is no game");
            return record;
        }
        self.measure(&mut record, genome_of(text), &mut rng);
        record
    }

    fn bred(&self, population: &View, seed: u64) -> ChildRecord {
        self.child(0, population, seed)
    }

    fn child(&self, k: u64, population: &View, seed: u64) -> ChildRecord {
        let began = Instant::now();
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let toil = self.toil(&mut rng);
        let n = population.len();
        let mut pick = || {
            let rank = rng.random_range(0..n).min(rng.random_range(0..n));
            population.by_rank(rank).unwrap().clone()
        };
        let (mother, father) = (pick(), pick());
        let draw: u64 = rng.random();
        let genome = (genome_of(&mother.text) * 31 + genome_of(&father.text) * 17 + draw % 997) % self.genomes;
        let mut name = String::new();
        for _ in 0..20 {
            name = format!("{}{}", FIRST[rng.random_range(0..12)], LAST[rng.random_range(0..12)]);
            if !population.is_taken(&name) {
                break;
            }
        }
        let mut record = ChildRecord::new(&name, Self::print(&name, genome));
        record.fingerprint = genome;
        record.parents = Some([mother.id, father.id]);
        record.generation = 1 + mother.generation.max(father.generation);
        record.log = vec![format!("crossover <{}>", draw % 7), "mutation: \"add\", x".into()];
        record.parent_distances = Some([rng.random(), rng.random()]);
        record.costs =
            vec![Cost { step: Step::Safety, nodes: toil % 1000, milliseconds: began.elapsed().as_secs_f64() * 1e3 }];
        match rng.random_range(0..100) {
            0..2 => {
                let mut unborn = ChildRecord::new("", "");
                unborn.reject(Step::Recombination, "the parents have nothing in common");
                return unborn;
            }
            2..12 => record.reject(Step::Validity, "line 3, column 4: unknown piece \"Q,\"\nsecond line"),
            12..20 => record.reject(Step::Speed, "4 plies took 99 nodes"),
            20..40 => record.reject(Step::Policy, "31 of 42 games without a winner"),
            // A panic, but without the noise of one.
            40 => std::panic::resume_unwind(Box::new(format!("child {k} is a bug"))),
            41 => {
                self.measure(&mut record, genome, &mut rng);
                record.measurements[3].value = f64::NAN;
            }
            42 => {
                self.measure(&mut record, genome, &mut rng);
                record.score = None;
            }
            43 => {
                self.measure(&mut record, genome, &mut rng);
                record.parents = Some([GameId(1), GameId(1_000_000_000)]);
            }
            _ => {
                if let Some(twin) = population.members().find(|member| member.fingerprint == genome) {
                    record.nearest = Some(Relative { game: twin.id, distance: 0.0 });
                    record.reject(Step::Inbreeding, format!("the same as {}", twin.name));
                } else {
                    record.nearest = Some(Relative { game: mother.id, distance: 0.3 });
                    self.measure(&mut record, genome, &mut rng);
                }
            }
        }
        record
    }

    fn candidate(&self, record: &ChildRecord, population: &View, seed: u64) -> CandidateRecord {
        let mut rng = Pcg64Mcg::seed_from_u64(seed ^ population.last().0);
        self.toil(&mut rng);
        let mut again = record.clone();
        self.measure(&mut again, record.fingerprint, &mut rng);
        let viable = rng.random_bool(0.7);
        CandidateRecord {
            policy: again.policy,
            measurements: again.measurements,
            score: again.score.unwrap(),
            viable,
            vestigial: viable.then(|| vec![2]),
            judgement: None,
            verdicts: Vec::new(),
            viability_reasons: if viable { Vec::new() } else { vec!["lost at 4 plies".into()] },
            trials: self.trials(&mut rng, 10),
            costs: Vec::new(),
            guard_fired: false,
        }
    }

    fn again(&self, _: &Finalist, _: &View, _: u64) -> Result<Remeasured, String> {
        Err("nothing is judged here".into())
    }

    fn too_close(&self, record: &ChildRecord, member: &Member) -> Option<String> {
        // By way of what is derived, so that this is tried as well.
        let genome = member.derived(|member| genome_of(&member.text))?;
        (*genome == record.fingerprint).then(|| format!("the same as {}, born meanwhile", member.name))
    }

    fn rename(&self, text: &str, name: &str) -> String {
        Self::print(name, genome_of(text))
    }
}

/// Some games to begin with, one of them of no use.
pub fn seeds() -> Vec<SeedGame> {
    let mut seeds: Vec<SeedGame> =
        (1..=12u64).map(|i| SeedGame { name: format!("seed-{i}"), text: Synthetic::print("Seed", i * 321) }).collect();
    seeds.insert(4, SeedGame { name: "broken".into(), text: "(".into() });
    seeds
}

pub fn options(population: &Path, threads: usize, children: u64) -> EvolveOptions {
    EvolveOptions {
        population: population.into(),
        seeds: seeds(),
        recipe: Recipe::default(),
        recipe_source: "// <the> recipe\n()".into(),
        seed: 7,
        profile: "synthetic".into(),
        profile_version: "1".into(),
        limits: Limits { children: Some(children), hours: None, viable: None },
        threads,
        stop: Arc::new(AtomicBool::new(false)),
    }
}

/// Every word of a population but the milliseconds.
pub fn dump(population: &Path) -> String {
    let connection = rusqlite::Connection::open(population).unwrap();
    let mut out = String::new();
    for view in ["run", "game", "measurement", "trial", "policy", "(SELECT game, stage, step, nodes FROM cost)"] {
        let mut statement = connection.prepare(&format!("SELECT * FROM {view}")).unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for column in 0..columns {
                match row.get_ref(column).unwrap() {
                    rusqlite::types::ValueRef::Text(text) => out.push_str(&String::from_utf8_lossy(text)),
                    other => out.push_str(&format!("{other:?}")),
                }
                out.push('|');
            }
            out.push('\n');
        }
    }
    out
}

/// Every file of a folder with its contents.
pub fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                all.push((name, std::fs::read(&path).unwrap()));
            }
        }
    }
    all.sort();
    all
}
