//! Logistic regression, with as many outcomes as there are players: weights under which the targets
//! are least surprising.

use parlour_core::rng::{below, seeded};

use super::lesson::Lesson;

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
            let shares = lesson.foreseen(&weights);
            let off = |(seat, target): (_, f64)| -target * shares[seat].max(1e-9).ln();
            lesson.target.iter().map(off).sum::<f64>()
        })
        .sum();
    total / lessons.len().max(1) as f64
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
            let shares = lesson.foreseen(&self.weights);
            for (side, (seat, target)) in lesson.sides.iter().zip(lesson.target.iter()) {
                let off = shares[seat] - target;
                for &(feature, count) in side {
                    slopes[usize::from(feature)] += off * f64::from(count) / size;
                }
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
    use parlour_core::{PerSeat, Seat};

    use super::*;

    /// Who wins gets all.
    fn won(seats: u8, winner: u8) -> PerSeat<f64> {
        let mut target = PerSeat::new(seats, 0.0);
        target[Seat(winner)] = 1.0;
        target
    }

    #[test]
    fn what_decides_is_found_and_what_does_not_stays_near_nothing() {
        // Feature 0 decides nine times in ten; feature 1 is a coin.
        let mut rng = seeded(5);
        let lessons: Vec<Lesson> = (0..4000)
            .map(|_| {
                let [decides, coin, luck] = [2, 2, 10].map(|n| below(&mut rng, n) as i16);
                let wins = (decides == 1) == (luck > 0);
                let sides = vec![vec![(0, 2 * decides - 1), (1, 2 * coin - 1)], vec![]];
                Lesson { sides, target: won(2, u8::from(!wins)) }
            })
            .collect();
        let weights = fit(&lessons, &[0, 0], 120, 1);
        // The log-odds of nine to one.
        assert!((1900..2500).contains(&weights[0]), "{weights:?}");
        assert!(weights[1].abs() < 150, "{weights:?}");
        assert!(loss(&lessons, &weights) < loss(&lessons, &[0, 0]));
        assert_eq!(weights, fit(&lessons, &[0, 0], 120, 1), "a seed repeats");
    }

    #[test]
    fn three_players_are_told_apart_by_what_each_has() {
        // Whoever has feature 0 wins eight times in ten, else one of the others alike.
        let mut rng = seeded(6);
        let lessons: Vec<Lesson> = (0..6000)
            .map(|_| {
                let [owner, luck] = [3, 10].map(|n| below(&mut rng, n) as u8);
                let winner = if luck < 8 { owner } else { (owner + luck - 7) % 3 };
                let sides = (0..3).map(|seat| if seat == owner { vec![(0, 1)] } else { vec![] });
                Lesson { sides: sides.collect(), target: won(3, winner) }
            })
            .collect();
        let weights = fit(&lessons, &[0], 120, 1);
        // Eight to one against each of the others.
        assert!((1900..2250).contains(&weights[0]), "{weights:?}");
    }
}
