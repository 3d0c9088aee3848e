//! A net as a search uses it: small whole numbers, which are quick to add up, and whose sum is the
//! same in whatever order it is told.

use parlour_core::Seat;

use super::net::{Row, SideNet, UNITS};

/// What one is as a whole number. Sums of up to 31 fit, far more than any position comes to; what is
/// beyond counts as that.
const ONE: f32 = 1024.0;
/// No side has more to tell.
const MOST: usize = 64;

/// What a feature tells the units of the side that has it, and those of the other.
type Pair = [[i16; UNITS]; 2];

/// A net of whole numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct QuickNet {
    pairs: Vec<Pair>,
    offsets: [i16; UNITS],
    last: Row,
}

impl QuickNet {
    /// The same net; one of a feature counts for as much as `scale` says.
    pub fn new(net: &SideNet, scale: impl Fn(usize) -> f32) -> Self {
        let whole = |row: &Row, scale: f32| row.map(|weight| (weight * scale * ONE).round() as i16);
        let both = net.own.iter().zip(&net.other).enumerate();
        let pairs = both.map(|(feature, (own, other))| {
            let scale = scale(feature);
            [whole(own, scale), whole(other, scale)]
        });
        QuickNet { pairs: pairs.collect(), offsets: whole(&net.offsets, 1.0), last: net.last }
    }

    /// How far the first side is ahead, in log-odds.
    #[inline(always)]
    pub fn worth(&self, told: &Told) -> f32 {
        let mut units = [self.offsets; 2];
        for (side, told) in told.sides() {
            let (first, second) = units.split_at_mut(1);
            let (mine, theirs) = if side == 0 {
                (&mut first[0], &mut second[0])
            } else {
                (&mut second[0], &mut first[0])
            };
            for &(feature, count) in told {
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
            let bent = first[unit].clamp(0, ONE as i16) - second[unit].clamp(0, ONE as i16);
            parts[unit] = self.last[unit] * f32::from(bent);
        }
        parts[0] = f32::from(first[0]) - f32::from(second[0]);
        parts.iter().sum::<f32>() / ONE
    }
}

/// What the sides of a position have.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    features: [[(u16, i16); MOST]; 2],
    counts: [usize; 2],
}

impl Told {
    /// Nothing yet.
    pub const NOTHING: Told = Told { features: [[(0, 0); MOST]; 2], counts: [0; 2] };

    /// A side has so much of a feature.
    #[inline(always)]
    pub fn tell(&mut self, seat: Seat, feature: usize, count: i32) {
        let side = seat.index();
        self.features[side][self.counts[side]] = (feature as u16, count as i16);
        self.counts[side] += 1;
    }

    #[inline(always)]
    fn sides(&self) -> impl Iterator<Item = (usize, &[(u16, i16)])> {
        (0..2).map(|side| (side, &self.features[side][..self.counts[side]]))
    }
}

#[cfg(test)]
mod tests {
    use parlour_core::rng::seeded;

    use super::*;

    #[test]
    fn it_says_what_the_net_says_and_the_opposite_for_the_other_side() {
        let net = SideNet::new(6, &mut seeded(3));
        let scale = |feature| if feature == 5 { 0.125 } else { 1.0 };
        let quick = QuickNet::new(&net, scale);
        let worths = |[one, other]: [&[(usize, i32)]; 2]| {
            let (mut told, mut units) = (Told::NOTHING, net.units());
            for (seat, side) in [Seat(0), Seat(1)].into_iter().zip([one, other]) {
                for &(feature, count) in side {
                    told.tell(seat, feature, count);
                    net.tell(&mut units, seat, feature, count as f32 * scale(feature));
                }
            }
            (quick.worth(&told), net.worth(&units))
        };
        let sides: [&[(usize, i32)]; 2] =
            [&[(0, 1), (3, 2), (5, 30)], &[(1, 1), (2, 5), (4, 3), (5, 12)]];
        let (found, exact) = worths(sides);
        assert!((found - exact).abs() < 0.02, "{found} for {exact}");
        assert!(exact.abs() > 0.01, "{exact}");
        assert_eq!(worths([sides[1], sides[0]]).0, -found);
    }
}
