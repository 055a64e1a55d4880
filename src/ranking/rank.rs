//! Rankings, and how well they predict comparisons they have not seen.

use super::bradley_terry::BradleyTerry;
use super::comparisons::{Comparison, Comparisons, pairs};
use super::cross_entropy::CrossEntropy;
use super::error::RankingError;
use super::ratings::Ratings;
use super::streams::{Purpose, deal, stream};
use super::table::{CsvTable, load};
use crate::order;
use crate::parallel;
use serde::Serialize;
use std::path::Path;

/// How comparisons become strengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// The most likely strengths under the Bradley–Terry model.
    BradleyTerry(BradleyTerry),
    /// By agreement with as many comparisons as possible, as in the paper.
    CrossEntropy(CrossEntropy),
}

/// How games are ranked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankOptions {
    /// How comparisons become strengths.
    pub method: Method,
    /// In how many parts the comparisons are dealt for cross-validation (default 10).
    pub folds: usize,
    /// How many pairs to suggest (default 5).
    pub next: usize,
    /// The standard deviation of single votes, for ratings.
    pub vote_deviation: f64,
    /// The seed of all chance.
    pub seed: u64,
}

impl Default for RankOptions {
    fn default() -> Self {
        RankOptions {
            method: Method::BradleyTerry(BradleyTerry::default()),
            folds: 10,
            next: 5,
            vote_deviation: super::ratings::VOTE_DEVIATION,
            seed: 1,
        }
    }
}

/// A game in a ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranked {
    /// Its name.
    pub game: String,
    /// Its rank from 1; games of equal strength share the better one.
    pub rank: usize,
    /// Its strength; more is better. The unit is that of the method.
    pub strength: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
}

/// How well a ranking tells which of two games was preferred.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Classification {
    /// How many comparisons there are, draws included.
    pub comparisons: usize,
    /// How many of them are draws. They count nowhere below.
    pub draws: usize,
    /// The share of the comparisons that agree with the ranking made of them; `None` if all are draws. With few comparisons a game
    /// this is optimistic.
    pub in_sample: Option<f64>,
    /// The same for comparisons that were held back when the ranking was made; `None` if there are fewer than two.
    pub cross_validated: Option<f64>,
    /// The most that any ranking can reach in sample as far as pairs judged both ways allow.
    pub ceiling: f64,
}

/// Games by strength.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranking {
    /// The games, strongest first.
    pub games: Vec<Ranked>,
    /// How well it predicts; `None` for ratings.
    pub classification: Option<Classification>,
    /// The pairs to compare next, the most informative first.
    pub next: Vec<[String; 2]>,
    /// Reasons for caution.
    pub notes: Vec<String>,
}

impl Method {
    fn strengths(&self, games: usize, answers: &[Comparison], seed: u64) -> Vec<f64> {
        let pairs = pairs(answers.iter().map(|c| (c, 1.0)));
        match self {
            Method::BradleyTerry(method) => method.strengths(games, &pairs),
            Method::CrossEntropy(method) => method.strengths(games, &pairs, seed),
        }
    }
}

/// Ranks the games of a file, which holds comparisons or ratings as its header says.
///
/// # Errors
/// The file cannot be read or is neither of the two; see [`Comparisons::parse`] and [`Ratings::parse`].
pub fn rank_file(path: &Path, options: &RankOptions) -> Result<Ranking, RankingError> {
    let (file, text) = load(path)?;
    rank_text(&file, &text, options)
}

/// As [`rank_file`], with the text in hand.
///
/// ```
/// use ludogen::ranking::rank::{RankOptions, rank_text};
///
/// let votes = "subject,preferred,other\n1,Hex,Nim\n2,Hex,Go\n3,Go,Nim\n";
/// let ranking = rank_text("votes.csv", votes, &RankOptions::default()).unwrap();
/// let names: Vec<&str> = ranking.games.iter().map(|game| game.game.as_str()).collect();
/// assert_eq!(names, ["Hex", "Go", "Nim"]);
/// ```
///
/// # Errors
/// See [`rank_file`].
pub fn rank_text(file: &str, text: &str, options: &RankOptions) -> Result<Ranking, RankingError> {
    let table = CsvTable::parse(file, text, 3, 2)?;
    if table.column("preferred").is_some() || table.column("subject").is_some() {
        Ok(rank(&Comparisons::from_table(&table)?, options))
    } else if table.column("average").is_some() {
        Ok(rank_ratings(&Ratings::from_table(&table)?, options.vote_deviation))
    } else {
        Err(table.at(
            1,
            "neither comparisons (`subject,preferred,other[,date]`) nor ratings (`game,average,num_ratings`)".into(),
        ))
    }
}

