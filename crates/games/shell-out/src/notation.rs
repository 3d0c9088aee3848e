//! Actions as texts.

use parlour_core::{Notation, NotationError, Seen};

use super::ShellOut;
use super::position;
use super::state::{Counter, Move, State};
use parlour_core::hex::Cell;

const FORMS: &str = "a move is a spot to hide under (hh9), a step or slide (c4-d5), \
                     a guess (c4xd5) or pass";

impl Notation for ShellOut {
    fn write_move(&self, mv: Move) -> String {
        match mv {
            Move::Hide(cell) => format!("h{}", cell.name()),
            Move::Go { from, to } => format!("{}-{}", from.name(), to.name()),
            Move::Guess { from, to } => format!("{}x{}", from.name(), to.name()),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        if text == "pass" {
            return Ok(Move::Pass);
        }
        let spot = |name: &str| {
            Cell::read(name).ok_or_else(|| {
                NotationError::syntax(text, format!("'{name}' is no spot of the board; {FORMS}"))
            })
        };
        if let Some((from, to)) = text.split_once('-') {
            return Ok(Move::Go { from: spot(from)?, to: spot(to)? });
        }
        if let Some((from, to)) = text.split_once('x') {
            return Ok(Move::Guess { from: spot(from)?, to: spot(to)? });
        }
        match text.strip_prefix('h') {
            Some("?") => Err(NotationError::syntax(text, "a hidden move cannot be played")),
            Some(name) if !name.is_empty() => Ok(Move::Hide(spot(name)?)),
            _ => Err(NotationError::syntax(text, FORMS)),
        }
    }

    fn write_chance(&self, counter: Counter) -> String {
        format!("d{}", counter.value())
    }

    fn read_chance(&self, text: &str) -> Result<Counter, NotationError> {
        text.strip_prefix('d')
            .and_then(Counter::read)
            .ok_or_else(|| NotationError::syntax(text, "a draw is one of d5 d10 d15 d20 d25 d50"))
    }

    fn write_hidden(&self, seen: Seen<(), ()>) -> &'static str {
        match seen {
            Seen::HiddenChance => "d?",
            _ => "h?",
        }
    }

    fn write_position(&self, state: &State) -> String {
        position::write(self, state)
    }

    parlour_core::secret_texts!(position::read);
}
