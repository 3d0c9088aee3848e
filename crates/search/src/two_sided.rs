//! A net for games of two in which both sides are evaluated by the same weights, in small integers.
//!
//! A [`Net`] is given what a side has and, as further inputs, what the other side has. The evaluation is
//! its output for the first side less its output for the second, so it changes its sign, to the last bit,
//! when the sides change places. Integers are fast to add, and their sum does not depend on the order.

use parlour_core::Seat;

use crate::net::{Activation, Net, Shape};

/// The hidden units of a side, and the linear path as unit 0.
const UNITS: usize = 16;
/// What 1 is as an integer. Sums up to 31 fit, far more than any position has; larger ones saturate.
const ONE: f32 = 1024.0;
/// The most features that a side may have.
const MAX_FEATURES: usize = 64;

/// What one feature adds to the units of the side that has it, and to those of the other side.
type Pair = [[i16; UNITS]; 2];

/// The integer net that a search evaluates with.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoSidedNet {
    pairs: Vec<Pair>,
    biases: [i16; UNITS],
    last: [f32; UNITS],
}

impl TwoSidedNet {
    /// The shape of a [`Net`] for this number of features a side: inputs from `features` on are what the
    /// other side has.
    pub const fn shape(features: usize) -> Shape {
        Shape { inputs: 2 * features, hidden: UNITS - 1, activation: Activation::Clipped }
    }

    /// Rounds a net to integers. `scale` is the input of the net for one of a feature.
    ///
    /// # Panics
    /// When the net has another shape than [`TwoSidedNet::shape`].
    pub fn new(net: &Net, scale: impl Fn(usize) -> f32) -> Self {
        let features = net.shape().inputs / 2;
        assert_eq!(net.shape(), Self::shape(features), "a net for two sides");
        let weights = net.weights();
        let round = |weight: f32, scale: f32| (weight * scale * ONE).round() as i16;
        let row = |input: usize, scale: f32| -> [i16; UNITS] {
            let hidden = &weights[input * (UNITS - 1)..];
            std::array::from_fn(|unit| match unit {
                0 => round(weights[net.direct() + input], scale),
                _ => round(hidden[unit - 1], scale),
            })
        };
        let pair =
            |feature| [row(feature, scale(feature)), row(features + feature, scale(feature))];
        let of_hidden = |from: usize, unit: usize| weights[from + unit - 1];
        TwoSidedNet {
            pairs: (0..features).map(pair).collect(),
            biases: std::array::from_fn(|unit| match unit {
                0 => 0,
                _ => round(of_hidden(net.biases(), unit), 1.0),
            }),
            last: std::array::from_fn(|unit| match unit {
                0 => 1.0,
                _ => of_hidden(net.last(), unit),
            }),
        }
    }

    /// How far the first side is ahead, in log-odds.
    #[inline(always)]
    pub fn evaluate(&self, sides: &SideFeatures) -> f32 {
        let mut units = [self.biases; 2];
        for (side, features) in sides.iter() {
            let (first, second) = units.split_at_mut(1);
            let (mine, theirs) = if side == 0 {
                (&mut first[0], &mut second[0])
            } else {
                (&mut second[0], &mut first[0])
            };
            for &(feature, count) in features {
                let [own, other] = &self.pairs[usize::from(feature)];
                for unit in 0..UNITS {
                    mine[unit] = mine[unit].saturating_add(own[unit].wrapping_mul(count));
                    theirs[unit] = theirs[unit].saturating_add(other[unit].wrapping_mul(count));
                }
            }
        }
        let [first, second] = units;
        let mut parts = [0.0; UNITS];
        for unit in 1..UNITS {
            let clipped = first[unit].clamp(0, ONE as i16) - second[unit].clamp(0, ONE as i16);
            parts[unit] = self.last[unit] * f32::from(clipped);
        }
        parts[0] = f32::from(first[0]) - f32::from(second[0]);
        parts.iter().sum::<f32>() / ONE
    }
}

/// The features of both sides of a position, with their counts.
#[derive(Clone, Copy, Debug)]
pub struct SideFeatures {
    features: [[(u16, i16); MAX_FEATURES]; 2],
    counts: [usize; 2],
}

impl SideFeatures {
    /// No features.
    pub const EMPTY: SideFeatures =
        SideFeatures { features: [[(0, 0); MAX_FEATURES]; 2], counts: [0; 2] };

    /// Adds a feature of a side.
    #[inline(always)]
    pub fn push(&mut self, seat: Seat, feature: usize, count: i32) {
        let side = seat.index();
        self.features[side][self.counts[side]] = (feature as u16, count as i16);
        self.counts[side] += 1;
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = (usize, &[(u16, i16)])> {
        (0..2).map(|side| (side, &self.features[side][..self.counts[side]]))
    }
}

#[cfg(test)]
mod tests {
    use parlour_core::rng::{Rng, seeded};

    use super::*;

    #[test]
    fn integers_evaluate_as_the_net_does_and_change_sign_with_the_sides() {
        let mut clear = 0;
        for seed in 0..8 {
            let (found, swapped, exact) = evaluations(seed);
            assert!((found - exact).abs() < 0.02, "{found} for {exact}");
            assert_eq!(swapped, -found);
            clear += u32::from(exact.abs() > 0.01);
        }
        assert!(clear > 3, "most of the nets prefer a side");
    }

    /// The evaluation by integers of a position, and with its sides exchanged, and by the net.
    fn evaluations(seed: u64) -> (f32, f32, f32) {
        let features = 6;
        let (shape, mut rng) = (TwoSidedNet::shape(features), seeded(seed));
        let mut small = || (rng.next_u32() as f32 / u32::MAX as f32 - 0.5) * 0.2;
        let weights = (0..shape.weights()).map(|_| small()).collect();
        let net = Net::new(shape, weights).expect("as many weights as it has");
        let scale = |feature| if feature == 5 { 0.125 } else { 1.0 };
        let integers = TwoSidedNet::new(&net, scale);
        let evaluate = |sides: [&[(usize, i32)]; 2]| {
            let mut both = SideFeatures::EMPTY;
            for (seat, side) in [Seat(0), Seat(1)].into_iter().zip(sides) {
                side.iter().for_each(|&(feature, count)| both.push(seat, feature, count));
            }
            let output = |own: &[(usize, i32)], other: &[(usize, i32)]| {
                let value =
                    |&(feature, count): &(usize, i32)| (feature, count as f32 * scale(feature));
                let other =
                    other.iter().map(value).map(|(feature, value)| (features + feature, value));
                net.forward(own.iter().map(value).chain(other)).0
            };
            (integers.evaluate(&both), output(sides[0], sides[1]) - output(sides[1], sides[0]))
        };
        let sides: [&[(usize, i32)]; 2] =
            [&[(0, 1), (3, 2), (5, 30)], &[(1, 1), (2, 5), (4, 3), (5, 12)]];
        let (found, exact) = evaluate(sides);
        (found, evaluate([sides[1], sides[0]]).0, exact)
    }
}
