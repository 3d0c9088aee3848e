//! The walk through the tree of moves and throws, on a stack of its own, so that it can be left
//! and taken up again at any node.

use std::ops::ControlFlow;

use parlour_core::{Seat, Turn};

use super::table::{Bound, Table};
use crate::mind::Mind;

/// Between these values the search must be right; outside it need only say on which side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Window {
    /// Every value lies in here.
    pub(super) const ALL: Window = Window { low: 0.0, high: 1.0 };
}

/// An outcome of a chance node: how likely it is, and between which values it is known to lie.
#[derive(Clone, Copy, Debug)]
struct Outcome<S> {
    after: S,
    /// Who moves then.
    answers: Option<Seat>,
    chance: f64,
    low: f64,
    high: f64,
}

impl<S> Outcome<S> {
    /// What this outcome must be for the whole to leave the window that is asked for, whatever the
    /// others turn out to be, when the whole lies between these bounds.
    fn window(&self, asked: Window, (low, high): (f64, f64)) -> Window {
        let others_low = low - self.chance * self.low;
        let others_high = high - self.chance * self.high;
        Window {
            low: ((asked.low - others_high) / self.chance).max(0.0),
            high: ((asked.high - others_low) / self.chance).min(1.0),
        }
    }
}

/// What a node on the way is about.
enum Kind<G: Mind> {
    /// Somebody chooses.
    Choice { seat: Seat, moves: Vec<(G::Move, G::State)>, best: Option<G::Move> },
    /// Chance decides.
    Chance {
        outcomes: Vec<Outcome<G::State>>,
        /// Whether one answer to each throw is being tried first (Star2).
        probing: bool,
    },
}

/// A node on the way from the root.
struct Node<G: Mind> {
    hash: u64,
    depth: u32,
    window: Window,
    /// The window as it was when the node was entered.
    asked: Window,
    /// Which child comes next.
    next: usize,
    /// The best value so far, of a choice.
    value: f64,
    guessed: bool,
    /// Whether only the first move is to be tried.
    probe: bool,
    kind: Kind<G>,
}

/// The walk.
pub(super) struct Walk<G: Mind> {
    game: G,
    table: Table<G::Move>,
    stack: Vec<Node<G>>,
    pub(super) nodes: u64,
    /// Whether a guess was part of the last value.
    pub(super) guessed: bool,
}

impl<G: Mind> Walk<G> {
    /// A new walk, which knows what one before it found.
    pub(super) fn new(game: G, before: Option<Walk<G>>) -> Self {
        let table = before.map_or_else(Table::new, |before| before.table);
        Walk { game, table, stack: Vec::new(), nodes: 0, guessed: false }
    }

    /// Whether there is nothing under way.
    pub(super) fn is_idle(&self) -> bool {
        self.stack.is_empty()
    }

    /// About how many bytes of what was found are kept.
    pub(super) fn memory(&self) -> usize {
        self.table.bytes()
    }

