//! Strengths from a rating site: an average and a number of votes for each game.
//!
//! An average of few votes says little, so it is shrunk towards the mean of all games: with m the mean of the games, τ² their variance
//! and σ² the variance of single votes, the Bayesian mean of n votes with average a is (n a + k m) / (n + k), where k = σ² / τ² is
//! how many votes the games at large are worth. m and τ² are estimated from the ratings themselves (empirical Bayes; Efron &
//! Morris 1975); σ is not told by averages and has to be given.

use super::error::RankingError;
use super::table::{CsvTable, load};
use statrs::distribution::{ContinuousCDF, Normal};
use std::path::Path;

/// The standard deviation of single votes for a game that is assumed: about what sites with a scale of 10 points show.
pub const VOTE_DEVIATION: f64 = 1.5;

/// What the header of a file of ratings looks like.
const HEADER: &str = "game,average,num_ratings";

/// Averages of votes.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The games as listed.
    pub games: Vec<String>,
    /// The average vote of each.
    pub averages: Vec<f64>,
    /// The number of votes of each, at least 1.
    pub votes: Vec<f64>,
}

/// Bayesian means with what they rest on.
#[derive(Clone, Debug, PartialEq)]
pub struct BayesianMeans {
    /// The mean of each game.
    pub means: Vec<f64>,
    /// The 95 % interval of each.
    pub intervals: Vec<(f64, f64)>,
    /// The mean that all are shrunk towards.
    pub centre: f64,
    /// The weight of that mean, in votes.
    pub prior_votes: f64,
}

impl Ratings {
    /// Reads `game,average,num_ratings`; other columns are left alone.
    ///
    /// # Errors
    /// A column is missing, a name is empty or listed twice, an average is no number, or a number of votes is below 1.
    pub fn parse(file: &str, text: &str) -> Result<Self, RankingError> {
        Ratings::from_table(&CsvTable::parse(file, text, usize::MAX, 0)?)
    }

    /// Reads a file; see [`parse`](Ratings::parse).
    ///
    /// # Errors
    /// The file cannot be read, or see [`parse`](Ratings::parse).
    pub fn load(path: &Path) -> Result<Self, RankingError> {
        let (file, text) = load(path)?;
        Ratings::parse(&file, &text)
    }

    pub(super) fn from_table(table: &CsvTable) -> Result<Self, RankingError> {
        let [game, average, votes] =
            [table.need("game", HEADER)?, table.need("average", HEADER)?, table.need("num_ratings", HEADER)?];
        table.distinct(game)?;
        let mut ratings = Ratings { games: Vec::new(), averages: Vec::new(), votes: Vec::new() };
        for row in &table.rows {
            let number = table.need_number(row, votes)?;
            if number < 1.0 {
                return Err(table.at(row.line, format!("`num_ratings` is {number}; a rated game has at least 1 vote")));
            }
            ratings.games.push(table.name(row, game)?.to_owned());
            ratings.averages.push(table.need_number(row, average)?);
            ratings.votes.push(number);
        }
        if ratings.games.is_empty() {
            return Err(table.fault("no ratings".into()));
        }
        Ok(ratings)
    }

    /// The Bayesian means, if single votes for a game have this standard deviation.
    pub fn means(&self, vote_deviation: f64) -> BayesianMeans {
        let noise: Vec<f64> = self.votes.iter().map(|n| vote_deviation * vote_deviation / n).collect();
        let (centre, variance) = self.spread(&noise);
        let margin = Normal::standard().inverse_cdf(0.975);
        let mut means = Vec::new();
        let mut intervals = Vec::new();
        for (average, noise) in self.averages.iter().zip(&noise) {
            // How much of the difference from the centre is the game's own.
            let own = if variance > 0.0 { variance / (variance + noise) } else { 0.0 };
            let mean = centre + own * (average - centre);
            let half = margin * (own * noise).sqrt();
            means.push(mean);
            intervals.push((mean - half, mean + half));
        }
        let prior_votes = if variance > 0.0 { vote_deviation * vote_deviation / variance } else { f64::INFINITY };
        BayesianMeans { means, intervals, centre, prior_votes }
    }

