//! Exact dynamic programming, for open games of any number of players, with chance or without. It collects
//! every position that can follow, compared by its whole state, and backs values up from the ends. Each
//! player maximizes the own share; of equal moves the first in the game's order is made. For two players
//! that is the value of the game; for more it is an equilibrium.
//!
//! Components of positions that lead to each other are settled from the end (Tarjan). It claims a value
//! only when all that can follow is settled. Until then, and where too many positions can follow, where play
//! need never end, or where a repetition rule makes the result depend on the history, another engine of the
//! game answers; both search in turn.
//!
//! Settled positions are kept for the rest of the game, so later moves are answered at once.

mod component;
mod index;
mod solve_position;
mod solver;
mod transitions;

use parlour_core::{Seat, Turn};

use crate::engine::{Engine, EngineKind, Progress, SearchTask, successors};
use crate::heuristics::{Engines, Heuristics};
use crate::report::{Certainty, Line, SearchReport};
use crate::settings::Settings;
pub use solve_position::solve_position;
use solver::{Full, Solver};

const NAME: &str = "exact";
/// How many positions there is room for, if nothing else is said.
const CAPACITY: f64 = 200_000.0;
/// Positions have numbers of 32 bits, and some bits mean something else.
const MOST: f64 = 1e9;
const LONGEST: usize = 64;

impl<G: Engines> EngineKind<G> {
    /// Exact dynamic programming for an open game. Where that is too much, the first engine of the
    /// game that has another name answers; settings that are not this engine's go to that one.
    pub const fn exact() -> Self {
        EngineKind {
            name: NAME,
            make: |game, settings| {
                let mut others = game.engines().into_iter();
                let other = others.find(|kind| kind.name != NAME).unwrap_or(EngineKind::uct());
                Box::new(Exact::new((other.make)(game, settings), settings))
            },
        }
    }
}

/// How far the solution of a task has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Some of what can follow is not settled.
    Open,
    /// All choices have exact values.
    Solved,
    /// They will have none.
    GivenUp,
}

struct Root<G: Heuristics> {
    task: SearchTask<G>,
    state: G::State,
    mover: Seat,
    /// The choices, each with the position after it.
    choices: Vec<(G::Move, G::State)>,
    solver: Solver<G>,
    stage: Stage,
    /// Whether the solver knew something before the task began.
    knew: bool,
    /// How many nodes the solver visited for this task.
    nodes: u64,
}

/// The engine of exact dynamic programming.
pub struct Exact<G: Heuristics> {
    capacity: usize,
    root: Option<Root<G>>,
    /// Answers where nothing is solved.
    other: Box<dyn Engine<G>>,
    /// Whether the other engine has nothing more to do.
    other_is_done: bool,
}

impl<G: Heuristics> Exact<G> {
    /// A search that has begun nothing yet, with an engine that answers where it cannot. The setting
    /// `capacity` is how many positions there is room for.
    pub fn new(other: Box<dyn Engine<G>>, settings: &mut Settings) -> Self {
        let capacity = settings.take("capacity", CAPACITY).clamp(0.0, MOST) as usize;
        Exact { capacity, root: None, other, other_is_done: false }
    }

    fn root(&self) -> &Root<G> {
        self.root.as_ref().expect("a task has begun")
    }
}

impl<G: Heuristics> Engine<G> for Exact<G> {
    fn begin(&mut self, task: SearchTask<G>) {
        debug_assert!(G::OPEN, "an open game");
        let before = self.root.take().filter(|root| task.reuse && root.task.game == task.game);
        let solver = match before {
            Some(Root { mut solver, .. }) => {
                solver.forget_unsettled();
                solver
            }
            None => Solver::new(&task.game, self.capacity),
        };
        self.other.begin(task.clone());
        self.other_is_done = false;
        self.root = Some(Root::new(task, solver, self.capacity));
    }

    fn step(&mut self, work: u64) -> Progress {
        let until = self.nodes().saturating_add(work);
        let root = self.root.as_mut().expect("a task has begun");
        loop {
            let open = root.stage == Stage::Open;
            // A depth is asked of the other engine.
            let enough = root.stage == Stage::Solved
                || (self.other_is_done && (!open || root.task.budget.depth.is_some()));
            if enough {
                return Progress::Done;
            }
            let others = self.other.nodes();
            if root.nodes.saturating_add(others) >= until {
                return Progress::More;
            }
            // One node each in turn, so that it does not matter how the work is cut.
            if open && (self.other_is_done || root.nodes <= others) {
                root.advance(self.capacity);
            } else {
                self.other_is_done = self.other.step(1) == Progress::Done;
            }
        }
    }

