//! A game with another evaluation.

use std::fmt::Debug;
use std::ops::ControlFlow;

use parlour_core::rng::Rng;
use parlour_core::{ActionOf, Game, PerSeat, SeenOf, Shares, Turn, Viewer};

use crate::heuristics::Heuristics;

/// Another evaluation of the positions of a game.
pub trait Evaluator<G: Heuristics>: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// For two players: how far the first is ahead of the second, as in [`Heuristics::evaluate`].
    fn evaluate(&self, game: &G, state: &G::State) -> Option<i32> {
        game.evaluate(state)
    }

    /// Everybody's share of the win, as in [`Heuristics::estimate`].
    fn estimate(&self, game: &G, state: &G::State) -> Option<PerSeat<f32>> {
        game.estimate(state)
    }
}

/// A game whose positions are evaluated by `E`. Everything else is the game's own.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated<G, E> {
    game: G,
    evaluator: E,
}

impl<G: Heuristics, E: Evaluator<G>> Evaluated<G, E> {
    /// `game` with this evaluation.
    pub fn new(game: &G, evaluator: E) -> Self {
        Evaluated { game: game.clone(), evaluator }
    }
}

impl<G: Heuristics, E: Evaluator<G>> Heuristics for Evaluated<G, E> {
    fn estimate(&self, state: &G::State) -> Option<PerSeat<f32>> {
        self.evaluator.estimate(&self.game, state)
    }

    fn evaluate(&self, state: &G::State) -> Option<i32> {
        self.evaluator.evaluate(&self.game, state)
    }

    fn expectation(&self, evaluation: i32) -> f64 {
        self.game.expectation(evaluation)
    }

    fn hash(&self, state: &G::State) -> u64 {
        self.game.hash(state)
    }

    fn move_score(&self, state: &G::State, mv: G::Move) -> i32 {
        self.game.move_score(state, mv)
    }
}

impl<G: Heuristics, E: Evaluator<G>> Game for Evaluated<G, E> {
    type State = G::State;
    type Move = G::Move;
    type Chance = G::Chance;
    type View = G::View;
    type Key = G::Key;

    const OPEN: bool = G::OPEN;
    const RECURRENCES: usize = G::RECURRENCES;

    fn seats(&self) -> u8 {
        self.game.seats()
    }

    fn start(&self) -> G::State {
        self.game.start()
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.game.turn(state)
    }

    fn moves<B>(
        &self,
        state: &G::State,
        visit: impl FnMut(G::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.game.moves(state, visit)
    }

    fn chances<B>(
        &self,
        state: &G::State,
        visit: impl FnMut(G::Chance, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.game.chances(state, visit)
    }

    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.game.play(state, mv);
    }

    fn resolve(&self, state: &mut G::State, chance: G::Chance) {
        self.game.resolve(state, chance);
    }

    fn shares(&self, state: &G::State) -> Option<Shares> {
        self.game.shares(state)
    }

    fn view(&self, state: &G::State, viewer: Viewer) -> G::View {
        self.game.view(state, viewer)
    }

    fn determinize<R: Rng + ?Sized>(&self, view: &G::View, rng: &mut R) -> G::State {
        self.game.determinize(view, rng)
    }

    fn seen(&self, before: &G::State, action: ActionOf<Self>, viewer: Viewer) -> SeenOf<Self> {
        self.game.seen(before, action, viewer)
    }

    fn key(&self, state: &G::State) -> Option<G::Key> {
        self.game.key(state)
    }

    fn irreversible(&self, state: &G::State) -> bool {
        self.game.irreversible(state)
    }

    fn end_by_recurrence(&self, state: &mut G::State) {
        self.game.end_by_recurrence(state);
    }
}
