//! The board as bits: 127 cells, the ring of 42 pits around them, and sets of both.
//!
//! A place with diagonal number x and row y (a1 is 1, 1; the ring reaches from 0 to 14) has the
//! index x + 14·y − 15, modulo 256. So a step in a direction is one fixed difference for every
//! place, a1 has index 0, and all cells lie in the first three words of four; the few pits below
//! a1 wrap around to the end of the fourth. A step from a cell always leads to the place that it
//! should; only steps from pit to pit can meet a stranger (see [`Places::sevens`]).

use std::ops::{BitAnd, BitOr, BitXor, ControlFlow, Not};

use parlour_core::hex::{self, Cell, Direction};

/// How many pits there are.
pub const PITS: usize = 42;

/// A cell or a pit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(u8);

/// The difference in index between two rows.
const ROW: i32 = 14;

/// How much the index grows with one step that way.
pub(super) const fn step(direction: Direction) -> i32 {
    let (x, y) = direction.step();
    x as i32 + ROW * y as i32
}

/// The place of each cell.
const CELL_PLACES: [Place; hex::CELLS] = {
    let mut all = [Place(0); hex::CELLS];
    let mut index = 0;
    while index < hex::CELLS {
        let cell = Cell(index as u8);
        all[index] = Place::at(cell.number(), cell.row());
        index += 1;
    }
    all
};

/// Diagonal number and row of each pit, clockwise from the one outside m7 to the north-west.
const PIT_POINTS: [(i8, i8); PITS] = {
    let sides =
        [Direction::E, Direction::Se, Direction::Sw, Direction::W, Direction::Nw, Direction::Ne];
    let mut all = [(0, 0); PITS];
    let (mut x, mut y) = (7, 14);
    let mut index = 0;
    while index < PITS {
        all[index] = (x, y);
        let (dx, dy) = sides[index / 7].step();
        (x, y) = (x + dx, y + dy);
        index += 1;
    }
    all
};

/// What stands at an index.
#[derive(Clone, Copy)]
enum Kind {
    Cell(Cell),
    Pit(u8),
    Nothing,
}

const KINDS: [Kind; 256] = {
    let mut all = [Kind::Nothing; 256];
    let mut index = 0;
    while index < hex::CELLS {
        all[CELL_PLACES[index].0 as usize] = Kind::Cell(Cell(index as u8));
        index += 1;
    }
    index = 0;
    while index < PITS {
        all[Place::pit(index).0 as usize] = Kind::Pit(index as u8);
        index += 1;
    }
    all
};

/// 15 · row + diagonal number of each place.
static LATTICE: [u8; 256] = {
    let mut all = [0; 256];
    let mut at = 0;
    while at < 225 {
        let (number, row) = (at % 15, at / 15);
        if on_lattice(number as i8, row as i8) {
            all[Place::at(number as i8, row as i8).0 as usize] = at as u8;
        }
        at += 1;
    }
    all
};

impl Place {
    const fn at(number: i8, row: i8) -> Place {
        Place((number as i32 + ROW * row as i32 - 15) as u8)
    }

    /// The place of a cell.
    pub const fn of(cell: Cell) -> Place {
        CELL_PLACES[cell.index()]
    }

    /// The pit with this number, from 0, clockwise from the one outside m7 to the north-west.
    pub const fn pit(number: usize) -> Place {
        let (x, y) = PIT_POINTS[number];
        Place::at(x, y)
    }

    /// Every pit, clockwise.
    pub fn pits() -> impl Iterator<Item = Place> {
        (0..PITS).map(Place::pit)
    }

    /// The cell that this place is; `None` for a pit.
    pub fn cell(self) -> Option<Cell> {
        match KINDS[self.0 as usize] {
            Kind::Cell(cell) => Some(cell),
            _ => None,
        }
    }

    /// The number of the pit that this place is; `None` for a cell.
    pub fn pit_number(self) -> Option<usize> {
        match KINDS[self.0 as usize] {
            Kind::Pit(number) => Some(number.into()),
            _ => None,
        }
    }

    /// The index of the cell that this place is; that of a1 for a pit.
    #[inline(always)]
    pub(super) fn cell_index(self) -> usize {
        match KINDS[self.0 as usize] {
            Kind::Cell(cell) => cell.index(),
            _ => 0,
        }
    }

    /// Where the place lies in a square of 15 rows and 15 columns.
    #[inline(always)]
    pub(super) fn lattice_index(self) -> usize {
        LATTICE[self.0 as usize].into()
    }

    /// The place `count` steps on; `None` beyond the pits.
    pub fn ahead(self, direction: Direction, count: u8) -> Option<Place> {
        let (number, row) = self.point()?;
        let (x, y) = direction.step();
        let there = (number + x * count as i8, row + y * count as i8);
        let place = Place::at(there.0, there.1);
        (place.point() == Some(there)).then_some(place)
    }

    /// Diagonal number and row; `None` where there is no place.
    pub fn point(self) -> Option<(i8, i8)> {
        match KINDS[self.0 as usize] {
            Kind::Cell(cell) => Some((cell.number(), cell.row())),
            Kind::Pit(number) => Some(PIT_POINTS[usize::from(number)]),
            Kind::Nothing => None,
        }
    }

