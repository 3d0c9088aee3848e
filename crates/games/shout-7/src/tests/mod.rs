//! Every ruling by name, the texts, the pictures and the values.

mod heuristics;
mod rulings;
mod words;

use parlour_core::game::actions;
use parlour_core::notation::write_action;
use parlour_core::{Configure, Notation, OptionValues};

use super::{Shout7, State};

/// Empty pits.
const PITS: &str = "..........................................";

#[test]
fn the_rulings_hold() {
    parlour_session::testing::rulings::<Shout7>(include_str!("../rulings.txt"));
}

fn game(players: &str, pits: &str) -> Shout7 {
    let values = OptionValues::from_iter([("players", players), ("pits", pits)]);
    Shout7::configure(&values).expect("known options")
}

fn load(text: &str) -> (Shout7, State) {
    Shout7::read_position(text).unwrap_or_else(|e| panic!("{e}"))
}

/// The legal moves, sorted.
fn legal(game: &Shout7, state: &State) -> Vec<String> {
    let all = actions(game, state);
    let mut texts: Vec<String> = all.into_iter().map(|a| write_action(game, a)).collect();
    texts.sort_unstable();
    texts
}
