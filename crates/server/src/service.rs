//! What a service manager such as systemd hears: that the server is open, that it closes, and, while it
//! can serve, a sign of life. `NOTIFY_SOCKET` names the datagram socket that it listens on.

use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;

use crate::app::App;
use crate::error::Error;
use crate::logs::ThrottledLog;
use crate::routes;

/// The way to the service manager.
#[derive(Debug)]
pub(crate) struct Manager {
    socket: UnixDatagram,
    to: SocketAddr,
    /// A server that gave no sign of life for this time is ended and started again.
    patience: Option<Duration>,
}

impl Manager {
    /// The manager that started this process, if it wants to hear anything.
    pub(crate) fn of_this_process() -> Option<Manager> {
        let to = match address(std::env::var_os("NOTIFY_SOCKET")?.as_bytes()) {
            Ok(to) => to,
            Err(error) => {
                tracing::warn!(%error, "NOTIFY_SOCKET names no socket");
                return None;
            }
        };
        let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
        // The variables are inherited; they may be meant for the process that started this one.
        let ours = number("WATCHDOG_PID").is_none_or(|pid| pid == u64::from(std::process::id()));
        let patience = number("WATCHDOG_USEC").filter(|_| ours).map(Duration::from_micros);
        Some(Manager { socket: UnixDatagram::unbound().ok()?, to, patience })
    }

    /// Tells it something. A manager that does not listen is no reason to stop serving.
    pub(crate) fn tell(&self, what: &str) {
        if let Err(error) = self.socket.send_to_addr(what.as_bytes(), &self.to) {
            tracing::debug!(%error, "cannot tell the service manager");
        }
    }

    /// Gives signs of life for as long as the server can serve.
    pub(crate) async fn keep_telling(self: Arc<Self>, app: App) {
        let Some(patience) = self.patience else { return };
        let mut log = ThrottledLog::default();
        loop {
            let health = routes::health(State(app.clone())).await.map(drop);
            match sign_of_life(&health) {
                Some(status) => self.tell(&format!("WATCHDOG=1\nSTATUS={status}")),
                None => {
                    log.log(|| tracing::error!(?health, "the server cannot serve"));
                    self.tell("STATUS=It cannot serve");
                }
            }
            tokio::time::sleep(patience / 3).await;
        }
    }
}

/// What to tell of a server in this state; `None` where only a fresh start helps. A database that is
/// away or full is no such state: a fresh start would not even show what can still be read.
fn sign_of_life(health: &Result<(), Error>) -> Option<&'static str> {
    match health {
        Ok(()) => Some("Open"),
        Err(Error::Unstored(_) | Error::Unsure(_)) => {
            Some("Open, but its database cannot be written")
        }
        Err(_) => None,
    }
}

#[cfg(target_os = "linux")]
fn address(name: &[u8]) -> io::Result<SocketAddr> {
    use std::os::linux::net::SocketAddrExt;
    match name.strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name),
        None => path(name),
    }
}

#[cfg(not(target_os = "linux"))]
fn address(name: &[u8]) -> io::Result<SocketAddr> {
    path(name)
}

fn path(name: &[u8]) -> io::Result<SocketAddr> {
    SocketAddr::from_pathname(std::ffi::OsStr::from_bytes(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_server_that_a_fresh_start_would_mend_gives_no_sign_of_life() {
        let why = || "why".to_owned();
        for alive in [Ok(()), Err(Error::Unstored(why())), Err(Error::Unsure(why()))] {
            assert!(sign_of_life(&alive).is_some(), "{alive:?}");
        }
        for stuck in [Error::Internal(why()), Error::TooSlow, Error::Busy] {
            assert!(sign_of_life(&Err(stuck)).is_none());
        }
    }
}
