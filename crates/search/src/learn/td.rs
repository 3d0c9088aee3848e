//! Learning by temporal differences: a position is worth what comes of it, and what comes of it is
//! told by the end of the game and, until then, by the positions in between (TD(λ)).

use parlour_core::rng::{SeededRng, below, derived, seeded};
use parlour_core::{Seat, Turn};

use super::{Learner, Net, Sparse};
use crate::heuristics::Heuristics;

/// An open game of two whose positions between two turns are judged by a net.
pub trait Learned: Heuristics {
    /// How many features there are.
    const INPUTS: usize;
    /// How many hidden units the net has.
    const HIDDEN: usize;

    /// Whose share of the win the net tells.
    fn judged(&self, state: &Self::State) -> Seat;

    /// Tells the features of a position in which no move is waited for.
    fn features(&self, state: &Self::State, sparse: &mut Sparse);

    /// The net that the game plays with.
    fn net(&self) -> &Net;
}

/// How much the end of the game counts against the positions on the way.
const LAMBDA: f32 = 0.7;
/// How fast weights move at first; it falls to a twentieth towards the last game.
const RATE: f32 = 0.02;
/// The net that is kept follows the one that learns by this part after each game: the mean of many
/// is better than the last.
const FOLLOW: f32 = 1.0 / 512.0;
/// Games that go on longer are broken off and teach nothing about their end.
const LONGEST: usize = 4000;
/// One move in so many is random where there are no dice to make games differ.
const SLIP: u32 = 20;

/// A net that learns from games against itself.
#[derive(Debug)]
pub struct Td<G: Learned> {
    game: G,
    seed: u64,
    /// The game after which the weights hardly move any more.
    last: u64,
    games: u64,
    net: Net,
    kept: Net,
}

impl<G: Learned> Td<G> {
    /// Begins knowing nothing, to learn from so many games.
    pub fn new(game: G, seed: u64, games: u64) -> Self {
        let net = Net::new(G::INPUTS, G::HIDDEN, &mut seeded(seed));
        Td { game, seed, last: games.max(1), games: 0, kept: net.clone(), net }
    }

    fn share(&self, net: &Net, state: &G::State, sparse: &mut Sparse) -> f32 {
        sparse.clear();
        self.game.features(state, sparse);
        net.share(sparse)
    }

    /// What a position is worth to `seat`.
    fn worth(&self, net: &Net, state: &G::State, seat: Seat, sparse: &mut Sparse) -> f32 {
        if let Some(shares) = self.game.shares(state) {
            return shares[seat].value() as f32;
        }
        let share = self.share(net, state, sparse);
        if self.game.judged(state) == seat { share } else { 1.0 - share }
    }

    /// The move after which the net likes the position best.
    fn best(&self, net: &Net, state: &G::State, seat: Seat, sparse: &mut Sparse) -> G::State {
        let mut best = (f32::MIN, *state);
        self.game.for_each_move(state, |mv| {
            let mut after = *state;
            self.game.play(&mut after, mv);
            let worth = self.worth(net, &after, seat, sparse);
            if worth > best.0 {
                best = (worth, after);
            }
        });
        best.1
    }

    /// Plays one game; every position that the net judges on the way, and the first's share.
    fn play<'a>(
        &self,
        net: impl Fn(Seat) -> &'a Net,
        slip: bool,
        rng: &mut SeededRng,
    ) -> (Vec<G::State>, Option<f32>) {
        let mut sparse = Sparse::default();
        let mut state = self.game.start();
        let mut judged = vec![state];
        while judged.len() < LONGEST {
            match self.game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = self.game.sample_chance(&state, rng);
                    self.game.resolve(&mut state, chance);
                }
                Turn::Player(seat) => {
                    if slip && below(rng, SLIP) == 0 {
                        let mv = self.game.sample_move(&state, rng);
                        self.game.play(&mut state, mv);
                    } else {
                        state = self.best(net(seat), &state, seat, &mut sparse);
                    }
                    judged.push(state);
                }
            }
        }
        let share = self.game.shares(&state).map(|shares| shares[Seat(0)].value() as f32);
        if share.is_some() {
            judged.pop();
        }
        (judged, share)
    }

    fn rng(&self, game: u64) -> SeededRng {
        seeded(derived(self.seed, game.wrapping_add(1)))
    }
}

impl<G: Learned> Learner for Td<G> {
    fn games(&self) -> u64 {
        self.games
    }

    fn learn(&mut self) -> f64 {
        let mut rng = self.rng(self.games);
        let dice = self.game.turn(&self.game.start()) == Turn::Chance;
        let (judged, share) = self.play(|_| &self.net, !dice, &mut rng);
        let done = (self.games as f32 / self.last as f32).min(1.0);
        let rate = RATE * (1.0 - done).max(0.05);
        let mut sparse = Sparse::default();
        let mut surprise = 0.0;
        // Backwards, so that what a position comes to is known when it is learned from.
        let mut to_first = share;
        for state in judged.iter().rev() {
            let seat = self.game.judged(state);
            let now = self.share(&self.net, state, &mut sparse);
            let now_first = if seat == Seat(0) { now } else { 1.0 - now };
            let target_first = to_first.unwrap_or(now_first);
            let target = if seat == Seat(0) { target_first } else { 1.0 - target_first };
            self.net.learn(&sparse, target, rate);
            let (now, target) = (f64::from(now).clamp(1e-6, 1.0 - 1e-6), f64::from(target));
            surprise -= target * now.ln() + (1.0 - target) * (1.0 - now).ln();
            to_first = Some(LAMBDA * target_first + (1.0 - LAMBDA) * now_first);
        }
        self.games += 1;
        self.kept.approach(&self.net, FOLLOW.max(1.0 / self.games as f32));
        surprise / judged.len().max(1) as f64
    }

    fn trial(&self, games: u64, go_on: &dyn Fn(u64) -> bool) -> Option<f64> {
        let mut won = 0.0;
        for game in 0..games {
            if !go_on(game) {
                return None;
            }
            // Both play with the same luck, once from either seat.
            let mut rng = self.rng(u64::MAX / 2 + game / 2);
            let own = Seat((game % 2) as u8);
            let net = |seat| if seat == own { &self.kept } else { self.game.net() };
            let first = f64::from(self.play(net, false, &mut rng).1.unwrap_or(0.5));
            won += if own == Seat(0) { first } else { 1.0 - first };
        }
        Some(won / games.max(1) as f64)
    }

    fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        [self.seed, self.last, self.games].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
        bytes.extend(self.net.to_bytes());
        bytes.extend(self.kept.to_bytes());
        bytes
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), String> {
        let mistake = || "what was saved is not of this game's net".to_owned();
        let (numbers, nets) = saved.split_at_checked(24).ok_or_else(mistake)?;
        let mut numbers =
            numbers.chunks_exact(8).map(|n| u64::from_le_bytes(n.try_into().expect("eight bytes")));
        let (net, kept) = nets.split_at(nets.len() / 2);
        let read = |bytes| Net::from_bytes(G::INPUTS, G::HIDDEN, bytes).ok_or_else(mistake);
        (self.net, self.kept) = (read(net)?, read(kept)?);
        for number in [&mut self.seed, &mut self.last, &mut self.games] {
            *number = numbers.next().ok_or_else(mistake)?;
        }
        Ok(())
    }

    fn weights(&self) -> Vec<u8> {
        self.kept.to_bytes()
    }
}
