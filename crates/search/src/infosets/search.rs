//! The simulations, and the table of information sets that they fill.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::{ControlFlow, Range};

use parlour_core::rng::{SeededRng, by_weight, seeded};
use parlour_core::{PerSeat, Seat, Turn, Viewer};

use super::Cunning;
use super::findings::{Findings, Root};
use crate::engine::Task;
use crate::guile::{Guile, Guise};
use crate::hash::hash;
use crate::playout::{guess, outcome, values};
use crate::sight::Sight;
use crate::uct::Style;

/// A simulation that goes further is broken off and judged.
const LONGEST: usize = 128;

/// One move of an information set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<M> {
    pub(super) mv: M,
    /// How likely it is expected to be made.
    pub(super) prior: f32,
    /// The weight of the simulations that tried it.
    pub(super) visits: f32,
    /// The sum of the mover's shares in them.
    pub(super) total: f32,
}

/// All that a player to act may know, and what came of the choices there.
#[derive(Clone, Copy, Debug)]
struct Set {
    first: u32,
    count: u32,
    visits: f32,
    total: f32,
}

impl Set {
    fn range(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// Keys are hashes already.
#[derive(Default, Clone, Copy)]
struct Same(u64);

impl Hasher for Same {
    fn write(&mut self, _: &[u8]) {
        unreachable!("only whole words are hashed");
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = n;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A search at work.
pub(super) struct Search<G: Guile> {
    pub(super) task: Task<G>,
    style: G::Style,
    cunning: Cunning,
    belief: G::Belief,
    pub(super) guises: Vec<Guise<G::View>>,
    pub(super) me: Seat,
    /// A world that fits the view.
    pub(super) world: G::State,
    table: HashMap<u64, u32, BuildHasherDefault<Same>>,
    sets: Vec<Set>,
    choices: Vec<Choice<G::Move>>,
    /// Everybody's shares, summed over the simulations of each guise.
    shares: Vec<PerSeat<f64>>,
    moves: Vec<G::Move>,
    urges: Vec<f32>,
    /// Information set, choice and who chose, on the way down.
    path: Vec<(u32, u32, Seat)>,
    rng: SeededRng,
    pub(super) simulations: u64,
    /// How far they have come.
    sight: Sight,
    /// Whether there is nothing to choose, whatever the secret.
    pub(super) forced: bool,
}

impl<G: Guile> Search<G> {
    pub(super) fn new(task: Task<G>, style: G::Style, cunning: Cunning) -> Self {
        let game = &task.game;
        let belief = game.believe(&style, &task.view, &task.witnessed);
        let guises = game.guises(&task.view, &belief);
        let mut rng = seeded(task.seed);
        let world = game.determinize(&task.view, &mut seeded(task.seed));
        let Turn::Player(me) = game.turn(&world) else {
            panic!("only a player who is to act can think about a move");
        };
        let shares = vec![PerSeat::new(game.seats(), 0.0); guises.len()];
        // The first information sets are those of the guises, in every one of them.
        let roots: Vec<G::State> =
            guises.iter().map(|guise| game.imagine(&guise.view, &belief, &mut rng)).collect();
        let mut search = Search {
            task,
            style,
            cunning,
            belief,
            guises,
            me,
            world,
            table: HashMap::default(),
            sets: Vec::new(),
            choices: Vec::new(),
            shares,
            moves: Vec::new(),
            urges: Vec::new(),
            path: Vec::new(),
            rng,
            simulations: 0,
            sight: Sight::default(),
            forced: false,
        };
        for (number, root) in roots.iter().enumerate() {
            let key = hash(&search.guises[number].view);
            search.grow(key, root);
        }
        search.forced = search.sets.iter().all(|set| set.count == 1);
        search
    }

    /// One simulation; each guise has its turn, whichever is true.
    pub(super) fn simulate(&mut self) {
        let which = (self.simulations % self.guises.len() as u64) as usize;
        self.simulations += 1;
        let guise = &self.guises[which];
        // The guises are searched alike; the others reckon with each by its odds.
        let reckoned = guise.odds * self.guises.len() as f32;
        let mut world = self.task.game.imagine(&guise.view, &self.belief, &mut self.rng);
        self.path.clear();
        let values = self.descend(&mut world);
        self.note();
        for (seat, value) in values.iter() {
            self.shares[which][seat] += f64::from(value);
        }
        for &(set, choice, seat) in &self.path {
            let weight = if seat == self.me { 1.0 } else { reckoned };
            let gain = weight * values[seat];
            let set = &mut self.sets[set as usize];
            set.visits += weight;
            set.total += gain;
            let choice = &mut self.choices[choice as usize];
            choice.visits += weight;
            choice.total += gain;
        }
    }

    /// Takes in how far the way down led.
    fn note(&mut self) {
        let tried = |&(_, choice, _): &(u32, u32, Seat)| self.choices[choice as usize].visits > 0.0;
        // The way begins at what a guise may do.
        let first = self.path.first().is_some_and(|step| !tried(step));
        self.sight.note(self.simulations, self.path.len() as u32, first);
    }

    /// Whether the search has looked as far ahead as was asked for. It asks about all guises alike.
    pub(super) fn is_far_enough(&self) -> bool {
        let choices = || self.sets[..self.guises.len()].iter().map(|set| set.count as usize).sum();
        let far = |depth| self.sight.reaches(depth, choices(), self.simulations);
        self.task.depth.is_some_and(far)
    }

    /// Walks down as far as the table knows the way; what everybody can expect there.
    fn descend(&mut self, world: &mut G::State) -> PerSeat<f32> {
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
                        if self.sets.len() < self.cunning.capacity {
                            self.grow(key, world);
                        }
                        break;
                    };
                    let choice = self.select(&self.sets[id as usize]);
                    self.path.push((id, choice, seat));
                    self.task.game.play(world, self.choices[choice as usize].mv);
                }
            }
        }
        self.play_on(world);
        self.judge(world)
    }

