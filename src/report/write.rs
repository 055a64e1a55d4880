//! Writes a report on a population.

use super::error::ReportError;
use super::model::{Candidate, Model};
use super::renderers::{Playable, Renderers};
use super::{files, page, tables};
use crate::criticism::Profile;
use crate::evolution;
use crate::language::{Kind, Tree, parse, print};
use crate::store::{GameId, Reader, Stage};
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What a report holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportSummary {
    /// The page to open.
    pub page: PathBuf,
    /// How many games are ranked.
    pub candidates: usize,
    /// How many children there are, the rejected ones included.
    pub children: usize,
}

/// As [`rescored_report`], by the scores of the run.
///
/// ```
/// use ludogen::report::{Renderers, report};
/// use ludogen::store::{ChildRecord, Entry, GameId, RunInfo, Step, Writer};
///
/// let folder = tempfile::tempdir().unwrap();
/// let (path, out) = (folder.path().join("population.db"), folder.path().join("out"));
/// let run = RunInfo {
///     seed: 1,
///     recipe: "()".into(),
///     recipe_source: String::new(),
///     profile: "human-2026".into(),
///     profile_version: String::new(),
///     program: "0.1.0".into(),
///     criteria: vec!["balance".into()],
/// };
/// let mut writer = Writer::open(&path).unwrap();
/// writer.begin(&run, &[]).unwrap();
/// let mut child = ChildRecord::new("Lomi", "(game Lomi (board (tiling hex) (size 3)) (end (All win (in-a-row 9))))");
/// child.reject(Step::Safety, "nobody wins");
/// writer.append(&Entry { id: GameId(1), child: Some(1), record: child, candidate: None }).unwrap();
///
/// let written = report(&path, &out, &Renderers::default()).unwrap();
/// assert_eq!((written.children, written.candidates), (1, 0));
/// let children = std::fs::read_to_string(out.join("children.csv")).unwrap();
/// assert!(children.contains("Lomi") && children.contains("nobody wins"), "{children}");
/// ```
///
/// # Errors
/// See [`rescored_report`].
pub fn report(population: &Path, out: &Path, renderers: &Renderers<'_>) -> Result<ReportSummary, ReportError> {
    rescored_report(population, out, renderers, None)
}

/// Writes the report on the population at `population` into the folder `out`, which is made when it is not there.
///
/// Works while a run is going on, from a snapshot of it. Each file is replaced in one go, and rules that an earlier
/// report in the same folder wrote of games no longer ranked are removed.
///
/// With a profile, scores and ranks are by that instead of the run's, from the stored measurements: nothing is played again. Which
/// games there are, and which had a second evaluation, does not change.
///
/// ```
/// use ludogen::criticism::Profile;
/// use ludogen::report::{Renderers, rescored_report};
/// use ludogen::store::{RunInfo, Writer};
///
/// let folder = tempfile::tempdir().unwrap();
/// let (path, out) = (folder.path().join("population.db"), folder.path().join("out"));
/// # let run = RunInfo {
/// #     seed: 1,
/// #     recipe: "()".into(),
/// #     recipe_source: String::new(),
/// #     profile: "human-2026".into(),
/// #     profile_version: String::new(),
/// #     program: "0.1.0".into(),
/// #     criteria: vec!["balance".into()],
/// # };
/// Writer::open(&path).unwrap().begin(&run, &[]).unwrap();
/// let profile = Profile { name: "my-own".into(), ..Profile::of_new_games() };
/// let written = rescored_report(&path, &out, &Renderers::default(), Some(&profile)).unwrap();
/// assert_eq!((written.children, written.candidates), (0, 0));
/// assert!(std::fs::read_to_string(written.page).unwrap().contains("my-own"));
/// ```
///
/// # Errors
/// The population cannot be read or is empty, or a file cannot be written.
pub fn rescored_report(
    population: &Path,
    out: &Path,
    renderers: &Renderers<'_>,
    profile: Option<&Profile>,
) -> Result<ReportSummary, ReportError> {
    let reader = Reader::open(population)?;
    let mut model = Model::read(&reader, renderers, profile)?.ok_or_else(|| ReportError::Empty(population.into()))?;
    let folder = files::Folder::open(out, &["rules", "plots"])?;
    let stale = folder.listed_rules("candidates.csv");
    let playable =
        |c: &Candidate| Playable { name: c.row.name.clone(), rules: c.text.clone(), trials: c.leads.told.clone() };
    let games: Vec<Playable> = model.candidates.iter().map(playable).collect();
    if let Some(page) = renderers.play.filter(|_| !games.is_empty()).and_then(|play| play(&games)) {
        folder.write("play.html", page.as_bytes())?;
        model.playable = true;
    }
    for candidate in &model.candidates {
        let rules = format!("{}\n", with_support(candidate, &model).trim_end());
        folder.write(&format!("rules/{}.ludi", candidate.stem), rules.as_bytes())?;
        if let Some(english) = &candidate.english {
            let english = format!("{}\n", english.trim_end());
            folder.write(&format!("rules/{}.txt", candidate.stem), english.as_bytes())?;
        }
        for (form, text) in &candidate.exports {
            folder.write(&format!("rules/{}.{}", candidate.stem, form.ending()), text.as_bytes())?;
        }
    }
    for game in &model.shelved {
        folder.write(&format!("rules/{}.ludi", game.stem), format!("{}\n", game.text.trim_end()).as_bytes())?;
    }
    for (name, plot) in page::plots(&model) {
        folder.write(&format!("plots/{name}.svg"), plot.standalone().as_bytes())?;
    }
    folder.write("candidates.csv", &tables::candidates(&model))?;
    folder.write("children.csv", &tables::children(&model))?;
    folder.write("criteria.csv", &tables::criteria(&model))?;
    folder.write("niches.csv", &tables::niches(&model))?;
    folder.write("ancestry.csv", &tables::ancestry(&model))?;
    folder.write("index.html", page::page(&model).as_bytes())?;
    let stems: HashSet<&String> =
        model.candidates.iter().map(|c| &c.stem).chain(model.shelved.iter().map(|game| &game.stem)).collect();
    folder.remove(stale.iter().filter(|stem| !stems.contains(stem)));
    Ok(ReportSummary {
        page: out.join("index.html"),
        candidates: model.candidates.len(),
        children: model.games.children().count(),
    })
}

