//! The rulings one by one, texts, pictures, and the move generator against a plain one.

mod heuristics;
mod pictures;
mod rulings;
mod slides;
mod texts;

use parlour_core::{OptionValues, Turn};

use crate::session::Session;

/// A table with a new game.
fn open() -> Box<dyn Session> {
    let entry = crate::find("outwit").expect("it is registered");
    (entry.open)(&OptionValues::new()).expect("it has no options")
}

/// A table with the game that this text gives.
fn load(text: &str) -> Box<dyn Session> {
    let entry = crate::find("outwit").expect("it is registered");
    (entry.load)(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Makes actions one after another.
fn play(session: &mut Box<dyn Session>, actions: &str) {
    for action in actions.split(' ') {
        session.play(action).unwrap_or_else(|error| panic!("{}: {error}", session.position()));
    }
}

/// Where the chip on this square may slide to.
fn slides_from(session: &dyn Session, from: &str) -> Vec<String> {
    let legal = session.legal();
    legal.iter().filter_map(|mv| mv.strip_prefix(from)).map(str::to_owned).collect()
}

/// The result as protocol and records write it.
fn result(session: &dyn Session) -> String {
    assert_eq!(session.shares().is_some(), session.turn() == Turn::Over);
    session.shares().map_or("none".to_owned(), |shares| shares.to_string())
}
