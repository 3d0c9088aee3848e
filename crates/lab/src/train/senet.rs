//! Training of Senet's net from scratch, by games against itself that look one ply ahead.

use parlour_core::rng::SeededRng;
use parlour_core::{Game, PerSeat, Seat, Turn};
use parlour_search::net::{Features, Net};
use parlour_senet::{self as senet, Senet, State};

use super::fit::{Fit, Method};
use super::net::{to_bytes, untrained};
use super::sample::{Input, Sample};
use super::trainer::{Config, Trainee};

const LAMBDA: f32 = 0.7;
/// A longer game is broken off, and its result is what the net expects of the last position.
const MAX_POSITIONS: usize = 4_000;

#[derive(Clone, Copy, Debug)]
pub(crate) struct TrainSenet;

/// Plays a game in which each seat makes the move after which its net expects the most. The positions in
/// which no move is due, and the shares of the win; `None` for a game that was broken off.
fn play(nets: [&Net; 2], rng: &mut SeededRng) -> (Vec<State>, Option<PerSeat<f64>>) {
    let (mut state, mut visited) = (Senet.start(), Vec::new());
    while visited.len() < MAX_POSITIONS {
        match Senet.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                visited.push(state);
                let chance = Senet.sample_chance(&state, rng);
                Senet.resolve(&mut state, chance);
            }
            Turn::Player(seat) => state = best(nets[seat.index()], &state, seat),
        }
    }
    (visited, Senet.shares(&state).map(|shares| shares.map(|share| share.value())))
}

/// The position after the best move.
fn best(net: &Net, state: &State, seat: Seat) -> State {
    let mut best = (f32::MIN, *state);
    Senet.for_each_move(state, |mv| {
        let mut after = *state;
        Senet.play(&mut after, mv);
        let share = match Senet.shares(&after) {
            Some(shares) => shares[seat].value() as f32,
            None => senet::estimate(&Senet, &after, net)[seat],
        };
        if share > best.0 {
            best = (share, after);
        }
    });
    best.1
}

/// A position in which no move is due. Its options are the seats; the player to throw has the features.
fn sample(state: &State, shares: &PerSeat<f64>) -> Sample {
    let mut features = Features::default();
    senet::features(state, &mut features);
    let mut options = vec![Vec::new(); 2];
    options[senet::evaluated_seat(state).index()] = features.as_slice().to_vec();
    let target = shares.as_slice().iter().map(|&share| share as f32).collect();
    Sample { options, target, scale: 1.0 }
}

impl Trainee for TrainSenet {
    fn config(&self) -> Config {
        let method = Method::Td { lambda: LAMBDA };
        let fit = Fit { input: Input::Own, bias: true, method, rate: 0.02 };
        Config { epoch: 1, replay: 0, follow: 1.0 / 512.0, fit }
    }

    fn initial(&self, rng: &mut SeededRng) -> Net {
        untrained(senet::SHAPE, rng)
    }

    fn self_play(&self, net: &Net, rng: &mut SeededRng) -> Vec<Sample> {
        let (visited, shares) = play([net; 2], rng);
        let expected =
            || visited.last().map(|last| senet::estimate(&Senet, last, net).map(f64::from));
        let shares = shares.or_else(expected).expect("a game has a first position");
        visited.iter().rev().map(|state| sample(state, &shares)).collect()
    }

    fn trial(&self, net: &Net, round: u64, rng: &mut SeededRng) -> f64 {
        let own = Seat((round % 2) as u8);
        let mut nets = [senet::net(); 2];
        nets[own.index()] = net;
        play(nets, rng).1.map_or(0.5, |shares| shares[own])
    }

    fn weights_file(&self, net: &Net) -> Vec<u8> {
        to_bytes(net)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::trainer::Trainer;
    use crate::train::trainer::tests::check_repeats;

    #[test]
    fn training_repeats_by_its_seed() {
        check_repeats(|| Box::new(TrainSenet), 9);
    }

    #[test]
    fn a_short_training_from_scratch_wins_some_games() {
        let mut trainer = Trainer::new(Box::new(TrainSenet), 1, 400, 1);
        let score = |trainer: &Trainer| trainer.trial(200, &|_| true).expect("nobody stops it");
        let before = score(&trainer);
        let losses: Vec<f64> = (0..400).map(|_| trainer.train()).collect();
        let mean = |losses: &[f64]| losses.iter().sum::<f64>() / losses.len() as f64;
        let (first, last, after) = (mean(&losses[..20]), mean(&losses[300..]), score(&trainer));
        assert!(first > last + 0.02, "the cross-entropy falls: {first}, {last}");
        assert!(before < 0.01 && after > 0.02, "the score grows: {before}, {after}");
    }
}
