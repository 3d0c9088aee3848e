//! A position's text in parts, for a board that is set up by clicks.

use parlour_core::setup::{BoardForm, Sign};
use parlour_core::{SetupForm, label};

use super::board::Place;
use super::position::{PHASES, letter, row_places};
use super::scene::{piece, site_of};
use super::{Phase, PitRule, Shout7};
use parlour_core::hex::ROWS;

impl Shout7 {
    pub(super) fn form(&self) -> SetupForm {
        let rows =
            (1..=ROWS as i8).rev().map(|row| row_places(row).map(site_of).collect()).collect();
        let pits = Place::pits().map(site_of).collect();
        let signs = |empty| {
            let pieces = self.all_seats().map(|seat| Sign::of(letter(seat), piece(0, seat)));
            [Sign::empty(empty)].into_iter().chain(pieces).collect()
        };
        let phases = PHASES.map(|(phase, word)| (word, phase_name(phase)));
        let form = SetupForm::default()
            .board(BoardForm::Counted, rows, signs(""))
            .text(" ")
            .board(BoardForm::Signs, vec![pits], signs("."))
            .text(" ")
            .choice("to move", self.all_seats().map(|seat| (letter(seat), label!("{role}", seat))))
            .text(" ")
            .choice("phase", phases)
            .text(" ");
        let form = match self.players {
            2 => form.choice("a Black piece taken off (P5)", [("0", "not yet"), ("1", "yes")]),
            players => form.text(players.to_string()),
        };
        form.text(if self.pits == PitRule::Count { "p" } else { "" })
    }
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Lay1 => "lay the first piece",
        Phase::Lay2 => "lay the second piece",
        Phase::Push => "push",
        Phase::Remove => "take a Black piece off",
    }
}
