//! The texts of moves, and why a move is refused.

use parlour_core::{Notation, NotationError, Reason, Seat};

use super::board::{AXES, Cells, Place};
use super::pushes::Push;
use super::{BLACK, Move, Phase, Shout7, State, WHITE, play};
use crate::hex::{Cell, Direction};

/// What the players are called.
pub(super) const COLOURS: [&str; 4] = ["Black", "White", "Red", "Green"];

/// A cell's name; a pit's number behind `pit`.
pub(super) fn name(place: Place) -> String {
    match (place.cell(), place.pit_number()) {
        (Some(cell), _) => cell.name(),
        (None, Some(number)) => format!("pit{}", number + 1),
        (None, None) => unreachable!("a place is a cell or a pit"),
    }
}

impl Notation for Shout7 {
    parlour_core::open_views!();
    parlour_core::no_chance_texts!();

    fn write_move(&self, mv: Move) -> String {
        match mv {
            Move::Lay(place) => name(place),
            Move::Push(push) => {
                format!("{}{}-{}", name(push.first), name(push.second()), push.to.text())
            }
            Move::Remove(place) => format!("x{}", name(place)),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        if text == "pass" {
            return Ok(Move::Pass);
        }
        if let Some(cell) = text.strip_prefix('x') {
            return Ok(Move::Remove(read_cell(text, cell)?));
        }
        match text.split_once('-') {
            Some((pair, to)) => read_push(text, pair, to).map(Move::Push),
            None => Ok(Move::Lay(read_cell(text, text)?)),
        }
    }

    fn why_not(&self, state: &State, mv: Move) -> Reason {
        let (rule, words) = match (state.phase, mv) {
            (Phase::Lay1 | Phase::Lay2, Move::Lay(place)) => return why_not_lay(state, place),
            (Phase::Lay1 | Phase::Lay2, _) => {
                ("P1", "the set-up is not done: lay a piece by naming its cell, such as g7")
            }
            (Phase::Remove, Move::Remove(place)) => {
                return Reason::new("P5", format!("there is no Black piece on {}", name(place)));
            }
            (Phase::Remove, _) => {
                ("P5", "White takes a Black piece off the board now: x and its cell, such as xg7")
            }
            (Phase::Push, Move::Push(push)) => return self.why_not_push(state, push),
            (Phase::Push, Move::Pass) => ("P6", "you can push, so you must"),
            (Phase::Push, Move::Lay(_)) => {
                ("P2", "the set-up is done: push two pieces, such as g7h8-ne")
            }
            (Phase::Push, Move::Remove(_)) => {
                ("P5", "no piece is to be taken off now: push two pieces, such as g7h8-ne")
            }
        };
        Reason::new(rule, words)
    }

    fn write_position(&self, state: &State) -> String {
        self.position_text(state)
    }

    fn read_position(text: &str) -> Result<(Self, State), NotationError> {
        super::position::read(text)
    }
}

fn read_cell(text: &str, cell: &str) -> Result<Place, NotationError> {
    Cell::read(cell).map(Place::of).ok_or_else(|| {
        NotationError::syntax(
            text,
            "a move is a cell to lay on (g7), a push (g7h8-ne), a removal (xg7) or pass; \
             rows a to m, g has the numbers 1 to 13",
        )
    })
}

fn read_push(text: &str, pair: &str, to: &str) -> Result<Push, NotationError> {
    let to = Direction::read(to).ok_or_else(|| {
        NotationError::syntax(text, "a push ends in a direction: e, w, ne, nw, se or sw")
    })?;
    let second = pair.rfind(|c: char| c.is_ascii_lowercase()).unwrap_or(0);
    let (one, other) = pair.split_at(second);
    let (one, other) = (read_cell(text, one)?, read_cell(text, other)?);
    // The wrong order is told by the right one, once the move is known to be legal.
    let (first, second) = (one.min(other), one.max(other));
    let axis = AXES.into_iter().find(|&axis| first.ahead(axis, 1) == Some(second));
    let axis = axis.ok_or_else(|| {
        let message = format!("{} and {} are not neighbours", name(one), name(other));
        NotationError::illegal(text, message)
    })?;
    Ok(Push { first, axis, to })
}

/// P1: why a set-up piece can't be laid there.
fn why_not_lay(state: &State, place: Place) -> Reason {
    Reason::new("P1", no_room_to_lay(state, place))
}

fn no_room_to_lay(state: &State, place: Place) -> String {
    let here = name(place);
    if state.occupied().has(place) {
        return format!("{here} is taken");
    }
    let (seat, mut alone) = (state.seat, Cells::EMPTY);
    alone.insert(place);
    let beside = |others: Cells| !(alone.neighbours() & others).is_empty();
    let own = state.pieces[seat.index()].cells();
    if state.phase == Phase::Lay2 {
        return match beside(own) {
            false => format!("your second piece goes beside your first, and {here} is not"),
            true => format!("your second piece goes beside another piece too, and {here} is not"),
        };
    }
    if seat == WHITE && !beside(state.pieces[BLACK.index()].cells()) {
        return format!("White's first piece goes beside a Black one, and {here} is not");
    }
    if !beside(state.occupied().cells()) {
        return format!("your first piece goes beside another piece, and {here} is not");
    }
    debug_assert!(!play::first_cells(state).has(place));
    format!("on {here} your first piece would leave no cell for your second")
}

impl Shout7 {
    /// Why a piece cannot be one of the two that are pushed; `None` if it can, as far as it alone
    /// decides.
    pub(super) fn why_not_pushed(&self, state: &State, place: Place) -> Option<Reason> {
        if state.pots[state.seat.index()] < 2 {
            let words = "a push lays two pieces, and you have fewer than two left: pass";
            return Some(Reason::new("P6", words));
        }
        match state.owner(place) {
            None => Some(Reason::new("P2", format!("there is no piece on {}", name(place)))),
            Some(seat) if seat == state.seat => {
                Some(Reason::new("P2", format!("the piece on {} is your own", name(place))))
            }
            Some(_) if place.pit_number().is_some() => {
                Some(Reason::new("P8", "a piece in a pit stays there for good"))
            }
            Some(_) => None,
        }
    }

    fn why_not_push(&self, state: &State, push: Push) -> Reason {
        for place in [push.first, push.second()] {
            if let Some(reason) = self.why_not_pushed(state, place) {
                return reason;
            }
        }
        let blocked = |place: &Place| state.occupied().has(*place);
        match push.landings() {
            // P3: both pieces would need the one pit.
            None => Reason::new("P3", "the convoy has no room: one pit can't take two pieces"),
            Some(landings) => {
                let words = match landings.into_iter().find(blocked) {
                    Some(place) => format!("{} is taken, so the push can't be made", name(place)),
                    None => "no such push can be made".to_owned(),
                };
                Reason::new("P2", words)
            }
        }
    }

    /// What a player is called.
    pub(super) fn colour(seat: Seat) -> &'static str {
        COLOURS[seat.index()]
    }
}
