//! Ridge regression with best values: every criterion weighs by a parabola instead of a line.
//!
//! Most criteria have a best value rather than a direction: a game can be too long and too short. With z the standardised value of a
//! criterion, at most [`LIMIT`] from 0, the model adds w z + b (z² − 1) for each. The penalty on the squares is chosen along with that on all, by
//! left-out error; among the choices is one that leaves them out.
//!
//! A second sample, rated by other people on another scale, can be fitted [beside](Sample::beside) the first: each has a level and a scale of
//! its own, the parabolas are shared, and both samples weigh alike, however many games they have. Criteria are standardised on the first sample.
//!
//! The equations are solved for the games where these are fewer than the columns (Saunders, Gammerman & Vovk 1998): with K the products of the rows of games, the
//! residuals are λ (K + λ)⁻¹ y and the leverages 1 − λ diag (K + λ)⁻¹. Otherwise they are solved for the columns: with C the products of the columns of X, the residuals
//! are y − X (C + λ)⁻¹ Xᵀ y and the leverages diag X (C + λ)⁻¹ Xᵀ.

use super::model::{Model, Part, penalties};
use super::regression::Design;
use super::sample::Sample;
use crate::linear::{Matrix, dot};

/// How many standard deviations from the mean a value may count as.
pub const LIMIT: f64 = 3.0;

/// The most games, both samples together: memory grows with their square, time with its cube.
pub const MOST_GAMES: usize = 2_000;

/// How much squares count beside values: the square root of the penalty on values as a share of that on squares.
const SHARES: [f64; 3] = [0.0, 0.5, 1.0];

/// A variance below this share of the square is no variation.
const CONSTANT: f64 = 1e-9;

/// A leverage so near to 1 that only this game decides its own prediction.
const ALONE: f64 = 1e-9;

/// The games of one sample that a model learns from.
struct Group {
    /// The number of its first row.
    start: usize,
    rows: usize,
    mean: f64,
    deviation: f64,
    /// The root of the weight of each row.
    root: f64,
}

impl Group {
    fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.rows
    }
}

/// Rows of games and what they are to explain, each sample less its mean and by its weight.
struct Problem {
    groups: Vec<Group>,
    /// The standardised values of each game, before anything is taken off.
    values: Vec<Vec<f64>>,
    /// The standard deviation of each criterion's square; 0 if it does not vary.
    spreads: Vec<f64>,
    wanted: Vec<f64>,
}

/// The products that the equations are made of.
enum Products {
    /// Of the rows of games with each other.
    OfGames(Matrix),
    /// Of the columns with each other, and with what is wanted.
    OfColumns(Matrix, Vec<f64>),
}

impl Products {
    fn of(rows: &[Vec<f64>], wanted: &[f64]) -> Products {
        let columns = rows.first().map_or(0, Vec::len);
        if rows.len() <= columns { Products::of_games(rows) } else { Products::of_columns(rows, wanted) }
    }

    fn of_games(rows: &[Vec<f64>]) -> Products {
        let mut products = Matrix::diagonal(&vec![0.0; rows.len()]);
        for (i, a) in rows.iter().enumerate() {
            for (j, b) in rows.iter().enumerate().skip(i) {
                let product = dot(a, b);
                (products[(i, j)], products[(j, i)]) = (product, product);
            }
        }
        Products::OfGames(products)
    }

    fn of_columns(rows: &[Vec<f64>], wanted: &[f64]) -> Products {
        let columns = rows.first().map_or(0, Vec::len);
        let mut products = Matrix::diagonal(&vec![0.0; columns]);
        let mut explained = vec![0.0; columns];
        for (row, wanted) in rows.iter().zip(wanted) {
            products.add_outer(1.0, row);
            explained.iter_mut().zip(row).for_each(|(sum, x)| *sum += x * wanted);
        }
        Products::OfColumns(products, explained)
    }

    /// How much each game's row counts, and the diagonal of (K + λ)⁻¹; `None` if the equations have no solution.
    fn solve(&self, rows: &[Vec<f64>], wanted: &[f64], penalty: f64) -> Option<(Vec<f64>, Vec<f64>)> {
        let (Products::OfGames(products) | Products::OfColumns(products, _)) = self;
        let mut matrix = products.clone();
        (0..matrix.size()).for_each(|i| matrix[(i, i)] += penalty);
        let decomposed = matrix.cholesky()?;
        let Products::OfColumns(_, explained) = self else {
            return Some((decomposed.solve(wanted), decomposed.inverse_diagonal()));
        };
        let weights = decomposed.solve(explained);
        let duals = rows.iter().zip(wanted).map(|(row, wanted)| (wanted - dot(row, &weights)) / penalty);
        let free = rows.iter().map(|row| (1.0 - dot(row, &decomposed.solve(row))) / penalty);
        Some((duals.collect(), free.collect()))
    }
}

