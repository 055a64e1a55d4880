//! Extremely randomised trees (Geurts, Ernst & Wehenkel 2006) that tell ratings from the words of rules.
//!
//! Each tree is grown on all games. A part of them is divided by the best of some questions, each about a word drawn at random with a number drawn at random; what is
//! averaged over many trees depends little on any single one.

use super::streams::{Purpose, deal, stream};
use crate::criticism::wording::{OFTEN, Part, Wording, WordingError, word_counts};
use crate::language::Tree;
use crate::parallel;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use std::collections::BTreeMap;

/// How trees are grown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forest {
    /// How many there are (default 50).
    pub trees: usize,
    /// The fewest games that a leaf stands for (default 5).
    pub least: usize,
    /// The share of the words that are asked for where a part is divided (default 0.3).
    pub asked: f64,
    /// A word that stands in the rules of fewer games is not asked for (default 8).
    pub common: usize,
}

impl Default for Forest {
    fn default() -> Self {
        Forest { trees: 50, least: 5, asked: 0.3, common: 8 }
    }
}

/// Rules as the words that trees may ask for: a column for each word, with a number for each game.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    words: Vec<String>,
    columns: Vec<Vec<u8>>,
}

impl Words {
    /// The words that stand in the rules of enough games.
    pub fn of(rules: &[&Tree], common: usize) -> Words {
        let mut columns: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for (game, tree) in rules.iter().enumerate() {
            for (word, times) in word_counts(tree) {
                columns.entry(word).or_insert_with(|| vec![0; rules.len()])[game] = times;
            }
        }
        let stands = |column: &[u8]| column.iter().filter(|times| **times > 0).count();
        columns.retain(|_, column| stands(column) >= common);
        let (words, columns) = columns.into_iter().unzip();
        Words { words, columns }
    }
}

impl Forest {
    /// Grows trees on some of the games.
    ///
    /// # Errors
    /// No tree is asked for.
    pub fn grow(
        &self,
        words: &Words,
        ratings: &[f64],
        games: &[usize],
        rng: &mut impl Rng,
    ) -> Result<Wording, WordingError> {
        let tree = |_| {
            let mut parts = Vec::new();
            self.divide(words, ratings, games, 0, &mut parts, rng);
            parts
        };
        Wording::new((0..self.trees).map(tree).collect())
    }

    fn divide(
        &self,
        words: &Words,
        ratings: &[f64],
        games: &[usize],
        depth: usize,
        parts: &mut Vec<Part>,
        rng: &mut impl Rng,
    ) {
        let question = if games.len() < 2 * self.least || depth >= MOST_QUESTIONS {
            None
        } else {
            self.question(words, ratings, games, rng)
        };
        let Some((word, least)) = question else {
            let mean = games.iter().map(|&game| ratings[game]).sum::<f64>() / games.len().max(1) as f64;
            // Four digits are more than ratings have.
            parts.push(Part::Leaf(((mean * 1e4).round() / 1e4) as f32));
            return;
        };
        parts.push(Part::Ask { word: words.words[word].clone(), least });
        let (often, seldom): (Vec<usize>, Vec<usize>) =
            games.iter().partition(|&&game| words.columns[word][game] >= least);
        for half in [seldom, often] {
            self.divide(words, ratings, &half, depth + 1, parts, rng);
        }
    }

