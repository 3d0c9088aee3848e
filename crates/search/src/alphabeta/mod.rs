//! Alpha-beta, for open games of two without chance.
//!
//! Iterative deepening with principal variation search, a transposition table, killer moves, history and
//! late move reductions. A position that recurs on the path counts as a draw. The search keeps a stack of
//! its own, so that it can stop at any node and go on later. The result depends on the number of nodes,
//! not on a clock: the same number gives the same result on every machine.

mod evaluation;
mod order;
mod params;
mod path;
mod stack;
mod value;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use parlour_core::rng::seeded;
use parlour_core::{PerSeat, Seat};

use crate::engine::{Engine, Progress, STABLE_DEPTHS, Task};
use crate::evaluator::{Evaluator, Own};
use crate::heuristics::Heuristics;
use crate::report::{Certainty, Line, SearchReport};
use crate::transposition::TranspositionTable;
pub use params::Params;
use stack::{FIRST_ROOM, Ranked, SearchStack};
use value::{INFINITY, is_proven, with_noise};

/// The search ends after this depth.
const MAX_DEPTH: i32 = 100;
/// Half the width of the aspiration window around the last value, in thousandths.
const ASPIRATION_WINDOW: i32 = 200;
/// The best move is clear if it is better than all others by this margin, in thousandths.
const CLEAR_MARGIN: i32 = 500;

/// Separates the noise at the root from other uses of the seed.
const SALT: u64 = 0x0a1f_be7a;

/// A move at the root.
#[derive(Clone, Debug)]
struct Root<M> {
    mv: M,
    /// Its number in the order in which the game visits the moves.
    number: u16,
    /// Its value to the mover, noise included, and the depth of the search.
    value: i32,
    depth: i32,
    /// Whether the value is proven, which a draw can be as well as a win or a loss.
    sure: bool,
    /// The principal variation.
    line: Vec<M>,
}

/// A principal variation with its value.
struct Found<'a, M> {
    value: i32,
    sure: bool,
    line: &'a [M],
}

/// Whether the best move is clear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doubt {
    /// The driver has not asked.
    Unasked,
    /// It is to be checked when this depth is done.
    Raised,
    /// The other moves are being checked, up to this number of nodes.
    Weighed(u64),
    /// It is clear: the others are far worse.
    Removed,
    /// It is not clear.
    Confirmed,
}

/// The depth of that check is this much less than that of the best move.
const LESS_DEEP: i32 = 2;
/// The check may take one part in `PART` of the nodes visited before.
const PART: u64 = 4;

/// The search at the root.
struct RootSearch<G: Heuristics> {
    task: Task<G>,
    state: G::State,
    mover: Seat,
    /// The moves, the best first as far as is known.
    roots: Vec<Root<G::Move>>,
    /// How many of them get a value and a line of their own.
    wanted: usize,
    /// These moves after the last completed depth, the best first. Values of two depths cannot be compared,
    /// so several lines are reported for one depth.
    settled: Vec<Root<G::Move>>,
    /// The current depth.
    depth: i32,
    /// The index of the line that is searched.
    at: usize,
    /// The aspiration window.
    window: (i32, i32),
    /// The best move of the last depth, and for how many depths in a row it has been the best.
    leader: Option<G::Move>,
    steady: u32,
    doubt: Doubt,
    done: bool,
}

/// The alpha-beta engine.
pub struct AlphaBeta<G: Heuristics, E: Evaluator<G> = Own> {
    stack: SearchStack<G, E>,
    root_search: Option<RootSearch<G>>,
    /// 0 for the main thread, others for worker threads.
    number: u32,
    workers: AtomicU32,
}

opaque_debug!(AlphaBeta<G: Heuristics, E: Evaluator<G>>);

impl<G: Heuristics> AlphaBeta<G> {
    /// A search with these parameters for a game of two.
    pub fn new(game: &G, params: Params) -> Self {
        AlphaBeta::with_evaluator(game, Own, params)
    }
}

impl<G: Heuristics, E: Evaluator<G>> AlphaBeta<G, E> {
    /// The same by another evaluation.
    pub fn with_evaluator(game: &G, evaluator: E, params: Params) -> Self {
        let table = Arc::new(TranspositionTable::new(params.capacity.min(FIRST_ROOM)));
        let stack = SearchStack::new(game.clone(), evaluator, params, table);
        AlphaBeta { stack, root_search: None, number: 0, workers: AtomicU32::new(0) }
    }

    fn root_search(&self) -> &RootSearch<G> {
        self.root_search.as_ref().expect("a task has begun")
    }

