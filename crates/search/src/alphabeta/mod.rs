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

use crate::engine::{Engine, Progress, ROOT_NOISE, STABLE_DEPTHS, SearchTask};
use crate::evaluator::{Evaluator, Own};
use crate::heuristics::{Heuristics, expectation};
use crate::report::{Certainty, Line, SearchReport};
use crate::transposition::TranspositionTable;
use params::ASPIRATION_WINDOW;
pub use params::Params;
use stack::{FIRST_ROOM, Ranked, SearchStack};
use value::{INFINITY, is_proven, with_noise};

/// The search ends after this depth.
const MAX_DEPTH: i32 = 100;
/// The best move is clear if it is better than all others by this margin, in thousandths.
const CLEAR_MARGIN: i32 = 500;

#[derive(Clone, Debug)]
struct RootMove<M> {
    mv: M,
    /// Its number in the order in which the game visits the moves.
    number: u16,
    /// Its value to the mover, noise included, and the depth of the search.
    value: i32,
    depth: i32,
    /// Whether the value is proven, which a draw can be as well as a win or a loss.
    proven: bool,
    line: Vec<M>,
}

/// A principal variation with its value.
struct Found<'a, M> {
    value: i32,
    proven: bool,
    line: &'a [M],
}

/// Whether the best move is clear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ClearCheck {
    /// The driver has not asked.
    NotRequested,
    /// It is to be checked when this depth is done.
    Requested,
    /// The other moves are being checked, up to this number of nodes.
    Running(u64),
    /// It is clear: the others are far worse.
    Clear,
    /// It is not clear.
    NotClear,
}

/// The depth of that check is this much less than that of the best move.
const CHECK_REDUCTION: i32 = 2;
/// The check may take one part in `CHECK_PART` of the nodes visited before.
const CHECK_PART: u64 = 4;

/// The search at the root.
struct RootSearch<G: Heuristics> {
    task: SearchTask<G>,
    state: G::State,
    mover: Seat,
    /// The moves, the best first as far as is known.
    root_moves: Vec<RootMove<G::Move>>,
    /// How many of them get a value and a line of their own.
    wanted: usize,
    /// These moves after the last completed depth, the best first. Values of two depths cannot be compared,
    /// so several lines are reported for one depth.
    completed: Vec<RootMove<G::Move>>,
    depth: i32,
    /// The index of the line that is searched.
    at: usize,
    window: (i32, i32),
    /// The best move of the last depth, and for how many depths in a row it has been the best.
    best: Option<G::Move>,
    stable: u32,
    clear_check: ClearCheck,
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
    fn unfinished_line(&self) -> Option<Found<'_, G::Move>> {
        let root_search = self.root_search();
        let finish_clear_check = matches!(root_search.clear_check, ClearCheck::Running(_));
        let value = self
            .stack
            .value()
            .filter(|_| !root_search.done && root_search.at == 0 && !finish_clear_check)?;
        // A loss by one move says nothing about the moves that are not searched yet.
        let lost = is_proven(value) && value < 0;
        let line = self.stack.line();
        (!line.is_empty() && !lost).then_some(Found { value, proven: false, line })
    }

    /// A value at the root without the noise of the move.
    fn without_noise(&self, value: i32, mv: G::Move) -> i32 {
        let root = self.root_search().root_moves.iter().find(|root| root.mv == mv);
        let noise = root.map_or(0, |root| self.stack.root_noise[usize::from(root.number)]);
        with_noise(value, -noise)
    }

    /// A line as the report has it.
    fn line(&self, Found { value, proven, line }: Found<'_, G::Move>) -> Line<G::Move> {
        let mover = self.root_search().mover;
        let (share, certainty) = if is_proven(value) {
            (f64::from(value > 0), Certainty::Proven)
        } else if proven {
            // A proven value that is neither a win nor a loss is a draw.
            (0.5, Certainty::Proven)
        } else if value == self.stack.draw(mover) {
            (0.5, Certainty::Estimated)
        } else {
            let first = if mover == Seat(0) { value } else { -value };
            let share = expectation(first);
            (if mover == Seat(0) { share } else { 1.0 - share }, Certainty::Estimated)
        };
        let mut shares = PerSeat::new(2, 1.0 - share);
        shares[mover] = share;
        Line { moves: line.to_vec(), value: share, shares, certainty, visits: None, sampled: None }
    }
}

