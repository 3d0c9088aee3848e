//! A rope of seven knots. Each player pulls it a knot one's own way, or lets it go a knot the other way, and after a pull to
//! the middle pulls again. Who has it three knots from the middle wins. The third coming of a
//! position is a draw.

use std::ops::ControlFlow;

use parlour_core::{Game, Seat, Shares, Turn};
use parlour_search::Heuristics;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tug;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Rope {
    /// From −3, won by player 2, to 3, won by player 1.
    pub(crate) knot: i8,
    pub(crate) mover: Seat,
    pub(crate) drawn: bool,
}

impl Game for Tug {
    type State = Rope;
    /// One knot up or down.
    type Move = i8;
    type Key = Rope;

    parlour_core::open_game!();
    parlour_core::no_chance!();

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Rope {
        Rope { knot: 1, mover: Seat(1), drawn: false }
    }

    fn turn(&self, rope: &Rope) -> Turn {
        if rope.drawn || rope.knot.abs() == 3 { Turn::Over } else { Turn::Player(rope.mover) }
    }

    fn moves<B>(&self, rope: &Rope, visit: impl FnMut(i8) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.turn(rope) {
            Turn::Player(_) => [1, -1].into_iter().try_for_each(visit),
            _ => ControlFlow::Continue(()),
        }
    }

    fn play(&self, rope: &mut Rope, by: i8) {
        rope.knot += by;
        if rope.knot != 0 {
            rope.mover = rope.mover.next(2);
        }
    }

    fn shares(&self, rope: &Rope) -> Option<Shares> {
        match (rope.drawn, rope.knot) {
            (true, _) => Some(Shares::draw(2)),
            (_, 3) => Some(Shares::sole(2, Seat(0))),
            (_, -3) => Some(Shares::sole(2, Seat(1))),
            _ => None,
        }
    }

    fn key(&self, rope: &Rope) -> Option<Rope> {
        Some(*rope)
    }

    fn irreversible(&self, _: &Rope) -> bool {
        false
    }

    fn end_by_recurrence(&self, rope: &mut Rope) {
        rope.drawn = true;
    }
}

impl Heuristics for Tug {
    fn evaluate(&self, rope: &Rope) -> Option<i32> {
        Some(100 * i32::from(rope.knot))
    }
}
