//! Learning to judge the two sides of a game, each by what it has and what the other has.
//!
//! A [`School`] plays games with the net that it has, most of them against simple opponents, keeps
//! the newest positions with how the game went on from there, and now and then fits the net to them.
//! Then it plays with that.

mod fit;
mod net;
mod quick;

use std::sync::Arc;

use parlour_core::rng::{Rng, below, derived, seeded};
use parlour_core::{PerSeat, Seat};

use super::Learner;
use super::ahead::Ahead;
use super::pupil::{Effort, Pupil, play};
use crate::alphabeta::Params;
use crate::heuristics::Engines;
use crate::rival::{Judge, Rival};
use crate::settings::Settings;

use fit::{Lesson, Side, fit, loss};
pub use net::{SideNet, Units};
pub use quick::{QuickNet, Told};

/// An open game of two whose positions are judged by a net for each side.
pub trait Sided: Engines {
    /// How many features there are.
    const INPUTS: usize;

    /// Tells how much each side has of what, at most 64 features a side. A feature may be told in
    /// parts.
    fn sides(&self, state: &Self::State, tell: impl FnMut(Seat, usize, i32));

    /// What one of a feature counts for. A net takes in what is of the order of one.
    fn scale(feature: usize) -> f32 {
        let _ = feature;
        1.0
    }

    /// The net that the game plays with.
    fn net(&self) -> &SideNet;

    /// How the game is searched.
    fn habits(&self) -> Params;

    /// How much of what the net says is left, where a draw comes nearer: from 0 to 1.
    fn temper(&self, state: &Self::State) -> f32 {
        let _ = state;
        1.0
    }

    /// Simple opponents, by the names of their engines and how many plies they look ahead; without
    /// that as many positions as the pupil looks at. Nine of ten games to learn from are played against them:
    /// somebody who only ever meets oneself learns little of others.
    fn rivals(&self) -> Vec<(&'static str, Option<u32>)> {
        Vec::new()
    }
}

/// What a net makes of a position, as in [`crate::Heuristics::evaluate`].
#[inline(always)]
pub fn evaluate<G: Sided>(game: &G, state: &G::State, net: &QuickNet) -> i32 {
    let mut told = Told::NOTHING;
    game.sides(state, |seat, feature, count| told.tell(seat, feature, count));
    (net.worth(&told) * game.temper(state) * 1000.0) as i32
}

/// Judges by a net of its own.
#[derive(Clone, Debug, PartialEq)]
struct Judging(Arc<QuickNet>);

impl<G: Sided> Judge<G> for Judging {
    #[inline(always)]
    fn evaluate(&self, game: &G, state: &G::State) -> i32 {
        evaluate(game, state, &self.0)
    }
}

/// How games are played to learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Schooling {
    /// Positions looked at for each move.
    nodes: u64,
    /// At most so many random moves come first, so that games differ.
    opening: u32,
    /// The pupil makes one move in so many at random.
    slips: u32,
    /// How much what comes later counts against what the search thinks now, at every move.
    trust: f32,
    /// What a draw with a simple opponent is worth: one who aims at it meets walls everywhere.
    draw: f64,
    /// The newest positions are learned from, so many of them.
    memory: usize,
    /// After so many games the net is fitted anew.
    term: u64,
    /// How far a weight moves at most with each change at first.
    rate: f32,
}

const SCHOOLING: Schooling = Schooling {
    nodes: 2_000,
    opening: 8,
    slips: 40,
    trust: 0.98,
    draw: 0.25,
    memory: 500_000,
    term: 1_000,
    rate: 7e-4,
};

/// A game that learns.
pub struct School<G: Sided> {
    game: G,
    seed: u64,
    games: u64,
    net: SideNet,
    lessons: Vec<Lesson>,
    ahead: Ahead<Vec<Lesson>>,
}

impl<G: Sided> std::fmt::Debug for School<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("School")
            .field("game", &self.game)
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}

impl<G: Sided> School<G> {
    /// Begins with the net that the game plays with.
    pub fn new(game: &G, seed: u64) -> Self {
        let net = game.net().clone();
        School { game: game.clone(), seed, games: 0, net, lessons: Vec::new(), ahead: Ahead::new() }
    }

    fn pupil(&self, net: &SideNet, slips: u32) -> Pupil<G> {
        let habits = Params { capacity: 1 << 15, ..self.game.habits() };
        let search =
            Rival::new(&self.game, Judging(Arc::new(QuickNet::new(net, G::scale))), habits);
        Pupil { search: Box::new(search), effort: Effort::Nodes(SCHOOLING.nodes), slips }
    }

    /// One of the simple opponents.
    fn rival(&self, (name, plies): (&str, Option<u32>)) -> Pupil<G> {
        let kinds = self.game.engines();
        let kind = kinds.iter().find(|kind| kind.name == name).expect("an engine of the game");
        let search = (kind.make)(&self.game, &mut Settings::default());
        let effort = plies.map_or(Effort::Nodes(SCHOOLING.nodes), Effort::Plies);
        Pupil { search, effort, slips: 0 }
    }

