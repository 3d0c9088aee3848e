//! Games between players who only get to see a session: computer players, other programs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlour_core::rng::{Rng, seeded};
use parlour_core::{Seat, Shares, Turn};
use parlour_search::Budget;

use crate::player::{Orders, Player};
use crate::session::Session;

/// Somebody who plays in a match.
pub trait Contender: Send {
    /// A new game begins.
    fn begin(&mut self) -> Result<(), String> {
        Ok(())
    }

    /// The text of the move to make. `actions` led from the start to this position.
    ///
    /// # Errors
    /// When this contender cannot go on, and why.
    fn choose(
        &mut self,
        session: &dyn Session,
        actions: &[String],
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<String, String>;
}

impl Contender for Box<dyn Player> {
    fn choose(
        &mut self,
        session: &dyn Session,
        _: &[String],
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<String, String> {
        let begun = Instant::now();
        let clock = || -> Duration { begun.elapsed() };
        let orders = Orders { budget: Budget::default(), lines: 1, seed, clock: &clock, stop };
        let thought = self.think(session, &orders, &mut |_| {});
        thought.map(|thought| thought.chosen).ok_or_else(|| "nobody is to move".to_owned())
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Everything that happened, chance included.
    pub actions: Vec<String>,
    /// The win, split by seat.
    pub shares: Shares,
}

/// Why a game came to no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It was stopped.
    Stopped,
    /// The contender at this seat failed.
    Failed(Seat, String),
}

/// Plays one game from `session` on. `at` says which contender sits where, in seat order; `dice`
/// is all that chance depends on, `seed` all that the players do.
///
/// # Errors
/// When it was stopped or a contender failed.
pub fn play(
    session: &dyn Session,
    contenders: &mut [Box<dyn Contender>],
    at: &[usize],
    dice: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Played, Fault> {
    let mut session = session.boxed_clone();
    let (mut dice, mut seeds) = (seeded(dice), seeded(seed));
    let mut actions = Vec::new();
    for seat in (0..session.seats()).map(Seat) {
        contenders[at[seat.index()]].begin().map_err(|why| Fault::Failed(seat, why))?;
    }
    loop {
        let (by, action) = match session.turn() {
            Turn::Over => break,
            Turn::Chance => (None, session.roll(&mut dice).unwrap_or_default()),
            Turn::Player(seat) => {
                let contender = &mut contenders[at[seat.index()]];
                let chosen = contender.choose(&*session, &actions, seeds.next_u64(), stop);
                (Some(seat), chosen.map_err(|why| Fault::Failed(seat, why))?)
            }
        };
        if stop.load(Ordering::Relaxed) {
            return Err(Fault::Stopped);
        }
        if let Err(error) = session.play(&action) {
            return Err(Fault::Failed(by.unwrap_or(Seat(0)), error.to_string()));
        }
        actions.push(action);
    }
    let shares = session.shares().expect("a game that is over has shares");
    Ok(Played { actions, shares })
}
