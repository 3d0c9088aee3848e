//! Who is next: the order of searches and of slices of long work.
//!
//! Hints and moves take turns and come first. What waits behind others gets a turn once those have had the
//! threads for a while ([`Class::patience`]): nobody can keep a whole class waiting.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::{Job, Purpose};
use crate::fairness::{Claimant, FairQueue, Stop, UnderWay};

/// A piece of long work. It takes a fraction of a second, and the next job need not wait for the others.
pub(super) struct Slice {
    pub(super) stop: Stop,
    pub(super) work: Box<dyn FnOnce(&Stop) + Send>,
}

/// The number of hints of one network prefix that may wait.
const HINTS_WAITING: usize = 2;
/// How long a search that gives way has a thread before it looks who else waits.
pub(super) const TURN: Duration = Duration::from_millis(500);
/// The most searches that wait half done so that those of other addresses have turns. Each keeps what it
/// found in memory.
pub(super) const MOST_PAUSED: usize = 6;

/// Work that has turns, however much there is of the other classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// What is analysed apart from any table.
    Analyses,
    /// Moves of computers at tables at which nobody is present.
    Nobody,
    /// Slices of long work, such as a report.
    Slices,
    /// Hints, and moves that somebody waits for. They come first, and so they wait for no turn.
    Urgent,
}

/// The classes that wait for turns.
const PATIENT: [Class; 3] = [Class::Analyses, Class::Nobody, Class::Slices];

impl Class {
    /// For how long the others have the threads before it is this one's turn.
    fn patience(self) -> Duration {
        match self {
            Class::Analyses => 10 * TURN,
            Class::Nobody => 20 * TURN,
            Class::Slices => TURN,
            Class::Urgent => Duration::MAX,
        }
    }

    /// The places of its queues.
    fn ranks(self) -> std::ops::Range<usize> {
        match self {
            Class::Urgent => 0..3,
            Class::Analyses => 3..4,
            Class::Nobody => 4..5,
            Class::Slices => 0..0,
        }
    }
}

/// A search that waits for a thread.
pub(super) enum Waiting {
    /// It has not begun.
    New(Job),
    /// It gave its thread away, and goes on where it was.
    Paused(Arc<Paused>),
}

/// A search that gave its thread away.
#[derive(Default)]
pub(super) struct Paused {
    /// Set when it goes on: whether that is a turn of its class, before those that come first.
    pub(super) resumed: OnceLock<bool>,
}

/// A search under way, for the queue.
#[derive(Clone, Debug)]
pub(super) struct Searcher {
    pub(super) class: Class,
    pub(super) rank: usize,
    pub(super) claimant: Claimant,
}

pub(super) struct Queue {
    /// The searches by [`Purpose::rank`].
    jobs: [FairQueue<Waiting>; 5],
    slices: FairQueue<Slice>,
    /// Whether the last job was a hint: it is a move's turn.
    hinted: bool,
    /// The most searches at once.
    workers: usize,
    /// The searches under way, the slices, and the searches that wait half done.
    pub(super) searching: usize,
    slicing: usize,
    paused: usize,
    /// Whose analyses have begun, the paused ones among them.
    analysing: Vec<Claimant>,
    /// For how long others have had the threads since each patient class had a turn.
    passed_over: [Duration; PATIENT.len()],
    /// All that the threads do.
    pub(super) under_way: UnderWay,
    /// Whether somebody at a table waits while other searches have the threads; read without the lock.
    pressing: Arc<AtomicBool>,
    pub(super) closed: bool,
}

impl Queue {
    pub(super) fn new(workers: usize, pressing: Arc<AtomicBool>) -> Self {
        Queue {
            jobs: Default::default(),
            slices: FairQueue::default(),
            hinted: false,
            workers: workers.max(1),
            searching: 0,
            slicing: 0,
            paused: 0,
            analysing: Vec::new(),
            passed_over: Default::default(),
            under_way: UnderWay::default(),
            pressing,
            closed: false,
        }
    }

