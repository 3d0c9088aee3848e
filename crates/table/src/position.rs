//! A position apart from any table, for the analysis board. The caller has brought the position along,
//! so nothing in it is a secret of somebody else's.

use parlour_core::scene::Picture;
use parlour_core::{Label, Seat, Turn, Viewer};
use parlour_games::{Choice, Description, Entry, Session};

use crate::replay::open_picture;

/// A position as a seat sees it, or with everything open.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    entry: &'a Entry,
    session: &'a dyn Session,
    seat: Option<Seat>,
}

impl std::fmt::Debug for Position<'_> {
    /// Names the game only: what a seat may not see stays out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({}, {:?})", self.entry.id, self.seat)
    }
}

impl<'a> Position<'a> {
    /// The position as `seat` sees it; without a seat, with everything open.
    pub fn new(entry: &'a Entry, session: &'a dyn Session, seat: Option<Seat>) -> Self {
        Position { entry, session, seat }
    }

    /// What stands on the board, in the order of the sites.
    pub fn picture(&self) -> Picture {
        let mut picture = match self.seat {
            Some(seat) => self.session.picture(Viewer::Seat(seat)),
            None => open_picture(self.session),
        };
        picture.pieces.sort_unstable_by_key(|piece| piece.site);
        picture
    }

    /// The player who acts. Another seat's moves would show what that seat holds.
    fn acting(&self) -> Option<Seat> {
        let acting = match self.session.turn() {
            Turn::Player(mover) => Some(mover),
            _ => self.session.thrower(),
        };
        acting.filter(|acting| self.seat.is_none_or(|seat| seat == *acting || !self.entry.secrets))
    }

    /// The moves of the player who acts.
    pub fn choices(&self) -> Vec<Choice> {
        self.acting().map_or_else(Vec::new, |mover| self.session.choices(Viewer::Seat(mover)))
    }

    /// What the player who acts is to do.
    pub fn guide(&self) -> Option<Label> {
        self.session.instruction(Viewer::Seat(self.acting()?), &[])
    }

    /// The last action: as the seat saw it, or as the player who made it, or for whom it was drawn, did.
    pub fn last(&self) -> Option<Description> {
        let public = self.session.last(Viewer::Public)?;
        if let Some(seat) = self.seat {
            return self.session.last(Viewer::Seat(seat));
        }
        let seats = Seat::all(self.session.seats());
        let mut all = seats.filter_map(|seat| self.session.last(Viewer::Seat(seat)));
        Some(all.find(|last| last.action != public.action).unwrap_or(public))
    }

    /// What chance may bring, with its weight.
    pub fn chances(&self) -> Vec<(Description, String, u32)> {
        let outcome = |(action, weight): (String, u32)| {
            let mut next = self.session.boxed_clone();
            next.play(&action).ok()?;
            let last = Position { session: &*next, ..*self }.last()?;
            Some((last, action, weight))
        };
        self.session.chances().into_iter().filter_map(outcome).collect()
    }
}

/// Whether two positions are the same to a viewer: what stands on the board, whose turn it is, and the
/// score. What counts moves does not count: another number makes no other decision.
pub fn is_same(one: &dyn Session, other: &dyn Session, viewer: Viewer) -> bool {
    let pieces = |session: &dyn Session| {
        let mut pieces = session.picture(viewer).pieces;
        pieces.sort_unstable_by_key(|piece| piece.site);
        pieces
    };
    one.id() == other.id()
        && one.seats() == other.seats()
        && one.turn() == other.turn()
        && one.scores() == other.scores()
        && pieces(one) == pieces(other)
}
