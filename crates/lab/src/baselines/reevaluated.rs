//! An engine that searches a game with another evaluation.

use std::fmt::Debug;

use parlour_search::alphabeta::{AlphaBeta, Params};
use parlour_search::maxn::MaxN;
use parlour_search::{Engine, Evaluated, Evaluator, Heuristics, Progress, SearchReport, Task};

/// Searches as the game's own engine does, but evaluates positions by `E`.
pub struct Reevaluated<G: Heuristics, E: Evaluator<G>> {
    game: Evaluated<G, E>,
    engine: Box<dyn Engine<Evaluated<G, E>>>,
}

impl<G: Heuristics, E: Evaluator<G>> Debug for Reevaluated<G, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reevaluated").field("game", &self.game).finish_non_exhaustive()
    }
}

impl<G: Heuristics, E: Evaluator<G>> Reevaluated<G, E> {
    /// Alpha-beta, for two players.
    pub fn alphabeta(game: &G, evaluator: E, params: Params) -> Self {
        let game = Evaluated::new(game, evaluator);
        Reevaluated { engine: Box::new(AlphaBeta::new(&game, params)), game }
    }

    /// Max^n that follows `width` moves of each player, for any number.
    pub fn maxn(game: &G, evaluator: E, width: usize) -> Self {
        let game = Evaluated::new(game, evaluator);
        Reevaluated { engine: Box::new(MaxN::with_widths(width, width)), game }
    }
}

impl<G: Heuristics, E: Evaluator<G>> Engine<G> for Reevaluated<G, E> {
    fn begin(&mut self, task: Task<G>) {
        let Task { view, past, request, reuse, .. } = task;
        self.engine.begin(Task { past, request, reuse, ..Task::new(&self.game, view, 0) });
    }

    fn step(&mut self, work: u64) -> Progress {
        self.engine.step(work)
    }

    fn nodes(&self) -> u64 {
        self.engine.nodes()
    }

    fn report(&self) -> SearchReport<G::Move> {
        self.engine.report()
    }

    fn is_clear(&mut self, spent: f64) -> bool {
        self.engine.is_clear(spent)
    }

    fn memory(&self) -> usize {
        self.engine.memory()
    }
}
