//! The computer players' threads.
//!
//! They think apart from the threads that serve people, and no more than a fixed number of them
//! waits in the queue: a computer player without a place waits outside. Hints, which a person waits
//! for, go first.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use parlour_games::{Orders, Session, Spec, Thinking, player};
use parlour_search::Budget;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::config::Bots;
use crate::secret::system_random;

/// Something to think about.
struct Job {
    session: Box<dyn Session>,
    spec: Spec,
    stop: Arc<AtomicBool>,
    answer: oneshot::Sender<Option<Thinking>>,
    _place: OwnedSemaphorePermit,
}

#[derive(Default)]
struct Queue {
    hints: VecDeque<Job>,
    moves: VecDeque<Job>,
    closed: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The threads that think, and the queue before them.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    /// Places in the queue, for moves and for hints.
    places: [Arc<Semaphore>; 2],
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

/// Why there is thinking to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A computer player's move.
    Move,
    /// A hint for a person.
    Hint,
}

impl Pool {
    /// Starts the threads.
    pub(crate) fn start(bots: Bots) -> std::io::Result<Self> {
        let shared = Arc::new(Shared { queue: Mutex::new(Queue::default()), wake: Condvar::new() });
        for number in 0..bots.workers.max(1) {
            let shared = shared.clone();
            thread::Builder::new()
                .name(format!("thinker-{number}"))
                .spawn(move || work(&shared))?;
        }
        let places = [bots.queue.max(1), bots.queue.max(1)].map(|n| Arc::new(Semaphore::new(n)));
        Ok(Pool { shared, places, bots })
    }

    /// Whether the queue is as long as it gets.
    pub(crate) fn full(&self) -> bool {
        self.places[0].available_permits() == 0
    }

    /// Thinks about the position, once it is its turn. Dropping the future stops it. `None` when
    /// nobody is to move, the pool is closed, or a hint finds no place.
    pub(crate) async fn think(
        &self,
        session: Box<dyn Session>,
        spec: Spec,
        purpose: Purpose,
    ) -> Option<Thinking> {
        let spec = match self.bots.budget {
            Some(budget) => Spec::best_within(budget),
            None => spec,
        };
        let place = match purpose {
            Purpose::Move => self.places[0].clone().acquire_owned().await.ok()?,
            Purpose::Hint => self.places[1].clone().try_acquire_owned().ok()?,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let _stop = StopOnDrop(stop.clone());
        let (answer, answered) = oneshot::channel();
        let job = Job { session, spec, stop, answer, _place: place };
        {
            let mut queue = self.shared.queue();
            if queue.closed {
                return None;
            }
            match purpose {
                Purpose::Move => queue.moves.push_back(job),
                Purpose::Hint => queue.hints.push_back(job),
            }
            metrics::gauge!("parlour_thinkers_waiting")
                .set((queue.moves.len() + queue.hints.len()) as f64);
        }
        self.shared.wake.notify_one();
        answered.await.ok().flatten()
    }

    /// Ends all thinking.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.queue();
        queue.closed = true;
        queue.hints.clear();
        queue.moves.clear();
        drop(queue);
        self.shared.wake.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

fn work(shared: &Shared) {
    while let Some(job) = next(shared) {
        // Whoever asked may have left while it stood in the queue.
        if job.answer.is_closed() {
            continue;
        }
        let mut seed = [0; 8];
        parlour_core::rng::Rng::fill_bytes(&mut system_random(), &mut seed);
        let begun = Instant::now();
        let orders = Orders {
            budget: Budget::default(),
            lines: 1,
            seed: u64::from_le_bytes(seed),
            clock: &|| begun.elapsed(),
            stop: &job.stop,
        };
        let search = || player::think(&*job.session, &job.spec, &orders).ok().flatten();
        // A fault in a search must not take the thread away from all other tables.
        let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(search));
        let thought = thought.unwrap_or_else(|_| {
            tracing::error!(game = job.session.id(), "a search failed");
            None
        });
        metrics::counter!("parlour_thoughts").increment(1);
        let _ = job.answer.send(thought);
    }
}

fn next(shared: &Shared) -> Option<Job> {
    let mut queue = shared.queue();
    loop {
        if let Some(job) = queue.hints.pop_front() {
            return Some(job);
        }
        if let Some(job) = queue.moves.pop_front() {
            return Some(job);
        }
        if queue.closed {
            return None;
        }
        queue = shared.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}
