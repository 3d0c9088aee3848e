//! A game history: a position together with what repetition rules remember of the past.

use crate::game::{ActionOf, Game, Turn, apply};
use crate::seat::Shares;

/// The keys of the positions that could still come again, the latest last.
///
/// This is the only bookkeeping of repetitions: a running game, a count of sequences and a search
/// all keep one. It can go back to where it was without copying; see [`RepetitionHistory::mark`].
#[derive(Clone, Debug)]
pub struct RepetitionHistory<K> {
    keys: Vec<K>,
    /// Keys before this one cannot come again.
    since: usize,
}

/// A moment that a [`RepetitionHistory`] can go back to, as long as it has not gone back further meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    length: usize,
    since: usize,
}

impl<K: Copy + Eq> RepetitionHistory<K> {
    /// A past with these keys, the oldest first.
    pub fn new(keys: Vec<K>) -> Self {
        RepetitionHistory { keys, since: 0 }
    }

    /// The keys of the positions that could still come again, the latest last.
    pub fn keys(&self) -> &[K] {
        &self.keys[self.since..]
    }

    /// How often a key has come.
    pub fn times(&self, key: K) -> usize {
        self.keys().iter().filter(|&&k| k == key).count()
    }

    /// This moment.
    pub fn mark(&self) -> Mark {
        Mark { length: self.keys.len(), since: self.since }
    }

    /// Back to an earlier moment.
    pub fn rewind(&mut self, mark: Mark) {
        self.keys.truncate(mark.length);
        self.since = mark.since;
    }

    /// Drops what cannot come again. Earlier marks lose their meaning.
    pub fn forget(&mut self) {
        self.keys.drain(..self.since);
        self.since = 0;
    }

    /// Notes the position that an action has just brought, and ends the game if it has come
    /// [`Game::RECURRENCES`] times.
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

/// A position and its past, as far as the past still matters.
///
/// Equal positions are equal states; that a position came before is not part of it. A game history adds
/// that memory, and ends the game when a position has come [`Game::RECURRENCES`] times.
#[derive(Clone, Debug)]
pub struct GameHistory<G: Game> {
    state: G::State,
    past: RepetitionHistory<G::Key>,
}

impl<G: Game> GameHistory<G> {
    /// A history that begins here; this position counts as its first time.
    pub fn new(game: &G, state: G::State) -> Self {
        GameHistory { state, past: RepetitionHistory::new(game.key(&state).into_iter().collect()) }
    }

    /// A history that begins here with a known past (oldest key first, this position's last).
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
