//! Small symmetric matrices: a row and a column for each player of a match.

use std::ops::{Index, IndexMut};

/// Adds numbers to sums, this number of times.
pub(super) fn add_to(sums: &mut [f64], numbers: &[f64], times: f64) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += times * number);
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    side: usize,
    cells: Vec<f64>,
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.cells[row * self.side + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.cells[row * self.side + column]
    }
}

impl Matrix {
    pub(super) fn zero(side: usize) -> Self {
        Matrix { side, cells: vec![0.0; side * side] }
    }

    fn one(side: usize) -> Self {
        let mut one = Matrix::zero(side);
        (0..side).for_each(|i| one[(i, i)] = 1.0);
        one
    }

    /// Adds another, this number of times.
    pub(super) fn add(&mut self, other: &Matrix, times: f64) {
        add_to(&mut self.cells, &other.cells, times);
    }

    /// Every cell times this number.
    pub(super) fn scaled(mut self, times: f64) -> Self {
        self.cells.iter_mut().for_each(|cell| *cell *= times);
        self
    }

    /// Adds the products of each number of a column with each of a row, this number of times.
    pub(super) fn add_products(&mut self, column: &[f64], row: &[f64], times: f64) {
        for (i, a) in column.iter().enumerate() {
            for (j, b) in row.iter().enumerate() {
                self[(i, j)] += times * a * b;
            }
        }
    }

    /// Adds the covariance of this number of games of which each has one winner, with these chances.
    pub(super) fn add_covariance(&mut self, chances: &[f64], times: f64) {
        chances.iter().enumerate().for_each(|(i, chance)| self[(i, i)] += times * chance);
        self.add_products(chances, chances, -times);
    }

    pub(super) fn apply(&self, column: &[f64]) -> Vec<f64> {
        let row = |i: usize| column.iter().enumerate().map(|(j, x)| self[(i, j)] * x).sum();
        (0..self.side).map(row).collect()
    }

    pub(super) fn times(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zero(self.side);
        for i in 0..self.side {
            for j in 0..self.side {
                product[(i, j)] = (0..self.side).map(|k| self[(i, k)] * other[(k, j)]).sum();
            }
        }
        product
    }

    /// The Moore–Penrose inverse. A match says nothing about a shift of all ratings, so its matrices are
    /// singular.
    pub(super) fn pseudo_inverse(&self) -> Matrix {
        let (values, vectors) = self.eigen();
        let largest = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
        let mut inverse = Matrix::zero(self.side);
        for (k, &value) in values.iter().enumerate() {
            if value.abs() > 1e-12 * largest {
                let vector: Vec<f64> = (0..self.side).map(|i| vectors[(i, k)]).collect();
                inverse.add_products(&vector, &vector, 1.0 / value);
            }
        }
        inverse
    }

    /// The eigenvalues and, as columns, the eigenvectors, by Jacobi's rotations.
    fn eigen(&self) -> (Vec<f64>, Matrix) {
        const SWEEPS: usize = 60;
        let (mut rest, mut vectors) = (self.clone(), Matrix::one(self.side));
        let scale: f64 = self.cells.iter().map(|cell| cell * cell).sum();
        for _ in 0..SWEEPS {
            let pairs = (0..self.side).flat_map(|i| (i + 1..self.side).map(move |j| (i, j)));
            let off: f64 = pairs.clone().map(|pair| rest[pair] * rest[pair]).sum();
            if off <= 1e-32 * scale {
                break;
            }
            pairs.for_each(|(i, j)| rest.rotate(&mut vectors, i, j));
        }
        ((0..self.side).map(|i| rest[(i, i)]).collect(), vectors)
    }

    /// Rotates two axes so that the cells that they share become zero.
    fn rotate(&mut self, vectors: &mut Matrix, i: usize, j: usize) {
        if self[(i, j)] == 0.0 {
            return;
        }
        let ratio = (self[(j, j)] - self[(i, i)]) / (2.0 * self[(i, j)]);
        let tangent = ratio.signum() / (ratio.abs() + ratio.hypot(1.0));
        let cosine = 1.0 / tangent.hypot(1.0);
        let sine = tangent * cosine;
        let turn = |a: f64, b: f64| (cosine * a - sine * b, sine * a + cosine * b);
        for k in 0..self.side {
            (self[(k, i)], self[(k, j)]) = turn(self[(k, i)], self[(k, j)]);
            (vectors[(k, i)], vectors[(k, j)]) = turn(vectors[(k, i)], vectors[(k, j)]);
        }
        for k in 0..self.side {
            (self[(i, k)], self[(j, k)]) = turn(self[(i, k)], self[(j, k)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::rng::{below, seeded};

    fn near(a: &Matrix, b: &Matrix) -> bool {
        a.cells.iter().zip(&b.cells).all(|(x, y)| (x - y).abs() < 1e-9)
    }

    #[test]
    fn the_pseudo_inverse_undoes_what_can_be_undone() {
        let mut rng = seeded(5);
        for side in 1..=12 {
            // Chances add up to one, so that all these do nothing to what is the same for everybody;
            // with few of them more than that cannot be undone.
            let mut matrix = Matrix::zero(side);
            for _ in 0..side / 2 + 1 {
                let weights: Vec<f64> = (0..side).map(|_| f64::from(below(&mut rng, 9))).collect();
                let total = weights.iter().sum::<f64>().max(1.0);
                let chances: Vec<f64> = weights.iter().map(|weight| weight / total).collect();
                matrix.add_products(&chances, &chances, f64::from(below(&mut rng, 50)));
                matrix.add_covariance(&chances, f64::from(below(&mut rng, 50)));
            }
            let inverse = matrix.pseudo_inverse();
            assert!(near(&matrix.times(&inverse).times(&matrix), &matrix), "{side}");
            assert!(near(&inverse.times(&matrix).times(&inverse), &inverse), "{side}");
        }
    }

    #[test]
    fn the_pseudo_inverse_ignores_a_shift_of_all_players() {
        let mut matrix = Matrix::zero(3);
        matrix.add_covariance(&[0.2, 0.3, 0.5], 10.0);
        let shift = matrix.pseudo_inverse().apply(&[1.0; 3]);
        assert!(shift.iter().all(|x| x.abs() < 1e-12), "{shift:?}");
    }
}
