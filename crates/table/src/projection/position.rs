//! A position apart from any table: one that a caller brought along to the analysis board, or one of a
//! lesson, which its learner sees as a player would.

use parlour_core::scene::{Layout, Picture};
use parlour_core::{Label, Seat, Turn, Viewer};
use parlour_session::{Choice, Description, Entry, Session, words::names};

use super::replay::open_picture;
use crate::ending::{Ending, ending};

/// What may be shown of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// Its text is the caller's own; the board is as a seat sees it, or with everything open.
    Brought(Option<Seat>),
    /// Only what this seat may know.
    Seen(Seat),
}

/// A position, and what may be shown of it.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    entry: &'a Entry,
    session: &'a dyn Session,
    shown: Shown,
}

impl std::fmt::Debug for Position<'_> {
    /// Names the game only: what a seat may not see stays out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({}, {:?})", self.entry.id, self.shown)
    }
}

impl<'a> Position<'a> {
    /// A position that the caller has brought along, so that nothing in it is a secret of somebody else's.
    /// The board is as `seat` sees it; without a seat, with everything open.
    pub fn brought_along(entry: &'a Entry, session: &'a dyn Session, seat: Option<Seat>) -> Self {
        Position { entry, session, shown: Shown::Brought(seat) }
    }

    /// A position as `seat` may know it.
    pub fn seen_by(entry: &'a Entry, session: &'a dyn Session, seat: Seat) -> Self {
        Position { entry, session, shown: Shown::Seen(seat) }
    }

    /// The seat as which the board is seen; `None`: everything is open.
    pub fn seat(&self) -> Option<Seat> {
        match self.shown {
            Shown::Brought(seat) => seat,
            Shown::Seen(seat) => Some(seat),
        }
    }

    /// The options by name.
    pub fn options(&self) -> Vec<(String, String)> {
        self.session.options().pairs()
    }

    /// The position's text.
    pub fn text(&self) -> String {
        match self.shown {
            Shown::Brought(_) => self.session.position(),
            Shown::Seen(seat) => self.session.view(Viewer::Seat(seat)),
        }
    }

    /// The board.
    pub fn layout(&self) -> Layout {
        self.session.layout(self.seat().map_or(Viewer::Public, Viewer::Seat))
    }

    /// What the game calls the players.
    pub fn roles(&self) -> Vec<String> {
        names(self.session)
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        self.session.turn()
    }

    /// Who throws, where chance decides for a player.
    pub fn thrower(&self) -> Option<Seat> {
        self.session.thrower()
    }

    /// What stands on the board, in the order of the sites.
    pub fn picture(&self) -> Picture {
        let mut picture = match self.seat() {
            Some(seat) => self.session.picture(Viewer::Seat(seat)),
            None => open_picture(self.session),
        };
        picture.pieces.sort_unstable_by_key(|piece| piece.site);
        picture
    }

    /// What the table looked like at the last action, where the position no longer shows it.
    pub fn highlight(&self) -> Option<Picture> {
        self.session.highlight()
    }

    /// How the game ended.
    pub fn ending(&self) -> Option<Ending> {
        ending(self.session)
    }

    /// The player who acts. Another seat's moves would show what that seat holds.
    fn acting(&self) -> Option<Seat> {
        let acting = match self.session.turn() {
            Turn::Player(mover) => Some(mover),
            _ => self.session.thrower(),
        };
        let seat = self.seat();
        acting.filter(|acting| seat.is_none_or(|seat| seat == *acting || !self.entry.secrets))
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
        if let Some(seat) = self.seat() {
            return self.session.last(Viewer::Seat(seat));
        }
        let seats = Seat::all(self.session.seats());
        let mut all = seats.filter_map(|seat| self.session.last(Viewer::Seat(seat)));
        Some(all.find(|last| last.action != public.action).unwrap_or(public))
    }

    /// What chance may bring, with its weight. What can be drawn would show a seat what others have drawn.
    pub fn chances(&self) -> Vec<(Description, String, u32)> {
        if self.entry.secrets && matches!(self.shown, Shown::Seen(_)) {
            return Vec::new();
        }
        let outcome = |(action, weight): (String, u32)| {
            let next = self.session.after(&action).ok()?;
            let last = Position { session: &*next, ..*self }.last()?;
            Some((last, action, weight))
        };
        self.session.chances().into_iter().filter_map(outcome).collect()
    }
}
