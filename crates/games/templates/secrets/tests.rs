//! Every ruling by name, what stays hidden, the texts and the laws.

use parlour_core::laws;

use super::NewGame;

#[test]
fn the_rulings_hold() {
    parlour_session::testing::rulings::<NewGame>(include_str!("rulings.txt"));
}

#[test]
fn the_laws_hold() {
    for seed in 0..20 {
        let game = NewGame { players: 2 + seed as u8 % 3 };
        laws::check(&game, seed);
        laws::numbers::check(&game, seed);
    }
}
