//! The store in one embedded SQLite file.
//!
//! One thread writes, with a connection of its own ([`writer`]); reading goes on beside it.

mod schema;
mod writer;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use parlour_table::listing::Listed;
use parlour_table::stored::{Append, Stamped, TableId, VisitorId};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Params, Row, params, params_from_iter};
use tokio::sync::broadcast;

use super::{Document, Store, StoreError, StoredReport, Ticket, file, read_status, stamped};
use writer::Writer;

/// The number of connections for reading that are kept open.
const READERS: usize = 4;

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};
        match error.sqlite_error().map(|error| error.extended_code) {
            Some(SQLITE_CONSTRAINT_PRIMARYKEY | SQLITE_CONSTRAINT_UNIQUE) => StoreError::Conflict,
            _ => StoreError::Failed(error.to_string()),
        }
    }
}

/// Tables in an SQLite file.
pub struct SqliteStore {
    readers: Arc<Readers>,
    writer: Writer,
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore").field("file", &self.readers.file).finish_non_exhaustive()
    }
}

/// Connections that read.
struct Readers {
    file: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Result<Connection, StoreError> {
        if let Some(connection) = self.idle().pop() {
            return Ok(connection);
        }
        let connection = Connection::open_with_flags(
            &self.file,
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?;
        connection.busy_timeout(schema::PATIENCE)?;
        Ok(connection)
    }

    fn give_back(&self, connection: Connection) {
        let mut idle = self.idle();
        if idle.len() < READERS {
            idle.push(connection);
        }
    }
}

impl SqliteStore {
    /// Opens the file, making and migrating it as needed.
    pub async fn open(file: &Path) -> Result<Self, StoreError> {
        let file = file.to_owned();
        let open = move || {
            let writer = Writer::start(&file)?;
            let readers = Arc::new(Readers { file, idle: Mutex::new(Vec::new()) });
            Ok(SqliteStore { readers, writer })
        };
        tokio::task::spawn_blocking(open).await.map_err(failed)?
    }

    /// Makes a consistent copy of a database, also while a server works on it. The copy is for its
    /// owner only, and replaces no file.
    pub fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
        let connection = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(schema::PATIENCE)?;
        let made = file::new_file(to);
        made.map_err(|error| failed(format!("cannot make {}: {error}", to.display())))?;
        connection.execute("VACUUM INTO ?", [to.display().to_string()])?;
        Ok(())
    }

    #[cfg(test)]
    fn writer(&self) -> &Writer {
        &self.writer
    }

    /// Reads, on a thread that may wait for the disk.
    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let readers = self.readers.clone();
        let work = move || {
            let connection = readers.take()?;
            let result = read(&connection);
            readers.give_back(connection);
            result
        };
        tokio::task::spawn_blocking(work).await.map_err(failed)?
    }
}

fn failed(error: impl fmt::Display) -> StoreError {
    StoreError::Failed(error.to_string())
}

/// `SELECT id, game, status, changed, summary`.
fn read_listed(row: &Row<'_>) -> Result<Listed, StoreError> {
    let summary = row.get_ref(4)?.as_str().map_err(failed)?;
    Ok(Listed {
        id: TableId(row.get(0)?),
        game: row.get(1)?,
        status: read_status(row.get_ref(2)?.as_str().map_err(failed)?)?,
        changed: row.get(3)?,
        summary: serde_json::from_str(summary)
            .map_err(|error| StoreError::Unreadable(error.to_string()))?,
    })
}

/// `SELECT sequence, at, version, body`.
fn read_event(row: &Row<'_>) -> Result<Stamped, StoreError> {
    let body = row.get_ref(3)?.as_str().map_err(failed)?;
    stamped(row.get(0)?, row.get(1)?, row.get(2)?, body)
}

/// `SELECT table_id, visitor`.
fn read_ticket(row: &Row<'_>) -> rusqlite::Result<Ticket> {
    Ok(Ticket { table: TableId(row.get(0)?), visitor: VisitorId(row.get(1)?) })
}

const DROP_TICKETS: &str = "DELETE FROM transfers WHERE expires <= ?";

/// How many rows a statement changed.
fn execute(c: &Connection, sql: &str, values: impl Params) -> Result<usize, StoreError> {
    Ok(c.prepare_cached(sql)?.execute(values)?)
}

/// All rows of a question.
fn all<T>(
    connection: &Connection,
    sql: &str,
    values: impl Params,
    read: impl Fn(&Row<'_>) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let mut question = connection.prepare_cached(sql)?;
    let mut rows = question.query(values)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(read(row)?);
    }
    Ok(found)
}

#[async_trait]
impl Store for SqliteStore {
    async fn append(&self, appends: Vec<Append>) -> Result<(), StoreError> {
        self.writer.append(appends).await
    }

