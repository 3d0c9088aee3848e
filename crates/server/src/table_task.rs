//! The task of each table in memory: it waits for what `parlour_table::steps` decides, and does it.
//!
//! A lease keeps two processes from doing the same work; it gives no right to write. Throws and computer moves are stored
//! like anybody's command, and dropped when the table has moved on.

use std::sync::{Arc, Weak};
use std::time::Duration;

use parlour_session::{Session, Spec};
use parlour_table::Table;
use parlour_table::events::{Event, Level};
use parlour_table::listing::Status;
use parlour_table::projection::Presence;
use parlour_table::steps::{Next, PositionId, next, position_id};
use parlour_table::stored::TableId;
use tokio::sync::watch;

use crate::bots::Audience;
use crate::error::Error;
use crate::fairness::Claimant;
use crate::handle::TableHandle;
use crate::hub::{Hub, closed};
use crate::secret::system_random;

/// Starts the task of a table that just came to hand.
pub(crate) fn start(hub: &Arc<Hub>, handle: &Arc<TableHandle>) {
    let changes = handle.subscribe();
    let forget = Forget { hub: Arc::downgrade(hub), table: handle.id.clone() };
    let task = run(Arc::downgrade(hub), Arc::downgrade(handle), changes, hub.closing());
    tokio::spawn(async move {
        task.await;
        drop(forget);
    });
}

/// Lets computer players forget a table that is no longer at hand.
struct Forget {
    hub: Weak<Hub>,
    table: TableId,
}

impl Drop for Forget {
    fn drop(&mut self) {
        if let Some(hub) = self.hub.upgrade() {
            hub.pool.forget(&self.table);
        }
    }
}

/// The search for a computer's move, and for whom it is made.
struct MoveSearch {
    table: TableId,
    session: Box<dyn Session>,
    level: Level,
    audience: Audience,
    claimant: Claimant,
}

impl MoveSearch {
    fn new(handle: &TableHandle, table: &Table, level: Level) -> Self {
        let (audience, claimant) = handle.claimant(table);
        let (table, session) = (handle.id.clone(), table.session.clone());
        MoveSearch { table, session, level, audience, claimant }
    }
}

/// Until the table leaves the cache or the server closes. While it waits for a person or a clock, the
/// task holds the table weakly, so that an idle one can leave the cache.
async fn run(
    hub: Weak<Hub>,
    handle: Weak<TableHandle>,
    mut changes: watch::Receiver<u64>,
    mut closing: watch::Receiver<bool>,
) {
    let mut failures = 0;
    let closes = closing.clone();
    let mut ends = std::pin::pin!(closed(&mut closing));
    loop {
        changes.mark_unchanged();
        let Some((strong, table)) = hub.upgrade().zip(handle.upgrade()) else { return };
        let Ok(now) = table.table() else { return };
        let position = position_id(&now);
        let id = table.id.clone();
        if now.status() == Status::Over {
            strong.pool.forget(&id);
        }
        // Nobody plays and nobody looks: the computers rest until somebody does.
        let rests = now.is_of_computers() && table.count() == 0;
        if rests && let Err(error) = strong.store.release_leases(std::slice::from_ref(&id)).await {
            tracing::debug!(%error, "cannot leave a table to others");
        }
        let step = if rests { Next::Nothing } else { next(&now, strong.pace, strong.time.now()) };
        let search = match step {
            Next::Move { level, .. } => Some(MoveSearch::new(&table, &now, level)),
            _ => None,
        };
        drop((table, now));
        // Only a search goes on when somebody talks or comes in; a throw comes at its time anyhow,
        // or sooner, once everybody has added to the dice.
        let audience = search.as_ref().map(|search| search.audience);
        let goes_on = || audience.is_some_and(|audience| !is_outdated(&handle, position, audience));
        let ready = wait(strong, id, step, search);
        tokio::pin!(ready);
        let found = loop {
            tokio::select! {
                found = &mut ready => break Some(found),
                changed = changes.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    if !goes_on() {
                        break None;
                    }
                }
                () = &mut ends => return,
            }
        };
        let Some((strong, table)) = hub.upgrade().zip(handle.upgrade()) else { return };
        if *closes.borrow() {
            return;
        }
        let done = match (found, step) {
            (None, _) | (_, Next::Nothing) => Ok(()),
            (Some(_), Next::Flag { .. }) => strong.check_clock(&table).await,
            (Some(_), Next::Throw { .. }) => throw(&strong, &table, position).await,
            (Some(found), Next::Move { .. }) => play(&strong, &table, position, found).await,
        };
        let failed = done.is_err();
        failures = if failed { failures + 1 } else { 0 };
        report(&table, done);
        drop((strong, table));
        if failed {
            tokio::select! {
                () = tokio::time::sleep(pause(failures)) => {}
                () = &mut ends => return,
            }
        }
    }
}

/// How long a table rests after this many failures in a row.
fn pause(failures: u32) -> Duration {
    Duration::from_millis(250 << failures.min(7))
}

/// How often a process tries to take a lease that another holds.
const ASK: Duration = Duration::from_millis(500);

/// Returns once this process holds the table's lease, so that no throw is drawn and no search made
/// twice.
async fn wait_for_lease(hub: &Hub, id: &TableId) {
    loop {
        match hub.store.take_lease(id).await {
            Ok(true) => return,
            Ok(false) => {}
            Err(error) => tracing::debug!(%error, "cannot take a table's lease"),
        }
        tokio::time::sleep(ASK).await;
    }
}

