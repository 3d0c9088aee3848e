//! Move ordering: killer moves and history.

use parlour_core::{Game, Seat};

use crate::hash::hash;

use super::value::LONGEST;

/// The size of the history table for each seat; moves with the same hash share an entry.
const PLACES: usize = 1 << 12;
/// The largest history value.
const MOST: i32 = 1 << 14;

pub(super) struct MoveHistory<G: Game> {
    /// The last two moves that caused a cutoff at each ply.
    killers: Vec<[Option<G::Move>; 2]>,
    /// How often a move has caused a cutoff, and failed to.
    history: Vec<i32>,
}

impl<G: Game> MoveHistory<G> {
    pub(super) fn new() -> Self {
        MoveHistory { killers: vec![[None; 2]; LONGEST + 1], history: vec![0; 2 * PLACES] }
    }

    /// A search of another game begins.
    pub(super) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.history.fill(0);
    }

    /// A search of the same game begins.
    pub(super) fn age(&mut self) {
        self.killers.fill([None; 2]);
        self.history.iter_mut().for_each(|value| *value /= 2);
    }

    fn place(seat: Seat, mv: G::Move) -> usize {
        seat.index() % 2 * PLACES + hash(&mv) as usize % PLACES
    }

    /// The index of the move among the killer moves of this ply.
    pub(super) fn killer(&self, ply: usize, mv: G::Move) -> Option<usize> {
        self.killers[ply].iter().position(|&killer| killer == Some(mv))
    }

    /// The history value of a move, from −16,384 to 16,384.
    pub(super) fn history(&self, seat: Seat, mv: G::Move) -> i32 {
        self.history[Self::place(seat, mv)]
    }

    /// `mv` caused a cutoff; `failed` were searched before it.
    pub(super) fn record_cutoff(
        &mut self,
        ply: usize,
        seat: Seat,
        mv: G::Move,
        depth: i32,
        failed: impl Iterator<Item = G::Move>,
    ) {
        let [first, second] = &mut self.killers[ply];
        if *first != Some(mv) {
            (*first, *second) = (Some(mv), *first);
        }
        let weight = (depth * depth).clamp(1, 400);
        self.update(seat, mv, weight);
        failed.for_each(|other| self.update(seat, other, -weight));
    }

    /// Moves a history value towards its limit; the nearer it is, the slower (history gravity).
    fn update(&mut self, seat: Seat, mv: G::Move, by: i32) {
        let value = &mut self.history[Self::place(seat, mv)];
        *value += 16 * by - *value * by.abs() / (MOST / 16);
    }
}
