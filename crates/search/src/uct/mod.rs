//! Monte Carlo tree search (UCT), for any game: two to twelve players, dice, secrets.
//!
//! Every simulation draws a world that fits the mover's view, walks down one tree that all those
//! worlds share, and judges the position where the tree ends, by the game's own outlook or by
//! playing on at random. Each seat maximizes its own share of the win.

mod lines;
mod reuse;
mod search;
mod tree;

use parlour_core::Seat;

use crate::engine::{Engine, Progress, Report, Task};
use crate::mind::Mind;
use crate::settings::Settings;
use search::Search;

/// How a search goes about its work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// How much a move's being little tried speaks for trying it.
    pub exploration: f64,
    /// How many simulations the first guess at an untried move's value is worth.
    pub prior: f64,
    /// How much worse an untried move is taken to be than those that were tried.
    pub reserve: f64,
    /// How much better the most promising move is taken to be than the least, before they are
    /// tried; see [`Mind::promise`].
    pub bias: f64,
    /// Whether each move of an open game is judged by the outlook as soon as it joins the tree: that
    /// is the first guess at its value then, and an end that it brings is seen at once.
    pub glance: bool,
    /// How often a position is judged before its moves join the tree.
    pub patience: u32,
    /// The most positions that the tree may hold (the first moves always fit); when it is full,
    /// it grows no more.
    pub capacity: u32,
    /// So many random actions are made below the tree before a game's outlook is asked for;
    /// `None` leaves it to the game.
    pub foresight: Option<u32>,
    /// After so many actions a random game without an outlook is broken off.
    pub longest: u32,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            exploration: 0.4,
            prior: 1.0,
            reserve: 0.0,
            bias: 0.1,
            glance: false,
            patience: 1,
            capacity: 1 << 20,
            foresight: None,
            longest: 4096,
        }
    }
}

impl Style {
    /// The usual style with these changes.
    pub fn from(settings: &mut Settings) -> Self {
        Style::default().tuned(settings)
    }

    /// This style with these changes.
    pub fn tuned(self, settings: &mut Settings) -> Self {
        let usual = self;
        let foresight = settings.take("foresight", usual.foresight.map_or(-1.0, f64::from));
        Style {
            exploration: settings.take("exploration", usual.exploration),
            prior: settings.take("prior", usual.prior),
            reserve: settings.take("reserve", usual.reserve),
            bias: settings.take("bias", usual.bias),
            glance: settings.take("glance", f64::from(u8::from(usual.glance))) > 0.0,
            patience: settings.take("patience", f64::from(usual.patience)) as u32,
            capacity: settings.take("capacity", f64::from(usual.capacity)) as u32,
            foresight: (foresight >= 0.0).then_some(foresight as u32),
            longest: settings.take("longest", f64::from(usual.longest)) as u32,
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

/// Monte Carlo tree search behind the face of all engines.
pub struct Uct<G: Mind> {
    style: Style,
    search: Option<Search<G>>,
}

impl<G: Mind> std::fmt::Debug for Uct<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Uct").field("style", &self.style).finish_non_exhaustive()
    }
}

impl<G: Mind> Uct<G> {
    /// A search in this style.
    pub fn new(style: Style) -> Self {
        Uct { style, search: None }
    }

    fn search(&self) -> &Search<G> {
        self.search.as_ref().expect("a task has begun")
    }
}

impl<G: Mind> Engine<G> for Uct<G> {
    fn begin(&mut self, task: Task<G>) {
        let before =
            self.search.take().filter(|before| task.reuse && before.task.game == task.game);
        let mut search = Search::new(task, self.style, before);
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

    fn report(&self) -> Report<G::Move> {
        self.search().report()
    }

    fn is_clear(&mut self, spent: f64) -> bool {
        G::OPEN && self.search().is_out_of_reach(spent)
    }

    fn memory(&self) -> usize {
        // Where there are secrets every search begins anew.
        let trees = self.search.iter().filter(|_| G::OPEN).flat_map(|search| &search.trees);
        trees.map(tree::Tree::bytes).sum()
    }

    fn companion(&self) -> Option<Box<dyn Engine<G>>> {
        Some(Box::new(Uct::<G>::new(self.style)))
    }

    fn combine(&self, companions: &[Box<dyn Engine<G>>]) -> Report<G::Move> {
        self.search().combine(companions.iter().map(|companion| companion.report()))
    }
}
