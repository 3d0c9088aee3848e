//! Engines that play any game. This crate names no game: it sees the rules through
//! [`parlour_core::Game`], what a search needs beside them through [`Heuristics`], and of a position only
//! what the mover may know.
//!
//! A [`SearchRequest`] says what to find and how long to search. An [`Engine`] searches in steps; a
//! [`Driver`] steps it until the budget is used up, and gives a [`SearchReport`]. There is no clock in
//! here: the caller brings one ([`SearchControl`]).
//!
//! # Example
//! The best move of a heap of seven stones, of which each player takes one or two, by alpha-beta. The rules
//! of `Nim` are those of the example in [`parlour_core`].
//! ```
//! # use std::ops::ControlFlow;
//! #
//! # use parlour_core::{Game, Seat, Shares, Turn};
//! #
//! # /// Take one or two stones; the player who takes the last wins.
//! # #[derive(Clone, Debug, PartialEq)]
//! # struct Nim;
//! #
//! # impl Game for Nim {
//! #     type State = (u8, Seat);
//! #     type Move = u8;
//! #     type Key = ();
//! #     parlour_core::open_game!();
//! #     parlour_core::no_chance!();
//! #
//! #     fn seats(&self) -> u8 {
//! #         2
//! #     }
//! #     fn start(&self) -> (u8, Seat) {
//! #         (7, Seat(0))
//! #     }
//! #     fn turn(&self, &(left, mover): &(u8, Seat)) -> Turn {
//! #         if left == 0 { Turn::Over } else { Turn::Player(mover) }
//! #     }
//! #     fn moves<B>(
//! #         &self,
//! #         &(left, _): &(u8, Seat),
//! #         visit: impl FnMut(u8) -> ControlFlow<B>,
//! #     ) -> ControlFlow<B> {
//! #         (1..=left.min(2)).try_for_each(visit)
//! #     }
//! #     fn play(&self, (left, mover): &mut (u8, Seat), taken: u8) {
//! #         (*left, *mover) = (*left - taken, mover.next(2));
//! #     }
//! #     fn shares(&self, &(left, mover): &(u8, Seat)) -> Option<Shares> {
//! #         (left == 0).then(|| Shares::sole(2, mover.next(2)))
//! #     }
//! # }
//! use std::sync::atomic::AtomicBool;
//! use std::time::Duration;
//!
//! use parlour_search::{
//!     Budget, Driver, EngineKind, Engines, Heuristics, SearchControl, SearchTask, Settings,
//! };
//!
//! impl Heuristics for Nim {}
//!
//! impl Engines for Nim {
//!     fn engines(&self) -> Vec<EngineKind<Self>> {
//!         vec![EngineKind::alpha_beta(), EngineKind::uct()]
//!     }
//! }
//!
//! let engine = Nim.engines()[0].build(&Nim, &Settings::default())?;
//! let budget = Budget { nodes: Some(1000), ..Budget::default() };
//! let task = SearchTask { budget, ..SearchTask::new(&Nim, Nim.start(), 1) };
//! let control = SearchControl { clock: &|| Duration::ZERO, stop: &AtomicBool::new(false) };
//! let report = Driver::new(engine, 1).search(task, &control, &mut |_| {});
//! assert_eq!((report.chosen, report.lines[0].value), (1, 1.0));
//! # Ok::<(), parlour_search::SettingError>(())
//! ```

pub mod alphabeta;
mod belief;
mod depth_limit;
mod driver;
mod engine;
mod evaluator;
pub mod exact;
pub mod expectimax;
mod hash;
mod heuristics;
pub mod infosets;
pub mod laws;
mod level;
mod linear;
pub mod maxn;
pub mod net;
mod params;
mod report;
mod request;
mod rollout;
mod root;
mod rule;
mod settings;
mod transposition;
pub mod two_sided;
pub mod uct;

pub use belief::{BeliefModel, InfoState, ObservedAction, PlaceOdds, SecretOdds};
pub use driver::Driver;
pub use engine::{Engine, EngineKind, Progress, SearchTask};
pub use evaluator::{Evaluator, Own};
pub use hash::hash;
pub use heuristics::{Engines, Heuristics, expectation, two_shares};
pub use level::{LEVELS, Level};
pub use linear::softmax;
pub use report::{Certainty, Line, SearchReport};
pub use request::{Budget, SearchControl, SearchRequest, TimeLimit, Want};
pub use rollout::playout;
pub use rule::{ByRule, Constant, Effort, MoveValues, Rule, Solution, Worked};
pub use settings::{SettingError, Settings};
