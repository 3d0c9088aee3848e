//! Seats, things kept for each seat, and shares of the win.

use std::fmt;
use std::ops::{Index, IndexMut};

/// No game seats more than this (Shut the Box takes twelve).
pub const MAX_SEATS: usize = 12;

/// A place at the table, counted from 0 in turn order. Texts count from 1: see [`Seat::number`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// Every seat at a table of `seats`, in turn order.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..seats).map(Seat)
    }

    /// The seat's index in an array.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The player's number as texts have it, from 1.
    pub const fn number(self) -> u16 {
        // A seat from outside may be any byte, the last one too.
        self.0 as u16 + 1
    }

    /// The next seat in turn order at a table of `seats`.
    pub const fn next(self, seats: u8) -> Seat {
        Seat(if self.number() >= seats as u16 { 0 } else { self.0 + 1 })
    }

    /// A round of a table of `seats`: the seats after this one in turn order, and this one last. `find` gives the
    /// next of those who still play.
    #[inline]
    pub fn round(self, seats: u8) -> impl Iterator<Item = Seat> + Clone {
        (0..seats).scan(self, move |seat, _| {
            *seat = seat.next(seats);
            Some(*seat)
        })
    }

    /// The other of two players.
    #[inline]
    pub const fn opponent(self) -> Seat {
        Seat(self.0 ^ 1)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// One `T` for each seat at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PerSeat<T> {
    items: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Copy> PerSeat<T> {
    /// The same value for each of `seats` seats (at most [`MAX_SEATS`]).
    pub fn new(seats: u8, value: T) -> Self {
        assert!(seats as usize <= MAX_SEATS, "at most {MAX_SEATS} seats");
        PerSeat { items: [value; MAX_SEATS], seats }
    }

    /// The values in seat order.
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.seats as usize]
    }

    /// Each seat with its value, in seat order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, T)> + '_ {
        self.as_slice().iter().enumerate().map(|(i, &t)| (Seat(i as u8), t))
    }

    /// Something made of each value.
    pub fn map<U: Copy>(&self, make: impl FnMut(T) -> U) -> PerSeat<U> {
        PerSeat { items: self.items.map(make), seats: self.seats }
    }

    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.seats
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.items[..self.seats as usize][seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.items[..self.seats as usize][seat.index()]
    }
}

impl<T: fmt::Debug> fmt::Debug for PerSeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.items[..self.seats as usize]).finish()
    }
}

/// A player's exact share of the win: `0`, `1`, `1/2` …
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Share {
    /// Above the line.
    pub numerator: u8,
    /// Below the line; never 0.
    pub denominator: u8,
}

impl Share {
    /// Nothing.
    pub const NONE: Share = Share { numerator: 0, denominator: 1 };

    /// The share as a number from 0 to 1.
    pub fn value(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.numerator == 0 || self.denominator == 1 {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

/// How the win is split; the shares add up to 1.
pub type Shares = PerSeat<Share>;

impl PerSeat<Share> {
    /// The win split evenly among the seats for which `wins` says so.
    pub fn split(seats: u8, wins: impl Fn(Seat) -> bool) -> Shares {
        let winners = Seat::all(seats).filter(|&s| wins(s)).count() as u8;
        assert!(winners > 0, "somebody must win");
        let mut shares = PerSeat::new(seats, Share::NONE);
        for seat in Seat::all(seats).filter(|&s| wins(s)) {
            shares[seat] = Share { numerator: 1, denominator: winners };
        }
        shares
    }

    /// One seat takes it all.
    pub fn sole(seats: u8, winner: Seat) -> Shares {
        Shares::split(seats, |s| s == winner)
    }

    /// Everybody shares alike.
    pub fn draw(seats: u8) -> Shares {
        Shares::split(seats, |_| true)
    }
}

impl fmt::Display for PerSeat<Share> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, share) in self.as_slice().iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{share}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_read_as_the_rules_write_them() {
        assert_eq!(Shares::sole(2, Seat(0)).to_string(), "1 0");
        assert_eq!(Shares::draw(2).to_string(), "1/2 1/2");
        assert_eq!(Shares::split(3, |s| s.0 > 0).to_string(), "0 1/2 1/2");
    }

    #[test]
    fn seats_go_round() {
        assert_eq!(Seat(0).next(2), Seat(1));
        assert!(Seat(2).round(4).eq([3, 0, 1, 2].map(Seat)));
        assert_eq!(Seat(1).next(2), Seat(0));
        assert_eq!(Seat(1).to_string(), "2");
        assert_eq!([Seat(0), Seat(1)].map(Seat::opponent), [Seat(1), Seat(0)]);
    }

    #[test]
    fn every_seat_has_its_own_number() {
        assert_eq!(Seat(u8::MAX).to_string(), "256");
        assert_eq!(Seat(u8::MAX).next(12), Seat(0));
    }
}
