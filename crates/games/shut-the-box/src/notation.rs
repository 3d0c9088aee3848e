//! The texts of Shut the Box: throws, lids, positions.

use parlour_core::notation::write_list;
use parlour_core::{MAX_SEATS, Notation, NotationError, Seat};

use super::tables::{open_ways, points};
use super::{Dice, Final, Move, OUT_AT, ShutTheBox, State, lids};

/// Nobody can have more points: at most 44 before a turn, and 43 in it. Every first throw can be
/// used, and the least that it shuts is lid 2.
pub(super) const MOST: u8 = OUT_AT - 1 + 43;

impl Notation for ShutTheBox {
    parlour_core::open_views!();

    fn write_move(&self, mv: Move) -> String {
        let lids: Vec<String> = mv.lids().map(|lid| lid.to_string()).collect();
        lids.join("+")
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        let lid = |digit: u8| 1u16 << (digit - b'1');
        match *text.as_bytes() {
            [one @ b'1'..=b'9'] => Ok(Move(lid(one))),
            [one @ b'1'..=b'9', b'+', other @ b'1'..=b'9'] if one != other => {
                Ok(Move(lid(one) | lid(other)))
            }
            _ => Err(NotationError::syntax(
                text,
                "a move is one lid ('8') or two different lids, the smaller first ('1+7')",
            )),
        }
    }

    fn write_chance(&self, chance: Dice) -> String {
        format!("r{}{}", chance.larger(), chance.smaller())
    }

    fn read_chance(&self, text: &str) -> Result<Dice, NotationError> {
        match text.strip_prefix('r') {
            Some(dice) => read_dice(dice, "r"),
            None => Err(NotationError::syntax(
                text,
                "a throw is 'r' and the two dice, the larger first: 'r53'",
            )),
        }
    }

    fn write_position(&self, state: &State) -> String {
        let open: String = lids(state.lids).map(|lid| char::from(b'0' + lid)).collect();
        let open = if open.is_empty() { "-" } else { &open };
        let score = |seat: Seat| {
            let out = if state.was_out(seat) { "x" } else { "" };
            format!("{}{out}", state.score(seat))
        };
        let scores = write_list(Seat::all(self.players).map(score));
        let dice = match state.dice {
            Some(dice) => format!("{}{}", dice.larger(), dice.smaller()),
            None => if state.over { "!" } else { "?" }.to_owned(),
        };
        let round = if self.last == Final::Round { " round" } else { "" };
        format!("{open} {scores} {} {dice}{round}", state.mover)
    }

    fn read_position(text: &str) -> Result<(Self, State), NotationError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let (fields, last) = match fields[..] {
            [ref fields @ .., "round"] if fields.len() == 4 => (fields, Final::Round),
            _ => (&fields[..], Final::All),
        };
        let &[open, scores, mover, dice] = fields else {
            return Err(NotationError::syntax(
                text,
                "a position is four fields with one space between: the open lids, the scores, the \
                 player to act, the dice or '?' (or '!' when the game is over); and 'round' behind \
                 them for that option",
            ));
        };
        let lids = read_lids(open)?;
        let (players, scores, out) = read_scores(scores)?;
        let game = ShutTheBox { players, last };
        let mover = read_mover(mover, players)?;
        let over = dice == "!";
        let dice = if over || dice == "?" { None } else { Some(read_dice(dice, "")?) };
        let state = State { lids, out, scores, mover, dice, over };
        game.check_round(&state)?;
        if over {
            game.check_end(&state, open)?
        } else {
            game.check_turn(&state, open)?
        }
        Ok((game, state))
    }
}

/// Two digits, the larger first. `prefix` stands before them in the error's example.
fn read_dice(text: &str, prefix: &str) -> Result<Dice, NotationError> {
    let [first @ b'1'..=b'6', second @ b'1'..=b'6'] = *text.as_bytes() else {
        let message = format!("two dice are two digits from 1 to 6: '{prefix}53'");
        return Err(NotationError::syntax(text, message));
    };
    Dice::new(first - b'0', second - b'0').ok_or_else(|| {
        let (first, second) = (char::from(first), char::from(second));
        let message = format!("the larger die comes first: write '{prefix}{second}{first}'");
        NotationError::syntax(text, message)
    })
}

fn read_lids(text: &str) -> Result<u16, NotationError> {
    let mut open = 0u16;
    for digit in text.bytes().filter(|_| text != "-") {
        let lid = match digit {
            b'1'..=b'9' => 1 << (digit - b'1'),
            _ => 0,
        };
        // A lid that is not above all before it is out of order or there twice.
        if lid <= open {
            let message = "the open lids are digits from 1 to 9 in ascending order, each once";
            return Err(NotationError::syntax(text, message));
        }
        open |= lid;
    }
    if text.is_empty() {
        return Err(NotationError::syntax(text, "the open lids are missing"));
    }
    // `-`, all shut, never stands in a game (B2); loaded, any throw ends that turn with 0 points.
    Ok(open)
}

