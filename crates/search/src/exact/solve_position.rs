//! A single position, solved by the rules alone.

use parlour_core::game::{actions, apply};
use parlour_core::{Action, PerSeat, Turn};

use super::solver::Solver;
use super::transitions::sort_best_first;
use crate::heuristics::Heuristics;
use crate::report::Certainty;
use crate::rule::MoveValues;

/// Solves a position by going through all that can follow it in an open game; the keys of earlier positions that
/// may come again are those of [`crate::SearchTask::repetition_keys`]. `None` where nothing can be claimed. `progress`
/// gets the number of nodes visited, from time to time.
pub fn solve_position<G: Heuristics>(
    game: &G,
    state: &G::State,
    repetition_keys: &[G::Key],
    capacity: usize,
    progress: &mut dyn FnMut(u64),
) -> Option<MoveValues<G::Move>> {
    /// The number of nodes that lie between two signs of life.
    const OFTEN: u64 = 4096;
    debug_assert!(G::OPEN, "an open game");
    let mut solver = Solver::new(game, capacity);
    solver.begin(state).ok()?;
    let mut nodes = 0;
    while !solver.is_idle() {
        solver.advance().ok()?;
        nodes += 1;
        if nodes % OFTEN == 0 {
            progress(nodes);
        }
    }
    let shares = solver.known(state)?;
    // What a player chooses right after chance has decided is none of the solver's positions.
    let follow = actions(game, state).into_iter().map(|action| {
        let mut after = *state;
        apply(game, &mut after, action);
        (action, after)
    });
    let follow: Vec<_> = follow.collect();
    let key = game.key(state);
    let after = || follow.iter().map(|(_, after)| after);
    if repetition_keys.iter().chain(&key).any(|key| solver.may_follow(after(), key)) {
        return None;
    }
    let value = |(action, after): &(_, _)| match action {
        Action::Move(mv) => Some((*mv, solver.known(after)?)),
        Action::Chance(_) => None,
    };
    let mut moves: Vec<(G::Move, PerSeat<f64>)> = follow.iter().filter_map(value).collect();
    if let Turn::Player(mover) = game.turn(state) {
        if moves.is_empty() {
            return None;
        }
        sort_best_first(&mut moves, |(_, shares)| shares[mover], game.seats());
    }
    Some(MoveValues { shares, moves, certainty: Certainty::Exact })
}
