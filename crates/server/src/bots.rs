//! The computer players' threads.
//!
//! They think apart from the threads that serve people. Hints and moves at tables where a player is
//! present take turns, for a person waits for either; then come tables that somebody watches; tables
//! at which nobody is present come last, behind what is analysed apart from any table; the searches of both
//! give way to all others. Behind all searches come slices of long work ([`Pool::slice`]): reports. A slice begins
//! only while no search wants its thread, and a search does not wait for the slices under way. Slices have
//! threads of their own, of lower priority where the system can do that. In each of these network prefixes
//! take turns ([`FairQueue`]), however many tables and cookies they have.
//!
//! The player of a seat is kept for its next move ([`Memory`]).

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use parlour_core::{Turn, Viewer};
use parlour_search::{Budget, SearchControl, SearchRequest, Want};
use parlour_session::{HINT_MOVES, Player, Session, Spec, TextReport};
use parlour_table::stored::TableId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};

use crate::config::Bots;
use crate::fairness::{Claimant, FairQueue};
use crate::memory::{Memory, MemoryKey};
use crate::secret::system_random;
use crate::sync::locked;

/// A search that somebody waits for.
struct Job {
    session: Box<dyn Session>,
    spec: Spec,
    purpose: Purpose,
    claimant: Claimant,
    /// Ends the search: nobody waits for it any more, or it gives way to another.
    stop: Arc<AtomicBool>,
    /// The player, and the time spent, of a search that gave way and is to go on.
    interrupted: (Option<Box<dyn Player>>, Duration),
    answer: oneshot::Sender<Option<TextReport>>,
}

impl Job {
    /// A job, where its answer comes, and what ends the search when it is dropped.
    fn new(
        session: Box<dyn Session>,
        spec: Spec,
        purpose: Purpose,
        claimant: Claimant,
    ) -> (Job, oneshot::Receiver<Option<TextReport>>, StopOnDrop) {
        let (answer, answered) = oneshot::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job {
            session,
            spec,
            purpose,
            claimant,
            stop: stop.clone(),
            interrupted: Default::default(),
            answer,
        };
        (job, answered, StopOnDrop(stop))
    }

    /// Whose memory the search may use; `None`: it begins from nothing.
    fn memory_key(&self) -> Option<MemoryKey> {
        let Turn::Player(seat) = self.session.turn() else { return None };
        let (table, hints) = match &self.purpose {
            Purpose::Move { table, .. } => (table, false),
            Purpose::Hint { table, .. } => (table, true),
            Purpose::Analysis { .. } => return None,
        };
        Some(MemoryKey { table: table.clone(), seat, hints })
    }
}

/// A piece of long work. It takes a fraction of a second, and the next job need not wait for the others.
type Slice = Box<dyn FnOnce() + Send>;

/// The niceness of the threads that run slices of long work.
#[cfg(target_os = "linux")]
const SLICE_NICENESS: i32 = 10;
/// The number of hints of one network prefix that may wait.
const HINTS_WAITING: usize = 2;
/// The number of analyses of one network prefix that may wait.
const ANALYSES_WAITING: usize = 4;

#[derive(Default)]
struct Queue {
    /// The jobs by [`Purpose::rank`].
    jobs: [FairQueue<Job>; 5],
    /// Short pieces of long work, such as a report: behind all searches.
    slices: FairQueue<Slice>,
    /// Whether the last job was a hint: it is a move's turn.
    hinted: bool,
    /// The searches under way that give way to others.
    interruptible: Vec<Arc<AtomicBool>>,
    /// The most searches at once.
    workers: usize,
    /// The searches under way, and the slices.
    searching: usize,
    slicing: usize,
    closed: bool,
}

impl Queue {
    fn push(&mut self, job: Job) {
        let claimant = job.claimant.clone();
        self.jobs[job.purpose.rank()].push(&claimant, job);
    }

    /// Interrupts a search that gives way, if somebody at a table would wait for it.
    fn interrupt(&mut self) {
        let urgent: usize = self.jobs[..GIVES_WAY].iter().map(FairQueue::len).sum();
        if urgent > self.workers.saturating_sub(self.searching)
            && let Some(search) = self.interruptible.pop()
        {
            search.store(true, Ordering::Relaxed);
        }
    }

    /// Whether another job of its claimant may wait.
    fn has_room(&self, job: &Job) -> bool {
        let most = match job.purpose {
            Purpose::Move { .. } => return true,
            Purpose::Hint { .. } => HINTS_WAITING,
            Purpose::Analysis { .. } => ANALYSES_WAITING,
        };
        self.jobs[job.purpose.rank()].waiting_with(&job.claimant) < most
    }

