//! The scale of the ratings in a picture.

use crate::rating::Standing;

/// No more of an error is drawn: who has met hardly anybody would press all others together.
const WIDEST: f64 = 400.0;

#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    /// The ratings at the ends, both a whole number of steps.
    low: f64,
    high: f64,
    /// From one number on the scale to the next.
    step: f64,
    /// Whether nobody has a rating.
    is_empty: bool,
    /// Where the low end is, and how far the high one is from it.
    from: f64,
    length: f64,
}

impl Axis {
    /// A scale that has room for these, as far as they have a rating.
    pub(super) fn new(places: &[Standing], from: f64, length: f64) -> Self {
        let rated = || places.iter().filter(|place| place.elo.is_finite());
        let ends = |sign: f64| rated().map(move |p| p.elo + sign * p.error.min(WIDEST));
        let low = ends(-1.0).fold(-10.0, f64::min);
        let high = ends(1.0).fold(10.0, f64::max);
        let steps = [10.0, 20.0, 50.0, 100.0, 200.0, 500.0];
        let is_enough = |step: &f64| (high - low) / step <= 5.0;
        let step = steps.into_iter().find(is_enough).unwrap_or_else(|| {
            // Thousands of Elo apart.
            ((high - low) / 5000.0).ceil() * 1000.0
        });
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        Axis { low, high, step, is_empty: rated().next().is_none(), from, length }
    }

    pub(super) fn from(&self) -> f64 {
        self.from
    }

    /// The ratings that are written on it; where nobody has one, 0 alone.
    pub(super) fn ticks(&self) -> impl Iterator<Item = f64> + use<> {
        let Axis { low, high, step, is_empty, .. } = *self;
        let count = ((high - low) / step).round() as u32;
        let all = (0..=count).map(move |tick| low + f64::from(tick) * step);
        all.filter(move |&tick| tick == 0.0 || !is_empty)
    }

    /// Where a rating is; at the nearer end where it is beyond.
    pub(super) fn x(&self, elo: f64) -> f64 {
        self.from
            + (elo.clamp(self.low, self.high) - self.low) / (self.high - self.low) * self.length
    }

    /// Whether a rating is beyond the low end.
    pub(super) fn is_below(&self, elo: f64) -> bool {
        elo < self.low
    }

    /// Whether a rating is beyond the high end.
    pub(super) fn is_above(&self, elo: f64) -> bool {
        elo > self.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(places: &[(f64, f64)]) -> Axis {
        let place = |&(elo, error)| Standing { elo, error, seats: 2, won: 1.0, score: 0.5 };
        Axis::new(&places.iter().map(place).collect::<Vec<_>>(), 0.0, 100.0)
    }

    #[test]
    fn the_scale_has_between_three_and_eight_numbers() {
        let found: Vec<f64> = axis(&[(73.6, 60.0), (-73.6, 60.0)]).ticks().collect();
        assert_eq!(found, [-200.0, -100.0, 0.0, 100.0, 200.0]);
        for widest in [1.0, 30.0, 333.0, 2_500.0, 80_000.0] {
            let count = axis(&[(widest, 1.0), (-widest / 3.0, 1.0)]).ticks().count();
            assert!((3..=8).contains(&count), "{widest}: {count}");
        }
    }

    #[test]
    fn infinite_ratings_are_beyond_the_ends() {
        let all = axis(&[(f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::INFINITY)]);
        assert!(all.is_above(f64::INFINITY) && all.is_below(f64::NEG_INFINITY));
        assert_eq!((all.x(f64::NEG_INFINITY), all.x(f64::INFINITY)), (0.0, 100.0));
        assert_eq!(all.ticks().collect::<Vec<_>>(), [0.0], "nobody has a number");
        let unknown = axis(&[(50.0, f64::INFINITY), (-50.0, 20.0)]);
        assert!(unknown.ticks().all(f64::is_finite) && unknown.is_above(f64::INFINITY));
    }
}
