//! Where searches get their random numbers from.

use std::hash::{BuildHasher, Hasher, RandomState};

use parlour_core::rng::{Rng, SeededRng, seeded};
use parlour_search::hash;
use parlour_session::did_you_mean::shown;

use super::command::number;

/// The option's value while no seed is fixed.
pub(super) const AUTO: &str = "auto";

/// Gives every search the seed that all its draws follow from: which of the good secrets it keeps,
/// which move a temperature above 0 chooses. With the seed these can be predicted, so a new one is drawn
/// wherever the answer need not repeat.
pub(super) struct Seeds {
    /// The seed that was set, if one was.
    fixed: Option<u64>,
    fresh: SeededRng,
}

impl Seeds {
    /// Nothing is fixed.
    pub(super) fn new() -> Self {
        // The standard library keys its hash tables by the system's random numbers.
        Seeds { fixed: None, fresh: seeded(RandomState::new().build_hasher().finish()) }
    }

    /// Fixes the seed, or lets it go.
    pub(super) fn set(&mut self, value: &str) -> Result<(), String> {
        let why = || format!("seed takes {AUTO} or a whole number, not '{}'", shown(value));
        self.fixed = match value {
            AUTO => None,
            _ => Some(number(value).ok_or_else(why)?),
        };
        Ok(())
    }

    /// The seed of the next search. A search that ends by counting nodes or plies repeats: its seed
    /// follows from what the mover saw, so that the draws still differ from position to position.
    pub(super) fn next(&mut self, seen: u64, counted: bool) -> u64 {
        match self.fixed {
            None if !counted => self.fresh.next_u64(),
            fixed => hash(&(fixed, seen)),
        }
    }
}
