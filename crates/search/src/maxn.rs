//! Max^n, for open games of any number of players without dice. Each player maximizes the own share.
//!
//! Iterative deepening with the value estimate at the leaves. Shares add up to one, so a position is not
//! searched further once its player has more than an opponent above would leave (Korf's shallow pruning).
//! Recurring positions are not detected: it is for games without a repetition rule.
//!
//! Threads share the root: each takes the next move that no other has taken, and the next depth begins when
//! all are searched.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use parlour_core::rng::{Rng, SeededRng, seeded};
use parlour_core::{Game, PerSeat, Seat, Turn};

use crate::engine::{CLEAR_MARGIN, Engine, EngineKind, Progress, STABLE_DEPTHS, Task};
use crate::evaluator::{Evaluator, Own};
use crate::heuristics::Heuristics;
use crate::report::{Certainty, Line, SearchReport};
use crate::settings::Settings;

/// The greatest depth.
const DEEPEST: u32 = 60;

/// The most noise of a move at the root, in shares of the win.
const NOISE: f64 = 0.0025;
/// Separates the noise at the root from other uses of the seed.
const SALT: u64 = 0x0a1f_be7a;

impl<G: Heuristics> EngineKind<G> {
    /// Max^n, for an open game without dice that has an estimate.
    pub const fn maxn() -> Self {
        EngineKind { name: "maxn", make: |_, settings| Box::new(MaxN::<G>::new(settings)) }
    }
}

/// The value of a position to everybody, and whether it is proven.
#[derive(Clone, Copy, Debug)]
struct Worth {
    shares: PerSeat<f64>,
    sure: bool,
}

/// A move with the position after it and its value.
#[derive(Clone, Copy, Debug)]
struct Choice<S, M> {
    mv: M,
    after: S,
    worth: Worth,
    visits: u64,
    /// Random noise at the root. It decides among moves of nearly the same value, so that not all games are
    /// alike.
    noise: f64,
}

type ChoiceOf<G> = Choice<<G as Game>::State, <G as Game>::Move>;

/// A position on the path.
struct StackFrame<G: Game> {
    seat: Seat,
    depth: u32,
    /// The cutoff: with this share of the player the position would not be reached.
    enough: f64,
    choices: Vec<ChoiceOf<G>>,
    next: usize,
    best: Option<Worth>,
    /// The principal variation so far.
    line: Vec<G::Move>,
    /// Whether no move was left out and all values are proven.
    sure: bool,
}

/// The root, which all threads share.
struct Root<G: Heuristics> {
    task: Task<G>,
    mover: Seat,
    /// The moves after the last completed depth, the best first.
    done: Vec<ChoiceOf<G>>,
    depth: u32,
    /// How many moves of the current depth have been taken by a thread.
    taken: usize,
    /// The moves that the current depth has searched, each with its index in `done`.
    now: Vec<(usize, ChoiceOf<G>)>,
    /// The principal variation of each move that has been searched.
    lines: Vec<Vec<G::Move>>,
    /// For how many depths in a row the best move has been the same.
    steady: u32,
    over: bool,
}

/// A move at the root that a thread searches.
struct Taken<G: Game> {
    place: usize,
    choice: ChoiceOf<G>,
    mover: Seat,
    /// The depth of the search.
    depth: u32,
    /// The cutoff for the next player.
    enough: f64,
    /// The node count when it was begun.
    begun: u64,
}

/// The search stack of one thread.
struct SearchStack<G: Game> {
    game: G,
    taken: Option<Taken<G>>,
    frames: Vec<StackFrame<G>>,
    nodes: u64,
    /// The principal variation of the position that was searched last.
    line: Vec<G::Move>,
}

/// How many of the moves that look best are searched; 0 for all.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Width {
    /// At the root, after all have been evaluated.
    root: usize,
    /// Below the root.
    behind: usize,
}

/// State that all threads share.
struct Shared<G: Heuristics> {
    root: Mutex<Option<Root<G>>>,
    /// The depth of the root, readable without the lock.
    depth: AtomicU32,
}

