//! An index of positions by their whole state, with what is known of them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::BuildHasherDefault;

use parlour_core::Game;

use crate::hash::Mixer;

/// The index of a position on the path that is being explored, or one of the values below.
pub(super) type PathIndex = u32;
/// Nobody has looked at it yet.
pub(super) const UNSEEN: PathIndex = PathIndex::MAX;
/// From here on the other bits are the number of its component, in the order in which they were settled.
pub(super) const SETTLED: PathIndex = 1 << 31;

/// Positions by number, in the order in which they were met.
pub(super) struct StateIndex<G: Game> {
    states: Vec<G::State>,
    marks: Vec<PathIndex>,
    /// Everybody's share of the win in each position; not a number where that is not known.
    shares: Vec<f64>,
    /// The number of each position.
    numbers: HashMap<G::State, u32, BuildHasherDefault<Mixer>>,
    /// The first position that was met with each key of a repetition rule.
    keys: HashMap<G::Key, u32>,
    seats: usize,
}

impl<G: Game> StateIndex<G> {
    pub(super) fn new(game: &G) -> Self {
        StateIndex {
            states: Vec::new(),
            marks: Vec::new(),
            shares: Vec::new(),
            numbers: HashMap::default(),
            keys: HashMap::new(),
            seats: usize::from(game.seats()),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<G::State>() * self.states.capacity()
            + size_of::<PathIndex>() * self.marks.capacity()
            + size_of::<f64>() * self.shares.capacity()
            + size_of::<(G::State, u32)>() * self.numbers.capacity()
            + size_of::<(G::Key, u32)>() * self.keys.capacity()
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn state(&self, number: u32) -> &G::State {
        &self.states[number as usize]
    }

    pub(super) fn mark(&self, number: u32) -> PathIndex {
        self.marks[number as usize]
    }

    pub(super) fn set_mark(&mut self, number: u32, mark: PathIndex) {
        self.marks[number as usize] = mark;
    }

    /// The number of its component, if that is settled; 0 for an end.
    pub(super) fn component(&self, number: u32) -> Option<u32> {
        let mark = self.mark(number);
        (SETTLED..UNSEEN).contains(&mark).then_some(mark & !SETTLED)
    }

    /// Everybody's share of the win, in seat order.
    #[inline]
    pub(super) fn shares(&self, number: u32) -> &[f64] {
        &self.shares[number as usize * self.seats..][..self.seats]
    }

    pub(super) fn set_shares(&mut self, number: u32, shares: &[f64]) {
        self.shares[number as usize * self.seats..][..self.seats].copy_from_slice(shares);
    }

    /// Whether everybody's share is known for good.
    pub(super) fn is_known(&self, number: u32) -> bool {
        self.component(number).is_some() && !self.shares(number)[0].is_nan()
    }

    /// Which position has this key, where one was met.
    pub(super) fn with_key(&self, key: &G::Key) -> Option<u32> {
        self.keys.get(key).copied()
    }

    /// The number of a position that was met.
    pub(super) fn find(&self, state: &G::State) -> Option<u32> {
        self.numbers.get(state).copied()
    }

    /// The number of a position, which is given one if it was not met before.
    pub(super) fn number(&mut self, game: &G, state: &G::State) -> u32 {
        let number = self.states.len() as u32;
        match self.numbers.entry(*state) {
            Entry::Occupied(known) => return *known.get(),
            Entry::Vacant(place) => place.insert(number),
        };
        self.states.push(*state);
        self.shares.extend(std::iter::repeat_n(f64::NAN, self.seats));
        self.marks.push(UNSEEN);
        if let Some(shares) = game.shares(state) {
            let shares = shares.map(|share| share.value());
            self.set_shares(number, shares.as_slice());
            self.set_mark(number, SETTLED);
        } else if let Some(key) = game.key(state) {
            match self.keys.entry(key) {
                // It may be that both come in one game, and then it matters how often. Nothing is
                // claimed of this one, and so of no position that both can follow.
                Entry::Occupied(_) => self.marks[number as usize] = SETTLED,
                Entry::Vacant(place) => drop(place.insert(number)),
            }
        }
        number
    }

    /// Forgets every position but those that are known.
    pub(super) fn keep_known(&mut self, game: &G) {
        let mut kept = 0;
        for number in 0..self.states.len() {
            if !self.is_known(number as u32) {
                continue;
            }
            self.states[kept] = self.states[number];
            self.marks[kept] = self.marks[number];
            let shares = number * self.seats..(number + 1) * self.seats;
            self.shares.copy_within(shares, kept * self.seats);
            kept += 1;
        }
        self.states.truncate(kept);
        self.marks.truncate(kept);
        self.shares.truncate(kept * self.seats);
        self.numbers.clear();
        self.numbers.extend(self.states.iter().copied().zip(0..));
        self.keys.clear();
        for (number, state) in (0..).zip(&self.states) {
            if let (None, Some(key)) = (game.shares(state), game.key(state)) {
                self.keys.insert(key, number);
            }
        }
    }
}
