//! Information-set search, for games with secrets that can be inferred from play.
//!
//! Every simulation draws a state by the belief and descends one table of information sets. Everybody
//! chooses by what they know and by nothing else. Where the table ends, play goes on for some moves by
//! the player model, and then the position is estimated. The searching player is simulated in every
//! information state that the others must consider; so the search finds what the others infer from a
//! move, and what the player would do with each other secret.
//!
//! From that one policy is made for all information states together. A move that only one of them would
//! make reveals it; moves that reveal information are penalised ([`Params::information_price`]), so that
//! the information states move alike as far as that costs little. The move is then drawn from the true
//! information state's policy. Only that draw depends on the secret; the search and its length do
//! not.

mod compare;
mod information_price;
mod root_stats;
mod search;

use std::any::Any;

use parlour_core::rng::{by_weight, seeded};
use parlour_core::{PerSeat, Seat};

use crate::belief::{BeliefModel, InfoState};
use crate::engine::{Engine, EngineKind, Progress, SearchTask};
use crate::heuristics::Engines;
use crate::params::params;
use crate::report::{Certainty, Difference, Line, Sampled, SearchReport};
use information_price::{Odds, price_information, softmax};
use root_stats::RootStats;
use search::{InfoSetMove, Search, is_hidden};

params! {
    /// The parameters of an information-set search. At a price or temperature of 0 a policy would divide
    /// by zero.
    pub struct Params {
        /// The exploration constant of PUCT.
        exploration: f32 = 1.0, "exploration";
        /// First-play urgency: how much worse than the mean an untried move is taken to be.
        fpu_reduction: f32 = 0.05, "fpu-reduction";
        /// The price of revealing one nat of information about the secret, in shares of the win. With more
        /// players there is less of the win to lose, but there are more who observe.
        information_price: f32 = 0.057, "information-price", at least 1e-4;
        /// The temperature of a move that the others do not see, in shares of the win, for one player. It
        /// falls with the square root of the number of players.
        hidden_move_temperature: f32 = 0.07, "hidden-move-temperature", at least 1e-4;
        /// The value, in shares of the win, of one move less to the win
        /// ([`crate::Heuristics::moves_to_win`]). It decides among moves that the simulations cannot tell
        /// apart.
        progress: f32 = 0.01, "progress", at least 0.0;
        /// How many visits the first estimate of a move's value counts for.
        prior_visits: f32 = 4.0, "prior-visits", at least 0.0;
        /// For how many moves play goes on by the player model before a position is estimated: an estimate
        /// does not see what the others do before the next own turn.
        rollout_depth: usize = 8, "rollout-depth";
        /// The most information sets in the table; a full table grows no more.
        capacity: usize = 1 << 16, "capacity";
    }
}

/// The engine.
pub struct InfoSets<G: BeliefModel> {
    model: G::PlayerModel,
    params: Params,
    search: Option<Search<G>>,
}

/// What the mover would do in one information state.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy<V, M> {
    /// What the mover would know.
    pub view: V,
    /// Every legal move, with the chance of its being made.
    pub moves: Vec<(M, f32)>,
}

impl<G: BeliefModel + Engines> InfoSets<G> {
    /// Engines of this kind, with the parameters that the game wants ([`Engines::infosets`]).
    pub const fn kind() -> EngineKind<G> {
        EngineKind {
            name: "infosets",
            make: |game, settings| Box::new(InfoSets::<G>::new(game.infosets().tuned(settings))),
        }
    }
}

impl<G: BeliefModel> InfoSets<G> {
    /// A search with the game's own player model.
    pub fn new(params: Params) -> Self {
        InfoSets::with_model(G::PlayerModel::default(), params)
    }

    /// Takes players to move in this model. Has no task yet.
    pub fn with_model(model: G::PlayerModel, params: Params) -> Self {
        InfoSets { model, params, search: None }
    }

    fn search(&self) -> &Search<G> {
        self.search.as_ref().expect("a task has begun")
    }

