//! Games between players who only get to see a session: computer players, other programs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parlour_core::rng::{Rng, seeded};
use parlour_core::{Seat, Shares, Turn};
use parlour_search::Budget;

use crate::near::shown;
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

    /// What it has said beside its moves, for whoever is told that it failed.
    fn aside(&mut self) -> Option<String> {
        None
    }
}

impl<C: Contender + ?Sized> Contender for Box<C> {
    fn begin(&mut self) -> Result<(), String> {
        (**self).begin()
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        actions: &[String],
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<String, String> {
        (**self).choose(session, actions, seed, stop)
    }

    fn aside(&mut self) -> Option<String> {
        (**self).aside()
    }
}

/// A computer player in a match, with the caller's clock: the time since some moment.
pub struct Computer {
    /// Who thinks.
    pub player: Box<dyn Player>,
    /// What time it is.
    pub now: fn() -> Duration,
}

impl std::fmt::Debug for Computer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Computer").finish_non_exhaustive()
    }
}

impl Contender for Computer {
    fn choose(
        &mut self,
        session: &dyn Session,
        _: &[String],
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<String, String> {
        let (now, begun) = (self.now, (self.now)());
        let clock = || now().saturating_sub(begun);
        let orders = Orders { budget: Budget::default(), lines: 0, seed, clock: &clock, stop };
        let thought = self.player.think(session, &orders, &mut |_| {});
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

/// Plays one game from `session` on, which stands where `opening` led. `at` says which contender sits
/// where, in seat order; `dice` is all that chance depends on, `seed` all that the players do.
///
/// # Errors
/// When it was stopped or a contender failed.
pub fn play(
    (session, opening): (&dyn Session, &[String]),
    contenders: &mut [impl Contender],
    at: &[usize],
    dice: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Played, Fault> {
    let mut session = session.boxed_clone();
    let (mut dice, mut seeds) = (seeded(dice), seeded(seed));
    let mut actions = opening.to_vec();
    for seat in Seat::all(session.seats()) {
        let contender = &mut contenders[at[seat.index()]];
        contender.begin().map_err(|why| fault(contender, seat, why))?;
    }
    loop {
        let action = match session.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let action = session.roll(&mut dice).unwrap_or_default();
                let played = session.play(&action);
                played.map_err(|error| Fault::Failed(Seat(0), error.to_string()))?;
                action
            }
            Turn::Player(seat) => {
                let contender = &mut contenders[at[seat.index()]];
                let chosen = contender.choose(&*session, &actions, seeds.next_u64(), stop);
                // Whoever was stopped may have found nothing.
                if stop.load(Ordering::Relaxed) {
                    return Err(Fault::Stopped);
                }
                let action = chosen.map_err(|why| fault(contender, seat, why))?;
                if let Err(error) = session.play(&action) {
                    let why = format!(
                        "illegal move '{}' as action {} of the game, at {}: {error}",
                        shown(&action),
                        actions.len() + 1,
                        session.position()
                    );
                    return Err(fault(contender, seat, why));
                }
                action
            }
        };
        actions.push(action);
    }
    let shares = session.shares().expect("a game that is over has shares");
    Ok(Played { actions, shares })
}

/// That a contender failed, with what it said about it.
fn fault(contender: &mut impl Contender, seat: Seat, why: String) -> Fault {
    let why = match contender.aside() {
        Some(said) => format!("{why}; it said: {said}"),
        None => why,
    };
    Fault::Failed(seat, why)
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its place in the match.
    pub number: u64,
    /// Games of a set have the same dice and the same opening; the seats change hands.
    pub set: u64,
    /// How many games the set has.
    pub of: usize,
    /// Who sits where, in seat order.
    pub at: Vec<usize>,
}

/// Who meets whom, and when. Where there are as many seats as players or more, all sit at one table;
/// else every two of them meet. Within a set everybody has every seat of the rotation once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    seats: usize,
    /// The players who meet.
    tables: Vec<Vec<usize>>,
}

impl Schedule {
    /// For so many players of a game with so many seats.
    pub fn new(players: usize, seats: u8) -> Self {
        let seats = usize::from(seats);
        let tables = if players <= seats {
            vec![(0..players).collect()]
        } else {
            (0..players).flat_map(|a| (a + 1..players).map(move |b| vec![a, b])).collect()
        };
        Schedule { seats, tables }
    }

