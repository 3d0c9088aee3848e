//! The pictures of the rule pages are what the engine draws.

use parlour_core::{OptionValues, Viewer, golden};
use parlour_draw::{Drawing, svg, text};
use parlour_games::all;
use parlour_session::words::{names, status};
use parlour_session::{Entry, Session};

use crate::common;

fn picture(game: &Entry, session: &dyn Session) -> String {
    let (layout, picture) = (session.layout(Viewer::Public), session.picture(Viewer::Public));
    let names = names(session);
    let drawing = Drawing { layout: &layout, picture: &picture, names: &names, look: game.look };
    svg(&drawing, &format!("{}: {}", game.name, status(session)), &text(&drawing))
}

#[test]
fn diagrams_of_the_rule_pages_are_what_the_engine_draws() {
    for game in all() {
        let session = (game.open)(&OptionValues::new()).expect("the defaults");
        let now = picture(game, session.as_ref());
        let file = format!("../../../docs/rules/{}.svg", game.id);
        golden::check(&common::path(&file), &now, "cargo xtask diagrams");
    }
}

#[test]
fn every_position_of_a_game_can_be_drawn() {
    let mut rng = parlour_core::rng::seeded(5);
    for game in all() {
        for session in common::walk(game, &OptionValues::new(), &mut rng, 60) {
            let svg = picture(game, session.as_ref());
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{}", game.id);
            assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count(), "{}", game.id);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", game.id);
        }
    }
}
