//! Searches and counts, on a thread of their own.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use parlour_search::SearchControl;
use parlour_session::{Player, Session, TextLine, TextReport};

use super::command::GoCommand;
use super::host::Event;

/// Room for a deep search.
const STACK: usize = 32 << 20;

/// The player who searches. It stays the same from search to search, so that it may remember.
pub(super) type SharedPlayer = Arc<Mutex<Box<dyn Player>>>;

/// What takes time.
pub(super) enum Job {
    /// Look for the best move.
    Go {
        /// What to search for.
        go: GoCommand,
        /// The player who searches.
        player: SharedPlayer,
        /// When the clock started.
        begun: Instant,
    },
    /// Count action sequences of this length.
    Perft(u32),
}

/// Work in progress. It stops when this is dropped.
pub(super) struct JobHandle {
    stop: Arc<AtomicBool>,
    endless: bool,
}

impl JobHandle {
    /// Begins. Lines come as [`Event::Info`], the last as [`Event::Done`].
    pub(super) fn start(
        job: Job,
        session: Box<dyn Session>,
        events: SyncSender<Event>,
    ) -> io::Result<JobHandle> {
        let stop = Arc::new(AtomicBool::new(false));
        let endless = matches!(&job, Job::Go { go, .. } if go.request.is_endless());
        let running = JobHandle { stop: Arc::clone(&stop), endless };
        thread::Builder::new().name("work".to_owned()).stack_size(STACK).spawn(move || {
            let mut tell = |line| {
                // Nobody listens any more when the program is about to end.
                let _ = events.send(Event::Info(line));
            };
            let answer = catch_unwind(AssertUnwindSafe(|| match job {
                Job::Go { go, player, begun } => {
                    let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
                    search(&*session, &mut **player, &go, begun, &stop, &mut tell)
                }
                Job::Perft(depth) => perft(&*session, depth, &stop),
            }));
            let answer = answer.unwrap_or_else(|_| {
                "error the work failed: a fault of ours; set up the position anew".into()
            });
            let _ = events.send(Event::Done(answer));
        })?;
        Ok(running)
    }

    /// Ends it soon.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether only a stop ends it.
    pub(super) fn endless(&self) -> bool {
        self.endless
    }
}

impl Drop for JobHandle {
    fn drop(&mut self) {
        self.stop();
    }
}

fn search(
    session: &dyn Session,
    player: &mut dyn Player,
    GoCommand { request, multipv }: &GoCommand,
    begun: Instant,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(String),
) -> String {
    let control = SearchControl { clock: &|| begun.elapsed(), stop };
    let mut inform = |report: &TextReport| {
        info(report, begun.elapsed(), *multipv).into_iter().for_each(&mut *tell);
    };
    let Some(report) = player.search(session, request, &control, &mut inform) else {
        return "error nobody is to move here; set up another position".to_owned();
    };
    inform(&report);
    while request.is_endless() && !stop.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(1));
    }
    format!("bestmove {}", report.chosen)
}

fn perft(session: &dyn Session, depth: u32, stop: &AtomicBool) -> String {
    match session.perft(depth, stop) {
        Some(nodes) => format!("nodes {nodes}"),
        None => format!("error perft {depth} was stopped before it was done"),
    }
}

/// How many moves an `info` line names if no number of lines was asked for.
const NAMED: usize = 3;

/// One line about the move that is made, or one for each of the best `multipv` moves.
fn info(report: &TextReport, elapsed: Duration, multipv: Option<NonZeroUsize>) -> Vec<String> {
    let TextReport { nodes, depth, .. } = report;
    let seconds = elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { *nodes as f64 / seconds } else { 0.0 };
    let start =
        format!("info nodes {nodes} time {:.0} nps {rate:.0} depth {depth}", seconds * 1000.0);
    let mut all = Vec::new();
    let made = report.lines.iter().filter(|line| line.moves[0] == report.chosen);
    let shown: Vec<&TextLine> = match multipv {
        None => made.take(1).collect(),
        Some(lines) => report.lines.iter().take(lines.get()).collect(),
    };
    for (number, line) in (1..).zip(shown) {
        let place = if multipv.is_some() { format!(" multipv {number}") } else { String::new() };
        let shares: Vec<String> =
            line.shares.as_slice().iter().map(|share| format!("{share:.4}")).collect();
        all.push(format!(
            "{start}{place} score {:.4} {} shares {} pv {}",
            line.value,
            line.certainty.name(),
            shares.join(" "),
            line.moves.join(" ")
        ));
    }
    if let (None, Some(first)) = (multipv, all.first_mut()) {
        *first += " string";
        for TextLine { moves, visits, value, .. } in report.lines.iter().take(NAMED) {
            let visits = visits.unwrap_or_default();
            *first += &format!(" {} {visits} {value:.4}", moves[0]);
        }
    }
    all
}
