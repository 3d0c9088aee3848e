//! One turn by itself, exactly: whole numbers over powers of 36.

use std::fmt;

use super::super::tables::{ALL, FALLS, LIDS, left, points, totals};

/// An exact number, in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rational {
    /// Above the line.
    numerator: u128,
    /// Below the line; never 0.
    denominator: u128,
}

impl Rational {
    fn new(numerator: u128, denominator: u128) -> Rational {
        let (mut one, mut other) = (numerator, denominator);
        while other != 0 {
            (one, other) = (other, one % other);
        }
        Rational { numerator: numerator / one, denominator: denominator / one }
    }

    /// The nearest floating-point number.
    pub(super) fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

/// The least points that a turn can be expected to leave open.
pub(super) fn least_expected_score() -> Rational {
    whole_turn(u128::from, u128::min)
}

/// The best chance that a turn shuts all nine lids.
pub(super) fn best_chance_to_shut() -> Rational {
    whole_turn(|left| u128::from(left == 0), u128::max)
}

/// The value of a turn by the best play, where `value` is that of the points that it leaves open.
fn whole_turn(value: fn(u8) -> u128, better: fn(u128, u128) -> u128) -> Rational {
    let throws = FALLS.len() as u128;
    // Over 36 to the power of the lids that are open: every used throw shuts at least one.
    let mut found = [0; 1 << LIDS];
    found[0] = value(0);
    for lids in 1..=ALL {
        let depth = lids.count_ones() - 1;
        let after_throw = |total| {
            let after = left(lids, total)
                .map(|left| found[usize::from(left)] * throws.pow(depth - left.count_ones()));
            after.reduce(better).unwrap_or_else(|| value(points(lids)) * throws.pow(depth))
        };
        found[usize::from(lids)] = totals().map(after_throw).sum();
    }
    Rational::new(found[usize::from(ALL)], throws.pow(LIDS as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_turn_is_worth_what_the_rule_page_says() {
        assert_eq!(least_expected_score().to_string(), "234384832645/19591041024");
        assert_eq!(best_chance_to_shut().to_string(), "261972817/4897760256");
    }
}
