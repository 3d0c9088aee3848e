//! Sums of weighted features as evaluations.

use parlour_core::{PerSeat, Seat};

/// Shares of the win in proportion to the exponentials of these log-odds.
#[inline]
pub fn softmax(mut log_odds: PerSeat<f64>) -> PerSeat<f64> {
    let seats = (0..log_odds.seats()).map(Seat);
    let most = log_odds.as_slice().iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut total = 0.0;
    for seat in seats.clone() {
        log_odds[seat] = (log_odds[seat] - most).exp();
        total += log_odds[seat];
    }
    seats.for_each(|seat| log_odds[seat] /= total);
    log_odds
}
