//! The evaluation that a search uses: the game's own, or another.

use parlour_core::{PerSeat, Seat};

use crate::heuristics::Heuristics;

/// An evaluation of the positions of a game.
pub trait Evaluator<G: Heuristics>: Clone + Send + Sync + 'static {
    /// For two players: how far the first is ahead of the second, as in [`Heuristics::evaluate`].
    fn evaluate(&self, game: &G, state: &G::State) -> Option<i32> {
        game.evaluate(state)
    }

    /// Everybody's share of the win, as in [`Heuristics::estimate`].
    fn estimate(&self, game: &G, state: &G::State) -> Option<PerSeat<f32>> {
        game.estimate(state)
    }

    /// How many more moves a seat needs to win, as in [`Heuristics::moves_to_win`]. Another evaluation than
    /// the game's own is not mixed with it.
    fn moves_to_win(&self, game: &G, state: &G::State, seat: Seat) -> Option<f32> {
        let _ = (game, state, seat);
        None
    }
}

/// The game's own evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Own;

impl<G: Heuristics> Evaluator<G> for Own {
    #[inline]
    fn moves_to_win(&self, game: &G, state: &G::State, seat: Seat) -> Option<f32> {
        game.moves_to_win(state, seat)
    }
}