    fn pop(&mut self) -> Option<Job> {
        let [hints, players, ..] = &self.jobs;
        self.hinted = !hints.is_empty() && (!self.hinted || players.is_empty());
        let first = if self.hinted { 0 } else { 1 };
        self.jobs[first..].iter_mut().find_map(FairQueue::pop)
    }

    /// The search that a thread may begin now.
    fn begin_search(&mut self) -> Option<Job> {
        if self.searching >= self.workers {
            return None;
        }
        let job = self.pop()?;
        self.searching += 1;
        crate::metrics::THINKERS_WAITING.set(self.len());
        if job.purpose.is_interruptible() {
            self.interruptible.push(job.stop.clone());
        }
        Some(job)
    }

    /// The slice that a thread may begin now: none while a search waits or all searches are under way.
    fn begin_slice(&mut self) -> Option<Slice> {
        if self.len() > 0 || self.searching + self.slicing >= self.workers {
            return None;
        }
        let slice = self.slices.pop()?;
        self.slicing += 1;
        Some(slice)
    }

    fn len(&self) -> usize {
        self.jobs.iter().map(FairQueue::len).sum()
    }
}

struct Shared {
    queue: Mutex<Queue>,
    /// What players found for their last moves. It is never locked together with the queue.
    memory: Mutex<Memory>,
    wake: Condvar,
}

/// The threads that think, and the queue before them.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    /// Quotas for hints: a person who finds none gets the answer at once.
    places: Arc<Semaphore>,
    bots: Bots,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("bots", &self.bots).finish_non_exhaustive()
    }
}

/// Ends a search when nobody waits for it any more.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// An analysis under way. Dropping it stops the search.
pub(crate) struct Analysis {
    reported: watch::Receiver<Option<TextReport>>,
    answered: oneshot::Receiver<Option<TextReport>>,
    _stop: StopOnDrop,
}

impl Analysis {
    /// What has been found next, and whether the search has ended; `None` if it failed.
    pub(crate) async fn next(&mut self) -> Option<(TextReport, bool)> {
        loop {
            tokio::select! {
                biased;
                answer = &mut self.answered => return answer.ok().flatten().map(|r| (r, true)),
                changed = self.reported.changed() => {
                    let report = self.reported.borrow_and_update().clone();
                    match (changed, report) {
                        (Ok(()), Some(report)) => return Some((report, false)),
                        (Ok(()), None) => {}
                        // The search is over: its answer is on its way.
                        (Err(_), _) => {
                            let answer = (&mut self.answered).await;
                            return answer.ok().flatten().map(|report| (report, true));
                        }
                    }
                }
            }
        }
    }

    /// What was found in the end; `None` if the search failed.
    pub(crate) async fn end(mut self) -> Option<TextReport> {
        (&mut self.answered).await.ok().flatten()
    }
}

/// Who is present at a table where a computer moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Audience {
    /// Nobody: its moves come last.
    Nobody,
    /// Only people who watch.
    Spectators,
    /// A player.
    Players,
}

/// What a search is for.
enum Purpose {
    /// A computer player's move.
    Move { table: TableId, audience: Audience },
    /// A hint. Its place is kept for as long as it waits.
    Hint { table: TableId, _place: OwnedSemaphorePermit },
    /// An analysis, apart from any table: the number of lines, and where reports on the way go.
    Analysis { lines: NonZeroUsize, reports: watch::Sender<Option<TextReport>> },
}

/// From this rank on a search gives way to any other.
const GIVES_WAY: usize = 3;

impl Purpose {
    /// The place of its queue: the first comes first, but hints and players' moves take turns.
    fn rank(&self) -> usize {
        match self {
            Purpose::Hint { .. } => 0,
            Purpose::Move { audience: Audience::Players, .. } => 1,
            Purpose::Move { audience: Audience::Spectators, .. } => 2,
            Purpose::Analysis { .. } => GIVES_WAY,
            Purpose::Move { audience: Audience::Nobody, .. } => 4,
        }
    }

    /// Whether the search gives way to any other.
    fn is_interruptible(&self) -> bool {
        self.rank() >= GIVES_WAY
    }

    /// What the search is to find. Nobody asks what a computer's own move is worth.
    fn want(&self) -> Want {
        match self {
            Purpose::Move { .. } => Want::Move,
            Purpose::Hint { .. } => Want::Lines(HINT_MOVES),
            Purpose::Analysis { lines, .. } => Want::Lines(*lines),
        }
    }
}

