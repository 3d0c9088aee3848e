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

mod args;
mod command;
mod local;
#[cfg(feature = "online")]
mod online;
mod picks;
mod plain;
mod room;
mod rules;
mod screen;
mod snapshot;
mod thinking;

use std::io::IsTerminal;

pub use args::Args;
use parlour_console::failure::Failure;
use parlour_console::io::Io;
use parlour_session::Entry;

use crate::plain::Plain;
use crate::screen::Capabilities;

/// Whether a person sits at a screen that can be painted.
fn is_screen(io: &Io<'_>) -> bool {
    let able = std::env::var("TERM").is_ok_and(|term| !term.is_empty() && term != "dumb");
    io.terminal.out && std::io::stdin().is_terminal() && able
}

/// A game's rule page, or a part of it, in Markdown: as lines of at most this width, without control
/// codes.
pub type RulePage<'a> = &'a dyn Fn(&Entry, &str, usize) -> String;

/// Plays.
///
/// # Errors
/// When the game cannot be set up, the input ends before the game does, or a file cannot be written.
pub fn run(args: &Args, io: &mut Io<'_>, rules: RulePage<'_>) -> Result<(), Failure> {
    let plain = args.plain || !is_screen(io);
    let mut room = args.open(plain)?;
    let played = if plain {
        Plain::new(room.as_mut(), io, rules).run()
    } else {
        let capabilities = Capabilities::detect(io.terminal, |name| std::env::var(name).ok());
        screen::play(room.as_mut(), rules, capabilities).map_err(Failure::from)
    };
    if let Some(path) = &args.record {
        let text = room.record()?;
        parlour_console::files::write(path, text.as_bytes())?;
        writeln!(io.out, "The record is in {}.", path.display())?;
    }
    played
}
