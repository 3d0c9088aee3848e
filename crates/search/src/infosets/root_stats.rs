//! Statistics of the moves at the root, of one search or several of the same task.

use parlour_core::PerSeat;

use super::Params;
use super::search::InfoSetMove;

/// What a choice at the root leads to, before any search.
#[derive(Clone, Copy, Debug)]
pub(super) struct AfterChoice {
    /// Whether nothing is left to hide after it: the game or the hand is over.
    pub(super) ends: bool,
    /// How many more moves the mover needs to win after it than after the choice with the fewest.
    pub(super) extra: f32,
    /// The same for a reader ([`crate::Heuristics::moves_to_win_now`]).
    pub(super) extra_now: f32,
}

/// One information state at the root.
#[derive(Clone, Debug)]
pub(super) struct Root<M> {
    /// Its choices, in the order of the game's moves.
    pub(super) choices: Vec<InfoSetMove<M>>,
    /// What each of them leads to.
    pub(super) after: Vec<AfterChoice>,
    /// The number of simulations that visited it, and the sum of the mover's shares in them.
    pub(super) visits: f32,
    pub(super) total: f32,
    /// The sum of everybody's shares.
    pub(super) shares: PerSeat<f64>,
}

/// All information states, in an order that does not depend on which is the true one.
#[derive(Clone, Debug)]
pub(super) struct RootStats<M> {
    pub(super) roots: Vec<Root<M>>,
    pub(super) simulations: u64,
    /// The longest line.
    pub(super) depth: u32,
}

impl<M: Copy + PartialEq> RootStats<M> {
    /// Adds the statistics of another search of the same task. With another seed it sampled other worlds;
    /// the sum is as good as one search of all these worlds.
    pub(super) fn add(&mut self, other: &RootStats<M>) {
        self.simulations += other.simulations;
        self.depth = self.depth.max(other.depth);
        for (root, more) in self.roots.iter_mut().zip(&other.roots) {
            root.visits += more.visits;
            root.total += more.total;
            for (seat, share) in more.shares.iter() {
                root.shares[seat] += share;
            }
            for (choice, more) in root.choices.iter_mut().zip(&more.choices) {
                debug_assert!(
                    choice.mv == more.mv,
                    "an information state has the same moves in every world"
                );
                choice.visits += more.visits;
                choice.total += more.total;
                choice.squares += more.squares;
            }
        }
    }
}

/// A value that is less than the best by fewer than this number of standard errors cannot be told apart.
const STANDARD_ERRORS: f32 = 2.0;
/// How much of such a difference still counts, so that no two choices are quite equal.
const NOISE_WEIGHT: f32 = 0.1;

impl<M> Root<M> {
    /// The value of each choice by the simulations.
    pub(super) fn values(&self, params: &Params) -> Vec<f32> {
        let untried = self.mean() - params.fpu_reduction;
        let value = |(choice, after): (&InfoSetMove<M>, &AfterChoice)| {
            // What ends the hand is evaluated without a look ahead: one visit tells its value.
            let known = after.ends && choice.visits >= 1.0;
            let doubt = if known { 0.0 } else { params.prior_visits };
            (choice.total + doubt * untried) / (choice.visits + doubt).max(1.0)
        };
        self.choices.iter().zip(&self.after).map(value).collect()
    }

    /// The values for a reader, who makes the best move and need not be hard to predict. Choices that the
    /// simulations cannot tell from the one that they tried most often differ mostly by their progress: else
    /// chance would decide among them, and the hints of one game would lead to and fro.
    pub(super) fn hint_values(&self, params: &Params) -> Vec<f32> {
        let mut values = self.values(params);
        let tried = self.choices.iter().zip(&values);
        let most = tried.max_by(|(a, _), (b, _)| a.visits.total_cmp(&b.visits));
        let (visits, best) = most.map_or((0.0, 0.0), |(choice, &value)| (choice.visits, value));
        let error = (best * (1.0 - best)).max(0.0).sqrt() / visits.max(1.0).sqrt();
        for ((value, after), choice) in values.iter_mut().zip(&self.after).zip(&self.choices) {
            if choice.visits >= 1.0 && *value >= best - STANDARD_ERRORS * error {
                *value = best + NOISE_WEIGHT * (*value - best);
            }
            *value -= params.progress * after.extra_now;
        }
        values
    }

    /// Everybody's mean share in the simulations.
    pub(super) fn mean_shares(&self) -> PerSeat<f64> {
        let total: f64 = self.shares.as_slice().iter().sum();
        if total > 0.0 {
            self.shares.map(|share| share / total)
        } else {
            PerSeat::new(self.shares.seats(), 1.0 / f64::from(self.shares.seats()))
        }
    }

    /// From nearly 0 where the game is decided to 1 where the mover has an even share: how much values
    /// differ there.
    pub(super) fn openness(&self) -> f32 {
        let spread = |share: f32| share * (1.0 - share);
        let even = 1.0 / f32::from(self.shares.seats());
        (spread(self.mean()) / spread(even)).clamp(0.1, 1.0)
    }

    /// The mover's mean share; an even one where there were no visits.
    pub(super) fn mean(&self) -> f32 {
        if self.visits > 0.0 {
            self.total / self.visits
        } else {
            1.0 / f32::from(self.shares.seats())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A root whose choices have these values, visits, and moves more than the fewest to the win.
    fn root(choices: &[(f32, f32, f32)]) -> Root<usize> {
        let choice = |(mv, &(value, visits, _)): (usize, &(f32, f32, f32))| InfoSetMove {
            mv,
            prior: 0.1,
            visits,
            total: value * visits,
            squares: value * value * visits,
        };
        let after = |&(_, _, extra_now): &(f32, f32, f32)| AfterChoice {
            ends: false,
            extra: 0.0,
            extra_now,
        };
        Root {
            choices: choices.iter().enumerate().map(choice).collect(),
            after: choices.iter().map(after).collect(),
            visits: choices.iter().map(|(_, visits, _)| visits).sum(),
            total: choices.iter().map(|(value, visits, _)| value * visits).sum(),
            shares: PerSeat::new(2, 1.0),
        }
    }

    fn best(root: &Root<usize>) -> usize {
        let values = root.hint_values(&Params::DEFAULT);
        (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b])).expect("a choice")
    }

    #[test]
    fn of_moves_that_cannot_be_told_apart_a_reader_gets_the_one_that_makes_progress() {
        let near = root(&[(0.975, 400.0, 1.0), (0.970, 500.0, 1.0), (0.968, 300.0, 0.0)]);
        assert_eq!(best(&near), 2);
        // Without a difference in progress the better value decides.
        let equal = root(&[(0.968, 300.0, 0.0), (0.970, 500.0, 0.0)]);
        assert_eq!(best(&equal), 1);
    }

    #[test]
    fn progress_is_not_bought_with_a_clearly_worse_move() {
        let worse = root(&[(0.97, 500.0, 1.0), (0.80, 300.0, 0.0)]);
        assert_eq!(best(&worse), 0);
    }
}
