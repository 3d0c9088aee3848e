//! What a repetition rule remembers on the way down the tree.

use parlour_core::{Game, Turn};

/// The keys of the positions since the last that cannot come again: those of the real game, then
/// those of the line that is being simulated. Counts as [`parlour_core::Course`] does, but goes
/// back to the real position without copying.
pub(crate) struct Past<K> {
    keys: Vec<K>,
    /// How many keys the real game brought.
    real: usize,
    /// Keys before this one no longer count.
    since: usize,
}

impl<K: Copy + Eq> Past<K> {
    pub(crate) fn new(keys: &[K]) -> Self {
        Past { keys: keys.to_vec(), real: keys.len(), since: 0 }
    }

    /// Back to the real position.
    pub(crate) fn rewind(&mut self) {
        self.keys.truncate(self.real);
        self.since = 0;
    }

    /// Notes the position that an action brought, and ends the game if it came too often.
    pub(crate) fn remember<G: Game<Key = K>>(&mut self, game: &G, state: &mut G::State) {
        let Some(key) = game.key(state) else { return };
        if game.irreversible(state) {
            self.since = self.keys.len();
        }
        let before = self.keys[self.since..].iter().filter(|&&k| k == key).count();
        self.keys.push(key);
        if before + 1 >= G::RECURRENCES && game.turn(state) != Turn::Over {
            game.end_by_recurrence(state);
        }
    }
}
