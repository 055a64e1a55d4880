//! Linear regression with the errors that each game would have had if it had been left out.
//!
//! With h the leverage of a game (its entry on the diagonal of the hat matrix) and e its residual, leaving it out and predicting it
//! gives the residual e / (1 − h): no refitting. The hat matrix of least squares is Q Qᵀ for an orthonormal basis Q of the columns,
//! which [`Basis`] extends and shortens by one column at a time, so that fits which share columns share work. Ridge regression is
//! least squares with one more row for each column, √λ in that column and 0 elsewhere.

use super::correlation::pearson;
use crate::linear::{self, Matrix};

/// Criteria standardised on the games of a training set, and strengths less their mean.
#[derive(Clone, Debug)]
pub struct Design {
    /// For each criterion its standardised values; empty if it does not vary here.
    columns: Vec<Vec<f64>>,
    /// The mean of each criterion.
    pub centres: Vec<f64>,
    /// The standard deviation of each criterion; 0 if it does not vary here.
    pub scales: Vec<f64>,
    /// The mean strength.
    pub mean: f64,
    /// The strengths less their mean.
    centred: Vec<f64>,
}

impl Design {
    /// The rows of a table given by columns.
    pub fn new(values: &[Vec<f64>], strengths: &[f64], rows: &[usize]) -> Self {
        let n = rows.len() as f64;
        let mean_of = |column: &[f64]| rows.iter().map(|&r| column[r]).sum::<f64>() / n;
        let (mut columns, mut centres, mut scales) = (Vec::new(), Vec::new(), Vec::new());
        for column in values {
            let centre = mean_of(column);
            let varies = rows.iter().any(|&r| column[r] != column[rows[0]]);
            let squares: f64 = rows.iter().map(|&r| (column[r] - centre) * (column[r] - centre)).sum();
            let scale = (squares / n).sqrt();
            let usable = varies && scale.is_finite() && scale > 1e-12 * centre.abs();
            columns.push(match usable {
                true => rows.iter().map(|&r| (column[r] - centre) / scale).collect(),
                false => Vec::new(),
            });
            centres.push(centre);
            scales.push(if usable { scale } else { 0.0 });
        }
        let mean = mean_of(strengths);
        Design { columns, centres, scales, mean, centred: rows.iter().map(|&r| strengths[r] - mean).collect() }
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.centred.len()
    }

    /// How many criteria there are, those that do not vary included.
    pub fn criteria(&self) -> usize {
        self.columns.len()
    }

    /// Whether a criterion varies here.
    pub fn varies(&self, criterion: usize) -> bool {
        self.scales[criterion] > 0.0
    }

    /// The coefficients of these criteria, per standard deviation, that make the sum of squared residuals plus `penalty` times the
    /// sum of squared coefficients least; nearly the smallest ones if there are several.
    pub fn coefficients(&self, criteria: &[usize], penalty: f64) -> Vec<f64> {
        // Every diagonal entry of the Gram matrix is n, so that this is a penalty that only tells between coefficients that fit alike.
        let penalty = penalty.max(INDIFFERENT * self.games() as f64);
        let columns: Vec<&[f64]> = criteria.iter().map(|&c| self.columns[c].as_slice()).collect();
        let mut gram = Matrix::diagonal(&vec![penalty; columns.len()]);
        for (j, column) in columns.iter().enumerate() {
            columns.iter().enumerate().for_each(|(i, other)| gram[(i, j)] += linear::dot(other, column));
        }
        let moments: Vec<f64> = columns.iter().map(|column| linear::dot(column, &self.centred)).collect();
        // Positive definite but for rounding, which is far smaller than the penalty.
        gram.cholesky().map_or_else(|| vec![0.0; moments.len()], |gram| gram.solve(&moments))
    }
}

/// The least penalty of a regression, as a share of what a criterion's squares come to.
const INDIFFERENT: f64 = 1e-10;

/// A column whose part outside the span of others is smaller than this share of it depends on them.
const DEPENDENT: f64 = 1e-8;

/// A leverage so near to 1 that only this game decides its own prediction.
const ALONE: f64 = 1e-9;

/// Criteria chosen so far, as an orthonormal basis, with what the fit on them looks like.
#[derive(Clone, Debug)]
pub struct Basis<'d> {
    design: &'d Design,
    /// The square root of the penalty of ridge regression.
    root: f64,
    /// Rows of a basis vector: the games, then one for each criterion if there is a penalty.
    rows: usize,
    /// The basis vectors one after the other.
    vectors: Vec<f64>,
    /// For each number of criteria the leverages and fitted values of the games, the mean apart.
    levels: Vec<(Vec<f64>, Vec<f64>)>,
    depth: usize,
}

impl<'d> Basis<'d> {
    /// No criteria; `penalty` is that of ridge regression, 0 for least squares.
    pub fn new(design: &'d Design, penalty: f64) -> Self {
        let n = design.games();
        let rows = if penalty > 0.0 { n + design.criteria() } else { n };
        let levels = vec![(vec![0.0; n], vec![0.0; n])];
        Basis { design, root: penalty.sqrt(), rows, vectors: Vec::new(), levels, depth: 0 }
    }

