//! What comes to light, and which worlds are sampled behind a view.

use std::collections::HashSet;

use parlour_core::rng::seeded;
use parlour_core::{Game, Notation, Seat, Viewer};

use super::ShellOut;
use parlour_session::{Session, testing::at};

#[test]
fn guesses_and_shelling_out_bring_something_to_light() {
    let reveals = |text: &str, action: &str| at::<ShellOut>(text).play(action).unwrap().settled;
    let guess = "3A3/8/9/10/11/12/5b1aB4/12/11/10/9/8/7 25,10 0,0 4/4 a play 0";
    assert!(reveals(guess, "g8xg9"));
    assert!(!reveals(guess, "g8-h9"));
    let out = "7/8/9/10/11/12/7bB4/12/3A7/10/9/8/7 25,10 0,0 1/4 a play 0";
    assert!(reveals(out, "e4-e3"));
    assert!(!reveals(out, "e4-e5"));
}

/// How many different worlds are sampled behind a view, and whether all of them pass `test`.
fn worlds(text: &str, viewer: Viewer, test: impl Fn(&str) -> bool) -> usize {
    let (game, state) = ShellOut::read_position(text).unwrap();
    let view = game.view(&state, viewer);
    let mut rng = seeded(9);
    let texts = (0..2_000).map(|_| game.write_position(&game.determinize(&view, &mut rng)));
    let worlds: HashSet<String> = texts.collect();
    for world in &worlds {
        assert!(test(world), "{world} behind the view of {text}");
        let (_, state) = ShellOut::read_position(world).unwrap();
        assert_eq!(game.view(&state, viewer), view);
    }
    worlds.len()
}

#[test]
fn every_world_that_the_viewer_cannot_rule_out_is_sampled() {
    let text = "3A3/8/9/10/11/12/5B1ab4/12/11/10/9/8/7 25,10 0,0 1/4 a play 0";
    // Two shells and five counters besides one's own.
    assert_eq!(worlds(text, Viewer::Seat(Seat(0)), |w| w.contains(" 25,")), 10);
    assert_eq!(worlds(text, Viewer::Public, |_| true), 2 * 2 * 6 * 5);
    let hide = "7/8/7A1/7a2/11/7a1aa1/13/1bb1b7/11/2b7/1b7/8/7 25,10 0,0 1/4 b hide 0";
    assert_eq!(worlds(hide, Viewer::Seat(Seat(1)), |w| w.contains(",10 ")), 25);
    let deal = "7/8/7a1/7a2/11/7a1aa1/13/1bb1b7/11/2b7/1b7/8/7 25,- 0,0 1/4 b deal 0";
    assert_eq!(worlds(deal, Viewer::Public, |w| w.contains(",- ")), 6);
}

#[test]
fn sampled_worlds_agree_with_what_the_table_shows() {
    // A known empty shell is not loaded, a captured counter not held.
    let marked = "3A3/8/9/10/11/12/5B1ab*4/12/11/10/9/8/7 25,10 0,0 1/4 a play 0";
    assert_eq!(worlds(marked, Viewer::Seat(Seat(0)), |w| w.contains("5B1ab*4")), 5);
    let captured = "3A3/8/9/10/11/12/5b1ab4/12/11/10/9/8/7 25,x10 10,0 1/4 a play 0";
    assert_eq!(worlds(captured, Viewer::Public, |w| !w.contains(" 10,x10")), 2 * 5);
    assert_eq!(worlds(captured, Viewer::Seat(Seat(0)), |w| w == captured), 1);
    // A shell on a Shell-Out spot is the loaded one.
    let over = "7/8/9/10/11/12/6abB4/12/2A8/10/9/8/7 25,10 35,-25 4/4 a over 0";
    assert_eq!(worlds(over, Viewer::Seat(Seat(1)), |w| w.contains("/2A8/")), 5);
}
