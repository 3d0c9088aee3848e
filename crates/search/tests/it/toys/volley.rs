//! A game that need not end soon. The player to act shoots, which wins in one of two cases and else
//! is the next player's turn, or feints, which wins in two of eight cases, hands the turn on in
//! one, and else comes to nothing. Where players are patient they may also wait.

use std::ops::ControlFlow;

use parlour_core::{Game, Seat, Shares, Turn};
use parlour_search::Heuristics;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Volley {
    pub(crate) players: u8,
    pub(crate) feints: bool,
    pub(crate) patient: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Duel {
    pub(crate) mover: Seat,
    pub(crate) now: Now,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Now {
    Choose,
    Shot,
    Feint,
    Won,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Act {
    Shoot,
    Feint,
    Wait,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Luck {
    Hit,
    Miss,
    Nothing,
}

impl Game for Volley {
    type State = Duel;
    type Move = Act;
    type Chance = Luck;
    type Key = ();

    parlour_core::open_game!();

    fn seats(&self) -> u8 {
        self.players
    }

    fn start(&self) -> Duel {
        Duel { mover: Seat(0), now: Now::Choose }
    }

    fn turn(&self, state: &Duel) -> Turn {
        match state.now {
            Now::Choose => Turn::Player(state.mover),
            Now::Shot | Now::Feint => Turn::Chance,
            Now::Won => Turn::Over,
        }
    }

    fn moves<B>(&self, state: &Duel, visit: impl FnMut(Act) -> ControlFlow<B>) -> ControlFlow<B> {
        let all = [(Act::Shoot, true), (Act::Feint, self.feints), (Act::Wait, self.patient)];
        let here = all.into_iter().filter(|(_, may)| *may && state.now == Now::Choose);
        here.map(|(act, _)| act).try_for_each(visit)
    }

    fn chances<B>(
        &self,
        state: &Duel,
        mut visit: impl FnMut(Luck, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (hit, miss, nothing) = match state.now {
            Now::Shot => (1, 1, 0),
            Now::Feint => (2, 1, 5),
            _ => return ControlFlow::Continue(()),
        };
        visit(Luck::Hit, hit)?;
        visit(Luck::Miss, miss)?;
        if nothing > 0 { visit(Luck::Nothing, nothing) } else { ControlFlow::Continue(()) }
    }

    fn play(&self, state: &mut Duel, act: Act) {
        match act {
            Act::Shoot => state.now = Now::Shot,
            Act::Feint => state.now = Now::Feint,
            Act::Wait => state.mover = state.mover.next(self.players),
        }
    }

    fn resolve(&self, state: &mut Duel, luck: Luck) {
        state.now = if luck == Luck::Hit { Now::Won } else { Now::Choose };
        if luck == Luck::Miss {
            state.mover = state.mover.next(self.players);
        }
    }

    fn shares(&self, state: &Duel) -> Option<Shares> {
        (state.now == Now::Won).then(|| Shares::sole(self.players, state.mover))
    }
}

impl Heuristics for Volley {}