/// Waits until it is time for what comes next, and gives the computer's move where there is a search for
/// one. It holds no table meanwhile.
async fn wait(
    hub: Arc<Hub>,
    id: TableId,
    next: Next,
    search: Option<MoveSearch>,
) -> Option<String> {
    let due = match next {
        Next::Nothing => {
            drop(hub);
            return std::future::pending().await;
        }
        Next::Flag { at: deadline } => {
            let time = hub.time.clone();
            drop(hub);
            time.sleep_until(deadline).await;
            return None;
        }
        Next::Throw { at } | Next::Move { at, .. } => at,
    };
    wait_for_lease(&hub, &id).await;
    let found = match search {
        Some(search) => find_move(&hub, search).await,
        None => None,
    };
    hub.time.sleep_until(due).await;
    found
}

/// The computer's move. A search that failed still has to move: any move will do.
async fn find_move(hub: &Hub, search: MoveSearch) -> Option<String> {
    let MoveSearch { table, session, level, audience, claimant } = search;
    let fallback = session.sample(&mut system_random());
    let spec = Spec::Level(level.number());
    let report = hub.pool.find_move(table, session, spec, audience, claimant).await;
    report.map(|report| report.chosen).or(fallback)
}

/// Whether the table has moved on since a search was asked for, or somebody has come who does not
/// want to wait behind those who were there.
fn is_outdated(handle: &Weak<TableHandle>, then: PositionId, audience: Audience) -> bool {
    let Some(handle) = handle.upgrade() else { return true };
    let Ok(table) = handle.table() else { return true };
    position_id(&table) != then || handle.claimant(&table).0 > audience
}

/// Logs why a table cannot go on; a refusal is no fault.
pub(crate) fn report(handle: &TableHandle, done: Result<(), Error>) {
    match done {
        Ok(()) | Err(Error::Refused(_) | Error::Busy | Error::NotFound(_)) => {}
        Err(error @ (Error::Unstored(_) | Error::Unsure(_))) => error.note(),
        Err(error) => {
            tracing::error!(table = %handle.id, "a table cannot go on by itself");
            error.note();
        }
    }
}

/// An action of the table itself, unless the table has moved on.
async fn act(
    hub: &Hub,
    handle: &TableHandle,
    then: PositionId,
    choose: impl Fn(&Table) -> Option<String> + Send + Sync,
) -> Result<(), Error> {
    hub.change(handle, |table| {
        if position_id(table) != then {
            return Ok(Vec::new());
        }
        Ok(choose(table).map(|action| Event::Acted { action }).into_iter().collect())
    })
    .await
}

/// The computer's action. One that the rules forbid is a fault of the program and no command: it
/// is logged as such, though not what it was, and the computer thinks again after a pause.
async fn play(
    hub: &Hub,
    handle: &TableHandle,
    then: PositionId,
    action: Option<String>,
) -> Result<(), Error> {
    let Some(action) = action else {
        return Err(Error::Internal("a computer player found no move".to_owned()));
    };
    match act(hub, handle, then, |_| Some(action.clone())).await {
        Err(Error::Refused(_)) => {
            Err(Error::Internal("a computer player chose what the rules forbid".to_owned()))
        }
        done => done,
    }
}

async fn throw(hub: &Hub, handle: &TableHandle, then: PositionId) -> Result<(), Error> {
    act(hub, handle, then, |table| table.throw(&mut system_random())).await
}

#[cfg(test)]
mod tests {
    use parlour_table::events::{Created, InitialSeat};
    use parlour_table::stored::VisitorId;

    use super::*;
    use crate::config::Config;
    use crate::store::SqliteStore;

    #[tokio::test]
    async fn a_computer_that_breaks_the_rules_is_logged_and_paused_not_refused_quietly() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let store = SqliteStore::open(&folder.path().join("parlour.db")).await.expect("a store");
        let hub = Hub::start(&Config::default(), Arc::new(store)).await.expect("a hub");
        // Nobody looks, so the computers themselves rest.
        let entry = parlour_games::find("outwit").expect("a game");
        let seats = vec![InitialSeat::Computer { level: Level::new(1) }; 2];
        let created = Created::new(entry, Vec::new(), seats, VisitorId("v".to_owned()));
        let id = TableId("t".to_owned());
        hub.store_table(id.clone(), created).await.expect("a table");
        let handle = hub.open(&id, None).await.expect("it is there");
        let now = position_id(&handle.table().expect("a table"));
        for action in [Some("a1a1".to_owned()), Some("nonsense".to_owned()), None] {
            let done = play(&hub, &handle, now, action).await;
            // Of what is refused nothing is logged; of this everything.
            assert!(matches!(done, Err(Error::Internal(_))), "{done:?}");
        }
        let table = handle.table().expect("a table");
        assert_eq!((table.ply(), table.sequence), (0, 1), "nothing was stored");
        let legal = table.session.legal().swap_remove(0);
        play(&hub, &handle, now, Some(legal.clone())).await.expect("a legal move");
        play(&hub, &handle, now, Some(legal)).await.expect("what comes too late is dropped");
        assert_eq!(handle.table().expect("a table").ply(), 1);
        hub.close();
    }

    #[test]
    fn pauses_grow_with_every_failure_up_to_half_a_minute() {
        let pauses = [1, 2, 3, 7, 8, 100].map(|failures| pause(failures).as_millis());
        assert_eq!(pauses, [500, 1000, 2000, 32_000, 32_000, 32_000]);
    }
}
