//! The report says what the population says, to programs and to people.

mod synthetic;

use ludogen::criticism::Score;
use ludogen::evolution::evolve;
use ludogen::judgement::{Flag, Sign};
use ludogen::report::{Playable, Renderers, ReportError, export_leads, report};
use ludogen::store::{
    CandidateRecord, ChildRecord, Entry, Fate, GameId, Measurement, Reader, Remeasured, RunInfo, SeedGame, Stage, Step,
    StoreError, TrialRow, VerdictRow, Writer,
};
use ludogen::synthesis::Origin;
use ludogen::trials::Ending;
use std::collections::HashMap;
use std::path::Path;
use synthetic::{Synthetic, contents, dump, options};

fn table(path: &Path) -> (Vec<String>, Vec<HashMap<String, String>>) {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let head: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let rows = reader
        .records()
        .map(|row| head.iter().cloned().zip(row.unwrap().iter().map(str::to_owned)).collect())
        .collect();
    (head, rows)
}

#[test]
fn tables_hold_what_the_population_holds() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("a.db"), folder.path().join("out"));
    evolve(&options(&path, 2, 800), &Synthetic::default(), &mut |_| {}).unwrap();
    let english = |text: &str| Some(format!("In English: {}", text.len()));
    let play = |games: &[Playable]| {
        assert!(
            games.iter().any(|game| !game.trials.is_empty()) && games.iter().all(|game| game.rules.contains("genome"))
        );
        Some(games.iter().map(|game| format!("{}\n", game.name)).collect::<String>())
    };
    let renderers = Renderers { english: Some(&english), board: None, play: Some(&play) };
    let summary = report(&path, &out, &renderers).unwrap();
    let reader = Reader::open(&path).unwrap();
    let games = reader.games().unwrap();

    let (head, children) = table(&out.join("children.csv"));
    assert_eq!(head[..5], ["game", "child", "fate", "step", "reason"]);
    assert_eq!((children.len(), summary.children), (800, 800));
    for (row, game) in children.iter().zip(games.iter().filter(|game| game.child.is_some())) {
        assert_eq!((&row["game"], &row["reason"]), (&game.name, &game.reason));
        assert_eq!(row["score"].parse().ok(), game.score.map(|score| score.value));
        let name = |id: GameId| games[id.0 as usize - 1].name.clone();
        assert_eq!(row["parent_2"], game.parents.map(|p| name(p[1])).unwrap_or_default());
    }

    let (head, mut candidates) = table(&out.join("candidates.csv"));
    // The viable known games stand after the candidates.
    let known = candidates.split_off(candidates.iter().position(|row| row["shelf"] == "known").unwrap());
    let viable = games.iter().filter(|game| game.child.is_none() && game.viable == Some(true)).count();
    assert_eq!((known.len(), known.iter().filter(|row| row["shelf"] == "known").count()), (viable, viable));
    let mut places: Vec<usize> = candidates.iter().chain(&known).map(|row| row["place"].parse().unwrap()).collect();
    places.sort_unstable();
    assert_eq!(places, (1..=places.len()).collect::<Vec<_>>());
    assert_eq!(head[..6], ["game", "rank", "tied", "score", "score_low", "score_high"]);
    assert_eq!(head.iter().filter(|name| name.starts_with("criterion_")).count(), 57);
    assert_eq!(candidates.len(), games.iter().filter(|game| game.is_candidate()).count());
    assert!(candidates.len() > 5);
    // Each candidate is on the page to play on, and the report leads there.
    let playable = std::fs::read_to_string(out.join("play.html")).unwrap();
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert_eq!(
        playable.lines().collect::<Vec<_>>(),
        candidates.iter().map(|row| row["game"].as_str()).collect::<Vec<_>>()
    );
    // The ten to play tonight lead there too.
    assert_eq!(page.matches("href=\"play.html#").count(), candidates.len() + candidates.len().min(10));
    let scores: Vec<f64> = candidates.iter().map(|row| row["score"].parse().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b));
    let measured: HashMap<(GameId, u8), f64> =
        reader.measurements(Stage::Candidate).unwrap().into_iter().map(|(g, m)| ((g, m.criterion), m.value)).collect();
    for row in &candidates {
        let game = games.iter().find(|game| game.name == row["game"]).unwrap();
        assert_eq!(row["criterion_7"].parse::<f64>().unwrap(), measured[&(game.id, 7)]);
        assert_eq!((row["criterion_56"].as_str(), row["viable"].as_str()), ("", "true"));
        let rules = std::fs::read_to_string(out.join(&row["rules"])).unwrap();
        let text = reader.text(game.id).unwrap();
        assert_eq!(rules, format!("{text}\n"));
        let told = std::fs::read_to_string(out.join(row["rules"].replace(".ludi", ".txt"))).unwrap();
        assert_eq!(told, format!("In English: {}\n", text.len()));
    }

    let (head, criteria) = table(&out.join("criteria.csv"));
    assert_eq!((head.len(), head[0].as_str(), head[58].as_str()), (115, "game", "criterion_0_se"));
    assert_eq!(criteria.len(), games.iter().filter(|game| game.fate.is_member()).count());

    let (_, niches) = table(&out.join("niches.csv"));
    let sum = |column: &str| niches.iter().map(|row| row[column].parse::<usize>().unwrap()).sum::<usize>();
    let children = || games.iter().filter(|game| game.child.is_some());
    assert_eq!(sum("children"), children().count());
    assert_eq!(sum("admitted"), children().filter(|game| game.fate.is_member()).count());
    assert_eq!(sum("candidates"), candidates.len());
    let of_children = reader.nodes().unwrap().into_iter().filter(|(id, _)| children().any(|game| game.id == *id));
    assert_eq!(sum("nodes"), of_children.map(|(_, nodes)| nodes as usize).sum::<usize>());
    assert!(sum("nodes") > 0);

    // A second report into the same folder changes nothing.
    let before = contents(&out);
    report(&path, &out, &renderers).unwrap();
    assert!(contents(&out) == before);

    let mut leads = Vec::new();
    export_leads(&path, &candidates[0]["game"], &mut leads).unwrap();
    let leads = String::from_utf8(leads).unwrap();
    let game = games.iter().find(|game| game.name == candidates[0]["game"]).unwrap();
    let plies = |stage| reader.trials(game.id, stage).unwrap().iter().map(|t| t.leads.len()).sum::<usize>();
    assert_eq!(leads.lines().count(), 1 + plies(Stage::Child) + plies(Stage::Candidate));
    assert!(matches!(export_leads(&path, "nobody", &mut Vec::new()), Err(ReportError::Unknown { .. })));
}

