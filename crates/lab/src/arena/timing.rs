//! How long players take for their moves.

use std::time::Duration;

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MoveTimes {
    moves: u64,
    /// All of them together, in microseconds: whole numbers add up to the same in every order.
    total: u64,
    longest: u64,
}

impl MoveTimes {
    pub(super) fn add(&mut self, took: Duration) {
        let took = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.add_all(MoveTimes { moves: 1, total: took, longest: took });
    }

    /// Counts moves that were counted elsewhere.
    pub(super) fn add_all(&mut self, other: MoveTimes) {
        self.moves = self.moves.saturating_add(other.moves);
        self.total = self.total.saturating_add(other.total);
        self.longest = self.longest.max(other.longest);
    }

    pub(super) fn moves(self) -> u64 {
        self.moves
    }

    /// The mean of a move, in milliseconds.
    pub(super) fn mean(self) -> Option<f64> {
        (self.moves > 0).then(|| self.total as f64 / self.moves as f64 / 1e3)
    }

    /// The longest move, in milliseconds.
    pub(super) fn longest(self) -> Option<f64> {
        (self.moves > 0).then(|| self.longest as f64 / 1e3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_times_have_a_mean_and_a_longest_move() {
        let mut times = MoveTimes::default();
        assert_eq!((times.mean(), times.longest()), (None, None));
        for milliseconds in [2, 7, 3] {
            times.add(Duration::from_millis(milliseconds));
        }
        assert_eq!((times.moves(), times.mean(), times.longest()), (3, Some(4.0), Some(7.0)));
    }
}
