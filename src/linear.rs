//! Square matrices and their Cholesky decomposition: the systems of equations of regressions and of Newton's method.
//!
//! The order of all additions is fixed, so results are the same everywhere.

use std::ops::{Index, IndexMut};

/// A square matrix of real numbers, indexed by row and column.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    size: usize,
    /// One column after the other.
    entries: Vec<f64>,
}

impl Matrix {
    /// The matrix with these numbers on the diagonal and 0 elsewhere.
    pub fn diagonal(numbers: &[f64]) -> Self {
        let size = numbers.len();
        let mut matrix = Matrix { size, entries: vec![0.0; size * size] };
        for (i, number) in numbers.iter().enumerate() {
            matrix[(i, i)] = *number;
        }
        matrix
    }

    /// How many rows there are, and columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The entries of a column from the top down.
    pub fn column(&self, column: usize) -> &[f64] {
        &self.entries[column * self.size..(column + 1) * self.size]
    }

    /// Adds `weight` · `v` `v`ᵀ.
    ///
    /// # Panics
    ///
    /// If `v` is not as long as a column.
    pub fn add_outer(&mut self, weight: f64, v: &[f64]) {
        assert_eq!(v.len(), self.size, "a vector of another length");
        for (column, factor) in self.entries.chunks_exact_mut(self.size.max(1)).zip(v) {
            column.iter_mut().zip(v).for_each(|(entry, x)| *entry += weight * x * factor);
        }
    }

    /// The decomposition of a symmetric matrix, of which the lower half is read; `None` unless it is positive definite.
    ///
    /// ```
    /// use ludogen::linear::Matrix;
    ///
    /// let mut matrix = Matrix::diagonal(&[4.0, 2.0]);
    /// (matrix[(1, 0)], matrix[(0, 1)]) = (2.0, 2.0);
    /// assert_eq!(matrix.cholesky().unwrap().solve(&[8.0, 6.0]), [1.0, 2.0]);
    /// assert_eq!(Matrix::diagonal(&[1.0, -1.0]).cholesky(), None);
    /// ```
    pub fn cholesky(mut self) -> Option<Cholesky> {
        let n = self.size;
        for j in 0..n {
            for k in 0..j {
                let factor = -self[(j, k)];
                let (before, from) = self.entries.split_at_mut(j * n);
                add_scaled(&mut from[j..n], factor, &before[k * n + j..(k + 1) * n]);
            }
            let squared = self[(j, j)];
            if squared.is_nan() || squared <= 0.0 {
                return None;
            }
            let root = squared.sqrt();
            self[(j, j)] = root;
            self.entries[j * n + j + 1..(j + 1) * n].iter_mut().for_each(|entry| *entry /= root);
        }
        Some(Cholesky { lower: self })
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.column(column)[row]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.entries[column * self.size..(column + 1) * self.size][row]
    }
}

/// L with L Lᵀ = A for a symmetric, positive definite matrix A.
#[derive(Clone, Debug, PartialEq)]
pub struct Cholesky {
    /// L below and on the diagonal; what stands above is never read.
    lower: Matrix,
}

impl Cholesky {
    /// x with A x = `right`.
    ///
    /// # Panics
    ///
    /// If `right` is not as long as a column.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let n = self.lower.size;
        assert_eq!(right.len(), n, "a vector of another length");
        let mut x = right.to_vec();
        for i in 0..n {
            x[i] /= self.lower[(i, i)];
            let known = -x[i];
            add_scaled(&mut x[i + 1..], known, &self.lower.column(i)[i + 1..]);
        }
        for i in (0..n).rev() {
            let known = dot(&self.lower.column(i)[i + 1..], &x[i + 1..]);
            x[i] = (x[i] - known) / self.lower[(i, i)];
        }
        x
    }

    /// The diagonal of the inverse of A: a third of the work of the whole.
    pub fn inverse_diagonal(&self) -> Vec<f64> {
        let n = self.lower.size;
        let mut column = vec![0.0; n];
        (0..n)
            .map(|i| {
                // A⁻¹ is L⁻ᵀ L⁻¹, so that its entry is the square of a column of L⁻¹, which is 0 above the diagonal.
                column[i..].fill(0.0);
                column[i] = 1.0;
                for j in i..n {
                    column[j] /= self.lower[(j, j)];
                    let known = -column[j];
                    add_scaled(&mut column[j + 1..], known, &self.lower.column(j)[j + 1..]);
                }
                dot(&column[i..], &column[i..])
            })
            .collect()
    }

    /// The inverse of A.
    pub fn inverse(&self) -> Matrix {
        let size = self.lower.size;
        let unit = |i: usize| (0..size).map(|j| f64::from(u8::from(i == j))).collect::<Vec<_>>();
        Matrix { size, entries: (0..size).flat_map(|i| self.solve(&unit(i))).collect() }
    }
}

