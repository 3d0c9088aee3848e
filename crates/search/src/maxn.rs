//! Max^n, for open games of any number of players without dice. Each player maximizes the own share.
//!
//! Iterative deepening with the value estimate at the leaves. Shares add up to one, so a position is not
//! searched further once its player has more than an opponent above would leave (Korf's shallow pruning).
//! Recurring positions are not detected: it is for games without a repetition rule. Threads share the root.

use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use parlour_core::rng::{Rng, seeded};
use parlour_core::{Game, PerSeat, Seat, Turn};

use crate::engine::{Engine, Progress, ROOT_NOISE, SearchTask};
use crate::evaluator::{Evaluator, Own};
use crate::heuristics::Heuristics;
use crate::report::SearchReport;
use crate::root::{RootMove, RootSearch, Taken, Value};
use crate::settings::Settings;

/// The most noise of a move at the root, in shares of the win.
const NOISE: f64 = 0.0025;

/// A move with the position after it and its static value.
#[derive(Clone, Copy, Debug)]
struct Candidate<S, M> {
    mv: M,
    after: S,
    value: Value,
}

type CandidateOf<G> = Candidate<<G as Game>::State, <G as Game>::Move>;

struct StackFrame<G: Game> {
    seat: Seat,
    depth: u32,
    /// With this share of `seat` the player above would not choose the position.
    cutoff: f64,
    candidates: Vec<CandidateOf<G>>,
    next: usize,
    best: Option<Value>,
    /// The principal variation so far.
    line: Vec<G::Move>,
    /// Whether no move was left out and all values are proven.
    proven: bool,
}

struct SearchStack<G: Game> {
    game: G,
    mover: Seat,
    taken: Option<Taken<G>>,
    /// The node count when that move was taken.
    begun: u64,
    frames: Vec<StackFrame<G>>,
    nodes: u64,
    /// The principal variation of the position that was searched last.
    line: Vec<G::Move>,
}

/// State that all threads share.
struct Shared<G: Heuristics> {
    root: Mutex<Option<RootSearch<G>>>,
    /// The depth of the root, readable without the lock.
    depth: AtomicU32,
}

/// How many of the moves that look best are searched; all where there is no number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widths {
    /// Of those at the root.
    pub root: Option<NonZeroUsize>,
    /// Of those of every position below it.
    pub below: Option<NonZeroUsize>,
}

impl Widths {
    /// Every move is searched.
    pub const ALL: Widths = Widths { root: None, below: None };

    /// These widths with the settings `root` and `width`, in which 0 stands for all moves.
    fn tuned(self, settings: &mut Settings) -> Self {
        let mut take = |name, default: Option<NonZeroUsize>| {
            let default = default.map_or(0, NonZeroUsize::get);
            NonZeroUsize::new(settings.take(name, default as f64) as usize)
        };
        Widths { root: take("root", self.root), below: take("width", self.below) }
    }
}

/// The max^n engine.
pub struct MaxN<G: Heuristics, E: Evaluator<G> = Own> {
    evaluator: E,
    widths: Widths,
    shared: Arc<Shared<G>>,
    stack: Option<SearchStack<G>>,
    is_worker: bool,
}

impl<G: Heuristics> MaxN<G> {
    /// A search with these widths, which the settings `root` and `width` change.
    pub fn new(widths: Widths, settings: &mut Settings) -> Self {
        Self::with_evaluator(Own, widths.tuned(settings))
    }
}

impl<G: Heuristics, E: Evaluator<G>> MaxN<G, E> {
    /// The same by another estimate.
    pub fn with_evaluator(evaluator: E, widths: Widths) -> Self {
        let shared = Shared { root: Mutex::new(None), depth: AtomicU32::new(0) };
        MaxN { evaluator, widths, shared: Arc::new(shared), stack: None, is_worker: false }
    }

