//! Where tables, visitors and codes are kept. Everything that touches a database is in here.
//!
//! A table changes in one way only: [`Store::append`] adds events behind the last one that the
//! writer knew. A writer that knew an old state gets [`StoreError::Conflict`], reads on, and decides
//! again; so any number of processes may work on the same tables.

mod fault;
mod file;
mod postgres;
mod relocate;
mod sql;
mod sqlite;
mod upgrade;

use async_trait::async_trait;
use parlour_table::listing::Listed;
use parlour_table::stored::{Append, Stamped, TableId, VisitorId};
use tokio::sync::broadcast;

pub use postgres::{PostgresStore, masked};
pub(crate) use relocate::{to_file, to_postgres};
pub use sql::{Row, Value};
pub use sqlite::SqliteStore;

use sql::values;

/// What was restored or moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// How many tables.
    pub tables: u64,
    /// How many events, at all of them.
    pub events: u64,
    /// The file that was there before, under its new name.
    pub kept: Option<std::path::PathBuf>,
}

/// A day in milliseconds: what was used is noted no more often.
const DAY: i64 = 86_400_000;
/// So many of a document's earlier versions are kept whatever their time.
const VERSIONS: u64 = 16;

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
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else's events came first: read on and decide again.
    #[error("the table changed in between")]
    Conflict,
    /// What is stored cannot be read by this version.
    #[error("cannot read what is stored: {0}")]
    Unreadable(String),
    /// The database was written by a later version of this program.
    #[error(
        "a newer Parlour wrote it (its tables are of version {has}, this program knows {knows}); \
         nothing was changed: use that newer Parlour"
    )]
    Newer {
        /// The version that the database has.
        has: usize,
        /// The version that this program knows.
        knows: usize,
    },
    /// The database failed; nothing has changed.
    #[error("the database failed: {0}")]
    Failed(String),
    /// The database was lost while it stored this, and has not come back to say whether it did.
    #[error("the database was lost and may or may not have stored this: {0}")]
    Unknown(String),
}

impl std::fmt::Debug for dyn Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Store")
    }
}

