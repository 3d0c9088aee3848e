//! Two moves compared in the same worlds, more exactly than by their values in one search.

use parlour_core::rng::{Rng, seeded};

use super::search::Search;
use crate::belief::BeliefModel;
use crate::report::Difference;

/// The first samples only teach the table what follows the two moves: one part of this number.
const LEARNING_PART: u64 = 3;
/// Samples near each other depend on the same table, so the error is that of this number of means.
const BATCHES: usize = 16;
/// The least chance that an observer gives a move in an information state: the model may be wrong.
const LEAST: f32 = 0.02;

impl<G: BeliefModel> Search<G> {
    /// By how much the first move is better than the second in the true information state. `reaches` has, for
    /// both moves, how likely each information state makes it; `None` where it is not legal.
    ///
    /// The other information states make the moves as well, and the others learn from each as much as an
    /// observer would: nobody finds replies to a secret that only this comparison knows.
    pub(super) fn compare(
        &mut self,
        moves: [G::Move; 2],
        reaches: [Vec<Option<f32>>; 2],
        samples: u64,
    ) -> Option<Difference> {
        let truth = self.info_states.iter().position(|state| state.view == self.task.view)?;
        let weights = reaches.map(|reach| self.weights(truth, &reach));
        let choices = moves.map(|mv| self.root_choice(truth, mv));
        let choices = [choices[0]?, choices[1]?];
        let mut batches = [(0.0, 0u64); BATCHES];
        let learning = samples / LEARNING_PART;
        for sample in 0..samples {
            let seed = self.rng.next_u64();
            let values =
                [0, 1].map(|which| self.sample(truth, choices[which], weights[which][truth], seed));
            if let Some(counted) = sample.checked_sub(learning) {
                let batch = counted as usize * BATCHES / (samples - learning) as usize;
                batches[batch].0 += f64::from(values[0] - values[1]);
                batches[batch].1 += 1;
            }
            let other = sample as usize % self.info_states.len();
            if other != truth {
                let seed = self.rng.next_u64();
                for (&mv, weights) in moves.iter().zip(&weights) {
                    if let Some(choice) = self.root_choice(other, mv) {
                        self.sample(other, choice, weights[other], seed);
                    }
                }
            }
        }
        difference(&batches)
    }

    /// What the others learn from a sample of each information state, so that all together weigh as an observer
    /// would after the move: the true one is sampled in every round, each other in one round in as many as
    /// there are.
    fn weights(&self, truth: usize, reach: &[Option<f32>]) -> Vec<f32> {
        let count = self.info_states.len() as f32;
        let likely = |(state, reach): (usize, &Option<f32>)| {
            reach.map_or(0.0, |chance| self.info_states[state].odds * chance.max(LEAST))
        };
        let likely: Vec<f32> = reach.iter().enumerate().map(likely).collect();
        let total: f32 = likely.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        let often = |state: usize| if state == truth { 1.0 } else { count };
        likely.iter().enumerate().map(|(state, odds)| odds / total * often(state)).collect()
    }

    fn root_choice(&self, info_state: usize, mv: G::Move) -> Option<u32> {
        let mut range = self.sets[info_state].range();
        range.find(|&choice| self.choices[choice].mv == mv).map(|choice| choice as u32)
    }

    /// The mover's share in one simulation of a choice; the seed is that of the world and of the dice.
    fn sample(&mut self, info_state: usize, choice: u32, reckoned: f32, seed: u64) -> f32 {
        let mut rng = seeded(seed);
        let view = &self.info_states[info_state].view;
        let mut world = self.task.game.determinize_by(view, &self.belief, &mut rng);
        let before = std::mem::replace(&mut self.rng, rng);
        self.simulations += 1;
        self.path.clear();
        let values = self.descend(&mut world, Some(choice));
        self.learn(&values, reckoned, true);
        self.rng = before;
        values[self.me]
    }
}

/// The mean of all samples and its standard error, by the means of the batches.
fn difference(batches: &[(f64, u64)]) -> Option<Difference> {
    let means: Vec<f64> = batches
        .iter()
        .filter(|batch| batch.1 > 0)
        .map(|&(sum, count)| sum / count as f64)
        .collect();
    let count = means.len() as f64;
    if count < 2.0 {
        return None;
    }
    let mean = means.iter().sum::<f64>() / count;
    let squares: f64 = means.iter().map(|batch| (batch - mean).powi(2)).sum();
    Some(Difference { mean, error: (squares / (count - 1.0) / count).sqrt() })
}
