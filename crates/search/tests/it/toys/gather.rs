//! Everybody in turn takes a coin or leaves it; most coins win, and equal most share. For three
//! players; twelve turns.

use std::ops::ControlFlow;

use parlour_core::rng::Rng;
use parlour_core::{Game, Never, PerSeat, Seat, Shares, Turn, Viewer};
use parlour_search::Heuristics;
use parlour_search::learn::Linear;
use parlour_search::learn::linear::estimate;

const PLAYERS: u8 = 3;
const TURNS: u8 = 12;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gather;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Purses {
    coins: [u8; PLAYERS as usize],
    turns: u8,
}

impl Game for Gather {
    const OPEN: bool = true;

    type State = Purses;
    type Move = bool;
    type Chance = Never;
    type View = Purses;
    type Key = ();

    fn seats(&self) -> u8 {
        PLAYERS
    }

    fn start(&self) -> Purses {
        Purses { coins: [0; PLAYERS as usize], turns: 0 }
    }

    fn turn(&self, state: &Purses) -> Turn {
        if state.turns == TURNS { Turn::Over } else { Turn::Player(Seat(state.turns % PLAYERS)) }
    }

    fn moves<B>(&self, _: &Purses, visit: impl FnMut(bool) -> ControlFlow<B>) -> ControlFlow<B> {
        [false, true].into_iter().try_for_each(visit)
    }

    fn chances<B>(
        &self,
        _: &Purses,
        _: impl FnMut(Never, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        ControlFlow::Continue(())
    }

    fn play(&self, state: &mut Purses, taken: bool) {
        state.coins[usize::from(state.turns % PLAYERS)] += u8::from(taken);
        state.turns += 1;
    }

    fn resolve(&self, _: &mut Purses, chance: Never) {
        match chance {}
    }

    fn shares(&self, state: &Purses) -> Option<Shares> {
        let most = state.coins.into_iter().max();
        let wins = |seat: Seat| Some(state.coins[seat.index()]) == most;
        (state.turns == TURNS).then(|| Shares::split(PLAYERS, wins))
    }

    fn view(&self, state: &Purses, _: Viewer) -> Purses {
        *state
    }

    fn determinize<R: Rng + ?Sized>(&self, view: &Purses, _: &mut R) -> Purses {
        *view
    }
}

impl Linear for Gather {
    fn features(&self, _: &Purses, _: impl FnMut(usize, i32)) {
        unreachable!("for two only");
    }

    /// Coins, and being to act.
    fn sides(&self, state: &Purses, mut tell: impl FnMut(Seat, usize, i32)) {
        for (seat, coins) in (0..).map(Seat).zip(state.coins) {
            tell(seat, 0, coins.into());
        }
        tell(Seat(state.turns % PLAYERS), 1, 1);
    }

    fn weights(&self) -> &[i32] {
        &[0, 0]
    }
}

impl Heuristics for Gather {
    fn estimate(&self, state: &Purses) -> Option<PerSeat<f32>> {
        Some(estimate(self, state, self.weights()))
    }
}
