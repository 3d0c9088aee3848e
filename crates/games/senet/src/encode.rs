//! Moves and positions as numbers.

use parlour_core::Encode;
use parlour_core::bits::ones;
use parlour_core::encode::{Plane, PlaneWriter};

use super::board::PIECES;
use super::{Move, PLINTH, Senet, State, Throw};

/// How many squares there are.
const SQUARES: usize = 30;
/// The greatest throw.
const STEPS: usize = Throw::ALL.len();

/// Where the moves of each number of steps begin, from one step on. A move of `n` steps lands on square 1
/// to 31 − n; the last of these enters a piece.
const FIRST: [usize; STEPS + 1] = {
    let mut first = [0; STEPS + 1];
    let mut steps = 1;
    while steps <= STEPS {
        first[steps] = first[steps - 1] + PLINTH as usize - steps;
        steps += 1;
    }
    first
};

/// The index of a pass, behind all moves of pieces.
const PASS: usize = FIRST[STEPS];

impl Encode for Senet {
    const ACTIONS: usize = PASS + 1;

    #[inline]
    fn action_index(&self, mv: Move) -> usize {
        match mv {
            Move::PASS => PASS,
            Move { from, to } => FIRST[usize::from(from - to) - 1] + usize::from(to) - 1,
        }
    }

    #[inline]
    fn action_at(&self, index: usize) -> Option<Move> {
        if index == PASS {
            return Some(Move::PASS);
        }
        let steps = (1..=STEPS).find(|&steps| index < FIRST[steps])?;
        let to = (index - FIRST[steps - 1] + 1) as u8;
        Some(Move { from: to + steps as u8, to })
    }

    fn planes(&self) -> Vec<Plane> {
        vec![
            Plane::marks(
                "own pieces",
                [SQUARES],
                "1 for each square where the player to act has a piece, square 1 first.",
            ),
            Plane::marks("other pieces", [SQUARES], "The other player's pieces in the same way."),
            Plane::numbers(
                "waiting",
                [2],
                (0.0, 1.0),
                "Pieces on the plinth divided by 10: those of the player to act, the other's.",
            ),
            Plane::marks("throw", [STEPS], "The throw to be used, from 1 to 5."),
            Plane::marks("seat", [2], "Which seat is to act, or acted last."),
            Plane::marks("over", [1], "1 once the game is over."),
        ]
    }

    #[inline]
    fn observe(&self, state: &State, out: &mut [f32]) {
        let mut planes = PlaneWriter::new(out);
        planes.marks(SQUARES, ones(state.own).map(usize::from));
        planes.marks(SQUARES, ones(state.other).map(usize::from));
        planes.number(f32::from(state.waiting) / f32::from(PIECES));
        planes.number(f32::from(state.other_waiting) / f32::from(PIECES));
        planes.marks(STEPS, state.throw.map(|throw| usize::from(throw.steps()) - 1));
        planes.marks(2, [state.mover.index()]);
        planes.number(state.over.into());
    }
}
