//! The sample of a fit: games whose criteria were measured and whose strength is known.

use super::error::RankingError;
use super::ratings::Ratings;
use super::regression::project_out;
use super::table::{CsvTable, listed, load};
use crate::criticism::Criterion;
use crate::language::{Tree, parse};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// The fewest games a fit is tried with.
pub const FEWEST_GAMES: usize = 6;

/// A criterion that is missing for one game in so many or fewer counts as average there.
const SELDOM: usize = 20;

/// Columns of a table of criteria that are not criteria.
const OTHER_COLUMNS: [&str; 8] = ["game", "score", "score_low", "score_high", "viable", "player", "margin", "work"];

/// Games with their criteria and strengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The games, in the order of the table of criteria.
    pub games: Vec<String>,
    /// The criteria that are known for all games and differ between them.
    pub criteria: Vec<Criterion>,
    /// For each of these criteria its value in each game.
    pub values: Vec<Vec<f64>>,
    /// The standard errors of these values, if the table has them for all.
    pub errors: Option<Vec<Vec<f64>>>,
    /// The strength of each game; what controls explain has been taken out of it.
    pub strengths: Vec<f64>,
    /// The 95 % interval of each strength, if the rankings have one.
    pub intervals: Option<Vec<(f64, f64)>>,
    /// The share of the variance of strengths that the controls explained; `None` without controls.
    pub controlled: Option<f64>,
    /// What was left out, and why.
    pub notes: Vec<String>,
    /// The rules of each game, as far as they are known; empty if no rules were given.
    pub rules: Vec<Option<Tree>>,
    /// Games rated on another scale, with the same criteria in the same order, to be learnt from along with these.
    pub beside: Option<Box<Sample>>,
}

/// A table by its name and text.
pub type Named<'a> = (&'a str, &'a str);

/// What a sample is read from.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// `game` and criteria by name, as `ludogen measure` writes them.
    pub criteria: Named<'a>,
    /// `game,strength[,low,high]` or `game,average,num_ratings`.
    pub rankings: Named<'a>,
    /// `game,ranked_as`: what the rankings call the games. Games that it does not list are left out. Without it, names must be equal.
    pub names: Option<Named<'a>>,
    /// Columns of the rankings, `log:` before the name for the logarithm, whose linear effect on strengths is taken out first.
    pub controls: &'a [String],
    /// The standard deviation of single votes, for ratings.
    pub vote_deviation: f64,
}

/// A file with its name for messages.
///
/// # Errors
/// It cannot be read, is too large or is no text.
pub fn read(path: &Path) -> Result<(String, String), RankingError> {
    load(path)
}

impl Sample {
    /// Reads a sample. What is left out is noted in [`notes`](Sample::notes).
    ///
    /// # Errors
    /// A table is malformed, lists a game twice or has a number that is not finite; a listed name or a control is unknown; fewer
    /// than [`FEWEST_GAMES`] games are in both tables; strengths do not differ, or no criterion does.
    pub fn parse(sources: &Sources) -> Result<Self, RankingError> {
        Sample::read(sources, None)
    }

    /// Reads a sample to be learnt from beside this one: its criteria are those of this one, constant or not.
    ///
    /// # Errors
    /// As of [`parse`](Sample::parse), or a criterion of this sample was not measured there.
    pub fn with_beside(mut self, sources: &Sources) -> Result<Self, RankingError> {
        self.beside = Some(Box::new(Sample::read(sources, Some(&self.criteria))?));
        Ok(self)
    }

