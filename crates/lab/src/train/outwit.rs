//! Training of Outwit's net, mostly against baselines: an agent that only meets itself learns little
//! about others.

use std::sync::Arc;

use parlour_core::rng::{SeededRng, below};
use parlour_core::{PerSeat, Seat};
use parlour_outwit::{self as outwit, Outwit, State, features};
use parlour_search::alphabeta::{AlphaBeta, Params};
use parlour_search::net::Net;
use parlour_search::two_sided::TwoSidedNet;
use parlour_search::{Evaluator, Settings};

use super::fit::{Fit, Method};
use super::net::to_bytes;
use super::sample::{Input, Sample};
use super::self_play::{Agent, Effort, play, trial, with_targets};
use super::trainer::{Config, Trainee};
use crate::baselines;

/// Nodes for each move.
const NODES: u64 = 2_000;
/// The most random moves that a game begins with.
const OPENING: u32 = 8;
/// One move in this number is random.
const RANDOM: u32 = 40;
const LAMBDA: f64 = 0.98;
/// The value of a draw with a baseline: a player that aims at draws finds them everywhere.
const DRAW: f64 = 0.25;

/// The opponents of nine games in ten, with the plies that they look ahead; without plies they search as
/// many nodes as the agent. An odd number of plies makes `mobility` hardest to beat.
const OPPONENTS: [(&str, Option<u32>); 12] = [
    ("mobility", Some(2)),
    ("mobility", Some(3)),
    ("mobility", Some(3)),
    ("mobility", Some(3)),
    ("mobility", Some(3)),
    ("mobility", Some(4)),
    ("mobility", Some(5)),
    ("mobility", Some(5)),
    ("mobility", Some(5)),
    ("crow-flies", None),
    ("roomy", None),
    ("lanes", None),
];

#[derive(Clone, Copy, Debug)]
pub(crate) struct TrainOutwit {
    pub(crate) nodes: u64,
    /// The most plies that an opponent looks ahead.
    pub(crate) plies: u32,
}

impl Default for TrainOutwit {
    fn default() -> Self {
        TrainOutwit { nodes: NODES, plies: 5 }
    }
}

/// Evaluates by another net.
#[derive(Clone)]
struct ByNet(Arc<TwoSidedNet>);

impl Evaluator<Outwit> for ByNet {
    #[inline]
    fn evaluate(&self, _: &Outwit, state: &State) -> Option<i32> {
        Some(outwit::evaluate(&self.0, state))
    }
}

impl TrainOutwit {
    fn agent(&self, net: &Net, random: u32) -> Agent<Outwit> {
        let net = ByNet(Arc::new(TwoSidedNet::new(net, features::scale)));
        let params = Params { capacity: 1 << 15, ..outwit::PARAMS };
        let engine = Box::new(AlphaBeta::with_evaluator(&Outwit, net, params));
        Agent { engine, effort: Effort::Nodes(self.nodes), random }
    }

    fn opponent(&self, (name, plies): (&str, Option<u32>)) -> Agent<Outwit> {
        let engines = baselines::outwit::engines();
        let kind = engines.iter().find(|kind| kind.name == name).expect("a baseline of that name");
        let engine = (kind.make)(&Outwit, &mut Settings::default());
        let effort = match plies {
            Some(plies) => Effort::Plies(plies.min(self.plies)),
            None => Effort::Nodes(self.nodes),
        };
        Agent { engine, effort, random: 0 }
    }
}

fn sample(state: &State) -> Sample {
    let mut options = vec![Vec::new(); 2];
    features::sides(state, |seat, feature, count| {
        options[seat.index()].push((feature as u16, count as f32 * features::scale(feature)));
    });
    Sample { options, target: Vec::new(), scale: outwit::draw_scale(state) }
}

/// The result, with a draw worth less to the agent than to its opponent.
fn result(shares: PerSeat<f64>, own: Seat) -> PerSeat<f64> {
    let mut result = shares;
    if (shares[own] - 0.5).abs() < f64::EPSILON {
        result[own] = DRAW;
        result[own.next(2)] = 1.0 - DRAW;
    }
    result
}

impl Trainee for TrainOutwit {
    fn config(&self) -> Config {
        let fit =
            Fit { input: Input::Both, bias: false, method: Method::Adam { rounds: 1 }, rate: 7e-4 };
        Config { epoch: 1_000, replay: 500_000, follow: 1.0, fit }
    }

    fn initial(&self, _: &mut SeededRng) -> Net {
        outwit::net().clone()
    }

    fn self_play(&self, net: &Net, rng: &mut SeededRng) -> Vec<Sample> {
        let mut agents = vec![self.agent(net, RANDOM)];
        let meets = below(rng, 10) > 0;
        if meets {
            agents.push(self.opponent(OPPONENTS[below(rng, OPPONENTS.len() as u32) as usize]));
        }
        let own = Seat(below(rng, 2) as u8);
        let at = [Seat(0), Seat(1)].map(|seat| usize::from(meets && seat != own));
        let opening = below(rng, OPENING + 1);
        let mut visited = Vec::new();
        let shares = play(&Outwit, &mut agents, &at, opening, rng, |decision| {
            if at[decision.seat.index()] == 0 {
                visited.push((sample(decision.before), decision.estimate));
            }
        });
        let result = if meets { result(shares, own) } else { shares };
        with_targets(visited, result, LAMBDA)
    }

    fn trial(&self, net: &Net, round: u64, rng: &mut SeededRng) -> f64 {
        let opening = below(rng, OPENING + 1);
        let mut agents = [net, outwit::net()].map(|net| self.agent(net, 0));
        trial(&Outwit, &mut agents, round, opening, rng)
    }

    fn weights_file(&self, net: &Net) -> Vec<u8> {
        to_bytes(net)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::trainer::tests::check_repeats;

    #[test]
    fn training_begins_with_the_weights_in_use() {
        let training = TrainOutwit::default();
        let file = training.weights_file(&training.initial(&mut parlour_core::rng::seeded(1)));
        assert!(file == to_bytes(outwit::net()));
    }

    #[test]
    fn training_repeats_by_its_seed() {
        check_repeats(|| Box::new(TrainOutwit { nodes: 60, plies: 2 }), 3);
    }
}
