//! Learning the weights of a sum of features.
//!
//! A [`School`] plays games with the weights that it has, keeps every position with how the game
//! went on from there, and now and then finds weights that would have foreseen it better. Then it
//! plays with those.

mod fit;
mod lesson;

use std::sync::Arc;

use parlour_core::rng::{below, derived, seeded};
use parlour_core::{PerSeat, Seat};

use super::Learner;
use super::ahead::Ahead;
use super::pupil::{Effort, Pupil, play};
use crate::alphabeta::Params;
use crate::heuristics::Heuristics;
use crate::rival::{Judge, Rival};

use fit::{fit, loss};
use lesson::Lesson;

/// A game whose positions are judged by sums of features, each with a weight.
pub trait Linear: Heuristics {
    /// For two players: tells the features of a position, each with how much more of it the first
    /// player has than the second. A feature may be told in parts.
    fn features(&self, state: &Self::State, tell: impl FnMut(usize, i32));

    /// For any number: tells what speaks for each player. Everybody's share of the win follows from
    /// the differences of the sums. Of two players only what the first is ahead by is told.
    fn sides(&self, state: &Self::State, mut tell: impl FnMut(Seat, usize, i32)) {
        self.features(state, |feature, count| tell(Seat(0), feature, count));
    }

    /// The weights that the game plays with, in thousandths of log-odds, one for each feature.
    fn weights(&self) -> &[i32];
}

/// Everybody's share of the win under these weights.
#[inline(always)]
pub fn estimate<G: Linear>(game: &G, state: &G::State, weights: &[i32]) -> PerSeat<f32> {
    let mut sums = PerSeat::new(game.seats(), 0);
    game.sides(state, |seat, feature, count| sums[seat] += weights[feature] * count);
    let mut strengths = PerSeat::new(game.seats(), 0.0);
    sums.iter().for_each(|(seat, sum)| strengths[seat] = f64::from(sum) / 1000.0);
    softmax(strengths).map(|share| share as f32)
}

/// Shares that stand to each other as e to the power of the strengths does.
#[inline]
fn softmax(mut strengths: PerSeat<f64>) -> PerSeat<f64> {
    let seats = (0..strengths.seats()).map(Seat);
    let most = strengths.as_slice().iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut total = 0.0;
    for seat in seats.clone() {
        strengths[seat] = (strengths[seat] - most).exp();
        total += strengths[seat];
    }
    seats.for_each(|seat| strengths[seat] /= total);
    strengths
}

/// Judges by weights of its own, one for each feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Arc<[i32]>);

impl Weights {
    /// These weights.
    pub fn new(weights: &[i32]) -> Self {
        Weights(weights.into())
    }
}

impl<G: Linear> Judge<G> for Weights {
    #[inline(always)]
    fn evaluate(&self, game: &G, state: &G::State) -> i32 {
        let mut sum = 0;
        game.features(state, |feature, count| sum += self.0[feature] * count);
        sum
    }

    #[inline(always)]
    fn estimate(&self, game: &G, state: &G::State) -> Option<PerSeat<f32>> {
        (game.seats() != 2).then(|| estimate(game, state, &self.0))
    }
}

/// How games are played to learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Schooling {
    /// Positions looked at for each move in a game of two.
    nodes: u64,
    /// How far ahead, and how many moves of each player are followed, at a table of more.
    plies: u32,
    width: usize,
    /// At most so many random moves come first, so that games differ.
    opening: u32,
    /// How much what comes later counts against what the search thinks now, at every move.
    trust: f64,
    /// The newest positions are learned from, so many of them.
    memory: usize,
    /// After so many games the weights are found anew.
    term: u64,
    /// How often each position is gone through then.
    rounds: u32,
}

const SCHOOLING: Schooling = Schooling {
    nodes: 2_000,
    plies: 2,
    width: 8,
    opening: 12,
    trust: 0.95,
    memory: 400_000,
    term: 250,
    rounds: 8,
};

/// A game that learns.
pub struct School<G: Linear> {
    game: G,
    seed: u64,
    games: u64,
    weights: Vec<i32>,
    lessons: Vec<Lesson>,
    ahead: Ahead<Vec<Lesson>>,
}

impl<G: Linear> std::fmt::Debug for School<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("School")
            .field("game", &self.game)
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}

/// Somebody who judges by these weights.
fn pupil<G: Linear>(game: &G, weights: &[i32]) -> Pupil<G> {
    let judge = Weights::new(weights);
    let (search, effort) = match game.seats() {
        2 => {
            let habits = Params { capacity: 1 << 14, ..Params::DEFAULT };
            (Rival::new(game, judge, habits), Effort::Nodes(SCHOOLING.nodes))
        }
        _ => (Rival::at_table(game, judge, SCHOOLING.width), Effort::Plies(SCHOOLING.plies)),
    };
    Pupil { search: Box::new(search), effort, slips: 0 }
}

