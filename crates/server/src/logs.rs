//! What the server writes about itself. Never a secret: no cookie, no code, no move.

use std::io::IsTerminal;

use tracing_subscriber::filter::{ParseError, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};

/// How log lines look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    #[default]
    Human,
    /// One JSON object a line.
    Json,
}

/// Writes logs to standard error from now on. `filter` is a level (`info`, `debug`) or levels by
/// module (`parlour_server=debug,hyper=warn`).
pub fn start(format: LogFormat, filter: &str) -> Result<(), LogError> {
    let targets: Targets =
        filter.parse().map_err(|error| LogError::Filter(filter.to_owned(), error))?;
    let registry = tracing_subscriber::registry().with(targets);
    let started = match format {
        LogFormat::Human => {
            let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
            let colour = std::io::stderr().is_terminal();
            registry.with(layer.with_target(false).with_ansi(colour)).try_init()
        }
        LogFormat::Json => {
            let layer = tracing_subscriber::fmt::layer().json().with_writer(std::io::stderr);
            registry.with(layer).try_init()
        }
    };
    started.map_err(LogError::Started)
}

/// Why no logs are written.
#[derive(Debug)]
pub enum LogError {
    /// This is no filter.
    Filter(String, ParseError),
    /// Something else writes logs already.
    Started(TryInitError),
}

impl std::fmt::Display for LogError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LogError::Filter(filter, error) => write!(
                f,
                "'{filter}' is no log filter ({error}); write a level such as info or debug"
            ),
            LogError::Started(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LogError {}
