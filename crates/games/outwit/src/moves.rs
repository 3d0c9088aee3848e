//! Which slides there are, how many, and a random one of them.

use std::ops::ControlFlow;

use parlour_core::rng::{Rng, below};

use super::board::{Direction, Square, longest, movable, reach, squares_of};
use super::{Move, State};

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The top bit of every byte.
const TOPS: u64 = ONES << 7;

/// Visits every slide of the side to move: its chips by square number, a regular chip's directions
/// from north clockwise.
pub(super) fn slides<B>(
    state: &State,
    mut visit: impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (side, occupied) = (state.side, state.occupied());
    let power = state.power[side as usize];
    for from in squares_of(state.chips[side as usize]) {
        if from == power {
            for direction in Direction::ALL {
                // Rule 4b: the power chip may stop anywhere on its way.
                for steps in 1..=reach(side, occupied, from, direction) {
                    visit(Move::Slide { from, to: from.step(direction, steps) })?;
                }
            }
        } else {
            for direction in Direction::STRAIGHT {
                // O3: a regular chip goes as far as it can, or not at all.
                let steps = reach(side, occupied, from, direction);
                if steps > 0 {
                    visit(Move::Slide { from, to: from.step(direction, steps) })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// How many slides the side to move has.
#[inline(always)]
pub(super) fn count(state: &State) -> u64 {
    let (side, occupied) = (state.side, state.occupied());
    let mut count = 0;
    for chips in movable(side, occupied, state.regular()) {
        count += chips.count_ones();
    }
    for direction in Direction::ALL {
        count += u32::from(reach(side, occupied, state.power[side as usize], direction));
    }
    u64::from(count)
}

/// A uniformly random slide; `None` when there is none.
///
/// Regular slides are counted. The power chip's are drawn from those that it would have on an
/// empty board, and when something is in the way, everything is drawn again: that leaves every
/// legal slide equally likely, and looks along one line instead of eight.
#[inline]
pub(super) fn sample<R: Rng + ?Sized>(state: &State, rng: &mut R) -> Option<Move> {
    let (side, occupied) = (state.side, state.occupied());
    let power = state.power[side as usize];
    let [north, east, south, west] = movable(side, occupied, state.regular());
    let halves = [north, east, south, west].map(|chips| [chips as u64, (chips >> 64) as u64]);
    let words = halves.as_flattened();
    let regular = Groups::new(std::array::from_fn(|i| words[i].count_ones() as u8));
    let powered = Groups::new(longest(side, power));
    if regular.total() == 0 && stuck(state) {
        return None;
    }
    loop {
        let pick = below(rng, regular.total() + powered.total());
        if let Some(pick) = pick.checked_sub(regular.total()) {
            let (group, nth) = powered.find(pick);
            let direction = Direction::ALL[group];
            if nth < reach(side, occupied, power, direction) {
                return Some(Move::Slide { from: power, to: power.step(direction, nth + 1) });
            }
        } else {
            let (group, nth) = regular.find(pick);
            let mut chips = words[group];
            for _ in 0..nth {
                chips &= chips - 1;
            }
            let number = chips.trailing_zeros() as u8 + 64 * (group as u8 % 2);
            let (from, direction) = (Square::numbered(number), Direction::STRAIGHT[group / 2]);
            let steps = reach(side, occupied, from, direction);
            return Some(Move::Slide { from, to: from.step(direction, steps) });
        }
    }
}

/// Whether the side to move has no slide at all.
#[cold]
#[inline(never)]
pub(super) fn stuck(state: &State) -> bool {
    count(state) == 0
}

/// Eight groups of things, at most 127 together. Byte *n* is the size of the groups up to *n*.
#[derive(Clone, Copy)]
struct Groups(u64);

impl Groups {
    #[inline(always)]
    fn new(sizes: [u8; 8]) -> Self {
        Groups(u64::from_le_bytes(sizes).wrapping_mul(ONES))
    }

    #[inline(always)]
    fn total(self) -> u32 {
        (self.0 >> 56) as u32
    }

    /// The group of the thing that `pick` others come before, and how many of them are in it.
    #[inline(always)]
    fn find(self, pick: u32) -> (usize, u8) {
        // A byte's top bit stays set where the groups up to it do not reach the pick.
        let passed = (TOPS + u64::from(pick) * ONES - self.0) & TOPS;
        let group = (passed >> 7).wrapping_mul(ONES) >> 56;
        let before = (self.0 << 8 >> (8 * group)) as u8;
        (group as usize, pick as u8 - before)
    }
}
