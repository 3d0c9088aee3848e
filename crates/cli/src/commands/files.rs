//! Files that a command writes at its end.

use std::fs::{self, OpenOptions};
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

/// Writes the file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| Failure::file(path, &error))
}
