//! Counting action sequences: the classic check of a move generator.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::course::{Course, end_if_recurring};
use crate::game::{Action, ActionOf, Game, Turn, apply};

/// The number of action sequences of length `depth`. Chance outcomes count as actions; a finished
/// game has none. The last ply is counted, not played.
pub fn perft<G: Game>(game: &G, course: &Course<G>, depth: u32) -> u64 {
    perft_until(game, course, depth, &AtomicBool::new(false)).unwrap_or_default()
}

/// The same count, unless `stop` becomes true before it is done: then `None`.
pub fn perft_until<G: Game>(
    game: &G,
    course: &Course<G>,
    depth: u32,
    stop: &AtomicBool,
) -> Option<u64> {
    let mut walk = Walk { game, keys: course.keys().to_vec(), stop, stopped: false };
    let count = walk.count(course.state(), 0, depth);
    (!walk.stopped).then_some(count)
}

/// A walk through the tree. The keys of the positions on the way share one stack, so that a node
/// costs no allocation.
struct Walk<'a, G: Game> {
    game: &'a G,
    keys: Vec<G::Key>,
    stop: &'a AtomicBool,
    stopped: bool,
}

impl<G: Game> Walk<'_, G> {
    /// The count below `state`. The keys from `first` on are of positions that could come again.
    fn count(&mut self, state: &G::State, first: usize, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let game = self.game;
        let mut count = 0;
        match game.turn(state) {
            Turn::Over => {}
            Turn::Player(_) if depth == 1 => count = game.count_moves(state),
            Turn::Chance if depth == 1 => game.chances(state, |_, _| count += 1),
            _ if self.stop.load(Ordering::Relaxed) => self.stopped = true,
            Turn::Player(_) => {
                let _ = game.moves(state, |mv| {
                    count += self.after(state, Action::Move(mv), first, depth);
                    if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
            }
            Turn::Chance => game.chances(state, |chance, _| {
                count += self.after(state, Action::Chance(chance), first, depth);
            }),
        }
        count
    }

    /// The count that begins with `action`.
    fn after(
        &mut self,
        state: &G::State,
        action: ActionOf<G>,
        mut first: usize,
        depth: u32,
    ) -> u64 {
        let mut next = *state;
        apply(self.game, &mut next, action);
        let Some(key) = self.game.key(&next) else { return self.count(&next, first, depth - 1) };
        let height = self.keys.len();
        if self.game.irreversible(&next) {
            first = height;
        }
        end_if_recurring(self.game, &mut next, &self.keys[first..], key);
        self.keys.push(key);
        let count = self.count(&next, first, depth - 1);
        self.keys.truncate(height);
        count
    }
}
