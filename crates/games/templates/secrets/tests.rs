//! Every ruling by name, the texts and the laws.

use parlour_core::notation::Problem::{Illegal, Syntax};
use parlour_core::{Notation, Seat, Viewer, laws};

use super::NewGame;
use crate::testing::{after, known, legal, refused, result, told, unread};

#[test]
fn n1_the_next_players_die_is_guessed_at() {
    after::<NewGame>("4,2,6 -,-,- 1 guess", "6 2 5", "4,2,6 5,6,2 1 guess");
    result::<NewGame>("4,2 -,- 1 guess", "2", "1 0");
    result::<NewGame>("4,2,6 -,-,- 1 guess", "1 1 4", "0 0 1");
}

#[test]
fn n2_what_has_been_tried_is_not_tried_again() {
    legal::<NewGame>("4,2 -,15 1 guess", "2 3 4 6");
    refused::<NewGame>("4,2 -,15 1 guess", "5", Illegal, "tried");
}

#[test]
fn nobody_else_sees_a_throw_or_a_die() {
    let game = after::<NewGame>("-,- -,- 1 throw", "t4", "4,- -,- 2 throw");
    told(&game, Viewer::Seat(Seat(0)), "t4", "Player 1 throws 4 under the cup.");
    told(&game, Viewer::Seat(Seat(1)), "t?", "Player 1 throws under the cup.");
    let views = ["?,? -,15 1 guess", "4,? -,15 1 guess", "?,2 -,15 1 guess"];
    known::<NewGame>("4,2 -,15 1 guess", &views);
}

#[test]
fn texts_that_are_none_are_refused() {
    unread::<NewGame>("4,2 -,- 1", Syntax, "a position is");
    unread::<NewGame>("4 - 1 guess", Syntax, "2 to 4 players");
    unread::<NewGame>("4,7 -,- 1 guess", Syntax, "from 1 to 6");
    unread::<NewGame>("4,2 -,51 1 guess", Syntax, "write it as '4,2 -,15 1 guess'");
    unread::<NewGame>("4,2 -,12 1 guess", Illegal, "does have 2");
    unread::<NewGame>("4,2 -,123456 1 guess", Illegal, "one of the six");
    unread::<NewGame>("4,- -,1 2 throw", Illegal, "before all have thrown");
    unread::<NewGame>("4,? -,- 1 guess", Illegal, "this is a view");
    let own = NewGame::read_view("?,2 -,- 1 guess", Viewer::Seat(Seat(0)));
    assert!(own.is_err(), "a player knows the own die");
    refused::<NewGame>("4,2 -,- 1 guess", "7", Syntax, "from 1 to 6");
}

#[test]
fn the_laws_hold() {
    (0..20).for_each(|seed| laws::check(&NewGame { players: 2 + seed as u8 % 3 }, seed));
}
