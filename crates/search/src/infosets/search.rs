//! Simulations, and the table of information sets.

use std::ops::Range;

use parlour_core::rng::{SeededRng, by_weight, seeded};
use parlour_core::{Action, PerSeat, Seat, Seen, Turn, Viewer};

use super::Params;
use super::root_stats::{AfterChoice, Root, RootStats};
use crate::belief::{BeliefModel, InfoState};
use crate::depth_limit::SampledDepth;
use crate::engine::SearchTask;
use crate::hash::{HashTable, hash};
use crate::rollout::{estimate, shares_of_rollout, values};

/// The number of worlds in which it is asked what a choice at the root leads to.
const WORLDS: usize = 4;

/// Where several moves need a value, this part of an information state's simulations is shared out evenly among
/// its moves.
const EVEN_PART: f32 = 0.25;

/// What is added to the squared deviations of a move's samples for its standard error.
const HIDDEN_SPREAD: f32 = 0.05;

/// A longer simulation is ended and estimated.
const LONGEST: usize = 128;

/// One move of an information set.
#[derive(Clone, Copy, Debug)]
pub(super) struct InfoSetMove<M> {
    pub(super) mv: M,
    /// Its prior probability.
    pub(super) prior: f32,
    /// The weight of the simulations that tried it.
    pub(super) visits: f32,
    /// The sum of the mover's shares in them.
    pub(super) total: f32,
    /// The sum of their squares.
    pub(super) squares: f32,
}

impl<M> InfoSetMove<M> {
    /// The standard error of the mean share. Samples that are all alike prove little while they are few: what
    /// they may still hide is added.
    pub(super) fn error(&self) -> f32 {
        if self.visits < 2.0 {
            return 0.5;
        }
        let mean = self.total / self.visits;
        let spread = (self.squares - self.visits * mean * mean).max(0.0) + HIDDEN_SPREAD;
        (spread / (self.visits * (self.visits - 1.0))).sqrt()
    }
}

/// An information set with the statistics of its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct InfoSet {
    first: u32,
    count: u32,
    visits: f32,
    total: f32,
}

