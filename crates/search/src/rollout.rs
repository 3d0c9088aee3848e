//! Rollouts: random play from a position.

use parlour_core::rng::Rng;
use parlour_core::{Game, PerSeat, Shares, Turn};

use crate::heuristics::Heuristics;

/// Everybody's share of the win as numbers.
pub(crate) type Values = PerSeat<f32>;

/// Plays random actions until the game ends. Returns the number of actions.
#[inline]
pub fn playout<G: Game, R: Rng>(game: &G, mut state: G::State, rng: &mut R) -> u64 {
    let mut count = 0;
    while step(game, &mut state, rng) {
        count += 1;
    }
    count
}

/// Makes a uniformly random action of the player to act, or what chance brings. Returns false at the end.
///
/// The same as `sample` and `apply`, without an action in between. That action, or a call of this function, costs a
/// small game a tenth to a fifth of its time.
#[inline(always)]
fn step<G: Game, R: Rng>(game: &G, state: &mut G::State, rng: &mut R) -> bool {
    match game.turn(state) {
        Turn::Player(_) => game.play(state, game.sample_move(state, rng)),
        Turn::Chance => game.resolve(state, game.sample_chance(state, rng)),
        Turn::Over => return false,
    }
    true
}

/// A random game without an estimate is broken off after this number of actions.
const LONGEST: u32 = 4096;

/// Everybody's share: the game's estimate, or what random actions come to. In a game that is broken off
/// everybody has an even share.
#[inline]
pub(crate) fn shares_of_rollout<G: Heuristics, R: Rng>(
    game: &G,
    mut state: G::State,
    rng: &mut R,
) -> Values {
    for _ in 0..LONGEST {
        if game.turn(&state) != Turn::Over
            && let Some(estimate) = estimate(game, &state)
        {
            return estimate;
        }
        if !step(game, &mut state, rng) {
            break;
        }
    }
    game.shares(&state).map_or_else(|| even(game.seats()), |shares| values(&shares))
}

/// Everybody's share, known or estimated by the game.
pub(crate) fn estimate<G: Heuristics>(game: &G, state: &G::State) -> Option<Values> {
    match game.exact(state) {
        Some(exact) => Some(exact.map(|share| share as f32)),
        None => game.estimate(state),
    }
}

/// Exact shares as numbers.
pub(crate) fn values(shares: &Shares) -> Values {
    let mut values = Values::new(shares.seats(), 0.0);
    for (seat, share) in shares.iter() {
        values[seat] = share.value() as f32;
    }
    values
}

pub(crate) fn even(seats: u8) -> Values {
    Values::new(seats, 1.0 / f32::from(seats))
}
