//! Fitting a net to positions of which it is known how they went on.

use parlour_core::Seat;
use parlour_core::rng::{below, seeded};

use super::net::{Row, SideNet, UNITS, Units};

/// What one side of a position has.
pub(super) type Side = Vec<(u16, f32)>;

/// A position to learn from.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lesson {
    pub(super) sides: [Side; 2],
    /// How much of its worth is left ([`super::Sided::temper`]).
    pub(super) temper: f32,
    /// The first player's share of the win, as it turned out and as the search saw it.
    pub(super) target: f32,
}

/// So many positions are gone through between two changes of the weights.
const BATCH: usize = 512;
/// How long slopes and their squares are remembered (Adam).
const KEEP: [f32; 2] = [0.9, 0.999];
/// How strongly the weights of the first unit are drawn to where they began, and those of the others
/// to nothing: what hardly comes up says little.
const PULL: f32 = 3e-4;
const DECAY: f32 = 0.02;

/// Fits a net to the lessons, going through each of them once in every round; weights move by `rate`
/// at the most at first, and less and less.
pub(super) fn fit(net: &SideNet, lessons: &[Lesson], rounds: u32, rate: f32, seed: u64) -> SideNet {
    let mut rng = seeded(seed);
    let mut learner = Adam::new(net);
    let mut order: Vec<usize> = (0..lessons.len()).collect();
    let (mut done, all) = (0, rounds as usize * lessons.len());
    for _ in 0..rounds {
        for i in (1..order.len()).rev() {
            order.swap(i, below(&mut rng, i as u32 + 1) as usize);
        }
        for batch in order.chunks(BATCH) {
            let left = 1.0 - done as f32 / all as f32;
            learner.learn(batch.iter().map(|&at| &lessons[at]), rate * left.max(0.02));
            done += batch.len();
        }
    }
    learner.net
}

/// The mean loss of the lessons under this net, in nats.
pub(super) fn loss(net: &SideNet, lessons: &[Lesson]) -> f64 {
    let surprise = |lesson: &Lesson| {
        let share = f64::from(foreseen(net, lesson).0).clamp(1e-6, 1.0 - 1e-6);
        let target = f64::from(lesson.target);
        -(target * share.ln() + (1.0 - target) * (1.0 - share).ln())
    };
    lessons.iter().map(surprise).sum::<f64>() / lessons.len().max(1) as f64
}

/// The share of the win that the net expects for the first player, and its units.
fn foreseen(net: &SideNet, lesson: &Lesson) -> (f32, Units) {
    let mut units = net.units();
    for (seat, side) in [Seat(0), Seat(1)].into_iter().zip(&lesson.sides) {
        for &(feature, count) in side {
            net.tell(&mut units, seat, usize::from(feature), count);
        }
    }
    (1.0 / (1.0 + (-net.worth(&units) * lesson.temper).exp()), units)
}

/// A net whose weights follow the slope of the loss, each at a pace of its own.
struct Adam {
    net: SideNet,
    first: SideNet,
    slopes: SideNet,
    squares: SideNet,
    /// What is left of the zeros that both began with.
    fading: [f32; 2],
}

impl Adam {
    fn new(net: &SideNet) -> Self {
        let nothing = nothing_like(net);
        Adam {
            net: net.clone(),
            first: net.clone(),
            slopes: nothing.clone(),
            squares: nothing,
            fading: [1.0; 2],
        }
    }

