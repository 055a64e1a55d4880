//! The overnight run in small: the real program on real games.

mod place;

use ludogen::criticism::{Profile, Term};
use ludogen::language::parse;
use ludogen::store::{Fate, GameRow, Reader};
use ludogen::synthesis::{Genome, distance};
use place::{Place, RECIPE};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn a_run_ends_the_same_with_any_threads_and_any_interruptions() {
    let place = Place::new();
    let children = 24;
    let alone = place.evolve("one.db", children, 1).output().unwrap();
    assert!(alone.status.success(), "{}", String::from_utf8_lossy(&alone.stderr));
    let wanted = place.report("one.db");
    assert!(wanted.iter().any(|(name, _)| name == "children.csv"));

    let both = place.evolve("two.db", children, 2).output().unwrap();
    assert!(both.status.success());
    assert_eq!(alone.stdout.len() > 1000, both.stdout.len() > 1000);
    assert!(place.report("two.db") == wanted, "two threads made another population");

    // Killed without warning again and again, each time a little later.
    for pause in [300, 700, 1_500] {
        let mut run = place.evolve("killed.db", children, 2).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        run.kill().unwrap();
        run.wait().unwrap();
    }
    let rest = place.evolve("killed.db", children, 2).output().unwrap();
    assert!(rest.status.success(), "{}", String::from_utf8_lossy(&rest.stderr));
    assert!(place.report("killed.db") == wanted, "the interruptions changed the population");
}

/// What a profile makes of the criteria in a row of a table with this head.
fn by_profile(profile: &Profile, head: &csv::StringRecord, row: &csv::StringRecord) -> f64 {
    let part = |t: &Term| {
        let value = &row[head.iter().position(|h| h == t.criterion.name()).unwrap()];
        if value.is_empty() { 0.0 } else { t.part(value.parse().unwrap()) }
    };
    profile.bias + profile.terms.iter().map(part).sum::<f64>()
}

/// The measured games of a report: name, score, and what a table of criteria says of them.
fn scores(report: &Path, profile: &Profile) -> Vec<(String, f64, f64)> {
    let mut stated = HashMap::new();
    let mut children = csv::Reader::from_path(report.join("children.csv")).unwrap();
    let head = children.headers().unwrap().clone();
    let score = head.iter().position(|h| h == "score").unwrap();
    for row in children.records().map(Result::unwrap).filter(|row| !row[score].is_empty()) {
        stated.insert(row[0].to_string(), row[score].parse::<f64>().unwrap());
    }
    let mut criteria = csv::Reader::from_path(report.join("criteria.csv")).unwrap();
    let head = criteria.headers().unwrap().clone();
    let mut rows = Vec::new();
    for row in criteria.records().map(Result::unwrap) {
        if let Some(stated) = stated.get(&row[0]) {
            rows.push((row[0].to_string(), *stated, by_profile(profile, &head, &row)));
        }
    }
    rows
}

/// The known games of a report among its candidates: name, the score that they are placed by, and what the profile makes of their criteria or knows of them.
fn known_games_placed(report: &Path, profile: &Profile) -> Vec<(String, f64, f64)> {
    let mut table = csv::Reader::from_path(report.join("candidates.csv")).unwrap();
    let head = table.headers().unwrap().clone();
    let at = |name: &str| head.iter().position(|h| h == name).unwrap();
    let known = table.records().map(Result::unwrap).filter(|row| &row[at("shelf")] == "known");
    let placed = known.map(|row| {
        let expected = profile.left_out.get(&row[0]).copied().unwrap_or_else(|| by_profile(profile, &head, &row));
        (row[0].to_string(), row[at("place_score")].parse().unwrap(), expected)
    });
    placed.collect()
}

