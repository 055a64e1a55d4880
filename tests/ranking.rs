//! From comparisons and ratings to rankings and weights: experiment I simulated, bad input of every kind, and the two commands.

use assert_cmd::Command;
use ludogen::criticism::{Criterion, Profile};
use ludogen::ranking::bradley_terry::BradleyTerry;
use ludogen::ranking::comparisons::Comparison;
use ludogen::ranking::correlation::pearson;
use ludogen::ranking::cross_entropy::CrossEntropy;
use ludogen::ranking::rank::{Method, RankOptions, rank_text};
use ludogen::ranking::sample::{Sample, Sources};
use ludogen::ranking::validation::Procedure;
use ludogen::ranking::{Comparisons, FitOptions, fit, rank};
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64;
use std::path::PathBuf;

/// The survey of experiment I: random pairs of games, and subjects who choose by strength with the noise of a logistic law.
struct Survey {
    truth: Vec<f64>,
    comparisons: Comparisons,
}

impl Survey {
    fn new(games: usize, comparisons: usize, spread: f64, seed: u64) -> Self {
        let mut rng = Pcg64::seed_from_u64(seed);
        let normal = |rng: &mut Pcg64| -> f64 { StandardNormal.sample(rng) };
        let truth: Vec<f64> = (0..games).map(|_| spread * normal(&mut rng)).collect();
        let answer = |_| {
            let a = rng.random_range(0..games as u32) as usize;
            let b = (a + 1 + rng.random_range(0..games as u32 - 1) as usize) % games;
            let (preferred, other) =
                if rng.random_bool(1.0 / (1.0 + (truth[b] - truth[a]).exp())) { (a, b) } else { (b, a) };
            Comparison { subject: 0, preferred, other, draw: false }
        };
        let all = (0..comparisons).map(answer).collect();
        let games = (0..games).map(|i| format!("{i:02}")).collect();
        Survey { truth, comparisons: Comparisons { games, subjects: vec!["all".into()], all } }
    }

    /// The share of new answers that even the true strengths get right.
    fn limit(&self) -> f64 {
        let (mut sum, mut pairs) = (0.0, 0.0);
        for (i, a) in self.truth.iter().enumerate() {
            for b in &self.truth[..i] {
                sum += 1.0 / (1.0 + (-(a - b).abs()).exp());
                pairs += 1.0;
            }
        }
        sum / pairs
    }

    /// The correlation of a ranking's strengths with the true ones.
    fn recovered(&self, ranking: &ludogen::ranking::Ranking) -> f64 {
        let mut found = ranking.games.clone();
        found.sort_by(|a, b| a.game.cmp(&b.game));
        pearson(&found.iter().map(|g| g.strength).collect::<Vec<_>>(), &self.truth).expect("strengths differ")
    }
}

/// A search a few times smaller than the standard one, which finds nearly as much.
const QUICK: CrossEntropy =
    CrossEntropy { samples: 400, elite: 0.05, smoothing: 0.7, narrow: 0.01, iterations: 80, restarts: 2, resamples: 2 };

/// The paper ranks 79 games by 628 comparisons with a classification rate of 0.8997 and a variance of 0.000318. Subjects whose
/// strengths spread by 2.1 on the logistic scale give that rate; answers that the ranking has not seen agree with it far less.
#[test]
fn the_survey_of_the_paper_gives_its_rate_and_much_of_that_is_optimism() {
    let paper = 0.8997;
    let deviation = 0.000318f64.sqrt();
    let survey = Survey::new(79, 628, 2.1, 1);
    let options = RankOptions { method: Method::CrossEntropy(QUICK), folds: 5, ..RankOptions::default() };
    let ranking = rank(&survey.comparisons, &options);
    let rates = ranking.classification.expect("comparisons");
    let (in_sample, held_back) = (rates.in_sample.expect("decided"), rates.cross_validated.expect("many"));
    assert!((in_sample - paper).abs() < 2.0 * deviation, "{in_sample}");
    assert!(held_back < in_sample - 0.08, "{held_back}");
    // Not even the true strengths tell more than this share of new answers.
    assert!(survey.limit() < 0.85 && held_back <= survey.limit() + 0.02, "{held_back} {}", survey.limit());
    assert!(survey.recovered(&ranking) > 0.8, "{}", survey.recovered(&ranking));

    // The model promises less, tells more of new answers, and is nearer to the truth.
    let model = rank(&survey.comparisons, &RankOptions::default());
    let rates = model.classification.expect("comparisons");
    assert!(rates.in_sample.expect("decided") < in_sample, "{rates:?}");
    assert!(rates.cross_validated.expect("many") > held_back, "{rates:?}");
    assert!(survey.recovered(&model) > survey.recovered(&ranking));
}