type Scores = (u8, [u8; MAX_SEATS], u16);

/// How many players there are, their scores, and who was out before this round.
fn read_scores(text: &str) -> Result<Scores, NotationError> {
    let players = text.split(',').count();
    if !(2..=MAX_SEATS).contains(&players) {
        let message = format!("{players} scores are given; 2 to 12 can play");
        return Err(NotationError::illegal(text, message));
    }
    let (mut scores, mut out) = ([0; MAX_SEATS], 0);
    for (seat, field) in text.split(',').enumerate() {
        let (digits, is_out) = match field.strip_suffix('x') {
            Some(digits) => (digits, true),
            None => (field, false),
        };
        let score = match digits.parse::<u32>() {
            Ok(score) if score.to_string() == digits => score,
            _ => {
                let form = "a score is a number, with an 'x' behind it for one who is out";
                return Err(NotationError::syntax(field, form));
            }
        };
        if score > u32::from(MOST) {
            let message = format!("nobody can have more than {MOST} points");
            return Err(NotationError::illegal(field, message));
        }
        if is_out && score < u32::from(OUT_AT) {
            let message = format!("a player is out at {OUT_AT} points, not before");
            return Err(NotationError::illegal(field, message));
        }
        scores[seat] = score as u8;
        out |= u16::from(is_out) << seat;
    }
    Ok((players as u8, scores, out))
}

fn read_mover(text: &str, players: u8) -> Result<Seat, NotationError> {
    match text.parse::<u8>() {
        Ok(number) if number.to_string() == text && (1..=players).contains(&number) => {
            Ok(Seat(number - 1))
        }
        Ok(number) if number.to_string() == text => {
            let message = format!("there are {players} players");
            Err(NotationError::illegal(text, message))
        }
        _ => Err(NotationError::syntax(text, "the player to act is a number")),
    }
}

impl ShutTheBox {
    /// What must hold in every round: two began it, and its turns were taken in seat order.
    fn check_round(&self, state: &State) -> Result<(), NotationError> {
        let began = self.everybody() & !state.out;
        if began.count_ones() < 2 {
            let message = "at least two players were in when this round began: one 'x' too many";
            return Err(NotationError::illegal("x", message));
        }
        if state.was_out(state.mover) {
            let message = "this player is out and takes no turn";
            return Err(NotationError::illegal(state.mover.to_string(), message));
        }
        for seat in (state.mover.0 + 1..self.players).map(Seat) {
            let score = state.score(seat);
            if !state.was_out(seat) && score >= OUT_AT {
                let message = format!(
                    "player {seat} has had no turn in this round, so was out before it: write \
                     '{score}x'"
                );
                return Err(NotationError::illegal(score.to_string(), message));
            }
        }
        Ok(())
    }

    /// What must hold in a turn under way: its player is in, and the throw can be used.
    fn check_turn(&self, state: &State, open: &str) -> Result<(), NotationError> {
        let score = state.score(state.mover);
        if score >= OUT_AT {
            let message = format!(
                "this player has {score} points and is out, so it is another's turn, or the game is \
                 over, which is written with '!' in place of the dice"
            );
            return Err(NotationError::illegal(state.mover.to_string(), message));
        }
        match state.dice {
            Some(dice) if open_ways(state.lids, dice.total()) == 0 => {
                let message = format!(
                    "no open lids of {open} make {}, so the throw would have ended the turn",
                    dice.total()
                );
                let at = format!("{}{}", dice.larger(), dice.smaller());
                Err(NotationError::illegal(at, message))
            }
            _ => Ok(()),
        }
    }
    /// What must hold at the end (B4): a round is complete, at most one player is in, and the last
    /// turn ended with these lids.
    fn check_end(&self, state: &State, open: &str) -> Result<(), NotationError> {
        let refused = |message: String| Err(NotationError::illegal("!", message));
        let later = self.later(state);
        if later != 0 {
            let next = Seat(later.trailing_zeros() as u8);
            return refused(format!("the round is not complete: player {next} is yet to throw"));
        }
        let left = (self.everybody() & !state.at_limit()).count_ones();
        if left > 1 {
            return refused(format!("{left} players are below {OUT_AT}, so the game goes on"));
        }
        let stuck = state.lids == 0 || (2..=12).any(|total| open_ways(state.lids, total) == 0);
        if !stuck {
            return refused(format!("with {open} open every throw can be used: no turn ends so"));
        }
        let (score, cost) = (state.score(state.mover), points(state.lids));
        match score.checked_sub(cost) {
            Some(before) if before < OUT_AT => Ok(()),
            Some(before) => refused(format!(
                "player {} had {before} points before this turn, so took none",
                state.mover
            )),
            None => refused(format!(
                "the open lids cost {cost} points, and player {} has {score}",
                state.mover
            )),
        }
    }
}
