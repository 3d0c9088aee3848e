//! What a model is fitted to.

use parlour_search::net::{Hidden, MAX_HIDDEN, Net};
use serde::{Deserialize, Serialize};

/// A number of options, such as seats or moves, of which one wins or is chosen. A model gives every option
/// log-odds by its features; the softmax of the log-odds is compared with `target`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sample {
    /// The features of each option. An option without features has log-odds of 0.
    pub(crate) options: Vec<Vec<(u16, f32)>>,
    /// The share of the win, or the probability, of each option.
    pub(crate) target: Vec<f32>,
    /// A factor for all log-odds.
    pub(crate) scale: f32,
}

/// How a net reads the options of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// An option's own features.
    Own,
    /// An option's own features and, as the second half of the inputs, those of the other of two options
    /// ([`parlour_search::two_sided`]).
    Both,
}

impl Sample {
    pub(crate) fn inputs(
        &self,
        option: usize,
        input: Input,
        net: &Net,
    ) -> impl Iterator<Item = (usize, f32)> {
        let (other, shift): (&[_], usize) = match input {
            Input::Own => (&[], 0),
            Input::Both => (&self.options[1 - option], net.shape().inputs / 2),
        };
        let own =
            self.options[option].iter().map(|&(feature, value)| (usize::from(feature), value));
        own.chain(other.iter().map(move |&(feature, value)| (shift + usize::from(feature), value)))
    }

    /// The share that the net gives to each option, and the activations of its hidden units.
    pub(crate) fn predict(&self, net: &Net, input: Input) -> Vec<(f32, Hidden)> {
        let forward = |option: usize| {
            if self.options[option].is_empty() {
                (0.0, [0.0; MAX_HIDDEN])
            } else {
                net.forward(self.inputs(option, input, net))
            }
        };
        let mut all: Vec<(f32, Hidden)> = (0..self.options.len()).map(forward).collect();
        let most = all.iter().map(|(odds, _)| self.scale * odds).fold(f32::NEG_INFINITY, f32::max);
        all.iter_mut().for_each(|(odds, _)| *odds = (self.scale * *odds - most).exp());
        let total: f32 = all.iter().map(|(share, _)| share).sum();
        all.iter_mut().for_each(|(share, _)| *share /= total);
        all
    }

    /// The cross-entropy of the net's prediction, in nats.
    pub(crate) fn cross_entropy(&self, net: &Net, input: Input) -> f64 {
        let predicted = self.predict(net, input);
        let part = |(&target, (share, _)): (&f32, &(f32, Hidden))| {
            -f64::from(target) * f64::from(*share).max(1e-9).ln()
        };
        self.target.iter().zip(&predicted).map(part).sum()
    }

    /// Whether models with this number of features can be fitted to it.
    pub(crate) fn fits(&self, features: usize) -> bool {
        let mut given = self.options.iter().flatten();
        self.options.len() == self.target.len()
            && given.all(|&(feature, _)| usize::from(feature) < features)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_search::net::Shape;

    #[test]
    fn an_option_without_features_has_even_odds_with_a_sum_of_zero() {
        let net = Net::new(Shape::linear(1), vec![2.0, 0.0]).expect("a net");
        let options = vec![vec![(0, 1.0)], vec![]];
        let sample = Sample { options, target: vec![1.0, 0.0], scale: 0.5 };
        let share = sample.predict(&net, Input::Own)[0].0;
        assert!((share - 1.0 / (1.0 + (-1f32).exp())).abs() < 1e-6, "{share}");
        assert!((sample.cross_entropy(&net, Input::Own) + f64::from(share).ln()).abs() < 1e-6);
    }
}