/// Writes the lead histories of a game as CSV: `stage,trial,first_mover,ending,ply,lead`, White's lead from ply 0 on.
///
/// ```
/// use ludogen::report::export_leads;
/// use ludogen::store::{ChildRecord, Entry, GameId, RunInfo, Step, TrialRow, Writer};
/// use ludogen::trials::Ending;
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("population.db");
/// # let run = RunInfo {
/// #     seed: 1,
/// #     recipe: "()".into(),
/// #     recipe_source: String::new(),
/// #     profile: "human-2026".into(),
/// #     profile_version: String::new(),
/// #     program: "0.1.0".into(),
/// #     criteria: vec!["balance".into()],
/// # };
/// let mut writer = Writer::open(&path).unwrap();
/// # writer.begin(&run, &[]).unwrap();
/// let mut record = ChildRecord::new("Lomi", "(game Lomi …)");
/// record.reject(Step::Safety, "nobody wins");
/// record.trials = vec![TrialRow { seed: 1, first_mover: 0, ending: Ending::Draw, moves: "a1".into(), leads: vec![0.5, 0.0] }];
/// writer.append(&Entry { id: GameId(1), child: Some(1), record, candidate: None }).unwrap();
///
/// let mut table = Vec::new();
/// export_leads(&path, "Lomi", &mut table).unwrap();
/// assert!(table.ends_with(b"lead\nchild,1,white,draw,0,0.5\nchild,1,white,draw,1,0\n"));
/// ```
pub fn export_leads(population: &Path, game: &str, out: &mut dyn Write) -> Result<(), ReportError> {
    let reader = Reader::open(population)?;
    let found = reader.games()?.into_iter().find(|row| row.name == game).map(|row| row.id);
    let id: GameId = found.ok_or_else(|| ReportError::Unknown { path: population.into(), game: game.into() })?;
    let mut table = String::from("stage,trial,first_mover,ending,ply,lead\n");
    for (stage, name) in [(Stage::Child, "child"), (Stage::Candidate, "candidate")] {
        for (trial, row) in reader.trials(id, stage)?.iter().enumerate() {
            let mover = if row.first_mover == 0 { "white" } else { "black" };
            for (ply, lead) in row.leads.iter().enumerate() {
                table.push_str(&format!("{name},{},{mover},{},{ply},{}\n", trial + 1, row.ending.name(), lead + 0.0));
            }
        }
    }
    out.write_all(table.as_bytes()).map_err(|error| ReportError::Write { path: "leads".into(), error })
}
/// The rules of a candidate with the support ludemes of the paper: the player that measured it, so that whoever measures or plays the file does so by the same; where it
/// comes from, and how far it is from its parents, the first and the last population; its rank, its viability and what is expected of it.
fn with_support(candidate: &Candidate, model: &Model) -> String {
    let Ok(mut tree) = parse(&candidate.text) else { return candidate.text.clone() };
    let game = &candidate.row;
    let rounded = |x: f64| Tree { kind: Kind::Real((x * 1e4).round() / 1e4), ..Tree::int(0) };
    let name = |id: GameId| Tree::text(model.games.name(id));
    let distances = [
        ("parents", game.parent_distances.map_or_else(Vec::new, |both| both.to_vec())),
        ("initial", candidate.distances.initial.into_iter().collect()),
        ("final", candidate.distances.last.into_iter().collect()),
    ];
    let distances = distances.into_iter().filter(|(_, far)| !far.is_empty());
    let history = [
        Tree::element("parents", game.parents.into_iter().flatten().map(name)),
        Tree::element("generation", [Tree::int(game.generation.into())]),
        Tree::element("distances", distances.map(|(of, far)| Tree::element(of, far.into_iter().map(rounded)))),
    ];
    let support = [
        Some(Tree::element("ancestry", history)),
        Some(Tree::element("ranking", [Tree::int(candidate.rank as i64)])),
        game.viable.map(|viable| Tree::element("viable", [Tree::word(if viable { "yes" } else { "no" })])),
        Some(Tree::element("score", [rounded(candidate.doubted)])),
        evolution::advisors(&candidate.policy),
    ];
    if let Kind::List(items) = &mut tree.kind {
        items.extend(support.into_iter().flatten());
    }
    print(&tree)
}
