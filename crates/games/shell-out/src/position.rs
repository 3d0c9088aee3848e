//! Positions and views as texts: writing, and reading what has the right form.

use parlour_core::notation::{read_list, read_number, read_word, write_list, write_word};
use parlour_core::rows::{RowFault, read_row, write_row};
use parlour_core::{NotationError, OptionError, Seat};

use super::state::{Counter, MOST_SCORE, Open, PLAYERS, Phase, Secret, State};
use super::{Length, MOST_HANDS, MOST_TARGET, ShellOut, letter};
use parlour_core::hex::{self, Cell, ROWS};

const FORM: &str = "a position is seats (seats=1,2, unless they are the usual ones), rows m to a, \
                    counters, scores, hand, player, phase and count, with single spaces between";

/// A position's text, with as much of each player's secret as is known.
pub(super) fn write(game: &ShellOut, state: &State) -> String {
    let open = &state.open;
    let secret = |seat: Seat| state.secrets[seat.index()];
    let mut text = String::new();
    if game.seats_text() != "default" {
        text = format!("seats={} ", game.seats_text());
    }
    for row in (1..=ROWS as i8).rev() {
        write_row(&mut text, hex::row(row).map(|here| sign(open, here, &secret)));
        text.push(if row > 1 { '/' } else { ' ' });
    }
    let counter = |seat: Seat| match (open.captured[seat.index()], secret(seat).counter) {
        (Some(counter), _) => format!("x{}", counter.value()),
        (None, Some(counter)) => counter.value().to_string(),
        (None, None) if open.has_drawn(seat) => "?".to_owned(),
        (None, None) => "-".to_owned(),
    };
    let score = |seat: Seat| open.scores[seat.index()].to_string();
    let counters = write_list(game.everybody().map(counter));
    let scores = write_list(game.everybody().map(score));
    let length = match game.length {
        Length::Hands(hands) => hands.to_string(),
        Length::Target(target) => format!("t{target}"),
    };
    let phase = write_word(&Phase::WORDS, &open.phase);
    let (hand, player, idle) = (open.hand, letter(open.to_act, false), open.idle);
    text + &format!("{counters} {scores} {hand}/{length} {player} {phase} {idle}")
}

/// What stands on a spot: a shell, loaded or not, `*` behind one that is known to be empty.
fn sign(open: &Open, here: Cell, secret: &impl Fn(Seat) -> Secret) -> Option<String> {
    let seat = open.owner(here)?;
    let shell = letter(seat, secret(seat).loaded == Some(here));
    let known = if open.known_empty & here.bit() != 0 { "*" } else { "" };
    Some(format!("{shell}{known}"))
}

/// How a player's counter is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Written {
    /// `-`
    NotDrawn,
    /// `25`
    Held(Counter),
    /// `?`
    Unknown,
    /// `x25`
    Captured(Counter),
}

/// A text that has the right form; whether it can be is for [`super::check`] to say.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) game: ShellOut,
    pub(super) open: Open,
    pub(super) counters: [Written; PLAYERS],
    /// The counters as they were written, for errors.
    pub(super) counters_text: String,
    pub(super) loaded: [Option<Cell>; PLAYERS],
}

/// Reads and validates a position with the secrets of those for whom `known` says so.
pub(super) fn read(
    text: &str,
    known: &dyn Fn(Seat) -> bool,
) -> Result<(ShellOut, State), NotationError> {
    let sheet = Sheet::read(text)?;
    let everybody = || sheet.game.everybody();
    if everybody().all(known) && sheet.counters.contains(&Written::Unknown) {
        return Err(NotationError::illegal(
            sheet.counters_text,
            "this is a view: ? stands for what its owner may not know; only a full position can \
             be loaded",
        ));
    }
    sheet.check(known)?;
    let mut state = State::new(sheet.open);
    for seat in everybody().filter(|&seat| known(seat)) {
        state.secrets[seat.index()] = sheet.secret(seat);
    }
    Ok((sheet.game, state))
}

impl Sheet {
    fn secret(&self, seat: Seat) -> Secret {
        let counter = match self.counters[seat.index()] {
            Written::Held(counter) => Some(counter),
            _ => None,
        };
        Secret { counter, loaded: self.loaded[seat.index()] }
    }

    fn read(text: &str) -> Result<Sheet, NotationError> {
        let mut parts: Vec<&str> = text.split(' ').collect();
        let seats = parts[0].strip_prefix("seats=");
        if seats.is_some() {
            parts.remove(0);
        }
        let &[rows, counters, scores, hand, player, phase, idle] = parts.as_slice() else {
            return Err(NotationError::syntax(text, FORM));
        };
        let players = counters.split(',').count();
        let (hand, length) = read_hand(hand)?;
        let game = match seats {
            Some(seats) => {
                let fields = ShellOut::read_fields(seats)
                    .map_err(|OptionError(why)| NotationError::syntax(seats, why))?;
                ShellOut::at_fields(&fields, length)
            }
            None if (2..=PLAYERS).contains(&players) => {
                ShellOut::at_fields(ShellOut::default_fields(players), length)
            }
            None => return Err(NotationError::syntax(counters, "there are 2 to 6 players")),
        };
        let written = read_counters(counters, game.players)?;
        let open = Open {
            shells: [0; PLAYERS],
            known_empty: 0,
            scores: read_scores(scores, game.players)?,
            captured: written.map(|counter| match counter {
                Written::Captured(counter) => Some(counter),
                _ => None,
            }),
            idle: read_number(idle, "the count at the end", 0..=u32::from(game.idle_limit()))?,
            hand,
            phase: read_word(phase, "the phase", &Phase::WORDS)?,
            to_act: read_player(player, game.players)?,
        };
        let mut sheet = Sheet {
            game,
            open,
            counters: written,
            counters_text: counters.to_owned(),
            loaded: [None; PLAYERS],
        };
        sheet.read_rows(rows)?;
        Ok(sheet)
    }

