//! The five games, and one registry through which everything else reaches them.

pub mod hex;
pub mod registry;
pub mod session;
pub mod shell_out;

pub use registry::{Entry, all, find};
pub use session::{Choice, Played, Session, Thinking, Told};
