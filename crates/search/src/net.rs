//! A small neural net over sparse features: one hidden layer, and a linear path past it. Without hidden
//! units it is a weighted sum of features.

/// The most features that a position may have.
const MAX_FEATURES: usize = 64;

/// The features of a position that are not zero, each with its value.
#[derive(Clone, Debug)]
pub struct Features {
    items: [(u16, f32); MAX_FEATURES],
    len: usize,
}

impl Default for Features {
    fn default() -> Self {
        Features { items: [(0, 0.0); MAX_FEATURES], len: 0 }
    }
}

impl Features {
    /// Adds a feature. The values of a feature that is added twice are summed.
    ///
    /// # Panics
    /// When there are too many features.
    pub fn push(&mut self, feature: usize, value: f32) {
        self.items[self.len] = (feature as u16, value);
        self.len += 1;
    }

    /// All of them.
    pub fn as_slice(&self) -> &[(u16, f32)] {
        &self.items[..self.len]
    }
}

/// The most hidden units that a net may have.
pub const MAX_HIDDEN: usize = 32;

/// The activations of the hidden units.
pub type Hidden = [f32; MAX_HIDDEN];

/// The activation function of the hidden units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// `x / (1 + |x|)`.
    Softsign,
    /// `x` within 0 and 1, constant outside (a clipped ReLU).
    Clipped,
}

impl Activation {
    /// The activation at this sum of inputs.
    #[inline(always)]
    pub fn apply(self, sum: f32) -> f32 {
        match self {
            Activation::Softsign => sum / (1.0 + sum.abs()),
            Activation::Clipped => sum.clamp(0.0, 1.0),
        }
    }
}

/// The size and kind of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many features there are.
    pub inputs: usize,
    /// How many hidden units, at most [`MAX_HIDDEN`].
    pub hidden: usize,
    /// What the hidden units compute.
    pub activation: Activation,
}

impl Shape {
    /// A weighted sum of features.
    pub const fn linear(inputs: usize) -> Self {
        Shape { inputs, hidden: 0, activation: Activation::Clipped }
    }

    /// How many weights a net of this shape has.
    pub const fn weights(&self) -> usize {
        self.inputs * (self.hidden + 1) + 2 * self.hidden + 1
    }
}

/// A net with one output: log-odds.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    shape: Shape,
    /// In this order: from every input to every hidden unit, the units of one input together; from every
    /// input to the output; the bias of every hidden unit; from every hidden unit to the output; the bias
    /// of the output.
    weights: Vec<f32>,
}

impl Net {
    /// A net with these weights, in the order of [`Net::weights`]; `None` where the number is wrong or one
    /// is not finite.
    pub fn new(shape: Shape, weights: Vec<f32>) -> Option<Self> {
        let fits = weights.len() == shape.weights() && shape.hidden <= MAX_HIDDEN;
        (fits && weights.iter().all(|weight| weight.is_finite())).then_some(Net { shape, weights })
    }

    /// A net of zeros.
    ///
    /// # Panics
    /// With more than [`MAX_HIDDEN`] hidden units.
    pub fn zero(shape: Shape) -> Self {
        Net::new(shape, vec![0.0; shape.weights()]).expect("a shape that a net can have")
    }

    /// Its shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// All weights: from every input to every hidden unit, the units of one input together; from every
    /// input to the output; the bias of every hidden unit; from every hidden unit to the output; the bias
    /// of the output.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The same, to be changed.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// Where the weights from the inputs to the output begin.
    pub fn direct(&self) -> usize {
        self.shape.inputs * self.shape.hidden
    }

    /// Where the biases of the hidden units begin.
    pub fn biases(&self) -> usize {
        self.direct() + self.shape.inputs
    }

    /// Where the weights from the hidden units to the output begin.
    pub fn last(&self) -> usize {
        self.biases() + self.shape.hidden
    }

    /// The log-odds of these features, and the activations of the hidden units.
    #[inline]
    pub fn forward(&self, features: impl IntoIterator<Item = (usize, f32)>) -> (f32, Hidden) {
        let Shape { inputs, hidden, activation } = self.shape;
        let (first, rest) = self.weights.split_at(inputs * hidden);
        let (direct, rest) = rest.split_at(inputs);
        let (biases, last) = rest.split_at(hidden);
        let mut units = [0.0; MAX_HIDDEN];
        units[..hidden].copy_from_slice(biases);
        let mut sum = last[hidden];
        for (feature, value) in features {
            sum += direct[feature] * value;
            let weights = &first[feature * hidden..][..hidden];
            for (unit, weight) in units.iter_mut().zip(weights) {
                *unit += weight * value;
            }
        }
        for (unit, weight) in units[..hidden].iter_mut().zip(last) {
            *unit = activation.apply(*unit);
            sum += *unit * weight;
        }
        (sum, units)
    }

    /// The share of the win that the net expects.
    pub fn share(&self, features: &Features) -> f32 {
        let features = features.as_slice().iter().map(|&(feature, value)| (feature.into(), value));
        1.0 / (1.0 + (-self.forward(features).0).exp())
    }

    /// The net with these weights, 32-bit floats, little-endian; `None` where the number of bytes is wrong or a weight is not finite.
    pub fn from_bytes(shape: Shape, bytes: &[u8]) -> Option<Self> {
        let (words, rest) = bytes.as_chunks();
        let weights = words.iter().map(|&word| f32::from_le_bytes(word)).collect();
        rest.is_empty().then(|| Net::new(shape, weights)).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape = Shape { inputs: 5, hidden: 3, activation: Activation::Softsign };

    #[test]
    fn weights_are_read_from_bytes() {
        let weights: Vec<f32> = (0..SHAPE.weights()).map(|n| n as f32 / 8.0 - 1.0).collect();
        let bytes: Vec<u8> = weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        assert_eq!(Net::from_bytes(SHAPE, &bytes), Net::new(SHAPE, weights));
        assert_eq!(Net::from_bytes(SHAPE, &bytes[1..]), None);
        assert_eq!(Net::from_bytes(Shape { hidden: 2, ..SHAPE }, &bytes), None);
        assert_eq!(Net::from_bytes(SHAPE, &[0xff; 4].repeat(bytes.len() / 4)), None);
    }

    #[test]
    fn without_hidden_units_the_output_is_a_weighted_sum() {
        let net = Net::new(Shape::linear(2), vec![0.5, -2.0, 0.25]).expect("three weights");
        assert_eq!(net.forward([(0, 3.0), (1, 1.0)]).0, 0.25 + 1.5 - 2.0);
    }
}