/// The max^n engine.
pub struct MaxN<G: Heuristics, E: Evaluator<G> = Own> {
    evaluator: E,
    width: Width,
    shared: Arc<Shared<G>>,
    stack: Option<SearchStack<G>>,
    /// Whether it is a worker.
    helps: bool,
}

opaque_debug!(MaxN<G: Heuristics, E: Evaluator<G>>);

impl<G: Heuristics> MaxN<G> {
    /// A new search. The setting `root` is the number of moves that are searched at the root, `width` the
    /// number below it; 0 for all.
    pub fn new(settings: &mut Settings) -> Self {
        Self::tuned([0, 0], settings)
    }

    /// A new search with these default widths at the root and below it.
    pub fn tuned([root, behind]: [usize; 2], settings: &mut Settings) -> Self {
        let mut take = |name, usual: usize| settings.take(name, usual as f64) as usize;
        Self::with_widths(take("root", root), take("width", behind))
    }

    /// A new search with these widths at the root and below it; 0 for all.
    pub fn with_widths(root: usize, behind: usize) -> Self {
        Self::with_evaluator(Own, [root, behind])
    }
}

impl<G: Heuristics, E: Evaluator<G>> MaxN<G, E> {
    /// The same by another estimate.
    pub fn with_evaluator(evaluator: E, [root, behind]: [usize; 2]) -> Self {
        let shared = Shared { root: Mutex::new(None), depth: AtomicU32::new(0) };
        let width = Width { root, behind };
        MaxN { evaluator, width, shared: Arc::new(shared), stack: None, helps: false }
    }

    fn stack(&self) -> &SearchStack<G> {
        self.stack.as_ref().expect("a task has begun")
    }
}

impl<G: Heuristics> Shared<G> {
    /// Looks at the root, or changes it.
    fn with<T>(&self, act: impl FnOnce(&mut Root<G>) -> T) -> T {
        let mut root = self.root.lock().unwrap_or_else(PoisonError::into_inner);
        let root = root.as_mut().expect("a task has begun");
        let result = act(root);
        self.depth.store(root.depth, Ordering::Relaxed);
        result
    }
}

impl<G: Heuristics, E: Evaluator<G>> Engine<G> for MaxN<G, E> {
    fn begin(&mut self, task: Task<G>) {
        let game = task.game.clone();
        let (frames, line) = (Vec::new(), Vec::new());
        self.stack = Some(SearchStack { game, taken: None, frames, nodes: 0, line });
        if !self.helps {
            let mut root = self.shared.root.lock().unwrap_or_else(PoisonError::into_inner);
            *root = Some(Root::new(task, &self.evaluator));
            self.shared.depth.store(0, Ordering::Relaxed);
        }
    }

    fn step(&mut self, work: u64) -> Progress {
        let stack = self.stack.as_mut().expect("a task has begun");
        let until = stack.nodes.saturating_add(work);
        while stack.nodes < until {
            let depth = self.shared.depth.load(Ordering::Relaxed);
            // Another thread may have been sooner with the same choice.
            if stack.taken.as_ref().is_none_or(|taken| taken.depth != depth) {
                let next = self.shared.with(|root| root.take(self.width.root, stack.nodes));
                stack.taken = Some(match next {
                    Some(next) => next,
                    None => return Progress::Done,
                });
                stack.frames.clear();
            }
            let Some(worth) = stack.advance(&self.evaluator, self.width.behind) else { continue };
            let taken = stack.taken.take().expect("it was looked into");
            let visits = stack.nodes - taken.begun;
            let line = std::mem::take(&mut stack.line);
            self.shared.with(|root| root.judged(&taken, worth, visits, &line, self.width.root));
        }
        if self.shared.with(|root| root.over) { Progress::Done } else { Progress::More }
    }

    fn nodes(&self) -> u64 {
        self.stack().nodes
    }

    fn report(&self) -> SearchReport<G::Move> {
        self.shared.with(|root| SearchReport { nodes: self.stack().nodes, ..root.report() })
    }

    fn is_clear(&mut self, _: f64) -> bool {
        self.shared.with(|root| root.is_clear())
    }

