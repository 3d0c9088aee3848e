//! The texts of New Game: `t24` is a throw, `9` a bid, `doubt` a doubt; a position is the dice, the
//! last bid, the player to act and the phase. `?` stands for dice that are not known.

use parlour_core::dice::Dice;
use parlour_core::notation::{
    read_fields, read_list, read_number, read_player, read_word, write_list, write_word,
};
use parlour_core::secrets::{FullState, read_secret};
use parlour_core::{Notation, NotationError, Seat, Seen};

use super::{DICE, Move, NewGame, Open, PLAYERS, Phase, State};

pub(super) const PHASES: [(Phase, &str); 3] =
    [(Phase::Throw, "throw"), (Phase::Bid, "bid"), (Phase::Over, "over")];

impl Notation for NewGame {
    fn write_move(&self, mv: Move) -> String {
        match mv {
            Move::Bid(bid) => bid.to_string(),
            Move::Doubt => "doubt".to_owned(),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        match text {
            "doubt" => Ok(Move::Doubt),
            _ => read_number(text, "a bid", 1..=self.most().into()).map(Move::Bid),
        }
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

    fn write_position(&self, state: &State) -> String {
        let open = &state.open;
        let dice = |seat: Seat| match state.secrets[seat.index()] {
            dice if dice.count() > 0 => dice.to_string(),
            _ => if open.thrown(seat) { "?" } else { "-" }.to_owned(),
        };
        let dice = write_list(Seat::all(self.players).map(dice));
        format!("{dice} {} {} {}", open.bid, open.mover, write_word(&PHASES, &open.phase))
    }

    parlour_core::secret_texts!(read);
}

/// Reads a position with the dice of those for whom `known` says so. That the text has the one
/// right form is made sure of behind this.
fn read(text: &str, known: &dyn Fn(Seat) -> bool) -> Result<(NewGame, State), NotationError> {
    const FORM: &str = "a position is dice, bid, player and phase: '24,16 9 1 bid'";
    let [dice, bid, mover, phase] = read_fields(text, FORM)?;
    let dice = read_list(dice, "dice", 2..=PLAYERS as u8)?;
    let game = NewGame { players: dice.len() as u8 };
    let bid: u8 = read_number(bid, "the last bid", 0..=game.most().into())?;
    let phase = read_word(phase, "the phase", &PHASES)?;
    if (bid > 0 && phase == Phase::Throw) || (bid == 0 && phase == Phase::Over) {
        let message = "one bids when all have thrown, and the game ends with a doubt";
        return Err(NotationError::illegal(text, message));
    }
    let mover = read_player(mover, game.players)?;
    let mut state: State = FullState::new(Open { bid, phase, mover });
    for (seat, dice) in Seat::all(game.players).zip(dice) {
        if state.open.thrown(seat) {
            state.secrets[seat.index()] = read_secret(dice, known(seat), read_dice)?;
        }
    }
    Ok((game, state))
}

fn read_dice(text: &str) -> Result<Dice, NotationError> {
    let dice = Dice::read(text).filter(|dice| dice.count() == DICE);
    dice.ok_or_else(|| NotationError::syntax(text, "two dice, the lower first: '24'"))
}
