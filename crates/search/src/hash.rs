//! A small, fast hash that is the same in every run, so that a seeded search repeats.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use parlour_core::rng::GOLDEN_RATIO;

/// Multiply, rotate, mix in: good enough to tell views apart, not against an adversary.
#[derive(Default)]
pub(crate) struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(GOLDEN_RATIO);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.mix(u64::from_le_bytes(word.try_into().expect("eight bytes")));
        }
        if let rest @ [_, ..] = words.remainder() {
            // Prefixed with the length, so that trailing zeros count.
            let start = rest.len() as u64;
            self.mix(rest.iter().fold(start, |word, &byte| word << 8 | u64::from(byte)));
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.mix(u64::from(n));
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.mix(u64::from(n));
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.mix(u64::from(n));
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }

    #[inline]
    fn write_u128(&mut self, n: u128) {
        self.mix(n as u64);
        self.mix((n >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        // The low bits of a product know little of the high ones.
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(GOLDEN_RATIO);
        mixed ^ (mixed >> 29)
    }
}

/// The hash of anything.
pub fn hash<T: Hash>(value: &T) -> u64 {
    let mut mixer = Mixer::default();
    value.hash(&mut mixer);
    mixer.finish()
}

/// A table by keys that are hashes already.
pub(crate) type HashTable<V> = HashMap<u64, V, BuildHasherDefault<Same>>;

/// Leaves a hash as it is.
#[derive(Default)]
pub(crate) struct Same(u64);

impl Hasher for Same {
    fn write(&mut self, _: &[u8]) {
        unreachable!("only whole words are hashed");
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = n;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn small_things_that_differ_hash_differently() {
        let hashes: HashSet<u64> =
            (0..=255u8).flat_map(|a| (0..=255u8).map(move |b| hash(&[a, 0, b]))).collect();
        assert_eq!(hashes.len(), 1 << 16);
    }
}
