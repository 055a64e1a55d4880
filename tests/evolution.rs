//! A run ends in the same population whatever the threads and however it is interrupted.

mod synthetic;

use ludogen::evolution::{Event, EvolveError, Limits, Recipe, Stop, Summary, evolve, on_ctrl_c, stored_run};
use ludogen::report::{Renderers, report};
use ludogen::store::{Fate, GameId, Reader, Stage, Step, StoreError};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::Duration;
use synthetic::{Synthetic, contents, dump, options, seeds};

const CHILDREN: u64 = 2_500;

fn run(population: &Path, threads: usize, children: u64) -> Summary {
    evolve(&options(population, threads, children), &Synthetic::default(), &mut |_| {}).unwrap()
}

fn pages(population: &Path) -> Vec<(String, Vec<u8>)> {
    let folder = tempfile::tempdir().unwrap();
    report(population, folder.path(), &Renderers::default()).unwrap();
    contents(folder.path())
}

#[test]
fn threads_and_pauses_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let one = folder.path().join("one.db");
    let summary = run(&one, 1, CHILDREN);
    assert_eq!((summary.stop, summary.children, summary.seed_games), (Stop::Children, CHILDREN, 12));
    assert!(summary.admitted > 1_000 && summary.candidates > 10, "{summary:?}");
    let (expected, expected_pages) = (dump(&one), pages(&one));
    assert!(expected.lines().count() > 50_000);
    for threads in [2, 4] {
        let other = folder.path().join(format!("{threads}.db"));
        assert_eq!(run(&other, threads, CHILDREN), summary);
        assert!(dump(&other) == expected, "{threads} threads");
        assert!(pages(&other) == expected_pages, "{threads} threads");
    }
    let paused = folder.path().join("paused.db");
    for (threads, children) in [(2, 1), (1, 5), (4, 64), (2, 65), (1, 700), (3, 700), (2, CHILDREN)] {
        assert_eq!(run(&paused, threads, children).children, children);
    }
    assert!(dump(&paused) == expected);
    assert!(pages(&paused) == expected_pages);
}

#[test]
fn lag_and_seed_matter() {
    let folder = tempfile::tempdir().unwrap();
    let evolve_with = |name: &str, lag: u32, seed: u64| {
        let path = folder.path().join(name);
        let mut options = options(&path, 2, 200);
        options.recipe.lag = lag;
        options.seed = seed;
        evolve(&options, &Synthetic::default(), &mut |_| {}).unwrap();
        let games = Reader::open(&path).unwrap().games().unwrap();
        games.into_iter().map(|game| (game.name, game.parents)).collect::<Vec<_>>()
    };
    let base = evolve_with("a.db", 64, 7);
    assert_eq!(base, evolve_with("b.db", 64, 7));
    assert_ne!(base, evolve_with("c.db", 64, 8));
    let close = evolve_with("d.db", 1, 7);
    assert_ne!(base, close);
    // With a lag of 1 the child before may be a parent; with 64 nothing younger than 64 children may.
    let youngest = |games: &[(String, Option<[GameId; 2]>)]| {
        let distances = games.iter().enumerate().filter_map(|(i, (_, parents))| {
            Some(i as u64 + 1 - parents.as_ref()?.iter().map(|parent| parent.0).max()?)
        });
        distances.min()
    };
    assert!(youngest(&close) < Some(10), "{:?}", youngest(&close));
    let seeds = 13;
    for (i, (_, parents)) in base.iter().enumerate() {
        for parent in parents.iter().flatten() {
            assert!(parent.0 <= seeds || parent.0 + 64 <= i as u64 + 1);
        }
    }
}