    fn worker(&self) -> Option<Box<dyn Engine<G>>> {
        let (shared, evaluator) = (Arc::clone(&self.shared), self.evaluator.clone());
        Some(Box::new(MaxN { evaluator, width: self.width, shared, stack: None, helps: true }))
    }

    fn combine(&self, workers: &[Box<dyn Engine<G>>]) -> SearchReport<G::Move> {
        let mut report = self.report();
        report.nodes += workers.iter().map(|worker| worker.nodes()).sum::<u64>();
        report
    }
}

impl<G: Heuristics> SearchStack<G> {
    /// Visits one position. Returns the value of the taken move once it is known.
    fn advance(&mut self, evaluator: &impl Evaluator<G>, width: usize) -> Option<Worth> {
        let worth = match self.frames.last_mut() {
            None => {
                let taken = self.taken.as_ref().expect("something is looked into");
                let (choice, depth, seat) = (taken.choice, taken.depth, taken.mover);
                let enough = taken.enough;
                self.enter(evaluator, &choice, depth, (seat, enough), width)
            }
            Some(frame) => match frame.child() {
                None => {
                    let frame = self.frames.pop().expect("it was there");
                    let worth = frame.worth();
                    self.line = frame.line;
                    worth
                }
                Some(choice) => {
                    let own = frame.best.map_or(0.0, |best| best.shares[frame.seat]);
                    let (seat, depth) = (frame.seat, frame.depth - 1);
                    self.enter(evaluator, &choice, depth, (seat, 1.0 - own), width)
                }
            },
        }?;
        match self.frames.last_mut() {
            Some(frame) => {
                frame.take(worth, &self.line);
                None
            }
            None => Some(worth),
        }
    }

    /// Comes to the position after a choice of `seat`, who has something better if the next
    /// player can have `enough`; its worth, if nothing need be searched.
    fn enter(
        &mut self,
        evaluator: &impl Evaluator<G>,
        choice: &ChoiceOf<G>,
        depth: u32,
        (seat, enough): (Seat, f64),
        width: usize,
    ) -> Option<Worth> {
        let game = &self.game;
        let next = match game.turn(&choice.after) {
            Turn::Player(next) if depth > 0 => next,
            _ => {
                self.nodes += 1;
                self.line.clear();
                return Some(choice.worth);
            }
        };
        let mut choices = choices(game, evaluator, &choice.after, next);
        self.nodes += choices.len() as u64;
        // Nothing is sure where not all is looked at.
        let sure = width == 0 || choices.len() <= width;
        if !sure {
            choices.truncate(width);
        }
        let enough = if next == seat { 1.0 } else { enough };
        let (best, line) = (None, Vec::new());
        self.frames.push(StackFrame {
            seat: next,
            depth,
            enough,
            choices,
            next: 0,
            best,
            line,
            sure,
        });
        None
    }
}

impl<G: Heuristics> Root<G> {
    fn new(task: Task<G>, evaluator: &impl Evaluator<G>) -> Self {
        debug_assert!(G::OPEN, "everybody sees everything");
        let (state, mover) = task.root();
        let mut done = choices(&task.game, evaluator, &state, mover);
        // No noise where several lines are reported with their values.
        if task.lines() <= 1 {
            let mut rng = seeded(task.seed() ^ SALT);
            done.iter_mut().for_each(|choice| choice.noise = noise(&mut rng));
            sort(&mut done, mover);
        }
        let lines = done.iter().map(|choice| vec![choice.mv]).collect();
        let now = Vec::new();
        Root { task, mover, done, depth: 0, taken: 0, now, lines, steady: 0, over: false }
    }

    /// How many moves a depth searches.
    fn wanted(&self, width: usize) -> usize {
        let wanted = if width == 0 { usize::MAX } else { width.max(self.task.lines()) };
        self.done.len().min(wanted)
    }

