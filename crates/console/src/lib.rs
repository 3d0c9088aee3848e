//! What the commands of `parlour` share: where they write, how they fail, which files they keep, how
//! they are interrupted, and the arguments that name a game and its options.

pub mod ascii;
pub mod board;
pub mod failure;
pub mod files;
pub mod interrupt;
pub mod io;
pub mod lines;
pub mod mistakes;
pub mod numbers;
pub mod progress;
pub mod set_up;
pub mod visible;