impl InfoSet {
    pub(super) fn range(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

pub(super) struct Search<G: BeliefModel> {
    pub(super) task: SearchTask<G>,
    model: G::PlayerModel,
    params: Params,
    pub(super) belief: G::Belief,
    pub(super) info_states: Vec<InfoState<G::View>>,
    pub(super) me: Seat,
    /// A world that fits the view.
    pub(super) world: G::State,
    table: HashTable<u32>,
    pub(super) sets: Vec<InfoSet>,
    pub(super) choices: Vec<InfoSetMove<G::Move>>,
    /// What each choice of each information state leads to.
    after: Vec<Vec<AfterChoice>>,
    /// Everybody's shares, summed over the simulations of each information state.
    shares: Vec<PerSeat<f64>>,
    moves: Vec<G::Move>,
    logits: Vec<f32>,
    /// Information set, choice and who chose, on the way down.
    pub(super) path: Vec<(u32, u32, Seat)>,
    pub(super) rng: SeededRng,
    pub(super) simulations: u64,
    /// How far they have come.
    reached: SampledDepth,
    /// Whether there is nothing to choose, whatever the secret.
    pub(super) forced: bool,
    /// Whether more moves than the best need a value.
    values_wanted: bool,
}

impl<G: BeliefModel> Search<G> {
    pub(super) fn new(task: SearchTask<G>, model: G::PlayerModel, params: Params) -> Self {
        let game = &task.game;
        let belief = game.believe(&model, &task.view, &task.observations);
        let info_states = game.info_states(&task.view, &belief);
        let mut rng = seeded(task.seed);
        let (world, me) = task.root();
        let values_wanted = task.want.values() && !task.want.only_best();
        let shares = vec![PerSeat::new(game.seats(), 0.0); info_states.len()];
        // The first information sets are those of the information states, in every one of them.
        let roots: Vec<G::State> = info_states
            .iter()
            .map(|info_state| game.determinize_by(&info_state.view, &belief, &mut rng))
            .collect();
        let mut search = Search {
            task,
            model,
            params,
            belief,
            info_states,
            me,
            world,
            table: HashTable::default(),
            sets: Vec::new(),
            choices: Vec::new(),
            after: Vec::new(),
            shares,
            moves: Vec::new(),
            logits: Vec::new(),
            path: Vec::new(),
            rng,
            simulations: 0,
            reached: SampledDepth::default(),
            forced: false,
            values_wanted,
        };
        for (number, root) in roots.iter().enumerate() {
            let key = hash(&search.info_states[number].view);
            search.grow(key, root);
        }
        search.after = (0..roots.len()).map(|number| search.after_choices(number)).collect();
        search.forced = search.sets.iter().all(|set| set.count == 1);
        search
    }

    /// What the choices of an information state lead to. It is asked in several worlds: what a guess leads to
    /// depends on secrets of the others.
    fn after_choices(&mut self, info_state: usize) -> Vec<AfterChoice> {
        let choices = self.sets[info_state].range();
        let mut all = vec![AfterChoice { ends: true, extra: 0.0, extra_now: 0.0 }; choices.len()];
        for _ in 0..WORLDS {
            let (game, view) = (&self.task.game, &self.info_states[info_state].view);
            let world = game.determinize_by(view, &self.belief, &mut self.rng);
            // Where a game has no estimate, a move that ends it may have to be mixed with a bluff.
            let known = game.moves_to_win(&world, self.me).is_some();
            for (leads_to, choice) in all.iter_mut().zip(&self.choices[choices.clone()]) {
                let mut after = world;
                game.play(&mut after, choice.mv);
                let ends = match game.turn(&after) {
                    Turn::Over => true,
                    Turn::Chance => game.settled(&after),
                    Turn::Player(_) => false,
                };
                leads_to.ends &= ends && known;
                // A hidden move must be hard to predict: it is not better for being nearer to the win.
                let counts = !ends && !is_hidden(game, &world, choice.mv);
                if counts {
                    let mean = |moves: Option<f32>| moves.unwrap_or(0.0) / WORLDS as f32;
                    leads_to.extra += mean(game.moves_to_win(&after, self.me));
                    leads_to.extra_now += mean(game.moves_to_win_now(&after, self.me));
                }
            }
        }
        let fewest = |of: fn(&AfterChoice) -> f32| all.iter().map(of).fold(f32::MAX, f32::min);
        let (extra, extra_now) = (fewest(|after| after.extra), fewest(|after| after.extra_now));
        for after in &mut all {
            after.extra -= extra;
            after.extra_now -= extra_now;
        }
        all
    }

    /// One simulation. The information states take turns, whichever is true.
    pub(super) fn simulate(&mut self) {
        let which = (self.simulations % self.info_states.len() as u64) as usize;
        self.simulations += 1;
        let info_state = &self.info_states[which];
        // All information states are searched alike; for the others each counts by its probability.
        let reckoned = info_state.odds * self.info_states.len() as f32;
        let mut world =
            self.task.game.determinize_by(&info_state.view, &self.belief, &mut self.rng);
        self.path.clear();
        let neglected = self.neglected(which);
        let values = self.descend(&mut world, neglected);
        self.note();
        if neglected.is_none() {
            for (seat, value) in values.iter() {
                self.shares[which][seat] += f64::from(value);
            }
        }
        self.learn(&values, reckoned, neglected.is_some());
    }

    /// Adds the values of a simulation to its path; those of the others count by this weight. A move that was
    /// given to the searching player says nothing of what the player's position is worth.
    pub(super) fn learn(&mut self, values: &PerSeat<f32>, reckoned: f32, given: bool) {
        for (place, &(set, choice, seat)) in self.path.iter().enumerate() {
            let weight = if seat == self.me { 1.0 } else { reckoned };
            let gain = weight * values[seat];
            if place > 0 || !given {
                let set = &mut self.sets[set as usize];
                set.visits += weight;
                set.total += gain;
            }
            let choice = &mut self.choices[choice as usize];
            choice.visits += weight;
            choice.total += gain;
            choice.squares += gain * values[seat];
        }
    }

    /// Where several moves need a value: the move at the root that has been tried least, while its visits are
    /// less than its part of those that are shared out evenly. An untried move would keep about the mean of all.
    fn neglected(&self, info_state: usize) -> Option<u32> {
        if !self.values_wanted {
            return None;
        }
        let set = &self.sets[info_state];
        let least = set
            .range()
            .min_by(|&a, &b| self.choices[a].visits.total_cmp(&self.choices[b].visits))?;
        let floor = EVEN_PART * set.visits / set.count as f32;
        (self.choices[least].visits < floor).then_some(least as u32)
    }

    /// Notes the length of the path.
    fn note(&mut self) {
        let tried = |&(_, choice, _): &(u32, u32, Seat)| self.choices[choice as usize].visits > 0.0;
        // The way begins at what an information state may do.
        let first = self.path.first().is_some_and(|step| !tried(step));
        self.reached.note(self.simulations, self.path.len() as u32, first);
    }

    /// Whether the depth limit is reached, in all information states.
    pub(super) fn is_far_enough(&self) -> bool {
        let choices =
            || self.sets[..self.info_states.len()].iter().map(|set| set.count as usize).sum();
        let far = |depth| self.reached.reaches(depth, choices(), self.simulations);
        self.task.budget.depth.is_some_and(far)
    }

    /// Descends to the end of the table, by this choice first if there is one. Returns everybody's value there.
    pub(super) fn descend(&mut self, world: &mut G::State, first: Option<u32>) -> PerSeat<f32> {
        while self.path.len() < LONGEST {
            match self.task.game.turn(world) {
                Turn::Over => break,
                Turn::Chance if self.task.game.settled(world) => break,
                Turn::Chance => {
                    let chance = self.task.game.sample_chance(world, &mut self.rng);
                    self.task.game.resolve(world, chance);
                }
                Turn::Player(seat) => {
                    let key = hash(&self.task.game.view(world, Viewer::Seat(seat)));
                    let Some(&id) = self.table.get(&key) else {
                        if self.sets.len() < self.params.capacity {
                            self.grow(key, world);
                        }
                        break;
                    };
                    let given = first.filter(|_| self.path.is_empty());
                    let choice = given.unwrap_or_else(|| self.select(&self.sets[id as usize]));
                    self.path.push((id, choice, seat));
                    self.task.game.play(world, self.choices[choice as usize].mv);
                }
            }
        }
        self.play_on(world);
        self.evaluate(world)
    }

    /// Plays on by the player model, so that the estimate need not see what is about to happen.
    fn play_on(&mut self, world: &mut G::State) {
        let Search { task, model, params, moves, logits, rng, .. } = self;
        let mut left = params.rollout_depth;
        while left > 0 {
            match task.game.turn(world) {
                Turn::Over => return,
                Turn::Chance if task.game.settled(world) => return,
                Turn::Chance => {
                    let chance = task.game.sample_chance(world, rng);
                    task.game.resolve(world, chance);
                }
                Turn::Player(_) => {
                    expect(&task.game, model, world, moves, logits);
                    let drawn = by_weight(rng, logits.iter().copied());
                    task.game.play(world, moves[drawn]);
                    left -= 1;
                }
            }
        }
    }

    fn evaluate(&mut self, world: &G::State) -> PerSeat<f32> {
        let game = &self.task.game;
        match game.shares(world) {
            Some(shares) => values(&shares),
            None => estimate(game, world)
                .unwrap_or_else(|| shares_of_rollout(game, *world, &mut self.rng)),
        }
    }

    /// Adds an information set to the table.
    fn grow(&mut self, key: u64, world: &G::State) {
        let Search { task, model, moves, logits, choices, .. } = self;
        expect(&task.game, model, world, moves, logits);
        let total: f32 = logits.iter().sum();
        let first = choices.len() as u32;
        choices.extend(moves.iter().zip(&*logits).map(|(&mv, &weight)| InfoSetMove {
            mv,
            prior: weight / total,
            visits: 0.0,
            total: 0.0,
            squares: 0.0,
        }));
        let set = InfoSet { first, count: moves.len() as u32, visits: 0.0, total: 0.0 };
        self.table.insert(key, self.sets.len() as u32);
        self.sets.push(set);
    }

    /// PUCT: the move with the best sum of its mean and an exploration bonus by its prior.
    fn select(&self, set: &InfoSet) -> u32 {
        let untried = self.mean(set) - self.params.fpu_reduction;
        let reach = self.params.exploration * (set.visits + 1.0).sqrt();
        let mut best = (f32::MIN, set.first);
        for index in set.range() {
            let choice = &self.choices[index];
            let value = if choice.visits > 0.0 { choice.total / choice.visits } else { untried };
            let score = value + reach * choice.prior / (1.0 + choice.visits);
            if score > best.0 {
                best = (score, index as u32);
            }
        }
        best.1
    }

    /// The mover's mean share in an information set.
    fn mean(&self, set: &InfoSet) -> f32 {
        if set.visits > 0.0 {
            set.total / set.visits
        } else {
            1.0 / f32::from(self.task.game.seats())
        }
    }

    /// The moves of the information states with their statistics.
    pub(super) fn root_stats(&self) -> RootStats<G::Move> {
        // The information states' information sets came first, in their order.
        let roots = self.sets.iter().zip(&self.after).zip(&self.shares);
        let roots = roots.map(|((set, after), &shares)| Root {
            choices: self.choices[set.range()].to_vec(),
            after: after.clone(),
            visits: set.visits,
            total: set.total,
            shares,
        });
        RootStats {
            roots: roots.collect(),
            simulations: self.simulations,
            depth: self.reached.deepest,
        }
    }

    /// The best reply after a move that all have seen, as far as the table knows it.
    pub(super) fn reply(&self, world: &G::State) -> Option<G::Move> {
        let Turn::Player(seat) = self.task.game.turn(world) else { return None };
        let key = hash(&self.task.game.view(world, Viewer::Seat(seat)));
        let set = &self.sets[*self.table.get(&key)? as usize];
        let choices = self.choices[set.range()].iter().filter(|choice| choice.visits >= 1.0);
        choices.max_by(|a, b| a.visits.total_cmp(&b.visits)).map(|choice| choice.mv)
    }
}

/// Whether the others do not see which move is made.
pub(super) fn is_hidden<G: BeliefModel>(game: &G, world: &G::State, mv: G::Move) -> bool {
    game.seen(world, Action::Move(mv), Viewer::Public) == Seen::HiddenMove
}

/// The moves of the player to act, with the weights of the player model.
fn expect<G: BeliefModel>(
    game: &G,
    model: &G::PlayerModel,
    world: &G::State,
    moves: &mut Vec<G::Move>,
    weights: &mut Vec<f32>,
) {
    moves.clear();
    game.for_each_move(world, |mv| {
        moves.push(mv);
    });
    weights.clear();
    game.policy_logits(model, world, moves, weights);
    let most = weights.iter().copied().fold(f32::MIN, f32::max);
    weights.iter_mut().for_each(|weight| *weight = (*weight - most).exp());
}
