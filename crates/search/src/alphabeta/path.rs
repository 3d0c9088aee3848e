//! The search path, as far as its positions may recur.

use parlour_core::Game;
use parlour_core::history::{HistoryPoint, RepetitionHistory};

/// The repetition history of the game, and the path from its last position.
pub(super) struct SearchPath<K> {
    past: RepetitionHistory<K>,
    /// How to go back from each position on the path.
    marks: Vec<HistoryPoint>,
}

impl<K: Copy + Eq> SearchPath<K> {
    /// An empty path without history.
    pub(super) fn new() -> Self {
        SearchPath { past: RepetitionHistory::new(Vec::new()), marks: Vec::new() }
    }

    /// Starts at the last of the game's keys.
    pub(super) fn begin(&mut self, keys: &[K]) {
        self.past = RepetitionHistory::new(keys.to_vec());
        self.marks.clear();
    }

    /// Goes back to the root.
    pub(super) fn go_back(&mut self) {
        while !self.marks.is_empty() {
            self.leave();
        }
    }

    /// Whether a position would end the game by recurrence, or repeats one on the path. Returns the ply of
    /// the repeated position, 0 for one of the game's own history. One repetition on the path counts as an
    /// end: the players can repeat it again.
    pub(super) fn recurs<G: Game<Key = K>>(&self, game: &G, state: &G::State) -> Option<usize> {
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

    /// Enters a position that does not end the game.
    pub(super) fn enter<G: Game<Key = K>>(&mut self, game: &G, mut state: G::State) {
        self.marks.push(self.past.mark());
        self.past.remember(game, &mut state);
    }

    pub(super) fn leave(&mut self) {
        if let Some(mark) = self.marks.pop() {
            self.past.rewind(mark);
        }
    }
}
