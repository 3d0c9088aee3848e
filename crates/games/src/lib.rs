//! The games, and one registry through which everything else reaches them.

pub mod hex;
pub mod near;
pub mod outwit;
pub mod player;
pub mod registry;
pub mod senet;
pub mod session;
pub mod shell_out;
pub mod shout_7;
pub mod shut_the_box;
pub mod solved;
pub mod spec;
mod weights;
pub mod words;

/// The pattern that `cargo xtask new-game` starts a game from.
#[cfg(test)]
#[path = "../templates/open/mod.rs"]
pub mod new_open_game;
/// The pattern of a game with secrets, dice and a number of players.
#[cfg(test)]
#[path = "../templates/secrets/mod.rs"]
pub mod new_secret_game;
#[cfg(test)]
mod testing;

pub use parlour_search::LEVELS;
pub use player::{Orders, Player, Spec, Thinking, Variation};
pub use registry::{Entry, Tally, all, divide, find, perft};
pub use session::{Choice, Played, Session, Told};
pub use solved::Solved;
