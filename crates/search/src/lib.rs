//! Players for any game. This crate names no game: it sees the rules through
//! [`parlour_core::Game`], and of a position only what the mover may know.
//!
//! [`think`] is a Monte Carlo tree search over what the mover sees happen. Every simulation
//! imagines a world that fits the mover's view, walks down one tree that all those worlds share,
//! and plays the rest at random. See [`Style`] for what can be tuned.

pub mod arena;
mod hash;
mod mcts;
mod past;
mod playout;
mod tree;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use parlour_core::Game;

pub use playout::playout;

/// How long to think. Whichever limit comes first ends the search; with none, only a stop does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// The mover's mean share of the win, from 0 to 1; an even share where nothing was tried.
    pub value: f64,
}

/// What a search found: candidates, the best first. Where the others will not see which move is
/// made, the first is drawn among the good ones, so that they cannot foresee it either.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<M> {
    /// Every legal move; never empty.
    pub candidates: Vec<Candidate<M>>,
    /// How many simulations were made; none for a sole legal move.
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

/// How a search goes about its work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// How much a move's being little tried speaks for trying it.
    pub exploration: f64,
    /// How many simulations the first guess at an untried move's value is worth.
    pub prior: f64,
    /// How much worse an untried move is taken to be than those that were tried.
    pub reserve: f64,
    /// How often a position is played out before its moves join the tree.
    pub patience: u32,
    /// The most positions that the tree may hold (the first moves always fit); when it is full,
    /// it grows no more.
    pub capacity: u32,
    /// So many random actions are made below the tree before a game's outlook is asked for;
    /// `None` leaves it to the game.
    pub foresight: Option<u32>,
    /// After so many actions a random game without an outlook is broken off.
    pub longest: u32,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            exploration: 0.4,
            prior: 1.0,
            reserve: 0.0,
            patience: 1,
            capacity: 1 << 20,
            foresight: None,
            longest: 4096,
        }
    }
}

/// Looks for the best move.
pub fn think<G: Game>(task: &Task<'_, G>) -> Thought<G::Move> {
    think_aloud(task, &Style::default(), &mut |_| {})
}

/// Looks for the best move in a style of one's own, and tells now and then what has been found.
///
/// Reports come when the number of simulations has doubled, so they are as repeatable as the
/// search; none comes at the end.
pub fn think_aloud<G: Game>(
    task: &Task<'_, G>,
    style: &Style,
    report: &mut dyn FnMut(&Thought<G::Move>),
) -> Thought<G::Move> {
    mcts::Search::new(task, style).run(report)
}
