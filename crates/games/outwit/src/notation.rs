//! Texts: `f4f1`, `pass`, `d8/ld7/1ld6/2ld5/3lD4/4Ld3/5ld2/6ld1/7ld/8l l 0`.

use parlour_core::notation::read_fields;
use parlour_core::rows::{RowFault, read_row, write_row};
use parlour_core::{Notation, NotationError};

use super::board::{FILES, RANKS, Side, Square};
use super::{Ending, Move, Outwit, QUIET_LIMIT, State};

/// How many chips a side has, from the first action to the last.
const CHIPS: u32 = 9;

const FORM: &str = "write from-square and to-square such as 'f4f1', or 'pass'";

impl Notation for Outwit {
    parlour_core::open_views!();
    parlour_core::no_chance_texts!();

    fn write_move(&self, mv: Move) -> String {
        match mv {
            Move::Slide { from, to } => {
                let mut text = String::with_capacity("a10a10".len());
                let written = from.write_to(&mut text).and_then(|()| to.write_to(&mut text));
                written.expect("a string takes all");
                text
            }
            Move::Pass => "pass".to_owned(),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        if text == "pass" {
            return Ok(Move::Pass);
        }
        let wrong = || NotationError::syntax(text, FORM);
        let (from, rest) = read_square(text).ok_or_else(wrong)?;
        let (to, rest) = read_square(rest).ok_or_else(wrong)?;
        if rest.is_empty() { Ok(Move::Slide { from, to }) } else { Err(wrong()) }
    }

    fn write_position(&self, state: &State) -> String {
        let mut text = String::with_capacity(64);
        for rank in (1..=RANKS).rev() {
            write_rank(&mut text, state, rank);
            text.push(if rank > 1 { '/' } else { ' ' });
        }
        text.push(letter(state.side));
        text.push(' ');
        text.push_str(&state.quiet.to_string());
        text
    }

    fn read_position(text: &str) -> Result<(Self, State), NotationError> {
        Ok((Outwit, read_state(text)?))
    }
}

/// The square at the beginning of `text`, and what follows it.
fn read_square(text: &str) -> Option<(Square, &str)> {
    let file = text.bytes().next()?.checked_sub(b'a')?.checked_add(1)?;
    let rest = text.get(1..)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (rank, rest) = rest.split_at(digits);
    if rank.starts_with('0') {
        return None;
    }
    Some((Square::new(file, rank.parse().ok()?)?, rest))
}

pub(super) const fn letter(side: Side) -> char {
    match side {
        Side::Light => 'l',
        Side::Dark => 'd',
    }
}

fn write_rank(text: &mut String, state: &State, rank: u8) {
    let squares = (1..=FILES).filter_map(|file| Square::new(file, rank));
    let sign = |square| {
        Some(match (state.owner(square)?, state.power.contains(&square)) {
            (Side::Light, false) => "l",
            (Side::Light, true) => "L",
            (Side::Dark, false) => "d",
            (Side::Dark, true) => "D",
        })
    };
    write_row(text, squares.map(sign));
}

fn read_state(text: &str) -> Result<State, NotationError> {
    let form = "a position has three fields with one space between: the ranks from 10 to 1, \
                the side to move, and the count of actions since a chip entered its corner";
    let [ranks, to_move, count] = read_fields(text, form)?;
    let setup = read_ranks(ranks)?;
    let side = match to_move {
        "l" => Side::Light,
        "d" => Side::Dark,
        _ => return Err(NotationError::syntax(to_move, "the side to move is 'l' or 'd'")),
    };
    let quiet = read_count(count)?;
    let [Some(light), Some(dark)] = setup.power else {
        return Err(NotationError::illegal(ranks, "each side has one power chip, 'L' and 'D'"));
    };
    let power = [light, dark];
    finish(text, State { chips: setup.chips, power, side, quiet, ending: None })
}

/// Finds out whether the game is over here, and that it can have ended so.
fn finish(text: &str, mut state: State) -> Result<State, NotationError> {
    for side in Side::ALL {
        let chips = state.chips[side as usize];
        if chips.count_ones() != CHIPS {
            let message = format!("{} has {} chips, not {CHIPS}", side.name(), chips.count_ones());
            return Err(NotationError::illegal(text, message));
        }
        if chips != side.corner() {
            continue;
        }
        if state.side != side {
            let name = side.name();
            let message = format!("{name} has all its chips home, so {name} acted last");
            return Err(NotationError::illegal(
                text,
                format!("{message}: write '{}'", letter(side)),
            ));
        }
        if state.quiet != 0 {
            let message = "the last chip has just entered its corner, so the count is 0";
            return Err(NotationError::illegal(text, message));
        }
        state.ending = Some(Ending::LinedUp);
    }
    if state.quiet == QUIET_LIMIT {
        state.ending = Some(Ending::Quiet);
    }
    Ok(state)
}

/// The chips as the ranks of a position text place them.
#[derive(Default)]
struct Setup {
    chips: [u128; 2],
    power: [Option<Square>; 2],
}

impl Setup {
    fn place(&mut self, chip: char, square: Square) -> Result<(), NotationError> {
        let side = if chip.eq_ignore_ascii_case(&'l') { Side::Light } else { Side::Dark };
        if square.is_in(side.other().corner()) {
            let (own, other) = (side.name(), side.other().name());
            let message = format!("{square} is in {other}'s corner, where no {own} chip goes");
            return Err(NotationError::illegal(chip, message));
        }
        self.chips[side as usize] |= square.bit();
        if chip.is_ascii_uppercase()
            && let Some(first) = self.power[side as usize].replace(square)
        {
            let name = side.name();
            let message =
                format!("a second {name} power chip on {square}; the first is on {first}");
            return Err(NotationError::illegal(chip, message));
        }
        Ok(())
    }
}

fn read_ranks(text: &str) -> Result<Setup, NotationError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(RANKS) {
        let message = format!("{} ranks; a board has {RANKS}, joined by '/'", ranks.len());
        return Err(NotationError::syntax(text, message));
    }
    let mut setup = Setup::default();
    for (text, rank) in ranks.into_iter().zip((1..=RANKS).rev()) {
        read_rank(&mut setup, text, rank)?;
    }
    Ok(setup)
}

