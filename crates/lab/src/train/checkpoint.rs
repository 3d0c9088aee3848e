//! The format of a checkpoint.
//!
//! The same seed and number of games give the same weights only within one training. So a checkpoint
//! begins with the arguments of its training, as lines of text, and only that training continues from it.
//! Then come the length and a checksum of the rest: the curve, the cross-entropy since its last point, and
//! the state of the trainer.

use parlour_core::OptionValues;
use parlour_games::Entry;
use parlour_search::hash;

use super::Args;
use super::curve::{self, Point};
use super::sample::take;

/// What the weights depend on, beside the number of games played: the name of each in a checkpoint, what it is
/// called, and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TrainingId([(&'static str, &'static str, String); 5]);

/// How a checkpoint begins.
const MAGIC: &str = "parlour training 3";
/// What follows the lines.
const END: &str = "end";
/// What is said of a file that is not whole.
const BROKEN: &str = "this checkpoint is damaged or incomplete";
/// What can be done about a checkpoint that cannot be used.
pub(super) const ANEW: &str = "name another file, or remove it to begin anew";

impl TrainingId {
    /// The training that these arguments ask for.
    pub(super) fn new(game: &Entry, options: &OptionValues, args: &Args) -> Self {
        let options = options.iter().map(|(name, value)| format!("{name}={value}"));
        let options = options.collect::<Vec<_>>().join(" ");
        TrainingId::of([game.id, &game.version.to_string(), &options], args.seed, args.games)
    }

    fn of([game, version, options]: [&str; 3], seed: u64, games: u64) -> Self {
        TrainingId([
            ("game", "the game", game.to_owned()),
            ("version", "the version of the rules", version.to_owned()),
            ("set-up", "the set-up", options.to_owned()),
            ("seed", "--seed", seed.to_string()),
            // How fast is learned depends on how many games there will be.
            ("games", "--games", games.to_string()),
        ])
    }

    /// A checkpoint of this training.
    pub(super) fn write(&self, points: &[Point], cross_entropy: f64, state: &[u8]) -> Vec<u8> {
        let mut rest = curve::write(points);
        rest.extend(cross_entropy.to_le_bytes());
        rest.extend(state);
        let mut bytes = self.head();
        bytes.extend((rest.len() as u64).to_le_bytes());
        bytes.extend(hash(&rest).to_le_bytes());
        bytes.extend(rest);
        bytes
    }

    /// What a checkpoint of this training holds: the curve, the cross-entropy since its last point, and the
    /// state of the trainer; or why it cannot be used.
    pub(super) fn read<'a>(&self, saved: &'a [u8]) -> Result<(Vec<Point>, f64, &'a [u8]), String> {
        let rest = self.check(saved)?;
        whole(rest).ok_or_else(|| format!("{BROKEN}; {ANEW}"))
    }

    fn head(&self) -> Vec<u8> {
        let mut text = format!("{MAGIC}\n");
        self.0.iter().for_each(|(name, _, value)| text += &format!("{name} {value}\n"));
        text += &format!("{END}\n");
        text.into_bytes()
    }

    /// What follows the head of a checkpoint of this training; or why it is of another one.
    fn check<'a>(&self, saved: &'a [u8]) -> Result<&'a [u8], String> {
        let broken = || format!("{BROKEN}; {ANEW}");
        if MAGIC.as_bytes().starts_with(saved) {
            return Err(broken());
        }
        let (first, mut rest) = line(saved).unwrap_or(("", saved));
        if first != MAGIC {
            return Err(format!("this is no checkpoint, or one of an earlier version; {ANEW}"));
        }
        for (name, what, wanted) in &self.0 {
            let (text, after) = line(rest).ok_or_else(broken)?;
            let value = text.strip_prefix(*name).ok_or_else(broken)?.trim_start();
            if value != *wanted {
                let (value, wanted) = (named(value), named(wanted));
                return Err(format!(
                    "this checkpoint is of another training: {what} was {value} and is {wanted} now; \
                     ask for {value} to go on, or name another file"
                ));
            }
            rest = after;
        }
        match line(rest) {
            Some((END, after)) => Ok(after),
            _ => Err(broken()),
        }
    }
}

fn named(value: &str) -> String {
    if value.is_empty() {
        "the usual".to_owned()
    } else {
        parlour_games::did_you_mean::shown(value)
    }
}

/// What follows the head, if all of it is there as it was written.
fn whole(rest: &[u8]) -> Option<(Vec<Point>, f64, &[u8])> {
    let (length, rest) = rest.split_first_chunk()?;
    let (sum, rest) = rest.split_first_chunk()?;
    if u64::from_le_bytes(*length) != rest.len() as u64 || u64::from_le_bytes(*sum) != hash(&rest) {
        return None;
    }
    let mut state = rest;
    let points = curve::read(&mut state)?;
    Some((points, f64::from_le_bytes(take(&mut state)?), state))
}

/// The first line, and what follows it.
fn line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().take(4096).position(|&byte| byte == b'\n')?;
    Some((std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn training(seed: u64, games: u64, players: u8) -> TrainingId {
        TrainingId::of(["shout-7", "1", &format!("players={players}")], seed, games)
    }

    #[test]
    fn a_checkpoint_of_another_training_is_refused_with_what_differs() {
        let saved = training(7, 100, 2).write(&[], 0.5, b"state");
        assert_eq!(training(7, 100, 2).read(&saved), Ok((Vec::new(), 0.5, &b"state"[..])));
        for (other, said) in [
            (training(8, 100, 2), "--seed was 7 and is 8 now; ask for 7 to go on"),
            (training(7, 200, 2), "--games was 100 and is 200 now"),
            (training(7, 100, 3), "the set-up was players=2 and is players=3 now"),
            (TrainingId::of(["outwit", "1", "players=2"], 7, 100), "the game was shout-7"),
        ] {
            let error = other.read(&saved).expect_err("another training");
            assert!(error.contains(said) && error.contains("another file"), "{error}");
        }
    }

    #[test]
    fn what_is_no_checkpoint_is_said_to_be_none() {
        for other in [&b"\xff\xfe\n"[..], &3u64.to_le_bytes(), b"parlour training 1\ngame senet\n"]
        {
            let error = training(7, 100, 2).read(other).expect_err("no checkpoint");
            assert!(error.starts_with("this is no checkpoint") && error.ends_with(ANEW), "{error}");
        }
    }

    #[test]
    fn a_truncated_or_altered_checkpoint_is_called_damaged() {
        let point = Point { games: 50, cross_entropy: 0.5, score: 0.25 };
        let whole = training(7, 100, 2).write(&[point], 0.5, b"state");
        let expected = Err(format!("{BROKEN}; {ANEW}"));
        for length in 0..whole.len() {
            assert_eq!(training(7, 100, 2).read(&whole[..length]), expected, "{length} bytes");
        }
        let mut altered = whole.clone();
        altered[whole.len() - 3] ^= 1;
        assert_eq!(training(7, 100, 2).read(&altered), expected);
        assert_eq!(training(7, 100, 2).read(&[&whole[..], b"more"].concat()), expected);
    }
}
