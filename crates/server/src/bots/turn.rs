//! A search on its thread, which it gives away when others should have it.
//!
//! A search asks for the time between its steps, a fraction of a millisecond apart. There it may be paused:
//! its thread sleeps while another searches, and the time stands still for it. Nothing that it found is lost.

use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::queue::{Class, Searcher, TURN};
use super::{Shared, wait};
use crate::fairness::Stop;
use crate::sync::locked;

/// A search under way.
pub(super) struct SearchTurn<'a> {
    shared: &'a Shared,
    searcher: Searcher,
    stop: Stop,
    state: Mutex<TurnState>,
}

struct TurnState {
    /// The time that the search had a thread, up to `since`.
    spent: Duration,
    since: Instant,
    /// Whether the search has its turn before those that come first, which wait until it is over.
    first: bool,
    /// Its number among all that is under way.
    number: u64,
}

impl<'a> SearchTurn<'a> {
    pub(super) fn new(
        shared: &'a Shared,
        searcher: Searcher,
        stop: Stop,
        first: bool,
        number: u64,
    ) -> Self {
        let state = TurnState { spent: Duration::ZERO, since: Instant::now(), first, number };
        SearchTurn { shared, searcher, stop, state: Mutex::new(state) }
    }

    /// The time that the search has had so far. It may be paused here.
    pub(super) fn clock(&self) -> Duration {
        let mut state = locked(&self.state);
        if self.searcher.class != Class::Urgent {
            let turn_over = state.since.elapsed() >= TURN;
            if turn_over || (!state.first && self.shared.pressing.load(Ordering::Relaxed)) {
                self.look_round(&mut state, turn_over);
            }
        }
        state.spent + state.since.elapsed()
    }

    /// Gives the thread away if others should have it, and comes back when it is the search's turn again.
    fn look_round(&self, state: &mut TurnState, turn_over: bool) {
        let now = Instant::now();
        let ran = now - state.since;
        (state.spent, state.since, state.first) = (state.spent + ran, now, false);
        let mut queue = locked(&self.shared.queue);
        queue.charge(self.searcher.class, ran);
        let paused = queue.pause(&self.searcher, turn_over);
        // A slice may be due now, and a paused search has left a thread.
        self.shared.wake.notify_all();
        let Some(paused) = paused else { return };
        queue.under_way.end(state.number);
        while paused.resumed.get().is_none() {
            if queue.closed || self.stop.is_set() {
                // Its thread ends the search, beside those that have the threads.
                self.stop.set();
                let _ = paused.resumed.set(false);
                queue.go_on();
                break;
            }
            queue = wait(&self.shared.resume, queue);
        }
        state.number = queue.under_way.begin(self.stop.clone());
        drop(queue);
        state.first = paused.resumed.get() == Some(&true);
        state.since = Instant::now();
    }

    /// The search is over.
    pub(super) fn end(self) {
        let state = locked(&self.state);
        let mut queue = locked(&self.shared.queue);
        queue.under_way.end(state.number);
        queue.end_search(&self.searcher, state.since.elapsed());
        drop(queue);
        // Another search may begin now, or a slice.
        self.shared.wake.notify_all();
    }
}
