//! The laws with options that the tests of all games leave out.

use parlour_core::laws;

use super::game;

#[test]
fn the_laws_hold_for_other_seats_hands_and_targets() {
    laws::check(&game(&[("seats", "1,2"), ("hands", "3")]), 1);
    laws::check(&game(&[("seats", "2,3,6"), ("hands", "1")]), 2);
    laws::check(&game(&[("target", "30")]), 3);
}
