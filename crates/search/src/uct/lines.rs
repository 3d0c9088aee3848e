//! The report of a UCT search.

use std::cmp::Ordering;

use parlour_core::rng::{by_weight, seeded};
use parlour_core::{Action, PerSeat, Seat, Seen, Viewer};

use super::Outcome;
use super::search::{OWN, Search};
use super::tree::{Edge, Id, Node};
use crate::heuristics::Heuristics;
use crate::report::{Certainty, Line, SearchReport};

/// The temperature of a secret move: one that is worse by this share of the win is e times less likely.
const SECRECY: f64 = 0.1;

impl<G: Heuristics> Search<G> {
    /// Every legal move, the best first.
    pub(super) fn report(&self) -> SearchReport<G::Move> {
        let tree = &self.trees[OWN];
        let first = tree.first(Id::ROOT);
        let lines = tree.children(Id::ROOT).filter_map(|id| {
            let node = tree.node(id);
            let Edge::Move(mv) = node.edge else { return None };
            let place = first.map_or(0, |first| id.after(first));
            let (shares, certainty) = self.judged(node, place);
            Some(Line {
                moves: self.variation(id, mv),
                value: shares[self.me],
                shares,
                certainty,
                visits: u64::from(node.trials),
            })
        });
        self.ranked(lines.collect(), self.nodes, self.reached.deepest)
    }

    /// What this search and others of the same position found.
    pub(super) fn combine(
        &self,
        others: impl Iterator<Item = SearchReport<G::Move>>,
    ) -> SearchReport<G::Move> {
        let mut own = self.report();
        for other in others {
            own.nodes += other.nodes;
            own.depth = own.depth.max(other.depth);
            for line in other.lines {
                match own.lines.iter_mut().find(|same| same.choice() == line.choice()) {
                    Some(same) => join(same, line),
                    None => own.lines.push(line),
                }
            }
        }
        self.ranked(own.lines, own.nodes, own.depth)
    }

    fn ranked(
        &self,
        mut lines: Vec<Line<G::Move>>,
        nodes: u64,
        depth: u32,
    ) -> SearchReport<G::Move> {
        lines.sort_by(rank);
        if !G::OPEN {
            self.keep_secret(&mut lines);
        }
        SearchReport::new(lines, depth, nodes)
    }

    /// Everybody's share after the choice at this place of the root's, from the sums of this search
    /// and, where they are too few, from the mean of the mover; untried, as it looks.
    fn judged(&self, node: &Node<G>, place: usize) -> (PerSeat<f64>, Certainty) {
        let seats = self.task.game.seats();
        match node.settled {
            Some(Outcome::Won(winner)) => {
                let mut shares = PerSeat::new(seats, 0.0);
                shares[winner] = 1.0;
                return (shares, Certainty::Proven);
            }
            Some(Outcome::Drawn) => return (PerSeat::new(seats, 0.5), Certainty::Proven),
            None => {}
        }
        let even = 1.0 / f64::from(seats);
        let Some(mean) = node.mean() else {
            let look = self.looks.get(place).copied().flatten();
            let shares = look.map_or(PerSeat::new(seats, even), |look| look.map(f64::from));
            return (shares, Certainty::Estimated);
        };
        let others = f64::from(seats - 1).max(1.0);
        let mut shares = PerSeat::new(seats, (1.0 - mean) / others);
        if let Some((count, sums)) = self.sums.get(place).filter(|(count, _)| *count > 0) {
            shares = sums.map(|sum| sum / f64::from(*count));
            let rest: f64 =
                shares.iter().filter(|&(seat, _)| seat != self.me).map(|(_, s)| s).sum();
            let scale = if rest > 0.0 { (1.0 - mean) / rest } else { 0.0 };
            shares = shares.map(|share| share * scale);
        }
        shares[self.me] = mean;
        (shares, Certainty::Estimated)
    }

    /// The choice and the answers that were tried most, as far as players choose and all is open.
    fn variation(&self, choice: Id, mv: G::Move) -> Vec<G::Move> {
        let tree = &self.trees[OWN];
        let mut moves = vec![mv];
        if !G::OPEN {
            return moves;
        }
        let mut at = choice;
        loop {
            let tried = tree.children(at).max_by_key(|&id| tree.node(id).trials);
            let Some(next) = tried.filter(|&id| tree.node(id).trials > 0) else { break };
            let Edge::Move(mv) = tree.node(next).edge else { break };
            moves.push(mv);
            at = next;
        }
        moves
    }

    /// A move that the others do not see must not be predictable: among such moves one is drawn, the better
    /// the more likely, and comes first.
    fn keep_secret(&self, lines: &mut [Line<G::Move>]) {
        let (game, world) = (&self.task.game, &self.world);
        let secret = |line: &Line<G::Move>| {
            let seen = game.seen(world, Action::Move(line.choice()), Viewer::Public);
            line.visits > 0 && seen == Seen::HiddenMove
        };
        let Some(best) = lines.first().filter(|best| secret(best)).map(|best| best.value) else {
            return;
        };
        let weight = |line: &Line<G::Move>| {
            if secret(line) { ((line.value - best) / SECRECY).min(0.0).exp() } else { 0.0 }
        };
        // The same draw in every report of a search.
        let mut rng = seeded(self.task.seed() ^ SALT);
        let drawn = by_weight(&mut rng, lines.iter().map(weight));
        lines[..=drawn].rotate_right(1);
    }
}

/// Tells the draw among secret moves from the simulations' own.
const SALT: u64 = 0x5ec7_e75e;

/// The order of lines: sure wins, then what was tried most, for a mean of few trials says little;
/// sure losses last, however often they were tried.
fn rank<M>(a: &Line<M>, b: &Line<M>) -> Ordering {
    let certain = |line: &Line<M>| match line.certainty {
        Certainty::Estimated => 1,
        _ if line.value == 1.0 => 2,
        _ if line.value == 0.0 => 0,
        _ => 1,
    };
    certain(b)
        .cmp(&certain(a))
        .then_with(|| b.visits.cmp(&a.visits))
        .then_with(|| b.value.total_cmp(&a.value))
}

/// Adds what another search found about the same choice.
fn join<M>(line: &mut Line<M>, other: Line<M>) {
    let visits = line.visits + other.visits;
    if other.certainty > line.certainty {
        *line = Line { visits, ..other };
        return;
    }
    if line.certainty == Certainty::Estimated && visits > 0 {
        let part = other.visits as f64 / visits as f64;
        line.value += part * (other.value - line.value);
        for seat in (0..line.shares.seats()).map(Seat) {
            line.shares[seat] += part * (other.shares[seat] - line.shares[seat]);
        }
        if other.visits > line.visits {
            line.moves = other.moves;
        }
    }
    line.visits = visits;
}
