//! Moves and positions as numbers.

use parlour_core::Encode;
use parlour_core::encode::{Plane, PlaneWriter};
use parlour_core::game::each;

use super::board::{AXES, Place, on_lattice};
use super::pushes::Push;
use super::{Move, Phase, Shout7, State};
use parlour_core::hex::{CELLS, Cell, Direction};

/// The board with its pits fits into a square of this side: diagonal numbers and rows from 0 to 14.
const SIDE: usize = 15;
/// What a pot of two players holds.
const LARGEST_POT: f32 = 63.0;

/// Removals begin here, behind a lay for each cell.
const REMOVALS: usize = CELLS;
/// Pushes begin here.
const PUSHES: usize = 2 * CELLS;
/// Every combination of first piece, axis and direction.
const COMBINATIONS: usize = CELLS * 3 * 6;

/// Whether both pieces of a pair stay on the board and its pits.
const fn can_be(cell: Cell, axis: usize, to: usize) -> bool {
    let (axis, to) = (AXES[axis], Direction::ALL[to]);
    let Some(second) = cell.neighbour(axis) else { return false };
    let along = to as u8 == axis as u8 || to as u8 == axis.opposite() as u8;
    // P2: a convoy goes two steps.
    let steps = if along { 2 } else { 1 };
    let (x, y) = to.step();
    on_lattice(cell.number() + steps * x, cell.row() + steps * y)
        && on_lattice(second.number() + steps * x, second.row() + steps * y)
}

/// The index of each push by first piece, axis and direction, and how many there are.
const PUSH_INDEX: ([u16; COMBINATIONS], usize) = {
    let (mut index, mut found) = ([0; COMBINATIONS], 0);
    let mut at = 0;
    while at < COMBINATIONS {
        if can_be(Cell((at / 18) as u8), at / 6 % 3, at % 6) {
            index[at] = (PUSHES + found) as u16;
            found += 1;
        }
        at += 1;
    }
    (index, found)
};
static INDEX: [u16; COMBINATIONS] = PUSH_INDEX.0;
const PASS: usize = PUSHES + PUSH_INDEX.1;

/// The combination of each push.
static COMBINATION: [u16; PASS - PUSHES] = {
    let mut all = [0; PASS - PUSHES];
    let mut at = 0;
    while at < COMBINATIONS {
        let index = PUSH_INDEX.0[at] as usize;
        if index > 0 {
            all[index - PUSHES] = at as u16;
        }
        at += 1;
    }
    all
};

impl Encode for Shout7 {
    const ACTIONS: usize = PASS + 1;

    #[inline]
    fn action_index(&self, mv: Move) -> usize {
        match mv {
            Move::Lay(place) => place.cell_index(),
            Move::Remove(place) => REMOVALS + place.cell_index(),
            Move::Push(Push { first, axis, to }) => {
                let axis = match axis {
                    Direction::E => 0,
                    Direction::Ne => 1,
                    _ => 2,
                };
                INDEX[first.cell_index() * 18 + axis * 6 + to as usize].into()
            }
            Move::Pass => PASS,
        }
    }

    #[inline]
    fn action_at(&self, index: usize) -> Option<Move> {
        let cell = |index: usize| Place::of(Cell(index as u8));
        Some(match index {
            ..REMOVALS => Move::Lay(cell(index)),
            REMOVALS..PUSHES => Move::Remove(cell(index - REMOVALS)),
            PUSHES..PASS => {
                let at = usize::from(COMBINATION[index - PUSHES]);
                let (axis, to) = (AXES[at / 6 % 3], Direction::ALL[at % 6]);
                Move::Push(Push { first: cell(at / 18), axis, to })
            }
            PASS => Move::Pass,
            _ => return None,
        })
    }

    fn planes(&self) -> Vec<Plane> {
        let players = usize::from(self.players);
        vec![
            Plane::marks(
                "pieces",
                [players, SIDE, SIDE],
                "1 for each piece, from the player to act on; pits are row and column 0 and 14 and \
                 the places beside the slanted edges.",
            ),
            Plane::numbers(
                "pots",
                [players],
                (0.0, 1.0),
                "Pieces left to lay divided by 63, from the player to act on.",
            ),
            Plane::marks("phase", [4], "What is to be done: lay, lay again, push, remove."),
            Plane::marks("seat", [players], "Which seat is to act, or acted last."),
            Plane::marks("evened", [1], "1 once White's removal is made or skipped."),
            Plane::marks("over", [1], "1 once the game is over."),
        ]
    }

    #[inline]
    fn observe(&self, state: &State, out: &mut [f32]) {
        let players = usize::from(self.players);
        let seats = || {
            let mover = state.seat.index();
            (0..players).map(move |turns| (mover + turns) % players)
        };
        let mut planes = PlaneWriter::new(out);
        for seat in seats() {
            let plane = planes.plane(SIDE * SIDE);
            let _ =
                state.pieces[seat].visit(each(|place: Place| plane[place.lattice_index()] = 1.0));
        }
        for seat in seats() {
            planes.number(f32::from(state.pots[seat]) / LARGEST_POT);
        }
        let phase = match state.phase {
            Phase::Lay1 => 0,
            Phase::Lay2 => 1,
            Phase::Push => 2,
            Phase::Remove => 3,
        };
        planes.marks(4, [phase]);
        planes.marks(players, [state.seat.index()]);
        planes.number(state.evened.into());
        planes.number(state.over.into());
    }
}
