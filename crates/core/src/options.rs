//! The options of a game: what can be chosen before it starts.

use std::collections::HashSet;
use std::fmt;

use crate::game::Game;

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A whole number.
    Number {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A text; [`OptionSpec::help`] describes its form.
    Text,
}

/// One option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name, as the protocol and the command line write it.
    pub name: &'static str,
    /// Its name on a form, in plain words.
    pub label: &'static str,
    /// The values that it takes.
    pub kind: OptionKind,
    /// The value when nobody says otherwise.
    pub default: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// Values that have a name in plain words, with that name: every word of a choice, and a number
    /// or text that stands for something else, such as 0 for "no limit".
    pub value_labels: &'static [(&'static str, &'static str)],
}

impl OptionSpec {
    /// How many players sit down, from `min` to `max`; two unless it is said.
    pub const fn players(min: u32, max: u32) -> Self {
        let kind = OptionKind::Number { min, max };
        OptionSpec {
            name: "players",
            label: "Players",
            kind,
            default: "2",
            help: "How many players sit down.",
            value_labels: &[],
        }
    }
}

/// Options by name, as texts; a later value for a name replaces an earlier one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionValues(Vec<(String, String)>);

impl OptionValues {
    /// No option set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets an option, in place of an earlier value.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        self.0.retain(|(n, _)| *n != name);
        self.0.push((name, value));
    }

    /// The value set for `name`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// The values in the order in which they were set.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &str)> {
        self.0.iter().map(|(n, v)| (n.as_str(), v.as_str()))
    }

    /// The same as texts of their own, as messages and records hold them.
    pub fn pairs(&self) -> Vec<(String, String)> {
        self.0.clone()
    }

    /// Makes sure that every name is one of `specs` and every value is of its kind.
    pub fn check(&self, specs: &[OptionSpec]) -> Result<(), OptionError> {
        self.iter().try_for_each(|(name, value)| check_one(specs, name, value))
    }

    /// The number set for `name`, or its default in `specs`. Call [`OptionValues::check`] first.
    pub fn number(&self, specs: &[OptionSpec], name: &str) -> u32 {
        self.text(specs, name).parse().expect("checked against its specification")
    }

    /// The text set for `name`, or its default in `specs`.
    pub fn text<'a>(&'a self, specs: &[OptionSpec], name: &str) -> &'a str {
        self.get(name).unwrap_or_else(|| {
            specs.iter().find(|s| s.name == name).expect("a declared option").default
        })
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for OptionValues {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        let mut values: Vec<(String, String)> =
            pairs.into_iter().map(|(n, v)| (n.into(), v.into())).collect();
        // From behind, the first value of a name is the one that counts.
        let mut seen = HashSet::new();
        let last: Vec<bool> = values.iter().rev().map(|(n, _)| seen.insert(n.as_str())).collect();
        let mut last = last.into_iter().rev();
        values.retain(|_| last.next() == Some(true));
        OptionValues(values)
    }
}

fn check_one(specs: &[OptionSpec], name: &str, value: &str) -> Result<(), OptionError> {
    let Some(spec) = specs.iter().find(|s| s.name == name) else {
        let names: Vec<_> = specs.iter().map(|s| s.name).collect();
        let known = if names.is_empty() {
            "this game has none".to_owned()
        } else {
            format!("options are: {}", names.join(", "))
        };
        return Err(OptionError(format!("no option '{name}'; {known}")));
    };
    match spec.kind {
        OptionKind::Number { min, max } => match value.parse::<u32>() {
            // `+2` and `02` parse as numbers, but they are not how a number is written.
            Ok(n) if (min..=max).contains(&n) && n.to_string() == value => Ok(()),
            _ => Err(OptionError(format!(
                "option {name} takes a whole number from {min} to {max}, not '{value}'"
            ))),
        },
        OptionKind::Choice(words) if words.contains(&value) => Ok(()),
        OptionKind::Choice(words) => Err(OptionError(format!(
            "option {name} takes one of: {}; not '{value}'",
            words.join(", ")
        ))),
        OptionKind::Text => Ok(()),
    }
}

/// Why an option was refused, in a sentence that says what would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionError(pub String);

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Values come from outside and may hold control characters.
        self.0.chars().try_for_each(|c| {
            if c.is_control() { write!(f, "{}", c.escape_debug()) } else { write!(f, "{c}") }
        })
    }
}

impl std::error::Error for OptionError {}

/// A game that can be set up from options, and what the world calls it.
pub trait Configure: Game {
    /// The name in commands and addresses: `shut-the-box`.
    const ID: &'static str;
    /// The name on the lid.
    const NAME: &'static str;
    /// The game in one sentence.
    const SUMMARY: &'static str;
    /// Goes up whenever the rules or the notation change what a record means.
    const VERSION: u32 = 1;
    /// Whether a player may offer a draw.
    const DRAW_OFFERS: bool;
    /// The options.
    const OPTIONS: &'static [OptionSpec];
    /// The rule page, in Markdown.
    const RULES: &'static str;
    /// The lessons, in the format of `docs/lessons.md`; empty where there are none.
    const LESSONS: &'static str = "";
    /// The puzzles, in the format of `docs/puzzles.md`; empty where there are none.
    const PUZZLES: &'static str = "";

    /// The game with these options.
    fn configure(values: &OptionValues) -> Result<Self, OptionError>;

    /// All options with their present values, in the order of [`Configure::OPTIONS`].
    fn options(&self) -> OptionValues;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_value_takes_the_place_of_an_earlier_one() {
        let pairs = [("players", "2"), ("pits", "count"), ("players", "3")];
        let read: OptionValues = pairs.into_iter().collect();
        let mut set = OptionValues::new();
        pairs.into_iter().for_each(|(name, value)| set.set(name, value));
        assert_eq!(read, set);
        assert_eq!(read.iter().collect::<Vec<_>>(), [("pits", "count"), ("players", "3")]);
    }

    /// One pass is over at once; comparing each name with all before it takes minutes here.
    #[test]
    fn a_long_list_of_options_is_read_in_one_pass() {
        let many: OptionValues = (0..300_000).map(|i| (i.to_string(), "1")).collect();
        assert_eq!(many.iter().count(), 300_000);
        assert!(many.check(&[]).is_err());
    }
}
