//! A game history: a position together with what repetition rules remember of the past.

use crate::game::{ActionOf, Game, Turn, apply};
use crate::seat::Shares;

/// The repetition history: the keys of the positions that can still recur, the latest last.
///
/// A running game, a perft count and a search each keep one. It can go back without copying; see
/// [`RepetitionHistory::mark`].
#[derive(Clone, Debug)]
pub struct RepetitionHistory<K> {
    keys: Vec<K>,
    /// Keys before this index cannot recur.
    since: usize,
}

/// A point that a [`RepetitionHistory`] can go back to, unless it has gone back further meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryPoint {
    length: usize,
    since: usize,
}

impl<K: Copy + Eq> RepetitionHistory<K> {
    /// A history with these keys, the oldest first.
    pub fn new(keys: Vec<K>) -> Self {
        RepetitionHistory { keys, since: 0 }
    }

    /// The keys of the positions that can still recur, the latest last.
    pub fn keys(&self) -> &[K] {
        &self.keys[self.since..]
    }

    /// How often a key has occurred.
    pub fn times(&self, key: K) -> usize {
        self.keys().iter().filter(|&&k| k == key).count()
    }

    /// The present point.
    pub fn mark(&self) -> HistoryPoint {
        HistoryPoint { length: self.keys.len(), since: self.since }
    }

    /// Goes back to an earlier point.
    pub fn rewind(&mut self, mark: HistoryPoint) {
        self.keys.truncate(mark.length);
        self.since = mark.since;
    }

    /// Drops what cannot recur. Earlier marks become invalid.
    pub fn forget(&mut self) {
        self.keys.drain(..self.since);
        self.since = 0;
    }

    /// Adds the position after an action, and ends the game if it has occurred [`Game::RECURRENCES`] times.
    #[inline]
    pub fn remember<G: Game<Key = K>>(&mut self, game: &G, state: &mut G::State) {
        let Some(key) = game.key(state) else { return };
        if game.irreversible(state) {
            self.since = self.keys.len();
        }
        let recurs = self.keys().len() + 1 >= G::RECURRENCES
            && self.times(key) + 1 >= G::RECURRENCES
            && game.turn(state) != Turn::Over;
        if recurs {
            game.end_by_recurrence(state);
        }
        self.keys.push(key);
    }
}

/// A position and its repetition history.
///
/// Equal positions are equal states, whatever came before. A game history adds what came before, and ends
/// the game when a position has occurred [`Game::RECURRENCES`] times.
#[derive(Clone, Debug)]
pub struct GameHistory<G: Game> {
    state: G::State,
    past: RepetitionHistory<G::Key>,
}

impl<G: Game> GameHistory<G> {
    /// A history that begins here; this position has occurred once.
    pub fn new(game: &G, state: G::State) -> Self {
        GameHistory { state, past: RepetitionHistory::new(game.key(&state).into_iter().collect()) }
    }

    /// A history that begins here after these keys (the oldest first, this position's last).
    pub fn with_past(state: G::State, keys: Vec<G::Key>) -> Self {
        GameHistory { state, past: RepetitionHistory::new(keys) }
    }

    /// The position.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The keys of the positions that could still come again, this one's last.
    pub fn keys(&self) -> &[G::Key] {
        self.past.keys()
    }

    /// Makes an action. Precondition: it is legal here.
    pub fn apply(&mut self, game: &G, action: ActionOf<G>) {
        apply(game, &mut self.state, action);
        self.past.remember(game, &mut self.state);
        self.past.forget();
    }

    /// Who acts next.
    pub fn turn(&self, game: &G) -> Turn {
        game.turn(&self.state)
    }

    /// The win, split, once the game is over.
    pub fn shares(&self, game: &G) -> Option<Shares> {
        game.shares(&self.state)
    }
}
