//! A chance node: the value of each outcome, and their average.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use parlour_analysis::Mean;
use parlour_core::rng::seeded;
use parlour_core::{Seat, Turn};
use parlour_search::{Budget, Certainty, SearchRequest};
use parlour_session::{Player, Session, Spec};

use crate::commands::search;
use crate::failure::Failure;

/// The number of chance nodes in a row whose outcomes are all searched: the most that gives no more than
/// [`MOST`] positions. Beyond that one outcome is drawn.
const ROWS: std::ops::RangeInclusive<u32> = 2..=4;
/// The most positions that are searched, unless the shortest row has more.
const MOST: u64 = 256;

/// Enough for a value that the player knows already.
const NO_TIME: Budget = Budget { time: Some(Duration::ZERO), nodes: None, depth: None };

/// The value of a position.
#[derive(Clone, Debug)]
pub(super) struct PositionValue {
    /// Everybody's share of the win, in seat order.
    pub(super) shares: Vec<f64>,
    /// The certainty of its least certain part.
    pub(super) certainty: Certainty,
    /// What happens there.
    pub(super) node: Node,
}

/// What happens in a position.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// A player moves: the best move, and the answers that are expected.
    Moves(Seat, Vec<String>),
    /// Chance decides.
    Chance(Vec<Outcome>),
    /// Nothing: the game is over.
    Over,
}

/// A chance outcome.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// Its text.
    pub(super) action: String,
    /// Its weight.
    pub(super) weight: u32,
    /// Its value.
    pub(super) value: PositionValue,
}

/// Searches one outcome after another with what is left of one budget.
pub(super) struct Evaluator {
    player: Box<dyn Player>,
    budget: Budget,
    begun: Instant,
    /// How many chance nodes in a row are searched.
    row: u32,
    /// The part of the work that is left, in outcomes of the first chance node.
    work_left: f64,
    /// Whether only what is known already is used.
    known_only: bool,
    /// Ends the search under way, and makes those that follow short.
    stop: &'static AtomicBool,
    /// How many nodes were visited.
    pub(super) nodes: u64,
    /// The greatest depth in plies.
    pub(super) depth: u32,
}

impl Evaluator {
    /// Starts with the game's best engine.
    pub(super) fn new(
        session: &dyn Session,
        budget: Budget,
        threads: usize,
        stop: &'static AtomicBool,
    ) -> Result<Self, Failure> {
        let player = session.player(&Spec::best(), threads);
        let player = player.map_err(Failure::runtime)?;
        let begun = Instant::now();
        let mut row = *ROWS.end();
        while row > *ROWS.start() && positions(session, row)? > MOST {
            row -= 1;
        }
        Ok(Evaluator {
            player,
            budget,
            begun,
            row,
            work_left: 0.0,
            known_only: false,
            stop,
            nodes: 0,
            depth: 0,
        })
    }

    /// The value of the position.
    pub(super) fn value(&mut self, session: &dyn Session) -> Result<PositionValue, Failure> {
        let value = self.all(session)?;
        if value.certainty > Certainty::Estimated {
            return Ok(value);
        }
        // A solution that was still being worked out for the first outcomes may be there for all of them
        // now.
        self.known_only = true;
        let again = self.all(session)?;
        self.known_only = false;
        Ok(if again.certainty > value.certainty { again } else { value })
    }

    fn all(&mut self, session: &dyn Session) -> Result<PositionValue, Failure> {
        self.work_left = session.chances().len() as f64;
        self.within(session, self.row, self.work_left)
    }

    /// The time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The value of a position that is `part` of the work left. The outcomes of `row` chance nodes are
    /// searched, and then one is drawn.
    fn within(
        &mut self,
        session: &dyn Session,
        row: u32,
        part: f64,
    ) -> Result<PositionValue, Failure> {
        match session.turn() {
            Turn::Over => {
                self.work_left -= part;
                Ok(over(session))
            }
            Turn::Player(seat) => self.think(session, seat, part),
            Turn::Chance if row == 0 => {
                let value = self.within(&*drawn(session)?, row, part)?;
                // It stands for all that might have been drawn instead.
                let node = Node::Chance(Vec::new());
                Ok(PositionValue { certainty: Certainty::Estimated, node, ..value })
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                let chances = session.chances();
                let all: f64 = chances.iter().map(|(_, weight)| f64::from(*weight)).sum();
                for (action, weight) in chances {
                    // Every outcome of the first chance node is shown and gets an equal part of the
                    // budget; later ones get a part in proportion to their probability.
                    let own = if row == self.row { 1.0 } else { part * f64::from(weight) / all };
                    let value = self.within(&*session.after(&action)?, row - 1, own)?;
                    outcomes.push(Outcome { action, weight, value });
                }
                Ok(mean(session.seats(), outcomes))
            }
        }
    }

