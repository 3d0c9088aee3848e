//! Iterative deepening at the root, for searches that give every move everybody's share of the win. Threads
//! can share it: each takes the next move of the current depth, and the next depth begins when all are
//! searched.

use std::num::NonZeroUsize;

use parlour_core::{Game, PerSeat, Seat};

use crate::engine::{CLEAR_MARGIN, STABLE_DEPTHS, SearchTask};
use crate::report::{Certainty, Line, SearchReport};

const MAX_DEPTH: u32 = 60;

/// Everybody's share of the win in a position, and whether it is proven.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    pub(crate) shares: PerSeat<f64>,
    pub(crate) proven: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct RootMove<G: Game> {
    /// The principal variation, which begins with the move itself.
    line: Vec<G::Move>,
    after: G::State,
    value: Value,
    visits: u64,
    /// Random noise. It decides among moves of nearly the same value, so that not all games are alike.
    pub(crate) noise: f64,
}

impl<G: Game> RootMove<G> {
    /// A move with the position after it and its static value.
    pub(crate) fn new(mv: G::Move, after: G::State, value: Value) -> Self {
        RootMove { line: vec![mv], after, value, visits: 0, noise: 0.0 }
    }

    /// The value to `seat`, noise included. Proven values get no noise.
    fn with_noise(&self, seat: Seat) -> f64 {
        self.value.shares[seat] + if self.value.proven { 0.0 } else { self.noise }
    }
}

/// A root move that a thread searches.
pub(crate) struct Taken<G: Game> {
    /// The index of the move, and the depth of the search.
    index: usize,
    pub(crate) depth: u32,
    pub(crate) after: G::State,
    /// The value after the last completed depth.
    pub(crate) value: Value,
    /// The mover's share at which the value begins to matter.
    pub(crate) alpha: f64,
}

pub(crate) struct RootSearch<G: Game> {
    task: SearchTask<G>,
    pub(crate) mover: Seat,
    /// The moves after the last completed depth, the best first.
    moves: Vec<RootMove<G>>,
    /// How many of them a depth searches.
    width: usize,
    pub(crate) depth: u32,
    /// How many moves of the current depth have been taken.
    taken: usize,
    /// The moves that the current depth has searched, each with its index in `moves`.
    current: Vec<(usize, RootMove<G>)>,
    /// For how many depths in a row the best move has been the same.
    stable: u32,
    pub(crate) over: bool,
}

impl<G: Game> RootSearch<G> {
    /// A search of these moves, of which each depth searches the best `width`; all where there is none.
    pub(crate) fn new(
        task: SearchTask<G>,
        mover: Seat,
        mut moves: Vec<RootMove<G>>,
        width: Option<NonZeroUsize>,
    ) -> Self {
        sort(&mut moves, mover);
        let (all, wanted) = (moves.len(), task.want.lines(moves.len()));
        let width = width.map_or(all, |width| all.min(width.get()).max(wanted));
        let current = Vec::new();
        let (depth, taken, stable, over) = (0, 0, 0, false);
        RootSearch { task, mover, moves, width, depth, taken, current, stable, over }
    }

    /// Whether `next` may use what this search has found.
    pub(crate) fn is_reused(&self, next: &SearchTask<G>) -> bool {
        next.reuse && next.game == self.task.game
    }

    /// The next move to search; when all are taken, the first that has no value yet, so that no thread waits
    /// for one that has stopped. `None` when the search is over.
    pub(crate) fn take(&mut self) -> Option<Taken<G>> {
        if self.over {
            return None;
        }
        let index = if self.taken < self.width {
            self.taken
        } else {
            (0..self.taken).find(|&index| !self.is_searched(index))?
        };
        self.taken = self.taken.max(index + 1);
        let RootMove { after, value, noise, .. } = self.moves[index];
        Some(Taken { index, depth: self.depth, after, value, alpha: self.alpha() - noise })
    }

    /// Whether the current depth has searched this move.
    fn is_searched(&self, index: usize) -> bool {
        self.current.iter().any(|&(searched, _)| searched == index)
    }

    /// The least value among the wanted lines of the current depth; 0 before it has enough of them.
    fn alpha(&self) -> f64 {
        let values = self.current.iter().map(|(_, mv)| mv.with_noise(self.mover));
        let mut values: Vec<f64> = values.collect();
        values.sort_unstable_by(|one, other| other.total_cmp(one));
        values.get(self.task.want.lines(self.moves.len()).max(1) - 1).copied().unwrap_or(0.0)
    }

