//! The computer's moves and hints, on a thread of their own.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parlour_search::{SearchControl, SearchRequest, Want};
use parlour_session::{HINT_MOVES, Player, PlayerError, Session, Spec, TextReport};

/// What the computer thinks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Purpose {
    /// The move of this seat, at this level.
    Move { seat: u8, level: u8 },
    /// A hint.
    Hint,
}

/// What the computer found.
pub(crate) struct Finished {
    pub(crate) purpose: Purpose,
    /// The position, told apart from all others of its table.
    pub(crate) at: (u32, u32),
    pub(crate) report: Option<TextReport>,
}

/// A search under way.
struct RunningSearch {
    at: (u32, u32),
    stop: Arc<AtomicBool>,
    /// What was found, and the player who found it.
    answer: Receiver<(Finished, Box<dyn Player>)>,
    thread: JoinHandle<()>,
}

/// Searches for one thing at a time. A player is kept from move to move, for it remembers.
#[derive(Default)]
pub(crate) struct Thinking {
    players: HashMap<Purpose, Box<dyn Player>>,
    running: Option<RunningSearch>,
}

impl Thinking {
    /// Whether it thinks about this, or about something that must be finished first.
    pub(crate) fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Starts a search of the mover's view of this position.
    ///
    /// # Errors
    /// When there is no such player.
    pub(crate) fn start(
        &mut self,
        purpose: Purpose,
        at: (u32, u32),
        session: Box<dyn Session>,
        seed: u64,
    ) -> Result<(), PlayerError> {
        // A hint's search ends by its node limit, so that the same position gets the same hint; its time
        // limit is for slow machines.
        let (spec, want) = match purpose {
            Purpose::Move { level, .. } => (Spec::Level(level), Want::Move),
            Purpose::Hint => (Spec::hint(session.as_ref(), 1), Want::Lines(HINT_MOVES)),
        };
        let mut player = match self.players.remove(&purpose) {
            Some(player) => player,
            None => session.player(&spec, 1)?,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let ((sender, answer), stopped) = (channel(), stop.clone());
        let thread = thread::spawn(move || {
            let started = Instant::now();
            let control = SearchControl { clock: &|| started.elapsed(), stop: &stopped };
            let request = SearchRequest { want, seed, ..SearchRequest::default() };
            let report = player.search(session.as_ref(), &request, &control, &mut |_| {});
            // Nobody waits for the answer when the game was left.
            let _ = sender.send((Finished { purpose, at, report }, player));
        });
        self.running = Some(RunningSearch { at, stop, answer, thread });
        Ok(())
    }

    /// Ends the search under way if it is about another position than this one.
    pub(crate) fn only_at(&mut self, at: (u32, u32)) {
        if let Some(running) = self.running.as_ref().filter(|running| running.at != at) {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// What was found, if it was within this time.
    pub(crate) fn wait(&mut self, wait: Duration) -> Option<Finished> {
        let answer = self.running.as_ref()?.answer.recv_timeout(wait);
        if let Err(RecvTimeoutError::Timeout) = answer {
            return None;
        }
        let running = self.running.take()?;
        match answer {
            Ok((thought, player)) => {
                self.players.insert(thought.purpose, player);
                Some(thought)
            }
            // A search that fails is a fault of the program: it must not go on as if nothing was.
            Err(_) => match running.thread.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => None,
            },
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
        }
    }
}
