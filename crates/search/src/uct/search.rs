//! Simulations: selection, expansion, rollout and backup.
//!
//! An open game has one state at the root and one tree. A game with secrets has two trees of the same play:
//! one by the observations of the searching player, with the statistics of that player's moves, and one by
//! public observations, with the statistics of all others' moves. The searching player's moves are valued
//! in states that fit that player's view, the others' moves in states that fit the public view: otherwise
//! the others would play as if they knew the searching player's secrets.

use std::cmp::Reverse;

use parlour_core::game::apply;
use parlour_core::history::Mark;
use parlour_core::rng::{SeededRng, below, seeded};
use parlour_core::{Action, ActionOf, Game, PerSeat, RepetitionHistory, Seat, Turn, Viewer};

use super::tree::{Edge, Id, Tree, Ucb};
use super::{Outcome, Params};
use crate::depth_limit::SampledDepth;
use crate::engine::Task;
use crate::hash::hash;
use crate::heuristics::Heuristics;
use crate::rollout::{Values, even, guess, outcome, values};

/// The view from which the state of a simulation is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lore {
    /// There are no secrets: the simulation counts for everybody's moves.
    Full,
    /// The searching player's: it counts for that player's moves.
    Own,
    /// The public view: it counts for the others' moves.
    Common,
}

/// The index of the searching player's tree.
pub(super) const OWN: usize = 0;
/// The index of the public tree.
const COMMON: usize = 1;

/// One node on the path.
#[derive(Clone, Copy)]
struct Step {
    /// The node in each tree; `None` where a tree is full.
    at: [Option<Id>; 2],
    /// Who chooses here; `None` for chance and at the end.
    mover: Option<Seat>,
    /// The chosen move, in the tree with its statistics.
    choice: Option<Id>,
    /// How many outcomes chance has here; 0 where a player chooses.
    outcomes: u64,
}

/// The end of a path.
struct Leaf {
    values: Values,
    /// The proven outcome of the last node.
    outcome: Option<Outcome>,
}

/// The state of a search.
pub(super) struct Search<G: Heuristics> {
    pub(super) task: Task<G>,
    params: Params,
    pub(super) me: Seat,
    /// A state that fits the view; in an open game the only one.
    pub(super) world: G::State,
    common: G::View,
    pub(super) trees: [Tree<G>; 2],
    past: RepetitionHistory<G::Key>,
    /// The history up to the root.
    real: Mark,
    path: Vec<Step>,
    moves: Vec<(i32, G::Move)>,
    rng: SeededRng,
    /// How many simulations were made since the task began.
    pub(super) nodes: u64,
    /// The depth that the simulations have reached.
    pub(super) reached: SampledDepth,
    /// For each choice at the root, in the tree's order: simulations, and everybody's shares.
    pub(super) sums: Vec<(u32, PerSeat<f64>)>,
    /// The estimate of each move before it is tried, where the game has one.
    pub(super) looks: Vec<Option<Values>>,
}

impl<G: Heuristics> Search<G> {
    /// Begins a task.
    pub(super) fn new(task: Task<G>, params: Params) -> Self {
        let mut rng = seeded(task.seed());
        let world = task.game.determinize(&task.view, &mut rng);
        let Turn::Player(me) = task.game.turn(&world) else {
            panic!("the owner of the view is to act");
        };
        let capacity = if G::OPEN { params.capacity } else { params.capacity / 2 } as usize;
        let past = RepetitionHistory::new(task.past.clone());
        Search {
            params,
            me,
            world,
            common: task.game.view(&world, Viewer::Public),
            trees: [Tree::new(capacity), Tree::new(if G::OPEN { 0 } else { capacity })],
            real: past.mark(),
            past,
            path: Vec::new(),
            moves: Vec::new(),
            rng,
            nodes: 0,
            reached: SampledDepth::default(),
            sums: Vec::new(),
            looks: Vec::new(),
            task,
        }
    }

