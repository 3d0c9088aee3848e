//! Settings of engines, by name.

use std::collections::BTreeMap;
use std::fmt;

/// Former names of settings, which saved matches and scripts may still use, with their present names.
const FORMER_NAMES: [(&str, &str); 12] = [
    ("slip", "temperature"),
    ("brisk", "stop-when-clear"),
    ("margin", "futility-margin"),
    ("trusting", "reverse-futility-depth"),
    ("doubting", "futility-depth"),
    ("haste", "lmr"),
    ("whim", "root-noise"),
    ("reserve", "fpu-reduction"),
    ("secrecy", "information-price"),
    ("hiding", "hidden-move-temperature"),
    ("doubt", "prior-visits"),
    ("foresight", "rollout-depth"),
];

/// Settings such as `exploration=0.4`. An engine takes those that it has; a setting that is left is an
/// error.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    given: BTreeMap<String, f64>,
    known: Vec<&'static str>,
}

impl Settings {
    /// Adds a setting, by its present or its former name.
    pub fn set(&mut self, name: &str, value: f64) {
        let former = FORMER_NAMES.iter().find(|(former, _)| *former == name);
        let name = former.map_or(name, |(_, present)| present);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_former_name_sets_the_setting_of_today() {
        let (mut former, mut present) = (Settings::default(), Settings::default());
        former.set("slip", 0.5);
        present.set("temperature", 0.5);
        assert_eq!(former, present);
        assert_eq!(former.take("temperature", 0.0), 0.5);
        assert!(former.finish().is_ok());
    }
}