    /// Takes in the rules of games from a table with the header `game,rules`. Games of the sample that it does not list are without rules, others are passed over.
    ///
    /// # Errors
    /// The table is malformed, lists a game twice, or has rules that cannot be read.
    pub fn with_rules(mut self, (file, text): Named) -> Result<Self, RankingError> {
        let table = CsvTable::parse(file, text, usize::MAX, 0)?;
        let (game, rules) = (table.need("game", "game,rules")?, table.need("rules", "game,rules")?);
        table.distinct(game)?;
        let mut known = HashMap::new();
        for row in &table.rows {
            let tree = parse(&row.cells[rules]).map_err(|faults| {
                let first = faults.first().map_or_else(String::new, |problem| problem.message.clone());
                table.at(row.line, format!("the rules of `{}` cannot be read: {first}", row.cells[game]))
            })?;
            known.insert(table.name(row, game)?, tree);
        }
        self.rules = self.games.iter().map(|game| known.remove(game.as_str())).collect();
        let without = self.rules.iter().filter(|rules| rules.is_none()).count();
        if without > 0 {
            self.notes
                .push(format!("{without} games have no rules in {file}; what words are worth is fitted to the others"));
        }
        Ok(self)
    }

    fn read(sources: &Sources, wanted: Option<&[Criterion]>) -> Result<Self, RankingError> {
        let criteria = CsvTable::parse(sources.criteria.0, sources.criteria.1, usize::MAX, 0)?;
        let rankings = CsvTable::parse(sources.rankings.0, sources.rankings.1, usize::MAX, 0)?;
        let ranked = Ranked::read(&rankings, sources.vote_deviation)?;
        let mut notes = Vec::new();
        let pairs = pair_up(&criteria, &rankings, &ranked, sources.names, &mut notes)?;
        if pairs.len() < FEWEST_GAMES {
            return Err(RankingError::TooLittle(format!(
                "{} games are in both {} and {}; a fit needs {FEWEST_GAMES} at least{}",
                pairs.len(),
                criteria.file(),
                rankings.file(),
                notes.iter().map(|n| format!("\n{n}")).collect::<String>()
            )));
        }
        let mut strengths: Vec<f64> = pairs.iter().map(|p| ranked.strengths[p.1]).collect();
        if strengths.iter().all(|s| *s == strengths[0]) {
            return Err(RankingError::TooLittle("all games are equally strong: there is nothing to explain".into()));
        }
        let controlled = control(&rankings, sources.controls, &pairs, &mut strengths)?;
        let (chosen, values) = columns(&criteria, &pairs, wanted, &mut notes)?;
        if let Some(lacking) = wanted.and_then(|wanted| wanted.iter().find(|c| !chosen.contains(c))) {
            let file = criteria.file();
            return Err(RankingError::TooLittle(format!(
                "{lacking} is not known for the games of {file}, which are to be learnt from too"
            )));
        }
        let errors = errors(&criteria, &pairs, &chosen)?;
        if chosen.is_empty() {
            return Err(RankingError::TooLittle(format!(
                "no criterion of {} is known for all games and differs between them\n{}",
                criteria.file(),
                notes.join("\n")
            )));
        }
        let game = criteria.need("game", "game,…")?;
        let games = pairs.iter().map(|p| criteria.rows[p.0].cells[game].clone()).collect();
        let intervals = ranked.intervals.map(|all| pairs.iter().map(|p| all[p.1]).collect());
        Ok(Sample {
            games,
            criteria: chosen,
            values,
            errors,
            strengths,
            intervals,
            controlled,
            notes,
            rules: Vec::new(),
            beside: None,
        })
    }
}

/// Strengths by the row of the rankings.
struct Ranked {
    rows: HashMap<String, usize>,
    strengths: Vec<f64>,
    intervals: Option<Vec<(f64, f64)>>,
}

impl Ranked {
    fn read(table: &CsvTable, vote_deviation: f64) -> Result<Self, RankingError> {
        let game = table.need("game", "game,strength` or `game,average,num_ratings")?;
        table.distinct(game)?;
        let mut rows = HashMap::new();
        for (i, row) in table.rows.iter().enumerate() {
            rows.insert(table.name(row, game)?.to_owned(), i);
        }
        let Some(strength) = table.column("strength") else {
            if table.column("average").is_none() {
                return Err(table.at(1, "neither a column `strength` nor `average` and `num_ratings`".into()));
            }
            let means = Ratings::from_table(table)?.means(vote_deviation);
            return Ok(Ranked { rows, strengths: means.means, intervals: Some(means.intervals) });
        };
        let numbers = |column: usize| -> Result<Vec<f64>, RankingError> {
            table.rows.iter().map(|row| table.need_number(row, column)).collect()
        };
        let strengths = numbers(strength)?;
        let intervals = match table.column("low").zip(table.column("high")) {
            None => None,
            Some((low, high)) => Some(numbers(low)?.into_iter().zip(numbers(high)?).collect()),
        };
        Ok(Ranked { rows, strengths, intervals })
    }
}