/// The solution for one pair of penalties.
struct Solution {
    share: f64,
    penalty: f64,
    /// The sum of squared left-out errors.
    error: f64,
    /// What each game would be off by without it, by its weight.
    left_out: Option<Vec<f64>>,
    /// How much each game's row counts.
    duals: Vec<f64>,
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

fn deviation(numbers: &[f64]) -> f64 {
    let centre = mean(numbers);
    mean(&numbers.iter().map(|x| (x - centre) * (x - centre)).collect::<Vec<_>>()).sqrt()
}

impl Problem {
    fn new(design: &Design, kept: &[usize], parts: &[(&Sample, Part)]) -> Self {
        let all: usize = parts.iter().map(|(_, part)| part.games.len()).sum();
        let (mut groups, mut values, mut wanted) = (Vec::new(), Vec::new(), Vec::new());
        for (sample, part) in parts {
            let strengths: Vec<f64> = part.games.iter().map(|&game| part.strengths[game]).collect();
            let (mean, spread) = (mean(&strengths), deviation(&strengths));
            let deviation = if spread > 0.0 { spread } else { 1.0 };
            let rows = part.games.len();
            let root = (all as f64 / (parts.len() * rows) as f64).sqrt();
            groups.push(Group { start: values.len(), rows, mean, deviation, root });
            wanted.extend(strengths.iter().map(|s| root * (s - mean) / deviation));
            let z = |c: usize, game: usize| {
                ((sample.values[c][game] - design.centres[c]) / design.scales[c]).clamp(-LIMIT, LIMIT)
            };
            values.extend(part.games.iter().map(|&game| kept.iter().map(|&c| z(c, game)).collect::<Vec<_>>()));
        }
        let mut problem = Problem { groups, values, spreads: Vec::new(), wanted };
        problem.spreads = (0..kept.len()).map(|c| problem.spread(c)).collect();
        problem
    }

    /// The standard deviation of a criterion's square, samples weighing alike.
    fn spread(&self, criterion: usize) -> f64 {
        let average = |of: &dyn Fn(f64) -> f64| {
            let group = |g: &Group| mean(&g.range().map(|i| of(self.values[i][criterion])).collect::<Vec<_>>());
            self.groups.iter().map(group).sum::<f64>() / self.groups.len() as f64
        };
        let centre = average(&|z| z * z);
        let variance = average(&|z| (z * z - centre) * (z * z - centre));
        if variance.sqrt() > CONSTANT { variance.sqrt() } else { 0.0 }
    }

    /// The rows of all games: values, then squares if they count.
    fn rows(&self, share: f64) -> Vec<Vec<f64>> {
        let square = |(z, spread): (&f64, &f64)| if *spread > 0.0 { share * (z * z - 1.0) / spread } else { 0.0 };
        let mut rows = self.values.clone();
        if share > 0.0 {
            rows.iter_mut().for_each(|row| {
                let squares: Vec<f64> = row.iter().zip(&self.spreads).map(square).collect();
                row.extend(squares);
            });
        }
        for group in &self.groups {
            for column in 0..rows.first().map_or(0, Vec::len) {
                let centre = mean(&rows[group.range()].iter().map(|row| row[column]).collect::<Vec<_>>());
                rows[group.range()].iter_mut().for_each(|row| row[column] = group.root * (row[column] - centre));
            }
        }
        rows
    }

    /// The solution with these rows and the penalty for each game.
    fn solve(&self, share: f64, rows: &[Vec<f64>], products: &Products, each: f64) -> Option<Solution> {
        let n = self.wanted.len();
        let penalty = each * n as f64;
        let (duals, inverse) = products.solve(rows, &self.wanted, penalty)?;
        let mut left_out = Vec::with_capacity(n);
        for group in &self.groups {
            for i in group.range() {
                let free = penalty * inverse[i] - 1.0 / group.rows as f64;
                left_out.push(if free > ALONE { penalty * duals[i] / free } else { f64::INFINITY });
            }
        }
        let error = left_out.iter().map(|e| e * e).sum();
        let left_out = left_out.iter().all(|e| e.is_finite()).then_some(left_out);
        Some(Solution { share, penalty, error, left_out, duals })
    }