fn read_rank(setup: &mut Setup, text: &str, rank: u8) -> Result<(), NotationError> {
    let no_square = |sign: &str| {
        let message = format!(
            "in rank {rank}; a square is 'l', 'L', 'd' or 'D', and empty ones are a number"
        );
        NotationError::syntax(sign, message)
    };
    let put = |at: usize, sign: &str| match sign.chars().next() {
        Some(chip @ ('l' | 'L' | 'd' | 'D')) => {
            Square::new(at as u8 + 1, rank).map_or(Ok(()), |square| setup.place(chip, square))
        }
        _ => Err(no_square(sign)),
    };
    read_row(text, usize::from(FILES), None, put).map_err(|fault| match fault {
        RowFault::Sign(error) => error,
        RowFault::Zero => no_square("0"),
        RowFault::Length => {
            let message = format!(
                "rank {rank} does not have {FILES} squares; a run of empty ones is one number: add \
                 the numbers"
            );
            NotationError::syntax(text, message)
        }
    })
}

fn read_count(text: &str) -> Result<u8, NotationError> {
    let number = text.parse::<u8>().ok().filter(|n| n.to_string() == text);
    match number {
        Some(n) if n <= QUIET_LIMIT => Ok(n),
        _ if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) => {
            let trimmed = text.trim_start_matches('0');
            if text.len() > trimmed.len() && text != "0" {
                Err(NotationError::syntax(text, "write the count without leading zeros"))
            } else {
                Err(NotationError::illegal(
                    text,
                    format!("the count goes up to {QUIET_LIMIT}, and then the game is over"),
                ))
            }
        }
        _ => Err(NotationError::syntax(text, "the count is a whole number")),
    }
}
