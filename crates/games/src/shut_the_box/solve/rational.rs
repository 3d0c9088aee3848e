//! One turn by itself, exactly: whole numbers over powers of 36.

use std::fmt;

use super::super::tables::{ALL, FALLS, LIDS, count, nth_set, open_ways, points};

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

/// What a turn is worth, when to leave points open is worth `worth` of them.
fn whole_turn(worth: fn(u8) -> u128, better: fn(u128, u128) -> u128) -> Rational {
    let throws = FALLS.len() as u128;
    // Over 36 to the power of the lids that are open: every used throw shuts at least one.
    let mut found = [0; 1 << LIDS];
    found[0] = worth(0);
    for lids in 1..=ALL {
        let depth = lids.count_ones() - 1;
        found[usize::from(lids)] = FALLS
            .iter()
            .map(|fall| {
                let total = (fall >> 4) + (fall & 15);
                let ways = open_ways(lids, total);
                let after = (0..usize::from(count(ways))).map(|n| {
                    let next = lids ^ nth_set(total, ways, n);
                    found[usize::from(next)] * throws.pow(depth - next.count_ones())
                });
                let stuck = || worth(points(lids)) * throws.pow(depth);
                after.reduce(better).unwrap_or_else(stuck)
            })
            .sum();
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
