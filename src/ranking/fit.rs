//! Weights fitted to criteria and strengths, with nested cross-validation beside them. Paper, section VI.B, Table I, Fig. 10.

use super::correlation::Correlation;
use super::curves::MOST_GAMES;
use super::error::RankingError;
use super::fitted::{Compared, Fit, FitRow, Importance, WithWords};
use super::forest::{FEWEST, Forest, fit_words};
use super::regression::{Basis, Design};
use super::sample::Sample;
use super::streams::{Purpose, stream};
use super::subset::SubsetSearch;
use super::validation::{Model, Nested, Part, Procedure, Task, nested, null};
use crate::criticism::{Criterion, Family, Profile};
use crate::order;

/// How weights are fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct FitOptions {
    /// How the weights of the profile are found.
    pub procedure: Procedure,
    /// In how many parts the games are dealt for nested cross-validation (default 10).
    pub folds: usize,
    /// How often they are dealt (default 5).
    pub repeats: usize,
    /// How often the strengths are shuffled to see what chance finds (default 100).
    pub permutations: usize,
    /// Whether criteria count whose values differ much when they are measured again (default no); where there are no others, they do.
    pub unreliable: bool,
    /// Whether other methods, sets of criteria and each criterion's importance are looked at too, which takes most of the time (default yes).
    pub table: bool,
    /// Profiles to compare with the same strengths.
    pub compare: Vec<Profile>,
    /// The seed of all chance.
    pub seed: u64,
}

impl Default for FitOptions {
    fn default() -> Self {
        FitOptions {
            procedure: Procedure::Ridge,
            folds: 10,
            repeats: 5,
            permutations: 100,
            unreliable: false,
            table: true,
            compare: Vec::new(),
            seed: 1,
        }
    }
}

/// Fits weights to a sample.
///
/// ```
/// use ludogen::ranking::sample::{Sample, Sources};
/// use ludogen::ranking::validation::Procedure;
/// use ludogen::ranking::{FitOptions, fit};
///
/// let (mut criteria, mut rankings) = (String::from("game,completion,duration\n"), String::from("game,strength\n"));
/// for i in 0..12 {
///     let (completion, duration) = (f64::from(i) / 12.0, f64::from(i * 7 % 12) / 12.0);
///     criteria += &format!("g{i},{completion},{duration}\n");
///     rankings += &format!("g{i},{}\n", 3.0 + completion - duration);
/// }
/// let sample = Sample::parse(&Sources {
///     criteria: ("criteria.csv", &criteria),
///     rankings: ("rankings.csv", &rankings),
///     names: None,
///     controls: &[],
///     vote_deviation: 1.5,
/// })
/// .unwrap();
/// let options = FitOptions { procedure: Procedure::Ridge, permutations: 0, ..FitOptions::default() };
/// let fitted = fit(&sample, &options).unwrap();
/// assert!(fitted.nested_r.r > 0.9);
/// assert_eq!(fitted.profile("mine", "twelve games", "").weighed().count(), 2);
/// ```
///
/// # Errors
/// There are too few games for the procedure: least squares needs two more than criteria, in each fold; or too many for curves.
pub fn fit(sample: &Sample, options: &FitOptions) -> Result<Fit, RankingError> {
    let sets = sets(&sample.criteria, options);
    let used = &sets[0].1;
    let task = Task { sample, criteria: used };
    let games: Vec<usize> = (0..sample.games.len()).collect();
    let train = |task: &Task, procedure: &Procedure| train_on_all(task, procedure, options.seed);
    let validate =
        |task: &Task, procedure: &Procedure| nested(task, procedure, options.folds, options.repeats, options.seed);
    let beside = sample.beside.as_ref().map_or(0, |other| other.games.len());
    let too_many = options.procedure == Procedure::Curves && games.len() + beside > MOST_GAMES;
    let too_few = || match too_many {
        true => RankingError::TooLittle(format!(
            "{} games are too many for curves, which take {MOST_GAMES} at most; ridge regression can do with more",
            games.len() + beside
        )),
        false => RankingError::TooLittle(format!(
            "{} games are too few for least squares on {} criteria; ridge regression and the search for a subset can do with them",
            games.len(),
            used.len()
        )),
    };
    let deals = (options.folds, options.repeats);
    let words = fit_words(&Forest::default(), &sample.rules, &sample.strengths, deals, options.seed);
    let model = train(&task, &options.procedure).ok_or_else(too_few)?;
    let nested = validate(&task, &options.procedure).ok_or_else(too_few)?;

    let mut table = Vec::new();
    for (set, criteria, procedures) in sets.iter().filter(|_| options.table) {
        let task = Task { sample, criteria };
        for (method, procedure) in procedures {
            let known = std::ptr::eq(criteria, used) && *procedure == options.procedure;
            table.push(if known {
                row(sample, set, method, criteria.len(), Some(&model), Some(&nested))
            } else {
                let model = train(&task, procedure);
                let nested = model.as_ref().and_then(|_| validate(&task, procedure));
                row(sample, set, method, criteria.len(), model.as_ref(), nested.as_ref())
            });
        }
    }

    let mut noted = sample.clone();
    let left_out: Vec<&str> =
        (0..sample.criteria.len()).filter(|i| !used.contains(i)).map(|i| sample.criteria[i].name()).collect();
    if !left_out.is_empty() {
        noted.notes.push(format!(
            "left out, as their values differ much when they are measured again (--unreliable takes them in): {}",
            left_out.join(", ")
        ));
    }
    if words.is_none() && !sample.rules.is_empty() {
        noted.notes.push(format!("fewer than {FEWEST} games have rules: too few to tell what words are worth"));
    }
    let correlate = |p: &[f64]| Correlation::pearson(p, &sample.strengths);
    // Where predictions do not differ they explain nothing.
    let nothing = Correlation::new(0.0, games.len());
    Ok(Fit {
        in_sample: correlate(&model.fitted).unwrap_or(nothing),
        left_out: model.left_out.as_deref().and_then(correlate),
        nested_r: Correlation::new(nested.r, games.len()),
        nested_rho: nested.rho,
        null: null(&task, &options.procedure, options.permutations, options.seed),
        importance: if options.table { importance(&task, &options.procedure, &model, &nested) } else { Vec::new() },
        compared: options.compare.iter().map(|profile| compare(sample, profile)).collect(),
        words: words.map(|words| WithWords::of(words, &nested, &sample.strengths)),
        table,
        available: used.len(),
        nested,
        model,
        sample: noted,
    })
}

