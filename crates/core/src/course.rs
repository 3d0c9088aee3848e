//! A course of play: a position together with what repetition rules remember of the past.

use crate::game::{ActionOf, Game, Turn, apply};
use crate::seat::Shares;

/// A position and its past, as far as the past still matters.
///
/// Equal positions are equal states; that a position came before is not part of it. A course adds
/// that memory, and ends the game when a position has come [`Game::RECURRENCES`] times.
#[derive(Clone, Debug)]
pub struct Course<G: Game> {
    state: G::State,
    keys: Vec<G::Key>,
}

impl<G: Game> Course<G> {
    /// A course that begins here; this position counts as its first time.
    pub fn new(game: &G, state: G::State) -> Self {
        Course { state, keys: game.key(&state).into_iter().collect() }
    }

    /// A course that begins here with a known past (oldest key first, this position's last).
    pub fn with_past(state: G::State, keys: Vec<G::Key>) -> Self {
        Course { state, keys }
    }

    /// The position.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The keys of the positions that could still come again, this one's last.
    pub fn keys(&self) -> &[G::Key] {
        &self.keys
    }

    /// Makes an action. Precondition: it is legal here.
    pub fn apply(&mut self, game: &G, action: ActionOf<G>) {
        apply(game, &mut self.state, action);
        self.remember(game);
    }

    fn remember(&mut self, game: &G) {
        let Some(key) = game.key(&self.state) else { return };
        if game.irreversible(&self.state) {
            self.keys.clear();
        }
        end_if_recurring(game, &mut self.state, &self.keys, key);
        self.keys.push(key);
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

/// Ends the game if `key`, the key of `state`, has come often enough with the times in `past`.
pub(crate) fn end_if_recurring<G: Game>(
    game: &G,
    state: &mut G::State,
    past: &[G::Key],
    key: G::Key,
) {
    if past.len() + 1 < G::RECURRENCES {
        return;
    }
    let before = past.iter().filter(|&&k| k == key).count();
    if before + 1 >= G::RECURRENCES && game.turn(state) != Turn::Over {
        game.end_by_recurrence(state);
    }
}
