//! Time at a table, reckoned from the times of its events alone.
//!
//! A clock runs while a person is to move: not for the computer, not while chance decides, not
//! while no server was up. Every event brings the running clock up to date.

use parlour_core::Seat;

use crate::events::Clock;

/// The clocks of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    kind: Clock,
    left: Vec<i64>,
    /// When the running clock was last brought up to date.
    since: i64,
}

impl Clocks {
    /// Full clocks for this number of seats.
    pub fn new(kind: Clock, seats: u8, at: i64) -> Self {
        let full = match kind {
            Clock::None => 0,
            Clock::Move { limit } | Clock::Game { limit, .. } => limit,
        };
        Clocks { kind, left: vec![full; usize::from(seats)], since: at }
    }

    /// How time is kept.
    pub fn kind(&self) -> Clock {
        self.kind
    }

    /// Charges the time until `at` to the seat whose clock runs.
    pub fn charge(&mut self, running: Option<Seat>, at: i64) {
        if let Some(seat) = running {
            self.left[seat.index()] -= (at - self.since).max(0);
        }
        self.since = self.since.max(at);
    }

    /// Takes this number of milliseconds off what will be charged next.
    pub fn forgive(&mut self, missed: i64, now: i64) {
        self.since = (self.since + missed.max(0)).min(now);
    }

    /// A player moved: the increment, or a full clock for the next move.
    pub fn moved(&mut self, seat: Seat) {
        match self.kind {
            Clock::None => {}
            Clock::Move { limit } => self.left[seat.index()] = limit,
            Clock::Game { increment, .. } => self.left[seat.index()] += increment,
        }
    }

    /// When the running clock falls to nothing.
    pub fn deadline(&self, running: Option<Seat>) -> Option<i64> {
        match self.kind {
            Clock::None => None,
            _ => running.map(|seat| self.since + self.left[seat.index()]),
        }
    }

    /// What a seat has left at `now`; `None` without a clock.
    pub fn left(&self, seat: Seat, running: Option<Seat>, now: i64) -> Option<i64> {
        if self.kind == Clock::None {
            return None;
        }
        let spent = if running == Some(seat) { (now - self.since).max(0) } else { 0 };
        Some((self.left[seat.index()] - spent).max(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat(0);
    const B: Seat = Seat(1);

    #[test]
    fn a_game_clock_charges_the_mover_and_adds_the_increment() {
        let mut clocks = Clocks::new(Clock::Game { limit: 10_000, increment: 2_000 }, 2, 0);
        assert_eq!(clocks.deadline(Some(A)), Some(10_000));
        clocks.charge(Some(A), 3_000);
        clocks.moved(A);
        assert_eq!(clocks.left(A, Some(B), 3_500), Some(9_000));
        assert_eq!(clocks.left(B, Some(B), 3_500), Some(9_500));
        assert_eq!(clocks.deadline(Some(B)), Some(13_000));
    }

    #[test]
    fn a_move_clock_is_full_again_after_each_move() {
        let mut clocks = Clocks::new(Clock::Move { limit: 5_000 }, 2, 0);
        clocks.charge(Some(A), 4_000);
        assert_eq!(clocks.left(A, Some(A), 4_000), Some(1_000));
        clocks.moved(A);
        assert_eq!(clocks.left(A, Some(B), 9_000), Some(5_000));
    }

    #[test]
    fn time_without_a_server_is_on_nobodys_clock() {
        let mut clocks = Clocks::new(Clock::Game { limit: 10_000, increment: 0 }, 2, 0);
        clocks.forgive(60_000, 61_000);
        clocks.charge(Some(A), 61_000);
        assert_eq!(clocks.left(A, Some(A), 61_000), Some(9_000));
    }

    #[test]
    fn nothing_runs_while_chance_decides() {
        let mut clocks = Clocks::new(Clock::Game { limit: 10_000, increment: 0 }, 2, 0);
        clocks.charge(None, 4_000);
        assert_eq!(clocks.left(A, None, 8_000), Some(10_000));
        assert_eq!(clocks.deadline(None), None);
    }
}
