//! Positions as texts, and what makes a text a position.

use parlour_core::notation::{read_fields, read_word, write_word};
use parlour_core::rows::{RowFault, read_row, write_row};
use parlour_core::{Game, NotationError, Seat};

use super::board::{PITS, Place, Places};
use super::notation::COLOURS;
use super::{Phase, PitRule, Shout7, State, WHITE, play};
use parlour_core::hex::{self, ROWS};

/// What stands for each colour.
const LETTERS: [char; 4] = ['b', 'w', 'r', 'g'];
pub(super) const PHASES: [(Phase, &str); 4] = [
    (Phase::Lay1, "lay1"),
    (Phase::Lay2, "lay2"),
    (Phase::Push, "push"),
    (Phase::Remove, "remove"),
];

impl Shout7 {
    /// The position's one text.
    pub(super) fn position_text(&self, state: &State) -> String {
        let mut text = String::with_capacity(200);
        for row in (1..=ROWS as i8).rev() {
            let sign = |place| state.owner(place).map(|seat| letter(seat).to_string());
            write_row(&mut text, row_places(row).map(sign));
            text.push(if row > 1 { '/' } else { ' ' });
        }
        let pits = Place::pits().map(|pit| state.owner(pit).map_or('.', letter));
        text.extend(pits);
        let phase = write_word(&PHASES, &state.phase);
        let last = match self.players {
            2 => u8::from(state.evened),
            players => players,
        };
        let counted = if self.pits == PitRule::Count { "p" } else { "" };
        text + &format!(" {} {phase} {last}{counted}", letter(state.seat))
    }
}

pub(super) const fn letter(seat: Seat) -> char {
    LETTERS[seat.index()]
}

/// The places of a row, lowest number first.
pub(super) fn row_places(row: i8) -> impl Iterator<Item = Place> {
    hex::row(row).map(Place::of)
}

/// Reads and validates a position.
pub(super) fn read(text: &str) -> Result<(Shout7, State), NotationError> {
    let form = "a position has five fields with one space between: rows m to a, pits, player to \
                act, phase, and 0, 1, 3 or 4";
    let [rows, pits, seat, phase, last] = read_fields(text, form)?;
    let (game, evened) = read_last(last)?;
    let mut state = State { evened, ..game.start() };
    read_rows(rows, &mut state.pieces)?;
    read_pits(pits, &mut state.pieces)?;
    state.seat = read_seat(seat)?;
    state.phase = read_word(phase, "the phase", &PHASES)?;
    game.check_pieces(&mut state, text)?;
    game.check_turn(&state, seat, last)?;
    match state.phase {
        Phase::Lay1 | Phase::Lay2 => game.check_set_up(&state, rows, pits, phase)?,
        Phase::Remove => game.check_removal(&state, phase)?,
        Phase::Push => {}
    }
    state.over = game.is_over(&state);
    Ok((game, state))
}

/// The last field: the players, whether P5 is done, whether pits count.
fn read_last(last: &str) -> Result<(Shout7, bool), NotationError> {
    let (word, pits) = match last.strip_suffix('p') {
        Some(word) => (word, PitRule::Count),
        None => (last, PitRule::Ignore),
    };
    let (players, evened) = match word {
        "0" => (2, false),
        "1" => (2, true),
        "3" => (3, false),
        "4" => (4, false),
        _ => {
            return Err(NotationError::syntax(
                last,
                "the last field is 0 or 1 for two players (whether White has taken a Black piece \
                 off), 3 or 4 for three or four, with p behind it when pits count",
            ));
        }
    };
    Ok((Shout7 { players, pits }, evened))
}

fn read_rows(text: &str, pieces: &mut [Places; 4]) -> Result<(), NotationError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ROWS {
        let message = format!("there are {ROWS} rows with / between, not {}", rows.len());
        return Err(NotationError::syntax(text, message));
    }
    (1..=ROWS as i8).rev().zip(rows).try_for_each(|(row, text)| read_one_row(row, text, pieces))
}

fn read_one_row(row: i8, text: &str, pieces: &mut [Places; 4]) -> Result<(), NotationError> {
    let name = char::from(b'a' + row as u8 - 1);
    let places: Vec<Place> = row_places(row).collect();
    let put = |at: usize, sign: &str| {
        let colour = LETTERS.into_iter().position(|letter| sign.starts_with(letter)).ok_or(())?;
        pieces[colour].insert(places[at]);
        Ok(())
    };
    read_row(text, places.len(), None, put).map_err(|fault| {
        let message = match fault {
            RowFault::Sign(()) | RowFault::Zero => {
                "is b, w, r, g and the numbers of empty cells, from 1".to_owned()
            }
            RowFault::Length => {
                format!("has {} cells: count its letters and empty runs", places.len())
            }
        };
        NotationError::syntax(text, format!("row {name} {message}"))
    })
}

