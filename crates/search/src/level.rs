//! How strong a computer player is.

use std::time::Duration;

use parlour_core::rng::{Rng, SeededRng};

use crate::engine::{Certainty, Line, Report};
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
    /// to be made. 0 for a player whose hand never slips. That is said of an even game of two: what is
    /// compared are odds, so that who has all but won, or all but lost, still tells moves apart.
    pub slip: f64,
    /// Whether it moves before its time is up where the choice is clear.
    pub brisk: bool,
}

impl Level {
    /// A level whose sight ends after so many nodes, within a second.
    pub const fn nodes(engine: &'static str, nodes: u64, slip: f64) -> Self {
        let budget = Budget { nodes: Some(nodes), time: Some(Duration::from_secs(1)), depth: None };
        Level { engine, budget, slip, brisk: false }
    }

    /// A level that looks so many plies ahead, within a second.
    pub const fn depth(engine: &'static str, depth: u32, slip: f64) -> Self {
        let budget = Budget { nodes: None, time: Some(Duration::from_secs(1)), depth: Some(depth) };
        Level { engine, budget, slip, brisk: false }
    }

    /// A level that thinks for so long, or until the choice is clear, and never slips.
    pub const fn time(engine: &'static str, milliseconds: u64) -> Self {
        let time = Some(Duration::from_millis(milliseconds));
        let budget = Budget { nodes: None, time, depth: None };
        Level { engine, budget, slip: 0.0, brisk: true }
    }

    /// The levels of a game that has none of its own: the same search, longer and longer.
    pub const fn ladder() -> [Level; LEVELS] {
        [
            Level::nodes("uct", 60, 0.15),
            Level::nodes("uct", 60, 0.05),
            Level::nodes("uct", 60, 0.0),
            Level::nodes("uct", 250, 0.0),
            Level::nodes("uct", 1_000, 0.0),
            Level::nodes("uct", 4_000, 0.0),
            Level::nodes("uct", 20_000, 0.0),
            Level::time("uct", 2_000),
        ]
    }

    /// Whether every choice must be judged, not only the best.
    pub fn weighs_all(&self) -> bool {
        self.slip > 0.0
    }

    /// Which of the lines is played: the first, or by a slip one that looks almost as good. A win that
    /// is seen is not let slip.
    pub fn choose<M>(&self, report: &Report<M>, rng: &mut SeededRng) -> usize {
        let best = &report.lines[0];
        let won = best.certainty != Certainty::Estimated && best.value >= 1.0;
        if self.slip <= 0.0 || won {
            return 0;
        }
        // A move that was never looked at is no plausible slip.
        let told_apart = report.lines.iter().any(|line| line.visits > 0);
        let weigh = |line: &Line<M>| {
            let seen = !told_apart || line.visits > 0 || line.certainty != Certainty::Estimated;
            let worse = (log_odds(line.value) - log_odds(best.value)).min(0.0) / STEEPNESS;
            if seen { (worse / self.slip).exp() } else { 0.0 }
        };
        let total: f64 = report.lines.iter().map(weigh).sum();
        let mut left = total * f64::from(rng.next_u32()) / (f64::from(u32::MAX) + 1.0);
        let drawn = report.lines.iter().position(|line| {
            left -= weigh(line);
            left < 0.0
        });
        drawn.unwrap_or(0)
    }
}

/// How fast log-odds grow with the share of the win in an even game of two.
const STEEPNESS: f64 = 4.0;

/// The logarithm of the odds to win; nothing is taken to be quite sure.
fn log_odds(share: f64) -> f64 {
    let share = share.clamp(1e-4, 1.0 - 1e-4);
    (share / (1.0 - share)).ln()
}

#[cfg(test)]
mod tests {
    use parlour_core::PerSeat;
    use parlour_core::rng::seeded;

    use super::*;

    fn report(values: &[(f64, u64)]) -> Report<usize> {
        let line = |(number, &(value, visits)): (usize, &(f64, u64))| Line {
            moves: vec![number],
            value,
            shares: PerSeat::new(2, value),
            certainty: Certainty::Estimated,
            visits,
        };
        Report { lines: values.iter().enumerate().map(line).collect(), depth: 1, nodes: 1 }
    }

    /// How often each line is played, of 1000 times.
    fn played(level: &Level, report: &Report<usize>) -> Vec<u32> {
        let mut counts = vec![0; report.lines.len()];
        (0..1000).for_each(|seed| counts[level.choose(report, &mut seeded(seed))] += 1);
        counts
    }

    #[test]
    fn a_sure_hand_plays_the_best() {
        let level = Level::nodes("uct", 1, 0.0);
        assert_eq!(played(&level, &report(&[(0.4, 9), (0.9, 1)])), [1000, 0]);
    }

    #[test]
    fn a_slip_is_plausible() {
        let level = Level::nodes("uct", 1, 0.1);
        let counts = played(&level, &report(&[(0.55, 5), (0.45, 3), (0.0, 1), (0.5, 0)]));
        // e times less likely for each tenth.
        assert!((680..780).contains(&counts[0]), "{counts:?}");
        assert!((220..320).contains(&counts[1]), "{counts:?}");
        assert!(counts[2] < 10, "{counts:?}");
        assert_eq!(counts[3], 0, "nobody looked at it");
    }

    #[test]
    fn whoever_had_all_but_won_could_not_tell_moves_apart() {
        let level = Level::nodes("uct", 1, 0.1);
        let counts = played(&level, &report(&[(0.999, 5), (0.9, 3)]));
        assert!(counts[0] > 990, "{counts:?}");
    }

    #[test]
    fn a_win_that_was_seen_was_let_slip() {
        let level = Level::nodes("uct", 1, 0.5);
        let mut won = report(&[(1.0, 5), (0.9999, 3)]);
        let counts = played(&level, &won);
        assert!(counts[1] > 0, "a guess is no win: {counts:?}");
        won.lines[0].certainty = Certainty::Proven;
        assert_eq!(played(&level, &won), [1000, 0]);
    }

    #[test]
    fn lines_without_visits_are_all_plausible() {
        let counts = played(&Level::nodes("uct", 1, 0.1), &report(&[(0.5, 0), (0.5, 0)]));
        assert!(counts.iter().all(|&count| count > 400), "{counts:?}");
    }
}
