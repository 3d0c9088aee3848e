//! Monte Carlo tree search (UCT), the default engine of a new game: two to twelve players, dice,
//! secrets.
//!
//! Every simulation draws a state that fits the mover's view, descends one tree that all those states
//! share, and evaluates the position where the tree ends, by the game's value estimate or by random
//! play. Each seat maximizes its own share of the win.

mod lines;
mod search;
mod tree;

use parlour_core::Seat;

use crate::engine::{Engine, Progress, Task};
use crate::heuristics::Heuristics;
use crate::report::SearchReport;
use crate::settings::Settings;
use search::Search;

/// The parameters of UCT.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// The exploration constant of UCB1.
    pub exploration: f64,
    /// The most nodes in the tree; the moves at the root always fit. A full tree grows no more.
    pub capacity: u32,
}

impl Default for Params {
    fn default() -> Self {
        Params { exploration: 0.4, capacity: 1 << 20 }
    }
}

impl Params {
    /// The default parameters with the given settings.
    pub fn from_settings(settings: &mut Settings) -> Self {
        let default = Params::default();
        Params {
            exploration: settings.take("exploration", default.exploration),
            capacity: settings.take("capacity", f64::from(default.capacity)) as u32,
        }
    }
}

/// Who gets what, once that is certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// This seat takes it all.
    Won(Seat),
    /// Two players share alike.
    Drawn,
}

/// The UCT engine.
pub struct Uct<G: Heuristics> {
    params: Params,
    search: Option<Search<G>>,
}

impl<G: Heuristics> std::fmt::Debug for Uct<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Uct").field("params", &self.params).finish_non_exhaustive()
    }
}

impl<G: Heuristics> Uct<G> {
    /// A search with these parameters.
    pub fn new(params: Params) -> Self {
        Uct { params, search: None }
    }

    fn search(&self) -> &Search<G> {
        self.search.as_ref().expect("a task has begun")
    }
}

impl<G: Heuristics> Engine<G> for Uct<G> {
    fn begin(&mut self, task: Task<G>) {
        let mut search = Search::new(task, self.params);
        search.open();
        self.search = Some(search);
    }

    fn step(&mut self, work: u64) -> Progress {
        let search = self.search.as_mut().expect("a task has begun");
        for _ in 0..work {
            if search.done() {
                return Progress::Done;
            }
            search.simulate();
        }
        if search.done() { Progress::Done } else { Progress::More }
    }

    fn nodes(&self) -> u64 {
        self.search().nodes
    }

    fn report(&self) -> SearchReport<G::Move> {
        self.search().report()
    }

    fn is_clear(&mut self, spent: f64) -> bool {
        G::OPEN && self.search().is_out_of_reach(spent)
    }

    fn worker(&self) -> Option<Box<dyn Engine<G>>> {
        Some(Box::new(Uct::<G>::new(self.params)))
    }

    fn combine(&self, workers: &[Box<dyn Engine<G>>]) -> SearchReport<G::Move> {
        self.search().combine(workers.iter().map(|worker| worker.report()))
    }
}
