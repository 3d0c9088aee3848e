//! Makes the report on a game, step by step, and judges another try.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_core::{NotationError, Turn};
use parlour_session::{GameRecord, PlayerError, Session};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

use crate::assemble::{assemble, at};
use crate::nodes::{Node, NodeEvaluator};
use crate::report::Report;
use crate::sampled::is_sure;
use crate::value::{PositionEvaluator, ReportBudget, static_value};
use crate::verdicts::{EPSILON, RIGHT_TOLERANCE, Thresholds};
use crate::words;

/// The position after the first `count` actions, and whether chance decided anything until then or does so
/// next.
fn replay(record: &GameRecord, count: usize) -> Result<(Box<dyn Session>, bool), RecordError> {
    let mut session = record.start.boxed_clone();
    let mut has_chance = session.turn() == Turn::Chance;
    for (ply, action) in (1..).zip(record.actions.iter().take(count)) {
        session.play(action).map_err(|error| RecordError::Action { ply, error })?;
        has_chance |= session.turn() == Turn::Chance;
    }
    Ok((session, has_chance))
}

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// An action cannot be played.
    Action {
        /// Its number, from 1.
        ply: usize,
        /// Why not.
        error: NotationError,
    },
    /// The game has no engine.
    Player(PlayerError),
    /// It was stopped.
    Stopped,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Action { ply, error } => write!(f, "action {ply}: {error}"),
            RecordError::Player(error) => error.fmt(f),
            RecordError::Stopped => f.write_str("the report was stopped"),
        }
    }
}

impl std::error::Error for RecordError {}

/// Gets the number of positions that are done, and of all.
pub type ProgressFn<'a> = &'a mut dyn FnMut(usize, usize);

/// The report on a game. It is a function of the record and the budget alone; without a budget it takes
/// the usual one.
///
/// # Errors
/// When an action cannot be played, when the game has no engine, or when `stop` became true.
pub fn report(
    record: &GameRecord,
    budget: Option<ReportBudget>,
    stop: &Arc<AtomicBool>,
    progress: ProgressFn<'_>,
) -> Result<Report, RecordError> {
    let mut maker = ReportMaker::new(record.clone(), budget, stop.clone())?;
    while maker.step()? {
        progress(maker.done(), maker.all());
    }
    maker.finish()
}

/// Makes a report one position at a time, for a caller who has other things to do in between.
#[derive(Debug)]
pub struct ReportMaker {
    record: GameRecord,
    has_chance: bool,
    node_evaluator: NodeEvaluator,
    session: Box<dyn Session>,
    nodes: Vec<Node>,
    /// The report, and how many of its key moments have words.
    assembled: Option<(Report, usize)>,
    stop: Arc<AtomicBool>,
}