    /// The place whose index is greater by `by`; there must be one.
    #[inline(always)]
    pub(super) const fn moved(self, by: i32) -> Place {
        Place(self.0.wrapping_add(by as u8))
    }

    #[inline(always)]
    const fn word(self) -> usize {
        (self.0 >> 6) as usize
    }

    #[inline(always)]
    const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }
}

/// A set of places: [`Cells`] or [`Places`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const W: usize>([u64; W]);

/// A set of cells.
pub type Cells = Bits<3>;
/// A set of cells and pits.
pub type Places = Bits<4>;

impl<const W: usize> Bits<W> {
    /// No place.
    pub const EMPTY: Self = Bits([0; W]);

    /// The set with these words, bit 0 of the first for index 0.
    pub(super) const fn new(words: [u64; W]) -> Self {
        Bits(words)
    }

    /// Its words.
    pub(super) const fn words(self) -> [u64; W] {
        self.0
    }

    /// Whether nothing is in it.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many places are in it.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether a place is in it.
    #[inline(always)]
    pub fn has(self, place: Place) -> bool {
        place.word() < W && self.0[place.word()] & place.bit() != 0
    }

    /// Puts a place in.
    #[inline(always)]
    pub const fn insert(&mut self, place: Place) {
        self.0[place.word()] |= place.bit();
    }

    /// Takes a place out.
    #[inline(always)]
    pub const fn remove(&mut self, place: Place) {
        self.0[place.word()] &= !place.bit();
    }

    /// Its places, lowest index first.
    pub fn iter(self) -> impl Iterator<Item = Place> {
        let mut words = self.0;
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < W && words[at] == 0 {
                at += 1;
            }
            let word = words.get_mut(at)?;
            let bit = word.trailing_zeros();
            *word &= *word - 1;
            Some(Place((at as u32 * 64 + bit) as u8))
        })
    }

    /// Visits its places, lowest index first. Faster than [`Bits::iter`] where all are wanted.
    #[inline(always)]
    pub(super) fn visit<B>(self, mut visit: impl FnMut(Place) -> ControlFlow<B>) -> ControlFlow<B> {
        for (at, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                visit(Place((at as u32 * 64 + word.trailing_zeros()) as u8))?;
                word &= word - 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// Its place number `n`, from 0; there must be more than `n`.
    #[inline(always)]
    pub(super) fn nth(self, mut n: u32) -> Place {
        for (at, mut word) in self.0.into_iter().enumerate() {
            // Most sets of pushes hold few: walking is quicker than counting.
            while word != 0 {
                if n == 0 {
                    return Place((at as u32 * 64 + word.trailing_zeros()) as u8);
                }
                n -= 1;
                word &= word - 1;
            }
        }
        unreachable!("a set has as many places as it counts")
    }

    /// The places from which the index `by` further on is in the set.
    #[inline(always)]
    pub(super) fn ahead(self, by: i32) -> Self {
        let Bits(words) = self;
        // Four words go round, because the pits below a1 stand at the end; three do not.
        let round = W == Places::WORDS;
        let mut shifted = [0; W];
        for (at, out) in shifted.iter_mut().enumerate() {
            *out = if by >= 0 {
                let next = if at + 1 < W || round { words[(at + 1) % W] } else { 0 };
                words[at] >> by | next << (64 - by)
            } else {
                let last = if at > 0 || round { words[(at + W - 1) % W] } else { 0 };
                words[at] << -by | last >> (64 + by)
            };
        }
        Bits(shifted)
    }

    /// Where rows of seven begin along an axis, as far as indices can tell.
    #[inline(always)]
    pub(super) fn runs(self, axis: i32) -> Self {
        let two = self & self.ahead(axis);
        let four = two & two.ahead(2 * axis);
        four & four.ahead(3 * axis)
    }

    const WORDS: usize = W;
}

/// The axes on which two neighbours can lie, from the one named first to the other.
pub const AXES: [Direction; 3] = [Direction::E, Direction::Ne, Direction::Nw];

impl Cells {
    /// Every cell.
    pub const ALL: Cells = {
        let mut all = Bits::EMPTY;
        let mut index = 0;
        while index < hex::CELLS {
            all.insert(CELL_PLACES[index]);
            index += 1;
        }
        all
    };

    /// The cells beside one of these.
    pub(super) fn neighbours(self) -> Cells {
        let near = Direction::ALL
            .into_iter()
            .fold(Bits::EMPTY, |near, direction| near | self.ahead(step(direction)));
        near & Cells::ALL
    }

    /// Whether seven or more of these lie in a row.
    #[inline(always)]
    pub(super) fn has_seven(self) -> bool {
        let [e, ne, nw] = AXES;
        !(self.runs(step(e)) | self.runs(step(ne)) | self.runs(step(nw))).is_empty()
    }
}

impl Places {
    /// Every cell and every pit.
    pub const ALL: Places = {
        let mut all = Bits([Cells::ALL.0[0], Cells::ALL.0[1], Cells::ALL.0[2], 0]);
        let mut index = 0;
        while index < PITS {
            all.insert(Place::pit(index));
            index += 1;
        }
        all
    };

    /// The places from which six steps along each axis stay on the board and its pits.
    const STARTS: [Places; 3] = {
        let mut starts = [Bits::EMPTY; 3];
        let mut axis = 0;
        while axis < 3 {
            let (dx, dy) = AXES[axis].step();
            let (mut x, mut y) = (0i8, 0i8);
            while y <= 14 {
                let (end_x, end_y) = (x + 6 * dx, y + 6 * dy);
                if on_lattice(x, y) && on_lattice(end_x, end_y) {
                    starts[axis].insert(Place::at(x, y));
                }
                x += 1;
                if x > 14 {
                    (x, y) = (0, y + 1);
                }
            }
            axis += 1;
        }
        starts
    };

    /// The cells among them.
    #[inline(always)]
    pub fn cells(self) -> Cells {
        let Bits([a, b, c, _]) = self;
        Bits([a, b, c]) & Cells::ALL
    }

    /// The pits among them.
    pub fn pits(self) -> Places {
        let Bits([a, b, c]) = Cells::ALL;
        self & !Bits([a, b, c, 0])
    }

    /// The cells whose next place that way is in the set.
    #[inline(always)]
    pub(super) fn beyond(self, by: i32) -> Cells {
        self.ahead(by).cells()
    }

    /// Where rows of seven begin, along each of [`AXES`].
    #[inline(always)]
    pub(super) fn sevens(self) -> [Places; 3] {
        // From the pit in the east the next index belongs to a pit in the west: a row has to
        // begin where it has room.
        let [e, ne, nw] = Places::STARTS;
        [self.runs(step(AXES[0])) & e, self.runs(step(AXES[1])) & ne, self.runs(step(AXES[2])) & nw]
    }

    /// Whether seven or more of these lie in a row.
    #[inline(always)]
    pub(super) fn has_seven(self) -> bool {
        let [e, ne, nw] = self.sevens();
        !(e | ne | nw).is_empty()
    }
}

/// Whether a cell or a pit has this diagonal number and row.
pub(super) const fn on_lattice(number: i8, row: i8) -> bool {
    let apart = number - row;
    0 <= number && number <= 14 && 0 <= row && row <= 14 && -7 <= apart && apart <= 7
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        (0..W).for_each(|i| self.0[i] &= other.0[i]);
        self
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        (0..W).for_each(|i| self.0[i] |= other.0[i]);
        self
    }
}

