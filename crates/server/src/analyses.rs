//! The engine's lines for the analysis board.

use std::num::NonZeroUsize;
use std::time::Duration;

use parlour_analysis::{Certainty, Mean};
use parlour_core::rng::seeded;
use parlour_core::{Turn, Viewer};
use parlour_search::{Budget, Want};
use parlour_session::{Session, TextReport};
use parlour_table::commands::{Code, Refusal};
use parlour_wire::analysis::{EngineLine, EngineNews, OutcomeValue};

use crate::app::App;
use crate::bots::Analysis;
use crate::error::Error;
use crate::fairness::Claimant;

/// What somebody asks of the engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) lines: NonZeroUsize,
    pub(crate) time: Duration,
    pub(crate) depth: Option<u32>,
}

/// A search for the analysis board, step by step. Dropping it ends the search.
pub(crate) enum Search {
    /// The lines of a player.
    Lines(Analysis, Wanted),
    /// The outcomes of a chance node, one after another.
    Outcomes(Box<Outcomes>),
    /// It is over.
    Over,
}

/// A chance node whose outcomes are searched one after another.
pub(crate) struct Outcomes {
    app: App,
    claimant: Claimant,
    session: Box<dyn Session>,
    chances: Vec<(String, u32)>,
    wanted: Wanted,
    found: Vec<OutcomeValue>,
    /// Whether the outcomes are gone over again with what is known by now.
    again: bool,
}

const BUSY: &str = "The computer is busy. Ask again in a moment.";

/// The refusal while every thread of the computer has work.
pub(crate) fn busy() -> Error {
    Refusal::new(Code::Busy, BUSY).into()
}

impl Search {
    /// Begins to search a position.
    pub(crate) fn start(
        app: &App,
        claimant: Claimant,
        session: Box<dyn Session>,
        wanted: Wanted,
    ) -> Result<Self, Error> {
        match session.turn() {
            Turn::Over => Err(Refusal::new(Code::Over, "The game is over here.").into()),
            Turn::Player(_) => {
                let budget = Budget { time: Some(wanted.time), nodes: None, depth: wanted.depth };
                let search =
                    app.hub.pool.analyse(session, budget, Want::Lines(wanted.lines), claimant);
                search.map(|search| Search::Lines(search, wanted)).ok_or_else(busy)
            }
            Turn::Chance => {
                let (app, chances, found) = (app.clone(), session.chances(), Vec::new());
                let outcomes =
                    Outcomes { app, claimant, session, chances, wanted, found, again: false };
                Ok(Search::Outcomes(Box::new(outcomes)))
            }
        }
    }

    /// What was found next; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<EngineNews> {
        let news = match self {
            Search::Over => return None,
            Search::Lines(analysis, wanted) => {
                let most = wanted.lines.get();
                analysis.next().await.map(|(report, done)| lines(report, most, done))
            }
            Search::Outcomes(outcomes) => outcomes.next().await,
        };
        let news = news.unwrap_or_else(|| EngineNews::Failed { message: BUSY.to_owned() });
        let done = match &news {
            EngineNews::Lines { done, .. } | EngineNews::Outcomes { done, .. } => *done,
            EngineNews::Failed { .. } => true,
        };
        if done {
            *self = Search::Over;
        }
        Some(news)
    }
}

fn lines(report: TextReport, most: usize, done: bool) -> EngineNews {
    let line = |line: parlour_session::TextLine| EngineLine {
        moves: line.moves,
        shares: line.shares.iter().map(|(_, share)| share).collect(),
        certainty: line.certainty.into(),
    };
    let tried = report.lines.into_iter().filter(parlour_session::TextLine::tried);
    let lines = tried.take(most).map(line).collect();
    EngineNews::Lines { lines, depth: report.depth, nodes: report.nodes, done }
}

/// The value of a position.
struct Value {
    shares: Vec<f64>,
    certainty: Certainty,
    reply: Vec<String>,
}

/// Where chance decides twice in a row, this number of the second outcomes is looked at, at most.
const MOST_SECOND: usize = 6;

