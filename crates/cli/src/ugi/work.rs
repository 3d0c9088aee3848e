//! Searches and counts, on a thread of their own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use std::{io, thread};

use parlour_games::{Entry, Orders, Player, Session, Thinking, Variation};
use parlour_search::Budget;

use super::host::Event;

/// Room for the deepest count.
const STACK: usize = 32 << 20;

/// Every search begins with the same random numbers, so that one with a node budget repeats.
const SEED: u64 = 0;

/// The player who searches. It stays the same from search to search, so that it may remember.
pub(super) type Seated = Arc<Mutex<Box<dyn Player>>>;

/// What takes time.
pub(super) enum Work {
    /// Look for the best move, with a clock that runs since this moment.
    Go(Budget, Seated, Instant),
    /// Count action sequences.
    Perft(u32, &'static Entry),
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
                Work::Go(budget, player, begun) => {
                    let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
                    go(&*session, &mut **player, budget, begun, &stop, &mut tell)
                }
                Work::Perft(depth, game) => perft(game, &*session, depth, &stop),
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
    player: &mut dyn Player,
    budget: Budget,
    begun: Instant,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(String),
) -> String {
    let orders = Orders { budget, lines: 1, seed: SEED, clock: &|| begun.elapsed(), stop };
    let thought = player.think(session, &orders, &mut |so_far| tell(info(so_far)));
    let Some(thinking) = thought else { return "error nobody is to move here".to_owned() };
    tell(info(&thinking));
    format!("bestmove {}", thinking.chosen)
}

fn perft(game: &Entry, session: &dyn Session, depth: u32, stop: &AtomicBool) -> String {
    match (game.perft)(session, depth, stop) {
        Some(nodes) => format!("nodes {nodes}"),
        None => format!("error perft {depth} was stopped before it was done"),
    }
}

/// How many candidates an `info` line names.
const NAMED: usize = 3;

fn info(thinking: &Thinking) -> String {
    let Thinking { lines, nodes, seconds, .. } = thinking;
    let rate = if *seconds > 0.0 { *nodes as f64 / seconds } else { 0.0 };
    let mut line = format!("info nodes {nodes} time {:.0} nps {rate:.0}", seconds * 1000.0);
    if let Some(best) = lines.first() {
        line += &format!(" score {:.4} pv {} string", best.value, best.moves[0]);
    }
    for Variation { moves, visits, value, .. } in lines.iter().take(NAMED) {
        line += &format!(" {} {visits} {value:.4}", moves[0]);
    }
    line
}