    /// A choice to look into, from this number of nodes on: the next, or when all are taken the first that is not
    /// judged yet, so that nobody need wait for a thread that has stopped. `None` when the search is over.
    fn take(&mut self, width: usize, begun: u64) -> Option<Taken<G>> {
        if self.over {
            return None;
        }
        let place = if self.taken < self.wanted(width) {
            self.taken
        } else {
            (0..self.taken).find(|&place| !self.is_judged(place))?
        };
        self.taken = self.taken.max(place + 1);
        let choice = self.done[place];
        let enough = (1.0 - self.asked() + choice.noise).min(1.0);
        Some(Taken { place, choice, mover: self.mover, depth: self.depth, enough, begun })
    }

    fn is_judged(&self, place: usize) -> bool {
        self.now.iter().any(|&(judged, _)| judged == place)
    }

    /// The value that a choice must reach to be among the task's lines: that of the worst of the best so
    /// far.
    fn asked(&self) -> f64 {
        let values = self.now.iter().map(|(_, choice)| choice.with_noise(self.mover));
        let mut values: Vec<f64> = values.collect();
        values.sort_unstable_by(|one, other| other.total_cmp(one));
        values.get(self.task.lines().max(1) - 1).copied().unwrap_or(0.0)
    }

    /// Stores the value of a move.
    fn judged(
        &mut self,
        taken: &Taken<G>,
        worth: Worth,
        visits: u64,
        follows: &[G::Move],
        width: usize,
    ) {
        if taken.depth != self.depth || self.is_judged(taken.place) {
            return;
        }
        let choice = Choice { worth, visits, ..taken.choice };
        if let Some(line) = self.lines.iter_mut().find(|line| line[0] == choice.mv) {
            line.truncate(1);
            line.extend_from_slice(follows);
        }
        self.now.push((taken.place, choice));
        if self.now.len() < self.wanted(width) {
            return;
        }
        self.depth += 1;
        self.taken = 0;
        let mut now = std::mem::take(&mut self.now);
        now.sort_unstable_by_key(|&(place, _)| place);
        let mut done: Vec<ChoiceOf<G>> = now.into_iter().map(|(_, choice)| choice).collect();
        sort(&mut done, self.mover);
        self.steady = if done[0].mv == self.done[0].mv { self.steady + 1 } else { 0 };
        // Moves that this depth does not search stay behind those that it does.
        done.extend_from_slice(&self.done[done.len()..]);
        self.done = done;
        let sure = self.done.iter().all(|choice| choice.worth.sure);
        let won = self.done[0].worth.sure && self.done[0].worth.shares[self.mover] >= 1.0;
        let enough = self.task.depth().unwrap_or(DEEPEST).min(DEEPEST);
        self.over = sure || (won && self.task.lines() <= 1) || self.depth >= enough;
    }

    /// Whether the best has long been so, and none of the others looks nearly as good.
    fn is_clear(&self) -> bool {
        let [best, others @ ..] = &self.done[..] else { return true };
        let own = |choice: &ChoiceOf<G>| choice.worth.shares[self.mover];
        self.steady >= STABLE_DEPTHS
            && others.iter().all(|other| own(other) <= own(best) - CLEAR_MARGIN)
    }

    fn report(&self) -> SearchReport<G::Move> {
        // Values of two depths cannot be compared, so several lines are reported for the last completed depth.
        // A single line may come from the current depth once the best move of the last one has been searched
        // again.
        let comparable = self.task.lines() <= 1 && self.is_judged(0);
        let mut now = if comparable { self.now.clone() } else { Vec::new() };
        now.sort_unstable_by_key(|&(place, _)| place);
        let rest = (0..self.done.len()).filter(|&at| now.iter().all(|&(place, _)| place != at));
        let rest: Vec<ChoiceOf<G>> = rest.map(|at| self.done[at]).collect();
        let mut ranked: Vec<ChoiceOf<G>> = now.into_iter().map(|(_, choice)| choice).collect();
        sort(&mut ranked, self.mover);
        ranked.extend(rest);
        // What a depth has not come to, or does not follow, has a value from another one. It must not
        // look better than what stands before it.
        let mut most = 1.0;
        let lines = ranked.iter().map(|choice| {
            let line = self.line(choice, most);
            most = line.value;
            line
        });
        SearchReport::new(lines.collect(), self.depth, 0)
    }

