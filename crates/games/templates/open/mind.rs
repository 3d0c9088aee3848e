//! What a search wants to know of New Game beside its rules.

use parlour_core::{Game, PerSeat, Turn};
use parlour_search::Mind;

use super::{NewGame, State};

impl Mind for NewGame {
    // Everybody always sees everything.
    const OPEN: bool = true;

    /// A guess at everybody's share of the win, for games that are too long to be played out. Leave
    /// it away where there is no opinion. [`Mind::FORESIGHT`] makes a search play a little before it
    /// asks.
    fn outlook(&self, state: &State) -> Option<PerSeat<f32>> {
        let Turn::Player(mover) = self.turn(state) else { return None };
        let mut shares = PerSeat::new(2, 0.4);
        // A multiple of three is lost for whoever is to move.
        let ahead = if state.heap.is_multiple_of(3) { mover.next(2) } else { mover };
        shares[ahead] = 0.6;
        Some(shares)
    }
}
