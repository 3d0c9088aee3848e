//! Settings of engines, by name.

use std::collections::BTreeMap;
use std::fmt;

/// Settings such as `exploration=0.4`. An engine takes those that it has; a setting that is left is an
/// error.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    given: BTreeMap<String, f64>,
    known: Vec<&'static str>,
}

impl Settings {
    /// Adds a setting.
    pub fn set(&mut self, name: &str, value: f64) {
        self.given.insert(name.to_owned(), value);
    }

    /// Takes a setting out; `default` if it was not given.
    pub fn take(&mut self, name: &'static str, default: f64) -> f64 {
        self.known.push(name);
        self.given.remove(name).unwrap_or(default)
    }

    /// Those that were given and not taken, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, f64)> {
        self.given.iter().map(|(name, &value)| (name.as_str(), value))
    }

    /// Checks that all settings were taken.
    ///
    /// # Errors
    /// When one is left.
    pub fn finish(self) -> Result<(), SettingError> {
        match self.given.into_keys().next() {
            Some(name) => Err(SettingError { name, known: self.known }),
            None => Ok(()),
        }
    }
}

/// A setting that the engine does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError {
    name: String,
    known: Vec<&'static str>,
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no setting '{}' here", self.name)?;
        match self.known.as_slice() {
            [] => write!(f, "; this player has none"),
            known => write!(f, "; there are {}", known.join(", ")),
        }
    }
}

impl std::error::Error for SettingError {}