const EVIL: &str = "</style><script>alert(\"1\")</script>, 'x'\n=1+1;\u{1}";

fn evil(path: &Path) -> Vec<Entry> {
    let mut writer = Writer::open(path).unwrap();
    let run = RunInfo {
        seed: u64::MAX,
        recipe: EVIL.into(),
        recipe_source: EVIL.into(),
        profile: EVIL.into(),
        profile_version: EVIL.into(),
        program: EVIL.into(),
        criteria: vec![EVIL.into()],
    };
    writer.begin(&run, &[SeedGame { name: EVIL.into(), text: EVIL.into() }]).unwrap();
    let score = Score { value: 0.5, low: 0.4, high: 0.6 };
    let mut seed = ChildRecord::new(EVIL, EVIL);
    seed.fate = Fate::Seed;
    seed.score = Some(score);
    seed.fingerprint = u64::MAX;
    seed.viability_reasons = vec![EVIL.into()];
    seed.viable = Some(false);
    let mut child = ChildRecord::new(format!("../{EVIL}"), EVIL);
    child.parents = Some([GameId(1); 2]);
    child.score = Some(score);
    child.viable = Some(true);
    child.log = vec![EVIL.into()];
    child.lineage = vec![Origin::Donor(u32::MAX), Origin::Mutation(9), Origin::Repair, Origin::Template(0)];
    child.niche = EVIL.into();
    child.measurements = vec![Measurement { criterion: 0, value: -0.0, standard_error: 1e-9, samples: 3 }];
    let trial = TrialRow {
        seed: 1 << 63,
        first_mover: 1,
        ending: Ending::Black,
        moves: EVIL.into(),
        leads: vec![0.0, -1.0, f32::MIN_POSITIVE],
    };
    let candidate = CandidateRecord {
        policy: vec![(EVIL.into(), -1.5)],
        measurements: child.measurements.clone(),
        score,
        viable: true,
        viability_reasons: Vec::new(),
        vestigial: Some(vec![0, 7, u32::MAX]),
        judgement: None,
        verdicts: vec![VerdictRow {
            flaw: EVIL.into(),
            verdict: VerdictRow::FATAL.into(),
            evidence: EVIL.into(),
            budget: EVIL.into(),
        }],
        trials: vec![trial],
        costs: Vec::new(),
        guard_fired: true,
    };
    let mut dead = ChildRecord::new("dead", EVIL);
    dead.reject(Step::Safety, EVIL);
    let entries = vec![
        Entry { id: GameId(1), child: None, record: seed, candidate: None },
        Entry { id: GameId(2), child: Some(1), record: child, candidate: Some(candidate) },
        Entry { id: GameId(3), child: Some(2), record: dead, candidate: None },
    ];
    for entry in &entries {
        writer.append(entry).unwrap();
    }
    entries
}