    async fn load(&self, table: &TableId, after: u64) -> Result<Vec<Stamped>, StoreError> {
        let table = table.0.clone();
        let sql = "SELECT sequence, at, version, body FROM events
                   WHERE table_id = ? AND sequence > ? ORDER BY sequence";
        self.read(move |c| all(c, sql, params![table, after as i64], read_event)).await
    }

    fn notices(&self) -> broadcast::Receiver<(TableId, u64)> {
        self.writer.notices()
    }

    async fn tables_of(&self, visitor: &VisitorId, limit: u32) -> Result<Vec<Listed>, StoreError> {
        let visitor = visitor.0.clone();
        let sql = "SELECT id, game, status, changed, summary FROM tables
                   WHERE id IN (SELECT table_id FROM sitters WHERE visitor = ?)
                   ORDER BY changed DESC LIMIT ?";
        self.read(move |c| all(c, sql, params![visitor, limit], read_listed)).await
    }

    async fn public_tables(&self, since: i64, limit: u32) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, game, status, changed, summary FROM tables
                   WHERE public = 1 AND status <> 'over' AND changed > ?
                   ORDER BY changed DESC LIMIT ?";
        self.read(move |c| all(c, sql, params![since, limit], read_listed)).await
    }

    async fn due(&self, now: i64, limit: u32) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT id FROM tables WHERE due <= ? ORDER BY due LIMIT ?";
        let read = |row: &Row<'_>| Ok(TableId(row.get(0)?));
        self.read(move |c| all(c, sql, params![now, limit], read)).await
    }

    async fn name(&self, visitor: &VisitorId) -> Result<Option<String>, StoreError> {
        let visitor = visitor.0.clone();
        let sql = "SELECT name FROM visitors WHERE id = ?";
        let find = move |c: &Connection| {
            Ok(c.prepare_cached(sql)?.query_row([visitor], |row| row.get(0)).optional()?)
        };
        self.read(find).await
    }

    async fn rename(&self, visitor: &VisitorId, name: &str) -> Result<(), StoreError> {
        let values = [visitor.0.clone(), name.to_owned()];
        let sql = "INSERT INTO visitors (id, name) VALUES (?, ?)
                   ON CONFLICT (id) DO UPDATE SET name = excluded.name";
        self.writer.change(move |c| execute(c, sql, params_from_iter(&values))).await.map(drop)
    }

    async fn put_document(
        &self,
        kind: &str,
        id: &str,
        document: Document,
        at: i64,
    ) -> Result<(), StoreError> {
        let (kind, id) = (kind.to_owned(), id.to_owned());
        // The first version is inserted, and any other follows the one before it.
        let sql = match document.version {
            1 => {
                "INSERT INTO documents (kind, id, version, changed, body)
                 VALUES (?1, ?2, ?3, ?4, ?5)"
            }
            _ => {
                "UPDATE documents SET version = ?3, changed = ?4, body = ?5
                 WHERE kind = ?1 AND id = ?2 AND version = ?3 - 1"
            }
        };
        let put = move |c: &Connection| {
            let values = params![kind, id, document.version as i64, at, document.body];
            match execute(c, sql, values)? {
                0 => Err(StoreError::Conflict),
                _ => Ok(()),
            }
        };
        self.writer.change(put).await
    }

    async fn document(&self, kind: &str, id: &str) -> Result<Option<Document>, StoreError> {
        let key = [kind.to_owned(), id.to_owned()];
        let sql = "SELECT version, body FROM documents WHERE kind = ? AND id = ?";
        let find = move |c: &Connection| {
            let read = |row: &Row<'_>| {
                Ok(Document { version: row.get::<_, i64>(0)? as u64, body: row.get(1)? })
            };
            Ok(c.prepare_cached(sql)?.query_row(key, read).optional()?)
        };
        self.read(find).await
    }

    async fn put_ticket(&self, code: &str, ticket: Ticket, expires: i64) -> Result<(), StoreError> {
        let code = code.to_owned();
        let sql = "INSERT INTO transfers (code, table_id, visitor, expires) VALUES (?, ?, ?, ?)";
        let put = move |c: &Connection| {
            execute(c, sql, params![code, ticket.table.0, ticket.visitor.0, expires])
        };
        self.writer.change(put).await.map(drop)
    }

    async fn ticket(&self, code: &str, now: i64) -> Result<Option<Ticket>, StoreError> {
        let code = code.to_owned();
        let sql = "SELECT table_id, visitor FROM transfers WHERE code = ? AND expires > ?";
        let find = move |c: &Connection| {
            Ok(c.prepare_cached(sql)?.query_row(params![code, now], read_ticket).optional()?)
        };
        self.read(find).await
    }

    async fn put_report(&self, report: StoredReport) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO reports (table_id, version, made, body)
                   VALUES (?, ?, ?, ?)";
        let StoredReport { table, version, made, body } = report;
        let put = move |c: &Connection| execute(c, sql, (&table.0, &version, made, &body));
        self.writer.change(put).await.map(drop)
    }

    async fn report(&self, table: &TableId) -> Result<Option<StoredReport>, StoreError> {
        let table = table.clone();
        let find = move |c: &Connection| {
            let sql = "SELECT version, made, body FROM reports WHERE table_id = ?";
            let read = |row: &Row<'_>| {
                let (version, made, body) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(StoredReport { table: table.clone(), version, made, body })
            };
            Ok(c.prepare_cached(sql)?.query_row([&table.0], read).optional()?)
        };
        self.read(find).await
    }

    async fn secret(&self, name: &str, fresh: &str) -> Result<String, StoreError> {
        let (name, fresh) = (name.to_owned(), fresh.to_owned());
        let find = move |c: &Connection| {
            let sql = "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING";
            execute(c, sql, [&name, &fresh])?;
            let sql = "SELECT value FROM secrets WHERE name = ?";
            Ok(c.prepare_cached(sql)?.query_row([&name], |row| row.get(0))?)
        };
        self.writer.change(find).await
    }

    async fn take_ticket(&self, code: &str, now: i64) -> Result<Option<Ticket>, StoreError> {
        let code = code.to_owned();
        let take = move |c: &Connection| {
            execute(c, DROP_TICKETS, [now])?;
            let sql = "DELETE FROM transfers WHERE code = ? RETURNING table_id, visitor";
            Ok(c.prepare_cached(sql)?.query_row([&code], read_ticket).optional()?)
        };
        self.writer.change(take).await
    }

    async fn drop_tickets(&self, now: i64) -> Result<(), StoreError> {
        // Looked for first, so that nothing is written where nothing has expired.
        let sql = "SELECT 1 FROM transfers WHERE expires <= ? LIMIT 1";
        let expired = move |c: &Connection| Ok(c.prepare_cached(sql)?.exists([now])?);
        if !self.read(expired).await? {
            return Ok(());
        }
        self.writer.change(move |c| execute(c, DROP_TICKETS, [now])).await.map(drop)
    }

    async fn clear(&self, before: i64) -> Result<u64, StoreError> {
        let unused = "IN (SELECT id FROM tables
            WHERE changed < ? AND (status <> 'playing' OR due IS NULL OR due <= changed)
                AND NOT coalesce(json_extract(summary, '$.played'),
                    json_extract(summary, '$.ply') > 0))";
        let clear = move |c: &Connection| {
            for table in ["events", "sitters", "reports"] {
                c.execute(&format!("DELETE FROM {table} WHERE table_id {unused}"), [before])?;
            }
            Ok(c.execute(&format!("DELETE FROM tables WHERE id {unused}"), [before])? as u64)
        };
        self.writer.change(clear).await
    }

    async fn heartbeat(&self, now: i64, gap: i64) -> Result<Option<i64>, StoreError> {
        let skew = self.skew();
        let beat = move |c: &Connection| {
            let wrong = "DELETE FROM outages WHERE until > ?1 + ?2 AND since >= ?1";
            execute(c, wrong, [now, skew])?;
            execute(c, "UPDATE outages SET until = ?1 WHERE until > ?1 + ?2", [now, skew])?;
            let mut last = c.prepare_cached("SELECT at FROM pulse")?;
            let last: Option<i64> = last.query_row([], |row| row.get(0)).optional()?;
            if let Some(last) = last.filter(|last| now - last > gap) {
                execute(c, "INSERT INTO outages (since, until) VALUES (?, ?)", [last, now])?;
            }
            let sql = "INSERT INTO pulse (one, at) VALUES (1, ?)
                       ON CONFLICT (one) DO UPDATE SET at = excluded.at";
            execute(c, sql, [now])?;
            let mut last = c.prepare_cached("SELECT max(until) FROM outages")?;
            Ok(last.query_row([], |row| row.get(0))?)
        };
        self.writer.change(beat).await
    }

    async fn outage_since(&self, since: i64) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(sum(until - max(since, ?1)), 0)
                   FROM outages WHERE until > ?1";
        let sum = move |c: &Connection| {
            Ok(c.prepare_cached(sql)?.query_row([since], |row| row.get(0))?)
        };
        self.read(sum).await
    }

    async fn latest(&self, tables: &[TableId]) -> Result<Vec<(TableId, u64)>, StoreError> {
        let tables = tables.to_vec();
        let sql = "SELECT sequence FROM tables WHERE id = ?";
        let find = move |c: &Connection| {
            let mut question = c.prepare_cached(sql)?;
            let mut known = Vec::new();
            for table in tables {
                let found =
                    question.query_row([&table.0], |row| row.get::<_, i64>(0)).optional()?;
                known.extend(found.map(|sequence| (table, sequence as u64)));
            }
            Ok(known)
        };
        self.read(find).await
    }

    fn health(&self) -> Result<(), StoreError> {
        self.writer.health()
    }

    async fn close(&self) {
        // Readers first: the last connection folds the log into the file.
        self.readers.idle().clear();
        self.writer.close().await;
    }
}
