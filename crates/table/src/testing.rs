//! Small tables, for the tests of this crate and of those that build on it.

use parlour_core::OptionValues;
use parlour_session::Entry;

use crate::Table;
use crate::events::{Created, InitialSeat, Person};
use crate::stored::{TableId, VisitorId};

/// Who sits on this seat of [`table`], from 0.
pub fn player(seat: u8) -> VisitorId {
    VisitorId(format!("player {seat}"))
}

/// A table of this game at which everybody has just sat down.
pub fn table(entry: &'static Entry) -> Table {
    let session = (entry.open)(&OptionValues::new()).expect("a game opens without options");
    let person = |seat: u8| {
        let (visitor, name) = (Some(player(seat)), format!("Player {seat}"));
        InitialSeat::Person(Person { visitor, name, own_name: false })
    };
    let seats = (0..session.seats()).map(person).collect();
    let created = Created::new(entry, session.options().pairs(), seats, player(0));
    Table::create(TableId("t".to_owned()), created, 0).expect("a table as it should be")
}
