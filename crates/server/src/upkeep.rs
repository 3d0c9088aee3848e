//! What a host does with tables beside serving them: backup, restore, and moves between the two stores.

use std::path::{Path, PathBuf};

use crate::app::Failed;
use crate::store::{self, SqliteStore, StoreError, Stored};

/// The file of the tables in a data folder.
const FILE: &str = "parlour.db";

/// Makes the data folder; the file in it.
pub(crate) fn file_in(data: &Path) -> Result<PathBuf, Failed> {
    std::fs::create_dir_all(data).map_err(|error| {
        let data = data.display();
        let why =
            format!("cannot make the data folder {data}: {error}; choose another with --data");
        Failed::new(why)
    })?;
    Ok(data.join(FILE))
}

/// The file that is in a data folder.
fn file_there(data: &Path) -> Result<PathBuf, Failed> {
    let (file, data) = (data.join(FILE), data.display());
    let missing = || format!("there are no tables in {data}; name their folder with --data");
    if file.exists() { Ok(file) } else { Err(Failed::new(missing())) }
}

/// Makes a consistent copy of the tables in a data folder, also while a server runs there.
pub fn backup(data: &Path, copy: &Path) -> Result<(), Failed> {
    let copied = SqliteStore::copy(&file_there(data)?, copy);
    copied.map_err(|error| Failed::new(format!("no copy was made: {error}")))
}

/// Puts a backup in the place of the tables in a data folder; what was there is kept beside it.
pub fn restore(copy: &Path, data: &Path) -> Result<Stored, Failed> {
    let restored = SqliteStore::restore(copy, &file_in(data)?);
    restored.map_err(|error| Failed::new(format!("nothing was restored: {error}")))
}

/// Moves the tables of a data folder to an empty PostgreSQL database.
pub fn move_to_postgres(data: &Path, database: &str) -> Result<Stored, Failed> {
    let file = file_there(data)?;
    wait(store::to_postgres(&file, database))
}

/// Moves the tables of a PostgreSQL database to a data folder that has none.
pub fn move_to_file(database: &str, data: &Path) -> Result<Stored, Failed> {
    let file = file_in(data)?;
    wait(store::to_file(database, &file))
}

fn wait(work: impl Future<Output = Result<Stored, StoreError>>) -> Result<Stored, Failed> {
    let runtime = tokio::runtime::Runtime::new();
    let runtime = runtime.map_err(|error| Failed::new(format!("cannot start threads: {error}")))?;
    let moved = runtime.block_on(work);
    moved.map_err(|error| Failed::new(format!("nothing was moved: {error}")))
}
