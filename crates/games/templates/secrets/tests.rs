//! Every ruling by name, the texts and the laws.

use parlour_core::notation::Problem::{Illegal, Syntax};
use parlour_core::{Notation, Seat, Viewer, encode, laws};

use super::NewGame;
use crate::testing::{after, described, known, legal, refused, result, unread};

#[test]
fn n1_a_bid_is_higher_than_the_last_and_not_higher_than_can_be() {
    legal::<NewGame>("34,22 20 1 bid", "21 22 23 24 doubt");
    legal::<NewGame>("34,22 24 1 bid", "doubt");
    after::<NewGame>("34,22,56 9 1 bid", "10 12", "34,22,56 12 3 bid");
    refused::<NewGame>("34,22 9 1 bid", "9", Illegal, "9 was bid already");
    refused::<NewGame>("34,22 0 1 bid", "doubt", Illegal, "no bid");
}

#[test]
fn n2_who_was_wrong_loses_and_the_others_share_the_win() {
    result::<NewGame>("34,22 11 2 bid", "doubt", "1 0");
    result::<NewGame>("34,22,56 23 1 bid", "doubt", "1/2 1/2 0");
    let game = after::<NewGame>("34,22 12 2 bid", "doubt", "34,22 12 1 over");
    let words = "Player 2 doubts that the dice make 12. Player 1 loses.";
    described(&game, Viewer::Public, "doubt", words);
}

#[test]
fn nobody_else_sees_a_throw_or_the_dice() {
    let game = after::<NewGame>("-,- 0 1 throw", "t34", "34,- 0 2 throw");
    described(&game, Viewer::Seat(Seat(0)), "t34", "Player 1 throws 3 and 4 under the cup.");
    described(&game, Viewer::Seat(Seat(1)), "t?", "Player 1 throws under the cup.");
    known::<NewGame>("34,22 9 1 bid", &["?,? 9 1 bid", "34,? 9 1 bid", "?,22 9 1 bid"]);
}

#[test]
fn texts_that_are_none_are_refused() {
    unread::<NewGame>("34,22 9 1", Syntax, "a position is");
    unread::<NewGame>("34 9 1 bid", Syntax, "2 to 4 players");
    unread::<NewGame>("34,27 9 1 bid", Syntax, "two dice");
    unread::<NewGame>("34,222 9 1 bid", Syntax, "two dice");
    unread::<NewGame>("34,22 25 1 bid", Syntax, "from 0 to 24");
    unread::<NewGame>("34,x 0 2 throw", Syntax, "write it as '34,- 0 2 throw'");
    unread::<NewGame>("34,- 9 2 throw", Illegal, "when all have thrown");
    unread::<NewGame>("34,? 9 1 bid", Illegal, "this is a view");
    let own = NewGame::read_view("?,22 9 1 bid", Viewer::Seat(Seat(0)));
    assert!(own.is_err(), "a player knows the own dice");
    refused::<NewGame>("34,22 9 1 bid", "25", Syntax, "from 1 to 24");
}

#[test]
fn the_laws_hold() {
    for seed in 0..20 {
        let game = NewGame { players: 2 + seed as u8 % 3 };
        laws::check(&game, seed);
        encode::check(&game, seed);
    }
}
