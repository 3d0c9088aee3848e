//! What is kept of a table: names, events with their place and time.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::events::Event;
use crate::hash::digest;
use crate::listing::Index;

/// A table's unguessable name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableId(pub String);

/// A visitor: the hash of the secret in their cookie.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VisitorId(pub String);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Tells a visitor's message from all others at a table. It is stored with what came of the message, in the
/// same transaction: a message that is sent again, to whatever process and after whatever crash, counts once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RequestKey(u64);

impl RequestKey {
    /// The key of a message, which holds its id. Another message with the same id has another key.
    pub fn of(visitor: &VisitorId, message: &str) -> Self {
        let digest = digest(&["request", &visitor.0, message]);
        let (first, _) = digest.split_first_chunk().expect("it has 32 bytes");
        RequestKey(u64::from_be_bytes(*first))
    }
}

/// An event with its place and time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamped {
    /// The event's number at its table, from 1.
    pub sequence: u64,
    /// Milliseconds since 1970.
    pub at: i64,
    /// What happened.
    pub event: Event,
    /// The message that it is the first consequence of.
    pub request: Option<RequestKey>,
}

/// Events for one table.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// The number of the last event that the writer knows; 0 for a new table.
    pub expected: u64,
    /// When they happened.
    pub at: i64,
    /// What happened.
    pub events: Vec<Event>,
    /// The message that the first of them came of.
    pub request: Option<RequestKey>,
    /// What lists know once they have.
    pub index: Index,
    /// The visitors who have the table in their list; `None`: as before.
    pub sitters: Option<Vec<VisitorId>>,
}

impl Append {
    /// The events as they are stored, in order.
    pub fn bodies(&self) -> impl Iterator<Item = String> {
        let request = |place| self.request.filter(|_| place == 0);
        self.events.iter().enumerate().map(move |(place, event)| event.encode(request(place)))
    }
}
