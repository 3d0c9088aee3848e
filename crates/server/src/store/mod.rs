//! Where tables, visitors and codes are kept. Everything that touches a database is in here.
//!
//! A table changes in one way only: [`Store::append`] adds events behind the last one that the
//! writer knew. A writer that knew an old state gets [`StoreError::Conflict`], reads on, and decides
//! again; so any number of processes may work on the same tables.

mod fault;
mod file;
mod postgres;
mod sqlite;

use std::fmt;

use async_trait::async_trait;
use parlour_table::events::Event;
use parlour_table::listing::{Listed, Status};
use parlour_table::stored::{Append, Stamped, TableId, VisitorId};
use tokio::sync::broadcast;

pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;

/// A code that moves seats to another device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The table.
    pub table: TableId,
    /// Whose seats.
    pub visitor: VisitorId,
}

/// A report on a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredReport {
    /// The table.
    pub table: TableId,
    /// What made it: a report of another version is made anew.
    pub version: String,
    /// When it was made.
    pub made: i64,
    /// The report, as JSON.
    pub body: String,
}

/// A text that people keep apart from tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its version: the first is 1, and each one follows the one before.
    pub version: u64,
    /// The text.
    pub body: String,
}

/// Why the store did not do it.
#[derive(Debug)]
pub enum StoreError {
    /// Somebody else's events came first: read on and decide again.
    Conflict,
    /// What is stored cannot be read by this version.
    Unreadable(String),
    /// The database was written by a later version of this program.
    Newer {
        /// The version that the database has.
        has: usize,
        /// The version that this program knows.
        knows: usize,
    },
    /// The database failed; nothing has changed.
    Failed(String),
    /// The database was lost while it stored this, and has not come back to say whether it did.
    Unknown(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("the table changed in between"),
            StoreError::Unreadable(why) => write!(f, "cannot read what is stored: {why}"),
            StoreError::Newer { has, knows } => write!(
                f,
                "a newer Parlour wrote it (its tables are of version {has}, this program knows \
                 {knows}); nothing was changed: use that newer Parlour"
            ),
            StoreError::Failed(why) => write!(f, "the database failed: {why}"),
            StoreError::Unknown(why) => {
                write!(f, "the database was lost and may or may not have stored this: {why}")
            }
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

    /// Keeps a document behind its version before. [`StoreError::Conflict`] where another was first.
    async fn put_document(
        &self,
        kind: &str,
        id: &str,
        document: Document,
        at: i64,
    ) -> Result<(), StoreError>;

    /// The document of that kind and name.
    async fn document(&self, kind: &str, id: &str) -> Result<Option<Document>, StoreError>;

    /// Keeps the hash of a code until it expires or is used.
    async fn put_ticket(&self, code: &str, ticket: Ticket, expires: i64) -> Result<(), StoreError>;

    /// A code's ticket; `None` when there is none or it has expired.
    async fn ticket(&self, code: &str, now: i64) -> Result<Option<Ticket>, StoreError>;

    /// Keeps the report on a table's game, in place of an earlier one. It goes with its table.
    async fn put_report(&self, report: StoredReport) -> Result<(), StoreError>;

    /// The report on a table's game.
    async fn report(&self, table: &TableId) -> Result<Option<StoredReport>, StoreError>;

    /// The servers' own secret of that name: the one that is stored, or `fresh`, which is stored then.
    async fn secret(&self, name: &str, fresh: &str) -> Result<String, StoreError>;

    /// Takes a code's ticket away; `None` when there is none or it has expired.
    async fn take_ticket(&self, code: &str, now: i64) -> Result<Option<Ticket>, StoreError>;

    /// Takes away all codes that have expired.
    async fn drop_tickets(&self, now: i64) -> Result<(), StoreError>;

    /// Notes that a server is up now. A gap of more than `gap` milliseconds since the last such
    /// note becomes an outage, which ends now. One that ends at a time that has not come yet was
    /// noted by a wrong clock, and ends now. Tells when the last one ended.
    async fn heartbeat(&self, now: i64, gap: i64) -> Result<Option<i64>, StoreError>;

    /// The clocks of all who use the store differ by no more than this number of milliseconds. A time that
    /// is further ahead was noted by a clock that has been set back since.
    fn skew(&self) -> i64 {
        1_000
    }

    /// For how many milliseconds after `since` no server was up.
    async fn outage_since(&self, since: i64) -> Result<i64, StoreError>;

    /// Deletes tables at which no person ever moved and nothing has happened since `before`, but none
    /// where somebody's clock runs; how many. Where an earlier version did not note who moved, any
    /// move counts.
    async fn clear(&self, before: i64) -> Result<u64, StoreError>;

    /// How far these tables have come: the number of each one's last event.
    async fn latest(&self, tables: &[TableId]) -> Result<Vec<(TableId, u64)>, StoreError>;

    /// Whether other processes work on the same tables.
    fn shared(&self) -> bool {
        false
    }

    /// Takes the table's lease for this process, which then makes the table's throws and computers'
    /// moves. Returns whether it holds the lease: at any time at most one process does. The lease of a
    /// process that is gone is taken over.
    async fn take_lease(&self, table: &TableId) -> Result<bool, StoreError> {
        let _ = table;
        Ok(true)
    }

    /// Gives back the leases of these tables, for the process that asks next.
    async fn release_leases(&self, tables: &[TableId]) -> Result<(), StoreError> {
        let _ = tables;
        Ok(())
    }

    /// Tells the other processes who is at which table here, and learns who is at these tables
    /// elsewhere.
    async fn share_presence(
        &self,
        here: &[(TableId, VisitorId)],
        tables: &[TableId],
    ) -> Result<Vec<(TableId, VisitorId)>, StoreError> {
        let _ = (here, tables);
        Ok(Vec::new())
    }

    /// Whether the last write went well.
    fn health(&self) -> Result<(), StoreError>;

    /// Writes what is still on its way and closes.
    async fn close(&self);
}

/// The status that a store has written.
fn read_status(name: &str) -> Result<Status, StoreError> {
    let unknown = || StoreError::Unreadable(format!("no status is called {name}"));
    Status::named(name).ok_or_else(unknown)
}

/// A stored event.
fn stamped(sequence: i64, at: i64, version: i64, body: &str) -> Result<Stamped, StoreError> {
    let event = Event::decode(u32::try_from(version).unwrap_or(u32::MAX), body);
    let event = event.map_err(|error| StoreError::Unreadable(error.to_string()))?;
    Ok(Stamped { sequence: sequence as u64, at, event })
}
