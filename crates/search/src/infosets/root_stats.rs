//! Statistics of the moves at the root, of one search or several of the same task.

use parlour_core::PerSeat;

use super::search::Choice;

/// What a choice at the root leads to, before any search.
#[derive(Clone, Copy, Debug)]
pub(super) struct AfterChoice {
    /// Whether nothing is left to hide after it: the game or the hand is over.
    pub(super) ends: bool,
    /// How many more moves the mover needs to win after it than after the choice with the fewest.
    pub(super) extra: f32,
}

/// One information state at the root.
#[derive(Clone, Debug)]
pub(super) struct Root<M> {
    /// Its choices, in the order of the game's moves.
    pub(super) choices: Vec<Choice<M>>,
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
            }
        }
    }
}

impl<M> Root<M> {
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
