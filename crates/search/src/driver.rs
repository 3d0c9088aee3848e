//! The search driver: steps an engine until the budget of a request is used up, on one thread or several.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use parlour_core::rng::derived;

use crate::engine::{Engine, Progress, SearchTask};
use crate::heuristics::Heuristics;
use crate::report::{Difference, SearchReport};
use crate::request::SearchControl;

/// The first report comes after this number of nodes.
const FIRST_REPORT: u64 = 256;
/// The most nodes between two looks at clock and stop.
const LONGEST_STEP: u64 = 1024;
/// The best move is not called clear before this part of the time is used up.
const MIN_CLEAR_PART: f64 = 0.1;
/// The longest time that a step may take where the budget has a time limit.
const LONGEST_TIMED_STEP: Duration = Duration::from_micros(250);

/// A step that took less was too short for the clock.
const CLOCK_RESOLUTION: Duration = Duration::from_nanos(100);

/// Searches one position after another with one engine.
pub struct Driver<G: Heuristics> {
    engine: Box<dyn Engine<G>>,
    workers: Vec<Box<dyn Engine<G>>>,
}

impl<G: Heuristics> Driver<G> {
    /// Searches on this number of threads, if the engine can use them.
    pub fn new(engine: Box<dyn Engine<G>>, threads: usize) -> Self {
        let workers = (1..threads).map_while(|_| engine.worker()).collect();
        Driver { engine, workers }
    }

    /// About how many bytes of what was found are kept for the next task.
    pub fn memory(&self) -> usize {
        let workers = self.workers.iter().map(|worker| worker.memory());
        self.engine.memory() + workers.sum::<usize>()
    }

    /// Searches until the budget of the request is used up. `on_report` is called whenever the number of
    /// nodes has doubled, so on one thread reports are as repeatable as the search; it is not called at
    /// the end.
    pub fn search(
        &mut self,
        task: SearchTask<G>,
        control: &SearchControl<'_>,
        on_report: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchReport<G::Move> {
        for (number, worker) in (1..).zip(&mut self.workers) {
            worker.begin(SearchTask { seed: derived(task.seed, number), ..task.clone() });
        }
        let sole = !task.want.values() && is_sole(&task);
        let conditions =
            StopConditions { time: task.budget.time, stop_when_clear: task.stop_when_clear };
        let most = task.budget.nodes.unwrap_or(u64::MAX);
        self.engine.begin(task);
        if sole {
            return self.report();
        }
        let mut steps = vec![1; self.workers.len() + 1];
        let mut next_report = FIRST_REPORT;
        // All threads wait for each other where a report is due, so that it covers all of them.
        while self.round(next_report.min(most), conditions, control, &mut steps)
            == RoundEnd::NodesUsed
        {
            let nodes = self.nodes();
            if nodes >= most {
                break;
            }
            if nodes >= next_report {
                while nodes >= next_report {
                    next_report *= 2;
                }
                on_report(&self.report());
            }
        }
        self.report()
    }

    /// Lets all engines search until together they have visited `until` nodes, or the search is over.
    fn round(
        &mut self,
        until: u64,
        conditions: StopConditions,
        control: &SearchControl<'_>,
        steps: &mut [u64],
    ) -> RoundEnd {
        let left = NodeBudget(AtomicU64::new(until.saturating_sub(self.nodes())));
        let ended = AtomicBool::new(false);
        let (own, others) = steps.split_first_mut().expect("a step for each engine");
        // However short the budget, something is looked at.
        let first = left.draw(*own).max(1);
        thread::scope(|scope| {
            for (worker, step) in self.workers.iter_mut().zip(others) {
                // Only the first engine decides when to end.
                let conditions = StopConditions { stop_when_clear: false, ..conditions };
                let control = SearchControl { stop: &ended, ..*control };
                let (first, left) = (left.draw(*step), &left);
                if first > 0 {
                    scope.spawn(move || {
                        drive(&mut **worker, conditions, &control, left, first, step)
                    });
                }
            }
            let ending = drive(&mut *self.engine, conditions, control, &left, first, own);
            ended.store(true, Ordering::Relaxed);
            ending
        })
    }

    /// Compares two moves after a search of this task's node limit on one thread ([`Engine::compare`]). `None`
    /// when it was stopped.
    pub fn compare(
        &mut self,
        task: SearchTask<G>,
        moves: [G::Move; 2],
        samples: u64,
        stop: &AtomicBool,
    ) -> Option<Difference> {
        let nodes = task.budget.nodes.unwrap_or_default();
        self.engine.begin(task);
        while self.engine.nodes() < nodes && !stop.load(Ordering::Relaxed) {
            let left = nodes - self.engine.nodes();
            if self.engine.step(left.min(LONGEST_STEP)) == Progress::Done {
                break;
            }
        }
        if stop.load(Ordering::Relaxed) { None } else { self.engine.compare(moves, samples) }
    }

    fn nodes(&self) -> u64 {
        let workers = self.workers.iter().map(|worker| worker.nodes());
        self.engine.nodes() + workers.sum::<u64>()
    }

    fn report(&self) -> SearchReport<G::Move> {
        if self.workers.is_empty() {
            self.engine.report()
        } else {
            self.engine.combine(&self.workers)
        }
    }
}

/// Whether everybody knows that the mover has one legal move. Where there are secrets the others may not
/// know, and the time that a search takes must reveal nothing.
fn is_sole<G: Heuristics>(task: &SearchTask<G>) -> bool {
    G::OPEN && task.game.count_moves(&task.root().0) == 1
}

/// When an engine stops before its nodes are used up.
#[derive(Clone, Copy)]
struct StopConditions {
    time: Option<Duration>,
    stop_when_clear: bool,
}

/// Why a round of steps ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RoundEnd {
    /// There is nothing more to search, or no time for it.
    SearchOver,
    /// The nodes up to the next report, or all of the budget, are used up.
    NodesUsed,
}