    fn best(&self) -> Option<Solution> {
        let mut best: Option<Solution> = None;
        for share in SHARES {
            let rows = self.rows(share);
            let products = Products::of(&rows, &self.wanted);
            for each in penalties() {
                let found = self.solve(share, &rows, &products, each);
                if found.as_ref().is_some_and(|f| best.as_ref().is_none_or(|b| f.error < b.error)) {
                    best = found;
                }
            }
        }
        best
    }
}

/// Fits parabolas to some games of a sample, and of the one beside it. `None` for more than [`MOST_GAMES`].
pub(super) fn train(sample: &Sample, criteria: &[usize], own: Part, beside: Option<Part>) -> Option<Model> {
    if own.games.len() + beside.map_or(0, |part| part.games.len()) > MOST_GAMES {
        return None;
    }
    let design = Design::new(&sample.values, own.strengths, own.games);
    let kept: Vec<usize> = criteria.iter().copied().filter(|&c| design.varies(c)).collect();
    let mut parts = vec![(sample, own)];
    parts.extend(sample.beside.as_deref().zip(beside.filter(|part| !part.games.is_empty())));
    let problem = Problem::new(&design, &kept, &parts);
    let best = problem.best()?;
    let rows = problem.rows(best.share);
    let weigh = |column: usize| rows.iter().zip(&best.duals).map(|(row, dual)| row[column] * dual).sum::<f64>();
    let group = &problem.groups[0];
    let bend = |c: usize| {
        let counts = best.share > 0.0 && problem.spreads[c] > 0.0;
        if counts { best.share * weigh(kept.len() + c) / problem.spreads[c] } else { 0.0 }
    };
    let mut model = Model {
        weights: (0..kept.len()).map(|c| group.deviation * weigh(c)).collect(),
        bends: (0..kept.len()).map(|c| group.deviation * bend(c)).collect(),
        limit: LIMIT,
        centres: kept.iter().map(|&c| design.centres[c]).collect(),
        scales: kept.iter().map(|&c| design.scales[c]).collect(),
        criteria: kept,
        bias: 0.0,
        penalty: best.penalty,
        fitted: Vec::new(),
        left_out: None,
        left_out_error: f64::INFINITY,
        beside: None,
    };
    let over = |model: &Model, (sample, part): &(&Sample, Part)| -> Vec<f64> {
        part.games.iter().map(|&game| model.predict(sample, game)).collect()
    };
    model.bias = group.mean - mean(&over(&model, &parts[0]));
    model.fitted = over(&model, &parts[0]);
    if let Some(errors) = &best.left_out {
        let off = |i: usize| group.deviation * errors[i] / group.root;
        model.left_out = Some(own.games.iter().enumerate().map(|(i, &game)| own.strengths[game] - off(i)).collect());
        let squares: f64 = group.range().map(|i| (off(i) / group.deviation).powi(2)).sum();
        model.left_out_error = (squares / group.rows as f64).sqrt();
    }
    if let (Some(other), Some(part)) = (problem.groups.get(1), parts.get(1)) {
        let slope = other.deviation / group.deviation;
        model.beside = Some((other.mean - slope * mean(&over(&model, part)), slope));
    }
    Some(model)
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::criticism::Criterion;

    /// Games whose strength rises with the first criterion and is best in the middle of the second.
    fn games(games: usize, shift: usize, strength: impl Fn(usize, f64, f64) -> f64) -> Sample {
        let value = |c: usize, i: usize| ((i * i * (3 + c) + i * (7 + 5 * c) + 11 * c + shift) % 29) as f64 / 29.0;
        let values: Vec<Vec<f64>> = (0..4).map(|c| (0..games).map(|i| value(c, i)).collect()).collect();
        Sample {
            games: (0..games).map(|i| format!("g{shift}-{i}")).collect(),
            criteria: Criterion::ALL[16..20].to_vec(),
            strengths: (0..games).map(|i| strength(i, values[0][i], values[1][i])).collect(),
            values,
            errors: None,
            intervals: None,
            controlled: None,
            notes: Vec::new(),
            rules: Vec::new(),
            beside: None,
        }
    }

    fn both() -> Sample {
        let rated =
            |i: usize, a: f64, b: f64| 5.0 + a - 4.0 * (b - 0.5) * (b - 0.5) + 0.3 * ((i * 13 % 7) as f64 / 7.0);
        let liked = |i: usize, a: f64, b: f64| {
            40.0 + 30.0 * a - 90.0 * (b - 0.4) * (b - 0.4) + 8.0 * ((i * 5 % 11) as f64 / 11.0)
        };
        Sample { beside: Some(Box::new(games(16, 5, liked))), ..games(24, 0, rated) }
    }

    fn learn(sample: &Sample) -> Model {
        let all: Vec<usize> = (0..sample.games.len()).collect();
        let other = sample.beside.as_deref();
        let beside: Vec<usize> = (0..other.map_or(0, |other| other.games.len())).collect();
        let part = other.map(|other| Part { strengths: &other.strengths, games: &beside });
        train(sample, &[0, 1, 2, 3], Part { strengths: &sample.strengths, games: &all }, part).unwrap()
    }

    #[track_caller]
    fn near(found: &[f64], wanted: &[f64]) {
        assert!(found.iter().zip(wanted).all(|(f, w)| (f - w).abs() < 1e-6), "{found:?}, not {wanted:?}");
    }

    #[test]
    fn equations_for_games_and_for_columns_have_one_solution() {
        for (games, columns) in [(30, 7), (9, 12)] {
            let number = |i: usize, j: usize| ((i * i * 5 + j * j * 3 + i * j * 7) % 23) as f64 / 23.0 - 0.5;
            let rows: Vec<Vec<f64>> = (0..games).map(|i| (0..columns).map(|j| number(i, j)).collect()).collect();
            let wanted: Vec<f64> = (0..games).map(|i| number(i, 40)).collect();
            for penalty in [0.01, 1.0, 30.0] {
                let solve = |products: Products| products.solve(&rows, &wanted, penalty).unwrap();
                let (duals, free) = solve(Products::of_games(&rows));
                let (duals_again, free_again) = solve(Products::of_columns(&rows, &wanted));
                near(&duals, &duals_again);
                near(&free, &free_again);
            }
        }
    }

    /// The numbers are those of numpy: weights by the eigenvectors of K, left-out predictions by fits without the game, with the level of each
    /// sample as a column of its own.
    #[test]
    fn weights_and_left_out_predictions_are_those_of_another_program() {
        let mut sample = both();
        let model = learn(&sample);
        near(&model.weights, &[0.221317699, -0.044283819, -0.008417922, -0.016570979]);
        near(&model.bends, &[-0.01931274, -0.248086841, -0.014908037, -0.02508227]);
        near(&model.fitted[..3], &[5.064828027, 4.8400516, 5.598079614]);
        near(&model.left_out.as_ref().unwrap()[..3], &[5.114412515, 4.8362697, 5.526980087]);
        let (zero, unit) = model.beside.unwrap();
        let liked: Vec<f64> =
            (0..3).map(|game| zero + unit * model.predict(sample.beside.as_ref().unwrap(), game)).collect();
        near(&liked, &[48.228755797, 49.096744538, 21.785211122]);
        sample.beside = None;
        let alone = learn(&sample);
        near(&alone.weights, &[0.287476295, 0.050768309, -0.00570524, 0.007747492]);
        near(&alone.bends, &[-0.023694985, -0.41449363, -0.017612522, 0.007813342]);
        near(&alone.left_out.as_ref().unwrap()[..3], &[5.078709446, 4.663865253, 5.721398963]);
        assert_eq!(alone.beside, None);
    }

    #[test]
    fn straight_lines_are_left_straight_and_what_does_not_vary_weighs_nothing() {
        let mut sample = games(24, 0, |_, a, _| 3.0 + 2.0 * a);
        sample.values[2] = vec![0.5; 24];
        let model = learn(&sample);
        assert_eq!((model.criteria.as_slice(), model.bends.as_slice()), (&[0, 1, 3][..], &[0.0; 3][..]));
        assert!(model.left_out_error < 0.01, "{}", model.left_out_error);
        // A value far from all that was seen counts as three standard deviations from the mean.
        let far = |value: f64| {
            let mut other = sample.clone();
            other.values[0][0] = value;
            model.predict(&other, 0)
        };
        assert_eq!(far(40.0), far(50.0));
        assert!(far(40.0) > model.fitted[0]);
    }
}