/// Answers at random, too, can be put into an order that agrees with most of them.
#[test]
fn noise_is_classified_too_but_not_when_held_back() {
    let survey = Survey::new(40, 160, 0.0, 2);
    let options = RankOptions { method: Method::CrossEntropy(QUICK), ..RankOptions::default() };
    let ranking = rank(&survey.comparisons, &options);
    let rates = ranking.classification.expect("comparisons");
    assert!(rates.in_sample.expect("decided") > 0.7, "{rates:?}");
    assert!((0.35..0.62).contains(&rates.cross_validated.expect("many")), "{rates:?}");
}

#[test]
fn asking_the_suggested_pairs_beats_asking_at_random() {
    let games = 15;
    let method = BradleyTerry::default();
    let (mut chosen_error, mut random_error) = (0.0, 0.0);
    for run in 0..10 {
        let truth: Vec<f64> = Survey::new(games, 1, 1.5, run).truth;
        for suggested in [true, false] {
            let mut rng = Pcg64::seed_from_u64(run);
            let mut survey = Survey::new(games, 0, 0.0, run).comparisons;
            for _ in 0..60 {
                let [a, b] = if suggested {
                    method.posterior(games, &survey.pairs()).next_pairs(1)[0]
                } else {
                    let a = rng.random_range(0..games as u32) as usize;
                    [a, (a + 1 + rng.random_range(0..games as u32 - 1) as usize) % games]
                };
                let first = rng.random_bool(1.0 / (1.0 + (truth[b] - truth[a]).exp()));
                let (preferred, other) = if first { (a, b) } else { (b, a) };
                survey.all.push(Comparison { subject: 0, preferred, other, draw: false });
            }
            let found = method.strengths(games, &survey.pairs());
            let error = 1.0 - pearson(&found, &truth).expect("strengths differ");
            *(if suggested { &mut chosen_error } else { &mut random_error }) += error;
        }
    }
    assert!(chosen_error < 0.9 * random_error, "{chosen_error} {random_error}");
}

const COMPARISONS: &str = "subject,preferred,other,date\nann,Hex,Go,2024-01-01\nann,Go,Nim,2024-01-02\nbob,Nim,Hex,draw\n\
    bob,Chess,Nim,2024-01-02\ncid,Hex,Chess\ncid,Go,Chess,2024-02-01,draw\n\"d, e\",Hex,\"Nine Men's Morris\"\n";
const RATINGS: &str = "game,average,num_ratings,year\nHex,7.1,120,1942\nGo,7.6,17407,-2200\nNim,4.01,64,0\nChess,7.21,37090,1475\n\
    Y,7.15,124,1953\nCol,6,40,1970\nSnort,6.5,41,1970\nDodo,6.9,90,2021\n";
const CRITERIA: &str = "game,score,viable,balance,duration,completion,permanence\nHex,1,true,0.9,0.5,1,0.5\nGo,2,true,0.8,0.1,0.9,0.7\n\
    Nim,0,false,0.1,0.9,1,0.2\nChess,1,true,0.95,0.2,0.6,0.6\nY,1,true,0.7,0.4,1,0.4\nCol,0,true,0.4,0.7,1,0.3\n\
    Snort,0,true,0.5,0.6,1,0.35\nDodo,1,true,0.65,0.3,0.99,0.55\n";
