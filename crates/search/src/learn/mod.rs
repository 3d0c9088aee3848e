//! Learning by playing: what `parlour train` drives, whatever is learned and however.

mod ahead;
pub mod linear;
mod net;
mod pupil;
pub mod sides;
mod td;

pub use ahead::Ahead;
pub use linear::Linear;
pub use net::{Net, Sparse};
pub use sides::{SideNet, Sided};
pub use td::{Learned, Td};

/// Somebody who gets better by playing. The caller decides how long, and keeps what was learned.
pub trait Learner: Send {
    /// How many games have been learned from.
    fn games(&self) -> u64;

    /// Plays on so many threads from now on, where it can. What is learned does not depend on it.
    fn spread(&mut self, threads: usize) {
        let _ = threads;
    }

    /// Plays the next game and learns from it; how much it surprised, in nats a position. Games
    /// depend on the seed and on what was learned before, and on nothing else.
    fn learn(&mut self) -> f64;

    /// Plays so many games against the weights that the game plays with; the share of them won. Whether to
    /// go on is asked before each of them, with how many were played; `None` when the answer was no.
    fn trial(&self, games: u64, go_on: &dyn Fn(u64) -> bool) -> Option<f64>;

    /// All that it takes to go on later.
    fn save(&self) -> Vec<u8>;

    /// Goes on from what was saved.
    ///
    /// # Errors
    /// When that is of another game or another make.
    fn restore(&mut self, saved: &[u8]) -> Result<(), String>;

    /// The weights as the file that the game is built with.
    fn weights(&self) -> Vec<u8>;
}