/// What a procedure makes of all games, those beside included.
fn train_on_all(task: &Task, procedure: &Procedure, seed: u64) -> Option<Model> {
    let every = |sample: &Sample| (0..sample.games.len()).collect::<Vec<usize>>();
    let games = every(task.sample);
    let other = task.sample.beside.as_deref();
    let games_beside = other.map(every).unwrap_or_default();
    let own = Part { strengths: &task.sample.strengths, games: &games };
    let beside = other.map(|other| Part { strengths: &other.strengths, games: &games_beside });
    task.train(procedure, own, beside, &mut stream(seed, Purpose::Search, 0))
}

/// The sets of Table I by the numbers of their criteria, and the procedures that each is put to.
type Set = (&'static str, Vec<usize>, Vec<(&'static str, Procedure)>);

fn sets(criteria: &[Criterion], options: &FitOptions) -> Vec<Set> {
    let of = |keep: &dyn Fn(Criterion) -> bool| -> Vec<usize> {
        (0..criteria.len()).filter(|&i| keep(criteria[i])).collect()
    };
    let family = |family: Family| of(&|c| c.info().family == family);
    let given = vec![("least squares", Procedure::LeastSquares), ("ridge", Procedure::Ridge)];
    let search = match options.procedure {
        Procedure::Subset(_) => options.procedure,
        _ => Procedure::Subset(SubsetSearch::default()),
    };
    let quick = of(&|c| !c.info().slow);
    let reliable = of(&Criterion::is_reliable);
    let chosen = !options.unreliable && (1..criteria.len()).contains(&reliable.len());
    let curves = [given.clone(), vec![("curves", Procedure::Curves)]].concat();
    let every = [curves.clone(), vec![("best set", search)]].concat();
    let all = of(&|_| true);
    let mut sets = match chosen {
        true => vec![("reliable", reliable, every), ("all", all, curves)],
        false => vec![("all", all, every)],
    };
    sets.extend([
        ("intrinsic", family(Family::Intrinsic), given.clone()),
        ("quality", family(Family::Quality), given.clone()),
        ("viability", family(Family::Viability), given),
    ]);
    if quick.len() < criteria.len() {
        sets.push(("without slow ones", quick, vec![("best set", search)]));
    }
    sets.retain(|set| !set.1.is_empty());
    sets
}

