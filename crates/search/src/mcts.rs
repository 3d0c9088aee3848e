//! The search itself: simulations that walk down the tree, play on at random, and tell the nodes
//! on the way how it ended.
//!
//! An open game has one world and one tree. A game with secrets has two trees, of the same play
//! as different eyes see it: the searching player's, where that player's choices are judged, and
//! the public one, where the choices of all others are. The searching player's choices are judged
//! in worlds that fit what that player knows; the others' in worlds that fit what everybody
//! knows, or else they would play as if they saw through the searching player's secrets.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

use parlour_core::game::apply;
use parlour_core::rng::{Rng, SeededRng, below, seeded};
use parlour_core::{Action, ActionOf, Game, Seat, Seen, Turn, Viewer};

use crate::hash::hash;
use crate::past::Past;
use crate::playout::{Values, even, outcome, values};
use crate::tree::{Edge, Id, Tree, Urge};
use crate::{Candidate, Style, Task, Thought};

/// The first report comes after so many simulations.
const FIRST_REPORT: u64 = 256;

/// A secret move that is so much worse than the best, in shares of the win, is e times less likely
/// to be chosen.
const SECRECY: f64 = 0.1;

/// Whose knowledge a simulation's world is drawn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lore {
    /// There are no secrets: it judges everybody's choices.
    Full,
    /// The searching player's: it judges that player's choices.
    Own,
    /// What everybody knows: it judges the choices of the others.
    Common,
}

/// The place of the searching player's tree among the trees.
const OWN: usize = 0;
/// The place of the public tree.
const COMMON: usize = 1;

/// One stop on the way down.
#[derive(Clone, Copy)]
struct Step {
    /// The node in each tree; `None` where a tree is full.
    at: [Option<Id>; 2],
    /// Who chooses here; `None` for chance and at the end.
    mover: Option<Seat>,
    /// The choice, in the tree that judges it.
    choice: Option<Id>,
}

/// How a walk down the tree ended.
struct Leaf {
    values: Values,
    /// The seat that surely wins from the last node on.
    winner: Option<Seat>,
}

/// A search at work.
pub(crate) struct Search<'a, G: Game> {
    task: &'a Task<'a, G>,
    style: &'a Style,
    me: Seat,
    /// A world that fits the view; in an open game the only one.
    world: G::State,
    common: G::View,
    trees: [Tree<G>; 2],
    past: Past<G::Key>,
    path: Vec<Step>,
    moves: Vec<G::Move>,
    rng: SeededRng,
    nodes: u64,
}

impl<'a, G: Game> Search<'a, G> {
    pub(crate) fn new(task: &'a Task<'a, G>, style: &'a Style) -> Self {
        let mut rng = seeded(task.seed);
        let world = task.game.determinize(task.view, &mut rng);
        let Turn::Player(me) = task.game.turn(&world) else {
            panic!("only a player who is to act can think about a move");
        };
        let capacity = if G::OPEN { style.capacity } else { style.capacity / 2 } as usize;
        let mut search = Search {
            task,
            style,
            me,
            world,
            common: task.game.view(&world, Viewer::Public),
            trees: [Tree::new(capacity), Tree::new(if G::OPEN { 0 } else { capacity })],
            past: Past::new(task.keys),
            path: Vec::new(),
            moves: Vec::new(),
            rng,
            nodes: 0,
        };
        search.grow(OWN, Id::ROOT, &world, usize::MAX);
        search
    }

    /// Simulates until the budget is used up.
    pub(crate) fn run(mut self, report: &mut dyn FnMut(&Thought<G::Move>)) -> Thought<G::Move> {
        let begun = Instant::now();
        let mut next_report = FIRST_REPORT;
        if self.trees[OWN].children(Id::ROOT).nth(1).is_none() {
            return self.thought();
        }
        while self.nodes == 0 || !self.done(begun) {
            self.simulate();
            self.nodes += 1;
            if self.nodes == next_report {
                next_report *= 2;
                report(&self.thought());
            }
        }
        let mut thought = self.thought();
        if !G::OPEN {
            self.keep_secret(&mut thought.candidates);
        }
        thought
    }