#[test]
fn whatever_a_game_is_called_the_report_holds() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("a.db"), folder.path().join("out"));
    let entries = evil(&path);
    let reader = Reader::open(&path).unwrap();
    for entry in &entries {
        assert_eq!(reader.record(entry.id).unwrap(), entry.record);
    }
    let look = entries[1].candidate.as_ref().unwrap();
    assert_eq!(reader.trials(GameId(2), Stage::Candidate).unwrap(), look.trials);
    assert_eq!(reader.verdicts(GameId(2)).unwrap(), look.verdicts);
    // The views show 64 bits as they were given.
    let dump = dump(&path);
    assert!(
        dump.contains("18446744073709551615") && dump.contains("ffffffffffffffff") && dump.contains("8000000000000000")
    );

    let evil = |_: &str| Some(EVIL.to_owned());
    report(&path, &out, &Renderers { english: Some(&evil), board: None, play: None }).unwrap();
    let (_, rows) = table(&out.join("candidates.csv"));
    assert_eq!((rows[0]["game"].as_str(), rows[0][EVIL].as_str()), (format!("../{EVIL}").as_str(), "0"));
    assert!(out.join(&rows[0]["rules"]).canonicalize().unwrap().starts_with(out.canonicalize().unwrap().join("rules")));
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(!page.contains("<script") && !page.contains('\u{1}'));
    assert_eq!(page.matches("</style>").count(), 1);
    for file in contents(&out) {
        assert!(!String::from_utf8(file.1).unwrap().contains("NaN"), "{}", file.0);
    }
}

