//! Random games.

use parlour_core::game::{apply, sample};
use parlour_core::rng::Rng;
use parlour_core::{Game, PerSeat, Seat, Shares, Turn};

use crate::mind::Mind;
use crate::uct::Style;

/// Everybody's share of the win as numbers.
pub(crate) type Values = PerSeat<f32>;

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
pub(crate) fn outcome<G: Mind, R: Rng>(
    game: &G,
    mut state: G::State,
    style: &Style,
    rng: &mut R,
) -> Values {
    let foresight = style.foresight.unwrap_or(G::FORESIGHT);
    for count in 0..style.longest {
        if count >= foresight
            && game.turn(&state) != Turn::Over
            && let Some(outlook) = guess(game, &state)
        {
            return outlook;
        }
        let Some(action) = sample(game, &state, rng) else { break };
        apply(game, &mut state, action);
    }
    game.shares(&state).map_or_else(|| even(game.seats()), |shares| values(&shares))
}

/// The game's own opinion: everybody's share, known or guessed.
pub(crate) fn guess<G: Mind>(game: &G, state: &G::State) -> Option<Values> {
    if let Some(exact) = game.exact(state) {
        return Some(exact.map(|share| share as f32));
    }
    game.outlook(state).or_else(|| {
        let share = game.expectation(game.evaluate(state)?) as f32;
        let mut values = Values::new(2, share);
        values[Seat(1)] = 1.0 - share;
        Some(values)
    })
}

/// Exact shares as numbers.
pub(crate) fn values(shares: &Shares) -> Values {
    let mut values = Values::new(shares.seats(), 0.0);
    for (seat, share) in shares.iter() {
        values[seat] = share.value() as f32;
    }
    values
}

/// The same share for everyone.
pub(crate) fn even(seats: u8) -> Values {
    Values::new(seats, 1.0 / f32::from(seats))
}