    /// Adds the moves of the root to the tree.
    pub(super) fn open(&mut self) {
        let world = self.world;
        self.grow(OWN, Id::ROOT, &world, usize::MAX);
        let edges = self.trees[OWN].children(Id::ROOT).map(|id| self.trees[OWN].node(id).edge);
        self.looks = edges
            .map(|edge| match edge {
                Edge::Move(mv) => look(&self.task.game, &world, mv),
                _ => None,
            })
            .collect();
        let seats = self.task.game.seats();
        self.sums = vec![(0, PerSeat::new(seats, 0.0)); self.looks.len()];
    }

    /// Whether the root is proven or the depth limit is reached.
    pub(super) fn done(&self) -> bool {
        let tree = &self.trees[OWN];
        let far = |depth| self.reached.reaches(depth, self.sums.len(), self.nodes);
        tree.node(Id::ROOT).settled.is_some() || self.task.depth().is_some_and(far)
    }

    /// Whether no other move could get as many visits as the first in the remaining time.
    pub(super) fn is_out_of_reach(&self, spent: f64) -> bool {
        let tree = &self.trees[OWN];
        let mut trials: Vec<u32> = tree.children(Id::ROOT).map(|id| tree.node(id).trials).collect();
        trials.sort_unstable_by_key(|&trials| Reverse(trials));
        let [first, second, ..] = trials[..] else { return true };
        f64::from(first - second) > self.nodes as f64 * (1.0 - spent) / spent
    }

    /// One simulation.
    pub(super) fn simulate(&mut self) {
        let game = &self.task.game;
        let (lore, mut world) = if G::OPEN {
            (Lore::Full, self.world)
        } else if self.nodes.is_multiple_of(2) {
            (Lore::Own, game.determinize(&self.task.view, &mut self.rng))
        } else {
            (Lore::Common, game.determinize(&self.common, &mut self.rng))
        };
        self.past.rewind(self.real);
        self.path.clear();
        let leaf = self.descend(&mut world, lore);
        self.learn(&leaf, lore);
        self.nodes += 1;
    }

    /// Descends to the end of the tree, and plays on from there.
    fn descend(&mut self, world: &mut G::State, lore: Lore) -> Leaf {
        let mut at = [Some(Id::ROOT), (!G::OPEN).then_some(Id::ROOT)];
        loop {
            let turn = self.task.game.turn(world);
            let mover = match turn {
                Turn::Player(seat) => Some(seat),
                Turn::Chance | Turn::Over => None,
            };
            self.path.push(Step { at, mover, choice: None, outcomes: 0 });
            if let Some(outcome) = at[OWN].and_then(|id| self.trees[OWN].node(id).settled) {
                return Leaf { values: self.settled(outcome), outcome: Some(outcome) };
            }
            let next = match turn {
                Turn::Over => return self.end(world),
                Turn::Chance => self.chance(at[OWN], world),
                Turn::Player(seat) => self.pick(at[self.judge(seat)], world, seat, lore),
            };
            let Some((choice, action)) = next else { return self.play_out(*world) };
            let outcomes = match action {
                Action::Chance(_) if G::OPEN => self.task.game.count_chances(world),
                _ => 0,
            };
            if let Some(step) = self.path.last_mut() {
                (step.choice, step.outcomes) = (choice, outcomes);
            }
            apply(&self.task.game, world, action);
            self.past.remember(&self.task.game, world);
            at = self.step(at, choice, action, world);
        }
    }

    /// The tree with the statistics of this player's moves.
    fn judge(&self, seat: Seat) -> usize {
        if G::OPEN || seat == self.me { OWN } else { COMMON }
    }

    /// The node of each tree after an action that led to `world`.
    fn step(
        &mut self,
        at: [Option<Id>; 2],
        choice: Option<Id>,
        action: ActionOf<G>,
        world: &G::State,
    ) -> [Option<Id>; 2] {
        if G::OPEN {
            let next = match action {
                Action::Move(_) => choice,
                Action::Chance(c) => {
                    at[OWN].and_then(|id| self.trees[OWN].follow(id, Edge::Chance(c)))
                }
            };
            return [next, None];
        }
        let game = &self.task.game;
        let mut below = at;
        for (tree, viewer) in [(OWN, Viewer::Seat(self.me)), (COMMON, Viewer::Public)] {
            below[tree] = at[tree].and_then(|id| {
                let view = hash(&game.view(world, viewer));
                self.trees[tree].follow(id, Edge::View(view))
            });
        }
        below
    }