/// The rows of criteria and rankings that are of the same game.
fn pair_up(
    criteria: &CsvTable,
    rankings: &CsvTable,
    ranked: &Ranked,
    names: Option<Named>,
    notes: &mut Vec<String>,
) -> Result<Vec<(usize, usize)>, RankingError> {
    let game = criteria.need("game", "game,rules_complexity,…")?;
    criteria.distinct(game)?;
    let listed_as = match names {
        None => None,
        Some((file, text)) => Some(aliases(&CsvTable::parse(file, text, usize::MAX, 0)?, criteria, rankings, ranked)?),
    };
    let mut pairs = Vec::new();
    let mut unranked = Vec::new();
    let mut used = vec![false; rankings.rows.len()];
    for (i, row) in criteria.rows.iter().enumerate() {
        let name = criteria.name(row, game)?;
        let ranked_as = match &listed_as {
            None => Some(name),
            Some(aliases) => aliases.get(name).map(String::as_str),
        };
        match ranked_as.and_then(|name| ranked.rows.get(name)) {
            Some(&j) => {
                pairs.push((i, j));
                used[j] = true;
            }
            None => unranked.push(name),
        }
    }
    if !unranked.is_empty() {
        notes.push(format!("{} measured games have no rank and are left out: {}", unranked.len(), listed(&unranked)));
    }
    let mut unmeasured: Vec<&str> = ranked.rows.iter().filter(|r| !used[*r.1]).map(|r| r.0.as_str()).collect();
    unmeasured.sort_unstable();
    if !unmeasured.is_empty() {
        notes.push(format!(
            "{} ranked games were not measured and are left out: {}",
            unmeasured.len(),
            listed(&unmeasured)
        ));
    }
    Ok(pairs)
}

/// What the rankings call the games of the criteria.
fn aliases(
    table: &CsvTable,
    criteria: &CsvTable,
    rankings: &CsvTable,
    ranked: &Ranked,
) -> Result<HashMap<String, String>, RankingError> {
    const HEADER: &str = "game,ranked_as";
    let (game, ranked_as) = (table.need("game", HEADER)?, table.need("ranked_as", HEADER)?);
    table.distinct(game)?;
    table.distinct(ranked_as)?;
    let column = criteria.need("game", "game,rules_complexity,…")?;
    let measured: Vec<&str> = criteria.rows.iter().map(|r| criteria.name(r, column)).collect::<Result<_, _>>()?;
    let mut aliases = HashMap::new();
    for row in &table.rows {
        let (name, alias) = (table.name(row, game)?, table.name(row, ranked_as)?);
        for (known, what, file) in [
            (measured.contains(&name), name, criteria.file()),
            (ranked.rows.contains_key(alias), alias, rankings.file()),
        ] {
            if !known {
                return Err(table.at(row.line, format!("there is no game `{what}` in {file}")));
            }
        }
        aliases.insert(name.to_owned(), alias.to_owned());
    }
    Ok(aliases)
}

