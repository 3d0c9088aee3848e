//! The tables that this process has at hand: a cache of what the store holds.
//!
//! A change is decided on the cached table, stored, and only then seen by anyone. When the store
//! says that somebody else was first, the table reads on and the wish is decided again.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex as StdMutex, MutexGuard as StdGuard, PoisonError};
use std::time::Duration;

use parlour_table::commands::{self, Actor, Refusal};
use parlour_table::events::{Created, Event};
use parlour_table::people::Chair;
use parlour_table::project::{Here, Visit};
use parlour_table::stored::{Append, TableId, VisitorId};
use parlour_table::{Broken, Table, setup, steps};
use parlour_wire::api::NewTable;
use parlour_wire::socket::ClientMessage;
use tokio::sync::{Mutex, watch};

use crate::bots::Pool;
use crate::broadcast::{Broadcast, RECENT, Told};
use crate::config::{Config, Pace};
use crate::error::Error;
use crate::frames::Frame;
use crate::secret;
use crate::security::Network;
use crate::store::{Store, StoreError};
use crate::time::Time;
use crate::visitor::Visitor;
use crate::{drive, keep};

/// How often a wish is decided again before the caller is asked to.
const TRIES: usize = 5;

/// A table at hand.
#[derive(Debug)]
pub(crate) struct Live {
    pub(crate) id: TableId,
    /// The table as it stands. Whoever looks takes a reference and waits for nobody.
    table: StdMutex<Option<Arc<Table>>>,
    /// Held by whoever changes the table, until the change is stored.
    writing: Mutex<()>,
    /// What its pages are told.
    broadcast: StdMutex<Broadcast>,
    /// Goes up at every change that somebody might want to see.
    changes: watch::Sender<u64>,
    /// Who has a page of it open, how many, and where.
    present: StdMutex<HashMap<VisitorId, (usize, Network)>>,
    /// Who has one open at another process.
    elsewhere: StdMutex<HashSet<VisitorId>>,
    used: AtomicI64,
}

impl Live {
    fn new(id: TableId, now: i64) -> Self {
        Live {
            id,
            table: StdMutex::new(None),
            writing: Mutex::new(()),
            broadcast: StdMutex::default(),
            changes: watch::Sender::new(1),
            present: StdMutex::new(HashMap::new()),
            elsewhere: StdMutex::new(HashSet::new()),
            used: AtomicI64::new(now),
        }
    }

    /// The table as it stands.
    pub(crate) fn table(&self) -> Result<Arc<Table>, Error> {
        let table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        table.clone().ok_or(Error::NotFound("table"))
    }

    /// Whether it has followed this event.
    pub(crate) fn knows(&self, sequence: u64) -> bool {
        self.table().is_ok_and(|table| table.sequence >= sequence)
    }

    fn put(&self, table: Option<Table>) {
        *self.table.lock().unwrap_or_else(PoisonError::into_inner) = table.map(Arc::new);
    }

    /// What a page is to be told now.
    pub(crate) fn tell(
        &self,
        visit: &Visit<'_>,
        told: &mut Option<Told>,
    ) -> Result<Vec<Frame>, Error> {
        // Under this lock tables come in their order, each at least as new as its change.
        let mut broadcast = self.broadcast.lock().unwrap_or_else(PoisonError::into_inner);
        let change = *self.changes.borrow();
        let table = self.table()?;
        Ok(broadcast.tell(change, &table, visit, told))
    }

    /// Notes how the table changed for those who look, before it changes again.
    fn note(&self, now: i64) {
        let mut broadcast = self.broadcast.lock().unwrap_or_else(PoisonError::into_inner);
        let change = *self.changes.borrow();
        if let Ok(table) = self.table()
            && broadcast.is_watched()
        {
            broadcast.follow(change, &table, self, now);
        }
    }

    fn is_watched(&self) -> bool {
        self.broadcast.lock().unwrap_or_else(PoisonError::into_inner).is_watched()
    }

    /// Wakes at every change.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn announce(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    fn present(&self) -> StdGuard<'_, HashMap<VisitorId, (usize, Network)>> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who has a page of this table open at this process.
    pub(crate) fn present_here(&self) -> Vec<VisitorId> {
        self.present().keys().cloned().collect()
    }

