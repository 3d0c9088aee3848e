//! The five games, and one registry through which everything else reaches them.

pub mod hex;
pub mod registry;
pub mod session;
pub mod shout_7;

pub use registry::{Entry, all, find};
pub use session::{Choice, Played, Session, Thinking, Told};
