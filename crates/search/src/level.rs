//! How strong a computer player is.

use std::time::Duration;

use parlour_core::Game;
use parlour_core::rng::{SeededRng, by_weight};

use crate::engine::SearchTask;
use crate::report::{Certainty, Line, SearchReport};
use crate::request::{Budget, SearchRequest, Want};
use crate::settings::Settings;

/// How many levels every game has.
pub const LEVELS: usize = 8;

/// One level of play: an engine, its budget, and how random its choice is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The engine's name.
    pub engine: &'static str,
    /// How long it searches.
    pub budget: Budget,
    /// The temperature of its choice: a move that is worse than the best by this share of the win is e
    /// times less likely to be made. At 0 the best move is always made. The unit is that of an even game
    /// of two: odds are compared, so that moves are told apart also where the game is nearly won or lost.
    pub temperature: f64,
    /// Whether it moves before its time is up where the best move is clear.
    pub stop_when_clear: bool,
    /// Settings of the engine that differ from its defaults.
    pub settings: &'static [(&'static str, f64)],
}

impl Level {
    /// A level with a node limit, within a second. It makes the best move.
    pub const fn nodes(engine: &'static str, nodes: u64) -> Self {
        let budget = Budget { nodes: Some(nodes), time: Some(Duration::from_secs(1)), depth: None };
        Level { engine, budget, temperature: 0.0, stop_when_clear: false, settings: &[] }
    }

    /// A level with a depth limit in plies, within a second. It makes the best move.
    pub const fn depth(engine: &'static str, depth: u32) -> Self {
        let budget = Budget { nodes: None, time: Some(Duration::from_secs(1)), depth: Some(depth) };
        Level { engine, budget, temperature: 0.0, stop_when_clear: false, settings: &[] }
    }

    /// A level with a time limit, which moves as soon as the best move is clear, and always makes it.
    pub const fn milliseconds(engine: &'static str, milliseconds: u64) -> Self {
        let time = Some(Duration::from_millis(milliseconds));
        let budget = Budget { nodes: None, time, depth: None };
        Level { engine, budget, temperature: 0.0, stop_when_clear: true, settings: &[] }
    }

    /// The same level with a choice at this [temperature](Level::temperature).
    #[must_use]
    pub const fn temperature(self, temperature: f64) -> Self {
        Level { temperature, ..self }
    }

