//! Counting: action sequences from a position, and random games.

use std::sync::atomic::AtomicBool;

use parlour_core::rng::seeded;

use crate::session::{Playable, Running, Session};

/// The length of random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The number of games.
    pub games: u64,
    /// The number of actions in them, chance outcomes included.
    pub actions: u64,
}

/// How many games are played between two calls of `enough`.
const BATCH: u64 = 64;

/// Plays random games until `enough` returns true for the number of games.
pub(crate) fn playouts<G: Playable>(
    running: &Running<G>,
    seed: u64,
    enough: &mut dyn FnMut(u64) -> bool,
) -> Tally {
    let (game, from) = (running.game(), running.history().state());
    let mut rng = seeded(seed);
    let mut tally = Tally::default();
    while !enough(tally.games) {
        for _ in 0..BATCH {
            tally.actions += parlour_search::playout(game, *from, &mut rng);
        }
        tally.games += BATCH;
    }
    tally
}

/// The number of action sequences of length `depth`.
pub fn perft(session: &dyn Session, depth: u32) -> u64 {
    session.perft(depth, &AtomicBool::new(false)).unwrap_or_default()
}

/// The same count for each first action, in text order. `each` is called as each one is done.
///
/// # Panics
/// When the session refuses an action that it lists as legal.
pub fn divide(session: &dyn Session, depth: u32, each: &mut dyn FnMut(&str, u64)) {
    let Some(rest) = depth.checked_sub(1) else { return };
    for action in session.legal() {
        let next = session.after(&action).expect("a legal action can be made");
        each(&action, perft(&*next, rest));
    }
}
