//! How games end: by their rules, or before. An ending is data; its words are made of it.

use parlour_core::{Label, Seat, Share, Shares, label};
use parlour_session::Session;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Cause {
    /// Its rules ended it.
    Rules {
        /// By how many points it was won, in a game for points.
        margin: Option<i32>,
    },
    /// A player gave up.
    Resigned {
        /// The seat, from 0.
        seat: u8,
    },
    /// A player's time ran out.
    OutOfTime {
        /// The seat, from 0.
        seat: u8,
    },
    /// The players agreed on a draw.
    DrawAgreed,
    /// The record stops before the end.
    Stopped,
    /// An imported record gives a reason of its own.
    Foreign {
        /// In its own words.
        text: String,
    },
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why it is over.
    pub cause: Cause,
    /// How the win is split; `None`: unknown.
    pub shares: Option<Shares>,
}

impl Ending {
    /// An ending in which these of `seats` seats share the win; nobody: it is unknown who won.
    pub(crate) fn split(cause: Cause, seats: u8, winners: &[u8]) -> Self {
        let wins = |seat: Seat| winners.contains(&seat.0);
        let known = Seat::all(seats).any(wins);
        Ending { cause, shares: known.then(|| Shares::split(seats, wins)) }
    }

    /// The seats that have a share of the win.
    pub fn winners(&self) -> Vec<u8> {
        let shares = self.shares.iter().flat_map(|shares| shares.iter());
        shares.filter(|(_, share)| share.numerator > 0).map(|(seat, _)| seat.0).collect()
    }

    /// Everybody's share of the win, as numbers; empty: unknown.
    pub fn numbers(&self) -> Vec<f64> {
        let shares = self.shares.iter().flat_map(|shares| shares.as_slice());
        shares.map(|share| Share::value(*share)).collect()
    }

    /// The player who ended the game by giving up, or by running out of time.
    pub fn ended_by(&self) -> Option<Seat> {
        match self.cause {
            Cause::Resigned { seat } | Cause::OutOfTime { seat } => Some(Seat(seat)),
            _ => None,
        }
    }

    /// The sentence for it, or the words of a foreign record.
    pub fn words(&self) -> Result<Label, &str> {
        Ok(match &self.cause {
            Cause::Rules { margin } => self.win(*margin),
            Cause::Resigned { seat } => label!("{seat} resigned.", Seat(*seat)),
            Cause::OutOfTime { seat } => label!("{seat} ran out of time.", Seat(*seat)),
            Cause::DrawAgreed => "Draw agreed.".into(),
            Cause::Stopped => "The record stops here.".into(),
            Cause::Foreign { text } => return Err(text),
        })
    }

    fn win(&self, margin: Option<i32>) -> Label {
        match (&self.winners()[..], margin) {
            (&[winner], None) => label!("{seat} [wins|win].", Seat(winner)),
            (&[winner], Some(1)) => label!("{seat} [wins|win] by 1 point.", Seat(winner)),
            (&[winner], Some(more)) => {
                label!("{seat} [wins|win] by {number} points.", Seat(winner), more)
            }
            (&[0, 1], _) if self.shares.is_some_and(|shares| shares.seats() == 2) => {
                "The game is a draw.".into()
            }
            ([], _) => "Nobody wins.".into(),
            (all, _) => {
                let bits = all.iter().fold(0, |bits, seat| bits | 1u32 << seat);
                label!("{seats} share the win.", bits)
            }
        }
    }
}

/// How a game ended by its rules, if it did.
pub fn ending(session: &dyn Session) -> Option<Ending> {
    let shares = session.shares()?;
    Some(Ending { cause: Cause::Rules { margin: margin(session, &shares) }, shares: Some(shares) })
}

/// By how many points a player has won, in a game for points.
fn margin(session: &dyn Session, shares: &Shares) -> Option<i32> {
    let scores = session.scores();
    let best = |winner: bool| {
        let seats = shares.iter().zip(&scores).filter(|((_, s), _)| (s.numerator > 0) == winner);
        seats.map(|(_, points)| *points).max()
    };
    best(true).zip(best(false)).map(|(first, next)| first - next).filter(|more| *more > 0)
}
