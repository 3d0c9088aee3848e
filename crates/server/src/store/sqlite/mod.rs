//! The store in one embedded SQLite file.
//!
//! One thread writes, with a connection of its own ([`writer`]); reading goes on beside it.

pub(super) mod restore;
mod schema;
mod writer;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use parlour_table::stored::Append;
use rusqlite::types::{ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Params, params_from_iter};

use super::{Row, Store, StoreError, Value, file};
use crate::sync::locked;
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
    fn take(&self) -> Result<Connection, StoreError> {
        if let Some(connection) = locked(&self.idle).pop() {
            return Ok(connection);
        }
        let connection = Connection::open_with_flags(
            &self.file,
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?;
        connection.busy_timeout(schema::BUSY_TIMEOUT)?;
        Ok(connection)
    }

    fn give_back(&self, connection: Connection) {
        let mut idle = locked(&self.idle);
        if idle.len() < READERS {
            idle.push(connection);
        }
    }
}

impl SqliteStore {
    /// Opens the file, making and upgrading it as needed.
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
        connection.busy_timeout(schema::BUSY_TIMEOUT)?;
        let made = file::new_file(to);
        made.map_err(|error| failed(format!("cannot make {}: {error}", to.display())))?;
        connection.execute("VACUUM INTO ?", [to.display().to_string()])?;
        Ok(())
    }

    /// Reads, on a thread that may wait for the disk.
    async fn read_by<T: Send + 'static>(
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

/// How many rows a statement changed.
fn execute(c: &Connection, sql: &str, values: impl Params) -> Result<usize, StoreError> {
    Ok(c.prepare_cached(sql)?.execute(values)?)
}

/// The rows of a statement whose values are called `$1`, `$2` …
fn rows(c: &Connection, sql: &str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
    // SQLite numbers `?1` by its name, and `$1` by where it stands.
    let mut statement = c.prepare_cached(&sql.replace('$', "?"))?;
    let columns = statement.column_count();
    let mut rows = statement.query(params_from_iter(values))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let cell = |column| match row.get_ref(column)? {
            ValueRef::Integer(number) => Ok(Value::Number(number)),
            other => Ok(Value::from(other.as_str().map_err(failed)?)),
        };
        let cells: Result<_, StoreError> = (0..columns).map(cell).collect();
        found.push(Row::new(cells?));
    }
    Ok(found)
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Value::Text(text) => text.to_sql(),
            Value::Number(number) => number.to_sql(),
            Value::Texts(texts) => Ok(serde_json::to_string(texts).expect("texts are JSON").into()),
        }
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn read(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Row>, StoreError> {
        self.read_by(move |c| rows(c, sql, &values)).await
    }

    async fn change(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Row>, StoreError> {
        self.writer.change(move |c| rows(c, sql, &values)).await
    }

    fn public_tables_sql(&self) -> &'static str {
        "SELECT id, game, status, changed, summary FROM tables
         WHERE public = 1 AND status <> 'over' AND changed > $1 ORDER BY changed DESC LIMIT $2"
    }

    async fn append(&self, appends: Vec<Append>) -> Result<(), StoreError> {
        self.writer.append(appends).await
    }

    async fn clear(&self, before: i64) -> Result<u64, StoreError> {
        let unused = "IN (SELECT id FROM tables
            WHERE changed < ? AND (status <> 'playing' OR due IS NULL OR due <= changed)
                AND NOT json_extract(summary, '$.played'))";
        let clear = move |c: &Connection| {
            for table in ["events", "sitters", "reports"] {
                c.execute(&format!("DELETE FROM {table} WHERE table_id {unused}"), [before])?;
            }
            let count = c.execute(&format!("DELETE FROM tables WHERE id {unused}"), [before])?;
            c.execute("DELETE FROM documents WHERE changed < ?", [before])?;
            let visitors = "DELETE FROM visitors
                WHERE seen < ? AND NOT EXISTS (SELECT 1 FROM sitters WHERE visitor = visitors.id)";
            c.execute(visitors, [before])?;
            Ok(vec![Row::new(vec![Value::from(count as u64)])])
        };
        let count = self.writer.change(clear).await?.into_iter().next();
        Ok(count.map_or(Ok(0), |mut row| row.number())? as u64)
    }

    async fn note_up(&self, now: i64, gap: i64) -> Result<(), StoreError> {
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
            Ok(Vec::new())
        };
        self.writer.change(beat).await.map(drop)
    }

    fn latest_sql(&self) -> &'static str {
        "SELECT id, sequence FROM tables WHERE id IN (SELECT value FROM json_each($1))"
    }

    fn health(&self) -> Result<(), StoreError> {
        self.writer.health()
    }

    async fn close(&self) {
        // Readers first: the last connection folds the log into the file.
        locked(&self.readers.idle).clear();
        self.writer.close().await;
    }
}