#[test]
fn pages_refer_to_nothing_outside() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("a.db"), folder.path().join("out"));
    evolve(&options(&path, 2, 300), &Synthetic::default(), &mut |_| {}).unwrap();
    report(&path, &out, &Renderers::default()).unwrap();
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    for word in ["http:", "https:", "//cdn", "<link", "<img", "@import", "url(", "<script"] {
        assert!(!outside.contains(word), "{word}");
    }
    for link in page.split("href=\"").skip(1) {
        let target = link.split('"').next().unwrap();
        let there = match target.strip_prefix('#') {
            Some(id) => page.contains(&format!("id=\"{id}\"")),
            None => out.join(target).exists(),
        };
        assert!(there, "{target}");
    }
    // Every element is closed: enough of XML to catch a forgotten end.
    for tag in ["svg", "details", "div", "article", "table", "tr", "p", "pre", "ul", "text", "header", "span", "small"]
    {
        let opened = page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

/// Rules of a fixed shape: node 7 is the tiling, 10 the size, 18 the length of the row.
fn shaped(name: &str, tiling: &str, size: u32, row: u32) -> String {
    format!("(game {name}\n  (board (tiling {tiling}) (size {size}))\n  (end (All win (in-a-row {row})))\n)")
}

/// The origins of nineteen nodes, the template's but for some.
fn origins(but: &[(usize, Origin)]) -> Vec<Origin> {
    let mut lineage: Vec<Origin> = (0..19).map(Origin::Template).collect();
    but.iter().for_each(|&(node, origin)| lineage[node] = origin);
    lineage
}

/// A population of a run that has begun, without games.
fn begun(path: &Path) -> Writer {
    let mut writer = Writer::open(path).unwrap();
    let run = RunInfo {
        seed: 1,
        recipe: String::new(),
        recipe_source: String::new(),
        profile: "p".into(),
        profile_version: String::new(),
        program: "0".into(),
        criteria: Vec::new(),
    };
    writer.begin(&run, &[]).unwrap();
    writer
}

#[test]
fn every_element_is_followed_to_where_it_was_new() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("a.db"), folder.path().join("out"));
    let mut writer = begun(&path);
    let score = Score { value: 0.5, low: 0.4, high: 0.6 };
    let mut append = |id: u64, text: String, parents: Option<[u64; 2]>, lineage, log: &[&str], last: bool| {
        let name = text[6..].split_whitespace().next().unwrap().to_owned();
        let mut record = ChildRecord::new(name, text);
        record.fate = if parents.is_some() { Fate::Admitted } else { Fate::Seed };
        record.parents = parents.map(|pair| pair.map(GameId));
        record.generation = u32::from(parents.is_some()) + u32::from(last);
        record.lineage = lineage;
        record.log = log.iter().map(|line| line.to_string()).collect();
        record.score = Some(score);
        let candidate = last.then(|| CandidateRecord {
            policy: Vec::new(),
            measurements: Vec::new(),
            score,
            viable: true,
            viability_reasons: Vec::new(),
            vestigial: Some(vec![8]),
            judgement: None,
            verdicts: Vec::new(),
            trials: Vec::new(),
            costs: Vec::new(),
            guard_fired: false,
        });
        writer.append(&Entry { id: GameId(id), child: parents.map(|_| id - 2), record, candidate }).unwrap();
    };
    append(1, shaped("Alpha", "hex", 3, 3), None, Vec::new(), &[], false);
    append(2, shaped("Beta", "square", 5, 5), None, Vec::new(), &[], false);
    let crossed = origins(&[(7, Origin::Donor(7)), (10, Origin::Repair), (18, Origin::Mutation(1))]);
    let log = ["crossover: tiling", "mutation: first", "mutation: 3 became 4", "repair: size"];
    append(3, shaped("Gamma", "square", 4, 4), Some([1, 2]), crossed, &log, false);
    // Every second node from the other parent changes nothing: they have it from the same ancestor.
    let again = origins(&[(3, Origin::Donor(3)), (10, Origin::Donor(10))]);
    append(4, shaped("Delta", "square", 3, 4), Some([3, 1]), again, &[], true);

    report(&path, &out, &Renderers::default()).unwrap();
    let (head, rows) = table(&out.join("ancestry.csv"));
    assert_eq!(head[0], "game");
    let told: Vec<[&str; 6]> = rows
        .iter()
        .map(|row| ["node", "element", "source", "from", "mutation", "vestigial"].map(|column| row[column].as_str()))
        .collect();
    assert_eq!(
        told,
        [
            ["0", "game", "seed", "Alpha", "", "false"],
            ["3", "board", "seed", "Alpha", "", "false"],
            ["5", "tiling", "seed", "Alpha", "", "false"],
            ["7", "square", "seed", "Beta", "", "false"],
            ["8", "size", "seed", "Alpha", "", "true"],
            ["10", "3", "seed", "Alpha", "", "true"],
            ["11", "end", "seed", "Alpha", "", "false"],
            ["13", "All", "seed", "Alpha", "", "false"],
            ["15", "win", "seed", "Alpha", "", "false"],
            ["16", "in-a-row", "seed", "Alpha", "", "false"],
            ["18", "4", "mutation", "Gamma", "3 became 4", "false"],
        ]
    );
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    let rules = page.split("<pre>").nth(1).unwrap().split("</pre>").next().unwrap();
    assert!(rules.contains("<span class=\"from\" data-n=\"2\">square</span>"), "{rules}");
    assert!(rules.contains("<span class=\"idle\">(size 3)</span>"), "{rules}");
    assert!(page.contains("Unmarked: Alpha. <b>2</b>: Beta. <b>3</b>: mutation in Gamma: 3 became 4."), "{page}");
    // Without the marks it is the rule file.
    let mut plain = String::new();
    rules.split('<').for_each(|part| plain.push_str(part.split_once('>').map_or(part, |(_, text)| text)));
    assert_eq!(plain, shaped("Delta", "square", 3, 4));
}

