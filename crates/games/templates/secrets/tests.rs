//! Every ruling by name, the texts and the laws.

use parlour_core::notation::Problem::{Illegal, Syntax};
use parlour_core::{Notation, Seat, Viewer, laws};

use super::NewGame;
use crate::testing::{after, known, legal, refused, result, told, unread};

#[test]
fn n1_one_of_the_next_players_dice_is_guessed_at() {
    after::<NewGame>("34,22,56 -,-,- 1 guess", "6 2 5", "34,22,56 5,6,2 1 guess");
    result::<NewGame>("34,22 -,- 1 guess", "2", "1 0");
    result::<NewGame>("34,22,56 -,-,- 1 guess", "1 1 4", "0 0 1");
}

#[test]
fn n2_what_has_been_tried_is_not_tried_again() {
    legal::<NewGame>("34,22 -,15 1 guess", "2 3 4 6");
    refused::<NewGame>("34,22 -,15 1 guess", "5", Illegal, "tried");
}

#[test]
fn nobody_else_sees_a_throw_or_the_dice() {
    let game = after::<NewGame>("-,- -,- 1 throw", "t34", "34,- -,- 2 throw");
    told(&game, Viewer::Seat(Seat(0)), "t34", "Player 1 throws 34 under the cup.");
    told(&game, Viewer::Seat(Seat(1)), "t?", "Player 1 throws under the cup.");
    let views = ["?,? -,15 1 guess", "34,? -,15 1 guess", "?,22 -,15 1 guess"];
    known::<NewGame>("34,22 -,15 1 guess", &views);
}

#[test]
fn texts_that_are_none_are_refused() {
    unread::<NewGame>("34,22 -,- 1", Syntax, "a position is");
    unread::<NewGame>("34 - 1 guess", Syntax, "2 to 4 players");
    unread::<NewGame>("34,27 -,- 1 guess", Syntax, "two dice");
    unread::<NewGame>("34,222 -,- 1 guess", Syntax, "two dice");
    unread::<NewGame>("34,22 -,51 1 guess", Syntax, "write it as '34,22 -,15 1 guess'");
    unread::<NewGame>("34,22 -,12 1 guess", Illegal, "does have 2");
    unread::<NewGame>("34,22 -,123456 1 guess", Illegal, "one of the six");
    unread::<NewGame>("34,- -,1 2 throw", Illegal, "before all have thrown");
    unread::<NewGame>("34,? -,- 1 guess", Illegal, "this is a view");
    let own = NewGame::read_view("?,22 -,- 1 guess", Viewer::Seat(Seat(0)));
    assert!(own.is_err(), "a player knows the own dice");
    refused::<NewGame>("34,22 -,- 1 guess", "7", Syntax, "from 1 to 6");
}

#[test]
fn the_laws_hold() {
    (0..20).for_each(|seed| laws::check(&NewGame { players: 2 + seed as u8 % 3 }, seed));
}
