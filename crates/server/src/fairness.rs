//! Scarce threads shared fairly: between network prefixes first, then between the visitors of one
//! prefix, then between the tables of one visitor. A cookie costs nothing, an address does.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::error::Error;
use crate::sync::locked;

/// For whom a job is done: groups from the widest to the narrowest, at least one.
pub(crate) type Claimant = Vec<String>;

/// Jobs of one group and of the groups within it, which take turns.
struct Group<J> {
    jobs: VecDeque<J>,
    groups: VecDeque<(String, Group<J>)>,
}

impl<J> Default for Group<J> {
    fn default() -> Self {
        Group { jobs: VecDeque::new(), groups: VecDeque::new() }
    }
}

impl<J> Group<J> {
    fn push(&mut self, claimant: &[String], job: J) {
        let Some((key, within)) = claimant.split_first() else { return self.jobs.push_back(job) };
        let found = self.groups.iter().position(|(known, _)| known == key);
        let index = found.unwrap_or_else(|| {
            self.groups.push_back((key.clone(), Group::default()));
            self.groups.len() - 1
        });
        self.groups[index].1.push(within, job);
    }

    /// The next job of which `may_begin` holds.
    fn pop_if(&mut self, may_begin: &impl Fn(&J) -> bool) -> Option<J> {
        if let Some(index) = self.jobs.iter().position(may_begin) {
            return self.jobs.remove(index);
        }
        for index in 0..self.groups.len() {
            if let Some(job) = self.groups[index].1.pop_if(may_begin) {
                let served = self.groups.remove(index).filter(|(_, group)| !group.is_empty());
                self.groups.extend(served);
                return Some(job);
            }
        }
        None
    }

    fn any(&self, is_so: &impl Fn(&J) -> bool) -> bool {
        self.jobs.iter().any(is_so) || self.groups.iter().any(|(_, group)| group.any(is_so))
    }

    fn is_empty(&self) -> bool {
        self.jobs.is_empty() && self.groups.is_empty()
    }

    fn len(&self) -> usize {
        self.jobs.len() + self.groups.iter().map(|(_, group)| group.len()).sum::<usize>()
    }
}

/// A queue in which the widest group that was served longest ago comes first: a claimant
/// never waits for two jobs of the same other one.
pub(crate) struct FairQueue<J> {
    all: Group<J>,
    /// When each widest group was served last, counted in jobs.
    served: HashMap<String, u64>,
    jobs_served: u64,
}

/// The number of jobs after which it no longer counts that a group was served.
const REMEMBERED: u64 = 4096;

impl<J> Default for FairQueue<J> {
    fn default() -> Self {
        FairQueue { all: Group::default(), served: HashMap::new(), jobs_served: 0 }
    }
}

impl<J> FairQueue<J> {
    /// Adds a job behind those of the same claimant.
    pub(crate) fn push(&mut self, claimant: &[String], job: J) {
        self.all.push(claimant, job);
    }

    /// The job whose turn it is.
    pub(crate) fn pop(&mut self) -> Option<J> {
        self.pop_if(|_| true)
    }

    /// The job whose turn it is among those of which `may_begin` holds.
    pub(crate) fn pop_if(&mut self, may_begin: impl Fn(&J) -> bool) -> Option<J> {
        let groups = &mut self.all.groups;
        let last = |(key, _): &(String, Group<J>)| self.served.get(key).copied().unwrap_or(0);
        let ready = groups.iter().enumerate().filter(|(_, (_, group))| group.any(&may_begin));
        let (index, _) = ready.min_by_key(|(_, group)| last(group))?;
        let (key, group) = &mut groups[index];
        let job = group.pop_if(&may_begin);
        self.jobs_served += 1;
        self.served.insert(key.clone(), self.jobs_served);
        if group.is_empty() {
            groups.remove(index);
        }
        if self.served.len() as u64 > REMEMBERED {
            let oldest = self.jobs_served.saturating_sub(REMEMBERED / 2);
            self.served.retain(|_, served| *served > oldest);
        }
        job
    }

