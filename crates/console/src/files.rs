//! Files that a command reads, writes at its end, or goes on from.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use crate::failure::Failure;

/// Whether the file can be written, before hours of work depend on it. What it holds stays.
pub fn check(path: &Path) -> Result<(), Failure> {
    let is_new = !path.exists();
    let opened = OpenOptions::new().create(true).append(true).open(path);
    opened.map_err(|error| Failure::file(path, &error))?;
    if is_new {
        let _ = fs::remove_file(path);
    }
    Ok(())
}

/// The text of the file; `-` is the standard input.
pub fn read(path: &Path) -> Result<String, Failure> {
    let named = |error| Failure::usage(format!("cannot read {}: {error}", path.display()));
    if path == Path::new("-") {
        return io::read_to_string(io::stdin()).map_err(named);
    }
    fs::read_to_string(path).map_err(named)
}

/// Writes the file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| Failure::file(path, &error))
}

/// The file, to be read; nothing if there is none yet. What is no regular file need not end, and to open some
/// of them is to wait for ever.
pub fn existing(path: &Path) -> Result<Option<File>, Failure> {
    let fail = |error: std::io::Error| Failure::file(path, &error);
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(Failure::usage(format!(
            "{} is no regular file, and what is kept must be read again; name another file",
            path.display()
        ))),
        Ok(_) => File::open(path).map(Some).map_err(fail),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(fail(error)),
    }
}