    fn new_root(&self, task: SearchTask<G>, state: &G::State, mover: Seat) -> RootSearch<G> {
        let mut rng = seeded(task.seed ^ ROOT_NOISE);
        // No noise where several lines are reported with their values.
        let noisy = task.want.only_best();
        let candidates = candidates(&task.game, &self.evaluator, state, mover).into_iter();
        let moves = candidates.map(|Candidate { mv, after, value }| {
            let mut root_move = RootMove::new(mv, after, value);
            if noisy {
                root_move.noise = NOISE * f64::from(rng.next_u32()) / f64::from(u32::MAX);
            }
            root_move
        });
        let moves = moves.collect();
        RootSearch::new(task, mover, moves, self.widths.root)
    }
}

impl<G: Heuristics> Shared<G> {
    /// Reads or changes the root.
    fn with<T>(&self, act: impl FnOnce(&mut RootSearch<G>) -> T) -> T {
        let mut root = self.root.lock().unwrap_or_else(PoisonError::into_inner);
        let root = root.as_mut().expect("a task has begun");
        let result = act(root);
        self.depth.store(root.depth, Ordering::Relaxed);
        result
    }
}

impl<G: Heuristics, E: Evaluator<G>> Engine<G> for MaxN<G, E> {
    fn begin(&mut self, task: SearchTask<G>) {
        debug_assert!(G::OPEN, "everybody sees everything");
        let (game, (state, mover)) = (task.game.clone(), task.root());
        let (frames, line) = (Vec::new(), Vec::new());
        self.stack =
            Some(SearchStack { game, mover, taken: None, begun: 0, frames, nodes: 0, line });
        if !self.is_worker {
            let root = self.new_root(task, &state, mover);
            *self.shared.root.lock().unwrap_or_else(PoisonError::into_inner) = Some(root);
            self.shared.depth.store(0, Ordering::Relaxed);
        }
    }

    fn step(&mut self, work: u64) -> Progress {
        let stack = self.stack.as_mut().expect("a task has begun");
        let until = stack.nodes.saturating_add(work);
        while stack.nodes < until {
            let depth = self.shared.depth.load(Ordering::Relaxed);
            // Another thread may have been sooner with the same move.
            if stack.taken.as_ref().is_none_or(|taken| taken.depth != depth) {
                let Some(taken) = self.shared.with(RootSearch::take) else {
                    return Progress::Done;
                };
                (stack.taken, stack.begun) = (Some(taken), stack.nodes);
                stack.frames.clear();
            }
            let Some(value) = stack.advance(&self.evaluator, self.widths.below) else { continue };
            let taken = stack.taken.take().expect("a move was taken");
            let visits = stack.nodes - stack.begun;
            self.shared.with(|root| root.complete(&taken, value, visits, &stack.line));
        }
        if self.shared.with(|root| root.over) { Progress::Done } else { Progress::More }
    }

    fn nodes(&self) -> u64 {
        self.stack.as_ref().expect("a task has begun").nodes
    }

    fn report(&self) -> SearchReport<G::Move> {
        self.shared.with(|root| root.report(self.nodes()))
    }

    fn is_clear(&mut self, _: f64) -> bool {
        self.shared.with(|root| root.is_clear())
    }

    fn worker(&self) -> Option<Box<dyn Engine<G>>> {
        let (shared, evaluator) = (Arc::clone(&self.shared), self.evaluator.clone());
        let widths = self.widths;
        Some(Box::new(MaxN { evaluator, widths, shared, stack: None, is_worker: true }))
    }

    fn combine(&self, workers: &[Box<dyn Engine<G>>]) -> SearchReport<G::Move> {
        let mut report = self.report();
        report.nodes += workers.iter().map(|worker| worker.nodes()).sum::<u64>();
        report
    }
}

impl<G: Heuristics> SearchStack<G> {
    /// Visits one position. Returns the value of the taken move once it is known.
    fn advance(
        &mut self,
        evaluator: &impl Evaluator<G>,
        width: Option<NonZeroUsize>,
    ) -> Option<Value> {
        let value = match self.frames.last_mut() {
            None => {
                let taken = self.taken.as_ref().expect("a move was taken");
                let cutoff = (1.0 - taken.alpha).min(1.0);
                let (after, value, depth) = (taken.after, taken.value, taken.depth);
                self.enter(evaluator, &after, value, depth, (self.mover, cutoff), width)
            }
            Some(frame) => match frame.next_candidate() {
                None => {
                    let frame = self.frames.pop().expect("it was there");
                    let value = frame.value();
                    self.line = frame.line;
                    value
                }
                Some(Candidate { after, value, .. }) => {
                    let own = frame.best.map_or(0.0, |best| best.shares[frame.seat]);
                    let (above, depth) = ((frame.seat, 1.0 - own), frame.depth - 1);
                    self.enter(evaluator, &after, value, depth, above, width)
                }
            },
        }?;
        match self.frames.last_mut() {
            Some(frame) => {
                frame.absorb(value, &self.line);
                None
            }
            None => Some(value),
        }
    }

