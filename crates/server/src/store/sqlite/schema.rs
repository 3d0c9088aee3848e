//! The file: how it is opened, and what is in it.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};

use crate::store::upgrade::{self, Needed, Upgraded};
use crate::store::{StoreError, file};

/// How long to wait for another process that writes.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// What is in a new file. A file says in `user_version` which version it has.
const SCHEMA: &str = include_str!("../../../schema/sqlite.sql");
/// What goes after a while; an earlier database gets it as well.
const EXPIRY: &str = include_str!("../../../schema/sqlite-expiry.sql");

/// Opens the file for writing, making and upgrading it as needed.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    file::prepare(path, check)?;
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(32);
    bring_up_to_date(&mut connection)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    // A commit is on the disk before it is announced.
    connection.pragma_update(None, "synchronous", "full")?;
    // The log goes into the file later than usual, at 16 MB: a busy table's pages, which every move
    // writes again, go once for many moves.
    connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
    Ok(connection)
}

/// Refuses the database of another program, and changes nothing. What is in a log beside the file is
/// not read; [`bring_up_to_date`] looks again with it.
fn check(path: &Path) -> Result<(), StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let place = path.to_string_lossy();
    let place = place.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let connection = Connection::open_with_flags(format!("file:{place}?immutable=1"), flags)?;
    version(&connection).map(drop)
}

/// Makes or upgrades what is in the file, all of it or nothing.
fn bring_up_to_date(connection: &mut Connection) -> Result<(), StoreError> {
    let change = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    match upgrade::needed(version(&change)?)? {
        Needed::Nothing => return Ok(()),
        Needed::Schema => change.execute_batch(SCHEMA)?,
        Needed::Upgrade => rewrite(&change)?,
    }
    change.execute_batch(EXPIRY)?;
    change.pragma_update(None, "user_version", upgrade::PRESENT as i64)?;
    Ok(change.commit()?)
}

/// Writes what an earlier version stored as this one stores it.
fn rewrite(change: &Connection) -> Result<(), StoreError> {
    let mut read = change.prepare(upgrade::FINISHED)?;
    let finished: Vec<String> = read.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut read = change
        .prepare("SELECT sequence, at, body FROM events WHERE table_id = ? ORDER BY sequence")?;
    for table in finished {
        let row = |row: &rusqlite::Row<'_>| {
            let (sequence, at, body) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(upgrade::Row { sequence, at, body })
        };
        let rows = read.query_map([&table], row)?.collect::<Result<_, _>>()?;
        let Upgraded { events, summary } = upgrade::finished(&table, rows);
        for (sequence, body) in events {
            let sql = "UPDATE events SET body = ? WHERE table_id = ? AND sequence = ?";
            change.execute(sql, (body, &table, sequence))?;
        }
        if let Some(summary) = summary {
            change.execute("UPDATE tables SET summary = ? WHERE id = ?", (summary, &table))?;
        }
    }
    change.execute("UPDATE events SET version = ?", [parlour_table::events::VERSION])?;
    Ok(())
}

/// The version of a file that this program can open; 0: there is nothing in it.
pub(super) fn known_version(connection: &Connection) -> Result<usize, StoreError> {
    let version = version(connection)?;
    upgrade::needed(version).map(|_| version)
}

/// The version of the file; 0: there is nothing in it.
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