    pub(super) fn push(&mut self, job: Job) {
        let claimant = job.claimant.clone();
        self.jobs[job.purpose.rank()].push(&claimant, Waiting::New(job));
        self.note();
    }

    pub(super) fn push_slice(&mut self, claimant: &Claimant, slice: Slice) {
        self.slices.push(claimant, slice);
    }

    /// Whether another job of its claimant may wait. Analyses are counted where they are asked for.
    pub(super) fn has_room(&self, job: &Job) -> bool {
        let hint = matches!(job.purpose, Purpose::Hint { .. });
        !hint || self.jobs[job.purpose.rank()].waiting_with(&job.claimant) < HINTS_WAITING
    }

    /// The searches that wait.
    pub(super) fn len(&self) -> usize {
        self.jobs.iter().map(FairQueue::len).sum()
    }

    /// Drops all that waits, and lets nothing begin any more.
    pub(super) fn close(&mut self) {
        self.closed = true;
        self.jobs = Default::default();
        self.slices = FairQueue::default();
        self.under_way.stop();
    }

    /// Keeps what is known outside of the lock.
    fn note(&self) {
        let pressing = self.searching >= self.workers && self.waits(Class::Urgent);
        self.pressing.store(pressing, Ordering::Relaxed);
        crate::metrics::THINKERS_WAITING.set(self.len());
    }

    fn waits(&self, class: Class) -> bool {
        match class {
            Class::Slices => !self.slices.is_empty(),
            searches => self.jobs[searches.ranks()].iter().any(|jobs| !jobs.is_empty()),
        }
    }

    /// Whether a class waits and was passed over for long enough.
    fn is_due(&self, class: Class) -> bool {
        self.waits(class) && self.passed_over[class as usize] >= class.patience()
    }

    /// Counts the time that one class had a thread while others waited.
    pub(super) fn charge(&mut self, class: Class, time: Duration) {
        for other in PATIENT {
            let waits = self.waits(other);
            let passed = &mut self.passed_over[other as usize];
            match waits {
                true if other != class => *passed += time,
                true => {}
                false => *passed = Duration::ZERO,
            }
        }
    }

    /// Whether a thread is left for a search that gives way. A slice whose turn it is takes one.
    fn has_spare_thread(&self) -> bool {
        let slice = self.slicing == 0 && self.is_due(Class::Slices);
        self.searching + self.slicing + usize::from(slice) < self.workers
    }

    /// The search whose turn it is, and whether it comes before those that are first.
    pub(super) fn pop(&mut self) -> Option<(Waiting, bool)> {
        let spare = self.has_spare_thread();
        for class in [Class::Analyses, Class::Nobody] {
            if spare && self.is_due(class) {
                let found = class.ranks().find_map(|rank| self.take(rank));
                if let Some(waiting) = found {
                    self.passed_over[class as usize] = Duration::ZERO;
                    return Some((waiting, true));
                }
            }
        }
        let [hints, players, ..] = &self.jobs;
        self.hinted = !hints.is_empty() && (!self.hinted || players.is_empty());
        let first = if self.hinted { 0 } else { 1 };
        let last = if spare { self.jobs.len() } else { Class::Urgent.ranks().end };
        let waiting = (first..last).find_map(|rank| self.take(rank))?;
        Some((waiting, false))
    }

    fn take(&mut self, rank: usize) -> Option<Waiting> {
        let (workers, analysing) = (self.workers, &self.analysing);
        let waiting = self.jobs[rank].pop_if(|waiting| may_begin(waiting, analysing, workers))?;
        if let Waiting::New(Job { purpose: Purpose::Analysis { .. }, claimant, .. }) = &waiting {
            self.analysing.push(claimant.clone());
        }
        Some(waiting)
    }

