//! Studies that somebody has open. Each version becomes one message, made once and shared by all sockets, and
//! only so many of them a second: who changes a study fast costs its readers the last version, not every one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use crate::app::App;
use crate::error::Error;
use crate::fairness::Stop;
use crate::frames::Frame;
use crate::routes::studies;
use crate::sync::locked;

/// How often to look for what another process has stored, and again after a failure.
const LOOK: Duration = Duration::from_secs(2);
/// The shortest time from one message of a study to the next.
const PACE: Duration = Duration::from_secs(1);
/// The longest.
const SLOWEST: Duration = Duration::from_secs(15);
/// All sockets of a study are sent no more than this number of bytes a second.
const BYTES_PER_SECOND: usize = 4 << 20;

/// The studies that somebody has open here.
#[derive(Debug, Default)]
pub(crate) struct Studies(Mutex<HashMap<String, Arc<Feed>>>);

/// What the sockets of a study show.
#[derive(Debug, Default)]
struct Feed {
    /// The latest version that this process stored.
    stored: watch::Sender<u64>,
    shown: watch::Sender<Shown>,
}

/// The latest version of a study as a message; none yet where the version is 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    pub(crate) version: u64,
    pub(crate) frame: Frame,
}

impl Studies {
    /// The messages of a study, for as long as somebody has them.
    pub(crate) fn open(&self, app: &App, id: &str) -> watch::Receiver<Shown> {
        let mut open = locked(&self.0);
        if let Some(feed) = open.get(id) {
            return feed.shown.subscribe();
        }
        let feed = Arc::new(Feed::default());
        let shown = feed.shown.subscribe();
        open.insert(id.to_owned(), feed.clone());
        tokio::spawn(follow(app.clone(), id.to_owned(), feed));
        shown
    }

    /// Says that this process stored a version.
    pub(crate) fn announce(&self, id: &str, version: u64) {
        if let Some(feed) = locked(&self.0).get(id) {
            feed.stored.send_replace(version);
        }
    }

    /// Forgets a study that nobody has open any more; whether it was so.
    fn forget(&self, id: &str, feed: &Feed) -> bool {
        let mut open = locked(&self.0);
        let unused = feed.shown.receiver_count() == 0;
        if unused {
            open.remove(id);
        }
        unused
    }
}

/// Shows each version of a study until nobody has it open.
async fn follow(app: App, id: String, feed: Arc<Feed>) {
    let mut stored = feed.stored.subscribe();
    let mut look = tokio::time::interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut failed = true;
    loop {
        tokio::select! {
            () = feed.shown.closed() => {
                if app.studies.forget(&id, &feed) {
                    return;
                }
                continue;
            }
            _ = look.tick(), if failed || app.hub.store.shared() => {}
            // The feed itself has the other end.
            _ = stored.changed() => {}
        }
        let shown = feed.shown.borrow().version;
        let next = next(&app, &id, shown).await;
        failed = next.is_err();
        match next {
            Ok(Some(next)) => {
                let pace = pace(next.frame.len(), feed.shown.receiver_count());
                feed.shown.send_replace(next);
                // Who opens a study does not wait for the first change.
                if shown > 0 {
                    tokio::time::sleep(pace).await;
                }
            }
            Ok(None) => {}
            // The next look tries again.
            Err(error) => error.note(),
        }
    }
}

/// How long these sockets have for a message of this length before the next one is made.
fn pace(bytes: usize, sockets: usize) -> Duration {
    let all = bytes.saturating_mul(sockets) as f64;
    Duration::from_secs_f64(all / BYTES_PER_SECOND as f64).clamp(PACE, SLOWEST)
}

/// The version that is stored, if it is newer than the one that is shown.
async fn next(app: &App, id: &str, shown: u64) -> Result<Option<Shown>, Error> {
    let document = studies::stored(app, id).await?;
    if document.version <= shown {
        return Ok(None);
    }
    let (version, id) = (document.version, id.to_owned());
    let make = move |_: &Stop| Ok(Frame::json(&studies::read(id, document)?));
    let frame = app.hub.heavy.run(&["studies".to_owned()], make).await?;
    Ok(Some(Shown { version, frame }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_studies_with_many_readers_are_sent_less_often() {
        let seconds = |bytes, sockets| pace(bytes, sockets).as_secs_f64();
        assert_eq!(seconds(4_000, 30), 1.0, "a class");
        assert_eq!(seconds(400 << 10, 40), 3.90625, "all of them get four megabytes a second");
        assert_eq!(seconds(usize::MAX, 2), 15.0);
    }
}
