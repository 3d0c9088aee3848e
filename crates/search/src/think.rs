//! Thinking about one move: an engine, a budget, and the caller's clock and stop.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use parlour_core::rng::seeded;

use crate::engine::{Engine, Progress, Report, Task};
use crate::mind::Mind;

/// How long to think. Whichever limit comes first ends the search; with none, only a stop does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// So much time.
    pub time: Option<Duration>,
    /// So many nodes.
    pub nodes: Option<u64>,
    /// So many plies ahead.
    pub depth: Option<u32>,
}

impl Budget {
    /// Until it is stopped: not even the time that a player has by itself counts. How far a player
    /// sees, by nodes or plies, still does.
    pub const ENDLESS: Budget = Budget { time: Some(Duration::MAX), nodes: None, depth: None };

    /// The narrower of a player's own budget and what is asked of it.
    pub fn within(self, asked: Budget) -> Budget {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        let time = match asked.time {
            Some(Duration::MAX) => None,
            time => least(self.time, time),
        };
        Budget {
            time,
            nodes: least(self.nodes, asked.nodes),
            depth: least(self.depth, asked.depth),
        }
    }
}

/// Which searches may end before their limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Haste {
    /// None: somebody wants to know what the moves are worth, a sole one included.
    #[default]
    Never,
    /// Those with a sole legal move: nothing but a move is wanted.
    Sole,
    /// Those, and those under a time limit, once the choice is clear.
    Clear,
}

/// When to end.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// How long to think.
    pub budget: Budget,
    /// The time since thinking began. Where there is no clock it stands still at zero.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    /// Ends the search early when it becomes true.
    pub stop: &'a AtomicBool,
    /// Whether it may end before.
    pub haste: Haste,
}

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits").field("budget", &self.budget).finish_non_exhaustive()
    }
}

/// The first report comes after so many nodes.
const FIRST_REPORT: u64 = 256;
/// The most nodes between two looks at clock and stop.
const LONGEST_STEP: u64 = 1024;
/// Nothing is called clear before this part of the time is used up.
const TOO_SOON: f64 = 0.1;
/// The time that a step may take when time is short.
const FINE: Duration = Duration::from_micros(250);

/// An engine that thinks about one move after another, on one thread or several.
pub struct Thinker<G: Mind> {
    engine: Box<dyn Engine<G>>,
    companions: Vec<Box<dyn Engine<G>>>,
}

impl<G: Mind> std::fmt::Debug for Thinker<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thinker").field("threads", &(self.companions.len() + 1)).finish()
    }
}

impl<G: Mind> Thinker<G> {
    /// Thinks on so many threads, if the engine can use them.
    pub fn new(engine: Box<dyn Engine<G>>, threads: usize) -> Self {
        let companions = (1..threads).map_while(|_| engine.companion()).collect();
        Thinker { engine, companions }
    }

    /// About how many bytes of what was found are kept for the next task.
    pub fn memory(&self) -> usize {
        let companions = self.companions.iter().map(|companion| companion.memory());
        self.engine.memory() + companions.sum::<usize>()
    }

