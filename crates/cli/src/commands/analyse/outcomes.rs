//! A position in which chance decides: what each outcome is worth, and what they come to together.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use parlour_core::rng::seeded;
use parlour_core::{Seat, Turn};
use parlour_games::{Entry, Orders, Player, Session, Spec};
use parlour_search::{Budget, Certainty};

use crate::failure::Failure;

/// So many chances in a row are gone through outcome by outcome, or fewer where that would be too many
/// positions to think about: each multiplies them. Beyond that one is drawn.
const ROWS: std::ops::RangeInclusive<u32> = 2..=4;
/// No more positions than this are thought about, unless the shortest row has more.
const MOST: u64 = 256;

/// Enough to hear what is known already.
const GLANCE: Budget = Budget { time: Some(Duration::ZERO), nodes: None, depth: None };

/// What a position is worth, whoever decides there.
#[derive(Clone, Debug)]
pub(super) struct Worth {
    /// Everybody's share of the win, in seat order.
    pub(super) shares: Vec<f64>,
    /// How much the least certain part of it can be trusted.
    pub(super) certainty: Certainty,
    /// What happens there.
    pub(super) then: Then,
}

/// What happens in a position.
#[derive(Clone, Debug)]
pub(super) enum Then {
    /// A player moves: the best move, and the answers that are expected.
    Moves(Seat, Vec<String>),
    /// Chance decides.
    Chance(Vec<Outcome>),
    /// Nothing: the game is over.
    Over,
}

/// One thing that chance may bring.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// Its text.
    pub(super) action: String,
    /// How often it comes.
    pub(super) weight: u32,
    /// What it is worth.
    pub(super) worth: Worth,
}

/// Somebody who thinks about one outcome after another, with what is left of one budget.
pub(super) struct Judge {
    player: Box<dyn Player>,
    budget: Budget,
    begun: Instant,
    /// How many chances in a row are gone through.
    row: u32,
    /// How much is still to be thought about, of which each outcome here is as much as any other.
    waiting: f64,
    /// Whether only what is known already is asked for.
    glances: bool,
    /// How many nodes were visited.
    pub(super) nodes: u64,
    /// How many plies ahead the longest look went.
    pub(super) depth: u32,
}

impl Judge {
    /// Begins to think about this position with the game's best engine.
    pub(super) fn new(
        game: &Entry,
        session: &dyn Session,
        budget: Budget,
        threads: usize,
    ) -> Result<Self, Failure> {
        let player = (game.player)(session, &Spec::best(), threads).map_err(Failure::work)?;
        let begun = Instant::now();
        let mut row = *ROWS.end();
        while row > *ROWS.start() && positions(session, row)? > MOST {
            row -= 1;
        }
        Ok(Judge { player, budget, begun, row, waiting: 0.0, glances: false, nodes: 0, depth: 0 })
    }

    /// What the position is worth.
    pub(super) fn worth(&mut self, session: &dyn Session) -> Result<Worth, Failure> {
        let worth = self.all(session)?;
        if worth.certainty > Certainty::Estimated {
            return Ok(worth);
        }
        // A solution that was still being worked out for the first outcomes may be there for all of them
        // now.
        self.glances = true;
        let again = self.all(session)?;
        self.glances = false;
        Ok(if again.certainty > worth.certainty { again } else { worth })
    }

    fn all(&mut self, session: &dyn Session) -> Result<Worth, Failure> {
        self.waiting = session.chances().len() as f64;
        self.within(session, self.row, self.waiting)
    }

