//! A run done by others ends in the same population as one done by threads beside the database.

mod place;

use ludogen::criticism::Profile;
use ludogen::evolution::{
    Breeder, EvolveError, EvolveOptions, Finalist, Hands, Limits, Outcome, Recipe, Task, View, evolve, evolve_with,
};
use ludogen::queue::{BatchHands, Desk, Done, Piece, Row, Run, Stretch, evaluate, pack, unpack};
use ludogen::store::{Cost, GameId, SeedGame};
use place::{Place, RECIPE};
use std::collections::VecDeque;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The most that a document of these tests unpacks to.
const LIMIT: u64 = 64 << 20;

fn recipe() -> Recipe {
    Recipe::parse(RECIPE, "recipe").unwrap()
}

fn options(place: &Place, population: &str, children: u64) -> EvolveOptions {
    let profile = Profile::default();
    EvolveOptions {
        population: place.path(population),
        seeds: place.games(),
        recipe: recipe(),
        recipe_source: String::new(),
        seed: 5,
        profile: profile.name.clone(),
        profile_version: profile.date.clone(),
        limits: Limits { children: Some(children), ..Limits::default() },
        threads: 2,
        stop: Default::default(),
    }
}

fn breeder() -> Breeder {
    Breeder::new(recipe(), Profile::default())
}

fn run(seeds: &[SeedGame]) -> Run {
    Run::new(&recipe(), &Profile::default(), 5, seeds.iter().map(|s| (s.name.as_str(), s.text.as_str()))).unwrap()
}

/// An outcome without what differs from machine to machine: how long it took.
fn timeless(mut outcome: Outcome) -> String {
    let still = |costs: &mut Vec<Cost>| costs.iter_mut().for_each(|cost| cost.milliseconds = 0.0);
    match &mut outcome {
        Outcome::Seed(record) => still(&mut record.costs),
        Outcome::Child(record, look) => {
            still(&mut record.costs);
            look.iter_mut().for_each(|look| still(&mut look.costs));
        }
        Outcome::Again(found) => {
            if let Ok(found) = found {
                found.milliseconds = 0.0;
            }
        }
    }
    serde_json::to_string(&outcome).unwrap()
}

/// Hands that do every piece twice: beside the database, and at a desk that knows what came over the wire alone; and compare.
struct Both<'a> {
    life: &'a Breeder,
    batch: Box<dyn Fn() -> BatchHands<'a> + 'a>,
    desk: Desk,
    ready: VecDeque<(u64, Option<Outcome>)>,
    kinds: [u32; 3],
    /// The population of the last piece that has one.
    last: Option<View>,
    sent: usize,
}

impl Hands<Task, Outcome, EvolveError> for Both<'_> {
    fn most(&self) -> usize {
        3
    }

    fn begin(&mut self, number: u64, task: Task) -> Result<(), EvolveError> {
        let here = task.perform(self.life, 5);
        if let Task::Child { view, .. } | Task::Again { view, .. } = &task {
            self.last = Some(view.clone());
        }
        // The piece comes as a batch of one.
        let mut alone = (self.batch)();
        alone.begin(number, task.clone())?;
        let batch = alone.batch().expect("nobody has done it");
        let told = self.desk.games();
        let rows = batch.population.rows.into_iter().skip(told as usize).collect();
        let mut piece: Piece = batch.pieces[0].clone();
        piece.tail = Some(Stretch { after: told, rows });
        let bytes = pack(&piece).unwrap();
        let there = self.desk.perform(&unpack::<Piece>(&bytes, LIMIT).unwrap()).unwrap();
        let back = pack(&there).unwrap();
        self.sent = self.sent.max(bytes.len() + back.len());
        let back: Done = unpack(&back, LIMIT).unwrap();
        assert_eq!(back, there, "to the last bit");
        assert_eq!(back.piece, piece.id());
        let there = back.outcome.sound(&task, 57).expect("a sound outcome");
        assert_eq!(timeless(there.clone()), timeless(here), "{}", piece.name());
        self.kinds[match there {
            Outcome::Seed(_) => 0,
            Outcome::Child(..) => 1,
            Outcome::Again(_) => 2,
        }] += 1;
        self.ready.push_back((number, Some(there)));
        Ok(())
    }

    fn finished(&mut self, _: Duration) -> Result<Option<(u64, Option<Outcome>)>, EvolveError> {
        Ok(self.ready.pop_front())
    }

    fn close(&mut self) {}
}

