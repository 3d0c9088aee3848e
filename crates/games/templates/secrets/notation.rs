//! The texts of New Game: `t24` is a throw, `4` a guess; a position is the dice, the numbers that
//! have been tried, the player to act and the phase. `?` stands for dice that are not known.

use parlour_core::bits::ones;
use parlour_core::dice::Dice;
use parlour_core::notation::{
    read_fields, read_list, read_number, read_player, read_word, write_list, write_word,
};
use parlour_core::secrets::{Dealt, read_secret};
use parlour_core::{Notation, NotationError, Reason, Seat, Seen};

use super::{ALL, DICE, Move, NewGame, Open, PLAYERS, Phase, State};

const PHASES: [(Phase, &str); 3] =
    [(Phase::Throw, "throw"), (Phase::Guess, "guess"), (Phase::Over, "over")];

impl Notation for NewGame {
    fn write_move(&self, mv: Move) -> String {
        mv.0.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        read_number(text, "a guess", 1..=6).map(Move)
    }

    fn write_chance(&self, dice: Dice) -> String {
        format!("t{dice}")
    }

    fn read_chance(&self, text: &str) -> Result<Dice, NotationError> {
        let form = || NotationError::syntax(text, "a throw is 't' and the dice: 't24'");
        read_dice(text.strip_prefix('t').ok_or_else(form)?)
    }

    fn write_hidden(&self, _: Seen<(), ()>) -> &'static str {
        "t?"
    }

    fn why_not(&self, _: &State, mv: Move) -> Reason {
        Reason::new("N2", format!("{} has been tried", mv.0))
    }

    fn write_position(&self, state: &State) -> String {
        let open = &state.open;
        let dice = |seat: Seat| match state.secrets[seat.index()] {
            dice if dice.count() > 0 => dice.to_string(),
            _ => if open.thrown(seat) { "?" } else { "-" }.to_owned(),
        };
        let tried = |seat: Seat| match open.tried[seat.index()] {
            0 => "-".to_owned(),
            tried => ones(tried).map(|number| number.to_string()).collect(),
        };
        let dice = write_list(Seat::all(self.players).map(dice));
        let tried = write_list(Seat::all(self.players).map(tried));
        format!("{dice} {tried} {} {}", open.mover, write_word(&PHASES, &open.phase))
    }

    parlour_core::secret_texts!(read);
}

/// Reads a position with the dice of those for whom `known` says so. That the text has the one
/// right form is made sure of behind this.
fn read(text: &str, known: &dyn Fn(Seat) -> bool) -> Result<(NewGame, State), NotationError> {
    const FORM: &str = "a position is dice, tried numbers, player and phase: '24,16 -,35 1 guess'";
    let [dice, tried, mover, phase] = read_fields(text, FORM)?;
    let dice = read_list(dice, "dice", 2..=PLAYERS as u8)?;
    let game = NewGame { players: dice.len() as u8 };
    let tried = read_list(tried, "numbers", game.players..=game.players)?;
    let phase = read_word(phase, "the phase", &PHASES)?;
    let mover = read_player(mover, game.players)?;
    let mut state: State = Dealt::new(Open { tried: [0; PLAYERS], phase, mover });
    for (seat, (dice, tried)) in Seat::all(game.players).zip(dice.into_iter().zip(tried)) {
        let out = read_tried(tried)?;
        if out != 0 && phase == Phase::Throw {
            return Err(NotationError::illegal(tried, "nobody guesses before all have thrown"));
        }
        state.open.tried[seat.index()] = out;
        if !state.open.thrown(seat) {
            continue;
        }
        let dice = read_secret(dice, known(seat), read_dice)?;
        if let Some(number) = dice.numbers().find(|number| out >> number & 1 == 1) {
            return Err(NotationError::illegal(tried, format!("player {seat} does have {number}")));
        }
        state.secrets[seat.index()] = dice;
    }
    Ok((game, state))
}

fn read_dice(text: &str) -> Result<Dice, NotationError> {
    let dice = Dice::read(text).filter(|dice| dice.count() == DICE);
    dice.ok_or_else(|| NotationError::syntax(text, "two dice, the lower first: '24'"))
}

/// Digits in ascending order.
fn read_tried(text: &str) -> Result<u8, NotationError> {
    let bit = |digit: u8| if (b'1'..=b'6').contains(&digit) { 1 << (digit - b'0') } else { 0 };
    let tried = text.bytes().fold(0, |all: u8, digit| all | bit(digit));
    match tried {
        ALL => Err(NotationError::illegal(text, "a die shows one of the six numbers")),
        _ => Ok(tried),
    }
}