#[test]
fn a_population_without_children_has_a_report_too() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("a.db"), folder.path().join("out"));
    assert!(matches!(report(&path, &out, &Renderers::default()), Err(ReportError::Store(StoreError::Missing { .. }))));
    drop(Writer::open(&path).unwrap());
    assert!(matches!(report(&path, &out, &Renderers::default()), Err(ReportError::Empty(_))));
    evolve(&options(&path, 2, 0), &Synthetic::default(), &mut |_| {}).unwrap();
    let summary = report(&path, &out, &Renderers::default()).unwrap();
    assert_eq!((summary.children, summary.candidates), (0, 0));
    assert!(std::fs::read_to_string(summary.page).unwrap().contains("No child has been made yet"));
    let blocked = folder.path().join("file");
    std::fs::write(&blocked, "").unwrap();
    let error = report(&path, &blocked, &Renderers::default()).unwrap_err();
    assert!(error.to_string().contains("/file"), "{error}");
}

#[test]
fn a_game_not_worth_playing_comes_last_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("a.db"), folder.path().join("out"));
    let mut writer = begun(&path);
    let mut append = |id: u64, name: &str, value: f64, verdict: Option<&str>| {
        let score = Score { value, low: value - 0.1, high: value + 0.1 };
        let mut record = ChildRecord::new(name, shaped(name, "hex", 3, 3));
        record.fate = if verdict.is_some() { Fate::Admitted } else { Fate::Seed };
        record.parents = verdict.map(|_| [GameId(1); 2]);
        record.score = Some(score);
        record.viable = Some(true);
        let row = |verdict: &str| VerdictRow {
            flaw: "mirror".into(),
            verdict: verdict.into(),
            evidence: "{\"map\":{\"a1\":\"c3\"}}".into(),
            budget: "{\"positions\":9}".into(),
        };
        let candidate = verdict.map(|verdict| CandidateRecord {
            policy: Vec::new(),
            measurements: Vec::new(),
            score,
            viable: true,
            viability_reasons: Vec::new(),
            vestigial: None,
            judgement: None,
            verdicts: vec![row(verdict)],
            trials: Vec::new(),
            costs: Vec::new(),
            guard_fired: false,
        });
        writer.append(&Entry { id: GameId(id), child: verdict.map(|_| id - 1), record, candidate }).unwrap();
    };
    append(1, "Alpha", 0.5, None);
    append(2, "Beta", 0.9, Some("fatal"));
    append(3, "Gamma", 0.8, Some("flawed"));
    append(4, "Delta", 0.2, Some("sound"));
    report(&path, &out, &Renderers::default()).unwrap();
    let (_, rows) = table(&out.join("candidates.csv"));
    let told: Vec<[&str; 4]> =
        rows.iter().map(|row| ["game", "rank", "fatal_flaws", "flaws"].map(|column| row[column].as_str())).collect();
    let (known, told) = told.split_last().unwrap();
    assert_eq!(known[0], "Alpha");
    assert_eq!(told, [["Gamma", "1", "", "mirror"], ["Delta", "2", "", ""], ["Beta", "3", "mirror", ""]]);
    // However close the scores, they are no tie.
    assert_ne!(rows[0]["tied"], rows[2]["tied"]);
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("<b>Not worth playing</b> (a way never to lose by copying every move)"), "{page}");
    let found = "A way never to lose by copying every move: found: whoever does not begin and copies each move across the board never loses – which makes it not worth playing";
    assert!(page.contains(found), "{page}");
}