#[test]
fn pieces_that_go_over_the_wire_come_out_as_they_do_beside_the_database() {
    let place = Place::new();
    let (life, seeds) = (breeder(), place.games());
    let wire = options(&place, "wire.db", 8);
    let batch = || BatchHands::new(run(&seeds), &life, Vec::new(), Default::default());
    let desk = Desk::new(&run(&seeds), None).unwrap();
    let mut both =
        Both { life: &life, batch: Box::new(batch), desk, ready: VecDeque::new(), kinds: [0; 3], last: None, sent: 0 };
    evolve_with(&wire, &life, &mut both, &mut |_| {}).unwrap();
    // A heat, of a known game as if it were a candidate.
    let (seed, view) = (&seeds[0], both.last.clone().unwrap());
    for heat in [1, 2] {
        let (policy, measurements) = (vec![("mobility".into(), 0.3)], Vec::new());
        let finalist =
            Finalist { game: GameId(1), text: seed.text.clone(), policy, measurements, heat, times: heat + 1 };
        both.begin(9, Task::Again { child: 1, finalist, view: view.clone() }).unwrap();
    }
    assert_eq!(both.kinds, [6, 8, 2]);
    assert!(both.sent < 1 << 20, "{} bytes", both.sent);
    evolve(&options(&place, "alone.db", 8), &breeder(), &mut |_| {}).unwrap();
    assert!(place.report("wire.db") == place.report("alone.db"));
}

#[test]
fn batches_in_files_give_the_report_of_one_thread() {
    let place = Place::new();
    let alone = place.evolve("one.db", 12, 1).output().unwrap();
    assert!(alone.status.success(), "{}", String::from_utf8_lossy(&alone.stderr));
    let wanted = place.report("one.db");

    let program = || Command::new(env!("CARGO_BIN_EXE_ludogen"));
    let (batch, mut merge) = (place.path("next.batch"), Vec::new());
    let mut rounds = 0;
    loop {
        let mut step = place.evolve("batched.db", 12, 1);
        step.arg("--batch").arg(&batch);
        if !merge.is_empty() {
            step.arg("--merge").args(&merge);
        }
        let step = step.output().unwrap();
        assert!(step.status.success(), "{}", String::from_utf8_lossy(&step.stderr));
        if !batch.exists() {
            break;
        }
        rounds += 1;
        assert!(rounds < 50, "it does not end");
        merge.clear();
        for shard in 1..=3 {
            // A job that died leaves nothing; what it should have done is in the next batch.
            if rounds % 2 == 0 && shard == 2 {
                continue;
            }
            let done = place.path(&format!("{shard}.done"));
            let job = program()
                .args(["evaluate", "--no-cache", "--threads", "1", "--shard", &format!("{shard}/3")])
                .args([&batch, &done])
                .output()
                .unwrap();
            assert!(job.status.success(), "{}", String::from_utf8_lossy(&job.stderr));
            // A job that lost power leaves half a file, whose pieces are in the next batch, too.
            if rounds % 3 == 0 && shard == 3 {
                let whole = std::fs::read(&done).unwrap();
                std::fs::write(&done, &whole[..whole.len() / 2]).unwrap();
            }
            merge.push(done);
        }
    }
    // Six known games, then twelve children, four at a time, with jobs that die.
    assert!(rounds > 4, "{rounds}");
    assert!(place.report("batched.db") == wanted, "batches made another population");

    // Outcomes of another recipe are refused, with the line that differs.
    std::fs::write(place.path("recipe.ron"), RECIPE.replacen("lag: 4", "lag: 5", 1)).unwrap();
    let mut other = place.evolve("other.db", 24, 1);
    let other = other.arg("--batch").arg(&batch).arg("--merge").arg(place.path("1.done")).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
    let message = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(
        message.contains("1.done") && message.contains("the recipe is `lag: 4,` there and `lag: 5,` here"),
        "{message}"
    );

    for (args, code, said) in [
        (["evaluate", "--shard", "4/3", "a", "b"], 2, "3/200"),
        (["evaluate", "--shard", "1/3", "no-such-file", "b"], 1, "no-such-file"),
    ] {
        let output = program().args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(code));
        assert!(String::from_utf8_lossy(&output.stderr).contains(said));
    }
}