    /// The same level with these settings of its engine.
    #[must_use]
    pub const fn with(self, settings: &'static [(&'static str, f64)]) -> Self {
        Level { settings, ..self }
    }

    /// The settings of its engine.
    pub fn engine_settings(&self) -> Settings {
        let mut settings = Settings::default();
        self.settings.iter().for_each(|&(name, value)| settings.set(name, value));
        settings
    }

    /// The levels of a game that has none of its own: one engine with higher and higher limits.
    pub const fn ladder(engine: &'static str) -> [Level; LEVELS] {
        [
            Level::nodes(engine, 60).temperature(0.15),
            Level::nodes(engine, 60).temperature(0.05),
            Level::nodes(engine, 60),
            Level::nodes(engine, 250),
            Level::nodes(engine, 1_000),
            Level::nodes(engine, 4_000),
            Level::nodes(engine, 20_000),
            Level::milliseconds(engine, 2_000),
        ]
    }

    /// Whether every move needs a value, not only the best.
    pub fn weighs_all(&self) -> bool {
        self.temperature > 0.0
    }

    /// The task of a request, with what this level adds: its own limits, and what it needs for its choice.
    /// A caller who sets a time, or wants values, gets a search of the whole time.
    pub fn task<G: Game>(&self, game: &G, view: G::View, request: &SearchRequest) -> SearchTask<G> {
        let want = match request.want {
            Want::Move if self.weighs_all() => Want::WeightedMove,
            Want::Lines(_) if self.weighs_all() => Want::AllLines,
            want => want,
        };
        SearchTask {
            budget: self.budget.within(request),
            want,
            stop_when_clear: self.stop_when_clear && !request.times_itself() && !want.values(),
            ..SearchTask::new(game, view, request.seed)
        }
    }

    /// The index of the line that is played: the first, or with a temperature one that looks almost as
    /// good. A proven win is always taken.
    pub fn choose<M>(&self, report: &SearchReport<M>, rng: &mut SeededRng) -> usize {
        let best = &report.lines[0];
        let won = best.certainty != Certainty::Estimated && best.value >= 1.0;
        if self.temperature <= 0.0 || won {
            return 0;
        }
        // A move that was never searched is no plausible mistake.
        let weight = |line: &Line<M>| {
            let worse = (log_odds(line.value) - log_odds(best.value)).min(0.0) / STEEPNESS;
            if line.is_valued() { (worse / self.temperature).exp() } else { 0.0 }
        };
        by_weight(rng, report.lines.iter().map(weight))
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
    use crate::request::TimeLimit;

    fn report(values: &[(f64, u64)]) -> SearchReport<usize> {
        let line = |(number, &(value, visits)): (usize, &(f64, u64))| Line {
            moves: vec![number],
            value,
            shares: PerSeat::new(2, value),
            certainty: Certainty::Estimated,
            visits: Some(visits),
            sampled: None,
        };
        SearchReport::new(values.iter().enumerate().map(line).collect(), 1, 1)
    }

    #[test]
    fn a_request_without_end_has_no_time_limit_but_the_other_limits_of_the_player() {
        let (second, tenth) = (Duration::from_secs(1), Duration::from_millis(100));
        let own = Level::nodes("uct", 60).budget;
        let within = |time| own.within(&SearchRequest { time, ..SearchRequest::default() });
        assert_eq!(within(TimeLimit::Own), own);
        assert_eq!(within(TimeLimit::Within(tenth)), Budget { time: Some(tenth), ..own });
        assert_eq!(within(TimeLimit::Within(2 * second)), own);
        assert_eq!(within(TimeLimit::Endless), Budget { time: None, ..own });
    }

    /// How often each line is played, of 1000 times.
    fn played(level: &Level, report: &SearchReport<usize>) -> Vec<u32> {
        let mut counts = vec![0; report.lines.len()];
        (0..1000).for_each(|seed| counts[level.choose(report, &mut seeded(seed))] += 1);
        counts
    }

    #[test]
    fn at_temperature_0_the_best_move_is_made() {
        let level = Level::nodes("uct", 1);
        assert_eq!(played(&level, &report(&[(0.4, 9), (0.9, 1)])), [1000, 0]);
    }

    #[test]
    fn a_worse_move_is_made_the_less_often_the_worse_it_is() {
        let level = Level::nodes("uct", 1).temperature(0.1);
        let counts = played(&level, &report(&[(0.55, 5), (0.45, 3), (0.0, 1), (0.5, 0)]));
        // e times less likely for each tenth.
        assert!((680..780).contains(&counts[0]), "{counts:?}");
        assert!((220..320).contains(&counts[1]), "{counts:?}");
        assert!(counts[2] < 10, "{counts:?}");
        assert_eq!(counts[3], 0, "nobody looked at it");
    }

    #[test]
    fn moves_are_told_apart_where_the_game_is_nearly_won() {
        let level = Level::nodes("uct", 1).temperature(0.1);
        let counts = played(&level, &report(&[(0.999, 5), (0.9, 3)]));
        assert!(counts[0] > 990, "{counts:?}");
    }

    #[test]
    fn a_proven_win_is_always_taken() {
        let level = Level::nodes("uct", 1).temperature(0.5);
        let mut won = report(&[(1.0, 5), (0.9999, 3)]);
        let counts = played(&level, &won);
        assert!(counts[1] > 0, "a guess is no win: {counts:?}");
        won.lines[0].certainty = Certainty::Proven;
        assert_eq!(played(&level, &won), [1000, 0]);
    }

    #[test]
    fn lines_without_visits_are_all_considered() {
        let counts =
            played(&Level::nodes("uct", 1).temperature(0.1), &report(&[(0.5, 0), (0.5, 0)]));
        assert!(counts.iter().all(|&count| count > 400), "{counts:?}");
    }
}
