//! Two players take turns to push a cart one or two steps on, or back where that is allowed, until
//! the bell rings after six moves. Then the player named by the cart's place wins. A place that the
//! cart comes to for the third time ends the game in a draw, whatever the clock says.

use std::ops::ControlFlow;

use parlour_core::{Game, Seat, Shares, Turn};
use parlour_search::Heuristics;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroll {
    pub(crate) back: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Cart {
    pub(crate) at: i8,
    pub(crate) clock: u8,
    pub(crate) drawn: bool,
}

impl Game for Stroll {
    type State = Cart;
    type Move = i8;
    type Key = i8;

    parlour_core::open_game!();
    parlour_core::no_chance!();

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Cart {
        Cart { at: 0, clock: 0, drawn: false }
    }

    fn turn(&self, cart: &Cart) -> Turn {
        if cart.drawn || cart.clock == 6 { Turn::Over } else { Turn::Player(Seat(cart.clock % 2)) }
    }

    fn moves<B>(&self, cart: &Cart, visit: impl FnMut(i8) -> ControlFlow<B>) -> ControlFlow<B> {
        let steps: &[i8] = match self.turn(cart) {
            Turn::Over => &[],
            _ if self.back => &[1, 2, -1],
            // The longer step only now and then, so that no place is reached at two times.
            _ => &[10, 11],
        };
        steps.iter().copied().try_for_each(visit)
    }

    fn play(&self, cart: &mut Cart, by: i8) {
        cart.at += by;
        cart.clock += 1;
    }

    fn shares(&self, cart: &Cart) -> Option<Shares> {
        match self.turn(cart) {
            _ if cart.drawn => Some(Shares::draw(2)),
            Turn::Over => Some(Shares::sole(2, Seat((cart.at / 3 % 2).unsigned_abs()))),
            _ => None,
        }
    }

    fn key(&self, cart: &Cart) -> Option<i8> {
        Some(cart.at)
    }

    fn irreversible(&self, _: &Cart) -> bool {
        false
    }

    fn end_by_recurrence(&self, cart: &mut Cart) {
        cart.drawn = true;
    }
}

impl Heuristics for Stroll {}
