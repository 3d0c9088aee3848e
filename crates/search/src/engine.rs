//! The interface of every engine.

use std::any::Any;
use std::num::NonZeroUsize;

use parlour_core::rng::seeded;
use parlour_core::{Game, Seat, Turn};

use crate::alphabeta::AlphaBeta;
use crate::belief::ObservedAction;
use crate::heuristics::{Engines, Heuristics};
use crate::report::SearchReport;
use crate::request::{SearchRequest, Want};
use crate::settings::{SettingError, Settings};
use crate::uct::{self, Uct};

/// A search request at one position, as an engine receives it.
#[derive(Clone, Debug)]
pub struct Task<G: Game> {
    /// The rules.
    pub game: G,
    /// What the mover knows. The mover must be the one to act.
    pub view: G::View,
    /// The keys of earlier positions that may recur, this one's last.
    pub past: Vec<G::Key>,
    /// What everybody saw happen so far, the oldest first. Only an engine for games with secrets
    /// reads it; where the past is not known, it is empty.
    pub observations: Vec<ObservedAction<G>>,
    /// What is asked for.
    pub request: SearchRequest,
    /// Whether what was found in an earlier search of the same game may be used.
    pub reuse: bool,
}

impl<G: Game> Task<G> {
    /// The value of the best move of the owner of `view`, with no limit and no known past.
    pub fn new(game: &G, view: G::View, seed: u64) -> Self {
        Task {
            game: game.clone(),
            view,
            past: Vec::new(),
            observations: Vec::new(),
            request: SearchRequest { want: Want::BEST_LINE, seed, ..SearchRequest::default() },
            reuse: false,
        }
    }

    /// The same task with another request.
    #[must_use]
    pub fn with(self, change: impl FnOnce(&mut SearchRequest)) -> Self {
        let mut request = self.request;
        change(&mut request);
        Task { request, ..self }
    }

    /// The same task with a depth limit.
    #[must_use]
    pub fn depth_limit(self, plies: u32) -> Self {
        self.with(|request| request.budget.depth = Some(plies))
    }

    /// The same task, for the values of this number of best moves.
    ///
    /// # Panics
    /// When it is 0.
    #[must_use]
    pub fn multi_pv(self, lines: usize) -> Self {
        let lines = NonZeroUsize::new(lines).expect("at least one line");
        self.with(|request| request.want = Want::Lines(lines))
    }

    /// How many of the best moves need a value of their own; see [`Want::lines`].
    pub fn lines(&self) -> usize {
        self.request.want.lines()
    }

    /// The depth limit.
    pub fn depth(&self) -> Option<u32> {
        self.request.budget.depth
    }

    /// A state that fits the view, the only one in an open game, and who is to act.
    ///
    /// # Panics
    /// When nobody is.
    pub(crate) fn root(&self) -> (G::State, Seat) {
        let state = self.game.determinize(&self.view, &mut seeded(self.seed()));
        match self.game.turn(&state) {
            Turn::Player(mover) => (state, mover),
            _ => panic!("the owner of the view is to act"),
        }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.request.seed
    }
}

/// The moves of a position, each with the position after it.
pub(crate) fn successors<G: Game>(game: &G, state: &G::State) -> Vec<(G::Move, G::State)> {
    let mut after = Vec::new();
    game.for_each_move(state, |mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        after.push((mv, next));
    });
    after
}

/// Whether there is more to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// More work may change the answer.
    More,
    /// It would not.
    Done,
}

/// Separates the noise at the root from other uses of the seed.
pub(crate) const ROOT_NOISE: u64 = 0x0a1f_be7a;

/// The best move is clear if it has been the best for this number of depths in a row …
pub(crate) const STABLE_DEPTHS: u32 = 3;
/// … and is better than all others by this share of the win.
pub(crate) const CLEAR_MARGIN: f64 = 0.15;

/// A search algorithm. The caller owns the clock, the budget and the stop: it calls [`Engine::step`] as
/// often as it likes, and may ask for an [`Engine::report`] at any time. The caller also decides whether a
/// sole legal move is searched: an engine searches it like any other.
pub trait Engine<G: Heuristics>: Any + Send {
    /// Begins a task. Earlier results are used where that helps and [`Task::reuse`] allows. After this
    /// call a report has a legal move, however little has been searched.
    fn begin(&mut self, task: Task<G>);

    /// Searches on for about `nodes` nodes. The size of the steps does not change the result.
    fn step(&mut self, nodes: u64) -> Progress;

    /// How many nodes were visited since the task began.
    fn nodes(&self) -> u64;

    /// What has been found.
    fn report(&self) -> SearchReport<G::Move>;

    /// Whether the best move is so clear that more search would hardly change it. `spent` is the part of
    /// the time that is used up, from 0 to 1. The driver asks repeatedly, and a call may start work that
    /// finds out. An engine for games with secrets always returns false: the time that it takes must
    /// reveal nothing.
    fn is_clear(&mut self, spent: f64) -> bool {
        let _ = spent;
        false
    }

    /// About how many bytes it keeps for the next task; 0 where it keeps nothing.
    fn memory(&self) -> usize {
        0
    }

    /// An engine that searches the same task on another thread; they may share results. `None` where
    /// more threads do not help.
    fn worker(&self) -> Option<Box<dyn Engine<G>>> {
        None
    }

    /// The report of this engine and its workers together.
    fn combine(&self, workers: &[Box<dyn Engine<G>>]) -> SearchReport<G::Move> {
        let own = self.report();
        let workers: Vec<_> = workers.iter().map(|worker| worker.report()).collect();
        let nodes = own.nodes + workers.iter().map(|report| report.nodes).sum::<u64>();
        // The deepest search is the best; among equals the engine's own.
        let deeper = |best: SearchReport<_>, other: SearchReport<_>| {
            if other.depth > best.depth { other } else { best }
        };
        let best = workers.into_iter().fold(own, deeper);
        SearchReport { nodes, ..best }
    }
}

/// A kind of engine, by name.
pub struct EngineKind<G: Heuristics> {
    /// The engine's name in commands.
    pub name: &'static str,
    /// Makes an engine for this game with these settings.
    pub make: fn(&G, &mut Settings) -> Box<dyn Engine<G>>,
}

impl<G: Heuristics> Clone for EngineKind<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Heuristics> Copy for EngineKind<G> {}

impl<G: Heuristics> std::fmt::Debug for EngineKind<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("EngineKind").field(&self.name).finish()
    }
}

impl<G: Heuristics> EngineKind<G> {
    /// Monte Carlo tree search, which can play any game.
    pub const fn uct() -> Self {
        EngineKind {
            name: "uct",
            make: |_, settings| Box::new(Uct::<G>::new(uct::Params::from_settings(settings))),
        }
    }

    /// An engine of this kind.
    ///
    /// # Errors
    /// When the engine does not have one of the settings.
    pub fn build(&self, game: &G, settings: &Settings) -> Result<Box<dyn Engine<G>>, SettingError> {
        let mut settings = settings.clone();
        let engine = (self.make)(game, &mut settings);
        settings.finish()?;
        Ok(engine)
    }
}

impl<G: Engines> EngineKind<G> {
    /// Alpha-beta, for an open game of two without chance that has an evaluation.
    pub const fn alpha_beta() -> Self {
        EngineKind {
            name: "alphabeta",
            make: |game, settings| {
                Box::new(AlphaBeta::new(game, game.alpha_beta().tuned(settings)))
            },
        }
    }
}
