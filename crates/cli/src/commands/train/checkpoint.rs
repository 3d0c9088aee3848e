//! What a checkpoint is a checkpoint of.
//!
//! The same seed and number of games give the same weights only if all of a training is of one course.
//! So a checkpoint begins with it, in lines that anybody can read, and goes on with no other.

use parlour_games::Session;

use super::Args;

/// What all games of a training share: what the weights depend on beside the number of games played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Course {
    game: String,
    /// The version of the game's rules.
    version: String,
    /// The options, and the actions that are made first.
    set_up: String,
    seed: String,
    /// How many games there will be: how fast is learned depends on it.
    games: String,
}

/// How a checkpoint begins.
const MAGIC: &str = "parlour training 1";
/// What follows the lines.
const END: &str = "end";
/// What is said of a file that is not whole.
pub(super) const BROKEN: &str =
    "this is no whole checkpoint; name another file, or remove it to begin anew";

impl Course {
    /// The course that these arguments ask for.
    pub(super) fn new(session: &dyn Session, args: &Args) -> Self {
        let options = session.options();
        let options = options.iter().map(|(name, value)| format!("{name}={value}"));
        let actions = args.set_up.actions().map(str::to_owned);
        let version = parlour_games::find(session.id()).map_or(0, |game| game.version);
        Course {
            game: session.id().to_owned(),
            version: version.to_string(),
            set_up: options.chain(actions).collect::<Vec<_>>().join(" "),
            seed: args.seed.to_string(),
            games: args.games.to_string(),
        }
    }

    fn lines(&self) -> [(&'static str, &'static str, &str); 5] {
        [
            ("game", "the game", &self.game),
            ("version", "the version of the rules", &self.version),
            ("set-up", "the set-up", &self.set_up),
            ("seed", "--seed", &self.seed),
            ("games", "--games", &self.games),
        ]
    }

    /// The head of a checkpoint.
    pub(super) fn write(&self) -> Vec<u8> {
        let mut text = format!("{MAGIC}\n");
        self.lines().iter().for_each(|(name, _, value)| text += &format!("{name} {value}\n"));
        text += &format!("{END}\n");
        text.into_bytes()
    }

    /// What follows the head of a checkpoint of this course; or why it is of none or of another one.
    pub(super) fn check<'a>(&self, saved: &'a [u8]) -> Result<&'a [u8], String> {
        let (first, mut rest) = line(saved).unwrap_or(("", saved));
        if first != MAGIC {
            return Err(
                "this is no checkpoint, or an old one that does not tell its seed and set-up; \
                        name another file, or remove it to begin anew"
                    .to_owned(),
            );
        }
        for (name, what, wanted) in self.lines() {
            let (text, after) = line(rest).ok_or(BROKEN)?;
            let value = text.strip_prefix(name).ok_or(BROKEN)?.trim_start();
            if value != wanted {
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
            _ => Err(BROKEN.to_owned()),
        }
    }
}

fn named(value: &str) -> String {
    if value.is_empty() { "the usual".to_owned() } else { parlour_games::near::shown(value) }
}

/// The first line, and what follows it.
fn line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().take(4096).position(|&byte| byte == b'\n')?;
    Some((std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(seed: u64, games: u64, players: u8) -> Course {
        Course {
            game: "shout-7".to_owned(),
            version: "1".to_owned(),
            set_up: format!("players={players}"),
            seed: seed.to_string(),
            games: games.to_string(),
        }
    }

    #[test]
    fn a_checkpoint_of_another_training_was_gone_on_with() {
        let mut saved = course(7, 100, 2).write();
        saved.extend(b"rest");
        assert_eq!(course(7, 100, 2).check(&saved), Ok(&b"rest"[..]));
        for (other, said) in [
            (course(8, 100, 2), "--seed was 7 and is 8 now; ask for 7 to go on"),
            (course(7, 200, 2), "--games was 100 and is 200 now"),
            (course(7, 100, 3), "the set-up was players=2 and is players=3 now"),
            (Course { game: "outwit".to_owned(), ..course(7, 100, 2) }, "the game was shout-7"),
        ] {
            let error = other.check(&saved).expect_err("another training");
            assert!(error.contains(said) && error.contains("another file"), "{error}");
        }
    }

    #[test]
    fn what_is_no_checkpoint_is_said_to_be_none() {
        let whole = course(7, 100, 2).write();
        for broken in [&b""[..], b"\xff\xfe\n", &3u64.to_le_bytes(), &whole[..30]] {
            let error = course(7, 100, 2).check(broken).expect_err("no checkpoint");
            assert!(error.contains("remove it to begin anew"), "{error}");
        }
    }
}