const NAMES: &str = "game,ranked_as\nHex,Hex\nGo,Go\nNim,Nim\nChess,Chess\nY,Y\nCol,Col\nSnort,Snort\nDodo,Dodo\n";

/// A text with something done to it: bytes, cells or lines changed, repeated, moved, or cut off.
fn mutated(text: &str, rng: &mut Pcg64) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = |rng: &mut Pcg64, n: usize| rng.random_range(0..n.max(1) as u32) as usize;
    for _ in 0..1 + at(rng, 3) {
        let i = at(rng, bytes.len());
        let wild: [&[u8]; 16] = [
            b",",
            b"\n",
            b"\"",
            b"-",
            b"1e308",
            b"NaN",
            b"inf",
            b"\xc3\xa9",
            b"\0",
            b"\r",
            b"0",
            b"9",
            b"draw",
            b"Hex",
            b"game",
            b"1e-320",
        ];
        match at(rng, 6) {
            0 => bytes.truncate(i),
            1 => {
                bytes.splice(i..i, wild[at(rng, wild.len())].iter().copied());
            }
            2 if !bytes.is_empty() => bytes[i] = wild[at(rng, wild.len())][0],
            3 if !bytes.is_empty() => {
                bytes.remove(i);
            }
            _ => {
                let mut lines: Vec<Vec<u8>> = bytes.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
                let (a, b) = (at(rng, lines.len()), at(rng, lines.len()));
                match at(rng, 4) {
                    0 => lines.swap(a, b),
                    1 => {
                        lines.remove(a);
                    }
                    2 => lines[a] = lines[b].clone(),
                    _ => lines.insert(a, lines[b].clone()),
                }
                bytes = lines.join(&b'\n');
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn ten_thousand_damaged_tables_give_errors_or_results() {
    let tiny = RankOptions {
        method: Method::BradleyTerry(BradleyTerry { resamples: 3, ..BradleyTerry::default() }),
        folds: 2,
        ..RankOptions::default()
    };
    let quick =
        FitOptions { procedure: Procedure::Ridge, folds: 3, repeats: 1, permutations: 2, ..FitOptions::default() };
    let mut rng = Pcg64::seed_from_u64(11);
    let (mut good, mut bad) = ([0, 0], [0, 0]);
    for case in 0..10_000 {
        let fitting = case % 5 == 0;
        let fine = if fitting {
            let mut tables = [CRITERIA, RATINGS, NAMES].map(str::to_owned);
            let damaged = rng.random_range(0..3u32) as usize;
            tables[damaged] = mutated(&tables[damaged], &mut rng);
            let controls = ["year".to_string(), "log:num_ratings".into()];
            let sample = Sample::parse(&Sources {
                criteria: ("c", &tables[0]),
                rankings: ("r", &tables[1]),
                names: (case % 2 == 0).then_some(("n", tables[2].as_str())),
                controls: &controls[..case % 3],
                vote_deviation: 1.5,
            });
            sample.and_then(|sample| fit(&sample, &quick)).map(|fit| {
                let profile = fit.profile("p", "s", "d");
                assert!(profile.print().is_ok(), "{tables:?}");
                assert!(fit.predictions().iter().all(|p| p.predicted.is_finite()), "{tables:?}");
            })
        } else {
            let text = mutated([COMPARISONS, RATINGS][case % 2], &mut rng);
            rank_text("f", &text, &tiny).map(|ranking| {
                assert!(ranking.games.iter().all(|g| g.strength.is_finite() && g.low <= g.high), "{text}");
            })
        };
        match fine {
            Ok(()) => good[usize::from(fitting)] += 1,
            Err(e) => {
                assert!(!e.to_string().is_empty());
                bad[usize::from(fitting)] += 1;
            }
        }
    }
    assert!(good.iter().chain(&bad).all(|n| *n > 300), "{good:?} {bad:?}");
}

/// Files of these texts in a folder, with their paths.
struct Files {
    folder: tempfile::TempDir,
}

impl Files {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [("c.csv", CRITERIA), ("r.csv", RATINGS), ("n.csv", NAMES), ("p.csv", COMPARISONS)] {
            std::fs::write(folder.path().join(name), text).expect("a file");
        }
        Files { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, args: &[&str]) -> assert_cmd::assert::Assert {
        Command::new(env!("CARGO_BIN_EXE_ludogen")).current_dir(self.folder.path()).args(args).assert()
    }

    fn out(&self, args: &[&str]) -> String {
        String::from_utf8(self.run(args).success().get_output().stdout.clone()).expect("text")
    }

    fn err(&self, args: &[&str], code: i32) -> String {
        String::from_utf8(self.run(args).code(code).get_output().stderr.clone()).expect("text")
    }
}

#[test]
fn rank_prints_a_table_and_says_what_it_is_worth() {
    let files = Files::new();
    for method in ["bradley-terry", "cross-entropy"] {
        let args = ["rank", "p.csv", "--method", method, "--restarts", "2", "--resamples", "5"];
        let table = files.out(&args);
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        assert_eq!(reader.headers().expect("a header"), vec!["game", "rank", "strength", "low", "high"]);
        let rows: Vec<csv::StringRecord> = reader.records().map(|r| r.expect("a row")).collect();
        assert_eq!((rows.len(), &rows[0][0], &rows[0][1]), (5, "Hex", "1"));
        let said = files.err(&args, 0);
        assert!(said.contains("in sample") && said.contains("7 comparisons, 2 of them draws"), "{said}");
        assert!(said.contains("note: ") && said.matches("ask next: ").count() == 5, "{said}");
        let threads = |n| files.out(&[&args[..], &["--threads", n]].concat());
        assert_eq!(threads("1"), threads("3"));
    }
    let json: serde_json::Value = serde_json::from_str(&files.out(&["rank", "p.csv", "--json"])).expect("JSON");
    assert!(json["classification"]["cross_validated"].is_f64() && json["games"][0]["game"] == "Hex");
    let rated = files.out(&["rank", "r.csv"]);
    assert!(rated.lines().nth(1).expect("a row").starts_with("Go,1,7."), "{rated}");
    let piped = Command::new(env!("CARGO_BIN_EXE_ludogen")).args(["rank", "-"]).write_stdin(RATINGS).assert().success();
    assert_eq!(String::from_utf8_lossy(&piped.get_output().stdout), rated);
}

#[test]
fn fit_writes_a_profile_that_other_commands_load() {
    let files = Files::new();
    let args = [
        "fit",
        "--unreliable",
        "c.csv",
        "r.csv",
        "--permutations",
        "10",
        "--repeats",
        "2",
        "--date",
        "2024",
        "-o",
        "mine.ron",
    ];
    // The balance of games differs much when they are measured again.
    let reliable = files.out(&["fit", "c.csv", "r.csv", "--brief"]);
    assert!(reliable.contains("8 games, 3 criteria") && reliable.contains("takes them in): balance"), "{reliable}");
    let text = files.out(&[&args[..], &["--report", "out"]].concat());
    for part in ["8 games, 4 criteria", "in sample", "left out", "nested", "profile `ludi`", "least squares"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let profile = Profile::load(&files.path("mine.ron")).expect("a profile");
    assert_eq!((profile.name.as_str(), profile.date.as_str()), ("mine", "2024"));
    assert_eq!(profile.figures["games"], 8.0);
    files.run(&[&args[..8], &["-o", "new.ron", "--known", "human-2026"]].concat()).success();
    let of_new = Profile::load(&files.path("new.ron")).expect("a profile");
    assert_eq!((of_new.known.as_str(), profile.known.as_str()), ("human-2026", ""));
    files.run(&[&args[..8], &["-o", "new.ron", "--known", "nobody"]].concat()).code(2);
    for name in ["table.csv", "importance.csv", "importance.svg", "predictions.csv", "predictions.svg"] {
        assert!(files.path("out").join(name).exists(), "{name}");
    }
    let json = |threads| files.out(&[&args[..8], &["--json", "--threads", threads]].concat());
    let one = json("1");
    assert_eq!(one, json("4"));
    let fields: serde_json::Value = serde_json::from_str(&one).expect("JSON");
    for field in ["games", "criteria", "in_sample_r", "loo_r", "nested_r", "null_r_95", "chosen"] {
        assert!(!fields[field].is_null(), "{field}");
    }
    let chosen: Vec<Criterion> = profile.weighed().collect();
    assert_eq!(fields["chosen"], serde_json::to_value(chosen).expect("names"));
}

/// Another source on another scale: the same criteria and opinions, told from 0 to 100.
#[test]
fn fit_learns_from_another_source_beside() {
    let files = Files::new();
    let liked = "game,strength\nHex,71\nGo,76\nNim,4\nChess,72\nY,70\nCol,40\nSnort,45\nDodo,69\n";
    std::fs::write(files.path("liked.csv"), liked).expect("a file");
    let quick = ["fit", "c.csv", "r.csv", "--permutations", "0", "--repeats", "2", "--beside", "c.csv", "liked.csv"];
    let text = files.out(&[&quick[..], &["-o", "both.ron", "--report", "out"]].concat());
    assert!(text.contains("8 games beside, nested r = "), "{text}");
    let profile = Profile::load(&files.path("both.ron")).expect("a profile");
    assert_eq!(profile.figures["beside_games"], 8.0);
    assert!(profile.source.ends_with(", beside 8 games of c.csv by liked.csv"), "{}", profile.source);
    assert!(profile.terms.iter().all(|term| term.limit == 3.0));
    let beside = std::fs::read_to_string(files.path("out").join("beside.csv")).expect("a table");
    assert_eq!(beside.lines().count(), 9);
    assert!(files.path("out").join("beside.svg").exists());
    let alone = files.err(&[&quick[..], &["--method", "ridge"]].concat(), 1);
    assert!(alone.contains("--beside needs --method curves"), "{alone}");
    files.run(&["fit", "c.csv", "r.csv", "--beside", "c.csv"]).code(2);
}

#[test]
fn bad_tables_end_with_a_message_and_code_1() {
    let files = Files::new();
    let write = |name: &str, text: &str| std::fs::write(files.path(name), text).expect("a file");
    write("nan.csv", &CRITERIA.replace("0.9,0.5", "NaN,0.5"));
    write("twice.csv", &RATINGS.replace("\nY,", "\nGo,"));
    write("few.csv", "game,strength\nHex,1\nGo,2\n");
    write("alias.csv", &NAMES.replace("Dodo,Dodo", "Dodo,Dodoo"));
    write("self.csv", "subject,preferred,other\nann,Go,Go\n");
    for (args, part) in [
        (&["fit", "nan.csv", "r.csv"][..], "nan.csv, line 2: `balance` is `NaN`, not a finite number"),
        (&["fit", "c.csv", "twice.csv"], "twice.csv, line 6: `Go` is listed twice, before in line 3"),
        (&["fit", "c.csv", "few.csv"], "2 games are in both c.csv and few.csv; a fit needs 6"),
        (&["fit", "c.csv", "r.csv", "--names", "alias.csv"], "alias.csv, line 9: there is no game `Dodoo` in r.csv"),
        (&["fit", "c.csv", "r.csv", "--control", "weight"], "no column `weight` to control for"),
        (&["fit", "c.csv", "r.csv", "--control", "log:year"], "`year` is -2200, which has no logarithm"),
        (&["fit", "c.csv", "p.csv"], "p.csv, line 6: 3 cells, but the header has 4"),
        (&["fit", "c.csv", "nothing.csv"], "cannot read nothing.csv"),
        (&["rank", "self.csv"], "self.csv, line 2: `Go` is compared with itself"),
        (&["rank", "c.csv"], "neither comparisons"),
    ] {
        let said = files.err(args, 1);
        assert!(said.starts_with("error: ") && said.contains(part), "{part}: {said}");
    }
    files.run(&["rank"]).code(2);
    files.run(&["rank", "p.csv", "--folds", "1"]).code(2);
    files.run(&["fit", "c.csv", "r.csv", "--vote-deviation", "-1"]).code(2);
}
