//! Every ruling by name, the texts and the laws.

use parlour_core::laws;

use super::NewGame;

#[test]
fn the_rulings_hold() {
    parlour_session::testing::rulings::<NewGame>(include_str!("rulings.txt"));
}

#[test]
fn the_laws_hold() {
    for seed in 0..20 {
        laws::check(&NewGame, seed);
        laws::numbers::check(&NewGame, seed);
    }
}