    /// The best line of the current depth so far, if it has found one. Moves are searched from the best of
    /// the last depth on, so this line is at least as good.
    fn unfinished(&self) -> Option<Found<'_, G::Move>> {
        let root_search = self.root_search();
        let weighed = matches!(root_search.doubt, Doubt::Weighed(_));
        let value =
            self.stack.value().filter(|_| !root_search.done && root_search.at == 0 && !weighed)?;
        // A loss by one move says nothing about the moves that are not searched yet.
        let lost = is_proven(value) && value < 0;
        let line = self.stack.line();
        (!line.is_empty() && !lost).then_some(Found { value, sure: false, line })
    }

    /// A value at the root without the noise of the move.
    fn plain(&self, value: i32, mv: G::Move) -> i32 {
        let root = self.root_search().roots.iter().find(|root| root.mv == mv);
        let noise = root.map_or(0, |root| self.stack.root_noise[usize::from(root.number)]);
        with_noise(value, -noise)
    }

    /// A line as the report has it.
    fn line(&self, Found { value, sure, line }: Found<'_, G::Move>) -> Line<G::Move> {
        let mover = self.root_search().mover;
        let (share, certainty) = if is_proven(value) {
            (f64::from(value > 0), Certainty::Proven)
        } else if sure {
            // A proven value that is neither a win nor a loss is a draw.
            (0.5, Certainty::Proven)
        } else if value == self.stack.draw(mover) {
            (0.5, Certainty::Estimated)
        } else {
            let first = if mover == Seat(0) { value } else { -value };
            let share = self.stack.game.expectation(first);
            (if mover == Seat(0) { share } else { 1.0 - share }, Certainty::Estimated)
        };
        let mut shares = PerSeat::new(2, 1.0 - share);
        shares[mover] = share;
        Line { moves: line.to_vec(), value: share, shares, certainty, visits: 0 }
    }
}

impl<G: Heuristics, E: Evaluator<G>> Engine<G> for AlphaBeta<G, E> {
    fn begin(&mut self, task: Task<G>) {
        let (state, mover) = task.root();
        // With contempt, stored values depend on the searching player.
        let fair = self.stack.params.contempt == 0;
        let same = self
            .root_search
            .as_ref()
            .is_some_and(|before| before.task.game == task.game && (fair || before.mover == mover));
        self.stack.prepare(task.game.clone(), task.reuse && same, self.number == 0);
        self.stack.set_root(mover, &task.past);
        // No noise where several lines are reported with their values.
        let chance = (task.lines() <= 1).then(|| seeded(task.seed() ^ SALT));
        let roots = self.stack.roots(&state, mover, chance);
        let mut root_search = RootSearch {
            state,
            mover,
            wanted: task.lines().clamp(1, roots.len()),
            settled: Vec::new(),
            done: false,
            roots,
            depth: 1,
            at: 0,
            window: (-INFINITY, INFINITY),
            leader: None,
            steady: 0,
            doubt: Doubt::Unasked,
            task,
        };
        root_search.deepen(&mut self.stack);
        // Every other worker begins one ply deeper.
        root_search.depth += (self.number % 2) as i32;
        if !root_search.done {
            root_search.look(&mut self.stack);
        }
        self.root_search = Some(root_search);
    }

    fn step(&mut self, work: u64) -> Progress {
        let root_search = self.root_search.as_mut().expect("a task has begun");
        let limit = self.stack.nodes + work;
        while !root_search.done && self.stack.nodes < limit {
            let value = self.stack.run(limit);
            match (root_search.doubt, value) {
                (Doubt::Weighed(_), Some(value)) => root_search.weighed(&mut self.stack, value),
                (Doubt::Weighed(most), None) if self.stack.nodes >= most => {
                    root_search.weighed(&mut self.stack, INFINITY);
                }
                (_, Some(value)) => root_search.found(&mut self.stack, value),
                (_, None) => {}
            }
        }
        if root_search.done { Progress::Done } else { Progress::More }
    }

    fn nodes(&self) -> u64 {
        self.stack.nodes
    }

    fn is_clear(&mut self, _: f64) -> bool {
        let root_search = self.root_search.as_mut().expect("a task has begun");
        if root_search.doubt == Doubt::Unasked
            && root_search.steady >= STABLE_DEPTHS
            && root_search.wanted == 1
        {
            root_search.doubt = Doubt::Raised;
        }
        root_search.doubt == Doubt::Removed
    }

    fn report(&self) -> SearchReport<G::Move> {
        let root_search = self.root_search();
        let roots = match root_search.wanted {
            1 => &root_search.roots[..1],
            _ => &root_search.settled,
        };
        let line = |root: &Root<G::Move>| {
            let Root { value, sure, ref line, .. } = *root;
            self.line(Found { value: self.plain(value, line[0]), sure, line })
        };
        let mut lines: Vec<Line<G::Move>> = roots.iter().map(line).collect();
        if let Some(best) = self.unfinished().filter(|_| root_search.wanted == 1) {
            let value = self.plain(best.value, best.line[0]);
            lines = vec![self.line(Found { value, ..best })];
        }
        let depth = roots[0].depth as u32;
        SearchReport::new(lines, depth, self.stack.nodes)
    }

