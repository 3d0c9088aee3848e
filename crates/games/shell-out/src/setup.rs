//! A position's text in parts, for a board that is set up by clicks.

use parlour_core::scene::{Mark, Piece};
use parlour_core::setup::{BoardForm, Sign};
use parlour_core::{Label, SetupForm, label};

use super::scene::{piece, site_id};
use super::state::{Counter, MOST_SCORE, Phase};
use super::{Length, MOST_HANDS, ShellOut, letter};
use parlour_core::hex::{self, Cell, ROWS};

impl ShellOut {
    pub(super) fn form(&self) -> SetupForm {
        let rows = (1..=ROWS as i8).rev().map(|row| hex::row(row).map(site_id).collect()).collect();
        let mut form = SetupForm::default();
        if self.seats_text() != "default" {
            form = form.text(format!("seats={} ", self.seats_text()));
        }
        form = form.board(BoardForm::Counted, rows, self.signs());
        for seat in self.everybody() {
            let held = Counter::ALL.map(|c| (c.value().to_string(), Label::from(c.value())));
            let captured = Counter::ALL
                .map(|c| (format!("x{}", c.value()), label!("{number}, captured", c.value())));
            let none = ("-".to_owned(), Label::from("not drawn"));
            form = form.text(if seat.0 == 0 { " " } else { "," }).choice(
                label!("{seat's} counter", seat),
                [none].into_iter().chain(held).chain(captured),
            );
        }
        for seat in self.everybody() {
            let range = -i32::from(MOST_SCORE)..=i32::from(MOST_SCORE);
            form = form
                .text(if seat.0 == 0 { " " } else { "," })
                .number(label!("{seat's} score", seat), range);
        }
        let (most, length) = match self.length {
            Length::Hands(hands) => (hands, format!("/{hands} ")),
            Length::Target(target) => (MOST_HANDS, format!("/t{target} ")),
        };
        let players = self.everybody().map(|seat| (letter(seat, false), label!("{role}", seat)));
        form.text(" ")
            .number("hand", 1..=most.into())
            .text(length)
            .choice("to act", players)
            .text(" ")
            .choice("phase", Phase::WORDS.map(|(phase, word)| (word, phase_name(phase))))
            .text(" ")
            .number("moves without a loss", 0..=self.idle_limit().into())
    }

    /// For each player a shell, the loaded one, and one that is known to be empty.
    fn signs(&self) -> Vec<Sign> {
        let anywhere = Cell(0);
        let mut signs = vec![Sign::empty("")];
        for seat in self.everybody() {
            let shell = |empty| piece(anywhere, seat, false, None, empty);
            let name = label!("{seat's} loaded shell", seat);
            let known = Mark::new(site_id(anywhere), "empty", "known to be empty");
            signs.push(Sign::of(letter(seat, false), shell(false)));
            signs.push(Sign::of(letter(seat, true), Piece { name, ..shell(false) }.face("●")));
            signs.push(Sign::of(format!("{}*", letter(seat, false)), shell(true)).mark(known));
        }
        signs
    }
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Deal => "draw the counters",
        Phase::Hide => "hide the counters",
        Phase::Play => "move",
        Phase::Over => "the game is over",
    }
}
