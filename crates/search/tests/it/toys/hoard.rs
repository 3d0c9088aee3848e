//! Everybody in turn takes one of four boxes, and nobody can say what that is worth but for a
//! guess that looks like chance. For three players; nine turns.

use std::ops::ControlFlow;

use parlour_core::{Game, PerSeat, Seat, Shares, Turn};
use parlour_search::{Heuristics, hash};

const PLAYERS: u8 = 3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hoard;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Taken {
    /// Two bits for each box.
    pub(crate) boxes: u32,
    pub(crate) turns: u8,
}

impl Game for Hoard {
    type State = Taken;
    type Move = u8;
    type Key = ();

    parlour_core::open_game!();
    parlour_core::no_chance!();

    fn seats(&self) -> u8 {
        PLAYERS
    }

    fn start(&self) -> Taken {
        Taken { boxes: 0, turns: 0 }
    }

    fn turn(&self, state: &Taken) -> Turn {
        if state.turns == 9 { Turn::Over } else { Turn::Player(Seat(state.turns % PLAYERS)) }
    }

    fn moves<B>(&self, _: &Taken, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..4).try_for_each(visit)
    }

    fn play(&self, state: &mut Taken, taken: u8) {
        state.boxes = state.boxes << 2 | u32::from(taken);
        state.turns += 1;
    }

    fn shares(&self, state: &Taken) -> Option<Shares> {
        let winner = Seat((hash(state) % u64::from(PLAYERS)) as u8);
        (state.turns == 9).then(|| Shares::sole(PLAYERS, winner))
    }
}

impl Heuristics for Hoard {
    fn estimate(&self, state: &Taken) -> Option<PerSeat<f32>> {
        let mut shares = PerSeat::new(PLAYERS, 0.0);
        let mut left = hash(state);
        for seat in (0..PLAYERS).map(Seat) {
            shares[seat] = (left % 1009) as f32 + 1.0;
            left /= 1009;
        }
        let total: f32 = shares.as_slice().iter().sum();
        Some(shares.map(|share| share / total))
    }
}
