//! Opponents to measure a player by: they search like it, but judge positions in another way.

mod judged;

use std::fmt::Debug;

use parlour_core::{PerSeat, Seat, Turn};

use crate::alphabeta::{AlphaBeta, Params};
use crate::engine::{Engine, Progress, Task};
use crate::heuristics::Heuristics;
use crate::maxn::MaxN;
use crate::report::SearchReport;
pub use judged::Judged;

/// Another way to judge the positions of a game.
pub trait Judge<G: Heuristics>: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// For two players: how far the first is ahead of the second, as in [`Heuristics::evaluate`].
    fn evaluate(&self, game: &G, state: &G::State) -> i32;

    /// Everybody's share of the win, as in [`Heuristics::estimate`].
    fn estimate(&self, game: &G, state: &G::State) -> Option<PerSeat<f32>> {
        game.estimate(state)
    }
}

/// Judges by nothing but how many moves the player to move has: what a search that knows no game
/// goes by. Looking an even number of plies ahead it wants room for itself, else none for the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Freedom;

impl<G: Heuristics> Judge<G> for Freedom {
    fn evaluate(&self, game: &G, state: &G::State) -> i32 {
        let moves = game.count_moves(state) as i32;
        if game.turn(state) == Turn::Player(Seat(0)) { moves } else { -moves }
    }
}

/// Searches as the game's own player may, but goes by another judge.
pub struct Rival<G: Heuristics, J: Judge<G>> {
    game: Judged<G, J>,
    search: Box<dyn Engine<Judged<G, J>>>,
}

impl<G: Heuristics, J: Judge<G>> Debug for Rival<G, J> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rival").field("game", &self.game).finish_non_exhaustive()
    }
}

impl<G: Heuristics, J: Judge<G>> Rival<G, J> {
    /// Somebody who goes by this judge in a game of two, by alpha-beta.
    pub fn new(game: &G, judge: J, habits: Params) -> Self {
        let game = Judged::new(game, judge);
        Rival { search: Box::new(AlphaBeta::new(&game, habits)), game }
    }

    /// Somebody who goes by this judge at a table of more, by max^n that follows so many choices of
    /// each player.
    pub fn at_table(game: &G, judge: J, width: usize) -> Self {
        let game = Judged::new(game, judge);
        Rival { search: Box::new(MaxN::with_widths(width, width)), game }
    }
}

impl<G: Heuristics, J: Judge<G>> Engine<G> for Rival<G, J> {
    fn begin(&mut self, task: Task<G>) {
        let Task { view, past, request, reuse, .. } = task;
        self.search.begin(Task { past, request, reuse, ..Task::new(&self.game, view, 0) });
    }

    fn step(&mut self, work: u64) -> Progress {
        self.search.step(work)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn report(&self) -> SearchReport<G::Move> {
        self.search.report()
    }

    fn is_clear(&mut self, spent: f64) -> bool {
        self.search.is_clear(spent)
    }

    fn memory(&self) -> usize {
        self.search.memory()
    }
}