/// A judgement of a game that the run thinks worth so much.
fn judged(name: &str, shelf: &str, worth: f64) -> Box<ludogen::judgement::Judgement> {
    let judgement = serde_json::json!({
        "game": name, "shelf": shelf, "viable": true, "reasons": ["so it is"], "score": worth, "score_low": worth - 0.1,
        "score_high": worth + 0.1, "doubted": worth, "reduced": format!("(game {name})"), "removed": [], "evidence": "", "variant_of": [],
        "nearest": {"rules": [], "play": []}, "surprise": 2.0, "flags": [], "flaws": [], "ladder": [], "words": 9,
        "opening": {"start": null, "openings": 0, "quick": 0, "example": null, "nodes": 0},
        "habits": {"turns": 20.0, "variation": 0.2, "same_cell": 0.0, "repeated": 0.0},
    });
    serde_json::from_value(judgement).unwrap()
}

/// A run with a known game and five candidates, none of which is measured again yet. Larger is a variation of First.
fn after_a_first_round(path: &Path) -> Writer {
    let mut writer = Writer::open(path).unwrap();
    let run = RunInfo {
        seed: 1,
        recipe: "(last_round: (games: 3, times: [2, 10]))".into(),
        recipe_source: String::new(),
        profile: "p".into(),
        profile_version: String::new(),
        program: "0".into(),
        criteria: vec!["balance".into()],
    };
    let seeds = [SeedGame { name: "Known".into(), text: "(game Known)".into() }];
    writer.begin(&run, &seeds).unwrap();
    let mut append = |id: u64, name: &str, worth: f64, parents: [u64; 2]| {
        let score = Score { value: worth, low: worth - 0.1, high: worth + 0.1 };
        let mut record = ChildRecord::new(name, format!("(game {name})"));
        record.score = Some(score);
        record.viable = Some(true);
        if id == 1 {
            record.fate = Fate::Seed;
            writer.append(&Entry { id: GameId(1), child: None, record, candidate: None }).unwrap();
            return;
        }
        record.parents = Some(parents.map(GameId));
        let candidate = CandidateRecord {
            policy: Vec::new(),
            measurements: vec![Measurement { criterion: 0, value: 0.5, standard_error: 0.0, samples: 9 }],
            score,
            viable: true,
            viability_reasons: Vec::new(),
            vestigial: None,
            judgement: Some(judged(name, "candidate", worth)),
            verdicts: Vec::new(),
            trials: Vec::new(),
            costs: Vec::new(),
            guard_fired: false,
        };
        writer.append(&Entry { id: GameId(id), child: Some(id - 1), record, candidate: Some(candidate) }).unwrap();
    };
    append(1, "Known", 6.5, [0, 0]);
    for (id, name, worth, parents) in [
        (2, "First", 9.0, [1, 1]),
        (3, "Second", 8.0, [1, 2]),
        (4, "Third", 7.0, [1, 2]),
        (5, "Fourth", 6.0, [1, 3]),
        (6, "Larger", 8.5, [2, 2]),
    ] {
        append(id, name, worth, parents);
    }
    writer
}

/// What a heat of the last round has found of a game of that run.
fn remeasured(game: u64, heat: u32, shelf: &str, worth: f64) -> Remeasured {
    Remeasured {
        game: GameId(game),
        heat,
        times: if heat == 1 { 2 } else { 10 },
        judgement: judged(["", "", "First", "Second", "Third", "Fourth"][game as usize], shelf, worth),
        measurements: vec![Measurement { criterion: 0, value: 0.75, standard_error: 0.0, samples: 9 }],
        milliseconds: 1.0,
    }
}

