//! The computer players' threads.
//!
//! They think apart from the threads that serve people. Hints and moves at tables where a player is
//! present take turns, for a person waits for either; then come tables that somebody watches; tables
//! at which nobody is present come last, behind what is analysed apart from any table; the searches of both
//! give way to all others ([`turn`]). Behind all searches come slices of long work ([`Pool::slice`]): reports.
//! A move does not wait for the slices under way. Slices have threads of their own, of lower priority where the
//! system can do that. In each of these network prefixes take turns ([`FairQueue`](crate::fairness::FairQueue)),
//! however many tables and cookies they have, and what waits behind others has turns as well ([`queue`]).
//!
//! The player of a seat is kept for its next move ([`Memory`]).

mod queue;
mod turn;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use parlour_core::{Turn, Viewer};
use parlour_search::{Budget, SearchControl, SearchRequest, Want};
use parlour_session::{HINT_MOVES, Player, Session, Spec, TextReport};
use parlour_table::stored::TableId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};

use crate::config::Bots;
use crate::fairness::{Claimant, Stop};
use crate::memory::{Memory, MemoryKey};
use crate::secret::system_random;
use crate::sync::locked;
use queue::{Class, MOST_PAUSED, Queue, Searcher, Slice};
use turn::SearchTurn;

/// A search that somebody waits for.
struct Job {
    session: Box<dyn Session>,
    spec: Spec,
    purpose: Purpose,
    claimant: Claimant,
    /// Ends the search: nobody waits for it any more.
    stop: Stop,
    answer: oneshot::Sender<Option<TextReport>>,
}

impl Job {
    /// A job, where its answer comes, and what ends the search when it is dropped.
    fn new(
        session: Box<dyn Session>,
        spec: Spec,
        purpose: Purpose,
        claimant: Claimant,
    ) -> (Job, oneshot::Receiver<Option<TextReport>>) {
        let (answer, answered) = oneshot::channel();
        (Job { session, spec, purpose, claimant, stop: Stop::default(), answer }, answered)
    }