/// The node budget that all threads share. If each thread had a part of its own, the first to use it up
/// would end the search before the others had used theirs.
struct NodeBudget(AtomicU64);

impl NodeBudget {
    /// Takes up to `wanted` nodes from what is left.
    fn draw(&self, wanted: u64) -> u64 {
        let take = |left: u64| Some(left.saturating_sub(wanted));
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        left.unwrap_or_default().min(wanted)
    }

    /// Corrects the budget where an engine visited more or fewer nodes than it drew.
    fn settle(&self, drawn: u64, visited: u64) {
        match drawn.checked_sub(visited) {
            Some(rest) => {
                self.0.fetch_add(rest, Ordering::Relaxed);
            }
            None => {
                self.draw(visited - drawn);
            }
        }
    }
}

/// Steps until a limit is reached, first for `work` nodes, which were drawn, and then for `step` nodes at
/// a time. The steps depend on the clock only where the budget has a time limit.
fn drive<G: Heuristics>(
    engine: &mut dyn Engine<G>,
    conditions: StopConditions,
    control: &SearchControl<'_>,
    left: &NodeBudget,
    mut work: u64,
    step: &mut u64,
) -> RoundEnd {
    let SearchControl { clock, stop } = control;
    loop {
        let (nodes, before) = (engine.nodes(), conditions.time.map(|_| clock()));
        let progress = engine.step(work);
        left.settle(work, engine.nodes() - nodes);
        if progress == Progress::Done {
            return RoundEnd::SearchOver;
        }
        *step = (*step * 2).min(LONGEST_STEP);
        if let (Some(time), Some(before)) = (conditions.time, before) {
            let now = clock();
            if now >= time {
                return RoundEnd::SearchOver;
            }
            let spent = now.as_secs_f64() / time.as_secs_f64();
            if conditions.stop_when_clear && spent >= MIN_CLEAR_PART && engine.is_clear(spent) {
                return RoundEnd::SearchOver;
            }
            // A step takes half of the time that is left at most.
            let took = now.saturating_sub(before).max(CLOCK_RESOLUTION);
            let each = took.as_secs_f64() / work as f64;
            let target = LONGEST_TIMED_STEP.min((time - now) / 2).as_secs_f64();
            *step = (*step).min((target / each) as u64).max(1);
        }
        if stop.load(Ordering::Relaxed) {
            return RoundEnd::SearchOver;
        }
        work = left.draw(*step);
        if work == 0 {
            return RoundEnd::NodesUsed;
        }
    }
}