    /// A move that the others do not see must not be one that they can foresee: among such moves
    /// one is drawn, the better the more likely, and comes first.
    fn keep_secret(&mut self, candidates: &mut [Candidate<G::Move>]) {
        let (game, world) = (self.task.game, &self.world);
        let secret = |candidate: &Candidate<G::Move>| {
            let seen = game.seen(world, Action::Move(candidate.mv), Viewer::Public);
            candidate.visits > 0 && seen == Seen::HiddenMove
        };
        let Some(best) = candidates.first().filter(|best| secret(best)).map(|best| best.value)
        else {
            return;
        };
        let weight = |candidate: &Candidate<G::Move>| match secret(candidate) {
            true => ((candidate.value - best) / SECRECY).min(0.0).exp(),
            false => 0.0,
        };
        let total: f64 = candidates.iter().map(weight).sum();
        let mut left = total * f64::from(self.rng.next_u32()) / (f64::from(u32::MAX) + 1.0);
        let drawn = candidates.iter().position(|candidate| {
            left -= weight(candidate);
            left < 0.0
        });
        candidates[..=drawn.unwrap_or(0)].rotate_right(1);
    }

    fn done(&self, begun: Instant) -> bool {
        let budget = &self.task.budget;
        self.task.stop.load(Ordering::Relaxed)
            || self.trees[OWN].node(Id::ROOT).won.is_some()
            || budget.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || budget.time.is_some_and(|time| begun.elapsed() >= time)
    }

    fn thought(&self) -> Thought<G::Move> {
        let even = 1.0 / f64::from(self.task.game.seats());
        let tree = &self.trees[OWN];
        let mut candidates: Vec<(bool, Candidate<G::Move>)> = Vec::new();
        for id in tree.children(Id::ROOT) {
            let node = tree.node(id);
            let Edge::Move(mv) = node.edge else { continue };
            let value = match node.won {
                Some(winner) => f64::from(winner == self.me),
                None => node.mean().unwrap_or(even),
            };
            let wins = node.won == Some(self.me);
            candidates.push((wins, Candidate { mv, visits: u64::from(node.trials), value }));
        }
        // Most tried first: a mean of few trials says little. A proven win needs no trials.
        candidates.sort_by(|(a_wins, a), (b_wins, b)| {
            b_wins
                .cmp(a_wins)
                .then_with(|| b.visits.cmp(&a.visits))
                .then_with(|| b.value.total_cmp(&a.value))
        });
        let candidates = candidates.into_iter().map(|(_, candidate)| candidate).collect();
        Thought { candidates, nodes: self.nodes }
    }

    fn simulate(&mut self) {
        let game = self.task.game;
        let (lore, mut world) = if G::OPEN {
            (Lore::Full, self.world)
        } else if self.nodes.is_multiple_of(2) {
            (Lore::Own, game.determinize(self.task.view, &mut self.rng))
        } else {
            (Lore::Common, game.determinize(&self.common, &mut self.rng))
        };
        self.past.rewind();
        self.path.clear();
        let leaf = self.descend(&mut world, lore);
        self.learn(&leaf, lore);
    }

    /// Walks down as far as the tree reaches, and plays on from there.
    fn descend(&mut self, world: &mut G::State, lore: Lore) -> Leaf {
        let game = self.task.game;
        let mut at = [Some(Id::ROOT), (!G::OPEN).then_some(Id::ROOT)];
        loop {
            let turn = game.turn(world);
            let mover = match turn {
                Turn::Player(seat) => Some(seat),
                Turn::Chance | Turn::Over => None,
            };
            self.path.push(Step { at, mover, choice: None });
            if let Some(winner) = at[OWN].and_then(|id| self.trees[OWN].node(id).won) {
                let mut values = Values::new(game.seats(), 0.0);
                values[winner] = 1.0;
                return Leaf { values, winner: Some(winner) };
            }
            let next = match turn {
                Turn::Over => return self.end(world),
                Turn::Chance => self.chance(at[OWN], world),
                Turn::Player(seat) => self.pick(at[self.judge(seat)], world, seat, lore),
            };
            let Some((choice, action)) = next else { return self.play_out(*world) };
            if let Some(step) = self.path.last_mut() {
                step.choice = choice;
            }
            apply(game, world, action);
            self.past.remember(game, world);
            at = self.step(at, choice, action, world);
        }
    }

    /// The tree in which the choices of this player are judged.
    fn judge(&self, seat: Seat) -> usize {
        if G::OPEN || seat == self.me { OWN } else { COMMON }
    }

