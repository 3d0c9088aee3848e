//! Noughts and crosses.

use std::ops::ControlFlow;

use parlour_core::{Game, Seat, Shares, Turn};
use parlour_search::Heuristics;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TicTacToe;

/// The cells of each player as bits, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Marks(pub(crate) [u16; 2]);

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Marks {
    fn winner(self) -> Option<Seat> {
        let has_line = |marks: u16| LINES.iter().any(|line| !marks & line == 0);
        (0..2).map(Seat).find(|seat| has_line(self.0[seat.index()]))
    }

    fn taken(self) -> u16 {
        self.0[0] | self.0[1]
    }
}

impl Game for TicTacToe {
    type State = Marks;
    type Move = u8;
    type Key = ();

    parlour_core::open_game!();
    parlour_core::no_chance!();

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Marks {
        Marks::default()
    }

    fn turn(&self, state: &Marks) -> Turn {
        match state.winner() {
            None if state.taken() != 0o777 => {
                Turn::Player(Seat((state.taken().count_ones() % 2) as u8))
            }
            _ => Turn::Over,
        }
    }

    fn moves<B>(&self, state: &Marks, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.turn(state) == Turn::Over {
            return ControlFlow::Continue(());
        }
        (0..9).filter(|cell| state.taken() >> cell & 1 == 0).try_for_each(visit)
    }

    fn play(&self, state: &mut Marks, cell: u8) {
        let mover = (state.taken().count_ones() % 2) as usize;
        state.0[mover] |= 1 << cell;
    }

    fn shares(&self, state: &Marks) -> Option<Shares> {
        match state.winner() {
            Some(seat) => Some(Shares::sole(2, seat)),
            None => (state.taken() == 0o777).then(|| Shares::draw(2)),
        }
    }
}

impl Heuristics for TicTacToe {}