impl Pool {
    /// Starts the threads.
    pub(crate) fn start(bots: Bots) -> std::io::Result<Self> {
        let workers = bots.workers.max(1);
        let queue = Mutex::new(Queue { workers, ..Queue::default() });
        let shared = Arc::new(Shared { queue, memory: Mutex::default(), wake: Condvar::new() });
        // A search that comes while slices are under way finds a thread of its own.
        for number in 0..workers {
            let search = thread::Builder::new().name(format!("search-{number}"));
            let slice = thread::Builder::new().name(format!("slice-{number}"));
            let (searches, slices) = (shared.clone(), shared.clone());
            search.spawn(move || run_searches(&searches))?;
            slice.spawn(move || run_slices(&slices))?;
        }
        let places = Arc::new(Semaphore::new(bots.queue.max(1)));
        Ok(Pool { shared, places, bots })
    }

    /// Whether computer players wait for a thread.
    pub(crate) fn busy(&self) -> bool {
        locked(&self.shared.queue).len() > 0
    }

    /// Forgets what players of this table found.
    pub(crate) fn forget(&self, table: &TableId) {
        locked(&self.shared.memory).forget(table);
    }

    /// Finds a computer player's move, once it is its turn. Dropping the future stops the search. `None`
    /// when nobody is to move, or the pool is closed.
    pub(crate) async fn find_move(
        &self,
        table: TableId,
        session: Box<dyn Session>,
        spec: Spec,
        audience: Audience,
        claimant: Claimant,
    ) -> Option<TextReport> {
        self.think(session, spec, Purpose::Move { table, audience }, claimant).await
    }

    /// Finds the best moves for a player who asked for a hint. `None` also when too many hints wait.
    pub(crate) async fn find_hint(
        &self,
        table: TableId,
        session: Box<dyn Session>,
        spec: Spec,
        claimant: Claimant,
    ) -> Option<TextReport> {
        let _place = self.places.clone().try_acquire_owned().ok()?;
        self.think(session, spec, Purpose::Hint { table, _place }, claimant).await
    }

    async fn think(
        &self,
        session: Box<dyn Session>,
        spec: Spec,
        purpose: Purpose,
        claimant: Claimant,
    ) -> Option<TextReport> {
        let spec = self.bots.budget.map_or(spec, Spec::best_within);
        let (job, answered, _stop) = Job::new(session, spec, purpose, claimant);
        self.enqueue(job)?;
        answered.await.ok().flatten()
    }

    /// Analyses a position apart from any table. `None` when nobody is to move, the pool is closed, or too
    /// much of this claimant waits.
    pub(crate) fn analyse(
        &self,
        session: Box<dyn Session>,
        budget: Budget,
        lines: NonZeroUsize,
        claimant: Claimant,
    ) -> Option<Analysis> {
        let spec = Spec::best_within(self.bots.budget.unwrap_or(budget));
        let (reports, reported) = watch::channel(None);
        let purpose = Purpose::Analysis { lines, reports };
        let (job, answered, _stop) = Job::new(session, spec, purpose, claimant);
        self.enqueue(job)?;
        Some(Analysis { reported, answered, _stop })
    }

    /// Does a piece of long work once nobody waits for a search; `None` when the pool is closed or the work
    /// failed.
    pub(crate) async fn slice<T: Send + 'static>(
        &self,
        claimant: &Claimant,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (answer, answered) = oneshot::channel();
        let slice = move || {
            let _ = answer.send(work());
        };
        {
            let mut queue = locked(&self.shared.queue);
            if queue.closed {
                return None;
            }
            queue.slices.push(claimant, Box::new(slice));
        }
        self.shared.wake.notify_all();
        answered.await.ok()
    }

    /// Puts a job into its queue; `None` if nobody is to move or there is no room.
    fn enqueue(&self, job: Job) -> Option<()> {
        let Turn::Player(_) = job.session.turn() else { return None };
        {
            let mut queue = locked(&self.shared.queue);
            if queue.closed || !queue.has_room(&job) {
                return None;
            }
            queue.push(job);
            queue.interrupt();
            crate::metrics::THINKERS_WAITING.set(queue.len());
        }
        self.shared.wake.notify_all();
        Some(())
    }

    /// Ends all thinking.
    pub(crate) fn close(&self) {
        {
            let mut queue = locked(&self.shared.queue);
            let Queue { workers, searching, slicing, .. } = *queue;
            *queue = Queue { closed: true, workers, searching, slicing, ..Queue::default() };
        }
        *locked(&self.shared.memory) = Memory::default();
        self.shared.wake.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

fn run_searches(shared: &Shared) {
    while let Some(job) = next(shared, Queue::begin_search) {
        search(shared, job);
        locked(&shared.queue).searching -= 1;
        // A slice may begin now.
        shared.wake.notify_all();
    }
}

fn run_slices(shared: &Shared) {
    // People's moves come first, also where the machine has no core to spare. Elsewhere this would slow
    // down the whole process.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(SLICE_NICENESS) {
        tracing::warn!(%error, "reports run at the priority of everything else");
    }
    while let Some(slice) = next(shared, Queue::begin_slice) {
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(slice)).is_err() {
            tracing::error!("a piece of long work failed");
        }
        locked(&shared.queue).slicing -= 1;
    }
}