impl<const W: usize> BitXor for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(mut self, other: Self) -> Self {
        (0..W).for_each(|i| self.0[i] ^= other.0[i]);
        self
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Bits(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_an_index_of_its_own() {
        assert_eq!(Cells::ALL.count(), 127);
        assert_eq!(Places::ALL.count(), 127 + 42);
        for (number, place) in Place::pits().enumerate() {
            assert_eq!(place.pit_number(), Some(number));
            assert!(place.cell().is_none() && !Places::ALL.cells().has(place));
        }
        for cell in Cell::all() {
            assert_eq!(Place::of(cell).cell(), Some(cell));
        }
    }

    #[test]
    fn steps_from_cells_agree_with_the_hexagon() {
        for cell in Cell::all() {
            for direction in Direction::ALL {
                let there = Place::of(cell).ahead(direction, 1).expect("a cell or a pit");
                assert_eq!(there.cell(), cell.neighbour(direction));
                assert_eq!(Place::of(cell).moved(step(direction)), there);
            }
        }
    }

    #[test]
    fn a_pit_serves_one_to_two_edge_cells_and_lies_on_the_ring() {
        assert_eq!(Place::pit(0).ahead(Direction::Se, 1), Place::of(cell("m7")).into());
        for pit in Place::pits() {
            let cells = Direction::ALL
                .into_iter()
                .filter_map(|d| pit.ahead(d, 1).and_then(Place::cell))
                .count();
            assert!((1..=2).contains(&cells), "{pit:?}");
        }
    }

    /// Rows of seven, found by walking.
    fn walked(set: Places) -> bool {
        Places::ALL.iter().any(|from| {
            AXES.into_iter()
                .any(|axis| (0..7).all(|n| from.ahead(axis, n).is_some_and(|place| set.has(place))))
        })
    }

    #[test]
    fn rows_of_seven_are_those_that_a_walk_finds() {
        for from in Places::ALL.iter() {
            for axis in AXES {
                // Runs of six and of seven by index: they may leave the board and come back.
                for length in [6, 7] {
                    let mut set = Places::EMPTY;
                    (0..length).for_each(|n| set.insert(from.moved(n * step(axis))));
                    let set = set & Places::ALL;
                    assert_eq!(set.has_seven(), walked(set), "{from:?} {axis:?}");
                    let cells = set & !set.pits();
                    assert_eq!(set.cells().has_seven(), walked(cells), "{from:?} {axis:?}");
                }
            }
        }
    }

    fn cell(name: &str) -> Cell {
        Cell::read(name).expect("a cell")
    }
}