/// Adds `factor` · `v` to `to`; what the longer one has more is left alone.
///
/// ```
/// let mut sum = [1.0, 2.0, 3.0];
/// ludogen::linear::add_scaled(&mut sum, 0.5, &[4.0, -2.0]);
/// assert_eq!(sum, [3.0, 1.0, 3.0]);
/// ```
pub fn add_scaled(to: &mut [f64], factor: f64, v: &[f64]) {
    to.iter_mut().zip(v).for_each(|(to, x)| *to += factor * x);
}

/// The sum of the products, in eight sums at a time.
///
/// ```
/// let v: Vec<f64> = (1..=10).map(f64::from).collect();
/// assert_eq!(ludogen::linear::dot(&v, &v), 385.0);
/// ```
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a_eights, a_rest) = a.as_chunks::<8>();
    let (b_eights, b_rest) = b.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (a, b) in a_eights.iter().zip(b_eights) {
        for i in 0..8 {
            sums[i] += a[i] * b[i];
        }
    }
    let eights = (0..4).fold(0.0, |sum, i| sum + (sums[i] + sums[i + 4]));
    a_rest.iter().zip(b_rest).fold(eights, |sum, (a, b)| sum + a * b)
}

/// The largest absolute value; 0 if there is none.
///
/// ```
/// use ludogen::linear::largest;
///
/// assert_eq!(largest(&[2.0, -5.0, 3.0]), 5.0);
/// assert_eq!(largest(&[]), 0.0);
/// ```
pub fn largest(v: &[f64]) -> f64 {
    v.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// B Bᵀ + I, which is positive definite.
    fn positive(size: usize, numbers: &[f64]) -> Matrix {
        let mut matrix = Matrix::diagonal(&vec![1.0; size]);
        numbers.chunks_exact(size).for_each(|column| matrix.add_outer(1.0, column));
        matrix
    }

    fn times(matrix: &Matrix, v: &[f64]) -> Vec<f64> {
        (0..v.len()).map(|i| (0..v.len()).map(|j| matrix[(i, j)] * v[j]).sum()).collect()
    }

    proptest! {
        #[test]
        fn what_is_solved_solves((size, numbers, x) in (1usize..20).prop_flat_map(|n| {
            (Just(n), prop::collection::vec(-2.0f64..2.0, n * n), prop::collection::vec(-3.0f64..3.0, n))
        })) {
            let matrix = positive(size, &numbers);
            let decomposed = matrix.clone().cholesky().unwrap();
            let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-7);
            prop_assert!(near(&decomposed.solve(&times(&matrix, &x)), &x));
            let inverse = decomposed.inverse();
            prop_assert!(near(&times(&inverse, &times(&matrix, &x)), &x));
            let diagonal: Vec<f64> = (0..size).map(|i| inverse[(i, i)]).collect();
            prop_assert!(near(&decomposed.inverse_diagonal(), &diagonal));
            let plain: f64 = x.iter().zip(&numbers).map(|(a, b)| a * b).sum();
            prop_assert!((dot(&x, &numbers[..size]) - plain).abs() < 1e-9);
        }
    }

    #[test]
    fn what_is_not_positive_definite_is_refused() {
        for diagonal in [[1.0, 0.0], [-1.0, 1.0], [f64::NAN, 1.0]] {
            assert_eq!(Matrix::diagonal(&diagonal).cholesky(), None);
        }
        let mut flat = Matrix::diagonal(&[1.0, 1.0]);
        flat[(1, 0)] = 1.0;
        assert_eq!(flat.cholesky(), None);
        assert_eq!(Matrix::diagonal(&[]).cholesky().unwrap().solve(&[]), [0.0; 0]);
    }
}
