//! Random numbers: one seeded generator for everything that must be repeatable, an unbiased choice
//! among `n`, a choice by weights, and seeds derived from a seed.

pub use rand_core::{Rng, SeedableRng};
/// The generator behind every seeded run: small, fast, and the same on every machine.
pub use rand_xoshiro::Xoshiro256PlusPlus as SeededRng;

/// A uniformly random number below `n` (`n` > 0), by Lemire's multiplication, exact for every `n`.
#[inline]
pub fn below<R: Rng + ?Sized>(rng: &mut R, n: u32) -> u32 {
    debug_assert!(n > 0);
    let mut product = u64::from(rng.next_u32()) * u64::from(n);
    if (product as u32) < n {
        // Only the lowest products can be over-represented; draw those again.
        let threshold = n.wrapping_neg() % n;
        while (product as u32) < threshold {
            product = u64::from(rng.next_u32()) * u64::from(n);
        }
    }
    (product >> 32) as u32
}

/// Puts these in random order (Fisher and Yates, from the last on).
pub fn shuffle<R: Rng + ?Sized, T>(rng: &mut R, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u32 + 1) as usize);
    }
}

/// Draws an index in proportion to these weights; 0 where rounding leaves none.
pub fn by_weight<R: Rng + ?Sized, W: Into<f64>>(
    rng: &mut R,
    weights: impl Iterator<Item = W> + Clone,
) -> usize {
    let total: f64 = weights.clone().map(Into::into).sum();
    let mut left = total * f64::from(rng.next_u32()) / (f64::from(u32::MAX) + 1.0);
    let drawn = weights.map(Into::into).position(|weight| {
        left -= weight;
        left < 0.0
    });
    drawn.unwrap_or(0)
}

/// The 64-bit golden ratio, odd: multiplied by it, nearby numbers are spread over all words.
pub const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// A seed for item `number` of a series that has one seed. Item 0 has the seed of the series.
pub const fn derived(seed: u64, number: u64) -> u64 {
    seed ^ number.wrapping_mul(GOLDEN_RATIO)
}

/// A seeded generator.
pub fn seeded(seed: u64) -> SeededRng {
    SeededRng::seed_from_u64(seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_weighs_three_times_as_much_is_drawn_three_times_as_often() {
        let mut rng = seeded(1);
        let mut seen = [0u32; 3];
        for _ in 0..40_000 {
            seen[by_weight(&mut rng, [1.0, 0.0, 3.0_f64].into_iter())] += 1;
        }
        assert!((9_500..10_500).contains(&seen[0]) && seen[1] == 0, "{seen:?}");
    }

    #[test]
    fn below_reaches_every_number_about_equally_often() {
        let mut rng = seeded(1);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[below(&mut rng, 6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
    }
}