    /// Everybody's share once the outcome is proven.
    fn settled(&self, outcome: Outcome) -> Values {
        let seats = self.task.game.seats();
        match outcome {
            Outcome::Won(winner) => {
                let mut values = Values::new(seats, 0.0);
                values[winner] = 1.0;
                values
            }
            Outcome::Drawn => Values::new(seats, 0.5),
        }
    }

    fn end(&self, world: &G::State) -> Leaf {
        let game = &self.task.game;
        let values =
            game.shares(world).map_or_else(|| even(game.seats()), |shares| values(&shares));
        // In a game with secrets other states with the same observation may go on.
        let winner = values.iter().find(|&(_, v)| G::OPEN && v == 1.0).map(|(seat, _)| seat);
        let drawn = G::OPEN && game.seats() == 2 && values[Seat(0)] == 0.5;
        let outcome = winner.map(Outcome::Won).or(drawn.then_some(Outcome::Drawn));
        Leaf { values, outcome }
    }

    fn play_out(&mut self, world: G::State) -> Leaf {
        let values = outcome(&self.task.game, world, &mut self.rng);
        Leaf { values, outcome: None }
    }

    /// What chance brings; `None` where the tree ends.
    fn chance(&mut self, id: Option<Id>, world: &G::State) -> Option<(Option<Id>, ActionOf<G>)> {
        if self.trees[OWN].node(id?).visits == 0 {
            return None;
        }
        Some((None, Action::Chance(self.task.game.sample_chance(world, &mut self.rng))))
    }

    /// What `mover` does; `None` where the tree ends.
    fn pick(
        &mut self,
        id: Option<Id>,
        world: &G::State,
        mover: Seat,
        lore: Lore,
    ) -> Option<(Option<Id>, ActionOf<G>)> {
        let (id, tree) = (id?, self.judge(mover));
        let node = self.trees[tree].node(id);
        if !node.grown() {
            let room = self.trees[tree].room();
            if node.visits == 0 || !self.grow(tree, id, world, room) {
                return None;
            }
        }
        let (choice, mv) = if G::OPEN {
            self.trees[tree].choose(id, mover, self.params.exploration)?
        } else {
            self.choose_in_world(id, world, mover, lore)?
        };
        Some((Some(choice), Action::Move(mv)))
    }

    /// Adds all moves of this state to the tree; false if they are more than `room`.
    fn grow(&mut self, tree: usize, id: Id, world: &G::State, room: usize) -> bool {
        let (game, moves, me) = (&self.task.game, &mut self.moves, self.me);
        moves.clear();
        game.for_each_move(world, |mv| {
            // There may be time for one simulation only: the root begins with the move that looks best.
            let look = if id == Id::ROOT { look(game, world, mv) } else { None };
            let score = match look {
                Some(values) => (f64::from(values[me]) * 1e9) as i32,
                None if G::OPEN => game.move_score(world, mv),
                None => 0,
            };
            moves.push((score, mv));
        });
        if moves.len() > room {
            return false;
        }
        if G::OPEN {
            // The first of equals is tried first; in random order no kind of move is favoured.
            for i in (1..moves.len()).rev() {
                moves.swap(i, below(&mut self.rng, i as u32 + 1) as usize);
            }
            moves.sort_by_key(|&(score, _)| Reverse(score));
        }
        for &(_, mv) in &self.moves {
            self.trees[tree].add(id, Edge::Move(mv));
        }
        true
    }

    /// The move with the best score among those that are legal in this state.
    fn choose_in_world(
        &mut self,
        id: Id,
        world: &G::State,
        mover: Seat,
        lore: Lore,
    ) -> Option<(Id, G::Move)> {
        // Another world may have moves that this node has not seen. Those of the searching player
        // are the ones in worlds that fit what that player knows.
        let may_add = lore == Lore::Own || mover != self.me;
        let judged = judges(lore, mover, self.me);
        let tree = &mut self.trees[if mover == self.me { OWN } else { COMMON }];
        let mut best = Best::new(Ucb::new(tree.node(id), self.params.exploration), mover, judged);
        let mut hint = tree.first(id);
        self.task.game.for_each_move(world, |mv| {
            let choice = match tree.find(id, Edge::Move(mv), hint) {
                Some(choice) => choice,
                None if may_add && tree.room() > 0 => tree.add(id, Edge::Move(mv)),
                None => return,
            };
            hint = tree.after(choice).or(tree.first(id));
            best.consider(tree, choice, mv, &mut self.rng);
        });
        best.found
    }

