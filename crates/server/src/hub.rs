//! The tables in memory ([`cache`]), and how they are read and changed.
//!
//! A change is decided on the cached table, stored, and only then seen by anyone. When the store
//! says that another process was first, the table reads on and the command is decided again.

mod cache;

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlour_analysis::tree::main_line;
use parlour_table::commands::{self, Actor, Code, Command, Refusal};
use parlour_table::events::{Created, Event};
use parlour_table::setup::NewTable;
use parlour_table::steps::{self, ClockFault};
use parlour_table::stored::{Append, RequestKey, TableId, VisitorId};
use parlour_table::{Broken, Table, record, setup};
use tokio::sync::watch;

use crate::bots::Pool;
use crate::broadcast::RECENT;
use crate::config::{Config, Pace};
use crate::error::Error;
use crate::fairness::{Gate, Stop};
use crate::handle::TableHandle;
use crate::limits::Limiter;
use crate::secret;
use crate::security::Network;
use crate::store::{Store, StoreError};
use crate::sync::locked;
use crate::time::Time;
use crate::visitor::Visitor;
use crate::{housekeeping, table_task};

/// How often a command is decided again before the caller is asked to.
const TRIES: usize = 5;

/// Half of the processors, so that people are served by the others.
fn heavy_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get() / 2).max(1)
}

/// Comes back when the server closes.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // A hub that is gone is closed as well.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// The number of pieces of heavy work of one network prefix that may wait.
const MAX_WAITING: usize = 256;