/// Takes the linear effect of columns of the rankings out of the strengths; returns the share of the variance that this was.
fn control(
    rankings: &CsvTable,
    controls: &[String],
    pairs: &[(usize, usize)],
    strengths: &mut Vec<f64>,
) -> Result<Option<f64>, RankingError> {
    if controls.is_empty() {
        return Ok(None);
    }
    if controls.len() + 3 > pairs.len() {
        let games = pairs.len();
        return Err(RankingError::TooLittle(format!("{} controls are too many for {games} games", controls.len())));
    }
    let mut columns = Vec::new();
    for control in controls {
        let (name, logarithm) = match control.strip_prefix("log:") {
            Some(name) => (name, true),
            None => (control.as_str(), false),
        };
        let column = rankings.column(name).ok_or_else(|| {
            rankings
                .at(1, format!("there is no column `{name}` to control for; there are {}", listed(rankings.header())))
        })?;
        let mut values = Vec::new();
        for &(_, j) in pairs {
            let row = &rankings.rows[j];
            let value = rankings.need_number(row, column)?;
            if logarithm && value <= 0.0 {
                return Err(rankings.at(row.line, format!("`{name}` is {value}, which has no logarithm")));
            }
            values.push(if logarithm { value.ln() } else { value });
        }
        columns.push(values);
    }
    let (left, explained) = project_out(&columns, strengths);
    *strengths = left;
    Ok(Some(explained))
}

/// The criteria that are known for all games and differ, with their values.
fn columns(
    table: &CsvTable,
    pairs: &[(usize, usize)],
    wanted: Option<&[Criterion]>,
    notes: &mut Vec<String>,
) -> Result<(Vec<Criterion>, Vec<Vec<f64>>), RankingError> {
    let mut by_criterion = BTreeMap::new();
    let mut foreign = Vec::new();
    for (i, name) in table.header().iter().enumerate() {
        match Criterion::from_name(name) {
            Ok(criterion) => {
                by_criterion.insert(criterion, i);
            }
            Err(_) if OTHER_COLUMNS.contains(&name.as_str()) || name.ends_with("_se") => {}
            Err(unknown) => foreign.push(unknown.to_string()),
        }
    }
    if !foreign.is_empty() {
        notes.push(format!("{} columns are no criteria and are left out: {}", foreign.len(), listed(&foreign)));
    }
    let (mut unmeasured, mut constant) = (Vec::new(), Vec::new());
    let (mut chosen, mut values) = (Vec::new(), Vec::new());
    for criterion in Criterion::ALL.into_iter().filter(|c| wanted.is_none_or(|wanted| wanted.contains(c))) {
        let mut column = Vec::new();
        let mut missing = Vec::new();
        if let Some(&i) = by_criterion.get(&criterion) {
            for &(game, _) in pairs {
                let row = &table.rows[game];
                match table.number(row, i)? {
                    Some(value) => column.push(Some(value)),
                    None => {
                        column.push(None);
                        missing.push(table.name(row, table.need("game", "game,…")?)?);
                    }
                }
            }
        }
        let known: Vec<f64> = column.iter().flatten().copied().collect();
        let average = known.iter().sum::<f64>() / known.len().max(1) as f64;
        let column: Vec<f64> = column.into_iter().map(|value| value.unwrap_or(average)).collect();
        if !missing.is_empty() && missing.len() <= pairs.len() / SELDOM {
            let (times, names) = (missing.len(), listed(&missing));
            notes.push(format!("{criterion} is missing for {times} games and counts as average there: {names}"));
            missing.clear();
        }
        if known.is_empty() {
            unmeasured.push(criterion.name());
        } else if !missing.is_empty() {
            notes.push(format!(
                "{criterion} is left out: it is missing for {} of {} games: {}",
                missing.len(),
                pairs.len(),
                listed(&missing)
            ));
        } else if wanted.is_none() && known.iter().all(|v| *v == known[0]) {
            constant.push(criterion.name());
        } else {
            chosen.push(criterion);
            values.push(column);
        }
    }
    for (names, why) in [(unmeasured, "were not measured"), (constant, "are the same for all games")] {
        if !names.is_empty() {
            notes.push(format!("{} criteria {why} and are left out: {}", names.len(), listed(&names)));
        }
    }
    Ok((chosen, values))
}