#[test]
fn a_population_is_scored_by_another_profile_without_playing() {
    let place = Place::new();
    assert!(place.evolve("p.db", 24, 2).output().unwrap().status.success());
    let before = fs::read(place.path("p.db")).unwrap();
    let other = r#"(format: 1, name: "short", date: "now", bias: 2.0, criteria: [
        (criterion: "duration", weight: -1.0, centre: 0.5, scale: 0.25),
        (criterion: "rules_complexity", weight: -0.5, centre: 0.2, scale: 0.1)])"#;
    let path = place.path("short.ron");
    fs::write(&path, other).unwrap();
    let own = place.path("own.ron");
    Profile::of_new_games().save(&own).unwrap();
    for (file, profile) in [(&path, Profile::load(&path).unwrap()), (&own, Profile::of_new_games())] {
        let out = place.path(&profile.name);
        let status = Command::new(env!("CARGO_BIN_EXE_ludogen"))
            .args(["report", "p.db", "-o", &profile.name, "--profile", file.to_str().unwrap()])
            .current_dir(place.folder.path())
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success());
        let rows = scores(&out, &profile);
        assert!(rows.len() > 3, "{rows:?}");
        for (game, stated, computed) in &rows {
            assert!((stated - computed).abs() < 1e-9, "{game}: {stated} {computed}");
        }
        let page = fs::read_to_string(out.join("index.html")).unwrap();
        assert!(page.contains(&format!("profile {}", profile.name)) && page.contains("bred with"), "the page says so");
        let of_known = profile.of_known_games();
        assert_eq!(page.contains("known games theirs by <code>human-2026</code>"), of_known.is_some());
        let placed = known_games_placed(&out, of_known.as_ref().unwrap_or(&profile));
        assert!(
            !placed.is_empty() && placed.iter().all(|(_, stated, computed)| (stated - computed).abs() < 1e-9),
            "{placed:?}"
        );
        if profile.name == Profile::of_new_games().name {
            // By the profile it was bred with, every score is what the run made of the trials.
            place.report("p.db");
            let run = scores(&place.path("p.db-report"), &profile);
            let values = |rows: &[(String, f64, f64)]| rows.iter().map(|r| (r.0.clone(), r.1)).collect::<Vec<_>>();
            for (a, b) in values(&run).iter().zip(values(&rows)) {
                assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-9, "{a:?} {b:?}");
            }
        }
    }
    assert!(fs::read(place.path("p.db")).unwrap() == before, "a report changes nothing");
}

