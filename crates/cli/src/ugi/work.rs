//! Searches and counts, on a thread of their own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::{io, thread};

use parlour_games::{Session, Thinking};
use parlour_search::Budget;

use super::host::Event;

/// Room for the deepest count.
const STACK: usize = 32 << 20;

/// Every search begins with the same random numbers, so that one with a node budget repeats.
const SEED: u64 = 0;

/// What takes time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Work {
    /// Look for the best move.
    Go(Budget),
    /// Count action sequences.
    Perft(u32),
}

/// Work under way. It is told to stop when this goes away.
pub(super) struct Job(Arc<AtomicBool>);

impl Job {
    /// Begins. Lines come as [`Event::Info`], the last as [`Event::Done`].
    pub(super) fn start(
        work: Work,
        session: Box<dyn Session>,
        events: SyncSender<Event>,
    ) -> io::Result<Job> {
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job(Arc::clone(&stop));
        thread::Builder::new().name("work".to_owned()).stack_size(STACK).spawn(move || {
            let mut tell = |line| {
                // Nobody listens any more when the program is about to end.
                let _ = events.send(Event::Info(line));
            };
            let answer = catch_unwind(AssertUnwindSafe(|| match work {
                Work::Go(budget) => go(&*session, budget, &stop, &mut tell),
                Work::Perft(depth) => perft(&*session, depth, &stop),
            }));
            let answer = answer.unwrap_or_else(|_| "error the work failed: a fault of ours".into());
            let _ = events.send(Event::Done(answer));
        })?;
        Ok(job)
    }

    /// Ends it soon.
    pub(super) fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.stop();
    }
}

fn go(
    session: &dyn Session,
    budget: Budget,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(String),
) -> String {
    let thought = session.think_aloud(budget, SEED, stop, &mut |so_far| tell(info(&so_far)));
    let Some(thinking) = thought else { return "error nobody is to move here".to_owned() };
    tell(info(&thinking));
    match thinking.candidates.first() {
        Some((best, ..)) => format!("bestmove {best}"),
        None => "error no move was found".to_owned(),
    }
}

fn perft(session: &dyn Session, depth: u32, stop: &AtomicBool) -> String {
    match session.perft_until(depth, stop) {
        Some(nodes) => format!("nodes {nodes}"),
        None => format!("error perft {depth} was stopped before it was done"),
    }
}

/// How many candidates an `info` line names.
const NAMED: usize = 3;

fn info(thinking: &Thinking) -> String {
    let Thinking { candidates, nodes, seconds } = thinking;
    let rate = if *seconds > 0.0 { *nodes as f64 / seconds } else { 0.0 };
    let mut line = format!("info nodes {nodes} time {:.0} nps {rate:.0}", seconds * 1000.0);
    if let Some((best, _, value)) = candidates.first() {
        line += &format!(" score {value:.4} pv {best} string");
    }
    for (action, visits, value) in candidates.iter().take(NAMED) {
        line += &format!(" {action} {visits} {value:.4}");
    }
    line
}