    /// For whom its computers think: the household of a player who is there, because a cookie costs
    /// nothing, or else whoever set the table up.
    pub(crate) fn asker(&self, table: &Table) -> String {
        let present = self.present();
        let home = |chair: &Chair| present.get(chair.owner()?).map(|(_, network)| network.home());
        table.chairs.iter().find_map(home).unwrap_or_else(|| table.maker.0.clone())
    }

    fn elsewhere(&self) -> StdGuard<'_, HashSet<VisitorId>> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes who has a page open at other processes.
    pub(crate) fn note_elsewhere(&self, visitors: HashSet<VisitorId>) {
        let mut known = self.elsewhere();
        if *known != visitors {
            *known = visitors;
            drop(known);
            self.announce();
        }
    }

    /// Notes that a visitor has a page open, until what it gives back is dropped.
    pub(crate) fn enter(self: &Arc<Self>, visitor: &VisitorId, network: Network) -> Presence {
        self.present().entry(visitor.clone()).or_insert((0, network)).0 += 1;
        self.announce();
        Presence { live: self.clone(), visitor: visitor.clone() }
    }
}

/// Whoever has a page of the table open, here or at another process.
impl Here for Live {
    fn is_here(&self, visitor: &VisitorId) -> bool {
        // One lock after the other, never both at once but in the order of `count`.
        let present = self.present().contains_key(visitor);
        present || self.elsewhere().contains(visitor)
    }

    fn count(&self) -> usize {
        let (elsewhere, present) = (self.elsewhere(), self.present());
        present.len() + elsewhere.iter().filter(|v| !present.contains_key(v)).count()
    }
}

/// Comes back when the server closes.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // A hub that is gone is closed as well.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// A visitor's open page.
#[derive(Debug)]
pub(crate) struct Presence {
    live: Arc<Live>,
    visitor: VisitorId,
}

impl Drop for Presence {
    fn drop(&mut self) {
        let mut present = self.live.present();
        if let Some((count, _)) = present.get_mut(&self.visitor) {
            *count -= 1;
            if *count == 0 {
                present.remove(&self.visitor);
            }
        }
        drop(present);
        self.live.announce();
    }
}

/// All tables at hand.
#[derive(Debug)]
pub(crate) struct Hub {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) time: Time,
    pub(crate) pool: Pool,
    pub(crate) pace: Pace,
    outage: Duration,
    /// When the last outage ended, as far as this process knows: a table with no event since then
    /// stood still while no server was up.
    outage_until: AtomicI64,
    /// When this process last noted that it is up.
    noted: AtomicI64,
    tables: StdMutex<HashMap<TableId, Arc<Live>>>,
    closing: watch::Sender<bool>,
}

impl std::fmt::Debug for dyn Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Store")
    }
}

impl Hub {
    /// A hub over this store, with its threads and tasks.
    pub(crate) async fn start(config: &Config, store: Arc<dyn Store>) -> Result<Arc<Self>, Error> {
        let failed =
            |error: std::io::Error| Error::Internal(format!("cannot start a thread: {error}"));
        let hub = Arc::new(Hub {
            time: config.time.clone(),
            pool: Pool::start(config.bots).map_err(failed)?,
            pace: config.pace,
            outage: config.outage,
            outage_until: AtomicI64::new(i64::MIN),
            noted: AtomicI64::new(i64::MIN),
            tables: StdMutex::new(HashMap::new()),
            closing: watch::Sender::new(false),
            store,
        });
        // A process alone on its tables knows that none was up until now, however short the time.
        let gap = if hub.store.shared() { hub.outage } else { Duration::ZERO };
        hub.note_up(gap).await?;
        keep::start(&hub, config.unused);
        Ok(hub)
    }

