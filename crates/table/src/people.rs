//! The seats of a table: who sits there, who leaves, who comes back.

use std::sync::Arc;

use parlour_core::Seat;

use crate::events::{InitialSeat, Level, Person};
use crate::stored::VisitorId;
use crate::{Broken, Table};

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Nobody yet.
    Open,
    /// A person.
    Person(Person),
    /// The computer.
    Computer {
        /// How strong.
        level: Level,
        /// Whose seat it was.
        instead_of: InsteadOf,
    },
}

/// In whose place the computer plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InsteadOf {
    /// In nobody's: the seat is its own.
    Nobody,
    /// It keeps the seat for this person, who can take it back.
    Away(Person),
    /// This person resigned or ran out of time.
    DroppedOut(Person),
}

/// A seat at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chair {
    /// Who sits there.
    pub holder: Holder,
    /// Whether its player resigned or ran out of time, while a person holds the seat.
    dropped_out: bool,
    /// The number of actions made when the table's maker gave the seat of an absent player to the
    /// computer; `None` once that player has moved again.
    pub taken_at: Option<u32>,
    /// How many moves the computer has made for the seat's player.
    pub computer_moves: u32,
}

impl Chair {
    /// A seat before the game.
    pub(crate) fn new(seat: &InitialSeat) -> Self {
        let holder = match seat {
            InitialSeat::Open => Holder::Open,
            InitialSeat::Person(person) => Holder::Person(person.clone()),
            InitialSeat::Computer { level } => {
                Holder::Computer { level: *level, instead_of: InsteadOf::Nobody }
            }
        };
        Chair { holder, dropped_out: false, taken_at: None, computer_moves: 0 }
    }

    /// The person to whom the seat belongs, also while the computer keeps it.
    pub fn person(&self) -> Option<&Person> {
        match &self.holder {
            Holder::Open => None,
            Holder::Person(person) => Some(person),
            Holder::Computer { instead_of: InsteadOf::Away(person), .. } => Some(person),
            Holder::Computer { .. } => None,
        }
    }

    /// The person who has or had the seat.
    pub fn player(&self) -> Option<&Person> {
        match &self.holder {
            Holder::Computer { instead_of: InsteadOf::DroppedOut(person), .. } => Some(person),
            _ => self.person(),
        }
    }

    /// Whether the seat's player resigned or ran out of time.
    pub fn is_out(&self) -> bool {
        let replaced = |of: &InsteadOf| matches!(of, InsteadOf::DroppedOut(_));
        self.dropped_out
            || matches!(&self.holder, Holder::Computer { instead_of, .. } if replaced(instead_of))
    }

    /// The visitor to whom the seat belongs.
    pub fn owner(&self) -> Option<&VisitorId> {
        self.person().and_then(|person| person.visitor.as_ref())
    }

    /// Whether a person moves for the seat now.
    pub fn is_persons(&self) -> bool {
        matches!(self.holder, Holder::Person(_))
    }

    /// Its player resigned or ran out of time; a computer plays on where the game does.
    pub(crate) fn drop_out(&mut self, substitute: Option<Level>) {
        match (substitute, self.person().cloned()) {
            (Some(level), Some(person)) => {
                let instead_of = InsteadOf::DroppedOut(person);
                self.holder = Holder::Computer { level, instead_of };
            }
            _ => self.dropped_out = true,
        }
    }

    /// Gives the seat to a computer, or its computer another level.
    pub(crate) fn give_to_computer(&mut self, level: Level) {
        let instead_of = match std::mem::replace(&mut self.holder, Holder::Open) {
            Holder::Open => InsteadOf::Nobody,
            Holder::Person(person) => InsteadOf::Away(person),
            Holder::Computer { instead_of, .. } => instead_of,
        };
        self.holder = Holder::Computer { level, instead_of };
    }

    fn person_mut(&mut self) -> Option<&mut Person> {
        match &mut self.holder {
            Holder::Open => None,
            Holder::Person(person) => Some(person),
            Holder::Computer { instead_of: InsteadOf::Away(person), .. } => Some(person),
            Holder::Computer { .. } => None,
        }
    }
}

impl Table {
    pub(crate) fn chair_mut(&mut self, seat: u8) -> Result<&mut Chair, Broken> {
        self.chair(Seat(seat))?;
        Ok(&mut Arc::make_mut(&mut self.chairs)[usize::from(seat)])
    }

    /// An invitation that opens the table from now on. A person who sits down again brings the same.
    pub(crate) fn invite(&mut self, invitation: &str) {
        if !self.invitations.iter().any(|known| known == invitation) {
            self.invitations.push(invitation.to_owned());
        }
    }

    pub(crate) fn transfer_seats(&mut self, from: &VisitorId, to: &VisitorId, invitation: &str) {
        for person in Arc::make_mut(&mut self.chairs).iter_mut().filter_map(Chair::person_mut) {
            if person.visitor.as_ref() == Some(from) {
                person.visitor = Some(to.clone());
            }
        }
        if self.maker == *from {
            self.maker = to.clone();
        }
        self.invite(invitation);
        // What the old device agreed to, the new one can agree to again.
        (self.draw, self.take_back) = (None, None);
    }

    pub(crate) fn rename(&mut self, visitor: &VisitorId, name: &str) {
        for person in Arc::make_mut(&mut self.chairs).iter_mut().filter_map(Chair::person_mut) {
            if person.visitor.as_ref() == Some(visitor) && !person.own_name {
                person.name = name.to_owned();
            }
        }
    }
}
