//! Opponents to measure a player by: they search like it, but judge positions in another way.

mod judged;

use std::fmt::Debug;
use std::ops::ControlFlow;

use parlour_core::{Seat, Turn};

use crate::alphabeta::{AlphaBeta, Habits};
use crate::engine::{Engine, Progress, Report, Task};
use crate::mind::Mind;
pub use judged::Judged;

/// Another way to judge the positions of a game of two.
pub trait Judge<G: Mind>: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// How far the first player is ahead of the second, as in [`Mind::evaluate`].
    fn evaluate(&self, game: &G, state: &G::State) -> i32;
}

/// Judges by nothing but how many moves the player to move has: what a search that knows no game
/// goes by. Looking an even number of plies ahead it wants room for itself, else none for the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Freedom;

impl<G: Mind> Judge<G> for Freedom {
    fn evaluate(&self, game: &G, state: &G::State) -> i32 {
        let mut moves = 0;
        let _ = game.moves(state, |_| {
            moves += 1;
            ControlFlow::<()>::Continue(())
        });
        if game.turn(state) == Turn::Player(Seat(0)) { moves } else { -moves }
    }
}

/// Searches by alpha-beta as the game's own player may, but goes by another judge.
pub struct Rival<G: Mind, J: Judge<G>> {
    game: Judged<G, J>,
    search: AlphaBeta<Judged<G, J>>,
}

impl<G: Mind, J: Judge<G>> Debug for Rival<G, J> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rival").field("game", &self.game).finish_non_exhaustive()
    }
}

impl<G: Mind, J: Judge<G>> Rival<G, J> {
    /// Somebody who goes by this judge.
    pub fn new(game: &G, judge: J, habits: Habits) -> Self {
        let game = Judged::new(game, judge);
        Rival { search: AlphaBeta::new(&game, habits), game }
    }
}

impl<G: Mind, J: Judge<G>> Engine<G> for Rival<G, J> {
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