#[test]
fn twins_and_namesakes_are_sorted_out_at_admission() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    run(&path, 4, CHILDREN);
    let reader = Reader::open(&path).unwrap();
    let games = reader.games().unwrap();
    let mut names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), games.len(), "every name is unique");
    assert!(names.iter().any(|name| name.ends_with("-2")) && names.iter().any(|name| name.starts_with("child-")));
    let members: Vec<_> = games.iter().filter(|game| game.fate.is_member()).collect();
    let mut texts: Vec<String> = members
        .iter()
        .map(|game| {
            let text = reader.text(game.id).unwrap();
            assert!(game.fate == Fate::Seed || text.contains(&format!("(game {}\n", game.name)), "{text}");
            text.split_once('\n').unwrap().1.to_owned()
        })
        .collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), members.len(), "no member has a twin");
    let reasons = |step: Step, part: &str| {
        games.iter().filter(|game| game.fate == Fate::Rejected(step) && game.reason.contains(part)).count()
    };
    assert!(reasons(Step::Inbreeding, "born meanwhile") > 0);
    assert!(reasons(Step::Safety, "internal error: child") > 0, "panics are recorded");
    assert!(reasons(Step::Measurement, "internal error: a measurement is missing or not a number") > 0);
    assert!(reasons(Step::Parents, "internal error: a relative that does not exist") > 0);
    assert_eq!(games.iter().filter(|game| !game.fate.is_member() && game.score.is_some()).count(), 0);
    for game in games.iter().filter(|game| game.is_candidate()) {
        assert_eq!(reader.trials(game.id, Stage::Candidate).unwrap().len(), 20);
        assert_eq!(reader.policy(game.id, Stage::Candidate).unwrap()[1].0, "in-a-row, \"long\"");
    }
}

#[test]
fn limits_end_the_run_with_the_same_child() {
    let folder = tempfile::tempdir().unwrap();
    let limited = |name: &str, threads, limits| {
        let path = folder.path().join(name);
        let summary = evolve(&synthetic_options(&path, threads, limits), &Synthetic::default(), &mut |_| {}).unwrap();
        (summary, dump(&path))
    };
    let viable = Limits { viable: Some(5), ..Limits::default() };
    let (summary, expected) = limited("a.db", 1, viable);
    assert_eq!((summary.stop, summary.candidates), (Stop::Viable, 5));
    assert!(limited("b.db", 4, viable) == (summary.clone(), expected));
    assert_eq!(limited("b.db", 4, viable).0, summary, "enough is enough when it is asked for again");
    let now = Limits { hours: Some(0.0), ..Limits::default() };
    let (summary, _) = limited("c.db", 2, now);
    assert_eq!((summary.stop, summary.children), (Stop::Hours, 0));
    let brief = Limits { hours: Some(0.5 / 3_600.0), ..Limits::default() };
    let (summary, _) = limited("c.db", 2, brief);
    assert_eq!(summary.stop, Stop::Hours);
    assert!(summary.children > 0);
    let nonsense = synthetic_options(&folder.path().join("d.db"), 1, Limits { hours: Some(-1.0), ..Limits::default() });
    assert!(matches!(evolve(&nonsense, &Synthetic::default(), &mut |_| {}), Err(EvolveError::Options(_))));
}

fn synthetic_options(path: &Path, threads: usize, limits: Limits) -> ludogen::evolution::EvolveOptions {
    ludogen::evolution::EvolveOptions { limits, ..options(path, threads, 0) }
}

#[test]
fn events_tell_everything_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut told: Vec<Vec<Event>> = Vec::new();
    for threads in [1, 3] {
        let path = folder.path().join("a.db");
        let mut events = Vec::new();
        evolve(&options(&path, threads, 100), &Synthetic::default(), &mut |event| events.push(event.clone())).unwrap();
        std::fs::remove_file(path).unwrap();
        told.push(events);
    }
    assert_eq!(told[0], told[1]);
    let json: Vec<serde_json::Value> = told[0].iter().map(|event| serde_json::to_value(event).unwrap()).collect();
    let count = |name: &str| json.iter().filter(|event| event["event"] == name).count();
    assert_eq!((count("started"), count("seed_game"), count("child"), count("stopped")), (1, 13, 100, 1));
    assert_eq!(json.last().unwrap()["why"], "children");
    let children: Vec<u64> = json.iter().filter_map(|event| event["child"].as_u64()).collect();
    assert_eq!(children, (1..=100).collect::<Vec<_>>());
}

