//! A race with a die: throw, then either run so far, or walk one step for certain. First to
//! `goal` wins; who overshoots it loses.

use std::ops::ControlFlow;

use parlour_core::{Game, Seat, Shares, Turn};
use parlour_search::{Engines, Heuristics};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Race {
    pub(crate) goal: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct RaceState {
    pub(crate) at: [u8; 2],
    pub(crate) mover: Seat,
    pub(crate) thrown: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum RaceMove {
    Run,
    Walk,
}

impl Race {
    fn winner(&self, state: &RaceState) -> Option<Seat> {
        (0..2).map(Seat).find_map(|seat| match state.at[seat.index()] {
            at if at == self.goal => Some(seat),
            at if at > self.goal => Some(seat.next(2)),
            _ => None,
        })
    }
}

impl Game for Race {
    type State = RaceState;
    type Move = RaceMove;
    type Chance = u8;
    type Key = ();

    parlour_core::open_game!();

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> RaceState {
        RaceState { at: [0, 0], mover: Seat(0), thrown: None }
    }

    fn turn(&self, state: &RaceState) -> Turn {
        match (self.winner(state), state.thrown) {
            (Some(_), _) => Turn::Over,
            (None, Some(_)) => Turn::Player(state.mover),
            (None, None) => Turn::Chance,
        }
    }

    fn moves<B>(
        &self,
        state: &RaceState,
        visit: impl FnMut(RaceMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !matches!(self.turn(state), Turn::Player(_)) {
            return ControlFlow::Continue(());
        }
        [RaceMove::Run, RaceMove::Walk].into_iter().try_for_each(visit)
    }

    fn chances<B>(
        &self,
        state: &RaceState,
        mut visit: impl FnMut(u8, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.turn(state) != Turn::Chance {
            return ControlFlow::Continue(());
        }
        // The six of this die has two faces.
        (1..=6).try_for_each(|eyes| visit(eyes, if eyes == 6 { 2 } else { 1 }))
    }

    fn play(&self, state: &mut RaceState, mv: RaceMove) {
        let thrown = state.thrown.take().expect("a throw waits");
        state.at[state.mover.index()] += if mv == RaceMove::Run { thrown } else { 1 };
        state.mover = state.mover.next(2);
    }

    fn resolve(&self, state: &mut RaceState, eyes: u8) {
        state.thrown = Some(eyes);
    }

    fn shares(&self, state: &RaceState) -> Option<Shares> {
        self.winner(state).map(|seat| Shares::sole(2, seat))
    }
}

impl Heuristics for Race {}

impl Engines for Race {}