/// Ranks games by comparisons.
///
/// ```
/// use ludogen::ranking::{Comparisons, RankOptions, rank};
///
/// let votes = "subject,preferred,other\n1,Hex,Nim\n2,Hex,Go\n3,Go,Nim\n";
/// let ranking = rank(&Comparisons::parse("votes.csv", votes).unwrap(), &RankOptions::default());
/// let names: Vec<&str> = ranking.games.iter().map(|game| game.game.as_str()).collect();
/// assert_eq!(names, ["Hex", "Go", "Nim"]);
/// assert_eq!(ranking.classification.and_then(|told| told.in_sample), Some(1.0));
/// ```
pub fn rank(comparisons: &Comparisons, options: &RankOptions) -> Ranking {
    let games = comparisons.games.len();
    let strengths = options.method.strengths(games, &comparisons.all, options.seed);
    let intervals = match &options.method {
        Method::BradleyTerry(method) => method.intervals(comparisons, options.seed),
        Method::CrossEntropy(method) => method.intervals(comparisons, options.seed),
    };
    // The pairs are chosen by the posterior of the Bradley–Terry model, by whichever method the games are ranked.
    let model = match options.method {
        Method::BradleyTerry(method) => method,
        Method::CrossEntropy(_) => BradleyTerry::default(),
    };
    let name = |game: usize| comparisons.games[game].clone();
    let next = model.posterior(games, &comparisons.pairs()).next_pairs(options.next);
    Ranking {
        classification: Some(classify(comparisons, &strengths, options)),
        games: ordered(&comparisons.games, &strengths, &intervals),
        next: next.into_iter().map(|[i, j]| [name(i), name(j)]).collect(),
        notes: comparisons.notes(),
    }
}

/// Ranks games by their Bayesian mean.
pub fn rank_ratings(ratings: &Ratings, vote_deviation: f64) -> Ranking {
    let means = ratings.means(vote_deviation);
    let note = format!(
        "averages are drawn towards {:.3} as if each game had {:.1} more votes for that, taking {vote_deviation} for the standard \
         deviation of single votes",
        means.centre, means.prior_votes
    );
    Ranking {
        games: ordered(&ratings.games, &means.means, &means.intervals),
        classification: None,
        next: Vec::new(),
        notes: vec![note],
    }
}

/// Strengths that differ by no more than this are equal but for rounding.
const ROUNDING: f64 = 1e-9;

/// Games by strength, equal ones by name.
fn ordered(names: &[String], strengths: &[f64], intervals: &[(f64, f64)]) -> Vec<Ranked> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order::sort_by(&mut order, |&a, &b| strengths[b].total_cmp(&strengths[a]).then_with(|| names[a].cmp(&names[b])));
    let mut ranked: Vec<Ranked> = Vec::with_capacity(names.len());
    for (place, &game) in order.iter().enumerate() {
        let rank = match ranked.last() {
            Some(before) if before.strength - strengths[game] <= ROUNDING => before.rank,
            _ => place + 1,
        };
        let (low, high) = intervals[game];
        ranked.push(Ranked { game: names[game].clone(), rank, strength: strengths[game], low, high });
    }
    ranked
}

/// How well the method tells preferences, in sample and held back.
fn classify(comparisons: &Comparisons, strengths: &[f64], options: &RankOptions) -> Classification {
    let all = &comparisons.all;
    let folds = deal(all.len(), options.folds.max(2), &mut stream(options.seed, Purpose::Folds, 0));
    let held_back = parallel::map(0..folds.len() as u32, &|fold| {
        let fold = &folds[fold as usize];
        let mut kept = vec![true; all.len()];
        fold.iter().for_each(|&i| kept[i] = false);
        let rest: Vec<Comparison> = all.iter().zip(kept).filter(|(_, kept)| *kept).map(|(c, _)| *c).collect();
        let strengths = options.method.strengths(comparisons.games.len(), &rest, options.seed);
        agreement(fold.iter().map(|&i| &all[i]), &strengths)
    });
    let (agreed, decided) = held_back.iter().fold((0.0, 0), |(a, d), fold| (a + fold.0, d + fold.1));
    let (in_sample, count) = agreement(all.iter(), strengths);
    Classification {
        comparisons: all.len(),
        draws: all.len() - count,
        in_sample: (count > 0).then(|| in_sample / count as f64),
        cross_validated: (all.len() > 1 && decided > 0).then(|| agreed / decided as f64),
        ceiling: comparisons.ceiling(),
    }
}

