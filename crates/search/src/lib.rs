//! Engines that play any game. This crate names no game: it sees the rules through
//! [`parlour_core::Game`], what a search needs beside them through [`Heuristics`], and of a position only
//! what the mover may know.
//!
//! A [`SearchRequest`] says what to find and how long to search. An [`Engine`] searches in steps; a
//! [`Driver`] steps it until the budget is used up, and gives a [`SearchReport`]. There is no clock in
//! here: the caller brings one ([`SearchControl`]).
//!
//! # Example
//! The best move of a heap of seven stones, of which each player takes one to three, by alpha-beta. The
//! rules of `Nim` are nearly those of the example in [`parlour_core`]; it has no heuristics.
//! ```
//! # mod nim {
//! #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/toys/nim.rs"));
//! # }
//! # use nim::Nim;
//! # use parlour_core::Game;
//! use std::sync::atomic::AtomicBool;
//! use std::time::Duration;
//!
//! use parlour_search::{
//!     Budget, Driver, EngineKind, Engines, SearchControl, SearchTask, Settings,
//! };
//!
//! impl Engines for Nim {
//!     fn engines(&self) -> Vec<EngineKind<Self>> {
//!         vec![EngineKind::alpha_beta(), EngineKind::uct()]
//!     }
//! }
//!
//! let game = Nim { players: 2, heap: 7 };
//! let engine = game.engines()[0].build(&game, &Settings::default())?;
//! let budget = Budget { nodes: Some(1000), ..Budget::default() };
//! let task = SearchTask { budget, ..SearchTask::new(&game, game.start(), 1) };
//! let control = SearchControl { clock: &|| Duration::ZERO, stop: &AtomicBool::new(false) };
//! let report = Driver::new(engine, 1).search(task, &control, &mut |_| {});
//! assert_eq!((report.chosen, report.lines[0].value), (3, 1.0));
//! # Ok::<(), parlour_search::SettingError>(())
//! ```
//!
//! # Where to change what
//! - A search parameter: defaults in `alphabeta/params.rs` (a larger `futility_margin` prunes less) with the
//!   aspiration window; `Params` in `uct.rs` and `infosets/mod.rs`; a game's own in its `heuristics.rs`. Show it
//!   by an SPRT: `parlour arena … --sprt -20,0`.
//! - Which of nearly equal moves comes first: `progress` in `alphabeta/params.rs` and `infosets/mod.rs`, and
//!   `moves_to_win` in the game's `heuristics.rs`. Show it by `parlour finish <id> best:nodes=2000`.
//! - A level's strength or time: `levels` in the game's `heuristics.rs`. A level by depth or nodes has no time
//!   of its own, only the cap in `level.rs`. Show it by `parlour arena <id> level:4 level:3`; figures are in
//!   `docs/strength.md`.

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
#[cfg(any(test, feature = "testing"))]
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
pub use report::{Certainty, Difference, Line, Sampled, SearchReport};
pub use request::{Budget, SearchControl, SearchRequest, TimeLimit, Want};
pub use rollout::playout;
pub use rule::{ByRule, Constant, Effort, MoveValues, Rule, Solution, Worked};
pub use settings::{SettingError, Settings};