    /// A choice as the report has it, worth no more than `most` to the mover.
    fn line(&self, choice: &ChoiceOf<G>, most: f64) -> Line<G::Move> {
        let Worth { mut shares, sure } = choice.worth;
        let (own, capped) = (shares[self.mover], shares[self.mover] > most);
        if capped {
            let rest = (1.0 - most) / (1.0 - own);
            let others = 1.0 / f64::from(shares.seats() - 1);
            shares = if own < 1.0 {
                shares.map(|share| share * rest)
            } else {
                shares.map(|_| (1.0 - most) * others)
            };
            shares[self.mover] = most;
        }
        let certainty = if sure && !capped { Certainty::Proven } else { Certainty::Estimated };
        let found = self.lines.iter().find(|line| line[0] == choice.mv);
        let moves = found.cloned().unwrap_or_else(|| vec![choice.mv]);
        Line { moves, value: shares[self.mover], shares, certainty, visits: choice.visits }
    }
}

impl<S, M> Choice<S, M> {
    /// What it is worth to `seat`, noise included. What is sure is not a matter of noise.
    fn with_noise(&self, seat: Seat) -> f64 {
        self.worth.shares[seat] + if self.worth.sure { 0.0 } else { self.noise }
    }
}

impl<G: Game> StackFrame<G> {
    /// The next move to search; `None` when enough is known.
    fn child(&mut self) -> Option<ChoiceOf<G>> {
        let own = self.best.map_or(0.0, |best| best.shares[self.seat]);
        if self.best.is_some() && own >= self.enough {
            return None;
        }
        let choice = *self.choices.get(self.next)?;
        self.next += 1;
        Some(choice)
    }

    /// Takes in what the last choice is worth and what follows; among equals the first is played.
    fn take(&mut self, worth: Worth, follows: &[G::Move]) {
        self.sure &= worth.sure;
        let own = |worth: &Worth| worth.shares[self.seat];
        if self.best.as_ref().is_none_or(|best| own(&worth) > own(best)) {
            self.best = Some(worth);
            self.line.clear();
            self.line.push(self.choices[self.next - 1].mv);
            self.line.extend_from_slice(follows);
        }
    }

    /// What the position is worth. A win that is sure needs no look at the rest.
    fn worth(&self) -> Option<Worth> {
        let best = self.best?;
        let won = best.sure && best.shares[self.seat] >= 1.0;
        Some(Worth { sure: won || (self.sure && self.next == self.choices.len()), ..best })
    }
}

/// Random noise.
fn noise(rng: &mut SeededRng) -> f64 {
    NOISE * f64::from(rng.next_u32()) / f64::from(u32::MAX)
}

/// The static value of a position.
fn static_value<G: Heuristics>(game: &G, evaluator: &impl Evaluator<G>, state: &G::State) -> Worth {
    if let Some(shares) = game.shares(state) {
        return Worth { shares: shares.map(|share| share.value()), sure: true };
    }
    let even = || PerSeat::new(game.seats(), 1.0 / f32::from(game.seats()));
    let shares = evaluator.estimate(game, state).unwrap_or_else(even).map(f64::from);
    Worth { shares, sure: false }
}

/// Every choice of a player, those first that look best.
fn choices<G: Heuristics>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    state: &G::State,
    seat: Seat,
) -> Vec<ChoiceOf<G>> {
    let mut choices = Vec::new();
    game.for_each_move(state, |mv| {
        let mut after = *state;
        game.play(&mut after, mv);
        let worth = static_value(game, evaluator, &after);
        choices.push(Choice { mv, after, worth, visits: 0, noise: 0.0 });
    });
    sort(&mut choices, seat);
    choices
}

/// Puts the best for `seat` first; equal ones stay in order.
fn sort<S, M>(choices: &mut [Choice<S, M>], seat: Seat) {
    // To whole numbers, which can be sorted.
    choices.sort_by_key(|choice| Reverse((choice.with_noise(seat) * 1e12) as i64));
}