    /// Backs up the result along the path.
    fn learn(&mut self, leaf: &Leaf, lore: Lore) {
        for &Step { at, mover, choice, .. } in &self.path {
            for (tree, id) in self.trees.iter_mut().zip(at) {
                let Some(id) = id else { continue };
                let node = tree.node_mut(id);
                node.visits += 1;
                node.mean_total += mover.map_or(0.0, |seat| f64::from(leaf.values[seat]));
            }
            let (Some(seat), Some(choice)) = (mover, choice) else { continue };
            if judges(lore, seat, self.me) {
                let tree = if G::OPEN || seat == self.me { OWN } else { COMMON };
                let node = self.trees[tree].node_mut(choice);
                node.trials += 1;
                node.total += f64::from(leaf.values[seat]);
            }
        }
        let mut new = false;
        let first = self.trees[OWN].first(Id::ROOT);
        if let (Some(Step { choice: Some(choice), .. }), Some(first)) = (self.path.first(), first)
            && judges(lore, self.me, self.me)
        {
            let (count, sums) = &mut self.sums[choice.after(first)];
            *count += 1;
            for (seat, value) in leaf.values.iter() {
                sums[seat] += f64::from(value);
            }
            new = *count == 1;
        }
        self.reached.note(self.nodes + 1, self.path.len() as u32 - 1, new);
        if let Some(outcome) = leaf.outcome {
            self.prove(outcome);
        }
    }

    /// Marks the last node on the path as proven, and those above as far as that follows.
    fn prove(&mut self, outcome: Outcome) {
        let tree = &mut self.trees[OWN];
        let mut steps = self.path.iter().rev();
        if let Some(last) = steps.next().and_then(|step| step.at[OWN]) {
            tree.node_mut(last).settled = Some(outcome);
        }
        for step in steps {
            let Some(id) = step.at[OWN] else { return };
            let settled = match step.mover {
                Some(mover) => tree.settle(id, mover),
                None => tree.settle_chance(id, step.outcomes),
            };
            if settled.is_none() {
                return;
            }
            tree.node_mut(id).settled = settled;
        }
    }
}

/// The estimate of a move of an open game before it is tried. With secrets, one state of many would say
/// nothing.
fn look<G: Heuristics>(game: &G, world: &G::State, mv: G::Move) -> Option<Values> {
    if !G::OPEN {
        return None;
    }
    let mut after = *world;
    game.play(&mut after, mv);
    match game.shares(&after) {
        Some(shares) => Some(values(&shares)),
        None => guess(game, &after),
    }
}

/// The best of the moves considered so far; among equals each is as likely.
struct Best<M> {
    ucb: Ucb,
    mover: Seat,
    judged: bool,
    score: f64,
    equals: u32,
    found: Option<(Id, M)>,
}

impl<M: Copy> Best<M> {
    fn new(ucb: Ucb, mover: Seat, judged: bool) -> Self {
        Best { ucb, mover, judged, score: f64::NEG_INFINITY, equals: 0, found: None }
    }

    fn consider<G: Game<Move = M>>(
        &mut self,
        tree: &mut Tree<G>,
        choice: Id,
        mv: M,
        rng: &mut SeededRng,
    ) {
        let node = tree.node_mut(choice);
        node.chances += u32::from(self.judged);
        let score = self.ucb.score(node, node.chances, self.mover);
        if score > self.score {
            (self.score, self.equals, self.found) = (score, 1, Some((choice, mv)));
        } else if score == self.score {
            self.equals += 1;
            if below(rng, self.equals) == 0 {
                self.found = Some((choice, mv));
            }
        }
    }
}

/// Whether a simulation in such a state counts for the moves of `mover`.
fn judges(lore: Lore, mover: Seat, me: Seat) -> bool {
    match lore {
        Lore::Full => true,
        Lore::Own => mover == me,
        Lore::Common => mover != me,
    }
}