    /// The best of some random questions that divide the games; `None` if none does.
    fn question(&self, words: &Words, ratings: &[f64], games: &[usize], rng: &mut impl Rng) -> Option<(usize, u8)> {
        let mut order: Vec<usize> = (0..words.columns.len()).collect();
        order.shuffle(rng);
        let mut left = (self.asked * order.len() as f64).ceil() as usize;
        let mut best: Option<(f64, (usize, u8))> = None;
        for word in order {
            if left == 0 {
                break;
            }
            let column = &words.columns[word];
            let range =
                games.iter().fold((OFTEN, 0), |(low, high), &game| (low.min(column[game]), high.max(column[game])));
            if range.0 >= range.1 {
                continue;
            }
            left -= 1;
            let least = rng.random_range(range.0 + 1..=range.1);
            let (mut count, mut sum, mut all) = (0, 0.0, 0.0);
            for &game in games {
                all += ratings[game];
                if column[game] >= least {
                    count += 1;
                    sum += ratings[game];
                }
            }
            let others = games.len() - count;
            if count.min(others) < self.least {
                continue;
            }
            // What is explained of the squares, but for what all questions have in common.
            let gain = sum * sum / count as f64 + (all - sum) * (all - sum) / others as f64;
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, (word, least)));
            }
        }
        best.map(|(_, question)| question)
    }
}

/// No tree is deeper, however the games lie.
const MOST_QUESTIONS: usize = 60;

/// Trees of words that are fitted to ratings, and what they are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct WordFit {
    /// The trees, grown on all games with rules.
    pub wording: Wording,
    /// What trees that have not seen a game say of it; `None` without rules.
    pub predictions: Vec<Option<f64>>,
}

/// Fits trees to the games with rules, and predicts each of these by trees that are grown without it, averaged over some deals into folds. `None` if too few have rules.
pub fn fit_words(
    forest: &Forest,
    rules: &[Option<Tree>],
    ratings: &[f64],
    (folds, repeats): (usize, usize),
    seed: u64,
) -> Option<WordFit> {
    let games: Vec<usize> = (0..rules.len()).filter(|&game| rules[game].is_some()).collect();
    if games.len() < FEWEST {
        return None;
    }
    let trees: Vec<&Tree> = games.iter().filter_map(|&game| rules[game].as_ref()).collect();
    let words = Words::of(&trees, forest.common);
    let of_these: Vec<f64> = games.iter().map(|&game| ratings[game]).collect();
    let every: Vec<usize> = (0..games.len()).collect();
    let wording = forest.grow(&words, &of_these, &every, &mut stream(seed, Purpose::Words, 0)).ok()?;
    let repeats = repeats.max(1);
    let dealt = (0..repeats)
        .flat_map(|repeat| deal(games.len(), folds.max(2), &mut stream(seed, Purpose::WordFolds, 1 + repeat as u64)));
    let dealt: Vec<Vec<usize>> = dealt.collect();
    let told = parallel::map(0..dealt.len() as u32, &|i| {
        let hand = &dealt[i as usize];
        let others: Vec<usize> = every.iter().copied().filter(|game| !hand.contains(game)).collect();
        let grown = forest.grow(&words, &of_these, &others, &mut stream(seed, Purpose::Words, 1 + u64::from(i)));
        grown.map_or_else(|_| Vec::new(), |grown| hand.iter().map(|&game| grown.rating(trees[game])).collect())
    });
    let mut predictions = vec![None; rules.len()];
    for (hand, told) in dealt.iter().zip(told) {
        for (&game, rating) in hand.iter().zip(told) {
            *predictions[games[game]].get_or_insert(0.0) += rating / repeats as f64;
        }
    }
    Some(WordFit { wording, predictions })
}

