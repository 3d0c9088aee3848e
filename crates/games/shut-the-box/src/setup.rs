//! A position's text in parts, for a box that is set up by clicks.

use parlour_core::scene::Piece;
use parlour_core::setup::{BoardForm, Sign};
use parlour_core::{Label, Seat, SetupForm, label};

use super::notation::MOST;
use super::scene::lid_piece;
use super::{Final, ShutTheBox};

impl ShutTheBox {
    pub(super) fn form(&self) -> SetupForm {
        let sign = |text: &str, name: &'static str, open| {
            Sign::of(text, Piece { name: name.into(), ..lid_piece(1, open) })
        };
        let signs = vec![sign("-", "shut lid", false), sign("+", "open lid", true)];
        let mut form =
            SetupForm::default().board(BoardForm::Names, vec![(0..9).collect()], signs).text(" ");
        for seat in Seat::all(self.players) {
            let before = if seat.0 == 0 { "" } else { "," };
            form = form
                .text(before)
                .number(label!("{seat's} score", seat), 0..=MOST.into())
                .choice(label!("{seat} in this round", seat), [("", "in"), ("x", "out before it")]);
        }
        let players =
            Seat::all(self.players).map(|seat| (seat.to_string(), label!("{role}", seat)));
        let pairs = (1..=6u8).flat_map(|larger| (1..=larger).map(move |smaller| (larger, smaller)));
        let throws = pairs.map(|(larger, smaller)| {
            (format!("{larger}{smaller}"), label!("{number} and {number}", larger, smaller))
        });
        let waiting = ("?".to_owned(), Label::from("not thrown yet"));
        let over = ("!".to_owned(), Label::from("none: the game is over"));
        form.text(" ")
            .choice("to throw or move", players)
            .text(" ")
            .choice("dice", [waiting].into_iter().chain(throws).chain([over]))
            .text(if self.last == Final::Round { " round" } else { "" })
    }
}