impl<G: Heuristics, E: Evaluator<G>> Engine<G> for AlphaBeta<G, E> {
    fn begin(&mut self, task: SearchTask<G>) {
        let (state, mover) = task.root();
        // With contempt, stored values depend on the searching player.
        let fair = self.stack.params.contempt == 0;
        let same = self
            .root_search
            .as_ref()
            .is_some_and(|before| before.task.game == task.game && (fair || before.mover == mover));
        self.stack.prepare(task.game.clone(), task.reuse && same, self.number == 0);
        self.stack.set_root(mover, &task.repetition_keys);
        // No noise where several lines are reported with their values.
        let chance = (task.want.only_best()).then(|| seeded(task.seed ^ ROOT_NOISE));
        let root_moves = self.stack.root_moves(&state, mover, chance);
        let mut root_search = RootSearch {
            state,
            mover,
            wanted: task.want.lines(root_moves.len()),
            completed: Vec::new(),
            done: false,
            root_moves,
            depth: 1,
            at: 0,
            window: (-INFINITY, INFINITY),
            best: None,
            stable: 0,
            clear_check: ClearCheck::NotRequested,
            task,
        };
        root_search.deepen(&mut self.stack);
        // Every other worker begins one ply deeper.
        root_search.depth += (self.number % 2) as i32;
        if !root_search.done {
            root_search.start_line(&mut self.stack);
        }
        self.root_search = Some(root_search);
    }

