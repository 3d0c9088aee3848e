//! What could be expected at a point of a finished game, and what it was worth with all secrets known.

use parlour_core::rng::{SeededRng, seeded};
use parlour_core::{Game, PerSeat, Turn, Viewer};

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

/// The most positions of which one value is the mean.
const MOST_LEAVES: u64 = 4096;

/// Everybody's share of the win with all secrets known. Where chance decides, it is the mean over what
/// chance brings until a player is to act: over all of it, or over a sample of [`MOST_LEAVES`] where there is
/// more. The same position gets the same sample.
pub(crate) fn open_value<G: Playable>(game: &G, state: &G::State) -> PerSeat<f64> {
    let value = &mut |state: &G::State| match game.shares(state) {
        Some(shares) => shares.map(|share| share.value()),
        None => game.open_value(state),
    };
    mean_over_chance(game, state, MOST_LEAVES, &mut seeded(1), value)
}

/// The mean of `value` over what chance brings from here on, asked at most `leaves` times. Of a throw with more
/// outcomes than that some are drawn by their weights, so four throws in a row cost no more than one.
fn mean_over_chance<G: Game>(
    game: &G,
    state: &G::State,
    leaves: u64,
    rng: &mut SeededRng,
    value: &mut impl FnMut(&G::State) -> PerSeat<f64>,
) -> PerSeat<f64> {
    if game.turn(state) != Turn::Chance {
        return value(state);
    }
    let mut outcomes = Vec::new();
    game.for_each_chance(state, |chance, weight| outcomes.push((chance, f64::from(weight))));
    let each = (leaves / outcomes.len() as u64).max(1);
    if outcomes.len() as u64 > leaves {
        outcomes = (0..leaves).map(|_| (game.sample_chance(state, rng), 1.0)).collect();
    }
    let (mut sum, mut total) = (PerSeat::new(game.seats(), 0.0), 0.0);
    for (chance, weight) in outcomes {
        let mut after = *state;
        game.resolve(&mut after, chance);
        add(&mut sum, &mean_over_chance(game, &after, each, rng, value), weight);
        total += weight;
    }
    sum.map(|share| share / total)
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

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use parlour_core::{Seat, Shares};

    use super::*;

    /// Nothing but throws of `faces` in a row; the first player wins by an even total.
    #[derive(Clone, PartialEq, Debug)]
    struct Throws {
        number: u8,
        faces: u8,
    }

    impl Game for Throws {
        /// The throws made, and their total.
        type State = (u8, u16);
        type Move = u8;
        type Chance = u8;
        type Key = ();
        parlour_core::open_game!();

        fn seats(&self) -> u8 {
            2
        }
        fn start(&self) -> (u8, u16) {
            (0, 0)
        }
        fn turn(&self, state: &(u8, u16)) -> Turn {
            if state.0 < self.number { Turn::Chance } else { Turn::Over }
        }
        fn moves<B>(&self, _: &(u8, u16), _: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
            ControlFlow::Continue(())
        }
        fn chances<B>(
            &self,
            _: &(u8, u16),
            mut visit: impl FnMut(u8, u32) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            (0..self.faces).try_for_each(|face| visit(face, 1))
        }
        fn play(&self, _: &mut (u8, u16), _: u8) {}
        fn resolve(&self, state: &mut (u8, u16), face: u8) {
            *state = (state.0 + 1, state.1 + u16::from(face));
        }
        fn shares(&self, &(made, total): &(u8, u16)) -> Option<Shares> {
            (made == self.number).then(|| Shares::sole(2, Seat((total % 2) as u8)))
        }
    }

    /// The first player's part of the win, and how many positions it took.
    fn valued(number: u8, faces: u8) -> (f64, u64) {
        let (game, mut asked) = (Throws { number, faces }, 0);
        let value = &mut |state: &(u8, u16)| {
            asked += 1;
            game.shares(state).expect("over").map(|share| share.value())
        };
        let mean = mean_over_chance(&game, &game.start(), MOST_LEAVES, &mut seeded(1), value);
        (mean[Seat(0)], asked)
    }

    #[test]
    fn few_outcomes_are_all_counted() {
        for (number, faces, exact, all) in [(2, 3, 5.0 / 9.0, 9), (4, 8, 0.5, 4096)] {
            let (mean, asked) = valued(number, faces);
            assert!((mean - exact).abs() < 1e-12 && asked == all, "{mean} of {asked}");
        }
    }

    #[test]
    fn four_throws_in_a_row_cost_no_more_than_one() {
        // 56⁴ are ten million.
        let (mean, asked) = valued(4, 56);
        assert!(asked <= MOST_LEAVES, "{asked}");
        assert!((mean - 0.5).abs() < 0.03, "{mean}");
        let (mean, asked) = valued(1, 255);
        assert!(asked == 255 && (mean - 128.0 / 255.0).abs() < 1e-12, "{mean} of {asked}");
    }
}
