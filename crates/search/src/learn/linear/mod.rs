//! Learning the weights of a sum of features.
//!
//! A [`School`] plays games with the weights that it has, keeps every position with how the game
//! went on from there, and now and then finds weights that would have foreseen it better. Then it
//! plays with those.

mod fit;

use std::sync::Arc;

use parlour_core::rng::{Rng, SeededRng, below, seeded};
use parlour_core::{Action, Course, Seat, Turn, Viewer};

use super::Learner;
use crate::alphabeta::Habits;
use crate::engine::{Engine, Task};
use crate::mind::Mind;
use crate::rival::{Freedom, Judge, Rival};

use fit::{fit, loss};

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

    /// Simple opponents, against whom three of four games to learn from are played: somebody who
    /// only ever meets oneself learns little of others.
    fn rivals(&self) -> Vec<Opponent> {
        Vec::new()
    }
}

/// A simple opponent to learn against.
#[derive(Clone, Debug, PartialEq)]
pub enum Opponent {
    /// One who judges by these weights.
    Weights(Vec<i32>),
    /// One who counts moves ([`Freedom`]), so many plies ahead.
    Freedom(u32),
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
        game.tempered(state, sum)
    }
}

/// How games are played to learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Schooling {
    /// Positions looked at for each move.
    nodes: u64,
    /// At most so many random moves come first, so that games differ.
    opening: u32,
    /// How much what comes later counts against what the search thinks now, at every move.
    trust: f64,
    /// What a draw with a simple opponent is worth: one who aims at it meets walls everywhere.
    draw: f64,
    /// The newest positions are learned from, so many of them.
    memory: usize,
    /// After so many games the weights are found anew.
    term: u64,
    /// How often each position is gone through then.
    rounds: u32,
}

const SCHOOLING: Schooling = Schooling {
    nodes: 2_000,
    opening: 12,
    trust: 0.95,
    draw: 0.25,
    memory: 400_000,
    term: 250,
    rounds: 8,
};

/// A position to learn from.
#[derive(Clone, Debug, PartialEq)]
struct Lesson {
    features: Vec<(u16, i16)>,
    /// The first player's share of the win, as it turned out and as the search saw it.
    target: f64,
}

/// A game that learns.
pub struct School<G: Linear> {
    game: G,
    seed: u64,
    games: u64,
    weights: Vec<i32>,
    lessons: Vec<Lesson>,
}

impl<G: Linear> std::fmt::Debug for School<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("School")
            .field("game", &self.game)
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}

/// Somebody who plays a game to learn from.
struct Pupil<G: Linear> {
    game: G,
    search: Box<dyn Engine<G>>,
    /// How far ahead it looks; without it, for as many positions as are usual in this school.
    depth: Option<u32>,
}

impl<G: Linear> Pupil<G> {
    fn new(game: &G, weights: &[i32]) -> Self {
        let habits = Habits { capacity: 1 << 14, ..Habits::USUAL };
        let search = Box::new(Rival::new(game, Weights::new(weights), habits));
        Pupil { game: game.clone(), search, depth: None }
    }

    fn other(game: &G, opponent: &Opponent) -> Self {
        match opponent {
            Opponent::Weights(weights) => Pupil::new(game, weights),
            &Opponent::Freedom(depth) => {
                let habits = Habits { capacity: 1 << 14, ..Habits::PLAIN };
                let search = Box::new(Rival::new(game, Freedom, habits));
                Pupil { game: game.clone(), search, depth: Some(depth) }
            }
        }
    }

    /// The best move, and what the first player may expect.
    fn think(&mut self, course: &Course<G>, seat: Seat) -> (G::Move, f64) {
        let view = self.game.view(course.state(), Viewer::Seat(seat));
        let (past, depth) = (course.keys().to_vec(), self.depth);
        self.search.begin(Task { past, depth, ..Task::new(&self.game, view, 0) });
        self.search.step(if depth.is_some() { u64::MAX / 2 } else { SCHOOLING.nodes });
        let best = &self.search.report().lines[0];
        (best.choice(), best.shares[Seat(0)])
    }
}

/// Plays a game after a few random moves, and shows every other position with what the player who
/// is to act there makes of it. The first player's share of the win.
fn play<G: Linear>(
    game: &G,
    pupils: &mut [Pupil<G>],
    at: [usize; 2],
    rng: &mut SeededRng,
    mut show: impl FnMut(&G::State, Seat, f64),
) -> f64 {
    let mut course = Course::new(game, game.start());
    let mut random = below(rng, SCHOOLING.opening + 1);
    while let Turn::Player(seat) = course.turn(game) {
        let mv = if random > 0 {
            random -= 1;
            game.sample_move(course.state(), rng)
        } else {
            let (mv, share) = pupils[at[seat.index()]].think(&course, seat);
            show(course.state(), seat, share);
            mv
        };
        course.apply(game, Action::Move(mv));
    }
    course.shares(game).map_or(0.5, |shares| shares[Seat(0)].value())
}

