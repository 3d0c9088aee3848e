//! What can be typed: moves and commands.

use std::path::Path;

use parlour_console::files;
use parlour_core::scene::SiteId;
use parlour_session::LEVELS;

use crate::room::{Room, TableRequest};
use crate::rounds::NextGame;

/// A word that is a command, what may follow it, and what it does.
pub(crate) struct Word {
    pub(crate) word: &'static str,
    takes: &'static str,
    does: &'static str,
    make: fn(String) -> Typed,
}

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// A request that the table answers.
    Request(TableRequest),
    /// Anything that is no command.
    Move(String),
    Moves(String),
    Board(String),
    Pieces,
    Why(String),
    Rules(String),
    Log,
    Save(String),
    Help,
    Quit,
    /// A command with a word that it does not take, and what would do.
    Unclear(String),
}

const fn word(
    word: &'static str,
    takes: &'static str,
    does: &'static str,
    make: fn(String) -> Typed,
) -> Word {
    Word { word, takes, does, make }
}

/// The strongest level.
const MOST: u8 = LEVELS as u8;

/// The word for talking.
pub(crate) const SAY: &str = "say";

/// All of them, in the order in which help lists them.
#[rustfmt::skip] // A command is a line.
const WORDS: &[Word] = &[
    word("moves", " [TEXT]", "the moves that you can make, or those that begin with TEXT", Typed::Moves),
    word("board", " [N]", "the board now, or as it was after N actions", Typed::Board),
    word("pieces", "", "what stands where, and the score", |_| Typed::Pieces),
    word("hint", "", "the moves that the computer would make", |_| Typed::Request(TableRequest::Hint)),
    word("why", " PLACE", "why a place cannot be chosen", Typed::Why),
    word("back", "", "take your last move back, or agree to it", |_| Typed::Request(TableRequest::TakeBack)),
    word("draw", "", "offer a draw, or agree to one", |_| Typed::Request(TableRequest::Draw)),
    word("decline", "", "turn down what is offered or asked", |_| Typed::Request(TableRequest::Decline)),
    word("resign", "", "give up", |_| Typed::Request(TableRequest::Resign)),
    word("log", "", "what has happened so far", |_| Typed::Log),
    word("rules", " [HEADING]", "the rule page, or the part under a heading", Typed::Rules),
    word(SAY, " TEXT", "say something to the others", |text| Typed::Request(TableRequest::Chat(text))),
    word("again", "", "after the game, play it again", |_| Typed::Request(TableRequest::Next(NextGame::Same))),
    word("other", "", "after the game, play it from the other side", |_| Typed::Request(TableRequest::Next(NextGame::OtherSide))),
    word("level", " N", "after the game, play against the computer of level N", level),
    word("save", " FILE", "write the record of the game", Typed::Save),
    word("help", "", "this list", |_| Typed::Help),
    word("quit", "", "leave", |_| Typed::Quit),
];

/// Another game against the computer of this level.
fn level(text: String) -> Typed {
    match text.parse() {
        Ok(level @ 1..=MOST) => Typed::Request(TableRequest::Next(NextGame::Level(level))),
        _ => Typed::Unclear(format!("Name a level from 1 to {MOST}, as in 'level 5'.")),
    }
}

/// What a line means. A move's notation wins over a command of the same name.
pub(crate) fn read(line: &str, is_move: impl Fn(&str) -> bool) -> Typed {
    let line = line.trim();
    if line == "?" {
        return Typed::Help;
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let known = WORDS.iter().find(|known| known.word.eq_ignore_ascii_case(first));
    match known.filter(|_| !is_move(line)) {
        Some(known) => (known.make)(rest.trim().to_owned()),
        None => Typed::Move(line.to_owned()),
    }
}

/// Why a move cannot go to the last of these places, after the `picked` sites and the places before it.
pub(crate) fn why(room: &dyn Room, picked: &[SiteId], places: &str) -> String {
    let snapshot = room.snapshot();
    let layout = snapshot.layout();
    let mut sites: Vec<_> = places.split_whitespace().map(|name| layout.site(name)).collect();
    let Some(Some(site)) = sites.pop() else {
        return "Name a place of the board, as in 'why a1'.".to_owned();
    };
    let picked: Vec<_> = picked.iter().copied().chain(sites.into_iter().flatten()).collect();
    snapshot.why_not(&picked, site).unwrap_or_else(|| {
        let why =
            if snapshot.may_move() { "A move goes that way." } else { "It is not your turn." };
        why.to_owned()
    })
}

/// Writes the record of the game to a file, and gives what is to be said of it.
pub(crate) fn save(room: &mut dyn Room, file: &str) -> String {
    if file.is_empty() {
        return "Name a file, as in 'save game.txt'.".to_owned();
    }
    let record = room.record();
    match record.and_then(|text| files::write(Path::new(file), text.as_bytes())) {
        Ok(()) => format!("The record is in {file}."),
        Err(why) => format!("It could not be saved: {why}"),
    }
}

/// The commands at a table where others sit elsewhere, or where nobody does: then there is nobody to talk to.
pub(crate) fn words(with_others: bool) -> impl Iterator<Item = &'static Word> {
    WORDS.iter().filter(move |word| with_others || word.word != SAY)
}

/// The list of commands.
pub(crate) fn help(with_others: bool) -> Vec<String> {
    let name = |word: &Word| format!("{}{}", word.word, word.takes);
    let widest = words(with_others).map(|word| name(word).len()).max().unwrap_or(0);
    let line = |word: &Word| format!("{:widest$}  {}", name(word), word.does);
    words(with_others).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_command_or_else_a_move() {
        let no_move = |_: &str| false;
        assert_eq!(read(" moves  f4 ", no_move), Typed::Moves("f4".to_owned()));
        assert_eq!(read("HINT", no_move), Typed::Request(TableRequest::Hint));
        assert_eq!(read("?", no_move), Typed::Help);
        assert_eq!(read("f4 f1", no_move), Typed::Move("f4 f1".to_owned()));
        assert_eq!(read("draw", |line| line == "draw"), Typed::Move("draw".to_owned()));
    }
}
