//! A position's text in parts, for a board that is set up by clicks.

use parlour_core::setup::{BoardForm, Sign};
use parlour_core::{SetupForm, label};

use super::board::{FILES, RANKS, Side, Square};
use super::notation::letter;
use super::scene::{piece, site_id};
use super::{Outwit, QUIET_LIMIT};

impl Outwit {
    pub(super) fn form(&self) -> SetupForm {
        let squares = |rank| (1..=FILES).filter_map(move |file| Square::new(file, rank));
        let rows = (1..=RANKS).rev().map(|rank| squares(rank).map(site_id).collect()).collect();
        let mut signs = vec![Sign::empty("")];
        for (side, at) in Side::ALL.into_iter().zip(squares(1)) {
            let small = letter(side);
            signs.push(Sign::of(small, piece(side, at, false)));
            signs.push(Sign::of(small.to_ascii_uppercase(), piece(side, at, true)));
        }
        let sides = Side::ALL.map(|side| (letter(side), label!("{role}", side.seat())));
        SetupForm::default()
            .board(BoardForm::Counted, rows, signs)
            .text(" ")
            .choice("to move", sides)
            .text(" ")
            .number("actions since a chip entered its corner", 0..=QUIET_LIMIT.into())
    }
}
