//! Why a move is not legal, and which rule says so.

use parlour_core::{Explanation, label};

use super::ShellOut;
use super::board::{self, FIELD, NEIGHBOURS, SPOTS, Spot};
use super::state::{Move, Phase, View};
use parlour_core::hex::Cell;

pub(super) const TURN: &str = "Your turn";
const HIDING: &str = "Setting up a hand";

impl ShellOut {
    /// Why a well-formed move is not legal here.
    pub(super) fn why_illegal(&self, view: &View, mv: Move) -> Explanation {
        let hiding = view.open.phase == Phase::Hide;
        match mv {
            Move::Hide(_) if !hiding => Explanation::new(HIDING, "the counters are hidden already"),
            Move::Hide(cell) => {
                Explanation::new(HIDING, label!("none of your shells stands on {site}", cell))
            }
            _ if hiding => {
                Explanation::new(HIDING, "first hide your counter under one of your shells")
            }
            Move::Pass => Explanation::new("H8", "you can move, so you may not pass"),
            Move::Go { from, to } => self.why_not_go(view, from, to),
            Move::Guess { from, to } => self.why_not_guess(view, from, to),
        }
    }

    fn why_not_go(&self, view: &View, from: Cell, to: Cell) -> Explanation {
        let (open, seat) = (&view.open, view.open.to_act);
        if open.owner(from) != Some(seat) {
            return Explanation::new(TURN, label!("none of your shells stands on {site}", from));
        }
        if open.owner(to).is_some() {
            let words = "a shell stands on {site}; a guess at it is written with x";
            return Explanation::new(TURN, label!(words, to));
        }
        let near = NEIGHBOURS[from.index()] & to.bit() != 0;
        match SPOTS[to.index()] {
            Spot::KeepOff => Explanation::new("H4", label!("{site} is Keep Off", to)),
            spot if spot.field().is_some_and(|field| self.seat_at(field).is_none()) => {
                Explanation::new("H4", label!("{site} lies in a dead field", to))
            }
            Spot::ShellOut(field) if field == self.field_of(seat) => {
                Explanation::new("H4", "your own Shell-Out spot is closed to you")
            }
            _ if !near => {
                let words = "{site} is neither next to {site} nor free to slide to along an alley \
                             or Easy Way";
                Explanation::new("H5", label!(words, to, from))
            }
            Spot::ShellOut(_) if view.own.loaded != Some(from) => Explanation::new(
                "Shelling out",
                "only your loaded shell may enter a Shell-Out spot",
            ),
            Spot::ShellOut(field) => self.why_not_shell_out(view, field),
            _ => Explanation::new(TURN, "that spot is closed"),
        }
    }

    fn why_not_shell_out(&self, view: &View, field: u8) -> Explanation {
        let seat = view.open.to_act;
        let home = self.field_of(seat);
        let left = view.open.shells[seat.index()] & FIELD[usize::from(home)];
        let words = "with {number} shells on your own field you may not enter that Shell-Out spot; \
                     at most {number} may be left there";
        Explanation::new("H6", label!(words, left.count_ones(), board::distance(home, field)))
    }

    fn why_not_guess(&self, view: &View, from: Cell, to: Cell) -> Explanation {
        let (open, seat) = (&view.open, view.open.to_act);
        if open.owner(from) != Some(seat) {
            return Explanation::new(TURN, label!("none of your shells stands on {site}", from));
        }
        let label = match open.owner(to) {
            None => label!("no shell stands on {site}", to),
            Some(owner) if owner == seat => "you cannot guess at a shell of your own".into(),
            Some(_) if view.own.loaded == Some(from) => "your loaded shell may not guess".into(),
            Some(_) => label!("{site} is not next to {site}", to, from),
        };
        Explanation::new(TURN, label)
    }
}
