//! The tree: nodes in one arena with linked siblings, and the selection of a move by UCB1.

use parlour_core::{Game, Seat};

use super::Outcome;

/// The index of a node in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Id(u32);

impl Id {
    pub(super) const ROOT: Id = Id(0);
    const NONE: Id = Id(u32::MAX);

    fn some(self) -> Option<Id> {
        (self != Id::NONE).then_some(self)
    }

    /// How many places this one is after `first`.
    pub(super) fn after(self, first: Id) -> usize {
        (self.0 - first.0) as usize
    }
}

/// What leads from a node to one below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Edge<M, C> {
    /// A player's move. In a game with secrets nothing is below: the next node depends on what the owner of
    /// the tree observes.
    Move(M),
    /// A public chance outcome.
    Chance(C),
    /// What the owner of the tree observes, as a hash of the view.
    View(u64),
}

/// The edges of `G`.
pub(super) type EdgeOf<G> = Edge<<G as Game>::Move, <G as Game>::Chance>;

/// A position as the owner of the tree knows it, or a choice that can be made there.
#[derive(Clone, Debug)]
pub(super) struct Node<G: Game> {
    /// What leads here.
    pub(super) edge: EdgeOf<G>,
    first: Id,
    last: Id,
    next: Id,
    /// The number of simulations through this node.
    pub(super) visits: u32,
    /// The number of simulations that count for the move of [`Node::edge`].
    pub(super) trials: u32,
    /// The number of simulations in which that move was legal; counted in games with secrets only.
    pub(super) chances: u32,
    /// The proven outcome.
    pub(super) settled: Option<Outcome>,
    /// The sum of the shares in `trials` of the player who chose `edge`.
    pub(super) total: f64,
    /// The sum of the shares in `visits` of the player who chooses here.
    pub(super) mean_total: f64,
}

impl<G: Game> Node<G> {
    fn new(edge: EdgeOf<G>) -> Self {
        Node {
            edge,
            first: Id::NONE,
            last: Id::NONE,
            next: Id::NONE,
            visits: 0,
            trials: 0,
            chances: 0,
            settled: None,
            total: 0.0,
            mean_total: 0.0,
        }
    }

    /// Whether its moves are in the tree.
    pub(super) fn grown(&self) -> bool {
        self.first != Id::NONE
    }

    /// The mean share of the player who chose to come here.
    pub(super) fn mean(&self) -> Option<f64> {
        (self.trials > 0).then(|| self.total / f64::from(self.trials))
    }
}

/// Room for the root and its moves, however small the tree is.
const ROOM_FOR_ROOT: usize = 256;

/// The tree of one player's, or the public, observations.
pub(super) struct Tree<G: Game> {
    nodes: Vec<Node<G>>,
    capacity: usize,
}

impl<G: Game> Tree<G> {
    /// A root alone.
    pub(super) fn new(capacity: usize) -> Self {
        // All room at once: a tree that is copied while it grows would keep a search from its clock.
        // Pages that are not written to cost nothing.
        let mut nodes = Vec::with_capacity(capacity + ROOM_FOR_ROOT);
        // Nobody reads the root's own edge.
        nodes.push(Node::new(Edge::View(0)));
        Tree { nodes, capacity }
    }

    pub(super) fn node(&self, id: Id) -> &Node<G> {
        &self.nodes[id.0 as usize]
    }

    pub(super) fn node_mut(&mut self, id: Id) -> &mut Node<G> {
        &mut self.nodes[id.0 as usize]
    }

