//! The engine protocol, `parlour ugi <game>`: lines in, lines out, in the manner of UCI and UGI.
//!
//! `docs/protocol.md` describes it for those who write the other end. In here:
//!
//! - `input` reads lines on a thread of its own, so that `stop` is heard during a search;
//! - `command` gives a line its meaning, or says what is wrong with it;
//! - `state` holds the position and answers what can be answered at once;
//! - `seeds` says where a search gets its random numbers from;
//! - `job` runs searches and counts on a thread of their own;
//! - `host` is the only one that writes. It brings the others together.

mod command;
mod host;
mod input;
mod job;
mod seeds;
mod state;

use std::io::{self, BufRead, Write};

use parlour_session::Entry;

pub use host::BREATH;

/// Speaks the protocol for `game` until `quit` or the end of the input.
///
/// The input is read on a thread of its own. Standard input goes in as
/// `BufReader::new(io::stdin())`, because its lock cannot change threads. A reader that has gone
/// away (a broken pipe) is no error: there is nobody left to tell.
///
/// # Errors
/// When writing fails for any other reason.
pub fn run(
    game: &'static Entry,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    match host::Host::new(game, input, output)?.run() {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
