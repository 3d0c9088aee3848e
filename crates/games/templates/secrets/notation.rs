//! The texts of New Game: `t4` is a throw, `4` a guess; a position is the dice, the numbers that
//! have been tried, the player to act and the phase. `?` stands for a die that is not known.

use parlour_core::bits::ones;
use parlour_core::notation::{
    read_fields, read_list, read_number, read_player, read_word, write_list, write_word,
};
use parlour_core::secrets::{Dealt, read_secret};
use parlour_core::{Notation, NotationError, Reason, Seat, Seen};

use super::{ALL, Die, Move, NewGame, Open, PLAYERS, Phase, State};

const PHASES: [(Phase, &str); 3] =
    [(Phase::Throw, "throw"), (Phase::Guess, "guess"), (Phase::Over, "over")];

impl Notation for NewGame {
    fn write_move(&self, mv: Move) -> String {
        mv.0.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        read_number(text, "a guess", 1..=6).map(Move)
    }

    fn write_chance(&self, die: Die) -> String {
        format!("t{die}")
    }

    fn read_chance(&self, text: &str) -> Result<Die, NotationError> {
        let die = text.strip_prefix('t').and_then(|die| read_number(die, "a die", 1..=6).ok());
        die.ok_or_else(|| NotationError::syntax(text, "a throw is 't' and the die: 't4'"))
    }

    fn write_hidden(&self, _: Seen<(), ()>) -> &'static str {
        "t?"
    }

    fn why_not(&self, _: &State, mv: Move) -> Reason {
        Reason::new("N2", format!("{} has been tried", mv.0))
    }

    fn write_position(&self, state: &State) -> String {
        let open = &state.open;
        let die = |seat: Seat| match state.secrets[seat.index()] {
            0 if open.thrown(seat) => "?".to_owned(),
            0 => "-".to_owned(),
            die => die.to_string(),
        };
        let tried = |seat: Seat| match open.tried[seat.index()] {
            0 => "-".to_owned(),
            tried => ones(tried).map(|die| die.to_string()).collect(),
        };
        let dice = write_list(Seat::all(self.players).map(die));
        let tried = write_list(Seat::all(self.players).map(tried));
        format!("{dice} {tried} {} {}", open.mover, write_word(&PHASES, &open.phase))
    }

    parlour_core::secret_texts!(read);
}

/// Reads a position with the dice of those for whom `known` says so. That the text has the one
/// right form is made sure of behind this.
fn read(text: &str, known: &dyn Fn(Seat) -> bool) -> Result<(NewGame, State), NotationError> {
    const FORM: &str = "a position is dice, tried numbers, player and phase: '4,2 -,13 1 guess'";
    let [dice, tried, mover, phase] = read_fields(text, FORM)?;
    let dice = read_list(dice, "dice", 2..=PLAYERS as u8)?;
    let game = NewGame { players: dice.len() as u8 };
    let tried = read_list(tried, "numbers", game.players..=game.players)?;
    let phase = read_word(phase, "the phase", &PHASES)?;
    let mover = read_player(mover, game.players)?;
    let mut state: State = Dealt::new(Open { tried: [0; PLAYERS], phase, mover });
    for (seat, (die, tried)) in Seat::all(game.players).zip(dice.into_iter().zip(tried)) {
        let out = read_tried(tried)?;
        if out != 0 && phase == Phase::Throw {
            return Err(NotationError::illegal(tried, "nobody guesses before all have thrown"));
        }
        state.open.tried[seat.index()] = out;
        if !state.open.thrown(seat) {
            continue;
        }
        let die = read_secret(die, known(seat), |die| read_number(die, "a die", 1..=6))?;
        if out >> die & 1 == 1 {
            return Err(NotationError::illegal(tried, format!("player {seat} does have {die}")));
        }
        state.secrets[seat.index()] = die;
    }
    Ok((game, state))
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
