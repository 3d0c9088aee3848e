//! The value of a position: everybody's share of the win.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parlour_core::Turn;
use parlour_core::rng::derived;
use parlour_search::{Budget, Difference, SearchControl, SearchRequest, Settings, Want};
use parlour_session::{Player, PlayerError, Session, Spec, TextReport};

use crate::report::Certainty;

/// How much is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportBudget {
    /// About how many nodes a position gets.
    pub nodes: u64,
    /// How many nodes more may go into exact values, in all positions together.
    pub exact_nodes: u64,
    /// In a game with secrets, how many positions a player reckons with at most.
    pub worlds: usize,
    /// In a game with secrets, how many searches decide whether a move was worse than the best.
    pub trials: u64,
    /// How many samples of both moves each of these searches takes, after as many nodes.
    pub samples: u64,
    /// Makes the search repeatable.
    pub seed: u64,
}

impl ReportBudget {
    /// What a report on such a game takes. With open dice every throw is searched, so each gets
    /// less.
    pub fn usual(session: &dyn Session, has_chance: bool) -> Self {
        let nodes = match (session.has_secrets(), has_chance) {
            (true, _) => 1 << 13,
            (false, true) => 1 << 11,
            (false, false) => 1 << 16,
        };
        ReportBudget {
            nodes,
            exact_nodes: 1 << 20,
            worlds: 600,
            trials: TRIALS,
            samples: nodes / 8,
            seed: 1,
        }
    }
}

/// How many searches with seeds of their own compare two moves.
const TRIALS: u64 = 4;

/// The value of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// Everybody's share of the win, in seat order.
    pub shares: Vec<f64>,
    /// How reliable they are.
    pub certainty: Certainty,
    /// The best move and the answers that are expected; empty where no player is to move.
    pub line: Vec<String>,
}

/// The value of one position; see [`PositionEvaluator::value`].
///
/// # Errors
/// When the game has no engine.
pub fn value(session: &dyn Session, budget: ReportBudget) -> Result<Value, PlayerError> {
    Ok(PositionEvaluator::new(session, budget, Arc::default())?.value(session))
}

/// Settings that make the values of the best engine comparable: neither side is preferred, and nothing is
/// left to chance. Only those that the engine has.
pub fn fair_settings(session: &dyn Session) -> Settings {
    ["contempt", "root-noise"].into_iter().fold(Settings::default(), |settings, name| {
        let mut more = settings.clone();
        more.set(name, 0.0);
        if session.player(&best(more.clone()), 1).is_ok() { more } else { settings }
    })
}

/// Chance nodes in a row whose outcomes are all evaluated.
const ROW: u32 = 2;

/// Values positions with the best engine of a game, and keeps what it learned from one position to the
/// next.
#[derive(Debug)]
pub struct PositionEvaluator {
    player: Box<dyn Player>,
    budget: ReportBudget,
    /// What is left for exact values.
    exact_nodes: u64,
    stop: Arc<AtomicBool>,
}