/// The fewest games that trees are grown on.
pub const FEWEST: usize = 50;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;
    use crate::ranking::correlation::pearson;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    fn games(count: usize) -> (Vec<Option<Tree>>, Vec<f64>) {
        let mut rng = Pcg64::seed_from_u64(2);
        let goals = ["(in-a-row 4)", "(cycle)", "(connect opposite-sides)", "(no-move)", "(group 5)"];
        let mut one = || {
            let (verdict, goal) = (["win", "lose"][rng.random_range(0..2)], rng.random_range(0..goals.len()));
            let tiling = ["hex", "square"][rng.random_range(0..2)];
            let text = format!("(game G (board (tiling {tiling}) (size 5 5)) (end (All {verdict} {})))", goals[goal]);
            // Chains are good where they win, on hexagons more so; words that do not matter are there too.
            let rating = match (goal, verdict, tiling) {
                (2, "win", "hex") => 7.0,
                (2, "win", _) => 5.0,
                (3, ..) => 2.0,
                _ => 3.5,
            };
            (parse(&text).ok(), rating + rng.random_range(-0.5..0.5))
        };
        (0..count).map(|_| one()).unzip()
    }

    #[test]
    fn ratings_that_depend_on_words_together_are_found() {
        let (rules, ratings) = games(300);
        let found = fit_words(&Forest::default(), &rules, &ratings, (10, 2), 1).unwrap();
        let told: Vec<f64> = found.predictions.iter().map(|p| p.unwrap()).collect();
        assert!(pearson(&told, &ratings).unwrap() > 0.9);
        let rating = |text: &str| found.wording.rating(&parse(text).unwrap());
        let chain = |tiling: &str, verdict: &str| {
            rating(&format!("(game G (board (tiling {tiling}) (size 9 9)) (end (All {verdict} (connect sides))))"))
        };
        assert!(
            chain("hex", "win") > chain("square", "win") + 1.0 && chain("square", "win") > chain("hex", "lose") + 0.5
        );
        // The mean of all is what trees without a question say.
        let stump = Forest { least: 300, ..Forest::default() };
        let mean = ratings.iter().sum::<f64>() / 300.0;
        let all = fit_words(&stump, &rules, &ratings, (10, 1), 1).unwrap();
        assert!((all.wording.rating(rules[0].as_ref().unwrap()) - mean).abs() < 1e-3);
    }

    #[test]
    fn a_tree_of_one_question_is_the_best_of_all_questions() {
        // With every word asked for, and leaves so large that nothing is divided twice, the first question is the one with the least squared error.
        let (rules, ratings) = games(120);
        let trees: Vec<&Tree> = rules.iter().flatten().collect();
        let words = Words::of(&trees, 8);
        let every: Vec<usize> = (0..120).collect();
        let forest = Forest { trees: 1, least: 20, asked: 1.0, common: 8 };
        let grown = forest.grow(&words, &ratings, &every, &mut Pcg64::seed_from_u64(1)).unwrap();
        let error = |column: &[u8], least: u8| {
            let [often, seldom]: [Vec<f64>; 2] = [true, false]
                .map(|is| every.iter().filter(|&&g| (column[g] >= least) == is).map(|&g| ratings[g]).collect());
            if often.len().min(seldom.len()) < 20 {
                return f64::INFINITY;
            }
            let squares = |of: &[f64]| {
                let mean = of.iter().sum::<f64>() / of.len() as f64;
                of.iter().map(|r| (r - mean) * (r - mean)).sum::<f64>()
            };
            squares(&often) + squares(&seldom)
        };
        // Every word of these rules stands there once or not at all but for those in all of them.
        let best = words.columns.iter().map(|column| error(column, 1)).min_by(f64::total_cmp).unwrap();
        let first = grown.print()[0].split_whitespace().next().unwrap().to_string();
        let (word, least) = first.split_once(">=").unwrap();
        let at = words.words.iter().position(|w| w == word).unwrap();
        assert!((error(&words.columns[at], least.parse().unwrap()) - best).abs() < 1e-9, "{first}");
    }

    #[test]
    fn games_without_rules_are_left_out_and_few_are_too_few() {
        let (mut rules, ratings) = games(80);
        rules[3] = None;
        let found = fit_words(&Forest { trees: 5, ..Forest::default() }, &rules, &ratings, (5, 1), 1).unwrap();
        assert!(found.predictions[3].is_none() && found.predictions.iter().flatten().count() == 79);
        let again = fit_words(&Forest { trees: 5, ..Forest::default() }, &rules, &ratings, (5, 1), 1).unwrap();
        assert_eq!(again, found);
        assert_eq!(fit_words(&Forest::default(), &rules[..40], &ratings[..40], (5, 1), 1), None);
    }
}
