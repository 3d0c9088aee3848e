//! Logistic regression: weights under which the targets are least surprising.

use parlour_core::rng::{below, seeded};

use super::Lesson;

/// So many positions are gone through between two changes of the weights.
const BATCH: usize = 512;
/// How far a weight moves at most with each change at first, in log-odds.
const RATE: f64 = 0.01;
/// How long slopes and their squares are remembered (Adam).
const KEEP: [f64; 2] = [0.9, 0.999];
/// How strongly weights are drawn to where they began: what hardly comes up says little.
const PULL: f64 = 3e-4;

/// Finds weights, in thousandths, that foresee the lessons better than those given.
pub(super) fn fit(lessons: &[Lesson], weights: &[i32], rounds: u32, seed: u64) -> Vec<i32> {
    let mut rng = seeded(seed);
    let mut learner = Adam::new(weights);
    let mut order: Vec<usize> = (0..lessons.len()).collect();
    for round in 0..rounds {
        for i in (1..order.len()).rev() {
            order.swap(i, below(&mut rng, i as u32 + 1) as usize);
        }
        let rate = RATE * (1.0 - f64::from(round) / f64::from(rounds));
        for batch in order.chunks(BATCH) {
            learner.learn(batch.iter().map(|&at| &lessons[at]), rate);
        }
    }
    learner.weights.iter().map(|weight| (weight * 1000.0).round() as i32).collect()
}

/// The mean loss of the lessons under these weights, in nats.
pub(super) fn loss(lessons: &[Lesson], weights: &[i32]) -> f64 {
    let weights: Vec<f64> = weights.iter().map(|&weight| f64::from(weight) / 1000.0).collect();
    let total: f64 = lessons
        .iter()
        .map(|lesson| {
            let share = foreseen(lesson, &weights).clamp(1e-9, 1.0 - 1e-9);
            -(lesson.target * share.ln() + (1.0 - lesson.target) * (1.0 - share).ln())
        })
        .sum();
    total / lessons.len().max(1) as f64
}

/// The share of the win that the weights expect.
fn foreseen(lesson: &Lesson, weights: &[f64]) -> f64 {
    let sum: f64 =
        lesson.features.iter().map(|&(f, n)| weights[usize::from(f)] * f64::from(n)).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Weights that follow the slope of the loss, each at a pace of its own.
struct Adam {
    weights: Vec<f64>,
    first: Vec<f64>,
    slopes: Vec<f64>,
    squares: Vec<f64>,
    /// What is left of the zeros that both began with.
    fading: [f64; 2],
}

impl Adam {
    fn new(weights: &[i32]) -> Self {
        let nothing = vec![0.0; weights.len()];
        let weights: Vec<f64> = weights.iter().map(|&weight| f64::from(weight) / 1000.0).collect();
        Adam {
            first: weights.clone(),
            weights,
            slopes: nothing.clone(),
            squares: nothing,
            fading: [1.0; 2],
        }
    }

    fn learn<'a>(&mut self, batch: impl ExactSizeIterator<Item = &'a Lesson>, rate: f64) {
        let size = batch.len() as f64;
        let mut slopes = vec![0.0; self.weights.len()];
        for lesson in batch {
            let off = foreseen(lesson, &self.weights) - lesson.target;
            for &(feature, count) in &lesson.features {
                slopes[usize::from(feature)] += off * f64::from(count) / size;
            }
        }
        self.fading = [self.fading[0] * KEEP[0], self.fading[1] * KEEP[1]];
        for (at, weight) in self.weights.iter_mut().enumerate() {
            let slope = slopes[at] + PULL * (*weight - self.first[at]);
            self.slopes[at] += (1.0 - KEEP[0]) * (slope - self.slopes[at]);
            self.squares[at] += (1.0 - KEEP[1]) * (slope * slope - self.squares[at]);
            let mean = self.slopes[at] / (1.0 - self.fading[0]);
            let square = self.squares[at] / (1.0 - self.fading[1]);
            *weight -= rate * mean / (square.sqrt() + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_decides_is_found_and_what_does_not_stays_near_nothing() {
        // Feature 0 decides nine times in ten; feature 1 is a coin.
        let mut rng = seeded(5);
        let lessons: Vec<Lesson> = (0..4000)
            .map(|_| {
                let [decides, coin, luck] = [2, 2, 10].map(|n| below(&mut rng, n) as i16);
                let wins = (decides == 1) == (luck > 0);
                let features = vec![(0, 2 * decides - 1), (1, 2 * coin - 1)];
                Lesson { features, target: f64::from(u8::from(wins)) }
            })
            .collect();
        let weights = fit(&lessons, &[0, 0], 120, 1);
        // The log-odds of nine to one.
        assert!((1900..2500).contains(&weights[0]), "{weights:?}");
        assert!(weights[1].abs() < 150, "{weights:?}");
        assert!(loss(&lessons, &weights) < loss(&lessons, &[0, 0]));
        assert_eq!(weights, fit(&lessons, &[0, 0], 120, 1), "a seed repeats");
    }
}
