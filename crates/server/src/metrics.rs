//! Numbers for Prometheus, one set for the process, written in its text format.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// A number that only grows.
pub(crate) struct Counter {
    name: &'static str,
    help: &'static str,
    value: AtomicU64,
}

impl Counter {
    const fn new(name: &'static str, help: &'static str) -> Self {
        Counter { name, help, value: AtomicU64::new(0) }
    }

    /// Counts one more.
    pub(crate) fn increment(&self) {
        self.value.fetch_add(1, Relaxed);
    }
}

/// A number that rises and falls.
#[derive(Debug)]
pub(crate) struct Gauge {
    name: &'static str,
    help: &'static str,
    value: AtomicI64,
}

impl Gauge {
    const fn new(name: &'static str, help: &'static str) -> Self {
        Gauge { name, help, value: AtomicI64::new(0) }
    }

    /// Sets the number.
    pub(crate) fn set(&self, value: usize) {
        self.value.store(value as i64, Relaxed);
    }

    /// Adds to the number, or takes from it.
    pub(crate) fn add(&self, difference: i64) {
        self.value.fetch_add(difference, Relaxed);
    }
}

pub(crate) static ACCEPTS_FAILED: Counter =
    Counter::new("parlour_accepts_failed", "Connections that the system could not take");
pub(crate) static CALLS: Counter = Counter::new("parlour_calls", "Calls to the API");
pub(crate) static CHANGES: Counter = Counter::new("parlour_changes", "Changes stored at tables");
pub(crate) static CONFLICTS: Counter =
    Counter::new("parlour_conflicts", "Changes decided again because another came first");
pub(crate) static CONNECTIONS_REFUSED: Counter =
    Counter::new("parlour_connections_refused", "Connections over the limits");
pub(crate) static PROJECTIONS: Counter =
    Counter::new("parlour_projections", "Views of a board made for a viewer");
pub(crate) static REFUSED_TOO_FAST: Counter =
    Counter::new("parlour_refused_too_fast", "Calls and messages refused by a rate limit");
pub(crate) static THOUGHTS: Counter =
    Counter::new("parlour_thoughts", "Searches made for computer players and hints");

pub(crate) static PLAYERS_KEPT: Gauge =
    Gauge::new("parlour_players_kept", "Computer players that keep their last search");
pub(crate) static SOCKETS: Gauge = Gauge::new("parlour_sockets", "Open sockets");
pub(crate) static TABLES_AT_HAND: Gauge = Gauge::new("parlour_tables_at_hand", "Tables in memory");
pub(crate) static TABLE_BYTES: Gauge =
    Gauge::new("parlour_table_bytes", "Bytes that tables in memory take, about");
pub(crate) static TABLE_KILOBYTES_IN_USE: Gauge =
    Gauge::new("parlour_table_kilobytes_in_use", "Memory of tables in use by sockets and replays");
pub(crate) static THINKERS_WAITING: Gauge =
    Gauge::new("parlour_thinkers_waiting", "Searches waiting for a thread");

/// Tables set up, by game.
static TABLES_MADE: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());

/// Transactions of the store, and the changes in them.
static BATCHES: AtomicU64 = AtomicU64::new(0);
static BATCHED: AtomicU64 = AtomicU64::new(0);

/// Counts a table of this game.
pub(crate) fn table_made(game: String) {
    *TABLES_MADE.lock().unwrap_or_else(PoisonError::into_inner).entry(game).or_default() += 1;
}

/// Counts a transaction with this number of changes.
pub(crate) fn batch(changes: usize) {
    BATCHES.fetch_add(1, Relaxed);
    BATCHED.fetch_add(changes as u64, Relaxed);
}

/// All of them, as `GET /metrics` gives them.
pub(crate) fn render() -> String {
    let counters = [
        &ACCEPTS_FAILED,
        &CALLS,
        &CHANGES,
        &CONFLICTS,
        &CONNECTIONS_REFUSED,
        &PROJECTIONS,
        &REFUSED_TOO_FAST,
        &THOUGHTS,
    ];
    let gauges = [
        &PLAYERS_KEPT,
        &SOCKETS,
        &TABLES_AT_HAND,
        &TABLE_BYTES,
        &TABLE_KILOBYTES_IN_USE,
        &THINKERS_WAITING,
    ];
    let mut text = String::new();
    for Counter { name, help, value } in counters {
        head(&mut text, name, help, "counter");
        let _ = writeln!(text, "{name} {}", value.load(Relaxed));
    }
    for Gauge { name, help, value } in gauges {
        head(&mut text, name, help, "gauge");
        let _ = writeln!(text, "{name} {}", value.load(Relaxed));
    }
    head(&mut text, "parlour_tables_made", "Tables set up, by game", "counter");
    for (game, made) in TABLES_MADE.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        let _ = writeln!(text, "parlour_tables_made{{game=\"{game}\"}} {made}");
    }
    head(&mut text, "parlour_store_batch", "Changes written in one transaction", "summary");
    let _ = writeln!(text, "parlour_store_batch_sum {}", BATCHED.load(Relaxed));
    let _ = writeln!(text, "parlour_store_batch_count {}", BATCHES.load(Relaxed));
    text
}

fn head(text: &mut String, name: &str, help: &str, kind: &str) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_one_that_prometheus_reads() {
        CALLS.increment();
        table_made("senet".to_owned());
        batch(3);
        let text = render();
        assert!(text.contains("# TYPE parlour_calls counter\nparlour_calls "), "{text}");
        assert!(text.contains("\nparlour_tables_made{game=\"senet\"} "), "{text}");
        for line in text.lines().filter(|line| !line.starts_with("# ")) {
            let (name, number) = line.rsplit_once(' ').expect("a name and a number");
            assert!(name.starts_with("parlour_") && number.parse::<i64>().is_ok(), "{line}");
        }
    }
}
