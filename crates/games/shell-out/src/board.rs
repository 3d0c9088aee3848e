//! The board: one table of spots, and everything that follows from it.
//!
//! The picture of the printed board is lost, so `BOARD` is a reconstruction. Anyone who owns the
//! real one corrects the table; neighbours, lines, fields and set-up are worked out from it when
//! the program is compiled.

use parlour_core::hex::{CELLS, Cell, Direction, ROWS, cell, first_number, row_length};

/// How many fields there are, and so the most players, alleys and Easy Ways.
pub(crate) const FIELDS: usize = 6;
/// How many shells a player has.
pub(crate) const SHELLS: u32 = 5;

/// Every spot, row m at the top. `cc` centre, `ko` Keep Off, `a` alley, `w` Easy Way, `f` field,
/// `s` field and start of a shell, `o` Shell-Out spot; with the number of the alley, way or field.
const BOARD: [&str; ROWS] = [
    "            ko  w6  w6  w6  w6  w6  ko",
    "          w5  a6  s6  f6  f6  s6  a1  w1",
    "        w5  s5  a6  s6  o6  s6  a1  s1  w1",
    "      w5  f5  s5  a6  f6  f6  a1  s1  f1  w1",
    "    w5  f5  o5  f5  a6  s6  a1  f1  o1  f1  w1",
    "  w5  s5  s5  f5  s5  a6  a1  s1  f1  s1  s1  w1",
    "ko  a5  a5  a5  a5  a5  cc  a2  a2  a2  a2  a2  ko",
    "  w4  s4  s4  f4  s4  a4  a3  s2  f2  s2  s2  w2",
    "    w4  f4  o4  f4  a4  s3  a3  f2  o2  f2  w2",
    "      w4  f4  s4  a4  f3  f3  a3  s2  f2  w2",
    "        w4  s4  a4  s3  o3  s3  a3  s2  w2",
    "          w4  a4  s3  f3  f3  s3  a3  w2",
    "            ko  w3  w3  w3  w3  w3  ko",
];

/// What a spot is. Alleys, Easy Ways and fields count from 0 here, from 1 in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// The blue hexagon in which the alleys meet.
    Centre,
    /// Never to be entered by anybody.
    KeepOff,
    /// On an alley.
    Alley(u8),
    /// On an Easy Way.
    EasyWay(u8),
    /// In a field.
    Field(u8),
    /// In a field, where one of its owner's shells starts.
    Start(u8),
    /// In a field, where its owner's opponents want to go.
    ShellOut(u8),
}

impl Spot {
    const fn read(kind: u8, number: u8) -> Spot {
        let index = number.wrapping_sub(b'1');
        match (kind, number) {
            (b'c', b'c') => return Spot::Centre,
            (b'k', b'o') => return Spot::KeepOff,
            _ => assert!(index < FIELDS as u8, "alleys, ways and fields are numbered 1 to 6"),
        }
        match kind {
            b'a' => Spot::Alley(index),
            b'w' => Spot::EasyWay(index),
            b'f' => Spot::Field(index),
            b's' => Spot::Start(index),
            b'o' => Spot::ShellOut(index),
            _ => panic!("a spot is one of a, w, f, s, o with a number, or cc, or ko"),
        }
    }

    /// The field that the spot belongs to.
    pub(crate) const fn field(self) -> Option<u8> {
        match self {
            Spot::Field(k) | Spot::Start(k) | Spot::ShellOut(k) => Some(k),
            _ => None,
        }
    }

    /// A number for the line that the spot slides along; the centre and fields have none.
    const fn line(self) -> Option<u8> {
        match self {
            Spot::Alley(k) => Some(k),
            Spot::EasyWay(k) => Some(k + FIELDS as u8),
            _ => None,
        }
    }

    const fn on_line(self, line: u8) -> bool {
        matches!(self.line(), Some(own) if own == line)
    }
}

/// The kind of each spot.
pub const SPOTS: [Spot; CELLS] = {
    let mut spots = [Spot::Centre; CELLS];
    let mut row = 13;
    while row >= 1 {
        let text = BOARD[13 - row as usize].as_bytes();
        let (mut at, mut along) = (0, 0);
        while at < text.len() {
            if text[at] == b' ' {
                at += 1;
                continue;
            }
            assert!(along < row_length(row), "a row of the table is too long");
            let Some(here) = cell(first_number(row) + along, row) else { unreachable!() };
            spots[here.index()] = Spot::read(text[at], text[at + 1]);
            at += 2;
            along += 1;
        }
        assert!(along == row_length(row), "a row of the table is too short");
        row -= 1;
    }
    spots
};

