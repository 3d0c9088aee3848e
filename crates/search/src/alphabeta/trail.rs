//! The positions on the way down, as far as they may come again.

use parlour_core::Game;
use parlour_core::course::{Mark, Past};

/// The past of the real game, and the way down from its last position.
pub(super) struct Trail<K> {
    past: Past<K>,
    /// How to go back from each position on the way.
    marks: Vec<Mark>,
}

impl<K: Copy + Eq> Trail<K> {
    /// Nothing has come before, and no way has been gone.
    pub(super) fn new() -> Self {
        Trail { past: Past::new(Vec::new()), marks: Vec::new() }
    }

    /// Starts at the last of the real game's keys.
    pub(super) fn begin(&mut self, keys: &[K]) {
        self.past = Past::new(keys.to_vec());
        self.marks.clear();
    }

    /// Goes back to where it started.
    pub(super) fn go_back(&mut self) {
        while !self.marks.is_empty() {
            self.leave();
        }
    }

    /// Whether a position that follows would end the game by coming again, or leads back to
    /// one on the way down; which place on the way it hangs on, 0 where it is the real game's past.
    /// To come back counts as an end too: who comes back once can do so again.
    pub(super) fn comes_again<G: Game<Key = K>>(
        &self,
        game: &G,
        state: &G::State,
    ) -> Option<usize> {
        let key = game.key(state)?;
        if game.irreversible(state) {
            return None;
        }
        let mut times = 1;
        let back = self.past.keys().iter().rev().enumerate().position(|(back, &earlier)| {
            times += usize::from(earlier == key);
            earlier == key && (back <= self.marks.len() || times >= G::RECURRENCES)
        });
        back.map(|back| self.marks.len().saturating_sub(back))
    }

    /// Goes on to a position that does not end the game.
    pub(super) fn enter<G: Game<Key = K>>(&mut self, game: &G, mut state: G::State) {
        self.marks.push(self.past.mark());
        self.past.remember(game, &mut state);
    }

    /// Goes back from it.
    pub(super) fn leave(&mut self) {
        if let Some(mark) = self.marks.pop() {
            self.past.rewind(mark);
        }
    }
}
