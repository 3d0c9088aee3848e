//! Random games.

use parlour_core::game::{apply, sample};
use parlour_core::rng::Rng;
use parlour_core::{Game, PerSeat, Shares, Turn};

use crate::Style;

/// Everybody's share of the win as numbers.
pub(crate) type Values = PerSeat<f64>;

/// Plays uniformly random actions until the game ends; the number of actions made.
#[inline]
pub fn playout<G: Game, R: Rng>(game: &G, mut state: G::State, rng: &mut R) -> u64 {
    let mut count = 0;
    while let Some(action) = sample(game, &state, rng) {
        apply(game, &mut state, action);
        count += 1;
    }
    count
}

/// Plays uniformly random actions until the game ends; how the win was split. A game that has an
/// outlook is only followed for a few actions. One that goes on after `longest` is broken
/// off and is nobody's: everyone gets an even share.
#[inline]
pub(crate) fn outcome<G: Game, R: Rng>(
    game: &G,
    mut state: G::State,
    style: &Style,
    rng: &mut R,
) -> Values {
    let foresight = style.foresight.unwrap_or(G::FORESIGHT);
    for count in 0..style.longest {
        if count >= foresight
            && game.turn(&state) != Turn::Over
            && let Some(outlook) = game.outlook(&state)
        {
            return outlook;
        }
        let Some(action) = sample(game, &state, rng) else { break };
        apply(game, &mut state, action);
    }
    game.shares(&state).map_or_else(|| even(game.seats()), |shares| values(&shares))
}

/// Exact shares as numbers.
pub(crate) fn values(shares: &Shares) -> Values {
    let mut values = Values::new(shares.seats(), 0.0);
    for (seat, share) in shares.iter() {
        values[seat] = share.value();
    }
    values
}

/// The same share for everyone.
pub(crate) fn even(seats: u8) -> Values {
    Values::new(seats, 1.0 / f64::from(seats))
}
