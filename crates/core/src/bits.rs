//! Sets of small numbers as the bits of one.

/// The numbers in a set, from the least.
#[inline]
pub fn ones(set: impl Into<u128>) -> impl Iterator<Item = u8> {
    let mut set = set.into();
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let lowest = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_its_numbers_in_order() {
        assert_eq!(ones(0u8).count(), 0);
        assert_eq!(ones(0b1001_0001u16).collect::<Vec<_>>(), [0, 4, 7]);
        assert_eq!(ones(1u128 << 127 | 1).collect::<Vec<_>>(), [0, 127]);
    }
}