/// Tables, visitors and codes, kept for good. Every call answers only once its change is durable.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// The rows of a statement that only reads. The values stand for `$1`, `$2` … in it.
    async fn read(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Row>, StoreError>;

    /// The first row of a statement that only reads.
    async fn read_one(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.read(sql, values).await?.into_iter().next())
    }

    /// The rows of a statement that changes something.
    async fn change(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Row>, StoreError>;

    /// Adds events to one or more tables, all or none.
    async fn append(&self, appends: Vec<Append>) -> Result<(), StoreError>;

    /// A table's events after that number, in order; none for a table that is not there.
    async fn load(&self, table: &TableId, after: u64) -> Result<Vec<Stamped>, StoreError> {
        let sql = "SELECT sequence, at, version, body FROM events
                   WHERE table_id = $1 AND sequence > $2 ORDER BY sequence";
        let rows = self.read(sql, values![&table.0, after]).await?;
        rows.into_iter().map(Row::event).collect()
    }

    /// Tells of appends by other processes: the table and the number of its last event. `None` where no
    /// other process can be heard.
    fn notices(&self) -> Option<broadcast::Receiver<(TableId, u64)>> {
        None
    }

    /// Has [`Store::notices`] tell of this table from now on.
    async fn listen(&self, table: &TableId) {
        let _ = table;
    }

    /// Has [`Store::notices`] tell of no others than these tables, and of those that were asked for a moment
    /// ago. It may tell of more.
    fn listen_to_no_other(&self, tables: &[TableId]) {
        let _ = tables;
    }

    /// The tables in a visitor's list, the newest change first.
    async fn tables_of(&self, visitor: &VisitorId, limit: u32) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, game, status, changed, summary FROM tables
                   WHERE id IN (SELECT table_id FROM sitters WHERE visitor = $1)
                   ORDER BY changed DESC LIMIT $2";
        let rows = self.read(sql, values![&visitor.0, limit]).await?;
        rows.into_iter().map(Row::listed).collect()
    }

    /// The tables open to everyone that changed after `since` and are not over, newest first.
    async fn public_tables(&self, since: i64, limit: u32) -> Result<Vec<Listed>, StoreError> {
        let rows = self.read(self.public_tables_sql(), values![since, limit]).await?;
        rows.into_iter().map(Row::listed).collect()
    }

    /// The statement that finds them. Its condition is that of the database's own index.
    fn public_tables_sql(&self) -> &'static str;

    /// The tables that somebody has to look after by `now`, the longest due first.
    async fn due(&self, now: i64, limit: u32) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT id FROM tables WHERE due <= $1 ORDER BY due LIMIT $2";
        let rows = self.read(sql, values![now, limit]).await?;
        rows.into_iter().map(|mut row| row.table()).collect()
    }

    /// A visitor's name.
    async fn name(&self, visitor: &VisitorId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT name FROM visitors WHERE id = $1";
        let row = self.read_one(sql, values![&visitor.0]).await?;
        row.map(|mut row| row.text()).transpose()
    }

    /// Gives a visitor a name.
    async fn rename(&self, visitor: &VisitorId, name: &str, now: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO visitors (id, name, seen) VALUES ($1, $2, $3)
                   ON CONFLICT (id) DO UPDATE SET name = excluded.name, seen = excluded.seen";
        self.change(sql, values![&visitor.0, name, now]).await.map(drop)
    }

    /// Notes that a visitor was here, once a day: the name of one who stays away goes.
    async fn note_seen(&self, visitor: &VisitorId, now: i64) -> Result<(), StoreError> {
        let old = "SELECT seen FROM visitors WHERE id = $1 AND seen <= $2";
        if self.read_one(old, values![&visitor.0, now - DAY]).await?.is_none() {
            return Ok(());
        }
        let sql = "UPDATE visitors SET seen = $2 WHERE id = $1";
        self.change(sql, values![&visitor.0, now]).await.map(drop)
    }

    /// Keeps a document behind its version before, and that one for an hour: [`Store::document_versions`].
    /// [`StoreError::Conflict`] where another was first.
    async fn put_document(
        &self,
        kind: &str,
        id: &str,
        document: Document,
        at: i64,
    ) -> Result<(), StoreError> {
        let Document { version, body } = document;
        // Kept before it is replaced. Where another is first, that one keeps the same version.
        if version > 1 {
            let keep = "INSERT INTO document_versions (kind, id, version, replaced, body)
                        SELECT kind, id, version, $4, body FROM documents
                        WHERE kind = $1 AND id = $2 AND version = $3 - 1
                        ON CONFLICT DO NOTHING";
            self.change(keep, values![kind, id, version, at]).await?;
        }
        if version % VERSIONS == 0 {
            self.thin_versions(kind, id, version).await?;
        }
        // The first version is inserted, and any other follows the one before it.
        let sql = match version {
            1 => {
                "INSERT INTO documents (kind, id, version, changed, body)
                 VALUES ($1, $2, $3, $4, $5) RETURNING 1"
            }
            _ => {
                "UPDATE documents SET version = $3, changed = $4, body = $5
                 WHERE kind = $1 AND id = $2 AND version = $3 - 1 RETURNING 1"
            }
        };
        if self.change(sql, values![kind, id, version, at, &body]).await?.is_empty() {
            Err(StoreError::Conflict)
        } else {
            Ok(())
        }
    }

    /// The document of that kind and name.
    async fn document(&self, kind: &str, id: &str) -> Result<Option<Document>, StoreError> {
        let sql = "SELECT version, body FROM documents WHERE kind = $1 AND id = $2";
        let document =
            |mut row: Row| Ok(Document { version: row.number()? as u64, body: row.text()? });
        self.read_one(sql, values![kind, id]).await?.map(document).transpose()
    }

    /// Of the versions before the last ones, keeps the first one of each minute.
    async fn thin_versions(&self, kind: &str, id: &str, version: u64) -> Result<(), StoreError> {
        let sql = "DELETE FROM document_versions AS old
                   WHERE kind = $1 AND id = $2 AND version < $3 AND EXISTS (
                       SELECT 1 FROM document_versions AS first
                       WHERE first.kind = old.kind AND first.id = old.id
                           AND first.version < old.version
                           AND first.replaced / 60000 = old.replaced / 60000)";
        self.change(sql, values![kind, id, version.saturating_sub(VERSIONS)]).await.map(drop)
    }

    /// The earlier versions of a document that were replaced after `since`, the latest first, each with
    /// the time of that.
    async fn document_versions(
        &self,
        kind: &str,
        id: &str,
        since: i64,
    ) -> Result<Vec<(u64, i64)>, StoreError> {
        let sql = "SELECT version, replaced FROM document_versions
                   WHERE kind = $1 AND id = $2 AND replaced > $3 ORDER BY version DESC";
        let rows = self.read(sql, values![kind, id, since]).await?;
        rows.into_iter().map(|mut row| Ok((row.number()? as u64, row.number()?))).collect()
    }

    /// The text of such a version.
    async fn document_version(
        &self,
        kind: &str,
        id: &str,
        version: u64,
        since: i64,
    ) -> Result<Option<String>, StoreError> {
        let sql = "SELECT body FROM document_versions
                   WHERE kind = $1 AND id = $2 AND version = $3 AND replaced > $4";
        let row = self.read_one(sql, values![kind, id, version, since]).await?;
        row.map(|mut row| row.text()).transpose()
    }

    /// Takes away all earlier versions of documents that were replaced by `before`.
    async fn drop_document_versions(&self, before: i64) -> Result<(), StoreError> {
        // Looked for first, so that nothing is written where nothing is old.
        let sql = "SELECT replaced FROM document_versions WHERE replaced <= $1 LIMIT 1";
        if self.read_one(sql, values![before]).await?.is_none() {
            return Ok(());
        }
        let sql = "DELETE FROM document_versions WHERE replaced <= $1";
        self.change(sql, values![before]).await.map(drop)
    }

    /// Notes that a document is read, once a day: one that nobody reads or changes goes.
    async fn note_read(&self, kind: &str, id: &str, now: i64) -> Result<(), StoreError> {
        let old = "SELECT changed FROM documents WHERE kind = $1 AND id = $2 AND changed <= $3";
        if self.read_one(old, values![kind, id, now - DAY]).await?.is_none() {
            return Ok(());
        }
        let sql = "UPDATE documents SET changed = $3 WHERE kind = $1 AND id = $2";
        self.change(sql, values![kind, id, now]).await.map(drop)
    }

    /// Keeps the hash of a code until it expires or is used.
    async fn put_ticket(&self, code: &str, ticket: Ticket, expires: i64) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO transfers (code, table_id, visitor, expires) VALUES ($1, $2, $3, $4)";
        let values = values![code, &ticket.table.0, &ticket.visitor.0, expires];
        self.change(sql, values).await.map(drop)
    }

    /// A code's ticket; `None` when there is none or it has expired.
    async fn ticket(&self, code: &str, now: i64) -> Result<Option<Ticket>, StoreError> {
        let sql = "SELECT table_id, visitor, expires FROM transfers WHERE code = $1";
        self.read_one(sql, values![code]).await?.map_or(Ok(None), |row| row.ticket(now))
    }

    /// Keeps the report on a table's game, in place of an earlier one. It goes with its table.
    async fn put_report(&self, report: StoredReport) -> Result<(), StoreError> {
        let sql = "INSERT INTO reports (table_id, version, made, body) VALUES ($1, $2, $3, $4)
                   ON CONFLICT (table_id) DO UPDATE
                   SET version = excluded.version, made = excluded.made, body = excluded.body";
        let StoredReport { table, version, made, body } = &report;
        self.change(sql, values![&table.0, version, *made, body]).await.map(drop)
    }

    /// Keeps a report in place of the one that was made at the time `known`, or of none; whether no other
    /// came between.
    async fn claim_report(
        &self,
        report: StoredReport,
        known: Option<i64>,
    ) -> Result<bool, StoreError> {
        let StoredReport { table, version, made, body } = &report;
        let sql = "INSERT INTO reports (table_id, version, made, body) VALUES ($1, $2, $3, $4)
                   ON CONFLICT (table_id) DO UPDATE
                   SET version = excluded.version, made = excluded.made, body = excluded.body
                   WHERE reports.made = $5 RETURNING 1";
        // No report was made then.
        let known = known.unwrap_or(i64::MIN);
        Ok(!self.change(sql, values![&table.0, version, *made, body, known]).await?.is_empty())
    }

    /// The report on a table's game.
    async fn report(&self, table: &TableId) -> Result<Option<StoredReport>, StoreError> {
        let sql = "SELECT version, made, body FROM reports WHERE table_id = $1";
        let report = |mut row: Row| {
            let (version, made, body) = (row.text()?, row.number()?, row.text()?);
            Ok(StoredReport { table: table.clone(), version, made, body })
        };
        self.read_one(sql, values![&table.0]).await?.map(report).transpose()
    }

    /// The servers' own secret of that name: the one that is stored, or `fresh`, which is stored then.
    async fn secret(&self, name: &str, fresh: &str) -> Result<String, StoreError> {
        let sql = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.change(sql, values![name, fresh]).await?;
        let sql = "SELECT value FROM secrets WHERE name = $1";
        let missing = || StoreError::Failed("a secret is missing".to_owned());
        self.read_one(sql, values![name]).await?.ok_or_else(missing)?.text()
    }

    /// Takes a code's ticket away, if there is one.
    async fn drop_ticket(&self, code: &str) -> Result<(), StoreError> {
        self.change("DELETE FROM transfers WHERE code = $1", values![code]).await.map(drop)
    }

    /// Takes away all codes that have expired.
    async fn drop_tickets(&self, now: i64) -> Result<(), StoreError> {
        // Looked for first, so that nothing is written where nothing has expired.
        let sql = "SELECT expires FROM transfers WHERE expires <= $1 LIMIT 1";
        if self.read_one(sql, values![now]).await?.is_none() {
            return Ok(());
        }
        self.change("DELETE FROM transfers WHERE expires <= $1", values![now]).await.map(drop)
    }

    /// Notes that a server is up now, and returns when the last outage ended.
    async fn heartbeat(&self, now: i64, gap: i64) -> Result<Option<i64>, StoreError> {
        self.note_up(now, gap).await?;
        // A statement of its own: the one before may have waited for another process, and does not see what
        // that process noted.
        let sql = "SELECT until FROM outages ORDER BY until DESC LIMIT 1";
        self.read_one(sql, vec![]).await?.map(|mut row| row.number()).transpose()
    }

    /// Notes that a server is up now. A gap of more than `gap` milliseconds since the last such note becomes
    /// an outage, which ends now. An outage that ends in the future comes from a wrong clock; its end is set
    /// to now.
    async fn note_up(&self, now: i64, gap: i64) -> Result<(), StoreError>;

    /// The clocks of all who use the store differ by no more than this number of milliseconds. A time that
    /// is further ahead was noted by a clock that has been set back since.
    fn skew(&self) -> i64 {
        1_000
    }

    /// For how many milliseconds after `since` no server was up.
    async fn outage_since(&self, since: i64) -> Result<i64, StoreError> {
        let sql = "SELECT CAST(coalesce(
                       sum(until - CASE WHEN since > $1 THEN since ELSE $1 END), 0) AS bigint)
                   FROM outages WHERE until > $1";
        self.read_one(sql, values![since]).await?.map_or(Ok(0), |mut row| row.number())
    }

    /// Deletes documents that nobody has read or changed since `before`, the names of visitors who have not been
    /// here since and sit at no table, and tables at which no person ever moved and nothing has happened
    /// since, but none where somebody's clock runs; how many tables.
    async fn clear(&self, before: i64) -> Result<u64, StoreError>;

    /// How far these tables have come: the number of each one's last event.
    async fn latest(&self, tables: &[TableId]) -> Result<Vec<(TableId, u64)>, StoreError> {
        let rows = self.read(self.latest_sql(), values![tables]).await?;
        rows.into_iter().map(|mut row| Ok((row.table()?, row.number()? as u64))).collect()
    }

    /// The statement that finds it.
    fn latest_sql(&self) -> &'static str;

    /// The number of a table's last event; `None` for a table that is not there.
    async fn last_event(&self, table: &TableId) -> Result<Option<u64>, StoreError> {
        let latest = self.latest(std::slice::from_ref(table)).await?;
        Ok(latest.first().map(|(_, sequence)| *sequence))
    }

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
