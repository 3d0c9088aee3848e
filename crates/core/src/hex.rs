//! The hexagon of 127 cells, seven to a side, that Shout 7 and Shell-Out share.
//!
//! Rows `a` (bottom, 7 cells) to `m` (top); `g` is the widest with 13. A cell is its row letter and
//! diagonal number: `a1`–`a7`, `g1`–`g13`, `m7`–`m13`. Cells are numbered from 0 in the order a1,
//! a2 … m13, so that a set of cells fits in a `u128`.

use crate::bits::ones;
use crate::scene::Point;

/// How many cells there are.
pub const CELLS: usize = 127;
/// How many rows, and cells in the widest row.
pub const ROWS: usize = 13;

/// A cell's index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u8);

/// One of the six directions, clockwise from north-east.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Up and right.
    Ne,
    /// Right.
    E,
    /// Down and right.
    Se,
    /// Down and left.
    Sw,
    /// Left.
    W,
    /// Up and left.
    Nw,
}

impl Direction {
    /// All six, clockwise from north-east.
    pub const ALL: [Direction; 6] =
        [Direction::Ne, Direction::E, Direction::Se, Direction::Sw, Direction::W, Direction::Nw];

    /// The step in diagonal number and row.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::Ne => (1, 1),
            Direction::E => (1, 0),
            Direction::Se => (0, -1),
            Direction::Sw => (-1, -1),
            Direction::W => (-1, 0),
            Direction::Nw => (0, 1),
        }
    }

    /// The other way.
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % 6]
    }

    /// Its text: `ne`, `e`, `se`, `sw`, `w`, `nw`.
    pub const fn text(self) -> &'static str {
        ["ne", "e", "se", "sw", "w", "nw"][self as usize]
    }

    /// The direction of that text.
    pub fn read(text: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|d| d.text() == text)
    }
}

/// The lowest diagonal number in a row (both counted from 1).
pub const fn first_number(row: i8) -> i8 {
    if row <= 7 { 1 } else { row - 6 }
}

/// How many cells a row has (counted from 1 at the bottom).
pub const fn row_length(row: i8) -> i8 {
    13 - (row - 7).abs()
}

/// The cell with this diagonal number in this row, both from 1; `None` off the board.
pub const fn cell(number: i8, row: i8) -> Option<Cell> {
    if row < 1 || row > 13 {
        return None;
    }
    let along = number - first_number(row);
    if along < 0 || along >= row_length(row) {
        return None;
    }
    Some(Cell(ROW_START[row as usize - 1] + along as u8))
}

/// The index of each row's first cell.
const ROW_START: [u8; ROWS] = {
    let mut starts = [0; ROWS];
    let mut row = 1;
    while row < ROWS {
        starts[row] = starts[row - 1] + row_length(row as i8) as u8;
        row += 1;
    }
    starts
};

/// Diagonal number and row of each cell.
const PLACES: [(i8, i8); CELLS] = {
    let mut places = [(0, 0); CELLS];
    let mut index = 0;
    let mut row = 1;
    while row <= 13 {
        let mut along = 0;
        while along < row_length(row) {
            places[index] = (first_number(row) + along, row);
            index += 1;
            along += 1;
        }
        row += 1;
    }
    places
};

/// The neighbour of each cell in each direction.
const NEIGHBOURS: [[Option<Cell>; 6]; CELLS] = {
    let mut all = [[None; 6]; CELLS];
    let mut index = 0;
    while index < CELLS {
        let mut d = 0;
        while d < 6 {
            let (dx, dy) = Direction::ALL[d].step();
            let (number, row) = PLACES[index];
            all[index][d] = cell(number + dx, row + dy);
            d += 1;
        }
        index += 1;
    }
    all
};

impl From<Cell> for crate::label::Arg {
    /// Both games on this lattice number their sites by cell.
    fn from(cell: Cell) -> Self {
        cell.0.into()
    }
}

impl Cell {
    /// Every cell, a1 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..CELLS as u8).map(Cell)
    }

    /// The cell's index in an array.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set that holds this cell alone.
    pub const fn bit(self) -> u128 {
        1 << self.0
    }

    /// The diagonal number, from 1.
    pub const fn number(self) -> i8 {
        PLACES[self.index()].0
    }

    /// The row, from 1 at the bottom.
    pub const fn row(self) -> i8 {
        PLACES[self.index()].1
    }

    /// The neighbour that way; `None` off the board.
    pub const fn neighbour(self, direction: Direction) -> Option<Cell> {
        NEIGHBOURS[self.index()][direction as usize]
    }

    /// Its name: `g7`.
    pub fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.row() as u8 - 1), self.number())
    }

    /// The cell of that name. `g07` is not a name.
    pub fn read(text: &str) -> Option<Cell> {
        let letter = *text.as_bytes().first()?;
        let digits = text.get(1..)?;
        if !letter.is_ascii_lowercase() || digits.starts_with('0') || digits.len() > 2 {
            return None;
        }
        if !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        cell(digits.parse().ok()?, (letter - b'a') as i8 + 1)
    }

    /// The centre of the cell in a scene whose cells are 20 wide and 17 apart in height, with
    /// the board's centre at `middle`. The top row is m.
    pub const fn point(self, middle: Point) -> Point {
        lattice_point(self.number(), self.row(), middle)
    }
}

/// The cells of a row (counted from 1 at the bottom), lowest number first.
pub fn row(row: i8) -> impl Iterator<Item = Cell> {
    (0..row_length(row)).filter_map(move |along| cell(first_number(row) + along, row))
}

/// Where a place of the lattice, on the board or off it, lies in a scene. See [`Cell::point`].
pub const fn lattice_point(number: i8, row: i8, middle: Point) -> Point {
    let (x, y) = (number as i32 - 7, row as i32 - 7);
    Point { x: middle.x + 20 * x - 10 * y, y: middle.y - 17 * y }
}

/// The cells of a set, lowest index first.
pub fn cells(set: u128) -> impl Iterator<Item = Cell> {
    ones(set).map(Cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_cell_reads_back_and_wrong_names_do_not() {
        for cell in Cell::all() {
            assert_eq!(Cell::read(&cell.name()), Some(cell));
        }
        assert_eq!(Cell(0).name(), "a1");
        assert_eq!(Cell(126).name(), "m13");
        for wrong in
            ["", "a", "a0", "a8", "a07", "h1", "m6", "n7", "G7", "g14", "g+7", "é7", "g777"]
        {
            assert_eq!(Cell::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn neighbours_are_mutual_and_as_many_as_they_should_be() {
        let mut total = 0;
        for cell in Cell::all() {
            for direction in Direction::ALL {
                if let Some(next) = cell.neighbour(direction) {
                    assert_eq!(next.neighbour(direction.opposite()), Some(cell));
                    total += 1;
                }
            }
        }
        // 127 cells have 6 sides each; 78 sides face outwards.
        assert_eq!(total, 127 * 6 - 78);
    }
}
