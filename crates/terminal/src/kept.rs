//! Games in this process that were left before their end: kept as the events of their tables, from which
//! everything follows, dice and secrets too.

use std::fs;
use std::path::{Path, PathBuf};

use parlour_console::failure::Failure;
use parlour_console::files;
use parlour_table::events::{Created, Event};
use serde::{Deserialize, Serialize};

/// The version of the form.
const VERSION: u32 = 1;
/// Nothing that this program keeps is longer.
const LONGEST: u64 = 16 * 1024 * 1024;

/// A game that was left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptGame {
    /// The version of the form.
    parlour: u32,
    /// The person's name.
    pub(crate) name: String,
    /// From which the computer's moves follow.
    pub(crate) seed: u64,
    /// What the table was set up with.
    pub(crate) created: Created,
    /// What happened since, with its milliseconds.
    pub(crate) events: Vec<(i64, Event)>,
}

impl KeptGame {
    /// A game as it stands.
    pub(crate) fn new(name: &str, seed: u64, created: Created, events: Vec<(i64, Event)>) -> Self {
        KeptGame { parlour: VERSION, name: name.to_owned(), seed, created, events }
    }

    /// The game in this file.
    ///
    /// # Errors
    /// When the file holds none.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let wrong = || Failure::usage(format!("{} holds no game that was left", path.display()));
        let length = fs::metadata(path).map_err(|error| Failure::file(path, &error))?.len();
        if length > LONGEST {
            return Err(wrong());
        }
        let text = files::read(path)?;
        let kept: KeptGame = serde_json::from_str(&text).map_err(|_| wrong())?;
        if kept.parlour != VERSION {
            return Err(Failure::usage(format!(
                "{} was kept by another version of this program",
                path.display()
            )));
        }
        Ok(kept)
    }

    /// Keeps the game in this file. What was there before stays until all of it is written.
    pub(crate) fn write(&self, path: &Path) -> Result<(), Failure> {
        let text = serde_json::to_vec(self).map_err(Failure::runtime)?;
        let beside = path.with_extension("new");
        let named = |error| Failure::file(path, &error);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(named)?;
        }
        fs::write(&beside, text).and_then(|()| fs::rename(&beside, path)).map_err(named)
    }
}

/// Where the game that was left is kept when nobody names a file; `None` where the system has no place for
/// it.
pub(crate) fn path(game: &str) -> Option<PathBuf> {
    Some(state_folder()?.join("games").join(format!("{game}.json")))
}

/// This program's folder for what lasts from one time to the next.
pub(crate) fn state_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let state = folder("XDG_STATE_HOME")
        .or_else(|| folder("HOME").map(|home| home.join(".local").join("state")))?;
    Some(state.join("parlour"))
}
