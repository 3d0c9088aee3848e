//! What a table game is, as types: the rules ([`Game`]), the texts ([`Notation`]), the
//! board and its pictures ([`Scene`]), the looks ([`Look`]), the words ([`Guide`], made of
//! [`Label`]s), the reasons ([`MoveFact`]), the options ([`Configure`]), the numbers ([`Encode`]) and the laws
//! (`laws`, for tests) that every game obeys.
//!
//! This crate has no I/O, no threads and no serialization. It names no game.
//!
//! # Example
//! The rules of a small game, its moves, and one move played:
//! ```
//! use std::ops::ControlFlow;
//!
//! use parlour_core::{Game, Seat, Shares, Turn};
//!
//! /// Take one or two stones; the player who takes the last wins.
//! #[derive(Clone, Debug, PartialEq)]
//! struct Nim;
//!
//! impl Game for Nim {
//!     type State = (u8, Seat);
//!     type Move = u8;
//!     type Key = ();
//!     parlour_core::open_game!();
//!     parlour_core::no_chance!();
//!
//!     fn seats(&self) -> u8 {
//!         2
//!     }
//!     fn start(&self) -> (u8, Seat) {
//!         (7, Seat(0))
//!     }
//!     fn turn(&self, &(left, mover): &(u8, Seat)) -> Turn {
//!         if left == 0 { Turn::Over } else { Turn::Player(mover) }
//!     }
//!     fn moves<B>(
//!         &self,
//!         &(left, _): &(u8, Seat),
//!         visit: impl FnMut(u8) -> ControlFlow<B>,
//!     ) -> ControlFlow<B> {
//!         (1..=left.min(2)).try_for_each(visit)
//!     }
//!     fn play(&self, (left, mover): &mut (u8, Seat), taken: u8) {
//!         (*left, *mover) = (*left - taken, mover.next(2));
//!     }
//!     fn shares(&self, &(left, mover): &(u8, Seat)) -> Option<Shares> {
//!         (left == 0).then(|| Shares::sole(2, mover.next(2)))
//!     }
//! }
//!
//! let mut state = Nim.start();
//! let mut moves = Vec::new();
//! Nim.for_each_move(&state, |mv| moves.push(mv));
//! assert_eq!(moves, [1, 2]);
//! Nim.play(&mut state, 2);
//! assert_eq!((state.0, Nim.turn(&state)), (5, Turn::Player(Seat(1))));
//! ```

pub mod bits;
pub mod boilerplate;
pub mod dice;
pub mod encode;
pub mod facts;
pub mod game;
#[cfg(any(test, feature = "testing"))]
pub mod golden;
pub mod guide;
pub mod hex;
pub mod history;
pub mod label;
#[cfg(any(test, feature = "testing"))]
pub mod laws;
pub mod look;
pub mod notation;
pub mod options;
pub mod perft;
pub mod rng;
pub mod rows;
pub mod scene;
pub mod seat;
pub mod secrets;
pub mod setup;

pub use encode::Encode;
pub use facts::MoveFact;
pub use game::{Action, ActionOf, Game, Never, Seen, SeenOf, Turn, Viewer};
pub use guide::{Explanation, Guide, Highlight, Legend};
pub use history::{GameHistory, RepetitionHistory};
pub use label::Label;
pub use look::Look;
pub use notation::{Notation, NotationError, Problem};
pub use options::{Configure, OptionError, OptionKind, OptionSpec, OptionValues};
pub use scene::Scene;
pub use seat::{MAX_SEATS, PerSeat, Seat, Share, Shares};
pub use setup::SetupForm;
