//! `parlour play`: any game in a terminal, against the computer, on one keyboard, or at a server's table.
//!
//! A `room::Room` is the table at which the terminal sits; `local` keeps one in this process, with
//! the same commands, events and views as the server's, and `online` is one of a server by its link.
//! `snapshot::TableSnapshot` is what the person may see of
//! it. `screen` shows it on the whole screen, `plain` one line at a time.
//!
//! # Where to change what
//! - A key: `BINDINGS` and the keys of `bar` in `screen/keys.rs`; what it does: `act` in `screen/app.rs`; then
//!   `cargo xtask screens`.
//! - An option of `parlour play`: `args.rs`.
//! - What comes after a game, and the score: `rounds.rs`; how a game that was left is kept: `kept.rs`.

mod args;
mod command;
mod kept;
mod local;
#[cfg(feature = "online")]
mod online;
mod picks;
mod plain;
mod room;
mod rounds;
mod rules;
mod screen;
mod snapshot;
mod thinking;

use std::io::IsTerminal;
use std::path::Path;

pub use args::Args;
use parlour_console::failure::Failure;
use parlour_console::io::Io;
use parlour_console::visible::Visible;
use parlour_session::Entry;

use crate::kept::KeptGame;
use crate::local::Local;
use crate::plain::Plain;
use crate::room::Room;
use crate::screen::Capabilities;

/// Whether a person sits at a screen that can be painted.
fn is_screen(io: &Io<'_>) -> bool {
    let able = std::env::var("TERM").is_ok_and(|term| !term.is_empty() && term != "dumb");
    io.terminal.out && std::io::stdin().is_terminal() && able
}

/// A game's rule page, or a part of it, in Markdown: as lines of at most this width, without control
/// codes.
pub type RulePage<'a> = &'a dyn Fn(&Entry, &str, usize) -> String;

/// The game that was left, if there is one and the person wants to continue it.
fn left_game(path: &Path, plain: bool, io: &mut Io<'_>) -> Result<Option<Box<dyn Room>>, Failure> {
    // What cannot be continued is no reason not to play.
    let Some(left) = KeptGame::read(path).and_then(Local::of).ok() else { return Ok(None) };
    let view = &left.snapshot().view;
    let actions =
        if view.ply == 1 { "1 action".to_owned() } else { format!("{} actions", view.ply) };
    let name = left.snapshot().entry.name;
    writeln!(io.out, "You left a game of {name} after {actions}.")?;
    write!(io.out, "Continue it? [Y/n] ")?;
    io.out.flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    let wanted = !answer.trim().to_lowercase().starts_with('n');
    let room: Box<dyn Room> = Box::new(if plain { left } else { left.unhurried() });
    Ok(wanted.then_some(room))
}

/// Keeps a game that is left; one that is over is kept no longer.
fn keep(room: &dyn Room, path: &Path, args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let Some(game) = room.unfinished() else {
        if room.snapshot().is_over() && path.exists() {
            std::fs::remove_file(path).map_err(|error| Failure::file(path, &error))?;
        }
        return Ok(());
    };
    game.write(path)?;
    let id = room.snapshot().entry.id;
    match &args.resume {
        Some(path) => writeln!(io.out, "The game is kept in {}.", path.display())?,
        None => writeln!(io.out, "The game is kept: parlour play {id} continues it.")?,
    }
    Ok(())
}

/// Plays.
///
/// # Errors
/// When the game cannot be set up, the input ends before the game does, or a file cannot be written.
pub fn run(args: &Args, io: &mut Io<'_>, rules: RulePage<'_>) -> Result<(), Failure> {
    let plain = args.plain || !is_screen(io);
    let person = std::io::stdin().is_terminal();
    let file = args.file(person);
    let mut room = match file.as_deref().filter(|_| person && args.is_usual()) {
        Some(path) => left_game(path, plain, io)?.map_or_else(|| args.open(plain), Ok)?,
        None => args.open(plain)?,
    };
    let played = if plain {
        // A server's words are others' words.
        let mut out = Visible::new(&mut *io.out);
        let mut shown = Io { out: &mut out, err: &mut *io.err, terminal: io.terminal };
        Plain::new(room.as_mut(), &mut shown, rules).run()
    } else {
        let capabilities = Capabilities::detect(io.terminal, |name| std::env::var(name).ok());
        screen::play(room.as_mut(), rules, capabilities).map_err(Failure::from)
    };
    if let Some(path) = &file {
        keep(room.as_ref(), path, args, io)?;
    }
    if let Some(path) = &args.record {
        let text = room.record()?;
        parlour_console::files::write(path, text.as_bytes())?;
        writeln!(io.out, "The record is in {}.", path.display())?;
    }
    played
}
