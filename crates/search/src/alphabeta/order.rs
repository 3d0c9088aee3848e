//! Which moves to look at first: those that refuted others before.

use parlour_core::{Game, Seat};

use crate::hash::hash;

use super::value::LONGEST;

/// So many moves are told apart for each seat; others share a place.
const PLACES: usize = 1 << 12;
/// No move's history weighs more.
const MOST: i32 = 1 << 14;

/// Moves that have been good elsewhere.
pub(super) struct Memory<G: Game> {
    /// The last two moves that refuted a line of this length.
    killers: Vec<[Option<G::Move>; 2]>,
    /// How often a move has refuted others, and failed to.
    history: Vec<i32>,
}

impl<G: Game> Memory<G> {
    pub(super) fn new() -> Self {
        Memory { killers: vec![[None; 2]; LONGEST + 1], history: vec![0; 2 * PLACES] }
    }

    /// A search of something else begins.
    pub(super) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.history.fill(0);
    }

    /// A search of the same game begins.
    pub(super) fn fade(&mut self) {
        self.killers.fill([None; 2]);
        self.history.iter_mut().for_each(|worth| *worth /= 2);
    }

    fn place(seat: Seat, mv: G::Move) -> usize {
        seat.index() % 2 * PLACES + hash(&mv) as usize % PLACES
    }

    /// Whether the move refuted another line of this length, and how lately.
    pub(super) fn killer(&self, ply: usize, mv: G::Move) -> Option<usize> {
        self.killers[ply].iter().position(|&killer| killer == Some(mv))
    }

    /// How well a move has done, from −16,384 to 16,384.
    pub(super) fn history(&self, seat: Seat, mv: G::Move) -> i32 {
        self.history[Self::place(seat, mv)]
    }

    /// `mv` refuted the line; `failed` were tried before it.
    pub(super) fn refuted(
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
        self.teach(seat, mv, weight);
        failed.for_each(|other| self.teach(seat, other, -weight));
    }

    /// Moves a history towards one of its ends; the nearer it is, the slower.
    fn teach(&mut self, seat: Seat, mv: G::Move, by: i32) {
        let worth = &mut self.history[Self::place(seat, mv)];
        *worth += 16 * by - *worth * by.abs() / (MOST / 16);
    }
}