#[test]
fn another_run_is_refused_and_nothing_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    assert_eq!(stored_run(&path).unwrap(), None);
    run(&path, 2, 50);
    let before = dump(&path);
    let stored = stored_run(&path).unwrap().unwrap();
    assert_eq!((stored.seed, stored.recipe_source.as_str()), (7, "// <the> recipe\n()"));
    assert_eq!(Recipe::parse(&stored.recipe, "stored").unwrap(), Recipe::default());
    let refused = |change: &dyn Fn(&mut ludogen::evolution::EvolveOptions)| {
        let mut options = options(&path, 1, 60);
        change(&mut options);
        evolve(&options, &Synthetic::default(), &mut |_| {}).unwrap_err().to_string()
    };
    let error = refused(&|o| o.seed = 8);
    assert!(error.contains("another seed: 7 there, 8 here"), "{error}");
    let error = refused(&|o| o.recipe.breeding.pressure = 1.5);
    assert!(error.contains("another recipe: `pressure: 1.8` there, `pressure: 1.5` here"), "{error}");
    let error = refused(&|o| o.profile = "mine".into());
    assert!(error.contains("another profile: synthetic there, mine here"), "{error}");
    let error = refused(&|o| o.recipe.trials.games = 1);
    assert!(error.contains("`trials.games` is 1"), "{error}");
    assert_eq!(dump(&path), before);
    // Other seed games are no reason to refuse, but to warn; none at all are fine.
    let mut warnings = 0;
    let mut options = options(&path, 1, 60);
    options.seeds.pop();
    evolve(&options, &Synthetic::default(), &mut |e| warnings += usize::from(is_warning(e, "seed games have changed")))
        .unwrap();
    assert_eq!(warnings, 1);
    options.seeds.clear();
    options.limits.children = Some(70);
    evolve(&options, &Synthetic::default(), &mut |e| warnings += usize::from(is_warning(e, "seed games have changed")))
        .unwrap();
    assert_eq!(warnings, 1);
}

fn is_warning(event: &Event, part: &str) -> bool {
    matches!(event, Event::Warning { message } if message.contains(part))
}

#[test]
fn bad_seed_games_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let with = |name: &str, seeds: Vec<ludogen::store::SeedGame>| {
        let mut options = options(&folder.path().join(name), 2, 10);
        options.seeds = seeds;
        evolve(&options, &Synthetic::default(), &mut |_| {}).unwrap_err().to_string()
    };
    let mut twice = seeds();
    twice[1].name = twice[0].name.clone();
    assert!(with("a.db", twice).contains("two games are named `seed-1`"));
    assert!(with("b.db", Vec::new()).contains("0 were given"));
    let error =
        with("c.db", seeds().split_off(11).into_iter().take(1).chain(seeds().into_iter().skip(4).take(1)).collect());
    assert!(error.contains("1 of the 2 given can be used; broken: this is no game"), "{error}");
}

#[test]
fn the_flag_stops_the_run_and_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, broken) = (folder.path().join("whole.db"), folder.path().join("broken.db"));
    run(&whole, 2, 400);
    for after in [3, 90, 91, 250] {
        let options = options(&broken, 2, 400);
        let stop = options.stop.clone();
        let mut stopped_at = None;
        let summary = evolve(&options, &Synthetic::default(), &mut |event| {
            if let Event::Child { child, .. } = event
                && *child >= after
            {
                stopped_at.get_or_insert(*child);
                stop.store(true, Ordering::Relaxed);
            }
        })
        .unwrap();
        assert_eq!(summary.stop, Stop::Interrupted);
        // Children that are under way are finished, and no more than the lag are.
        let stopped_at = stopped_at.unwrap();
        assert!((stopped_at..=stopped_at + u64::from(options.recipe.lag)).contains(&summary.children), "{summary:?}");
    }
    // Interrupted while the seed games are measured, too.
    run(&broken, 2, 400);
    assert!(dump(&broken) == dump(&whole));
    let seeding = folder.path().join("seeding.db");
    let options = options(&seeding, 1, 400);
    let stop = options.stop.clone();
    let summary = evolve(&options, &Synthetic::default(), &mut |event| {
        if matches!(event, Event::SeedGame { game, .. } if game == "seed-3") {
            stop.store(true, Ordering::Relaxed);
        }
    })
    .unwrap();
    assert!(summary.seed_games < 12 && summary.children == 0, "{summary:?}");
    run(&seeding, 3, 400);
    assert!(dump(&seeding) == dump(&whole));
}

