//! The games of a match in a file: one line of JSON each, after one that says what match it is.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Write as _};
use std::path::PathBuf;

use super::game::FinishedGame;
use super::schedule::Fixture;
use parlour_core::{NotationError, Share};
use parlour_session::did_you_mean::shown;
use serde::{Deserialize, Serialize};

use super::header::Header;
use super::runner::Match;
use super::timing::MoveTimes;
use parlour_console::failure::Failure;
use parlour_console::io::Io;
use parlour_console::{files, lines};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Saved {
    pub(super) number: u64,
    shares: Vec<(u8, u8)>,
    actions: String,
    /// The move times of each player, by player number.
    #[serde(rename = "paces")]
    pub(super) times: BTreeMap<usize, MoveTimes>,
}

impl Saved {
    pub(super) fn new(
        fixture: &Fixture,
        played: &FinishedGame,
        times: BTreeMap<usize, MoveTimes>,
    ) -> Self {
        let shares = played.shares.as_slice();
        Saved {
            number: fixture.number,
            shares: shares.iter().map(|share| (share.numerator, share.denominator)).collect(),
            actions: played.actions.join(" "),
            times,
        }
    }

    /// Checks that it can be counted: its actions must be legal, end the game, and come to its shares.
    fn check(&self, game_match: &Match<'_>) -> Result<(), Damage> {
        let mut session = game_match.session.boxed_clone();
        let mut actions = self.actions.split_whitespace();
        if !game_match.args.set_up.actions().all(|action| actions.next() == Some(action)) {
            return Err(Damage::OtherStart);
        }
        for action in actions {
            let illegal = |error| Damage::Illegal { action: action.to_owned(), error };
            session.play(action).map_err(illegal)?;
        }
        let shares = session.shares().ok_or(Damage::Unfinished)?;
        let shares = shares.as_slice().iter().map(|share| (share.numerator, share.denominator));
        if shares.eq(self.shares.iter().copied()) { Ok(()) } else { Err(Damage::OtherShares) }
    }

    /// The shares of the win by seat.
    pub(super) fn shares(&self) -> Vec<f64> {
        self.shares.iter().map(|&(above, below)| f64::from(above) / f64::from(below)).collect()
    }

    fn result(&self) -> String {
        let share =
            |&(numerator, denominator): &(u8, u8)| Share { numerator, denominator }.to_string();
        self.shares.iter().map(share).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn length(&self) -> u64 {
        self.actions.split_whitespace().count() as u64
    }
}

/// Why a line of the file cannot be counted as a game.
#[derive(Clone, Debug, PartialEq)]
enum Damage {
    /// It is not a saved game.
    NoGame,
    /// It does not begin with the actions of the match.
    OtherStart,
    /// One of its actions is not legal.
    Illegal { action: String, error: NotationError },
    /// Its actions do not end the game.
    Unfinished,
    /// Its actions come to other shares.
    OtherShares,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::NoGame => f.write_str("it is no game"),
            Damage::OtherStart => f.write_str("it does not begin with the actions of --moves"),
            Damage::Illegal { action, error } => {
                write!(f, "'{}' is no legal action there: {error}", shown(action))
            }
            Damage::Unfinished => f.write_str("its actions do not end the game"),
            Damage::OtherShares => f.write_str("its shares are not those that its actions come to"),
        }
    }
}

impl std::error::Error for Damage {}

/// The file, if the games are kept in one.
pub(super) struct GameFile {
    file: Option<(PathBuf, File)>,
    saved: BTreeMap<u64, Saved>,
}

