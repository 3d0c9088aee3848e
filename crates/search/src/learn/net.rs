//! A small neural net over sparse features: one hidden layer, and a straight way past it.

use parlour_core::rng::{Rng, SeededRng};

/// The most features that a position may tell.
const MOST: usize = 64;

/// The features of a position that are not zero.
#[derive(Clone, Debug)]
pub struct Sparse {
    items: [(u16, f32); MOST],
    len: usize,
}

impl Default for Sparse {
    fn default() -> Self {
        Sparse { items: [(0, 0.0); MOST], len: 0 }
    }
}

impl Sparse {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a feature; one that is told twice counts twice.
    ///
    /// # Panics
    /// When there are too many.
    pub fn tell(&mut self, feature: usize, value: f32) {
        self.items[self.len] = (feature as u16, value);
        self.len += 1;
    }

    fn told(&self) -> &[(u16, f32)] {
        &self.items[..self.len]
    }
}

/// The most hidden units that a net may have.
const WIDEST: usize = 32;

/// A net with one output: a share of the win.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    inputs: usize,
    hidden: usize,
    /// From every input to every hidden unit, the units of an input together.
    first: Vec<f32>,
    /// From every input straight to the output.
    direct: Vec<f32>,
    /// What every hidden unit starts from.
    offsets: Vec<f32>,
    /// From every hidden unit to the output.
    last: Vec<f32>,
    /// What the output starts from.
    base: f32,
}

/// The hidden units after their bend.
type Units = [f32; WIDEST];

impl Net {
    /// A net that knows nothing: its first weights are small and random.
    ///
    /// # Panics
    /// With more hidden units than a net may have.
    pub fn new(inputs: usize, hidden: usize, rng: &mut SeededRng) -> Net {
        assert!(hidden <= WIDEST, "at most {WIDEST} hidden units");
        let mut small = |n: usize| {
            (0..n).map(|_| (rng.next_u32() as f32 / u32::MAX as f32 - 0.5) * 0.2).collect()
        };
        Net {
            inputs,
            hidden,
            first: small(inputs * hidden),
            direct: vec![0.0; inputs],
            offsets: vec![0.0; hidden],
            last: small(hidden),
            base: 0.0,
        }
    }

    /// The share of the win that the net expects.
    pub fn share(&self, features: &Sparse) -> f32 {
        self.think(features).0
    }

    fn think(&self, features: &Sparse) -> (f32, Units) {
        let mut units = [0.0; WIDEST];
        let units_in_use = &mut units[..self.hidden];
        units_in_use.copy_from_slice(&self.offsets);
        let mut sum = self.base;
        for &(feature, value) in features.told() {
            let feature = usize::from(feature);
            sum += self.direct[feature] * value;
            let weights = &self.first[feature * self.hidden..][..self.hidden];
            for (unit, weight) in units_in_use.iter_mut().zip(weights) {
                *unit += weight * value;
            }
        }
        for (unit, weight) in units_in_use.iter_mut().zip(&self.last) {
            *unit /= 1.0 + unit.abs();
            sum += *unit * weight;
        }
        (1.0 / (1.0 + (-sum).exp()), units)
    }

    /// Moves the weights so that the share comes nearer to `target`; the share before.
    pub fn learn(&mut self, features: &Sparse, target: f32, rate: f32) -> f32 {
        let (share, units) = self.think(features);
        // The slope of the cross-entropy by the sum before its last bend is just the error.
        let push = rate * (target - share);
        let mut pushes = [0.0; WIDEST];
        for unit in 0..self.hidden {
            let slope = 1.0 - units[unit].abs();
            pushes[unit] = push * self.last[unit] * slope * slope;
            self.last[unit] += push * units[unit];
            self.offsets[unit] += pushes[unit];
        }
        self.base += push;
        for &(feature, value) in features.told() {
            let feature = usize::from(feature);
            self.direct[feature] += DIRECT * push * value;
            let weights = &mut self.first[feature * self.hidden..][..self.hidden];
            for (weight, push) in weights.iter_mut().zip(&pushes) {
                *weight += push * value;
            }
        }
        share
    }

    /// Moves every weight a part of the way towards another net's.
    pub fn approach(&mut self, other: &Net, part: f32) {
        for (own, others) in self.parts_mut().into_iter().zip(other.parts()) {
            own.iter_mut().zip(others).for_each(|(own, other)| *own += part * (other - *own));
        }
    }

    fn parts(&self) -> [&[f32]; 5] {
        let base = std::slice::from_ref(&self.base);
        [&self.first, &self.direct, &self.offsets, &self.last, base]
    }

    fn parts_mut(&mut self) -> [&mut [f32]; 5] {
        let base = std::slice::from_mut(&mut self.base);
        [&mut self.first, &mut self.direct, &mut self.offsets, &mut self.last, base]
    }

    /// The weights as bytes: 32-bit floats, the lowest byte first.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.parts().into_iter().flatten().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// The net with these weights; `None` where there are not as many as it takes, or one is no
    /// number.
    pub fn from_bytes(inputs: usize, hidden: usize, bytes: &[u8]) -> Option<Net> {
        let mut rng = parlour_core::rng::seeded(0);
        let mut net = Net::new(inputs, hidden, &mut rng);
        let mut words = bytes.chunks_exact(4);
        for weight in net.parts_mut().into_iter().flatten() {
            *weight = f32::from_le_bytes(words.next()?.try_into().ok()?);
            if !weight.is_finite() {
                return None;
            }
        }
        (words.next().is_none() && words.remainder().is_empty()).then_some(net)
    }
}

/// The straight way learns more slowly, because many features push it at once.
const DIRECT: f32 = 0.3;

#[cfg(test)]
mod tests {
    use parlour_core::rng::{below, seeded};

    use super::*;

    fn sparse(features: &[usize]) -> Sparse {
        let mut sparse = Sparse::default();
        features.iter().for_each(|&feature| sparse.tell(feature, 1.0));
        sparse
    }

    #[test]
    fn a_net_learns_what_no_sum_of_features_can_tell() {
        let mut rng = seeded(3);
        let mut net = Net::new(4, 8, &mut rng);
        // Whether two coins differ.
        for _ in 0..60_000 {
            let [one, other] = [2, 2].map(|n| below(&mut rng, n) as usize);
            let target = if one == other { 0.0 } else { 1.0 };
            net.learn(&sparse(&[one, 2 + other]), target, 0.1);
        }
        for (one, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let share = net.share(&sparse(&[one, 2 + other]));
            assert!((share > 0.5) == (one != other), "{one} {other}: {share}");
        }
    }

    #[test]
    fn weights_survive_as_bytes() {
        let net = Net::new(5, 3, &mut seeded(1));
        let bytes = net.to_bytes();
        assert_eq!(Net::from_bytes(5, 3, &bytes), Some(net));
        assert_eq!(Net::from_bytes(5, 3, &bytes[1..]), None);
        assert_eq!(Net::from_bytes(5, 2, &bytes), None);
        assert_eq!(Net::from_bytes(5, 3, &[0xff; 4].repeat(bytes.len() / 4)), None);
    }
}