impl ReportMaker {
    /// Begins a report.
    ///
    /// # Errors
    /// When an action cannot be played, or when the game has no engine.
    pub fn new(
        record: GameRecord,
        budget: Option<ReportBudget>,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, RecordError> {
        let (_, has_chance) = replay(&record, record.actions.len())?;
        let budget = budget.unwrap_or_else(|| ReportBudget::usual(&*record.start, has_chance));
        let evaluator = PositionEvaluator::new(&*record.start, budget, stop.clone());
        let evaluator = evaluator.map_err(RecordError::Player)?;
        let node_evaluator = NodeEvaluator { evaluator, budget };
        let session = record.start.boxed_clone();
        Ok(ReportMaker {
            record,
            has_chance,
            node_evaluator,
            session,
            nodes: Vec::new(),
            assembled: None,
            stop,
        })
    }

    /// How many actions are done.
    pub fn done(&self) -> usize {
        if self.assembled.is_some() { self.all() } else { self.nodes.len() }
    }

    /// How many actions there are.
    pub fn all(&self) -> usize {
        self.record.actions.len()
    }

    /// Evaluates the next position, or puts the next key moment into words. Returns whether there was one.
    ///
    /// # Errors
    /// When the report was stopped.
    pub fn step(&mut self) -> Result<bool, RecordError> {
        let more = match self.record.actions.get(self.nodes.len()) {
            Some(action) if self.assembled.is_none() => {
                let ply = self.nodes.len() + 1;
                let fault = |error| RecordError::Action { ply, error };
                self.nodes.push(self.node_evaluator.node(&*self.session, action).map_err(fault)?);
                self.session.play(action).map_err(fault)?;
                true
            }
            _ => self.next_moment()?,
        };
        if self.stop.load(Ordering::Relaxed) { Err(RecordError::Stopped) } else { Ok(more) }
    }

    /// Puts the next key moment into words.
    fn next_moment(&mut self) -> Result<bool, RecordError> {
        let Some((report, worded)) = &mut self.assembled else {
            self.assembled = Some((self.put_together(), 0));
            return Ok(true);
        };
        let Some(moment) = report.moments.get(*worded) else { return Ok(false) };
        let (before, _) = replay(&self.record, (moment.ply as usize).saturating_sub(1))?;
        report.moments[*worded].words = words::of_moment(report, moment, &*before);
        *worded += 1;
        Ok(true)
    }

    /// The report, without words for its key moments.
    fn put_together(&mut self) -> Report {
        let last = if self.record.start.has_secrets() {
            static_value(&*self.session)
        } else {
            self.node_evaluator.evaluator.value(&*self.session)
        };
        let thresholds = Thresholds::of(&*self.record.start, self.has_chance);
        let engine = format!(
            "{}, {} nodes a position, parlour {}",
            self.record.start.engines().first().unwrap_or(&"none"),
            self.node_evaluator.budget.nodes,
            env!("CARGO_PKG_VERSION")
        );
        let over = self.session.shares().is_some();
        let nodes = std::mem::take(&mut self.nodes);
        assemble(&self.record, nodes, last, over, thresholds, engine)
    }

    /// The report, when everything is done.
    ///
    /// # Errors
    /// When the report was stopped.
    pub fn finish(mut self) -> Result<Report, RecordError> {
        while self.step()? {}
        let (report, _) = self.assembled.ok_or(RecordError::Stopped)?;
        Ok(report)
    }
}

/// How good another move would have been at a decision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct AttemptJudged {
    /// What it loses against the best that is known, in shares of the win; never negative.
    pub loss: f64,
    /// Whether it counts as right: it loses next to nothing, or nothing where values are exact.
    pub right: bool,
}

/// Judges another move in place of the action `ply` of a game with this report.
///
/// # Errors
/// When the move is not legal there, or when the game has no engine. There is no attempt where nothing was
/// lost.
pub fn attempt(
    record: &GameRecord,
    report: &Report,
    ply: usize,
    action: &str,
) -> Result<Option<AttemptJudged>, RecordError> {
    let Some(step) = ply.checked_sub(1).and_then(|index| report.steps.get(index)) else {
        return Ok(None);
    };
    let (Some(seat), Some(better)) = (step.by.map(usize::from), &step.better) else {
        return Ok(None);
    };
    let (_, has_chance) = replay(record, record.actions.len())?;
    let budget = ReportBudget::usual(&*record.start, has_chance);
    let (session, _) = replay(record, ply - 1)?;
    let after = session.after(action).map_err(|error| RecordError::Action { ply, error })?;
    let best = better.shares[seat];
    let loss = if Some(action) == better.line.first().map(String::as_str) {
        0.0
    } else if action == step.action {
        -at(&step.error, seat)
    } else {
        let evaluator = PositionEvaluator::new(&*session, budget, Arc::default());
        let mut evaluator = evaluator.map_err(RecordError::Player)?;
        if record.start.has_secrets() {
            let line = better.line.first().map_or("", String::as_str);
            let found = evaluator.compare(&*session, [line, action]);
            found.filter(is_sure).map_or(0.0, |found| found.mean)
        } else {
            best - evaluator.value(&*after).shares[seat]
        }
    };
    let loss = loss.max(0.0);
    let right = loss < if report.exact { EPSILON } else { RIGHT_TOLERANCE };
    Ok(Some(AttemptJudged { loss, right }))
}
