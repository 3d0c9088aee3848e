//! Moves and positions as numbers, for programs that learn.

use parlour_core::Encode;
use parlour_core::encode::{Plane, PlaneWriter};

use super::{HEAP, Move, NewGame, State};

impl Encode for NewGame {
    const ACTIONS: usize = 2;

    fn action_index(&self, mv: Move) -> usize {
        usize::from(mv.0) - 1
    }

    fn action_at(&self, index: usize) -> Option<Move> {
        (index < Self::ACTIONS).then(|| Move(index as u8 + 1))
    }

    fn planes(&self) -> Vec<Plane> {
        vec![
            Plane::numbers("heap", [1], (0.0, 1.0), "The counters that are left, divided by 7."),
            Plane::marks("seat", [2], "Which seat is to act, or acted last."),
        ]
    }

    fn observe(&self, state: &State, out: &mut [f32]) {
        let mut planes = PlaneWriter::new(out);
        planes.number(f32::from(state.heap) / f32::from(HEAP));
        planes.marks(2, [state.mover.index()]);
    }
}
