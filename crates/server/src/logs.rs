//! What the server writes about itself. Never a secret: no cookie, no code, no move.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

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
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// This is no filter.
    #[error("'{0}' is no log filter ({1}); write a level such as info or debug")]
    Filter(String, ParseError),
    /// Something else writes logs already.
    #[error(transparent)]
    Started(TryInitError),
}

/// A fault that goes on is logged no more often than this.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// Writes a line to the log, at most once in [`LOG_INTERVAL`].
#[derive(Debug, Default)]
pub(crate) struct ThrottledLog(Option<Instant>);

impl ThrottledLog {
    /// Writes the line, or leaves it out; whether it was written.
    pub(crate) fn log(&mut self, write: impl FnOnce()) -> bool {
        let writes = self.0.is_none_or(|last| last.elapsed() >= LOG_INTERVAL);
        if writes {
            self.0 = Some(Instant::now());
            write();
        }
        writes
    }
}
