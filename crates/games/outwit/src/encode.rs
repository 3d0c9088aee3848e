//! Moves and positions as numbers.

use parlour_core::Encode;
use parlour_core::encode::{Plane, PlaneWriter};

use super::board::{Direction, NUMBERS, Squares, squares_of, way};
use super::{FILES, Move, Outwit, QUIET_LIMIT, RANKS, Side, Square, State};

/// How many squares there are.
const SQUARES: usize = FILES as usize * RANKS as usize;

/// Where some chip can slide to from a square on an empty board.
const fn slides(from: Square) -> Squares {
    let (mut squares, mut d) = (0, 0);
    while d < Direction::ALL.len() {
        let direction = Direction::ALL[d];
        squares |= way(Side::Light, from, direction) | way(Side::Dark, from, direction);
        d += 1;
    }
    squares
}

/// [`slides`] of each square, by its number.
static SLIDES: [Squares; NUMBERS] = {
    let mut all = [0; NUMBERS];
    let mut number = 0;
    while number < NUMBERS as u8 {
        if Square::new(number % 10, number / 10).is_some() {
            all[number as usize] = slides(Square::numbered(number));
        }
        number += 1;
    }
    all
};

/// The index of the first slide from each square; all slides together behind the last.
static FIRST: [u16; NUMBERS + 1] = {
    let mut first = [0; NUMBERS + 1];
    let mut number = 0;
    while number < NUMBERS {
        first[number + 1] = first[number] + SLIDES[number].count_ones() as u16;
        number += 1;
    }
    first
};

/// The index of each slide, by the numbers of both squares. A table, because counting bits is slow where the
/// processor's instruction for it may not be used.
static INDEX: [[u16; NUMBERS]; NUMBERS] = {
    let mut index = [[0; NUMBERS]; NUMBERS];
    let mut from = 0;
    while from < NUMBERS {
        let (mut to, mut next) = (0, FIRST[from]);
        while to < NUMBERS {
            if SLIDES[from] & (1 << to) != 0 {
                index[from][to] = next;
                next += 1;
            }
            to += 1;
        }
        from += 1;
    }
    index
};

/// The index of a pass, behind all slides.
const PASS: usize = FIRST[NUMBERS] as usize;

impl Encode for Outwit {
    const ACTIONS: usize = PASS + 1;

    #[inline]
    fn action_index(&self, mv: Move) -> usize {
        let Move::Slide { from, to } = mv else { return PASS };
        INDEX[usize::from(from.number())][usize::from(to.number())].into()
    }

    #[inline]
    fn action_at(&self, index: usize) -> Option<Move> {
        if index >= PASS {
            return (index == PASS).then_some(Move::Pass);
        }
        let number = FIRST.partition_point(|&first| usize::from(first) <= index) - 1;
        let mut squares = SLIDES[number];
        for _ in usize::from(FIRST[number])..index {
            squares &= squares - 1;
        }
        let [from, to] = [number as u8, squares.trailing_zeros() as u8].map(Square::numbered);
        Some(Move::Slide { from, to })
    }

    fn planes(&self) -> Vec<Plane> {
        let board = [usize::from(RANKS), usize::from(FILES)];
        vec![
            Plane::marks(
                "own chips",
                board,
                "1 for each regular chip of the player to act, rank 1 first, file a first.",
            ),
            Plane::marks("own power chip", board, "The power chip of the player to act."),
            Plane::marks("other chips", board, "The other player's regular chips."),
            Plane::marks("other power chip", board, "The other player's power chip."),
            Plane::marks("seat", [2], "Which seat is to act, or acted last: light, dark."),
            Plane::numbers(
                "quiet",
                [1],
                (0.0, 1.0),
                "Actions since a chip last entered its own corner, divided by 100.",
            ),
            Plane::marks(
                "ending",
                [3],
                "How the game ended: all chips in the corner, repetition, too many quiet actions.",
            ),
        ]
    }

    #[inline]
    fn observe(&self, state: &State, out: &mut [f32]) {
        let mut planes = PlaneWriter::new(out);
        for side in [state.side, state.side.other()] {
            let power = state.power[side as usize];
            let regular = state.chips[side as usize] ^ power.bit();
            planes.marks(SQUARES, squares_of(regular).map(place));
            planes.marks(SQUARES, [place(power)]);
        }
        planes.marks(2, [state.side as usize]);
        planes.number(f32::from(state.quiet) / f32::from(QUIET_LIMIT));
        planes.marks(3, state.ending.map(|ending| ending as usize));
    }
}

/// Where a square lies in a plane.
#[inline]
fn place(square: Square) -> usize {
    usize::from(square.rank() - 1) * usize::from(FILES) + usize::from(square.file() - 1)
}
