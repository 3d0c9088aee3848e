//! Where a host keeps tables: the same options for every command that needs them.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use parlour_server::config::default_data_folder;

use crate::failure::Failure;

/// A file with a secret has no more bytes than this.
const LONGEST_SECRET: u64 = 8 * 1024;

#[derive(Debug, clap::Args)]
pub(crate) struct Place {
    /// The folder where tables are kept [default: the user's data folder]
    #[arg(long, value_name = "FOLDER", env = "PARLOUR_DATA", hide_env = true)]
    pub(crate) data: Option<PathBuf>,

    /// Keep tables in this PostgreSQL database, for any number of processes: postgres://…
    #[arg(long, value_name = "ADDRESS", env = "PARLOUR_DATABASE", hide_env = true)]
    pub(crate) database: Option<String>,

    /// Read the address of the database from this file, which only you and the server can read
    #[arg(long, value_name = "FILE", env = "PARLOUR_DATABASE_FILE", hide_env = true)]
    pub(crate) database_file: Option<PathBuf>,
}

impl Place {
    pub(crate) fn folder(&self) -> PathBuf {
        given(self.data.as_ref()).cloned().unwrap_or_else(default_data_folder)
    }

    /// The address of the database, from wherever it was given.
    pub(crate) fn database(&self) -> Result<Option<String>, Failure> {
        let address = self.database.clone().filter(|address| !address.trim().is_empty());
        match (address, given(self.database_file.as_ref())) {
            (Some(_), Some(file)) => Err(Failure::usage(format!(
                "the address of the database is given twice: by itself and in {}; leave one out",
                file.display()
            ))),
            (None, Some(file)) => secret(file).map(Some),
            (address, None) => Ok(address),
        }
    }
}

/// An empty variable of the environment is as good as none: compose files make such.
fn given(path: Option<&PathBuf>) -> Option<&PathBuf> {
    path.filter(|path| !path.as_os_str().is_empty())
}

/// The first line of a file.
fn secret(file: &Path) -> Result<String, Failure> {
    let failed = |why: String| Failure::usage(format!("cannot read {}: {why}", file.display()));
    let mut text = String::new();
    let opened = fs::File::open(file).map_err(|error| failed(error.to_string()))?;
    let read = opened.take(LONGEST_SECRET).read_to_string(&mut text);
    read.map_err(|error| failed(error.to_string()))?;
    match text.lines().next().map(str::trim) {
        Some(line) if !line.is_empty() => Ok(line.to_owned()),
        _ => Err(failed(
            "its first line is empty, and the address of a database was expected".into(),
        )),
    }
}