/// The standard errors of criteria, in the columns that end in `_se`.
fn errors(
    table: &CsvTable,
    pairs: &[(usize, usize)],
    criteria: &[Criterion],
) -> Result<Option<Vec<Vec<f64>>>, RankingError> {
    let mut all = Vec::new();
    for criterion in criteria {
        let Some(column) = table.column(&format!("{criterion}_se")) else { return Ok(None) };
        let value = table.column(criterion.name());
        let mut errors = Vec::new();
        for &(game, _) in pairs {
            let row = &table.rows[game];
            match table.number(row, column)? {
                Some(error) => errors.push(error),
                // What counts as average varies with nothing.
                None if value.is_some_and(|value| row.cells.get(value).is_none_or(String::is_empty)) => {
                    errors.push(0.0)
                }
                None => return Ok(None),
            }
        }
        all.push(errors);
    }
    Ok(Some(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CRITERIA: &str = "game,score,balance,duration,completion,permanence,duratoin\n\
        A,1,0.1,0.5,1,,1\nB,1,0.2,0.4,1,0.5,1\nC,1,0.3,0.3,1,0.5,1\nD,1,0.4,0.1,1,0.5,1\nE,1,0.5,0.2,1,0.5,1\nF,1,0.6,0,1,0.5,1\nX,1,0,0,0,0,1\n";
    const RANKINGS: &str = "game,strength,year\nA,1,2000\nB,2,2001\nC,3,2002\nD,4,2000\nE,5,1990\nF,6,2000\nZ,7,1980\n";

    fn sources<'a>(criteria: &'a str, rankings: &'a str) -> Sources<'a> {
        Sources {
            criteria: ("c.csv", criteria),
            rankings: ("r.csv", rankings),
            names: None,
            controls: &[],
            vote_deviation: 1.5,
        }
    }

    fn fault(criteria: &str, rankings: &str) -> String {
        Sample::parse(&sources(criteria, rankings)).unwrap_err().to_string()
    }

    #[test]
    fn what_is_seldom_missing_counts_as_average_and_games_beside_have_the_same_criteria() {
        let mut criteria = String::from("game,balance,balance_se,duration,duration_se\n");
        let mut rankings = String::from("game,strength\n");
        for i in 0..40 {
            let balance = if i == 7 { ",".into() } else { format!("{},0.1", f64::from(i) / 39.0) };
            criteria += &format!("g{i},{balance},0.5,0\n");
            rankings += &format!("g{i},{i}\n");
        }
        let sample = Sample::parse(&sources(CRITERIA, RANKINGS)).unwrap();
        let sample = sample.with_beside(&sources(&criteria, &rankings)).unwrap();
        let beside = sample.beside.as_ref().unwrap();
        // Duration is the same for all games beside, and kept.
        assert_eq!(beside.criteria, sample.criteria);
        let average = (0..40).filter(|i| *i != 7).map(|i| f64::from(i) / 39.0).sum::<f64>() / 39.0;
        assert!((beside.values[0][7] - average).abs() < 1e-12 && beside.values[0][8] == 8.0 / 39.0);
        assert_eq!(beside.errors.as_ref().unwrap()[0][6..9], [0.1, 0.0, 0.1]);
        assert!(beside.notes.join("\n").contains("balance is missing for 1 games and counts as average there: g7"));
        let without = criteria.replace("duration", "stability");
        let error = Sample::parse(&sources(CRITERIA, RANKINGS)).unwrap().with_beside(&sources(&without, &rankings));
        assert!(error.unwrap_err().to_string().starts_with("duration is not known for the games of c.csv"));
    }

    #[test]
    fn everything_that_is_left_out_is_noted() {
        let sample = Sample::parse(&sources(CRITERIA, RANKINGS)).unwrap();
        assert_eq!(sample.games, ["A", "B", "C", "D", "E", "F"]);
        assert_eq!(sample.criteria, [Criterion::Balance, Criterion::Duration]);
        assert_eq!(sample.values[0], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
        let notes = sample.notes.join("\n");
        for part in [
            "1 measured games have no rank and are left out: X",
            "1 ranked games were not measured and are left out: Z",
            "did you mean “duration”?",
            "permanence is left out: it is missing for 1 of 6 games: A",
            "1 criteria are the same for all games and are left out: completion",
            "53 criteria were not measured",
        ] {
            assert!(notes.contains(part), "{part}:\n{notes}");
        }
    }

    #[test]
    fn standard_errors_are_read_where_all_are_given() {
        let with = |suffix: &str| {
            let lines = CRITERIA.lines().enumerate().map(|(i, line)| {
                let (a, b) = if i == 0 { ("balance_se", format!("duration{suffix}")) } else { ("0.01", "0.02".into()) };
                format!("{line},{a},{b}\n")
            });
            Sample::parse(&sources(&lines.collect::<String>(), RANKINGS)).unwrap().errors
        };
        assert_eq!(with("_se"), Some(vec![vec![0.01; 6], vec![0.02; 6]]));
        assert_eq!(with("_other"), None);
    }

    #[test]
    fn names_may_differ_and_unknown_ones_are_refused() {
        let rankings = RANKINGS.replace("\nA,", "\nAlpha,");
        let names = "game,ranked_as\nA,Alpha\nB,B\nC,C\nD,D\nE,E\nF,F\n";
        let read =
            |names: &str| Sample::parse(&Sources { names: Some(("n.csv", names)), ..sources(CRITERIA, &rankings) });
        assert_eq!(read(names).unwrap().strengths[0], 1.0);
        let unknown = |from: &str, to: &str| read(&names.replace(from, to)).unwrap_err().to_string();
        assert_eq!(unknown("Alpha", "Beta"), "n.csv, line 2: there is no game `Beta` in r.csv");
        assert_eq!(unknown("F,F", "G,F"), "n.csv, line 7: there is no game `G` in c.csv");
        assert!(unknown("F,F", "F,E").contains("`E` is listed twice"));
        assert!(unknown("F,F\n", "").contains("5 games are in both"));
    }

    #[test]
    fn bad_tables_are_refused() {
        assert!(fault(&CRITERIA.replace("\nB,", "\nA,"), RANKINGS).contains("`A` is listed twice, before in line 2"));
        assert!(
            fault(&CRITERIA.replace("0.5,0.2", "0.5,NaN"), RANKINGS).starts_with("c.csv, line 6: `duration` is `NaN`")
        );
        assert!(fault(CRITERIA, &RANKINGS.replace("E,5", "E,inf")).starts_with("r.csv, line 6: `strength` is `inf`"));
        assert!(fault(CRITERIA, "game,rank\nA,1\n").contains("neither a column `strength`"));
        assert!(fault(CRITERIA, "game,strength\nQ,1\n").contains("0 games are in both"));
        let flat: String = "ABCDEF".chars().map(|c| format!("{c},1\n")).collect();
        assert!(fault(CRITERIA, &format!("game,strength\n{flat}")).contains("equally strong"));
        let dull: String = "ABCDEF".chars().map(|c| format!("{c},1\n")).collect();
        assert!(fault(&format!("game,balance\n{dull}"), RANKINGS).contains("no criterion"));
    }

    #[test]
    fn controls_take_their_linear_part_out() {
        let controls = ["year".to_string()];
        let sample = Sample::parse(&Sources { controls: &controls, ..sources(CRITERIA, RANKINGS) }).unwrap();
        let years = [2000.0, 2001.0, 2002.0, 2000.0, 1990.0, 2000.0];
        let r = super::super::correlation::pearson(&years, &sample.strengths);
        assert!(r.is_none_or(|r| r.abs() < 1e-9));
        assert!((sample.strengths.iter().sum::<f64>() - 21.0).abs() < 1e-9);
        let raw = super::super::correlation::pearson(&years, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        assert!((sample.controlled.unwrap() - raw * raw).abs() < 1e-9);
        let unknown = ["age".to_string()];
        let error = Sample::parse(&Sources { controls: &unknown, ..sources(CRITERIA, RANKINGS) }).unwrap_err();
        assert!(error.to_string().contains("no column `age` to control for"), "{error}");
    }
}