    fn read_rows(&mut self, text: &str) -> Result<(), NotationError> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != ROWS {
            let message = format!("{} rows, where there must be {ROWS}, m to a", rows.len());
            return Err(NotationError::syntax(text, message));
        }
        (1..=ROWS as i8).rev().zip(rows).try_for_each(|(row, text)| self.read_row(row, text))
    }

    fn read_row(&mut self, row: i8, text: &str) -> Result<(), NotationError> {
        let here: Vec<Cell> = hex::row(row).collect();
        let put = |at: usize, sign: &str| {
            let mut signs = sign.chars();
            let shell = signs.next().unwrap_or_default();
            let put = self.put_shell(shell, here[at], signs.next().is_some());
            put.map_err(|error| NotationError { at: text.to_owned(), ..error })
        };
        read_row(text, here.len(), Some('*'), put).map_err(|fault| match fault {
            RowFault::Sign(error) => error,
            RowFault::Zero => {
                NotationError::syntax(text, "a number of free spots does not begin with 0")
            }
            RowFault::Length => {
                let (name, spots) = (char::from(b'a' + row as u8 - 1), here.len());
                let message = format!("row {name} has {spots} spots, no more and no less");
                NotationError::syntax(text, message)
            }
        })
    }

    fn put_shell(
        &mut self,
        sign: char,
        here: Cell,
        known_empty: bool,
    ) -> Result<(), NotationError> {
        let refused = |message: String| Err(NotationError::syntax(sign, message));
        let last = letter(Seat(self.game.players - 1), false);
        let small = sign.to_ascii_lowercase();
        if !('a'..=last).contains(&small) {
            return refused(format!(
                "'{}' is no shell; with {} players shells are a to {last}, numbers are free spots",
                sign.escape_debug(),
                self.game.players
            ));
        }
        let seat = (small as u8 - b'a') as usize;
        self.open.shells[seat] |= here.bit();
        if known_empty {
            self.open.known_empty |= here.bit();
        }
        if sign == small {
            return Ok(());
        }
        if known_empty {
            return refused(format!("{sign}* cannot be both loaded and known to be empty"));
        }
        if self.loaded[seat].replace(here).is_some() {
            return refused(format!("a second {sign}: a player has only one loaded shell"));
        }
        Ok(())
    }
}

fn read_hand(text: &str) -> Result<(u8, Length), NotationError> {
    let most = u32::from(MOST_HANDS);
    let Some((hand, length)) = text.split_once('/') else {
        let message = "the hand is written 1/4, or 3/t150 with a target";
        return Err(NotationError::syntax(text, message));
    };
    let hand = read_number(hand, "the hand", 1..=most)?;
    if let Some(target) = length.strip_prefix('t') {
        let target = read_number(target, "the target", 1..=u32::from(MOST_TARGET))?;
        return Ok((hand, Length::Target(target)));
    }
    let hands = read_number(length, "the number of hands", 1..=most)?;
    if hand > hands {
        return Err(NotationError::illegal(text, "the hand is beyond the last"));
    }
    Ok((hand, Length::Hands(hands)))
}

fn read_counters(text: &str, players: u8) -> Result<[Written; PLAYERS], NotationError> {
    let mut counters = [Written::NotDrawn; PLAYERS];
    let parts = read_list(text, "counters", players..=players)?;
    for (counter, part) in counters.iter_mut().zip(parts) {
        let read = match (part, part.strip_prefix('x')) {
            ("-", _) => Some(Written::NotDrawn),
            ("?", _) => Some(Written::Unknown),
            (_, Some(value)) => Counter::read(value).map(Written::Captured),
            (value, None) => Counter::read(value).map(Written::Held),
        };
        *counter = read.ok_or_else(|| {
            let message = "a counter is 5, 10, 15, 20, 25 or 50, x before it when it is captured, \
                           or - when it is not drawn";
            NotationError::syntax(part, message)
        })?;
    }
    Ok(counters)
}

fn read_scores(text: &str, players: u8) -> Result<[i16; PLAYERS], NotationError> {
    let mut scores = [0; PLAYERS];
    let parts = read_list(text, "scores", players..=players)?;
    for (score, part) in scores.iter_mut().zip(parts) {
        *score = match part.parse::<i16>() {
            Ok(n) if (-MOST_SCORE..=MOST_SCORE).contains(&n) && n.to_string() == part => n,
            _ => {
                let message =
                    format!("a score is a whole number from -{MOST_SCORE} to {MOST_SCORE}");
                return Err(NotationError::syntax(part, message));
            }
        };
    }
    Ok(scores)
}

fn read_player(text: &str, players: u8) -> Result<Seat, NotationError> {
    (0..players).map(Seat).find(|&s| text == letter(s, false).to_string()).ok_or_else(|| {
        let last = letter(Seat(players - 1), false);
        NotationError::syntax(text, format!("the player to act is a letter from a to {last}"))
    })
}