    /// Turns true when the server closes.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Tells everyone that the server closes, and ends all thinking.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
        self.pool.close();
    }

    fn tables(&self) -> StdGuard<'_, HashMap<TableId, Arc<Live>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table if it is at hand.
    pub(crate) fn at_hand(&self, id: &TableId) -> Option<Arc<Live>> {
        self.tables().get(id).cloned()
    }

    /// The table, read from the store if need be.
    pub(crate) async fn open(self: &Arc<Self>, id: &TableId) -> Result<Arc<Live>, Error> {
        let now = self.time.now();
        let live = {
            let mut tables = self.tables();
            let fresh = || Arc::new(Live::new(id.clone(), now));
            tables.entry(id.clone()).or_insert_with(fresh).clone()
        };
        live.used.store(now, Ordering::Relaxed);
        let writing = live.writing.lock().await;
        if live.table().is_err() {
            match self.read(id).await {
                Ok(read) => {
                    live.put(Some(read));
                    // The driver first: what fails from here on, it tries again.
                    drive::start(self, &live);
                    self.settle_clock(&live).await?;
                }
                Err(error) => {
                    // Whoever waits for this one reads it again, and it has to be the one at hand.
                    let mut tables = self.tables();
                    if Arc::strong_count(&live) == 2 {
                        tables.remove(id);
                    }
                    return Err(error);
                }
            }
        } else if self.store.shared() {
            self.hear(&live).await?;
        }
        drop(writing);
        crate::metrics::TABLES_AT_HAND.set(self.tables().len());
        Ok(live)
    }

    /// Reads on if another process has stored what this one has not heard of. It may have ended
    /// before it could tell, and whoever comes from there has seen it.
    async fn hear(&self, live: &Live) -> Result<(), Error> {
        let latest = self.store.latest(std::slice::from_ref(&live.id)).await?;
        match latest.first() {
            Some((_, sequence)) if live.knows(*sequence) => Ok(()),
            _ => self.catch_up(live).await,
        }
    }

    async fn read(&self, id: &TableId) -> Result<Table, Error> {
        let events = self.store.load(id, 0).await?;
        if events.is_empty() {
            return Err(Error::NotFound("table"));
        }
        Ok(Table::replay(id.clone(), &events)?)
    }

    /// Changes the table by what `decide` makes of it.
    pub(crate) async fn change<F>(&self, live: &Live, decide: F) -> Result<(), Error>
    where
        F: Fn(&Table) -> Result<Vec<Event>, Refusal> + Send + Sync,
    {
        let with_more = |table: &Table| Ok((decide(table)?, None));
        self.change_with(live, with_more).await
    }

    /// Changes the table and, in the same breath, founds another one.
    async fn change_with<F>(&self, live: &Live, decide: F) -> Result<(), Error>
    where
        F: Fn(&Table) -> Result<(Vec<Event>, Option<Append>), Refusal> + Send,
    {
        let _writing = live.writing.lock().await;
        live.used.store(self.time.now(), Ordering::Relaxed);
        for _ in 0..TRIES {
            self.settle_clock(live).await?;
            let table = live.table()?;
            let (events, more) = decide(&table)?;
            if events.is_empty() {
                return Ok(());
            }
            let (next, append) = match table.with(self.time.now(), events) {
                Err(Broken::Illegal(error)) => return Err(commands::illegal(&error).into()),
                other => other?,
            };
            match self.store.append(std::iter::once(append).chain(more).collect()).await {
                Ok(()) => {
                    self.adopt(live, next);
                    return Ok(());
                }
                Err(StoreError::Conflict) => {
                    crate::metrics::CONFLICTS.increment();
                    self.catch_up(live).await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(Error::Busy)
    }

    fn adopt(&self, live: &Live, next: Table) {
        crate::metrics::CHANGES.increment();
        live.put(Some(next));
        live.announce();
        live.note(self.time.now());
    }

    /// Reads what others have stored since. Whoever calls it holds the right to write.
    async fn catch_up(&self, live: &Live) -> Result<(), Error> {
        let table = live.table()?;
        let events = self.store.load(&live.id, table.sequence).await?;
        if events.is_empty() {
            // Nothing new: either it only seemed so, or the table was cleared away.
            if self.store.latest(std::slice::from_ref(&live.id)).await?.is_empty() {
                live.put(None);
                live.announce();
                return Err(Error::NotFound("table"));
            }
            return Ok(());
        }
        let (mut next, watched) = (Table::clone(&table), live.is_watched());
        // Whoever looks is shown one change after another; a page that is far behind is not.
        let (early, late) = events.split_at(events.len().saturating_sub(RECENT));
        for stamped in early {
            next.follow(stamped)?;
        }
        for stamped in late {
            next.follow(stamped)?;
            if watched {
                self.adopt(live, next.clone());
            }
        }
        if !watched {
            self.adopt(live, next);
        }
        Ok(())
    }

    /// Forgives the time in which no server was up, or which a clock had shown that was set back
    /// since; then lets a flag fall that has to. Whoever calls it holds the right to write.
    async fn settle_clock(&self, live: &Live) -> Result<(), Error> {
        for _ in 0..TRIES {
            let table = live.table()?;
            let Some(deadline) = table.clocks.deadline(table.running()) else { return Ok(()) };
            let now = self.time.now();
            // A process that was held up finds out first for how long nobody was up, as does one
            // whose clock was set.
            let fresh = 0..self.outage.as_millis() as i64 / 2;
            let noted = self.noted.load(Ordering::Relaxed);
            if now >= deadline || !fresh.contains(&now.saturating_sub(noted)) {
                self.pulse().await?;
            }
            let until = self.outage_until.load(Ordering::Relaxed);
            let (at, missed) = if table.changed < until {
                // The machine that noted the end may be a little ahead of this one. An event behind
                // that end is what has an outage forgiven once.
                (now.max(until), Some(self.store.outage_since(table.changed).await?))
            } else {
                (now, self.is_set_back(&table, now).then_some(0))
            };
            let events = steps::settle(&table, now, missed);
            if events.is_empty() {
                return Ok(());
            }
            let (next, append) = table.with(at, events)?;
            match self.store.append(vec![append]).await {
                Ok(()) => self.adopt(live, next),
                Err(StoreError::Conflict) => self.catch_up(live).await?,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Whether the clock was set back since the table last changed.
    fn is_set_back(&self, table: &Table, now: i64) -> bool {
        table.changed - now > self.store.skew()
    }

    /// Whether a clock runs at the table and has to be told that time went otherwise than it seemed.
    pub(crate) fn is_unsettled(&self, live: &Live) -> bool {
        live.table().is_ok_and(|table| {
            table.clocks.deadline(table.running()).is_some()
                && (table.changed < self.outage_until.load(Ordering::Relaxed)
                    || self.is_set_back(&table, self.time.now()))
        })
    }

    /// Reads on, unless the table has followed this event already.
    pub(crate) async fn follow(&self, live: &Live, sequence: u64) -> Result<(), Error> {
        let _writing = live.writing.lock().await;
        // Most news is this process's own, and there by now.
        if live.knows(sequence) {
            return Ok(());
        }
        self.catch_up(live).await
    }

    /// Lets a flag fall if it has to.
    pub(crate) async fn check_clock(&self, live: &Live) -> Result<(), Error> {
        let _writing = live.writing.lock().await;
        self.settle_clock(live).await
    }

    /// Notes that this server is up, and learns when last none was.
    pub(crate) async fn pulse(&self) -> Result<(), Error> {
        self.note_up(self.outage).await
    }

    async fn note_up(&self, gap: Duration) -> Result<(), Error> {
        let now = self.time.now();
        let until = self.store.pulse(now, gap.as_millis() as i64).await?;
        self.noted.store(now, Ordering::Relaxed);
        self.outage_until.store(until.unwrap_or(i64::MIN), Ordering::Relaxed);
        if until == Some(now) {
            tracing::info!("no server was up for a while; nobody's clock ran");
        }
        Ok(())
    }

    /// A visitor's name.
    pub(crate) async fn name(&self, visitor: &Visitor) -> Result<String, Error> {
        let chosen = self.store.name(&visitor.id).await?;
        Ok(chosen.unwrap_or_else(|| visitor.default_name()))
    }

    /// Does what a visitor wishes at a table.
    pub(crate) async fn wish(
        self: &Arc<Self>,
        live: &Live,
        visitor: &Visitor,
        wish: &ClientMessage,
    ) -> Result<(), Error> {
        if *wish == ClientMessage::Rematch {
            return self.rematch(live, visitor).await;
        }
        // Only who sits down or speaks needs a name: a move reads nothing.
        let (invitation, name) = match wish {
            ClientMessage::Sit { .. } => {
                (visitor.invitation_hash(&live.id), self.name(visitor).await?)
            }
            ClientMessage::Chat { .. } => (String::new(), self.name(visitor).await?),
            _ => Default::default(),
        };
        let actor =
            Actor { visitor: &visitor.id, name: &name, invitation: &invitation, here: live };
        self.change(live, |table| commands::decide(table, actor, wish)).await
    }

    /// A player's own throw.
    pub(crate) async fn throw(
        &self,
        live: &Live,
        visitor: &Visitor,
        ply: u32,
    ) -> Result<(), Error> {
        self.change(live, |table| {
            commands::may_throw(table, &visitor.id, ply)?;
            if steps::mixes(table, self.pace, self.time.now()) {
                let message = "The others' numbers for the dice are on their way. Throw again in a \
                               moment.";
                return Err(Refusal::new("too-soon", message));
            }
            let action = table.throw(&mut secret::system_random());
            Ok(action.map(|action| Event::Acted { action }).into_iter().collect())
        })
        .await
    }

    /// Sets up the next game once everybody who played wants it; both tables change together or
    /// not at all.
    async fn rematch(self: &Arc<Self>, live: &Live, visitor: &Visitor) -> Result<(), Error> {
        let id = TableId(secret::random_name());
        let (invitation, seed) = (visitor.invitation_hash(&id), secret::random_secret());
        let now = self.time.now();
        self.change_with(live, |table| {
            let plan = setup::rematch_plan(table, &visitor.id, invitation.clone())?;
            let Some(mut created) = plan else { return Ok((Vec::new(), None)) };
            if let Some(wish) = setup::rematch_wish(table, &visitor.id) {
                return Ok((wish, None));
            }
            (created.seed, created.sealed) = (Some(seed.clone()), true);
            let broken = |_| Refusal::new("no-rematch", "This game cannot be played again.");
            let (_, append) = Table::found(id.clone(), created, now).map_err(broken)?;
            Ok((vec![Event::Rematched { table: id.clone() }], Some(append)))
        })
        .await?;
        // The computer may have the first move there.
        if let Err(error) = self.open(&id).await
            && !matches!(error, Error::NotFound(_))
        {
            return Err(error);
        }
        Ok(())
    }

    /// Sets up a table.
    pub(crate) async fn create(
        self: &Arc<Self>,
        visitor: &Visitor,
        wish: NewTable,
    ) -> Result<TableId, Error> {
        let id = TableId(secret::random_name());
        let name = self.name(visitor).await?;
        let mut created = setup::plan(wish, &visitor.id, &name, visitor.invitation_hash(&id))?;
        (created.seed, created.sealed) = (Some(secret::random_secret()), true);
        self.found(id, created, Vec::new()).await
    }

    /// Stores a new table with events that are already known.
    pub(crate) async fn found(
        self: &Arc<Self>,
        id: TableId,
        created: Created,
        events: Vec<Event>,
    ) -> Result<TableId, Error> {
        let now = self.time.now();
        let game = created.game.clone();
        let (table, mut append) = Table::found(id.clone(), created, now)?;
        if !events.is_empty() {
            let (_, more) = table.with(now, events)?;
            append.events.extend(more.events);
            append.index = more.index;
        }
        self.store.append(vec![append]).await?;
        crate::metrics::table_made(game);
        self.open(&id).await?;
        Ok(id)
    }

    /// All tables at hand.
    pub(crate) fn all_at_hand(&self) -> Vec<Arc<Live>> {
        self.tables().values().cloned().collect()
    }

    /// Drops tables from the cache that nobody has used since `idle`, or since `at_work` where
    /// something is due without anybody's doing.
    pub(crate) fn let_go(&self, idle: i64, at_work: i64) -> Vec<TableId> {
        let mut gone = Vec::new();
        self.tables().retain(|id, live| {
            // References are handed out under this lock, so nobody else can hold one now.
            let unused = Arc::strong_count(live) == 1;
            let due = || live.table().is_ok_and(|table| table.due().is_some());
            let used = live.used.load(Ordering::Relaxed);
            let goes = unused && used < idle && (used < at_work || !due());
            if goes {
                gone.push(id.clone());
            }
            !goes
        });
        gone
    }
}