    /// Enters the position after a move of `seat`, who has something better if the next player can have
    /// `cutoff`. Returns its static value if nothing need be searched.
    fn enter(
        &mut self,
        evaluator: &impl Evaluator<G>,
        state: &G::State,
        value: Value,
        depth: u32,
        (seat, cutoff): (Seat, f64),
        width: Option<NonZeroUsize>,
    ) -> Option<Value> {
        let next = match self.game.turn(state) {
            Turn::Player(next) if depth > 0 => next,
            _ => {
                self.nodes += 1;
                self.line.clear();
                return Some(value);
            }
        };
        let mut candidates = candidates(&self.game, evaluator, state, next);
        self.nodes += candidates.len() as u64;
        // Nothing is proven where not all is searched.
        let all = candidates.len();
        candidates.truncate(width.map_or(all, NonZeroUsize::get));
        let proven = candidates.len() == all;
        let cutoff = if next == seat { 1.0 } else { cutoff };
        let (best, line) = (None, Vec::new());
        let frame =
            StackFrame { seat: next, depth, cutoff, candidates, next: 0, best, line, proven };
        self.frames.push(frame);
        None
    }
}

impl<G: Game> StackFrame<G> {
    /// The next move to search; `None` after a cutoff or the last one.
    fn next_candidate(&mut self) -> Option<CandidateOf<G>> {
        if self.best.is_some_and(|best| best.shares[self.seat] >= self.cutoff) {
            return None;
        }
        let candidate = *self.candidates.get(self.next)?;
        self.next += 1;
        Some(candidate)
    }

    /// Updates the position with the value and the principal variation of the last move; among equals the
    /// first is played.
    fn absorb(&mut self, value: Value, line: &[G::Move]) {
        self.proven &= value.proven;
        let own = |value: &Value| value.shares[self.seat];
        if self.best.as_ref().is_none_or(|best| own(&value) > own(best)) {
            self.best = Some(value);
            self.line.clear();
            self.line.push(self.candidates[self.next - 1].mv);
            self.line.extend_from_slice(line);
        }
    }

    /// The value of the position. A proven win needs no other moves.
    fn value(&self) -> Option<Value> {
        let best = self.best?;
        let won = best.proven && best.shares[self.seat] >= 1.0;
        let proven = won || (self.proven && self.next == self.candidates.len());
        Some(Value { proven, ..best })
    }
}

/// Every move of a player with its static value, the best first.
fn candidates<G: Heuristics>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    state: &G::State,
    seat: Seat,
) -> Vec<CandidateOf<G>> {
    let mut candidates = Vec::new();
    game.for_each_move(state, |mv| {
        let mut after = *state;
        game.play(&mut after, mv);
        let value = static_value(game, evaluator, &after);
        candidates.push(Candidate { mv, after, value });
    });
    // As whole numbers, which can be sorted.
    candidates.sort_by_key(|candidate| Reverse((candidate.value.shares[seat] * 1e12) as i64));
    candidates
}

/// The result of a finished game, else the evaluator's estimate.
fn static_value<G: Heuristics>(game: &G, evaluator: &impl Evaluator<G>, state: &G::State) -> Value {
    if let Some(shares) = game.shares(state) {
        return Value { shares: shares.map(|share| share.value()), proven: true };
    }
    let even = || PerSeat::new(game.seats(), 1.0 / f32::from(game.seats()));
    let shares = evaluator.estimate(game, state).unwrap_or_else(even).map(f64::from);
    Value { shares, proven: false }
}