#[test]
fn a_worker_refuses_other_versions_other_runs_and_populations_that_do_not_fit() {
    let place = Place::new();
    let seeds = place.games();
    let ours = run(&seeds);
    let newer = Run { program: "9.9.9 (sources 0)".into(), ..ours.clone() };
    let refusal = Desk::new(&newer, None).err().unwrap().to_string();
    assert!(refusal.contains("the program is 9.9.9 (sources 0) there and") && refusal.contains("here"), "{refusal}");
    for (recipe, said) in [("(lag: 0)", "lag"), ("(lag", "recipe")] {
        let wrong = Run { recipe: recipe.into(), ..ours.clone() };
        let refusal = Desk::new(&wrong, None).err().unwrap().to_string();
        assert!(refusal.contains(said), "{refusal}");
    }
    let wrong = Run { profile: "()".into(), ..ours.clone() };
    assert!(Desk::new(&wrong, None).is_err());

    let desk = Desk::new(&ours, None).unwrap();
    let game = |name: &str| Row::Named(name.into());
    desk.tell(Stretch { after: 0, rows: vec![game("a"), game("b")] }).unwrap();
    let task = Task::Seed { name: "x".into(), text: "(game".into() };
    let piece = |json: &str| serde_json::from_str::<Piece>(&json.replace("RUN", &ours.id())).unwrap();
    for (wrong, said) in [
        (Piece::new("another", &task, None), "another run"),
        (piece(r#"{"run": "RUN", "work": {"child": 3}, "mark": null}"#), "without its population"),
        (piece(r#"{"run": "RUN", "work": {"child": 3}, "mark": {"games": 9, "hash": ""}}"#), "2 of the 9 games"),
        (piece(r#"{"run": "RUN", "work": {"child": 3}, "mark": {"games": 2, "hash": "0"}}"#), "or others"),
    ] {
        let refusal = desk.perform(&wrong).unwrap_err().to_string();
        assert!(refusal.contains(said), "{refusal}");
    }
    // Rules that are none are an outcome like any other.
    let done = desk.perform(&Piece::new(&ours.id(), &task, None)).unwrap();
    assert!(matches!(done.outcome, Outcome::Seed(record) if !record.reason.is_empty()));
}

#[test]
fn outcomes_that_do_not_answer_are_not_admitted() {
    let place = Place::new();
    let seeds = place.games();
    let life = breeder();
    // What was done for one game is given for all.
    let hands = |done: Vec<Done>| BatchHands::new(run(&seeds), &life, done, Default::default());
    let mut first = hands(Vec::new());
    for (i, seed) in seeds.iter().enumerate() {
        first.begin(i as u64 + 1, Task::Seed { name: seed.name.clone(), text: seed.text.clone() }).unwrap();
    }
    let batch = first.batch().unwrap();
    assert_eq!(batch.pieces.len(), seeds.len());
    let ids: Vec<String> = batch.pieces.iter().map(Piece::id).collect();
    let results = evaluate(batch, 1, 6, 1, None).unwrap();
    assert_eq!(results.done.len(), 1);
    let other = Done { piece: ids[0].clone(), outcome: Outcome::Again(Err("no".into())) };
    let options = options(&place, "wrong.db", 3);
    let mut wrong = BatchHands::new(run(&seeds), &life, vec![other], options.stop.clone());
    let refusal = evolve_with(&options, &life, &mut wrong, &mut |_| {}).unwrap_err();
    assert!(refusal.to_string().contains("cannot be used"), "{refusal}");
    options.stop.store(false, Ordering::Relaxed);
    let mut right = BatchHands::new(run(&seeds), &life, results.done, options.stop.clone());
    evolve_with(&options, &life, &mut right, &mut |_| {}).unwrap();
    assert_eq!(right.batch().unwrap().pieces.len(), seeds.len() - 1);
}

#[test]
fn without_a_folder_the_program_has_its_own_games() {
    let folder = tempfile::tempdir().unwrap();
    let batch = |at: &Path| {
        let status = Command::new(env!("CARGO_BIN_EXE_ludogen"))
            .args(["evolve", "--children", "1", "--no-cache", "--batch"])
            .arg(folder.path().join("b"))
            .arg("--population")
            .arg(folder.path().join(format!("{}.db", at.components().count())))
            .current_dir(at)
            .output()
            .unwrap();
        assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
        ludogen::queue::Batch::read(&folder.path().join("b")).unwrap()
    };
    let (outside, inside) = (batch(folder.path()), batch(Path::new(env!("CARGO_MANIFEST_DIR"))));
    assert!(outside.pieces.len() > 200);
    assert_eq!(outside.run, inside.run);
}