    fn memory(&self) -> usize {
        // Workers share the table.
        if self.number == 0 { self.stack.table.bytes() } else { 0 }
    }

    fn worker(&self) -> Option<Box<dyn Engine<G>>> {
        self.stack.table.grow(self.stack.params.capacity);
        let (table, evaluator) = (Arc::clone(&self.stack.table), self.stack.evaluator.clone());
        Some(Box::new(AlphaBeta {
            stack: SearchStack::new(self.stack.game.clone(), evaluator, self.stack.params, table),
            root_search: None,
            number: 1 + self.workers.fetch_add(1, Ordering::Relaxed),
            workers: AtomicU32::new(0),
        }))
    }
}

impl<G: Heuristics> RootSearch<G> {
    /// Starts the search of the next line.
    fn look<E: Evaluator<G>>(&self, stack: &mut SearchStack<G, E>) {
        self.look_at(&self.roots[self.at..], stack, self.depth, self.window);
    }

    fn look_at<E: Evaluator<G>>(
        &self,
        roots: &[Root<G::Move>],
        stack: &mut SearchStack<G, E>,
        depth: i32,
        window: (i32, i32),
    ) {
        let moves: Vec<Ranked<G::Move>> = roots
            .iter()
            .enumerate()
            .map(|(at, root)| Ranked { mv: root.mv, number: root.number, rank: -(at as i32) })
            .collect();
        stack.start(self.state, self.mover, &moves, depth, window);
    }

    /// Starts a shallower null-window search of whether any other move comes near the best.
    fn weigh<E: Evaluator<G>>(&mut self, stack: &mut SearchStack<G, E>) {
        let bar = self.roots[0].value - CLEAR_MARGIN;
        // The depth that is next is one more than the last.
        let depth = (self.depth - 1 - LESS_DEEP).max(1);
        self.doubt = Doubt::Weighed(stack.nodes + stack.nodes / PART);
        self.look_at(&self.roots[1..], stack, depth, (bar, bar + 1));
    }

    /// Ends that check with the value of the best other move, and goes on with the search.
    fn weighed<E: Evaluator<G>>(&mut self, stack: &mut SearchStack<G, E>, value: i32) {
        let far = value <= self.roots[0].value - CLEAR_MARGIN;
        self.doubt = if far { Doubt::Removed } else { Doubt::Confirmed };
        self.look(stack);
    }

    /// Handles the value of the best of the searched moves.
    fn found<E: Evaluator<G>>(&mut self, stack: &mut SearchStack<G, E>, value: i32) {
        let line = stack.line();
        if let Some(at) = self.roots.iter().position(|root| Some(&root.mv) == line.first()) {
            let mut root = self.roots.remove(at);
            (root.value, root.depth, root.line) = (value, self.depth, line.to_vec());
            root.sure = stack.proof.sure;
            self.roots.insert(self.at, root);
        }
        let (low, high) = self.window;
        if value <= low || value >= high {
            self.window = wider(self.window, value);
            return self.look(stack);
        }
        self.at += 1;
        if self.at == self.wanted {
            self.deepen(stack);
        }
        let expected = &self.roots[self.at];
        let surprising = is_proven(expected.value) || self.depth <= 3;
        self.window = if surprising {
            (-INFINITY, INFINITY)
        } else {
            (expected.value - ASPIRATION_WINDOW, expected.value + ASPIRATION_WINDOW)
        };
        if !self.done && self.doubt == Doubt::Raised && self.at == 0 {
            self.weigh(stack);
        } else if !self.done {
            self.look(stack);
        }
    }

    /// All wanted lines have been found at this depth.
    fn deepen<E: Evaluator<G>>(&mut self, stack: &mut SearchStack<G, E>) {
        let wanted = &mut self.roots[..self.wanted];
        wanted.sort_by_key(|root| -root.value);
        if wanted.len() > 1 {
            self.settled = wanted.to_vec();
        }
        let leader = Some(wanted[0].mv);
        self.steady = if leader == self.leader { self.steady + 1 } else { 0 };
        (self.leader, self.at) = (leader, 0);
        let enough = self.task.depth().map_or(i32::MAX, |depth| depth as i32);
        // Proven values do not change with depth.
        self.done = self.depth >= enough.min(MAX_DEPTH)
            || wanted.iter().all(|root| root.sure || is_proven(root.value));
        self.depth += 1;
        stack.grow_table();
    }
}

/// A wider window on the side where the value lies.
fn wider((low, high): (i32, i32), value: i32) -> (i32, i32) {
    let room = 4 * (high - low).max(ASPIRATION_WINDOW);
    if is_proven(value) {
        (-INFINITY, INFINITY)
    } else if value <= low {
        ((value - room).max(-INFINITY), high)
    } else {
        (low, (value + room).min(INFINITY))
    }
}
