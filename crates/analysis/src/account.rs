//! The account of a game, step by step.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_core::{NotationError, Seat, Turn, Viewer};
use parlour_games::{Entry, PlayerError, Session};
use parlour_search::Want;

use crate::report::{
    Account, Certainty, Counts, Ending, Moment, MomentKind, Report, SeatReport, Step, Suggestion,
    VERSION, Verdict,
};
use crate::value::{Evaluator, Limits, Mean, Value};
use crate::verdicts::{NOTHING, STILL_RIGHT, Steps, fortune};
use crate::words::sentences;

/// A game that was played.
#[derive(Clone)]
pub struct GameRecord {
    /// The game.
    pub entry: &'static Entry,
    /// Its start.
    pub start: Box<dyn Session>,
    /// Its actions, all of them open.
    pub actions: Vec<String>,
    /// Everybody's share of the win, where the game did not end by its rules; `None` where it did, or where
    /// the record stops.
    pub result: Option<Vec<f64>>,
    /// Who resigned or ran out of time.
    pub ended_by: Option<Seat>,
}

impl fmt::Debug for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameRecord")
            .field("game", &self.entry.id)
            .field("actions", &self.actions)
            .field("result", &self.result)
            .finish_non_exhaustive()
    }
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
pub type Progress<'a> = &'a mut dyn FnMut(usize, usize);

/// What is known of a position before the positions after it are.
enum Known {
    /// Its value.
    Value(Value),
    /// It has the value of the next position: the move was forced.
    Next,
    /// The mean of these outcomes and of the next position, which has this weight.
    Chance(Mean, u32),
}

/// A position of the game with the action that was made there.
struct Node {
    by: Option<Seat>,
    known: Known,
    forced: bool,
    /// The engine's move, where another was made, with the value after it.
    other: Option<(Suggestion, Value)>,
    /// In a game with secrets: what the mover lost by what the mover knew.
    error: Vec<f64>,
    /// In a game with secrets: the change that the mover could expect.
    expected: Option<Vec<f64>>,
    odds: Option<f64>,
    thrower: Option<Seat>,
}

/// The report on a game. It is a function of the record and the limits alone; without limits it takes the
/// usual ones.
///
/// # Errors
/// When an action cannot be played, when the game has no engine, or when `stop` became true.
pub fn report(
    record: &GameRecord,
    limits: Option<Limits>,
    stop: &Arc<AtomicBool>,
    progress: Progress<'_>,
) -> Result<Report, RecordError> {
    let mut maker = ReportMaker::new(record.clone(), limits, stop.clone())?;
    while maker.step()? {
        progress(maker.done(), maker.all());
    }
    maker.finish()
}

/// Makes a report one position at a time, for a caller who has other things to do in between.
pub struct ReportMaker {
    record: GameRecord,
    has_chance: bool,
    walk: Walk,
    session: Box<dyn Session>,
    nodes: Vec<Node>,
    stop: Arc<AtomicBool>,
}

impl fmt::Debug for ReportMaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReportMaker({} of {})", self.done(), self.all())
    }
}