/// The set of spots of one kind: 0 field k, 1 starts of field k, 2 Shell-Out spot of field k.
const fn part_of_field(k: u8, part: u8) -> u128 {
    let (mut set, mut i) = (0, 0);
    while i < CELLS {
        set |= match (SPOTS[i], part) {
            (Spot::Field(f) | Spot::Start(f) | Spot::ShellOut(f), 0) if f == k => 1 << i,
            (Spot::Start(f), 1) if f == k => 1 << i,
            (Spot::ShellOut(f), 2) if f == k => 1 << i,
            _ => 0,
        };
        i += 1;
    }
    set
}

const fn parts_of_fields(part: u8) -> [u128; FIELDS] {
    let mut sets = [0; FIELDS];
    let mut k = 0;
    while k < FIELDS {
        sets[k] = part_of_field(k as u8, part);
        k += 1;
    }
    sets
}

/// The spots of each field.
pub const FIELD: [u128; FIELDS] = parts_of_fields(0);
/// Where the shells of each field's owner start.
pub(crate) const STARTS: [u128; FIELDS] = {
    let sets = parts_of_fields(1);
    let mut k = 0;
    while k < FIELDS {
        assert!(sets[k].count_ones() == SHELLS, "five shells start in every field");
        k += 1;
    }
    sets
};
/// Each field's Shell-Out spot, as a set of one.
pub(crate) const SHELL_OUT: [u128; FIELDS] = {
    let sets = parts_of_fields(2);
    let mut k = 0;
    while k < FIELDS {
        assert!(sets[k].count_ones() == 1, "every field has one Shell-Out spot");
        k += 1;
    }
    sets
};
/// All Shell-Out spots.
pub(crate) const SHELL_OUTS: u128 = {
    let (mut set, mut k) = (0, 0);
    while k < FIELDS {
        set |= SHELL_OUT[k];
        k += 1;
    }
    set
};

/// The alleys, the centre and the Easy Ways: open to everybody.
pub(crate) const RED: u128 = {
    let (mut set, mut i) = (0, 0);
    while i < CELLS {
        if matches!(SPOTS[i], Spot::Centre | Spot::Alley(_) | Spot::EasyWay(_)) {
            set |= 1 << i;
        }
        i += 1;
    }
    set
};

/// The neighbours of each spot.
pub const NEIGHBOURS: [u128; CELLS] = {
    let mut all = [0; CELLS];
    let mut i = 0;
    while i < CELLS {
        let mut d = 0;
        while d < 6 {
            if let Some(next) = Cell(i as u8).neighbour(Direction::ALL[d]) {
                all[i] |= next.bit();
            }
            d += 1;
        }
        i += 1;
    }
    all
};

/// Each spot's place on its line, from 1: an alley counts outwards from the centre, which is 0.
const PLACE: [u8; CELLS] = {
    let mut places = [0; CELLS];
    let mut line = 0;
    while line < 2 * FIELDS as u8 {
        let mut at = first_on_line(line);
        let mut place = 1;
        while let Some(here) = at {
            places[here] = place;
            place += 1;
            at = next_on_line(here, line, &places);
        }
        line += 1;
    }
    let mut i = 0;
    while i < CELLS {
        assert!(SPOTS[i].line().is_none() || places[i] > 0, "the spots of a line hang together");
        i += 1;
    }
    places
};

/// Where a line begins: next to the centre for an alley, at one end for an Easy Way.
const fn first_on_line(line: u8) -> Option<usize> {
    let mut i = 0;
    while i < CELLS {
        if SPOTS[i].on_line(line) {
            let (mut fellows, mut at_centre, mut j) = (0, false, 0);
            while j < CELLS {
                if NEIGHBOURS[i] & (1 << j) != 0 {
                    fellows += SPOTS[j].on_line(line) as u8;
                    at_centre |= matches!(SPOTS[j], Spot::Centre);
                }
                j += 1;
            }
            let alley = line < FIELDS as u8;
            if (alley && at_centre) || (!alley && fellows <= 1) {
                return Some(i);
            }
        }
        i += 1;
    }
    None
}

