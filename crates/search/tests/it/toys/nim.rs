use std::ops::ControlFlow;

use parlour_core::{Game, Seat, Shares, Turn};
use parlour_search::Heuristics;

// Also the game of the example in `lib.rs`, which cannot include a file that begins with `//!`.
/// One heap; take one, two or three; the player who takes the last wins. Any number of players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Nim {
    pub(crate) players: u8,
    pub(crate) heap: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Pile {
    pub(crate) left: u8,
    pub(crate) mover: Seat,
}

impl Game for Nim {
    type State = Pile;
    type Move = u8;
    type Key = ();

    parlour_core::open_game!();
    parlour_core::no_chance!();

    fn seats(&self) -> u8 {
        self.players
    }

    fn start(&self) -> Pile {
        Pile { left: self.heap, mover: Seat(0) }
    }

    fn turn(&self, state: &Pile) -> Turn {
        if state.left == 0 { Turn::Over } else { Turn::Player(state.mover) }
    }

    fn moves<B>(&self, state: &Pile, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (1..=state.left.min(3)).try_for_each(visit)
    }

    fn play(&self, state: &mut Pile, take: u8) {
        state.left -= take;
        if state.left > 0 {
            state.mover = state.mover.next(self.players);
        }
    }

    fn shares(&self, state: &Pile) -> Option<Shares> {
        (state.left == 0).then(|| Shares::sole(self.players, state.mover))
    }
}

impl Heuristics for Nim {}