impl ReportMaker {
    /// Begins a report.
    ///
    /// # Errors
    /// When an action cannot be played, or when the game has no engine.
    pub fn new(
        record: GameRecord,
        limits: Option<Limits>,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, RecordError> {
        let has_chance = play_through(&record)?;
        let limits = limits.unwrap_or_else(|| Limits::usual(record.entry, has_chance));
        let evaluator = Evaluator::new(&*record.start, limits, stop.clone());
        let evaluator = evaluator.map_err(RecordError::Player)?;
        let walk = Walk { entry: record.entry, evaluator, limits };
        let session = record.start.boxed_clone();
        Ok(ReportMaker { record, has_chance, walk, session, nodes: Vec::new(), stop })
    }

    /// How many actions are done.
    pub fn done(&self) -> usize {
        self.nodes.len()
    }

    /// How many actions there are.
    pub fn all(&self) -> usize {
        self.record.actions.len()
    }

    /// Evaluates the next position. Returns whether there was one.
    ///
    /// # Errors
    /// When the report was stopped.
    pub fn step(&mut self) -> Result<bool, RecordError> {
        let Some(action) = self.record.actions.get(self.nodes.len()) else { return Ok(false) };
        let ply = self.nodes.len() + 1;
        let fault = |error| RecordError::Action { ply, error };
        let node = self.walk.node(&*self.session, action).map_err(fault)?;
        self.session.play(action).map_err(fault)?;
        self.nodes.push(node);
        if self.stop.load(Ordering::Relaxed) { Err(RecordError::Stopped) } else { Ok(true) }
    }

    /// The report, when all positions are evaluated.
    ///
    /// # Errors
    /// When the report was stopped.
    pub fn finish(mut self) -> Result<Report, RecordError> {
        while self.step()? {}
        let last = match self.record.entry.secrets {
            true => glance(&*self.session),
            false => self.walk.evaluator.value(&*self.session),
        };
        if self.stop.load(Ordering::Relaxed) {
            return Err(RecordError::Stopped);
        }
        let steps = Steps::of(self.record.entry, self.has_chance);
        let engine = format!(
            "{}, {} nodes a position, parlour {}",
            self.record.start.engines().first().unwrap_or(&"none"),
            self.walk.limits.nodes,
            env!("CARGO_PKG_VERSION")
        );
        let over = self.session.shares().is_some();
        Ok(assemble(&self.record, self.nodes, last, over, steps, engine))
    }
}

/// How good another move would have been at a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attempt {
    /// What it loses against the best that is known, in shares of the win; never negative.
    pub loss: f64,
    /// Whether it counts as right: it loses less than [`STILL_RIGHT`], or nothing where values are exact.
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
) -> Result<Option<Attempt>, RecordError> {
    let Some(step) = ply.checked_sub(1).and_then(|index| report.steps.get(index)) else {
        return Ok(None);
    };
    let (Some(seat), Some(better)) = (step.by.map(usize::from), &step.better) else {
        return Ok(None);
    };
    let has_chance = play_through(record)?;
    let limits = Limits::usual(record.entry, has_chance);
    let mut session = record.start.boxed_clone();
    for (index, action) in record.actions[..ply - 1].iter().enumerate() {
        session.play(action).map_err(|error| RecordError::Action { ply: index + 1, error })?;
    }
    let mut after = session.boxed_clone();
    after.play(action).map_err(|error| RecordError::Action { ply, error })?;
    let best = better.shares[seat];
    let loss = if Some(action) == better.line.first().map(String::as_str) {
        0.0
    } else if action == step.action {
        -at(&step.error, seat)
    } else {
        let evaluator = Evaluator::new(&*session, limits, Arc::default());
        let mut evaluator = evaluator.map_err(RecordError::Player)?;
        match record.entry.secrets {
            true => {
                let found = evaluator.search(&*session, Want::ALL_LINES);
                let line = found.and_then(|found| {
                    let best = found.lines[0].value;
                    let line = found.lines.iter().find(|line| line.moves[0] == action)?;
                    Some(best - line.value)
                });
                line.unwrap_or_default()
            }
            false => best - evaluator.value(&*after).shares[seat],
        }
    };
    let loss = loss.max(0.0);
    let right = loss < if report.exact { NOTHING } else { STILL_RIGHT };
    Ok(Some(Attempt { loss, right }))
}

/// Plays the record through. Returns whether chance decided anything.
fn play_through(record: &GameRecord) -> Result<bool, RecordError> {
    let mut session = record.start.boxed_clone();
    let mut has_chance = false;
    for (index, action) in record.actions.iter().enumerate() {
        has_chance |= session.turn() == Turn::Chance;
        let fault = |error| RecordError::Action { ply: index + 1, error };
        session.play(action).map_err(fault)?;
    }
    Ok(has_chance || session.turn() == Turn::Chance)
}

/// The value with all secrets known.
fn glance(session: &dyn Session) -> Value {
    let certainty =
        if session.shares().is_some() { Certainty::Exact } else { Certainty::Estimated };
    Value { shares: session.open_value(), certainty, line: Vec::new() }
}

