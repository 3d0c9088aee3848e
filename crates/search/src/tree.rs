//! The tree: nodes in one arena, siblings in a list, and how a move is chosen among them.

use parlour_core::{Game, Seat};

use crate::Style;

/// The place of a node in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Id(u32);

impl Id {
    pub(crate) const ROOT: Id = Id(0);
    const NONE: Id = Id(u32::MAX);

    fn some(self) -> Option<Id> {
        (self != Id::NONE).then_some(self)
    }
}

/// What leads from a node to one below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Edge<M, C> {
    /// The player to act chose this. In a game with secrets nothing lies below: what happens
    /// next depends on what the owner of the tree gets to see.
    Move(M),
    /// Chance brought this for all to see.
    Chance(C),
    /// This is what the owner of the tree knows now, as a hash of the view.
    View(u64),
}

/// The edges of `G`.
pub(crate) type EdgeOf<G> = Edge<<G as Game>::Move, <G as Game>::Chance>;

/// A position as the owner of the tree knows it, or a choice that can be made there.
#[derive(Clone, Debug)]
pub(crate) struct Node<G: Game> {
    /// What leads here.
    pub(crate) edge: EdgeOf<G>,
    first: Id,
    last: Id,
    next: Id,
    /// Simulations that came by.
    pub(crate) visits: u32,
    /// Simulations that judge the choice of [`Node::edge`].
    pub(crate) trials: u32,
    /// Simulations in which that choice could have been made; counted in games with secrets only.
    pub(crate) chances: u32,
    /// Who takes it all whatever the others do, once that is proven.
    pub(crate) won: Option<Seat>,
    /// The sum of the shares in `trials` of the player who chose `edge`.
    pub(crate) total: f64,
    /// The sum of the shares in `visits` of the player who chooses here.
    pub(crate) outlook: f64,
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
            won: None,
            total: 0.0,
            outlook: 0.0,
        }
    }

    /// Whether its moves have joined the tree.
    pub(crate) fn grown(&self) -> bool {
        self.first != Id::NONE
    }

    /// The mean share of the player who chose to come here.
    pub(crate) fn mean(&self) -> Option<f64> {
        (self.trials > 0).then(|| self.total / f64::from(self.trials))
    }
}

/// All that was simulated so far, as one player (or the public) sees it.
pub(crate) struct Tree<G: Game> {
    nodes: Vec<Node<G>>,
    capacity: usize,
}

impl<G: Game> Tree<G> {
    /// A root alone.
    pub(crate) fn new(capacity: usize) -> Self {
        // Nobody reads the root's own edge.
        Tree { nodes: vec![Node::new(Edge::View(0))], capacity }
    }

    pub(crate) fn node(&self, id: Id) -> &Node<G> {
        &self.nodes[id.0 as usize]
    }

    pub(crate) fn node_mut(&mut self, id: Id) -> &mut Node<G> {
        &mut self.nodes[id.0 as usize]
    }

    /// The children of a node, in the order in which they joined.
    pub(crate) fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.first(id), |&child| self.after(child))
    }

    /// The first child.
    pub(crate) fn first(&self, id: Id) -> Option<Id> {
        self.node(id).first.some()
    }

    /// The next sibling.
    pub(crate) fn after(&self, id: Id) -> Option<Id> {
        self.node(id).next.some()
    }

    /// How many more nodes there is room for.
    pub(crate) fn room(&self) -> usize {
        self.capacity.saturating_sub(self.nodes.len())
    }

    /// A new child at the end of the list. Ask [`Tree::room`] first.
    pub(crate) fn add(&mut self, parent: Id, edge: EdgeOf<G>) -> Id {
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
    pub(crate) fn find(&self, parent: Id, edge: EdgeOf<G>, hint: Option<Id>) -> Option<Id> {
        match hint {
            Some(id) if self.node(id).edge == edge => Some(id),
            _ => self.children(parent).find(|&id| self.node(id).edge == edge),
        }
    }

    /// The child that is reached by `edge`, new if need be; `None` when there is no room for it.
    pub(crate) fn follow(&mut self, parent: Id, edge: EdgeOf<G>) -> Option<Id> {
        match self.find(parent, edge, None) {
            None if self.room() > 0 => Some(self.add(parent, edge)),
            found => found,
        }
    }

    /// The most promising child of a node whose choices are all there for `mover`.
    pub(crate) fn choose(&self, id: Id, mover: Seat, style: &Style) -> Option<(Id, G::Move)> {
        let mut urge = Urge::new(self.node(id), style);
        let tried = self.node(id).visits;
        let mut best: Option<(f64, Id, G::Move)> = None;
        for child in self.children(id) {
            let node = self.node(child);
            let Edge::Move(mv) = node.edge else { continue };
            let score = urge.score(node, tried, mover);
            if best.is_none_or(|(top, ..)| score > top) {
                best = Some((score, child, mv));
            }
        }
        best.map(|(_, id, mv)| (id, mv))
    }

    /// After a child was proven to be `winner`'s: whether its parent, where `mover` chooses, is
    /// so now as well. Where chance decides (`None`) nothing is claimed.
    pub(crate) fn prove(&mut self, parent: Id, mover: Option<Seat>, winner: Seat) -> bool {
        let proven = mover.is_some_and(|mover| {
            mover == winner
                || self.children(parent).all(|child| self.node(child).won == Some(winner))
        });
        if proven {
            self.node_mut(parent).won = Some(winner);
        }
        proven
    }
}

/// How strongly a search is drawn to a move: its mean share so far, and how little it was tried.
pub(crate) struct Urge {
    exploration: f64,
    prior: f64,
    guess: f64,
    /// The last count and the logarithm made of it: most siblings have the same.
    logarithm: (u32, f64),
}

impl Urge {
    pub(crate) fn new<G: Game>(parent: &Node<G>, style: &Style) -> Self {
        let mean = parent.outlook / f64::from(parent.visits.max(1));
        Urge {
            exploration: style.exploration,
            prior: style.prior,
            guess: style.prior * (mean - style.reserve),
            logarithm: (0, 0.0),
        }
    }

    /// The score of a move that could have been made in `chances` simulations.
    pub(crate) fn score<G: Game>(&mut self, child: &Node<G>, chances: u32, mover: Seat) -> f64 {
        match child.won {
            Some(winner) if winner == mover => return f64::INFINITY,
            // Lost for sure: only when there is nothing else.
            Some(_) => return -1.0,
            None => {}
        }
        if self.logarithm.0 != chances {
            self.logarithm = (chances, f64::from(chances.max(1)).ln());
        }
        let weight = f64::from(child.trials) + self.prior;
        (child.total + self.guess) / weight + self.exploration * (self.logarithm.1 / weight).sqrt()
    }
}
