//! What a table does by itself: throws, the computer's moves, flags that fall.
//!
//! Each table at hand has a task that waits for whatever is due next. It holds no rights over the
//! table: what it finds out is stored like anybody's wish, and dropped when the table has moved on.

use std::sync::{Arc, Weak};
use std::time::Duration;

use parlour_games::{Session, Spec};
use parlour_table::Table;
use parlour_table::events::{Event, Level};
use parlour_table::listing::Standing;
use parlour_table::project::Here;
use parlour_table::steps::{Moment, Next, moment, next};
use parlour_table::stored::TableId;
use tokio::sync::watch;

use crate::bots::Purpose;
use crate::error::Error;
use crate::hub::{Hub, Live, closed};
use crate::secret::system_random;

/// Starts the task of a table that just came to hand.
pub(crate) fn start(hub: &Arc<Hub>, live: &Arc<Live>) {
    let changes = live.watch();
    let forget = Forget { hub: Arc::downgrade(hub), table: live.id.clone() };
    let task = drive(Arc::downgrade(hub), Arc::downgrade(live), changes, hub.closing());
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

/// What is to be done once the waiting is over.
enum Deed {
    Roll,
    Play(Option<String>),
    Flag,
}

/// Until the table is let go or the server closes. While it waits for a person or a clock, the
/// task holds the table weakly, so that an idle one can leave the cache.
async fn drive(
    hub: Weak<Hub>,
    live: Weak<Live>,
    mut changes: watch::Receiver<u64>,
    mut closing: watch::Receiver<bool>,
) {
    let mut failures = 0;
    let closes = closing.clone();
    let mut ends = std::pin::pin!(closed(&mut closing));
    loop {
        changes.mark_unchanged();
        let Some((strong, table)) = hub.upgrade().zip(live.upgrade()) else { return };
        let Ok(now) = table.table() else { return };
        let (errand, moment) = (errand(&strong, &table, &now), moment(&now));
        let id = table.id.clone();
        if now.status() == Standing::Over {
            strong.pool.forget(&id);
        }
        // Nobody plays and nobody looks: the computers rest until somebody does.
        let rests = now.is_of_computers() && table.count() == 0;
        if rests && let Err(error) = strong.store.stop_driving(std::slice::from_ref(&id)).await {
            tracing::debug!(%error, "cannot leave a table to others");
        }
        let errand = if rests { (Next::Nothing, None) } else { errand };
        drop((table, now));
        // Only a thought goes on when somebody talks or comes in; a throw comes at its time anyhow,
        // or sooner, once everybody has added to the dice.
        let patient = matches!(errand.0, Next::Think(..));
        let ready = wait(strong, id, errand);
        tokio::pin!(ready);
        let deed = loop {
            tokio::select! {
                deed = &mut ready => break Some(deed),
                changed = changes.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    if !patient || moved_on(&live, moment) {
                        break None;
                    }
                }
                () = &mut ends => return,
            }
        };
        let Some((strong, table)) = hub.upgrade().zip(live.upgrade()) else { return };
        if *closes.borrow() {
            return;
        }
        let done = match deed {
            None => Ok(()),
            Some(Deed::Flag) => strong.check_clock(&table).await,
            Some(Deed::Roll) => roll(&strong, &table, moment).await,
            Some(Deed::Play(action)) => play(&strong, &table, moment, action).await,
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

/// How long a table rests after so many failures in a row.
fn pause(failures: u32) -> Duration {
    Duration::from_millis(250 << failures.min(7))
}

/// What comes next, with the position to think about if the computer is to move.
type Errand = (Next, Option<Thought>);

/// What a computer player thinks about, and for whom.
struct Thought {
    table: TableId,
    session: Box<dyn Session>,
    purpose: Purpose,
}

fn errand(hub: &Hub, live: &Live, table: &Table) -> Errand {
    let next = next(table, hub.pace, hub.time.now());
    let thought = || Thought {
        table: live.id.clone(),
        session: table.session.clone(),
        purpose: Purpose::Move { asker: live.asker(table), people: !table.is_of_computers() },
    };
    (next, matches!(next, Next::Think(..)).then(thought))
}

/// How often a process asks whether another still drives a table.
const ASK: Duration = Duration::from_millis(500);

/// Comes back once this process is the one that drives the table: no throw is drawn and no
/// search made twice.
async fn lead(hub: &Hub, id: &TableId) {
    loop {
        match hub.store.drives(id).await {
            Ok(true) => return,
            Ok(false) => {}
            Err(error) => tracing::debug!(%error, "cannot ask who drives a table"),
        }
        tokio::time::sleep(ASK).await;
    }
}

/// Waits until something is to be done, and says what. It holds no table meanwhile.
async fn wait(hub: Arc<Hub>, id: TableId, (next, thought): Errand) -> Deed {
    match next {
        Next::Nothing => {
            drop(hub);
            std::future::pending().await
        }
        Next::Flag(deadline) => {
            let time = hub.time.clone();
            drop(hub);
            time.sleep_until(deadline).await;
            Deed::Flag
        }
        Next::Roll(due) => {
            lead(&hub, &id).await;
            hub.time.sleep_until(due).await;
            Deed::Roll
        }
        Next::Think(due, level) => {
            lead(&hub, &id).await;
            let action = match thought {
                Some(thought) => think(&hub, thought, level).await,
                None => None,
            };
            hub.time.sleep_until(due).await;
            Deed::Play(action)
        }
    }
}

/// The computer's move. A search that failed still has to move: any move will do.
async fn think(hub: &Hub, thought: Thought, level: Level) -> Option<String> {
    let Thought { table, session, purpose } = thought;
    let fallback = session.sample(&mut system_random());
    let spec = Spec::Level(level.number());
    let thought = hub.pool.think(table, session, spec, purpose).await;
    thought.map(|thought| thought.chosen).or(fallback)
}

fn moved_on(live: &Weak<Live>, then: Moment) -> bool {
    let Some(live) = live.upgrade() else { return true };
    live.table().map_or(true, |table| moment(&table) != then)
}

/// Logs why a table cannot go on; a refusal is no fault.
pub(crate) fn report(live: &Live, done: Result<(), Error>) {
    match done {
        Ok(()) | Err(Error::Refused(_) | Error::Busy | Error::NotFound(_)) => {}
        Err(error @ (Error::Unstored(_) | Error::Unsure(_))) => error.note(),
        Err(error) => {
            tracing::error!(table = %live.id, "a table cannot go on by itself");
            error.note();
        }
    }
}

/// An action that nobody wished for, unless the table has moved on.
async fn act(
    hub: &Hub,
    live: &Live,
    then: Moment,
    choose: impl Fn(&Table) -> Option<String> + Send + Sync,
) -> Result<(), Error> {
    hub.change(live, |table| {
        if moment(table) != then {
            return Ok(Vec::new());
        }
        Ok(choose(table).map(|action| Event::Acted { action }).into_iter().collect())
    })
    .await
}

/// The computer's action. One that the rules forbid is a fault of the program and nobody's wish: it
/// is logged as such, though not what it was, and the computer thinks again after a pause.
async fn play(hub: &Hub, live: &Live, then: Moment, action: Option<String>) -> Result<(), Error> {
    let Some(action) = action else {
        return Err(Error::Internal("a computer player found no move".to_owned()));
    };
    match act(hub, live, then, |_| Some(action.clone())).await {
        Err(Error::Refused(_)) => {
            Err(Error::Internal("a computer player chose what the rules forbid".to_owned()))
        }
        done => done,
    }
}

async fn roll(hub: &Hub, live: &Live, then: Moment) -> Result<(), Error> {
    act(hub, live, then, |table| table.throw(&mut system_random())).await
}

#[cfg(test)]
mod tests {
    use parlour_table::events::{Created, Plan};
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
        let seats = vec![Plan::Computer { level: Level::new(1) }; 2];
        let created = Created::new(entry, Vec::new(), seats, VisitorId("v".to_owned()));
        let id = hub.found(TableId("t".to_owned()), created, Vec::new()).await.expect("a table");
        let live = hub.open(&id).await.expect("it is there");
        let now = moment(&live.table().expect("a table"));
        for action in [Some("a1a1".to_owned()), Some("nonsense".to_owned()), None] {
            let done = play(&hub, &live, now, action).await;
            // Of what is refused nothing is logged; of this everything.
            assert!(matches!(done, Err(Error::Internal(_))), "{done:?}");
        }
        let table = live.table().expect("a table");
        assert_eq!((table.ply(), table.sequence), (0, 1), "nothing was stored");
        let legal = table.session.legal().swap_remove(0);
        play(&hub, &live, now, Some(legal.clone())).await.expect("a legal move");
        play(&hub, &live, now, Some(legal)).await.expect("what comes too late is dropped");
        assert_eq!(live.table().expect("a table").ply(), 1);
        hub.close();
    }

    #[test]
    fn pauses_grow_with_every_failure_up_to_half_a_minute() {
        let pauses = [1, 2, 3, 7, 8, 100].map(|failures| pause(failures).as_millis());
        assert_eq!(pauses, [500, 1000, 2000, 32_000, 32_000, 32_000]);
    }
}
