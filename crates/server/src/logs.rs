//! What the server writes about itself. Never a secret: no cookie, no code, no move.

use std::io::IsTerminal;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

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
pub fn start(format: LogFormat, filter: &str) -> Result<(), String> {
    let targets: Targets = filter.parse().map_err(|error| {
        format!("'{filter}' is no log filter ({error}); write a level such as info or debug")
    })?;
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
    started.map_err(|error| error.to_string())
}
