//! What a search needs to know of New Game beside its rules, and its engines.

use parlour_core::{Game, Seat, Turn};
use parlour_search::{EngineKind, Engines, Heuristics};

use super::{NewGame, State};

impl Heuristics for NewGame {
    /// How far the first player is ahead: 1,000 is 73% of the win, 2,000 is 88%. A search without it plays
    /// games to their end at random.
    fn evaluate(&self, state: &State) -> Option<i32> {
        let Turn::Player(mover) = self.turn(state) else { return None };
        // A multiple of three is lost for the player to move.
        let ahead = if state.heap.is_multiple_of(3) { mover.next(2) } else { mover };
        Some(if ahead == Seat(0) { 400 } else { -400 })
    }
}

impl Engines for NewGame {
    /// Alpha-beta is for two players without chance. Leave this method out for UCT, which plays any game.
    fn engines(&self) -> Vec<EngineKind<Self>> {
        vec![EngineKind::alpha_beta(), EngineKind::uct()]
    }
}