fn read_pits(text: &str, pieces: &mut [Places; 4]) -> Result<(), NotationError> {
    let count = text.chars().count();
    if count != PITS {
        let message = format!("there are {PITS} pits, one character each, not {count}");
        return Err(NotationError::syntax(text, message));
    }
    for (pit, sign) in Place::pits().zip(text.chars()) {
        match LETTERS.into_iter().position(|letter| letter == sign) {
            Some(colour) => pieces[colour].insert(pit),
            None if sign == '.' => {}
            None => {
                return Err(NotationError::syntax(text, "a pit is b, w, r, g or . when empty"));
            }
        }
    }
    Ok(())
}

fn read_seat(text: &str) -> Result<Seat, NotationError> {
    let seat = LETTERS.into_iter().position(|letter| text.strip_prefix(letter) == Some(""));
    seat.map(|seat| Seat(seat as u8))
        .ok_or_else(|| NotationError::syntax(text, "the player to act is b, w, r or g"))
}

impl Shout7 {
    /// Nobody has more pieces than there are; what is left is in the pot.
    fn check_pieces(&self, state: &mut State, text: &str) -> Result<(), NotationError> {
        for (seat, name) in COLOURS.into_iter().enumerate() {
            let out = state.pieces[seat].count();
            if seat >= usize::from(self.players) && out > 0 {
                let message = format!("{name} does not play in a game for {}", self.players);
                return Err(NotationError::illegal(text, message));
            }
            let Some(left) = u32::from(state.pots[seat]).checked_sub(out) else {
                let message = format!("{name} has {} pieces, not {out}", self.pot());
                return Err(NotationError::illegal(text, message));
            };
            state.pots[seat] = left as u8;
        }
        Ok(())
    }

    fn check_turn(&self, state: &State, seat: &str, last: &str) -> Result<(), NotationError> {
        if state.seat.0 >= self.players {
            let message = format!("there is no such player in a game for {}", self.players);
            return Err(NotationError::illegal(seat, message));
        }
        if state.evened && state.phase != Phase::Push {
            return Err(NotationError::illegal(
                last,
                "White takes a Black piece off after the first push, once: only a push phase \
                 comes later",
            ));
        }
        Ok(())
    }

    /// P5: only White removes, only in a game for two, and only what is on the board.
    fn check_removal(&self, state: &State, phase: &str) -> Result<(), NotationError> {
        let message = if self.players > 2 {
            "nothing is taken off in a game for three or four"
        } else if state.seat != WHITE {
            "only White takes a piece off"
        } else if self.cells_to_choose(state).is_empty() {
            "there is no Black piece on the board to take off"
        } else {
            return Ok(());
        };
        Err(NotationError::illegal(phase, message))
    }

    /// P1: what lies there must have been laid one piece after the other.
    fn check_set_up(
        &self,
        state: &State,
        rows: &str,
        pits: &str,
        phase: &str,
    ) -> Result<(), NotationError> {
        if !state.occupied().pits().is_empty() {
            return Err(NotationError::illegal(pits, "the pits are empty during the set-up"));
        }
        for seat in self.all_seats() {
            let wanted = match (seat.cmp(&state.seat), state.phase) {
                (std::cmp::Ordering::Less, _) => 2,
                (std::cmp::Ordering::Equal, Phase::Lay2) => 1,
                _ => 0,
            };
            let there = state.pieces[seat.index()].count();
            if there != wanted {
                let name = Shout7::colour(seat);
                let pieces = if wanted == 1 { "piece" } else { "pieces" };
                let message = format!("{name} has {wanted} {pieces} laid by then, not {there}");
                return Err(NotationError::illegal(phase, message));
            }
        }
        let mut replayed = self.start();
        for seat in self.all_seats().take_while(|&seat| seat <= state.seat) {
            if !self.lay_again(&mut replayed, state, seat) {
                let name = Shout7::colour(seat);
                let message = format!("{name} could not have laid so");
                return Err(NotationError::illegal(rows, message));
            }
        }
        Ok(())
    }

    /// Lays a player's set-up pieces in whichever order the rules allow.
    fn lay_again(&self, replayed: &mut State, state: &State, seat: Seat) -> bool {
        let pieces: Vec<Place> = state.pieces[seat.index()].iter().collect();
        let orders = match pieces[..] {
            [one, other] => vec![vec![one, other], vec![other, one]],
            _ => vec![pieces],
        };
        for order in orders {
            let mut trial = *replayed;
            let legal = order.into_iter().all(|place| {
                let cells = match trial.phase {
                    Phase::Lay1 => play::first_cells(&trial),
                    _ => play::second_cells(&trial),
                };
                let legal = cells.has(place);
                if legal {
                    self.lay(&mut trial, place);
                }
                legal
            });
            if legal {
                *replayed = trial;
                return true;
            }
        }
        false
    }
}
