//! Counting action sequences: the classic check of a move generator.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::{ActionOf, Game, Turn, add_actions, apply, count_chances};
use crate::history::{GameHistory, HistoryPoint, RepetitionHistory};

/// The number of action sequences of length `depth`. Chance outcomes count as actions; a finished
/// game has none. The last ply is counted, not played.
pub fn perft<G: Game>(game: &G, history: &GameHistory<G>, depth: u32) -> u64 {
    perft_until(game, history, depth, &AtomicBool::new(false)).unwrap_or_default()
}

/// The same count, unless `stop` becomes true before it is done: then `None`.
pub fn perft_until<G: Game>(
    game: &G,
    history: &GameHistory<G>,
    depth: u32,
    stop: &AtomicBool,
) -> Option<u64> {
    let past = RepetitionHistory::new(history.keys().to_vec());
    let mut counter = Counter { game, past, actions: Vec::new(), open: Vec::new() };
    counter.count(*history.state(), depth, stop)
}

/// A position on the way whose actions are not all counted yet.
struct Open<S> {
    state: S,
    /// Its actions are those from here to the end of the list, as far as they are still to come.
    first: usize,
    mark: HistoryPoint,
}

/// Counts the leaves of the tree. Its stack lies in lists of its own, so that a node costs no
/// allocation and no depth overflows the stack of a thread.
struct Counter<'a, G: Game> {
    game: &'a G,
    past: RepetitionHistory<G::Key>,
    actions: Vec<ActionOf<G>>,
    open: Vec<Open<G::State>>,
}

impl<G: Game> Counter<'_, G> {
    fn count(&mut self, root: G::State, depth: u32, stop: &AtomicBool) -> Option<u64> {
        let Some(last) = depth.checked_sub(1) else { return Some(1) };
        let mut count = self.enter(root, 0, last);
        while let Some(open) = self.open.last() {
            self.past.rewind(open.mark);
            if self.actions.len() == open.first {
                self.open.pop();
                continue;
            }
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut next = open.state;
            if let Some(action) = self.actions.pop() {
                apply(self.game, &mut next, action);
            }
            self.past.remember(self.game, &mut next);
            count += self.enter(next, self.open.len(), last);
        }
        Some(count)
    }

    /// Opens a position, so that its actions are played; those of the last ply are only counted.
    fn enter(&mut self, state: G::State, ply: usize, last: u32) -> u64 {
        let (game, first) = (self.game, self.actions.len());
        match game.turn(&state) {
            Turn::Over => return 0,
            Turn::Player(_) if ply >= last as usize => return game.count_moves(&state),
            Turn::Chance if ply >= last as usize => return count_chances(game, &state),
            Turn::Player(_) | Turn::Chance => add_actions(game, &state, &mut self.actions),
        }
        self.open.push(Open { state, first, mark: self.past.mark() });
        0
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::{Seat, Shares};

    /// One player steps on for ever, and could have stopped at each step.
    #[derive(Clone, Debug, PartialEq)]
    struct Endless;

    impl Game for Endless {
        type State = Option<u32>;
        type Move = bool;
        type Key = ();
        crate::open_game!();
        crate::no_chance!();

        fn seats(&self) -> u8 {
            1
        }
        fn start(&self) -> Option<u32> {
            Some(0)
        }
        fn turn(&self, state: &Option<u32>) -> Turn {
            state.map_or(Turn::Over, |_| Turn::Player(Seat(0)))
        }
        fn moves<B>(
            &self,
            _: &Option<u32>,
            visit: impl FnMut(bool) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            [false, true].into_iter().try_for_each(visit)
        }
        fn play(&self, state: &mut Option<u32>, on: bool) {
            *state = state.filter(|_| on).map(|n| n + 1);
        }
        fn shares(&self, state: &Option<u32>) -> Option<Shares> {
            state.is_none().then(|| Shares::draw(1))
        }
    }

    #[test]
    fn a_deep_count_does_not_overflow_the_stack() {
        let history = GameHistory::new(&Endless, Some(0));
        assert_eq!([0, 1, 2, 3].map(|depth| perft(&Endless, &history, depth)), [1, 2, 2, 2]);
        assert_eq!(perft(&Endless, &history, 1_000_000), 2);
    }
}
