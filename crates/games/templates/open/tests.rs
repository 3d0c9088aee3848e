//! Every ruling by name, the texts and the laws.

use parlour_core::notation::Problem::{Illegal, Syntax};
use parlour_core::{encode, laws};

use super::NewGame;
use crate::testing::{after, legal, refused, result, unread};

#[test]
fn n1_one_or_two_are_taken_and_no_more_than_there_are() {
    legal::<NewGame>("7 1", "1 2");
    legal::<NewGame>("1 2", "1");
    after::<NewGame>("7 1", "2 1", "4 1");
    refused::<NewGame>("1 2", "2", Illegal, "only 1 is left");
}

#[test]
fn n2_who_takes_the_last_counter_wins() {
    result::<NewGame>("2 1", "2", "1 0");
    result::<NewGame>("2 1", "1 1", "0 1");
}

#[test]
fn texts_that_are_none_are_refused() {
    unread::<NewGame>("7", Syntax, "heap");
    unread::<NewGame>("07 1", Syntax, "heap");
    unread::<NewGame>("7 3", Syntax, "player");
    unread::<NewGame>("8 1", Syntax, "from 0 to 7");
    refused::<NewGame>("7 1", "3", Syntax, "number of counters");
}

#[test]
fn the_laws_hold() {
    for seed in 0..20 {
        laws::check(&NewGame, seed);
        encode::check(&NewGame, seed);
    }
}
