//! How games end: by their rules, or before.

use parlour_core::{Label, Seat, Shares, label};
use parlour_session::Session;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Each seat's share; empty: unknown.
    pub shares: Vec<String>,
    /// Why, in a sentence.
    pub words: String,
    /// The same as a label, where it is known.
    pub label: Option<Label>,
}

/// How a game ends before its rules end it, as it is stored.
pub(crate) const RESIGNED: &str = "{seat} resigned.";
pub(crate) const OUT_OF_TIME: &str = "{seat} ran out of time.";
pub(crate) const DRAW_AGREED: &str = "Draw agreed.";

/// The label that reads like a stored sentence; the ending of an imported record may have none.
pub(crate) fn stored_label(session: &dyn Session, words: &str) -> Option<Label> {
    let left = Seat::all(session.seats())
        .flat_map(|seat| [label!(RESIGNED, seat), label!(OUT_OF_TIME, seat)]);
    let mut known = left.chain([DRAW_AGREED.into()]);
    known.find(|label| session.english(&[*label]) == words)
}

/// How a game ended by its rules, if it did.
pub fn ending(session: &dyn Session) -> Option<Ending> {
    let shares = session.shares()?;
    let label = winners(session, &shares);
    let words = session.english(&[label]);
    Some(Ending { shares: share_texts(&shares), words, label: Some(label) })
}

fn winners(session: &dyn Session, shares: &Shares) -> Label {
    let won = |seat: &Seat| shares.iter().any(|(s, share)| s == *seat && share.numerator > 0);
    let winners: Vec<Seat> = Seat::all(session.seats()).filter(won).collect();
    match (&winners[..], margin(session, won)) {
        (&[winner], None) => label!("{seat} [wins|win].", winner),
        (&[winner], Some(1)) => label!("{seat} [wins|win] by 1 point.", winner),
        (&[winner], Some(more)) => {
            label!("{seat} [wins|win] by {number} points.", winner, more)
        }
        (all, _) if all.len() == usize::from(session.seats()) && all.len() == 2 => {
            "The game is a draw.".into()
        }
        ([], _) => "Nobody wins.".into(),
        (all, _) => {
            let bits = all.iter().fold(0, |bits, seat| bits | 1u32 << seat.0);
            label!("{seats} share the win.", bits)
        }
    }
}

/// By how many points a player has won, in a game for points.
fn margin(session: &dyn Session, won: impl Fn(&Seat) -> bool) -> Option<i32> {
    let scores = session.scores();
    let best = |winner: bool| {
        let seats = (0..).map(Seat).zip(&scores).filter(|(seat, _)| won(seat) == winner);
        seats.map(|(_, points)| *points).max()
    };
    best(true).zip(best(false)).map(|(first, next)| first - next).filter(|more| *more > 0)
}

/// Shares of the win as texts.
pub fn share_texts(shares: &Shares) -> Vec<String> {
    shares.as_slice().iter().map(ToString::to_string).collect()
}