impl PositionEvaluator {
    /// An evaluator for the game of `session`. When `stop` becomes true, searches end early and values
    /// must not be used.
    ///
    /// # Errors
    /// When the game has no engine.
    pub fn new(
        session: &dyn Session,
        budget: ReportBudget,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, PlayerError> {
        let player = session.player(&best(fair_settings(session)), 1)?;
        Ok(PositionEvaluator { player, budget, exact_nodes: budget.exact_nodes, stop })
    }

    /// Everybody's share of the win: the result of a finished game, the exact value where it is known, the
    /// mean over all outcomes where chance decides, and otherwise what a search finds. In a game with
    /// secrets a search knows what the player to move knows.
    pub fn value(&mut self, session: &dyn Session) -> Value {
        self.within(session, ROW)
    }

    fn within(&mut self, session: &dyn Session, row: u32) -> Value {
        if let Some(shares) = session.shares() {
            let shares = shares.as_slice().iter().map(|share| share.value()).collect();
            return Value { shares, certainty: Certainty::Exact, line: Vec::new() };
        }
        if let Some(solved) = session.solution() {
            let line = solved.moves.first().map(|(action, _)| action.clone());
            return Value {
                shares: solved.shares,
                certainty: solved.certainty.into(),
                line: line.into_iter().collect(),
            };
        }
        match session.turn() {
            Turn::Chance if row > 0 => self.mean(session, row),
            Turn::Player(_) => match self.search(session, Want::BEST_LINE) {
                Some(report) => Value::of(&report),
                None => static_value(session),
            },
            _ => static_value(session),
        }
    }

    /// The mean over all outcomes of chance.
    fn mean(&mut self, session: &dyn Session, row: u32) -> Value {
        let mut mean = Mean::new(session.seats(), Certainty::Exact);
        for (action, weight) in session.chances() {
            if let Ok(after) = session.after(&action) {
                let value = self.within(&*after, row - 1);
                mean.add(&value.shares, value.certainty, weight);
            }
        }
        mean.value()
    }

    /// What a search of the player's choices finds; `None` when no player is to move.
    pub(crate) fn search(&mut self, session: &dyn Session, want: Want) -> Option<TextReport> {
        let nodes = self.budget.nodes;
        let extra = if session.is_solvable() { self.exact_nodes } else { 0 };
        // An engine keeps what it learned only without a limit on nodes, so the limit is a stop. Reports
        // come at fixed numbers of nodes: the search is repeatable all the same.
        let stop = AtomicBool::new(false);
        let control = SearchControl { clock: &|| Duration::ZERO, stop: &stop };
        let request = SearchRequest { want, seed: self.budget.seed, ..SearchRequest::default() };
        let stopped = &self.stop;
        let report = self.player.search(session, &request, &control, &mut |report| {
            if report.nodes >= nodes + extra || stopped.load(Ordering::Relaxed) {
                stop.store(true, Ordering::Relaxed);
            }
        })?;
        if extra > 0 {
            self.exact_nodes -= report.nodes.saturating_sub(nodes).min(extra);
        }
        Some(report)
    }

    /// By how much the first move is better than the second, in a game with secrets. Several searches with seeds
    /// of their own decide: none of them is the one that named the moves, and what they disagree about is part of
    /// the error.
    pub(crate) fn compare(
        &mut self,
        session: &dyn Session,
        moves: [&str; 2],
    ) -> Option<Difference> {
        let ReportBudget { trials, samples, seed, .. } = self.budget;
        let mut found = Vec::new();
        for trial in 1..=trials {
            let request = SearchRequest {
                nodes: Some(samples),
                want: Want::AllLines,
                seed: derived(seed, trial),
                ..SearchRequest::default()
            };
            found.push(self.player.compare(session, moves, &request, samples, &self.stop)?);
        }
        let count = found.len() as f64;
        let mean = found.iter().map(|one| one.mean).sum::<f64>() / count;
        let within = found.iter().map(|one| one.error.powi(2)).sum::<f64>().sqrt() / count;
        let squares: f64 = found.iter().map(|one| (one.mean - mean).powi(2)).sum();
        let between = (squares / (count - 1.0).max(1.0) / count).sqrt();
        Some(Difference { mean, error: within.max(between) })
    }
}

fn best(settings: Settings) -> Spec {
    Spec::Engine { name: "best".to_owned(), budget: Budget::default(), settings }
}

/// What the game's heuristics say with all secrets known; the result of a finished game.
pub(crate) fn static_value(session: &dyn Session) -> Value {
    let certainty =
        if session.shares().is_some() { Certainty::Exact } else { Certainty::Estimated };
    Value { shares: session.open_value(), certainty, line: Vec::new() }
}

impl Value {
    fn of(report: &TextReport) -> Self {
        let line = &report.lines[0];
        Value {
            shares: line.shares.as_slice().to_vec(),
            certainty: line.certainty.into(),
            line: line.moves.clone(),
        }
    }
}

impl From<parlour_search::Certainty> for Certainty {
    fn from(certainty: parlour_search::Certainty) -> Self {
        match certainty {
            parlour_search::Certainty::Estimated => Certainty::Estimated,
            parlour_search::Certainty::Proven => Certainty::Proven,
            parlour_search::Certainty::Exact => Certainty::Exact,
        }
    }
}

/// A weighted mean of values, such as those of all outcomes of chance. It is as certain as its least certain
/// part.
#[derive(Clone, Debug)]
pub struct Mean<C> {
    sum: Vec<f64>,
    weight: f64,
    certainty: C,
}

impl<C: Copy + Ord> Mean<C> {
    /// Of nothing yet; no more certain than this.
    pub fn new(seats: u8, certainty: C) -> Self {
        Mean { sum: vec![0.0; usize::from(seats)], weight: 0.0, certainty }
    }

    /// One more part: everybody's share of the win in it, how reliable they are, and its weight.
    pub fn add(&mut self, shares: &[f64], certainty: C, weight: u32) {
        for (sum, share) in self.sum.iter_mut().zip(shares) {
            *sum += share * f64::from(weight);
        }
        self.weight += f64::from(weight);
        self.certainty = self.certainty.min(certainty);
    }

    /// Everybody's share of the win, in seat order.
    pub fn shares(&self) -> Vec<f64> {
        self.sum.iter().map(|sum| sum / self.weight.max(1.0)).collect()
    }

    /// How reliable they are.
    pub fn certainty(&self) -> C {
        self.certainty
    }
}

impl Mean<Certainty> {
    pub(crate) fn value(&self) -> Value {
        Value { shares: self.shares(), certainty: self.certainty, line: Vec::new() }
    }
}