#[test]
fn the_last_round_decides_the_order_and_the_best_of_a_family_stands_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("a.db"), folder.path().join("out"));
    let mut writer = after_a_first_round(&path);
    let order = |out: &Path| -> Vec<[String; 4]> {
        report(&path, out, &Renderers::default()).unwrap();
        let (_, rows) = table(&out.join("candidates.csv"));
        rows.iter().map(|row| ["game", "rank", "shelf", "heat"].map(|column| row[column].clone())).collect()
    };
    let row = |game: &str, rank: &str, shelf: &str, heat: &str| [game, rank, shelf, heat].map(String::from);
    // Larger is a variation of First, which is better.
    let plain = [
        row("First", "1", "candidate", ""),
        row("Second", "2", "candidate", ""),
        row("Third", "3", "candidate", ""),
        row("Fourth", "4", "candidate", ""),
        row("Larger", "", "variant", ""),
        row("Known", "", "known", ""),
    ];
    assert_eq!(order(&out), plain);

    let mut heat = |game: u64, heat: u32, shelf: &str, worth: f64| {
        let found = remeasured(game, heat, shelf, worth);
        writer.remeasure(&found).unwrap();
        found
    };
    // Until the first heat is over nothing changes; First falls in it, and Fourth gets the place.
    let found = heat(2, 1, "flawed", 1.0);
    heat(3, 1, "candidate", 5.0);
    heat(4, 1, "candidate", 6.0);
    assert_eq!(order(&out), plain);
    heat(5, 1, "candidate", 4.0);
    let after = |third: &str, second: &str| {
        [
            row("Third", "1", "candidate", third),
            row("Second", "2", "candidate", second),
            row("Fourth", "3", "candidate", "1"),
            row("Larger", "4", "candidate", ""),
            row("First", "", "flawed", ""),
            row("Known", "", "known", ""),
        ]
    };
    assert_eq!(order(&out), after("1", "1"));
    heat(4, 2, "candidate", 5.5);
    heat(3, 2, "candidate", 5.0);
    // What was measured of a game that is not wanted there counts for nothing.
    heat(5, 2, "candidate", 9.0);
    assert_eq!(order(&out), after("2", "2"));
    let (_, rows) = table(&out.join("candidates.csv"));
    assert_eq!((rows[0]["balance"].as_str(), rows[0]["score"].as_str()), ("0.75", "5.5"));
    assert_eq!((rows[3]["balance"].as_str(), rows[0]["heat_work"].as_str()), ("0.5", "10"));
    // Scores of the known game beside those of the candidates: Larger 8.5, Known 6.5, Third 5.5, Second 5, Fourth 4.
    assert_eq!(rows.iter().map(|row| row["place"].as_str()).collect::<Vec<_>>(), ["3", "4", "5", "1", "", "2"]);

    // What was found decides, not how far a game got: Fourth, which left after the first heat, has the better score now.
    heat(3, 2, "candidate", 3.5);
    let names: Vec<String> = order(&out).into_iter().take(4).map(|[name, ..]| name).collect();
    assert_eq!(names, ["Third", "Fourth", "Second", "Larger"]);

    // What something speaks against comes after all others, however far it got.
    let mut doubtful = remeasured(4, 2, "candidate", 5.5);
    doubtful.judgement.flags = vec![Flag { sign: Sign::Lint, text: "does twice: (push)".into() }];
    writer.remeasure(&doubtful).unwrap();
    let names: Vec<String> = order(&out).into_iter().take(4).map(|[name, ..]| name).collect();
    assert_eq!(names, ["Fourth", "Second", "Larger", "Third"]);

    let reader = Reader::open(&path).unwrap();
    assert_eq!(reader.remeasured_in(GameId(2), 1).unwrap(), Some(found));
    assert_eq!(reader.remeasured_count().unwrap(), 7);
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("Measured again with 10 times the work.") && page.contains("in 75 of 100 pairs"), "{page}");
}