    /// The search that a thread may begin now, and whether it comes before those that are first. Searches that
    /// were paused and go on now are told so; `resumed` is called for them.
    pub(super) fn begin_search(&mut self, resumed: impl Fn()) -> Option<(Job, bool)> {
        while self.searching < self.workers {
            let (waiting, first) = self.pop()?;
            match waiting {
                Waiting::New(job) => {
                    self.searching += 1;
                    self.note();
                    return Some((job, first));
                }
                // One that was stopped meanwhile has gone on by itself.
                Waiting::Paused(paused) => {
                    if paused.resumed.set(first).is_ok() {
                        self.go_on();
                        resumed();
                    }
                }
            }
        }
        None
    }

    /// A paused search goes on.
    pub(super) fn go_on(&mut self) {
        self.paused -= 1;
        self.searching += 1;
        self.note();
    }

    /// A search is over, or failed.
    pub(super) fn end_search(&mut self, of: &Searcher, time: Duration) {
        self.searching -= 1;
        if of.class == Class::Analyses
            && let Some(index) = self.analysing.iter().position(|other| *other == of.claimant)
        {
            self.analysing.swap_remove(index);
        }
        self.charge(of.class, time);
        self.note();
    }

    /// Takes the thread from a search that gives way, if others should have it; `turn_over` says that it had
    /// the thread for a whole turn.
    pub(super) fn pause(&mut self, search: &Searcher, turn_over: bool) -> Option<Arc<Paused>> {
        if self.closed || !self.takes_thread(search, turn_over) {
            return None;
        }
        let paused = Arc::<Paused>::default();
        self.searching -= 1;
        self.paused += 1;
        self.jobs[search.rank].push(&search.claimant, Waiting::Paused(paused.clone()));
        self.note();
        Some(paused)
    }

    fn takes_thread(&self, search: &Searcher, turn_over: bool) -> bool {
        if self.searching >= self.workers && self.waits(Class::Urgent) {
            return true;
        }
        if !turn_over || self.searching + self.slicing < self.workers {
            return false;
        }
        if self.slicing == 0 && self.is_due(Class::Slices) {
            return true;
        }
        let (workers, analysing) = (self.workers, &self.analysing);
        let mut analyses = self.jobs[Class::Analyses.ranks()].iter();
        let others = match search.class {
            Class::Analyses => {
                self.is_due(Class::Nobody)
                    || analyses.any(|jobs| {
                        jobs.any_beside(&search.claimant, |job| may_begin(job, analysing, workers))
                    })
            }
            _ => {
                analyses.any(|jobs| jobs.any_beside(&[], |job| may_begin(job, analysing, workers)))
            }
        };
        others && self.paused < MOST_PAUSED
    }

    /// The slice that a thread may begin now. It waits for searches, until its turn comes: then it takes the
    /// thread of one that gives way, or runs beside those of people who wait at tables.
    pub(super) fn begin_slice(&mut self) -> Option<Slice> {
        let (workers, analysing) = (self.workers, &self.analysing);
        let may_begin = |search: &Waiting| may_begin(search, analysing, workers);
        let waits = self.jobs.iter().any(|jobs| jobs.any_beside(&[], may_begin));
        let idle = !waits && self.searching + self.slicing < self.workers;
        let due = self.slicing == 0 && self.is_due(Class::Slices);
        if !idle && !due {
            return None;
        }
        let slice = self.slices.pop()?;
        self.passed_over[Class::Slices as usize] = Duration::ZERO;
        self.slicing += 1;
        Some(slice)
    }

    /// A slice is over, or failed.
    pub(super) fn end_slice(&mut self, time: Duration) {
        self.slicing -= 1;
        self.charge(Class::Slices, time);
    }
}

/// Whether a search may have a thread. Of the analyses of one address at most two are under way, on at most
/// half of the threads.
fn may_begin(waiting: &Waiting, analysing: &[Claimant], workers: usize) -> bool {
    let Waiting::New(job) = waiting else { return true };
    let of_address = || analysing.iter().filter(|other| **other == job.claimant).count();
    !matches!(job.purpose, Purpose::Analysis { .. }) || of_address() < workers.div_ceil(2).min(2)
}