    fn learn<'a>(&mut self, batch: impl ExactSizeIterator<Item = &'a Lesson>, rate: f32) {
        let size = batch.len() as f32;
        let mut slopes = nothing_like(&self.net);
        for lesson in batch {
            add_slopes(&mut slopes, &self.net, lesson, 1.0 / size);
        }
        self.fading = [self.fading[0] * KEEP[0], self.fading[1] * KEEP[1]];
        let (first, slopes) = (self.first.weights(), slopes.weights());
        let means = self.slopes.weights_mut().zip(self.squares.weights_mut());
        for (at, (((weight, first), slope), (mean, square))) in
            self.net.weights_mut().zip(first).zip(slopes).zip(means).enumerate()
        {
            let straight = at % UNITS == 0;
            let slope = if straight { slope + PULL * (*weight - first) } else { *slope };
            *mean += (1.0 - KEEP[0]) * (slope - *mean);
            *square += (1.0 - KEEP[1]) * (slope * slope - *square);
            let (mean, square) = (*mean / (1.0 - self.fading[0]), *square / (1.0 - self.fading[1]));
            *weight -= rate * mean / (square.sqrt() + 1e-8);
            if !straight {
                *weight -= rate * DECAY * *weight;
            }
        }
        self.net.offsets[0] = 0.0;
        self.net.last[0] = 1.0;
    }
}

fn nothing_like(net: &SideNet) -> SideNet {
    let rows = vec![[0.0; UNITS]; net.inputs()];
    SideNet { own: rows.clone(), other: rows, offsets: [0.0; UNITS], last: [0.0; UNITS] }
}

/// Adds a part of the slope of the loss by every weight.
fn add_slopes(slopes: &mut SideNet, net: &SideNet, lesson: &Lesson, part: f32) {
    let (share, units) = foreseen(net, lesson);
    let units = [units.of(0), units.of(1)];
    // The slope of the cross-entropy by the worth is just the error.
    let off = (share - lesson.target) * lesson.temper * part;
    let mut by_unit: [Row; 2] = [[0.0; UNITS]; 2];
    for (side, sign) in [(0, off), (1, -off)] {
        by_unit[side][0] = sign;
        for unit in 1..UNITS {
            let value = units[side][unit];
            slopes.last[unit] += sign * value.clamp(0.0, 1.0);
            if value > 0.0 && value < 1.0 {
                by_unit[side][unit] = sign * net.last[unit];
                slopes.offsets[unit] += by_unit[side][unit];
            }
        }
    }
    for (side, features) in lesson.sides.iter().enumerate() {
        let (own, other) = (by_unit[side], by_unit[1 - side]);
        for &(feature, count) in features {
            let feature = usize::from(feature);
            for unit in 0..UNITS {
                slopes.own[feature][unit] += own[unit] * count;
                slopes.other[feature][unit] += other[unit] * count;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So few features must be told in numbers for units to bend at all.
    const MUCH: f32 = 10.0;

    #[test]
    fn two_things_that_matter_only_together_are_found() {
        let mut rng = seeded(5);
        // A side is well off with both of two things, and one of them is as good as none.
        let lessons: Vec<Lesson> = (0..4000)
            .map(|_| {
                let things: [bool; 4] = std::array::from_fn(|_| below(&mut rng, 2) == 1);
                let side = |things: &[bool]| -> Side {
                    let told = (0..).zip(things).filter(|(_, told)| **told);
                    told.map(|(feature, _)| (feature, MUCH)).chain([(2, MUCH)]).collect()
                };
                let well = [0, 2].map(|at| i8::from(things[at] && things[at + 1]));
                let target = f32::from(1 + well[0] - well[1]) / 2.0;
                Lesson { sides: [side(&things[..2]), side(&things[2..])], temper: 1.0, target }
            })
            .collect();
        let begin = SideNet::new(3, &mut seeded(2));
        let net = fit(&begin, &lessons, 60, 0.02, 1);
        let worth = |features: &[u16]| {
            let side = |told: &[u16]| told.iter().chain([&2]).map(|&f| (f, MUCH)).collect();
            let lesson = Lesson { sides: [side(features), side(&[])], temper: 1.0, target: 0.5 };
            foreseen(&net, &lesson).0
        };
        assert!(worth(&[0, 1]) > 0.9, "{}", worth(&[0, 1]));
        assert!(worth(&[0]) < 0.6 && worth(&[1]) < 0.6, "{}, {}", worth(&[0]), worth(&[1]));
        assert!(loss(&net, &lessons) < loss(&begin, &lessons));
        assert_eq!(net, fit(&begin, &lessons, 60, 0.02, 1), "a seed repeats");
    }
}
