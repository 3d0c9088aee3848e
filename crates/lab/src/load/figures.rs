//! What was measured, for people and for programs.

use std::fmt;
use std::sync::atomic::Ordering;
use std::time::Instant;

use serde::Serialize;

use super::process::Servers;
use super::script::Shared;
use parlour_console::numbers::grouped;

/// The measured period.
#[derive(Debug)]
pub(super) struct Window {
    begun: Instant,
    cpu: Option<f64>,
}

/// What the server used in that period.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    seconds: f64,
    cpu: Option<f64>,
    memory: Option<u64>,
}

impl Window {
    pub(super) fn open(server: &Servers) -> Self {
        Window { begun: Instant::now(), cpu: server.cpu_seconds() }
    }

    pub(super) fn close(self, server: &Servers) -> Spent {
        let cpu = server.cpu_seconds().zip(self.cpu).map(|(after, before)| after - before);
        Spent { seconds: self.begun.elapsed().as_secs_f64(), cpu, memory: server.memory() }
    }
}

/// Delays from a click to everybody's message, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Delays {
    pub(super) p50: f64,
    pub(super) p90: f64,
    pub(super) p99: f64,
    pub(super) p999: f64,
    pub(super) longest: f64,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Figures {
    pub(super) game: &'static str,
    pub(super) tables: usize,
    pub(super) sockets: usize,
    /// The rate that was asked for; null: as fast as messages arrive.
    pub(super) rate: Option<f64>,
    pub(super) seconds: f64,
    pub(super) moves: u64,
    pub(super) games_ended: u64,
    pub(super) moves_per_second: f64,
    /// Processor time of the server; null where the system does not say.
    pub(super) server_cpu_seconds: Option<f64>,
    pub(super) moves_per_server_cpu_second: Option<f64>,
    pub(super) bytes_per_move: f64,
    pub(super) server_memory_bytes: Option<u64>,
    pub(super) delay_ms: Delays,
    /// Delays in equal parts of all moves, for a picture: the shortest, then each hundredth.
    #[serde(skip)]
    pub(super) hundredths: Vec<f64>,
}

/// The delay that this part of all moves does not exceed, in milliseconds.
fn quantile(sorted: &[u32], part: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    let index = ((sorted.len() as f64 * part).ceil() as usize).saturating_sub(1).min(last);
    sorted.get(index).map_or(0.0, |&micros| f64::from(micros) / 1000.0)
}

impl Figures {
    pub(super) fn new(
        game: &'static str,
        [tables, sockets]: [usize; 2],
        rate: Option<f64>,
        spent: Spent,
        shared: &Shared,
    ) -> Self {
        let delays = shared.delays();
        let moves = delays.len() as u64;
        let at = |part| quantile(&delays, part);
        Figures {
            game,
            tables,
            sockets,
            rate,
            seconds: spent.seconds,
            moves,
            games_ended: shared.games.load(Ordering::Relaxed),
            moves_per_second: moves as f64 / spent.seconds.max(1e-9),
            server_cpu_seconds: spent.cpu,
            moves_per_server_cpu_second: spent.cpu.map(|cpu| moves as f64 / cpu.max(0.01)),
            bytes_per_move: shared.bytes.load(Ordering::Relaxed) as f64 / moves.max(1) as f64,
            server_memory_bytes: spent.memory,
            delay_ms: Delays {
                p50: at(0.5),
                p90: at(0.9),
                p99: at(0.99),
                p999: at(0.999),
                longest: at(1.0),
            },
            hundredths: (0..=100).map(|n| at(f64::from(n) / 100.0)).collect(),
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unknown = || "not known".to_owned();
        let whole = |value: f64| grouped(value.round() as u64);
        let pace = self.rate.map_or("as fast as messages arrive".to_owned(), |rate| {
            format!("{rate} moves a second asked for")
        });
        writeln!(f, "{}: {} tables, {} sockets, {pace}", self.game, self.tables, self.sockets)?;
        writeln!(
            f,
            "moves                         {} in {:.1} s, {} games ended",
            grouped(self.moves),
            self.seconds,
            grouped(self.games_ended)
        )?;
        writeln!(f, "moves a second                {}", whole(self.moves_per_second))?;
        let per_cpu = self.moves_per_server_cpu_second.map_or_else(unknown, whole);
        writeln!(f, "moves a server-cpu-second     {per_cpu}")?;
        let d = &self.delay_ms;
        writeln!(
            f,
            "click to everybody's message  p50 {:.1} ms, p99 {:.1} ms, p999 {:.1} ms, longest {:.1} ms",
            d.p50, d.p99, d.p999, d.longest
        )?;
        writeln!(f, "bytes a move                  {}", whole(self.bytes_per_move))?;
        let memory = self
            .server_memory_bytes
            .map_or_else(unknown, |bytes| format!("{:.1} MB", bytes as f64 / 1e6));
        writeln!(f, "memory of the server          {memory}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_delays_that_were_measured() {
        let sorted: Vec<u32> = (1..=1000).map(|ms| ms * 1000).collect();
        assert_eq!(quantile(&sorted, 0.5), 500.0);
        assert_eq!(quantile(&sorted, 0.999), 999.0);
        assert_eq!(quantile(&sorted, 1.0), 1000.0);
        assert_eq!(quantile(&[], 0.5), 0.0);
        assert_eq!(quantile(&[7000], 0.999), 7.0);
    }
}
