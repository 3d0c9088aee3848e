//! The pea under one of four shells: player 1 hides it, player 2 lifts one shell a little (only
//! player 2 sees what is there), then names a shell. Right: player 2 wins.

use std::ops::ControlFlow;

use parlour_core::rng::{Rng, below};
use parlour_core::{ActionOf, Game, Seat, Seen, SeenOf, Shares, Turn, Viewer};
use parlour_search::Heuristics;

pub(crate) const SHELLS: u8 = 4;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pea;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct PeaState {
    pub(crate) hidden: Option<u8>,
    pub(crate) lifted: Option<u8>,
    pub(crate) named: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum PeaMove {
    Hide(u8),
    Lift(u8),
    Name(u8),
}

/// A state in which the pea's place is blotted out unless the viewer knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PeaView {
    known: PeaState,
    is_hidden: bool,
    /// Player 2 knows that it is not here.
    not_here: Option<u8>,
}

impl Game for Pea {
    type State = PeaState;
    type Move = PeaMove;
    type View = PeaView;
    type Key = ();

    parlour_core::no_chance!();

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> PeaState {
        PeaState::default()
    }

    fn turn(&self, state: &PeaState) -> Turn {
        match (state.hidden, state.named) {
            (None, _) => Turn::Player(Seat(0)),
            (_, None) => Turn::Player(Seat(1)),
            _ => Turn::Over,
        }
    }

    fn moves<B>(
        &self,
        state: &PeaState,
        visit: impl FnMut(PeaMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let shells = 0..SHELLS;
        match (state.hidden, state.lifted, state.named) {
            (None, ..) => shells.map(PeaMove::Hide).try_for_each(visit),
            (_, None, _) => shells.map(PeaMove::Lift).try_for_each(visit),
            (.., None) => shells.map(PeaMove::Name).try_for_each(visit),
            _ => ControlFlow::Continue(()),
        }
    }

    fn play(&self, state: &mut PeaState, mv: PeaMove) {
        match mv {
            PeaMove::Hide(shell) => state.hidden = Some(shell),
            PeaMove::Lift(shell) => state.lifted = Some(shell),
            PeaMove::Name(shell) => state.named = Some(shell),
        }
    }

    fn shares(&self, state: &PeaState) -> Option<Shares> {
        state.named.map(|named| Shares::sole(2, Seat(u8::from(Some(named) == state.hidden))))
    }

    fn view(&self, state: &PeaState, viewer: Viewer) -> PeaView {
        let knows = match viewer {
            Viewer::Seat(Seat(0)) => true,
            Viewer::Seat(_) => state.lifted.is_some() && state.lifted == state.hidden,
            Viewer::Public => false,
        } || state.named.is_some();
        let known = if knows { *state } else { PeaState { hidden: None, ..*state } };
        let not_here = (viewer == Viewer::Seat(Seat(1)) && !knows).then_some(state.lifted);
        PeaView { known, is_hidden: state.hidden.is_some(), not_here: not_here.flatten() }
    }

    fn determinize<R: Rng + ?Sized>(&self, view: &PeaView, rng: &mut R) -> PeaState {
        if !view.is_hidden || view.known.hidden.is_some() {
            return view.known;
        }
        loop {
            let shell = below(rng, SHELLS as u32) as u8;
            if view.not_here != Some(shell) {
                return PeaState { hidden: Some(shell), ..view.known };
            }
        }
    }

    fn seen(&self, _: &PeaState, action: ActionOf<Self>, viewer: Viewer) -> SeenOf<Self> {
        match action {
            parlour_core::Action::Move(PeaMove::Hide(_)) if viewer != Viewer::Seat(Seat(0)) => {
                Seen::HiddenMove
            }
            _ => Seen::Open(action),
        }
    }
}

impl Heuristics for Pea {}
