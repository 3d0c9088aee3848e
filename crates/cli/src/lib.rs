//! The command line `parlour`: one file for each command in `commands`, the same for all games.
//!
//! [`run`] takes its arguments and its outputs from the caller, so that a test can call any
//! command in its own process. `main.rs` only calls [`main`].
//!
//! # Where to change what
//! - A command or one of its options (`Args`): `commands`; `play` is in `crates/terminal/src/args.rs`, and `arena`,
//!   `finish`, `puzzles`, `train`, `bench` and `load` are in `crates/lab/src/lib.rs`. Its group in the help: `GROUPS` in
//!   `cli.rs`. Mistakes in arguments: `crates/console/src/mistakes.rs`. Then the table in `README.md` and `cargo xtask written`.

mod cli;
mod commands;
mod markdown;
pub mod ugi;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use parlour_console::ascii::AsciiWriter;
pub use parlour_console::io;
use parlour_console::{failure, numbers};

use crate::cli::Cli;
use crate::failure::Failure;
use crate::io::{Io, Terminal};

/// Runs the program with this process's arguments and streams.
pub fn main() -> ExitCode {
    let terminal = Terminal::detect();
    let mut out = stream(std::io::stdout().lock(), terminal.out && !terminal.unicode);
    let mut err = stream(std::io::stderr(), terminal.err && !terminal.unicode);
    let mut io = Io { out: &mut out, err: &mut err, terminal };
    ExitCode::from(run(std::env::args_os(), &mut io))
}

/// A stream of this process. Files and pipes get the text as it is.
fn stream<'a>(stream: impl Write + 'a, ascii: bool) -> Box<dyn Write + 'a> {
    if ascii { Box::new(AsciiWriter::new(stream)) } else { Box::new(stream) }
}

/// Runs one command, the program's name first in `args`, and gives the exit code: 0 when all went
/// well, 1 when the work failed, 2 when the request could not be understood, 130 when it was interrupted.
pub fn run(args: impl IntoIterator<Item = OsString>, io: &mut Io<'_>) -> u8 {
    let result = match Cli::parse_args(args) {
        Ok(cli) => {
            io.terminal.colour = cli.color.decide(&io.terminal);
            cli.chosen().map_err(Failure::Arguments).and_then(|command| commands::run(command, io))
        }
        Err(error) => Err(Failure::Arguments(error)),
    };
    let result = result.and_then(|()| Ok(io.out.flush()?));
    match result {
        Ok(()) => 0,
        Err(failure) => failure.report(io),
    }
}
