//! The board: 90 squares in one `u128`, the two corners, and how far a chip could slide from each
//! square if nothing stood in its way.
//!
//! A square's number is 10 × rank + file, both counted from 1, so `a1` is 11 and `i10` is 109. The
//! numbers in between that end in 0 are no squares; they keep a step off one edge from landing on
//! the other side. Turning the board by half maps square *n* to 120 − *n*.

use std::fmt;

use parlour_core::Seat;
use parlour_core::bits::ones;

/// Squares from left to right.
pub const FILES: u8 = 9;
/// Squares from light's edge to dark's.
pub const RANKS: u8 = 10;
/// One more than the greatest square number.
pub(super) const NUMBERS: usize = 110;

/// A set of squares: the bit of each square's number.
pub(super) type Squares = u128;

/// A square of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square on this file and rank, both from 1; `None` beyond the board.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < 1 || file > FILES || rank < 1 || rank > RANKS {
            return None;
        }
        Some(Square(10 * rank + file))
    }

    /// The file from 1 (`a`) to 9 (`i`).
    pub const fn file(self) -> u8 {
        self.0 % 10
    }

    /// The rank from 1 to 10.
    pub const fn rank(self) -> u8 {
        self.0 / 10
    }

    /// All squares in the order of their numbers: a1, b1 … i10.
    pub fn all() -> impl Iterator<Item = Square> {
        (1..=RANKS).flat_map(|rank| (1..=FILES).filter_map(move |file| Square::new(file, rank)))
    }

    /// The square of this number, which must be one of a square.
    pub(super) const fn numbered(number: u8) -> Square {
        Square(number)
    }

    pub(super) const fn number(self) -> u8 {
        self.0
    }

    pub(super) const fn bit(self) -> Squares {
        1 << self.0
    }

    /// Writes its name. Every choice of every message has two, which `format!` would make slower.
    pub(super) fn write_to(self, text: &mut impl fmt::Write) -> fmt::Result {
        text.write_char(char::from(b'a' + self.file() - 1))?;
        match self.rank() {
            10 => text.write_str("10"),
            rank => text.write_char(char::from(b'0' + rank)),
        }
    }

    /// Whether the square is one of `squares`.
    pub(super) const fn is_in(self, squares: Squares) -> bool {
        squares & self.bit() != 0
    }

    /// This number of steps further. Precondition: that is on the board.
    pub(super) const fn step(self, direction: Direction, steps: u8) -> Square {
        Square((self.0 as i16 + direction.step() * steps as i16) as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

/// The squares of a set, in the order of their numbers.
pub(super) fn squares_of(set: Squares) -> impl Iterator<Item = Square> {
    ones(set).map(Square)
}

/// One of the two players. Light sits at rank 1, dark at rank 10.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// Player 1, who moves first (O1).
    Light,
    /// Player 2.
    Dark,
}

impl Side {
    /// Both sides in turn order.
    pub const ALL: [Side; 2] = [Side::Light, Side::Dark];

    /// The other side.
    pub const fn other(self) -> Side {
        match self {
            Side::Light => Side::Dark,
            Side::Dark => Side::Light,
        }
    }

    /// Where this side sits in turn order.
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// The nine squares of this side's own corner: g8–i10 for light, a1–c3 for dark.
    pub(super) const fn corner(self) -> Squares {
        match self {
            Side::Light => block(7, 8),
            Side::Dark => block(1, 1),
        }
    }

    /// The side's name in a sentence.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Side::Light => "light",
            Side::Dark => "dark",
        }
    }
}

/// The three by three squares whose lowest file and rank are these.
const fn block(file: u8, rank: u8) -> Squares {
    (0b111 << (10 * rank + file))
        | (0b111 << (10 * (rank + 1) + file))
        | (0b111 << (10 * (rank + 2) + file))
}

/// A direction of sliding. The first four go to greater numbers, the last four the opposite way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(super) enum Direction {
    North,
    East,
    NorthEast,
    NorthWest,
    South,
    West,
    SouthWest,
    SouthEast,
}

impl Direction {
    pub(super) const ALL: [Direction; 8] = [
        Direction::North,
        Direction::East,
        Direction::NorthEast,
        Direction::NorthWest,
        Direction::South,
        Direction::West,
        Direction::SouthWest,
        Direction::SouthEast,
    ];

    /// The directions of a regular chip.
    pub(super) const STRAIGHT: [Direction; 4] =
        [Direction::North, Direction::East, Direction::South, Direction::West];

    /// What one step adds to a square's number.
    pub(super) const fn step(self) -> i16 {
        [10, 1, 11, 9, -10, -1, -11, -9][self as usize]
    }

    /// Whether it goes to greater numbers.
    const fn upward(self) -> bool {
        (self as u8) < 4
    }

