//! Which slides there are, how many, and a random one of them.

use std::ops::ControlFlow;

use parlour_core::rng::{Rng, below};

use super::board::{Direction, Square, Squares, exits, free_beside, reach, squares_of};
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
#[inline]
pub(super) fn count(state: &State) -> u64 {
    let (regular, powered) = (regular_slides(free_sides(state)), power_slides(state));
    u64::from(regular.total() + powered.total())
}

/// A uniformly random slide; `None` when there is none.
#[inline]
pub(super) fn sample<R: Rng + ?Sized>(state: &State, rng: &mut R) -> Option<Move> {
    let (side, occupied) = (state.side, state.occupied());
    let free = free_sides(state);
    let (regular, powered) = (regular_slides(free), power_slides(state));
    let total = regular.total() + powered.total();
    if total == 0 {
        return None;
    }
    let pick = below(rng, total);
    Some(if pick < regular.total() {
        let (chip, nth) = regular.find(pick);
        let from = state.regular[side as usize].get(chip);
        let sides = (free >> (8 * chip)) as usize % 16;
        let direction = Direction::STRAIGHT[usize::from(NTH_SIDE[sides][usize::from(nth) % 4])];
        let steps = reach(side, occupied, from, direction);
        Move::Slide { from, to: from.step(direction, steps) }
    } else {
        let from = state.power[side as usize];
        let (direction, nth) = powered.find(pick - regular.total());
        Move::Slide { from, to: from.step(Direction::ALL[direction as usize % 8], nth + 1) }
    })
}

/// On which sides each regular chip of the side to move can go: a byte for each chip, a bit for
/// each of the [`Direction::STRAIGHT`] directions.
#[inline(always)]
fn free_sides(state: &State) -> u64 {
    let (side, empty) = (state.side, !state.occupied());
    let chips = state.regular[side as usize];
    let mut all = 0;
    for chip in 0..8 {
        let from = chips.get(chip);
        all |= u64::from(free_beside(empty, from) & exits(side, from)) << (8 * chip);
    }
    all
}

fn regular_slides(free: u64) -> Groups {
    let pairs = (free & 0x55 * ONES) + (free >> 1 & 0x55 * ONES);
    Groups::new((pairs & 0x33 * ONES) + (pairs >> 2 & 0x33 * ONES))
}

#[inline(always)]
fn power_slides(state: &State) -> Groups {
    let (side, occupied) = (state.side, state.occupied());
    let power = state.power[side as usize];
    let mut sizes = 0;
    for d in 0..8 {
        sizes |= u64::from(reach(side, occupied, power, Direction::ALL[d])) << (8 * d);
    }
    Groups::new(sizes)
}

/// The place of the nth set bit.
const NTH_SIDE: [[u8; 4]; 16] = {
    let mut table = [[0; 4]; 16];
    let mut sides = 0;
    while sides < 16 {
        let (mut bit, mut nth) = (0, 0);
        while bit < 4 {
            if sides >> bit & 1 == 1 {
                table[sides][nth] = bit;
                nth += 1;
            }
            bit += 1;
        }
        sides += 1;
    }
    table
};

/// Eight groups of things, at most 127 together. Byte *n* is the size of the groups up to *n*.
#[derive(Clone, Copy)]
struct Groups(u64);

impl Groups {
    /// From the size of each group, a byte each.
    #[inline(always)]
    fn new(sizes: u64) -> Self {
        Groups(sizes.wrapping_mul(ONES))
    }

    #[inline(always)]
    fn total(self) -> u32 {
        (self.0 >> 56) as u32
    }

    /// The group of the thing that `pick` others come before, and how many of them are in it.
    #[inline(always)]
    fn find(self, pick: u32) -> (u32, u8) {
        // A byte's top bit stays set where the groups up to it do not reach the pick.
        let passed = (TOPS + u64::from(pick) * ONES - self.0) & TOPS;
        let group = ((passed >> 7).wrapping_mul(ONES) >> 56) as u32;
        let before = (self.0 << 8 >> (8 * group)) as u8;
        (group, pick as u8 - before)
    }
}

/// Eight squares in the order of their numbers, a byte each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Eight(u64);

impl Eight {
    pub(super) fn new(set: Squares) -> Self {
        Eight(squares_of(set).fold(0, |all, square| all >> 8 | u64::from(square.number()) << 56))
    }
    #[inline(always)]
    fn get(self, index: u32) -> Square {
        Square::numbered((self.0 >> (8 * index)) as u8)
    }

    #[inline(always)]
    fn below(self, square: Square) -> u64 {
        let less = !((self.0 | TOPS) - u64::from(square.number()) * ONES) & TOPS;
        (less >> 7).wrapping_mul(ONES) >> 56
    }

    #[inline(always)]
    pub(super) fn replace(self, from: Square, to: Square) -> Eight {
        let i = self.below(from);
        let j = self.below(to) - u64::from(from < to);
        let low = (1u64 << (8 * i)) - 1;
        let rest = (self.0 & low) | (self.0 >> 8 & !low);
        let low = (1u64 << (8 * j)) - 1;
        Eight((rest & low) | u64::from(to.number()) << (8 * j) | (rest & !low) << 8)
    }
}
