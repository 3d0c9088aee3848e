//! The computer players' threads.
//!
//! They think apart from the threads that serve people. Hints and moves at tables where people play
//! take turns, for a person waits for either; moves among computers come after them. In each of
//! these addresses take turns, however many tables and cookies they have: thirty tables of one
//! household keep nobody else's computer waiting for more than a few searches.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use parlour_games::{Orders, Session, Spec, Thinking, player};
use parlour_search::Budget;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::config::Bots;
use crate::hints::HINT_MOVES;
use crate::secret::system_random;

/// Something to think about.
struct Job {
    session: Box<dyn Session>,
    spec: Spec,
    /// How many of the best moves must have a value of their own.
    lines: usize,
    stop: Arc<AtomicBool>,
    answer: oneshot::Sender<Option<Thinking>>,
    _place: Option<OwnedSemaphorePermit>,
}

/// Jobs of many askers, who take turns.
struct Turns<J> {
    askers: VecDeque<(String, VecDeque<J>)>,
}

impl<J> Default for Turns<J> {
    fn default() -> Self {
        Turns { askers: VecDeque::new() }
    }
}

impl<J> Turns<J> {
    fn push(&mut self, asker: &str, job: J) {
        match self.askers.iter_mut().find(|(known, _)| known == asker) {
            Some((_, jobs)) => jobs.push_back(job),
            None => self.askers.push_back((asker.to_owned(), VecDeque::from([job]))),
        }
    }

    /// How many jobs of this asker wait.
    fn of(&self, asker: &str) -> usize {
        self.askers.iter().find(|(known, _)| known == asker).map_or(0, |(_, jobs)| jobs.len())
    }

    fn pop(&mut self) -> Option<J> {
        let (asker, mut jobs) = self.askers.pop_front()?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            self.askers.push_back((asker, jobs));
        }
        job
    }

    fn len(&self) -> usize {
        self.askers.iter().map(|(_, jobs)| jobs.len()).sum()
    }
}

/// So many hints of one asker may wait.
const HINTS_WAITING: usize = 2;

#[derive(Default)]
struct Queue {
    hints: Turns<Job>,
    /// Moves at tables where people play.
    people: Turns<Job>,
    /// Moves at tables of computers.
    others: Turns<Job>,
    /// Whether the last job was a hint: it is a move's turn.
    hinted: bool,
    closed: bool,
}

impl Queue {
    fn pop(&mut self) -> Option<Job> {
        let hints_wait = !self.hints.askers.is_empty();
        self.hinted = hints_wait && (!self.hinted || self.people.askers.is_empty());
        match self.hinted {
            true => self.hints.pop(),
            false => self.people.pop().or_else(|| self.others.pop()),
        }
    }

    fn len(&self) -> usize {
        self.hints.len() + self.people.len() + self.others.len()
    }
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
    /// Places for hints: a person who finds none is told at once.
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

/// Why there is thinking to do, and for whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A computer player's move.
    Move {
        /// For whom: the household that plays there, or else who set up the table.
        asker: String,
        /// Whether people play there.
        people: bool,
    },
    /// A hint for somebody of this household.
    Hint(String),
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
        let places = Arc::new(Semaphore::new(bots.queue.max(1)));
        Ok(Pool { shared, places, bots })
    }

    /// Whether computer players wait for a thread.
    pub(crate) fn busy(&self) -> bool {
        self.shared.queue().len() > 0
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
        let (place, lines) = match purpose {
            Purpose::Move { .. } => (None, 1),
            Purpose::Hint(_) => (Some(self.places.clone().try_acquire_owned().ok()?), HINT_MOVES),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let _stop = StopOnDrop(stop.clone());
        let (answer, answered) = oneshot::channel();
        let job = Job { session, spec, lines, stop, answer, _place: place };
        {
            let mut queue = self.shared.queue();
            if queue.closed {
                return None;
            }
            match &purpose {
                Purpose::Move { asker, people: true } => queue.people.push(asker, job),
                Purpose::Move { asker, people: false } => queue.others.push(asker, job),
                Purpose::Hint(asker) if queue.hints.of(asker) >= HINTS_WAITING => return None,
                Purpose::Hint(asker) => queue.hints.push(asker, job),
            }
            metrics::gauge!("parlour_thinkers_waiting").set(queue.len() as f64);
        }
        self.shared.wake.notify_one();
        answered.await.ok().flatten()
    }

    /// Ends all thinking.
    pub(crate) fn close(&self) {
        *self.shared.queue() = Queue { closed: true, ..Queue::default() };
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
            lines: job.lines,
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
        if let Some(job) = queue.pop() {
            return Some(job);
        }
        if queue.closed {
            return None;
        }
        queue = shared.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_tables_of_one_maker_keep_another_waiting_for_one_search_only() {
        let mut turns = Turns::default();
        (0..30).for_each(|table| turns.push("hoarder", ("hoarder", table)));
        assert_eq!(turns.pop(), Some(("hoarder", 0)));
        turns.push("ann", ("ann", 0));
        assert_eq!(turns.pop(), Some(("hoarder", 1)));
        assert_eq!(turns.pop(), Some(("ann", 0)), "after one of theirs it is Ann's turn");
        turns.push("bob", ("bob", 0));
        turns.push("bob", ("bob", 1));
        let order: Vec<_> = std::iter::from_fn(|| turns.pop()).take(4).collect();
        assert_eq!(order, [("hoarder", 2), ("bob", 0), ("hoarder", 3), ("bob", 1)]);
        assert_eq!(turns.len(), 26);
    }

    #[test]
    fn hints_without_end_do_not_stop_the_computer_players() {
        let (mut queue, game) = (Queue::default(), parlour_games::find("senet").expect("a game"));
        let job = |level: &str| Job {
            session: (game.open)(&Default::default()).expect("a game"),
            spec: level.parse().expect("a player"),
            lines: 1,
            stop: Arc::default(),
            answer: oneshot::channel().0,
            _place: None,
        };
        (0..9).for_each(|number| queue.hints.push(&number.to_string(), job("level:8")));
        (0..2).for_each(|_| queue.people.push("ann", job("level:1")));
        queue.others.push("bob", job("level:2"));
        let order: Vec<String> =
            std::iter::from_fn(|| queue.pop()).map(|job| job.spec.to_string()).collect();
        let hint = "level:8";
        assert_eq!(order[..5], [hint, "level:1", hint, "level:1", hint]);
        assert_eq!((order.len(), &*order[11]), (12, "level:2"), "computers' own games come last");
    }
}