const fn next_on_line(here: usize, line: u8, places: &[u8; CELLS]) -> Option<usize> {
    let mut i = 0;
    while i < CELLS {
        if NEIGHBOURS[here] & (1 << i) != 0 && SPOTS[i].on_line(line) && places[i] == 0 {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// Whether a shell may slide from one spot to the other when nothing is in between.
const fn share_line(a: usize, b: usize) -> bool {
    match (SPOTS[a], SPOTS[b]) {
        (Spot::Centre, Spot::Alley(_)) | (Spot::Alley(_), Spot::Centre) => true,
        _ => matches!(SPOTS[a].line(), Some(line) if SPOTS[b].on_line(line)),
    }
}

/// All that a shell can slide to from each spot of an empty board.
pub(crate) const SLIDES: [u128; CELLS] = shadows(0);
/// What a shell hides by standing on a spot, itself included, from those further in on its line.
const OUTWARD: [u128; CELLS] = shadows(1);
/// The same from those further out.
const INWARD: [u128; CELLS] = shadows(2);

/// For each spot, those on its line: 0 all others, 1 itself and outwards, 2 itself and inwards.
const fn shadows(part: u8) -> [u128; CELLS] {
    let mut all = [0; CELLS];
    let mut i = 0;
    while i < CELLS {
        let mut j = 0;
        while j < CELLS {
            let within = match part {
                0 => i != j,
                1 => PLACE[j] >= PLACE[i],
                _ => PLACE[j] <= PLACE[i],
            };
            if (share_line(i, j) && within) || (i == j && part > 0) {
                all[i] |= 1 << j;
            }
            j += 1;
        }
        i += 1;
    }
    all
}

/// Where a shell may slide to from `from` along its alley or Easy Way (H5).
#[inline]
pub(crate) fn slides(from: Cell, occupied: u128) -> u128 {
    let mut free = SLIDES[from.index()];
    let mut blocked = free & occupied;
    while blocked != 0 {
        let by = blocked.trailing_zeros() as usize;
        let outside = PLACE[by] > PLACE[from.index()];
        free &= if outside { !OUTWARD[by] } else { !INWARD[by] };
        blocked = free & occupied;
    }
    free
}

/// The most spots that any spot leads to: 30, from the centre.
const MOST_LEADS: usize = 30;

/// Everything that each spot could lead to on some board, by a step, a slide or a guess: what can
/// be drawn from without looking at the shells. The first of each pair says how many there are.
const LEADS: [(u8, [Cell; MOST_LEADS]); CELLS] = {
    let mut all = [(0, [Cell(0); MOST_LEADS]); CELLS];
    let mut i = 0;
    while i < CELLS {
        let mut j = 0;
        while j < CELLS {
            let leads = (NEIGHBOURS[i] | SLIDES[i]) & (1 << j) != 0;
            if leads && !matches!(SPOTS[j], Spot::KeepOff) {
                all[i].1[all[i].0 as usize] = Cell(j as u8);
                all[i].0 += 1;
            }
            j += 1;
        }
        i += 1;
    }
    all
};

/// To how many spots `from` leads on some board.
#[inline]
pub(crate) fn count_leads(from: Cell) -> u32 {
    u32::from(LEADS[from.index()].0)
}

/// The spot number `n` of those that `from` leads to.
#[inline]
pub(crate) fn lead(from: Cell, n: u32) -> Cell {
    LEADS[from.index()].1[n as usize]
}

/// How far apart two fields are round the board: 1 next door, 2, 3 across.
pub(crate) const fn distance(a: u8, b: u8) -> u32 {
    let round = a.abs_diff(b) as u32;
    if round > 3 { FIELDS as u32 - round } else { round }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::hex::cells;

    fn names(set: u128) -> String {
        cells(set).map(Cell::name).collect::<Vec<_>>().join(" ")
    }

    fn at(name: &str) -> Cell {
        Cell::read(name).unwrap()
    }

    #[test]
    fn every_part_has_its_size() {
        let count = |f: fn(Spot) -> bool| SPOTS.into_iter().filter(|&s| f(s)).count();
        assert_eq!(count(|s| s == Spot::Centre), 1);
        assert_eq!(count(|s| s == Spot::KeepOff), 6);
        assert_eq!(count(|s| matches!(s, Spot::Alley(_))), 30);
        assert_eq!(count(|s| matches!(s, Spot::EasyWay(_))), 30);
        assert!(FIELD.into_iter().all(|field| field.count_ones() == 10));
        assert_eq!(names(FIELD[0]), "h9 h10 h11 h12 i10 i11 i12 j11 j12 k12");
        assert_eq!(names(STARTS[0]), "h9 h11 h12 j11 k12");
        assert_eq!(names(SHELL_OUTS), "c5 e3 e9 i5 i11 k9");
        let corners = ["m13", "g13", "a7", "a1", "g1", "m7"];
        assert!(corners.into_iter().all(|c| SPOTS[at(c).index()] == Spot::KeepOff));
    }

    #[test]
    fn lines_are_slid_along_until_a_shell_stands_in_the_way() {
        let from = |name, occupied| names(slides(at(name), occupied));
        assert_eq!(from("g9", 0), "g7 g8 g10 g11 g12");
        assert_eq!(from("g9", at("g7").bit()), "g8 g10 g11 g12");
        assert_eq!(from("g9", at("g8").bit() | at("g11").bit()), "g10");
        assert_eq!(from("a4", at("a2").bit()), "a3 a5 a6");
        assert_eq!(from("h9", 0), "");
        let ends = ["l12", "g12", "b7", "b2", "g2", "l7"].map(|c| at(c).bit());
        assert_eq!(slides(at("g7"), ends.into_iter().sum()).count_ones(), 24);
    }

    #[test]
    fn fields_lie_one_two_or_three_apart() {
        assert_eq!([0, 1, 2, 3, 4, 5].map(|k| distance(0, k)), [0, 1, 2, 3, 2, 1]);
        assert_eq!(distance(1, 5), 2);
    }
}
