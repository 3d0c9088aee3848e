//! What a table game is, told in types: the rules ([`Game`]), the texts ([`Notation`]), the
//! pictures ([`Scene`]), the looks ([`Look`]), the guidance ([`Guide`]), the options
//! ([`Configure`]) and the laws ([`laws`]) that every game obeys.
//!
//! This crate has no I/O, no threads and no serialization. It names no game.

pub mod bits;
pub mod course;
pub mod dice;
pub mod game;
pub mod guide;
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
pub mod stubs;

pub use course::{Course, Past};
pub use game::{Action, ActionOf, Game, Never, Seen, SeenOf, Turn, Viewer};
pub use guide::{Guide, Legend, Moment, Reason};
pub use look::Look;
pub use notation::{Notation, NotationError, Problem};
pub use options::{Configure, OptionError, OptionKind, OptionSpec, OptionValues};
pub use scene::Scene;
pub use seat::{MAX_SEATS, PerSeat, Seat, Share, Shares};
