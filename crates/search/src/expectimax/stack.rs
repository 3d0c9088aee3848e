//! The search stack: depth-first search of moves and throws that can stop at any node and go on later.

use parlour_core::{Seat, Turn};

use crate::engine::successors;
use crate::heuristics::Heuristics;
use crate::transposition::{Bound, Entry, TranspositionTable};

/// Between these values the search must be right; outside it need only say on which side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) low: f64,
    pub(super) high: f64,
}

/// An outcome of a chance node: how likely it is, and between which values it is known to lie.
#[derive(Clone, Copy, Debug)]
struct Outcome<S> {
    after: S,
    /// Who moves then.
    mover: Option<Seat>,
    chance: f64,
    low: f64,
    high: f64,
}

impl<S> Outcome<S> {
    /// The window for this outcome outside which the node leaves `full_window`, whatever the other
    /// outcomes are (Star1). The node lies between the bounds `low` and `high`.
    fn window(&self, full_window: Window, (low, high): (f64, f64)) -> Window {
        let others_low = low - self.chance * self.low;
        let others_high = high - self.chance * self.high;
        Window {
            low: ((full_window.low - others_high) / self.chance).max(0.0),
            high: ((full_window.high - others_low) / self.chance).min(1.0),
        }
    }
}

/// What a node on the way is about.
enum Kind<G: Heuristics> {
    /// A player chooses. Moves are known by their number in the game's order.
    Choice { seat: Seat, moves: Vec<(u16, G::State)>, best: Option<u16> },
    Chance {
        outcomes: Vec<Outcome<G::State>>,
        /// Whether one answer to each throw is being tried first (Star2).
        probing: bool,
    },
}

struct Node<G: Heuristics> {
    hash: u64,
    depth: u32,
    window: Window,
    /// The window as it was when the node was entered.
    full_window: Window,
    /// Which child comes next.
    next: usize,
    /// The best value so far, of a choice.
    value: f64,
    estimated: bool,
    /// Whether only the first move is to be tried.
    probe: bool,
    kind: Kind<G>,
}

/// The number of positions in the transposition table.
const POSITIONS: usize = 1 << 18;

/// The unit in which the transposition table stores shares of the win.
const UNIT: f64 = 1e9;

pub(super) struct SearchStack<G: Heuristics> {
    game: G,
    table: TranspositionTable,
    path: Vec<Node<G>>,
    pub(super) nodes: u64,
    /// Whether an estimate was part of the last value.
    pub(super) estimated: bool,
}

impl<G: Heuristics> SearchStack<G> {
    /// A new stack, with the transposition table of an earlier one.
    pub(super) fn new(game: G, before: Option<SearchStack<G>>) -> Self {
        let table =
            before.map_or_else(|| TranspositionTable::new(POSITIONS), |before| before.table);
        SearchStack { game, table, path: Vec::new(), nodes: 0, estimated: false }
    }

    /// About how many bytes of what was found are kept.
    pub(super) fn memory(&self) -> usize {
        self.table.bytes()
    }

    /// Puts the moves first after which the position looks best for `seat`.
    fn order(&self, moves: &mut [(u16, G::State)], seat: Seat) {
        moves.sort_by_cached_key(|(_, after)| {
            let (value, _) = self.static_value(after);
            // To whole numbers, which can be sorted.
            let ahead = (value * 1e9) as i64;
            if seat == Seat(0) { -ahead } else { ahead }
        });
    }

    /// A position's value without a search, and whether it is exact.
    pub(super) fn static_value(&self, state: &G::State) -> (f64, bool) {
        if let Some(shares) = self.game.shares(state) {
            return (shares[Seat(0)].value(), true);
        }
        let estimate = self.game.estimate(state);
        (estimate.map_or(0.5, |estimate| f64::from(estimate[Seat(0)])), false)
    }

    /// The moves that the players are expected to make from here to the next chance node.
    pub(super) fn principal_variation(&self, mut state: G::State) -> Vec<G::Move> {
        let mut moves = Vec::new();
        while let Turn::Player(_) = self.game.turn(&state) {
            let best = self.table.get(self.game.hash(&state)).and_then(|entry| entry.best);
            let Some(number) = best.filter(|_| moves.len() < 64) else { break };
            // Two positions may share a hash: only a legal move is followed.
            let choices = successors(&self.game, &state);
            let Some(&(mv, after)) = choices.get(usize::from(number)) else { break };
            moves.push(mv);
            state = after;
        }
        moves
    }

    /// Begins at a position; its value, if that is known at once.
    pub(super) fn begin(&mut self, state: G::State, depth: u32, window: Window) -> Option<f64> {
        self.enter(state, depth, window, false)
    }