#[test]
fn the_archive_breeds_the_same_with_any_threads_and_other_than_by_rank() {
    let place = Place::new();
    // With ties for the shorter rules, the best of a niche need not have its highest score.
    let by_score = RECIPE.replacen("lag: 4,", "lag: 4, breeding: (known: 0, parsimony: (ties: false)),", 1);
    fs::write(place.path("recipe.ron"), by_score).unwrap();
    let run = |population: &str, threads, selection: &str| {
        let output = place.evolve(population, 24, threads).args(["--selection", selection]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        place.report(population)
    };
    let archive = run("one.db", 1, "archive");
    assert!(run("two.db", 2, "archive") == archive, "two threads made another population");
    assert!(run("rank.db", 2, "rank") != archive);

    // The parents of every child were worth most in their niches when its population was drawn, `lag` children before.
    let reader = ludogen::store::Reader::open(&place.path("one.db")).unwrap();
    let games = reader.games().unwrap();
    // What a game is worth as a parent: its score, less what signs against it take.
    let worth: Vec<f64> = games
        .iter()
        .map(|game| {
            let judged = reader.judgement(game.id).unwrap().and_then(|judgement| judgement.doubted);
            judged.or(game.score.map(|score| score.value)).unwrap_or(f64::NEG_INFINITY)
        })
        .collect();
    let seeds = games.iter().filter(|g| g.child.is_none()).count();
    for child in games.iter().filter(|g| g.child.is_some()) {
        let seen = seeds + (child.child.unwrap() as usize).saturating_sub(4);
        let members = || games[..seen].iter().filter(|g| g.fate.is_member());
        for parent in child.parents.into_iter().flatten() {
            let parent = &games[parent.0 as usize - 1];
            let feasible = |game: &ludogen::store::GameRow| match game.child {
                Some(_) => game.is_candidate(),
                None => game.viable == Some(true),
            };
            let value = |game: &ludogen::store::GameRow| (feasible(game), worth[game.id.0 as usize - 1]);
            assert!(
                members().filter(|g| g.niche == parent.niche).all(|g| value(g) <= value(parent)),
                "{} was not the best of {}",
                parent.name,
                parent.niche
            );
        }
    }
    let place = Place::new();
    let wrong = place.evolve("p.db", 1, 1).args(["--selection", "best"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("`rank` and `archive`"));
}

/// With reduced parents a child is as far from them as from the rules that a judgement shows, also where the run was interrupted in between.
#[test]
fn parents_are_reduced_if_the_recipe_says_so() {
    let place = Place::new();
    let recipe = |reduced: bool| {
        let breeding = format!("lag: 4, breeding: (reduced: {reduced}, known: 0, polish: (share: 0.5)),");
        fs::write(place.path("recipe.ron"), RECIPE.replacen("lag: 4,", &breeding, 1)).unwrap();
    };
    let run = |population: &str, children| {
        let output = place.evolve(population, children, 2).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    recipe(true);
    run("whole.db", 40);
    for children in [7, 23, 40] {
        run("paused.db", children);
    }
    assert!(place.report("whole.db") == place.report("paused.db"), "the interruptions changed the population");
    recipe(false);
    run("bred.db", 40);
    for (population, reduced) in [("whole.db", true), ("bred.db", false)] {
        let reader = Reader::open(&place.path(population)).unwrap();
        let games = reader.games().unwrap();
        let genome = |text: &str| Genome::new(&parse(text).unwrap());
        let mut told_apart = 0;
        for child in games.iter().filter(|game| game.child.is_some() && game.fate.is_member()) {
            let (Some([parent, _]), Some([given, _])) = (child.parents, child.parent_distances) else { continue };
            let (own, text) = (genome(&reader.text(child.id).unwrap()), reader.text(parent).unwrap());
            let shown = reader.judgement(parent).unwrap().map_or_else(|| text.clone(), |judgement| judgement.reduced);
            let [bred, shown] = [&text, &shown].map(|text| distance(&own, &genome(text)));
            assert_eq!(given, if reduced { shown } else { bred }, "{} in {population}", child.name);
            told_apart += u32::from(bred != shown);
        }
        assert!(told_apart > 0, "no parent of {population} was shorter than it was bred");
    }
}

#[test]
fn children_are_accounted_for_and_can_be_played_again() {
    let place = Place::new();
    let run = place.evolve("p.db", 24, 2).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let report = place.report("p.db");
    let children = &report.iter().find(|(name, _)| name == "children.csv").unwrap().1;
    let mut rows = csv::Reader::from_reader(&children[..]);
    let headers = rows.headers().unwrap().clone();
    assert_eq!(&headers[0], "game");
    let column = |name: &str| headers.iter().position(|h| h == name).unwrap_or_else(|| panic!("no column {name}"));
    let (fate, reason) = (column("fate"), column("reason"));
    let mut count = 0;
    for row in rows.records() {
        let row = row.unwrap();
        count += 1;
        assert!(&row[fate] == "admitted" || !row[reason].is_empty(), "{row:?}");
    }
    assert_eq!(count, 24);

    // What was admitted checks, and its measurement can be repeated by hand.
    let db = place.path("p.db");
    let reader = ludogen::store::Reader::open(&db).unwrap();
    let games = reader.games().unwrap();
    let admitted: Vec<_> = games.iter().filter(|g| g.fate == ludogen::store::Fate::Admitted).collect();
    assert!(!admitted.is_empty(), "no child was admitted");
    for game in admitted {
        let text = reader.text(game.id).unwrap();
        let tree = ludogen::language::parse(&text).unwrap_or_else(|p| panic!("{}: {}", game.name, p[0].message));
        assert_eq!(ludogen::language::print(&tree), text, "{} is not printed canonically", game.name);
        let policy = reader.policy(game.id, ludogen::store::Stage::Child).unwrap();
        let players: Vec<_> = policy.iter().filter(|(name, _)| name.starts_with(ludogen::store::PLAYER)).collect();
        assert!(matches!(players[..], [(_, share)] if (0.0..=1.0).contains(share)), "{}: {players:?}", game.name);
    }
}

#[test]
fn known_games_that_were_measured_before_are_not_played_again() {
    let place = Place::new();
    let cache = place.path("cache");
    let run = |population: &str, mut command: Command| {
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let reader = ludogen::store::Reader::open(&place.path(population)).unwrap();
        // What the first game took is kept with its measurement, and no two measurements take the same time.
        (place.report(population), reader.record(ludogen::store::GameId(1)).unwrap().costs)
    };
    let cached = |population: &str| {
        let mut command = place.run(population, 3, 2);
        command.arg("--cache").arg(&cache);
        run(population, command)
    };
    let (plain, _) = run("plain.db", place.evolve("plain.db", 3, 2));
    let (first, took) = cached("first.db");
    let (second, again) = cached("second.db");
    assert!(first == plain && second == plain, "the cache changes a run");
    assert_eq!(took, again);

    // Whatever happens to the files, the run is the same.
    let program = fs::read_dir(&cache).unwrap().next().unwrap().unwrap().path();
    for (i, file) in fs::read_dir(program).unwrap().enumerate() {
        let path = file.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        match i % 3 {
            0 => bytes.truncate(bytes.len() / 2),
            1 => bytes.iter_mut().skip(40).take(1).for_each(|byte| *byte ^= 1),
            _ => bytes.clear(),
        }
        fs::write(path, bytes).unwrap();
    }
    let (third, _) = cached("third.db");
    assert!(third == plain);

    let output = place.run("p.db", 1, 1).arg("--cache").arg(place.path("recipe.ron")).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot keep measurements in"));
}

#[test]
fn a_second_process_on_a_population_is_told_so() {
    let place = Place::new();
    let mut first = place.evolve("p.db", 500, 1).spawn().unwrap();
    // Wait until the first has the lock.
    for _ in 0..100 {
        if place.path("p.db").exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_millis(300));
    let second = place.evolve("p.db", 500, 1).output().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(second.status.code(), Some(1));
    let message = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(message.contains("p.db"), "{message}");
}

#[test]
fn bad_calls_and_folders_are_told_apart() {
    let place = Place::new();
    let program = env!("CARGO_BIN_EXE_ludogen");
    let run = |args: &[&str]| Command::new(program).args(args).output().unwrap();
    assert_eq!(run(&["evolve", "--children", "many"]).status.code(), Some(2));
    let missing = run(&["evolve", "--games", "/no/such/folder", "--children", "1"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("/no/such/folder"));
    fs::write(place.path("games/broken.ludi"), "(game Broken (board (tiling sqare)").unwrap();
    let broken = place.evolve("p.db", 1, 1).output().unwrap();
    assert_eq!(broken.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&broken.stderr).contains("broken.ludi"));
}

#[test]
fn a_candidate_says_how_far_it_is_from_the_first_and_the_last_population() {
    let place = Place::new();
    assert!(place.evolve("p.db", 24, 2).output().unwrap().status.success());
    place.report("p.db");
    let out = place.path("p.db-report");
    let reader = Reader::open(&place.path("p.db")).unwrap();
    let rows = reader.games().unwrap();
    let genome = |row: &GameRow| Genome::new(&parse(&reader.text(row.id).unwrap()).unwrap());
    let mut table = csv::Reader::from_path(out.join("candidates.csv")).unwrap();
    let head = table.headers().unwrap().clone();
    let at = |name: &str| head.iter().position(|h| h == name).unwrap();
    let ranked: Vec<_> = table.records().map(Result::unwrap).filter(|row| !row[at("rank")].is_empty()).collect();
    assert!(!ranked.is_empty());
    for row in ranked {
        let own = rows.iter().find(|game| game.name == row[0]).unwrap();
        let mean = |fates: &[Fate]| {
            let far = rows.iter().filter(|other| fates.contains(&other.fate) && other.id != own.id);
            let far: Vec<f64> = far.map(|other| distance(&genome(own), &genome(other))).collect();
            far.iter().sum::<f64>() / far.len() as f64
        };
        for (column, fates) in
            [("initial_distance", &[Fate::Seed][..]), ("final_distance", &[Fate::Seed, Fate::Admitted])]
        {
            let stated: f64 = row[at(column)].parse().unwrap();
            assert!((stated - mean(fates)).abs() < 1e-9 && stated > 0.0, "{column}: {stated}");
        }
        // The rule file has it in the words of the paper, and can still be read.
        let rules = fs::read_to_string(out.join(&row[at("rules")])).unwrap();
        let tree = parse(&rules).unwrap();
        let ancestry = tree.child("ancestry").unwrap();
        assert!(ancestry.child("distances").unwrap().child("final").is_some(), "{rules}");
        assert_eq!(ancestry.child("parents").unwrap().args().len(), 2, "{rules}");
        assert_eq!(tree.child("ranking").unwrap().args()[0].as_int().unwrap().to_string(), row[at("rank")]);
    }
}
