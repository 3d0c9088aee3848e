//! A position's text in parts, for a board that is set up by clicks.

use parlour_core::setup::{BoardForm, Sign};
use parlour_core::{Label, SetupForm, label};

use super::notation::seat_letter;
use super::scene::{SQUARES, pawn};
use super::{BLACK, Senet, Throw, WHITE};

impl Senet {
    pub(super) fn form(&self) -> SetupForm {
        let both = [BLACK, WHITE];
        let players = both.map(|seat| (seat_letter(seat), label!("{role}", seat)));
        let signs = both.map(|seat| Sign::of(seat_letter(seat), pawn(0, seat, 1)));
        let throws =
            Throw::ALL.map(|throw| (throw.steps().to_string(), Label::from(throw.steps())));
        SetupForm::default()
            .board(
                BoardForm::Signs,
                vec![(0..SQUARES).collect()],
                [Sign::empty(".")].into_iter().chain(signs).collect(),
            )
            .text(" ")
            .choice("to throw or move", players)
            .text(" ")
            .choice("has the odd squares", [('-', "nobody yet".into())].into_iter().chain(players))
            .text(" ")
            .choice("throw", [("?".to_owned(), "not made yet".into())].into_iter().chain(throws))
    }
}
