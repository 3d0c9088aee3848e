//! Players for any game. This crate names no game: it sees the rules through
//! [`parlour_core::Game`], and of a position only what the mover may know.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use parlour_core::Game;

/// How long to think. Whichever limit comes first ends the search; with none, only a stop does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// So much time.
    pub time: Option<Duration>,
    /// So many simulated games.
    pub nodes: Option<u64>,
}

/// One move that was looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// How many simulations tried it.
    pub visits: u64,
    /// The mover's mean share of the win, from 0 to 1.
    pub value: f64,
}

/// What a search found: candidates, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<M> {
    /// Never empty.
    pub candidates: Vec<Candidate<M>>,
    /// How many simulations were made.
    pub nodes: u64,
}

/// What to search, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// What the mover knows. The mover must be the one to act.
    pub view: &'a G::View,
    /// The keys of earlier positions that may come again, this one's last.
    pub keys: &'a [G::Key],
    /// When to end.
    pub budget: Budget,
    /// Makes the search repeatable under a node budget.
    pub seed: u64,
    /// Ends the search early when it becomes true.
    pub stop: &'a AtomicBool,
}

/// Plays uniformly random actions until the game ends; the number of actions made.
#[inline]
pub fn playout<G: Game, R: parlour_core::rng::Rng>(
    game: &G,
    mut state: G::State,
    rng: &mut R,
) -> u64 {
    use parlour_core::Turn;
    let mut count = 0;
    loop {
        match game.turn(&state) {
            Turn::Player(_) => {
                let mv = game.sample_move(&state, rng);
                game.play(&mut state, mv);
            }
            Turn::Chance => {
                let chance = game.sample_chance(&state, rng);
                game.resolve(&mut state, chance);
            }
            Turn::Over => return count,
        }
        count += 1;
    }
}

/// Looks for the best move.
pub fn think<G: Game>(task: &Task<'_, G>) -> Thought<G::Move> {
    let mut rng = parlour_core::rng::seeded(task.seed);
    let world = task.game.determinize(task.view, &mut rng);
    let mv = task.game.sample_move(&world, &mut rng);
    Thought { candidates: vec![Candidate { mv, visits: 1, value: 0.5 }], nodes: 1 }
}
