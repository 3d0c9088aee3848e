//! Who is ahead: a guess for the search.

use parlour_core::PerSeat;

use super::state::{Phase, State};
use super::{Length, ShellOut};

/// By how many points one good hand moves a score.
const HAND: f64 = 20.0;

/// The scores between two hands, as shares of the win: the more hands are to come, the less a lead
/// is worth. Within a hand there is no opinion, so a search plays it to its end.
pub(super) fn outlook(game: &ShellOut, state: &State) -> Option<PerSeat<f64>> {
    let open = &state.open;
    if open.phase != Phase::Deal {
        return None;
    }
    let scores = open.scores.map(f64::from);
    let best = scores[..usize::from(game.players)].iter().fold(f64::MIN, |a, &b| a.max(b));
    let hands = match game.length {
        Length::Hands(hands) => f64::from(hands + 1 - open.hand),
        Length::Target(target) => ((f64::from(target) - best) / HAND).max(1.0),
    };
    let scale = HAND * hands.sqrt();
    let mut shares = PerSeat::new(game.players, 0.0);
    for seat in game.everybody() {
        shares[seat] = ((scores[seat.index()] - best) / scale).exp();
    }
    let total: f64 = shares.as_slice().iter().sum();
    for seat in game.everybody() {
        shares[seat] /= total;
    }
    Some(shares)
}