/// Not a test by itself: what [`ctrl_c_ends_a_run_in_good_order`] runs and interrupts.
#[test]
fn a_process_that_listens() {
    let Ok(path) = std::env::var("LUDOGEN_TEST_LISTENING") else { return };
    let mut options = synthetic_options(Path::new(&path), 2, Limits::default());
    options.stop = on_ctrl_c().unwrap();
    let summary = evolve(&options, &Synthetic::default(), &mut |_| {}).unwrap();
    println!("children {} {:?}", summary.children, summary.stop);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_in_good_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_process_that_listens", "--nocapture"])
        .env("LUDOGEN_TEST_LISTENING", &path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let children = || {
        let games = Reader::open(&path).and_then(|reader| reader.games());
        games.map_or(0, |games| games.iter().filter(|game| game.child.is_some()).count())
    };
    while children() < 50 {
        std::thread::sleep(Duration::from_millis(5));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains(&format!("children {} Interrupted", children())), "{said}");
}

/// Not a test by itself: what [`killed_at_any_moment`] runs and kills.
#[test]
fn a_process_of_its_own() {
    let Ok(path) = std::env::var("LUDOGEN_TEST_POPULATION") else { return };
    run(Path::new(&path), 2, CHILDREN);
}

fn process(population: &Path) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_process_of_its_own", "--test-threads", "1"])
        .env("LUDOGEN_TEST_POPULATION", population)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn killed_at_any_moment() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole.db"), folder.path().join("killed.db"));
    run(&whole, 2, CHILDREN);
    let mut seen = Vec::new();
    for pause in [1, 5, 12, 20, 35, 50, 80, 120, 7, 160] {
        let mut child = process(&killed);
        std::thread::sleep(Duration::from_millis(pause));
        child.kill().unwrap(); // SIGKILL
        child.wait().unwrap();
        if killed.exists() && stored_run(&killed).unwrap().is_some() {
            seen.push(Reader::open(&killed).unwrap().games().unwrap().len());
        }
    }
    assert!(seen.is_sorted(), "nothing stored is ever lost: {seen:?}");
    assert!(seen.iter().any(|&n| n > 20 && n < CHILDREN as usize), "the kills must hit the run: {seen:?}");
    run(&killed, 2, CHILDREN);
    assert!(dump(&killed) == dump(&whole));
    assert!(pages(&killed) == pages(&whole));
}

#[test]
fn one_process_at_a_time_but_reports_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let mut refused = 0;
    let mut reports = 0;
    evolve(&options(&path, 2, 200), &Synthetic::default(), &mut |event| {
        if !matches!(event, Event::Child { child: 20 | 120, .. }) {
            return;
        }
        let error = evolve(&options(&path, 1, 10), &Synthetic::default(), &mut |_| {}).unwrap_err();
        assert!(matches!(error, EvolveError::Store(StoreError::InUse { .. })), "{error}");
        assert!(error.to_string().contains("working on this population"));
        refused += 1;
        let out = tempfile::tempdir().unwrap();
        let children = report(&path, out.path(), &Renderers::default()).unwrap().children;
        assert!([20, 120].contains(&children), "{children}");
        reports += 1;
    })
    .unwrap();
    assert_eq!((refused, reports), (2, 2));
    // The same between processes.
    let path = folder.path().join("b.db");
    let mut child = process(&path);
    let mut begun = false;
    for _ in 0..10_000 {
        // Reading takes no lock.
        begun = path.exists() && stored_run(&path).is_ok_and(|run| run.is_some());
        if begun {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(begun);
    match evolve(&options(&path, 1, 10), &Synthetic::default(), &mut |_| {}) {
        Err(EvolveError::Store(StoreError::InUse { holder, .. })) => assert_eq!(holder, Some(child.id())),
        other => panic!("{other:?}"),
    }
    child.kill().unwrap();
    child.wait().unwrap();
    evolve(&options(&path, 1, 10), &Synthetic::default(), &mut |_| {}).unwrap();
}