    /// How many criteria are chosen.
    pub fn len(&self) -> usize {
        self.depth
    }

    /// Whether none is chosen.
    pub fn is_empty(&self) -> bool {
        self.depth == 0
    }

    /// Adds a criterion, unless it does not vary or depends on those chosen; tells whether it did. Takes time n k.
    pub fn push(&mut self, criterion: usize) -> bool {
        let n = self.design.games();
        if !self.design.varies(criterion) {
            return false;
        }
        let start = self.depth * self.rows;
        self.vectors.resize(start + self.rows, 0.0);
        let (before, new) = self.vectors.split_at_mut(start);
        new.fill(0.0);
        new[..n].copy_from_slice(&self.design.columns[criterion]);
        if self.root > 0.0 {
            new[n + criterion] = self.root;
        }
        let whole = dot(new, new).sqrt();
        // Twice is enough for orthogonality to the last digit (Kahan; Parlett 1980).
        for _ in 0..2 {
            for vector in before.chunks_exact(self.rows) {
                let along = dot(new, vector);
                new.iter_mut().zip(vector).for_each(|(x, v)| *x -= along * v);
            }
        }
        let rest = dot(new, new).sqrt();
        if rest <= DEPENDENT * whole {
            return false;
        }
        new.iter_mut().for_each(|x| *x /= rest);
        let new = &new[..n];
        let along = dot(new, &self.design.centred);
        if self.levels.len() == self.depth + 1 {
            self.levels.push((vec![0.0; n], vec![0.0; n]));
        }
        let (before, after) = self.levels.split_at_mut(self.depth + 1);
        let ((h, f), (h1, f1)) = (&before[self.depth], &mut after[0]);
        for i in 0..n {
            h1[i] = h[i] + new[i] * new[i];
            f1[i] = f[i] + along * new[i];
        }
        self.depth += 1;
        true
    }

