//! The laws of every game, perft, and sampling.

use std::collections::HashMap;

use parlour_core::rng::seeded;
use parlour_core::{Game, Notation, laws};

use super::{game, load, start};
use crate::shell_out::ShellOut;

#[test]
fn the_laws_hold_for_every_number_of_players() {
    for (seed, players) in ["2", "3", "4", "5", "6"].into_iter().enumerate() {
        laws::check(&game(&[("players", players), ("hands", "1")]), seed as u64);
    }
}

#[test]
fn the_laws_hold_for_other_seats_hands_and_targets() {
    laws::check(&game(&[("seats", "1,2"), ("hands", "3")]), 1);
    laws::check(&game(&[("seats", "2,3,6"), ("hands", "1")]), 2);
    laws::check(&game(&[("target", "30")]), 3);
}

#[test]
fn perft_agrees_with_the_published_counts() {
    let counts: [(&str, &[u64]); 3] = [
        ("2", &[6, 30, 150, 750, 18_000, 432_000]),
        ("3", &[6, 30, 120, 600, 3_000, 15_000, 360_000]),
        ("6", &[6, 30, 120, 360, 720, 720, 3_600]),
    ];
    for (players, expected) in counts {
        let session = start(&[("players", players)]);
        for (depth, &count) in (1..).zip(expected) {
            assert_eq!(session.perft(depth), count, "{players} players, depth {depth}");
        }
    }
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
