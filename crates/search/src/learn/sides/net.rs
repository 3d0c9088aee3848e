//! A net that judges the two sides of a game by the same weights.
//!
//! Each side has a few units. A unit adds up a weight for everything that its own side has, and
//! another for everything that the other side has. The first unit counts as it is; the rest are cut
//! off below nothing and above one, so that they can tell that two things together mean more, or
//! less, than their sum. A position is worth what the units of one side come to, less those of the other.

use parlour_core::Seat;
use parlour_core::rng::{Rng, SeededRng};

/// How many units a side has.
pub(super) const UNITS: usize = 16;

/// A number for each unit.
pub(super) type Row = [f32; UNITS];

/// The net.
#[derive(Clone, Debug, PartialEq)]
pub struct SideNet {
    /// What each feature tells the units of the side that has it, and those of the other.
    pub(super) own: Vec<Row>,
    pub(super) other: Vec<Row>,
    /// What each unit starts from.
    pub(super) offsets: Row,
    /// What each unit counts for; that of the first stays one.
    pub(super) last: Row,
}

/// The units of both sides while features are told. What a side's own features tell is added up apart
/// from what the other's do: the sums are then the same, to the last bit, when the sides change.
#[derive(Clone, Copy, Debug)]
pub struct Units {
    by_own: [Row; 2],
    by_other: [Row; 2],
}

impl Units {
    /// What each unit of a side comes to before it is bent.
    #[inline(always)]
    pub(super) fn of(&self, side: usize) -> Row {
        std::array::from_fn(|unit| self.by_own[side][unit] + self.by_other[side][unit])
    }
}

impl SideNet {
    /// A net that knows nothing: all but the first units' weights are small and random.
    pub fn new(inputs: usize, rng: &mut SeededRng) -> Self {
        let mut small = |size: f32| (rng.next_u32() as f32 / u32::MAX as f32 - 0.5) * size;
        let mut rows = || -> Vec<Row> {
            (0..inputs)
                .map(|_| std::array::from_fn(|unit| if unit == 0 { 0.0 } else { small(0.1) }))
                .collect()
        };
        let (own, other) = (rows(), rows());
        let last = std::array::from_fn(|unit| if unit == 0 { 1.0 } else { small(0.2) });
        let offsets = std::array::from_fn(|unit| if unit == 0 { 0.0 } else { 0.3 });
        SideNet { own, other, offsets, last }
    }

    /// How many features it knows.
    pub fn inputs(&self) -> usize {
        self.own.len()
    }

    /// The units before anything is told.
    #[inline(always)]
    pub fn units(&self) -> Units {
        Units { by_own: [self.offsets; 2], by_other: [[0.0; UNITS]; 2] }
    }

    /// Tells that a side has so much of a feature.
    #[inline(always)]
    pub fn tell(&self, units: &mut Units, seat: Seat, feature: usize, count: f32) {
        let (own, other) = (&self.own[feature], &self.other[feature]);
        let side = seat.index();
        let (mine, theirs) = (&mut units.by_own[side], &mut units.by_other[1 - side]);
        for unit in 0..UNITS {
            mine[unit] += own[unit] * count;
            theirs[unit] += other[unit] * count;
        }
    }

    /// How far the first side is ahead, in log-odds.
    #[inline(always)]
    pub fn worth(&self, units: &Units) -> f32 {
        let [first, second] = [units.of(0), units.of(1)];
        let mut parts = [0.0; UNITS];
        for unit in 1..UNITS {
            let bent = first[unit].clamp(0.0, 1.0) - second[unit].clamp(0.0, 1.0);
            parts[unit] = self.last[unit] * bent;
        }
        parts[0] = first[0] - second[0];
        parts.iter().sum()
    }

    /// Every weight, one after the other.
    pub(super) fn weights(&self) -> impl Iterator<Item = &f32> {
        let rows = self.own.iter().chain(&self.other);
        rows.chain([&self.offsets, &self.last]).flatten()
    }

    pub(super) fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let rows = self.own.iter_mut().chain(&mut self.other);
        rows.chain([&mut self.offsets, &mut self.last]).flatten()
    }

    /// The weights as bytes: 32-bit floats, the lowest byte first.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.weights().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// How many bytes a net with so many features takes.
    pub fn bytes(inputs: usize) -> usize {
        4 * UNITS * (2 * inputs + 2)
    }

    /// The net with these weights; `None` where there are not as many as it takes, or one is no
    /// number.
    pub fn from_bytes(inputs: usize, bytes: &[u8]) -> Option<SideNet> {
        let nothing = [0.0; UNITS];
        let rows = vec![nothing; inputs];
        let mut net = SideNet { own: rows.clone(), other: rows, offsets: nothing, last: nothing };
        let mut words = bytes.chunks_exact(4);
        for weight in net.weights_mut() {
            *weight = f32::from_le_bytes(words.next()?.try_into().ok()?);
            if !weight.is_finite() {
                return None;
            }
        }
        (words.next().is_none() && words.remainder().is_empty()).then_some(net)
    }
}

#[cfg(test)]
mod tests {
    use parlour_core::rng::seeded;

    use super::*;

    #[test]
    fn what_is_good_for_one_side_is_as_bad_for_the_other() {
        let net = SideNet::new(5, &mut seeded(1));
        let worth = |sides: [&[usize]; 2]| {
            let mut units = net.units();
            for (seat, side) in [Seat(0), Seat(1)].into_iter().zip(sides) {
                side.iter().for_each(|&feature| net.tell(&mut units, seat, feature, 1.0));
            }
            net.worth(&units)
        };
        let (one, other): (&[usize], &[usize]) = (&[0, 3], &[1, 2, 4]);
        assert_eq!(worth([one, other]), -worth([other, one]));
        assert_ne!(worth([one, other]), 0.0);
        assert_eq!(worth([one, one]), 0.0);
    }

    #[test]
    fn weights_survive_as_bytes() {
        let net = SideNet::new(3, &mut seeded(1));
        let bytes = net.to_bytes();
        assert_eq!(SideNet::from_bytes(3, &bytes), Some(net));
        assert_eq!(SideNet::from_bytes(3, &bytes[1..]), None);
        assert_eq!(SideNet::from_bytes(4, &bytes), None);
        assert_eq!(SideNet::from_bytes(3, &[0xff; 4].repeat(bytes.len() / 4)), None);
    }
}
