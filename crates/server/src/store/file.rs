//! The file of the embedded database, before it is opened: nothing is done to one that is not ours.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::StoreError;

/// The first bytes of every SQLite file.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Makes the file if it is missing, readable by its owner only; refuses one that is no database, that
/// `check` refuses, or that cannot be written.
pub(super) fn prepare(
    file: &Path,
    check: impl FnOnce(&Path) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let folder = file.parent().unwrap_or(Path::new("."));
    match new_file(file) {
        Ok(_) => return Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(cannot_write(folder, &error)),
    }
    let mut start = Vec::new();
    let opened = OpenOptions::new().read(true).write(true).open(file);
    let opened = opened.map_err(|error| cannot_write(file, &error))?;
    opened.take(MAGIC.len() as u64).read_to_end(&mut start).map_err(|e| cannot_write(file, &e))?;
    if !start.is_empty() && start != MAGIC {
        return Err(foreign("it is no database file"));
    }
    if !start.is_empty() {
        check(file)?;
    }
    hide(file).map_err(|error| cannot_write(file, &error))?;
    // The database's log lies beside it, so the folder must be writable as well.
    let probe = folder.join(format!(".parlour-{}", std::process::id()));
    new_file(&probe).and_then(|_| fs::remove_file(&probe)).map_err(|e| cannot_write(folder, &e))
}

/// What is said of a file that belongs to somebody else.
pub(super) fn foreign(why: &str) -> StoreError {
    StoreError::Failed(format!(
        "{why}, so it is not Parlour's; nothing was changed: choose another folder with --data"
    ))
}

fn cannot_write(place: &Path, error: &io::Error) -> StoreError {
    let why = match error.kind() {
        ErrorKind::ReadOnlyFilesystem => "it is on a disk that cannot be written".to_owned(),
        ErrorKind::PermissionDenied => "this user may not write there".to_owned(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full".to_owned(),
        _ => error.to_string(),
    };
    let place = place.display();
    StoreError::Failed(format!("cannot write to {place}: {why}; choose another folder with --data"))
}

/// A file that was not there before, for its owner only.
pub(super) fn new_file(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

#[cfg(unix)]
fn hide(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(file)?.permissions().mode();
    match mode & 0o077 {
        0 => Ok(()),
        _ => fs::set_permissions(file, fs::Permissions::from_mode(mode & 0o700)),
    }
}

#[cfg(not(unix))]
fn hide(_file: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_cannot_be_written_is_reported_in_plain_words() {
        let message = |kind: ErrorKind| cannot_write(Path::new("/data"), &kind.into()).to_string();
        for (kind, words) in [
            (ErrorKind::ReadOnlyFilesystem, "cannot be written"),
            (ErrorKind::PermissionDenied, "may not write"),
            (ErrorKind::StorageFull, "the disk is full"),
        ] {
            let text = message(kind);
            assert!(
                text.contains(words) && text.contains("/data") && text.contains("--data"),
                "{text}"
            );
        }
    }

    #[test]
    fn a_file_of_somebody_else_is_left_as_it_was() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let file = folder.path().join("parlour.db");
        fs::write(&file, "a letter to my aunt").expect("writes");
        let refused = prepare(&file, |_| Ok(())).expect_err("no database").to_string();
        assert!(refused.contains("not Parlour's"), "{refused}");
        assert_eq!(fs::read_to_string(&file).expect("reads"), "a letter to my aunt");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn the_database_is_for_its_owners_eyes_only() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::TempDir::new().expect("a folder");
        let (new, old) = (folder.path().join("new.db"), folder.path().join("old.db"));
        fs::write(&old, "").expect("writes");
        fs::set_permissions(&old, fs::Permissions::from_mode(0o644)).expect("changes");
        for file in [&new, &old] {
            prepare(file, |_| Ok(())).expect("it is ours");
            let mode = fs::metadata(file).expect("there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{}", file.display());
        }
    }
}
