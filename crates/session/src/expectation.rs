//! What could be expected at a point of a finished game, and what it was worth with all secrets known.

use parlour_core::rng::seeded;
use parlour_core::{PerSeat, Turn, Viewer};

use crate::session::{Playable, Running};

/// What the player to move could expect of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Expectation {
    /// By how much everybody's share changes, on average over the positions that the player had to reckon
    /// with.
    pub change: Vec<f64>,
    /// The probability, for that player, of seeing what then happened.
    pub odds: f64,
}

/// Everybody's share of the win with all secrets known. Where chance decides, it is the mean over all
/// outcomes.
pub(crate) fn open_value<G: Playable>(game: &G, state: &G::State) -> PerSeat<f64> {
    match game.turn(state) {
        Turn::Player(_) => game.open_value(state),
        Turn::Over => {
            let shares = game.shares(state);
            shares.map_or_else(|| PerSeat::new(game.seats(), 0.0), |s| s.map(|share| share.value()))
        }
        Turn::Chance => {
            let (mut sum, mut total) = (PerSeat::new(game.seats(), 0.0), 0.0);
            game.for_each_chance(state, |chance, weight| {
                let mut after = *state;
                game.resolve(&mut after, chance);
                add(&mut sum, &open_value(game, &after), f64::from(weight));
                total += f64::from(weight);
            });
            sum.map(|share| share / total)
        }
    }
}

/// What the player to move could expect of a move that is legal here; `None` where no player is to move.
pub(crate) fn expectation<G: Playable>(
    running: &Running<G>,
    mv: G::Move,
    most_worlds: usize,
    seed: u64,
) -> Option<Expectation> {
    let (game, state) = (running.game(), running.history().state());
    let Turn::Player(seat) = game.turn(state) else { return None };
    let viewer = Viewer::Seat(seat);
    let play = |state: &G::State| {
        let mut after = *state;
        game.play(&mut after, mv);
        after
    };
    let seen = game.view(&play(state), viewer);
    let view = game.view(state, viewer);
    let (mut change, mut odds) = (PerSeat::new(game.seats(), 0.0), 0.0);
    for (world, chance) in
        game.worlds(&view, running.observations(), most_worlds, &mut seeded(seed))
    {
        let after = play(&world);
        add(&mut change, &open_value(game, &world), -chance);
        add(&mut change, &open_value(game, &after), chance);
        if game.view(&after, viewer) == seen {
            odds += chance;
        }
    }
    Some(Expectation { change: change.as_slice().to_vec(), odds })
}

fn add(sum: &mut PerSeat<f64>, shares: &PerSeat<f64>, weight: f64) {
    for (seat, share) in shares.iter() {
        sum[seat] += weight * share;
    }
}
