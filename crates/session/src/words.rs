//! A running game in a few words.

use parlour_core::label::{self, Names, YOU};
use parlour_core::{Label, Seat, Turn, Viewer};

use crate::session::Session;

/// The players' names in seat order.
pub fn names(session: &dyn Session) -> Vec<String> {
    (0..session.seats()).map(|seat| session.seat_name(Seat(seat))).collect()
}

/// The players' names in sentences to one of them: "you" and "your opponent" where they have only numbers.
pub fn names_to(session: &dyn Session, you: Seat) -> Vec<String> {
    let mut names = names(session);
    let two = names.len() == 2;
    for (name, seat) in names.iter_mut().zip(Seat::all(session.seats())) {
        match name.ends_with(|last: char| last.is_ascii_digit()) {
            true if seat == you => *name = YOU.to_owned(),
            true if two => *name = "your opponent".to_owned(),
            _ => {}
        }
    }
    names
}

/// Labels in English, to one of the players.
pub fn english_to(session: &dyn Session, you: Seat, labels: &[Label]) -> String {
    let (layout, seats) = (session.layout(Viewer::Public), names_to(session, you));
    label::english(labels, &Names { sites: &layout.sites, seats: &seats })
}

/// What happens next, or how it ended.
pub fn status(session: &dyn Session) -> String {
    match (session.turn(), session.shares()) {
        (Turn::Player(seat), _) => format!("{} to move", session.seat_name(seat)),
        (Turn::Chance, _) => "chance decides".to_owned(),
        (Turn::Over, Some(shares)) => {
            let winners: Vec<String> = shares
                .iter()
                .filter(|(_, share)| share.numerator > 0)
                .map(|(seat, _)| session.seat_name(seat))
                .collect();
            match winners.as_slice() {
                [winner] => format!("{winner} has won"),
                all if all.len() == usize::from(session.seats()) && all.len() == 2 => {
                    "drawn".to_owned()
                }
                several => format!("{} share the win", several.join(" and ")),
            }
        }
        (Turn::Over, None) => "over".to_owned(),
    }
}
