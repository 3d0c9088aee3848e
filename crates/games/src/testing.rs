//! What the games' own tests say over and over: positions as texts, actions as words.

use parlour_core::Viewer;
use parlour_core::laws::viewers;
use parlour_core::notation::Problem;

use crate::session::{Playable, Running, Session};

/// The game that this text gives.
#[track_caller]
pub(crate) fn at<G: Playable>(position: &str) -> Running<G> {
    let (game, state) = G::read_position(position)
        .unwrap_or_else(|error| panic!("{position} is a position: {error}"));
    Running::at(game, state)
}

/// The game after these actions, with spaces between.
#[track_caller]
pub(crate) fn play<G: Playable>(position: &str, actions: &str) -> Running<G> {
    let mut running = at::<G>(position);
    for action in actions.split_whitespace() {
        if let Err(error) = running.play(action) {
            panic!("{action} is legal in {}: {error}", running.position());
        }
    }
    running
}

/// The actions lead from one position to the other.
#[track_caller]
pub(crate) fn after<G: Playable>(position: &str, actions: &str, expected: &str) -> Running<G> {
    let running = play::<G>(position, actions);
    assert_eq!(running.position(), expected, "{position} after {actions}");
    running
}

/// The actions end the game with this result.
#[track_caller]
pub(crate) fn result<G: Playable>(position: &str, actions: &str, expected: &str) {
    let running = play::<G>(position, actions);
    let shares = running.shares().map(|shares| shares.to_string());
    assert_eq!(shares.as_deref(), Some(expected), "{position} after {actions}");
    assert!(running.legal().is_empty() && running.chances().is_empty());
}

/// These are the legal actions, sorted, with spaces between.
#[track_caller]
pub(crate) fn legal<G: Playable>(position: &str, expected: &str) {
    assert_eq!(at::<G>(position).legal().join(" "), expected, "in {position}");
}

/// The action is refused, and the reason holds these words.
#[track_caller]
pub(crate) fn refused<G: Playable>(position: &str, action: &str, problem: Problem, reason: &str) {
    let error = at::<G>(position).play(action).expect_err("it is refused");
    assert_eq!(error.problem, problem, "{action} in {position}: {error}");
    assert!(error.message.contains(reason), "{action}: '{}' tells '{reason}'", error.message);
}

/// The text is no position, and the reason holds these words.
#[track_caller]
pub(crate) fn unread<G: Playable>(text: &str, problem: Problem, reason: &str) {
    let error = G::read_position(text).expect_err(text);
    assert_eq!(error.problem, problem, "{text}: {error}");
    assert!(error.message.contains(reason), "{text}: '{}' tells '{reason}'", error.message);
}

/// What the public and then each player knows of a position.
#[track_caller]
pub(crate) fn known<G: Playable>(position: &str, expected: &[&str]) {
    let running = at::<G>(position);
    let views: Vec<String> = viewers(running.seats()).map(|viewer| running.view(viewer)).collect();
    assert_eq!(views, expected, "in {position}");
}

/// The last action as a viewer reads it, and what that viewer is told.
#[track_caller]
pub(crate) fn described<G: Playable>(game: &Running<G>, viewer: Viewer, action: &str, words: &str) {
    let described = game.last(viewer).expect("something happened");
    let english = game.english(&described.labels);
    assert_eq!((described.action.as_str(), english.as_str()), (action, words), "to {viewer:?}");
}
