//! Counting action sequences: the classic check of a move generator.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::{Action, ActionOf, Game, Turn, actions};
use crate::line::Line;

/// The number of action sequences of length `depth`. Chance outcomes count as actions; a finished
/// game has none. The last ply is counted, not played.
pub fn perft<G: Game>(game: &G, line: &Line<G>, depth: u32) -> u64 {
    perft_until(game, line, depth, &AtomicBool::new(false)).unwrap_or_default()
}

/// The same count, unless `stop` becomes true before it is done: then `None`.
pub fn perft_until<G: Game>(
    game: &G,
    line: &Line<G>,
    depth: u32,
    stop: &AtomicBool,
) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut count = 0;
    match line.turn(game) {
        _ if depth == 0 => return Some(1),
        Turn::Over => {}
        Turn::Player(_) if depth == 1 => count = game.count_moves(line.state()),
        Turn::Chance if depth == 1 => game.chances(line.state(), |_, _| count += 1),
        Turn::Player(_) => {
            let stopped = game.moves(line.state(), |mv| {
                match after(game, line, Action::Move(mv), depth, stop) {
                    Some(more) => count += more,
                    None => return ControlFlow::Break(()),
                }
                ControlFlow::Continue(())
            });
            if stopped.is_break() {
                return None;
            }
        }
        Turn::Chance => {
            let mut sum = Some(0);
            game.chances(line.state(), |chance, _| {
                sum = sum.and_then(|sum: u64| {
                    Some(sum + after(game, line, Action::Chance(chance), depth, stop)?)
                });
            });
            return sum;
        }
    }
    Some(count)
}

fn after<G: Game>(
    game: &G,
    line: &Line<G>,
    action: ActionOf<G>,
    depth: u32,
    stop: &AtomicBool,
) -> Option<u64> {
    let mut next = line.clone();
    next.apply(game, action);
    perft_until(game, &next, depth - 1, stop)
}

/// The same count for each first action.
pub fn divide<'a, G: Game>(
    game: &'a G,
    line: &'a Line<G>,
    depth: u32,
) -> impl Iterator<Item = (ActionOf<G>, u64)> + 'a {
    let first = if depth == 0 { Vec::new() } else { actions(game, line.state()) };
    first.into_iter().map(move |action| {
        let mut next = line.clone();
        next.apply(game, action);
        (action, perft(game, &next, depth - 1))
    })
}