    fn nodes(&self) -> u64 {
        self.root().nodes.saturating_add(self.other.nodes())
    }

    /// Not while a solution may come: it serves the moves after this one, too.
    fn is_clear(&mut self, spent: f64) -> bool {
        self.root().stage == Stage::GivenUp && self.other.is_clear(spent)
    }

    fn memory(&self) -> usize {
        self.root.as_ref().map_or(0, |root| root.solver.memory()) + self.other.memory()
    }

    fn report(&self) -> SearchReport<G::Move> {
        let (root, nodes) = (self.root(), self.nodes());
        match root.lines() {
            Some(lines) => SearchReport::new(lines, root.solver.deepest as u32 + 1, nodes),
            None => SearchReport { nodes, ..self.other.report() },
        }
    }
}

impl<G: Heuristics> Root<G> {
    fn new(task: SearchTask<G>, solver: Solver<G>, capacity: usize) -> Self {
        let (state, mover) = task.root();
        let choices = successors(&task.game, &state);
        let knew = solver.table.len() > 0;
        let mut root =
            Root { task, state, mover, choices, solver, stage: Stage::Open, knew, nodes: 0 };
        let too_many = |state_count| state_count > capacity as u64;
        if root.is_solved() {
            root.stage = Stage::Solved;
        } else if root.task.game.state_count_bound(&root.state).is_some_and(too_many) {
            root.stage = Stage::GivenUp;
        }
        root
    }

    /// Settles a little more of what can follow.
    fn advance(&mut self, capacity: usize) {
        self.nodes += 1;
        let result = if self.solver.is_idle() {
            let settled = |state: &G::State| self.solver.is_settled(state);
            match self.choices.iter().find(|(_, after)| !settled(after)) {
                Some((_, after)) => self.solver.begin(after),
                None => {
                    self.stage = if self.is_solved() { Stage::Solved } else { Stage::GivenUp };
                    Ok(())
                }
            }
        } else {
            self.solver.advance()
        };
        match result {
            Ok(()) => {}
            // What is left of earlier moves takes the room.
            Err(Full) if self.knew => {
                self.solver = Solver::new(&self.task.game, capacity);
                self.knew = false;
            }
            Err(Full) => {
                self.solver.forget_unsettled();
                self.stage = Stage::GivenUp;
            }
        }
    }

    /// Whether all choices have exact values.
    fn is_solved(&self) -> bool {
        let known = |(_, after): &(G::Move, G::State)| self.solver.known(after).is_some();
        self.choices.iter().all(known) && !self.history_counts()
    }

    /// Whether a position that came before, or this one, may come again, so that it matters how often
    /// it came.
    fn history_counts(&self) -> bool {
        let key = self.task.game.key(&self.state);
        let after = self.choices.iter().map(|(_, after)| after);
        self.task
            .repetition_keys
            .iter()
            .chain(&key)
            .any(|key| self.solver.may_follow(after.clone(), key))
    }

    /// The choices with their exact values, the best first; `None` while there are none.
    fn lines(&self) -> Option<Vec<Line<G::Move>>> {
        if self.stage != Stage::Solved {
            return None;
        }
        let line = |(mv, after): &(G::Move, G::State)| {
            let shares = self.solver.known(after)?;
            let mut moves = vec![*mv];
            moves.extend(self.principal_variation(*after));
            let value = shares[self.mover];
            Some(Line {
                moves,
                value,
                shares,
                certainty: Certainty::Exact,
                visits: None,
                sampled: None,
            })
        };
        let mut lines: Vec<Line<G::Move>> = self.choices.iter().map(line).collect::<Option<_>>()?;
        transitions::sort_best_first(&mut lines, |line| line.value, self.task.game.seats());
        Some(lines)
    }

    /// The moves that the players make from here to the next chance node.
    fn principal_variation(&self, mut state: G::State) -> Vec<G::Move> {
        let game = &self.task.game;
        let mut moves = Vec::new();
        while let (Turn::Player(seat), true) = (game.turn(&state), moves.len() < LONGEST) {
            let choices = successors(game, &state);
            let share = |after| self.solver.known(after).map_or(0.0, |shares| shares[seat]);
            let shares = choices.iter().map(|(_, after)| share(after));
            let (mv, after) = choices[transitions::first_best(shares, game.seats())];
            moves.push(mv);
            state = after;
        }
        moves
    }
}
