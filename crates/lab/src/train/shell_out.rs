//! Training of the policy by which Shell-Out's search expects players to move, itself included: it tries
//! such moves first, and infers from moves where counters lie. So the policy is fitted to the moves of its
//! own games.

use parlour_core::Game;
use parlour_core::rng::SeededRng;
use parlour_search::infosets::{InfoSets, Params};
use parlour_search::net::{Net, Shape};
use parlour_shell_out::policy::{FEATURES, PolicyWeights, policy_features};
use parlour_shell_out::styles::{self, PolicyMixture};
use parlour_shell_out::{Move, ShellOut, State};

use super::fit::{Fit, Method};
use super::sample::{Input, Sample};
use super::self_play::{Agent, Effort, play, trial};
use super::trainer::{Config, Trainee};

/// Nodes for each move.
const NODES: u64 = 300;
/// How far the policy goes from the one in use towards the one that fits best. A policy that went all the
/// way predicted moves better and lost to the one in use.
const TRUST: f32 = 0.4;

/// The training of Shell-Out with these options.
#[derive(Clone, Debug)]
pub(crate) struct TrainShellOut {
    pub(crate) game: ShellOut,
    pub(crate) nodes: u64,
    pub(crate) config: Config,
}

impl TrainShellOut {
    pub(crate) fn new(game: ShellOut) -> Self {
        let fit =
            Fit { input: Input::Own, bias: false, method: Method::Adam { rounds: 20 }, rate: 0.02 };
        TrainShellOut {
            game,
            nodes: NODES,
            config: Config { epoch: 40, replay: 40_000, follow: 1.0, fit },
        }
    }

    fn agent(&self, policy: PolicyWeights) -> Agent<ShellOut> {
        let engine = InfoSets::with_model(PolicyMixture::new(policy), Params::DEFAULT);
        Agent { engine: Box::new(engine), effort: Effort::Nodes(self.nodes), random: 0 }
    }
}

/// The policy to play by, between the one in use and the fitted one.
fn policy(net: &Net) -> PolicyWeights {
    let mut policy = styles::SEARCH_POLICY;
    for (weight, fitted) in policy.iter_mut().zip(net.weights()) {
        *weight += TRUST * (fitted - *weight);
    }
    policy
}

/// A choice among the legal moves.
fn sample(game: &ShellOut, state: &State, made: Move) -> Sample {
    let mut sample = Sample { options: Vec::new(), target: Vec::new(), scale: 1.0 };
    game.for_each_move(state, |mv| {
        let features = policy_features(game, state, mv);
        let present = (0..).zip(features).filter(|&(_, value)| value != 0.0);
        sample.options.push(present.collect());
        sample.target.push(f32::from(u8::from(mv == made)));
    });
    sample
}

impl Trainee for TrainShellOut {
    fn config(&self) -> Config {
        self.config
    }

    fn initial(&self, _: &mut SeededRng) -> Net {
        let mut net = Net::zero(Shape::linear(FEATURES));
        net.weights_mut()[..FEATURES].copy_from_slice(&styles::SEARCH_POLICY);
        net
    }

    fn self_play(&self, net: &Net, rng: &mut SeededRng) -> Vec<Sample> {
        let at = vec![0; usize::from(self.game.seats())];
        let mut samples = Vec::new();
        play(&self.game, &mut [self.agent(policy(net))], &at, 0, rng, |decision| {
            // Only players with a counter to hide are of interest.
            if decision.before.open.is_loaded(decision.seat) {
                samples.push(sample(&self.game, decision.before, decision.mv));
            }
        });
        samples
    }

    fn trial(&self, net: &Net, round: u64, rng: &mut SeededRng) -> f64 {
        let mut agents = [policy(net), styles::SEARCH_POLICY].map(|policy| self.agent(policy));
        trial(&self.game, &mut agents, round, 0, rng)
    }

    fn weights_file(&self, net: &Net) -> Vec<u8> {
        let weights = policy(net).map(|weight| (weight * 100.0).round() as i32);
        super::weights_text(
            "The policy of the information-set search: the weight of each trait of a move, in hundredths \
             of log-odds.",
            &weights,
        )
    }
}

#[cfg(test)]
mod tests {
    use parlour_core::rng::seeded;
    use parlour_core::{Configure, OptionValues};

    use super::*;
    use crate::train::trainer::tests::check_repeats;

    #[test]
    fn training_begins_with_the_policy_in_use() {
        let game = ShellOut::configure(&OptionValues::new()).expect("the defaults");
        let training = TrainShellOut::new(game);
        let file = training.weights_file(&training.initial(&mut seeded(1)));
        let in_use = include_str!("../../../games/shell-out/src/style.txt");
        assert_eq!(String::from_utf8(file).expect("text"), in_use);
    }

    #[test]
    fn training_repeats_by_its_seed() {
        let options: OptionValues = [("players", "2"), ("hands", "1")].into_iter().collect();
        let game = ShellOut::configure(&options).expect("a short game");
        let usual = TrainShellOut::new(game);
        let config = Config { epoch: 4, replay: 200, ..usual.config };
        let training = TrainShellOut { nodes: 40, config, ..usual };
        check_repeats(move || Box::new(training.clone()), 9);
    }
}
