//! Searches and counts, on a thread of their own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use parlour_games::{Entry, Orders, Player, Session, Thinking, Variation};
use parlour_search::Budget;

use super::command::Go;
use super::host::Event;

/// Room for a deep search.
const STACK: usize = 32 << 20;

/// The player who searches. It stays the same from search to search, so that it may remember.
pub(super) type Seated = Arc<Mutex<Box<dyn Player>>>;

/// What takes time.
pub(super) enum Work {
    /// Look for the best move.
    Go {
        /// How.
        wish: Go,
        /// Who.
        player: Seated,
        /// What the player's random numbers follow from.
        seed: u64,
        /// The clock runs since this moment.
        begun: Instant,
    },
    /// Count action sequences.
    Perft(u32, &'static Entry),
}

/// Work under way. It is told to stop when this goes away.
pub(super) struct Job {
    stop: Arc<AtomicBool>,
    endless: bool,
}

impl Job {
    /// Begins. Lines come as [`Event::Info`], the last as [`Event::Done`].
    pub(super) fn start(
        work: Work,
        session: Box<dyn Session>,
        events: SyncSender<Event>,
    ) -> io::Result<Job> {
        let stop = Arc::new(AtomicBool::new(false));
        let endless = matches!(&work, Work::Go { wish, .. } if wish.infinite);
        let job = Job { stop: Arc::clone(&stop), endless };
        thread::Builder::new().name("work".to_owned()).stack_size(STACK).spawn(move || {
            let mut tell = |line| {
                // Nobody listens any more when the program is about to end.
                let _ = events.send(Event::Info(line));
            };
            let answer = catch_unwind(AssertUnwindSafe(|| match work {
                Work::Go { wish, player, seed, begun } => {
                    let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
                    go(&*session, &mut **player, wish, (seed, begun), &stop, &mut tell)
                }
                Work::Perft(depth, game) => perft(game, &*session, depth, &stop),
            }));
            let answer = answer.unwrap_or_else(|_| {
                "error the work failed: a fault of ours; set up the position anew".into()
            });
            let _ = events.send(Event::Done(answer));
        })?;
        Ok(job)
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

impl Drop for Job {
    fn drop(&mut self) {
        self.stop();
    }
}

fn go(
    session: &dyn Session,
    player: &mut dyn Player,
    wish: Go,
    (seed, begun): (u64, Instant),
    stop: &AtomicBool,
    tell: &mut dyn FnMut(String),
) -> String {
    let clock = || begun.elapsed();
    let lines = wish.lines.unwrap_or(usize::from(wish.wants_value()));
    let budget = if wish.infinite { Budget::ENDLESS } else { wish.budget };
    let orders = Orders { budget, lines, seed, clock: &clock, stop };
    let mut inform =
        |thinking: &Thinking| info(thinking, wish.lines).into_iter().for_each(&mut *tell);
    let thought = player.think(session, &orders, &mut inform);
    let Some(thinking) = thought else {
        return "error nobody is to move here; set up another position".to_owned();
    };
    inform(&thinking);
    while wish.infinite && !stop.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(1));
    }
    format!("bestmove {}", thinking.chosen)
}

fn perft(game: &Entry, session: &dyn Session, depth: u32, stop: &AtomicBool) -> String {
    match (game.perft)(session, depth, stop) {
        Some(nodes) => format!("nodes {nodes}"),
        None => format!("error perft {depth} was stopped before it was done"),
    }
}

/// How many moves an `info` line names if no number of lines was asked for.
const NAMED: usize = 3;

/// One line about the best move, or one for each of so many.
fn info(thinking: &Thinking, lines: Option<usize>) -> Vec<String> {
    let Thinking { nodes, seconds, depth, .. } = thinking;
    let rate = if *seconds > 0.0 { *nodes as f64 / seconds } else { 0.0 };
    let start =
        format!("info nodes {nodes} time {:.0} nps {rate:.0} depth {depth}", seconds * 1000.0);
    let mut all = Vec::new();
    // Who asks for one line wants to know of the move that is made.
    let made = thinking.lines.iter().filter(|line| line.moves[0] == thinking.chosen);
    let told: Vec<&Variation> = match lines {
        None => made.take(1).collect(),
        Some(lines) => thinking.lines.iter().take(lines).collect(),
    };
    for (number, line) in (1..).zip(told) {
        let place = if lines.is_some() { format!(" multipv {number}") } else { String::new() };
        let shares: Vec<String> = line.shares.iter().map(|share| format!("{share:.4}")).collect();
        all.push(format!(
            "{start}{place} score {:.4} {} shares {} pv {}",
            line.value,
            line.certainty.name(),
            shares.join(" "),
            line.moves.join(" ")
        ));
    }
    if let (None, Some(first)) = (lines, all.first_mut()) {
        *first += " string";
        for Variation { moves, visits, value, .. } in thinking.lines.iter().take(NAMED) {
            *first += &format!(" {} {visits} {value:.4}", moves[0]);
        }
    }
    all
}
