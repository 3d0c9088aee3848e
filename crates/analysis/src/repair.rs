//! The nearest legal position to a text that is none: another side to move, another number, a field that is
//! missing. Nothing in here knows a game. The values that a field may have are those of positions of random
//! games, and the game itself says whether a text is a position.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_core::rng::seeded;
use parlour_session::Entry;

/// The number of random games that are looked at, and of actions in each.
const GAMES: u64 = 6;
const ACTIONS: usize = 120;
/// A field with more values than this, such as the board, is not changed unless it is a number.
const MOST_VALUES: usize = 24;

/// A legal position that differs from the text in one field or two; the one with the fewest changed
/// characters. `None` where there is none, or where the text is a position already, and soon after `stop`
/// becomes true: a text of many fields can be changed in many ways.
pub fn nearest(entry: &Entry, text: &str, stop: &AtomicBool) -> Option<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if (entry.load)(&text).is_ok() {
        return None;
    }
    let values = field_values(entry, &text);
    let fields: Vec<&str> = text.split(' ').collect();
    let once = completed(&fields, &values).into_iter().chain(changed(&fields, &values));
    if let Some(found) = best(entry, &text, once, stop) {
        return Some(found);
    }
    let again = |once: String| {
        let once: Vec<&str> = once.split(' ').collect();
        changed(&once, &values).collect::<Vec<_>>()
    };
    best(entry, &text, changed(&fields, &values).flat_map(again), stop)
}

/// The legal text among these that is nearest to `text`; the first of several.
fn best(
    entry: &Entry,
    text: &str,
    tried: impl Iterator<Item = String>,
    stop: &AtomicBool,
) -> Option<String> {
    let tried = tried.take_while(|_| !stop.load(Ordering::Relaxed));
    let legal = tried.filter(|tried| (entry.load)(tried).is_ok());
    legal.min_by_key(|legal| strsim::damerau_levenshtein(text, legal))
}

/// The texts with one field changed to another of its values.
fn changed<'a>(
    fields: &'a [&'a str],
    values: &'a [BTreeSet<String>],
) -> impl Iterator<Item = String> {
    let places = values.iter().zip(fields).enumerate();
    places.flat_map(move |(index, (known, field))| {
        let others = known.iter().filter(move |value| value != field);
        others.map(move |value| {
            let mut other = fields.to_vec();
            other[index] = value;
            other.join(" ")
        })
    })
}

/// The texts with the fields that are missing at the end, by all their values.
fn completed(fields: &[&str], values: &[BTreeSet<String>]) -> Vec<String> {
    let missing = values.get(fields.len()..).unwrap_or_default();
    if missing.is_empty() || missing.len() == values.len() {
        return Vec::new();
    }
    let mut texts = vec![fields.join(" ")];
    for known in missing {
        let more = |text: &String| -> Vec<String> {
            known.iter().map(|value| format!("{text} {value}")).collect()
        };
        texts = texts.iter().flat_map(more).take(MOST_VALUES * MOST_VALUES).collect();
    }
    texts
}

/// The values of each field, as positions of random games have them; none for a field that has many. The
/// positions are of the number of fields that the text has, or of the start where that number is another.
fn field_values(entry: &Entry, text: &str) -> Vec<BTreeSet<String>> {
    let mut positions = Vec::new();
    for seed in 0..GAMES {
        let Ok(mut session) = (entry.open)(&Default::default()) else { return Vec::new() };
        let mut rng = seeded(seed);
        positions.push(session.position());
        for _ in 0..ACTIONS {
            let Some(action) = session.sample(&mut rng) else { break };
            if session.play(&action).is_err() {
                break;
            }
            positions.push(session.position());
        }
    }
    let count = |text: &str| text.split(' ').count();
    let like = |position: &&String| count(position) == count(text);
    let wanted = if positions.iter().any(|position| like(&position)) {
        count(text)
    } else {
        positions.first().map_or(0, |first| count(first))
    };
    let mut values = vec![BTreeSet::new(); wanted];
    for position in positions.iter().filter(|position| count(position) == wanted) {
        for (known, value) in values.iter_mut().zip(position.split(' ')) {
            if known.len() <= MOST_VALUES {
                known.insert(value.to_owned());
            }
        }
    }
    // A number that counts may have any of those that were met first.
    let counts = |known: &BTreeSet<String>| known.iter().all(|value| value.parse::<u32>().is_ok());
    for known in values.iter_mut().filter(|known| known.len() > MOST_VALUES && !counts(known)) {
        known.clear();
    }
    values
}

#[cfg(test)]
mod tests {
    use parlour_games::{all, find};

    use super::*;

    /// The nearest position, however long it takes.
    fn nearest(entry: &Entry, text: &str) -> Option<String> {
        super::nearest(entry, text, &AtomicBool::new(false))
    }

    #[test]
    fn the_side_to_move_is_mended() {
        let outwit = find("outwit").expect("a game");
        let board = "d8/ld7/1ld6/2ld5/3lD4/4Ld3/5ld2/6ld1/7ld/8l";
        let mended = nearest(outwit, &format!("{board} x 0")).expect("it can be");
        assert!([format!("{board} l 0"), format!("{board} d 0")].contains(&mended), "{mended}");
        let mended = nearest(outwit, board).expect("it can be");
        assert!(mended.starts_with(board) && (outwit.load)(&mended).is_ok(), "{mended}");
        assert_eq!(nearest(outwit, &mended), None, "nothing is wrong with it");
        assert_eq!(nearest(outwit, "nonsense"), None);
    }

    #[test]
    fn what_is_offered_is_legal_and_differs_in_few_fields_in_every_game() {
        for game in all() {
            let start = (game.open)(&Default::default()).expect("a game").position();
            let fields: Vec<&str> = start.split(' ').collect();
            let mut offered = 0;
            for index in 1..fields.len() {
                let mut wrong = fields.clone();
                wrong[index] = "@";
                // A field with as many values as a board has is nobody's to guess.
                let Some(mended) = nearest(game, &wrong.join(" ")) else { continue };
                offered += 1;
                assert!((game.load)(&mended).is_ok(), "{mended}");
                let differ = mended.split(' ').zip(&wrong).filter(|(a, b)| a != *b).count();
                assert!((1..=2).contains(&differ), "{mended} for {wrong:?}");
            }
            assert!(offered > 0, "{}", game.id);
        }
    }
}