fn row(
    sample: &Sample,
    set: &'static str,
    method: &'static str,
    available: usize,
    model: Option<&Model>,
    nested: Option<&Nested>,
) -> FitRow {
    let correlate = |p: &Vec<f64>| Correlation::pearson(p, &sample.strengths);
    FitRow {
        set,
        method,
        available,
        criteria: model.map(|m| m.criteria.len()),
        in_sample: model.and_then(|m| correlate(&m.fitted)),
        left_out: model.and_then(|m| m.left_out.as_ref()).and_then(correlate),
        nested: nested.map(|n| Correlation::new(n.r, sample.games.len())),
        nested_error: nested.map(|n| n.error),
    }
}

/// The left-out error when each criterion of a model is removed, and the others are fitted again.
fn importance(task: &Task, procedure: &Procedure, model: &Model, nested: &Nested) -> Vec<Importance> {
    let sample = task.sample;
    let design = Design::new(&sample.values, &sample.strengths, &(0..sample.games.len()).collect::<Vec<_>>());
    let without = |out: usize| {
        if *procedure == Procedure::Curves {
            let criteria: Vec<usize> = model.criteria.iter().copied().filter(|c| *c != out).collect();
            let model = train_on_all(&Task { sample, criteria: &criteria }, procedure, 0);
            return model.map_or(f64::INFINITY, |model| model.left_out_error);
        }
        let mut basis = Basis::new(&design, model.penalty);
        model.criteria.iter().filter(|c| **c != out).for_each(|&c| {
            basis.push(c);
        });
        basis.left_out_error()
    };
    let mut found: Vec<Importance> = model
        .criteria
        .iter()
        .zip(model.weights.iter().zip(&model.bends))
        .map(|(&c, (&weight, &bend))| Importance {
            criterion: sample.criteria[c],
            weight,
            bend,
            error_without: without(c),
            chosen: nested.chosen[c],
        })
        .collect();
    order::sort_by(&mut found, |a, b| b.error_without.total_cmp(&a.error_without));
    found
}