impl Outcomes {
    /// Searches the next outcome; `None` if the search failed.
    async fn next(&mut self) -> Option<EngineNews> {
        let index = self.found.len();
        if index == self.chances.len() {
            // What was solved for the later outcomes may solve the earlier ones now.
            self.again = true;
            for index in 0..self.chances.len() {
                if self.found[index].certainty == Certainty::Estimated {
                    self.found[index] = self.search(index, Duration::ZERO).await?;
                }
            }
        } else {
            let part = self.wanted.time / self.chances.len().max(1) as u32;
            let value = self.search(index, part).await?;
            self.found.push(value);
        }
        let whole = self.found.len() == self.chances.len();
        let certain = |value: &OutcomeValue| value.certainty != Certainty::Estimated;
        let mixed = self.found.iter().any(certain) && !self.found.iter().all(certain);
        let done = whole && (self.again || !mixed);
        let mean = whole.then(|| self.mean());
        Some(EngineNews::Outcomes { outcomes: self.found.clone(), mean, done })
    }

    async fn search(&self, index: usize, time: Duration) -> Option<OutcomeValue> {
        let action = self.chances[index].0.clone();
        let mut session = self.session.clone();
        session.play(&action).ok()?;
        let Value { shares, certainty, reply } = self.value(session, time).await?;
        Some(OutcomeValue { action, shares, certainty, reply })
    }

    /// The value of a position. Where chance decides again, some outcomes are drawn if there are many.
    async fn value(&self, session: Box<dyn Session>, time: Duration) -> Option<Value> {
        if session.turn() != Turn::Chance {
            return self.value_of(session, time).await;
        }
        let chances = session.chances();
        let all = chances.len() <= MOST_SECOND;
        let mut rng = seeded(session.information_hash(Viewer::Public));
        let drawn: Vec<(String, u32)> = if all {
            chances
        } else {
            (0..MOST_SECOND).filter_map(|_| Some((session.sample_chance(&mut rng)?, 1))).collect()
        };
        let most = if all { Certainty::Exact } else { Certainty::Estimated };
        let mut mean = Mean::new(session.seats(), most);
        let part = time / drawn.len().max(1) as u32;
        for (action, weight) in drawn {
            let mut next = session.after(&action).ok()?;
            let mut most = most;
            // A third chance node in a row stands for what is drawn there.
            while let Some(action) = next.sample_chance(&mut rng) {
                next.play(&action).ok()?;
                most = Certainty::Estimated;
            }
            let value = self.value_of(next, part).await?;
            mean.add(&value.shares, value.certainty.min(most), weight);
        }
        Some(Value { shares: mean.shares(), certainty: mean.certainty(), reply: Vec::new() })
    }

    /// The value of a position in which a player moves, or the game is over.
    async fn value_of(&self, session: Box<dyn Session>, time: Duration) -> Option<Value> {
        if let Some(shares) = session.shares() {
            let shares = shares.iter().map(|(_, share)| share.value()).collect();
            return Some(Value { shares, certainty: Certainty::Exact, reply: Vec::new() });
        }
        let budget = Budget { time: Some(time), nodes: None, depth: self.wanted.depth };
        let claimant = self.claimant.clone();
        let search = self.app.hub.pool.analyse(session, budget, Want::BEST_LINE, claimant)?;
        let line = search.end().await?.lines.into_iter().next()?;
        let shares = line.shares.iter().map(|(_, share)| share).collect();
        Some(Value { shares, certainty: line.certainty.into(), reply: line.moves })
    }

    /// The mean over all outcomes by their weights, as certain as the least certain.
    fn mean(&self) -> EngineLine {
        let mut mean = Mean::new(self.session.seats(), Certainty::Exact);
        for (value, (_, weight)) in self.found.iter().zip(&self.chances) {
            mean.add(&value.shares, value.certainty, *weight);
        }
        EngineLine { moves: Vec::new(), shares: mean.shares(), certainty: mean.certainty() }
    }
}
