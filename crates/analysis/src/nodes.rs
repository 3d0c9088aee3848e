//! The positions of a game: what is known of each by itself, before the account puts them together.

use parlour_core::{NotationError, Seat, Turn, Viewer};
use parlour_search::Want;
use parlour_session::Session;

use crate::report::{Certainty, Suggestion};
use crate::sampled::{is_mixed_in, is_sure, most_often};
use crate::value::{Mean, PositionEvaluator, ReportBudget, Value, static_value};
use crate::verdicts::EPSILON;

/// What is known of a position before the positions after it are.
#[derive(Debug)]
pub(crate) enum NodeValue {
    /// Its value.
    Value(Value),
    /// It has the value of the next position: the move was forced.
    Next,
    /// The mean of these outcomes and of the next position, which has this weight.
    Chance(Mean<Certainty>, u32),
}

/// A position of the game with the action that was made there.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) by: Option<Seat>,
    pub(crate) known: NodeValue,
    pub(crate) forced: bool,
    /// The engine's move, where another was made, with the value after it.
    pub(crate) other: Option<(Suggestion, Value)>,
    /// In a game with secrets: what the mover lost by what the mover knew.
    pub(crate) error: Vec<f64>,
    /// In a game with secrets: the change that the mover could expect.
    pub(crate) expected: Option<Vec<f64>>,
    pub(crate) odds: Option<f64>,
    pub(crate) thrower: Option<Seat>,
    /// Whether the move could not be told apart from the engine's.
    pub(crate) unclear: bool,
}

/// Evaluates the positions of a game one after another.
#[derive(Debug)]
pub(crate) struct NodeEvaluator {
    pub(crate) evaluator: PositionEvaluator,
    pub(crate) budget: ReportBudget,
}

impl NodeEvaluator {
    /// What is known of a position in which this action was made.
    pub(crate) fn node(
        &mut self,
        session: &dyn Session,
        action: &str,
    ) -> Result<Node, NotationError> {
        match session.turn() {
            Turn::Player(seat) if session.has_secrets() => self.secret_move(session, seat, action),
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
        if session.has_secrets() {
            node.known = NodeValue::Value(static_value(session));
            return node;
        }
        let mut others = Mean::new(session.seats(), Certainty::Exact);
        for (text, weight) in chances.iter().filter(|(text, _)| text != action) {
            if let Ok(after) = session.after(text) {
                let value = self.evaluator.value(&*after);
                others.add(&value.shares, value.certainty, *weight);
            }
        }
        node.known = NodeValue::Chance(others, weight);
        node
    }

    fn open_move(&mut self, session: &dyn Session, seat: Seat, action: &str) -> Node {
        if session.legal().len() == 1 {
            return Node::new(Some(seat), true);
        }
        let mut node = Node::new(Some(seat), false);
        let value = self.evaluator.value(session);
        if let Some(best) = value.line.first().filter(|best| *best != action)
            && let Ok(after) = session.after(best)
        {
            let then = self.evaluator.value(&*after);
            let line = if then.line.is_empty() {
                value.line.clone()
            } else {
                std::iter::once(best).chain(&then.line).cloned().collect()
            };
            node.other = Some((suggestion(session, seat, line, &then.shares), then));
        }
        node.known = NodeValue::Value(value);
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
        node.known = NodeValue::Value(static_value(session));
        if let Some(seen) = session.expectation(action, self.budget.worlds, self.budget.seed)? {
            node.expected = Some(seen.change);
            node.odds = (seen.odds < 1.0 - EPSILON).then_some(seen.odds);
        }
        if node.forced {
            return Ok(node);
        }
        let Some(found) = self.evaluator.search(session, Want::AllLines) else { return Ok(node) };
        let Some(best) = most_often(&found.lines) else { return Ok(node) };
        let played = found.lines.iter().find(|line| line.moves[0] == action);
        if best.moves[0] == action || played.is_some_and(|played| is_mixed_in(played, &found.lines))
        {
            return Ok(node);
        }
        let Some(difference) = self.evaluator.compare(session, [&best.moves[0], action]) else {
            return Ok(node);
        };
        node.unclear = !is_sure(&difference);
        if !node.unclear {
            let shares = best.shares.as_slice();
            node.error = lost(shares, seat.index(), difference.mean);
            let value = Value {
                shares: shares.to_vec(),
                certainty: Certainty::Estimated,
                line: best.moves.clone(),
            };
            node.other = Some((suggestion(session, seat, best.moves.clone(), shares), value));
        }
        Ok(node)
    }
}

/// What everybody's share loses if that of `seat` loses so much: the others gain it in proportion to their own.
fn lost(shares: &[f64], seat: usize, loss: f64) -> Vec<f64> {
    let rest = 1.0 - shares[seat];
    let even = 1.0 / (shares.len() - 1) as f64;
    let gain = |&share: &f64| if rest > EPSILON { share / rest } else { even };
    let mut change: Vec<f64> = shares.iter().map(|share| loss * gain(share)).collect();
    change[seat] = -loss;
    change
}

impl Node {
    fn new(by: Option<Seat>, forced: bool) -> Self {
        Node {
            by,
            known: NodeValue::Next,
            forced,
            other: None,
            error: Vec::new(),
            expected: None,
            odds: None,
            thrower: None,
            unclear: false,
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