struct Walk {
    entry: &'static Entry,
    evaluator: Evaluator,
    limits: Limits,
}

impl Walk {
    fn node(&mut self, session: &dyn Session, action: &str) -> Result<Node, NotationError> {
        match session.turn() {
            Turn::Player(seat) if self.entry.secrets => self.secret_move(session, seat, action),
            Turn::Player(seat) => Ok(self.open_move(session, seat, action)),
            _ => Ok(self.chance(session, action)),
        }
    }

    fn chance(&mut self, session: &dyn Session, action: &str) -> Node {
        let chances = session.chances();
        let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
        let weight = chances.iter().find(|(text, _)| text == action).map_or(0, |&(_, w)| w);
        let mut node = Node::new(None, true);
        node.odds = Some(f64::from(weight) / f64::from(total.max(1)));
        node.thrower = session.thrower();
        if self.entry.secrets {
            node.known = Known::Value(glance(session));
            return node;
        }
        let mut others = Mean::new(session.seats());
        for (text, weight) in chances.iter().filter(|(text, _)| text != action) {
            let mut after = session.boxed_clone();
            if after.play(text).is_ok() {
                others.add(&self.evaluator.value(&*after), *weight);
            }
        }
        node.known = Known::Chance(others, weight);
        node
    }

    fn open_move(&mut self, session: &dyn Session, seat: Seat, action: &str) -> Node {
        if session.legal().len() == 1 {
            return Node::new(Some(seat), true);
        }
        let mut node = Node::new(Some(seat), false);
        let value = self.evaluator.value(session);
        if let Some(best) = value.line.first().filter(|best| *best != action) {
            let mut after = session.boxed_clone();
            if after.play(best).is_ok() {
                let then = self.evaluator.value(&*after);
                let line = match then.line.is_empty() {
                    true => value.line.clone(),
                    false => std::iter::once(best).chain(&then.line).cloned().collect(),
                };
                node.other = Some((suggestion(session, seat, line, &then.shares), then));
            }
        }
        node.known = Known::Value(value);
        node
    }

    /// A decision is judged by what the mover knows.
    fn secret_move(
        &mut self,
        session: &dyn Session,
        seat: Seat,
        action: &str,
    ) -> Result<Node, NotationError> {
        let mut node = Node::new(Some(seat), session.legal().len() == 1);
        node.known = Known::Value(glance(session));
        if let Some(seen) = session.foreseen(action, self.limits.worlds, self.limits.seed)? {
            node.expected = Some(seen.change);
            node.odds = (seen.odds < 1.0 - NOTHING).then_some(seen.odds);
        }
        if node.forced {
            return Ok(node);
        }
        let Some(found) = self.evaluator.search(session, Want::ALL_LINES) else { return Ok(node) };
        let best = &found.lines[0];
        let played = found.lines.iter().find(|line| line.moves[0] == action);
        if let Some(played) = played.filter(|played| played.value < best.value) {
            let (one, other) = (played.shares.as_slice(), best.shares.as_slice());
            node.error = one.iter().zip(other).map(|(played, best)| played - best).collect();
            let value = Value {
                shares: other.to_vec(),
                certainty: Certainty::Estimated,
                line: best.moves.clone(),
            };
            node.other = Some((suggestion(session, seat, best.moves.clone(), other), value));
        }
        Ok(node)
    }
}

impl Node {
    fn new(by: Option<Seat>, forced: bool) -> Self {
        Node {
            by,
            known: Known::Next,
            forced,
            other: None,
            error: Vec::new(),
            expected: None,
            odds: None,
            thrower: None,
        }
    }
}

fn suggestion(session: &dyn Session, seat: Seat, line: Vec<String>, shares: &[f64]) -> Suggestion {
    let choices = session.choices(Viewer::Seat(seat));
    let choice = choices.into_iter().find(|choice| Some(&choice.action) == line.first());
    let (words, sites) = choice.map_or_else(Default::default, |choice| {
        let sites = choice.path.clicks.to_vec();
        (session.english(&[choice.label]), sites)
    });
    Suggestion { line, words, sites, shares: shares.to_vec() }
}

