//! New Game: two players take one or two counters from a heap in turn; who takes the last one
//! wins. The rulings are in `docs/rules/new-game.md`.

mod encode;
mod guide;
mod heuristics;
mod notation;
mod scene;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use parlour_core::{Configure, Game, Seat, Shares, Turn};
use parlour_session::Entry;

/// The number of counters that lie in the heap at the start.
const HEAP: u8 = 7;

/// What the registry lists.
pub static ENTRY: Entry = Entry::of::<NewGame>();

/// The rules of New Game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NewGame;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The counters that are left.
    heap: u8,
    /// Who is to take some; once the game is over, who acted last.
    mover: Seat,
}

/// The number of counters that are taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u8);

const _: () = assert!(size_of::<State>() <= 2);
const _: () = assert!(size_of::<Move>() <= 1);

impl Game for NewGame {
    type State = State;
    type Move = Move;
    type Key = ();

    parlour_core::open_game!();
    parlour_core::no_chance!();

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> State {
        State { heap: HEAP, mover: Seat(0) }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.heap == 0 { Turn::Over } else { Turn::Player(state.mover) }
    }

    fn moves<B>(&self, state: &State, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        // N1: one or two, and no more than there are.
        (1..=state.heap.min(2)).map(Move).try_for_each(visit)
    }

    fn play(&self, state: &mut State, mv: Move) {
        state.heap -= mv.0;
        if state.heap > 0 {
            state.mover = state.mover.next(2);
        }
    }

    fn shares(&self, state: &State) -> Option<Shares> {
        // N2: who took the last counter acted last.
        (state.heap == 0).then(|| Shares::sole(2, state.mover))
    }
}

impl Configure for NewGame {
    const ID: &'static str = "new-game";
    const NAME: &'static str = "New Game";
    const SUMMARY: &'static str =
        "Take one or two counters in turn, and be the one to take the last.";
    const DRAW_OFFERS: bool = false;
    const RULES: &'static str = include_str!("rules.md");

    parlour_core::no_options!();
}
