//! Opponents who judge by other weights than the game's own.

use super::{Linear, Trial};
use crate::alphabeta::{AlphaBeta, Habits};
use crate::engine::{Engine, Progress, Report, Task};

/// Searches by alpha-beta as the game's own player may, but judges by weights of its own.
pub struct Rival<G: Linear> {
    game: Trial<G>,
    search: AlphaBeta<Trial<G>>,
}

impl<G: Linear> std::fmt::Debug for Rival<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rival").field("game", &self.game).finish_non_exhaustive()
    }
}

impl<G: Linear> Rival<G> {
    /// Somebody who judges by these weights, one for each feature.
    pub fn new(game: &G, weights: &[i32], habits: Habits) -> Self {
        let game = Trial::new(game.clone(), weights);
        Rival { search: AlphaBeta::new(&game, habits), game }
    }
}

impl<G: Linear> Engine<G> for Rival<G> {
    fn begin(&mut self, task: Task<G>) {
        let Task { view, past, seed, lines, depth, reuse, .. } = task;
        let task = Task::new(&self.game, view, seed);
        self.search.begin(Task { past, lines, depth, reuse, ..task });
    }

    fn step(&mut self, work: u64) -> Progress {
        self.search.step(work)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn report(&self) -> Report<G::Move> {
        self.search.report()
    }
}