    /// The direction that leads from one square to another, if one does.
    pub(super) fn between(from: Square, to: Square) -> Option<Direction> {
        let across = to.file() as i8 - from.file() as i8;
        let along = to.rank() as i8 - from.rank() as i8;
        if across != 0 && along != 0 && across.abs() != along.abs() {
            return None;
        }
        let step = 10 * i16::from(along.signum()) + i16::from(across.signum());
        Direction::ALL.into_iter().find(|d| d.step() == step)
    }
}

/// The squares over which a side's chip may slide from here on an empty board. They end at the
/// board's edge, before the other side's corner (rule 5), and before the way out of its own
/// (rule 6a).
pub(super) const fn way(side: Side, from: Square, direction: Direction) -> Squares {
    let own = side.corner();
    let (mut squares, mut here) = (0, from);
    loop {
        let number = (here.0 as i16 + direction.step()) as u8;
        let Some(next) = Square::new(number % 10, number / 10) else { return squares };
        // O2: even a slide that only crosses the corner ends inside it.
        let leaves = here.is_in(own) && !next.is_in(own);
        if leaves || next.is_in(side.other().corner()) {
            return squares;
        }
        squares |= next.bit();
        here = next;
    }
}

/// Every [`way`], by side, square and direction.
static WAYS: [[[Squares; 8]; NUMBERS]; 2] = [ways(Side::Light), ways(Side::Dark)];

const fn ways(side: Side) -> [[Squares; 8]; NUMBERS] {
    let mut ways = [[0; 8]; NUMBERS];
    let mut number = 0;
    while number < NUMBERS {
        if let Some(square) = Square::new(number as u8 % 10, number as u8 / 10) {
            let mut d = 0;
            while d < 8 {
                ways[number][d] = way(side, square, Direction::ALL[d]);
                d += 1;
            }
        }
        number += 1;
    }
    ways
}

/// How many squares each of the [`WAYS`] has.
static LENGTHS: [[[u8; 8]; NUMBERS]; 2] = {
    let mut lengths = [[[0; 8]; NUMBERS]; 2];
    let mut i = 0;
    while i < 2 * NUMBERS * 8 {
        let (side, number, d) = (i / (NUMBERS * 8), i / 8 % NUMBERS, i % 8);
        lengths[side][number][d] = WAYS[side][number][d].count_ones() as u8;
        i += 1;
    }
    lengths
};

/// The squares from which a side's chip can take a step on an empty board, for each of the
/// [`Direction::STRAIGHT`] directions.
static STEPS: [[Squares; 4]; 2] = [steps(Side::Light), steps(Side::Dark)];

const fn steps(side: Side) -> [Squares; 4] {
    let mut steps = [0; 4];
    let mut i = 0;
    while i < 4 * NUMBERS {
        let (d, number) = (i / NUMBERS, i % NUMBERS);
        if LENGTHS[side as usize][number][Direction::STRAIGHT[d] as usize] > 0 {
            steps[d] |= 1 << number;
        }
        i += 1;
    }
    steps
}

/// How many steps a side's chip could slide on an empty board, a byte for each direction.
#[inline(always)]
pub(super) fn longest(side: Side, from: Square) -> [u8; 8] {
    LENGTHS[side as usize][from.0 as usize]
}

/// Those of `chips` that can move, for each of the [`Direction::STRAIGHT`] directions.
#[inline(always)]
pub(super) fn movable(side: Side, occupied: Squares, chips: Squares) -> [Squares; 4] {
    let [north, east, south, west] = &STEPS[side as usize];
    [
        chips & north & !(occupied >> 10),
        chips & east & !(occupied >> 1),
        chips & south & !(occupied << 10),
        chips & west & !(occupied << 1),
    ]
}

/// How many steps a side's chip can slide from here.
#[inline(always)]
pub(super) fn reach(side: Side, occupied: Squares, from: Square, direction: Direction) -> u8 {
    let (number, d) = (from.0 as usize, direction as usize);
    let blockers = occupied & WAYS[side as usize][number][d];
    // Number 127 stands for "no blocker above", 0 for "none below": both lie beyond every way.
    let above = (blockers | 1 << 127).trailing_zeros().wrapping_sub(u32::from(from.0));
    let below = u32::from(from.0).wrapping_sub(127 - (blockers | 1).leading_zeros());
    let apart = if direction.upward() { above } else { below };
    let free = ((apart - 1) * INVERSES[d]) >> 16;
    LENGTHS[side as usize][number][d].min(free as u8)
}

/// What to multiply with, and then divide by 65,536, instead of dividing by a step's size.
const INVERSES: [u32; 8] = {
    let mut inverses = [0; 8];
    let mut d = 0;
    while d < 8 {
        let step = Direction::ALL[d].step().unsigned_abs() as u32;
        inverses[d] = 65_536_u32.div_ceil(step);
        let mut n = 0;
        while n < 128 {
            assert!((n * inverses[d]) >> 16 == n / step);
            n += 1;
        }
        d += 1;
    }
    inverses
};
