//! Fair dice: what a table shows of its seed, and what a browser adds to it.

pub use parlour_table::dice::{Contribute, Wanted};
pub use parlour_table::projection::dice::{Contribution, Dice, Seal};
