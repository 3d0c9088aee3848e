//! What a search wants to know: who is ahead.

use parlour_core::{PerSeat, Seat};
use parlour_search::Mind;

use super::board::{AXES, Cells, step};
use super::{Shout7, State};

/// What rows of two to six pieces speak for, in log-odds; a longer row holds shorter ones too.
const ROWS: [f64; 5] = [0.04, 0.12, 0.3, 0.7, 1.6];
/// What being to act is worth, in log-odds.
const TEMPO: f64 = 0.3;

impl Mind for Shout7 {
    const OPEN: bool = true;
    const FORESIGHT: u32 = 4;

    fn outlook(&self, state: &State) -> Option<PerSeat<f32>> {
        Some(outlook(self, state).map(|share| share as f32))
    }
}

/// Everybody's share of the win, from the rows that they have begun.
fn outlook(game: &Shout7, state: &State) -> PerSeat<f64> {
    let mut shares = PerSeat::new(game.players, 0.0);
    for seat in game.all_seats() {
        shares[seat] = strength(state.pieces[seat.index()].cells(), seat, state).exp();
    }
    let total: f64 = shares.as_slice().iter().sum();
    for seat in game.all_seats() {
        shares[seat] /= total;
    }
    shares
}

fn strength(cells: Cells, seat: Seat, state: &State) -> f64 {
    let mut strength = if state.seat == seat { TEMPO } else { 0.0 };
    for axis in AXES {
        let mut rows = cells;
        for worth in ROWS {
            rows = rows & rows.ahead(step(axis));
            if rows.is_empty() {
                break;
            }
            strength += worth * f64::from(rows.count());
        }
    }
    strength
}