/// How many decided comparisons agree with the strengths, equal strengths agreeing by half; and how many are decided.
fn agreement<'a>(answers: impl Iterator<Item = &'a Comparison>, strengths: &[f64]) -> (f64, usize) {
    answers.filter(|c| !c.draw).fold((0.0, 0), |(agreed, count), c| {
        let share = match strengths[c.preferred].total_cmp(&strengths[c.other]) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        (agreed + share, count + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(method: Method) -> RankOptions {
        RankOptions { method, ..RankOptions::default() }
    }

    const QUICK: CrossEntropy = CrossEntropy {
        samples: 200,
        elite: 0.05,
        smoothing: 0.7,
        narrow: 0.01,
        iterations: 60,
        restarts: 2,
        resamples: 3,
    };

    #[test]
    fn a_perfectly_transitive_subject_gives_classification_1() {
        let mut text = String::from("subject,preferred,other\n");
        for a in 0..9 {
            for b in a + 1..9 {
                text += &format!("s,g{b},g{a}\n");
            }
        }
        let comparisons = Comparisons::parse("c", &text).unwrap();
        for method in [Method::BradleyTerry(BradleyTerry::default()), Method::CrossEntropy(QUICK)] {
            let ranking = rank(&comparisons, &options(method));
            let rates = ranking.classification.unwrap();
            assert_eq!((rates.in_sample, rates.ceiling, rates.draws), (Some(1.0), 1.0, 0));
            assert!(rates.cross_validated.unwrap() > 0.85, "{rates:?}");
            let order: Vec<&str> = ranking.games.iter().map(|g| g.game.as_str()).collect();
            assert_eq!(order, ["g8", "g7", "g6", "g5", "g4", "g3", "g2", "g1", "g0"]);
            assert_eq!(ranking.games.iter().map(|g| g.rank).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
            assert!(ranking.games.iter().all(|g| g.low <= g.high));
        }
    }

    #[test]
    fn files_are_told_apart_by_their_header() {
        let rank = |text: &str| rank_text("f.csv", text, &RankOptions::default());
        assert!(rank("subject,preferred,other\na,A,B\n").unwrap().classification.is_some());
        let rated = rank("game,average,num_ratings\nA,5,300\nB,6,900\nC,6,900\n").unwrap();
        assert_eq!(
            rated.games.iter().map(|g| (g.game.as_str(), g.rank)).collect::<Vec<_>>(),
            [("B", 1), ("C", 1), ("A", 3)]
        );
        assert!(rank("a,b,c\n").unwrap_err().to_string().contains("neither comparisons"));
    }

    #[test]
    fn games_that_did_equally_well_share_a_rank() {
        let text = "subject,preferred,other\na,A,B\na,A,C\na,B,D\na,C,D\nb,B,C,draw\n";
        let ranking = rank_text("f", text, &RankOptions::default()).unwrap();
        assert_eq!(ranking.games.iter().map(|g| g.rank).collect::<Vec<_>>(), [1, 2, 2, 4]);
    }

    #[test]
    fn one_comparison_or_only_draws_make_a_ranking_too() {
        let one = rank_text("f", "subject,preferred,other\na,A,B\n", &RankOptions::default()).unwrap();
        assert_eq!((one.games[0].game.as_str(), one.classification.unwrap().cross_validated), ("A", None));
        let draws =
            rank_text("f", "subject,preferred,other\na,A,B,draw\nb,A,B,draw\n", &RankOptions::default()).unwrap();
        let rates = draws.classification.unwrap();
        assert_eq!((rates.draws, rates.in_sample, rates.cross_validated), (2, None, None));
        assert!(draws.games.iter().all(|g| g.rank == 1));
    }
}