    /// Plays on as players are taken to move, so that what is about to happen is not left to the eye.
    fn play_on(&mut self, world: &mut G::State) {
        let Search { task, style, cunning, moves, urges, rng, .. } = self;
        let mut left = cunning.foresight;
        while left > 0 {
            match task.game.turn(world) {
                Turn::Over => return,
                Turn::Chance if task.game.settled(world) => return,
                Turn::Chance => {
                    let chance = task.game.sample_chance(world, rng);
                    task.game.resolve(world, chance);
                }
                Turn::Player(_) => {
                    expect(&task.game, style, world, moves, urges);
                    let drawn = by_weight(rng, urges.iter().copied());
                    task.game.play(world, moves[drawn]);
                    left -= 1;
                }
            }
        }
    }

    fn judge(&mut self, world: &G::State) -> PerSeat<f32> {
        let game = &self.task.game;
        match game.shares(world) {
            Some(shares) => values(&shares),
            None => guess(game, world)
                .unwrap_or_else(|| outcome(game, *world, &Style::default(), &mut self.rng)),
        }
    }

    /// Lets an information set join the table.
    fn grow(&mut self, key: u64, world: &G::State) {
        let Search { task, style, moves, urges, choices, .. } = self;
        expect(&task.game, style, world, moves, urges);
        let total: f32 = urges.iter().sum();
        let first = choices.len() as u32;
        choices.extend(moves.iter().zip(&*urges).map(|(&mv, &weight)| Choice {
            mv,
            prior: weight / total,
            visits: 0.0,
            total: 0.0,
        }));
        let set = Set { first, count: moves.len() as u32, visits: 0.0, total: 0.0 };
        self.table.insert(key, self.sets.len() as u32);
        self.sets.push(set);
    }

    /// The most promising choice: its mean so far, and how much it was expected for how little it
    /// was tried.
    fn select(&self, set: &Set) -> u32 {
        let untried = self.mean(set) - self.cunning.reserve;
        let reach = self.cunning.exploration * (set.visits + 1.0).sqrt();
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
    fn mean(&self, set: &Set) -> f32 {
        match set.visits > 0.0 {
            true => set.total / set.visits,
            false => 1.0 / f32::from(self.task.game.seats()),
        }
    }

    /// What the guises may do, and what came of it.
    pub(super) fn findings(&self) -> Findings<G::Move> {
        // The guises' information sets came first, in their order.
        let roots = self.sets.iter().zip(&self.shares).map(|(set, &shares)| Root {
            choices: self.choices[set.range()].to_vec(),
            visits: set.visits,
            total: set.total,
            shares,
        });
        Findings {
            roots: roots.collect(),
            simulations: self.simulations,
            depth: self.sight.deepest,
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

/// The moves of the player to act, and in proportion to what each is expected.
fn expect<G: Guile>(
    game: &G,
    style: &G::Style,
    world: &G::State,
    moves: &mut Vec<G::Move>,
    weights: &mut Vec<f32>,
) {
    moves.clear();
    let _ = game.moves(world, |mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    weights.clear();
    game.urges(style, world, moves, weights);
    let most = weights.iter().copied().fold(f32::MIN, f32::max);
    weights.iter_mut().for_each(|weight| *weight = (*weight - most).exp());
}
