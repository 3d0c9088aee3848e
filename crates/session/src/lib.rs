//! One running game of any kind: [`Session`] makes texts of moves and positions, and everything that a
//! viewer gets from a view; [`Player`] is a computer player, [`Spec`] says which. A game gives its
//! [`Entry`] to the registry.
//!
//! All this is generic code. It is compiled in the crate of each game, where its `ENTRY` is.
//!
//! # Where to change what
//! - How long a hint searches, for page, terminal and coach: `Spec::hint` in `spec.rs`. How many moves it names:
//!   `HINT_MOVES` there (the page lists all moves of a solved position).

mod count;
pub mod did_you_mean;
mod entry;
mod expectation;
mod player;
mod record;
mod session;
mod solved;
mod spec;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod words;

pub use count::{Tally, divide, perft};
pub use entry::{Entry, FromView};
pub use expectation::Expectation;
pub use parlour_search::LEVELS;
pub use player::{Player, PlayerError, TextLine, TextReport, player, search_once};
pub use record::GameRecord;
pub use session::{Choice, Description, Playable, Played, Running, Session};
pub use solved::Solved;
pub use spec::{HINT_MOVES, Spec, SpecError};