    /// What the mover would do in every information state. It does not depend on which is the true one.
    ///
    /// # Panics
    /// Before a task has begun.
    pub fn policies(&self) -> Vec<Policy<G::View, G::Move>> {
        let search = self.search();
        let (moves, odds) = self.odds(search, &search.root_stats());
        let policy = |(info_state, odds): (&InfoState<G::View>, &Vec<Odds>)| Policy {
            view: info_state.view.clone(),
            moves: odds.iter().map(|entry| (moves[entry.mv], entry.chance)).collect(),
        };
        search.info_states.iter().zip(&odds).map(policy).collect()
    }

    /// All moves of any information state, and every information state's odds for its own.
    fn odds(
        &self,
        search: &Search<G>,
        stats: &RootStats<G::Move>,
    ) -> (Vec<G::Move>, Vec<Vec<Odds>>) {
        let mut moves: Vec<G::Move> = Vec::new();
        let mut all: Vec<Vec<Odds>> = Vec::new();
        for root in &stats.roots {
            let values = root.values(&self.params);
            let mut policy = Vec::with_capacity(root.choices.len());
            let nothing = root.choices.iter().all(|choice| choice.visits == 0.0);
            for ((choice, after), value) in root.choices.iter().zip(&root.after).zip(values) {
                let mv = moves.iter().position(|&mv| mv == choice.mv).unwrap_or_else(|| {
                    moves.push(choice.mv);
                    moves.len() - 1
                });
                // Whatever was never tried is not made, unless nothing was: then what is expected is.
                let chance = if nothing { choice.prior } else { choice.visits + 1e-3 };
                let value = value - self.params.progress * after.extra;
                policy.push(Odds { mv, value, chance, ends: after.ends });
            }
            all.push(policy);
        }
        let (game, world) = (&search.task.game, &search.world);
        if moves.first().is_some_and(|&mv| is_hidden(game, world, mv)) {
            let temperature =
                self.params.hidden_move_temperature / f32::from(search.task.game.seats()).sqrt();
            all.iter_mut().for_each(|policy| softmax(policy, temperature));
        } else {
            let odds: Vec<f32> =
                search.info_states.iter().map(|info_state| info_state.odds).collect();
            all.iter_mut().for_each(|policy| normalize(policy));
            let price = self.params.information_price;
            let prices: Vec<f32> = stats.roots.iter().map(|root| price * root.openness()).collect();
            price_information(&mut all, &odds, moves.len(), &prices);
        }
        (moves, all)
    }

    /// The lines of the true information state: the drawn one, then the others, the likeliest first.
    fn lines(&self, search: &Search<G>, stats: &RootStats<G::Move>) -> Vec<Line<G::Move>> {
        let truth =
            search.info_states.iter().position(|info_state| info_state.view == search.task.view);
        let truth = truth.expect("the true info_state is among the info_states");
        let (moves, all) = self.odds(search, stats);
        let root = &stats.roots[truth];
        let hint_values = root.hint_values(&self.params);
        let choices = root.choices.iter().copied();
        let mut policy: Vec<((Odds, f32), _)> =
            all[truth].iter().copied().zip(hint_values).zip(choices).collect();
        let drawn = draw(&all[truth], search.task.seed);
        policy[..=drawn].rotate_right(1);
        policy[1..].sort_by(|((a, _), _), ((b, _), _)| b.chance.total_cmp(&a.chance));
        let mean = root.mean_shares();
        let line = |&((odds, value), choice): &((Odds, f32), InfoSetMove<G::Move>)| {
            let value = f64::from(value).clamp(0.0, 1.0);
            let mv = moves[odds.mv];
            let mut after = search.world;
            search.task.game.play(&mut after, mv);
            let seen = !search.task.game.reveals(&search.world, mv);
            let reply = if seen { search.reply(&after) } else { None };
            Line {
                moves: std::iter::once(mv).chain(reply).collect(),
                value,
                shares: with_share(&mean, search.me, value),
                certainty: Certainty::Estimated,
                visits: Some(choice.visits as u64),
                sampled: Some(Sampled {
                    chance: f64::from(odds.chance),
                    error: f64::from(choice.error()),
                }),
            }
        };
        policy.iter().map(line).collect()
    }