    /// For so many players of whom only neighbours meet, each and the next.
    pub fn ladder(players: usize, seats: u8) -> Self {
        let tables = (1..players).map(|next| vec![next - 1, next]).collect();
        Schedule { seats: usize::from(seats), tables }
    }

    /// How many different companies meet.
    pub fn tables(&self) -> usize {
        self.tables.len()
    }

    /// How many games a set has.
    pub fn set(&self) -> usize {
        self.tables[0].len()
    }

    /// How many games there are if each company plays at least so many, in whole sets.
    pub fn games(&self, each: u64) -> u64 {
        let set = self.set() as u64;
        each.div_ceil(set) * set * self.tables.len() as u64
    }

    /// The game with this number, from 0.
    pub fn fixture(&self, number: u64) -> Fixture {
        let of = self.set();
        let set = number / of as u64;
        let round = (number % of as u64) as usize;
        let company = &self.tables[(set % self.tables.len() as u64) as usize];
        let at = (0..self.seats).map(|seat| company[(seat + round) % of]).collect();
        Fixture { number, set, of, at }
    }

    /// What chance depends on in a set: companies that meet in the same round have the same dice.
    pub fn dice(&self, set: u64, seed: u64) -> u64 {
        let round = set / self.tables.len() as u64;
        seed ^ round.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// Random actions from `session` on, for games that would else all begin alike. An opening that
/// ends the game is drawn again, and at last given up.
pub fn opening(session: &dyn Session, plies: u32, seed: u64) -> (Box<dyn Session>, Vec<String>) {
    let mut rng = seeded(seed);
    for _ in 0..100 {
        let mut next = session.boxed_clone();
        let mut actions = Vec::new();
        for _ in 0..plies {
            let Some(action) = next.sample(&mut rng) else { break };
            if next.play(&action).is_ok() {
                actions.push(action);
            }
        }
        if next.turn() != Turn::Over {
            return (next, actions);
        }
    }
    (session.boxed_clone(), Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seatings(players: usize, seats: u8, games: u64) -> Vec<Vec<usize>> {
        let schedule = Schedule::new(players, seats);
        (0..games).map(|number| schedule.fixture(number).at).collect()
    }

    #[test]
    fn seats_change_hands() {
        assert_eq!(seatings(2, 2, 2), [[0, 1], [1, 0]]);
        assert_eq!(seatings(2, 3, 2), [[0, 1, 0], [1, 0, 1]]);
        assert_eq!(seatings(3, 3, 3), [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
    }

    #[test]
    fn on_a_ladder_only_neighbours_meet() {
        let schedule = Schedule::ladder(3, 3);
        assert_eq!((schedule.tables(), schedule.set(), schedule.games(5)), (2, 2, 12));
        let seatings: Vec<_> = (0..4).map(|number| schedule.fixture(number).at).collect();
        assert_eq!(seatings, [[0, 1, 0], [1, 0, 1], [1, 2, 1], [2, 1, 2]]);
    }

    #[test]
    fn everybody_meets_everybody_with_the_same_dice() {
        let schedule = Schedule::new(3, 2);
        assert_eq!((schedule.tables(), schedule.set(), schedule.games(5)), (3, 2, 18));
        assert_eq!(seatings(3, 2, 6), [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(schedule.dice(0, 7), schedule.dice(2, 7));
        assert_ne!(schedule.dice(0, 7), schedule.dice(3, 7));
    }
}