    /// Searches with a position's part of what is left of the budget: later positions get what earlier ones
    /// did not need.
    fn think(
        &mut self,
        session: &dyn Session,
        seat: Seat,
        part: f64,
    ) -> Result<PositionValue, Failure> {
        let of_the_rest = part / self.work_left.max(part).max(f64::MIN_POSITIVE);
        self.work_left -= part;
        let budget = Budget {
            time: self
                .budget
                .time
                .map(|time| time.saturating_sub(self.elapsed()).mul_f64(of_the_rest)),
            nodes: self.budget.nodes.map(|nodes| {
                let nodes = nodes.saturating_sub(self.nodes) as f64 * of_the_rest;
                (nodes as u64).max(1)
            }),
            depth: self.budget.depth,
        };
        self.ask(session, seat, if self.known_only { NO_TIME } else { budget })
    }

    fn ask(
        &mut self,
        session: &dyn Session,
        seat: Seat,
        budget: Budget,
    ) -> Result<PositionValue, Failure> {
        let request = SearchRequest::best_line(budget, 0);
        let report = search(&mut *self.player, session, &request, self.stop, &mut |_| {});
        let report = report.ok_or_else(|| Failure::runtime("nobody is to move there"))?;
        self.nodes += report.nodes;
        self.depth = self.depth.max(report.depth);
        let best = report.lines.into_iter().next();
        let best = best.ok_or_else(|| Failure::runtime("the engine found no move"))?;
        let node = Node::Moves(seat, best.moves);
        Ok(PositionValue {
            shares: best.shares.as_slice().to_vec(),
            certainty: best.certainty,
            node,
        })
    }
}

/// How many positions are searched if the outcomes of `row` chance nodes are.
fn positions(session: &dyn Session, row: u32) -> Result<u64, Failure> {
    match session.turn() {
        Turn::Over => Ok(0),
        Turn::Player(_) => Ok(1),
        // One that is drawn.
        Turn::Chance if row == 0 => Ok(1),
        Turn::Chance => {
            let mut all = 0;
            for (action, _) in session.chances() {
                all += positions(&*session.after(&action)?, row - 1)?;
                if all > MOST {
                    break;
                }
            }
            Ok(all)
        }
    }
}

/// What follows when the rest of a row of chances is drawn, always the same.
fn drawn(session: &dyn Session) -> Result<Box<dyn Session>, Failure> {
    let (mut next, mut rng) = (session.boxed_clone(), seeded(0));
    while let Some(action) = next.sample_chance(&mut rng) {
        next.play(&action)?;
    }
    Ok(next)
}

/// What a finished game came to.
pub(super) fn over(session: &dyn Session) -> PositionValue {
    let shares =
        session.shares().map(|shares| shares.iter().map(|(_, share)| share.value()).collect());
    PositionValue {
        shares: shares.unwrap_or_default(),
        certainty: Certainty::Exact,
        node: Node::Over,
    }
}

/// What outcomes come to together.
fn mean(seats: u8, outcomes: Vec<Outcome>) -> PositionValue {
    let mut mean = Mean::new(seats, Certainty::Exact);
    for Outcome { weight, value, .. } in &outcomes {
        mean.add(&value.shares, value.certainty, *weight);
    }
    let (shares, certainty) = (mean.shares(), mean.certainty());
    PositionValue { shares, certainty, node: Node::Chance(outcomes) }
}

/// The weight of all outcomes together.
pub(super) fn total(outcomes: &[Outcome]) -> f64 {
    outcomes.iter().map(|outcome| f64::from(outcome.weight)).sum()
}