    /// Plays the game with this number. The positions where the pupil was to act, the last one first.
    fn play(&self, number: u64) -> Vec<Lesson> {
        let mut rng = seeded(derived(self.seed, number));
        let rivals = self.game.rivals();
        let meets = below(&mut rng, 10) > 0 && !rivals.is_empty();
        let rival =
            meets.then(|| self.rival(rivals[below(&mut rng, rivals.len() as u32) as usize]));
        let alone = rival.is_none();
        let own = (rng.next_u32() & 1) as usize;
        let mut pupils = vec![self.pupil(&self.net, SCHOOLING.slips)];
        pupils.extend(rival);
        let at = [0, 1].map(|seat| if alone || seat == own { 0 } else { 1 });
        let random = below(&mut rng, SCHOOLING.opening + 1);
        let mut seen = Vec::new();
        let shares =
            play(&self.game, &mut pupils, &at, random, &mut rng, |state, seat, thought| {
                if at[seat.index()] == 0 {
                    seen.push((lesson(&self.game, state), thought[Seat(0)] as f32));
                }
            });
        let mut target = if alone { shares[Seat(0)] } else { disdained(shares, own) } as f32;
        let told = |(lesson, thought)| {
            let told = Lesson { target, ..lesson };
            target = SCHOOLING.trust * target + (1.0 - SCHOOLING.trust) * thought;
            told
        };
        seen.into_iter().rev().map(told).collect()
    }
}

/// The first player's share, where a draw is worth less to the one whose games are learned from.
fn disdained(shares: PerSeat<f64>, own: usize) -> f64 {
    let share = shares[Seat(0)];
    match ((share - 0.5).abs() < f64::EPSILON, own) {
        (false, _) => share,
        (true, 0) => SCHOOLING.draw,
        (true, _) => 1.0 - SCHOOLING.draw,
    }
}

/// What is there to learn from a position, before it is known how it goes on.
fn lesson<G: Sided>(game: &G, state: &G::State) -> Lesson {
    let mut sides: [Side; 2] = Default::default();
    game.sides(state, |seat, feature, count| {
        sides[seat.index()].push((feature as u16, count as f32 * G::scale(feature)));
    });
    Lesson { sides, temper: game.temper(state), target: 0.5 }
}

impl<G: Sided> Learner for School<G> {
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
        let surprise = loss(&self.net, &newest);
        self.lessons.extend(newest);
        if self.games.is_multiple_of(SCHOOLING.term) {
            let old = self.lessons.len().saturating_sub(SCHOOLING.memory);
            self.lessons.drain(..old);
            self.net = fit(&self.net, &self.lessons, 1, SCHOOLING.rate, self.seed ^ self.games);
        }
        surprise
    }

    fn trial(&self, games: u64, go_on: &dyn Fn(u64) -> bool) -> Option<f64> {
        let mut pupils = [self.pupil(&self.net, 0), self.pupil(self.game.net(), 0)];
        let mut won = 0.0;
        for round in 0..games {
            if !go_on(round) {
                return None;
            }
            // The same opening twice, with the seats changing hands.
            let mut rng = seeded(self.seed.wrapping_add(round / 2));
            let random = below(&mut rng, SCHOOLING.opening + 1);
            let first = round as usize % 2;
            let at = [first, 1 - first];
            let shares = play(&self.game, &mut pupils, &at, random, &mut rng, |_, _, _| {});
            won += shares[Seat(first as u8)];
        }
        Some(won / games.max(1) as f64)
    }

    fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in [self.seed, self.games, self.lessons.len() as u64] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.net.to_bytes());
        for lesson in &self.lessons {
            bytes.extend(lesson.target.to_le_bytes());
            bytes.extend(lesson.temper.to_le_bytes());
            for side in &lesson.sides {
                bytes.extend((side.len() as u16).to_le_bytes());
                for (feature, count) in side {
                    bytes.extend(feature.to_le_bytes());
                    bytes.extend(count.to_le_bytes());
                }
            }
        }
        bytes
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), String> {
        let mut saved = Saved(saved);
        let read = saved.school::<G>().filter(|_| saved.0.is_empty());
        let ([seed, games], net, lessons) =
            read.ok_or_else(|| "this is not what this game has learned".to_owned())?;
        (self.seed, self.games, self.net, self.lessons) = (seed, games, net, lessons);
        self.ahead.clear();
        Ok(())
    }

    fn weights(&self) -> Vec<u8> {
        self.net.to_bytes()
    }
}

/// What is left to read of a school that was saved.
struct Saved<'a>(&'a [u8]);

impl Saved<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }

    fn school<G: Sided>(&mut self) -> Option<([u64; 2], SideNet, Vec<Lesson>)> {
        let seed = u64::from_le_bytes(self.take()?);
        let games = u64::from_le_bytes(self.take()?);
        let count = u64::from_le_bytes(self.take()?);
        let (net, rest) = self.0.split_at_checked(SideNet::bytes(G::INPUTS))?;
        self.0 = rest;
        let net = SideNet::from_bytes(G::INPUTS, net)?;
        let lessons = (0..count).map(|_| self.lesson(G::INPUTS)).collect::<Option<_>>()?;
        Some(([seed, games], net, lessons))
    }

    fn lesson(&mut self, inputs: usize) -> Option<Lesson> {
        let target = f32::from_le_bytes(self.take()?);
        let temper = f32::from_le_bytes(self.take()?);
        let sides = [self.side(inputs)?, self.side(inputs)?];
        (target.is_finite() && temper.is_finite()).then_some(Lesson { sides, temper, target })
    }

    fn side(&mut self, inputs: usize) -> Option<Side> {
        let count = u16::from_le_bytes(self.take()?);
        let mut feature = || {
            let feature = u16::from_le_bytes(self.take()?);
            let count = f32::from_le_bytes(self.take()?);
            (usize::from(feature) < inputs && count.is_finite()).then_some((feature, count))
        };
        (0..count).map(|_| feature()).collect()
    }
}
