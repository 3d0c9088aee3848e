//! The games, and one registry through which everything else reaches them.
//!
//! # Example
//! Open a game, list its moves, play one, and ask for the best answer:
//! ```
//! use parlour_core::OptionValues;
//! use parlour_games::find;
//! use parlour_search::{Budget, SearchControl, SearchRequest};
//! use parlour_session::{Spec, search_once};
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

mod registry;

/// The pattern that `cargo xtask new-game` starts a game from.
#[cfg(test)]
#[path = "../templates/open/lib.rs"]
pub mod new_open_game;
/// The pattern of a game with secrets, dice and a number of players.
#[cfg(test)]
#[path = "../templates/secrets/lib.rs"]
pub mod new_secret_game;

pub use registry::{ForGame, all, find, for_game};
