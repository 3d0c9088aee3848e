//! What is kept of a table: names, events with their place and time.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::events::Event;
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

/// An event with its place and time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamped {
    /// The event's number at its table, from 1.
    pub sequence: u64,
    /// Milliseconds since 1970.
    pub at: i64,
    /// What happened.
    pub event: Event,
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
    /// What lists know once they have.
    pub index: Index,
    /// The visitors who have the table in their list; `None`: as before.
    pub sitters: Option<Vec<VisitorId>>,
}
