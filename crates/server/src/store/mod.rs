//! Where tables, visitors and codes are kept. Everything that touches a database is in here.
//!
//! A table changes in one way only: [`Store::append`] adds events behind the last one that the
//! writer knew. Whoever knew an old state gets [`StoreError::Conflict`], reads on, and decides
//! again; so any number of processes may work on the same tables.

pub mod events;
mod sqlite;

use std::fmt;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use events::{Event, Level};
pub use sqlite::SqliteStore;

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

/// Where a table stands, for lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// A seat is open.
    Waiting,
    /// The game goes on.
    Playing,
    /// It has ended.
    Over,
}

/// Who sits on a seat, for lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum SummaryHolder {
    /// Nobody.
    Open,
    /// A person; `None` for a name out of an imported record.
    Person {
        /// Who.
        visitor: Option<VisitorId>,
        /// The name shown.
        name: String,
    },
    /// The computer.
    Computer {
        /// How strong.
        level: Level,
        /// For whom it keeps the seat.
        keeps_for: Option<String>,
    },
}

/// What a list shows of a table. Nothing in here is secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// What the game calls each player, and who that is.
    pub seats: Vec<(String, SummaryHolder)>,
    /// Whose turn it is.
    pub turn: Option<u8>,
    /// How many actions were made.
    pub ply: u32,
}

/// What lists and timers know about a table; it follows from the events and is written with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// The game's id.
    pub game: String,
    /// Whether lists show it.
    pub public: bool,
    /// Where it stands.
    pub status: Standing,
    /// When something last happened.
    pub changed: i64,
    /// When somebody has to look after it: a throw, the computer's move, a flag. `None`: never.
    pub due: Option<i64>,
    /// The visitors who have it in their list.
    pub sitters: Vec<VisitorId>,
    /// What a list shows.
    pub summary: Summary,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The table.
    pub id: TableId,
    /// The game's id.
    pub game: String,
    /// Where it stands.
    pub status: Standing,
    /// When something last happened.
    pub changed: i64,
    /// What to show.
    pub summary: Summary,
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
}

/// A code that moves seats to another device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The table.
    pub table: TableId,
    /// Whose seats.
    pub visitor: VisitorId,
}

/// Why the store did not do it.
#[derive(Debug)]
pub enum StoreError {
    /// Somebody else's events came first: read on and decide again.
    Conflict,
    /// What is stored cannot be read by this version.
    Unreadable(String),
    /// The database failed.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("the table changed in between"),
            StoreError::Unreadable(why) => write!(f, "cannot read what is stored: {why}"),
            StoreError::Failed(why) => write!(f, "the database failed: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// Tables, visitors and codes, kept for good. Every call answers only once its change is durable.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Adds events to one or more tables, all or none.
    async fn append(&self, appends: Vec<Append>) -> Result<(), StoreError>;

    /// A table's events after that number, in order; none for a table that is not there.
    async fn load(&self, table: &TableId, after: u64) -> Result<Vec<Stamped>, StoreError>;

    /// Tells of every append: the table and the number of its last event.
    fn notices(&self) -> broadcast::Receiver<(TableId, u64)>;

    /// The tables in a visitor's list, the newest change first.
    async fn tables_of(&self, visitor: &VisitorId, limit: u32) -> Result<Vec<Listed>, StoreError>;

    /// The tables open to everyone that changed after `since` and are not over, newest first.
    async fn public_tables(&self, since: i64, limit: u32) -> Result<Vec<Listed>, StoreError>;

    /// The tables that somebody has to look after by `now`, the longest due first.
    async fn due(&self, now: i64, limit: u32) -> Result<Vec<TableId>, StoreError>;

    /// A visitor's name.
    async fn name(&self, visitor: &VisitorId) -> Result<Option<String>, StoreError>;

    /// Gives a visitor a name.
    async fn rename(&self, visitor: &VisitorId, name: &str) -> Result<(), StoreError>;

    /// Keeps the hash of a code until it expires or is used.
    async fn put_ticket(&self, code: &str, ticket: Ticket, expires: i64) -> Result<(), StoreError>;

    /// Takes a code's ticket away; `None` when there is none or it has expired.
    async fn take_ticket(&self, code: &str, now: i64) -> Result<Option<Ticket>, StoreError>;

    /// Notes that a server is up now. A gap of more than `gap` milliseconds since the last such
    /// note becomes an outage. Tells whether it did.
    async fn pulse(&self, now: i64, gap: i64) -> Result<bool, StoreError>;

    /// For how many milliseconds after `since` no server was up.
    async fn outage_since(&self, since: i64) -> Result<i64, StoreError>;

    /// Writes what is still on its way and closes.
    async fn close(&self);
}
