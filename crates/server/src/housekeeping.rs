//! What a hub does in the background: it notes that it is up, wakes tables that nobody looks
//! after, and follows what others store.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Weak};
use std::time::Duration;

use parlour_table::stored::{TableId, VisitorId};
use tokio::sync::broadcast;

use crate::error::Error;
use crate::handle::TableHandle;
use crate::hub::Hub;
use crate::routes::studies::KEPT_VERSIONS;
use crate::store::StoreError;
use crate::table_task;

/// How often a server notes that it is up.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(2);
/// How often the server looks for tables that are due or idle.
const SWEEP_INTERVAL: Duration = Duration::from_secs(2);
/// A table that nobody looks at leaves the cache after this time.
const CACHE_IDLE: Duration = Duration::from_secs(20);
/// One that has something to do by itself stays longer: its computer may wait for others to think.
const BUSY_CACHE_IDLE: Duration = Duration::from_secs(120);

/// How often a process asks for events that it missed, and shares who is at its tables.
const CATCH_UP_INTERVAL: Duration = Duration::from_secs(2);

/// The number of tables that are woken at once.
const WAKE_BATCH: u32 = 256;

/// How often the server looks for tables that nobody ever used.
const CLEAR_INTERVAL: Duration = Duration::from_secs(3600);

/// Starts it all. Tables at which no person ever moved are kept for `unused`.
pub(crate) fn start(hub: &Arc<Hub>, unused: Option<Duration>) {
    if let Some(unused) = unused {
        tokio::spawn(clear(Arc::downgrade(hub), unused));
    }
    tokio::spawn(keep_heartbeat(Arc::downgrade(hub)));
    tokio::spawn(sweep(Arc::downgrade(hub)));
    if let Some(notices) = hub.store.notices() {
        tokio::spawn(listen(Arc::downgrade(hub), notices));
    }
    if hub.store.shared() {
        tokio::spawn(keep_up(Arc::downgrade(hub)));
    }
}

/// The hub, unless it is closed or gone. Nothing in here keeps one alive while it pauses.
fn open(hub: &Weak<Hub>) -> Option<Arc<Hub>> {
    hub.upgrade().filter(|hub| !*hub.closing().borrow())
}

/// Notes again and again that this server is up.
async fn keep_heartbeat(hub: Weak<Hub>) {
    while let Some(time) = open(&hub).map(|hub| hub.time.clone()) {
        time.sleep(HEARTBEAT_INTERVAL).await;
        let Some(strong) = open(&hub) else { return };
        if let Err(error) = strong.heartbeat().await {
            error.note();
            continue;
        }
        for handle in strong.all_loaded() {
            if strong.is_unsettled(&handle) {
                table_task::report(&handle, strong.check_clock(&handle).await);
            }
        }
    }
}

/// Wakes tables that have something due and are in no process's memory; drops idle ones.
async fn sweep(hub: Weak<Hub>) {
    // Tables of other rules than today's cannot be woken; saying so once is enough.
    let mut broken: HashSet<TableId> = HashSet::new();
    while let Some(strong) = open(&hub) {
        let now = strong.time.now();
        match strong.store.due(now, WAKE_BATCH + broken.len() as u32).await {
            Ok(due) => wake(&strong, due, &mut broken).await,
            Err(error) => note(&error, "cannot look for tables that are due"),
        }
        let [idle, at_work] =
            [CACHE_IDLE, BUSY_CACHE_IDLE].map(|time| now - time.as_millis() as i64);
        let gone = strong.evict_idle(idle, at_work);
        if let Err(error) = strong.store.release_leases(&gone).await {
            note(&error, "cannot leave tables to others");
        }
        if let Err(error) = strong.store.drop_tickets(now).await {
            note(&error, "cannot take expired codes away");
        }
        let hour = KEPT_VERSIONS.as_millis() as i64;
        if let Err(error) = strong.store.drop_document_versions(now - hour).await {
            note(&error, "cannot take earlier versions of studies away");
        }
        drop(strong);
        tokio::time::sleep(SWEEP_INTERVAL).await;
    }
}

/// Reads these tables into memory, except those that are `broken`.
async fn wake(hub: &Arc<Hub>, due: Vec<TableId>, broken: &mut HashSet<TableId>) {
    for id in due {
        if broken.contains(&id) || hub.loaded(&id).is_some() {
            continue;
        }
        // A player who comes opens the table in any case.
        if !hub.has_room() {
            return;
        }
        if let Err(error) = hub.open(&id, None).await {
            // A store that fails now may not fail the next time.
            if matches!(error, Error::Internal(_)) {
                tracing::error!(table = %id, "a table cannot be woken");
                broken.insert(id);
            }
            error.note();
        }
    }
}

/// Logs what could not be done. A failing store is logged by its own writer, and not too often: the
/// heartbeat writes every two seconds.
fn note(error: &StoreError, what: &str) {
    match error {
        StoreError::Failed(_) | StoreError::Unknown(_) => tracing::debug!(%error, "{what}"),
        _ => tracing::error!(%error, "{what}"),
    }
}

