//! The file: how it is opened, and what is in it.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};

use crate::store::{StoreError, file};

/// How long to wait for another process that writes.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The steps that made the file what it is; a file says how many it has in `user_version`.
const MIGRATIONS: [&str; 4] = [
    include_str!("../../../migrations/sqlite/0001_tables.sql"),
    include_str!("../../../migrations/sqlite/0002_secrets.sql"),
    include_str!("../../../migrations/sqlite/0003_reports.sql"),
    include_str!("../../../migrations/sqlite/0004_documents.sql"),
];

/// Opens the file for writing, making and migrating it as needed.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    file::prepare(path, check)?;
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(32);
    migrate(&mut connection)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    // A commit is on the disk before it is announced.
    connection.pragma_update(None, "synchronous", "full")?;
    // The log goes into the file later than usual, at 16 MB: a busy table's pages, which every move
    // writes again, go once for many moves.
    connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
    Ok(connection)
}

/// Refuses the database of another program, and changes nothing. What is in a log beside the file is
/// not read; [`migrate`] looks again with it.
fn check(path: &Path) -> Result<(), StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let place = path.to_string_lossy();
    let place = place.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let connection = Connection::open_with_flags(format!("file:{place}?immutable=1"), flags)?;
    version(&connection).map(drop)
}

/// Takes the steps that the file lacks.
fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let change = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let has = version(&change)?;
    if has > MIGRATIONS.len() {
        return Err(StoreError::Newer { has, knows: MIGRATIONS.len() });
    }
    for (number, step) in MIGRATIONS.iter().enumerate().skip(has) {
        change.execute_batch(step)?;
        change.pragma_update(None, "user_version", number as i64 + 1)?;
    }
    Ok(change.commit()?)
}

/// How many steps the file has taken.
fn version(connection: &Connection) -> Result<usize, StoreError> {
    let said: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if said > 0 {
        for ours in ["table_id, sequence, body FROM events", "id, sequence, summary FROM tables"] {
            match connection.prepare(&format!("SELECT {ours}")) {
                // There is no such table or column.
                Err(rusqlite::Error::SqlInputError { .. }) => return Err(foreign()),
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::Unknown) => {
                    return Err(foreign());
                }
                prepared => drop(prepared?),
            }
        }
        return Ok(said as usize);
    }
    // Earlier Parlours kept count in a table.
    let table = "SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    if connection.query_row(table, [], |_| Ok(())).optional()?.is_some() {
        let sql = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success";
        let counted: i64 = connection.query_row(sql, [], |row| row.get(0))?;
        return Ok(counted as usize);
    }
    let any = "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' LIMIT 1";
    match connection.query_row(any, [], |row| row.get::<_, String>(0)).optional()? {
        None => Ok(0),
        Some(_) => Err(foreign()),
    }
}

fn foreign() -> StoreError {
    let why = "it is the database of another program; choose another folder with --data";
    StoreError::Unreadable(why.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn the_database_of_another_program_is_left_as_it_was() {
        use std::fs;
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::TempDir::new().expect("a folder");
        let files = [("recipes", 0), ("events", 0), ("recipes", 1), ("events", 1), ("events", 99)];
        for (table, version) in files {
            let file = folder.path().join(format!("{table}-{version}.db"));
            let other = Connection::open(&file).expect("a database");
            let made = format!(
                "CREATE TABLE {table} (day TEXT); INSERT INTO {table} VALUES ('Monday');
                 PRAGMA user_version = {version}"
            );
            other.execute_batch(&made).expect("it writes");
            drop(other);
            fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("changes");
            let before = fs::read(&file).expect("reads");
            let refused = open(&file).expect_err("it is not ours").to_string();
            assert!(refused.contains("another program"), "{refused}");
            assert_eq!(fs::read(&file).expect("reads"), before, "{table} {version}");
            let mode = fs::metadata(&file).expect("there").permissions().mode();
            assert_eq!(mode & 0o777, 0o644, "{table} {version}");
        }
        let count = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(count, files.len(), "nothing beside them");
    }
}
