//! What a search wants to know: who is ahead.

use parlour_core::{PerSeat, Seat};
use parlour_search::Mind;

use super::{BLACK, PLINTH, Senet, State, WHITE};

/// How far throws make two players part, as a scale of log-odds for the root of the steps to go.
const SPREAD: f64 = 0.8;
/// What being to throw or move is worth, in steps.
const TEMPO: f64 = 1.2;
/// The final squares of the even sequence, added up; the odd ones make ten less.
const FINALS: f64 = 110.0;

impl Mind for Senet {
    const OPEN: bool = true;
    const FORESIGHT: u32 = 20;

    fn outlook(&self, state: &State) -> Option<PerSeat<f32>> {
        Some(outlook(state).map(|share| share as f32))
    }
}

/// The race alone: how many steps each has to go.
fn outlook(state: &State) -> PerSeat<f64> {
    let [black, white] = [BLACK, WHITE].map(|seat| to_go(state, seat));
    let tempo = if state.mover == BLACK { TEMPO } else { -TEMPO };
    let scale = SPREAD * (black + white).max(4.0).sqrt();
    let share = 1.0 / (1.0 + ((black - white - tempo) / scale).exp());
    let mut shares = PerSeat::new(2, share);
    shares[WHITE] = 1.0 - share;
    shares
}

/// The steps from where a player's pieces stand to their final squares.
fn to_go(state: &State, seat: Seat) -> f64 {
    let mut pieces = state.pieces(seat);
    let mut steps = f64::from(state.plinth(seat)) * f64::from(PLINTH) - FINALS;
    if state.odd() == Some(seat) {
        steps += 10.0;
    }
    while pieces != 0 {
        steps += f64::from(pieces.trailing_zeros() + 1);
        pieces &= pieces - 1;
    }
    steps
}