fn compare(sample: &Sample, profile: &Profile) -> Compared {
    let values = |criterion| sample.criteria.iter().position(|c| *c == criterion).map(|i| &sample.values[i]);
    let mut scores = vec![profile.bias; sample.games.len()];
    let mut missing = Vec::new();
    for term in profile.terms.iter().filter(|t| t.weighs()) {
        match values(term.criterion) {
            Some(values) => scores.iter_mut().zip(values).for_each(|(s, v)| *s += term.part(*v)),
            None => missing.push(term.criterion),
        }
    }
    for (score, rules) in scores.iter_mut().zip(&sample.rules) {
        if let Some(rules) = rules {
            *score = Profile::expected(*score, profile.rating(rules));
        }
    }
    Compared {
        profile: profile.name.clone(),
        r: Correlation::pearson(&scores, &sample.strengths),
        rho: Correlation::spearman(&scores, &sample.strengths),
        missing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::criticism::Term;
    use rand::SeedableRng;
    use rand_distr::{Distribution, StandardNormal};
    use rand_pcg::Pcg64;

    /// Games with random criteria, and a strength that the first three of them decide up to noise.
    fn planted(games: usize, criteria: usize, weights: [f64; 3], noise: f64, seed: u64) -> Sample {
        let mut rng = Pcg64::seed_from_u64(seed);
        let mut normal = || -> f64 { StandardNormal.sample(&mut rng) };
        let values: Vec<Vec<f64>> = (0..criteria).map(|_| (0..games).map(|_| 0.5 + 0.1 * normal()).collect()).collect();
        let strength =
            |i: usize, e: f64| (0..3).map(|c| weights[c] * (values[c][i] - 0.5) / 0.1).sum::<f64>() + noise * e;
        Sample {
            games: (0..games).map(|i| format!("g{i}")).collect(),
            criteria: Criterion::ALL[16..16 + criteria].to_vec(),
            strengths: (0..games).map(|i| strength(i, normal())).collect(),
            errors: Some(values.iter().map(|column| vec![0.01; column.len()]).collect()),
            values,
            rules: Vec::new(),
            intervals: None,
            controlled: None,
            notes: Vec::new(),
            beside: None,
        }
    }

    fn quick(procedure: Procedure) -> FitOptions {
        FitOptions { procedure, repeats: 1, permutations: 20, ..FitOptions::default() }
    }

    fn search() -> Procedure {
        Procedure::Subset(SubsetSearch { restarts: 2, ..SubsetSearch::default() })
    }

    #[test]
    fn planted_weights_are_recovered() {
        let weights = [1.0, -0.7, 0.5];
        let sample = planted(79, 30, weights, 0.3, 1);
        let fit = fit(&sample, &quick(search())).unwrap();
        let weight = |c: Criterion| fit.importance.iter().find(|i| i.criterion == c).map(|i| i.weight);
        for (c, planted) in sample.criteria.iter().zip(weights) {
            let found = weight(*c).expect("a planted criterion is chosen");
            assert!((found - planted).abs() < 0.2, "{c}: {found}");
        }
        let others = fit.importance.iter().filter(|i| !sample.criteria[..3].contains(&i.criterion));
        assert!(others.clone().all(|i| i.weight.abs() < 0.15), "{:?}", fit.importance);
        assert_eq!(fit.importance[0].criterion, sample.criteria[0]);
        assert!(fit.importance[0].error_without > 2.0 * fit.baseline());
        assert!(fit.importance[..3].iter().all(|i| i.chosen == 1.0));
        assert!(fit.nested_r.r > 0.9 && fit.in_sample.r >= fit.left_out.unwrap().r, "{:?}", fit.summary());
        assert!(fit.left_out.unwrap().r > fit.null_r_95().unwrap() && !fit.verdict().contains("null result"));
        // Three criteria with a standard deviation of 0.1, each measured to 0.01, make a tenth of the spread of scores.
        let error = fit.measurement_error().unwrap();
        assert!((error - 0.1).abs() < 0.02, "{error}");
        // The profile scores games as the model predicts them.
        let profile = fit.profile("p", "test", "");
        assert_eq!(Profile::parse(&profile.print().unwrap()).unwrap(), profile);
        for game in 0..5 {
            let value = |c: Criterion| sample.values[sample.criteria.iter().position(|x| *x == c).unwrap()][game];
            let score = profile.bias + profile.terms.iter().map(|t| t.part(value(t.criterion))).sum::<f64>();
            assert!((score - fit.model.predict(&sample, game)).abs() < 1e-9);
            assert!((score - fit.model.fitted[game]).abs() < 1e-9);
        }
    }

    #[test]
    fn noise_gives_a_null_result_and_the_report_says_so() {
        let mut null = 0;
        for seed in 0..4 {
            let sample = planted(40, 30, [0.0; 3], 1.0, 10 + seed);
            let fit = fit(&sample, &quick(search())).unwrap();
            // What the search claims, and what it is worth.
            assert!(fit.left_out.unwrap().r > 0.4, "the search finds something in anything: {:?}", fit.left_out);
            assert!(fit.nested_r.r < 0.4, "{:?}", fit.nested_r);
            null += usize::from(fit.summary().verdict.starts_with("A null result"));
        }
        assert!(null >= 3, "{null} of 4");
    }

    #[test]
    fn ridge_does_with_fewer_games_than_criteria_and_least_squares_says_it_cannot() {
        let sample = planted(20, 30, [1.0, -1.0, 0.5], 0.2, 3);
        let ridge = fit(&sample, &quick(Procedure::Ridge)).unwrap();
        let reliable = sample.criteria.iter().filter(|c| c.is_reliable()).count();
        assert_eq!((ridge.model.criteria.len(), ridge.available), (reliable, reliable));
        assert!(
            reliable < 30 && ridge.sample.notes.iter().any(|n| n.contains("--unreliable")),
            "{:?}",
            ridge.sample.notes
        );
        let every = FitOptions { unreliable: true, ..quick(Procedure::Ridge) };
        assert_eq!(fit(&sample, &every).unwrap().model.criteria.len(), 30);
        let least = ridge.table.iter().find(|r| (r.set, r.method) == ("all", "least squares")).unwrap();
        assert_eq!((least.criteria, least.left_out, least.nested), (None, None, None));
        let error = fit(&sample, &quick(Procedure::LeastSquares)).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("20 games are too few for least squares on {reliable} criteria")),
            "{error}"
        );
    }

    #[test]
    fn the_table_has_the_lines_of_the_paper() {
        let mut sample = planted(30, 6, [1.0, -1.0, 0.5], 0.5, 4);
        sample.criteria = [0, 20, 35, 42, 46, 51].map(|i| Criterion::ALL[i]).to_vec();
        let fit = fit(&sample, &quick(search())).unwrap();
        let lines: Vec<_> = fit.table.iter().map(|r| (r.set, r.method, r.available)).collect();
        let quick = sample.criteria.iter().filter(|c| !c.info().slow).count();
        assert_eq!(
            lines,
            [
                ("all", "least squares", 6),
                ("all", "ridge", 6),
                ("all", "curves", 6),
                ("all", "best set", 6),
                ("intrinsic", "least squares", 1),
                ("intrinsic", "ridge", 1),
                ("quality", "least squares", 3),
                ("quality", "ridge", 3),
                ("viability", "least squares", 2),
                ("viability", "ridge", 2),
                ("without slow ones", "best set", quick),
            ]
        );
        assert!(quick < 6);
    }

    #[test]
    fn a_profile_is_held_against_the_same_strengths() {
        let sample = planted(30, 5, [1.0, 0.0, 0.0], 0.0, 5);
        let text = format!(
            "(format: 1, name: \"given\", criteria: [(criterion: \"{}\", weight: -2.0, centre: 0.1, scale: 3.0), \
             (criterion: \"goal_row\", weight: 1.0, centre: 0.0, scale: 1.0)])",
            sample.criteria[0]
        );
        let options = FitOptions { compare: vec![Profile::parse(&text).unwrap()], ..quick(Procedure::Ridge) };
        let compared = &fit(&sample, &options).unwrap().compared[0];
        assert!((compared.r.unwrap().r + 1.0).abs() < 1e-9 && (compared.rho.unwrap().r + 1.0).abs() < 1e-9);
        assert_eq!(compared.missing, [Criterion::GoalRow]);
    }

    #[test]
    fn a_best_value_is_found_where_lines_find_nothing_and_another_scale_beside_helps() {
        // The strength depends on the distance of the first criterion from its middle.
        let bent = |games: usize, scale: f64, seed: u64| {
            let mut sample = planted(games, 6, [0.0; 3], 0.4, seed);
            for (strength, value) in sample.strengths.iter_mut().zip(&sample.values[0]) {
                let z = (value - 0.5) / 0.1;
                *strength = scale * (10.0 - z * z + *strength);
            }
            sample
        };
        let mut sample = bent(30, 1.0, 7);
        let lines = fit(&sample, &quick(Procedure::Ridge)).unwrap();
        let curves = fit(&sample, &quick(Procedure::Curves)).unwrap();
        assert!(curves.nested_r.r > 0.7 && lines.nested_r.r < 0.4, "{:?} {:?}", curves.nested_r, lines.nested_r);
        let first = curves.importance.iter().find(|i| i.criterion == sample.criteria[0]).unwrap();
        assert!(first.bend < -0.3 && curves.importance[0].criterion == first.criterion, "{:?}", curves.importance);
        assert_eq!((curves.nested.beside.as_ref(), curves.summary().beside_games), (None, None));
        sample.beside = Some(Box::new(bent(60, 100.0, 8)));
        let both = fit(&sample, &quick(Procedure::Curves)).unwrap();
        let beside = both.nested.beside.as_ref().unwrap();
        assert!(both.nested_r.r > curves.nested_r.r && beside.r > 0.8 && beside.error < 0.6, "{:?}", both.summary());
        // Its scores are on the scale of the first source, its predictions on its own.
        assert!(beside.predictions.iter().all(|p| *p > 200.0) && beside.scores.iter().all(|s| *s < 20.0));
        assert_eq!(both.predictions_beside().len(), 60);
        let profile = both.profile("both", "test", "");
        assert_eq!((profile.figures["beside_nested_r"], profile.figures["beside_games"]), (beside.r, 60.0));
        assert_eq!(Profile::parse(&profile.print().unwrap()).unwrap(), profile);
        let value = |t: &Term, game: usize| sample.values[t.criterion.number() - 16][game];
        for game in 0..30 {
            let score = profile.bias + profile.terms.iter().map(|t| t.part(value(t, game))).sum::<f64>();
            assert!((score - both.model.fitted[game]).abs() < 1e-9);
        }
    }

    #[test]
    fn results_do_not_depend_on_the_threads() {
        let sample = planted(25, 12, [1.0, -0.5, 0.0], 1.0, 6);
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| fit(&sample, &quick(search())).unwrap())
        };
        assert_eq!(run(1), run(3));
    }
}
