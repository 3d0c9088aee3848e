//! A game under another judge.

use std::ops::ControlFlow;

use parlour_core::rng::Rng;
use parlour_core::{ActionOf, Game, PerSeat, SeenOf, Shares, Turn, Viewer};

use super::Judge;
use crate::heuristics::Heuristics;

/// A game whose positions another judges. All else is the game's own.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged<G, J> {
    game: G,
    judge: J,
}

impl<G: Heuristics, J: Judge<G>> Judged<G, J> {
    /// `game` under this judge.
    pub fn new(game: &G, judge: J) -> Self {
        Judged { game: game.clone(), judge }
    }
}

impl<G: Heuristics, J: Judge<G>> Heuristics for Judged<G, J> {
    const ROLLOUT_DEPTH: u32 = G::ROLLOUT_DEPTH;

    fn estimate(&self, state: &G::State) -> Option<PerSeat<f32>> {
        self.judge.estimate(&self.game, state)
    }

    fn evaluate(&self, state: &G::State) -> Option<i32> {
        Some(self.judge.evaluate(&self.game, state))
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

    fn noisy(&self, state: &G::State, mv: G::Move) -> bool {
        self.game.noisy(state, mv)
    }
}

impl<G: Heuristics, J: Judge<G>> Game for Judged<G, J> {
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