    /// Takes the last criterion back; nothing if there is none.
    pub fn pop(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// The leverage of each game, the mean included; in [0, 1].
    pub fn leverages(&self) -> Vec<f64> {
        let mean = 1.0 / self.design.games() as f64;
        self.levels[self.depth].0.iter().map(|h| h + mean).collect()
    }

    /// The fitted strengths.
    pub fn fitted(&self) -> Vec<f64> {
        self.levels[self.depth].1.iter().map(|f| f + self.design.mean).collect()
    }

    /// What each game would be predicted if it were left out; `None` if some game alone decides its own prediction. The
    /// standardisation stays that of all games, which matters for ridge regression only, and little.
    pub fn left_out(&self) -> Option<Vec<f64>> {
        let mean = 1.0 / self.design.games() as f64;
        let (h, f) = &self.levels[self.depth];
        let predict = |((h, f), y): ((&f64, &f64), &f64)| {
            let free = 1.0 - mean - h;
            (free > ALONE).then(|| self.design.mean + y - (y - f) / free)
        };
        h.iter().zip(f).zip(&self.design.centred).map(predict).collect()
    }

    /// The correlation of [`left_out`](Basis::left_out) predictions with the strengths; −1, the value for predictions by the mean
    /// of the others, if there are none.
    pub fn left_out_r(&self) -> f64 {
        self.left_out().and_then(|p| pearson(&p, &self.design.centred)).unwrap_or(-1.0)
    }

    /// The root of the mean squared error of the left-out predictions as a share of the standard deviation of the strengths;
    /// infinite if there are none.
    pub fn left_out_error(&self) -> f64 {
        self.left_out().map_or(f64::INFINITY, |predictions| {
            let mean = self.design.mean;
            let squares = |x: f64| x * x;
            let errors = predictions.iter().zip(&self.design.centred).map(|(p, y)| squares(p - mean - y));
            (errors.sum::<f64>() / self.design.centred.iter().map(|y| squares(*y)).sum::<f64>()).sqrt()
        })
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// What is left of `y` when its linear dependence on the columns is taken out (its mean stays), and the share of its variance that
/// was.
pub fn project_out(columns: &[Vec<f64>], y: &[f64]) -> (Vec<f64>, f64) {
    let design = Design::new(columns, y, &(0..y.len()).collect::<Vec<_>>());
    let mut basis = Basis::new(&design, 0.0);
    for column in 0..columns.len() {
        basis.push(column);
    }
    let left: Vec<f64> = y.iter().zip(basis.fitted()).map(|(y, f)| y - f + design.mean).collect();
    let variance = |v: &[f64]| v.iter().map(|x| (x - design.mean) * (x - design.mean)).sum::<f64>();
    let explained = 1.0 - variance(&left) / variance(y);
    (left, explained)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Fits all games but one from scratch, by the normal equations, and predicts that one.
    fn slow_left_out(
        values: &[Vec<f64>],
        y: &[f64],
        chosen: &[usize],
        penalty: f64,
        scales: Option<&Design>,
    ) -> Vec<f64> {
        let n = y.len();
        (0..n)
            .map(|out| {
                let rows: Vec<usize> = (0..n).filter(|&i| i != out).collect();
                let design = Design::new(values, y, &rows);
                let scale = |c: usize| scales.map_or(design.scales[c], |s| s.scales[c]);
                let k = chosen.len();
                let column = |&c: &usize| rows.iter().map(|&i| (values[c][i] - design.centres[c]) / scale(c)).collect();
                let x: Vec<Vec<f64>> = chosen.iter().map(column).collect();
                let centred: Vec<f64> = rows.iter().map(|&i| y[i] - design.mean).collect();
                let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
                let moments: Vec<f64> = x.iter().map(|column| sum(column, &centred)).collect();
                let mut gram: Vec<Vec<f64>> = x.iter().map(|a| x.iter().map(|b| sum(a, b)).collect()).collect();
                (0..k).for_each(|i| gram[i][i] += penalty);
                let b = eliminate(gram, moments);
                let part = |j: usize| b[j] * (values[chosen[j]][out] - design.centres[chosen[j]]) / scale(chosen[j]);
                design.mean + (0..k).map(part).sum::<f64>()
            })
            .collect()
    }

    /// Solves equations by elimination, without pivoting.
    fn eliminate(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
        for i in 0..right.len() {
            for j in (0..right.len()).filter(|&j| j != i) {
                let factor = matrix[j][i] / matrix[i][i];
                let row = matrix[i].clone();
                matrix[j].iter_mut().zip(row).for_each(|(to, x)| *to -= factor * x);
                right[j] -= factor * right[i];
            }
        }
        right.iter().enumerate().map(|(i, x)| x / matrix[i][i]).collect()
    }

    fn table() -> impl Strategy<Value = (Vec<Vec<f64>>, Vec<f64>)> {
        (10usize..16).prop_flat_map(|n| {
            let column = prop::collection::vec(-1.0f64..1.0, n);
            (prop::collection::vec(column.clone(), 4), column)
        })
    }

    proptest! {
        #[test]
        fn leaving_out_needs_no_refitting((values, y) in table(), penalty in prop_oneof![Just(0.0), 0.1f64..20.0]) {
            let rows: Vec<usize> = (0..y.len()).collect();
            let design = Design::new(&values, &y, &rows);
            let mut basis = Basis::new(&design, penalty);
            // There and back again: what was taken back must leave no trace.
            for c in [3, 1, 0] {
                prop_assert!(basis.push(c));
            }
            basis.pop();
            basis.pop();
            prop_assert!(basis.push(2));
            let slow = slow_left_out(&values, &y, &[3, 2], penalty, Some(&design));
            for (fast, slow) in basis.left_out().unwrap().iter().zip(&slow) {
                prop_assert!((fast - slow).abs() < 1e-8 * (1.0 + slow.abs()), "{} {}", fast, slow);
            }
            if penalty == 0.0 {
                // For least squares it does not matter on whom one standardises.
                let own = slow_left_out(&values, &y, &[3, 2], 0.0, None);
                for (a, b) in own.iter().zip(&slow) {
                    prop_assert!((a - b).abs() < 1e-8 * (1.0 + b.abs()));
                }
            }
            let b = design.coefficients(&[3, 2], penalty);
            for (i, fitted) in basis.fitted().iter().enumerate() {
                let direct = design.mean + b[0] * design.columns[3][i] + b[1] * design.columns[2][i];
                prop_assert!((fitted - direct).abs() < 1e-8);
            }
        }
    }

    #[test]
    fn dependent_and_constant_columns_are_not_taken() {
        let a: Vec<f64> = (0..8).map(f64::from).collect();
        let values =
            [a.clone(), a.iter().map(|x| 3.0 - 2.0 * x).collect(), vec![0.1; 8], a.iter().map(|x| x * x).collect()];
        let design = Design::new(&values, &a, &(0..8).collect::<Vec<_>>());
        let mut basis = Basis::new(&design, 0.0);
        assert_eq!([0, 1, 2, 3].map(|c| basis.push(c)), [true, false, false, true]);
        // A penalty tells them apart, but for the constant one.
        let mut basis = Basis::new(&design, 1.0);
        assert_eq!([0, 1, 2, 3].map(|c| basis.push(c)), [true, true, false, true]);
        assert!(design.coefficients(&[], 0.0).is_empty());
        // Two equal columns share the coefficient, as far as numbers of this precision can tell.
        let twice = [a.clone(), a.clone()];
        let design = Design::new(&twice, &a, &(0..8).collect::<Vec<_>>());
        let b = design.coefficients(&[0, 1], 0.0);
        assert!((b[0] - b[1]).abs() < 1e-5, "{b:?}");
    }

    #[test]
    fn a_game_that_stands_alone_cannot_be_left_out() {
        let mut flag = vec![0.0; 6];
        flag[2] = 1.0;
        let design = Design::new(&[flag], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &(0..6).collect::<Vec<_>>());
        let mut basis = Basis::new(&design, 0.0);
        assert!((basis.left_out_r() + 1.0).abs() < 1e-9);
        assert!(basis.push(0));
        assert_eq!((basis.left_out(), basis.left_out_r(), basis.left_out_error()), (None, -1.0, f64::INFINITY));
    }
}
