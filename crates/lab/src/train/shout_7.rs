//! Training of Shout 7's sums of features, by games of the search against itself.

use std::num::NonZeroUsize;
use std::sync::Arc;

use parlour_core::PerSeat;
use parlour_core::rng::{SeededRng, below};
use parlour_search::alphabeta::{AlphaBeta, Params};
use parlour_search::maxn::{MaxN, Widths};
use parlour_search::net::{Net, Shape};
use parlour_search::{Engine, Evaluator};
use parlour_shout_7::{self as shout_7, Shout7, State};

use super::fit::{Fit, Method};
use super::sample::{Input, Sample};
use super::self_play::{Agent, Effort, play, trial, with_targets};
use super::trainer::{Config, Trainee};

/// Nodes for each move in a game of two.
const NODES: u64 = 2_000;
/// Plies for each move with more players, and how many moves of each player are followed.
const PLIES: u32 = 2;
const WIDTHS: Widths = Widths { root: NonZeroUsize::new(8), below: NonZeroUsize::new(8) };
/// The most random moves that a game begins with.
const OPENING: u32 = 12;
const LAMBDA: f64 = 0.95;
/// Weights are in thousandths of log-odds.
const ONE: f32 = 1000.0;

#[derive(Clone, Debug)]
pub(crate) struct TrainShout7(pub(crate) Shout7);

/// Evaluates by other weights.
#[derive(Clone)]
struct ByWeights(Arc<[i32]>);

impl Evaluator<Shout7> for ByWeights {
    #[inline]
    fn evaluate(&self, game: &Shout7, state: &State) -> Option<i32> {
        shout_7::evaluate(game, state, &self.0)
    }

    #[inline]
    fn estimate(&self, game: &Shout7, state: &State) -> Option<PerSeat<f32>> {
        Some(shout_7::estimate(game, state, &self.0))
    }
}

fn rounded(net: &Net) -> Vec<i32> {
    let weights = &net.weights()[..net.shape().inputs];
    weights.iter().map(|weight| (weight * ONE).round() as i32).collect()
}

impl TrainShout7 {
    fn agent(&self, net: &Net) -> Agent<Shout7> {
        let (game, weights) = (&self.0, ByWeights(rounded(net).into()));
        let (engine, effort): (Box<dyn Engine<Shout7>>, Effort) =
            match parlour_core::Game::seats(game) {
                2 => {
                    let params = Params { capacity: 1 << 14, ..Params::DEFAULT };
                    let engine = AlphaBeta::with_evaluator(game, weights, params);
                    (Box::new(engine), Effort::Nodes(NODES))
                }
                _ => {
                    let engine = MaxN::with_evaluator(weights, WIDTHS);
                    (Box::new(engine), Effort::Plies(PLIES))
                }
            };
        Agent { engine, effort, random: 0 }
    }

    fn sample(&self, state: &State) -> Sample {
        let seats = usize::from(parlour_core::Game::seats(&self.0));
        let mut counts = vec![vec![0; shout_7::weights(&self.0).len()]; seats];
        shout_7::seat_features(&self.0, state, |seat, feature, count| {
            counts[seat.index()][feature] += count;
        });
        let of = |counts: Vec<i32>| {
            let present = (0..).zip(counts).filter(|&(_, count)| count != 0);
            present.map(|(feature, count)| (feature, count as f32)).collect()
        };
        let options = counts.into_iter().map(of).collect();
        Sample { options, target: Vec::new(), scale: 1.0 }
    }
}

impl Trainee for TrainShout7 {
    fn config(&self) -> Config {
        let fit =
            Fit { input: Input::Own, bias: false, method: Method::Adam { rounds: 8 }, rate: 0.01 };
        Config { epoch: 250, replay: 400_000, follow: 1.0, fit }
    }

    fn initial(&self, _: &mut SeededRng) -> Net {
        let weights = shout_7::weights(&self.0);
        let mut net = Net::zero(Shape::linear(weights.len()));
        for (weight, &in_use) in net.weights_mut().iter_mut().zip(weights) {
            *weight = in_use as f32 / ONE;
        }
        net
    }

    fn self_play(&self, net: &Net, rng: &mut SeededRng) -> Vec<Sample> {
        let at = vec![0; usize::from(parlour_core::Game::seats(&self.0))];
        let (opening, mut visited) = (below(rng, OPENING + 1), Vec::new());
        let result = play(&self.0, &mut [self.agent(net)], &at, opening, rng, |decision| {
            visited.push((self.sample(decision.before), decision.estimate));
        });
        with_targets(visited, result, LAMBDA)
    }

    fn trial(&self, net: &Net, round: u64, rng: &mut SeededRng) -> f64 {
        let (opening, in_use) = (below(rng, OPENING + 1), self.initial(rng));
        let mut agents = [net, &in_use].map(|net| self.agent(net));
        trial(&self.0, &mut agents, round, opening, rng)
    }

    fn weights_file(&self, net: &Net) -> Vec<u8> {
        super::weights_text(
            "The weight of each feature, in thousandths of log-odds.",
            &rounded(net),
        )
    }
}

#[cfg(test)]
mod tests {
    use parlour_core::rng::seeded;
    use parlour_core::{Configure, OptionValues};

    use super::*;
    use crate::train::trainer::Trainer;
    use crate::train::trainer::tests::check_repeats;

    fn with_players(players: &str) -> TrainShout7 {
        let options: OptionValues = [("players", players)].into_iter().collect();
        TrainShout7(Shout7::configure(&options).expect("a number of players"))
    }

    #[test]
    fn training_begins_with_the_weights_in_use_for_any_number_of_players() {
        for players in ["2", "3", "4"] {
            let training = with_players(players);
            let file = training.weights_file(&training.initial(&mut seeded(1)));
            let text = String::from_utf8(file).expect("text");
            let (_, array) = text.split_once('[').expect("an array");
            let numbers = array.split([',', ']']).map(str::trim).filter(|text| !text.is_empty());
            let weights: Vec<i32> = numbers.map(|n| n.parse().expect("a number")).collect();
            assert_eq!(weights, shout_7::weights(&training.0), "{players}");
        }
    }

    #[test]
    fn training_repeats_by_its_seed() {
        check_repeats(|| Box::new(with_players("3")), 3);
    }

    #[test]
    fn equal_agents_have_half_of_the_win_in_two_rounds_of_three_players() {
        let trainer = Trainer::new(Box::new(with_players("3")), 3, 1, 1);
        assert_eq!(trainer.trial(4, &|_| true), Some(0.5));
    }
}