    /// How long it has thought so far.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// What a position is worth that is this part of what waits. So many chances in a row are gone
    /// through, and then one is drawn.
    fn within(&mut self, session: &dyn Session, row: u32, part: f64) -> Result<Worth, Failure> {
        match session.turn() {
            Turn::Over => {
                self.waiting -= part;
                Ok(over(session))
            }
            Turn::Player(seat) => self.think(session, seat, part),
            Turn::Chance if row == 0 => {
                let worth = self.within(&*drawn(session)?, row, part)?;
                // It stands for all that might have been drawn instead.
                let then = Then::Chance(Vec::new());
                Ok(Worth { certainty: Certainty::Estimated, then, ..worth })
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                let chances = session.chances();
                let all: f64 = chances.iter().map(|(_, weight)| f64::from(*weight)).sum();
                for (action, weight) in chances {
                    // Each outcome of the first chance is told about, and gets as much as any other; a
                    // later one what it is likely to matter.
                    let own = if row == self.row { 1.0 } else { part * f64::from(weight) / all };
                    let worth = self.within(&*after(session, &action)?, row - 1, own)?;
                    outcomes.push(Outcome { action, weight, worth });
                }
                Ok(mean(usize::from(session.seats()), outcomes))
            }
        }
    }

    /// Thinks with a position's part of what is left, so that what one does not need the next ones get.
    fn think(&mut self, session: &dyn Session, seat: Seat, part: f64) -> Result<Worth, Failure> {
        let of_the_rest = part / self.waiting.max(part).max(f64::MIN_POSITIVE);
        self.waiting -= part;
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
        self.ask(session, seat, if self.glances { GLANCE } else { budget })
    }

    fn ask(&mut self, session: &dyn Session, seat: Seat, budget: Budget) -> Result<Worth, Failure> {
        let begun = Instant::now();
        let orders = Orders {
            budget,
            lines: 1,
            seed: 0,
            clock: &|| begun.elapsed(),
            stop: &AtomicBool::new(false),
        };
        let thinking = self.player.think(session, &orders, &mut |_| {});
        let thinking = thinking.ok_or_else(|| Failure::work("nobody is to move there"))?;
        self.nodes += thinking.nodes;
        self.depth = self.depth.max(thinking.depth);
        let best = thinking.lines.into_iter().next();
        let best = best.ok_or_else(|| Failure::work("the engine found no move"))?;
        let then = Then::Moves(seat, best.moves);
        Ok(Worth { shares: best.shares, certainty: best.certainty, then })
    }
}

/// How many positions there are to think about, with so many chances in a row gone through.
fn positions(session: &dyn Session, row: u32) -> Result<u64, Failure> {
    match session.turn() {
        Turn::Over => Ok(0),
        Turn::Player(_) => Ok(1),
        // One that is drawn.
        Turn::Chance if row == 0 => Ok(1),
        Turn::Chance => {
            let mut all = 0;
            for (action, _) in session.chances() {
                all += positions(&*after(session, &action)?, row - 1)?;
                if all > MOST {
                    break;
                }
            }
            Ok(all)
        }
    }
}

fn after(session: &dyn Session, action: &str) -> Result<Box<dyn Session>, Failure> {
    let mut next = session.boxed_clone();
    next.play(action)?;
    Ok(next)
}

/// What follows when the rest of a row of chances is drawn, always the same.
fn drawn(session: &dyn Session) -> Result<Box<dyn Session>, Failure> {
    let (mut next, mut rng) = (session.boxed_clone(), seeded(0));
    while let Some(action) = next.roll(&mut rng) {
        next.play(&action)?;
    }
    Ok(next)
}

/// What a finished game came to.
pub(super) fn over(session: &dyn Session) -> Worth {
    let shares =
        session.shares().map(|shares| shares.iter().map(|(_, share)| share.value()).collect());
    Worth { shares: shares.unwrap_or_default(), certainty: Certainty::Exact, then: Then::Over }
}

/// What outcomes come to together.
fn mean(seats: usize, outcomes: Vec<Outcome>) -> Worth {
    let all = total(&outcomes);
    let mut shares = vec![0.0; seats];
    for Outcome { weight, worth, .. } in &outcomes {
        for (sum, share) in shares.iter_mut().zip(&worth.shares) {
            *sum += share * f64::from(*weight) / all;
        }
    }
    let certainty = outcomes.iter().map(|outcome| outcome.worth.certainty).min();
    let certainty = certainty.unwrap_or(Certainty::Estimated);
    Worth { shares, certainty, then: Then::Chance(outcomes) }
}

/// The weight of all outcomes together.
pub(super) fn total(outcomes: &[Outcome]) -> f64 {
    outcomes.iter().map(|outcome| f64::from(outcome.weight)).sum()
}