    /// Where each tree is after an action that led to `world`.
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
        let game = self.task.game;
        let mut below = at;
        for (tree, viewer) in [(OWN, Viewer::Seat(self.me)), (COMMON, Viewer::Public)] {
            below[tree] = at[tree].and_then(|id| {
                let view = hash(&game.view(world, viewer));
                self.trees[tree].follow(id, Edge::View(view))
            });
        }
        below
    }

    fn end(&self, world: &G::State) -> Leaf {
        let game = self.task.game;
        let values =
            game.shares(world).map_or_else(|| even(game.seats()), |shares| values(&shares));
        // In a game with secrets other worlds in which the same was seen may go on.
        let winner = values.iter().find(|&(_, v)| G::OPEN && v == 1.0).map(|(seat, _)| seat);
        Leaf { values, winner }
    }

    fn play_out(&mut self, world: G::State) -> Leaf {
        let values = outcome(self.task.game, world, self.style, &mut self.rng);
        Leaf { values, winner: None }
    }

    /// What chance brings; `None` where the tree ends.
    fn chance(&mut self, id: Option<Id>, world: &G::State) -> Option<(Option<Id>, ActionOf<G>)> {
        if self.trees[OWN].node(id?).visits < self.style.patience {
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
            if node.visits < self.style.patience || !self.grow(tree, id, world, room) {
                return None;
            }
        }
        let (choice, mv) = if G::OPEN {
            self.trees[tree].choose(id, mover, self.style)?
        } else {
            self.choose_in_world(id, world, mover, lore)?
        };
        Some((Some(choice), Action::Move(mv)))
    }

    /// Lets all moves of this world join the tree; false if they are more than `room`.
    fn grow(&mut self, tree: usize, id: Id, world: &G::State, room: usize) -> bool {
        self.moves.clear();
        let _ = self.task.game.moves(world, |mv| {
            self.moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        if self.moves.len() > room {
            return false;
        }
        if G::OPEN {
            // The first of equals is tried first; in random order no kind of move is favoured.
            for i in (1..self.moves.len()).rev() {
                self.moves.swap(i, below(&mut self.rng, i as u32 + 1) as usize);
            }
        }
        for &mv in &self.moves {
            self.trees[tree].add(id, Edge::Move(mv));
        }
        true
    }

    /// The most promising of the moves that exist in this world.
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
        let mut best = Best::new(Urge::new(tree.node(id), self.style), mover, judged);
        let mut hint = tree.first(id);
        let _ = self.task.game.moves(world, |mv| {
            let choice = match tree.find(id, Edge::Move(mv), hint) {
                Some(choice) => choice,
                None if may_add && tree.room() > 0 => tree.add(id, Edge::Move(mv)),
                None => return ControlFlow::<()>::Continue(()),
            };
            hint = tree.after(choice).or(tree.first(id));
            best.consider(tree, choice, mv, &mut self.rng);
            ControlFlow::Continue(())
        });
        best.found
    }

    /// Tells every node on the path how it ended.
    fn learn(&mut self, leaf: &Leaf, lore: Lore) {
        for &Step { at, mover, choice } in &self.path {
            for (tree, id) in self.trees.iter_mut().zip(at) {
                let Some(id) = id else { continue };
                let node = tree.node_mut(id);
                node.visits += 1;
                node.outlook += mover.map_or(0.0, |seat| leaf.values[seat]);
            }
            let (Some(seat), Some(choice)) = (mover, choice) else { continue };
            if judges(lore, seat, self.me) {
                let tree = if G::OPEN || seat == self.me { OWN } else { COMMON };
                let node = self.trees[tree].node_mut(choice);
                node.trials += 1;
                node.total += leaf.values[seat];
            }
        }
        if let Some(winner) = leaf.winner {
            self.prove(winner);
        }
    }

    /// Marks the last node on the path as surely won, and those above as far as that follows.
    fn prove(&mut self, winner: Seat) {
        let tree = &mut self.trees[OWN];
        let mut steps = self.path.iter().rev().filter_map(|step| Some((step.at[OWN]?, step.mover)));
        if let Some((last, _)) = steps.next() {
            tree.node_mut(last).won = Some(winner);
        }
        for (id, mover) in steps {
            if !tree.prove(id, mover, winner) {
                break;
            }
        }
    }
}

/// The best of the moves considered so far; among equals each is as likely.
struct Best<M> {
    urge: Urge,
    mover: Seat,
    judged: bool,
    score: f64,
    equals: u32,
    found: Option<(Id, M)>,
}

impl<M: Copy> Best<M> {
    fn new(urge: Urge, mover: Seat, judged: bool) -> Self {
        Best { urge, mover, judged, score: f64::NEG_INFINITY, equals: 0, found: None }
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
        let score = self.urge.score(node, node.chances, self.mover);
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

/// Whether a simulation in such a world says something about the choices of `mover`.
fn judges(lore: Lore, mover: Seat, me: Seat) -> bool {
    match lore {
        Lore::Full => true,
        Lore::Own => mover == me,
        Lore::Common => mover != me,
    }
}
