//! Expectiminimax, for open games of two with dice: iterative deepening over every move and every throw,
//! with the value estimate at the leaves.
//!
//! Values are the first player's share of the win, from 0 to 1. These bounds allow cutoffs at chance nodes:
//! once the remaining throws cannot bring the value into the window, they are not searched (Ballard's
//! Star1). Before that, one good answer to each throw is searched, which often gives the same cutoff at a
//! fraction of the cost (Star2).

mod stack;

use parlour_core::{Game, PerSeat, Seat};

use crate::engine::{CLEAR_MARGIN, Engine, EngineKind, Progress, STABLE_DEPTHS, Task, successors};
use crate::heuristics::Heuristics;
use crate::report::{Certainty, Line, SearchReport};
use stack::{SearchStack, Window};

/// The greatest depth.
const DEEPEST: u32 = 60;

impl<G: Heuristics> EngineKind<G> {
    /// Expectiminimax, for an open game of two that has an estimate or an evaluation.
    pub const fn expectimax() -> Self {
        EngineKind { name: "expectimax", make: |_, _| Box::new(Expectimax::<G>::new()) }
    }
}

/// One of the mover's choices.
#[derive(Clone, Copy, Debug)]
struct Choice<S, M> {
    mv: M,
    /// The position after it.
    after: S,
    /// Its value to the first player; a bound where it is no better than others.
    value: f64,
    /// Whether the value is proven.
    sure: bool,
    visits: u64,
}

type ChoiceOf<G> = Choice<<G as Game>::State, <G as Game>::Move>;

/// The search of one position.
struct Search<G: Heuristics> {
    task: Task<G>,
    mover: Seat,
    stack: SearchStack<G>,
    /// The moves after the last completed depth, the best first.
    done: Vec<ChoiceOf<G>>,
    /// That depth.
    depth: u32,
    /// The moves that the current depth has searched.
    now: Vec<ChoiceOf<G>>,
    /// The node count when the current move was begun.
    begun: u64,
    /// For how many depths in a row the best move has been the same.
    steady: u32,
    over: bool,
}

/// The expectiminimax engine.
pub struct Expectimax<G: Heuristics> {
    search: Option<Search<G>>,
}

opaque_debug!(Expectimax<G: Heuristics>);

impl<G: Heuristics> Default for Expectimax<G> {
    fn default() -> Self {
        Expectimax::new()
    }
}

impl<G: Heuristics> Expectimax<G> {
    /// A new search.
    pub fn new() -> Self {
        Expectimax { search: None }
    }

    fn search(&self) -> &Search<G> {
        self.search.as_ref().expect("a task has begun")
    }
}

impl<G: Heuristics> Engine<G> for Expectimax<G> {
    fn begin(&mut self, task: Task<G>) {
        debug_assert!(G::OPEN && task.game.seats() == 2, "an open game of two");
        let before = self.search.take().filter(|s| task.reuse && s.task.game == task.game);
        self.search = Some(Search::new(task, before));
    }

    fn step(&mut self, work: u64) -> Progress {
        let search = self.search.as_mut().expect("a task has begun");
        let until = search.stack.nodes.saturating_add(work);
        while !search.over && search.stack.nodes < until {
            search.advance();
        }
        if search.over { Progress::Done } else { Progress::More }
    }

    fn nodes(&self) -> u64 {
        self.search().stack.nodes
    }

    fn report(&self) -> SearchReport<G::Move> {
        self.search().report()
    }

    fn is_clear(&mut self, _: f64) -> bool {
        self.search().is_clear()
    }

    fn memory(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.stack.memory())
    }
}

impl<G: Heuristics> Search<G> {
    fn new(task: Task<G>, before: Option<Search<G>>) -> Self {
        let (state, mover) = task.root();
        let stack = SearchStack::new(task.game.clone(), before.map(|before| before.stack));
        let done = successors(&task.game, &state).into_iter().map(|(mv, after)| {
            let (value, sure) = stack.static_value(&after);
            Choice { mv, after, value, sure, visits: 0 }
        });
        let mut done: Vec<ChoiceOf<G>> = done.collect();
        sort(&mut done, mover);
        let now = Vec::new();
        Search { task, mover, stack, done, depth: 0, now, begun: 0, steady: 0, over: false }
    }