    /// Thinks until the budget is used up, and tells now and then what has been found.
    ///
    /// Reports come when the number of nodes has doubled, so on one thread they are as repeatable as the
    /// search; none comes at the end.
    pub fn think(
        &mut self,
        mut task: Task<G>,
        limits: &Limits<'_>,
        tell: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        task.depth = limits.budget.depth;
        for (number, companion) in (1..).zip(&mut self.companions) {
            let seed = task.seed ^ 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number);
            companion.begin(Task { seed, ..task.clone() });
        }
        let sole = limits.haste != Haste::Never && is_sole(&task);
        self.engine.begin(task);
        if sole {
            return self.report();
        }
        let most = limits.budget.nodes.unwrap_or(u64::MAX);
        let mut steps = vec![1; self.companions.len() + 1];
        let mut next_report = FIRST_REPORT;
        // All threads wait for each other wherever a report is due, so that it can tell of all of them.
        while self.round(next_report.min(most), limits, &mut steps) == Ending::Pause {
            let nodes = self.nodes();
            if nodes >= most {
                break;
            }
            if nodes >= next_report {
                while nodes >= next_report {
                    next_report *= 2;
                }
                tell(&self.report());
            }
        }
        self.report()
    }

    /// Lets all engines search until together they have visited so many nodes, or the search is over.
    fn round(&mut self, until: u64, limits: &Limits<'_>, steps: &mut [u64]) -> Ending {
        let purse = Purse(AtomicU64::new(until.saturating_sub(self.nodes())));
        let ended = AtomicBool::new(false);
        let (own, others) = steps.split_first_mut().expect("a step for each engine");
        // However short the budget, something is looked at.
        let first = purse.draw(*own).max(1);
        thread::scope(|scope| {
            for (companion, step) in self.companions.iter_mut().zip(others) {
                // Only the first engine says when to end.
                let limits = Limits { stop: &ended, haste: Haste::Never, ..*limits };
                let (first, purse) = (purse.draw(*step), &purse);
                if first > 0 {
                    scope.spawn(move || drive(&mut **companion, &limits, purse, first, step));
                }
            }
            let ending = drive(&mut *self.engine, limits, &purse, first, own);
            ended.store(true, Ordering::Relaxed);
            ending
        })
    }

    /// How many nodes all engines have visited.
    fn nodes(&self) -> u64 {
        let companions = self.companions.iter().map(|companion| companion.nodes());
        self.engine.nodes() + companions.sum::<u64>()
    }

    /// What all engines have found.
    fn report(&self) -> Report<G::Move> {
        match self.companions.is_empty() {
            true => self.engine.report(),
            false => self.engine.combine(&self.companions),
        }
    }
}

/// Whether everybody knows that the mover has one legal move. Where there are secrets others may not,
/// and how long somebody thinks must tell them nothing.
fn is_sole<G: Mind>(task: &Task<G>) -> bool {
    if !G::OPEN {
        return false;
    }
    let state = task.game.determinize(&task.view, &mut seeded(task.seed));
    let mut moves = 0;
    let _ = task.game.moves(&state, |_| {
        moves += 1;
        if moves > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    moves == 1
}

/// Why an engine stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// There is nothing more to do, or no time for it.
    Over,
    /// The nodes up to the next report are used up.
    Pause,
}

/// Nodes that all threads draw from: with shares of their own the first to use one up would end
/// the search before the others had done theirs.
struct Purse(AtomicU64);

impl Purse {
    /// Takes out so many, or what is left.
    fn draw(&self, wish: u64) -> u64 {
        let take = |left: u64| Some(left.saturating_sub(wish));
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        left.unwrap_or_default().min(wish)
    }

    /// An engine that drew so many visited so many: they need not be the same.
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

/// Steps until a limit is reached, first for `work` nodes, which were drawn, and then for as many as
/// `step` says. The steps depend on the clock only where the budget does.
fn drive<G: Mind>(
    engine: &mut dyn Engine<G>,
    limits: &Limits<'_>,
    purse: &Purse,
    mut work: u64,
    step: &mut u64,
) -> Ending {
    let Limits { budget, clock, stop, haste } = limits;
    loop {
        let (nodes, before) = (engine.nodes(), budget.time.map(|_| clock()));
        let progress = engine.step(work);
        purse.settle(work, engine.nodes() - nodes);
        if progress == Progress::Done {
            return Ending::Over;
        }
        *step = (*step * 2).min(LONGEST_STEP);
        if let (Some(time), Some(before)) = (budget.time, before) {
            let now = clock();
            if now >= time {
                return Ending::Over;
            }
            let spent = now.as_secs_f64() / time.as_secs_f64();
            if *haste == Haste::Clear && spent >= TOO_SOON && engine.is_clear(spent) {
                return Ending::Over;
            }
            // Never longer than what is left, nor than is fine enough near the end.
            let took = now.saturating_sub(before).max(Duration::from_nanos(100));
            let each = took.as_secs_f64() / work as f64;
            let target = FINE.min((time - now) / 2).as_secs_f64();
            *step = (*step).min((target / each) as u64).max(1);
        }
        if stop.load(Ordering::Relaxed) {
            return Ending::Over;
        }
        work = purse.draw(*step);
        if work == 0 {
            return Ending::Pause;
        }
    }
}