    /// What the queue has to know of it.
    fn searcher(&self) -> Searcher {
        let (class, rank) = (self.purpose.class(), self.purpose.rank());
        Searcher { class, rank, claimant: self.claimant.clone() }
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

/// The niceness of the threads that run slices of long work.
#[cfg(target_os = "linux")]
const SLICE_NICENESS: i32 = 10;

struct Shared {
    queue: Mutex<Queue>,
    /// What players found for their last moves. It is never locked together with the queue.
    memory: Mutex<Memory>,
    /// Whether somebody at a table waits while other searches have the threads.
    pressing: Arc<AtomicBool>,
    /// Something may begin now.
    wake: Condvar,
    /// A paused search may go on, or has to end.
    resume: Condvar,
}

impl Shared {
    fn new(workers: usize) -> Self {
        let pressing = Arc::<AtomicBool>::default();
        Shared {
            queue: Mutex::new(Queue::new(workers, pressing.clone())),
            memory: Mutex::default(),
            pressing,
            wake: Condvar::new(),
            resume: Condvar::new(),
        }
    }
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
struct StopOnDrop(Stop, Arc<Shared>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
        // One that is paused looks at it under the lock.
        drop(locked(&self.1.queue));
        self.1.resume.notify_all();
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
    /// An analysis, apart from any table: what is wanted, and where reports on the way go.
    Analysis { want: Want, reports: watch::Sender<Option<TextReport>> },
}

impl Purpose {
    /// The place of its queue: the first comes first, but hints and players' moves take turns.
    fn rank(&self) -> usize {
        match self {
            Purpose::Hint { .. } => 0,
            Purpose::Move { audience: Audience::Players, .. } => 1,
            Purpose::Move { audience: Audience::Spectators, .. } => 2,
            Purpose::Analysis { .. } => 3,
            Purpose::Move { audience: Audience::Nobody, .. } => 4,
        }
    }

    /// With what it takes turns. All but the urgent ones give way to those.
    fn class(&self) -> Class {
        match self {
            Purpose::Analysis { .. } => Class::Analyses,
            Purpose::Move { audience: Audience::Nobody, .. } => Class::Nobody,
            Purpose::Hint { .. } | Purpose::Move { .. } => Class::Urgent,
        }
    }

    /// What the search is to find. Nobody asks what a computer's own move is worth.
    fn want(&self) -> Want {
        match self {
            Purpose::Move { .. } => Want::Move,
            Purpose::Hint { .. } => Want::Lines(HINT_MOVES),
            Purpose::Analysis { want, .. } => *want,
        }
    }
}

impl Pool {
    /// Starts the threads.
    pub(crate) fn start(bots: Bots) -> std::io::Result<Self> {
        let workers = bots.workers.max(1);
        let shared = Arc::new(Shared::new(workers));
        // A search that comes while slices are under way or searches are paused finds a thread of its own.
        for number in 0..2 * workers + MOST_PAUSED {
            let search = thread::Builder::new().name(format!("search-{number}"));
            let searches = shared.clone();
            search.spawn(move || run_searches(&searches))?;
        }
        for number in 0..workers {
            let slice = thread::Builder::new().name(format!("slice-{number}"));
            let slices = shared.clone();
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
        let (job, answered) = Job::new(session, spec, purpose, claimant);
        let _stop = self.enqueue(job)?;
        answered.await.ok().flatten()
    }

    /// Analyses a position apart from any table. `None` when nobody is to move, or the pool is closed.
    pub(crate) fn analyse(
        &self,
        session: Box<dyn Session>,
        budget: Budget,
        want: Want,
        claimant: Claimant,
    ) -> Option<Analysis> {
        let spec = Spec::best_within(self.bots.budget.unwrap_or(budget));
        let (reports, reported) = watch::channel(None);
        let purpose = Purpose::Analysis { want, reports };
        let (job, answered) = Job::new(session, spec, purpose, claimant);
        let _stop = self.enqueue(job)?;
        Some(Analysis { reported, answered, _stop })
    }

    /// For how long the oldest search or slice has had a thread.
    pub(crate) fn oldest(&self) -> Duration {
        locked(&self.shared.queue).under_way.oldest()
    }

    /// Does a piece of long work once it is its turn; `None` when the pool is closed or the work failed. It is
    /// told to end when the caller is gone or the pool is closed.
    pub(crate) async fn slice<T: Send + 'static>(
        &self,
        claimant: &Claimant,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Option<T> {
        let (answer, answered) = oneshot::channel();
        let slice = move |stop: &Stop| {
            // The caller may have left while it stood in the queue.
            if !answer.is_closed() {
                let _ = answer.send(work(stop));
            }
        };
        let stop = Stop::default();
        {
            let mut queue = locked(&self.shared.queue);
            if queue.closed {
                return None;
            }
            queue.push_slice(claimant, Slice { stop: stop.clone(), work: Box::new(slice) });
        }
        let _stop = StopOnDrop(stop, self.shared.clone());
        self.shared.wake.notify_all();
        answered.await.ok()
    }

    /// Puts a job into its queue; `None` if nobody is to move or there is no room.
    fn enqueue(&self, job: Job) -> Option<StopOnDrop> {
        let Turn::Player(_) = job.session.turn() else { return None };
        let stop = StopOnDrop(job.stop.clone(), self.shared.clone());
        {
            let mut queue = locked(&self.shared.queue);
            if queue.closed || !queue.has_room(&job) {
                // Dropping it needs the lock.
                drop(queue);
                return None;
            }
            queue.push(job);
        }
        self.shared.wake.notify_all();
        Some(stop)
    }

    /// Ends all thinking.
    pub(crate) fn close(&self) {
        locked(&self.shared.queue).close();
        *locked(&self.shared.memory) = Memory::default();
        self.shared.wake.notify_all();
        self.shared.resume.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

fn run_searches(shared: &Shared) {
    let begin = |queue: &mut Queue| {
        let (job, first) = queue.begin_search(|| shared.resume.notify_all())?;
        let number = queue.under_way.begin(job.stop.clone());
        Some((job, first, number))
    };
    while let Some((job, first, number)) = next(shared, begin) {
        let turn = SearchTurn::new(shared, job.searcher(), job.stop.clone(), first, number);
        search(shared, job, &turn);
        turn.end();
    }
}

fn run_slices(shared: &Shared) {
    // People's moves come first, also where the machine has no core to spare. Elsewhere this would slow
    // down the whole process.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(SLICE_NICENESS) {
        tracing::warn!(%error, "reports run at the priority of everything else");
    }
    let begin = |queue: &mut Queue| {
        let slice = queue.begin_slice()?;
        let number = queue.under_way.begin(slice.stop.clone());
        Some((slice, number))
    };
    while let Some((Slice { stop, work }, number)) = next(shared, begin) {
        let begun = Instant::now();
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(&stop))).is_err() {
            tracing::error!("a piece of long work failed");
        }
        let mut queue = locked(&shared.queue);
        queue.under_way.end(number);
        queue.end_slice(begun.elapsed());
        drop(queue);
        // A search may begin now.
        shared.wake.notify_all();
    }
}

/// Does a job.
fn search(shared: &Shared, job: Job, turn: &SearchTurn<'_>) {
    // The caller may have left while it stood in the queue.
    if job.answer.is_closed() {
        return;
    }
    let seed = seed(&job);
    let request = SearchRequest { want: job.purpose.want(), seed, ..SearchRequest::default() };
    let control = SearchControl { clock: &|| turn.clock(), stop: job.stop.flag() };
    let key = job.memory_key();
    let kept = key.as_ref().and_then(|key| locked(&shared.memory).take(key, &job.spec));
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
    let present = job.purpose.class() == Class::Urgent;
    let thought = thought.map(|(player, thinking)| {
        // Nobody waits for one that was stopped; its table may be gone. The receiver of the answer may
        // ask for the next move at once, so the player is kept before.
        if let (Some(key), true) = (key, present && !job.stop.is_set()) {
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
fn next<T>(shared: &Shared, begin: impl Fn(&mut Queue) -> Option<T>) -> Option<T> {
    let mut queue = locked(&shared.queue);
    loop {
        if let Some(work) = begin(&mut queue) {
            return Some(work);
        }
        if queue.closed {
            return None;
        }
        queue = wait(&shared.wake, queue);
    }
}

fn wait<'q>(sign: &Condvar, queue: MutexGuard<'q, Queue>) -> MutexGuard<'q, Queue> {
    sign.wait(queue).unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