    /// The current depth.
    fn ahead(&self) -> u32 {
        self.depth + 1
    }

    /// Visits one node, or begins the next move or the next depth.
    fn advance(&mut self) {
        let value = if self.stack.is_idle() {
            let choice = self.done[self.now.len()];
            self.begun = self.stack.nodes;
            self.stack.begin(choice.after, self.ahead() - 1, self.window())
        } else {
            self.stack.advance()
        };
        if let Some(value) = value {
            let visits = self.stack.nodes - self.begun;
            let sure = !self.stack.guessed;
            self.now.push(Choice { value, sure, visits, ..self.done[self.now.len()] });
            if self.now.len() == self.done.len() {
                self.finish_depth();
            }
        }
    }

    /// The window of the next move: its value matters if it is among the best that the request wants.
    fn window(&self) -> Window {
        let mut values: Vec<f64> = self.now.iter().map(|choice| own(choice, self.mover)).collect();
        values.sort_unstable_by(|one, other| other.total_cmp(one));
        let Some(&least) = values.get(self.task.lines().max(1) - 1) else { return Window::ALL };
        match self.mover {
            Seat(0) => Window { low: least, high: 1.0 },
            _ => Window { low: 0.0, high: 1.0 - least },
        }
    }

    fn finish_depth(&mut self) {
        self.depth += 1;
        let before = self.done[0].mv;
        self.done = std::mem::take(&mut self.now);
        sort(&mut self.done, self.mover);
        self.steady = if self.done[0].mv == before { self.steady + 1 } else { 0 };
        let sure = self.done.iter().all(|choice| choice.sure);
        let enough = self.task.depth().unwrap_or(DEEPEST).min(DEEPEST);
        self.over = sure || self.depth >= enough;
    }

    /// Whether the best has long been so, and all others are much worse: their values are no less
    /// than what they are worth.
    fn is_clear(&self) -> bool {
        let [best, others @ ..] = &self.done[..] else { return true };
        let much_worse = |other| own(other, self.mover) <= own(best, self.mover) - CLEAR_MARGIN;
        self.steady >= STABLE_DEPTHS && others.iter().all(much_worse)
    }

    /// The choices, the best first: those of the depth under way, once its first is done, before
    /// those that it has not come to yet. Values of two depths cannot be compared: several lines are
    /// reported for the last completed depth.
    fn ranked(&self) -> Vec<ChoiceOf<G>> {
        let now = if self.task.lines() > 1 { &[] } else { &self.now[..] };
        let mut ranked = now.to_vec();
        sort(&mut ranked, self.mover);
        ranked.extend_from_slice(&self.done[now.len()..]);
        ranked
    }

    fn report(&self) -> SearchReport<G::Move> {
        // What the depth under way has not come to yet has a value from the last one. It must not
        // look better than what stands before it.
        let mut most = 1.0;
        let lines = self.ranked().into_iter().map(|choice| {
            let value = own(&choice, self.mover);
            let sure = choice.sure && value <= most;
            most = f64::min(most, value);
            let mut shares = PerSeat::new(2, 1.0 - most);
            shares[self.mover] = most;
            let mut moves = vec![choice.mv];
            moves.extend(self.stack.answers(choice.after));
            let certainty = if sure { Certainty::Proven } else { Certainty::Estimated };
            Line { moves, value: most, shares, certainty, visits: choice.visits }
        });
        SearchReport::new(lines.collect(), self.depth, self.stack.nodes)
    }
}

/// A choice's value to the mover.
fn own<S, M>(choice: &Choice<S, M>, mover: Seat) -> f64 {
    if mover == Seat(0) { choice.value } else { 1.0 - choice.value }
}

/// Puts the mover's best first; equal ones stay in order.
fn sort<S, M>(choices: &mut [Choice<S, M>], mover: Seat) {
    choices.sort_by(|one, other| own(other, mover).total_cmp(&own(one, mover)));
}
