//! The rulings, the notation and the laws, tested.

mod laws;
mod notation;
mod pictures;
mod player;
mod rulings;
mod secrets;

use parlour_core::{Configure, OptionValues};

use super::ShellOut;
use crate::session::{Running, Session};

fn game(options: &[(&str, &str)]) -> ShellOut {
    let values: OptionValues = options.iter().copied().collect();
    ShellOut::configure(&values).unwrap_or_else(|e| panic!("{options:?}: {e}"))
}

fn load(position: &str) -> Box<dyn Session> {
    let loaded = (crate::find("shell-out").expect("registered").load)(position);
    loaded.unwrap_or_else(|e| panic!("{position}: {e}"))
}

/// The position after these actions.
fn after(position: &str, actions: &str) -> String {
    let mut session = load(position);
    for action in actions.split_whitespace() {
        session.play(action).unwrap_or_else(|e| panic!("{action} in {position}: {e}"));
    }
    session.position()
}

fn start(options: &[(&str, &str)]) -> Box<dyn Session> {
    Box::new(Running::new(game(options)))
}

/// The legal actions that begin with `prefix`.
fn legal(position: &str, prefix: &str) -> String {
    let all = load(position).legal();
    all.into_iter().filter(|a| a.starts_with(prefix)).collect::<Vec<_>>().join(" ")
}

/// Why an action is refused.
fn refused(position: &str, action: &str) -> String {
    match load(position).play(action) {
        Ok(_) => panic!("{action} is legal in {position}"),
        Err(error) => error.message,
    }
}