/// The values of all positions, from the last to the first.
fn values(nodes: &[Node], last: Value) -> Vec<Value> {
    let mut values = vec![last];
    for node in nodes.iter().rev() {
        let next = values.last().expect("there is the last");
        let value = match &node.known {
            Known::Value(value) => value.clone(),
            Known::Next => next.clone(),
            Known::Chance(others, weight) => {
                let mut mean = others.clone();
                mean.add(next, *weight);
                mean.value()
            }
        };
        values.push(value);
    }
    values.reverse();
    values
}

fn minus(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(one, other)| one - other).collect()
}

/// Nothing where all is nothing: most steps have no luck, or no error.
fn unless_nothing(change: Vec<f64>) -> Vec<f64> {
    if change.iter().all(|&change| change == 0.0) { Vec::new() } else { change }
}

fn at(change: &[f64], seat: usize) -> f64 {
    change.get(seat).copied().unwrap_or_default()
}

fn assemble(
    record: &GameRecord,
    nodes: Vec<Node>,
    last: Value,
    over: bool,
    limits: Steps,
    engine: String,
) -> Report {
    let values = values(&nodes, last);
    let mut decisions = vec![0; usize::from(record.start.seats())];
    let throwers: Vec<Option<Seat>> = nodes.iter().map(|node| node.by.or(node.thrower)).collect();
    let mut steps = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.into_iter().enumerate() {
        let (before, after) = (&values[index], &values[index + 1]);
        let change = minus(&after.shares, &before.shares);
        let (luck, error) = parts(&node, before, after, &change);
        let rest = minus(&minus(&change, &luck), &error);
        let seat = node.by.filter(|_| !node.forced).map(Seat::index);
        let loss = seat.map(|seat| -at(&error, seat));
        let number = seat.map(|seat| {
            decisions[seat] += 1;
            decisions[seat]
        });
        let lost = loss.is_some_and(|loss| loss >= NOTHING);
        let better = node.other.filter(|_| lost).map(|(suggestion, _)| suggestion);
        steps.push(Step {
            ply: index as u32 + 1,
            action: record.actions[index].clone(),
            by: node.by.map(|seat| seat.0),
            shares: after.shares.clone(),
            certainty: after.certainty,
            fortune: fortune(&luck),
            luck: unless_nothing(luck),
            error: unless_nothing(error),
            revision: unless_nothing(rest),
            decision: number,
            verdict: loss.map(|loss| limits.verdict(loss)),
            better,
            odds: node.odds,
        });
    }
    let final_shares = &values[values.len() - 1].shares;
    let stopped = record.result.as_ref().filter(|_| !over);
    let ending = stopped.map(|result| Ending {
        by: record.ended_by.map(|seat| seat.0),
        change: minus(result, final_shares),
    });
    let start = values[0].shares.clone();
    let exact = values.iter().all(|value| value.certainty == Certainty::Exact);
    let seats = seats(&start, &steps, ending.as_ref(), limits);
    let mut report = Report {
        version: VERSION,
        engine,
        game: record.entry.id.to_owned(),
        steps_at: limits.0,
        start,
        over: over || stopped.is_some(),
        steps,
        ending,
        exact,
        seats,
        moments: Vec::new(),
    };
    report.moments = moments(&report, &throwers);
    let sites = record.start.layout(Viewer::Public).sites;
    for index in 0..report.moments.len() {
        let said = sentences(&report, &report.moments[index]);
        let said: Vec<String> = said.iter().map(|label| label.without_players(&sites)).collect();
        report.moments[index].words = said.join(" ");
    }
    report
}

