//! How strong a computer player is.

use std::time::Duration;

use parlour_core::rng::{Rng, SeededRng};

use crate::engine::Report;
use crate::think::Budget;

/// How many levels every game has.
pub const LEVELS: usize = 8;

/// One level of play: an engine, how long it thinks, and how easily its hand slips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The engine's name.
    pub engine: &'static str,
    /// How long it thinks: the fewer nodes or plies, the shorter its sight.
    pub budget: Budget,
    /// A move that is so much worse than the best, in shares of the win, is e times less likely
    /// to be made. 0 for a player whose hand never slips.
    pub slip: f64,
}

impl Level {
    /// A level whose sight ends after so many nodes, within a second.
    pub const fn nodes(engine: &'static str, nodes: u64, slip: f64) -> Self {
        let budget = Budget { nodes: Some(nodes), time: Some(Duration::from_secs(1)), depth: None };
        Level { engine, budget, slip }
    }

    /// A level that looks so many plies ahead, within a second.
    pub const fn depth(engine: &'static str, depth: u32, slip: f64) -> Self {
        let budget = Budget { nodes: None, time: Some(Duration::from_secs(1)), depth: Some(depth) };
        Level { engine, budget, slip }
    }

    /// A level that thinks for so long and never slips.
    pub const fn time(engine: &'static str, milliseconds: u64) -> Self {
        let time = Some(Duration::from_millis(milliseconds));
        Level { engine, budget: Budget { nodes: None, time, depth: None }, slip: 0.0 }
    }

    /// The levels of a game that has none of its own: the same search, longer and longer.
    pub const fn ladder() -> [Level; LEVELS] {
        [
            Level::nodes("uct", 8, 0.2),
            Level::nodes("uct", 16, 0.1),
            Level::nodes("uct", 40, 0.05),
            Level::nodes("uct", 120, 0.03),
            Level::nodes("uct", 400, 0.01),
            Level::nodes("uct", 1_500, 0.0),
            Level::nodes("uct", 8_000, 0.0),
            Level::time("uct", 2_000),
        ]
    }

    /// Whether every choice must be judged, not only the best.
    pub fn weighs_all(&self) -> bool {
        self.slip > 0.0
    }

    /// Which of the lines is played: the first, or by a slip one that looks almost as good.
    pub fn choose<M>(&self, report: &Report<M>, rng: &mut SeededRng) -> usize {
        if self.slip <= 0.0 {
            return 0;
        }
        let best = report.lines[0].value;
        let weigh = |value: f64| ((value - best).min(0.0) / self.slip).exp();
        let total: f64 = report.lines.iter().map(|line| weigh(line.value)).sum();
        let mut left = total * f64::from(rng.next_u32()) / (f64::from(u32::MAX) + 1.0);
        let drawn = report.lines.iter().position(|line| {
            left -= weigh(line.value);
            left < 0.0
        });
        drawn.unwrap_or(0)
    }
}