    /// Stores the value of a move that was taken, and `line`, the principal variation after it. With the last
    /// move the depth is complete.
    pub(crate) fn complete(
        &mut self,
        taken: &Taken<G>,
        value: Value,
        visits: u64,
        line: &[G::Move],
    ) {
        let index = taken.index;
        // Another thread may have been sooner with the same move.
        if taken.depth != self.depth || self.is_searched(index) {
            return;
        }
        let before = &self.moves[index];
        let line = before.line[..1].iter().chain(line).copied().collect();
        self.current.push((index, RootMove { line, value, visits, ..*before }));
        if self.current.len() < self.width {
            return;
        }
        (self.depth, self.taken) = (self.depth + 1, 0);
        let first = self.moves[0].line[0];
        let mut moves = self.ranked(&self.current);
        std::mem::swap(&mut self.moves, &mut moves);
        self.current.clear();
        let best = &self.moves[0];
        self.stable = if best.line[0] == first { self.stable + 1 } else { 0 };
        let won = best.value.proven && best.value.shares[self.mover] >= 1.0;
        self.over = self.moves.iter().all(|mv| mv.value.proven)
            || (won && self.task.want.only_best())
            || self.depth >= self.task.budget.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    }

    /// These searched moves, the best first, then all others in their order.
    fn ranked(&self, searched: &[(usize, RootMove<G>)]) -> Vec<RootMove<G>> {
        let mut searched = searched.to_vec();
        searched.sort_unstable_by_key(|&(index, _)| index);
        let is_other = |index: &usize| searched.iter().all(|(searched, _)| searched != index);
        let others: Vec<usize> = (0..self.moves.len()).filter(is_other).collect();
        let mut ranked: Vec<RootMove<G>> = searched.into_iter().map(|(_, mv)| mv).collect();
        sort(&mut ranked, self.mover);
        ranked.extend(others.into_iter().map(|index| self.moves[index].clone()));
        ranked
    }

    /// Whether the best move has been the best for some depths and all others are much worse.
    pub(crate) fn is_clear(&self) -> bool {
        let [best, others @ ..] = &self.moves[..] else { return true };
        let own = |mv: &RootMove<G>| mv.value.shares[self.mover];
        self.stable >= STABLE_DEPTHS
            && others.iter().all(|other| own(other) <= own(best) - CLEAR_MARGIN)
    }

    /// What has been found after this number of nodes. Values of two depths cannot be compared, so several
    /// lines are reported for the last completed depth. A single line may come from the current depth once
    /// the best move of the last one has been searched again.
    pub(crate) fn report(&self, nodes: u64) -> SearchReport<G::Move> {
        let comparable = self.task.want.only_best() && self.is_searched(0);
        let ranked = self.ranked(if comparable { &self.current } else { &[] });
        // Moves that the current depth has not searched have a value from another depth. They must not look
        // better than those before them.
        let mut most = 1.0;
        let lines = ranked.into_iter().map(|root_move| {
            let line = self.line(root_move, most);
            most = line.value;
            line
        });
        SearchReport::new(lines.collect(), self.depth, nodes)
    }

    /// The line of a move, whose value to the mover is `most` at most.
    fn line(&self, root_move: RootMove<G>, most: f64) -> Line<G::Move> {
        let RootMove { line: moves, value: Value { mut shares, proven }, visits, .. } = root_move;
        let (own, capped) = (shares[self.mover], shares[self.mover] > most);
        if capped {
            let others = f64::from(shares.seats() - 1);
            shares = shares.map(|share| {
                if own < 1.0 { share * ((1.0 - most) / (1.0 - own)) } else { (1.0 - most) / others }
            });
            shares[self.mover] = most;
        }
        let certainty = if proven && !capped { Certainty::Proven } else { Certainty::Estimated };
        Line {
            moves,
            value: shares[self.mover],
            shares,
            certainty,
            visits: Some(visits),
            sampled: None,
        }
    }
}

/// Puts the best for `seat` first; equal ones stay in order.
fn sort<G: Game>(moves: &mut [RootMove<G>], seat: Seat) {
    moves.sort_by(|one, other| other.with_noise(seat).total_cmp(&one.with_noise(seat)));
}
