//! The file: how it is opened, and what is in it.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension};

use crate::store::{StoreError, file};

/// How long to wait for another process that writes.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// The steps that made the file what it is; a file says how many it has in `user_version`.
const STEPS: [&str; 1] = [include_str!("../../../migrations/sqlite/0001_tables.sql")];

/// Opens the file for writing, making and migrating it as needed.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    file::prepare(path)?;
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(32);
    migrate(&mut connection)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    // A commit is on the disk before anyone is told of it.
    connection.pragma_update(None, "synchronous", "full")?;
    // The log goes into the file later than usual, at 16 MB: a busy table's pages, which every move
    // writes again, go once for many moves.
    connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
    Ok(connection)
}

/// Takes the steps that the file lacks.
fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let change = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let has = version(&change)?;
    if has > STEPS.len() {
        return Err(StoreError::Newer { has, knows: STEPS.len() });
    }
    for (number, step) in STEPS.iter().enumerate().skip(has) {
        change.execute_batch(step)?;
        change.pragma_update(None, "user_version", number as i64 + 1)?;
    }
    Ok(change.commit()?)
}

/// How many steps the file has taken.
fn version(connection: &Connection) -> Result<usize, StoreError> {
    let said: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if said > 0 {
        return Ok(said as usize);
    }
    // Earlier Parlours kept count in a table.
    let table = "SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    if connection.query_row(table, [], |_| Ok(())).optional()?.is_some() {
        let sql = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success";
        let counted: i64 = connection.query_row(sql, [], |row| row.get(0))?;
        return Ok(counted as usize);
    }
    let foreign = "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' LIMIT 1";
    match connection.query_row(foreign, [], |row| row.get::<_, String>(0)).optional()? {
        None => Ok(0),
        Some(_) => {
            let why = "it is the database of another program; choose another folder with --data";
            Err(StoreError::Unreadable(why.to_owned()))
        }
    }
}
