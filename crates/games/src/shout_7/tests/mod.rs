//! Every ruling by name, the texts, the pictures, and a plain second opinion on the pushes.

mod heuristics;
mod oracle;
mod rulings;
mod texts;
mod words;

use parlour_core::game::actions;
use parlour_core::guide::read_action;
use parlour_core::notation::write_action;
use parlour_core::{Action, Configure, Game, Notation, OptionValues};

use super::{Shout7, State};

/// Empty pits.
const PITS: &str = "..........................................";

fn game(players: &str, pits: &str) -> Shout7 {
    let values = OptionValues::from_iter([("players", players), ("pits", pits)]);
    Shout7::configure(&values).expect("known options")
}

fn load(text: &str) -> (Shout7, State) {
    Shout7::read_position(text).unwrap_or_else(|e| panic!("{e}"))
}

/// Plays moves one after the other.
fn play(game: &Shout7, state: &mut State, moves: &str) {
    for text in moves.split_whitespace() {
        match read_action(game, state, text).unwrap_or_else(|e| panic!("{e}")) {
            Action::Move(mv) => game.play(state, mv),
            Action::Chance(never) => match never {},
        }
    }
}

/// The position after these moves from a position.
fn after(text: &str, moves: &str) -> (Shout7, State) {
    let (game, mut state) = load(text);
    play(&game, &mut state, moves);
    (game, state)
}

/// The text of the position after these moves from a position.
fn text_after(text: &str, moves: &str) -> String {
    let (game, state) = after(text, moves);
    game.write_position(&state)
}

/// The legal moves, sorted.
fn legal(game: &Shout7, state: &State) -> Vec<String> {
    let all = actions(game, state);
    let mut texts: Vec<String> = all.into_iter().map(|a| write_action(game, a)).collect();
    texts.sort_unstable();
    texts
}

/// The legal moves of a position, sorted, with spaces between.
fn legal_in(text: &str) -> String {
    let (game, state) = load(text);
    legal(&game, &state).join(" ")
}

/// Why a move is refused in a position.
fn refusal(text: &str, mv: &str) -> String {
    let (game, state) = load(text);
    read_action(&game, &state, mv).expect_err("a refused move").message
}

/// The result of a finished position.
fn result(text: &str) -> Option<String> {
    let (game, state) = load(text);
    game.shares(&state).map(|shares| shares.to_string())
}
