//! What several of the tests need.

use std::{fs, path::PathBuf};

use parlour_core::rng::SeededRng;
use parlour_core::{OptionKind, OptionValues};
use parlour_session::{Entry, Session};

/// A file beside the tests.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The text of a file beside the tests.
pub(crate) fn read(name: &str) -> String {
    let path = path(name);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Options as `players=3 pits=count`.
pub(crate) fn options(words: &str) -> OptionValues {
    words.split_whitespace().map(|w| w.split_once('=').expect("name=value")).collect()
}

/// Each game with every number of players, every word of its choices and the least of its other numbers, one
/// at a time: a new option is varied without anybody's doing.
pub(crate) fn variants(entry: &Entry) -> Vec<OptionValues> {
    let mut all = vec![OptionValues::new()];
    for spec in entry.options {
        let values: Vec<String> = match spec.kind {
            OptionKind::Number { min, max } if spec.name == "players" => {
                (min..=max).map(|n| n.to_string()).collect()
            }
            OptionKind::Number { min, max } => {
                (min..=max).take(2).map(|number| number.to_string()).collect()
            }
            OptionKind::Choice(words) => words.iter().map(|w| (*w).to_owned()).collect(),
            // What a text can be only the game knows.
            OptionKind::Text => Vec::new(),
        };
        let others = values.into_iter().filter(|v| v != spec.default);
        all.extend(others.map(|v| OptionValues::from_iter([(spec.name, v)])));
    }
    all
}

/// The positions of a random game: the start, and those after each action, of which there are at most `most`.
pub(crate) fn walk(
    entry: &Entry,
    options: &OptionValues,
    rng: &mut SeededRng,
    most: usize,
) -> Vec<Box<dyn Session>> {
    let mut session = (entry.open)(options).expect("options that the game has");
    let mut positions = vec![session.clone()];
    while positions.len() <= most
        && let Some(action) = session.sample(rng)
    {
        session.play(&action).expect("a sampled action is legal");
        positions.push(session.clone());
    }
    positions
}
