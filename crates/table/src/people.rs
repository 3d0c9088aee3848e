//! The seats of a table: who sits there, who leaves, who comes back.

use std::sync::Arc;

use parlour_core::Seat;

use crate::events::{Event, Level, Person};
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
        /// For whom it keeps the seat.
        keeps_for: Option<Person>,
    },
}

/// A seat at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chair {
    /// Who sits there.
    pub holder: Holder,
    /// Whether its player resigned or ran out of time.
    pub out: bool,
    /// That player, where the computer plays on.
    pub left: Option<Person>,
    /// The number of actions made when the table's maker gave the seat of an absent player to the
    /// computer; `None` once that player has moved again.
    pub taken_at: Option<u32>,
    /// How many moves the computer has made for the seat's player.
    pub computer_moves: u32,
}

impl Chair {
    /// The person to whom the seat belongs, also while the computer keeps it.
    pub fn person(&self) -> Option<&Person> {
        match &self.holder {
            Holder::Open => None,
            Holder::Person(person) => Some(person),
            Holder::Computer { keeps_for, .. } => keeps_for.as_ref(),
        }
    }

    /// The person who has or had the seat.
    pub fn player(&self) -> Option<&Person> {
        self.person().or(self.left.as_ref())
    }

    /// The visitor to whom the seat belongs.
    pub fn owner(&self) -> Option<&VisitorId> {
        self.person().and_then(|person| person.visitor.as_ref())
    }

    fn person_mut(&mut self) -> Option<&mut Person> {
        match &mut self.holder {
            Holder::Open => None,
            Holder::Person(person) => Some(person),
            Holder::Computer { keeps_for, .. } => keeps_for.as_mut(),
        }
    }
}

impl Table {
    /// Follows an event about seats and the people on them.
    pub(crate) fn seat_people(&mut self, event: &Event) -> Result<(), Broken> {
        let seat = match event {
            Event::Sat { seat, .. }
            | Event::Stood { seat }
            | Event::Computer { seat, .. }
            | Event::Returned { seat }
            | Event::Resigned { seat, .. }
            | Event::Flagged { seat, .. } => Seat(*seat),
            Event::Moved { from, to, invitation } => {
                self.hand_over(from, to, invitation);
                return Ok(());
            }
            Event::Renamed { visitor, name } => {
                self.rename(visitor, name);
                return Ok(());
            }
            _ => return Err(Broken::new("not an event of seats".to_owned())),
        };
        self.chair(seat)?;
        let ply = self.ply();
        let chair = &mut Arc::make_mut(&mut self.chairs)[seat.index()];
        match event {
            Event::Sat { visitor, name, invitation, .. } => {
                let (visitor, name) = (Some(visitor.clone()), name.clone());
                chair.holder = Holder::Person(Person { visitor, name, own_name: false });
                self.invite(invitation);
            }
            Event::Stood { .. } => chair.holder = Holder::Open,
            Event::Computer { level, for_absent, .. } => {
                let keeps_for = chair.person().cloned();
                chair.taken_at = for_absent.then_some(ply);
                chair.holder = Holder::Computer { level: *level, keeps_for };
            }
            Event::Returned { .. } => {
                if let Some(person) = chair.person().cloned() {
                    chair.holder = Holder::Person(person);
                }
            }
            Event::Resigned { substitute, .. } | Event::Flagged { substitute, .. } => {
                chair.out = true;
                if let Some(level) = *substitute {
                    chair.left = chair.person().cloned();
                    chair.holder = Holder::Computer { level, keeps_for: None };
                }
                (self.draw, self.take_back) = (None, None);
            }
            _ => {}
        }
        Ok(())
    }

    /// An invitation that opens the table from now on. A person who sits down again brings the same.
    fn invite(&mut self, invitation: &str) {
        if !self.invitations.iter().any(|known| known == invitation) {
            self.invitations.push(invitation.to_owned());
        }
    }

    fn hand_over(&mut self, from: &VisitorId, to: &VisitorId, invitation: &str) {
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

    fn rename(&mut self, visitor: &VisitorId, name: &str) {
        for person in Arc::make_mut(&mut self.chairs).iter_mut().filter_map(Chair::person_mut) {
            if person.visitor.as_ref() == Some(visitor) && !person.own_name {
                person.name = name.to_owned();
            }
        }
    }
}
