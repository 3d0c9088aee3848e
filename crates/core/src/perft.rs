//! Counting action sequences: the classic check of a move generator.

use std::ops::ControlFlow;

use crate::game::{Action, ActionOf, Game, Turn, actions};
use crate::line::Line;

/// The number of action sequences of length `depth`. Chance outcomes count as actions; a finished
/// game has none. The last ply is counted, not played.
pub fn perft<G: Game>(game: &G, line: &Line<G>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match line.turn(game) {
        Turn::Over => 0,
        Turn::Player(_) if depth == 1 => game.count_moves(line.state()),
        Turn::Chance if depth == 1 => {
            let mut count = 0;
            game.chances(line.state(), |_, _| count += 1);
            count
        }
        Turn::Player(_) => {
            let mut count = 0;
            let _ = game.moves(line.state(), |mv| {
                count += after(game, line, Action::Move(mv), depth);
                ControlFlow::<()>::Continue(())
            });
            count
        }
        Turn::Chance => {
            let mut count = 0;
            game.chances(line.state(), |chance, _| {
                count += after(game, line, Action::Chance(chance), depth);
            });
            count
        }
    }
}

fn after<G: Game>(game: &G, line: &Line<G>, action: ActionOf<G>, depth: u32) -> u64 {
    let mut next = line.clone();
    next.apply(game, action);
    perft(game, &next, depth - 1)
}

/// The same count for each first action.
pub fn divide<'a, G: Game>(
    game: &'a G,
    line: &'a Line<G>,
    depth: u32,
) -> impl Iterator<Item = (ActionOf<G>, u64)> + 'a {
    let first = if depth == 0 { Vec::new() } else { actions(game, line.state()) };
    first.into_iter().map(move |action| (action, after(game, line, action, depth)))
}
