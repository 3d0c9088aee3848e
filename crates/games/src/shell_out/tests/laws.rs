//! The laws with options that the tests of all games leave out, and sampling.

use std::collections::HashMap;

use parlour_core::rng::seeded;
use parlour_core::{Game, Notation, laws};

use super::{game, load};
use crate::shell_out::ShellOut;

#[test]
fn the_laws_hold_for_other_seats_hands_and_targets() {
    laws::check(&game(&[("seats", "1,2"), ("hands", "3")]), 1);
    laws::check(&game(&[("seats", "2,3,6"), ("hands", "1")]), 2);
    laws::check(&game(&[("target", "30")]), 3);
}

#[test]
fn every_move_is_sampled_about_equally_often() {
    // Shells in a field, on an alley, in the centre and next to an opponent's, one of them loaded.
    let text = "7/8/9/10/11/7a4/6a1bA3/12/11/3B6/9/8/7 25,10 0,0 1/4 a play 0";
    let (game, state) = ShellOut::read_position(text).unwrap();
    let mut rng = seeded(5);
    let mut seen: HashMap<String, u32> = HashMap::new();
    let moves = load(text).legal();
    for _ in 0..1_000 * moves.len() {
        *seen.entry(game.write_move(game.sample_move(&state, &mut rng))).or_default() += 1;
    }
    for mv in &moves {
        let count = seen.get(mv).copied().unwrap_or(0);
        assert!((850..1150).contains(&count), "{mv} came {count} times of about 1000");
    }
    assert_eq!(seen.len(), moves.len());
}
