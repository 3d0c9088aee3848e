//! The texts of Senet: throws, moves, positions.

use parlour_core::notation::{read_fields, read_number};
use parlour_core::{Notation, NotationError, Seat};

use super::board::{EVEN, ODD, PIECES, bit, fits};
use super::{BLACK, Move, PLINTH, Senet, State, Throw, WHITE};

/// How many squares the board has.
const SQUARES: u8 = 30;

const FORM: &str = "a position is four fields with one space between: the 30 squares, who is to \
                    throw or move, who has the odd squares, the throw or '?'";

impl Notation for Senet {
    parlour_core::open_views!();

    fn write_move(&self, mv: Move) -> String {
        match mv {
            Move::PASS => "pass".to_owned(),
            Move { from: PLINTH, to } => format!("off/{to}"),
            Move { from, to } => format!("{from}/{to}"),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        if text == "pass" {
            return Ok(Move::PASS);
        }
        let Some((from, to)) = text.split_once('/') else {
            let forms = "a move is 'off/28' (enter), '17/14' (move) or 'pass'";
            return Err(NotationError::syntax(text, forms));
        };
        let from = if from == "off" { PLINTH } else { read_square(from)? };
        Ok(Move { from, to: read_square(to)? })
    }

    fn write_chance(&self, chance: Throw) -> String {
        format!("t{}", chance.steps())
    }

    fn read_chance(&self, text: &str) -> Result<Throw, NotationError> {
        text.strip_prefix('t')
            .and_then(read_throw)
            .ok_or_else(|| NotationError::syntax(text, "a throw is one of t1, t2, t3, t4, t5"))
    }

    fn write_position(&self, state: &State) -> String {
        let mut text: String = (1..=SQUARES).map(|square| piece_letter(state, square)).collect();
        text.push(' ');
        text.push(seat_letter(state.mover));
        text.push(' ');
        text.push(state.odd().map_or('-', seat_letter));
        text.push(' ');
        text.push(state.throw.map_or('?', |throw| char::from(b'0' + throw.steps())));
        text
    }

    fn read_position(text: &str) -> Result<(Self, State), NotationError> {
        let [board, mover, odd, throw] = read_fields(text, FORM)?;
        let pieces = read_board(board)?;
        let mover = read_seat(mover)
            .ok_or_else(|| NotationError::syntax(mover, "who is to throw or move is 'b' or 'w'"))?;
        let odd = match odd {
            "-" => None,
            _ => Some(read_seat(odd).ok_or_else(|| {
                NotationError::syntax(odd, "who has the odd squares is 'b', 'w' or '-'")
            })?),
        };
        let throw = match throw {
            "?" => None,
            _ => Some(read_throw(throw).ok_or_else(|| {
                NotationError::syntax(throw, "the throw is 1, 2, 3, 4, 5, or '?' before it is made")
            })?),
        };
        let state = State::new(pieces, mover, throw);
        check_pieces(&state, odd, board)?;
        check_end(&state, text)?;
        Ok((Senet, state))
    }
}

/// A square's number as it is written: no sign, no leading zero.
fn read_square(text: &str) -> Result<u8, NotationError> {
    read_number(text, "a square", 1..=u32::from(SQUARES))
}

fn read_throw(text: &str) -> Option<Throw> {
    Throw::ALL.into_iter().find(|throw| text.as_bytes() == [b'0' + throw.steps()])
}

fn read_seat(text: &str) -> Option<Seat> {
    match text {
        "b" => Some(BLACK),
        "w" => Some(WHITE),
        _ => None,
    }
}

pub(super) fn seat_letter(seat: Seat) -> char {
    if seat == BLACK { 'b' } else { 'w' }
}

fn colour(seat: Seat) -> &'static str {
    if seat == BLACK { "Black" } else { "White" }
}

fn piece_letter(state: &State, square: u8) -> char {
    let stands = |&seat: &Seat| state.pieces(seat) & bit(square) != 0;
    [BLACK, WHITE].into_iter().find(stands).map_or('.', seat_letter)
}

fn read_board(board: &str) -> Result<[u32; 2], NotationError> {
    if let Some(odd_one) = board.chars().find(|c| !matches!(c, 'b' | 'w' | '.')) {
        return Err(NotationError::syntax(
            odd_one,
            "a square is 'b' (black piece), 'w' (white piece) or '.' (empty)",
        ));
    }
    if board.len() != usize::from(SQUARES) {
        let message = format!("the board has {SQUARES} squares, not {}", board.len());
        return Err(NotationError::syntax(board, message));
    }
    let on = |letter: u8| {
        board.bytes().rev().fold(0u32, |bits, square| bits << 1 | u32::from(square == letter))
    };
    let pieces = [on(b'b'), on(b'w')];
    for seat in [BLACK, WHITE] {
        let count = pieces[seat.index()].count_ones();
        if count > u32::from(PIECES) {
            let message = format!("{} has {count} pieces; there are only {PIECES}", colour(seat));
            return Err(NotationError::illegal(board, message));
        }
    }
    Ok(pieces)
}

/// The player who took square 1 has the odd squares, and nobody stands beyond a final square.
fn check_pieces(state: &State, odd: Option<Seat>, board: &str) -> Result<(), NotationError> {
    let at = odd.map_or('-', seat_letter);
    match (odd, state.odd()) {
        (said, stands) if said == stands => {}
        (_, Some(seat)) => {
            let message = format!("{} stands on square 1 and so has the odd squares", colour(seat));
            return Err(NotationError::illegal(at, message));
        }
        (_, None) => {
            let message = "square 1 is empty, so nobody has the odd squares yet: write '-'";
            return Err(NotationError::illegal(at, message));
        }
    }
    for seat in [BLACK, WHITE] {
        // S6: until square 1 is taken, the even sequence judges.
        let sequence = state.sequence(seat).unwrap_or(EVEN);
        if !fits(state.pieces(seat), sequence) {
            let squares = if sequence == ODD { "1, 3, 5 … 19" } else { "2, 4, 6 … 20" };
            let message = format!(
                "{} has a piece beyond its final square; ranked from the lowest, the pieces stand \
                 on or behind {squares}",
                colour(seat)
            );
            return Err(NotationError::illegal(board, message));
        }
    }
    Ok(())
}

/// After the end nothing waits, and the one who acted last is the one who could have ended it.
fn check_end(state: &State, text: &str) -> Result<(), NotationError> {
    let Some(winner) = state.winner() else { return Ok(()) };
    if let Some(throw) = state.throw {
        let message = format!("{} has won, so no throw waits: write '?'", colour(winner));
        return Err(NotationError::illegal(throw.steps().to_string(), message));
    }
    if state.mover == winner {
        return Ok(());
    }
    // S8: only the claim of square 1 ends the game in the other player's favour.
    let claimer = state.pieces(state.mover);
    let claimed_from = |&from: &u8| {
        let before = claimer & !bit(1) | bit(from);
        claimer & bit(1) != 0 && claimer & bit(from) == 0 && fits(before, EVEN)
    };
    if [3, 5].iter().any(claimed_from) {
        return Ok(());
    }
    let message = format!(
        "{} has won, but {} could not have made the last move",
        colour(winner),
        colour(state.mover)
    );
    Err(NotationError::illegal(text, message))
}
