//! The five games, and one registry through which everything else reaches them.

pub mod hex;
pub mod outwit;
pub mod registry;
pub mod senet;
pub mod session;
pub mod shell_out;
pub mod shout_7;
pub mod shut_the_box;
pub mod words;

pub use registry::{Entry, all, find};
pub use session::{Choice, Played, Session, Thinking, Told};