    /// Whether `is_so` holds of a job of another widest group than this claimant's.
    pub(crate) fn any_beside(&self, claimant: &[String], is_so: impl Fn(&J) -> bool) -> bool {
        let mut groups = self.all.groups.iter();
        groups.any(|(key, group)| Some(key) != claimant.first() && group.any(&is_so))
    }

    /// The number of waiting jobs of a claimant's widest group.
    pub(crate) fn waiting_with(&self, claimant: &[String]) -> usize {
        let widest = claimant.first();
        let group = self.all.groups.iter().find(|(key, _)| Some(key) == widest);
        group.map_or(0, |(_, group)| group.len())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }
}

/// A flag by which work is told to end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Tells the work to end.
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The flag itself, for searches.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// Whether the work was told to end.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// An error once the work was told to end. Whatever loops for long asks this in every round.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.is_set() { Err(Error::TooSlow) } else { Ok(()) }
    }
}

/// Tells work to end when nobody waits for it any more.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Work under way: since when, and how to end it.
#[derive(Debug, Default)]
pub(crate) struct UnderWay {
    all: HashMap<u64, (Instant, Stop)>,
    begun: u64,
}

impl UnderWay {
    /// Notes that a piece of work begins, which `stop` will end.
    pub(crate) fn begin(&mut self, stop: Stop) -> u64 {
        self.begun += 1;
        self.all.insert(self.begun, (Instant::now(), stop));
        self.begun
    }

    /// Notes that it has ended.
    pub(crate) fn end(&mut self, number: u64) {
        self.all.remove(&number);
    }

    /// The age of the oldest piece of work.
    pub(crate) fn oldest(&self) -> Duration {
        let ages = self.all.values().map(|(begun, _)| begun.elapsed());
        ages.max().unwrap_or_default()
    }

    /// Tells all of it to end.
    pub(crate) fn stop(&self) {
        self.all.values().for_each(|(_, stop)| stop.set());
    }
}

/// A bound on work that takes a processor for a while: at most `permits` pieces of it run at the
/// same time, and those who wait are served fairly.
#[derive(Clone)]
pub(crate) struct Gate(Arc<Mutex<GateState>>);

struct GateState {
    free: usize,
    waiting: FairQueue<oneshot::Sender<Permit>>,
    max_waiting: usize,
    /// The longest time that a piece of work may take.
    patience: Duration,
    under_way: UnderWay,
    closed: bool,
}

/// The right to run one piece of work; the next claimant gets it when this is dropped.
pub(crate) struct Permit(Option<Granted>);

struct Granted {
    gate: Gate,
    number: u64,
    stop: Stop,
}

impl Permit {
    /// What tells this piece of work to end.
    pub(crate) fn stop(&self) -> Stop {
        self.0.as_ref().map(|granted| granted.stop.clone()).unwrap_or_default()
    }
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gate").field("free", &locked(&self.0).free).finish_non_exhaustive()
    }
}

impl Gate {
    /// A gate for this many pieces of work at a time, and this many waiting for each network prefix. A piece
    /// that takes longer than `patience` is told to end.
    pub(crate) fn new(permits: usize, max_waiting: usize, patience: Duration) -> Self {
        Gate(Arc::new(Mutex::new(GateState {
            free: permits.max(1),
            waiting: FairQueue::default(),
            max_waiting,
            patience,
            under_way: UnderWay::default(),
            closed: false,
        })))
    }

    /// Waits for a permit. A claimant with too much work waiting is refused.
    pub(crate) async fn enter(&self, claimant: &[String]) -> Result<Permit, Error> {
        let granted = {
            let mut state = locked(&self.0);
            if state.closed {
                return Err(Error::Busy);
            }
            if state.free > 0 {
                state.free -= 1;
                return Ok(self.grant(&mut state));
            }
            if state.waiting.waiting_with(claimant) >= state.max_waiting {
                return Err(Error::TooFast(1));
            }
            let (grant, granted) = oneshot::channel();
            state.waiting.push(claimant, grant);
            granted
        };
        granted.await.map_err(|_| Error::Busy)
    }