impl GameFile {
    /// Opens the file and reads what it has. Damaged lines are reported.
    pub(super) fn open(game_match: &Match<'_>, io: &mut Io<'_>) -> Result<Self, Failure> {
        let Some(path) = game_match.args.save.clone() else {
            return Ok(GameFile { file: None, saved: BTreeMap::new() });
        };
        let header = Header::new(game_match);
        let fail = |error: std::io::Error| Failure::file(&path, &error);
        let mut lines = Lines::new(files::existing(&path)?);
        let first = lines.next().transpose().map_err(fail)?;
        if let Some(why) = first.as_ref().and_then(|first| header.refusal(first)) {
            let name = path.display();
            return Err(Failure::usage(format!("{name} {why}; name another file with --save")));
        }
        let (saved, damaged) = read(game_match, &mut lines).map_err(fail)?;
        for (line, what) in damaged {
            writeln!(io.err, "line {line} of {} {what}", path.display())?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(&path).map_err(fail)?;
        if first.is_none() {
            writeln!(file, "{}", json(&header)?).map_err(fail)?;
        } else if !lines.is_whole {
            writeln!(file).map_err(fail)?;
        }
        Ok(GameFile { file: Some((path, file)), saved })
    }

    pub(super) fn saved(&mut self) -> BTreeMap<u64, Saved> {
        std::mem::take(&mut self.saved)
    }

    pub(super) fn append(&mut self, game: &Saved) -> Result<(), Failure> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        writeln!(file, "{}", json(game)?).map_err(|error| Failure::file(path, &error))
    }
}

/// The longest line that is read, in bytes.
const LINE: usize = 1 << 20;

/// The lines of a file, each of limited length: the named file may be anything.
struct Lines {
    file: Option<BufReader<File>>,
    /// Whether the last line that was read had an end.
    is_whole: bool,
}

impl Lines {
    fn new(file: Option<File>) -> Self {
        Lines { file: file.map(BufReader::new), is_whole: true }
    }
}

impl Iterator for Lines {
    type Item = std::io::Result<String>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = match lines::read(self.file.as_mut()?, LINE).transpose()? {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        self.is_whole = line.ends_with(b"\n");
        // A byte that is no text damages its line, not the file.
        Some(Ok(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned()))
    }
}

/// The games that were saved, and messages about damaged lines.
type Found = (BTreeMap<u64, Saved>, Vec<(usize, String)>);

/// The games that a file has after its first line, and messages about damaged lines.
fn read(game_match: &Match<'_>, lines: &mut Lines) -> std::io::Result<Found> {
    let mut saved = BTreeMap::new();
    let mut damaged = Vec::new();
    for (place, line) in (1..).zip(lines) {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let game = serde_json::from_str::<Saved>(&line).map_err(|_| Damage::NoGame);
        let number = game.as_ref().map_or_else(|_| number(&line), |game| Some(game.number));
        // Games beyond the end of this match may be wanted by a longer one.
        if number.is_some_and(|number| number >= game_match.games()) {
            continue;
        }
        match game.and_then(|game| game.check(game_match).map(|()| game)) {
            Ok(game) => drop(saved.insert(game.number, game)),
            Err(why) => damaged.push((place + 1, number, why)),
        }
    }
    // Nobody takes a line away, so the game may have been played again by now.
    damaged.retain(|(_, number, _)| number.is_none_or(|number| !saved.contains_key(&number)));
    let message = |(line, number, why): (usize, Option<u64>, Damage)| match number {
        Some(_) => (line, format!("is damaged and is played again: {why}")),
        None => (line, format!("is damaged and is left out: {why}")),
    };
    Ok((saved, damaged.into_iter().map(message).collect()))
}

/// The game's number, from what is left of its line.
fn number(line: &str) -> Option<u64> {
    line.strip_prefix("{\"number\":")?.split_once(',')?.0.parse().ok()
}

fn json(value: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string(value).map_err(std::io::Error::from)?)
}

/// A record of the game, in the form that the page takes.
pub(super) fn record(game_match: &Match<'_>, saved: &Saved) -> String {
    let mut text =
        format!("parlour: 1\ngame: {}\nrules: {}\n", game_match.game.id, game_match.game.version);
    for (name, value) in game_match.session.options().iter() {
        let _ = writeln!(text, "option {name}: {value}");
    }
    let names = game_match.names();
    for (seat, &player) in game_match.schedule.fixture(saved.number).at.iter().enumerate() {
        let _ = writeln!(text, "player {}: {}", seat + 1, names[player]);
    }
    let _ = writeln!(text, "result: {}\nactions:", saved.result());
    let actions: Vec<&str> = saved.actions.split_whitespace().collect();
    for line in actions.chunks(12) {
        let _ = writeln!(text, "{}", line.join(" "));
    }
    text
}