    /// The mean of the games and the variance between them beyond that of the votes (Paule & Mandel 1982): the variance for which the
    /// weighted squares add up to what they should, one less than there are games; 0 if even none is too much.
    fn spread(&self, noise: &[f64]) -> (f64, f64) {
        let weighted = |variance: f64| {
            let weight = |n: &f64| 1.0 / (variance + n).max(f64::MIN_POSITIVE);
            let total: f64 = noise.iter().map(weight).sum();
            let centre = self.averages.iter().zip(noise).map(|(a, n)| a * weight(n)).sum::<f64>() / total;
            let squares: f64 =
                self.averages.iter().zip(noise).map(|(a, n)| weight(n) * (a - centre) * (a - centre)).sum();
            (centre, squares)
        };
        let wanted = self.games.len() as f64 - 1.0;
        let (mut low, mut high) = (0.0, 1e-12);
        // With a greater variance each square weighs less, so there is one crossing.
        while weighted(high).1 > wanted && high < 1e300 {
            (low, high) = (high, high * 4.0);
        }
        if low == 0.0 {
            return (weighted(0.0).0, 0.0);
        }
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if weighted(middle).1 > wanted { low = middle } else { high = middle }
        }
        (weighted(high).0, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_distr::{Distribution, StandardNormal};

    #[test]
    fn few_votes_are_drawn_to_the_middle_and_many_are_not() {
        let text = "game,average,num_ratings\nA,9,1\nB,9,100000\nC,1,100000\nD,5,100000\n";
        let means = Ratings::parse("r.csv", text).unwrap().means(2.0);
        assert!((means.means[1] - 9.0).abs() < 0.01 && (means.means[2] - 1.0).abs() < 0.01, "{means:?}");
        assert!(means.means[0] < 8.9 && means.means[0] > means.centre, "{means:?}");
        // The mean is that of n votes and `prior_votes` votes for the centre.
        let k = means.prior_votes;
        assert!((means.means[0] - (9.0 + k * means.centre) / (1.0 + k)).abs() < 1e-9);
        assert!(means.intervals[0].1 - means.intervals[0].0 > means.intervals[1].1 - means.intervals[1].0);
    }

    #[test]
    fn the_spread_of_games_is_recovered_and_the_means_beat_the_averages() {
        let mut rng = rand_pcg::Pcg64::seed_from_u64(3);
        let mut normal = || -> f64 { StandardNormal.sample(&mut rng) };
        let truth: Vec<f64> = (0..3_000).map(|_| 6.0 + 0.8 * normal()).collect();
        let votes: Vec<f64> = (0..3_000).map(|i| f64::from(1 + i % 20)).collect();
        let averages: Vec<f64> = truth.iter().zip(&votes).map(|(t, n)| t + 1.5 / n.sqrt() * normal()).collect();
        let games = (0..3_000).map(|i| i.to_string()).collect();
        let ratings = Ratings { games, averages: averages.clone(), votes };
        let means = ratings.means(1.5);
        assert!((means.centre - 6.0).abs() < 0.05, "{}", means.centre);
        assert!((means.prior_votes - 2.25 / 0.64).abs() < 0.4, "{}", means.prior_votes);
        let error = |guess: &[f64]| guess.iter().zip(&truth).map(|(g, t)| (g - t) * (g - t)).sum::<f64>();
        assert!(error(&means.means) < 0.8 * error(&averages));
        let inside = means.intervals.iter().zip(&truth).filter(|(i, t)| i.0 <= **t && **t <= i.1).count();
        assert!((0.94..0.96).contains(&(inside as f64 / 3_000.0)), "{inside}");
    }

    #[test]
    fn ratings_without_differences_have_equal_means() {
        for text in ["game,average,num_ratings\nA,5,3\n", "game,average,num_ratings\nA,5,3\nB,5,4\nC,5,5\n"] {
            let means = Ratings::parse("r.csv", text).unwrap().means(1.5);
            assert!(means.means.iter().all(|m| (m - 5.0).abs() < 1e-9), "{means:?}");
        }
        let fault = |text: &str| Ratings::parse("r.csv", text).unwrap_err().to_string();
        assert!(fault("game,average\nA,5\n").contains("`num_ratings`"));
        assert!(fault("game,average,num_ratings\nA,5,0\n").contains("at least 1 vote"));
        assert!(fault("game,average,num_ratings\nA,5,2\nA,6,2\n").contains("listed twice"));
        assert_eq!(fault("game,average,num_ratings\n"), "r.csv: no ratings");
    }
}