    fn grant(&self, state: &mut GateState) -> Permit {
        let stop = Stop::default();
        let number = state.under_way.begin(stop.clone());
        Permit(Some(Granted { gate: self.clone(), number, stop }))
    }

    /// Runs work on a thread of its own once it has a permit. The work is told to end when the caller hangs up,
    /// when it takes too long and when the server closes; it keeps its permit until it does end.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        claimant: &[String],
        work: impl FnOnce(&Stop) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.run_with(self.enter(claimant).await?, work).await
    }

    /// The same with a permit that was given before.
    pub(crate) async fn run_with<T: Send + 'static>(
        &self,
        permit: Permit,
        work: impl FnOnce(&Stop) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let stop = permit.stop();
        let _stop = StopOnDrop(stop.clone());
        let work = move || {
            let _permit = permit;
            work(&stop)
        };
        let patience = locked(&self.0).patience;
        let done = tokio::time::timeout(patience, tokio::task::spawn_blocking(work)).await;
        let done = done.map_err(|_| Error::TooSlow)?;
        done.map_err(|error| Error::Internal(error.to_string()))?
    }

    /// For how long the oldest piece of work has been under way.
    pub(crate) fn oldest(&self) -> Duration {
        locked(&self.0).under_way.oldest()
    }

    /// Tells all work to end, and lets in no more.
    pub(crate) fn close(&self) {
        let mut state = locked(&self.0);
        state.closed = true;
        state.under_way.stop();
        state.waiting = FairQueue::default();
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let Some(Granted { gate, mut number, .. }) = self.0.take() else { return };
        loop {
            let next = {
                let mut state = locked(&gate.0);
                state.under_way.end(number);
                match state.waiting.pop() {
                    None => {
                        state.free += 1;
                        return;
                    }
                    Some(next) => (next, gate.grant(&mut state)),
                }
            };
            let (next, permit) = next;
            match next.send(permit) {
                Ok(()) => return,
                // That one no longer waits: the permit goes to the next.
                Err(mut unused) => match unused.0.take() {
                    Some(unused) => number = unused.number,
                    None => return,
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claimant(text: &str) -> Claimant {
        text.split(' ').map(str::to_owned).collect()
    }

    fn order(queue: &mut FairQueue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| queue.pop()).collect()
    }

    #[test]
    fn a_newcomer_waits_for_no_job_of_a_prefix_that_was_just_served() {
        let mut queue = FairQueue::default();
        (0..140).for_each(|n| queue.push(&claimant(&format!("10.0.0.1 cookie{n} t{n}")), "many"));
        assert_eq!(queue.pop(), Some("many"));
        queue.push(&claimant("10.0.0.2 ann t"), "ann");
        assert_eq!(queue.pop(), Some("ann"), "fresh cookies are one claimant");
        queue.push(&claimant("10.0.0.2 ann t"), "ann");
        assert_eq!(queue.pop(), Some("many"), "and everybody has a turn");
        assert_eq!(queue.pop(), Some("ann"));
        assert_eq!(queue.len(), 138);
    }

    #[test]
    fn prefixes_take_turns_then_visitors_then_tables() {
        let mut queue = FairQueue::default();
        for (key, job) in [
            ("a v t", "a v t 1"),
            ("a v t", "a v t 2"),
            ("a v u", "a v u"),
            ("a w t", "a w t"),
            ("b v t", "b 1"),
            ("b v t", "b 2"),
        ] {
            queue.push(&claimant(key), job);
        }
        assert_eq!(queue.waiting_with(&claimant("a x")), 4);
        assert_eq!(order(&mut queue), ["a v t 1", "b 1", "a w t", "b 2", "a v u", "a v t 2"]);
        assert!(queue.is_empty());
    }

    #[tokio::test]
    async fn a_gate_bounds_what_runs_and_lets_a_stranger_in_after_one_job() {
        let gate = Gate::new(1, 3, Duration::from_secs(60));
        let first = gate.enter(&claimant("a")).await.expect("it is free");
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for key in ["a", "a", "a", "b"] {
            let (gate, order) = (gate.clone(), order.clone());
            tasks.push(tokio::spawn(async move {
                let permit = gate.enter(&claimant(key)).await.expect("there is room to wait");
                order.lock().expect("no panic").push(key);
                drop(permit);
            }));
            tokio::task::yield_now().await;
        }
        assert!(matches!(gate.enter(&claimant("a")).await, Err(Error::TooFast(_))));
        // One that stops waiting takes no permit with it.
        tasks[0].abort();
        let _ = (&mut tasks[0]).await;
        assert!(order.lock().expect("no panic").is_empty(), "one at a time");
        drop(first);
        for task in tasks.drain(1..) {
            task.await.expect("it had its turn");
        }
        let order = order.lock().expect("no panic").clone();
        assert_eq!((order.len(), order.contains(&"b")), (3, true));
        assert!(order[..2].contains(&"b"), "{order:?}");
        assert!(gate.enter(&claimant("c")).await.is_ok(), "it is free again");
    }

    #[test]
    fn a_job_that_may_not_begin_keeps_no_other_waiting() {
        let mut queue = FairQueue::default();
        for (key, job) in [("a v", "not 1"), ("a v", "a 1"), ("a w", "a 2"), ("b v", "not 2")] {
            queue.push(&claimant(key), job);
        }
        let may_begin = |job: &&str| !job.starts_with("not");
        assert!(!queue.any_beside(&claimant("a v"), may_begin));
        assert!(queue.any_beside(&claimant("b v"), may_begin));
        let begun = std::iter::from_fn(|| queue.pop_if(may_begin)).collect::<Vec<_>>();
        assert_eq!(begun, ["a 1", "a 2"]);
        assert_eq!(order(&mut queue), ["not 2", "not 1"], "they keep their places");
    }

    /// Work that ends only when it is told to.
    fn until_stopped(stop: &Stop) -> Result<(), Error> {
        while stop.check().is_ok() {
            std::thread::yield_now();
        }
        stop.check()
    }

    #[tokio::test]
    async fn work_ends_when_it_takes_too_long_when_its_caller_is_gone_and_when_the_server_closes() {
        let gate = Gate::new(1, 3, Duration::from_millis(20));
        let late = gate.run(&claimant("a"), until_stopped).await;
        assert!(matches!(late, Err(Error::TooSlow)), "{late:?}");
        // Its permit is free again once the work has ended.
        assert!(gate.run(&claimant("b"), |_| Ok(())).await.is_ok());
        let gate = Gate::new(1, 3, Duration::from_secs(3600));
        let (begun, has_begun) = oneshot::channel();
        let work = move |stop: &Stop| {
            begun.send(()).expect("the test waits");
            until_stopped(stop)
        };
        let caller = {
            let gate = gate.clone();
            tokio::spawn(async move { gate.run(&claimant("a"), work).await })
        };
        has_begun.await.expect("it begins");
        assert!(gate.oldest() > Duration::ZERO);
        caller.abort();
        assert!(gate.run(&claimant("b"), |_| Ok(())).await.is_ok());
        let caller = {
            let gate = gate.clone();
            tokio::spawn(async move { gate.run(&claimant("a"), until_stopped).await })
        };
        while gate.oldest() == Duration::ZERO {
            tokio::task::yield_now().await;
        }
        gate.close();
        let ended = caller.await.expect("no panic");
        assert!(matches!(ended, Err(Error::TooSlow)), "{ended:?}");
        assert!(gate.enter(&claimant("b")).await.is_err(), "nothing begins any more");
    }
}
