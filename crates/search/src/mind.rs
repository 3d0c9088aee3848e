//! What a search wants of a game beside its rules.

use parlour_core::{Game, PerSeat};

use crate::engine::Maker;
use crate::hash::hash;
use crate::learn::Learner;
use crate::level::{LEVELS, Level};
use crate::rule::Solution;

/// A game as a search sees it. Everything here has a default: a game without a mind still plays.
pub trait Mind: Game {
    /// Whether everybody always sees everything. A search then keeps one world for all that it
    /// does and need not ask again what is legal where it has been before.
    const OPEN: bool = false;

    /// How many random actions a search makes before it asks for the [`Mind::outlook`], for
    /// games whose outlook sees less than a little play shows.
    const FORESIGHT: u32 = 0;

    /// A guess at everybody's share of the win in a position that goes on, for a search that
    /// cannot play every game to its end. `None` where there is no opinion: such games are played
    /// out.
    fn outlook(&self, state: &Self::State) -> Option<PerSeat<f32>> {
        let _ = state;
        None
    }

    /// For two players: how far the first is ahead of the second, in thousandths of whatever the
    /// game counts in. It is asked at every leaf of a deep search, so it must be cheap.
    fn evaluate(&self, state: &Self::State) -> Option<i32> {
        let _ = state;
        None
    }

    /// The share of the win that the first of two players can expect at this
    /// [`Mind::evaluate`]; rising, and a half at 0.
    fn expectation(&self, evaluation: i32) -> f64 {
        1.0 / (1.0 + (-f64::from(evaluation) / 1000.0).exp())
    }

    /// A hash of the position. Equal positions have equal hashes; others hardly ever.
    fn hash(&self, state: &Self::State) -> u64 {
        hash(state)
    }

    /// How promising a move looks before it is tried, in thousandths of a share of the win; the
    /// bigger, the earlier it is looked at.
    fn promise(&self, state: &Self::State, mv: Self::Move) -> i32 {
        let _ = (state, mv);
        0
    }

    /// Whether a move changes so much that a position must not be judged before it is followed.
    fn noisy(&self, state: &Self::State, mv: Self::Move) -> bool {
        let _ = (state, mv);
        false
    }

    /// Everybody's share of the win with best play, where it is known exactly.
    fn exact(&self, state: &Self::State) -> Option<PerSeat<f64>> {
        let _ = state;
        None
    }

    /// About how many positions can still come from here, told apart only where a player or chance
    /// has just acted; `None` where that cannot be said. Whoever would go through them all need not
    /// begin where they are too many.
    fn extent(&self, state: &Self::State) -> Option<u64> {
        let _ = state;
        None
    }

    /// The game's solution, where there is one.
    fn solution(&self) -> Option<Solution<Self>> {
        None
    }

    /// Somebody who learns to judge this game by playing so many games, where it can be learned.
    fn learner(&self, seed: u64, games: u64) -> Option<Box<dyn Learner>> {
        let _ = (seed, games);
        None
    }

    /// The engines that can play this game with these options, the best first.
    fn engines(&self) -> Vec<Maker<Self>> {
        vec![Maker::uct()]
    }

    /// How each level plays, the weakest first.
    fn levels(&self) -> [Level; LEVELS] {
        Level::ladder()
    }
}