/// Does a job, or a part of it until a more urgent one waits.
fn search(shared: &Shared, mut job: Job) {
    // The caller may have left while it stood in the queue.
    if job.answer.is_closed() {
        return;
    }
    let (begun, seed) = (Instant::now(), seed(&job));
    let (kept, spent) = std::mem::take(&mut job.interrupted);
    let request = SearchRequest { want: job.purpose.want(), seed, ..SearchRequest::default() };
    let control = SearchControl { clock: &|| spent + begun.elapsed(), stop: &job.stop };
    let key = job.memory_key();
    let known = || locked(&shared.memory).take(key.as_ref()?, &job.spec);
    let kept = kept.or_else(known);
    let mut on_report = |report: &TextReport| {
        if let Purpose::Analysis { reports, .. } = &job.purpose {
            reports.send_replace(Some(report.clone()));
        }
    };
    let search = || think(kept, &*job.session, &job.spec, &request, &control, &mut on_report);
    // A fault in a search must not take the thread away from all other tables. The player is lost
    // with it: what it remembers may be half done.
    let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(search));
    let thought = thought.unwrap_or_else(|_| {
        tracing::error!(game = job.session.id(), "a search failed");
        None
    });
    crate::metrics::THOUGHTS.increment();
    let present = !job.purpose.is_interruptible();
    if !present && gave_way(shared, &job) {
        if matches!(job.purpose, Purpose::Analysis { .. }) {
            job.interrupted = (thought.map(|(player, _)| player), spent + begun.elapsed());
        }
        return locked(&shared.queue).push(job);
    }
    let thought = thought.map(|(player, thinking)| {
        // Nobody waits for one that was stopped; its table may be gone. The receiver of the answer may
        // ask for the next move at once, so the player is kept before.
        if let (Some(key), true) = (key, present && !job.stop.load(Ordering::Relaxed)) {
            let mut memory = locked(&shared.memory);
            memory.keep(key, job.spec, player);
            crate::metrics::PLAYERS_KEPT.set(memory.len());
        }
        thinking
    });
    let _ = job.answer.send(thought);
}

/// The seed of a search. The same position gets the same hint and the same lines; the moves of a computer
/// player cannot be predicted.
fn seed(job: &Job) -> u64 {
    if let (false, Turn::Player(seat)) =
        (matches!(job.purpose, Purpose::Move { .. }), job.session.turn())
    {
        return job.session.information_hash(Viewer::Seat(seat));
    }
    let mut seed = [0; 8];
    parlour_core::rng::Rng::fill_bytes(&mut system_random(), &mut seed);
    u64::from_le_bytes(seed)
}

/// Whether a search was interrupted for another, and is still wanted.
fn gave_way(shared: &Shared, job: &Job) -> bool {
    locked(&shared.queue).interruptible.retain(|search| !Arc::ptr_eq(search, &job.stop));
    // An asker closes the answer before it sets the flag, so nobody's stop is lost here.
    job.stop.swap(false, Ordering::Relaxed) && !job.answer.is_closed()
}

/// Thinks with the player that was kept, or with a new one; the player comes back with what it found.
fn think(
    kept: Option<Box<dyn Player>>,
    session: &dyn Session,
    spec: &Spec,
    request: &SearchRequest,
    control: &SearchControl<'_>,
    on_report: &mut dyn FnMut(&TextReport),
) -> Option<(Box<dyn Player>, TextReport)> {
    let new = || session.player(spec, 1).ok();
    let mut player = kept.or_else(new)?;
    let report = player.search(session, request, control, on_report)?;
    Some((player, report))
}

/// Waits for something that may begin; `None` when the pool is closed.
fn next<T>(shared: &Shared, begin: fn(&mut Queue) -> Option<T>) -> Option<T> {
    let mut queue = locked(&shared.queue);
    loop {
        if let Some(work) = begin(&mut queue) {
            return Some(work);
        }
        if queue.closed {
            return None;
        }
        queue = shared.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

#[cfg(test)]
mod tests;
