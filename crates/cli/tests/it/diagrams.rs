//! The pictures of the rule pages are what the engine draws.

use parlour_core::{OptionValues, Viewer};
use parlour_games::all;

use crate::common;

#[test]
fn diagrams_of_the_rule_pages_are_what_the_engine_draws() {
    for game in all() {
        let session = (game.open)(&OptionValues::new()).expect("the defaults");
        let now = parlour_cli::commands::show::picture(game, session.as_ref(), Viewer::Public);
        let file = common::path(&format!("../../docs/rules/{}.svg", game.id));
        common::check_file(&file, &now, "cargo xtask diagrams");
    }
}

#[test]
fn every_position_of_a_game_can_be_drawn() {
    let mut rng = parlour_core::rng::seeded(5);
    for game in all() {
        let mut session = (game.open)(&OptionValues::new()).expect("the defaults");
        for _ in 0..60 {
            let Some(action) = session.sample(&mut rng) else { break };
            session.play(&action).expect("a legal action");
            let svg = parlour_cli::commands::show::picture(game, session.as_ref(), Viewer::Public);
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{}", game.id);
            assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count(), "{}", game.id);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", game.id);
        }
    }
}
