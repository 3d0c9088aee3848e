//! Actions as texts, and why one is refused.

use parlour_core::{Notation, NotationError, Reason, Seen};

use super::ShellOut;
use super::board::{self, FIELD, NEIGHBOURS, SPOTS, Spot};
use super::position;
use super::state::{Counter, Move, Phase, State};
use crate::hex::Cell;

const FORMS: &str = "a move is a spot to hide under (hh9), a step or slide (c4-d5), \
                     a guess (c4xd5) or pass";

/// The section of the rule page that tells moving and guessing.
pub(super) const TURN: &str = "Your turn";

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

    fn why_not(&self, state: &State, mv: Move) -> Reason {
        const HIDING: &str = "Setting up a hand";
        let hiding = state.open.phase == Phase::Hide;
        match mv {
            Move::Hide(_) if !hiding => Reason::new(HIDING, "the counters are hidden already"),
            Move::Hide(cell) => {
                Reason::new(HIDING, format!("none of your shells stands on {}", cell.name()))
            }
            _ if hiding => Reason::new(HIDING, "first hide your counter under one of your shells"),
            Move::Pass => Reason::new("H8", "you can move, so you may not pass"),
            Move::Go { from, to } => self.why_not_go(state, from, to),
            Move::Guess { from, to } => self.why_not_guess(state, from, to),
        }
    }

    fn write_position(&self, state: &State) -> String {
        position::write(self, state)
    }

    parlour_core::secret_texts!(position::read);
}

impl ShellOut {
    fn why_not_go(&self, state: &State, from: Cell, to: Cell) -> Reason {
        let (open, seat) = (&state.open, state.open.to_act);
        if open.owner(from) != Some(seat) {
            return Reason::new(TURN, format!("none of your shells stands on {}", from.name()));
        }
        if open.owner(to).is_some() {
            let words = format!("a shell stands on {}; a guess at it is written with x", to.name());
            return Reason::new(TURN, words);
        }
        let near = NEIGHBOURS[from.index()] & to.bit() != 0;
        match SPOTS[to.index()] {
            Spot::KeepOff => Reason::new("H4", format!("{} is Keep Off", to.name())),
            spot if spot.field().is_some_and(|field| self.seat_at(field).is_none()) => {
                Reason::new("H4", format!("{} lies in a dead field", to.name()))
            }
            Spot::ShellOut(field) if field == self.field_of(seat) => {
                Reason::new("H4", "your own Shell-Out spot is closed to you")
            }
            _ if !near => {
                let words = format!(
                    "{} is neither next to {} nor free to slide to along an alley or Easy Way",
                    to.name(),
                    from.name()
                );
                Reason::new("H5", words)
            }
            Spot::ShellOut(_) if state.secrets[seat.index()].loaded != Some(from) => {
                Reason::new("Shelling out", "only your loaded shell may enter a Shell-Out spot")
            }
            Spot::ShellOut(field) => self.why_not_shell_out(state, field),
            _ => Reason::new(TURN, "that spot is closed"),
        }
    }

    fn why_not_shell_out(&self, state: &State, field: u8) -> Reason {
        let seat = state.open.to_act;
        let home = self.field_of(seat);
        let left = state.open.shells[seat.index()] & FIELD[usize::from(home)];
        let most = board::distance(home, field);
        let words = format!(
            "with {} shells on your own field you may not enter that Shell-Out spot; at most {most} \
             may be left there",
            left.count_ones()
        );
        Reason::new("H6", words)
    }

    fn why_not_guess(&self, state: &State, from: Cell, to: Cell) -> Reason {
        let (open, seat) = (&state.open, state.open.to_act);
        if open.owner(from) != Some(seat) {
            return Reason::new(TURN, format!("none of your shells stands on {}", from.name()));
        }
        let words = match open.owner(to) {
            None => format!("no shell stands on {}", to.name()),
            Some(owner) if owner == seat => "you cannot guess at a shell of your own".to_owned(),
            Some(_) if state.secrets[seat.index()].loaded == Some(from) => {
                "your loaded shell may not guess".to_owned()
            }
            Some(_) => format!("{} is not next to {}", to.name(), from.name()),
        };
        Reason::new(TURN, words)
    }
}