    fn step(&mut self, work: u64) -> Progress {
        let root_search = self.root_search.as_mut().expect("a task has begun");
        let limit = self.stack.nodes + work;
        while !root_search.done && self.stack.nodes < limit {
            let value = self.stack.run(limit);
            match (root_search.clear_check, value) {
                (ClearCheck::Running(_), Some(value)) => {
                    root_search.finish_clear_check(&mut self.stack, value)
                }
                (ClearCheck::Running(most), None) if self.stack.nodes >= most => {
                    root_search.finish_clear_check(&mut self.stack, INFINITY);
                }
                (_, Some(value)) => root_search.finish_line(&mut self.stack, value),
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
        if root_search.clear_check == ClearCheck::NotRequested
            && root_search.stable >= STABLE_DEPTHS
            && root_search.wanted == 1
        {
            root_search.clear_check = ClearCheck::Requested;
        }
        root_search.clear_check == ClearCheck::Clear
    }

    fn report(&self) -> SearchReport<G::Move> {
        let root_search = self.root_search();
        let root_moves = match root_search.wanted {
            1 => &root_search.root_moves[..1],
            _ => &root_search.completed,
        };
        let line = |root: &RootMove<G::Move>| {
            let RootMove { value, proven, ref line, .. } = *root;
            self.line(Found { value: self.without_noise(value, line[0]), proven, line })
        };
        let mut lines: Vec<Line<G::Move>> = root_moves.iter().map(line).collect();
        if let Some(best) = self.unfinished_line().filter(|_| root_search.wanted == 1) {
            let value = self.without_noise(best.value, best.line[0]);
            lines = vec![self.line(Found { value, ..best })];
        }
        let depth = root_moves[0].depth as u32;
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
    fn start_line<E: Evaluator<G>>(&self, stack: &mut SearchStack<G, E>) {
        self.start_moves(&self.root_moves[self.at..], stack, self.depth, self.window);
    }

    fn start_moves<E: Evaluator<G>>(
        &self,
        root_moves: &[RootMove<G::Move>],
        stack: &mut SearchStack<G, E>,
        depth: i32,
        window: (i32, i32),
    ) {
        let moves: Vec<Ranked<G::Move>> = root_moves
            .iter()
            .enumerate()
            .map(|(at, root)| Ranked { mv: root.mv, number: root.number, rank: -(at as i32) })
            .collect();
        stack.start(self.state, self.mover, &moves, depth, window);
    }

    /// Starts a shallower null-window search of whether any other move comes near the best.
    fn start_clear_check<E: Evaluator<G>>(&mut self, stack: &mut SearchStack<G, E>) {
        let bar = self.root_moves[0].value - CLEAR_MARGIN;
        // The depth that is next is one more than the last.
        let depth = (self.depth - 1 - CHECK_REDUCTION).max(1);
        self.clear_check = ClearCheck::Running(stack.nodes + stack.nodes / CHECK_PART);
        self.start_moves(&self.root_moves[1..], stack, depth, (bar, bar + 1));
    }

    /// Ends that check with the value of the best other move, and goes on with the search.
    fn finish_clear_check<E: Evaluator<G>>(&mut self, stack: &mut SearchStack<G, E>, value: i32) {
        let far = value <= self.root_moves[0].value - CLEAR_MARGIN;
        self.clear_check = if far { ClearCheck::Clear } else { ClearCheck::NotClear };
        self.start_line(stack);
    }

    /// Handles the value of the best of the searched moves.
    fn finish_line<E: Evaluator<G>>(&mut self, stack: &mut SearchStack<G, E>, value: i32) {
        let line = stack.line();
        if let Some(at) = self.root_moves.iter().position(|root| Some(&root.mv) == line.first()) {
            let mut root = self.root_moves.remove(at);
            (root.value, root.depth, root.line) = (value, self.depth, line.to_vec());
            root.proven = stack.proof.proven;
            self.root_moves.insert(self.at, root);
        }
        let (low, high) = self.window;
        if value <= low || value >= high {
            self.window = widened(self.window, value);
            return self.start_line(stack);
        }
        self.at += 1;
        if self.at == self.wanted {
            self.deepen(stack);
        }
        let expected = &self.root_moves[self.at];
        let surprising = is_proven(expected.value) || self.depth <= 3;
        self.window = if surprising {
            (-INFINITY, INFINITY)
        } else {
            (expected.value - ASPIRATION_WINDOW, expected.value + ASPIRATION_WINDOW)
        };
        if !self.done && self.clear_check == ClearCheck::Requested && self.at == 0 {
            self.start_clear_check(stack);
        } else if !self.done {
            self.start_line(stack);
        }
    }

    /// All wanted lines have been found at this depth.
    fn deepen<E: Evaluator<G>>(&mut self, stack: &mut SearchStack<G, E>) {
        let wanted = &mut self.root_moves[..self.wanted];
        wanted.sort_by_key(|root| -root.value);
        if wanted.len() > 1 {
            self.completed = wanted.to_vec();
        }
        let best = Some(wanted[0].mv);
        self.stable = if best == self.best { self.stable + 1 } else { 0 };
        (self.best, self.at) = (best, 0);
        let enough = self.task.budget.depth.map_or(i32::MAX, |depth| depth as i32);
        // Proven values do not change with depth.
        self.done = self.depth >= enough.min(MAX_DEPTH)
            || wanted.iter().all(|root| root.proven || is_proven(root.value));
        self.depth += 1;
        stack.grow_table();
    }
}

/// A wider window on the side where the value lies.
fn widened((low, high): (i32, i32), value: i32) -> (i32, i32) {
    let room = 4 * (high - low).max(ASPIRATION_WINDOW);
    if is_proven(value) {
        (-INFINITY, INFINITY)
    } else if value <= low {
        ((value - room).max(-INFINITY), high)
    } else {
        (low, (value + room).min(INFINITY))
    }
}
