//! The games of a match in a file: one line of JSON each, after one that says what match it is.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;

use parlour_core::Share;
use parlour_games::arena::{Fixture, Played};
use serde::{Deserialize, Serialize};

use super::hall::Plan;
use crate::failure::Failure;

/// What match it is: games of another one must not be counted in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    game: String,
    options: Vec<(String, String)>,
    players: Vec<String>,
    opening: u32,
    /// The actions that were made first. Files from before they were kept have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moves: Vec<String>,
    seed: u64,
    /// Files from before there were ladders have none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    ladder: bool,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Saved {
    pub(super) number: u64,
    shares: Vec<(u8, u8)>,
    actions: String,
}

impl Saved {
    pub(super) fn new(fixture: &Fixture, played: &Played) -> Self {
        let shares = played.shares.as_slice();
        Saved {
            number: fixture.number,
            shares: shares.iter().map(|share| (share.numerator, share.denominator)).collect(),
            actions: played.actions.join(" "),
        }
    }

    /// The shares of the win by seat.
    pub(super) fn shares(&self) -> Vec<f64> {
        self.shares.iter().map(|&(above, below)| f64::from(above) / f64::from(below)).collect()
    }

    /// The shares of the win as a record tells them.
    fn result(&self) -> String {
        let share =
            |&(numerator, denominator): &(u8, u8)| Share { numerator, denominator }.to_string();
        self.shares.iter().map(share).collect::<Vec<_>>().join(" ")
    }

    /// How many actions it had.
    pub(super) fn length(&self) -> u64 {
        self.actions.split_whitespace().count() as u64
    }
}

/// The file, if the games are kept in one.
pub(super) struct GameFile {
    file: Option<(PathBuf, File)>,
    saved: BTreeMap<u64, Saved>,
}

impl GameFile {
    /// Opens the file and reads what it has.
    pub(super) fn open(plan: &Plan<'_>) -> Result<Self, Failure> {
        let Some(path) = plan.args.save.clone() else {
            return Ok(GameFile { file: None, saved: BTreeMap::new() });
        };
        let header = Header {
            game: plan.game.id.to_owned(),
            options: plan
                .session
                .options()
                .iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            players: plan.names().into_iter().map(str::to_owned).collect(),
            opening: plan.opening,
            moves: plan.args.set_up.actions().map(str::to_owned).collect(),
            seed: plan.args.seed,
            ladder: plan.args.ladder,
        };
        let fail = |error: std::io::Error| Failure::file(&path, &error);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(fail(error)),
        };
        let mut lines = text.lines();
        let mut saved = BTreeMap::new();
        if let Some(first) = lines.next() {
            if serde_json::from_str::<Header>(first).ok().as_ref() != Some(&header) {
                let shown = path.display();
                return Err(Failure::usage(format!(
                    "{shown} holds another match; name another file"
                )));
            }
            // The last line may be half a line, if the power went.
            for game in lines.filter_map(|line| serde_json::from_str::<Saved>(line).ok()) {
                if game.number < plan.games() && game.shares.iter().all(|share| share.1 > 0) {
                    saved.insert(game.number, game);
                }
            }
        }
        let mut file = OpenOptions::new().create(true).append(true).open(&path).map_err(fail)?;
        if text.is_empty() {
            writeln!(file, "{}", json(&header)?).map_err(fail)?;
        } else if !text.ends_with('\n') {
            writeln!(file).map_err(fail)?;
        }
        Ok(GameFile { file: Some((path, file)), saved })
    }

    /// The games that were played before.
    pub(super) fn saved(&mut self) -> BTreeMap<u64, Saved> {
        std::mem::take(&mut self.saved)
    }

    /// Keeps a game.
    pub(super) fn append(&mut self, game: &Saved) -> Result<(), Failure> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        writeln!(file, "{}", json(game)?).map_err(|error| Failure::file(path, &error))
    }
}

fn json(value: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string(value).map_err(std::io::Error::from)?)
}

/// A record of the game, in the form that the page takes.
pub(super) fn record(plan: &Plan<'_>, saved: &Saved) -> String {
    let mut text = format!("parlour: 1\ngame: {}\nrules: {}\n", plan.game.id, plan.game.version);
    for (name, value) in plan.session.options().iter() {
        let _ = writeln!(text, "option {name}: {value}");
    }
    let names = plan.names();
    for (seat, &player) in plan.schedule.fixture(saved.number).at.iter().enumerate() {
        let _ = writeln!(text, "player {}: {}", seat + 1, names[player]);
    }
    let _ = writeln!(text, "result: {}\nactions:", saved.result());
    let actions: Vec<&str> = saved.actions.split_whitespace().collect();
    for line in actions.chunks(12) {
        let _ = writeln!(text, "{}", line.join(" "));
    }
    text
}
