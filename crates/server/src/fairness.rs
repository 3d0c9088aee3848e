//! Scarce threads shared fairly: between network prefixes first, then between the visitors of one
//! prefix, then between the tables of one visitor. A cookie costs nothing, an address does.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

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

    fn pop(&mut self) -> Option<J> {
        if let Some(job) = self.jobs.pop_front() {
            return Some(job);
        }
        let (key, mut group) = self.groups.pop_front()?;
        let job = group.pop();
        if !group.is_empty() {
            self.groups.push_back((key, group));
        }
        job
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
        let groups = &mut self.all.groups;
        let last = |(key, _): &(String, Group<J>)| self.served.get(key).copied().unwrap_or(0);
        let (index, _) = groups.iter().enumerate().min_by_key(|(_, group)| last(group))?;
        let (key, group) = &mut groups[index];
        let job = group.pop();
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

/// A bound on work that takes a processor for a while: at most `permits` pieces of it run at the
/// same time, and those who wait are served fairly.
#[derive(Clone)]
pub(crate) struct Gate(Arc<Mutex<GateState>>);

struct GateState {
    free: usize,
    waiting: FairQueue<oneshot::Sender<Permit>>,
    max_waiting: usize,
}

/// The right to run one piece of work; the next claimant gets it when this is dropped.
pub(crate) struct Permit(Option<Gate>);

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gate").field("free", &locked(&self.0).free).finish_non_exhaustive()
    }
}

impl Gate {
    /// A gate for this many pieces of work at a time, and this many waiting for each network prefix.
    pub(crate) fn new(permits: usize, max_waiting: usize) -> Self {
        let waiting = FairQueue::default();
        Gate(Arc::new(Mutex::new(GateState { free: permits.max(1), waiting, max_waiting })))
    }

    /// Waits for a permit. A claimant with too much work waiting is refused.
    pub(crate) async fn enter(&self, claimant: &[String]) -> Result<Permit, Error> {
        let granted = {
            let mut state = locked(&self.0);
            if state.free > 0 {
                state.free -= 1;
                return Ok(Permit(Some(self.clone())));
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

    /// Runs work on a thread of its own once it has a permit. The work goes on when the caller hangs
    /// up, and so it keeps its permit.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        claimant: &[String],
        work: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let permit = self.enter(claimant).await?;
        let work = move || {
            let _permit = permit;
            work()
        };
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|error| Error::Internal(error.to_string()))?
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let Some(gate) = self.0.take() else { return };
        loop {
            let next = {
                let mut state = locked(&gate.0);
                let next = state.waiting.pop();
                if next.is_none() {
                    state.free += 1;
                }
                next
            };
            let Some(next) = next else { return };
            match next.send(Permit(Some(gate.clone()))) {
                Ok(()) => return,
                // That one no longer waits: the permit goes to the next.
                Err(mut unused) => drop(unused.0.take()),
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
        let gate = Gate::new(1, 3);
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
}
