//! Fitting a net to samples: multinomial logistic regression.

use parlour_core::rng::{seeded, shuffle};
use parlour_search::net::Net;

use super::net::slope;
use super::sample::{Input, Sample};

/// Samples between two updates of the weights by Adam.
const BATCH: usize = 512;
/// Adam's decay rates of the means of gradients and of their squares.
const BETA: [f32; 2] = [0.9, 0.999];
/// How strongly linear weights are pulled to where they began: rare features say little.
const PULL: f32 = 3e-4;
/// The decay of all other weights.
const DECAY: f32 = 0.02;
/// Adam's learning rate falls linearly to this part of the first.
const LAST_RATE: f32 = 0.02;
/// With TD(λ), linear weights move by this part of the learning rate, because many features move the sum
/// at once.
const LINEAR_RATE: f32 = 0.3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Method {
    /// Adam over batches in random order, which visit each sample this number of times.
    Adam { rounds: u32 },
    /// TD(λ) over the positions of one game, the last first: an update after each sample, whose target
    /// is the result blended with the estimates of later positions. As these come from the weights that
    /// have already learned from the end of the game, a net that knows nothing learns fast.
    Td {
        /// The part of the result in the blend with each estimate.
        lambda: f32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fit {
    /// How the net reads a sample.
    pub(crate) input: Input,
    /// Whether the bias of the output is trained. It must not be where every option has features, because
    /// then it cancels out.
    pub(crate) bias: bool,
    pub(crate) method: Method,
    /// The learning rate. With Adam, a weight moves this far with the first update, at most.
    pub(crate) rate: f32,
}

impl Fit {
    /// Weights that predict the samples better than those of `net`. The seed decides the order of samples
    /// for Adam.
    pub(crate) fn run(&self, net: &Net, samples: &[Sample], seed: u64) -> Net {
        match self.method {
            Method::Adam { rounds } => self.adam(net, samples, rounds, seed),
            Method::Td { lambda } => self.td(net, samples, lambda),
        }
    }

    fn adam(&self, net: &Net, samples: &[Sample], rounds: u32, seed: u64) -> Net {
        let mut rng = seeded(seed);
        let mut adam = Adam::new(net);
        let mut order: Vec<usize> = (0..samples.len()).collect();
        let (mut done, all) = (0, rounds as usize * samples.len());
        for _ in 0..rounds {
            shuffle(&mut rng, &mut order);
            for batch in order.chunks(BATCH) {
                let left = 1.0 - done as f32 / all as f32;
                let gradient = self.gradient(&adam.net, batch.iter().map(|&at| &samples[at]));
                adam.update(&gradient, self.rate * left.max(LAST_RATE));
                done += batch.len();
            }
        }
        adam.net
    }

    fn td(&self, net: &Net, samples: &[Sample], lambda: f32) -> Net {
        let mut net = net.clone();
        let mut rates = vec![self.rate; net.weights().len()];
        rates[net.direct()..net.biases()].fill(LINEAR_RATE * self.rate);
        let mut blended: Option<Vec<f32>> = None;
        for sample in samples {
            let target = blended.unwrap_or_else(|| sample.target.clone());
            let shares = sample.predict(&net, self.input).into_iter().map(|(share, _)| share);
            let blend = |(target, share)| lambda * target + (1.0 - lambda) * share;
            blended = Some(target.iter().zip(shares).map(blend).collect());
            let sample = Sample { target, ..sample.clone() };
            let gradient = self.gradient(&net, std::iter::once(&sample));
            for (weight, (rate, slope)) in
                net.weights_mut().iter_mut().zip(rates.iter().zip(gradient))
            {
                *weight -= rate * slope;
            }
        }
        net
    }

    /// The mean cross-entropy of the samples, in nats.
    pub(crate) fn cross_entropy(&self, net: &Net, samples: &[Sample]) -> f64 {
        let total: f64 = samples.iter().map(|sample| sample.cross_entropy(net, self.input)).sum();
        total / samples.len().max(1) as f64
    }

    /// The mean gradient of the cross-entropy by every weight.
    fn gradient<'a>(
        &self,
        net: &Net,
        batch: impl ExactSizeIterator<Item = &'a Sample>,
    ) -> Vec<f32> {
        let (hidden, activation) = (net.shape().hidden, net.shape().activation);
        let (direct, biases, last) = (net.direct(), net.biases(), net.last());
        let weights = net.weights();
        let mut gradient = vec![0.0; weights.len()];
        let part = 1.0 / batch.len() as f32;
        for sample in batch {
            for (option, (share, units)) in sample.predict(net, self.input).into_iter().enumerate()
            {
                if sample.options[option].is_empty() {
                    continue;
                }
                // The derivative of the cross-entropy by the log-odds is the error.
                let error = (share - sample.target[option]) * sample.scale * part;
                let mut by_unit = [0.0; parlour_search::net::MAX_HIDDEN];
                for unit in 0..hidden {
                    by_unit[unit] = error * weights[last + unit] * slope(activation, units[unit]);
                    gradient[last + unit] += error * units[unit];
                    gradient[biases + unit] += by_unit[unit];
                }
                for (feature, value) in sample.inputs(option, self.input, net) {
                    gradient[direct + feature] += error * value;
                    let row = &mut gradient[feature * hidden..][..hidden];
                    row.iter_mut().zip(&by_unit).for_each(|(slope, unit)| *slope += unit * value);
                }
                if self.bias {
                    gradient[last + hidden] += error;
                }
            }
        }
        gradient
    }
}

/// Weights that follow the gradient, each with a step size of its own (Kingma and Ba).
struct Adam {
    net: Net,
    first: Net,
    means: Vec<f32>,
    squares: Vec<f32>,
    /// The powers of [`BETA`], to correct for the zeros that both begin with.
    powers: [f32; 2],
}

impl Adam {
    fn new(net: &Net) -> Self {
        let zeros = vec![0.0; net.weights().len()];
        let (means, squares) = (zeros.clone(), zeros);
        Adam { net: net.clone(), first: net.clone(), means, squares, powers: [1.0; 2] }
    }

    fn update(&mut self, gradient: &[f32], rate: f32) {
        self.powers = [self.powers[0] * BETA[0], self.powers[1] * BETA[1]];
        let direct = self.net.direct()..self.net.biases();
        let (bias, first) = (self.net.weights().len() - 1, self.first.weights());
        for (at, weight) in self.net.weights_mut().iter_mut().enumerate() {
            let pull = if direct.contains(&at) { PULL * (*weight - first[at]) } else { 0.0 };
            let slope = gradient[at] + pull;
            self.means[at] += (1.0 - BETA[0]) * (slope - self.means[at]);
            self.squares[at] += (1.0 - BETA[1]) * (slope * slope - self.squares[at]);
            let mean = self.means[at] / (1.0 - self.powers[0]);
            let square = self.squares[at] / (1.0 - self.powers[1]);
            *weight -= rate * mean / (square.sqrt() + 1e-8);
            if !direct.contains(&at) && at != bias {
                *weight -= rate * DECAY * *weight;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use parlour_core::rng::below;
    use parlour_search::net::{Activation, Shape};
    use parlour_search::two_sided::TwoSidedNet;

    use super::super::net::untrained;
    use super::*;

    const LINEAR: Fit =
        Fit { input: Input::Own, bias: false, method: Method::Adam { rounds: 120 }, rate: 0.01 };

    fn sample(options: Vec<Vec<(u16, f32)>>, winner: usize) -> Sample {
        let target = (0..options.len()).map(|option| f32::from(u8::from(option == winner)));
        Sample { target: target.collect(), options, scale: 1.0 }
    }

    #[test]
    fn a_decisive_feature_gets_its_log_odds_and_a_coin_gets_none() {
        // Feature 0 decides nine times in ten; feature 1 is a coin.
        let mut rng = seeded(5);
        let samples: Vec<Sample> = (0..4000)
            .map(|_| {
                let [decides, coin, luck] = [2, 2, 10].map(|n| below(&mut rng, n) as f32);
                let wins = (decides == 1.0) == (luck > 0.0);
                let own = vec![(0, 2.0 * decides - 1.0), (1, 2.0 * coin - 1.0)];
                sample(vec![own, vec![]], usize::from(!wins))
            })
            .collect();
        let zero = Net::zero(Shape::linear(2));
        let net = LINEAR.run(&zero, &samples, 1);
        assert!((1.9..2.5).contains(&net.weights()[0]), "{net:?}");
        assert!(net.weights()[1].abs() < 0.15, "{net:?}");
        assert!(LINEAR.cross_entropy(&net, &samples) < LINEAR.cross_entropy(&zero, &samples));
        assert_eq!(net, LINEAR.run(&zero, &samples, 1), "a seed repeats");
    }

    #[test]
    fn three_options_are_told_apart_by_their_features() {
        // The owner of feature 0 wins eight times in ten, else one of the others alike.
        let mut rng = seeded(6);
        let samples: Vec<Sample> = (0..6000)
            .map(|_| {
                let [owner, luck] = [3, 10].map(|n| below(&mut rng, n) as usize);
                let winner = if luck < 8 { owner } else { (owner + luck - 7) % 3 };
                let of = |option| if option == owner { vec![(0, 1.0)] } else { vec![] };
                sample((0..3).map(of).collect(), winner)
            })
            .collect();
        let net = LINEAR.run(&Net::zero(Shape::linear(1)), &samples, 1);
        // Eight to one against each of the others.
        assert!((1.9..2.25).contains(&net.weights()[0]), "{net:?}");
    }

    #[test]
    fn hidden_units_learn_what_no_sum_of_features_can_express() {
        // Whether two coins differ.
        let mut rng = seeded(3);
        let coins = |one: u16, other: u16| vec![vec![(one, 1.0), (2 + other, 1.0)], vec![]];
        let samples: Vec<Sample> = (0..4000)
            .map(|_| {
                let [one, other] = [2, 2].map(|n| below(&mut rng, n) as u16);
                sample(coins(one, other), usize::from(one == other))
            })
            .collect();
        let shape = Shape { inputs: 4, hidden: 8, activation: Activation::Softsign };
        let fresh = untrained(shape, &mut rng);
        let adam = Fit { bias: true, method: Method::Adam { rounds: 60 }, rate: 0.05, ..LINEAR };
        let td = Fit { bias: true, method: Method::Td { lambda: 1.0 }, rate: 0.1, ..LINEAR };
        // A game of one position each.
        let often = std::iter::repeat_n(&samples, 15).flatten();
        let by_td =
            often.fold(fresh.clone(), |net, sample| td.run(&net, std::slice::from_ref(sample), 1));
        for net in [adam.run(&fresh, &samples, 1), by_td] {
            for (one, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let share = sample(coins(one, other), 0).predict(&net, Input::Own)[0].0;
                assert!((share > 0.9) == (one != other), "{one} {other}: {share}");
            }
        }
    }

    #[test]
    fn td_blends_the_result_with_the_estimates_of_later_positions() {
        // Feature 1 is seen before feature 0, and only the estimate of the later one carries over.
        let positions = [vec![(0, 1.0)], vec![(1, 1.0)]];
        let samples = positions.map(|features| sample(vec![features, vec![]], 0));
        let moved = |lambda| {
            let fit = Fit { method: Method::Td { lambda }, rate: 1.0, ..LINEAR };
            let net = fit.run(&Net::zero(Shape::linear(2)), &samples, 1);
            [net.weights()[0], net.weights()[1]]
        };
        // From even odds: the error is a half, and with λ = 0 the earlier target is the estimate, a half.
        assert_eq!(moved(1.0), [0.5 * LINEAR_RATE; 2]);
        assert_eq!(moved(0.5), [0.5 * LINEAR_RATE, 0.25 * LINEAR_RATE]);
        assert_eq!(moved(0.0), [0.5 * LINEAR_RATE, 0.0]);
    }

    #[test]
    fn two_sides_learn_what_counts_only_together() {
        // A side is well off with both of two things; one of them is as good as none.
        const MUCH: f32 = 10.0;
        let mut rng = seeded(5);
        let side = |things: &[bool]| -> Vec<(u16, f32)> {
            let has = (0..).zip(things).filter(|(_, has)| **has);
            has.map(|(feature, _)| (feature, MUCH)).chain([(2, MUCH)]).collect()
        };
        let samples: Vec<Sample> = (0..4000)
            .map(|_| {
                let things: [bool; 4] = std::array::from_fn(|_| below(&mut rng, 2) == 1);
                let well = [0, 2].map(|at| i8::from(things[at] && things[at + 1]));
                let first = f32::from(1 + well[0] - well[1]) / 2.0;
                let options = vec![side(&things[..2]), side(&things[2..])];
                Sample { options, target: vec![first, 1.0 - first], scale: 1.0 }
            })
            .collect();
        let method = Method::Adam { rounds: 60 };
        let fit = Fit { input: Input::Both, bias: false, method, rate: 0.02 };
        let net = fit.run(&untrained(TwoSidedNet::shape(3), &mut seeded(2)), &samples, 1);
        let first = |things: [bool; 2]| {
            let sample = sample(vec![side(&things), side(&[false, false])], 0);
            sample.predict(&net, Input::Both)[0].0
        };
        assert!(first([true, true]) > 0.9, "{}", first([true, true]));
        let alone = [first([true, false]), first([false, true])];
        assert!(alone.iter().all(|&share| share < 0.6), "{alone:?}");
    }
}
