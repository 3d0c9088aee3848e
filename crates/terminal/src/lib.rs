//! `parlour play`: any game in a terminal, against the computer or on one keyboard.
//!
//! A [`room::Room`] is the table at which the terminal sits; [`local`] keeps one in this process, with
//! the same commands, events and views as the server's. [`seen::Seen`] is what the person may see of
//! it. [`plain`] shows it one line at a time.

mod args;
mod command;
mod local;
mod plain;
mod room;
mod rules;
mod seen;
mod thinking;

pub use args::Args;
use parlour_console::failure::Failure;
use parlour_console::io::Io;
use parlour_games::Entry;

use crate::plain::Plain;
use crate::room::Room;

/// A game's rule page, or a part of it, in Markdown: as lines of at most this width, without control
/// codes.
pub type RulePage<'a> = &'a dyn Fn(&Entry, &str, usize) -> String;

/// Plays.
///
/// # Errors
/// When the game cannot be set up, the input ends before the game does, or a file cannot be written.
pub fn run(args: &Args, io: &mut Io<'_>, rules: RulePage<'_>) -> Result<(), Failure> {
    let mut room = args.open()?;
    let played = Plain::new(&mut room, io, rules).run();
    if let Some(path) = &args.record {
        let text = room.record().map_err(Failure::work)?;
        parlour_console::files::write(path, text.as_bytes())?;
        writeln!(io.out, "The record is in {}.", path.display())?;
    }
    played
}