impl<G: Linear> School<G> {
    /// Begins with the weights that the game plays with.
    pub fn new(game: &G, seed: u64) -> Self {
        let weights = game.weights().to_vec();
        School {
            game: game.clone(),
            seed,
            games: 0,
            weights,
            lessons: Vec::new(),
            ahead: Ahead::new(),
        }
    }

    /// Plays the game with this number. Its positions, the last one first.
    fn play(&self, number: u64) -> Vec<Lesson> {
        let mut rng = seeded(derived(self.seed, number));
        let random = below(&mut rng, SCHOOLING.opening + 1);
        let mut pupils = [pupil(&self.game, &self.weights)];
        let at = vec![0; self.game.seats().into()];
        let mut seen = Vec::new();
        let show = |state: &G::State, _, thought| {
            seen.push((Lesson::new(&self.game, state), thought));
        };
        let mut target = play(&self.game, &mut pupils, &at, random, &mut rng, show);
        let told = |(lesson, thought): (Lesson, PerSeat<f64>)| {
            let told = Lesson { target, ..lesson };
            for (seat, thought) in thought.iter() {
                target[seat] = SCHOOLING.trust * target[seat] + (1.0 - SCHOOLING.trust) * thought;
            }
            told
        };
        seen.into_iter().rev().map(told).collect()
    }
}

impl<G: Linear> Learner for School<G> {
    fn games(&self) -> u64 {
        self.games
    }

    fn spread(&mut self, threads: usize) {
        self.ahead.spread(threads);
    }

    fn learn(&mut self) -> f64 {
        let mut ahead = std::mem::take(&mut self.ahead);
        let end = (self.games + 1).next_multiple_of(SCHOOLING.term);
        let newest = ahead.next(self.games, end, |number| self.play(number));
        self.ahead = ahead;
        self.games += 1;
        let surprise = loss(&newest, &self.weights);
        self.lessons.extend(newest);
        if self.games.is_multiple_of(SCHOOLING.term) {
            let old = self.lessons.len().saturating_sub(SCHOOLING.memory);
            self.lessons.drain(..old);
            self.weights = fit(&self.lessons, &self.weights, SCHOOLING.rounds, self.seed);
        }
        surprise
    }

    fn trial(&self, games: u64, go_on: &dyn Fn(u64) -> bool) -> Option<f64> {
        let mut pupils =
            [&*self.weights, self.game.weights()].map(|weights| pupil(&self.game, weights));
        let mut won = 0.0;
        for round in 0..games {
            if !go_on(round) {
                return None;
            }
            // The same opening twice, with the seats changing hands: every other one is the
            // learner's, so that who is as good wins half of two games.
            let mut rng = seeded(self.seed.wrapping_add(round / 2));
            let seats = usize::from(self.game.seats());
            let at: Vec<usize> = (0..seats).map(|seat| (seat + round as usize) % 2).collect();
            let random = below(&mut rng, SCHOOLING.opening + 1);
            let shares = play(&self.game, &mut pupils, &at, random, &mut rng, |_, _, _| {});
            won += shares
                .iter()
                .filter(|(seat, _)| at[seat.index()] == 0)
                .map(|(_, s)| s)
                .sum::<f64>();
        }
        Some(won / games.max(1) as f64)
    }

    fn save(&self) -> Vec<u8> {
        let mut text = format!("{} {}\n{}\n", self.seed, self.games, numbers(&self.weights));
        for lesson in &self.lessons {
            text += &lesson.write();
            text.push('\n');
        }
        text.into_bytes()
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), String> {
        let text = std::str::from_utf8(saved).map_err(|error| error.to_string())?;
        let bad = || "this is not what this game has learned".to_owned();
        let (head, rest) = text.split_once('\n').ok_or_else(bad)?;
        let (weights, lessons) = rest.split_once('\n').ok_or_else(bad)?;
        let (seed, games) = head.split_once(' ').ok_or_else(bad)?;
        let weights: Vec<i32> = parsed(weights).ok_or_else(bad)?;
        if weights.len() != self.weights.len() {
            return Err(bad());
        }
        let (seats, features) = (self.game.seats(), weights.len());
        let read = |line| Lesson::read(line, seats, features);
        let lessons = lessons.lines().map(read).collect::<Option<_>>();
        self.lessons = lessons.ok_or_else(bad)?;
        self.seed = seed.parse().map_err(|_| bad())?;
        self.games = games.parse().map_err(|_| bad())?;
        self.weights = weights;
        self.ahead.clear();
        Ok(())
    }

    fn weights(&self) -> Vec<u8> {
        let lines: Vec<String> = self.weights.chunks(10).map(numbers).collect();
        let comment = "# What each feature speaks for, in thousandths of log-odds.";
        format!("{comment}\n{}\n", lines.join("\n")).into_bytes()
    }
}

fn numbers(numbers: &[i32]) -> String {
    numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
}

fn parsed<T: std::str::FromStr>(text: &str) -> Option<Vec<T>> {
    text.split(' ').map(|number| number.parse().ok()).collect()
}
