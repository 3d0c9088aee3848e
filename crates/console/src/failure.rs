//! What can go wrong, what is said then, and the exit code.

use std::io::ErrorKind;

use parlour_core::{NotationError, OptionError};

use crate::interrupt;
use crate::io::Io;
use crate::mistakes;
use crate::visible;

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The arguments do not parse, or ask for help or the version.
    #[error("{0}")]
    Arguments(clap::Error),
    /// The arguments parse, but name something that is not there or not allowed.
    #[error("{0}")]
    Usage(String),
    /// The request was good, the work failed.
    #[error("{0}")]
    Runtime(String),
    /// Somebody asked for the end before the work was done. The results so far have been printed.
    #[error("{0}")]
    Interrupted(String),
    /// A stream failed.
    #[error(transparent)]
    Stream(#[from] std::io::Error),
}

impl Failure {
    /// Bad usage, in a sentence that says what would do.
    pub fn usage(message: impl ToString) -> Self {
        Failure::Usage(message.to_string())
    }

    /// Work that failed, in a sentence that says why.
    pub fn runtime(message: impl ToString) -> Self {
        Failure::Runtime(message.to_string())
    }

    /// A file that could not be read or written.
    pub fn file(path: &std::path::Path, error: &std::io::Error) -> Self {
        Failure::Runtime(format!("{}: {error}", path.display()))
    }

    /// Tells the person, and gives the exit code.
    pub fn report(self, io: &mut Io<'_>) -> u8 {
        match self {
            // `parlour … | head` is no failure: the reader has seen enough.
            Failure::Stream(error) if error.kind() == ErrorKind::BrokenPipe => 0,
            Failure::Arguments(error) => report_arguments(&error, io),
            Failure::Usage(message) => say(io, &message, 2),
            Failure::Runtime(message) => say(io, &message, 1),
            Failure::Interrupted(message) => {
                let _ = writeln!(io.err, "{}", visible::text(&message));
                interrupt::CODE
            }
            Failure::Stream(error) => say(io, &format!("could not write: {error}"), 1),
        }
    }
}

fn say(io: &mut Io<'_>, message: &str, code: u8) -> u8 {
    // There is nobody left to tell if the error stream is gone too.
    let _ = writeln!(io.err, "error: {}", visible::text(message));
    code
}

/// Help and version go to the output, mistakes to the error stream.
fn report_arguments(error: &clap::Error, io: &mut Io<'_>) -> u8 {
    if error.use_stderr() {
        return say(io, &mistakes::sentence(error), 2);
    }
    let text = error.render();
    let colour = io.terminal.out && io.terminal.colour;
    let text = if colour { text.ansi().to_string() } else { text.to_string() };
    match write!(io.out, "{text}").and_then(|()| io.out.flush()) {
        Ok(()) => 0,
        Err(error) => Failure::Stream(error).report(io),
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Self {
        Failure::usage(error)
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Self {
        Failure::usage(error)
    }
}
