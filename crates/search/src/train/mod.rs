//! Learning the weights of an evaluation from games that it plays against itself.
//!
//! A [`School`] plays games with the weights it has, keeps every position with how the game went on
//! from there, and finds weights that would have foreseen it better. Then it plays with those.

mod fit;
mod trial;

use parlour_core::rng::{below, seeded};
use parlour_core::{Action, Course, Seat, Turn, Viewer};

use crate::alphabeta::{AlphaBeta, Habits};
use crate::engine::{Engine, Task};
use crate::mind::Mind;

pub use fit::fit;
pub use trial::Trial;

/// A game of two whose evaluation is a sum of features, each with a weight.
pub trait Linear: Mind {
    /// How many features there are.
    const FEATURES: usize;

    /// Tells the features of a position, each with how much more of it the first player has than
    /// the second. A feature may be told in parts.
    fn features(&self, state: &Self::State, tell: impl FnMut(usize, i32));

    /// The weights that the game plays with, in thousandths of log-odds.
    fn weights(&self) -> &[i32];

    /// The evaluation, given the weighted sum of the features.
    fn tempered(&self, state: &Self::State, sum: i32) -> i32 {
        let _ = state;
        sum
    }
}

/// How games are played to learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schooling {
    /// Positions looked at for each move.
    pub nodes: u64,
    /// At most so many random moves come first, so that games differ.
    pub opening: u32,
    /// Later on one move in so many is random; 0 for none.
    pub slip: u32,
    /// How much the end of the game counts against what the search thought, from 0 to 1.
    pub result: f64,
    /// The newest positions are learned from, so many of them.
    pub memory: usize,
    /// How often each of them is gone through.
    pub rounds: u32,
}

impl Default for Schooling {
    fn default() -> Self {
        Schooling { nodes: 1500, opening: 12, slip: 50, result: 0.7, memory: 400_000, rounds: 30 }
    }
}

/// A position to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Its features.
    features: Vec<(u16, i16)>,
    /// The first player's share of the win, as it turned out and as the search saw it.
    target: f64,
}

/// A game that learns.
pub struct School<G: Linear> {
    game: G,
    schooling: Schooling,
    search: AlphaBeta<Trial<G>>,
    weights: Vec<i32>,
    lessons: Vec<Lesson>,
}

impl<G: Linear> std::fmt::Debug for School<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("School")
            .field("game", &self.game)
            .field("schooling", &self.schooling)
            .field("lessons", &self.lessons.len())
            .finish_non_exhaustive()
    }
}

impl<G: Linear> School<G> {
    /// Begins with these weights.
    ///
    /// # Panics
    /// When there is not one for each feature.
    pub fn new(game: G, habits: Habits, weights: &[i32], schooling: Schooling) -> Self {
        let trial = Trial::new(game.clone(), weights);
        let search = AlphaBeta::new(&trial, habits);
        School { game, schooling, search, weights: weights.to_vec(), lessons: Vec::new() }
    }

    /// The weights as they are now.
    pub fn weights(&self) -> &[i32] {
        &self.weights
    }

    /// The positions that were kept.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// Plays one game and keeps its positions. The first player's share of the win.
    pub fn play(&mut self, seed: u64) -> f64 {
        let mut rng = seeded(seed);
        let game = Trial::new(self.game.clone(), &self.weights);
        let mut course = Course::new(&game, parlour_core::Game::start(&game));
        let opening = below(&mut rng, self.schooling.opening + 1);
        let (mut count, mut thoughts) = (0, Vec::new());
        while let Turn::Player(seat) = course.turn(&game) {
            let slips = self.schooling.slip > 0 && below(&mut rng, self.schooling.slip) == 0;
            let mv = if count < opening || slips {
                parlour_core::Game::sample_move(&game, course.state(), &mut rng)
            } else {
                let (mv, share) = self.think(&game, &course, seat);
                thoughts.push((self.lesson(course.state()), share));
                mv
            };
            course.apply(&game, Action::Move(mv));
            count += 1;
        }
        let share = course.shares(&game).map_or(0.5, |shares| shares[Seat(0)].value());
        let result = self.schooling.result;
        for (lesson, thought) in thoughts {
            let target = result * share + (1.0 - result) * thought;
            self.lessons.push(Lesson { target, ..lesson });
        }
        share
    }

    /// The best move, and what the first player may expect.
    fn think(&mut self, game: &Trial<G>, course: &Course<Trial<G>>, seat: Seat) -> (G::Move, f64) {
        let view = parlour_core::Game::view(game, course.state(), Viewer::Seat(seat));
        let past = course.keys().to_vec();
        self.search.begin(Task { past, reuse: true, ..Task::new(game, view, 0) });
        self.search.step(self.schooling.nodes);
        let best = &self.search.report().lines[0];
        (best.choice(), best.shares[Seat(0)])
    }

    fn lesson(&self, state: &G::State) -> Lesson {
        let mut counts = vec![0i32; G::FEATURES];
        self.game.features(state, |feature, count| counts[feature] += count);
        let features = (0..)
            .zip(counts)
            .filter(|&(_, count)| count != 0)
            .map(|(feature, count)| (feature, count as i16))
            .collect();
        Lesson { features, target: 0.5 }
    }

    /// Learns from the newest positions; the mean loss in nats before and after.
    pub fn learn(&mut self, seed: u64) -> (f64, f64) {
        let old = self.lessons.len().saturating_sub(self.schooling.memory);
        self.lessons.drain(..old);
        let before = fit::loss(&self.lessons, &self.weights);
        self.weights = fit(&self.lessons, &self.weights, self.schooling.rounds, seed);
        (before, fit::loss(&self.lessons, &self.weights))
    }
}