impl<G: Linear> School<G> {
    /// Begins with the weights that the game plays with.
    pub fn new(game: &G, seed: u64) -> Self {
        let weights = game.weights().to_vec();
        School { game: game.clone(), seed, games: 0, weights, lessons: Vec::new() }
    }

    /// Plays the next game and keeps the positions where the pupil was to act. How many those are.
    fn play(&mut self) -> usize {
        let mut rng = seeded(self.seed ^ self.games.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let rivals = self.game.rivals();
        let alone = rivals.is_empty() || below(&mut rng, 4) == 0;
        let other = if alone { 0 } else { 1 + below(&mut rng, rivals.len() as u32) as usize };
        let at = if rng.next_u32() & 1 == 0 { [0, other] } else { [other, 0] };
        let mut pupils = vec![Pupil::new(&self.game, &self.weights)];
        pupils.extend(rivals.iter().map(|rival| Pupil::other(&self.game, rival)));
        let mut seen = Vec::new();
        let share = play(&self.game, &mut pupils, at, &mut rng, |state, seat, thought| {
            if at[seat.index()] == 0 {
                seen.push((lesson(&self.game, state), thought));
            }
        });
        let count = seen.len();
        let drawn = (share - 0.5).abs() < f64::EPSILON && !alone;
        let mut target = match (drawn, at[0] == 0) {
            (false, _) => share,
            (true, true) => SCHOOLING.draw,
            (true, false) => 1.0 - SCHOOLING.draw,
        };
        for (lesson, thought) in seen.into_iter().rev() {
            self.lessons.push(Lesson { target, ..lesson });
            target = SCHOOLING.trust * target + (1.0 - SCHOOLING.trust) * thought;
        }
        self.games += 1;
        count
    }
}

fn lesson<G: Linear>(game: &G, state: &G::State) -> Lesson {
    let mut counts = vec![0i32; G::FEATURES];
    game.features(state, |feature, count| counts[feature] += count);
    let told = (0..).zip(counts).filter(|&(_, count)| count != 0);
    Lesson { features: told.map(|(at, count)| (at, count as i16)).collect(), target: 0.5 }
}

impl<G: Linear> Learner for School<G> {
    fn games(&self) -> u64 {
        self.games
    }

    fn learn(&mut self) -> f64 {
        let count = self.play();
        let newest = &self.lessons[self.lessons.len() - count..];
        let surprise = loss(newest, &self.weights);
        if self.games.is_multiple_of(SCHOOLING.term) {
            let old = self.lessons.len().saturating_sub(SCHOOLING.memory);
            self.lessons.drain(..old);
            self.weights = fit(&self.lessons, &self.weights, SCHOOLING.rounds, self.seed);
        }
        surprise
    }

    fn trial(&self, games: u64) -> f64 {
        let mut pupils =
            [&*self.weights, self.game.weights()].map(|weights| Pupil::new(&self.game, weights));
        let mut won = 0.0;
        for round in 0..games {
            // The same opening twice, with the seats changing hands.
            let mut rng = seeded(self.seed.wrapping_add(round / 2));
            let first = round as usize % 2;
            let share = play(&self.game, &mut pupils, [first, 1 - first], &mut rng, |_, _, _| {});
            won += if first == 0 { share } else { 1.0 - share };
        }
        won / games.max(1) as f64
    }

    fn save(&self) -> Vec<u8> {
        let mut text = format!("{} {}\n{}\n", self.seed, self.games, numbers(&self.weights));
        for lesson in &self.lessons {
            text += &lesson.target.to_string();
            for (feature, count) in &lesson.features {
                text += &format!(" {feature} {count}");
            }
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
        if weights.len() != G::FEATURES {
            return Err(bad());
        }
        let lessons = lessons.lines().map(read_lesson::<G>).collect::<Option<_>>();
        self.lessons = lessons.ok_or_else(bad)?;
        self.seed = seed.parse().map_err(|_| bad())?;
        self.games = games.parse().map_err(|_| bad())?;
        self.weights = weights;
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

fn read_lesson<G: Linear>(text: &str) -> Option<Lesson> {
    let (target, features) = text.split_once(' ').unwrap_or((text, ""));
    let pairs: Vec<i32> = if features.is_empty() { Vec::new() } else { parsed(features)? };
    let features = pairs.chunks(2).map(|pair| match pair {
        &[feature, count] if (0..G::FEATURES as i32).contains(&feature) => {
            Some((feature as u16, i16::try_from(count).ok()?))
        }
        _ => None,
    });
    Some(Lesson { features: features.collect::<Option<_>>()?, target: target.parse().ok()? })
}
