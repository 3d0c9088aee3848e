//! A test that ends as soon as it is decided.

use super::mean::Mean;
use super::won_by;

/// One player's share of the win in rotations of games, from 0 to 1, and the seats that it was won from.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sample {
    shares: Mean,
    /// Kinds of tables: the player's seats, the others', and how many rotations' games were played there.
    tables: Vec<(f64, f64, f64)>,
}

impl Sample {
    /// Counts in the shares of rotations whose games were all played with these seats: the player's and
    /// the others'.
    pub(super) fn add(&mut self, shares: Mean, games: &[(f64, f64)]) {
        let rotations = shares.count() / games.len().max(1) as f64;
        self.shares.add_all(shares);
        for &(own, others) in games {
            match self.tables.iter_mut().find(|table| (table.0, table.1) == (own, others)) {
                Some(table) => table.2 += rotations,
                None => self.tables.push((own, others, rotations)),
            }
        }
    }

    /// The shares, one for each rotation.
    pub(crate) fn shares(&self) -> &Mean {
        &self.shares
    }

    /// The mean share of somebody who is rated `elo` higher than everybody else. With three
    /// seats, of which the player has two and one by turns, it is not the score of one seat against
    /// another.
    pub(crate) fn expected(&self, elo: f64) -> f64 {
        let (mut sum, mut rotations) = (0.0, 0.0);
        for &(own, others, count) in &self.tables {
            sum += count * won_by(own, others, elo);
            rotations += count;
        }
        if rotations == 0.0 { 0.0 } else { sum / rotations }
    }
}

/// A sequential test of two hypotheses about a difference in rating (Wald's SPRT, with the scores'
/// own variance).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    /// The Elo difference of the null hypothesis.
    pub(crate) elo0: f64,
    /// The Elo difference of the alternative hypothesis.
    pub(crate) elo1: f64,
    /// The error rate, of both kinds.
    pub(crate) risk: f64,
}

impl Sprt {
    /// The bounds at which it ends, below for [`Sprt::elo0`], above for [`Sprt::elo1`].
    pub(crate) fn bounds(&self) -> (f64, f64) {
        let bound = ((1.0 - self.risk) / self.risk).ln();
        (-bound, bound)
    }

    /// The log-likelihood ratio of both hypotheses.
    pub(crate) fn evidence(&self, sample: &Sample) -> f64 {
        let shares = sample.shares();
        if shares.count() == 0.0 {
            return 0.0;
        }
        let (share0, share1) = (sample.expected(self.elo0), sample.expected(self.elo1));
        shares.count() * (share1 - share0) * (2.0 * shares.value() - share0 - share1)
            / (2.0 * shares.variance())
    }

    /// Whether the alternative is accepted; `None` while it is undecided.
    pub(crate) fn verdict(&self, sample: &Sample) -> Option<bool> {
        let (evidence, (low, high)) = (self.evidence(sample), self.bounds());
        if evidence >= high { Some(true) } else { (evidence <= low).then_some(false) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 50.0, risk: 0.05 };

    /// Rotations of two games between two seats.
    fn sample(shares: impl Iterator<Item = f64>) -> Sample {
        let (mut mean, mut sample) = (Mean::default(), Sample::default());
        shares.for_each(|share| mean.add(share));
        sample.add(mean, &[(1.0, 1.0), (1.0, 1.0)]);
        sample
    }

    #[test]
    fn the_sprt_accepts_the_true_hypothesis() {
        let strong = sample((0..2000).map(|n| if n % 3 == 0 { 0.0 } else { 1.0 }));
        let even = sample((0..2000).map(|n| f64::from(n % 2)));
        assert_eq!(TEST.verdict(&strong), Some(true));
        assert_eq!(TEST.verdict(&even), Some(false));
        assert_eq!(TEST.verdict(&Sample::default()), None);
    }

    #[test]
    fn a_few_wins_prove_little() {
        assert_eq!(TEST.verdict(&sample([1.0; 3].into_iter())), None);
    }

    #[test]
    fn what_is_expected_follows_from_the_seats() {
        let two = sample([0.5].into_iter());
        assert!((two.expected(50.0) - won_by(1.0, 1.0, 50.0)).abs() < 1e-12);
        let mut three = Sample::default();
        three.add(Mean::of(10.0, 5.0, 3.0), &[(2.0, 1.0), (1.0, 2.0)]);
        assert!((three.expected(0.0) - 0.5).abs() < 1e-12);
        // Ten times the strength: 20 of 21 and 10 of 12.
        let mean = (20.0 / 21.0 + 10.0 / 12.0) / 2.0;
        assert!((three.expected(400.0) - mean).abs() < 1e-12);
    }
}