/// Follows what other processes store.
async fn listen(hub: Weak<Hub>, mut notices: broadcast::Receiver<(TableId, u64)>) {
    loop {
        let heard = notices.recv().await;
        let Some(strong) = hub.upgrade() else { return };
        let (behind, sequence) = match heard {
            Ok((id, sequence)) => (strong.loaded(&id).into_iter().collect::<Vec<_>>(), sequence),
            // Too many at once to keep up: every table in memory looks for itself.
            Err(broadcast::error::RecvError::Lagged(_)) => (strong.all_loaded(), u64::MAX),
            Err(broadcast::error::RecvError::Closed) => return,
        };
        for handle in behind {
            if handle.knows(sequence) {
                continue;
            }
            let hub = strong.clone();
            tokio::spawn(async move {
                if let Err(error) = hub.follow(&handle, sequence).await {
                    error.note();
                }
            });
        }
    }
}

/// Asks the store again and again for what was lost between processes: events at tables in memory,
/// and who is at them elsewhere.
async fn keep_up(hub: Weak<Hub>) {
    loop {
        tokio::time::sleep(CATCH_UP_INTERVAL).await;
        let Some(strong) = open(&hub) else { return };
        if let Err(error) = ask(&strong).await {
            note(&error, "cannot ask what other processes did");
        }
    }
}

async fn ask(hub: &Arc<Hub>) -> Result<(), StoreError> {
    let loaded: HashMap<TableId, Arc<TableHandle>> =
        hub.all_loaded().into_iter().map(|handle| (handle.id.clone(), handle)).collect();
    let tables: Vec<TableId> = loaded.keys().cloned().collect();
    hub.store.listen_to_no_other(&tables);
    for (id, sequence) in hub.store.latest(&tables).await? {
        if let Some(handle) = loaded.get(&id)
            && let Err(error) = hub.follow(handle, sequence).await
        {
            error.note();
        }
    }
    let pairs = |handle: &Arc<TableHandle>| {
        let id = handle.id.clone();
        handle.present_here().into_iter().map(move |visitor| (id.clone(), visitor))
    };
    let here: Vec<_> = loaded.values().flat_map(pairs).collect();
    let mut elsewhere: HashMap<TableId, HashSet<VisitorId>> = HashMap::new();
    for (table, visitor) in hub.store.share_presence(&here, &tables).await? {
        elsewhere.entry(table).or_default().insert(visitor);
    }
    for (id, handle) in loaded {
        handle.note_elsewhere(elsewhere.remove(&id).unwrap_or_default());
    }
    Ok(())
}

/// Clears tables that nobody ever used, at the start and again and again.
async fn clear(hub: Weak<Hub>, unused: Duration) {
    while let Some(strong) = open(&hub) {
        let before = strong.time.now() - unused.as_millis() as i64;
        match strong.store.clear(before).await {
            Ok(0) => {}
            Ok(tables) => tracing::info!(tables, "cleared tables that nobody used"),
            Err(error) => note(&error, "cannot clear unused tables"),
        }
        let time = strong.time.clone();
        drop(strong);
        time.sleep(CLEAR_INTERVAL).await;
    }
}

#[cfg(test)]
mod tests {
    use parlour_table::events::{Clock, Created, InitialSeat, Person};

    use super::*;
    use crate::config::Config;
    use crate::store::SqliteStore;

    #[tokio::test]
    async fn tables_with_something_to_do_stay_at_hand_longer_than_idle_ones() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let store = SqliteStore::open(&folder.path().join("parlour.db")).await.expect("a store");
        let hub = Hub::start(&Config::default(), Arc::new(store)).await.expect("a hub");
        let found = async |name: &str, clock: Clock| {
            let maker = VisitorId("v".to_owned());
            let (visitor, name_of) = (Some(maker.clone()), "Ann".to_owned());
            let person = InitialSeat::Person(Person { visitor, name: name_of, own_name: false });
            let entry = parlour_games::find("outwit").expect("a game");
            let created = Created::new(entry, Vec::new(), vec![person; 2], maker);
            let (id, created) = (TableId(name.to_owned()), Created { clock, ..created });
            hub.store_table(id.clone(), created).await.expect("a table");
            hub.open(&id, None).await.expect("it is there");
            id
        };
        let idle = found("idle", Clock::None).await;
        let timed = found("timed", Clock::Move { limit: 3_600_000 }).await;
        // The tasks of new tables look at them for a moment, and what somebody looks at does not go. All
        // that follows happens without a pause, so that nobody looks again.
        let is_looked_at = |handle: &Arc<TableHandle>| Arc::strong_count(handle) > 2;
        while hub.all_loaded().iter().any(is_looked_at) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        // A busy machine takes its time to found two tables, but not an hour.
        let (now, hour) = (hub.time.now(), 3_600_000);
        assert_eq!(hub.evict_idle(now - hour, now - hour), [], "both were just used");
        assert_eq!(hub.evict_idle(now + hour, now - hour), [idle], "nothing is due there");
        assert_eq!(hub.evict_idle(now + hour, now + hour), [timed], "nobody has come for long");
        hub.close();
    }
}
