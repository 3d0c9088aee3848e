//! What a hub does in the background: it notes that it is up, wakes tables that nobody looks
//! after, and follows what others store.

use std::collections::HashSet;
use std::sync::{Arc, Weak};
use std::time::Duration;

use parlour_table::stored::TableId;
use tokio::sync::broadcast;

use crate::drive;
use crate::hub::Hub;

/// How often a server notes that it is up.
const PULSE: Duration = Duration::from_secs(5);
/// How often the server looks for tables that nobody looks after.
const SWEEP: Duration = Duration::from_secs(2);
/// A table that nobody looks at leaves the cache after this time.
const IDLE: Duration = Duration::from_secs(120);

/// So many tables are woken at once.
const MANY: u32 = 256;

/// Starts it all.
pub(crate) fn start(hub: &Arc<Hub>) {
    tokio::spawn(keep_pulse(Arc::downgrade(hub)));
    tokio::spawn(sweep(Arc::downgrade(hub)));
    tokio::spawn(listen(Arc::downgrade(hub), hub.store.notices()));
}

/// Notes again and again that this server is up.
async fn keep_pulse(hub: Weak<Hub>) {
    loop {
        let Some(strong) = hub.upgrade() else { return };
        let time = strong.time.clone();
        drop(strong);
        time.sleep(PULSE).await;
        let Some(strong) = hub.upgrade() else { return };
        if *strong.closing().borrow() {
            return;
        }
        match strong.pulse().await {
            Ok(false) => {}
            Ok(true) => {
                for live in strong.all_at_hand() {
                    drive::report(&live, strong.check_clock(&live).await);
                }
            }
            Err(error) => error.note(),
        }
    }
}

/// Wakes tables that have something due and are at hand nowhere; lets idle ones go.
async fn sweep(hub: Weak<Hub>) {
    // Tables of other rules than today's cannot be woken; saying so once is enough.
    let mut broken: HashSet<TableId> = HashSet::new();
    loop {
        let Some(strong) = hub.upgrade() else { return };
        if *strong.closing().borrow() {
            return;
        }
        let now = strong.time.now();
        match strong.store.due(now, MANY + broken.len() as u32).await {
            Ok(due) => {
                for id in due {
                    if broken.contains(&id) || strong.at_hand(&id).is_some() {
                        continue;
                    }
                    if let Err(error) = strong.open(&id).await {
                        tracing::error!(table = %id, "a table cannot be woken");
                        error.note();
                        broken.insert(id);
                    }
                }
            }
            Err(error) => tracing::error!(%error, "cannot look for tables that are due"),
        }
        strong.let_go(now - IDLE.as_millis() as i64);
        drop(strong);
        tokio::time::sleep(SWEEP).await;
    }
}

/// Follows what other processes, or other hubs of this one, store.
async fn listen(hub: Weak<Hub>, mut notices: broadcast::Receiver<(TableId, u64)>) {
    loop {
        let (behind, sequence) = match notices.recv().await {
            Ok((id, sequence)) => {
                let Some(strong) = hub.upgrade() else { return };
                (strong.at_hand(&id).into_iter().collect(), sequence)
            }
            // Too many at once to keep up: whoever is at hand looks for itself.
            Err(broadcast::error::RecvError::Lagged(_)) => {
                let Some(strong) = hub.upgrade() else { return };
                (strong.all_at_hand(), u64::MAX)
            }
            Err(broadcast::error::RecvError::Closed) => return,
        };
        let Some(strong) = hub.upgrade() else { return };
        for live in behind {
            let hub = strong.clone();
            tokio::spawn(async move {
                if let Err(error) = hub.follow(&live, sequence).await {
                    error.note();
                }
            });
        }
    }
}
