//! What a search wants to know: who is ahead.

use parlour_core::{PerSeat, Seat};
use parlour_search::Mind;

use super::{Outwit, Side, State};

/// How much one chip more at home speaks for winning, in log-odds.
const CHIP: f64 = 0.7;
/// What being on the move is worth, in chips.
const TEMPO: f64 = 0.15;

impl Mind for Outwit {
    const OPEN: bool = true;
    const FORESIGHT: u32 = 12;

    fn outlook(&self, state: &State) -> Option<PerSeat<f32>> {
        Some(outlook(state).map(|share| share as f32))
    }
}

/// Chips never leave their corner again, so those at home are what a lead is made of.
fn outlook(state: &State) -> PerSeat<f64> {
    let [light, dark] = Side::ALL.map(|side| f64::from(state.home(side)));
    let tempo = if state.side == Side::Light { TEMPO } else { -TEMPO };
    let share = 1.0 / (1.0 + (-CHIP * (light - dark + tempo)).exp());
    let mut shares = PerSeat::new(2, share);
    shares[Seat(1)] = 1.0 - share;
    shares
}
