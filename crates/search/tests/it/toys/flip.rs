//! A game that can go on for ever but for its repetition rule. Player 1 flips a switch or gambles
//! (one chance in four to win). After a flip player 2 wins by striking, or waits, which brings
//! the old position back.

use std::ops::ControlFlow;

use parlour_core::{Game, Seat, Shares, Turn};
use parlour_search::Heuristics;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Flip {
    /// Whether player 2 may strike at all.
    pub(crate) strikes: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum FlipState {
    Home,
    Flipped,
    Gambled,
    Won(Option<Seat>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum FlipMove {
    Flip,
    Gamble,
    Strike,
    Wait,
}

impl Game for Flip {
    type State = FlipState;
    type Move = FlipMove;
    type Chance = bool;
    type Key = FlipState;

    parlour_core::open_game!();

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> FlipState {
        FlipState::Home
    }

    fn turn(&self, state: &FlipState) -> Turn {
        match state {
            FlipState::Home => Turn::Player(Seat(0)),
            FlipState::Flipped => Turn::Player(Seat(1)),
            FlipState::Gambled => Turn::Chance,
            FlipState::Won(_) => Turn::Over,
        }
    }

    fn moves<B>(
        &self,
        state: &FlipState,
        visit: impl FnMut(FlipMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let all: &[FlipMove] = match state {
            FlipState::Home if self.strikes => &[FlipMove::Flip, FlipMove::Gamble],
            FlipState::Home => &[FlipMove::Flip],
            FlipState::Flipped if self.strikes => &[FlipMove::Strike, FlipMove::Wait],
            FlipState::Flipped => &[FlipMove::Wait, FlipMove::Flip],
            _ => &[],
        };
        all.iter().copied().try_for_each(visit)
    }

    fn chances<B>(
        &self,
        state: &FlipState,
        mut visit: impl FnMut(bool, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if *state == FlipState::Gambled {
            visit(true, 1)?;
            visit(false, 3)?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, state: &mut FlipState, mv: FlipMove) {
        *state = match mv {
            FlipMove::Flip => FlipState::Flipped,
            FlipMove::Gamble => FlipState::Gambled,
            FlipMove::Strike => FlipState::Won(Some(Seat(1))),
            FlipMove::Wait => FlipState::Home,
        };
    }

    fn resolve(&self, state: &mut FlipState, lucky: bool) {
        *state = FlipState::Won(Some(Seat(u8::from(!lucky))));
    }

    fn shares(&self, state: &FlipState) -> Option<Shares> {
        match *state {
            FlipState::Won(Some(seat)) => Some(Shares::sole(2, seat)),
            FlipState::Won(None) => Some(Shares::draw(2)),
            _ => None,
        }
    }

    fn key(&self, state: &FlipState) -> Option<FlipState> {
        Some(*state)
    }

    fn irreversible(&self, state: &FlipState) -> bool {
        matches!(state, FlipState::Gambled | FlipState::Won(_))
    }

    fn end_by_recurrence(&self, state: &mut FlipState) {
        *state = FlipState::Won(None);
    }
}

impl Heuristics for Flip {}
