//! The texts of moves, and why a move is refused.

use parlour_core::{Notation, NotationError, Seat};

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

    fn why_not(&self, state: &State, mv: Move) -> String {
        match (state.phase, mv) {
            (Phase::Lay1 | Phase::Lay2, Move::Lay(place)) => why_not_lay(state, place),
            (Phase::Lay1 | Phase::Lay2, _) => {
                "the set-up is not done: lay a piece by naming its cell, such as g7".to_owned()
            }
            (Phase::Remove, Move::Remove(place)) => {
                format!("there is no Black piece on {}", name(place))
            }
            (Phase::Remove, _) => {
                "White takes a Black piece off the board now: x and its cell, such as xg7"
                    .to_owned()
            }
            (Phase::Push, Move::Push(push)) => self.why_not_push(state, push),
            (Phase::Push, Move::Pass) => "you can push, so you must".to_owned(),
            (Phase::Push, Move::Lay(_)) => {
                "the set-up is done: push two pieces, such as g7h8-ne".to_owned()
            }
            (Phase::Push, Move::Remove(_)) => {
                "no piece is to be taken off now: push two pieces, such as g7h8-ne".to_owned()
            }
        }
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
fn why_not_lay(state: &State, place: Place) -> String {
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
    fn why_not_push(&self, state: &State, push: Push) -> String {
        if state.pots[state.seat.index()] < 2 {
            return "a push lays two pieces, and you have fewer than two left: pass".to_owned();
        }
        for place in [push.first, push.second()] {
            match state.owner(place) {
                None => return format!("there is no piece on {}", name(place)),
                Some(seat) if seat == state.seat => {
                    return format!("the piece on {} is your own", name(place));
                }
                Some(_) => {}
            }
        }
        let blocked = |place: &Place| state.occupied().has(*place);
        match push.landings() {
            // P3: both pieces would need the one pit.
            None => "the convoy has no room: one pit can't take two pieces".to_owned(),
            Some(landings) => match landings.into_iter().find(blocked) {
                Some(place) => format!("{} is taken, so the push can't be made", name(place)),
                None => "no such push can be made".to_owned(),
            },
        }
    }

    /// What a player is called.
    pub(super) fn colour(seat: Seat) -> &'static str {
        COLOURS[seat.index()]
    }
}
