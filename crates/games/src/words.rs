//! A running game in a few words.

use parlour_core::{Seat, Turn};

use crate::session::Session;

/// The players' names in seat order.
pub fn names(session: &dyn Session) -> Vec<String> {
    (0..session.seats()).map(|seat| session.seat_name(Seat(seat))).collect()
}

/// The first template for one, the second for any other number.
pub(crate) fn plural(count: u32, one: &'static str, many: &'static str) -> &'static str {
    if count == 1 { one } else { many }
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