    /// The moves here with the positions after them.
    pub(super) fn choices(&self, state: &G::State) -> Vec<(G::Move, G::State)> {
        let mut moves = Vec::new();
        let _ = self.game.moves(state, |mv| {
            let mut after = *state;
            self.game.play(&mut after, mv);
            moves.push((mv, after));
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    /// Puts the moves first after which the position looks best for `seat`.
    fn order(&self, moves: &mut [(G::Move, G::State)], seat: Seat) {
        moves.sort_by_cached_key(|(_, after)| {
            let (value, _) = self.glance(after);
            // To whole numbers, which can be sorted.
            let ahead = (value * 1e9) as i64;
            if seat == Seat(0) { -ahead } else { ahead }
        });
    }

    /// A position's value without a search, and whether that is no guess.
    pub(super) fn glance(&self, state: &G::State) -> (f64, bool) {
        if let Some(shares) = self.game.shares(state) {
            return (shares[Seat(0)].value(), true);
        }
        if let Some(outlook) = self.game.outlook(state) {
            return (f64::from(outlook[Seat(0)]), false);
        }
        let evaluation = self.game.evaluate(state).unwrap_or(0);
        (self.game.expectation(evaluation), false)
    }

    /// What the players are expected to play from here until chance comes in.
    pub(super) fn answers(&self, mut state: G::State) -> Vec<G::Move> {
        let mut moves = Vec::new();
        while let Turn::Player(_) = self.game.turn(&state) {
            let known = self.table.find(self.game.hash(&state)).and_then(|entry| entry.best);
            let Some(mv) = known.filter(|_| moves.len() < 64) else { break };
            // Two positions may share a hash: only a legal move is followed.
            if !self.choices(&state).iter().any(|&(legal, _)| legal == mv) {
                break;
            }
            moves.push(mv);
            self.game.play(&mut state, mv);
        }
        moves
    }

    /// Begins at a position; its value, if that is known at once.
    pub(super) fn begin(&mut self, state: G::State, depth: u32, window: Window) -> Option<f64> {
        self.enter(state, depth, window, false)
    }

    /// Visits one node or leaves one; the value of where the walk began, once that is known.
    pub(super) fn advance(&mut self) -> Option<f64> {
        let value = match self.stack.last()?.child() {
            Some((after, depth, window, probe)) => self.enter(after, depth, window, probe)?,
            None => {
                let node = self.stack.pop()?;
                self.leave(node)
            }
        };
        match self.stack.last_mut() {
            Some(node) => {
                node.take(value, self.guessed);
                None
            }
            None => Some(value),
        }
    }

    /// Comes to a position: its value if nothing need be searched; else it is on the stack now.
    fn enter(&mut self, state: G::State, depth: u32, window: Window, probe: bool) -> Option<f64> {
        self.nodes += 1;
        let turn = self.game.turn(&state);
        if turn == Turn::Over || depth == 0 {
            let (value, sure) = self.glance(&state);
            self.guessed = !sure;
            return Some(value);
        }
        let hash = self.game.hash(&state);
        let mut first = None;
        if let Some(entry) = self.table.find(hash) {
            first = entry.best;
            // A deeper look elsewhere is no substitute: values of one depth are compared.
            let deep = u32::from(entry.depth) == depth;
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::Low => entry.value >= window.high,
                Bound::High => entry.value <= window.low,
            };
            // A probe asks for one move, which the value of all says nothing about.
            if deep && settles && !probe {
                self.guessed = entry.guessed;
                return Some(entry.value);
            }
        }
        let kind = match turn {
            Turn::Player(seat) => {
                let mut moves = self.choices(&state);
                // Next to the leaves every move is judged anyway.
                if depth > 1 {
                    self.order(&mut moves, seat);
                }
                // What was best before is likely to be best again.
                if let Some(at) = moves.iter().position(|&(mv, _)| Some(mv) == first) {
                    moves[..=at].rotate_right(1);
                }
                Kind::Choice { seat, moves, best: None }
            }
            _ => {
                let outcomes = self.outcomes(&state);
                let probing = depth > 1 && outcomes.iter().all(|outcome| outcome.answers.is_some());
                Kind::Chance { outcomes, probing }
            }
        };
        let value = match kind {
            Kind::Choice { seat: Seat(0), .. } => f64::MIN,
            _ => f64::MAX,
        };
        let guessed = false;
        let node =
            Node { hash, depth, window, asked: window, next: 0, value, guessed, probe, kind };
        self.stack.push(node);
        None
    }

    fn outcomes(&self, state: &G::State) -> Vec<Outcome<G::State>> {
        let mut outcomes = Vec::new();
        let mut total = 0.0;
        let _ = self.game.chances(state, |chance, weight| {
            let mut after = *state;
            self.game.resolve(&mut after, chance);
            let weight = f64::from(weight);
            total += weight;
            let answers = match self.game.turn(&after) {
                Turn::Player(seat) => Some(seat),
                _ => None,
            };
            outcomes.push(Outcome { after, answers, chance: weight, low: 0.0, high: 1.0 });
            ControlFlow::<()>::Continue(())
        });
        outcomes.iter_mut().for_each(|outcome| outcome.chance /= total);
        // The likeliest first: they decide the most.
        outcomes.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        outcomes
    }

    /// The value of a node that is done; what it taught is remembered.
    fn leave(&mut self, node: Node<G>) -> f64 {
        let value = node.value();
        self.guessed = node.guessed;
        if !node.probe {
            let bound = match () {
                () if value <= node.asked.low => Bound::High,
                () if value >= node.asked.high => Bound::Low,
                () => Bound::Exact,
            };
            let best = match node.kind {
                Kind::Choice { best, .. } => best,
                Kind::Chance { .. } => None,
            };
            self.table.keep(node.hash, node.depth, (value, bound), node.guessed, best);
        }
        value
    }
}

impl<G: Mind> Node<G> {
    /// The child to look at next, with its depth and window and whether to try one move only;
    /// `None` when enough is known.
    fn child(&self) -> Option<(G::State, u32, Window, bool)> {
        match &self.kind {
            Kind::Choice { moves, .. } => {
                let enough = self.window.low >= self.window.high || (self.probe && self.next > 0);
                let &(_, after) = moves.get(self.next).filter(|_| !enough)?;
                Some((after, self.depth - 1, self.window, false))
            }
            Kind::Chance { outcomes, probing } => {
                let outcome = outcomes.get(self.next)?;
                let (low, high) = bounds(outcomes);
                if high <= self.asked.low || low >= self.asked.high {
                    return None;
                }
                let window = outcome.window(self.asked, (low, high));
                Some((outcome.after, self.depth, window, *probing))
            }
        }
    }

    /// Takes the value of the child that was looked at.
    fn take(&mut self, value: f64, guessed: bool) {
        self.guessed |= guessed;
        match &mut self.kind {
            Kind::Choice { seat, moves, best } => {
                let mv = moves[self.next].0;
                self.next += 1;
                if *seat == Seat(0) && value > self.value {
                    (self.value, *best) = (value, Some(mv));
                    self.window.low = self.window.low.max(value);
                } else if *seat != Seat(0) && value < self.value {
                    (self.value, *best) = (value, Some(mv));
                    self.window.high = self.window.high.min(value);
                }
            }
            Kind::Chance { outcomes, probing } => {
                let known = bounds(outcomes);
                let outcome = &mut outcomes[self.next];
                let window = outcome.window(self.asked, known);
                self.next += 1;
                match outcome.answers {
                    // One move shows what its player can have at least, unless the search only
                    // saw on which side of the window it is.
                    Some(Seat(0)) if *probing => {
                        if value > window.low {
                            outcome.low = outcome.low.max(value);
                        }
                    }
                    Some(_) if *probing => {
                        if value < window.high {
                            outcome.high = outcome.high.min(value);
                        }
                    }
                    _ => (outcome.low, outcome.high) = (value, value),
                }
                if *probing && self.next == outcomes.len() {
                    (*probing, self.next) = (false, 0);
                }
            }
        }
    }

    fn value(&self) -> f64 {
        match &self.kind {
            Kind::Choice { .. } => self.value,
            Kind::Chance { outcomes, .. } => {
                let (low, high) = bounds(outcomes);
                if high <= self.asked.low { high } else { low }
            }
        }
    }
}

/// Between which values a chance node lies, by what is known of its outcomes.
fn bounds<S>(outcomes: &[Outcome<S>]) -> (f64, f64) {
    outcomes.iter().fold((0.0, 0.0), |(low, high), outcome| {
        (low + outcome.chance * outcome.low, high + outcome.chance * outcome.high)
    })
}