/// Everybody's luck and error in a step.
fn parts(node: &Node, before: &Value, after: &Value, change: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let nothing = vec![0.0; change.len()];
    if let Some(expected) = &node.expected {
        let error = if node.error.is_empty() { nothing } else { node.error.clone() };
        return (minus(change, expected), error);
    }
    match (node.by, &node.known, &node.other) {
        (None, Known::Chance(..), _) => (minus(&after.shares, &before.shares), nothing),
        (None, ..) => (change.to_vec(), nothing),
        (Some(seat), _, Some((_, best)))
            if best.shares[seat.index()] > at(&after.shares, seat.index()) =>
        {
            (nothing, minus(&after.shares, &best.shares))
        }
        _ => (nothing.clone(), nothing),
    }
}

/// Everybody's account and figures.
fn seats(start: &[f64], steps: &[Step], ending: Option<&Ending>, limits: Steps) -> Vec<SeatReport> {
    let seat = |seat: usize| {
        let mut account = Account { start: start[seat], ..Account::default() };
        account.end = steps.last().map_or(start[seat], |step| step.shares[seat]);
        let (mut counts, mut losses) = (Counts::default(), Vec::new());
        for step in steps {
            let own = step.by.map(usize::from) == Some(seat);
            let error = at(&step.error, seat);
            account.luck += at(&step.luck, seat);
            account.revision += at(&step.revision, seat);
            *(if own { &mut account.own_errors } else { &mut account.others_errors }) += error;
            if let Some(verdict) = step.verdict.filter(|_| own) {
                losses.push(-error);
                *counts.of(verdict) += 1;
            }
        }
        if let Some(ending) = ending {
            let change = at(&ending.change, seat);
            account.end += change;
            // An agreement, or an end of which nothing is known, counts as everybody's own loss.
            let own = match ending.by {
                Some(by) => usize::from(by) == seat && change < 0.0,
                None => change < 0.0,
            };
            *(if own { &mut account.own_errors } else { &mut account.others_errors }) += change;
        }
        let (mean_loss, standard_error) = mean(&losses);
        SeatReport {
            account,
            decisions: losses.len() as u32,
            counts,
            mean_loss,
            standard_error,
            grade: mean_loss.map(|mean| limits.grade(mean)),
            luck_adjusted: account.end - account.luck,
        }
    };
    (0..start.len()).map(seat).collect()
}

/// The mean and its standard error.
fn mean(losses: &[f64]) -> (Option<f64>, Option<f64>) {
    if losses.is_empty() {
        return (None, None);
    }
    let count = losses.len() as f64;
    let mean = losses.iter().sum::<f64>() / count;
    let squares: f64 = losses.iter().map(|loss| (loss - mean).powi(2)).sum();
    let error = (losses.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt());
    (Some(mean), error)
}

impl Counts {
    fn of(&mut self, verdict: Verdict) -> &mut u32 {
        match verdict {
            Verdict::Best => &mut self.best,
            Verdict::Good => &mut self.good,
            Verdict::Inaccuracy => &mut self.inaccuracy,
            Verdict::Mistake => &mut self.mistake,
            Verdict::Blunder => &mut self.blunder,
        }
    }
}

/// A player has at most this number of key moments.
const MOMENTS: usize = 3;

/// The moments that changed most, of each player.
fn moments(report: &Report, throwers: &[Option<Seat>]) -> Vec<Moment> {
    let mut all = Vec::new();
    for seat in 0..report.start.len() {
        let mut own = Vec::new();
        for (step, thrower) in report.steps.iter().zip(throwers) {
            let moment = |kind, change| Moment {
                ply: step.ply,
                seat: seat as u8,
                kind,
                change,
                words: String::new(),
            };
            let mine = step.by.map(usize::from) == Some(seat);
            if mine && step.verdict.is_some_and(|verdict| verdict > Verdict::Good) {
                own.push(moment(MomentKind::Error, at(&step.error, seat)));
            }
            if step.fortune.is_some() && thrower.map(Seat::index) == Some(seat) {
                own.push(moment(MomentKind::Luck, at(&step.luck, seat)));
            }
        }
        own.sort_by(|one, other| other.change.abs().total_cmp(&one.change.abs()));
        own.truncate(MOMENTS);
        all.extend(own);
    }
    all.sort_by_key(|moment| (moment.ply, moment.seat));
    all
}
