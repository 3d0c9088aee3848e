//! Numbers for Prometheus, one set for the process, written in its text format.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

use crate::sync::locked;

/// A number with its name, its help text and its kind.
#[derive(Debug)]
struct Metric(&'static str, &'static str, &'static str, AtomicI64);

/// A number that only grows.
#[derive(Debug)]
pub(crate) struct Counter(Metric);

impl Counter {
    /// Counts one more.
    pub(crate) fn increment(&self) {
        self.0.3.fetch_add(1, Relaxed);
    }
}

/// A number that rises and falls.
#[derive(Debug)]
pub(crate) struct Gauge(Metric);

impl Gauge {
    /// Sets the number.
    pub(crate) fn set(&self, value: usize) {
        self.0.3.store(value as i64, Relaxed);
    }

    /// Adds to the number, or takes from it.
    pub(crate) fn add(&self, difference: i64) {
        self.0.3.fetch_add(difference, Relaxed);
    }
}

macro_rules! metrics {
    ($($type:ident $kind:literal { $($id:ident = $name:literal, $help:literal;)* })*) => {
        $($(pub(crate) static $id: $type =
            $type(Metric($name, $help, $kind, AtomicI64::new(0)));)*)*
        static ALL: &[&Metric] = &[$($(&$id.0),*),*];
    };
}

metrics! {
    Counter "counter" {
        ACCEPTS_FAILED = "parlour_accepts_failed", "Connections that the system could not take";
        CALLS = "parlour_calls", "Calls to the API";
        CHANGES = "parlour_changes", "Changes stored at tables";
        CONFLICTS = "parlour_conflicts", "Changes decided again because another came first";
        CONNECTIONS_REFUSED = "parlour_connections_refused", "Connections over the limits";
        PROJECTIONS = "parlour_projections", "Views of a board made for a viewer";
        REFUSED_TOO_FAST = "parlour_refused_too_fast", "Calls and messages refused by a rate limit";
        THOUGHTS = "parlour_thoughts", "Searches made for computer players and hints";
    }
    Gauge "gauge" {
        PLAYERS_KEPT = "parlour_players_kept", "Computer players that keep their last search";
        SOCKETS = "parlour_sockets", "Open sockets";
        TABLES_AT_HAND = "parlour_tables_at_hand", "Tables in memory";
        TABLE_BYTES = "parlour_table_bytes", "Bytes that tables in memory take, about";
        TABLE_KILOBYTES_IN_USE = "parlour_table_kilobytes_in_use",
            "Memory of tables in use by sockets and replays";
        THINKERS_WAITING = "parlour_thinkers_waiting", "Searches waiting for a thread";
    }
}

/// Tables set up, by game.
static TABLES_MADE: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());

/// Transactions of the store, and the changes in them.
static BATCHES: AtomicU64 = AtomicU64::new(0);
static BATCHED: AtomicU64 = AtomicU64::new(0);

/// Counts a table of this game.
pub(crate) fn table_made(game: String) {
    *locked(&TABLES_MADE).entry(game).or_default() += 1;
}

/// Counts a transaction with this number of changes.
pub(crate) fn batch(changes: usize) {
    BATCHES.fetch_add(1, Relaxed);
    BATCHED.fetch_add(changes as u64, Relaxed);
}

/// All of them, as `GET /metrics` gives them.
pub(crate) fn render() -> String {
    let mut text = String::new();
    for Metric(name, help, kind, value) in ALL {
        head(&mut text, name, help, kind);
        let _ = writeln!(text, "{name} {}", value.load(Relaxed));
    }
    head(&mut text, "parlour_tables_made", "Tables set up, by game", "counter");
    for (game, made) in locked(&TABLES_MADE).iter() {
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
