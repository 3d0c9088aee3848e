//! Why something is refused: a code for programs, an HTTP status, and a sentence for people.

use std::fmt;

use thiserror::Error;

macro_rules! codes {
    ($($code:ident = $status:literal $name:literal: $sentence:literal;)*) => {
        /// A word for programs. Several refusals have a sentence that says more than that of their code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code {
            $(#[doc = $sentence] $code,)*
        }

        impl Code {
            /// All codes.
            pub const ALL: &[Code] = &[$(Code::$code),*];

            /// Its text in messages.
            pub const fn name(self) -> &'static str {
                match self { $(Code::$code => $name,)* }
            }

            /// The status of a call that is refused for it.
            pub const fn status(self) -> u16 {
                match self { $(Code::$code => $status,)* }
            }

            /// What to tell people where there is nothing more to say.
            pub const fn sentence(self) -> &'static str {
                match self { $(Code::$code => $sentence,)* }
            }
        }
    };
}

codes! {
    Asked = 422 "asked": "You have asked already; wait for an answer.";
    BadChange = 422 "bad-change": "The position cannot be changed like that.";
    BadClock = 422 "bad-clock": "Such a clock is not possible.";
    BadContribution = 422 "bad-contribution": "That is no contribution to the dice.";
    BadName = 422 "bad-name": "A name like that is not possible.";
    BadOption = 422 "bad-option": "The game has no such option, or not with this value.";
    BadPosition = 422 "bad-position": "That is no position of this game.";
    BadRecord = 422 "bad-record": "The record does not fit the game; the message names its line.";
    BadSeats = 422 "bad-seats": "The game cannot be set up with these seats.";
    Busy = 422 "busy": "The computer still thinks about your last question.";
    ClockDecides = 422 "clock-decides": "The clock decides about a player who is away.";
    ComputerMoves = 422 "computer-moves": "The computer is about to move there. Take the seat after its move.";
    Damaged = 422 "damaged": "The table cannot go on like that.";
    Empty = 422 "empty": "There is nothing to say in that.";
    Hidden = 403 "hidden": "That is hidden from you while the game goes on.";
    Illegal = 422 "illegal": "The rules forbid that move; the message says why.";
    InPlay = 403 "in-play": "This position is in play at a table between people.";
    InvitationNeeded = 403 "invitation-needed": "This table is private. Ask a player for the link with an invitation.";
    NoContribution = 422 "no-contribution": "Only players add to the dice, once: they seal it before the first throw, and open it when the game has begun.";
    NoDraws = 422 "no-draws": "No draw can be agreed here.";
    NoHint = 422 "no-hint": "Hints are for your own turn, in games against the computer.";
    NoPlayer = 422 "no-player": "There is no computer player of that kind.";
    NoQuestion = 422 "no-question": "The report asks no such question.";
    NoRematch = 422 "no-rematch": "This game cannot be played again.";
    NoSecrets = 422 "no-secrets": "Nothing is hidden on the board in this game.";
    NoSuchGame = 422 "no-such-game": "There is no such game here.";
    NoSuchSeat = 422 "no-such-seat": "There is no such seat at this table.";
    NoThrow = 422 "no-throw": "Nothing is thrown now.";
    NotFair = 422 "not-fair": "The throws are not those that the record's numbers give.";
    NotHost = 403 "not-host": "Only the one who set up the table can give that seat to the computer.";
    NotImported = 422 "not-imported": "Games that were played here are kept anyway.";
    NotOver = 422 "not-over": "The game is not over yet.";
    NotSeated = 403 "not-seated": "Only players at this table can do that.";
    NotYourThrow = 422 "not-your-throw": "It is not for you to throw now.";
    NotYourTurn = 422 "not-your-turn": "It is not your turn.";
    NotYours = 403 "not-yours": "That seat is not yours.";
    NothingAsked = 422 "nothing-asked": "Nothing is offered or asked just now.";
    NothingToTakeBack = 422 "nothing-to-take-back": "There is no move of yours to take back, or something was rolled or revealed since.";
    Offered = 422 "offered": "Your offer stands; wait for an answer.";
    Over = 409 "over": "The game is over.";
    Seated = 422 "seated": "You sit at this table already.";
    Stale = 409 "stale": "The table has moved on since. Look again and choose.";
    Started = 409 "started": "The game has started already.";
    StillHere = 422 "still-here": "That player is still here.";
    Taken = 409 "taken": "Somebody sits there already.";
    TooLong = 422 "too-long": "That is too long.";
    TooSoon = 422 "too-soon": "That is too early; the message says what to wait for.";
    Used = 422 "used": "This code has been used already.";
    Waiting = 422 "waiting": "The game starts once every seat is taken.";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a command was refused. Its words go to the visitor who gave the command, and to nobody else.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Refusal {
    /// A word for programs.
    pub code: Code,
    /// What was wrong and what to do, for people.
    pub message: String,
}

impl Refusal {
    /// A refusal that says more than its code.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Refusal { code, message: message.into() }
    }
}

impl From<Code> for Refusal {
    fn from(code: Code) -> Self {
        Refusal::new(code, code.sentence())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_lists_every_code_with_its_status_and_its_sentence() {
        let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api.md");
        let document = std::fs::read_to_string(document).expect("the document");
        for code in Code::ALL {
            let row = format!("| `{code}` | {} | {} |", code.status(), code.sentence());
            assert!(document.contains(&row), "docs/api.md lacks: {row}");
        }
    }
}
