//! A backup takes the place of a file. It is checked before anything is changed.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::{SqliteStore, failed, schema};
use crate::store::{StoreError, Stored};

impl SqliteStore {
    /// Puts a copy in the place of `file`, which no server may have open. The copy stays; what was there
    /// gets another name.
    pub fn restore(copy: &Path, file: &Path) -> Result<Stored, StoreError> {
        let same = |a: &Path, b: &Path| Some(a.canonicalize().ok()? == b.canonicalize().ok()?);
        if same(copy, file) == Some(true) {
            return Err(failed("that is the file in use, and no copy of it"));
        }
        let counted = check(copy)?;
        if file.exists() {
            drop(alone(file)?);
        }
        let fresh = beside(file, "restoring");
        let _ = fs::remove_file(&fresh);
        SqliteStore::copy(copy, &fresh)?;
        let kept = put_in_place(&fresh, file);
        if kept.is_err() {
            let _ = fs::remove_file(&fresh);
        }
        Ok(Stored { kept: kept?, ..counted })
    }
}

/// Gives the fresh file the name of the other one, which gets a new name if it is there.
pub(crate) fn put_in_place(fresh: &Path, file: &Path) -> Result<Option<PathBuf>, StoreError> {
    let folder = file.parent().unwrap_or(Path::new("."));
    give_to_owner_of(folder, fresh);
    File::open(fresh).and_then(|fresh| fresh.sync_all()).map_err(failed)?;
    let mut kept = None;
    if file.exists() {
        let _held = alone(file)?;
        kept = Some(set_aside(file).map_err(failed)?);
    }
    fs::rename(fresh, file).map_err(failed)?;
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
    Ok(kept)
}

/// What root restores has to be read by the server's own user. Others cannot give files away, and need not.
fn give_to_owner_of(folder: &Path, file: &Path) {
    #[cfg(unix)]
    if let Ok(owner) = fs::metadata(folder) {
        use std::os::unix::fs::{MetadataExt, chown};
        let _ = chown(file, Some(owner.uid()), Some(owner.gid()));
    }
    #[cfg(not(unix))]
    let _ = (folder, file);
}

/// Refuses a file that is damaged, foreign, newer, or whose tables lack events; what is in it.
fn check(file: &Path) -> Result<Stored, StoreError> {
    let wrong = |why: &str| StoreError::Failed(format!("{} {why}", file.display()));
    if !file.is_file() {
        return Err(wrong("is not there"));
    }
    let c = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let c = c.map_err(|error| wrong(&format!("cannot be read: {error}")))?;
    let sound: String = match c.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)) {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => {
            return Err(wrong("is no backup of Parlour"));
        }
        other => other.unwrap_or_else(|error| error.to_string()),
    };
    if sound != "ok" {
        return Err(wrong(&format!("is damaged: {sound}")));
    }
    if schema::known_version(&c)? == 0 {
        return Err(wrong("is no backup of Parlour: it is empty"));
    }
    complete(&c).map_err(|why| match why {
        StoreError::Unreadable(why) => wrong(&why),
        other => other,
    })
}

/// Counts tables and events; refuses where a table's events are not all there.
pub(crate) fn complete(c: &Connection) -> Result<Stored, StoreError> {
    let gap = "SELECT count(*) FROM tables WHERE sequence IS NOT
        (SELECT CASE WHEN min(sequence) = 1 AND max(sequence) = count(*) THEN count(*) END
         FROM events WHERE table_id = id)";
    let count = |sql: &str| c.query_row(sql, [], |row| row.get::<_, i64>(0));
    match count(gap)? {
        0 => {}
        broken => {
            let why = format!("is incomplete: {broken} tables lack events");
            return Err(StoreError::Unreadable(why));
        }
    }
    let (tables, events) =
        (count("SELECT count(*) FROM tables")?, count("SELECT count(*) FROM events")?);
    Ok(Stored { tables: tables as u64, events: events as u64, kept: None })
}

/// Folds the log into a file, which succeeds only while nobody else has it open. A file that is damaged or
/// foreign has no log that could be folded. Nobody can begin to work on the file while the connection is held.
pub(crate) fn alone(file: &Path) -> Result<Option<Connection>, StoreError> {
    let opened = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    opened.busy_timeout(Duration::from_millis(500))?;
    let folded =
        opened.query_row("PRAGMA journal_mode = delete", [], |row| row.get::<_, String>(0));
    let in_use = || {
        let file = file.display();
        StoreError::Failed(format!("{file} is in use: stop the server first, then try again"))
    };
    match folded {
        Ok(mode) if mode == "delete" => {
            let locked = opened.execute_batch("BEGIN EXCLUSIVE");
            locked.map_err(|_| in_use())?;
            Ok(Some(opened))
        }
        Ok(_) => Err(in_use()),
        Err(error) => match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Err(in_use()),
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Ok(None),
            _ => Err(error.into()),
        },
    }
}

/// A name beside the file: `parlour.db.restoring`.
pub(crate) fn beside(file: &Path, word: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".{word}"));
    name.into()
}

/// Gives the file, and its log if it has one, another name that is free.
fn set_aside(file: &Path) -> io::Result<PathBuf> {
    let mut names = (1..).map(|number| beside(file, &format!("before-restore-{number}")));
    let kept = names.find(|name| !name.exists()).ok_or(io::ErrorKind::AlreadyExists)?;
    let log = |of: &Path, end: &str| {
        let mut name = of.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    // The logs first: a log without its file is no harm, a file that found a stranger's log is.
    for end in ["-wal", "-shm"] {
        if log(file, end).exists() {
            fs::rename(log(file, end), log(&kept, end))?;
        }
    }
    fs::rename(file, &kept)?;
    Ok(kept)
}
