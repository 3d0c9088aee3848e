//! The interface of every engine.

use std::any::Any;
use std::num::NonZeroUsize;

use parlour_core::rng::seeded;
use parlour_core::{Game, Seat, Turn};

use crate::alphabeta::AlphaBeta;
use crate::belief::ObservedAction;
use crate::heuristics::{Engines, Heuristics};
use crate::report::{Difference, SearchReport};
use crate::request::{Budget, Want};
use crate::settings::{SettingError, Settings};
use crate::uct::Uct;

/// A search of one position, as an engine receives it.
#[derive(Clone, Debug)]
pub struct SearchTask<G: Game> {
    /// The rules.
    pub game: G,
    /// What the mover knows. The mover must be the one to act.
    pub view: G::View,
    /// The keys of earlier positions that may recur, this one's last.
    pub repetition_keys: Vec<G::Key>,
    /// What everybody saw happen so far, the oldest first. Only an engine for games with secrets
    /// reads it; empty where it is not known.
    pub observations: Vec<ObservedAction<G>>,
    /// How long to search.
    pub budget: Budget,
    /// What to find.
    pub want: Want,
    /// Whether a search under a time limit may end as soon as the best move is clear.
    pub stop_when_clear: bool,
    /// Makes a search repeatable that is limited by nodes or depth.
    pub seed: u64,
    /// Whether what was found in an earlier search of the same game may be used.
    pub reuse: bool,
}

impl<G: Game> SearchTask<G> {
    /// The value of the best move of the owner of `view`, with no limit and no known history.
    pub fn new(game: &G, view: G::View, seed: u64) -> Self {
        SearchTask {
            game: game.clone(),
            view,
            repetition_keys: Vec::new(),
            observations: Vec::new(),
            budget: Budget::default(),
            want: Want::BEST_LINE,
            stop_when_clear: false,
            seed,
            reuse: false,
        }
    }

    /// The same task with a depth limit.
    #[must_use]
    pub fn depth_limit(mut self, plies: u32) -> Self {
        self.budget.depth = Some(plies);
        self
    }

    /// The same task, for the values of this number of best moves.
    ///
    /// # Panics
    /// When it is 0.
    #[must_use]
    pub fn multi_pv(self, lines: usize) -> Self {
        let lines = NonZeroUsize::new(lines).expect("at least one line");
        SearchTask { want: Want::Lines(lines), ..self }
    }

    /// A state that fits the view, the only one in an open game, and who is to act.
    ///
    /// # Panics
    /// When nobody is.
    pub(crate) fn root(&self) -> (G::State, Seat) {
        let state = self.game.determinize(&self.view, &mut seeded(self.seed));
        match self.game.turn(&state) {
            Turn::Player(mover) => (state, mover),
            _ => panic!("the owner of the view is to act"),
        }
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
    /// Begins a task. Earlier results are used where that helps and [`SearchTask::reuse`] allows. After this
    /// call a report has a legal move, however little has been searched.
    fn begin(&mut self, task: SearchTask<G>);

    /// Searches on for about `nodes` nodes. The size of the steps does not change the result.
    fn step(&mut self, nodes: u64) -> Progress;

    /// How many nodes were visited since the task began.
    fn nodes(&self) -> u64;

    /// What has been found.
    fn report(&self) -> SearchReport<G::Move>;

    /// By how much the first of these moves is better than the second for the mover. It plays on from the task
    /// that began, with this number of samples for each move, in worlds that both moves share. `None` for an
    /// engine whose values are no samples, and for moves that are not legal.
    fn compare(&mut self, moves: [G::Move; 2], samples: u64) -> Option<Difference> {
        let _ = (moves, samples);
        None
    }

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

impl<G: Heuristics> EngineKind<G> {
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
    /// Monte Carlo tree search, which can play any game.
    pub const fn uct() -> Self {
        EngineKind {
            name: "uct",
            make: |game, settings| Box::new(Uct::<G>::new(game.uct().tuned(settings))),
        }
    }

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