    /// Visits one node or leaves one; the value of where the search began, once that is known.
    pub(super) fn advance(&mut self) -> Option<f64> {
        let value = match self.path.last()?.next_child() {
            Some((after, depth, window, probe)) => self.enter(after, depth, window, probe)?,
            None => {
                let node = self.path.pop()?;
                self.leave(node)
            }
        };
        match self.path.last_mut() {
            Some(node) => {
                node.absorb(value, self.estimated);
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
            let (value, sure) = self.static_value(&state);
            self.estimated = !sure;
            return Some(value);
        }
        let hash = self.game.hash(&state);
        let mut first = None;
        if let Some(entry) = self.table.get(hash) {
            first = entry.best;
            let value = f64::from(entry.value) / UNIT;
            // A value of another depth does not count: values of one depth are compared.
            let deep = u32::from(entry.depth / 2) == depth;
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= window.high,
                Bound::Upper => value <= window.low,
            };
            // A probe asks for one move, which the value of all says nothing about.
            if deep && settles && !probe {
                self.estimated = entry.depth % 2 == 0;
                return Some(value);
            }
        }
        let kind = match turn {
            Turn::Player(seat) => {
                let mut moves = Vec::new();
                self.game.for_each_move(&state, |mv| {
                    let mut after = state;
                    self.game.play(&mut after, mv);
                    moves.push((moves.len() as u16, after));
                });
                // Next to the leaves every move is evaluated anyway.
                if depth > 1 {
                    self.order(&mut moves, seat);
                }
                // What was best before is likely to be best again.
                if let Some(at) = moves.iter().position(|&(number, _)| Some(number) == first) {
                    moves[..=at].rotate_right(1);
                }
                Kind::Choice { seat, moves, best: None }
            }
            _ => {
                let outcomes = self.outcomes(&state);
                let probing = depth > 1 && outcomes.iter().all(|outcome| outcome.mover.is_some());
                Kind::Chance { outcomes, probing }
            }
        };
        let value = match kind {
            Kind::Choice { seat: Seat(0), .. } => f64::MIN,
            _ => f64::MAX,
        };
        let estimated = false;
        let node = Node {
            hash,
            depth,
            window,
            full_window: window,
            next: 0,
            value,
            estimated,
            probe,
            kind,
        };
        self.path.push(node);
        None
    }

    fn outcomes(&self, state: &G::State) -> Vec<Outcome<G::State>> {
        let mut outcomes = Vec::new();
        let mut total = 0.0;
        self.game.for_each_chance(state, |chance, weight| {
            let mut after = *state;
            self.game.resolve(&mut after, chance);
            let weight = f64::from(weight);
            total += weight;
            let mover = match self.game.turn(&after) {
                Turn::Player(seat) => Some(seat),
                _ => None,
            };
            outcomes.push(Outcome { after, mover, chance: weight, low: 0.0, high: 1.0 });
        });
        outcomes.iter_mut().for_each(|outcome| outcome.chance /= total);
        // The likeliest first: they decide the most.
        outcomes.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        outcomes
    }

    /// The value of a node that is done; what it taught is remembered.
    fn leave(&mut self, node: Node<G>) -> f64 {
        let value = node.value();
        self.estimated = node.estimated;
        if !node.probe {
            let bound = if value <= node.full_window.low {
                Bound::Upper
            } else if value >= node.full_window.high {
                Bound::Lower
            } else {
                Bound::Exact
            };
            let best = match node.kind {
                Kind::Choice { best, .. } => best,
                Kind::Chance { .. } => None,
            };
            let depth = stored_depth(node.depth, node.estimated);
            let value = (value * UNIT).round() as i32;
            self.table.put(node.hash, Entry { value, depth, bound, best });
        }
        value
    }
}

impl<G: Heuristics> Node<G> {
    /// The child to look at next, with its depth and window and whether to try one move only;
    /// `None` when enough is known.
    fn next_child(&self) -> Option<(G::State, u32, Window, bool)> {
        match &self.kind {
            Kind::Choice { moves, .. } => {
                let enough = self.window.low >= self.window.high || (self.probe && self.next > 0);
                let &(_, after) = moves.get(self.next).filter(|_| !enough)?;
                Some((after, self.depth - 1, self.window, false))
            }
            Kind::Chance { outcomes, probing } => {
                let outcome = outcomes.get(self.next)?;
                let (low, high) = bounds(outcomes);
                if high <= self.full_window.low || low >= self.full_window.high {
                    return None;
                }
                let window = outcome.window(self.full_window, (low, high));
                Some((outcome.after, self.depth, window, *probing))
            }
        }
    }

    /// Takes the value of the child that was looked at.
    fn absorb(&mut self, value: f64, estimated: bool) {
        self.estimated |= estimated;
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
                let window = outcome.window(self.full_window, known);
                self.next += 1;
                match outcome.mover {
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
                if high <= self.full_window.low { high } else { low }
            }
        }
    }
}

/// The depth as the table stores it: twice the depth, odd where no estimate is part of the value.
fn stored_depth(depth: u32, estimated: bool) -> u8 {
    2 * depth.min(127) as u8 + u8::from(!estimated)
}

/// Between which values a chance node lies, by what is known of its outcomes.
fn bounds<S>(outcomes: &[Outcome<S>]) -> (f64, f64) {
    outcomes.iter().fold((0.0, 0.0), |(low, high), outcome| {
        (low + outcome.chance * outcome.low, high + outcome.chance * outcome.high)
    })
}