    fn report_of(&self, stats: &RootStats<G::Move>) -> SearchReport<G::Move> {
        let lines = self.lines(self.search(), stats);
        SearchReport::new(lines, stats.depth, stats.simulations)
    }
}

/// Shares that add up to 1, in which `seat` has `value` and the others split the rest as in `mean`.
fn with_share(mean: &PerSeat<f64>, seat: Seat, value: f64) -> PerSeat<f64> {
    let rest = 1.0 - mean[seat];
    let mut shares = *mean;
    for other in (0..mean.seats()).map(Seat) {
        shares[other] = match (other == seat, rest > 0.0) {
            (true, _) => value,
            (false, true) => mean[other] / rest * (1.0 - value),
            (false, false) => (1.0 - value) / f64::from(mean.seats() - 1),
        };
    }
    shares
}

fn normalize(policy: &mut [Odds]) {
    let total: f32 = policy.iter().map(|entry| entry.chance).sum();
    policy.iter_mut().for_each(|entry| entry.chance /= total);
}

/// Draws one by its probability. The draw depends on the seed alone, not on the course of the search.
fn draw(policy: &[Odds], seed: u64) -> usize {
    let mut rng = seeded(seed ^ 0x5ec2_e7a1_d2a3_1f0b);
    by_weight(&mut rng, policy.iter().map(|entry| entry.chance))
}

impl<G: BeliefModel> Engine<G> for InfoSets<G> {
    fn begin(&mut self, task: SearchTask<G>) {
        self.search = Some(Search::new(task, self.model.clone(), self.params));
    }

    fn step(&mut self, work: u64) -> Progress {
        let search = self.search.as_mut().expect("a task has begun");
        // Only public knowledge may end a search early: its length must not reveal a secret.
        if search.forced {
            return Progress::Done;
        }
        for _ in 0..work {
            if search.is_far_enough() {
                return Progress::Done;
            }
            search.simulate();
        }
        if search.is_far_enough() { Progress::Done } else { Progress::More }
    }

    fn compare(&mut self, moves: [G::Move; 2], samples: u64) -> Option<Difference> {
        let search = self.search();
        let (all, policies) = self.odds(search, &search.root_stats());
        let [one, other] = moves.map(|mv| all.iter().position(|&other| other == mv));
        // How an observer weighs the information states after each of the moves.
        let reach = |mv: usize| {
            let made =
                |policy: &Vec<Odds>| policy.iter().find(|entry| entry.mv == mv)?.chance.into();
            policies.iter().map(made).collect()
        };
        let reaches = [reach(one?), reach(other?)];
        self.search.as_mut()?.compare(moves, reaches, samples)
    }

    fn nodes(&self) -> u64 {
        self.search.as_ref().map_or(0, |search| search.simulations)
    }

    fn report(&self) -> SearchReport<G::Move> {
        self.report_of(&self.search().root_stats())
    }

    /// It samples other worlds of the same task. Like everything here but the last draw, its results do not
    /// depend on the true information state.
    fn worker(&self) -> Option<Box<dyn Engine<G>>> {
        Some(Box::new(InfoSets::<G>::with_model(self.model.clone(), self.params)))
    }

    /// One policy is made of the statistics of all searches, not of their policies: its values are more
    /// accurate, and the information price applies as on one thread.
    fn combine(&self, workers: &[Box<dyn Engine<G>>]) -> SearchReport<G::Move> {
        let mut all = self.search().root_stats();
        for worker in workers {
            let worker: &dyn Any = &**worker;
            let worker = worker.downcast_ref::<Self>().expect("it was made here");
            all.add(&worker.search().root_stats());
        }
        self.report_of(&all)
    }
}
