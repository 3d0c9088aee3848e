//! Means of numbers, with their errors.

/// The mean of numbers that came one after another, and how far it can be trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// Of this number of values with this sum and this sum of squares.
    pub(super) fn of(count: f64, sum: f64, squares: f64) -> Self {
        Mean { count, sum, squares }
    }

    /// Counts others in that have been counted before.
    pub(super) fn add_all(&mut self, other: Mean) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    pub(crate) fn count(&self) -> f64 {
        self.count
    }

    pub(crate) fn value(&self) -> f64 {
        if self.count == 0.0 { 0.0 } else { self.sum / self.count }
    }

    /// The variance of the numbers. A few that are all alike do not prove that there is none: a prior
    /// of two more is added, one half above and one half below.
    pub(crate) fn variance(&self) -> f64 {
        let mean = self.value();
        let spread = self.squares - self.count * mean * mean + 0.5;
        spread.max(0.0) / (self.count + 1.0)
    }
}
