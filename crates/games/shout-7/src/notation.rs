//! The texts of moves.

use parlour_core::{Notation, NotationError, Seat};

use super::board::{AXES, Place};
use super::pushes::Push;
use super::{Move, Shout7, State};
use parlour_core::hex::{Cell, Direction};

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
    // A wrong order is refused later, with the right one, once the move is known to be legal.
    let (first, second) = (one.min(other), one.max(other));
    let axis = AXES.into_iter().find(|&axis| first.ahead(axis, 1) == Some(second));
    let axis = axis.ok_or_else(|| {
        let message = format!("{} and {} are not neighbours", name(one), name(other));
        NotationError::illegal(text, message)
    })?;
    Ok(Push { first, axis, to })
}

impl Shout7 {
    /// What a player is called.
    pub(super) fn colour(seat: Seat) -> &'static str {
        COLOURS[seat.index()]
    }
}
