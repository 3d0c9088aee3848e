//! The games, and one registry through which everything else reaches them.
//!
//! # Example
//! Open a game, list its moves, play one, and ask for the best answer:
//! ```
//! use parlour_core::OptionValues;
//! use parlour_games::{Spec, find, search_once};
//! use parlour_search::{Budget, SearchControl, SearchRequest};
//!
//! let game = find("outwit").expect("a registered game");
//! let mut session = (game.open)(&OptionValues::new())?;
//! let moves = session.legal();
//! session.play(&moves[0])?;
//! let budget = Budget { nodes: Some(500), ..Budget::default() };
//! let request = SearchRequest::best_line(budget, 1);
//! let report = search_once(&*session, &Spec::best(), 1, &request, &SearchControl::none())?;
//! let report = report.expect("a player is to move");
//! assert!(session.legal().contains(&report.chosen));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod count;
pub mod did_you_mean;
mod expectation;
pub mod hex;
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

pub use count::{Tally, divide, perft};
pub use expectation::Expectation;
pub use parlour_search::LEVELS;
pub use player::{Player, PlayerError, TextLine, TextReport, search_once};
pub use registry::{Entry, all, find};
pub use session::{Choice, Description, Played, Session};
pub use solved::Solved;
pub use spec::{HINT_MOVES, Spec, SpecError};