/// All tables in memory.
#[derive(Debug)]
pub(crate) struct Hub {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) time: Time,
    pub(crate) pool: Pool,
    pub(crate) pace: Pace,
    pub(crate) limiter: Arc<Limiter>,
    /// Bounds what takes a while: rebuilding tables, reading records, making replays, lessons.
    pub(crate) heavy: Gate,
    /// Tables in memory take no more than about this many bytes, unless they are in use.
    cache_bytes: usize,
    outage: Duration,
    /// When the last outage ended, as far as this process knows: a table with no event since then
    /// stood still while no server was up.
    outage_until: AtomicI64,
    /// When this process last noted that it is up.
    noted: AtomicI64,
    tables: Mutex<HashMap<TableId, Arc<TableHandle>>>,
    closing: watch::Sender<bool>,
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
            limiter: Arc::new(Limiter::new(config.limits, config.time.clone())),
            heavy: Gate::new(heavy_threads(), MAX_WAITING, config.limits.heavy_timeout),
            cache_bytes: config.cache_bytes,
            outage: config.outage,
            outage_until: AtomicI64::new(i64::MIN),
            noted: AtomicI64::new(i64::MIN),
            tables: Mutex::new(HashMap::new()),
            closing: watch::Sender::new(false),
            store,
        });
        // A process alone on its tables knows that none was up until now, however short the time.
        let gap = if hub.store.shared() { hub.outage } else { Duration::ZERO };
        hub.note_up(gap).await?;
        housekeeping::start(&hub, config.unused);
        Ok(hub)
    }

    /// Turns true when the server closes.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Tells everyone that the server closes, and ends all thinking.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
        self.heavy.close();
        self.pool.close();
    }

    /// An error if a piece of work has been under way for longer than this.
    pub(crate) fn check_work(&self, longest: Duration) -> Result<(), Error> {
        let oldest = self.heavy.oldest().max(self.pool.oldest());
        if oldest <= longest {
            return Ok(());
        }
        Err(Error::Stuck(format!("a piece of work has been under way for {} s", oldest.as_secs())))
    }

    /// The table, read from the store if need be. Reading a long game takes time and memory, so a
    /// network pays for it by the number of events; the server itself (`None`) does not.
    pub(crate) async fn open(
        self: &Arc<Self>,
        id: &TableId,
        payer: Option<Network>,
    ) -> Result<Arc<TableHandle>, Error> {
        self.open_from(id, payer, None).await
    }

    /// Opens a table; `origin` is the network that has just set it up.
    async fn open_from(
        self: &Arc<Self>,
        id: &TableId,
        payer: Option<Network>,
        origin: Option<Network>,
    ) -> Result<Arc<TableHandle>, Error> {
        let handle = {
            let mut tables = locked(&self.tables);
            let fresh = || Arc::new(TableHandle::new(id.clone(), self.time.clone()));
            tables.entry(id.clone()).or_insert_with(fresh).clone()
        };
        handle.touch();
        if self.read_once(&handle, payer, origin).await? {
            let dropped = self.fit_cache(&handle);
            self.store.release_leases(&dropped).await?;
        }
        Ok(handle)
    }

    /// Reads a table unless it is in memory; whether it was read.
    async fn read_once(
        self: &Arc<Self>,
        handle: &Arc<TableHandle>,
        payer: Option<Network>,
        origin: Option<Network>,
    ) -> Result<bool, Error> {
        let _writing = handle.writing.lock().await;
        if handle.table().is_ok() {
            if self.store.shared() {
                self.read_unannounced(handle).await?;
            }
            return Ok(false);
        }
        // First, so that nothing is stored between reading and listening.
        self.store.listen(&handle.id).await;
        match self.read(&handle.id, payer).await {
            Ok(table) => handle.put(Some(table)),
            Err(error) => {
                // A caller who waits for this handle reads the table again, so the handle has to stay in
                // the cache for that caller. The map and this caller have the other two references.
                let mut tables = locked(&self.tables);
                if Arc::strong_count(handle) == 2 {
                    tables.remove(&handle.id);
                }
                return Err(error);
            }
        }
        origin.into_iter().for_each(|network| handle.note_origin(network));
        // The task first: it tries again what fails from here on.
        table_task::start(self, handle);
        self.settle_clock(handle).await?;
        Ok(true)
    }

    /// Reads events that another process stored without a notice: it may have ended before it sent one, and
    /// a page that comes from there has seen them.
    async fn read_unannounced(&self, handle: &TableHandle) -> Result<(), Error> {
        match self.store.last_event(&handle.id).await? {
            Some(sequence) if handle.knows(sequence) => Ok(()),
            _ => self.catch_up(handle).await,
        }
    }

    /// Builds the table from its events, on a thread of its own and few at a time.
    async fn read(&self, id: &TableId, payer: Option<Network>) -> Result<Table, Error> {
        let sequence = self.store.last_event(id).await?.ok_or(Error::NotFound("table"))?;
        let claimant = match payer {
            Some(network) => {
                self.limiter.opening(network, sequence)?;
                network.groups()
            }
            None => vec!["server".to_owned()],
        };
        let permit = self.heavy.enter(&claimant).await?;
        let events = self.store.load(id, 0).await?;
        if events.is_empty() {
            return Err(Error::NotFound("table"));
        }
        let id = id.clone();
        self.heavy.run_with(permit, move |_| Ok(Table::replay(id, &events)?)).await
    }

    /// Changes the table by what `decide` makes of it.
    pub(crate) async fn change<F>(&self, handle: &TableHandle, decide: F) -> Result<(), Error>
    where
        F: Fn(&Table) -> Result<Vec<Event>, Refusal> + Send + Sync,
    {
        self.change_with(handle, None, |table: &Table| Ok((decide(table)?, None))).await
    }

    /// The same, once for a visitor's message. Where `decide` gives a second table, that one is made in the
    /// same transaction.
    async fn change_with<F>(
        &self,
        handle: &TableHandle,
        request: Option<RequestKey>,
        decide: F,
    ) -> Result<(), Error>
    where
        F: Fn(&Table) -> Result<(Vec<Event>, Option<Append>), Refusal> + Send,
    {
        let _writing = handle.writing.lock().await;
        handle.touch();
        for _ in 0..TRIES {
            self.settle_clock(handle).await?;
            let (table, now) = (handle.table()?, self.time.now());
            if request.is_some_and(|request| table.has_done(request, now)) {
                return Ok(());
            }
            let (events, more) = decide(&table)?;
            if events.is_empty() {
                return Ok(());
            }
            let (next, append) = match table.with_request(now, events, request) {
                Err(Broken::Illegal(error)) => return Err(commands::illegal(&error).into()),
                other => other?,
            };
            match self.store.append(std::iter::once(append).chain(more).collect()).await {
                Ok(()) => {
                    self.publish(handle, next);
                    return Ok(());
                }
                Err(StoreError::Conflict) => {
                    crate::metrics::CONFLICTS.increment();
                    self.catch_up(handle).await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(Error::Busy)
    }

    fn publish(&self, handle: &TableHandle, next: Table) {
        crate::metrics::CHANGES.increment();
        handle.put(Some(next));
        handle.announce();
        handle.note(self.time.now());
    }

    /// Reads what others have stored since. The caller holds the right to write.
    async fn catch_up(&self, handle: &TableHandle) -> Result<(), Error> {
        let table = handle.table()?;
        let events = self.store.load(&handle.id, table.sequence).await?;
        if events.is_empty() {
            // Nothing new: either it only seemed so, or the table was cleared away.
            if self.store.last_event(&handle.id).await?.is_none() {
                handle.put(None);
                handle.announce();
                return Err(Error::NotFound("table"));
            }
            return Ok(());
        }
        let (mut next, watched) = (Table::clone(&table), handle.has_viewers());
        // A page that keeps up is shown one change after another; a page that is far behind is not.
        let (early, late) = events.split_at(events.len().saturating_sub(RECENT));
        for stamped in early {
            next.follow(stamped)?;
        }
        for stamped in late {
            next.follow(stamped)?;
            if watched {
                self.publish(handle, next.clone());
            }
        }
        if !watched {
            self.publish(handle, next);
        }
        Ok(())
    }

    /// Makes up for an outage, or for a clock that was set back, at the clock that runs; then lets a flag fall
    /// that has to. The caller holds the right to write.
    async fn settle_clock(&self, handle: &TableHandle) -> Result<(), Error> {
        for _ in 0..TRIES {
            let table = handle.table()?;
            let Some(deadline) = table.clocks.deadline(table.running()) else { return Ok(()) };
            let now = self.time.now();
            // A process that was held up finds out first for how long nobody was up, as does one
            // whose clock was set.
            let fresh = 0..self.outage.as_millis() as i64 / 2;
            let noted = self.noted.load(Ordering::Relaxed);
            if now >= deadline || !fresh.contains(&now.saturating_sub(noted)) {
                self.heartbeat().await?;
            }
            let until = self.outage_until.load(Ordering::Relaxed);
            let (at, fault) = if table.changed < until {
                // The machine that noted the end may be a little ahead of this one. The event's time lies
                // after the outage's end, so the outage is forgiven only once.
                let missed = self.store.outage_since(table.changed).await?;
                (now.max(until), Some(ClockFault::Outage(missed)))
            } else {
                (now, self.is_set_back(&table, now).then_some(ClockFault::SetBack))
            };
            let events = steps::settle(&table, now, fault);
            if events.is_empty() {
                return Ok(());
            }
            let (next, append) = table.with(at, events)?;
            match self.store.append(vec![append]).await {
                Ok(()) => self.publish(handle, next),
                Err(StoreError::Conflict) => self.catch_up(handle).await?,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Whether the clock was set back since the table last changed.
    fn is_set_back(&self, table: &Table, now: i64) -> bool {
        table.changed - now > self.store.skew()
    }

    /// Whether a clock runs at the table and must be corrected: there was an outage, or the system's clock was
    /// set back.
    pub(crate) fn is_unsettled(&self, handle: &TableHandle) -> bool {
        handle.table().is_ok_and(|table| {
            table.clocks.deadline(table.running()).is_some()
                && (table.changed < self.outage_until.load(Ordering::Relaxed)
                    || self.is_set_back(&table, self.time.now()))
        })
    }

    /// Reads on, unless the table has followed this event already.
    pub(crate) async fn follow(&self, handle: &TableHandle, sequence: u64) -> Result<(), Error> {
        let _writing = handle.writing.lock().await;
        // It may have read on by itself.
        if handle.knows(sequence) {
            return Ok(());
        }
        self.catch_up(handle).await
    }

    /// Lets a flag fall if it has to.
    pub(crate) async fn check_clock(&self, handle: &TableHandle) -> Result<(), Error> {
        let _writing = handle.writing.lock().await;
        self.settle_clock(handle).await
    }

    /// Notes that this server is up, and learns when last none was.
    pub(crate) async fn heartbeat(&self) -> Result<(), Error> {
        self.note_up(self.outage).await
    }

    async fn note_up(&self, gap: Duration) -> Result<(), Error> {
        let now = self.time.now();
        let until = self.store.heartbeat(now, gap.as_millis() as i64).await?;
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

    /// Does what a visitor asks of a table.
    pub(crate) async fn command(
        &self,
        handle: &TableHandle,
        visitor: &Visitor,
        request: RequestKey,
        command: &Command,
    ) -> Result<(), Error> {
        // Only who sits down or speaks needs a name: a move reads nothing.
        let (invitation, name) = match command {
            Command::Sit { .. } => (visitor.invitation_hash(&handle.id), self.name(visitor).await?),
            Command::Chat { .. } => (String::new(), self.name(visitor).await?),
            _ => Default::default(),
        };
        let (visitor, now) = (&visitor.id, self.time.now());
        let actor = Actor { visitor, name: &name, invitation: &invitation, presence: handle, now };
        let decide = |table: &Table| Ok((commands::decide(table, actor, command)?, None));
        self.change_with(handle, Some(request), decide).await
    }

    /// A player's own throw.
    pub(crate) async fn throw(
        &self,
        handle: &TableHandle,
        visitor: &Visitor,
        request: RequestKey,
        ply: u32,
    ) -> Result<(), Error> {
        self.change_with(handle, Some(request), |table| {
            let by = (&visitor.id, self.time.now());
            let random = &mut secret::system_random();
            Ok((commands::throw(table, by, ply, self.pace, random)?, None))
        })
        .await
    }

    /// Sets up the next game once everybody who played wants it; both tables change together or
    /// not at all.
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        handle: &TableHandle,
        visitor: &Visitor,
        request: RequestKey,
        network: Network,
    ) -> Result<(), Error> {
        let id = TableId(secret::random_name());
        let (invitation, seed) = (visitor.invitation_hash(&id), secret::random_secret());
        let now = self.time.now();
        self.change_with(handle, Some(request), |table| {
            let plan = setup::rematch_plan(table, &visitor.id, invitation.clone())?;
            let Some(mut created) = plan else { return Ok((Vec::new(), None)) };
            if let Some(waiting) = setup::wait_for_rematch(table, &visitor.id) {
                return Ok((waiting, None));
            }
            (created.seed, created.sealed) = (Some(seed.clone()), true);
            let broken = |_| Refusal::from(Code::NoRematch);
            let (_, append) = Table::set_up(id.clone(), created, now).map_err(broken)?;
            Ok((vec![Event::Rematched { table: id.clone() }], Some(append)))
        })
        .await?;
        // The computer may have the first move there.
        match self.open_from(&id, None, Some(network)).await {
            Ok(_) | Err(Error::NotFound(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Sets up a table.
    pub(crate) async fn create(
        self: &Arc<Self>,
        visitor: &Visitor,
        network: Network,
        wanted: NewTable,
    ) -> Result<TableId, Error> {
        let id = TableId(secret::random_name());
        let name = self.name(visitor).await?;
        let mut created = setup::plan(wanted, &visitor.id, &name, visitor.invitation_hash(&id))?;
        (created.seed, created.sealed) = (Some(secret::random_secret()), true);
        self.store_table(id.clone(), created).await?;
        self.open_from(&id, None, Some(network)).await?;
        Ok(id)
    }

    /// Stores a new table.
    pub(crate) async fn store_table(&self, id: TableId, created: Created) -> Result<(), Error> {
        let (table, append) = Table::set_up(id, created, self.time.now())?;
        self.store_new(table.entry.id, append).await
    }

    /// Stores a game that was played elsewhere. Nobody plays on, so nothing is kept in memory.
    pub(crate) async fn import(
        &self,
        claimant: &[String],
        text: String,
        maker: VisitorId,
    ) -> Result<TableId, Error> {
        let (id, now) = (TableId(secret::random_name()), self.time.now());
        let founded = id.clone();
        let play = move |_: &Stop| {
            let (created, events) = record::read(&main_line(&text), &maker)?;
            let (table, mut append) = Table::set_up(founded, created, now)?;
            let (_, more) = table.with(now, events)?;
            append.events.extend(more.events);
            append.index = more.index;
            Ok((table.entry.id, append))
        };
        let (game, append) = self.heavy.run(claimant, play).await?;
        self.store_new(game, append).await?;
        Ok(id)
    }

    async fn store_new(&self, game: &'static str, append: Append) -> Result<(), Error> {
        self.store.append(vec![append]).await?;
        crate::metrics::table_made(game.to_owned());
        Ok(())
    }
}