    /// The children of a node, in the order in which they joined.
    pub(super) fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.first(id), |&child| self.after(child))
    }

    /// The first child.
    pub(super) fn first(&self, id: Id) -> Option<Id> {
        self.node(id).first.some()
    }

    /// The next sibling.
    pub(super) fn after(&self, id: Id) -> Option<Id> {
        self.node(id).next.some()
    }

    /// How many more nodes there is room for.
    pub(super) fn room(&self) -> usize {
        self.capacity.saturating_sub(self.nodes.len())
    }

    /// A new child at the end of the list. Ask [`Tree::room`] first.
    pub(super) fn add(&mut self, parent: Id, edge: EdgeOf<G>) -> Id {
        let id = Id(self.nodes.len() as u32);
        self.nodes.push(Node::new(edge));
        let last = std::mem::replace(&mut self.node_mut(parent).last, id);
        match last.some() {
            Some(last) => self.node_mut(last).next = id,
            None => self.node_mut(parent).first = id,
        }
        id
    }

    /// The child that is reached by `edge`. The search begins at `hint`, which is most often
    /// right: games visit their moves in the same order in every world.
    pub(super) fn find(&self, parent: Id, edge: EdgeOf<G>, hint: Option<Id>) -> Option<Id> {
        match hint {
            Some(id) if self.node(id).edge == edge => Some(id),
            _ => self.children(parent).find(|&id| self.node(id).edge == edge),
        }
    }

    /// The child that is reached by `edge`, new if need be; `None` when there is no room for it.
    pub(super) fn follow(&mut self, parent: Id, edge: EdgeOf<G>) -> Option<Id> {
        match self.find(parent, edge, None) {
            None if self.room() > 0 => Some(self.add(parent, edge)),
            found => found,
        }
    }

    /// The most promising child of a node whose choices are all there for `mover`.
    pub(super) fn choose(&self, id: Id, mover: Seat, exploration: f64) -> Option<(Id, G::Move)> {
        let mut ucb = Ucb::new(self.node(id), exploration);
        let tried = self.node(id).visits;
        let mut best: Option<(f64, Id, G::Move)> = None;
        for child in self.children(id) {
            let node = self.node(child);
            let Edge::Move(mv) = node.edge else { continue };
            let score = ucb.score(node, tried, mover);
            if best.is_none_or(|(top, ..)| score > top) {
                best = Some((score, child, mv));
            }
        }
        best.map(|(_, id, mv)| (id, mv))
    }

    /// What is certain about a node where `mover` chooses, from what is certain about its
    /// children: all choices that there are.
    pub(super) fn settle(&self, parent: Id, mover: Seat) -> Option<Outcome> {
        let win = Outcome::Won(mover);
        let mut all: Option<Outcome> = None;
        let mut open = false;
        for child in self.children(parent) {
            match (self.node(child).settled, all) {
                (Some(outcome), _) if outcome == win => return Some(win),
                (Some(outcome), None) => all = Some(outcome),
                (Some(outcome), Some(other)) if outcome == other => {}
                // Two players: a draw is better than a loss.
                (Some(_), Some(_)) if self.draws(parent) => all = Some(Outcome::Drawn),
                // The same to the mover, but not to the others: nothing is certain.
                (Some(_), Some(_)) | (None, _) => open = true,
            }
        }
        all.filter(|_| !open)
    }

    /// Whether a child is known to be drawn, which only games of two players can be.
    fn draws(&self, parent: Id) -> bool {
        self.children(parent).any(|child| self.node(child).settled == Some(Outcome::Drawn))
    }

    /// What is certain about a chance node with this number of outcomes.
    pub(super) fn settle_chance(&self, parent: Id, outcomes: u64) -> Option<Outcome> {
        let first = self.node(self.first(parent)?).settled?;
        let same = |child: Id| self.node(child).settled == Some(first);
        (self.children(parent).all(same) && self.children(parent).count() as u64 == outcomes)
            .then_some(first)
    }
}

/// UCB1: the mean share of a move so far, and how little it was tried. A first visit with the mean share of
/// the position stands for what is not known yet.
pub(super) struct Ucb {
    exploration: f64,
    /// The mean share of the player who chooses.
    mean: f64,
    /// The last count and its logarithm: most siblings have the same.
    logarithm: (u32, f64),
}

impl Ucb {
    pub(super) fn new<G: Game>(parent: &Node<G>, exploration: f64) -> Self {
        let mean = parent.mean_total / f64::from(parent.visits.max(1));
        Ucb { exploration, mean, logarithm: (0, 0.0) }
    }

    /// The score of a move that could have been made in `chances` simulations.
    pub(super) fn score<G: Game>(&mut self, child: &Node<G>, chances: u32, mover: Seat) -> f64 {
        match child.settled {
            Some(Outcome::Won(winner)) if winner == mover => return f64::INFINITY,
            // Lost for sure: only when there is nothing else.
            Some(Outcome::Won(_)) => return -1.0,
            Some(Outcome::Drawn) => return 0.5,
            None => {}
        }
        if self.logarithm.0 != chances {
            self.logarithm = (chances, f64::from(chances.max(1)).ln());
        }
        let trials = f64::from(child.trials) + 1.0;
        (child.total + self.mean) / trials + self.exploration * (self.logarithm.1 / trials).sqrt()
    }
}
